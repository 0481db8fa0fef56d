/* emit_call.c: calls of functions, of rules and clauses of cards, and the built-in functions and verbs.
 * A call's window [me, this, arguments...] is built on top of the registers; the result is left at its start. */
#include "lang/emit/emit.h"

#include "lang/model/builtins.h"
#include "lang/parse/token.h"

#include <string.h>

/* ---- windows */
static int list_argument(struct emitter *e, struct symbol *param, struct bound *b) {
    struct type one = type_make(param->type.base, 0, param->type.of);
    if (b->n_list == 1 && b->list[0]->type.flags & VF_LIST) return emit_value(e, b->list[0], param->type, NONE);
    int block = emit_scratch(e, 1);
    emit_load(e, block, b->n_list);
    for (int i = 0; i < b->n_list; i++)
        emit_reg(e, one);
    for (int i = 0; i < b->n_list; i++) {
        int top = e->top;
        emit_value(e, b->list[i], one, block + 1 + i);
        e->top = top;
    }
    int list = emit_scratch(e, 1);
    emit_op(e, OP_LMAKE, list, block, 0);
    return list;
}

/* Where a set comes from that is handed to a parameter, which lies in that register of the routine called. */
static struct origin handed_over(struct emitter *e, struct node *value, const struct symbol *param, int reg) {
    struct origin o = {.routine = NONE, .up = NO_REGISTER};
    if (value && (param->type.flags & VF_SET)) o = origin_of(e, value, NULL, NULL);
    o.param = (uint8_t)reg;
    return o;
}

/* origins: room for one a parameter, where sets that are handed over are told of; or NULL. */
static void fill_window(struct emitter *e, int window, int me, int self, struct symbol **params, int n, struct bound *b,
                        int list, struct origin *origins) {
    uint8_t saved[MAX_PARAMETERS];
    int at = window + REG_ARGS;
    for (int i = 0; i < n; i++)
        saved[i] = reg_of(e, params[i]);
    int first = at;
    for (int i = 0; i < n; i++)
        emit_reg(e, params[i]->type);
    int keep_me = me, keep_this = self;
    for (int pass = 0; pass < 2; pass++) { /* arguments first: a default may speak of them */
        at = first;
        for (int i = 0; i < n; i++) {
            int top = e->top;
            if (pass == 1 && b->deflt[i]) {
                for (int k = 0, r = first; k < n; r += type_width(e, params[k]->type), k++)
                    set_reg(e, params[k], r);
                if (b->value[i]) emit_value(e, b->value[i], params[i]->type, at);
                if (origins) origins[i] = handed_over(e, b->value[i], params[i], at - window);
                for (int k = 0; k < n; k++)
                    set_reg(e, params[k], saved[k]);
            } else if (pass == 0 && i == b->list_param) {
                emit_op(e, OP_MOV, at, list, 0);
            } else if (pass == 0 && b->value[i] && !b->deflt[i]) {
                emit_value(e, b->value[i], params[i]->type, at);
                if (origins) origins[i] = handed_over(e, b->value[i], params[i], at - window);
            }
            e->top = top;
            at += type_width(e, params[i]->type);
        }
    }
    emit_op(e, OP_MOV, window, keep_me, 0);
    emit_op(e, OP_MOV, window + 1, keep_this, 0);
}

static int fetch_result(struct emitter *e, int window, struct type result, int dst) {
    int w = result.base == T_VOID ? 0 : type_width(e, result);
    e->top = window;
    if (!w) return window;
    if (dst == NONE) return emit_reg(e, result);
    if (result.flags & VF_SET)
        emit_op(e, OP_SMOV, dst, window, w);
    else
        emit_op(e, OP_MOV, dst, window, 0);
    return dst;
}

static int open_window(struct emitter *e) {
    int window = emit_scratch(e, 1);
    emit_reg(e, TYPE(VT_CARD));
    return window;
}

