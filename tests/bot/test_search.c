/* Bots that look ahead, and the levels: they beat the bot below them, repeat themselves, and know no more than their
 * seat. */
/* Not quick: bots that think. */
#include "support/unit.h"

#include "base/hash.h"
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
    wins_at_least("connect-four", "search:300", "greedy", games > 40 ? games : 40,
                  0.6); /* three of four in the long run */
    wins_at_least("tinyforming", "rollout:24", "greedy", games, 0.65);
    wins_at_least("tinyforming", "turns:2", "turns:1", games, 0.5);
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

/* The same answer whatever the number of threads, in positions of one game; no bound of time is met. */
static void threads_change_no_answer(void **state) {
    static const struct {
        const char *game, *bot;
        uint32_t effort;
    } asked[] = {
        {"connect-four", "search", 2002}, {"connect-four", "search", 300}, {"kuhn-poker", "search", 2000},
        {"tinyforming", "search", 2000},  {"tinyforming", "rollout", 40},
    };
    (void)state;
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        tn_game *game = contest_game(asked[i].game);
        struct weights *weights = contest_weights_of(game, asked[i].game);
        tn_ctx *ctx = tn_ctx_new(game);
        tn_state *s = tn_state_new(game);
        tn_question q;
        tn_state_start(ctx, 11, 0, s);
        for (uint64_t n = 0; n < 3 && tn_state_question(game, s, TN_SPECTATOR, &q); n++) {
            uint32_t answers[4] = {0};
            for (unsigned threads = 0; threads < 4; threads++) {
                struct bot_task task = {weights, game, ctx, s, q.seat, asked[i].effort, threads, true};
                struct random random = bot_random_for(5, q.seat, n);
                answers[threads] = bot_find(asked[i].bot, NULL)->choose(&task, &random);
            }
            for (unsigned threads = 1; threads < 4; threads++)
                if (answers[threads] != answers[0])
                    fail_msg("%s in %s: another answer with %u threads", asked[i].bot, asked[i].game, threads);
            tn_state_apply(ctx, s, q.seat, answers[0]);
        }
        tn_state_free(s);
        tn_ctx_free(ctx);
        weights_free(weights);
        tn_game_free(game);
    }
}

/* Whoever deals anew what it may not see does as well as chance, whatever lies in the other hand. */
static void nobody_peeks(void **state) {
    static const struct {
        const char *name;
        uint32_t effort;
    } bots[] = {{"search", 60}, {"value", 40}, {"turns", 2}, {"rollout", 12}, {"medium", 12}, {"hard", 12}};
    (void)state;
    tn_game *game = made_game(contest_guess);
    for (size_t i = 0; i < sizeof bots / sizeof bots[0]; i++) {
        uint64_t found = contest_score(game, bot_find(bots[i].name, NULL), bots[i].effort, 600);
        if (found <= 420 || found >= 580) fail_msg("%s: %d hits, chance gives 500", bots[i].name, (int)found);
    }
    tn_game_free(game);
}

static uint32_t cheat(const struct bot_task *task, struct random *random) {
    uint64_t all = hash_bytes(task->state, tn_game_state_size(task->game), 0);
    tn_question q;
    tn_state_question(task->game, task->state, task->seat, &q);
    return tn_state_nth(task->game, task->state, task->seat, (uint32_t)((all + random->key) % q.count));
}

/* In how many of some positions of a game the bot gives another answer when what its seat may not see is dealt anew. */
static unsigned changed(const char *name, const struct bot *bot, uint32_t effort, uint64_t seed) {
    tn_game *game = contest_game(name);
    struct weights *weights = contest_weights_of(game, name);
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *s = tn_state_new(game), *dealt = tn_state_new(game);
    unsigned differ = 0;
    tn_question q;
    assert_int_equal(tn_state_start(ctx, seed, 0, s), TN_ASK);
    for (uint64_t n = 0; n < 40 && tn_state_question(game, s, TN_SPECTATOR, &q); n++) {
        if (n % 8 == 0 && q.count > 1) {
            tn_state_determinise(ctx, s, q.seat, seed + 100 + n, dealt);
            struct bot_task task = {weights, game, ctx, s, q.seat, effort, 1, true},
                            again = {weights, game, ctx, dealt, q.seat, effort, 2, true};
            struct random one = bot_random_for(seed, q.seat, n), two = one;
            differ += bot->choose(&task, &one) != bot->choose(&again, &two);
        }
        tn_state_apply(ctx, s, q.seat, tn_state_nth(game, s, q.seat, (uint32_t)((seed * 7 + n * 5) % q.count)));
    }
    tn_state_free(dealt);
    tn_state_free(s);
    tn_ctx_free(ctx);
    weights_free(weights);
    tn_game_free(game);
    return differ;
}

/* What a seat may not see changes nothing but chance: with the same chance, the answers of a bot to a position and to
 * what the seat sees of it, dealt anew, are the same, and so is how often it gives which. */
static void what_is_hidden_changes_no_answer(void **state) {
    static const struct {
        const char *name;
        uint32_t effort;
    } bots[] = {{"greedy", 0}, {"value", 40}, {"turns", 1}, {"search", 30}, {"rollout", 12}, {"hard", 12}};
    static const char *const games[] = {"kuhn-poker", "mars", "coal-mines", "market-town"};
    static const struct bot peeks = {"cheat", "reads the whole position", cheat, .thinks = false};
    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof games[0]; g++) {
        unsigned seeds = g == 0 ? 8 : 2, caught = 0;
        for (unsigned seed = 1; seed <= seeds; seed++) {
            for (size_t i = 0; i < sizeof bots / sizeof bots[0]; i++)
                if (changed(games[g], bot_find(bots[i].name, NULL), bots[i].effort, seed) > 0)
                    fail_msg("%s in %s: another answer when what is hidden is dealt anew", bots[i].name, games[g]);
            caught += changed(games[g], &peeks, 0, seed);
        }
        if (caught == 0) fail_msg("%s: one that reads all is not caught", games[g]);
    }
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
        cmocka_unit_test(threads_change_no_answer),
        cmocka_unit_test(nobody_peeks),
        cmocka_unit_test(what_is_hidden_changes_no_answer),
        cmocka_unit_test(efforts_are_read),
    };
    return cmocka_run_group_tests_name("bot.search", tests, NULL, NULL);
}
