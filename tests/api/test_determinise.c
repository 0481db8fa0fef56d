/* A position dealt anew: whatever the seat does not know is equally likely, also what names a card of an undecided
 * pile, and marks go with their cards. */
#include "support/made.h"
#include "support/unit.h"

#include <stdio.h>
#include <string.h>

static const char text[] = "game \"Cellar\":\n"
                           "  players: 2\n"
                           "kind item:\n"
                           "  var mark: number(0..1) = 0\n"
                           "item One\n"
                           "item Two\n"
                           "item Three\n"
                           "item Four\n"
                           "item Five\n"
                           "item Six\n"
                           "item Seven\n"
                           "zone deck(item, see: nobody)\n"
                           "zone attic(item, see: nobody)\n"
                           "player:\n"
                           "  zone hand(item, see: owner)\n"
                           "var secret: item = none\n"
                           "flow:\n"
                           "  shuffle(deck)\n"
                           "  for me in players: draw(2)\n"
                           "  move(top(deck), to: attic)\n"
                           "  secret = top(deck)\n"
                           "  secret.mark = 1\n"
                           "  shuffle(deck)\n"
                           "  turn:\n"
                           "    choose n in 1..2 \"n?\"\n"
                           "    needs n > 0\n";

enum { ITEMS = 7, OUTCOMES = ITEMS * ITEMS * ITEMS * ITEMS, TIMES = 12000, LIKELY = 60 };

static size_t zone_named(const tn_game *game, const char *name) {
    tn_zone zone;
    for (size_t i = 0; i < tn_game_zone_count(game); i++) {
        tn_game_zone(game, i, &zone);
        if (strcmp(zone.name, name) == 0) return i;
    }
    fail_msg("no zone %s", name);
    return 0;
}

static size_t var_named(const tn_game *game, const char *name) {
    tn_var var;
    for (size_t i = 0; i < tn_game_var_count(game); i++) {
        tn_game_var(game, i, &var);
        if (strcmp(var.name, name) == 0) return i;
    }
    fail_msg("no variable %s", name);
    return 0;
}

/* What the other player holds, what lies in the attic and what is secret, as one number. */
static unsigned outcome(const tn_game *game, const tn_state *s) {
    int hand[2] = {-1, -1}, attic = -1;
    int32_t secret = -1, mark = 0, marks = 0;
    assert_int_equal(tn_zone_get(game, s, TN_EVERYTHING, zone_named(game, "hand"), 1, hand, 2), 2);
    assert_int_equal(tn_zone_get(game, s, TN_EVERYTHING, zone_named(game, "attic"), -1, &attic, 1), 1);
    assert_true(tn_var_get(game, s, TN_EVERYTHING, var_named(game, "secret"), -1, 0, &secret));
    for (int card = 0; card < ITEMS; card++) {
        assert_true(tn_var_get(game, s, TN_EVERYTHING, var_named(game, "mark"), card, 0, &mark));
        assert_int_equal(mark, card == secret);
        marks += mark;
    }
    assert_int_equal(marks, 1);
    return (unsigned)(((hand[0] * ITEMS + hand[1]) * ITEMS + attic) * ITEMS + secret);
}

static void all_that_could_be_is_equally_likely(void **state) {
    static uint32_t seen[OUTCOMES];
    tn_game *game = made_game(text);
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *from = tn_state_new(game), *to = tn_state_new(game);
    double sum = 0, want = (double)TIMES / LIKELY;
    unsigned different = 0;
    const char *why;
    (void)state;
    assert_int_equal(tn_state_start(ctx, 3, 0, from), TN_ASK);
    for (uint64_t seed = 0; seed < TIMES; seed++) {
        tn_state_determinise(ctx, from, 0, seed, to);
        if (seed < 50) assert_int_equal(tn_state_check(game, to, tn_game_state_size(game), &why), TN_OK);
        seen[outcome(game, to)]++;
    }
    for (unsigned i = 0; i < OUTCOMES; i++) {
        if (!seen[i]) continue;
        different++;
        sum += (seen[i] - want) * (seen[i] - want) / want;
    }
    assert_int_equal(different, LIKELY); /* two of five cards, one of three, one of two */
    assert_true(sum < 120);              /* chi-square with 59 degrees of freedom: more once in a hundred thousand */
    tn_state_free(from);
    tn_state_free(to);
    tn_ctx_free(ctx);
    tn_game_free(game);
}

/* Many cards that nothing tells apart are drawn as a set: each is as likely, and so is each pair of them. */
enum { HEAP = 90, BURIED = 40, DEALS = 20000 };

static tn_game *heap_game(void) {
    char heap[4096];
    int n = snprintf(heap, sizeof heap, "game \"Heap\":\n  players: 2\nkind item\n");
    for (int i = 0; i < HEAP; i++)
        n += snprintf(heap + n, sizeof heap - (size_t)n, "item Thing%d\n", i);
    snprintf(heap + n, sizeof heap - (size_t)n,
             "zone deck(item, see: nobody)\nzone heap(item, see: nobody)\n"
             "flow:\n  shuffle(deck)\n  repeat %d: move(top(deck), to: heap)\n"
             "  turn:\n    choose n in 1..2 \"n?\"\n    needs n > 0\n",
             BURIED);
    return made_game(heap);
}

static void sets_are_equally_likely(void **state) {
    static uint32_t alone[HEAP], pairs[HEAP];
    tn_game *game = heap_game();
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *from = tn_state_new(game), *to = tn_state_new(game);
    double one = (double)DEALS * BURIED / HEAP, two = one * (BURIED - 1) / (HEAP - 1), sum = 0, sum_of_pairs = 0;
    const char *why;
    (void)state;
    assert_int_equal(tn_state_start(ctx, 3, 0, from), TN_ASK);
    for (uint64_t seed = 0; seed < DEALS; seed++) {
        int cards[HEAP];
        bool has[HEAP] = {false};
        tn_state_determinise(ctx, from, 0, seed, to);
        if (seed < 50) assert_int_equal(tn_state_check(game, to, tn_game_state_size(game), &why), TN_OK);
        assert_int_equal(tn_zone_get(game, to, TN_EVERYTHING, zone_named(game, "heap"), -1, cards, HEAP), BURIED);
        for (int i = 0; i < BURIED; i++)
            has[cards[i]] = true;
        for (int i = 0; i < HEAP; i++)
            alone[i] += has[i], pairs[i] += has[i] && has[(i + 1) % HEAP];
    }
    for (int i = 0; i < HEAP; i++) {
        sum += (alone[i] - one) * (alone[i] - one) / (one * (HEAP - BURIED) / (HEAP - 1));
        sum_of_pairs += (pairs[i] - two) * (pairs[i] - two) / two;
    }
    assert_true(sum > 40 && sum < 155); /* chi-square with 89 degrees of freedom: outside once in a hundred thousand */
    assert_true(sum_of_pairs < 155);
    tn_state_free(from);
    tn_state_free(to);
    tn_ctx_free(ctx);
    tn_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_that_could_be_is_equally_likely),
        cmocka_unit_test(sets_are_equally_likely),
    };
    return cmocka_run_group_tests_name("api.determinise", tests, NULL, NULL);
}
