/* What `why` says, on a small game: reasons by name, numbers that belong to them, payments with all that may pay. */
#include "show/text_json.h"
#include "show/why.h"
#include "support/made.h"
#include "support/said.h"
#include "support/unit.h"

#include <stdlib.h>

static const char game_text[] = //
    "game \"Reasons\":\n"
    "  players: 2\n"
    "period day\n"
    "resource coin, wood(worth: 2)\n"
    "player:\n"
    "  var stock[resource]: number(0..) = 5\n"
    "  var fame: number(0..) = 0\n"
    "  var sworn: bool = false\n"
    "  zone hand(ware, see: owner)\n"
    "  zone shop(ware, see: everyone, live: true)\n"
    "  zone wagon(ware, see: owner)\n"
    "zone shelf(crate, see: everyone)\n"
    "kind crate\n"
    "crate Crate\n"
    "kind ware(cost: number):\n"
    "  value requires -> bool = true\n"
    "  var sold: bool = false\n"
    "ware Castle(20)\n"
    "ware Tent(12)\n"
    "ware Hut(11)\n"
    "ware Mill(3): requires: me.fame >= 2\n"
    "ware Barn(3): requires: me.fame < 0 or count(me.shop) > 0\n"
    "kind goal:\n"
    "  var owner: player = none\n"
    "goal First\n"
    "goal Second\n"
    "kind stall\n"
    "stall Fair\n"
    "kind field is space:\n"
    "  var owner: player = none\n"
    "board land(square):\n"
    "  row(field, field)\n"
    "  row(field, field)\n"
    "def share(n: number) -> number \"{n} for you\" = if me.fame > 3 then n else n - me.stock[coin]\n"
    "flow:\n"
    "  for me in players: gain(0 coin)\n"
    "  move([w in ware], to: seat(1).hand)\n"
    "  round day:\n"
    "    for me in players:\n"
    "      turn:\n"
    "        either \"Buy\":\n"
    "          choose w in me.hand \"Which ware?\"\n"
    "          needs w.requires\n"
    "          pay(w.cost coin, with: [wood])\n"
    "          move(w, to: me.shop)\n"
    "        or \"Sell\":\n"
    "          choose w in me.shop where not w.sold \"Sell what?\"\n"
    "          w.sold = true\n"
    "        or \"Win a goal\":\n"
    "          choose g in goal where g.owner == none \"Which goal?\"\n"
    "          if share(7) > 1: me.fame += 0\n"
    "          needs day == 3 or me.sworn \"only the sworn win\"\n"
    "          needs me.fame >= 4 \"fame: {me.fame} of {share(5) + 4}\"\n"
    "          me.fame -= 4\n"
    "          g.owner = me\n"
    "        or \"Trade\":\n"
    "          choose f in stall \"Where to?\"\n"
    "          lose(2 coin)\n"
    "          lose(4 coin)\n"
    "        or \"Settle\":\n"
    "          choose s in land where s.owner == none \"Where?\"\n"
    "          choose t in land where t.owner == none and t != s \"And where?\"\n"
    "          s.owner = me; t.owner = me\n"
    "end when day > 5 \"days are over\"\n"
    "score:\n"
    "  fame: me.fame\n";

/* A set that is passed on, and is one of two. */
static const char sites_text[] = //
    "game \"Sites\":\n"
    "  players: 2\n"
    "resource dike, barn\n"
    "kind field is space:\n"
    "  var owner: player = none\n"
    "  var wet: bool = false\n"
    "board land(square):\n"
    "  row(field, field, field)\n"
    "def inland -> set field \"a field inland |\" = [s in land where not s.wet]\n"
    "def mine -> set field \"a field of yours |\" = [s in land where s.owner == me]\n"
    "def sites(r: resource) -> set field = if r == dike then mine() else inland()\n"
    "def build(r: resource, at: set field = sites(r)) \"build a {r} |\":\n"
    "  choose s in at \"Where?\"\n"
    "  s.owner = me\n"
    "flow:\n"
    "  for s in land where s.column == 1: s.wet = true\n"
    "  repeat 2:\n"
    "    turn: build(barn)\n"
    "    me = next(me)\n"
    "score:\n"
    "  fields: count(s in land where s.owner == me)\n";

struct table {
    tn_game *game;
    struct match match;
};

