/* png.h: a small picture in colours, and its bytes as PNG.
 *
 * For drawings of flat colours: areas are convex and drawn with soft edges; what is written is compressed by runs
 * only (deflate with its fixed codes), which is what such pictures consist of. Same drawing, same bytes.
 */
#ifndef SHOW_PNG_H
#define SHOW_PNG_H

#include "base/buf.h"

#include <stdint.h>

struct picture {
    int w, h;
    uint8_t *rgb; /* w * h * 3, row by row; NULL: no memory */
};

struct point {
    float x, y;
};

void picture_init(struct picture *p, int w, int h); /* black */
void picture_free(struct picture *p);
/* From one colour, 0xRRGGBB, at the top to another at the foot. */
void picture_fade(struct picture *p, uint32_t top, uint32_t foot);
/* A convex area of n corners in either direction; cover: of 255, how much of what lies below is hidden. */
void picture_fill(struct picture *p, const struct point *corners, int n, uint32_t colour, int cover);
void picture_write(const struct picture *p, struct buf *out);

uint32_t colour_mix(uint32_t a, uint32_t b, int part); /* part: of 255, how much of b */

#endif
