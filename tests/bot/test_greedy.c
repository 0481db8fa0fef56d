/* The bot greedy: it beats chance, repeats itself, and knows no more than its seat. */
#include "support/unit.h"

#include "support/contest.h"
#include "support/made.h"

#include <stdio.h>

static void it_beats_chance(void **state) {
    static const char *const games[] = {"tinyforming", "tic-tac-toe", "connect-four"};
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        tn_game *game = contest_game(games[i]);
        struct weights *weights = contest_weights(game, NULL);
        struct simulate_sums sums = contest(game, weights, "greedy", "random", 40, 2);
        if (simulate_wins(sums.wins) < 34)
            fail_msg("%s: only %.1f of 40 games are won", games[i], simulate_wins(sums.wins));
        sums = contest(game, NULL, "greedy", "random", 40, 2); /* it knows nothing beforehand */
        assert_true(simulate_wins(sums.wins) >= 32);
        weights_free(weights);
        tn_game_free(game);
    }
}

static void it_repeats_itself_whatever_the_threads(void **state) {
    (void)state;
    tn_game *game = contest_game("tinyforming");
    struct weights *weights = contest_weights(game, "length generation 12\nstock[credit] 0.2\nstock[heat] 0.3\n");
    struct simulate_sums one = contest(game, weights, "greedy", "greedy", 12, 1),
                         three = contest(game, weights, "greedy", "greedy", 12, 3);
    assert_memory_equal(&one, &three, sizeof one);
    weights_free(weights);
    tn_game_free(game);
}

/* A offers wood, which scores, against stone, which does not. */
static const char choice[] = "game \"Choice\":\n"
                             "  players: 2\n"
                             "resource wood, stone\n"
                             "player:\n"
                             "  var stock[resource]: number(0..) = 0\n"
                             "flow:\n"
                             "  repeat 8:\n"
                             "    turn:\n"
                             "      choose r in resource \"Which?\"\n"
                             "      gain(1 r)\n"
                             "    me = next(me)\n"
                             "score: wood: me.stock[wood]\n";

static void weights_change_what_it_wants(void **state) {
    (void)state;
    tn_game *game = made_game(choice);
    struct weights *plain = contest_weights(game, NULL), *stones = contest_weights(game, "stock[stone] 3\n");
    struct simulate_sums sums = contest(game, plain, "greedy", "greedy", 4, 1);
    assert_int_equal(sums.score, 4 * 4);
    sums = contest(game, stones, "greedy", "greedy", 4, 1);
    assert_int_equal(sums.highest, 1); /* in the last turn the game is over, and stones are worth nothing */
    weights_free(plain);
    weights_free(stones);
    tn_game_free(game);
}

static uint32_t peek(const struct bot_task *task, struct random *random) {
    const tn_game *game = task->game;
    int32_t cards[6];
    tn_zone zone;
    size_t hand = 0;
    (void)random;
    for (tn_game_zone(game, hand, &zone); !zone.per_player;)
        tn_game_zone(game, ++hand, &zone);
    tn_zone_get(game, task->state, 1, hand, 1, cards, 6); /* as the other seat */
    return tn_state_nth(game, task->state, task->seat, (uint32_t)cards[0]);
}

static void it_does_not_peek(void **state) {
    static const struct bot cheat = {"cheat", "looks at the other's cards", peek, .thinks = false};
    (void)state;
    tn_game *game = made_game(contest_guess);
    assert_int_equal(contest_score(game, &cheat, 0, 600), 2 * 600);
    uint64_t honest = contest_score(game, bot_get(0), 0, 600), greedy = contest_score(game, bot_thinker(), 0, 600);
    assert_true(honest > 420 && honest < 580); /* 5/6 of a hit a game is what chance gives: 500 */
    assert_true(greedy > 420 && greedy < 580);
    tn_game_free(game);
}

/* All that is secret and simultaneous happens after both have answered: what is bought must be seen nevertheless. */
static const char secret[] = "game \"Secret\":\n"
                             "  players: 2\n"
                             "resource wood\n"
                             "player:\n"
                             "  var stock[resource]: number(0..) = 0\n"
                             "flow:\n"
                             "  together me in players:\n"
                             "    choose n in 0..5 \"How many?\"\n"
                             "    choose m in 0..5 \"How many more?\"\n"
                             "    gain((n + m) wood)\n"
                             "  turn:\n"
                             "    choose k in 0..1 \"And?\"\n"
                             "    gain(k wood)\n"
                             "score: wood: me.stock[wood]\n";

static void it_sees_what_secret_answers_lead_to(void **state) {
    (void)state;
    tn_game *game = made_game(secret);
    struct weights *weights = contest_weights(game, NULL);
    struct simulate_sums sums = contest(game, weights, "greedy", "random", 20, 1);
    assert_true(sums.score >= 20 * 10); /* whatever the other may answer, and whoever is asked first */
    weights_free(weights);
    tn_game_free(game);
}

/* A takes points one by one, or stops, which ends the game; it is ahead from the beginning. */
static const char leader[] = "game \"Leader\":\n"
                             "  players: 2\n"
                             "resource wood\n"
                             "period day\n"
                             "player:\n"
                             "  var stock[resource]: number(0..) = 0\n"
                             "flow:\n"
                             "  seat(1).stock[wood] = 3\n"
                             "  me = seat(1)\n"
                             "  repeat 6:\n"
                             "    begin(day)\n"
                             "    turn:\n"
                             "      choose r in 0..1 \"Take one, or stop?\"\n"
                             "      if r == 0: finish()\n"
                             "      gain(1 wood)\n"
                             "score: wood: me.stock[wood]\n";

static void who_is_ahead_takes_what_there_is(void **state) {
    (void)state;
    tn_game *game = made_game(leader);
    assert_int_equal(contest_score(game, bot_find("greedy", NULL), 0, 10), 10 * 9);
    tn_game_free(game);
}

/* One more action costs 2 whichever it is, and the first question says yes or no to it. */
static const char more[] = "game \"More\":\n"
                           "  players: 2\n"
                           "period day\n"
                           "resource wood, ash\n"
                           "var going: bool = false\n"
                           "player:\n"
                           "  var stock[resource]: number(0..) = 0\n"
                           "flow:\n"
                           "  seat(1).stock[wood] = 40; seat(2).stock[wood] = 40\n"
                           "  repeat 8:\n"
                           "    begin(day)\n"
                           "    turn:\n"
                           "      going = true\n"
                           "      while going:\n"
                           "        going = false\n"
                           "        choose r in resource \"Which?\"\n"
                           "        me.stock[wood] -= 2\n"
                           "        may \"Another one?\": going = true\n"
                           "    me = next(me)\n"
                           "score: wood: me.stock[wood]\n";

static void it_looks_through_yes_or_no(void **state) {
    (void)state;
    tn_game *game = made_game(more);
    struct weights *weights = contest_weights(game, NULL);
    struct simulate_sums sums = contest(game, weights, "greedy", "greedy", 10, 1);
    assert_int_equal(sums.score, 10 * (40 - 4 * 2)); /* each has four turns, and pays for nothing more */
    weights_free(weights);
    tn_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_beats_chance),
        cmocka_unit_test(it_repeats_itself_whatever_the_threads),
        cmocka_unit_test(weights_change_what_it_wants),
        cmocka_unit_test(it_does_not_peek),
        cmocka_unit_test(it_sees_what_secret_answers_lead_to),
        cmocka_unit_test(who_is_ahead_takes_what_there_is),
        cmocka_unit_test(it_looks_through_yes_or_no),
    };
    return cmocka_run_group_tests_name("bot.greedy", tests, NULL, NULL);
}
