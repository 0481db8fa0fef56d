/* slicer.h: what the files that make slices share (slice.h): slice_program.c says for what slices are made, slice.c
 * goes through the code, slice_loop.c has loops, slice_fold.c computes what is known, slice_effect.c has what changes
 * the position and reads it, slice_ask.c questions, slice_row.c rules of cards that nobody knows, slice_try.c what TRY
 * and CAN try, slice_end.c the ends.
 *
 * The code behind a question is gone through once for each *point*: a place, the calls opened around it, and what is
 * known of each register there. Registers of a routine that is opened are where its frame would be: behind those of who
 * called, from the base of its frame on; together they are the window. Registers of the slice itself (cursors, what was
 * paid) are numbered from EXTRA on while it is made, and lie in front of the window in the end: a call leaves zeros
 * behind its result.
 * Invariant: what the written code does to a register at run time is what the machine would do in an attempt, where
 * the register is V_RUN; a V_KNOWN one need not hold its value (`held`), a V_DEAD one is never read.
 */
#ifndef TN_CODE_SLICER_H
#define TN_CODE_SLICER_H

#include "base/arena.h"
#include "code/lookup.h"
#include "code/slice.h"

enum {
    WINDOW = 200,
    DEPTH = 10,      /* routines opened inside one another */
    CHANGES = 16,    /* entries that may have been changed on the way */
    EXTRA = 1000,    /* the first register of the slice itself */
    EXTRAS = 90,     /* so many at most */
    ASKINGS = 12,    /* questions on the ways of one slice */
    MOST_OPS = 4000, /* of a slice while it is made; see slice_tidy */
    MOST_POINTS = 1000,
    MOST_LABELS = 2000,
    RESTARTS = 12,
    PAYMENTS = 24,
    MOST_ROWS = 64, /* tables of slices for rules of a card */
};
#define NO_LABEL UINT32_MAX
/* Registers that every slice has: who is asked; whether something was unsure; the verdict; for computing. */
enum { X_ME = EXTRA - REG_ARGS, X_FLAG = EXTRA, X_VERDICT, X_A, X_B, X_C, X_FREE };
enum { GIVEN = 2000 }; /* a register of a row (slice_row.c) that it is handed */

enum val_kind { V_DEAD, V_RUN, V_KNOWN, V_LIST };
/* It is who is asked, whether the register holds that or not (`held`); an amount of `unit` that is not `upto`; what
 * listeners were asked for, which is mostly nothing, by routine `v`; what it held where a TRY or CAN stands. */
enum { TAG_ME = 1, TAG_UNIT = 2, TAG_HEARD = 4, TAG_FIRST = 8 };
struct val {
    int32_t v; /* V_KNOWN: the value; TAG_HEARD: who asked; V_LIST: the register of the window that counts the items */
    uint8_t kind; /* enum val_kind */
    uint8_t held; /* V_KNOWN, TAG_ME: the register holds it */
    uint8_t tag, unit;
};

struct level {
    uint32_t call; /* place of the CALL in the routine around it */
    uint16_t base, routine;
};
/* An entry of a variable, for all owners, is no more what the position says; index NONE: all entries. `paid`: 0, or the
 * register that says how much of it was paid by `me`. */
struct slice_change {
    uint16_t var, paid;
    int16_t index;
};
struct point {
    uint32_t pc;
    int32_t ask; /* the question whose next candidate is tried when something fails, or NONE */
    uint16_t depth, n_changes;
    uint32_t cards; /* cards were moved */
    struct level levels[DEPTH];
    struct slice_change changes[CHANGES];
    struct val vals[WINDOW];
};

struct asking {
    int32_t outer; /* the question around it, or NONE */
    uint32_t pc, depth;
    uint32_t next, doubt; /* labels: the next candidate; the same, but one was unsure, or NO_LABEL */
    uint8_t live[WINDOW];
};
/* A register that must be kept while the candidates of a question are tried. */
struct kept {
    uint32_t ask, reg;
};

