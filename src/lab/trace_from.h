/* trace_from.h: positions to try something at: where a game, a journal or a scenario stands. Each makes a copy into
 * `out`, a state of that game. TN_OK; TN_NOMEM; else *why says what is wrong. */
#ifndef LAB_TRACE_FROM_H
#define LAB_TRACE_FROM_H

#include "base/buf.h"
#include "play/journal.h"

enum { TRACE_ALL = INT32_MAX }; /* behind all answers */

/* The game of a source as its scenario of that name wants it; NULL in *out: it has no such scenario. TN_OK, TN_NOMEM,
 * TN_DIAG. */
tn_status trace_scenario_game(tn_source *source, const char *name, tn_game **out);
/* What a scenario is given, and then so many of its answers; TRACE_ALL is none of them. */
tn_status trace_from_scenario(const tn_game *game, const char *name, uint32_t answers, tn_state *out, struct buf *why);
tn_status trace_from_journal(struct journal *j, const tn_game *game, uint32_t answers, tn_state *out, struct buf *why);
/* A game that begins, or stands at a position. */
tn_status trace_from_setup(const tn_game *game, const struct match_setup *setup, tn_state *out, struct buf *why);

#endif
