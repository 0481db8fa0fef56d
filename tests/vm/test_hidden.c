/* Views, determinisation and menus: a small card game played at random; at every question what a seat sees must not
 * depend on what it may not see. Also secret simultaneous choices and explicit chance. */
#include "vm/asm.h"

#include "base/random.h"
#include "vm/vm.h"

enum { CARDS = 36 };

/* Each seat holds four cards. In turn a seat draws a card (a look at the one below costs a coin), plays a card it can
 * pay for (card c costs c / 8) to the table, and may hand one to the next seat, who looks at a card of the deck. */
static struct assembler card_game(unsigned seats, int *secret_out) {
    struct assembler a = asm_new(seats);
    asm_cards(&a, CARDS);
    int deck = asm_zone(&a, "deck", false, SEE_NOBODY, true);
    int hand = asm_zone(&a, "hand", true, SEE_OWNER, false);
    int table = asm_zone(&a, "table", false, SEE_EVERYONE, false);
    int under = asm_zone(&a, "under", true, SEE_OTHERS, true);
    a.p->zones[deck].refill = (int16_t)table;
    a.p->zones[table].live = 1;
    int coins = asm_var(&a, "coins", SCOPE_PLAYER, 0, 99, 9);
    int secret = asm_var(&a, "secret", SCOPE_PLAYER, 0, 99, 0);
    a.p->vars[secret].see = SEE_OWNER;
    int marks = asm_var(&a, "marks", SCOPE_CARD, 0, 99, 0);
    int last = asm_var(&a, "last", SCOPE_GLOBAL, 0, 0, NONE);
    a.p->vars[last].kind = KIND_CARD;
    int turns = asm_var(&a, "turns", SCOPE_GLOBAL, 0, 12, 0);
    int32_t costs[CARDS];
    for (int i = 0; i < CARDS; i++)
        costs[i] = i / 8;
    int cost = asm_table(&a, TABLE_INT, costs, CARDS, 0, 0);
    if (secret_out) *secret_out = secret;
    int H = asm_instance(&a, hand), D = asm_instance(&a, deck), T = asm_instance(&a, table),
        U = asm_instance(&a, under);

    /* hand over: `me` gives the card in r2 to the next seat, who sees the top of the deck and must say yes */
    int give = asm_routine(&a, "give", 1, 0, false);
    a.live[2] = LIVE_CARD;
    a.live[8] = LIVE_CARDSET, a.live[9] = LIVE_CARDSET_REST;
    ldi(&a, 4, (int)seats);
    opx(&a, OP_ADDI, 5, REG_ME, 0, 1);
    op(&a, OP_MOD, 5, 5, 4);
    opx(&a, OP_ADDI, 6, 5, 0, H);
    ldi(&a, 7, 1);
    opx(&a, OP_ADDV, 7, 2, NO_REGISTER, marks);
    op(&a, OP_MOVE, 2, 6, 0);
    ldi(&a, 4, D);
    opx(&a, OP_ZFIRST, 8, 4, 7, 2);
    op(&a, OP_PEEK, 8, 5, 2);
    op(&a, OP_MOV, REG_ME, 5, 0);
    asm_yesno(&a, 10);
    opx(&a, OP_TAB, 10, 2, 0, cost); /* reads the card that was handed over */
    opx(&a, OP_ADDV, 10, REG_ME, NO_REGISTER, secret);
    asm_ret(&a);

