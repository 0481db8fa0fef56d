/* emit_reactions.c: functions: defs, adjusted values, signals with their waves of reactions, and the tracks' own verbs.
 *
 * A signal is a routine: lasting effects that it ends are switched off, its default happens unless an `instead`
 * matches, then all `when`, then all `after`: global ones, the cards named by the signal itself (`this` patterns), then
 * the live cards of every seat from `me` on in definition order, then lasting ones. A value is a routine too: its own
 * expression plus what live cards and lasting effects adjust. */
#include "lang/emit/emit.h"

#include "base/bits.h"

#include <string.h>

static int parameter_registers(struct emitter *e, struct symbol **params, int n) {
    int first = e->top;
    for (int i = 0; i < n; i++)
        set_reg(e, params[i], emit_reg(e, params[i]->type));
    return e->top - first;
}

static void begin_with(struct emitter *e, int routine, struct type result, struct symbol **params, int n) {
    emit_begin(e, routine, result);
    e->out.routines.data[routine].n_args = (uint8_t)parameter_registers(e, params, n);
}

/* ---- patterns */
int emit_pattern(struct emitter *e, struct node *p, struct function *f, int miss) {
    struct bound b;
    bool ok = bind_given(e->m, f->params, f->n_params, p->kids, false, &b);
    for (int i = 0; ok && i < f->n_params; i++) {
        struct node *v = b.value[i];
        if (!v) continue;
        int top = e->top;
        struct type one = f->params[i]->type;
        bool set =
            v->type.flags & VF_SET || v->type.base == VT_ZONE || (v->type.base == VT_BOARD && one.base == VT_SPACE);
        if (v->kind == N_SET) {
            emit_one_of(e, reg_of(e, f->params[i]), v, one, false, miss);
        } else if (set) {
            struct type t = type_make(one.base, VF_SET, one.of);
            int r = emit_scratch(e, 1), s = emit_set(e, v, t, NONE);
            emit_opx(e, OP_SIN, r, reg_of(e, f->params[i]), s, type_width(e, t));
            emit_jump(e, OP_JZ, r, 0, 0, miss);
        } else if (copies_named(e, v) > 1) {
            int all = emit_copies(e, v), r = emit_scratch(e, 1);
            emit_opx(e, OP_SIN, r, reg_of(e, f->params[i]), all, type_width(e, type_make(VT_CARD, VF_SET, ANY)));
            emit_jump(e, OP_JZ, r, 0, 0, miss);
        } else {
            emit_jump(e, OP_JNE, reg_of(e, f->params[i]), emit_value(e, v, one, NONE), 0, miss);
        }
        e->top = top;
    }
    if (ok && p->b) emit_test(e, p->b, false, miss);
    return ok;
}

/* ---- one reaction: checks its pattern, then acts (or, for adjust, gives what is added) */
static void emit_reaction(struct emitter *e, struct reaction *r) {
    struct function *f = r->on;
    bool adjust = r->node->kind == N_ADJUST;
    begin_with(e, e->reactions[r->number],
               adjust                       ? f->result
               : r->node->kind == N_INSTEAD ? TYPE(VT_BOOL)
                                            : TYPE(T_VOID),
               f->params, f->n_params);
    int miss = emit_label(e);
    if (!adjust) emit_op(e, OP_GUARD, 0, 0, 0);
    emit_pattern(e, r->node->a, f, miss);
    if (adjust) {
        int v = emit_value(e, r->node->b->kids->a, f->result, NONE);
        emit_op(e, OP_RET, v, type_width(e, f->result), 0);
    } else {
        if (r->node->number) e->declined = r->node->b->kids;
        emit_block(e, r->node->b);
        e->declined = NULL;
        if (r->node->kind == N_INSTEAD && !r->node->number) {
            int yes = emit_scratch(e, 1);
            emit_load(e, yes, 1);
            emit_op(e, OP_RET, yes, 1, 0);
        }
    }
    emit_place(e, miss);
    emit_end(e);
}

