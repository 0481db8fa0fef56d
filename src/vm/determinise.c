/* determinise.c: a position a seat could be in, as far as it knows.
 *
 * Cards the seat cannot see are relabelled by one random permutation among cards with the same back, everywhere at
 * once: zones, piles, per-card variables, variables that name cards, what others know, and registers of waiting
 * frames (by their stack maps). So the result is as consistent as the original. Piles that are undecided stay so; the
 * generator gets a new key. Variables only others see stay as they are: nothing says what else they could be.
 * During a fork the other seats' answers are dropped. Those who were done answer again, at random, since everybody
 * sees who is still asked; the others are asked anew.
 *
 * Most hidden cards are only members of a set: they lie in a zone without order or in the undecided part of a pile, no
 * register or variable names them, and they have no marks of their own. Who lies there then matters only as a set, and
 * is drawn as one: each class (a zone, and who knows the cards there) gets so many of the cards of its pool, the
 * largest class what the others leave. The other cards, which have a place of their own, are drawn one by one.
 */
#include "base/random.h"
#include "vm/vm.h"

#include <string.h>

/* Sets in m->scratch.sets. NAMED: cards that registers or variables name, or that have marks of their own (MARKED);
 * MOVED: those that became others. The rest belongs to one pool: its cards; those of one zone; those of them that go
 * together; what nothing has become yet; what cards become that go together. */
enum { NAMED, MARKED, MOVED, POOL, HERE, TOGETHER, LABELS, TAKEN };
_Static_assert((int)TAKEN < (int)SCRATCH_SETS, "there is a set for each");

static uint32_t *set_of(const struct machine *m, int which) {
    return m->scratch.sets + (uint32_t)which * (m->p->card_words + 1u);
}

/* The zone instances that a seat does not see: so many, then which. */
static const uint16_t *dark_zones(const struct machine *m, unsigned seat) {
    return m->index.dark + (seat < m->p->seats ? seat : m->p->seats) * (m->p->n_zone_of_instance + 1u);
}

/* The zone instances of a pool. */
static const uint16_t *zones_of(const struct machine *m, const struct card_pool *pool) {
    return m->index.pool_zones + pool->first;
}

/* The hidden cards of a pool into POOL; false: there are none. */
static bool take_pool(struct machine *m, const struct state *s, unsigned seat, const struct card_pool *pool) {
    const struct program *p = m->p;
    uint32_t *cards = set_of(m, POOL);
    bits_zero(cards, p->card_words);
    for (uint32_t i = 0; i < pool->n; i++)
        if (state_counts(p, s)[zones_of(m, pool)[i]])
            bits_or(cards, state_zone(p, s, zones_of(m, pool)[i]), p->card_words);
    bits_and(cards, m->index.backs + pool->back * p->card_words, p->card_words);
    if (seat < p->seats) bits_andn(cards, state_known(p, s, seat), p->card_words);
    return bits_any(cards, p->card_words);
}

/* Bits 0, 2, 4... of x, one beside the other. */
static uint32_t every_other(uint32_t x) {
    x &= 0x55555555u;
    x = (x | x >> 1) & 0x33333333u;
    x = (x | x >> 2) & 0x0f0f0f0fu;
    x = (x | x >> 4) & 0x00ff00ffu;
    return (x | x >> 8) & 0xffffu;
}

/* Which of the 32 bytes of a variable from `i` on, of n, are not what they were at first. */
static uint32_t bytes_changed(const struct program *p, const struct state *s, const struct state *first, uint32_t at,
                              uint32_t n) {
    const unsigned char *now = state_at(s, at), *then = state_at(first, at);
    if (at + 32u <= p->layout.size) return bits_differ(now, then) & bits_span(0, 0, n);
    uint32_t differ = 0;
    for (uint32_t i = 0; i < n && i < 32; i++)
        differ |= (uint32_t)(now[i] != then[i]) << i;
    return differ;
}

