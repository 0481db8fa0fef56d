/* test_parser_errors.c: what the parser says about mistakes, where, that it goes on after them, and its limits. */
#include "lang/lang_fixture.h"
#include "support/heap.h"

#include <time.h>

static void test_expected_and_found(void **state) {
    (void)state;
    expect_diags("tag a,\n", "1:7 E05 expected a name, found end of line\n");
    expect_diags("tag a b\n",
                 "1:7 E05 expected \",\" or end of line, found \"b\"; a name of several words stands in quotes: "
                 "\"a b\"\n");
    expect_diags("kind if\n",
                 "1:6 E05 expected a name after \"kind\", found \"if\", which is a word of the language and "
                 "cannot be a name\n");
    expect_diags("def f = 1 +\n", "1:12 E05 expected an expression, found end of line\n");
    expect_diags("def f = a not b\n", "1:15 E05 expected \"in\" after \"not\", found \"b\"\n");
    expect_diags("def f = if a then b\n",
                 "1:20 E05 expected \"else\": a choice between two values has both, found end of line\n");
    expect_diags("flow: choose n in 0 .. .. \"N?\"\n", "1:24 E05 a range has two ends, as 1..3, or one, as 1..\n");
    expect_diags("def f = 1..2..3\n", "1:13 E05 a range has two ends, as 1..3, or one, as 1..\n");
    expect_diags("def f = count a\n",
                 "1:15 E05 expected \"(\" after \"count\", found \"a\"; how many there are is \"count(...)\"\n");
    expect_diags("var x = 3\n",
                 "1:7 E05 expected \":\" and the type of the variable, found \"=\"; a variable has a type: "
                 "\"var x: number = ...\"\n");
    expect_diags("value x: y\n", "1:8 E05 expected \"=\" or end of line, found \":\"\n");
    expect_diags("track t\n", "1:8 E05 expected \"(\" and the range of the track, found end of line\n");
    expect_diags("\"x\" y\n", "1:1 E05 expected a declaration, found the text \"x\"\n");
    expect_diags("let x = 3\n",
                 "1:1 E05 \"let\" is a statement and belongs in a block, such as that of \"flow:\" or of a "
                 "\"def\"\n");
    expect_diags("rule do\n", "1:1 E05 \"rule\" can only stand inside a kind or an instance\n");
    expect_diags("flow\n", "1:5 E05 expected \":\", found end of line\n");
    expect_diags("flow:\n  else: a\n  or: b\n", "2:3 E05 this \"else\" has no \"if\" or \"try\"\n");
    expect_diags("flow:\n  tgy: a()\n  else: b()\n", "2:3 E05 unknown word \"tgy\"; did you mean \"try\"?\n");
    expect_diags("flow:\n  or: b\n", "2:3 E05 this \"or\" has no \"either\"\n");
    expect_diags("flow:\n  3 = a\n  a() += 1\n", "2:3 E05 only a variable can stand before \"=\"\n"
                                                 "3:3 E05 only a variable can stand before \"+=\"\n");
    expect_diags("flow:\n  emit 3\n  turn(a, b): c\n",
                 "2:8 E05 expected a signal after \"emit\"\n"
                 "3:8 E05 \"turn\" takes one number or range of actions, such as 1..2\n");
    expect_diags("adjust p: a; b\n", "1:11 E05 \"adjust\" gives one value: expected a single expression\n");
    expect_diags("flow:\n  until s: a()\n",
                 "2:12 E05 expected \"when\", \"after\", \"instead\" or \"adjust\" in the block of \"until\"\n");
    expect_diags("kind k:\n  3\n",
                 "2:3 E05 expected a clause \"key: ...\", a reaction or a declaration, found \"3\"\n");
    expect_diags("flow: a();\n",
                 "1:11 E05 expected a statement, found end of line; \";\" stands between two statements, "
                 "not behind the last\n");
}

