/* view.c: what one seat may see of a position, as a block of the same layout.
 *
 * Law: two positions that differ only in what the seat may not see give the same bytes. So everything hidden is
 * replaced by a constant: a hidden card has no place and its entries are initial, a hidden entry is initial, frames,
 * stack, generator, others' knowledge, logs and menus are 0. Counts stay.
 */
#include "vm/vm.h"

#include <string.h>

static void hide_cards(const struct program *p, const struct state *s, unsigned seat, struct state *out) {
    for (uint32_t c = 0; c < p->n_cards; c++) {
        if (card_seen(p, s, c, seat)) continue;
        uint8_t z = state_where(p, s)[c];
        bits_clear(state_zone(p, out, z), c);
        state_where(p, out)[c] = 255;
    }
    for (uint32_t z = 0; z < p->n_zone_of_instance; z++) {
        if (!p->zones[p->zone_of_instance[z]].pile) continue;
        struct pile_head *h = state_pile(p, out, z);
        struct order order = pile_order(p, out, z);
        h->shuffles = 0;
        for (uint32_t i = 0; i < (uint32_t)h->top + h->bottom; i++)
            if (!card_seen(p, s, order_get(order, i), seat)) order_set(order, i, UNSEEN_CARD);
    }
    for (uint32_t q = 0; q < p->seats; q++)
        if (q != seat) bits_zero(state_known(p, out, q), p->card_words);
}

/* A card variable may name only cards the seat sees; a set of them loses the others. */
static int32_t hide_value(const struct program *p, const struct state *s, unsigned seat, const struct var *v,
                          uint32_t slot, int32_t value) {
    if (v->kind.type != VT_CARD) return value;
    if (!(v->kind.flags & VF_SET))
        return (uint32_t)value < p->n_cards && !card_seen(p, s, (uint32_t)value, seat) ? NONE : value;
    uint32_t first = slot % v->n_index * 32u, word = (uint32_t)value;
    for (uint32_t i = 0; i < 32; i++)
        if ((word >> i & 1u) && first + i < p->n_cards && !card_seen(p, s, first + i, seat)) word &= ~(1u << i);
    return (int32_t)word;
}

static void hide_vars(const struct program *p, const struct state *s, unsigned seat, struct state *out) {
    for (uint32_t i = 0; i < p->n_vars; i++) {
        const struct var *v = &p->vars[i];
        if (v->see == SEE_EVERYONE && v->scope != SCOPE_CARD && v->kind.type != VT_CARD) continue;
        for (uint32_t o = 0; o < v->n_owners; o++) {
            int32_t owner = (int32_t)o + (v->scope >= SCOPE_CARD ? v->first_owner : 0);
            bool seen = var_seen(p, s, v, owner, seat);
            for (uint32_t k = 0; k < v->n_index; k++) {
                uint32_t slot = o * v->n_index + k;
                int32_t value =
                    seen ? hide_value(p, s, seat, v, slot, var_load(p, s, v, slot)) : var_initial(p, v, slot);
                var_save(out, v, slot, value);
            }
        }
    }
}

static void hide_questions(const struct program *p, unsigned seat, struct state *out) {
    if (out->forked) {
        for (uint32_t q = 0; q < p->seats; q++) {
            if (q == seat) continue;
            ask_close(p, state_ask(p, out, q));
            memset(state_log(p, out, q), 0, p->layout.log_cap * 2u);
            out->log_n[q] = 0;
        }
        return;
    }
    struct ask *q = state_ask(p, out, 0);
    if (!(q->flags & ASK_OPEN) || q->seat == seat) return;
    memset(q->legal, 0, p->layout.ask_words * 4u);
    q->flags &= (uint8_t)~ASK_NO;
    q->count = 0;
    q->preset = NONE;
}

void state_view(const struct program *p, const struct state *s, unsigned seat, struct state *out) {
    memcpy(out, s, p->layout.size);
    out->key = 0;
    out->randoms = 0;
    out->flags |= STATE_VIEW;
    memset(state_frames(p, out), 0, p->layout.frame_cap * 8u);
    memset(state_stack(p, out), 0, p->layout.stack_cap * 4u);
    out->n_frames = out->stack_top = 0;
    if (s->flags & STATE_VIEW) return; /* a view of a view shows no more */
    hide_cards(p, s, seat, out);
    hide_vars(p, s, seat, out);
    hide_questions(p, seat, out);
}