/* The cards whose variable is not what it was at first. */
static void mark_changed(const struct program *p, const struct state *s, const struct state *first, const struct var *v,
                         uint32_t *marked) {
    uint32_t bytes = (uint32_t)v->n_index * v->width, n = v->n_owners * bytes;
    for (uint32_t i = 0; i < n; i += 32) {
        uint32_t differ = bytes_changed(p, s, first, v->offset + i, n - i);
        if (!differ) continue;
        if (bytes > 2) {
            for (; differ; differ &= differ - 1u)
                bits_set(marked, (uint32_t)v->first_owner + (i + bits_lowest(differ)) / bytes);
        } else {
            uint32_t card = (uint32_t)v->first_owner + i / bytes;
            uint64_t cards = (uint64_t)(bytes == 1 ? differ : every_other(differ | differ >> 1)) << (card & 31u);
            marked[card >> 5] |= (uint32_t)cards;
            if (cards >> 32) marked[(card >> 5) + 1u] |= (uint32_t)(cards >> 32);
        }
    }
}

static bool is_card_set(const struct program *p, const struct var *v) {
    return (v->kind.flags & VF_SET) && v->width == 4 && v->n_index == p->card_words;
}

static void name_of_vars(struct machine *m, const struct state *s) {
    const struct program *p = m->p;
    uint32_t *named = set_of(m, NAMED);
    for (uint32_t i = 0; i < m->index.n_card_vars; i++) {
        const struct var *v = &p->vars[m->index.card_vars[i]];
        if (v->scope == SCOPE_CARD) mark_changed(p, s, state_at_first(m), v, set_of(m, MARKED));
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

/* What chance or another seat may answer. */
static void name_of_question(struct machine *m, const struct state *s, unsigned seat) {
    const struct program *p = m->p;
    const struct ask *q = state_ask(p, s, 0);
    if (s->forked || !(q->flags & ASK_OPEN) || q->seat == seat || q->type != VT_CARD) return;
    bits_or(set_of(m, NAMED), q->legal, p->card_words);
}

/* Of the cards in `from`, which has some, those that the same seats know go into `out`. Returns which seats. `seat`
 * knows none of them. */
static uint32_t take_known(const struct program *p, const struct state *s, unsigned seat, uint32_t *from,
                           uint32_t *out) {
    uint32_t knowers = 0;
    bits_copy(out, from, p->card_words);
    for (uint32_t q = p->seats; q-- > 0;) {
        const uint32_t *known = state_known(p, s, q);
        if (q == seat) continue;
        if (bits_within(out, known, p->card_words))
            knowers |= 1u << q;
        else
            bits_andn(out, known, p->card_words);
    }
    bits_andn(from, out, p->card_words);
    return knowers;
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

/* ---- where the cards of a pool lie: those with a place of their own in m->scratch.places, the others in classes */
struct sorted {
    uint32_t n_places, n_classes;
    const struct card_class *largest; /* NULL: there is none */
};

static void list_decided(struct machine *m, const struct state *s, uint32_t zone, struct sorted *to) {
    const struct program *p = m->p;
    struct order order = pile_order(p, s, zone);
    uint32_t decided = (uint32_t)state_pile(p, s, zone)->top + state_pile(p, s, zone)->bottom;
    for (uint32_t i = 0; i < decided; i++) {
        uint32_t card = order_get(order, i);
        if (!bits_test(set_of(m, HERE), card)) continue;
        bits_clear(set_of(m, HERE), card);
        m->scratch.places[to->n_places++] = (uint16_t)card;
    }
}

static void list_named(struct machine *m, const struct state *s, unsigned seat, struct sorted *to) {
    const struct program *p = m->p;
    uint32_t *together = set_of(m, TOGETHER), *named = set_of(m, TAKEN);
    bits_copy(named, set_of(m, HERE), p->card_words);
    bits_and(named, set_of(m, NAMED), p->card_words);
    bits_andn(set_of(m, HERE), named, p->card_words);
    while (bits_any(named, p->card_words)) {
        uint32_t from = to->n_places;
        take_known(p, s, seat, named, together);
        for (int32_t c = -1; (c = bits_next(together, p->card_words, c)) >= 0;)
            m->scratch.places[to->n_places++] = (uint16_t)c;
        if (m->index.noted) order_by_notes(m, s, from, to->n_places);
    }
}

static void list_classes(struct machine *m, const struct state *s, unsigned seat, uint32_t zone, struct sorted *to) {
    const struct program *p = m->p;
    uint32_t *here = set_of(m, HERE), *together = set_of(m, TOGETHER);
    while (bits_any(here, p->card_words)) {
        struct card_class *c = &m->scratch.classes[to->n_classes++];
        c->zone = zone;
        c->knowers = take_known(p, s, seat, here, together);
        c->n = bits_count_many(together, p->card_words);
        if (!to->largest || c->n > to->largest->n) to->largest = c;
    }
}

/* Zone by zone: in a pile as they lie there, then by who knows them. */
static struct sorted sort_pool(struct machine *m, const struct state *s, unsigned seat, const struct card_pool *pool) {
    const struct program *p = m->p;
    struct sorted to = {0, 0, NULL};
    for (uint32_t i = 0; i < pool->n; i++) {
        uint32_t z = zones_of(m, pool)[i];
        if (!state_counts(p, s)[z] || !bits_meet(set_of(m, POOL), state_zone(p, s, z), p->card_words)) continue;
        bits_copy(set_of(m, HERE), state_zone(p, s, z), p->card_words);
        bits_and(set_of(m, HERE), set_of(m, POOL), p->card_words);
        if (p->zones[p->zone_of_instance[z]].pile) list_decided(m, s, z, &to);
        if (bits_meet(set_of(m, HERE), set_of(m, NAMED), p->card_words)) list_named(m, s, seat, &to);
        list_classes(m, s, seat, z, &to);
    }
    return to;
}

/* ---- drawing */
/* The bits of a guess: 16 at most, since there are no more cards. */
static uint32_t guess_mask(uint32_t words) {
    return (2u << bits_highest(words * 32u - 1u)) - 1u;
}

static uint32_t has_card(const uint32_t *set, uint32_t words, uint32_t card) {
    return card >> 5 < words ? set[card >> 5] >> (card & 31u) & 1u : 0;
}

/* One of the `n` cards of a set. Cards are guessed, several at once and without a branch, since mostly one of them is
 * in the set; if not, they are counted. */
static uint32_t draw_one(struct random *random, const uint32_t *set, uint32_t words, uint32_t n) {
    enum { ROUNDS = 2 };
    uint32_t mask = guess_mask(words);
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint64_t bits = random_next(random);
        uint32_t a = (uint32_t)bits & mask, b = (uint32_t)(bits >> 16) & mask;
        uint32_t c = (uint32_t)(bits >> 32) & mask, d = (uint32_t)(bits >> 48) & mask;
        uint32_t hits = has_card(set, words, a) | has_card(set, words, b) << 1 | has_card(set, words, c) << 2 |
                        has_card(set, words, d) << 3;
        if (hits) return (uint32_t)(bits >> 16 * bits_lowest(hits)) & mask;
    }
    return (uint32_t)bits_nth(set, words, random_range(random, n));
}

/* About share / 2^SHARE_BITS of the cards in `from` go to `to`, each for itself. */
enum { SHARE_BITS = 6, FEW = 16 };
static void scatter(struct random *random, uint32_t *from, uint32_t *to, uint32_t words, uint32_t share) {
    uint64_t bits = random_next(random);
    for (uint32_t w = 0; share && w < words; w += 2) {
        uint32_t low = from[w], high = w + 1 < words ? from[w + 1] : 0;
        uint64_t drawn = 0;
        if (!(low | high)) continue;
        for (uint32_t bit = bits_lowest(share); bit < SHARE_BITS; bit++) {
            uint64_t half = random_scramble(bits += 0x9e3779b97f4a7c15u); /* of the cards, as one bit in two is set */
            drawn = share >> bit & 1u ? drawn | half : drawn & half;
        }
        to[w] |= low & (uint32_t)drawn;
        from[w] &= ~(uint32_t)drawn;
        if (w + 1 == words) continue;
        to[w + 1] |= high & (uint32_t)(drawn >> 32);
        from[w + 1] &= ~(uint32_t)(drawn >> 32);
    }
}

/* The card goes from one set to the other if it is in the first and one `more` is wanted; without a branch. */
static uint32_t move_guessed(uint32_t *from, uint32_t *to, uint32_t words, uint32_t card, uint32_t more) {
    uint32_t w = card >> 5 < words ? card >> 5 : 0, is = more & has_card(from, words, card);
    from[w] ^= is << (card & 31u);
    to[w] |= is << (card & 31u);
    return is;
}

/* `n` of the `left` cards in `from`, drawn one by one. */
static void move_some(struct random *random, uint32_t *from, uint32_t left, uint32_t *to, uint32_t words, uint32_t n) {
    enum { ROUNDS = 16 };
    uint32_t mask = guess_mask(words), have = 0;
    for (unsigned round = 0; have < n && round < ROUNDS; round++) {
        uint64_t bits = random_next(random);
        for (unsigned i = 0; i < 4; i++, bits >>= 16)
            have += move_guessed(from, to, words, (uint32_t)bits & mask, have < n);
    }
    for (; have < n; have++) {
        uint32_t card = (uint32_t)bits_nth(from, words, random_range(random, left - have));
        bits_clear(from, card);
        bits_set(to, card);
    }
}

/* `n` of the `left` cards in `from` go to `to`. Many are scattered; then some more or less make up the number: of all
 * sets with so many cards each is as likely. */
static void draw_some(struct random *random, uint32_t *from, uint32_t left, uint32_t *to, uint32_t words, uint32_t n) {
    uint32_t have = 0;
    bits_zero(to, words);
    if (n > FEW) {
        scatter(random, from, to, words, (n << SHARE_BITS) / left);
        have = bits_count_many(to, words);
    }
    if (have < n)
        move_some(random, from, left - have, to, words, n - have);
    else if (have > n)
        move_some(random, to, have, from, words, have - n);
}

/* ---- a pool */
static void become(struct machine *m, uint32_t card, uint32_t other) {
    m->scratch.permutation[card] = (uint16_t)other;
    if (card != other) bits_set(set_of(m, MOVED), card);
}

static uint32_t becomes(const struct machine *m, uint32_t card) {
    return bits_test(set_of(m, MOVED), card) ? m->scratch.permutation[card] : card;
}

/* Nobody lies where the cards of the pool did, nor knows any of them. */
static void clear_pool(const struct machine *m, const struct card_pool *pool, struct state *out) {
    const struct program *p = m->p;
    for (uint32_t i = 0; i < pool->n; i++)
        if (state_counts(p, out)[zones_of(m, pool)[i]])
            bits_andn(state_zone(p, out, zones_of(m, pool)[i]), set_of(m, POOL), p->card_words);
    for (uint32_t q = 0; q < p->seats; q++)
        bits_andn(state_known(p, out, q), set_of(m, POOL), p->card_words);
}

/* The card lies where another one did, and the same seats know it. */
static void put_one(const struct program *p, const struct state *s, uint32_t place, uint32_t card, struct state *out) {
    uint8_t z = state_where(p, s)[place];
    bits_set(state_zone(p, out, z), card);
    state_where(p, out)[card] = z;
    for (uint32_t q = 0; q < p->seats; q++)
        if (bits_test(state_known(p, s, q), place)) bits_set(state_known(p, out, q), card);
}

static void put_class(const struct program *p, const struct card_class *c, const uint32_t *cards, struct state *out) {
    bits_or(state_zone(p, out, c->zone), cards, p->card_words);
    for (uint32_t q = 0; q < p->seats; q++)
        if (c->knowers >> q & 1u) bits_or(state_known(p, out, q), cards, p->card_words);
    uint32_t whole = p->card_words * 32u; /* what lies behind the last card stays as it is */
    bits_spread(cards, (uint8_t)c->zone, state_where(p, out),
                p->layout.where + whole <= p->layout.size ? whole : p->n_cards);
}

/* What a place gets depends on the seed and the place, never on the card that lies there. */
static void deal_pool(struct machine *m, const struct state *s, unsigned seat, const struct card_pool *pool,
                      struct random *random, struct state *out) {
    const struct program *p = m->p;
    uint32_t *labels = set_of(m, LABELS), *taken = set_of(m, TAKEN), words = p->card_words;
    struct sorted sorted = sort_pool(m, s, seat, pool);
    if (!sorted.n_places && sorted.n_classes == 1) return;
    bits_copy(labels, set_of(m, POOL), p->card_words);
    clear_pool(m, pool, out);
    uint32_t left = bits_count_many(labels, words);
    for (uint32_t i = 0; i < sorted.n_places; i++) {
        uint32_t place = m->scratch.places[i], label = draw_one(random, labels, words, left--);
        bits_clear(labels, label);
        become(m, place, label);
        put_one(p, s, place, label, out);
    }
    for (uint32_t i = 0; i < sorted.n_classes; i++) {
        const struct card_class *c = &m->scratch.classes[i];
        if (c == sorted.largest) continue;
        draw_some(random, labels, left, taken, words, c->n);
        left -= c->n;
        put_class(p, c, taken, out);
    }
    if (sorted.largest) put_class(p, sorted.largest, labels, out);
}

static void deal(struct machine *m, const struct state *s, unsigned seat, struct random *random, struct state *out) {
    const struct program *p = m->p;
    uint32_t of = seat < p->seats ? seat : p->seats;
    bits_zero(set_of(m, NAMED), p->card_words);
    bits_zero(set_of(m, MARKED), p->card_words);
    bits_zero(set_of(m, MOVED), p->card_words);
    name_of_vars(m, s);
    bits_or(set_of(m, NAMED), set_of(m, MARKED), p->card_words);
    name_of_frames(m, s);
    name_of_question(m, s, seat);
    for (uint32_t i = m->index.first_pool[of]; i < m->index.first_pool[of + 1u]; i++)
        if (take_pool(m, s, seat, &m->index.pools[i])) deal_pool(m, s, seat, &m->index.pools[i], random, out);
}

/* A set of cards that are named. */
static void permute_set(struct machine *m, uint32_t *set) {
    const struct program *p = m->p;
    const uint32_t *moved = set_of(m, MOVED);
    uint32_t *were = m->scratch.cards;
    if (!bits_meet(set, moved, p->card_words)) return;
    bits_copy(were, set, p->card_words);
    bits_and(were, moved, p->card_words);
    bits_andn(set, moved, p->card_words);
    for (int32_t c = -1; (c = bits_next(were, p->card_words, c)) >= 0;)
        bits_set(set, m->scratch.permutation[c]);
}

/* Whatever is not as at first goes with the card. */
static void permute_marks(struct machine *m, const struct state *s, struct state *out, const struct var *v) {
    const struct program *p = m->p;
    const uint32_t *marked = set_of(m, MARKED);
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
    bits_and(set_of(m, MARKED), set_of(m, MOVED), p->card_words);
    bool marked = bits_any(set_of(m, MARKED), p->card_words);
    for (uint32_t i = 0; i < m->index.n_card_vars; i++) {
        const struct var *v = &p->vars[m->index.card_vars[i]];
        if (v->scope == SCOPE_CARD && marked) permute_marks(m, s, out, v);
        if (v->kind.type != VT_CARD) continue;
        if (is_card_set(p, v)) {
            for (uint32_t o = 0; o < v->n_owners; o++)
                permute_set(m, state_at(out, v->offset + o * v->n_index * 4u));
        } else if (!(v->kind.flags & VF_SET)) {
            for (uint32_t k = 0; k < (uint32_t)v->n_owners * v->n_index; k++) {
                int32_t card = var_load(p, out, v, k);
                if ((uint32_t)card < p->n_cards) var_save(out, v, k, (int32_t)becomes(m, (uint32_t)card));
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
            if (kind == LIVE_CARD && (uint32_t)regs[k] < p->n_cards) regs[k] = (int32_t)becomes(m, (uint32_t)regs[k]);
            if (kind == LIVE_CARDSET) permute_set(m, (uint32_t *)(regs + k));
        }
    }
}

static void permute_piles(struct machine *m, unsigned seat, struct state *out) {
    const struct program *p = m->p;
    const uint16_t *dark = dark_zones(m, seat);
    for (uint32_t i = 1; i <= dark[0]; i++) {
        if (!p->zones[p->zone_of_instance[dark[i]]].pile) continue;
        const struct pile_head *h = state_pile(p, out, dark[i]);
        struct order order = pile_order(p, out, dark[i]);
        for (uint32_t k = 0; k < (uint32_t)h->top + h->bottom; k++)
            order_set(order, k, becomes(m, order_get(order, k)));
    }
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
    deal(m, s, seat, &random, out);
    if (bits_any(set_of(m, MOVED), p->card_words)) {
        permute_piles(m, seat, out);
        permute_vars(m, s, out);
        permute_frames(m, out);
    }
    if (out->forked)
        fork_again(m, seat, &random, out);
    else
        ask_again(m, seat, out);
    m->log.sink = sink;
}
