/* tree.h: what a rule says, as a tree of phrases: who does what, how much of which thing, where, and on what condition.
 *
 * build*.c make the tree of a rule from the checked model, once; whoever shows a rule (face.c) reads it and never looks
 * at the rule again. Calls are opened: `produce(2 steel)` is the change of a variable, whatever the verb is called.
 * Invariants:
 * - Everything lives in the arena of the builder and is const once build_* has returned it.
 * - The tree is complete or says that it is not: what has no phrase is a TREE_text that stands for the
 *   words of its statement. Nothing is left out but what follows from the rest: that something must be there to be
 *   taken, that a space must be free, what is only noted down (variables with `look: none`), signals nobody answers.
 * - Things are references by number, never names. Polarity, number and whom it is about are fields.
 * Example, "pay(2 money); place(forest)" of a card that is used:
 *   swap{pay: [lose{2 money}], get: [put{forest, at: usual}]}
 */
#ifndef TN_TEXT_TREE_H
#define TN_TEXT_TREE_H

#include "lang/model/sema.h"

enum { MAX_TERMS = 4, MAX_NEAR = 4, MAX_AMOUNTS = 8, MAX_REFS = 8 };

enum ref_sort { REF_NONE, REF_MEMBER, REF_ENUM, REF_TRACK, REF_LAPS, REF_VAR, REF_KIND, REF_CARD, REF_ZONE, REF_BOARD };
struct ref {
    enum ref_sort sort;
    int index; /* MEMBER: in model.members; ENUM: any of its members; else the number in the model */
};
struct refs {
    struct ref ref[MAX_REFS];
    int n;
};

/* Whose: ANY is one player of the reader's choice (or, of an event, whoever it is), OTHERS the same without the reader;
 * ALL is everybody together. */
enum who { WHO_ME, WHO_ANY, WHO_OTHERS, WHO_ALL };

/* What lies next to a space: at least so many, or none. */
struct beside {
    struct ref of; /* REF_NONE: any piece */
    enum who who;
    int min;
    bool none; /* there must be none of it */
};

/* Spaces, and what lies on them. */
struct area {
    const uint32_t *spaces; /* a set of spaces of boards in use; NULL: all of them */
    struct beside near[MAX_NEAR];
    int n_near;
    bool beside_it;  /* next to the space just spoken of, or the card's own */
    bool is_free;    /* nothing lies there */
    bool usual;      /* where such a thing goes anyway: nothing need be said */
    struct ref what; /* lies there, or is printed there; REF_NONE: nothing was said */
    enum who who;    /* whose that is */
};

/* So many things as there are. */
struct count {
    struct ref of;
    struct ref in; /* where: a variable with an index, a zone, a kind of card; REF_NONE: what is in play */
    enum who who;
    int each, over;        /* one for each so many; only those beyond */
    bool cube;             /* what lies on this card */
    const struct area *at; /* NULL: anywhere */
    const char *has;       /* only cards with that rule: what it is called; NULL: any */
};

/* n, or n times a chosen number, or n for each that is counted. */
struct term {
    int n;
    char x; /* letter of a chosen number, or 0 */
    const struct count *per;
};
/* The sum of the terms, constant first; none: 0. With `condition`: this if it holds, else `otherwise`. */
struct number {
    struct term term[MAX_TERMS];
    int n;
    const struct cond *condition;
    const struct number *otherwise;
};
struct amount {
    struct number n;
    struct ref of;
};

/* A count within bounds. */
struct cond {
    struct count count;
    const struct number *min, *max; /* NULL: no bound */
    const struct cond *next;        /* and */
};

enum tree_verb {
    TREE_gain,
    TREE_lose,
    TREE_pay,
    TREE_swap,
    TREE_change,
    TREE_step,
    TREE_put,
    TREE_take,
    TREE_draw,
    TREE_discard,
    TREE_keep,
    TREE_hold,
    TREE_either,
    TREE_may,
    TREE_if,
    TREE_repeat,
    TREE_do,
    TREE_each,
    TREE_choose,
    TREE_finish,
    TREE_text,
};
enum holder { ON_this, ON_mine, ON_any };

