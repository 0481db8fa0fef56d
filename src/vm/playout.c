/* playout.c: a position played on at random. Every legal answer is equally likely, or as likely as its weight says, and
 * only those that are drawn are tried: a candidate that cannot be carried out is struck off and another one is drawn
 * from those left, so the first that can is each of the legal ones with its probability among them. No menu is stored
 * on the way.
 *
 * There are two ways to try what was drawn:
 * - An attempt (attempt.c) in a block of its own; then the answer is given, and the run goes on to the next question.
 *   The interpreter knows only this way.
 * - A trial, in emitted C: the answer is given in the position itself, and the run looks ahead as an attempt does, but
 *   what it does is meant: cards are drawn, and questions on the way are answered by drawing. Where an attempt would
 *   end with yes the trial becomes real (playout_commit) and goes on without stopping. Where it fails the position is
 *   set back. So nothing is done twice but what failed.
 * A trial answers for all questions on its way what attempts at each of them would. It is unsure where they could
 * differ or where it cannot set back (and then attempts decide): after other answers were given up (attempt.c), where
 * the seat may read other cards than before, between frames of another seat, at the limits of look-ahead, and where
 * candidates are copies of one card: whether they are one answer is judged by all frames (copies.c), which are not in
 * the position while emitted C runs.
 * Such a run stops at no question: where the next one is asked it begins the next trial, with nothing in the block but
 * registers of the routine that asks.
 *
 * Invariants: what is drawn at a question depends on the seed, on how many questions came before and on the candidates,
 * so both ways and both engines play the same game; the position that is left is one to which the same answers lead
 * (but for undo bookkeeping), with its menu when it is a question. Where only "no" can be carried out and the rules do
 * not ask then, that is found out only for who counts answers; else the "no" is given as if it had been asked.
 */
#include "base/random.h"
#include "vm/vm.h"

#include <string.h>

/* Draw number k below n, at the question after `more` further ones. */
static uint32_t draw_below(const struct playout *of, uint32_t more, uint32_t k, uint32_t n) {
    return n > 1 ? random_below(random_at(of->seed, of->asked + more, k), n) : 0;
}

/* ---- weights. A sum of them has 32 bits: they have 16, and so have answers. */
/* Candidates that are left, "no" among them, and who draws one. */
struct urn {
    const struct site *site;
    uint32_t base; /* of its domain */
    uint32_t *left, words;
    uint8_t *no;
    unsigned seat;
};

static uint32_t weigh(const struct machine *m, const struct urn *u, int32_t bit) {
    const struct playing *how = m->playout->how;
    uint32_t answer = bit < 0 ? (uint32_t)ANSWER_NO : u->base + (uint32_t)bit;
    return how->weight(how->user, (uint32_t)(u->site - m->p->sites), u->seat, answer);
}

static uint32_t weigh_all(const struct machine *m, const struct urn *u) {
    uint32_t sum = *u->no ? weigh(m, u, -1) : 0;
    for (int32_t i = -1; (i = bits_next(u->left, u->words, i)) >= 0;)
        sum += weigh(m, u, i);
    return sum;
}

/* Which of them, counted as in `strike`, holds place `at` when each takes as many places as it weighs. */
static uint32_t find_weighed(const struct machine *m, const struct urn *u, uint32_t at) {
    uint32_t k = 0, one;
    if (*u->no) {
        if (at < (one = weigh(m, u, -1))) return 0;
        at -= one;
        k++;
    }
    for (int32_t i = -1; (i = bits_next(u->left, u->words, i)) >= 0; k++) {
        if (at < (one = weigh(m, u, i))) break;
        at -= one;
    }
    return k;
}

/* The k-th of the candidates that are left, "no" (-1) first; it is struck off. */
static int32_t strike(uint32_t *left, uint8_t *no, uint32_t words, uint32_t k) {
    if (*no) {
        if (k == 0) {
            *no = 0;
            return -1;
        }
        k--;
    }
    int32_t bit = bits_nth(left, words, k);
    bits_clear(left, (uint32_t)bit);
    return bit;
}

