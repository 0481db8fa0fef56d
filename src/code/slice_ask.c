/* slice_ask.c: questions on the way of a slice (slicer.h): some candidate must lead to the end.
 *
 * What follows a question is written once, in a loop over its candidates: where it fails it goes to the next one, when
 * there is none to the next of the question around it. So where it goes on, registers must be as they were: those that
 * what follows writes over are kept (slice_write finds out which, and the slice is made again).
 */
#include "code/slicer.h"

#include "base/bits.h"

/* What the rules do not read while the frame waits there is dead. */
void slice_forget(struct slicer *s, struct point *at, uint32_t pc, uint32_t level) {
    const struct stack_map *map = program_map(s->p, pc);
    const struct level *l = &at->levels[level];
    uint32_t end = level + 1u < at->depth ? at->levels[level + 1].base : WINDOW;
    for (uint32_t i = 0; map && l->base + i < end; i++)
        if (i >= map->n || (s->p->map_bytes[map->first + i] & LIVE_DEAD)) at->vals[l->base + i] = val_dead;
}

/* A new question; its registers are kept as far as it is known that they must be. */
static int32_t begin(struct slicer *s, struct point *at) {
    if (s->n_asks == ASKINGS) {
        s->too_large = true;
        return NONE;
    }
    uint32_t number = s->n_asks++;
    slice_forget(s, at, at->pc, at->depth - 1u);
    struct asking *a = &s->asks[number];
    *a = (struct asking){.outer = at->ask, .pc = at->pc, .depth = at->depth, .next = slice_label(s), .doubt = NO_LABEL};
    for (uint32_t i = 0; i < WINDOW; i++) {
        a->live[i] = at->vals[i].kind == V_RUN && !(at->vals[i].tag & TAG_ME);
        at->vals[i].held = 0;
    }
    return (int32_t)number;
}

/* Between the beginning and the label of the next candidate, and behind that: registers out and in again. */
static void keep(struct slicer *s, uint32_t number, bool back, uint32_t *places) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n_kept; i++) {
        if (s->kept[i].ask != number) continue;
        uint32_t reg = s->kept[i].reg;
        if (!back) places[n] = slice_extra(s, 1);
        slice_put(s, back ? (struct word){OP_MOV, reg, places[n], 0, 0} : (struct word){OP_MOV, places[n], reg, 0, 0});
        n++;
    }
}

/* It is asked again behind itself: a loop that would need registers for each time. */
static bool is_inside(const struct slicer *s, const struct point *at) {
    for (int32_t i = at->ask; i >= 0; i = s->asks[i].outer)
        if (s->asks[i].pc == at->pc && s->asks[i].depth == at->depth) return true;
    return false;
}

/* One answer that is known gets a way of its own; where that fails the slice goes on here. */
static bool try_known(struct slicer *s, struct point *at, uint32_t reg, int32_t value) {
    uint32_t places[WINDOW];
    int32_t number = begin(s, at);
    if (number < 0) return false;
    keep(s, (uint32_t)number, false, places);
    struct point way = *at;
    way.ask = number;
    way.pc += 2;
    way.vals[reg] = val_known(value);
    slice_jump(s, (struct word){.op = OP_JMP}, slice_later(s, &way));
    slice_place(s, s->asks[number].next);
    keep(s, (uint32_t)number, true, places);
    return true;
}

/* The last one: nothing is left when that fails. */
static enum went go_on(struct slicer *s, struct point *at, uint32_t reg, struct val v) {
    slice_write(s, at, reg, v);
    at->pc += 2;
    return WENT_ON;
}

static enum went ask_known(struct slicer *s, struct point *at, uint32_t reg, int32_t n) {
    for (int32_t i = 0; i + 1 < n; i++)
        if (!try_known(s, at, reg, i)) return WENT_UNSURE;
    return go_on(s, at, reg, val_known(n - 1));
}

/* A loop: `test` goes to the next candidate, which is in `cursor` then, or away when there is none; `first`: what it
 * needs done before, or NOP. */
static enum went loop(struct slicer *s, struct point *at, uint32_t reg, uint32_t cursor, struct word first,
                      struct word test) {
    uint32_t places[WINDOW];
    uint32_t away = slice_fail(s, at);
    int32_t number = begin(s, at);
    if (number < 0) return WENT_UNSURE;
    s->asks[number].live[reg] = 0;
    keep(s, (uint32_t)number, false, places);
    slice_place(s, s->asks[number].next);
    keep(s, (uint32_t)number, true, places);
    if (first.op != OP_NOP) slice_put(s, first);
    slice_jump(s, test, away);
    slice_put(s, (struct word){OP_MOV, reg, cursor, 0, 0});
    slice_write(s, at, reg, val_run);
    at->ask = number;
    at->pc += 2;
    return WENT_ON;
}

