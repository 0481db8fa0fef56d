/* depth.c: how much room calls can need: registers and frames of the deepest way through the routines of a program.
 *
 * Most calls form no cycle; there the way is measured exactly. Cycles run through rules of cards and reactions, which
 * are guarded: none runs twice at once for one card. A way through a cycle is therefore a row of guarded routines, each
 * at most as often as there are cards that have it, and no guarded routine has two successors or two predecessors on
 * it. The best assignment of successors to routines is such a bound, and a close one: of twenty rules that one verb can
 * start, a way holds no more than there are routines that call the verb.
 *
 * Invariant: no play can need more than what is returned, up to the limits compile.c sets.
 */
#include "code/lookup.h"
#include "code/output.h"

#include <string.h>

enum { UNKNOWN = -1, ASSIGNED_AT_MOST = 160 }; /* beyond that many, each takes its own best successor */

struct call {
    int from, to, window;
};

struct depth {
    struct output *out;
    int n;
    bool frames; /* what is measured: frames, else registers */
    VEC(struct call) calls;
    int *first_call; /* per routine, and one more */
    int *copies;     /* 0: not guarded; else for how many cards it can run at once */
    int *component, *low, *stack, n_stack, n_found, n_components;
    int *need;  /* per routine: from its own base on; UNKNOWN */
    int *leave; /* the same without entering a guarded routine of its component */
};

static int weight(const struct depth *d, const struct call *c) {
    return d->frames ? 1 : c->window;
}
static int own(const struct depth *d, int routine) {
    return d->frames ? 1 : d->out->routines.data[routine].n_regs;
}
static int more(int a, int b) {
    return a > b ? a : b;
}

/* ---- the calls of each routine */
static void add_call(struct depth *d, int from, int to, int window) {
    for (size_t i = (size_t)d->first_call[from]; i < d->calls.n; i++)
        if (d->calls.data[i].to == to) {
            d->calls.data[i].window = more(d->calls.data[i].window, window);
            return;
        }
    if (!VEC_PUSH(&d->calls, (struct call){from, to, window})) d->out->failed = true;
}

static void add_table(struct depth *d, int from, const struct table *t, int window, int *seen) {
    const int32_t *callees = d->out->pool.data + t->first;
    memset(seen, 0, sizeof *seen * (size_t)d->n);
    for (uint32_t i = 0; i < t->n; i++) {
        if (callees[i] < 0) continue;
        if (!seen[callees[i]]++) add_call(d, from, callees[i], window);
        if (d->copies[callees[i]]) d->copies[callees[i]] = more(d->copies[callees[i]], seen[callees[i]]);
    }
}

static void find_calls(struct depth *d, bool guards, int *seen) {
    const struct output *out = d->out;
    for (int i = 0; i < d->n; i++) {
        const struct routine *r = &out->routines.data[i];
        d->first_call[i] = (int)d->calls.n;
        for (uint32_t pc = r->entry; pc < r->end;) {
            uint32_t word = out->code.data[pc];
            enum op op = (enum op)op_of(word);
            int window = (int)op_a(word);
            if (guards && op == OP_GUARD) d->copies[i] = 1;
            if (!guards && op == OP_CALL) add_call(d, i, (int)out->code.data[pc + 1], window);
            if (!guards && op == OP_CALLT) add_table(d, i, &out->tables.data[out->code.data[pc + 1]], window, seen);
            pc += op_length(op_info(op));
        }
    }
    d->first_call[d->n] = (int)d->calls.n;
}

/* ---- a component: routines that can all reach one another */
static bool inside(const struct depth *d, int routine, int component) {
    return d->component[routine] == component;
}

/* What a routine needs while no guarded one of its component is entered. To be turned away at a guard takes a frame. */
static int measure_leave(struct depth *d, int routine) {
    if (d->leave[routine] != UNKNOWN) return d->leave[routine];
    int out = d->leave[routine] = own(d, routine);
    for (int i = d->first_call[routine]; i < d->first_call[routine + 1]; i++) {
        const struct call *c = &d->calls.data[i];
        if (!inside(d, c->to, d->component[routine]))
            out = more(out, weight(d, c) + d->need[c->to]);
        else if (d->copies[c->to])
            out = more(out, weight(d, c) + own(d, c->to));
        else
            out = more(out, weight(d, c) + measure_leave(d, c->to));
    }
    return d->leave[routine] = out;
}

