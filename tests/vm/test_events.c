/* The log: what is told, to whom, and that nothing is told in look-ahead. */
#include "code/render.h"
#include "support/made.h"
#include "vm/asm.h"

struct heard {
    char all[2000];  /* "seat|seen_by|text|public" a line */
    char named[200]; /* where seats are named: "byte:letter " each, ";" behind a line, of the public texts */
};
static void note_seat(struct heard *h, const char *text, unsigned at, unsigned seat) {
    size_t n = strlen(h->named);
    assert_int_equal(text[at], 'A' + (int)seat);
    snprintf(h->named + n, sizeof h->named - n, "%u:%c ", at, 'A' + (char)seat);
}

static void hear(void *user, const struct log_event *e) {
    struct heard *h = user;
    size_t n = strlen(h->all);
    if (!*e->text && !*e->public_text) { /* a number only */
        snprintf(h->all + n, sizeof h->all - n, "%u %+d %s\n", e->seat, e->amount, e->unit);
        return;
    }
    for (uint32_t i = 0; i < e->public_spans->n; i++)
        if (e->public_spans->list[i].kind == SPAN_SEAT)
            note_seat(h, e->public_text, e->public_spans->list[i].at, e->public_spans->list[i].index);
    strcat(h->named, ";");
    snprintf(h->all + n, sizeof h->all - n, "%u|%u|%s|%s\n", e->seat, e->seen_by, e->text, e->public_text);
}

static void told(void **state) {
    (void)state;
    struct assembler a = asm_new(2);
    asm_cards(&a, 5);
    static const char *const units[] = {"wood"};
    int e = asm_enum(&a, "unit", 1, units, NULL);
    int stock = asm_var(&a, "stock", SCOPE_PLAYER, 0, 99, 5);
    a.p->vars[stock].index_enum = e;
    a.p->stock_var = stock;
    a.p->stock_enum = e;
    int deck = asm_zone(&a, "deck", false, SEE_NOBODY, true), hand = asm_zone(&a, "hand", true, SEE_OWNER, false);
    int open = asm_zone(&a, "table", false, SEE_EVERYONE, false);
    a.p->flow = asm_routine(&a, "flow", 0, 0, true);
    ldi(&a, 20, asm_instance(&a, deck));
    ldi(&a, 21, asm_instance(&a, hand));
    ldi(&a, 22, asm_instance(&a, open));
    ldi(&a, 4, AMOUNT(2, 0));
    op(&a, OP_GAIN, 5, 4, REG_ME);
    op(&a, OP_LOSE, 5, 5, REG_ME);
    ldi(&a, 4, AMOUNT(0, 0));
    op(&a, OP_GAIN, 5, 4, REG_ME); /* nothing: not told */
    ldi(&a, 4, 2);
    op(&a, OP_DRAW, 4, 20, 21);
    op(&a, OP_ZSET, 6, 21, 1);
    opx(&a, OP_ASK, 7, 6, NO_REGISTER, asm_site(&a, SITE_CHOOSE, 0, KIND_CARD, "Play"));
    int line = asm_site(&a, SITE_LOG, 0, KIND_NOTHING, "thinks of ");
    asm_hole(&a, &a.p->sites[line].words, 7, KIND_CARD);
    opx(&a, OP_LOG, 0, 0, 0, line);
    op(&a, OP_MOVE, 7, 22, 0);
    opx(&a, OP_LOG, 0, 0, 0, line);
    op(&a, OP_MOVEZ, 21, 22, 0);
    op(&a, OP_MOVEZ, 20, 21, 0); /* into a hand: not told */
    op(&a, OP_MOVEZ, 21, 22, 0);
    asm_yesno(&a, 8);
    asm_ret(&a);
    struct table_top t = sit_down(&a);
    struct heard h = {"", ""};
    machine_sink(t.m, hear, &h);
    assert_int_equal(state_start(t.m, 1, 0, t.s), RUN_ASK);
    assert_string_equal(h.all, "0 +2 wood\n0 -2 wood\n"
                               "0|3|A: +2 wood, -2 wood|A: +2 wood, -2 wood\n"
                               "0|1|A draws card 0 and card 1|A draws 2 cards\n");
    assert_string_equal(h.named, "0:A ;0:A ;");
    h.all[0] = h.named[0] = 0;
    state_apply(t.m, t.s, 0, card_id(t.p, 1));
    assert_string_equal(h.all,
                        "0|1|A: Play: card 1|A: Play: a card\n"
                        "0|1|thinks of card 1|thinks of a card\n"
                        "0|3|card 1 goes to the table|card 1 goes to the table\n"
                        "0|3|thinks of card 1|thinks of card 1\n"
                        "0|3|card 0 goes to the table|card 0 goes to the table\n"
                        "0|3|card 2, card 3 and card 4 go to the table|card 2, card 3 and card 4 go to the table\n");
    assert_string_equal(h.named, "0:A ;;;;;;");
    h.all[0] = 0;
    state_apply(t.m, t.s, 0, ANSWER_NO); /* nothing happens, nothing is told */
    assert_string_equal(h.all, "");
    machine_sink(t.m, NULL, NULL);
    assert_int_equal(state_start(t.m, 1, 0, t.s), RUN_ASK);
    stand_up(&t);
}

