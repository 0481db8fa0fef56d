/* contest.c: see contest.h. */
#include "support/contest.h"

#include "base/file.h"
#include "support/level.h"
#include "support/unit.h"

#include <stdio.h>

tn_game *contest_game(const char *name) {
    char path[500];
    tn_source *source = NULL;
    tn_game *game = NULL;
    snprintf(path, sizeof path, "%s/games/%s/%s.game", level_root(), name, name);
    assert_int_equal(tn_source_load(path, &source), TN_OK);
    assert_int_equal(tn_game_new(source, NULL, &game), TN_OK);
    tn_source_free(source);
    return game;
}

struct weights *contest_weights(const tn_game *game, const char *text) {
    struct buf warnings, error;
    buf_init(&warnings);
    buf_init(&error);
    struct weights *weights = weights_new(game, text, text ? strlen(text) : 0, &warnings, &error);
    assert_non_null(weights);
    assert_int_equal(warnings.n, 0);
    buf_free(&warnings);
    buf_free(&error);
    return weights;
}

struct weights *contest_weights_of(const tn_game *game, const char *name) {
    char path[500];
    struct buf text;
    buf_init(&text);
    snprintf(path, sizeof path, "%s/games/%s/%s.weights", level_root(), name, name);
    bool found = file_read(path, 1 << 20, &text) == FILE_OK;
    struct weights *weights = contest_weights(game, found ? text.data : NULL);
    buf_free(&text);
    return weights;
}

struct simulate_sums contest(const tn_game *game, const struct weights *weights, const char *one, const char *other,
                             uint64_t games, unsigned jobs) {
    struct simulate_setup setup = {.game = game, .games = games, .seed = 3, .jobs = jobs, .rotate = true};
    struct simulate_result result;
    struct buf error;
    buf_init(&error);
    setup.bots[0] = bot_find_with(one, &setup.efforts[0], &error);
    setup.bots[1] = bot_find_with(other, &setup.efforts[1], &error);
    assert_true(setup.bots[0] && setup.bots[1]);
    setup.weights[0] = setup.weights[1] = weights;
    assert_int_equal(simulate_run(&setup, &result), TN_OK);
    assert_int_equal(result.finished, games);
    buf_free(&error);
    return result.entrants[0];
}

uint64_t contest_score(const tn_game *game, const struct bot *who, uint32_t effort, uint64_t games) {
    struct simulate_setup setup = {.game = game, .games = games, .seed = 5, .jobs = 2};
    struct simulate_result result;
    setup.bots[0] = setup.bots[1] = who;
    setup.efforts[0] = setup.efforts[1] = effort;
    assert_int_equal(simulate_run(&setup, &result), TN_OK);
    assert_int_equal(result.finished, games);
    return (uint64_t)result.seats[0].score;
}

const char contest_guess[] = "game \"Guess\":\n"
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
