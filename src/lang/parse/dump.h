/* dump.h: a syntax tree as indented text, for tests and for looking at what the parser made.
 *
 * One node a line: its role in the node above (a, b, c; kids have none), kind, name, number where it means something,
 * text in quotes. With `spans` also where it stands: @line:column+length.
 */
#ifndef TN_LANG_PARSE_DUMP_H
#define TN_LANG_PARSE_DUMP_H

#include "base/buf.h"
#include "lang/parse/ast.h"

#include <stdbool.h>

const char *node_kind_name(enum node_kind kind);

/* The node, what hangs below it, and not what stands beside it. */
void tree_dump(const struct node *n, bool spans, struct buf *out);

#endif
