/* cover.h: what the cover of a game is drawn from: its boards, and a position of a game between bots on them. It is a
 * function of the compiled game alone, and bounded: nobody waits long for a picture.
 */
#ifndef SHOW_COVER_H
#define SHOW_COVER_H

#include "base/json.h"
#include "terrane_table.h"

/* Whether there are boards, and not so many spaces that they are not drawn. */
bool cover_has_boards(const tn_game *game);
/* The position that is drawn, if there are boards; else one that is not begun. NULL: no memory. */
tn_state *cover_position(const tn_game *game, tn_ctx *ctx);
/* Writes the fields of GET /api/games/NAME/cover (docs/protocol.md) into the open object of *j; `ctx` is the caller's
 * and should have no log. False: no memory. */
bool cover_put(struct json *j, const tn_game *game, tn_ctx *ctx);

#endif
