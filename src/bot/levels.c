/* levels.c: bots by how well they play, whatever the game: the same three names everywhere.
 *
 * A level hands its task to the bot that suits the game: where there is a score and weights, to those that know what a
 * position is worth; else to the tree search by random playouts. Each is meant to win about three of four games against
 * the level below it where the game is not mostly chance; docs/bots.md has the figures. All bots behind them are
 * bounded by a number of things they try, and by a time.
 */
#include "bot/bot.h"

extern const struct bot bot_greedy, bot_search, bot_rollout, bot_easy, bot_medium, bot_hard;

enum { MEDIUM_DESCENTS = 800, HARD_DESCENTS = 10000, MEDIUM_GAMES = 24, HARD_GAMES = 240 };

static bool has_value(const struct bot_task *task) {
    return task->weights && task->weights->valued && tn_game_score_line_count(task->game) > 0;
}

static uint32_t choose_with(const struct bot *bot, const struct bot_task *task, struct random *random,
                            uint32_t effort) {
    struct bot_task with = *task;
    if (with.effort == 0) with.effort = effort;
    return bot->choose(&with, random);
}

static uint32_t choose_easy(const struct bot_task *task, struct random *random) {
    return bot_greedy.choose(task, random);
}

static uint32_t choose_medium(const struct bot_task *task, struct random *random) {
    if (has_value(task)) return choose_with(&bot_rollout, task, random, MEDIUM_GAMES);
    return choose_with(&bot_search, task, random, MEDIUM_DESCENTS);
}

static uint32_t choose_hard(const struct bot_task *task, struct random *random) {
    if (has_value(task)) return choose_with(&bot_rollout, task, random, HARD_GAMES);
    return choose_with(&bot_search, task, random, HARD_DESCENTS);
}

const struct bot bot_easy = {"easy", "looks to the end of its own turn", choose_easy, .thinks = true, .level = true};
const struct bot bot_medium = {
    "medium", "looks ahead, and answers at once", choose_medium, .thinks = true, .searches = true, .level = true};
const struct bot bot_hard = {
    "hard", "looks far ahead, and takes about a second", choose_hard, .thinks = true, .searches = true, .level = true};
