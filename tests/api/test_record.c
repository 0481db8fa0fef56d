/* Positions as JSON: how things are written, what may be left out, and what is said about mistakes. That every position
 * survives is in tests/battery/test_record.c. */
#include "support/unit.h"

#include "terrane_table.h"

#include <stdio.h>
#include <stdlib.h>

static const char definition[] = "game \"Port\":\n"
                                 "  players: 2..3\n"
                                 "period day\n"
                                 "resource coin, stone(12)\n"
                                 "piece crane\n"
                                 "kind berth is space:\n"
                                 "  var built: piece = none\n"
                                 "  var owner: player = none\n"
                                 "board quay(square):\n"
                                 "  row(gate: berth, berth, berth)\n"
                                 "  row(2 berth)\n"
                                 "track tide(-4..4, step: 2, start: 0)\n"
                                 "player:\n"
                                 "  var stock[resource]: number(0..) = 0\n"
                                 "  var home: berth = none\n"
                                 "  var boss: captain = none\n"
                                 "  var bid(see: owner): number(0..9) = 0\n"
                                 "  track fame(0..5, loop: true)\n"
                                 "  zone hand(cargo, see: owner)\n"
                                 "  zone crew(captain, live: true)\n"
                                 "kind cargo(price: number):\n"
                                 "  var tons: number(0..9) = 1\n"
                                 "cargo Tea(1, copies: 3)\n"
                                 "cargo Salt(2)\n"
                                 "cargo \"Red Wine\"(3)\n"
                                 "kind captain(pay: number)\n"
                                 "captain Salt(1)\n"
                                 "captain Ada(2)\n"
                                 "kind order:\n"
                                 "  rule do\n"
                                 "  var owner: player = none\n"
                                 "order Work: do: gain(1 coin)\n"
                                 "order Rest: do: me.bid = 1; reveal(me.bid); raise(me.fame); raise(tide)\n"
                                 "zone deck(cargo, see: nobody)\n"
                                 "zone inn(captain)\n"
                                 "zone shelf(cargo, see: everyone, ordered: true)\n"
                                 "def pick_order \"choose an order\":\n"
                                 "  choose o in order \"Which order?\"\n"
                                 "  o.do()\n"
                                 "flow:\n"
                                 "  shuffle(deck)\n"
                                 "  for me in players: draw(1)\n"
                                 "  phase morning:\n"
                                 "    for me in players:\n"
                                 "      choose n in 0..3 \"How many?\"\n"
                                 "      gain(n coin)\n"
                                 "  phase work \"At work\":\n"
                                 "    repeat 3:\n"
                                 "      begin(day)\n"
                                 "      for me in players:\n"
                                 "        turn(1..2): pick_order()\n"
                                 "score: coins: me.stock[coin]\n";

static tn_game *game;
static tn_ctx *ctx;
static tn_state *state;
static char why[600], text[60000];

static int setup(void **unused) {
    (void)unused;
    tn_source *source = NULL;
    assert_int_equal(tn_source_parse("port.game", definition, sizeof definition - 1, &source), TN_OK);
    if (tn_game_new(source, NULL, &game) != TN_OK) {
        for (size_t i = 0; i < tn_source_diag_count(source); i++)
            tn_source_diag_text(source, i, false, text, sizeof text), fputs(text, stderr);
        return 1;
    }
    tn_source_free(source);
    ctx = tn_ctx_new(game);
    state = tn_state_new(game);
    return ctx && state ? 0 : 1;
}

static int teardown(void **unused) {
    (void)unused;
    tn_state_free(state);
    tn_ctx_free(ctx);
    tn_game_free(game);
    return 0;
}

static tn_status read_json(const char *json) {
    return tn_state_read_json(ctx, json, strlen(json), 5, 0, state, why, sizeof why);
}

static const char *write_json(unsigned seat) {
    size_t n = tn_state_json(ctx, state, seat, text, sizeof text);
    assert_in_range(n, 1, sizeof text - 1);
    return text;
}

static void expect(const char *part) {
    if (!strstr(text, part))
        fail_msg("expected %s in %s", part, strlen(text) > 1500 ? text + strlen(text) - 1500 : text);
}

