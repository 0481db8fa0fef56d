/* reply_cache.h: replies of a table that are kept while they stay true, because many clients ask for the same.
 *
 * Invariants: an entry is for one seat or for all spectators, and for one language; nobody is sent what was made for
 * another. Whatever changes the match or the people clears the cache.
 */
#ifndef TABLE_REPLY_CACHE_H
#define TABLE_REPLY_CACHE_H

#include "base/buf.h"
#include "table/outcome.h"

enum { REPLY_CACHE_ENTRIES = 24, REPLY_CACHE_BYTES = 1 << 20 };

enum reply_kind { REPLY_SCORES, REPLY_MOMENTS, REPLY_MOMENT, REPLY_HINT, REPLY_VIEW, REPLY_LOG };

struct reply_key {
    enum reply_kind kind;
    unsigned seat, voice;
    uint32_t n; /* MOMENT: which one; else 0 */
};

struct reply_cache {
    size_t n, next, bytes;
    struct {
        struct reply_key key;
        struct bytes *text; /* a hold */
    } entries[REPLY_CACHE_ENTRIES];
};

struct bytes *reply_cache_find(const struct reply_cache *t, struct reply_key key); /* borrowed; NULL: it is not known */
void reply_cache_keep(struct reply_cache *t, struct reply_key key,
                      struct bytes *text); /* takes a hold more; `text` may be NULL */
void reply_cache_clear(struct reply_cache *t);

#endif
