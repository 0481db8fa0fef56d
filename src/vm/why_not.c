/* why_not.c: "why can't I": the reason an answer is not offered.
 *
 * A candidate of the question is explained by its own look-ahead. Of something that is none, what the candidates
 * were made of tells why (struct origin), else the condition of the question. Or it may be one a question later (the
 * card behind "Play a card"): then each candidate of this question is taken, without asking whether it can be
 * carried out, and the thing is explained there.
 * Invariant: all of it runs as look-ahead for the asked seat, so it tells no more than the menu does.
 */
#include "code/engine_phrases.h"
#include "vm/vm.h"

#include <string.h>

bool why_same_sort(const struct program *p, const struct site *site, uint32_t answer) {
    if (site->kind != SITE_CHOOSE || site->value.type != VT_CARD || site->value.of >= p->n_kinds) return true;
    const struct card_kind *k = &p->kinds[site->value.of];
    return answer - p->answers.cards - (uint32_t)k->first < k->n;
}

/* ---- where the candidates come from */
/* A frame and what is looked at: the question it waits at, or the call that hands a set to that register. */
struct origin_at {
    const struct state *block;
    uint32_t frame;
    unsigned param;
};

/* Runs the routine of an origin for one thing: whether it is in the set. If not, the reason is in m->why.told, or
 * nothing when it cannot be known. */
static bool passes(struct machine *m, struct origin_at at, const struct origin *o, unsigned seat, int32_t thing) {
    const struct program *p = m->p;
    const int32_t *from = state_stack(p, at.block) + state_frames(p, at.block)[at.frame].base;
    told_init(&m->why.told);
    m->why.elsewhere = false;
    memcpy(m->blocks.spare, at.block, p->layout.size);
    run_clear(p, m->blocks.spare);
    probe_hidden(m, at.block, seat, m->probe.levels[0].unknown);
    if (!run_push(p, m->blocks.spare, (uint32_t)o->routine, from[REG_ME], from[REG_THIS])) return false;
    int32_t *args = state_stack(p, m->blocks.spare) + REG_ARGS;
    for (uint32_t i = 0; i < o->n_args; i++)
        args[i] = from[p->pool[o->args + i]];
    args[o->n_args] = thing;
    struct run r;
    run_init_probe(&r, m, m->blocks.spare, seat, m->probe.levels[0].unknown);
    r.explain = true;
    enum stop stop = run_loop(&r);
    if (stop != STOP_FAILED) return stop == STOP_YES && run_returned(p, m->blocks.spare);
    explain_failure(&r);
    m->why.elsewhere = r.failure.kind == FAILURE_SITE && (p->sites[r.failure.site].flags & FAIL_ELSEWHERE);
    return false;
}

/* Whether the thing is in the set, as far as is known: *o is the origin that leaves it out, m->why.told says why. */
static bool originates(struct machine *m, struct origin_at *at, const struct origin **o, unsigned seat, int32_t thing) {
    const struct program *p = m->p;
    const struct frame *frames = state_frames(p, at->block);
    const struct origin *here = program_origin(p, frames[at->frame].pc, at->param);
    if (!here) return true;
    if (here->up != NO_REGISTER && at->frame > 0) {
        struct origin_at below = {at->block, at->frame - 1, here->up};
        if (!originates(m, &below, o, seat, thing)) return *at = below, false;
    }
    *o = here;
    return here->routine == NONE || passes(m, *at, here, seat, thing);
}

/* What the question a block waits at wants, in words, where the phrase has its last hole; `reason` before it. */
static void put_wanted(struct text *t, const struct render *render, struct words words, enum phrase which,
                       const struct told *reason) {
    struct saying s = phrase_begin(render->program, which);
    for (int hole; (hole = phrase_next(&s, t)) != 0;)
        if (reason && hole == 1)
            told_put(t, reason);
        else
            render_words(t, render, words);
}

/* The same for the condition of the question; it speaks of the register the answer would be in. */
static void put_fitting(struct text *t, const struct state *at, const struct program *p, int32_t thing,
                        enum phrase which, const struct told *reason) {
    struct render render = explain_render(p, at);
    struct words where = ask_site(p, at)->where;
    int32_t regs[256];
    if (!where.n) {
        if (reason) told_put(t, reason);
        return;
    }
    memcpy(regs, render.regs, render.n_regs * 4u);
    regs[op_a(p->code[state_frames(p, at)[at->n_frames - 1].pc])] = thing;
    render.regs = regs;
    put_wanted(t, &render, where, which, reason);
}

/* Why something is not among the candidates in m->asked.raw of the question a block waits at. What the rules did to the
 * set after it was made is not known: nothing is said when a candidate would not have come through either. */
static bool why_outside(struct machine *m, const struct state *block, unsigned seat, int32_t thing, struct text *t) {
    const struct program *p = m->p;
    struct origin_at at = {block, block->n_frames - 1u, NO_REGISTER}, again = at;
    const struct origin *o = NULL, *other = NULL;
    int32_t first = bits_next(m->asked.raw, p->layout.ask_words, -1),
            low = ask_site(p, block)->value.type == VT_NUMBER ? NUMBER_LOW : 0;
    if (first >= 0 && !originates(m, &again, &other, seat, low + first)) return false;
    if (originates(m, &at, &o, seat, thing) || !*m->why.told.room) return false;
    const struct frame *f = &state_frames(p, block)[at.frame];
    struct render render = explain_render(p, block);
    render.regs = state_stack(p, block) + f->base;
    render.n_regs = p->routines[f->routine].n_regs;
    if (o->plain && at.param == NO_REGISTER)
        told_put(t, &m->why.told);
    else if (at.param == NO_REGISTER)
        put_fitting(t, block, p, thing, PHRASE_wanted, &m->why.told);
    else if (o->words.n)
        put_wanted(t, &render, o->words, PHRASE_wanted, &m->why.told);
    else
        told_put(t, &m->why.told);
    return true;
}

