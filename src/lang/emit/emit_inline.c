/* emit_inline.c: small pure functions are written out where they are called: no frame, no copies of arguments, and a
 * condition jumps directly. A function never contains itself, so writing out ends; depth and size keep code small.
 * Invariant: between open and close the parameters of the function stand for the argument registers. */
#include "lang/emit/emit.h"

enum { INLINE_NODES = 40, INLINE_DEPTH = 4, INLINE_REGISTERS = 100 };

static int count_nodes(const struct node *n, int limit) {
    int count = 0;
    for (; n && count <= limit; n = n->next) {
        count++;
        const struct node *parts[4] = {n->a, n->b, n->c, n->kids};
        for (int i = 0; i < 4 && count <= limit; i++)
            count += count_nodes(parts[i], limit - count);
    }
    return count;
}

static bool is_small(const struct emitter *e, const struct function *f) {
    for (int i = 0; i < f->n_params; i++)
        if (f->params[i]->type.flags & VF_LIST) return false;
    return f->kind == SYM_DEF && f->node->c && e->inlined < INLINE_DEPTH && e->top < INLINE_REGISTERS &&
           count_nodes(f->node->c, INLINE_NODES) <= INLINE_NODES;
}

bool inline_open(struct emitter *e, struct node *call, struct inlined *in) {
    const struct symbol *s = call->symbol;
    return s && s->kind == SYM_DEF && is_small(e, e->m->functions.data[s->index]) && inline_bind(e, call, in);
}

bool inline_bind(struct emitter *e, struct node *call, struct inlined *in) {
    struct function *f = e->m->functions.data[call->symbol->index];
    struct bound b;
    if (!bind_arguments(e->m, f->params, f->n_params, call->kids, call, false, &b) || b.list_param >= 0) return false;
    int given[MAX_PARAMETERS];
    in->function = f;
    for (int i = 0; i < f->n_params; i++)
        in->value[i] = b.deflt[i] ? NULL : b.value[i];
    for (int i = 0; i < f->n_params; i++)
        if (b.value[i] && !b.deflt[i]) given[i] = emit_value(e, b.value[i], f->params[i]->type, NONE);
    for (int i = 0; i < f->n_params; i++)
        in->saved[i] = reg_of(e, f->params[i]);
    for (int i = 0; i < f->n_params; i++)
        if (b.value[i] && !b.deflt[i]) set_reg(e, f->params[i], given[i]);
    for (int i = 0; i < f->n_params; i++) /* a default may speak of the other parameters */
        if (b.value[i] && b.deflt[i]) set_reg(e, f->params[i], emit_value(e, b.value[i], f->params[i]->type, NONE));
    e->inlined++;
    return true;
}

void inline_close(struct emitter *e, struct inlined *in) {
    for (int i = 0; i < in->function->n_params; i++)
        set_reg(e, in->function->params[i], in->saved[i]);
    e->inlined--;
}
