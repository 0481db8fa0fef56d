/* zone_read.c: reading zones.
 *
 * Invariant: in look-ahead nothing here tells the asked seat what it may not see. A set is refused (HIDDEN) as soon as
 * one of its cards is hidden, before any of them is handed out: which of them it would be could tell something.
 */
#include "vm/vm.h"

#include <string.h>

static bool is_zone(const struct program *p, int32_t zone) {
    return (uint32_t)zone < p->n_zone_of_instance;
}
static const struct zone *zone_at(const struct program *p, uint32_t instance) {
    return &p->zones[p->zone_of_instance[instance]];
}

/* Look-ahead: whether some card of a set, or of a zone, may not be read. */
static bool any_unknown(const struct run *r, const uint32_t *set) {
    for (uint32_t w = 0; w < r->p->card_words; w++)
        if (set[w] & r->unknown[w]) return true;
    return false;
}
static bool zone_hidden(const struct run *r, uint32_t instance) {
    return any_unknown(r, state_zone(r->p, r->s, instance));
}

enum outcome op_zset(struct run *r, int32_t zone, uint32_t *out, uint32_t n) {
    const struct program *p = r->p;
    memset(out, 0, n * 4u);
    if (!is_zone(p, zone)) return GO;
    if (r->mode == MODE_PROBE && zone_hidden(r, (uint32_t)zone) && run_blind(r)) return HIDDEN;
    memcpy(out, state_zone(p, r->s, (uint32_t)zone), (n < p->card_words ? n : p->card_words) * 4u);
    return GO;
}

enum outcome op_zin(struct run *r, int32_t card, int32_t zone, int32_t *out) {
    const struct program *p = r->p;
    *out = 0;
    if ((uint32_t)card >= p->n_cards || !is_zone(p, zone)) return GO;
    if (card_hidden(r, card) && run_blind(r)) return HIDDEN;
    *out = state_where(p, r->s)[card] == zone;
    return GO;
}

int32_t op_zcnt(struct run *r, int32_t zone) {
    return is_zone(r->p, zone) ? state_counts(r->p, r->s)[zone] : 0;
}

enum outcome op_znth(struct run *r, int32_t zone, int32_t nth, int32_t *out) {
    const struct program *p = r->p;
    *out = NONE;
    if (!is_zone(p, zone) || nth < 1 || nth > (int32_t)state_counts(p, r->s)[zone]) return GO;
    uint32_t z = (uint32_t)zone;
    if (!zone_at(p, z)->pile) {
        if (r->mode == MODE_PROBE && zone_hidden(r, z) && run_blind(r)) return HIDDEN;
        *out = bits_nth(state_zone(p, r->s, z), p->card_words, (uint32_t)nth - 1u);
        return GO;
    }
    enum outcome o = pile_reach(r, z, (uint32_t)nth, false);
    if (o != GO) return o;
    *out = (int32_t)pile_card(p, r->s, z, (uint32_t)nth);
    return card_hidden(r, *out) && run_blind(r) ? HIDDEN : GO;
}

enum outcome op_zfirst(struct run *r, int32_t zone, int32_t count, uint32_t *out, uint32_t n) {
    const struct program *p = r->p;
    memset(out, 0, n * 4u);
    if (!is_zone(p, zone) || count <= 0 || n < p->card_words) return GO;
    uint32_t z = (uint32_t)zone, have = state_counts(p, r->s)[z];
    if ((uint32_t)count >= have && !zone_at(p, z)->pile) return op_zset(r, zone, out, n);
    uint32_t want = (uint32_t)count < have ? (uint32_t)count : have;
    if (!zone_at(p, z)->pile) {
        if (r->mode == MODE_PROBE && zone_hidden(r, z) && run_blind(r)) return HIDDEN;
        const uint32_t *set = state_zone(p, r->s, z);
        for (int32_t c = -1; want-- > 0 && (c = bits_next(set, p->card_words, c)) >= 0;)
            bits_set(out, (uint32_t)c);
        return GO;
    }
    const struct pile_head *h = state_pile(p, r->s, z);
    uint32_t above = have - h->bottom; /* behind them the order is decided */
    enum outcome o = pile_reach(r, z, want < above ? want : above, false);
    if (o != GO) return o;
    pile_top(p, r->s, z, want, out);
    return r->mode == MODE_PROBE && any_unknown(r, out) && run_blind(r) ? HIDDEN : GO;
}

