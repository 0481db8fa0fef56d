/* query.h: a definition as an editor sees it: what it declares, where each name is used, what is wrong with it.
 *
 * A query is made from text, also from text with mistakes, and keeps nothing of the compiler: names, uses and messages
 * are plain arrays in its arena. Names are those of the first configuration (two seats, every option as it comes);
 * messages are those of all configurations, each once. The outline comes from the tree, so it has every module.
 * Invariants: uses are sorted by place; a use covers its name as it is written, quotes included; a note follows the
 * error or warning it belongs to.
 */
#ifndef TN_LANG_QUERY_H
#define TN_LANG_QUERY_H

#include "lang/model/sema.h"
#include "lang/parse/parser.h"

enum { QUERY_FILE = 100 };                           /* query_name.kind beyond enum symbol_kind: an included file */
enum { QUERY_OF_NOBODY = -1, QUERY_OF_PLAYER = -2 }; /* query_name.owner below the numbers of kinds */

struct query_name {
    const char *name;
    uint8_t kind;  /* enum symbol_kind or QUERY_FILE */
    bool acts;     /* a verb: it stands alone or after `let x =` */
    int32_t owner; /* kind that has it as a member, or one of the above */
    uint32_t of;   /* SYM_LOCAL: number of the function whose parameter it is, plus one; else 0 */
    int32_t by;    /* of a variable: the sort of name it is indexed by, or NONE */
    struct type type;
    const char *type_text; /* type in words, or NULL */
    const char *written;   /* the line that declares it, trimmed, or NULL */
    const char *text;      /* of a card or space: generated; of a built-in: what it does; or NULL */
    struct span at;        /* its name in the declaration; line 0: it is built in */
};

struct query_use {
    struct span at;
    uint32_t name; /* into names */
};

struct query_kind {
    const char *name;
    int parent; /* or NONE */
    bool is_space;
};

/* Of the outline, in the order of each file. */
struct query_item {
    const char *name, *word; /* word: kind, def, value ...; a card: the name of its kind */
    uint8_t node;            /* enum node_kind */
    uint8_t depth;           /* 1: a member of the last item of depth 0 */
    struct span at;
};

struct query_message {
    int level;                             /* enum diag_level */
    const char *code, *text, *hint, *file; /* hint and file may be NULL */
    const char *wrong, *meant;             /* a word within the place, and what it should be; or NULL */
    uint32_t line, col, len;               /* as in struct diag: col and len in characters, from 1; 0: the whole */
};

/* An argument that stands for a parameter by its place alone. */
struct query_argument {
    struct span at;
    const char *parameter;
};

/* Where the lines of a source begin. */
struct query_lines {
    uint32_t *start;
    uint32_t n;
};

struct query {
    struct arena arena;
    struct sources sources;
    struct query_lines *lines; /* parallel to sources.files */
    struct node *file;
    VEC(struct query_name) names;
    VEC(struct query_use) uses;
    VEC(struct query_kind) kinds;
    VEC(struct query_item) items;
    VEC(struct query_message) messages;
    VEC(struct query_argument) arguments; /* in the order of the tree */
    VEC(struct span) labels;              /* words that stand for themselves: lines of the score */
    int stock_enum;                       /* number of the sort of name the players' stock is of, or NONE */
    bool complete;                        /* it compiled: card texts are there */
    bool failed;                          /* memory ran out somewhere: parts may be missing */
};

/* Reads, checks and compiles. `text` and what the reader gives must live as long as the query. NULL: no memory. */
struct query *query_new(const char *path, const char *text, size_t size, const struct source_reader *reader);
void query_free(struct query *q);

int query_file(const struct query *q, const char *path); /* number of a source, or NONE */
/* What is used or declared at a place (col in bytes from 1), with the span of the word there; NULL: nothing known. */
const struct query_name *query_at(const struct query *q, int file, uint32_t line, uint32_t col, struct span *at);
/* The number of the name used or declared there, into names, or NONE. */
int query_number_at(const struct query *q, int file, uint32_t line, uint32_t col, struct span *at);
/* The parameters of a function (of == its number + 1), or of a kind, ancestors' after its own; how many there are. */
size_t query_parameters(const struct query *q, const struct query_name *n, const struct query_name **out, size_t cap);
/* The first name of that spelling with a place in a file, else one that is built in; NULL: none. Locals excluded. */
const struct query_name *query_find(const struct query *q, const char *name);
bool query_kind_is(const struct query *q, int kind, int ancestor);
/* A line of a source without its end; *size is 0 where there is none. */
const char *query_line(const struct query *q, int file, uint32_t line, size_t *size);

size_t query_errors(const struct query *q);

/* query_rename.c */
/* All places of a name in the order of the files, its declaration where `declared`; `out` has room for every use and
 * one more. */
size_t query_places(const struct query *q, const struct query_name *n, bool declared, struct span *out);
/* A name as it is written, in quotes where it must be; NULL: it cannot be one. */
const char *query_spelling(struct arena *arena, const char *wanted);
struct query_renaming {
    uint32_t name; /* into names */
    const char *to;
};
struct query_edit {
    struct span at;
    const char *text;
};
struct query_edits {
    struct query_edit *data; /* by place */
    size_t n;
};
/* All of them at once, in the arena. NULL, or why they are refused. */
const char *query_rename(const struct query *q, const struct query_renaming *list, size_t n, struct arena *arena,
                         struct query_edits *out);

/* query_index.c */
void query_collect(void *query, struct model *m, const struct program *program);
void query_outline(struct query *q);
const char *query_word(const struct node *n); /* the word a declaration begins with; NULL: it is none of the outline */

#endif
