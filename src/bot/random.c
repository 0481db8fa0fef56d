/* random.c: the bot that gives each legal answer with the same probability. */
#include "bot/bot.h"

extern const struct bot bot_random;

static uint32_t choose(const struct weights *weights, const tn_game *game, tn_ctx *ctx, const tn_state *state,
                       unsigned seat, struct random *random) {
    (void)weights, (void)ctx;
    tn_question question;
    if (!tn_state_question(game, state, seat, &question) || question.count == 0) return TN_NO_ANSWER;
    return tn_state_nth(game, state, seat, random_range(random, question.count));
}

const struct bot bot_random = {"random", "each legal answer with the same probability", choose, false};