/* ---- numbers that change: who is told, and what is only bookkeeping */
static const char mill[] = "game \"Mill\":\n"
                           "  players: 2\n"
                           "resource flour, rye_bread \"rye breads\"\n"
                           "track wind(-4..4, step: 2) \"The wind\"\n"
                           "var sacks: number(0..9) = 3\n"
                           "var turns(look: none): number(0..99) = 0\n"
                           "player:\n"
                           "  track skill(0..3) \"Skill\"\n"
                           "  var output[resource]: number(-5..) = 0\n"
                           "  var debts(see: owner): number(0..) = 0\n"
                           "  var rank: number(0..9) = 5\n"
                           "kind wheel:\n"
                           "  var spins: number(0..) = 0\n"
                           "  rule do\n"
                           "wheel Sail: do: this.spins += 2; raise(wind, 1); raise(me.skill, 1)\n"
                           "flow:\n"
                           "  for me in players:\n"
                           "    turns += 1\n"
                           "    may \"Turn?\":\n"
                           "      Sail.do()\n"
                           "      me.output[rye_bread] -= 1; me.output[flour] += 0\n"
                           "      me.debts += 4; me.rank = 2; sacks -= 1\n"
                           "score: debts: me.debts\n";

static void hear_event(void *user, const tn_event *e) {
    struct heard *h = user;
    size_t n = strlen(h->all);
    snprintf(h->all + n, sizeof h->all - n, "%u|%u|%s|%s\n", e->seat, e->seen_by, e->text.bytes, e->public_text.bytes);
}

static void changes_are_told(void **unused) {
    (void)unused;
    tn_game *game = made_game(mill);
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *state = tn_state_new(game);
    struct heard h = {"", ""};
    tn_ctx_sink(ctx, hear_event, &h);
    assert_int_equal(tn_state_start(ctx, 1, 0, state), TN_ASK);
    assert_true(tn_good(tn_state_apply(ctx, state, 0, TN_YES)));
#define TURNED "A: Sail spins +2 (now 2), The wind +2 (now -2), Skill +1 (now 1), rye bread output -1 (now -1)"
    assert_string_equal(h.all, "0|3|" TURNED "|" TURNED "\n" /* the yes says nothing beside it */
                               "0|1|A: debts +4 (now 4)|\n"
                               "0|3|sacks -1 (now 2)|sacks -1 (now 2)\n");
    h.all[0] = 0;
    assert_true(tn_good(tn_state_apply(ctx, state, 1, TN_NO)));
    assert_string_equal(h.all, "");
    tn_state_free(state);
    tn_ctx_free(ctx);
    tn_game_free(game);
}

