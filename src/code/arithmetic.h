/* arithmetic.h: numbers as the machine computes them, for whoever must come to the same result: the loop, and the
 * compiler when it computes beforehand. (Emitted C has its own text of these: native/c_prelude.c.) */
#ifndef TN_CODE_ARITHMETIC_H
#define TN_CODE_ARITHMETIC_H

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

#endif