    int play = asm_routine(&a, "play", 0, 0, false);
    a.live[10] = LIVE_CARDSET, a.live[11] = LIVE_CARDSET_REST, a.live[12] = LIVE_CARD;
    opx(&a, OP_ADDI, 4, REG_ME, 0, H);
    op(&a, OP_ZSET, 10, 4, 2);
    ldi(&a, 12, NONE); /* what is not chosen yet is no card */
    opx(&a, OP_ASK, 12, 10, NO_REGISTER, asm_site(&a, SITE_CHOOSE, ASK_OPTIONAL, KIND_CARD, "Play"));
    ldi(&a, 5, NONE);
    uint32_t none = opx(&a, OP_JEQ, 12, 5, 0, 0);
    opx(&a, OP_TAB, 6, 12, 0, cost);
    op(&a, OP_NEG, 6, 6, 0);
    opx(&a, OP_ADDV, 6, REG_ME, NO_REGISTER, coins);
    ldi(&a, 5, T);
    op(&a, OP_MOVE, 12, 5, 0);
    opx(&a, OP_STV, 12, NO_REGISTER, NO_REGISTER, last);
    land(&a, none);
    op(&a, OP_ZSET, 10, 4, 2);
    ldi(&a, 12, NONE);
    opx(&a, OP_ASK, 12, 10, NO_REGISTER, asm_site(&a, SITE_CHOOSE, ASK_OPTIONAL, KIND_CARD, "Give"));
    ldi(&a, 5, NONE);
    none = opx(&a, OP_JEQ, 12, 5, 0, 0);
    op(&a, OP_MOV, 20, REG_ME, 0);
    ldi(&a, 21, NONE);
    op(&a, OP_MOV, 22, 12, 0);
    opx(&a, OP_CALL, 20, NO_REGISTER, NO_REGISTER, give);
    land(&a, none);
    asm_ret(&a);

    a.p->flow = asm_routine(&a, "flow", 0, 0, true);
    ldi(&a, 4, D);
    op(&a, OP_SHUFFLE, 4, 0, 0);
    for (unsigned q = 0; q < seats; q++) {
        ldi(&a, 5, H + (int)q);
        ldi(&a, 6, 4);
        op(&a, OP_DRAW, 6, 4, 5);
        ldi(&a, 5, U + (int)q);
        ldi(&a, 6, 2);
        op(&a, OP_DRAW, 6, 4, 5);
    }
    int32_t turn = here(&a);
    ldi(&a, 4, D);
    opx(&a, OP_ADDI, 5, REG_ME, 0, H);
    ldi(&a, 6, 1);
    op(&a, OP_DRAW, 6, 4, 5);
    ldi(&a, 6, 1);
    opx(&a, OP_ADDV, 6, NO_REGISTER, NO_REGISTER, turns);
    op(&a, OP_MOV, 20, REG_ME, 0);
    ldi(&a, 21, NONE);
    opx(&a, OP_CALL, 20, NO_REGISTER, NO_REGISTER, play);
    ldi(&a, 4, (int)seats);
    opx(&a, OP_ADDI, REG_ME, REG_ME, 0, 1);
    op(&a, OP_MOD, REG_ME, REG_ME, 4);
    op(&a, OP_UEND, 0, 0, 0);
    opx(&a, OP_LDV, 4, NO_REGISTER, NO_REGISTER, turns);
    ldi(&a, 5, 12);
    opx(&a, OP_JEQ, 4, 5, 0, here(&a) + 4);
    opx(&a, OP_JMP, 0, 0, 0, turn);
    op(&a, OP_FINISH, 0, 0, 0);
    asm_end(&a);
    return a;
}

static void sane(const struct program *p, const struct state *s) {
    const char *wrong = state_check(p, s, p->layout.size);
    if (wrong) fail_msg("%s", wrong);
}

static unsigned first_asked(const struct table_top *t) {
    struct question q;
    assert_true(state_question(t->p, t->s, SEAT_SPECTATOR, &q));
    return q.seat;
}

/* One random answer; false when the game is over. */
static bool random_answer(const struct table_top *t, struct random *r) {
    if (state_status(t->p, t->s) != RUN_ASK) return false;
    unsigned seat = first_asked(t);
    uint32_t mask = state_asked(t->p, t->s);
    if (mask) do
            seat = random_range(r, t->p->seats);
        while (!(mask >> seat & 1u));
    size_t n = state_answers(t->p, t->s, seat, NULL, 0);
    assert_true(n > 0);
    uint32_t answer = state_answer_nth(t->p, t->s, seat, random_range(r, (uint32_t)n));
    assert_int_equal(state_apply(t->m, t->s, seat, answer), APPLY_OK);
    return true;
}

/* The question of `seat`, asked anew in `redealt`, offers what it does in `s`. */
static void remade_menu(struct machine *m, const struct state *redealt, const struct state *s, unsigned seat) {
    const struct program *p = m->p;
    const struct frame *f = &state_frames(p, redealt)[redealt->n_frames - 1];
    const struct ask *q = state_ask(p, s, seat);
    uint8_t no;
    ask_candidates(p, redealt, ask_site(p, redealt), f->pc, state_stack(p, redealt) + f->base, m->asked.raw,
                   &m->asked.raw_no);
    assert_int_equal(probe_menu(m, redealt, seat, &no), q->count);
    assert_memory_equal(m->asked.menu, q->legal, p->layout.ask_words * 4u);
    assert_int_equal(no, (q->flags & ASK_NO) != 0);
}

