/* zones.c: where cards lie, and what moves them.
 *
 * Invariants: those of state.h about zones, piles and knowledge hold after every function here. A random order is
 * decided one card at a time, when somebody needs to know it: random_at(key, zone instance, pile.shuffles++) picks
 * among the undecided cards in id order, so the order is the same whatever else happens in between.
 * In look-ahead the generator is never used: an undecided card is replaced by any card of the pile. r->unknown has the
 * cards the asked seat may not read: those hidden from it at first stay so wherever they go, others join them when
 * they go out of its sight. Reading one is HIDDEN. Counts are public.
 * Reading zones is in zone_read.c.
 */
#include "base/random.h"
#include "vm/vm.h"

#include <string.h>

bool card_seen(const struct program *p, const struct state *s, uint32_t card, unsigned seat) {
    uint8_t z = state_where(p, s)[card];
    if (z == 255 || (zone_seers(p, z) & seer_bit(p, seat))) return true;
    return seat < p->seats && bits_test(state_known(p, s, seat), card);
}

bool card_hidden(const struct run *r, int32_t card) {
    if (r->mode != MODE_PROBE || card < 0 || (uint32_t)card >= r->p->n_cards) return false;
    return bits_test(r->unknown, (uint32_t)card);
}

static bool is_zone(const struct program *p, int32_t zone) {
    return (uint32_t)zone < p->n_zone_of_instance;
}
static const struct zone *zone_at(const struct program *p, uint32_t instance) {
    return &p->zones[p->zone_of_instance[instance]];
}
static bool accepts(const struct program *p, uint32_t instance, uint32_t card) {
    const struct zone *z = zone_at(p, instance);
    return card - (uint32_t)z->first_card < z->n_cards;
}

/* Whether it accepts all that another one does. */
static bool accepts_all(const struct program *p, uint32_t instance, uint32_t of) {
    const struct zone *z = zone_at(p, instance), *o = zone_at(p, of);
    return z->first_card <= o->first_card && z->first_card + z->n_cards >= o->first_card + o->n_cards;
}

/* ---- piles */
static void pile_normalise(struct pile_head *h, uint32_t count) {
    if ((uint32_t)h->top + h->bottom != count) return;
    h->bottom = (uint16_t)count;
    h->top = 0;
}

/* Index of a decided card in the order, or -1. */
static int32_t pile_find(const struct pile_head *h, struct order order, uint32_t card) {
    for (int32_t i = (int32_t)h->top + h->bottom; i-- > 0;)
        if (order_get(order, (uint32_t)i) == card) return i;
    return -1;
}

bool pile_decided(const struct program *p, const struct state *s, uint32_t instance, uint32_t card) {
    return !zone_at(p, instance)->pile || pile_find(state_pile(p, s, instance), pile_order(p, s, instance), card) >= 0;
}

uint32_t pile_undecided(const struct program *p, const struct state *s, uint32_t instance, uint32_t *out) {
    struct pile_head *h = state_pile(p, s, instance);
    struct order order = pile_order(p, s, instance);
    memcpy(out, state_zone(p, s, instance), p->card_words * 4u);
    for (uint32_t i = 0; i < (uint32_t)h->top + h->bottom; i++)
        bits_clear(out, order_get(order, i));
    return state_counts(p, s)[instance] - (uint32_t)h->top - h->bottom;
}

void pile_decide(const struct program *p, struct state *s, uint32_t instance, uint32_t card) {
    struct pile_head *h = state_pile(p, s, instance);
    struct order order = pile_order(p, s, instance);
    memmove(order_at(order, h->bottom + 1u), order_at(order, h->bottom), h->top * order.entry);
    order_set(order, h->bottom, card);
    h->top++;
    pile_normalise(h, state_counts(p, s)[instance]);
}

/* Decides the uppermost undecided card; there must be one. */
static enum outcome decide_next(struct run *r, uint32_t instance, bool sampled) {
    const struct program *p = r->p;
    struct pile_head *h = state_pile(p, r->s, instance);
    uint32_t n = pile_undecided(p, r->s, instance, r->m->scratch.cards), k = 0;
    if (r->mode == MODE_PROBE) run_touch(r);
    if ((r->mode != MODE_PROBE || r->trial) && n > 1) {
        if ((r->s->flags & STATE_EXPLICIT) && !sampled && !r->fibre && r->mode == MODE_REAL) {
            ask_chance_cards(p, r->s, r->m->scratch.cards);
            return CHANCE;
        }
        k = random_below(random_at(r->s->key, instance, h->shuffles++), n);
    }
    pile_decide(p, r->s, instance, (uint32_t)bits_nth(r->m->scratch.cards, p->card_words, k));
    return GO;
}

