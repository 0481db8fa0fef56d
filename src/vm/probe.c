/* probe.c: the look-ahead. An answer is offered if there are further answers of the same seat with which the
 * undertaking runs to its end without failing, as far as that seat can know.
 *
 * Depth-first over copies of the block, in an explicit loop over levels: levels[d] waits at the question after d
 * further answers, left[d] are the candidates not tried there. The first success suffices; "no" and the preferred
 * value are tried first because they usually end the matter. When the budget of the menu is spent the rest is "yes".
 * Law: the verdict depends on nothing the seat may not see. What a frame of another seat's rule holds of hidden cards
 * is such a thing too: going back to it ends the look-ahead. (Frames of the seat's own rules hold what it chose, drew
 * or looked at. They cannot be judged by their maps: a register that has not been written yet names no card.)
 */
#include "vm/vm.h"

#include <string.h>

static bool set_hidden(const struct program *p, const struct state *s, const int32_t *set, unsigned seat) {
    const uint32_t *words = (const uint32_t *)set;
    for (int32_t c = -1; (c = bits_next(words, p->card_words, c)) >= 0 && (uint32_t)c < p->n_cards;)
        if (!card_seen(p, s, (uint32_t)c, seat)) return true;
    return false;
}

/* Whether the waiting frame holds a card the seat may not see. */
static bool frame_hidden(const struct program *p, const struct state *s, const struct frame *f, unsigned seat) {
    const struct stack_map *map = program_map(p, f->pc);
    const int32_t *regs = state_stack(p, s) + f->base;
    if (!map || regs[REG_ME] == (int32_t)seat) return false;
    for (uint32_t i = 0; i < map->n; i++) {
        uint8_t kind = p->map_bytes[map->first + i];
        if (kind == LIVE_CARD && (uint32_t)regs[i] < p->n_cards && !card_seen(p, s, (uint32_t)regs[i], seat))
            return true;
        if (kind == LIVE_CARDSET && set_hidden(p, s, regs + i, seat)) return true;
    }
    return false;
}

/* Index of the topmost frame that holds a hidden card, or UINT32_MAX. */
static uint32_t find_horizon(const struct program *p, const struct state *s, unsigned seat) {
    const struct frame *frames = state_frames(p, s);
    for (uint32_t i = s->n_frames; i-- > 0;)
        if (frame_hidden(p, s, &frames[i], seat)) return i;
    return UINT32_MAX;
}

void probe_hidden(const struct program *p, const struct state *at, unsigned seat, uint32_t *out) {
    const uint32_t *known = seat < p->seats ? state_known(p, at, seat) : NULL;
    bits_zero(out, p->card_words);
    for (uint32_t z = 0; z < p->n_zone_of_instance; z++) {
        if (!state_counts(p, at)[z] || (zone_seers(p, z) & seer_bit(p, seat))) continue;
        const uint32_t *set = state_zone(p, at, z);
        for (uint32_t w = 0; w < p->card_words; w++)
            out[w] |= set[w] & ~(known ? known[w] : 0u);
    }
}

/* The next candidate to try at level d; false when all have been. */
static bool take_next(struct machine *m, int d, uint32_t *answer) {
    const struct program *p = m->p;
    const struct site *site = ask_site(p, m->probe.levels[d].state);
    uint32_t base, bit, *left = m->probe.levels[d].left;
    program_domain(p, site->kind, site->value, &base);
    if (m->probe.levels[d].no) {
        m->probe.levels[d].no = 0;
        *answer = ANSWER_NO;
        return true;
    }
    if (m->probe.levels[d].value != UINT32_MAX) {
        *answer = m->probe.levels[d].value;
        m->probe.levels[d].value = UINT32_MAX;
        if (ask_in_domain(p, site->kind, site->value, *answer, &bit) && bits_test(left, bit)) {
            bits_clear(left, bit);
            return true;
        }
    }
    int32_t i = bits_next(left, p->layout.ask_words, -1);
    if (i < 0) return false;
    bits_clear(left, (uint32_t)i);
    *answer = base + (uint32_t)i;
    return true;
}

