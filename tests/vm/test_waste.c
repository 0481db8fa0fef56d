/* Warnings before a wasted move: a track at its end, losses for nothing, and when nothing is said. */
#include "support/made.h"
#include "support/said.h"
#include "support/unit.h"

#include "base/random.h"
#include "show/view_json.h"
#include "show/warn.h"

static const char kiln[] = "game \"Kiln\":\n"
                           "  players: 2\n"
                           "resource clay, pot \"pots\"\n"
                           "track heat(0..3) \"The heat\"\n"
                           "track wheel(0..2, loop: true)\n"
                           "player:\n"
                           "  track skill(0..1) \"Skill\"\n"
                           "  var stock[resource]: number(0..) = 6\n"
                           "  var told: number(0..) = 0\n"
                           "  zone hand(find, see: owner)\n"
                           "kind find\n"
                           "find Shard\n"
                           "find Coin\n"
                           "find Bone\n"
                           "find Bead\n"
                           "zone deck(find, see: nobody)\n"
                           "kind action:\n"
                           "  rule do\n"
                           "action Stoke: do: pay(1 clay); raise(heat, 1)\n"
                           "action Fire: do: raise(heat, 1); gain(1 pot)\n"
                           "action Break: do: lose(2 pot)\n"
                           "action Sell: do: lose(1 pot); gain(3 clay)\n"
                           "action Tell: do: lose(1 pot); me.told += 1\n"
                           "action Dig: do: lose(1 clay); draw(1)\n"
                           "action Turn: do: lose(1 clay); raise(wheel, 1)\n"
                           "action Learn: do: lose(1 clay); raise(me.skill, 1)\n"
                           "action Give: do: lose(1 clay); for other in players where other != me: other.told += 1\n"
                           "action Build:\n"
                           "  do:\n"
                           "    lose(1 clay)\n"
                           "    choose n in 1..2 \"How many?\"\n"
                           "    gain(n pot)\n"
                           "action Try:\n"
                           "  do:\n"
                           "    choose a in action where a != this \"Which?\"\n"
                           "    a.do()\n"
                           "action Wait: do: me.told += 0\n"
                           "flow:\n"
                           "  shuffle(deck)\n"
                           "  repeat 20:\n"
                           "    for me in players:\n"
                           "      turn:\n"
                           "        choose a in action \"Which action?\"\n"
                           "        a.do()\n"
                           "score: pots: me.stock[pot]\n";

/* Every answer loses: that is no choice to be warned of. */
static const char tax[] = "game \"Tax\":\n"
                          "  players: 2\n"
                          "resource clay, pot\n"
                          "player:\n"
                          "  var stock[resource]: number(0..) = 6\n"
                          "flow:\n"
                          "  repeat 5:\n"
                          "    for me in players:\n"
                          "      turn:\n"
                          "        either \"Clay\": lose(1 clay)\n"
                          "        or \"Pot\": lose(1 pot)\n"
                          "score: pots: me.stock[pot]\n";

struct position {
    tn_game *game;
    tn_ctx *ctx;
    tn_state *state;
    struct menu menu;
    struct warnings warnings;
};

static struct position begin(const char *text) {
    struct position p = {.game = made_game(text)};
    p.ctx = tn_ctx_new(p.game);
    p.state = tn_state_new(p.game);
    assert_int_equal(tn_state_start(p.ctx, 3, 0, p.state), TN_ASK);
    menu_init(&p.menu);
    return p;
}

static void end(struct position *p) {
    menu_free(&p->menu);
    tn_state_free(p->state);
    tn_ctx_free(p->ctx);
    tn_game_free(p->game);
}

static unsigned asked(const struct position *p) {
    tn_question q;
    assert_true(tn_state_question(p->game, p->state, TN_SPECTATOR, &q));
    return q.seat;
}

static void load(struct position *p) {
    struct asking at = {p->game, p->ctx, p->state, asked(p)};
    assert_true(menu_load(&p->menu, &at));
    warnings_load(&p->warnings, &at, &p->menu);
}

