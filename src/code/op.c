/* op.c: see op.h. */
#include "code/op.h"

/* What the rows call them. */
#define PURE OP_IS_PURE
#define PURE_OPEN OP_IS_PURE_OPEN
#define ENDS OP_IS_ENDS
#define CONCLUDES OP_IS_CONCLUDES
#define LEAPS OP_IS_LEAPS
#define COUNTS OP_IS_COUNTS
#define CALLS OP_IS_CALLS
#define ASKS OP_IS_ASKS
#define CHANCE OP_IS_CHANCE
#define WAITS OP_IS_WAITS
#define STOPS OP_IS_STOPS
#define FAILS OP_IS_FAILS
#define WORDWISE OP_IS_WORDWISE
#define APART OP_IS_APART

const struct op_info op_infos[OP_COUNT] = {
#define OP(row, ra, rb, rc, rx, text, columns)                                                                         \
    {.name = #row, .a = K_##ra, .b = K_##rb, .c = K_##rc, .x = X_##rx, .contract = text, columns},
#define IS(flags) .is = flags,
#define IF(relation) .compares = 1 + RELATION_##relation,
#include "code/ops.def"
};
