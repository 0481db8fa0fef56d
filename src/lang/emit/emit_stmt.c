/* emit_stmt.c: statements other than questions. After a statement only the registers of visible locals are taken. */
#include "lang/emit/emit.h"

#include "code/lookup.h"
#include "lang/parse/token.h"

#include <string.h>

static bool is_node(const struct node *n, const void *target) {
    return n == target;
}

bool node_contains(const struct node *n, const struct node *target) {
    return tree_any(n, is_node, target);
}

void emit_uend(struct emitter *e) {
    if (e->flow) emit_op(e, OP_UEND, 0, 0, 0);
}

/* Each pass of the loop ends an undertaking, though no turn, phase or round does. */
static bool ends_by_pass(const struct emitter *e, const struct node *loop) {
    return e->flow && !e->whole && !node_parts(loop) && node_asks(e->m, loop);
}

void emit_pass(struct emitter *e, const struct node *loop) {
    if (ends_by_pass(e, loop)) emit_line(e, loop, true);
    if (node_parts(loop) || ends_by_pass(e, loop)) emit_uend(e);
}

struct site *emit_fail(struct emitter *e, struct words words, const struct node *at, uint32_t from) {
    int site = emit_site(e, SITE_FAIL, at);
    struct site *s = &e->out.sites.data[site];
    s->words = words;
    s->from = from;
    emit_opx(e, OP_FAIL, 0, 0, 0, site);
    return s;
}

/* ---- binding and changing */
static void emit_let(struct emitter *e, struct node *n) {
    if (!strcmp(n->name, "me")) {
        emit_value(e, n->a, TYPE(VT_PLAYER), REG_ME);
        return;
    }
    int r = emit_reg(e, n->symbol->type), top = e->top;
    if (n->symbol->type.flags & VF_LIST) e->top = r; /* its items may lie in registers that must stay */
    if (n->symbol->type.flags & VF_LIST) {
        int list = emit_value(e, n->a, n->symbol->type, NONE);
        set_reg(e, n->symbol, list);
        return;
    }
    emit_value(e, n->a, n->symbol->type, r);
    set_reg(e, n->symbol, r);
    e->top = top;
}

static void assign_local(struct emitter *e, struct node *n) {
    struct symbol *s = n->a->symbol;
    int width = type_width(e, s->type);
    if (n->number == TOKEN_ASSIGN) {
        emit_value(e, n->b, s->type, reg_of(e, s));
    } else if (s->type.flags & VF_SET) {
        bool plus = n->number == TOKEN_PLUS_ASSIGN;
        if (n->b->type.flags & VF_SET || n->b->type.base == VT_ZONE || n->b->type.base == VT_BOARD)
            emit_opx(e, plus ? OP_SOR : OP_SANDN, reg_of(e, s), reg_of(e, s), emit_set(e, n->b, s->type, NONE), width);
        else
            emit_op(e, plus ? OP_SADD : OP_SDEL, reg_of(e, s),
                    emit_value(e, n->b, type_make(s->type.base, 0, s->type.of), NONE), width);
    } else {
        emit_op(e, n->number == TOKEN_PLUS_ASSIGN ? OP_ADD : OP_SUB, reg_of(e, s), reg_of(e, s),
                emit_value(e, n->b, TYPE(VT_NUMBER), NONE));
    }
}

/* Whether a change by a constant can never leave the variable's range. */
static bool stays_in_range(struct emitter *e, struct node *n, int var) {
    const struct var_info *v = &e->m->vars.data[var];
    int32_t k;
    if (v->type.base != VT_NUMBER || !constant_number(e->m, n->b, &k)) return false;
    if (n->number == TOKEN_ASSIGN) return k >= v->low && k <= v->high && e->out.vars.data[var].lows == NONE;
    if (n->number == TOKEN_MINUS_ASSIGN) k = -k;
    return k >= 0 && v->saturate;
}