/* What is warned of in an answer; "" for nothing. */
static void warns(struct position *p, const char *answer, const char *wanted) {
    uint32_t i;
    load(p);
    assert_int_equal(menu_find_exact(&p->menu, answer, &i), MENU_ONE);
    struct buf text;
    buf_init(&text);
    for (size_t k = 0; i < p->warnings.n && k < p->warnings.of[i].n; k++) {
        tn_text line = p->warnings.of[i].lines[k];
        buf_printf(&text, "%s%s", k > 0 ? "\n" : "", line.bytes);
        assert_null(said_wrong(p->game, line));
    }
    assert_string_equal(text.data, wanted);
    buf_free(&text);
    warnings_free(&p->warnings);
}

static void play(struct position *p, const char *answer) {
    uint32_t i;
    load(p);
    warnings_free(&p->warnings);
    assert_int_equal(menu_find_exact(&p->menu, answer, &i), MENU_ONE);
    assert_true(tn_good(tn_state_apply(p->ctx, p->state, asked(p), p->menu.ids[i])));
}

static void tracks_at_their_end(void **state) {
    (void)state;
    struct position p = begin(kiln);
    warns(&p, "Fire", "");
    warns(&p, "Stoke", "");
    for (int i = 0; i < 3; i++)
        play(&p, "Fire");
    warns(&p, "Fire", "The heat is at its end");
    warns(&p, "Stoke", "The heat is at its end\nyou lose 1 clay for nothing");
    warns(&p, "Learn", "");
    for (int i = 0; i < 2; i++) /* a track that goes round has no end */
        warns(&p, "Turn", ""), play(&p, "Turn");
    warns(&p, "Turn", "");
    end(&p);
}

static void own_tracks(void **state) {
    (void)state;
    struct position p = begin(kiln);
    play(&p, "Learn");
    warns(&p, "Learn", ""); /* the other has learned */
    play(&p, "Wait");
    warns(&p, "Learn", "Skill is at its end\nyou lose 1 clay for nothing");
    end(&p);
}

static void losses_for_nothing(void **state) {
    (void)state;
    struct position p = begin(kiln);
    warns(&p, "Break", "you lose 2 pots for nothing");
    warns(&p, "Sell", ""); /* something is gained */
    warns(&p, "Tell", "");
    warns(&p, "Give", "");  /* something else changes */
    warns(&p, "Dig", "");   /* what comes of it cannot be known */
    warns(&p, "Build", ""); /* it goes on */
    warns(&p, "Wait", "");
    end(&p);
}

static void where_all_lose(void **state) {
    (void)state;
    struct position p = begin(tax);
    warns(&p, "Clay", "");
    warns(&p, "Pot", "");
    tn_waste waste;
    uint32_t answer = tn_state_nth(p.game, p.state, 0, 0);
    assert_int_equal(tn_ahead_waste(p.ctx, p.state, 0, &answer, 1, &waste, 1), 1); /* though it is one */
    assert_int_equal(waste.track, -1);
    assert_int_equal(waste.lost.by, -1);
    end(&p);
}

/* The view says the same, also of what is answered behind an answer. */
static void views(void **state) {
    (void)state;
    struct position p = begin(kiln);
    struct asking at = {p.game, p.ctx, p.state, asked(&p)};
    struct buf out;
    struct json j;
    json_init(&j, &out);
    j.tight = true;
    json_object(&j, NULL);
    assert_true(view_put(&j, &at, VIEW_ASKED));
    json_close(&j);
    assert_non_null(
        strstr(out.data, "\"warn\":[{\"text\":\"you lose 2 pots for nothing\",\"spans\":[[9,6,\"amount\","));
    assert_non_null(strstr(out.data, "\"then_warn\":{\""));
    buf_free(&out);
    end(&p);
}

/* Looking changes nothing, and a wasted answer is carried out all the same. */
static void nothing_happens(void **state) {
    (void)state;
    struct position p = begin(kiln);
    for (int n = 0; n < 30 && tn_state_status(p.game, p.state) == TN_ASK; n++) {
        uint64_t hash = tn_state_hash(p.game, p.state);
        load(&p);
        warnings_free(&p.warnings);
        assert_true(tn_state_hash(p.game, p.state) == hash);
        uint32_t pick = random_below(random_at(5, 1, (uint32_t)n), p.menu.n);
        assert_true(tn_good(tn_state_apply(p.ctx, p.state, asked(&p), p.menu.ids[pick])));
    }
    end(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tracks_at_their_end), cmocka_unit_test(own_tracks), cmocka_unit_test(losses_for_nothing),
        cmocka_unit_test(where_all_lose),      cmocka_unit_test(views),      cmocka_unit_test(nothing_happens)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
