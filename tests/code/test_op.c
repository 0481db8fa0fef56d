/* Rows of operations: words are taken apart as they are put together, and the columns of a row agree with
 * one another. */
#include "code/op.h"
#include "support/unit.h"

static void words(void **state) {
    (void)state;
    const uint32_t code[] = {op_word(OP_ADD, 1, 2, 255), op_word(OP_JEQI, 7, (unsigned)-3, 0), 0,
                             op_word(OP_LDI, 9, 0, 0)};
    const uint32_t unknown = OP_COUNT;
    struct word w = op_decode(code, 4, 0);
    assert_int_equal(w.op, OP_ADD);
    assert_true(w.a == 1 && w.b == 2 && w.c == 255 && w.x == 0);
    assert_int_equal(op_next(code, 0), 1);
    w = op_decode(code, 4, 1);
    assert_true(w.op == OP_JEQI && w.a == 7 && op_small(w.b) == -3 && w.x == 0);
    assert_int_equal(op_next(code, 1), 3);
    assert_int_equal(op_decode(code, 4, 3).x, 0); /* cut off: nothing is read behind the end */
    assert_int_equal(op_decode(code, 4, 4).op, OP_COUNT);
    assert_int_equal(op_decode(&unknown, 1, 0).op, OP_COUNT);
    assert_null(op_info(OP_COUNT));
}

static void relations(void **state) {
    (void)state;
    for (unsigned r = RELATION_EQ; r <= RELATION_GE; r++)
        for (int32_t a = -1; a <= 1; a++)
            for (int32_t b = -1; b <= 1; b++) {
                assert_int_equal(relation_holds(r, a, b), !relation_holds(relation_not(r), a, b));
                assert_int_equal(relation_holds(r, a, b), relation_holds(relation_turned(r), b, a));
            }
}

static bool has(const struct op_info *i, const char *kinds) {
    const uint8_t all[3] = {i->a, i->b, i->c};
    for (int k = 0; k < 3; k++)
        if (memchr(kinds, all[k], strlen(kinds))) return true;
    return false;
}

#define AGREE(i, condition)                                                                                            \
    do {                                                                                                               \
        if (!(condition)) fail_msg("row %s: not so: %s", (i)->name, #condition);                                       \
    } while (0)
#define FOLLOWS(a, b) (!(a) || (b))

static void columns(void **state) {
    (void)state;
    static const char sets[] = {K_SW, K_SR, K_SRW, K_E, 0}, written[] = {K_W, K_SW, K_SRW, K_VW, 0};
    static const char width[] = {K_N, 0}, owners[] = {K_VW, K_VR, 0};
    for (unsigned op = 0; op < OP_COUNT; op++) {
        const struct op_info *i = op_info(op);
        bool pure = op_is(op, OP_IS_PURE | OP_IS_PURE_OPEN), jump = i->x == X_JUMP;
        unsigned lasting = OP_IS_ENDS | OP_IS_CONCLUDES | OP_IS_WAITS | OP_IS_STOPS | OP_IS_FAILS | OP_IS_COUNTS;
        AGREE(i, FOLLOWS(has(i, sets), has(i, width) || i->x == X_N));
        AGREE(i, FOLLOWS(has(i, owners), i->x == X_VAR || i->x == X_TABLE));
        AGREE(i, FOLLOWS(pure, op == OP_NOP || has(i, written)));
        AGREE(i, FOLLOWS(pure, !op_is(op, lasting) && !jump));
        AGREE(i, FOLLOWS(i->compares, jump && i->a == K_R && (i->b == K_R || i->b == K_S || i->b == K_NIL)));
        AGREE(i, FOLLOWS(op_is(op, OP_IS_LEAPS), jump));
        AGREE(i, op_calls(op) == (i->x == X_ROUTINE || i->x == X_ROUTINES));
        AGREE(i, FOLLOWS(op_is(op, OP_IS_CALLS | OP_IS_ASKS | OP_IS_CHANCE), op_waits(op)));
        AGREE(i, FOLLOWS(op_is(op, OP_IS_ASKS), i->x == X_SITE && op_is(op, OP_IS_STOPS)));
        AGREE(i, FOLLOWS(op_is(op, OP_IS_WORDWISE), i->a == K_SW && i->b == K_SR && i->c == K_SR));
        AGREE(i, op_is(op, OP_IS_CHANCE) == (strstr(i->contract, "chance") != NULL));
        AGREE(i, op_is(op, OP_IS_FAILS) == (op != OP_GUARD && strstr(i->contract, "may fail") != NULL));
        AGREE(i, FOLLOWS(strstr(i->contract, "hidden"), !op_is(op, OP_IS_PURE)));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(words), cmocka_unit_test(relations), cmocka_unit_test(columns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
