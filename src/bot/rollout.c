/* rollout.c: the bot that plays its best candidates on.
 *
 * The tree of tree.h proposes some ways to carry out the undertaking. Each is played on by the policy of policy.h for
 * all seats, a few rounds far (alone: to the end), in positions the seat could be in, the same ones for all candidates
 * with the same chance. After half of the positions the worse half of the candidates is left out. The one that came out
 * best on average is taken.
 *
 * The effort is a number of games played on. Up to a bound of time the answer is a function of the task and the
 * generator.
 */
#include "bot/ahead.h"
#include "bot/bot.h"
#include "bot/policy.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

extern const struct bot bot_rollout;

enum {
    GAMES = 48, /* that are played on for a decision */
    CANDIDATES = 6,
    NODES = 200,      /* of the tree that proposes them, */
    INNER_NODES = 40, /* and of those that play on */
    ROUNDS = 2,       /* so far they are played on; */
    TURNS = 3,        /* the same in turns, where there are no rounds */
    TO_THE_END = 1000,
    MOST_SECONDS = 3
};

struct candidate {
    uint32_t answers[TREE_DEPTH], n, played;
    int64_t sum;
    bool out;
};

struct rollout {
    const struct bot_task *task;
    struct random *random;
    struct tree tree;
    struct policy policy;
    struct candidate of[CANDIDATES];
    uint32_t n;
    tn_state *world, *state;
    struct timespec begun;
};

static void propose(struct rollout *r) {
    uint32_t leaves[CANDIDATES];
    r->n = tree_candidates(&r->tree, leaves, CANDIDATES);
    for (uint32_t i = 0; i < r->n; i++) {
        r->of[i] = (struct candidate){.n = 0};
        r->of[i].n = (uint32_t)tree_path(&r->tree, leaves[i], r->of[i].answers);
    }
}

/* ---- playing on */
static bool time_is_up(const struct rollout *r) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec - r->begun.tv_sec - (now.tv_nsec < r->begun.tv_nsec) >= MOST_SECONDS;
}

/* Gives the answers of a candidate as far as they are possible in this world; false: not even the first. */
static bool carry_out(struct rollout *r, const struct candidate *c, struct random *chance) {
    const struct bot_task *task = r->task;
    for (uint32_t i = 0; i < c->n; i++) {
        if (!ahead_chance(task->game, task->ctx, r->state, chance)) return false;
        if (!(tn_state_asked(task->game, r->state) >> task->seat & 1u)) return i > 0;
        if (!tn_state_legal(task->game, r->state, task->seat, c->answers[i])) return i > 0;
        if (!tn_good(tn_state_apply(task->ctx, r->state, task->seat, c->answers[i]))) return false;
    }
    return true;
}

static void play_on(struct rollout *r, struct candidate *c, uint64_t key) {
    const struct bot_task *task = r->task;
    struct random chance = {key, 0};
    bool counts = task->weights && task->weights->rounds != 0;
    uint32_t far = tn_game_seat_count(task->game) == 1 ? TO_THE_END : counts ? ROUNDS : TURNS;
    memcpy(r->state, r->world, tn_game_state_size(task->game));
    if (!carry_out(r, c, &chance) || !policy_play_on(&r->policy, r->state, task->seat, far, &chance)) return;
    r->policy.tree.worth.knows = false;
    c->sum += worth_or_result(&r->policy.tree.worth, r->state, task->seat);
    c->played++;
}

static int64_t mean(const struct candidate *c) {
    return c->played > 0 ? c->sum / c->played : INT64_MIN;
}

/* The worst of those that are left goes. */
static void leave_out(struct rollout *r) {
    struct candidate *worst = NULL;
    for (uint32_t i = 0; i < r->n; i++)
        if (!r->of[i].out && (!worst || mean(&r->of[i]) < mean(worst))) worst = &r->of[i];
    if (worst) worst->out = true;
}

static void compare(struct rollout *r, uint32_t games) {
    const struct bot_task *task = r->task;
    uint32_t left = r->n, played = 0, until = games / 2;
    while (played + left <= games && left > 1 && !time_is_up(r)) {
        uint64_t key = random_next(r->random);
        struct random others = {key, 1};
        tn_state_determinise(task->ctx, task->state, task->seat, key, r->world);
        ahead_others(task->game, task->ctx, r->world, task->seat, &others);
        for (uint32_t i = 0; i < r->n; i++)
            if (!r->of[i].out && !(time_is_up(r) && r->of[0].played > 0)) play_on(r, &r->of[i], key);
        played += left;
        if (played < until) continue;
        for (uint32_t keep = (left + 1) / 2; left > keep; left--)
            leave_out(r);
        until = played + (games - played) / 2;
    }
}

/* ---- the decision */
static uint32_t decide(struct rollout *r, uint32_t games) {
    const struct bot_task *task = r->task;
    uint32_t best = 0;
    tree_grow(&r->tree, task->state, task->seat, NODES, r->random);
    propose(r);
    if (r->n > 1) compare(r, games);
    for (uint32_t i = 1; i < r->n; i++)
        if (!r->of[i].out && (r->of[best].out || mean(&r->of[i]) > mean(&r->of[best]))) best = i;
    return r->n > 0 && r->of[best].n > 0 ? r->of[best].answers[0] : TN_NO_ANSWER;
}

static uint32_t choose(const struct bot_task *task, struct random *random) {
    tn_question q;
    if (!tn_state_question(task->game, task->state, task->seat, &q) || q.count == 0) return TN_NO_ANSWER;
    uint32_t answer = tn_state_nth(task->game, task->state, task->seat, random_range(random, q.count));
    if (q.count == 1) return answer;
    if (q.preset != TN_NO_ANSWER && q.flags & TN_PAYMENT) return q.preset;
    struct rollout *r = calloc(1, sizeof *r);
    if (!r) return answer;
    clock_gettime(CLOCK_MONOTONIC, &r->begun);
    r->task = task;
    r->random = random;
    r->world = tn_state_new(task->game);
    r->state = tn_state_new(task->game);
    bool ready = tree_init(&r->tree, task->weights, task->game, task->ctx, NODES);
    ready = policy_init(&r->policy, task->weights, task->game, task->ctx, INNER_NODES) && ready;
    uint32_t found = TN_NO_ANSWER;
    if (ready && r->world && r->state) found = decide(r, task->effort > 0 ? task->effort : GAMES);
    if (found != TN_NO_ANSWER && tn_state_legal(task->game, task->state, task->seat, found)) answer = found;
    policy_free(&r->policy);
    tree_free(&r->tree);
    tn_state_free(r->state);
    tn_state_free(r->world);
    free(r);
    return answer;
}

const struct bot bot_rollout = {"rollout", "what turns out best when its best ideas are played on", choose,
                                .thinks = true, .searches = true};