static enum went ask_set(struct slicer *s, struct point *at, struct word w, const struct site *site) {
    uint32_t base = slice_top(at)->base, n = site->width, base_id;
    if (site->value.type == VT_NUMBER || n == 0) return WENT_UNSURE;
    if (n > BITS_WORDS(program_domain(s->p, site->kind, site->value, &base_id))) return WENT_UNSURE;
    if (!slice_hold_set(s, at, base + w.b, n)) return WENT_UNSURE;
    uint32_t cursor = slice_extra(s, 1), set = slice_extra(s, n);
    slice_put(s, (struct word){OP_SMOV, set, base + w.b, n, 0});
    if ((site->flags & ASK_OPTIONAL) && !try_known(s, at, base + w.a, NONE)) return WENT_UNSURE;
    if ((site->flags & ASK_OPTIONAL) && (site->flags & ASK_SUBSET)) return WENT_UNSURE; /* to take more seldom helps */
    slice_put(s, (struct word){OP_LDI, cursor, 0, 0, (uint32_t)NONE});
    return loop(s, at, base + w.a, cursor, (struct word){.op = OP_NOP}, (struct word){OP_NEXT, cursor, set, n, 0});
}

/* Numbers from the highest to the lowest: most of what can be paid with is used is what leaves least to be paid. */
static enum went ask_number(struct slicer *s, struct point *at, struct word w, const struct site *site) {
    uint32_t base = slice_top(at)->base;
    bool payment = site->flags & ASK_PAYMENT;
    if ((site->flags & (ASK_OPTIONAL | ASK_HUNDREDS)) != 0) return WENT_UNSURE;
    if (payment && slice_val(at, site->with)->kind != V_KNOWN) return WENT_UNSURE; /* nobody could say what is left */
    if (!slice_hold(s, at, base + w.b) || !slice_hold(s, at, base + w.c)) return WENT_UNSURE;
    uint32_t cursor = slice_extra(s, 1), last = slice_extra(s, 1);
    slice_put(s, (struct word){OP_MOV, last, base + w.b, 0, 0});
    slice_put(s, (struct word){OP_LDI, X_B, 0, 0, (uint32_t)NUMBER_LOW});
    slice_jump(s, (struct word){OP_JLT, last, X_B, 0, 0}, slice_unsure(s, at));
    slice_put(s, (struct word){OP_LDI, X_B, 0, 0, (uint32_t)(NUMBER_LOW + NUMBER_SPAN - 1)});
    slice_jump(s, (struct word){OP_JLT, X_B, base + w.c, 0, 0}, slice_unsure(s, at));
    slice_put(s, (struct word){OP_ADDI, cursor, base + w.c, 0, 1});
    return loop(s, at, base + w.a, cursor, (struct word){OP_ADDI, cursor, cursor, 0, (uint32_t)-1},
                (struct word){OP_JLT, cursor, last, 0, 0});
}

/* ---- questions that have slices of their own */
/* The call of a slice: the registers of the frame that asks are handed on; the verdict is in register `to`.
 * value NONE: the answer is in X_A. */
static bool call_slice(struct slicer *s, struct point *at, uint32_t routine, uint32_t to, uint32_t reg, int32_t value) {
    bool known = value != NONE;
    const struct made *m = &s->made[routine - s->p->n_routines];
    const struct routine *r = &s->routines[routine];
    uint32_t base = slice_top(at)->base, n = REG_ARGS + (uint32_t)r->n_args;
    if (to + n > WINDOW) return false;
    if (to + n > s->most) s->most = to + n;
    slice_put(s, (struct word){OP_MOV, to + REG_ME, X_ME, 0, 0});
    for (uint32_t i = 0; i + m->offset < n; i++) {
        const struct val *x = &at->vals[base + i];
        uint32_t there = to + m->offset + i;
        if (base + i == reg)
            slice_put(s, known ? (struct word){OP_LDI, there, 0, 0, (uint32_t)value}
                               : (struct word){OP_MOV, there, X_A, 0, 0});
        else if (x->kind == V_KNOWN)
            slice_put(s, (struct word){OP_LDI, there, 0, 0, (uint32_t)x->v});
        else if (x->kind == V_RUN)
            slice_put(s, (struct word){OP_MOV, there, x->tag & TAG_ME ? (uint32_t)X_ME : base + i, 0, 0});
    }
    slice_put(s, (struct word){OP_CALL, to, NO_REGISTER, NO_REGISTER, routine});
    for (uint32_t i = to; i < WINDOW; i++)
        slice_clobber(s, at, i);
    s->needs |= m->needs;
    return true;
}