static void assign_period(struct emitter *e, struct node *n) {
    int value = emit_value(e, n->b, TYPE(VT_NUMBER), NONE), now = emit_scratch(e, 1), period = n->a->symbol->index;
    if (n->number != TOKEN_ASSIGN) {
        emit_opx(e, OP_LDPER, now, 0, 0, period);
        emit_op(e, n->number == TOKEN_PLUS_ASSIGN ? OP_ADD : OP_SUB, now, now, value);
        value = now;
    }
    emit_opx(e, OP_STPER, value, 0, 0, period);
}

static void emit_assign(struct emitter *e, struct node *n) {
    struct symbol *s = n->a->symbol;
    if (name_is(n->a, "phase") && !s) return; /* a scenario says where play begins */
    if (name_is(n->a, "me") && !s) {
        emit_value(e, n->b, TYPE(VT_PLAYER), REG_ME);
        return;
    }
    if (s && s->kind == SYM_LOCAL && n->a->kind == N_NAME) {
        assign_local(e, n);
        return;
    }
    if (s && s->kind == SYM_ZONE) {
        emit_given_zone(e, n);
        return;
    }
    if (s && s->kind == SYM_MEMBER) {
        assign_period(e, n);
        return;
    }
    struct type t = n->a->type.base == VT_TRACK ? TYPE(VT_NUMBER) : n->a->type;
    int value = emit_value(e, n->b, t, NONE), owner, index, var = emit_place_of(e, n->a, &owner, &index);
    if (n->number == TOKEN_MINUS_ASSIGN) {
        int minus = emit_scratch(e, 1);
        emit_op(e, OP_NEG, minus, value, 0);
        value = minus;
    }
    uint32_t pc = emit_opx(e, n->number == TOKEN_ASSIGN ? OP_STV : OP_ADDV, value, owner, index, var);
    if (n->number != TOKEN_ASSIGN) giver_at(e, pc, n->b);
    if (stays_in_range(e, n, var)) emit_safe(e, pc);
}

static void emit_signal_call(struct emitter *e, struct node *n) {
    struct node *call = n->a;
    struct function *f = e->m->functions.data[call->symbol->index];
    if (!f->reactions.n && !f->node->b && !f->node->text && routine_of(e, f) < 0) return;
    struct bound b;
    bind_arguments(e->m, f->params, f->n_params, call->kids, call, false, &b);
    emit_invoke(e, routine_of(e, f), REG_ME, REG_THIS, f->params, f->n_params, &b, TYPE(T_VOID), NONE);
}

static void emit_return(struct emitter *e, struct node *n) {
    if (!n->a) {
        emit_op(e, OP_RET, NO_REGISTER, 0, 0);
        return;
    }
    int r = emit_value(e, n->a, e->result, NONE);
    emit_op(e, OP_RET, r, type_width(e, e->result), 0);
}

static void emit_needs(struct emitter *e, struct node *n) {
    int ok = emit_label(e);
    uint32_t from = (uint32_t)e->out.code.n;
    emit_cond(e, n->a, true, ok);
    int fail = emit_label(e);
    bool filled = n->text && strchr(n->text, '{'); /* the author says what matters: what was compared is left out */
    if (filled) emit_jump(e, OP_WHY, 0, 0, 0, fail);
    struct words words = n->text ? emit_template(e, n, n->text) : text_phrase(&e->texts, n->a);
    emit_place(e, fail);
    emit_fail(e, words, n, filled ? (uint32_t)e->out.code.n : from);
    emit_place(e, ok);
}

/* ---- control */
static void emit_if(struct emitter *e, struct node *n) {
    int32_t fixed;
    struct node *other = n->c;
    if (constant_number(e->m, n->a, &fixed) || e->enter) {
        bool first = e->enter ? node_contains(n->b, e->enter) : fixed;
        struct node *taken = first ? n->b : other;
        if (taken && taken->kind == N_IF)
            emit_if(e, taken);
        else if (taken)
            emit_block(e, taken);
        return;
    }
    int no = emit_label(e), end = emit_label(e);
    emit_test(e, n->a, false, no);
    emit_block(e, n->b);
    if (other) emit_jump(e, OP_JMP, 0, 0, 0, end);
    emit_place(e, no);
    if (other && other->kind == N_IF)
        emit_if(e, other);
    else if (other)
        emit_block(e, other);
    emit_place(e, end);
}

