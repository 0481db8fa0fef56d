/* facts_ops.c: what each operation says about the registers it writes and needs of those it reads. What has no case
 * here writes anything into the registers its row in ops.def names. */
#include "code/facts_inside.h"

#include "base/bits.h"
#include "code/lookup.h"

#include <string.h>

static struct fact between(int64_t low, int64_t high) {
    if (low < INT32_MIN || high > INT32_MAX || low > high) return FACT_ANY;
    return (struct fact){.low = (int32_t)low, .high = (int32_t)high};
}
static bool known(struct fact x) { return x.low == x.high; }
static bool is_zero(struct fact x) { return known(x) && !x.low; }
static bool tame(struct fact x) { return x.low >= -FACT_TAME - 1 && x.high <= FACT_TAME; }
static int32_t clip(int64_t n) { return n < INT32_MIN ? INT32_MIN : n > INT32_MAX ? INT32_MAX : (int32_t)n; }

/* ---- writing registers */
/* What was known through register r, which is about to change, is known no more. */
static void forget(struct walk *w, uint32_t r) {
    for (uint32_t i = 0; i < w->n_regs; i++) {
        struct fact *x = &w->regs[i];
        if (x->items && r - x->list <= x->items) x->is &= (uint8_t)~IS_LISTED;
    }
}

static void put(struct walk *w, uint32_t pc, uint32_t r, struct fact x) {
    w->f->written[pc] = x;
    if (w->lists) forget(w, r);
    x.is &= (uint8_t)~IS_EXACT;
    w->regs[r] = x;
}

static void clobber(struct walk *w, uint32_t from, uint32_t n) {
    for (uint32_t i = from; i < from + n && i < w->n_regs; i++) {
        if (w->lists) forget(w, i);
        w->regs[i] = FACT_ANY;
    }
}

/* ---- numbers */
static struct fact sum(struct fact b, struct fact c, int sign) {
    int64_t low = (int64_t)b.low + (sign > 0 ? c.low : -(int64_t)c.high);
    int64_t high = (int64_t)b.high + (sign > 0 ? c.high : -(int64_t)c.low);
    if (tame(b) || tame(c)) {
        struct fact x = {.low = clip(low), .high = clip(high), .is = IS_EXACT};
        return x;
    }
    return between(low, high);
}

static struct fact product(struct fact b, struct fact c) {
    int64_t all[4] = {(int64_t)b.low * c.low, (int64_t)b.low * c.high, (int64_t)b.high * c.low, (int64_t)b.high * c.high};
    int64_t low = all[0], high = all[0];
    for (int i = 1; i < 4; i++) {
        if (all[i] < low) low = all[i];
        if (all[i] > high) high = all[i];
    }
    struct fact x = between(low, high);
    if (low >= INT32_MIN && high <= INT32_MAX) x.is |= IS_EXACT;
    return x;
}

static struct fact quotient(struct fact b, struct fact c) {
    if (b.low >= 0 && c.low >= 0) return between(0, b.high);
    if (known(c) && c.low > 0) return between(b.low / c.low, b.high / c.low);
    return FACT_ANY;
}

static struct fact left_over(struct fact b, struct fact c) {
    if (b.low >= 0 && b.high < c.low) return b;
    return c.low > 0 ? between(0, c.high - 1) : between(0, INT32_MAX);
}

static struct fact smaller(struct fact b, struct fact c) {
    return between(b.low < c.low ? b.low : c.low, b.high < c.high ? b.high : c.high);
}
static struct fact larger(struct fact b, struct fact c) {
    return between(b.low > c.low ? b.low : c.low, b.high > c.high ? b.high : c.high);
}

static struct fact amount(const struct walk *w, struct fact n, struct fact unit) {
    if (known(n) && known(unit) && tame(n)) return fact_of(w->f, AMOUNT(n.low, unit.low));
    struct fact x = FACT_ANY;
    if (n.low >= 0) x.is |= IS_COUNT;
    if (fact_endless_unit(w->f, unit)) x.is |= IS_ENDLESS;
    return x;
}