void slice_judge(struct slicer *s, uint32_t to, bool returns, uint32_t next) {
    slice_jump(s, (struct word){OP_JEQI, to, SLICE_YES, 0, 0}, slice_ending(s, SLICE_YES));
    slice_jump(s, (struct word){OP_JEQI, to, SLICE_RETURNS, 0, 0},
               slice_ending(s, returns ? SLICE_RETURNS : SLICE_YES));
    slice_jump(s, (struct word){OP_JZ, to, 0, 0, 0}, next);
}

static void doubt(struct slicer *s) {
    slice_put(s, (struct word){OP_LDI, X_FLAG, 0, 0, 1});
    s->flagged = true;
}

/* A slice for each candidate. */
static bool ask_each(struct slicer *s, struct point *at, struct word w, const struct slice *of, bool returns) {
    uint32_t base = slice_top(at)->base, to = base + s->p->routines[slice_top(at)->routine].n_regs;
    uint32_t members[256];
    for (uint32_t i = 0; i < BITS_WORDS(of->n); i++) {
        if (slice_val(at, w.b + i)->kind != V_KNOWN) return false;
        members[i] = (uint32_t)slice_val(at, w.b + i)->v;
    }
    slice_forget(s, at, at->pc, at->depth - 1u);
    for (uint32_t i = 0; i < of->n; i++) {
        if (!bits_test(members, i)) continue;
        uint32_t next = slice_label(s);
        if (of->routines[i] >= 0) {
            if (!call_slice(s, at, (uint32_t)of->routines[i], to, base + w.a, of->low + (int32_t)i))
                s->too_large = true;
            slice_judge(s, to, returns, next);
        }
        doubt(s);
        slice_place(s, next);
    }
    slice_jump(s, (struct word){.op = OP_JMP}, slice_fail(s, at));
    return true;
}

/* The same slice for all of them. */
static bool ask_all(struct slicer *s, struct point *at, struct word w, const struct slice *of, bool returns) {
    uint32_t base = slice_top(at)->base, n = s->p->sites[w.x].width, next = slice_label(s);
    uint32_t to = base + s->p->routines[slice_top(at)->routine].n_regs;
    uint32_t cursor = slice_extra(s, 1), set = slice_extra(s, n);
    if (!slice_hold_set(s, at, base + w.b, n)) return false;
    slice_put(s, (struct word){OP_SMOV, set, base + w.b, n, 0});
    slice_put(s, (struct word){OP_LDI, cursor, 0, 0, (uint32_t)NONE});
    slice_forget(s, at, at->pc, at->depth - 1u);
    slice_place(s, next);
    slice_jump(s, (struct word){OP_NEXT, cursor, set, n, 0}, slice_fail(s, at));
    slice_put(s, (struct word){OP_MOV, X_A, cursor, 0, 0});
    if (!call_slice(s, at, (uint32_t)of->routine, to, base + w.a, NONE)) s->too_large = true;
    slice_judge(s, to, returns, next);
    doubt(s);
    slice_jump(s, (struct word){.op = OP_JMP}, next);
    return true;
}

/* One candidate after the other, by their slices: where nothing has changed yet, and nothing can fail behind. */
static bool ask_slices(struct slicer *s, struct point *at, struct word w) {
    const struct site *site = &s->p->sites[w.x];
    const struct slice *of = s->out->at[at->pc] ? &s->out->slices[s->out->at[at->pc] - 1u] : NULL;
    bool returns;
    if (!of || site->kind != SITE_CHOOSE || site->value.type == VT_NUMBER || (site->flags & ASK_OPTIONAL)) return false;
    if (at->n_changes || at->cards || at->ask >= 0 || !slice_safe_behind(s, at, &returns)) return false;
    for (uint32_t i = slice_top(at)->base; i < WINDOW; i++)
        if (at->vals[i].kind == V_LIST) return false;
    return of->routine >= 0 ? ask_all(s, at, w, of, returns) : ask_each(s, at, w, of, returns);
}

enum went slice_question(struct slicer *s, struct point *at, struct word w) {
    const struct site *site = &s->p->sites[w.x];
    if (!slice_is_me(s, at, REG_ME) || is_inside(s, at)) return WENT_UNSURE;
    if (ask_slices(s, at, w)) return WENT_END;
    switch (site->kind) {
    case SITE_YESNO: return ask_known(s, at, slice_top(at)->base + w.a, 2);
    case SITE_OPTION:
        if (w.b != NO_REGISTER || (site->flags & ASK_OPTIONAL) || !site->n_options) return WENT_UNSURE;
        return ask_known(s, at, slice_top(at)->base + w.a, site->n_options);
    case SITE_CHOOSE: return ask_set(s, at, w, site);
    case SITE_NUMBER: return ask_number(s, at, w, site);
    default: return WENT_UNSURE;
    }
}
