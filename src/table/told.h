/* told.h: what a table has worked out and told, kept while it stays so: many ask the same.
 *
 * An entry is for one seat or for all spectators, and for one language: nobody is sent what was made for another.
 * It is the table's: whatever changes the match or the people clears it.
 */
#ifndef TABLE_TOLD_H
#define TABLE_TOLD_H

#include "base/buf.h"
#include "table/outcome.h"

enum { TOLD_ENTRIES = 24, TOLD_BYTES = 1 << 20 };

enum told_kind { TOLD_SCORES, TOLD_MOMENTS, TOLD_MOMENT, TOLD_VIEW, TOLD_LOG };

struct told_key {
    enum told_kind kind;
    unsigned seat, voice;
    uint32_t n; /* MOMENT: which one; else 0 */
};

struct told {
    size_t n, next, bytes;
    struct {
        struct told_key key;
        struct bytes *text; /* a hold */
    } entries[TOLD_ENTRIES];
};

struct bytes *told_find(const struct told *t, struct told_key key);      /* borrowed; NULL: it is not known */
void told_keep(struct told *t, struct told_key key, struct bytes *text); /* takes a hold more; `text` may be NULL */
void told_clear(struct told *t);

#endif
