/* Zones and piles: moving, drawing, shuffling, refilling, what is known of it. */
#include "vm/asm.h"

#include "vm/state.h"

enum { CARDS = 10 };
struct zones {
    int deck, discard, hand, open; /* first instances */
    int hand_zone;
};

static struct assembler begin(struct zones *z) {
    struct assembler a = asm_new(2);
    asm_cards(&a, CARDS);
    int deck = asm_zone(&a, "deck", false, SEE_NOBODY, true);
    int discard = asm_zone(&a, "discard", false, SEE_EVERYONE, false);
    int hand = asm_zone(&a, "hand", true, SEE_OWNER, false);
    int open = asm_zone(&a, "open", false, SEE_EVERYONE, true);
    a.p->zones[deck].refill = (int16_t)discard;
    z->deck = asm_instance(&a, deck);
    z->discard = asm_instance(&a, discard);
    z->hand = asm_instance(&a, hand);
    z->open = asm_instance(&a, open);
    z->hand_zone = hand;
    a.p->flow = asm_routine(&a, "flow", 0, 0, true);
    ldi(&a, 20, z->deck);
    ldi(&a, 21, z->discard);
    ldi(&a, 22, z->hand);
    ldi(&a, 23, z->hand + 1);
    ldi(&a, 24, z->open);
    return a;
}
static void draw(struct assembler *a, int n, int from, int to) {
    ldi(a, 4, n);
    op(a, OP_DRAW, 4, from, to);
}

static const char *cards_of(const struct table_top *t, int zone) {
    static char out[256];
    int32_t cards[32];
    size_t n = zone_cards(t->p, t->s, (uint32_t)zone, cards, 32), at = 0;
    out[0] = 0;
    for (size_t i = 0; i < n; i++)
        at += (size_t)snprintf(out + at, sizeof out - at, "%s%d", at ? " " : "", (int)cards[i]);
    assert_int_equal(zone_count(t->p, t->s, (uint32_t)zone), n);
    return out;
}

static void sane(const struct table_top *t) {
    const char *wrong = state_check(t->p, t->s, t->p->layout.size);
    if (wrong) fail_msg("%s", wrong);
}