/* ---- who is named where: told apart from a capital letter that is a word */
static const char letters[] =
    "game \"A Letter\":\n"
    "  players: 3\n"
    "resource a_b \"A and B\"\n"
    "signal given(what: resource, by: player, to: player) \"A – {by} gives 2 {what} to {to}, A\"\n"
    "flow:\n"
    "  for me in players:\n"
    "    choose p in players where p != me \"Für A und 𝔹, to?\"\n"
    "    emit given(a_b, me, p)\n";

static void hear_named(void *user, const tn_event *e) {
    struct heard *h = user;
    hear_event(user, e);
    for (size_t i = 0; i < e->public_text.n; i++)
        if (e->public_text.spans[i].kind == TN_SPAN_SEAT)
            note_seat(h, e->public_text.bytes, e->public_text.spans[i].at, e->public_text.spans[i].index);
    strcat(h->named, ";");
}

static void seats_are_pointed_at(void **unused) {
    (void)unused;
    tn_game *game = made_game(letters);
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *state = tn_state_new(game);
    struct heard h = {"", ""};
    tn_ctx_sink(ctx, hear_named, &h);
    assert_int_equal(tn_state_start(ctx, 1, 0, state), TN_ASK);
    uint32_t ids[2];
    assert_int_equal(tn_state_answers(game, state, 0, ids, 2), 2);
    assert_true(tn_good(tn_state_apply(ctx, state, 0, ids[1])));
    assert_string_equal(h.all, "0|7|A: Für A und 𝔹, to? C|A: Für A und 𝔹, to? C\n"
                               "0|7|A – A gives 2 a b to C, A|A – A gives 2 a b to C, A\n");
    assert_string_equal(h.named, "0:A 24:C ;6:A 23:C ;");
    tn_state_free(state);
    tn_ctx_free(ctx);
    tn_game_free(game);
}

/* Only what comes into a hand is drawn: what is looked at first comes to a place of its own. */
static void looking_is_not_drawing(void **state) {
    (void)state;
    struct assembler a = asm_new(2);
    asm_cards(&a, 6);
    int deck = asm_zone(&a, "deck", false, SEE_NOBODY, true), offer = asm_zone(&a, "offer", true, SEE_OWNER, false);
    a.p->flow = asm_routine(&a, "flow", 0, 0, true);
    ldi(&a, 20, asm_instance(&a, deck));
    ldi(&a, 21, asm_instance(&a, offer));
    ldi(&a, 4, 2);
    op(&a, OP_DRAW, 4, 20, 21);
    asm_yesno(&a, 8);
    asm_ret(&a);
    struct table_top t = sit_down(&a);
    struct heard h = {"", ""};
    machine_sink(t.m, hear, &h);
    assert_int_equal(state_start(t.m, 1, 0, t.s), RUN_ASK);
    assert_string_equal(h.all, "0|1|card 0 and card 1 go to A's offer|2 cards go to A's offer\n");
    stand_up(&t);
}

/* ---- what is done, what it costs and what comes of it: a line */
struct fair {
    tn_game *game;
    tn_ctx *ctx;
    tn_state *state;
    struct heard h;
};

/* Answers are the beginnings of their words; what is told from then on is in h. */
static void answer(struct fair *f, unsigned seat, const char *words) {
    tn_question q;
    char text[256];
    assert_true(tn_state_question(f->game, f->state, seat, &q));
    for (uint32_t i = 0; i < q.count; i++) {
        uint32_t id = tn_state_nth(f->game, f->state, seat, i);
        tn_answer_text(f->ctx, f->state, seat, id, text, sizeof text);
        if (strncmp(text, words, strlen(words)) != 0) continue;
        f->h.all[0] = 0;
        assert_true(tn_good(tn_state_apply(f->ctx, f->state, seat, id)));
        return;
    }
    fail_msg("%s cannot be answered", words);
}

