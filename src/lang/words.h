/* words.h: English from rules: phrases of expressions and statements, with holes where only play can tell.
 * One phraser writes prompts, reasons, labels (with registers) and card texts (without). */
#ifndef TN_LANG_WORDS_H
#define TN_LANG_WORDS_H

#include "lang/emit.h"

/* What a parameter stands for while the template of a function is written out. */
struct meaning {
    const struct symbol *param;
    struct node *value; /* argument, or NULL for a list */
    struct node *const *list;
    int n_list;
    const struct meaning *outer;  /* next of the same call, then those of the caller */
    const struct meaning *caller; /* in which the value itself is to be read */
};

struct phraser {
    struct emitter *e;
    struct buf text;                 /* literal text not yet a piece */
    VEC(struct piece) pieces;
    const struct meaning *meanings;
    bool live;  /* locals are in registers: they become holes */
    int depth;  /* bounds inlining */
};

void phrase_expr(struct phraser *p, struct node *n);
void phrase_block(struct phraser *p, struct node *block); /* statements joined by "; " */
void phrase_open(struct phraser *p, struct emitter *e, bool live);
/* The finished words; frees the phraser. */
struct words phrase_close(struct phraser *p);
/* The finished text when there are no holes, in the program's arena; frees the phraser. */
const char *phrase_close_text(struct phraser *p);

#endif
