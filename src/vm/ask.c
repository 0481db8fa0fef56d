/* ask.c: questions and answers: candidates, the open question in the block, answer ids.
 *
 * An answer id is one number for the whole program (struct answer_space); in a question it is a bit relative to the
 * first id of the question's domain; "no" is a flag of its own. Invariant: `legal` has no bit past the domain.
 */
#include "vm/vm.h"

#include <string.h>

bool ask_in_domain(const struct program *p, unsigned kind, struct value_kind value, uint32_t answer, uint32_t *bit) {
    uint32_t base, n = program_domain(p, kind, value, &base);
    *bit = answer - base;
    return answer >= base && *bit < n;
}

bool ask_candidates(const struct program *p, const struct state *s, const struct site *site, uint32_t pc,
                    const int32_t *regs, uint32_t *raw, uint8_t *no) {
    (void)s;
    uint32_t base, n = program_domain(p, site->kind, site->value, &base), word = p->code[pc];
    memset(raw, 0, p->layout.ask_words * 4u);
    *no = (site->flags & ASK_OPTIONAL) != 0 || site->kind == SITE_YESNO;
    switch (site->kind) {
    case SITE_CHOOSE: {
        uint32_t full = BITS_WORDS(n), words = site->width < full ? site->width : full;
        memmove(raw, regs + op_b(word), words * 4u); /* memcpy is written out by gcc, and slow for few words */
        if (n & 31u && words == full) raw[full - 1] &= (1u << (n & 31u)) - 1u;
        return *no || bits_any(raw, words);
    }
    case SITE_NUMBER: {
        int32_t low = regs[op_b(word)], high = regs[op_c(word)];
        if (low < NUMBER_LOW) low = NUMBER_LOW;
        if (high > NUMBER_LOW + NUMBER_SPAN - 1) high = NUMBER_LOW + NUMBER_SPAN - 1;
        if (low > high) return *no;
        uint32_t first = (uint32_t)(low - NUMBER_LOW), count = (uint32_t)(high - low) + 1u;
        for (uint32_t w = first / 32u; w <= (first + count - 1u) / 32u; w++)
            raw[w] = bits_span(w, first, count);
        return true;
    }
    case SITE_YESNO: raw[0] = 1; return true;
    case SITE_OPTION:
        bits_fill(raw, 1, site->n_options);
        if (op_b(word) != NO_REGISTER) raw[0] &= (uint32_t)regs[op_b(word)];
        return *no || raw[0];
    default: return *no;
    }
}

int32_t ask_bit_value(const struct site *site, int32_t bit) {
    if (site->kind == SITE_YESNO) return bit >= 0;
    if (bit < 0) return NONE;
    return site->kind == SITE_NUMBER || site->value.type == VT_NUMBER ? NUMBER_LOW + bit : bit;
}

int32_t ask_answer_value(const struct program *p, const struct site *site, uint32_t answer) {
    uint32_t bit;
    if (answer == ANSWER_NO) return ask_bit_value(site, -1);
    return ask_in_domain(p, site->kind, site->value, answer, &bit) ? ask_bit_value(site, (int32_t)bit) : NONE;
}

static int32_t number_bit(int32_t value) {
    return value < NUMBER_LOW ? NONE : value < NUMBER_LOW + NUMBER_SPAN ? value - NUMBER_LOW : INT32_MAX;
}

uint32_t ask_value_answer(const struct program *p, const struct site *site, int32_t value) {
    uint32_t base, n = program_domain(p, site->kind, site->value, &base);
    switch (site->kind) {
    case SITE_YESNO: return value ? ANSWER_YES : ANSWER_NO;
    case SITE_NUMBER: value = number_bit(value); break;
    case SITE_CHOOSE:
        if (site->value.type == VT_NUMBER) value = number_bit(value);
        break;
    default: break;
    }
    if (value < 0) return site->flags & ASK_OPTIONAL ? (uint32_t)ANSWER_NO : UINT32_MAX;
    return (uint32_t)value < n ? base + (uint32_t)value : UINT32_MAX;
}