static void asks(struct fair *f, unsigned seat, const char *prompt) {
    char text[256];
    tn_question_text(f->ctx, f->state, seat, text, sizeof text);
    assert_string_equal(text, prompt);
}

static void hear_lines(void *user, const tn_event *e) {
    if (*e->text.bytes || *e->public_text.bytes) hear_event(user, e);
}

static void open_fair(struct fair *f, const char *flow) {
    static const char head[] = "game \"Fair\":\n"
                               "  players: 2\n"
                               "resource coin \"coins\", wood\n"
                               "period day\n"
                               "kind ware(price: number):\n"
                               "  rule do\n"
                               "ware Cup(1): do: gain(2 wood)\n"
                               "ware Jug(2): do: fame += 1\n"
                               "ware Pot(3): do: may \"Sing?\": fame += 2\n"
                               "zone deck(ware, see: nobody)\n"
                               "player:\n"
                               "  var stock[resource]: number(0..) = 5\n"
                               "  var fame: number(0..) = 0\n"
                               "  var medals[resource]: number(0..) = 0\n"
                               "  var bid(see: owner): number(0..) = 0\n"
                               "  zone hand(ware, see: owner)\n"
                               "  zone stall(ware)\n"
                               "var chest[resource]: number(0..) = 3\n"
                               "def close: begin(day)\n"
                               "flow:\n";
    char text[2500];
    snprintf(text, sizeof text, "%s%s", head, flow);
    f->game = made_game(text);
    f->ctx = tn_ctx_new(f->game);
    f->state = tn_state_new(f->game);
    f->h.all[0] = 0;
    tn_ctx_sink(f->ctx, hear_lines, &f->h);
    assert_int_equal(tn_state_start(f->ctx, 1, 0, f->state), TN_ASK);
}

static void close_fair(struct fair *f) {
    tn_state_free(f->state);
    tn_ctx_free(f->ctx);
    tn_game_free(f->game);
}

static const char sale[] = "  draw(3)\n"
                           "  repeat 3:\n"
                           "    turn:\n"
                           "      choose w in me.hand \"Which ware? |\"\n"
                           "      pay(w.price coin, with: [wood])\n"
                           "      move(w, to: me.stall)\n"
                           "      w.do()\n"
                           "  phase evening: for me in players: gain(1 coin); gain(1 coin)\n"
                           "  phase night:\n"
                           "    choose r in resource \"Which medal? |\"\n"
                           "    chest[r] -= 1; me.medals[r] += 1\n"
                           "    close()\n";

/* What was paid comes first, with the deed as its head; a yes and a payment are no lines; a new phase is a new line;
 * what is taken from the table is told once, and equal gains are one. */
static void deeds(void **unused) {
    (void)unused;
    struct fair f;
    open_fair(&f, sale);
    answer(&f, 0, "Cup");
    assert_string_equal(f.h.all, ""); /* what pays for it is asked next */
    answer(&f, 0, "0 wood");
    assert_string_equal(f.h.all, "0|3|A plays Cup: -1 coin, +2 wood|A plays Cup: -1 coin, +2 wood\n");
    answer(&f, 0, "Pot");
    answer(&f, 0, "1 wood");
    assert_string_equal(f.h.all, "0|3|A plays Pot: -1 wood, -2 coins|A plays Pot: -1 wood, -2 coins\n");
    answer(&f, 0, "yes");
    assert_string_equal(f.h.all, "0|3|A: fame +2 (now 2)|A: fame +2 (now 2)\n");
    answer(&f, 0, "Jug");
    answer(&f, 0, "2 wood");
    assert_string_equal(f.h.all, "0|3|A plays Jug: -2 wood, fame +1 (now 3)|A plays Jug: -2 wood, fame +1 (now 3)\n"
                                 "0|3|A gains 2 coins|A gains 2 coins\n"
                                 "1|3|B gains 2 coins|B gains 2 coins\n");
    answer(&f, 0, "wood");
    assert_string_equal(f.h.all, "0|3|A: wood medals +1 (now 1)|A: wood medals +1 (now 1)\n");
    close_fair(&f);
}

