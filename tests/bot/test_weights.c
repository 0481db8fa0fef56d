/* What bots know of a game: the numbers of a player, the text of weights, and what is wrong with one. */
#include "support/made.h"
#include "support/unit.h"

#include "bot/bot.h"
#include "support/level.h"

static const char definition[] = "game \"Weighing\":\n"
                                 "  players: 2\n"
                                 "resource wood, stone\n"
                                 "kind rank\n"
                                 "rank Jack\n"
                                 "rank Queen\n"
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

static void the_numbers_of_a_player_are_found(void **state) {
    (void)state;
    tn_game *game = made_game(definition);
    number_list numbers;
    struct buf names;
    buf_init(&names);
    assert_true(numbers_list(game, &numbers));
    for (size_t i = 0; i < numbers.n; i++) {
        number_name(game, &numbers.data[i], &names);
        buf_puts(&names, " ");
    }
    assert_string_equal(names.data, "stock[wood] stock[stone] fame road count(hand) ");
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *s = tn_state_new(game);
    assert_int_equal(tn_state_start(ctx, 1, 0, s), TN_ASK);
    assert_true(tn_good(tn_state_apply(ctx, s, 0, tn_state_nth(game, s, 0, 0))));
    const int64_t leads[] = {1, 0, 1, 1, 0};
    for (size_t i = 0; i < numbers.n; i++) {
        assert_int_equal(number_lead(game, s, 0, &numbers.data[i]), leads[i]);
        assert_int_equal(number_lead(game, s, 1, &numbers.data[i]), -leads[i]);
    }
    assert_int_equal(number_margin(ctx, game, s, 1), -1);
    tn_state_free(s);
    tn_ctx_free(ctx);
    VEC_FREE(&numbers);
    buf_free(&names);
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
           "length day 4.000\nstock[wood] 1.500\nfame -0.070\ncount(hand) 12.345\n");
    expect(game, "fame 1000", "fame 1000.000\n");
    tn_game_free(game);
}

static void mistakes_are_told_with_their_line(void **state) {
    (void)state;
    tn_game *game = made_game(definition);
    expect(game, "fame 1\nfame 2\n", "line 2: \"fame\" is said twice");
    expect(game, "fame\n", "line 1: expected NAME NUMBER or length PERIOD NUMBER");
    expect(game, "\nfame 1 2 3 4\n", "line 2: too many words: \"4\"");
    expect(game, "fame much\n", "line 1: \"much\" is not a number with at most three decimals");
    expect(game, "fame 0.1234\n", "line 1: \"0.1234\" is not a number with at most three decimals");
    expect(game, "fame -\n", "line 1: \"-\" is not a number with at most three decimals");
    expect(game, "fame 1000.5\n", "line 1: 1000.5 is more than 1000");
    expect(game, "fame 99999999999999999999\n",
           "line 1: \"99999999999999999999\" is not a number with at most three decimals");
    expect(game, "length day 0\n", "line 1: a length of 0 is not possible");
    expect(game, "length day 3\nlength day 3\n", "line 2: the length is said twice");
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
    expect(game, "fane 1\n", "line 1: the game has no number of a player \"fane\"; did you mean \"fame\"?\n");
    expect(game, "weather 1\nlength year 3\n",
           "line 1: the game has no number of a player \"weather\"\nline 2: the game has no period \"year\"\n");
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
        cmocka_unit_test(the_numbers_of_a_player_are_found),
        cmocka_unit_test(texts_are_read_and_written),
        cmocka_unit_test(mistakes_are_told_with_their_line),
        cmocka_unit_test(what_the_game_does_not_have_is_left_out),
        cmocka_unit_test(less_is_to_come_from_period_to_period),
    };
    return cmocka_run_group_tests_name("bot.weights", tests, NULL, NULL);
}
