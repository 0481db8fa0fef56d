/* digest.h: one number for what a position is, whatever version of the program holds it.
 *
 * tn_state_hash is over the bytes of the block, which another version may lay out otherwise. The digest is over what
 * the definition names: variables, zones, tracks, periods, phase, who is asked. Whoever plays a record again
 * compares it: the same digest is the same position, another one means that the rules are played otherwise now, and
 * that must not pass unseen. Menus are no part of it.
 */
#ifndef PLAY_DIGEST_H
#define PLAY_DIGEST_H

#include "terrane_table.h"

uint64_t position_digest(const tn_game *game, const tn_state *state); /* never 0 */
/* The same of what a seat may see: equal for two who see the same. */
uint64_t position_seen(const tn_game *game, const tn_state *state, unsigned seat);

#endif
