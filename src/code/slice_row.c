/* slice_row.c: a rule that is chosen by a card nobody knows while a slice is made (slicer.h): which action of mine,
 * which card of my hand. What follows has a slice for each card, with the card known; the slice around it calls them by
 * a table. For most cards nothing can fail there; they share one slice.
 *
 * Such a slice stands for the routine that calls the rule, from there to its end, and is handed the registers that are
 * read. What has changed before is unknown there, what was paid as well. It does not know who called: so it is used
 * where nothing can fail behind that routine, and not inside rules that may not start themselves again.
 * A slice that needs rows which are not there is given up, and made again when they are.
 */
#include "code/slicer.h"

#include <string.h>

enum { ROW_DEPTH = 2 }; /* rows that need rows */

/* ---- the card whose rule a routine is: who calls hands it on, and mostly nobody looks at it. Where it is taken for
 * unread and is not, the slice is unsure. */
static bool reads_this(const struct slicer *s, uint32_t pc) {
    struct word w = program_word(s->p, pc);
    const struct op_info *info = op_info(w.op);
    if (w.op == OP_GUARD) return true;
    if (w.op == OP_CALL && w.c == REG_THIS) return w.b == REG_THIS || s->uses_this[w.x];
    if (op_calls(w.op)) return w.b == REG_THIS || w.c == REG_THIS;
    if (w.op == OP_RET) return w.a <= REG_THIS && w.a + w.b > REG_THIS;
    if (w.op == OP_ASK) return w.b == REG_THIS || w.c == REG_THIS;
    const uint8_t kinds[3] = {info->a, info->b, info->c};
    const uint32_t regs[3] = {w.a, w.b, w.c};
    for (int i = 0; i < 3; i++)
        if (slice_is_read(kinds[i]) && regs[i] <= REG_THIS && regs[i] + slice_width(s, w, kinds[i]) > REG_THIS)
            return true;
    return false;
}

bool slice_find_this(struct slicer *s) {
    s->uses_this = ARENA_ARRAY(s->arena, uint8_t, s->p->n_routines + 1u);
    if (!s->uses_this) return false;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < s->p->n_routines; i++)
            EACH_OP(s->p->code, &s->p->routines[i], pc) {
                if (s->uses_this[i] || !reads_this(s, pc)) continue;
                s->uses_this[i] = more = true;
            }
    }
    return true;
}

/* ---- where the rule is called */
/* Of a register of the routine that calls: whether it is read behind the call, or by what is called. */
static bool is_read(const struct slicer *s, uint32_t pc, struct word w, uint32_t reg) {
    const struct stack_map *map = program_map(s->p, pc);
    if (reg == REG_ME || reg == w.c) return true;
    if (reg == REG_THIS && !s->uses_this[program_routine_at(s->p, pc)]) return false;
    if (reg >= w.a) return w.c == NO_REGISTER;
    return !map || (reg < map->n && !(s->p->map_bytes[map->first + reg] & LIVE_DEAD));
}

/* The point without what is above and around the routine; false: it cannot be handed on. */
static bool cut_out(const struct slicer *s, const struct point *at, struct word w, struct point *out) {
    const struct level *top = &at->levels[at->depth - 1];
    uint32_t n = s->p->routines[top->routine].n_regs;
    memset(out, 0, sizeof *out);
    out->pc = at->pc;
    out->ask = NONE;
    out->depth = 1;
    out->levels[0].routine = top->routine;
    out->cards = at->cards;
    slice_keep_changes(out, at);
    for (uint32_t i = 0; i < n; i++) {
        struct val v = at->vals[top->base + i];
        if (i == w.b || !is_read(s, at->pc, w, i)) continue;
        if (v.kind == V_LIST) return false;
        if (v.kind == V_RUN) v.v = 0;
        v.held = 0;
        v.tag &= TAG_ME | TAG_UNIT;
        out->vals[i] = v;
    }
    return true;
}

/* Whether it is handed on at run time. */
static bool is_given(const struct val *v) {
    return v->kind == V_RUN && !(v->tag & TAG_ME);
}

/* Whether nothing can fail where the routine goes back to. */
static bool clear_behind(const struct slicer *s, const struct point *at, bool *returns) {
    for (uint32_t i = 0; i < at->depth; i++)
        if (s->cyclic[at->levels[i].routine]) return false;
    *returns = true;
    return at->depth == 1 ? s->trying == NONE : slice_safe_behind(s, at, returns);
}

/* ---- the rows */
static bool has_change(const struct point *at, const struct slice_change *c) {
    for (uint32_t i = 0; i < at->n_changes; i++)
        if (at->changes[i].var == c->var && (at->changes[i].index == c->index || at->changes[i].index == NONE))
            return true;
    return false;
}

/* Whether what was made for `b` is right for `a`: at most more is taken to have changed. */
static bool fits(const struct point *a, const struct point *b) {
    for (uint32_t i = 0; i < a->n_changes; i++)
        if (!has_change(b, &a->changes[i])) return false;
    return a->pc == b->pc && a->cards <= b->cards && !memcmp(a->vals, b->vals, sizeof a->vals) &&
           a->levels[0].routine == b->levels[0].routine;
}

/* They are known, or missing from now on; NULL: there will be none. */
static struct slice_rows *find_rows(struct slicer *s, const struct point *at) {
    for (uint32_t i = 0; i < s->n_rows; i++)
        if (fits(at, &s->rows[i].at)) return &s->rows[i];
    if (s->n_rows == MOST_ROWS || s->row_depth == ROW_DEPTH) return NULL;
    struct slice_rows *rows = &s->rows[s->n_rows++];
    *rows = (struct slice_rows){.at = *at, .table = NO_LABEL};
    s->missing = rows;
    return rows;
}

