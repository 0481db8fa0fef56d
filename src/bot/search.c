/* search.c: the bot that grows a tree of what may come: an information-set tree search.
 *
 * A descent deals a position the seat could be in, walks down the tree by the answers of all seats, adds one answer
 * that was not tried there, and finds out what it leads to: in a game with a score and weights by the value at the end
 * of that turn, else by playing on at random. Every seat is taken to choose what is best for itself. The tree is one
 * for all positions that were dealt: a node is a way of answering, and of its children those count that are legal in
 * the position at hand (so `seen` is not the number of visits of the node above). What chance brings between two
 * answers is not part of the tree.
 *
 * Work is bounded by descents and, for games in which one is slow, by a time. Many descents are shared out among a
 * fixed number of trees, each with a generator of its own, and what the trees have found at their roots is added up in
 * their order: so any number of threads may grow them. Up to that time the answer is a function of the task and the
 * generator: only sums, quotients and square roots are computed, always in the same order.
 */
#include "bot/ahead.h"
#include "bot/bot.h"
#include "bot/crew.h"
#include "bot/worth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern const struct bot bot_search;

enum {
    DESCENTS = 1000,
    TREES = 4,          /* of so many descents; */
    SHARED_FROM = 2000, /* of fewer one */
    MOST_SECONDS = 3,
    SEATS = 32,
    DEPTH = 120, /* answers of a descent that are in the tree, at most */
    AT_ONCE = 4, /* answers of a node that are tried at first; one more for each so many visits: */
    WIDENING = 3,
    TURN_STEPS = 40, /* answers up to the end of a turn that is valued */
    HORIZON = 3000,  /* answers of a game that is played on at random */
    SOUNDINGS = 16   /* positions from which the usual range of values is taken */
};
static const double CURIOSITY = 0.5; /* how much the unknown counts against what was found */
static const double WINNING = 0.8;   /* part of winning in the reward of a game played on, the rest is the margin */

struct node {
    uint32_t site, answer;   /* the question and the answer that lead here, */
    uint32_t seat;           /* and who gave it */
    uint32_t child, sibling; /* 0: none */
    uint32_t visits, seen;   /* seen: how often it was legal when its parent was visited */
    double sum;              /* of the rewards of `seat` */
};

struct tree {
    const struct bot_task *task;
    tn_ctx *ctx; /* of the thread */
    struct random random;
    unsigned seats;
    size_t size; /* of a state */
    bool scored, valued;
    struct worth worth;
    double centre, spread; /* of margins or values: what is usual here, in thousandths of a point */
    tn_state *state;       /* of the descent */
    struct node *nodes;
    uint32_t n, path[DEPTH], depth, descents;
};

struct grove {
    struct bot_task task;
    struct tree trees[TREES];
    tn_ctx *ctx[TREES]; /* of threads */
    unsigned n, threads;
    struct timespec begun;
};

/* ---- what a position is worth */
static double margin(const struct tree *t, unsigned seat) {
    return (double)(ahead_margin(t->ctx, t->task->game, t->state, seat) * WEIGHT_ONE);
}

/* The seat's share of the win of a game that is over. */
static double won(const struct tree *t, unsigned seat) {
    unsigned winners = 0;
    for (unsigned s = 0; s < t->seats; s++)
        winners += tn_state_rank(t->ctx, t->state, s) == 1;
    return tn_state_rank(t->ctx, t->state, seat) == 1 ? 1.0 / winners : 0;
}

/* Between 0 and 1; half for what is usual. */
static double squashed(const struct tree *t, double value) {
    double x = (value - t->centre) / t->spread;
    return 0.5 + 0.5 * x / (1 + fabs(x));
}

/* Of a position at the end of a turn. A game that is over is on the same scale as one that is not: winning it is worth
 * some more. */
static double valued(struct tree *t, unsigned seat) {
    if (tn_state_status(t->task->game, t->state) == TN_OVER)
        return margin(t, seat) + (t->seats > 1 ? (2 * won(t, seat) - 1) * 2 * t->spread : 0);
    return (double)worth_of(&t->worth, t->state, seat);
}

static double reward(struct tree *t, unsigned seat) {
    bool over = tn_state_status(t->task->game, t->state) == TN_OVER;
    if (t->valued) return squashed(t, valued(t, seat));
    double winning = over ? won(t, seat) : 1.0 / (t->seats > 1 ? t->seats : 2);
    return t->scored ? WINNING * winning + (1 - WINNING) * squashed(t, margin(t, seat)) : winning;
}

/* ---- going on outside of the tree */
static bool give(struct tree *t, unsigned seat, uint32_t answer) {
    return tn_good(tn_state_apply(t->ctx, t->state, seat, answer));
}

static uint32_t usual_answer(struct tree *t, const tn_question *q) {
    if (q->preset != TN_NO_ANSWER) return q->preset;
    return tn_state_nth(t->task->game, t->state, q->seat, random_range(&t->random, q->count));
}

