/* The verifier: a sound program passes; each kind of damage is named. Also the layout and the disassembler. */
#include "vm/asm.h"

#include "code/disasm.h"

static struct assembler sound(void) {
    struct assembler a = asm_new(3);
    asm_cards(&a, 40);
    static const char *const names[] = {"one", "two"};
    int e = asm_enum(&a, "unit", 2, names, NULL);
    asm_zone(&a, "deck", false, SEE_NOBODY, true);
    asm_zone(&a, "hand", true, SEE_OWNER, false);
    int stock = asm_var(&a, "stock", SCOPE_PLAYER, 0, 9, 1);
    a.p->vars[stock].n_index = 2;
    a.p->vars[stock].index_enum = e;
    asm_var(&a, "mark", SCOPE_CARD, 0, 9, 0);
    a.p->vars[1].width = 1;
    a.p->stock_var = stock;
    a.p->stock_enum = e;
    int32_t words[4] = {1, 2, 3, 4};
    asm_table(&a, TABLE_INT, words, 4, 0, 2);
    asm_table(&a, TABLE_SET, words, 4, 2, 0);
    int32_t routines[2] = {NONE, 0};
    asm_table(&a, TABLE_ROUTINE, routines, 2, 0, 0);
    asm_routine(&a, "callee", 1, 1, false);
    asm_ret1(&a, 2);
    a.p->flow = asm_routine(&a, "flow", 0, 0, true);
    asm_yesno(&a, 2);
    asm_ret(&a);
    return a;
}

/* One operation before the question, with and without which the program is judged. */
static const char *judge(enum op o, int x, int y, int z, int32_t extra, char *out, size_t cap) {
    struct assembler a = sound();
    a.p->n_code -= 1; /* takes the RET back */
    if (op_info(o)->x == X_NIL)
        op(&a, o, x, y, z);
    else
        opx(&a, o, x, y, z, extra);
    op(&a, OP_RET, NO_REGISTER, 0, 0);
    asm_end(&a);
    layout_compute(a.p);
    const char *wrong = verify_program(a.p, out, cap);
    program_free(a.p);
    return wrong;
}

enum { FORWARD = 5 }; /* the RET behind the operation */
#define FINE(...) assert_null(judge(__VA_ARGS__, out, sizeof out))
#define WRONG(text, ...)                                                                                               \
    do {                                                                                                               \
        const char *wrong = judge(__VA_ARGS__, out, sizeof out);                                                       \
        assert_non_null(wrong);                                                                                        \
        if (!strstr(wrong, text)) fail_msg("\"%s\" instead of \"%s\"", wrong, text);                                   \
    } while (0)

