/* test_hostile.c: hostile definitions. Whatever the text, the compiler answers within two seconds
 * (ten with sanitizers), with a located error that says what is wrong, and neither crashes nor reads what it must not.
 * Also: rules that never end are stopped by the machine, which names the rule and its line. */
/* Not quick: definitions of megabytes. */
#include "support/unit.h"

#include "base/buf.h"
#include "terrane_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define HEAD "game \"G\":\n  players: 2\n"
#define FLOW "flow:\n  finish()\n"

/* Of this process: a busy machine is not the compiler's fault. */
static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* What grows with the square of the text would take minutes; sanitizers cost a small factor. */
static double patience(void) {
    const char *text = getenv("PATIENCE");
    return text ? atof(text) : SANITIZED ? 10.0 : 2.0;
}

/* All diagnostics as "line CODE message; hint\n". */
static void describe(tn_source *s, struct buf *out) {
    for (size_t i = 0; i < tn_source_diag_count(s); i++) {
        tn_diag d;
        tn_source_diag(s, i, &d);
        buf_printf(out, "%u %s %s%s%s\n", d.line, d.level == 2 ? "note" : d.code, d.text, d.hint ? "; " : "",
                   d.hint ? d.hint : "");
    }
}

static struct buf said(const char *text, size_t size) {
    struct buf out;
    buf_init(&out);
    double start = seconds();
    tn_source *s = NULL;
    tn_game *g = NULL;
    tn_status status = tn_source_parse("enemy.game", text, size, &s);
    assert_non_null(s);
    tn_config config = {0};
    if (status == TN_OK) status = tn_game_new(s, &config, &g);
    describe(s, &out);
    if (!out.n) buf_puts(&out, status == TN_OK ? "fine" : "no diagnostics");
    tn_game_free(g);
    tn_source_free(s);
    double took = seconds() - start;
    if (getenv("SHOW")) printf("%.2f s for %zu bytes: %.80s\n", took, size, out.data);
    if (took > patience()) fail_msg("took %.1f seconds: %.200s", took, out.data);
    return out;
}

/* The text is rejected, and one line of what is said contains each of the two. */
static void expect(const char *text, size_t size, const char *place, const char *message) {
    struct buf out = said(text, size);
    bool found = false;
    for (char *line = strtok(out.data, "\n"); line && !found; line = strtok(NULL, "\n"))
        found = !strncmp(line, place, strlen(place)) && strstr(line, message);
    buf_free(&out);
    if (found) return;
    out = said(text, size);
    print_error("expected: %s ... %s\nsaid: %.1000s\n", place, message, out.data);
    buf_free(&out);
    fail();
}

static void enemy(const char *text, const char *place, const char *message) {
    expect(text, strlen(text), place, message);
}

static void enemy_buf(struct buf *text, const char *place, const char *message) {
    assert_false(text->failed);
    expect(text->data, text->n, place, message);
    buf_free(text);
}

static void repeat(struct buf *b, const char *piece, int times) {
    for (int i = 0; i < times; i++)
        buf_puts(b, piece);
}

static struct buf begin(const char *head) {
    struct buf b;
    buf_init(&b);
    buf_puts(&b, head);
    return b;
}

/* ---- nothing, and not much */
static void test_missing_parts(void **state) {
    (void)state;
    enemy("", "1 E03", "game");
    enemy("\n\n# nothing\n", "1 E03", "game");
    enemy(HEAD, "1 E03", "flow");
    enemy(HEAD "def o\n" FLOW, "3 E03", "no body");
    enemy("game \"G\":\n  limit: 3 round\n" FLOW, "1 E03", "players:");
    enemy("game \"G\":\n  players: 0..2\n" FLOW, "2 E09", "from 1 to");
    enemy("game \"G\":\n  players: 2..99\n" FLOW, "2 E09", "from 1 to");
    enemy("game \"G\":\n  players: 4..2\n" FLOW, "2 E09", "from 1 to");
    enemy("game \"G\":\n  players: many\n" FLOW, "2 E09", "players must be a number");
    enemy("game \"G\":\n  players: 2000000000\n" FLOW, "2 E09", "from 1 to");
    enemy("game \"G\":\n  players: 2..1 + 3\n" FLOW, "2 E09", "players must be a number");
    enemy("game \"G\":\n  players: true\n" FLOW, "2 E09", "players must be a number");
    enemy(HEAD HEAD FLOW, "3 E07", "already");
    enemy(HEAD FLOW FLOW, "5 E07", "twice");
}

