/* png.c: see png.h. */
#include "show/png.h"

#include <stdlib.h>
#include <string.h>

/* ---- drawing */
void picture_init(struct picture *p, int w, int h) {
    *p = (struct picture){w, h, calloc((size_t)w * (size_t)h, 3)};
}

void picture_free(struct picture *p) {
    free(p->rgb);
    p->rgb = NULL;
}

uint32_t colour_mix(uint32_t a, uint32_t b, int part) {
    uint32_t mixed = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        int from = (int)(a >> shift & 255u), to = (int)(b >> shift & 255u);
        mixed |= (uint32_t)(from + (to - from) * part / 255) << shift;
    }
    return mixed;
}

static void blend(uint8_t *pixel, uint32_t colour, int part) {
    for (int i = 0; i < 3; i++) {
        int to = (int)(colour >> (16 - 8 * i) & 255u);
        pixel[i] = (uint8_t)(pixel[i] + (to - pixel[i]) * part / 255);
    }
}

void picture_fade(struct picture *p, uint32_t top, uint32_t foot) {
    for (int y = 0; p->rgb && y < p->h; y++) {
        uint32_t colour = colour_mix(top, foot, y * 255 / p->h);
        for (int x = 0; x < p->w; x++)
            blend(p->rgb + 3 * ((size_t)y * (size_t)p->w + (size_t)x), colour, 255);
    }
}

static int within(float v, int most) {
    return v < 0 ? 0 : v > (float)most ? most : (int)v;
}

/* Where the line at height y enters a convex area and leaves it; false: it does not touch it. */
static bool cross(const struct point *corners, int n, float y, float *from, float *to) {
    bool any = false;
    for (int i = 0; i < n; i++) {
        struct point a = corners[i], b = corners[(i + 1) % n];
        if ((a.y <= y) == (b.y <= y)) continue;
        float x = a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y);
        if (!any || x < *from) *from = x;
        if (!any || x > *to) *to = x;
        any = true;
    }
    return any;
}

static float overlap(float from, float to, float x) {
    float left = from > x ? from : x, right = to < x + 1 ? to : x + 1;
    return right > left ? right - left : 0;
}

enum { LINES = 4 }; /* through each row */

static void fill_row(struct picture *p, const struct point *corners, int n, int y, uint32_t colour, int cover) {
    float from[LINES], to[LINES], low = (float)p->w, high = 0;
    for (int i = 0; i < LINES; i++) {
        from[i] = to[i] = 0;
        if (!cross(corners, n, (float)y + ((float)i + 0.5f) / LINES, &from[i], &to[i])) continue;
        if (from[i] < low) low = from[i];
        if (to[i] > high) high = to[i];
    }
    int right = within(high + 1, p->w);
    for (int x = within(low, p->w); x < right; x++) {
        float part = 0;
        for (int i = 0; i < LINES; i++)
            part += overlap(from[i], to[i], (float)x);
        blend(p->rgb + 3 * ((size_t)y * (size_t)p->w + (size_t)x), colour, (int)(part * (float)cover / LINES));
    }
}

void picture_fill(struct picture *p, const struct point *corners, int n, uint32_t colour, int cover) {
    float low = corners[0].y, high = corners[0].y;
    for (int i = 1; i < n; i++) {
        if (corners[i].y < low) low = corners[i].y;
        if (corners[i].y > high) high = corners[i].y;
    }
    int foot = within(high + 1, p->h);
    for (int y = within(low, p->h); p->rgb && y < foot; y++)
        fill_row(p, corners, n, y, colour, cover);
}

/* ---- writing: deflate */
struct bits {
    struct buf *out;
    uint32_t held;
    int n;
};

static void put_bits(struct bits *b, uint32_t value, int n) { /* the lowest first */
    b->held |= value << b->n;
    for (b->n += n; b->n >= 8; b->n -= 8, b->held >>= 8)
        buf_putc(b->out, (char)(b->held & 255u));
}

static void put_code(struct bits *b, uint32_t code, int n) { /* the highest first, as codes of Huffman stand */
    for (int i = n - 1; i >= 0; i--)
        put_bits(b, code >> i & 1u, 1);
}

