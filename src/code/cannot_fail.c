/* cannot_fail.c: see cannot_fail.h. Backwards over each routine until nothing changes: what must hold of the
 * registers before an operation so that neither it nor what follows fails. Routines call one another, so all of them
 * are repeated until none changes any more. What facts.h knows is not wanted any more. What is particular to an
 * operation is named in its row in ops.def: PASS (pass_*), VIEW (view_*), IF. */
#include "code/cannot_fail.h"

#include "base/bits.h"
#include "code/cycles.h"
#include "code/facts.h"
#include "code/lookup.h"

#include <string.h>

enum { SLOTS = 32, CONSTANTS = 4 };

/* What is wanted at a place: a bit for each of the routine's slots. */
struct view {
    uint32_t wants;
    uint8_t fails, returns;
};

struct slots {
    struct want want[SLOTS];
    uint8_t n;
};

struct outlooker {
    struct program *p;
    struct facts facts;
    struct view *at;     /* per code word: before the operation */
    struct view *behind; /* per code word of a CALL or ASK: behind it, seen while it waits */
    struct slots *slots; /* per routine */
    uint8_t *cyclic;     /* per routine: it may be called while it runs */
    uint32_t *starts;
    uint32_t routine;
};

static const struct view no_way = {.fails = 1};

/* ---- what is wanted of registers */
static void want(struct outlooker *o, struct view *v, uint32_t reg, unsigned kind, int32_t value) {
    struct slots *s = &o->slots[o->routine];
    struct want w = {.reg = (uint8_t)reg, .kind = (uint8_t)kind, .value = (int16_t)value};
    for (uint32_t i = 0; i < s->n; i++)
        if (s->want[i].reg == w.reg && s->want[i].kind == w.kind && s->want[i].value == w.value) {
            v->wants |= 1u << i;
            return;
        }
    if (s->n == SLOTS || value != w.value) {
        v->fails = 1;
        return;
    }
    s->want[s->n] = w;
    v->wants |= 1u << s->n++;
}

static bool row_fails(const struct outlooker *o, int32_t routine) {
    return routine >= 0 && o->at[o->p->routines[routine].entry].fails;
}

static bool rows_hold(const struct outlooker *o, const struct table *t, struct fact x) {
    uint32_t from = x.low > 0 ? (uint32_t)x.low : 0, to = x.high < 0 ? 0 : (uint32_t)x.high + 1u;
    for (uint32_t i = from; i < t->n && i < to; i++)
        if (row_fails(o, o->p->pool[t->first + i])) return false;
    return true;
}

static bool granted(const struct outlooker *o, struct want w, struct fact x) {
    switch (w.kind) {
    case WANT_POSITIVE: return x.low >= 0;
    case WANT_OWNER: return fact_owner(o->p, x);
    case WANT_COUNT: return x.is & IS_COUNT;
    case WANT_ENDLESS: return x.is & IS_ENDLESS;
    case WANT_UNIT: return fact_endless_unit(&o->facts, x);
    case WANT_COUNTS: return x.is & IS_COUNTS;
    case WANT_ENDLESSES: return x.is & IS_ENDLESSES;
    case WANT_ROW: return rows_hold(o, &o->p->tables[w.value], x);
    case WANT_EQUAL: return x.low == w.value && x.high == w.value;
    case WANT_UNEQUAL: return x.low > w.value || x.high < w.value;
    case WANT_AT_LEAST: return x.low >= w.value;
    case WANT_AT_MOST: return x.high <= w.value;
    default: return false;
    }
}

/* ---- what is wanted of a result becomes what is wanted of what it is made from; false: nothing would do */
static bool want_positive(struct outlooker *o, struct view *v, uint32_t reg) {
    want(o, v, reg, WANT_POSITIVE, 0);
    return true;
}

static bool is_exact(const struct outlooker *o, uint32_t pc) {
    return o->facts.written[pc].is & IS_EXACT;
}

static bool pass_same(struct outlooker *o, struct view *v, uint32_t pc, struct word q, struct want w) {
    (void)pc;
    want(o, v, q.b, w.kind, w.value);
    return true;
}

static bool pass_both(struct outlooker *o, struct view *v, uint32_t pc, struct word q, struct want w) {
    (void)pc;
    return w.kind == WANT_POSITIVE && want_positive(o, v, q.b) && want_positive(o, v, q.c);
}