static bool next_question(struct tree *t, tn_question *q) {
    return ahead_chance(t->task->game, t->ctx, t->state, &t->random) &&
           tn_state_question(t->task->game, t->state, TN_SPECTATOR, q);
}

static void finish_turn(struct tree *t) {
    tn_question q;
    const char *phase = tn_state_phase(t->task->game, t->state);
    uint64_t begun = ahead_begun(t->task->game, t->state);
    unsigned seat = tn_state_last(t->task->game, t->state);
    for (int n = 0; n < TURN_STEPS && next_question(t, &q) && q.seat == seat; n++) {
        if (tn_state_phase(t->task->game, t->state) != phase || ahead_begun(t->task->game, t->state) != begun) return;
        if (!(q.flags & TN_SUBSET) && weights_opens(t->task->weights, q.site)) return;
        if (!give(t, q.seat, usual_answer(t, &q))) return;
    }
}

static void go_on(struct tree *t) {
    if (t->valued)
        finish_turn(t);
    else
        tn_playout(t->ctx, t->state, random_next(&t->random), &(tn_playing){.answers = HORIZON, .about = true});
}

static void deal(struct tree *t) {
    const struct bot_task *task = t->task;
    tn_state_determinise(t->ctx, task->state, task->seat, random_next(&t->random), t->state);
    ahead_others(task->game, t->ctx, t->state, task->seat, &t->random);
}

/* What is usual: from answers at random. */
static void sound(struct tree *t, uint32_t descents) {
    double values[SOUNDINGS], sum = 0, off = 0;
    uint32_t n = descents < SOUNDINGS ? descents : SOUNDINGS;
    tn_question q;
    t->spread = WEIGHT_ONE;
    if (!t->scored) return;
    for (uint32_t i = 0; i < n; i++) {
        deal(t);
        if (next_question(t, &q)) give(t, q.seat, usual_answer(t, &q));
        go_on(t);
        sum += values[i] = t->valued ? valued(t, t->task->seat) : margin(t, t->task->seat);
    }
    for (uint32_t i = 0; i < n; i++)
        off += fabs(values[i] - sum / n);
    t->centre = sum / n;
    t->spread = WEIGHT_ONE + 2 * off / n;
}

/* ---- the tree */
/* The logarithm to the base 2, near enough: straight between the powers of two. */
static double rough_log(uint32_t n) {
    unsigned bits = 0;
    while (n >> bits > 1)
        bits++;
    return bits + (double)n / (double)(1u << bits) - 1;
}

static bool leads_here(const struct node *child, const tn_question *q) {
    return child->site == q->site && child->seat == q->seat;
}

/* The child of `at` that promises most among those that are legal now; 0: none is. *legal: how many are. */
static uint32_t most_promising(struct tree *t, uint32_t at, const tn_question *q, uint32_t *legal) {
    uint32_t best = 0;
    double top = 0;
    *legal = 0;
    for (uint32_t c = t->nodes[at].child; c != 0; c = t->nodes[c].sibling) {
        struct node *child = &t->nodes[c];
        if (!leads_here(child, q) || !tn_state_legal(t->task->game, t->state, q->seat, child->answer)) continue;
        ++*legal;
        child->seen++;
        double promise = child->sum / child->visits + CURIOSITY * sqrt(rough_log(child->seen) / child->visits);
        if (best == 0 || promise > top) {
            best = c;
            top = promise;
        }
    }
    return best;
}

static bool has_child(const struct tree *t, uint32_t at, const tn_question *q, uint32_t answer) {
    for (uint32_t c = t->nodes[at].child; c != 0; c = t->nodes[c].sibling)
        if (t->nodes[c].answer == answer && leads_here(&t->nodes[c], q)) return true;
    return false;
}

/* One of the answers that were not tried here; there is one. */
static uint32_t add_child(struct tree *t, uint32_t at, const tn_question *q) {
    uint32_t nth = random_range(&t->random, q->count);
    uint32_t answer = tn_state_nth(t->task->game, t->state, q->seat, nth);
    while (has_child(t, at, q, answer))
        answer = tn_state_nth(t->task->game, t->state, q->seat, nth = (nth + 1) % q->count);
    t->nodes[t->n] = (struct node){q->site, answer, q->seat, 0, t->nodes[at].child, 0, 1, 0};
    return t->nodes[at].child = t->n++;
}

/* From the question the tree begins with. True: the walk ended with an answer that is new. */
static void descend(struct tree *t) {
    uint32_t at = 0, legal;
    tn_question q;
    t->depth = 0;
    deal(t);
    while (t->depth < DEPTH && next_question(t, &q)) {
        if (at != 0 && (q.count == 1 || q.preset != TN_NO_ANSWER)) {
            if (!give(t, q.seat, usual_answer(t, &q))) break;
            continue;
        }
        uint32_t next = most_promising(t, at, &q, &legal);
        bool widen = legal < q.count && legal < AT_ONCE + t->nodes[at].visits / WIDENING;
        if (widen || next == 0) next = add_child(t, at, &q);
        t->path[t->depth++] = at = next;
        if (!give(t, q.seat, t->nodes[at].answer) || t->nodes[at].visits == 0) break;
    }
}

