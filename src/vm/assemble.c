/* assemble.c: positions put together from outside, and what somebody needs who takes one apart.
 *
 * The way is: state_blank, then what the position holds (in any order, but piles are ordered after their cards are
 * there), then where the rules go on: state_resume with a course, state_enter at an entry of the flow, or state_close
 * when the game is over. Every function here keeps what state.h says of variables, zones and knowledge, so a block
 * built with them that reached a question passes state_check.
 */
#include "base/hash.h"
#include "vm/vm.h"

#include <stddef.h>
#include <string.h>

/* ---- numbers of the whole */
void state_head_get(const struct program *p, const struct state *s, struct state_head *out) {
    (void)p;
    *out = (struct state_head){.key = s->key,
                               .randoms = s->randoms,
                               .phase = s->phase,
                               .active = s->active,
                               .winners = s->winners,
                               .losers = s->losers,
                               .limited = (s->flags & STATE_LIMITED) != 0,
                               .shuffling = (s->flags & STATE_SHUFFLING) != 0};
}

void state_head_put(const struct program *p, struct state *s, const struct state_head *head) {
    uint32_t seats = all_seats(p);
    s->key = head->key;
    s->randoms = head->randoms;
    s->phase = (int16_t)((uint32_t)head->phase < p->n_phases ? head->phase : NONE);
    s->active = (uint8_t)(head->active & seats);
    s->winners = (uint8_t)(head->winners & seats);
    s->losers = (uint8_t)(head->losers & seats);
    s->flags &= (uint8_t) ~(STATE_LIMITED | STATE_SHUFFLING);
    if (head->limited) s->flags |= STATE_LIMITED;
    if (head->shuffling) s->flags |= STATE_SHUFFLING;
}

void period_put(const struct program *p, struct state *s, uint32_t period, uint32_t count) {
    if (period < p->n_periods) state_periods(p, s)[period] = (uint16_t)(count < UINT16_MAX ? count : UINT16_MAX);
}

/* ---- variables */
bool var_put(const struct program *p, struct state *s, uint32_t var, int32_t owner, int32_t index, int32_t value) {
    const struct var *v = &p->vars[var];
    uint32_t slot = var_slot(v, owner, index);
    if (slot == UINT32_MAX || !var_holds(p, v, slot, value)) return false;
    var_save(s, v, slot, value);
    return true;
}

int32_t var_first(const struct program *p, uint32_t var, int32_t index) {
    return var_initial(p, &p->vars[var], (uint32_t)index);
}

void var_range(const struct program *p, uint32_t var, int32_t index, int32_t *low, int32_t *high) {
    const struct var *v = &p->vars[var];
    *low = var_low(p, v, (uint32_t)index);
    *high = v->high;
}

/* ---- cards */
int32_t card_place(const struct program *p, const struct state *s, uint32_t card) {
    uint8_t z = state_where(p, s)[card];
    return z == 255 ? NONE : z;
}

bool zone_secret(const struct program *p, uint32_t instance) {
    return zone_seers(p, instance) == 0;
}

bool card_put(const struct program *p, struct state *s, uint32_t card, int32_t instance) {
    if (instance != NONE) {
        const struct zone *z = &p->zones[p->zone_of_instance[instance]];
        if (card - (uint32_t)z->first_card >= z->n_cards) return false;
    }
    zone_take(p, s, card);
    for (uint32_t q = 0; q < p->seats; q++)
        bits_clear(state_known(p, s, q), card);
    if (instance != NONE) zone_put(p, s, card, (uint32_t)instance, false);
    return true;
}

uint32_t pile_get(const struct program *p, const struct state *s, uint32_t instance, uint16_t *cards, uint32_t *top,
                  uint32_t *bottom) {
    struct pile_head *h = state_pile(p, s, instance);
    struct order order = pile_order(p, s, instance);
    const uint32_t *set = state_zone(p, s, instance);
    uint32_t n = 0;
    for (uint32_t i = 0; i < h->top; i++)
        cards[n++] = (uint16_t)order_get(order, h->bottom + h->top - 1u - i);
    for (int32_t c = -1; (c = bits_next(set, p->card_words, c)) >= 0;)
        if (!pile_decided(p, s, instance, (uint32_t)c)) cards[n++] = (uint16_t)c;
    for (uint32_t i = h->bottom; i-- > 0;)
        cards[n++] = (uint16_t)order_get(order, i);
    *top = h->top;
    *bottom = h->bottom;
    return n;
}

