/* What a front end may tell beside a question: whose rule asks, and what several answers one after the other
 * come to. */
#include "support/made.h"
#include "support/said.h"
#include "support/unit.h"
#include "terrane_table.h"

#include <stdio.h>
#include <string.h>

static const char market[] = "game \"Market\":\n"
                             "  players: 2\n"
                             "resource coin\n"
                             "player:\n"
                             "  var stock[resource]: number(0..) = 20\n"
                             "  zone hand(ware, see: owner)\n"
                             "kind ware:\n"
                             "  rule do\n"
                             "ware Ape: do: gain(1 coin)\n"
                             "ware Bee: do: gain(1 coin)\n"
                             "ware Cow: do: gain(1 coin)\n"
                             "ware Dog:\n"
                             "  do:\n"
                             "    either \"Bark\": gain(1 coin)\n"
                             "    or \"Bite\": gain(2 coin)\n"
                             "ware Elk: do: gain(1 coin)\n"
                             "ware Fox: do: gain(1 coin)\n"
                             "ware Gnu: do: gain(1 coin)\n"
                             "def buy(wares: set ware):\n"
                             "  choose bought in wares take 0..6 \"Which do you buy?\"\n"
                             "  pay(4 * count(bought) coin)\n"
                             "  move(bought, to: me.hand)\n"
                             "flow:\n"
                             "  for me in players:\n"
                             "    turn:\n"
                             "      buy([w in ware])\n"
                             "    turn:\n"
                             "      Dog.do()\n"
                             "score: coins: me.stock[coin]\n";

struct position {
    tn_game *game;
    tn_ctx *ctx;
    tn_state *state;
    uint32_t ids[16];
    size_t n;
};

static struct position begin(void) {
    struct position p = {.game = made_game(market)};
    p.ctx = tn_ctx_new(p.game);
    p.state = tn_state_new(p.game);
    assert_int_equal(tn_state_start(p.ctx, 1, 0, p.state), TN_ASK);
    size_t all = tn_state_answers(p.game, p.state, 0, p.ids, 16);
    for (size_t i = 0; i < all; i++) /* the wares: without what ends the choice */
        if (p.ids[i] != TN_NO) p.ids[p.n++] = p.ids[i];
    assert_int_equal(p.n, 7);
    return p;
}

static void end(struct position *p) {
    tn_state_free(p->state);
    tn_ctx_free(p->ctx);
    tn_game_free(p->game);
}

/* By how much the first n picks, and then "no more", change the coins; 1: it is not possible. */
static int32_t costs(struct position *p, size_t n, bool no_more) {
    uint32_t path[16];
    tn_change change = {0};
    bool possible = false;
    memcpy(path, p->ids, n * sizeof *path);
    if (no_more) path[n++] = TN_NO;
    size_t found = tn_ahead_changes(p->ctx, p->state, 0, path, n, &change, 1, &possible);
    assert_true(possible || found == 0);
    return !possible ? 1 : found ? change.by : 0;
}

static void several(void **state) {
    (void)state;
    struct position p = begin();
    assert_int_equal(costs(&p, 0, true), 0);
    assert_int_equal(costs(&p, 2, false), 0); /* not yet paid */
    assert_int_equal(costs(&p, 2, true), -8);
    assert_int_equal(costs(&p, 5, true), -20); /* longer than the look-ahead has blocks */
    assert_int_equal(costs(&p, 6, false), 1);  /* no seventh: it would be paid, and there are 20 coins */
    assert_int_equal(costs(&p, 6, true), 1);
    unsigned flags = 0;
    uint32_t ids[16];
    assert_int_equal(tn_ahead_answers(p.ctx, p.state, 0, p.ids, 5, ids, 16, &flags), 0); /* a sixth cannot be paid */
    assert_int_equal(tn_ahead_answers(p.ctx, p.state, 0, p.ids, 4, ids, 16, &flags), 3);
    assert_true(flags & TN_SUBSET);
    end(&p);
}

