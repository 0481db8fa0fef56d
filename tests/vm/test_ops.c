/* Operations on numbers, sets, lists and tables, and control: each in a pure routine whose result is looked at. */
#include "vm/asm.h"

/* A program whose flow asks once; routines of a test are evaluated at that question. */
static struct assembler begin(void) {
    struct assembler a = asm_new(2);
    a.p->flow = asm_routine(&a, "flow", 0, 0, true);
    asm_yesno(&a, 2);
    asm_ret(&a);
    return a;
}

static struct table_top start(struct assembler *a) {
    struct table_top t = sit_down(a);
    assert_int_equal(state_start(t.m, 1, 0, t.s), RUN_ASK);
    return t;
}

static int binary(enum op o, int32_t b, int32_t c) {
    struct assembler a = begin();
    int r = asm_routine(&a, "r", 0, 1, false);
    ldi(&a, 3, b);
    ldi(&a, 4, c);
    op(&a, o, 5, 3, 4);
    asm_ret1(&a, 5);
    struct table_top t = start(&a);
    int32_t out = state_evaluate(t.m, t.s, r, 0);
    stand_up(&t);
    return out;
}

static void numbers(void **state) {
    (void)state;
    assert_int_equal(binary(OP_ADD, 3, 4), 7);
    assert_int_equal(binary(OP_ADD, INT32_MAX, 1), INT32_MIN);
    assert_int_equal(binary(OP_SUB, 3, 4), -1);
    assert_int_equal(binary(OP_SUB, INT32_MIN, 1), INT32_MAX);
    assert_int_equal(binary(OP_MUL, -3, 4), -12);
    assert_int_equal(binary(OP_MUL, INT32_MAX, INT32_MAX), 1);
    assert_int_equal(binary(OP_DIV, -7, 2), -3);
    assert_int_equal(binary(OP_DIV, 7, 0), 0);
    assert_int_equal(binary(OP_DIV, INT32_MIN, -1), INT32_MIN);
    assert_int_equal(binary(OP_MOD, -7, 5), 3);
    assert_int_equal(binary(OP_MOD, 7, -5), 2);
    assert_int_equal(binary(OP_MOD, 7, 0), 0);
    assert_int_equal(binary(OP_MOD, INT32_MIN, -1), 0);
    assert_int_equal(binary(OP_MIN, 2, -9), -9);
    assert_int_equal(binary(OP_MAX, 2, -9), 2);
    assert_int_equal(binary(OP_EQ, 2, 2), 1);
    assert_int_equal(binary(OP_NE, 2, 2), 0);
    assert_int_equal(binary(OP_LT, 2, 2), 0);
    assert_int_equal(binary(OP_LE, 2, 2), 1);
    assert_int_equal(binary(OP_AMT, 5, 3), AMOUNT(5, 3));
    assert_int_equal(AMOUNT_N(binary(OP_AMT, -5, 3)), -5);
    assert_int_equal(AMOUNT_N(binary(OP_AMT, 100000, 3)), 32767);
    assert_int_equal(AMOUNT_UNIT(binary(OP_AMT, -5, 3)), 3);
    assert_int_equal(binary(OP_MOV, 8, 0), 8);
    assert_int_equal(binary(OP_NEG, INT32_MIN, 0), INT32_MIN);
    assert_int_equal(binary(OP_NEG, 8, 0), -8);
    assert_int_equal(binary(OP_NOT, 8, 0), 0);
    assert_int_equal(binary(OP_NOT, 0, 0), 1);
    assert_int_equal(binary(OP_AMTN, AMOUNT(-4, 9), 0), -4);
    assert_int_equal(binary(OP_AMTU, AMOUNT(-4, 9), 0), 9);
    assert_int_equal(binary(OP_UPTO, AMOUNT(4, 9), 0), AMOUNT(4, 9) | AMOUNT_UPTO);
}

