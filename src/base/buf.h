/* buf.h: a growable byte and text buffer, and a typed growable vector.
 *
 * struct buf owns its bytes. Invariants: data is never NULL and data[n] is always '\0', also before the first byte and
 * after a failure. `failed` is sticky: after a failed growth every put is ignored, so a long sequence of puts is
 * checked once, at its end. Bytes put may contain NUL. Pointers into data die at the next put.
 *
 * VEC(T) is a plain struct {T *data; size_t n, cap;}; all zero is a valid empty vector. It owns data; VEC_FREE frees.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

struct buf {
    char *data;
    size_t n;
    size_t cap; /* bytes owned at data; 0: data is a shared empty string and must not be written */
    bool failed;
};

void buf_init(struct buf *b);

/* Frees the bytes; the buffer is empty, not failed and usable again. NULL is accepted. */
void buf_free(struct buf *b);

/* Empties the buffer and keeps its memory. Clears `failed`. */
void buf_clear(struct buf *b);

/* Each returns false when the buffer has failed, now or before. */
bool buf_put(struct buf *b, const void *bytes, size_t n);
bool buf_putc(struct buf *b, char c);
bool buf_puts(struct buf *b, const char *text);
bool buf_fill(struct buf *b, char c, size_t count);
bool buf_printf(struct buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool buf_vprintf(struct buf *b, const char *format, va_list args) __attribute__((format(printf, 2, 0)));

/* Room for n more bytes and the NUL: a pointer to write at, or NULL. Follow with buf_added(b, written). */
char *buf_room(struct buf *b, size_t n);
void buf_added(struct buf *b, size_t n);

#define VEC(T)                                                                                                         \
    struct {                                                                                                           \
        T *data;                                                                                                       \
        size_t n, cap;                                                                                                 \
    }

/* Returns the array with room for at least one element more and updates *cap; on failure the old array and cap. */
void *vec_grow(void *data, size_t *cap, size_t element);

/* Appends a value (compound literals are fine): true, or false and the vector untouched when memory is out.
 * `v` is a pointer to the vector and is evaluated more than once. */
#define VEC_PUSH(v, ...)                                                                                               \
    (((v)->n < (v)->cap || ((v)->data = vec_grow((v)->data, &(v)->cap, sizeof *(v)->data), (v)->n < (v)->cap)) &&      \
     ((v)->data[(v)->n++] = (__VA_ARGS__), true))

#define VEC_FREE(v) (free((v)->data), (v)->data = NULL, (v)->n = 0, (void)((v)->cap = 0))

/* Appends to a vector of an owner that remembers when memory was out (its field `failed`). */
#define PUSH(owner, vec, ...)                                                                                          \
    do {                                                                                                               \
        if (!VEC_PUSH((vec), __VA_ARGS__)) (owner)->failed = true;                                                     \
    } while (0)

#endif
