/* api.h: what stands behind the opaque types of terrane.h. */
#ifndef TN_API_H
#define TN_API_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/diag.h"
#include "code/wordbook.h"
#include "lang/compile.h"
#include "lang/parse/ast.h"
#include "native/native.h"
#include "terrane_table.h"
#include "vm/machine.h"

/* What a scenario asks for. */
struct wanted_config {
    unsigned seats;
    const char *const *options;
    size_t n_options;
};

struct tn_source {
    struct arena arena; /* text, tree and everything below */
    struct diags parsed, compiled;
    struct node *file;
    struct sources sources;
    uint64_t hash;
    const char *title;
    unsigned min_seats, max_seats;
    VEC(tn_option) options;
    VEC(struct wanted_config) configs;
    const char *folder; /* of the main file, for includes */
};

/* The texts of a program, each with what it names, and where the sentences of clauses stand in those of their cards. */
struct printed_texts {
    struct arena arena;
    tn_text *cards, *clauses, *spaces, *gifts, *rules, *rule_names, *marks;
    const char **labels; /* "": something is filled in */
    struct stretch_of_text {
        size_t at, length;
    } * sentences;
};
/* printed.c; false: no memory. Freed with its arena. */
bool printed_texts_init(struct printed_texts *t, const struct program *p);

struct tn_game {
    struct program *program;
    size_t *shown_vars; /* variables a front end may show */
    size_t n_shown_vars;
    struct native native; /* zeroed: interpreted */
    const tn_game *plain; /* what it is a translation of, or NULL */
    const char **said;    /* scenario answers as strings, parallel to program.answers_said */
    struct printed_texts printed;
};

struct tn_words {
    struct wordbook book;
    struct diags diags;
};

struct tn_ctx {
    const tn_game *game; /* whose words it speaks */
    struct machine *machine;
    int32_t *told_cards; /* of the part of a line that has cards */
    void (*event)(void *user, const tn_event *);
    void *user;
    tn_state *tried;    /* picks.c: a copy of the position that picks are tried on */
    uint32_t *asked_of; /* picks.c: candidates, the picks that are wanted, a way to them: a third each */
    void (*traced)(void *user, const tn_traced *); /* trace.c */
    void *traced_user;
    tn_state *traced_was; /* a block to compare with; NULL: nobody was ever told */
    uint32_t *reached;    /* watch.c: places of the code, as a set; NULL: it has never watched */
};

/* picks.c */
bool picks_init(tn_ctx *c); /* false: no memory */
void picks_free(tn_ctx *c);

void watch_free(tn_ctx *c); /* watch.c */

/* A game around a program, which it owns from now on, also when memory is out. */
tn_status game_from_program(struct program *p, tn_game **out);

/* The program in the words of the definition: what is written for machines is written in these. */
static inline const struct program *plain_program(const tn_game *g) {
    return g->plain ? g->plain->program : g->program;
}

/* The text into out, as terrane.h promises for all text; frees it. */
size_t hand_over(struct buf *text, char *out, size_t cap);

static inline const struct state *state_of(const tn_state *s) {
    return (const struct state *)(const void *)s;
}
static inline struct state *state_of_mutable(tn_state *s) {
    return (struct state *)(void *)s;
}

/* Of TN_* to start with, what the machine is told. */
static inline unsigned start_flags(unsigned flags) {
    return (flags & TN_EXPLICIT_CHANCE ? START_EXPLICIT_CHANCE : 0u) | (flags & TN_ASK_ALL ? START_ASK_ALL : 0u) |
           (flags & TN_EACH_COPY ? START_EACH_COPY : 0u);
}

#endif