int emit_invoke(struct emitter *e, int routine, int me, int self, struct symbol **params, int n, struct bound *b,
                struct type result, int dst) {
    int list = b->list_param >= 0 ? list_argument(e, params[b->list_param], b) : NONE;
    int window = open_window(e), width = result.base == T_VOID ? 0 : type_width(e, result);
    struct origin origins[MAX_PARAMETERS];
    for (int i = 0; i < n; i++)
        origins[i] = handed_over(e, NULL, NULL, NO_REGISTER);
    fill_window(e, window, me, self, params, n, b, list, origins);
    if (e->top - window < width) emit_scratch(e, width - (e->top - window));
    uint32_t pc = emit_opx(e, OP_CALL, window, NO_REGISTER, NO_REGISTER, routine);
    emit_map(e, pc, window);
    for (int i = 0; i < n; i++)
        origin_at(e, origins[i], pc);
    return fetch_result(e, window, result, dst);
}

/* A rule or clause of the card in register `card`; attributes are read from their table. */
int emit_member_value(struct emitter *e, struct symbol *s, int card, struct node *args, struct node *at, int dst) {
    if (s->kind == SYM_ATTRIBUTE) {
        if (dst == NONE) dst = emit_reg(e, s->type);
        emit_opx(e, OP_TAB, dst, card, 0, attribute_table(e, s));
        return dst;
    }
    struct clause_info *c = e->m->clauses.data[s->index];
    if (e->clauses[c->number].constant) {
        if (dst == NONE) dst = emit_reg(e, c->result);
        emit_opx(e, OP_TAB, dst, card, 0, e->clauses[c->number].table);
        return dst;
    }
    struct bound b;
    bind_arguments(e->m, c->params, c->n_params, args, at, false, &b);
    int start = e->top;
    if (dst == NONE && c->result.base != T_VOID) dst = emit_reg(e, c->result), start = e->top;
    int list = b.list_param >= 0 ? list_argument(e, c->params[b.list_param], &b) : NONE;
    int window = open_window(e), width = c->result.base == T_VOID ? 0 : type_width(e, c->result);
    fill_window(e, window, REG_ME, card, c->params, c->n_params, &b, list, NULL);
    if (e->top - window < width) emit_scratch(e, width - (e->top - window));
    if (c->kind == SYM_RULE) emit_op(e, OP_DEED, card, 0, 0);
    emit_map(e, emit_opx(e, OP_CALLT, window, card, NO_REGISTER, e->clauses[c->number].table), window);
    int r = fetch_result(e, window, c->result, dst);
    e->top = start;
    return r;
}

/* ---- built-in verbs */
static int zone_by_name(struct emitter *e, const char *name, int dst) {
    int found = NONE;
    for (size_t i = 0; i < e->m->zones.n; i++)
        if (!strcmp(e->m->zones.data[i].name, name)) found = (int)i;
    if (found < 0) return emit_load(e, dst, NONE), dst;
    if (e->m->zones.data[found].per_player)
        emit_opx(e, OP_ADDI, dst, REG_ME, 0, e->zone_first[found]);
    else
        emit_load(e, dst, e->zone_first[found]);
    return dst;
}

static int zone_argument(struct emitter *e, struct node *n, const char *name, const char *fallback) {
    struct node *z = argument_named(n->kids, name);
    if (z) return emit_value(e, z, TYPE(VT_ZONE), NONE);
    return zone_by_name(e, fallback, emit_scratch(e, 1));
}

