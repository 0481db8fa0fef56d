/* determinise.c: a position a seat could be in, as far as it knows.
 *
 * Cards the seat cannot see are relabelled by one random permutation among cards with the same back, everywhere at
 * once: zones, piles, per-card variables, variables that name cards, what others know, and registers of waiting
 * frames (by their stack maps). So the result is as consistent as the original. Piles that are undecided stay so; the
 * generator gets a new key. Variables only others see stay as they are: nothing says what else they could be.
 * During a fork the other seats' answers are dropped. Those who were done answer again, at random, since everybody
 * sees who is still asked; the others are asked anew.
 *
 * A card of an undecided pile has no place: nothing but the pile as a set tells it from the others there. So only cards
 * that have a place, or that something names, are drawn anew, from all that could lie there; what they leave behind
 * goes to the pile. That is a few cards and not the whole pile, and the pile as a set is as random as before.
 */
#include "base/random.h"
#include "vm/vm.h"

#include <string.h>

/* Sets in m->scratch.sets. NAMED: cards that registers or variables name, or that have marks of their own; MOVED: those
 * that become others. The rest belongs to one pool. */
enum { HIDDEN_SET, NAMED, MOVED, POOL, PLACED, LABELS };
_Static_assert((int)LABELS < (int)SCRATCH_SETS, "there is a set for each");

static uint32_t *set_of(const struct machine *m, int which) {
    return m->scratch.sets + (uint32_t)which * (m->p->card_words + 1u);
}

/* The zone instances that a seat does not see: so many, then which. */
static const uint16_t *dark_zones(const struct machine *m, unsigned seat) {
    return m->index.dark + (seat < m->p->seats ? seat : m->p->seats) * (m->p->n_zone_of_instance + 1u);
}

/* Cards are exchanged only within a pool: same back, and in places that hold any card with that back, or the same kind
 * of narrower place. */
static uint32_t pool_key(const struct program *p, uint32_t back, uint32_t place) {
    if (back >= p->n_zones) return 0xffff0000u | place;
    const struct zone *b = &p->zones[back], *z = &p->zones[place];
    bool wide = z->first_card <= b->first_card && z->first_card + z->n_cards >= b->first_card + b->n_cards;
    return back << 16 | (wide ? 0xffffu : place);
}

/* The pool of a hidden card, which is no longer in HIDDEN_SET then. */
static void take_pool(struct machine *m, const struct state *s, unsigned seat, uint32_t card) {
    const struct program *p = m->p;
    const uint16_t *dark = dark_zones(m, seat);
    uint32_t back = m->index.back[card] < p->n_zones ? m->index.back[card] : p->n_zones;
    uint32_t key = pool_key(p, back, p->zone_of_instance[state_where(p, s)[card]]);
    uint32_t *pool = set_of(m, POOL);
    bits_zero(pool, p->card_words);
    for (uint32_t i = 1; i <= dark[0]; i++)
        if (state_counts(p, s)[dark[i]] && pool_key(p, back, p->zone_of_instance[dark[i]]) == key)
            bits_or(pool, state_zone(p, s, dark[i]), p->card_words);
    bits_and(pool, set_of(m, HIDDEN_SET), p->card_words);
    bits_and(pool, m->index.backs + back * p->card_words, p->card_words);
    bits_andn(set_of(m, HIDDEN_SET), pool, p->card_words);
}

/* Which cards of the pool have a place. Where several piles are undecided, it matters in which of them a card is. */
static void find_placed(struct machine *m, const struct state *s, unsigned seat) {
    const struct program *p = m->p;
    const uint16_t *dark = dark_zones(m, seat);
    uint32_t *placed = set_of(m, PLACED), *loose = m->scratch.cards, piles = 0;
    memcpy(placed, set_of(m, POOL), p->card_words * 4u);
    for (uint32_t i = 1; i <= dark[0]; i++) {
        uint32_t z = dark[i];
        if (!p->zones[p->zone_of_instance[z]].pile || !bits_meet(placed, state_zone(p, s, z), p->card_words)) continue;
        const struct pile_head *h = state_pile(p, s, z);
        if (state_counts(p, s)[z] == (uint32_t)h->top + h->bottom) continue;
        if (piles++ == 0) pile_undecided(p, s, z, loose);
    }
    if (piles != 1) return;
    bits_andn(loose, set_of(m, NAMED), p->card_words);
    bits_andn(placed, loose, p->card_words);
}

