/* Places of editors; URIs. */
#include "lsp/place.h"
#include "support/unit.h"

static struct arena arena;

static int setup(void **state) {
    (void)state;
    arena_init(&arena);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_free(&arena);
    return 0;
}

static void test_places(void **state) {
    (void)state;
    const char *line = "a\xc3\xa9\xf0\x9f\x92\x8dz"; /* one, one, two and one units */
    assert_int_equal(place_units(line, strlen(line)), 5);
    assert_int_equal(place_bytes(line, strlen(line), 2), 3);
    assert_int_equal(place_bytes(line, strlen(line), 3), 3); /* never inside a character */
    assert_int_equal(place_bytes(line, strlen(line), 4), 7);
    assert_int_equal(place_bytes(line, strlen(line), 99), 8);
    assert_int_equal(place_skip(line, strlen(line), 3), 7);
}

static void test_uris(void **state) {
    (void)state;
    struct buf out;
    assert_string_equal(place_path(&arena, "file:///a%20b/%C3%A9.game"), "/a b/\xc3\xa9.game");
    assert_string_equal(place_path(&arena, "file://host/a%2"), "/a%2");
    assert_null(place_path(&arena, "untitled:1"));
    assert_null(place_path(&arena, "file:///a%00b"));
    assert_null(place_path(&arena, NULL));
    buf_init(&out);
    place_put_uri(&out, "/a b/\xc3\xa9.game");
    assert_string_equal(out.data, "\"file:///a%20b/%C3%A9.game\"");
    buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_places), cmocka_unit_test(test_uris)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
