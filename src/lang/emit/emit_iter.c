/* emit_iter.c: loops over sets, lists, ranges, lines and players in order; aggregates and filters built on them.
 * An iterator's own registers lie below what its body uses; the caller restores `top` after iter_close. */
#include "lang/emit/emit.h"

#include "base/bits.h"
#include "lang/model/builtins.h"
#include "lang/parse/token.h"

#include <string.h>

enum { ITER_SET, ITER_RANGE, ITER_LIST, ITER_LINES, ITER_ORDER };

static bool is_order(const struct node *n) {
    return n->kind == N_CALL && n->symbol && n->symbol->kind == SYM_BUILTIN && n->symbol->index == BI_order;
}

/* A filter that is no set: its members can only be gone through. */
static bool is_sifted(const struct node *n) {
    return n->kind == N_FILTER && n->type.flags & VF_LIST;
}

/* ---- conditions: what can be decided for a whole set at once, and the rest for each member */
/* One condition more; those that find no room are tested with the last. */
static void add_rest(struct emitter *e, struct iterator *it, struct node *where) {
    if (it->n_rest < (int)(sizeof it->rest / sizeof *it->rest)) {
        it->rest[it->n_rest++] = where;
        return;
    }
    struct node **last = &it->rest[it->n_rest - 1];
    struct node both = {
        .kind = N_BINARY, .number = TOKEN_AND, .a = *last, .b = where, .type = where->type, .at = where->at};
    *last = node_made(e->m->arena, both);
    if (!*last) *last = where, e->out.failed = true;
}

static void narrow_set(struct emitter *e, struct iterator *it, struct node *where, const struct symbol *s) {
    where = node_bare(where);
    if (where->kind == N_BINARY && where->number == TOKEN_AND) {
        narrow_set(e, it, where->a, s);
        narrow_set(e, it, where->b, s);
    } else if (!emit_narrow(e, where, s, it->element, it->set, true)) {
        add_rest(e, it, where);
    }
}

/* The set, as far as it can be narrowed; begin_loop goes over its members. */
static void open_set(struct emitter *e, struct iterator *it, struct node *source, bool resume, struct node *where,
                     const struct symbol *s) {
    struct type set = type_make(it->element.base, VF_SET, it->element.of);
    it->kind = ITER_SET;
    it->set = emit_reg(e, set);
    it->width = type_width(e, set);
    emit_set(e, source, set, it->set);
    if (where) narrow_set(e, it, where, s);
    it->resume = resume;
}

/* What follows is done for each member; of a set only now, since some uses need no loop. */
static void begin_loop(struct emitter *e, struct iterator *it) {
    if (it->kind == ITER_SET) {
        if (!it->resume) emit_load(e, it->x, NONE);
        emit_place(e, it->head);
        emit_jump(e, OP_NEXT, it->x, it->set, it->width, it->end);
    }
    for (int i = 0; i < it->n_rest; i++)
        emit_test(e, it->rest[i], false, it->head);
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
    emit_jump(e, OP_STEP, x, it->limit, 0, it->end);
}

static void open_list(struct emitter *e, struct iterator *it, struct node *source, int x) {
    it->kind = ITER_LIST;
    int list = emit_scratch(e, 1);
    it->index = emit_scratch(e, 1);
    emit_value(e, source, source->type, list);
    emit_load(e, it->index, NONE);
    emit_place(e, it->head);
    emit_jump(e, OP_LNEXT, x, list, it->index, it->end);
}

static void open_lines(struct emitter *e, struct iterator *it, struct node *source, int x) {
    it->kind = ITER_LINES;
    int table = emit_lines_table(e, source);
    it->index = emit_scratch(e, 1), it->limit = emit_scratch(e, 1);
    int32_t n = (int32_t)e->out.tables.data[table].n;
    if (is_players_board(e, source->a->a)) { /* those of one player, behind those of the players before */
        int each = emit_scratch(e, 1);
        n /= (int32_t)e->m->seats;
        emit_load(e, each, n);
        emit_op(e, OP_MUL, it->index, emit_board_owner(e, source->a->a), each);
        emit_opx(e, OP_ADDI, it->index, it->index, 0, -1);
        emit_opx(e, OP_ADDI, it->limit, it->index, 0, n);
    } else {
        emit_load(e, it->limit, n - 1);
        emit_load(e, it->index, NONE);
    }
    emit_place(e, it->head);
    emit_jump(e, OP_STEP, it->index, it->limit, 0, it->end);
    emit_opx(e, OP_STAB, x, it->index, type_width(e, it->element), table);
}