static void whose_rule(void **state) {
    (void)state;
    struct position p = begin();
    tn_card card;
    assert_int_equal(tn_question_about(p.ctx, p.state, 0), -1); /* the flow asks */
    assert_int_equal(tn_question_about(p.ctx, p.state, 1), -1); /* B is not asked */
    assert_true(tn_good(tn_state_apply(p.ctx, p.state, 0, TN_NO)));
    int about = tn_question_about(p.ctx, p.state, 0);
    assert_true(about >= 0);
    tn_game_card(p.game, (size_t)about, &card);
    assert_string_equal(card.name, "Dog");
    tn_state *seen = tn_state_new(p.game);
    tn_state_view(p.game, p.state, 0, seen);
    assert_int_equal(tn_question_about(p.ctx, seen, 0), -1); /* not of a view */
    tn_state_free(seen);
    end(&p);
}

enum { WOOD_IS_WORTH = 3 };
static const char works[] = "game \"Works\":\n"
                            "  players: 1\n"
                            "resource coin, wood(worth: 3)\n"
                            "player:\n"
                            "  var stock[resource]: number(0..) = 20\n"
                            "  zone hand(ware, see: owner)\n"
                            "  zone shop(ware, see: everyone)\n"
                            "kind ware:\n"
                            "  rule do\n"
                            "ware Ape: do: gain(1 coin)\n"
                            "ware Bee: do: pay(3 coin, with: [wood]); gain(1 coin)\n"
                            "kind act:\n"
                            "  rule do\n"
                            "act Buy:\n"
                            "  do:\n"
                            "    choose w in me.hand \"Which?\"\n"
                            "    pay(4 coin, with: [wood])\n"
                            "    move(w, to: me.shop)\n"
                            "    w.do()\n"
                            "act Swap:\n"
                            "  do:\n"
                            "    choose w in me.hand \"Which?\"\n"
                            "    choose v in me.shop \"For which?\"\n"
                            "    pay(4 coin, with: [wood])\n"
                            "    move(w, to: me.shop); move(v, to: me.hand)\n"
                            "act Fee: do: pay(4 coin, with: [wood])\n"
                            "flow:\n"
                            "  move([w in ware], to: seat(1).hand)\n"
                            "  while true:\n"
                            "    turn:\n"
                            "      choose a in act \"Which act?\"\n"
                            "      a.do()\n"
                            "end when me.stock[coin] > 90 \"rich\"\n"
                            "score: coins: me.stock[coin]\n";

/* What the cards are called whose rule asks, and that is paid for. */
static void expect_cards(tn_ctx *ctx, const tn_game *game, const tn_state *state, const char *about, const char *paid) {
    int found[] = {tn_question_about(ctx, state, 0), tn_question_paid(ctx, state, 0)};
    const char *wanted[] = {about, paid};
    for (int i = 0; i < 2; i++) {
        tn_card card = {.name = ""};
        if (found[i] >= 0) tn_game_card(game, (size_t)found[i], &card);
        assert_string_equal(card.name, wanted[i]);
    }
}

static void give(tn_ctx *ctx, const tn_game *game, tn_state *state, const char *name) {
    for (size_t i = 0; i < tn_game_card_count(game); i++) {
        tn_card card;
        tn_game_card(game, i, &card);
        if (strcmp(card.name, name) == 0) assert_true(tn_good(tn_state_apply(ctx, state, 0, card.answer)));
    }
}