const struct site *ask_site(const struct program *p, const struct state *s) {
    return &p->sites[p->code[state_frames(p, s)[s->n_frames - 1].pc + 1]];
}

uint32_t ask_preferred(const struct program *p, const struct site *site, const int32_t *regs) {
    return site->prefer == NO_REGISTER ? UINT32_MAX : ask_value_answer(p, site, regs[site->prefer]);
}

void ask_answer(const struct program *p, struct state *s, uint32_t answer) {
    struct frame *f = &state_frames(p, s)[s->n_frames - 1];
    const struct site *site = &p->sites[p->code[f->pc + 1]];
    state_stack(p, s)[f->base + op_a(p->code[f->pc])] = ask_answer_value(p, site, answer);
    f->pc += 2;
}

void ask_close(const struct program *p, struct ask *q) {
    memset(q, 0, p->layout.ask_stride);
}

/* Opens in `s` the question at which block `at` waits (s itself, or a fork body), with the answers of m->asked.menu. */
void ask_open(struct machine *m, const struct state *at, struct state *s, unsigned seat, uint32_t count, bool no) {
    const struct program *p = m->p;
    const struct frame *f = &state_frames(p, at)[at->n_frames - 1];
    uint32_t index = p->code[f->pc + 1], bit;
    const struct site *site = &p->sites[index];
    struct ask *q = state_ask(p, s, seat);
    q->site = (int32_t)index;
    q->seat = (uint8_t)seat;
    q->kind = site->kind;
    q->flags = (uint8_t)((site->flags & 0x3fu) | ASK_OPEN | (no ? ASK_NO : 0));
    q->type = site->value.type;
    q->of = site->value.of;
    memcpy(q->legal, m->asked.menu, p->layout.ask_words * 4u);
    q->count = (uint16_t)count;
    q->preset = NONE;
    if (site->prefer == NO_REGISTER) return;
    uint32_t preset = ask_preferred(p, site, state_stack(p, at) + f->base);
    preset = copies_stand_for(m, at, site, seat, m->asked.menu, preset);
    bool fits = preset == ANSWER_NO
                    ? no
                    : ask_in_domain(p, site->kind, site->value, preset, &bit) && bits_test(m->asked.menu, bit);
    if (fits) q->preset = (int32_t)preset;
}

bool ask_is_fair(const struct program *p, const struct state *at, const struct ask *q, unsigned seat) {
    if (q->kind != SITE_CHOOSE || q->type != VT_CARD) return true;
    for (int32_t c = -1; (c = bits_next(q->legal, p->card_words, c)) >= 0 && (uint32_t)c < p->n_cards;)
        if (!card_seen(p, at, (uint32_t)c, seat)) return false;
    return true;
}

static struct ask *open_chance(const struct program *p, struct state *s, uint8_t type) {
    struct ask *q = state_ask(p, s, 0);
    ask_close(p, q);
    q->site = q->preset = NONE;
    q->seat = SEAT_CHANCE;
    q->kind = SITE_CHANCE;
    q->flags = ASK_OPEN;
    q->type = type;
    return q;
}

void ask_chance_cards(const struct program *p, struct state *s, const uint32_t *cards) {
    struct ask *q = open_chance(p, s, VT_CARD);
    memcpy(q->legal, cards, p->card_words * 4u);
    q->count = (uint16_t)bits_count(cards, p->card_words);
}

void ask_chance_numbers(const struct program *p, struct state *s, int32_t low, int32_t high) {
    struct ask *q = open_chance(p, s, VT_NUMBER);
    for (int32_t v = low; v <= high; v++)
        bits_set(q->legal, (uint32_t)(v - NUMBER_LOW));
    q->count = (uint16_t)(high - low + 1);
}

/* ---- reading from outside */
static const struct ask *open_question(const struct program *p, const struct state *s, unsigned seat) {
    if (s->status != RUN_ASK) return NULL;
    if (seat == SEAT_SPECTATOR) {
        seat = 0;
        if (s->forked)
            while (seat < p->seats && !(s->pending >> seat & 1u))
                seat++;
        else
            seat = state_ask(p, s, 0)->seat;
    }
    if (s->forked) return seat < p->seats && (s->pending >> seat & 1u) ? state_ask(p, s, seat) : NULL;
    const struct ask *q = state_ask(p, s, 0);
    return (q->flags & ASK_OPEN) && q->seat == seat ? q : NULL;
}

