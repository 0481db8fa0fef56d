/* fuzz_head.c: any bytes as the head of a request.
 *
 * Its end is found at the same place however the bytes arrive. A head that is accepted has a method, a path that
 * begins with "/", fields with names in small letters and at most one length, no transfer encoding, and nowhere a
 * line feed that a proxy could take for the end of a line. Hosts and origins are judged without harm.
 */
#include "serve/head.h"
#include "serve/host_check.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void judge(const struct head *h) {
    unsigned lengths = 0;
    char room[32];
    if (!h->method || !*h->method || h->path[0] != '/' || h->n > HEAD_FIELDS) abort();
    for (size_t i = 0; i < h->n; i++) {
        for (const char *c = h->fields[i].name; *c; c++)
            if ((*c >= 'A' && *c <= 'Z') || *c == ':' || *c <= ' ') abort();
        if (strpbrk(h->fields[i].value, "\r\n")) abort();
        lengths += strcmp(h->fields[i].name, "content-length") == 0;
    }
    if (lengths > 1 || head_get(h, "transfer-encoding") || (h->length > 0 && lengths == 0)) abort();
    if (!h->old && !head_get(h, "host")) abort();
    const char *host = head_get(h, "host"), *origin = head_get(h, "origin");
    bool known = host_allowed("play.example", host);
    if (host && strstr(host, "evil") && !strstr(host, ".localhost") && known) abort();
    if (origin && strcmp(origin, "null") == 0 && origin_allowed("play.example", host, origin)) abort();
    head_query(h, "lang", room, sizeof room);
    head_lists(h, "connection", "close");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct head head;
    const char *why = NULL;
    char *copy = malloc(size + 1);
    if (!copy) return 0;
    memcpy(copy, data, size);
    size_t end = head_end(copy, size, 0), slow = 0;
    for (size_t n = 1; n <= size && !slow; n++)
        slow = head_end(copy, n, n - 1);
    if (slow != end) abort();
    int bad = end ? head_read(copy, end, &head, &why) : 400;
    if (end && bad && !why) abort();
    if (!bad) judge(&head);
    free(copy);
    return 0;
}
