/* Text as JSON: quotes, control characters and broken UTF-8. */
#include "base/quote.h"
#include "support/unit.h"

static void check(const char *text, size_t size, const char *expected) {
    struct buf out;
    buf_init(&out);
    quote_json(&out, text, size);
    assert_string_equal(out.data, expected);
    buf_free(&out);
}

static void test_quoting(void **state) {
    (void)state;
    check("", 0, "\"\"");
    check("a \"b\" \\", 7, "\"a \\\"b\\\" \\\\\"");
    check("x\ny\t\x7f", 5, "\"x\\ny\\u0009\\u007f\"");
    check("\0z", 2, "\"\\u0000z\"");
    check("\xe2\x86\x92", 3, "\"\xe2\x86\x92\"");
    check("a\xff", 2, "\"a\xef\xbf\xbd\"");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_quoting)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