/* ---- what is left out has its first value */
static void little_is_enough(void **unused) {
    (void)unused;
    if (read_json("{\"begin\": {\"turn\": \"B\"}}") != TN_ASK) fail_msg("%s", why);
    write_json(TN_EVERYTHING);
    expect("\"phase\": \"work\"");
    expect("\"tide\": 0");
    expect("\"B\": {\"stock\": {\"coin\": 0, \"stone\": 0}, \"home\": null, \"boss\": null, \"bid\": 0, \"fame\": 0, "
           "\"fame laps\": 0, \"hand\": [], \"crew\": []}");
    expect(
        "\"deck\": {\"shuffled\": [\"Tea #1\", \"Tea #2\", \"Tea #3\", \"Salt\", \"Red Wine\"]}"); /* nobody sees it */
    expect("\"inn\": [\"Salt (captain)\", \"Ada\"], \"shelf\": []");
    expect("\"supply\": {\"coin\": 9999, \"stone\": 12}");
    expect("\"gate\": {\"row\": 1, \"column\": 1, \"built\": null, \"owner\": null}");
    expect("\"asked\": [{\"seat\": \"B\", \"question\": \"Which order?\", \"answers\": [\"Work\", \"Rest\"]}]");
    expect("\"Work\": {\"owner\": null}");
    expect("\"around\": [2, \"B\"]"); /* as if the loops had just begun */
}

static void everything_can_be_said(void **unused) {
    (void)unused;
    const char *json =
        "{\"terrane\": \"state 1\", \"game\": \"Port\", \"seats\": 2, \"options\": {}, \"periods\": {\"day\": 2},\n"
        " \"table\": {\"tide\": -2, \"deck\": [\"Salt\", \"Tea\"], \"shelf\": [\"Red Wine\", \"Tea #2\"]},\n"
        " \"players\": {\"A\": {\"stock\": {\"coin\": 7, \"stone\": 5}, \"home\": \"row 2 column 2\", \"boss\": "
        "\"Salt\",\n"
        "   \"bid\": 4, \"bid revealed\": 1, \"fame laps\": 2, \"crew\": [\"Salt\"], \"hand\": [\"Tea\"]}},\n"
        " \"boards\": {\"quay\": {\"quay 5\": {\"built\": \"crane\", \"owner\": \"A\"}, \"row 1 space 2\": {\"owner\": "
        "\"neutral\"}}},\n"
        " \"cards\": {\"Red Wine\": {\"tons\": 9}, \"Rest\": {\"owner\": \"B\"}}, \"known\": {\"A\": [\"Salt\"]},\n"
        " \"begin\": {\"phase\": \"work\", \"turn\": \"A\", \"action\": 2, \"around\": [0, \"B\"]}}";
    if (read_json(json) != TN_ASK) fail_msg("%s", why);
    write_json(TN_EVERYTHING);
    expect("\"periods\": {\"day\": 2}");
    expect("\"tide\": -2");
    expect("\"supply\": {\"coin\": 9999, \"stone\": 7}"); /* the rest */
    expect("\"deck\": [\"Salt\", \"Tea #1\"], \"inn\": [\"Ada\"], \"shelf\": [\"Red Wine\", \"Tea #2\"]");
    expect("\"home\": \"quay 5\", \"boss\": \"Salt (captain)\", \"bid revealed\": 1, \"bid\": 4, \"fame\": 0, \"fame "
           "laps\": 2");
    expect("\"hand\": [\"Tea #3\"], \"crew\": [\"Salt (captain)\"]");
    expect("\"quay 2\": {\"row\": 1, \"column\": 2, \"built\": null, \"owner\": \"neutral\"}");
    expect("\"quay 5\": {\"row\": 2, \"column\": 2, \"built\": \"crane\", \"owner\": \"A\"}");
    expect("\"Red Wine\": {\"tons\": 9}");
    expect("\"known\": {\"A\": [\"Salt\"]}");
    expect("\"question\": \"Another action?\"");
    expect("\"A\": {\"total\": 7, \"lines\": {\"coins\": 7}}");
    expect("\"begin\": {\"phase\": \"work\", \"turn\": \"A\", \"action\": 2, \"line\": 51, \"around\": [0, \"B\"]}");
}

static void a_seat_sees_its_part(void **unused) {
    (void)unused;
    static char other[sizeof text];
    const char *json = "{\"players\": {\"A\": {\"bid\": 4, \"hand\": [\"Salt\"]}, \"B\": {\"hand\": [\"Tea\", "
                       "\"Tea\"]}}, \"begin\": {\"turn\": \"A\"}}";
    if (read_json(json) != TN_ASK) fail_msg("%s", why);
    write_json(1);
    expect("\"seen_by\": \"B\"");
    expect("\"A\": {\"stock\": {\"coin\": 0, \"stone\": 0}, \"home\": null, \"boss\": null, \"fame\": 0, \"fame "
           "laps\": 0, \"hand\": [null], \"crew\": []}");
    expect("\"hand\": [\"Tea #1\", \"Tea #2\"]");
    expect("\"deck\": [null, null]");
    expect("\"asked\": [{\"seat\": \"A\"}]");
    assert_null(strstr(text, "course"));
    assert_null(strstr(text, "chance"));
    assert_null(strstr(text, "score"));
    assert_int_equal(read_json(memcpy(other, text, strlen(text) + 1)), TN_BAD_STATE);
    assert_non_null(strstr(why, "only a complete position"));
}

