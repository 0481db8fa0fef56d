/* Columns, lines and signs: the small parts the table is drawn with. */
#include "term/canvas.h"
#include "term/capabilities.h"
#include "term/legend.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const struct look plain = {.width = 80}, rich = {.colour = true, .unicode = true, .width = 80};

static const char *shortened(const char *text, int width) {
    static char kept[64];
    struct buf out;
    buf_init(&out);
    text_short(&out, text, width);
    strcpy(kept, out.data);
    buf_free(&out);
    return kept;
}

static void texts_are_shortened_word_by_word(void **state) {
    (void)state;
    assert_string_equal(shortened("middle", 6), "middle");
    assert_string_equal(shortened("middle", 4), "midd");
    assert_string_equal(shortened("steel copper", 7), "ste cop");
    assert_string_equal(shortened("2 copper 1 steel", 11), "2 cop 1 ste");
    assert_string_equal(shortened("Tall Blue Hill", 7), "Tall Bl");
    assert_string_equal(shortened("12 30", 3), "12 ");
    assert_string_equal(shortened("", 3), "");
    assert_string_equal(shortened("\u00e4\u00f6\u00fc", 2), "\u00e4\u00f6");
}

static void texts_are_filled_into_lines(void **state) {
    (void)state;
    struct buf out;
    buf_init(&out);
    text_wrap(&out, "one two three four", 2, 4, 12);
    assert_string_equal(out.data, "one two\n    three\n    four");
    buf_clear(&out);
    text_wrap(&out, "one\ntwo", 0, 2, 12);
    assert_string_equal(out.data, "one\n  two");
    buf_clear(&out);
    text_wrap(&out, "averyveryverylongword next", 0, 2, 10);
    assert_string_equal(out.data, "averyveryverylongword\n  next");
    buf_free(&out);
}

static void boxes_share_their_sides(void **state) {
    (void)state;
    struct canvas *c = canvas_new(9, 5);
    struct buf out;
    buf_init(&out);
    canvas_box(c, 0, 0, 5, 3);
    canvas_box(c, 4, 0, 5, 3);
    canvas_box(c, 2, 2, 5, 3);
    canvas_text(c, 1, 1, 3, PAINT_PLAIN, "abcdef");
    canvas_text(c, 7, 3, 9, PAINT_PLAIN, "xyz"); /* partly outside */
    canvas_put(c, &plain, &out);
    assert_string_equal(out.data, "+---+---+\n|abc|   |\n+-+-+-+-+\n  |   |xy\n  +---+\n");
    buf_clear(&out);
    struct look unicode = {.unicode = true, .width = 80};
    canvas_put(c, &unicode, &out);
    assert_non_null(strstr(out.data, "\u250c\u2500\u2500\u2500\u252c\u2500\u2500\u2500\u2510\n"));
    assert_non_null(strstr(out.data, "\u2514\u2500\u252c\u2500\u2534\u2500\u252c\u2500\u2518\n"));
    buf_free(&out);
    canvas_free(c);
}

/* Values of "piece" are things of the game. */
static const char *sign_of(struct legend *l, const char *variable, const char *value, const char *icon, bool alone) {
    struct legend_pair pair = {variable, value, icon, alone, strcmp(variable, "piece") == 0};
    return legend_sign(l, &pair);
}

static void signs_are_unique_and_stay(void **state) {
    (void)state;
    struct legend l;
    struct buf out;
    legend_init(&l);
    buf_init(&out);
    assert_string_equal(sign_of(&l, "piece", "grass", NULL, false), "G");
    assert_string_equal(sign_of(&l, "piece", "gravel", NULL, false), "Gr");
    assert_string_equal(sign_of(&l, "piece", "granite", NULL, false), "Gra");
    assert_string_equal(sign_of(&l, "piece", "grape", NULL, false), "Grap");
    assert_string_equal(sign_of(&l, "piece", "grapefruit", NULL, false), "g2");
    assert_string_equal(sign_of(&l, "city", "A", NULL, false), "cA");
    assert_string_equal(sign_of(&l, "claim", "A", NULL, false), "clA");
    assert_string_equal(sign_of(&l, "count", "12", NULL, false), "c12");
    assert_string_equal(sign_of(&l, "used", "yes", NULL, false), "U");
    assert_string_equal(sign_of(&l, "mark", "B", NULL, true), "B");
    assert_string_equal(sign_of(&l, "piece", "well", "~", false), "~");
    assert_string_equal(sign_of(&l, "piece", "weir", "~", false), "W"); /* the icon is another's already */
    legend_begin(&l);
    legend_note(&l, "^", "steep ground");
    legend_note(&l, "^", "steep ground");
    assert_string_equal(sign_of(&l, "piece", "gravel", NULL, false), "Gr");
    assert_string_equal(sign_of(&l, "used", "yes", NULL, false), "U");
    legend_put(&l, &plain, &out);
    assert_string_equal(out.data, "  Gr gravel   U used   ^ steep ground\n");
    legend_begin(&l);
    buf_clear(&out);
    sign_of(&l, "city", "B", NULL, false);
    sign_of(&l, "city", "A", NULL, false); /* one meaning for both */
    legend_put(&l, &plain, &out);
    assert_string_equal(out.data, "  cA cB city\n");
    buf_free(&out);
    legend_free(&l);
}

static void texts_stand_side_by_side(void **state) {
    (void)state;
    struct buf out;
    buf_init(&out);
    assert_int_equal(text_painted_columns("\x1b[1mab\x1b[0mc\nmore"), 3);
    assert_int_equal(text_lines("a\nb"), 2);
    assert_int_equal(text_lines("a\n\nb\n"), 3);
    text_beside(&out, "\x1b[1mab\x1b[0m\nc\n", "x\n\nz\n", 4);
    assert_string_equal(out.data, "\x1b[1mab\x1b[0m  x\nc\n    z\n");
    buf_free(&out);
}

static void colour_is_for_terminals_only(void **state) {
    (void)state;
    struct buf out;
    int ends[2];
    buf_init(&out);
    assert_int_equal(pipe(ends), 0);
    setenv("COLUMNS", "40", 1);
    struct look look = look_of(ends[1]);
    assert_false(look.colour);
    assert_false(look.unicode);
    assert_int_equal(look.width, 80);
    setenv("COLUMNS", "132", 1);
    assert_int_equal(look_of(ends[1]).width, 132);
    unsetenv("COLUMNS");
    look_put(&plain, &out, PAINT_SEAT, "A");
    assert_string_equal(out.data, "A");
    buf_clear(&out);
    look_put(&rich, &out, PAINT_SEAT, "A");
    assert_string_equal(out.data, "\x1b[1;31mA\x1b[0m");
    buf_clear(&out);
    look_put(&rich, &out, PAINT_TINT + 4, "~");
    assert_string_equal(out.data, "\x1b[34m~\x1b[0m");
    buf_free(&out);
    close(ends[0]);
    close(ends[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_shortened_word_by_word), cmocka_unit_test(texts_are_filled_into_lines),
        cmocka_unit_test(boxes_share_their_sides),          cmocka_unit_test(signs_are_unique_and_stay),
        cmocka_unit_test(colour_is_for_terminals_only),     cmocka_unit_test(texts_stand_side_by_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