/* Whether a jump is taken whose operand a is a register with x, and whose b is what is given. */
static int jumps_by(enum op o, int32_t x, int32_t y, int b) {
    struct assembler a = begin();
    int r = asm_routine(&a, "r", 0, 1, false);
    ldi(&a, 3, x);
    ldi(&a, 4, y);
    ldi(&a, 5, 1);
    uint32_t j = opx(&a, o, 3, b, 0, 0);
    ldi(&a, 5, 0);
    op(&a, OP_NOP, 0, 0, 0);
    land(&a, j);
    asm_ret1(&a, 5);
    struct table_top t = start(&a);
    int32_t out = state_evaluate(t.m, t.s, r, 0);
    stand_up(&t);
    return out;
}

/* A register with y. */
static int jumps(enum op o, int32_t x, int32_t y) {
    return jumps_by(o, x, y, 4);
}
/* A number of its own. */
static int jumps_small(enum op o, int32_t x, int small) {
    return jumps_by(o, x, 0, small);
}

static void control(void **state) {
    (void)state;
    assert_int_equal(jumps(OP_JMP, 0, 0), 1);
    assert_int_equal(jumps(OP_JZ, 0, 0), 1);
    assert_int_equal(jumps(OP_JZ, 2, 0), 0);
    assert_int_equal(jumps(OP_JNZ, 2, 0), 1);
    assert_int_equal(jumps(OP_JNZ, 0, 0), 0);
    assert_int_equal(jumps(OP_JEQ, 2, 2), 1);
    assert_int_equal(jumps(OP_JNE, 2, 2), 0);
    assert_int_equal(jumps(OP_JLT, -2, 2), 1);
    assert_int_equal(jumps(OP_JLE, 3, 2), 0);
}

static void small_numbers(void **state) {
    (void)state;
    static const struct {
        enum op op;
        int below, same, above;
    } all[] = {{OP_JEQI, 0, 1, 0}, {OP_JNEI, 1, 0, 1}, {OP_JLTI, 1, 0, 0},
               {OP_JLEI, 1, 1, 0}, {OP_JGTI, 0, 0, 1}, {OP_JGEI, 0, 1, 1}};
    static const int numbers_of_its_own[] = {-128, -1, 0, 127};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int k = 0; k < 4; k++) {
            int n = numbers_of_its_own[k];
            assert_int_equal(jumps_small(all[i].op, n - 1, n), all[i].below);
            assert_int_equal(jumps_small(all[i].op, n, n), all[i].same);
            assert_int_equal(jumps_small(all[i].op, n + 1, n), all[i].above);
        }
}

/* Every way round costs a step, so a loop without an end stops; in an evaluation the result is 0. */
static void steps(void **state) {
    (void)state;
    struct assembler a = begin();
    int sum = asm_routine(&a, "sum of 3 to 6", 0, 1, false);
    ldi(&a, 3, 2);
    ldi(&a, 4, 6);
    int32_t head = here(&a);
    uint32_t out = opx(&a, OP_STEP, 3, 4, 0, 0);
    op(&a, OP_ADD, 5, 5, 3);
    opx(&a, OP_JNZ, 4, 0, 0, head);
    land(&a, out);
    asm_ret1(&a, 5);
    int endless = asm_routine(&a, "endless", 0, 1, false);
    ldi(&a, 5, 7);
    opx(&a, OP_JMP, 0, 0, 0, here(&a));
    asm_ret1(&a, 5);
    struct table_top t = start(&a);
    assert_int_equal(state_evaluate(t.m, t.s, sum, 0), 3 + 4 + 5 + 6);
    assert_int_equal(state_evaluate(t.m, t.s, endless, 0), 0);
    stand_up(&t);
}