static int set_up_game(void **state, const char *text) {
    struct table *t = calloc(1, sizeof *t);
    assert_non_null(t);
    t->game = made_game(text);
    assert_int_equal(match_init(&t->match, t->game, 1), TN_OK);
    *state = t;
    return 0;
}

static int set_up(void **state) {
    return set_up_game(state, game_text);
}

static int set_up_sites(void **state) {
    return set_up_game(state, sites_text);
}

static int tear_down(void **state) {
    struct table *t = *state;
    match_free(&t->match);
    tn_game_free(t->game);
    free(t);
    return 0;
}

/* What a seat is told about the only thing of that name. */
static void expect(struct table *t, unsigned seat, const char *name, const char *wanted) {
    struct asking at = match_asking(&t->match, seat);
    struct buf said;
    struct reasons reasons;
    uint32_t id;
    buf_init(&said);
    reasons_init(&reasons);
    assert_int_equal(menu_named(&at, name, &id, 1), 1);
    why_put(&t->match, seat, id, &reasons);
    said_reasons(&reasons, &said);
    assert_string_equal(said.data, wanted);
    reasons_free(&reasons);
    buf_free(&said);
}

static void answer(struct table *t, unsigned seat, const char *words) {
    struct asking at = match_asking(&t->match, seat);
    struct menu menu;
    uint32_t index;
    menu_init(&menu);
    assert_true(menu_load(&menu, &at));
    assert_int_equal(menu_find(&menu, words, &index), MENU_ONE);
    assert_int_equal(match_answer(&t->match, seat, menu.ids[index]), TN_OK);
    menu_free(&menu);
}

/* Wood is worth two coins: 5 of it and 5 coins pay for what costs 15. */
static void all_that_may_pay_is_counted(void **state) {
    struct table *t = *state;
    expect(t, 0, "Tent", "Buy: possible now");
    expect(t, 0, "Hut", "Buy: possible now");
    expect(t, 0, "Castle", "Buy: not possible now\n- 5 coin short: you have 5, need 10, after paying 5 wood");
}

/* What one has is what lies there now, whatever was taken on the way. */
static void what_is_taken_on_the_way_is_needed_too(void **state) {
    expect(*state, 0, "Fair", "Trade: not possible now\n- 1 coin short: you have 5, need 6");
}

/* What was compared elsewhere on the way is not the reason, and what a condition guards is not told beside it. */
static void reasons_have_their_own_numbers(void **state) {
    struct table *t = *state;
    expect(t, 0, "Mill", "Buy: not possible now\n- a fame of at least 2 (your fame: 0, needs at least 2)");
    expect(t, 0, "First", "Win a goal: not possible now\n- only the sworn win (day: 1, needs 3)\n- fame: 0 of 4");
}

static void tables_show_numbers_that_count(void **state) {
    struct table *t = *state;
    struct asking at = match_asking(&t->match, 0);
    static const struct { const char *card, *shown; } wanted[] = {{"Mill", "0/2"}, {"Barn", "0/1"}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        struct buf out;
        tn_reading r = {0};
        uint32_t id;
        buf_init(&out);
        assert_int_equal(menu_named(&at, wanted[i].card, &id, 1), 1);
        for (size_t v = 0; v < tn_game_value_count(t->game) && !r.compared; v++)
            if (!tn_value_get(at.ctx, at.state, 0, v, answer_card(t->game, id), 0, &r)) r.compared = false;
        assert_true(r.compared);
        reading_put(t->game, &r, &out);
        assert_string_equal(out.data, wanted[i].shown);
        buf_free(&out);
    }
    struct buf out;
    buf_init(&out);
    reading_put(t->game, &(tn_reading){.compared = true, .most = true, .have = 7, .need = 5}, &out);
    assert_string_equal(out.data, "7, at most 5");
    buf_clear(&out);
    reading_put(t->game, &(tn_reading){.compared = true, .have = -30, .need = 4}, &out);
    assert_string_equal(out.data, "-30, at least 4");
    buf_free(&out);
}

/* A second space to choose is no way to the first one. */
static void spaces_are_not_explained_by_others(void **state) {
    struct table *t = *state;
    expect(t, 0, "land 1", "Settle: possible now");
    answer(t, 0, "Settle");
    answer(t, 0, "land 1");
    expect(t, 0, "land 1", "not possible now\n- it is land 1");
    answer(t, 0, "land 2");
    answer(t, 1, "Settle");
    expect(t, 1, "land 1", "not possible now\n- land 1 has an owner");
    expect(t, 1, "land 3", "possible now");
}

