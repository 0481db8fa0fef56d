/* optimise.c: see optimise.h. Every routine is read into a list, made shorter until nothing changes, and written back;
 * what refers to places in the code (jumps, notes, maps, origins, givers, safe stores, stretches) follows. */
#include "code/optimise.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS_AT_MOST = 12, OPERATIONS_AT_MOST = 6000 }; /* longer routines stay as they are */

int next_alive(const struct body *b, int i) {
    while (i < b->n && b->code[i].dead)
        i++;
    return i;
}

void mark_targets(struct body *b) {
    for (int i = 0; i < b->n; i++)
        b->code[i].target = false;
    for (int i = 0; i < b->n; i++)
        if (!b->code[i].dead && is_jump(&b->code[i])) {
            int to = next_alive(b, b->code[i].x);
            if (to < b->n) b->code[to].target = true;
        }
}

/* ---- jumps */
/* The operation that jumps by that relation and compares with an operand of that kind; OP_NOP: there is none. */
static uint8_t branch_by(unsigned relation, unsigned kind) {
    for (unsigned op = 0; op < OP_COUNT; op++)
        if (op_info(op)->compares == relation + 1u && op_info(op)->b == kind) return (uint8_t)op;
    return OP_NOP;
}

bool set_branch(struct instruction *i, unsigned relation, unsigned kind) {
    uint8_t op = branch_by(relation, kind);
    if (op == OP_NOP) { /* a > b is b < a */
        uint8_t a = i->a;
        op = branch_by(relation_turned(relation), kind);
        if (kind != K_R || op == OP_NOP) return false;
        i->a = i->b;
        i->b = a;
    }
    i->op = op;
    return true;
}

/* The same comparison the other way round. */
static void invert(struct instruction *i) {
    const struct op_info *info = op_info(i->op);
    set_branch(i, relation_not(info->compares - 1u), info->b);
}

/* Going back must cost a step, by the jump or where it leads. */
static bool may_lead(const struct body *b, int from, int to) {
    return to > from || to >= b->n || op_counts(b->code[from].op) || op_counts(b->code[to].op);
}

static int follow(const struct body *b, int to) {
    for (int hops = 0; hops < 8; hops++) {
        to = next_alive(b, to);
        if (to >= b->n || b->code[to].op != OP_JMP) break;
        to = b->code[to].x;
    }
    return next_alive(b, to);
}

static bool shorten_jump(struct body *b, int i) {
    struct instruction *j = &b->code[i];
    int next = next_alive(b, i + 1), to = follow(b, j->x);
    bool plain = j->op == OP_JMP || is_branch(j);
    if (to >= b->n) return false;
    if (plain && next_alive(b, j->x) == next) return j->dead = true;
    if (to != next_alive(b, j->x) && may_lead(b, i, to)) {
        j->x = to;
        return true;
    }
    if (is_branch(j) && next < b->n && b->code[next].op == OP_JMP && !b->code[next].target &&
        next_alive(b, j->x) == next_alive(b, next + 1) && may_lead(b, i, next_alive(b, b->code[next].x))) {
        invert(j);
        j->x = b->code[next].x;
        return b->code[next].dead = true;
    }
    return false;
}

/* What no way leads to. A fault stays: it may stand there to give a loop its line. */
static bool drop_unreachable(struct body *b, uint8_t *seen, int *stack) {
    int n = 0;
    bool changed = false;
    memset(seen, 0, (size_t)b->n);
    stack[n++] = next_alive(b, 0);
    while (n > 0) {
        int i = stack[--n];
        if (i >= b->n || seen[i]) continue;
        seen[i] = 1;
        if (!op_ends(b->code[i].op)) stack[n++] = next_alive(b, i + 1);
        if (is_jump(&b->code[i])) stack[n++] = next_alive(b, b->code[i].x);
    }
    for (int i = 0; i < b->n; i++)
        if (!seen[i] && !b->code[i].dead && b->code[i].op != OP_FAULT) b->code[i].dead = changed = true;
    return changed;
}

static bool optimise_jumps(struct body *b, uint8_t *seen, int *stack) {
    bool changed = false;
    mark_targets(b);
    for (int i = 0; i < b->n; i++)
        if (!b->code[i].dead && is_jump(&b->code[i])) changed = shorten_jump(b, i) || changed;
    return drop_unreachable(b, seen, stack) || changed;
}

