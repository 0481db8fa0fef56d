/* definition.h: the text of a game as its tools see it: files, tree and tokens, in all configurations at once; and
 * changes to the text that leave every other byte alone.
 *
 * Nothing is compiled here. Texts come from files (base/file.h), or from the list of those that would be changed: so a
 * change is tried before it is written. Invariants: tokens of a file are those the parser read, in order, up to EOF;
 * edits of one file do not overlap; applied to the file they keep a byte order mark and the ends of its lines.
 */
#ifndef DESIGN_DEFINITION_H
#define DESIGN_DEFINITION_H

#include "base/file.h"
#include "lang/parse/lexer.h"
#include "lang/parse/parser.h"

/* Bytes of a file, `to` not included. */
struct passage {
    uint32_t from, to;
};

struct design_tokens {
    struct token *data;
    size_t n; /* the last is EOF */
};

/* A file with another text than it has on disk. */
struct design_file {
    const char *path, *text;
    size_t size;
};

struct design_files {
    const struct design_file *data;
    size_t n;
};

struct definition {
    struct arena arena;
    struct diags diags; /* of parsing */
    struct sources sources;
    struct node *file;
    struct design_tokens *tokens; /* by source */
    bool *marked;                 /* by source: a byte order mark stands before its text */
    struct design_files instead;
    VEC(const char *) read; /* texts as they were read, marks included */
};

/* Reads the file and what it includes, those in `instead` as they are there. NULL with *status; a text with mistakes is
 * no reason (see diags). `instead` is borrowed for as long as the definition lives. */
struct definition *definition_open(const char *path, struct design_files instead, enum file_status *status);
void definition_free(struct definition *d);

/* Where a span begins. */
uint32_t definition_offset(const struct definition *d, struct span at);
/* The number of the token that begins at a place of a file, or that of EOF. */
size_t definition_token(const struct definition *d, struct span at);
/* Calls `each` for every declaration of every module; those of families only where `families`. */
void definition_each(const struct definition *d, bool families, void (*each)(void *user, struct node *n), void *user);
/* All of a declaration, with the block that hangs on it. */
struct passage definition_extent(const struct definition *d, const struct node *declaration);
/* A copy of the bytes in the arena. */
const char *definition_text(struct definition *d, uint16_t file, struct passage at);

/* The start of the line a byte stands on, and of the next one (or the end of the text). */
uint32_t line_start(const struct source *s, uint32_t offset);
uint32_t line_next(const struct source *s, uint32_t offset);
const char *line_end_of(const struct source *s); /* "\n" or "\r\n" */

/* ---- edits */
struct edit {
    uint16_t file;
    struct passage at;
    const char *text;
    uint32_t row, column; /* of the table it came from; 0: none */
    size_t order;
    struct passage made; /* where its text stands in the new file, once applied */
};
typedef VEC(struct edit) edit_list;

/* Sorts the edits, applies them and keeps the new texts of the files that differ in the arena. False: two of them
 * overlap (*clash is the later one), or memory is out. */
bool edits_apply(const struct definition *d, edit_list *edits, struct arena *arena, struct design_files *out,
                 const struct edit **clash);

#endif
