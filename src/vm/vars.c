/* vars.c: the variables of a position: reading, writing within their range, stock and supply.
 *
 * Invariants: a number never leaves low..high (a write that would, fails, or stops at an open upper end); a unit with
 * a total is conserved between the stocks and the supply. In look-ahead nothing here depends on an entry the asked
 * seat may not see: reading it, or a range check against it, is HIDDEN.
 */
#include "vm/vm.h"

uint32_t var_slot(const struct var *v, int32_t owner, int32_t index) {
    if (v->scope == SCOPE_GLOBAL) owner = 0;
    if (v->scope == SCOPE_CARD || v->scope == SCOPE_SPACE) {
        if (owner < v->first_owner) return UINT32_MAX;
        owner -= v->first_owner;
    }
    if ((uint32_t)owner >= v->n_owners || (uint32_t)index >= v->n_index) return UINT32_MAX;
    return (uint32_t)owner * v->n_index + (uint32_t)index;
}

int32_t var_load(const struct program *p, const struct state *s, const struct var *v, uint32_t slot) {
    (void)p;
    const void *at = state_at(s, v->offset + slot * v->width);
    switch (v->width) {
    case 1: return *(const int8_t *)at;
    case 2: return *(const int16_t *)at;
    default: return *(const int32_t *)at;
    }
}

void var_save(struct state *s, const struct var *v, uint32_t slot, int32_t value) {
    void *at = state_at(s, v->offset + slot * v->width);
    switch (v->width) {
    case 1: *(int8_t *)at = (int8_t)value; break;
    case 2: *(int16_t *)at = (int16_t)value; break;
    default: *(int32_t *)at = value; break;
    }
}

static int32_t table_int(const struct program *p, int32_t table, uint32_t i, int32_t otherwise) {
    if (table < 0) return otherwise;
    const struct table *t = &p->tables[table];
    return i < t->n ? p->pool[t->first + i] : t->missing;
}

int32_t var_initial(const struct program *p, const struct var *v, uint32_t slot) {
    if (v->initials < 0) return v->initial;
    return table_int(p, v->initials, slot % var_initials(v, p->tables[v->initials].n), v->initial);
}

int32_t var_low(const struct program *p, const struct var *v, uint32_t index) {
    return table_int(p, v->lows, index % v->n_index, v->low);
}

void vars_reset(const struct program *p, struct state *s, int period) {
    for (uint32_t i = 0; i < p->n_vars; i++) {
        const struct var *v = &p->vars[i];
        if (period != NONE && v->period != period) continue;
        uint32_t n = (uint32_t)v->n_owners * v->n_index;
        for (uint32_t k = 0; k < n; k++)
            var_save(s, v, k, var_initial(p, v, k));
    }
}

int cards_compare(const struct program *p, const struct state *s, uint32_t c, uint32_t d, bool notes) {
    for (uint32_t i = 0; i < p->n_vars; i++) {
        const struct var *v = &p->vars[i];
        if (v->scope != SCOPE_CARD || notes != (v->use == USE_NOTE)) continue;
        for (uint32_t k = 0; k < v->n_index; k++) {
            int32_t one = read_var(p, s, i, (int32_t)c, (int32_t)k), other = read_var(p, s, i, (int32_t)d, (int32_t)k);
            if (one != other) return one < other ? -1 : 1;
        }
    }
    return 0;
}

uint32_t state_resting(const struct program *p, const struct state *s) {
    uint32_t seats = 0;
    for (uint32_t i = 0; i < p->n_vars; i++)
        for (uint32_t q = 0; p->vars[i].use == USE_REST && q < p->seats; q++)
            if (var_load(p, s, &p->vars[i], q)) seats |= 1u << q;
    return seats;
}

bool var_seen(const struct program *p, const struct state *s, const struct var *v, int32_t owner, unsigned seat) {
    if (v->scope == SCOPE_CARD && owner >= 0 && (uint32_t)owner < p->n_cards && !card_seen(p, s, (uint32_t)owner, seat))
        return false;
    if (v->see == SEE_EVERYONE) return true;
    if (v->shown >= 0) {
        const struct var *shown = &p->vars[v->shown];
        uint32_t slot = var_slot(shown, owner, 0);
        if (slot != UINT32_MAX && var_load(p, s, shown, slot)) return true;
    }
    if (v->see == SEE_NOBODY || seat >= p->seats) return false;
    int32_t whose = owner;
    if (v->scope == SCOPE_CARD) { /* a card's entries belong to whoever owns its zone */
        uint8_t z = owner >= 0 && (uint32_t)owner < p->n_cards ? state_where(p, s)[owner] : 255;
        whose = z == 255 ? NONE : p->owner_of_instance[z];
    } else if (v->scope != SCOPE_PLAYER) {
        whose = NONE;
    }
    return v->see == SEE_OWNER ? whose == (int32_t)seat : whose >= 0 && whose != (int32_t)seat;
}

