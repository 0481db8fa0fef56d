/* emit_c.c: a program as a C file: constants, one function a routine, the function that replaces the loop.
 *
 * Straight-line code between labels; a label stands where a jump leads or where a run may go on after a stop. How
 * routines call, return and stop is in emit_calls.c.
 */
#include "native/native.h"

#include "code/lookup.h"
#include "code/slice.h"

#include <stdlib.h>
#include <string.h>

/* ---- blocks */
static void mark(struct writer *e, uint32_t pc, uint8_t how) {
    if (pc < e->p->n_code) e->mark[pc] |= how;
}

/* A run may go on at pc with the first n registers from the block and zeros behind them. Where that is said in two ways
 * the interpreter goes on. */
static void mark_resume(struct writer *e, uint32_t pc, uint32_t n) {
    if (pc >= e->p->n_code) return;
    e->mark[pc] |= MARK_LEADER | (e->mark[pc] & MARK_RESUME && e->load[pc] != n ? MARK_UNCLEAR : MARK_RESUME);
    e->load[pc] = (uint8_t)n;
}

/* Registers that are not 0 when what is called at pc has returned. */
static uint32_t alive_behind(const struct writer *e, uint32_t pc) {
    struct word w = program_word(e->p, pc);
    uint32_t results = w.op == OP_CALLT, n;
    const int32_t *to = program_callees(e->p, pc, &n);
    for (uint32_t i = 0; i < n; i++)
        if (to[i] >= 0 && e->shape->results[to[i]] > results) results = e->shape->results[to[i]];
    return w.a + results;
}

static void mark_routine(struct writer *e, const struct routine *r) {
    mark_resume(e, r->entry, REG_ARGS + (uint32_t)r->n_args);
    for (uint32_t pc = r->entry; pc < r->end;) {
        struct word w = program_word(e->p, pc);
        const struct op_info *info = op_info(w.op);
        uint32_t next = pc + op_length(info);
        if (info->x == X_JUMP) mark(e, w.x, MARK_LEADER);
        if (info->x == X_JUMP || op_ends(w.op)) mark(e, next, MARK_LEADER);
        switch (w.op) {
        case OP_CALL:
        case OP_CALLT: mark_resume(e, next, alive_behind(e, pc)); break;
        case OP_ASK: {
            uint32_t n = alive_at(e, pc);
            mark_resume(e, next, w.a < n ? n : w.a + 1u);
            mark(e, next, MARK_ANSWERED);
            break;
        }
        case OP_FORK:
        case OP_TRY:
        case OP_CAN:
            mark_resume(e, next, r->n_regs);
            mark_resume(e, w.x, r->n_regs);
            break;
        default: break;
        }
        pc = next;
    }
}

/* ---- registers */
/* Registers of wide sets lie in arrays: each array is a run of registers that overlapping sets cover. */
static void find_arrays(struct writer *e, const struct routine *r) {
    uint8_t joined[257] = {0}; /* 1: register i is part of a wide set; 2: and so is i + 1, in the same set */
    EACH_OP(e->p->code, r, pc) {
        struct word w = program_word(e->p, pc);
        const struct op_info *info = op_info(w.op);
        uint32_t words = program_words(e->p, w);
        const uint8_t kinds[3] = {info->a, info->b, info->c};
        const uint32_t operand[3] = {w.a, w.b, w.c};
        for (int i = 0; i < 3 && words > NARROW; i++) {
            bool set =
                kinds[i] == K_SW || kinds[i] == K_SR || kinds[i] == K_SRW || kinds[i] == K_VW || kinds[i] == K_VR;
            uint32_t first = operand[i] + (kinds[i] == K_E ? 3u : 0u);
            if (!set && kinds[i] != K_E) continue;
            for (uint32_t k = 0; k < words && first + k < 256; k++)
                joined[first + k] |= k + 1 < words ? 3 : 1;
        }
    }
    for (uint32_t i = 0; i < 256; i++)
        e->array[i] = (uint16_t)(!joined[i] ? 0 : i && (joined[i - 1] & 2) ? e->array[i - 1] : i + 1u);
}

