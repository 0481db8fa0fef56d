/* verbs.h: the verbs of the command. Each is a file here and a row of VERBS; the order is that of the help. */
#ifndef CLI_VERBS_H
#define CLI_VERBS_H

#include "cli/args.h"

/* clang-format off */
#define VERBS(V)                                                                                                       \
    V(play) V(serve) V(studio) V(export) V(import) V(games) V(check) V(test) V(text) V(words) V(print) V(simulate)     \
    V(report) V(compare) V(tournament) V(train) V(count) V(replay) V(trace) V(cards) V(model) V(fmt) V(image) V(dis)   \
    V(lsp)
/* clang-format on */

#define DECLARE(name) extern const struct verb verb_##name;
VERBS(DECLARE)
#undef DECLARE

/* The list of verbs and what holds for all of them. */
void help_print(void);
/* Without any arguments: a menu of games on a terminal, else the help. */
int start_without_arguments(void);

#endif
