/* winners.c: see winners.h. */
#include "play/winners.h"

unsigned winners_of(tn_ctx *ctx, const tn_state *over, unsigned seats, unsigned *sharing) {
    unsigned winners = 0;
    for (unsigned seat = 0; seat < seats; seat++)
        winners += sharing[seat] = tn_state_rank(ctx, over, seat) == 1;
    for (unsigned seat = 0; seat < seats; seat++)
        sharing[seat] *= winners;
    return winners;
}
