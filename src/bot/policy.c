/* policy.c: see policy.h. */
#include "bot/policy.h"

#include "bot/ahead.h"

#include <string.h>

enum { MOST_ANSWERS = 20000 };

bool policy_init(struct policy *p, const struct weights *weights, const tn_game *game, tn_ctx *ctx, uint32_t nodes) {
    p->nodes = nodes;
    p->fresh = false;
    policy_forget(p);
    return tree_init(&p->tree, weights, game, ctx, nodes);
}

void policy_free(struct policy *p) {
    tree_free(&p->tree);
}

void policy_forget(struct policy *p) {
    for (unsigned seat = 0; seat < TN_SEATS; seat++)
        p->plans[seat].n = p->plans[seat].at = 0;
}

/* ---- plans */
/* The answer the plan has for this question; TN_NO_ANSWER: none. */
static uint32_t planned(struct policy *p, const tn_state *state, unsigned seat, const tn_question *q) {
    struct plan *plan = &p->plans[seat];
    const tn_game *game = p->tree.game;
    if (plan->at >= plan->n || plan->sites[plan->at] != q->site) return TN_NO_ANSWER;
    if (plan->epoch != tn_state_epoch(game, state)) return TN_NO_ANSWER;
    if (!tn_state_legal(game, state, seat, plan->answers[plan->at])) return TN_NO_ANSWER;
    return plan->answers[plan->at++];
}

void policy_plan(struct policy *p, uint32_t node, unsigned seat, uint32_t epoch) {
    const struct tree *t = &p->tree;
    struct plan *plan = &p->plans[seat];
    uint32_t way[TREE_DEPTH], n = 0;
    plan->n = plan->at = 0;
    plan->epoch = epoch;
    for (uint32_t at = node; at != 0; at = t->nodes[at].parent)
        way[n++] = at;
    for (uint32_t i = n > 0 ? n - 1 : 0; i-- > 0;) {
        tn_question q;
        if (!tn_state_question(t->game, tree_state(t, t->nodes[way[i]].parent), seat, &q)) return;
        if (q.kind == TN_YESNO && !(q.flags & TN_OPTIONAL)) return;
        if (q.count == 1) continue;
        plan->sites[plan->n] = q.site;
        plan->answers[plan->n++] = t->nodes[way[i]].answer;
    }
}

uint32_t policy_answer(struct policy *p, const tn_state *state, unsigned seat, struct random *random) {
    const tn_game *game = p->tree.game;
    tn_question q;
    uint32_t path[TREE_DEPTH];
    p->fresh = false;
    if (!tn_state_question(game, state, seat, &q) || q.count == 0) return TN_NO_ANSWER;
    if (q.count == 1) return tn_state_nth(game, state, seat, 0);
    uint32_t answer = planned(p, state, seat, &q);
    if (answer != TN_NO_ANSWER) return answer;
    tree_grow(&p->tree, state, seat, p->nodes, random);
    p->fresh = true;
    policy_plan(p, p->tree.nodes[0].best_leaf, seat, tn_state_epoch(game, state));
    if (tree_path(&p->tree, p->tree.nodes[0].best_leaf, path) > 0 && tn_state_legal(game, state, seat, path[0]))
        return path[0];
    p->plans[seat].n = 0;
    return tn_state_nth(game, state, seat, random_range(random, q.count));
}

/* ---- playing on */
bool policy_play_on(struct policy *p, tn_state *state, unsigned seat, uint32_t rounds, struct random *random) {
    const struct tree *t = &p->tree;
    tn_question q;
    bool counts = t->weights && t->weights->rounds != 0;
    uint64_t end = (counts ? weights_rounds(t->weights, state) : 0) + rounds, turns = 0;
    policy_forget(p);
    for (uint32_t n = 0; n < MOST_ANSWERS; n++) {
        if (deadline_passed(t->deadline) || !ahead_chance(t->game, t->ctx, state, random)) return false;
        if (!tn_state_question(t->game, state, TN_SPECTATOR, &q)) break;
        if (q.seat == seat && tree_opens(t->weights, &q)) {
            if (n > 0) turns++;
            if ((counts ? weights_rounds(t->weights, state) : turns) >= end) break;
        }
        uint32_t answer = policy_answer(p, state, q.seat, random);
        if (!tn_good(tn_state_apply(t->ctx, state, q.seat, answer))) return false;
    }
    return true;
}