static void put_literal(struct bits *b, uint8_t byte) {
    if (byte < 144)
        put_code(b, 0x30u + byte, 8);
    else
        put_code(b, 0x190u + byte - 144u, 9);
}

/* What stands three bytes before, a pixel, for so many bytes again: 3 to 258. */
static void put_again(struct bits *b, unsigned length) {
    static const uint16_t from[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                    31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t more[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                   2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    unsigned i = 0;
    while (i + 1 < sizeof more && from[i + 1] <= length)
        i++;
    unsigned code = 257 + i;
    if (code < 280)
        put_code(b, code - 256, 7);
    else
        put_code(b, 0xC0u + code - 280, 8);
    put_bits(b, length - from[i], more[i]);
    put_code(b, 2, 5);
}

enum { PIXEL = 3, SHORTEST = 3, LONGEST = 258 };

static void put_big(struct buf *out, uint32_t n) {
    for (int shift = 24; shift >= 0; shift -= 8)
        buf_putc(out, (char)(n >> shift & 255u));
}

/* What zlib would write: its head, one block with the fixed codes, a sum of what it holds. */
static void write_deflated(const uint8_t *bytes, size_t n, struct buf *out) {
    struct bits b = {out, 0, 0};
    uint32_t low = 1, high = 0;
    buf_putc(out, 0x78);
    buf_putc(out, 0x01);
    put_bits(&b, 1, 1);
    put_bits(&b, 1, 2);
    for (size_t i = 0, run; i < n; i += run) {
        for (run = 0; i >= PIXEL && run < LONGEST && i + run < n && bytes[i + run] == bytes[i + run - PIXEL];)
            run++;
        if (run >= SHORTEST)
            put_again(&b, (unsigned)run);
        else
            put_literal(&b, bytes[i]), run = 1;
    }
    put_code(&b, 0, 7);
    put_bits(&b, 0, 7); /* what is left of a byte */
    for (size_t i = 0; i < n; i++) {
        low = (low + bytes[i]) % 65521;
        high = (high + low) % 65521;
    }
    put_big(out, high << 16 | low);
}

/* ---- writing: PNG */
static uint32_t checksum(const char *bytes, size_t n) {
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < n; i++) {
        crc ^= (uint8_t)bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1u ? 0xEDB88320u : 0);
    }
    return ~crc;
}

static void write_chunk(const char *name, const struct buf *body, struct buf *out) {
    put_big(out, (uint32_t)body->n);
    size_t from = out->n;
    buf_puts(out, name);
    buf_put(out, body->data, body->n);
    if (!out->failed) put_big(out, checksum(out->data + from, out->n - from));
}

/* Each row as its difference from the one above: of flat colours that is nothing nearly everywhere. */
static void write_rows(const struct picture *p, struct buf *out) {
    size_t row = (size_t)p->w * 3, n = (row + 1) * (size_t)p->h;
    uint8_t *bytes = calloc(n, 1);
    if (!bytes) {
        out->failed = true;
        return;
    }
    for (size_t y = 0; y < (size_t)p->h; y++) {
        uint8_t *to = bytes + y * (row + 1);
        *to++ = 2;
        for (size_t i = 0; i < row; i++)
            to[i] = (uint8_t)(p->rgb[y * row + i] - (y ? p->rgb[(y - 1) * row + i] : 0));
    }
    write_deflated(bytes, n, out);
    free(bytes);
}

void picture_write(const struct picture *p, struct buf *out) {
    static const char head[8] = "\x89PNG\r\n\x1a\n", kind[5] = {8, 2, 0, 0, 0}; /* of 8 bits each, red green blue */
    struct buf part;
    buf_init(&part);
    if (!p->rgb) out->failed = true;
    if (out->failed) return;
    buf_put(out, head, sizeof head);
    put_big(&part, (uint32_t)p->w);
    put_big(&part, (uint32_t)p->h);
    buf_put(&part, kind, sizeof kind);
    write_chunk("IHDR", &part, out);
    buf_clear(&part);
    write_rows(p, &part);
    write_chunk("IDAT", &part, out);
    if (part.failed) out->failed = true;
    buf_clear(&part);
    write_chunk("IEND", &part, out);
    buf_free(&part);
}