static void what_is_paid_for(void **state) {
    (void)state;
    struct position p = {.game = made_game(works)};
    p.ctx = tn_ctx_new(p.game);
    p.state = tn_state_new(p.game);
    assert_int_equal(tn_state_start(p.ctx, 1, 0, p.state), TN_ASK);
    expect_cards(p.ctx, p.game, p.state, "", "");
    give(p.ctx, p.game, p.state, "Buy");
    expect_cards(p.ctx, p.game, p.state, "Buy", ""); /* it is no payment */
    assert_false(tn_question_payment(p.ctx, p.state, 0, &(tn_payment){0}));
    give(p.ctx, p.game, p.state, "Bee");
    expect_cards(p.ctx, p.game, p.state, "Buy", "Bee");
    tn_payment pays;
    tn_member unit, with;
    assert_true(tn_question_payment(p.ctx, p.state, 0, &pays));
    tn_game_member(p.game, (size_t)pays.unit, &unit);
    tn_game_member(p.game, (size_t)pays.with, &with);
    assert_string_equal(unit.name, "coin");
    assert_string_equal(with.name, "wood");
    int32_t wood = 0;
    for (size_t v = 0; v < tn_game_var_count(p.game); v++) {
        tn_var var;
        tn_game_var(p.game, v, &var);
        if (strcmp(var.name, "stock") == 0) tn_var_get(p.game, p.state, 0, v, 0, pays.with - pays.unit, &wood);
    }
    assert_int_equal(pays.have, wood);
    assert_int_equal(pays.due, 4);
    assert_int_equal(pays.worth, WOOD_IS_WORTH);
    assert_true(pays.least == 0 && pays.most == (4 + WOOD_IS_WORTH - 1) / WOOD_IS_WORTH);
    assert_true(tn_good(tn_state_apply(p.ctx, p.state, 0, tn_state_nth(p.game, p.state, 0, 0))));
    expect_cards(p.ctx, p.game, p.state, "Bee", ""); /* it pays for its own action */
    assert_true(tn_good(tn_state_apply(p.ctx, p.state, 0, tn_state_nth(p.game, p.state, 0, 0))));
    give(p.ctx, p.game, p.state, "Swap");
    give(p.ctx, p.game, p.state, "Ape");
    give(p.ctx, p.game, p.state, "Bee");
    expect_cards(p.ctx, p.game, p.state, "Swap", ""); /* which of both? */
    assert_true(tn_good(tn_state_apply(p.ctx, p.state, 0, tn_state_nth(p.game, p.state, 0, 0))));
    give(p.ctx, p.game, p.state, "Fee");
    expect_cards(p.ctx, p.game, p.state, "Fee", "");
    end(&p);
}

static tn_game *paying(const char *stock, const char *flow) {
    char text[1024];
    snprintf(text, sizeof text,
             "game \"Paying\":\n"
             "  players: 1\n"
             "resource coin, wood(worth: 2), stone(worth: 3)\n"
             "player: var stock[resource]: number(0..) = %s\n"
             "flow:\n"
             "  turn:\n"
             "    me.stock[stone] = 1\n"
             "    %s\n"
             "score: coins: me.stock[coin]\n",
             stock, flow);
    return made_game(text);
}

static struct position paid_from(const char *stock, const char *flow) {
    struct position p = {.game = paying(stock, flow)};
    p.ctx = tn_ctx_new(p.game);
    p.state = tn_state_new(p.game);
    assert_int_equal(tn_state_start(p.ctx, 1, 0, p.state), TN_ASK);
    return p;
}

static void expect_part(const tn_payment_part *part, int unit, int worth, int have, int least, int most, bool rest) {
    assert_int_equal(part->unit, unit);
    assert_int_equal(part->worth, worth);
    assert_int_equal(part->have, have);
    assert_int_equal(part->least, least);
    assert_int_equal(part->most, most);
    assert_int_equal(part->rest, rest);
}

