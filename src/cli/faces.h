/* faces.h: for `terrane check --faces`: which cards can be drawn from their rules alone. */
#ifndef CLI_FACES_H
#define CLI_FACES_H

#include "terrane_table.h"

/* Each part of a card that stays in words, then for each kind, and last for all, how many cards map wholly. Copies
 * count once. false: memory is out. */
bool print_faces(tn_source *source);
/* Every face, and the names of what their numbers stand for, as one JSON object. */
bool print_faces_json(tn_source *source);

#endif