/* The register for what is paid of a unit where a question is tried. */
struct slice_payment {
    int32_t unit, ask;
    uint32_t reg;
};

struct slice_line {
    struct word w;
    bool jumps; /* x is a label */
};
struct memo {
    uint32_t label;
    bool done;
    uint64_t hash; /* of `at`: points of one place differ late, in some register */
    struct point *at;
};

/* What a routine does, with what it calls. */
enum { PURE_NOT, PURE_YES };
struct purity {
    uint8_t pure;  /* it only computes: then `cards`, `reads` say from what, frames and regs the room it needs */
    uint8_t cards; /* it reads where cards lie */
    uint8_t odd;   /* not to be left out: it asks, or may come upon something hidden, or ends the game */
    uint8_t draws; /* it draws cards */
    uint8_t hears; /* it asks listeners: none of the live cards may be hidden where it is left out */
    uint16_t frames, regs;
    uint32_t *reads, *writes; /* variables, a bit each */
};

/* Slices for a rule that is chosen by a card, one for each card: where that rule is called, and what is known there. */
struct slice_rows {
    struct point at; /* the register of the card is dead */
    uint32_t table;  /* of the routines, or NO_LABEL */
    uint8_t needs;   /* of all of them */
};

struct slicer {
    struct program *p;
    struct arena *arena; /* scratch, all of it */
    uint8_t *cyclic;
    uint8_t *uses_this;       /* per routine: what the register of its card holds matters */
    struct purity *pure;      /* per routine */
    uint8_t *meets;           /* per routine: see slice_try.c */
    struct slice_head *heads; /* of loops: see slice_loop.c */
    uint16_t *head_at;        /* per word of the code: 1 + number of the head there, or 0 */
    uint32_t n_heads;
    uint8_t *joins; /* per word of the code: some jump leads there */
    struct slices *out;
    uint32_t var_words;
    /* of the slice being made */
    struct slice_line lines[MOST_OPS];
    uint32_t n_lines;
    uint32_t labels[MOST_LABELS];
    uint32_t n_labels;
    struct memo memos[MOST_POINTS];
    uint32_t n_memos;
    const struct memo *here; /* whose code began last */
    struct asking asks[ASKINGS];
    uint32_t n_asks;
    struct kept kept[WINDOW];
    uint32_t n_kept, n_extras;
    struct slice_payment payments[PAYMENTS];
    uint32_t n_payments;
    uint32_t yes, no, unsure, returns;                  /* labels of the ends, or NO_LABEL */
    uint32_t decided;                                   /* ends that are not unsure */
    uint32_t most;                                      /* registers of the window that are used */
    uint32_t fate[MOST_OPS + 1], reached[MOST_OPS + 1]; /* see slice_tidy.c */
    bool again, too_large;
    bool widened, briefly;  /* it has ways for what cards add to a set; it may have none, it became too long */
    bool flagged;           /* X_FLAG is set somewhere else than at an end */
    uint8_t needs;          /* SLICE_* */
    int32_t trying;         /* the number of the TRY or CAN, or NONE */
    uint32_t alive;         /* registers of the frame that it is handed */
    uint8_t wanted[WINDOW]; /* of a TRY or CAN: those that are read; `finding`: that is being found out */
    bool finding;
    const struct slice_rows *row; /* of which a slice is being made, for `row_card`; else NULL */
    int32_t row_card;
    uint32_t n_given; /* registers it is handed */
    /* of slices for rules of a card */
    struct slice_rows *rows;
    uint32_t n_rows, row_depth;
    struct slice_rows *missing; /* the slice being made needs them: it is made again when they are there */
    int32_t said[4];            /* routines that say a verdict (enum slice_verdict), or NONE */
    /* what has been made */
    uint32_t *code;
    uint32_t n_code, cap_code;
    int32_t *pool;
    uint32_t n_pool, cap_pool;
    struct table *tables;
    uint32_t n_tables, cap_tables;
    int32_t *row_tables; /* per table: that of the rows that can fail, or NONE */
    struct routine *routines;
    struct made *made;
    uint32_t n_routines, cap_routines;
    uint32_t room; /* registers the largest needs, with what it calls */
};