static void an_end_is_a_position(void **unused) {
    (void)unused;
    if (read_json("{\"status\": \"over\", \"winners\": [\"B\"], \"players\": {\"A\": {\"stock\": {\"coin\": 3}}}}") !=
        TN_OVER)
        fail_msg("%s", why);
    write_json(TN_EVERYTHING);
    expect("\"status\": \"over\"");
    expect("\"B\": {\"total\": 0, \"rank\": 1");
    assert_int_equal(tn_state_rank(ctx, state, 0), 2);
}

/* A course belongs to its position. */
static void a_course_must_fit(void **unused) {
    (void)unused;
    char changed[60000];
    assert_int_equal(tn_state_start(ctx, 3, 0, state), TN_ASK);
    strcpy(changed, write_json(TN_EVERYTHING));
    char *coin = strstr(changed, "\"coin\": 0");
    assert_non_null(coin);
    coin[8] = '5';
    assert_int_equal(read_json(changed), TN_BAD_STATE);
    assert_non_null(strstr(why, "the course does not fit"));
    coin[8] = '0';
    assert_int_equal(read_json(changed), TN_ASK);
    char *frames = strstr(changed, "\"frames\": [[");
    frames[12] = frames[12] == '9' ? '8' : '9'; /* another routine waits there */
    assert_int_equal(read_json(changed), TN_BAD_STATE);
    assert_non_null(strstr(why, "course: "));
}

