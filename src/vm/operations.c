/* operations.c: operations of the loop that are more than a line and belong to no other file: chance, periods,
 * questions, lists, sets told apart by a variable, listeners. Emitted C calls them too.
 */
#include "base/random.h"
#include "vm/vm.h"

#include <string.h>

enum outcome op_rand(struct run *r, int32_t low, int32_t high, int32_t *out) {
    if (high < low) high = low;
    *out = low;
    if (low == high) return GO;
    if (r->mode == MODE_PROBE && run_blind(r)) return HIDDEN;
    if ((r->s->flags & STATE_EXPLICIT) && r->mode == MODE_REAL && !r->fibre && low >= NUMBER_LOW &&
        high < NUMBER_LOW + NUMBER_SPAN) {
        ask_chance_numbers(r->p, r->s, low, high);
        return CHANCE;
    }
    uint64_t span = (uint64_t)((int64_t)high - low) + 1;
    uint64_t bits = random_at(r->s->key, 0xffffffffu, r->s->randoms++);
    *out = (int32_t)(low + (int64_t)(((bits >> 32) * span) >> 32));
    r->s->epoch++;
    return GO;
}

/* Who was out until it begins is back, unless something else keeps that player out. */
void begin_period(struct run *r, uint32_t period) {
    uint16_t *n = &state_periods(r->p, r->s)[period];
    if (r->mode == MODE_PROBE) run_touch(r);
    if (*n < UINT16_MAX) ++*n;
    uint32_t rested = state_resting(r->p, r->s);
    vars_reset(r->p, r->s, (int)period);
    r->s->active |= (uint8_t)(rested & ~state_resting(r->p, r->s));
}

void op_out(struct run *r, int32_t player, int32_t until) {
    const struct program *p = r->p;
    if ((uint32_t)player >= p->seats) return;
    uint32_t bit = 1u << player, in = (r->s->active | state_resting(p, r->s)) & bit;
    bool told = (r->s->active & bit) != 0;
    if (r->mode == MODE_PROBE) run_touch(r);
    for (uint32_t i = 0; until == NONE && i < p->n_vars; i++)
        if (p->vars[i].use == USE_REST) var_save(r->s, &p->vars[i], (uint32_t)player, 0);
    if (until != NONE && in) var_save(r->s, &p->vars[until], (uint32_t)player, 1);
    r->s->active &= (uint8_t)~bit;
    if (told && run_speaks(r)) event_out(r, player, until == NONE ? NONE : p->vars[until].period);
}

/* An ASK: GO when the register has its value already, CHANCE when the loop must stop for the question. */
enum outcome op_ask(struct run *r, uint32_t pc, int32_t *regs, uint32_t a, uint32_t site_index) {
    const struct program *p = r->p;
    struct state *s = r->s;
    const struct site *site = &p->sites[site_index];
    int32_t me = regs[REG_ME];
    r->failure = (struct failure){.kind = FAILURE_EMPTY, .site = (int32_t)site_index};
    if ((uint32_t)me >= p->seats || !(s->active >> me & 1u)) { /* never asked */
        if (site->kind == SITE_YESNO || (site->flags & ASK_OPTIONAL)) {
            regs[a] = site->kind == SITE_YESNO ? 0 : NONE;
            return GO;
        }
        return r->mode == MODE_PROBE && me != r->viewer && run_blind(r) ? HIDDEN : FAILED;
    }
    if (r->mode == MODE_PROBE && me != r->viewer && run_blind(r)) return HIDDEN;
    if (r->mode == MODE_PURE) return FAILED;
    if (r->fibre && me != r->viewer) return FAULTED;
    if (!ask_candidates(p, s, site, pc, regs, r->m->asked.raw, &r->m->asked.raw_no)) return FAILED;
    if (!r->replay) return CHANCE;
    if (r->replay_at >= r->replay_n) return CHANCE;
    uint32_t answer = r->replay[r->replay_at++], bit;
    bool fits = answer == ANSWER_NO
                    ? r->m->asked.raw_no
                    : ask_in_domain(p, site->kind, site->value, answer, &bit) && bits_test(r->m->asked.raw, bit);
    if (!fits) {
        r->failure.kind = FAILURE_STUCK;
        return FAILED;
    }
    if (!r->quiet && r->mode == MODE_REAL) trace_answer(r->m, s, (unsigned)me, answer);
    if (run_speaks(r)) { /* the bodies of a FORK run for good: now it is told who answered what */
        state_frames(p, s)[s->n_frames - 1].pc = pc;
        event_answer(r->m, s, (unsigned)me, answer);
    }
    regs[a] = ask_answer_value(p, site, answer);
    return GO;
}

