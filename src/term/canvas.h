/* canvas.h: a rectangle of characters that boards are drawn on.
 *
 * Lines are kept as which of its four sides a character connects, so boxes that share a side meet in the right sign.
 * Whatever lies outside the rectangle is not drawn.
 */
#ifndef TERM_CANVAS_H
#define TERM_CANVAS_H

#include "term/capabilities.h"

struct canvas;

struct canvas *canvas_new(int width, int height); /* NULL: no memory */
void canvas_free(struct canvas *c);

void canvas_box(struct canvas *c, int x, int y, int width, int height);   /* outer size */
void canvas_sides(struct canvas *c, int x, int y, int width, int height); /* its left and right side only */
/* At most `width` columns of the text. */
void canvas_text(struct canvas *c, int x, int y, int width, int paint, const char *text);
/* All lines, without blanks at their ends. */
void canvas_put(const struct canvas *c, const struct look *look, struct buf *out);

#endif