/* ---- calling reactions from the routine of their signal or value */
static int window_with_params(struct emitter *e, struct function *f) {
    int window = emit_scratch(e, 1);
    emit_reg(e, TYPE(VT_CARD));
    for (int i = 0; i < f->n_params; i++) {
        int r = emit_reg(e, f->params[i]->type);
        if (f->params[i]->type.flags & VF_SET)
            emit_op(e, OP_SMOV, r, reg_of(e, f->params[i]), type_width(e, f->params[i]->type));
        else
            emit_op(e, OP_MOV, r, reg_of(e, f->params[i]), 0);
    }
    int width = f->kind == SYM_VALUE ? type_width(e, f->result) : 1;
    if (e->top - window < width) emit_scratch(e, width - (e->top - window));
    return window;
}

static void add_result(struct emitter *e, struct function *f, int acc, int result) {
    if (f->result.flags & VF_SET)
        emit_opx(e, OP_SOR, acc, acc, result, type_width(e, f->result));
    else if (f->result.base == VT_BOOL)
        emit_op(e, OP_MAX, acc, acc, result);
    else
        emit_op(e, OP_ADD, acc, acc, result);
}

/* What to do with one call's result: acc NONE for when/after; stop >= 0: go there when it is true (instead). */
struct use {
    int acc, stop;
};

static void call_reaction(struct emitter *e, struct function *f, int routine, int me, int self, struct use use) {
    int top = e->top, window = window_with_params(e, f);
    emit_op(e, OP_MOV, window, me, 0);
    if (self >= 0)
        emit_op(e, OP_MOV, window + 1, self, 0);
    else
        emit_load(e, window + 1, NONE);
    uint32_t pc = emit_opx(e, OP_CALL, window, NO_REGISTER, NO_REGISTER, routine);
    emit_map(e, pc, window);
    giver_rule(e, pc);
    if (use.acc >= 0) add_result(e, f, use.acc, window);
    if (use.stop >= 0) emit_jump(e, OP_JNZ, window, 0, 0, use.stop);
    e->top = top;
}

static bool belongs(const struct reaction *r, int word) {
    return r->node->kind == word;
}

static void global_reactions(struct emitter *e, struct function *f, int word, struct use use) {
    for (size_t i = 0; i < f->reactions.n; i++) {
        struct reaction *r = f->reactions.data[i];
        if (belongs(r, word) && r->card < 0 && r->kind < 0 && !r->until)
            call_reaction(e, f, e->reactions[r->number], REG_ME, NONE, use);
    }
}

static bool listens(struct emitter *e, const struct reaction *r, int card) {
    if (r->card >= 0) return e->m->cards.data[card].node == e->m->cards.data[r->card].node;
    return r->kind >= 0 && kind_is(e->m, e->m->cards.data[card].kind, r->kind);
}

/* The routine of the k-th reaction of each card, by card; false when no card has so many. */
static bool reaction_table(struct emitter *e, struct function *f, int word, bool self, int param, int k,
                           int32_t *routines, uint32_t *mask) {
    bool any = false;
    for (size_t c = 0; c < e->m->cards.n; c++) {
        int seen = 0;
        routines[c] = NONE;
        for (size_t i = 0; i < f->reactions.n; i++) {
            struct reaction *r = f->reactions.data[i];
            if (!belongs(r, word) || r->until || (r->card < 0 && r->kind < 0) || !listens(e, r, (int)c)) continue;
            if (self != (r->self_param != NONE && f->kind == SYM_SIGNAL) || (self && r->self_param != param)) continue;
            if (seen++ != k) continue;
            routines[c] = e->reactions[r->number];
            bits_set(mask, (uint32_t)c);
            any = true;
        }
    }
    return any;
}

static void call_table(struct emitter *e, struct function *f, int table, int me, int card, struct use use) {
    int top = e->top, window = window_with_params(e, f);
    emit_op(e, OP_MOV, window, me, 0);
    emit_op(e, OP_MOV, window + 1, card, 0);
    uint32_t pc = emit_opx(e, OP_CALLT, window, card, NO_REGISTER, table);
    emit_map(e, pc, window);
    giver_rule(e, pc);
    if (use.acc >= 0) add_result(e, f, use.acc, window);
    if (use.stop >= 0) emit_jump(e, OP_JNZ, window, 0, 0, use.stop);
    e->top = top;
}

