/* emit_calls.c: calls, returns and stops as C.
 *
 * A routine is a function of its arguments that returns a struct out: steps left, how it went, its result. It writes no
 * frame. Only when a run stops inside of it does it write its registers and its frame into the block, and so does every
 * function that called it, on the way out; later the run goes on from those frames. A failure goes out the same way
 * up to the next routine of the flow.
 */
#include "native/native.h"

#include "base/bits.h"
#include "code/lookup.h"
#include "code/slice.h"

#include <stdio.h>
#include <stdlib.h>

static bool is(const struct writer *e, uint32_t routine, unsigned what) {
    return (e->shape->is[routine] & what) != 0;
}

/* ---- what routines look like */
bool native_hands(const struct writer *e, uint32_t routine, uint32_t reg) {
    const struct slices *s = e->p->slices;
    return reg < REG_ARGS || !s || routine < s->first || reg >= s->made[routine - s->first].offset;
}

/* like: a routine that is called so. */
static void put_arguments(struct writer *e, uint32_t like, uint32_t n_args, bool framed, uint32_t results,
                          const char *more) {
    buf_puts(e->out, "(struct run *const r, ");
    buf_puts(e->out, framed ? "const uint32_t at, " : "const bool last, ");
    buf_printf(e->out, "uint32_t steps, %s", more);
    for (uint32_t i = 0; i < REG_ARGS + n_args; i++)
        if (native_hands(e, like, i)) buf_printf(e->out, "%sint32_t p%u", i ? ", " : "", (unsigned)i);
    if (results > 1) buf_puts(e->out, ", int32_t *const res");
    buf_putc(e->out, ')');
}

void put_prototype(struct writer *e, uint32_t routine, char letter) {
    bool framed = is(e, routine, SHAPE_FRAMED);
    buf_printf(e->out, "static struct out %c%u", letter ? letter : framed ? 'f' : 'a', (unsigned)routine);
    put_arguments(e, routine, e->p->routines[routine].n_args, framed, e->shape->results[routine],
                  framed ? "uint32_t pc, " : "");
}

/* ---- tables of routines */
struct table_shape {
    uint32_t n_args, results, like; /* like: one of the rows */
    bool framed;
};
static struct table_shape table_shape(const struct writer *e, const struct table *t) {
    struct table_shape s = {0, 0, 0, false};
    for (uint32_t i = 0; i < t->n; i++) {
        int32_t to = e->p->pool[t->first + i];
        if (to < 0) continue;
        s.like = (uint32_t)to;
        if (e->p->routines[to].n_args > s.n_args) s.n_args = e->p->routines[to].n_args;
        if (e->shape->results[to] > s.results) s.results = e->shape->results[to];
        s.framed = s.framed || is(e, (uint32_t)to, SHAPE_FRAMED);
    }
    return s;
}

static bool seen_before(const struct program *p, const struct table *t, uint32_t i) {
    for (uint32_t k = 0; k < i; k++)
        if (p->pool[t->first + k] == p->pool[t->first + i]) return true;
    return false;
}

static void emit_dispatcher(struct writer *e, uint32_t index) {
    const struct table *t = &e->p->tables[index];
    struct table_shape s = table_shape(e, t);
    buf_printf(e->out, "static struct out t%u", (unsigned)index);
    put_arguments(e, s.like, s.n_args, s.framed, s.results, "int32_t to, ");
    buf_puts(e->out, " {\nswitch (to) {\n");
    for (uint32_t i = 0; i < t->n; i++) {
        int32_t to = e->p->pool[t->first + i];
        if (to < 0 || seen_before(e->p, t, i)) continue;
        bool framed = is(e, (uint32_t)to, SHAPE_FRAMED);
        const char *place = framed ? "at, " : s.framed ? "r->eager && IS_LAST(at), " : "last, ";
        buf_printf(e->out, "case %d: return %c%d(r, %ssteps", (int)to, framed ? 'f' : 'a', (int)to, place);
        if (framed) buf_puts(e->out, ", FRESH");
        for (uint32_t k = 0; k < REG_ARGS + (uint32_t)e->p->routines[to].n_args; k++)
            if (native_hands(e, (uint32_t)to, k)) buf_printf(e->out, ", p%u", (unsigned)k);
        if (e->shape->results[to] > 1) buf_puts(e->out, ", res");
        buf_puts(e->out, ");\n");
    }
    buf_puts(e->out, "}\n");
    if (s.results > 1) buf_puts(e->out, "(void)res;\n");
    buf_puts(e->out, "return left(steps, GO);\n}\n");
}

