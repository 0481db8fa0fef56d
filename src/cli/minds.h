/* minds.h: what bots know of a game, from the file beside it. Messages go to stderr. */
#ifndef CLI_MINDS_H
#define CLI_MINDS_H

#include "bot/mind.h"
#include "cli/load.h"

/* For verbs in which bots play. */
#define WEIGHTS_FLAG                                                                                                   \
    { "weights", "FILE", "what the bots know of the game (NAME.weights beside it)", false }

/* The file of the flag, or the one beside the game; without one it is a mind without weights. EXIT_GO_ON, and *out is
 * the caller's; or the code to leave with. */
int load_mind(const struct args *args, const struct loaded *loaded, struct mind **out);

#endif
