/* location.h: where a card lies, as far as a seat may know it.
 *
 * Invariant: nothing is told of a card the seat may not see, nor of zones that mean nothing to players.
 */
#ifndef SHOW_LOCATION_H
#define SHOW_LOCATION_H

#include "play/menu.h"
#include "play/spanned_text.h"

/* owner -1: a zone of the table. */
struct spot {
    size_t zone;
    int owner;
};

bool spot_find(const struct asking *at, int card, struct spot *out); /* false: it is not in sight */
/* "your hand", "B's tableau", "market". */
void spot_put(const struct asking *at, const struct spot *spot, struct spanned *out);

#endif
