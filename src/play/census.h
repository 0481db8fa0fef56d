/* census.h: what the finished games of a simulation have in common: how long they were, where the points came from,
 * which cards were in play and which goals reached at the end, and how often those players won.
 *
 * All sums are whole numbers, so the order in which games are counted never matters; one thread at a time may count. Equal cards (copies) are counted as one, under the first of them.
 */
#ifndef PLAY_CENSUS_H
#define PLAY_CENSUS_H

#include "play/simulate.h"

enum { CENSUS_ROUNDS = 64 }; /* longer games are counted as this long */

/* Of one card, over the players of all games; a player who ended with two copies counts once. */
struct census_card {
    uint64_t games;                 /* games in which it was in play */
    uint64_t players;               /* players who ended with it in play, or who own it as a goal */
    uint64_t wins[MATCH_SEATS + 1]; /* of these, by how many shared the win */
    uint64_t kept;                  /* players who ended with it unplayed, where only they see it */
};

struct census_line { /* of the score */
    int64_t all, winners;
};

struct census {
    const tn_game *game;
    uint64_t games, players, winners;
    int round_period; /* -1: the definition has none */
    uint64_t rounds[CENSUS_ROUNDS + 1];
    size_t n_cards, n_lines;
    struct census_card *cards;
    struct census_line *lines;
    uint32_t *in_play, *kept; /* scratch: for each card the mask of seats that have it */
    int32_t *zone;            /* scratch: the cards of a zone */
};

/* NULL: no memory. The game is borrowed. */
struct census *census_new(const tn_game *game);
void census_free(struct census *);

void census_add(struct census *, tn_ctx *, const tn_state *over); /* a game that is over */
/* The least number of rounds that at least this share of the games had reached; 0: nothing is known. */
unsigned census_rounds(const struct census *, double share);

#endif
