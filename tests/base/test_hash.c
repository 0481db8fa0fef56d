/* test_hash.c: fixed values (they may never change), alignment, avalanche, no collisions among near inputs. */
#include "base/hash.h"
#include "base/random.h"
#include "support/unit.h"

#include <stdlib.h>

static void values_never_change(void **state) {
    (void)state;
    unsigned char bytes[100];
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 37 + 11);
    assert_true(hash_bytes(NULL, 0, 0) == 0x4b1efc29fec46e32u);
    assert_true(hash_bytes("a", 1, 0) == 0xce1f7d2cdb7ecf17u);
    assert_true(hash_bytes(bytes, 31, 7) == 0xfd8be9c2a3fafe96u);
    assert_true(hash_bytes(bytes, 32, 7) == 0xcdef453945571ae6u);
    assert_true(hash_bytes(bytes, 100, 7) == 0x2485393b8fe3f91au);
    assert_true(hash_mix(1, 2) == 0x52e75f9736e95398u);
}

static void alignment_does_not_matter(void **state) {
    (void)state;
    unsigned char bytes[80];
    uint64_t first = 0;
    for (size_t shift = 0; shift < 9; shift++) {
        for (unsigned i = 0; i < 70; i++)
            bytes[shift + i] = (unsigned char)i;
        uint64_t h = hash_bytes(bytes + shift, 70, 1);
        if (shift == 0) first = h;
        assert_true(h == first);
    }
}

static unsigned popcount(uint64_t x) {
    unsigned n = 0;
    for (; x; x &= x - 1)
        n++;
    return n;
}

/* Every input bit must flip every output bit about half the time. */
static void one_bit_changes_half(void **state) {
    (void)state;
    struct random r = {.key = 5};
    static const size_t sizes[] = {1, 7, 8, 9, 24, 32, 33, 64, 200};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        unsigned char bytes[200];
        unsigned flips[64] = {0}, rounds = 0, total = 0;
        while (rounds < 2000) {
            for (size_t i = 0; i < sizes[s]; i++)
                bytes[i] = (unsigned char)random_next(&r);
            uint64_t before = hash_bytes(bytes, sizes[s], 0);
            size_t bit = random_range(&r, (uint32_t)(sizes[s] * 8));
            bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
            uint64_t changed = before ^ hash_bytes(bytes, sizes[s], 0);
            total += popcount(changed);
            for (unsigned i = 0; i < 64; i++)
                flips[i] += (unsigned)(changed >> i & 1);
            rounds++;
        }
        assert_in_range(total / rounds, 31, 32);
        for (unsigned i = 0; i < 64; i++)
            assert_in_range(flips[i], 850, 1150);
    }
}

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Positions differ in one or two words and are mostly zero: the hardest inputs a game has. */
static void near_inputs_do_not_collide(void **state) {
    (void)state;
    enum { WORDS = 48, N = WORDS * WORDS * 40 };
    uint64_t *hashes = malloc(N * sizeof *hashes);
    size_t n = 0;
    assert_non_null(hashes);
    for (unsigned i = 0; i < WORDS; i++)
        for (unsigned j = 0; j < WORDS; j++)
            for (unsigned v = 1; v <= 40; v++) {
                unsigned char block[WORDS * 4] = {0};
                block[i * 4] = (unsigned char)v;
                block[j * 4 + 1] = (unsigned char)(v + j);
                hashes[n++] = hash_bytes(block, sizeof block, 3);
            }
    qsort(hashes, n, sizeof *hashes, compare);
    for (size_t k = 1; k < n; k++)
        assert_true(hashes[k] != hashes[k - 1]);
    free(hashes);
}

/* ---- in pieces */
static uint64_t in_pieces(const unsigned char *bytes, size_t n, size_t more) {
    struct hash_pieces h;
    hash_begin(&h, 1);
    hash_piece(&h, bytes, n);
    hash_piece(&h, bytes + n, more);
    return hash_end(&h);
}

static void one_bit_of_a_piece_changes_half(void **state) {
    (void)state;
    enum { N = 300, ROUNDS = 2000 };
    struct random r = {.key = 6};
    unsigned char bytes[N];
    unsigned flips[64] = {0}, total = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < N; i++)
            bytes[i] = (unsigned char)random_next(&r);
        uint64_t before = in_pieces(bytes, 100, N - 100);
        size_t bit = random_range(&r, N * 8);
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        uint64_t changed = before ^ in_pieces(bytes, 100, N - 100);
        total += popcount(changed);
        for (unsigned i = 0; i < 64; i++)
            flips[i] += (unsigned)(changed >> i & 1);
    }
    assert_in_range(total / ROUNDS, 31, 32);
    for (unsigned i = 0; i < 64; i++)
        assert_in_range(flips[i], 850, 1150);
}

/* Two small numbers that change at once, anywhere in two blocks and a bit, must not cancel one another. */
static void small_changes_do_not_cancel(void **state) {
    (void)state;
    static const unsigned char by[] = {1, 8, 128};
    enum { N = 280, BY = sizeof by };
    uint64_t *hashes = malloc(N * N * BY * BY * sizeof *hashes);
    size_t n = 0;
    assert_non_null(hashes);
    for (unsigned i = 0; i < N; i++)
        for (unsigned j = i + 1; j < N; j++)
            for (unsigned v = 0; v < BY * BY; v++) {
                unsigned char bytes[N] = {0};
                bytes[i] = by[v / BY];
                bytes[j] = by[v % BY];
                hashes[n++] = in_pieces(bytes, N, 0);
            }
    qsort(hashes, n, sizeof *hashes, compare);
    for (size_t k = 1; k < n; k++)
        assert_true(hashes[k] != hashes[k - 1]);
    free(hashes);
}

static void length_and_seed_matter(void **state) {
    (void)state;
    unsigned char zeros[64] = {0};
    uint64_t seen[65];
    for (size_t n = 0; n <= 64; n++) {
        seen[n] = hash_bytes(zeros, n, 0);
        assert_true(seen[n] != hash_bytes(zeros, n, 1));
        for (size_t k = 0; k < n; k++)
            assert_true(seen[k] != seen[n]);
    }
    assert_true(hash_mix(1, 2) != hash_mix(2, 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_never_change),         cmocka_unit_test(alignment_does_not_matter),
        cmocka_unit_test(one_bit_changes_half),        cmocka_unit_test(near_inputs_do_not_collide),
        cmocka_unit_test(length_and_seed_matter),      cmocka_unit_test(one_bit_of_a_piece_changes_half),
        cmocka_unit_test(small_changes_do_not_cancel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
