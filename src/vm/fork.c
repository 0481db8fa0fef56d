/* fork.c: several seats answer at once and in secret.
 *
 * Between FORK and JOIN the block rests at the FORK; all it keeps of a seat is the list of its answers. Whenever that
 * seat is asked or answers, its body runs anew on a copy from the fork on, with those answers. When all are done the
 * bodies run one after the other on the block itself, in seat order: so the order of arrival cannot matter.
 * Each body starts with the registers of the frame as they were at the FORK, and so does what follows the JOIN.
 * In a playout bodies that keep apart run once, in the block itself: see below.
 * ANSWER_STUCK in a list: at this question the seat had no answer that could be carried out; the rule ends there.
 */
#include "code/apart.h"
#include "vm/vm.h"

#include <string.h>

enum { ANSWER_STUCK = 0xffff };

static void init_body(struct run *r, struct machine *m, struct state *at, unsigned seat, uint16_t floor) {
    run_init(r, m, at, MODE_REAL);
    r->quiet = r->fibre = true;
    r->viewer = (uint8_t)seat;
    r->floor = floor;
}

/* Runs a body on m->blocks.fibre to its next question or its end. `heard`: the sink is told what happens in it. */
static enum stop run_body(struct machine *m, const struct state *s, unsigned seat, bool heard, struct run *r) {
    const struct program *p = m->p;
    memcpy(m->blocks.fibre, s, p->layout.size);
    m->tally.moves++; /* its cards lie elsewhere than before */
    struct frame *f = &state_frames(p, m->blocks.fibre)[s->n_frames - 1];
    state_stack(p, m->blocks.fibre)[f->base + REG_ME] = (int32_t)seat;
    f->pc += 2;
    m->blocks.fork_floor = s->n_frames;
    init_body(r, m, m->blocks.fibre, seat, s->n_frames);
    r->quiet = !heard;
    r->replay = state_log(p, s, seat);
    r->replay_n = s->log_n[seat];
    return run_loop(r);
}

bool fork_record(const struct program *p, struct state *s, unsigned seat, uint32_t answer) {
    if (s->log_n[seat] >= p->layout.log_cap || s->log_n[seat] == 255) return false;
    state_log(p, s, seat)[s->log_n[seat]++] = (uint16_t)answer;
    return true;
}

static bool fork_fault(struct machine *m, struct state *s, const struct state *like) {
    struct run r;
    run_init(&r, m, s, MODE_REAL);
    uint32_t pc = state_frames(m->p, s)[s->n_frames - 1].pc;
    if (like)
        run_fault(&r, like->fault, like->fault_pc, like->fault_site);
    else
        run_fault(&r, FAULT_FORK, pc, NONE);
    return false;
}

static bool fork_unfair(struct machine *m, struct state *s, int32_t site) {
    struct run r;
    run_init(&r, m, s, MODE_REAL);
    run_fault(&r, FAULT_UNSEEN, state_frames(m->p, s)[s->n_frames - 1].pc, site);
    return false;
}

/* The answers a trial has given. */
static bool record_given(struct machine *m, struct state *s, unsigned seat, uint32_t first) {
    bool fits = fork_record(m->p, s, seat, first);
    for (uint32_t i = 0; fits && i + 1 < m->playout->given; i++)
        fits = fork_record(m->p, s, seat, m->probe.levels[i].drawn);
    return fits;
}

/* In a playout a body is not run again for each answer: it goes on in its block, since nobody sees it in between. Where
 * it stops, with the answers recorded in `s`; at a question without an answer, or when no more are drawn, STOP_ASK. */
static enum stop draw_on(struct machine *m, struct state *s, struct state *body, unsigned seat, struct run *r) {
    enum stop stop = STOP_ASK;
    uint16_t floor = m->blocks.fork_floor;
    uint32_t answer, high = r->high, pc = state_frames(m->p, s)[floor - 1].pc;
    while (stop == STOP_ASK && playout_draws(m, body)) {
        enum drawn drawn = playout_go_on(m, body, seat, &answer, r, &high, &stop);
        if (drawn == DRAWN_NONE) return STOP_ASK;
        if (drawn == DRAWN_ON) {
            if (!record_given(m, s, seat, answer)) return run_fault(r, FAULT_FORK, pc, NONE);
            high = r->high;
            continue;
        }
        if (!fork_record(m->p, s, seat, answer)) return run_fault(r, FAULT_FORK, pc, NONE);
        playout_answered(m->playout, true);
        ask_answer(m->p, body, answer);
        init_body(r, m, body, seat, floor);
        r->high = high;
        stop = run_loop(r);
        high = r->high; /* of all runs of the body: what they left above the stack is cleared in the end */
    }
    return stop;
}

