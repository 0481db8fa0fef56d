/* Variables: ranges, owners, stock and supply, periods, tracks, scores and ranks. */
#include "vm/asm.h"

static const char *const units[] = {"wood", "stone"};

/* A flow that performs one operation with the numbers given after a question, then asks again. */
struct step {
    enum op op;
    int32_t value, owner, index; /* GAIN, LOSE: value is the amount */
};

static int apply_step(const struct step *st, bool saturate, int *result, int *stock, int *supply, char *why,
                      size_t cap) {
    struct assembler a = asm_new(2);
    static const int totals[] = {10, NONE};
    int e = asm_enum(&a, "unit", 2, units, totals);
    int v = asm_var(&a, "stock", SCOPE_PLAYER, 0, 20, 5);
    a.p->vars[v].n_index = 2;
    a.p->vars[v].index_enum = e;
    a.p->vars[v].saturate = saturate;
    int32_t lows[2] = {0, -3};
    a.p->vars[v].lows = asm_table(&a, TABLE_INT, lows, 2, 0, 0);
    int s = asm_var(&a, "supply", SCOPE_GLOBAL, 0, 10, 6);
    a.p->vars[s].n_index = 2;
    a.p->vars[s].index_enum = e;
    int out = asm_var(&a, "out", SCOPE_GLOBAL, INT32_MIN, INT32_MAX, 0);
    a.p->vars[out].width = 4;
    a.p->stock_var = v;
    a.p->supply_var = s;
    a.p->stock_enum = e;
    a.p->flow = asm_routine(&a, "flow", 0, 0, true);
    asm_yesno(&a, 4);
    uint32_t no = opx(&a, OP_JZ, 4, 0, 0, 0);
    ldi(&a, 5, st->value);
    ldi(&a, 6, st->owner);
    ldi(&a, 7, st->index);
    if (st->op == OP_GAIN || st->op == OP_LOSE)
        op(&a, st->op, 8, 5, 6);
    else
        opx(&a, st->op, 5, 6, 7, v);
    opx(&a, OP_STV, 8, NO_REGISTER, NO_REGISTER, out);
    op(&a, OP_UEND, 0, 0, 0);
    asm_yesno(&a, 4);
    land(&a, no);
    asm_ret(&a);
    struct table_top t = sit_down(&a);
    assert_int_equal(state_start(t.m, 1, 0, t.s), RUN_ASK);
    bool can = state_answer_legal(t.p, t.s, 0, ANSWER_YES);
    why[0] = 0;
    if (can) {
        assert_int_equal(state_apply(t.m, t.s, 0, ANSWER_YES), APPLY_OK);
        assert_int_equal(state_asked(t.p, t.s), 1);
        *result = read_var(t.p, t.s, (uint32_t)out, 0, 0);
        *stock = read_var(t.p, t.s, (uint32_t)v, st->owner,
                          st->op == OP_GAIN || st->op == OP_LOSE ? AMOUNT_UNIT(st->value) : st->index);
        *supply = read_var(t.p, t.s, (uint32_t)s, 0, 0);
    } else {
        state_why_not(t.m, t.s, 0, ANSWER_YES, why, cap);
    }
    stand_up(&t);
    return can;
}

#define MUST(...) assert_true(apply_step(&(struct step){__VA_ARGS__}, false, &result, &stock, &supply, why, sizeof why))
#define CANNOT(text, ...)                                                                                              \
    do {                                                                                                               \
        assert_false(apply_step(&(struct step){__VA_ARGS__}, false, &result, &stock, &supply, why, sizeof why));       \
        assert_string_equal(why, text);                                                                                \
    } while (0)