static void moving(void **state) {
    (void)state;
    struct zones z;
    struct assembler a = begin(&z);
    asm_yesno(&a, 3); /* the deck lies in definition order */
    draw(&a, 3, 20, 24);
    asm_yesno(&a, 3);
    ldi(&a, 5, 7);
    op(&a, OP_MOVE, 5, 24, 1); /* on top */
    ldi(&a, 5, 8);
    op(&a, OP_MOVE, 5, 24, 0); /* under */
    ldi(&a, 5, NONE);
    op(&a, OP_MOVE, 5, 24, 0);
    asm_yesno(&a, 3);
    ldi(&a, 5, 0);
    op(&a, OP_MOVE, 5, 24, 0); /* from the pile under itself */
    op(&a, OP_SCLR, 6, 0, 1);
    ldi(&a, 6, 1 << 1 | 1 << 4);
    op(&a, OP_MOVES, 6, 21, 1);
    asm_yesno(&a, 3);
    op(&a, OP_MOVEZ, 24, 20, 0);
    op(&a, OP_MOVEZ, 20, 22, 0);
    asm_yesno(&a, 3);
    ldi(&a, 5, 1);
    opx(&a, OP_ROTATE, 5, 0, 0, z.hand_zone);
    asm_yesno(&a, 3);
    asm_ret(&a);
    int nth = asm_routine(&a, "nth", 0, 1, false);
    ldi(&a, 4, z.open);
    op(&a, OP_ZNTH, 5, 4, 0); /* me-th */
    asm_ret1(&a, 5);
    int first = asm_routine(&a, "first", 0, 1, false);
    ldi(&a, 4, z.open);
    opx(&a, OP_ZFIRST, 5, 4, 0, 1);
    asm_ret1(&a, 5);
    int place = asm_routine(&a, "place", 0, 1, false);
    op(&a, OP_ZINDEX, 5, 0, 0);
    asm_ret1(&a, 5);
    int where = asm_routine(&a, "where", 0, 1, false);
    op(&a, OP_ZOF, 5, 0, 0);
    op(&a, OP_OWNER, 6, 0, 0);
    ldi(&a, 7, 100);
    op(&a, OP_MUL, 5, 5, 7);
    op(&a, OP_ADD, 5, 5, 6);
    asm_ret1(&a, 5);
    int in = asm_routine(&a, "in", 0, 1, false);
    ldi(&a, 4, z.discard);
    op(&a, OP_ZIN, 5, 0, 4);
    op(&a, OP_ZCNT, 6, 4, 0);
    op(&a, OP_ZSET, 7, 4, 1);
    ldi(&a, 8, 1000);
    op(&a, OP_MUL, 5, 5, 8);
    op(&a, OP_ADD, 5, 5, 7);
    ldi(&a, 8, 10000);
    op(&a, OP_MUL, 6, 6, 8);
    op(&a, OP_ADD, 5, 5, 6);
    asm_ret1(&a, 5);
    struct table_top t = sit_down(&a);
    assert_int_equal(state_start(t.m, 5, 0, t.s), RUN_ASK);
    sane(&t);
    assert_string_equal(cards_of(&t, z.deck), "0 1 2 3 4 5 6 7 8 9");
    state_apply(t.m, t.s, 0, ANSWER_YES);
    sane(&t);
    assert_string_equal(cards_of(&t, z.deck), "3 4 5 6 7 8 9");
    assert_string_equal(cards_of(&t, z.open), "0 1 2"); /* each under the one before */
    state_apply(t.m, t.s, 0, ANSWER_YES);
    sane(&t);
    assert_string_equal(cards_of(&t, z.open), "7 0 1 2 8");
    assert_int_equal(state_evaluate(t.m, t.s, nth, 1), 7);
    assert_int_equal(state_evaluate(t.m, t.s, nth, 5), 8);
    assert_int_equal(state_evaluate(t.m, t.s, nth, 6), NONE);
    assert_int_equal(state_evaluate(t.m, t.s, nth, 0), NONE);
    assert_int_equal(state_evaluate(t.m, t.s, first, 2), 1 << 7 | 1 << 0);
    assert_int_equal(state_evaluate(t.m, t.s, first, 99), 1 << 7 | 7 | 1 << 8);
    assert_int_equal(state_evaluate(t.m, t.s, place, 1), 3);
    assert_int_equal(state_evaluate(t.m, t.s, place, 3), 1);
    state_apply(t.m, t.s, 0, ANSWER_YES);
    sane(&t);
    assert_string_equal(cards_of(&t, z.open), "7 2 8 0");
    assert_string_equal(cards_of(&t, z.discard), "1 4");
    assert_int_equal(state_evaluate(t.m, t.s, in, 4), 20000 + 1000 + (1 << 1 | 1 << 4));
    assert_int_equal(state_evaluate(t.m, t.s, in, 5), 20000 + (1 << 1 | 1 << 4));
    assert_int_equal(state_evaluate(t.m, t.s, place, 4), 0);
    assert_int_equal(state_evaluate(t.m, t.s, where, 4), z.discard * 100 + NONE);
    state_apply(t.m, t.s, 0, ANSWER_YES);
    sane(&t);
    assert_string_equal(cards_of(&t, z.hand), "0 2 3 5 6 7 8 9");
    assert_int_equal(state_evaluate(t.m, t.s, where, 9), z.hand * 100);
    assert_string_equal(cards_of(&t, z.deck), "");
    state_apply(t.m, t.s, 0, ANSWER_YES);
    sane(&t);
    assert_string_equal(cards_of(&t, z.hand), "");
    assert_string_equal(cards_of(&t, z.hand + 1), "0 2 3 5 6 7 8 9");
    stand_up(&t);
}

