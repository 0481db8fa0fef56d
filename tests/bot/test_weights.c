/* What bots know of a game: the text of weights, what is wrong with one, and what a position is worth by it. */
#include "support/made.h"
#include "support/unit.h"

#include "bot/worth.h"
#include "support/level.h"

static const char definition[] = "game \"Weighing\":\n"
                                 "  players: 2\n"
                                 "resource wood, stone\n"
                                 "kind rank:\n"
                                 "  value noble -> bool = true\n"
                                 "rank Jack\n"
                                 "rank Queen: noble: me.fame > 2\n"
                                 "period day\n"
                                 "zone deck(rank, see: nobody)\n"
                                 "player:\n"
                                 "  var stock[resource]: number(0..) = 0\n"
                                 "  var fame: number(0..9) = 2\n"
                                 "  var friend: player = none\n"
                                 "  var tired: bool = false\n"
                                 "  track road(1..5)\n"
                                 "  zone hand(rank, see: owner)\n"
                                 "var weather: number(0..3) = 0\n"
                                 "flow:\n"
                                 "  shuffle(deck)\n"
                                 "  for me in players: draw(1)\n"
                                 "  repeat 4:\n"
                                 "    begin(day)\n"
                                 "    turn:\n"
                                 "      choose r in resource \"Which?\"\n"
                                 "      gain(1 r); weather = 1; me.tired = true; me.friend = next(me); raise(me.road)\n"
                                 "      me.fame += 1\n"
                                 "    me = next(me)\n"
                                 "score: wood: me.stock[wood]\n";

/* After A has taken one wood in the first of four days: a lead of 1 in wood, fame and road, and of 1 point. */
static void a_position_is_worth_what_the_weights_say(void **state) {
    static const struct {
        const char *text;
        int64_t of_a;
    } wanted[] = {
        {"", 1000},
        {"stock[wood] 0.2 0", 1200},
        {"length day 4\nfame 0.1 0.4", 1000 + 100 + 300}, /* a quarter of the days is over */
        {"length day 4\nfame 0.4", 1000 + 300},
        {"length day 4\nleft 4\nleft table.day -10 0\nfame 0 1", 1000 + 500}, /* two have begun: two of four are left */
        {"table.weather 0.8 0\nsquare table.weather 1.6 0",
         1000 + 100 + 24}, /* a whole is 1000, weather 1 is 125, its square 15 */
        {"aim table.day 10", 1000 + 2000},
        {"noble(hand) 0.3 0", 1000 + 300}, /* of the card A holds; of B's it cannot be known */
    };
    (void)state;
    tn_game *game = made_game(definition);
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *s = tn_state_new(game);
    assert_int_equal(tn_state_start(ctx, 1, 0, s), TN_ASK);
    assert_true(tn_good(tn_state_apply(ctx, s, 0, tn_state_nth(game, s, 0, 0))));
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        struct buf nothing;
        struct worth worth;
        buf_init(&nothing);
        struct weights *weights = weights_new(game, wanted[i].text, strlen(wanted[i].text), &nothing, &nothing);
        assert_non_null(weights);
        assert_true(worth_init(&worth, weights, game, ctx));
        if (worth_of(&worth, s, 0) != wanted[i].of_a)
            fail_msg("%s: worth %d, wanted %d", wanted[i].text, (int)worth_of(&worth, s, 0), (int)wanted[i].of_a);
        worth_free(&worth);
        weights_free(weights);
        buf_free(&nothing);
    }
    tn_state_free(s);
    tn_ctx_free(ctx);
    tn_game_free(game);
}

/* Reads the text; what is warned of, or else what is wrong, or else what is written again. */
static void expect(const tn_game *game, const char *text, const char *wanted) {
    struct buf warnings, error, again;
    buf_init(&warnings);
    buf_init(&error);
    buf_init(&again);
    struct weights *weights = weights_new(game, text, strlen(text), &warnings, &error);
    assert_true((weights == NULL) == (error.n > 0));
    if (weights) weights_write(weights, &again);
    assert_string_equal(warnings.n ? warnings.data : error.n ? error.data : again.data, wanted);
    weights_free(weights);
    buf_free(&warnings);
    buf_free(&error);
    buf_free(&again);
}

