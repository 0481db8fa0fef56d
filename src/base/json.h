/* json.h: writing JSON into a buffer, always well formed: indented, or on one line.
 *
 * Keys are NULL inside arrays. Text is taken as UTF-8; bytes that are not are written as U+FFFD.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/buf.h"

#include <stdint.h>

enum { JSON_DEPTH = 64 };

struct json {
    struct buf *out;
    bool on_one_line; /* set it after json_init */
    bool tight;       /* the same: no blanks either */
    unsigned depth;
    bool filled[JSON_DEPTH]; /* something stands in the container already */
    char close[JSON_DEPTH];
};

void json_init(struct json *j, struct buf *out);
void json_object(struct json *j, const char *key); /* opens; json_close closes */
void json_array(struct json *j, const char *key);
void json_close(struct json *j);
void json_text(struct json *j, const char *key, const char *text); /* NULL is null */
void json_integer(struct json *j, const char *key, int64_t n);
void json_unsigned(struct json *j, const char *key, uint64_t n);
void json_real(struct json *j, const char *key, double n); /* what is not finite is null */
void json_bool(struct json *j, const char *key, bool yes);
void json_hash(struct json *j, const char *key, uint64_t hash);              /* 16 hexadecimal digits as text */
void json_raw(struct json *j, const char *key, const char *value, size_t n); /* JSON written elsewhere */
/* Prints and frees the buffer; false when memory was out or the output failed. */
bool json_print(struct json *j);

#endif