static void put_variables(struct writer *e, const struct routine *r) {
    for (uint32_t i = 0; i < r->n_regs; i++) {
        if (e->array[i] == i + 1u) {
            uint32_t n = 1;
            while (i + n < 256 && e->array[i + n] == i + 1u)
                n++;
            buf_printf(e->out, "int32_t w%u[%u] = {0};\n", (unsigned)i, (unsigned)n);
        }
        bool argument = i < REG_ARGS + (uint32_t)r->n_args && native_hands(e, e->routine, i);
        if (!e->array[i])
            buf_printf(e->out, argument ? "int32_t r%u = p%u;\n" : "int32_t r%u = 0;\n", (unsigned)i, (unsigned)i);
        if (e->array[i] && argument) {
            put_register(e, i);
            buf_printf(e->out, " = p%u;\n", (unsigned)i);
        }
    }
}

/* ---- routines */
/* A guarded routine without a frame is known by a note on the stack of C. */
static void emit_guarded(struct writer *e, uint32_t index) {
    uint32_t n = REG_ARGS + (uint32_t)e->p->routines[index].n_args;
    put_prototype(e, index, 0);
    buf_printf(e->out,
               " {\nstruct running own = {r->running, %uu, p1};\nif (pc == FRESH) r->running = &own;\n"
               "const struct out o = g%u(r, at, steps, pc",
               (unsigned)index, (unsigned)index);
    for (uint32_t i = 0; i < n; i++)
        buf_printf(e->out, ", p%u", (unsigned)i);
    buf_puts(e->out, e->shape->results[index] > 1 ? ", res);\n" : ");\n");
    buf_puts(e->out, "if (pc == FRESH) r->running = own.below;\nreturn o;\n}\n");
}

static void put_resume(struct writer *e, const struct routine *r) {
    buf_printf(e->out, "if (pc == FRESH) goto L%u;\nswitch (pc) {\n", (unsigned)r->entry);
    for (uint32_t pc = r->entry; pc < r->end; pc++) {
        if ((e->mark[pc] & (MARK_RESUME | MARK_UNCLEAR)) != MARK_RESUME) continue;
        buf_printf(e->out, "case %u: ", (unsigned)pc);
        for (uint32_t i = 0; i < e->load[pc] && i < r->n_regs; i++) {
            put_register(e, i);
            buf_puts(e->out, " = ");
            put_slot(e, i);
            buf_puts(e->out, "; ");
        }
        if (e->mark[pc] & MARK_ANSWERED) native_look(e, pc);
        buf_printf(e->out, "goto L%u;\n", (unsigned)pc);
    }
    buf_puts(e->out, "default: return left(steps, UNKNOWN);\n}\n");
}

static void emit_body(struct writer *e, const struct routine *r) {
    bool dead = true;
    for (e->pc = r->entry; e->pc < r->end;) {
        uint32_t op = op_of(e->p->code[e->pc]);
        if (e->mark[e->pc] & MARK_LEADER) {
            dead = false;
            buf_printf(e->out, "L%u:;\n", (unsigned)e->pc);
        }
        if (!dead) native_op(e);
        if (op_ends(op)) dead = true;
        e->pc += op_length(op_info(op));
    }
}

static void emit_routine(struct writer *e, uint32_t index) {
    const struct routine *r = &e->p->routines[index];
    bool framed = (e->shape->is[index] & SHAPE_FRAMED) != 0;
    e->routine = index;
    find_arrays(e, r);
    buf_printf(e->out,
               "#undef FLOW\n#undef ROUTINE\n#undef N_REGS\n#undef LAST\n#define FLOW %u\n#define ROUTINE %uu\n"
               "#define N_REGS %uu\n#define LAST %s\n",
               r->flow != 0, (unsigned)index, (unsigned)r->n_regs, framed ? "IS_LAST(at)" : "last");
    put_prototype(e, index, framed && (e->shape->is[index] & SHAPE_GUARDED) ? 'g' : 0);
    buf_puts(e->out, " {\nstruct state *const s = r->s;\n");
    if (framed) buf_puts(e->out, "int32_t *const R = (int32_t *)((char *)s + STACK) + (at & 0xffffu);\n");
    put_variables(e, r);
    if (framed) put_resume(e, r);
    native_look_first(e, r->entry);
    emit_body(e, r);
    buf_puts(e->out, "}\n");
    if (e->shape->is[index] & SHAPE_GUARDED) emit_guarded(e, index);
}