static struct fact as_count(struct fact amount) {
    if (known(amount)) return between(AMOUNT_N(amount.low), AMOUNT_N(amount.low));
    return between(amount.is & IS_COUNT ? 0 : INT16_MIN, INT16_MAX);
}

static bool arithmetic(struct walk *w, uint32_t pc, struct word q) {
    struct fact b = w->regs[q.b < w->n_regs ? q.b : 0], c = w->regs[q.c < w->n_regs ? q.c : 0], x;
    switch (q.op) {
    case OP_LDI: x = fact_of(w->f, (int32_t)q.x); break;
    case OP_MOV: x = b; break;
    case OP_ADD: x = sum(b, c, 1); break;
    case OP_SUB: x = sum(b, c, -1); break;
    case OP_MUL: x = product(b, c); break;
    case OP_DIV: x = quotient(b, c); break;
    case OP_MOD: x = left_over(b, c); break;
    case OP_MIN: x = smaller(b, c); break;
    case OP_MAX: x = larger(b, c); break;
    case OP_ADDI: x = sum(b, between((int32_t)q.x, (int32_t)q.x), 1); break;
    case OP_NEG: x = sum(between(0, 0), b, -1); break;
    case OP_NOT: case OP_EQ: case OP_NE: case OP_LT: case OP_LE: case OP_SIN: case OP_SEQ: case OP_ZIN: x = between(0, 1); break;
    case OP_AMT: x = amount(w, b, c); break;
    case OP_AMTN: x = as_count(b); break;
    case OP_AMTU: x = known(b) ? between(AMOUNT_UNIT(b.low), AMOUNT_UNIT(b.low)) : between(0, 255); break;
    case OP_UPTO: x = known(b) ? fact_of(w->f, b.low | AMOUNT_UPTO) : FACT_ANY; x.is |= (b.is & (IS_COUNT | IS_ENDLESS)) | IS_UPTO; break;
    case OP_TAB: case OP_TAB2: x = w->f->tables[q.x]; break;
    case OP_LDPER: x = between(0, UINT16_MAX); break;
    default: return false;
    }
    if (known(x) && !x.is) x = fact_of(w->f, x.low);
    put(w, pc, q.a, x);
    return true;
}

/* ---- variables */
static struct fact lows_of(const struct walk *w, const struct var *v) {
    return v->lows >= 0 ? w->f->tables[v->lows] : between(v->low, v->low);
}

static struct fact load(const struct walk *w, const struct var *v) {
    const struct program *p = w->f->p;
    if (v->kind.flags) return FACT_ANY;
    int32_t missing = var_missing(v);
    struct fact x = between(missing, missing), all;
    switch (v->kind.type) {
    case VT_NUMBER: all = between(lows_of(w, v).low, v->high); break;
    case VT_BOOL: all = between(0, 1); break;
    case VT_PLAYER: all = between(NONE, p->seats); break;
    case VT_MEMBER: all = v->kind.of < p->n_enums ? between(NONE, p->enums[v->kind.of].n) : FACT_ANY; break;
    case VT_CARD: all = between(NONE, p->n_cards); break;
    case VT_SPACE: all = between(NONE, p->n_spaces); break;
    default: return FACT_ANY;
    }
    fact_join(&x, all);
    fact_join(&x, v->initials >= 0 ? w->f->tables[v->initials] : between(v->initial, v->initial));
    x.is = 0;
    return x;
}

static bool sure_store(const struct program *p, uint32_t pc) {
    uint32_t low = 0, high = p->n_safe;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (p->safe[middle] == pc) return true;
        if (p->safe[middle] < pc) low = middle + 1;
        else high = middle;
    }
    return false;
}

