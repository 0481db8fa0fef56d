/* told.c: see told.h. The entries are a ring: the oldest makes room. */
#include "table/told.h"

#include <string.h>

static bool same(const struct told_key *a, const struct told_key *b) {
    return a->kind == b->kind && a->seat == b->seat && a->voice == b->voice && a->n == b->n;
}

struct bytes *told_find(const struct told *t, struct told_key key) {
    for (size_t i = 0; i < t->n; i++)
        if (t->entries[i].text && same(&t->entries[i].key, &key)) return t->entries[i].text;
    return NULL;
}

static void drop(struct told *t, size_t i) {
    if (t->entries[i].text) t->bytes -= t->entries[i].text->n;
    bytes_drop(t->entries[i].text);
    t->entries[i].text = NULL;
}

void told_keep(struct told *t, struct told_key key, struct bytes *text) {
    if (!text || text->n > TOLD_BYTES / 4) return;
    for (size_t tries = 0; tries < TOLD_ENTRIES && t->bytes + text->n > TOLD_BYTES; tries++)
        drop(t, (t->next + tries) % TOLD_ENTRIES);
    drop(t, t->next);
    text->holds++;
    t->bytes += text->n;
    t->entries[t->next].key = key;
    t->entries[t->next].text = text;
    if (t->n <= t->next) t->n = t->next + 1;
    t->next = (t->next + 1) % TOLD_ENTRIES;
}

void told_clear(struct told *t) {
    for (size_t i = 0; i < t->n; i++)
        drop(t, i);
    t->n = t->next = 0;
}