/* ---- depth and size */
static void test_deep_nesting(void **state) {
    (void)state;
    struct buf b = begin(HEAD "def f -> number = ");
    repeat(&b, "(", 100000);
    buf_puts(&b, "1");
    repeat(&b, ")", 100000);
    buf_puts(&b, "\n" FLOW);
    enemy_buf(&b, "3 E10", "200");
    b = begin(HEAD "def f -> number = ");
    repeat(&b, "1 + ", 200000);
    buf_puts(&b, "1\n" FLOW);
    enemy_buf(&b, "3 E10", "200");
    b = begin(HEAD "def f -> bool = ");
    repeat(&b, "not ", 100000);
    buf_puts(&b, "true\n" FLOW);
    enemy_buf(&b, "3 E10", "200");
    b = begin(HEAD "flow:\n");
    for (int i = 1; i < 1000; i++) {
        buf_fill(&b, ' ', (size_t)i);
        buf_puts(&b, "if true:\n");
    }
    buf_fill(&b, ' ', 1000);
    buf_puts(&b, "finish()\n");
    enemy_buf(&b, "", "deep");
    b = begin(HEAD);
    repeat(&b, "if true: ", 5000);
    buf_puts(&b, "var x: number = 0\n" FLOW);
    enemy_buf(&b, "3 E10", "200");
}

static void test_huge_numbers(void **state) {
    (void)state;
    enemy(HEAD "var x: number(0..99999999999999999999999) = 0\n" FLOW, "3 E09", "");
    enemy(HEAD "var x: number(0..2000000000) = 0\n" FLOW, "3 E09", "range");
    enemy(HEAD "var x: number = 9223372036854775807\n" FLOW, "3", "");
    enemy(HEAD "var x: number(5..1) = 3\n" FLOW, "3 E09", "smaller to a larger");
    enemy(HEAD "var x: number(0..5) = 9\n" FLOW, "3", "");
    enemy(HEAD "track t(9..1)\n" FLOW, "3 E09", "smaller to a larger");
    enemy(HEAD "track t(0..9, step: 0)\n" FLOW, "3 E04", "step");
    enemy(HEAD "track t(0..9, start: 50)\n" FLOW, "3 E09", "position 50");
    enemy(HEAD "kind c\nc A(copies: 100000)\n" FLOW, "4 E09", "copies");
    enemy(HEAD "flow:\n  turn(0..1000): finish()\n", "4 E09", "15");
    enemy(HEAD "kind cell is space\nboard b(square):\n  row(1000000 cell)\n" FLOW, "5 E09", "400");
    enemy(HEAD "option o = -2147483648, 3\nvar x: number = 0\nflow:\n  x = o\n  finish()\n", "3 E04",
          "a name or a number");
}

/* ---- much of what is right: it compiles, and in time */
static void fine_buf(struct buf *text) {
    assert_false(text->failed);
    struct buf out = said(text->data, text->n);
    if (strcmp(out.data, "fine") != 0) fail_msg("%.1000s", out.data);
    buf_free(&out);
    buf_free(text);
}

static void repeated(const char *head, const char *piece, int times, const char *tail) {
    struct buf b = begin(head);
    repeat(&b, piece, times);
    buf_puts(&b, tail);
    fine_buf(&b);
}

#define LEFT HEAD "var left: number(0..9) = 3\n"
#define ASK "    choose k in 1..2 \"?\"\n    left -= k\n"

