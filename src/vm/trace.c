/* trace.c: what the rules do, step by step, for whoever wants to see it (machine_trace).
 *
 * The loop comes here before each operation it carries out in play, never in look-ahead, and once when it stops.
 * Changes are found by comparing the block with what it was before the operation: so nothing that rules do can be
 * forgotten here, and operations know nothing of it. A line `at 0: place_ocean()` is a call of place_ocean and, inside
 * it, the changes of the space.
 *
 * Invariant: the position at the beginning with all changes told is the position at the end, but for the course
 * (frames, registers, open questions) and the generator.
 */
#include "code/lookup.h"
#include "vm/vm.h"

#include <string.h>

void machine_trace(struct machine *m, void (*tell)(void *user, const struct traced *), void *user, struct state *room) {
    m->trace = (struct machine_trace){.tell = tell, .user = user, .was = room, .began = false};
}

struct telling {
    struct machine_trace *t;
    const struct program *p;
    const struct state *s;
};

static void tell(const struct telling *of, struct traced one) {
    one.before = of->t->was;
    one.after = of->s;
    one.depth = of->t->depth;
    of->t->tell(of->t->user, &one);
}

static void change(const struct telling *of, enum traced_kind kind, int32_t what, int32_t was, int32_t now) {
    tell(of, (struct traced){.kind = (uint8_t)kind, .pc = of->t->pc, .what = what, .was = was, .now = now});
}

/* ---- what is different */
static bool differs(const struct telling *of, uint32_t from, uint32_t to) {
    return memcmp(state_at(of->s, from), state_at(of->t->was, from), to - from) != 0;
}

static void tell_var(const struct telling *of, uint32_t var) {
    const struct var *v = &of->p->vars[var];
    uint32_t end = v->offset + (uint32_t)v->n_owners * v->n_index * v->width;
    if (!differs(of, v->offset, end)) return;
    for (uint32_t slot = 0; slot < (uint32_t)v->n_owners * v->n_index; slot++) {
        int32_t was = var_load(of->p, of->t->was, v, slot), now = var_load(of->p, of->s, v, slot);
        if (was == now) continue;
        if (v->kind.flags & VF_SET) slot -= slot % v->n_index; /* a set has its words in the entries of its owner */
        tell(of, (struct traced){.kind = TRACED_VAR,
                                 .pc = of->t->pc,
                                 .what = (int32_t)var,
                                 .owner = v->first_owner + (int32_t)(slot / v->n_index),
                                 .index = (int32_t)(slot % v->n_index),
                                 .was = was,
                                 .now = now});
        if (v->kind.flags & VF_SET) slot += v->n_index - 1u;
    }
}

static int32_t place_of(const struct telling *of, const struct state *s, uint32_t card) {
    uint8_t at = state_where(of->p, s)[card];
    return at < of->p->n_zone_of_instance ? at : NONE;
}

static void tell_cards(const struct telling *of) {
    const struct program *p = of->p;
    for (uint32_t c = 0; c < p->n_cards; c++) {
        int32_t was = place_of(of, of->t->was, c), now = place_of(of, of->s, c);
        if (was != now) change(of, TRACED_CARD, (int32_t)c, was, now);
    }
    for (uint32_t z = 0; z < p->n_zone_of_instance; z++) {
        if (!p->zones[p->zone_of_instance[z]].pile) continue;
        /* A draw counts as one shuffle more, and takes a card away. */
        if (state_pile(p, of->s, z)->shuffles != state_pile(p, of->t->was, z)->shuffles &&
            state_counts(p, of->s)[z] == state_counts(p, of->t->was)[z])
            change(of, TRACED_SHUFFLED, (int32_t)z, 0, 0);
    }
}

/* Who knows more of a card that stayed where it is. */
static void tell_known(const struct telling *of) {
    const struct program *p = of->p;
    for (uint32_t c = 0; c < p->n_cards; c++) {
        uint32_t more = 0;
        for (uint32_t q = 0; q < p->seats; q++)
            if (bits_test(state_known(p, of->s, q), c) && !bits_test(state_known(p, of->t->was, q), c)) more |= 1u << q;
        if (more && place_of(of, of->t->was, c) == place_of(of, of->s, c))
            change(of, TRACED_KNOWN, (int32_t)c, 0, (int32_t)more);
    }
}

static void tell_course(const struct telling *of) {
    const struct state *s = of->s, *was = of->t->was;
    for (uint32_t i = 0; i < of->p->n_periods; i++) {
        uint16_t n = state_periods(of->p, s)[i], before = state_periods(of->p, was)[i];
        if (n != before) change(of, TRACED_PERIOD, (int32_t)i, before, n);
    }
    if (s->phase != was->phase) change(of, TRACED_PHASE, s->phase, was->phase, s->phase);
    if (s->active != was->active) change(of, TRACED_PLAYERS, 0, was->active, s->active);
    if (s->status != RUN_ASK && was->status == RUN_ASK) change(of, TRACED_END, s->status, s->winners, s->losers);
}

