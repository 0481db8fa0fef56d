/* emit_program.h: from the checked model to a program. */
#ifndef TN_LANG_EMIT_EMIT_PROGRAM_H
#define TN_LANG_EMIT_EMIT_PROGRAM_H

#include "lang/model/sema.h"
#include "text/tellings.h"

/* NULL: errors were reported, or memory is out (model.failed). What the texts say of each statement goes to `tellings`,
 * which may be NULL. source_hash is over all source text. */
struct program *emit_program(struct model *m, uint64_t source_hash, struct tellings *tellings);

#endif