static void laws(void **state) {
    (void)state;
    struct assembler a = card_game(3, NULL);
    struct table_top t = sit_down(&a);
    const size_t size = t.p->layout.size;
    struct state *view = new_block(t.p), *other = new_block(t.p), *redealt = new_block(t.p);
    struct random random = {.key = 99};
    unsigned different = 0, questions = 0;
    for (uint64_t seed = 0; seed < 25; seed++) {
        state_start(t.m, seed, 0, t.s);
        do {
            sane(t.p, t.s);
            if (state_status(t.p, t.s) != RUN_ASK) break;
            unsigned asked = first_asked(&t);
            questions++;
            for (unsigned seat = 0; seat <= 3; seat++) {
                unsigned viewer = seat == 3 ? SEAT_SPECTATOR : seat;
                state_view(t.p, t.s, viewer, view);
                for (uint64_t k = 0; k < 2; k++) {
                    state_determinise(t.m, t.s, viewer, seed * 100 + k, redealt);
                    sane(t.p, redealt);
                    different += state_hash(t.p, redealt) != state_hash(t.p, t.s);
                    state_view(t.p, redealt, viewer, other);
                    assert_memory_equal(view, other, size);
                    if (asked == seat) remade_menu(t.m, redealt, t.s, asked);
                }
            }
        } while (random_answer(&t, &random));
        assert_int_equal(state_status(t.p, t.s), RUN_OVER);
    }
    assert_true(questions > 300);
    assert_true(different > questions);
    free(view);
    free(other);
    free(redealt);
    stand_up(&t);
}

/* A position after a re-deal plays on to the end. */
static void playing_on(void **state) {
    (void)state;
    struct assembler a = card_game(2, NULL);
    struct table_top t = sit_down(&a);
    struct state *redealt = new_block(t.p);
    struct random random = {.key = 5};
    for (uint64_t seed = 0; seed < 60; seed++) {
        state_start(t.m, seed, 0, t.s);
        for (unsigned i = 0; i < seed % 20 && random_answer(&t, &random);)
            i++;
        state_determinise(t.m, t.s, (unsigned)(seed & 1), seed, redealt);
        struct table_top other = {.p = t.p, .m = t.m, .s = redealt};
        while (random_answer(&other, &random))
            sane(t.p, redealt);
        assert_int_equal(state_status(t.p, redealt), RUN_OVER);
    }
    free(redealt);
    stand_up(&t);
}

/* The same seed and answers give the same bytes; a hidden re-deal is uniform. */
static void same_and_uniform(void **state) {
    (void)state;
    struct assembler a = card_game(2, NULL);
    struct table_top t = sit_down(&a);
    struct state *twin = new_block(t.p);
    struct table_top u = {.p = t.p, .m = machine_new(t.p), .s = twin};
    struct random r1 = {.key = 1}, r2 = {.key = 1};
    state_start(t.m, 12, 0, t.s);
    state_start(u.m, 12, 0, twin);
    assert_memory_equal(t.s, twin, t.p->layout.size);
    while (random_answer(&t, &r1)) {
        random_answer(&u, &r2);
        assert_memory_equal(t.s, twin, t.p->layout.size);
        assert_true(state_hash(t.p, t.s) == state_hash(t.p, twin));
    }
    state_start(t.m, 13, 0, t.s);
    int count[CARDS] = {0}, n = 0;
    uint32_t hand = t.p->zones[1].instance + 1u;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        state_determinise(t.m, t.s, 0, seed, twin);
        for (int c = 0; c < CARDS; c++)
            if (bits_test(state_zone(t.p, twin, hand), (uint32_t)c)) count[c]++, n++;
    }
    assert_int_equal(n, 3000 * 4);
    for (int c = 0; c < CARDS; c++) /* 29 hidden cards; about 414 each */
        if (count[c]) assert_in_range(count[c], 330, 500);
    machine_free(u.m);
    free(twin);
    stand_up(&t);
}

