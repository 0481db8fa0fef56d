/* bits.h: bit sets in arrays of 32-bit words.
 *
 * Bit i is bit i % 32 of word i / 32. The caller owns the words and knows how many there are; `n_words` is a count of
 * words, never of bits. Invariant kept by the callers: bits past the last member of the set are 0, so that counting
 * and walking need no mask. Header only and freestanding: the machine and emitted C include it.
 */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include <stdbool.h>
#include <stdint.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Words needed for n bits. */
#define BITS_WORDS(n) (((n) + 31u) / 32u)

static inline uint32_t bits_popcount(uint32_t x) {
#if defined(__GNUC__) && defined(__POPCNT__)
    return (uint32_t)__builtin_popcount(x);
#else
    x -= (x >> 1) & 0x55555555u;
    x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
    return (((x + (x >> 4)) & 0x0f0f0f0fu) * 0x01010101u) >> 24;
#endif
}

#ifdef __SSE2__
/* Four words. */
static inline __m128i bits_four(const uint32_t *words) {
    return _mm_loadu_si128((const __m128i *)(const void *)words);
}
#endif

/* Index of the lowest set bit; x must not be 0. */
static inline uint32_t bits_lowest(uint32_t x) {
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctz(x);
#else
    return bits_popcount((x & (0u - x)) - 1u);
#endif
}

/* Index of the highest set bit; x must not be 0. */
static inline int32_t bits_highest(uint32_t x) {
#if defined(__GNUC__)
    return 31 - __builtin_clz(x);
#else
    int32_t i = 0;
    while (x >>= 1)
        i++;
    return i;
#endif
}

static inline bool bits_test(const uint32_t *words, uint32_t i) {
    return ((words[i >> 5] >> (i & 31u)) & 1u) != 0;
}

static inline void bits_set(uint32_t *words, uint32_t i) {
    words[i >> 5] |= 1u << (i & 31u);
}

static inline void bits_clear(uint32_t *words, uint32_t i) {
    words[i >> 5] &= ~(1u << (i & 31u));
}

/* Sets bits 0..n-1 and clears the rest of the n_words words. */
static inline void bits_fill(uint32_t *words, uint32_t n_words, uint32_t n) {
    for (uint32_t w = 0; w < n_words; w++) {
        uint32_t from = w * 32u;
        words[w] = n >= from + 32u ? ~0u : n > from ? (1u << (n - from)) - 1u : 0u;
    }
}

static inline void bits_zero(uint32_t *words, uint32_t n_words) {
    for (uint32_t w = 0; w < n_words; w++)
        words[w] = 0;
}

static inline uint32_t bits_count(const uint32_t *words, uint32_t n_words) {
    uint32_t count = 0;
    for (uint32_t w = 0; w < n_words; w++)
        if (words[w]) count += bits_popcount(words[w]); /* most words of most sets are 0 */
    return count;
}

