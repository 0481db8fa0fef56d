/* size.h: sizes of memory that are computed without overflow. Whoever multiplies a count from outside asks here. */
#ifndef BASE_SIZE_H
#define BASE_SIZE_H

#include <stdbool.h>
#include <stddef.h>

/* Stores a * b in *out; false when the product does not fit. */
static inline bool size_multiply(size_t a, size_t b, size_t *out) {
    if (b != 0 && a > (size_t)-1 / b) return false;
    *out = a * b;
    return true;
}

#endif
