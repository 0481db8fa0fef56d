/* The outlook: what cannot fail, and under which conditions on registers. Each case is a rule of its own, called by a
 * flow with arguments of which nothing is known; it is asked whether the rule is safe with certain registers. */
#include "vm/asm.h"

#include "code/cannot_fail.h"

enum { WOOD, STONE, GOLD }; /* of stone there are ten */
enum { OPEN, SHUT };        /* variables: with an open upper end, without */

struct rulebook {
    struct assembler a;
    int rule;
};

static struct rulebook begin(void) {
    static const char *const units[] = {"wood", "stone", "gold"};
    static const int totals[] = {NONE, 10, NONE};
    struct rulebook b = {.a = asm_new(2)};
    struct program *p = b.a.p;
    int e = asm_enum(&b.a, "unit", 3, units, totals);
    for (int i = OPEN; i <= SHUT; i++) {
        int v = asm_var(&b.a, i == OPEN ? "open" : "shut", SCOPE_PLAYER, 0, 20, 0);
        p->vars[v].n_index = 3;
        p->vars[v].index_enum = e;
        p->vars[v].saturate = i == OPEN;
    }
    p->stock_var = OPEN;
    p->supply_var = asm_var(&b.a, "supply", SCOPE_GLOBAL, 0, 10, 10);
    p->vars[p->supply_var].n_index = 3;
    p->stock_enum = e;
    return b;
}

static void rule(struct rulebook *b) {
    b->rule = asm_routine(&b->a, "rule", 2, 0, false);
}

/* Ends the rule, adds the flow, computes. What the flow passes comes from variables that can be anything. */
static const struct program *done(struct rulebook *b) {
    struct program *p = b->a.p;
    asm_ret(&b->a);
    int any = asm_var(&b->a, "any", SCOPE_GLOBAL, INT32_MIN, INT32_MAX, 0);
    p->vars[any].width = 4;
    p->flow = asm_routine(&b->a, "flow", 0, 0, true);
    for (int r = 10; r < 14; r++)
        opx(&b->a, OP_LDV, r, NO_REGISTER, NO_REGISTER, any);
    opx(&b->a, OP_CALL, 10, NO_REGISTER, NO_REGISTER, b->rule);
    asm_yesno(&b->a, 4);
    asm_ret(&b->a);
    asm_done(&b->a);
    assert_true(cannot_fail_compute(p));
    return p;
}

/* Whether the rule is safe for player `me` with arguments x and y. */
static bool safe(const struct rulebook *b, int32_t me, int32_t x, int32_t y) {
    const struct program *p = b->a.p;
    int32_t regs[ASM_REGS] = {me, NONE, x, y};
    return outlook_holds(p, p->outlook[p->routines[b->rule].entry], regs, regs);
}

static void add(struct rulebook *b, int reg, int var) {
    ldi(&b->a, 9, WOOD);
    opx(&b->a, OP_ADDV, reg, REG_ME, 9, var);
}

static void stores(void **state) {
    (void)state;
    struct rulebook b = begin();
    rule(&b), add(&b, 2, OPEN), done(&b);
    assert_true(safe(&b, 0, 0, 0));
    assert_false(safe(&b, 0, -1, 0));
    program_free(b.a.p);
    b = begin();
    rule(&b), add(&b, 2, SHUT), done(&b); /* it may be full */
    assert_false(safe(&b, 0, 1, 0));
    program_free(b.a.p);
    b = begin();
    rule(&b);
    ldi(&b.a, 8, -3);
    op(&b.a, OP_MAX, 8, 2, 8); /* -3 or more: too low */
    opx(&b.a, OP_STV, 8, REG_ME, NO_REGISTER, OPEN);
    done(&b);
    assert_false(safe(&b, 0, -5, 0));
    program_free(b.a.p);
}

static void arithmetic(void **state) {
    (void)state;
    struct rulebook b = begin();
    rule(&b);
    op(&b.a, OP_AMTN, 8, 2, 0);
    ldi(&b.a, 7, 3);
    op(&b.a, OP_MUL, 8, 8, 7);
    add(&b, 8, OPEN);
    done(&b);
    assert_true(safe(&b, 0, AMOUNT(4, GOLD), 0));
    assert_false(safe(&b, 0, AMOUNT(-4, GOLD), 0));
    program_free(b.a.p);
    b = begin();
    rule(&b);
    op(&b.a, OP_MUL, 8, 2, 2); /* may wrap */
    add(&b, 8, OPEN);
    done(&b);
    assert_false(safe(&b, 0, 2, 0));
    program_free(b.a.p);
}

