/* arithmetic.h: numbers as the machine computes them, for whoever must come to the same result: the loop, and the
 * compiler when it computes beforehand. (Emitted C has its own text of these: native/c_prelude.c.) */
#ifndef TN_CODE_ARITHMETIC_H
#define TN_CODE_ARITHMETIC_H

#include "code/op.h"
#include "code/program.h"

static inline int32_t modulo(int32_t b, int32_t c) { /* never negative; 0 when c is 0 */
    if (c == 0) return 0;
    int64_t m = (int64_t)b % c;
    if (m < 0) m += c < 0 ? -(int64_t)c : c;
    return (int32_t)m;
}

/* n units as an amount; what does not fit is the most that does. */
static inline int32_t amount_of(int32_t n, int32_t unit) {
    return AMOUNT(n > INT16_MAX ? INT16_MAX : n < INT16_MIN ? INT16_MIN : n, unit);
}

/* What an operation makes of two numbers, or of one and its x; false: it is none of these. */
static inline bool compute_two(unsigned op, int32_t b, int32_t c, int32_t *out) {
    switch (op) {
    case OP_ADD: *out = (int32_t)((uint32_t)b + (uint32_t)c); return true;
    case OP_SUB: *out = (int32_t)((uint32_t)b - (uint32_t)c); return true;
    case OP_MUL: *out = (int32_t)((uint32_t)b * (uint32_t)c); return true;
    case OP_DIV: *out = c ? (int32_t)((int64_t)b / c) : 0; return true;
    case OP_MOD: *out = modulo(b, c); return true;
    case OP_MIN: *out = b < c ? b : c; return true;
    case OP_MAX: *out = b > c ? b : c; return true;
    case OP_EQ: *out = b == c; return true;
    case OP_NE: *out = b != c; return true;
    case OP_LT: *out = b < c; return true;
    case OP_LE: *out = b <= c; return true;
    case OP_AMT: *out = amount_of(b, c); return true;
    default: return false;
    }
}
static inline bool compute_one(unsigned op, int32_t b, uint32_t x, int32_t *out) {
    switch (op) {
    case OP_ADDI: *out = (int32_t)((uint32_t)b + x); return true;
    case OP_NEG: *out = (int32_t)(0u - (uint32_t)b); return true;
    case OP_NOT: *out = b == 0; return true;
    case OP_AMTN: *out = AMOUNT_N(b); return true;
    case OP_AMTU: *out = AMOUNT_UNIT(b); return true;
    case OP_UPTO: *out = b | AMOUNT_UPTO; return true;
    default: return false;
    }
}

#endif