static void tell_changes(const struct telling *of) {
    const struct layout *l = &of->p->layout;
    tell_course(of);
    if (differs(of, l->vars, l->vars + l->vars_size))
        for (uint32_t i = 0; i < of->p->n_vars; i++)
            tell_var(of, i);
    if (differs(of, l->where, l->known)) tell_cards(of);
    if (differs(of, l->known, l->periods)) tell_known(of);
    memcpy(of->t->was, of->s, l->questions);
}

/* ---- calls */
static void tell_call(const struct telling *of, uint32_t i) {
    const struct frame *frames = state_frames(of->p, of->s), *f = &frames[i];
    const int32_t *regs = state_stack(of->p, of->s) + f->base;
    const struct giver *giver = i ? program_giver(of->p, frames[i - 1].pc) : NULL;
    tell(of, (struct traced){.kind = TRACED_CALL,
                             .pc = i ? frames[i - 1].pc : f->pc,
                             .what = f->routine,
                             .owner = regs[REG_ME],
                             .index = regs[REG_THIS],
                             .goes_on = !of->t->began,
                             .reacts = giver && giver->kind == GIVER_RULE});
}

/* Routines that were called or have ended since the last time. */
static void follow(const struct telling *of, bool returned) {
    struct machine_trace *t = of->t;
    while (t->depth > of->s->n_frames) {
        bool gives = returned && t->depth == of->s->n_frames + 1u && of->s->n_frames;
        const struct routine *r = t->depth <= TRACE_DEPTH ? &of->p->routines[t->routines[t->depth - 1]] : NULL;
        int32_t value = gives && r && r->n_result ? state_stack(of->p, of->s)[t->bases[t->depth - 1]] : 0;
        tell(of,
             (struct traced){.kind = TRACED_RETURN, .pc = t->pc, .was = gives && r ? r->n_result : 0, .now = value});
        t->depth--;
    }
    while (t->depth < of->s->n_frames) {
        const struct frame *f = &state_frames(of->p, of->s)[t->depth];
        if (t->depth < TRACE_DEPTH) t->routines[t->depth] = f->routine, t->bases[t->depth] = f->base;
        t->depth++;
        tell_call(of, t->depth - 1u);
    }
}

static bool only_computes(const struct program *p, uint32_t pc) {
    return op_is(op_of(p->code[pc]), OP_IS_PURE | OP_IS_PURE_OPEN | OP_IS_CALLS);
}

static void begin(const struct telling *of) {
    memcpy(of->t->was, of->s, of->p->layout.size);
    of->t->depth = 0;
    of->t->pc = 0;
    follow(of, false);
    of->t->began = true;
}

void trace_step(struct run *r, uint32_t pc) {
    struct telling of = {&r->m->trace, r->p, r->s};
    if (!of.t->tell || r->quiet) return;
    if (!of.t->began) begin(&of);
    uint32_t before = of.t->pc;
    if (!only_computes(of.p, before)) tell_changes(&of);
    unsigned op = op_of(of.p->code[before]);
    follow(&of, op == OP_RET || op == OP_GUARD);
    of.t->pc = pc;
}

void trace_stop(struct run *r) {
    struct telling of = {&r->m->trace, r->p, r->s};
    if (!of.t->tell || r->quiet || !of.t->began) return;
    tell_changes(&of);
    if (r->s->status != RUN_ASK) follow(&of, false);
}

void trace_answer(struct machine *m, const struct state *s, unsigned seat, uint32_t answer) {
    struct telling of = {&m->trace, m->p, s};
    if (!of.t->tell) return;
    if (!of.t->began) begin(&of);
    follow(&of, false); /* rules that could not go on have ended since */
    uint32_t pc = s->n_frames ? state_frames(m->p, s)[s->n_frames - 1].pc : 0;
    tell(&of, (struct traced){.kind = TRACED_ANSWER, .pc = pc, .what = (int32_t)answer, .owner = (int32_t)seat});
}

void trace_failure(struct run *r) {
    struct told why;
    struct telling of = {&r->m->trace, r->p, r->s};
    if (!of.t->tell || r->quiet || !of.t->began) return;
    tell_changes(&of);
    follow(&of, false);
    put_failure(r, told_init(&why));
    tell(&of, (struct traced){.kind = TRACED_FAILURE, .pc = r->failure.pc, .text = why.room});
}