/* Draw number k, of n that are left, at the question after `more` further ones. */
static int32_t draw_one(const struct machine *m, const struct urn *u, uint32_t more, uint32_t k, uint32_t n) {
    const struct playout *of = m->playout;
    uint32_t sum = of->how->weight ? weigh_all(m, u) : 0;
    uint32_t which = sum ? find_weighed(m, u, draw_below(of, more, k, sum)) : draw_below(of, more, k, n);
    return strike(u->left, u->no, u->words, which);
}

/* It is not asked if only "no" is left, and somebody counts. */
static bool is_silent(const struct machine *m, const struct state *s, const struct site *site) {
    return (site->flags & ASK_UNASKED) && m->playout->counted && !(s->flags & STATE_ASK_ALL) && !s->forked;
}

/* The candidates of the ASK just reached, where `at` waits, go to m->asked.menu; so many, "no" included. */
static uint32_t take_candidates(struct machine *m, const struct state *at, uint32_t words, uint8_t *no) {
    memmove(m->asked.menu, m->asked.raw, words * 4u); /* as in ask_candidates */
    copies_merge(m, at, ask_site(m->p, at), (unsigned)state_actor(m->p, at), m->asked.menu);
    *no = m->asked.raw_no;
    return bits_count(m->asked.menu, words) + *no;
}

/* Whether one of the candidates left in m->asked.menu can be carried out. */
static bool some_left(struct machine *m, const struct state *at, uint32_t base, uint32_t words, bool try) {
    for (int32_t i = -1; (i = bits_next(m->asked.menu, words, i)) >= 0;)
        if (!try || attempt_succeeds(m, at, base + (uint32_t)i, false)) return true;
    return false;
}

/* By attempts; try: they are needed. */
static enum drawn draw(struct machine *m, const struct state *at, bool try, uint32_t *answer) {
    const struct site *site = ask_site(m->p, at);
    uint32_t base, words = BITS_WORDS(program_domain(m->p, site->kind, site->value, &base));
    uint8_t no;
    uint32_t n = take_candidates(m, at, words, &no);
    const struct urn urn = {site, base, m->asked.menu, words, &no, (unsigned)state_actor(m->p, at)};
    for (uint32_t k = 0; n > 0; n--, k++) {
        int32_t bit = draw_one(m, &urn, 0, k, n);
        *answer = bit < 0 ? (uint32_t)ANSWER_NO : base + (uint32_t)bit;
        if (try && !attempt_succeeds(m, at, *answer, false)) continue;
        return bit < 0 && is_silent(m, at, site) && !some_left(m, at, base, words, try) ? DRAWN_UNASKED : DRAWN;
    }
    return DRAWN_NONE;
}

/* ---- trials */
/* Whether it is a card that the seat may not see. */
static bool is_unfair(const struct program *p, const struct state *s, const struct site *site, int32_t bit,
                      unsigned seat) {
    bool card = bit >= 0 && site->kind == SITE_CHOOSE && site->value.type == VT_CARD;
    return card && !card_seen(p, s, (uint32_t)bit, seat);
}

/* Whether so much of the budget of a menu is left that attempts would not have run out of it either. */
static bool has_budget(const struct machine_probe *w) {
    return w->nodes < PROBE_NODES / 4 && w->steps > PROBE_STEPS / 4 * 3;
}

/* The steps of a trial since it was given new ones count, and so does the answer. Emitted C does the same. */
static bool pay_steps(struct run *r) {
    uint32_t used = STEP_BUDGET - r->steps + TRIAL_ANSWER;
    r->steps = STEP_BUDGET;
    r->budget = r->budget > used ? r->budget - used : 0;
    return r->budget > 0;
}

bool playout_commit(struct run *r) {
    struct playout *of = r->m->playout;
    of->given = 1 + r->answers;
    of->asked += of->given;
    of->left -= of->given;
    r->asked = of->asked;
    r->mode = MODE_REAL;
    r->trial = r->seek = r->eager = false;
    r->n_past = 0;
    if (!r->fibre) r->viewer = SEAT_SPECTATOR;
    return false;
}

