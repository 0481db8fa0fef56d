/* about.h: what a game is, in few words, for who has never seen it: how much there is of it, what counts, when it
 * ends, how long it lasts. All of it is read from the compiled game: nobody writes it for a game.
 */
#ifndef SHOW_ABOUT_H
#define SHOW_ABOUT_H

#include "base/json.h"
#include "bot/weights.h"

/* Writes the fields of GET /api/games/NAME (docs/protocol.md) into the open object of *j, in the words of `told`,
 * which may be a translation. */
void about_put(struct json *j, const tn_game *told, const struct weights *weights);

/* How many cards can lie somewhere. */
size_t about_cards(const tn_game *game);

#endif
