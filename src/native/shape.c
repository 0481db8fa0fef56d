/* shape.c: what the calls of a program say about its routines, before C is written from them.
 *
 * A routine is *atomic* when no run can stop inside of it: it neither asks nor forks, makes no list in its registers,
 * has no operation C is not written for, and calls only atomic routines, never itself. All others are *framed*.
 * Where calls form no circle their room is measured; it is known then whether a call can lack room.
 */
#include "native/native.h"

#include "code/lookup.h"
#include "code/slice.h"

#include <stdlib.h>
#include <string.h>

/* ---- rooms and circles */
enum { MEASURED = SHAPE_OWN, OUTSIDE = SHAPE_OWN << 1 }; /* while it is made: room is known; on no circle */

/* Room of a routine all of whose callees have been measured; false: one has not. */
static bool measure(const struct program *p, struct shape *s, uint32_t index) {
    const struct routine *r = &p->routines[index];
    uint32_t frames = 1, regs = r->n_regs;
    EACH_OP(p->code, r, pc) {
        uint32_t n, base = op_a(p->code[pc]);
        const int32_t *to = program_callees(p, pc, &n);
        for (uint32_t i = 0; i < n; i++) {
            if (to[i] < 0) continue;
            if (!(s->is[to[i]] & MEASURED)) return false;
            if (s->frames[to[i]] + 1u > frames) frames = s->frames[to[i]] + 1u;
            if (s->regs[to[i]] + base > regs) regs = s->regs[to[i]] + base;
        }
    }
    s->frames[index] = frames;
    s->regs[index] = regs;
    return true;
}

static void measure_all(const struct program *p, struct shape *s) {
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < p->n_routines; i++)
            if (!(s->is[i] & MEASURED) && measure(p, s, i)) {
                s->is[i] |= MEASURED;
                more = true;
            }
    }
}

/* Of those that lead to a circle, the ones nobody on a circle calls are on none. */
static void find_circles(const struct program *p, struct shape *s, uint8_t *called) {
    for (bool more = true; more;) {
        more = false;
        memset(called, 0, p->n_routines);
        for (uint32_t i = 0; i < p->n_routines; i++) {
            if (s->is[i] & (MEASURED | OUTSIDE)) continue;
            EACH_OP(p->code, &p->routines[i], pc) {
                uint32_t n;
                const int32_t *to = program_callees(p, pc, &n);
                for (uint32_t k = 0; k < n; k++)
                    if (to[k] >= 0) called[to[k]] = 1;
            }
        }
        for (uint32_t i = 0; i < p->n_routines; i++)
            if (!called[i] && !(s->is[i] & (MEASURED | OUTSIDE))) {
                s->is[i] |= OUTSIDE;
                more = true;
            }
    }
    for (uint32_t i = 0; i < p->n_routines; i++)
        if (!(s->is[i] & (MEASURED | OUTSIDE))) s->is[i] |= SHAPE_CYCLIC;
}

/* ---- kinds */
static bool stops(const struct program *p, const struct shape *s, const struct routine *r) {
    EACH_OP(p->code, r, pc) {
        uint32_t op = op_of(p->code[pc]), n;
        const int32_t *to = program_callees(p, pc, &n);
        if (op_is(op, OP_IS_STOPS) || !native_knows(op)) return true;
        for (uint32_t i = 0; i < n; i++)
            if (to[i] >= 0 && (s->is[to[i]] & SHAPE_FRAMED)) return true;
    }
    return false;
}

static void find_framed(const struct program *p, struct shape *s) {
    for (uint32_t i = 0; i < p->n_routines; i++)
        if (!(s->is[i] & MEASURED)) s->is[i] |= SHAPE_FRAMED;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < p->n_routines; i++)
            if (!(s->is[i] & SHAPE_FRAMED) && stops(p, s, &p->routines[i])) {
                s->is[i] |= SHAPE_FRAMED;
                more = true;
            }
    }
}

/* Whether an operation writes the register of the card whose rule it is. */
static bool writes_card(struct word w) {
    const struct op_info *info = op_info(w.op);
    switch (info->a) {
    case K_W:
    case K_RW: return w.a == REG_THIS || (info->c == K_RW && w.c == REG_THIS);
    case K_SW:
    case K_SRW:
    case K_VW:
    case K_E: return w.a <= REG_THIS;
    default: return false;
    }
}

