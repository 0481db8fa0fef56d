/* revision.h: a definition as git knows it: "HEAD~1:games/x/x.game" is that file as it was in that revision. */
#ifndef CLI_REVISION_H
#define CLI_REVISION_H

#include "cli/load.h"

/* Whether a word names a file of a revision: it has a colon, and there is no file of that name. */
bool is_revision(const char *what);
/* As load_source, from git: the file with the other .game files of its folder, which it may include. */
int load_revision(const char *what, struct loaded *out);

#endif
