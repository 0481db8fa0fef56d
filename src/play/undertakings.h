/* undertakings.h: everything a seat can undertake at a question: the answers to it and to those that follow from
 * them, up to where the undertaking ends or more becomes known than the seat knows now. */
#ifndef PLAY_UNDERTAKINGS_H
#define PLAY_UNDERTAKINGS_H

#include "base/json.h"
#include "play/menu.h"

enum { UNDERTAKINGS = 5000 }; /* the most that are listed of one question */

/* "key": [["Play a card", "Rose", "2 seed"], ...]; whether there are more than are listed. */
bool undertakings_put(struct json *j, const char *key, const struct asking *at);

#endif
