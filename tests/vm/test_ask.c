/* Questions, answers and the look-ahead. */
#include "vm/asm.h"

#include "vm/state.h"

/* lose(n) of unit 0 from the stock of me, through the variable v. */
static void pay(struct assembler *a, int var, int n) {
    ldi(a, 30, -n);
    opx(a, OP_ADDV, 30, REG_ME, NO_REGISTER, var);
}

/* A program of one question, whose answer is kept in a variable: what the question needs is put between asking and
 * asked. */
struct asking {
    struct assembler a;
    uint32_t out;
};

static struct asking asking(void) {
    struct asking q = {.a = asm_new(3)};
    asm_cards(&q.a, 40);
    q.out = (uint32_t)asm_var(&q.a, "out", SCOPE_GLOBAL, -1000, 1000, 0);
    q.a.p->flow = asm_routine(&q.a, "flow", 0, 0, true);
    return q;
}

static struct table_top asked(struct asking *q, int from, int to, int site) {
    opx(&q->a, OP_ASK, 8, from, to, site);
    opx(&q->a, OP_STV, 8, NO_REGISTER, NO_REGISTER, (int)q->out);
    op(&q->a, OP_FINISH, 0, 0, 0);
    asm_end(&q->a);
    struct table_top t = sit_down(&q->a);
    assert_int_equal(state_start(t.m, 1, 0, t.s), RUN_ASK);
    return t;
}

/* Gives the last answer, which is kept as this value, and ends. */
static void answered(struct table_top *t, const struct asking *q, uint32_t id, int value) {
    assert_int_equal(state_apply(t->m, t->s, 0, id), APPLY_OK);
    assert_int_equal(read_var(t->p, t->s, q->out, 0, 0), value);
    assert_int_equal(state_status(t->p, t->s), RUN_OVER);
    stand_up(t);
}

static void says(struct table_top *t, uint32_t id, const char *expected) {
    char text[64];
    state_answer_text(t->m, t->s, 0, id, text, sizeof text);
    assert_string_equal(text, expected);
}

/* A card of {3, 39}. */
static struct table_top ask_card(struct asking *q, int *site) {
    op(&q->a, OP_SCLR, 4, 0, 2);
    ldi(&q->a, 3, 3);
    op(&q->a, OP_SADD, 4, 3, 2);
    ldi(&q->a, 3, 39);
    op(&q->a, OP_SADD, 4, 3, 2);
    *site = asm_site(&q->a, SITE_CHOOSE, 0, KIND_CARD, "A card");
    return asked(q, 4, NO_REGISTER, *site);
}

static void a_card(void **state) {
    (void)state;
    struct asking a = asking();
    struct question q;
    char text[64];
    int site;
    struct table_top t = ask_card(&a, &site);
    assert_int_equal(state_asked(t.p, t.s), 1);
    assert_string_equal(cards_menu(&t, 0), "3 39");
    assert_true(state_question(t.p, t.s, 0, &q));
    assert_int_equal(q.count, 2);
    assert_int_equal(q.kind, SITE_CHOOSE);
    assert_int_equal(q.site, site);
    assert_int_equal(q.preset, UINT32_MAX);
    assert_false(state_question(t.p, t.s, 1, &q));
    assert_true(state_question(t.p, t.s, SEAT_SPECTATOR, &q));
    assert_int_equal(state_answer_nth(t.p, t.s, 0, 1), card_id(t.p, 39));
    assert_int_equal(state_answer_nth(t.p, t.s, 0, 2), UINT32_MAX);
    state_question_text(t.m, t.s, 0, text, sizeof text);
    assert_string_equal(text, "A card");
    says(&t, card_id(t.p, 39), "card 39");
    answered(&t, &a, card_id(t.p, 39), 39);
}