static void calls(void **state) {
    (void)state;
    struct assembler a = begin();
    /* two words back; the arguments arrive, other registers are 0 */
    int callee = asm_routine(&a, "callee", 2, 2, false);
    op(&a, OP_ADD, 10, 2, 3);
    op(&a, OP_ADD, 10, 10, 9); /* r9 was written by the caller there, but is 0 here */
    op(&a, OP_SUB, 11, 2, 3);
    op(&a, OP_RET, 10, 2, 0);
    asm_end(&a);
    int32_t entries[3] = {NONE, callee, callee};
    int table = asm_table(&a, TABLE_ROUTINE, entries, 3, 0, 0);
    int caller = asm_routine(&a, "caller", 0, 1, false);
    ldi(&a, 20, 0);
    ldi(&a, 29, 1000); /* register 9 of the callee */
    ldi(&a, 22, 30);
    ldi(&a, 23, 12);
    opx(&a, OP_CALL, 20, NO_REGISTER, NO_REGISTER, callee);
    ldi(&a, 5, 100);
    op(&a, OP_MUL, 6, 20, 5);
    op(&a, OP_ADD, 6, 6, 21);
    asm_ret1(&a, 6);
    int by_table = asm_routine(&a, "by table", 0, 1, false);
    ldi(&a, 5, 1);
    ldi(&a, 22, 5);
    ldi(&a, 23, 6);
    opx(&a, OP_CALLT, 20, 5, NO_REGISTER, table);
    op(&a, OP_MOV, 6, 20, 0);
    ldi(&a, 20, 77);
    ldi(&a, 5, 0);
    opx(&a, OP_CALLT, 20, 5, NO_REGISTER, table);
    op(&a, OP_ADD, 6, 6, 20);
    ldi(&a, 20, 77);
    ldi(&a, 5, 9);
    opx(&a, OP_CALLT, 20, 5, NO_REGISTER, table);
    op(&a, OP_ADD, 6, 6, 20);
    asm_ret1(&a, 6);
    /* a routine that calls itself is stopped by the guard, for the same card only */
    int guarded = asm_routine(&a, "guarded", 1, 1, false);
    op(&a, OP_GUARD, 0, 0, 0);
    op(&a, OP_MOV, 20, 0, 0);
    op(&a, OP_MOV, 21, 2, 0);
    op(&a, OP_MOV, 22, 2, 0);
    opx(&a, OP_CALL, 20, NO_REGISTER, NO_REGISTER, guarded);
    opx(&a, OP_ADDI, 20, 20, 0, 1);
    asm_ret1(&a, 20);
    int twice = asm_routine(&a, "twice", 0, 1, false);
    op(&a, OP_MOV, 20, 0, 0);
    ldi(&a, 21, 4);
    ldi(&a, 22, 5);
    opx(&a, OP_CALL, 20, NO_REGISTER, NO_REGISTER, guarded);
    asm_ret1(&a, 20);
    struct table_top t = start(&a);
    assert_int_equal(state_evaluate(t.m, t.s, caller, 0), 4218);
    assert_int_equal(state_evaluate(t.m, t.s, by_table, 0), 11);
    assert_int_equal(state_evaluate(t.m, t.s, twice, 0), 2); /* for 4, for 5, and then not again */
    assert_int_equal(state_evaluate(t.m, t.s, 9999, 0), 0);
    stand_up(&t);
}

static void tables(void **state) {
    (void)state;
    struct assembler a = begin();
    int32_t words[6] = {10, 11, 12, 20, 21, 22};
    int table = asm_table(&a, TABLE_INT, words, 6, 0, 3);
    int one = asm_routine(&a, "one", 1, 1, false);
    opx(&a, OP_TAB, 5, 0, 0, table); /* index: me */
    asm_ret1(&a, 5);
    int two = asm_routine(&a, "two", 0, 1, false);
    ldi(&a, 3, 2);
    opx(&a, OP_TAB2, 5, 0, 3, table);
    asm_ret1(&a, 5);
    int wide = asm_routine(&a, "wide", 0, 1, false);
    ldi(&a, 3, 3);
    opx(&a, OP_TAB2, 5, 0, 3, table);
    asm_ret1(&a, 5);
    struct table_top t = start(&a);
    assert_int_equal(state_evaluate(t.m, t.s, one, 4), 21);
    assert_int_equal(state_evaluate(t.m, t.s, one, 6), -7);
    assert_int_equal(state_evaluate(t.m, t.s, one, (unsigned)-1), -7);
    assert_int_equal(state_evaluate(t.m, t.s, two, 1), 22);
    assert_int_equal(state_evaluate(t.m, t.s, two, 2), -7);
    assert_int_equal(state_evaluate(t.m, t.s, wide, 0), -7);
    stand_up(&t);
}

