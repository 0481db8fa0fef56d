/* optimise_guard.c: a guard keeps a rule from running twice at once for one card. Where no way of calls leads back to
 * the rule, there is nothing to keep: the guard goes. */
#include "code/cycles.h"
#include "code/optimise.h"

void drop_idle_guards(struct output *out, uint8_t *recursive) {
    struct output *o = out;
    struct program calls = {.code = o->code.data,
                            .n_code = (uint32_t)o->code.n,
                            .routines = o->routines.data,
                            .n_routines = (uint32_t)o->routines.n,
                            .tables = o->tables.data,
                            .n_tables = (uint32_t)o->tables.n,
                            .pool = o->pool.data,
                            .n_pool = (uint32_t)o->pool.n};
    if (!cycles_find(&calls, recursive)) {
        out->failed = true;
        return;
    }
    for (size_t i = 0; i < o->routines.n; i++) {
        uint32_t *first = &o->code.data[o->routines.data[i].entry];
        if (!recursive[i] && op_of(*first) == OP_GUARD) *first = OP_NOP;
    }
}
