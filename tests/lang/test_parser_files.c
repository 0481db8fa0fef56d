/* test_parser_files.c: include, encodings, and that every game of the project parses. */
#include "lang/lang_fixture.h"

#include "base/file.h"

#include <glob.h>

static void expect_files(const char *text, const struct file_text *files, const char *want) {
    struct parsed *r = parse_bytes(text, strlen(text), files);
    struct buf out;
    buf_init(&out);
    put_diags(&r->diags, &out);
    for (const struct node *k = r->file->kids; k; k = k->next)
        tree_dump(k, false, &out);
    check_tree(r, r->file, 0);
    expect_same(text, out.data, want);
    buf_free(&out);
    parsed_free(r);
}

static void test_include(void **state) {
    (void)state;
    static const struct file_text files[] = {{"cards/a.game", "tag a\ninclude \"../cards/./more/b.game\"\n"},
                                             {"cards/more/b.game", "tag b\ninclude \"../../c.game\""},
                                             {"c.game", "tag c"},
                                             {0}};
    const char *text = "include \"cards/a.game\"\nif x: include \"x.game\"\ntag z\n";
    expect_files(text, files,
                 "2:15 E12 cannot include \"x.game\": no such file\n"
                 "INCLUDE cards/a.game\n"
                 "  ENUM tag\n"
                 "    MEMBER a\n"
                 "  INCLUDE ../cards/./more/b.game\n"
                 "    ENUM tag\n"
                 "      MEMBER b\n"
                 "    INCLUDE ../../c.game\n"
                 "      ENUM tag\n"
                 "        MEMBER c\n"
                 "MODULE\n"
                 "  a: NAME x\n"
                 "  INCLUDE x.game\n"
                 "ENUM tag\n"
                 "  MEMBER z\n");
    struct parsed *r = parse_bytes(text, strlen(text), files);
    assert_int_equal(r->sources.n, 4);
    assert_string_equal(r->sources.files[0].path, "main.game");
    assert_string_equal(r->sources.files[2].path, "cards/more/b.game");
    assert_string_equal(r->file->name, "main.game");
    const struct node *in_b = r->file->kids->kids->next->kids;
    assert_int_equal(in_b->at.file, 2);
    parsed_free(r);
}

static void test_errors_in_included_files(void **state) {
    (void)state;
    static const struct file_text files[] = {{"a.game", "tag a\nflow: a(\n"}, {0}};
    expect_files("include \"a.game\"\ntag *\n", files,
                 "a.game:2:8 E05 this \"(\" is not closed: expected an expression before end of file\n"
                 "2:5 E05 expected a name, found \"*\"\n"
                 "INCLUDE a.game\n"
                 "  ENUM tag\n"
                 "    MEMBER a\n");
}

static void test_refused_includes(void **state) {
    (void)state;
    static const struct file_text files[] = {{"a.game", "include \"b.game\"\n"},
                                             {"b.game", "include \"a.game\"\ninclude \"main.game\"\n"},
                                             {"c.game", ""},
                                             {0}};
    expect_files("include \"a.game\"\n", files,
                 "b.game:1:9 E12 \"a.game\" includes itself through other files\n"
                 "b.game:2:9 E12 \"main.game\" includes itself through other files\n"
                 "INCLUDE a.game\n"
                 "  INCLUDE b.game\n"
                 "    INCLUDE a.game\n"
                 "    INCLUDE main.game\n");
    expect_files("include \"./main.game\"\n", files, "1:9 E12 \"./main.game\" includes itself\nINCLUDE ./main.game\n");
    expect_files("include \"c.game\"\ninclude \"x/../c.game\"\n", files,
                 "2:9 E12 \"x/../c.game\" is included twice\n"
                 "1:9 note it was included here\n"
                 "INCLUDE c.game\n"
                 "INCLUDE x/../c.game\n");
    expect_files("include \"/etc/passwd\"\n", files,
                 "1:9 E12 the path of an included file is relative to the folder of this file\nINCLUDE /etc/passwd\n");
    expect_files("include c\n", files,
                 "1:9 E05 expected the path of a file in quotes after \"include\", found \"c\"\n");
    expect_files("include \"c.game\" x\n", files, "1:18 E05 expected end of line, found \"x\"\n");
}

static void test_include_depth(void **state) {
    (void)state;
    struct file_text files[32] = {{0}};
    char paths[31][24], texts[31][40];
    for (int i = 0; i < 31; i++) {
        snprintf(paths[i], sizeof paths[i], "f%d.game", i);
        snprintf(texts[i], sizeof texts[i], "include \"f%d.game\"\n", i + 1);
        files[i] = (struct file_text){paths[i], texts[i]};
    }
    struct parsed *r = parse_bytes("include \"f0.game\"\n", 17, files);
    assert_int_equal(r->diags.errors, 1);
    assert_int_equal(r->diags.items[0].code, DIAG_include);
    assert_string_equal(r->diags.items[0].file, "f15.game"); /* the main file and sixteen below it */
    parsed_free(r);
}

static void test_without_reader(void **state) {
    (void)state;
    struct arena arena;
    struct diags *diags = calloc(1, sizeof *diags);
    struct sources sources;
    arena_init(&arena);
    diags_init(diags);
    assert_non_null(parse_game(&arena, diags, "/tmp/x.game", "include \"a.game\"", 16, NULL, &sources));
    assert_int_equal(diags->errors, 1);
    assert_string_equal(diags->items[0].text, "cannot include \"a.game\": no files can be read here");
    arena_free(&arena);
    diags_free(diags);
    free(diags);
}

