/* The language server without pipes: messages in, messages out; one request after another about one small game. */
#include "base/json_value.h"
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

/* Names that are bound, and those that stand where no expression does. */
static const char grid[] = "game \"Grid\":\n"                                                /* 0 */
                           "  players: 2..3\n"                                               /* 1 */
                           "resource coin\n"                                                 /* 2 */
                           "player:\n"                                                       /* 3 */
                           "  var stock[resource]: number(0..) = 1\n"                        /* 4 */
                           "  var fame: number(0..) = 0\n"                                   /* 5 */
                           "  zone pile(tile, see: nobody)\n"                                /* 6 */
                           "  zone bag(tile, refill: pile)\n"                                /* 7 */
                           "kind cell is space:\n"                                           /* 8 */
                           "  var man: player = none\n"                                      /* 9 */
                           "kind tile(cost: number)\n"                                       /* 10 */
                           "tile Hut(1)\n"                                                   /* 11 */
                           "board grid(square): row(2 cell, cell)\n"                         /* 12 */
                           "flow:\n"                                                         /* 13 */
                           "  for me in players: draw(1, from: bag, to: pile)\n"             /* 14 */
                           "  turn:\n"                                                       /* 15 */
                           "    for r in resource: gain(1 r)\n"                              /* 16 */
                           "    for o in players: o.fame += 1\n"                             /* 17 */
                           "    let t = 2\n"                                                 /* 18 */
                           "    me.fame += t\n"                                              /* 19 */
                           "    choose c in me.pile \"Which?\"\n"                            /* 20 */
                           "    choose s in grid where s.man == none \"Where, {me}? {s}\"\n" /* 21 */
                           "    s.man = me\n"                                                /* 22 */
                           "    ask k in others \"Want {c}?\"\n"                             /* 23 */
                           "    if k != none: k.fame += 1\n"                                 /* 24 */
                           "    ask together j in others \"You?\"\n"                         /* 25 */
                           "    if j != none: j.fame += 1\n"                                 /* 26 */
                           "score: fame: me.fame\n"                                          /* 27 */
                           "for n in 1..2:\n"                                                /* 28 */
                           "  scenario \"Hut {n}\":\n"                                       /* 29 */
                           "    given: A.pile = [Hut]\n"                                     /* 30 */
                           "    play: A: Hut, grid[1]\n"                                     /* 31 */
                           "    check:\n"                                                    /* 32 */
                           "      refused(Hut, grid[1], \"taken\")\n"                        /* 33 */
                           "      A.fame > n\n";                                             /* 34 */

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

static void start_with(struct editor *e, const char *text, const char *capabilities) {
    char params[200];
    snprintf(params, sizeof params, "{\"capabilities\":{%s}}", capabilities);
    *e = (struct editor){0};
    arena_init(&e->arena);
    struct lsp_host host = {e, keep, NULL};
    e->server = lsp_new(&host);
    assert_non_null(e->server);
    say(e, true, "initialize", params);
    write_text(e, text, true);
    assert_non_null(e->told);
}

static void start(struct editor *e, const char *text) {
    start_with(e, text, "");
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

/* "16:8 16:28" of [{"range": ...}, ...]: lines and columns. */
static const char *places_of(struct editor *e, int line, int unit) {
    static char text[300];
    size_t n = 0;
    const char *all = ",\"context\":{\"includeDeclaration\":true}";
    text[0] = '\0';
    for (const struct value *v = at(e, "textDocument/references", line, unit, all)->kids; v; v = v->next) {
        const struct value *from = value_get(value_get(v, "range"), "start");
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%d:%d", n ? " " : "", line_of(v),
                              (int)value_number(value_get(from, "character"), -1));
    }
    return text;
}

