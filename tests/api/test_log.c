/* The log of a match, told by the engine itself: when each line was said, also after it was played again. */
#include "support/unit.h"

#include "play/match.h"
#include "support/made.h"

static void lines_stay_where_they_were_said_when_it_is_played_again(void **state) {
    (void)state;
    tn_game *game = made_game("game \"Draws\":\n"
                              "  players: 2\n"
                              "kind card\n"
                              "card One(copies: 9)\n"
                              "zone deck(card, see: nobody)\n"
                              "player:\n"
                              "  zone hand(card, see: owner)\n"
                              "flow:\n"
                              "  for me in players: draw(1)\n"
                              "  for me in players:\n"
                              "    may \"Draw?\": draw(1)\n");
    struct match m;
    match_init(&m, game, 1);
    for (unsigned seat = 0; seat < 2; seat++)
        assert_int_equal(match_answer(&m, seat, TN_YES), TN_OK);
    static const uint32_t at[] = {0, 0, 1, 1, 2, 2};
    for (int again = 0; again < 2; again++) {
        assert_int_equal(m.log.n, 6);
        for (size_t i = 0; i < m.log.n; i++)
            assert_int_equal(m.log.data[i].at, at[i]);
        assert_int_equal(match_rewind(&m, m.history.n), TN_OK);
    }
    assert_int_equal(match_rewind(&m, 1), TN_OK);
    assert_int_equal(m.log.n, 4);
    assert_int_equal(m.log.data[0].at, 0);
    match_free(&m);
    tn_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(lines_stay_where_they_were_said_when_it_is_played_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
