/* test_diag.c: collecting, order, limits and the exact text an author sees. */
#include "base/diag.h"
#include "support/heap.h"
#include "support/unit.h"

#define ADD(d, level, code, file, line, col, ...)                                                                      \
    diag_add(d, level, code, &(struct diag_span){file, line, col, 1, NULL}, __VA_ARGS__)

static char *shown(struct diags *d, struct buf *out) {
    buf_clear(out);
    diag_format(d, false, out);
    return out->data;
}

static void the_excerpt(void **state) {
    (void)state;
    struct diags d;
    struct buf out;
    diags_init(&d);
    buf_init(&out);
    const char *source = "event Crash(14): do: gain(2 timbr)\nnext line";
    struct diag_span where = {"farm.game", 352, 29, 5, source};
    assert_true(diag_add(&d, DIAG_ERROR, DIAG_unknown_name, &where, "unknown resource \"%s\"", "timbr"));
    diag_hint(&d, "did you mean \"%s\"?", "timber");
    assert_string_equal(shown(&d, &out), "farm.game:352:29: error[E02]: unknown resource \"timbr\"\n"
                                         "  352 | event Crash(14): do: gain(2 timbr)\n"
                                         "      |                             ^^^^^\n"
                                         "      help: did you mean \"timber\"?\n");
    assert_int_equal(d.errors, 1);
    buf_free(&out);
    diags_free(&d);
}

static void columns_are_characters_and_carets_are_cells(void **state) {
    (void)state;
    struct diags d;
    struct buf out;
    diags_init(&d);
    buf_init(&out);
    /* e-acute: 2 bytes, 1 cell. Chinese: 3 bytes, 2 cells. A tab and an escape must not reach the terminal. */
    const char *source = "\t\xC3\xA9\xE4\xB8\xAD\x1B x\xE4\xB8\xAD\r\n";
    diag_add(&d, DIAG_WARNING, DIAG_unused, &(struct diag_span){"a", 1, 9, 4, source}, "w\x1B[0m");
    assert_string_equal(shown(&d, &out), "a:1:6: warning[W30]: w?[0m\n"
                                         "    1 |  \xC3\xA9\xE4\xB8\xAD? x\xE4\xB8\xAD\n"
                                         "      |       ^^^\n");
    assert_int_equal(d.items[0].len, 2);
    buf_free(&out);
    diags_free(&d);
}

static void spans_beyond_the_line_are_clipped(void **state) {
    (void)state;
    struct diags d;
    struct buf out;
    diags_init(&d);
    buf_init(&out);
    diag_add(&d, DIAG_ERROR, DIAG_syntax, &(struct diag_span){"a", 1, 3, 500, "abcd\nmore"}, "long");
    diag_add(&d, DIAG_ERROR, DIAG_syntax, &(struct diag_span){"a", 2, 90, 1, "ab"}, "past");
    diag_add(&d, DIAG_ERROR, DIAG_syntax, &(struct diag_span){"a", 3, 0, 0, "ab"}, "whole line");
    diag_add(&d, DIAG_ERROR, DIAG_too_large, &(struct diag_span){.file = "a"}, "whole file");
    diag_add(&d, DIAG_ERROR, DIAG_include, NULL, "nowhere");
    assert_string_equal(shown(&d, &out), "error[E12]: nowhere\n"
                                         "a: error[E13]: whole file\n"
                                         "a:1:3: error[E05]: long\n    1 | abcd\n      |   ^^\n"
                                         "a:2:3: error[E05]: past\n    2 | ab\n      |   ^\n"
                                         "a:3: error[E05]: whole line\n    3 | ab\n");
    buf_free(&out);
    diags_free(&d);
}

static void sorted_with_notes_behind_their_head(void **state) {
    (void)state;
    struct diags d;
    struct buf out;
    diags_init(&d);
    buf_init(&out);
    ADD(&d, DIAG_ERROR, DIAG_duplicate, "b", 9, 1, "third");
    ADD(&d, DIAG_NOTE, DIAG_duplicate, "a", 1, 1, "its note");
    ADD(&d, DIAG_WARNING, DIAG_unused, "a", 10, 1, "second");
    ADD(&d, DIAG_ERROR, DIAG_arity, "a", 2, 5, "first");
    assert_string_equal(shown(&d, &out), "a:2:5: error[E06]: first\n"
                                         "a:10:1: warning[W30]: second\n"
                                         "b:9:1: error[E07]: third\n"
                                         "a:1:1: note: its note\n");
    ADD(&d, DIAG_ERROR, DIAG_arity, "a", 1, 5, "zeroth");
    ADD(&d, DIAG_NOTE, DIAG_arity, "z", 1, 5, "behind it");
    assert_non_null(strstr(shown(&d, &out), "a:1:5: error[E06]: zeroth\nz:1:5: note: behind it\na:2:5"));
    buf_free(&out);
    diags_free(&d);
}

