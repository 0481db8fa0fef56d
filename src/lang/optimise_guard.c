/* optimise_guard.c: a guard keeps a rule from running twice at once for one card. Where no way of calls leads back,
 * there is nothing to keep: the guard goes.
 *
 * Routines are peeled off from the leaves of the call graph: one is plain when all it calls are plain. What is left
 * is on a cycle or leads to one. */
#include "lang/optimise.h"

static bool table_plain(const struct output *o, const struct table *t, const uint8_t *plain) {
    for (uint32_t i = 0; i < t->n; i++) {
        int32_t to = o->pool.data[t->first + i];
        if (to >= 0 && !plain[to]) return false;
    }
    return true;
}

static bool calls_plain(const struct output *o, const struct routine *r, const uint8_t *plain) {
    for (uint32_t pc = r->entry; pc < r->end; pc += op_length(op_info(o->code.data[pc] & 255u))) {
        uint32_t op = o->code.data[pc] & 255u;
        if (op == OP_CALL && !plain[o->code.data[pc + 1]]) return false;
        if (op == OP_CALLT && !table_plain(o, &o->tables.data[o->code.data[pc + 1]], plain)) return false;
    }
    return true;
}

void drop_idle_guards(struct emitter *e, uint8_t *plain) {
    struct output *o = &e->out;
    for (size_t i = 0; i < o->routines.n; i++)
        plain[i] = 0;
    for (bool grew = true; grew;) {
        grew = false;
        for (size_t i = 0; i < o->routines.n; i++)
            if (!plain[i] && calls_plain(o, &o->routines.data[i], plain)) plain[i] = grew = true;
    }
    for (size_t i = 0; i < o->routines.n; i++) {
        uint32_t *first = &o->code.data[o->routines.data[i].entry];
        if (plain[i] && (*first & 255u) == OP_GUARD) *first = OP_NOP;
    }
}
