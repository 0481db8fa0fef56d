/* Slices: which answers they decide, and that they come to what attempts come to. One question offers rules that fail,
 * or do not, for the reasons a slice has to see; the battery (test_outlook.c) compares all menus of all games. */
#include "support/made.h"
#include "support/unit.h"

#include "api/api.h"
#include "code/lookup.h"
#include "vm/machine.h"

#include <stdio.h>
#include <string.h>

static const char workshop[] = "game \"Workshop\":\n"
                               "  players: 2\n"
                               "resource coin, wood\n"
                               "player:\n"
                               "  var stock[resource]: number(0..) = 4\n"
                               "  var level: number(0..3) = 1\n"
                               "  zone hand(find, see: owner)\n"
                               "kind find\n"
                               "find Shard\n"
                               "find Bead\n"
                               "zone deck(find, see: nobody)\n"
                               "board yard(square):\n"
                               "  row(plot, plot)\n"
                               "kind plot is space:\n"
                               "  var built: bool = false\n"
                               "var shut: bool = true\n"
                               "var done: number(0..) = 0\n"
                               "kind job:\n"
                               "  rule do\n"
                               "def open_plots -> set plot = [s in yard where not s.built]\n"
                               "def built_plots -> set plot = [s in yard where s.built]\n"
                               "job Pay: do: pay(4 coin); done += 1\n"
                               "job TooDear: do: pay(5 coin); done += 1\n"
                               "job Twice: do: pay(3 coin); pay(1 coin); needs done == 0\n"
                               "job TwiceTooDear: do: pay(3 coin); pay(2 coin); needs done == 0\n"
                               "job Spent: do: pay(3 coin); needs me.stock[coin] >= 1\n"
                               "job Overspent: do: pay(3 coin); needs me.stock[coin] >= 2\n"
                               "job Rise: do: me.level += 2; needs done == 0\n"
                               "job RiseTooFar: do: me.level += 3; needs done == 0\n"
                               "job Shut: do: needs not shut; done += 1\n"
                               "job Build:\n"
                               "  do:\n"
                               "    choose s in open_plots() \"Where?\"\n"
                               "    pay(2 wood); s.built = true\n"
                               "job Raze:\n"
                               "  do:\n"
                               "    choose s in built_plots() \"Which?\"\n"
                               "    s.built = false\n"
                               "job Trade:\n"
                               "  do:\n"
                               "    choose n in 1..9 \"How many?\"\n"
                               "    needs n > 2\n"
                               "    pay(n coin)\n"
                               "job Ask:\n"
                               "  do:\n"
                               "    may:\n"
                               "      pay(9 coin)\n"
                               "    needs done == 0\n"
                               "job Either:\n"
                               "  do:\n"
                               "    either:\n"
                               "      pay(9 coin)\n"
                               "    or:\n"
                               "      needs shut\n"
                               "      pay(1 wood)\n"
                               "kind tool:\n"
                               "  rule use\n"
                               "  var worn: bool = false\n"
                               "tool Hammer: use: pay(9 coin)\n"
                               "tool Drill: use: needs not shut\n"
                               "tool Saw:\n"
                               "  use:\n"
                               "    choose s in open_plots() \"Where?\"\n"
                               "    pay(1 wood); needs done == 0\n"
                               "kind key:\n"
                               "  rule turn\n"
                               "  var lost: bool = false\n"
                               "key Large: turn: pay(9 coin)\n"
                               "key Small: turn: needs not shut\n"
                               "job Take:\n"
                               "  do:\n"
                               "    choose t in tool where not t.worn \"Which tool?\"\n"
                               "    t.worn = true; t.use()\n"
                               "job Unlock:\n"
                               "  do:\n"
                               "    choose k in key where not k.lost \"Which key?\"\n"
                               "    k.turn()\n"
                               "job Luck: do: pay(1 coin); draw(1); needs count(me.hand) > 0\n"
                               "flow:\n"
                               "  turn:\n"
                               "    shuffle(deck)\n"
                               "    choose j in job \"Which job?\"\n"
                               "    j.do()\n"
                               "score: done: done\n";

static const struct {
    const char *name;
    bool possible, sliced;
} jobs[] = {
    {"Pay", true, true},   {"TooDear", false, true},   {"Twice", true, true}, {"TwiceTooDear", false, true},
    {"Spent", true, true}, {"Overspent", false, true}, {"Rise", true, true},  {"RiseTooFar", false, true},
    {"Shut", false, true}, {"Build", true, true},      {"Raze", false, true}, {"Trade", true, true},
    {"Ask", true, true},   {"Either", true, true},     {"Take", true, true},  {"Unlock", false, true},
    {"Luck", true, false},
};
enum { JOBS = sizeof jobs / sizeof jobs[0] };

struct seen {
    const struct program *p;
    int possible[JOBS], sliced[JOBS]; /* -1: it was not tried */
};

static void tried(void *user, const struct attempted *a) {
    struct seen *seen = user;
    if (!a) return;
    const char *name = program_string(seen->p, seen->p->cards[a->answer - seen->p->answers.cards].name);
    for (int i = 0; i < JOBS; i++)
        if (!strcmp(name, jobs[i].name)) seen->possible[i] = a->carried_out, seen->sliced[i] = a->sliced;
}

