/* Scores as a seat can know them: what depends on another's hidden cards is not told. */
#include "support/unit.h"

#include "support/made.h"

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
    assert_int_equal(tn_state_apply(ctx, s, 0, tn_state_nth(game, s, 0, 0)), TN_OK);
    assert_int_equal(tn_state_last(game, s), 0);
    tn_state_free(s);
    tn_ctx_free(ctx);
    tn_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(hidden_scores)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
