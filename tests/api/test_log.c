/* The log of a match, told by the engine itself: what it says of cards, when each line was said, also after it was
 * played again. */
#include "support/unit.h"

#include "play/match.h"
#include "support/made.h"

#include <stdio.h>

static void lines_stay_where_they_were_said_when_it_is_played_again(void **state) {
    (void)state;
    tn_game *game = made_game("game \"Draws\":\n"
                              "  players: 2\n"
                              "kind card\n"
                              "card One(copies: 9)\n"
                              "zone deck(card, see: nobody)\n"
                              "player:\n"
                              "  zone hand(card, see: owner)\n"
                              "flow:\n"
                              "  for me in players: draw(1)\n"
                              "  for me in players:\n"
                              "    may \"Draw?\": draw(1)\n");
    struct match m;
    match_init(&m, game, 1);
    for (unsigned seat = 0; seat < 2; seat++)
        assert_int_equal(match_answer(&m, seat, TN_YES), TN_OK);
    static const uint32_t at[] = {0, 0, 1, 1, 2, 2};
    for (int again = 0; again < 2; again++) {
        assert_int_equal(m.log.n, 6);
        for (size_t i = 0; i < m.log.n; i++)
            assert_int_equal(m.log.data[i].at, at[i]);
        assert_int_equal(match_rewind(&m, m.history.n), TN_OK);
    }
    assert_int_equal(match_rewind(&m, 1), TN_OK);
    assert_int_equal(m.log.n, 4);
    assert_int_equal(m.log.data[0].at, 0);
    match_free(&m);
    tn_game_free(game);
}

/* What each seat reads of a game in which everybody gives the first answer. */
static void assert_log(const char *text, const char *of_a, const char *of_b) {
    tn_game *game = made_game(text);
    struct match m;
    match_init(&m, game, 1);
    for (unsigned seat; (seat = match_next(&m)) < MATCH_SEATS;) {
        uint32_t first;
        assert_int_not_equal(tn_state_answers(game, m.state, seat, &first, 1), 0);
        assert_int_equal(match_answer(&m, seat, first), TN_OK);
    }
    for (unsigned seat = 0; seat < 2; seat++) {
        char all[2000] = "";
        for (size_t i = 0; i < m.log.n; i++) {
            size_t n = strlen(all);
            snprintf(all + n, sizeof all - n, "%s\n", match_line_text(&m.log.data[i], seat).bytes);
        }
        assert_string_equal(all, seat ? of_b : of_a);
    }
    match_free(&m);
    tn_game_free(game);
}

#define CARDS                                                                                                          \
    "game \"Told\":\n"                                                                                                 \
    "  players: 2\n"                                                                                                   \
    "kind card:\n"                                                                                                     \
    "  rule do\n"                                                                                                      \
    "card One: do: me.fame += 1\n"                                                                                     \
    "zone nowhere(card, see: nobody)\n"                                                                                \
    "zone row(card)\n"                                                                                                 \
    "player:\n"                                                                                                        \
    "  var fame: number(0..) = 0\n"                                                                                    \
    "  zone hand(card, see: owner)\n"                                                                                  \
    "  zone used(card)\n"                                                                                              \
    "  zone shown(card) \"shown cards\"\n"                                                                             \
    "flow:\n"                                                                                                          \
    "  draw(1, from: nowhere)\n"                                                                                       \
    "  turn:\n"
#define DRAWN_A "A draws One\n"
#define DRAWN_B "A draws 1 card\n"

static void only_what_is_carried_out_is_played(void **state) {
    (void)state;
    assert_log(CARDS "    choose c in me.hand \"Which? |\"\n"
                     "    move(c, to: me.used)\n"
                     "    c.do()\n"
                     "    move(c, to: me.hand)\n"
                     "    choose d in me.hand \"Which? |\"\n"
                     "    move(d, to: me.shown)\n",
               DRAWN_A "A plays One: fame +1 (now 1)\nOne goes to A's shown cards\n",
               DRAWN_B "A plays One: fame +1 (now 1)\nOne goes to A's shown cards\n");
    assert_log(CARDS "    choose c in me.hand \"Which? |\"\n"
                     "    use(c)\n"
                     "def use(c: card) \"use {c}\":\n"
                     "  move(c, to: if me.fame == 0 then me.used else me.shown)\n"
                     "  serve(c, me)\n"
                     "def serve(what: card, p: player) \"serve {what}\":\n"
                     "  as p: what.do()\n",
               DRAWN_A "A plays One: fame +1 (now 1)\n", DRAWN_B "A plays One: fame +1 (now 1)\n");
}

static void what_the_rules_say_of_a_card_is_not_said_again(void **state) {
    (void)state;
    assert_log(CARDS "    choose c in me.hand \"Which? | {me} lays the {c} down\"\n"
                     "    me.fame += 2\n"
                     "    move(c, to: me.shown)\n"
                     "    me.fame += 1\n",
               DRAWN_A "A lays the One down: fame +3 (now 3)\n", DRAWN_B "A lays the One down: fame +3 (now 3)\n");
    assert_log(CARDS "    choose c in me.hand \"Which? | {me} thinks of the {c}\"\n" /* that it is this one is secret */
                     "    move(me.hand, to: row)\n"
                     "    if c in row: me.fame += 1\n",
               DRAWN_A "A thinks of the One\nOne goes to the row\nA: fame +1 (now 1)\n",
               DRAWN_B "A thinks of a card\nOne goes to the row\nA: fame +1 (now 1)\n");
    assert_log(CARDS "    choose c in me.hand \"Which? | The {c} is shown\"\n"
                     "    reveal(c)\n",
               DRAWN_A "The One is shown\n", DRAWN_B "The One is shown\n");
}

static void what_is_shown_and_moved_is_one_act(void **state) {
    (void)state;
    assert_log(CARDS "    choose c in me.hand \"Which? |\"\n"
                     "    reveal(c)\n"
                     "    move(c, to: row)\n",
               DRAWN_A "One goes to the row\n", DRAWN_B "One goes to the row\n");
    assert_log(CARDS "    choose c in me.hand \"Which? |\"\n"
                     "    reveal(c)\n"
                     "    move(c, to: nowhere)\n",
               DRAWN_A "A shows One\n", DRAWN_B "A shows One\n");
}

static void a_hidden_card_has_one_article(void **state) {
    (void)state;
    assert_log(CARDS "    choose c in me.hand \"Which? | The {c} is what {me} buries: the {c}\"\n"
                     "    move(c, to: nowhere)\n",
               DRAWN_A "The One is what A buries: the One\n", DRAWN_B "A card is what A buries: a card\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(lines_stay_where_they_were_said_when_it_is_played_again),
                                       cmocka_unit_test(only_what_is_carried_out_is_played),
                                       cmocka_unit_test(what_the_rules_say_of_a_card_is_not_said_again),
                                       cmocka_unit_test(what_is_shown_and_moved_is_one_act),
                                       cmocka_unit_test(a_hidden_card_has_one_article)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
