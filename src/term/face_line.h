/* face_line.h: what a card does as a short line of signs, from its face (docs/faces.md).
 *
 *     needs depth>=5; [+2c -1w]; price farm tag -2c; 1 pt
 *
 * Square brackets are the frame of what is added by some rule, an income or a production; an arrow stands between what
 * is paid and what one gets, a stroke between what one chooses from, another before what is counted. What the face
 * keeps in words is in words here.
 */
#ifndef TERM_FACE_LINE_H
#define TERM_FACE_LINE_H

#include "term/draw.h"

enum { FACE_ALL = -1 };

/* The whole face, or the block of one clause. `costs`, `tags`: these stand elsewhere. False, with nothing put, where
 * there is no face or the card's text is the author's own: then its words are what there is to say. */
struct face_wish {
    int clause; /* FACE_ALL: everything */
    bool cost_elsewhere, tags_elsewhere;
    bool not_only_others; /* a face that only names other cards to carry out says nothing: as if there were none */
};
bool face_line_put(const struct drawing *d, size_t card, struct face_wish wish, struct buf *out);
/* The number printed on it as its cost; false: there is none, or it depends on something. */
bool face_line_cost(const tn_game *game, size_t card, int32_t *out);
/* What happens at a mark of a track. */
void face_line_put_mark(const struct drawing *d, size_t track, size_t mark, struct buf *out);

#endif