static void stock(void **state) {
    (void)state;
    struct rulebook b = begin();
    rule(&b), op(&b.a, OP_GAIN, 8, 2, REG_ME), done(&b);
    assert_true(safe(&b, 1, AMOUNT(2, WOOD), 0));
    assert_false(safe(&b, 2, AMOUNT(2, WOOD), 0)); /* nobody */
    assert_false(safe(&b, 1, AMOUNT(-2, WOOD), 0));
    assert_false(safe(&b, 1, AMOUNT(2, STONE), 0)); /* the supply may be short */
    program_free(b.a.p);
    b = begin();
    rule(&b), op(&b.a, OP_LOSE, 8, 2, REG_ME), done(&b);
    assert_false(safe(&b, 1, AMOUNT(2, WOOD), 0));
    program_free(b.a.p);
    b = begin();
    rule(&b), op(&b.a, OP_UPTO, 8, 2, 0), op(&b.a, OP_LOSE, 8, 8, REG_ME), done(&b);
    assert_true(safe(&b, 1, AMOUNT(2, STONE), 0));
    program_free(b.a.p);
}

static void lists(void **state) {
    (void)state;
    struct rulebook b = begin();
    int32_t words[] = {2, AMOUNT(1, WOOD), AMOUNT(3, GOLD), 1, AMOUNT(-1, WOOD)};
    uint32_t first = b.a.p->n_pool;
    asm_table(&b.a, TABLE_INT, words, 5, 0, 0);
    rule(&b);
    ldi(&b.a, 7, -1);
    uint32_t next = opx(&b.a, OP_LNEXT, 8, 2, 7, 0);
    op(&b.a, OP_AMTN, 8, 8, 0);
    add(&b, 8, OPEN);
    opx(&b.a, OP_JMP, 0, 0, 0, (int32_t)next);
    land(&b.a, next);
    done(&b);
    assert_true(safe(&b, 0, (int32_t)first, 0));
    assert_false(safe(&b, 0, (int32_t)first + 3, 0));
    assert_true(safe(&b, 0, NONE, 0)); /* no list has no items */
    program_free(b.a.p);
}

static void branches(void **state) {
    (void)state;
    struct rulebook b = begin();
    int why = asm_site(&b.a, SITE_FAIL, 0, KIND_NOTHING, "no");
    rule(&b);
    uint32_t skip = opx(&b.a, OP_JNEI, 2, 7, 0, 0), over = opx(&b.a, OP_JLEI, 3, 4, 0, 0);
    opx(&b.a, OP_FAIL, 0, 0, 0, why);
    land(&b.a, skip), land(&b.a, over);
    done(&b);
    assert_true(safe(&b, 0, 7, 4));
    assert_false(safe(&b, 0, 7, 5));
    program_free(b.a.p);
    b = begin();
    rule(&b);
    skip = opx(&b.a, OP_JLEI, 2, 0, 0, 0);
    add(&b, 2, OPEN); /* more than 0 here: nothing is wanted */
    land(&b.a, skip);
    done(&b);
    assert_true(safe(&b, 0, -9, 0));
    program_free(b.a.p);
}

/* Who is asked need not choose what fails; whoever has answered may have. */
static void questions(void **state) {
    (void)state;
    struct rulebook b = begin();
    int why = asm_site(&b.a, SITE_FAIL, 0, KIND_NOTHING, "no");
    rule(&b);
    uint32_t ask = (uint32_t)here(&b.a);
    asm_yesno(&b.a, 4);
    uint32_t no = opx(&b.a, OP_JZ, 4, 0, 0, 0);
    opx(&b.a, OP_FAIL, 0, 0, 0, why);
    land(&b.a, no);
    const struct program *p = done(&b);
    assert_true(safe(&b, 0, 0, 0));
    assert_int_equal(p->outlook[ask + 1], OUTLOOK_FAILS);
    int32_t said[ASM_REGS] = {0};
    assert_true(outlook_holds(p, p->outlook[ask + 2], said, said));
    said[4] = 1;
    assert_false(outlook_holds(p, p->outlook[ask + 2], said, said));
    program_free(b.a.p);
    b = begin();
    rule(&b);
    ldi(&b.a, 5, 1);
    asm_number(&b.a, 4, 5, 2); /* from 1 to who knows what: perhaps nothing */
    done(&b);
    assert_false(safe(&b, 0, 3, 0));
    program_free(b.a.p);
}

