/* policy.h: the tree of turn_tree.h as a player of whole games: for playing positions on, and for learning.
 *
 * Unlike a bot it keeps something between questions: the answers to the best leaf are a plan for each seat, and are
 * given one after the other as long as nothing new was seen (tn_state_epoch). A plan ends before a yes-or-no question
 * that asks for more. It answers as well as the bot `value` with the same nodes, and three times as fast.
 */
#ifndef BOT_POLICY_H
#define BOT_POLICY_H

#include "bot/turn_tree.h"

struct plan {
    uint32_t answers[TREE_DEPTH], sites[TREE_DEPTH];
    uint32_t n, at, epoch;
};

struct policy {
    struct tree tree;
    uint32_t nodes;
    struct plan plans[TN_SEATS];
    bool fresh; /* the last answer came from a tree that was grown for it */
};

bool policy_init(struct policy *p, const struct weights *weights, const tn_game *game, tn_ctx *ctx, uint32_t nodes);
void policy_free(struct policy *p);
void policy_forget(struct policy *p); /* all plans: another game begins */

/* An answer of the seat, which is asked. */
uint32_t policy_answer(struct policy *p, const tn_state *state, unsigned seat, struct random *random);

/* The plan that leads to a node of the tree that was grown last, from its second answer on. */
void policy_plan(struct policy *p, uint32_t node, unsigned seat, uint32_t epoch);

/* Plays on for all seats: until so many more rounds have begun (of a game without rounds: turns of the seat), and the
 * seat is at the beginning of a turn; to the end at most. False: a fault, or the deadline of the tree has
 * passed. */
bool policy_play_on(struct policy *p, tn_state *state, unsigned seat, uint32_t rounds, struct random *random);

#endif