/* What a store needs: see op_stv. */
static unsigned store_needs(const struct walk *w, uint32_t pc, struct word q) {
    const struct var *v = &w->f->p->vars[q.x];
    struct fact x = w->regs[q.a], low = lows_of(w, v);
    if (v->kind.type != VT_NUMBER || sure_store(w->f->p, pc)) return 0;
    if (v->kind.flags || v->high > var_cell_high(v)) return NEED_FAILS;
    if (q.op == OP_STV) {
        if (x.low >= low.high && (x.high <= v->high || v->saturate)) return 0;
        return v->saturate && low.high <= 0 ? NEED_POSITIVE_A : NEED_FAILS;
    }
    struct fact first = v->initials >= 0 ? w->f->tables[v->initials] : between(v->initial, v->initial);
    if (first.low < low.high || !v->saturate) return NEED_FAILS;
    return x.low >= 0 ? 0 : NEED_POSITIVE_A;
}

/* What a gain or a loss needs: see op_gain. */
static unsigned gain_needs(const struct walk *w, struct word q) {
    const struct program *p = w->f->p;
    struct fact b = w->regs[q.b];
    if (p->stock_var < 0 || (known(b) && AMOUNT_N(b.low) == 0)) return 0;
    unsigned needs = fact_owner(p, w->regs[q.c]) ? 0 : NEED_OWNER_C;
    if (b.is & IS_UPTO) return needs;
    if (q.op == OP_LOSE || !p->vars[p->stock_var].saturate) return NEED_FAILS;
    if (!(b.is & IS_COUNT)) needs |= NEED_COUNT_B;
    if (w->f->totals && !(b.is & IS_ENDLESS)) needs |= NEED_ENDLESS_B;
    return needs;
}

static struct fact track_position(const struct walk *w) {
    const struct program *p = w->f->p;
    struct fact x = between(0, 0);
    for (uint32_t i = 0; i < p->n_tracks; i++)
        if (p->tracks[i].var >= 0) fact_join(&x, load(w, &p->vars[p->tracks[i].var]));
    return x;
}

static bool variable(struct walk *w, uint32_t pc, struct word q) {
    const struct program *p = w->f->p;
    switch (q.op) {
    case OP_LDV: put(w, pc, q.a, load(w, &p->vars[q.x])); return true;
    case OP_LDTRK: put(w, pc, q.a, track_position(w)); return true;
    case OP_STV:
    case OP_ADDV: w->f->needs[pc] = (uint8_t)store_needs(w, pc, q); return true;
    case OP_GAIN:
    case OP_LOSE: {
        w->f->needs[pc] = (uint8_t)gain_needs(w, q);
        struct fact x = FACT_ANY; /* what moved has the sign and the unit of what was asked for */
        x.is = w->regs[q.b].is & (IS_COUNT | IS_ENDLESS);
        put(w, pc, q.a, x);
        return true;
    }
    default: return false;
    }
}

/* ---- sets; of those that are one word the value is known like that of a number */
static int32_t fill(int32_t n) {
    uint32_t x = (uint32_t)n;
    for (unsigned i = 1; i < 32; i *= 2)
        x |= x >> i;
    return (int32_t)x;
}

static struct fact member(const struct walk *w, uint32_t set, uint32_t words) {
    struct fact x = w->regs[set];
    if (words == 1 && x.low >= 0 && x.high > 0) return between(0, bits_highest((uint32_t)x.high));
    return between(0, (int64_t)words * 32 - 1);
}

/* A member of the set at that register, of those up to `most`. */
static struct fact members(const struct walk *w, uint32_t set, uint32_t words, uint32_t most) {
    uint32_t first = 0, last = words;
    const struct fact *regs = w->regs + set;
    while (first < words && is_zero(regs[first]))
        first++;
    while (last > first && is_zero(regs[last - 1]))
        last--;
    if (first == last) return between(0, most);
    struct fact top = member(w, set + last - 1, 1);
    uint32_t high = (last - 1) * 32u + (uint32_t)top.high;
    return between(first * 32u < most ? first * 32u : most, high < most ? high : most);
}

