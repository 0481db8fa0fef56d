/* A scripted editor: drives the server through pipes and looks at what comes back. */
#include "base/json_value.h"
#include "lsp/pipes.h"
#include "lsp/wire.h"
#include "support/unit.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- the client */
struct client {
    struct wire wire;
    pid_t pid;
    int in, out, id;
    struct arena arena;
    struct buf message;
    char folder[64];
};

static void start(struct client *c) {
    int to[2], from[2];
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(pipe(to), 0);
    assert_int_equal(pipe(from), 0);
    c->pid = fork();
    assert_true(c->pid >= 0);
    if (c->pid == 0) {
        close(to[1]), close(from[0]);
        int code = lsp_serve(to[0], from[1]);
        close(to[0]), close(from[1]);
        _exit(code);
    }
    close(to[0]), close(from[1]);
    c->in = from[0], c->out = to[1], c->id = 0;
    wire_init(&c->wire, c->in, c->out);
    arena_init(&c->arena);
    buf_init(&c->message);
    strcpy(c->folder, "/tmp/terrane-lsp-XXXXXX");
    assert_non_null(mkdtemp(c->folder));
}

static int finish(struct client *c) {
    int status = 0;
    close(c->out);
    assert_int_equal(waitpid(c->pid, &status, 0), c->pid);
    close(c->in);
    arena_free(&c->arena);
    buf_free(&c->message);
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", c->folder);
    assert_int_equal(system(command), 0);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void say(struct client *c, const char *text) {
    assert_true(wire_write(&c->wire, text, strlen(text)));
}

static const struct value *hear(struct client *c) {
    const char *why;
    assert_int_equal(wire_read(&c->wire, &c->message), WIRE_MESSAGE);
    char *kept = arena_strdup(&c->arena, c->message.data, c->message.n);
    const struct value *v = value_parse(&c->arena, kept, c->message.n, &why, NULL);
    if (!v) print_message("%s in %s\n", why, kept);
    assert_non_null(v);
    return v;
}

static void notify(struct client *c, const char *method, const char *params) {
    struct buf b;
    buf_init(&b);
    buf_printf(&b, "{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":%s}", method, params);
    say(c, b.data);
    buf_free(&b);
}

/* The response; diagnostics that come before it are passed over. */
static const struct value *ask(struct client *c, const char *method, const char *params) {
    struct buf b;
    buf_init(&b);
    buf_printf(&b, "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}", ++c->id, method, params);
    say(c, b.data);
    buf_free(&b);
    const struct value *v = hear(c);
    while (value_number(value_get(v, "id"), -1) != c->id)
        v = hear(c);
    return v;
}

static const struct value *result(struct client *c, const char *method, const char *params) {
    const struct value *v = value_get(ask(c, method, params), "result");
    assert_non_null(v);
    return v;
}

/* The next diagnostics of a file. */
static const struct value *diagnostics(struct client *c, const char *file) {
    for (;;) {
        const struct value *v = hear(c), *params = value_get(v, "params");
        const char *uri = value_text(value_get(params, "uri"));
        if (uri && strstr(uri, file)) return value_get(params, "diagnostics");
    }
}

static void initialize(struct client *c) {
    assert_non_null(value_get(result(c, "initialize", "{\"capabilities\":{}}"), "capabilities"));
    notify(c, "initialized", "{}");
}

static void edit(struct client *c, const char *file, const char *text, bool open) {
    struct buf b;
    buf_init(&b);
    buf_printf(&b, "{\"textDocument\":{\"uri\":\"file://%s/%s\",\"version\":1", c->folder, file);
    buf_puts(&b, open ? ",\"text\":" : "},\"contentChanges\":[{\"text\":");
    value_put_string(&b, text);
    buf_puts(&b, open ? "}}" : "}]}");
    notify(c, open ? "textDocument/didOpen" : "textDocument/didChange", b.data);
    buf_free(&b);
}

static const struct value *at(struct client *c, const char *method, const char *file, int line, int character) {
    char params[300];
    snprintf(params, sizeof params,
             "{\"textDocument\":{\"uri\":\"file://%s/%s\"},\"position\":{\"line\":%d,\"character\":%d}}", c->folder,
             file, line, character);
    return result(c, method, params);
}

static void write_file(struct client *c, const char *name, const char *text) {
    char path[200];
    snprintf(path, sizeof path, "%s/%s", c->folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static size_t length(const struct value *v) {
    size_t n = 0;
    for (const struct value *k = v->kids; k; k = k->next)
        n++;
    return n;
}

static bool offers(const struct value *list, const char *label) {
    for (const struct value *v = value_get(list, "items")->kids; v; v = v->next)
        if (!strcmp(value_text(value_get(v, "label")), label)) return true;
    return false;
}

static int64_t start_of(const struct value *v, const char *what) {
    return value_number(value_get(value_get(value_get(v, "range"), "start"), what), -1);
}

static const char *hover(struct client *c, const char *file, int line, int character) {
    const struct value *v = at(c, "textDocument/hover", file, line, character);
    const char *text = value_text(value_get(value_get(v, "contents"), "value"));
    return text ? text : "";
}

/* ---- a game in two files */
static const char main_text[] = "game \"Shop\":\n"                                        /* 0 */
                                "  players: 2\n"                                          /* 1 */
                                "resource coin, gem\n"                                    /* 2 */
                                "tag shiny\n"                                             /* 3 */
                                "player:\n"                                               /* 4 */
                                "  var stock[resource]: number(0..) = 0\n"                /* 5 */
                                "  var points: number = 0\n"                              /* 6 */
                                "kind ware(price: number):\n"                             /* 7 */
                                "  rule use\n"                                            /* 8 */
                                "zone shelf(ware)\n"                                      /* 9 */
                                "include \"wares.game\"\n"                                /* 10 */
                                "signal bought(what: ware, by: player)\n"                 /* 11 */
                                "def buy(w: ware) \"buy {w}\":\n"                         /* 12 */
                                "  gain(2 coin)\n"                                        /* 13 */
                                "  me.points += w.price\n"                                /* 14 */
                                "  w.use()\n"                                             /* 15 */
                                "  emit bought(w, me)\n"                                  /* 16 */
                                "flow:\n"                                                 /* 17 */
                                "  for w in [ring, \"Golden hat\"]: move(w, to: shelf)\n" /* 18 */
                                "  repeat 2:\n"                                           /* 19 */
                                "    turn:\n"                                             /* 20 */
                                "      choose w in shelf \"Buy\"\n"                       /* 21 */
                                "      buy(w)\n"                                          /* 22 */
                                "    me = next(me)\n"                                     /* 23 */
                                "score:\n"                                                /* 24 */
                                "  points: me.points\n";                                  /* 25 */
static const char wares_text[] = "# \xf0\x9f\x92\x8d and more\n"
                                 "ware ring(3): use: gain(1 gem)\n"
                                 "ware \"Golden hat\"(5): use: gain(2 coin, 1 gem)\n";

/* main_text with one line replaced. */
static char *with_line(int number, const char *line) {
    static char text[4000];
    const char *from = main_text;
    size_t n = 0;
    for (int i = 0; *from; i++) {
        const char *eol = strchr(from, '\n') + 1;
        n += (size_t)(i == number ? sprintf(text + n, "%s\n", line)
                                  : sprintf(text + n, "%.*s", (int)(eol - from), from));
        from = eol;
    }
    return text;
}

static void open_game(struct client *c) {
    start(c);
    write_file(c, "wares.game", wares_text);
    write_file(c, "shop.game", main_text);
    initialize(c);
    edit(c, "shop.game", main_text, true);
    const struct value *d = diagnostics(c, "shop.game");
    for (const struct value *v = d->kids; v; v = v->next)
        print_message("%s\n", value_text(value_get(v, "message")));
    assert_int_equal(length(d), 0);
}

static void close_game(struct client *c) {
    result(c, "shutdown", "null");
    notify(c, "exit", "null");
    assert_int_equal(finish(c), 0);
}

/* ---- tests */
static void test_diagnostics_come_and_go(void **state) {
    (void)state;
    struct client c;
    open_game(&c);
    edit(&c, "shop.game", with_line(13, "  gain(2 coim)"), false);
    const struct value *d = diagnostics(&c, "shop.game");
    assert_int_equal(length(d), 1);
    assert_int_equal(start_of(d->kids, "line"), 13);
    assert_int_equal(start_of(d->kids, "character"), 9);
    assert_int_equal(value_number(value_get(d->kids, "severity"), 0), 1);
    assert_non_null(strstr(value_text(value_get(d->kids, "message")), "coin")); /* the hint */
    edit(&c, "shop.game", with_line(13, "  gain(2 coi"), false);
    assert_true(length(diagnostics(&c, "shop.game")) >= 1);
    edit(&c, "shop.game", main_text, false);
    assert_int_equal(length(diagnostics(&c, "shop.game")), 0);
    close_game(&c);
}

static void test_notes_are_related_places(void **state) {
    (void)state;
    struct client c;
    open_game(&c);
    edit(&c, "shop.game", with_line(3, "zone shelf(ware)"), false);
    const struct value *d = diagnostics(&c, "shop.game"), *with = NULL;
    for (const struct value *v = d->kids; v; v = v->next)
        if (value_get(v, "relatedInformation")) with = value_get(v, "relatedInformation")->kids;
    assert_non_null(with);
    assert_non_null(value_text(value_get(with, "message")));
    assert_non_null(value_get(value_get(with, "location"), "uri"));
    close_game(&c);
}

static void test_columns_are_utf16(void **state) {
    (void)state;
    struct client c;
    open_game(&c);
    edit(&c, "shop.game", with_line(13, "  needs true \"\xf0\x9f\x92\x8d\"; gain(1 coim)"),
         false); /* the ring is two units */
    const struct value *d = diagnostics(&c, "shop.game");
    assert_int_equal(length(d), 1);
    assert_int_equal(start_of(d->kids, "character"), 26);
    assert_int_equal(value_number(value_get(value_get(value_get(d->kids, "range"), "end"), "character"), -1), 30);
    edit(&c, "shop.game", with_line(13, "  needs true \"\xf0\x9f\x92\x8d\"; gain(1 coin)"), false);
    assert_int_equal(length(diagnostics(&c, "shop.game")), 0);
    assert_non_null(strstr(hover(&c, "shop.game", 13, 26), "resource"));
    close_game(&c);
}

static void test_completion(void **state) {
    (void)state;
    struct client c;
    const struct value *list;
    open_game(&c);
    edit(&c, "shop.game", with_line(13, "  gain(2 "), false);
    list = at(&c, "textDocument/completion", "shop.game", 13, 9);
    assert_true(offers(list, "coin") && offers(list, "gem"));
    assert_false(offers(list, "shiny") || offers(list, "ring") || offers(list, "choose"));
    edit(&c, "shop.game", with_line(14, "  me."), false);
    list = at(&c, "textDocument/completion", "shop.game", 14, 5);
    assert_true(offers(list, "points") && offers(list, "stock"));
    assert_false(offers(list, "price") || offers(list, "coin"));
    edit(&c, "shop.game", with_line(14, "  me.points += w."), false);
    list = at(&c, "textDocument/completion", "shop.game", 14, 17);
    assert_true(offers(list, "price") && offers(list, "use"));
    assert_false(offers(list, "points"));
    edit(&c, "shop.game", with_line(16, "  emit "), false);
    list = at(&c, "textDocument/completion", "shop.game", 16, 7);
    assert_true(offers(list, "bought"));
    assert_false(offers(list, "buy"));
    list = at(&c, "textDocument/completion", "shop.game", 13, 2);
    assert_true(offers(list, "choose") && offers(list, "buy") && offers(list, "gain") && offers(list, "w"));
    assert_true(offers(list, "try") && offers(list, "ask") && offers(list, "elif"));
    list = at(&c, "textDocument/completion", "shop.game", 17, 0);
    assert_true(offers(list, "kind") && offers(list, "ware"));
    assert_false(offers(list, "choose"));
    edit(&c, "shop.game", with_line(18, "  for w in ["), false);
    list = at(&c, "textDocument/completion", "shop.game", 18, 12);
    assert_true(offers(list, "Golden hat") && offers(list, "shelf") && offers(list, "players"));
    edit(&c, "shop.game", with_line(18, "resource pearl(look: "), false);
    list = at(&c, "textDocument/completion", "shop.game", 18, 21);
    assert_true(offers(list, "none") && offers(list, "green") && offers(list, "leaf"));
    assert_false(offers(list, "shelf") || offers(list, "coins"));
    edit(&c, "shop.game", with_line(18, "  look: green le"), false);
    list = at(&c, "textDocument/completion", "shop.game", 18, 16);
    assert_true(offers(list, "leaf") && offers(list, "waves"));
    assert_false(offers(list, "green") || offers(list, "none"));
    edit(&c, "shop.game", with_line(18, "board hall(hex, look: "), false);
    assert_true(offers(at(&c, "textDocument/completion", "shop.game", 18, 22), "ground"));
    edit(&c, "shop.game", with_line(18, "board hall(hex, look: ground red ro"), false);
    list = at(&c, "textDocument/completion", "shop.game", 18, 35);
    assert_true(offers(list, "rock") && offers(list, "globe") && offers(list, "checker"));
    assert_false(offers(list, "leaf") || offers(list, "none"));
    edit(&c, "shop.game", with_line(18, "def haggle \"haggle\"(look: "), false);
    list = at(&c, "textDocument/completion", "shop.game", 18, 26);
    assert_true(offers(list, "keep") && offers(list, "text"));
    assert_false(offers(list, "green"));
    edit(&c, "shop.game", with_line(18, "  outlook: "), false);
    assert_false(offers(at(&c, "textDocument/completion", "shop.game", 18, 11), "leaf"));
    close_game(&c);
}

static void test_hover(void **state) {
    (void)state;
    struct client c;
    open_game(&c);
    assert_non_null(strstr(hover(&c, "shop.game", 18, 22), "2 coin")); /* the generated text of a card */
    assert_non_null(strstr(hover(&c, "shop.game", 22, 7), "buy {w}")); /* a verb with its template */
    assert_non_null(strstr(hover(&c, "shop.game", 13, 3), "built in"));
    assert_non_null(strstr(hover(&c, "shop.game", 14, 6), "number"));
    assert_non_null(strstr(hover(&c, "shop.game", 21, 14), "ware")); /* a local and its type */
    assert_string_equal(hover(&c, "shop.game", 0, 0), "");
    edit(&c, "shop.game", with_line(13, "  if possible(gain(2 coin)): gain(2 coin)"), false);
    assert_non_null(strstr(hover(&c, "shop.game", 13, 8), "could carry out the verb"));
    assert_non_null(strstr(hover(&c, "shop.game", 13, 22), "coin")); /* what stands in what is tried */
    edit(&c, "shop.game", with_line(13, "  gain(2 "), false);        /* texts of the last good version stay */
    assert_non_null(strstr(hover(&c, "shop.game", 18, 22), "2 coin"));
    close_game(&c);
}

static void test_definition_across_files(void **state) {
    (void)state;
    struct client c;
    open_game(&c);
    const struct value *v = at(&c, "textDocument/definition", "shop.game", 18, 13); /* ring */
    assert_non_null(strstr(value_text(value_get(v, "uri")), "wares.game"));
    assert_int_equal(start_of(v, "line"), 1);
    assert_int_equal(start_of(v, "character"), 5);
    v = at(&c, "textDocument/definition", "shop.game", 22, 7); /* buy */
    assert_int_equal(start_of(v, "line"), 12);
    v = at(&c, "textDocument/definition", "shop.game", 10, 12); /* the file itself */
    assert_non_null(strstr(value_text(value_get(v, "uri")), "wares.game"));
    edit(&c, "wares.game", wares_text, true); /* a part belongs to the file that includes it */
    assert_int_equal(length(diagnostics(&c, "wares.game")), 0);
    v = at(&c, "textDocument/definition", "wares.game", 1, 0);
    assert_non_null(strstr(value_text(value_get(v, "uri")), "shop.game"));
    assert_int_equal(start_of(v, "line"), 7);
    close_game(&c);
}

/* The text of an open part goes before the file on disk, also for the file that includes it. */
static void test_unsaved_text_counts(void **state) {
    (void)state;
    struct client c;
    open_game(&c);
    edit(&c, "wares.game", "ware ring(3): use: gain(1 gem)\n", true);
    const struct value *d = diagnostics(&c, "shop.game");
    assert_int_equal(length(d), 1); /* the hat is gone */
    notify(&c, "textDocument/didClose", "{\"textDocument\":{\"uri\":\"file:///nowhere.game\"}}");
    char params[200];
    snprintf(params, sizeof params, "{\"textDocument\":{\"uri\":\"file://%s/wares.game\"}}", c.folder);
    notify(&c, "textDocument/didClose", params);
    assert_int_equal(length(diagnostics(&c, "shop.game")), 0);
    close_game(&c);
}

static void test_symbols(void **state) {
    (void)state;
    struct client c;
    char params[200];
    open_game(&c);
    snprintf(params, sizeof params, "{\"textDocument\":{\"uri\":\"file://%s/shop.game\"}}", c.folder);
    const struct value *list = result(&c, "textDocument/documentSymbol", params), *ware = NULL;
    for (const struct value *v = list->kids; v; v = v->next) {
        assert_string_not_equal(value_text(value_get(v, "name")), "ring"); /* that is in the other file */
        if (!strcmp(value_text(value_get(v, "name")), "ware")) ware = v;
    }
    assert_non_null(ware);
    assert_string_equal(value_text(value_get(value_get(ware, "children")->kids, "name")), "use");
    close_game(&c);
}

static int64_t error_of(const struct value *v) {
    return value_number(value_get(value_get(v, "error"), "code"), 0);
}

static void test_wrong_messages(void **state) {
    (void)state;
    struct client c;
    start(&c);
    assert_int_equal(error_of(ask(&c, "textDocument/hover", "{}")), -32002);
    initialize(&c);
    assert_int_equal(error_of(ask(&c, "textDocument/unheardOf", "{}")), -32601);
    assert_int_equal(error_of(ask(&c, "textDocument/hover", "[]")), -32602);
    notify(&c, "$/cancelRequest", "{\"id\":1}");
    notify(&c, "unheard/of", "{}");
    say(&c, "{\"jsonrpc\":\"2.0\",");
    assert_int_equal(error_of(hear(&c)), -32700);
    say(&c, "[1,2]");
    assert_int_equal(error_of(hear(&c)), -32600);
    say(&c, "{\"id\":{},\"method\":\"shutdown\"}");
    assert_int_equal(error_of(hear(&c)), -32600);
    assert_int_equal(
        value_get(ask(&c, "textDocument/hover",
                      "{\"textDocument\":{\"uri\":\"file:///no\"},\"position\":{\"line\":1e9,\"character\":-1}}"),
                  "result")
            ->type,
        VALUE_NULL);
    static char deep[400] = "{\"id\":1,\"method\":";
    memset(deep + strlen(deep), '[', 300);
    say(&c, deep);
    assert_int_equal(error_of(hear(&c)), -32700);
    close_game(&c);
}

static void test_a_message_too_large_is_skipped(void **state) {
    (void)state;
    struct client c;
    static char block[1 << 16];
    start(&c);
    initialize(&c);
    dprintf(c.out, "Content-Length: %d\r\n\r\n", WIRE_LARGEST + (int)sizeof block);
    memset(block, ' ', sizeof block);
    for (int i = 0; i <= WIRE_LARGEST / (int)sizeof block; i++)
        assert_int_equal(write(c.out, block, sizeof block), sizeof block);
    assert_int_equal(error_of(hear(&c)), -32600);
    close_game(&c);
}

static void test_end_of_input(void **state) {
    (void)state;
    struct client c;
    start(&c);
    initialize(&c);
    assert_int_equal(finish(&c), 1);
    start(&c);
    dprintf(c.out, "Hello: world\r\n\r\n");
    assert_int_equal(error_of(hear(&c)), -32700);
    assert_int_equal(finish(&c), 1);
}

/* Whatever is typed, nothing breaks: the game cut off after every few bytes, and with a line taken out. */
static void test_every_prefix(void **state) {
    (void)state;
    struct client c;
    static char text[4000];
    open_game(&c);
    for (size_t n = 0; n < sizeof main_text; n += 3) {
        memcpy(text, main_text, n);
        text[n] = '\0';
        edit(&c, "shop.game", text, false);
        int line = 0, character = 0;
        for (size_t i = 0; i < n; i++)
            character = text[i] == '\n' ? (line++, 0) : character + 1;
        at(&c, "textDocument/completion", "shop.game", line, character);
    }
    for (int i = 0; i < 26; i++) {
        edit(&c, "shop.game", with_line(i, ""), false);
        at(&c, "textDocument/hover", "shop.game", 18, 22);
        edit(&c, "shop.game", with_line(i, "  (\"x"), false);
        at(&c, "textDocument/definition", "shop.game", 22, 7);
    }
    close_game(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_diagnostics_come_and_go),
        cmocka_unit_test(test_notes_are_related_places),
        cmocka_unit_test(test_columns_are_utf16),
        cmocka_unit_test(test_completion),
        cmocka_unit_test(test_hover),
        cmocka_unit_test(test_definition_across_files),
        cmocka_unit_test(test_unsaved_text_counts),
        cmocka_unit_test(test_symbols),
        cmocka_unit_test(test_wrong_messages),
        cmocka_unit_test(test_a_message_too_large_is_skipped),
        cmocka_unit_test(test_end_of_input),
        cmocka_unit_test(test_every_prefix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