static void operands(void **state) {
    (void)state;
    char out[200];
    FINE(OP_ADD, 39, 1, 2, 0);
    WRONG("register 40", OP_ADD, 40, 1, 2, 0);
    WRONG("register 255", OP_MOV, 1, 255, 0, 0);
    FINE(OP_LDV, 2, NO_REGISTER, NO_REGISTER, 0);
    WRONG("register 40", OP_LDV, 2, 40, NO_REGISTER, 0);
    WRONG("variable 2", OP_LDV, 2, 1, 1, 2);
    FINE(OP_SAND, 2, 4, 6, 2);
    WRONG("a set of 2 words", OP_SAND, 39, 4, 6, 2);
    WRONG("a set of", OP_SAND, 2, 4, 6, 100);
    WRONG("a set of", OP_SAND, 2, 4, 6, 1 << 30);
    FINE(OP_SLDK, 2, 0, 2, 0);
    WRONG("constant", OP_SLDK, 2, 0, 3, 8);
    WRONG("a set of", OP_SCLR, 38, 0, 5, 0);
    FINE(OP_TAB, 2, 3, 0, 0);
    FINE(OP_TAB2, 2, 3, 4, 0);
    FINE(OP_STAB, 2, 3, 2, 1);
    FINE(OP_CALLT, 20, 3, NO_REGISTER, 2);
    WRONG("another kind", OP_TAB, 2, 3, 0, 1);
    WRONG("another kind", OP_STAB, 2, 3, 2, 0);
    WRONG("another kind", OP_CALLT, 20, 3, NO_REGISTER, 0);
    WRONG("table 3", OP_TAB, 2, 3, 0, 3);
    WRONG("rows of table", OP_STAB, 2, 3, 1, 1);
    FINE(OP_CALL, 20, NO_REGISTER, NO_REGISTER, 0);
    WRONG("window", OP_CALL, 38, NO_REGISTER, NO_REGISTER, 0);
    WRONG("window", OP_CALL, 1, NO_REGISTER, NO_REGISTER, 0);
    WRONG("window", OP_CALLT, 38, 3, NO_REGISTER, 2);
    WRONG("routine 2", OP_CALL, 20, NO_REGISTER, NO_REGISTER, 2);
    WRONG("routine 4294967295", OP_CALL, 20, NO_REGISTER, NO_REGISTER, -1);
    WRONG("zone 2", OP_ROTATE, 2, 0, 0, 2);
    WRONG("period 0", OP_BEGIN, 0, 0, 0, 0);
    WRONG("phase 0", OP_PHASE, 0, 0, 0, 0);
    WRONG("site 7", OP_FAIL, 0, 0, 0, 7);
    WRONG("a fork", OP_FORK, 2, 0, 0, FORWARD);
    FINE(OP_JMP, 0, 0, 0, 1);
    FINE(OP_JEQI, 2, -5, 0, FORWARD);
    WRONG("goes back to 1 without a step", OP_JEQI, 2, 3, 0, 1);
    WRONG("goes back to 1 without a step", OP_JZ, 2, 0, 0, 1);
    FINE(OP_STEP, 2, 3, 0, 1);
    FINE(OP_LNEXT, 2, 3, 4, FORWARD);
    WRONG("register 40", OP_LNEXT, 2, 3, 40, FORWARD);
    FINE(OP_SWHERE, 2, 4, 3, 1);
    FINE(OP_SEXCEPT, 2, 2, 3, 1);
    WRONG("whose variable", OP_SWHERE, 2, 4, 3, 0);
    WRONG("a set of", OP_SWHERE, 39, 2, 3, 1);
    WRONG("variable 2", OP_SWHERE, 2, 4, 3, 2);
    FINE(OP_SGROW, 2, 4, 2, 1);
    WRONG("it writes what it reads", OP_SGROW, 2, 3, 2, 1);
    WRONG("it writes what it reads", OP_SGROW, 3, 2, 2, 1);
    WRONG("another kind", OP_SGROW, 2, 4, 2, 0);
    FINE(OP_HEAR, 2, 0, 2, 0);
    WRONG("a set of 5 words", OP_HEAR, 36, 0, 2, 0);
    WRONG("it writes what it reads", OP_HEAR, 2, 4, 2, 0);
    WRONG("a set of cards", OP_HEAR, 2, 0, 1, 0);
    WRONG("constant", OP_HEAR, 2, 0, 2, 1 << 20);
    FINE(OP_ZSET, 2, 4, 2, 0);
    WRONG("a set of cards", OP_ZSET, 2, 4, 1, 0);
    WRONG("a list", OP_LMAKE, 2, 40, 0, 0);
    WRONG("returns too much", OP_RET, 39, 2, 0, 0);
    WRONG("jump to", OP_JMP, 0, 0, 0, 0); /* into another routine */
    WRONG("jump to", OP_JMP, 0, 0, 0, 2); /* into the middle of the ASK */
    WRONG("jump to", OP_JZ, 2, 0, 0, 1 << 20);
}