/* A shuffle decides nothing; the same seed gives the same order however the cards are taken. */
static void deal(uint64_t seed, bool one_by_one, int peek, char *out, size_t cap) {
    struct zones z;
    struct assembler a = begin(&z);
    op(&a, OP_SHUFFLE, 20, 0, 0);
    asm_yesno(&a, 3);
    if (peek) {
        ldi(&a, 5, peek);
        op(&a, OP_ZNTH, 6, 20, 5);
        op(&a, OP_ZINDEX, 7, 6, 0);
        op(&a, OP_SUB, 5, 5, 7);
        opx(&a, OP_JZ, 5, 0, 0, here(&a) + 4);
        opx(&a, OP_FAULT, 0, 0, 0, asm_site(&a, SITE_FAIL, 0, KIND_NOTHING, "index"));
    }
    if (one_by_one)
        for (int i = 0; i < CARDS; i++) {
            op(&a, OP_TOP, 5, 20, 0);
            op(&a, OP_MOVE, 5, 24, 0);
        }
    else
        draw(&a, 99, 20, 24);
    asm_yesno(&a, 3);
    asm_ret(&a);
    struct table_top t = sit_down(&a);
    assert_int_equal(state_start(t.m, seed, 0, t.s), RUN_ASK);
    sane(&t);
    assert_string_equal(cards_of(&t, z.deck), "-1 -1 -1 -1 -1 -1 -1 -1 -1 -1");
    assert_int_equal(state_apply(t.m, t.s, 0, ANSWER_YES), APPLY_OK);
    assert_int_equal(state_status(t.p, t.s), RUN_ASK);
    sane(&t);
    snprintf(out, cap, "%s", cards_of(&t, z.open));
    stand_up(&t);
}

static void shuffling(void **state) {
    (void)state;
    char first[64], again[64], other[64];
    deal(7, false, 0, first, sizeof first);
    deal(7, true, 0, again, sizeof again);
    assert_string_equal(first, again);
    for (int peek = 1; peek <= CARDS; peek++) {
        deal(7, peek & 1, peek, again, sizeof again);
        assert_string_equal(first, again);
    }
    deal(8, false, 0, other, sizeof other);
    assert_string_not_equal(first, other);
    int top[CARDS] = {0};
    for (uint64_t seed = 0; seed < 600; seed++) {
        deal(seed, false, 0, other, sizeof other);
        top[other[0] - '0']++;
    }
    for (int i = 0; i < CARDS; i++)
        assert_in_range(top[i], 30, 95);
}

/* Cards put on top or under a shuffled pile lie where they were put; shuffling again forgets it. */
static void partly(void **state) {
    (void)state;
    struct zones z;
    struct assembler a = begin(&z);
    draw(&a, 4, 20, 22); /* 0 1 2 3 */
    op(&a, OP_SHUFFLE, 20, 0, 0);
    for (int i = 0; i < 4; i++) {
        ldi(&a, 5, i);
        op(&a, OP_MOVE, 5, 20, i < 2);
    }
    asm_yesno(&a, 3);
    draw(&a, 1, 20, 24);
    draw(&a, 2, 20, 21);
    asm_yesno(&a, 3);
    op(&a, OP_SHUFFLE, 20, 0, 0);
    asm_yesno(&a, 3);
    asm_ret(&a);
    struct table_top t = sit_down(&a);
    assert_int_equal(state_start(t.m, 3, 0, t.s), RUN_ASK);
    sane(&t);
    assert_string_equal(cards_of(&t, z.deck), "1 0 -1 -1 -1 -1 -1 -1 2 3");
    /* A saw them all go, B none */
    struct state *view = new_block(t.p);
    struct table_top seen = {.p = t.p, .m = t.m, .s = view};
    state_view(t.p, t.s, 0, view);
    assert_string_equal(cards_of(&seen, z.deck), "1 0 -1 -1 -1 -1 -1 -1 2 3");
    state_view(t.p, t.s, 1, view);
    assert_string_equal(cards_of(&seen, z.deck), "-1 -1 -1 -1 -1 -1 -1 -1 -1 -1");
    state_apply(t.m, t.s, 0, ANSWER_YES);
    sane(&t);
    assert_string_equal(cards_of(&t, z.open), "1");
    assert_int_equal(zone_count(t.p, t.s, (uint32_t)z.discard), 2);
    state_apply(t.m, t.s, 0, ANSWER_YES);
    sane(&t);
    assert_string_equal(cards_of(&t, z.deck), "-1 -1 -1 -1 -1 -1 -1");
    state_view(t.p, t.s, 0, view);
    assert_string_equal(cards_of(&seen, z.deck), "-1 -1 -1 -1 -1 -1 -1");
    free(view);
    stand_up(&t);
}

