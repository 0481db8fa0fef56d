/* facts.c: see facts.h. Routine by routine until nothing changes; within one, over its operations in their order as
 * often as a way back changes something. A range that keeps growing is soon taken to be open. */
#include "code/facts.h"

#include "base/bits.h"
#include "code/facts_inside.h"
#include "code/lookup.h"

#include <string.h>

enum {
    ROUNDS = 40,           /* over all routines, before giving up */
    WIDEN_AFTER = 3,       /* times something may grow before it is taken to be open */
    MOST_STATES = 4 << 20, /* registers remembered */
    MARK_STATE = 1,        /* ways meet or part there */
    MARK_HEAD = 2,         /* a way leads back there */
};

bool unit_endless(const struct program *p, int32_t unit) {
    if (p->supply_var < 0 || p->stock_enum < 0) return true;
    const struct enumeration *e = &p->enums[p->stock_enum];
    return (uint32_t)unit >= e->n || p->members[e->first + (uint32_t)unit].total == NONE;
}

bool fact_owner(const struct program *p, struct fact x) {
    return p->stock_var >= 0 && x.low >= 0 && x.high < (int32_t)p->vars[p->stock_var].n_owners;
}

bool fact_endless_unit(const struct facts *f, struct fact x) {
    if (!f->totals) return true;
    if (x.low < 0 || x.high > 255) return false;
    for (int32_t u = x.low; u <= x.high; u++)
        if (!unit_endless(f->p, u)) return false;
    return true;
}

static unsigned amount_is(const struct facts *f, int32_t value) {
    return (AMOUNT_N(value) >= 0 ? IS_COUNT : 0u) | (unit_endless(f->p, AMOUNT_UNIT(value)) ? IS_ENDLESS : 0u);
}

struct fact fact_of(const struct facts *f, int32_t value) {
    const struct program *p = f->p;
    unsigned is = amount_is(f, value) | (value & AMOUNT_UPTO ? IS_UPTO : 0u) | IS_COUNTS | IS_ENDLESSES;
    if (value >= LIST_STACK) {
        is &= ~(unsigned)IS_LISTED;
    } else if (value >= 0 && (uint32_t)value < p->n_pool) {
        int32_t n = p->pool[value];
        uint32_t room = p->n_pool - (uint32_t)value - 1;
        if (n > FACT_LONG) is &= ~(unsigned)IS_LISTED;
        for (int32_t i = 0; i < n && n <= FACT_LONG && (uint32_t)i < room; i++) {
            unsigned item = amount_is(f, p->pool[value + 1 + i]);
            if (!(item & IS_COUNT)) is &= ~(unsigned)IS_COUNTS;
            if (!(item & IS_ENDLESS)) is &= ~(unsigned)IS_ENDLESSES;
        }
    }
    return (struct fact){.low = value, .high = value, .is = (uint8_t)is};
}

bool fact_join(struct fact *to, struct fact x) {
    struct fact was = *to;
    if (x.low < to->low) to->low = x.low;
    if (x.high > to->high) to->high = x.high;
    to->is &= x.is;
    if (to->list != x.list || to->items != x.items) {
        if (to->items && x.items)
            to->is &= (uint8_t)~IS_LISTED;
        else if (x.items)
            to->list = x.list, to->items = x.items; /* the other one lies where nobody writes */
    }
    return to->low != was.low || to->high != was.high || to->is != was.is || to->items != was.items;
}

/* What has grown since `was` is taken to grow without end. */
static void widen(struct fact *to, struct fact was) {
    if (to->low < was.low) to->low = to->low >= 0 ? 0 : to->low >= -1 ? -1 : INT32_MIN;
    if (to->high > was.high) to->high = to->high <= 1 ? 1 : to->high <= FACT_TAME ? FACT_TAME : INT32_MAX;
}

static bool grow(struct fact *to, struct fact x, uint8_t *times) {
    struct fact was = *to;
    if (!fact_join(to, x)) return false;
    if (*times >= WIDEN_AFTER)
        widen(to, was);
    else
        ++*times;
    return true;
}

