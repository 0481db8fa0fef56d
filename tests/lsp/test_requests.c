/* The language server without pipes: messages in, messages out; one request after another about one small game. */
#include "base/value.h"
#include "lsp/language_server.h"
#include "support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char game[] = "game \"Farm\":\n"                                                          /* 0 */
                           "  players: 2\n"                                                            /* 1 */
                           "resource coin, animal \"animals\"\n"                                       /* 2 */
                           "tag animal, crop\n"                                                        /* 3 */
                           "player:\n"                                                                 /* 4 */
                           "  var stock[resource]: number(0..) = 0\n"                                  /* 5 */
                           "kind beast(cost: number, tags: tag...):\n"                                 /* 6 */
                           "  rule do\n"                                                               /* 7 */
                           "signal fed(what: beast, by: player) \"{by} feeds {what}\"\n"               /* 8 */
                           "beast Cow(3, animal): do: gain(1 animal)\n"                                /* 9 */
                           "beast \"Old Hen\"(1, animal, crop):\n"                                     /* 10 */
                           "  do: reward(2, to: me)\n"                                                 /* 11 */
                           "when fed(Cow): gain(1 coin, to: by)\n"                                     /* 12 */
                           "def reward(n: number, to: player) \"reward {n} coins to {to}\":\n"         /* 13 */
                           "  gain(n coin, to: to)\n"                                                  /* 14 */
                           "flow:\n"                                                                   /* 15 */
                           "  repeat 3:\n"                                                             /* 16 */
                           "    for me in players:\n"                                                  /* 17 */
                           "      turn: choose b in beast \"Feed\"; b.do(); emit fed(b, me)\n"         /* 18 */
                           "score: coins: me.stock[coin] + count(b in beast where animal in b.tags)\n" /* 19 */
                           "scenario \"A cow gives an animal\":\n"                                     /* 20 */
                           "  play: A: Cow\n"                                                          /* 21 */
                           "  check: A.stock[animal] == 1\n";                                          /* 22 */

struct editor {
    struct lsp *server;
    struct arena arena;
    const struct value *response, *told; /* the last ones */
};

static void keep(void *user, const char *text, size_t size) {
    struct editor *e = user;
    const char *why, *kept = arena_strdup(&e->arena, text, size);
    const struct value *v = value_parse(&e->arena, kept, size, &why, NULL);
    assert_non_null(v);
    if (value_get(v, "id"))
        e->response = v;
    else
        e->told = value_get(value_get(v, "params"), "diagnostics");
}

static const struct value *say(struct editor *e, bool request, const char *method, const char *params) {
    struct buf b;
    buf_init(&b);
    buf_printf(&b, "{\"jsonrpc\":\"2.0\",%s\"method\":\"%s\",\"params\":%s}", request ? "\"id\":1," : "", method,
               params);
    e->response = NULL;
    lsp_says(e->server, b.data, b.n);
    buf_free(&b);
    if (request) assert_non_null(e->response);
    return request ? value_get(e->response, "result") : NULL;
}

static void write_text(struct editor *e, const char *text, bool open) {
    struct buf b;
    buf_init(&b);
    buf_puts(&b, "{\"textDocument\":{\"uri\":\"file:///nowhere/farm.game\",\"version\":1");
    buf_puts(&b, open ? ",\"text\":" : "},\"contentChanges\":[{\"text\":");
    value_put_string(&b, text);
    buf_puts(&b, open ? "}}" : "}]}");
    say(e, false, open ? "textDocument/didOpen" : "textDocument/didChange", b.data);
    buf_free(&b);
    lsp_quiet(e->server);
}

static const struct value *at(struct editor *e, const char *method, int line, int unit, const char *more) {
    char params[400];
    snprintf(params, sizeof params,
             "{\"textDocument\":{\"uri\":\"file:///nowhere/farm.game\"},\"position\":{\"line\":%d,\"character\":%d}%s}",
             line, unit, more);
    return say(e, true, method, params);
}

static void start(struct editor *e, const char *text) {
    *e = (struct editor){0};
    arena_init(&e->arena);
    struct lsp_host host = {e, keep, NULL};
    e->server = lsp_new(&host);
    assert_non_null(e->server);
    say(e, true, "initialize", "{\"capabilities\":{}}");
    write_text(e, text, true);
    assert_non_null(e->told);
}

static void stop(struct editor *e) {
    say(e, true, "shutdown", "{}");
    say(e, false, "exit", "{}");
    assert_true(lsp_done(e->server) && lsp_was_shut_down(e->server));
    lsp_free(e->server);
    arena_free(&e->arena);
}

static int line_of(const struct value *location) {
    return (int)value_number(value_get(value_get(value_get(location, "range"), "start"), "line"), -1);
}

/* "2 9 9" of [{"range": ...}, ...]: the lines. */
static const char *lines_of(const struct value *list) {
    static char text[200];
    size_t n = 0;
    text[0] = '\0';
    for (const struct value *v = list->kids; v; v = v->next)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%d", n ? " " : "", line_of(v));
    return text;
}

