/* test_utf8.c: valid and invalid sequences, every code point there and back, widths. */
#include "base/utf8.h"
#include "support/unit.h"

static void every_code_point_survives(void **state) {
    (void)state;
    for (uint32_t code = 0; code <= 0x10FFFF; code++) {
        if (code >= 0xD800 && code < 0xE000) continue;
        char bytes[4];
        uint32_t back;
        size_t n = utf8_encode(code, bytes);
        size_t len = utf8_decode(bytes, n, &back);
        if (len != n || back != code) fail_msg("U+%04X: %zu bytes out, %zu in", code, n, len);
    }
    char bytes[4];
    assert_int_equal(utf8_encode(0xD800, bytes), 3);
    assert_memory_equal(bytes, "\xEF\xBF\xBD", 3);
    assert_int_equal(utf8_encode(0x110000, bytes), 3);
}

static void bad_sequences_are_found(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t n, bad;
    } cases[] = {
        {"ab\x80", 3, 2},           /* continuation alone */
        {"a\xC3", 2, 1},            /* cut off */
        {"\xE2\x82", 2, 0},         /* cut off */
        {"\xF0\x9F\x98", 3, 0},     /* cut off */
        {"\xC0\x80", 2, 0},         /* overlong NUL */
        {"\xC1\xBF", 2, 0},         /* overlong */
        {"\xE0\x9F\xBF", 3, 0},     /* overlong */
        {"\xF0\x8F\xBF\xBF", 4, 0}, /* overlong */
        {"x\xED\xA0\x80", 4, 1},    /* surrogate */
        {"\xF4\x90\x80\x80", 4, 0}, /* past the end */
        {"\xF5\x80\x80\x80", 4, 0}, /* never a first byte */
        {"\xFF", 1, 0},
        {"\xC3(", 2, 0}, /* continuation missing */
        {"ok \xE2\x28\xA1", 6, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t bad = 999;
        assert_false(utf8_valid(cases[i].text, cases[i].n, &bad));
        assert_int_equal(bad, cases[i].bad);
        assert_false(utf8_valid(cases[i].text, cases[i].n, NULL));
    }
    assert_true(utf8_valid("", 0, NULL));
    assert_true(utf8_valid("a\0b", 3, NULL));
    assert_true(utf8_valid("gr\xC3\xBC\xC3\x9F \xE2\x82\xAC \xF0\x9F\x98\x80 \xEF\xBF\xBD", 19, NULL));
}

static void decoding_any_bytes_ends(void **state) {
    (void)state;
    char bytes[4];
    for (unsigned i = 0; i < 1u << 16; i++) {
        bytes[0] = (char)(i >> 8);
        bytes[1] = (char)i;
        bytes[2] = (char)(i * 7);
        bytes[3] = (char)(i >> 3);
        size_t count = 0;
        for (size_t at = 0; at < 4; count++) {
            uint32_t code;
            size_t len = utf8_decode(bytes + at, 4 - at, &code);
            assert_in_range(len, 1, 4 - at);
            at += len;
        }
        assert_int_equal(utf8_count(bytes, 4), count);
    }
    uint32_t code = 7;
    assert_int_equal(utf8_decode("", 0, &code), 0);
}

static void widths(void **state) {
    (void)state;
    assert_int_equal(utf8_width('a'), 1);
    assert_int_equal(utf8_width('\n'), 0);
    assert_int_equal(utf8_width(0x7F), 0);
    assert_int_equal(utf8_width(0xE9), 1);
    assert_int_equal(utf8_width(0x301), 0);
    assert_int_equal(utf8_width(0x2192), 1);  /* arrow */
    assert_int_equal(utf8_width(0x2B22), 1);  /* hexagon */
    assert_int_equal(utf8_width(0x4E2D), 2);  /* Chinese */
    assert_int_equal(utf8_width(0xAC00), 2);  /* Korean */
    assert_int_equal(utf8_width(0x1F600), 2); /* emoji */
    assert_int_equal(utf8_width(0xFE0F), 0);  /* variation selector */
    assert_int_equal(utf8_columns("a\xCC\x81\xE4\xB8\xAD", 6), 3);
    assert_int_equal(utf8_columns("\xFF\xFE", 2), 2);
    assert_int_equal(utf8_count("a\xCC\x81\xE4\xB8\xAD", 6), 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_point_survives),
        cmocka_unit_test(bad_sequences_are_found),
        cmocka_unit_test(decoding_any_bytes_ends),
        cmocka_unit_test(widths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
