/* lexer.h: from source text to tokens, one at a time.
 *
 * Layout becomes tokens: NEWLINE ends a logical line, INDENT and DEDENT frame a block; inside ( ) and [ ] line breaks
 * are free. Errors are reported here and never stop the stream: what cannot be read is skipped.
 * The parser asks for repositioning after a syntax error (lexer_recover, lexer_skip_block); nothing is ever pushed
 * back. Invariants: every INDENT is followed by one DEDENT, also at the end of the text, unless lexer_skip_block took
 * the block; the stream ends in NEWLINE (if anything stood on the last line), DEDENTs and then EOF for ever. The source
 * must be valid UTF-8 without NUL bytes; parse_file.c checks that first.
 */
#ifndef TN_LANG_PARSE_LEXER_H
#define TN_LANG_PARSE_LEXER_H

#include "lang/parse/ast.h"
#include "lang/parse/diagnose.h"
#include "lang/parse/intern.h"
#include "lang/parse/token.h"

/* More levels than the parser lets anyone nest blocks. */
enum { LEXER_INDENTS = 256 };

#define LEXER_NUMBER_MAX INT64_C(2147483648) /* so that the lowest 32-bit number can be written */

struct token {
    uint8_t kind;   /* enum token_kind */
    uint8_t word;   /* enum soft_word of a NAME */
    bool first;     /* nothing stands before it on its line */
    uint32_t depth; /* brackets open before it */
    struct span at;
    uint32_t offset, end; /* bytes in the source */
    const char *name;     /* NAME and reserved words: the spelling; TEXT: the content, escapes removed; all interned */
    int64_t number;       /* NUMBER */
};

struct lexer {
    const char *text;
    uint32_t size, pos, line_start, line;
    uint16_t file;
    uint32_t depth;
    uint32_t indents[LEXER_INDENTS];
    uint32_t n_indents;
    uint32_t dedents_due;
    bool indent_due, newline_due;
    bool line_begins; /* the next token is the first of a logical line */
    bool in_line;     /* the logical line has begun and its NEWLINE is due */
    bool first;       /* no token was read on this physical line yet */
    bool tab_told;
    struct interner *names;
    struct report *report;
};

void lexer_init(struct lexer *lx, struct interner *names, struct report *report, const struct source *source,
                uint16_t file);

struct token lexer_next(struct lexer *lx);

/* Goes back to `from`, the token at which the parser gave up, and skips to the end of its logical line; the next token
 * is that line's NEWLINE. A line that begins no deeper than the current block ends brackets that were left open. */
void lexer_recover(struct lexer *lx, const struct token *from);

/* After an INDENT was read: skips the block it opened, its DEDENT included. */
void lexer_skip_block(struct lexer *lx);

/* The spelling of a reserved word or operator; of the other kinds what an author would call them. */
const char *token_spelling(enum token_kind kind);

#endif
