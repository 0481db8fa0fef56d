/* emit_origin.c: routines that explain why something is not a candidate of a question.
 *
 * For `choose c in playable(hand)` a routine is written that nobody calls while the game runs. It takes the arguments
 * of the expression and one more thing, follows the expression, and fails with the first condition that this thing does
 * not meet: "why not Castle?" gives the reason of that failure. Sets that are a function, [x in S where c], or a choice
 * between two sets have such a routine. An origin (code/program.h) names the question, or the call that passes the set
 * on, and its routine. The routines are written after everything else.
 */
#include "lang/emit/emit.h"

#include "lang/parse/token.h"

enum { MOST_FREE = 8, MOST_CONTEXT = 24 }; /* locals an expression speaks of; their registers */

struct origin_task {
    struct node *set, *where;
    struct symbol *one; /* what `where` calls the candidate */
    struct symbol *free[MOST_FREE];
    int n_free, routine;
};

/* ---- what an expression speaks of */
static bool binds(const struct node *n, const void *symbol) {
    return n->kind == N_GENERATOR && n->symbol == symbol;
}

static bool find_free(struct origin_task *t, struct node *n);
static bool find_free_of(struct origin_task *t, struct node *all) {
    for (struct node *n = all; n; n = n->next)
        if (!find_free(t, n)) return false;
    return true;
}

/* Of this expression, not of its neighbours. */
static bool find_free(struct origin_task *t, struct node *n) {
    struct symbol *s = n->kind == N_NAME ? n->symbol : NULL;
    if (s && s->kind == SYM_LOCAL && s != t->one && !tree_any(t->set, binds, s) && !tree_any(t->where, binds, s)) {
        int i = 0;
        while (i < t->n_free && t->free[i] != s)
            i++;
        if (i == MOST_FREE) return false;
        if (i == t->n_free) t->free[t->n_free++] = s;
    }
    return find_free_of(t, n->a) && find_free_of(t, n->b) && find_free_of(t, n->c) && find_free_of(t, n->kids);
}

static bool is_explained(struct emitter *e, const struct node *n) {
    if (n->kind == N_FILTER || n->kind == N_COND) return true;
    return n->kind == N_CALL && n->symbol && n->symbol->kind == SYM_DEF &&
           e->m->functions.data[n->symbol->index]->node->c;
}

static bool is_parameter(const struct node *n) {
    return n->kind == N_NAME && n->symbol && n->symbol->kind == SYM_LOCAL && n->symbol->node &&
           n->symbol->node->kind == N_PARAM;
}

/* Whether it is to be asked of a thing whether it is in that set: not of all there is of a sort, and what a local holds
 * is not kept. */
static bool is_place(const struct node *n) {
    if (n->type.base == VT_ZONE) return true;
    if (!(n->type.flags & VF_SET) || n->type.flags & VF_LIST) return false;
    int named = n->kind == N_NAME && n->symbol ? (int)n->symbol->kind : -1;
    return named != SYM_LOCAL && named != SYM_KIND && named != SYM_ENUM && named != SYM_BOARD;
}

/* The task for this set, old or new; NULL: it is too large. */
static struct origin_task *task_for(struct emitter *e, struct node *set, struct node *where, struct symbol *one) {
    for (size_t i = 0; i < e->origin_tasks.n; i++)
        if (e->origin_tasks.data[i]->set == set && e->origin_tasks.data[i]->where == where)
            return e->origin_tasks.data[i];
    struct origin_task *t = ARENA_NEW(e->m->arena, struct origin_task);
    if (!t) return e->out.failed = true, NULL;
    *t = (struct origin_task){.set = set, .where = where, .one = one};
    if ((set && !find_free(t, set)) || (where && !find_free(t, where))) return NULL;
    t->routine = emit_routine(e, "candidates", set ? set : where);
    PUSH(&e->out, &e->origin_tasks, t);
    return t;
}

/* ---- origins */
/* Whether what a set is called tells more than the reason does: a choice between sets without a name of its own would
 * be told with all its branches, of which only one was followed. */
static bool says_what_is_wanted(const struct emitter *e, const struct node *call) {
    if (call->kind != N_CALL) return false;
    const struct node *def = e->m->functions.data[call->symbol->index]->node;
    return def->text || node_bare(def->c)->kind != N_COND;
}

struct origin origin_of(struct emitter *e, struct node *set, struct node *where, struct symbol *one) {
    struct origin o = {.routine = NONE, .param = NO_REGISTER, .up = NO_REGISTER};
    struct node *bare = node_bare(set);
    int32_t registers[MOST_CONTEXT];
    if (is_parameter(bare)) o.up = reg_of(e, bare->symbol);
    bool followed = o.up == NO_REGISTER && (is_explained(e, bare) || (one && is_place(bare)));
    if (!followed && !where) return o;
    o.plain = !is_explained(e, bare);
    if (followed && !one && says_what_is_wanted(e, bare))
        o.words = text_phrase(&e->texts, bare); /* a question has its own */
    struct origin_task *t = task_for(e, followed ? set : NULL, where, one);
    for (int i = 0; t && i < t->n_free; i++)
        for (int k = 0; k < type_width(e, t->free[i]->type); k++) {
            if (o.n_args == MOST_CONTEXT) return o;
            registers[o.n_args++] = reg_of(e, t->free[i]) + k;
        }
    if (!t) return o;
    o.args = output_pool(&e->out, registers, o.n_args);
    o.routine = t->routine;
    return o;
}

