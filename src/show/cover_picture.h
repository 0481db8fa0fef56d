/* cover_picture.h: the cover of a game as a picture for previews of links, which take no SVG.
 *
 * The same position as cover.h gives the page, drawn plainly: the largest board in use, tilted, in the colours of its
 * ground, its kinds of spaces and what lies there; without a board five cards. It has no words: beside it stand the
 * title and the description.
 */
#ifndef SHOW_COVER_PICTURE_H
#define SHOW_COVER_PICTURE_H

#include "base/buf.h"
#include "terrane_table.h"

/* The bytes of a PNG, into *out. False: no memory. */
bool cover_picture(const tn_game *game, tn_ctx *ctx, struct buf *out);

#endif