/* An empty pile is filled from its other zone first, then gives what is left; drawing never fails. */
static void refilling(void **state) {
    (void)state;
    struct zones z;
    struct assembler a = begin(&z);
    draw(&a, 6, 20, 21);
    draw(&a, 3, 20, 22);
    asm_yesno(&a, 3);
    draw(&a, 3, 20, 22); /* 9, then two of 0..5 */
    asm_yesno(&a, 3);
    draw(&a, 50, 20, 23); /* the rest, and no more */
    asm_yesno(&a, 3);
    op(&a, OP_TOP, 5, 20, 0);
    op(&a, OP_MOVE, 5, 24, 0); /* none: nothing */
    draw(&a, 1, 20, 24);
    asm_yesno(&a, 3);
    asm_ret(&a);
    struct table_top t = sit_down(&a);
    assert_int_equal(state_start(t.m, 3, 0, t.s), RUN_ASK);
    sane(&t);
    assert_string_equal(cards_of(&t, z.discard), "0 1 2 3 4 5");
    assert_string_equal(cards_of(&t, z.hand), "6 7 8");
    state_apply(t.m, t.s, 0, ANSWER_YES);
    sane(&t);
    assert_int_equal(zone_count(t.p, t.s, (uint32_t)z.hand), 6);
    assert_int_equal(zone_count(t.p, t.s, (uint32_t)z.deck), 4);
    assert_int_equal(zone_count(t.p, t.s, (uint32_t)z.discard), 0);
    state_apply(t.m, t.s, 0, ANSWER_YES);
    sane(&t);
    assert_int_equal(zone_count(t.p, t.s, (uint32_t)z.hand + 1), 4);
    state_apply(t.m, t.s, 0, ANSWER_YES);
    sane(&t);
    assert_int_equal(state_asked(t.p, t.s), 1);
    assert_int_equal(zone_count(t.p, t.s, (uint32_t)z.open), 0);
    stand_up(&t);
}

/* The first cards of a pile that is undecided but for its bottom: all of them, and all but one of them. */
static void first_of_some(void **state) {
    (void)state;
    for (int32_t n = CARDS - 1; n <= CARDS; n++) {
        struct zones z;
        struct assembler a = begin(&z);
        op(&a, OP_SHUFFLE, 20, 0, 0);
        draw(&a, 1, 20, 22);
        op(&a, OP_MOVEZ, 22, 20, 0); /* to the bottom */
        ldi(&a, 5, n);
        opx(&a, OP_ZFIRST, 6, 20, 5, 1);
        op(&a, OP_MOVES, 6, 21, 1);
        asm_yesno(&a, 3);
        asm_ret(&a);
        struct table_top t = sit_down(&a);
        assert_int_equal(state_start(t.m, 3, 0, t.s), RUN_ASK);
        sane(&t);
        assert_int_equal(zone_count(t.p, t.s, (uint32_t)z.discard), n);
        assert_int_equal(zone_count(t.p, t.s, (uint32_t)z.deck), CARDS - n);
        stand_up(&t);
    }
}

