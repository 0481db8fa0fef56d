/* Scenarios: forced steps, checks, refusals, and messages that help. */
#include "fake/table.h"
#include "lab/scenario.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct scenario_report report;

static int tear_down(void **state) {
    (void)state;
    scenario_report_free(&report);
    return 0;
}

static void run(const char *definition, const char *only) {
    tn_source *source;
    assert_int_equal(tn_source_parse("games/fake/fake.game", definition, strlen(definition), &source), TN_OK);
    assert_int_equal(scenarios_run(source, only, NULL, &report), TN_OK);
    tn_source_free(source);
}

/* One scenario: its message, or "" when it passed. */
static const char *message_of(const char *steps) {
    char text[1024] = "scenario one\n";
    scenario_report_free(&report);
    run(strcat(text, steps), NULL);
    assert_int_equal(report.results.n, 1);
    return report.results.data[0].message ? report.results.data[0].message : "";
}

static void words_are_answers(void **state) {
    (void)state;
    assert_string_equal(message_of("play A: b2\nplay B: a1\ncheck marks 2\n"), "");
    assert_string_equal(message_of("given a1 b1\nplay A: B2\ncheck marks 3\n"), "");
    assert_string_equal(message_of("option mode=rich\nplay A: Play a card, Ring, 2 coins, yes, Mark a cell, c3\n"
                                   "check marks 1\n"),
                        "");
}

/* B's menu in the rich game has one answer, so it need not be said; at the end A's menu is real again. */
static void forced_questions_answer_themselves(void **state) {
    (void)state;
    assert_string_equal(message_of("option mode=rich\nplay A: Mark a cell, b2\nplay B: a1\ncheck marks 2\n"), "");
    assert_string_equal(message_of("given a1 b1 c1 a2 b2 a3 c2\nplay B: c3\ncheck marks 9\n"), "");
}

static void failures_say_what_was_legal(void **state) {
    (void)state;
    assert_string_equal(message_of("given a1 b1 c1 a2 b2 a3\nplay A: a1\n"),
                        "\"a1\" is not a legal answer of A to \"Mark which cell?\" (the cell is marked already); "
                        "legal: c2, b3, c3");
    assert_int_equal(report.results.data[0].failed_line, 3);
    assert_int_equal(report.results.data[0].line, 1);
    assert_int_equal(report.failed, 1);
    assert_non_null(strstr(message_of("play A: b\n"), "could mean several"));
    assert_string_equal(message_of("play B: b2\n"), "\"b2\" is for B, but A is asked: \"Mark which cell?\"");
    assert_string_equal(message_of("play A: b2\ncheck marks 5\n"), "expected marks == 5, found 1");
    assert_string_equal(message_of("given a1 a2 b1 b2\nplay A: c1\nplay B: c2\n"),
                        "\"c2\" was to be answered, but the game is over");
    assert_string_equal(message_of("option fault=third\nplay A: a1\nplay B: b1\nplay A: c1\n"),
                        "the rules stopped: fake.game:3: the third mark");
}

static void refusals_are_compared_with_their_reason(void **state) {
    (void)state;
    assert_string_equal(message_of("given a1\nrefused a1, MARKED already\n"), "");
    assert_string_equal(message_of("given a1\nrefused a1, too far\n"),
                        "\"a1\" is refused, expected \"too far\", found \"the cell is marked already\"");
    assert_string_equal(message_of("given a1\nrefused a2, marked\n"),
                        "\"a2\" is legal, but was to be refused: \"marked\"");
    assert_non_null(strstr(message_of("given a1\nrefused elsewhere, marked\n"), "is not a legal answer"));
    assert_string_equal(message_of("option mode=rich\ngiven a1 b1\nrefused Mark a cell, a1, marked\ncheck marks 2\n"),
                        "");
    /* B has no cards: the refusal stands at the first word already */
    assert_string_equal(message_of("option mode=rich\ngiven a1\nrefused Play a card, Ring, cards in hand: 0\n"), "");
}

static void each_scenario_runs_once_in_its_configuration(void **state) {
    (void)state;
    const char *text = "scenario first\nplay A: b2\ncheck marks 1\nscenario second one\noption mode=rich\n"
                       "play A: Mark a cell, b2\nscenario third\ncheck marks 1\n";
    run(text, NULL);
    assert_int_equal(report.results.n, 3);
    assert_int_equal(report.failed, 1);
    run(text, NULL); /* as when another file includes it */
    assert_int_equal(report.results.n, 3);
    scenario_report_free(&report);
    run(text, "SECOND");
    assert_int_equal(report.results.n, 1);
    assert_string_equal(report.results.data[0].name, "second one");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(words_are_answers, tear_down),
        cmocka_unit_test_teardown(forced_questions_answer_themselves, tear_down),
        cmocka_unit_test_teardown(failures_say_what_was_legal, tear_down),
        cmocka_unit_test_teardown(refusals_are_compared_with_their_reason, tear_down),
        cmocka_unit_test_teardown(each_scenario_runs_once_in_its_configuration, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