static struct fact row(const struct program *p, const struct table *t) {
    struct fact x = between(0, 0);
    for (uint32_t i = 0; i < t->n; i++)
        fact_join(&x, between(p->pool[t->first + i], p->pool[t->first + i]));
    return x;
}

static struct fact one_word(const struct walk *w, struct word q) {
    const struct program *p = w->f->p;
    struct fact a = w->regs[q.a], b = w->regs[q.b], c = w->regs[q.c < w->n_regs ? q.c : 0];
    switch (q.op) {
    case OP_SCLR: return between(0, 0);
    case OP_SLDK: return between(p->pool[q.x], p->pool[q.x]);
    case OP_SMOV: return b;
    case OP_STAB: return row(p, &p->tables[q.x]);
    case OP_SAND:
        if (b.low >= 0 && c.low >= 0) return between(0, b.high < c.high ? b.high : c.high);
        return b.low >= 0 ? between(0, b.high) : c.low >= 0 ? between(0, c.high) : FACT_ANY;
    case OP_SOR:
        if (b.low < 0 || c.low < 0) return FACT_ANY;
        return between(b.low > c.low ? b.low : c.low, fill(b.high | c.high));
    case OP_SWHERE:
    case OP_SEXCEPT:
    case OP_SMATCH:
    case OP_SANDN: return b.low >= 0 ? between(0, b.high) : FACT_ANY;
    case OP_SDEL: return a.low >= 0 ? between(0, a.high) : FACT_ANY;
    case OP_SADD:
        if (a.low < 0 || b.low < 0 || b.high > 30) return FACT_ANY;
        return between(a.low > 1 ? a.low : 1, fill(a.high | (int32_t)(1u << b.high)));
    case OP_SABOVE: return a.low >= 0 ? between(0, a.high) : FACT_ANY;
    default: return FACT_ANY;
    }
}

/* A member is added to a set of several words: only words it may stand in change. */
static void add_member(struct walk *w, struct word q, uint32_t words) {
    struct fact b = w->regs[q.b];
    uint32_t first = b.low > 0 ? (uint32_t)b.low / 32u : 0, last = b.high < 0 ? 0 : (uint32_t)b.high / 32u;
    for (uint32_t i = first; i <= last && i < words; i++) {
        struct fact *x = &w->regs[q.a + i];
        int32_t high = i == last ? b.high % 32 : 31;
        if (w->lists) forget(w, q.a + i);
        *x = x->low < 0 || high > 30 ? FACT_ANY : between(0, fill(x->high | (int32_t)(1u << high)));
    }
}

static bool set(struct walk *w, uint32_t pc, struct word q) {
    const struct program *p = w->f->p;
    uint32_t words = q.op == OP_SAND || q.op == OP_SOR || q.op == OP_SANDN ? q.x : q.c;
    switch (q.op) {
    case OP_SEATS: put(w, pc, q.a, between(0, (1 << p->seats) - 1)); return true;
    case OP_LTALLY: put(w, pc, q.a, between(0, INT32_MAX)); return true;
    case OP_SCNT: put(w, pc, q.a, between(0, (int64_t)q.c * 32)); return true;
    case OP_SNTH: put(w, pc, q.a, between(NONE, (int64_t)q.x * 32 - 1)); return true;
    case OP_SWHERE:
    case OP_SEXCEPT:
    case OP_SMATCH: words = program_owner_words(p, q.op, q.x); /* fall through */
    case OP_SCLR: case OP_SLDK: case OP_SMOV: case OP_SAND: case OP_SOR: case OP_SANDN: case OP_SADD: case OP_SDEL:
    case OP_SABOVE: case OP_STAB:
        if (words == 1)
            put(w, pc, q.a, one_word(w, q));
        else if (q.op == OP_SADD)
            add_member(w, q, words);
        else
            clobber(w, q.a, words);
        for (uint32_t i = 0; q.op == OP_SCLR && i < words; i++)
            w->regs[q.a + i] = fact_of(w->f, 0);
        return true;
    default: return false;
    }
}

