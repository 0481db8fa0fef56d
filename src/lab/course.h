/* course.h: how the games of a simulation went from beginning to end: menus, points over time, who was ahead when.
 *
 * Time is the share of a game's decisions, in COURSE_STEPS steps: games of different lengths are laid over one another.
 * It is noted at the decisions themselves (simulate_setup.watch), a bounded number of positions of each game, and added
 * up when all games are over, in their order: the result does not depend on the number of threads.
 */
#ifndef LAB_COURSE_H
#define LAB_COURSE_H

#include "lab/simulate.h"

enum { COURSE_STEPS = 20, COURSE_WIDTHS = 8 };

struct course_game;

struct course {
    const tn_game *game;
    uint64_t room; /* games there is room for */
    struct course_game *games;

    /* From here on: what course_sum finds. */
    uint64_t over;                        /* games that came to their end */
    double decisions, answers;            /* of a game; of a decision */
    uint32_t most_decisions, widest;      /* of a game; of a decision */
    uint64_t widths[COURSE_WIDTHS];       /* decisions with 2, 3-4, 5-8, 9-16 ... answers; the last has all above */
    size_t n_lines;                       /* of the score */
    double *lines;                        /* by line, then step: points of a player */
    double leader_wins[COURSE_STEPS + 1]; /* of the games with one leader then: how often that seat won */
    uint64_t led[COURSE_STEPS + 1];       /* games with one leader then */
    double lead_changes;                  /* of a game */
    double turns;                         /* of a game: how often another seat decides than before */
    struct interval runaways;             /* games whose leader after a third stays ahead and wins, of all with one */
    double decided;                       /* share of the game that is over when the winner takes the lead for good */
    uint64_t decided_games;               /* in which somebody ahead alone at the end was behind or level before */
    /* With three players or more: games in which the answer of a third player, in the last quarter, took the lead from
     * one and gave it for good to another, who won. */
    struct interval kingmaking;
    struct interval comebacks; /* games won by a seat that was behind when three quarters were over, of all with one */
};

struct course *course_new(const tn_game *game, uint64_t games); /* NULL: no memory */
void course_free(struct course *c);
/* For simulate_setup.watch, with the course as user. */
void course_watch(void *user, uint64_t g, tn_ctx *ctx, const tn_state *state, const tn_question *question);
void course_sum(struct course *c); /* once, when the games are over */

int course_leader(const int32_t *scores, unsigned seats); /* the seat that is ahead alone; -1: none */

#endif