static void sets(void **state) {
    (void)state;
    struct assembler a = begin();
    int32_t rows[4] = {0x5, 0x1, 0x0, 0x2};
    int table = asm_table(&a, TABLE_SET, rows, 4, 2, 0);
    uint32_t pool = a.p->tables[table].first;
    /* s4 = {0, 2, 32}; s6 = {33} */
    int r = asm_routine(&a, "r", 0, 1, false);
    opx(&a, OP_SLDK, 4, 0, 2, (int32_t)pool);
    ldi(&a, 3, 1);
    opx(&a, OP_STAB, 6, 3, 2, table);
    opx(&a, OP_SOR, 8, 4, 6, 2); /* 0 2 32 33 */
    op(&a, OP_SCNT, 10, 8, 2);   /* 4 */
    ldi(&a, 3, 2);
    op(&a, OP_SDEL, 8, 3, 2); /* 0 32 33 */
    ldi(&a, 3, 7);
    op(&a, OP_SADD, 8, 3, 2); /* 0 7 32 33 */
    ldi(&a, 3, -1);
    op(&a, OP_SADD, 8, 3, 2);
    ldi(&a, 3, 64);
    op(&a, OP_SADD, 8, 3, 2);
    op(&a, OP_SDEL, 8, 3, 2);
    opx(&a, OP_SIN, 11, 3, 8, 2); /* 0 */
    ldi(&a, 3, 33);
    opx(&a, OP_SIN, 12, 3, 8, 2);   /* 1 */
    opx(&a, OP_SAND, 14, 8, 4, 2);  /* 0 32 */
    opx(&a, OP_SANDN, 16, 8, 4, 2); /* 7 33 */
    opx(&a, OP_SEQ, 18, 8, 8, 2);   /* 1 */
    opx(&a, OP_SEQ, 19, 8, 4, 2);   /* 0 */
    ldi(&a, 3, -1);
    opx(&a, OP_SNTH, 20, 16, 3, 2); /* 33 */
    ldi(&a, 3, 4);
    opx(&a, OP_SNTH, 21, 16, 3, 2); /* 7 */
    op(&a, OP_SMOV, 22, 8, 2);
    ldi(&a, 3, 7);
    op(&a, OP_SABOVE, 22, 3, 2); /* 32 33 */
    op(&a, OP_SCNT, 24, 22, 2);
    ldi(&a, 3, 31);
    op(&a, OP_SMOV, 22, 8, 2);
    op(&a, OP_SABOVE, 22, 3, 2);
    op(&a, OP_SCNT, 25, 22, 2);
    op(&a, OP_SCLR, 22, 0, 2);
    ldi(&a, 3, 0);
    opx(&a, OP_SNTH, 26, 22, 3, 2); /* none */
    /* sum of the members by NEXT */
    ldi(&a, 30, -1);
    ldi(&a, 31, 0);
    int32_t head = here(&a);
    uint32_t next = opx(&a, OP_NEXT, 30, 8, 2, 0);
    op(&a, OP_ADD, 31, 31, 30);
    opx(&a, OP_JMP, 0, 0, 0, head);
    land(&a, next);
    ldi(&a, 3, 9);
    opx(&a, OP_STAB, 32, 3, 2, table); /* outside: empty */
    op(&a, OP_SCNT, 34, 32, 2);
    /* all of it in one number, as digits */
    ldi(&a, 35, 10);
    const int regs[] = {10, 11, 12, 18, 19, 24, 25, 34};
    ldi(&a, 36, 0);
    for (size_t i = 0; i < sizeof regs / sizeof *regs; i++) {
        op(&a, OP_MUL, 36, 36, 35);
        op(&a, OP_ADD, 36, 36, regs[i]);
    }
    opx(&a, OP_JZ, 0, 0, 0, here(&a) + 3); /* seat 0: the digits */
    op(&a, OP_RET, 31, 1, 0);              /* seat 1: the sum */
    asm_ret1(&a, 36);
    int which[3];
    const int members[3] = {20, 21, 26};
    for (int i = 0; i < 3; i++) {
        which[i] = asm_routine(&a, "nth", 0, 1, false);
        opx(&a, OP_SLDK, 4, 0, 2, (int32_t)pool);
        op(&a, OP_SCLR, 6, 0, 2);
        ldi(&a, 3, members[i] == 20 ? -1 : 4);
        opx(&a, OP_SNTH, 5, members[i] == 26 ? 6 : 4, 3, 2);
        op(&a, OP_MOV, 5, 5, 0);
        asm_ret1(&a, 5);
    }
    struct table_top t = start(&a);
    assert_int_equal(state_evaluate(t.m, t.s, r, 0), 40110220);
    assert_int_equal(state_evaluate(t.m, t.s, r, 1), 0 + 7 + 32 + 33);
    assert_int_equal(state_evaluate(t.m, t.s, which[0], 0), 32);
    assert_int_equal(state_evaluate(t.m, t.s, which[1], 0), 2);
    assert_int_equal(state_evaluate(t.m, t.s, which[2], 0), NONE);
    stand_up(&t);
}