/* All that a payment may be made with, before any of it is given. */
static void what_pays(void **state) {
    (void)state;
    tn_payment_part part[4];
    struct position p = paid_from("5", "me.stock[coin] = 9; pay(12 coin, with: [wood, stone])");
    uint64_t before = tn_state_hash(p.game, p.state);
    assert_int_equal(tn_payment_parts(p.ctx, p.state, 0, part, 4), 3);
    assert_true(before == tn_state_hash(p.game, p.state));
    expect_part(&part[0], 1, 2, 5, 0, 5, false);
    expect_part(&part[1], 2, 3, 1, 0, 1, false); /* 1 if there is no wood, but with wood it need not be */
    expect_part(&part[2], 0, 1, 9, 0, 9, true);
    assert_int_equal(tn_payment_parts(p.ctx, p.state, 0, part, 1), 3); /* how many there are */
    end(&p);
    p = paid_from("9", "pay(4 coin, with: [wood]); pay(4 coin, with: [stone])"); /* the next payment is another one */
    assert_int_equal(tn_payment_parts(p.ctx, p.state, 0, part, 4), 2);
    expect_part(&part[0], 1, 2, 9, 0, 2, false);
    expect_part(&part[1], 0, 1, 9, 0, 4, true);
    end(&p);
    p = paid_from("3", "pay(12 coin, with: [stone], last: [wood])"); /* a last resort: so much as lacks */
    assert_int_equal(tn_payment_parts(p.ctx, p.state, 0, part, 4), 3);
    expect_part(&part[0], 1, 2, 3, 3, 3, false);
    expect_part(&part[1], 2, 3, 1, 1, 1, false);
    expect_part(&part[2], 0, 1, 3, 3, 3, true);
    end(&p);
    p = paid_from("1000", "pay(900 coin, with: [wood])"); /* so many are asked for in two */
    tn_question q;
    assert_true(tn_state_question(p.game, p.state, 0, &q) && (q.flags & TN_HUNDREDS));
    assert_int_equal(tn_payment_parts(p.ctx, p.state, 0, part, 4), 0);
    end(&p);
}

/* A question that a verb asks, and a phrase that stands for a verb, name the rule that explains it. */
static void explained(void **state) {
    (void)state;
    struct position p = {.game = made_game("game \"Digging\":\n"
                                           "  players: 1\n"
                                           "resource coin\n"
                                           "player:\n"
                                           "  var stock[resource]: number(0..) = 5\n"
                                           "kind pit is space:\n"
                                           "  var dug: bool = false\n"
                                           "board field(square): row(3 pit)\n"
                                           "def open -> set pit \"an open pit\" = [s in field where not s.dug]\n"
                                           "def dig(n: number) \"dig for {n} coins\":\n"
                                           "  choose s in open() \"Where?\"\n"
                                           "  s.dug = true\n"
                                           "  gain(n coin)\n"
                                           "kind deed:\n"
                                           "  rule do\n"
                                           "deed Rest: do: gain(1 coin)\n"
                                           "deed Dig: do: dig(2); gain(1 coin)\n"
                                           "flow:\n"
                                           "  turn:\n"
                                           "    choose d in deed \"What?\"\n"
                                           "    d.do()\n"
                                           "score: coins: me.stock[coin]\n")};
    tn_question q;
    tn_rule rule;
    char face[512], wanted[32];
    p.ctx = tn_ctx_new(p.game);
    p.state = tn_state_new(p.game);
    assert_int_equal(tn_state_start(p.ctx, 1, 0, p.state), TN_ASK);
    assert_true(tn_state_question(p.game, p.state, 0, &q));
    tn_game_rule(p.game, (size_t)tn_question_rule(p.game, &q), &rule); /* the step of the course */
    assert_string_equal(rule.text.bytes, "choose a deed, then carry out that deed");
    give(p.ctx, p.game, p.state, "Dig");
    assert_true(tn_state_question(p.game, p.state, 0, &q));
    int n = tn_question_rule(p.game, &q);
    assert_in_range(n, 0, tn_game_rule_count(p.game) - 1);
    tn_game_rule(p.game, (size_t)n, &rule);
    assert_string_equal(rule.about, "what the words mean");
    assert_string_equal(rule.name.bytes, "dig for X coins");
    tn_card_face(p.game, 1, face, sizeof face);
    snprintf(wanted, sizeof wanted, "\"rule\":%d}", n);
    assert_non_null(strstr(face, wanted));
    tn_card_face(p.game, 0, face, sizeof face);
    assert_null(strstr(face, "rule"));
    end(&p);
}