enum went { WENT_ON, WENT_UNSURE, WENT_END };

/* ---- slice.c */
uint32_t slice_label(struct slicer *s);
void slice_place(struct slicer *s, uint32_t label);
void slice_put(struct slicer *s, struct word w);
void slice_jump(struct slicer *s, struct word w, uint32_t label);
uint32_t slice_later(struct slicer *s, const struct point *at);   /* it is written later: its label */
enum went slice_arrive(struct slicer *s, const struct point *at); /* it goes on there, or has been there */
bool slice_is_here(struct slicer *s, const struct point *at);     /* its label has just been placed */
uint32_t slice_extra(struct slicer *s, uint32_t n);               /* registers of its own */
/* A register of the window is written; and what is known of it then. */
void slice_write(struct slicer *s, struct point *at, uint32_t reg, struct val v);
bool slice_hold(struct slicer *s, struct point *at, uint32_t reg); /* it holds what is known; false: it cannot */
bool slice_hold_set(struct slicer *s, struct point *at, uint32_t reg, uint32_t n);
void slice_copy(struct slicer *s, struct point *at, uint32_t to, uint32_t from);
uint32_t slice_constants(struct slicer *s, const int32_t *words, uint32_t n); /* place in the pool */
static inline struct level *slice_top(struct point *at) {
    return &at->levels[at->depth - 1];
}
static inline struct val *slice_val(struct point *at, uint32_t reg) {
    return &at->vals[slice_top(at)->base + reg];
}
static inline struct val val_known(int32_t v) {
    return (struct val){.v = v, .kind = V_KNOWN};
}
static const struct val val_run = {.kind = V_RUN}, val_dead = {.kind = V_DEAD};

/* A register that is read. */
static inline void slice_want(struct slicer *s, const struct point *at, uint32_t reg) {
    if (at->vals[reg].tag & TAG_FIRST) s->wanted[reg] = 1;
}
/* A slice of what follows the operation at pc; false: there is none. Its number as a routine, or NONE. */
bool slice_make(struct slicer *s, uint32_t routine, uint32_t pc, struct val answer);
int32_t slice_publish(struct slicer *s, uint32_t routine, uint32_t pc);
struct slice *slice_new(struct slices *out, uint32_t pc);

/* Of an operand of that kind. */
bool slice_is_read(unsigned kind);
bool slice_is_written(unsigned kind);
uint32_t slice_width(const struct slicer *s, struct word w, unsigned kind); /* registers it means */

/* ---- slice_loop.c */
bool slice_find_heads(struct slicer *s); /* false: no memory */
void slice_unroll(struct slicer *s);     /* a new slice: no loop is rolled */
bool slice_roll(struct slicer *s);       /* it was too large: some loop more is rolled from now on; false: none */
enum went slice_at_head(struct slicer *s, struct point *at);

/* ---- slice_row.c */
/* The rule that CALLT at `at` calls for a card that is not known; WENT_UNSURE: slices for it would not help. */
enum went slice_any_row(struct slicer *s, struct point *at, struct word w);
bool slice_find_this(struct slicer *s); /* false: no memory */
void slice_begin_row(struct slicer *s, struct point *at);
void slice_make_rows(struct slicer *s, struct slice_rows *rows); /* those that are missing */

/* ---- slice_try.c */
bool slice_find_meetings(struct slicer *s); /* false: no memory */
/* Behind a TRY or CAN: the registers that what it tries reads; to begin with, it is found out which these are. */
void slice_begin_trying(struct slicer *s, struct point *at, uint32_t routine, uint32_t pc);
bool slice_leads_to_done(const struct slicer *s, uint32_t pc);
void slice_tried(struct slicer *s, struct slices *out, uint32_t routine, uint32_t pc);

