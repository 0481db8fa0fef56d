/* test_buf.c: text, binary, sticky failure, vectors. */
#include "base/arena.h"
#include "base/buf.h"
#include "support/heap.h"
#include "support/unit.h"

static void text_is_always_terminated(void **state) {
    (void)state;
    struct buf b;
    buf_init(&b);
    assert_string_equal(b.data, "");
    buf_clear(&b);
    assert_true(buf_puts(&b, "one"));
    assert_true(buf_putc(&b, ' '));
    assert_true(buf_printf(&b, "%d %s", 2, "three"));
    assert_true(buf_fill(&b, '.', 3));
    assert_string_equal(b.data, "one 2 three...");
    assert_int_equal(b.n, 14);
    buf_clear(&b);
    assert_string_equal(b.data, "");
    buf_free(&b);
    buf_free(&b);
    buf_free(NULL);
    assert_string_equal(b.data, "");
}

static void growth_keeps_bytes(void **state) {
    (void)state;
    struct buf b;
    buf_init(&b);
    for (int i = 0; i < 100000; i++)
        assert_true(buf_putc(&b, (char)(i % 251)));
    assert_int_equal(b.n, 100000);
    for (int i = 0; i < 100000; i++)
        assert_int_equal((unsigned char)b.data[i], i % 251);
    assert_int_equal(b.data[b.n], 0);
    assert_true(buf_put(&b, NULL, 0));
    buf_free(&b);
}

static void long_formats_fit(void **state) {
    (void)state;
    struct buf b;
    buf_init(&b);
    assert_true(buf_printf(&b, "%5000d|", 7));
    assert_int_equal(b.n, 5001);
    assert_string_equal(b.data + 4999, "7|");
    buf_free(&b);
}

static void failure_is_sticky(void **state) {
    (void)state;
    struct buf b;
    buf_init(&b);
    heap_allow(1);
    assert_true(buf_puts(&b, "kept"));
    assert_false(buf_fill(&b, 'x', 1000));
    assert_false(buf_putc(&b, 'y'));
    assert_false(buf_printf(&b, "z"));
    assert_true(b.failed);
    assert_string_equal(b.data, "kept");
    assert_null(buf_room(&b, 1));
    buf_free(&b);
    heap.on = false;
    assert_int_equal(heap.live, 0);
    buf_init(&b);
    assert_null(buf_room(&b, SIZE_MAX));
    assert_string_equal(b.data, "");
}

struct point {
    int x, y;
};

static void vectors_grow(void **state) {
    (void)state;
    VEC(struct point) v = {0};
    for (int i = 0; i < 1000; i++)
        assert_true(VEC_PUSH(&v, (struct point){i, -i}));
    assert_int_equal(v.n, 1000);
    assert_int_equal(v.data[999].y, -999);
    VEC_FREE(&v);
    assert_null(v.data);
    VEC_FREE(&v);
}

static void vectors_fail_cleanly(void **state) {
    (void)state;
    VEC(int) v = {0};
    int pushed = 0;
    heap_allow(2);
    while (VEC_PUSH(&v, pushed))
        pushed++;
    assert_int_equal(v.n, (size_t)pushed);
    assert_int_equal(v.n, 16);
    assert_int_equal(v.data[15], 15);
    VEC_FREE(&v);
    heap.on = false;
    assert_int_equal(heap.live, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_always_terminated),
        cmocka_unit_test(growth_keeps_bytes),
        cmocka_unit_test(long_formats_fit),
        cmocka_unit_test(failure_is_sticky),
        cmocka_unit_test(vectors_grow),
        cmocka_unit_test(vectors_fail_cleanly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