/* The next card of an undecided pile, as decide_next samples it in play. */
static uint32_t sample(struct run *r, uint32_t instance) {
    const struct program *p = r->p;
    struct pile_head *h = state_pile(p, r->s, instance);
    const uint32_t *cards = state_zone(p, r->s, instance);
    uint32_t n = state_counts(p, r->s)[instance];
    if (h->top + h->bottom) {
        n = pile_undecided(p, r->s, instance, r->m->scratch.cards);
        cards = r->m->scratch.cards;
    }
    uint32_t k = n > 1 ? random_below(random_at(r->s->key, instance, h->shuffles++), n) : 0;
    return (uint32_t)bits_nth(cards, p->card_words, k);
}

/* Everything in the pile becomes undecided and is forgotten. */
static void pile_forget(struct run *r, uint32_t instance) {
    const struct program *p = r->p;
    struct state *s = r->s;
    r->m->tally.moves++;
    if (r->mode == MODE_PROBE) bits_or(r->unknown, state_zone(p, s, instance), p->card_words);
    struct pile_head *h = state_pile(p, s, instance);
    struct order order = pile_order(p, s, instance);
    memset(order.at, 0, ((uint32_t)h->top + h->bottom) * order.entry);
    h->top = h->bottom = 0;
    for (uint32_t q = 0; q < p->seats; q++)
        bits_andn(state_known(p, s, q), state_zone(p, s, instance), p->card_words);
}

static enum outcome pile_shuffle(struct run *r, uint32_t instance, bool sampled) {
    const struct program *p = r->p;
    struct state *s = r->s;
    struct pile_head *h = state_pile(p, s, instance);
    bool seen = zone_seers(p, instance) != 0;
    if (seen && r->mode == MODE_PROBE && run_blind(r)) return HIDDEN;
    if (r->mode == MODE_PROBE) run_touch(r);
    if (!(s->flags & STATE_SHUFFLING)) {
        pile_forget(r, instance);
        h->shuffles++;
    }
    if (!seen) return GO;
    while ((uint32_t)h->top + h->bottom < state_counts(p, s)[instance])
        if (decide_next(r, instance, sampled) == CHANCE) {
            s->flags |= STATE_SHUFFLING;
            return CHANCE;
        }
    s->flags &= (uint8_t)~STATE_SHUFFLING;
    s->epoch++;
    return GO;
}

/* ---- single cards */
/* From zone z, where it lies; state_where still says so. */
static inline void take(const struct program *p, struct state *s, uint32_t card, uint32_t z) {
    bits_clear(state_zone(p, s, z), card);
    uint32_t count = --state_counts(p, s)[z];
    if (!zone_at(p, z)->pile) return;
    struct pile_head *h = state_pile(p, s, z);
    struct order order = pile_order(p, s, z);
    int32_t i = pile_find(h, order, card);
    if (i >= 0) {
        uint32_t n = (uint32_t)h->top + h->bottom, at = (uint32_t)i;
        memmove(order_at(order, at), order_at(order, at + 1), (n - at - 1) * order.entry);
        memset(order_at(order, n - 1), 0, order.entry);
        if (i < h->bottom)
            h->bottom--;
        else
            h->top--;
    }
    pile_normalise(h, count);
}

static inline void put(const struct program *p, struct state *s, uint32_t card, uint32_t instance, bool on_top) {
    bits_set(state_zone(p, s, instance), card);
    state_where(p, s)[card] = (uint8_t)instance;
    uint32_t count = ++state_counts(p, s)[instance];
    if (!zone_at(p, instance)->pile) return;
    struct pile_head *h = state_pile(p, s, instance);
    struct order order = pile_order(p, s, instance);
    uint32_t n = (uint32_t)h->top + h->bottom;
    if (on_top) {
        order_set(order, n, card);
        h->top++;
    } else {
        memmove(order_at(order, 1), order.at, n * order.entry);
        order_set(order, 0, card);
        h->bottom++;
    }
    pile_normalise(h, count);
}

void zone_take(const struct program *p, struct state *s, uint32_t card) {
    uint8_t z = state_where(p, s)[card];
    if (z == 255) return;
    take(p, s, card, z);
    state_where(p, s)[card] = 255;
}

void zone_put(const struct program *p, struct state *s, uint32_t card, uint32_t instance, bool on_top) {
    put(p, s, card, instance, on_top);
}

