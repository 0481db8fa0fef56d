/* log_part.c: what a line of the log is made of, as data: numbers that changed and by how much, cards that moved,
 * what was put on spaces, and where each came from (decision 60).
 *
 * Parts tell nobody more than the text they stand beside: numbers, spaces and cards are parts of what those read who
 * may see them. Where something came from is told only if that gives nothing away: nothing while answers are secret;
 * a card that all who read it see, in a game where no variable points at cards in secret; a space that was chosen or
 * changed in the open since the last question, or any in a game in which nothing is hidden.
 *
 * What is put on spaces belongs to the line that is told next by the rules themselves, else to the one that is being
 * gathered; it is dropped where nothing is told. Parts of one entry from one source are added up.
 */
#include "vm/vm.h"

/* ---- where something came from */
static bool points_at_cards_in_secret(const struct program *p) {
    for (uint32_t i = 0; i < p->n_vars; i++)
        if (p->vars[i].kind.type == VT_CARD && p->vars[i].see != SEE_EVERYONE) return true;
    return false;
}

static bool hides_nothing(const struct program *p) {
    for (uint32_t i = 0; i < p->n_vars; i++)
        if (p->vars[i].see != SEE_EVERYONE) return false;
    for (uint32_t i = 0; i < p->n_zones; i++)
        if (p->zones[i].see != SEE_EVERYONE) return false;
    return true;
}

static struct log_from from_space(const struct run *r, int32_t space) {
    struct log_from nothing = {.seat = NONE, .index = NONE};
    if ((uint32_t)space >= r->p->n_spaces) return nothing;
    if (!bits_test(r->m->log.open_spaces, (uint32_t)space) && !hides_nothing(r->p)) return nothing;
    return (struct log_from){FROM_SPACE, NONE, 0, space};
}

static struct log_from from_card(const struct run *r, int32_t card, uint32_t seers) {
    struct log_from nothing = {.seat = NONE, .index = NONE};
    if ((uint32_t)card >= r->p->n_cards || points_at_cards_in_secret(r->p)) return nothing;
    for (uint32_t q = 0; q < r->p->seats; q++)
        if (seers >> q & 1u && !card_seen(r->p, r->s, (uint32_t)card, q)) return nothing;
    return (struct log_from){FROM_CARD, NONE, 0, card};
}

static struct log_from from_track(const struct run *r, const struct giver *s, const int32_t *regs, uint32_t seers) {
    const struct var *v = &r->p->vars[r->p->tracks[s->track].var];
    struct log_from nothing = {.seat = NONE, .index = NONE};
    int32_t owner = s->owner == NO_REGISTER ? NONE : regs[s->owner];
    for (uint32_t q = 0; q < r->p->seats; q++)
        if (seers >> q & 1u && !var_seen(r->p, r->s, v, owner, q)) return nothing;
    return (struct log_from){FROM_TRACK, (int8_t)owner, (int16_t)regs[s->reg], s->track};
}

/* Rules are carried out for the card of the top frame, unless a track has them or what is called reacts by itself. */
struct log_from part_from(const struct run *r, uint32_t seers) {
    const struct program *p = r->p;
    const struct frame *frames = state_frames(p, r->s);
    uint32_t top = r->s->n_frames - 1u;
    if (r->s->forked) return (struct log_from){.seat = NONE, .index = NONE};
    int32_t card = state_stack(p, r->s)[frames[top].base + REG_THIS];
    for (uint32_t i = top + 1; i-- > 0;) {
        const struct giver *s = program_giver(p, frames[i].pc);
        const int32_t *regs = state_stack(p, r->s) + frames[i].base;
        if (!s) continue;
        if (s->kind == GIVER_TRACK) return from_track(r, s, regs, seers);
        if (i < top && s->kind == GIVER_RULE) break;
        if (i < top) continue;
        if (s->kind == GIVER_SPACE || (s->kind == GIVER_ABOUT && card < 0)) return from_space(r, regs[s->reg]);
        if (s->kind == GIVER_CARD) return from_card(r, regs[s->reg], seers);
    }
    return from_card(r, card, seers);
}

