/* store.c: see store.h: what every store does in the same way. */
#include "table/store.h"

uint64_t store_lease(const struct table_world *w) {
    return (token_seed(w) >> 1) + 1; /* neither 0 nor below it, as databases count */
}

void store_table_free(struct store_table *t) {
    VEC_FREE(&t->lines);
    arena_free(&t->arena);
}