static void illegal_answers_change_nothing(void **state) {
    (void)state;
    struct asking a = asking();
    int site;
    struct table_top t = ask_card(&a, &site);
    struct state *before = new_block(t.p);
    memcpy(before, t.s, t.p->layout.size);
    assert_int_equal(state_apply(t.m, t.s, 0, card_id(t.p, 4)), APPLY_ILLEGAL);
    assert_int_equal(state_apply(t.m, t.s, 0, ANSWER_NO), APPLY_ILLEGAL);
    assert_int_equal(state_apply(t.m, t.s, 1, card_id(t.p, 3)), APPLY_ILLEGAL);
    assert_int_equal(state_apply(t.m, t.s, SEAT_SPECTATOR, card_id(t.p, 3)), APPLY_ILLEGAL);
    assert_int_equal(state_apply(t.m, t.s, 0, UINT32_MAX), APPLY_ILLEGAL);
    assert_memory_equal(before, t.s, t.p->layout.size);
    free(before);
    answered(&t, &a, card_id(t.p, 3), 3);
}

static void nothing_is_answered_after_the_end(void **state) {
    (void)state;
    struct asking a = asking();
    int site;
    struct table_top t = ask_card(&a, &site);
    assert_int_equal(state_apply(t.m, t.s, 0, card_id(t.p, 3)), APPLY_OK);
    assert_int_equal(state_status(t.p, t.s), RUN_OVER);
    assert_int_equal(state_apply(t.m, t.s, 0, card_id(t.p, 3)), APPLY_ILLEGAL);
    assert_int_equal(state_apply(t.m, t.s, 0, ANSWER_YES), APPLY_ILLEGAL);
    assert_int_equal(state_asked(t.p, t.s), 0);
    stand_up(&t);
}

/* Of {0, 2, 3}: 3 is the neutral one. */
static void a_player_or_nobody(void **state) {
    (void)state;
    struct asking a = asking();
    ldi(&a.a, 4, 13);
    struct table_top t = asked(&a, 4, NO_REGISTER, asm_site(&a.a, SITE_CHOOSE, ASK_OPTIONAL, KIND_PLAYER, "A player"));
    assert_string_equal(menu(&t, 0, t.p->answers.players), "no 0 2 3");
    says(&t, t.p->answers.players + 3, "neutral");
    answered(&t, &a, ANSWER_NO, NONE);
}

static void a_member(void **state) {
    (void)state;
    static const char *const names[] = {"red", "green", "blue"};
    struct asking a = asking();
    struct value_kind colour = {VT_MEMBER, 0, (uint16_t)asm_enum(&a.a, "colour", 3, names, NULL)};
    ldi(&a.a, 4, 6);
    struct table_top t = asked(&a, 4, NO_REGISTER, asm_site(&a.a, SITE_CHOOSE, 0, colour, "A colour"));
    assert_string_equal(menu(&t, 0, t.p->answers.members), "1 2");
    says(&t, t.p->answers.members + 2, "blue");
    answered(&t, &a, t.p->answers.members + 2, 2);
}

static void a_number_with_a_default(void **state) {
    (void)state;
    struct asking a = asking();
    struct question q;
    ldi(&a.a, 4, -2);
    ldi(&a.a, 5, 2);
    ldi(&a.a, 6, 1);
    int site = asm_site(&a.a, SITE_NUMBER, 0, KIND_NUMBER, "A number");
    a.a.p->sites[site].prefer = 6;
    struct table_top t = asked(&a, 4, 5, site);
    assert_string_equal(numbers_menu(&t, 0), "-2 -1 0 1 2");
    assert_true(state_question(t.p, t.s, 0, &q));
    assert_int_equal(q.preset, number_id(t.p, 1));
    answered(&t, &a, number_id(t.p, -2), -2);
}

static void numbers_are_clamped_to_what_can_be_answered(void **state) {
    (void)state;
    struct asking a = asking();
    struct question q;
    ldi(&a.a, 4, -100000);
    ldi(&a.a, 5, 100000);
    struct table_top t = asked(&a, 4, 5, asm_site(&a.a, SITE_NUMBER, 0, KIND_NUMBER, "A number"));
    assert_true(state_question(t.p, t.s, 0, &q));
    assert_int_equal(q.count, NUMBER_SPAN);
    answered(&t, &a, number_id(t.p, NUMBER_LOW), NUMBER_LOW);
}