/* REVEAL, REVEALZ, PEEK; a card goes out of sight again. */
static void knowing(void **state) {
    (void)state;
    struct zones z;
    struct assembler a = begin(&z);
    op(&a, OP_SHUFFLE, 20, 0, 0);
    draw(&a, 2, 20, 22);
    asm_yesno(&a, 3);
    op(&a, OP_REVEALZ, 22, 0, 0);
    ldi(&a, 5, 1);
    opx(&a, OP_ZFIRST, 6, 20, 5, 1);
    op(&a, OP_PEEK, 6, 5, 1); /* B looks at the top card */
    asm_yesno(&a, 3);
    op(&a, OP_MOVEZ, 22, 23, 0); /* known cards go from hand to hand */
    draw(&a, 1, 20, 22);         /* what B knew of the deck it no longer knows */
    asm_yesno(&a, 3);
    asm_ret(&a);
    struct table_top t = sit_down(&a);
    struct state *view = new_block(t.p);
    struct table_top seen = {.p = t.p, .m = t.m, .s = view};
    char mine[64];
    assert_int_equal(state_start(t.m, 3, 0, t.s), RUN_ASK);
    snprintf(mine, sizeof mine, "%s", cards_of(&t, z.hand));
    state_view(t.p, t.s, 0, view);
    assert_string_equal(cards_of(&seen, z.hand), mine);
    state_view(t.p, t.s, 1, view);
    assert_string_equal(cards_of(&seen, z.hand), "-1 -1");
    uint32_t epoch = state_epoch(t.p, t.s);
    state_apply(t.m, t.s, 0, ANSWER_YES);
    assert_true(state_epoch(t.p, t.s) > epoch);
    sane(&t);
    state_view(t.p, t.s, 1, view);
    assert_string_equal(cards_of(&seen, z.hand), mine);
    assert_int_not_equal(cards_of(&seen, z.deck)[0], '-');
    state_view(t.p, t.s, SEAT_SPECTATOR, view);
    assert_string_equal(cards_of(&seen, z.hand), "-1 -1");
    state_apply(t.m, t.s, 0, ANSWER_YES);
    sane(&t);
    state_view(t.p, t.s, 0, view);
    assert_string_equal(cards_of(&seen, z.hand + 1), mine); /* A saw its own cards go */
    state_view(t.p, t.s, 1, view);
    assert_string_equal(cards_of(&seen, z.hand), "-1");
    free(view);
    stand_up(&t);
}

/* An entry of a pile takes one byte or two: cards from the first to the last keep their place, unseen ones stay so. */
static void large_pile(unsigned cards, uint32_t entry) {
    enum { BEFORE = 5 }; /* cards that cannot lie there */
    struct assembler a = asm_new(1);
    asm_cards(&a, BEFORE);
    asm_zone(&a, "table", false, SEE_EVERYONE, false);
    asm_cards(&a, cards);
    int deck = asm_zone(&a, "deck", false, SEE_NOBODY, true);
    a.p->zones[deck].first_card = BEFORE;
    a.p->zones[deck].n_cards = (uint16_t)cards;
    a.p->flow = asm_routine(&a, "flow", 0, 0, true);
    ldi(&a, 20, asm_instance(&a, deck));
    asm_yesno(&a, 3);
    op(&a, OP_SHUFFLE, 20, 0, 0);
    op(&a, OP_TOP, 4, 20, 0);
    ldi(&a, 5, BEFORE);
    op(&a, OP_MOVE, 5, 20, 0);
    ldi(&a, 5, BEFORE + (int)cards - 1);
    op(&a, OP_MOVE, 5, 20, 1);
    asm_yesno(&a, 3);
    asm_ret(&a);
    struct table_top t = sit_down(&a);
    uint32_t zone = (uint32_t)asm_instance(&a, deck);
    int32_t lie[300];
    assert_int_equal(pile_order(t.p, t.s, zone).entry, entry);
    assert_int_equal(state_start(t.m, 3, 0, t.s), RUN_ASK);
    sane(&t);
    assert_int_equal(zone_cards(t.p, t.s, zone, lie, 300), cards);
    for (unsigned i = 0; i < cards; i++)
        assert_int_equal(lie[i], (int)i + BEFORE);
    struct state *view = new_block(t.p);
    state_view(t.p, t.s, 0, view);
    zone_cards(t.p, view, zone, lie, 300);
    for (unsigned i = 0; i < cards; i++)
        assert_int_equal(lie[i], NONE);
    state_apply(t.m, t.s, 0, ANSWER_YES);
    sane(&t);
    zone_cards(t.p, t.s, zone, lie, 300);
    assert_int_equal(lie[0], BEFORE + (int)cards - 1);
    assert_int_equal(lie[cards - 1], BEFORE);
    state_determinise(t.m, t.s, 0, 9, view);
    assert_null(state_check(t.p, view, t.p->layout.size));
    free(view);
    stand_up(&t);
}
static void large_piles(void **state) {
    (void)state;
    large_pile(255, 1);
    large_pile(256, 2);
    large_pile(300, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moving),        cmocka_unit_test(shuffling), cmocka_unit_test(partly),
        cmocka_unit_test(first_of_some), cmocka_unit_test(refilling), cmocka_unit_test(knowing),
        cmocka_unit_test(large_piles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
