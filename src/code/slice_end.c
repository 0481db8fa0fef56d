/* slice_end.c: how a slice ends (slicer.h): something fails, it is not known, or nothing can fail any more. */
#include "code/slicer.h"

#include "code/cannot_fail.h"
#include "code/facts.h"

static uint32_t end_label(struct slicer *s, uint32_t *label) {
    if (*label == NO_LABEL) *label = slice_label(s);
    return *label;
}

uint32_t slice_fail(struct slicer *s, const struct point *at) {
    if (at->ask >= 0) return s->asks[at->ask].next;
    s->decided++;
    return end_label(s, &s->no);
}

uint32_t slice_unsure(struct slicer *s, const struct point *at) {
    if (at->ask < 0) return end_label(s, &s->unsure);
    return s->asks[at->ask].doubt == NO_LABEL ? s->asks[at->ask].doubt = slice_label(s) : s->asks[at->ask].doubt;
}

/* Who tries something has done it when the routine that tries returns. */
static enum slice_verdict said(const struct slicer *s, enum slice_verdict v) {
    return v == SLICE_RETURNS && s->trying != NONE ? SLICE_YES : v;
}

void slice_end(struct slicer *s, const struct point *at, enum slice_verdict v) {
    uint32_t label;
    v = said(s, v);
    switch (v) {
    case SLICE_NO: label = slice_fail(s, at); break;
    case SLICE_UNSURE: label = slice_unsure(s, at); break;
    case SLICE_YES: label = end_label(s, &s->yes); break;
    default: label = end_label(s, &s->returns); break;
    }
    if (v == SLICE_YES || v == SLICE_RETURNS) s->decided++;
    slice_jump(s, (struct word){.op = OP_JMP}, label);
}

uint32_t slice_ending(struct slicer *s, enum slice_verdict v) {
    s->decided++;
    return end_label(s, said(s, v) == SLICE_YES ? &s->yes : &s->returns);
}

static void put_end(struct slicer *s, uint32_t label, enum slice_verdict v) {
    if (label == NO_LABEL) return;
    slice_place(s, label);
    slice_put(s, (struct word){OP_LDI, X_VERDICT, 0, 0, (uint32_t)v});
    slice_put(s, (struct word){OP_RET, X_VERDICT, 1, 0, 0});
}

void slice_ends(struct slicer *s) {
    bool doubts = s->flagged;
    for (uint32_t i = 0; i < s->n_asks; i++) {
        if (s->asks[i].doubt == NO_LABEL) continue;
        doubts = true;
        slice_place(s, s->asks[i].doubt);
        slice_put(s, (struct word){OP_LDI, X_FLAG, 0, 0, 1});
        slice_jump(s, (struct word){.op = OP_JMP}, s->asks[i].next);
    }
    put_end(s, s->yes, SLICE_YES);
    put_end(s, s->returns, SLICE_RETURNS);
    if (s->no != NO_LABEL && doubts) {
        slice_place(s, s->no);
        slice_jump(s, (struct word){OP_JNZ, X_FLAG, 0, 0, 0}, end_label(s, &s->unsure));
        s->no = slice_label(s);
    }
    put_end(s, s->no, SLICE_NO);
    put_end(s, s->unsure, SLICE_UNSURE);
}

/* ---- nothing can fail any more */
enum { MOST_TESTS = 8 };
struct test {
    uint32_t reg; /* of the window */
    struct want w;
};
struct tests {
    struct test test[MOST_TESTS];
    uint32_t n;
};
enum holding { HOLDS_NOT, HOLDS, HOLDS_PERHAPS };

static enum holding row_held(const struct program *p, const struct want *w, int32_t value) {
    const struct table *t = &p->tables[w->value];
    int32_t r = (uint32_t)value < t->n ? p->pool[t->first + (uint32_t)value] : NONE;
    return r < 0 || p->outlook[p->routines[r].entry] != OUTLOOK_FAILS ? HOLDS : HOLDS_NOT;
}

