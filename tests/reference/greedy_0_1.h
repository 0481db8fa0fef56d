/* greedy_0_1.h: the bot greedy of version 0.1, frozen: what later bots are measured against. Users are not offered it.
 *
 * Its weights are its own, too, in their form of then (tests/reference/greedy_0_1/NAME.weights). Whoever seats the bot
 * hands them over in the place of the weights of today, which is why they have that type: nothing else may read them.
 */
#ifndef TESTS_REFERENCE_GREEDY_0_1_H
#define TESTS_REFERENCE_GREEDY_0_1_H

#include "bot/bot.h"

extern const struct bot bot_greedy_0_1;

/* `text` NULL: none. The caller frees them; NULL: wrong, or no memory, said in *error. */
const struct weights *greedy_0_1_weights(const tn_game *game, const char *text, size_t size, struct buf *error);
void greedy_0_1_free(const struct weights *weights);

#endif
