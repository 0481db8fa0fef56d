/* frames.c: frames and the ways a run ends: pushing, unwinding after a failure, faults, the end of the game.
 *
 * Invariants: registers are the stack from a frame's base on; run_settle makes the stack above what is alive 0, so
 * that equal positions are equal bytes; whoever ends the game or stops it by a fault leaves no trace of the run.
 */
#include "vm/vm.h"

#include <string.h>

void run_init(struct run *r, struct machine *m, struct state *s, enum run_mode mode) {
    static const struct run blank;
    memmove(r, &blank, sizeof *r); /* memset is written out by gcc as an instruction that is slow to begin */
    r->m = m;
    r->p = m->p;
    r->s = s;
    r->mode = (uint8_t)mode;
    r->viewer = SEAT_SPECTATOR;
    r->horizon = UINT32_MAX;
    r->steps = STEP_BUDGET;
    r->past = m->probe.past;
    r->nodes = &m->probe.nodes;
    r->bare = m->probe.bare;
}

void run_init_probe(struct run *r, struct machine *m, struct state *s, unsigned seat, uint32_t *unknown) {
    run_init(r, m, s, MODE_PROBE);
    r->viewer = (uint8_t)seat;
    r->unknown = unknown;
    r->steps = PROBE_STEPS;
    m->note.frame = 0;
}

bool run_push(const struct program *p, struct state *s, uint32_t routine, int32_t me, int32_t this_card) {
    const struct routine *to = &p->routines[routine];
    uint32_t base = s->stack_top;
    if (s->n_frames >= p->layout.frame_cap || base + to->n_regs > p->layout.stack_cap) return false;
    state_frames(p, s)[s->n_frames++] = (struct frame){to->entry, (uint16_t)base, (uint16_t)routine};
    state_stack(p, s)[base + REG_ME] = me;
    state_stack(p, s)[base + REG_THIS] = this_card;
    s->stack_top = (uint16_t)(base + to->n_regs);
    return true;
}

void run_clear(const struct program *p, struct state *s) {
    memset(state_frames(p, s), 0, p->layout.frame_cap * 8u);
    memset(state_stack(p, s), 0, p->layout.stack_cap * 4u);
    memset(state_at(s, p->layout.questions), 0, p->layout.logs - p->layout.questions);
    memset(state_at(s, p->layout.logs), 0, p->layout.frames - p->layout.logs);
    memset(s->log_n, 0, sizeof s->log_n);
    s->n_frames = s->stack_top = 0;
    s->forked = s->seats = s->pending = 0;
    s->flags &= (uint8_t)~STATE_SHUFFLING;
}

bool run_returned(const struct program *p, const struct state *s) {
    return s->n_frames == 1 && op_of(p->code[state_frames(p, s)[0].pc]) == OP_RET;
}

void run_over(const struct program *p, struct state *s) {
    s->status = RUN_OVER;
    run_clear(p, s);
}

enum stop run_fault(struct run *r, enum fault fault, uint32_t pc, int32_t site) {
    struct state *s = r->s;
    s->status = RUN_FAULT;
    s->fault = (uint8_t)fault;
    s->fault_pc = pc;
    s->fault_site = site;
    run_clear(r->p, s);
    return STOP_FAULT;
}

/* Pops all frames above index t and lets t go on after its CALL with a result of zeros. */
static void resume(const struct program *p, struct state *s, uint32_t t) {
    struct frame *frames = state_frames(p, s);
    uint32_t from = frames[t + 1].base, was = s->stack_top;
    s->stack_top = (uint16_t)(frames[t].base + p->routines[frames[t].routine].n_regs);
    memset(state_stack(p, s) + from, 0, ((was > s->stack_top ? was : s->stack_top) - from) * 4u);
    memset(frames + t + 1, 0, (s->n_frames - t - 1) * sizeof *frames);
    s->n_frames = (uint16_t)(t + 1);
    frames[t].pc += 2;
}

bool run_unwind(struct run *r) {
    const struct program *p = r->p;
    struct state *s = r->s;
    struct frame *frames = state_frames(p, s);
    int32_t t = (int32_t)s->n_frames - 2; /* a rule of the flow only ends itself */
    if (!p->routines[frames[t + 1].routine].flow)
        while (t >= 0 && !p->routines[frames[t].routine].flow)
            t--;
    if (t + 1 < (int32_t)r->floor || t < 0) return false;
    resume(p, s, (uint32_t)t);
    return true;
}

/* At a question: everything above the live registers of the top frame becomes 0. */
void run_settle(const struct run *r) {
    const struct program *p = r->p;
    struct state *s = r->s;
    const struct frame *f = &state_frames(p, s)[s->n_frames - 1];
    const struct stack_map *map = program_map(p, f->pc);
    uint32_t from = map ? f->base + map->n : s->stack_top, to = r->high > s->stack_top ? r->high : s->stack_top;
    if (from < to) memset(state_stack(p, s) + from, 0, (to - from) * 4u);
}

bool already_running(const struct program *p, const struct state *s) {
    const struct frame *frames = state_frames(p, s), *top = frames + s->n_frames - 1;
    const int32_t *stack = state_stack(p, s);
    for (const struct frame *f = frames; f < top; f++)
        if (f->routine == top->routine && stack[f->base + REG_THIS] == stack[top->base + REG_THIS]) return true;
    return false;
}

const struct statement *state_statement(const struct program *p, const struct state *s) {
    const struct statement *at = NULL;
    for (uint32_t i = s->n_frames; i-- > 0 && !at;)
        at = program_statement(p, state_frames(p, s)[i].pc);
    return at;
}

int run_leave(struct run *r, enum outcome o, uint32_t pc) {
    state_frames(r->p, r->s)[r->s->n_frames - 1].pc = pc;
    r->failure.pc = pc;
    if (o == CHANCE) return STOP_CHANCE;
    if (o == HIDDEN) {
        r->veiled = true;
        return STOP_YES;
    }
    if (o == FAULTED) return (int)run_fault(r, FAULT_FORK, pc, (int32_t)r->p->code[pc + 1]);
    if (r->mode != MODE_REAL) return STOP_FAILED;
    int32_t site = r->failure.site;
    if (r->m->log.failed) r->m->log.failed(r->m->log.failed_user, state_statement(r->p, r->s));
    trace_failure(r);
    if (run_speaks(r)) event_failure(r);
    if (run_unwind(r)) return -1;
    return r->fibre ? (int)STOP_JOIN : (int)run_fault(r, FAULT_STUCK, pc, site);
}