static void yes_or_no(void **state) {
    (void)state;
    struct asking a = asking();
    struct table_top t = asked(&a, NO_REGISTER, NO_REGISTER, asm_site(&a.a, SITE_YESNO, 0, KIND_BOOL, "Do you?"));
    assert_string_equal(menu(&t, 0, 0), "no 1");
    answered(&t, &a, ANSWER_YES, 1);
}

/* The words of the second have a hole. */
static void options(void **state) {
    (void)state;
    struct asking a = asking();
    struct program *p = a.a.p;
    ldi(&a.a, 3, 39);
    int site = asm_site(&a.a, SITE_OPTION, ASK_OPTIONAL, KIND_OPTION, "Which");
    p->sites[site].n_options = 2;
    p->sites[site].options = p->n_labels;
    p->labels[p->n_labels++] = asm_words(&a.a, "left");
    struct words right = asm_words(&a.a, "right ");
    asm_hole(&a.a, &right, 3, KIND_NUMBER);
    p->labels[p->n_labels++] = right;
    struct table_top t = asked(&a, NO_REGISTER, NO_REGISTER, site);
    assert_string_equal(menu(&t, 0, ANSWER_OPTIONS), "no 0 1");
    says(&t, ANSWER_OPTIONS + 1, "right 39");
    answered(&t, &a, ANSWER_OPTIONS + 1, 1);
}

/* What is offered can be carried out: two numbers that together must not exceed 4, paid after both. */
static void look_ahead(void **state) {
    (void)state;
    struct assembler a = asm_new(2);
    int purse = asm_var(&a, "purse", SCOPE_PLAYER, 0, 99, 4);
    a.p->flow = asm_routine(&a, "flow", 0, 0, true);
    int32_t again = here(&a);
    ldi(&a, 4, 0);
    ldi(&a, 5, 9);
    asm_number(&a, 6, 4, 5);
    ldi(&a, 4, 1); /* at least 1 more */
    asm_number(&a, 7, 4, 5);
    op(&a, OP_ADD, 8, 6, 7);
    op(&a, OP_NEG, 8, 8, 0);
    opx(&a, OP_ADDV, 8, REG_ME, NO_REGISTER, purse);
    op(&a, OP_UEND, 0, 0, 0);
    ldi(&a, 0, 1); /* the other one */
    opx(&a, OP_JMP, 0, 0, 0, again);
    asm_end(&a);
    struct table_top t = sit_down(&a);
    assert_int_equal(state_start(t.m, 1, 0, t.s), RUN_ASK);
    assert_string_equal(numbers_menu(&t, 0), "0 1 2 3");
    assert_int_equal(state_apply(t.m, t.s, 0, number_id(t.p, 2)), APPLY_OK);
    assert_string_equal(numbers_menu(&t, 0), "1 2");
    char why[128];
    assert_int_equal(state_why_not(t.m, t.s, 0, number_id(t.p, 2), why, sizeof why), 0);
    state_why_not(t.m, t.s, 0, number_id(t.p, 5), why, sizeof why);
    assert_string_equal(why, "purse: 4, needs 7");
    state_why_not(t.m, t.s, 0, number_id(t.p, 10), why, sizeof why);
    assert_string_equal(why, "not from 1 to 9");
    assert_int_equal(state_apply(t.m, t.s, 0, number_id(t.p, 2)), APPLY_OK);
    assert_int_equal(read_var(t.p, t.s, (uint32_t)purse, 0, 0), 0);
    assert_int_equal(state_asked(t.p, t.s), 2);
    assert_string_equal(numbers_menu(&t, 1), "0 1 2 3");
    /* the second player can pay once; then nothing can be carried out, and the flow has nothing else to do */
    assert_int_equal(state_apply(t.m, t.s, 1, number_id(t.p, 0)), APPLY_OK);
    assert_int_equal(state_apply(t.m, t.s, 1, number_id(t.p, 4)), APPLY_FAULT);
    assert_int_equal(state_status(t.p, t.s), RUN_FAULT);
    state_fault_text(t.p, t.s, why, sizeof why);
    assert_non_null(strstr(why, "test.game:10"));
    assert_non_null(strstr(why, "in flow"));
    assert_non_null(strstr(why, "How many?"));
    stand_up(&t);
}

