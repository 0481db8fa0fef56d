/* emit_narrow.c: conditions that are decided for all members of a set at once.
 *
 * `x.tile == none and not near_city(x)` over the spaces of a map becomes a handful of operations on sets instead of a
 * loop. What cannot be decided so is left to the caller's loop. An attempt may fail anywhere: what it has emitted is
 * then removed.
 * Invariant: only pure expressions that do not mention x are evaluated once instead of once per member.
 */
#include "lang/emit/emit.h"

#include "base/bits.h"
#include "lang/model/builtins.h"
#include "lang/parse/token.h"

struct narrow {
    const struct symbol *x; /* the variable the condition speaks of */
    int set, width;         /* what it is narrowed to */
    struct type element;
};

static bool narrow(struct emitter *e, const struct narrow *n, struct node *cond, bool when);

static bool is_x(struct node *n, const struct symbol *x) {
    n = node_bare(n);
    return n->kind == N_NAME && n->symbol == x;
}

/* ---- the conditions */
/* A plain variable of x whose entries can be compared for a whole set. */
static int variable_of(const struct emitter *e, struct node *n, const struct symbol *x) {
    n = node_bare(n);
    if (n->kind != N_FIELD || !is_x(n->a, x) || !n->symbol || n->symbol->kind != SYM_VAR) return NONE;
    const struct var_info *v = &e->m->vars.data[n->symbol->index];
    return v->scope == SCOPE_GLOBAL || v->index_enum != NONE || n->type.flags || n->type.base == VT_NUMBER
               ? NONE
               : n->symbol->index;
}

static void keep_equal(struct emitter *e, const struct narrow *n, int var, int value, bool equal) {
    emit_opx(e, equal ? OP_SWHERE : OP_SEXCEPT, n->set, n->set, value, var);
}

static bool narrow_variable(struct emitter *e, const struct narrow *n, struct node *field, struct node *other,
                            bool equal) {
    int var = variable_of(e, field, n->x), top = e->top;
    if (var < 0 || tree_mentions(other, n->x) || copies_named(e, other) > 1) return false;
    keep_equal(e, n, var, emit_value(e, other, node_bare(field)->type, NONE), equal);
    e->top = top;
    return true;
}

/* What is printed on x: one entry of a table for each. */
static bool narrow_printed(struct emitter *e, const struct narrow *n, struct node *field, struct node *other,
                           bool equal) {
    field = node_bare(field);
    if (field->kind != N_FIELD || !is_x(field->a, n->x) || !field->symbol || field->symbol->kind != SYM_ATTRIBUTE ||
        field->type.flags || field->type.base == VT_NUMBER || field->type.base == VT_AMOUNT ||
        field->type.base == VT_TRACK || tree_mentions(other, n->x) || copies_named(e, other) > 1)
        return false;
    int top = e->top, table = attribute_table(e, field->symbol), out = emit_scratch(e, n->width);
    const struct table *printed = &e->out.tables.data[table];
    int32_t value;
    if ((int)BITS_WORDS(printed->n) != n->width) return false;
    if (constant_value(e->m, other, field->type, &value)) { /* then who has it is known now */
        uint32_t words[64] = {0};
        for (uint32_t i = 0; i < printed->n; i++)
            if (e->out.pool.data[printed->first + i] == value) bits_set(words, i);
        emit_const_set(e, out, n->width, words);
        emit_opx(e, equal ? OP_SAND : OP_SANDN, n->set, n->set, out, n->width);
        e->top = top;
        return true;
    }
    emit_opx(e, OP_SMATCH, out, n->set, emit_value(e, other, field->type, NONE), table);
    emit_opx(e, equal ? OP_SAND : OP_SANDN, n->set, n->set, out, n->width);
    e->top = top;
    return true;
}

/* x == e, x != e */
static bool narrow_itself(struct emitter *e, const struct narrow *n, struct node *other, bool equal) {
    if (tree_mentions(other, n->x) || copies_named(e, other) > 1) return false;
    int top = e->top, value = emit_value(e, other, n->element, NONE);
    if (equal) {
        int one = emit_scratch(e, n->width);
        emit_op(e, OP_SCLR, one, 0, n->width);
        emit_op(e, OP_SADD, one, value, n->width);
        emit_opx(e, OP_SAND, n->set, n->set, one, n->width);
    } else {
        emit_op(e, OP_SDEL, n->set, value, n->width);
    }
    e->top = top;
    return true;
}

