/* buf.c: see buf.h. Capacity doubles, so n puts cost O(n). */
#include "base/buf.h"

#include "base/size.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What an empty buffer shows. Shared and never written: cap is 0 as long as data points here. */
static const char nothing[1] = "";

void buf_init(struct buf *b) {
    *b = (struct buf){.data = (char *)nothing};
}

void buf_free(struct buf *b) {
    if (!b) return;
    if (b->cap > 0) free(b->data);
    buf_init(b);
}

void buf_clear(struct buf *b) {
    b->n = 0;
    b->failed = false;
    if (b->cap > 0) b->data[0] = '\0';
}

char *buf_room(struct buf *b, size_t n) {
    if (b->failed) return NULL;
    if (b->cap > b->n && b->cap - b->n > n) return b->data + b->n;
    size_t cap = b->cap < 64 ? 64 : b->cap;
    bool fits = n < SIZE_MAX / 2 - b->n;
    while (fits && cap - b->n <= n)
        cap *= 2;
    char *data = fits ? realloc(b->cap > 0 ? b->data : NULL, cap) : NULL;
    if (!data) {
        b->failed = true;
        return NULL;
    }
    data[b->n] = '\0';
    b->data = data;
    b->cap = cap;
    return data + b->n;
}

void buf_added(struct buf *b, size_t n) {
    b->n += n;
    if (b->cap > 0) b->data[b->n] = '\0';
}

bool buf_put(struct buf *b, const void *bytes, size_t n) {
    char *to = buf_room(b, n);
    if (!to) return false;
    if (n > 0) memcpy(to, bytes, n);
    buf_added(b, n);
    return true;
}

bool buf_putc(struct buf *b, char c) {
    return buf_put(b, &c, 1);
}

bool buf_puts(struct buf *b, const char *text) {
    return buf_put(b, text, strlen(text));
}

bool buf_fill(struct buf *b, char c, size_t count) {
    char *to = buf_room(b, count);
    if (!to) return false;
    memset(to, c, count);
    buf_added(b, count);
    return true;
}

bool buf_vprintf(struct buf *b, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    char *to = n < 0 ? NULL : buf_room(b, (size_t)n);
    if (to) {
        vsnprintf(to, (size_t)n + 1, format, again);
        buf_added(b, (size_t)n);
    } else {
        b->failed = true;
    }
    va_end(again);
    return to != NULL;
}

bool buf_printf(struct buf *b, const char *format, ...) {
    va_list args;
    va_start(args, format);
    bool ok = buf_vprintf(b, format, args);
    va_end(args);
    return ok;
}

void *vec_grow(void *data, size_t *cap, size_t element) {
    size_t more = *cap < 8 ? 8 : *cap * 2, bytes;
    if (*cap > SIZE_MAX / 4 || !size_multiply(more, element, &bytes)) return data;
    void *moved = realloc(data, bytes);
    if (!moved) return data;
    *cap = more;
    return moved;
}
