/* turns.c: the bot that looks some whole turns ahead: alpha-beta.
 *
 * A ply is a turn: the answers of one seat until another is asked, a phase or a period begins, or a question opens a
 * turn. The seat takes what is best for it, all others what is worst for it: made for two players who see everything.
 * It looks into one position the seat could be in, and what a new round brings is not counted. The value of worth.h is
 * taken at the ends. Its effort is the number of plies; so many answers are looked at, at most, then turns are cut
 * short.
 */
#include "bot/ahead.h"
#include "bot/bot.h"
#include "bot/turn_tree.h"

#include <stdlib.h>
#include <string.h>

extern const struct bot bot_turns;

enum { PLIES = 3, DEPTH = 60, ANSWERS = 20000 };

struct search {
    const struct bot_task *task;
    struct random *random;
    struct worth worth;
    char *blocks;
    size_t size;
    uint64_t rounds;
    uint32_t left; /* answers that may still be looked at */
};

struct turn {
    unsigned seat;
    const char *phase;
    uint64_t begun;
    uint32_t plies; /* this one and those behind it */
};

static tn_state *block(const struct search *s, uint32_t depth) {
    return (tn_state *)(void *)(s->blocks + depth * s->size);
}

static struct turn turn_at(const struct search *s, uint32_t depth, unsigned seat, uint32_t plies) {
    const tn_game *game = s->task->game;
    return (struct turn){seat, tn_state_phase(game, block(s, depth)), ahead_begun(game, block(s, depth)), plies};
}

static int64_t value(struct search *s, uint32_t depth) {
    return worth_or_result(&s->worth, block(s, depth), s->task->seat);
}

static uint64_t rounds_of(const struct search *s, uint32_t depth) {
    return s->task->weights ? weights_rounds(s->task->weights, block(s, depth)) : 0;
}

static int64_t look(struct search *s, uint32_t depth, const struct turn *turn, int64_t low, int64_t high,
                    uint32_t *best_answer);

/* Of the position at `depth`, in which somebody has just answered. */
static int64_t look_behind(struct search *s, uint32_t depth, const struct turn *turn, int64_t low, int64_t high) {
    const tn_game *game = s->task->game;
    tn_question q;
    if (!ahead_chance(game, s->task->ctx, block(s, depth), s->random)) return value(s, depth - 1);
    if (tn_state_status(game, block(s, depth)) != TN_ASK) return value(s, depth);
    if (rounds_of(s, depth) != s->rounds) return value(s, depth - 1);
    if (depth >= DEPTH - 1 || !tn_state_question(game, block(s, depth), TN_SPECTATOR, &q)) return value(s, depth);
    struct turn next = turn_at(s, depth, q.seat, turn->plies);
    bool same = next.seat == turn->seat && next.phase == turn->phase && next.begun == turn->begun;
    if (same && !tree_opens(s->task->weights, &q)) return look(s, depth, turn, low, high, NULL);
    if (turn->plies <= 1 || s->left == 0) return value(s, depth);
    next.plies--;
    return look(s, depth, &next, low, high, NULL);
}

/* The value of the position at `depth` for the seat, as far as it lies between low and high. */
static int64_t look(struct search *s, uint32_t depth, const struct turn *turn, int64_t low, int64_t high,
                    uint32_t *best_answer) {
    const tn_game *game = s->task->game;
    bool own = turn->seat == s->task->seat;
    int64_t best = own ? INT64_MIN : INT64_MAX;
    tn_question q;
    if (!tn_state_question(game, block(s, depth), turn->seat, &q)) return value(s, depth);
    bool usual = q.preset != TN_NO_ANSWER && !best_answer;
    uint32_t n = usual ? 1 : q.count, from = n > 1 ? random_range(s->random, n) : 0;
    for (uint32_t i = 0; i < n && (i == 0 || s->left > 0 || best_answer); i++) {
        uint32_t answer = usual ? q.preset : tn_state_nth(game, block(s, depth), turn->seat, (from + i) % n);
        memcpy(block(s, depth + 1), block(s, depth), s->size);
        if (s->left > 0) s->left--;
        if (!tn_good(tn_state_apply(s->task->ctx, block(s, depth + 1), turn->seat, answer))) continue;
        int64_t found = look_behind(s, depth + 1, turn, low, high);
        if (best_answer && (*best_answer == TN_NO_ANSWER || found > best)) *best_answer = answer;
        if (own ? found > best : found < best) best = found;
        if (own && best > low) low = best;
        if (!own && best < high) high = best;
        if (low >= high) break;
    }
    return best == INT64_MIN || best == INT64_MAX ? value(s, depth) : best;
}

static uint32_t choose(const struct bot_task *task, struct random *random) {
    tn_question q;
    struct search s = {.task = task, .random = random, .left = ANSWERS};
    if (!tn_state_question(task->game, task->state, task->seat, &q) || q.count == 0) return TN_NO_ANSWER;
    uint32_t answer = tn_state_nth(task->game, task->state, task->seat, random_range(random, q.count));
    uint32_t found = TN_NO_ANSWER, plies = task->effort > 0 ? task->effort : PLIES;
    if (q.count == 1) return answer;
    s.size = (tn_game_state_size(task->game) + 63) / 64 * 64;
    s.blocks = aligned_alloc(64, (DEPTH + 1) * s.size);
    if (worth_init(&s.worth, task->weights, task->game, task->ctx) && s.blocks) {
        worth_know(&s.worth, task->state, task->seat);
        tn_state_determinise(task->ctx, task->state, task->seat, random_next(random), block(&s, 0));
        ahead_others(task->game, task->ctx, block(&s, 0), task->seat, random);
        s.rounds = rounds_of(&s, 0);
        struct turn turn = turn_at(&s, 0, task->seat, plies);
        look(&s, 0, &turn, INT64_MIN, INT64_MAX, &found);
    }
    if (found != TN_NO_ANSWER && tn_state_legal(task->game, task->state, task->seat, found)) answer = found;
    worth_free(&s.worth);
    free(s.blocks);
    return answer;
}

const struct bot bot_turns = {"turns", "what is best some whole turns ahead", choose, .thinks = true, .searches = true};