/* A bound name is looked for behind the word that binds it, not in it. */
static void test_bound_names(void **state) {
    (void)state;
    struct editor e;
    start(&e, grid);
    assert_string_equal(places_of(&e, 16, 30), "16:8 16:30");
    assert_string_equal(places_of(&e, 17, 22), "17:8 17:22");
    assert_string_equal(places_of(&e, 19, 15), "18:8 19:15");
    assert_string_equal(places_of(&e, 20, 11), "20:11 23:27");
    assert_string_equal(places_of(&e, 22, 4), "21:11 21:27 21:56 22:4");
    assert_string_equal(places_of(&e, 24, 7), "23:8 24:7 24:18");
    assert_string_equal(places_of(&e, 26, 18), "25:17 26:7 26:18");
    assert_non_null(strstr(hover(&e, 23, 8), "local name: player"));
    assert_string_equal(rename_to(&e, 26, 18, "who"), "25 26 26");
    assert_string_equal(rename_to(&e, 21, 11, "place"), "21 21 21 22");
    stop(&e);
}

/* Kinds of zones and rows, zones that refill, answers of a scenario; a line of the score is not the variable. */
static void test_rename_everywhere(void **state) {
    (void)state;
    struct editor e;
    start(&e, grid);
    assert_string_equal(rename_to(&e, 10, 6, "chip"), "6 7 10 11");
    assert_string_equal(rename_to(&e, 8, 6, "field"), "8 12 12");
    assert_string_equal(rename_to(&e, 6, 8, "heap"), "6 7 14 20 30");
    assert_string_equal(rename_to(&e, 11, 6, "House"), "11 30 31 33");
    assert_string_equal(rename_to(&e, 12, 8, "land"), "12 21 31 33");
    assert_string_equal(places_of(&e, 5, 7), "5:6 17:24 19:7 24:20 26:20 27:16 34:8");
    assert_string_equal(rename_to(&e, 5, 7, "glory"), "5 17 19 24 26 27 34");
    const struct value *lens = at(&e, "textDocument/codeLens", 0, 0, "");
    assert_string_equal(raw(&e, value_get(value_get(lens->kids, "command"), "arguments")),
                        "[\"/nowhere/farm.game\",\"Hut {n}\"]");
    stop(&e);
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
    assert_non_null(strstr(rename_to(&e, 2, 10, "penny"), "line 26 of"));
    assert_non_null(strstr(rename_to(&e, 2, 10, "penny"), "speaks of \"coin\" and is no part of the game"));
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

static const struct value *item_of(const struct value *list, const char *label) {
    for (const struct value *v = value_get(list, "items")->kids; v; v = v->next)
        if (!strcmp(value_text(value_get(v, "label")), label)) return v;
    return NULL;
}

static const char *written(const struct value *list, const char *label) {
    return value_text(value_get(item_of(list, label), "insertText"));
}

/* Words say what they do, and what ends the game comes first. */
static void test_completion_of_statements(void **state) {
    (void)state;
    struct editor e;
    char text[sizeof game + 100];
    snprintf(text, sizeof text, "%sdef x:\n  \n", game);
    start(&e, text);
    const struct value *list = at(&e, "textDocument/completion", 24, 2, "");
    const struct value *first = value_get(list, "items")->kids;
    assert_non_null(strstr("win finish lost", value_text(value_get(first, "label"))));
    assert_string_equal(sorted(list, "win"), "0win");
    assert_non_null(value_text(value_get(first, "documentation")));
    assert_null(sorted(list, "gain"));
    for (const struct value *v = first; v; v = v->next)
        if (value_number(value_get(v, "kind"), -1) == 14) assert_non_null(value_text(value_get(v, "documentation")));
    assert_non_null(item_of(list, "choose"));
    assert_null(written(list, "win")); /* brackets are for editors that take them */
    stop(&e);
}

static void test_completion_writes_calls(void **state) {
    (void)state;
    struct editor e;
    char text[sizeof game + 100];
    snprintf(text, sizeof text, "%sdef x: \ndef y: wi(me)\nbeast Ox(1):\n  \n  do: let b = Cow; b.\n", game);
    start_with(&e, text, "\"textDocument\":{\"completion\":{\"completionItem\":{\"snippetSupport\":true}}}");
    const struct value *list = at(&e, "textDocument/completion", 23, 7, "");
    assert_string_equal(written(list, "win"), "win($0)");
    assert_string_equal(written(list, "finish"), "finish()$0");
    assert_string_equal(written(list, "reward"), "reward($0)");
    assert_string_equal(written(list, "next"), "next($0)");
    assert_null(written(list, "players"));
    assert_null(written(list, "choose"));
    assert_null(written(at(&e, "textDocument/completion", 24, 9, ""), "win")); /* they are there */
    assert_null(written(at(&e, "textDocument/completion", 26, 2, ""), "do"));  /* a clause */
    assert_string_equal(written(at(&e, "textDocument/completion", 27, 21, ""), "do"), "do()$0");
    stop(&e);
}

/* Built-in verbs have parameters as those of the definition have. */
static void test_built_in(void **state) {
    (void)state;
    static const struct {
        const char *typed, *label;
        int active;
    } calls[] = {
        {"move(c, to: ", "move(cards: card, to: zone, on: top or bottom)", 1},
        {"draw(1, ", "draw(n: number, from: zone = deck, to: zone = hand)", 1},
        {"shuffle(", "shuffle(pile: zone)", 0},
        {"pay(2 coin, with: ", "pay(cost: list of amount, with: set of resource)", 1},
        {"me = next(", "next(p: player)", 0},
    };
    struct editor e;
    char text[sizeof game + 100];
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        snprintf(text, sizeof text, "%sdef x: %s\n", game, calls[i].typed);
        start(&e, text);
        const struct value *v = at(&e, "textDocument/signatureHelp", 23, 7 + (int)strlen(calls[i].typed), "");
        assert_string_equal(value_text(value_get(value_get(v, "signatures")->kids, "label")), calls[i].label);
        assert_int_equal(value_number(value_get(v, "activeParameter"), -1), calls[i].active);
        stop(&e);
    }
    snprintf(text, sizeof text, "%sdef x: for c in beast: shuffle(c); move(c, to: c)\n", game);
    start(&e, text);
    assert_non_null(strstr(hover(&e, 23, 36), "move(cards: card, to: zone, on: top or bottom)"));
    assert_non_null(strstr(hover(&e, 23, 36), "moves a card, a set of cards or a whole zone to another zone"));
    stop(&e);
}