static void emit_dispatchers_of(struct writer *e, const struct routine *r, uint8_t *used) {
    EACH_OP(e->p->code, r, pc) {
        struct word w = program_word(e->p, pc);
        if (w.op != OP_CALLT || used[w.x]) continue;
        used[w.x] = 1;
        emit_dispatcher(e, w.x);
    }
}

void native_dispatchers(struct writer *e) {
    const struct program *p = e->p;
    uint8_t *used = malloc(p->n_tables + 1u);
    if (!used) {
        e->out->failed = true;
        return;
    }
    for (uint32_t i = 0; i < p->n_tables; i++)
        used[i] = 0;
    for (uint32_t i = 0; i < p->n_routines; i++)
        if (is(e, i, SHAPE_USED)) emit_dispatchers_of(e, &p->routines[i], used);
    free(used);
}

/* ---- calls */
/* A call of what has no room is the interpreter's, or fails: a framed routine needs room for itself. */
static void put_room(struct writer *e, struct word w, const char *frames, const char *regs, const char *framed) {
    if (!e->shape->deep || !is(e, e->routine, SHAPE_FRAMED)) return;
    buf_printf(e->out, "if ((at >> 16) + 1u + %s > FRAME_CAP || (at & 0xffffu) + %uu + %s > STACK_CAP) { if (%s) ",
               frames, (unsigned)w.a, regs, framed);
    put(e, "return failed(r, FAILURE_DEEP, -1, $p, steps, FLOW); ");
    put_spill(e, e->p->routines[e->routine].n_regs);
    put(e, "return stopped(r, s, at, $p, ROUTINE, N_REGS, steps + 1u, HANDED); } ");
}

static void put_move(struct writer *e, uint32_t to, uint32_t from) {
    put_register(e, to);
    buf_puts(e->out, " = ");
    put_register(e, from);
    buf_puts(e->out, "; ");
}

static void put_window(struct writer *e, struct word w, uint32_t like, uint32_t n_args, uint32_t results) {
    for (uint32_t i = 0; i < REG_ARGS + n_args; i++) {
        if (!native_hands(e, like, i)) continue;
        buf_puts(e->out, ", ");
        put_register(e, w.a + i);
    }
    buf_puts(e->out, results > 1 ? ", out); " : "); ");
}

/* A trial must know whose frames lie between two questions of a seat (vm/playout.c): none are of another. */
static void put_whose(struct writer *e, uint32_t me) {
    if (me == REG_ME) return;
    buf_puts(e->out, "if (r->trial && ");
    put_register(e, me);
    buf_puts(e->out, " == r->viewer && ");
    put_register(e, REG_ME);
    buf_puts(e->out, " != r->viewer) return left(steps, UNSURE); ");
}

/* A playout must know which cards the routines below a question name (vm/playout.c). */
static void put_held(struct writer *e) {
    const struct stack_map *map = program_map(e->p, e->pc);
    buf_puts(e->out, "const struct held *const below = r->held; ");
    for (uint32_t i = 0; map && i < map->n; i++) {
        uint8_t kind = e->p->map_bytes[map->first + i] & LIVE_KIND;
        if (kind == LIVE_CARD) {
            buf_printf(e->out, "struct held held%u; if (r->plays && (uint32_t)", (unsigned)i);
            put_register(e, i);
            buf_puts(e->out, " < N_CARDS) ");
        } else if (kind == LIVE_CARDSET) {
            buf_printf(e->out, "struct held held%u; uint32_t cards%u[CARD_WORDS]; if (r->plays) ", (unsigned)i,
                       (unsigned)i);
        } else {
            continue;
        }
        buf_printf(e->out, "hold(r, &held%u, ", (unsigned)i);
        put_register(e, REG_ME);
        buf_puts(e->out, ", ");
        put_register(e, i);
        if (kind == LIVE_CARDSET) {
            buf_printf(e->out, ", cards%u), ", (unsigned)i);
            for (uint32_t k = 0; k < e->p->card_words; k++) {
                buf_printf(e->out, "cards%u[%u] = (uint32_t)", (unsigned)i, (unsigned)k);
                put_register(e, i + k);
                buf_puts(e->out, k + 1 < e->p->card_words ? ", " : "; ");
            }
        } else {
            buf_puts(e->out, ", 0); ");
        }
    }
}

