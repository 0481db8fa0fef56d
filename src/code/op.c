/* op.c: see op.h. */
#include "code/op.h"

/* What the rows call them. */
enum {
    PURE = OP_IS_PURE, PURE_OPEN = OP_IS_PURE_OPEN, ENDS = OP_IS_ENDS, CONCLUDES = OP_IS_CONCLUDES, LEAPS = OP_IS_LEAPS,
    COUNTS = OP_IS_COUNTS, CALLS = OP_IS_CALLS, ASKS = OP_IS_ASKS, CHANCE = OP_IS_CHANCE, WAITS = OP_IS_WAITS,
    STOPS = OP_IS_STOPS, FAILS = OP_IS_FAILS, WORDWISE = OP_IS_WORDWISE, APART = OP_IS_APART
};

const struct op_info op_infos[OP_COUNT] = {
#define OP(row, ra, rb, rc, rx, text, columns)                                                                         \
    {.name = #row, .a = K_##ra, .b = K_##rb, .c = K_##rc, .x = X_##rx, .contract = text, columns},
#define IS(flags) .is = flags,
#define IF(relation) .compares = 1 + RELATION_##relation,
#include "code/ops.def"
};