static void emit_amounts(struct emitter *e, struct node *n, enum op op, const char *who, int dst) {
    struct node *named = argument_named(n->kids, who);
    int player = named ? emit_value(e, named, TYPE(VT_PLAYER), NONE) : REG_ME, top = e->top;
    for (struct node *a = n->kids; a; a = a->next) {
        if (a->kind == N_ARG) continue;
        if (a->type.flags & VF_LIST) {
            int x = emit_scratch(e, 1);
            struct iterator it = iter_open(e, a, x, NULL);
            giver_at(e, emit_op(e, op, dst, x, player), a);
            iter_next(e, &it);
            iter_close(e, &it);
        } else {
            int x = emit_value(e, a, a->type, NONE);
            giver_at(e, emit_op(e, op, dst, x, player), a);
        }
        e->top = top;
    }
}

static void emit_draw(struct emitter *e, struct node *n) {
    int count = emit_scratch(e, 1);
    emit_value(e, argument_at(n->kids, 0), TYPE(VT_NUMBER), count);
    int from = zone_argument(e, n, "from", "deck"), to = zone_argument(e, n, "to", "hand");
    uint32_t pc = emit_op(e, OP_DRAW, count, from, to);
    emit_map(e, pc, e->top);
    giver_at(e, pc, argument_at(n->kids, 0));
}

static void emit_move(struct emitter *e, struct node *n) {
    struct node *what = argument_at(n->kids, 0), *on = argument_named(n->kids, "on");
    int to = emit_value(e, argument_named(n->kids, "to"), TYPE(VT_ZONE), NONE);
    if (what->type.flags & VF_SET)
        emit_op(e, OP_MOVES, emit_set(e, what, what->type, NONE), to, type_width(e, what->type));
    else if (what->type.base == VT_ZONE)
        emit_op(e, OP_MOVEZ, emit_value(e, what, what->type, NONE), to, 0);
    else
        emit_op(e, OP_MOVE, emit_value(e, what, what->type, NONE), to, on && name_is(on, "top"));
}

static void emit_reveal(struct emitter *e, struct node *n, bool peek) {
    struct node *what = n->kids;
    struct symbol *s = what->symbol;
    struct type set = type_make(VT_CARD, VF_SET, ANY);
    int width = type_width(e, set);
    if (s && s->kind == SYM_VAR && e->m->vars.data[s->index].shown >= 0 && what->type.base != VT_CARD) {
        int owner, index;
        emit_place_of(e, what, &owner, &index);
        int one = emit_scratch(e, 1);
        emit_load(e, one, 1);
        emit_safe(e, emit_opx(e, OP_STV, one, owner, NO_REGISTER, e->m->vars.data[s->index].shown));
        return;
    }
    if (what->type.base == VT_ZONE && !peek) {
        emit_op(e, OP_REVEALZ, emit_value(e, what, what->type, NONE), 0, 0);
        return;
    }
    int cards = emit_reg(e, set);
    if (what->type.flags & VF_SET || what->type.base == VT_ZONE)
        emit_set(e, what, set, cards);
    else {
        emit_op(e, OP_SCLR, cards, 0, width);
        emit_op(e, OP_SADD, cards, emit_value(e, what, what->type, NONE), width);
    }
    if (peek)
        emit_op(e, OP_PEEK, cards, REG_ME, width);
    else
        emit_op(e, OP_REVEAL, cards, 0, width);
}