bool fork_advance(struct machine *m, struct state *s, unsigned seat) {
    const struct program *p = m->p;
    struct ask *q = state_ask(p, s, seat);
    struct run r;
    uint32_t count;
    uint8_t no;
    ask_close(p, q);
    for (;;) {
        enum stop stop = run_body(m, s, seat, false, &r);
        if (stop == STOP_ASK && playout_draws(m, m->blocks.fibre)) stop = draw_on(m, s, m->blocks.fibre, seat, &r);
        switch (stop) {
        case STOP_ASK:
            if ((count = probe_menu(m, m->blocks.fibre, seat, &no))) {
                ask_open(m, m->blocks.fibre, s, seat, count, no);
                return ask_is_fair(p, m->blocks.fibre, q, seat) || fork_unfair(m, s, q->site);
            }
            if (m->log.failed) probe_tell_stuck(m, m->blocks.fibre, seat);
            if (!fork_record(p, s, seat, ANSWER_STUCK)) return fork_fault(m, s, NULL);
            break;
        case STOP_FAULT: return fork_fault(m, s, m->blocks.fibre);
        default: /* its end, or the game's, which the join will reach again */
            s->pending &= (uint8_t) ~(1u << seat);
            return true;
        }
    }
}

/* Back to the frame of the FORK with the registers it had. */
static void restore(const struct program *p, struct state *s, uint32_t floor, const int32_t *saved) {
    struct frame *frames = state_frames(p, s);
    const struct routine *routine = &p->routines[frames[floor - 1].routine];
    int32_t *regs = state_stack(p, s) + frames[floor - 1].base;
    uint32_t top = frames[floor - 1].base + routine->n_regs;
    if (s->stack_top > top) memset(state_stack(p, s) + top, 0, (s->stack_top - top) * 4u);
    memset(frames + floor, 0, (s->n_frames - floor) * sizeof *frames);
    memcpy(regs, saved, routine->n_regs * 4u);
    s->n_frames = (uint16_t)floor;
    s->stack_top = (uint16_t)top;
}

/* What a FORK was reached with: each body begins with it, and so does what follows. */
struct forked {
    uint32_t floor, pc;
    int32_t regs[256];
};

static void fork_keep(const struct program *p, const struct state *s, struct forked *k) {
    const struct frame *f = &state_frames(p, s)[s->n_frames - 1];
    k->floor = s->n_frames;
    k->pc = f->pc;
    memcpy(k->regs, state_stack(p, s) + f->base, p->routines[f->routine].n_regs * 4u);
}

/* The block becomes what the body of a seat begins with. */
static void enter_body(const struct program *p, struct state *s, const struct forked *k, unsigned seat) {
    struct frame *f = &state_frames(p, s)[k->floor - 1];
    restore(p, s, k->floor, k->regs);
    state_stack(p, s)[f->base + REG_ME] = (int32_t)seat;
    f->pc = k->pc + 2;
}

/* Registers above the stack that a body has left are 0 again. */
static void leave_body(const struct program *p, struct state *s, const struct run *r) {
    if (r->high > s->stack_top) memset(state_stack(p, s) + s->stack_top, 0, (r->high - s->stack_top) * 4u);
}

/* All bodies have been run. */
static void go_on_behind(const struct program *p, struct state *s, const struct forked *k) {
    restore(p, s, k->floor, k->regs);
    state_frames(p, s)[k->floor - 1].pc = p->code[k->pc + 1];
    memset(state_at(s, p->layout.questions), 0, p->layout.frames - p->layout.questions);
    memset(s->log_n, 0, sizeof s->log_n);
    s->forked = s->seats = s->pending = 0;
    s->epoch++;
}