/* The same of a set with many members: two words at once. */
static inline uint32_t bits_count_many(const uint32_t *words, uint32_t n_words) {
    uint32_t count = n_words & 1u ? bits_popcount(words[n_words - 1]) : 0;
    for (uint32_t w = 0; w + 1 < n_words; w += 2) {
        uint64_t x = words[w] | (uint64_t)words[w + 1] << 32;
        x -= x >> 1 & 0x5555555555555555u;
        x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
        count += (uint32_t)(((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56);
    }
    return count;
}

/* Whether all of the first set are in the second. */
static inline bool bits_within(const uint32_t *words, const uint32_t *in, uint32_t n_words) {
    for (uint32_t w = 0; w < n_words; w++)
        if (words[w] & ~in[w]) return false;
    return true;
}

static inline bool bits_any(const uint32_t *words, uint32_t n_words) {
    uint32_t seen = 0, w = 0;
#ifdef __SSE2__
    for (; w + 4 <= n_words; w += 4)
        seen |= (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bits_four(words + w), _mm_setzero_si128())) ^ 0xffffu;
#endif
    for (; w < n_words; w++)
        seen |= words[w];
    return seen != 0;
}

/* Whether two sets have a member in common. */
static inline bool bits_meet(const uint32_t *a, const uint32_t *b, uint32_t n_words) {
    uint32_t both = 0, w = 0;
#ifdef __SSE2__
    for (; w + 4 <= n_words; w += 4) {
        __m128i none = _mm_cmpeq_epi8(_mm_and_si128(bits_four(a + w), bits_four(b + w)), _mm_setzero_si128());
        both |= (uint32_t)_mm_movemask_epi8(none) ^ 0xffffu;
    }
#endif
    for (; w < n_words; w++)
        both |= a[w] & b[w];
    return both != 0;
}

/* The first set bit with an index > after, or -1. Walk a set with:
 *     for (int32_t i = -1; (i = bits_next(words, n, i)) >= 0;) ... */
static inline int32_t bits_next(const uint32_t *words, uint32_t n_words, int32_t after) {
    uint32_t i = (uint32_t)(after + 1);
    uint32_t w = i >> 5;
    if (w >= n_words) return -1;
    uint32_t word = words[w] & (~0u << (i & 31u));
    while (word == 0) {
        if (++w >= n_words) return -1;
        word = words[w];
    }
    return (int32_t)(w * 32u + bits_lowest(word));
}

/* The members of 64 bits; byte i of *upto: how many are in bytes 0 to i. */
static inline uint32_t bits_bytes(uint64_t x, uint64_t *upto) {
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    *upto = ((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u;
    return (uint32_t)(*upto >> 56);
}

/* Index of member k of 64 bits, which have more than k; upto: see bits_bytes. The top bit of a byte of `before` says
 * that no more than k members come up to there. */
static inline uint32_t bits_nth64(uint64_t x, uint64_t upto, uint32_t k) {
    uint64_t before = ((k * 0x0101010101010101u | 0x8080808080808080u) - upto) >> 7 & 0x0101010101010101u;
    uint32_t at = (uint32_t)(before * 0x0101010101010101u >> 56) * 8u;
    uint32_t byte = (uint32_t)(x >> at) & 255u;
    for (k -= (uint32_t)(upto << 8 >> at) & 255u; k > 0; k--)
        byte &= byte - 1u;
    return at + (uint32_t)bits_lowest(byte);
}

/* Index of the k-th set bit, counting from 0, or -1 when there are not that many. */
static inline int32_t bits_nth(const uint32_t *words, uint32_t n_words, uint32_t k) {
    for (uint32_t w = 0; w < n_words; w += 2) {
        uint64_t x = words[w] | (w + 1 < n_words ? (uint64_t)words[w + 1] << 32 : 0), upto;
        if (!x) continue; /* as in bits_count */
        uint32_t here = bits_bytes(x, &upto);
        if (k < here) return (int32_t)(w * 32u + bits_nth64(x, upto, k));
        k -= here;
    }
    return -1;
}

/* Bit i: byte i of the 32 bytes at `bytes` is `value`. */
static inline uint32_t bits_equal(const void *bytes, int8_t value) {
#ifdef __SSE2__
    const __m128i *at = (const __m128i *)bytes;
    __m128i want = _mm_set1_epi8(value);
    uint32_t low = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128(at), want));
    return low | (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128(at + 1), want)) << 16;
#else
    uint32_t bits = 0;
    for (uint32_t i = 0; i < 32; i++)
        bits |= (uint32_t)(((const int8_t *)bytes)[i] == value) << i;
    return bits;
#endif
}

/* Bit i: byte i of the 32 bytes at `a` is not that of those at `b`. */
static inline uint32_t bits_differ(const void *a, const void *b) {
#ifdef __SSE2__
    const __m128i *one = (const __m128i *)a, *other = (const __m128i *)b;
    uint32_t low = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128(one), _mm_loadu_si128(other)));
    uint32_t high = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128(one + 1), _mm_loadu_si128(other + 1)));
    return ~(low | high << 16);
#else
    uint32_t bits = 0;
    for (uint32_t i = 0; i < 32; i++)
        bits |= (uint32_t)(((const int8_t *)a)[i] != ((const int8_t *)b)[i]) << i;
    return bits;
