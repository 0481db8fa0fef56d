/* test_combinations.c: values of every sort in every place. Each text puts two values into a statement or a
 * declaration; it compiles, or the mistake is reported where it stands. What is asked here: the compiler survives, and
 * never finds out by its own verifier (E21) what it should have told the author; a game that compiles can be started.
 *
 * SEED=n tries others, COMBINATIONS=n so many.
 */
#include "support/level.h"
#include "support/unit.h"

#include "base/buf.h"
#include "terrane_table.h"

#include <stdlib.h>

static const char head[] = "game \"T\":\n"
                           "  players: 2\n"
                           "resource a, b(4), c\n"
                           "track heat(0..9)\n"
                           "track cold(0..9)\n"
                           "period day\n"
                           "piece hut(3), tent\n"
                           "symbol red, blue\n"
                           "kind cell is space:\n"
                           "  var man: player = none\n"
                           "board grid(square): row(x: cell, y: cell, z: cell)\n"
                           "kind crd(tags: symbol...):\n"
                           "  rule do\n"
                           "crd K1(red, blue): do: n += 1\n"
                           "crd K2(red): do: n += 1\n"
                           "zone deck(crd)\n"
                           "zone side(crd)\n"
                           "var n: number(-9999..) = 0\n"
                           "var flag: bool = false\n"
                           "def some(gifts: amount...) \"g {gifts}\":\n"
                           "  for g in gifts: gain(g)\n"
                           "player:\n"
                           "  var stock[resource]: number(0..) = 9\n"
                           "  zone hand(crd)\n"
                           "  track fame(0..5)\n"
                           "  var seen(see: owner): number(0..) = 0\n"
                           "def plus(k: number) -> number = k + 1\n"
                           "def verb(k: number) -> number \"v\":\n"
                           "  n += k\n"
                           "  return n\n"
                           "def lst(l: number...) -> number = count(l)\n"
                           "def tk(t: track) -> number = t\n"
                           "def st(s: set cell) -> number = count(s)\n"
                           "value price(c: crd, by: player) -> number = 2\n"
                           "value ways(by: player) -> set resource = [a]\n"
                           "signal happened(c: crd, k: number) \"x\"\n";

static const char *const values[] = {
    "1",
    "-3",
    "n",
    "true",
    "flag",
    "me",
    "next(me)",
    "none",
    "[]",
    "[1, 4]",
    "[true]",
    "[heat, cold]",
    "[deck, me.hand]",
    "[1 a, 2 b]",
    "[me]",
    "[x, y]",
    "[K1]",
    "[red]",
    "1..3",
    "2..",
    "heat",
    "me.fame",
    "deck",
    "me.hand",
    "2 a",
    "upto 2 a",
    "a",
    "red",
    "K1",
    "K1.tags",
    "x",
    "grid",
    "grid[1]",
    "grid.lines(2)",
    "grid.row(1)",
    "players",
    "others",
    "resource",
    "symbol",
    "crd",
    "cell",
    "near(x)",
    "[i in 1..6 where i > 3]",
    "[t in [heat, cold] where t > 2]",
    "[s in grid where s.man == none]",
    "[l in grid.lines(2) where x in l]",
    "first(players)",
    "random(1..3)",
    "random([1,2])",
    "plus(2)",
    "verb(2)",
    "K1.do",
    "\"txt\"",
    "supply[b]",
    "supply",
    "day",
    "order(me)",
    "live(me)",
    "live()",
    "top(deck)",
    "deck.first(2)",
    "count(players)",
    "me.stock[a]",
    "me.stock",
    "this",
    "it",
    "neutral",
    "if flag then 1 else 2",
    "if flag then [1] else [2]",
    "if flag then heat else cold",
    "if flag then deck else side",
    "most(p in players: p.stock[a])",
    "most(i in [1,2]: i)",
    "most(t in [heat, cold]: t)",
    "price(K1, me)",
    "ways(me)",
    "not flag",
    "n == 1",
    "x in grid",
    "hut",
    "piece",
    "b.worth",
    "a.total",
    "(1..3)",
    "me.seen",
    "pick([1 a, 2 b], 1)",
    "first([deck, side])",
    "first([heat, cold])",
    "owner(K1)",
    "index(K1)",
    "abs(n)",
    "distance(x, y)",
    "step(x, 1)",
    "K1.tags + K2.tags",
    "[x] + [y]",
    "grid - [x]",
    "deck + side",
};