enum stop fork_join(struct machine *m, struct state *s, uint32_t *steps) {
    const struct program *p = m->p;
    struct forked kept;
    if (!s->forked) return STOP_JOIN; /* the bodies have run in turn */
    fork_keep(p, s, &kept);
    for (uint32_t q = 0; q < p->seats; q++) {
        struct run r;
        if (!(s->seats >> q & 1u)) continue;
        enter_body(p, s, &kept, q);
        run_init(&r, m, s, MODE_REAL);
        r.fibre = true;
        r.viewer = (uint8_t)q;
        r.floor = (uint16_t)kept.floor;
        r.replay = state_log(p, s, q);
        r.replay_n = s->log_n[q];
        r.steps = *steps;
        enum stop stop = run_loop(&r);
        *steps = r.steps;
        if (stop == STOP_OVER || stop == STOP_FAULT) return stop;
        leave_body(p, s, &r);
        if (stop == STOP_ASK) /* it read what another body wrote */
            return run_fault(&r, FAULT_FORK, state_frames(p, s)[kept.floor - 1].pc, NONE);
    }
    go_on_behind(p, s, &kept);
    return STOP_JOIN;
}

/* ---- in turn: in a playout bodies that keep apart (code/apart.h) are run once, one after the other, in the block
 * itself. What is drawn in them is what would be drawn on copies, and what they do is what they would do when all are
 * done. */
/* Nobody listens, and no limit can be reached on the way. */
static bool may_run_in_turn(const struct machine *m, const struct state *s) {
    const struct program *p = m->p;
    return playout_draws(m, s) && m->playout->left > p->seats * p->layout.log_cap && !m->log.sink && !m->log.deed &&
           !m->log.failed && apart_at(p, state_frames(p, s)[s->n_frames - 1].pc);
}

/* False: something is out of the ordinary, and the block is as it was. */
static bool run_in_turn(struct machine *m, struct state *s) {
    const struct program *p = m->p;
    struct playout before = *m->playout;
    struct forked kept;
    memcpy(m->blocks.fibre, s, p->layout.size);
    m->blocks.fork_floor = s->n_frames;
    fork_keep(p, s, &kept);
    for (uint32_t q = 0; q < p->seats; q++) {
        struct run r;
        if (!(s->seats >> q & 1u)) continue;
        enter_body(p, s, &kept, q);
        init_body(&r, m, s, q, (uint16_t)kept.floor);
        enum stop stop = run_loop(&r);
        if (stop == STOP_ASK) stop = draw_on(m, s, s, q, &r);
        if (stop != STOP_JOIN) {
            memcpy(s, m->blocks.fibre, p->layout.size);
            m->tally.moves++;
            *m->playout = before;
            return false;
        }
        leave_body(p, s, &r);
    }
    s->last = m->blocks.fibre->last;
    s->epoch = m->blocks.fibre->epoch;
    go_on_behind(p, s, &kept);
    return true;
}

bool fork_begin(struct machine *m, struct state *s) {
    const struct program *p = m->p;
    const struct frame *f = &state_frames(p, s)[s->n_frames - 1];
    uint32_t a = op_a(p->code[f->pc]);
    s->forked = 1;
    s->seats = s->pending = (uint8_t)((uint32_t)state_stack(p, s)[f->base + a] & s->active & all_seats(p));
    if (may_run_in_turn(m, s) && run_in_turn(m, s)) return true;
    for (uint32_t q = 0; q < p->seats; q++)
        if ((s->seats >> q & 1u) && !fork_advance(m, s, q)) return false;
    return true;
}

const struct state *fork_block(struct machine *m, const struct state *s, unsigned seat) {
    struct run r;
    if (!s->forked) return s;
    if (!(s->pending >> seat & 1u)) return NULL;
    return run_body(m, s, seat, false, &r) == STOP_ASK ? m->blocks.fibre : NULL;
}

void state_hear(struct machine *m, const struct state *s, unsigned seat,
                void (*event)(void *user, const struct log_event *), void *user) {
    struct run r;
    if (!s->forked || seat >= m->p->seats || !(s->seats >> seat & 1u)) return;
    void (*sink)(void *, const struct log_event *) = m->log.sink;
    void *sink_user = m->log.sink_user;
    struct machine_trace trace = m->trace;
    m->trace.tell = NULL; /* it has not happened yet */
    machine_sink(m, event, user);
    run_body(m, s, seat, true, &r);
    line_end(m);
    machine_sink(m, sink, sink_user);
    m->trace = trace;
}