static void duplicates_are_kept_once(void **state) {
    (void)state;
    struct diags d;
    diags_init(&d);
    assert_true(ADD(&d, DIAG_ERROR, DIAG_syntax, "a", 1, 1, "same"));
    assert_true(ADD(&d, DIAG_NOTE, DIAG_syntax, "a", 7, 1, "note"));
    assert_false(ADD(&d, DIAG_ERROR, DIAG_syntax, "a", 1, 1, "same"));
    diag_hint(&d, "goes nowhere");
    assert_false(ADD(&d, DIAG_NOTE, DIAG_syntax, "a", 7, 1, "note"));
    assert_true(ADD(&d, DIAG_ERROR, DIAG_syntax, "a", 1, 1, "other"));
    assert_true(ADD(&d, DIAG_NOTE, DIAG_syntax, "a", 7, 1, "note"));
    assert_int_equal(d.n, 4);
    assert_int_equal(d.errors, 2);
    diags_free(&d);
    assert_int_equal(d.n, 0);
    diags_free(NULL);
}

static void the_list_is_bounded_and_warnings_cannot_hide_errors(void **state) {
    (void)state;
    struct diags d;
    struct buf out;
    diags_init(&d);
    buf_init(&out);
    for (uint32_t i = 1; i <= 500; i++) {
        ADD(&d, DIAG_WARNING, DIAG_unused, "a", i, 1, "warning %u", i);
        ADD(&d, DIAG_NOTE, DIAG_unused, "a", i, 2, "note %u", i);
    }
    assert_int_equal(d.n, DIAG_KEPT_MILD);
    for (uint32_t i = 1; i <= 500; i++)
        ADD(&d, DIAG_ERROR, DIAG_syntax, "a", i, 1, "error %u", i);
    assert_int_equal(d.n, DIAG_KEPT);
    assert_int_equal(d.errors, 500);
    assert_int_equal(d.warnings, 500);
    assert_int_equal(d.dropped, 1000 - 25 - 50);
    assert_non_null(strstr(shown(&d, &out), "error 50\n"));
    assert_non_null(strstr(out.data, "500 errors and 500 warnings in all; 925 of them are not shown\n"));
    buf_free(&out);
    diags_free(&d);
}

static void texts_are_copies(void **state) {
    (void)state;
    struct diags d;
    char file[] = "file", source[] = "source line";
    diags_init(&d);
    diag_add(&d, DIAG_ERROR, DIAG_syntax, &(struct diag_span){file, 1, 1, 1, source}, "x");
    memset(file, '!', 4);
    memset(source, '!', 11);
    assert_string_equal(d.items[0].file, "file");
    assert_string_equal(d.items[0].source_line, "source line");
    diags_free(&d);
}

static void no_memory_is_survived(void **state) {
    (void)state;
    for (int left = 0; left < 6; left++) {
        struct diags d;
        struct buf out;
        diags_init(&d);
        buf_init(&out);
        heap_allow((uint64_t)left);
        diag_add(&d, DIAG_ERROR, DIAG_syntax, &(struct diag_span){"a", 1, 1, 1, "abc"}, "text");
        diag_hint(&d, "hint");
        heap.fail_at = UINT64_MAX;
        assert_int_equal(d.errors, 1);
        assert_non_null(strstr(shown(&d, &out), "error[E05]: "));
        buf_free(&out);
        diags_free(&d);
        heap.on = false;
        assert_int_equal(heap.live, 0);
    }
}

static void colours(void **state) {
    (void)state;
    struct diags d;
    struct buf out;
    diags_init(&d);
    buf_init(&out);
    ADD(&d, DIAG_ERROR, DIAG_syntax, "a", 1, 1, "x");
    diag_format(&d, true, &out);
    assert_string_equal(out.data, "\033[1ma:1:1: \033[1;31merror[E05]\033[0m: x\n");
    buf_free(&out);
    diags_free(&d);
}

static void codes_have_facts(void **state) {
    (void)state;
    for (enum diag_code i = 0; i < DIAG_CODES; i++) {
        const char *number = diag_code_number(i);
        assert_true((number[0] == 'E' || number[0] == 'W') && strlen(number) == 3);
        assert_int_equal(diag_code_find(number), i);
        assert_int_equal(diag_code_find(diag_code_name(i)), i);
        assert_true(strlen(diag_code_title(i)) > 5 && strlen(diag_code_text(i)) > 20);
        if (i > 0) assert_true(strcmp(diag_code_number(i - 1), number) < 0);
    }
    assert_int_equal(diag_code_find("e02"), DIAG_unknown_name);
    assert_int_equal(diag_code_find("E999"), DIAG_CODES);
    assert_int_equal(diag_code_find(""), DIAG_CODES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_excerpt),
        cmocka_unit_test(columns_are_characters_and_carets_are_cells),
        cmocka_unit_test(spans_beyond_the_line_are_clipped),
        cmocka_unit_test(sorted_with_notes_behind_their_head),
        cmocka_unit_test(duplicates_are_kept_once),
        cmocka_unit_test(the_list_is_bounded_and_warnings_cannot_hide_errors),
        cmocka_unit_test(texts_are_copies),
        cmocka_unit_test(no_memory_is_survived),
        cmocka_unit_test(colours),
        cmocka_unit_test(codes_have_facts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
