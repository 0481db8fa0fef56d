/* links.h: games from links, for verbs; see play/link.h. Messages go to stderr. */
#ifndef CLI_LINKS_H
#define CLI_LINKS_H

#include "cli/load.h"
#include "play/journal.h"

/* Finds and compiles the game of a link (`game` NULL: by the name it holds) and writes out its journal, parsed into *j.
 * EXIT_GO_ON or the code to leave with. Call loaded_free and journal_free in any case. */
int load_link(const struct args *args, const char *text, const char *game, struct loaded *out, struct journal *j);
/* Prints the link of a match on a line of its own. */
int print_link(const struct args *args, const struct match *m, const char *game);

#endif
