/* force.h: games in which one player has been dealt a certain card: what the card does, apart from who would take it.
 *
 * In game g it is the player on seat g % seats, whose card it is before the first question. The game is begun again
 * until chance deals it so (simulate_setup.admit): everything else is as likely as in any game in which it happens.
 * Over a round of seats a player without the card wins as often as the average of the seats, so what the player with it
 * wins more is what the card does. All seats must have the same bot, or it would be part of the difference.
 */
#ifndef LAB_FORCE_H
#define LAB_FORCE_H

#include "lab/lift.h"

struct force {
    size_t card; /* the first of its copies */
    bool dealt;  /* false: chance never dealt it so, or hardly ever */
    struct lift lift;
};

bool force_possible(const struct simulate_setup *setup); /* several seats, all with the same bot, from the start */
/* Plays `games` games for each of n cards as the setup says, and fills lifts; `chance`: how often an average player
 * wins. TN_OK or TN_NOMEM. *stopped: the rest has no figures. */
tn_status force_run(const struct simulate_setup *setup, uint64_t games, double chance, struct force *cards, size_t n,
                    bool *stopped);

#endif