static bool pass_exact(struct outlooker *o, struct view *v, uint32_t pc, struct word q, struct want w) {
    return is_exact(o, pc) && pass_both(o, v, pc, q, w);
}

static bool pass_exact_number(struct outlooker *o, struct view *v, uint32_t pc, struct word q, struct want w) {
    return w.kind == WANT_POSITIVE && is_exact(o, pc) && (int32_t)q.x >= 0 && want_positive(o, v, q.b);
}

static bool pass_step(struct outlooker *o, struct view *v, uint32_t pc, struct word q, struct want w) {
    return w.kind == WANT_POSITIVE && is_exact(o, pc) && want_positive(o, v, q.a);
}

static bool pass_how_many(struct outlooker *o, struct view *v, uint32_t pc, struct word q, struct want w) {
    (void)pc;
    if (w.kind == WANT_POSITIVE) want(o, v, q.b, WANT_COUNT, 0);
    return w.kind == WANT_POSITIVE;
}

static bool pass_unit(struct outlooker *o, struct view *v, uint32_t pc, struct word q, struct want w) {
    (void)pc;
    if (w.kind == WANT_UNIT) want(o, v, q.b, WANT_ENDLESS, 0);
    return w.kind == WANT_UNIT;
}

static bool pass_amount(struct outlooker *o, struct view *v, uint32_t pc, struct word q, struct want w) {
    (void)pc;
    if (w.kind == WANT_COUNT) want(o, v, q.b, WANT_POSITIVE, 0);
    if (w.kind == WANT_ENDLESS) want(o, v, q.c, WANT_UNIT, 0);
    return w.kind == WANT_COUNT || w.kind == WANT_ENDLESS;
}

static bool pass_kind(struct outlooker *o, struct view *v, uint32_t pc, struct word q, struct want w) {
    (void)pc;
    if (w.kind != WANT_COUNT && w.kind != WANT_ENDLESS) return false;
    want(o, v, q.b, w.kind, 0);
    return true;
}

static bool pass_item(struct outlooker *o, struct view *v, uint32_t pc, struct word q, struct want w) {
    (void)pc;
    if (w.kind != WANT_COUNT && w.kind != WANT_ENDLESS) return false;
    want(o, v, q.b, w.kind == WANT_COUNT ? WANT_COUNTS : WANT_ENDLESSES, 0);
    return true;
}

static bool pass_items(struct outlooker *o, struct view *v, uint32_t pc, struct word q, struct want w) {
    struct fact made = o->facts.written[pc];
    (void)q;
    if (!made.items || (w.kind != WANT_COUNTS && w.kind != WANT_ENDLESSES)) return false;
    for (uint32_t i = 1; i <= made.items; i++)
        want(o, v, made.list + i, w.kind == WANT_COUNTS ? WANT_COUNT : WANT_ENDLESS, 0);
    return true;
}

static const struct {
    uint8_t op;
    bool (*pass)(struct outlooker *o, struct view *v, uint32_t pc, struct word q, struct want w);
} passes[OP_COUNT + 1] = {
#define OP(name, a, b, c, x, contract, columns) {.op = OP_##name, columns},
#define PASS(f) .pass = pass_##f,
#include "code/ops.def"
};

/* What is wanted of the result of the operation at pc becomes what is wanted of what it reads. */
static void pass_on(struct outlooker *o, struct view *v, uint32_t pc, struct want w) {
    struct word q = program_word(o->p, pc);
    if (!passes[q.op].pass || !passes[q.op].pass(o, v, pc, q, w)) v->fails = 1;
}

/* The registers first .. first + n - 1 get what the operation at pc writes: what was wanted of them is wanted of what
 * it reads, or known to hold. */
static struct view written(struct outlooker *o, struct view v, uint32_t pc, uint32_t first, uint32_t n) {
    const struct slots *s = &o->slots[o->routine];
    struct view before = v;
    for (uint32_t i = 0; i < SLOTS && v.wants >> i && !before.fails; i++)
        if ((v.wants >> i & 1u) && s->want[i].reg - first < n) before.wants &= ~(1u << i);
    for (uint32_t i = 0; i < SLOTS && v.wants >> i && !before.fails; i++) {
        if (!(v.wants >> i & 1u) || s->want[i].reg - first >= n) continue;
        if (n == 1 && granted(o, s->want[i], o->facts.written[pc])) continue;
        if (n == 1)
            pass_on(o, &before, pc, s->want[i]);
        else
            before.fails = 1;
    }
    return before;
}