void emit_tried(struct emitter *e, struct node *n) {
    int number = e->n_tries++;
    bool flow = e->flow;
    e->flow = false; /* it is one undertaking: its loops do not end it */
    if (n->kind == N_BLOCK)
        emit_block(e, n);
    else
        emit_value(e, n, n->type.base == T_VOID ? TYPE(VT_NUMBER) : n->type, NONE);
    e->flow = flow;
    e->n_tries--;
    emit_op(e, OP_DONE, number, 0, 0);
}

static void emit_try(struct emitter *e, struct node *n) {
    int other = emit_label(e), end = emit_label(e);
    emit_jump(e, OP_TRY, e->n_tries, 0, 0, other);
    emit_tried(e, n->b);
    if (n->c) emit_jump(e, OP_JMP, 0, 0, 0, end);
    emit_place(e, other);
    if (n->c) emit_block(e, n->c);
    emit_place(e, end);
}

/* Inside a scenario that begins in this loop's body, that body runs once from there before the loop goes on. */
static bool enter_body(struct emitter *e, const struct node *loop, struct node *block) {
    if (!e->enter || !node_contains(block, e->enter)) return false;
    emit_block(e, block);
    emit_pass(e, loop);
    return true;
}

/* Who is out takes no part any more; the neutral player, who is never asked, may act. */
static void skip_if_out(struct emitter *e, int label) {
    if (!e->m->uses_out) return;
    int top = e->top, in = emit_scratch(e, 2), neutral = emit_scratch(e, 1);
    emit_op(e, OP_SEATS, in, 0, 0);
    emit_load(e, neutral, (int32_t)(~0u << e->m->seats));
    emit_opx(e, OP_SOR, in, in, neutral, 1);
    emit_opx(e, OP_SIN, in + 1, REG_ME, in, 1);
    emit_jump(e, OP_JZ, in + 1, 0, 0, label);
    e->top = top;
}

static void emit_for(struct emitter *e, struct node *n) {
    bool me = !strcmp(n->name, "me");
    int given = NONE, keep = me ? emit_memory(e, n->c, &given) : emit_scratch(e, 1);
    if (me) emit_op(e, OP_MOV, keep, REG_ME, 0);
    emit_place(e, given);
    int x = emit_reg(e, me ? TYPE(VT_PLAYER) : n->symbol->type);
    if (!me) set_reg(e, n->symbol, x);
    if (me) emit_op(e, OP_MOV, x, REG_ME, 0);
    bool entered = enter_body(e, n, n->c);
    warn_order(e, n->a, "for");
    struct iterator it = iter_open_in_order(e, n->a, x, entered ? n->c : NULL);
    if (me) emit_op(e, OP_MOV, REG_ME, x, 0);
    if (me) skip_if_out(e, it.head);
    if (n->b) emit_test(e, n->b, false, it.head);
    emit_block(e, n->c);
    emit_pass(e, n);
    iter_next(e, &it);
    iter_close(e, &it);
    if (me) emit_op(e, OP_MOV, REG_ME, keep, 0);
    if (me) e->n_around--;
}

static void emit_repeat(struct emitter *e, struct node *n) {
    int given, left = emit_memory(e, n->b, &given), zero = emit_scratch(e, 1), head = emit_label(e),
               end = emit_label(e);
    emit_value(e, n->a, TYPE(VT_NUMBER), left);
    if (e->enter) emit_opx(e, OP_ADDI, left, left, 0, -1);
    emit_place(e, given);
    enter_body(e, n, n->b);
    emit_place(e, head);
    emit_load(e, zero, 0);
    emit_jump(e, OP_JLE, left, zero, 0, end);
    emit_opx(e, OP_ADDI, left, left, 0, -1);
    emit_block(e, n->b);
    emit_pass(e, n);
    emit_jump(e, OP_JMP, 0, 0, 0, head);
    emit_place(e, end);
    e->n_around--;
}