/* ---- reading and writing routines */
static void read_body(struct body *b, int *index_of) {
    const struct output *o = b->out;
    b->n = 0;
    for (uint32_t pc = b->routine->entry; pc < b->routine->end;) {
        struct word w = op_decode(o->code.data, (uint32_t)o->code.n, pc);
        b->code[b->n] = (struct instruction){.op = (uint8_t)w.op,
                                             .a = (uint8_t)w.a,
                                             .b = (uint8_t)w.b,
                                             .c = (uint8_t)w.c,
                                             .x = (int32_t)w.x,
                                             .pc = pc,
                                             .note = PC_FIND(o->notes.data, o->notes.n, pc),
                                             .map = PC_FIND(o->maps.data, o->maps.n, pc),
                                             .giver = 1 + PC_FIND(o->givers.data, o->givers.n, pc)};
        index_of[pc - b->routine->entry] = b->n++;
        pc = op_next(o->code.data, pc);
    }
    for (int i = 0; i < b->n; i++)
        if (is_jump(&b->code[i])) b->code[i].x = index_of[(uint32_t)b->code[i].x - b->routine->entry];
}

/* Writes the routine to *to; moved[] says where each operation went, UINT32_MAX: nowhere. */
static void write_body(const struct body *b, uint32_t *code, uint32_t *to, uint32_t *moved) {
    uint32_t at = *to;
    for (int i = 0; i < b->n; i++) {
        moved[b->code[i].pc] = b->code[i].dead ? UINT32_MAX : at;
        if (!b->code[i].dead) at += op_length(op_info(b->code[i].op));
    }
    for (int i = 0; i < b->n; i++) {
        const struct instruction *k = &b->code[i];
        if (k->dead) continue;
        int32_t x = is_jump(k) ? (int32_t)moved[b->code[next_alive(b, k->x)].pc] : k->x;
        code[(*to)++] = op_word(k->op, k->a, k->b, k->c);
        if (op_info(k->op)->x != X_NIL) code[(*to)++] = (uint32_t)x;
    }
}

#define MOVE_PLACES(vector, pc)                                                                                        \
    do {                                                                                                               \
        size_t kept = 0;                                                                                               \
        for (size_t i = 0; i < (vector).n; i++) {                                                                      \
            (vector).data[kept] = (vector).data[i];                                                                    \
            (vector).data[kept] pc = moved[(vector).data[i] pc];                                                       \
            kept += (vector).data[kept] pc != UINT32_MAX;                                                              \
        }                                                                                                              \
        (vector).n = kept;                                                                                             \
    } while (0)

/* Where what stood at pc or behind it went; the end of the routine when nothing did. */
static uint32_t moved_from(const struct body *b, uint32_t pc, const uint32_t *moved, uint32_t end) {
    int i = next_alive(b, (int)PC_SEARCH(b->code, (size_t)b->n, pc));
    return i < b->n ? moved[b->code[i].pc] : end;
}

/* The stretches of the routines before are where they belong: `kept` of them. Those of this one, which now ends at
 * `end`, are put behind them. */
static void move_stretches(const struct body *b, struct stretch *all, size_t *kept, const uint32_t *moved,
                           uint32_t end) {
    for (size_t i = 0; i < b->n_stretches; i++) {
        struct stretch s = b->stretches[i];
        s.from = moved_from(b, s.from, moved, end);
        s.to = moved_from(b, s.to, moved, end);
        all[*kept] = s;
        *kept += s.from < s.to;
    }
}

/* What failures of the routine test began somewhere. */
static void move_reasons(struct output *out, const struct body *b, const uint32_t *moved, uint32_t end) {
    for (int i = 0; i < b->n; i++) {
        if (b->code[i].dead || b->code[i].op != OP_FAIL) continue;
        struct site *s = &out->sites.data[b->code[i].x];
        s->from = moved_from(b, s->from, moved, end);
    }
}

/* How far all routines are: code written, stretches looked at and kept. Both stand in the order of the code. */
struct done {
    uint32_t code;
    size_t stretches, kept;
};

struct room {
    struct instruction *code;
    int *index, *stack;
    uint32_t *moved, *out;
    uint8_t *seen;
};

static void optimise_routine(struct output *out, struct routine *r, const struct room *room, struct done *done) {
    struct body b = {.out = out, .routine = r, .code = room->code, .stretches = out->stretches.data + done->stretches};
    while (done->stretches < out->stretches.n && out->stretches.data[done->stretches].from < r->end)
        done->stretches++, b.n_stretches++;
    read_body(&b, room->index);
    bool changed = b.n <= OPERATIONS_AT_MOST;
    for (int round = 0; changed && round < ROUNDS_AT_MOST; round++) {
        changed = optimise_values(&b);
        changed = optimise_jumps(&b, room->seen, room->stack) || changed;
        changed = optimise_life(&b) || changed;
    }
    uint32_t entry = done->code;
    write_body(&b, room->out, &done->code, room->moved);
    move_stretches(&b, out->stretches.data, &done->kept, room->moved, done->code);
    move_reasons(out, &b, room->moved, done->code);
    r->entry = entry;
    r->end = done->code;
}