/* Of all failures the one after most answers is kept, then the one after most operations. */
static void remember(struct machine *m, struct run *r, uint32_t depth, uint32_t steps) {
    if (m->why.any && (depth < m->why.depth || (depth == m->why.depth && steps <= m->why.steps))) return;
    m->why.any = true;
    m->why.depth = depth;
    m->why.steps = steps;
    m->why.at = m->log.failed ? state_statement(m->p, r->s) : NULL;
    explain_failure(r);
}

/* Whether nothing can fail any more behind `at` in frame number i, when `clear` is the topmost frame below that can be
 * gone back to without fear, or UINT32_MAX. */
static bool clear_behind(const struct program *p, const struct state *s, uint32_t i, uint32_t at, uint32_t clear) {
    uint32_t index = p->outlook[at];
    if (index == OUTLOOK_FAILS || (p->outlooks[index].returns && i && clear != i - 1)) return false;
    const int32_t *stack = state_stack(p, s);
    return outlook_holds(p, index, stack + state_frames(p, s)[i].base, stack);
}

/* The topmost frame below the top one to which one can go back without fear that anything fails from there on: at
 * least `horizon`; UINT32_MAX: none. */
static uint32_t find_clear(const struct program *p, const struct state *s, uint32_t horizon) {
    const struct frame *frames = state_frames(p, s);
    uint32_t clear = horizon;
    if (!p->outlook) return clear;
    for (uint32_t i = horizon + 1; i + 1 < s->n_frames; i++)
        if (clear_behind(p, s, i, frames[i].pc + 1, clear)) clear = i;
    return clear;
}

/* Whether whatever is answered at the question where the top frame waits can be carried out. */
static bool all_clear(const struct program *p, const struct state *s, uint32_t clear) {
    uint32_t top = s->n_frames - 1u;
    return p->outlook && clear_behind(p, s, top, state_frames(p, s)[top].pc + 1, clear);
}

/* Whether something that can be carried out can be answered there. */
static bool some_clear(const struct program *p, const struct state *s, uint32_t clear) {
    uint32_t top = s->n_frames - 1u;
    return all_clear(p, s, clear) || (p->outlook && clear_behind(p, s, top, state_frames(p, s)[top].pc, clear));
}

/* A copy to try something out on: what lies above the stack's top means nothing. */
static void copy_block(const struct program *p, struct state *to, const struct state *from) {
    memcpy(to, from, p->layout.questions);
    memcpy(state_frames(p, to), state_frames(p, from), from->n_frames * sizeof(struct frame));
    memcpy(state_stack(p, to), state_stack(p, from), from->stack_top * 4u);
}

static enum stop try_on(struct machine *m, struct run *r, int d, unsigned seat, bool explain) {
    run_init(r, m, m->probe.levels[d].state, MODE_PROBE);
    r->viewer = (uint8_t)seat;
    r->horizon = m->probe.levels[d].clear;
    r->unknown = m->probe.levels[d].unknown;
    r->steps = m->probe.steps;
    r->explain = explain;
    r->eager = m->p->outlook && !explain && !m->probe.plain;
    r->floor = m->probe.levels[d].state->forked ? m->blocks.fork_floor : 0;
    m->note.frame = 0;
    if (r->eager && run_safe(r, state_frames(m->p, r->s)[r->s->n_frames - 1].pc)) return STOP_YES;
    return run_loop(r);
}

/* At a WATCH in play: runs what follows on a copy as look-ahead does, which ends with yes where something hidden is
 * read. */
bool probe_peeks(const struct run *of, uint32_t pc) {
    struct machine *m = of->m;
    const struct program *p = m->p;
    const struct frame *f = &state_frames(p, of->s)[of->s->n_frames - 1];
    uint32_t seat = (uint32_t)state_stack(p, of->s)[f->base + REG_ME];
    struct state *copy = m->probe.levels[0].state;
    struct run r;
    if (seat >= p->seats) return false;
    copy_block(p, copy, of->s);
    state_frames(p, copy)[copy->n_frames - 1].pc = pc + 2;
    probe_hidden(p, copy, seat, m->probe.levels[0].unknown);
    run_init_probe(&r, m, copy, seat, m->probe.levels[0].unknown);
    r.floor = of->floor;
    return run_loop(&r) == STOP_YES;
}

