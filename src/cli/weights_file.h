/* weights_file.h: what bots know of a game, from the file beside it. Messages go to stderr. */
#ifndef CLI_WEIGHTS_FILE_H
#define CLI_WEIGHTS_FILE_H

#include "bot/weights.h"
#include "cli/load.h"

/* From the file that is wanted or, with NULL, from the one beside the game; without one there they are weights without
 * weights. EXIT_GO_ON, and *out is the caller's; or the code to leave with. */
int load_weights(const struct args *args, const struct loaded *loaded, const char *wanted, struct weights **out);

/* Where the weights of a game are: NAME.N.weights beside it, for N players, else NAME.weights. `made`: where they shall
 * be when they are learnt: those of one player by the first name. */
void weights_path(const struct loaded *loaded, bool made, struct buf *out);

#endif