/* Who knows a card after it went from where the seats `before` saw it to where the seats `after` see it: whoever saw
 * it go into hiding. Between two places hidden from a seat it is forgotten. */
static void know_after_move(const struct program *p, struct state *s, uint32_t card, uint32_t before, uint32_t after) {
    uint32_t *known = state_known(p, s, 0) + (card >> 5), bit = 1u << (card & 31u), seen = before & ~after;
    for (uint32_t q = 0; q < p->seats; q++, known += p->card_words, seen >>= 1)
        *known = seen & 1u ? *known | bit : *known & ~bit;
}

/* Look-ahead: a card that has come out of sight of somebody who must see it may not be read any more. */
static void lose_sight(struct run *r, uint32_t card) {
    bool seen = card_seen(r->p, r->s, card, r->viewer);
    for (uint32_t q = 0; seen && r->eyes >> q; q++)
        seen = !(r->eyes >> q & 1u) || card_seen(r->p, r->s, card, q);
    if (!seen) bits_set(r->unknown, card);
}

static void shift(struct run *r, uint32_t card, uint32_t to, bool on_top) {
    const struct program *p = r->p;
    struct state *s = r->s;
    uint8_t from = state_where(p, s)[card];
    uint32_t before = from == 255 ? ~0u : zone_seers(p, from);
    r->m->tally.moves++;
    if (r->mode == MODE_PROBE) run_touch(r);
    if (from != 255) take(p, s, card, from);
    put(p, s, card, to, on_top);
    know_after_move(p, s, card, before, zone_seers(p, to));
    if (r->mode == MODE_PROBE) lose_sight(r, card);
}

/* All cards of a zone, which is no pile, at once, in play: as if they went one by one, whoever accepts them all. A pile
 * that gets them is shuffled next. */
static void shift_all(struct run *r, uint32_t from, uint32_t to) {
    const struct program *p = r->p;
    struct state *s = r->s;
    uint32_t *cards = state_zone(p, s, from), seen = zone_seers(p, from) & ~(uint32_t)zone_seers(p, to);
    r->m->tally.moves++;
    for (int32_t c = -1; (c = bits_next(cards, p->card_words, c)) >= 0;)
        state_where(p, s)[c] = (uint8_t)to;
    bits_or(state_zone(p, s, to), cards, p->card_words);
    for (uint32_t q = 0; q < p->seats; q++, seen >>= 1)
        if (seen & 1u)
            bits_or(state_known(p, s, q), cards, p->card_words);
        else
            bits_andn(state_known(p, s, q), cards, p->card_words);
    state_counts(p, s)[to] = (uint16_t)(state_counts(p, s)[to] + state_counts(p, s)[from]);
    state_counts(p, s)[from] = 0;
    bits_zero(cards, p->card_words);
}

static bool shifts_all(const struct run *r, uint32_t from, uint32_t to) {
    return r->mode != MODE_PROBE && !zone_at(r->p, from)->pile && accepts_all(r->p, to, from);
}

static enum outcome no_place(struct run *r) {
    r->failure = (struct failure){.kind = FAILURE_OWNER, .site = NONE, .var = NONE};
    return FAILED;
}

enum outcome op_move(struct run *r, int32_t card, int32_t zone, bool on_top) {
    const struct program *p = r->p;
    if ((uint32_t)card >= p->n_cards || zone == NONE) return GO;
    if (!is_zone(p, zone) || !accepts(p, (uint32_t)zone, (uint32_t)card)) return no_place(r);
    if (card_hidden(r, card) && run_blind(r)) return HIDDEN; /* counts would tell where it was */
    uint8_t from = state_where(p, r->s)[card];
    shift(r, (uint32_t)card, (uint32_t)zone, on_top);
    if (from != zone && run_speaks(r)) {
        bits_zero(r->m->scratch.drawn, p->card_words);
        bits_set(r->m->scratch.drawn, (uint32_t)card);
        event_move(r, r->m->scratch.drawn, from, (uint32_t)zone);
    }
    return GO;
}

