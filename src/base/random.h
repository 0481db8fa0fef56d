/* random.h: random numbers that are a pure function of (key, stream, counter).
 *
 * There is no hidden state: whoever draws keeps the counter, so a position that holds its key and counters replays the
 * same numbers on every platform. Header only and freestanding: the machine, emitted C and other targets include it.
 * Invariant: the bits never change between releases; tests hold some of them. Not cryptographic.
 */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stdint.h>

/* A bijection of 64 bits in which every input bit flips about half of the output bits. */
static inline uint64_t random_scramble(uint64_t x) {
    x = (x ^ x >> 27) * 0x3c79ac492ba7b653u;
    x = (x ^ x >> 33) * 0x1c69b3f74ac4ae35u;
    return x ^ x >> 27;
}

/* 64 random bits. For one key all (stream, counter) pairs give different values. The key enters twice, so two keys
 * that differ in few bits do not give permuted copies of one another's numbers. */
static inline uint64_t random_at(uint64_t key, uint32_t stream, uint32_t counter) {
    uint64_t place = (uint64_t)stream << 32 | counter;
    uint64_t x = random_scramble((place ^ key) + 0x9e3779b97f4a7c15u);
    return random_scramble(x + (key << 23 | key >> 41) * 0xd1342543de82ef95u);
}

/* A number in 0..n-1 from the upper 32 of the bits; 0 when n is 0. Some values are more likely than others by at most
 * one part in 2^32 / n: for a deck of 256 cards one in sixteen million, far below what any table could see. In return
 * one draw always uses exactly one counter. */
static inline uint32_t random_below(uint64_t bits, uint32_t n) {
    return (uint32_t)(((bits >> 32) * n) >> 32);
}

/* A sequence, for bots and tests. Set key, leave counter 0. */
struct random {
    uint64_t key;
    uint64_t counter;
};

static inline uint64_t random_next(struct random *r) {
    uint64_t at = r->counter++;
    return random_at(r->key, (uint32_t)(at >> 32), (uint32_t)at);
}

/* A number in 0..n-1; see random_below. */
static inline uint32_t random_range(struct random *r, uint32_t n) {
    return random_below(random_next(r), n);
}

#endif
