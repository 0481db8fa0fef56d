/* Comparing two versions of a game: constructed games whose answers are known. */
#include "support/unit.h"

#include "lab/compare.h"
#include "support/made.h"

#include <stdio.h>
#include <time.h>

/* Four goods are dealt, two to each player; X is worth `x`. Then each player may pass the time `turns` times. `order`
 * turns the deck round, so that the same seed deals something else and nothing else changes. */
static tn_game *goods(int x, int turns, bool order) {
    char text[1200], first[40], last[40];
    snprintf(first, sizeof first, "good X(%d)\n", x);
    snprintf(last, sizeof last, "good One(1)\n");
    snprintf(text, sizeof text,
             "game \"Goods\":\n"
             "  players: 2\n"
             "kind good(value: number)\n"
             "%sgood Two(2)\ngood Three(3)\n%s"
             "zone deck(good, see: nobody)\n"
             "player:\n"
             "  var idle: number(0..) = 0\n"
             "  zone shop(good, see: everyone)\n"
             "flow:\n"
             "  shuffle(deck)\n"
             "  for p in players: as p: draw(2, to: p.shop)\n"
             "  repeat %d: turn:\n"
             "    choose n in 0..1 \"How long?\"\n"
             "    me.idle = n\n"
             "score: goods: sum(c in me.shop: c.value)\n",
             order ? last : first, order ? first : last, turns);
    return made_game(text);
}

static struct compare compared(const tn_game *before, const tn_game *after, uint64_t games, uint64_t seed) {
    struct compare c;
    struct simulate_setup sides[2] = {{.game = before, .games = games, .seed = seed, .jobs = 2},
                                      {.game = after, .games = games, .seed = seed, .jobs = 2}};
    for (int i = 0; i < 2; i++)
        sides[i].bots[0] = sides[i].bots[1] = bot_get(0);
    assert_int_equal(compare_run(sides, 0, &c), TN_OK);
    assert_int_equal(c.pairs, games);
    return c;
}

static const struct compare_figure *figure(const struct compare *c, const char *name) {
    for (size_t i = 0; i < c->figures.n; i++)
        if (strcmp(c->figures.data[i].name, name) == 0) return &c->figures.data[i];
    fail_msg("there is no figure \"%s\"", name);
    return NULL;
}

/* X goes from 5 to 9 points. Half of the players get it: scores grow by 2, and the same player has it in both. */
static void points_more_are_found(void **state) {
    (void)state;
    tn_game *before = goods(5, 2, false), *after = goods(9, 2, false);
    struct compare c = compared(before, after, 200, 1);
    const struct compare_figure *a = figure(&c, "score of A"), *b = figure(&c, "score of B");
    assert_true(a->clear && b->clear);
    assert_true(a->change.low < 2 && a->change.high > 2 && b->change.low < 2 && b->change.high > 2);
    assert_true(a->change.value + b->change.value > 3.999 && a->change.value + b->change.value < 4.001);
    assert_true(figure(&c, "lead of the first")->clear);
    assert_false(figure(&c, "wins of A")->clear);
    assert_true(figure(&c, "decisions")->change.value == 0 && figure(&c, "decisions")->more == 0);
    compare_free(&c);
    tn_game_free(before);
    tn_game_free(after);
}

/* One turn more: one decision more in every game, and nothing else. */
static void longer_games_are_found(void **state) {
    (void)state;
    tn_game *before = goods(5, 2, false), *after = goods(5, 3, false);
    struct compare c = compared(before, after, 50, 1);
    const struct compare_figure *decisions = figure(&c, "decisions");
    assert_true(decisions->clear && decisions->change.low == decisions->change.high);
    assert_int_equal(compare_clear(&c), 1);
    compare_free(&c);
    tn_game_free(before);
    tn_game_free(after);
}

/* The deck is turned round: every game differs and nothing has changed. Among 40 comparisons a few may be wrong. */
static void chance_is_not_taken_for_change(void **state) {
    unsigned wrong = 0;
    (void)state;
    tn_game *before = goods(5, 2, false), *after = goods(5, 2, true);
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct compare c = compared(before, after, 100, seed);
        assert_true(figure(&c, "score of A")->change.high > figure(&c, "score of A")->change.low);
        wrong += compare_clear(&c) > 0;
        compare_free(&c);
    }
    if (wrong > 4) fail_msg("%u of 40 comparisons of equal games find a change", wrong);
    tn_game_free(before);
    tn_game_free(after);
}

/* What is open says how many games would settle it: with these it is clear. */
static void more_games_settle_what_is_open(void **state) {
    (void)state;
    tn_game *before = goods(5, 2, false), *after = goods(6, 2, true);
    struct compare c = compared(before, after, 40, 3);
    const struct compare_figure *a = figure(&c, "score of A");
    assert_true(!a->clear && a->more > 0 && a->change.low < 0.5 && a->change.high > 0.5);
    compare_free(&c);
    c = compared(before, after, 4000, 3);
    assert_true(figure(&c, "score of A")->clear);
    compare_free(&c);
    tn_game_free(before);
    tn_game_free(after);
}

/* Both take points by turns, so many each time: with 1 and 1 A is ahead in between and the lead never changes hands;
 * with 1 and 3 (B has 3 from its first turn on) it changes once, for good. */
static tn_game *race(int step) {
    char text[600];
    snprintf(text, sizeof text,
             "game \"Race\":\n"
             "  players: 2\n"
             "player:\n"
             "  var way: number(0..) = 0\n"
             "flow:\n"
             "  me = seat(1)\n"
             "  repeat 10:\n"
             "    turn:\n"
             "      choose n in 0..1 \"Well?\"\n"
             "      if me == seat(1): me.way += 1\n"
             "      else: me.way += %d\n"
             "    me = next(me)\n"
             "score: way: me.way\n",
             step);
    return made_game(text);
}

