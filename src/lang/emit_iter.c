/* emit_iter.c: loops over sets, lists, ranges, lines and players in order; aggregates and filters built on them.
 * An iterator's own registers lie below what its body uses; the caller restores `top` after iter_close. */
#include "lang/emit.h"

#include "lang/builtins.h"
#include "lang/token.h"

#include <string.h>

enum { ITER_SET, ITER_RANGE, ITER_LIST, ITER_LINES, ITER_ORDER };

static struct node *bare(struct node *n) {
    while (n->kind == N_PAREN)
        n = n->a;
    return n;
}

static bool is_order(const struct node *n) {
    return n->kind == N_CALL && n->symbol && n->symbol->kind == SYM_BUILTIN && n->symbol->index == BI_order;
}

/* ---- conditions that hold for a whole set at once: `x is KIND` */
static bool is_kind_test(struct node *n, const struct symbol *s) {
    struct node *left = n->kind == N_BINARY && n->number == TOKEN_IS ? bare(n->a) : NULL;
    return left && left->kind == N_NAME && left->symbol == s;
}

static void mask_kinds(struct emitter *e, struct node *where, const struct symbol *s, int set, int width) {
    where = bare(where);
    if (where->kind == N_BINARY && where->number == TOKEN_AND) {
        mask_kinds(e, where->a, s, set, width);
        mask_kinds(e, where->b, s, set, width);
    } else if (is_kind_test(where, s)) {
        uint32_t words[64] = {0};
        int kind = where->b->symbol->index, top = e->top, mask = emit_scratch(e, width);
        kind_test_words(e, kind, words);
        emit_const_set(e, mask, width, words);
        emit_opx(e, OP_SAND, set, set, mask, width);
        e->top = top;
    }
}

static void test_rest(struct emitter *e, struct node *where, const struct symbol *s, int miss) {
    where = bare(where);
    if (where->kind == N_BINARY && where->number == TOKEN_AND) {
        test_rest(e, where->a, s, miss);
        test_rest(e, where->b, s, miss);
    } else if (!is_kind_test(where, s)) {
        emit_cond(e, where, false, miss);
    }
}

static void open_set(struct emitter *e, struct iterator *it, struct node *source, int x, bool resume,
                     struct node *where, const struct symbol *s) {
    struct type set = type_make(it->element.base, VF_SET, it->element.of);
    it->kind = ITER_SET;
    it->set = emit_reg(e, set);
    it->width = type_width(e, set);
    emit_set(e, source, set, it->set);
    if (where) mask_kinds(e, where, s, it->set, it->width);
    if (!resume) emit_load(e, x, NONE);
    emit_place(e, it->head);
    emit_jump(e, OP_NEXT, x, it->set, it->width, it->end);
}

static void open_range(struct emitter *e, struct iterator *it, struct node *source, int x) {
    it->kind = ITER_RANGE;
    it->limit = emit_scratch(e, 1);
    emit_value(e, source->a, TYPE(VT_NUMBER), x);
    if (source->b)
        emit_value(e, source->b, TYPE(VT_NUMBER), it->limit);
    else
        emit_load(e, it->limit, NUMBER_MAX);
    emit_opx(e, OP_ADDI, x, x, 0, -1);
    emit_place(e, it->head);
    emit_opx(e, OP_ADDI, x, x, 0, 1);
    emit_jump(e, OP_JLT, it->limit, x, 0, it->end);
}

static void open_list(struct emitter *e, struct iterator *it, struct node *source, int x) {
    it->kind = ITER_LIST;
    int list = emit_scratch(e, 1);
    it->index = emit_scratch(e, 1), it->limit = emit_scratch(e, 1);
    emit_value(e, source, source->type, list);
    emit_op(e, OP_LLEN, it->limit, list, 0);
    emit_load(e, it->index, NONE);
    emit_place(e, it->head);
    emit_opx(e, OP_ADDI, it->index, it->index, 0, 1);
    emit_jump(e, OP_JLE, it->limit, it->index, 0, it->end);
    emit_op(e, OP_LGET, x, list, it->index);
}