/* ---- routines */
/* Registers `regs` reach pc; whether that is news. */
static bool flow_to(struct walk *w, uint32_t pc, const struct fact *regs) {
    struct facts *f = w->f;
    if (f->state_at[pc] == UINT32_MAX) return false;
    struct fact *to = f->states + f->state_at[pc];
    if (!f->reached[pc]) {
        memcpy(to, regs, w->n_regs * sizeof *to);
        f->reached[pc] = 1;
        return true;
    }
    if (!memcmp(to, regs, w->n_regs * sizeof *to)) return false;
    bool news = false;
    uint8_t *times = &f->reached[pc], before = *times;
    for (uint32_t i = 0; i < w->n_regs; i++) {
        if (!memcmp(&to[i], &regs[i], sizeof *to)) continue;
        uint8_t count = f->marks[pc] & MARK_HEAD ? before : 0; /* no range grows for ever but round a loop */
        news = grow(&to[i], regs[i], &count) || news;
    }
    if (news && before < 255) ++*times;
    return news;
}

bool walk_call(struct walk *w, uint32_t routine, uint32_t a) {
    struct facts *f = w->f;
    const struct routine *to = &f->p->routines[routine];
    struct fact *args = f->args + f->first_arg[routine];
    bool news = !f->called[routine];
    for (uint32_t i = 0; i < (uint32_t)REG_ARGS + to->n_args; i++) {
        struct fact x = w->regs[a + i];
        if (x.items && x.list + x.items >= a) x.is &= (uint8_t)~IS_LISTED;
        x.is &= (uint8_t)~IS_HERE; /* it stands in the caller's frame */
        x.list = x.items = 0;
        uint8_t times = f->called[routine];
        if (!f->called[routine])
            args[i] = x;
        else
            news = grow(&args[i], x, &times) || news;
    }
    if (news) {
        if (f->called[routine] < 255) f->called[routine]++;
        w->dirty[routine] = 1;
    }
    return f->returns[routine] != 0;
}

void walk_return(struct walk *w, struct fact x) {
    struct facts *f = w->f;
    uint8_t *times = &f->returns[w->routine], count = *times;
    if (x.items) x.is &= (uint8_t)~IS_LISTED;
    x.list = x.items = 0;
    if (!*times)
        f->results[w->routine] = x;
    else if (!grow(&f->results[w->routine], x, &count))
        return;
    if (*times < 255) ++*times;
    w->news[w->routine] = 1;
}

/* Both ways out of a conditional jump; what its outcome says about the registers goes along. */
static bool jump(struct walk *w, uint32_t pc, uint32_t to) {
    struct fact kept[256];
    bool back = false;
    w->f->needs[pc] = 0;
    w->f->written[pc] = w->regs[op_b(w->f->p->code[pc])]; /* what is compared with, or what the jump writes */
    memcpy(kept, w->regs, w->n_regs * sizeof *kept);
    if (walk_decide(w, pc, true)) back = flow_to(w, to, w->regs) && to <= pc;
    memcpy(w->regs, kept, w->n_regs * sizeof *kept);
    w->alive = walk_decide(w, pc, false);
    return back;
}

/* One time over the routine; whether a way back brought news. */
static bool walk_once(struct walk *w, const struct routine *r) {
    struct facts *f = w->f;
    const struct program *p = f->p;
    bool again = false;
    w->alive = false;
    for (uint32_t pc = r->entry; pc < r->end;) {
        unsigned op = op_of(p->code[pc]);
        const struct op_info *info = op_info(op);
        if (f->state_at[pc] != UINT32_MAX) {
            if (w->alive) flow_to(w, pc, w->regs);
            w->alive = f->reached[pc] != 0;
            if (w->alive) memcpy(w->regs, f->states + f->state_at[pc], w->n_regs * sizeof *w->regs);
        }
        if (w->alive) {
            if (op == OP_FORK) again = flow_to(w, p->code[pc + 1], w->regs) || again;
            if (info->x == X_JUMP && op != OP_FORK)
                again = jump(w, pc, p->code[pc + 1]) || again;
            else
                walk_op(w, pc);
            if (op_ends(op)) w->alive = false;
        }
        pc += op_length(info);
    }
    return again;
}

static bool has_lists(const struct program *p, const struct routine *r) {
    EACH_OP(p->code, r, pc)
        if (op_of(p->code[pc]) == OP_LMAKE) return true;
    return false;
}