/* "no" is offered only where going without can be carried out; a may whose block fails offers only "no". */
static void may(void **state) {
    (void)state;
    struct assembler a = asm_new(1);
    int purse = asm_var(&a, "purse", SCOPE_PLAYER, 0, 99, 1);
    int lost = asm_site(&a, SITE_FAIL, 0, KIND_NOTHING, "you must");
    a.p->flow = asm_routine(&a, "flow", 0, 0, true);
    asm_yesno(&a, 4);
    uint32_t no = opx(&a, OP_JZ, 4, 0, 0, 0);
    pay(&a, purse, 2);
    land(&a, no);
    op(&a, OP_UEND, 0, 0, 0);
    asm_yesno(&a, 4);
    uint32_t yes = opx(&a, OP_JNZ, 4, 0, 0, 0);
    opx(&a, OP_FAIL, 0, 0, 0, lost);
    land(&a, yes);
    asm_ret(&a);
    struct table_top t = sit_down(&a);
    char why[128];
    assert_int_equal(state_start(t.m, 1, 0, t.s), RUN_ASK);
    assert_string_equal(menu(&t, 0, 0), "no");
    state_why_not(t.m, t.s, 0, ANSWER_YES, why, sizeof why);
    assert_string_equal(why, "purse: 1, needs 2");
    assert_int_equal(state_apply(t.m, t.s, 0, ANSWER_NO), APPLY_OK);
    assert_string_equal(menu(&t, 0, 0), "1");
    state_why_not(t.m, t.s, 0, ANSWER_NO, why, sizeof why);
    assert_string_equal(why, "you must");
    assert_int_equal(state_apply(t.m, t.s, 0, ANSWER_YES), APPLY_OK);
    assert_int_equal(state_status(t.p, t.s), RUN_OVER);
    stand_up(&t);
}

/* The look-ahead stops with yes at another seat's question, at ASK_SURE, and where it would read what is hidden. */
static void horizon(void **state) {
    (void)state;
    for (int kind = 0; kind < 6; kind++) {
        struct assembler a = asm_new(2);
        asm_cards(&a, 8);
        int deck = asm_zone(&a, "deck", false, SEE_NOBODY, true), hand = asm_zone(&a, "hand", true, SEE_OWNER, false);
        int secret = asm_var(&a, "secret", SCOPE_PLAYER, 0, 9, 3);
        a.p->vars[secret].see = SEE_OWNER;
        int out = asm_var(&a, "out", SCOPE_GLOBAL, 0, 1, 0);
        int fails = asm_site(&a, SITE_FAIL, 0, KIND_NOTHING, "fails");
        a.p->flow = asm_routine(&a, "flow", 0, 0, true);
        asm_yesno(&a, 4);
        uint32_t no = opx(&a, OP_JZ, 4, 0, 0, 0);
        ldi(&a, 5, asm_instance(&a, deck));
        ldi(&a, 6, asm_instance(&a, hand)); /* A's */
        ldi(&a, 7, asm_instance(&a, hand) + 1);
        ldi(&a, 8, 1);
        switch (kind) {
        case 0: /* drawing goes on: the failure behind it is seen */
            op(&a, OP_DRAW, 8, 5, 6);
            op(&a, OP_ZCNT, 9, 6, 0);
            break;
        case 1: /* but looking at what was drawn is not */
            op(&a, OP_DRAW, 8, 5, 6);
            op(&a, OP_ZSET, 9, 6, 1);
            break;
        case 2: op(&a, OP_TOP, 9, 5, 0); break;
        case 3: /* another's secret */
            ldi(&a, 9, 1);
            opx(&a, OP_LDV, 10, 9, NO_REGISTER, secret);
            break;
        case 4: /* another's question */
            ldi(&a, REG_ME, 1);
            asm_yesno(&a, 9);
            break;
        case 5: /* a random number */
            ldi(&a, 9, 6);
            op(&a, OP_RAND, 10, 8, 9);
            break;
        default: break;
        }
        opx(&a, OP_FAIL, 0, 0, 0, fails);
        land(&a, no);
        ldi(&a, 4, 1);
        opx(&a, OP_STV, 4, NO_REGISTER, NO_REGISTER, out);
        asm_ret(&a);
        struct table_top t = sit_down(&a);
        assert_int_equal(state_start(t.m, 1, 0, t.s), RUN_ASK);
        assert_string_equal(menu(&t, 0, 0), kind == 0 ? "no" : "no 1");
        stand_up(&t);
    }
}