static void lists(void **state) {
    (void)state;
    struct assembler a = begin();
    int32_t words[4] = {3, 7, 8, 9};
    int table = asm_table(&a, TABLE_INT, words, 4, 0, 0);
    uint32_t pool = a.p->tables[table].first;
    int constant = asm_routine(&a, "constant", 0, 1, false);
    ldi(&a, 3, (int32_t)pool);
    op(&a, OP_LGET, 4, 3, 0); /* item: me */
    op(&a, OP_LLEN, 5, 3, 0);
    ldi(&a, 6, 100);
    op(&a, OP_MUL, 4, 4, 6);
    op(&a, OP_ADD, 4, 4, 5);
    asm_ret1(&a, 4);
    int made = asm_routine(&a, "made", 0, 1, false);
    ldi(&a, 10, 2);
    ldi(&a, 11, 41);
    ldi(&a, 12, 42);
    op(&a, OP_LMAKE, 3, 10, 0);
    op(&a, OP_LGET, 4, 3, 0);
    asm_ret1(&a, 4);
    int wild = asm_routine(&a, "wild", 0, 1, false);
    ldi(&a, 3, 0x7fffffff);
    op(&a, OP_LGET, 4, 3, 0);
    ldi(&a, 3, -5);
    op(&a, OP_LLEN, 5, 3, 0);
    ldi(&a, 3, LIST_STACK + 599); /* the last word of the stack */
    op(&a, OP_LLEN, 6, 3, 0);
    op(&a, OP_ADD, 4, 4, 5);
    op(&a, OP_ADD, 4, 4, 6);
    asm_ret1(&a, 4);
    struct table_top t = start(&a);
    assert_int_equal(state_evaluate(t.m, t.s, constant, 0), 703);
    assert_int_equal(state_evaluate(t.m, t.s, constant, 2), 903);
    assert_int_equal(state_evaluate(t.m, t.s, constant, 3), -97);
    assert_int_equal(state_evaluate(t.m, t.s, made, 1), 42);
    assert_int_equal(state_evaluate(t.m, t.s, made, 2), NONE);
    assert_int_equal(state_evaluate(t.m, t.s, wild, 0), NONE);
    stand_up(&t);
}

