/* slice_effect.c: what changes the position, of which a slice keeps what can fail, and what reads it (slicer.h).
 *
 * Law: nothing is changed. What would be is noted in the point (`changes`, `cards`), and whoever reads it later is
 * unsure; but for what `me` has paid, which is subtracted. Reading is left to the operations of the machine, which end
 * a look-ahead with yes where something is hidden; an effect that would do so is not dropped (is_open).
 */
#include "code/slicer.h"

#include "base/bits.h"
#include "code/facts.h"

/* ---- what has been changed */
bool slice_clean(const struct point *at, uint32_t var, int32_t index) {
    for (uint32_t i = 0; i < at->n_changes; i++) {
        const struct slice_change *c = &at->changes[i];
        if (c->var == var && (index == NONE || c->index == NONE || c->index == index)) return false;
    }
    return true;
}

/* In order, so that the same changes are the same bytes. */
static bool note_change(struct point *at, uint32_t var, int32_t index, uint32_t paid) {
    uint32_t i = 0;
    while (i < at->n_changes &&
           (at->changes[i].var < var || (at->changes[i].var == var && at->changes[i].index < index)))
        i++;
    bool there = i < at->n_changes && at->changes[i].var == var && at->changes[i].index == index;
    if (!there) {
        if (at->n_changes == CHANGES) return false;
        for (uint32_t k = at->n_changes++; k > i; k--)
            at->changes[k] = at->changes[k - 1];
    }
    at->changes[i] = (struct slice_change){.var = (uint16_t)var, .index = (int16_t)index, .paid = (uint16_t)paid};
    return true;
}

void slice_keep_changes(struct point *at, const struct point *from) {
    for (uint32_t i = 0; i < from->n_changes; i++)
        note_change(at, from->changes[i].var, from->changes[i].paid ? NONE : from->changes[i].index, 0);
}

/* What was paid of it, as a register; 0: nothing, or nothing that could be subtracted. */
static uint32_t paid_of(const struct point *at, uint32_t var, int32_t index) {
    for (uint32_t i = 0; i < at->n_changes; i++)
        if (at->changes[i].var == var && at->changes[i].index == NONE) return 0;
    for (uint32_t i = 0; i < at->n_changes; i++)
        if (at->changes[i].var == var && at->changes[i].index == index) return at->changes[i].paid;
    return 0;
}

/* The entry an operation means by its operand c. False: it is not known which. */
static bool index_of(struct point *at, struct word w, int32_t *index) {
    *index = 0;
    if (w.c == NO_REGISTER) return true;
    const struct val *c = slice_val(at, w.c);
    *index = c->v;
    return c->kind == V_KNOWN && c->v >= 0 && c->v < INT16_MAX;
}

bool slice_is_me(struct slicer *s, struct point *at, uint32_t reg) {
    struct val *x = slice_val(at, reg);
    if (x->kind != V_RUN) return false;
    if (x->tag & TAG_ME) return true;
    slice_want(s, at, slice_top(at)->base + reg);
    slice_jump(s, (struct word){OP_JNE, slice_top(at)->base + reg, X_ME, 0, 0}, slice_unsure(s, at));
    x->tag |= TAG_ME;
    x->held = 1;
    return true;
}

/* Look-ahead may always read it. */
static bool is_open(const struct var *v) {
    return var_open(v) && v->scope != SCOPE_CARD;
}

/* Whether the owner of an entry that is written surely has one. */
static bool has_owner(struct slicer *s, struct point *at, const struct var *v, struct word w) {
    if (v->scope == SCOPE_GLOBAL) return true;
    return v->scope == SCOPE_PLAYER && w.b != NO_REGISTER && slice_is_me(s, at, w.b);
}

/* ---- variables */
enum went slice_load(struct slicer *s, struct point *at, struct word w) {
    int32_t index;
    bool exact = index_of(at, w, &index);
    uint32_t paid = 0, base = slice_top(at)->base;
    if (!slice_clean(at, w.x, exact ? index : NONE)) {
        paid = exact ? paid_of(at, w.x, index) : 0;
        if (!paid || w.b == NO_REGISTER || !slice_is_me(s, at, w.b)) return WENT_UNSURE;
    }
    if (w.b != NO_REGISTER && !slice_hold(s, at, base + w.b)) return WENT_UNSURE;
    if (w.c != NO_REGISTER && !slice_hold(s, at, base + w.c)) return WENT_UNSURE;
    uint32_t b = w.b == NO_REGISTER ? w.b : base + w.b, c = w.c == NO_REGISTER ? w.c : base + w.c;
    slice_put(s, (struct word){OP_LDV, base + w.a, b, c, w.x});
    slice_write(s, at, base + w.a, val_run);
    if (paid) slice_put(s, (struct word){OP_SUB, base + w.a, base + w.a, paid, 0});
    return WENT_ON;
}

