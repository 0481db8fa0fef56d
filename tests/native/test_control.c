/* Ways through a program that games seldom take, by both engines: blocks must be the same bytes after every answer and
 * faults must be at the same place. Steps that run out, calls without room, rules that fail deep down, rules that would
 * start themselves again, results of several words, lists, secret answers. */
#include "native/asm_native.h"

#include "vm/asm.h"

#include "vm/vm.h"

enum { SOME_ANSWERS = 40 };

/* Plays with emitted C and interpreted from the same seed, choosing by `choice`; returns how it ended. */
static enum run_status play_both(struct assembler *a, uint64_t choice) {
    struct table_top t = sit_down(a);
    struct machine *plain = machine_new(t.p);
    struct state *other = new_block(t.p);
    enum run_status status = state_start(t.m, 3, 0, t.s);
    assert_int_equal(state_start(plain, 3, 0, other), status);
    for (int i = 0; i < SOME_ANSWERS; i++) {
        assert_memory_equal(t.s, other, t.p->layout.size);
        if (state_status(t.p, t.s) != RUN_ASK) break;
        struct question q;
        assert_true(state_question(t.p, t.s, SEAT_SPECTATOR, &q));
        uint32_t answer = state_answer_nth(t.p, t.s, q.seat, (uint32_t)(choice >> i & 7u) % q.count);
        assert_int_equal(state_apply(t.m, t.s, q.seat, answer), state_apply(plain, other, q.seat, answer));
    }
    status = (enum run_status)state_status(t.p, t.s);
    machine_free(plain);
    free(other);
    stand_up(&t);
    return status;
}

static void call(struct assembler *a, int window, int routine) {
    op(a, OP_MOV, window, REG_ME, 0);
    op(a, OP_MOV, window + 1, REG_THIS, 0);
    opx(a, OP_CALL, window, NO_REGISTER, NO_REGISTER, routine);
}

/* A flow that asks, calls the routine with the answer, so many times, and asks once more. */
static struct assembler flow_with(int routine, int times) {
    struct assembler a = asm_new(2);
    asm_var(&a, "count", SCOPE_GLOBAL, 0, 30000, 0);
    asm_var(&a, "each", SCOPE_PLAYER, 0, 3, 0);
    a.p->flow = asm_routine(&a, "flow", 0, 0, true);
    for (int i = 0; i < times; i++) {
        asm_yesno(&a, 2);
        op(&a, OP_UEND, 0, 0, 0); /* whatever follows does not take the answer away */
        op(&a, OP_MOV, 5, 2, 0);
        call(&a, 3, routine);
        op(&a, OP_MOV, 6, 3, 0);
    }
    asm_yesno(&a, 2);
    asm_ret(&a);
    return a;
}

static void count_one(struct assembler *a, int reg) {
    ldi(a, reg, 1);
    opx(a, OP_ADDV, reg, NO_REGISTER, NO_REGISTER, 0);
}

/* ---- no steps left: the fault is at the same operation, and so is what has been written */
static void test_endless(void **state) {
    (void)state;
    for (int asks = 0; asks < 2; asks++) {
        struct assembler a = flow_with(1, 1);
        asm_routine(&a, "endless", 1, 0, false);
        if (asks) asm_yesno(&a, 5);
        int32_t again = here(&a);
        ldi(&a, 6, 1);
        opx(&a, OP_LDV, 7, NO_REGISTER, NO_REGISTER, 0);
        ldi(&a, 8, 20000);
        uint32_t enough = opx(&a, OP_JLE, 8, 7, 0, 0);
        opx(&a, OP_ADDV, 6, NO_REGISTER, NO_REGISTER, 0);
        land(&a, enough);
        opx(&a, OP_JMP, 0, 0, 0, again);
        asm_end(&a);
        assert_int_equal(play_both(&a, 0), RUN_FAULT);
    }
}

/* ---- failures end rules up to the next one of the flow */
static void test_failures(void **state) {
    (void)state;
    for (int kind = 0; kind < 8; kind++) {
        bool middle_flow = kind & 1, deep_flow = kind & 2, asks = kind & 4;
        struct assembler a = flow_with(1, 3);
        asm_routine(&a, "middle", 1, 1, middle_flow);
        count_one(&a, 6);
        call(&a, 7, 2);
        op(&a, OP_MOV, 9, 7, 0);
        if (asks) asm_yesno(&a, 10);
        count_one(&a, 6);
        asm_ret1(&a, 9);
        asm_routine(&a, "deep", 0, 1, deep_flow);
        ldi(&a, 3, 2);
        opx(&a, OP_ADDV, 3, REG_ME, NO_REGISTER, 1); /* the second time it is too much */
        ldi(&a, 4, 5);
        asm_ret1(&a, 4);
        assert_int_equal(play_both(&a, 0x5555), RUN_OVER);
    }
}