/* Reactions whose pattern names `this`: live wherever the card is, as part of what happens to it. */
static void self_reactions(struct emitter *e, struct function *f, int word, struct use use) {
    int32_t routines[1024];
    for (int p = 0; p < f->n_params; p++) {
        if (f->params[p]->type.base != VT_CARD || f->params[p]->type.flags) continue;
        for (int k = 0; !e->out.failed; k++) {
            uint32_t mask[64] = {0};
            if (!reaction_table(e, f, word, true, p, k, routines, mask)) break;
            int table = emit_table(e, TABLE_ROUTINE, routines, e->m->cards.n, 0, 0, NONE);
            call_table(e, f, table, REG_ME, reg_of(e, f->params[p]), use);
        }
    }
}

static bool table_is_live(const struct emitter *e) {
    for (size_t i = 0; i < e->m->zones.n; i++)
        if (e->m->zones.data[i].live && !e->m->zones.data[i].per_player) return true;
    return false;
}

/* Cards that lie in a live zone of the table, for which `me` acts. */
static void table_reactions(struct emitter *e, struct function *f, int table, int hook, struct use use) {
    struct type cards = type_make(VT_CARD, VF_SET, ANY);
    int width = type_width(e, cards), set = emit_reg(e, cards), owned = emit_reg(e, cards), who = emit_scratch(e, 1);
    int card = emit_reg(e, TYPE(VT_CARD)), each = emit_label(e), done = emit_label(e);
    emit_op(e, OP_LIVE, set, NO_REGISTER, width);
    for (unsigned seat = 0; seat < e->m->seats; seat++) {
        emit_load(e, who, (int32_t)seat);
        emit_op(e, OP_LIVE, owned, who, width);
        emit_opx(e, OP_SANDN, set, set, owned, width);
    }
    emit_opx(e, OP_SLDK, owned, 0, width, hook);
    emit_opx(e, OP_SAND, set, set, owned, width);
    emit_load(e, card, NONE);
    emit_place(e, each);
    emit_jump(e, OP_NEXT, card, set, width, done);
    call_table(e, f, table, REG_ME, card, use);
    emit_jump(e, OP_JMP, 0, 0, 0, each);
    emit_place(e, done);
}

/* Live cards of every seat, from `me` on, in definition order; then those of the table. */
static void live_reactions(struct emitter *e, struct function *f, int word, struct use use) {
    int32_t routines[1024], words[64];
    struct type cards = type_make(VT_CARD, VF_SET, ANY);
    int width = type_width(e, cards), top = e->top;
    for (int k = 0; !e->out.failed; k++) {
        uint32_t mask[64] = {0};
        if (!reaction_table(e, f, word, false, 0, k, routines, mask)) return;
        int table = emit_table(e, TABLE_ROUTINE, routines, e->m->cards.n, 0, 0, NONE);
        memcpy(words, mask, sizeof words);
        int hook = (int)output_pool(&e->out, words, (size_t)width);
        int who = emit_scratch(e, 1), card = emit_reg(e, TYPE(VT_CARD)), head = emit_label(e), done = emit_label(e);
        emit_scratch(e, 1);
        emit_reg(e, cards);
        emit_op(e, OP_SCLR, who, 0, width + 3);
        emit_place(e, head);
        emit_opx(e, OP_HEAR, who, REG_ME, width, hook);
        emit_jump(e, OP_JLTI, card, 0, 0, done);
        call_table(e, f, table, who, card, use);
        emit_jump(e, OP_JMP, 0, 0, 0, head);
        emit_place(e, done);
        if (table_is_live(e)) table_reactions(e, f, table, hook, use);
        e->top = top;
    }
}

/* Reactions inside `until`: live for the seats whose effect lasts. */
static void lasting_reactions(struct emitter *e, struct function *f, int word, struct use use) {
    for (size_t i = 0; i < f->reactions.n; i++) {
        struct reaction *r = f->reactions.data[i];
        if (!r->until || !belongs(r, word)) continue;
        for (unsigned seat = 0; seat < e->m->seats; seat++) {
            int top = e->top, skip = emit_label(e), who = emit_scratch(e, 2);
            emit_load(e, who, (int32_t)seat);
            emit_opx(e, OP_LDV, who + 1, who, NO_REGISTER, r->until_var);
            emit_jump(e, OP_JZ, who + 1, 0, 0, skip);
            call_reaction(e, f, e->reactions[r->number], who, NONE, use);
            emit_place(e, skip);
            e->top = top;
        }
    }
}

