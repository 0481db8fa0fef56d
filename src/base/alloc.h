/* alloc.h: the one door to the heap.
 *
 * Everything in the project that grows takes an optional `const struct allocator *`. NULL means malloc. Tests pass an
 * allocator that fails at the n-th request, so every out-of-memory path can be walked.
 *
 * Invariant of a hook: resize(user, NULL, 0, n) allocates, resize(user, p, old, n) moves, resize(user, p, old, 0)
 * frees and returns NULL. On failure it returns NULL and leaves `p` as it was. Memory is aligned for any type.
 * The allocator must outlive whatever was allocated with it.
 */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

#include <stddef.h>

struct allocator {
    void *(*resize)(void *user, void *p, size_t old_size, size_t new_size);
    void *user;
};

/* Calls the hook of `a`, or realloc/free when `a` is NULL. */
void *alloc_resize(const struct allocator *a, void *p, size_t old_size, size_t new_size);

/* Stores a * b in *out; false when the product does not fit. */
static inline _Bool alloc_multiply(size_t a, size_t b, size_t *out) {
    if (b != 0 && a > (size_t)-1 / b) return 0;
    *out = a * b;
    return 1;
}

#endif
