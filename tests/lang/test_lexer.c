/* test_lexer.c: tokens, layout, places, and what the lexer refuses. */
#include "lang/lang_fixture.h"

#include "lang/parse/lexer.h"

struct lexed {
    struct arena arena;
    struct diags diags;
    struct sources sources;
    struct source source;
    struct report report;
    struct interner names;
    struct lexer lexer;
};

static void lex_begin(struct lexed *l, const char *text) {
    arena_init(&l->arena);
    diags_init(&l->diags);
    l->source = (struct source){"main.game", text, strlen(text)};
    l->sources = (struct sources){&l->source, 1};
    report_init(&l->report, &l->diags, &l->sources);
    assert_true(interner_init(&l->names, &l->arena));
    lexer_init(&l->lexer, &l->names, &l->report, &l->source, 0);
}

static void lex_end(struct lexed *l) {
    arena_free(&l->arena);
    diags_free(&l->diags);
}

static void put_token(struct buf *out, const struct token *t, bool places) {
    switch (t->kind) {
    case TOKEN_NEWLINE: buf_puts(out, "NL"); break;
    case TOKEN_INDENT: buf_puts(out, "IN"); break;
    case TOKEN_DEDENT: buf_puts(out, "DE"); break;
    case TOKEN_EOF: buf_puts(out, "EOF"); break;
    case TOKEN_NUMBER: buf_printf(out, "%lld", (long long)t->number); break;
    case TOKEN_NAME: buf_printf(out, "%s", t->name); break;
    case TOKEN_TEXT: buf_printf(out, "'%s'", t->name); break;
    default: buf_printf(out, "`%s`", token_spelling(t->kind)); break;
    }
    if (places) buf_printf(out, "@%u:%u+%u", t->at.line, t->at.col, t->at.len);
    buf_putc(out, t->kind == TOKEN_EOF ? '\n' : ' ');
}

/* The tokens on one line, then the diagnostics. */
static void expect_tokens_with(const char *text, bool places, const char *want) {
    struct lexed *l = calloc(1, sizeof *l);
    struct token t;
    struct buf out;
    buf_init(&out);
    lex_begin(l, text);
    do {
        t = lexer_next(&l->lexer);
        put_token(&out, &t, places);
    } while (t.kind != TOKEN_EOF);
    assert_int_equal(lexer_next(&l->lexer).kind, TOKEN_EOF);
    put_diags(&l->diags, &out);
    expect_same(text, out.data, want);
    lex_end(l);
    free(l);
    buf_free(&out);
}

static void expect_tokens(const char *text, const char *want) {
    expect_tokens_with(text, false, want);
}

static void test_words_numbers_signs(void **state) {
    (void)state;
    expect_tokens("a _b2 choose none 0 2147483648", "a _b2 `choose` `none` 0 2147483648 NL EOF\n");
    expect_tokens(
        "1..3 ... -> == != <= >= += -= - > < = . : ; , + * / %",
        "1 `..` 3 `...` `->` `==` `!=` `<=` `>=` `+=` `-=` `-` `>` `<` `=` `.` `:` `;` `,` `+` `*` `/` `%` NL EOF\n");
    expect_tokens("tag kind at", "tag kind at NL EOF\n");
}

static void test_names_are_interned(void **state) {
    (void)state;
    struct lexed *l = calloc(1, sizeof *l);
    lex_begin(l, "coin me coin \"coin\" me \"co\\\\in\" kind");
    struct token t[7];
    for (int i = 0; i < 7; i++)
        t[i] = lexer_next(&l->lexer);
    assert_ptr_equal(t[0].name, t[2].name);
    assert_ptr_equal(t[0].name, t[3].name);
    assert_ptr_equal(t[1].name, t[4].name);
    assert_string_equal(t[1].name, "me");
    assert_int_equal(t[1].kind, TOKEN_ME);
    assert_string_equal(t[5].name, "co\\in");
    assert_int_equal(t[6].kind, TOKEN_NAME);
    assert_int_equal(t[6].word, WORD_KIND);
    assert_int_equal(t[3].word, WORD_NONE);
    lex_end(l);
    free(l);
}

static void test_texts(void **state) {
    (void)state;
    expect_tokens("\"a \\\"b\\\" \\\\ \\n c\"", "'a \"b\" \\ \n c' NL EOF\n");
    expect_tokens("\"M\xe2\x82\xac # not a comment\" # comment \xc3\xa9", "'M\xe2\x82\xac # not a comment' NL EOF\n");
    expect_tokens("\"\"", "'' NL EOF\n");
    expect_tokens("a \"open\nb", "a 'open' NL b NL EOF\n1:3 E01 the text is not closed\n");
    expect_tokens("\"open\\", "'open\\' NL EOF\n1:1 E01 the text is not closed\n");
    expect_tokens("x \"a\\tb\"", "x 'atb' NL EOF\n1:5 E01 unknown escape in a text\n");
    expect_tokens("\"a\x01z\"", "'a\x01z' NL EOF\n1:3 E01 a control character (code 1) stands in a text\n");
}