static void ranges(void **state) {
    (void)state;
    int result, stock, supply;
    char why[128];
    MUST(OP_STV, 20, 1, 0);
    assert_int_equal(stock, 20);
    CANNOT("B's wood stock: 5, at most 20", OP_STV, 21, 1, 0);
    CANNOT("wood stock: 5, needs 6", OP_ADDV, -6, 0, 0);
    MUST(OP_ADDV, -5, 0, 0);
    assert_int_equal(stock, 0);
    MUST(OP_ADDV, -8, 0, 1); /* its own lower end */
    assert_int_equal(stock, -3);
    CANNOT("stone stock: 5, needs 6", OP_ADDV, -9, 0, 1);
    MUST(OP_ADDV, 1, NONE, 0); /* nobody's: nothing happens */
    MUST(OP_ADDV, 1, 2, 0);
    MUST(OP_ADDV, 1, 0, 2);
    CANNOT("wood stock: 5, at most 20", OP_ADDV, INT32_MAX, 0, 0);
    struct step more = {OP_ADDV, INT32_MAX, 0, 0};
    assert_true(apply_step(&more, true, &result, &stock, &supply, why, sizeof why));
    assert_int_equal(stock, 20);
}

static void stocks(void **state) {
    (void)state;
    int result, stock, supply;
    char why[128];
    MUST(OP_GAIN, AMOUNT(4, 0), 1, 0);
    assert_int_equal(result, AMOUNT(4, 0));
    assert_int_equal(stock, 9);
    assert_int_equal(supply, 2);
    CANNOT("only 6 wood left in the supply", OP_GAIN, AMOUNT(7, 0), 1, 0);
    MUST(OP_GAIN, AMOUNT(7, 0) | AMOUNT_UPTO, 1, 0);
    assert_int_equal(result, AMOUNT(6, 0));
    assert_int_equal(supply, 0);
    MUST(OP_GAIN, AMOUNT(15, 1), 1, 0); /* unlimited */
    assert_int_equal(stock, 20);
    assert_int_equal(supply, 6);
    CANNOT("B's stone stock: 5, at most 20", OP_GAIN, AMOUNT(16, 1), 1, 0);
    MUST(OP_GAIN, AMOUNT(16, 1) | AMOUNT_UPTO, 1, 0);
    assert_int_equal(result, AMOUNT(15, 1));
    struct step more = {OP_GAIN, AMOUNT(16, 1), 1, 0};
    assert_true(apply_step(&more, true, &result, &stock, &supply, why, sizeof why));
    assert_int_equal(result, AMOUNT(15, 1));
    MUST(OP_GAIN, AMOUNT(-2, 0), 1, 0);
    assert_int_equal(result, AMOUNT(-2, 0));
    assert_int_equal(stock, 3);
    assert_int_equal(supply, 8);
    MUST(OP_LOSE, AMOUNT(5, 0), 0, 0);
    assert_int_equal(stock, 0);
    assert_int_equal(supply, 11);
    CANNOT("1 wood short: you have 5, need 6", OP_LOSE, AMOUNT(6, 0), 0, 0);
    CANNOT("1 wood short: B has 5, need 6", OP_LOSE, AMOUNT(6, 0), 1, 0);
    MUST(OP_LOSE, AMOUNT(6, 0) | AMOUNT_UPTO, 0, 0);
    assert_int_equal(result, AMOUNT(5, 0));
    MUST(OP_LOSE, AMOUNT(8, 1), 0, 0); /* down to its own lower end */
    assert_int_equal(stock, -3);
    MUST(OP_GAIN, AMOUNT(0, 0), NONE, 0); /* nothing to nobody */
    CANNOT("there is no such place", OP_GAIN, AMOUNT(1, 0), NONE, 0);
    MUST(OP_GAIN, AMOUNT(3, 255), 0, 0); /* no such unit: nothing moves */
}

