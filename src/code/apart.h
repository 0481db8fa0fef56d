/* apart.h: bodies of `together` that keep apart: however the others answer, each asks and does the same. */
#ifndef TN_CODE_APART_H
#define TN_CODE_APART_H

#include "code/program.h"

/* Fills program.apart from its arena; false when memory is out. The program must have been verified. */
bool apart_compute(struct program *p);
/* Whether the bodies of the FORK at pc do. */
bool apart_at(const struct program *p, uint32_t pc);

#endif
