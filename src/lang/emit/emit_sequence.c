/* emit_sequence.c: loops in an order that a set does not keep: players from one seat on, a pile from its top, a ray.
 *
 * A set is bits and has no order of its own. Where a loop stands directly on something ordered, also through conditions
 * and differences, the members are computed as a set first and then visited in that order.
 * Example: `for c in [c in deck where c.cost > 2]` visits the matching cards from the top of the deck.
 * Invariant: the set is fixed when the loop begins. Cards that the body moves are still visited.
 */
#include "lang/emit/emit.h"

#include "lang/model/builtins.h"
#include "lang/parse/token.h"

static bool calls_builtin(const struct node *n, int which) {
    return n->kind == N_CALL && n->symbol && n->symbol->kind == SYM_BUILTIN && (int)n->symbol->index == which;
}

/* A zone is gone through from its top: one that surely is no pile has the order of the definition anyway. */
static bool is_pile(const struct model *m, const struct node *n) {
    if (n->type.base != VT_ZONE || n->type.flags) return false;
    return !n->symbol || n->symbol->kind != SYM_ZONE || m->zones.data[n->symbol->index].pile;
}

struct node *order_root(const struct model *m, struct node *source) {
    source = node_bare(source);
    if (source->type.flags & VF_LIST) return NULL;
    if (source->kind == N_FILTER) return order_root(m, source->a->a);
    if (source->kind == N_BINARY && source->number == TOKEN_MINUS) return order_root(m, source->a);
    if (calls_builtin(source, BI_order) || calls_builtin(source, BI_ray) || is_pile(m, source)) return source;
    bool first = source->kind == N_CALL && !source->symbol && source->a->kind == N_FIELD;
    return first && is_pile(m, node_bare(source->a->a)) ? source : NULL;
}

static const char *order_name(const struct node *root) {
    return calls_builtin(root, BI_order) ? "`order(...)`" : calls_builtin(root, BI_ray) ? "`ray(...)`" : "the pile";
}

/* What had an order when the set was made, though the set does not keep it; NULL: nothing. */
static struct node *lost_root(const struct model *m, struct node *source) {
    source = node_bare(source);
    if (!(source->type.flags & VF_SET)) return NULL;
    struct node *kept = NULL, *part[2] = {NULL, NULL};
    switch (source->kind) {
    case N_FILTER: return lost_root(m, source->a->a);
    case N_BINARY:
        if (source->number == TOKEN_MINUS) return lost_root(m, source->a);
        part[0] = source->a, part[1] = source->b;
        break;
    case N_COND: part[0] = source->b, part[1] = source->c; break;
    case N_NAME:
        if (source->symbol && source->symbol->kind == SYM_LOCAL && source->symbol->node->kind == N_LET)
            part[0] = source->symbol->node->a;
        break;
    case N_CALL:
        if (source->symbol && source->symbol->kind == SYM_DEF)
            part[0] = m->functions.data[source->symbol->index]->node->c;
        break;
    default: break;
    }
    for (int i = 0; i < 2 && !kept; i++)
        if (part[i]) kept = order_root(m, part[i]) ? order_root(m, part[i]) : lost_root(m, part[i]);
    return kept;
}

void warn_order(struct emitter *e, struct node *source, const char *word) {
    struct node *root = order_root(e->m, source) ? NULL : lost_root(e->m, source);
    if (root)
        model_warn(e->m, source, DIAG_order_forgotten,
                   "this is a set, which does not keep the order of %s at line %u: `%s` goes by the definition",
                   order_name(root), root->at.line, word);
}

/* Jumps to the head unless x is a member. */
static void skip_others(struct emitter *e, const struct iterator *it, int in) {
    int take = emit_label(e);
    emit_opx(e, OP_SIN, in, it->x, it->set, it->width);
    emit_jump(e, OP_JNZ, in, 0, 0, take);
    emit_jump(e, OP_JMP, 0, 0, 0, it->head);
    emit_place(e, take);
}

/* Where the loop goes on; going back must cost a step, and conditions of the body go back too. */
static void place_head(struct emitter *e, const struct iterator *it) {
    enum { ENDLESS = 1 << 20 };
    int steps = emit_scratch(e, 1), limit = emit_scratch(e, 1);
    emit_load(e, steps, 0);
    emit_load(e, limit, ENDLESS);
    emit_place(e, it->head);
    emit_jump(e, OP_STEP, steps, limit, 0, it->end);
}

