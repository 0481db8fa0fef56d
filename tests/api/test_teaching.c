/* What a beginner asks for, found among the rules: topics, and the rule behind a question. */
#include "support/made.h"
#include "support/unit.h"

#include "show/view_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char mill[] = "game \"Mill\":\n"
                           "  players: 2\n"
                           "  limit: 9 year\n"
                           "resource corn, coin\n"
                           "period year\n"
                           "player:\n"
                           "  var stock[resource]: number(0..) = 3\n"
                           "  var passed: bool = false\n"
                           "kind action:\n"
                           "  rule do\n"
                           "action Grind:\n"
                           "  do:\n"
                           "    choose n in 1..me.stock[corn] \"How much?\"\n"
                           "    lose(n corn); gain(n coin)\n"
                           "action Pass: do: me.passed = true\n"
                           "def wages \"every hand is paid\": gain(1 coin)\n"
                           "flow:\n"
                           "  phase sowing: for me in players: gain(1 corn)\n"
                           "  round year:\n"
                           "    phase market:\n"
                           "      for me in players:\n"
                           "        may \"Sell a sack?\": lose(1 corn); gain(2 coin)\n"
                           "    phase work:\n"
                           "      for me in players:\n"
                           "        turn:\n"
                           "          choose a in action \"Which action?\"\n"
                           "          a.do()\n"
                           "    phase pay_day:\n"
                           "      for me in players: wages()\n"
                           "    phase rest:\n"
                           "      for me in players: me.passed = false\n"
                           "end when year >= 3 \"three years are over\"\n"
                           "score: coins: me.stock[coin]\n";

/* "text of the rule; ..." of all with that topic, with the names of those that have one. */
static void told(const tn_game *game, tn_topic topic, char *out, size_t cap) {
    struct buf all;
    buf_init(&all);
    for (size_t i = 0; i < tn_game_rule_count(game); i++) {
        tn_rule rule;
        tn_game_rule(game, i, &rule);
        if (rule.topic == topic)
            buf_printf(&all, "%s%s%s%s", all.n ? "; " : "", rule.name.bytes, *rule.name.bytes ? ": " : "",
                       rule.text.bytes);
    }
    snprintf(out, cap, "%s", all.n ? all.data : "");
    buf_free(&all);
}

static void topics(void **state) {
    (void)state;
    tn_game *game = made_game(mill);
    char text[400];
    told(game, TN_TOPIC_END, text, sizeof text);
    assert_string_equal(text, "three years are over: at the end of a year, if year is at least 3");
    told(game, TN_TOPIC_LIMIT, text, sizeof text);
    assert_string_equal(text, "at the latest: year 9 is over");
    told(game, TN_TOPIC_POINTS, text, sizeof text);
    assert_string_equal(text, "coins: your coin");
    told(game, TN_TOPIC_WINS, text, sizeof text);
    assert_string_equal(text, "whoever has the most points in all; if several have, they win together");
    told(game, TN_TOPIC_TURN, text, sizeof text);
    assert_string_equal(text, "as each player: choose an action, then carry out that action");
    told(game, TN_TOPIC_INCOME, text, sizeof text); /* neither what is paid once nor what one is asked about */
    assert_string_equal(text, "pay day: ; as each player: every hand is paid");
    tn_game_free(game);
}

/* The rule that the view of a seat names for its question, as "name: text". */
static void behind(const tn_game *game, tn_ctx *ctx, const tn_state *state, char *out, size_t cap) {
    struct buf view;
    struct json j;
    tn_rule rule;
    json_init(&j, &view);
    json_object(&j, NULL);
    assert_true(view_put(&j, &(struct asking){game, ctx, state, 0}, VIEW_ASKED));
    json_close(&j);
    const char *question = strstr(view.data, "\"question\":"), *at = question ? strstr(question, "\"rule\":") : NULL;
    assert_non_null(at);
    tn_game_rule(game, (size_t)strtoul(at + 7 + strspn(at + 7, " "), NULL, 10), &rule);
    snprintf(out, cap, "%s: %s", rule.name.bytes, rule.text.bytes);
    buf_free(&view);
}

static void questions(void **state) {
    (void)state;
    tn_game *game = made_game(mill);
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *s = tn_state_new(game);
    char text[200];
    assert_int_equal(tn_state_start(ctx, 1, 0, s), TN_ASK);
    behind(game, ctx, s, text, sizeof text); /* the flow */
    assert_string_equal(text, ": as each player: you may lose 1 corn → gain 2 coin");
    tn_state_apply(ctx, s, 0, TN_NO), tn_state_apply(ctx, s, 1, TN_NO);
    behind(game, ctx, s, text, sizeof text);
    assert_string_equal(text, ": as each player: choose an action, then carry out that action");
    tn_card grind;
    tn_game_card(game, 0, &grind);
    tn_state_apply(ctx, s, 0, grind.answer);
    behind(game, ctx, s, text, sizeof text); /* a card that lies in no zone */
    assert_string_equal(text, "Grind: Choose X from 1 to your corn; lose X corn → gain X coin.");
    assert_int_equal(tn_card_rule(game, 1), tn_card_rule(game, 0) + 1);
    tn_state_free(s), tn_ctx_free(ctx), tn_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(topics), cmocka_unit_test(questions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
