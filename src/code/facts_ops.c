/* facts_ops.c: what each operation says about the registers it writes and needs of those it reads, by the columns of
 * its row in ops.def (RESULT, NEEDS, EFFECT, WAYS, IF). What has none of them writes anything into the registers its
 * row names. A function of a column is named after it: result_sum, needs_store. */
#include "code/facts_inside.h"

#include "base/bits.h"
#include "code/lookup.h"

#include <string.h>

static struct fact between(int64_t low, int64_t high) {
    if (low < INT32_MIN || high > INT32_MAX || low > high) return FACT_ANY;
    return (struct fact){.low = (int32_t)low, .high = (int32_t)high};
}
static bool known(struct fact x) {
    return x.low == x.high;
}
static bool is_zero(struct fact x) {
    return known(x) && !x.low;
}
static bool tame(struct fact x) {
    return x.low >= -FACT_TAME - 1 && x.high <= FACT_TAME;
}
static int32_t clip(int64_t n) {
    return n < INT32_MIN ? INT32_MIN : n > INT32_MAX ? INT32_MAX : (int32_t)n;
}

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

/* What is known of the operands, where they are registers. */
/* clang-format off */
static struct fact of_a(const struct walk *w, struct word q) { return w->regs[q.a < w->n_regs ? q.a : 0]; }
static struct fact of_b(const struct walk *w, struct word q) { return w->regs[q.b < w->n_regs ? q.b : 0]; }
static struct fact of_c(const struct walk *w, struct word q) { return w->regs[q.c < w->n_regs ? q.c : 0]; }
/* clang-format on */

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

static struct fact result_number(const struct walk *w, struct word q) {
    return fact_of(w->f, (int32_t)q.x);
}
static struct fact result_same(const struct walk *w, struct word q) {
    return of_b(w, q);
}
static struct fact result_sum(const struct walk *w, struct word q) {
    return sum(of_b(w, q), of_c(w, q), 1);
}
static struct fact result_difference(const struct walk *w, struct word q) {
    return sum(of_b(w, q), of_c(w, q), -1);
}
static struct fact result_sum_number(const struct walk *w, struct word q) {
    return sum(of_b(w, q), between((int32_t)q.x, (int32_t)q.x), 1);
}
static struct fact result_negative(const struct walk *w, struct word q) {
    return sum(between(0, 0), of_b(w, q), -1);
}

static struct fact result_product(const struct walk *w, struct word q) {
    struct fact b = of_b(w, q), c = of_c(w, q);
    int64_t all[4] = {(int64_t)b.low * c.low, (int64_t)b.low * c.high, (int64_t)b.high * c.low,
                      (int64_t)b.high * c.high};
    int64_t low = all[0], high = all[0];
    for (int i = 1; i < 4; i++) {
        if (all[i] < low) low = all[i];
        if (all[i] > high) high = all[i];
    }
    struct fact x = between(low, high);
    if (low >= INT32_MIN && high <= INT32_MAX) x.is |= IS_EXACT;
    return x;
}

static struct fact result_quotient(const struct walk *w, struct word q) {
    struct fact b = of_b(w, q), c = of_c(w, q);
    if (b.low >= 0 && c.low >= 0) return between(0, b.high);
    if (known(c) && c.low > 0) return between(b.low / c.low, b.high / c.low);
    return FACT_ANY;
}

static struct fact result_rest(const struct walk *w, struct word q) {
    struct fact b = of_b(w, q), c = of_c(w, q);
    if (b.low >= 0 && b.high < c.low) return b;
    return c.low > 0 ? between(0, c.high - 1) : between(0, INT32_MAX);
}

static struct fact result_smaller(const struct walk *w, struct word q) {
    struct fact b = of_b(w, q), c = of_c(w, q);
    return between(b.low < c.low ? b.low : c.low, b.high < c.high ? b.high : c.high);
}

