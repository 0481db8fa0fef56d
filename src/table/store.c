/* store.c: see store.h: what every store does in the same way. */
#include "table/store.h"

void store_table_free(struct store_table *t) {
    VEC_FREE(&t->lines);
    arena_free(&t->arena);
}
