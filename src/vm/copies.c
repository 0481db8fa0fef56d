/* copies.c: equal copies are one answer (decision 82). Of the candidates that are copies of one card and the same for
 * all the asked seat can know, the first stands for all.
 *
 * Law: two are the same when exchanging them would change nothing in the position that a rule can read, and that is
 * judged by what the seat sees alone: where something it may not see could tell them apart, they stay apart, whatever
 * is written there. What others know of a card does not count; no rule reads it.
 */
#include "vm/vm.h"

/* Whether a variable about cards tells the two apart, or may. */
static bool var_of_cards_tells(const struct program *p, const struct state *s, const struct var *v, uint32_t c,
                               uint32_t d, unsigned seat) {
    uint32_t one = var_slot(v, (int32_t)c, 0), other = var_slot(v, (int32_t)d, 0);
    if (one == UINT32_MAX || other == UINT32_MAX) return one != other;
    if (!v->internal && (!var_seen(p, s, v, (int32_t)c, seat) || !var_seen(p, s, v, (int32_t)d, seat))) return true;
    for (uint32_t i = 0; i < v->n_index; i++)
        if (var_load(p, s, v, one + i) != var_load(p, s, v, other + i)) return true;
    return false;
}

/* Whether a variable that holds cards names one of the two alone, or may. */
static bool var_with_cards_tells(const struct program *p, const struct state *s, const struct var *v, uint32_t c,
                                 uint32_t d, unsigned seat) {
    const struct card_kind *kind = &p->kinds[v->kind.of];
    bool set = (v->kind.flags & VF_SET) != 0;
    uint32_t per = set ? v->n_index : 1u; /* the words of a set are the entries of its owner */
    if (c - (uint32_t)kind->first >= kind->n || (set && d / 32u >= per)) return false;
    for (uint32_t slot = 0; slot < (uint32_t)v->n_owners * v->n_index; slot += per) {
        int32_t owner = (int32_t)(slot / v->n_index) + (v->scope >= SCOPE_CARD ? v->first_owner : 0);
        if (!v->internal && !var_seen(p, s, v, owner, seat)) return true;
        if (!set) {
            int32_t value = var_load(p, s, v, slot);
            if (value == (int32_t)c || value == (int32_t)d) return true;
        } else if (((uint32_t)var_load(p, s, v, slot + c / 32u) >> c % 32u & 1u) !=
                   ((uint32_t)var_load(p, s, v, slot + d / 32u) >> d % 32u & 1u)) {
            return true;
        }
    }
    return false;
}

static bool vars_tell(const struct program *p, const struct state *s, uint32_t c, uint32_t d, unsigned seat) {
    for (uint32_t i = 0; i < p->n_vars; i++) {
        const struct var *v = &p->vars[i];
        if (v->scope == SCOPE_CARD && var_of_cards_tells(p, s, v, c, d, seat)) return true;
        if (v->kind.type == VT_CARD && var_with_cards_tells(p, s, v, c, d, seat)) return true;
    }
    return false;
}

/* Whether a waiting rule is that of one of the two, or remembers one of them alone. */
static bool frame_tells(const struct program *p, const struct state *s, const struct frame *f, uint32_t c, uint32_t d) {
    const struct stack_map *map = program_map(p, f->pc);
    const int32_t *regs = state_stack(p, s) + f->base;
    if (regs[REG_THIS] == (int32_t)c || regs[REG_THIS] == (int32_t)d) return true;
    for (uint32_t i = 0; map && i < map->n; i++) {
        uint8_t kind = p->map_bytes[map->first + i];
        if (kind & LIVE_DEAD) continue;
        if (kind == LIVE_CARD && (regs[i] == (int32_t)c || regs[i] == (int32_t)d)) return true;
        if (kind == LIVE_CARDSET) {
            const uint32_t *set = (const uint32_t *)(regs + i);
            if (bits_test(set, c) != bits_test(set, d)) return true;
        }
    }
    return false;
}

static bool same(const struct program *p, const struct state *s, uint32_t c, uint32_t d, unsigned seat) {
    uint8_t z = state_where(p, s)[c];
    if (z != state_where(p, s)[d] || !card_seen(p, s, c, seat) || !card_seen(p, s, d, seat)) return false;
    if (z != 255 && p->zones[p->zone_of_instance[z]].pile) return false; /* each has its place */
    if (vars_tell(p, s, c, d, seat)) return false;
    for (uint32_t i = 0; i < s->n_frames; i++)
        if (frame_tells(p, s, &state_frames(p, s)[i], c, d)) return false;
    return true;
}

/* The candidate that stands for `card` among those in `set`: the first that is the same. */
static uint32_t stands_for(const struct program *p, const struct state *at, const uint32_t *set, uint32_t card,
                           unsigned seat) {
    for (uint32_t c = card - p->cards[card].copy; c < card; c++)
        if (bits_test(set, c) && same(p, at, c, card, seat)) return c;
    return card;
}