/* Lists item by item, and how many are alike. */
static void items(void **state) {
    (void)state;
    struct assembler a = begin();
    int32_t words[5] = {4, 7, 8, 7, 9};
    int table = asm_table(&a, TABLE_INT, words, 5, 0, 0);
    int sum = asm_routine(&a, "sum", 0, 1, false);
    ldi(&a, 3, (int32_t)a.p->tables[table].first);
    ldi(&a, 4, -1);
    int32_t head = here(&a);
    uint32_t out = opx(&a, OP_LNEXT, 6, 3, 4, 0);
    op(&a, OP_ADD, 5, 5, 6);
    opx(&a, OP_JMP, 0, 0, 0, head);
    land(&a, out);
    asm_ret1(&a, 5);
    int alike = asm_routine(&a, "alike", 0, 1, false);
    ldi(&a, 3, (int32_t)a.p->tables[table].first);
    op(&a, OP_LCNT, 5, 3, 0); /* me */
    asm_ret1(&a, 5);
    int wild = asm_routine(&a, "wild", 0, 1, false);
    ldi(&a, 3, -5);
    op(&a, OP_LCNT, 5, 3, 0);
    ldi(&a, 4, -1);
    out = opx(&a, OP_LNEXT, 6, 3, 4, 0);
    ldi(&a, 5, 99);
    land(&a, out);
    asm_ret1(&a, 5);
    struct table_top t = start(&a);
    assert_int_equal(state_evaluate(t.m, t.s, sum, 0), 31);
    assert_int_equal(state_evaluate(t.m, t.s, alike, 7), 2);
    assert_int_equal(state_evaluate(t.m, t.s, alike, 9), 1);
    assert_int_equal(state_evaluate(t.m, t.s, alike, 4), 0);
    assert_int_equal(state_evaluate(t.m, t.s, wild, 0), 0);
    stand_up(&t);
}

/* A list of the program's own; returns where it lies in the pool. */
static int32_t list_in_pool(struct assembler *a, const int32_t *words, unsigned n) {
    return (int32_t)a->p->tables[asm_table(a, TABLE_INT, words, n, 0, 0)].first;
}

/* Tables of lists and of numbers, asked for many rows at once: items that stand twice, rows without a list, numbers
 * that stand nowhere, rows that are no more in the table. */
static void rows_at_once(void **state) {
    (void)state;
    enum { ROWS = 70, MISSING = 3 };
    struct assembler a = begin();
    const int32_t twice[] = {3, 7, 8, 7}, once[] = {2, 8, 9}, empty[] = {0};
    const int32_t refs[] = {list_in_pool(&a, twice, 4), list_in_pool(&a, once, 3), -5, list_in_pool(&a, empty, 1),
                            list_in_pool(&a, twice, 4)};
    int lists = asm_table(&a, TABLE_INT, refs, 5, 0, 0);
    int32_t numbers[ROWS];
    for (int i = 0; i < ROWS; i++)
        numbers[i] = i % 5 - 1;
    int table = asm_table(&a, TABLE_INT, numbers, ROWS, 0, 0);
    a.p->tables[table].missing = MISSING;
    int tally = asm_routine(&a, "tally", 0, 1, false);
    ldi(&a, 3, 1 << 0 | 1 << 1 | 1 << 2 | 1 << 3 | 1 << 20);
    opx(&a, OP_LTALLY, 4, 3, 0, lists); /* me */
    asm_ret1(&a, 4);
    int match = asm_routine(&a, "match", 0, 1, false);
    for (int i = 0; i < 3; i++)
        ldi(&a, (uint32_t)i + 3, -1 - (i == 1)); /* all but row 32 */
    opx(&a, OP_SMATCH, 6, 3, 0, table);
    op(&a, OP_SCNT, 9, 6, 3);
    ldi(&a, 10, 1000);
    op(&a, OP_MUL, 9, 9, 10);
    asm_ret1(&a, 9);
    struct table_top t = start(&a);
    const int32_t counts[] = {0, 2, 2, 1, 0};
    for (int item = 6; item <= 10; item++)
        assert_int_equal(state_evaluate(t.m, t.s, tally, item), counts[item - 6]);
    assert_int_equal(state_evaluate(t.m, t.s, tally, -2147483647), 0);
    for (int number = -2; number <= 4; number++) {
        int have = number == MISSING ? 96 - ROWS : 0;
        for (int i = 0; i < ROWS; i++)
            have += i != 32 && numbers[i] == number;
        assert_int_equal(state_evaluate(t.m, t.s, match, number), have * 1000);
    }
    stand_up(&t);
}