/* raise and lower: the track's own routine with (steps, owner). */
static void emit_raise(struct emitter *e, struct node *n, bool lower) {
    struct node *track = argument_at(n->kids, 0), *steps = argument_at(n->kids, 1);
    struct symbol *s = track->symbol;
    int window = open_window(e), args = emit_scratch(e, 2);
    if (steps)
        emit_value(e, steps, TYPE(VT_NUMBER), args);
    else
        emit_load(e, args, 1);
    if (s && s->kind == SYM_TRACK) {
        if (!e->m->tracks.data[s->index].per_player)
            emit_load(e, args + 1, NONE);
        else if (track->kind == N_FIELD)
            emit_value(e, track->a, TYPE(VT_PLAYER), args + 1);
        else
            emit_op(e, OP_MOV, args + 1, REG_ME, 0);
    } else {
        int value = emit_value(e, track, TYPE(VT_TRACK), NONE), k = emit_scratch(e, 2);
        emit_load(e, k, 256);
        emit_op(e, OP_MOD, args + 1, value, k);
        emit_opx(e, OP_ADDI, args + 1, args + 1, 0, -1);
        emit_op(e, OP_DIV, k + 1, value, k);
        emit_op(e, OP_MOV, window, REG_ME, 0);
        emit_op(e, OP_MOV, window + 1, REG_THIS, 0);
        int table = lower ? e->lower_table : e->raise_table;
        emit_op(e, OP_MOV, args - 1, REG_THIS, 0);
        emit_map(e, emit_opx(e, OP_CALLT, window, k + 1, NO_REGISTER, table), window);
        e->top = window;
        return;
    }
    emit_op(e, OP_MOV, window, REG_ME, 0);
    emit_op(e, OP_MOV, window + 1, REG_THIS, 0);
    int routine = lower ? e->out.tracks.data[s->index].lower : e->out.tracks.data[s->index].raise;
    emit_map(e, emit_opx(e, OP_CALL, window, NO_REGISTER, NO_REGISTER, routine), window);
    e->top = window;
}

static int players_argument(struct emitter *e, struct node *n) {
    struct node *who = n->kids;
    struct type set = type_make(VT_PLAYER, VF_SET, ANY);
    int r = emit_reg(e, set);
    if (who->type.flags & VF_SET) return emit_set(e, who, set, r);
    emit_op(e, OP_SCLR, r, 0, 1);
    emit_op(e, OP_SADD, r, emit_value(e, who, TYPE(VT_PLAYER), NONE), 1);
    return r;
}

/* Goes through the entries of a variable by names of things: x is the next one, weight what it holds, at least 0. */
struct weights {
    int var, owner, x, weight, limit, none, head, end;
};

static void weights_open(struct emitter *e, struct weights *w) {
    w->head = emit_label(e), w->end = emit_label(e);
    emit_load(e, w->x, NONE);
    emit_place(e, w->head);
    emit_jump(e, OP_STEP, w->x, w->limit, 0, w->end);
    emit_opx(e, OP_LDV, w->weight, w->owner, w->x, w->var);
    emit_op(e, OP_MAX, w->weight, w->weight, w->none);
}

static void weights_close(struct emitter *e, struct weights *w) {
    emit_jump(e, OP_JMP, 0, 0, 0, w->head);
    emit_place(e, w->end);
}

/* random(bag): a number up to the sum of all is drawn, and belongs to the entry in which it falls. */
static void emit_weighted(struct emitter *e, struct node *from, int dst) {
    struct weights w;
    int index, drawn = emit_scratch(e, 1), sum = emit_scratch(e, 1), low = emit_scratch(e, 1);
    w.x = emit_scratch(e, 1), w.weight = emit_scratch(e, 1), w.limit = emit_scratch(e, 1), w.none = emit_scratch(e, 1);
    w.var = emit_place_of(e, from, &w.owner, &index);
    emit_load(e, w.none, 0);
    emit_load(e, w.limit, (int32_t)e->m->enums.data[e->m->vars.data[w.var].index_enum].n - 1);
    emit_load(e, sum, 0);
    weights_open(e, &w);
    emit_op(e, OP_ADD, sum, sum, w.weight);
    weights_close(e, &w);
    emit_load(e, low, 1);
    emit_op(e, OP_MAX, sum, sum, low);
    emit_map(e, emit_op(e, OP_RAND, drawn, low, sum), e->top);
    int found = emit_label(e), done = emit_label(e);
    weights_open(e, &w);
    emit_op(e, OP_SUB, drawn, drawn, w.weight);
    emit_jump(e, OP_JLEI, drawn, 0, 0, found);
    weights_close(e, &w);
    emit_load(e, dst, NONE); /* it holds nothing */
    emit_jump(e, OP_JMP, 0, 0, 0, done);
    emit_place(e, found);
    emit_op(e, OP_MOV, dst, w.x, 0);
    emit_place(e, done);
}

