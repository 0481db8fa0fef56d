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
 * fixed number of trees, each with a generator of its own, so any number of threads may grow them. Now and then they
 * stop, and each is told what the others have found since, in their order: trees that only meet at the end are weaker
 * than one. Up to that time the answer is a function of the task and the generator: only sums, quotients and square
 * roots are computed, always in the same order.
 */
#include "bot/ahead.h"
#include "bot/bot.h"
#include "bot/crew.h"
#include "bot/deadline.h"
#include "bot/worth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const struct bot bot_search;

enum {
    DESCENTS = 1000,
    TREES = 4,          /* of so many descents; */
    SHARED_FROM = 2000, /* of fewer one */
    STRETCH = 4,        /* descents of each until they meet first; */
    STRETCHES = 64,     /* later this part of what there were */
    WORTH_TELLING = 2,  /* visits of each of them */
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
    /* seen: how often it was legal when its parent was visited; sum: of the rewards of `seat` */
    struct findings {
        uint32_t visits, seen;
        double sum;
    } found, shared; /* shared: what all trees had found when they met last */
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
    uint32_t n, path[DEPTH], depth, descents, done;
};

struct grove {
    struct bot_task task;
    struct tree trees[TREES];
    tn_ctx *ctx[TREES]; /* of threads */
    unsigned n, threads;
    uint32_t stretch; /* descents of each tree until they meet again */
    struct deadline deadline;
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
        child->found.seen++;
        double promise = child->found.sum / child->found.visits +
                         CURIOSITY * sqrt(rough_log(child->found.seen) / child->found.visits);
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

static uint32_t add_node(struct tree *t, uint32_t at, uint32_t site, uint32_t seat, uint32_t answer) {
    t->nodes[t->n] = (struct node){.site = site, .answer = answer, .seat = seat, .sibling = t->nodes[at].child};
    return t->nodes[at].child = t->n++;
}

/* One of the answers that were not tried here; there is one. */
static uint32_t add_child(struct tree *t, uint32_t at, const tn_question *q) {
    uint32_t nth = random_range(&t->random, q->count);
    uint32_t answer = tn_state_nth(t->task->game, t->state, q->seat, nth);
    while (has_child(t, at, q, answer))
        answer = tn_state_nth(t->task->game, t->state, q->seat, nth = (nth + 1) % q->count);
    uint32_t child = add_node(t, at, q->site, q->seat, answer);
    t->nodes[child].found.seen = 1;
    return child;
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
        bool widen = legal < q.count && legal < AT_ONCE + t->nodes[at].found.visits / WIDENING;
        if (widen || next == 0) next = add_child(t, at, &q);
        t->path[t->depth++] = at = next;
        if (!give(t, q.seat, t->nodes[at].answer) || t->nodes[at].found.visits == 0) break;
    }
}

static void learn(struct tree *t) {
    double rewards[SEATS];
    bool known[SEATS] = {false};
    t->nodes[0].found.visits++;
    for (uint32_t i = 0; i < t->depth; i++) {
        struct node *node = &t->nodes[t->path[i]];
        if (!known[node->seat]) rewards[node->seat] = reward(t, node->seat);
        known[node->seat] = true;
        node->found.visits++;
        node->found.sum += rewards[node->seat];
    }
}

/* Some descents of a tree. */
static void grow(void *user, unsigned thread, unsigned i) {
    struct grove *g = user;
    struct tree *t = &g->trees[i];
    t->ctx = t->worth.ctx = g->ctx[thread];
    if (t->done == 0) sound(t, t->descents);
    for (uint32_t until = t->done + g->stretch; t->done < until && t->done < t->descents; t->done++) {
        if (t->done > 0 && deadline_passed(&g->deadline)) return;
        descend(t);
        if (tn_state_status(t->task->game, t->state) == TN_ASK) go_on(t);
        learn(t);
    }
}

/* ---- several trees */
static uint32_t same_child(const struct tree *t, uint32_t at, const struct node *like) {
    uint32_t c = t->nodes[at].child;
    for (; c != 0; c = t->nodes[c].sibling) {
        const struct node *n = &t->nodes[c];
        if (n->answer == like->answer && n->site == like->site && n->seat == like->seat) break;
    }
    return c;
}