/* ---- slice_fold.c */
/* The operation is done now, if what it reads is known: false: it is not. Jumps: the next place is in at->pc. */
bool slice_fold(struct slicer *s, struct point *at, struct word w);

/* ---- slice_effect.c */
bool slice_clean(const struct point *at, uint32_t var, int32_t index); /* index NONE: any */
enum went slice_load(struct slicer *s, struct point *at, struct word w);
enum went slice_store(struct slicer *s, struct point *at, struct word w);
enum went slice_lose(struct slicer *s, struct point *at, struct word w);
enum went slice_gain(struct slicer *s, struct point *at, struct word w);
enum went slice_move(struct slicer *s, struct point *at, struct word w);
void slice_keep_changes(struct point *at, const struct point *from); /* without how much was paid */
bool slice_find_pure(struct slicer *s);                              /* false: no memory */
bool slice_is_me(struct slicer *s, struct point *at, uint32_t reg);  /* it is who is asked, as the slice has tested */
/* Whether a call of the routine may be left out: it cannot fail, and nothing hidden is met. */
bool slice_can_skip(const struct slicer *s, const struct point *at, uint32_t routine, uint32_t base);
bool slice_skip(struct slicer *s, struct point *at, uint32_t routine); /* what it would change has changed */
bool slice_reads_clean(const struct slicer *s, const struct point *at, uint32_t routine);

/* ---- slice_tidy.c */
/* Drops what leads to nothing but doubt, and what is never reached. */
void slice_tidy(struct slicer *s);

/* ---- slice_ask.c */
/* What the rules do not read while the routine opened at `level` waits at pc is dead. */
void slice_forget(struct slicer *s, struct point *at, uint32_t pc, uint32_t level);
enum went slice_question(struct slicer *s, struct point *at, struct word w);
void slice_clobber(struct slicer *s, const struct point *at, uint32_t reg); /* see slice_write */
/* What a slice that was called said is in register `to`; where it is no, goes to `next`; if it is unsure, on. */
void slice_judge(struct slicer *s, uint32_t to, bool returns, uint32_t next);

/* ---- slice_end.c */
uint32_t slice_fail(struct slicer *s, const struct point *at); /* label to go to where it fails */
void slice_end(struct slicer *s, const struct point *at, enum slice_verdict v);
uint32_t slice_unsure(struct slicer *s, const struct point *at); /* label */
/* Whether nothing can fail any more: then the end is written. `look`: also by what can be seen in registers; if it
 * does not hold there the slice goes on. */
bool slice_safe(struct slicer *s, struct point *at, bool look);
/* Whether nothing can fail when the routine on top returns; *returns: unless the frame that asks then returns, too. */
bool slice_safe_behind(const struct slicer *s, const struct point *at, bool *returns);
/* The same where the slice stands, and no register must be looked at. */
bool slice_clear_here(const struct slicer *s, const struct point *at, bool *returns);
bool slice_wants_held(const struct slicer *s, const struct point *at, uint32_t place, uint32_t base);
uint32_t slice_ending(struct slicer *s, enum slice_verdict v); /* label of the end */
void slice_ends(struct slicer *s);                             /* the ends themselves, once all else is written */

/* Whether an operation only reads where things are: a slice does it as the rules do. */
static inline bool slice_reads(unsigned op) {
    switch (op) {
    case OP_LDTRK:
    case OP_SWHERE:
    case OP_SEXCEPT:
    case OP_ZSET:
    case OP_ZIN:
    case OP_ZCNT:
    case OP_ZOF:
    case OP_OWNER:
    case OP_LIVE:
    case OP_HEAR: return true;
    default: return false;
    }
}

#endif
