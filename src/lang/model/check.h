/* check.h: what the files of the checker share: where we are, what `this` is, which locals are visible. */
#ifndef TN_LANG_MODEL_CHECK_H
#define TN_LANG_MODEL_CHECK_H

#include "lang/model/declare.h"

enum body_place { IN_FLOW, IN_FUNCTION, IN_RULE, IN_PURE, IN_SCENARIO };

struct local {
    struct symbol *symbol;
    struct local *outer;
    int depth; /* how many are visible */
};

struct checker {
    struct model *m;
    struct local *locals;
    struct type this_type; /* T_UNKNOWN: no `this` here */
    int card;              /* the instance whose body it is, or NONE */
    enum body_place place;
    struct function *function;   /* whose body it is, or NULL */
    struct type result;          /* what return gives */
    bool act;                    /* the expression being looked at may act (it is a whole statement or after let) */
    bool condition;              /* it is that of an `if`: what is compared may act, too */
    bool source;                 /* it is gone through, member by member, at once */
    bool entries;                /* a variable with an index may stand here without it */
    int unreached;               /* conditions around it that this configuration does not fulfil */
    const struct node *assigned; /* what `=` gives a value, while it is looked at; else NULL */
    bool scenario;               /* A, B ... are players */
    bool together;               /* inside a `together` block */
    bool turn;                   /* inside a `turn` */
};

/* The verdict on a node: what it stands for and its type. */
struct type settle(struct node *n, struct symbol *s, struct type t);

/* The type of an expression; reports and gives T_UNKNOWN when it has none. `expected` helps names (T_UNKNOWN:
 * anything). */
struct type check_expr(struct checker *c, struct node *n, struct type expected);
/* The same, and reports when it does not fit. */
struct type check_fits(struct checker *c, struct node *n, struct type expected);
/* The condition, checked before, is that whatever happens */
bool check_decided(struct checker *c, struct node *n, bool as);
struct type check_call(struct checker *c, struct node *n, struct type expected);
/* The member type of what can be iterated or chosen from; T_UNKNOWN after a report. */
struct type check_source(struct checker *c, struct node *n, struct type expected);
void check_block(struct checker *c, struct node *block);
int check_caller(const struct checker *c); /* whose body it is: as in call_edge */
void check_present(struct checker *c, const struct node *n, const struct symbol *s); /* s is spoken of: is it there? */
void check_kept(struct checker *c, const struct node *n, struct type *t); /* a value that names can stand for */
void check_given_back(struct checker *c, struct node *n);                 /* what a def gives must outlast it */
struct symbol *check_bind(struct checker *c, struct node *at, const char *name, struct type t);
bool type_fits(struct model *m, struct type from, struct type to);
const char *type_cure(struct type expected, struct type found); /* "; ..." of what was meant, or "" */
/* One value where a list, zone, board or track could stand. */
struct type type_element(struct model *m, struct type t);
void check_pile(struct checker *c, struct node *zone); /* its order matters: it is a pile */
void check_template(struct checker *c, struct node *at, const char *text);
/* One side of the bar: names may be known behind it that are not before. */
void check_template_part(struct checker *c, struct node *at, const char *text, bool behind);
/* Names a person could have meant here, nearest scope first; returns how many. */
size_t check_visible(struct checker *c, const char **out, size_t cap);
/* The local, a card or space, that has a member of that name; NULL: none. */
const char *check_local_with(struct checker *c, const char *name);
/* The member that n, a FIELD, means of what it stands behind, which has that type; NULL: none. */
struct symbol *check_kind_member(struct checker *c, const struct node *n, struct type base);
/* The place of the name at the end of a node's text (s.cube, round generation), as a node to report at. */
struct node name_at_end(const struct node *n, const char *name);
struct node name_at_start(const struct node *n, const char *name);

/* Parses the text of a hole; NULL when it is no expression. */
struct node *template_hole(struct model *m, const struct node *at, const char *text, size_t size);
/* Returns the parameter that must be `this`, or NONE. */
int check_pattern(struct checker *c, struct node *pattern, int wanted);
struct reaction *model_reaction(struct model *m, struct node *n, int card, int kind);
void check_reaction(struct model *m, struct reaction *r);
void check_note_call(struct checker *c, const struct node *at, struct function *f); /* the body being checked calls f */

/* How the arguments of a call fill parameters. */
struct bound {
    struct node *value[MAX_PARAMETERS]; /* argument, default (then deflt is set), or NULL for a list */
    bool deflt[MAX_PARAMETERS];
    struct node *list[MAX_LIST]; /* items of the list parameter */
    int n_list;
    int list_param;  /* or NONE */
    bool list_named; /* the list was given by its name, whole */
};
/* Shared with the emitter. Reports only when `m` wants it (report true). */
bool bind_arguments(struct model *m, struct symbol **params, int n, struct node *args, struct node *at, bool report,
                    struct bound *out);
/* Only what is written: a parameter that is not given has no value. For patterns, where each may be left out. */
const char *list_parameters(struct model *m, struct symbol **params, int n); /* "a, b and c" */
bool bind_given(struct model *m, struct symbol **params, int n, struct node *args, bool report, struct bound *out);

/* What is printed on a card or space: the parameters of its kind filled by what the kind and those above it give,
 * then by its own arguments; `copies` is not one of them unless the kind declares it. Nodes of the bound values live
 * as long as this struct. */
struct printed {
    struct node *nodes[MAX_PARAMETERS];
    struct symbol symbols[MAX_PARAMETERS], *params[MAX_PARAMETERS];
    struct node args[MAX_LIST + MAX_PARAMETERS], *own;
    int n, n_given; /* parameters; how many of the arguments the kinds give */
    struct bound bound;
};
/* The parameter of a kind above that an argument of `kind x is y(argument)` gives; NULL: it gives none, and is
 * reported. */
struct symbol *kind_gives(struct model *m, int kind, const struct node *arg);
void printed_open(struct model *m, int kind, struct node *args, struct printed *out);
bool printed_bind(struct model *m, struct printed *p, struct node *at, bool report);

/* look.c: `look:` of everything that has one. */
void check_looks(struct model *m);

/* check_decl.c: what declarations give as defaults and first values. */
void check_declarations(struct model *m);
struct checker checker_make(struct model *m, enum body_place place);

#endif
