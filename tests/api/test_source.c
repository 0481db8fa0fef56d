/* Definitions from several texts: what was read can be stored and read again to the same game. */
#include "support/unit.h"

#include "support/level.h"
#include "support/made.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tn_source *load(const char *path) {
    char full[1024];
    tn_source *source = NULL;
    snprintf(full, sizeof full, "%s/%s", level_root(), path);
    assert_int_equal(tn_source_load(full, &source), TN_OK);
    return source;
}

static void texts_make_the_same_source(void **state) {
    (void)state;
    tn_source *source = load("games/mars/mars.game"), *again = NULL;
    size_t n = tn_source_file_count(source);
    assert_true(n > 1); /* it includes others */
    tn_file *files = calloc(n, sizeof *files);
    for (size_t i = 0; i < n; i++)
        tn_source_file(source, i, &files[i]);
    assert_int_equal(tn_source_parse_files(files, n, &again), TN_OK);
    assert_int_equal(tn_source_hash(again), tn_source_hash(source));
    tn_game *a = NULL, *b = NULL;
    assert_int_equal(tn_game_new(source, NULL, &a), TN_OK);
    assert_int_equal(tn_game_new(again, NULL, &b), TN_OK);
    assert_int_equal(tn_game_hash(a), tn_game_hash(b));
    tn_game_free(a), tn_game_free(b);
    tn_source_free(again);
    assert_int_equal(tn_source_parse_files(files, n - 1, &again), TN_DIAG); /* one is missing */
    assert_true(tn_source_error_count(again) > 0);
    tn_source_free(again);
    free(files);
    tn_source_free(source);
    assert_int_equal(tn_source_parse_files(NULL, 0, &again), TN_IO);
    assert_null(again);
}

/* A rehearsal tells what failed though it was offered, once, and of its own source only. */
static void rehearsals_warn(void **state) {
    (void)state;
    static const char text[] = "game \"Late\":\n"
                               "  players: 2\n"
                               "flow:\n"
                               "  turn:\n"
                               "    choose a in 1..2 \"a?\"\n"
                               "    as next(me): choose b in 1..2 \"b?\"\n"
                               "    needs a == 1\n";
    tn_source *source = NULL, *other = NULL;
    tn_game *game = NULL, *foreign = NULL;
    tn_diag d;
    assert_int_equal(tn_source_parse("late.game", text, sizeof text - 1, &source), TN_OK);
    assert_int_equal(tn_source_parse("marks.game", text, sizeof text - 1 - sizeof "    needs a == 1", &other), TN_OK);
    assert_int_equal(tn_game_new(source, NULL, &game), TN_OK);
    assert_int_equal(tn_game_new(other, NULL, &foreign), TN_OK);
    assert_int_equal(tn_source_diag_count(source), 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(tn_game_rehearse(source, game, i ? 20 : 0), TN_OK);
        assert_int_equal(tn_source_diag_count(source), 1);
    }
    tn_source_diag(source, 0, &d);
    assert_string_equal(d.code, "W21");
    assert_int_equal(d.line, 7);
    assert_non_null(strstr(d.text, "line 6, where another player is asked"));
    assert_int_equal(tn_game_rehearse(other, game, 0), TN_OK); /* of another definition */
    assert_int_equal(tn_game_rehearse(other, foreign, 0), TN_OK);
    assert_int_equal(tn_source_diag_count(other), 0);
    tn_game_free(game), tn_game_free(foreign);
    tn_source_free(source), tn_source_free(other);
}

static const char marked[] = "game \"Marks\":\n"
                             "  players: 2\n"
                             "resource coin\n"
                             "player:\n"
                             "  var stock[resource]: number(0..) = 0\n"
                             "track heat(0..10, step: 2):\n"
                             "  at 4, 6: gain(1 coin)\n"
                             "  at 10: win(me)\n"
                             "flow:\n"
                             "  repeat 5:\n"
                             "    turn: raise(heat)\n";

static void tracks_have_marks(void **state) {
    (void)state;
    tn_game *game = made_game(marked);
    tn_mark mark;
    assert_int_equal(tn_track_mark_count(game, 0), 3);
    tn_track_mark(game, 0, 0, &mark);
    assert_int_equal(mark.at, 4);
    assert_string_equal(mark.text.bytes, "gain 1 coin");
    assert_true(mark.text.n == 1 && mark.text.spans[0].kind == TN_SPAN_AMOUNT && mark.text.spans[0].value == 1);
    tn_track_mark(game, 0, 1, &mark);
    assert_int_equal(mark.at, 6);
    tn_track_mark(game, 0, 2, &mark);
    assert_int_equal(mark.at, 10);
    tn_game_free(game);
}

static const char carded[] = "game \"Names\":\n"
                             "  players: 2\n"
                             "resource coin\n"
                             "player:\n"
                             "  var stock[resource]: number(0..) = 0\n"
                             "  zone hand(ship)\n"
                             "kind ship\n"
                             "%s"
                             "ship Sail(copies: 2)\n"
                             "flow:\n"
                             "  repeat 5:\n"
                             "    turn: gain(1 coin)\n";

/* Another card before them changes the numbers of answers, not their names. */
static void names_outlive_an_added_card(void **state) {
    (void)state;
    char text[1024], name[64];
    snprintf(text, sizeof text, carded, "");
    tn_game *before = made_game(text);
    snprintf(text, sizeof text, carded, "ship Anchor\n");
    tn_game *after = made_game(text);
    uint32_t was = tn_answer_find(before, "card ship Sail #2"), is = tn_answer_find(after, "card ship Sail #2");
    assert_int_equal(is, was + 1);
    tn_answer_name(after, is, name, sizeof name);
    assert_string_equal(name, "card ship Sail #2");
    assert_int_equal(tn_answer_find(before, "card ship Anchor"), TN_NO_ANSWER);
    assert_int_equal(tn_answer_find(before, "yes"), TN_YES);
    assert_int_equal(tn_answer_find(after, "number -3") + 3, tn_answer_find(after, "number 0"));
    assert_int_equal(tn_answer_find(after, "player B"), tn_answer_find(after, "player A") + 1);
    assert_int_equal(tn_answer_name(after, tn_answer_find(after, "resource coin"), NULL, 0), strlen("resource coin"));
    tn_game_free(before), tn_game_free(after);
}

static void library_says_what_it_is(void **state) {
    (void)state;
    assert_string_equal(tn_version(), TN_VERSION);
    assert_string_equal(tn_version(), TERRANE_VERSION); /* of the build */
    assert_int_equal(tn_version_number(), TN_VERSION_NUMBER);
    int first, second, third;
    assert_int_equal(sscanf(tn_version(), "%d.%d.%d", &first, &second, &third), 3);
    assert_int_equal(10000 * first + 100 * second + third, TN_VERSION_NUMBER);
    for (int status = TN_OK; status <= TN_DIAG; status++)
        assert_string_not_equal(tn_status_text((tn_status)status), "unknown");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(texts_make_the_same_source), cmocka_unit_test(rehearsals_warn),
                                       cmocka_unit_test(tracks_have_marks),
                                       cmocka_unit_test(names_outlive_an_added_card),
                                       cmocka_unit_test(library_says_what_it_is)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
