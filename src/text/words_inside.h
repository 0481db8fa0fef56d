/* words_inside.h: what only the files of the phraser share. */
#ifndef TN_TEXT_WORDS_INSIDE_H
#define TN_TEXT_WORDS_INSIDE_H

#include "text/words.h"

void words_hole(struct phraser *p, const struct symbol *s); /* the value of a local in its register */
void words_clause_hole(struct phraser *p, const struct symbol *card, const char *clause);
struct spoken_of *words_spoke_of(struct phraser *p,
                                 const struct function *f); /* a text that is printed says its words */
void words_counted(struct phraser *p, bool many);           /* the member that the number on this card counts */
void words_you(struct phraser *p, const char *you);         /* you, your, yours */
void words_units(struct phraser *p, long n);                /* so many are gained or lost */
/* ---- words_local.c */
const char *words_label(struct phraser *p, const struct symbol *s); /* one that is free, spoken from now on */
void words_say_label(struct phraser *p, const struct symbol *s);    /* the same, and it is said */
/* "that card" from now on, or "the other card", which is said; a number has a label. rest, later: the statements in
 * which others may be spoken of. */
void words_speak_that(struct phraser *p, const struct symbol *s, const struct node *rest, const struct node *later);
/* Is a value still what it was wherever the statements behind it speak of its name? */
bool words_stays(struct phraser *p, struct node *value, const struct symbol *s, const struct node *rest);
bool words_let_said(struct phraser *p, struct node *let); /* false: its name stands for its value */
void words_bind_let(struct phraser *p, struct node *let);
void phrase_let(struct phraser *p, struct node *let);
void phrase_value(struct phraser *p, struct node *n); /* what a name or variable becomes: "whether you have passed" */

/* ---- words_as.c */
void phrase_as(struct phraser *p, struct node *s);       /* as p: */
bool phrase_as_tells(struct phraser *p, struct node *s); /* of that player, statement by statement */
void phrase_as_each(struct phraser *p, struct node *s);  /* for me in ..., together me in ... */

size_t words_after_you(struct phraser *p, const char *text, size_t n); /* its first word is a verb; how much that is */
bool words_acting(struct phraser *p, const struct node *n);            /* a call that does something */
void words_bracket(struct phraser *p, struct mark m);                  /* around what was said since */
struct said words_take(struct phraser *p, struct mark m);              /* what was said since, taken out again */
/* "at least 3" of a condition that only compares that parameter with a number; false: it says something else. */
bool phrase_bound(struct phraser *p, struct node *condition, const struct symbol *parameter);
/* marks(blue): a function that looks at what is yours without its words saying so. */
bool counted_of_you(struct phraser *p, struct node *n);
bool depends(struct phraser *p, struct node *n);   /* on a condition that is not decided */
bool sums_each(struct phraser *p, struct node *n); /* a sum that is told thing by thing */
/* [a, b]: what is chosen from is joined by " or ", what is acted on by " and ". */
void phrase_items(struct phraser *p, struct node *set, const char *last);
void phrase_measure(struct phraser *p, struct node *n); /* of most(x in S: x.size): "size" */
void phrase_builtin(struct phraser *p, struct node *call);

/* ---- conditions (words_cond.c, words_compare.c) */
/* Whom a condition is about. */
struct subject {
    const struct symbol *symbol; /* a local, or NULL */
    bool me, card;               /* card: `this` */
    bool many;
    bool unsaid; /* that you have it goes without saying */
};

/* Does n speak of the subject, also through what its names stand for? At first with depth 0. */
bool subject_mentions(struct phraser *p, struct node *n, struct subject s, int depth);

int compare_flipped(int token, bool negate); /* the sign of the opposite, if negate */
const char *compare_relation(int token);     /* "at least ", "" for equal */
bool is_comparison(const struct node *n);    /* of two by a sign such as >= */
bool is_number_node(const struct node *n);
/* So many of what is counted: "at least 3 cards in your hand", "no city next to it". */
void compare_how_many(struct phraser *p, struct node *counted, int token, int32_t k);
void compare_numbers(struct phraser *p, struct node *n, int token);

#endif