static int by_entry(const void *a, const void *b) {
    const struct routine *x = *(struct routine *const *)a, *y = *(struct routine *const *)b;
    return x->entry < y->entry ? -1 : x->entry > y->entry;
}

/* Values may be folded into others; what acts is left out only where nothing leads to it. */
static bool acts(uint32_t op) {
    const struct op_info *info = op_info(op);
    return !(info->is & (OP_IS_PURE | OP_IS_PURE_OPEN | OP_IS_ENDS | OP_IS_LEAPS)) && info->x != X_JUMP;
}

/* Whether the first of a statement that acts is gone; its old code goes on to `end` at the latest. */
static bool is_gone(const struct output *o, const uint32_t *moved, uint32_t pc, uint32_t end) {
    while (pc < end && !acts(op_of(o->code.data[pc])))
        pc = op_next(o->code.data, pc);
    return pc < end && moved[pc] == UINT32_MAX;
}

/* A statement whose code begins with what is gone begins with what is left. Before the old code is overwritten. */
static void move_lines(struct output *out, const uint32_t *moved) {
    const struct output *o = out;
    for (size_t i = 0; i < out->lines.n; i++) {
        struct line_at *line = &out->lines.data[i];
        uint32_t pc = line->pc;
        line->gone = is_gone(o, moved, pc, (uint32_t)(i + 1 < o->lines.n ? o->lines.data[i + 1].pc : o->code.n));
        while (pc < o->code.n && moved[pc] == UINT32_MAX)
            pc = op_next(o->code.data, pc);
        line->pc = pc < o->code.n ? moved[pc] : UINT32_MAX;
    }
}

static void optimise_all(struct output *out, const struct room *room, struct routine **order) {
    struct output *o = out;
    uint32_t *moved = room->moved;
    struct done done = {0};
    for (size_t i = 0; i < o->routines.n; i++)
        order[i] = &o->routines.data[i];
    qsort(order, o->routines.n, sizeof *order, by_entry);
    for (size_t i = 0; i < o->routines.n; i++)
        optimise_routine(out, order[i], room, &done);
    move_lines(out, moved);
    memcpy(o->code.data, room->out, done.code * sizeof *room->out);
    o->code.n = done.code;
    o->stretches.n = done.kept;
    MOVE_PLACES(o->notes, .pc);
    MOVE_PLACES(o->maps, .pc);
    MOVE_PLACES(o->origins, .pc);
    MOVE_PLACES(o->givers, .pc);
    MOVE_PLACES(o->safe, );
}

/* Of the code as the emitter wrote it, so that it says the same whether the code is optimised or not: at a stack map
 * the registers that hold cards have the same values then. */
void code_mark_dead(struct output *out) {
    struct arena arena;
    arena_init(&arena);
    struct instruction *code = ARENA_ARRAY(&arena, struct instruction, out->code.n + 1);
    int *index = ARENA_ARRAY(&arena, int, out->code.n + 1);
    if (arena.failed) out->failed = true;
    for (size_t i = 0; !arena.failed && i < out->routines.n; i++) {
        struct body b = {.out = out, .routine = &out->routines.data[i], .code = code};
        read_body(&b, index);
        if (b.n <= OPERATIONS_AT_MOST) mark_dead_registers(&b);
    }
    arena_free(&arena);
}

void code_optimise(struct output *out) {
    size_t n = out->code.n + 1;
    struct arena arena;
    arena_init(&arena);
    struct room room = {
        ARENA_ARRAY(&arena, struct instruction, n), ARENA_ARRAY(&arena, int, n),      ARENA_ARRAY(&arena, int, 2 * n),
        ARENA_ARRAY(&arena, uint32_t, n),           ARENA_ARRAY(&arena, uint32_t, n), ARENA_ARRAY(&arena, uint8_t, n)};
    struct routine **order = ARENA_ARRAY(&arena, struct routine *, out->routines.n + 1);
    uint8_t *recursive = ARENA_ARRAY(&arena, uint8_t, out->routines.n + 1);
    if (arena.failed) {
        out->failed = true;
    } else {
        drop_idle_guards(out, recursive);
        optimise_all(out, &room, order);
    }
    arena_free(&arena);
}