/* ---- lists */
static struct fact made_list(const struct walk *w, uint32_t at) {
    struct fact n = w->regs[at], x = between(LIST_STACK, INT32_MAX);
    if (!known(n) || n.low < 0 || at + (uint32_t)n.low >= w->n_regs || n.low > 255) return x;
    x.is = IS_LISTED;
    x.list = (uint8_t)at;
    x.items = (uint8_t)n.low;
    for (uint32_t i = at + 1; i <= at + x.items; i++) {
        if (!(w->regs[i].is & IS_COUNT)) x.is &= (uint8_t)~IS_COUNTS;
        if (!(w->regs[i].is & IS_ENDLESS)) x.is &= (uint8_t)~IS_ENDLESSES;
    }
    return x;
}

/* Where the items of a list stand, if that is known, and how many they are: constants of the pool, or registers. */
static bool listed(const struct walk *w, struct fact list, const int32_t **pool, const struct fact **regs, uint32_t *n) {
    const struct program *p = w->f->p;
    *pool = NULL, *regs = NULL, *n = 0;
    if (list.is & IS_HERE) {
        *regs = w->regs + list.list + 1;
        *n = list.items;
        return true;
    }
    if (!known(list) || list.low < 0 || (uint32_t)list.low >= p->n_pool) return false;
    int32_t count = p->pool[list.low];
    if (count < 0 || count > FACT_LONG || (uint32_t)count >= p->n_pool - (uint32_t)list.low) return false;
    *pool = p->pool + list.low + 1;
    *n = (uint32_t)count;
    return true;
}

/* An item of the list whose number is in `which`, counted from 0; none when there is no such item. */
static struct fact item(const struct walk *w, struct fact list, struct fact which) {
    const int32_t *pool;
    const struct fact *regs;
    struct fact x = FACT_ANY;
    uint32_t n, first = which.low > 0 ? (uint32_t)which.low : 0;
    if (!listed(w, list, &pool, &regs, &n)) {
        if (list.is & IS_COUNTS) x.is |= IS_COUNT;
        if (list.is & IS_ENDLESSES) x.is |= IS_ENDLESS;
        return x;
    }
    bool outside = which.low < 0 || which.high < 0 || (uint32_t)which.high >= n;
    if (outside) x = fact_of(w->f, NONE);
    for (uint32_t i = first; i < n && (int64_t)i <= which.high; i++) {
        struct fact one = regs ? regs[i] : fact_of(w->f, pool[i]);
        if (i == first && !outside)
            x = one;
        else
            fact_join(&x, one);
    }
    return x;
}

static struct fact length(const struct walk *w, struct fact list) {
    const struct program *p = w->f->p;
    const int32_t *pool;
    const struct fact *regs;
    uint32_t n;
    if (listed(w, list, &pool, &regs, &n)) return between(n, n);
    return between(0, p->n_pool > p->layout.stack_cap ? p->n_pool : p->layout.stack_cap);
}

static bool list(struct walk *w, uint32_t pc, struct word q) {
    const struct program *p = w->f->p;
    switch (q.op) {
    case OP_LMAKE: put(w, pc, q.a, made_list(w, q.b)); return true;
    case OP_LGET: put(w, pc, q.a, item(w, w->regs[q.b], w->regs[q.c])); return true;
    case OP_LLEN: put(w, pc, q.a, length(w, w->regs[q.b])); return true;
    case OP_LCNT: put(w, pc, q.a, between(0, p->n_pool > p->layout.stack_cap ? p->n_pool : p->layout.stack_cap)); return true;
    default: return false;
    }
}