/* Damage to the tables themselves. */
typedef void damage(struct program *p);
/* clang-format off */
static void no_flow(struct program *p) { p->flow = 5; }
static void bad_op(struct program *p) { p->code[0] = 250; }
static void cut_off(struct program *p) { p->code[p->n_code - 1] = OP_JMP; }
static void runs_over(struct program *p) { p->code[p->n_code - 1] = OP_NOP; }
static void no_map(struct program *p) { p->n_maps = 0; }
static void bad_map(struct program *p) { p->maps[0].n = 41; }
static void wild_map(struct program *p) { p->maps[0].first = p->n_map_bytes; }
static void table_outside(struct program *p) { p->tables[0].first = p->n_pool; }
static void table_wraps(struct program *p) { p->tables[1].n = UINT32_MAX; }
static void no_routine(struct program *p) { p->pool[p->tables[2].first + 1] = 9; }
static void var_outside(struct program *p) { p->vars[1].offset = p->layout.size; }
static void var_width(struct program *p) { p->vars[1].width = 3; }
static void var_table(struct program *p) { p->vars[0].lows = 1; }
static void var_owner(struct program *p) { p->vars[1].first_owner = 1; }
static void face_no_json(struct program *p) { p->cards[0].face = 0; }
static void face_outside(struct program *p) { p->cards[0].face = (int32_t)p->n_strings; }
static void zone_range(struct program *p) { p->zones[0].n_cards = 41; }
static void zone_refill(struct program *p) { p->zones[0].refill = 9; }
static void zone_pile(struct program *p) { p->zones[0].pile_stride = 8; }
static void zone_owner(struct program *p) { p->owner_of_instance[0] = 1; }
static void overlap(struct program *p) { p->layout.known = p->layout.piles; }
static void size(struct program *p) { p->layout.size -= 64; }
static void seats(struct program *p) { p->seats = 9; }
static void words(struct program *p) { p->sites[0].words.n = 99; }
static void hole(struct program *p) {
    p->pieces[p->sites[0].words.first] = (struct piece){.string = NONE, .reg = 40, .kind = {VT_NUMBER, 0, 0}};
}
/* What is printed: names there are, nothing that play fills in, and no text in itself. */
static struct words one_piece(struct program *p, struct piece piece) {
    p->pieces[p->n_pieces] = piece;
    return (struct words){p->n_pieces++, 1};
}
static struct words known(struct program *p, unsigned type, int32_t value) {
    return one_piece(
        p, (struct piece){.string = NONE, .hole = HOLE_KNOWN, .kind = {(uint8_t)type, 0, 0}, .value = value});
}
static struct words filled(struct program *p, unsigned kind, int32_t value) {
    return one_piece(p, (struct piece){.string = NONE, .hole = (uint8_t)kind, .value = value});
}
static void known_member(struct program *p) { p->cards[0].text = known(p, VT_MEMBER, 2); }
static void known_amount(struct program *p) { p->cards[0].text = known(p, VT_AMOUNT, AMOUNT(1, 2)); }
static void known_card(struct program *p) { p->cards[0].text = known(p, VT_CARD, 40); }
static void known_space(struct program *p) { p->cards[0].text = known(p, VT_SPACE, 0); }
static void known_zone(struct program *p) { p->cards[0].text = known(p, VT_ZONE, 0); }
static void known_in_play(struct program *p) { p->sites[0].words = known(p, VT_MEMBER, -1); }
static void printed_by_play(struct program *p) { p->cards[0].text = filled(p, HOLE_VALUE, 0); }
static void printed_in_play(struct program *p) { p->sites[0].words = filled(p, HOLE_CARD, 0); }
static void card_in_itself(struct program *p) { p->cards[0].text = filled(p, HOLE_CARD, 0); }
static void add_clause_of(struct program *p, unsigned kind) {
    struct words itself = filled(p, kind, 0);
    p->clauses[p->n_clauses++] = (struct clause){.text = itself, .role = ROLE_FACT};
}
static void clause_in_itself(struct program *p) { add_clause_of(p, HOLE_TEXT); }
static void rule_of_no_card(struct program *p) {
    p->rules[p->n_rules++] = (struct rule){.text = filled(p, HOLE_CARD, 40)};
}
static void rule_past_pieces(struct program *p) {
    p->rules[p->n_rules++] = (struct rule){.name = {p->n_pieces, 1}};
}
static void string(struct program *p) { p->pieces[p->sites[0].words.first].string = 9999; }
static void registers(struct program *p) { p->routines[0].n_regs = 2; }
static void entry(struct program *p) { p->routines[1].entry++; }
static void enum_range(struct program *p) { p->enums[0].n = 99; }
static void enum_gap(struct program *p) { p->enums[0].first = 1; }
static void enum_less(struct program *p) { p->enums[0].n--; }
static void no_tag(struct program *p) { p->cards[0].tags = 1; }
static void prefer(struct program *p) { p->sites[0].prefer = 40; }
static void stock(struct program *p) { p->stock_var = 1; }
static void narrow(struct program *p) { p->card_words = 1; }