/* The cards whose variable is not what it was at first. */
static void name_marked(const struct state *s, const struct state *first, const struct var *v, uint32_t *named) {
    enum { AT_ONCE = 16 };
    uint32_t n = (uint32_t)v->n_owners * v->n_index * v->width, bytes = (uint32_t)v->n_index * v->width;
    const unsigned char *now = state_at(s, v->offset), *then = state_at(first, v->offset);
    for (uint32_t i = 0; i < n; i += AT_ONCE) {
        uint32_t end = i + AT_ONCE < n ? i + AT_ONCE : n;
        if (end == i + AT_ONCE ? memcmp(now + i, then + i, AT_ONCE) == 0 : memcmp(now + i, then + i, end - i) == 0)
            continue;
        for (uint32_t owner = i / bytes; owner <= (end - 1) / bytes; owner++)
            if (memcmp(now + owner * bytes, then + owner * bytes, bytes) != 0)
                bits_set(named, (uint32_t)v->first_owner + owner);
    }
}

static bool is_card_set(const struct program *p, const struct var *v) {
    return (v->kind.flags & VF_SET) && v->width == 4 && v->n_index == p->card_words;
}

static void name_of_vars(struct machine *m, const struct state *s) {
    const struct program *p = m->p;
    uint32_t *named = set_of(m, NAMED);
    for (uint32_t i = 0; i < p->n_vars; i++) {
        const struct var *v = &p->vars[i];
        if (v->scope == SCOPE_CARD) name_marked(s, state_at_first(m), v, named);
        if (v->kind.type != VT_CARD) continue;
        if (is_card_set(p, v)) {
            for (uint32_t o = 0; o < v->n_owners; o++)
                bits_or(named, state_at(s, v->offset + o * v->n_index * 4u), p->card_words);
        } else if (!(v->kind.flags & VF_SET)) {
            for (uint32_t k = 0; k < (uint32_t)v->n_owners * v->n_index; k++) {
                int32_t card = var_load(p, s, v, k);
                if ((uint32_t)card < p->n_cards) bits_set(named, (uint32_t)card);
            }
        }
    }
}

static void name_of_frames(struct machine *m, const struct state *s) {
    const struct program *p = m->p;
    const struct frame *frames = state_frames(p, s);
    for (uint32_t i = 0; i < s->n_frames; i++) {
        const struct stack_map *map = program_map(p, frames[i].pc);
        const int32_t *regs = state_stack(p, s) + frames[i].base;
        for (uint32_t k = 0; map && k < map->n; k++) {
            uint8_t kind = p->map_bytes[map->first + k] & LIVE_KIND;
            if (kind == LIVE_CARD && (uint32_t)regs[k] < p->n_cards) bits_set(set_of(m, NAMED), (uint32_t)regs[k]);
            if (kind == LIVE_CARDSET) bits_or(set_of(m, NAMED), (const uint32_t *)(regs + k), p->card_words);
        }
    }
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
    const struct program *p = m->p;
    uint32_t next = UINT32_MAX;
    for (uint32_t w = 0; w < p->card_words; w++) {
        uint32_t here = pool[w] & zone[w], exactly = here;
        for (uint32_t q = 0; q < p->seats; q++)
            exactly &= mask >> q & 1u ? state_known(p, s, q)[w] : ~state_known(p, s, q)[w];
        pool[w] &= ~exactly;
        for (uint32_t of = exactly; of; of &= of - 1u)
            m->scratch.places[(*n)++] = (uint16_t)(w * 32u + bits_lowest(of));
        for (uint32_t of = here & ~exactly; of; of &= of - 1u) {
            uint32_t known = knowers(p, s, w * 32u + bits_lowest(of));
            next = known < next ? known : next;
        }
    }
    return next;
}