/* Players from p on: the k-th is (p + k) modulo seats; players who are out are left out. */
static void open_order(struct emitter *e, struct iterator *it, struct node *source, int x, bool resume) {
    it->kind = ITER_ORDER;
    int from = emit_order_start(e, source), active = emit_scratch(e, 1), in = emit_scratch(e, 1),
        seats = emit_scratch(e, 1);
    it->index = emit_scratch(e, 1), it->limit = emit_scratch(e, 1);
    emit_load(e, seats, (int32_t)e->m->seats);
    emit_load(e, it->limit, (int32_t)e->m->seats - 1);
    if (resume) {
        emit_op(e, OP_SUB, it->index, x, from);
        emit_op(e, OP_MOD, it->index, it->index, seats);
    } else {
        emit_load(e, it->index, NONE);
    }
    if (e->m->uses_out) emit_op(e, OP_SEATS, active, 0, 0);
    emit_place(e, it->head);
    emit_jump(e, OP_STEP, it->index, it->limit, 0, it->end);
    emit_op(e, OP_ADD, x, from, it->index);
    emit_op(e, OP_MOD, x, x, seats);
    if (!e->m->uses_out) return;
    emit_opx(e, OP_SIN, in, x, active, 1);
    emit_jump(e, OP_JZ, in, 0, 0, it->head);
}

static struct iterator open_source(struct emitter *e, struct node *source, int x, bool resume, struct node *where,
                                   const struct symbol *s);

/* [x in S where c] of things that have no sets: what S goes through, with one condition more. */
static struct iterator open_sifted(struct emitter *e, struct node *filter, int x, struct node *where) {
    struct node *g = filter->a;
    set_reg(e, g->symbol, x);
    struct iterator it = open_source(e, g->a, x, false, g->b, g->symbol);
    if (!where) return it;
    add_rest(e, &it, where);
    return it;
}

/* `enter_from` not NULL: the loop goes on behind the value x already has (scenarios begin inside loops). */
static struct iterator open_source(struct emitter *e, struct node *source, int x, bool resume, struct node *where,
                                   const struct symbol *s) {
    source = node_bare(source);
    if (is_sifted(source)) return open_sifted(e, source, x, where);
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
        open_set(e, &it, source, resume, where, s);
    if (it.kind != ITER_SET && where) add_rest(e, &it, where);
    return it;
}

struct iterator iter_open(struct emitter *e, struct node *source, int x, struct node *enter_from) {
    struct iterator it = open_source(e, source, x, enter_from != NULL, NULL, NULL);
    begin_loop(e, &it);
    return it;
}

struct iterator iter_open_in_order(struct emitter *e, struct node *source, int x, struct node *enter_from) {
    struct node *root = order_root(e->m, source);
    bool along = root && (root != node_bare(source) || !is_order(root));
    return along ? iter_open_along(e, node_bare(source), root, x, enter_from != NULL)
                 : iter_open(e, source, x, enter_from);
}

struct iterator iter_open_where(struct emitter *e, struct node *source, int x, struct node *where, struct symbol *s) {
    struct iterator it = open_source(e, source, x, false, where, s);
    begin_loop(e, &it);
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
    set_reg(e, s, x);
    return open_source(e, g->a, x, false, g->b, s);
}

/* The members are the set in registers it.set: no condition is left that must be tested for each. */
static bool is_narrowed(const struct iterator *it) {
    return it->kind == ITER_SET && !it->n_rest;
}

int emit_filter(struct emitter *e, struct node *g, struct type set, int dst, bool fresh) {
    int width = type_width(e, set), top = e->top;
    int result = fresh ? dst : emit_reg(e, set); /* the source may read what dst holds */
    emit_op(e, OP_SCLR, result, 0, width);
    struct iterator it = open_generator(e, g);
    if (is_narrowed(&it)) {
        result = it.set;
    } else {
        begin_loop(e, &it);
        emit_op(e, OP_SADD, result, it.x, width);
        iter_next(e, &it);
        iter_close(e, &it);
    }
    if (result != dst) emit_op(e, OP_SMOV, dst, result, width);
    set_reg(e, g->symbol, 0);
    e->top = top;
    return dst;
}

/* y in list where y == e: e; NULL when it is something else. */
static struct node *equal_to(struct emitter *e, struct node *g) {
    struct node *where = g->b ? node_bare(g->b) : NULL;
    if (!(node_bare(g->a)->type.flags & VF_LIST) || !where || where->kind != N_BINARY || where->number != TOKEN_EQ)
        return NULL;
    struct node *left = node_bare(where->a);
    if (left->kind != N_NAME || left->symbol != g->symbol || tree_mentions(where->b, g->symbol)) return NULL;
    return copies_named(e, where->b) > 1 || where->b->type.base == VT_TRACK ? NULL : where->b;
}

static bool count_equal(struct emitter *e, struct node *g, int dst) {
    struct node *item = equal_to(e, g), *source = node_bare(g->a);
    if (!item) return false;
    int list = emit_value(e, source, source->type, NONE);
    emit_op(e, OP_LCNT, dst, list, emit_value(e, item, type_element(e->m, source->type), NONE));
    return true;
}

