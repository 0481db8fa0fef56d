/* The bot greedy: it beats chance, repeats itself, and knows no more than its seat. */
#include "support/unit.h"

#include "lab/simulate.h"
#include "support/level.h"

#include <stdio.h>

static tn_game *compile(tn_source *source) {
    tn_game *game = NULL;
    assert_int_equal(tn_game_new(source, NULL, &game), TN_OK);
    tn_source_free(source);
    return game;
}

static tn_game *shipped(const char *name) {
    char path[500];
    tn_source *source = NULL;
    snprintf(path, sizeof path, "%s/games/%s/%s.game", level_root(), name, name);
    assert_int_equal(tn_source_load(path, &source), TN_OK);
    return compile(source);
}

static tn_game *written(const char *text) {
    tn_source *source = NULL;
    assert_int_equal(tn_source_parse("test.game", text, strlen(text), &source), TN_OK);
    return compile(source);
}

static struct weights *weights_of(const tn_game *game, const char *text) {
    struct buf warnings, error;
    buf_init(&warnings);
    buf_init(&error);
    struct weights *weights = weights_new(game, text, text ? strlen(text) : 0, &warnings, &error);
    assert_non_null(weights);
    assert_int_equal(warnings.n, 0);
    return weights;
}

static const struct bot *bot(const char *name) {
    struct buf error;
    buf_init(&error);
    const struct bot *found = bot_find(name, &error);
    assert_non_null(found);
    return found;
}

/* Games of greedy against another bot, seats in turn; what came of greedy. */
static struct simulate_sums play(const tn_game *game, const struct weights *weights, const char *other, uint64_t games,
                                 unsigned jobs) {
    struct simulate_setup setup = {.game = game, .games = games, .seed = 3, .jobs = jobs, .rotate = true};
    struct simulate_result result;
    setup.bots[0] = bot("greedy");
    setup.bots[1] = bot(other);
    setup.weights[0] = setup.weights[1] = weights;
    assert_int_equal(simulate_run(&setup, &result), TN_OK);
    assert_int_equal(result.finished, games);
    return result.entrants[0];
}

static void it_beats_chance(void **state) {
    static const char *const games[] = {"tinyforming", "tic-tac-toe", "connect-four"};
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        tn_game *game = shipped(games[i]);
        struct weights *weights = weights_of(game, NULL);
        struct simulate_sums sums = play(game, weights, "random", 40, 2);
        if (simulate_wins(sums.wins) < 34)
            fail_msg("%s: only %.1f of 40 games are won", games[i], simulate_wins(sums.wins));
        sums = play(game, NULL, "random", 40, 2); /* it knows nothing beforehand */
        assert_true(simulate_wins(sums.wins) >= 32);
        weights_free(weights);
        tn_game_free(game);
    }
}

static void it_repeats_itself_whatever_the_threads(void **state) {
    (void)state;
    tn_game *game = shipped("tinyforming");
    struct weights *weights = weights_of(game, "length generation 12\nstock[credit] 0.2\nstock[heat] 0.3\n");
    struct simulate_sums one = play(game, weights, "greedy", 12, 1), three = play(game, weights, "greedy", 12, 3);
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
    tn_game *game = written(choice);
    struct weights *plain = weights_of(game, NULL), *stones = weights_of(game, "stock[stone] 3\n");
    struct simulate_sums sums = play(game, plain, "greedy", 4, 1);
    assert_int_equal(sums.score, 4 * 4);
    sums = play(game, stones, "greedy", 4, 1);
    assert_int_equal(sums.highest, 1); /* in the last turn the game is over, and stones are worth nothing */
    weights_free(plain);
    weights_free(stones);
    tn_game_free(game);
}

/* B holds two of six cards and draws a third: A names one and scores for each time B has it. Nobody can know. */
static const char guess[] = "game \"Guess\":\n"
                            "  players: 2\n"
                            "kind rank(value: number)\n"
                            "rank One(1)\nrank Two(2)\nrank Three(3)\nrank Four(4)\nrank Five(5)\nrank Six(6)\n"
                            "zone deck(rank, see: nobody)\n"
                            "player:\n"
                            "  var hits: number(0..) = 0\n"
                            "  zone hand(rank, see: owner)\n"
                            "flow:\n"
                            "  shuffle(deck)\n"
                            "  as seat(2): draw(2)\n"
                            "  me = seat(1)\n"
                            "  turn:\n"
                            "    choose n in 1..6 \"Which?\"\n"
                            "    if any(c in seat(2).hand: c.value == n): me.hits += 1\n"
                            "    as seat(2): draw(1)\n"
                            "    if any(c in seat(2).hand: c.value == n): me.hits += 1\n"
                            "score: hits: me.hits\n";

static uint32_t peek(const struct weights *weights, const tn_game *game, tn_ctx *ctx, const tn_state *state,
                     unsigned seat, struct random *random) {
    int32_t cards[6];
    tn_zone zone;
    size_t hand = 0;
    (void)weights, (void)ctx, (void)random;
    for (tn_game_zone(game, hand, &zone); !zone.per_player;)
        tn_game_zone(game, ++hand, &zone);
    tn_zone_get(game, state, 1, hand, 1, cards, 6); /* as the other seat */
    return tn_state_nth(game, state, seat, (uint32_t)cards[0]);
}

static uint64_t hits(const tn_game *game, const struct bot *who, uint64_t games) {
    struct simulate_setup setup = {.game = game, .games = games, .seed = 5, .jobs = 2};
    struct simulate_result result;
    setup.bots[0] = setup.bots[1] = who;
    assert_int_equal(simulate_run(&setup, &result), TN_OK);
    assert_int_equal(result.finished, games);
    return (uint64_t)result.seats[0].score;
}

static void it_does_not_peek(void **state) {
    static const struct bot cheat = {"cheat", "looks at the other's cards", peek, false};
    (void)state;
    tn_game *game = written(guess);
    assert_int_equal(hits(game, &cheat, 600), 2 * 600);
    uint64_t honest = hits(game, bot("random"), 600), greedy = hits(game, bot("greedy"), 600);
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
    tn_game *game = written(secret);
    struct weights *weights = weights_of(game, NULL);
    struct simulate_sums sums = play(game, weights, "random", 20, 1);
    assert_true(sums.score >= 20 * 10); /* whatever the other may answer, and whoever is asked first */
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
    };
    return cmocka_run_group_tests_name("bot.greedy", tests, NULL, NULL);
}