static enum holding number_held(const struct program *p, const struct want *w, int32_t value) {
    switch (w->kind) {
    case WANT_POSITIVE: return value >= 0 ? HOLDS : HOLDS_NOT;
    case WANT_EQUAL: return value == w->value ? HOLDS : HOLDS_NOT;
    case WANT_UNEQUAL: return value != w->value ? HOLDS : HOLDS_NOT;
    case WANT_AT_LEAST: return value >= w->value ? HOLDS : HOLDS_NOT;
    case WANT_AT_MOST: return value <= w->value ? HOLDS : HOLDS_NOT;
    case WANT_OWNER: return (uint32_t)value < p->vars[p->stock_var].n_owners ? HOLDS : HOLDS_NOT;
    case WANT_COUNT: return AMOUNT_N(value) >= 0 ? HOLDS : HOLDS_NOT;
    case WANT_ENDLESS: return unit_endless(p, AMOUNT_UNIT(value)) ? HOLDS : HOLDS_NOT;
    case WANT_UNIT: return unit_endless(p, value & 0xff) ? HOLDS : HOLDS_NOT;
    case WANT_ROW: return row_held(p, w, value);
    default: return HOLDS_NOT;
    }
}

/* Whether what is wanted of a register of the window holds there. */
static enum holding want_held(const struct slicer *s, const struct point *at, uint32_t reg, const struct want *w) {
    const struct val *x = &at->vals[reg];
    if (x->kind == V_KNOWN) return number_held(s->p, w, x->v);
    if (x->kind != V_RUN) return HOLDS_NOT;
    switch (w->kind) {
    case WANT_OWNER: return x->tag & TAG_ME ? HOLDS : HOLDS_NOT;
    case WANT_ENDLESS: return (x->tag & TAG_UNIT) && unit_endless(s->p, x->unit) ? HOLDS : HOLDS_NOT;
    case WANT_POSITIVE:
    case WANT_EQUAL:
    case WANT_UNEQUAL:
    case WANT_AT_LEAST:
    case WANT_AT_MOST:
    case WANT_COUNT:
    case WANT_ROW: return HOLDS_PERHAPS;
    default: return HOLDS_NOT;
    }
}

/* Whether nothing can fail from `place` on in the routine opened at `level`, nor where it goes back to. What must be
 * seen in registers is added to `tests`. */
static bool holds(const struct slicer *s, const struct point *at, uint32_t place, uint32_t level, struct tests *tests,
                  bool *returns) {
    const struct program *p = s->p;
    uint32_t index = p->outlook[place];
    const struct outlook *o = &p->outlooks[index];
    if (level == 0 && s->trying != NONE && slice_leads_to_done(s, at->depth > 1 ? place + 1u : place)) return true;
    if (index == OUTLOOK_FAILS) return false;
    for (uint32_t i = 0; i < o->n; i++) {
        const struct want *w = &p->wants[o->first + i];
        uint32_t reg = at->levels[level].base + w->reg;
        enum holding held = reg < WINDOW ? want_held(s, at, reg, w) : HOLDS_NOT;
        if (held == HOLDS_NOT || (held == HOLDS_PERHAPS && tests->n == MOST_TESTS)) return false;
        if (held == HOLDS_PERHAPS) tests->test[tests->n++] = (struct test){reg, *w};
    }
    if (!o->returns) return true;
    if (level == 0) {
        *returns = true;
        return true;
    }
    return holds(s, at, at->levels[level].call + 1u, level - 1, tests, returns);
}

bool slice_safe_behind(const struct slicer *s, const struct point *at, bool *returns) {
    struct tests tests = {.n = 0};
    uint32_t level = at->depth - 1u;
    *returns = false;
    if (level == 0) return false;
    return holds(s, at, at->levels[level].call + 1u, level - 1, &tests, returns) && tests.n == 0;
}

