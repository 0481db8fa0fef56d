/* worth.h: what a position is worth to a seat, by weights: its lead in points, and in all that may still become points.
 *
 *     value = lead in score + sum over features of lead * (worth at the end + worth of time * share of the game to
 * come)
 *
 * in thousandths of a point, all in whole numbers: sums do not depend on their order, and are the same everywhere. A
 * lead is what a seat has minus the mean of the others; alone, what it has. What is to come is read from the position:
 * from the table, as the weights say, or from the period.
 */
#ifndef BOT_WORTH_H
#define BOT_WORTH_H

#include "bot/weights.h"

/* One thread's. What it borrows must outlive it. */
struct worth {
    const struct weights *weights;
    const tn_game *game;
    tn_ctx *ctx;
    unsigned seats;
    tn_feature *list;
    size_t room;
    uint8_t *known; /* cards that count by their names; all of them until worth_know is called */
    bool knows, scored;
};

bool worth_init(struct worth *v, const struct weights *weights, const tn_game *game,
                tn_ctx *ctx); /* false: no memory */
void worth_free(struct worth *v);

/* From now on cards count by their names that the seat can tell in this position: what a try draws it cannot know. */
void worth_know(struct worth *v, const tn_state *state, unsigned seat);

/* What is scored and aimed at, own minus the mean of the others: of any position. */
int64_t worth_lead(struct worth *v, const tn_state *state, unsigned seat);

/* Of a position that is not over. */
int64_t worth_of(struct worth *v, const tn_state *state, unsigned seat);

/* Of any: a game that is over is worth its margin, and a prize for winning on the scale of the scores: a quarter of
 * what players have on average. In a game that goes on, whoever is ahead has a part of the prize, the more of it the
 * farther ahead: so a leader ends a game that it may end, unless that leaves more behind than it makes sure of. */
int64_t worth_or_result(struct worth *v, const tn_state *state, unsigned seat);

/* The share of the game that is to come, in thousandths, by the table in `n` entries of a list of features. */
int32_t worth_to_come(const struct weights *weights, const tn_state *state, const tn_feature *list, size_t n);

#endif
