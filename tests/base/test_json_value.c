/* Reading JSON strictly, within limits. */
#include "base/json_value.h"
#include "support/unit.h"

#include <stdlib.h>

static struct arena arena;

static const struct value *parse(const char *text) {
    const char *why = NULL;
    const struct value *v = value_parse(&arena, text, strlen(text), &why, NULL);
    assert_true((v == NULL) == (why != NULL));
    return v;
}

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

static void test_values(void **state) {
    (void)state;
    const struct value *v =
        parse(" {\"a\": [1, -25, 2.5e1, true, null], \"b\\n\": \"\\u00e9\\ud83d\\udc8d\\/\", \"a\": 0} ");
    assert_non_null(v);
    assert_int_equal(value_get(v, "a")->type, VALUE_ARRAY); /* the first of two */
    assert_int_equal(value_number(value_get(v, "a")->kids->next, 0), -25);
    assert_string_equal(value_text(value_get(v, "b\n")), "\xc3\xa9\xf0\x9f\x92\x8d/");
    assert_null(value_get(value_get(v, "a"), "a"));
    assert_null(value_text(value_get(v, "nothing")));
    assert_int_equal(value_number(parse("123456789012345678901234567890"), 0), (int64_t)1 << 53);
    assert_null(value_text(parse("\"a\\u0000b\""))); /* no C string */
    assert_int_equal(parse("\"a\\u0000b\"")->size, 3);
    assert_string_equal(value_text(parse("\"\\ud800x\"")), "\xef\xbf\xbdx");
}

static void test_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "",         " ",   "{",     "[1,]", "{\"a\"}", "{\"a\":}", "{a:1}",   "[1 2]",     "01",          "1.",
        "-",        "+1",  "1e",    "nul",  "\"",      "\"\\\"",   "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\n\"",
        "\"\x80\"", "[]]", "{} {}", "'a'",  "NaN",     "\"\\u",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (parse(wrong[i])) fail_msg("read: %s", wrong[i]);
}

static void test_limits(void **state) {
    (void)state;
    char deep[2 * VALUE_DEPTH + 10] = {0};
    memset(deep, '[', VALUE_DEPTH), memset(deep + VALUE_DEPTH, ']', VALUE_DEPTH);
    assert_non_null(parse(deep));
    memset(deep, '[', VALUE_DEPTH + 1), memset(deep + VALUE_DEPTH + 1, ']', VALUE_DEPTH + 1);
    assert_null(parse(deep));
    char *many = malloc(2 * VALUE_NODES + 3);
    assert_non_null(many);
    for (size_t i = 0; i < 2 * VALUE_NODES; i += 2)
        many[i] = i ? ',' : '[', many[i + 1] = '0';
    strcpy(many + 2 * VALUE_NODES, "]");
    assert_null(parse(many));
    free(many);
}

/* Where reading stopped, for messages that name a line. */
static void test_where(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t where;
    } cases[] = {{"[1, 2 3]", 6}, {"{\"a\": nul}", 6}, {"[1] 2", 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *why;
        size_t where = 99;
        assert_null(value_parse(&arena, cases[i].text, strlen(cases[i].text), &why, &where));
        assert_int_equal(where, cases[i].where);
    }
    const char *text = "{\"a\":  1}";
    assert_ptr_equal(parse(text)->kids->key_raw, text + 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_where),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
