/* probe.c: the look-ahead. An answer is offered if there are further answers of the same seat with which the
 * undertaking runs to its end without failing, as far as that seat can know.
 *
 * One answer is tried in attempt.c; here menus are made of it. Law: the verdict depends on nothing the seat may not
 * see. What a frame of another seat's rule holds of hidden cards is such a thing too: going back to it ends the
 * look-ahead. (Frames of the seat's own rules hold what it chose, drew or looked at. They cannot be judged by their
 * maps: a register that has not been written yet names no card.)
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
        uint8_t kind = p->map_bytes[map->first + i] & LIVE_KIND;
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

/* Whether the waiting frame names a card. */
static bool names_cards(const struct program *p, const struct state *s, const struct frame *f) {
    const struct stack_map *map = program_map(p, f->pc);
    const int32_t *regs = state_stack(p, s) + f->base;
    for (uint32_t i = 0; map && i < map->n; i++) {
        uint8_t kind = p->map_bytes[map->first + i] & LIVE_KIND;
        if (kind == LIVE_CARD ? (uint32_t)regs[i] < p->n_cards : kind != LIVE_PLAIN && regs[i]) return true;
    }
    return false;
}

bool probe_names_below(const struct program *p, const struct state *s) {
    for (uint32_t i = 0; i + 1u < s->n_frames; i++)
        if (names_cards(p, s, &state_frames(p, s)[i])) return true;
    return false;
}

bool probe_tells(const struct run *r, unsigned seat) {
    const struct program *p = r->p;
    for (const struct held *one = r->held; one; one = one->below) {
        if (one->me == (int32_t)seat) continue;
        if (one->cards ? set_hidden(p, r->s, (const int32_t *)one->cards, seat)
                       : !card_seen(p, r->s, (uint32_t)one->card, seat))
            return true;
    }
    for (uint32_t i = 0; r->names && i + 1u < r->s->n_frames; i++)
        if (frame_hidden(p, r->s, &state_frames(p, r->s)[i], seat)) return true;
    return false;
}

void probe_hidden(const struct machine *m, const struct state *at, unsigned seat, uint32_t *out) {
    const struct program *p = m->p;
    const uint16_t *dark = m->index.dark + (seat < p->seats ? seat : p->seats) * (p->n_zone_of_instance + 1u);
    bits_zero(out, p->card_words);
    for (uint32_t i = 1; i <= dark[0]; i++)
        if (state_counts(p, at)[dark[i]]) bits_or(out, state_zone(p, at, dark[i]), p->card_words);
    if (seat < p->seats) bits_andn(out, state_known(p, at, seat), p->card_words);
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
    attempt_copy(p, copy, of->s);
    state_frames(p, copy)[copy->n_frames - 1].pc = pc + 2;
    probe_hidden(m, copy, seat, m->probe.levels[0].unknown);
    run_init_probe(&r, m, copy, seat, m->probe.levels[0].unknown);
    r.floor = of->floor;
    r.watch = true;
    return run_loop(&r) == STOP_YES;
}

enum { JUDGED_AT_ONCE = 64 };

/* Keeps of m->asked.menu and *no what can be carried out; returns how many are left. */
static uint32_t filter_menu(struct machine *m, const struct state *at, uint8_t *no) {
    const struct program *p = m->p;
    const struct site *site = ask_site(p, at);
    uint32_t base, words = BITS_WORDS(program_domain(p, site->kind, site->value, &base));
    struct judged some[JUDGED_AT_ONCE];
    uint32_t n = 0;
    if (*no) some[n++].answer = ANSWER_NO;
    int32_t i = -1;
    for (bool more = true; more; n = 0) {
        while (n < JUDGED_AT_ONCE && (more = (i = bits_next(m->asked.menu, words, i)) >= 0))
            some[n++].answer = base + (uint32_t)i;
        attempt_judge(m, at, some, n);
        for (uint32_t k = 0; k < n; k++)
            if (!some[k].sure && some[k].answer == ANSWER_NO)
                *no = 0;
            else if (!some[k].sure)
                bits_clear(m->asked.menu, some[k].answer - base);
    }
    m->tally.work += PROBE_STEPS - m->probe.steps;
    return bits_count(m->asked.menu, words) + *no;
}

