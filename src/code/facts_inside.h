/* facts_inside.h: what the files of the facts share: the walk over a routine. See facts.h. */
#ifndef TN_CODE_FACTS_INSIDE_H
#define TN_CODE_FACTS_INSIDE_H

#include "code/facts.h"

#define FACT_ANY ((struct fact){.low = INT32_MIN, .high = INT32_MAX})

enum { FACT_LONG = 64 }; /* items of a list that are looked at */

struct walk {
    struct facts *f;
    uint32_t routine, n_regs;
    bool alive;            /* the operation can be reached */
    bool lists;            /* the routine has lists: writing a register may spoil what is known of others */
    uint8_t *dirty;        /* per routine: to be walked again */
    uint8_t *news;         /* per routine: it returns what it was not known to */
    uint8_t *table_news;   /* per table of routines: one of them does */
    struct fact regs[256]; /* before the operation */
};

/* facts.c: a call with the window at register a: whether it was seen to return; what this routine returns. */
bool walk_call(struct walk *w, uint32_t routine, uint32_t a);
void walk_return(struct walk *w, struct fact x);
bool fact_join(struct fact *to, struct fact x); /* whether it became weaker */

/* facts_ops.c: one operation that is no jump. */
void walk_op(struct walk *w, uint32_t pc);
/* What a conditional jump says about the registers when it is taken or not; false: that cannot happen. */
bool walk_decide(struct walk *w, uint32_t pc, bool taken);

#endif