static bool is_safe_store(const struct program *p, uint32_t pc) {
    size_t low = 0, high = p->n_safe;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (p->safe[middle] < pc)
            low = middle + 1;
        else
            high = middle;
    }
    return low < p->n_safe && p->safe[low] == pc;
}

/* The range an entry must stay in; false: it is none that can be tested. */
static bool range_of(const struct program *p, const struct var *v, int32_t index, int32_t *low, int32_t *high) {
    bool number = v->kind.type == VT_NUMBER && !(v->kind.flags & VF_SET);
    *high = v->high;
    *low = v->low;
    if (!number || v->width > 2 || v->high > var_cell_high(v)) return false;
    if (v->lows >= 0) {
        const struct table *t = &p->tables[v->lows];
        if ((uint32_t)index >= t->n) return false;
        *low = p->pool[t->first + (uint32_t)index];
    }
    return *low >= var_cell_low(v);
}

/* Writes the test whether the sum in X_A is within the range. */
static void test_range(struct slicer *s, struct point *at, const struct var *v, int32_t low, int32_t high) {
    slice_put(s, (struct word){OP_LDI, X_B, 0, 0, (uint32_t)low});
    slice_jump(s, (struct word){OP_JLT, X_A, X_B, 0, 0}, slice_fail(s, at));
    if (v->saturate) return;
    slice_put(s, (struct word){OP_LDI, X_B, 0, 0, (uint32_t)high});
    slice_jump(s, (struct word){OP_JLT, X_B, X_A, 0, 0}, slice_fail(s, at));
}

enum went slice_store(struct slicer *s, struct point *at, struct word w) {
    const struct program *p = s->p;
    const struct var *v = &p->vars[w.x];
    bool add = w.op == OP_ADDV;
    uint32_t base = slice_top(at)->base;
    int32_t index, low, high;
    bool exact = index_of(at, w, &index);
    if (add && !is_open(v)) return WENT_UNSURE;
    const struct val *by = slice_val(at, w.a);
    bool plain = v->kind.type != VT_NUMBER || (add && v->saturate && by->kind == V_KNOWN && by->v >= 0);
    if (!is_safe_store(p, at->pc) && !plain) {
        if (!exact || !range_of(p, v, index, &low, &high) || !has_owner(s, at, v, w)) return WENT_UNSURE;
        if ((uint32_t)index >= v->n_index || (add && !slice_clean(at, w.x, index))) return WENT_UNSURE;
        if (!slice_hold(s, at, base + w.a)) return WENT_UNSURE;
        slice_put(s, (struct word){OP_MOV, X_A, base + w.a, 0, 0});
        if (add) {
            uint32_t b = w.b == NO_REGISTER ? w.b : base + w.b, c = w.c == NO_REGISTER ? w.c : base + w.c;
            if (w.b != NO_REGISTER && !slice_hold(s, at, b)) return WENT_UNSURE;
            if (w.c != NO_REGISTER && !slice_hold(s, at, c)) return WENT_UNSURE;
            slice_put(s, (struct word){OP_LDV, X_B, b, c, w.x});
            slice_put(s, (struct word){OP_ADD, X_A, X_A, X_B, 0});
        }
        test_range(s, at, v, low, high);
    }
    return note_change(at, w.x, exact ? index : NONE, 0) ? WENT_ON : WENT_UNSURE;
}

/* ---- the stock */
/* The unit of an amount, and its number in X_A, which is 0 or more. */
static bool take_amount(struct slicer *s, struct point *at, uint32_t reg, int32_t *unit) {
    const struct val *x = slice_val(at, reg);
    bool known = x->kind == V_KNOWN && !(x->v & AMOUNT_UPTO), tagged = x->kind == V_RUN && (x->tag & TAG_UNIT);
    if (!known && !tagged) return false;
    *unit = known ? AMOUNT_UNIT(x->v) : x->unit;
    if (s->p->stock_var < 0 || *unit >= s->p->vars[s->p->stock_var].n_index) return false;
    if (known) {
        if (AMOUNT_N(x->v) < 0) return false;
        slice_put(s, (struct word){OP_LDI, X_A, 0, 0, (uint32_t)AMOUNT_N(x->v)});
        return true;
    }
    slice_put(s, (struct word){OP_AMTN, X_A, slice_top(at)->base + reg, 0, 0});
    slice_jump(s, (struct word){OP_JLTI, X_A, 0, 0, 0}, slice_unsure(s, at));
    return true;
}