/* Nothing may be wanted of registers first .. first + n - 1. */
static struct view lost(const struct outlooker *o, struct view v, uint32_t first, uint32_t n) {
    const struct slots *s = &o->slots[o->routine];
    for (uint32_t i = 0; i < SLOTS && v.wants >> i; i++)
        if ((v.wants >> i & 1u) && s->want[i].reg - first < n) v.fails = 1;
    return v;
}

/* Where the registers are known, what is known is not wanted. */
static struct view known_here(const struct outlooker *o, struct view v, uint32_t pc) {
    const struct facts *f = &o->facts;
    const struct slots *s = &o->slots[o->routine];
    if (f->state_at[pc] == UINT32_MAX || v.fails) return v;
    for (uint32_t i = 0; i < SLOTS && v.wants >> i; i++)
        if ((v.wants >> i & 1u) && granted(o, s->want[i], f->states[f->state_at[pc] + s->want[i].reg]))
            v.wants &= ~(1u << i);
    return v;
}

static struct view either(struct view a, struct view b) {
    return (struct view){a.wants | b.wants, a.fails | b.fails, a.returns | b.returns};
}

/* ---- operations */
/* What is wanted behind a call whose window is at register a, seen while it runs: registers from a on are the
 * callee's. */
static struct view behind_call(struct outlooker *o, uint32_t pc, uint32_t a) {
    const struct slots *s = &o->slots[o->routine];
    struct view v = o->at[pc + 2];
    for (uint32_t i = 0; i < SLOTS && v.wants >> i; i++) {
        if (!(v.wants >> i & 1u) || s->want[i].reg < a) continue;
        if (s->want[i].reg == a && granted(o, s->want[i], o->facts.written[pc]))
            v.wants &= ~(1u << i);
        else
            v.fails = 1;
    }
    return v;
}

/* The register that becomes register r of the routine that is called. */
static uint32_t passed(struct word q, uint32_t r) {
    if (r > REG_THIS || (q.op == OP_CALLT && q.c == NO_REGISTER)) return q.a + r;
    if (q.op == OP_CALLT) return r == REG_ME ? q.c : q.b;
    if (r == REG_ME) return q.b == NO_REGISTER ? q.a : q.b;
    return q.c == NO_REGISTER ? q.a + r : q.c == q.a && q.b != NO_REGISTER ? q.b : q.c;
}

/* What the routine wants of its arguments, wanted of what the call passes. */
static struct view into(struct outlooker *o, uint32_t routine, struct word q) {
    const struct routine *r = &o->p->routines[routine];
    const struct slots *s = &o->slots[routine];
    struct view entry = o->at[r->entry], v = {.fails = entry.fails, .returns = entry.returns};
    for (uint32_t i = 0; i < SLOTS && entry.wants >> i && !v.fails; i++) {
        if (!(entry.wants >> i & 1u)) continue;
        struct want w = s->want[i];
        if (w.reg >= REG_ARGS + r->n_args)
            v.fails = 1;
        else
            want(o, &v, passed(q, w.reg), w.kind, w.value);
    }
    return v;
}

static struct view view_call(struct outlooker *o, uint32_t pc, struct word q) {
    struct view behind = o->behind[pc] = either(o->behind[pc], behind_call(o, pc, q.a)), v = {0};
    if (q.op == OP_CALL) {
        v = into(o, q.x, q);
        if (!v.returns) return v;
    } else {
        const struct table *t = &o->p->tables[q.x];
        bool some_fail = false;
        int32_t last = NONE;
        for (uint32_t i = 0; i < t->n; i++) {
            int32_t r = o->p->pool[t->first + i];
            if (r < 0 || r == last) continue;
            last = r;
            if (row_fails(o, r))
                some_fail = true;
            else
                v = either(v, into(o, (uint32_t)r, q));
        }
        if (some_fail) want(o, &v, q.b, WANT_ROW, (int32_t)q.x);
    }
    v.returns = 0;
    return either(v, behind);
}