static void open_lines(struct emitter *e, struct iterator *it, struct node *source, int x) {
    it->kind = ITER_LINES;
    int table = emit_lines_table(e, source);
    it->index = emit_scratch(e, 1), it->limit = emit_scratch(e, 1);
    emit_load(e, it->limit, (int32_t)e->out.tables.data[table].n);
    emit_load(e, it->index, NONE);
    emit_place(e, it->head);
    emit_opx(e, OP_ADDI, it->index, it->index, 0, 1);
    emit_jump(e, OP_JLE, it->limit, it->index, 0, it->end);
    emit_opx(e, OP_STAB, x, it->index, type_width(e, it->element), table);
}

/* Players from p on: the k-th is (p + k) modulo seats; players who are out are left out. */
static void open_order(struct emitter *e, struct iterator *it, struct node *source, int x, bool resume) {
    it->kind = ITER_ORDER;
    int from = emit_scratch(e, 1), active = emit_scratch(e, 1), in = emit_scratch(e, 1);
    it->index = emit_scratch(e, 1), it->limit = emit_scratch(e, 1);
    emit_value(e, source->kids, TYPE(VT_PLAYER), from);
    emit_load(e, it->limit, (int32_t)e->m->seats);
    if (resume) {
        emit_op(e, OP_SUB, it->index, x, from);
        emit_op(e, OP_MOD, it->index, it->index, it->limit);
    } else {
        emit_load(e, it->index, NONE);
    }
    if (e->m->uses_out) emit_op(e, OP_SEATS, active, 0, 0);
    emit_place(e, it->head);
    emit_opx(e, OP_ADDI, it->index, it->index, 0, 1);
    emit_jump(e, OP_JLE, it->limit, it->index, 0, it->end);
    emit_op(e, OP_ADD, x, from, it->index);
    emit_op(e, OP_MOD, x, x, it->limit);
    if (!e->m->uses_out) return;
    emit_opx(e, OP_SIN, in, x, active, 1);
    emit_jump(e, OP_JZ, in, 0, 0, it->head);
}

/* `enter_from` not NULL: the loop goes on behind the value x already has (scenarios begin inside loops). */
static struct iterator open_source(struct emitter *e, struct node *source, int x, bool resume, struct node *where,
                                   const struct symbol *s) {
    source = bare(source);
    struct iterator it = {
        .x = x, .head = emit_label(e), .end = emit_label(e), .element = type_element(e->m, source->type)};
    if (source->type.base == T_RANGE)
        open_range(e, &it, source, x);
    else if (source->type.base == T_LINES)
        open_lines(e, &it, source, x);
    else if (is_order(source))
        open_order(e, &it, source, x, resume);
    else if (source->type.flags & VF_LIST)
        open_list(e, &it, source, x);
    else
        open_set(e, &it, source, x, resume, where, s);
    return it;
}

struct iterator iter_open(struct emitter *e, struct node *source, int x, struct node *enter_from) {
    return open_source(e, source, x, enter_from != NULL, NULL, NULL);
}

struct iterator iter_open_where(struct emitter *e, struct node *source, int x, struct node *where, struct symbol *s) {
    struct iterator it = open_source(e, source, x, false, where, s);
    if (it.kind == ITER_SET)
        test_rest(e, where, s, it.head);
    else
        emit_cond(e, where, false, it.head);
    return it;
}

void iter_next(struct emitter *e, struct iterator *it) {
    emit_jump(e, OP_JMP, 0, 0, 0, it->head);
}

void iter_close(struct emitter *e, struct iterator *it) {
    emit_place(e, it->end);
}

/* ---- what generators are for */
static struct iterator open_generator(struct emitter *e, struct node *g) {
    struct symbol *s = g->symbol;
    int x = emit_reg(e, s->type);
    s->reg = (uint8_t)x;
    return g->b ? iter_open_where(e, g->a, x, g->b, s) : iter_open(e, g->a, x, NULL);
}

int emit_filter(struct emitter *e, struct node *g, struct type set, int dst, bool fresh) {
    int width = type_width(e, set), top = e->top;
    int result = fresh ? dst : emit_reg(e, set); /* the source may read what dst holds */
    emit_op(e, OP_SCLR, result, 0, width);
    struct iterator it = open_generator(e, g);
    emit_op(e, OP_SADD, result, it.x, width);
    iter_next(e, &it);
    iter_close(e, &it);
    g->symbol->reg = 0;
    if (!fresh) emit_op(e, OP_SMOV, dst, result, width);
    e->top = top;
    return dst;
}