bool probe_begin(struct machine *m, const struct state *at, unsigned seat) {
    const struct program *p = m->p;
    uint32_t clear = m->probe.plain ? UINT32_MAX : attempt_find_clear(p, at, UINT32_MAX);
    if (!m->probe.plain && attempt_all_clear(p, at, clear)) return false;
    uint32_t horizon = find_horizon(p, at, seat);
    if (horizon == at->n_frames - 1u) return false;
    if (horizon != UINT32_MAX) clear = m->probe.plain ? horizon : attempt_find_clear(p, at, horizon);
    attempt_begin(m, at, seat, clear, horizon);
    return true;
}

/* Into m->asked.menu and *no; returns how many are left. */
static uint32_t make_menu(struct machine *m, const struct state *at, unsigned seat, uint8_t *no) {
    uint32_t words = m->p->layout.ask_words;
    memcpy(m->asked.menu, m->asked.raw, words * 4u);
    *no = m->asked.raw_no;
    copies_merge(m, at, ask_site(m->p, at), seat, m->asked.menu);
    return probe_begin(m, at, seat) ? filter_menu(m, at, no) : bits_count(m->asked.menu, words) + *no;
}

/* Makes the menu of `at` again, as m->probe says. */
static void make_again(struct machine *m, const struct state *at, unsigned seat, uint8_t *no) {
    const struct program *p = m->p;
    const struct frame *f = &state_frames(p, at)[at->n_frames - 1];
    ask_candidates(p, at, ask_site(p, at), f->pc, state_stack(p, at) + f->base, m->asked.raw, &m->asked.raw_no);
    make_menu(m, at, seat, no);
}

/* Now and then a menu is made again: without slices, by attempts that stop at every question, which must offer the
 * same, and by trying everything out to its end, which must offer no less. What differs is counted, and stays as it is.
 */
static void doubt_menu(struct machine *m, const struct state *at, unsigned seat, uint8_t no) {
    uint32_t kept[64], words = m->p->layout.ask_words;
    uint8_t other_no;
    if (++m->tally.menus % m->tally.doubting || words > 64) return;
    memcpy(kept, m->asked.menu, words * 4u);
    if (m->native || m->p->slices) {
        m->probe.stops = m->probe.bare = true;
        make_again(m, at, seat, &other_no);
        m->probe.stops = m->probe.bare = false;
        m->tally.doubts += no != other_no || memcmp(kept, m->asked.menu, words * 4u) != 0;
    }
    m->probe.plain = m->probe.bare = true;
    make_again(m, at, seat, &other_no);
    m->probe.plain = m->probe.bare = false;
    bool more = no && !other_no;
    for (uint32_t i = 0; i < words; i++)
        more = more || (kept[i] & ~m->asked.menu[i]);
    m->tally.doubts += more;
    memcpy(m->asked.menu, kept, words * 4u);
}

uint32_t probe_menu(struct machine *m, const struct state *at, unsigned seat, uint8_t *no) {
    uint32_t left = make_menu(m, at, seat, no);
    if (m->tally.doubting) doubt_menu(m, at, seat, *no);
    return left;
}

bool probe_explain(struct machine *m, const struct state *at, unsigned seat, uint32_t answer) {
    uint32_t horizon = find_horizon(m->p, at, seat);
    m->why.any = false;
    told_init(&m->why.told);
    if (horizon == at->n_frames - 1u) return true;
    attempt_begin(m, at, seat, horizon, horizon);
    return attempt_succeeds(m, at, answer, true);
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
    attempt_begin(m, at, seat, horizon, horizon);
    if (no) attempt_succeeds(m, at, ANSWER_NO, true);
    for (int32_t i = -1; (i = bits_next(m->asked.menu, words, i)) >= 0;)
        attempt_succeeds(m, at, base + (uint32_t)i, true);
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
    attempt_copy(p, copy, at);
    probe_hidden(m, at, seat, m->probe.levels[0].unknown);
    ask_answer(p, copy, answer);
    run_init_probe(&r, m, copy, seat, m->probe.levels[0].unknown);
    r.horizon = horizon;
    if (run_loop(&r) != STOP_YES) return UINT32_MAX;
    *of = state_statement(p, copy);
    return state_frames(p, copy)[copy->n_frames - 1].pc;
}