const int32_t *list_at(const struct program *p, const struct state *s, int32_t ref, uint32_t *room) {
    if (ref < 0) return NULL;
    if (ref >= LIST_STACK) {
        uint32_t at = (uint32_t)ref - LIST_STACK;
        if (at >= p->layout.stack_cap) return NULL;
        *room = p->layout.stack_cap - at - 1;
        return state_stack(p, s) + at;
    }
    if ((uint32_t)ref >= p->n_pool) return NULL;
    *room = p->n_pool - (uint32_t)ref - 1;
    return p->pool + ref;
}

enum outcome op_ldtrk(struct run *r, int32_t value, int32_t *out) {
    int32_t track = value < 0 ? NONE : TRACK_OF(value);
    *out = 0;
    if ((uint32_t)track >= r->p->n_tracks || r->p->tracks[track].var < 0) return GO;
    return op_ldv(r, (uint32_t)r->p->tracks[track].var, TRACK_OWNER(value), 0, out);
}

void op_log(struct run *r, uint32_t pc, uint32_t site) {
    if (!run_speaks(r)) return;
    state_frames(r->p, r->s)[r->s->n_frames - 1].pc = pc;
    event_site(r, site);
}

int32_t list_count(const struct program *p, const struct state *s, int32_t ref, int32_t item) {
    uint32_t room = 0;
    int32_t found = 0;
    const int32_t *list = list_at(p, s, ref, &room);
    for (uint32_t i = 0; list && *list > 0 && i < (uint32_t)*list && i < room; i++)
        found += list[i + 1] == item;
    return found;
}

int32_t list_tally(const struct program *p, const struct state *s, uint32_t table, const uint32_t *set, int32_t item) {
    const struct table *t = &p->tables[table];
    int32_t found = 0;
    for (uint32_t k = 0; k < BITS_WORDS(t->n); k++)
        for (uint32_t of = set[k]; of; of &= of - 1u) {
            uint32_t i = k * 32u + bits_lowest(of);
            if (i < t->n) found += list_count(p, s, p->pool[t->first + i], item);
        }
    return found;
}

void table_match(const struct program *p, uint32_t table, const uint32_t *set, int32_t want, uint32_t *out) {
    const struct table *t = &p->tables[table];
    for (uint32_t k = 0; k < BITS_WORDS(t->n); k++) {
        uint32_t match = 0;
        for (uint32_t of = set[k]; of; of &= of - 1u) {
            uint32_t bit = bits_lowest(of), i = k * 32u + bit;
            match |= (uint32_t)((i < t->n ? p->pool[t->first + i] : t->missing) == want) << bit;
        }
        out[k] = match;
    }
}

/* Bit i: the variable of member 32 k + i is `want`; only the members of `of` are looked at. */
static uint32_t each_equal(const struct run *r, const struct quick *v, uint32_t k, uint32_t of, int32_t want) {
    uint32_t match = 0;
    for (; of; of &= of - 1u) {
        uint32_t bit = bits_lowest(of), owner = k * 32u + bit - (uint32_t)v->first;
        int32_t value = owner < v->n_owners ? quick_load(r->s, v, owner * v->n_index) : v->missing;
        match |= (uint32_t)(value == want) << bit;
    }
    return match;
}