/* The longest way from a routine to each guarded one of its component, through others; UNKNOWN: there is none. */
static const int *measure_ways(struct depth *d, int routine, int **ways, const int *column, int n) {
    if (ways[routine]) return ways[routine];
    int *to = ways[routine] = ARENA_ARRAY(d->out->scratch, int, (size_t)n);
    if (!to) return d->out->failed = true, NULL;
    for (int i = 0; i < n; i++)
        to[i] = UNKNOWN;
    for (int i = d->first_call[routine]; i < d->first_call[routine + 1]; i++) {
        const struct call *c = &d->calls.data[i];
        if (!inside(d, c->to, d->component[routine])) continue;
        if (d->copies[c->to]) {
            to[column[c->to]] = more(to[column[c->to]], weight(d, c));
            continue;
        }
        const int *on = measure_ways(d, c->to, ways, column, n);
        for (int k = 0; on && k < n; k++)
            if (on[k] != UNKNOWN) to[k] = more(to[k], weight(d, c) + on[k]);
    }
    return to;
}

/* The largest sum of entries of a square of numbers, none of them negative, no two in one row or column: the Hungarian
 * method with potentials. `work` holds 5 * (n + 1) numbers. */
static int best_assignment(const int *square, int n, int *work) {
    int *row_price = work, *price = row_price + n + 1, *row_of = price + n + 1, *way = row_of + n + 1,
        *slack = way + n + 1;
    enum { FAR = 1 << 28, DONE = -FAR };
    memset(work, 0, sizeof *work * 5u * ((size_t)n + 1));
    for (int row = 1; row <= n; row++) {
        int at = 0;
        row_of[0] = row;
        for (int j = 0; j <= n; j++)
            slack[j] = FAR;
        uint8_t used[ASSIGNED_AT_MOST + 1] = {0};
        do {
            int r = row_of[at], delta = FAR, next = 0;
            used[at] = 1;
            for (int j = 1; j <= n; j++) {
                if (used[j]) continue;
                int cost = -square[(r - 1) * n + j - 1] - row_price[r] - price[j];
                if (cost < slack[j]) slack[j] = cost, way[j] = at;
                if (slack[j] < delta) delta = slack[j], next = j;
            }
            for (int j = 0; j <= n; j++) {
                if (used[j])
                    row_price[row_of[j]] += delta, price[j] -= delta;
                else
                    slack[j] -= delta;
            }
            at = next;
        } while (row_of[at]);
        for (; at; at = way[at])
            row_of[at] = row_of[way[at]];
    }
    int sum = 0;
    for (int j = 1; j <= n; j++)
        sum += square[(row_of[j] - 1) * n + j - 1];
    return sum;
}

/* All that a row of guarded routines of one component can need, up to where the last of them begins. */
static int longest_row(struct depth *d, int **ways, const int *guarded, int n) {
    int total = 0, sum = 0;
    for (int i = 0; i < n; i++)
        total += d->copies[guarded[i]];
    if (total > ASSIGNED_AT_MOST) {
        for (int i = 0; i < n; i++) {
            int best = 0;
            for (int k = 0; k < n; k++)
                best = more(best, ways[guarded[i]][k]);
            sum += best * d->copies[guarded[i]];
        }
        return sum;
    }
    int *square = ARENA_ARRAY(d->out->scratch, int, (size_t)total *(size_t)total);
    int *work = ARENA_ARRAY(d->out->scratch, int, 5u * ((size_t)total + 1));
    if (!square || !work) return d->out->failed = true, 0;
    int row = 0;
    for (int i = 0; i < n; i++)
        for (int a = 0; a < d->copies[guarded[i]]; a++, row++) {
            int column = 0;
            for (int k = 0; k < n; k++)
                for (int b = 0; b < d->copies[guarded[k]]; b++, column++)
                    square[row * total + column] = row == column ? 0 : more(0, ways[guarded[i]][k]);
        }
    return best_assignment(square, total, work);
}