static struct fact result_larger(const struct walk *w, struct word q) {
    struct fact b = of_b(w, q), c = of_c(w, q);
    return between(b.low > c.low ? b.low : c.low, b.high > c.high ? b.high : c.high);
}

static struct fact result_flag(const struct walk *w, struct word q) {
    (void)w, (void)q;
    return between(0, 1);
}

static struct fact result_amount(const struct walk *w, struct word q) {
    struct fact n = of_b(w, q), unit = of_c(w, q), x = FACT_ANY;
    if (known(n) && known(unit) && tame(n)) return fact_of(w->f, AMOUNT(n.low, unit.low));
    if (n.low >= 0) x.is |= IS_COUNT;
    if (fact_endless_unit(w->f, unit)) x.is |= IS_ENDLESS;
    return x;
}

static struct fact result_how_many(const struct walk *w, struct word q) {
    struct fact amount = of_b(w, q);
    if (known(amount)) return between(AMOUNT_N(amount.low), AMOUNT_N(amount.low));
    return between(amount.is & IS_COUNT ? 0 : INT16_MIN, INT16_MAX);
}

static struct fact result_unit(const struct walk *w, struct word q) {
    struct fact b = of_b(w, q);
    return known(b) ? between(AMOUNT_UNIT(b.low), AMOUNT_UNIT(b.low)) : between(0, 255);
}

static struct fact result_upto(const struct walk *w, struct word q) {
    struct fact b = of_b(w, q), x = known(b) ? fact_of(w->f, b.low | AMOUNT_UPTO) : FACT_ANY;
    x.is |= (b.is & (IS_COUNT | IS_ENDLESS)) | IS_UPTO;
    return x;
}

static struct fact result_entry(const struct walk *w, struct word q) {
    return w->f->tables[q.x];
}
static struct fact result_period(const struct walk *w, struct word q) {
    (void)w, (void)q;
    return between(0, UINT16_MAX);
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
    return pc_find(p->safe, sizeof *p->safe, p->n_safe, pc) != NONE;
}

