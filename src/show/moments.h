/* moments.h: looking back at a match: how it was after its first n answers, as one seat saw it then.
 *
 * Moment 0 is the beginning, moment n what follows the n-th answer of the history. Invariant: for a seat or a
 * spectator what is written here was shown to it already when the game was there: the same view, the same lines. Of
 * somebody else's answer only what the log told is said. TN_EVERYTHING looks at games that are no secret any more.
 */
#ifndef SHOW_MOMENTS_H
#define SHOW_MOMENTS_H

#include "base/json.h"
#include "play/match.h"

/* How often a round began; -1: the game has none. */
int64_t moment_round(const tn_game *game, const tn_state *state);
/* "view": {...} of moment n. The match is as before afterwards. False: no memory, or a match whose chance is
 * ordered. */
/* "log": how many lines were told up to that moment; "since": how many up to the seat's last decision, -1 without one;
 * "by": who gave the answer that led to it, and, if that seat may know it, which. */
void moment_put_by(struct json *j, const struct match *m, size_t n, unsigned seat);
bool moment_put_view(struct json *j, struct match *m, size_t n, unsigned seat);
/* "log": [{"seat", "text", "who"}], the lines said up to moment n. */
void moment_put_log(struct json *j, const struct match *m, size_t n, unsigned seat);
/* One line of the log as an object. */
void moment_put_line(struct json *j, unsigned seats, const struct match_line *line, unsigned seat);
/* "scores": [{"n", "round", "totals"}], how points grew as that seat could know it then: the last moment of each
 * round, or without rounds moments spread over the game; always the last of all. False as above. */
bool moments_put_scores(struct json *j, struct match *m, unsigned seat);
/* "at": [{"n", "seat", "text", "who"}], the answers there is something to say about to that seat. */
void moments_put(struct json *j, const struct match *m, unsigned seat);
/* "forced": what was answered for the seat since its last decision, because nothing else was possible, as lines of
 * the log; declining is left out. */
void moments_put_forced(struct json *j, const struct match *m, unsigned seat);

#endif