static void add_origin(struct program *p, struct origin o) { p->origins[p->n_origins++] = o; }
/* clang-format on */
static void origin_place(struct program *p) {
    add_origin(p, (struct origin){.pc = p->n_code, .routine = NONE, .param = NO_REGISTER, .up = 2});
}
static void origin_routine(struct program *p) {
    add_origin(p, (struct origin){.routine = 0, .n_args = 9, .param = NO_REGISTER, .up = NO_REGISTER});
}
static void origin_register(struct program *p) {
    p->pool[0] = 41;
    add_origin(p, (struct origin){.routine = NONE, .n_args = 1, .param = NO_REGISTER, .up = NO_REGISTER});
}
static void origin_order(struct program *p) {
    add_origin(p, (struct origin){.pc = 1, .routine = NONE, .param = NO_REGISTER, .up = 2});
    add_origin(p, (struct origin){.pc = 0, .routine = NONE, .param = NO_REGISTER, .up = 2});
}

static void add_look(struct program *p, struct look_entry l) {
    static struct look_entry looks[1];
    looks[0] = l;
    p->looks = looks, p->n_looks = 1;
}
static void look_picture(struct program *p) {
    add_look(p, (struct look_entry){.icon = NONE, .picture = LOOK_PICTURE_END});
}
static void look_ground(struct program *p) { /* of something that is no board */
    add_look(p, (struct look_entry){.of = LOOK_VAR, .icon = NONE, .texture = 1, .shape = 1});
}
static void look_row(struct program *p) {
    add_look(p, (struct look_entry){.of = LOOK_VAR, .icon = NONE, .row = 1});
}
static void look_colour(struct program *p) {
    add_look(p, (struct look_entry){.icon = NONE, .colour = LOOK_COLOUR_END});
}

/* Its routines: 0 takes an argument, 1 gives nothing. */
static void add_aim(struct program *p, struct aim aim) {
    p->aims = ARENA_NEW(p->arena, struct aim);
    p->aims[0] = aim;
    p->n_aims = 1;
}
static void aim_argument(struct program *p) {
    add_aim(p, (struct aim){.have = 0, .need = NONE, .brings = AIM_WIN});
}
static void aim_nothing(struct program *p) {
    p->routines[0].n_args = 0;
    add_aim(p, (struct aim){.have = 0, .need = 1, .brings = AIM_WIN});
}
static void aim_routine(struct program *p) {
    p->routines[0].n_args = 0;
    add_aim(p, (struct aim){.have = 2, .need = NONE, .brings = AIM_WIN});
}
static void aim_differs(struct program *p) {
    p->routines[0].n_args = 0;
    add_aim(p, (struct aim){.have = 0, .need = NONE, .brings = AIM_WIN, .relation = RELATION_NE});
}
static void aim_useless(struct program *p) {
    p->routines[0].n_args = 0;
    add_aim(p, (struct aim){.have = 0, .need = NONE});
}
static void aim_name(struct program *p) {
    p->routines[0].n_args = 0;
    add_aim(p, (struct aim){.name = 9999, .have = 0, .need = NONE, .brings = AIM_WIN});
}