/* What a store needs: see op_stv. */
static unsigned needs_store(const struct walk *w, uint32_t pc, struct word q) {
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
static unsigned needs_gain(const struct walk *w, uint32_t pc, struct word q) {
    const struct program *p = w->f->p;
    (void)pc;
    struct fact b = w->regs[q.b];
    if (p->stock_var < 0 || (known(b) && AMOUNT_N(b.low) == 0)) return 0;
    unsigned needs = fact_owner(p, w->regs[q.c]) ? 0 : NEED_OWNER_C;
    if (b.is & IS_UPTO) return needs;
    if (q.op == OP_LOSE || !p->vars[p->stock_var].saturate) return NEED_FAILS;
    if (!(b.is & IS_COUNT)) needs |= NEED_COUNT_B;
    if (w->f->totals && !(b.is & IS_ENDLESS)) needs |= NEED_ENDLESS_B;
    return needs;
}

static struct fact result_variable(const struct walk *w, struct word q) {
    return load(w, &w->f->p->vars[q.x]);
}

static struct fact result_position(const struct walk *w, struct word q) {
    const struct program *p = w->f->p;
    struct fact x = between(0, 0);
    (void)q;
    for (uint32_t i = 0; i < p->n_tracks; i++)
        if (p->tracks[i].var >= 0) fact_join(&x, load(w, &p->vars[p->tracks[i].var]));
    return x;
}

/* What moved has the sign and the unit of what was asked for. */
static struct fact result_moved(const struct walk *w, struct word q) {
    struct fact x = FACT_ANY;
    x.is = of_b(w, q).is & (IS_COUNT | IS_ENDLESS);
    return x;
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

static struct fact result_seats(const struct walk *w, struct word q) {
    (void)q;
    return between(0, (1 << w->f->p->seats) - 1);
}
static struct fact result_tally(const struct walk *w, struct word q) {
    (void)w, (void)q;
    return between(0, INT32_MAX);
}
static struct fact result_size(const struct walk *w, struct word q) {
    return between(0, (int64_t)program_words(w->f->p, q) * 32);
}
static struct fact result_member(const struct walk *w, struct word q) {
    return between(NONE, (int64_t)program_words(w->f->p, q) * 32 - 1);
}

static struct fact result_constant(const struct walk *w, struct word q) {
    int32_t word = w->f->p->pool[q.x];
    return between(word, word);
}

static struct fact result_row(const struct walk *w, struct word q) {
    const struct program *p = w->f->p;
    const struct table *t = &p->tables[q.x];
    struct fact x = between(0, 0);
    for (uint32_t i = 0; i < t->n; i++)
        fact_join(&x, between(p->pool[t->first + i], p->pool[t->first + i]));
    return x;
}

static struct fact result_both(const struct walk *w, struct word q) {
    struct fact b = of_b(w, q), c = of_c(w, q);
    if (b.low >= 0 && c.low >= 0) return between(0, b.high < c.high ? b.high : c.high);
    return b.low >= 0 ? between(0, b.high) : c.low >= 0 ? between(0, c.high) : FACT_ANY;
}

static struct fact result_either(const struct walk *w, struct word q) {
    struct fact b = of_b(w, q), c = of_c(w, q);
    if (b.low < 0 || c.low < 0) return FACT_ANY;
    return between(b.low > c.low ? b.low : c.low, fill(b.high | c.high));
}

static struct fact part_of(struct fact x) {
    return x.low >= 0 ? between(0, x.high) : FACT_ANY;
}
static struct fact result_part(const struct walk *w, struct word q) {
    return part_of(of_b(w, q));
}
static struct fact result_less(const struct walk *w, struct word q) {
    return part_of(of_a(w, q));
}

static struct fact result_more(const struct walk *w, struct word q) {
    struct fact a = of_a(w, q), b = of_b(w, q);
    if (a.low < 0 || b.low < 0 || b.high > 30) return FACT_ANY;
    return between(a.low > 1 ? a.low : 1, fill(a.high | (int32_t)(1u << b.high)));
}

/* A member is added: of a set of several words only those it may stand in change. */
static void effect_add(struct walk *w, uint32_t pc, struct word q) {
    uint32_t words = program_words(w->f->p, q);
    struct fact b = of_b(w, q);
    uint32_t first = b.low > 0 ? (uint32_t)b.low / 32u : 0, last = b.high < 0 ? 0 : (uint32_t)b.high / 32u;
    if (words == 1) {
        put(w, pc, q.a, result_more(w, q));
        return;
    }
    for (uint32_t i = first; i <= last && i < words; i++) {
        struct fact *x = &w->regs[q.a + i];
        int32_t high = i == last ? b.high % 32 : 31;
        if (w->lists) forget(w, q.a + i);
        *x = x->low < 0 || high > 30 ? FACT_ANY : between(0, fill(x->high | (int32_t)(1u << high)));
    }
}

static void effect_clear(struct walk *w, uint32_t pc, struct word q) {
    for (uint32_t i = 0; i < program_words(w->f->p, q); i++)
        put(w, pc, q.a + i, fact_of(w->f, 0));
}

/* ---- lists */
static struct fact result_list(const struct walk *w, struct word q) {
    uint32_t at = q.b;
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
static bool listed(const struct walk *w, struct fact list, const int32_t **pool, const struct fact **regs,
                   uint32_t *n) {
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

static struct fact result_item(const struct walk *w, struct word q) {
    return item(w, of_b(w, q), of_c(w, q));
}
static struct fact result_length(const struct walk *w, struct word q) {
    return length(w, of_b(w, q));
}
static struct fact result_times(const struct walk *w, struct word q) {
    (void)q;
    return length(w, FACT_ANY);
}

/* ---- cards */
/* An ear: who listens, with which card, whose turn it is, the cards still to come. */
static void effect_hear(struct walk *w, uint32_t pc, struct word q) {
    struct fact who = w->regs[q.a];
    fact_join(&who, between(0, w->f->p->seats - 1));
    clobber(w, q.a, 3 + q.c);
    put(w, pc, q.a + 1, between(NONE, (int64_t)q.c * 32 - 1));
    put(w, pc, q.a, who);
}

static struct fact result_cards(const struct walk *w, struct word q) {
    (void)q;
    return between(0, w->f->p->n_cards);
}
static struct fact result_card(const struct walk *w, struct word q) {
    (void)q;
    return between(NONE, (int64_t)w->f->p->n_cards - 1);
}
static struct fact result_zone(const struct walk *w, struct word q) {
    (void)q;
    return between(NONE, w->f->p->n_zone_of_instance);
}
static struct fact result_owner(const struct walk *w, struct word q) {
    (void)q;
    return between(NONE, w->f->p->owners);
}
static struct fact result_chance(const struct walk *w, struct word q) {
    struct fact b = of_b(w, q), c = of_c(w, q);
    return between(b.low, c.high > b.high ? c.high : b.high);
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

static void effect_call(struct walk *w, uint32_t pc, struct word q) {
    const struct program *p = w->f->p;
    bool table = op_info(q.op)->x == X_ROUTINES, back = table; /* no row: nothing happens */
    struct fact x = table ? between(0, 0) : FACT_ANY;
    pass_who(w, q);
    if (!table) {
        back = walk_call(w, q.x, q.a);
        if (p->routines[q.x].n_result == 1) x = w->f->results[q.x];
    } else {
        const struct table *t = &p->tables[q.x];
        struct fact b = w->regs[q.b];
        uint32_t from = b.low > 0 ? (uint32_t)b.low : 0, to = b.high < 0 ? 0 : (uint32_t)b.high + 1u;
        int32_t last = NONE;
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

static void effect_ret(struct walk *w, uint32_t pc, struct word q) {
    (void)pc;
    walk_return(w, q.b == 1 ? w->regs[q.a] : FACT_ANY);
}

static void effect_guard(struct walk *w, uint32_t pc, struct word q) {
    (void)pc;
    if (!q.a) walk_return(w, between(0, 0));
}

static void effect_fork(struct walk *w, uint32_t pc, struct word q) {
    (void)q;
    put(w, pc, REG_ME, between(0, w->f->p->seats - 1));
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

static void effect_ask(struct walk *w, uint32_t pc, struct word q) {
    const struct site *s = &w->f->p->sites[q.x];
    struct fact x = answer(w, q, s);
    w->f->needs[pc] = offers(w, q, s) ? 0 : NEED_FAILS;
    w->alive = !empty(w, q, s);
    forget_waiting(w, pc);
    put(w, pc, q.a, x);
}

/* ---- rows */
static const struct {
    uint8_t op;
    struct fact (*result)(const struct walk *w, struct word q);
    unsigned (*needs)(const struct walk *w, uint32_t pc, struct word q);
    void (*effect)(struct walk *w, uint32_t pc, struct word q);
} rows[OP_COUNT + 1] = {
#define OP(name, a, b, c, x, contract, columns) {.op = OP_##name, columns},
#define RESULT(f) .result = result_##f,
#define NEEDS(f) .needs = needs_##f,
#define EFFECT(f) .effect = effect_##f,
#include "code/ops.def"
};

/* Nothing is known of what it writes but a result of one word. */
static void write_operands(struct walk *w, uint32_t pc, struct word q) {
    const struct op_info *info = op_info(q.op);
    const uint8_t kinds[3] = {info->a, info->b, info->c};
    const uint32_t regs[3] = {q.a, q.b, q.c};
    uint32_t words = program_words(w->f->p, q);
    struct fact x = FACT_ANY;
    bool one = rows[q.op].result && (words == 1 || info->a == K_W);
    if (one) x = rows[q.op].result(w, q);
    if (one && known(x) && !x.is) x = fact_of(w->f, x.low);
    for (int i = 0; i < 3; i++) {
        if (kinds[i] == K_W || kinds[i] == K_RW) put(w, pc, regs[i], i ? FACT_ANY : x);
        if (kinds[i] == K_E) clobber(w, regs[i], words + 3);
        if (kinds[i] != K_SW && kinds[i] != K_SRW && kinds[i] != K_VW) continue;
        if (one)
            put(w, pc, regs[i], x);
        else
            clobber(w, regs[i], words);
    }
}

void walk_op(struct walk *w, uint32_t pc) {
    struct word q = program_word(w->f->p, pc);
    w->f->needs[pc] = op_is(q.op, OP_IS_FAILS) ? NEED_FAILS : 0;
    if (rows[q.op].needs) w->f->needs[pc] = (uint8_t)rows[q.op].needs(w, pc, q);
    if (rows[q.op].effect)
        rows[q.op].effect(w, pc, q);
    else
        write_operands(w, pc, q);
    if (op_is(q.op, OP_IS_CHANCE)) forget_waiting(w, pc);
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

/* a stands in the relation to b, as far as that says something of them; false: it cannot. `self`: both are one. */
static bool related(struct fact *a, struct fact *b, unsigned relation) {
    bool self = a == b;
    switch (relation) {
    case RELATION_EQ: return self || same(a, b);
    case RELATION_NE: return !self && differ(a, b);
    case RELATION_LT: return !self && less(a, b, false);
    case RELATION_LE: return self || less(a, b, true);
    case RELATION_GT: return !self && less(b, a, false);
    default: return self || less(b, a, true);
    }
}

static bool ways_one(struct walk *w, uint32_t pc, struct word q, bool taken) {
    (void)w, (void)pc, (void)q;
    return taken;
}

static bool ways_both(struct walk *w, uint32_t pc, struct word q, bool taken) {
    (void)w, (void)pc, (void)q, (void)taken;
    return true;
}

static bool ways_can(struct walk *w, uint32_t pc, struct word q, bool taken) {
    (void)taken;
    put(w, pc, q.a, between(0, 1));
    return true;
}

static bool ways_step(struct walk *w, uint32_t pc, struct word q, bool taken) {
    struct fact *a = &w->regs[q.a], *b = &w->regs[q.b];
    put(w, pc, q.a, sum(*a, between(1, 1), 1));
    return a == b || related(a, b, taken ? RELATION_GT : RELATION_LE);
}

static bool ways_item(struct walk *w, uint32_t pc, struct word q, bool taken) {
    struct fact list = of_b(w, q);
    int32_t n = length(w, list).high;
    struct fact x = item(w, list, between(0, n ? n - 1 : 0));
    put(w, pc, q.c, FACT_ANY);
    if (!taken) put(w, pc, q.a, x);
    return true;
}

static bool ways_member(struct walk *w, uint32_t pc, struct word q, bool taken) {
    if (!taken) put(w, pc, q.a, member(w, q.b, q.c));
    return true;
}

static const struct {
    uint8_t op;
    bool (*ways)(struct walk *w, uint32_t pc, struct word q, bool taken);
} jumps[OP_COUNT + 1] = {
#define OP(name, a, b, c, x, contract, columns) {.op = OP_##name, columns},
#define WAYS(f) .ways = ways_##f,
#include "code/ops.def"
};

bool walk_decide(struct walk *w, uint32_t pc, bool taken) {
    struct word q = program_word(w->f->p, pc);
    const struct op_info *info = op_info(q.op);
    if (jumps[q.op].ways) return jumps[q.op].ways(w, pc, q, taken);
    if (!info->compares) {
        write_operands(w, pc, q);
        return true;
    }
    int32_t n = info->b == K_S ? op_small(q.b) : 0;
    struct fact number = between(n, n), *b = info->b == K_R ? &w->regs[q.b] : &number;
    unsigned relation = info->compares - 1u;
    return related(&w->regs[q.a], b, taken ? relation : relation_not(relation));
}
