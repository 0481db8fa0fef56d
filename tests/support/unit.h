/* unit.h: cmocka with the headers it wants before it, and an allocator that fails on request.
 *
 * struct failing: allows `left` requests and then refuses; `live` counts bytes still held, so a test can see leaks and
 * wrong sizes. Frees always work.
 */
#ifndef TESTS_SUPPORT_UNIT_H
#define TESTS_SUPPORT_UNIT_H

#include "base/alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h> /* after the four it needs */

/* Whether the address sanitizer is in: it has an allocator of its own, and takes its time. */
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

struct failing {
    int left;
    size_t live;
};

static inline void *failing_resize(void *user, void *p, size_t old_size, size_t new_size) {
    struct failing *f = user;
    if (new_size > 0 && f->left-- <= 0) return NULL;
    p = alloc_resize(NULL, p, old_size, new_size);
    f->live = f->live - old_size + new_size;
    return p;
}

#endif
