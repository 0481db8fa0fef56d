/* compile.h: from a parsed definition and a configuration to a program. */
#ifndef TN_LANG_COMPILE_H
#define TN_LANG_COMPILE_H

#include "lang/model/sema.h"
#include "text/tellings.h"

struct compiled {
    struct program *program; /* NULL when there were errors; the caller frees it with program_free */
    bool no_memory, bad_config;
};

/* `file` and `sources` come from parse_game; problems are added to diags. The tree is only read, and the program
 * does not refer to it. source_hash is over all source text. */
struct compiled compile_game(const struct node *file, const struct sources *sources, uint64_t source_hash,
                             const struct config *config, struct diags *diags);

/* Somebody who wants to see the checked model before it is freed: with errors too, then `program` is NULL. Symbols in
 * the tree are good during the call only. */
struct inspector {
    void (*look)(void *user, struct model *m, const struct program *program);
    void *user;
    struct tellings *tellings; /* what the texts say of each statement is noted there, for tests; or NULL */
    bool check_only;           /* no program is made: for a tree with gaps, which syntax errors leave */
};
struct compiled compile_inspected(const struct node *file, const struct sources *sources, uint64_t source_hash,
                                  const struct config *config, struct diags *diags, const struct inspector *inspector);

#endif
