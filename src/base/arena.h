/* arena.h: memory that is freed all at once.
 *
 * Ownership: the arena owns everything it hands out; nothing is freed singly and nothing ever moves, so pointers into
 * an arena stay good until arena_free. Not for more than one thread at a time while it grows; once nobody allocates,
 * any number of threads may read.
 * Invariant: memory handed out is zeroed. `failed` is sticky: once an allocation fails it stays true, so a caller may
 * check a whole construction at its end, provided it does not use the NULL it was given.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct arena_chunk;

struct arena {
    struct arena_chunk *chunk; /* newest chunk; older ones are linked behind it */
    size_t used, size;         /* bytes used and usable in the newest chunk */
    size_t total;              /* bytes obtained from malloc, all chunks */
    bool failed;
};

/* Never allocates, so it cannot fail. */
void arena_init(struct arena *a);

/* Zeroed memory, or NULL when there is none. `align` is a power of two. A size of 0 gives a valid pointer. */
void *arena_alloc(struct arena *a, size_t size, size_t align);

/* Like arena_alloc for an array; NULL when count * size overflows. */
void *arena_array(struct arena *a, size_t count, size_t size, size_t align);

/* A NUL terminated copy of n bytes of s; NULL on failure. */
char *arena_strdup(struct arena *a, const char *s, size_t n);

/* Printf into the arena; NULL on failure. */
char *arena_printf(struct arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Frees everything; the arena is empty and usable again. Safe on a zeroed struct and twice. */
void arena_free(struct arena *a);

#define ARENA_NEW(a, T) ((T *)arena_alloc((a), sizeof(T), _Alignof(T)))
#define ARENA_ARRAY(a, T, n) ((T *)arena_array((a), (n), sizeof(T), _Alignof(T)))

#endif