static bool can_go_on(struct run *r, uint32_t level) {
    return pay_steps(r) && playout_draws(r->m, r->s) && level + 1 < r->m->playout->left;
}

bool playout_give(struct run *r, uint32_t level, uint32_t pc, int32_t value) {
    const struct program *p = r->p;
    const struct site *site = &p->sites[p->code[pc + 1]];
    if (r->fibre) r->m->probe.levels[level].drawn = ask_value_answer(p, site, value);
    return can_go_on(r, level) && !is_unfair(p, r->s, site, value, r->viewer);
}

int playout_choose(struct run *r, uint32_t level, int32_t *value) {
    struct probe_level *l = &r->m->probe.levels[level];
    const struct urn urn = {l->site, l->first, l->left, l->words, &l->no, r->viewer};
    uint32_t n = bits_count(l->left, l->words) + l->no;
    if (n == 0) return 0;
    if (!can_go_on(r, level) || copies_possible(r->m, r->s, l->site, l->left)) return -1;
    int32_t bit = draw_one(r->m, &urn, level + 1, l->tried++, n);
    if (bit < 0 ? is_silent(r->m, r->s, l->site) : is_unfair(r->p, r->s, l->site, bit, r->viewer)) return -1;
    l->drawn = bit < 0 ? (uint32_t)ANSWER_NO : l->first + (uint32_t)bit;
    *value = ask_bit_value(l->site, bit);
    return 1;
}

/* Whether emitted C may run it, and nobody is to be told anything. */
static bool can_try(const struct machine *m, const struct state *s) {
    return m->native && m->p->outlook && !m->probe.plain && !m->probe.stops && !(s->flags & STATE_EXPLICIT) &&
           !m->log.sink && !m->log.deed && !m->log.failed;
}

/* The run becomes a trial of the seat, for whom m->probe has been set up. */
static void begin_trial(struct run *r, unsigned seat) {
    const struct playout *of = r->m->playout;
    struct machine_probe *w = &r->m->probe;
    memcpy(w->levels[0].unknown, w->hidden, r->p->card_words * 4u);
    w->kept = UINT32_MAX;
    r->mode = MODE_PROBE;
    r->viewer = (uint8_t)seat;
    r->unknown = w->levels[0].unknown;
    r->eager = r->seek = r->trial = true;
    r->loose = false;
    r->sighted = w->sighted;
    r->answers = r->n_past = 0;
    r->seed = of->seed;
    r->asked = of->asked;
    r->strict = of->counted && !(r->s->flags & STATE_ASK_ALL);
    r->weighs = of->how->weight != NULL;
    r->limited = r->fibre || of->limited;
    r->steps = STEP_BUDGET;
}

/* Goes on from the answer that was entered. */
static enum stop run_trial(struct machine *m, struct state *s, unsigned seat, uint32_t high, uint32_t budget,
                           struct run *r) {
    run_init(r, m, s, MODE_PROBE);
    r->fibre = r->quiet = s->forked;
    r->plays = playout_plays(m, s);
    if (r->plays) playout_look(r);
    begin_trial(r, seat);
    r->budget = budget;
    r->horizon = m->probe.levels[0].clear;
    r->high = high;
    r->floor = s->forked ? m->blocks.fork_floor : 0;
    if (run_safe(r, state_frames(m->p, s)[s->n_frames - 1].pc)) playout_commit(r);
    return run_loop(r);
}

/* A trial changes more than can be noted: its body is copied once, as it is then. */
void playout_keep(struct run *r) {
    struct machine_probe *w = &r->m->probe;
    if (w->kept != UINT32_MAX) return;
    w->kept = r->n_past;
    attempt_copy_body(r->p, r->m->blocks.spare, r->s);
}

