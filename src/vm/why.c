/* why.c: "why can't I": the reason an answer is not offered.
 *
 * A candidate of the question is explained by its own look-ahead. Something that is no candidate here may be one a
 * question later (the card behind "Play a card"): then each candidate of this question is taken, without asking whether
 * it can be carried out, and the thing is explained there.
 * Invariant: all of it runs as look-ahead for the asked seat, so it tells no more than the menu does.
 */
#include "vm/vm.h"

#include <string.h>

/* Whether the question is about things of that sort at all: all cards share one range of answers. */
static bool same_sort(const struct program *p, const struct site *site, uint32_t answer) {
    if (site->kind != SITE_CHOOSE || site->value.type != VT_CARD || site->value.of >= p->n_kinds) return true;
    const struct card_kind *k = &p->kinds[site->value.of];
    return answer - p->answers.cards - (uint32_t)k->first < k->n;
}

enum verdict why_here(struct machine *m, const struct state *at, unsigned seat, uint32_t answer, struct text *t) {
    const struct program *p = m->p;
    const struct site *site = ask_site(p, at);
    struct render render = explain_render(p, at);
    const struct frame *f = &state_frames(p, at)[at->n_frames - 1];
    uint32_t bit = 0;
    ask_candidates(p, at, site, f->pc, render.regs, m->raw, &m->raw_no);
    bool no = answer == ANSWER_NO, inside = ask_in_domain(p, site->kind, site->value, answer, &bit);
    bool raw = no ? m->raw_no : inside && bits_test(m->raw, bit);
    if (raw) {
        if (!probe_explain(m, at, seat, answer)) text_put(t, m->why_text);
        return EXPLAINED;
    }
    if (no) {
        text_put(t, "an answer is needed");
        return EXPLAINED;
    }
    if (!inside || !same_sort(p, site, answer)) return NOT_HERE;
    if (site->kind == SITE_NUMBER) {
        int32_t low = bits_next(m->raw, p->layout.ask_words, -1);
        text_put(t, "not from ");
        text_int(t, NUMBER_LOW + low);
        text_put(t, " to ");
        text_int(t, NUMBER_LOW + low + (int32_t)bits_count(m->raw, p->layout.ask_words) - 1);
        return EXPLAINED;
    }
    if (!site->where.n || site->kind != SITE_CHOOSE) return NOT_HERE;
    int32_t regs[256]; /* the condition speaks of the register the answer would be in */
    memcpy(regs, render.regs, render.n_regs * 4u);
    regs[p->code[f->pc] >> 8 & 255u] = ask_answer_value(p, site, answer);
    render.regs = regs;
    text_put(t, "not: ");
    render_words(t, &render, site->where);
    return EXCLUDED;
}

/* The question after `answer`, in m->forced; false when there is none of that seat. */
static bool force(struct machine *m, const struct state *at, unsigned seat, uint32_t answer) {
    memcpy(m->forced, at, m->p->layout.size);
    probe_hidden(m->p, at, seat, m->level_unknown[0]);
    ask_answer(m->p, m->forced, answer);
    struct run r;
    run_init(&r, m, m->forced, MODE_PROBE);
    r.viewer = (uint8_t)seat;
    r.horizon = UINT32_MAX;
    r.unknown = m->level_unknown[0];
    r.steps = STEP_BUDGET;
    r.floor = at->forked ? m->fork_floor : 0;
    return run_loop(&r) == STOP_ASK;
}

/* Looks for the thing one question further on, behind each candidate of this one. */
static bool explain_behind(struct machine *m, const struct state *at, unsigned seat, uint32_t answer, struct text *t) {
    const struct program *p = m->p;
    const struct site *site = ask_site(p, at);
    struct render render = explain_render(p, at);
    uint32_t base, words = p->layout.ask_words;
    uint8_t no;
    bool excluded = false;
    ask_candidates(p, at, site, state_frames(p, at)[at->n_frames - 1].pc, render.regs, m->menu, &no);
    program_domain(p, site->kind, site->value, &base);
    for (int32_t i = -1; (i = bits_next(m->menu, words, i)) >= 0;) {
        if (!force(m, at, seat, base + (uint32_t)i)) continue;
        struct text found;
        text_init(&found, t->out, t->cap);
        enum verdict verdict = why_here(m, m->forced, seat, answer, &found);
        if (verdict == NOT_HERE || (verdict == EXCLUDED && excluded)) continue;
        if (verdict == EXPLAINED && !found.n) continue; /* possible there: the other ways may still explain */
        *t = found;
        if (verdict == EXPLAINED) return true;
        excluded = true;
    }
    return excluded;
}

size_t state_why_not(struct machine *m, const struct state *s, unsigned seat, uint32_t answer, char *out, size_t cap) {
    struct question q;
    struct text t;
    text_init(&t, out, cap);
    if (!state_question(m->p, s, seat, &q) || q.kind == SITE_CHANCE || (s->flags & STATE_VIEW)) return 0;
    if (state_answer_legal(m->p, s, q.seat, answer)) return 0;
    const struct state *at = fork_block(m, s, q.seat);
    if (!at) return 0;
    enum verdict here = why_here(m, at, q.seat, answer, &t);
    if (here == EXPLAINED) return t.n;
    struct text behind;
    text_init(&behind, out, cap);
    if (explain_behind(m, at, q.seat, answer, &behind)) return behind.n;
    text_init(&t, out, cap);
    if (here == EXCLUDED) why_here(m, at, q.seat, answer, &t);
    else text_put(&t, "not among the choices");
    return t.n;
}
