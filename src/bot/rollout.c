/* rollout.c: the bot that plays its best candidates on.
 *
 * The tree of turn_tree.h proposes some ways to carry out the undertaking. Each is played on by the policy of policy.h
 * for all seats, a few rounds far (alone: to the end), in positions the seat could be in, the same ones for all
 * candidates with the same chance. After half of the positions the worse half of the candidates is left out. The one
 * that came out best on average is taken.
 *
 * The effort is a number of games played on. The positions are numbered, and what comes of them is summed, so any
 * number of threads may play them. Up to the deadline, at which games are left where they are, the answer is a function
 * of the task and the generator.
 */
#include "bot/ahead.h"
#include "bot/bot.h"
#include "bot/crew.h"
#include "bot/deadline.h"
#include "bot/policy.h"

#include <stdlib.h>
#include <string.h>

extern const struct bot bot_rollout;

enum {
    GAMES = 48, /* that are played on for a decision */
    CANDIDATES = 6,
    NODES = 200,      /* of the tree that proposes them, */
    INNER_NODES = 40, /* and of those that play on */
    ROUNDS = 2,       /* so far they are played on; */
    TURNS = 3,        /* the same in turns, where there are no rounds */
    TO_THE_END = 1000,
    AT_ONCE = 64 /* positions that are dealt out to threads */
};

struct candidate {
    uint32_t answers[TREE_DEPTH], n;
    uint64_t played;
    int64_t sum;
    bool out;
};

/* A thread's. */
struct player {
    tn_ctx *ctx;
    struct policy policy;
    tn_state *world, *state;
    uint64_t played[CANDIDATES];
    int64_t sum[CANDIDATES];
};

struct rollout {
    const struct bot_task *task;
    struct random *random;
    struct tree tree;
    struct candidate of[CANDIDATES];
    uint32_t n;
    struct player players[CREW_MOST];
    unsigned threads;
    uint64_t keys[AT_ONCE], worlds; /* of positions; how many were dealt before them */
    struct deadline deadline;
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
    return deadline_passed(&r->deadline);
}

/* Gives the answers of a candidate as far as they are possible in this world; false: not even the first. */
static bool carry_out(const struct rollout *r, struct player *by, const struct candidate *c, struct random *chance) {
    const struct bot_task *task = r->task;
    for (uint32_t i = 0; i < c->n; i++) {
        if (!ahead_chance(task->game, by->ctx, by->state, chance)) return false;
        if (!(tn_state_asked(task->game, by->state) >> task->seat & 1u)) return i > 0;
        if (!tn_state_legal(task->game, by->state, task->seat, c->answers[i])) return i > 0;
        if (!tn_good(tn_state_apply(by->ctx, by->state, task->seat, c->answers[i]))) return false;
    }
    return true;
}

static void play_on(const struct rollout *r, struct player *by, uint32_t candidate, uint64_t key) {
    const struct bot_task *task = r->task;
    struct random chance = {key, 0};
    bool counts = task->weights && task->weights->rounds != 0;
    uint32_t far = tn_game_seat_count(task->game) == 1 ? TO_THE_END : counts ? ROUNDS : TURNS;
    memcpy(by->state, by->world, tn_game_state_size(task->game));
    if (!carry_out(r, by, &r->of[candidate], &chance)) return;
    if (!policy_play_on(&by->policy, by->state, task->seat, far, &chance)) return;
    by->policy.tree.worth.knows = false;
    by->sum[candidate] += worth_or_result(&by->policy.tree.worth, by->state, task->seat);
    by->played[candidate]++;
}

/* All that are left, in one position. */
static void play_world(void *user, unsigned thread, unsigned i) {
    struct rollout *r = user;
    struct player *by = &r->players[thread];
    const struct bot_task *task = r->task;
    struct random others = {r->keys[i], 1};
    if (time_is_up(r)) return;
    tn_state_determinise(by->ctx, task->state, task->seat, r->keys[i], by->world);
    ahead_others(task->game, by->ctx, by->world, task->seat, &others);
    for (uint32_t k = 0; k < r->n; k++)
        if (!r->of[k].out && !time_is_up(r)) play_on(r, by, k, r->keys[i]);
}

