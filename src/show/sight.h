/* sight.h: playouts whose first answers have open eyes: whoever can win at once does. Everything else is at random.
 *
 * At random nobody stops three in a row, and nobody makes the fourth: an answer that loses at once looks hardly worse
 * than one that does not. It does not matter who could have known better behind that; the first answers decide.
 *
 * Invariant: an answer wins at once only where nothing is drawn, thrown or turned up by it. A seat that calls a bluff
 * does not know that it wins.
 */
#ifndef SHOW_SIGHT_H
#define SHOW_SIGHT_H

#include "terrane.h"

enum {
    SIGHT_ANSWERS = 4, /* of so many answers it is looked whether they win */
    SIGHT_MENU = 32    /* where more are legal it is not: that would take longer than the playout */
};

/* Plays on from a question, as tn_playout does; `trial` is another state of the game, to try answers in. */
tn_status sight_playout(tn_ctx *ctx, const tn_game *game, tn_state *state, tn_state *trial, uint64_t seed,
                        const tn_playing *how);

#endif
