/* test_bits.c: sets against plain arrays of bool, with random contents. */
#include "base/bits.h"
#include "base/random.h"
#include "support/unit.h"

enum { BITS = 200, WORDS = BITS_WORDS(BITS) };

static void sets_agree_with_arrays(void **state) {
    (void)state;
    struct random r = {.key = 1};
    for (int round = 0; round < 300; round++) {
        uint32_t set[WORDS] = {0}, count = 0;
        bool plain[BITS] = {false};
        for (uint32_t k = random_range(&r, 300); k > 0; k--) {
            uint32_t i = random_range(&r, BITS);
            bool put = random_range(&r, 4) > 0;
            plain[i] = put;
            if (put)
                bits_set(set, i);
            else
                bits_clear(set, i);
        }
        int32_t walker = -1;
        for (uint32_t i = 0; i < BITS; i++) {
            assert_int_equal(bits_test(set, i), plain[i]);
            if (!plain[i]) continue;
            walker = bits_next(set, WORDS, walker);
            assert_int_equal(walker, i);
            assert_int_equal(bits_nth(set, WORDS, count), i);
            count++;
        }
        assert_int_equal(bits_next(set, WORDS, walker), -1);
        assert_int_equal(bits_nth(set, WORDS, count), -1);
        assert_int_equal(bits_count(set, WORDS), count);
        assert_int_equal(bits_any(set, WORDS), count > 0);
    }
}

static void edges(void **state) {
    (void)state;
    uint32_t set[2] = {0x80000001u, 0x80000000u};
    assert_int_equal(bits_next(set, 2, -1), 0);
    assert_int_equal(bits_next(set, 2, 0), 31);
    assert_int_equal(bits_next(set, 2, 31), 63);
    assert_int_equal(bits_next(set, 2, 63), -1);
    assert_int_equal(bits_next(set, 0, -1), -1);
    assert_int_equal(bits_nth(set, 2, 2), 63);
    assert_int_equal(bits_popcount(0xFFFFFFFFu), 32);
    assert_int_equal(bits_popcount(0), 0);
    assert_false(bits_any(set, 0));
    assert_int_equal(BITS_WORDS(0), 0);
    assert_int_equal(BITS_WORDS(32), 1);
    assert_int_equal(BITS_WORDS(33), 2);
}

static void filling(void **state) {
    (void)state;
    uint32_t set[3];
    for (uint32_t n = 0; n <= 96; n++) {
        bits_fill(set, 3, n);
        assert_int_equal(bits_count(set, 3), n);
        assert_int_equal(bits_nth(set, 3, n), -1);
        if (n > 0) assert_true(bits_test(set, n - 1));
    }
    bits_zero(set, 3);
    assert_false(bits_any(set, 3));
}

static void operations(void **state) {
    (void)state;
    const uint32_t from[2] = {0x0000FF00u, 0xF0F0F0F0u};
    uint32_t set[2] = {0x00000FF0u, 0xFF00FF00u};
    bits_and(set, from, 2);
    assert_int_equal(set[0], 0x00000F00u);
    assert_int_equal(set[1], 0xF000F000u);
    bits_or(set, from, 2);
    assert_int_equal(set[0], 0x0000FF00u);
    set[0] = 0xFFFFFFFFu;
    bits_andn(set, from, 2);
    assert_int_equal(set[0], 0xFFFF00FFu);
    assert_int_equal(set[1], 0);
}

static void wide_sets(void **state) {
    (void)state;
    uint32_t set[7], from[7];
    for (uint32_t i = 0; i < 7; i++)
        set[i] = 0x9e3779b9u * (i + 1u), from[i] = 0x85ebca6bu * (i + 3u);
    for (uint32_t n = 0; n <= 7; n++)
        assert_int_equal(bits_count_many(set, n), bits_count(set, n));
    bits_and(set, from, 7);
    for (uint32_t i = 0; i < 7; i++)
        assert_int_equal(set[i], (0x9e3779b9u * (i + 1u)) & from[i]);
    bits_zero(set, 7);
    assert_false(bits_any(set, 7));
    for (uint32_t i = 0; i < 7 * 32; i++) {
        bits_set(set, i);
        assert_true(bits_any(set, 7));
        bits_clear(set, i);
    }
}

static void bytes_beside(void **state) {
    (void)state;
    uint32_t set[3] = {0x80000001u, 0x00012340u, 0x0000000fu};
    uint8_t bytes[70], other[70];
    memset(bytes, 7, sizeof bytes);
    memcpy(other, bytes, sizeof other);
    bits_spread(set, 200, bytes, 68);
    for (uint32_t i = 0; i < 70; i++)
        assert_int_equal(bytes[i], i < 68 && bits_test(set, i) ? 200 : 7);
    assert_int_equal(bits_differ(bytes, other), set[0]);
    assert_int_equal(bits_differ(bytes + 32, other + 32), set[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_agree_with_arrays),
        cmocka_unit_test(edges),
        cmocka_unit_test(filling),
        cmocka_unit_test(operations),
        cmocka_unit_test(wide_sets),
        cmocka_unit_test(bytes_beside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