/* $0 and $1 are the values. */
static const char *const statements[] = {
    "choose d in $0 \"q\"",
    "choose d in $0 where $1",
    "choose d in $0 take $1",
    "choose d in $0 prefer $1",
    "choose d in $0; n = $1",
    "choose d in $0; let e = d; n = count([d])",
    "may: choose d in $0",
    "for d in $0: n += 1",
    "for d in $0 where $1: n += 1",
    "n = $0",
    "n += $0",
    "flag = $0",
    "me = $0",
    "let v = $0; n += 1",
    "let v = $0; v = $1",
    "let v = $0; v += $1",
    "n = count($0)",
    "n = count(i in $0 where $1)",
    "n = sum(i in $0: $1)",
    "flag = any(i in $0: $1)",
    "flag = all(i in $0: i == $1)",
    "let v = most(i in $0: $1)",
    "let v = first($0)",
    "let v = pick($0, $1)",
    "let v = random($0)",
    "flag = $0 == $1",
    "flag = $0 in $1",
    "flag = $0 < $1",
    "n = if $0 then $1 else 2",
    "let v = if flag then $0 else $1",
    "let v = [$0, $1]",
    "let v = $0 + $1",
    "let v = $0 * $1",
    "gain($0)",
    "gain($0, to: $1)",
    "lose(upto $0)",
    "pay($0)",
    "pay($0, with: $1)",
    "raise($0)",
    "raise($0, $1)",
    "move($0, to: $1)",
    "draw($0)",
    "draw(1, from: $0, to: $1)",
    "shuffle($0)",
    "reveal($0)",
    "peek($0)",
    "rotate($0, by: $1)",
    "win($0)",
    "lost($0)",
    "out($0)",
    "begin($0)",
    "n = plus($0)",
    "n = lst($0)",
    "n = lst($0, $1)",
    "n = tk($0)",
    "n = st($0)",
    "emit happened($0, $1)",
    "needs $0 \"r\"",
    "repeat $0: n += 1",
    "while $0: n += 1",
    "as $0: n += 1",
    "x.man = $0",
    "me.stock[$0] = $1",
    "me.stock[$0] += 1",
    "$0 = $1",
    "$0 += $1",
    "let v = $0; choose d in v",
    "n = $0.n",
    "n = $0.row",
    "let v = near($0)",
    "let v = step($0, $1)",
    "let v = $0[$1]",
    "supply[$0] -= 1",
    "may \"x {$0}\": n += 1",
    "let v = [i in $0 where $1]",
    "let v = [i in $0 where i == $1]; choose d in v",
    "let v = [i in $0 where true]; for j in v: n += 1",
    "let v = ($1) $0",
    "let v = min($0, $1)",
    "let v = $0 - $1",
    "let v: set cell = $0",
    "let v: number = $0",
    "let v: player = $0",
    "let v = live($0)",
    "let v = defined($0)",
    "let v = order($0); let w = owner($1)",
    "$0",
    "$0()",
    "let v = $0.tags",
    "let v = $0.first($1)",
    "until happened($0, $1): when happened($1): n += 1",
    "together me in $0: choose d in $1",
    "turn($0): n += 1",
    "let v = $0; choose d in $1 where d == v",
    "n = price($0, $1)",
    "let v = ways($0)",
    "let v = seat($0)",
    "let v = top($0)",
};