/* ---- FORK: bids at once and in secret, then paid in seat order */
static struct assembler bidding(int *bid_out) {
    struct assembler a = asm_new(3);
    int coins = asm_var(&a, "coins", SCOPE_PLAYER, 0, 99, 3);
    int bid = asm_var(&a, "bid", SCOPE_PLAYER, 0, 99, 0);
    a.p->vars[bid].see = SEE_OWNER;
    int shown = asm_var(&a, "shown", SCOPE_PLAYER, 0, 1, 0);
    a.p->vars[bid].shown = (int16_t)shown;
    int sequence = asm_var(&a, "sequence", SCOPE_GLOBAL, 0, 9999, 0);
    a.p->forks = 1;
    *bid_out = bid;
    a.p->flow = asm_routine(&a, "flow", 0, 0, true);
    ldi(&a, 4, 7);
    ldi(&a, 9, 77);
    uint32_t fork = opx(&a, OP_FORK, 4, 0, 0, 0);
    ldi(&a, 9, 5); /* registers of a body are its own */
    ldi(&a, 6, 0);
    ldi(&a, 7, 5);
    asm_number(&a, 8, 6, 7);
    asm_number(&a, 9, 6, 7);
    op(&a, OP_ADD, 8, 8, 9);
    opx(&a, OP_STV, 8, REG_ME, NO_REGISTER, bid);
    op(&a, OP_NEG, 9, 8, 0);
    opx(&a, OP_ADDV, 9, REG_ME, NO_REGISTER, coins);
    opx(&a, OP_LDV, 9, NO_REGISTER, NO_REGISTER, sequence);
    ldi(&a, 10, 10);
    op(&a, OP_MUL, 9, 9, 10);
    op(&a, OP_ADD, 9, 9, 8);
    opx(&a, OP_STV, 9, NO_REGISTER, NO_REGISTER, sequence);
    op(&a, OP_JOIN, 0, 0, 0);
    land(&a, fork);
    ldi(&a, 4, 1);
    for (int q = 0; q < 3; q++) {
        ldi(&a, 5, q);
        opx(&a, OP_STV, 4, 5, NO_REGISTER, shown);
    }
    asm_yesno(&a, 5);
    opx(&a, OP_ADDV, 9, NO_REGISTER, NO_REGISTER, sequence);
    asm_yesno(&a, 5);
    asm_ret(&a);
    return a;
}

static void secret_choices(void **state) {
    (void)state;
    int bid;
    struct assembler a = bidding(&bid);
    struct table_top t = sit_down(&a);
    struct state *view = new_block(t.p), *other = new_block(t.p);
    static const unsigned orders[][6] = {{0, 0, 1, 1, 2, 2}, {2, 1, 0, 0, 1, 2}, {1, 2, 2, 1, 0, 0}};
    uint64_t hash = 0;
    for (size_t o = 0; o < 3; o++) {
        assert_int_equal(state_start(t.m, 1, 0, t.s), RUN_ASK);
        assert_int_equal(state_asked(t.p, t.s), 7);
        sane(t.p, t.s);
        int asked[3] = {0};
        for (int i = 0; i < 6; i++) {
            unsigned q = orders[o][i];
            assert_string_equal(numbers_menu(&t, q), asked[q] ? "0 1 2" : "0 1 2 3");
            state_view(t.p, t.s, (q + 1) % 3, view);
            assert_int_equal(state_apply(t.m, t.s, q, number_id(t.p, asked[q] ? (int)q : 1)), APPLY_OK);
            sane(t.p, t.s);
            if (!asked[q]++ && i < 5) { /* nobody else sees that it answered the first of two */
                state_view(t.p, t.s, (q + 1) % 3, other);
                assert_memory_equal(view, other, t.p->layout.size);
            }
        }
        assert_int_equal(state_asked(t.p, t.s), 1);
        assert_int_equal(read_var(t.p, t.s, (uint32_t)bid, 2, 0), 3);
        assert_int_equal(read_var(t.p, t.s, 3, 0, 0), 123);
        assert_true(var_visible(t.p, t.s, (uint32_t)bid, 2, 0));
        if (o) assert_true(hash == state_hash(t.p, t.s));
        hash = state_hash(t.p, t.s);
        assert_int_equal(state_apply(t.m, t.s, 0, ANSWER_YES), APPLY_OK);
        assert_int_equal(read_var(t.p, t.s, 3, 0, 0), 200); /* register 9 as it was at the fork */
    }
    /* why not, and a re-deal during the fork */
    char why[100];
    state_start(t.m, 1, 0, t.s);
    state_apply(t.m, t.s, 1, number_id(t.p, 2));
    state_why_not(t.m, t.s, 1, number_id(t.p, 5), why, sizeof why);
    assert_string_equal(why, "coins: 3, needs 7");
    state_apply(t.m, t.s, 1, number_id(t.p, 1));
    state_apply(t.m, t.s, 0, number_id(t.p, 1));
    assert_int_equal(state_asked(t.p, t.s), 5);
    state_determinise(t.m, t.s, 0, 4, other);
    assert_int_equal(state_asked(t.p, other), 5); /* B has answered again */
    sane(t.p, other);
    struct table_top u = {.p = t.p, .m = t.m, .s = other};
    assert_string_equal(numbers_menu(&u, 0), "0 1 2");
    assert_int_equal(other->log_n[1], 2);
    assert_int_equal(state_apply(t.m, t.s, 1, number_id(t.p, 1)), APPLY_ILLEGAL);
    free(view);
    free(other);
    stand_up(&t);
}