static void test_layout(void **state) {
    (void)state;
    expect_tokens("a:\n  b\n  c:\n    d\n\n# x\ne", "a `:` NL IN b NL c `:` NL IN d NL DE DE e NL EOF\n");
    expect_tokens("a\n  b", "a NL IN b NL DE EOF\n");
    expect_tokens("f(a,\n b\n  [c,\nd])\ne", "f `(` a `,` b `[` c `,` d `]` `)` NL e NL EOF\n");
    expect_tokens("a # x\n   # deeper comment\nb", "a NL b NL EOF\n");
    expect_tokens("", "EOF\n");
    expect_tokens("\n\n  \n", "EOF\n");
    expect_tokens("a\r\n  b\r\n", "a NL IN b NL DE EOF\n");
    expect_tokens("f(\n", "f `(` NL EOF\n");
}

static void test_places(void **state) {
    (void)state;
    expect_tokens_with("ab (c,\n  \"d\")\n  e", true,
                       "ab@1:1+2 `(`@1:4+1 c@1:5+1 `,`@1:6+1 'd'@2:3+3 `)`@2:6+1 NL@2:7+1 IN@3:3+1 e@3:3+1 NL@3:4+1 "
                       "DE@3:1+1 EOF@3:1+1\n");
}

static void test_refusals(void **state) {
    (void)state;
    expect_tokens("a\n\tb\n\tc", "a NL IN b NL c NL DE EOF\n2:1 E01 a tab is used to indent\n");
    expect_tokens("a:\n    b\n  c\n", "a `:` NL IN b NL c NL DE EOF\n"
                                      "3:3 E01 this line is indented by 2, but the block around it by 0 or 4\n");
    expect_tokens("a @ b", "a b NL EOF\n1:3 E01 the character @ cannot be read\n");
    expect_tokens("caf\xc3\xa9", "caf NL EOF\n1:4 E01 the character \xc3\xa9 cannot be read\n");
    expect_tokens("a \x02", "a NL EOF\n1:3 E01 a control character (code 2) cannot be read\n");
    expect_tokens("a\rb", "a b NL EOF\n1:2 E01 a control character (code 13) cannot be read\n");
    expect_tokens("2147483649", "0 NL EOF\n1:1 E09 the number is too large: the largest is 2147483648\n");
    expect_tokens("99999999999999999999999999",
                  "0 NL EOF\n1:1 E09 the number is too large: the largest is 2147483648\n");
    expect_tokens("1.5", "1 NL EOF\n1:1 E01 numbers are whole\n");
    expect_tokens("2nd", "2 nd NL EOF\n1:1 E01 a name cannot begin with a digit\n");
    expect_tokens("@ @ @\n@", "NL NL EOF\n1:1 E01 the character @ cannot be read\n"
                              "2:1 E01 the character @ cannot be read\n");
}

static void test_recovery(void **state) {
    (void)state;
    struct lexed *l = calloc(1, sizeof *l);
    lex_begin(l, "f(a, \")\",\n  b\nc\n  d\n    e\nf");
    struct token t = lexer_next(&l->lexer);
    for (int i = 0; i < 2; i++)
        t = lexer_next(&l->lexer); /* a, inside the bracket that is never closed */
    lexer_next(&l->lexer);
    lexer_recover(&l->lexer, &t);
    assert_int_equal(lexer_next(&l->lexer).kind, TOKEN_NEWLINE);
    t = lexer_next(&l->lexer); /* "  b" is deeper and belongs to the bracket; c begins anew */
    assert_string_equal(t.name, "c");
    assert_int_equal(t.depth, 0);
    assert_int_equal(lexer_next(&l->lexer).kind, TOKEN_NEWLINE);
    assert_int_equal(lexer_next(&l->lexer).kind, TOKEN_INDENT);
    lexer_skip_block(&l->lexer);
    t = lexer_next(&l->lexer);
    assert_string_equal(t.name, "f");
    assert_int_equal(t.at.line, 6);
    lex_end(l);
    free(l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words_numbers_signs),
        cmocka_unit_test(test_names_are_interned),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_layout),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_recovery),
    };
    return cmocka_run_group_tests_name("lang.lexer", tests, NULL, NULL);
}