static int emit_random(struct emitter *e, struct node *n, int dst) {
    struct node *from = n->kids;
    from = node_bare(from);
    if (from->symbol && from->symbol->kind == SYM_VAR && from->type.base == VT_NUMBER && from->kind != N_INDEX)
        return emit_weighted(e, from, dst), dst;
    int low = emit_scratch(e, 1), high = emit_scratch(e, 1);
    if (from->type.base == T_RANGE) {
        emit_value(e, from->a, TYPE(VT_NUMBER), low);
        if (from->b)
            emit_value(e, from->b, TYPE(VT_NUMBER), high);
        else
            emit_op(e, OP_MOV, high, low, 0);
        emit_map(e, emit_op(e, OP_RAND, dst, low, high), e->top);
        return dst;
    }
    struct several all = emit_several(e, from, false);
    int k = emit_scratch(e, 1);
    emit_load(e, low, 1);
    emit_how_many(e, &all, high);
    emit_op(e, OP_MAX, high, high, low);
    emit_map(e, emit_op(e, OP_RAND, k, low, high), e->top);
    emit_opx(e, OP_ADDI, k, k, 0, -1);
    emit_nth(e, &all, k, dst);
    return dst;
}

static int emit_pick(struct emitter *e, struct node *n, int dst) {
    struct node *from = argument_at(n->kids, 0), *k = argument_at(n->kids, 1);
    warn_order(e, from, k ? "pick" : "first");
    struct several all = emit_several(e, from, true);
    int index = emit_scratch(e, 1);
    if (k)
        emit_value(e, k, TYPE(VT_NUMBER), index);
    else
        emit_load(e, index, 0);
    emit_nth(e, &all, index, dst);
    return dst;
}

/* The next player still in the game. */
static int emit_next(struct emitter *e, struct node *n, int dst) {
    int p = emit_scratch(e, 1), seats = emit_scratch(e, 1), active = emit_scratch(e, 2), again = emit_label(e),
        end = emit_label(e);
    emit_value(e, n->kids, TYPE(VT_PLAYER), p);
    emit_load(e, seats, (int32_t)e->m->seats);
    if (e->m->uses_out) emit_op(e, OP_SEATS, active, 0, 0);
    if (e->m->uses_out) emit_jump(e, OP_JZ, active, 0, 0, end); /* nobody is left */
    emit_place(e, again);
    emit_opx(e, OP_ADDI, p, p, 0, 1);
    emit_op(e, OP_MOD, p, p, seats);
    if (e->m->uses_out) {
        emit_opx(e, OP_SIN, active + 1, p, active, 1);
        emit_jump(e, OP_JNZ, active + 1, 0, 0, end);
        emit_jump(e, OP_JMP, 0, 0, 0, again);
    }
    emit_place(e, end);
    emit_op(e, OP_MOV, dst, p, 0);
    return dst;
}

static void emit_out(struct emitter *e, struct node *n) {
    struct node *period = argument_named(n->kids, "per");
    int who = emit_value(e, argument_at(n->kids, 0), TYPE(VT_PLAYER), NONE);
    if (period)
        emit_opx(e, OP_REST, who, 0, 0, model_rest_var(e->m, period->symbol->index));
    else
        emit_op(e, OP_OUT, who, 0, 0);
}

static int emit_live(struct emitter *e, struct node *n, int dst) {
    int width = type_width(e, n->type);
    struct node *what = argument_at(n->kids, 0);
    if (what && what->type.base == VT_PLAYER) {
        emit_op(e, OP_LIVE, dst, emit_value(e, what, TYPE(VT_PLAYER), NONE), width);
        return dst;
    }
    emit_op(e, OP_LIVE, dst, NO_REGISTER, width);
    if (what) emit_opx(e, OP_SAND, dst, dst, emit_set(e, what, n->type, NONE), width);
    return dst;
}

