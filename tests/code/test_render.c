/* Words with holes: every kind of value, sets and lists, hidden cards, short buffers. */
#include "vm/asm.h"

#include "code/render.h"

static const char *const units[] = {"wood", "stone"};

static struct assembler begin(void) {
    struct assembler a = asm_new(2);
    asm_cards(&a, 40);
    asm_enum(&a, "unit", 2, units, NULL);
    asm_zone(&a, "deck", false, SEE_NOBODY, true);
    asm_zone(&a, "hand", true, SEE_OWNER, false);
    a.p->zones[0].title = asm_string(&a, "the deck");
    a.p->spaces[a.p->n_spaces++] = (struct space){.name = asm_string(&a, "corner")};
    a.p->tracks[a.p->n_tracks++] =
        (struct track){.name = asm_string(&a, "heat"), .title = NONE, .var = NONE, .per_player = 1};
    a.p->boards[0] = (struct board){.name = asm_string(&a, "map"), .title = NONE};
    int32_t key = asm_string(&a, "do");
    a.p->clauses[0] =
        (struct clause){.key = key, .label = key, .text = asm_words(&a, "gain 1 wood"), .role = ROLE_EFFECT};
    a.p->n_clauses = 1;
    a.p->cards[3].n_clauses = 1;
    layout_compute(a.p);
    return a;
}

static const char *said(struct assembler *a, struct value_kind kind, const int32_t *regs, const uint32_t *blank) {
    static char out[300];
    struct text t;
    struct render r = {.program = a->p, .regs = regs, .n_regs = 4, .stack = regs, .n_stack = 4, .blank = blank};
    text_init(&t, out, sizeof out);
    render_value(&t, &r, kind, regs);
    assert_int_equal(t.n, strlen(out));
    return out;
}
#define SAID(text, kind, ...)                                                                                          \
    assert_string_equal(said(&a, (struct value_kind)kind, (int32_t[4]){__VA_ARGS__}, NULL), text)
#define K(...)                                                                                                         \
    { __VA_ARGS__ }

static void values(void **state) {
    (void)state;
    struct assembler a = begin();
    SAID("-12", K(VT_NUMBER, 0, 0), -12);
    SAID("-2147483648", K(VT_NUMBER, 0, 0), INT32_MIN);
    SAID("yes", K(VT_BOOL, 0, 0), 1);
    SAID("no", K(VT_BOOL, 0, 0), 0);
    SAID("A", K(VT_PLAYER, 0, 0), 0);
    SAID("neutral", K(VT_PLAYER, 0, 0), 2);
    SAID("nobody", K(VT_PLAYER, 0, 0), NONE);
    SAID("?", K(VT_PLAYER, 0, 0), 77);
    SAID("stone", K(VT_MEMBER, 0, 0), 1);
    SAID("none", K(VT_MEMBER, 0, 0), NONE);
    SAID("?", K(VT_MEMBER, 0, 9), 1);
    SAID("card 7", K(VT_CARD, 0, 0), 7);
    SAID("nothing", K(VT_CARD, 0, 0), NONE);
    SAID("?", K(VT_CARD, 0, 0), 40);
    SAID("corner", K(VT_SPACE, 0, 0), 0);
    SAID("2 wood", K(VT_AMOUNT, 0, 0), AMOUNT(2, 0));
    SAID("up to 3 stone", K(VT_AMOUNT, 0, 0), AMOUNT(3, 1) | AMOUNT_UPTO);
    SAID("-3 stone", K(VT_AMOUNT, 0, 0), AMOUNT(-3, 1));
    a.p->members[1].many = asm_string(&a, "stones");
    SAID("1 stone", K(VT_AMOUNT, 0, 0), AMOUNT(1, 1));
    SAID("-1 stone", K(VT_AMOUNT, 0, 0), AMOUNT(-1, 1));
    SAID("0 stones", K(VT_AMOUNT, 0, 0), AMOUNT(0, 1));
    SAID("up to 3 stones", K(VT_AMOUNT, 0, 0), AMOUNT(3, 1) | AMOUNT_UPTO);
    SAID("stone", K(VT_MEMBER, 0, 0), 1);
    SAID("the deck", K(VT_ZONE, 0, 0), 0);
    SAID("B's hand", K(VT_ZONE, 0, 0), 2);
    SAID("A's heat", K(VT_TRACK, 0, 0), TRACK_VALUE(0, 0));
    SAID("map", K(VT_BOARD, 0, 0), 0);
    SAID("nothing", K(VT_CARD, VF_SET, 0), 0, 0);
    SAID("card 1", K(VT_CARD, VF_SET, 0), 2, 0);
    SAID("card 1 and card 32", K(VT_CARD, VF_SET, 0), 2, 1);
    SAID("card 1, card 2 and card 32", K(VT_CARD, VF_SET, 0), 6, 1);
    SAID("A and B", K(VT_PLAYER, VF_SET, 0), 3);
    SAID("wood and stone", K(VT_MEMBER, VF_SET, 0), 3);
    SAID("2 wood and 1 stone", K(VT_AMOUNT, VF_LIST, 0), LIST_STACK + 1, 2, AMOUNT(2, 0), AMOUNT(1, 1));
    SAID("nothing", K(VT_AMOUNT, VF_LIST, 0), LIST_STACK + 1, 0);
    SAID("?", K(VT_AMOUNT, VF_LIST, 0), LIST_STACK + 1, 9);
    SAID("?", K(VT_AMOUNT, VF_LIST, 0), LIST_STACK + 400);
    uint32_t blank[2] = {2 | 4, 0};
    int32_t one[4] = {1}, set[4] = {2 | 4 | 8, 1}, all[4] = {2};
    assert_string_equal(said(&a, KIND_CARD, one, blank), "a card");
    assert_string_equal(said(&a, (struct value_kind){VT_CARD, VF_SET, 0}, set, blank), "card 3, card 32 and 2 cards");
    assert_string_equal(said(&a, (struct value_kind){VT_CARD, VF_SET, 0}, all, blank), "a card");
    a.p->cards[2].name = a.p->cards[3].name = a.p->cards[1].name; /* copies */
    assert_string_equal(said(&a, (struct value_kind){VT_CARD, VF_SET, 0}, set, NULL), "card 1 (3) and card 32");
    assert_string_equal(said(&a, (struct value_kind){VT_CARD, VF_SET, 0}, set, blank), "card 1, card 32 and 2 cards");
    program_free(a.p);
}

