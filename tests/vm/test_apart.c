/* Bodies of `together` that keep apart: which do, and that a playout that runs them once, in the position itself, comes
 * to the bytes of one that runs them on copies and again. */
#include "support/made.h"
#include "support/unit.h"

#include "api/api.h"
#include "vm/machine.h"

#include <stdio.h>
#include <string.h>

static const char before[] = "game \"Apart\":\n"
                             "  players: 2..3\n"
                             "player:\n"
                             "  var n: number(0..) = 0\n"
                             "  var few: number(0..4) = 0\n"
                             "  zone hand(find, see: owner)\n"
                             "  zone shown(find)\n"
                             "kind find\n"
                             "find Shard\n"
                             "find Bead\n"
                             "find Coin\n"
                             "find Ring\n"
                             "find Comb\n"
                             "find Nail\n"
                             "zone heap(find)\n"
                             "zone deck(find, see: nobody)\n"
                             "var pot: number(0..) = 0\n"
                             "flow:\n"
                             "  shuffle(deck)\n"
                             "  for me in players: draw(2, from: deck, to: me.hand)\n"
                             "  repeat 2:\n"
                             "    together me in players:\n";

static const struct {
    const char *body;
    bool apart;
} bodies[] = {
    {"choose k in 1..2 \"Which?\"; me.n += k", true},
    {"choose k in 1..3 \"Which?\"; me.few += k", true}, /* some cannot be carried out */
    {"choose k in 1..2 \"Which?\"; pot = k", true},     /* nobody reads it */
    {"choose k in 1..2 \"Which?\"; pot += k", false},
    {"choose k in 1..2 \"Which?\"; needs pot < 2; pot = k", false},
    {"choose k in 1..2 \"Which?\"; next(me).n = k", true},
    {"choose k in 1..2 \"Which?\"; next(me).n = k; me.n += k", false},
    {"choose k in 1..2 \"Which?\"; me.n = k + next(me).n", false},
    {"choose c in me.hand \"Which?\"; move(c, to: me.shown)", true},
    {"choose c in me.hand \"Which?\"; move(c, to: heap)", true},
    {"choose c in me.hand \"Which?\"; move(c, to: heap); me.n = count(heap)", false},
    {"choose c in me.hand \"Which?\"; move(c, to: me.shown); me.n = count(next(me).hand)", false},
    {"may: choose c in next(me).shown \"Which?\"; move(c, to: me.hand)", false},
};

static void ignore(void *user, const struct log_event *event) {
    (void)user, (void)event;
}

/* What a body does between two questions may need more registers than what comes last. */
static const char digging[] = "game \"Digging\":\n"
                              "  players: 2\n"
                              "  limit: 9 round\n"
                              "period round\n"
                              "player:\n"
                              "  var n: number(0..) = 0\n"
                              "def dig(k: number):\n"
                              "  for a in 1..k:\n"
                              "    for b in a..k:\n"
                              "      for c in b..k: me.n += c\n"
                              "flow:\n"
                              "  while true:\n"
                              "    begin(round)\n"
                              "    together me in players:\n"
                              "      choose k in 1..2 \"How deep?\"\n"
                              "      dig(k)\n"
                              "      choose j in 1..2 \"And?\"\n"
                              "      me.n += j\n"
                              "    for me in players:\n"
                              "      turn: choose i in 1..2 \"Rest?\"\n";

/* Where two playouts end, of which one is listened to: then bodies run on copies. */
static void compare(tn_game *game, bool by_rounds) {
    tn_ctx *quiet = tn_ctx_new(game), *heard = tn_ctx_new(game);
    tn_state *a = tn_state_new(game), *b = tn_state_new(game);
    assert_true(quiet && heard && a && b);
    machine_sink(heard->machine, ignore, NULL);
    for (uint64_t seed = 0; seed < 40; seed++) {
        tn_playing how = {.answers = seed % 2 && !by_rounds ? (uint32_t)seed : 0};
        if (by_rounds) how.rounds = 1 + (uint32_t)seed % 5;
        tn_state_start(quiet, seed, 0, a);
        tn_state_start(heard, seed, 0, b);
        assert_int_equal(tn_playout(quiet, a, seed + 7, &how), tn_playout(heard, b, seed + 7, &how));
        assert_memory_equal(a, b, tn_game_state_size(game));
    }
    tn_state_free(a);
    tn_state_free(b);
    tn_ctx_free(quiet);
    tn_ctx_free(heard);
}

static void keeps_apart(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        char text[2048];
        snprintf(text, sizeof text, "%s      %s\n", before, bodies[i].body);
        tn_game *game = made_game(text);
        if ((game->program->n_apart == 1) != bodies[i].apart) fail_msg("%s", bodies[i].body);
        compare(game, false);
        tn_game_free(game);
    }
}

static void leaves_nothing_above_the_stack(void **state) {
    (void)state;
    tn_game *game = made_game(digging);
    assert_true(game->program->n_apart > 0);
    compare(game, true);
    tn_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(keeps_apart), cmocka_unit_test(leaves_nothing_above_the_stack)};
    return cmocka_run_group_tests_name("vm.apart", tests, NULL, NULL);
}