/* A rule that fails past a horizon ends quietly; the flow goes on behind the call, with a result of 0. */
static void log_line(void *user, const struct log_event *e) {
    strncat(user, e->text, 200);
    strncat(user, "\n", 2);
}

static void quiet_end(void **state) {
    (void)state;
    struct assembler a = asm_new(2);
    int out = asm_var(&a, "out", SCOPE_GLOBAL, -5, 99, 0);
    int fails = asm_site(&a, SITE_FAIL, 0, KIND_NOTHING, "it broke");
    int inner = asm_routine(&a, "inner", 0, 1, false);
    ldi(&a, REG_ME, 1);
    asm_yesno(&a, 4);
    ldi(&a, 5, 1);
    ldi(&a, 6, 2);
    op(&a, OP_RAND, 7, 5, 6); /* nobody can look past this */
    opx(&a, OP_FAIL, 0, 0, 0, fails);
    asm_end(&a);
    int stuck = asm_routine(&a, "stuck", 0, 0, false);
    ldi(&a, REG_ME, 1);
    asm_yesno(&a, 4);
    opx(&a, OP_FAIL, 0, 0, 0, fails);
    asm_end(&a);
    int outer = asm_routine(&a, "outer", 0, 1, false);
    opx(&a, OP_CALL, 20, NO_REGISTER, NO_REGISTER, inner);
    ldi(&a, 4, 50); /* never reached */
    opx(&a, OP_STV, 4, NO_REGISTER, NO_REGISTER, out);
    asm_ret1(&a, 4);
    a.p->flow = asm_routine(&a, "flow", 0, 0, true);
    asm_yesno(&a, 4);
    ldi(&a, 20, 1);
    opx(&a, OP_CALL, 20, NO_REGISTER, NO_REGISTER, outer);
    opx(&a, OP_ADDI, 20, 20, 0, 7);
    opx(&a, OP_STV, 20, NO_REGISTER, NO_REGISTER, out);
    opx(&a, OP_CALL, 20, NO_REGISTER, NO_REGISTER, stuck);
    asm_yesno(&a, 4);
    asm_ret(&a);
    struct table_top t = sit_down(&a);
    char log[1000] = "";
    machine_sink(t.m, log_line, log);
    assert_int_equal(state_start(t.m, 1, 0, t.s), RUN_ASK);
    assert_int_equal(state_apply(t.m, t.s, 0, ANSWER_YES), APPLY_OK);
    assert_int_equal(state_asked(t.p, t.s), 2);
    assert_int_equal(state_actor(t.p, t.s), 1);
    assert_null(state_check(t.p, t.s, t.p->layout.size));
    assert_int_equal(state_apply(t.m, t.s, 1, ANSWER_YES), APPLY_OK);
    assert_int_equal(read_var(t.p, t.s, (uint32_t)out, 0, 0), 7);
    assert_int_equal(state_asked(t.p, t.s), 1);
    assert_string_equal(log, "A: Yes? yes\nB: Yes? yes\ninner could not be carried out: it broke\n"
                             "stuck could not be carried out: no answer can be carried out: Yes?\n");
    assert_null(state_check(t.p, t.s, t.p->layout.size));
    stand_up(&t);
}

