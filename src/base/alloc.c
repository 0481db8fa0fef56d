/* alloc.c: see alloc.h. The default allocator is the C library's. */
#include "base/alloc.h"

#include <stdlib.h>

void *alloc_resize(const struct allocator *a, void *p, size_t old_size, size_t new_size) {
    if (a) return a->resize(a->user, p, old_size, new_size);
    if (new_size == 0) {
        free(p);
        return NULL;
    }
    return realloc(p, new_size);
}
