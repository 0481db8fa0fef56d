/* drive.c: from one question to the next, and the life of a position.
 *
 * Invariant: when drive returns, the block is canonical (state.h) and either a question with at least one legal answer
 * is open, or the game is over, or it has stopped with a fault.
 */
#include "base/hash.h"
#include "base/random.h"
#include "vm/vm.h"

#include <string.h>

enum menu { MENU_EMPTY, MENU_OPEN, MENU_DECLINED, MENU_DRAWN, MENU_UNFAIR, MENU_GONE_ON };

/* The run that goes on from one question to the next, and how it stopped. */
struct going {
    struct run run;
    enum stop stop;
    uint32_t steps, high;
};

void state_answer(struct machine *m, struct state *s, unsigned seat, uint32_t answer) {
    trace_answer(m, s, seat, answer);
    if (m->log.sink) event_answer(m, s, seat, answer);
    if (s->last != seat) s->epoch++;
    s->last = (uint8_t)seat;
    ask_answer(m->p, s, answer);
}

/* In a playout the question the top frame waits at is answered, and not opened. */
static enum menu draw_menu(struct machine *m, struct state *s, unsigned seat, struct going *g) {
    const struct site *site = ask_site(m->p, s);
    uint32_t answer, card;
    enum drawn drawn = playout_go_on(m, s, seat, &answer, &g->run, &g->high, &g->stop);
    if (drawn == DRAWN_ON) return MENU_GONE_ON;
    if (drawn == DRAWN_NONE) return MENU_EMPTY;
    playout_answered(m->playout, drawn == DRAWN);
    if (drawn == DRAWN_UNASKED) {
        ask_answer(m->p, s, answer);
        return MENU_DECLINED;
    }
    bool of_card = site->kind == SITE_CHOOSE && site->value.type == VT_CARD;
    if (of_card && ask_in_domain(m->p, site->kind, site->value, answer, &card) && !card_seen(m->p, s, card, seat))
        return MENU_UNFAIR;
    state_answer(m, s, seat, answer);
    return MENU_DRAWN;
}

/* The question the top frame waits at. MENU_EMPTY: no answer can be carried out; MENU_DECLINED: only "no" could, and
 * that is no question here. */
static enum menu open_menu(struct machine *m, struct state *s, struct going *g) {
    const struct frame *f = &state_frames(m->p, s)[s->n_frames - 1];
    unsigned seat = (unsigned)state_stack(m->p, s)[f->base + REG_ME];
    uint8_t no;
    if (playout_draws(m, s)) return draw_menu(m, s, seat, g);
    uint32_t count = probe_menu(m, s, seat, &no);
    if (count == 1 && no && (ask_site(m->p, s)->flags & ASK_UNASKED) && !(s->flags & STATE_ASK_ALL)) {
        ask_answer(m->p, s, ANSWER_NO);
        return MENU_DECLINED;
    }
    if (!count) return MENU_EMPTY;
    ask_open(m, s, s, seat, count, no);
    return ask_is_fair(m->p, s, state_ask(m->p, s, 0), seat) ? MENU_OPEN : MENU_UNFAIR;
}

static void go_on(struct machine *m, struct state *s, struct going *g) {
    run_init(&g->run, m, s, MODE_REAL);
    g->run.steps = g->steps;
    g->run.high = g->high;
    g->run.plays = playout_plays(m, s);
    g->stop = run_loop(&g->run);
}

/* At an ASK. False: nothing can go on, a question is open or the game is over. *menu: how it went. */
static bool at_question(struct machine *m, struct state *s, struct going *g, enum menu *menu) {
    const struct program *p = m->p;
    uint32_t pc = state_frames(p, s)[s->n_frames - 1].pc;
    struct run *r = &g->run;
    *menu = open_menu(m, s, g);
    switch (*menu) {
    case MENU_OPEN: return false;
    case MENU_DRAWN:
    case MENU_GONE_ON: g->steps = STEP_BUDGET; return true;
    case MENU_DECLINED: return true;
    case MENU_UNFAIR: run_fault(r, FAULT_UNSEEN, pc, (int32_t)p->code[pc + 1]); return false;
    case MENU_EMPTY: break;
    }
    r->failure = (struct failure){.kind = FAILURE_STUCK, .pc = pc, .site = (int32_t)p->code[pc + 1]};
    if (m->log.failed) probe_tell_stuck(m, s, (unsigned)state_actor(p, s));
    trace_failure(r);
    if (run_speaks(r)) event_failure(r);
    if (run_unwind(r)) return true;
    run_fault(r, FAULT_STUCK, pc, r->failure.site);
    return false;
}

