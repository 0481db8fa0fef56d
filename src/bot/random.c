/* random.c: the bot that gives each legal answer with the same probability. */
#include "bot/bot.h"

extern const struct bot bot_random;

static uint32_t choose(const struct bot_task *task, struct random *random) {
    tn_question question;
    if (!tn_state_question(task->game, task->state, task->seat, &question) || question.count == 0) return TN_NO_ANSWER;
    return tn_state_nth(task->game, task->state, task->seat, random_range(random, question.count));
}

const struct bot bot_random = {"random", "each legal answer with the same probability", choose, .draws = true};