/* How the loop enters a routine whose frame is in the block. */
static void emit_entry(struct writer *e, uint32_t index) {
    const struct routine *r = &e->p->routines[index];
    bool framed = (e->shape->is[index] & SHAPE_FRAMED) != 0;
    buf_printf(e->out,
               "static struct out e%u(struct run *r, uint32_t at, uint32_t steps, uint32_t pc, int32_t *res) {\n",
               (unsigned)index);
    if (!(e->shape->is[index] & SHAPE_USED)) {
        buf_puts(e->out, "return left(steps, UNKNOWN);\n}\n");
        return;
    }
    if (!framed) {
        buf_printf(e->out, "if (pc != %uu) return left(steps, UNKNOWN);\n", (unsigned)r->entry);
        if (e->shape->deep)
            buf_printf(
                e->out,
                "if ((at >> 16) + %uu > FRAME_CAP || (at & 0xffffu) + %uu > STACK_CAP) return left(steps, UNKNOWN);\n",
                (unsigned)e->shape->frames[index], (unsigned)e->shape->regs[index]);
        buf_puts(e->out, "const int32_t *R = (const int32_t *)((const char *)r->s + STACK) + (at & 0xffffu);\n");
    }
    buf_printf(e->out, framed ? "return f%u(r, at, steps, pc" : "return a%u(r, r->eager && IS_LAST(at), steps",
               (unsigned)index);
    for (uint32_t i = 0; i < REG_ARGS + (uint32_t)r->n_args; i++)
        if (!native_hands(e, index, i))
            continue;
        else if (framed)
            buf_puts(e->out, ", 0");
        else
            buf_printf(e->out, ", R[%u]", (unsigned)i);
    buf_puts(e->out, e->shape->results[index] > 1 ? ", res);\n}\n" : ");\n}\n");
}

/* How the machine enters a slice: with the registers of the frame that asks, and the answer; no frame is written. */
static void emit_slice(struct writer *e, uint32_t index) {
    const struct routine *r = &e->p->routines[index];
    const struct made *m = &e->p->slices->made[index - e->p->slices->first];
    buf_printf(e->out, "static struct out q%u(struct run *r, uint32_t steps, const int32_t *R, int32_t value) {\n",
               (unsigned)index);
    if (m->inner || (e->shape->is[index] & (SHAPE_FRAMED | SHAPE_USED)) != SHAPE_USED) {
        buf_puts(e->out, "return left(steps, UNKNOWN);\n}\n");
        return;
    }
    buf_printf(e->out, "return a%u(r, 0, steps, R[0], R[1]", (unsigned)index);
    for (uint32_t i = m->offset; i < REG_ARGS + (uint32_t)r->n_args; i++)
        if (i == m->offset + (uint32_t)m->answer)
            buf_puts(e->out, ", value");
        else
            buf_printf(e->out, ", R[%u]", (unsigned)(i - m->offset));
    buf_puts(e->out, ");\n}\n");
}

static void emit_slices(struct writer *e) {
    const struct program *p = e->p;
    uint32_t first = p->slices ? p->slices->first : p->n_routines;
    for (uint32_t i = first; i < p->n_routines; i++)
        emit_slice(e, i);
    buf_printf(e->out,
               "#define FIRST_SLICE %uu\n"
               "static struct out (*const slices[])(struct run *, uint32_t, const int32_t *, int32_t) = {\n",
               (unsigned)first);
    for (uint32_t i = first; i < p->n_routines; i++)
        buf_printf(e->out, "q%u,\n", (unsigned)i);
    buf_puts(e->out, "0};\n");
}