static int emit_defined(struct emitter *e, struct node *n, int dst) {
    struct node *field = n->kids;
    struct clause_info *c = e->m->clauses.data[field->symbol->index];
    VEC(int32_t) words = {0};
    for (size_t i = 0; i < e->m->cards.n; i++) {
        struct node *k = e->m->cards.data[i].node->b ? e->m->cards.data[i].node->b->kids : NULL;
        while (k && !(k->kind == N_CLAUSE && !strcmp(k->name, c->name)))
            k = k->next;
        if (!VEC_PUSH(&words,
                      (k != NULL || c->node->b != NULL) && kind_is(e->m, e->m->cards.data[i].kind, c->owner_kind)))
            e->out.failed = true;
    }
    int card = field->kind == N_FIELD ? emit_value(e, field->a, field->a->type, NONE) : REG_THIS;
    emit_opx(e, OP_TAB, dst, card, 0, emit_table(e, TABLE_INT, words.data, words.n, 0, 0, 0));
    VEC_FREE(&words);
    return dst;
}

/* Per card the first of its copies: equal cards have the same. */
static int sort_table(struct emitter *e) {
    VEC(int32_t) words = {0};
    for (size_t i = 0; e->sort_table == NONE && i < e->m->cards.n; i++)
        if (!VEC_PUSH(&words, (int32_t)i - e->m->cards.data[i].copy)) e->out.failed = true;
    if (e->sort_table == NONE) e->sort_table = emit_table(e, TABLE_INT, words.data, words.n, 0, 0, NONE);
    VEC_FREE(&words);
    return e->sort_table;
}

static int emit_same(struct emitter *e, struct node *n, int dst) {
    int a = emit_value(e, n->kids, n->kids->type, NONE), b = emit_value(e, n->kids->next, n->kids->next->type, NONE),
        sorts = emit_scratch(e, 2);
    emit_opx(e, OP_TAB, sorts, a, 0, sort_table(e));
    emit_opx(e, OP_TAB, sorts + 1, b, 0, sort_table(e));
    emit_op(e, OP_EQ, dst, sorts, sorts + 1);
    return dst;
}

/* The first member of each sort; its equals are taken out of what is gone through. */
static int emit_sorts(struct emitter *e, struct node *n, int dst) {
    int width = type_width(e, n->type), left = emit_reg(e, n->type), equal = emit_reg(e, n->type),
        x = emit_reg(e, TYPE(VT_CARD)), sort = emit_scratch(e, 1), head = emit_label(e), end = emit_label(e);
    emit_set(e, n->kids, n->type, left);
    emit_op(e, OP_SCLR, dst, 0, width);
    emit_load(e, x, NONE);
    emit_place(e, head);
    emit_jump(e, OP_NEXT, x, left, width, end);
    emit_op(e, OP_SADD, dst, x, width);
    emit_opx(e, OP_TAB, sort, x, 0, sort_table(e));
    emit_opx(e, OP_SMATCH, equal, left, sort, sort_table(e));
    emit_opx(e, OP_SANDN, left, left, equal, width);
    emit_jump(e, OP_JMP, 0, 0, 0, head);
    emit_place(e, end);
    return dst;
}

static int two_numbers(struct emitter *e, struct node *n, enum op op, int dst) {
    int a = emit_value(e, n->kids, TYPE(VT_NUMBER), NONE), b = emit_value(e, n->kids->next, TYPE(VT_NUMBER), NONE);
    emit_op(e, op, dst, a, b);
    return dst;
}