static const char *const declarations[] = {
    "resource q($0)",
    "var v: number($0) = $1",
    "var v: number = $0",
    "var v: player = $0",
    "var v: resource = $0",
    "var v: cell = $0",
    "var v: bool = $0",
    "track t($0)",
    "track t(0..9, start: $0, step: $1)",
    "crd K9($0)",
    "crd K9($0, copies: $1)",
    "crd K9(red): do: $0",
    "zone zz($0, see: $1)",
    "zone zz(crd, refill: $0)",
    "def ff = $0",
    "def ff(u: number = $0) = $1",
    "def ff -> number = $0",
    "def ff -> set cell = $0",
    "def ff(l: number...) -> number = first(l) + count($0)",
    "value vv -> number = $0",
    "value vv -> number($0) = $1",
    "value vv -> set resource = $0",
    "adjust price(by: $0): $1",
    "adjust price(c: $0): $1",
    "adjust ways: $0",
    "when happened($0): n += 1",
    "when happened(k: $0) where $1: n += 1",
    "end when $0 \"x\"",
    "option oo = $0, $1",
    "score: q: $0",
    "tie: $0",
    "board bb(square): row($0 cell)",
    "board bb($0): row(2 cell)",
    "kind kk2(u: number = $0): value zz -> number = $1",
    "kind kk3(u: amount...) is space\nboard bb(square): row(kk3($0), kk3($1))",
    "kind kk4: value zz -> tag... \nkk4 U: zz: $0",
    "if $0: var vvv: number = $1",
    "scenario \"s\":\n  given: n = $0; x.man = $1\n  check: n == $0",
    "scenario \"s\":\n  given: A.hand = $0; me = $1\n  check: $0",
    "scenario \"s\":\n  given: n = 1\n  play: A: $0\n  check: $0 == $1",
    "scenario \"s\":\n  given: heat = $0; day = $1\n  check: true",
    "resource q(worth: $0, floor: $1)",
    "player:\n  var v[$0]: number = $1",
    "player:\n  var v[resource]: number($0) = it.worth",
    "game \"X\":\n  limit: $0 day",
    "symbol q($0)",
    "signal ss(q: player) \"q\": n = $0",
    "track t(0..9):\n  at $0: n += $1",
    "kind kx:\n  var v: number($0) = $1\nkx KX1",
};

static uint64_t random_state;

static uint32_t dice(size_t n) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((random_state >> 33) % n);
}

static void put_filled(const char *form, const char *first, const char *second, struct buf *out) {
    for (const char *at = form; *at; at++)
        if (*at == '$')
            buf_puts(out, *++at == '0' ? first : second);
        else
            buf_putc(out, *at);
}

static void put_text(bool declared, struct buf *out) {
    enum { N_VALUES = sizeof values / sizeof *values };
    const char *first = values[dice(N_VALUES)], *second = values[dice(N_VALUES)];
    buf_puts(out, head);
    if (declared) put_filled(declarations[dice(sizeof declarations / sizeof *declarations)], first, second, out);
    buf_puts(out, "\nflow:\n  repeat 2:\n    turn:\n      ");
    buf_puts(out, "may: raise(heat); some(1 a); x.man = me; flag = red == blue\n      ");
    if (!declared) put_filled(statements[dice(sizeof statements / sizeof *statements)], first, second, out);
    buf_puts(out, declared ? "n += 1\nscore: s: n\n" : "\nscore: s: n\n");
}

/* Whether it compiled; fails the test when the compiler blames itself. */
static bool compiles(const struct buf *text) {
    tn_source *s = NULL;
    tn_game *g = NULL;
    tn_config config = {0};
    tn_status status = tn_source_parse("test.game", text->data, text->n, &s);
    if (status == TN_OK) status = tn_game_new(s, &config, &g);
    for (size_t i = 0; i < tn_source_diag_count(s); i++) {
        tn_diag d;
        tn_source_diag(s, i, &d);
        if (strcmp(d.code, "E21") != 0) continue;
        print_error("%s\n%u: %s\n", text->data + sizeof head - 1, d.line, d.text);
        fail();
    }
    if (g) {
        tn_ctx *c = tn_ctx_new(g);
        tn_state *state = tn_state_new(g);
        assert_true(c && state);
        tn_state_start(c, 1, 0, state);
        tn_state_free(state);
        tn_ctx_free(c);
    }
    tn_game_free(g);
    tn_source_free(s);
    return status == TN_OK;
}

static void every_value_everywhere(void **state) {
    (void)state;
    const char *seed = getenv("SEED"), *wanted = getenv("COMBINATIONS");
    long n = wanted ? atol(wanted) : level_pick(1500, 6000, 100000), fine = 0;
    random_state = seed ? (uint64_t)atoll(seed) : 1;
    struct buf text;
    buf_init(&text);
    for (long i = 0; i < n; i++) {
        buf_clear(&text);
        put_text(i % 4 == 0, &text);
        fine += compiles(&text);
    }
    buf_free(&text);
    assert_true(fine > n / 50 && fine < n); /* neither all wrong nor all right: then nothing would be tried */
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_value_everywhere)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