/* A unit of which there are so many gives back to the supply. */
static bool note_stock(struct slicer *s, struct point *at, int32_t unit, uint32_t paid) {
    const struct program *p = s->p;
    if (p->supply_var >= 0 && !unit_endless(p, unit) && !note_change(at, (uint32_t)p->supply_var, unit, 0))
        return false;
    return note_change(at, (uint32_t)p->stock_var, unit, paid);
}

/* Of a unit that is not known, as the first thing that is paid. */
static enum went lose_any(struct slicer *s, struct point *at, struct word w) {
    const struct program *p = s->p;
    const struct var *v = &p->vars[p->stock_var];
    uint32_t base = slice_top(at)->base, var = (uint32_t)p->stock_var, nothing = slice_label(s);
    int32_t low = 0, high;
    bool clean = slice_clean(at, var, NONE) && slice_val(at, w.b)->kind == V_RUN;
    for (int32_t i = 0; i < v->n_index; i++)
        clean = clean && range_of(p, v, i, &low, &high) && !low;
    if (!clean) return WENT_UNSURE;
    slice_want(s, at, base + w.b);
    slice_put(s, (struct word){OP_LDI, X_B, 0, 0, AMOUNT_UPTO});
    slice_jump(s, (struct word){OP_JLE, X_B, base + w.b, 0, 0}, slice_unsure(s, at));
    slice_put(s, (struct word){OP_AMTN, X_A, base + w.b, 0, 0});
    slice_jump(s, (struct word){OP_JLTI, X_A, 0, 0, 0}, slice_unsure(s, at));
    slice_jump(s, (struct word){OP_JZ, X_A, 0, 0, 0}, nothing);
    slice_put(s, (struct word){OP_AMTU, X_C, base + w.b, 0, 0});
    slice_put(s, (struct word){OP_LDI, X_B, 0, 0, v->n_index});
    slice_jump(s, (struct word){OP_JLE, X_B, X_C, 0, 0}, slice_unsure(s, at));
    slice_put(s, (struct word){OP_LDV, X_B, X_ME, X_C, var});
    slice_jump(s, (struct word){OP_JLT, X_B, X_A, 0, 0}, slice_fail(s, at));
    slice_place(s, nothing);
    slice_copy(s, at, base + w.a, base + w.b);
    if (p->supply_var >= 0 && !note_change(at, (uint32_t)p->supply_var, NONE, 0)) return WENT_UNSURE;
    return note_change(at, var, NONE, 0) ? WENT_ON : WENT_UNSURE;
}

/* The same register on all ways between two questions, so that these meet again. */
static uint32_t payment_register(struct slicer *s, const struct point *at, int32_t unit) {
    for (uint32_t i = 0; i < s->n_payments; i++)
        if (s->payments[i].unit == unit && s->payments[i].ask == at->ask) return s->payments[i].reg;
    if (s->n_payments == PAYMENTS) {
        s->too_large = true;
        return X_A;
    }
    uint32_t reg = slice_extra(s, 1);
    s->payments[s->n_payments++] = (struct slice_payment){unit, at->ask, reg};
    return reg;
}

enum went slice_lose(struct slicer *s, struct point *at, struct word w) {
    const struct program *p = s->p;
    int32_t unit, low, high;
    uint32_t base = slice_top(at)->base;
    if (p->stock_var < 0 || !slice_is_me(s, at, w.c)) return WENT_UNSURE;
    const struct var *v = &p->vars[p->stock_var];
    if (!is_open(v) || v->scope != SCOPE_PLAYER) return WENT_UNSURE;
    if (!take_amount(s, at, w.b, &unit)) return lose_any(s, at, w);
    uint32_t var = (uint32_t)p->stock_var, before = paid_of(at, var, unit);
    if (!range_of(p, v, unit, &low, &high) || (!slice_clean(at, var, unit) && !before)) return WENT_UNSURE;
    uint32_t paid = payment_register(s, at, unit);
    if (before)
        slice_put(s, (struct word){OP_ADD, paid, before, X_A, 0});
    else
        slice_put(s, (struct word){OP_MOV, paid, X_A, 0, 0});
    slice_put(s, (struct word){OP_LDI, X_B, 0, 0, (uint32_t)unit});
    slice_put(s, (struct word){OP_LDV, X_B, X_ME, X_B, var});
    if (low) slice_put(s, (struct word){OP_ADDI, X_B, X_B, 0, (uint32_t)-low});
    /* Who pays nothing does not fail, whatever there is. */
    uint32_t nothing = slice_label(s);
    slice_jump(s, (struct word){OP_JZ, X_A, 0, 0, 0}, nothing);
    slice_jump(s, (struct word){OP_JLT, X_B, paid, 0, 0}, slice_fail(s, at));
    slice_place(s, nothing);
    slice_copy(s, at, base + w.a, base + w.b);
    return note_stock(s, at, unit, paid) ? WENT_ON : WENT_UNSURE;
}