/* Whether some of the candidates in `set` could be one answer. */
static bool merges(const struct machine *m, const struct state *at, const struct site *site, const uint32_t *set) {
    bool cards = site->kind == SITE_CHOOSE && site->value.type == VT_CARD;
    return cards && !(at->flags & STATE_EACH_COPY) && bits_meet(set, m->index.copies, m->p->card_words);
}

void copies_merge(const struct machine *m, const struct state *at, const struct site *site, unsigned seat,
                  uint32_t *menu) {
    const struct program *p = m->p;
    if (!merges(m, at, site, menu)) return;
    for (int32_t c = -1; (c = bits_next(menu, p->card_words, c)) >= 0;)
        if (p->cards[c].copy && stands_for(p, at, menu, (uint32_t)c, seat) != (uint32_t)c)
            bits_clear(menu, (uint32_t)c);
}

void copies_spell_out(const struct machine *m, const struct state *at, const struct site *site, unsigned seat,
                      const uint32_t *all, uint32_t *menu) {
    const struct program *p = m->p;
    if (!merges(m, at, site, all)) return;
    for (int32_t c = -1; (c = bits_next(all, p->card_words, c)) >= 0;)
        if (p->cards[c].copy && stands_for(p, at, menu, (uint32_t)c, seat) != (uint32_t)c) bits_set(menu, (uint32_t)c);
}

bool copies_possible(const struct machine *m, const struct state *at, const struct site *site, const uint32_t *set) {
    const struct program *p = m->p;
    int32_t before = NONE;
    if (!merges(m, at, site, set)) return false;
    for (int32_t c = -1; (c = bits_next(set, p->card_words, c)) >= 0; before = c)
        if (before != NONE && c - before <= p->cards[c].copy) return true;
    return false;
}

uint32_t copies_stand_for(const struct machine *m, const struct state *at, const struct site *site, unsigned seat,
                          const uint32_t *menu, uint32_t answer) {
    const struct program *p = m->p;
    uint32_t card;
    if (!ask_in_domain(p, site->kind, site->value, answer, &card) || site->value.type != VT_CARD) return answer;
    if (site->kind != SITE_CHOOSE || (at->flags & STATE_EACH_COPY) || !bits_test(m->index.copies, card)) return answer;
    return answer - card + stands_for(p, at, menu, card, seat);
}

/* ---- reading from outside */
/* The block that waits at the question of `seat` if copies can be one answer to it, with its candidates in
 * m->asked.raw; else NULL. */
static const struct state *waiting(struct machine *m, const struct state *s, unsigned seat) {
    const struct program *p = m->p;
    struct question q;
    if ((s->flags & (STATE_VIEW | STATE_EACH_COPY)) || !state_question(p, s, seat, &q)) return NULL;
    if (q.kind != SITE_CHOOSE || q.value.type != VT_CARD) return NULL;
    const struct state *at = fork_block(m, s, q.seat);
    if (!at) return NULL;
    const struct frame *f = &state_frames(p, at)[at->n_frames - 1];
    ask_candidates(p, at, ask_site(p, at), f->pc, state_stack(p, at) + f->base, m->asked.raw, &m->asked.raw_no);
    return at;
}

uint32_t state_answer_meant(struct machine *m, const struct state *s, unsigned seat, uint32_t answer) {
    const struct program *p = m->p;
    const struct answer_space *a = &p->answers;
    if (state_answer_legal(p, s, seat, answer)) return answer;
    uint32_t card = answer - a->cards;
    if (answer < a->cards || card >= p->n_cards || !p->cards[card].copy) return UINT32_MAX;
    const struct state *at = waiting(m, s, seat);
    if (!at || !bits_test(m->asked.raw, card)) return UINT32_MAX;
    for (uint32_t c = card - p->cards[card].copy; c < card; c++)
        if (state_answer_legal(p, s, seat, a->cards + c) && same(p, at, c, card, seat)) return a->cards + c;
    return UINT32_MAX;
}

size_t state_answer_copies(struct machine *m, const struct state *s, unsigned seat, uint32_t answer, uint32_t *ids,
                           size_t cap) {
    const struct program *p = m->p;
    uint32_t card = answer - p->answers.cards;
    size_t n = 1;
    if (cap) ids[0] = answer;
    if (answer < p->answers.cards || card >= p->n_cards) return n;
    const struct state *at = waiting(m, s, seat);
    for (uint32_t c = card + 1; at && c < p->n_cards && p->cards[c].copy; c++) {
        if (!bits_test(m->asked.raw, c) || !same(p, at, card, c, seat)) continue;
        if (n < cap) ids[n] = p->answers.cards + c;
        n++;
    }
    return n;
}
