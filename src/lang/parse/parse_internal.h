/* parse_internal.h: what the files of the parser share. Only parse_*.c include it; parser.h is for everyone else.
 *
 * How errors travel: the function that meets one reports it and returns NULL with `panic` set; everybody above returns
 * NULL at once, up to the loop over the lines of a block, which calls parse_recover and goes on. So a node that is in
 * the tree is always complete, and a statement or declaration with an error is left out.
 *
 * How deep: every function that recurses goes through parse_enter, and `height` bounds what loops build upwards
 * (a + b + c ...), so no tree is deeper than a few times PARSE_DEPTH and later stages may recurse over it.
 *
 * Spans: an expression covers all its text (on its first line), a statement its keyword and the name it binds, a
 * declaration its name.
 */
#ifndef TN_LANG_PARSE_PARSE_INTERNAL_H
#define TN_LANG_PARSE_PARSE_INTERNAL_H

#include "lang/parse/lexer.h"
#include "lang/parse/parser.h"

enum {
    PARSE_DEPTH = 200,
    PARSE_LOOKAHEAD = 4,
    PARSE_INCLUDES = 16,          /* files open at the same time */
    PARSE_FILES = 1000,           /* files of one game */
    PARSE_NODES = 4 * 1024 * 1024 /* nodes of one game: bounds memory whatever the text is */
};

#define PARSE_SOURCE_MAX ((size_t)16 * 1024 * 1024)

/* A file being read. Never holds tokens of more than one logical line: see parse_peek. */
struct input {
    struct lexer lexer;
    struct token ring[PARSE_LOOKAHEAD];
    unsigned n;
    const char *path; /* joined and tidied, interned */
    struct input *parent;
};

struct known_kind {
    const char *name;
    struct known_kind *next;
};

struct parser {
    struct arena *arena;
    struct report report;
    struct interner names;
    struct sources *sources;
    const struct source_reader *reader;
    struct input *in;
    struct span *included_at; /* by file: where the include stands; line 0 for the main file */
    size_t files_cap;
    size_t n_nodes;
    struct token prev;                /* the token consumed last */
    struct token starter;             /* first token of the statement or declaration being read; see parse_misspelt */
    struct token second;              /* the one behind it */
    const char *const *starter_words; /* what could have stood there */
    size_t n_starter_words;
    const struct node *clause; /* the last that was read, at the start of its line: a misspelt `either` is one */
    const struct node *amount; /* the AMOUNT whose unit is prev, else stale; see parse_fail_end */
    uint32_t amount_from;      /* where its text begins */
    struct token bracket;      /* the innermost bracket that is open; kind EOF: none */
    const struct node *callee; /* what the innermost open argument list is given to; NULL: none */
    unsigned depth, height;
    unsigned semicolons; /* read so far on this line; see W07 */
    bool in_look;        /* inside `look:`, where a text may follow names */
    bool in_board;       /* among the arguments of a board, where `8 x 8 cell` stands for its rows */
    bool panic;
    struct known_kind *kinds; /* of all files, once somebody asks: words that are not misspelt */
    bool kinds_known;
    struct node spare; /* stands in for nodes when memory is out; never reaches a caller of parse_game */
};

struct node_list {
    struct node *head;
    struct node **tail; /* NULL while empty */
};

/* ---- tokens */
void parse_fill(struct parser *p);
static inline const struct token *parse_token(struct parser *p) {
    if (p->in->n == 0) parse_fill(p);
    return &p->in->ring[0];
}
static inline enum token_kind parse_kind(struct parser *p) {
    return (enum token_kind)parse_token(p)->kind;
}
/* The k-th token behind the current one, never past the end of the logical line (then its NEWLINE). */
const struct token *parse_peek(struct parser *p, unsigned k);
const struct token *parse_advance(struct parser *p); /* the token consumed, which is p->prev */
bool parse_accept(struct parser *p, enum token_kind kind);
/* `role` says in words what is wanted ("\":\" after the name"); NULL takes the token's spelling. */
bool parse_expect(struct parser *p, enum token_kind kind, const char *role);
bool parse_at_name(struct parser *p); /* a NAME or a TEXT, which is a quoted name */
const char *parse_text_opt(struct parser *p);
const char *parse_name(struct parser *p, const char *role); /* NULL after an error */

/* ---- errors; all return NULL */
void *parse_fail_at(struct parser *p, struct span at, enum diag_code code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void *parse_fail(struct parser *p, const char *expected); /* "expected ..., found ..." at the current token */
void *parse_fail_operand(struct parser *p);               /* an expression is missing */
void *parse_fail_close(struct parser *p, const struct token *open, const char *expected);
void *parse_fail_end(struct parser *p, const char *expected); /* where a statement should have ended */
bool parse_end_line(struct parser *p);                        /* consumes NEWLINE or fails */
void parse_recover(struct parser *p);
void parse_unexpected_indent(struct parser *p);
bool parse_misspelt_inside(struct parser *p); /* the same for a word before, in front of or behind an operand */
/* Reports a word that is very like one of these; false when it is not. */
bool parse_blame_clause(struct parser *p, const char *word); /* the clause above was meant to be that word */
bool parse_blame(struct parser *p, const struct token *t, const char *const *words, size_t n);
bool parse_misspelt(struct parser *p); /* true, and the error is reported, when the line begins with such a word */
/* Remembers how a line begins, so that an error in it may be traced to a misspelt first word. */
void parse_start(struct parser *p, const char *const *words, size_t n);

/* ---- nodes */
bool parse_enter(struct parser *p);
void parse_leave(struct parser *p);
/* Consumes an opening bracket into *open and enters; parse_close with the bracket that was open before leaves. */
bool parse_open(struct parser *p, struct token *open, struct token *outer);
void parse_close(struct parser *p, const struct token *outer);
struct node *parse_node(struct parser *p, enum node_kind kind, struct span at);
struct node *parse_name_node(struct parser *p, const struct token *t);
void parse_list_add(struct node_list *list, struct node *n);
/* `from` stretched to the end of the last token, if that is on the same line. */
struct span parse_span(const struct parser *p, struct span from);

/* ---- parse_expr.c */
struct node *parse_expr(struct parser *p);
bool parse_exprs(struct parser *p, struct node_list *list);                            /* e, e, e */
bool parse_args_opt(struct parser *p, struct node_list *list);                         /* at "(", or nothing */
struct node *parse_cond(struct parser *p, struct token start, struct node *condition); /* at "then" */
bool parse_starts_operand(const struct token *t);

/* ---- parse_stmt.c */
struct node *parse_suite(struct parser *p, bool *inlined); /* ":" block; `inlined` may be NULL */
struct node *parse_reaction(struct parser *p);
/* At `for` and the like, or at a comma: the name behind it, `in source` and `where condition`. */
struct node *parse_binding(struct parser *p, enum node_kind kind);
struct node *parse_clause(struct parser *p, const struct token *key, struct node *args, struct span at);
/* ":" and then either one item on the same line or an indented block of items, each read by `item`. */
bool parse_items(struct parser *p, struct node *(*item)(struct parser *p), struct node_list *list);

/* ---- parse_type.c and parse_decl.c */
struct node *parse_type(struct parser *p);
bool parse_params_opt(struct parser *p, struct node_list *list);
struct node *parse_member(struct parser *p);
struct node *parse_top(struct parser *p);

/* ---- parse_file.c */
struct node *parse_include(struct parser *p);
bool parse_is_kind(struct parser *p, const char *name); /* does any file of the game, read yet or not, declare it? */

#endif