/* m->probe.levels[0].clear has been found. */
static bool carried_out(struct machine *m, const struct state *at, unsigned seat, uint32_t answer, uint32_t horizon,
                        bool explain) {
    const struct program *p = m->p;
    struct run r;
    int d = 0;
    copy_block(p, m->probe.levels[0].state, at);
    memcpy(m->probe.levels[0].unknown, m->probe.hidden, p->card_words * 4u);
    ask_answer(p, m->probe.levels[0].state, answer);
    for (;;) {
        if (++m->probe.nodes > PROBE_NODES) return true;
        enum stop stop = try_on(m, &r, d, seat, explain);
        m->probe.levels[d].steps = (d ? m->probe.levels[d - 1].steps : 0) + m->probe.steps - r.steps;
        m->probe.steps = r.steps;
        if (stop == STOP_ASK) {
            if (d + 1 >= PROBE_LEVELS) return true;
            m->probe.levels[d + 1].clear = m->probe.plain ? horizon : find_clear(p, m->probe.levels[d].state, horizon);
            if (!m->probe.plain && some_clear(p, m->probe.levels[d].state, m->probe.levels[d + 1].clear)) return true;
            const struct site *site = ask_site(p, m->probe.levels[d].state);
            const struct frame *f = &state_frames(p, m->probe.levels[d].state)[m->probe.levels[d].state->n_frames - 1];
            memcpy(m->probe.levels[d].left, m->asked.raw, p->layout.ask_words * 4u);
            m->probe.levels[d].no = m->asked.raw_no;
            m->probe.levels[d].value = ask_preferred(p, site, state_stack(p, m->probe.levels[d].state) + f->base);
        } else if (stop == STOP_FAILED) {
            if (explain) remember(m, &r, (uint32_t)d, m->probe.levels[d].steps);
            d--;
        } else {
            return true;
        }
        while (d >= 0 && !take_next(m, d, &answer))
            d--;
        if (d < 0) return false;
        copy_block(p, m->probe.levels[d + 1].state, m->probe.levels[d].state);
        memcpy(m->probe.levels[d + 1].unknown, m->probe.levels[d].unknown, p->card_words * 4u);
        d++;
        ask_answer(p, m->probe.levels[d].state, answer);
    }
}

/* Keeps of m->asked.menu and *no what can be carried out; returns how many are left. m->probe.levels[0].clear has been
 * found. */
static uint32_t filter_menu(struct machine *m, const struct state *at, unsigned seat, uint32_t horizon, uint8_t *no) {
    const struct program *p = m->p;
    const struct site *site = ask_site(p, at);
    uint32_t words = p->layout.ask_words, base;
    m->probe.nodes = 0;
    m->probe.steps = PROBE_STEPS;
    probe_hidden(p, at, seat, m->probe.hidden);
    program_domain(p, site->kind, site->value, &base);
    if (*no) *no = carried_out(m, at, seat, ANSWER_NO, horizon, false);
    for (int32_t i = -1; (i = bits_next(m->asked.menu, words, i)) >= 0;)
        if (!carried_out(m, at, seat, base + (uint32_t)i, horizon, false)) bits_clear(m->asked.menu, (uint32_t)i);
    m->tally.work += PROBE_STEPS - m->probe.steps;
    return bits_count(m->asked.menu, words) + *no;
}

/* Into m->asked.menu and *no; returns how many are left. */
static uint32_t make_menu(struct machine *m, const struct state *at, unsigned seat, uint8_t *no) {
    const struct program *p = m->p;
    uint32_t words = p->layout.ask_words;
    memcpy(m->asked.menu, m->asked.raw, words * 4u);
    *no = m->asked.raw_no;
    uint32_t all = bits_count(m->asked.menu, words) + *no;
    uint32_t clear = m->probe.plain ? UINT32_MAX : find_clear(p, at, UINT32_MAX);
    if (!m->probe.plain && all_clear(p, at, clear)) return all;
    uint32_t horizon = find_horizon(p, at, seat);
    if (horizon == at->n_frames - 1u) return all;
    m->probe.levels[0].clear = horizon == UINT32_MAX ? clear : m->probe.plain ? horizon : find_clear(p, at, horizon);
    return filter_menu(m, at, seat, horizon, no);
}

