/* hash.h: a fast 64-bit hash over bytes.
 *
 * Not cryptographic. Invariant: the same bytes and seed give the same hash on every platform and in every release:
 * words are read little-endian whatever the machine is, and saved files and golden transcripts hold these values.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* `bytes` may be NULL when n is 0. */
uint64_t hash_bytes(const void *bytes, size_t n, uint64_t seed);

/* The same of something in pieces, faster: the sizes of all pieces must follow from what came before them.
 * Each ends with a block, which is filled up with zeros. */
enum { HASH_LANES = 16, HASH_BLOCK = 128 };
struct hash_pieces {
    uint64_t lanes[HASH_LANES];
};
void hash_begin(struct hash_pieces *h, uint64_t seed);
void hash_piece(struct hash_pieces *h, const void *bytes, size_t n);
uint64_t hash_end(const struct hash_pieces *h);

/* Combines two hashes; order matters. */
static inline uint64_t hash_mix(uint64_t a, uint64_t b) {
    uint64_t x = (a ^ (b << 32 | b >> 32)) * 0x9e3779b97f4a7c15u + b;
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
    x = (x ^ x >> 29) * 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

#endif