/* The table of lists of a printed or constant member of cards or spaces; NONE when it is computed. */
static int list_table(struct emitter *e, struct symbol *s) {
    if (s->kind == SYM_ATTRIBUTE) return attribute_table(e, s);
    if (s->kind == SYM_CLAUSE && e->clauses[s->index].constant) return e->clauses[s->index].table;
    return NONE;
}

static void count_members(struct emitter *e, struct node *g, int dst) {
    if (count_equal(e, g, dst)) return;
    emit_load(e, dst, 0);
    struct iterator it = open_generator(e, g);
    if (is_narrowed(&it)) {
        emit_op(e, OP_SCNT, dst, it.set, it.width);
        return;
    }
    begin_loop(e, &it);
    emit_opx(e, OP_ADDI, dst, dst, 0, 1);
    iter_next(e, &it);
    iter_close(e, &it);
}

static int count_of(struct emitter *e, struct node *source, int dst) {
    int top = e->top;
    source = node_bare(source);
    if (source->type.base == VT_ZONE && !source->type.flags)
        emit_op(e, OP_ZCNT, dst, emit_value(e, source, source->type, NONE), 0);
    else if (source->type.flags & VF_LIST && !is_sifted(source))
        emit_op(e, OP_LLEN, dst, emit_value(e, source, source->type, NONE), 0);
    else if (source->type.base == T_RANGE || source->type.base == T_LINES || is_sifted(source)) {
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

/* Of equals the first is wanted: players and rays are gone through in their order. Reading a whole pile would decide
 * all of it. */
static struct iterator open_candidates(struct emitter *e, struct node *g) {
    struct node *root = order_root(e->m, g->a);
    if (!root || root->kind != N_CALL || !root->symbol) {
        struct iterator it = open_generator(e, g);
        begin_loop(e, &it);
        return it;
    }
    int x = emit_reg(e, g->symbol->type);
    set_reg(e, g->symbol, x);
    struct iterator it = iter_open_in_order(e, g->a, x, NULL);
    if (g->b) emit_test(e, g->b, false, it.head);
    return it;
}

/* most and least: the member with the highest or lowest value, the first of equals; none of nothing. */
static int emit_extreme(struct emitter *e, struct node *n, int dst) {
    int top = e->top, best = emit_scratch(e, 1), have = emit_scratch(e, 1), take = emit_label(e);
    emit_nothing(e, n->type, dst);
    emit_load(e, have, 0);
    struct iterator it = open_candidates(e, n->a);
    int value = emit_value(e, n->b, TYPE(VT_NUMBER), NONE);
    emit_jump(e, OP_JZ, have, 0, 0, take);
    if (n->number == TOKEN_MOST)
        emit_jump(e, OP_JLE, value, best, 0, it.head);
    else
        emit_jump(e, OP_JLE, best, value, 0, it.head);
    emit_place(e, take);
    emit_load(e, have, 1);
    emit_op(e, OP_MOV, best, value, 0);
    emit_copy(e, n->type, it.x, dst);
    iter_next(e, &it);
    iter_close(e, &it);
    e->top = top;
    return dst;
}

/* ---- first, pick and random */
struct several emit_several(struct emitter *e, struct node *source, bool in_order) {
    struct several all = {.source = node_bare(source), .set = NONE, .list = NONE};
    struct type t = all.source->type;
    all.element = type_element(e->m, t);
    if (in_order && order_root(e->m, source)) return all;
    if (t.flags & VF_SET || (!t.flags && (t.base == VT_ZONE || t.base == VT_BOARD))) {
        struct type set = type_make(all.element.base, VF_SET, all.element.of);
        all.set = emit_set(e, all.source, set, emit_reg(e, set));
    } else if (t.flags & VF_LIST && !is_sifted(all.source)) {
        all.list = emit_value(e, all.source, t, NONE);
    }
    return all;
}

void emit_how_many(struct emitter *e, const struct several *all, int dst) {
    if (all->set != NONE)
        emit_op(e, OP_SCNT, dst, all->set, type_width(e, type_make(all->element.base, VF_SET, all->element.of)));
    else if (all->list != NONE)
        emit_op(e, OP_LLEN, dst, all->list, 0);
    else
        count_of(e, all->source, dst);
}

/* Goes through what is neither a set nor a list; k counts down. */
static void reach_nth(struct emitter *e, const struct several *all, int k, int dst, int done) {
    struct iterator it = iter_open_in_order(e, all->source, emit_reg(e, all->element), NULL);
    int taken = emit_label(e);
    emit_jump(e, OP_JZ, k, 0, 0, taken);
    emit_opx(e, OP_ADDI, k, k, 0, -1);
    iter_next(e, &it);
    emit_place(e, taken);
    emit_copy(e, all->element, it.x, dst);
    emit_jump(e, OP_JMP, 0, 0, 0, done);
    iter_close(e, &it);
}

/* dst is written last: the source may read what it holds, as in me = first(p in order(next(me)) where ...). */
void emit_nth(struct emitter *e, const struct several *all, int k, int dst) {
    if (all->set != NONE) {
        emit_opx(e, OP_SNTH, dst, all->set, k, type_width(e, type_make(all->element.base, VF_SET, all->element.of)));
        return;
    }
    int top = e->top, none = emit_label(e), done = emit_label(e), count = emit_scratch(e, 1);
    emit_how_many(e, all, count);
    emit_jump(e, OP_JZ, count, 0, 0, none);
    emit_op(e, OP_MOD, k, k, count);
    if (all->list != NONE) {
        emit_op(e, OP_LGET, dst, all->list, k);
        emit_jump(e, OP_JMP, 0, 0, 0, done);
    } else {
        reach_nth(e, all, k, dst, done);
    }
    emit_place(e, none);
    emit_nothing(e, all->element, dst);
    emit_place(e, done);
    e->top = top;
}

/* sum(x in S: count(y in x.list where y == e)): one look at all the lists. The count may be what a function gives. */
static bool tally(struct emitter *e, struct iterator *it, struct node *body, const struct symbol *x, int dst) {
    struct inlined in;
    body = node_bare(body);
    if (body->kind == N_CALL) {
        bool done = false;
        if (!inline_open(e, body, &in)) return false;
        for (int i = 0; i < in.function->n_params; i++)
            if (in.value[i] && node_bare(in.value[i])->kind == N_NAME && node_bare(in.value[i])->symbol == x)
                done = tally(e, it, in.function->node->c, in.function->params[i], dst);
        inline_close(e, &in);
        return done;
    }
    if (body->kind != N_AGGREGATE || body->number != TOKEN_COUNT || body->a->kind != N_GENERATOR) return false;
    struct node *list = node_bare(body->a->a), *item = equal_to(e, body->a);
    if (!item || tree_mentions(item, x) || list->kind != N_FIELD || node_bare(list->a)->kind != N_NAME ||
        node_bare(list->a)->symbol != x || !list->symbol)
        return false;
    int table = list_table(e, list->symbol);
    if (table < 0 || (int)BITS_WORDS(e->out.tables.data[table].n) != it->width) return false;
    emit_opx(e, OP_LTALLY, dst, it->set, emit_value(e, item, type_element(e->m, list->type), NONE), table);
    return true;
}

static void sum_members(struct emitter *e, struct node *n, int dst) {
    emit_load(e, dst, 0);
    struct iterator it = open_generator(e, n->a);
    if (is_narrowed(&it)) {
        struct progress before = emit_mark(e);
        if (tally(e, &it, n->b, n->a->symbol, dst)) return;
        emit_undo(e, &before);
    }
    begin_loop(e, &it);
    emit_op(e, OP_ADD, dst, dst, emit_value(e, n->b, TYPE(VT_NUMBER), NONE));
    iter_next(e, &it);
    iter_close(e, &it);
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
    else if (n->number == TOKEN_COUNT)
        count_members(e, n->a, own);
    else
        sum_members(e, n, own);
    e->top = top;
    if (n->a->kind == N_GENERATOR) set_reg(e, n->a->symbol, 0);
    if (dst == NONE) return own;
    emit_copy(e, n->type, own, dst);
    e->top = own;
    return dst;
}

/* any is true at the first member that satisfies it, all is false at the first that does not. */
void emit_quantifier(struct emitter *e, struct node *n, bool when, int label) {
    bool any = n->number == TOKEN_ANY;
    int top = e->top, found = when == any ? label : emit_label(e);
    struct symbol *x = n->a->symbol;
    struct iterator it = open_generator(e, n->a);
    if (is_narrowed(&it) && (!n->b || emit_narrow(e, n->b, x, it.element, it.set, any))) {
        int count = emit_scratch(e, 1);
        emit_op(e, OP_SCNT, count, it.set, it.width);
        emit_jump(e, when == any ? OP_JNZ : OP_JZ, count, 0, 0, label);
        set_reg(e, x, 0);
        e->top = top;
        return;
    }
    begin_loop(e, &it);
    if (n->b) /* only of `all` one member can be named as the reason */
        (any || e->contrary ? emit_test : emit_cond)(e, n->b, any, found);
    else
        emit_jump(e, OP_JMP, 0, 0, 0, found);
    iter_next(e, &it);
    iter_close(e, &it);
    set_reg(e, n->a->symbol, 0);
    if (when != any) { /* falling out of the loop is what jumps */
        emit_jump(e, OP_JMP, 0, 0, 0, label);
        emit_place(e, found);
    }
    e->top = top;
}