static void decides(void **state) {
    tn_game *game = made_game(workshop);
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *s = tn_state_new(game);
    struct seen seen = {.p = game->program};
    (void)state;
    memset(seen.possible, -1, sizeof seen.possible);
    machine_doubt(ctx->machine, 0);
    machine_attempts(ctx->machine, tried, &seen);
    tn_state_start(ctx, 1, 0, s);
    for (int i = 0; i < JOBS; i++) {
        if (seen.possible[i] != jobs[i].possible) fail_msg("%s: %d", jobs[i].name, seen.possible[i]);
        if (seen.sliced[i] != jobs[i].sliced) fail_msg("%s: sliced %d", jobs[i].name, seen.sliced[i]);
    }
    tn_state_free(s);
    tn_ctx_free(ctx);
    tn_game_free(game);
}

static const char ford[] =
    "game \"Ford\":\n"
    "  players: 2\n"
    "resource coin, wood\n"
    "player:\n"
    "  var stock[resource]: number(0..) = 2\n"
    "  zone hand(find, see: owner)\n"
    "kind find\n"
    "find Shard\n"
    "find Bead\n"
    "zone deck(find, see: nobody)\n"
    "kind plot is space:\n"
    "  var built: bool = false\n"
    "board yard(square, 6 x 6 plot)\n"
    "var done: number(0..) = 0\n"
    "def open_plots -> set plot = [s in yard where not s.built and any(d in 0..7: open(s, d))]\n"
    "def open(s: plot, d: number) -> bool \"{s} is open\" = first(x in ray(s, d) where x.built) == none\n"
    "def buy(n: number): pay(n coin)\n"
    "def build: choose s in open_plots() \"Where?\"; s.built = true; pay(1 wood)\n"
    "def luck: draw(1); needs count(me.hand) > 0\n"
    "flow:\n"
    "  turn:\n"
    "    shuffle(deck)\n"
    "    if possible(buy(2)): done += 1\n"
    "    if possible(buy(3)): done += 2\n"
    "    if possible(build()): done += 4\n"
    "    if possible(build(), by: next(me)): done += 8\n"
    "    if possible(luck()): done += 16\n"
    "    try: buy(3)\n"
    "    else: done += 32\n"
    "    try: buy(1)\n"
    "    choose s in yard \"Where?\"\n"
    "    s.built = true\n"
    "score: done: done + 100 * me.stock[coin]\n";

/* What rules try: in the order in which it is tried, whether it can be carried out, and whether a slice says so. */
static const struct {
    bool possible, sliced;
} tried_things[] = {{true, true},  {false, true}, {true, true}, {true, true},
                    {true, false}, {false, true}, {true, true}};
enum { THINGS = sizeof tried_things / sizeof tried_things[0] };

struct things {
    const struct program *p;
    int n, wrong;
};

static void rule_tried(void *user, const struct attempted *a) {
    struct things *t = user;
    if (!a || op_of(t->p->code[a->pc]) == OP_ASK) return;
    int i = t->n++;
    if (i >= THINGS || a->carried_out != tried_things[i].possible || a->sliced != tried_things[i].sliced)
        t->wrong = t->wrong ? t->wrong : t->n;
}

static void decides_what_rules_try(void **state) {
    tn_game *game = made_game(ford);
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *s = tn_state_new(game);
    struct things things = {.p = game->program};
    (void)state;
    machine_doubt(ctx->machine, 1);
    machine_attempts(ctx->machine, rule_tried, &things);
    tn_state_start(ctx, 1, 0, s);
    assert_int_equal(things.wrong, 0);
    assert_int_equal(things.n, THINGS);
    assert_int_equal(machine_doubts(ctx->machine), 0);
    assert_int_equal(tn_state_score(ctx, s, 0), 161);
    tn_state_free(s);
    tn_ctx_free(ctx);
    tn_game_free(game);
}

/* The same menus by attempts alone. */
static void agrees(void **state) {
    tn_game *game = made_game(workshop);
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *s = tn_state_new(game);
    tn_question q;
    (void)state;
    machine_doubt(ctx->machine, 1);
    for (uint64_t seed = 1; seed <= 40; seed++) {
        tn_state_start(ctx, seed, 0, s);
        for (uint32_t n = 0; tn_state_question(game, s, TN_SPECTATOR, &q); n++)
            tn_state_apply(ctx, s, q.seat, tn_state_nth(game, s, q.seat, (uint32_t)(seed * 7 + n) % q.count));
    }
    assert_int_equal(machine_doubts(ctx->machine), 0);
    tn_state_free(s);
    tn_ctx_free(ctx);
    tn_game_free(game);
}

/* A rule with more registers than a slice has room for. */
static void leaves_wide_rules_alone(void **state) {
    enum { LETS = 215 };
    static char text[LETS * 96];
    size_t n = (size_t)snprintf(text, sizeof text,
                                "game \"Wide\":\n  players: 2\nplayer:\n  var n: number(0..9) = 1\n"
                                "flow:\n  turn:\n");
    (void)state;
    for (int i = 0; i < LETS; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "    let a%d = me.n + %d\n", i, i);
    n += (size_t)snprintf(text + n, sizeof text - n, "    choose k in 0..9 \"How many?\"\n    me.n += k\n");
    for (int i = 0; i < LETS; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "    needs a%d > 0\n", i);
    tn_game *game = made_game(text);
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *s = tn_state_new(game);
    tn_question q;
    tn_state_start(ctx, 1, 0, s);
    assert_true(tn_state_question(game, s, 0, &q));
    assert_int_equal(q.count, 9); /* 9 more would leave the range */
    tn_state_free(s);
    tn_ctx_free(ctx);
    tn_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(decides), cmocka_unit_test(decides_what_rules_try),
                                       cmocka_unit_test(agrees), cmocka_unit_test(leaves_wide_rules_alone)};
    return cmocka_run_group_tests_name("vm.slices", tests, NULL, NULL);
}
