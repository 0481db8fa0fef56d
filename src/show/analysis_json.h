/* analysis_json.h: a game with hindsight (analyse.h) as front ends are told it; see docs/protocol.md. */
#ifndef SHOW_ANALYSIS_JSON_H
#define SHOW_ANALYSIS_JSON_H

#include "base/json.h"
#include "show/analyse.h"

/* "playouts", "chances", "turns", "better" into the object that is open, in the words of `game`, which is that of the
 * analysis or a translation of it, with a context that speaks it. False: no memory. */
bool analysis_put_json(struct json *j, const struct analysis *a, const tn_game *game, tn_ctx *ctx);

#endif
