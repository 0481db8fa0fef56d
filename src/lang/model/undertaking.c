/* undertaking.c: where undertakings end: the units that look-ahead must be able to finish.
 *
 * A `turn` or a `together` is one undertaking, with all loops in it and all it calls. Elsewhere in the flow each pass
 * of a loop that may ask something is one. A loop that never asks belongs to what stands around it.
 * Example: in `for me in players: choose c in hand; play(c)` each pass is an undertaking.
 */
#include "lang/model/sema.h"

#include "lang/model/builtins.h"

/* Whether the node itself asks, or may make cards ask: their rules and what they do at a signal are not followed. */
static bool asks_itself(const struct model *m, const struct node *n) {
    switch (n->kind) {
    case N_CHOOSE:
    case N_ASK:
    case N_MAY:
    case N_EITHER:
    case N_TOGETHER:
    case N_TURN:
    case N_EMIT: return true;
    case N_CALL: break;
    default: return false;
    }
    if (!n->symbol) return false;
    switch (n->symbol->kind) {
    case SYM_RULE: return true;
    case SYM_DEF: return m->functions.data[n->symbol->index]->asks;
    case SYM_BUILTIN: return n->symbol->index == BI_raise || n->symbol->index == BI_lower;
    default: return false;
    }
}

bool node_is_possible(const struct node *n) {
    return n->kind == N_CALL && n->symbol && n->symbol->kind == SYM_BUILTIN && n->symbol->index == BI_possible;
}

bool node_asks(const struct model *m, const struct node *n) {
    if (!n || node_is_possible(n)) return false; /* what is only tried asks nobody */
    if (asks_itself(m, n)) return true;
    for (const struct node *k = n->kids; k; k = k->next)
        if (node_asks(m, k)) return true;
    return node_asks(m, n->a) || node_asks(m, n->b) || node_asks(m, n->c);
}

bool node_parts(const struct node *n) {
    if (!n) return false;
    if (n->kind == N_TURN || n->kind == N_PHASE || n->kind == N_ROUND) return true;
    for (const struct node *k = n->kids; k; k = k->next)
        if (node_parts(k)) return true;
    return node_parts(n->b) || node_parts(n->c);
}

static void find_asking(struct model *m) {
    for (size_t i = 0; i < m->functions.n; i++) /* nothing is known to ask yet: only what it does itself */
        m->functions.data[i]->asks = m->functions.data[i]->acts && node_asks(m, m->functions.data[i]->node->b);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < m->calls.n; i++) {
            struct call_edge e = m->calls.data[i];
            if (e.caller < 0 || !m->functions.data[e.callee]->asks || m->functions.data[e.caller]->asks) continue;
            m->functions.data[e.caller]->asks = changed = true;
        }
    }
}

/* A function belongs to the flow when only the flow, or functions of the flow, call it; its loops end undertakings when
 * no such call is part of one. Payment never does either: one currency paid is not the end of an undertaking. */
static void find_flow_functions(struct model *m) {
    for (size_t i = 0; i < m->functions.n; i++) {
        struct function *f = m->functions.data[i];
        f->flow = f->parts = f->acts && !f->prelude;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < m->calls.n; i++) {
            struct call_edge e = m->calls.data[i];
            const struct function *caller = e.caller >= 0 ? m->functions.data[e.caller] : NULL;
            struct function *callee = m->functions.data[e.callee];
            bool outside = e.caller == -2 || (caller && !caller->flow);
            bool within = outside || e.whole || (caller && !caller->parts);
            if (outside && callee->flow) callee->flow = false, changed = true;
            if (within && callee->parts) callee->parts = false, changed = true;
        }
    }
}

void model_find_undertakings(struct model *m) {
    find_asking(m);
    find_flow_functions(m);
}
