/* reply_cache.c: see reply_cache.h. The entries are a ring: the oldest makes room. */
#include "table/reply_cache.h"

#include <string.h>

static bool same(const struct reply_key *a, const struct reply_key *b) {
    return a->kind == b->kind && a->seat == b->seat && a->voice == b->voice && a->n == b->n;
}

struct bytes *reply_cache_find(const struct reply_cache *t, struct reply_key key) {
    for (size_t i = 0; i < t->n; i++)
        if (t->entries[i].text && same(&t->entries[i].key, &key)) return t->entries[i].text;
    return NULL;
}

static void drop(struct reply_cache *t, size_t i) {
    if (t->entries[i].text) t->bytes -= t->entries[i].text->n;
    bytes_drop(t->entries[i].text);
    t->entries[i].text = NULL;
}

void reply_cache_keep(struct reply_cache *t, struct reply_key key, struct bytes *text) {
    if (!text || text->n > REPLY_CACHE_BYTES / 4) return;
    for (size_t tries = 0; tries < REPLY_CACHE_ENTRIES && t->bytes + text->n > REPLY_CACHE_BYTES; tries++)
        drop(t, (t->next + tries) % REPLY_CACHE_ENTRIES);
    drop(t, t->next);
    text->holds++;
    t->bytes += text->n;
    t->entries[t->next].key = key;
    t->entries[t->next].text = text;
    if (t->n <= t->next) t->n = t->next + 1;
    t->next = (t->next + 1) % REPLY_CACHE_ENTRIES;
}

void reply_cache_clear(struct reply_cache *t) {
    for (size_t i = 0; i < t->n; i++)
        drop(t, i);
    t->n = t->next = 0;
}