static void periods(void **state) {
    (void)state;
    struct assembler a = asm_new(1);
    static const char *const names[] = {"round", "turn"};
    asm_enum(&a, "period", 2, names, NULL);
    a.p->periods[a.p->n_periods++] = 0;
    a.p->periods[a.p->n_periods++] = 1;
    a.p->limit_period = 0;
    a.p->limit_count = 3;
    int lasting = asm_var(&a, "lasting", SCOPE_GLOBAL, 0, 99, 1), turn = asm_var(&a, "turn", SCOPE_PLAYER, 0, 99, 2);
    a.p->vars[turn].period = 1;
    a.p->phases[a.p->n_phases++] = asm_string(&a, "first");
    a.p->flow = asm_routine(&a, "flow", 0, 0, true);
    opx(&a, OP_PHASE, 0, 0, 0, 0);
    int32_t again = here(&a);
    opx(&a, OP_BEGIN, 0, 0, 0, 0);
    ldi(&a, 4, 50);
    opx(&a, OP_STV, 4, NO_REGISTER, NO_REGISTER, lasting);
    opx(&a, OP_STV, 4, REG_ME, NO_REGISTER, turn);
    asm_yesno(&a, 5);
    opx(&a, OP_BEGIN, 0, 0, 0, 1);
    asm_yesno(&a, 5);
    opx(&a, OP_JMP, 0, 0, 0, again);
    asm_end(&a);
    struct table_top t = sit_down(&a);
    assert_int_equal(state_start(t.m, 1, 0, t.s), RUN_ASK);
    assert_int_equal(state_phase(t.p, t.s), 0);
    for (uint32_t i = 1; i <= 3; i++) {
        assert_int_equal(state_period(t.p, t.s, 0), i);
        assert_int_equal(read_var(t.p, t.s, (uint32_t)turn, 0, 0), 50);
        assert_int_equal(state_apply(t.m, t.s, 0, ANSWER_YES), APPLY_OK);
        assert_int_equal(state_period(t.p, t.s, 1), i);
        assert_int_equal(read_var(t.p, t.s, (uint32_t)turn, 0, 0), 2);
        assert_int_equal(read_var(t.p, t.s, (uint32_t)lasting, 0, 0), 50);
        assert_false(state_limited(t.p, t.s));
        assert_int_equal(state_apply(t.m, t.s, 0, ANSWER_YES), APPLY_OK);
    }
    assert_int_equal(state_status(t.p, t.s), RUN_OVER);
    assert_true(state_limited(t.p, t.s));
    assert_null(state_check(t.p, t.s, t.p->layout.size));
    stand_up(&t);
}

static void loads(void **state) {
    (void)state;
    struct assembler a = asm_new(2);
    asm_cards(&a, 6);
    int v = asm_var(&a, "cubes", SCOPE_CARD, 0, 99, 3);
    a.p->vars[v].first_owner = 2;
    a.p->vars[v].n_owners = 3;
    int holder = asm_var(&a, "holder", SCOPE_CARD, 0, 0, 1);
    a.p->vars[holder].kind = KIND_PLAYER;
    a.p->vars[holder].width = 1;
    int position = asm_var(&a, "position", SCOPE_PLAYER, 0, 30, 0);
    a.p->tracks[a.p->n_tracks++] =
        (struct track){.name = NONE, .title = NONE, .var = position, .laps = NONE, .step = 1, .per_player = 1};
    a.p->flow = asm_routine(&a, "flow", 0, 0, true);
    ldi(&a, 4, 1);
    ldi(&a, 5, 17);
    opx(&a, OP_STV, 5, 4, NO_REGISTER, position);
    asm_yesno(&a, 4);
    asm_ret(&a);
    int cubes = asm_routine(&a, "cubes", 0, 1, false);
    opx(&a, OP_LDV, 4, REG_ME, NO_REGISTER, v);
    asm_ret1(&a, 4);
    int who = asm_routine(&a, "who", 0, 1, false);
    opx(&a, OP_LDV, 4, REG_ME, NO_REGISTER, holder);
    asm_ret1(&a, 4);
    int track = asm_routine(&a, "track", 0, 1, false);
    ldi(&a, 4, TRACK_VALUE(0, 1));
    op(&a, OP_LDTRK, 5, 4, 0);
    asm_ret1(&a, 5);
    struct table_top t = sit_down(&a);
    assert_int_equal(state_start(t.m, 1, 0, t.s), RUN_ASK);
    assert_int_equal(state_evaluate(t.m, t.s, cubes, 1), 0); /* has none */
    assert_int_equal(state_evaluate(t.m, t.s, cubes, 2), 3);
    assert_int_equal(state_evaluate(t.m, t.s, cubes, 4), 3);
    assert_int_equal(state_evaluate(t.m, t.s, cubes, 5), 0);
    assert_int_equal(state_evaluate(t.m, t.s, who, 5), 1);
    assert_int_equal(state_evaluate(t.m, t.s, who, (unsigned)NONE), NONE);
    assert_int_equal(state_evaluate(t.m, t.s, track, 0), 17);
    stand_up(&t);
}