static void test_columns_are_characters(void **state) {
    (void)state;
    expect_diags("flow: a(\"\xc3\xa9\xc3\xa9\", *)\n", "1:15 E05 expected an expression, found \"*\"\n");
}

static void test_forgotten_semicolon(void **state) {
    (void)state;
    expect_diags("flow: gain(2 coin) draw(1)\n",
                 "1:20 E05 \"draw\" was read as the unit of \"gain(2 coin)\"; put \";\" between two statements\n");
    expect_diags("flow: a = true draw(1)\n",
                 "1:16 E05 \"draw\" was read as the unit of \"true\"; put \";\" between two statements\n");
    expect_diags("flow: gain(1) x = 3\n",
                 "1:15 E05 \"x\" was read as the unit of \"gain(1)\"; put \";\" between two statements\n");
    expect_diags("flow: if a > 2 draw(1)\n",
                 "1:16 E05 expected \":\" or \"then\" before \"draw\", which was read as the unit of \"2\"\n");
    expect_diags("flow: gain(1) let x = 3\n", "1:15 E05 expected end of line or \";\", found \"let\"\n");
}

static void test_misspelt_words(void **state) {
    (void)state;
    expect_diags("rsource a, b\n", "1:1 E05 unknown word \"rsource\"; did you mean \"resource\"?\n");
    expect_diags(
        "flow:\n  chose c in hand\n  chose c in hand where x\n  lte x = 3\n  emti s(x)\n  rpeat 3: a\n  nedes x > 3\n",
        "2:3 E05 unknown word \"chose\"; did you mean \"choose\"?\n"
        "3:3 E05 unknown word \"chose\"; did you mean \"choose\"?\n"
        "4:3 E05 unknown word \"lte\"; did you mean \"let\"?\n"
        "5:3 E05 unknown word \"emti\"; did you mean \"emit\"?\n"
        "6:3 E05 unknown word \"rpeat\"; did you mean \"repeat\"?\n"
        "7:3 E05 unknown word \"nedes\"; did you mean \"needs\"?\n");
    expect_diags("kind k:\n  wehn placed: a\n", "2:3 E05 unknown word \"wehn\"; did you mean \"when\"?\n");
    expect_diags("knd a(b: number)\n", "1:1 E05 unknown word \"knd\"; did you mean \"kind\"?\n");
    expect_diags("tile A\nkind tile\n", ""); /* near `tie`, but a kind */
    expect_diags("kind tile\ntile \"A\" 3\n", "2:10 E05 expected \":\" or end of line, found \"3\"\n");
    expect_diags("flow: pot coin >= 2\n", "");
}

static void test_open_brackets(void **state) {
    (void)state;
    expect_diags("flow:\n  a(1,\n  b(2)\n  c(3)\n  d *\n",
                 "2:4 E05 this \"(\" is not closed: expected \",\" or \")\" before \"c\"\n"
                 "5:6 E05 expected an expression, found end of line\n");
    expect_diags("def f = (a\n", "1:9 E05 this \"(\" is not closed: expected \")\" before end of file\n");
    expect_diags("def f = [a\ndef g = 1 +\n",
                 "1:9 E05 this \"[\" is not closed: expected \",\" or \"]\" before \"def\"\n"
                 "2:12 E05 expected an expression, found end of line\n");
    expect_diags("def f = (a +\n  2 3)\ndef g = *\n", "2:5 E05 expected \")\", found \"3\"\n"
                                                      "1:9 note the \"(\" that is still open\n"
                                                      "3:9 E05 expected an expression, found \"*\"\n");
    expect_diags("flow: a(\ntag x\n", "1:8 E05 this \"(\" is not closed: expected \",\" or \")\" before end of file\n");
    expect_diags("flow: a(\n", "1:8 E05 this \"(\" is not closed: expected an expression before end of file\n");
    expect_diags("def f = [a,\n  b\n  c]\ndef g = (a +\n  * b)\n", "3:3 E05 expected \",\" or \"]\", found \"c\"\n"
                                                                   "1:9 note the \"[\" that is still open\n"
                                                                   "5:3 E05 expected an expression, found \"*\"\n");
    expect_diags("def f = a)\n", "1:10 E05 expected end of line, found \")\"; no \"(\" is open here\n");
    expect_diags("flow: a(1]\n", "1:10 E05 expected \",\" or \")\", found \"]\"\n");
}