/* What fits comes first: in calls, in an index, behind `if`; of two things of one name the one that fits. */
static void test_completion_fits(void **state) {
    (void)state;
    static const struct {
        const char *typed, *first, *later;
    } places[] = {
        {"beast Pig(1, ", "animal", "coin"},
        {"def x: reward(2, ", "me", "coin"},
        {"def x: reward(2, ", "next", "players"},
        {"def x: shuffle(", "deck", "stock"},
        {"def x: for b in beast: move(b, to: ", "deck", "Cow"},
        {"def x: choose c in ", "deck", "Cow"},
        {"def x: choose c in ", "beast", "me"},
        {"def x: for p in ", "players", "next"},
        {"def x: gain(1 coin, to: ", "me", "coin"},
        {"def x: me.stock[", "animal", "crop"},
        {"def x: if ", "ready", "deck"},
    };
    struct editor e;
    char text[sizeof game + 200], first[40], later[40];
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(text, sizeof text, "%szone deck(beast)\nvar ready: bool = false\n%s\n", game, places[i].typed);
        start(&e, text);
        const struct value *list = at(&e, "textDocument/completion", 25, (int)strlen(places[i].typed), "");
        snprintf(first, sizeof first, "0%s", places[i].first);
        snprintf(later, sizeof later, "1%s", places[i].later);
        assert_string_equal(sorted(list, places[i].first), first);
        assert_string_equal(sorted(list, places[i].later), later);
        stop(&e);
    }
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
        cmocka_unit_test(test_same_names),
        cmocka_unit_test(test_references),
        cmocka_unit_test(test_rename),
        cmocka_unit_test(test_signature),
        cmocka_unit_test(test_inlays),
        cmocka_unit_test(test_rewriting),
        cmocka_unit_test(test_structure),
        cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_completion_sorts),
        cmocka_unit_test(test_built_in),
        cmocka_unit_test(test_completion_fits),
        cmocka_unit_test(test_completion_of_statements),
        cmocka_unit_test(test_completion_writes_calls),
        cmocka_unit_test(test_bound_names),
        cmocka_unit_test(test_rename_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