/* Deep menus end by the budget with yes, and a question has at most 24 levels. */
static void budgets(void **state) {
    (void)state;
    struct assembler a = asm_new(1);
    int fails = asm_site(&a, SITE_FAIL, 0, KIND_NOTHING, "never");
    a.p->flow = asm_routine(&a, "flow", 0, 0, true);
    ldi(&a, 4, 0);
    ldi(&a, 5, 9);
    for (int i = 0; i < 6; i++)
        asm_number(&a, 6, 4, 5); /* a million ways, all of which fail */
    opx(&a, OP_FAIL, 0, 0, 0, fails);
    asm_end(&a);
    struct table_top t = sit_down(&a);
    assert_int_equal(state_start(t.m, 1, 0, t.s), RUN_ASK);
    assert_string_equal(numbers_menu(&t, 0), "0 1 2 3 4 5 6 7 8 9");
    stand_up(&t);

    a = asm_new(1);
    a.p->flow = asm_routine(&a, "flow", 0, 0, true);
    opx(&a, OP_JMP, 0, 0, 0, here(&a));
    asm_end(&a);
    t = sit_down(&a);
    char why[128];
    assert_int_equal(state_start(t.m, 1, 0, t.s), RUN_FAULT);
    state_fault_text(t.p, t.s, why, sizeof why);
    assert_string_equal(why, "test.game:10: in flow: the rules run on without a question");
    assert_null(state_check(t.p, t.s, t.p->layout.size));
    stand_up(&t);

    /* frames run out: a failure like any other */
    a = asm_new(1);
    int out = asm_var(&a, "out", SCOPE_GLOBAL, 0, 99, 0);
    int deep = asm_routine(&a, "deep", 0, 0, false);
    opx(&a, OP_CALL, 2, NO_REGISTER, NO_REGISTER, deep);
    asm_ret(&a);
    a.p->flow = asm_routine(&a, "flow", 0, 0, true);
    opx(&a, OP_CALL, 2, NO_REGISTER, NO_REGISTER, deep);
    ldi(&a, 3, 5);
    opx(&a, OP_STV, 3, NO_REGISTER, NO_REGISTER, out);
    asm_ret(&a);
    t = sit_down(&a);
    assert_int_equal(state_start(t.m, 1, 0, t.s), RUN_OVER);
    assert_int_equal(read_var(t.p, t.s, (uint32_t)out, 0, 0), 5);
    stand_up(&t);
}

/* Reasons with both numbers: a noted comparison, also one made in a routine the failing one called. */
static void reasons(void **state) {
    (void)state;
    struct assembler a = asm_new(1);
    int heat = asm_var(&a, "heat", SCOPE_GLOBAL, 0, 99, 7);
    int requires = asm_routine(&a, "requires", 0, 1, false);
    opx(&a, OP_LDV, 4, NO_REGISTER, NO_REGISTER, heat);
    ldi(&a, 5, 11);
    a.p->notes[a.p->n_notes++] = (struct note){.pc = (uint32_t)here(&a),
                                               .have = 4,
                                               .need = 5,
                                               .relation = 5,
                                               .kind = KIND_NUMBER,
                                               .words = asm_words(&a, "heat")};
    op(&a, OP_LE, 6, 5, 4);
    asm_ret1(&a, 6);
    a.p->flow = asm_routine(&a, "flow", 0, 0, true);
    asm_yesno(&a, 4);
    uint32_t no = opx(&a, OP_JZ, 4, 0, 0, 0);
    opx(&a, OP_CALL, 20, NO_REGISTER, NO_REGISTER, requires);
    uint32_t met = opx(&a, OP_JNZ, 20, 0, 0, 0);
    opx(&a, OP_FAIL, 0, 0, 0, asm_site(&a, SITE_FAIL, 0, KIND_NOTHING, "too cold"));
    land(&a, no);
    land(&a, met);
    op(&a, OP_UEND, 0, 0, 0);
    op(&a, OP_SCLR, 6, 0, 1);
    int where = asm_site(&a, SITE_CHOOSE, ASK_OPTIONAL, KIND_PLAYER, "Whom");
    a.p->sites[where].where = asm_words(&a, "somebody warm");
    opx(&a, OP_ASK, 4, 6, NO_REGISTER, where);
    asm_ret(&a);
    struct table_top t = sit_down(&a);
    char why[128];
    assert_int_equal(state_start(t.m, 1, 0, t.s), RUN_ASK);
    assert_string_equal(menu(&t, 0, 0), "no");
    state_why_not(t.m, t.s, 0, ANSWER_YES, why, sizeof why);
    assert_string_equal(why, "too cold (heat: 7, needs at least 11)");
    assert_int_equal(state_apply(t.m, t.s, 0, ANSWER_NO), APPLY_OK);
    assert_string_equal(menu(&t, 0, 0), "no"); /* always asked, also with one answer */
    state_why_not(t.m, t.s, 0, t.p->answers.players, why, sizeof why);
    assert_string_equal(why, "not: somebody warm");
    state_why_not(t.m, t.s, 0, 5, why, sizeof why);
    assert_string_equal(why, "not among the choices");
    stand_up(&t);
}