static void test_recovery(void **state) {
    (void)state;
    /* A broken header takes its block along; everything else is read. */
    struct parsed *r =
        parse_text("kind a(:\n  rule do\n  nonsense here (\ntag x\nflow:\n  a(\n  b()\n  ) (\n  c()\ntag y\n");
    struct buf out;
    buf_init(&out);
    put_diags(&r->diags, &out);
    for (const struct node *k = r->file->kids; k; k = k->next)
        tree_dump(k, false, &out);
    expect_same("recovery", out.data,
                "1:8 E05 expected the name of a parameter, found \":\"\n"
                "8:5 E05 expected end of line or \";\", found \"(\"\n"
                "ENUM tag\n"
                "  MEMBER x\n"
                "FLOW\n"
                "  b: BLOCK\n"
                "    DO\n"
                "      a: CALL\n"
                "        a: NAME c\n"
                "ENUM tag\n"
                "  MEMBER y\n");
    buf_free(&out);
    parsed_free(r);
    expect_diags("flow:\n  a * \n  b *\n  c(*)\nscore: *\n", "2:7 E05 expected an expression, found end of line\n"
                                                             "3:6 E05 expected an expression, found end of line\n"
                                                             "4:5 E05 expected an expression, found \"*\"\n"
                                                             "5:8 E05 expected a clause \"key: ...\", found \"*\"\n");
    expect_diags("a * b @ \"d\n",
                 "1:3 E05 expected a name: a declaration is \"word name(arguments): block\", found \"*\"\n");
}

/* The branches of a statement with an error are not errors of their own. */
static void test_branches_of_broken_statements(void **state) {
    (void)state;
    expect_diags("flow:\n  if a b(): c()\n  else if d:\n    e()\n  else: f()\n  g *\n",
                 "2:8 E05 expected \":\" or \"then\" before \"b\", which was read as the unit of \"a\"\n"
                 "6:6 E05 expected an expression, found end of line\n");
    expect_diags("flow:\n  either \"A\" \"B\": a()\n  or: b()\n  or:\n    c()\ntag x y\n",
                 "2:14 E05 expected \":\", found the text \"B\"\n"
                 "6:7 E05 expected \",\" or end of line, found \"y\"; a name of several words stands in quotes: "
                 "\"x y\"\n");
}

static void test_layout_errors(void **state) {
    (void)state;
    expect_diags("flow:\ntag x\n", "1:5 E05 expected an indented block after \":\"\n");
    expect_diags("flow:", "1:5 E05 expected an indented block after \":\"\n");
    expect_diags("flow: a()\n  b(*)\ntag x\n", "2:3 E05 this line is indented deeper than the one before it\n");
    expect_diags("  tag x\n", "1:3 E05 this line is indented deeper than the one before it\n");
    expect_diags("flow:\n\tif a:\n\t\tb()\n\tc()\n", "2:1 E01 a tab is used to indent\n");
}

static void test_inline_warning(void **state) {
    (void)state;
    const char *said = "everything behind this \":\" belongs to the block, up to the end of the line\n";
    char want[200];
    snprintf(want, sizeof want, "1:12 W07 %s", said);
    expect_diags("flow: a(); may: b(); c()\n", want);
    expect_diags("flow: a(); if x: b(); c()\n", want);
    expect_diags("flow: a(); for p in q: b(); c()\n", want);
    expect_diags("flow: a(); repeat 2: b(); c()\n", want);
    snprintf(want, sizeof want, "1:18 W07 %s", said);
    expect_diags("flow: a(); if x: may: b(); c()\n", want);
    expect_diags("flow: a(); may: b()\n", "");
    expect_diags("flow: may: b(); c()\n", "");
    expect_diags("flow: a(); may:\n  b(); c()\n", "");
    expect_diags("when s: may: b(); c()\nflow:\n  a(); b()\n  may: c(); d()\n", "");
}

