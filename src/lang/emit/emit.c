/* emit.c: the growing program: code words, registers, labels, strings, pool and tables. */
#include "lang/emit/emit.h"

#include "base/bits.h"
#include "base/hash.h"

#include <string.h>

void emit_error(struct emitter *e, const struct node *at, const char *text) {
    model_error(e->m, at, DIAG_own_fault, "%s", text);
}

uint32_t emit_op(struct emitter *e, enum op op, int a, int b, int c) {
    uint32_t word = op_word(op, (unsigned)a, (unsigned)b, (unsigned)c);
    PUSH(&e->out, &e->out.code, word);
    if (e->mark.track != NONE) giver_mark(e, (uint32_t)e->out.code.n - 1, op);
    return (uint32_t)e->out.code.n - 1;
}

uint32_t emit_opx(struct emitter *e, enum op op, int a, int b, int c, int32_t x) {
    uint32_t pc = emit_op(e, op, a, b, c);
    PUSH(&e->out, &e->out.code, (uint32_t)x);
    return pc;
}

/* ---- registers */
int domain_size(const struct emitter *e, struct type t) {
    switch (t.base) {
    case VT_CARD: return (int)e->m->cards.n;
    case VT_SPACE: return (int)e->m->spaces.n;
    case VT_MEMBER:
    case VT_AMOUNT: {
        int n = 1;
        if (t.of != ANY) return e->m->enums.data[t.of].n ? e->m->enums.data[t.of].n : 1;
        for (size_t i = 0; i < e->m->enums.n; i++)
            if (e->m->enums.data[i].n > n) n = e->m->enums.data[i].n;
        return n;
    }
    case VT_NUMBER: return NUMBER_SPAN; /* only as candidates of a question */
    default: return MAX_SEATS + 1;
    }
}

int type_width(const struct emitter *e, struct type t) {
    if (!(t.flags & VF_SET)) return 1;
    int n = (int)BITS_WORDS((size_t)domain_size(e, t));
    return n ? n : 1;
}

static int take_registers(struct emitter *e, int n) {
    int r = e->top;
    if (r + n > 240) {
        if (!e->too_many)
            model_error(e->m, e->m->file, DIAG_too_deep,
                        "rule \"%s\" needs too many values at once; split it into several defs",
                        e->out.routines.n ? e->out.strings.data[e->out.routines.data[e->routine].name] : "?");
        e->too_many = true;
        return 2;
    }
    e->top += n;
    if (e->top > e->highest) e->highest = e->top;
    return r;
}

int emit_reg(struct emitter *e, struct type t) {
    int n = type_width(e, t), r = take_registers(e, n);
    bool card = t.base == VT_CARD;
    for (int i = 0; i < n; i++)
        e->live[r + i] = !card                 ? LIVE_PLAIN
                         : !(t.flags & VF_SET) ? (t.flags & VF_LIST ? LIVE_PLAIN : LIVE_CARD)
                         : i                   ? LIVE_CARDSET_REST
                                               : LIVE_CARDSET;
    return r;
}

int emit_scratch(struct emitter *e, int n) {
    int r = take_registers(e, n);
    for (int i = 0; i < n; i++)
        e->live[r + i] = LIVE_PLAIN;
    return r;
}

void emit_map(struct emitter *e, uint32_t pc, int registers) {
    struct stack_map map = {pc, (uint32_t)e->out.map_bytes.n, (uint16_t)registers};
    for (int i = 0; i < registers; i++)
        PUSH(&e->out, &e->out.map_bytes, i == REG_ME ? LIVE_PLAIN : i == REG_THIS ? LIVE_CARD : e->live[i]);
    PUSH(&e->out, &e->out.maps, map);
}

/* Every vector has room for one from the start (compile.c), so that 0 is a place even when memory is out. */
static int last_of(size_t n) {
    return n > 0 ? (int)n - 1 : 0;
}

/* ---- labels */
int emit_label(struct emitter *e) {
    PUSH(&e->out, &e->labels, NONE);
    return last_of(e->labels.n);
}

void emit_jump(struct emitter *e, enum op op, int a, int b, int c, int label) {
    uint32_t pc = emit_opx(e, op, a, b, c, 0);
    struct patch p = {pc + 1, label};
    PUSH(&e->out, &e->patches, p);
}

void emit_place(struct emitter *e, int label) {
    if (label >= 0 && (size_t)label < e->labels.n) e->labels.data[label] = (int32_t)e->out.code.n;
}