static enum run_status run_on(struct machine *m, struct state *s, uint32_t steps) {
    struct going g = {.steps = steps, .high = s->stack_top};
    enum menu menu = MENU_EMPTY;
    s->status = RUN_ASK;
    for (;;) {
        if (menu != MENU_GONE_ON) go_on(m, s, &g);
        menu = MENU_EMPTY;
        if (g.steps > g.run.steps) m->tally.work += g.steps - g.run.steps; /* in a playout it may have had more */
        g.steps = g.run.steps;
        g.high = g.run.high;
        if (g.stop == STOP_ASK || g.stop == STOP_FORK || g.stop == STOP_CHANCE) run_settle(&g.run);
        switch (g.stop) {
        case STOP_ASK:
            if (!at_question(m, s, &g, &menu)) return (enum run_status)s->status;
            break;
        case STOP_FORK:
            if (!fork_begin(m, s)) return RUN_FAULT;
            if (s->pending) return RUN_ASK;
            if (fork_join(m, s, &g.steps) != STOP_JOIN) return (enum run_status)s->status;
            break;
        default: return (enum run_status)s->status;
        }
    }
}

enum run_status drive(struct machine *m, struct state *s, uint32_t steps) {
    enum run_status status = run_on(m, s, steps);
    line_stop(m, s);
    return status;
}

/* What every game begins with. */
static void make_blank(struct machine *m, struct state *s) {
    const struct program *p = m->p;
    memset(s, 0, p->layout.size);
    s->program = p->hash;
    s->size = p->layout.size;
    s->phase = NONE;
    s->active = (uint8_t)all_seats(p);
    s->last = SEAT_SPECTATOR;
    s->fault_site = NONE;
    vars_reset(p, s, NONE);
    zones_start(m, s);
}

const struct state *state_at_first(struct machine *m) {
    if (!m->blocks.blank->size) make_blank(m, m->blocks.blank);
    return m->blocks.blank;
}

void state_blank(struct machine *m, uint64_t seed, unsigned flags, struct state *s) {
    memcpy(s, state_at_first(m), m->p->layout.size);
    s->key = random_at(seed, 0x74657272u, 0);
    s->flags = (uint8_t)((flags & START_EXPLICIT_CHANCE ? STATE_EXPLICIT : 0) |
                         (flags & START_ASK_ALL ? STATE_ASK_ALL : 0) | (flags & START_EACH_COPY ? STATE_EACH_COPY : 0));
}

static enum run_status begin(struct machine *m, int32_t routine, struct state *s) {
    struct run r;
    run_init(&r, m, s, MODE_REAL);
    if (routine < 0) {
        run_over(m->p, s);
        return RUN_OVER;
    }
    if (!run_push(m->p, s, (uint32_t)routine, 0, NONE)) {
        run_fault(&r, FAULT_DEEP, m->p->routines[routine].entry, NONE);
        return RUN_FAULT;
    }
    return drive(m, s, STEP_BUDGET);
}

enum run_status state_start(struct machine *m, uint64_t seed, unsigned flags, struct state *out) {
    state_blank(m, seed, flags, out);
    return begin(m, m->p->flow, out);
}

/* A scenario that says what is thrown is asked for it. */
static unsigned chance_of(const struct program *p, const struct scenario *s) {
    for (uint32_t i = 0; i < s->n_steps; i++)
        if (p->steps[s->first_step + i].kind == STEP_CHANCE) return START_EXPLICIT_CHANCE;
    return 0;
}

enum run_status state_start_scenario(struct machine *m, uint32_t scenario, uint64_t seed, struct state *out) {
    const struct program *p = m->p;
    state_blank(m, seed, scenario < p->n_scenarios ? chance_of(p, &p->scenarios[scenario]) : 0, out);
    if (scenario >= p->n_scenarios) {
        run_over(p, out);
        return RUN_OVER;
    }
    const struct scenario *sc = &p->scenarios[scenario];
    if (sc->given >= 0 && run_push(p, out, (uint32_t)sc->given, 0, NONE)) {
        struct run r;
        run_init(&r, m, out, MODE_PURE);
        enum stop stop = run_loop(&r);
        if (stop != STOP_RETURNED) {
            if (stop != STOP_FAULT)
                run_fault(&r, stop == STOP_LIMIT ? FAULT_STEPS : FAULT_STUCK,
                          stop == STOP_FAILED ? r.failure.pc : p->routines[sc->given].entry,
                          stop == STOP_FAILED ? r.failure.site : NONE);
            return RUN_FAULT;
        }
        run_clear(p, out);
    }
    return begin(m, sc->flow >= 0 ? sc->flow : p->flow, out);
}

enum run_status state_status(const struct program *p, const struct state *s) {
    (void)p;
    return (enum run_status)s->status;
}

/* Chance has answered: the operation that waited for it finds what it needs when it runs again. */
static void answer_chance(struct machine *m, struct state *s, uint32_t answer) {
    const struct program *p = m->p;
    struct frame *f = &state_frames(p, s)[s->n_frames - 1];
    int32_t *regs = state_stack(p, s) + f->base;
    uint32_t word = p->code[f->pc];
    if (op_of(word) == OP_RAND) {
        regs[op_a(word)] = NUMBER_LOW + (int32_t)(answer - p->answers.numbers);
        f->pc += 1;
    } else {
        int32_t pile = regs[op_of(word) == OP_SHUFFLE ? op_a(word) : op_b(word)];
        uint32_t card = answer - p->answers.cards;
        if ((uint32_t)pile < p->n_zone_of_instance && p->zones[p->zone_of_instance[pile]].pile &&
            state_where(p, s)[card] == pile && !pile_decided(p, s, (uint32_t)pile, card))
            pile_decide(p, s, (uint32_t)pile, card);
    }
    s->epoch++;
}