struct constant {
    uint32_t reg;
    int32_t value;
};
static const struct constant *find(const struct constant *c, uint32_t n, uint32_t reg) {
    while (n-- > 0)
        if (c[n].reg == reg) return &c[n];
    return NULL;
}

/* Whether the operation at pc is a conditional jump that is taken: 1, 0, or -1 when the constants do not say. */
static int decide(const struct program *p, uint32_t pc, const struct constant *c, uint32_t n) {
    struct word q = program_word(p, pc);
    const struct op_info *info = op_info(q.op);
    const struct constant *a = find(c, n, q.a), *b = find(c, n, q.b);
    if (!info->compares || !a || (info->b == K_R && !b)) return -1;
    int32_t with = info->b == K_R ? b->value : info->b == K_S ? op_small(q.b) : 0;
    return relation_holds(info->compares - 1u, a->value, with);
}

/* From pc on when register `reg` is `value`: over the comparisons that follow a question, to where the answer leads. */
static struct view follow(struct outlooker *o, uint32_t pc, uint32_t reg, int32_t value) {
    enum { FAR = 4 * MAX_OPTIONS };
    const struct program *p = o->p;
    const struct slots *s = &o->slots[o->routine];
    struct constant c[CONSTANTS] = {{reg, value}};
    uint32_t n = 1;
    for (int i = 0; i < FAR; i++) {
        unsigned op = op_of(p->code[pc]);
        if (op == OP_JMP) {
            pc = p->code[pc + 1];
        } else if (op == OP_LDI && op_a(p->code[pc]) != reg) {
            const struct constant *old = find(c, n, op_a(p->code[pc]));
            uint32_t at = old ? (uint32_t)(old - c) : n;
            if (at == CONSTANTS) break;
            if (!old) n++;
            c[at] = (struct constant){op_a(p->code[pc]), (int32_t)p->code[pc + 1]};
            pc += 2;
        } else {
            int taken = decide(p, pc, c, n);
            if (taken < 0) break;
            pc = taken ? p->code[pc + 1] : pc + 2;
        }
    }
    struct view v = o->at[pc];
    for (uint32_t i = 0; i < SLOTS && v.wants >> i; i++) {
        const struct constant *k = v.wants >> i & 1u ? find(c, n, s->want[i].reg) : NULL;
        if (!k) continue;
        v.wants &= ~(1u << i);
        if (!granted(o, s->want[i], fact_of(&o->facts, k->value))) v.fails = 1;
    }
    return v;
}

/* Who is asked chooses what does not fail: "no", or a branch. */
static struct view view_ask(struct outlooker *o, uint32_t pc, struct word q) {
    const struct program *p = o->p;
    const struct site *site = &p->sites[q.x];
    const struct slots *s = &o->slots[o->routine];
    uint32_t a = q.a, kept = program_map(p, pc)->n;
    struct view v = o->at[pc + 2];
    for (uint32_t i = 0; i < SLOTS && v.wants >> i; i++)
        if ((v.wants >> i & 1u) && s->want[i].reg >= kept && s->want[i].reg != a) v.fails = 1;
    v = o->behind[pc] = either(o->behind[pc], written(o, v, pc, a, 1));
    if (site->kind == SITE_YESNO || (site->flags & ASK_OPTIONAL))
        return follow(o, pc + 2, a, site->kind == SITE_YESNO ? 0 : NONE);
    if (site->kind != SITE_OPTION || q.b != NO_REGISTER) return v;
    for (uint32_t i = 0; v.fails && i < site->n_options; i++) {
        struct view branch = follow(o, pc + 2, a, (int32_t)i);
        if (!branch.fails) return branch;
    }
    return v;
}

static struct view view_guard(struct outlooker *o, uint32_t pc, struct word q) {
    struct view v = o->at[pc + 1];
    if (!o->cyclic[o->routine]) return v;
    if (q.a) return no_way;
    v.returns = 1;
    return v;
}

/* Before an operation that does nothing but write. */
static struct view before_write(struct outlooker *o, uint32_t pc, struct view v) {
    struct word q = program_word(o->p, pc);
    unsigned kind = op_info(q.op)->a;
    if (kind == K_W || kind == K_RW) return written(o, v, pc, q.a, 1);
    if (kind == K_SW || kind == K_SRW || kind == K_VW) return written(o, v, pc, q.a, program_words(o->p, q));
    return v;
}