/* Header and body become what they were before the trial. */
static void undo_trial(struct run *r) {
    const struct machine_probe *w = &r->m->probe;
    struct state *s = r->s, *before = r->m->blocks.spare;
    if (w->kept != UINT32_MAX) attempt_copy_body(r->p, s, before);
    for (uint32_t n = w->kept != UINT32_MAX ? w->kept : r->n_past; n > 0; n--)
        memcpy((char *)s + r->past[n - 1].offset, &r->past[n - 1].was, sizeof r->past[n - 1].was);
    memcpy(s, before, sizeof *s);
}

/* The position becomes what it was before the trial, but for registers above the top of the stack. */
static void set_back(struct run *r) {
    const struct program *p = r->p;
    struct state *s = r->s, *before = r->m->blocks.spare;
    uint32_t frames = s->n_frames;
    undo_trial(r);
    if (frames > before->n_frames)
        memset(state_frames(p, s) + before->n_frames, 0, (frames - before->n_frames) * sizeof(struct frame));
    attempt_copy_frames(p, s, before);
}

/* By trials, until one is real. */
static enum drawn try_out(struct machine *m, struct state *s, unsigned seat, uint32_t *answer, struct run *r,
                          uint32_t *high, enum stop *stop) {
    const struct program *p = m->p;
    const struct site *site = ask_site(p, s);
    uint32_t base, words = BITS_WORDS(program_domain(p, site->kind, site->value, &base));
    uint8_t no;
    uint32_t n = take_candidates(m, s, words, &no), budget = TRIAL_BUDGET;
    const struct urn urn = {site, base, m->asked.menu, words, &no, seat};
    attempt_copy_frames(p, m->blocks.spare, s);
    for (uint32_t k = 0; n > 0; n--, k++) {
        int32_t bit = draw_one(m, &urn, 0, k, n);
        *answer = bit < 0 ? (uint32_t)ANSWER_NO : base + (uint32_t)bit;
        if (is_unfair(p, s, site, bit, seat)) return DRAWN_UNSURE;
        if (bit < 0 && is_silent(m, s, site) && !some_left(m, s, base, words, true))
            return !has_budget(&m->probe)                     ? DRAWN_UNSURE
                   : attempt_succeeds(m, s, ANSWER_NO, false) ? DRAWN_UNASKED
                                                              : DRAWN_NONE;
        state_answer(m, s, seat, *answer);
        *stop = run_trial(m, s, seat, *high, budget, r);
        if (r->mode == MODE_REAL) return DRAWN_ON;
        if (r->high > *high) *high = r->high;
        set_back(r);
        if (*stop != STOP_FAILED || r->loose || !pay_steps(r)) return DRAWN_UNSURE;
        budget = r->budget;
    }
    return DRAWN_NONE;
}

enum drawn playout_go_on(struct machine *m, struct state *s, unsigned seat, uint32_t *answer, struct run *r,
                         uint32_t *high, enum stop *stop) {
    const struct program *p = m->p;
    bool try = probe_begin(m, s, seat);
    if (try && can_try(m, s)) {
        enum drawn drawn = try_out(m, s, seat, answer, r, high, stop);
        if (drawn != DRAWN_UNSURE) return drawn;
        const struct frame *f = &state_frames(p, s)[s->n_frames - 1];
        ask_candidates(p, s, ask_site(p, s), f->pc, state_stack(p, s) + f->base, m->asked.raw, &m->asked.raw_no);
        probe_begin(m, s, seat);
    }
    return draw(m, s, try, answer);
}

/* ---- trials that begin where emitted C runs: no frame is written for them. The routine that asks calls itself to go
 * on behind the question (play_few in native/c_prelude.c), and sets back what failed. It returns only when the trial
 * has become real; where that cannot be had the run stops at the question, and the machine decides as above. */
enum { MOST_NESTED = 16 }; /* questions on the stack of C */

bool playout_plays(const struct machine *m, const struct state *s) {
    return m->playout && !m->playout->how->weight && !s->forked && can_try(m, s);
}

void playout_look(struct run *r) {
    r->horizon = attempt_find_clear(r->p, r->s, UINT32_MAX);
    r->names = probe_names_below(r->p, r->s);
    r->hidden = r->m->probe.hidden;
    r->seed = r->m->playout->seed;
    r->asked = r->m->playout->asked;
    r->strict = r->m->playout->counted && !(r->s->flags & STATE_ASK_ALL);
}