static void templates(void **state) {
    (void)state;
    struct assembler a = begin();
    struct words w = asm_words(&a, "gain ");
    asm_hole(&a, &w, 2, (struct value_kind){VT_AMOUNT, 0, 0});
    asm_more(&a, &w, " for ");
    asm_hole(&a, &w, 3, KIND_CARD);
    struct words clause = asm_words(&a, NULL);
    asm_hole(&a, &clause, 3, KIND_CARD);
    a.p->pieces[clause.first].hole = HOLE_CLAUSE;
    a.p->pieces[clause.first].member = (uint16_t)asm_string(&a, "do");
    int32_t regs[4] = {0, 0, AMOUNT(2, 1), 3};
    struct render r = {.program = a.p, .regs = regs, .n_regs = 4};
    char out[100];
    struct text t;
    text_init(&t, out, sizeof out);
    render_words(&t, &r, w);
    assert_string_equal(out, "gain 2 stone for card 3");
    text_init(&t, out, sizeof out);
    render_words(&t, &r, clause);
    assert_string_equal(out, "gain 1 wood");
    regs[3] = 4; /* has no such clause */
    text_init(&t, out, sizeof out);
    render_words(&t, &r, clause);
    assert_string_equal(out, "card 4");
    text_init(&t, out, 8);
    render_words(&t, &r, w);
    assert_string_equal(out, "gain 2 ");
    assert_int_equal(t.n, strlen("gain 2 stone for card 4"));
    text_init(&t, NULL, 0);
    render_words(&t, &r, w);
    assert_int_equal(t.n, strlen("gain 2 stone for card 4"));
    r.regs = NULL;
    text_init(&t, out, sizeof out);
    render_words(&t, &r, w);
    assert_string_equal(out, "gain ... for ...");
    program_free(a.p);
}

/* Printed: what is known stands in its hole, with its span; sentences begin with a capital, whatever they begin with.
 */
static void put_known(struct assembler *a, struct words *w, struct value_kind kind, int32_t value, unsigned form) {
    a->p->pieces[a->p->n_pieces++] =
        (struct piece){.string = NONE, .hole = HOLE_KNOWN, .member = (uint16_t)form, .kind = kind, .value = value};
    w->n++;
}