/* Questions and answers say where they name seats, as far as they were written. */
static void named_seats(void **state) {
    (void)state;
    struct position p = {.game = made_game("game \"Calls\":\n"
                                           "  players: 3\n"
                                           "player: var calls: number(0..) = 0\n"
                                           "flow:\n"
                                           "  for me in players:\n"
                                           "    turn:\n"
                                           "      choose p in players where p != me \"Whom does {me} call?\"\n"
                                           "      p.calls += 1\n"
                                           "score: calls: me.calls\n")};
    char text[64];
    p.ctx = tn_ctx_new(p.game);
    p.state = tn_state_new(p.game);
    assert_int_equal(tn_state_start(p.ctx, 1, 0, p.state), TN_ASK);
    struct buf named;
    buf_init(&named);
    tn_question_text(p.ctx, p.state, 0, text, sizeof text);
    assert_string_equal(text, "Whom does A call?");
    said_list(said_last(p.ctx, text), &named);
    assert_int_equal(said_last(p.ctx, text).spans[0].at, 10);
    tn_question_text(p.ctx, p.state, 0, text, 11); /* what does not fit is not named */
    assert_int_equal(said_last(p.ctx, text).n, 0);
    tn_answer_text(p.ctx, p.state, 0, tn_state_nth(p.game, p.state, 0, 1), text, sizeof text);
    said_list(said_last(p.ctx, text), &named);
    assert_string_equal(named.data, "A:seat:0 C:seat:2 ");
    buf_free(&named);
    end(&p);
}

/* Where a piece comes to lie is told of the space that is answered; nothing, where several change or none. */
static void lands(void **state) {
    (void)state;
    struct position p = {.game =
                             made_game("game \"Drop\":\n"
                                       "  players: 1\n"
                                       "kind cell is space:\n"
                                       "  var man: player = none\n"
                                       "board grid(square):\n"
                                       "  row(a: cell, b: cell)\n"
                                       "  repeat 2: row(2 cell)\n"
                                       "flow:\n"
                                       "  for me in players:\n"
                                       "    turn:\n"
                                       "      choose top in grid.row(1) \"Which column?\"\n"
                                       "      let s = most(s in grid.column(top.column) where s.man == none: s.row)\n"
                                       "      s.man = me\n"
                                       "    turn:\n"
                                       "      choose row in grid.column(1) where row.man == none \"Which row?\"\n"
                                       "      for s in grid.row(row.row): s.man = me\n"
                                       "score: men: count(s in grid where s.man == me)\n")};
    p.ctx = tn_ctx_new(p.game);
    p.state = tn_state_new(p.game);
    assert_int_equal(tn_state_start(p.ctx, 1, 0, p.state), TN_ASK);
    for (uint32_t column = 0; column < 2; column++) {
        uint32_t answer = tn_state_nth(p.game, p.state, 0, column);
        assert_int_equal(tn_ahead_space(p.ctx, p.state, 0, &answer, 1), 4 + column);
        assert_int_equal(tn_ahead_space(p.ctx, p.state, 0, &answer, 0), -1);
    }
    assert_true(tn_good(tn_state_apply(p.ctx, p.state, 0, tn_state_nth(p.game, p.state, 0, 0))));
    uint32_t answer = tn_state_nth(p.game, p.state, 0, 0);
    assert_int_equal(tn_ahead_space(p.ctx, p.state, 0, &answer, 1), -1);
    end(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several),   cmocka_unit_test(whose_rule), cmocka_unit_test(what_is_paid_for),
        cmocka_unit_test(what_pays), cmocka_unit_test(explained),  cmocka_unit_test(named_seats),
        cmocka_unit_test(lands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
