/* Scores as a seat can know them: what depends on another's hidden cards is not told. And what decides between equal
 * ones. */
#include "support/unit.h"

#include "support/made.h"

#include <stdio.h>

static const char definition[] = "game \"Hands\":\n"
                                 "  players: 2\n"
                                 "\n"
                                 "kind card(worth: number)\n"
                                 "card One(1, copies: 3)\n"
                                 "card Five(5, copies: 3)\n"
                                 "\n"
                                 "zone deck(card, see: nobody)\n"
                                 "player:\n"
                                 "  zone hand(card, see: owner)\n"
                                 "  var chips: number(0..9) = 3\n"
                                 "\n"
                                 "flow:\n"
                                 "  shuffle(deck)\n"
                                 "  for me in players: draw(2)\n"
                                 "  turn:\n"
                                 "    choose c in me.hand \"Show which?\"\n"
                                 "\n"
                                 "score:\n"
                                 "  hand: sum(c in me.hand: c.worth)\n"
                                 "  chips: me.chips\n";

static void hidden_scores(void **state) {
    (void)state;
    tn_game *game = made_game(definition);
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *s = tn_state_new(game);
    for (uint64_t seed = 0; seed < 20; seed++) {
        assert_int_equal(tn_state_start(ctx, seed, 0, s), TN_ASK);
        for (unsigned seat = 0; seat < 2; seat++) {
            int32_t points = -1;
            assert_true(tn_state_score_seen(ctx, s, seat, seat, 0, &points));
            assert_int_equal(points, tn_state_score_line(ctx, s, seat, 0));
            assert_false(tn_state_score_seen(ctx, s, 1 - seat, seat, 0, &points));
            assert_false(tn_state_score_seen(ctx, s, TN_SPECTATOR, seat, 0, &points));
            assert_true(tn_state_score_seen(ctx, s, TN_SPECTATOR, seat, 1, &points));
            assert_int_equal(points, 3);
        }
        assert_false(tn_state_score_seen(ctx, s, 0, 0, 2, &(int32_t){0}));
        assert_false(tn_state_score_seen(ctx, s, 0, 2, 0, &(int32_t){0}));
    }
    assert_int_equal(tn_state_last(game, s), TN_SPECTATOR);
    assert_true(tn_good(tn_state_apply(ctx, s, 0, tn_state_nth(game, s, 0, 0))));
    assert_int_equal(tn_state_last(game, s), 0);
    tn_state_free(s);
    tn_ctx_free(ctx);
    tn_game_free(game);
}

/* ---- equal scores */
static const char race[] = "game \"Race\":\n"
                           "  players: 3\n"
                           "resource coin \"coins\"\n"
                           "player:\n"
                           "  var stock[resource]: number(0..) = 0\n"
                           "  var laps: number(0..9) = 2\n"
                           "  var hits: number(0..9) = 0\n"
                           "flow:\n"
                           "  for me in players: gain(3 coin)\n"
                           "  for me in players:\n"
                           "    choose n in 0..2 \"Hits?\"\n"
                           "    me.hits = n\n"
                           "score:\n"
                           "  laps: me.laps\n"
                           "tie: me.hits, me.stock[coin]\n";

/* How the seats hit, and what is said of each line: "-" where it was not looked at. */
static void expect_ties(unsigned a, unsigned b, unsigned c, const char *expected) {
    tn_game *game = made_game(race);
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *s = tn_state_new(game);
    char said[100] = "";
    const unsigned hits[3] = {a, b, c};
    tn_state_start(ctx, 1, 0, s);
    for (unsigned seat = 0; seat < 3; seat++)
        assert_true(tn_good(tn_state_apply(ctx, s, seat, tn_state_nth(game, s, seat, hits[seat]))));
    assert_int_equal(tn_state_status(game, s), TN_OVER);
    for (size_t line = 0; line < tn_game_tie_count(game); line++)
        for (unsigned seat = 0; seat < 3; seat++) {
            int32_t number = 0;
            bool needed = tn_state_tie(ctx, s, seat, line, &number);
            snprintf(said + strlen(said), sizeof said - strlen(said), needed ? "%d " : "- ", (int)number);
        }
    assert_string_equal(said, expected);
    assert_string_equal(tn_game_tie(game, 0), "hits");
    assert_string_equal(tn_game_tie(game, 1), "coins");
    tn_state_free(s);
    tn_ctx_free(ctx);
    tn_game_free(game);
}

static void ties_are_told_as_far_as_they_decided(void **state) {
    (void)state;
    expect_ties(0, 1, 2, "0 1 2 - - - ");
    expect_ties(1, 1, 2, "1 1 2 3 3 - ");
    expect_ties(2, 2, 2, "2 2 2 3 3 3 ");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(hidden_scores),
                                       cmocka_unit_test(ties_are_told_as_far_as_they_decided)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
