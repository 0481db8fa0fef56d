/* outlook.h: what can still happen from a place in the code until the undertaking ends.
 *
 * For every operation: may something fail on a way from here, and may the routine return before the undertaking ends?
 * Computed once per program, conservatively: "may" is said when in doubt. Where nothing can fail any more the machine
 * need not look ahead.
 */
#ifndef TN_CODE_OUTLOOK_H
#define TN_CODE_OUTLOOK_H

#include "code/program.h"

enum { OUTLOOK_FAILS = 1, OUTLOOK_RETURNS = 2 };

/* Fills program.outlook from its arena; false when memory is out. The program must have been verified. */
bool outlook_compute(struct program *p);

#endif