/* In look-ahead: whether what stands in this entry is out of bounds for the asked seat. */
static bool entry_hidden(const struct run *r, const struct var *v, int32_t owner) {
    if (v->scope == SCOPE_CARD && card_hidden(r, owner)) return true;
    if (v->see == SEE_EVERYONE) return false;
    if (!var_seen(r->p, r->s, v, owner, r->viewer)) return true;
    for (uint32_t q = 0; r->eyes >> q; q++)
        if ((r->eyes >> q & 1u) && !var_seen(r->p, r->s, v, owner, q)) return true;
    return false;
}

size_t quick_words(const struct program *p) {
    return (size_t)p->n_vars * (p->card_words > p->space_words ? p->card_words : p->space_words) + 1u;
}

/* What an entry can hold: its declared range, or whatever its bytes can. */
static void quick_range(const struct var *v, struct quick *q) {
    int32_t low = var_cell_low(v), high = var_cell_high(v);
    bool number = v->kind.type == VT_NUMBER && !(v->kind.flags & VF_SET);
    q->simple = !number || (v->lows < 0 && v->low >= low && v->high <= high && v->low <= v->high);
    q->saturate = number && v->saturate;
    q->low = number ? v->low : low;
    q->high = number ? v->high : high;
}

void quick_fill(const struct program *p, struct quick *out, uint32_t *owners) {
    for (uint32_t i = 0; i < p->n_vars; i++) {
        const struct var *v = &p->vars[i];
        struct quick *q = &out[i];
        *q = (struct quick){.offset = v->offset,
                            .first = v->scope == SCOPE_CARD || v->scope == SCOPE_SPACE ? v->first_owner : 0,
                            .n_owners = v->n_owners,
                            .n_index = v->n_index,
                            .shift = v->width == 4   ? 2
                                     : v->width == 2 ? 1
                                                     : 0,
                            .open = var_open(v),
                            .cards = v->scope == SCOPE_CARD,
                            .missing = var_missing(v),
                            .owners = owners};
        q->words = (uint8_t)(v->scope == SCOPE_GLOBAL ? 0 : program_owner_words(p, OP_SWHERE, i));
        q->bytes = var_in_bytes(p, v, q->words);
        quick_range(v, q);
        for (uint32_t k = 0; k < q->words; k++)
            *owners++ = q->first >= 0 ? bits_span(k, (uint32_t)q->first, q->n_owners) : 0;
    }
}

enum outcome op_ldv(struct run *r, uint32_t var, int32_t owner, int32_t index, int32_t *out) {
    const struct var *v = &r->p->vars[var];
    uint32_t slot = var_slot(v, owner, index);
    if (slot == UINT32_MAX) {
        *out = r->m->index.quick[var].missing;
        return GO;
    }
    if (r->mode == MODE_PROBE && entry_hidden(r, v, owner) && run_blind(r)) return HIDDEN;
    *out = var_load(r->p, r->s, v, slot);
    if (v->kind.type == VT_CARD && !(v->kind.flags & VF_SET) && card_hidden(r, *out) && run_blind(r)) return HIDDEN;
    return GO;
}

static enum outcome out_of_range(struct run *r, unsigned kind, uint32_t var, int32_t owner, int32_t index, int32_t have,
                                 int32_t need) {
    r->failure = (struct failure){.kind = (uint8_t)kind,
                                  .site = NONE,
                                  .var = (int32_t)var,
                                  .owner = owner,
                                  .index = index,
                                  .have = have,
                                  .need = need};
    return FAILED;
}

/* In the course of a run. */
static void save(struct run *r, const struct var *v, uint32_t slot, int32_t value) {
    if (r->mode == MODE_PROBE) run_note(r, state_at(r->s, v->offset + slot * v->width));
    var_save(r->s, v, slot, value);
}

static bool fits(const struct var *v, int32_t value) {
    return value >= var_cell_low(v) && value <= var_cell_high(v);
}

enum outcome op_stv(struct run *r, uint32_t var, int32_t owner, int32_t index, int32_t value, bool add) {
    const struct program *p = r->p;
    const struct var *v = &p->vars[var];
    uint32_t slot = var_slot(v, owner, index);
    if (slot == UINT32_MAX) return GO; /* what belongs to none can be written to, and nothing happens */
    int32_t was = var_load(p, r->s, v, slot);
    if (add) {
        if (r->mode == MODE_PROBE && entry_hidden(r, v, owner) && run_blind(r)) return HIDDEN;
        int64_t sum = (int64_t)was + value;
        value = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : (int32_t)sum;
    }
    if (v->kind.type == VT_NUMBER && !(v->kind.flags & VF_SET)) {
        int32_t low = var_low(p, v, slot);
        if (value < low) {
            int32_t have = add ? was : value;
            int64_t need = add ? (int64_t)have - value + low : low; /* what it had to be before */
            return out_of_range(r, FAILURE_RANGE, var, owner, index, have, (int32_t)need);
        }
        if (value > v->high) {
            if (!v->saturate) return out_of_range(r, FAILURE_HIGH, var, owner, index, was, v->high);
            value = v->high;
        }
    }
    if (!fits(v, value))
        return out_of_range(r, FAILURE_HIGH, var, owner, index, value, v->width == 1 ? INT8_MAX : INT16_MAX);
    save(r, v, slot, value);
    if (value != was && run_speaks(r)) {
        struct change change = {was, value};
        event_change(r, var, owner, index, add, change);
        if (v->scope == SCOPE_SPACE) event_put(r, var, owner, index, change);
    }
    return GO;
}