static void test_stuck(void **state) {
    (void)state;
    struct assembler a = flow_with(1, 1);
    a.p->routines[0].flow = 0; /* nobody goes on */
    asm_routine(&a, "fails", 1, 0, false);
    opx(&a, OP_FAIL, 0, 0, 0, asm_site(&a, SITE_FAIL, 0, KIND_NOTHING, "no"));
    asm_end(&a);
    assert_int_equal(play_both(&a, 0), RUN_FAULT);
}

static void test_fault(void **state) {
    (void)state;
    struct assembler a = flow_with(1, 1);
    asm_routine(&a, "wrong", 1, 0, false);
    uint32_t fine = opx(&a, OP_JZ, 2, 0, 0, 0);
    opx(&a, OP_FAULT, 0, 0, 0, asm_site(&a, SITE_FAIL, 0, KIND_NOTHING, "wrong"));
    land(&a, fine);
    asm_ret(&a);
    assert_int_equal(play_both(&a, 1), RUN_FAULT);
}

/* ---- routines that call themselves */
static void test_depth(void **state) {
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        struct assembler a = flow_with(1, 2);
        asm_routine(&a, "again", 1, 1, false);
        if (kind & 1) op(&a, OP_GUARD, kind & 2 ? 1 : 0, 0, 0);
        count_one(&a, 6);
        op(&a, OP_MOV, 9, 2, 0);
        call(&a, 7, 1);
        call(&a, 7, 2);
        op(&a, OP_MOV, 10, 7, 0);
        if (kind & 2) asm_yesno(&a, 11);
        asm_ret1(&a, 10);
        asm_routine(&a, "leaf", 0, 1, false);
        call(&a, 4, 3);
        asm_ret1(&a, 4);
        asm_routine(&a, "last", 0, 1, false);
        count_one(&a, 4);
        opx(&a, OP_LDV, 5, NO_REGISTER, NO_REGISTER, 0);
        asm_ret1(&a, 5);
        enum run_status status = play_both(&a, 0x2d);
        assert_true(status == RUN_OVER || status == RUN_ASK);
    }
}

/* ---- results of several words, tables of routines, what is left of a call */
static void test_results(void **state) {
    (void)state;
    for (int asks = 0; asks < 2; asks++) {
        struct assembler a = flow_with(1, 2);
        int32_t routines[] = {2, NONE, 3};
        int table = asm_table(&a, TABLE_ROUTINE, routines, 3, 0, 0);
        asm_routine(&a, "caller", 1, 1, false);
        ldi(&a, 20, 77);
        for (int i = 0; i < 4; i++) {
            ldi(&a, 6, i);
            opx(&a, OP_CALLT, 8, 6, REG_ME, table);
            op(&a, OP_ADD, 7, 7, 8);
            op(&a, OP_ADD, 7, 7, 9);
            op(&a, OP_ADD, 7, 7, 20); /* 0 since the first call */
        }
        asm_yesno(&a, 21);
        asm_ret1(&a, 7);
        asm_routine(&a, "two", 0, 2, false);
        if (asks) asm_yesno(&a, 7);
        ldi(&a, 3, 11);
        ldi(&a, 4, 12);
        op(&a, OP_RET, 3, 2, 0);
        asm_end(&a);
        asm_routine(&a, "one", 0, 1, false);
        ldi(&a, 3, 13);
        asm_ret1(&a, 3);
        assert_int_equal(play_both(&a, 0x93), RUN_OVER);
    }
}

/* ---- lists in registers, read by what is called */
static void test_lists(void **state) {
    (void)state;
    struct assembler a = flow_with(1, 2);
    asm_routine(&a, "maker", 1, 1, false);
    ldi(&a, 4, 3);
    for (int i = 0; i < 3; i++)
        ldi(&a, 5 + i, 10 + i);
    op(&a, OP_LMAKE, 8, 4, 0);
    op(&a, OP_MOV, 12, 8, 0);
    call(&a, 10, 2);
    op(&a, OP_MOV, 9, 10, 0);
    asm_yesno(&a, 13);
    asm_ret1(&a, 9);
    asm_routine(&a, "adder", 1, 1, false);
    ldi(&a, 4, -1);
    int32_t again = here(&a);
    uint32_t end = opx(&a, OP_LNEXT, 5, 2, 4, 0);
    op(&a, OP_ADD, 3, 3, 5);
    opx(&a, OP_JMP, 0, 0, 0, again);
    land(&a, end);
    asm_ret1(&a, 3);
    assert_int_equal(play_both(&a, 0x6), RUN_OVER);
}

