/* determinise.c: a position a seat could be in, as far as it knows.
 *
 * Cards the seat cannot see are relabelled by one random permutation among cards with the same back, everywhere at
 * once: zones, piles, per-card variables, variables that name cards, what others know, and registers of waiting
 * frames (by their stack maps). So the result is as consistent as the original. Piles that are undecided stay so; the
 * generator gets a new key. Variables only others see stay as they are: nothing says what else they could be.
 * During a fork the other seats' answers are dropped. Those who were done answer again, at random, since everybody
 * sees who is still asked; the others are asked anew.
 */
#include "base/random.h"
#include "vm/vm.h"

#include <string.h>

/* Cards are exchanged only within a pool: same back, and in places that hold any card with that back, or the same kind
 * of narrower place. */
static uint32_t pool_of(const struct machine *m, const struct state *s, uint32_t card) {
    const struct program *p = m->p;
    uint32_t back = m->index.back[card], place = p->zone_of_instance[state_where(p, s)[card]];
    if (back >= p->n_zones) return 0xffff0000u | place;
    const struct zone *b = &p->zones[back], *z = &p->zones[place];
    bool wide = z->first_card <= b->first_card && z->first_card + z->n_cards >= b->first_card + b->n_cards;
    return back << 16 | (wide ? 0xffffu : place);
}

/* The seats that know a card. */
static uint32_t knowers(const struct program *p, const struct state *s, uint32_t card) {
    uint32_t mask = 0;
    for (uint32_t q = 0; q < p->seats; q++)
        mask |= (uint32_t)bits_test(state_known(p, s, q), card) << q;
    return mask;
}

/* Those of them in a zone that exactly the seats of `mask` know; what the next mask is, or UINT32_MAX. */
static uint32_t list_known(struct machine *m, const struct state *s, uint32_t *pool, const uint32_t *zone,
                           uint32_t mask, uint32_t *n) {
    uint32_t next = UINT32_MAX;
    for (uint32_t w = 0; w < m->p->card_words; w++)
        for (uint32_t of = pool[w] & zone[w]; of; of &= of - 1u) {
            uint32_t card = w * 32u + bits_lowest(of), known = knowers(m->p, s, card);
            if (known != mask)
                next = known < next ? known : next;
            else
                m->scratch.places[(*n)++] = (uint16_t)card, bits_clear(pool, card);
        }
    return next;
}

/* The cards of `pool`, which is emptied, into m->scratch.places by where they lie: zone by zone; in a pile as they lie
 * there, elsewhere by who knows them. */
static void list_places(struct machine *m, const struct state *s, uint32_t *pool) {
    const struct program *p = m->p;
    uint32_t n = 0;
    for (uint32_t z = 0; z < p->n_zone_of_instance; z++) {
        const uint32_t *zone = state_zone(p, s, z);
        bool pile = p->zones[p->zone_of_instance[z]].pile;
        uint32_t decided = pile ? (uint32_t)state_pile(p, s, z)->top + state_pile(p, s, z)->bottom : 0;
        for (uint32_t i = 0; i < decided; i++) {
            uint32_t card = order_get(pile_order(p, s, z), i);
            if (bits_test(pool, card)) m->scratch.places[n++] = (uint16_t)card, bits_clear(pool, card);
        }
        if (!bits_meet(pool, zone, p->card_words)) continue;
        for (uint32_t mask = 0; mask != UINT32_MAX;)
            mask = list_known(m, s, pool, zone, mask, &n);
    }
    for (int32_t c = -1; (c = bits_next(pool, p->card_words, c)) >= 0;)
        m->scratch.places[n++] = (uint16_t)c;
}

