/* levels.c: bots by how well they play, whatever the game: the same three names everywhere.
 *
 * A level hands its task to the bot that suits it. Each is meant to win about three of four games against the level
 * below it where the game is not mostly chance; docs/bots.md has the figures.
 */
#include "bot/bot.h"

extern const struct bot bot_greedy, bot_search, bot_easy, bot_medium, bot_hard;

enum { MEDIUM_DESCENTS = 800, HARD_DESCENTS = 10000 };

static uint32_t choose_easy(const struct bot_task *task, struct random *random) {
    return bot_greedy.choose(task, random);
}

static uint32_t choose_by_search(const struct bot_task *task, struct random *random, uint32_t descents) {
    struct bot_task with = *task;
    if (with.effort == 0) with.effort = descents;
    return bot_search.choose(&with, random);
}

static uint32_t choose_medium(const struct bot_task *task, struct random *random) {
    return choose_by_search(task, random, MEDIUM_DESCENTS);
}

static uint32_t choose_hard(const struct bot_task *task, struct random *random) {
    return choose_by_search(task, random, HARD_DESCENTS);
}

const struct bot bot_easy = {"easy", "looks to the end of its own turn", choose_easy, .thinks = true, .level = true};
const struct bot bot_medium = {
    "medium", "looks ahead, and answers at once", choose_medium, .thinks = true, .searches = true, .level = true};
const struct bot bot_hard = {
    "hard", "looks far ahead, and takes about a second", choose_hard, .thinks = true, .searches = true, .level = true};
