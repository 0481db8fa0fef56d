/* analyse.h: a game that is over, looked at again: how likely each seat was to win, where that turned, and what would
 * have been better.
 *
 * A chance to win is a share of playouts: from the position as it could be, dealt anew each time, everybody answers at
 * random to the end; in short games whoever can win at once does so in the first answers (sight.h). How it could be is
 * for the course of the game what everybody could know, so that no curve jumps because another seat is asked, and for
 * answers what the seat that was asked could. That is no strong play, but it is the same for all answers, needs no
 * weights, and takes a bounded time. Answers are compared in the same deals with the same chance; a better one is named
 * only where the difference is more than chance would give among the answers compared, and so are turning points.
 *
 * It is done in steps, each the playouts of one position, so that whoever does it can do something else in between, say
 * how far it is, and stop: what was not looked at is left out. The same game, playouts and seed give the same analysis.
 */
#ifndef SHOW_ANALYSE_H
#define SHOW_ANALYSE_H

#include "play/match.h"
#include "play/statistics.h"

enum { ANALYSE_POINTS = 40, ANALYSE_MOMENTS = 3, ANALYSE_ANSWERS = 12, ANALYSE_SUSPECTS = 8 };

/* A moment at which a seat decided; the last one is the end, where nobody is asked. */
struct analyse_point {
    size_t number;   /* answers of the game before it */
    int64_t round;   /* how many had begun; -1: the game has none */
    tn_state *state; /* before the answer; NULL when it is not needed any more */
    unsigned seat;
    uint32_t answer;
    double chances[MATCH_SEATS];
};

/* A moment when another answer would have been better. */
struct analyse_moment {
    size_t point;
    uint32_t better;
    double given, would; /* chances to win of the seat */
    struct interval gain;
};

/* Another answer than the one given at a point. */
struct analyse_suspect {
    size_t point;
    uint32_t answers[ANALYSE_ANSWERS]; /* the one given first */
    size_t n;
};

struct analyse_answer {
    uint32_t answer;
    uint8_t seat;
    bool forced;
};

struct analysis {
    const tn_game *game;
    unsigned playouts; /* of each position; 0: as many as suit the length of the game, at least 100 */
    uint64_t seed;
    struct analyse_point points[ANALYSE_POINTS + 1]; /* in their order */
    size_t n_points;
    size_t turns[ANALYSE_MOMENTS]; /* points at which a seat's chance changed most since the one before */
    size_t n_turns;
    struct analyse_moment moments[ANALYSE_MOMENTS]; /* by what was lost, most first */
    size_t n_moments;
    size_t done, all; /* steps; all: at most */
    /* below: private */
    VEC(struct analyse_answer) answers;
    tn_state *room, *trial;
    bool sees; /* what wins at once is seen: see sight.h */
    struct analyse_suspect suspects[ANALYSE_SUSPECTS];
    size_t n_suspects, suspect, tried; /* which one is looked at; how many of its answers were tried */
    double *given;                     /* what the seat won with the answer given, playout by playout */
    struct analyse_moment best;        /* of this suspect */
};

/* `playouts` and `seed` are set. Takes over what was answered in a match that is over; nothing else of
 * it is needed any more. False: no memory. */
bool analyse_take(struct analysis *a, const struct match *m);
/* Gives those answers to a match that is at its start, and keeps the positions to be looked at. TN_OK, TN_NOMEM, or
 * what match_answer says. */
tn_status analyse_play(struct analysis *a, struct match *m);
/* One step, with a context without a log. False: there is none left. */
bool analyse_step(struct analysis *a, tn_ctx *ctx);
/* No more steps: what is still needed to tell it stays, the rest is freed. */
void analyse_close(struct analysis *a);
void analyse_free(struct analysis *a);
/* All of that for a match that is over: it is played again and is as before then.
 * `go_on` is asked before each step. TN_OK or TN_NOMEM. */
tn_status analyse_match(struct analysis *a, struct match *m, bool (*go_on)(void *user, size_t done, size_t all),
                        void *user);

/* The seat whose chance changed most at a turning point. */
unsigned analyse_turned(const struct analysis *a, size_t point);

#endif
