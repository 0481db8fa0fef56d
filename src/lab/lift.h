/* lift.h: what a card does to its player's chance to win, as a census of games shows it in three ways.
 *
 *     had      players who had it, against what their seats win on average. Who is ahead plays more cards, so this
 *              shows what goes together, not what causes what.
 *     offered  of the players to whom it was offered: those who had it against those who left it. They had the same
 *              chance to take it; that they chose is still in it.
 *     dealt    players to whom chance dealt it before the first question, against what their seats win on average.
 *              Nobody chose, so this is the effect of the card itself, as far as bots know what to do with it.
 *
 * Intervals are of 95 %. A lift is clear when it is more than chance would give among as many cards (Bonferroni).
 */
#ifndef LAB_LIFT_H
#define LAB_LIFT_H

#include "lab/census.h"

enum { LIFT_LEAST = 20 }; /* players, below that nothing is judged */

struct lift {
    uint64_t players;       /* it rests on; of `offered` the smaller group */
    struct interval points; /* percentage points */
    bool clear;
};

struct lifts {
    size_t card;
    struct lift had, offered, dealt;
};

/* Of a group that won so often, against the chances of seats: `chances`, one for each. `figures`: among how many. */
struct lift lift_against_seats(const struct census_had *group, const double *chances, size_t figures);
/* Of the players of `all` those in `group` against the others. */
struct lift lift_within(const struct census_had *all, const struct census_had *group, size_t figures);

/* One for each card that is no copy, what is clear first, then by size; those that few players had last. NULL: no
 * memory. `sums`: of the seats, for their chances. */
struct lifts *lifts_new(const struct census *census, const struct simulate_sums *sums, size_t *n);
void lift_chances(const struct simulate_sums *sums, unsigned seats, double *chances);

#endif
