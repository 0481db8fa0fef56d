/* The bot search and the levels: they beat the bot below them, repeat themselves, and know no more than their seat. */
#include "support/unit.h"

#include "support/contest.h"
#include "support/level.h"
#include "support/made.h"

static void wins_at_least(const char *name, const char *one, const char *other, uint64_t games, double share) {
    tn_game *game = contest_game(name);
    struct weights *weights = contest_weights_of(game, name);
    struct simulate_sums sums = contest(game, weights, one, other, games, 2);
    double wins = simulate_wins(sums.wins);
    if (wins < share * (double)games)
        fail_msg("%s: %s wins %.1f of %d games against %s", tn_game_title(game), one, wins, (int)games, other);
    weights_free(weights);
    tn_game_free(game);
}

static void it_beats_the_level_below(void **state) {
    uint64_t games = (uint64_t)level_pick(10, 20, 200);
    (void)state;
    wins_at_least("connect-four", "search:300", "greedy", games, 0.6);
    wins_at_least("tinyforming", "search:700", "greedy", games, 0.7);
    wins_at_least("connect-four", "search:2000", "search:60", games, 0.7);
}

/* Whoever begins and both answer well, nobody wins. */
static void it_does_not_lose_what_is_a_draw(void **state) {
    (void)state;
    tn_game *game = contest_game("tic-tac-toe");
    struct simulate_sums sums = contest(game, NULL, "search:4000", "search:4000", 10, 2);
    assert_int_equal(sums.wins[2], 10); /* shared by two */
    tn_game_free(game);
}

static void it_repeats_itself_whatever_the_threads(void **state) {
    (void)state;
    tn_game *game = contest_game("tinyforming");
    struct weights *weights = contest_weights(game, "length generation 12\nstock[credit] 0.2\nstock[heat] 0.3\n");
    struct simulate_sums one = contest(game, weights, "search:40", "greedy", 6, 1);
    struct simulate_sums three = contest(game, weights, "search:40", "greedy", 6, 3);
    assert_memory_equal(&one, &three, sizeof one);
    weights_free(weights);
    tn_game_free(game);
}

static void it_does_not_peek(void **state) {
    struct buf error;
    (void)state;
    buf_init(&error);
    tn_game *game = made_game(contest_guess);
    uint64_t found = contest_score(game, bot_find("search", &error), 60, 600);
    if (found <= 420 || found >= 580) fail_msg("%d hits, chance gives 500", (int)found);
    tn_game_free(game);
}

static void efforts_are_read(void **state) {
    uint32_t effort = 7;
    struct buf error;
    (void)state;
    buf_init(&error);
    assert_non_null(bot_find_with("search:250", &effort, &error));
    assert_int_equal(effort, 250);
    assert_ptr_equal(bot_find_with("hard", &effort, &error), bot_find("hard", &error));
    assert_int_equal(effort, 0);
    assert_int_equal(error.n, 0);
    static const char *const wrong[] = {"search:", "search:0", "search:1e3", "search:1000001",
                                        "search:99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        buf_clear(&error);
        assert_null(bot_find_with(wrong[i], &effort, &error));
        assert_non_null(strstr(error.data, "an effort is a number from 1 to 1000000"));
    }
    buf_clear(&error);
    assert_null(bot_find_with("serch:5", &effort, &error));
    assert_non_null(strstr(error.data, "did you mean \"search\"?"));
    buf_free(&error);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_beats_the_level_below),
        cmocka_unit_test(it_does_not_lose_what_is_a_draw),
        cmocka_unit_test(it_repeats_itself_whatever_the_threads),
        cmocka_unit_test(it_does_not_peek),
        cmocka_unit_test(efforts_are_read),
    };
    return cmocka_run_group_tests_name("bot.search", tests, NULL, NULL);
}