enum went slice_gain(struct slicer *s, struct point *at, struct word w) {
    const struct program *p = s->p;
    int32_t unit;
    if (p->stock_var < 0 || !slice_is_me(s, at, w.c)) return WENT_UNSURE;
    const struct var *v = &p->vars[p->stock_var];
    if (!is_open(v) || !v->saturate || !take_amount(s, at, w.b, &unit) || !unit_endless(p, unit)) return WENT_UNSURE;
    slice_write(s, at, slice_top(at)->base + w.a, val_dead); /* less, where it does not fit */
    return note_stock(s, at, unit, 0) ? WENT_ON : WENT_UNSURE;
}

/* A card moves: it may be none that is hidden. */
enum went slice_move(struct slicer *s, struct point *at, struct word w) {
    uint32_t card = slice_top(at)->base + w.a, zone = slice_top(at)->base + w.b;
    if (at->cards || !slice_hold(s, at, card) || !slice_hold(s, at, zone)) return WENT_UNSURE;
    slice_jump(s, (struct word){OP_JLTI, zone, 0, 0, 0}, slice_unsure(s, at)); /* to no zone nothing goes */
    slice_put(s, (struct word){OP_ZOF, X_A, card, 0, 0});
    at->cards = 1;
    return WENT_ON;
}

/* ---- what routines do */
static bool only_computes(const struct slicer *s, uint32_t pc) {
    unsigned op = op_of(s->p->code[pc]);
    if (op_is(op, OP_IS_PURE | OP_IS_PURE_OPEN) || op_info(op)->compares || slice_reads(op)) return true;
    switch (op) {
    case OP_JMP:
    case OP_WHY:
    case OP_STEP:
    case OP_NEXT:
    case OP_LNEXT:
    case OP_RET:
    case OP_CALL:
    case OP_CALLT: return true; /* of what is called: see spread */
    default: return false;
    }
}

static void note_reads(struct slicer *s, struct purity *of, uint32_t pc) {
    struct word w = program_word(s->p, pc);
    if (op_info(w.op)->x == X_VAR) bits_set(of->reads, w.x);
    if (w.op == OP_LDTRK)
        for (uint32_t i = 0; i < s->p->n_tracks; i++)
            if (s->p->tracks[i].var >= 0) bits_set(of->reads, (uint32_t)s->p->tracks[i].var);
    of->cards |= w.op == OP_ZSET || w.op == OP_ZIN || w.op == OP_ZCNT || w.op == OP_ZOF || w.op == OP_OWNER ||
                 w.op == OP_LIVE || w.op == OP_HEAR;
}

/* Whether a DRAW comes upon nothing hidden, and no card comes into play unseen. */
static bool draws_plainly(const struct program *p, const struct routine *r, uint32_t draw) {
    uint32_t to = op_c(p->code[draw]), zone = UINT32_MAX;
    for (uint32_t i = 0; i < p->n_zones; i++)
        if (p->zones[i].refill >= 0 && p->zones[i].see != SEE_NOBODY) return false;
    EACH_OP(p->code, r, pc) {
        struct word w = program_word(p, pc);
        if (pc >= draw) break;
        if ((w.op == OP_LDI || (w.op == OP_ADDI && w.b == REG_ME)) && w.a == to) zone = w.x;
    }
    return zone < p->n_zone_of_instance && !p->zones[p->zone_of_instance[zone]].live;
}

