/* cannot_fail.h: a static analysis: from which places in the code can the rest of an undertaking not fail?
 *
 * Look-ahead tries every answer to its end before it is offered. Where this analysis proves that nothing can fail any
 * more, the machine stops trying and says yes. Example: behind `pay(3 coin)` stands only `gain(1 wood)`, which cannot
 * fail, so an attempt ends as soon as the price is paid.
 *
 * For each operation it says whether some way on never fails, what must hold of registers for that (`wants`), and
 * whether the routine may return before the undertaking ends. Whoever is asked may choose the way that does not fail:
 * "no" where that is an answer, any branch of an `either`. Computed once per program.
 * Invariant: conservative. When in doubt it says "may fail". What is hidden, a question to another seat and the end of
 * the undertaking count as yes, as they do in look-ahead.
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
