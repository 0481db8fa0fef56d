/* What lines of the log are made of: real amounts, cards, what was put where, and where each came from. */
#include "support/unit.h"

#include "support/made.h"
#include "support/said.h"

#include <stdio.h>

static const char dig[] =
    "game \"Dig\":\n"
    "  players: 2\n"
    "resource coin \"coins\", ore\n"
    "piece camp\n"
    "kind site(bonus: amount..., finds: number = 0) is space:\n"
    "  var tile: piece = none\n"
    "  var owner: player = none\n"
    "  var trap(see: nobody): number(0..9) = 0\n"
    "board map(square):\n"
    "  row(site(2 ore), site(1 coin, finds: 1))\n"
    "  row(site, site)\n"
    "track depth(0..9):\n"
    "  at 2, 4: gain(3 coin)\n"
    "  at 6: bury()\n"
    "kind tool(price: number):\n"
    "  rule do\n"
    "tool Spade(1): do: raise(depth, 2)\n"
    "tool Lamp(1): do: raise(depth, 4)\n"
    "tool Cart(2): when dug(by: me): gain(1 coin)\n"
    "tool Pick(1): do: gain(2 ore); me.skill += 1\n"
    "tool Mask(1): do: me.secret += 1\n"
    "tool Rope(1): do: reveal(me.hand)\n"
    "tool Sack(1): do: gain(1 ore)\n"
    "zone deck(tool, see: nobody)\n"
    "player:\n"
    "  var stock[resource]: number(0..) = 5\n"
    "  var skill: number(0..) = 0\n"
    "  var secret(see: owner): number(0..) = 0\n"
    "  zone hand(tool, see: owner)\n"
    "  zone bag(tool, live: true)\n"
    "signal dug(at: site, by: player) \"{by} digs at {at}\"\n"
    "when dug: gain(at.bonus); draw(at.finds); gain(count(s in near(at) where s.tile == camp) ore)\n"
    "def bury: lose(upto 1 coin); me.stock[ore] += 4\n"
    "flow:\n"
    "  for c in [Spade, Lamp, Cart, Pick, Mask]: move(c, to: seat(1).hand)\n"
    "  repeat 20:\n"
    "    for me in players:\n"
    "      turn:\n"
    "        either \"Play\":\n"
    "          choose c in me.hand \"Which tool?\"\n"
    "          pay(c.price coin); move(c, to: me.bag); c.do()\n"
    "        or \"Dig\":\n"
    "          choose s in map where s.tile == none \"Where?\"\n"
    "          s.tile = camp; s.owner = me; emit dug(s, me)\n"
    "        or \"Rest\": me.skill += 1\n"
    "score: coins: me.stock[coin]\n";

struct heard {
    tn_game *game;
    tn_ctx *ctx;
    tn_state *state;
    struct buf lines; /* "text\nparts\n", as `seat` reads it */
    unsigned seat;
};

static void hear(void *user, const tn_event *e) {
    struct heard *h = user;
    bool reads = h->seat < 32 && e->seen_by >> h->seat & 1u;
    const char *text = reads ? e->text.bytes : e->public_text.bytes;
    if (!*text) return;
    buf_printf(&h->lines, "%s\n", text);
    said_parts(&h->lines, reads ? e->parts : e->public_parts, reads ? e->n_parts : e->n_public_parts);
}

static void open_game(struct heard *h, const char *text, unsigned seat) {
    *h = (struct heard){.game = made_game(text), .seat = seat};
    h->ctx = tn_ctx_new(h->game);
    h->state = tn_state_new(h->game);
    buf_init(&h->lines);
    tn_ctx_sink(h->ctx, hear, h);
    assert_int_equal(tn_state_start(h->ctx, 1, 0, h->state), TN_ASK);
}

static void close_game(struct heard *h) {
    buf_free(&h->lines);
    tn_state_free(h->state);
    tn_ctx_free(h->ctx);
    tn_game_free(h->game);
}

/* What is told of an answer that begins with these words. */
static const char *answer(struct heard *h, unsigned seat, const char *words) {
    tn_question q;
    char text[256];
    buf_clear(&h->lines);
    assert_true(tn_state_question(h->game, h->state, seat, &q));
    for (uint32_t i = 0; i < q.count; i++) {
        uint32_t id = tn_state_nth(h->game, h->state, seat, i);
        tn_answer_text(h->ctx, h->state, seat, id, text, sizeof text);
        if (strncmp(text, words, strlen(words)) != 0) continue;
        assert_true(tn_good(tn_state_apply(h->ctx, h->state, seat, id)));
        return h->lines.n ? h->lines.data : "";
    }
    fail_msg("%s cannot be answered", words);
    return "";
}