/* Now and then a menu is made again by trying everything out to its end. A menu that offers more because of the outlook
 * is counted, and stays as it is. */
static void doubt_outlook(struct machine *m, const struct state *at, unsigned seat, uint8_t no) {
    const struct program *p = m->p;
    const struct frame *f = &state_frames(p, at)[at->n_frames - 1];
    uint32_t kept[64], words = p->layout.ask_words;
    uint8_t plain_no;
    if (++m->tally.menus % m->tally.doubting || words > 64) return;
    memcpy(kept, m->asked.menu, words * 4u);
    ask_candidates(p, at, ask_site(p, at), f->pc, state_stack(p, at) + f->base, m->asked.raw, &m->asked.raw_no);
    m->probe.plain = true;
    make_menu(m, at, seat, &plain_no);
    m->probe.plain = false;
    bool more = no && !plain_no;
    for (uint32_t i = 0; i < words; i++)
        more = more || (kept[i] & ~m->asked.menu[i]);
    m->tally.doubts += more;
    memcpy(m->asked.menu, kept, words * 4u);
}

uint32_t probe_menu(struct machine *m, const struct state *at, unsigned seat, uint8_t *no) {
    uint32_t left = make_menu(m, at, seat, no);
    if (m->tally.doubting) doubt_outlook(m, at, seat, *no);
    return left;
}

bool probe_explain(struct machine *m, const struct state *at, unsigned seat, uint32_t answer) {
    uint32_t horizon = find_horizon(m->p, at, seat);
    m->why.any = false;
    told_init(&m->why.told);
    if (horizon == at->n_frames - 1u) return true;
    m->probe.nodes = 0;
    m->probe.steps = PROBE_STEPS;
    m->probe.levels[0].clear = horizon;
    probe_hidden(m->p, at, seat, m->probe.hidden);
    return carried_out(m, at, seat, answer, horizon, true);
}

void probe_tell_stuck(struct machine *m, const struct state *at, unsigned seat) {
    const struct program *p = m->p;
    const struct frame *f = &state_frames(p, at)[at->n_frames - 1];
    const struct site *site = ask_site(p, at);
    uint32_t base, horizon = find_horizon(p, at, seat), words = p->layout.ask_words;
    uint8_t no;
    program_domain(p, site->kind, site->value, &base);
    ask_candidates(p, at, site, f->pc, state_stack(p, at) + f->base, m->asked.menu, &no);
    m->why.any = false;
    m->probe.nodes = 0;
    m->probe.steps = PROBE_STEPS;
    m->probe.levels[0].clear = horizon;
    probe_hidden(p, at, seat, m->probe.hidden);
    if (no) carried_out(m, at, seat, ANSWER_NO, horizon, true);
    for (int32_t i = -1; (i = bits_next(m->asked.menu, words, i)) >= 0;)
        carried_out(m, at, seat, base + (uint32_t)i, horizon, true);
    m->log.failed(m->log.failed_user, m->why.any ? m->why.at : state_statement(p, at));
}

uint32_t probe_horizon(struct machine *m, const struct state *at, unsigned seat, uint32_t answer,
                       const struct statement **of) {
    const struct program *p = m->p;
    uint32_t horizon = find_horizon(p, at, seat);
    struct state *copy = m->probe.levels[0].state;
    struct run r;
    *of = state_statement(p, at);
    if (at->forked || horizon == at->n_frames - 1u) return state_frames(p, at)[at->n_frames - 1].pc;
    copy_block(p, copy, at);
    probe_hidden(p, at, seat, m->probe.levels[0].unknown);
    ask_answer(p, copy, answer);
    run_init_probe(&r, m, copy, seat, m->probe.levels[0].unknown);
    r.horizon = horizon;
    if (run_loop(&r) != STOP_YES) return UINT32_MAX;
    *of = state_statement(p, copy);
    return state_frames(p, copy)[copy->n_frames - 1].pc;
}
