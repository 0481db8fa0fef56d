/* state.h: what the bytes of a position mean.
 *
 * A position is one block of program->layout.size bytes, aligned to 64: `struct state`, then the sections whose
 * offsets are in struct layout. No pointers; little-endian; equal positions are equal bytes but for the generator.
 *
 * Invariants at every question (the canonical form):
 * - every byte that means nothing is 0: padding, the stack from stack_top on, frames from n_frames on, closed
 *   questions, log entries past log_n, pile entries past top + bottom; and everything of the run when the game is over;
 * - each card is in one zone at most: where[card], the zone's bits, its count and, in a pile, its place agree;
 * - known[seat] has only cards that lie in a decided place the seat does not see.
 *
 * A pile's order array is one run of top + bottom entries in ascending height: order[0] is the lowest card, the first
 * `bottom` entries lie below the undecided ones, the other `top` entries above them, the last entry is the top card.
 * When nothing is undecided, top is 0. So putting on top and taking from it move nothing.
 */
#ifndef TN_VM_STATE_H
#define TN_VM_STATE_H

#include "base/bits.h"
#include "code/layout.h"
#include "code/native_api.h"
#include "code/program.h"

/* struct state, its header, and struct frame are in code/native_api.h: emitted C works on them too. */
_Static_assert(sizeof(struct state) == STATE_HEADER, "layout.h knows the size of the header");

/* An open question. `legal` has a bit for each answer of the domain; "no" is a flag. Closed: all zero. */
enum { ASK_OPEN = 0x80, ASK_NO = 0x40 }; /* beside the ASK_* of program.h */
struct ask {
    int32_t site; /* NONE: chance */
    uint8_t seat, kind, flags, type;
    uint16_t of, count;
    int32_t preset; /* answer id, or NONE */
    uint32_t legal[];
};
_Static_assert(sizeof(struct ask) == ASK_HEADER, "layout.h knows the size of a question");

_Static_assert(sizeof(struct frame) == 8, "frames are 8 bytes");

static inline void *state_at(const struct state *s, uint32_t offset) {
    return (char *)(uintptr_t)s + offset;
}
static inline struct frame *state_frames(const struct program *p, const struct state *s) {
    return state_at(s, p->layout.frames);
}
static inline int32_t *state_stack(const struct program *p, const struct state *s) {
    return state_at(s, p->layout.stack);
}
static inline uint32_t *state_zone(const struct program *p, const struct state *s, uint32_t instance) {
    return (uint32_t *)state_at(s, p->layout.zones) + instance * p->card_words;
}
static inline uint16_t *state_counts(const struct program *p, const struct state *s) {
    return state_at(s, p->layout.counts);
}
static inline uint8_t *state_where(const struct program *p, const struct state *s) {
    return state_at(s, p->layout.where);
}
static inline uint32_t *state_known(const struct program *p, const struct state *s, uint32_t seat) {
    return (uint32_t *)state_at(s, p->layout.known) + seat * p->card_words;
}
static inline uint16_t *state_periods(const struct program *p, const struct state *s) {
    return state_at(s, p->layout.periods);
}
static inline uint16_t *state_log(const struct program *p, const struct state *s, uint32_t seat) {
    return (uint16_t *)state_at(s, p->layout.logs) + seat * p->layout.log_cap;
}
/* The question of `seat`: one per seat during a fork, else the only one there is. */
static inline struct ask *state_ask(const struct program *p, const struct state *s, uint32_t seat) {
    return state_at(s, p->layout.questions + (s->forked ? seat * p->layout.ask_stride : 0));
}
static inline struct pile_head *state_pile(const struct program *p, const struct state *s, uint32_t instance) {
    const struct zone *z = &p->zones[p->zone_of_instance[instance]];
    return state_at(s, z->order + (instance - z->instance) * z->pile_stride);
}

/* The order of a pile, see pile_entry. */
enum { UNSEEN_CARD = 0xffff }; /* in a view: a card that lies there and may not be known */
struct order {
    void *at;
    uint32_t first, entry; /* card of entry 0; bytes of one */
    uint32_t n;            /* entries there is room for */
};
static inline struct order pile_order(const struct program *p, const struct state *s, uint32_t instance) {
    const struct zone *z = &p->zones[p->zone_of_instance[instance]];
    return (struct order){state_pile(p, s, instance) + 1, (uint32_t)z->first_card, pile_entry(z), z->n_cards};
}
static inline uint32_t order_get(struct order o, uint32_t i) {
    uint32_t one = o.entry == 1 ? ((const uint8_t *)o.at)[i] : ((const uint16_t *)o.at)[i];
    return one == (o.entry == 1 ? UINT8_MAX : UINT16_MAX) ? UNSEEN_CARD : one + o.first;
}
static inline void order_set(struct order o, uint32_t i, uint32_t card) {
    uint32_t one = card == UNSEEN_CARD ? UINT16_MAX : card - o.first;
    if (o.entry == 1)
        ((uint8_t *)o.at)[i] = (uint8_t)one;
    else
        ((uint16_t *)o.at)[i] = (uint16_t)one;
}
static inline void *order_at(struct order o, uint32_t i) {
    return (char *)o.at + i * o.entry;
}

static inline uint32_t all_seats(const struct program *p) {
    return (1u << p->seats) - 1u;
}

/* The seats that see what lies in a zone instance, one bit each; bit MAX_SEATS: the spectator. */
static inline uint32_t zone_seers(const struct program *p, uint32_t instance) {
    return p->seers[instance];
}
static inline uint32_t seer_bit(const struct program *p, unsigned seat) {
    return 1u << (seat < p->seats ? seat : MAX_SEATS);
}

#endif
