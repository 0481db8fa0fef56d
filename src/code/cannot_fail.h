/* cannot_fail.h: what can still happen from a place in the code until the undertaking ends.
 *
 * For every operation: is there, whatever the position, a way on from here that does not fail, as long as what is
 * wanted of some registers holds; and may the routine return before the undertaking ends? Whoever is asked may choose
 * what does not fail: "no" where that is an answer, any branch of an `either`. Computed once per program,
 * conservatively: "it may fail" is said when in doubt. Where nothing can fail any more the machine need not look ahead.
 * It speaks of look-ahead only: what is hidden, another's question and the end of the undertaking mean yes.
 */
#ifndef TN_CODE_CANNOT_FAIL_H
#define TN_CODE_CANNOT_FAIL_H

#include "code/program.h"

/* Indices into program.outlooks that are always there; the others want something. */
enum { OUTLOOK_FAILS, OUTLOOK_ENDS, OUTLOOK_RETURNS, OUTLOOK_FIRST };

enum want_kind {
    WANT_POSITIVE,  /* a number >= 0 */
    WANT_OWNER,     /* an owner of a stock */
    WANT_COUNT,     /* an amount of 0 or more */
    WANT_ENDLESS,   /* an amount of a unit without a total */
    WANT_UNIT,      /* a unit without a total */
    WANT_COUNTS,    /* a list of amounts of 0 or more */
    WANT_ENDLESSES, /* a list of amounts of units without a total */
    WANT_ROW,       /* what table `value` names for it cannot fail */
    WANT_EQUAL,     /* a number that is `value` */
    WANT_UNEQUAL,
    WANT_AT_LEAST,
    WANT_AT_MOST,
};

/* Fills program.outlook from its arena, or leaves it NULL when that would be too much work; false when memory is out.
 * The program must have been verified. */
bool cannot_fail_compute(struct program *p);

/* Whether what outlook `index` wants holds of a frame's registers; never of OUTLOOK_FAILS. */
bool outlook_holds(const struct program *p, uint32_t index, const int32_t *regs, const int32_t *stack);

#endif
