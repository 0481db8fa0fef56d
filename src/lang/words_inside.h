/* words_inside.h: what only the files of the phraser share. */
#ifndef TN_LANG_WORDS_INSIDE_H
#define TN_LANG_WORDS_INSIDE_H

#include "lang/words.h"

void words_hole(struct phraser *p, const struct symbol *s); /* the value of a local in its register */
void words_clause_hole(struct phraser *p, const struct symbol *card, const char *clause);
void words_cut(struct phraser *p, size_t n); /* the text not yet a piece, to its first n bytes */
void words_article(struct phraser *p, struct mark noun); /* "a" or "an" before what was said since then */
const char *words_title(const struct symbol *s);          /* how people call it: its text, or its name */
/* "at least 3" of a condition that only compares that parameter with a number; false: it says something else. */
bool phrase_bound(struct phraser *p, struct node *condition, const struct symbol *parameter);
/* marks(blue): a function that looks at what is yours without its words saying so. */
bool counted_of_you(struct phraser *p, struct node *n);
bool sums_each(struct phraser *p, struct node *n); /* a sum that is told thing by thing */
void phrase_builtin(struct phraser *p, struct node *call);

#endif
