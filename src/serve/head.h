/* head.h: the head of an HTTP/1.1 request: the one place where a stranger's bytes become a request.
 *
 * What could be read in two ways is refused: two lengths, a length beside a transfer encoding, folded lines, blanks
 * before a colon, lines that end without CR LF. Who puts a proxy in front and who reads it here must see the same
 * requests.
 */
#ifndef SERVE_HEAD_H
#define SERVE_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HEAD_MOST = 8192, HEAD_FIELDS = 64, PATH_BYTES = 512 };

struct head {
    const char *method;
    char path[PATH_BYTES]; /* decoded */
    const char *query;     /* behind the "?", as it came; "" */
    bool old;              /* HTTP/1.0 */
    bool keep;             /* the connection is kept for the next request */
    uint64_t length;       /* of the body */
    size_t n;
    struct {
        const char *name, *value; /* names in small letters */
    } fields[HEAD_FIELDS];
};

/* Where the head ends that begins at `data`, its empty line included; 0: not yet. Nothing before `from` ends it. */
size_t head_end(const char *data, size_t n, size_t from);
/* Reads a complete head of n bytes, which it changes and `out` points into. 0, or the status of HTTP to refuse it
 * with and in *why the reason. */
int head_read(char *data, size_t n, struct head *out, const char **why);
/* The value of a field, named in small letters; NULL: it is not there. */
const char *head_get(const struct head *h, const char *name);
/* Whether a field that is a list of words, separated by commas, has this one. */
bool head_lists(const struct head *h, const char *name, const char *word);
/* How much a word of a list like "br, gzip;q=0.5" is wanted, in thousandths; 0: not at all; -1: it is not in the
 * list. */
int head_quality(const struct head *h, const char *name, const char *word);
/* The value of "name=" in the query, decoded; NULL: it is not there, or too long. */
const char *head_query(const struct head *h, const char *name, char *room, size_t cap);

/* The name in "name", "name:port", "[::1]:port", as it stands there; false: it is none. */
bool head_host_name(const char *host, const char **name, size_t *n);

#endif