/* What follows the call in o: it stopped, it failed, or here is its result. */
static void put_return(struct writer *e, struct word w, uint32_t results, bool framed) {
    uint32_t n_regs = e->p->routines[e->routine].n_regs;
    if (framed) buf_puts(e->out, "r->horizon = horizon; r->held = below; ");
    buf_puts(e->out, "steps = r->steps; if (UNLIKELY(o.k != GO)) { ");
    if (framed) {
        buf_puts(e->out, "if (o.k >= ASKED) { ");
        put_spill(e, w.a);
        put(e, "wait_at(s, at, $p, ROUTINE); return o; } ");
    }
    buf_puts(e->out, "if (!QUIETLY(o.k)) return o; } if (behind && r->eager && BLIND) return left(steps, HIDDEN); ");
    for (uint32_t i = w.a; i < n_regs; i++) {
        put_register(e, i);
        if (i - w.a >= results)
            buf_puts(e->out, " = 0; ");
        else if (i == w.a)
            buf_puts(e->out, " = (int32_t)o.v; "); /* a routine of one word leaves the array alone */
        else
            buf_printf(e->out, " = out[%u]; ", (unsigned)(i - w.a));
    }
}

void native_call(struct writer *e, struct word w) {
    const struct routine *to = &e->p->routines[w.x];
    bool framed = is(e, w.x, SHAPE_FRAMED);
    uint32_t results = e->shape->results[w.x];
    char frames[16], regs[16];
    snprintf(frames, sizeof frames, "%uu", framed ? 1u : (unsigned)e->shape->frames[w.x]);
    snprintf(regs, sizeof regs, "%uu", framed ? (unsigned)to->n_regs : (unsigned)e->shape->regs[w.x]);
    buf_puts(e->out, "{ ");
    put_room(e, w, frames, regs, framed ? "1" : "0");
    if (w.b != NO_REGISTER) put_move(e, w.a, w.b);
    if (w.c != NO_REGISTER) put_move(e, w.a + 1u, w.c);
    if (framed) put_whose(e, w.b == REG_ME ? w.b : w.a);
    if (framed) put_held(e);
    native_look_behind(e, e->pc, framed);
    if (results > 1) buf_printf(e->out, "int32_t out[%u] = {0}; ", (unsigned)results);
    if (framed)
        buf_printf(e->out, "struct out o = f%u(r, at + 0x10000u + %uu, steps, FRESH", (unsigned)w.x, (unsigned)w.a);
    else
        buf_printf(e->out, "struct out o = a%u(r, behind, steps", (unsigned)w.x);
    put_window(e, w, w.x, to->n_args, results);
    put_return(e, w, results, framed);
    buf_putc(e->out, '}');
}

void native_callt(struct writer *e, struct word w) {
    const struct table *t = &e->p->tables[w.x];
    struct table_shape shape = table_shape(e, t);
    put(e, "{ const int32_t of = $B, to = (uint32_t)of < ");
    buf_printf(e->out, "%uu ? pool[%uu + (uint32_t)of] : -1; ", (unsigned)t->n, (unsigned)t->first);
    put(e, "if (to < 0) { $A = 0; } else { ");
    put_room(e, w, "about[to].frames", "about[to].regs", "about[to].framed");
    if (w.c != NO_REGISTER) {
        put_move(e, w.a, w.c);
        put_register(e, w.a + 1u);
        buf_puts(e->out, " = of; ");
    }
    if (shape.framed) put_whose(e, w.c == REG_ME ? w.c : w.a);
    if (shape.framed) put_held(e);
    native_look_behind(e, e->pc, shape.framed);
    if (shape.results > 1) buf_printf(e->out, "int32_t out[%u] = {0}; ", (unsigned)shape.results);
    buf_printf(e->out, "struct out o = t%u(r, ", (unsigned)w.x);
    if (shape.framed)
        buf_printf(e->out, "at + 0x10000u + %uu, ", (unsigned)w.a);
    else
        buf_puts(e->out, "behind, ");
    buf_puts(e->out, "steps, to");
    put_window(e, w, shape.like, shape.n_args, shape.results);
    put_return(e, w, shape.results, shape.framed);
    buf_puts(e->out, "} }");
}

void native_ret(struct writer *e, struct word w) {
    if (e->shape->results[e->routine] > 1)
        for (uint32_t i = 0; i < w.b; i++) {
            buf_printf(e->out, "res[%u] = ", (unsigned)i);
            put_register(e, w.a + i);
            buf_puts(e->out, "; ");
        }
    put(e, w.b ? "return done(steps, $A);" : "return done(steps, 0);");
}

void native_guard(struct writer *e, struct word w) {
    if (!is(e, e->routine, SHAPE_CYCLIC)) return;
    if (is(e, e->routine, SHAPE_RENAMED)) {
        put_spill(e, e->p->routines[e->routine].n_regs);
        put(e, "return stopped(r, s, at, $p, ROUTINE, N_REGS, steps, HANDED);");
        return;
    }
    buf_puts(e->out, "if (is_running(r, s, at, ROUTINE, ");
    put_register(e, REG_THIS);
    put(e, w.a ? ")) return failed(r, FAILURE_RUNNING, -1, $p, steps, FLOW);" : ")) return done(steps, 0);");
}