/* What was chosen and changed before is not news any more. */
void part_begin(struct machine *m, const struct state *at, uint32_t answer, bool open) {
    const struct program *p = m->p;
    uint32_t space = answer - p->answers.spaces;
    bits_zero(m->log.open_spaces, p->space_words);
    if (open && !at->forked && answer >= p->answers.spaces && space < p->n_spaces) bits_set(m->log.open_spaces, space);
}

/* ---- gathering them */
static bool same_entry(const struct log_part *a, const struct log_part *b) {
    return a->kind == b->kind && a->what == b->what && a->owner == b->owner && a->index == b->index;
}

static bool same_from(struct log_from a, struct log_from b) {
    return a.kind == b.kind && a.index == b.index && a.at == b.at && a.seat == b.seat;
}

/* There is always room for one of each item of the line that says nothing of its source. */
void part_add(struct line *l, struct log_part part) {
    if (l->n_parts + LINE_ITEMS >= LINE_PARTS) part.from = (struct log_from){.seat = NONE, .index = NONE};
    for (unsigned i = 0; i < l->n_parts && part.kind <= PART_TRACK; i++) {
        struct log_part *old = &l->parts[i];
        if (!same_entry(old, &part) || !same_from(old->from, part.from) || (old->by < 0) != (part.by < 0)) continue;
        old->by += part.by;
        old->now = part.now;
        return;
    }
    bool number = part.kind <= PART_TRACK;
    if (l->n_parts < LINE_PARTS - (number ? 0 : LINE_ITEMS)) l->parts[l->n_parts++] = part;
}

/* What the line does not tell, because it is told otherwise, is no part of it. */
void part_drop_untold(struct line *l) {
    unsigned kept = 0;
    for (unsigned i = 0; i < l->n_parts; i++) {
        bool told = l->parts[i].kind > PART_TRACK;
        for (unsigned k = 0; k < l->n && !told; k++) {
            struct log_part item = line_part(&l->items[k], l->parts[i].from);
            told = same_entry(&item, &l->parts[i]);
        }
        if (told) l->parts[kept++] = l->parts[i];
    }
    l->n_parts = (uint16_t)kept;
}

void part_take_puts(struct machine *m) {
    for (unsigned i = 0; i < m->log.n_puts; i++)
        part_add(&m->log.line, m->log.puts[i]);
    m->log.n_puts = 0;
}

struct log_part part_cards(struct machine *m, enum part_kind kind, uint32_t to, const uint32_t *cards) {
    const struct program *p = m->p;
    struct log_part part = {.kind = (uint8_t)kind,
                            .seat = NONE,
                            .what = NONE,
                            .owner = NONE,
                            .index = NONE,
                            .cards = m->log.told_cards + m->log.n_told,
                            .from = {.seat = NONE, .index = NONE}};
    if (to < p->n_zone_of_instance) {
        part.what = p->zone_of_instance[to];
        part.seat = p->owner_of_instance[to];
    }
    for (int32_t c = -1; (c = bits_next(cards, p->card_words, c)) >= 0 && m->log.n_told < p->n_cards; part.n++)
        m->log.told_cards[m->log.n_told++] = (uint16_t)c;
    return part;
}

/* Something changed on a space: told only if everybody sees it there. */
void event_put(struct run *r, uint32_t var, int32_t owner, int32_t index, struct change change) {
    const struct program *p = r->p;
    const struct var *v = &p->vars[var];
    for (uint32_t q = 0; q < p->seats; q++)
        if (!var_seen(p, r->s, v, owner, q)) return;
    if ((uint32_t)owner < p->n_spaces) bits_set(r->m->log.open_spaces, (uint32_t)owner);
    bool plain = !v->kind.flags && (v->kind.type == VT_NUMBER || v->kind.type == VT_BOOL || v->kind.type == VT_PLAYER ||
                                    v->kind.type == VT_MEMBER);
    if (!plain || v->internal || program_hides(p, LOOK_VAR, var) || r->m->log.n_puts == LINE_PUTS) return;
    r->m->log.puts[r->m->log.n_puts++] = (struct log_part){.kind = PART_PUT,
                                                           .seat = NONE,
                                                           .what = (int32_t)var,
                                                           .owner = owner,
                                                           .index = index,
                                                           .now = change.is,
                                                           .by = v->kind.type == VT_NUMBER ? change.is - change.was : 0,
                                                           .from = {.seat = NONE, .index = NONE}};
}