int emit_order_start(struct emitter *e, struct node *order) {
    int from = emit_value(e, order->kids, TYPE(VT_PLAYER), emit_scratch(e, 1)), first = emit_scratch(e, 1);
    emit_load(e, first, 0);
    emit_op(e, OP_MAX, from, from, first);
    return from;
}

static void along_order(struct emitter *e, struct iterator *it, struct node *root, bool resume) {
    int from = emit_order_start(e, root), seats = emit_scratch(e, 1), index = emit_scratch(e, 1),
        limit = emit_scratch(e, 1), in = emit_scratch(e, 1);
    emit_load(e, seats, (int32_t)e->m->seats);
    emit_load(e, limit, (int32_t)e->m->seats - 1);
    emit_load(e, index, NONE);
    if (resume) {
        emit_op(e, OP_SUB, index, it->x, from);
        emit_op(e, OP_MOD, index, index, seats);
    }
    emit_place(e, it->head);
    emit_jump(e, OP_STEP, index, limit, 0, it->end);
    emit_op(e, OP_ADD, it->x, from, index);
    emit_op(e, OP_MOD, it->x, it->x, seats);
    skip_others(e, it, in);
}

static void along_ray(struct emitter *e, struct iterator *it, struct node *root, bool resume) {
    struct type space = TYPE_OF(VT_SPACE, ANY);
    int from = emit_value(e, root->kids, space, emit_scratch(e, 1)),
        d = emit_value(e, root->kids->next, TYPE(VT_NUMBER), emit_scratch(e, 1)), at = emit_scratch(e, 1),
        in = emit_scratch(e, 1), none = emit_scratch(e, 1);
    emit_op(e, OP_MOV, at, resume ? it->x : from, 0);
    emit_load(e, none, NONE);
    place_head(e, it);
    emit_opx(e, OP_TAB2, at, at, d, emit_step_table(e));
    emit_jump(e, OP_JEQ, at, none, 0, it->end);
    emit_jump(e, OP_JEQ, at, from, 0, it->end); /* once round a ring */
    emit_op(e, OP_MOV, it->x, at, 0);
    skip_others(e, it, in);
}

/* Card k of the pile while it is one of those to be visited, else the next one; at last those that lie elsewhere by
 * now. */
static void along_pile(struct emitter *e, struct iterator *it, struct node *zone, bool resume) {
    int pile = emit_value(e, zone, zone->type, emit_scratch(e, 1)), k = emit_scratch(e, 1), n = emit_scratch(e, 1),
        in = emit_scratch(e, 1), elsewhere = emit_label(e), take = emit_label(e);
    emit_load(e, k, 1);
    if (resume) {
        emit_op(e, OP_ZINDEX, k, it->x, 0);
        emit_opx(e, OP_ADDI, k, k, 0, 1);
        emit_op(e, OP_SDEL, it->set, it->x, it->width);
    }
    place_head(e, it);
    emit_op(e, OP_ZCNT, n, pile, 0);
    emit_jump(e, OP_JLT, n, k, 0, elsewhere);
    emit_map(e, emit_op(e, OP_ZNTH, it->x, pile, k), e->top);
    emit_opx(e, OP_SIN, in, it->x, it->set, it->width);
    emit_jump(e, OP_JNZ, in, 0, 0, take);
    emit_opx(e, OP_ADDI, k, k, 0, 1);
    emit_jump(e, OP_JMP, 0, 0, 0, it->head);
    emit_place(e, elsewhere);
    emit_load(e, it->x, NONE);
    emit_jump(e, OP_NEXT, it->x, it->set, it->width, it->end);
    emit_place(e, take);
    emit_op(e, OP_SDEL, it->set, it->x, it->width);
}

struct iterator iter_open_along(struct emitter *e, struct node *source, struct node *root, int x, bool resume) {
    struct iterator it = {
        .x = x, .head = emit_label(e), .end = emit_label(e), .element = type_element(e->m, source->type)};
    struct type set = type_make(it.element.base, VF_SET, it.element.of);
    it.set = emit_reg(e, set);
    it.width = type_width(e, set);
    emit_set(e, source, set, it.set);
    if (calls_builtin(root, BI_order))
        along_order(e, &it, root, resume);
    else if (calls_builtin(root, BI_ray))
        along_ray(e, &it, root, resume);
    else
        /* A call may give a zone */
        along_pile(e, &it, root->type.flags & VF_SET ? node_bare(root->a->a) : root, resume);
    return it;
}