void origin_at(struct emitter *e, struct origin o, uint32_t pc) {
    o.pc = pc;
    if (o.routine != NONE || o.up != NO_REGISTER) PUSH(&e->out, &e->out.origins, o);
}

/* ---- the routines */
static void follow(struct emitter *e, struct node *n, int x, struct type element);

/* Each part of a condition by itself. A comparison of numbers that is noted tells both: no words are needed. */
static void require(struct emitter *e, struct node *cond) {
    cond = node_bare(cond);
    if (cond->kind == N_BINARY && cond->number == TOKEN_AND) {
        require(e, cond->a);
        require(e, cond->b);
        return;
    }
    int holds = emit_label(e), fails = emit_label(e), top = e->top;
    size_t notes = e->out.notes.n;
    uint32_t from = (uint32_t)e->out.code.n;
    emit_cond(e, cond, false, fails); /* a jump that is taken when it fails is noted */
    emit_jump(e, OP_JMP, 0, 0, 0, holds);
    emit_place(e, fails);
    bool noted = cond->kind == N_BINARY && e->out.notes.n > notes;
    emit_fail(e, noted ? (struct words){0, 0} : text_contrary(&e->texts, cond), cond, from);
    emit_place(e, holds);
    e->top = top;
}

static void require_member(struct emitter *e, struct node *set, int x, struct type element, bool inside) {
    struct type type = type_make(element.base, VF_SET, element.of);
    int top = e->top, is = emit_scratch(e, 1), in = emit_set(e, set, type, NONE), holds = emit_label(e);
    emit_opx(e, OP_SIN, is, x, in, type_width(e, type));
    emit_jump(e, inside ? OP_JNZ : OP_JZ, is, 0, 0, holds);
    struct site *site = emit_fail(e, text_outside(&e->texts, set, inside), set, (uint32_t)e->out.code.n);
    if (inside) site->flags = FAIL_ELSEWHERE;
    emit_place(e, holds);
    e->top = top;
}

static void follow_call(struct emitter *e, struct node *call, int x, struct type element) {
    struct inlined in;
    int top = e->top;
    if (inline_bind(e, call, &in)) {
        follow(e, in.function->node->c, x, element);
        inline_close(e, &in);
    } else {
        require_member(e, call, x, element, true);
    }
    e->top = top;
}

static void follow_either(struct emitter *e, struct node *n, int x, struct type element) {
    int other = emit_label(e), done = emit_label(e);
    emit_test(e, n->a, false, other);
    follow(e, n->b, x, element);
    emit_jump(e, OP_JMP, 0, 0, 0, done);
    emit_place(e, other);
    follow(e, n->c, x, element);
    emit_place(e, done);
}

static void follow(struct emitter *e, struct node *n, int x, struct type element) {
    n = node_bare(n);
    if (n->kind == N_CALL && is_explained(e, n)) {
        follow_call(e, n, x, element);
    } else if (n->kind == N_COND) {
        follow_either(e, n, x, element);
    } else if (n->kind == N_FILTER) {
        follow(e, n->a->a, x, element);
        set_reg(e, n->a->symbol, x);
        if (n->a->b) require(e, n->a->b);
    } else if (n->kind == N_BINARY && n->number == TOKEN_MINUS) {
        follow(e, n->a, x, element);
        require_member(e, n->b, x, element, false);
    } else if (!type_listed(element)) { /* of what has no sets only the conditions are told */
        require_member(e, n, x, element, true);
    }
}

static void emit_task(struct emitter *e, struct origin_task *t) {
    struct type element = t->set ? type_element(e->m, t->set->type) : t->one->type;
    emit_begin(e, t->routine, TYPE(T_VOID));
    for (int i = 0; i < t->n_free; i++)
        set_reg(e, t->free[i], emit_reg(e, t->free[i]->type));
    int x = emit_reg(e, element);
    e->out.routines.data[t->routine].n_args = (uint8_t)(e->top - REG_ARGS);
    if (t->set) follow(e, t->set, x, element);
    if (t->one) set_reg(e, t->one, x);
    if (t->where) require(e, t->where);
    emit_end(e);
}

void emit_origins(struct emitter *e) {
    for (size_t i = 0; i < e->origin_tasks.n && !e->out.failed; i++)
        emit_task(e, e->origin_tasks.data[i]);
}
