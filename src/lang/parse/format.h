/* format.h: the canonical form of a definition's text.
 *
 * Works on tokens and lines, so that comments and the author's lines stay: two blanks a level, one blank where one
 * belongs, no trailing blanks, at most one empty line in a row, comments behind code in a column.
 * Invariants: the tokens of the result are those of the text, in the same blocks; formatting the result gives it again.
 */
#ifndef TN_LANG_PARSE_FORMAT_H
#define TN_LANG_PARSE_FORMAT_H

#include "base/buf.h"
#include "lang/parse/ast.h"

enum format_status {
    FORMAT_OK,
    FORMAT_NO_MEMORY,
    FORMAT_CHANGED, /* our mistake: the result would not mean the same; it is not handed out */
};

/* Appends the canonical form of a text that was parsed without an error. */
enum format_status format_text(const struct source *source, struct buf *out);

#endif