/* ---- limits */

static char *repeated(const char *before, const char *part, size_t count, const char *after) {
    size_t n = strlen(part), from = strlen(before);
    char *text = malloc(from + n * count + strlen(after) + 1);
    memcpy(text, before, from);
    for (size_t i = 0; i < count; i++)
        memcpy(text + from + i * n, part, n);
    strcpy(text + from + n * count, after);
    return text;
}

/* How many errors of which code; the tree must be sound, and it must not take long. */
static void expect_limit(const char *before, const char *part, size_t count, const char *after, uint32_t errors,
                         enum diag_code code) {
    char *text = repeated(before, part, count, after);
    clock_t start = clock();
    struct parsed *r = parse_text(text);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    free(text);
    assert_non_null(r->file);
    check_tree(r, r->file, 0);
    if (r->diags.errors != errors || (errors > 0 && r->diags.items[0].code != code))
        fail_msg("%s%s * %zu: %u errors, first %s", before, part, count, r->diags.errors,
                 r->diags.n ? r->diags.items[0].text : "none");
    if (seconds > 20) fail_msg("%s%s * %zu took %.1f seconds", before, part, count, seconds); /* sanitizers are slow */
    parsed_free(r);
}

static void test_depth(void **state) {
    (void)state;
    char *deep = repeated("def f = ", "(", 200, "1"), *closed = repeated(deep, ")", 200, "\n");
    expect_diags(closed, "");
    free(closed);
    free(deep);
    expect_limit("def f = ", "(", 201, "1\n", 1, DIAG_too_deep);
    expect_limit("def f = ", "(", 1000000, "", 1, DIAG_too_deep);
    expect_limit("def f = ", "[", 1000000, "\n", 1, DIAG_too_deep);
    expect_limit("def f = ", "not ", 200, "x\n", 0, DIAG_too_deep);
    expect_limit("def f = ", "not ", 1000000, "x\n", 1, DIAG_too_deep);
    expect_limit("def f = ", "-", 1000000, "x\n", 1, DIAG_too_deep);
    expect_limit("def f = ", "upto ", 1000000, "x\n", 1, DIAG_too_deep);
    expect_limit("def f = ", "f(", 1000000, "x\n", 1, DIAG_too_deep);
    expect_limit("def f = ", "count(", 1000000, "x\n", 1, DIAG_too_deep);
    expect_limit("def f = ", "if a then b else ", 300000, "x\n", 1, DIAG_too_deep);
    expect_limit("def f = ", "if ", 300000, "x\n", 1, DIAG_too_deep);
    expect_limit("def f = ", "a + ", 190, "a\n", 0, DIAG_too_deep);
    expect_limit("def f = ", "a + ", 1000000, "a\n", 1, DIAG_too_deep);
    expect_limit("def f = a", ".b", 1000000, "\n", 1, DIAG_too_deep);
    expect_limit("def f = a", "[1]", 1000000, "\n", 1, DIAG_too_deep);
    expect_limit("def f = 1", " ..", 1000000, "\n", 1, DIAG_syntax);
    expect_limit("var x: ", "set ", 1000000, "cell\n", 1, DIAG_too_deep);
    expect_limit("flow: ", "if a: ", 300000, "b\n", 1, DIAG_too_deep);
    expect_limit("flow: ", "x: ", 300000, "b\n", 1, DIAG_too_deep);
    expect_limit("flow:\n  if a: b\n", "  else if a: b\n", 150, "", 0, DIAG_too_deep);
    expect_limit("flow:\n  if a: b\n", "  else if a: b\n", 100000, "", 1, DIAG_too_deep);
    expect_limit("if a: tag b\n", "else if a: tag b\n", 100000, "", 1, DIAG_too_deep);
    expect_limit("if a: tag b\n", "else if a: tag b\n", 150, "", 0, DIAG_too_deep);
    expect_limit("", "if a: ", 300000, "tag b\n", 1, DIAG_too_deep);
}

