/* model.h: a definition as a tree of its parts in the words of designers (docs/vocabulary.md), as JSON: what the
 * compiler understood of each, where it stands, and what speaks of it. docs/model.schema.json is its form. */
#ifndef DESIGN_MODEL_H
#define DESIGN_MODEL_H

#include "design/definition.h"

/* Of the first configuration, with what other modes begin with instead. `beside`: paths of files that include the
 * definition, whose scenarios are listed, too. False: it does not compile (its diagnostics are
 * in *diags, which the caller opened), or memory is out (the arena of the definition failed). */
bool model_put(struct definition *d, const char *const *beside, size_t n_beside, struct diags *diags, struct buf *out);

#endif