/* What the operation writes, and what it needs itself. */
static struct view plain(struct outlooker *o, uint32_t pc, struct view v) {
    struct word q = program_word(o->p, pc);
    uint8_t needs = o->facts.needs[pc];
    v = before_write(o, pc, v);
    if (needs & NEED_FAILS) v.fails = 1;
    if (needs & NEED_POSITIVE_A) want(o, &v, q.a, WANT_POSITIVE, 0);
    if (needs & NEED_COUNT_B) want(o, &v, q.b, WANT_COUNT, 0);
    if (needs & NEED_ENDLESS_B) want(o, &v, q.b, WANT_ENDLESS, 0);
    if (needs & NEED_OWNER_C) want(o, &v, q.c, WANT_OWNER, 0);
    return v;
}

static struct view view_ret(struct outlooker *o, uint32_t pc, struct word q) {
    (void)o, (void)pc, (void)q;
    return (struct view){.returns = 1};
}

static struct view view_member(struct outlooker *o, uint32_t pc, struct word q) {
    return either(o->at[q.x], plain(o, pc, o->at[op_next(o->p->code, pc)]));
}

/* It never fails, and what it tries is not done. */
static struct view view_can(struct outlooker *o, uint32_t pc, struct word q) {
    (void)pc;
    return lost(o, o->at[q.x], q.a, 1);
}

/* Nothing may be wanted of the register that counts the items of a list. */
static struct view view_item(struct outlooker *o, uint32_t pc, struct word q) {
    return lost(o, view_member(o, pc, q), q.c, 1);
}

/* Of an ear one may want that whoever listens is somebody, with any card there is. */
static struct view view_hear(struct outlooker *o, uint32_t pc, struct word q) {
    const struct slots *s = &o->slots[o->routine];
    struct view v = o->at[op_next(o->p->code, pc)];
    struct fact card = {.low = NONE, .high = (int32_t)q.c * 32 - 1};
    for (uint32_t i = 0; i < SLOTS && v.wants >> i; i++) {
        if (!(v.wants >> i & 1u) || s->want[i].reg - q.a > 1) continue;
        if (granted(o, s->want[i], s->want[i].reg == q.a ? o->facts.written[pc] : card)) v.wants &= ~(1u << i);
    }
    return lost(o, v, q.a, 3 + q.c);
}

/* What must hold of register a so that the comparison at pc with a number that is known goes the one way; false when
 * that cannot be said. `taken`: the way of the jump. */
static bool want_way(struct outlooker *o, struct view *v, uint32_t pc, bool taken) {
    struct word q = program_word(o->p, pc);
    const struct op_info *info = op_info(q.op);
    struct fact b = o->facts.written[pc];
    int32_t k = info->b == K_S ? op_small(q.b) : 0;
    if (!info->compares) return false;
    if (info->b == K_R) {
        if (b.low != b.high || b.low < INT16_MIN + 1 || b.low > INT16_MAX - 1) return false;
        k = b.low;
    }
    unsigned relation = info->compares - 1u;
    switch (taken ? relation : relation_not(relation)) {
    case RELATION_EQ: want(o, v, q.a, WANT_EQUAL, k); return true;
    case RELATION_NE: want(o, v, q.a, WANT_UNEQUAL, k); return true;
    case RELATION_LT: want(o, v, q.a, WANT_AT_MOST, k - 1); return true;
    case RELATION_LE: want(o, v, q.a, WANT_AT_MOST, k); return true;
    case RELATION_GT: want(o, v, q.a, WANT_AT_LEAST, k + 1); return true;
    default: want(o, v, q.a, WANT_AT_LEAST, k); return true;
    }
}

/* Where one way fails the other one is wanted. */
static struct view branch(struct outlooker *o, uint32_t pc) {
    struct view to = o->at[o->p->code[pc + 1]], next = o->at[pc + 2], v = either(to, next);
    if (to.fails != next.fails) {
        struct view good = to.fails ? next : to;
        if (want_way(o, &good, pc, !to.fails)) return good;
    }
    return plain(o, pc, v);
}

static const struct {
    uint8_t op;
    struct view (*view)(struct outlooker *o, uint32_t pc, struct word q);
} views[OP_COUNT + 1] = {
#define OP(name, a, b, c, x, contract, columns) {.op = OP_##name, columns},
#define VIEW(f) .view = view_##f,
#include "code/ops.def"
};