/* ---- strings and constants */
int emit_table(struct emitter *e, int kind, const int32_t *words, size_t n, int width, int columns, int32_t missing) {
    struct table t = {.kind = (uint8_t)kind, .width = (uint8_t)width, .columns = (uint16_t)columns, .missing = missing};
    t.n = (uint32_t)(kind == TABLE_SET ? n / (size_t)(width ? width : 1) : n);
    t.first = output_pool(&e->out, words, n);
    PUSH(&e->out, &e->out.tables, t);
    return last_of(e->out.tables.n);
}

/* ---- routines and sites */
int emit_routine(struct emitter *e, const char *name, const struct node *at) {
    struct routine r = {.name = output_string(&e->out, name)};
    if (at) r.at = (struct place){at->at.file, at->at.line};
    PUSH(&e->out, &e->out.routines, r);
    return last_of(e->out.routines.n);
}

void emit_begin(struct emitter *e, int routine, struct type result) {
    e->routine = routine;
    e->top = e->highest = REG_ARGS;
    e->live[REG_ME] = LIVE_PLAIN, e->live[REG_THIS] = LIVE_CARD;
    e->labels.n = e->patches.n = 0;
    e->result = result;
    e->flow = e->whole = false;
    e->mark.track = NONE;
    e->enter = NULL;
    e->n_around = 0;
    struct routine *r = &e->out.routines.data[routine];
    r->entry = (uint32_t)e->out.code.n;
    r->n_result = (uint8_t)(result.base == T_VOID ? 0 : type_width(e, result));
}

void emit_end(struct emitter *e) {
    struct routine *r = &e->out.routines.data[e->routine];
    if (r->n_result) { /* falling off the end of something that gives a value: none, the empty set */
        int dst = emit_reg(e, e->result);
        if (e->result.flags & VF_SET)
            emit_op(e, OP_SCLR, dst, 0, r->n_result);
        else
            emit_load(e, dst, e->result.base == VT_NUMBER || e->result.base == VT_BOOL ? 0 : NONE);
        emit_op(e, OP_RET, dst, r->n_result, 0);
    } else {
        emit_op(e, OP_RET, NO_REGISTER, 0, 0);
    }
    for (size_t i = 0; i < e->patches.n && !e->out.failed; i++)
        e->out.code.data[e->patches.data[i].at] = (uint32_t)e->labels.data[e->patches.data[i].label];
    r = &e->out.routines.data[e->routine];
    r->end = (uint32_t)e->out.code.n;
    int highest = e->highest < REG_ARGS + r->n_args ? REG_ARGS + r->n_args : e->highest;
    if (highest < r->n_result) highest = r->n_result;
    r->n_regs = (uint8_t)highest;
    r->flow = e->flow;
}

int emit_site(struct emitter *e, int kind, const struct node *at) {
    struct site s = {.kind = (uint8_t)kind,
                     .prefer = NO_REGISTER,
                     .routine = (uint16_t)e->routine,
                     .unit = NONE,
                     .worth = NO_REGISTER,
                     .rule = NONE};
    if (at) s.at = (struct place){at->at.file, at->at.line};
    PUSH(&e->out, &e->out.sites, s);
    return last_of(e->out.sites.n);
}

void emit_line(struct emitter *e, const struct node *at, bool pass) {
    if (at->at.file == PRELUDE_FILE) return; /* what calls it is the author's statement */
    struct line_at line = {.pc = (uint32_t)e->out.code.n, .at = at, .pass = pass};
    PUSH(&e->out, &e->out.lines, line);
}

void emit_safe(struct emitter *e, uint32_t pc) {
    PUSH(&e->out, &e->out.safe, pc);
}

/* ---- undoing */
struct progress emit_mark(const struct emitter *e) {
    return (struct progress){e->out.code.n,    e->out.lines.n,  e->out.maps.n, e->out.map_bytes.n, e->out.notes.n,
                             e->out.origins.n, e->out.givers.n, e->out.safe.n, e->out.sites.n,     e->out.pieces.n,
                             e->labels.n,      e->patches.n,    e->top};
}

void emit_undo(struct emitter *e, const struct progress *m) {
    e->out.code.n = m->code;
    e->out.lines.n = m->lines;
    e->out.maps.n = m->maps;
    e->out.map_bytes.n = m->map_bytes;
    e->out.notes.n = m->notes;
    e->out.origins.n = m->origins;
    e->out.givers.n = m->givers;
    e->out.safe.n = m->safe;
    e->out.sites.n = m->sites;
    e->out.pieces.n = m->pieces;
    e->labels.n = m->labels;
    e->patches.n = m->patches;
    e->top = m->top;
}
