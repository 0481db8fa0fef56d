/* json_value.h: reading JSON, strictly, into an arena; writing it into a buffer.
 *
 * Limits: VALUE_DEPTH levels, VALUE_NODES values; text must be UTF-8. What was read stays in the arena and refers to
 * the text it was read from (raw), which must live as long. Lookups accept NULL and values of another type and answer
 * NULL or the default, so a chain of them needs one check at its end.
 */
#ifndef BASE_JSON_VALUE_H
#define BASE_JSON_VALUE_H

#include "base/arena.h"
#include "base/buf.h"

#include <stdint.h>

enum { VALUE_DEPTH = 64, VALUE_NODES = 500000 };

enum value_sort { VALUE_NULL, VALUE_FALSE, VALUE_TRUE, VALUE_NUMBER, VALUE_TEXT, VALUE_ARRAY, VALUE_OBJECT };

struct value {
    enum value_sort type;
    const char *key;     /* inside an object; NUL terminated, escapes removed */
    const char *key_raw; /* where it is written */
    const char *raw;     /* as it was written */
    size_t raw_size;
    const char *text; /* VALUE_TEXT: escapes removed, NUL terminated; may hold NULs */
    size_t size;
    int64_t number; /* VALUE_NUMBER: without its fraction, at most 2^53 in size */
    struct value *kids, *next;
};

/* NULL with *why set when the text is no JSON, is too deep or too large, or memory is out; *where (may be NULL) is then
 * the byte that was read last. */
const struct value *value_parse(struct arena *arena, const char *text, size_t size, const char **why, size_t *where);

const struct value *value_get(const struct value *object, const char *key);
const char *value_text(const struct value *v); /* NULL when it is no text or holds a NUL */
int64_t value_number(const struct value *v, int64_t otherwise);

/* Quoted and escaped; bytes that are not UTF-8 become U+FFFD. */
void value_put_string(struct buf *out, const char *text); /* NULL is null */

#endif