/* What a place gets depends on the seed and the place, never on the card that lies there. */
static void permute(struct machine *m, const struct state *s, unsigned seat, struct random *random) {
    const struct program *p = m->p;
    uint32_t *hidden = m->scratch.drawn, *of_pool = m->scratch.cards;
    bits_zero(hidden, p->card_words);
    for (uint32_t c = 0; c < p->n_cards; c++) {
        m->scratch.permutation[c] = (uint16_t)c;
        if (!card_seen(p, s, c, seat)) bits_set(hidden, c);
    }
    for (int32_t first; (first = bits_next(hidden, p->card_words, -1)) >= 0;) {
        uint32_t pool = pool_of(m, s, (uint32_t)first), n = 0;
        bits_zero(of_pool, p->card_words);
        for (int32_t c = first - 1; (c = bits_next(hidden, p->card_words, c)) >= 0;) {
            if (pool_of(m, s, (uint32_t)c) != pool) continue;
            m->scratch.list[n++] = (uint16_t)c;
            bits_set(of_pool, (uint32_t)c);
            bits_clear(hidden, (uint32_t)c);
        }
        list_places(m, s, of_pool);
        for (uint32_t i = n; i > 0; i--) {
            uint32_t k = random_range(random, i);
            m->scratch.permutation[m->scratch.places[i - 1]] = m->scratch.list[k];
            m->scratch.list[k] = m->scratch.list[i - 1];
        }
    }
}

static void permute_set(struct machine *m, uint32_t *set) {
    const struct program *p = m->p;
    uint32_t *to = m->scratch.cards;
    bits_zero(to, p->card_words);
    for (int32_t c = -1; (c = bits_next(set, p->card_words, c)) >= 0 && (uint32_t)c < p->n_cards;)
        bits_set(to, m->scratch.permutation[c]);
    memcpy(set, to, p->card_words * 4u);
}

/* Whether the variable is what it was at first for all cards that become others: then nothing changes. */
static bool all_initial(const struct machine *m, const struct state *s, const struct var *v) {
    const struct quick *q = &m->index.quick[v - m->p->vars];
    if (v->initials >= 0 || v->n_index != 1) return false;
    for (uint32_t k = 0; k < v->n_owners; k++) {
        uint32_t card = (uint32_t)v->first_owner + k;
        if (m->scratch.permutation[card] != card && quick_load(s, q, k) != v->initial) return false;
    }
    return true;
}

static void permute_vars(struct machine *m, const struct state *s, struct state *out) {
    const struct program *p = m->p;
    for (uint32_t i = 0; i < p->n_vars; i++) {
        const struct var *v = &p->vars[i];
        uint32_t n = (uint32_t)v->n_owners * v->n_index;
        if (v->scope == SCOPE_CARD && !all_initial(m, s, v)) {
            for (uint32_t k = 0; k < n; k++)
                var_save(out, v, k, var_initial(p, v, k));
            for (uint32_t k = 0; k < n; k++) {
                uint32_t card = (uint32_t)v->first_owner + k / v->n_index;
                uint32_t slot = var_slot(v, m->scratch.permutation[card], (int32_t)(k % v->n_index));
                if (slot != UINT32_MAX) var_save(out, v, slot, var_load(p, s, v, k));
            }
        }
        if (v->kind.type != VT_CARD) continue;
        if (!(v->kind.flags & VF_SET)) {
            for (uint32_t k = 0; k < n; k++) {
                int32_t card = var_load(p, out, v, k);
                if ((uint32_t)card < p->n_cards) var_save(out, v, k, m->scratch.permutation[card]);
            }
        } else if (v->width == 4 && v->n_index == p->card_words) {
            for (uint32_t o = 0; o < v->n_owners; o++)
                permute_set(m, state_at(out, v->offset + o * v->n_index * 4u));
        }
    }
}

static void permute_frames(struct machine *m, struct state *out) {
    const struct program *p = m->p;
    const struct frame *frames = state_frames(p, out);
    for (uint32_t i = 0; i < out->n_frames; i++) {
        const struct stack_map *map = program_map(p, frames[i].pc);
        int32_t *regs = state_stack(p, out) + frames[i].base;
        for (uint32_t k = 0; map && k < map->n; k++) {
            uint8_t kind = p->map_bytes[map->first + k] & LIVE_KIND;
            if (kind == LIVE_CARD && (uint32_t)regs[k] < p->n_cards) regs[k] = m->scratch.permutation[regs[k]];
            if (kind == LIVE_CARDSET) permute_set(m, (uint32_t *)(regs + k));
        }
    }
}