static void mistakes_are_located(void **unused) {
    (void)unused;
    static const struct {
        const char *json, *message;
    } wrong[] = {
        {"{\n  \"tabel\": {}}", "2:3: there is no part of a position \"tabel\"; did you mean \"table\"?"},
        {"[]", "1:1: an object {...} is expected here"},
        {"{\"table\": {\"tide\": 0}", "no comma between values"},
        {"{\"table\": {},\n \"table\": {}}", "2:2: \"table\" is said twice"},
        {"{}", "1:1: it does not say where play begins"},
        {"{\"terrane\": \"state 2\"}", "1:13: terrane: what can be read here is \"state 1\", not \"state 2\""},
        {"{\"game\": \"Harbour\"}", "game: the game is \"Port\", not \"Harbour\""},
        {"{\"seats\": 3}", "seats: the game is played by 2, not by 3"},
        {"{\"options\": {\"map\": \"a\"}}", "options: there is no option \"map\""},
        {"{\"status\": \"fault\"}", "cannot go on"},
        {"{\"phase\": \"wrok\"}", "did you mean \"work\"?"},
        {"{\"periods\": {\"week\": 1}}", "there is no period \"week\" (there are: day)"},
        {"{\"out\": [\"C\"]}", "out: there is no player \"C\" (there are: A, B)"},
        {"{\"table\": {\n  \"tied\": 2}}",
         "2:3: table: there is no variable, track or zone \"tied\"; did you mean \"tide\"?"},
        {"{\"table\": {\"tide\": 5}}", "1:20: table.tide: 5 is not in -4..4"},
        {"{\"table\": {\"tide\": 1}}", "table.tide: 1 is not a step: the track goes from -4 to 4 by 2"},
        {"{\"table\": {\"tide\": 1.5}}", "a whole number is expected here"},
        {"{\"table\": {\"tide\": \"high\"}}", "table.tide: a number is expected here"},
        {"{\"players\": {\"Z\": {}}}", "players: there is no player \"Z\""},
        {"{\"players\": {\"A\": {\"stock\": {\"coins\": 2}}}}",
         "players.A.stock: there is no resource \"coins\"; did you mean \"coin\"?"},
        {"{\"players\": {\"A\": {\"stock\": {\"coin\": -1}}}}", "players.A.stock.coin: -1 is not in 0..9999"},
        {"{\"players\": {\"A\": {\"stock\": {\"stone\": 13}}}, \"begin\": {}}",
         "the players have more \"stone\" than there are"},
        {"{\"players\": {\"A\": {\"home\": \"gaet\"}}}",
         "players.A.home: there is no space \"gaet\"; did you mean \"gate\"?"},
        {"{\"players\": {\"A\": {\"boss\": \"Tea\"}}}", "players.A.boss: \"Tea\" (cargo) does not belong here"},
        {"{\"players\": {\"A\": {\"hand\": [\"Teas\"]}}}",
         "players.A.hand: there is no card \"Teas\"; did you mean \"Tea\"?"},
        {"{\"players\": {\"A\": {\"hand\": [\"Ada\"]}}}", "players.A.hand: \"Ada\" (captain) does not belong here"},
        {"{\"players\": {\"A\": {\"hand\": [\"Salt\"]}},\n\"table\": {\"deck\": [\"Salt\"]}}",
         "1:29: \"Salt\" is in two zones; the other one is in line 2"},
        {"{\"players\": {\"A\": {\"hand\": [\"Tea\", \"Tea #2\", \"Tea\", \"Tea\"]}}}",
         "there are not that many \"Tea\""},
        {"{\"players\": {\"A\": {\"hand\": [\"Tea #4\"]}}}", "there is no card \"Tea #4\""},
        {"{\"players\": {\"A\": {\"hand\": [null]}}}", "a hidden card: only a complete position can be played from"},
        {"{\"players\": {\"A\": {\"hand\": {\"top\": []}}}}", "players.A.hand: a list [...] is expected here"},
        {"{\"table\": {\"deck\": {\"upper\": []}}}", "table.deck: there is no part of a pile \"upper\""},
        {"{\"boards\": {\"key\": {}}}", "boards: there is no board \"key\""},
        {"{\"boards\": {\"quay\": {\"quay 9\": {}}}}", "boards.quay: there is no space \"quay 9\""},
        {"{\"boards\": {\"quay\": {\"gate\": {\"row\": 2}}}}", "boards.quay.gate: this space is in row 1"},
        {"{\"boards\": {\"quay\": {\"gate\": {}, \"row 1 space 1\": {}}}}", "is said twice"},
        {"{\"boards\": {\"quay\": {\"gate\": {\"built\": \"house\"}}}}",
         "there is no piece \"house\" (there are: crane)"},
        {"{\"boards\": {\"quay\": {\"gate\": {\"owner\": 1}}}}", "boards.quay.gate.owner: a text is expected here"},
        {"{\"cards\": {\"Tea\": {\"tons\": 3}}}", "cards: there are several \"Tea\": \"Tea #1\" is the first"},
        {"{\"known\": {\"A\": [\"Salt\"]}, \"begin\": {}}",
         "known.A: \"Salt\" does not lie hidden from A in a place that is certain"},
        {"{\"chance\": {\"key\": \"12\"}}", "chance.key: 16 hexadecimal digits are expected here"},
        {"{\"chance\": {\"piles\": [1]}}", "chance.piles: there are more piles"},
        {"{\"begin\": {\"turn\": \"A\", \"phase\": \"morning\"}}",
         "begin: play cannot begin at such a turn; it can at: morning in line"},
        {"{\"begin\": {\"turn\": \"A\", \"action\": 3}}", "play cannot begin at such a turn"},
        {"{\"begin\": {\"phase\": \"evening\"}}", "begin: there is no phase \"evening\""},
        {"{\"begin\": {\"turn\": \"C\"}}", "there is no player \"C\""},
        {"{\"begin\": {\"turn\": \"B\"}, \"out\": [\"B\"]}", "begin: B is out of the game"},
        {"{\"begin\": {\"turn\": \"A\", \"me\": \"A\"}}", "\"turn\" says already who acts"},
        {"{\"begin\": {\"phase\": \"work\", \"action\": 1}}", "only a turn has actions"},
        {"{\"begin\": {\"turn\": \"A\", \"around\": [1]}}", "2 loops are around it; there must be one value for each"},
        {"{\"course\": {}}", "course: a course has \"fits\", \"frames\" and \"stack\""},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        tn_status status = read_json(wrong[i].json);
        if (status != TN_BAD_STATE) fail_msg("read with status %d: %s", status, wrong[i].json);
        if (!strstr(why, wrong[i].message))
            fail_msg("%s\n  expected: %s\n  found:    %s", wrong[i].json, wrong[i].message, why);
    }
}

static void places_have_words(void **unused) {
    (void)unused;
    assert_int_equal(tn_game_find_space(game, "gate"), 0);
    assert_int_equal(tn_game_find_space(game, "quay 4"), 3);
    assert_int_equal(tn_game_find_space(game, "row 2 column 1"), 3);
    assert_int_equal(tn_game_find_space(game, "quay row 2 space 2"), 4);
    assert_int_equal(tn_game_find_space(game, "row 3 column 1"), -1);
    assert_int_equal(tn_game_find_space(game, "row 2 column 3"), -1);
    assert_int_equal(tn_game_find_space(game, "row two"), -1);
    assert_int_equal(tn_game_find_space(game, "quay 1"), 0); /* the gate */
    assert_int_equal(tn_game_find_space(game, "quay 0"), -1);
    assert_int_equal(tn_game_find_space(game, "quay 99"), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(little_is_enough),     cmocka_unit_test(everything_can_be_said),
        cmocka_unit_test(a_seat_sees_its_part), cmocka_unit_test(an_end_is_a_position),
        cmocka_unit_test(a_course_must_fit),    cmocka_unit_test(mistakes_are_located),
        cmocka_unit_test(places_have_words),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
