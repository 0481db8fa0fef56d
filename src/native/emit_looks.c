/* emit_looks.c: where an attempt of the look-ahead ends because nothing can fail any more (see code/cannot_fail.h).
 *
 * It looks where the interpreter looks (run_safe): before and after a call, at a routine's beginning, behind a store, a
 * gain or a loss. A frame is the horizon when going back to it ends the attempt; C of a framed routine reads that from
 * r->horizon, an atomic routine is told by its caller (`last`).
 */
#include "native/native.h"

#include "code/cannot_fail.h"
#include "code/facts.h"

#include <stdio.h>

static uint32_t outlook_at(const struct writer *e, uint32_t at) {
    return e->p->outlook ? e->p->outlook[at] : OUTLOOK_FAILS;
}

bool native_hopeful(const struct writer *e, uint32_t at) {
    return outlook_at(e, at) != OUTLOOK_FAILS;
}

static void put_want(struct writer *e, const struct want *w) {
    const struct program *p = e->p;
    const char *patterns[] = {
        [WANT_POSITIVE] = "%s >= 0",
        [WANT_EQUAL] = "%s == %d",
        [WANT_UNEQUAL] = "%s != %d",
        [WANT_AT_LEAST] = "%s >= %d",
        [WANT_AT_MOST] = "%s <= %d",
        [WANT_OWNER] = "(uint32_t)%s < N_OWNERS",
        [WANT_COUNT] = "(int16_t)%s >= 0",
        [WANT_ENDLESS] = "ENDLESS((uint32_t)%s >> 16 & 255u)",
        [WANT_UNIT] = "ENDLESS((uint32_t)%s & 255u)",
        [WANT_COUNTS] = "list_counts(s, %s)",
        [WANT_ENDLESSES] = "list_endless(s, %s)",
    };
    char name[32];
    if (e->array[w->reg])
        snprintf(name, sizeof name, "w%u[%u]", e->array[w->reg] - 1u, w->reg - (e->array[w->reg] - 1u));
    else
        snprintf(name, sizeof name, "r%u", (unsigned)w->reg);
    buf_puts(e->out, " && ");
    if (w->kind == WANT_ROW) {
        const struct table *t = &p->tables[w->value];
        buf_printf(e->out, "row_holds(%s, %uu, %uu)", name, (unsigned)t->first, (unsigned)t->n);
    } else if (w->kind < sizeof patterns / sizeof *patterns && patterns[w->kind]) {
        buf_printf(e->out, patterns[w->kind], name, (int)w->value);
    } else {
        buf_putc(e->out, '0'); /* not known here: the attempt goes on */
    }
}

/* The condition that nothing can fail any more from `at` on, nor where the routine goes back to; `when` asked. */
static void put_safe(struct writer *e, uint32_t at, const char *when) {
    const struct outlook *o = &e->p->outlooks[outlook_at(e, at)];
    buf_printf(e->out, o->returns ? "%s && LAST" : "%s", when);
    for (uint32_t i = 0; i < o->n; i++)
        put_want(e, &e->p->wants[o->first + i]);
}

void native_look(struct writer *e, uint32_t at) {
    if (!native_hopeful(e, at)) return;
    buf_puts(e->out, "if (");
    put_safe(e, at, "r->eager");
    buf_puts(e->out, " && BLIND) return left(steps, HIDDEN); ");
}

/* At the beginning of a routine: only when its caller has become the horizon. */
void native_look_first(struct writer *e, uint32_t entry) {
    if (!native_hopeful(e, entry)) return;
    buf_puts(e->out, "if (LAST && ");
    put_safe(e, entry, "r->eager");
    buf_puts(e->out, " && BLIND) return left(steps, HIDDEN);\n");
}

void native_look_behind(struct writer *e, uint32_t pc, bool framed) {
    buf_puts(e->out, "const bool behind = ");
    if (native_hopeful(e, pc + 1))
        put_safe(e, pc + 1, framed ? "(r->eager || r->plays)" : "r->eager");
    else
        buf_putc(e->out, '0');
    buf_puts(e->out, framed ? "; const uint32_t horizon = r->horizon; if (behind) r->horizon = at >> 16; " : "; ");
}

void native_all_clear(struct writer *e, uint32_t at) {
    if (native_hopeful(e, at))
        put_safe(e, at, "1");
    else
        buf_putc(e->out, '0');
}

void native_outlook(struct writer *e) {
    const struct program *p = e->p;
    buf_puts(e->out, "static const uint32_t endless[] = {");
    for (int32_t k = 0; k < 8; k++) {
        uint32_t bits = 0;
        for (int32_t i = 0; i < 32; i++)
            bits |= (uint32_t)unit_endless(p, k * 32 + i) << i;
        buf_printf(e->out, "%uu, ", (unsigned)bits);
    }
    buf_puts(e->out, "};\nstatic const uint8_t hopeful[] = {");
    for (uint32_t i = 0; i < p->n_routines; i++)
        buf_printf(e->out, "%d,", native_hopeful(e, p->routines[i].entry));
    buf_puts(e->out, "0};\n#define ENDLESS(unit) ((endless[(unit) >> 5] >> ((unit) & 31u) & 1u) != 0)\n"
                     "INLINE bool row_holds(int32_t value, uint32_t first, uint32_t n) {\n"
                     "    return (uint32_t)value >= n || pool[first + (uint32_t)value] < 0 || hopeful[pool[first + "
                     "(uint32_t)value]];\n"
                     "}\n"
                     "static bool list_counts(const struct state *s, int32_t ref) {\n"
                     "    uint32_t room = 0;\n"
                     "    const int32_t *list = list_at(s, ref, &room);\n"
                     "    for (int32_t i = 0; list && i < *list && (uint32_t)i < room; i++)\n"
                     "        if ((int16_t)list[i + 1] < 0) return false;\n"
                     "    return true;\n"
                     "}\n"
                     "static bool list_endless(const struct state *s, int32_t ref) {\n"
                     "    uint32_t room = 0;\n"
                     "    const int32_t *list = list_at(s, ref, &room);\n"
                     "    for (int32_t i = 0; list && i < *list && (uint32_t)i < room; i++)\n"
                     "        if (!ENDLESS((uint32_t)list[i + 1] >> 16 & 255u)) return false;\n"
                     "    return true;\n"
                     "}\n");
}
