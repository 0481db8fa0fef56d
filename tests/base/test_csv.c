/* Tables: what is written is read again; what spreadsheets make of it is read; what is no table is refused. */
#include "base/csv.h"
#include "support/unit.h"

/* A table as text, to be compared: cells in <>, rows by their numbers. */
static void check(const char *text, size_t size, const char *expected) {
    struct arena arena;
    struct csv csv;
    struct csv_problem p;
    struct buf out;
    arena_init(&arena);
    buf_init(&out);
    if (csv_read(&arena, text, size, &csv, &p)) {
        for (size_t i = 0; i < csv.n; i++) {
            buf_printf(&out, "%u", (unsigned)csv.rows[i].number);
            for (size_t k = 0; k < csv.rows[i].n; k++)
                buf_printf(&out, "<%s>", csv.rows[i].cells[k]);
        }
    } else {
        buf_printf(&out, "%u.%u %s", (unsigned)p.row, (unsigned)p.column, p.why);
    }
    if (strncmp(out.data, expected, strlen(expected)) != 0) assert_string_equal(out.data, expected);
    buf_free(&out);
    arena_free(&arena);
}
#define CHECK(text, expected) check(text, sizeof text - 1, expected)

static void test_reading(void **state) {
    (void)state;
    CHECK("", "");
    CHECK("a,b\r\nc,d\r\n", "1<a><b>2<c><d>");
    CHECK("a,b\nc,d", "1<a><b>2<c><d>");
    CHECK("a,\n,b\n", "1<a><>2<><b>");
    CHECK("a\n\n\"\"\nb\n", "1<a>3<>4<b>");
    CHECK("\"a, \"\"b\"\"\nc\",d\n", "1<a, \"b\"\nc><d>");
    CHECK("\"\",\"\"\n", "1<><>");
    CHECK("\xef\xbb\xbf"
          "a;b,c\n1,2;3\n",
          "1<a><b,c>2<1,2><3>");
    CHECK("\"a;b\"\tc\n", "1<a;b><c>");
    CHECK("\xc3\x9f,b\n", "1<\xc3\x9f><b>");
}

static void test_refusing(void **state) {
    (void)state;
    CHECK("a,b\nc,\"d\n", "2.2 the quote that begins");
    CHECK("a,b\nc\"d,e\n", "2.1 a quote stands inside");
    CHECK("a,b\n\"c\"d,e\n", "2.1 something stands behind");
    CHECK("a,b\nc,\xff\n", "1.0 this is no UTF-8");
    CHECK("a\0b\n", "1.0 this is no UTF-8");
}

static void test_writing(void **state) {
    (void)state;
    static const char *const cells[] = {"",          "plain",      "a,b", "a;b", "a\tb",
                                        "say \"x\"", "two\nlines", " x",  "x ",  "\xc3\x9f"};
    enum { N = sizeof cells / sizeof *cells };
    struct buf out;
    struct arena arena;
    struct csv csv;
    struct csv_problem p;
    buf_init(&out);
    arena_init(&arena);
    for (int row = 0; row < 2; row++) {
        for (size_t i = 0; i < N; i++)
            csv_put_cell(&out, cells[i], i == 0);
        csv_end_row(&out);
    }
    csv_put_cell(&out, "", true); /* no empty line */
    csv_end_row(&out);
    assert_true(csv_read(&arena, out.data, out.n, &csv, &p));
    assert_int_equal(csv.n, 3);
    for (size_t i = 0; i < N; i++)
        assert_string_equal(csv.rows[1].cells[i], cells[i]);
    assert_int_equal(csv.rows[2].n, 1);
    assert_non_null(strstr(out.data, "\"\",plain,\"a,b\","));
    buf_free(&out);
    arena_free(&arena);
}

static void test_letters(void **state) {
    (void)state;
    static const struct {
        size_t n;
        const char *letters;
    } cases[] = {{1, "A"}, {26, "Z"}, {27, "AA"}, {52, "AZ"}, {53, "BA"}, {702, "ZZ"}, {703, "AAA"}, {0, ""}};
    char out[8];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        csv_column_letters(cases[i].n, out);
        assert_string_equal(out, cases[i].letters);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_reading), cmocka_unit_test(test_refusing),
                                       cmocka_unit_test(test_writing), cmocka_unit_test(test_letters)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
