/* attempt.c: one answer tried, unless its slice knows (code/slice.h). It can be carried out if there are further
 * answers of the same seat with which the undertaking runs to its end without failing, as far as that seat can know;
 * see probe.c, which makes menus of it.
 *
 * Answers are tried in one block, `work`. Before the next one it becomes again what it was: frames and registers are
 * copied, of its body (variables, zones, piles) only the words that a run changed are set back (run_note); where more
 * was changed (run_touch) the body is copied. There are two ways to go through questions on the way:
 * - Emitted C seeks: at a question it tries one candidate after the other and goes on, all in one run; what a candidate
 *   that fails has changed is set back. When the routine that asked has returned, its other candidates are given up. If
 *   something fails after that, or the body would have to be copied, the run is unsure and the other way decides.
 * - Every run stops at the next question: depth-first in an explicit loop over levels. levels[d] waits at the question
 *   after d further answers, `left` are the candidates not tried there. The interpreter knows only this way.
 * Both try the same answers in the same order, so a menu, the steps it takes and where its budget ends are the same.
 * The first success suffices; "no" and the preferred value are tried first because they usually end the matter. When
 * the budget of the menu is spent the rest is "yes".
 */
#include "vm/vm.h"

#include <string.h>

/* ---- the outlook: see code/cannot_fail.h */
/* Whether nothing can fail any more behind `at` in frame number i, when `clear` is the topmost frame below that can be
 * gone back to without fear, or UINT32_MAX. */
static bool clear_behind(const struct program *p, const struct state *s, uint32_t i, uint32_t at, uint32_t clear) {
    uint32_t index = p->outlook[at];
    if (index == OUTLOOK_FAILS || (p->outlooks[index].returns && i && clear != i - 1)) return false;
    const int32_t *stack = state_stack(p, s);
    return outlook_holds(p, index, stack + state_frames(p, s)[i].base, stack);
}

uint32_t attempt_find_clear(const struct program *p, const struct state *s, uint32_t horizon) {
    const struct frame *frames = state_frames(p, s);
    uint32_t clear = horizon;
    if (!p->outlook) return clear;
    for (uint32_t i = horizon + 1; i + 1 < s->n_frames; i++)
        if (clear_behind(p, s, i, frames[i].pc + 1, clear)) clear = i;
    return clear;
}

bool attempt_all_clear(const struct program *p, const struct state *s, uint32_t clear) {
    uint32_t top = s->n_frames - 1u;
    return p->outlook && clear_behind(p, s, top, state_frames(p, s)[top].pc + 1, clear);
}

/* Whether something that can be carried out can be answered there. */
static bool some_clear(const struct program *p, const struct state *s, uint32_t clear) {
    uint32_t top = s->n_frames - 1u;
    return attempt_all_clear(p, s, clear) || (p->outlook && clear_behind(p, s, top, state_frames(p, s)[top].pc, clear));
}

/* ---- the block that answers are tried in */
/* Header, frames and registers; what lies above the stack's top means nothing. */
void attempt_copy_frames(const struct program *p, struct state *to, const struct state *from) {
    memcpy(to, from, sizeof *to);
    memcpy(state_frames(p, to), state_frames(p, from), from->n_frames * sizeof(struct frame));
    memcpy(state_stack(p, to), state_stack(p, from), from->stack_top * 4u);
}

void attempt_copy_body(const struct program *p, struct state *to, const struct state *from) {
    memcpy(to + 1, from + 1, p->layout.questions - sizeof *to);
}

void attempt_copy(const struct program *p, struct state *to, const struct state *from) {
    attempt_copy_frames(p, to, from);
    attempt_copy_body(p, to, from);
}

/* The body of `work` becomes that of `base`. */
static void rewind_body(struct machine *m, const struct state *base) {
    struct machine_probe *w = &m->probe;
    if (w->holds != base || w->n_past > PAST_ROOM) {
        attempt_copy_body(m->p, w->work, base);
    } else {
        while (w->n_past > 0) {
            const struct past *one = &w->past[--w->n_past];
            memcpy((char *)w->work + one->offset, &one->was, sizeof one->was);
        }
#ifndef NDEBUG
        m->tally.doubts += memcmp(w->work + 1, base + 1, m->p->layout.questions - sizeof *base) != 0;
#endif
    }
    w->holds = base;
    w->n_past = 0;
}

/* `work` becomes `from`, whose body is that of `base`. */
static void rewind_work(struct machine *m, const struct state *from, const struct state *base) {
    rewind_body(m, base);
    attempt_copy_frames(m->p, m->probe.work, from);
}

