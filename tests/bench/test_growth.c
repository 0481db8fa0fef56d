/* Growth: what the bins hold, and the factor found for costs whose law is known. */
#include "support/unit.h"

#include "bench/games/growth.h"

#include <math.h>

static double constant(double n) {
    return 700 + 0 * n;
}
static double linear(double n) {
    return 3 * n;
}
static double with_a_start(double n) {
    return 1000 + 3 * n;
}
static double square(double n) {
    return n * n;
}
static double root(double n) {
    return 5 * sqrt(n);
}

/* Sizes 0 to 40, so often that every bin counts. */
static struct growth of(double (*cost)(double)) {
    struct growth g = {0};
    for (uint32_t size = 0; size <= 40; size++)
        for (int i = 0; i < GROWTH_FEWEST; i++)
            growth_add(&g, size, cost(size));
    return g;
}

static void near_to(double is, double wanted, double within) {
    if (fabs(is - wanted) > within) fail_msg("%f is not %f", is, wanted);
}

static void laws(void **state) {
    (void)state;
    struct growth g = of(constant);
    near_to(growth_doubling(&g), 1, 1e-9);
    near_to(growth_steepest(&g), 1, 1e-9);
    g = of(linear);
    near_to(growth_doubling(&g), 2, 1e-9);
    near_to(growth_steepest(&g), 2, 1e-9);
    g = of(root);
    near_to(growth_doubling(&g), sqrt(2), 0.02);
    g = of(square); /* a bin's mean of squares is a little above the square of its mean */
    near_to(growth_doubling(&g), 4, 0.2);
    assert_true(growth_steepest(&g) > 3.8);
}

/* A large cost that does not depend on the size hides growth from the fit, less so from the steepest step. */
static void a_start(void **state) {
    (void)state;
    struct growth g = of(with_a_start);
    assert_true(growth_doubling(&g) > 1 && growth_doubling(&g) < 1.1);
    assert_true(growth_steepest(&g) > growth_doubling(&g) && growth_steepest(&g) < 2);
}

static void bins(void **state) {
    (void)state;
    struct growth g = of(linear);
    uint32_t low, high;
    static const uint32_t lows[] = {0, 1, 2, 4, 8, 16, 32}, highs[] = {0, 1, 3, 7, 15, 31, 63};
    for (unsigned i = 0; i < 7; i++) {
        growth_sizes(i, &low, &high);
        assert_int_equal(low, lows[i]);
        assert_int_equal(high, highs[i]);
        assert_true(growth_counts(&g, i));
    }
    assert_false(growth_counts(&g, 7));
    near_to(growth_cost(&g, 3), 3 * 5.5, 1e-9);
    growth_sizes(GROWTH_BINS - 1, &low, &high);
    assert_int_equal(high, UINT32_MAX);
    growth_add(&g, UINT32_MAX, 1);
    assert_int_equal(g.bins[GROWTH_BINS - 1].n, 1);
}

static void too_little(void **state) {
    (void)state;
    struct growth g = {0};
    near_to(growth_doubling(&g), 0, 0);
    for (int i = 0; i < 2 * GROWTH_FEWEST; i++)
        growth_add(&g, 0, 9), growth_add(&g, 5, 9);
    for (int i = 0; i < GROWTH_FEWEST - 1; i++) /* one sample less than counts */
        growth_add(&g, 9, 90);
    near_to(growth_doubling(&g), 0, 0); /* nothing can be twice as large as nothing */
    near_to(growth_steepest(&g), 0, 0);
    growth_add(&g, 9, 90);
    assert_true(growth_doubling(&g) > 2);
}

static void again(void **state) {
    (void)state;
    struct growth g = of(linear), slower = of(square), none = {0};
    growth_keep_least(&none, &g);
    near_to(growth_cost(&none, 4), growth_cost(&g, 4), 0);
    growth_keep_least(&g, &slower); /* n * n is less than 3 n for n below 3 */
    near_to(growth_cost(&g, 1), 1, 0);
    near_to(growth_cost(&g, 4), 3 * 11.5, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws),       cmocka_unit_test(a_start), cmocka_unit_test(bins),
        cmocka_unit_test(too_little), cmocka_unit_test(again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