void pile_put(const struct program *p, struct state *s, uint32_t instance, const uint16_t *cards, uint32_t top,
              uint32_t bottom) {
    struct pile_head *h = state_pile(p, s, instance);
    uint32_t count = state_counts(p, s)[instance];
    struct order order = pile_order(p, s, instance);
    memset(order.at, 0, order.n * order.entry);
    for (uint32_t i = 0; i < top + bottom; i++)
        order_set(order, top + bottom - 1u - i, cards[i]);
    h->top = (uint16_t)(top + bottom == count ? 0 : top);
    h->bottom = (uint16_t)(top + bottom - h->top);
}

uint32_t pile_chance_get(const struct program *p, const struct state *s, uint32_t instance) {
    return state_pile(p, s, instance)->shuffles;
}

void pile_chance_put(const struct program *p, struct state *s, uint32_t instance, uint32_t count) {
    state_pile(p, s, instance)->shuffles = (uint16_t)count;
}

bool card_known(const struct program *p, const struct state *s, unsigned seat, uint32_t card) {
    return bits_test(state_known(p, s, seat), card);
}

bool card_know(const struct program *p, struct state *s, unsigned seat, uint32_t card) {
    uint8_t z = state_where(p, s)[card];
    if (z == 255 || (zone_seers(p, z) >> seat & 1u) || !pile_decided(p, s, z, card)) return false;
    bits_set(state_known(p, s, seat), card);
    return true;
}

/* ---- where the rules wait */
/* Over all that a course depends on: the code, and what the position holds but for chance. */
uint64_t state_fit(const struct program *p, const struct state *s) {
    const struct layout *l = &p->layout;
    uint64_t h = hash_mix(hash_bytes(p->code, p->n_code * sizeof *p->code, p->hash),
                          (uint64_t)(uint16_t)s->phase << 8 | s->active);
    h = hash_bytes(state_at(s, l->vars), l->piles - l->vars, h);
    for (uint32_t i = 0; i < p->n_zone_of_instance; i++) {
        if (!p->zones[p->zone_of_instance[i]].pile) continue;
        struct pile_head *pile = state_pile(p, s, i);
        struct order order = pile_order(p, s, i);
        h = hash_mix(hash_bytes(order.at, order.n * order.entry, h), (uint64_t)pile->top << 16 | pile->bottom);
    }
    return hash_bytes(state_at(s, l->known), l->questions - l->known, h);
}

struct course state_course(const struct program *p, const struct state *s) {
    return (struct course){state_frames(p, s), state_stack(p, s), s->n_frames, s->stack_top};
}

const char *state_course_put(const struct program *p, struct state *s, const struct course *c) {
    if (c->n_frames > p->layout.frame_cap || c->n_stack > p->layout.stack_cap) return "the stack is too high";
    bool shuffling = (s->flags & STATE_SHUFFLING) != 0;
    run_clear(p, s);
    if (shuffling) s->flags |= STATE_SHUFFLING;
    s->status = RUN_ASK;
    s->n_frames = (uint16_t)c->n_frames;
    s->stack_top = (uint16_t)c->n_stack;
    if (c->n_frames) memcpy(state_frames(p, s), c->frames, c->n_frames * sizeof *c->frames);
    if (c->n_stack) memcpy(state_stack(p, s), c->stack, c->n_stack * 4u);
    return check_frames(p, s);
}

enum run_status state_resume(struct machine *m, struct state *s) {
    return drive(m, s, STEP_BUDGET);
}

uint32_t state_secret(const struct program *p, const struct state *s, unsigned seat, const uint16_t **answers) {
    if (!s->forked) return 0;
    *answers = state_log(p, s, seat);
    return s->log_n[seat];
}

void state_close(const struct program *p, struct state *s) {
    run_over(p, s);
}