/* ---- the file */
static void emit_constants(struct writer *e) {
    const struct program *p = e->p;
    const struct layout *l = &p->layout;
    const struct {
        const char *name;
        uint32_t value;
    } all[] = {
        {"STACK", l->stack},
        {"STACK_CAP", l->stack_cap},
        {"FRAMES", l->frames},
        {"FRAME_CAP", l->frame_cap},
        {"PERIODS", l->periods},
        {"ZONES", l->zones},
        {"COUNTS", l->counts},
        {"KNOWN", l->known},
        {"WHERE", l->where},
        {"CARD_WORDS", p->card_words},
        {"N_CARDS", p->n_cards},
        {"N_POOL", p->n_pool},
        {"N_INSTANCES", p->n_zone_of_instance},
        {"LIST_STACK", LIST_STACK},
        {"SEATS", p->seats},
        {"ALL_SEATS", (1u << p->seats) - 1u},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        buf_printf(e->out, "#define %s %uu\n", all[i].name, (unsigned)all[i].value);
    buf_puts(e->out, "static const int32_t pool[] = {");
    for (uint32_t i = 0; i < p->n_pool; i++) {
        put_number(e, p->pool[i]);
        buf_puts(e->out, i % 16 == 15 ? ",\n" : ",");
    }
    buf_puts(e->out, "0};\nstatic const uint16_t copy_of[] = {");
    for (uint32_t i = 0; i < p->n_cards; i++)
        buf_printf(e->out, "%u,", (unsigned)p->cards[i].copy);
    buf_puts(e->out, "0};\nstatic const uint64_t copies[] = {");
    for (uint32_t i = 0; i < p->n_cards; i += 64) {
        uint64_t set = 0;
        for (uint32_t c = i; c < p->n_cards && c < i + 64; c++)
            set |= (uint64_t)(p->cards[c].copy > 0) << (c - i);
        buf_printf(e->out, "0x%llxu,", (unsigned long long)set);
    }
    buf_puts(e->out, "0};\nstatic const int8_t zone_owner[] = {");
    for (uint32_t i = 0; i < p->n_owner_of_instance; i++)
        buf_printf(e->out, "%d,", (int)p->owner_of_instance[i]);
    buf_puts(e->out, "0};\nstatic const uint32_t live_zones[] = {");
    uint32_t live = 0;
    for (uint32_t i = 0; i < p->n_zones; i++)
        if (p->zones[i].live && p->zones[i].per_player) {
            buf_printf(e->out, "%u,", (unsigned)p->zones[i].instance);
            live++;
        }
    buf_printf(e->out, "0};\n#define N_LIVE %uu\n", (unsigned)live);
    buf_puts(e->out, "static const uint16_t dark[SEATS][N_INSTANCES + 1u] = {\n");
    for (uint32_t seat = 0; seat < p->seats; seat++) {
        buf_putc(e->out, '{');
        for (uint32_t i = 0; i < p->n_zone_of_instance; i++)
            if (!(p->seers[i] >> seat & 1u)) buf_printf(e->out, "%u,", (unsigned)i);
        buf_puts(e->out, "0xffff},\n");
    }
    buf_puts(e->out, "};\n");
}

static void emit_about(struct writer *e) {
    const struct program *p = e->p;
    buf_puts(e->out, "static const struct { uint16_t frames, regs; uint8_t n_regs, results, framed; } about[] = {\n");
    for (uint32_t i = 0; i < p->n_routines; i++) {
        bool framed = (e->shape->is[i] & SHAPE_FRAMED) != 0;
        buf_printf(e->out, "{%u, %u, %u, %u, %d},\n", framed ? 1u : (unsigned)e->shape->frames[i],
                   framed ? (unsigned)p->routines[i].n_regs : (unsigned)e->shape->regs[i],
                   (unsigned)p->routines[i].n_regs, (unsigned)e->shape->results[i], framed);
    }
    uint32_t most = 1;
    for (uint32_t i = 0; i < p->n_routines; i++)
        if (e->shape->results[i] > most) most = e->shape->results[i];
    buf_printf(e->out, "{0, 0, 0, 0, 0}};\n#define MOST_RESULTS %uu\n", (unsigned)most);
    for (uint32_t i = 0; i < p->n_routines; i++) {
        if (!(e->shape->is[i] & SHAPE_USED)) continue;
        put_prototype(e, i, 0);
        buf_puts(e->out, ";\n");
    }
}

static const char loop_text[] =
    "/* The routine of the top frame has returned: its result goes where it was called; behind it the caller knows "
    "zeros.\n   True: go on. */\n"
    "static bool pop(struct run *r, struct state *s, struct frame *f, const struct out *o, const int32_t *res, enum "
    "stop *stop) {\n"
    "    int32_t *stack = (int32_t *)((char *)s + STACK);\n"
    "    uint32_t base = f->base, n = about[f->routine].results;\n"
    "    bool last = s->n_frames == 1 || s->n_frames == r->floor || s->n_frames - 2u == r->horizon;\n"
    "    if (last && r->trial) api->blind(r);\n"
    "    *stop = STOP_JOIN;\n"
    "    if (r->floor && s->n_frames == r->floor) return false;\n"
    "    if (s->n_frames == 1) {\n"
    "        r->result = (int32_t)o->v;\n"
    "        *stop = r->mode == MODE_PURE ? STOP_RETURNED : r->mode == MODE_PROBE ? STOP_YES : STOP_OVER;\n"
    "        if (r->mode == MODE_REAL) api->over(r->p, s);\n"
    "        return false;\n"
    "    }\n"
    "    memset(f, 0, sizeof *f);\n"
    "    s->n_frames--;\n"
    "    s->stack_top = (uint16_t)(f[-1].base + about[f[-1].routine].n_regs);\n"
    "    if (s->stack_top > r->high) r->high = s->stack_top;\n"
    "    stack[base] = (int32_t)o->v;\n"
    "    for (uint32_t i = 1; i < MOST_RESULTS && base + i < s->stack_top; i++) stack[base + i] = i < n ? res[i] : 0;\n"
    "    *stop = STOP_YES;\n"
    "    return r->mode != MODE_PROBE || s->n_frames - 1u != r->horizon;\n"
    "}\n"
    "/* A stop, or -1: the top frame goes on at its pc. */\n"
    "static int end(struct run *r, struct state *s, int32_t k, uint32_t behind) {\n"
    "    switch (k) {\n"
    "    case HIDDEN: return STOP_YES;\n"
    "    case ASKED: return STOP_ASK;\n"
    "    case FAILED:\n"
    "    case QUIET: return r->mode == MODE_REAL ? api->leave(r, FAILED, r->failure.pc) : STOP_FAILED;\n"
    "    case SPENT: return r->mode == MODE_REAL ? (int)api->fault(r, FAULT_STEPS, r->failure.pc, -1) : STOP_LIMIT;\n"
    "    case FAULT: return (int)api->fault(r, (enum fault)r->failure.kind, r->failure.pc, r->failure.site);\n"
    "    case OVER: api->over(r->p, s); return STOP_OVER;\n"
    "    case JOINED: return STOP_JOIN;\n"
    "    case FORKED: return STOP_FORK;\n"
    "    case UNSURE: return STOP_UNSURE;\n"
    "    case HANDED: return r->seek ? STOP_UNSURE : (int)api->interpret(r);\n"
    "    case TRIED: return r->seek ? STOP_UNSURE : api->tries(r);\n"
    "    case UNKNOWN: { /* the interpreter finds the zeros in the block */\n"
    "        int32_t *stack = (int32_t *)((char *)s + STACK);\n"
    "        if (r->seek) return STOP_UNSURE;\n"
    "        for (; behind < s->stack_top; behind++) stack[behind] = 0;\n"
    "        return (int)api->interpret(r);\n"
    "    }\n"
    "    default: return api->leave(r, (enum outcome)k, r->failure.pc);\n"
    "    }\n"
    "}\n"
    "static enum stop run_frames(struct run *r, const struct native_api *table) {\n"
    "    struct state *s = r->s;\n"
    "    struct frame *frames = (struct frame *)((char *)s + FRAMES), *f = frames + s->n_frames - 1;\n"
    "    uint32_t pc = f->pc, behind = 0xffffffffu;\n"
    "    int32_t res[MOST_RESULTS + 1];\n"
    "    r->calls = table;\n"
    "    r->running = NULL;\n"
    "    if (s->stack_top > r->high) r->high = s->stack_top;\n"
    "    for (;;) {\n"
    "        if (MOST_RESULTS > 1) memset(res, 0, sizeof res);\n"
    "        if (r->plays && r->mode == MODE_REAL) api->look(r);\n"
    "        struct out o = entries[f->routine](r, (uint32_t)(f - frames) << 16 | f->base, r->steps, pc, res);\n"
    "        if (o.k == GO) {\n"
    "            enum stop stop;\n"
    "            behind = f->base + about[f->routine].results;\n"
    "            if (!pop(r, s, f, &o, res, &stop)) return stop;\n"
    "            f--;\n"
    "            pc = f->pc += 2;\n"
    "        } else {\n"
    "            int stop = end(r, s, (int32_t)o.k, behind);\n"
    "            if (stop >= 0) return (enum stop)stop;\n"
    "            f = frames + s->n_frames - 1;\n"
    "            pc = f->pc;\n"
    "            behind = 0xffffffffu;\n"
    "        }\n"
    "    }\n"
    "}\n"
    "static enum stop run_slice(struct run *r, const struct native_api *table) {\n"
    "    r->calls = table;\n"
    "    r->running = NULL;\n"
    "    struct out o = slices[r->slice - FIRST_SLICE](r, r->steps, r->asking, r->value);\n"
    "    if (o.k == GO) r->result = (int32_t)o.v;\n"
    "    return o.k == GO || o.k == HIDDEN ? STOP_YES : STOP_UNSURE;\n"
    "}\n"
    "static enum stop run_slices(struct run *r, const struct native_api *table) {\n"
    "    r->calls = table;\n"
    "    r->running = NULL;\n"
    "    for (uint32_t i = 0; i < r->n_judged; i++) {\n"
    "        struct judged *j = &r->judged[i];\n"
    "        if (!j->slice) continue;\n"
    "        struct out o = slices[j->slice - FIRST_SLICE](r, r->steps, r->asking, j->value);\n"
    "        if (o.k == GO) j->said = (int32_t)o.v;\n"
    "        j->sure = o.k == GO || o.k == HIDDEN;\n"
    "    }\n"
    "    return STOP_YES;\n"
    "}\n"
    "static enum stop run_scores(struct run *r, const struct native_api *table) {\n"
    "    r->calls = table;\n"
    "    r->running = NULL;\n"
    "    struct out o = all_scores(r, r->steps, r->value);\n"
    "    r->result = (int32_t)o.v;\n"
    "    return o.k == GO ? STOP_RETURNED : STOP_UNSURE;\n"
    "}\n"
    "enum stop native_run(struct run *r, const struct native_api *table) {\n"
    "    enum stop stop = r->slice == ALL_SCORES    ? run_scores(r, table)\n"
    "                     : r->slice == MANY_SLICES ? run_slices(r, table)\n"
    "                     : r->slice                ? run_slice(r, table)\n"
    "                                               : run_frames(r, table);\n"
    "    CLEAN();\n"
    "    return stop;\n"
    "}\n";

static void emit_file(struct writer *e) {
    const struct program *p = e->p;
    buf_puts(
        e->out,
        "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <string.h>\n"
        "#if defined(__AVX2__)\n#include <immintrin.h>\n#elif defined(__SSE2__)\n#include <emmintrin.h>\n#endif\n");
    buf_puts(e->out, NATIVE_TEXT);
    buf_putc(e->out, '\n');
    emit_constants(e);
    buf_printf(e->out, "#define N_ROUTINES %uu\n", (unsigned)p->n_routines);
    buf_puts(e->out, native_prelude());
    native_accounts(e);
    native_resting(e);
    native_outlook(e);
    emit_about(e);
    native_dispatchers(e);
    for (uint32_t i = 0; i < p->n_routines; i++)
        mark_routine(e, &p->routines[i]);
    for (uint32_t i = 0; i < p->n_routines; i++)
        if (e->shape->is[i] & SHAPE_USED) emit_routine(e, i);
    for (uint32_t i = 0; i < p->n_routines; i++)
        emit_entry(e, i);
    buf_puts(e->out, "static entry *const entries[N_ROUTINES + 1u] = {\n");
    for (uint32_t i = 0; i < p->n_routines; i++)
        buf_printf(e->out, "e%u,\n", (unsigned)i);
    buf_puts(e->out, "0};\n");
    emit_slices(e);
    native_scores(e);
    buf_puts(e->out, loop_text);
}

bool native_emit(const struct program *p, struct buf *out) {
    struct shape shape;
    struct program with;
    if (p->slices) { /* in C they have no stack */
        with = p->slices->with;
        with.layout = p->layout;
        p = &with;
    }
    struct writer e = {.p = p, .out = out, .shape = &shape};
    if (!shape_make(p, &shape)) return false;
    size_t size = 2 * ((size_t)p->n_code + 1u);
    e.mark = malloc(size);
    if (e.mark) {
        memset(e.mark, 0, size);
        e.load = e.mark + p->n_code + 1u;
        emit_file(&e);
        free(e.mark);
    }
    shape_free(&shape);
    return e.mark && !out->failed;
}
