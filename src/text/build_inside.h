/* build_inside.h: what only the files that build trees share: what the names of a rule stand for while it is opened. */
#ifndef TN_TEXT_BUILD_INSIDE_H
#define TN_TEXT_BUILD_INSIDE_H

#include "lang/model/check.h"
#include "text/tree.h"

enum { MAX_STEPS_OF_RULE = 60000, MAX_VERBS = 12, MAX_STATIC = 1000 };

/* Something known without playing. */
enum known_sort { KNOWN_number, KNOWN_member, KNOWN_card, KNOWN_space, KNOWN_amount, KNOWN_none };
struct known {
    enum known_sort sort;
    int32_t v; /* MEMBER, AMOUNT: the member in model.members; NONE: nothing */
    int32_t n; /* AMOUNT: how many */
};

/* A card that is chosen. */
struct picked {
    enum holder on;
    int kind;
    const struct symbol *zone; /* or NULL */
    struct ref holds;          /* what must lie on it */
    struct refs tags;
    int counted;               /* 1 + a number on it that is above 0; 0: none */
    bool narrow;               /* of a kind that not all there are of */
    const struct symbol *rule; /* it must have that rule */
    struct number n;           /* how many are taken */
};

enum sense_kind {
    SENSE_node, /* an argument: read it in `in` */
    SENSE_list, /* the arguments of a list parameter */
    SENSE_known,
    SENSE_who,    /* a player: chosen, or each of several */
    SENSE_space,  /* chosen */
    SENSE_card,   /* chosen */
    SENSE_number, /* chosen: a letter */
    SENSE_member, /* any of an enum */
    SENSE_taken,  /* what a phrase took away */
    SENSE_kept,   /* the cards of a KEEP that are kept */
    SENSE_event,  /* what a signal tells */
};
struct sense {
    enum sense_kind kind;
    const struct symbol *symbol;
    const struct sense *outer; /* the names around it */
    struct node *node;
    const struct sense *in;
    bool deflt; /* nobody gave it */
    struct node *const *list;
    int n_list;
    struct known known;
    enum who who;
    const struct area *place;
    const struct picked *card;
    char x;
    struct ref ref;
    struct tree *phrase;
    int wants_var; /* WHO, MEMBER: 1 + a variable it was chosen by: it is above 0. Only what takes of it may follow */
    struct ref wants_of;
    bool used; /* SPACE: something was put there, whose it is goes without saying; WHO: somebody chooses who that is */
};

/* An expression and the names it is read with. */
struct seen {
    struct node *n;
    const struct sense *in;
};
#define SEEN(node, scope) ((struct seen){(node), (scope)})

/* ---- build_static.c */
bool is_builtin(const struct node *call, int which);
const struct sense *sense_of(const struct sense *scope, const struct symbol *s);
/* What a local stands for; NULL: it is none, or stands for an expression, which seen_bare has followed. */
const struct sense *sense_at(struct seen s);
struct seen seen_bare(struct builder *b, struct seen s); /* without brackets, through options, arguments, decided ifs */
bool seen_open(struct builder *b, struct seen s,
               struct seen *body); /* the body of a function or value that is called */
struct sense *sense_add(struct builder *b, const struct sense *outer, enum sense_kind kind, const struct symbol *s);
const struct sense *sense_bind(struct builder *b, struct symbol **params, int n, struct node *args,
                               const struct sense *in);
bool known_of(struct builder *b, struct seen s, struct known *out);
bool known_printed(struct builder *b, struct node *n, struct type t, struct known *out);
struct ref known_ref(struct known k);
bool known_number(struct builder *b, struct seen s, int32_t *out);
/* The members of what is known; -1: it is not. */
int known_members(struct builder *b, struct seen set, struct known *out, int cap);
struct ref ref_of(struct builder *b, struct seen s);             /* a member, track, kind, card; REF_NONE: not known */
bool seen_same(struct builder *b, struct seen x, struct seen y); /* alike, whatever their own names are called */
bool who_of(struct builder *b, struct seen player, enum who *out);
bool who_counted(struct builder *b, struct seen player, enum who *out);
/* The variable of a place to write or read, whose it is and its index; false: it is none. */
struct spot {
    const struct var_info *var;
    int number;
    struct seen owner; /* n NULL: the table's, or this card's */
    struct seen index; /* n NULL: none */
};
bool spot_of(struct builder *b, struct seen s, struct spot *out);
bool var_hidden(const struct var_info *v);
bool ref_same(struct ref a, struct ref b);
bool refs_add(struct refs *list, struct ref r);

/* ---- build_area.c */
bool area_of(struct builder *b, struct seen set, struct area *out);
bool area_where(struct builder *b, struct seen condition, const struct symbol *s, struct area *out);

/* ---- build_number.c */
bool number_of(struct builder *b, struct seen s, struct number *out);
bool number_constant(const struct number *n, int32_t *out);
void number_scale(struct number *n, int by);
bool number_same(const struct number *x, const struct number *y);
bool count_of(struct builder *b, struct seen s, struct count *out);
bool cond_of(struct builder *b, struct seen s, bool negate, const struct cond **out);
/* Tags that a card must have by the condition: icons(c, t) > 0. */
bool counts_tag(struct builder *b, struct seen s, const struct symbol *card, struct ref *tag);

/* ---- build.c */
/* Whether what is done to it fits why it could be chosen. */
bool sense_meets(const struct sense *s, int var, struct ref of, bool taking);
bool statements_of(struct builder *b, struct node *first, const struct sense **scope, struct trees *out);
struct tree *tree_add(struct builder *b, struct trees *out, enum tree_verb verb, const struct node *at);
bool put_changes(struct builder *b, struct trees *out, struct tree *p); /* parts it where an amount has a condition */

/* ---- build_guard.c */
bool is_supply(const struct node *place); /* supply[x] */
bool ends_rule(const struct node *block); /* it begins with `return` */
/* Nothing of it is left, or the track is at its end: then nothing happens. */
bool is_used_up(struct builder *b, struct seen c);
/* The condition of a choice that was made holds of it. */
bool holds_of_choice(struct builder *b, struct seen c);
/* A condition of what is done (block, as phrases body) that follows from it. */
bool goes_without_saying(struct builder *b, struct seen c, const struct node *block, const struct trees *body);

/* ---- build_call.c */
bool call_of(struct builder *b, struct seen call, struct trees *out);
bool amounts_in(struct builder *b, struct seen s, struct amount *out, int *n, bool *upto);
void price_first(struct builder *b, struct trees *out);
/* defined(c.rule) of that card: the rule, or NULL; what it is called. */
const struct symbol *rule_defined(struct builder *b, struct seen c, const struct symbol *card);
const char *rule_called(const struct builder *b, const struct symbol *rule);
/* The phrase an author names for a def or a rule; false: it stays in words. */
bool phrase_drawn(struct builder *b, const struct node *look, const struct sense *scope, struct tree *p);
/* What a card is chosen from and must be like. */
bool picked_of(struct builder *b, struct seen source, struct seen where, const struct symbol *s, struct picked *out);

#endif
