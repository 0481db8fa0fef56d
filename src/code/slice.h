/* slice.h: of every question, routines that say whether an answer can be carried out, without doing anything.
 *
 * Look-ahead tries an answer by running what follows it (vm/attempt.c). Most of what stops an answer can be seen in
 * the position as it is: a condition, a price, nothing to choose from, a number that would leave its range. A slice is
 * what is left of the rules behind a question when only that is kept: calls are opened, constants known, effects
 * dropped; what was paid is subtracted in registers; a question on the way becomes a loop over its candidates that ends
 * with the first that leads to the end. Example: of "pay 8 heat, then raise the temperature" is left `heat >= 8`.
 *
 * What TRY and CAN try has a slice in the same way.
 *
 * Slices are derived from a verified program and its outlook (cannot_fail.h): routines of ordinary operations behind
 * those of the program, which the interpreter and emitted C run like all others. They write nothing but registers.
 * Invariant: where a slice says yes or no, an attempt says the same. What it does not understand is *unsure*, and an
 * attempt decides: whatever reads what has been changed on the way, chance, cards drawn. Limits of look-ahead (budgets,
 * depth) are not counted.
 */
#ifndef TN_CODE_SLICE_H
#define TN_CODE_SLICE_H

#include "code/program.h"

enum slice_verdict { SLICE_NO, SLICE_YES, SLICE_UNSURE, SLICE_RETURNS }; /* the last: yes if who called cannot fail */

/* The slices of the question whose ASK is at a place, or of what a TRY or CAN there tries: the latter has one, which
 * ends with yes at its DONE. Registers of a slice: me, this, `offset` - 2 that are 0, then those of the frame that
 * asks, the answer among them. */
struct slice {
    uint32_t pc;
    int32_t routine; /* for every answer; NONE: by its value, `low` being that of the first in `routines` */
    int32_t low;
    uint32_t n;
    int32_t *routines; /* NONE: there is none */
};
/* What an attempt of the same can come upon: anything; nothing hidden and no chance; no question to others either. */
enum made_plain { MADE_BLIND, MADE_OPEN, MADE_PLAIN };
/* Of one slice: the register where those of the frame begin, and the one of the frame that the answer goes to
 * (NO_REGISTER: there is none); what must hold where it is used; its room, with what it calls. */
struct made {
    uint8_t offset, answer, needs;
    uint8_t plain; /* of a TRY or CAN: enum made_plain */
    uint8_t inner; /* only other slices call it */
    uint16_t regs, frames;
};
enum {
    SLICE_SIGHTED = 1, /* no card in a live zone is hidden */
    SLICE_ALONE = 2,   /* no frame below is one of a routine that may not start itself again (`guarded`) */
};
struct slices {
    /* The program with the slices behind it: code, routines, pool and tables are longer. Its stack may have more
     * registers than that of a position: the block the interpreter runs slices in has them. */
    struct program with;
    uint32_t first;       /* number of the first routine that is a slice */
    struct made *made;    /* per slice */
    uint8_t *guarded;     /* per routine of the program */
    struct slice *slices; /* by pc */
    uint32_t n;
    uint16_t *at; /* per word of the code: 1 + the number of its slice, or 0 */
};

/* Fills program.slices from its arena, or leaves it NULL when there are none; false when memory is out. The program
 * must have been verified, and its outlook computed. */
bool slices_compute(struct program *p);

/* The slice for an answer that the register of the ASK at pc would receive, or NONE. */
static inline int32_t slice_find(const struct slices *s, uint32_t pc, int32_t value) {
    uint32_t at = s->at[pc];
    if (!at) return NONE;
    const struct slice *of = &s->slices[at - 1u];
    if (of->routine >= 0) return of->routine;
    return value >= of->low && (uint32_t)(value - of->low) < of->n ? of->routines[value - of->low] : NONE;
}

#endif
