/* facts.h: what holds of every register wherever an operation begins, however the rules got there.
 *
 * Forwards over the whole program: ranges of numbers, what is known of amounts and lists, joined where ways meet, and
 * over all calls of a routine. A fact may be weaker than the truth, never stronger, for positions that came about by
 * playing; a sum that changes by at most FACT_TAME at a time is taken not to wrap (that would take 65,000 additions).
 * Used by cannot_fail.c to prove that stores, gains and questions cannot fail.
 */
#ifndef TN_CODE_FACTS_H
#define TN_CODE_FACTS_H

#include "base/arena.h"
#include "code/program.h"

enum { FACT_TAME = INT16_MAX };

enum {
    IS_COUNT = 1,      /* an amount of 0 or more */
    IS_ENDLESS = 2,    /* an amount of a unit without a total */
    IS_UPTO = 4,       /* an amount marked `upto` */
    IS_COUNTS = 8,     /* a list of such as IS_COUNT */
    IS_ENDLESSES = 16, /* a list of such as IS_ENDLESS */
    IS_EXACT = 32,     /* of what an operation wrote: arithmetic did not wrap */
    IS_HERE = 64,      /* a list whose items stand in registers of this frame */
};
enum { IS_LISTED = IS_COUNTS | IS_ENDLESSES | IS_HERE };

/* Without padding: facts are compared byte by byte. */
struct fact {
    int32_t low, high;
    uint8_t is;
    /* IS_COUNTS, IS_ENDLESSES, IS_HERE of a list on this frame: registers list + 1 .. list + items hold it; 0:
     * elsewhere */
    uint8_t list;
    uint16_t items;
};

/* What an operation needs so that it cannot fail. */
enum {
    NEED_FAILS = 1,      /* nothing would do */
    NEED_POSITIVE_A = 2, /* register a >= 0 */
    NEED_COUNT_B = 4,    /* register b is IS_COUNT */
    NEED_ENDLESS_B = 8,  /* register b is IS_ENDLESS */
    NEED_OWNER_C = 16,   /* register c names an owner of a stock */
    NEED_NOTHING = 32,   /* it is never reached */
};

struct facts {
    const struct program *p;
    struct arena arena;
    struct fact *args; /* of routine i from first_arg[i] on: me, this, arguments */
    uint32_t *first_arg;
    struct fact *results;      /* per routine: the one word it returns */
    uint8_t *called, *returns; /* per routine: whether it was seen to */
    struct fact *states;       /* registers where ways meet or part */
    uint32_t *state_at;        /* per code word: first of its states, or UINT32_MAX */
    uint8_t *marks;            /* per code word: where states are, and loops begin */
    uint8_t *reached;          /* per code word */
    struct fact *written;      /* per code word: what the operation there wrote; of a comparison, register b */
    uint8_t *needs;            /* per code word: NEED_* */
    struct fact *tables;       /* per table of numbers: what a row of it is */
    bool totals;               /* a unit of the stock has a total */
    bool outs;                 /* a seat can be eliminated */
};

enum facts_status { FACTS_OK, FACTS_TOO_LARGE, FACTS_NO_MEMORY };
/* The program must have been verified. Free `f` whatever the result. */
enum facts_status facts_find(struct facts *f, const struct program *p);
void facts_free(struct facts *f);

/* What holds of a value that is known. */
struct fact fact_of(const struct facts *f, int32_t value);
bool unit_endless(const struct program *p, int32_t unit);
bool fact_owner(const struct program *p, struct fact x); /* surely an owner of a stock */
bool fact_endless_unit(const struct facts *f, struct fact x);

#endif