static void test_many_statements(void **state) {
    (void)state;
    repeated(LEFT "flow:\n  turn:\n", "    if left == 3: left -= 0\n", 900, ASK);
    repeated(LEFT "def f \"do it\":\n", "  if left == 3: left -= 0\n", 2000, "flow:\n  turn:\n    f()\n" ASK);
    repeated(LEFT "kind c:\n  rule do\nzone z(c)\nc A:\n  do:\n", "    if left == 3: left -= 0\n", 2000,
             "flow:\n  turn:\n    choose c in z \"?\"\n    c.do()\n");
    repeated(LEFT "signal s(p: player) \"{p} s\": left -= 0\nflow:\n  turn:\n", "    emit s(me)\n", 2000, ASK);
    repeated(LEFT
             "def g(a: number) -> number = a + left\ndef f(a: number) -> number = g(a) + g(a + 1)\nflow:\n  turn:\n",
             "    if f(3) == 3: left = f(1)\n", 900, ASK);
}

/* Functions that call two of the one before: written out they would be 2 to the power of their number. */
static void test_doubling_functions(void **state) {
    (void)state;
    static const struct {
        const char *first, *form, *use;
    } chains[] = {
        {"def f0 -> number = left\n", "def f%d -> number = f%d() + f%d()\n", "choose k in 1..2 where f%d() > 1 \"?\""},
        {"def f0 -> number = 1\n", "def f%d -> number = f%d() - f%d()\n", "choose k in 1..2 where f%d() > 1 \"?\""},
        {"def f0 -> bool = left > 1\n", "def f%d -> bool = f%d() and not f%d()\n",
         "choose k in 1..2 where f%d() \"?\""},
        {"def f0: left = 1\n", "def f%d:\n  f%d()\n  f%d()\n", "f%d()"},
    };
    enum { LONG = 60 };
    for (size_t i = 0; i < sizeof chains / sizeof *chains; i++) {
        struct buf b = begin(LEFT);
        buf_puts(&b, chains[i].first);
        for (int k = 1; k <= LONG; k++) {
            char line[120];
            snprintf(line, sizeof line, chains[i].form, k, k - 1, k - 1);
            buf_puts(&b, line);
        }
        char use[120];
        snprintf(use, sizeof use, chains[i].use, LONG);
        buf_printf(&b, "flow:\n  turn:\n    %s\n" ASK, use);
        fine_buf(&b);
    }
}

/* As many spaces as there may be, with all that is known of them beforehand. */
static void test_many_spaces(void **state) {
    (void)state;
    static const char cell[] = HEAD "kind cell is space:\n  var mark: player = none\n";
    static const char flow[] = "flow:\n  turn:\n"
                               "    choose s in g where count(near(s)) > 0 and distance(s, g[1]) > 2 and "
                               "distance(s, g[2]) > 2 and count(between(s, g[1])) > 0 and count(ray(s, 0)) > 0 \"?\"\n"
                               "    s.mark = me\n";
    static const char lines[] = "    if any(l in g.lines(5): all(x in l: x.mark == me)): win(me)\n";
    struct buf b = begin(cell);
    buf_puts(&b, "board g(square):\n");
    repeat(&b, "  row(40 cell)\n", 25);
    buf_printf(&b, "%s%s", flow, lines);
    fine_buf(&b);
    b = begin(cell);
    buf_puts(&b, "board g(ring): row(");
    repeat(&b, "100 cell, ", 9);
    buf_printf(&b, "100 cell)\n%s", flow);
    fine_buf(&b);
    b = begin(cell);
    buf_puts(&b, "board g(graph):\n");
    for (int i = 0; i < 1000; i++)
        buf_printf(&b, "  row(a%d: cell)\n", i);
    for (int i = 4; i < 1000; i++)
        buf_printf(&b, "  link(a%d, a%d); link(a%d, a%d)\n", i, i - 1, i, i - 4);
    buf_puts(&b, flow);
    fine_buf(&b);
}

