/* hash.c: see hash.h. Independent lanes of multiply and rotate, over blocks of 32 or, in pieces, 64 bytes, keep a
 * modern core busy; the tail is mixed word by word, or filled up with zeros. The length goes in first, so prefixes of
 * zeros differ. */
#include "base/hash.h"

#include <string.h>

#define K0 0x9e3779b97f4a7c15u
#define K1 0xd6e8feb86659fd93u
#define K2 0xff51afd7ed558ccdu
#define K3 0xc4ceb9fe1a85ec53u

/* Little-endian whatever the machine. Not every compiler makes one load of the bytes, nor puts it where it is used. */
static inline uint64_t load64(const unsigned char *p) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word;
#endif
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 |
           (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

static uint64_t rotate(uint64_t x, int by) {
    return x << by | x >> (64 - by);
}

/* The rotation brings the strong upper bits of the product down to where the next multiplication spreads them. */
static uint64_t absorb(uint64_t lane, uint64_t word) {
    return rotate((lane ^ word * K1) * K0, 29) + word;
}

uint64_t hash_bytes(const void *bytes, size_t n, uint64_t seed) {
    const unsigned char *p = bytes;
    size_t left = n;
    uint64_t h = hash_mix(seed, (uint64_t)n);
    if (left >= 32) {
        uint64_t a = h + K0, b = h ^ K1, c = h + K2, d = h ^ K3;
        for (; left >= 32; left -= 32, p += 32) {
            a = absorb(a, load64(p));
            b = absorb(b, load64(p + 8));
            c = absorb(c, load64(p + 16));
            d = absorb(d, load64(p + 24));
        }
        h = hash_mix(hash_mix(a, b), hash_mix(c, d));
    }
    for (; left >= 8; left -= 8, p += 8)
        h = hash_mix(h, load64(p));
    if (left > 0) {
        uint64_t word = 0;
        for (size_t i = 0; i < left; i++)
            word |= (uint64_t)p[i] << (8 * i);
        h = hash_mix(h, word);
    }
    return hash_mix(h, K3);
}

/* ---- in pieces: a multiplication for each word. Adding the word afterwards keeps differences from being cancelled by
 * the next word of the lane, which the upper bits of a product alone would not. */
static uint64_t take(uint64_t lane, uint64_t word) {
    return rotate((lane ^ word) * K0, 29) + word;
}

void hash_begin(struct hash_pieces *h, uint64_t seed) {
    static const uint64_t keys[] = {K0, K1, K2, K3};
    for (unsigned i = 0; i < HASH_LANES; i++)
        h->lanes[i] = hash_mix(seed, keys[i % 4] + i);
}

void hash_piece(struct hash_pieces *h, const void *bytes, size_t n) {
    enum { BLOCK = HASH_LANES * 8 };
    const unsigned char *p = bytes;
    unsigned char last[BLOCK];
    uint64_t a = h->lanes[0], b = h->lanes[1], c = h->lanes[2], d = h->lanes[3];
    uint64_t e = h->lanes[4], f = h->lanes[5], g = h->lanes[6], i = h->lanes[7];
    for (size_t left = n; left > 0; left -= BLOCK, p += BLOCK) {
        if (left < BLOCK) {
            memset(last, 0, sizeof last);
            memcpy(last, p, left);
            p = last;
            left = BLOCK;
        }
        a = take(a, load64(p)), b = take(b, load64(p + 8));
        c = take(c, load64(p + 16)), d = take(d, load64(p + 24));
        e = take(e, load64(p + 32)), f = take(f, load64(p + 40));
        g = take(g, load64(p + 48)), i = take(i, load64(p + 56));
    }
    h->lanes[0] = a, h->lanes[1] = b, h->lanes[2] = c, h->lanes[3] = d;
    h->lanes[4] = e, h->lanes[5] = f, h->lanes[6] = g, h->lanes[7] = i;
}

uint64_t hash_end(const struct hash_pieces *h) {
    uint64_t sum = K3;
    for (unsigned i = 0; i < HASH_LANES; i += 4)
        sum =
            hash_mix(hash_mix(hash_mix(h->lanes[i], h->lanes[i + 1]), hash_mix(h->lanes[i + 2], h->lanes[i + 3])), sum);
    return sum;
}