/* The question where `work` waits becomes level d; `base` is the block whose body `work` had before the run. */
static void keep_level(struct machine *m, int d, const struct state *base) {
    struct probe_level *l = &m->probe.levels[d];
    attempt_copy_frames(m->p, l->state, m->probe.work);
    l->base = base;
    if (!m->probe.n_past) return;
    attempt_copy_body(m->p, l->state, m->probe.work);
    m->probe.holds = l->base = l->state;
    m->probe.n_past = 0;
}

/* ---- candidates */
enum { BIT_NO = -1, BIT_NONE = -2 };
static const uint32_t ANSWER_HERE = UINT32_MAX; /* none: what is tried begins where the block stands */

/* Those of the ASK just reached, in m->asked, are what level d tries. */
static void fill_level(struct machine *m, uint32_t d, const struct site *site, const int32_t *regs) {
    struct probe_level *l = &m->probe.levels[d];
    l->site = site;
    l->words = BITS_WORDS(program_domain(m->p, site->kind, site->value, &l->first));
    memmove(l->left, m->asked.raw, l->words * 4u); /* as in ask_candidates */
    l->no = m->asked.raw_no;
    l->value = ask_preferred(m->p, site, regs);
    l->tried = 0;
}

/* Whether the seat may read the same cards now as when the run began. */
static bool same_hidden(const struct run *r) {
    uint32_t *now = r->m->scratch.cards;
    if (r->n_past <= PAST_ROOM) return true; /* none has been moved */
    probe_hidden(r->m, r->s, r->viewer, now);
    return memcmp(now, r->unknown, r->p->card_words * 4u) == 0;
}

/* The next candidate to try at a level, as a bit of its domain or BIT_NO; BIT_NONE when all have been. */
static int32_t take_next(struct probe_level *l) {
    if (l->no) {
        l->no = 0;
        return BIT_NO;
    }
    if (l->value != UINT32_MAX) {
        uint32_t bit = l->value - l->first;
        bool fits = l->value >= l->first && bit < l->words * 32u && bits_test(l->left, bit);
        l->value = UINT32_MAX;
        if (fits) {
            bits_clear(l->left, bit);
            return (int32_t)bit;
        }
    }
    int32_t i = bits_next(l->left, l->words, -1);
    if (i < 0) return BIT_NONE;
    bits_clear(l->left, (uint32_t)i);
    return i;
}

bool attempt_choices(struct run *r, uint32_t pc, const int32_t *regs) {
    if (r->answers + 1 >= PROBE_LEVELS || (r->trial && !same_hidden(r))) return false;
    fill_level(r->m, r->answers, &r->p->sites[r->p->code[pc + 1]], regs);
    return true;
}

int attempt_choose(struct run *r, uint32_t level, int32_t *value) {
    if (r->trial) return playout_choose(r, level, value);
    struct probe_level *l = &r->m->probe.levels[level];
    int32_t bit = take_next(l);
    if (bit == BIT_NONE) return 0;
    if (++r->m->probe.nodes > PROBE_NODES) return -1;
    *value = ask_bit_value(l->site, bit);
    return 1;
}

bool attempt_more(struct run *r, uint32_t level) {
    const struct probe_level *l = &r->m->probe.levels[level];
    return l->no || bits_any(l->left, l->words);
}

/* ---- trying */
/* Of all failures the one after most answers is kept, then the one after most operations. */
static void remember(struct machine *m, struct run *r, uint32_t depth, uint32_t steps) {
    if (m->why.any && (depth < m->why.depth || (depth == m->why.depth && steps <= m->why.steps))) return;
    m->why.any = true;
    m->why.depth = depth;
    m->why.steps = steps;
    m->why.at = m->log.failed ? state_statement(m->p, r->s) : NULL;
    explain_failure(r);
}

/* Goes on in `work`, where the answer before level d has been entered. */
static enum stop try_on(struct machine *m, struct run *r, int d, bool explain, bool seek) {
    run_init(r, m, m->probe.work, MODE_PROBE);
    r->viewer = (uint8_t)m->probe.seat;
    r->horizon = m->probe.levels[d].clear;
    r->unknown = m->probe.levels[d].unknown;
    r->steps = m->probe.steps;
    r->explain = explain;
    m->probe.veiled = false;
    r->eager = m->p->outlook && !explain && !m->probe.plain;
    r->floor = r->s->forked ? m->blocks.fork_floor : 0;
    r->seek = seek;
    r->trying = m->probe.trying;
    r->number = m->probe.number;
    r->eyes = m->probe.eyes;
    r->sighted = m->probe.sighted && (d == 0 || m->probe.levels[d - 1].base == m->probe.at);
    m->note.frame = 0;
    if (r->eager && run_safe(r, state_frames(m->p, r->s)[r->s->n_frames - 1].pc)) return STOP_YES;
    /* Of emitted C one would not know whether it stopped at something hidden. */
    enum stop stop = r->trying ? run_interpret(r) : run_loop(r);
    m->probe.veiled = r->veiled;
    m->probe.n_past = r->n_past;
    if (stop == STOP_FAILED && m->log.tried) m->probe.failure = r->failure;
    return stop;
}