enum outcome op_moves(struct run *r, const uint32_t *set, uint32_t n, int32_t zone) {
    const struct program *p = r->p;
    if (zone == NONE) return GO;
    if (!is_zone(p, zone)) return no_place(r);
    for (int32_t c = -1; (c = bits_next(set, n, c)) >= 0 && (uint32_t)c < p->n_cards;) {
        if (!accepts(p, (uint32_t)zone, (uint32_t)c)) return no_place(r);
        if (card_hidden(r, c) && run_blind(r)) return HIDDEN;
    }
    uint32_t *told = r->m->scratch.drawn;
    int32_t from = NONE, places = 0;
    bits_zero(told, p->card_words);
    for (int32_t c = -1; (c = bits_next(set, n, c)) >= 0 && (uint32_t)c < p->n_cards;) {
        if (state_where(p, r->s)[c] != zone) bits_set(told, (uint32_t)c);
        if (state_where(p, r->s)[c] != from) from = state_where(p, r->s)[c], places++;
        shift(r, (uint32_t)c, (uint32_t)zone, false);
    }
    if (run_speaks(r)) event_move(r, told, places == 1 ? from : NONE, (uint32_t)zone);
    return GO;
}

/* The cards of a zone from the top, or in definition order, into m->scratch.list; undecided ones in definition order
 * last but for the bottom. */
static uint32_t list_zone(struct run *r, uint32_t instance) {
    const struct program *p = r->p;
    uint16_t *list = r->m->scratch.list;
    uint32_t n = 0;
    if (!zone_at(p, instance)->pile) {
        const uint32_t *set = state_zone(p, r->s, instance);
        for (int32_t c = -1; (c = bits_next(set, p->card_words, c)) >= 0;)
            list[n++] = (uint16_t)c;
        return n;
    }
    struct pile_head *h = state_pile(p, r->s, instance);
    struct order order = pile_order(p, r->s, instance);
    for (uint32_t i = 0; i < h->top; i++)
        list[n++] = (uint16_t)order_get(order, h->bottom + h->top - 1u - i);
    if (pile_undecided(p, r->s, instance, r->m->scratch.cards))
        for (int32_t c = -1; (c = bits_next(r->m->scratch.cards, p->card_words, c)) >= 0;)
            list[n++] = (uint16_t)c;
    for (uint32_t i = h->bottom; i-- > 0;)
        list[n++] = (uint16_t)order_get(order, i);
    return n;
}

enum outcome op_movez(struct run *r, int32_t from, int32_t to) {
    const struct program *p = r->p;
    if (from == NONE || to == NONE || from == to) return GO;
    if (!is_zone(p, from) || !is_zone(p, to)) return no_place(r);
    uint32_t source = (uint32_t)from, target = (uint32_t)to;
    if (!zone_at(p, target)->pile && shifts_all(r, source, target)) {
        if (!state_counts(p, r->s)[source] && !run_speaks(r)) return GO;
        memcpy(r->m->scratch.drawn, state_zone(p, r->s, source), p->card_words * 4u);
        shift_all(r, source, target);
        if (run_speaks(r)) event_move(r, r->m->scratch.drawn, from, target);
        return GO;
    }
    if (zone_at(p, source)->pile && zone_at(p, target)->pile) { /* the order goes along: decide it */
        struct pile_head *h = state_pile(p, r->s, source);
        while ((uint32_t)h->top + h->bottom < state_counts(p, r->s)[source])
            decide_next(r, source, true);
    }
    uint32_t n = list_zone(r, source);
    for (uint32_t i = 0; i < n; i++)
        if (!accepts(p, target, r->m->scratch.list[i])) return no_place(r);
    bits_zero(r->m->scratch.drawn, p->card_words);
    for (uint32_t i = 0; i < n; i++) {
        shift(r, r->m->scratch.list[i], target, false);
        bits_set(r->m->scratch.drawn, r->m->scratch.list[i]);
    }
    if (run_speaks(r)) event_move(r, r->m->scratch.drawn, from, target);
    return GO;
}

/* When the pile is empty: shuffles its refill zone into it. Returns GO also when there is nothing. */
static enum outcome refill(struct run *r, uint32_t instance) {
    const struct program *p = r->p;
    const struct zone *z = zone_at(p, instance);
    if (state_counts(p, r->s)[instance] || z->refill < 0) return GO;
    const struct zone *source = &p->zones[z->refill];
    int owner = p->owner_of_instance[instance];
    if (source->per_player && owner < 0) return GO;
    uint32_t from = source->instance + (source->per_player ? (uint32_t)owner : 0u);
    if (!state_counts(p, r->s)[from] || from == instance) return GO;
    if (r->mode == MODE_PROBE && zone_seers(p, instance) && run_blind(r)) return HIDDEN;
    if (shifts_all(r, from, instance)) {
        shift_all(r, from, instance);
    } else {
        uint32_t n = list_zone(r, from);
        for (uint32_t i = 0; i < n; i++)
            if (accepts(p, instance, r->m->scratch.list[i])) shift(r, r->m->scratch.list[i], instance, false);
    }
    if (!z->pile) return GO;
    return pile_shuffle(r, instance, true);
}