/* Rules called by table: safe when the one called is. A rule that may be running already is not. */
static void rows(void **state) {
    (void)state;
    struct rulebook b = begin();
    int why = asm_site(&b.a, SITE_FAIL, 0, KIND_NOTHING, "no");
    int fine = asm_routine(&b.a, "fine", 0, 0, false);
    op(&b.a, OP_GUARD, 1, 0, 0);
    asm_ret(&b.a);
    int bad = asm_routine(&b.a, "bad", 0, 0, false);
    opx(&b.a, OP_FAIL, 0, 0, 0, why);
    asm_end(&b.a);
    int again = asm_routine(&b.a, "again", 0, 0, false);
    op(&b.a, OP_GUARD, 1, 0, 0);
    opx(&b.a, OP_CALL, 5, REG_ME, REG_THIS, again);
    asm_ret(&b.a);
    int32_t routines[] = {fine, bad, NONE, again};
    int table = asm_table(&b.a, TABLE_ROUTINE, routines, 4, 0, 0);
    rule(&b);
    opx(&b.a, OP_CALLT, 5, 2, REG_ME, table);
    done(&b);
    assert_true(safe(&b, 0, 0, 0));
    assert_false(safe(&b, 0, 1, 0));
    assert_true(safe(&b, 0, 2, 0));
    assert_false(safe(&b, 0, 3, 0));
    assert_true(safe(&b, 0, 99, 0));
    program_free(b.a.p);
}

/* Whether an item of the list [a, b], drawn by an unknown number, may be stored in 0..20. */
enum where { IN_POOL, IN_REGISTERS, IN_CHANGED_REGISTERS };
static bool holds_item(enum where where, int32_t a, int32_t b) {
    struct rulebook book = begin();
    struct assembler *as = &book.a;
    int32_t words[] = {2, a, b};
    uint32_t first = as->p->n_pool;
    if (where == IN_POOL) asm_table(as, TABLE_INT, words, 3, 0, 0);
    rule(&book);
    for (int i = 0; i < 3; i++)
        ldi(as, 10 + i, words[i]);
    if (where == IN_POOL)
        ldi(as, 7, (int32_t)first);
    else
        op(as, OP_LMAKE, 7, 10, 0);
    if (where == IN_CHANGED_REGISTERS) op(as, OP_MOV, 12, 3, 0);
    op(as, OP_LLEN, 6, 7, 0);
    op(as, OP_MOD, 6, 2, 6);
    op(as, OP_LGET, 8, 7, 6);
    opx(as, OP_STV, 8, REG_ME, NO_REGISTER, SHUT);
    done(&book);
    bool holds = safe(&book, 0, 1, 1);
    program_free(as->p);
    return holds;
}

static void items(void **state) {
    (void)state;
    for (enum where where = IN_POOL; where <= IN_REGISTERS; where++) {
        assert_true(holds_item(where, 3, 20));
        assert_false(holds_item(where, 3, 21));
        assert_false(holds_item(where, -1, 20));
    }
    assert_false(holds_item(IN_CHANGED_REGISTERS, 3, 20));
}

/* What a loop comes to is known behind it, though it was counted step by step. */
static void counted(void **state) {
    (void)state;
    for (int limit = 20; limit <= 21; limit++) {
        struct rulebook b = begin();
        rule(&b);
        ldi(&b.a, 6, 0), ldi(&b.a, 7, limit), ldi(&b.a, 8, 0);
        uint32_t head = opx(&b.a, OP_STEP, 6, 7, 0, 0);
        opx(&b.a, OP_JNE, 6, 2, 0, (int32_t)head);
        op(&b.a, OP_MOV, 8, 6, 0);
        land(&b.a, head);
        opx(&b.a, OP_STV, 8, REG_ME, NO_REGISTER, SHUT);
        done(&b);
        assert_int_equal(safe(&b, 0, 3, 0), limit == 20);
        program_free(b.a.p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stores), cmocka_unit_test(arithmetic), cmocka_unit_test(stock),
        cmocka_unit_test(lists),  cmocka_unit_test(branches),   cmocka_unit_test(questions),
        cmocka_unit_test(rows),   cmocka_unit_test(items),      cmocka_unit_test(counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