static void learn(struct tree *t) {
    double rewards[SEATS];
    bool known[SEATS] = {false};
    t->nodes[0].visits++;
    for (uint32_t i = 0; i < t->depth; i++) {
        struct node *node = &t->nodes[t->path[i]];
        if (!known[node->seat]) rewards[node->seat] = reward(t, node->seat);
        known[node->seat] = true;
        node->visits++;
        node->sum += rewards[node->seat];
    }
}

/* `part`: thousandths of the time there is. */
static bool time_is_up(const struct timespec *begun, int64_t part) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t ms = (int64_t)(now.tv_sec - begun->tv_sec) * 1000 + (now.tv_nsec - begun->tv_nsec) / 1000000;
    return ms >= MOST_SECONDS * part;
}

/* A thread with several trees to grow has a part of the time for each. */
static void grow(void *user, unsigned thread, unsigned i) {
    struct grove *g = user;
    struct tree *t = &g->trees[i];
    unsigned turns = (g->n + g->threads - 1) / g->threads, turn = i / g->threads + 1;
    t->ctx = t->worth.ctx = g->ctx[thread];
    t->n = 1;
    sound(t, t->descents);
    for (uint32_t k = 0; k < t->descents && !(k > 0 && time_is_up(&g->begun, 1000 * turn / turns)); k++) {
        descend(t);
        if (tn_state_status(t->task->game, t->state) == TN_ASK) go_on(t);
        learn(t);
    }
}

/* ---- the decision */
struct found {
    uint64_t visits;
    double sum;
};

/* What the trees found of an answer to the question they begin with. */
static struct found found(const struct grove *g, uint32_t answer) {
    struct found all = {0, 0};
    for (unsigned i = 0; i < g->n; i++) {
        const struct node *nodes = g->trees[i].nodes;
        for (uint32_t c = nodes[0].child; c != 0; c = nodes[c].sibling)
            if (nodes[c].answer == answer) all = (struct found){all.visits + nodes[c].visits, all.sum + nodes[c].sum};
    }
    return all;
}

static uint32_t most_visited(const struct grove *g, uint32_t answer) {
    struct found best = {0, 0};
    for (unsigned i = 0; i < g->n; i++) {
        const struct node *nodes = g->trees[i].nodes;
        for (uint32_t c = nodes[0].child; c != 0; c = nodes[c].sibling) {
            struct found all = found(g, nodes[c].answer);
            if (all.visits < best.visits || (all.visits == best.visits && all.sum <= best.sum)) continue;
            best = all;
            answer = nodes[c].answer;
        }
    }
    return answer;
}

static bool plant(struct grove *g, struct tree *t, uint32_t descents, struct random *random) {
    const struct bot_task *task = &g->task;
    *t = (struct tree){.task = task, .seats = tn_game_seat_count(task->game), .descents = descents};
    t->random = g->n > 1 ? (struct random){random_next(random), 0} : *random;
    t->scored = tn_game_score_line_count(task->game) > 0;
    t->valued = t->scored && task->weights && task->weights->valued;
    t->state = tn_state_new(task->game);
    t->nodes = calloc((size_t)descents + 1, sizeof *t->nodes);
    return worth_init(&t->worth, task->weights, task->game, task->ctx) && t->state && t->nodes;
}

static void fell(struct tree *t) {
    worth_free(&t->worth);
    tn_state_free(t->state);
    free(t->nodes);
}

static uint32_t choose(const struct bot_task *task, struct random *random) {
    tn_question q;
    if (!tn_state_question(task->game, task->state, task->seat, &q) || q.count == 0) return TN_NO_ANSWER;
    uint32_t answer = tn_state_nth(task->game, task->state, task->seat, random_range(random, q.count));
    uint32_t descents = task->effort > 0 ? task->effort : DESCENTS;
    if (q.count == 1) return answer;
    struct grove g = {.task = *task, .n = descents < SHARED_FROM ? 1 : TREES};
    bool ready = true;
    clock_gettime(CLOCK_MONOTONIC, &g.begun);
    for (unsigned i = 0; i < g.n; i++)
        ready = plant(&g, &g.trees[i], descents / g.n + (i < descents % g.n), random) && ready;
    g.ctx[0] = task->ctx;
    for (unsigned wanted = crew_size(task->threads, g.n); ++g.threads < wanted;)
        if (!(g.ctx[g.threads] = tn_ctx_new(task->game))) break;
    if (ready) {
        crew_run(g.threads, g.n, grow, &g);
        answer = most_visited(&g, answer);
    }
    if (g.n == 1) *random = g.trees[0].random;
    for (unsigned i = 0; i < g.n; i++)
        fell(&g.trees[i]);
    for (unsigned k = 1; k < g.threads; k++)
        tn_ctx_free(g.ctx[k]);
    return answer;
}

const struct bot bot_search = {"search", "what turns out best in a tree of what may come", choose, .thinks = true,
                               .searches = true};