static void texts_are_read_and_written(void **state) {
    (void)state;
    tn_game *game = made_game(definition);
    expect(game, "", "");
    expect(game, "# nothing\n\n  \t\r\n", "");
    expect(game, "length day 4\nstock[wood] 1.5 # dear\nfame -0.07\ncount(hand) +12.345\nroad 0\n",
           "length day 4.000\nstock[wood] 0.000 1.500\nfame 0.000 -0.070\ncount(hand) 0.000 12.345\n");
    expect(game, "fame 1000", "fame 0.000 1000.000\n");
    expect(game, "fame 1 -2\n", "fame 1.000 -2.000\n");
    expect(game, "aim table.day 3\nleft 5\nleft table.day -1 0.5\nsquare table.weather 1 0\nhand:Jack 0.5 0\n",
           "left 5.000\naim table.day 3.000\nleft table.day -1.000 0.500\nhand:Jack 0.500 0.000\n"
           "square table.weather 1.000 0.000\n");
    tn_game_free(game);
}

static void mistakes_are_told_with_their_line(void **state) {
    (void)state;
    tn_game *game = made_game(definition);
    expect(game, "fame 1\nfame 2\n", "line 2: \"fame\" is said twice");
    expect(game, "fame\n", "line 1: expected NAME NUMBER NUMBER or length PERIOD NUMBER");
    expect(game, "\nfame 1 2 3 4\n", "line 2: too many words: \"4\"");
    expect(game, "fame much\n", "line 1: \"much\" is not a number with at most three decimals");
    expect(game, "fame 0.1234\n", "line 1: \"0.1234\" is not a number with at most three decimals");
    expect(game, "fame -\n", "line 1: \"-\" is not a number with at most three decimals");
    expect(game, "fame 1000.5\n", "line 1: 1000.5 is more than 1000");
    expect(game, "fame 99999999999999999999\n",
           "line 1: \"99999999999999999999\" is not a number with at most three decimals");
    expect(game, "length day 0\n", "line 1: a length of 0 is not possible");
    expect(game, "length day 3\nlength day 3\n", "line 2: the length is said twice");
    expect(game, "left 1\nleft 1\n", "line 2: what is left is said twice");
    expect(game, "left -1\n", "line 1: less than nothing cannot be left");
    expect(game, "left fame 1 1\n", "line 1: \"fame\" is not of the table");
    expect(game, "aim fame 1\n", "line 1: \"fame\" is not of the table");
    struct buf nothing, error;
    buf_init(&nothing);
    buf_init(&error);
    assert_null(weights_new(game, "fame 1\n\0\n", 9, &nothing, &error));
    assert_string_equal(error.data, "line 2: this is not text");
    buf_free(&error);
    tn_game_free(game);
}

static void what_the_game_does_not_have_is_left_out(void **state) {
    (void)state;
    tn_game *game = made_game(definition);
    expect(game, "fane 1\n", "line 1: the game has no number \"fane\"; did you mean \"fame\"?\n");
    expect(game, "hand:King 1 1\n", ""); /* an option may have other cards */
    expect(game, "weather 1\nlength year 3\n",
           "line 1: the game has no number \"weather\"\nline 2: the game has no period \"year\"\n");
    tn_game_free(game);
}

static void less_is_to_come_from_period_to_period(void **state) {
    (void)state;
    struct weights weights = {.period = 0, .length = 2500};
    const int32_t wanted[] = {1000, 1000, 600, 200, 0, 0};
    for (int begun = 0; begun < 6; begun++)
        assert_int_equal(weights_share(&weights, begun), wanted[begun]);
    weights.period = -1;
    assert_int_equal(weights_share(&weights, 7), 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_is_worth_what_the_weights_say),
        cmocka_unit_test(texts_are_read_and_written),
        cmocka_unit_test(mistakes_are_told_with_their_line),
        cmocka_unit_test(what_the_game_does_not_have_is_left_out),
        cmocka_unit_test(less_is_to_come_from_period_to_period),
    };
    return cmocka_run_group_tests_name("bot.weights", tests, NULL, NULL);
}
