/* emit_try.c: TRY and CAN as C: an open slice (code/slice_try.c) is called where it stands, in whatever mode, as there
 * is nothing hidden it could read. All else the machine decides (vm/try.c): the run stops, and goes on behind it.
 */
#include "native/native.h"

#include "code/slice.h"

#include <stdio.h>

/* The call of the slice, with the registers it is handed. */
static void put_slice(struct writer *e, uint32_t routine, const struct made *made) {
    buf_printf(e->out, "const struct out o = a%u(r, 0, steps", (unsigned)routine);
    for (uint32_t i = 0; i < REG_ARGS + (uint32_t)e->p->routines[routine].n_args; i++) {
        if (!native_hands(e, routine, i)) continue;
        buf_puts(e->out, ", ");
        put_register(e, i < REG_ARGS ? i : i - made->offset);
    }
    buf_puts(e->out, "); ");
}

static void put_tried(struct writer *e, const char *decided) {
    const struct slices *all = e->p->slices;
    int32_t routine = all ? slice_find(all, e->pc, 0) : NONE;
    const struct made *made = routine < 0 ? NULL : &all->made[(uint32_t)routine - all->first];
    buf_puts(e->out, "{ ");
    if (made && made->plain != MADE_BLIND && !made->needs) {
        buf_puts(e->out, made->plain == MADE_PLAIN ? "if (!r->bare && (uint32_t)"
                                                   : "if (!r->bare && r->mode != MODE_PROBE && (uint32_t)");
        put_register(e, REG_ME);
        buf_puts(e->out, " < SEATS && (s->active >> ");
        put_register(e, REG_ME);
        buf_puts(e->out, " & 1u)) { ");
        put_slice(e, (uint32_t)routine, made);
        buf_printf(e->out, "if (o.k == GO && o.v != %d) { steps = r->steps; ", SLICE_UNSURE);
        put(e, decided);
        buf_puts(e->out, "} } ");
    }
    put_spill(e, e->p->routines[e->routine].n_regs);
    put(e, "return stopped(r, s, at, $p, ROUTINE, N_REGS, steps, TRIED); }");
}

void native_try(struct writer *e, struct word w) {
    (void)w;
    char go_on[64];
    snprintf(go_on, sizeof go_on, "if (o.v) goto L%u; goto $L; ", (unsigned)e->pc + 2u);
    put_tried(e, go_on);
}

void native_can(struct writer *e, struct word w) {
    (void)w;
    put_tried(e, "$A = o.v != 0; goto $L; ");
}
