/* turn_tree.c: see turn_tree.h. */
#include "bot/turn_tree.h"

#include "bot/ahead.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const int64_t WORTHLESS = -((int64_t)1 << 50); /* of a leaf that is a fault */
static const double USUAL_SPREAD = 5 * WEIGHT_ONE;

bool tree_init(struct tree *t, const struct weights *weights, const tn_game *game, tn_ctx *ctx, uint32_t most) {
    *t = (struct tree){.weights = weights, .game = game, .ctx = ctx, .most = most < TREE_NODES ? most : TREE_NODES};
    t->size = (tn_game_state_size(game) + 63) / 64 * 64;
    t->states = aligned_alloc(64, t->size * (t->most + 1));
    t->nodes = malloc((t->most + 1) * sizeof *t->nodes);
    return worth_init(&t->worth, weights, game, ctx) && t->states && t->nodes;
}

void tree_free(struct tree *t) {
    worth_free(&t->worth);
    free(t->states);
    free(t->nodes);
}

tn_state *tree_state(const struct tree *t, uint32_t node) {
    return (tn_state *)(void *)(t->states + node * t->size);
}

bool tree_opens(const struct weights *weights, const tn_question *question) {
    return weights && !(question->flags & TN_SUBSET) && weights_opens(weights, question->site);
}

static uint64_t rounds_of(const struct tree *t, const tn_state *state) {
    return t->weights ? weights_rounds(t->weights, state) : 0;
}

/* ---- nodes */
static int64_t value_at(struct tree *t, uint32_t node) {
    const tn_state *state = tree_state(t, node);
    if (!tn_good(tn_state_status(t->game, state))) return WORTHLESS;
    return worth_or_result(&t->worth, state, t->seat);
}

/* Whether the undertaking goes on with a question of the seat. */
static bool goes_on(struct tree *t, struct tree_node *node, const tn_state *state, tn_question *q) {
    if (tn_state_status(t->game, state) != TN_ASK || !(tn_state_asked(t->game, state) >> t->seat & 1u)) return false;
    if (!tn_state_question(t->game, state, t->seat, q) || node->depth >= TREE_DEPTH - 1) return false;
    if (node->depth == 0) return true;
    if (tn_state_phase(t->game, state) != t->phase || ahead_begun(t->game, state) != t->begun) return false;
    if (!tree_opens(t->weights, q)) return true;
    return node->passed < t->may_pass && ++node->passed > 0;
}

static void settle(struct tree *t, uint32_t at) {
    struct tree_node *node = &t->nodes[at];
    const tn_state *state = tree_state(t, at);
    tn_question q;
    node->leaf = node->done = !goes_on(t, node, state, &q);
    node->best = INT64_MIN;
    node->best_leaf = at;
    if (!node->leaf) {
        node->preset = q.preset;
        node->count = q.preset != TN_NO_ANSWER ? 1 : q.count;
        return;
    }
    node->new_round = at > 0 && tn_state_status(t->game, state) == TN_ASK && rounds_of(t, state) != t->rounds;
    node->best = value_at(t, node->new_round ? node->parent : at);
}

static bool has_child(const struct tree *t, uint32_t at, uint32_t nth) {
    for (uint32_t c = t->nodes[at].child; c != 0; c = t->nodes[c].sibling)
        if (t->nodes[c].nth == nth) return true;
    return false;
}

/* Tries one more answer; there is one, and room for it. */
static uint32_t expand(struct tree *t, uint32_t at) {
    struct tree_node *node = &t->nodes[at];
    uint32_t nth = node->count > 1 ? random_range(t->random, node->count) : 0, new = t->n++;
    while (has_child(t, at, nth))
        nth = (nth + 1) % node->count;
    uint32_t answer =
        node->preset != TN_NO_ANSWER ? node->preset : tn_state_nth(t->game, tree_state(t, at), t->seat, nth);
    memcpy(tree_state(t, new), tree_state(t, at), t->size);
    t->nodes[new] = (struct tree_node){.parent = at, .sibling = node->child, .answer = answer, .nth = nth};
    t->nodes[new].passed = node->passed;
    t->nodes[new].depth = (uint8_t)(node->depth + 1);
    node->child = new;
    node->tried++;
    tn_status status = tn_state_apply(t->ctx, tree_state(t, new), t->seat, answer);
    if (tn_good(status) && ahead_chance(t->game, t->ctx, tree_state(t, new), t->random)) return settle(t, new), new;
    t->nodes[new].leaf = t->nodes[new].done = true;
    t->nodes[new].best = WORTHLESS;
    t->nodes[new].best_leaf = new;
    return new;
}

/* The logarithm to the base 2, near enough: straight between the powers of two. */
static double rough_log(uint32_t n) {
    unsigned bits = 0;
    while (n >> bits > 1)
        bits++;
    return bits + (double)n / (double)(1u << bits) - 1;
}

static double spread(const struct tree *t) {
    if (t->leaves < 3) return USUAL_SPREAD;
    double mean = t->sum / t->leaves, variance = t->squares / t->leaves - mean * mean;
    return variance > 0 ? sqrt(variance) : 0;
}

