/* What a census counts, in a game whose course is known, and that threads and copies do not change it. */
#include "support/made.h"
#include "support/unit.h"

#include "play/census.h"

static const char text[] = "game \"Hoard\":\n"
                           "  players: 2\n"
                           "period day\n"
                           "kind trick(worth: number)\n"
                           "kind goal:\n"
                           "  var owner: player = none\n"
                           "trick Gold(3, copies: 2)\n"
                           "trick Lead(1)\n"
                           "trick Tin(1)\n"
                           "goal Peak\n"
                           "goal Pit\n"
                           "zone box(trick)\n"
                           "player:\n"
                           "  zone table(trick, live: true)\n"
                           "  zone hand(trick, see: owner)\n"
                           "flow:\n"
                           "  round day:\n"
                           "    as seat(1):\n"
                           "      choose c in box where c.worth == 3 \"Which?\"\n"
                           "      move(c, to: me.table)\n"
                           "      Peak.owner = me\n"
                           "    as seat(2): move(Lead, to: me.hand)\n"
                           "end when day >= 2\n"
                           "score:\n"
                           "  tricks: sum(c in me.table: c.worth)\n"
                           "  peaks: count(g in goal where g.owner == me)\n";

enum { GOLD = 0, LEAD = 2, TIN = 3, PEAK = 4, PIT = 5 };

static void play(struct census *census, tn_ctx *ctx, tn_state *state, uint64_t seed) {
    tn_state_start(ctx, seed, 0, state);
    while (tn_state_status(census->game, state) == TN_ASK)
        assert_int_equal(tn_state_apply(ctx, state, 0, tn_state_nth(census->game, state, 0, 0)), TN_OK);
    assert_int_equal(tn_state_status(census->game, state), TN_OVER);
    census_add(census, ctx, state);
}

static void cards_goals_points_and_rounds_are_counted(void **state) {
    (void)state;
    tn_game *game = made_game(text);
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *over = tn_state_new(game);
    struct census *c = census_new(game);
    tn_card card;
    tn_game_card(game, PEAK, &card);
    assert_string_equal(card.name, "Peak");
    for (uint64_t seed = 0; seed < 3; seed++)
        play(c, ctx, over, seed);
    assert_int_equal(c->games, 3);
    assert_int_equal(c->players, 6);
    assert_int_equal(c->cards[GOLD].games, 3);
    assert_int_equal(c->cards[GOLD].players, 3); /* two copies of one player count once */
    assert_int_equal(c->cards[GOLD].wins[1], 3);
    assert_int_equal(c->cards[LEAD].players, 0);
    assert_int_equal(c->cards[LEAD].kept, 3);
    assert_int_equal(c->cards[TIN].kept + c->cards[TIN].players, 0);
    assert_int_equal(c->cards[PEAK].players, 3);
    assert_int_equal(c->cards[PIT].players, 0);
    assert_int_equal(c->lines[0].all, 18);
    assert_int_equal(c->lines[0].winners, 18);
    assert_int_equal(c->lines[1].all, 3);
    assert_int_equal(c->rounds[2], 3);
    assert_int_equal(census_rounds(c, 0), 2);
    assert_int_equal(census_rounds(c, 1), 2);
    census_free(c);
    tn_state_free(over);
    tn_ctx_free(ctx);
    tn_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(cards_goals_points_and_rounds_are_counted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