static const char *remember_path(void *user, const char *path, size_t *size, const char **why) {
    (void)why;
    snprintf(user, 64, "%s", path);
    *size = 0;
    return "";
}

static void test_joined_paths(void **state) {
    (void)state;
    static const char *const cases[][3] = {{"/a/b/x.game", "../c.game", "/a/c.game"},
                                           {"/x.game", "../../c.game", "/../../c.game"},
                                           {"x.game", "../c.game", "../c.game"},
                                           {"../x.game", "../c.game", "../../c.game"},
                                           {"a/b/x.game", "./../../../c.game", "../c.game"},
                                           {"./a//x.game", "c/./d.game", "a/c/d.game"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[64] = "", text[64];
        struct arena arena;
        struct diags *diags = calloc(1, sizeof *diags);
        struct sources sources;
        struct source_reader reader = {remember_path, path};
        arena_init(&arena);
        diags_init(diags);
        snprintf(text, sizeof text, "include \"%s\"", cases[i][1]);
        assert_non_null(parse_game(&arena, diags, cases[i][0], text, strlen(text), &reader, &sources));
        assert_int_equal(diags->errors, 0);
        assert_string_equal(path, cases[i][2]);
        arena_free(&arena);
        diags_free(diags);
        free(diags);
    }
}

static void expect_bytes(const char *bytes, size_t n, const char *want) {
    struct parsed *r = parse_bytes(bytes, n, NULL);
    struct buf out;
    buf_init(&out);
    put_diags(&r->diags, &out);
    assert_non_null(r->file);
    expect_same("bytes", out.data, want);
    buf_free(&out);
    parsed_free(r);
}

static void test_encodings(void **state) {
    (void)state;
    expect_bytes("", 0, "");
    expect_bytes("\xef\xbb\xbftag x *", 10, "1:7 E05 expected \",\" or end of line, found \"*\"\n");
    expect_bytes("tag x\r\nflow:\r\n  a()\r\n", 21, "");
    expect_bytes("tag x\n# \xc3\xa9 \xff\n", 13, "2:5 E11 the byte 0xff is not UTF-8 text here\n");
    expect_bytes("tag x\n\0tag y\n", 13, "2:1 E11 a NUL byte stands here: this is not a text file\n");
    expect_bytes("tag \"\xc3", 6, "1:6 E11 the byte 0xc3 is not UTF-8 text here\n");
    char *big = malloc((16u << 20) + 1);
    memset(big, '#', (16u << 20) + 1);
    expect_bytes(big, (16u << 20) + 1, "0:0 E13 the file has 16777217 bytes; the largest that is read has 16777216\n");
    expect_bytes(big, 16u << 20, "");
    free(big);
}

/* ---- the games of the project */

struct kept {
    struct buf texts[64];
    size_t n;
};

static const char *read_kept(void *user, const char *path, size_t *size, const char **why) {
    struct kept *k = user;
    if (k->n == 64) return NULL;
    struct buf *b = &k->texts[k->n++];
    buf_init(b);
    enum file_status status = file_read(path, 1 << 24, b);
    if (status != FILE_OK) {
        *why = file_status_text(status);
        return NULL;
    }
    *size = b->n;
    return b->data;
}

static void expect_game_parses(const char *path) {
    struct kept kept = {.n = 0};
    const char *why = "";
    size_t size = 0;
    const char *text = read_kept(&kept, path, &size, &why);
    assert_non_null(text);
    struct arena arena;
    struct diags *diags = calloc(1, sizeof *diags);
    struct sources sources;
    struct source_reader reader = {read_kept, &kept};
    arena_init(&arena);
    diags_init(diags);
    assert_non_null(parse_game(&arena, diags, path, text, size, &reader, &sources));
    if (diags->errors > 0) diag_print(diags, stderr, false);
    assert_int_equal(diags->errors, 0);
    arena_free(&arena);
    diags_free(diags);
    free(diags);
    for (size_t i = 0; i < kept.n; i++)
        buf_free(&kept.texts[i]);
}

static void test_games_parse(void **state) {
    (void)state;
    static const char *const depths[] = {"games/*.game", "games/*/*.game", "games/*/*/*.game"};
    const char *root = getenv("ROOT");
    for (size_t d = 0; d < sizeof depths / sizeof *depths; d++) {
        char pattern[1024];
        glob_t found = {0};
        snprintf(pattern, sizeof pattern, "%s/%s", root ? root : ".", depths[d]);
        if (glob(pattern, 0, NULL, &found) == 0)
            for (size_t i = 0; i < found.gl_pathc; i++)
                expect_game_parses(found.gl_pathv[i]);
        globfree(&found);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_include),          cmocka_unit_test(test_errors_in_included_files),
        cmocka_unit_test(test_refused_includes), cmocka_unit_test(test_include_depth),
        cmocka_unit_test(test_without_reader),   cmocka_unit_test(test_joined_paths),
        cmocka_unit_test(test_encodings),        cmocka_unit_test(test_games_parse),
    };
    return cmocka_run_group_tests_name("lang.parser_files", tests, NULL, NULL);
}