static void wave(struct emitter *e, struct function *f, int word, struct use use) {
    global_reactions(e, f, word, use);
    self_reactions(e, f, word, use);
    live_reactions(e, f, word, use);
    lasting_reactions(e, f, word, use);
}

/* ---- signals */
static void end_lasting(struct emitter *e, struct function *f) {
    for (size_t i = 0; i < e->m->untils.n; i++) {
        for (struct node *p = e->m->untils.data[i].node->kids; p; p = p->next) {
            if (!p->symbol || p->symbol != f->symbol) continue;
            int keep = emit_scratch(e, 2), top = e->top;
            emit_op(e, OP_MOV, keep, REG_ME, 0);
            emit_load(e, keep + 1, 0);
            for (unsigned seat = 0; seat < e->m->seats; seat++) {
                int miss = emit_label(e);
                emit_load(e, REG_ME, (int32_t)seat);
                emit_pattern(e, p, f, miss);
                emit_safe(e, emit_opx(e, OP_STV, keep + 1, REG_ME, NO_REGISTER, e->m->untils.data[i].var));
                emit_place(e, miss);
                e->top = top;
            }
            emit_op(e, OP_MOV, REG_ME, keep, 0);
            e->top = keep;
        }
    }
}

static void emit_signal(struct emitter *e, struct function *f) {
    begin_with(e, routine_of(e, f), TYPE(T_VOID), f->params, f->n_params);
    if (f->node->text) emit_told(e, f->node, f->node->text, 0);
    end_lasting(e, f);
    if (f->node->b) {
        int replaced = emit_label(e);
        wave(e, f, N_INSTEAD, (struct use){NONE, replaced});
        emit_block(e, f->node->b);
        emit_place(e, replaced);
    }
    wave(e, f, N_WHEN, (struct use){NONE, NONE});
    wave(e, f, N_AFTER, (struct use){NONE, NONE});
    emit_end(e);
}

/* ---- values */
static void clamp(struct emitter *e, struct function *f, int acc) {
    if (!f->ranged || f->result.base != VT_NUMBER) return;
    int bound = emit_scratch(e, 1);
    emit_load(e, bound, f->low);
    emit_op(e, OP_MAX, acc, acc, bound);
    emit_load(e, bound, f->high);
    emit_op(e, OP_MIN, acc, acc, bound);
}

static void emit_adjusted(struct emitter *e, struct function *f) {
    begin_with(e, routine_of(e, f), f->result, f->params, f->n_params);
    int width = type_width(e, f->result), acc = emit_reg(e, f->result), top = e->top;
    if (f->node->c)
        emit_value(e, f->node->c, f->result, acc);
    else if (f->result.flags & VF_SET)
        emit_op(e, OP_SCLR, acc, 0, width);
    else
        emit_load(e, acc, 0);
    e->top = top;
    wave(e, f, N_ADJUST, (struct use){acc, NONE});
    clamp(e, f, acc);
    emit_op(e, OP_RET, acc, width, 0);
    emit_end(e);
}

static void emit_def(struct emitter *e, struct function *f) {
    begin_with(e, routine_of(e, f), f->result, f->params, f->n_params);
    e->flow = f->flow;
    e->whole = !f->parts;
    e->in_pay = f->prelude && !strcmp(f->name, "pay");
    if (f->node->c) {
        int v = emit_value(e, f->node->c, f->result, NONE);
        emit_op(e, OP_RET, v, type_width(e, f->result), 0);
    } else {
        emit_block(e, f->node->b);
    }
    emit_end(e);
    e->in_pay = false;
}

/* ---- tracks: (steps, owner) */
static void track_marks(struct emitter *e, int index, int position, int owner) {
    struct track_info *t = &e->m->tracks.data[index];
    for (struct node *m = t->node->b ? t->node->b->kids : NULL; m; m = m->next) {
        if (m->kind == N_CLAUSE) continue; /* look: */
        int hit = emit_label(e), miss = emit_label(e), top = e->top, k = emit_scratch(e, 1);
        for (struct node *v = m->kids; v; v = v->next) {
            int32_t at = 0;
            constant_at_start(e->m, v, TYPE(VT_NUMBER), &at);
            emit_load(e, k, at);
            emit_jump(e, OP_JEQ, position, k, 0, hit);
        }
        emit_jump(e, OP_JMP, 0, 0, 0, miss);
        emit_place(e, hit);
        e->mark = (struct giver){0, GIVER_TRACK, (uint8_t)position, (uint8_t)owner, index};
        emit_block(e, m->b);
        e->mark.track = NONE;
        emit_place(e, miss);
        e->top = top;
    }
}