/* One run through all questions; STOP_UNSURE: as if it had not been. */
static enum stop seek(struct machine *m, const struct state *at, uint32_t answer) {
    struct machine_probe *w = &m->probe;
    uint32_t nodes = w->nodes++;
    struct run r;
    memcpy(w->levels[0].unknown, w->hidden, m->p->card_words * 4u);
    rewind_work(m, at, at);
    ask_answer(m->p, w->work, answer);
    enum stop stop = try_on(m, &r, 0, false, true);
    if (stop == STOP_UNSURE || (stop == STOP_FAILED && r.loose)) {
        w->nodes = nodes;
        return STOP_UNSURE;
    }
    w->steps = r.steps;
    return stop;
}

/* Depth-first, a run for each answer; ANSWER_HERE: from where `at` stands. */
static bool search(struct machine *m, const struct state *at, uint32_t answer, bool explain) {
    const struct program *p = m->p;
    struct machine_probe *w = &m->probe;
    const struct state *from = at, *base = at;
    struct run r;
    int d = 0;
    memcpy(w->levels[0].unknown, w->hidden, p->card_words * 4u);
    for (;;) {
        if (++w->nodes > PROBE_NODES) return true;
        rewind_work(m, from, base);
        if (answer != ANSWER_HERE) ask_answer(p, w->work, answer);
        enum stop stop = try_on(m, &r, d, explain, false);
        w->levels[d].steps = (d ? w->levels[d - 1].steps : 0) + w->steps - r.steps;
        w->steps = r.steps;
        if (stop == STOP_ASK) {
            if (d + 1 >= PROBE_LEVELS) return true;
            w->levels[d + 1].clear = w->plain ? w->horizon : attempt_find_clear(p, w->work, w->horizon);
            if (!w->plain && some_clear(p, w->work, w->levels[d + 1].clear)) return true;
            const struct frame *f = &state_frames(p, w->work)[w->work->n_frames - 1];
            fill_level(m, (uint32_t)d, ask_site(p, w->work), state_stack(p, w->work) + f->base);
            keep_level(m, d, base);
        } else if (stop == STOP_FAILED) {
            if (explain) remember(m, &r, (uint32_t)d, w->levels[d].steps);
            d--;
        } else {
            return true;
        }
        int32_t bit = BIT_NONE;
        while (d >= 0 && (bit = take_next(&w->levels[d])) == BIT_NONE)
            d--;
        if (d < 0) return false;
        answer = bit == BIT_NO ? (uint32_t)ANSWER_NO : w->levels[d].first + (uint32_t)bit;
        from = w->levels[d].state;
        base = w->levels[d].base;
        memcpy(w->levels[d + 1].unknown, w->levels[d].unknown, p->card_words * 4u);
        d++;
    }
}

/* Whether none of the cards that are hidden when the menu is made lies in a live zone of a player. */
static bool sees_live(const struct machine *m, const struct state *at) {
    const struct program *p = m->p;
    for (uint32_t i = 0; i < m->index.n_live_zones; i++)
        for (uint32_t q = 0; q < p->seats; q++)
            if (bits_meet(state_zone(p, at, m->index.live_zones[i] + q), m->probe.hidden, p->card_words)) return false;
    return true;
}

bool attempt_from(struct machine *m, const struct state *at, bool explain) {
    m->probe.holds = NULL;
    m->probe.at = at;
    m->probe.sighted = sees_live(m, at);
    return search(m, at, ANSWER_HERE, explain);
}

void attempt_begin_sighted(struct machine *m, const struct state *at, unsigned seat, uint32_t clear, uint32_t horizon) {
    struct machine_probe *w = &m->probe;
    w->seat = seat;
    w->horizon = horizon;
    w->levels[0].clear = clear;
    w->nodes = 0;
    w->steps = PROBE_STEPS;
    w->holds = NULL;
    w->sliced = NULL;
    w->at = at;
    w->hidden_moves = m->tally.moves;
    w->hidden_stays = m->playout != NULL;
}