static struct view view_at(struct outlooker *o, uint32_t pc) {
    struct word q = program_word(o->p, pc);
    if (o->facts.needs[pc] & NEED_NOTHING) return (struct view){0};
    if (o->facts.needs[pc] & NEED_FAILS) {
        if (op_is(q.op, OP_IS_ASKS)) view_ask(o, pc, q);
        return no_way;
    }
    if (op_concludes(q.op)) return (struct view){0};
    if (views[q.op].view) return views[q.op].view(o, pc, q);
    if (op_is(q.op, OP_IS_LEAPS)) return o->at[q.x]; /* nobody wants it explained */
    if (op_ends(q.op)) return no_way;
    return op_jumps(q.op) ? branch(o, pc) : plain(o, pc, o->at[op_next(o->p->code, pc)]);
}

static bool improve(struct outlooker *o, uint32_t routine) {
    const struct program *p = o->p;
    const struct routine *r = &p->routines[routine];
    uint32_t n = 0;
    bool changed = false;
    o->routine = routine;
    EACH_OP(p->code, r, pc)
        o->starts[n++] = pc;
    while (n-- > 0) {
        uint32_t pc = o->starts[n];
        struct view was = o->at[pc], v = either(was, known_here(o, view_at(o, pc), pc));
        if (v.fails) v.wants = 0;
        changed = changed || v.wants != was.wants || v.fails != was.fails || v.returns != was.returns;
        o->at[pc] = v;
    }
    return changed;
}

/* ---- the result */
static bool same_wants(const struct program *p, const struct outlook *o, const struct slots *s, uint32_t mask) {
    uint32_t k = 0;
    for (uint32_t i = 0; i < SLOTS && mask >> i; i++) {
        if (!(mask >> i & 1u)) continue;
        if (k == o->n || memcmp(&p->wants[o->first + k], &s->want[i], sizeof s->want[i]) != 0) return false;
        k++;
    }
    return k == o->n;
}

/* The number of the outlook; OUTLOOK_FAILS when there is no room for one more. */
static uint16_t intern(struct program *p, const struct slots *s, struct view v, uint32_t from) {
    if (v.fails) return OUTLOOK_FAILS;
    if (!v.wants) return v.returns ? OUTLOOK_RETURNS : OUTLOOK_ENDS;
    for (uint32_t i = from; i < p->n_outlooks; i++)
        if (p->outlooks[i].returns == v.returns && same_wants(p, &p->outlooks[i], s, v.wants)) return (uint16_t)i;
    if (p->n_outlooks > UINT16_MAX) return OUTLOOK_FAILS;
    struct outlook *o = &p->outlooks[p->n_outlooks];
    *o = (struct outlook){.returns = v.returns, .first = p->n_wants};
    for (uint32_t i = 0; i < SLOTS && v.wants >> i; i++)
        if (v.wants >> i & 1u) p->wants[p->n_wants++] = s->want[i], o->n++;
    return (uint16_t)p->n_outlooks++;
}

static void intern_routine(const struct outlooker *o, uint32_t routine) {
    struct program *p = o->p;
    const struct routine *r = &p->routines[routine];
    const struct slots *s = &o->slots[routine];
    uint32_t from = p->n_outlooks;
    EACH_OP(p->code, r, pc) {
        p->outlook[pc] = intern(p, s, o->at[pc], from);
        if (op_is(op_of(p->code[pc]), OP_IS_CALLS | OP_IS_ASKS)) p->outlook[pc + 1] = intern(p, s, o->behind[pc], from);
    }
}

/* How many wants there may be at most. */
static size_t count_wants(const struct outlooker *o) {
    size_t n = 0;
    for (uint32_t pc = 0; pc < o->p->n_code; pc++)
        n += bits_count(&o->at[pc].wants, 1) + bits_count(&o->behind[pc].wants, 1);
    return n;
}

