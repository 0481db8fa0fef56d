/* tournament.h: bots against one another, every pair the same number of games, and ratings from that.
 *
 * A pair sits on the seats by turns (a, b, a, b ...), and changes places after each game, so no bot keeps the better
 * seat. Ratings are Elo's: 400 more are ten times the odds (Bradley and Terry's model, the most likely values), with
 * their mean at 0. Every pair counts one drawn game besides, so that who never lost has a rating, too. Intervals
 * are of 95 %, from the curvature of the likelihood; games in which more than two seats play are taken as one
 * comparison of the two bots.
 */
#ifndef LAB_TOURNAMENT_H
#define LAB_TOURNAMENT_H

#include "lab/simulate.h"

enum { TOURNAMENT_BOTS = 12 };

/* wins[i][j]: how often i won against j, of games[i][j] (symmetric); a shared win counts its share. */
struct tournament_table {
    unsigned n;
    double wins[TOURNAMENT_BOTS][TOURNAMENT_BOTS];
    uint64_t games[TOURNAMENT_BOTS][TOURNAMENT_BOTS];
};

void tournament_ratings(const struct tournament_table *table, struct interval *ratings);

struct tournament_setup {
    struct simulate_setup run; /* games: of each pair; bots, weights and efforts are filled from below */
    unsigned n;                /* bots */
    const struct bot *bots[TOURNAMENT_BOTS];
    uint32_t efforts[TOURNAMENT_BOTS];
    const struct weights *weights;
    void (*begins)(void *user, unsigned a, unsigned b); /* told before each pair; may be NULL */
    void *user;
};

/* TN_OK, TN_NOMEM; TN_FAULT: a game stopped with a fault. *stopped: what was played so far is in the table. */
tn_status tournament_run(struct tournament_setup *setup, struct tournament_table *out, bool *stopped);

#endif
