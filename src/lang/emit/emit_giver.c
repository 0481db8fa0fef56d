/* emit_giver.c: notes from where a number changes, so that the log can say "+2 coins from Harbour": the space or card
 * an amount is read from, or the position of a track whose rules run. The card whose rule runs is not noted here: the
 * machine knows it from its frames.
 *
 * gain(at.bonus) reads a parameter of the space `at`, so the space gives it. gain(2 coin * around(at)) is computed from
 * one space only, so that space gives it. An amount that names two things has no giver. Only names of the rule itself
 * count, because their registers still hold the thing when the operation runs.
 *
 * Invariant: givers are added in the order of the code, at most one per operation.
 */
#include "lang/emit/emit.h"

struct found {
    const struct symbol *read, *named; /* a parameter of it is read; it is a space and named */
    bool several_read, several_named;
};

static const struct symbol *local_of(const struct node *n) {
    const struct symbol *s = n->symbol;
    if (n->kind != N_NAME || !s || s->kind != SYM_LOCAL || s->type.flags) return NULL;
    bool passes = s->node && s->node->kind == N_GENERATOR; /* of an aggregate: gone when the operation comes */
    return !passes && (s->type.base == VT_SPACE || s->type.base == VT_CARD) ? s : NULL;
}

static void find(const struct node *n, struct found *f) {
    if (!n) return;
    const struct symbol *s = local_of(n);
    if (s && s->type.base == VT_SPACE) {
        f->several_named |= f->named && f->named != s;
        f->named = s;
    }
    if (n->kind == N_FIELD && n->symbol && n->symbol->kind == SYM_ATTRIBUTE && (s = local_of(n->a))) {
        f->several_read |= f->read && f->read != s;
        f->read = s;
    }
    find(n->a, f), find(n->b, f), find(n->c, f);
    for (const struct node *k = n->kids; k; k = k->next)
        find(k, f);
}

static void add(struct emitter *e, struct giver s) {
    size_t n = e->out.givers.n;
    if (n && e->out.givers.data[n - 1].pc == s.pc)
        e->out.givers.data[n - 1] = s; /* what is read off something is not the mark's, which was noted first */
    else
        PUSH(&e->out, &e->out.givers, s);
}

void giver_at(struct emitter *e, uint32_t pc, const struct node *n) {
    struct found f = {0};
    find(n, &f);
    const struct symbol *s = f.read && !f.several_read ? f.read : !f.read && !f.several_named ? f.named : NULL;
    if (!s) return;
    enum giver_kind kind = !f.read ? GIVER_ABOUT : s->type.base == VT_CARD ? GIVER_CARD : GIVER_SPACE;
    struct giver giver = {pc, (uint8_t)kind, (uint8_t)reg_of(e, s), NO_REGISTER, NONE};
    if (kind != GIVER_ABOUT || e->mark.track == NONE) add(e, giver);
}

void giver_rule(struct emitter *e, uint32_t pc) {
    add(e, (struct giver){pc, GIVER_RULE, NO_REGISTER, NO_REGISTER, NONE});
}

void giver_mark(struct emitter *e, uint32_t pc, enum op op) {
    struct giver s = e->mark;
    bool tells = op == OP_GAIN || op == OP_LOSE || op == OP_DRAW || op == OP_ADDV || op == OP_STV || op == OP_CALL ||
                 op == OP_CALLT;
    s.pc = pc;
    if (tells) add(e, s);
}
