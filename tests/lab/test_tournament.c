/* Ratings from known odds, and tournaments whose results are known. */
#include "support/unit.h"

#include "lab/tournament.h"
#include "support/contest.h"
#include "support/made.h"

#include <math.h>

static void set(struct tournament_table *t, unsigned i, unsigned j, double wins, uint64_t games) {
    t->wins[i][j] = wins;
    t->wins[j][i] = (double)games - wins;
    t->games[i][j] = t->games[j][i] = games;
}

/* Odds of 10 to 1 are 400 points, and what lies between adds up. */
static void known_odds_give_known_ratings(void **state) {
    struct tournament_table t = {.n = 3};
    struct interval r[TOURNAMENT_BOTS];
    (void)state;
    set(&t, 0, 1, 1000000.0 * 10 / 11, 1000000);
    set(&t, 1, 2, 1000000.0 * 10 / 11, 1000000);
    set(&t, 0, 2, 1000000.0 * 100 / 101, 1000000);
    tournament_ratings(&t, r);
    assert_true(fabs(r[0].value - 400) < 0.1 && fabs(r[1].value) < 0.1 && fabs(r[2].value + 400) < 0.1);
    assert_true(r[0].high - r[0].low < 3);
}

/* Two bots and n games: the textbook's interval of log odds, half of it for each side of the mean. */
static void intervals_are_the_textbook_ones(void **state) {
    struct tournament_table t = {.n = 2};
    struct interval r[TOURNAMENT_BOTS];
    (void)state;
    set(&t, 0, 1, 50, 99);
    t.wins[0][1] = t.wins[1][0] = 49.5;
    tournament_ratings(&t, r);
    double half = 173.717792761 * 1.959963984540054 * sqrt(1 / (100 * 0.25)) / 2;
    assert_true(fabs(r[0].value) < 1e-6 && fabs(r[0].high - half) < 0.01 && fabs(r[1].low + half) < 0.01);
}

static void who_never_lost_has_a_rating(void **state) {
    struct tournament_table t = {.n = 2};
    struct interval r[TOURNAMENT_BOTS];
    (void)state;
    set(&t, 0, 1, 20, 20);
    tournament_ratings(&t, r);
    assert_true(isfinite(r[0].value) && r[0].value > 300 && r[0].low > 0 && isfinite(r[0].high));
}

static struct tournament_table played(const tn_game *game, const char *const *names, unsigned n, uint64_t games) {
    struct tournament_setup setup = {.run = {.game = game, .games = games, .seed = 9, .jobs = 2}, .n = n};
    struct tournament_table table;
    struct buf error;
    bool stopped;
    buf_init(&error);
    for (unsigned i = 0; i < n; i++) {
        setup.bots[i] = bot_find_with(names[i], &setup.efforts[i], &error);
        assert_non_null(setup.bots[i]);
    }
    assert_int_equal(tournament_run(&setup, &table, &stopped), TN_OK);
    assert_false(stopped);
    buf_free(&error);
    return table;
}

/* Whoever moves first wins: changing seats gives everybody half. */
static void seats_are_changed(void **state) {
    static const char *const bots[] = {"random", "greedy", "search:5"};
    struct interval r[TOURNAMENT_BOTS];
    (void)state;
    tn_game *game =
        made_game("game \"First\":\n  players: 2\nflow:\n  turn:\n    choose n in 0..1 \"Well?\"\n    win(me)\n");
    struct tournament_table t = played(game, bots, 3, 20);
    tournament_ratings(&t, r);
    for (unsigned i = 0; i < 3; i++) {
        assert_true(fabs(r[i].value) < 1e-6);
        for (unsigned j = 0; j < 3; j++)
            assert_true(i == j || (t.games[i][j] == 20 && t.wins[i][j] == 10));
    }
    tn_game_free(game);
}

static void the_better_bot_is_rated_higher(void **state) {
    static const char *const bots[] = {"random", "search:100"};
    struct interval r[TOURNAMENT_BOTS];
    (void)state;
    tn_game *game = contest_game("connect-four");
    struct tournament_table t = played(game, bots, 2, 20);
    tournament_ratings(&t, r);
    assert_true(r[1].low > 0 && r[0].high < 0);
    tn_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_odds_give_known_ratings),  cmocka_unit_test(intervals_are_the_textbook_ones),
        cmocka_unit_test(who_never_lost_has_a_rating),    cmocka_unit_test(seats_are_changed),
        cmocka_unit_test(the_better_bot_is_rated_higher),
    };
    return cmocka_run_group_tests_name("lab.tournament", tests, NULL, NULL);
}