/* ---- stops */
uint32_t alive_at(const struct writer *e, uint32_t pc) {
    const struct stack_map *map = program_map(e->p, pc);
    return map ? map->n : e->p->routines[e->routine].n_regs;
}

/* A question whose candidates are a set or a short range is gone through without the machine. */
static bool is_few(const struct program *p, const struct site *site) {
    uint32_t most = p->card_words > NARROW ? p->card_words : NARROW;
    switch (site->kind) {
    case SITE_NUMBER: return !(site->flags & ASK_OPTIONAL);
    case SITE_CHOOSE: return site->value.type != VT_NUMBER && site->width <= most;
    default: return site->kind == SITE_YESNO || site->kind == SITE_OPTION;
    }
}

/* Whether some of the candidates can be copies of one card. */
static bool may_be_copies(const struct program *p, const struct site *site) {
    if (site->kind != SITE_CHOOSE || site->value.type != VT_CARD) return false;
    for (uint32_t c = 0; c < p->n_cards && c < site->width * 32u; c++)
        if (p->cards[c].copy) return true;
    return false;
}

/* Its candidates into the local `few`, as ask_candidates of the machine makes them. */
static void put_few(struct writer *e, struct word w, const struct site *site) {
    uint32_t base, n = program_domain(e->p, site->kind, site->value, &base), full = BITS_WORDS(n);
    uint32_t words = site->width < full ? site->width : full;
    switch (site->kind) {
    case SITE_YESNO: buf_puts(e->out, "few.left[0] = 1; few.words = 1; few.base = 1; "); return;
    case SITE_OPTION:
        buf_printf(e->out, "few.left[0] = 0x%llxu; few.words = 1; ", (1ull << site->n_options) - 1u);
        if (w.b != NO_REGISTER) put(e, "few.left[0] &= (uint32_t)$B; ");
        return;
    case SITE_NUMBER: put(e, "few.left[0] = ~(uint64_t)0 >> (63 - ($C - $B)); few.words = 1; few.base = $B; "); return;
    default: break;
    }
    buf_printf(e->out, "few.words = %uu; ", (unsigned)(words + 1) / 2);
    for (uint32_t i = 0; i < words; i += 2) {
        buf_printf(e->out, "few.left[%u] = ", (unsigned)i / 2);
        put_set(e, w.b + i, words - i < 2 ? 1 : 2);
        bool last = full - i <= 2 && words == full && n % 64u;
        buf_printf(e->out, last ? " & 0x%llxu; " : "; ", (1ull << n % 64u) - 1u);
    }
}

/* How many registers are alive, where the answer goes, and the rest of the arguments. */
static void put_rest_of_ask(struct writer *e, struct word w, uint32_t n) {
    buf_printf(e->out, "%uu, %uu, steps, %s, &few); ", (unsigned)(w.a < n ? n : w.a + 1u), (unsigned)w.a,
               e->shape->results[e->routine] > 1 ? "res" : "0");
}

/* In a real run of a playout: what cannot fail is drawn, else what is drawn is tried. Behind the answer registers are
 * as if the run had stopped: 0 unless they are alive. */
static void put_play(struct writer *e, struct word w, uint32_t n) {
    buf_puts(e->out, "if (PLAYS(");
    put_register(e, REG_ME);
    buf_puts(e->out, ")) { if (");
    native_all_clear(e, e->pc + 1);
    put(e, ") { int32_t value; if (play_one(r, &few, ");
    put_register(e, REG_ME);
    put(e, ", $p, &value)) { steps = r->steps; ");
    for (uint32_t i = n; i < e->p->routines[e->routine].n_regs; i++) {
        put_register(e, i);
        buf_puts(e->out, " = 0; ");
    }
    put(e, "$A = value; ");
    buf_printf(e->out, "goto L%u; } } else { const struct out o = play_few(r, s, at, ", (unsigned)e->pc + 2u);
    put(e, "$p, ROUTINE, ");
    put_rest_of_ask(e, w, n);
    buf_puts(e->out, "if (o.k != REFUSED) return o; } } ");
}

/* The registers that are alive at a question go to the block. Those between them and the answer's are 0 there, as they
 * are when a run has stopped (run_settle): who goes on behind it loads all up to the answer. */
