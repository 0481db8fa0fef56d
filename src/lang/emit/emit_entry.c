/* emit_entry.c: where a position that is given may go on: at each phase of the flow and at each action of each turn.
 *
 * An entry is the flow as a routine of its own that begins there, as in a scenario: what stands before it is left out
 * but for `let`, and the loops around it go on. What those loops remember (a `repeat` its passes, `for me` and `as` who
 * acts afterwards) are the routine's arguments. A stretch is the code of an entry, in the flow and wherever the flow is
 * written again: it tells at which entry a position stands and in which registers its loops remember.
 * No entry: behind a name that a question binds, inside another `for`, inside questions. There the name would be
 * nothing.
 */
#include "lang/emit/emit.h"

#include <string.h>

struct walk {
    struct emitter *e;
    int phase, n_around;
    uint8_t players; /* bit i: what loop i remembers is a player */
    bool exact;
};

static void add_entry(const struct walk *w, const struct node *n, int action) {
    if (w->e->out.entries.n >= MAX_ENTRIES) { /* the flow is written once for each */
        model_too_large(w->e->m, n, "a flow has at most %d phases and turns", MAX_ENTRIES);
        return;
    }
    struct entry entry = {.routine = NONE,
                          .at = {n->at.file, n->at.line},
                          .phase = (int16_t)w->phase,
                          .action = (uint8_t)action,
                          .exact = w->exact,
                          .n_around = (uint8_t)w->n_around,
                          .players = w->players};
    PUSH(&w->e->out, &w->e->out.entries, entry);
    PUSH(&w->e->out, &w->e->entry_nodes, n);
}

static void walk_block(struct walk w, const struct node *block);

static void walk_loop(struct walk w, const struct node *body, bool player) {
    if (w.n_around == MAX_AROUND) return;
    if (player) w.players |= (uint8_t)(1u << w.n_around);
    w.n_around++;
    walk_block(w, body);
}

static void walk_statement(struct walk w, const struct node *s);

/* What the configuration excludes is no part of the flow. */
static void walk_if(struct walk w, const struct node *s) {
    int32_t fixed;
    bool constant = constant_number(w.e->m, s->a, &fixed);
    if (!constant || fixed) walk_block(w, s->b);
    if (!s->c || (constant && fixed)) return;
    if (s->c->kind == N_IF)
        walk_statement(w, s->c);
    else
        walk_block(w, s->c);
}

static void walk_statement(struct walk w, const struct node *s) {
    switch (s->kind) {
    case N_PHASE:
        w.phase = (int)s->number;
        add_entry(&w, s, 0);
        walk_block(w, s->b);
        break;
    case N_TURN:
        for (int i = 1; i <= (int)(s->number % 16); i++)
            add_entry(&w, s, i);
        break;
    case N_IF: walk_if(w, s); break;
    case N_BLOCK: walk_block(w, s); break;
    case N_WHILE:
    case N_ROUND: walk_block(w, s->b); break;
    case N_REPEAT: walk_loop(w, s->b, false); break;
    case N_AS: walk_loop(w, s->b, true); break;
    case N_FOR:
        if (!strcmp(s->name, "me")) walk_loop(w, s->c, true);
        break;
    default: break;
    }
}

static void walk_block(struct walk w, const struct node *block) {
    for (const struct node *s = block->kids; s && s->kind != N_CHOOSE; s = s->next) {
        walk_statement(w, s);
        if (s->kind == N_LET) w.exact = false;
    }
}

void number_entries(struct emitter *e) {
    walk_block((struct walk){.e = e, .phase = NONE, .exact = true}, e->m->flow->b);
}

void emit_entries(struct emitter *e) {
    for (size_t i = 0; i < e->out.entries.n && !e->out.failed; i++) {
        struct entry *entry = &e->out.entries.data[i];
        const struct node *node = e->entry_nodes.data[i];
        int routine = emit_routine(e, node->kind == N_PHASE ? node->name : "turn", node);
        entry->routine = routine;
        emit_begin(e, routine, TYPE(T_VOID));
        e->out.routines.data[routine].n_args = entry->n_around;
        emit_scratch(e, entry->n_around);
        e->flow = true;
        e->enter = node;
        e->enter_action = entry->action ? entry->action - 1 : 0;
        e->arguments = entry->n_around;
        emit_block(e, e->m->flow->b);
        emit_op(e, OP_FINISH, 0, 0, 0);
        emit_end(e);
        e->arguments = e->enter_action = 0;
    }
}

/* ---- the code of an entry, wherever it is written */
void emit_stretch(struct emitter *e, const struct node *n, int action, uint32_t from) {
    struct stretch stretch = {.from = from, .to = (uint32_t)e->out.code.n};
    while (stretch.entry < e->out.entries.n &&
           (e->entry_nodes.data[stretch.entry] != n || e->out.entries.data[stretch.entry].action != action))
        stretch.entry++;
    if (stretch.entry == e->out.entries.n || from == stretch.to) return;
    memcpy(stretch.around, e->around, sizeof stretch.around);
    PUSH(&e->out, &e->out.stretches, stretch);
}

int emit_memory(struct emitter *e, const struct node *body, int *given) {
    bool argument = e->arguments > 0 && e->enter && node_contains(body, e->enter);
    int r = argument ? REG_ARGS + e->n_around : emit_scratch(e, 1);
    *given = NONE;
    if (argument) {
        int top = e->top, zero = emit_scratch(e, 1);
        *given = emit_label(e);
        emit_load(e, zero, 0);
        emit_jump(e, OP_JLE, zero, r, 0, *given);
        e->top = top;
    }
    if (e->n_around < MAX_AROUND) e->around[e->n_around] = (uint8_t)r;
    e->n_around++;
    return r;
}
