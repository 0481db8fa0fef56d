/* tellings.c: see tellings.h. Open addressing, at most half full. */
#include "text/tellings.h"

#include "base/hash.h"

#include <stdlib.h>

static struct told_node *slot_of(const struct tellings *t, const struct node *n) {
    size_t i = (size_t)hash_bytes(&n, sizeof n, 0) & (t->cap - 1);
    while (t->slots[i].node && t->slots[i].node != n)
        i = (i + 1) & (t->cap - 1);
    return &t->slots[i];
}

static bool grow(struct tellings *t) {
    struct tellings more = {.n = t->n, .cap = t->cap ? 2 * t->cap : 256};
    more.slots = calloc(more.cap, sizeof *more.slots);
    if (!more.slots) return false;
    for (size_t i = 0; i < t->cap; i++)
        if (t->slots[i].node) *slot_of(&more, t->slots[i].node) = t->slots[i];
    free(t->slots);
    *t = more;
    return true;
}

bool tellings_note(struct tellings *t, const struct node *n, enum telling what) {
    if (!t) return true;
    if (2 * t->n >= t->cap && !grow(t)) return false;
    struct told_node *slot = slot_of(t, n);
    if (!slot->node) *slot = (struct told_node){n, TELLING_NOT}, t->n++;
    if (what > (enum telling)slot->telling) slot->telling = (uint8_t)what;
    return true;
}

enum telling tellings_of(const struct tellings *t, const struct node *n) {
    return t->cap ? (enum telling)slot_of(t, n)->telling : TELLING_NOT;
}

void tellings_free(struct tellings *t) {
    free(t->slots);
    *t = (struct tellings){0};
}
