/* winners.h: who has won a game that is over, and with how many each shares it. */
#ifndef PLAY_WINNERS_H
#define PLAY_WINNERS_H

#include "terrane.h"

/* For each seat of a game that is over by how many its win is shared; 0: it has not won. Returns how many have. */
unsigned winners_of(tn_ctx *ctx, const tn_state *over, unsigned seats, unsigned *sharing);

#endif
