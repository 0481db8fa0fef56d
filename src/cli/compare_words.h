/* compare_words.h: what a change did to a game, in sentences. */
#ifndef CLI_COMPARE_WORDS_H
#define CLI_COMPARE_WORDS_H

#include "lab/compare.h"

/* A line each for what a designer asks: are seats fairer, is it more exciting, longer, do more points fall, are more
 * cards of use? "Better" and "worse" are said only of what is clear; of the rest how many more games would show it. */
void compare_words(const struct compare *c, const tn_game *game);

#endif
