/* Levels in games made to be slow: a decision ends in time, since the clock is looked at between small steps. What a
 * busy machine takes away from the process is not counted. */
/* Not quick: bots that think. */
#include "support/unit.h"

#include "bot/bot.h"
#include "bot/deadline.h"
#include "support/contest.h"
#include "support/made.h"

#include <stdio.h>

static const char *const levels[] = {"easy", "medium", "hard"};
enum { LEVELS = sizeof levels / sizeof levels[0], MOST_SECONDS = 5 };

static double processor_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Each level is asked at the first question. */
static void answers_in_time(const char *text, const char *weights_text) {
    tn_game *game = made_game(text);
    struct weights *weights = contest_weights(game, weights_text);
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *state = tn_state_new(game);
    tn_question q;
    assert_int_equal(tn_state_start(ctx, 1, 0, state), TN_ASK);
    assert_true(tn_state_question(game, state, TN_SPECTATOR, &q));
    for (size_t i = 0; i < LEVELS; i++) {
        struct bot_task task = {weights, game, ctx, state, q.seat, 0, 1, false};
        struct random random = bot_random_for(1, q.seat, 0);
        double begun = processor_seconds();
        uint32_t answer = bot_find(levels[i], NULL)->choose(&task, &random);
        double took = processor_seconds() - begun;
        assert_true(tn_state_legal(game, state, q.seat, answer));
        if (took > MOST_SECONDS) fail_msg("%s took %.1f s", levels[i], took);
    }
    tn_state_free(state);
    tn_ctx_free(ctx);
    weights_free(weights);
    tn_game_free(game);
}

/* Who is alone is played on to the end of the game, and this one has none to speak of. */
static void a_game_that_goes_on_and_on(void **state) {
    (void)state;
    answers_in_time("game \"Long\":\n"
                    "  players: 1\n"
                    "period day(round: true)\n"
                    "player:\n"
                    "  var wood: number(0..) = 0\n"
                    "flow:\n"
                    "  repeat 100000:\n"
                    "    begin(day)\n"
                    "    turn:\n"
                    "      choose n in 0..200 \"How many?\"\n"
                    "      me.wood += n\n"
                    "score: wood: me.wood\n",
                    "wood 1 1\n");
}

/* Thousands of answers, each of which is slow, and thousands more behind each. */
static const char wide[] = "game \"Wide\":\n"
                           "  players: 2\n"
                           "player:\n"
                           "  var wood: number(0..) = 0\n"
                           "flow:\n"
                           "  repeat 50:\n"
                           "    turn:\n"
                           "      choose n in 1..4000 \"How many?\"\n"
                           "      me.wood += sum(k in 1..1000: k % n)\n"
                           "      choose m in 1..4000 \"How many more?\"\n"
                           "      me.wood += sum(k in 1..1000: k % m)\n"
                           "    me = next(me)\n";

static void menus_of_thousands(void **state) {
    char text[1000];
    (void)state;
    answers_in_time(wide, NULL);
    snprintf(text, sizeof text, "%sscore: wood: me.wood\n", wide);
    answers_in_time(text, "wood 1 1\n");
}

static void the_clock_passes(void **state) {
    struct deadline deadline = deadline_from_now(false);
    (void)state;
    assert_false(deadline_passed(NULL) || deadline_passed(&deadline));
    deadline.at.tv_sec -= DEADLINE_SECONDS;
    assert_true(deadline_passed(&deadline));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_that_goes_on_and_on),
        cmocka_unit_test(menus_of_thousands),
        cmocka_unit_test(the_clock_passes),
    };
    return cmocka_run_group_tests_name("bot.deadline", tests, NULL, NULL);
}
