/* The log: what is told, to whom, and that nothing is told in look-ahead. */
#include "code/render.h"
#include "support/made.h"
#include "vm/asm.h"

struct heard {
    char all[2000];   /* "seat|seen_by|text|public" a line */
    char named[200];  /* where seats are named: "byte:letter " each, ";" behind a line, of the public texts */
};
static void note_mention(struct heard *h, const char *text, unsigned at, unsigned seat) {
    size_t n = strlen(h->named);
    assert_int_equal(text[at], 'A' + (int)seat);
    snprintf(h->named + n, sizeof h->named - n, "%u:%c ", at, 'A' + (char)seat);
}

static void hear(void *user, const struct log_event *e) {
    struct heard *h = user;
    size_t n = strlen(h->all);
    for (uint32_t i = 0; i < e->mentions->n; i++)
        assert_int_equal(e->text[e->mentions->list[i].at], 'A' + e->mentions->list[i].seat);
    for (uint32_t i = 0; i < e->public_mentions->n; i++)
        note_mention(h, e->public_text, e->public_mentions->list[i].at, e->public_mentions->list[i].seat);
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
    assert_string_equal(h.all, "0|3|A gains 2 wood|A gains 2 wood\n"
                               "0|3|A loses 2 wood|A loses 2 wood\n"
                               "0|1|A draws card 0 and card 1|A draws 2 cards\n");
    assert_string_equal(h.named, "0:A ;0:A ;0:A ;");
    h.all[0] = h.named[0] = 0;
    state_apply(t.m, t.s, 0, card_id(t.p, 1));
    assert_string_equal(h.all, "0|1|A: Play: card 1|A: Play: a card\n"
                               "0|1|thinks of card 1|thinks of a card\n"
                               "0|3|card 1 goes to table|card 1 goes to table\n"
                               "0|3|thinks of card 1|thinks of card 1\n"
                               "0|3|card 0 goes to table|card 0 goes to table\n"
                               "0|3|card 2, card 3 and card 4 go to table|card 2, card 3 and card 4 go to table\n");
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
    snprintf(h->all + n, sizeof h->all - n, "%u|%u|%s|%s\n", e->seat, e->seen_by, e->text, e->public_text);
}

static void changes_are_told(void **unused) {
    (void)unused;
    tn_game *game = made_game(mill);
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *state = tn_state_new(game);
    struct heard h = {"", ""};
    tn_ctx_sink(ctx, hear_event, &h);
    assert_int_equal(tn_state_start(ctx, 1, 0, state), TN_ASK);
    assert_int_equal(tn_state_apply(ctx, state, 0, TN_YES), TN_OK);
    assert_string_equal(h.all, "0|3|A: Turn? yes|A: Turn? yes\n"
                               "0|3|Sail spins +2 (now 2)|Sail spins +2 (now 2)\n"
                               "0|3|The wind +2 (now -2)|The wind +2 (now -2)\n"
                               "0|3|A's Skill +1 (now 1)|A's Skill +1 (now 1)\n"
                               "0|3|A: rye bread output -1 (now -1)|A: rye bread output -1 (now -1)\n"
                               "0|1|A: debts +4 (now 4)|\n"
                               "0|3|sacks -1 (now 2)|sacks -1 (now 2)\n");
    h.all[0] = 0;
    assert_int_equal(tn_state_apply(ctx, state, 1, TN_NO), TN_OK);
    assert_string_equal(h.all, "");
    tn_state_free(state);
    tn_ctx_free(ctx);
    tn_game_free(game);
}

/* ---- who is named where: told apart from a capital letter that is a word */
static const char letters[] = "game \"A Letter\":\n"
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
    for (size_t i = 0; i < e->n_mentions; i++)
        assert_int_equal(e->text[e->mentions[i].at], 'A' + e->mentions[i].seat);
    for (size_t i = 0; i < e->n_public_mentions; i++)
        note_mention(h, e->public_text, e->public_mentions[i].at, e->public_mentions[i].seat);
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
    assert_int_equal(tn_state_apply(ctx, state, 0, ids[1]), TN_OK);
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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(told), cmocka_unit_test(looking_is_not_drawing),
                                       cmocka_unit_test(changes_are_told), cmocka_unit_test(seats_are_pointed_at)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