static void play_worlds(struct rollout *r, uint32_t worlds) {
    for (uint32_t done = 0, n; done < worlds && !(done > 0 && time_is_up(r)); done += n, r->worlds += n) {
        n = worlds - done < AT_ONCE ? worlds - done : AT_ONCE;
        for (uint32_t i = 0; i < n; i++)
            r->keys[i] = random_next(r->random);
        crew_run(r->threads, n, play_world, r);
    }
    for (uint32_t k = 0; k < r->n; k++) {
        r->of[k].sum = 0, r->of[k].played = 0;
        for (unsigned t = 0; t < r->threads; t++) {
            r->of[k].sum += r->players[t].sum[k];
            r->of[k].played += r->players[t].played[k];
        }
    }
}

static int64_t mean(const struct candidate *c) {
    return c->played > 0 ? c->sum / (int64_t)c->played : INT64_MIN;
}

/* The worst of those that are left goes. */
static void leave_out(struct rollout *r) {
    struct candidate *worst = NULL;
    for (uint32_t i = 0; i < r->n; i++)
        if (!r->of[i].out && (!worst || mean(&r->of[i]) < mean(worst))) worst = &r->of[i];
    if (worst) worst->out = true;
}

static void compare(struct rollout *r, uint32_t games) {
    uint32_t left = r->n, played = 0, until = games / 2;
    while (played + left <= games && left > 1 && !time_is_up(r)) {
        uint32_t worlds = until > played ? (until - played + left - 1) / left : 1;
        if (worlds > (games - played) / left) worlds = (games - played) / left;
        play_worlds(r, worlds);
        played += worlds * left;
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

/* As many threads as there is memory for; false: not even one. */
static bool gather(struct rollout *r) {
    const struct bot_task *task = r->task;
    unsigned wanted = crew_size(task->threads, CREW_MOST);
    for (r->threads = 0; r->threads < wanted; r->threads++) {
        struct player *by = &r->players[r->threads];
        by->ctx = r->threads == 0 ? task->ctx : tn_ctx_new(task->game);
        by->world = tn_state_new(task->game);
        by->state = tn_state_new(task->game);
        if (!by->ctx || !by->world || !by->state) break;
        if (!policy_init(&by->policy, task->weights, task->game, by->ctx, INNER_NODES)) break;
        by->policy.tree.deadline = &r->deadline;
    }
    return r->threads > 0;
}

static void dismiss(struct rollout *r) {
    for (unsigned t = 0; t < CREW_MOST; t++) {
        struct player *by = &r->players[t];
        policy_free(&by->policy);
        tn_state_free(by->state);
        tn_state_free(by->world);
        if (t > 0) tn_ctx_free(by->ctx);
    }
}

static uint32_t choose(const struct bot_task *task, struct random *random) {
    tn_question q;
    if (!tn_state_question(task->game, task->state, task->seat, &q) || q.count == 0) return TN_NO_ANSWER;
    uint32_t answer = tn_state_nth(task->game, task->state, task->seat, random_range(random, q.count));
    if (q.count == 1) return answer;
    if (q.preset != TN_NO_ANSWER && q.flags & TN_PAYMENT) return q.preset;
    struct rollout *r = calloc(1, sizeof *r);
    if (!r) return answer;
    r->deadline = deadline_from_now(task->unhurried);
    r->task = task;
    r->random = random;
    bool ready = tree_init(&r->tree, task->weights, task->game, task->ctx, NODES);
    r->tree.deadline = &r->deadline;
    uint32_t found = TN_NO_ANSWER;
    if (gather(r) && ready) found = decide(r, task->effort > 0 ? task->effort : GAMES);
    if (found != TN_NO_ANSWER && tn_state_legal(task->game, task->state, task->seat, found)) answer = found;
    dismiss(r);
    tree_free(&r->tree);
    free(r);
    return answer;
}

const struct bot bot_rollout = {"rollout", "what turns out best when its best ideas are played on", choose,
                                .thinks = true, .searches = true};