/* ---- cards */
/* An ear: who listens, with which card, whose turn it is, the cards still to come. */
static void hear(struct walk *w, uint32_t pc, struct word q) {
    struct fact who = w->regs[q.a];
    fact_join(&who, between(0, w->f->p->seats - 1));
    clobber(w, q.a, 3 + q.c);
    put(w, pc, q.a + 1, between(NONE, (int64_t)q.c * 32 - 1));
    put(w, pc, q.a, who);
}

static bool card(struct walk *w, uint32_t pc, struct word q) {
    const struct program *p = w->f->p;
    switch (q.op) {
    case OP_ZCNT:
    case OP_ZINDEX: put(w, pc, q.a, between(0, p->n_cards)); return true;
    case OP_HEAR: hear(w, pc, q); return true;
    case OP_ZNTH:
    case OP_TOP: put(w, pc, q.a, between(NONE, (int64_t)p->n_cards - 1)); break;
    case OP_ZOF: put(w, pc, q.a, between(NONE, p->n_zone_of_instance)); return true;
    case OP_OWNER: put(w, pc, q.a, between(NONE, p->owners)); return true;
    case OP_RAND: {
        struct fact b = w->regs[q.b], c = w->regs[q.c];
        put(w, pc, q.a, between(b.low, c.high > b.high ? c.high : b.high));
        break;
    }
    default: return false;
    }
    return true;
}

/* ---- control */
/* Who acts with which card, where the call itself puts them into its window. */
static void pass_who(struct walk *w, struct word q) {
    uint32_t me = q.op == OP_CALL ? q.b : q.c, card = q.op == OP_CALL ? q.c : q.b;
    struct fact of = w->regs[card < w->n_regs ? card : 0];
    if (q.op == OP_CALLT && q.c == NO_REGISTER) return;
    if (me != NO_REGISTER) {
        if (w->lists) forget(w, q.a);
        w->regs[q.a] = w->regs[me];
    }
    if (card == NO_REGISTER) return;
    if (q.op == OP_CALL) of = w->regs[card];
    if (w->lists) forget(w, q.a + 1);
    w->regs[q.a + 1] = of;
}

static void call(struct walk *w, uint32_t pc, struct word q) {
    const struct program *p = w->f->p;
    struct fact x = FACT_ANY;
    bool back = false;
    pass_who(w, q);
    if (q.op == OP_CALL) {
        back = walk_call(w, q.x, q.a);
        if (p->routines[q.x].n_result == 1) x = w->f->results[q.x];
    } else {
        const struct table *t = &p->tables[q.x];
        struct fact b = w->regs[q.b];
        uint32_t from = b.low > 0 ? (uint32_t)b.low : 0, to = b.high < 0 ? 0 : (uint32_t)b.high + 1u;
        int32_t last = NONE;
        x = between(0, 0);
        back = true; /* no row: nothing happens */
        for (uint32_t i = from; i < t->n && i < to; i++) {
            int32_t r = p->pool[t->first + i];
            if (r < 0 || r == last) continue;
            last = r;
            if (!walk_call(w, (uint32_t)r, q.a)) continue;
            fact_join(&x, p->routines[r].n_result == 1 ? w->f->results[r] : FACT_ANY);
        }
    }
    clobber(w, q.a, w->n_regs - q.a);
    put(w, pc, q.a, x);
    w->alive = back;
}

static struct fact answer(const struct walk *w, struct word q, const struct site *s) {
    const struct program *p = w->f->p;
    uint32_t base, n = program_domain(p, s->kind, s->value, &base);
    struct fact x = FACT_ANY;
    switch (s->kind) {
    case SITE_YESNO: return between(0, 1);
    case SITE_OPTION: return between(0, s->n_options - 1);
    case SITE_NUMBER:
        x = between(NUMBER_LOW, NUMBER_LOW + NUMBER_SPAN - 1);
        if (w->regs[q.b].low > x.low) x.low = w->regs[q.b].low;
        if (w->regs[q.c].high < x.high) x.high = w->regs[q.c].high;
        if (x.low > x.high) x = between(NUMBER_LOW, NUMBER_LOW + NUMBER_SPAN - 1);
        break;
    default:
        x = members(w, q.b, s->width, n ? n - 1 : 0);
        if (s->value.type == VT_NUMBER) x.low += NUMBER_LOW, x.high += NUMBER_LOW;
        break;
    }
    if (s->flags & ASK_OPTIONAL) fact_join(&x, between(NONE, NONE));
    return x;
}

