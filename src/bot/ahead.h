/* ahead.h: what bots that try out answers share: letting happen what is not theirs to decide,
 * and reading where a game stands.
 *
 * The first two work on a copy of a position, which the bot owns, and take their chance from the generator they are
 * given.
 */
#ifndef BOT_AHEAD_H
#define BOT_AHEAD_H

#include "base/random.h"
#include "terrane_table.h"

/* What is answered secretly and at the same time happens when all have answered. The others do so first, at random:
 * then every answer of this seat meets the same ones, whether it is asked before the others or after them. */
void ahead_others(const tn_game *game, tn_ctx *ctx, tn_state *state, unsigned seat, struct random *random);

/* Draws what chance is asked for, up to a question of a player or the end; false: a fault. */
bool ahead_chance(const tn_game *game, tn_ctx *ctx, tn_state *state, struct random *random);

/* How often periods have begun, all of them together: it grows when any begins. */
uint64_t ahead_begun(const tn_game *game, const tn_state *state);

/* A seat's score if the game stopped now, minus the best other's. */
int64_t ahead_margin(tn_ctx *ctx, const tn_game *game, const tn_state *state, unsigned seat);

#endif