enum apply_status state_apply(struct machine *m, struct state *s, unsigned seat, uint32_t answer) {
    const struct program *p = m->p;
    if (seat == SEAT_SPECTATOR || (s->flags & STATE_VIEW) || !state_answer_legal(p, s, seat, answer))
        return APPLY_ILLEGAL;
    uint32_t steps = STEP_BUDGET;
    if (s->forked) {
        struct run r;
        if (!fork_record(p, s, seat, answer)) {
            run_init(&r, m, s, MODE_REAL);
            run_fault(&r, FAULT_FORK, state_frames(p, s)[s->n_frames - 1].pc, NONE);
            return APPLY_FAULT;
        }
        if (!fork_advance(m, s, seat)) return APPLY_FAULT;
        if (s->pending) return APPLY_OK;
        if (fork_join(m, s, &steps) != STOP_JOIN) {
            line_stop(m, s);
            return s->status == RUN_FAULT ? APPLY_FAULT : APPLY_OK;
        }
    } else if (seat == SEAT_CHANCE) {
        ask_close(p, state_ask(p, s, 0));
        answer_chance(m, s, answer);
    } else {
        state_answer(m, s, seat, answer);
        ask_close(p, state_ask(p, s, 0));
    }
    return drive(m, s, steps) == RUN_FAULT ? APPLY_FAULT : APPLY_OK;
}

/* Small pieces are put together before they are hashed: each ends with a block that must be filled up. */
struct gathered {
    struct hash_pieces hash;
    uint32_t n;
    unsigned char bytes[1024];
};

static void gather(struct gathered *g, const void *bytes, size_t n) {
    if (n > sizeof g->bytes - g->n) {
        hash_piece(&g->hash, g->bytes, g->n);
        g->n = 0;
    }
    if (n > sizeof g->bytes) {
        hash_piece(&g->hash, bytes, n);
        return;
    }
    memcpy(g->bytes + g->n, bytes, n);
    g->n += (uint32_t)n;
}

static void gather_piles(struct gathered *g, const struct zone *z, uint32_t n, const struct state *s) {
    for (uint32_t i = 0; i < n; i++) {
        const struct pile_head *at = state_at(s, z->order + i * z->pile_stride);
        struct pile_head pile = *at;
        pile.shuffles = 0;
        gather(g, &pile, sizeof pile);
        if (pile.top + pile.bottom) gather(g, at + 1, ((size_t)pile.top + pile.bottom) * pile_entry(z));
    }
}

/* Counters of the generator do not make positions different: each pile's is left out. So are bytes that mean nothing or
 * follow from others: the zones as sets and how many cards they have, what lies above the stack, answers in secret
 * where there are none. */
uint64_t state_hash(const struct program *p, const struct state *s) {
    const struct layout *l = &p->layout;
    struct gathered g;
    struct state head = *s;
    head.key = 0;
    head.epoch = head.randoms = 0;
    head.last = 0;
    g.n = 0;
    hash_begin(&g.hash, 1);
    gather(&g, &head, sizeof head);
    gather(&g, state_where(p, s), p->n_cards);
    for (uint32_t i = 0; i < p->n_zones; i++)
        if (p->zones[i].pile) gather_piles(&g, &p->zones[i], p->zones[i].per_player ? p->owners : 1u, s);
    gather(&g, state_at(s, l->known), l->questions - l->known);
    gather(&g, state_at(s, l->questions), s->forked ? l->frames - l->questions : l->ask_stride);
    gather(&g, state_frames(p, s), s->n_frames * sizeof(struct frame));
    gather(&g, state_stack(p, s), s->stack_top * sizeof(int32_t));
    hash_piece(&g.hash, g.bytes, g.n);
    hash_piece(&g.hash, state_at(s, l->vars), l->zones - l->vars);
    return hash_end(&g.hash);
}

unsigned state_last(const struct program *p, const struct state *s) {
    (void)p;
    return s->last;
}

uint32_t state_epoch(const struct program *p, const struct state *s) {
    (void)p;
    return s->epoch;
}
bool state_limited(const struct program *p, const struct state *s) {
    (void)p;
    return (s->flags & STATE_LIMITED) != 0;
}
int32_t state_phase(const struct program *p, const struct state *s) {
    (void)p;
    return s->phase;
}
uint32_t state_period(const struct program *p, const struct state *s, uint32_t period) {
    return period < p->n_periods ? state_periods(p, s)[period] : 0;
}
int32_t state_actor(const struct program *p, const struct state *s) {
    if (!s->n_frames) return NONE;
    return state_stack(p, s)[state_frames(p, s)[s->n_frames - 1].base + REG_ME];
}