/* ---- explicit chance: every outcome is an answer, and the moves after it are those of sampled chance */
static void explicit_chance(void **state) {
    (void)state;
    struct assembler a = asm_new(2);
    asm_cards(&a, 5);
    int deck = asm_zone(&a, "deck", false, SEE_NOBODY, true), hand = asm_zone(&a, "hand", true, SEE_OWNER, false);
    int row = asm_zone(&a, "row", false, SEE_EVERYONE, true);
    int out = asm_var(&a, "out", SCOPE_GLOBAL, -9, 99, 0);
    a.p->flow = asm_routine(&a, "flow", 0, 0, true);
    ldi(&a, 4, asm_instance(&a, deck));
    ldi(&a, 5, asm_instance(&a, hand));
    ldi(&a, 6, asm_instance(&a, row));
    op(&a, OP_SHUFFLE, 4, 0, 0);
    ldi(&a, 7, 2);
    op(&a, OP_DRAW, 7, 4, 5);
    op(&a, OP_TOP, 8, 4, 0);
    opx(&a, OP_STV, 8, NO_REGISTER, NO_REGISTER, out);
    asm_yesno(&a, 9);
    ldi(&a, 7, 9);
    op(&a, OP_DRAW, 7, 4, 6);
    op(&a, OP_SHUFFLE, 6, 0, 0);
    ldi(&a, 7, -1);
    ldi(&a, 8, 2);
    op(&a, OP_RAND, 9, 7, 8);
    opx(&a, OP_STV, 9, NO_REGISTER, NO_REGISTER, out);
    asm_yesno(&a, 9);
    asm_ret(&a);
    struct table_top t = sit_down(&a);
    struct question q;
    assert_int_equal(state_start(t.m, 1, START_EXPLICIT_CHANCE, t.s), RUN_ASK);
    assert_int_equal(state_asked(t.p, t.s), 0);
    assert_true(state_question(t.p, t.s, SEAT_CHANCE, &q));
    assert_int_equal(q.kind, SITE_CHANCE);
    sane(t.p, t.s);
    assert_string_equal(cards_menu(&t, SEAT_CHANCE), "0 1 2 3 4");
    assert_int_equal(state_apply(t.m, t.s, 0, card_id(t.p, 3)), APPLY_ILLEGAL);
    assert_int_equal(state_apply(t.m, t.s, SEAT_CHANCE, card_id(t.p, 3)), APPLY_OK);
    sane(t.p, t.s);
    assert_string_equal(cards_menu(&t, SEAT_CHANCE), "0 1 2 4");
    /* a viewer learns nothing from the menu of chance */
    struct state *view = new_block(t.p), *redealt = new_block(t.p), *other = new_block(t.p);
    state_view(t.p, t.s, 1, view);
    for (uint64_t k = 0; k < 20; k++) {
        state_determinise(t.m, t.s, 1, k, redealt);
        sane(t.p, redealt);
        state_view(t.p, redealt, 1, other);
        assert_memory_equal(view, other, t.p->layout.size);
    }
    free(view);
    free(redealt);
    free(other);
    assert_int_equal(state_apply(t.m, t.s, SEAT_CHANCE, card_id(t.p, 0)), APPLY_OK);
    assert_string_equal(cards_menu(&t, SEAT_CHANCE), "1 2 4");
    assert_int_equal(state_apply(t.m, t.s, SEAT_CHANCE, card_id(t.p, 4)), APPLY_OK);
    assert_int_equal(read_var(t.p, t.s, (uint32_t)out, 0, 0), 4);
    assert_int_equal(zone_count(t.p, t.s, (uint32_t)asm_instance(&a, hand)), 2);
    sane(t.p, t.s);
    assert_int_equal(state_apply(t.m, t.s, 0, ANSWER_YES), APPLY_OK);
    assert_string_equal(cards_menu(&t, SEAT_CHANCE), "1 2"); /* 4 is decided */
    assert_int_equal(state_apply(t.m, t.s, SEAT_CHANCE, card_id(t.p, 2)), APPLY_OK);
    /* 1 was left and needs no question; the open row is shuffled */
    assert_string_equal(cards_menu(&t, SEAT_CHANCE), "1 2 4");
    sane(t.p, t.s);
    assert_int_equal(state_apply(t.m, t.s, SEAT_CHANCE, card_id(t.p, 2)), APPLY_OK);
    assert_string_equal(cards_menu(&t, SEAT_CHANCE), "1 4");
    assert_int_equal(state_apply(t.m, t.s, SEAT_CHANCE, card_id(t.p, 1)), APPLY_OK);
    int32_t cards[3];
    assert_int_equal(zone_cards(t.p, t.s, (uint32_t)asm_instance(&a, row), cards, 3), 3);
    assert_int_equal(cards[0], 2);
    assert_int_equal(cards[1], 1);
    assert_int_equal(cards[2], 4);
    assert_string_equal(numbers_menu(&t, SEAT_CHANCE), "-1 0 1 2");
    assert_int_equal(state_apply(t.m, t.s, SEAT_CHANCE, number_id(t.p, 1)), APPLY_OK);
    assert_int_equal(read_var(t.p, t.s, (uint32_t)out, 0, 0), 1);
    assert_int_equal(state_asked(t.p, t.s), 1);
    sane(t.p, t.s);
    stand_up(&t);
}