/* Whether there is surely nothing to choose. */
static bool empty(const struct walk *w, struct word q, const struct site *s) {
    uint32_t i = 0;
    if (s->kind != SITE_CHOOSE || (s->flags & ASK_OPTIONAL)) return false;
    while (i < s->width && is_zero(w->regs[q.b + i]))
        i++;
    return i == s->width;
}

/* Whether there is surely something to choose. */
static bool offers(const struct walk *w, struct word q, const struct site *s) {
    uint32_t base, n = program_domain(w->f->p, s->kind, s->value, &base);
    if (s->kind == SITE_YESNO || (s->flags & ASK_OPTIONAL)) return true;
    if (w->f->outs) return false; /* who is out is not asked */
    struct fact b = w->regs[q.b < w->n_regs ? q.b : 0], c = w->regs[q.c < w->n_regs ? q.c : 0];
    switch (s->kind) {
    case SITE_OPTION: return q.b == NO_REGISTER;
    case SITE_NUMBER: return b.high <= c.low && b.high < NUMBER_LOW + NUMBER_SPAN && c.low >= NUMBER_LOW;
    case SITE_CHOOSE: return s->width == 1 && b.low > 0 && (n >= 31 || b.high < (int32_t)(1u << n));
    default: return false;
    }
}

/* While a question or chance waits, registers above its stack map are lost. */
static void forget_waiting(struct walk *w, uint32_t pc) {
    const struct stack_map *map = program_map(w->f->p, pc);
    clobber(w, map ? map->n : 0, w->n_regs);
}

static bool control(struct walk *w, uint32_t pc, struct word q) {
    const struct program *p = w->f->p;
    switch (q.op) {
    case OP_CALL:
    case OP_CALLT: call(w, pc, q); return true;
    case OP_RET: walk_return(w, q.b == 1 ? w->regs[q.a] : FACT_ANY); return true;
    case OP_GUARD:
        if (!q.a) walk_return(w, between(0, 0));
        return true;
    case OP_FORK: put(w, pc, REG_ME, between(0, p->seats - 1)); return true;
    case OP_ASK: {
        const struct site *s = &p->sites[q.x];
        struct fact x = answer(w, q, s);
        w->f->needs[pc] = offers(w, q, s) ? 0 : NEED_FAILS;
        w->alive = !empty(w, q, s);
        forget_waiting(w, pc);
        put(w, pc, q.a, x);
        return true;
    }
    default: return false;
    }
}

static void any_write(struct walk *w, uint32_t pc, struct word q) {
    const struct op_info *info = op_info(q.op);
    const uint8_t kinds[3] = {info->a, info->b, info->c};
    const uint32_t regs[3] = {q.a, q.b, q.c};
    uint32_t words = info->x == X_N ? q.x : 0;
    for (int i = 0; i < 3; i++)
        if (kinds[i] == K_N) words = regs[i];
    for (int i = 0; i < 3; i++) {
        if (kinds[i] == K_W || kinds[i] == K_RW) put(w, pc, regs[i], FACT_ANY);
        if (kinds[i] == K_SW || kinds[i] == K_SRW) clobber(w, regs[i], words);
        if (kinds[i] == K_VW || kinds[i] == K_E) clobber(w, regs[i], w->n_regs);
    }
}

