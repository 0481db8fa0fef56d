/* legend.h: short signs for what lies on the spaces of a board, the same all evening.
 *
 * A sign is one to a few letters for a variable and its value, for instance "G" for a variable `piece` that is "grass".
 * Invariant: no two pairs have the same sign, and a pair keeps its sign as long as the legend lives. Owns its texts.
 */
#ifndef TERM_LEGEND_H
#define TERM_LEGEND_H

#include "base/arena.h"
#include "base/buf.h"
#include "term/capabilities.h"

struct legend_entry {
    const char *variable, *value, *sign;
    bool used;   /* since legend_begin */
    bool member; /* the value says what it is without its variable */
};

struct legend {
    struct arena arena;
    VEC(struct legend_entry) entries;
    const char *yes; /* how the game says it */
};

void legend_init(struct legend *l); /* for a game in English */
void legend_free(struct legend *l);

/* Starts a drawing: no sign is used yet. */
void legend_begin(struct legend *l);
/* A pair that needs a sign. */
struct legend_pair {
    const char *variable, *value, *icon; /* the icon may be NULL */
    bool alone;                          /* the only such variable of its board: a short value needs no prefix */
    bool member;                         /* the value is a thing of the game, not a player or number */
};
/* Its sign, marked as used: the icon when there is one and nothing else has it. "?" when memory is out. */
const char *legend_sign(struct legend *l, const struct legend_pair *pair);
/* A sign that is no variable's, and what it means. */
void legend_note(struct legend *l, const char *sign, const char *meaning);
/* What the signs used in this drawing mean. */
void legend_put(const struct legend *l, const struct look *look, struct buf *out);

bool legend_is_flag(const struct legend *l, const char *value); /* a truth, and true */

#endif
