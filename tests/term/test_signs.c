/* Signs: every picture has one that all terminals show equally wide, or none; where pictures cannot be shown letters
 * stand for it, and where those cannot, nothing. What is sent to a terminal without UTF-8 is ASCII. */
#include "base/utf8.h"
#include "term/signs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char *const pictures[] = {
#define PICTURE(name) #name,
#include "code/pictures.def"
#undef PICTURE
};
enum { PICTURES = sizeof pictures / sizeof pictures[0] };

static const struct look full = {.unicode = true, .pictures = true, .width = 80},
                         lines = {.unicode = true, .width = 80}, plain = {.width = 80};

static void pictures_have_signs_of_their_own(void **state) {
    (void)state;
    unsigned without = 0;
    for (size_t i = 0; i < PICTURES; i++) {
        const char *sign = sign_of_picture(pictures[i]);
        without += sign == NULL;
        if (!sign) continue;
        if (!utf8_valid(sign, strlen(sign), NULL) || utf8_count(sign, strlen(sign)) != 1)
            fail_msg("the sign of %s is not one character", pictures[i]);
        int columns = text_columns(sign);
        uint32_t code;
        utf8_decode(sign, strlen(sign), &code);
        if (code >= 0x1F300 && columns != 2) fail_msg("the sign of %s is an emoji of %d columns", pictures[i], columns);
        for (size_t k = 0; k < i; k++)
            if (sign_of_picture(pictures[k]) && strcmp(sign_of_picture(pictures[k]), sign) == 0)
                fail_msg("%s and %s have the same sign", pictures[k], pictures[i]);
    }
    assert_int_equal(without, 1); /* the thermometer */
    assert_null(sign_of_picture("nothing"));
    assert_null(sign_of_picture(NULL));
    assert_int_equal(text_columns("\u26a1\u2693\u23f0\u270b"), 8); /* wide, and among narrow ones */
}

static void terminals_show_what_they_can(void **state) {
    (void)state;
    tn_look leaf = {.icon = "P", .picture = "leaf"}, euro = {.icon = "\u20ac"}, bare = {.picture = "leaf"}, none = {0};
    assert_string_equal(sign_of_look(&full, &leaf), "\U0001F343");
    assert_string_equal(sign_of_look(&lines, &leaf), "P");
    assert_string_equal(sign_of_look(&plain, &leaf), "P");
    assert_string_equal(sign_of_look(&lines, &euro), "\u20ac");
    assert_null(sign_of_look(&plain, &euro));
    assert_null(sign_of_look(&lines, &bare));
    assert_null(sign_of_look(&full, &none));
}

static void nothing_but_ascii(void **state) {
    (void)state;
    const char *text = "Gr\u00e4bendorf \u2212 Wei\u00dfwasser \u2192 \u0141\u00f3d\u017a \u2265 2 \U0001F343\u0301";
    struct buf out;
    buf_init(&out);
    text_put_ascii(&out, text, strlen(text));
    assert_string_equal(out.data, "Grabendorf - Weiswasser > Lodz ? 2 ?");
    buf_clear(&out);
    for (uint32_t code = 0xC0; code < 0x250; code++) { /* a letter is a letter */
        char bytes[4];
        buf_clear(&out);
        text_put_ascii(&out, bytes, utf8_encode(code, bytes));
        assert_true(out.n >= 1 && (unsigned char)out.data[0] < 128);
    }
    buf_clear(&out);
    text_put_ascii(&out, "\xff\xc3", 2);
    assert_string_equal(out.data, "??");
    buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_have_signs_of_their_own),
        cmocka_unit_test(terminals_show_what_they_can),
        cmocka_unit_test(nothing_but_ascii),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
