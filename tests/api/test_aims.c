/* Aims: what conditions for winning, losing and the end compare, and that it is the same compiled to C. */
#include "support/made.h"
#include "support/unit.h"

#include "terrane_table.h"

#include <stdio.h>

#define HEAD                                                                                                           \
    "resource gold, iron\n"                                                                                            \
    "piece hut(total: 5)\n"                                                                                            \
    "period day\n"                                                                                                     \
    "track sun(0..6, step: 2)\n"                                                                                       \
    "kind beast\n"                                                                                                     \
    "beast Ant\nbeast Bee\nbeast Cow\n"                                                                                \
    "zone deck(beast, see: nobody)\n"                                                                                  \
    "var depth: number(0..9) = 4\n"                                                                                    \
    "player:\n"                                                                                                        \
    "  var stock[resource]: number(0..) = 1\n"                                                                         \
    "  var points: number(0..99) = 3\n"                                                                                \
    "  var secret(see: owner): number(0..9) = 2\n"                                                                     \
    "  zone hand(beast, see: owner)\n"
#define FLOW                                                                                                           \
    "flow:\n"                                                                                                          \
    "  round day:\n"                                                                                                   \
    "    for me in players:\n"                                                                                         \
    "      turn:\n"                                                                                                    \
    "        choose r in resource \"Which?\"\n"                                                                        \
    "        gain(2 r); raise(sun); me.points += 1\n"

struct wanted {
    const char *name;
    unsigned brings;
    bool per_player;
    int32_t have, need, missing;
};

/* After the first player has taken two iron. */
static void expect(const char *rules, unsigned seat, const struct wanted *wanted, size_t n) {
    char text[3000];
    snprintf(text, sizeof text, "game \"Aiming\":\n  players: 2\n" HEAD "%s", rules);
    tn_game *game = made_game(text);
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *s = tn_state_new(game);
    tn_reach reach[TN_AIMS];
    assert_int_equal(tn_state_start(ctx, 1, 0, s), TN_ASK);
    assert_true(tn_good(tn_state_apply(ctx, s, 0, tn_state_nth(game, s, 0, 1))));
    assert_int_equal(tn_state_aims(ctx, s, seat, reach, TN_AIMS), n);
    assert_int_equal(tn_game_aim_count(game), n);
    for (size_t i = 0; i < n; i++) {
        tn_aim aim;
        tn_game_aim(game, i, &aim);
        assert_string_equal(aim.name, wanted[i].name);
        assert_int_equal(aim.brings, wanted[i].brings);
        assert_int_equal(aim.per_player, wanted[i].per_player);
        assert_int_equal(reach[i].have, wanted[i].have);
        assert_int_equal(reach[i].need, wanted[i].need);
        assert_int_equal(reach[i].missing, wanted[i].missing);
    }
    tn_state_free(s);
    tn_ctx_free(ctx);
    tn_game_free(game);
}
#define EXPECT(rules, seat, ...)                                                                                       \
    expect(rules, seat, (const struct wanted[]){__VA_ARGS__},                                                          \
           sizeof(struct wanted[]){__VA_ARGS__} / sizeof(struct wanted))

static void conditions_are_taken_apart(void **state) {
    (void)state;
    EXPECT("def ready -> bool = sun == 6 and supply[hut] == 0\n" FLOW "end when ready() or depth < 2\n", 0,
           {"sun", TN_AIM_END, false, 2, 6, 4}, {"supply[hut]", TN_AIM_END, false, 5, 0, 5},
           {"depth", TN_AIM_END, false, 4, 2, 3});
    EXPECT(FLOW "end when not (depth > 3 or sun < 4)\n", 0, {"depth", TN_AIM_END, false, 4, 3, 1},
           {"sun", TN_AIM_END, false, 2, 4, 2});
    EXPECT(FLOW "end when 5 <= sun\n", 0, {"sun", TN_AIM_END, false, 2, 5, 3});
    EXPECT(FLOW "end when sun >= depth * 2\n", 0, {"sun", TN_AIM_END, false, 2, 8, 6});
}

static void what_each_needs_is_asked_of_each(void **state) {
    (void)state;
    EXPECT("def rich -> number = count(r in [gold, iron] where A_stock(r) > 3)\n"
           "def A_stock(r: resource) -> number = sum(p in players: p.stock[r])\n" FLOW "end when rich() >= 2\n",
           0, {"A_stock(gold)", TN_AIM_END, false, 2, 3, 2}, {"A_stock(iron)", TN_AIM_END, false, 4, 3, 0});
    EXPECT(FLOW "end when any(p in players: p.points >= 9)\n", 0, {"p.points", TN_AIM_END, true, 4, 9, 5});
    EXPECT(FLOW "end when any(p in players: p.points >= 9)\n", 1, {"p.points", TN_AIM_END, true, 3, 9, 6});
}

static void who_wins_and_loses_is_told(void **state) {
    (void)state;
    EXPECT(FLOW "        if me.points == 9: win(me)\n"
                "        if depth < 1 and not (sun >= 5): lost(me)\n"
                "        if sun > 5: finish()\n"
                "end when day == 9\n",
           0, {"me.points", TN_AIM_WIN, true, 4, 9, 5}, {"depth", TN_AIM_LOSS, false, 4, 1, 4},
           {"sun", TN_AIM_WIN, false, 2, 5, 3}, {"sun", TN_AIM_END, false, 2, 5, 4});
    EXPECT(FLOW "  if depth == 0: win(seat(1))\n  else: lost(seat(1))\nend when depth == 0\n", 0,
           {"depth", TN_AIM_END, false, 4, 0, 4}, {"depth", TN_AIM_WIN, false, 4, 0, 4});
}

/* What time brings, what the number of players decides, what a loop around it knows, and what is hidden. */
static void the_rest_is_left_out(void **state) {
    (void)state;
    EXPECT(FLOW "        let high = me.points\n"
                "        if high > 8: win(me)\n"
                "        if me.secret > 3: win(me)\n"
                "        if any(c in me.hand: c == Ant): win(me)\n"
                "        if count(c in deck where c == Ant) == 0: win(me)\n"
                "end when day >= 3\n"
                "end when count(players) == 3 and depth > 8\n"
                "end when depth > 7\n",
           0, {"depth", TN_AIM_END, false, 4, 7, 4});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_are_taken_apart),
        cmocka_unit_test(what_each_needs_is_asked_of_each),
        cmocka_unit_test(who_wins_and_loses_is_told),
        cmocka_unit_test(the_rest_is_left_out),
    };
    return cmocka_run_group_tests_name("api.aims", tests, NULL, NULL);
}