#endif
}

/* bytes[i] = value for each member i of a set of n; the other bytes stay. */
static inline void bits_spread(const uint32_t *words, uint8_t value, uint8_t *bytes, uint32_t n) {
    uint32_t w = 0;
#ifdef __SSE2__
    const __m128i bit = _mm_set1_epi64x((int64_t)0x8040201008040201u), all = _mm_set1_epi8((char)value);
    for (; (w + 1) * 32u <= n; w++) {
        if (!words[w]) continue;
        __m128i word = _mm_cvtsi32_si128((int)words[w]), *to = (__m128i *)(void *)(bytes + w * 32u);
        word = _mm_unpacklo_epi8(word, word);
        word = _mm_unpacklo_epi16(word, word); /* each byte of the word, four times */
        __m128i low = _mm_and_si128(_mm_shuffle_epi32(word, 0x50), bit),
                high = _mm_and_si128(_mm_shuffle_epi32(word, 0xfa), bit);
        low = _mm_cmpeq_epi8(low, bit), high = _mm_cmpeq_epi8(high, bit);
        __m128i was = _mm_andnot_si128(low, _mm_loadu_si128(to)),
                then = _mm_andnot_si128(high, _mm_loadu_si128(to + 1));
        _mm_storeu_si128(to, _mm_or_si128(was, _mm_and_si128(low, all)));
        _mm_storeu_si128(to + 1, _mm_or_si128(then, _mm_and_si128(high, all)));
    }
#endif
    for (; w * 32u < n; w++)
        for (uint32_t of = words[w]; of; of &= of - 1u)
            bytes[w * 32u + bits_lowest(of)] = value;
}

/* The bits of word k that number first .. first + n - 1. */
static inline uint32_t bits_span(uint32_t k, uint32_t first, uint32_t n) {
    uint32_t from = k * 32u, end = first + n;
    uint32_t low = first <= from ? ~0u : first - from >= 32u ? 0u : ~0u << (first - from);
    return low & (end >= from + 32u ? ~0u : end <= from ? 0u : (1u << (end - from)) - 1u);
}

static inline void bits_copy(uint32_t *to, const uint32_t *from, uint32_t n_words) {
    uint32_t w = 0;
#ifdef __SSE2__
    for (; w + 4 <= n_words; w += 4)
        _mm_storeu_si128((__m128i *)(void *)(to + w), bits_four(from + w));
#endif
    for (; w < n_words; w++)
        to[w] = from[w];
}

/* to = to AND / OR / AND NOT from. The arrays are the same or do not overlap. */
static inline void bits_and(uint32_t *to, const uint32_t *from, uint32_t n_words) {
    uint32_t w = 0;
#ifdef __SSE2__
    for (; w + 4 <= n_words; w += 4) {
        __m128i both = _mm_and_si128(bits_four(to + w), bits_four(from + w));
        _mm_storeu_si128((__m128i *)(void *)(to + w), both);
    }
#endif
    for (; w < n_words; w++)
        to[w] &= from[w];
}

static inline void bits_or(uint32_t *to, const uint32_t *from, uint32_t n_words) {
    uint32_t w = 0;
#ifdef __SSE2__
    for (; w + 4 <= n_words; w += 4) {
        __m128i both = _mm_or_si128(bits_four(to + w), bits_four(from + w));
        _mm_storeu_si128((__m128i *)(void *)(to + w), both);
    }
#endif
    for (; w < n_words; w++)
        to[w] |= from[w];
}

static inline void bits_andn(uint32_t *to, const uint32_t *from, uint32_t n_words) {
    uint32_t w = 0;
#ifdef __SSE2__
    for (; w + 4 <= n_words; w += 4) {
        __m128i rest = _mm_andnot_si128(bits_four(from + w), bits_four(to + w));
        _mm_storeu_si128((__m128i *)(void *)(to + w), rest);
    }
#endif
    for (; w < n_words; w++)
        to[w] &= ~from[w];
}

#endif