/* Sets told apart by a variable of their members: bytes, words, and members that have no such variable. */
static void told_apart(void **state) {
    (void)state;
    for (int width = 1; width <= 4; width *= 2) {
        struct assembler a = begin();
        asm_cards(&a, 70);
        int mark = asm_var(&a, "mark", SCOPE_CARD, 0, 9, 5);
        a.p->vars[mark].width = (uint8_t)width;
        a.p->vars[mark].first_owner = 30;
        a.p->vars[mark].n_owners = 30;
        int32_t all[3] = {-1, -1, 0x3f};
        int table = asm_table(&a, TABLE_INT, all, 3, 0, 0);
        int r[2];
        for (int k = 0; k < 2; k++) {
            r[k] = asm_routine(&a, "r", 0, 1, false);
            ldi(&a, 3, 40);
            ldi(&a, 4, 7);
            opx(&a, OP_STV, 4, 3, NO_REGISTER, mark);
            ldi(&a, 3, 59);
            opx(&a, OP_STV, 4, 3, NO_REGISTER, mark);
            opx(&a, OP_SLDK, 6, 0, 3, (int32_t)a.p->tables[table].first);
            opx(&a, k ? OP_SEXCEPT : OP_SWHERE, 9, 6, 0, mark); /* me */
            op(&a, OP_SCNT, 5, 9, 3);
            asm_ret1(&a, 5);
        }
        struct table_top t = start(&a);
        assert_int_equal(state_evaluate(t.m, t.s, r[0], 7), 2);
        assert_int_equal(state_evaluate(t.m, t.s, r[0], 5), 28);
        assert_int_equal(state_evaluate(t.m, t.s, r[0], 0), 40);  /* those without it */
        assert_int_equal(state_evaluate(t.m, t.s, r[0], 263), 0); /* 7 in a byte only */
        assert_int_equal(state_evaluate(t.m, t.s, r[1], 7), 68);
        assert_int_equal(state_evaluate(t.m, t.s, r[1], 5), 42);
        stand_up(&t);
    }
}

static void grown(void **state) {
    (void)state;
    struct assembler a = begin();
    int32_t rows[6] = {0x2, 0, 0x5, 0, 0x2, 0x1};
    int table = asm_table(&a, TABLE_SET, rows, 6, 2, 0);
    int r = asm_routine(&a, "r", 0, 1, false);
    op(&a, OP_SCLR, 4, 0, 2);
    op(&a, OP_SADD, 4, 0, 2); /* me */
    ldi(&a, 3, 2);
    op(&a, OP_SADD, 4, 3, 2);
    ldi(&a, 3, 40); /* no such row */
    op(&a, OP_SADD, 4, 3, 2);
    opx(&a, OP_SGROW, 6, 4, 2, table);
    op(&a, OP_SCNT, 5, 6, 2);
    asm_ret1(&a, 5);
    struct table_top t = start(&a);
    assert_int_equal(state_evaluate(t.m, t.s, r, 0), 2); /* {1} and {1, 32} */
    assert_int_equal(state_evaluate(t.m, t.s, r, 1), 4); /* {0, 2} and {1, 32} */
    stand_up(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),    cmocka_unit_test(control), cmocka_unit_test(small_numbers),
        cmocka_unit_test(steps),      cmocka_unit_test(items),   cmocka_unit_test(rows_at_once),
        cmocka_unit_test(told_apart), cmocka_unit_test(grown),   cmocka_unit_test(calls),
        cmocka_unit_test(tables),     cmocka_unit_test(sets),    cmocka_unit_test(lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
