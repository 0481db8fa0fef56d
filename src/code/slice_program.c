/* slice_program.c: for which questions, TRYs and CANs slices are made (slicer.h), and the program with all of them
 * behind its own routines. */
#include "base/bits.h"
#include "code/cannot_fail.h"
#include "code/cycles.h"
#include "code/slicer.h"

#include <string.h>

enum { MOST_CODE = 1 << 16, MOST_POOL = 1 << 14, MOST_MADE = 2000 };

/* ---- questions */
static bool has_label_between(const struct program *p, const struct routine *r, uint32_t after, uint32_t upto) {
    EACH_OP(p->code, r, pc)
        if (op_jumps(op_of(p->code[pc])) && p->code[pc + 1] > after && p->code[pc + 1] <= upto) return true;
    return false;
}

/* The candidates of an ASK, as a place in the pool, where they are loaded right in front of it; else 0. */
static uint32_t constant_candidates(const struct program *p, const struct routine *r, uint32_t ask) {
    struct word w = program_word(p, ask);
    EACH_OP(p->code, r, pc) {
        struct word by = program_word(p, pc);
        if (op_next(p->code, pc) != ask) continue;
        bool loads = by.op == OP_SLDK && by.a == w.b && by.c == p->sites[w.x].width;
        return loads && !has_label_between(p, r, pc, ask) ? by.x : 0;
    }
    return 0;
}

struct slice *slice_new(struct slices *out, uint32_t pc) {
    struct slice *of = &out->slices[out->n++];
    *of = (struct slice){.pc = pc, .routine = NONE};
    out->at[pc] = (uint16_t)out->n;
    return of;
}

/* A slice for each of the values low .. low + n - 1 of which `members` (NULL: all) has a bit. */
static bool slice_values(struct slicer *s, struct slices *out, uint32_t routine, uint32_t pc, int32_t low, uint32_t n,
                         const uint32_t *members) {
    int32_t *made = ARENA_ARRAY(s->p->arena, int32_t, n);
    bool any = false;
    if (!made) return false;
    for (uint32_t i = 0; i < n; i++) {
        bool wanted = !members || bits_test(members, i);
        made[i] =
            wanted && slice_make(s, routine, pc, val_known(low + (int32_t)i)) ? slice_publish(s, routine, pc) : NONE;
        any = any || made[i] >= 0;
    }
    if (!any) return true;
    struct slice *of = slice_new(out, pc);
    of->low = low;
    of->n = n;
    of->routines = made;
    return true;
}

static bool slice_question_at(struct slicer *s, struct slices *out, uint32_t routine, uint32_t pc) {
    enum { FEW = 40 };
    const struct program *p = s->p;
    const struct site *site = &p->sites[p->code[pc + 1]];
    const struct stack_map *map = program_map(p, pc);
    if (!map || out->n == UINT16_MAX - 1 || p->outlook[pc + 1] == OUTLOOK_ENDS) return true;
    if (p->routines[routine].n_regs > WINDOW) return true;
    if (site->kind == SITE_YESNO) return slice_values(s, out, routine, pc, 0, 2, NULL);
    if (site->kind == SITE_OPTION) return slice_values(s, out, routine, pc, 0, site->n_options, NULL);
    uint32_t set = site->kind == SITE_CHOOSE && site->value.type != VT_NUMBER
                       ? constant_candidates(p, &p->routines[routine], pc)
                       : 0;
    const uint32_t *members = (const uint32_t *)p->pool + set;
    if (set && bits_count(members, site->width) <= FEW)
        return slice_values(s, out, routine, pc, 0, site->width * 32u, members);
    if (!slice_make(s, routine, pc, val_run)) return true;
    int32_t made = slice_publish(s, routine, pc);
    if (made >= 0) slice_new(out, pc)->routine = made;
    return true;
}

static bool is_sliced(unsigned op) {
    return op == OP_ASK || op == OP_TRY || op == OP_CAN;
}

static bool slice_at(struct slicer *s, struct slices *out, uint32_t routine, uint32_t pc) {
    if (op_of(s->p->code[pc]) == OP_ASK) return slice_question_at(s, out, routine, pc);
    slice_tried(s, out, routine, pc);
    return true;
}

/* ---- the program with its slices */
static void *copied(struct arena *a, const void *from, size_t n, size_t size) {
    void *to = arena_array(a, n + 1, size, 8);
    if (to && n) memcpy(to, from, n * size);
    return to;
}

