/* turn_tree.h: one undertaking looked through: all that a seat can do until its turn passes, as a tree of its answers.
 *
 * A tree grows in one position the seat could be in; every position in it is kept, so a node is one copy and one
 * answer. It ends, in leaves, where another seat is asked, a phase or a period begins, or a question comes that opens a
 * turn; behind a yes-or-no question one such question is passed ("another action?" is worth what the action is). What
 * a new round brings is not counted. Payments take their default. A leaf is worth what worth.h says, with the cards
 * the seat knew when it was asked. Growing stops after so many nodes; first all answers are tried here and there, then
 * those below which good leaves were found.
 */
#ifndef BOT_TURN_TREE_H
#define BOT_TURN_TREE_H

#include "base/random.h"
#include "bot/deadline.h"
#include "bot/worth.h"

enum { TREE_DEPTH = 48, TREE_NODES = 4000 };

struct tree_node {
    uint32_t parent, child, sibling; /* 0: none; the root is node 0 */
    uint32_t answer, nth;            /* that leads here, and which of the menu it is */
    uint32_t count, tried, preset;   /* of the question here */
    uint32_t visits, best_leaf;
    int64_t best; /* value of the best leaf below */
    uint8_t passed, depth;
    bool leaf, done, new_round; /* new_round: the position above is what counts */
};

struct tree {
    const struct weights *weights; /* may be NULL */
    const tn_game *game;
    tn_ctx *ctx;
    struct random *random; /* while it grows */
    struct worth worth;
    unsigned seat;
    size_t size; /* of a state */
    char *states;
    struct tree_node *nodes;
    uint32_t n, most;
    const char *phase;
    uint64_t begun, rounds;
    unsigned may_pass;
    double sum, squares; /* of leaves, for how much values differ here */
    uint32_t leaves;
    const struct deadline *deadline; /* it stops growing then; NULL: never */
};

bool tree_init(struct tree *t, const struct weights *weights, const tn_game *game, tn_ctx *ctx, uint32_t most);
void tree_free(struct tree *t);

/* Grows a new tree from what the seat sees of a position. */
void tree_grow(struct tree *t, const tn_state *state, unsigned seat, uint32_t nodes, struct random *random);

/* The answers from the root to a node, at most TREE_DEPTH; returns how many. */
size_t tree_path(const struct tree *t, uint32_t node, uint32_t *answers);

/* Up to `most` leaves worth comparing: the best of each first answer, up to two thirds, then the best of the others;
 * returns how many. The first is the best of all. */
uint32_t tree_candidates(const struct tree *t, uint32_t *leaves, uint32_t most);

tn_state *tree_state(const struct tree *t, uint32_t node);

/* Whether an undertaking of the seat is over when it comes to this question, from such a phase and number of periods.
 */
bool tree_opens(const struct weights *weights, const tn_question *question);

#endif
