/* cycles.h: which routines may be called while they run. */
#ifndef TN_CODE_CYCLES_H
#define TN_CODE_CYCLES_H

#include "code/program.h"

/* out: one byte for each routine, 0 before. False when memory is out. Reads code, routines, tables and pool, which must
 * have been verified or come from the emitter. */
bool cycles_find(const struct program *p, uint8_t *out);

#endif