static void spans_are(const struct spans *spans, const char *text, const char *wanted) {
    char list[300] = "";
    for (uint32_t i = 0; i < spans->n; i++) {
        const struct text_span *s = &spans->list[i];
        size_t n = strlen(list);
        snprintf(list + n, sizeof list - n, "%.*s:%u:%u:%d ", s->length, text + s->at, s->kind, s->index,
                 (int)s->value);
    }
    assert_string_equal(list, wanted);
}

static void printed(void **state) {
    (void)state;
    struct assembler a = begin();
    struct spans spans;
    struct value_kind member = {VT_MEMBER, 0, 0}, amount = {VT_AMOUNT, 0, 0}, number = {VT_NUMBER, 0, 0};
    a.p->members[1].many = asm_string(&a, "stones");
    struct words w = asm_words(&a, NULL);
    put_known(&a, &w, member, 1, 0);
    asm_more(&a, &w, ", ");
    put_known(&a, &w, member, 1, KNOWN_MANY);
    asm_more(&a, &w, ", ");
    put_known(&a, &w, amount, AMOUNT(-3, 1), 0);
    asm_more(&a, &w, ", ");
    put_known(&a, &w, amount, AMOUNT(1, 1), KNOWN_SIGN);
    asm_more(&a, &w, ", ");
    put_known(&a, &w, number, -2, KNOWN_SIGN);
    asm_more(&a, &w, ", a ");
    put_known(&a, &w, KIND_CARD, 5, 0);
    asm_more(&a, &w, ", ");
    put_known(&a, &w, (struct value_kind){VT_SPACE, 0, 0}, 0, 0);
    const char *text = render_kept(a.p->arena, a.p, w, &spans);
    assert_string_equal(text, "stone, stones, \xE2\x88\x92"
                              "3 stones, +1 stone, \xE2\x88\x92"
                              "2, a card 5, corner");
    spans_are(&spans, text,
              "stone:3:1:0 stones:3:1:0 \xE2\x88\x92"
              "3 stones:4:1:-3 +1 stone:4:1:1 \xE2\x88\x92"
              "2:5:0:-2 card 5:1:5:0 corner:2:0:0 ");
    struct words sentence = asm_words(&a, NULL); /* of the clause, which begins with a member */
    a.p->clauses[0].text = w;
    a.p->pieces[a.p->n_pieces++] = (struct piece){.string = NONE, .hole = HOLE_TEXT, .value = 0};
    sentence.n++;
    asm_more(&a, &sentence, ".");
    a.p->clauses[0].sentence = sentence;
    text = render_kept_card(a.p->arena, a.p, 3, &spans);
    assert_memory_equal(text, "Stone, stones, ", 15);
    assert_int_equal(spans.n, 7);
    assert_true(spans.list[0].kind == SPAN_MEMBER && spans.list[0].index == 1 && spans.list[0].length == 5);
    struct words rule = {a.p->n_pieces, 1}; /* that tells the card */
    a.p->pieces[a.p->n_pieces++] = (struct piece){.string = NONE, .hole = HOLE_CARD, .value = 3};
    assert_string_equal(render_kept(a.p->arena, a.p, rule, NULL), text);
    program_free(a.p);
}

static void articles(void **state) {
    (void)state;
    struct assembler a = begin();
    a.p->members[0].name = asm_string(&a, "ore");
    struct words w = asm_words(&a, "takes a ");
    asm_hole(&a, &w, 2, (struct value_kind){VT_MEMBER, 0, 0});
    asm_more(&a, &w, " from Tia ");
    asm_hole(&a, &w, 3, (struct value_kind){VT_MEMBER, 0, 0});
    int32_t regs[4] = {0, 0, 0, 0};
    struct render r = {.program = a.p, .regs = regs, .n_regs = 4};
    char out[100];
    struct text t;
    text_init(&t, out, sizeof out);
    render_words(&t, &r, w);
    assert_string_equal(out, "takes an ore from Tia ore");
    for (size_t cap = 1; cap < 12; cap++) { /* the length is that of the whole, however little fits */
        text_init(&t, out, cap);
        render_words(&t, &r, w);
        assert_int_equal(t.n, strlen("takes an ore from Tia ore"));
        assert_int_equal(strlen(out), cap - 1);
        assert_memory_equal(out, "takes an ore from Tia ore", cap - 1);
    }
    regs[2] = 1;
    text_init(&t, out, sizeof out);
    render_words(&t, &r, w);
    assert_string_equal(out, "takes a stone from Tia ore");
    program_free(a.p);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(values), cmocka_unit_test(templates), cmocka_unit_test(printed),
                                       cmocka_unit_test(articles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