static bool calls_itself(const struct depth *d, int routine) {
    for (int i = d->first_call[routine]; i < d->first_call[routine + 1]; i++)
        if (d->calls.data[i].to == routine) return true;
    return false;
}

static void measure_component(struct depth *d, const int *members, int n_members) {
    struct arena *arena = d->out->scratch;
    int n = 0, longest = 0, last = 0;
    if (n_members == 1 && !calls_itself(d, members[0])) {
        d->need[members[0]] = measure_leave(d, members[0]);
        return;
    }
    int *guarded = ARENA_ARRAY(arena, int, (size_t)n_members + 1), *column = ARENA_ARRAY(arena, int, (size_t)d->n);
    int **ways = ARENA_ARRAY(arena, int *, (size_t)d->n);
    if (!guarded || !column || !ways) {
        d->out->failed = true;
        return;
    }
    for (int i = 0; i < n_members; i++)
        if (d->copies[members[i]]) column[members[i]] = n, guarded[n++] = members[i];
    for (int i = 0; i < n_members; i++)
        last = more(last, measure_leave(d, members[i]));
    for (int i = 0; i < n_members; i++)
        measure_ways(d, members[i], ways, column, n);
    if (d->out->failed) return;
    longest = longest_row(d, ways, guarded, n);
    for (int i = 0; i < n_members; i++) {
        int start = 0; /* to the first guarded one */
        for (int k = 0; !d->copies[members[i]] && k < n; k++)
            start = more(start, ways[members[i]][k]);
        d->need[members[i]] = start + longest + last;
    }
}

/* Components in the order of their calls, innermost first (Tarjan). */
static void visit(struct depth *d, int routine) {
    int found = d->low[routine] = ++d->n_found, at = d->n_stack;
    d->stack[d->n_stack++] = routine;
    for (int i = d->first_call[routine]; i < d->first_call[routine + 1]; i++) {
        const struct call *c = &d->calls.data[i];
        if (!d->low[c->to]) visit(d, c->to);
        if (d->component[c->to] == UNKNOWN && d->low[c->to] < d->low[routine]) d->low[routine] = d->low[c->to];
    }
    if (d->low[routine] != found) return;
    for (int i = at; i < d->n_stack; i++)
        d->component[d->stack[i]] = d->n_components;
    measure_component(d, d->stack + at, d->n_stack - at);
    d->n_components++;
    d->n_stack = at;
}

static int measure(struct depth *d, bool frames) {
    int most = 0;
    d->frames = frames;
    d->n_found = d->n_stack = d->n_components = 0;
    for (int i = 0; i < d->n; i++)
        d->component[i] = d->need[i] = d->leave[i] = UNKNOWN, d->low[i] = 0;
    for (int i = 0; i < d->n; i++) {
        if (!d->low[i]) visit(d, i);
        most = more(most, d->need[i]);
    }
    return most;
}

void code_depth(struct output *out, int *registers, int *frames) {
    struct depth d = {.out = out, .n = (int)out->routines.n};
    size_t n = out->routines.n + 1;
    int *seen = ARENA_ARRAY(out->scratch, int, n);
    d.first_call = ARENA_ARRAY(out->scratch, int, n), d.copies = ARENA_ARRAY(out->scratch, int, n);
    d.component = ARENA_ARRAY(out->scratch, int, n), d.low = ARENA_ARRAY(out->scratch, int, n);
    d.stack = ARENA_ARRAY(out->scratch, int, n);
    d.need = ARENA_ARRAY(out->scratch, int, n), d.leave = ARENA_ARRAY(out->scratch, int, n);
    *registers = *frames = 0;
    if (!seen || !d.first_call || !d.copies || !d.component || !d.low || !d.stack || !d.need || !d.leave) {
        out->failed = true;
        return;
    }
    memset(d.copies, 0, sizeof *d.copies * n);
    find_calls(&d, true, seen);
    find_calls(&d, false, seen);
    if (!out->failed) *registers = measure(&d, false), *frames = measure(&d, true);
    VEC_FREE(&d.calls);
}