/* ---- saves: any damage is noticed or harmless */
static void damaged(void **state) {
    (void)state;
    struct random random = {.key = 77};
    for (int kind = 0; kind < 3; kind++) {
        int bid;
        struct assembler a = kind < 2 ? card_game(2, NULL) : bidding(&bid);
        struct table_top t = sit_down(&a);
        const size_t size = t.p->layout.size;
        struct state *copy = new_block(t.p);
        struct table_top u = {.p = t.p, .m = t.m, .s = copy};
        unsigned refused = 0, taken = 0;
        state_start(t.m, 3, kind == 1 ? START_EXPLICIT_CHANCE : 0, t.s);
        for (int i = 0; i < (kind == 2 ? 2 : 14); i++)
            random_answer(&t, &random);
        sane(t.p, t.s);
        assert_non_null(state_check(t.p, t.s, size - 1));
        for (size_t at = 0; at < size; at++)
            for (int bit = 0; bit < 8; bit += 1 + (int)(at % 3)) {
                memcpy(copy, t.s, size);
                ((unsigned char *)copy)[at] ^= (unsigned char)(1u << bit);
                if (state_check(t.p, copy, size)) {
                    refused++;
                    continue;
                }
                taken++;
                for (int i = 0; i < 12 && state_status(t.p, copy) == RUN_ASK; i++) { /* it runs, whatever it means */
                    unsigned seat = first_asked(&u);
                    uint32_t n = (uint32_t)state_answers(t.p, copy, seat, NULL, 0);
                    char text[200];
                    state_question_text(t.m, copy, seat, text, sizeof text);
                    state_why_not(t.m, copy, seat, card_id(t.p, 1), text, sizeof text);
                    if (!n) break;
                    state_apply(t.m, copy, seat, state_answer_nth(t.p, copy, seat, random_range(&random, n)));
                }
            }
        assert_true(refused > 1000);
        assert_true(taken > 100);
        free(copy);
        stand_up(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws),           cmocka_unit_test(playing_on),      cmocka_unit_test(same_and_uniform),
        cmocka_unit_test(secret_choices), cmocka_unit_test(explicit_chance), cmocka_unit_test(damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