/* Places without order are told apart by what goes with them, notes first; which cards lie there does not count. */
static bool comes_later(const struct machine *m, const struct state *s, uint32_t a, uint32_t b) {
    int by = cards_compare(m->p, s, a, b, true);
    return by ? by > 0 : cards_compare(m->p, s, a, b, false) > 0;
}

static void order_by_notes(struct machine *m, const struct state *s, uint32_t from, uint32_t n) {
    uint16_t *places = m->scratch.places;
    for (uint32_t i = from + 1; i < n; i++)
        for (uint32_t k = i; k > from && comes_later(m, s, places[k - 1], places[k]); k--) {
            uint16_t later = places[k - 1];
            places[k - 1] = places[k];
            places[k] = later;
        }
}

/* The cards of `pool`, which is emptied, into m->scratch.places by where they lie: zone by zone; in a pile as they lie
 * there, elsewhere by who knows them. */
static uint32_t list_places(struct machine *m, const struct state *s, unsigned seat, uint32_t *pool) {
    const struct program *p = m->p;
    const uint16_t *dark = dark_zones(m, seat);
    uint32_t n = 0;
    for (uint32_t d = 1; d <= dark[0]; d++) {
        uint32_t z = dark[d];
        const uint32_t *zone = state_zone(p, s, z);
        if (!bits_meet(pool, zone, p->card_words)) continue;
        bool pile = p->zones[p->zone_of_instance[z]].pile;
        uint32_t decided = pile ? (uint32_t)state_pile(p, s, z)->top + state_pile(p, s, z)->bottom : 0;
        struct order order = pile ? pile_order(p, s, z) : (struct order){0};
        for (uint32_t i = 0; i < decided; i++) {
            uint32_t card = order_get(order, i);
            if (bits_test(pool, card)) m->scratch.places[n++] = (uint16_t)card, bits_clear(pool, card);
        }
        if (!bits_meet(pool, zone, p->card_words)) continue;
        for (uint32_t mask = 0, from; mask != UINT32_MAX;) {
            from = n;
            mask = list_known(m, s, pool, zone, mask, &n);
            if (m->index.noted) order_by_notes(m, s, from, n);
        }
    }
    return n;
}

static void become(struct machine *m, uint32_t card, uint32_t other) {
    m->scratch.permutation[card] = (uint16_t)other;
    if (card != other) bits_set(set_of(m, MOVED), card);
}

/* What a place gets depends on the seed and the place, never on the card that lies there. */
static void permute_pool(struct machine *m, const struct state *s, unsigned seat, struct random *random) {
    const struct program *p = m->p;
    uint32_t *labels = set_of(m, LABELS), *placed = set_of(m, PLACED), *taken = set_of(m, POOL);
    find_placed(m, s, seat);
    memcpy(labels, set_of(m, POOL), p->card_words * 4u);
    memcpy(m->scratch.cards, placed, p->card_words * 4u);
    uint32_t n = list_places(m, s, seat, m->scratch.cards), left = 0;
    for (uint32_t w = 0; w < p->card_words; w++)
        for (uint32_t of = labels[w]; of; of &= of - 1u)
            m->scratch.list[left++] = (uint16_t)(w * 32u + bits_lowest(of));
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = random_range(random, left), label = m->scratch.list[k];
        m->scratch.list[k] = m->scratch.list[--left];
        bits_clear(labels, label);
        become(m, m->scratch.places[i], label);
    }
    /* Cards of the pile whose labels were taken get those that the others had and nobody took. */
    bits_andn(taken, labels, p->card_words);
    bits_andn(taken, placed, p->card_words);
    bits_and(placed, labels, p->card_words);
    for (int32_t c = -1, label = -1; (c = bits_next(taken, p->card_words, c)) >= 0;)
        become(m, (uint32_t)c, (uint32_t)(label = bits_next(placed, p->card_words, label)));
}

