/* cycles.c: see cycles.h. The strongly connected parts of the call graph (Tarjan), with a stack of its own: nothing
 * here calls itself, however deep the calls go. */
#include "code/cycles.h"

#include "base/arena.h"
#include "code/lookup.h"

struct visit {
    uint32_t routine, pc, row; /* where its calls have been followed to */
};

struct search {
    const struct program *p;
    uint8_t *out;
    uint32_t *number, *low; /* 0: not seen yet; UINT32_MAX: its part is done */
    uint32_t *part;         /* routines whose part is not done */
    struct visit *visits;
    uint32_t n_visits, n_part, count;
};

/* The next routine that the one visited calls, or NONE. */
static int32_t next_call(const struct program *p, struct visit *v) {
    while (v->pc < p->routines[v->routine].end) {
        uint32_t n;
        const int32_t *to = program_callees(p, v->pc, &n);
        while (v->row < n)
            if (to[v->row++] >= 0) return to[v->row - 1];
        v->pc = op_next(p->code, v->pc);
        v->row = 0;
    }
    return NONE;
}

static void visit(struct search *s, uint32_t routine) {
    s->number[routine] = s->low[routine] = ++s->count;
    s->part[s->n_part++] = routine;
    s->visits[s->n_visits++] = (struct visit){routine, s->p->routines[routine].entry, 0};
}

/* Everything the routine calls has been followed. */
static void leave(struct search *s, uint32_t routine) {
    uint32_t low = s->low[routine];
    s->n_visits--;
    if (s->n_visits) {
        uint32_t caller = s->visits[s->n_visits - 1].routine;
        if (low < s->low[caller]) s->low[caller] = low;
    }
    if (low != s->number[routine]) return;
    bool alone = s->part[s->n_part - 1] == routine;
    uint32_t member;
    do {
        member = s->part[--s->n_part];
        s->number[member] = UINT32_MAX;
        if (!alone) s->out[member] = 1;
    } while (member != routine);
}

static void search_from(struct search *s, uint32_t routine) {
    visit(s, routine);
    while (s->n_visits) {
        struct visit *top = &s->visits[s->n_visits - 1];
        uint32_t from = top->routine;
        int32_t to = next_call(s->p, top);
        if (to < 0) {
            leave(s, from);
        } else if (!s->number[to]) {
            visit(s, (uint32_t)to);
        } else if (s->number[to] != UINT32_MAX) {
            if (s->number[to] < s->low[from]) s->low[from] = s->number[to];
            if ((uint32_t)to == from) s->out[from] = 1;
        }
    }
}

bool cycles_find(const struct program *p, uint8_t *out) {
    struct arena scratch;
    arena_init(&scratch);
    struct search s = {.p = p, .out = out};
    s.number = ARENA_ARRAY(&scratch, uint32_t, p->n_routines + 1u);
    s.low = ARENA_ARRAY(&scratch, uint32_t, p->n_routines + 1u);
    s.part = ARENA_ARRAY(&scratch, uint32_t, p->n_routines + 1u);
    s.visits = ARENA_ARRAY(&scratch, struct visit, p->n_routines + 1u);
    bool room = !scratch.failed;
    for (uint32_t i = 0; room && i < p->n_routines; i++)
        if (!s.number[i]) search_from(&s, i);
    arena_free(&scratch);
    return room;
}
