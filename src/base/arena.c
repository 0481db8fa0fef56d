/* arena.c: see arena.h. Chunks double in size up to a limit, so a small arena stays small and a large one is made of
 * few chunks. A request larger than that gets a chunk of its own size. */
#include "base/arena.h"

#include "base/size.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CHUNK = 4096, LAST_CHUNK = 1 << 20 };

struct arena_chunk {
    struct arena_chunk *older;
    max_align_t memory[];
};

void arena_init(struct arena *a) {
    *a = (struct arena){.chunk = NULL};
}

/* Bytes to skip so that the next free byte of the newest chunk is aligned. */
static size_t padding(const struct arena *a, size_t align) {
    uintptr_t at = (uintptr_t)a->chunk->memory + a->used;
    return (size_t)(-at & (uintptr_t)(align - 1));
}

static bool add_chunk(struct arena *a, size_t size, size_t align) {
    size_t want = a->total < FIRST_CHUNK ? FIRST_CHUNK : a->total > LAST_CHUNK ? LAST_CHUNK : a->total;
    if (size > SIZE_MAX / 2 || align > SIZE_MAX / 4) return false;
    size_t least = sizeof(struct arena_chunk) + size + align;
    if (want < least) want = least;
    struct arena_chunk *chunk = malloc(want);
    if (!chunk) return false;
    chunk->older = a->chunk;
    a->chunk = chunk;
    a->used = 0;
    a->size = want - sizeof(struct arena_chunk);
    a->total += want;
    return true;
}

void *arena_alloc(struct arena *a, size_t size, size_t align) {
    size_t skip = a->chunk ? padding(a, align) : 0;
    if (!a->chunk || a->size - a->used < skip || a->size - a->used - skip < size) {
        if (!add_chunk(a, size, align)) {
            a->failed = true;
            return NULL;
        }
        skip = padding(a, align);
    }
    unsigned char *p = (unsigned char *)a->chunk->memory + a->used + skip;
    a->used += skip + size;
    return memset(p, 0, size);
}

void *arena_array(struct arena *a, size_t count, size_t size, size_t align) {
    size_t bytes;
    if (size_multiply(count, size, &bytes)) return arena_alloc(a, bytes, align);
    a->failed = true;
    return NULL;
}

char *arena_strdup(struct arena *a, const char *s, size_t n) {
    if (n == SIZE_MAX) {
        a->failed = true;
        return NULL;
    }
    char *copy = arena_alloc(a, n + 1, 1);
    if (copy && n > 0) memcpy(copy, s, n);
    return copy;
}

char *arena_printf(struct arena *a, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    char *text = n < 0 ? NULL : arena_alloc(a, (size_t)n + 1, 1);
    if (text)
        vsnprintf(text, (size_t)n + 1, format, again);
    else
        a->failed = true;
    va_end(again);
    va_end(args);
    return text;
}

void arena_free(struct arena *a) {
    for (struct arena_chunk *chunk = a->chunk; chunk;) {
        struct arena_chunk *older = chunk->older;
        free(chunk);
        chunk = older;
    }
    arena_init(a);
}