static void permute(struct machine *m, const struct state *s, unsigned seat, struct random *random) {
    const struct program *p = m->p;
    for (uint32_t c = 0; c < p->n_cards; c++)
        m->scratch.permutation[c] = (uint16_t)c;
    bits_zero(set_of(m, NAMED), p->card_words);
    bits_zero(set_of(m, MOVED), p->card_words);
    name_of_vars(m, s);
    name_of_frames(m, s);
    probe_hidden(m, s, seat, set_of(m, HIDDEN_SET));
    for (int32_t first; (first = bits_next(set_of(m, HIDDEN_SET), p->card_words, -1)) >= 0;) {
        take_pool(m, s, seat, (uint32_t)first);
        permute_pool(m, s, seat, random);
    }
}

static void permute_set(struct machine *m, uint32_t *set) {
    const struct program *p = m->p;
    const uint32_t *moved = set_of(m, MOVED);
    uint32_t *were = m->scratch.cards;
    if (!bits_meet(set, moved, p->card_words)) return;
    memcpy(were, set, p->card_words * 4u);
    bits_and(were, moved, p->card_words);
    bits_andn(set, moved, p->card_words);
    for (int32_t c = -1; (c = bits_next(were, p->card_words, c)) >= 0;)
        bits_set(set, m->scratch.permutation[c]);
}

/* Whatever is not as at first goes with the card: cards that are not in NAMED have no marks. */
static void permute_marks(struct machine *m, const struct state *s, struct state *out, const struct var *v) {
    const struct program *p = m->p;
    const uint32_t *marked = set_of(m, LABELS);
    for (unsigned pass = 0; pass < 2; pass++)
        for (int32_t c = -1; (c = bits_next(marked, p->card_words, c)) >= 0;)
            for (int32_t k = 0; k < v->n_index; k++) {
                uint32_t from = var_slot(v, c, k), to = var_slot(v, m->scratch.permutation[c], k);
                if (from == UINT32_MAX) continue;
                int32_t value = var_load(p, s, v, from), first = var_initial(p, v, from);
                if (pass == 0)
                    var_save(out, v, from, first);
                else if (value != first && to != UINT32_MAX)
                    var_save(out, v, to, value);
            }
}

static void permute_vars(struct machine *m, const struct state *s, struct state *out) {
    const struct program *p = m->p;
    memcpy(set_of(m, LABELS), set_of(m, MOVED), p->card_words * 4u);
    bits_and(set_of(m, LABELS), set_of(m, NAMED), p->card_words);
    for (uint32_t i = 0; i < p->n_vars; i++) {
        const struct var *v = &p->vars[i];
        if (v->scope == SCOPE_CARD) permute_marks(m, s, out, v);
        if (v->kind.type != VT_CARD) continue;
        if (is_card_set(p, v)) {
            for (uint32_t o = 0; o < v->n_owners; o++)
                permute_set(m, state_at(out, v->offset + o * v->n_index * 4u));
        } else if (!(v->kind.flags & VF_SET)) {
            for (uint32_t k = 0; k < (uint32_t)v->n_owners * v->n_index; k++) {
                int32_t card = var_load(p, out, v, k);
                if ((uint32_t)card < p->n_cards) var_save(out, v, k, m->scratch.permutation[card]);
            }
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

static void permute_zones(struct machine *m, const struct state *s, unsigned seat, struct state *out) {
    const struct program *p = m->p;
    const uint16_t *dark = dark_zones(m, seat);
    const uint32_t *moved = set_of(m, MOVED);
    for (uint32_t i = 1; i <= dark[0]; i++) {
        permute_set(m, state_zone(p, out, dark[i]));
        if (!p->zones[p->zone_of_instance[dark[i]]].pile) continue;
        const struct pile_head *h = state_pile(p, out, dark[i]);
        struct order order = pile_order(p, out, dark[i]);
        for (uint32_t k = 0; k < (uint32_t)h->top + h->bottom; k++)
            order_set(order, k, m->scratch.permutation[order_get(order, k)]);
    }
    for (int32_t c = -1; (c = bits_next(moved, p->card_words, c)) >= 0;)
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
    permute_zones(m, s, seat, out);
    permute_vars(m, s, out);
    permute_frames(m, out);
    if (out->forked)
        fork_again(m, seat, &random, out);
    else
        ask_again(m, seat, out);
    m->log.sink = sink;
}