static bool join(struct slicer *s, struct slices *out) {
    struct program *p = s->p, *w = &out->with;
    struct arena *a = p->arena;
    *w = *p;
    w->code = copied(a, s->code, s->n_code, sizeof *s->code), w->n_code = s->n_code;
    w->pool = copied(a, s->pool, s->n_pool, sizeof *s->pool), w->n_pool = s->n_pool;
    w->tables = copied(a, s->tables, s->n_tables, sizeof *s->tables), w->n_tables = s->n_tables;
    w->routines = copied(a, s->routines, s->n_routines, sizeof *s->routines), w->n_routines = s->n_routines;
    w->outlook = ARENA_ARRAY(a, uint16_t, s->n_code + 1u); /* behind the program: OUTLOOK_FAILS */
    out->made = copied(a, s->made, s->n_routines - p->n_routines, sizeof *s->made);
    if (a->failed) return false;
    memcpy(w->outlook, p->outlook, p->n_code * sizeof *w->outlook);
    if (p->map_at) {
        w->map_at = ARENA_ARRAY(a, uint16_t, s->n_code + 1u);
        if (!w->map_at) return false;
        memcpy(w->map_at, p->map_at, p->n_code * sizeof *w->map_at);
    }
    if (s->room > w->layout.stack_cap) w->layout.stack_cap = s->room;
    out->first = p->n_routines;
    w->slices = p->slices = out;
    return true;
}

static bool prepare(struct slicer *s, struct slices *out) {
    struct program *p = s->p;
    uint32_t n_asks = 0;
    for (uint32_t i = 0; i < p->n_routines; i++)
        EACH_OP(p->code, &p->routines[i], pc)
            n_asks += is_sliced(op_of(p->code[pc]));
    s->cap_code = p->n_code + MOST_CODE;
    s->cap_pool = p->n_pool + MOST_POOL;
    s->cap_tables = p->n_tables * 2u + MOST_ROWS;
    s->cap_routines = p->n_routines + MOST_MADE;
    s->code = ARENA_ARRAY(s->arena, uint32_t, s->cap_code + 1u);
    s->pool = ARENA_ARRAY(s->arena, int32_t, s->cap_pool + 1u);
    s->tables = ARENA_ARRAY(s->arena, struct table, s->cap_tables + 1u);
    s->row_tables = ARENA_ARRAY(s->arena, int32_t, p->n_tables + 1u);
    s->routines = ARENA_ARRAY(s->arena, struct routine, s->cap_routines + 1u);
    s->rows = ARENA_ARRAY(s->arena, struct slice_rows, MOST_ROWS);
    for (int i = 0; i < 4; i++)
        s->said[i] = NONE;
    s->made = ARENA_ARRAY(s->arena, struct made, MOST_MADE + 1u);
    s->cyclic = ARENA_ARRAY(s->arena, uint8_t, p->n_routines + 1u);
    out->slices = ARENA_ARRAY(p->arena, struct slice, n_asks + 1u);
    out->at = ARENA_ARRAY(p->arena, uint16_t, p->n_code + 1u);
    out->guarded = ARENA_ARRAY(p->arena, uint8_t, p->n_routines + 1u);
    s->out = out;
    if (s->arena->failed || p->arena->failed || !cycles_find(p, s->cyclic)) return false;
    if (!slice_find_pure(s) || !slice_find_meetings(s) || !slice_find_heads(s) || !slice_find_this(s)) return false;
    memcpy(s->code, p->code, p->n_code * sizeof *s->code), s->n_code = p->n_code;
    memcpy(s->pool, p->pool, p->n_pool * sizeof *s->pool), s->n_pool = p->n_pool;
    memcpy(s->tables, p->tables, p->n_tables * sizeof *s->tables), s->n_tables = p->n_tables;
    memcpy(s->routines, p->routines, p->n_routines * sizeof *s->routines), s->n_routines = p->n_routines;
    for (uint32_t i = 0; i < p->n_tables; i++)
        s->row_tables[i] = NONE;
    for (uint32_t i = 0; i < p->n_routines; i++)
        EACH_OP(p->code, &p->routines[i], pc)
            if (op_of(p->code[pc]) == OP_GUARD) out->guarded[i] = s->cyclic[i];
    return true;
}

static bool slice_all(struct slicer *s) {
    struct program *p = s->p;
    struct slices *out = ARENA_NEW(p->arena, struct slices);
    if (!out || !prepare(s, out)) return false;
    for (uint32_t i = 0; i < p->n_routines; i++)
        EACH_OP(p->code, &p->routines[i], pc)
            if (is_sliced(op_of(p->code[pc])) && !slice_at(s, out, i, pc)) return false;
    return out->n == 0 || join(s, out);
}

bool slices_compute(struct program *p) {
    struct arena scratch;
    arena_init(&scratch);
    struct slicer *s = p->outlook ? ARENA_NEW(&scratch, struct slicer) : NULL;
    bool fine = !p->outlook;
    if (s) {
        s->p = p;
        s->arena = &scratch;
        fine = slice_all(s) && !scratch.failed;
    }
    arena_free(&scratch);
    return fine;
}