static void emit_while(struct emitter *e, struct node *n) {
    int head = emit_label(e), end = emit_label(e);
    enter_body(e, n, n->b);
    /* Never reached: it gives the code of the loop its line, should the machine have to stop it. */
    emit_jump(e, OP_JMP, 0, 0, 0, head);
    emit_opx(e, OP_FAULT, 0, 0, 0, emit_site(e, SITE_FAIL, n));
    emit_place(e, head);
    emit_test(e, n->a, false, end);
    emit_block(e, n->b);
    emit_pass(e, n);
    emit_jump(e, OP_JMP, 0, 0, 0, head);
    emit_place(e, end);
}

static void emit_as(struct emitter *e, struct node *n) {
    int given, keep = emit_memory(e, n->b, &given),
               who = e->enter ? REG_ME : emit_value(e, n->a, TYPE(VT_PLAYER), NONE);
    emit_op(e, OP_MOV, keep, REG_ME, 0);
    emit_place(e, given);
    emit_op(e, OP_MOV, REG_ME, who, 0);
    emit_block(e, n->b);
    emit_op(e, OP_MOV, REG_ME, keep, 0);
    e->n_around--;
}

static void emit_together(struct emitter *e, struct node *n) {
    struct type set = type_make(VT_PLAYER, VF_SET, ANY);
    int end = emit_label(e), seats = emit_reg(e, set), keep = emit_scratch(e, 1);
    emit_op(e, OP_MOV, keep, REG_ME, 0);
    if (n->b) {
        int all = emit_set(e, n->a, set, emit_reg(e, set)), x = emit_scratch(e, 1), head = emit_label(e),
            done = emit_label(e);
        emit_op(e, OP_SCLR, seats, 0, 1);
        emit_load(e, x, NONE);
        emit_place(e, head);
        emit_jump(e, OP_NEXT, x, all, 1, done);
        emit_op(e, OP_MOV, REG_ME, x, 0);
        emit_test(e, n->b, false, head);
        emit_op(e, OP_SADD, seats, x, 1);
        emit_jump(e, OP_JMP, 0, 0, 0, head);
        emit_place(e, done);
        emit_op(e, OP_MOV, REG_ME, keep, 0);
    } else {
        emit_set(e, n->a, set, seats);
    }
    uint32_t pc = (uint32_t)e->out.code.n;
    emit_jump(e, OP_FORK, seats, 0, 0, end);
    emit_map(e, pc, e->top);
    bool flow = e->flow;
    e->flow = false; /* a body is one undertaking: its loops do not end it */
    emit_block(e, n->c);
    e->flow = flow;
    emit_op(e, OP_JOIN, 0, 0, 0);
    emit_place(e, end);
    emit_op(e, OP_MOV, REG_ME, keep, 0);
}

/* ---- the flow's own words */
static void emit_phase(struct emitter *e, struct node *n) {
    emit_opx(e, OP_PHASE, 0, 0, 0, (int32_t)n->number);
    if (e->enter == n) e->enter = NULL;
    uint32_t from = (uint32_t)e->out.code.n;
    emit_block(e, n->b);
    emit_stretch(e, n, 0, from);
    emit_uend(e);
}

/* The first question since `begun` is not put where only "no" is left. */
static void leave_unasked(struct emitter *e, uint32_t begun) {
    for (uint32_t pc = begun; pc < e->out.code.n; pc = op_next(e->out.code.data, pc)) {
        if (op_of(e->out.code.data[pc]) != OP_ASK) continue;
        e->out.sites.data[e->out.code.data[pc + 1]].flags |= ASK_UNASKED;
        return;
    }
}