bool slice_clear_here(const struct slicer *s, const struct point *at, bool *returns) {
    struct tests tests = {.n = 0};
    *returns = false;
    return holds(s, at, at->pc, at->depth - 1u, &tests, returns) && tests.n == 0;
}

/* What is wanted at the beginning of a routine whose registers begin at `base`. */
bool slice_wants_held(const struct slicer *s, const struct point *at, uint32_t place, uint32_t base) {
    const struct program *p = s->p;
    uint32_t index = p->outlook[place];
    const struct outlook *o = &p->outlooks[index];
    if (index == OUTLOOK_FAILS) return false;
    for (uint32_t i = 0; i < o->n; i++) {
        const struct want *w = &p->wants[o->first + i];
        if (base + w->reg >= WINDOW || want_held(s, at, base + w->reg, w) != HOLDS) return false;
    }
    return true;
}

/* A table of the rows of another one that can fail. */
static uint32_t rows_table(struct slicer *s, uint32_t table) {
    const struct program *p = s->p;
    const struct table *t = &p->tables[table];
    if (s->row_tables[table] != NONE) return (uint32_t)s->row_tables[table];
    if (s->n_tables == s->cap_tables || s->n_pool + t->n > s->cap_pool) {
        s->too_large = true;
        return table;
    }
    struct want w = {.kind = WANT_ROW, .value = (int16_t)table};
    s->tables[s->n_tables] = (struct table){.kind = TABLE_INT, .first = s->n_pool, .n = t->n};
    for (uint32_t i = 0; i < t->n; i++)
        s->pool[s->n_pool++] = row_held(p, &w, (int32_t)i) == HOLDS_NOT;
    s->row_tables[table] = (int32_t)s->n_tables;
    return s->n_tables++;
}

static void put_test(struct slicer *s, const struct test *t, uint32_t otherwise) {
    static const uint8_t fails_if[] = {[WANT_POSITIVE] = OP_JLT, [WANT_EQUAL] = OP_JNE, [WANT_UNEQUAL] = OP_JEQ,
                                       [WANT_AT_LEAST] = OP_JLT, [WANT_AT_MOST] = 0,    [WANT_COUNT] = OP_JLT};
    if (t->w.kind == WANT_ROW) {
        slice_put(s, (struct word){OP_TAB, X_A, t->reg, 0, rows_table(s, (uint32_t)t->w.value)});
        slice_jump(s, (struct word){OP_JNZ, X_A, 0, 0, 0}, otherwise);
        return;
    }
    bool number = t->w.kind != WANT_POSITIVE && t->w.kind != WANT_COUNT;
    slice_put(s, (struct word){t->w.kind == WANT_COUNT ? OP_AMTN : OP_MOV, X_A, t->reg, 0, 0});
    slice_put(s, (struct word){OP_LDI, X_B, 0, 0, number ? (uint32_t)(int32_t)t->w.value : 0});
    if (t->w.kind == WANT_AT_MOST)
        slice_jump(s, (struct word){OP_JLT, X_B, X_A, 0, 0}, otherwise);
    else
        slice_jump(s, (struct word){fails_if[t->w.kind], X_A, X_B, 0, 0}, otherwise);
}

bool slice_safe(struct slicer *s, struct point *at, bool look) {
    struct tests tests = {.n = 0};
    bool returns = false;
    if (!holds(s, at, at->pc, at->depth - 1u, &tests, &returns) || (tests.n && !look)) return false;
    if (tests.n) {
        uint32_t otherwise = slice_label(s);
        for (uint32_t i = 0; i < tests.n; i++) {
            slice_want(s, at, tests.test[i].reg);
            put_test(s, &tests.test[i], otherwise);
        }
        slice_end(s, at, returns ? SLICE_RETURNS : SLICE_YES);
        slice_place(s, otherwise);
        return false;
    }
    slice_end(s, at, returns ? SLICE_RETURNS : SLICE_YES);
    return true;
}