static const char *raw(struct editor *e, const struct value *v) {
    return arena_strdup(&e->arena, v->raw, v->raw_size);
}

static const char *hover(struct editor *e, int line, int unit) {
    const struct value *v = at(e, "textDocument/hover", line, unit, "");
    const char *text = value_text(value_get(value_get(v, "contents"), "value"));
    return text ? text : "";
}

/* A tag and a resource of one name: which is meant is a matter of the place. */
static void test_same_names(void **state) {
    (void)state;
    struct editor e;
    start(&e, game);
    assert_int_equal(line_of(at(&e, "textDocument/definition", 9, 13, "")), 3);  /* Cow(3, animal */
    assert_int_equal(line_of(at(&e, "textDocument/definition", 9, 33, "")), 2);  /* gain(1 animal */
    assert_int_equal(line_of(at(&e, "textDocument/definition", 19, 58, "")), 3); /* animal in b.tags */
    assert_int_equal(line_of(at(&e, "textDocument/definition", 22, 18, "")), 2); /* stock[animal] */
    assert_non_null(strstr(hover(&e, 9, 14), "tag"));
    assert_non_null(strstr(hover(&e, 9, 33), "resource"));
    stop(&e);
}

static void test_references(void **state) {
    (void)state;
    struct editor e;
    start(&e, game);
    const char *with = ",\"context\":{\"includeDeclaration\":true}", *without = ",\"context\":{}";
    assert_string_equal(lines_of(at(&e, "textDocument/references", 3, 5, with)), "3 9 10 19");     /* the tag */
    assert_string_equal(lines_of(at(&e, "textDocument/references", 2, 17, with)), "2 9 22");       /* the resource */
    assert_string_equal(lines_of(at(&e, "textDocument/references", 13, 5, without)), "11");        /* reward */
    assert_string_equal(lines_of(at(&e, "textDocument/references", 13, 22, with)), "11 13 13 14"); /* its parameter */
    assert_string_equal(lines_of(at(&e, "textDocument/references", 8, 24, with)), "8 8 12");       /* by, heard */
    assert_string_equal(lines_of(at(&e, "textDocument/documentHighlight", 8, 8, "")), "8 12 18");
    stop(&e);
}

static const char *rename_to(struct editor *e, int line, int unit, const char *name) {
    char more[100];
    snprintf(more, sizeof more, ",\"newName\":\"%s\"", name);
    const struct value *v = at(e, "textDocument/rename", line, unit, more);
    const struct value *edits = value_get(value_get(v, "changes"), "file:///nowhere/farm.game");
    return edits ? lines_of(edits) : value_text(value_get(value_get(e->response, "error"), "message"));
}

static void test_rename(void **state) {
    (void)state;
    struct editor e;
    start(&e, game);
    assert_string_equal(rename_to(&e, 2, 17, "pig"), "2 9 22"); /* the resource alone */
    assert_string_equal(rename_to(&e, 13, 22, "whom"), "11 13 13 14");
    assert_string_equal(rename_to(&e, 10, 9, "Young Hen"), "10"); /* in quotes */
    assert_string_equal(rename_to(&e, 8, 8, "choose it"), "8 12 18");
    assert_string_equal(rename_to(&e, 2, 10, "animal"), "the definition would not mean the same with that name");
    assert_string_equal(rename_to(&e, 14, 3, "give"), "this name is not declared in the definition");
    assert_string_equal(rename_to(&e, 2, 10, ""), "that cannot be a name");
    stop(&e);
    char text[sizeof game + 100];
    snprintf(text, sizeof text, "%soption grass = false, true\nif grass:\n  def mow: gain(1 coin)\n", game);
    start(&e, text);
    assert_non_null(strstr(rename_to(&e, 2, 10, "penny"), "what \"coin\" means at line 26 of"));
    stop(&e);
}

static void test_signature(void **state) {
    (void)state;
    struct editor e;
    start(&e, game);
    const struct value *v = at(&e, "textDocument/signatureHelp", 11, 16, "");
    assert_string_equal(value_text(value_get(value_get(v, "signatures")->kids, "label")),
                        "reward(n: number, to: player)");
    assert_int_equal(value_number(value_get(v, "activeParameter"), -1), 1);
    v = at(&e, "textDocument/signatureHelp", 9, 10, "");
    assert_string_equal(value_text(value_get(value_get(v, "signatures")->kids, "label")),
                        "beast(cost: number, tags: list of tag)");
    assert_int_equal(value_number(value_get(v, "activeParameter"), -1), 0);
    assert_int_equal(at(&e, "textDocument/signatureHelp", 16, 4, "")->type, VALUE_NULL);
    stop(&e);
}

/* The sort of an item of a completion: "0coin" before "1deck". */
static const char *sorted(const struct value *list, const char *label) {
    for (const struct value *v = value_get(list, "items")->kids; v; v = v->next)
        if (!strcmp(value_text(value_get(v, "label")), label)) return value_text(value_get(v, "sortText"));
    return NULL;
}