enum outcome op_zindex(struct run *r, int32_t card, int32_t *out) {
    const struct program *p = r->p;
    *out = 0;
    if ((uint32_t)card >= p->n_cards) return GO;
    if (card_hidden(r, card) && run_blind(r)) return HIDDEN;
    uint8_t z = state_where(p, r->s)[card];
    if (z == 255 || !zone_at(p, z)->pile) return GO;
    *out = (int32_t)pile_place(p, r->s, z, (uint32_t)card);
    uint32_t count = *out ? 0 : state_counts(p, r->s)[z];
    for (uint32_t nth = 1; nth <= count; nth++) {
        enum outcome o = pile_reach(r, z, nth, true);
        if (o != GO) return o;
        if (pile_card(p, r->s, z, nth) == (uint32_t)card) {
            *out = (int32_t)nth;
            break;
        }
    }
    return GO;
}

enum outcome op_zof(struct run *r, int32_t card, int32_t *out) {
    *out = NONE;
    if ((uint32_t)card >= r->p->n_cards) return GO;
    if (card_hidden(r, card) && run_blind(r)) return HIDDEN;
    uint8_t z = state_where(r->p, r->s)[card];
    *out = z == 255 ? NONE : z;
    return GO;
}

enum outcome op_live(struct run *r, int32_t owner, bool all, uint32_t *out, uint32_t n) {
    const struct program *p = r->p;
    memset(out, 0, n * 4u);
    for (uint32_t i = 0; i < p->n_zones; i++) {
        const struct zone *z = &p->zones[i];
        if (!z->live || (!all && !z->per_player)) continue;
        uint32_t first = 0, last = z->per_player ? p->owners : 1u;
        if (!all) {
            if (owner < 0 || (uint32_t)owner >= p->owners) continue;
            first = (uint32_t)owner;
            last = first + 1;
        }
        for (uint32_t k = first; k < last; k++) {
            uint32_t instance = z->instance + k;
            if (r->mode == MODE_PROBE && zone_hidden(r, instance) && run_blind(r)) return HIDDEN;
            bits_or(out, state_zone(p, r->s, instance), n < p->card_words ? n : p->card_words);
        }
    }
    return GO;
}

/* ---- reading from outside */
uint32_t zone_count(const struct program *p, const struct state *s, uint32_t instance) {
    return instance < p->n_zone_of_instance ? state_counts(p, s)[instance] : 0;
}

size_t zone_cards(const struct program *p, const struct state *s, uint32_t instance, int32_t *cards, size_t cap) {
    if (instance >= p->n_zone_of_instance) return 0;
    uint32_t count = state_counts(p, s)[instance];
    if (zone_at(p, instance)->pile) {
        struct pile_head *h = state_pile(p, s, instance);
        for (uint32_t nth = 1; nth <= count && nth <= cap; nth++) {
            bool decided = nth <= h->top || nth + h->bottom > count;
            uint32_t card = decided ? pile_card(p, s, instance, nth) : UNSEEN_CARD;
            cards[nth - 1] = card == UNSEEN_CARD ? NONE : (int32_t)card;
        }
        return count;
    }
    uint32_t k = 0;
    const uint32_t *set = state_zone(p, s, instance);
    for (int32_t c = -1; (c = bits_next(set, p->card_words, c)) >= 0 && k < cap;)
        cards[k++] = c;
    for (; k < count && k < cap; k++)
        cards[k] = NONE;
    return count;
}

/* Of the cards that are hidden in a zone without order: how many come before this one. */
static uint32_t hidden_before(const struct program *p, const struct state *s, const uint32_t *set, unsigned seat,
                              uint32_t card) {
    uint32_t n = 0;
    for (int32_t c = -1; (c = bits_next(set, p->card_words, c)) >= 0;) {
        if (card_seen(p, s, (uint32_t)c, seat)) continue;
        int by = cards_compare(p, s, (uint32_t)c, card, true);
        n += by < 0 || (by == 0 && (uint32_t)c < card);
    }
    return n;
}

int32_t zone_back(const struct program *p, const struct state *s, uint32_t instance, unsigned seat, uint32_t i) {
    if (instance >= p->n_zone_of_instance || (s->flags & STATE_VIEW) || i >= state_counts(p, s)[instance]) return NONE;
    if (zone_at(p, instance)->pile) {
        const struct pile_head *h = state_pile(p, s, instance);
        bool decided = i < h->top || i + h->bottom >= state_counts(p, s)[instance];
        uint32_t card = decided ? pile_card(p, s, instance, i + 1) : UNSEEN_CARD;
        return card == UNSEEN_CARD || card_seen(p, s, card, seat) ? NONE : (int32_t)card;
    }
    const uint32_t *set = state_zone(p, s, instance);
    for (int32_t c = -1; (c = bits_next(set, p->card_words, c)) >= 0;)
        if (!card_seen(p, s, (uint32_t)c, seat) && hidden_before(p, s, set, seat, (uint32_t)c) == i) return c;
    return NONE;
}
