/* Definitions from several texts: what was read can be stored and read again to the same game. */
#include "support/unit.h"

#include "support/level.h"
#include "support/made.h"

#include <stdio.h>
#include <stdlib.h>

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
    int at = 0;
    const char *text = NULL;
    assert_int_equal(tn_track_mark(game, 0, 0, &at, &text), 3);
    assert_int_equal(at, 4);
    assert_string_equal(text, "gain 1 coin");
    tn_track_mark(game, 0, 1, &at, &text);
    assert_int_equal(at, 6);
    tn_track_mark(game, 0, 2, &at, &text);
    assert_int_equal(at, 10);
    tn_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(texts_make_the_same_source), cmocka_unit_test(tracks_have_marks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