/* False: it does not come to an end. */
static bool walk_routine(struct walk *w, uint32_t index) {
    struct facts *f = w->f;
    const struct routine *r = &f->p->routines[index];
    uint32_t known = REG_ARGS + r->n_args;
    w->routine = index;
    w->n_regs = r->n_regs;
    w->lists = has_lists(f->p, r);
    memcpy(w->regs, f->args + f->first_arg[index], known * sizeof *w->regs);
    for (uint32_t i = known; i < w->n_regs; i++)
        w->regs[i] = fact_of(f, 0);
    flow_to(w, r->entry, w->regs);
    for (int i = 0; i < ROUNDS; i++)
        if (!walk_once(w, r)) return true;
    return false;
}

/* ---- the program */
static void mark_jump(const struct program *p, uint32_t pc, uint8_t *marks, uint32_t end) {
    unsigned op = op_of(p->code[pc]);
    const struct op_info *info = op_info(op);
    uint32_t next = pc + op_length(info), to = p->code[pc + 1];
    if (info->x != X_JUMP) return;
    marks[to] |= to <= pc ? MARK_STATE | MARK_HEAD : MARK_STATE;
    if (next < end) marks[next] |= MARK_STATE;
}

/* Room for the registers where ways meet or part; false when that is too much. */
static bool place_states(struct facts *f) {
    const struct program *p = f->p;
    uint64_t n = 0;
    for (uint32_t i = 0; i <= p->n_code; i++)
        f->state_at[i] = UINT32_MAX;
    for (uint32_t i = 0; i < p->n_routines; i++) {
        const struct routine *r = &p->routines[i];
        f->marks[r->entry] |= MARK_STATE;
        EACH_OP(p->code, r, pc)
            mark_jump(p, pc, f->marks, r->end);
        for (uint32_t pc = r->entry; pc < r->end && n <= MOST_STATES; pc++)
            if (f->marks[pc]) {
                f->state_at[pc] = (uint32_t)n;
                n += r->n_regs;
            }
    }
    if (n > MOST_STATES) return false;
    f->states = ARENA_ARRAY(&f->arena, struct fact, n + 1);
    return true;
}

static void start_anywhere(struct walk *w, int32_t routine) {
    if (routine < 0) return;
    struct facts *f = w->f;
    for (uint32_t i = 0; i < (uint32_t)REG_ARGS + f->p->routines[routine].n_args; i++)
        f->args[f->first_arg[routine] + i] = FACT_ANY;
    f->called[routine] = 1;
    w->dirty[routine] = 1;
}

static void mark_called(const struct program *p, uint32_t pc, uint8_t *called) {
    uint32_t n;
    const int32_t *to = program_callees(p, pc, &n);
    for (uint32_t i = 0; i < n; i++)
        if (to[i] >= 0) called[to[i]] = 1;
}

/* Where the machine begins to run: the flow and its entries, whatever is evaluated; at least all that no code calls. */
static void start_all(struct walk *w, uint8_t *called) {
    const struct program *p = w->f->p;
    for (uint32_t i = 0; i < p->n_routines; i++)
        EACH_OP(p->code, &p->routines[i], pc)
            mark_called(p, pc, called);
    for (uint32_t i = 0; i < p->n_routines; i++)
        if (!called[i]) start_anywhere(w, (int32_t)i);
    start_anywhere(w, p->flow);
    for (uint32_t i = 0; i < p->n_entries; i++)
        start_anywhere(w, p->entries[i].routine);
    for (uint32_t i = 0; i < p->n_scores; i++)
        start_anywhere(w, p->scores[i].routine);
    for (uint32_t i = 0; i < p->n_ties; i++)
        start_anywhere(w, p->ties[i].routine);
    for (uint32_t i = 0; i < p->n_aims; i++) {
        start_anywhere(w, p->aims[i].have);
        start_anywhere(w, p->aims[i].need);
    }
    for (uint32_t i = 0; i < p->n_scenarios; i++) {
        start_anywhere(w, p->scenarios[i].given);
        start_anywhere(w, p->scenarios[i].flow);
    }
    for (uint32_t i = 0; i < p->n_steps; i++)
        start_anywhere(w, p->steps[i].routine);
}

static void fill_tables(struct facts *f) {
    const struct program *p = f->p;
    for (uint32_t i = 0; i < p->n_tables; i++) {
        const struct table *t = &p->tables[i];
        if (t->kind != TABLE_INT) continue;
        f->tables[i] = fact_of(f, t->missing);
        for (uint32_t k = 0; k < t->n; k++)
            fact_join(&f->tables[i], fact_of(f, p->pool[t->first + k]));
    }
}

