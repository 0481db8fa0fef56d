/* minds.h: what bots know of a game, from the file beside it. Messages go to stderr. */
#ifndef CLI_MINDS_H
#define CLI_MINDS_H

#include "bot/mind.h"
#include "cli/load.h"

/* From the file that is wanted or, with NULL, from the one beside the game; without one there it is a mind without
 * weights. EXIT_GO_ON, and *out is the caller's; or the code to leave with. */
int load_mind(const struct args *args, const struct loaded *loaded, const char *wanted, struct mind **out);

#endif