static void test_completion_sorts(void **state) {
    (void)state;
    struct editor e;
    char text[sizeof game + 100];
    snprintf(text, sizeof text, "%swhen fed(what: \ndef x(by: player): if me == \n", game);
    start(&e, text);
    const struct value *list = at(&e, "textDocument/completion", 23, 15, "");
    assert_string_equal(sorted(list, "Cow"), "0Cow");
    assert_string_equal(sorted(list, "crop"), "1crop");
    list = at(&e, "textDocument/completion", 24, 28, "");
    assert_string_equal(sorted(list, "Cow"), "1Cow");
    stop(&e);
}

static void test_inlays(void **state) {
    (void)state;
    struct editor e;
    start(&e, game);
    const struct value *v = at(&e, "textDocument/inlayHint", 0, 0, "");
    assert_string_equal(
        raw(&e, v),
        "[{\"position\":{\"line\":9,\"character\":10},\"kind\":2,\"paddingRight\":true,\"label\":\"cost:\"},"
        "{\"position\":{\"line\":10,\"character\":16},\"kind\":2,\"paddingRight\":true,\"label\":\"cost:\"},"
        "{\"position\":{\"line\":11,\"character\":13},\"kind\":2,\"paddingRight\":true,\"label\":\"n:\"}]");
    v = at(&e, "textDocument/inlayHint", 0, 0, ",\"range\":{\"start\":{\"line\":11},\"end\":{\"line\":12}}");
    assert_null(v->kids->next);
    stop(&e);
}

static void test_rewriting(void **state) {
    (void)state;
    struct editor e;
    char text[sizeof game + 100];
    start(&e, game);
    assert_string_equal(raw(&e, at(&e, "textDocument/formatting", 0, 0, "")), "[]");
    snprintf(text, sizeof text, "%s\n\n\nperiod   day\n", game);
    write_text(&e, text, false);
    const char *made = value_text(value_get(at(&e, "textDocument/formatting", 0, 0, "")->kids, "newText"));
    assert_non_null(strstr(made, "period day"));
    snprintf(text, sizeof text, "%sdef pay_all: gain(1 coim)\nwhen fed(\n", game);
    write_text(&e, text, false);
    assert_int_equal(at(&e, "textDocument/formatting", 0, 0, "")->type, VALUE_NULL);
    snprintf(text, sizeof text, "%sdef pay_all: gain(1 coim)\n", game);
    write_text(&e, text, false);
    const struct value *action = at(&e, "textDocument/codeAction", 0, 0, "")->kids;
    assert_string_equal(value_text(value_get(action, "title")), "Change \"coim\" to \"coin\"");
    const struct value *edit = value_get(value_get(value_get(action, "edit"), "changes"), "file:///nowhere/farm.game");
    assert_string_equal(raw(&e, edit), "[{\"range\":{\"start\":{\"line\":23,\"character\":20},\"end\":{\"line\":23,"
                                       "\"character\":24}},\"newText\":\"coin\"}]");
    assert_null(
        at(&e, "textDocument/codeAction", 0, 0, ",\"range\":{\"start\":{\"line\":1},\"end\":{\"line\":2}}")->kids);
    stop(&e);
}

static void test_structure(void **state) {
    (void)state;
    struct editor e;
    start(&e, game);
    const struct value *lens = at(&e, "textDocument/codeLens", 0, 0, "");
    assert_string_equal(lines_of(lens), "20");
    assert_string_equal(raw(&e, value_get(value_get(lens->kids, "command"), "arguments")),
                        "[\"/nowhere/farm.game\",\"A cow gives an animal\"]");
    const struct value *folds = at(&e, "textDocument/foldingRange", 0, 0, "");
    assert_non_null(strstr(raw(&e, folds), "{\"startLine\":15,\"endLine\":18}"));
    assert_non_null(strstr(raw(&e, folds), "{\"startLine\":17,\"endLine\":18}"));
    const struct value *found = say(&e, true, "workspace/symbol", "{\"query\":\"HEN\"}");
    assert_string_equal(value_text(value_get(found->kids, "name")), "Old Hen");
    assert_null(found->kids->next);
    stop(&e);
}

/* The numbers begin with line 2: resource (no name), coin: 2 lines on, 9 units in, 4 long, a member, declared. */
static void test_tokens(void **state) {
    (void)state;
    struct editor e;
    start(&e, game);
    const char *data = raw(&e, value_get(at(&e, "textDocument/semanticTokens/full", 0, 0, ""), "data"));
    assert_int_equal(strncmp(data, "[2,9,4,2,1,0,6,6,2,1,1,4,6,2,1,0,8,4,2,1,", 41), 0);
    int n = 0;
    for (const char *p = data; *p; p++)
        n += *p == ',' || *p == ']';
    assert_int_equal(n % 5, 0);
    stop(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_names), cmocka_unit_test(test_references), cmocka_unit_test(test_rename),
        cmocka_unit_test(test_signature),  cmocka_unit_test(test_inlays),     cmocka_unit_test(test_rewriting),
        cmocka_unit_test(test_structure),  cmocka_unit_test(test_tokens),     cmocka_unit_test(test_completion_sorts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
