/* place.h: places in texts as editors count them (lines from 0, UTF-16 code units) and as the compiler does (lines from
 * 1, bytes from 1), and files as editors name them (URIs) and as the system does (paths). */
#ifndef LSP_PLACE_H
#define LSP_PLACE_H

#include "base/arena.h"
#include "base/buf.h"
#include "lang/query.h"

/* UTF-16 units of n bytes, and the bytes that make `units` of a line (never beyond its end, never inside a character).
 */
uint32_t place_units(const char *text, size_t n);
size_t place_bytes(const char *line, size_t size, uint64_t units);
/* Bytes of the first `count` characters of a line. */
size_t place_skip(const char *line, size_t size, uint32_t count);

/* {"start":...,"end":...} of a span, of a message, of bytes in a line. */
void place_put_range(struct buf *out, const struct query *q, struct span at);
void place_put_message(struct buf *out, const struct query *q, const struct query_message *m);
void place_put_bytes(struct buf *out, uint32_t line, const char *text, size_t size, size_t from, size_t to);

/* The path of a file: URI in the arena, NULL when it is none; and the other way. */
const char *place_path(struct arena *arena, const char *uri);
void place_put_uri(struct buf *out, const char *path); /* as a JSON text */

#endif