enum outcome op_draw(struct run *r, int32_t *count, int32_t pile, int32_t to) {
    const struct program *p = r->p;
    struct state *s = r->s;
    if (*count <= 0 || pile == NONE || to == NONE || pile == to) {
        *count = 0;
        return GO;
    }
    if (!is_zone(p, pile) || !is_zone(p, to)) return no_place(r);
    if (*count > (int32_t)p->n_cards) *count = (int32_t)p->n_cards; /* a pile that refills itself from `to` ends */
    uint32_t source = (uint32_t)pile, drawn = 0;
    bool ordered = zone_at(p, source)->pile;
    /* What is drawn at once need not get a place in the pile first. */
    bool at_once = r->mode == MODE_REAL && !(s->flags & STATE_EXPLICIT) && accepts_all(p, (uint32_t)to, source);
    enum outcome o = GO;
    uint32_t *seen = r->m->scratch.drawn;
    if (run_speaks(r)) bits_zero(seen, p->card_words);
    while (*count > 0) {
        if ((o = refill(r, source)) != GO) break;
        if (!state_counts(p, s)[source]) break;
        uint32_t card;
        if (ordered) {
            struct pile_head *h = state_pile(p, s, source);
            bool open = !h->top && h->bottom < state_counts(p, s)[source];
            if (open && !at_once && (o = decide_next(r, source, false)) != GO) break;
            card = open && at_once ? sample(r, source)
                                   : order_get(pile_order(p, s, source), (uint32_t)h->top + h->bottom - 1u);
        } else {
            card = (uint32_t)bits_next(state_zone(p, s, source), p->card_words, -1);
        }
        if (!accepts(p, (uint32_t)to, card)) {
            o = no_place(r);
            break;
        }
        shift(r, card, (uint32_t)to, false);
        if (run_speaks(r)) bits_set(seen, card);
        drawn++;
        --*count;
    }
    if (drawn) s->epoch++;
    if (drawn && run_speaks(r)) event_draw(r, seen, drawn, (uint32_t)to);
    if (o == GO) *count = 0;
    return o;
}

enum outcome op_top(struct run *r, int32_t pile, int32_t *out) {
    const struct program *p = r->p;
    *out = NONE;
    if (!is_zone(p, pile)) return GO;
    enum outcome o = refill(r, (uint32_t)pile);
    return o == GO ? op_znth(r, pile, 1, out) : o;
}

enum outcome op_shuffle(struct run *r, int32_t pile) {
    if (!is_zone(r->p, pile) || !zone_at(r->p, (uint32_t)pile)->pile) return GO;
    return pile_shuffle(r, (uint32_t)pile, false);
}

/* Decides the order down to place `nth` from the top, as far as it is undecided. */
enum outcome pile_reach(struct run *r, uint32_t instance, uint32_t nth, bool sampled) {
    const struct program *p = r->p;
    struct pile_head *h = state_pile(p, r->s, instance);
    uint32_t count = state_counts(p, r->s)[instance];
    while (h->top < nth && (uint32_t)h->top + h->bottom < count && nth + h->bottom <= count) {
        enum outcome o = decide_next(r, instance, sampled);
        if (o != GO) return o;
        if (r->mode != MODE_PROBE || r->trial) r->s->epoch++;
    }
    return GO;
}

/* Card number nth (from 1, the top) of a pile whose order is decided so far. */
uint32_t pile_card(const struct program *p, const struct state *s, uint32_t instance, uint32_t nth) {
    struct pile_head *h = state_pile(p, s, instance);
    uint32_t count = state_counts(p, s)[instance];
    return order_get(pile_order(p, s, instance), nth <= h->top ? h->bottom + h->top - nth : count - nth);
}

uint32_t pile_place(const struct program *p, const struct state *s, uint32_t instance, uint32_t card) {
    const struct pile_head *h = state_pile(p, s, instance);
    uint32_t decided = (uint32_t)h->top + h->bottom;
    int32_t i = pile_find(h, pile_order(p, s, instance), card);
    return i < 0 || (i < h->bottom && decided < state_counts(p, s)[instance]) ? 0 : decided - (uint32_t)i;
}

