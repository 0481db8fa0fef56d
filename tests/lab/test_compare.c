/* Comparing two versions of a game: constructed games whose answers are known. */
#include "support/unit.h"

#include "lab/compare.h"
#include "support/made.h"

#include <stdio.h>

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
    assert_int_equal(compare_run(sides, &c), TN_OK);
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
        cmocka_unit_test(points_more_are_found),
        cmocka_unit_test(longer_games_are_found),
        cmocka_unit_test(chance_is_not_taken_for_change),
        cmocka_unit_test(more_games_settle_what_is_open),
        cmocka_unit_test(cards_come_and_go),
    };
    return cmocka_run_group_tests_name("lab.compare", tests, NULL, NULL);
}