/* What follows CAN is only tried; registers and `me` are as before behind it. */
static void emit_possible(struct emitter *e, struct node *n, int dst) {
    struct node *by = argument_named(n->kids, "by");
    int keep = emit_scratch(e, 1), end = emit_label(e);
    if (by) {
        int who = emit_value(e, by, TYPE(VT_PLAYER), NONE);
        emit_op(e, OP_MOV, keep, REG_ME, 0);
        emit_op(e, OP_MOV, REG_ME, who, 0);
    }
    emit_jump(e, OP_CAN, dst, e->n_tries, 0, end);
    emit_tried(e, argument_at(n->kids, 0));
    emit_place(e, end);
    if (by) emit_op(e, OP_MOV, REG_ME, keep, 0);
}

/* Player number n, from 1; none where nobody sits. */
static void emit_seat(struct emitter *e, struct node *n, int dst) {
    int32_t words[MAX_SEATS + 1] = {NONE}, seats = (int32_t)e->m->seats;
    for (int32_t seat = 0; seat < seats; seat++)
        words[seat + 1] = seat;
    int number = emit_value(e, n->kids, TYPE(VT_NUMBER), NONE);
    emit_opx(e, OP_TAB, dst, number, 0, emit_table(e, TABLE_INT, words, (size_t)seats + 1, 0, 0, NONE));
}

static int emit_builtin(struct emitter *e, struct node *n, int dst) {
    int which = n->symbol->index;
    if (dst == NONE) dst = n->type.base == T_VOID ? emit_scratch(e, 1) : emit_reg(e, n->type);
    int top = e->top;
    switch ((enum builtin)which) {
    case BI_gain: emit_amounts(e, n, OP_GAIN, "to", dst); break;
    case BI_lose: emit_amounts(e, n, OP_LOSE, "by", dst); break;
    case BI_draw: emit_draw(e, n); break;
    case BI_move: emit_move(e, n); break;
    case BI_shuffle: {
        int pile = emit_value(e, n->kids, TYPE(VT_ZONE), NONE); /* before e->top is read: the map covers it */
        emit_map(e, emit_op(e, OP_SHUFFLE, pile, 0, 0), e->top);
        break;
    }
    case BI_reveal: emit_reveal(e, n, false); break;
    case BI_peek: emit_reveal(e, n, true); break;
    case BI_raise: emit_raise(e, n, false); break;
    case BI_lower: emit_raise(e, n, true); break;
    case BI_rotate: {
        struct node *by = argument_named(n->kids, "by");
        int k = emit_scratch(e, 1);
        if (by)
            emit_value(e, by, TYPE(VT_NUMBER), k);
        else
            emit_load(e, k, 1);
        emit_opx(e, OP_ROTATE, k, 0, 0, argument_at(n->kids, 0)->symbol->index);
        break;
    }
    case BI_begin: emit_opx(e, OP_BEGIN, 0, 0, 0, n->kids->symbol->index); break;
    case BI_win: emit_op(e, OP_WIN, players_argument(e, n), 0, 0); break;
    case BI_lost: emit_op(e, OP_LOST, players_argument(e, n), 0, 0); break;
    case BI_finish: emit_op(e, OP_FINISH, 0, 0, 0); break;
    case BI_out: emit_out(e, n); break;
    case BI_random: emit_random(e, n, dst); break;
    case BI_top: {
        int pile = emit_value(e, n->kids, TYPE(VT_ZONE), NONE);
        emit_map(e, emit_op(e, OP_TOP, dst, pile, 0), e->top);
        break;
    }
    case BI_near:
    case BI_step:
    case BI_ray:
    case BI_between:
    case BI_distance: emit_space_function(e, n, which, dst); break;
    case BI_connected: emit_connected(e, n, dst); break;
    case BI_seat: emit_seat(e, n, dst); break;
    case BI_next: emit_next(e, n, dst); break;
    case BI_order:
    case BI_players:
    case BI_others:
        if (e->m->uses_out)
            emit_op(e, OP_SEATS, dst, 0, 0);
        else
            emit_load(e, dst, (int32_t)((1u << e->m->seats) - 1));
        if (which == BI_others) emit_op(e, OP_SDEL, dst, REG_ME, 1);
        break;
    case BI_neutral: emit_load(e, dst, (int32_t)e->m->seats); break;
    case BI_live: emit_live(e, n, dst); break;
    case BI_index: emit_op(e, OP_ZINDEX, dst, emit_value(e, n->kids, n->kids->type, NONE), 0); break;
    case BI_pick:
    case BI_first: emit_pick(e, n, dst); break;
    case BI_min: two_numbers(e, n, OP_MIN, dst); break;
    case BI_max: two_numbers(e, n, OP_MAX, dst); break;
    case BI_abs: {
        int a = emit_value(e, n->kids, TYPE(VT_NUMBER), NONE), minus = emit_scratch(e, 1);
        emit_op(e, OP_NEG, minus, a, 0);
        emit_op(e, OP_MAX, dst, a, minus);
        break;
    }
    case BI_defined: emit_defined(e, n, dst); break;
    case BI_possible: emit_possible(e, n, dst); break;
    case BI_owner:
        if (n->kids->type.base == VT_SPACE)
            emit_opx(e, OP_TAB, dst, emit_value(e, n->kids, n->kids->type, NONE), 0, emit_owner_table(e));
        else
            emit_op(e, OP_OWNER, dst, emit_value(e, n->kids, n->kids->type, NONE), 0);
        break;
    case BI_same: emit_same(e, n, dst); break;
    case BI_sorts: emit_sorts(e, n, dst); break;
    default: emit_error(e, n, "this cannot be called here"); break;
    }
    e->top = top;
    return dst;
}

