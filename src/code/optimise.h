/* optimise.h: what the files of the optimiser share: a routine as a list of operations.
 *
 * The emitter writes plain code; the optimiser makes it short without changing what it does: constants and copies are
 * followed, jumps that are decided and values nobody reads disappear, results go straight to where they are wanted.
 * Invariant: at every place where a frame may wait, the registers its stack map keeps hold what they held before, and
 * words (questions, reasons, notes) find their holes filled. So positions, saves and explanations stay the same.
 */
#ifndef TN_CODE_OPTIMISE_H
#define TN_CODE_OPTIMISE_H

#include "code/lookup.h"
#include "code/output.h"

struct instruction {
    uint8_t op, a, b, c;
    int32_t x;     /* second word; of a jump: index of the instruction it leads to */
    uint32_t pc;   /* where it stood */
    int note, map; /* index into the output's notes, maps; or NONE */
    int giver;     /* 1 + index into its givers, or 0 */
    bool dead;     /* left out */
    bool target;   /* a jump leads here */
};

struct body {
    struct output *out;
    const struct routine *routine;
    struct instruction *code;
    int n;
    const struct stretch *stretches; /* those that lie in it */
    size_t n_stretches;
};

struct registers {
    uint64_t bits[4];
};
static inline bool reg_in(const struct registers *s, unsigned r) {
    return s->bits[r >> 6] >> (r & 63u) & 1u;
}
static inline void reg_add(struct registers *s, unsigned from, unsigned n) {
    for (unsigned i = from; i < from + n && i < 256; i++)
        s->bits[i >> 6] |= (uint64_t)1 << (i & 63u);
}
static inline void reg_remove(struct registers *s, unsigned from, unsigned n) {
    for (unsigned i = from; i < from + n && i < 256; i++)
        s->bits[i >> 6] &= ~((uint64_t)1 << (i & 63u));
}
static inline bool reg_meet(const struct registers *a, const struct registers *b) {
    return (a->bits[0] & b->bits[0]) || (a->bits[1] & b->bits[1]) || (a->bits[2] & b->bits[2]) ||
           (a->bits[3] & b->bits[3]);
}

/* ---- optimise.c */
static inline bool is_jump(const struct instruction *i) {
    return op_jumps(i->op);
}
/* A jump by comparison: nothing but where to go on. */
static inline bool is_branch(const struct instruction *i) {
    return op_info(i->op)->compares;
}
/* The branch compares by that relation with an operand b of that kind from now on; false: no operation does that. */
bool set_branch(struct instruction *i, unsigned relation, unsigned kind);
int next_alive(const struct body *b, int i); /* the first that is not left out, from i on; n at the end */
void mark_targets(struct body *b);

/* ---- optimise_value.c: constants and copies, front to back; true: something changed */
bool optimise_values(struct body *b);

/* ---- optimise_life.c */
/* Registers an operation reads, with all that is read in its name; registers it certainly writes. */
void registers_of(const struct body *b, const struct instruction *i, struct registers *reads, struct registers *writes);
/* Registers that may be changed: the written ones and those a call uses for itself. */
void registers_lost(const struct body *b, const struct instruction *i, struct registers *lost);
void mark_dead_registers(struct body *b); /* in its stack maps: which hold what no rule reads any more */
bool optimise_life(struct body *b); /* what nobody reads is left out, results go where they are wanted; true: changed */

/* ---- optimise_guard.c */
void drop_idle_guards(struct output *out, uint8_t *recursive); /* recursive: scratch, 0, one for each routine */

#endif