static const char secret[] = "  for me in players: draw(1)\n"
                             "  together me in players:\n"
                             "    choose n in 0..3 \"Your bid | {me} bids {n}\"\n"
                             "    me.bid = n\n"
                             "    choose k in me.hand take 0.. \"Which do you pledge? | {me} pledges {k}\"\n"
                             "    may \"Boast? | {me} boasts\": me.fame += 1\n"
                             "  me = seat(1)\n"
                             "  reveal(me.hand)\n"
                             "  close()\n";

/* Of what is answered in secret the others learn how many cards it was, and what comes of it. */
static void secrets(void **unused) {
    (void)unused;
    struct fair f;
    open_fair(&f, secret);
    for (unsigned seat = 0; seat < 2; seat++) {
        answer(&f, seat, "2");
        asks(&f, seat, "Which do you pledge? (choose any number)");
        uint32_t card = tn_state_nth(f.game, f.state, seat, 0);
        if (card == TN_NO) card = tn_state_nth(f.game, f.state, seat, 1);
        f.h.all[0] = 0;
        assert_true(tn_good(tn_state_apply(f.ctx, f.state, seat, seat ? TN_NO : card))); /* B pledges none */
        assert_string_equal(f.h.all, "");
        answer(&f, seat, "yes");
    }
    const char *pledged = strstr(f.h.all, "A pledges ");
    assert_non_null(pledged);
    assert_non_null(strstr(pledged, "|A pledges a card\n"));
    assert_null(strstr(f.h.all, "B pledges"));
    assert_non_null(strstr(f.h.all, "0|1|A bids 2|\n"));
    assert_non_null(strstr(f.h.all, "1|2|B bids 2|\n"));
    assert_non_null(strstr(f.h.all, "1|2|B boasts: fame +1 (now 1)|B: fame +1 (now 1)\n"));
    assert_non_null(strstr(f.h.all, "0|3|A shows "));
    close_fair(&f);
}

static const char picks[] = "  draw(3)\n"
                            "  turn:\n"
                            "    choose k in me.hand take 2..3 \"Which do you sell? | {me} sells {k}\"\n"
                            "    move(k, to: deck); gain(count(k) coin)\n"
                            "    either \"Rest |\": me.fame += 1\n"
                            "    or \"Leave\": me.fame = 0\n"
                            "  close()\n";

/* Several picks are one line, whatever they are asked in; the question says how many are wanted. */
static void several(void **unused) {
    (void)unused;
    struct fair f;
    open_fair(&f, picks);
    asks(&f, 0, "Which do you sell? (choose 2 to 3)");
    answer(&f, 0, "Cup");
    assert_string_equal(f.h.all, "");
    asks(&f, 0, "Which do you sell? (choose 2 to 3, 1 chosen)");
    answer(&f, 0, "Jug");
    asks(&f, 0, "Which do you sell? (choose 2 to 3, 2 chosen)");
    answer(&f, 0, "no more");
    assert_string_equal(f.h.all, "0|1|A sells Cup and Jug: +2 coins|A sells 2 cards: +2 coins\n");
    answer(&f, 0, "Leave"); /* nothing comes of it that is told: its name is */
    assert_string_equal(f.h.all, "0|3|A: Leave|A: Leave\n");
    close_fair(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(told),
                                       cmocka_unit_test(looking_is_not_drawing),
                                       cmocka_unit_test(changes_are_told),
                                       cmocka_unit_test(seats_are_pointed_at),
                                       cmocka_unit_test(deeds),
                                       cmocka_unit_test(secrets),
                                       cmocka_unit_test(several)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