static void emit_turn(struct emitter *e, struct node *n) {
    int low = (int)(n->number / 16), high = (int)(n->number % 16), first = e->enter == n ? e->enter_action : 0;
    bool whole = e->whole;
    if (e->enter == n) e->enter = NULL;
    e->whole = true;
    for (int i = first; i < high; i++) {
        int end = emit_label(e);
        uint32_t from = (uint32_t)e->out.code.n;
        skip_if_out(e, end);
        if (i < low) {
            emit_block(e, n->b);
        } else {
            struct node again = {.kind = N_MAY, .at = n->at, .b = n->b, .text = n->text ? n->text : "Another action?"};
            uint32_t begun = (uint32_t)e->out.code.n;
            emit_may(e, &again);
            leave_unasked(e, begun);
        }
        emit_stretch(e, n, i + 1, from);
        emit_place(e, end);
        emit_uend(e);
    }
    e->whole = whole;
}

static void emit_round(struct emitter *e, struct node *n) {
    int head = emit_label(e), end = emit_label(e), check = emit_label(e);
    if (e->enter && node_contains(n->b, e->enter)) {
        emit_block(e, n->b);
        emit_uend(e);
        emit_jump(e, OP_JMP, 0, 0, 0, check);
    }
    emit_place(e, head);
    emit_opx(e, OP_BEGIN, 0, 0, 0, (int32_t)n->number);
    emit_block(e, n->b);
    emit_uend(e);
    emit_place(e, check);
    for (size_t i = 0; i < e->m->end_whens.n; i++)
        emit_test(e, e->m->end_whens.data[i]->a, true, end);
    emit_jump(e, OP_JMP, 0, 0, 0, head);
    emit_place(e, end);
}

static void emit_until(struct emitter *e, struct node *n) {
    for (size_t i = 0; i < e->m->untils.n; i++) {
        if (e->m->untils.data[i].node != n) continue;
        int one = emit_scratch(e, 1);
        emit_load(e, one, 1);
        emit_safe(e, emit_opx(e, OP_STV, one, REG_ME, NO_REGISTER, e->m->untils.data[i].var));
    }
}

void emit_statement(struct emitter *e, struct node *s) {
    int top = e->top;
    bool binds = s->kind == N_LET || s->kind == N_CHOOSE || s->kind == N_ASK;
    if (e->given_at == s) emit_given_before(e, s);
    emit_line(e, s, false);
    switch (s->kind) {
    case N_LET: emit_let(e, s); break;
    case N_CHOOSE: emit_choose(e, s, false, NONE); break;
    case N_ASSIGN: emit_assign(e, s); break;
    case N_DO:
        if (!is_start(s)) emit_value(e, s->a, s->a->type.base == T_VOID ? TYPE(VT_NUMBER) : s->a->type, NONE);
        break;
    case N_NEEDS: emit_needs(e, s); break;
    case N_EMIT: emit_signal_call(e, s); break;
    case N_RETURN: emit_return(e, s); break;
    case N_IF: emit_if(e, s); break;
    case N_TRY: emit_try(e, s); break;
    case N_ASK: emit_ask_first(e, s); break;
    case N_FOR: emit_for(e, s); break;
    case N_TOGETHER: emit_together(e, s); break;
    case N_REPEAT: emit_repeat(e, s); break;
    case N_WHILE: emit_while(e, s); break;
    case N_AS: emit_as(e, s); break;
    case N_MAY: emit_may(e, s); break;
    case N_EITHER: emit_either(e, s, false, NONE); break;
    case N_UNTIL: emit_until(e, s); break;
    case N_PHASE: emit_phase(e, s); break;
    case N_TURN: emit_turn(e, s); break;
    case N_ROUND: emit_round(e, s); break;
    case N_BLOCK: emit_block(e, s); break;
    default: break;
    }
    if (!binds) e->top = top;
}

void emit_block(struct emitter *e, struct node *block) {
    int top = e->top;
    for (struct node *s = block->kids; s; s = s->next) {
        if (e->enter && !node_contains(s, e->enter)) { /* not yet reached: only names are bound */
            if (s->kind == N_LET) emit_statement(e, s);
            continue;
        }
        if (e->enter == s && s->kind != N_PHASE && s->kind != N_TURN) e->enter = NULL;
        emit_statement(e, s);
    }
    e->top = top;
}