/* The child below which the best leaf may be found; 0: none is left. */
static uint32_t promising(const struct tree *t, uint32_t at, double scale) {
    const struct tree_node *node = &t->nodes[at];
    double top = 0, seen = rough_log(node->visits + 2);
    uint32_t best = 0;
    for (uint32_t c = node->child; c != 0; c = t->nodes[c].sibling) {
        const struct tree_node *child = &t->nodes[c];
        if (child->done) continue;
        double unknown = sqrt(0.7 * seen / (child->visits + 1)) * (1 + 0.2 * rough_log(child->count + 1));
        double promise = (double)(child->best > WORTHLESS ? child->best : 0) + scale * unknown;
        if (best == 0 || promise > top) best = c, top = promise;
    }
    return best;
}

static void learn(struct tree *t, uint32_t at) {
    int64_t value = t->nodes[at].best;
    uint32_t leaf = t->nodes[at].best_leaf;
    if (value > WORTHLESS) {
        t->sum += (double)value;
        t->squares += (double)value * (double)value;
        t->leaves++;
    }
    for (uint32_t up = at;; up = t->nodes[up].parent) {
        struct tree_node *node = &t->nodes[up];
        node->visits++;
        if (value > node->best) {
            node->best = value;
            node->best_leaf = leaf;
        }
        if (!node->leaf && node->tried == node->count) {
            node->done = true;
            for (uint32_t c = node->child; c != 0; c = t->nodes[c].sibling)
                node->done = node->done && t->nodes[c].done;
        }
        if (up == 0) return;
    }
}

static void descend(struct tree *t, uint32_t most) {
    uint32_t at = 0;
    double scale = spread(t);
    while (!t->nodes[at].leaf) {
        const struct tree_node *node = &t->nodes[at];
        bool more = node->tried < node->count && t->n < most;
        uint32_t next = more && node->tried < 2 + node->visits + node->visits / 2 ? 0 : promising(t, at, scale);
        if (next == 0 && more) next = expand(t, at);
        if (next == 0) break;
        at = next;
    }
    struct tree_node *end = &t->nodes[at];
    if (!end->leaf && end->best == INT64_MIN) end->best = value_at(t, at); /* there is no room to go on */
    if (!end->leaf) end->done = true;
    learn(t, at);
}

void tree_grow(struct tree *t, const tn_state *state, unsigned seat, uint32_t nodes, struct random *random) {
    tn_question q = {0};
    uint32_t most = nodes < t->most ? nodes : t->most;
    t->seat = seat;
    t->random = random;
    worth_know(&t->worth, state, seat);
    tn_state_determinise(t->ctx, state, seat, random_next(random), tree_state(t, 0));
    ahead_others(t->game, t->ctx, tree_state(t, 0), seat, random);
    t->phase = tn_state_phase(t->game, tree_state(t, 0));
    t->begun = ahead_begun(t->game, tree_state(t, 0));
    t->rounds = rounds_of(t, tree_state(t, 0));
    t->may_pass = tn_state_question(t->game, state, seat, &q) && q.kind == TN_YESNO;
    t->sum = t->squares = 0;
    t->leaves = 0;
    t->n = 1;
    t->nodes[0] = (struct tree_node){0};
    settle(t, 0);
    while (!t->nodes[0].done && t->n < most && !deadline_passed(t->deadline))
        descend(t, most);
}

size_t tree_path(const struct tree *t, uint32_t node, uint32_t *answers) {
    size_t n = t->nodes[node].depth;
    for (uint32_t at = node; at != 0; at = t->nodes[at].parent)
        answers[t->nodes[at].depth - 1] = t->nodes[at].answer;
    return n;
}

/* ---- candidates */
static uint32_t first_of(const struct tree *t, uint32_t node) {
    while (t->nodes[node].depth > 1)
        node = t->nodes[node].parent;
    return node;
}

static bool is_taken(const struct tree *t, const uint32_t *leaves, uint32_t n, uint32_t leaf, bool by_first) {
    for (uint32_t i = 0; i < n; i++) {
        if (leaves[i] == leaf) return true;
        if (by_first && first_of(t, leaves[i]) == first_of(t, leaf)) return true;
    }
    return false;
}

/* The best leaf that is not taken; 0: none. */
static uint32_t next_leaf(const struct tree *t, const uint32_t *leaves, uint32_t n, bool by_first) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < t->n; i++) {
        if (!t->nodes[i].leaf || is_taken(t, leaves, n, i, by_first)) continue;
        if (best == 0 || t->nodes[i].best > t->nodes[best].best) best = i;
    }
    return best;
}

uint32_t tree_candidates(const struct tree *t, uint32_t *leaves, uint32_t most) {
    uint32_t n = 0;
    for (int by_first = 1; by_first >= 0; by_first--)
        for (uint32_t until = by_first ? (most * 2 + 2) / 3 : most; n < until; n++) {
            uint32_t leaf = next_leaf(t, leaves, n, by_first);
            if (leaf == 0) break;
            leaves[n] = leaf;
        }
    return n;
}
