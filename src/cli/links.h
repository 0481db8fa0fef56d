/* links.h: games from links and journals, for verbs; see play/link.h, play/journal.h. Messages go to stderr. */
#ifndef CLI_LINKS_H
#define CLI_LINKS_H

#include "cli/load.h"
#include "play/journal.h"

/* Finds and compiles the game of a link (`game` NULL: by the name it holds) and writes out its journal, parsed into *j.
 * EXIT_GO_ON or the code to leave with. Call loaded_free and journal_free in any case. */
int load_link(const struct args *args, const char *text, const char *game, struct loaded *out, struct journal *j);
/* Finds and compiles the game of a journal. EXIT_GO_ON or the code to leave with: messages went to stderr, or *error
 * holds one. *unfit: the definition is another than the one it was written with. */
int load_journal_game(struct journal *j, struct loaded *out, bool *unfit, struct buf *error);
/* Prints the link of a match on a line of its own. */
int print_link(const struct args *args, const struct match *m, const char *game);

#endif