/* Scores, ties and ranks. */
static void ranks(void **state) {
    (void)state;
    struct assembler a = asm_new(4);
    int points = asm_var(&a, "points", SCOPE_PLAYER, 0, 99, 0), coins = asm_var(&a, "coins", SCOPE_PLAYER, 0, 99, 0);
    a.p->flow = asm_routine(&a, "flow", 0, 0, true);
    const int p[4] = {5, 9, 5, 9}, c[4] = {1, 2, 3, 2};
    for (int i = 0; i < 4; i++) {
        ldi(&a, 4, i);
        ldi(&a, 5, p[i]);
        opx(&a, OP_STV, 5, 4, NO_REGISTER, points);
        ldi(&a, 5, c[i]);
        opx(&a, OP_STV, 5, 4, NO_REGISTER, coins);
    }
    asm_yesno(&a, 6);
    uint32_t no = opx(&a, OP_JZ, 6, 0, 0, 0);
    ldi(&a, 4, 1 << 2);
    op(&a, OP_WIN, 4, 0, 0);
    land(&a, no);
    op(&a, OP_FINISH, 0, 0, 0);
    asm_end(&a);
    int score = asm_routine(&a, "score", 0, 1, false);
    opx(&a, OP_LDV, 4, REG_ME, NO_REGISTER, points);
    asm_ret1(&a, 4);
    int tie = asm_routine(&a, "tie", 0, 1, false);
    opx(&a, OP_LDV, 4, REG_ME, NO_REGISTER, coins);
    asm_ret1(&a, 4);
    a.p->scores[a.p->n_scores++] = (struct score_line){.name = NONE, .routine = score};
    a.p->scores[a.p->n_scores++] = (struct score_line){.name = NONE, .routine = score};
    a.p->ties[a.p->n_ties++] = (struct score_line){.name = NONE, .routine = tie};
    a.p->ties[a.p->n_ties++] = (struct score_line){.name = NONE, .routine = score};
    struct table_top t = sit_down(&a);
    assert_int_equal(state_start(t.m, 1, 0, t.s), RUN_ASK);
    assert_int_equal(state_score(t.m, t.s, 1), 18);
    assert_int_equal(state_score_line(t.m, t.s, 1, 1), 9);
    assert_int_equal(state_score_line(t.m, t.s, 1, 2), 0);
    struct state *copy = new_block(t.p);
    memcpy(copy, t.s, t.p->layout.size);
    assert_int_equal(state_apply(t.m, t.s, 0, ANSWER_NO), APPLY_OK);
    const unsigned by_score[4] = {4, 1, 3, 1}, by_win[4] = {2, 2, 1, 2};
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(state_rank(t.m, t.s, i), by_score[i]);
    const int32_t first[4] = {1, 2, 3, 2};
    int32_t number = 0;
    for (unsigned i = 0; i < 4; i++) { /* the second line is for those the first does not tell apart */
        assert_true(state_tie(t.m, t.s, i, 0, &number));
        assert_int_equal(number, first[i]);
        assert_int_equal(state_tie(t.m, t.s, i, 1, &number), i % 2 == 1);
    }
    assert_int_equal(number, 9);
    assert_false(state_tie(t.m, t.s, 1, 2, &number));
    memcpy(t.s, copy, t.p->layout.size);
    assert_int_equal(state_apply(t.m, t.s, 0, ANSWER_YES), APPLY_OK);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(state_rank(t.m, t.s, i), by_win[i]);
        assert_false(state_tie(t.m, t.s, i, 0, &number));
    }
    free(copy);
    stand_up(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges), cmocka_unit_test(stocks), cmocka_unit_test(periods),
        cmocka_unit_test(loads),  cmocka_unit_test(ranks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