static void scan(struct facts *f) {
    const struct program *p = f->p;
    for (uint32_t pc = 0; pc < p->n_code; pc = op_next(p->code, pc))
        if (op_of(p->code[pc]) == OP_OUT || op_of(p->code[pc]) == OP_REST) f->outs = true;
    for (int32_t u = 0; u < 256; u++)
        if (!unit_endless(p, u)) f->totals = true;
}

/* Whoever calls what returns something new is walked again. */
static void spread_news(struct walk *w) {
    const struct program *p = w->f->p;
    for (uint32_t i = 0; i < p->n_tables; i++) {
        const struct table *t = &p->tables[i];
        w->table_news[i] = 0;
        for (uint32_t k = 0; t->kind == TABLE_ROUTINE && k < t->n; k++)
            if (p->pool[t->first + k] >= 0 && w->news[p->pool[t->first + k]]) w->table_news[i] = 1;
    }
    for (uint32_t i = 0; i < p->n_routines; i++) {
        const struct routine *r = &p->routines[i];
        for (uint32_t pc = r->entry; pc < r->end && w->f->called[i] && !w->dirty[i]; pc = op_next(p->code, pc)) {
            unsigned op = op_of(p->code[pc]);
            w->dirty[i] =
                (op == OP_CALL && w->news[p->code[pc + 1]]) || (op == OP_CALLT && w->table_news[p->code[pc + 1]]);
        }
    }
    memset(w->news, 0, p->n_routines);
}

static bool allocate(struct facts *f, struct walk *w, uint8_t **called) {
    const struct program *p = f->p;
    uint32_t n = 0;
    f->first_arg = ARENA_ARRAY(&f->arena, uint32_t, p->n_routines + 1u);
    for (uint32_t i = 0; f->first_arg && i < p->n_routines; i++) {
        f->first_arg[i] = n;
        n += (uint32_t)REG_ARGS + p->routines[i].n_args;
    }
    f->args = ARENA_ARRAY(&f->arena, struct fact, n + 1u);
    f->results = ARENA_ARRAY(&f->arena, struct fact, p->n_routines + 1u);
    f->called = ARENA_ARRAY(&f->arena, uint8_t, p->n_routines + 1u);
    f->returns = ARENA_ARRAY(&f->arena, uint8_t, p->n_routines + 1u);
    f->state_at = ARENA_ARRAY(&f->arena, uint32_t, p->n_code + 1u);
    f->reached = ARENA_ARRAY(&f->arena, uint8_t, p->n_code + 1u);
    f->written = ARENA_ARRAY(&f->arena, struct fact, p->n_code + 1u);
    f->needs = ARENA_ARRAY(&f->arena, uint8_t, p->n_code + 1u);
    if (f->needs) memset(f->needs, NEED_NOTHING, p->n_code + 1u);
    f->tables = ARENA_ARRAY(&f->arena, struct fact, p->n_tables + 1u);
    w->dirty = ARENA_ARRAY(&f->arena, uint8_t, p->n_routines + 1u);
    w->news = ARENA_ARRAY(&f->arena, uint8_t, p->n_routines + 1u);
    w->table_news = ARENA_ARRAY(&f->arena, uint8_t, p->n_tables + 1u);
    f->marks = ARENA_ARRAY(&f->arena, uint8_t, p->n_code + 1u);
    *called = ARENA_ARRAY(&f->arena, uint8_t, p->n_routines + 1u);
    return !f->arena.failed;
}

enum facts_status facts_find(struct facts *f, const struct program *p) {
    struct walk w = {.f = f};
    uint8_t *called;
    *f = (struct facts){.p = p};
    arena_init(&f->arena);
    if (!allocate(f, &w, &called)) return FACTS_NO_MEMORY;
    if (!place_states(f)) return FACTS_TOO_LARGE;
    if (f->arena.failed) return FACTS_NO_MEMORY;
    scan(f);
    fill_tables(f);
    start_all(&w, called);
    for (int round = 0; round < ROUNDS; round++) {
        bool any = false;
        for (uint32_t i = 0; i < p->n_routines; i++) {
            if (!w.dirty[i]) continue;
            w.dirty[i] = 0;
            any = true;
            if (!walk_routine(&w, i)) return FACTS_TOO_LARGE;
        }
        if (!any) return FACTS_OK;
        spread_news(&w);
    }
    return FACTS_TOO_LARGE;
}

void facts_free(struct facts *f) {
    arena_free(&f->arena);
}