enum verdict why_here(struct machine *m, const struct state *at, unsigned seat, uint32_t answer, struct text *t) {
    const struct program *p = m->p;
    const struct site *site = ask_site(p, at);
    struct render render = explain_render(p, at);
    const struct frame *f = &state_frames(p, at)[at->n_frames - 1];
    uint32_t bit = 0;
    ask_candidates(p, at, site, f->pc, render.regs, m->asked.raw, &m->asked.raw_no);
    bool no = answer == ANSWER_NO, inside = ask_in_domain(p, site->kind, site->value, answer, &bit);
    bool raw = no ? m->asked.raw_no : inside && bits_test(m->asked.raw, bit);
    if (raw) {
        if (!probe_explain(m, at, seat, answer)) told_put(t, &m->why.told);
        return EXPLAINED;
    }
    if (no) {
        phrase_put(t, p, PHRASE_answer_needed);
        return EXPLAINED;
    }
    if (!inside || !why_same_sort(p, site, answer)) return NOT_HERE;
    if (site->kind == SITE_NUMBER) {
        int32_t low = bits_next(m->asked.raw, p->layout.ask_words, -1);
        int32_t more = (int32_t)bits_count(m->asked.raw, p->layout.ask_words) - 1;
        struct saying s = phrase_begin(p, PHRASE_not_in_range);
        for (int hole; (hole = phrase_next(&s, t)) != 0;)
            text_number(t, NUMBER_LOW + low + (hole == 2 ? more : 0));
        return EXPLAINED;
    }
    if (site->kind != SITE_CHOOSE) return NOT_HERE;
    if (why_outside(m, at, seat, ask_answer_value(p, site, answer), t)) return m->why.elsewhere ? ELSEWHERE : EXCLUDED;
    if (!site->where.n) return NOT_HERE;
    put_fitting(t, at, p, ask_answer_value(p, site, answer), PHRASE_not_this, NULL);
    return EXCLUDED;
}

/* The question after `answer`, in m->blocks.forced; false when there is none of that seat, or *steps do not reach it.
 */
static bool force(struct machine *m, const struct state *at, unsigned seat, uint32_t answer, uint32_t *steps) {
    memcpy(m->blocks.forced, at, m->p->layout.size);
    probe_hidden(m, at, seat, m->probe.levels[0].unknown);
    ask_answer(m->p, m->blocks.forced, answer);
    struct run r;
    run_init(&r, m, m->blocks.forced, MODE_PROBE);
    r.viewer = (uint8_t)seat;
    r.horizon = UINT32_MAX;
    r.unknown = m->probe.levels[0].unknown;
    r.steps = *steps;
    r.floor = at->forked ? m->blocks.fork_floor : 0;
    bool asked = run_loop(&r) == STOP_ASK;
    *steps = r.steps;
    return asked;
}

/* Looks for the thing one question further on, behind each candidate of this one, as far as the steps of one run go. */
static enum verdict explain_behind(struct machine *m, const struct state *at, unsigned seat, uint32_t answer,
                                   struct text *t) {
    const struct program *p = m->p;
    const struct site *site = ask_site(p, at);
    struct render render = explain_render(p, at);
    uint32_t base, words = p->layout.ask_words, steps = STEP_BUDGET;
    uint8_t no;
    enum verdict best = NOT_HERE;
    ask_candidates(p, at, site, state_frames(p, at)[at->n_frames - 1].pc, render.regs, m->asked.menu, &no);
    program_domain(p, site->kind, site->value, &base);
    for (int32_t i = -1; steps && (i = bits_next(m->asked.menu, words, i)) >= 0;) {
        if (!force(m, at, seat, base + (uint32_t)i, &steps)) continue;
        struct told found;
        enum verdict verdict = why_here(m, m->blocks.forced, seat, answer, told_init(&found));
        if (verdict <= best) continue;
        if (verdict == EXPLAINED && !found.text.n) continue; /* possible there: the other ways may still explain */
        text_init_spans(t, t->out, t->cap, t->spans);
        told_put(t, &found);
        best = verdict;
        if (best == EXPLAINED) break;
    }
    return best;
}

/* What the open question, which waits in the block `at`, has against the answer. */
static size_t explain_not(struct machine *m, const struct state *at, unsigned seat, uint32_t answer, char *out,
                          size_t cap) {
    struct text t, behind;
    text_init_spans(&t, out, cap, &m->said);
    enum verdict here = why_here(m, at, seat, answer, &t);
    if (here == EXPLAINED) return t.n;
    text_init_spans(&behind, out, cap, &m->said);
    enum verdict there = explain_behind(m, at, seat, answer, &behind);
    if (there >= EXCLUDED || there > here) return behind.n;
    text_init_spans(&t, out, cap, &m->said);
    if (here != NOT_HERE)
        why_here(m, at, seat, answer, &t);
    else
        phrase_put(&t, m->p, PHRASE_not_a_choice);
    return t.n;
}

size_t state_why_not(struct machine *m, const struct state *s, unsigned seat, uint32_t answer, char *out, size_t cap) {
    struct question q;
    struct text t;
    text_init_spans(&t, out, cap, &m->said);
    if (!state_question(m->p, s, seat, &q) || q.kind == SITE_CHANCE || (s->flags & STATE_VIEW)) return 0;
    if (state_answer_legal(m->p, s, q.seat, answer)) return 0;
    const struct state *at = fork_block(m, s, q.seat);
    if (!at) return 0;
    m->why.open = at;
    size_t n = explain_not(m, at, q.seat, answer, out, cap);
    m->why.open = NULL;
    return n;
}