/* Players who are out, and the neutral one, are never asked. */
static void never_asked(void **state) {
    (void)state;
    struct assembler a = asm_new(3);
    int out = asm_var(&a, "out", SCOPE_GLOBAL, -5, 99, 0);
    int ask = asm_routine(&a, "ask", 0, 0, false);
    asm_yesno(&a, 4);
    opx(&a, OP_STV, 4, NO_REGISTER, NO_REGISTER, out);
    ldi(&a, 4, 1);
    asm_number(&a, 5, 4, 4);
    asm_ret(&a);
    a.p->flow = asm_routine(&a, "flow", 0, 0, true);
    ldi(&a, 4, 1);
    op(&a, OP_OUT, 4, 0, 0);
    op(&a, OP_SEATS, 6, 0, 0);
    opx(&a, OP_STV, 6, NO_REGISTER, NO_REGISTER, out);
    ldi(&a, 20, 0);
    opx(&a, OP_CALL, 20, NO_REGISTER, NO_REGISTER, ask);
    ldi(&a, 20, 1);
    opx(&a, OP_CALL, 20, NO_REGISTER, NO_REGISTER, ask);
    ldi(&a, 20, 3);
    opx(&a, OP_CALL, 20, NO_REGISTER, NO_REGISTER, ask);
    ldi(&a, 4, 4);
    op(&a, OP_LOST, 4, 0, 0);
    asm_end(&a);
    struct table_top t = sit_down(&a);
    assert_int_equal(state_start(t.m, 1, 0, t.s), RUN_ASK);
    assert_int_equal(read_var(t.p, t.s, (uint32_t)out, 0, 0), 5);
    assert_int_equal(state_apply(t.m, t.s, 0, ANSWER_YES), APPLY_OK);
    assert_int_equal(state_apply(t.m, t.s, 0, number_id(t.p, 1)), APPLY_OK);
    assert_int_equal(state_status(t.p, t.s), RUN_OVER);
    assert_int_equal(read_var(t.p, t.s, (uint32_t)out, 0, 0), 0);
    assert_int_equal(state_rank(t.m, t.s, 0), 1);
    assert_int_equal(state_rank(t.m, t.s, 1), 3); /* out */
    assert_int_equal(state_rank(t.m, t.s, 2), 2); /* lost */
    stand_up(&t);
}

/* The rest of a TRY whose number to pay is asked between low and high, of 3 coins; else `out` is 7. */
static struct table_top paying(struct asking *q, int coins, int low, int high) {
    struct assembler *a = &q->a;
    uint32_t from = opx(a, OP_TRY, 0, 0, 0, 0), over;
    ldi(a, 4, low), ldi(a, 5, high);
    asm_number(a, 6, 4, 5);
    op(a, OP_NEG, 7, 6, 0);
    opx(a, OP_ADDV, 7, REG_ME, NO_REGISTER, coins);
    op(a, OP_DONE, 0, 0, 0);
    over = opx(a, OP_JMP, 0, 0, 0, 0);
    land(a, from);
    ldi(a, 8, 7);
    opx(a, OP_STV, 8, NO_REGISTER, NO_REGISTER, (int)q->out);
    land(a, over);
    op(a, OP_FINISH, 0, 0, 0);
    asm_end(a);
    return sit_down(a);
}

