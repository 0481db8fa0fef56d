/* emit_scores.c: the sum of all lines of the score as one function, on the position itself.
 *
 * Invariant: it changes nothing, and writes no frame; so it is written only if all lines do nothing but read. Where one
 * does more, or fails, the machine adds the lines up (vm/machine.c).
 */
#include "native/native.h"

#include "code/lookup.h"
#include "code/slicer.h"

#include <stdlib.h>
#include <string.h>

static bool only_reads(unsigned op) {
    if (op_is(op, OP_IS_PURE | OP_IS_PURE_OPEN) || op_compares(op) || slice_reads(op)) return true;
    return op == OP_JMP || op == OP_STEP || op == OP_NEXT || op == OP_CALL || op == OP_CALLT || op == OP_RET;
}

/* Takes what the routine calls into `seen`, too; false: something may be written or stopped at. */
static bool all_read(const struct writer *e, uint32_t routine, uint8_t *seen) {
    const struct program *p = e->p;
    const uint8_t is = e->shape->is[routine];
    if (seen[routine]) return true;
    seen[routine] = 1;
    if (!(is & SHAPE_USED) || (is & (SHAPE_FRAMED | SHAPE_CYCLIC))) return false;
    EACH_OP(p->code, &p->routines[routine], pc) {
        uint32_t n;
        const int32_t *to = program_callees(p, pc, &n);
        if (!only_reads(op_of(p->code[pc]))) return false;
        for (uint32_t i = 0; i < n; i++)
            if (to[i] >= 0 && !all_read(e, (uint32_t)to[i], seen)) return false;
    }
    return true;
}

static bool all_lines_read(const struct writer *e) {
    const struct program *p = e->p;
    uint8_t *seen = malloc(p->n_routines + 1u);
    bool fine = seen != NULL;
    e->out->failed |= !seen;
    if (seen) memset(seen, 0, p->n_routines + 1u);
    for (uint32_t i = 0; i < p->n_scores && fine; i++) {
        int32_t to = p->scores[i].routine;
        fine = to >= 0 && p->routines[to].n_args == 0 && all_read(e, (uint32_t)to, seen);
    }
    free(seen);
    return fine;
}

void native_scores(struct writer *e) {
    buf_puts(e->out, "/* The score of a seat; not GO: the machine must add it up. */\n"
                     "static struct out all_scores(struct run *r, uint32_t steps, int32_t me) {\n");
    if (!all_lines_read(e)) {
        buf_puts(e->out, "(void)me;\nreturn left(steps, UNSURE);\n}\n");
        return;
    }
    buf_puts(e->out, "uint32_t sum = 0;\nstruct out o;\n");
    for (uint32_t i = 0; i < e->p->n_scores; i++)
        buf_printf(e->out, "o = a%u(r, 0, steps, me, -1);\nif (UNLIKELY(o.k != GO)) return o;\nsum += (uint32_t)o.v;\n",
                   (unsigned)e->p->scores[i].routine);
    buf_puts(e->out, "return done(steps, (int32_t)sum);\n}\n");
}