/* ---- entries of the flow */
enum run_status state_enter(struct machine *m, struct state *s, const struct begin *b) {
    const struct program *p = m->p;
    run_clear(p, s);
    int32_t routine = b->entry == NONE ? p->flow : p->entries[b->entry].routine;
    if (!run_push(p, s, (uint32_t)routine, b->seat, NONE)) {
        struct run r;
        run_init(&r, m, s, MODE_REAL);
        run_fault(&r, FAULT_DEEP, p->routines[routine].entry, NONE);
        return RUN_FAULT;
    }
    for (uint32_t i = 0; b->entry != NONE && i < p->entries[b->entry].n_around; i++)
        state_stack(p, s)[REG_ARGS + i] = b->around[i];
    return drive(m, s, STEP_BUDGET);
}

/* The innermost stretch that holds pc. */
static const struct stretch *stretch_at(const struct program *p, uint32_t pc) {
    const struct stretch *found = NULL;
    for (uint32_t i = 0; i < p->n_stretches; i++) {
        const struct stretch *t = &p->stretches[i];
        if (pc >= t->from && pc < t->to && (!found || t->to - t->from < found->to - found->from)) found = t;
    }
    return found;
}

/* Whether both hold the same and are asked the same. */
static bool same_question(const struct program *p, const struct state *a, const struct state *b) {
    const struct layout *l = &p->layout;
    if (a->status != b->status || a->phase != b->phase || a->active != b->active || a->flags != b->flags ||
        a->forked != b->forked || a->seats != b->seats || a->pending != b->pending || a->randoms != b->randoms ||
        memcmp(a->log_n, b->log_n, sizeof a->log_n) ||
        memcmp(state_at(a, l->vars), state_at(b, l->vars), l->questions - l->vars))
        return false;
    for (uint32_t i = 0; i < (p->forks ? p->seats : 1u); i++) {
        const struct ask *x = state_at(a, l->questions + i * l->ask_stride),
                         *y = state_at(b, l->questions + i * l->ask_stride);
        if (memcmp(&x->seat, &y->seat, l->ask_stride - offsetof(struct ask, seat))) return false;
    }
    return true;
}

/* Whether nothing has happened since the stretch was begun: running it again from its start changes nothing, not even
 * a register. */
static bool just_begun(struct machine *m, const struct state *s, const struct stretch *at, struct state *scratch) {
    const struct program *p = m->p;
    const struct layout *l = &p->layout;
    struct frame first = state_frames(p, s)[0];
    uint32_t top = first.base + p->routines[first.routine].n_regs;
    memcpy(scratch, s, l->size);
    run_clear(p, scratch);
    first.pc = at->from;
    state_frames(p, scratch)[0] = first;
    memcpy(state_stack(p, scratch), state_stack(p, s), top * 4u);
    scratch->n_frames = 1;
    scratch->stack_top = (uint16_t)top;
    return drive(m, scratch, STEP_BUDGET) == RUN_ASK && same_question(p, s, scratch) &&
           scratch->n_frames == s->n_frames && scratch->stack_top == s->stack_top &&
           !memcmp(state_frames(p, s), state_frames(p, scratch), l->size - l->frames);
}

bool state_begin(struct machine *m, const struct state *s, struct state *scratch, struct begin *out) {
    const struct program *p = m->p;
    if (s->status != RUN_ASK || !s->n_frames) return false;
    const struct frame *f = state_frames(p, s);
    const struct stretch *at = stretch_at(p, f->pc);
    if (!at || !p->entries[at->entry].exact) return false;
    *out = (struct begin){.entry = at->entry, .seat = state_stack(p, s)[f->base + REG_ME]};
    for (uint32_t i = 0; i < p->entries[at->entry].n_around; i++)
        out->around[i] = state_stack(p, s)[f->base + at->around[i]];
    if ((uint32_t)out->seat >= p->seats) return false;
    void (*sink)(void *, const struct log_event *) = m->log.sink;
    m->log.sink = NULL;
    bool fine = just_begun(m, s, at, scratch);
    memcpy(scratch, s, p->layout.size);
    fine = fine && state_enter(m, scratch, out) == RUN_ASK && same_question(p, s, scratch);
    m->log.sink = sink;
    return fine;
}