/* clang-format off */
#define STOCK(n, member, by, now)                                                                                      \
    "{\"what\":\"number\",\"seat\":" #n ",\"var\":3,\"index\":" #member ",\"member\":" #member ",\"by\":" #by          \
    ",\"now\":" #now

static void numbers_say_which_card_or_mark_gave_them(void **unused) {
    (void)unused;
    struct heard h;
    open_game(&h, dig, 0);
    answer(&h, 0, "Play");
    assert_string_equal(answer(&h, 0, "Spade"), /* its rule goes to the mark at 2 */
                        "A: Which tool? Spade: -1 coin\n{\"parts\":[" STOCK(0, 0, -1, 4) "}]}\n"
                        "A plays Spade: depth +2 (now 2), +3 coins\n"
                        "{\"parts\":[{\"what\":\"played\",\"seat\":0,\"zone\":2,\"n\":1,\"cards\":[0]},"
                        "{\"what\":\"track\",\"track\":0,\"by\":2,\"now\":2,\"from\":{\"card\":0}},"
                        STOCK(0, 0, 3, 7) ",\"from\":{\"track\":0,\"at\":2}}]}\n");
    answer(&h, 1, "Rest");
    answer(&h, 0, "Play");
    assert_string_equal(
        strstr(answer(&h, 0, "Lamp"), "{\"what\":\"track\""), /* past 4, then 6, where a def is called */
        "{\"what\":\"track\",\"track\":0,\"by\":4,\"now\":6,\"from\":{\"card\":1}},"
        STOCK(0, 0, 3, 9) ",\"from\":{\"track\":0,\"at\":4}},"
        STOCK(0, 0, -1, 8) ",\"from\":{\"track\":0,\"at\":6}},"
        STOCK(0, 1, 4, 9) ",\"from\":{\"track\":0,\"at\":6}}]}\n");
    answer(&h, 1, "Rest");
    answer(&h, 0, "Play");
    assert_string_equal(strstr(answer(&h, 0, "Pick"), STOCK(0, 1, 2, 11)),
                        STOCK(0, 1, 2, 11) ",\"from\":{\"card\":3}},"
                        "{\"what\":\"number\",\"seat\":0,\"var\":4,\"by\":1,\"now\":1,\"from\":{\"card\":3}}]}\n");
    close_game(&h);
}

/* Player A has Cart, which reacts to digging; B digs at the first space, A at the second. */
static const char *dig_twice(struct heard *h, unsigned reader) {
    open_game(h, dig, reader);
    answer(h, 0, "Play"), answer(h, 0, "Cart");
    answer(h, 1, "Dig"), answer(h, 1, "map 1");
    answer(h, 0, "Dig");
    return answer(h, 0, "map 2");
}

#define DUG                                                                                                            \
    "A: Where? map 2\n{}\n"                                                                                            \
    "A digs at map 2: +1 coin\n"                                                                                       \
    "{\"parts\":[{\"what\":\"put\",\"var\":0,\"space\":1,\"now\":2},{\"what\":\"put\",\"var\":1,\"space\":1,\"now\":"  \
    "0}," STOCK(0, 0, 1, 4) ",\"from\":{\"space\":1}}]}\n"
#define GAINED                                                                                                         \
    "A gains 1 ore and 1 coin\n{\"parts\":[" STOCK(0, 1, 1, 6) ",\"from\":{\"space\":1}}," STOCK(0, 0, 1, 5)          \
        ",\"from\":{\"card\":2}}]}\n"
/* clang-format on */

static void spaces_give_what_is_printed_and_counted_there(void **unused) {
    (void)unused;
    struct heard h;
    assert_string_equal(dig_twice(&h, 0),
                        DUG "A draws Rope\n{\"parts\":[{\"what\":\"drawn\",\"seat\":0,\"zone\":1,\"n\":1,\"cards\":[5],"
                            "\"from\":{\"space\":1}}]}\n" GAINED);
    answer(&h, 1, "Rest"), answer(&h, 0, "Play");
    assert_non_null(
        strstr(answer(&h, 0, "Rope"), "{\"what\":\"shown\",\"seat\":0,\"zone\":1,\"n\":4,\"cards\":[0,1,3,4]}"));
    close_game(&h);
}