static void put_asking(struct writer *e, struct word w, uint32_t n) {
    put_spill(e, n);
    for (uint32_t i = n; i < w.a; i++) {
        put_slot(e, i);
        buf_puts(e->out, " = 0; ");
    }
}

/* In a run that seeks, or plays. `n` registers are alive. */
static void put_seek_few(struct writer *e, struct word w, uint32_t n) {
    const struct site *site = &e->p->sites[w.x];
    bool no = (site->flags & ASK_OPTIONAL) || site->kind == SITE_YESNO;
    if (!is_few(e->p, site)) return;
    buf_puts(e->out, "if ((PLAYS(");
    put_register(e, REG_ME);
    buf_puts(e->out, ") || (SEEKS_FEW(");
    put_register(e, REG_ME);
    buf_puts(e->out, site->prefer == NO_REGISTER ? ")))" : ") && r->trial))");
    if (site->kind == SITE_NUMBER) {
        put(e, " && $B <= $C && $C - $B < 64");
        buf_printf(e->out, " && %d <= ", NUMBER_LOW);
        put(e, "$B && $C");
        buf_printf(e->out, " < %d", NUMBER_LOW + NUMBER_SPAN);
    }
    buf_printf(e->out,
               ") { struct few few; few.tried = 0; few.base = 0; few.no = %d; few.silent = %d; few.cards = %d; ", no,
               (site->flags & ASK_UNASKED) != 0, site->kind == SITE_CHOOSE && site->value.type == VT_CARD);
    put_few(e, w, site);
    buf_puts(e->out, "few_count(&few); ");
    if (may_be_copies(e->p, site)) /* which of them are one answer the machine knows */
        buf_puts(e->out, "if (!(r->trial || r->plays) || !few_copies(&few)) { ");
    if (!no) put(e, "if (!few.n) return failed(r, FAILURE_EMPTY, $X, $p, steps, FLOW); ");
    put_asking(e, w, n);
    buf_puts(e->out, "reach(r, at, N_REGS); ");
    native_look(e, e->pc + 1);
    native_look(e, e->pc);
    put(e, "if (r->seek) return seek_few(r, s, at, $p, ROUTINE, ");
    put_rest_of_ask(e, w, n);
    put_play(e, w, n);
    buf_puts(e->out, may_be_copies(e->p, site) ? "} } " : "} ");
}

void native_ask(struct writer *e, struct word w) {
    uint32_t n = alive_at(e, e->pc);
    buf_puts(e->out, "{ ");
    put_seek_few(e, w, n);
    put_asking(e, w, n);
    put(e, "reach(r, at, N_REGS); enum outcome o = api->ask(r, $p, R, $a, $x); if (o == CHANCE) { if (r->seek) { ");
    native_look(e, e->pc + 1);
    native_look(e, e->pc);
    put(e, "if (r->seek) return seek(r, s, at, $p, ROUTINE, "); /* a trial may have been decided by the looks */
    buf_printf(e->out, "%uu, %uu, steps, %s); } ", (unsigned)(w.a < n ? n : w.a + 1u), (unsigned)w.a,
               e->shape->results[e->routine] > 1 ? "res" : "0");
    put(e, "return stopped(r, s, at, $p, ROUTINE, N_REGS, steps, ASKED); } TRY(o, $p); $A = R[$a]; }");
}

void native_fork(struct writer *e, struct word w) {
    (void)w;
    put(e, "if (r->mode == MODE_PROBE && BLIND) return left(steps, HIDDEN); "
           "if (r->fibre || r->mode == MODE_PURE) return faulty(r, FAULT_FORK, -1, $p, steps); ");
    put_spill(e, alive_at(e, e->pc));
    put(e, "return stopped(r, s, at, $p, ROUTINE, N_REGS, steps, FORKED);");
}

void native_join(struct writer *e, struct word w) {
    (void)w;
    put(e, "if (r->mode == MODE_PROBE && BLIND) return left(steps, HIDDEN); "
           "if (r->fibre && (at >> 16) + 1u == r->floor) return left(steps, JOINED); "
           "return faulty(r, FAULT_CODE, -1, $p, steps);");
}

/* The list lies in the block from now on; its registers do not change while it is referred to. */
void native_lmake(struct writer *e, struct word w) {
    uint32_t end = w.a > w.b ? w.a : e->p->routines[e->routine].n_regs;
    for (uint32_t i = w.b; i < end; i++) {
        put_slot(e, i);
        buf_puts(e->out, " = ");
        put_register(e, i);
        buf_puts(e->out, "; ");
    }
    put(e, "reach(r, at, N_REGS); $A = (int32_t)(LIST_STACK + (at & 0xffffu) + $b);");
}
