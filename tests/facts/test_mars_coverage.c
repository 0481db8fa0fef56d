/* Every project card, corporation and ruling of tests/facts/mars is shown by a scenario of games/mars.
 *
 * A ruling is shown by a scenario whose name says it ("param.chain: ..."). A card is shown when the name of a scenario
 * says it, or when it is played or used in one: an answer, or the beginning of an answer that is refused. */
#include "support/unit.h"

#include "support/facts.h"

#include <stdio.h>

struct seen {
    struct buf names;   /* of scenarios, one a line */
    struct buf answers; /* that are given, one a line */
};

static void note(struct buf *list, const char *text) {
    buf_putc(list, '\n');
    buf_puts(list, text);
    buf_putc(list, '\n');
}

static void look(void *user, const tn_game *game) {
    struct seen *seen = user;
    for (size_t i = 0; i < tn_game_scenarios(game); i++) {
        tn_scenario scenario;
        tn_game_scenario(game, i, &scenario);
        note(&seen->names, scenario.name);
        for (size_t k = 0; k < scenario.steps; k++) {
            tn_step step;
            tn_scenario_step(game, i, k, &step);
            size_t n = step.kind == TN_STEP_REFUSED ? step.n_words - 1 : step.kind == TN_STEP_PLAY ? step.n_words : 0;
            for (size_t w = 0; w < n; w++)
                note(&seen->answers, step.words[w]);
        }
    }
}

/* A name stands at the beginning of a scenario's name and ends there, or is said anywhere in it as a word of its own. */
static bool says(const struct buf *list, const char *name) {
    size_t n = strlen(name);
    for (const char *at = list->data; (at = strstr(at, name)); at++) {
        char before = at == list->data ? '\n' : at[-1], after = at[n];
        bool begins = before == '\n' || before == ' ' || before == '(', ends = !after || strchr("\n :,;.'", after);
        if (begins && ends) return true;
    }
    return false;
}

static bool answered(const struct buf *list, const char *name) {
    char line[256];
    snprintf(line, sizeof line, "\n%s\n", name);
    return strstr(list->data, line) != NULL;
}

static size_t missing(const struct seen *seen, const struct value *list, bool ruling) {
    size_t n = 0;
    for FACTS_EACH(item, list) {
        const char *name = ruling ? value_text(item) : fact_text(item, "name");
        if (says(&seen->names, name) || (!ruling && answered(&seen->answers, name))) continue;
        print_error("no scenario shows %s\n", name);
        n++;
    }
    return n;
}

static void test_everything_is_shown(void **state) {
    (void)state;
    struct facts f;
    struct seen seen;
    facts_open(&f, "mars");
    buf_init(&seen.names, NULL), buf_init(&seen.answers, NULL);
    facts_each_game(f.game, look, &seen);
    assert_false(seen.names.failed || seen.answers.failed);
    size_t n = missing(&seen, value_get(facts_read(&f, "cards"), "cards"), false);
    n += missing(&seen, value_get(facts_read(&f, "corporations"), "corporations"), false);
    n += missing(&seen, value_get(facts_read(&f, "rules"), "rulings"), true);
    assert_false(says(&seen.names, "No Such Card") || answered(&seen.answers, "No Such Card"));
    buf_free(&seen.names), buf_free(&seen.answers);
    facts_close(&f);
    assert_int_equal(n, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_everything_is_shown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