static void supply_add(struct run *r, const struct var *supply, uint32_t slot, int32_t n) {
    save(r, supply, slot, (int32_t)((uint32_t)var_load(r->p, r->s, supply, slot) + (uint32_t)n));
}

/* Negative gains are losses and the other way round; *out is what moved, with the sign of what was asked. */
enum outcome op_gain(struct run *r, int32_t amount, int32_t owner, bool lose, int32_t *out) {
    const struct program *p = r->p;
    int32_t n = AMOUNT_N(amount), unit = AMOUNT_UNIT(amount);
    bool upto = (amount & AMOUNT_UPTO) != 0, negative = n < 0;
    *out = AMOUNT(0, unit);
    if (p->stock_var < 0) return GO;
    const struct var *v = &p->vars[p->stock_var];
    if (n == 0 || unit >= v->n_index) return GO;
    if (negative) n = -n, lose = !lose;
    uint32_t slot = var_slot(v, owner, unit);
    if (slot == UINT32_MAX) {
        r->failure =
            (struct failure){.kind = FAILURE_OWNER, .site = NONE, .var = p->stock_var, .owner = owner, .index = unit};
        return FAILED;
    }
    if (r->mode == MODE_PROBE && entry_hidden(r, v, owner) && run_blind(r)) return HIDDEN;

    const struct enumeration *e = p->stock_enum >= 0 ? &p->enums[p->stock_enum] : NULL;
    const struct var *supply = NULL;
    uint32_t supply_slot = 0;
    if (p->supply_var >= 0 && e && unit < e->n && p->members[e->first + (uint32_t)unit].total != NONE) {
        supply_slot = var_slot(&p->vars[p->supply_var], 0, unit);
        if (supply_slot != UINT32_MAX) supply = &p->vars[p->supply_var];
    }
    int64_t have = var_load(p, r->s, v, slot);
    if (lose) {
        int64_t low = var_low(p, v, (uint32_t)unit);
        if (have - n < low) {
            if (!upto) {
                r->failure = (struct failure){.kind = FAILURE_SHORT,
                                              .site = NONE,
                                              .owner = owner,
                                              .index = unit,
                                              .have = (int32_t)have,
                                              .need = (int32_t)(n + low)};
                return FAILED;
            }
            n = have > low ? (int32_t)(have - low) : 0;
        }
        save(r, v, slot, (int32_t)(have - n));
        if (supply) supply_add(r, supply, supply_slot, n);
    } else {
        if (supply) {
            int32_t left = var_load(p, r->s, supply, supply_slot);
            if (left < n && !upto) {
                r->failure = (struct failure){
                    .kind = FAILURE_SUPPLY, .site = NONE, .owner = owner, .index = unit, .have = left, .need = n};
                return FAILED;
            }
            if (left < n) n = left > 0 ? left : 0;
        }
        if (have + n > v->high) {
            if (!v->saturate && !upto)
                return out_of_range(r, FAILURE_HIGH, (uint32_t)p->stock_var, owner, unit, (int32_t)have, v->high);
            n = v->high > have ? (int32_t)(v->high - have) : 0;
        }
        save(r, v, slot, (int32_t)(have + n));
        if (supply) supply_add(r, supply, supply_slot, -n);
    }
    *out = AMOUNT(negative ? -n : n, unit);
    if (n && run_speaks(r)) event_amount(r, AMOUNT(n, unit), owner, lose);
    return GO;
}

/* ---- reading from outside */
int32_t read_var(const struct program *p, const struct state *s, uint32_t var, int32_t owner, int32_t index) {
    if (var >= p->n_vars) return 0;
    uint32_t slot = var_slot(&p->vars[var], owner, index);
    return slot == UINT32_MAX ? 0 : var_load(p, s, &p->vars[var], slot);
}

bool var_as_at_first(const struct program *p, const struct state *s, uint32_t var, int32_t owner, int32_t index) {
    uint32_t slot = var_slot(&p->vars[var], owner, index);
    return slot == UINT32_MAX || var_load(p, s, &p->vars[var], slot) == var_initial(p, &p->vars[var], slot);
}

bool var_visible(const struct program *p, const struct state *s, uint32_t var, int32_t owner, unsigned seat) {
    return var < p->n_vars && var_seen(p, s, &p->vars[var], owner, seat);
}
