/* analyse.h: a game that is over, looked at again: how likely each seat was to win, where that turned, and what would
 * have been better.
 *
 * A chance to win is a share of playouts: from the position as the seat that was asked could know it, dealt anew each
 * time, everybody answers at random to the end. That is no strong play, but it is the same for all answers, needs no
 * weights, and takes a bounded time. Answers are compared in the same deals with the same chance; a better one is named
 * only where the difference is more than chance would give among the answers compared.
 */
#ifndef LAB_ANALYSE_H
#define LAB_ANALYSE_H

#include "lab/statistics.h"
#include "play/match.h"

enum { ANALYSE_POINTS = 40, ANALYSE_MOMENTS = 3, ANALYSE_ANSWERS = 12 };

/* A decision of the game. */
struct analyse_decision {
    size_t number; /* of the answer in the game, from 0 */
    unsigned seat;
    uint32_t answer;
    tn_state *state; /* before it */
};

struct analyse_point {
    size_t decision; /* which one; the number of decisions: the end */
    double chances[MATCH_SEATS];
};

/* A moment when another answer would have been better. */
struct analyse_moment {
    size_t decision;
    uint32_t better;
    double given, would; /* chances to win of the seat */
    struct interval gain;
};

struct analysis {
    const tn_game *game;
    VEC(struct analyse_decision) decisions;
    struct analyse_point points[ANALYSE_POINTS + 1]; /* in their order; the last is the end */
    size_t n_points;
    size_t turns[ANALYSE_MOMENTS]; /* points at which a seat's chance changed most since the one before */
    size_t n_turns;
    struct analyse_moment moments[ANALYSE_MOMENTS]; /* by what was lost, most first */
    size_t n_moments;
};

/* The position is copied. False: no memory. */
bool analyse_note(struct analysis *a, const tn_state *before, size_t number, unsigned seat, uint32_t answer);
/* Fills the rest; `over` is the end. `playouts` of each position; the same seed gives the same analysis. `go_on` is
 * asked now and then; false, and what is missing is left out. TN_OK or TN_NOMEM. */
tn_status analyse_run(struct analysis *a, tn_ctx *ctx, const tn_state *over, unsigned playouts, uint64_t seed,
                      bool (*go_on)(void *user, size_t done, size_t all), void *user);
void analyse_free(struct analysis *a);

#endif
