/* The syntax tree of a definition: what the parser makes and the checker annotates.
 *
 * One node shape for everything; nodes.def says what the fields hold for each kind. All nodes, names and texts live
 * in the arena given to the parser, so a tree is freed by freeing that arena. Names are interned: two equal names of
 * one tree have the same address, and the checker compares pointers. Trees keep no positions beyond `at`.
 */
#ifndef TN_LANG_PARSE_AST_H
#define TN_LANG_PARSE_AST_H

#include <stddef.h>
#include <stdint.h>

enum node_kind {
#define NODE(kind, fields) N_##kind,
#include "nodes.def"
#undef NODE
    N_KINDS
};

struct span {
    uint16_t file; /* index into sources.files */
    uint16_t len;  /* bytes on that line, at least 1 */
    uint32_t line; /* from 1 */
    uint32_t col;  /* byte column from 1 */
};

struct symbol; /* sema.h: what a name was resolved to */
struct scope;

/* The checker's verdict on an expression; sema.h says what the numbers mean. */
struct type {
    uint8_t base;  /* enum type_base */
    uint8_t flags; /* VF_SET, VF_LIST */
    uint16_t of;   /* enum number, kind number: which declaration, by base */
};

/* A checked tree is settled, and so is the model made of it: the layers behind the checker are compiled with
 * TN_READS_ONLY (CMakeLists.txt), for them every field is const. */
#ifdef TN_READS_ONLY
#define SETTLED const
#else
#define SETTLED
#endif

struct node {
    SETTLED uint8_t kind; /* enum node_kind */
    SETTLED struct span at;
    const char *SETTLED name;
    const char *SETTLED text; /* template, title or prompt, escapes removed; NULL when none was written */
    SETTLED int64_t number;
    struct node *SETTLED a, *SETTLED b, *SETTLED c;
    struct node *SETTLED kids, *SETTLED next;
    struct node *SETTLED look;           /* DEF, SIGNAL, BLOCK of a CLAUSE: what stands behind their `look:`, or NULL */
    SETTLED struct type type;            /* checker: type of an expression */
    struct symbol *SETTLED symbol;       /* checker: what a name, call, member or declaration stands for */
    struct symbol *SETTLED where_symbol; /* checker: CHOOSE with take: the candidate its `where` talks about; what a
                                          * family put in the place of its name: that name */
};

struct arena;
/* A node nobody wrote: a copy of `like`, or NULL when memory is out. */
struct node *node_made(struct arena *arena, struct node like);
/* A copy of the node, those behind it and all below them; NULL when memory is out (arena.failed). */
struct node *node_copy(struct arena *arena, const struct node *n);
/* The same statement with another block. */
struct node node_with_block(const struct node *n, struct node *block);
/* The same without those behind it. */
struct node node_alone(const struct node *n);

/* The expression inside any parentheses; NULL stays NULL. */
static inline struct node *node_bare(const struct node *n) {
    while (n && n->kind == N_PAREN)
        n = n->a;
    return (struct node *)(uintptr_t)n;
}

/* What an author wrote behind `text:` or `flavour:`; NULL: something else than a text. */
static inline const char *node_written(const struct node *clause) {
    const struct node *s = clause->b ? clause->b->kids : NULL, *value = s && s->kind == N_DO ? s->a : s;
    if (!value || (value->kind != N_TEXT && value->kind != N_NAME)) return NULL;
    return value->text ? value->text : value->name;
}

/* The texts a tree was made from, in the order they were opened; [0] is the main file. */
struct source {
    const char *path;
    const char *text; /* NUL terminated, borrowed from the arena */
    size_t size;
};

struct sources {
    struct source *files;
    uint16_t n;
};

#endif