/* ---- secret answers, in a routine the flow calls */
static void test_fork(void **state) {
    (void)state;
    struct assembler a = flow_with(1, 1);
    a.p->forks = 1;
    asm_routine(&a, "together", 1, 1, false);
    ldi(&a, 6, 3);
    uint32_t fork = opx(&a, OP_FORK, 6, 0, 0, 0);
    asm_yesno(&a, 7);
    call(&a, 8, 2);
    opx(&a, OP_STV, 8, REG_ME, NO_REGISTER, 1);
    op(&a, OP_JOIN, 0, 0, 0);
    land(&a, fork);
    opx(&a, OP_LDV, 9, REG_ME, NO_REGISTER, 1);
    asm_ret1(&a, 9);
    asm_routine(&a, "inner", 0, 1, false);
    asm_yesno(&a, 3);
    op(&a, OP_ADD, 4, 3, 3);
    asm_ret1(&a, 4);
    assert_int_equal(play_both(&a, 0x1b), RUN_OVER);
}

/* ---- the end of the game from within a rule */
static void test_ends(void **state) {
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        struct assembler a = flow_with(1, 2);
        asm_routine(&a, "ends", 1, 0, false);
        uint32_t on = opx(&a, OP_JZ, 2, 0, 0, 0);
        ldi(&a, 4, 2);
        op(&a, kind == 0 ? OP_FINISH : kind == 1 ? OP_WIN : OP_LOST, kind ? 4 : 0, 0, 0);
        land(&a, on);
        asm_ret(&a);
        assert_int_equal(play_both(&a, 2), RUN_OVER);
    }
}

/* ---- playouts */
static native_run *counted_run;
static unsigned entered;
static enum stop count_entry(struct run *r, const struct native_api *api) {
    entered++;
    return counted_run(r, api);
}

/* A flow that asks 40 times whether to add something, and then how much: what is full takes no more. */
static struct assembler flow_that_adds(void) {
    struct assembler a = asm_new(2);
    asm_var(&a, "each", SCOPE_PLAYER, 0, 30, 0);
    a.p->flow = asm_routine(&a, "flow", 0, 0, true);
    ldi(&a, 3, 0);
    ldi(&a, 4, 40);
    int32_t again = here(&a);
    asm_yesno(&a, 2);
    uint32_t no = opx(&a, OP_JZ, 2, 0, 0, 0);
    call(&a, 5, 1);
    land(&a, no);
    uint32_t end = opx(&a, OP_STEP, 3, 4, 0, 0);
    opx(&a, OP_JMP, 0, 0, 0, again);
    land(&a, end);
    asm_ret(&a);
    asm_routine(&a, "add", 0, 0, false);
    ldi(&a, 3, 1);
    ldi(&a, 4, 9);
    asm_number(&a, 2, 3, 4);
    opx(&a, OP_ADDV, 2, REG_ME, NO_REGISTER, 0);
    asm_ret(&a);
    return a;
}

/* Both engines play the same, whatever the limit; emitted C goes on from question to question without a stop. */
static void test_playouts(void **state) {
    (void)state;
    struct assembler a = flow_that_adds();
    asm_done(&a);
    assert_true(cannot_fail_compute(a.p)); /* else nothing is tried in the position itself */
    struct table_top t = sit_down(&a);
    struct machine *plain = machine_new(t.p);
    struct state *other = new_block(t.p);
    counted_run = t.m->native;
    t.m->native = count_entry;
    for (uint32_t seed = 1; seed < 60; seed++) {
        struct playing how = {.answers = seed % 3 ? 0 : seed};
        state_start(t.m, seed, 0, t.s);
        state_start(plain, seed, 0, other);
        entered = 0;
        assert_int_equal(state_playout(t.m, t.s, seed, &how), state_playout(plain, other, seed, &how));
        assert_memory_equal(t.s, other, t.p->layout.size);
        if (!how.answers) assert_true(entered < 10);
    }
    machine_free(plain);
    free(other);
    stand_up(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_endless),  cmocka_unit_test(test_failures), cmocka_unit_test(test_stuck),
        cmocka_unit_test(test_fault),    cmocka_unit_test(test_depth),    cmocka_unit_test(test_results),
        cmocka_unit_test(test_lists),    cmocka_unit_test(test_fork),     cmocka_unit_test(test_ends),
        cmocka_unit_test(test_playouts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