static void emit_track_verb(struct emitter *e, int index, bool lower) {
    struct track_info *t = &e->m->tracks.data[index];
    emit_begin(e, lower ? e->out.tracks.data[index].lower : e->out.tracks.data[index].raise, TYPE(T_VOID));
    e->out.routines.data[e->routine].n_args = 2;
    int steps = emit_scratch(e, 2), owner_arg = steps + 1, owner = t->per_player ? owner_arg : NO_REGISTER;
    int made = emit_scratch(e, 4), at = made + 1, edge = made + 2, zero = made + 3;
    int head = emit_label(e), end = emit_label(e), store = emit_label(e);
    emit_load(e, made, 0);
    emit_load(e, zero, 0);
    emit_place(e, head);
    emit_jump(e, OP_JLE, steps, zero, 0, end);
    emit_opx(e, OP_ADDI, steps, steps, 0, -1);
    emit_opx(e, OP_LDV, at, owner, NO_REGISTER, t->var);
    emit_opx(e, OP_ADDI, at, at, 0, lower ? -t->step : t->step);
    emit_load(e, edge, lower ? t->low : t->high);
    if (lower)
        emit_jump(e, OP_JLE, edge, at, 0, store);
    else
        emit_jump(e, OP_JLE, at, edge, 0, store);
    if (t->loop) {
        int lap = emit_scratch(e, 1);
        if (lower) { /* not below the start of the first lap */
            emit_opx(e, OP_LDV, lap, owner, NO_REGISTER, t->laps);
            emit_jump(e, OP_JZ, lap, 0, 0, end);
        }
        emit_load(e, lap, lower ? -1 : 1);
        emit_safe(e, emit_opx(e, OP_ADDV, lap, owner, NO_REGISTER, t->laps));
        emit_load(e, at, lower ? t->high : t->low);
    } else {
        emit_jump(e, OP_JMP, 0, 0, 0, end);
    }
    emit_place(e, store);
    emit_safe(e, emit_opx(e, OP_STV, at, owner, NO_REGISTER, t->var));
    emit_opx(e, OP_ADDI, made, made, 0, 1);
    if (!lower) track_marks(e, index, at, owner);
    emit_jump(e, OP_JMP, 0, 0, 0, head);
    emit_place(e, end);
    struct function *raised = e->raised_signal >= 0 ? e->m->functions.data[e->raised_signal] : NULL;
    if (!lower && raised && raised->reactions.n) {
        int skip = emit_label(e);
        emit_jump(e, OP_JZ, made, 0, 0, skip);
        int window = emit_scratch(e, 1);
        emit_reg(e, TYPE(VT_CARD));
        int args = emit_scratch(e, 3);
        emit_op(e, OP_MOV, window, REG_ME, 0);
        emit_load(e, window + 1, NONE);
        if (t->per_player)
            emit_opx(e, OP_ADDI, args, owner_arg, 0, TRACK_VALUE(index, 0));
        else
            emit_load(e, args, TRACK_VALUE(index, NONE));
        emit_op(e, OP_MOV, args + 1, made, 0);
        emit_op(e, OP_MOV, args + 2, REG_ME, 0);
        emit_map(e, emit_opx(e, OP_CALL, window, NO_REGISTER, NO_REGISTER, routine_of(e, raised)), window);
        emit_place(e, skip);
    }
    emit_end(e);
}

void emit_functions(struct emitter *e) {
    for (size_t i = 0; i < e->m->functions.n; i++) {
        struct function *f = e->m->functions.data[i];
        if (f->kind == SYM_SIGNAL)
            emit_signal(e, f);
        else if (f->kind == SYM_VALUE)
            emit_adjusted(e, f);
        else
            emit_def(e, f);
    }
    for (size_t i = 0; i < e->m->reactions.n; i++)
        emit_reaction(e, e->m->reactions.data[i]);
    for (size_t i = 0; i < e->m->tracks.n; i++) {
        if (e->m->tracks.data[i].raised) emit_track_verb(e, (int)i, false);
        if (e->m->tracks.data[i].lowered) emit_track_verb(e, (int)i, true);
    }
}