void walk_op(struct walk *w, uint32_t pc) {
    struct word q = program_word(w->f->p, pc);
    w->f->needs[pc] = 0;
    bool done = arithmetic(w, pc, q) || variable(w, pc, q) || set(w, pc, q) || list(w, pc, q) || card(w, pc, q) ||
                control(w, pc, q);
    if (!done) {
        any_write(w, pc, q);
        if (strstr(op_info(q.op)->contract, "may fail")) w->f->needs[pc] = NEED_FAILS;
    }
    if (op_waits(q.op) && q.op != OP_CALL && q.op != OP_CALLT && q.op != OP_ASK && q.op != OP_FORK) forget_waiting(w, pc);
}

/* ---- conditions */
/* x lies in low..high from now on; false: it cannot. */
static bool limit(struct fact *x, int64_t low, int64_t high) {
    if (low > x->low) x->low = clip(low);
    if (high < x->high) x->high = clip(high);
    return x->low <= x->high;
}

static bool differ(struct fact *a, struct fact *b) {
    if (known(*b) && a->low == b->low) return limit(a, (int64_t)a->low + 1, INT32_MAX);
    if (known(*b) && a->high == b->high) return limit(a, INT32_MIN, (int64_t)a->high - 1);
    if (known(*a) && b->low == a->low) return limit(b, (int64_t)b->low + 1, INT32_MAX);
    if (known(*a) && b->high == a->high) return limit(b, INT32_MIN, (int64_t)b->high - 1);
    return true;
}

static bool same(struct fact *a, struct fact *b) {
    return limit(a, b->low, b->high) && limit(b, a->low, a->high);
}

/* a < b, or a <= b */
static bool less(struct fact *a, struct fact *b, bool equal) {
    int32_t gap = equal ? 0 : 1;
    return limit(a, INT32_MIN, (int64_t)b->high - gap) && limit(b, (int64_t)a->low + gap, INT32_MAX);
}

bool walk_decide(struct walk *w, uint32_t pc, bool taken) {
    struct word q = program_word(w->f->p, pc);
    struct fact small = between(op_small(q.b), op_small(q.b)), zero = between(0, 0);
    struct fact *a = &w->regs[q.a < w->n_regs ? q.a : 0], *b = &w->regs[q.b < w->n_regs ? q.b : 0];
    bool self = a == b;
    switch (q.op) {
    case OP_JMP: return taken;
    case OP_WHY: return true;
    case OP_JZ: return taken ? same(a, &zero) : differ(a, &zero);
    case OP_JNZ: return taken ? differ(a, &zero) : same(a, &zero);
    case OP_JEQ: return self ? taken : taken ? same(a, b) : differ(a, b);
    case OP_JNE: return self ? !taken : taken ? differ(a, b) : same(a, b);
    case OP_JLT: return self ? !taken : taken ? less(a, b, false) : less(b, a, true);
    case OP_JLE: return self ? taken : taken ? less(a, b, true) : less(b, a, false);
    case OP_JEQI: return taken ? same(a, &small) : differ(a, &small);
    case OP_JNEI: return taken ? differ(a, &small) : same(a, &small);
    case OP_JLTI: return taken ? less(a, &small, false) : less(&small, a, true);
    case OP_JLEI: return taken ? less(a, &small, true) : less(&small, a, false);
    case OP_JGTI: return taken ? less(&small, a, false) : less(a, &small, true);
    case OP_JGEI: return taken ? less(&small, a, true) : less(a, &small, false);
    case OP_STEP:
        put(w, pc, q.a, sum(*a, between(1, 1), 1));
        return self || (taken ? less(b, a, false) : less(a, b, true));
    case OP_LNEXT: {
        int32_t n = length(w, *b).high;
        struct fact x = item(w, *b, between(0, n ? n - 1 : 0));
        put(w, pc, q.c, FACT_ANY);
        if (!taken) put(w, pc, q.a, x);
        return true;
    }
    case OP_NEXT:
        if (!taken) put(w, pc, q.a, member(w, q.b, q.c));
        return true;
    default: any_write(w, pc, q); return true;
    }
}
