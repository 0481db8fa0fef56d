/* test_random.c: fixed values (replays depend on them), even distribution, independence of keys, streams, counters. */
#include "base/random.h"
#include "support/unit.h"

static void values_never_change(void **state) {
    (void)state;
    assert_true(random_at(0, 0, 0) == 0xe7299dcd09e414d0u);
    assert_true(random_at(1, 2, 3) == 0xb4ea3f893ef1213au);
    assert_true(random_at(UINT64_MAX, UINT32_MAX, UINT32_MAX) == 0x7a0a7d23e65da9feu);
    struct random r = {.key = 42};
    assert_int_equal(random_range(&r, 100), 92);
    assert_int_equal(random_range(&r, 100), 55);
    assert_int_equal(r.counter, 2);
}

static void below_stays_below(void **state) {
    (void)state;
    assert_int_equal(random_below(UINT64_MAX, 0), 0);
    assert_int_equal(random_below(UINT64_MAX, 1), 0);
    assert_int_equal(random_below(UINT64_MAX, 7), 6);
    assert_int_equal(random_below(0, 7), 0);
    assert_int_equal(random_below(UINT64_MAX, UINT32_MAX), UINT32_MAX - 1);
}

/* Chi-square over 16 cells with 15 degrees of freedom: below 44 except once in ten thousand. */
static double chi_square(const unsigned *cells, unsigned total) {
    double expected = total / 16.0, sum = 0;
    for (int i = 0; i < 16; i++)
        sum += (cells[i] - expected) * (cells[i] - expected) / expected;
    return sum;
}

static void values_are_even(void **state) {
    (void)state;
    for (uint64_t key = 0; key < 8; key++) {
        unsigned high[16] = {0}, low[16] = {0}, by_stream[16] = {0}, by_key[16] = {0};
        for (uint32_t i = 0; i < 20000; i++) {
            high[random_below(random_at(key, 0, i), 16)]++;
            low[random_at(key, 0, i) & 15]++;
            by_stream[random_below(random_at(key, i, 5), 16)]++;
            by_key[random_below(random_at(key << 32 | i, 0, 0), 16)]++;
        }
        assert_true(chi_square(high, 20000) < 44);
        assert_true(chi_square(low, 20000) < 44);
        assert_true(chi_square(by_stream, 20000) < 44);
        assert_true(chi_square(by_key, 20000) < 44);
    }
}

static unsigned popcount(uint64_t x) {
    unsigned n = 0;
    for (; x; x &= x - 1)
        n++;
    return n;
}

/* Two seeds, streams or counters that differ in one bit give unrelated numbers, also when compared across keys. */
static void neighbours_are_unrelated(void **state) {
    (void)state;
    unsigned by_key = 0, by_counter = 0, by_stream = 0, crossed = 0;
    for (uint32_t i = 0; i < 4096; i++) {
        uint64_t key = random_at(99, 0, i), x = random_at(key, i, 7);
        by_key += popcount(x ^ random_at(key ^ (uint64_t)1 << i % 64, i, 7));
        by_counter += popcount(x ^ random_at(key, i, 7 ^ 1u << i % 32));
        by_stream += popcount(x ^ random_at(key, i ^ 1u << i % 32, 7));
        crossed += popcount(x ^ random_at(key ^ 1u << i % 32, i, 7 ^ 1u << i % 32));
    }
    assert_in_range(by_key, 4096 * 32 - 1500, 4096 * 32 + 1500);
    assert_in_range(by_counter, 4096 * 32 - 1500, 4096 * 32 + 1500);
    assert_in_range(by_stream, 4096 * 32 - 1500, 4096 * 32 + 1500);
    assert_in_range(crossed, 4096 * 32 - 1500, 4096 * 32 + 1500);
}

/* Shuffles of four cards: all 24 orders equally likely. */
static void shuffles_are_fair(void **state) {
    (void)state;
    unsigned seen[256] = {0}, orders = 0;
    for (uint32_t seed = 0; seed < 24000; seed++) {
        unsigned cards[4] = {0, 1, 2, 3};
        for (uint32_t i = 3; i > 0; i--) {
            uint32_t j = random_below(random_at(seed, 1, i), i + 1);
            unsigned card = cards[i];
            cards[i] = cards[j];
            cards[j] = card;
        }
        seen[cards[0] << 6 | cards[1] << 4 | cards[2] << 2 | cards[3]]++;
    }
    for (int i = 0; i < 256; i++) {
        if (seen[i] == 0) continue;
        orders++;
        assert_in_range(seen[i], 850, 1150);
    }
    assert_int_equal(orders, 24);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_never_change), cmocka_unit_test(below_stays_below),
        cmocka_unit_test(values_are_even),     cmocka_unit_test(neighbours_are_unrelated),
        cmocka_unit_test(shuffles_are_fair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