static bool publish(struct outlooker *o) {
    struct program *p = o->p;
    struct arena *scratch = &o->facts.arena;
    size_t most = count_wants(o);
    p->outlook = ARENA_ARRAY(p->arena, uint16_t, p->n_code + 1u);
    struct outlook *outlooks = p->outlooks = ARENA_ARRAY(scratch, struct outlook, most + OUTLOOK_FIRST);
    struct want *wants = p->wants = ARENA_ARRAY(scratch, struct want, most + 1u);
    bool room = p->outlook && outlooks && wants;
    if (room) {
        outlooks[OUTLOOK_RETURNS].returns = 1;
        p->n_outlooks = OUTLOOK_FIRST;
        for (uint32_t i = 0; i < p->n_routines; i++)
            intern_routine(o, i);
        p->outlooks = ARENA_ARRAY(p->arena, struct outlook, p->n_outlooks);
        p->wants = ARENA_ARRAY(p->arena, struct want, p->n_wants + 1u);
        room = p->outlooks && p->wants;
    }
    if (!room) {
        p->outlook = NULL, p->outlooks = NULL, p->wants = NULL;
        return false;
    }
    memcpy(p->outlooks, outlooks, p->n_outlooks * sizeof *outlooks);
    memcpy(p->wants, wants, p->n_wants * sizeof *wants);
    return true;
}

static bool look_back(struct outlooker *o) {
    struct program *p = o->p;
    struct arena *scratch = &o->facts.arena;
    o->at = ARENA_ARRAY(scratch, struct view, p->n_code + 1u);
    o->behind = ARENA_ARRAY(scratch, struct view, p->n_code + 1u);
    o->slots = ARENA_ARRAY(scratch, struct slots, p->n_routines + 1u);
    o->starts = ARENA_ARRAY(scratch, uint32_t, p->n_code + 1u);
    o->cyclic = ARENA_ARRAY(scratch, uint8_t, p->n_routines + 1u);
    if (scratch->failed || !cycles_find(p, o->cyclic)) return false;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < p->n_routines; i++)
            changed = improve(o, i) || changed;
    }
    return publish(o);
}

bool cannot_fail_compute(struct program *p) {
    struct outlooker o = {.p = p};
    enum facts_status facts = facts_find(&o.facts, p);
    bool fine = facts == FACTS_OK ? look_back(&o) : facts == FACTS_TOO_LARGE;
    facts_free(&o.facts);
    return fine;
}

/* ---- while a game runs */
static bool list_holds(const struct program *p, int32_t ref, const int32_t *stack, unsigned kind) {
    bool on_stack = ref >= LIST_STACK;
    uint32_t at = (uint32_t)ref - (on_stack ? LIST_STACK : 0u), end = on_stack ? p->layout.stack_cap : p->n_pool;
    const int32_t *words = on_stack ? stack : p->pool;
    if (ref < 0 || at >= end) return true; /* no list: it has no items */
    for (int32_t i = 0; i < words[at] && (uint32_t)i < end - at - 1; i++) {
        int32_t amount = words[at + 1 + (uint32_t)i];
        if (kind == WANT_COUNTS ? AMOUNT_N(amount) < 0 : !unit_endless(p, AMOUNT_UNIT(amount))) return false;
    }
    return true;
}

static bool want_holds(const struct program *p, const struct want *w, int32_t value, const int32_t *stack) {
    switch (w->kind) {
    case WANT_POSITIVE: return value >= 0;
    case WANT_EQUAL: return value == w->value;
    case WANT_UNEQUAL: return value != w->value;
    case WANT_AT_LEAST: return value >= w->value;
    case WANT_AT_MOST: return value <= w->value;
    case WANT_OWNER: return (uint32_t)value < p->vars[p->stock_var].n_owners;
    case WANT_COUNT: return AMOUNT_N(value) >= 0;
    case WANT_ENDLESS: return unit_endless(p, AMOUNT_UNIT(value));
    case WANT_UNIT: return unit_endless(p, value & 0xff);
    case WANT_ROW: {
        const struct table *t = &p->tables[w->value];
        int32_t r = (uint32_t)value < t->n ? p->pool[t->first + (uint32_t)value] : NONE;
        return r < 0 || p->outlook[p->routines[r].entry] != OUTLOOK_FAILS;
    }
    default: return list_holds(p, value, stack, w->kind);
    }
}

bool outlook_holds(const struct program *p, uint32_t index, const int32_t *regs, const int32_t *stack) {
    const struct outlook *o = &p->outlooks[index];
    if (index == OUTLOOK_FAILS) return false;
    for (uint32_t i = 0; i < o->n; i++)
        if (!want_holds(p, &p->wants[o->first + i], regs[p->wants[o->first + i].reg], stack)) return false;
    return true;
}
