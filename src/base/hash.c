/* hash.c: see hash.h. Independent lanes of multiplications, over blocks of 32 or, in pieces, 64 bytes, keep a modern
 * core busy; the tail is mixed word by word, or filled up with zeros. The length goes in first, so prefixes of
 * zeros differ. */
#include "base/hash.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

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

/* ---- in pieces: the halves of what a lane has and a word are multiplied, and exchanged. So what a difference does
 * depends on all that came before, and the next word does not cancel it but by a chance of one in 2^32. */
static uint64_t take(uint64_t lane, uint64_t word) {
    uint64_t x = lane ^ word;
    return (x & UINT32_MAX) * (x >> 32) + rotate(x, 32);
}

#ifdef __SSE2__
static inline __m128i take_two(__m128i lanes, const unsigned char *p) {
    __m128i x = _mm_xor_si128(lanes, _mm_loadu_si128((const __m128i *)(const void *)p));
    __m128i exchanged = _mm_shuffle_epi32(x, 0xb1);
    return _mm_add_epi64(_mm_mul_epu32(x, exchanged), exchanged);
}

static void take_blocks(uint64_t *lanes, const unsigned char *p, size_t blocks) {
    __m128i *at = (__m128i *)(void *)lanes;
    __m128i a = _mm_loadu_si128(at), b = _mm_loadu_si128(at + 1), c = _mm_loadu_si128(at + 2);
    __m128i d = _mm_loadu_si128(at + 3), e = _mm_loadu_si128(at + 4), f = _mm_loadu_si128(at + 5);
    __m128i g = _mm_loadu_si128(at + 6), h = _mm_loadu_si128(at + 7);
    for (; blocks > 0; blocks--, p += HASH_BLOCK) {
        a = take_two(a, p), b = take_two(b, p + 16), c = take_two(c, p + 32), d = take_two(d, p + 48);
        e = take_two(e, p + 64), f = take_two(f, p + 80), g = take_two(g, p + 96), h = take_two(h, p + 112);
    }
    _mm_storeu_si128(at, a), _mm_storeu_si128(at + 1, b), _mm_storeu_si128(at + 2, c);
    _mm_storeu_si128(at + 3, d), _mm_storeu_si128(at + 4, e), _mm_storeu_si128(at + 5, f);
    _mm_storeu_si128(at + 6, g), _mm_storeu_si128(at + 7, h);
}
#else
static void take_blocks(uint64_t *lanes, const unsigned char *p, size_t blocks) {
    for (; blocks > 0; blocks--, p += HASH_BLOCK)
        for (unsigned i = 0; i < HASH_LANES; i++)
            lanes[i] = take(lanes[i], load64(p + i * 8u));
}
#endif

/* The fractions of the square roots of the first primes. */
static const uint64_t first_lanes[HASH_LANES] = {
    0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u,
    0x510e527fade682d1u, 0x9b05688c2b3e6c1fu, 0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u,
    0xcbbb9d5dc1059ed8u, 0x629a292a367cd507u, 0x9159015a3070dd17u, 0x152fecd8f70e5939u,
    0x67332667ffc00b31u, 0x8eb44a8768581511u, 0xdb0c2e0d64f98fa7u, 0x47b5481dbefa4fa4u,
};

void hash_begin(struct hash_pieces *h, uint64_t seed) {
    memcpy(h->lanes, first_lanes, sizeof h->lanes);
    h->lanes[0] ^= hash_mix(seed, K1);
}

void hash_piece(struct hash_pieces *h, const void *bytes, size_t n) {
    size_t rest = n % HASH_BLOCK;
    take_blocks(h->lanes, bytes, n / HASH_BLOCK);
    if (rest) {
        unsigned char last[HASH_BLOCK] = {0};
        memcpy(last, (const unsigned char *)bytes + (n - rest), rest);
        take_blocks(h->lanes, last, 1);
    }
}

uint64_t hash_end(const struct hash_pieces *h) {
    uint64_t lanes[HASH_LANES];
    memcpy(lanes, h->lanes, sizeof lanes);
    for (unsigned half = HASH_LANES / 2; half >= 4; half /= 2)
        for (unsigned i = 0; i < half; i++)
            lanes[i] = take(lanes[i], lanes[i + half]);
    return hash_mix(hash_mix(lanes[0], lanes[1]), hash_mix(lanes[2], lanes[3]));
}
