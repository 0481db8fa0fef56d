/* value.c: the bot that looks through its whole undertaking and takes the way to the position that is worth most.
 *
 * It is what the tree of turn_tree.h finds with its weights, in one position the seat could be in. Its effort is a
 * number of nodes.
 */
#include "bot/bot.h"
#include "bot/turn_tree.h"

extern const struct bot bot_value;

enum { NODES = 120 };

static uint32_t choose(const struct bot_task *task, struct random *random) {
    tn_question q;
    uint32_t path[TREE_DEPTH], nodes = task->effort > 0 ? task->effort : NODES;
    struct tree t;
    if (!tn_state_question(task->game, task->state, task->seat, &q) || q.count == 0) return TN_NO_ANSWER;
    uint32_t answer = tn_state_nth(task->game, task->state, task->seat, random_range(random, q.count));
    if (q.count == 1) return answer;
    if (tree_init(&t, task->weights, task->game, task->ctx, nodes)) {
        tree_grow(&t, task->state, task->seat, nodes, random);
        size_t n = tree_path(&t, t.nodes[0].best_leaf, path);
        if (n > 0 && tn_state_legal(task->game, task->state, task->seat, path[0])) answer = path[0];
    }
    tree_free(&t);
    return answer;
}

const struct bot bot_value = {"value", "what looks best in a tree of its own turn", choose, .thinks = true,
                              .searches = true};