static void test_many_phases(void **state) {
    (void)state;
    struct buf b = begin(HEAD "flow:\n");
    for (int i = 0; i < 120; i++)
        buf_printf(&b, "  phase p%d: turn: choose k in 1..2 \"?\"\n", i);
    fine_buf(&b);
    b = begin(LEFT "flow:\n");
    for (int i = 0; i < 5000; i++)
        buf_printf(&b, "  if left > 2:\n    phase p%d: turn: choose k in 1..2 \"?\"\n", i);
    enemy_buf(&b, "", "at most 250 phases and turns");
    b = begin(HEAD);
    for (int i = 0; i < 400; i++)
        buf_printf(&b, "track t%d(0..99):\n  at 3: lower(t%d, 1)\n", i, i);
    buf_puts(&b, FLOW);
    enemy_buf(&b, "", "at most 250 tracks");
}

/* Conditions of a set, as many as a line may hold; among them many that must be tested for each member. */
static void test_many_conditions(void **state) {
    (void)state;
    struct buf b = begin(LEFT "kind c(cost: number):\n  var n: number = 0\n");
    for (int i = 0; i < 90; i++)
        buf_printf(&b, "c C%d(%d)\n", i, i);
    buf_puts(&b, "zone z(c)\nflow:\n  turn:\n    choose x in z where x.n != 1");
    for (int i = 2; i < 90; i++)
        buf_printf(&b, " and x.n %% %d != left", i);
    buf_puts(&b, " \"?\"\n    for y in [C0");
    for (int i = 1; i < 90; i++)
        buf_printf(&b, ", C%d", i);
    buf_puts(&b, "]: y.n = x.cost + left\n");
    fine_buf(&b);
}

static void test_long_lists(void **state) {
    (void)state;
    struct buf b = begin(HEAD "tag t\nkind c:\n  value likes -> tag...\nzone z(c)\nc A:\n  likes: t");
    for (int i = 1; i < 70; i++)
        buf_puts(&b, ", t");
    buf_puts(&b, "\nflow:\n  turn: choose x in z where count(y in x.likes where y == t) > 1 \"?\"\n");
    enemy_buf(&b, "8 E13", "at most 64 items");
}