static void find_details(const struct program *p, struct shape *s, uint32_t index) {
    const struct routine *r = &p->routines[index];
    EACH_OP(p->code, r, pc) {
        struct word w = program_word(p, pc);
        if (w.op == OP_RET && w.b > s->results[index]) s->results[index] = (uint8_t)w.b;
        if (w.op == OP_GUARD && (s->is[index] & SHAPE_CYCLIC)) s->is[index] |= SHAPE_GUARDED;
        if (writes_card(w)) s->is[index] |= SHAPE_RENAMED;
    }
}

/* Marks what a routine that is used calls; true: there was something new. */
static bool use_callees(const struct program *p, struct shape *s, const struct routine *r) {
    bool more = false;
    EACH_OP(p->code, r, pc) {
        uint32_t n;
        const int32_t *to = program_callees(p, pc, &n);
        for (uint32_t i = 0; i < n; i++) {
            if (to[i] < 0 || (s->is[to[i]] & SHAPE_USED)) continue;
            s->is[to[i]] |= SHAPE_USED;
            more = true;
        }
    }
    return more;
}

static void use_all(const struct program *p, struct shape *s) {
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < p->n_routines; i++)
            if (s->is[i] & SHAPE_USED) more = use_callees(p, s, &p->routines[i]) || more;
    }
}

/* The slices of questions that may be asked. */
static void use_slices(const struct program *p, struct shape *s) {
    for (uint32_t i = 0; p->slices && i < p->slices->n; i++) {
        const struct slice *of = &p->slices->slices[i];
        if (!(s->is[program_routine_at(p, of->pc)] & SHAPE_USED)) continue;
        if (of->routine >= 0) s->is[of->routine] |= SHAPE_USED;
        for (uint32_t k = 0; k < of->n; k++)
            if (of->routines[k] >= 0) s->is[of->routines[k]] |= SHAPE_USED;
    }
}

static void find_used(const struct program *p, struct shape *s) {
    if (p->flow >= 0) s->is[p->flow] |= SHAPE_USED;
    for (uint32_t i = 0; i < p->n_scores; i++)
        if (p->scores[i].routine >= 0) s->is[p->scores[i].routine] |= SHAPE_USED;
    for (uint32_t i = 0; i < p->n_ties; i++)
        if (p->ties[i].routine >= 0) s->is[p->ties[i].routine] |= SHAPE_USED;
    for (uint32_t i = 0; i < p->n_aims; i++) {
        if (p->aims[i].have >= 0) s->is[p->aims[i].have] |= SHAPE_USED;
        if (p->aims[i].need >= 0) s->is[p->aims[i].need] |= SHAPE_USED;
    }
    use_all(p, s);
    use_slices(p, s);
    use_all(p, s);
}

/* Whether a call can lack room: only calls in circles can, unless the layout has less than is needed. */
static bool lacks_room(const struct program *p, const struct shape *s) {
    uint32_t n = p->slices ? p->slices->first : p->n_routines; /* a slice needs no room */
    for (uint32_t i = 0; i < n; i++)
        if (!(s->is[i] & MEASURED) || s->frames[i] > p->layout.frame_cap || s->regs[i] > p->layout.stack_cap)
            return true;
    return false;
}

bool shape_make(const struct program *p, struct shape *out) {
    size_t n = p->n_routines + 1u;
    out->size = n * (2 * sizeof(uint32_t) + 3);
    char *memory = malloc(out->size);
    if (!memory) return false;
    memset(memory, 0, out->size);
    out->frames = (uint32_t *)(void *)memory;
    out->regs = out->frames + n;
    out->is = (uint8_t *)(out->regs + n);
    out->results = out->is + n;
    measure_all(p, out);
    find_circles(p, out, out->results + n);
    find_framed(p, out);
    find_used(p, out);
    for (uint32_t i = 0; i < p->n_routines; i++)
        find_details(p, out, i);
    out->deep = lacks_room(p, out);
    return true;
}

void shape_free(struct shape *s) {
    free(s->frames);
}