/* As state_answer; nobody is told. */
static void note_answer(struct state *s, uint32_t seat) {
    s->epoch += s->last != seat;
    s->last = (uint8_t)seat;
}

bool playout_answer(struct run *r, uint32_t me, uint32_t pc, int32_t value) {
    const struct program *p = r->p;
    struct playout *of = r->m->playout;
    if (!playout_draws(r->m, r->s) || is_unfair(p, r->s, &p->sites[p->code[pc + 1]], value, me)) return false;
    playout_answered(of, true);
    r->asked = of->asked;
    r->steps = STEP_BUDGET;
    note_answer(r->s, me);
    return true;
}

bool playout_begin(struct run *r, uint32_t me) {
    struct machine *m = r->m;
    if (r->nested >= MOST_NESTED || !playout_draws(m, r->s) || probe_tells(r, me)) {
        m->probe.hidden_stays = false; /* what emitted C has said was for nothing */
        return false;
    }
    attempt_begin_sighted(m, r->s, me, r->horizon, UINT32_MAX); /* emitted C has said what is hidden */
    m->probe.sighted = r->sighted;
    r->budget = TRIAL_BUDGET;
    begin_trial(r, me);
    memcpy(m->blocks.spare, r->s, sizeof *r->s);
    note_answer(r->s, me);
    return true;
}

bool playout_back(struct run *r, uint32_t at, bool again) {
    const struct program *p = r->p;
    uint32_t frames = r->s->n_frames, asks = at >> 16;
    undo_trial(r);
    if (frames > asks + 1) /* it stopped above the frame that asks */
        memset(state_frames(p, r->s) + asks + 1, 0, (frames - asks - 1) * sizeof(struct frame));
    again = again && !r->loose && pay_steps(r);
    if (again) {
        begin_trial(r, r->viewer);
        note_answer(r->s, r->viewer);
    } else {
        r->mode = MODE_REAL;
        r->trial = r->seek = r->eager = false;
        r->viewer = SEAT_SPECTATOR;
        r->n_past = 0;
    }
    return again;
}

/* Of a question that is open. */
static uint32_t draw_open(const struct machine *m, const struct state *s, const struct question *q) {
    const struct playing *how = m->playout->how;
    uint32_t sum = 0, which = 0;
    for (uint32_t i = 0; how->weight && q->seat != SEAT_CHANCE && i < q->count; i++)
        sum += how->weight(how->user, q->site, q->seat, state_answer_nth(m->p, s, q->seat, i));
    uint32_t at = draw_below(m->playout, 0, 0, sum ? sum : q->count);
    if (!sum) return state_answer_nth(m->p, s, q->seat, at);
    for (;; which++) {
        uint32_t answer = state_answer_nth(m->p, s, q->seat, which);
        uint32_t one = how->weight(how->user, q->site, q->seat, answer);
        if (at < one || which + 1 >= q->count) return answer;
        at -= one;
    }
}

enum run_status state_playout(struct machine *m, struct state *s, uint64_t seed, const struct playing *how) {
    struct playout of = {.seed = seed,
                         .left = how->answers ? how->answers : UINT32_MAX,
                         .counted = how->answers && !how->about,
                         .limited = how->answers || how->rounds,
                         .how = how};
    struct question q;
    if (how->rounds) of.until = state_period(m->p, s, (uint32_t)m->p->round_period) + how->rounds;
    m->playout = &of;
    m->probe.hidden_stays = false;
    while (playout_draws(m, s) && state_question(m->p, s, SEAT_SPECTATOR, &q)) {
        uint32_t answer = draw_open(m, s, &q);
        playout_answered(&of, true);
        if (state_apply(m, s, q.seat, answer) != APPLY_OK) break;
    }
    m->playout = NULL;
    m->probe.hidden_stays = false;
    return (enum run_status)s->status;
}