static int emit_zone_first(struct emitter *e, struct node *n, int dst) {
    if (dst == NONE) dst = emit_reg(e, n->type);
    int top = e->top, zone = emit_value(e, n->a->a, n->a->a->type, NONE),
        k = emit_value(e, n->kids, TYPE(VT_NUMBER), NONE);
    emit_map(e, emit_opx(e, OP_ZFIRST, dst, zone, k, type_width(e, n->type)), e->top);
    e->top = top;
    return dst;
}

int emit_call(struct emitter *e, struct node *n, int dst) {
    struct symbol *s = n->symbol;
    if (!s && n->a->kind == N_FIELD)
        return n->a->a->type.base == VT_BOARD ? emit_board_part(e, n, dst) : emit_zone_first(e, n, dst);
    if (!s) return dst == NONE ? emit_reg(e, n->type) : dst;
    if (s->kind == SYM_BUILTIN) return emit_builtin(e, n, dst);
    if (s->kind == SYM_RULE || s->kind == SYM_CLAUSE) {
        int top = e->top;
        if (dst == NONE && n->type.base != T_VOID) dst = emit_reg(e, n->type), top = e->top;
        int card = n->a->kind == N_FIELD ? emit_value(e, n->a->a, n->a->a->type, NONE) : REG_THIS;
        int r = emit_member_value(e, s, card, n->kids, n, dst);
        e->top = top;
        return r;
    }
    struct function *f = e->m->functions.data[s->index];
    struct bound b;
    struct inlined in;
    if (f->node->c && f->kind == SYM_DEF) {
        if (dst == NONE) dst = emit_reg(e, f->result);
        int kept = e->top;
        bool open = inline_open(e, n, &in);
        if (open) {
            emit_value(e, f->node->c, f->result, dst);
            inline_close(e, &in);
        }
        e->top = kept;
        if (open) return dst;
    }
    bind_arguments(e->m, f->params, f->n_params, n->kids, n, false, &b);
    int top = e->top;
    if (dst == NONE && f->result.base != T_VOID) dst = emit_reg(e, f->result), top = e->top;
    int r = emit_invoke(e, routine_of(e, f), REG_ME, REG_THIS, f->params, f->n_params, &b, f->result, dst);
    e->top = top;
    return r;
}