void pile_top(const struct program *p, const struct state *s, uint32_t instance, uint32_t n, uint32_t *out) {
    const struct order order = pile_order(p, s, instance);
    const struct pile_head *h = state_pile(p, s, instance);
    for (uint32_t i = (uint32_t)h->top + h->bottom; n > 0; n--)
        bits_set(out, order_get(order, --i));
}

/* ---- whole zones change hands: bits, counts and orders go round among the active seats */
enum outcome op_rotate(struct run *r, uint32_t zone, int32_t by) {
    const struct program *p = r->p;
    struct state *s = r->s;
    const struct zone *z = &p->zones[zone];
    uint32_t seats[MAX_SEATS], n = 0, words = p->card_words * 4u;
    for (uint32_t q = 0; q < p->seats; q++)
        if (s->active >> q & 1u) seats[n++] = q;
    if (!z->per_player || n < 2) return GO;
    uint32_t step = (uint32_t)(((int64_t)by % (int32_t)n + (int32_t)n) % (int32_t)n);
    if (!step) return GO;
    r->m->tally.moves++;
    if (r->mode == MODE_PROBE) run_touch(r);
    uint8_t *saved = r->m->scratch.rotate;
    uint32_t stride = words + 4u + z->pile_stride;
    for (uint32_t i = 0; i < n; i++) { /* what seat i has */
        uint32_t from = z->instance + seats[i];
        uint8_t *to = saved + i * stride;
        memcpy(to, state_zone(p, s, from), words);
        memcpy(to + words, &state_counts(p, s)[from], 2);
        if (z->pile) memcpy(to + words + 4, state_pile(p, s, from), z->pile_stride);
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t from = z->instance + seats[i], to = z->instance + seats[(i + step) % n];
        const uint8_t *what = saved + i * stride;
        memcpy(state_zone(p, s, to), what, words);
        memcpy(&state_counts(p, s)[to], what + words, 2);
        if (z->pile) {
            uint16_t counter = state_pile(p, s, to)->shuffles; /* the stream stays with the place */
            memcpy(state_pile(p, s, to), what + words + 4, z->pile_stride);
            state_pile(p, s, to)->shuffles = counter;
        }
        const uint32_t *set = state_zone(p, s, to);
        uint32_t before = zone_seers(p, from), after = zone_seers(p, to);
        for (int32_t c = -1; (c = bits_next(set, p->card_words, c)) >= 0;) {
            state_where(p, s)[c] = (uint8_t)to;
            if (pile_decided(p, s, to, (uint32_t)c)) know_after_move(p, s, (uint32_t)c, before, after);
            if (r->mode == MODE_PROBE) lose_sight(r, (uint32_t)c);
        }
    }
    s->epoch++;
    return GO;
}

/* The seats of the mask get to know the decided cards of a set. */
void op_know(struct run *r, const uint32_t *set, uint32_t n, uint32_t seats) {
    const struct program *p = r->p;
    struct state *s = r->s;
    bool told = run_speaks(r) && seats == all_seats(p);
    if (r->mode == MODE_PROBE) run_touch(r);
    r->m->tally.moves++;
    s->epoch++;
    if (told) bits_zero(r->m->scratch.drawn, p->card_words);
    for (int32_t c = -1; (c = bits_next(set, n, c)) >= 0 && (uint32_t)c < p->n_cards;) {
        uint8_t z = state_where(p, s)[c];
        if (z == 255 || !pile_decided(p, s, z, (uint32_t)c)) continue;
        uint32_t to = seats & ~zone_seers(p, z);
        for (uint32_t q = 0; told && q < p->seats; q++)
            if (!card_seen(p, s, (uint32_t)c, q)) bits_set(r->m->scratch.drawn, (uint32_t)c);
        for (uint32_t q = 0; q < p->seats; q++)
            if (to >> q & 1u) bits_set(state_known(p, s, q), (uint32_t)c);
    }
    if (told) event_reveal(r, r->m->scratch.drawn);
}

/* ---- the start: every card goes to the first global zone that accepts it, in definition order from the top */
int32_t card_home(const struct program *p, uint32_t card) {
    for (uint32_t i = 0; i < p->n_zones; i++)
        if (!p->zones[i].per_player && accepts(p, p->zones[i].instance, card)) return p->zones[i].instance;
    return NONE;
}

void zones_start(struct machine *m, struct state *s) {
    const struct program *p = m->p;
    memset(state_where(p, s), 255, p->n_cards);
    for (uint32_t c = 0; c < p->n_cards; c++) {
        int32_t home = card_home(p, c);
        if (home != NONE) zone_put(p, s, c, (uint32_t)home, false);
    }
}
