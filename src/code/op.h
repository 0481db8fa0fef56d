/* op.h: an operation as it stands in the code, and what its row in ops.def says of it.
 *
 * A word is op | a << 8 | b << 16 | c << 24; an operation whose row has an x is followed by that as one more word.
 * Only this header takes words apart and puts them together. The loop of the machine (vm/run.c) reads single operands
 * (op_of, op_a ...); who looks at whole operations decodes them (op_decode).
 */
#ifndef TN_CODE_OP_H
#define TN_CODE_OP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum op {
#define OP(name, ...) OP_##name,
#include "code/ops.def"
    OP_COUNT
};

/* ---- words */
/* clang-format off */
static inline unsigned op_of(uint32_t word) { return word & 255u; }
static inline uint32_t op_a(uint32_t word) { return word >> 8 & 255u; }
static inline uint32_t op_b(uint32_t word) { return word >> 16 & 255u; }
static inline uint32_t op_c(uint32_t word) { return word >> 24; }
/* The number an operand of kind S is. */
static inline int32_t op_small(uint32_t operand) { return (int8_t)operand; }
/* clang-format on */
static inline uint32_t op_word(unsigned op, unsigned a, unsigned b, unsigned c) {
    return op | (a & 255u) << 8 | (b & 255u) << 16 | (c & 255u) << 24;
}

/* ---- rows */
enum operand { K_NIL, K_W, K_R, K_RW, K_O, K_M, K_SW, K_SR, K_SRW, K_I, K_S, K_N, K_VW, K_VR, K_E };
enum extra {
    X_NIL,
    X_JUMP,
    X_NUM,
    X_POOL,
    X_VAR,
    X_TABLE,
    X_SETS,
    X_ROUTINES,
    X_ROUTINE,
    X_SITE,
    X_ZONE,
    X_PERIOD,
    X_PHASE,
    X_N
};
enum relation { RELATION_EQ, RELATION_NE, RELATION_LT, RELATION_LE, RELATION_GT, RELATION_GE };

/* What its column IS says of an operation. */
enum op_is {
    OP_IS_PURE = 1 << 0,      /* nothing but a value: no effect, no failure, nothing hidden */
    OP_IS_PURE_OPEN = 1 << 1, /* pure if everybody sees variable x and it is no card's */
    OP_IS_ENDS = 1 << 2,      /* control never goes on to the next word */
    OP_IS_CONCLUDES = 1 << 3, /* looking ahead ends there with yes: an undertaking is over, or everybody is asked */
    OP_IS_LEAPS = 1 << 4,     /* looking ahead goes to x, always */
    OP_IS_COUNTS = 1 << 5,    /* a step. No way goes round without one, so a budget of steps ends every run */
    OP_IS_CALLS = 1 << 6,     /* calls routine x, or one of table x */
    OP_IS_ASKS = 1 << 7,      /* asks somebody the question of site x */
    OP_IS_CHANCE = 1 << 8,    /* asks the chance seat when chance is explicit; runs again when that has answered */
    OP_IS_WAITS = 1 << 9,     /* a frame may wait at it (question, fork, chance, call): it needs a stack map */
    OP_IS_STOPS = 1 << 10,    /* emitted C keeps the frame in the block: a run can stop there, or a list is made */
    OP_IS_FAILS = 1 << 11,    /* the undertaking may fail there, by what registers and variables hold */
    OP_IS_WORDWISE = 1 << 12, /* word k of the set written depends on the words k of those read alone */
    OP_IS_APART = 1 << 13,    /* it may not write what it reads elsewhere */
};

struct op_info {
    const char *name;
    uint8_t a, b, c; /* enum operand */
    uint8_t x;       /* enum extra */
    const char *contract;
    uint16_t is;      /* OP_IS_* */
    uint8_t compares; /* column IF: 1 + enum relation; 0: it jumps by no comparison */
};
extern const struct op_info op_infos[OP_COUNT];
/* NULL when there is no such operation. */
static inline const struct op_info *op_info(unsigned op) {
    return op < OP_COUNT ? &op_infos[op] : NULL;
}

static inline uint32_t op_length(const struct op_info *info) {
    return info->x == X_NIL ? 1u : 2u;
}
/* Where the operation behind that at pc begins. */
static inline uint32_t op_next(const uint32_t *code, uint32_t pc) {
    return pc + op_length(op_info(op_of(code[pc])));
}
/* `EACH_OP(code, routine, pc)`: its operations in order. */
#define EACH_OP(code, r, pc) for (uint32_t pc = (r)->entry; pc < (r)->end; pc = op_next(code, pc))

struct word {
    uint32_t op, a, b, c, x; /* x: 0 when its row has none */
};
/* The operation at pc of n words of code; OP_COUNT outside of them or when there is none of that number. */
static inline struct word op_decode(const uint32_t *code, uint32_t n, uint32_t pc) {
    const struct op_info *info = pc < n ? op_info(op_of(code[pc])) : NULL;
    if (!info) return (struct word){.op = OP_COUNT};
    uint32_t w = code[pc];
    return (struct word){op_of(w), op_a(w), op_b(w), op_c(w), info->x != X_NIL && pc + 1 < n ? code[pc + 1] : 0};
}

/* clang-format off */
static inline bool op_is(unsigned op, unsigned what) { return op < OP_COUNT && (op_infos[op].is & what); }
static inline bool op_ends(unsigned op) { return op_is(op, OP_IS_ENDS); }
static inline bool op_counts(unsigned op) { return op_is(op, OP_IS_COUNTS); }
static inline bool op_waits(unsigned op) { return op_is(op, OP_IS_WAITS); }
static inline bool op_concludes(unsigned op) { return op_is(op, OP_IS_CONCLUDES); }
static inline bool op_calls(unsigned op) { return op_is(op, OP_IS_CALLS); }
static inline bool op_compares(unsigned op) { return op < OP_COUNT && op_infos[op].compares; }
static inline bool op_jumps(unsigned op) { return op < OP_COUNT && op_infos[op].x == X_JUMP; }
/* clang-format on */

/* What holds when the relation does not. */
static inline unsigned relation_not(unsigned relation) {
    static const uint8_t opposite[] = {RELATION_NE, RELATION_EQ, RELATION_GE, RELATION_GT, RELATION_LE, RELATION_LT};
    return opposite[relation];
}
/* What holds of b to a when the relation holds of a to b. */
static inline unsigned relation_turned(unsigned relation) {
    static const uint8_t turned[] = {RELATION_EQ, RELATION_NE, RELATION_GT, RELATION_GE, RELATION_LT, RELATION_LE};
    return turned[relation];
}
/* Whether the relation holds of a to b. */
static inline bool relation_holds(unsigned relation, int32_t a, int32_t b) {
    switch (relation) {
    case RELATION_EQ: return a == b;
    case RELATION_NE: return a != b;
    case RELATION_LT: return a < b;
    case RELATION_LE: return a <= b;
    case RELATION_GT: return a > b;
    default: return a >= b;
    }
}

#endif
