/* lesson.h: games from which weights are learnt: played at random or by policies (bot/policy.h), with the positions at
 * the ends of undertakings noted; or, of some decisions, several such ends, each played on to see what comes of it.
 *
 * Game g is played with the seed simulate_seed(seed, g) whichever thread plays it, so what comes of it does not depend
 * on their number.
 */
#ifndef LAB_LESSON_H
#define LAB_LESSON_H

#include "bot/policy.h"
#include "lab/simulate.h"

/* A position as the seat that had just acted saw it. */
struct lesson_sample {
    uint8_t seat;
    uint32_t round;
    int64_t lead, value; /* worth_lead, worth_of: thousandths of a point */
    uint32_t at, n;      /* its features: entries of the game's list, each feature once */
    uint32_t choice; /* those of one decision have one number, one behind the other; 0: it was only passed through */
    int64_t outcome; /* of a choice: worth_lead at the end when it is played on from there */
};

struct lesson_game {
    VEC(struct lesson_sample) samples;
    VEC(tn_feature) features;
    int64_t lead[TN_SEATS]; /* at the end */
    int32_t score[TN_SEATS];
    bool won[TN_SEATS];
    unsigned winners;
    uint32_t rounds; /* of the period that measures the length */
    bool over, fault;
};

/* Processes beside one another that play for one another; see gather.h. */
struct processes {
    unsigned rank, size; /* this one of how many */
    /* Hands n bytes to all and takes those of all, in the order of ranks; false: somebody is out of reach. */
    bool (*gather)(void *user, const void *mine, size_t n, void *all);
    void *user;
};

struct lesson_setup {
    const tn_game *game;
    const struct weights *weights[TN_SEATS]; /* of entrants: in game g entrant e sits on seat (e + g) % seats; a deal is
                                                played from every side before the next one comes, if `pairs` */
    bool pairs;
    bool at_random;                    /* every answer */
    uint32_t wild;                     /* else: so many of a thousand undertakings are at random */
    uint32_t noted;                    /* so many of a thousand positions are noted */
    uint32_t compared;                 /* of so many of a thousand decisions some ends are played on */
    uint32_t nodes;                    /* of a tree */
    int period;                        /* that measures the length; -1: none */
    uint64_t seed, first, games;       /* games from number `first` on */
    const struct processes *processes; /* that play them; NULL: this one alone */
    unsigned jobs;
    bool (*progress)(void *user, uint64_t done); /* from the caller's thread; false stops. May be NULL */
    void *user;
};

enum lesson_status { LESSON_DONE, LESSON_STOPPED, LESSON_NO_MEMORY, LESSON_APART /* others are out of reach */ };

/* `out`: setup->games of them, zeroed; lesson_free frees what is in them. */
enum lesson_status lesson_play(const struct lesson_setup *setup, struct lesson_game *out);
void lesson_free(struct lesson_game *games, uint64_t n);

#endif