static struct value_kind ask_value(const struct ask *q) {
    return (struct value_kind){q->type, 0, q->of};
}

uint32_t state_asked(const struct program *p, const struct state *s) {
    if (s->status != RUN_ASK) return 0;
    if (s->forked) return s->pending;
    const struct ask *q = state_ask(p, s, 0);
    return (q->flags & ASK_OPEN) && q->seat < p->seats ? 1u << q->seat : 0;
}

bool state_question(const struct program *p, const struct state *s, unsigned seat, struct question *out) {
    const struct ask *q = open_question(p, s, seat);
    if (!q || !(q->flags & ASK_OPEN)) return false;
    *out = (struct question){.site = (uint32_t)q->site,
                             .count = q->count,
                             .preset = q->preset == NONE ? UINT32_MAX : (uint32_t)q->preset,
                             .seat = q->seat,
                             .kind = q->kind,
                             .flags = q->flags & 0x3f,
                             .value = ask_value(q)};
    return true;
}

int32_t state_chance_pile(const struct program *p, const struct state *s) {
    const struct ask *q = open_question(p, s, SEAT_CHANCE);
    int32_t card = q && q->type == VT_CARD ? bits_next(q->legal, p->layout.ask_words, -1) : NONE;
    return card < 0 ? NONE : card_place(p, s, (uint32_t)card);
}

size_t state_answers(const struct program *p, const struct state *s, unsigned seat, uint32_t *ids, size_t cap) {
    const struct ask *q = open_question(p, s, seat);
    if (!q) return 0;
    uint32_t base, n = 0;
    program_domain(p, q->kind, ask_value(q), &base);
    if (q->flags & ASK_NO) {
        if (n < cap) ids[n] = ANSWER_NO;
        n++;
    }
    for (int32_t i = -1; (i = bits_next(q->legal, p->layout.ask_words, i)) >= 0; n++)
        if (n < cap) ids[n] = base + (uint32_t)i;
    return n;
}

size_t state_candidates(struct machine *m, const struct state *s, unsigned seat, uint32_t *ids, size_t cap) {
    const struct program *p = m->p;
    struct question q;
    if (!state_question(p, s, seat, &q) || q.kind == SITE_CHANCE || (s->flags & STATE_VIEW)) return 0;
    const struct state *at = fork_block(m, s, q.seat);
    if (!at) return 0;
    const struct frame *f = &state_frames(p, at)[at->n_frames - 1];
    uint32_t base;
    size_t n = 0;
    ask_candidates(p, at, ask_site(p, at), f->pc, state_stack(p, at) + f->base, m->asked.raw, &m->asked.raw_no);
    program_domain(p, q.kind, q.value, &base);
    for (int32_t i = -1; (i = bits_next(m->asked.raw, p->layout.ask_words, i)) >= 0; n++)
        if (n < cap) ids[n] = base + (uint32_t)i;
    return n;
}

uint32_t state_answer_nth(const struct program *p, const struct state *s, unsigned seat, uint32_t n) {
    const struct ask *q = open_question(p, s, seat);
    if (!q) return UINT32_MAX;
    uint32_t base;
    program_domain(p, q->kind, ask_value(q), &base);
    if (q->flags & ASK_NO) {
        if (n == 0) return ANSWER_NO;
        n--;
    }
    int32_t i = bits_nth(q->legal, p->layout.ask_words, n);
    return i < 0 ? UINT32_MAX : base + (uint32_t)i;
}

bool state_answer_legal(const struct program *p, const struct state *s, unsigned seat, uint32_t answer) {
    const struct ask *q = open_question(p, s, seat);
    uint32_t bit;
    if (!q) return false;
    if (answer == ANSWER_NO) return (q->flags & ASK_NO) != 0;
    return ask_in_domain(p, q->kind, ask_value(q), answer, &bit) && bits_test(q->legal, bit);
}
