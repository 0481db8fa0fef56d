/* canvas.c: see canvas.h. */
#include "term/canvas.h"

#include "base/size.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

enum { UP = 1, DOWN = 2, LEFT = 4, RIGHT = 8 };

struct cell {
    char text[4];
    uint8_t length; /* bytes of text; 0: a blank or lines */
    uint8_t lines;
    uint8_t paint;
    uint8_t covered; /* the right half of a wide character */
};

struct canvas {
    int width, height;
    struct cell cells[];
};

struct canvas *canvas_new(int width, int height) {
    size_t cells, bytes;
    if (!size_multiply((size_t)width, (size_t)height, &cells) || !size_multiply(cells, sizeof(struct cell), &bytes))
        return NULL;
    struct canvas *c = calloc(1, sizeof *c + bytes);
    if (!c) return NULL;
    c->width = width;
    c->height = height;
    return c;
}

void canvas_free(struct canvas *c) {
    free(c);
}

static struct cell *cell_at(struct canvas *c, int x, int y) {
    if (x < 0 || y < 0 || x >= c->width || y >= c->height) return NULL;
    return &c->cells[(size_t)y * (size_t)c->width + (size_t)x];
}

static void connect(struct canvas *c, int x, int y, int sides) {
    struct cell *cell = cell_at(c, x, y);
    if (cell) cell->lines |= (uint8_t)sides;
}

void canvas_sides(struct canvas *c, int x, int y, int width, int height) {
    for (int i = y; i < y + height; i++) {
        connect(c, x, i, UP | DOWN);
        connect(c, x + width - 1, i, UP | DOWN);
    }
}

void canvas_box(struct canvas *c, int x, int y, int width, int height) {
    int right = x + width - 1, bottom = y + height - 1;
    for (int i = x; i < right; i++) {
        connect(c, i, y, RIGHT);
        connect(c, i + 1, y, LEFT);
        connect(c, i, bottom, RIGHT);
        connect(c, i + 1, bottom, LEFT);
    }
    for (int i = y; i < bottom; i++) {
        connect(c, x, i, DOWN);
        connect(c, x, i + 1, UP);
        connect(c, right, i, DOWN);
        connect(c, right, i + 1, UP);
    }
}

void canvas_text(struct canvas *c, int x, int y, int width, int paint, const char *text) {
    size_t n = strlen(text), at = 0;
    while (at < n) {
        uint32_t code;
        size_t length = utf8_decode(text + at, n - at, &code);
        int columns = utf8_width(code);
        if (columns > width) return;
        struct cell *cell = cell_at(c, x, y), *next = columns == 2 ? cell_at(c, x + 1, y) : NULL;
        if (cell && columns > 0) {
            memcpy(cell->text, text + at, length);
            cell->length = (uint8_t)length;
            cell->paint = (uint8_t)paint;
        }
        if (next) next->covered = 1;
        at += length;
        x += columns;
        width -= columns;
    }
}

static void put_cell(const struct cell *cell, const struct look *look, struct buf *out) {
    static const char *const signs[16] = {" ",      "\u2575", "\u2577", "\u2502", "\u2574", "\u2518",
                                          "\u2510", "\u2524", "\u2576", "\u2514", "\u250c", "\u251c",
                                          "\u2500", "\u2534", "\u252c", "\u253c"};
    if (cell->length > 0)
        buf_put(out, cell->text, cell->length);
    else if (look->unicode)
        buf_puts(out, signs[cell->lines & 15]);
    else if (cell->lines == 0)
        buf_putc(out, ' ');
    else if ((cell->lines & (UP | DOWN)) == 0)
        buf_putc(out, '-');
    else
        buf_putc(out, (cell->lines & (LEFT | RIGHT)) == 0 ? '|' : '+');
}

void canvas_put(const struct canvas *c, const struct look *look, struct buf *out) {
    for (int y = 0; y < c->height; y++) {
        const struct cell *row = &c->cells[(size_t)y * (size_t)c->width];
        int end = c->width, paint = PAINT_PLAIN;
        while (end > 0 && row[end - 1].length == 0 && row[end - 1].lines == 0 && !row[end - 1].covered)
            end--;
        for (int x = 0; x < end; x++) {
            if (row[x].covered) continue;
            int wanted = row[x].length > 0 ? row[x].paint : row[x].lines ? PAINT_FAINT : PAINT_PLAIN;
            if (wanted != paint) {
                buf_puts(out, look_off(look, paint));
                buf_puts(out, look_on(look, wanted));
                paint = wanted;
            }
            put_cell(&row[x], look, out);
        }
        buf_puts(out, look_off(look, paint));
        buf_putc(out, '\n');
    }
}