/* What one of the trees has found at these nodes, one in each, all of them have. */
static void share_nodes(struct grove *g, const uint32_t *at) {
    struct findings all = g->trees[0].nodes[at[0]].shared;
    for (unsigned i = 0; i < g->n; i++) {
        const struct node *node = &g->trees[i].nodes[at[i]];
        all.visits += node->found.visits - node->shared.visits;
        all.seen += node->found.seen - node->shared.seen;
        all.sum += node->found.sum - node->shared.sum;
    }
    for (unsigned i = 0; i < g->n; i++)
        g->trees[i].nodes[at[i]].found = g->trees[i].nodes[at[i]].shared = all;
}

/* Child c of node at[i] in tree i, as it is called in each tree; false: it was met in an earlier tree, or too little
 * was found there to be told. */
static bool worth_telling(const struct grove *g, const uint32_t *at, unsigned i, uint32_t c, uint32_t *same) {
    const struct node *like = &g->trees[i].nodes[c];
    uint32_t visits = 0;
    for (unsigned k = 0; k < g->n; k++) {
        same[k] = same_child(&g->trees[k], at[k], like);
        if (k < i && same[k] != 0) return false;
        if (same[k] != 0) visits += g->trees[k].nodes[same[k]].found.visits;
    }
    return visits >= WORTH_TELLING * g->n;
}

static void share_below(struct grove *g, const uint32_t *at, unsigned depth) {
    share_nodes(g, at);
    for (unsigned i = 0; i < g->n && depth < DEPTH; i++) {
        for (uint32_t c = g->trees[i].nodes[at[i]].child; c != 0; c = g->trees[i].nodes[c].sibling) {
            const struct node like = g->trees[i].nodes[c];
            uint32_t same[TREES];
            if (!worth_telling(g, at, i, c, same)) continue;
            for (unsigned k = 0; k < g->n; k++)
                if (same[k] == 0) same[k] = add_node(&g->trees[k], at[k], like.site, like.seat, like.answer);
            share_below(g, same, depth + 1);
        }
    }
}

/* They meet the less often the more they have found. */
static void grow_all(struct grove *g) {
    const uint32_t roots[TREES] = {0};
    const struct tree *first = &g->trees[0]; /* no other has more descents to make */
    while (first->done < first->descents && !(first->done > 0 && deadline_passed(&g->deadline))) {
        g->stretch = g->n == 1 ? first->descents : STRETCH + first->done / STRETCHES;
        crew_run(g->threads, g->n, grow, g);
        if (g->n > 1) share_below(g, roots, 0);
    }
}

static uint32_t most_visited(const struct tree *t, uint32_t answer) {
    const struct findings *best = NULL;
    for (uint32_t c = t->nodes[0].child; c != 0; c = t->nodes[c].sibling) {
        const struct findings *f = &t->nodes[c].found;
        if (best && (f->visits < best->visits || (f->visits == best->visits && f->sum <= best->sum))) continue;
        best = f;
        answer = t->nodes[c].answer;
    }
    return answer;
}

/* ---- the decision */
static bool plant(struct grove *g, struct tree *t, uint32_t descents, struct random *random) {
    const struct bot_task *task = &g->task;
    *t = (struct tree){.task = task, .seats = tn_game_seat_count(task->game), .descents = descents};
    t->random = g->n > 1 ? (struct random){random_next(random), 0} : *random;
    t->scored = tn_game_score_line_count(task->game) > 0;
    t->valued = t->scored && task->weights && task->weights->valued;
    t->state = tn_state_new(task->game);
    t->nodes = calloc(((size_t)descents + 1) * g->n + 1, sizeof *t->nodes); /* those of all */
    t->n = 1;
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
    struct grove g = {
        .task = *task, .n = descents < SHARED_FROM ? 1 : TREES, .deadline = deadline_from_now(task->unhurried)};
    bool ready = true;
    for (unsigned i = 0; i < g.n; i++)
        ready = plant(&g, &g.trees[i], descents / g.n + (i < descents % g.n), random) && ready;
    g.ctx[0] = task->ctx;
    for (unsigned wanted = crew_size(task->threads, g.n); ++g.threads < wanted;)
        if (!(g.ctx[g.threads] = tn_ctx_new(task->game))) break;
    if (ready) {
        grow_all(&g);
        answer = most_visited(&g.trees[0], answer);
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