static void others_are_told_how_many_cards(void **unused) {
    (void)unused;
    struct heard h;
    assert_string_equal(dig_twice(&h, 1),
                        DUG "A draws 1 card\n{\"parts\":[{\"what\":\"drawn\",\"seat\":0,\"zone\":1,\"n\":1,"
                            "\"from\":{\"space\":1}}]}\n" GAINED);
    answer(&h, 1, "Rest");
    answer(&h, 0, "Play");
    assert_null(strstr(answer(&h, 0, "Mask"), "\"var\":5")); /* a number that its owner alone sees */
    close_game(&h);
}

/* ---- a space that was not chosen or changed in the open is told only where nothing is hidden */
static void plays(const char *head, const char *flow, const char *wanted, const char *unwanted) {
    char text[1500];
    struct heard h;
    snprintf(text, sizeof text,
             "game \"Farm\":\n  players: 2\nresource corn\n"
             "kind field(yield: amount) is space:\n  var owner: player = none\n"
             "board land(square):\n  row(field(2 corn), field(3 corn))\n"
             "kind plan(size: number):\n  rule do\nplan Small(1): do: gain(1 corn)\nplan Large(2): do: gain(2 corn)\n"
             "%s"
             "flow:\n"
             "%s",
             head, flow);
    open_game(&h, text, 1);
    char told[1500];
    size_t n = (size_t)snprintf(told, sizeof told, "%s", answer(&h, 0, "land 2"));
    if (tn_state_asked(h.game, h.state) == 2) snprintf(told + n, sizeof told - n, "%s", answer(&h, 1, "land 1"));
    if (wanted && !strstr(told, wanted)) fail_msg("%s: no %s in\n%s", flow, wanted, told);
    if (unwanted && strstr(told, unwanted)) fail_msg("%s: %s in\n%s", flow, unwanted, told);
    close_game(&h);
}

static void what_is_hidden_is_not_told_by_where_it_came_from(void **unused) {
    (void)unused;
    static const char open[] = "player:\n  var stock[resource]: number(0..) = 0\n  var home: field = none\n";
    static const char hidden[] =
        "player:\n  var stock[resource]: number(0..) = 0\n  var home(see: owner): field = none\n"
        "  var plan(see: owner): plan = none\n";
    static const char later[] = "  for me in players:\n    choose s in land \"Where?\"\n    me.home = s\n"
                                "  let b = seat(1).home\n  gain(b.yield, to: seat(1))\n  choose s in land \"On?\"\n";
    static const char at_once[] = "  for me in players:\n    choose s in land \"Where?\"\n    gain(s.yield)\n";
    static const char together[] = "  together me in players:\n    choose s in land \"Where?\"\n    gain(s.yield)\n"
                                   "  for me in players: choose s in land \"On?\"\n";
    static const char harvest[] = "  for me in players:\n    choose s in land \"Where?\"\n    s.owner = me\n"
                                  "    for f in land where f.owner == me: gain(f.yield)\n";
    plays(open, later, "\"from\":{\"space\":1}", NULL);
    plays(hidden, later, "3 corn", "\"from\"");
    plays(hidden, at_once, "\"from\":{\"space\":1}", NULL);
    plays(open, together, "corn", "\"from\"");
    plays(open, harvest, "\"from\":{\"space\":1}", NULL);
    plays(hidden, harvest, "\"from\":{\"space\":1}", NULL); /* it is where the owner was put */
    static const char secret_plan[] = "  for me in players:\n    choose s in land \"Where?\"\n"
                                      "    me.plan = Large; let p = me.plan; p.do()\n";
    plays(hidden, secret_plan, "2 corn", "\"from\"");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_say_which_card_or_mark_gave_them),
        cmocka_unit_test(spaces_give_what_is_printed_and_counted_there),
        cmocka_unit_test(others_are_told_how_many_cards),
        cmocka_unit_test(what_is_hidden_is_not_told_by_where_it_came_from),
    };
    return cmocka_run_group_tests_name("vm.parts", tests, NULL, NULL);
}