static void tables(void **state) {
    (void)state;
    static damage *const all[] = {no_flow,
                                  bad_op,
                                  cut_off,
                                  runs_over,
                                  no_map,
                                  bad_map,
                                  wild_map,
                                  table_outside,
                                  table_wraps,
                                  no_routine,
                                  var_outside,
                                  var_width,
                                  var_table,
                                  var_owner,
                                  zone_range,
                                  zone_refill,
                                  zone_pile,
                                  zone_owner,
                                  overlap,
                                  size,
                                  seats,
                                  words,
                                  hole,
                                  string,
                                  registers,
                                  entry,
                                  enum_range,
                                  enum_gap,
                                  enum_less,
                                  no_tag,
                                  prefer,
                                  stock,
                                  narrow,
                                  origin_place,
                                  origin_routine,
                                  origin_register,
                                  origin_order,
                                  look_picture,
                                  look_colour,
                                  look_ground,
                                  look_row,
                                  face_no_json,
                                  face_outside,
                                  known_member,
                                  known_amount,
                                  known_card,
                                  known_space,
                                  known_zone,
                                  known_in_play,
                                  printed_by_play,
                                  printed_in_play,
                                  card_in_itself,
                                  clause_in_itself,
                                  rule_of_no_card,
                                  rule_past_pieces,
                                  aim_argument,
                                  aim_nothing,
                                  aim_routine,
                                  aim_differs,
                                  aim_useless,
                                  aim_name};
    char out[200];
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct assembler a = sound();
        layout_compute(a.p);
        assert_null(verify_program(a.p, out, sizeof out));
        all[i](a.p);
        if (!verify_program(a.p, out, sizeof out)) fail_msg("damage %u was not noticed", (unsigned)i);
        assert_true(strlen(out) > 3);
        program_free(a.p);
    }
}

static void layout(void **state) {
    (void)state;
    struct assembler a = sound();
    struct program *p = a.p;
    layout_compute(p);
    const struct layout *l = &p->layout;
    assert_int_equal(p->card_words, 2);
    assert_int_equal(l->vars, STATE_HEADER);
    assert_int_equal(l->vars_size, 3 * 2 * 2 + 40);
    assert_int_equal(p->vars[0].offset, l->vars); /* the wider first */
    assert_int_equal(p->n_zone_of_instance, 4);
    assert_int_equal(p->zones[1].instance, 1);
    assert_int_equal(p->owner_of_instance[0], NONE);
    assert_int_equal(p->owner_of_instance[3], 2);
    assert_int_equal(l->size % 64, 0);
    assert_int_equal(l->ask_words, 2);
    assert_int_equal(p->answers.cards, ANSWER_OPTIONS + MAX_OPTIONS);
    assert_int_equal(p->answers.total, p->answers.members + 2);
    program_free(p);
}

static void disassembly(void **state) {
    (void)state;
    struct assembler a = sound();
    struct buf out;
    buf_init(&out);
    disasm_program(a.p, &out);
    assert_string_equal(out.data, "routine 0 callee (1 arguments, 40 registers, 1 results)  test.game:10\n"
                                  "     0  RET      r2 *1\n"
                                  "routine 1 flow (0 arguments, 40 registers, 0 results, flow)  test.game:11\n"
                                  "                          ; test.game:100\n"
                                  "     1  ASK      r2 - - site 0  ; \"Yes?\"\n"
                                  "     3  RET      - *0\n");
    buf_clear(&out);
    a.p->code[0] = 255;
    disasm_routine(a.p, 0, &out);
    disasm_routine(a.p, 77, &out);
    assert_non_null(strstr(out.data, "?255"));
    buf_free(&out);
    program_free(a.p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operands),
        cmocka_unit_test(tables),
        cmocka_unit_test(layout),
        cmocka_unit_test(disassembly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