static void trying(void **state) {
    (void)state;
    struct asking q = asking();
    int coins = asm_var(&q.a, "coins", SCOPE_PLAYER, 0, 100, 3);
    struct table_top t = paying(&q, coins, 4, 9);
    assert_int_equal(state_start(t.m, 1, 0, t.s), RUN_OVER);
    assert_int_equal(read_var(t.p, t.s, q.out, 0, 0), 7);
    stand_up(&t);

    q = asking();
    coins = asm_var(&q.a, "coins", SCOPE_PLAYER, 0, 100, 3);
    t = paying(&q, coins, 2, 9);
    assert_int_equal(state_start(t.m, 1, 0, t.s), RUN_ASK);
    assert_string_equal(numbers_menu(&t, 0), "2 3");
    assert_int_equal(read_var(t.p, t.s, (uint32_t)coins, 0, 0), 3);
    assert_int_equal(state_apply(t.m, t.s, 0, number_id(t.p, 2)), APPLY_OK);
    assert_int_equal(state_status(t.p, t.s), RUN_OVER);
    assert_int_equal(read_var(t.p, t.s, (uint32_t)coins, 0, 0), 1);
    assert_int_equal(read_var(t.p, t.s, q.out, 0, 0), 0);
    stand_up(&t);
}

/* Whether n can be paid inside attempts that many deep, each of which is only asked about. */
static void can_pay(struct assembler *a, int coins, int deep, int n) {
    uint32_t at[8];
    for (int i = 0; i < deep; i++)
        at[i] = opx(a, OP_CAN, 10 + i, i, 0, 0);
    pay(a, coins, n);
    for (int i = deep; i-- > 0;) {
        op(a, OP_DONE, i, 0, 0);
        land(a, at[i]);
        uint32_t fine = opx(a, OP_JNZ, 10 + i, 0, 0, 0);
        if (i) opx(a, OP_FAIL, 0, 0, 0, asm_site(a, SITE_FAIL, 0, KIND_NOTHING, "no"));
        land(a, fine);
    }
}

static void attempts_in_attempts(void **state) {
    (void)state;
    for (int deep = 1; deep <= 4; deep++)
        for (int n = 3; n <= 4; n++) {
            struct asking q = asking();
            int coins = asm_var(&q.a, "coins", SCOPE_PLAYER, 0, 100, 3);
            can_pay(&q.a, coins, deep, n);
            opx(&q.a, OP_STV, 10, NO_REGISTER, NO_REGISTER, (int)q.out);
            op(&q.a, OP_FINISH, 0, 0, 0);
            asm_end(&q.a);
            struct table_top t = sit_down(&q.a);
            assert_int_equal(state_start(t.m, 1, 0, t.s), RUN_OVER);
            assert_int_equal(read_var(t.p, t.s, q.out, 0, 0), n == 3 || deep > 3);
            assert_int_equal(read_var(t.p, t.s, (uint32_t)coins, 0, 0), 3);
            stand_up(&t);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_card),
        cmocka_unit_test(illegal_answers_change_nothing),
        cmocka_unit_test(nothing_is_answered_after_the_end),
        cmocka_unit_test(a_player_or_nobody),
        cmocka_unit_test(a_member),
        cmocka_unit_test(a_number_with_a_default),
        cmocka_unit_test(numbers_are_clamped_to_what_can_be_answered),
        cmocka_unit_test(yes_or_no),
        cmocka_unit_test(options),
        cmocka_unit_test(look_ahead),
        cmocka_unit_test(may),
        cmocka_unit_test(horizon),
        cmocka_unit_test(quiet_end),
        cmocka_unit_test(budgets),
        cmocka_unit_test(reasons),
        cmocka_unit_test(never_asked),
        cmocka_unit_test(trying),
        cmocka_unit_test(attempts_in_attempts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