enum went slice_any_row(struct slicer *s, struct point *at, struct word w) {
    struct point here;
    bool returns;
    uint32_t base = slice_top(at)->base, to = base + s->p->routines[slice_top(at)->routine].n_regs, n = REG_ARGS;
    if (to >= WINDOW || slice_val(at, w.b)->kind != V_RUN || !clear_behind(s, at, &returns) ||
        !cut_out(s, at, w, &here))
        return WENT_UNSURE;
    struct slice_rows *rows = find_rows(s, &here);
    if (!rows || rows->table == NO_LABEL) {
        s->too_large = s->too_large || rows == s->missing;
        return WENT_UNSURE;
    }
    slice_want(s, at, base + w.b);
    slice_jump(s, (struct word){OP_JLTI, base + w.b, 0, 0, 0}, slice_unsure(s, at));
    slice_put(s, (struct word){OP_LDI, X_B, 0, 0, s->tables[rows->table].n});
    slice_jump(s, (struct word){OP_JLE, X_B, base + w.b, 0, 0}, slice_unsure(s, at));
    slice_put(s, (struct word){OP_MOV, to + REG_ME, X_ME, 0, 0});
    for (uint32_t i = 0; to + n < WINDOW && base + i < to; i++) {
        if (!is_given(&here.vals[i])) continue;
        slice_want(s, at, base + i);
        slice_put(s, (struct word){OP_MOV, to + n++, base + i, 0, 0});
    }
    if (to + n >= WINDOW) return WENT_UNSURE;
    if (to + n > s->most) s->most = to + n;
    slice_put(s, (struct word){OP_CALLT, to, base + w.b, NO_REGISTER, rows->table});
    for (uint32_t i = to; i < WINDOW; i++)
        slice_clobber(s, at, i);
    s->needs |= rows->needs;
    slice_judge(s, to, returns, slice_fail(s, at));
    return WENT_UNSURE;
}

void slice_begin_row(struct slicer *s, struct point *at) {
    *at = s->row->at;
    s->n_given = 0;
    for (uint32_t i = 0; i < WINDOW; i++) {
        if (!is_given(&at->vals[i])) continue;
        slice_put(s, (struct word){OP_MOV, i, GIVEN + s->n_given++, 0, 0});
        s->most = i + 1;
    }
    at->vals[program_word(s->p, at->pc).b] = val_known(s->row_card);
}

/* ---- making them */
/* A routine that says nothing but the verdict. */
static int32_t saying(struct slicer *s, enum slice_verdict v) {
    uint32_t first = s->n_code;
    if (s->said[v] >= 0 || s->n_routines == s->cap_routines || s->n_code + 3 > s->cap_code) return s->said[v];
    s->code[s->n_code++] = op_word(OP_LDI, REG_ARGS, 0, 0);
    s->code[s->n_code++] = (uint32_t)v;
    s->code[s->n_code++] = op_word(OP_RET, REG_ARGS, 1, 0);
    s->made[s->n_routines - s->p->n_routines] =
        (struct made){.offset = REG_ARGS, .answer = NO_REGISTER, .inner = 1, .regs = REG_ARGS + 1, .frames = 1};
    s->routines[s->n_routines] = (struct routine){
        .name = s->p->routines[0].name, .entry = first, .end = s->n_code, .n_result = 1, .n_regs = REG_ARGS + 1};
    return s->said[v] = (int32_t)s->n_routines++;
}

/* The slice of one card, as a routine, or NONE: it would always be unsure. */
static int32_t make_row(struct slicer *s, const struct slice_rows *rows, int32_t card) {
    struct point at = rows->at;
    bool returns;
    at.vals[program_word(s->p, at.pc).b] = val_known(card);
    if (slice_clear_here(s, &at, &returns)) return saying(s, returns ? SLICE_RETURNS : SLICE_YES);
    s->row = rows;
    s->row_card = card;
    bool made = slice_make(s, at.levels[0].routine, at.pc, val_dead);
    s->row = rows;
    s->row_card = card;
    int32_t routine = made ? slice_publish(s, at.levels[0].routine, at.pc) : NONE;
    return routine < 0 ? saying(s, SLICE_UNSURE) : routine;
}

void slice_make_rows(struct slicer *s, struct slice_rows *rows) {
    const struct slice_rows *row = s->row;
    const struct table *t = &s->p->tables[program_word(s->p, rows->at.pc).x];
    int32_t card = s->row_card, *made = ARENA_ARRAY(s->arena, int32_t, t->n + 1u);
    uint32_t n = 0;
    s->row_depth++;
    s->trying = NONE;
    while (made && n < t->n && (made[n] = make_row(s, rows, (int32_t)n)) >= 0)
        n++;
    s->row_depth--;
    s->row = row;
    s->row_card = card;
    if (!made || n < t->n || s->n_tables == s->cap_tables || s->n_pool + n > s->cap_pool) return;
    for (uint32_t i = 0; i < n; i++)
        rows->needs |= s->made[(uint32_t)made[i] - s->p->n_routines].needs;
    memcpy(s->pool + s->n_pool, made, n * sizeof *made);
    s->tables[s->n_tables] = (struct table){.kind = TABLE_ROUTINE, .first = s->n_pool, .n = n};
    s->n_pool += n;
    rows->table = s->n_tables++;
}