struct tree;
struct trees {
    struct tree *first;
};
struct tree {
    enum tree_verb verb;
    const struct node *at; /* TEXT: the statement whose words stand here; NULL: those of the whole clause */
    enum who who;
    enum holder on;   /* HOLD: whose card */
    bool upto;        /* as much of it as there is */
    struct ref of;    /* CHANGE, STEP: what changes; HOLD, PUT, TAKE: the thing; DO: the kind of card */
    struct refs with; /* PAY: what may be used; DO: tags the card must have */
    struct amount a[MAX_AMOUNTS];
    int n_a;
    struct number n;         /* STEP, HOLD, PUT, DRAW, DISCARD, REPEAT */
    struct area place;       /* PUT, TAKE */
    const struct cond *cond; /* IF */
    struct trees pay, get;   /* SWAP; MAY, REPEAT, EACH: get; IF: get and other */
    struct trees other;
    struct trees option[MAX_AMOUNTS]; /* EITHER */
    int n_options;
    char x;              /* CHOOSE: its letter */
    int from, to;        /* CHOOSE: to below from: no limit, or `n` if there is one. KEEP: looked at, kept (to) */
    struct amount price; /* KEEP: for each */
    bool priced;
    const char *word;           /* DO: the verb, as one word */
    const struct function *def; /* the verb it says, the outermost that has words; NULL: none */
    struct tree *next;
};

/* What a card listens to. */
struct happening {
    const struct function *signal;
    struct ref of;      /* the kind of card or thing it is about */
    struct refs things; /* one of them */
    enum who who;
    int min;               /* the number it is about is at least that; 0: any */
    const char *attribute; /* which number of the card that is, or NULL */
    const struct area *at;
};

/* A value that a card changes. */
struct adjustment {
    const struct function *value;
    struct ref on;  /* the kind of card it is the value of */
    struct refs of; /* about these, or about cards with these tags */
    struct number by;
    struct refs with; /* a set becomes larger by these */
    bool holds;       /* a condition becomes true */
    bool this_card;
    enum who who;
    struct ref unit;
};

struct builder {
    struct model *m;
    struct arena *arena;
    struct sense *spare; /* what is written to once memory is out; nothing built is used then */
    struct tree *spare_tree;
    int card;                     /* the card `this` is, or NONE */
    struct ref held;              /* what lies on it */
    int steps;                    /* bounds the work: past MAX_STEPS everything stays in words */
    int depth;                    /* verbs opened within one another */
    bool whole;                   /* names of this rule are spoken of by something that has no phrase */
    bool impossible;              /* what is being built cannot happen in this configuration */
    bool noted;                   /* something was written that is not shown */
    struct node *ending;          /* of what was so written, a flag with which the game ends */
    bool reacting;                /* it answers a signal: it is done as often as that happens */
    int letters;                  /* numbers chosen so far */
    const struct function *verb;  /* being opened */
    const struct sense *result;   /* what the verb just opened has given */
    struct tree *looking;         /* cards are being looked at: the KEEP that says so */
    int handed;                   /* 1 + a variable of the table from which the next statement takes */
    const struct sense *unit;     /* the member chosen that an amount is of, or NULL */
    const struct symbol *assumed; /* a flag of the table, taken to be `assumed_value` */
    int32_t assumed_value;
    const struct symbol *looked; /* the zone they lie in */
};

/* A rule; never fails: what has no phrase is text. `price`: what comes first is the price of the rest. */
struct trees build_rule(struct builder *b, const struct node *block, bool price);
/* false: there is no phrase for it. */
bool build_condition(struct builder *b, struct node *n, const struct cond **out);
bool build_happening(struct builder *b, const struct node *pattern, struct happening *out);
bool build_adjustment(struct builder *b, const struct node *adjust, struct adjustment *out);
bool build_words(const struct trees *b); /* whether words stand in it */

#endif
