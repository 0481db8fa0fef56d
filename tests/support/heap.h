/* heap.h: memory that runs out. A test program that includes this header is linked with --wrap (cmake/tests.cmake), so
 * that every request of ours passes through here: while `heap.on`, request number `fail_at` is refused, alone (`once`)
 * or with all after it, and `live` counts the pieces held. Only one file of a program may include it.
 */
#ifndef TESTS_SUPPORT_HEAP_H
#define TESTS_SUPPORT_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void *__real_malloc(size_t n);
void *__real_calloc(size_t count, size_t n);
void *__real_realloc(void *p, size_t n);
void *__real_aligned_alloc(size_t align, size_t n);
void __real_free(void *p);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t count, size_t n);
void *__wrap_realloc(void *p, size_t n);
void *__wrap_aligned_alloc(size_t align, size_t n);
void __wrap_free(void *p);

static struct {
    bool on, once;
    uint64_t requests, fail_at;
    int64_t live;
} heap;

/* From here on `allowed` requests are granted. */
static inline void heap_allow(uint64_t allowed) {
    heap.requests = 0;
    heap.fail_at = allowed;
    heap.live = 0;
    heap.on = true;
}

static bool heap_refused(void) {
    if (!heap.on) return false;
    uint64_t number = heap.requests++;
    return heap.once ? number == heap.fail_at : number >= heap.fail_at;
}

static void *heap_counted(void *p) {
    if (heap.on && p) heap.live++;
    return p;
}

void *__wrap_malloc(size_t n) {
    return heap_refused() ? NULL : heap_counted(__real_malloc(n));
}
void *__wrap_calloc(size_t count, size_t n) {
    return heap_refused() ? NULL : heap_counted(__real_calloc(count, n));
}
void *__wrap_aligned_alloc(size_t align, size_t n) {
    return heap_refused() ? NULL : heap_counted(__real_aligned_alloc(align, n));
}

void *__wrap_realloc(void *p, size_t n) {
    if (heap_refused()) return NULL;
    void *moved = __real_realloc(p, n);
    if (heap.on && !p && moved) heap.live++;
    return moved;
}

void __wrap_free(void *p) {
    if (heap.on && p) heap.live--;
    __real_free(p);
}

#endif