void attempt_begin(struct machine *m, const struct state *at, unsigned seat, uint32_t clear, uint32_t horizon) {
    struct machine_probe *w = &m->probe;
    bool same = w->hidden_stays && w->at == at && w->seat == seat && w->hidden_moves == m->tally.moves;
    attempt_begin_sighted(m, at, seat, clear, horizon);
    if (same) return;
    probe_hidden(m, at, seat, w->hidden);
    w->sighted = sees_live(m, at);
}

/* ---- slices: see code/slice.h */
/* `work` becomes a block where the slice has the only frame; its body is that of `at`. */
static void enter_slice(struct machine *m, const struct state *at, const int32_t *regs, uint32_t routine,
                        int32_t value) {
    const struct program *p = &m->p->slices->with;
    const struct routine *of = &p->routines[routine];
    const struct made *made = &m->p->slices->made[routine - m->p->slices->first];
    struct state *s = m->probe.work;
    int32_t *own = state_stack(p, s);
    rewind_body(m, at);
    memcpy(s, at, sizeof *at);
    own[REG_ME] = regs[REG_ME];
    own[REG_THIS] = regs[REG_THIS];
    memcpy(own + made->offset, regs, (REG_ARGS + of->n_args - made->offset) * 4u);
    if (made->answer != NO_REGISTER) own[made->offset + made->answer] = value;
    state_frames(p, s)[0] = (struct frame){of->entry, 0, (uint16_t)routine};
    s->n_frames = 1;
    s->stack_top = of->n_regs;
}

/* The run of all slices of a menu. Emitted C runs them on the block that asks: a slice changes nothing. */
static struct run *slice_run(struct machine *m, const struct state *at) {
    struct machine_probe *w = &m->probe;
    struct run *r = &w->slice;
    if (w->sliced == at) return r;
    run_init(r, m, m->native ? (struct state *)(uintptr_t)at : w->work, MODE_PROBE);
    r->p = &m->p->slices->with;
    r->viewer = (uint8_t)w->seat;
    r->unknown = w->hidden;
    r->sighted = w->sighted;
    w->sliced = at;
    return r;
}

/* What a slice has said; a rule that returns does what its caller may do. */
static enum slice_verdict verdict(const struct machine *m, const struct state *at, int32_t said) {
    if (said != SLICE_RETURNS) return (enum slice_verdict)said;
    return m->probe.levels[0].clear == at->n_frames - 2u ? SLICE_YES : SLICE_UNSURE;
}

static enum slice_verdict run_slice(struct machine *m, const struct state *at, uint32_t routine, int32_t value) {
    const struct frame *f = &state_frames(m->p, at)[at->n_frames - 1];
    struct machine_probe *w = &m->probe;
    struct run *r = slice_run(m, at);
    r->asking = state_stack(m->p, at) + f->base;
    if (!m->native) enter_slice(m, at, r->asking, routine, value);
    r->steps = w->steps;
    r->result = SLICE_YES; /* where something hidden is read */
    r->slice = routine;
    r->value = value;
    enum stop stop = m->native ? m->native(r, &native_api) : run_interpret(r);
    w->steps = r->steps;
    return stop == STOP_YES ? verdict(m, at, r->result) : SLICE_UNSURE;
}

static bool may_use(const struct machine *m, const struct state *at, unsigned needs) {
    const struct frame *f = state_frames(m->p, at);
    if ((needs & SLICE_SIGHTED) && !m->probe.sighted) return false;
    for (uint32_t i = 0; (needs & SLICE_ALONE) && i < at->n_frames; i++)
        if (m->p->slices->guarded[f[i].routine]) return false;
    return true;
}

/* Whether the question that waits has slices, and they are asked. */
static bool has_slices(const struct machine *m, const struct state *at) {
    const struct slices *all = m->p->slices;
    return all && !m->probe.plain && !m->probe.stops && all->at[state_frames(m->p, at)[at->n_frames - 1].pc];
}

static enum slice_verdict ask_slice(struct machine *m, const struct state *at, uint32_t answer) {
    const struct program *p = m->p;
    uint32_t pc = state_frames(p, at)[at->n_frames - 1].pc;
    if (!has_slices(m, at)) return SLICE_UNSURE;
    int32_t value = ask_answer_value(p, ask_site(p, at), answer), routine = slice_find(p->slices, pc, value);
    if (routine < 0 || !may_use(m, at, p->slices->made[(uint32_t)routine - p->slices->first].needs))
        return SLICE_UNSURE;
    return run_slice(m, at, (uint32_t)routine, value);
}