/* Look-ahead: whether the variable of a member may not be read. */
static bool member_hidden(struct run *r, uint32_t var, const uint32_t *set, uint32_t n) {
    const struct quick *v = &r->m->index.quick[var];
    uint32_t closed = 0;
    for (uint32_t k = 0; v->cards && k < n; k++)
        closed |= set[k] & r->unknown[k];
    if (closed) return true;
    if (v->open) return false;
    int32_t out;
    for (int32_t i = -1; (i = bits_next(set, n, i)) >= 0;)
        if (op_ldv(r, var, i, 0, &out) == HIDDEN) return true;
    return false;
}

enum outcome op_where(struct run *r, uint32_t var, const uint32_t *set, int32_t want, bool equal, uint32_t *out) {
    const struct quick *v = &r->m->index.quick[var];
    if (r->mode == MODE_PROBE && (v->cards || !v->open) && member_hidden(r, var, set, v->words) && run_blind(r))
        return HIDDEN;
    if (!v->bytes) {
        for (uint32_t k = 0; k < v->words; k++) {
            uint32_t match = each_equal(r, v, k, set[k], want);
            out[k] = set[k] & (equal ? match : ~match);
        }
        return GO;
    }
    const char *cells = (const char *)r->s + v->offset - (uint32_t)v->first; /* where member 0 would lie */
    uint32_t others = v->missing == want ? ~0u : 0, flip = equal ? 0 : ~0u;
    bool byte = want == (int8_t)want;
    for (uint32_t k = 0; k < v->words; k++) {
        uint32_t in = v->owners[k], match = byte ? bits_equal(cells + k * 32u, (int8_t)want) & in : 0;
        out[k] = set[k] & ((match | (others & ~in)) ^ flip);
    }
    return GO;
}

static inline uint64_t two_words(const uint32_t *at) {
    uint64_t out;
    memcpy(&out, at, sizeof out);
    return out;
}

/* The live cards of a player that are at pool place `hook`; HIDDEN when one of his live cards may not be read. */
static enum outcome listeners(struct run *r, uint32_t owner, uint32_t hook, uint32_t *out, uint32_t n) {
    const struct program *p = r->p;
    const uint32_t *hooks = (const uint32_t *)p->pool + hook;
    bool probe = !run_sees_live(r);
    uint64_t closed = 0;
    memset(out, 0, n * 4u);
    for (uint32_t i = 0; i < r->m->index.n_live_zones; i++) {
        const uint32_t *zone = state_zone(p, r->s, r->m->index.live_zones[i] + owner);
        if (!state_counts(p, r->s)[r->m->index.live_zones[i] + owner]) continue;
        uint32_t w = 0;
        for (; w + 2 <= n; w += 2) {
            uint64_t cards = two_words(zone + w), some = two_words(out + w) | (cards & two_words(hooks + w));
            if (probe) closed |= cards & two_words(r->unknown + w);
            memcpy(out + w, &some, sizeof some);
        }
        if (w == n) continue;
        if (probe) closed |= zone[w] & r->unknown[w];
        out[w] |= zone[w] & hooks[w];
    }
    return closed && run_blind(r) ? HIDDEN : GO;
}

enum outcome op_hear(struct run *r, int32_t *ear, int32_t from, uint32_t hook, uint32_t n) {
    const struct program *p = r->p;
    uint32_t *set = (uint32_t *)(ear + 3);
    int32_t next = ear[1] >= -1 && ear[1] < INT32_MAX ? bits_next(set, n, ear[1]) : NONE;
    while (next < 0 && ear[2] >= 0 && ear[2] < p->seats) {
        ear[0] = modulo(from + ear[2], p->seats);
        ear[2]++;
        enum outcome o = listeners(r, (uint32_t)ear[0], hook, set, n);
        if (o != GO) return o;
        next = bits_next(set, n, -1);
    }
    ear[1] = next;
    return GO;
}