static bool narrow_comparison(struct emitter *e, const struct narrow *n, struct node *cond, bool when) {
    bool equal = (cond->number == TOKEN_EQ) == when;
    if (cond->a->type.flags || cond->b->type.flags) return false;
    if (is_x(cond->a, n->x)) return narrow_itself(e, n, cond->b, equal);
    if (is_x(cond->b, n->x)) return narrow_itself(e, n, cond->a, equal);
    return narrow_variable(e, n, cond->a, cond->b, equal) || narrow_variable(e, n, cond->b, cond->a, equal) ||
           narrow_printed(e, n, cond->a, cond->b, equal) || narrow_printed(e, n, cond->b, cond->a, equal);
}

static bool narrow_kind(struct emitter *e, const struct narrow *n, struct node *cond, bool when) {
    if (!is_x(cond->a, n->x)) return false;
    uint32_t words[64] = {0};
    int top = e->top, mask = emit_scratch(e, n->width);
    kind_test_words(e, cond->b->symbol->index, words);
    emit_const_set(e, mask, n->width, words);
    emit_opx(e, when ? OP_SAND : OP_SANDN, n->set, n->set, mask, n->width);
    e->top = top;
    return true;
}

/* x in S, x not in S */
static bool narrow_membership(struct emitter *e, const struct narrow *n, struct node *cond, bool when) {
    struct type set = type_make(n->element.base, VF_SET, n->element.of), given = cond->b->type;
    bool zone = given.base == VT_ZONE && !given.flags, wanted = (cond->number == TOKEN_IN) == when;
    if (!is_x(cond->a, n->x) || tree_mentions(cond->b, n->x) || given.flags & VF_LIST) return false;
    if (!zone && given.base != VT_BOARD && (!(given.flags & VF_SET) || given.base != set.base)) return false;
    int top = e->top, other = emit_set(e, cond->b, set, NONE);
    emit_opx(e, wanted ? OP_SAND : OP_SANDN, n->set, n->set, other, n->width);
    e->top = top;
    return true;
}

/* a or b: those of which a holds, and of the others those of which b holds. */
static bool narrow_either(struct emitter *e, const struct narrow *n, struct node *a, struct node *b, bool when) {
    int top = e->top, first = emit_scratch(e, n->width);
    struct narrow left = *n;
    left.set = first;
    emit_op(e, OP_SMOV, first, n->set, n->width);
    if (!narrow(e, &left, a, when)) return false;
    emit_opx(e, OP_SANDN, n->set, n->set, first, n->width);
    if (!narrow(e, n, b, when)) return false;
    emit_opx(e, OP_SOR, n->set, n->set, first, n->width);
    e->top = top;
    return true;
}

static bool narrow_call(struct emitter *e, const struct narrow *n, struct node *call, bool when) {
    struct inlined in;
    struct narrow inner = *n;
    bool done = false;
    int given = 0;
    for (struct node *k = call->kids; k; k = k->next) {
        struct node *value = k->kind == N_ARG ? k->a : k;
        if (is_x(value, n->x))
            given++;
        else if (tree_mentions(value, n->x))
            return false;
    }
    if (given != 1 || tree_mentions(call->a, n->x) || !inline_open(e, call, &in)) return false;
    for (int i = 0; i < in.function->n_params; i++)
        if (in.value[i] && is_x(in.value[i], n->x)) inner.x = in.function->params[i];
    bool plain = inner.x != n->x;
    for (int i = 0; i < in.function->n_params; i++) /* a default may speak of the other parameters */
        if (!in.value[i]) plain = false;
    if (plain) done = narrow(e, &inner, in.function->node->c, when);
    inline_close(e, &in);
    return done;
}

static bool both_ways(const struct emitter *e) {
    const struct table *t = &e->out.tables.data[e->near_table];
    const uint32_t *rows = (const uint32_t *)e->out.pool.data + t->first;
    for (uint32_t s = 0; s < t->n; s++)
        for (int32_t to = -1; (to = bits_next(rows + s * t->width, t->width, to)) >= 0;)
            if (!bits_test(rows + (uint32_t)to * t->width, s)) return false;
    return true;
}

static bool near_is_mutual(struct emitter *e) {
    if (e->near_mutual == NONE) {
        emit_near_table(e);
        e->near_mutual = !e->out.failed && both_ways(e);
    }
    return e->near_mutual;
}

/* count(...) == 0, count(...) > 0 and the like: what it says of any(...); false: it says something else. */
static bool counts_any(struct node *cond, struct node **count, bool *any) {
    struct node *left = node_bare(cond->a), *right = node_bare(cond->b);
    int token = (int)cond->number;
    if (left->kind != N_AGGREGATE || left->number != TOKEN_COUNT || left->a->kind != N_GENERATOR ||
        right->kind != N_NUMBER)
        return false;
    bool none =
        (right->number == 0 && (token == TOKEN_EQ || token == TOKEN_LE)) || (right->number == 1 && token == TOKEN_LT);
    *any =
        (right->number == 0 && (token == TOKEN_NE || token == TOKEN_GT)) || (right->number == 1 && token == TOKEN_GE);
    *count = left;
    return none || *any;
}