static int count_of(struct emitter *e, struct node *source, int dst) {
    int top = e->top;
    source = bare(source);
    if (source->type.base == VT_ZONE && !source->type.flags)
        emit_op(e, OP_ZCNT, dst, emit_value(e, source, source->type, NONE), 0);
    else if (source->type.flags & VF_LIST)
        emit_op(e, OP_LLEN, dst, emit_value(e, source, source->type, NONE), 0);
    else if (source->type.base == T_RANGE || source->type.base == T_LINES) {
        emit_load(e, dst, 0);
        struct type element = type_element(e->m, source->type);
        struct iterator it = iter_open(e, source, emit_reg(e, element), NULL);
        emit_opx(e, OP_ADDI, dst, dst, 0, 1);
        iter_next(e, &it);
        iter_close(e, &it);
    } else {
        struct type element = type_element(e->m, source->type), set = type_make(element.base, VF_SET, element.of);
        emit_op(e, OP_SCNT, dst, emit_set(e, source, set, NONE), type_width(e, set));
    }
    e->top = top;
    return dst;
}

/* most and least: the member with the highest or lowest value, the first of equals; none of nothing. */
static int emit_extreme(struct emitter *e, struct node *n, int dst) {
    int top = e->top, best = emit_scratch(e, 1), have = emit_scratch(e, 1), take = emit_label(e);
    emit_load(e, dst, NONE);
    emit_load(e, have, 0);
    struct iterator it = open_generator(e, n->a);
    int value = emit_value(e, n->b, TYPE(VT_NUMBER), NONE);
    emit_jump(e, OP_JZ, have, 0, 0, take);
    if (n->number == TOKEN_MOST)
        emit_jump(e, OP_JLE, value, best, 0, it.head);
    else
        emit_jump(e, OP_JLE, best, value, 0, it.head);
    emit_place(e, take);
    emit_load(e, have, 1);
    emit_op(e, OP_MOV, best, value, 0);
    emit_op(e, OP_MOV, dst, it.x, 0);
    iter_next(e, &it);
    iter_close(e, &it);
    e->top = top;
    return dst;
}

int emit_aggregate(struct emitter *e, struct node *n, int dst) {
    int32_t fixed;
    int own = emit_reg(e, n->type), top = e->top; /* own: the body may read what dst holds */
    if (constant_number(e->m, n, &fixed))
        emit_load(e, own, fixed);
    else if (n->a->kind != N_GENERATOR)
        count_of(e, n->a, own);
    else if (n->number == TOKEN_MOST || n->number == TOKEN_LEAST)
        emit_extreme(e, n, own);
    else {
        emit_load(e, own, 0);
        struct iterator it = open_generator(e, n->a);
        if (n->number == TOKEN_COUNT)
            emit_opx(e, OP_ADDI, own, own, 0, 1);
        else
            emit_op(e, OP_ADD, own, own, emit_value(e, n->b, TYPE(VT_NUMBER), NONE));
        iter_next(e, &it);
        iter_close(e, &it);
    }
    e->top = top;
    if (n->a->kind == N_GENERATOR) n->a->symbol->reg = 0;
    if (dst == NONE) return own;
    emit_op(e, OP_MOV, dst, own, 0);
    e->top = own;
    return dst;
}

/* any is true at the first member that satisfies it, all is false at the first that does not. */
void emit_quantifier(struct emitter *e, struct node *n, bool when, int label) {
    bool any = n->number == TOKEN_ANY;
    int top = e->top, found = when == any ? label : emit_label(e);
    struct iterator it = open_generator(e, n->a);
    if (n->b)
        emit_cond(e, n->b, any, found);
    else
        emit_jump(e, OP_JMP, 0, 0, 0, found);
    iter_next(e, &it);
    iter_close(e, &it);
    n->a->symbol->reg = 0;
    if (when != any) { /* falling out of the loop is what jumps */
        emit_jump(e, OP_JMP, 0, 0, 0, label);
        emit_place(e, found);
    }
    e->top = top;
}
