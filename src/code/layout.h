/* layout.h: where everything lies in the block of a position.
 *
 * layout_compute is called once by the emitter, after vars (without offsets), zones, cards, sites, code, seats,
 * owners, forks, layout.stack_cap and layout.frame_cap are set (layout.log_cap may be; 0 means the default). It fills
 * var.offset, zone.instance, zone.order, zone.pile_stride, zone_of_instance, owner_of_instance (from p->arena; check
 * arena.failed), card_words and space_words if they are 0, the answer space and the rest of the layout.
 * Invariants: every section starts at a multiple of 4, sections do not overlap, size is a multiple of 64. It depends
 * on nothing but the program, so that a program and its saves agree on every machine.
 */
#ifndef TN_CODE_LAYOUT_H
#define TN_CODE_LAYOUT_H

#include "code/program.h"

enum {
    STATE_HEADER = 64, /* sizeof(struct state), vm/state.h */
    ASK_HEADER = 16,   /* sizeof(struct ask), vm/state.h */
    LOG_CAP = 64,      /* answers a seat may give in one FORK */
    MAX_INSTANCES = 254,
    MAX_STATE = 4 << 20, /* bytes of a position */
};

/* Bytes of an entry of a pile's order: the card, counted from the first that may lie there. The highest number an entry
 * can hold stands for no card. */
static inline uint32_t pile_entry(const struct zone *z) {
    return z->n_cards <= UINT8_MAX ? 1 : 2;
}

/* Whether the counts are small enough for a position of at most MAX_STATE bytes, so that layout_compute can count. */
bool layout_fits(const struct program *p);
void layout_compute(struct program *p);

#endif