/* any(y in near(x): P(y)): x is next to a space of which P holds; all(...): next to none of which it does not. */
static bool narrow_near(struct emitter *e, const struct narrow *n, struct node *quantifier, bool when) {
    struct node *g = quantifier->a, *source = g->kind == N_GENERATOR ? node_bare(g->a) : g;
    bool any = quantifier->number != TOKEN_ALL; /* any, or a count that is not 0 */
    if (g->kind != N_GENERATOR || source->kind != N_CALL || !source->symbol || source->symbol->kind != SYM_BUILTIN ||
        source->symbol->index != BI_near || !source->kids || source->kids->next || !is_x(source->kids, n->x) ||
        (g->b && tree_mentions(g->b, n->x)) || (quantifier->b && tree_mentions(quantifier->b, n->x)) ||
        !near_is_mutual(e))
        return false;
    struct type spaces = type_make(VT_SPACE, VF_SET, ANY);
    uint32_t words[64];
    int top = e->top;
    struct narrow inner = {g->symbol, emit_reg(e, spaces), n->width, type_make(VT_SPACE, 0, ANY)};
    int grown = emit_reg(e, spaces);
    bits_fill(words, 64, (uint32_t)e->m->spaces.n);
    emit_const_set(e, inner.set, n->width, words);
    if (g->b && !narrow(e, &inner, g->b, true)) return false;
    if (quantifier->b && !narrow(e, &inner, quantifier->b, any)) return false;
    emit_opx(e, OP_SGROW, grown, inner.set, n->width, emit_near_table(e));
    emit_opx(e, when == any ? OP_SAND : OP_SANDN, n->set, n->set, grown, n->width);
    e->top = top;
    return true;
}

/* What x has nothing to do with decides for all. */
static bool narrow_all(struct emitter *e, const struct narrow *n, struct node *cond, bool when) {
    int label = emit_label(e);
    emit_test(e, cond, when, label);
    emit_op(e, OP_SCLR, n->set, 0, n->width);
    emit_place(e, label);
    return true;
}

static bool narrow(struct emitter *e, const struct narrow *n, struct node *cond, bool when) {
    cond = node_bare(cond);
    if (!tree_mentions(cond, n->x)) return narrow_all(e, n, cond, when);
    int var = variable_of(e, cond, n->x), top = e->top;
    if (var >= 0 && cond->type.base == VT_BOOL) {
        int zero = emit_scratch(e, 1);
        emit_load(e, zero, 0);
        keep_equal(e, n, var, zero, !when);
        e->top = top;
        return true;
    }
    switch (cond->kind) {
    case N_NOT: return narrow(e, n, cond->a, !when);
    case N_CALL: return narrow_call(e, n, cond, when);
    case N_AGGREGATE: return (cond->number == TOKEN_ANY || cond->number == TOKEN_ALL) && narrow_near(e, n, cond, when);
    case N_BINARY: break;
    default: return false;
    }
    struct node *count;
    bool any;
    if (counts_any(cond, &count, &any)) return narrow_near(e, n, count, any == when);
    switch ((int)cond->number) {
    case TOKEN_AND:
    case TOKEN_OR:
        if ((cond->number == TOKEN_AND) != when) return narrow_either(e, n, cond->a, cond->b, when);
        return narrow(e, n, cond->a, when) && narrow(e, n, cond->b, when);
    case TOKEN_EQ:
    case TOKEN_NE: return narrow_comparison(e, n, cond, when);
    case TOKEN_IS: return narrow_kind(e, n, cond, when);
    case TOKEN_IN:
    case TOKEN_NOT: return narrow_membership(e, n, cond, when);
    default: return false;
    }
}

bool emit_narrow(struct emitter *e, struct node *cond, const struct symbol *x, struct type element, int set,
                 bool when) {
    struct progress before = emit_mark(e);
    struct narrow n = {x, set, type_width(e, type_make(element.base, VF_SET, element.of)), element};
    bool by_number = element.base == VT_CARD || element.base == VT_SPACE || element.base == VT_PLAYER ||
                     element.base == VT_MEMBER; /* bit i is member i */
    if (by_number && narrow(e, &n, cond, when)) {
        e->top = before.top;
        return true;
    }
    emit_undo(e, &before);
    return false;
}
