/* From source text to a syntax tree. Includes are read here; errors are reported, many per run, and never abort.
 *
 * A node in the tree is complete: a statement or declaration with a syntax error is left out of it.
 * Spans: an expression covers its text (on its first line), a statement its keyword and the name it binds, a
 * declaration its name.
 * Limits: 16 MiB a file, 16 files deep, 4 million nodes, 200 levels of nesting (also of chains such as a + b + c), so
 * recursion over a tree is safe.
 */
#ifndef TN_LANG_PARSE_PARSER_H
#define TN_LANG_PARSE_PARSER_H

#include "base/arena.h"
#include "base/diag.h"
#include "lang/parse/ast.h"

/* Reads a file named by `include`; `path` is already joined to the including file's folder. The text stays the
 * reader's and must live as long as the tree. Returns NULL with *why set to a few words when it cannot be read. */
struct source_reader {
    const char *(*read)(void *user, const char *path, size_t *size, const char **why);
    void *user;
};

/* Parses `text` (kept by reference: it must outlive the tree) and everything it includes. Returns a FILE node, also
 * when there were errors (see diags); NULL only when memory ran out. `sources` is filled with arena memory. */
struct node *parse_game(struct arena *arena, struct diags *diags, const char *path, const char *text, size_t size,
                        const struct source_reader *reader, struct sources *sources);

#endif