/* A chain on the left of chains must not add up to a deep tree: every link counts. */
static void test_depth_of_left_sides(void **state) {
    (void)state;
    struct buf text;
    buf_init(&text);
    buf_puts(&text, "def f = ");
    buf_fill(&text, '(', 100);
    buf_puts(&text, "a");
    for (int i = 0; i < 100; i++)
        buf_puts(&text, "+a+a+a+a)");
    buf_puts(&text, "\n");
    struct parsed *r = parse_text(text.data);
    check_tree(r, r->file, 0);
    assert_int_equal(r->diags.errors, 1);
    assert_int_equal(r->diags.items[0].code, DIAG_too_deep);
    parsed_free(r);
    buf_free(&text);
}

static void test_deep_blocks(void **state) {
    (void)state;
    for (int levels = 150; levels <= 1500; levels += 1350) {
        struct buf text;
        buf_init(&text);
        buf_puts(&text, "flow:\n");
        for (int i = 1; i <= levels; i++) {
            buf_fill(&text, ' ', (size_t)i);
            buf_puts(&text, "if a:\n");
        }
        buf_fill(&text, ' ', (size_t)levels + 1);
        buf_puts(&text, "b\n c\ntag x\n");
        struct parsed *r = parse_text(text.data);
        check_tree(r, r->file, 0);
        assert_int_equal(r->diags.errors, levels > 200);
        if (levels > 200) assert_int_equal(r->diags.items[0].code, DIAG_too_deep);
        assert_int_equal(r->file->kids->next->kind, N_ENUM);
        parsed_free(r);
        buf_free(&text);
    }
}

static void test_large_files(void **state) {
    (void)state;
    expect_limit("", "card A(3, x): do: gain(2 coin)\n", 60000, "", 0, DIAG_too_large);
    expect_limit("", "x(\n", 100000, "", 100, DIAG_syntax);
    expect_limit("", "@ ( [ \" x\n", 300000, "", 100, DIAG_lexical);
    expect_limit("flow: ", "(@", 1000000, "\n", 1, DIAG_lexical);
    expect_limit("tie: ", "a,", 4500000, "a\n", 1, DIAG_too_large);
    expect_limit("#", "x", 16 * 1024 * 1024, "", 1, DIAG_too_large);
    expect_limit("", "\n", 4000000, "", 0, DIAG_too_large);
}

/* Wherever memory runs out: no tree, or a whole one, and nothing leaks. */
static void test_memory_runs_out(void **state) {
    (void)state;
    static const char text[] = "kind a(n: number): rule do\na b(3): do: if x: y(2 coin); z\nflow: a *\ntie: a, b\n";
    bool done = false;
    for (int allowed = 0; !done; allowed++) {
        heap_allow((uint64_t)allowed + 2); /* the fixture's own two */
        struct parsed *r = parse_bytes(text, sizeof text - 1, NULL);
        done = r->file != NULL && heap.requests < heap.fail_at;
        heap.fail_at = UINT64_MAX;
        if (r->file) check_tree(r, r->file, 0);
        parsed_free(r);
        heap.on = false;
        assert_int_equal(heap.live, 0);
        assert_true(allowed < 1000);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expected_and_found),
        cmocka_unit_test(test_columns_are_characters),
        cmocka_unit_test(test_forgotten_semicolon),
        cmocka_unit_test(test_misspelt_words),
        cmocka_unit_test(test_open_brackets),
        cmocka_unit_test(test_recovery),
        cmocka_unit_test(test_branches_of_broken_statements),
        cmocka_unit_test(test_layout_errors),
        cmocka_unit_test(test_inline_warning),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_depth_of_left_sides),
        cmocka_unit_test(test_deep_blocks),
        cmocka_unit_test(test_large_files),
        cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests_name("lang.parser_errors", tests, NULL, NULL);
}