static void what_is_not_asked_for_says_where_it_is_and_who_must_act(void **state) {
    struct table *t = *state;
    expect(t, 0, "Crate", "not possible now\n- it is in shelf\n- no rule ever lets anybody choose it");
    expect(t, 1, "Tent", "not possible now\n- it is in A's hand\n- A must answer first"); /* it saw where they went */
    answer(t, 0, "Buy");
    expect(t, 0, "Mill", "not possible now\n- a fame of at least 2 (your fame: 0, needs at least 2)");
    expect(t, 0, "land 1", "not possible now\n- you are asked something else now: Which ware?");
    answer(t, 0, "Tent");
    expect(t, 0, "Crate", "not possible now\n- it is in shelf\n- no rule ever lets anybody choose it");
    expect(t, 0, "Tent",
           "not possible now\n- it is in your hand\n- you are asked something else now: Pay 12 coin with wood");
    expect(t, 0, "wood", "not possible now\n- you are asked something else now: Pay 12 coin with wood");
    /* what it could still buy is open until it has paid; it has 5 coin and 5 wood */
    expect(t, 0, "Hut",
           "not possible now\n- it is in your hand\n- you are asked something else now: Pay 12 coin with wood");
    answer(t, 0, "5 wood");
    expect(t, 1, "Tent", "not possible now\n- it is in A's shop\n- you are asked something else now: Choose one");
    expect(t, 0, "Tent", "When it is your turn:\nSell: possible now");
}

/* What a text names where is told beside it. */
static void spans_are_told(void **state) {
    struct table *t = *state;
    struct asking at = match_asking(&t->match, 1);
    struct reasons reasons;
    struct buf out;
    struct json j;
    uint32_t id;
    assert_int_equal(menu_named(&at, "Tent", &id, 1), 1);
    reasons_init(&reasons);
    why_put(&t->match, 1, id, &reasons);
    expect(t, 1, "Tent", "not possible now\n- it is in A's hand\n- A must answer first");
    json_init(&j, &out);
    j.tight = true;
    json_object(&j, NULL);
    why_put_json(&j, &reasons);
    tn_span spans[] = {{.at = 3, .length = 1, .kind = TN_SPAN_SEAT, .index = 1},
                       {.at = 6, .length = 7, .kind = TN_SPAN_CARD, .index = 7},
                       {.at = 14, .length = 7, .kind = TN_SPAN_AMOUNT, .index = 2, .value = -3},
                       {.at = 22, .length = 1, .kind = TN_SPAN_NUMBER, .value = 4}};
    text_put_json(&j, "text", (tn_text){"\303\204 B, \360\235\224\271ild -3 wood 4", spans, 4}); /* in UTF-16 units */
    json_close(&j);
    assert_string_equal(out.data,
                        "{\"lines\":[{\"kind\":\"impossible\",\"text\":\"not possible now\"},"
                        "{\"kind\":\"missing\",\"text\":\"it is in A's hand\",\"spans\":[[9,1,\"seat\",0]]},"
                        "{\"kind\":\"missing\",\"text\":\"A must answer first\",\"spans\":[[0,1,\"seat\",0]]}],"
                        "\"text\":\"\303\204 B, \360\235\224\271ild -3 wood 4\","
                        "\"spans\":[[2,1,\"seat\",1],[5,5,\"card\",7],[11,7,\"amount\",2,-3],[19,1,\"number\",4]]}");
    reasons_free(&reasons);
    buf_free(&out);
}

/* The other of the two was not asked about. */
static void only_the_set_that_was_followed_is_told(void **state) {
    expect(*state, 0, "land 1", "not possible now\n- land 1 is wet");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_that_may_pay_is_counted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_taken_on_the_way_is_needed_too, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reasons_have_their_own_numbers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(tables_show_numbers_that_count, set_up, tear_down),
        cmocka_unit_test_setup_teardown(spaces_are_not_explained_by_others, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_the_set_that_was_followed_is_told, set_up_sites, tear_down),
        cmocka_unit_test_setup_teardown(spans_are_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_not_asked_for_says_where_it_is_and_who_must_act, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("api.why", tests, NULL, NULL);
}
