/* Several things chosen in any order: what can be picked beside what, and that the order leaves no trace. */
#include "support/made.h"
#include "support/unit.h"

#include <string.h>

enum { MOST = 16 };

/* Weights of 1, 2, 4, 8 and 16, of which exactly three are taken, then up to two that do not weigh 6, then two that
 * weigh 10. */
static const char scales[] = "game \"Scales\":\n"
                             "  players: 1\n"
                             "kind weight(n: number)\n"
                             "weight A1(1)\n"
                             "weight B2(2)\n"
                             "weight C4(4)\n"
                             "weight D8(8)\n"
                             "weight E16(16)\n"
                             "var total: number(0..) = 0\n"
                             "flow:\n"
                             "  turn:\n"
                             "    choose w in weight take 3 \"Which three?\"\n"
                             "    total = sum(x in w: x.n)\n"
                             "  turn:\n"
                             "    choose w in weight take 0..2 \"Which?\"\n"
                             "    needs sum(x in w: x.n) != 6\n"
                             "  turn:\n"
                             "    choose w in weight take 2 \"Which make ten?\"\n"
                             "    needs sum(x in w: x.n) == 10\n"
                             "  turn:\n"
                             "    choose n in 1..2 \"The end?\"\n"
                             "    total += n\n"
                             "score: total: total\n";

struct position {
    tn_game *game;
    tn_ctx *ctx;
    tn_state *state;
    uint32_t first; /* the answer A1; the others follow */
    unsigned told;
};

static void count_event(void *user, const tn_event *e) {
    (void)e;
    ++*(unsigned *)user;
}

static struct position begin(void) {
    struct position p = {.game = made_game(scales)};
    p.ctx = tn_ctx_new(p.game);
    p.state = tn_state_new(p.game);
    assert_int_equal(tn_state_start(p.ctx, 1, 0, p.state), TN_ASK);
    assert_int_equal(tn_state_answers(p.game, p.state, 0, &p.first, 1), 3); /* A1, B2, C4: three ascend from them */
    return p;
}

static void end(struct position *p) {
    tn_state_free(p->state);
    tn_ctx_free(p->ctx);
    tn_game_free(p->game);
}

/* Picks as letters: "DB" are the weights D8 and B2, "-" is no more. */
static size_t letters(const struct position *p, const char *text, uint32_t *ids) {
    size_t n = strlen(text);
    for (size_t i = 0; i < n; i++)
        ids[i] = text[i] == '-' ? (uint32_t)TN_NO : p->first + (uint32_t)(text[i] - 'A');
    return n;
}

static void offers(struct position *p, const char *kept, const char *expected) {
    uint32_t ids[MOST], found[MOST];
    char text[MOST] = "";
    size_t n = letters(p, kept, ids), all = tn_state_picks(p->ctx, p->state, 0, ids, n, found, MOST);
    for (size_t i = 0; i < all; i++)
        text[i] = found[i] == TN_NO ? '-' : (char)('A' + (found[i] - p->first));
    assert_string_equal(text, expected);
    assert_int_equal(tn_state_picks(p->ctx, p->state, 0, ids, n, NULL, 0), all);
}

static tn_status pick(struct position *p, const char *picks) {
    uint32_t ids[MOST];
    size_t n = letters(p, picks, ids);
    return tn_state_pick(p->ctx, p->state, 0, ids, n);
}

static void what_can_be_picked(void **state) {
    (void)state;
    struct position p = begin();
    offers(&p, "", "ABCDE");
    offers(&p, "E", "ABCD");
    offers(&p, "ED", "ABC");
    offers(&p, "DB", "ACE");
    offers(&p, "BAC", "-");
    offers(&p, "AA", "");
    assert_true(tn_good(pick(&p, "EAD")));
    offers(&p, "", "-ABCDE");
    offers(&p, "C", "-ADE"); /* with B2 it would be 6 */
    offers(&p, "EA", "-");
    assert_true(tn_good(pick(&p, "")));
    offers(&p, "", "BD");
    offers(&p, "D", "B");
    offers(&p, "A", "");
    end(&p);
}

static void what_is_refused(void **state) {
    (void)state;
    struct position p = begin();
    uint64_t before = tn_state_hash(p.game, p.state);
    tn_ctx_sink(p.ctx, count_event, &p.told);
    assert_int_equal(pick(&p, "ED"), TN_ILLEGAL);
    assert_int_equal(pick(&p, ""), TN_ILLEGAL);
    assert_int_equal(pick(&p, "EDDA"), TN_ILLEGAL);
    assert_int_equal(pick(&p, "EDCA"), TN_ILLEGAL);
    offers(&p, "", "ABCDE");
    assert_true(tn_state_hash(p.game, p.state) == before);
    assert_int_equal(p.told, 0); /* what is tried is not told */
    assert_true(tn_good(pick(&p, "EDA")));
    assert_true(p.told > 0);
    assert_int_equal(pick(&p, "CB"), TN_ILLEGAL);
    assert_true(tn_good(pick(&p, "CA")));
    assert_true(tn_good(pick(&p, "DB")));
    assert_int_equal(pick(&p, "A"), TN_ILLEGAL); /* a number is asked for */
    end(&p);
}

static void order_leaves_no_trace(void **state) {
    (void)state;
    static const char *const orders[] = {"ADE", "AED", "DAE", "DEA", "EAD", "EDA"};
    struct position one = begin();
    uint32_t ids[MOST];
    letters(&one, "ADE", ids);
    for (int i = 0; i < 3; i++)
        assert_true(tn_good(tn_state_apply(one.ctx, one.state, 0, ids[i])));
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        struct position p = begin();
        assert_true(tn_good(pick(&p, orders[i])));
        assert_memory_equal(p.state, one.state, tn_game_state_size(p.game));
        end(&p);
    }
    end(&one);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_can_be_picked),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(order_leaves_no_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