enum slice_verdict attempt_tried(struct machine *m, const struct state *at, uint32_t pc, bool blind, uint32_t *steps) {
    const struct program *p = m->p;
    struct machine_probe *w = &m->probe;
    int32_t routine = p->slices ? slice_find(p->slices, pc, 0) : NONE;
    const struct made *made = routine < 0 ? NULL : &p->slices->made[(uint32_t)routine - p->slices->first];
    if (!made || (blind && made->plain != MADE_PLAIN) || w->seat >= p->seats || !(at->active >> w->seat & 1u))
        return SLICE_UNSURE;
    w->holds = w->sliced = NULL;
    w->sighted = sees_live(m, at);
    w->steps = *steps;
    if (!may_use(m, at, made->needs)) return SLICE_UNSURE;
    enum slice_verdict said = run_slice(m, at, (uint32_t)routine, 0);
    if (said != SLICE_UNSURE) *steps = w->steps;
    return said;
}

/* By an attempt, whatever slices say. */
static bool try_out(struct machine *m, const struct state *at, uint32_t answer, bool explain, bool *unsure) {
    if (m->native && m->p->outlook && !explain && !m->probe.plain && !m->probe.stops) {
        enum stop stop = seek(m, at, answer);
        if (stop != STOP_UNSURE) return stop != STOP_FAILED;
        *unsure = true;
    }
    return search(m, at, answer, explain);
}

static bool try_answer(struct machine *m, const struct state *at, uint32_t answer, bool explain, bool *unsure,
                       bool *sliced) {
    *unsure = *sliced = false;
    enum slice_verdict said = explain ? SLICE_UNSURE : ask_slice(m, at, answer);
    if (said == SLICE_UNSURE) return try_out(m, at, answer, explain, unsure);
    *sliced = true;
    return said == SLICE_YES;
}

bool attempt_succeeds(struct machine *m, const struct state *at, uint32_t answer, bool explain) {
    struct machine_probe *w = &m->probe;
    uint32_t nodes = w->nodes, steps = w->steps;
    bool unsure, sliced;
    if (!m->log.tried) return try_answer(m, at, answer, explain, &unsure, &sliced);
    m->log.tried(m->log.tried_user, NULL);
    bool fine = try_answer(m, at, answer, explain, &unsure, &sliced);
    const struct attempted told = {.pc = state_frames(m->p, at)[at->n_frames - 1].pc,
                                   .answer = answer,
                                   .runs = w->nodes - nodes,
                                   .steps = steps - w->steps,
                                   .failed_at = w->failure.pc,
                                   .failure = w->failure.kind,
                                   .carried_out = fine,
                                   .unsure = unsure,
                                   .sliced = sliced,
                                   .changed = !sliced && w->n_past > 0};
    m->log.tried(m->log.tried_user, &told);
    return fine;
}

/* The slices of n answers, in one call of emitted C. */
static void ask_slices(struct machine *m, const struct state *at, struct judged *answers, uint32_t n) {
    const struct program *p = m->p;
    const struct frame *f = &state_frames(p, at)[at->n_frames - 1];
    const struct site *site = ask_site(p, at);
    uint32_t allowed = 0; /* the last slice that may be asked */
    for (uint32_t i = 0; i < n; i++) {
        int32_t value = ask_answer_value(p, site, answers[i].answer), routine = slice_find(p->slices, f->pc, value);
        answers[i] = (struct judged){.answer = answers[i].answer, .value = value, .said = SLICE_YES};
        if (routine < 0 || ((uint32_t)routine != allowed &&
                            !may_use(m, at, p->slices->made[(uint32_t)routine - p->slices->first].needs)))
            continue;
        answers[i].slice = allowed = (uint32_t)routine;
        if (m->native) continue;
        answers[i].said = (int32_t)run_slice(m, at, allowed, value);
        answers[i].sure = true;
    }
    if (!m->native) return;
    struct run *r = slice_run(m, at);
    r->asking = state_stack(p, at) + f->base;
    r->steps = m->probe.steps;
    r->slice = MANY_SLICES;
    r->judged = answers;
    r->n_judged = n;
    m->native(r, &native_api);
    m->probe.steps = r->steps;
}

void attempt_judge(struct machine *m, const struct state *at, struct judged *answers, uint32_t n) {
    bool at_once = n > 0 && !m->log.tried && has_slices(m, at), unsure;
    if (at_once) ask_slices(m, at, answers, n);
    for (uint32_t i = 0; i < n; i++) {
        struct judged *j = &answers[i];
        enum slice_verdict said = at_once && j->sure ? verdict(m, at, j->said) : SLICE_UNSURE;
        if (said != SLICE_UNSURE)
            j->sure = said == SLICE_YES;
        else
            j->sure = at_once ? try_out(m, at, j->answer, false, &unsure) : attempt_succeeds(m, at, j->answer, false);
    }
}
