/* test_arena.c: alignment, zeroing, stability of pointers, failure. */
#include "base/arena.h"
#include "support/heap.h"
#include "support/unit.h"

#include <stdio.h>

struct pair {
    double d;
    char c;
};

static void memory_is_zeroed_and_aligned(void **state) {
    (void)state;
    struct arena a;
    arena_init(&a);
    for (size_t i = 0; i < 3000; i++) {
        size_t align = (size_t)1 << i % 8, size = i * 7 % 301;
        unsigned char *p = arena_alloc(&a, size, align);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % align, 0);
        for (size_t k = 0; k < size; k++) {
            assert_int_equal(p[k], 0);
            p[k] = 0xAA;
        }
    }
    arena_free(&a);
    assert_null(a.chunk);
    arena_free(&a);
}

static void large_requests_fit(void **state) {
    (void)state;
    struct arena a;
    arena_init(&a);
    char *small = arena_strdup(&a, "small", 5);
    char *large = arena_alloc(&a, 5u << 20, 4096);
    assert_non_null(large);
    assert_int_equal((uintptr_t)large % 4096, 0);
    large[(5u << 20) - 1] = 1;
    assert_string_equal(small, "small");
    struct pair *pairs = ARENA_ARRAY(&a, struct pair, 100);
    pairs[99].d = 1.5;
    assert_non_null(ARENA_NEW(&a, struct pair));
    arena_free(&a);
}

static void strings_are_copied(void **state) {
    (void)state;
    struct arena a;
    arena_init(&a);
    assert_string_equal(arena_strdup(&a, "abcdef", 3), "abc");
    assert_string_equal(arena_strdup(&a, NULL, 0), "");
    assert_string_equal(arena_printf(&a, "%d-%s", 42, "x"), "42-x");
    arena_free(&a);
}

static void failure_is_null_and_sticky(void **state) {
    (void)state;
    struct arena a;
    arena_init(&a);
    heap_allow(2);
    assert_non_null(arena_alloc(&a, 4000, 1));
    assert_non_null(arena_alloc(&a, 9000, 1));
    assert_false(a.failed);
    assert_null(arena_alloc(&a, 100000, 1));
    assert_true(a.failed);
    assert_int_equal(heap.live, 2);
    arena_free(&a);
    heap.on = false;
    assert_int_equal(heap.live, 0);
    assert_false(a.failed);
}

static void absurd_sizes_fail(void **state) {
    (void)state;
    struct arena a;
    arena_init(&a);
    assert_null(arena_alloc(&a, SIZE_MAX, 1));
    assert_null(arena_alloc(&a, SIZE_MAX - 8, 16));
    assert_null(ARENA_ARRAY(&a, struct pair, SIZE_MAX / 2));
    assert_null(arena_strdup(&a, "x", SIZE_MAX));
    assert_true(a.failed);
    arena_free(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_zeroed_and_aligned),
        cmocka_unit_test(large_requests_fit),
        cmocka_unit_test(strings_are_copied),
        cmocka_unit_test(failure_is_null_and_sticky),
        cmocka_unit_test(absurd_sizes_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