static void permute_zones(struct machine *m, const struct state *s, struct state *out) {
    const struct program *p = m->p;
    for (uint32_t z = 0; z < p->n_zone_of_instance; z++) {
        permute_set(m, state_zone(p, out, z));
        if (!p->zones[p->zone_of_instance[z]].pile) continue;
        struct pile_head *h = state_pile(p, out, z);
        struct order order = pile_order(p, out, z);
        for (uint32_t i = 0; i < (uint32_t)h->top + h->bottom; i++)
            order_set(order, i, m->scratch.permutation[order_get(order, i)]);
    }
    for (uint32_t c = 0; c < p->n_cards; c++)
        state_where(p, out)[m->scratch.permutation[c]] = state_where(p, s)[c];
    for (uint32_t q = 0; q < p->seats; q++)
        permute_set(m, state_known(p, out, q));
}

/* Another seat's question is asked anew: its hand is another now. */
static void ask_again(struct machine *m, unsigned seat, struct state *out) {
    const struct program *p = m->p;
    struct ask *q = state_ask(p, out, 0);
    if (!(q->flags & ASK_OPEN) || q->seat == seat) return;
    if (q->type == VT_CARD) permute_set(m, q->legal);
    if (q->seat == SEAT_CHANCE) return;
    const struct frame *f = &state_frames(p, out)[out->n_frames - 1];
    uint8_t no;
    const int32_t *regs = state_stack(p, out) + f->base;
    if (!ask_candidates(p, out, ask_site(p, out), f->pc, regs, m->asked.raw, &m->asked.raw_no)) return;
    unsigned asked = q->seat;
    uint32_t count = probe_menu(m, out, asked, &no);
    if (count) ask_open(m, out, out, asked, count, no);
}

static bool answer_again(struct machine *m, unsigned seat, struct random *random, struct state *out) {
    const struct program *p = m->p;
    while (out->pending >> seat & 1u) {
        uint32_t answer = state_answer_nth(p, out, seat, random_range(random, state_ask(p, out, seat)->count));
        if (!fork_record(p, out, seat, answer) || !fork_advance(m, out, seat)) return false;
    }
    return true;
}

static void fork_again(struct machine *m, unsigned seat, struct random *random, struct state *out) {
    const struct program *p = m->p;
    uint8_t pending = out->pending;
    for (uint32_t q = 0; q < p->seats; q++) {
        if (q == seat || !(out->seats >> q & 1u)) continue;
        memset(state_log(p, out, q), 0, p->layout.log_cap * 2u);
        out->log_n[q] = 0;
        out->pending |= (uint8_t)(1u << q);
        if (!fork_advance(m, out, q)) return;
        if (!(pending >> q & 1u) && !answer_again(m, q, random, out)) return;
    }
    uint32_t steps = STEP_BUDGET;
    if (!out->pending && fork_join(m, out, &steps) == STOP_JOIN) drive(m, out, steps);
}

void state_determinise(struct machine *m, const struct state *s, unsigned seat, uint64_t seed, struct state *out) {
    const struct program *p = m->p;
    struct random random = {.key = seed};
    memcpy(out, s, p->layout.size);
    if (s->flags & STATE_VIEW) return;
    out->key = random_at(seed, 0x64657465u, 1);
    if (s->status != RUN_ASK) return;
    void (*sink)(void *, const struct log_event *) = m->log.sink;
    m->log.sink = NULL;
    permute(m, s, seat, &random);
    permute_zones(m, s, out);
    permute_vars(m, s, out);
    permute_frames(m, out);
    if (out->forked)
        fork_again(m, seat, &random, out);
    else
        ask_again(m, seat, out);
    m->log.sink = sink;
}
