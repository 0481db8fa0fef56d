/* place.c: see place.h. */
#include "lsp/place.h"

#include "base/json_value.h"
#include "base/utf8.h"

#include <string.h>

/* ---- columns */
uint32_t place_units(const char *text, size_t n) {
    uint32_t units = 0, code;
    for (size_t at = 0; at < n;) {
        at += utf8_decode(text + at, n - at, &code);
        units += code > 0xffff ? 2 : 1;
    }
    return units;
}

size_t place_bytes(const char *line, size_t size, uint64_t units) {
    size_t at = 0;
    for (uint64_t seen = 0; at < size && seen < units;) {
        uint32_t code;
        size_t n = utf8_decode(line + at, size - at, &code);
        seen += code > 0xffff ? 2 : 1;
        if (seen > units) break;
        at += n;
    }
    return at;
}

size_t place_skip(const char *line, size_t size, uint32_t count) {
    size_t at = 0;
    uint32_t code;
    while (count-- && at < size)
        at += utf8_decode(line + at, size - at, &code);
    return at;
}

/* ---- ranges */
void place_put_bytes(struct buf *out, uint32_t line, const char *text, size_t size, size_t from, size_t to) {
    if (from > size) from = size;
    if (to > size) to = size;
    buf_printf(out, "{\"start\":{\"line\":%u,\"character\":%u},\"end\":{\"line\":%u,\"character\":%u}}", (unsigned)line,
               (unsigned)place_units(text, from), (unsigned)line, (unsigned)place_units(text, to));
}

void place_put_range(struct buf *out, const struct query *q, struct span at) {
    size_t size, from = at.col ? at.col - 1u : 0;
    const char *line = query_line(q, at.file, at.line, &size);
    place_put_bytes(out, at.line ? at.line - 1 : 0, line, size, from, from + at.len);
}

void place_put_message(struct buf *out, const struct query *q, const struct query_message *m) {
    size_t size;
    const char *line = query_line(q, m->file ? query_file(q, m->file) : 0, m->line, &size);
    size_t from = m->col ? place_skip(line, size, m->col - 1) : 0;
    size_t to = m->col ? from + place_skip(line + from, size - from, m->len ? m->len : 1) : size;
    place_put_bytes(out, m->line ? m->line - 1 : 0, line, size, from, to);
}

/* ---- URIs */
static int hex(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

const char *place_path(struct arena *arena, const char *uri) {
    if (!uri || strncmp(uri, "file://", 7)) return NULL;
    const char *from = strchr(uri + 7, '/'); /* a host in between is of no interest */
    char *path = from ? arena_strdup(arena, from, strlen(from)) : NULL;
    if (!path) return NULL;
    size_t n = 0;
    for (const char *p = path; *p; p++) {
        int high = *p == '%' && p[1] ? hex(p[1]) : -1, low = high >= 0 ? hex(p[2]) : -1;
        path[n++] = low >= 0 ? (char)(high * 16 + low) : *p;
        if (low >= 0) p += 2;
        if (!path[n - 1]) return NULL;
    }
    path[n] = '\0';
    return path;
}

void place_put_uri(struct buf *out, const char *path) {
    buf_puts(out, "\"file://");
    for (const char *p = path; *p; p++) {
        bool plain =
            (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9') || strchr("/-._~", *p);
        if (plain)
            buf_putc(out, *p);
        else
            buf_printf(out, "%%%02X", (unsigned)(unsigned char)*p);
    }
    buf_putc(out, '"');
}