/* What an operation that changes something, or reads it, does where its routine is left out. */
static void note_deeds(struct slicer *s, struct purity *of, const struct routine *r, uint32_t pc) {
    const struct program *p = s->p;
    struct word w = program_word(p, pc);
    switch (w.op) {
    case OP_LDV:
    case OP_SWHERE:
    case OP_SEXCEPT: of->odd |= !is_open(&p->vars[w.x]); return;
    case OP_ADDV:
        of->odd |= !is_open(&p->vars[w.x]);
        bits_set(of->writes, w.x);
        return;
    case OP_STV: bits_set(of->writes, w.x); return;
    case OP_GAIN:
    case OP_LOSE:
        of->odd |= p->stock_var < 0 || !is_open(&p->vars[p->stock_var]);
        if (p->stock_var >= 0) bits_set(of->writes, (uint32_t)p->stock_var);
        if (p->supply_var >= 0) bits_set(of->writes, (uint32_t)p->supply_var);
        return;
    case OP_DRAW:
        of->odd |= !draws_plainly(p, r, pc);
        of->draws = 1;
        return;
    case OP_LIVE:
    case OP_HEAR: of->hears = 1; return;
    case OP_LMAKE:
    case OP_LOG:
    case OP_DEED:
    case OP_PHASE:
    case OP_GUARD: return;
    case OP_ZSET:
    case OP_ZIN:
    case OP_ZCNT:
    case OP_ZOF:
    case OP_OWNER:
    case OP_LDTRK: of->odd = 1; return;
    default: of->odd |= !only_computes(s, pc) && w.op != OP_FAIL; return;
    }
}

/* What a routine calls is what it does; true: something is new. */
static bool spread_one(const struct slicer *s, struct purity *of, const struct purity *by, uint32_t a, bool cyclic) {
    struct purity was = *of;
    bool more = false;
    uint32_t frames = by->frames + 1u, regs = a + by->regs;
    if (!by->pure || cyclic) of->pure = PURE_NOT;
    if (of->pure && frames > of->frames) of->frames = (uint16_t)frames;
    if (of->pure && regs > of->regs) of->regs = (uint16_t)regs;
    of->cards |= by->cards;
    of->odd |= by->odd;
    of->draws |= by->draws;
    of->hears |= by->hears;
    for (uint32_t k = 0; k < s->var_words; k++) {
        more = more || (by->reads[k] & ~of->reads[k]) || (by->writes[k] & ~of->writes[k]);
        of->reads[k] |= by->reads[k];
        of->writes[k] |= by->writes[k];
    }
    return more || was.pure != of->pure || was.frames != of->frames || was.regs != of->regs || was.cards != of->cards ||
           was.odd != of->odd || was.draws != of->draws || was.hears != of->hears;
}

static bool spread(struct slicer *s, uint32_t index) {
    bool more = false;
    EACH_OP(s->p->code, &s->p->routines[index], pc) {
        uint32_t n;
        const int32_t *to = program_callees(s->p, pc, &n);
        for (uint32_t i = 0; i < n; i++)
            if (to[i] >= 0 && spread_one(s, &s->pure[index], &s->pure[to[i]], op_a(s->p->code[pc]), s->cyclic[to[i]]))
                more = true;
    }
    return more;
}

bool slice_find_pure(struct slicer *s) {
    const struct program *p = s->p;
    s->var_words = BITS_WORDS(p->n_vars) + 1u;
    s->pure = ARENA_ARRAY(s->arena, struct purity, p->n_routines + 1u);
    uint32_t *bits = ARENA_ARRAY(s->arena, uint32_t, (size_t)s->var_words * 2u * (p->n_routines + 1u));
    if (s->arena->failed) return false;
    for (uint32_t i = 0; i < p->n_routines; i++, bits += 2u * s->var_words) {
        struct purity *of = &s->pure[i];
        *of = (struct purity){.pure = PURE_YES, .frames = 1, .regs = p->routines[i].n_regs, .reads = bits};
        of->writes = bits + s->var_words;
        EACH_OP(p->code, &p->routines[i], pc) {
            if (!only_computes(s, pc)) of->pure = PURE_NOT;
            note_reads(s, of, pc);
            note_deeds(s, of, &p->routines[i], pc);
        }
    }
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < p->n_routines; i++)
            more = spread(s, i) || more;
    }
    return true;
}

bool slice_reads_clean(const struct slicer *s, const struct point *at, uint32_t routine) {
    const struct purity *of = &s->pure[routine];
    if (at->cards && of->cards) return false;
    for (uint32_t i = 0; i < at->n_changes; i++)
        if (bits_test(of->reads, at->changes[i].var)) return false;
    return true;
}

/* ---- calls that are left out */
bool slice_can_skip(const struct slicer *s, const struct point *at, uint32_t routine, uint32_t base) {
    return !s->pure[routine].odd && slice_wants_held(s, at, s->p->routines[routine].entry, base);
}

bool slice_skip(struct slicer *s, struct point *at, uint32_t routine) {
    const struct purity *of = &s->pure[routine];
    if (of->hears) s->needs |= SLICE_SIGHTED;
    if (of->draws) at->cards = 1;
    for (uint32_t i = 0; i < s->p->n_vars; i++)
        if (bits_test(of->writes, i) && !note_change(at, i, NONE, 0)) return false;
    return true;
}