static void a_lead_that_changes_is_counted(void **state) {
    (void)state;
    tn_game *before = race(1), *after = race(3);
    struct compare c = compared(before, after, 20, 1);
    const struct compare_figure *changes = figure(&c, "changes of the lead"),
                                *decided = figure(&c, "when the lead is decided");
    assert_true(changes->before == 0 && changes->after == 1 && changes->clear);
    assert_true(decided->before == 1 && decided->clear); /* level at the end: nobody was ahead for good */
    assert_true(decided->after > 0.19 && decided->after < 0.21);
    assert_true(figure(&c, "lead of the first")->after == 10 && figure(&c, "wins of B")->after == 1);
    compare_free(&c);
    tn_game_free(before);
    tn_game_free(after);
}

/* Bound by a time, it is the comparison of as many games; and stopping leaves pairs. */
static bool stop_after_60(void *user, uint64_t done, uint64_t games) {
    (void)user, (void)games;
    return done < 60;
}

static void a_time_binds(void **state) {
    (void)state;
    tn_game *before = goods(5, 2, false), *after = goods(9, 2, false);
    struct simulate_setup sides[2] = {{.game = before, .games = 1000000, .seed = 1, .jobs = 2},
                                      {.game = after, .games = 1000000, .seed = 1, .jobs = 2}};
    struct compare timed, counted;
    for (int i = 0; i < 2; i++)
        sides[i].bots[0] = sides[i].bots[1] = bot_get(0);
    assert_int_equal(compare_run(sides, 0.3, &timed), TN_OK);
    assert_true(!timed.stopped && timed.pairs >= COMPARE_LEAST && timed.pairs < 1000000);
    assert_int_equal(timed.pairs, timed.sides[1].n);
    sides[0].games = sides[1].games = timed.pairs;
    assert_int_equal(compare_run(sides, 0, &counted), TN_OK);
    assert_int_equal(timed.figures.n, counted.figures.n);
    assert_memory_equal(timed.figures.data, counted.figures.data, timed.figures.n * sizeof *timed.figures.data);
    assert_memory_equal(timed.sides[1].result.seats, counted.sides[1].result.seats, sizeof timed.sides[1].result.seats);
    assert_int_equal(timed.sides[1].census->games, timed.pairs);
    compare_free(&timed);
    compare_free(&counted);
    for (int i = 0; i < 2; i++)
        sides[i].games = 1000000, sides[i].progress = stop_after_60;
    assert_int_equal(compare_run(sides, 0, &timed), TN_OK);
    assert_true(timed.stopped && timed.sides[1].n < 1000000);
    compare_free(&timed);
    tn_game_free(before);
    tn_game_free(after);
}

static uint32_t dawdle(const struct bot_task *task, struct random *random) {
    struct timespec while_ = {0, 20000000};
    nanosleep(&while_, NULL);
    return bot_get(0)->choose(task, random);
}

/* Of three the first is too slow for the time, whatever the machine: a game of it sleeps for 40 ms at least. */
static void who_is_too_slow_does_not_play(void **state) {
    static const struct bot slow = {"slow", "sleeps", dawdle, .thinks = false};
    (void)state;
    tn_game *game = goods(5, 2, false);
    struct simulate_setup setups[3];
    for (int i = 0; i < 3; i++) {
        setups[i] = (struct simulate_setup){.game = game, .seed = 1, .jobs = 1};
        setups[i].bots[0] = setups[i].bots[1] = i == 0 ? &slow : bot_get(0);
    }
    assert_int_equal(compare_fitting(setups, 1, 2), 0); /* the last, whatever it takes */
    assert_int_not_equal(compare_fitting(setups, 3, 2), 0);
    assert_int_equal(compare_fitting(setups, 3, 2000), 0);
    tn_game_free(game);
}

static void cards_come_and_go(void **state) {
    (void)state;
    tn_game *before = made_game("game \"One\":\n  players: 2\nkind ware(n: number)\nware Old(1)\nware Both(2)\n"
                                "flow: turn: choose c in ware \"Which?\"\n");
    tn_game *after = made_game("game \"One\":\n  players: 2\nkind ware(n: number)\nware Both(2)\nware New(1)\n"
                               "flow: turn: choose c in ware \"Which?\"\n");
    struct compare c = compared(before, after, 100, 1);
    assert_int_equal(c.cards.n, 3);
    assert_true(strcmp(c.cards.data[0].name, "Both") == 0 && c.cards.data[0].before && c.cards.data[0].after);
    assert_true(strcmp(c.cards.data[1].name, "New") == 0 && !c.cards.data[1].before && c.cards.data[1].after);
    assert_true(strcmp(c.cards.data[2].name, "Old") == 0 && c.cards.data[2].before && !c.cards.data[2].after);
    assert_false(c.cards.data[0].had.clear);
    compare_free(&c);
    tn_game_free(before);
    tn_game_free(after);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_more_are_found),          cmocka_unit_test(longer_games_are_found),
        cmocka_unit_test(chance_is_not_taken_for_change), cmocka_unit_test(more_games_settle_what_is_open),
        cmocka_unit_test(a_lead_that_changes_is_counted), cmocka_unit_test(a_time_binds),
        cmocka_unit_test(who_is_too_slow_does_not_play),  cmocka_unit_test(cards_come_and_go),
    };
    return cmocka_run_group_tests_name("lab.compare", tests, NULL, NULL);
}