static void test_links(void **state) {
    (void)state;
    static const char map[] = HEAD "kind cell is space\nboard g(graph):\n  row(a: cell, b: cell)\n";
    struct {
        const char *line, *code, *message;
    } wrong[] = {{"link(a, c)", "6 E02", "unknown space"},
                 {"link(a, 3)", "6 E15", "by their labels"},
                 {"link(a)", "6 E15", "two spaces or more"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[300];
        snprintf(text, sizeof text, "%s  %s\n" FLOW, map, wrong[i].line);
        enemy(text, wrong[i].code, wrong[i].message);
    }
}

static void test_huge_files(void **state) {
    (void)state;
    enum { TEN = 10 * 1000 * 1000 };
    struct buf b = begin(HEAD "kind c(n: number):\n  rule do\n");
    for (int i = 0; b.n < TEN; i++)
        buf_printf(&b, "c \"Card number %d\"(%d): do: finish()\n", i, i % 9);
    buf_puts(&b, FLOW);
    enemy_buf(&b, "", "at most 1000 cards");
    b = begin(HEAD);
    for (int i = 0; b.n < TEN; i++)
        buf_printf(&b, "def f%d(a: number) -> number = a * %d + 7 - a / 3\n", i, i % 1000);
    buf_puts(&b, FLOW);
    enemy_buf(&b, "", "at most");
    b = begin(HEAD "def f -> number = 1");
    while (b.n < TEN)
        buf_puts(&b, " + 1");
    buf_puts(&b, "\n" FLOW);
    enemy_buf(&b, "3 E10", "200");
    b = begin(HEAD "def f -> set player = [");
    while (b.n < TEN)
        buf_puts(&b, "me, ");
    buf_puts(&b, "me]\n" FLOW);
    enemy_buf(&b, "3 E13", "1000");
    b = begin(HEAD "flow:\n  let a = [nobody");
    while (b.n < TEN)
        buf_puts(&b, ", nobdy");
    buf_puts(&b, "]\n");
    enemy_buf(&b, "4 E02", "nobody");
    b = begin("");
    for (uint32_t x = 1; b.n < TEN;) {
        x = x * 1664525 + 1013904223;
        buf_putc(&b, (char)(32 + (x >> 24) % 95));
        if ((x & 63) == 0) buf_putc(&b, '\n');
    }
    enemy_buf(&b, "", "E");
    b = begin("");
    buf_fill(&b, 'a', TEN);
    enemy_buf(&b, "", "E");
    b = begin("");
    buf_fill(&b, '"', TEN);
    enemy_buf(&b, "", "E");
}

static void test_bad_bytes(void **state) {
    (void)state;
    enemy(HEAD "# \xff\xfe\n" FLOW, "3 E11", "UTF-8");
    enemy(HEAD "def caf\xc3\x28 = 1\n" FLOW, "3 E11", "UTF-8");
    enemy(HEAD "# \xed\xa0\x80\n" FLOW, "3 E11", "UTF-8");
    expect("game\0x", 6, "1 E11", "NUL");
    enemy("\xef\xbb\xbf" HEAD "\tflow: finish()\n", "3 E01", "");
}

/* ---- limits of a game */
static void test_limits(void **state) {
    (void)state;
    struct buf b = begin(HEAD "kind c\n");
    for (int i = 0; i < 2000; i++)
        buf_printf(&b, "c C%d\n", i);
    buf_puts(&b, FLOW);
    enemy_buf(&b, "1004 E13", "at most 1000 cards");
    b = begin(HEAD "tag t0");
    for (int i = 1; i < 300; i++)
        buf_printf(&b, ", t%d", i);
    buf_puts(&b, "\n" FLOW);
    enemy_buf(&b, "3 E13", "at most 120");
    b = begin(HEAD "kind c\nc A\n");
    for (int i = 0; i < 400; i++)
        buf_printf(&b, "zone z%d(c)\n", i);
    buf_puts(&b, FLOW);
    enemy_buf(&b, "", "250 zones");
    b = begin(HEAD "kind cell is space\nboard b(square):\n");
    for (int i = 0; i < 40; i++)
        buf_puts(&b, "  row(100 cell)\n");
    buf_puts(&b, FLOW);
    enemy_buf(&b, "15 E13", "at most 1000 spaces");
    b = begin(HEAD "def f(p0: number");
    for (int i = 1; i < 300; i++)
        buf_printf(&b, ", p%d: number", i);
    buf_puts(&b, ") -> number = p0\n" FLOW);
    enemy_buf(&b, "3 E13", "at most 32 parameters");
    b = begin(HEAD "kind c(p0: number");
    for (int i = 1; i < 300; i++)
        buf_printf(&b, ", p%d: number", i);
    buf_puts(&b, ")\n" FLOW);
    enemy_buf(&b, "3 E13", "at most 32 parameters");
    b = begin(HEAD "kind c0\n");
    for (int i = 1; i < 500; i++)
        buf_printf(&b, "kind c%d is c%d\n", i, i - 1);
    buf_puts(&b, FLOW);
    enemy_buf(&b, "", "at most 32 times");
    b = begin(HEAD);
    for (int i = 0; i < 100000; i++)
        buf_printf(&b, "kind c%d\nc%d C%d\n", i, i, i);
    buf_puts(&b, FLOW);
    enemy_buf(&b, "", "at most 500 kinds");
    b = begin(HEAD "kind c:\n");
    for (int i = 0; i < 100000; i++)
        buf_printf(&b, "  var v%d: number = 0\n", i);
    buf_puts(&b, FLOW);
    enemy_buf(&b, "", "at most 250 members");
    b = begin(HEAD "player:\n");
    for (int i = 0; i < 100000; i++)
        buf_printf(&b, "  var v%d: number = 0\n", i);
    buf_puts(&b, FLOW);
    enemy_buf(&b, "", "at most 250 members");
    b = begin(HEAD);
    for (int i = 0; i < 100000; i++)
        buf_printf(&b, "var v%d: number = 0\n", i);
    buf_puts(&b, FLOW);
    enemy_buf(&b, "", "at most 4000 variables");
    b = begin(HEAD);
    for (int i = 0; i < 100000; i++)
        buf_printf(&b, "option o%d = false, true\n", i);
    buf_puts(&b, FLOW);
    enemy_buf(&b, "", "at most 64 options");
    b = begin(HEAD "flow:\n  either: finish()\n");
    for (int i = 0; i < 500; i++)
        buf_puts(&b, "  or: finish()\n");
    enemy_buf(&b, "4 E13", "branches");
    b = begin(HEAD "flow:\n");
    for (int i = 0; i < 400; i++)
        buf_printf(&b, "  let x%d = %d\n", i, i);
    enemy_buf(&b, "", "at most 250 names");
    b = begin(HEAD "var y: number = 0\nflow:\n");
    for (int i = 0; i < 300000; i++)
        buf_printf(&b, "  let x%d = y\n", i);
    enemy_buf(&b, "", "at most 250 names");
    b = begin(HEAD "flow:\n");
    for (int i = 0; i < 245; i++)
        buf_printf(&b, "  let x%d = %d\n", i, i);
    enemy_buf(&b, "", "too many values at once");
    b = begin(HEAD "flow:\n  let x = 1\n");
    for (int i = 0; i < 40000; i++)
        buf_puts(&b, "  x = x + 1\n");
    buf_puts(&b, "  finish()\n");
    struct buf out = said(b.data, b.n);
    assert_true(!strcmp(out.data, "fine") || strstr(out.data, "E13") || strstr(out.data, "E10"));
    buf_free(&out);
    buf_free(&b);
}

/* ---- circles */
static void write_text(const char *folder, const char *name, const char *text) {
    char path[200];
    snprintf(path, sizeof path, "%.90s/%.90s", folder, name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void test_cyclic_includes(void **state) {
    (void)state;
    char folder[] = "/tmp/terrane-hostile-XXXXXX", path[200];
    assert_non_null(mkdtemp(folder));
    write_text(folder, "a.game", HEAD "include \"b.game\"\n" FLOW);
    write_text(folder, "b.game", "include \"a.game\"\n");
    snprintf(path, sizeof path, "%s/a.game", folder);
    tn_source *s = NULL;
    assert_int_equal(tn_source_load(path, &s), TN_DIAG);
    struct buf out;
    buf_init(&out);
    describe(s, &out);
    assert_non_null(strstr(out.data, "1 E12 \"a.game\" includes itself through other files"));
    buf_free(&out);
    tn_source_free(s);
    unlink(path);
    snprintf(path, sizeof path, "%s/b.game", folder);
    unlink(path);
    rmdir(folder);
}

static void test_circles(void **state) {
    (void)state;
    enemy(HEAD "kind a is a\n" FLOW, "3 E16", "its own ancestor");
    enemy(HEAD "kind a is b\nkind b is c\nkind c is a\n" FLOW, "3 E16", "its own ancestor");
    enemy(HEAD "def f(n: number) -> number = f(n - 1)\n" FLOW, "3 E16", "\"f\" calls itself");
    enemy(HEAD "def f:\n  f()\n" FLOW, "4 E16", "\"f\" calls itself");
    enemy(HEAD "def f:\n  g()\ndef g:\n  h()\ndef h:\n  f()\n" FLOW, "8 E16", "calls itself through g and h");
    enemy(HEAD "value v(p: player) -> number = 1\nadjust v(): v(me)\n" FLOW, "4 E16", "\"v\" calls itself");
    enemy(HEAD "signal s:\n  emit s\n" FLOW, "4 E16", "\"s\" calls itself");
    enemy(HEAD "def f = g()\ndef g = f()\n" FLOW, "", "E16");
    struct buf b = begin(HEAD);
    for (int i = 0; i < 300; i++)
        buf_printf(&b, "def f%d -> number = f%d()\n", i, (i + 1) % 300);
    buf_puts(&b, FLOW);
    enemy_buf(&b, "", "calls itself through");
}

/* ---- names */
static void test_names(void **state) {
    (void)state;
    enemy(HEAD "def f = 1\ndef f = 2\n" FLOW, "4 E07", "declared twice");
    enemy(HEAD "tag a, a\n" FLOW, "3 E07", "declared twice");
    enemy(HEAD "kind k\nkind k\n" FLOW, "4 E07", "declared twice");
    enemy(HEAD "kind k\nk A\nk A\n" FLOW, "5 E07", "copies");
    enemy(HEAD "var v: number = 0\nvar v: number = 0\n" FLOW, "4 E07", "declared twice");
    enemy(HEAD "player:\n  var v: number = 0\n  var v: bool = false\n" FLOW, "5 E07", "already");
    enemy(HEAD "player:\n  var v: number = 0\n  track v(0..3)\n" FLOW, "5 E07", "already");
    enemy(HEAD "kind k(n: number):\n  var n: number = 0\n" FLOW, "4 E07", "already a member");
    enemy(HEAD "option o = false, true\noption o = 1, 2\n" FLOW, "4 E07", "declared twice");
    enemy(HEAD "signal s\nsignal s\n" FLOW, "4 E07", "declared twice");
    enemy(HEAD "track t(0..3)\ntrack t(0..3)\n" FLOW, "4 E07", "declared twice");
    enemy(HEAD "kind k\nzone z(k)\nzone z(k)\n" FLOW, "5 E07", "declared twice");
    enemy(HEAD "kind c is space\nboard b(square):\n  row(c)\nboard b(square):\n  row(c)\n" FLOW, "6 E07",
          "declared twice");
    enemy(HEAD "kind c is space\nboard b(square):\n  row(x: c, x: c)\n" FLOW, "5 E07", "declared twice");
    enemy(HEAD "def f(a: number, a: number) -> number = a\n" FLOW, "3 E07", "declared twice");
    enemy(HEAD "score:\n  a: 1\n  a: 2\n" FLOW, "5 E07", "declared twice");
    enemy(HEAD "var choose: number = 0\n" FLOW, "3 E05", "word of the language");
    enemy(HEAD "flow:\n  turn:\n    eithr: finish()\n    or: finish()\n", "5 E05", "did you mean \"either\"");
}

/* An option named like a tag, locals that hide others: allowed, and must not confuse. */
static void test_shadows(void **state) {
    (void)state;
    static const char *const fine[] = {
        HEAD "tag gold, iron\noption gold = false, true\nvar x: bool = false\nflow:\n  x = gold\n  finish()\n",
        HEAD "var x: number = 0\nflow:\n  let x = 2\n  if x > 1:\n    let x = true\n    if x: finish()\n",
        HEAD "def near(n: number) -> number = n\nflow:\n  let a = near(3)\n  if a > 1: finish()\n",
    };
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
        struct buf out = said(fine[i], strlen(fine[i]));
        if (strstr(out.data, " E")) fail_msg("%s", out.data);
        buf_free(&out);
    }
}

static void test_arithmetic(void **state) {
    (void)state;
    enemy(HEAD "def f -> number = 1 / 0\n" FLOW, "3 E09", "zero");
    enemy(HEAD "def f(n: number) -> number = n % (2 - 2)\n" FLOW, "3 E09", "zero");
    enemy(HEAD "var x: number(0..3 / 0) = 0\n" FLOW, "3 E09", "zero");
    enemy(HEAD "flow:\n  choose n in 5..1\n  finish()\n", "4 E09", "smaller to a larger");
    enemy(HEAD "def f -> number = 2000000000 * 2000000000\n" FLOW, "3", "");
}

/* ---- memory runs out: at every single request once, and from every request on. The sanitizers have allocators of
 * their own, so this part is left out with them. */
#if !SANITIZED && defined(__GLIBC__)
#define MEMORY_TEST 1
#endif

#ifdef MEMORY_TEST
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);

static long requests_left = -1; /* below zero: memory never ends */
static bool only_once;

static bool refused(void) {
    if (requests_left < 0) return false;
    if (requests_left > 0) {
        requests_left--;
        return false;
    }
    if (only_once) requests_left = -1;
    return true;
}

void *malloc(size_t size) {
    return refused() ? NULL : __libc_malloc(size);
}
void *calloc(size_t n, size_t size) {
    return refused() ? NULL : __libc_calloc(n, size);
}
void *realloc(void *p, size_t size) {
    return size > 0 && refused() ? NULL : __libc_realloc(p, size);
}

/* Returns whether the game was compiled. */
static bool compile_starved(const char *path) {
    tn_source *s = NULL;
    tn_game *g = NULL;
    tn_config config = {0};
    tn_status status = tn_source_load(path, &s);
    if (status == TN_OK) status = tn_game_new(s, &config, &g);
    bool good = status == TN_OK && g;
    tn_game_free(g);
    tn_source_free(s);
    return good;
}

static void test_no_memory(void **state) {
    (void)state;
    static const char *const games[] = {"games/tinyforming/tinyforming.game", "games/kuhn-poker/kuhn-poker.game"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++)
        for (int once = 0; once < 2; once++) {
            bool good = false;
            long n = 0;
            for (; !good && n < 100000; n++) {
                only_once = once;
                requests_left = n;
                good = compile_starved(games[g]);
                if (once && requests_left < 0) good = false; /* it did without that piece */
                requests_left = -1;
            }
            assert_true(good);
            assert_true(n > 50);
        }
}
#else
static void test_no_memory(void **state) {
    (void)state;
    skip();
}
#endif

/* ---- rules without an end */
static void expect_fault(const char *text, const char *rule, const char *line) {
    tn_source *s = NULL;
    tn_game *g = NULL;
    tn_config config = {0};
    assert_int_equal(tn_source_parse("loop.game", text, strlen(text), &s), TN_OK);
    if (tn_game_new(s, &config, &g) != TN_OK) {
        struct buf out;
        buf_init(&out);
        describe(s, &out);
        fail_msg("%s", out.data);
    }
    double start = seconds();
    tn_ctx *c = tn_ctx_new(g);
    tn_state *state = tn_state_new(g);
    assert_int_equal(tn_state_start(c, 1, 0, state), TN_FAULT);
    char why[400];
    tn_fault_text(g, state, why, sizeof why);
    if (!strstr(why, rule) || !strstr(why, line)) fail_msg("the fault is told as: %s", why);
    assert_true(seconds() - start < patience());
    tn_state_free(state);
    tn_ctx_free(c);
    tn_game_free(g);
    tn_source_free(s);
}

static void test_endless_rules(void **state) {
    (void)state;
    expect_fault(HEAD "var x: number = 0\nflow:\n  while true: x = 1 - x\n", "flow", "5");
    expect_fault(HEAD "var x: number = 0\ndef spin:\n  while x == 0:\n    x = 0\nflow:\n  spin()\n", "spin", "5");
    expect_fault(HEAD "kind k:\n  rule do\n  var n: number = 0\nk A:\n  do:\n    while this.n == 0:\n      this.n = "
                      "0\nflow:\n  A.do()\n",
                 "A", "8");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_missing_parts),   cmocka_unit_test(test_deep_nesting),
        cmocka_unit_test(test_huge_numbers),    cmocka_unit_test(test_huge_files),
        cmocka_unit_test(test_bad_bytes),       cmocka_unit_test(test_limits),
        cmocka_unit_test(test_cyclic_includes), cmocka_unit_test(test_circles),
        cmocka_unit_test(test_names),           cmocka_unit_test(test_shadows),
        cmocka_unit_test(test_arithmetic),      cmocka_unit_test(test_endless_rules),
        cmocka_unit_test(test_many_statements), cmocka_unit_test(test_doubling_functions),
        cmocka_unit_test(test_many_spaces),     cmocka_unit_test(test_many_phases),
        cmocka_unit_test(test_links),           cmocka_unit_test(test_many_conditions),
        cmocka_unit_test(test_long_lists),      cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
