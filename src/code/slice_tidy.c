/* slice_tidy.c: a slice is written before it is known where its ways lead (slicer.h). Here what leads to nothing but
 * doubt becomes doubt at once, and what is never reached is dropped.
 *
 * Doubt about a candidate and about the whole slice are ends of their own. That something hidden might have been met on
 * the way, which is a yes, does not matter: to be unsure is always right.
 */
#include "code/slicer.h"

#include <string.h>

struct tidier {
    struct slicer *s;
    uint32_t *fate; /* per line: 1 + the label of the doubt all its ways lead to, or 0; then where it is in the end */
    uint32_t *to;   /* per line: whether it is reached */
};

static bool ends_way(const struct slice_line *l) {
    return l->w.op == OP_RET || l->w.op == OP_JMP;
}

static uint32_t fate_of(const struct tidier *t, uint32_t i) {
    const struct slicer *s = t->s;
    const struct slice_line *l = &s->lines[i];
    uint32_t target = l->jumps ? t->fate[s->labels[l->w.x]] : 0;
    if (l->w.op == OP_RET) return 0;
    if (l->w.op == OP_JMP) return target;
    uint32_t next = i + 1 < s->n_lines ? t->fate[i + 1] : 0;
    return l->jumps && target != next ? 0 : next;
}

/* The line where a doubt begins has that fate. */
static void find_fates(struct tidier *t) {
    struct slicer *s = t->s;
    for (uint32_t i = 0; i < s->n_asks; i++)
        if (s->asks[i].doubt != NO_LABEL) t->fate[s->labels[s->asks[i].doubt]] = 1 + s->asks[i].doubt;
    if (s->unsure != NO_LABEL) t->fate[s->labels[s->unsure]] = 1 + s->unsure;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = s->n_lines; i-- > 0;) {
            uint32_t fate = t->fate[i] ? t->fate[i] : fate_of(t, i);
            more = more || fate != t->fate[i];
            t->fate[i] = fate;
        }
    }
}

/* Whether all that is left of the line is its doubt. */
static bool is_doomed(const struct tidier *t, uint32_t i) {
    return t->fate[i] && t->s->labels[t->fate[i] - 1u] != i;
}

static void aim(struct tidier *t, uint32_t i) {
    struct slice_line *l = &t->s->lines[i];
    if (is_doomed(t, i)) {
        *l = (struct slice_line){.w = {.op = OP_JMP, .x = t->fate[i] - 1u}, .jumps = true};
        return;
    }
    for (int k = 0; l->jumps && k < 8; k++) { /* a jump to a jump */
        uint32_t target = t->s->labels[l->w.x];
        const struct slice_line *there = &t->s->lines[target];
        if (t->fate[target] && is_doomed(t, target))
            l->w.x = t->fate[target] - 1u;
        else if (there->w.op == OP_JMP)
            l->w.x = there->w.x;
        else
            break;
    }
}

static void mark_reached(struct tidier *t) {
    struct slicer *s = t->s;
    memset(t->to, 0, s->n_lines * sizeof *t->to);
    t->to[0] = 1;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < s->n_lines; i++) {
            const struct slice_line *l = &s->lines[i];
            if (!t->to[i]) continue;
            uint32_t *next = ends_way(l) ? NULL : &t->to[i + 1], *target = l->jumps ? &t->to[s->labels[l->w.x]] : NULL;
            more = more || (next && !*next) || (target && !*target && target < &t->to[i]);
            if (next) *next = 1;
            if (target) *target = 1;
        }
    }
}

/* A jump to what comes next anyway. */
static bool is_idle(const struct tidier *t, uint32_t i) {
    const struct slicer *s = t->s;
    const struct slice_line *l = &s->lines[i];
    if (l->w.op != OP_JMP) return false;
    uint32_t target = s->labels[l->w.x];
    for (uint32_t k = i + 1; k < target; k++)
        if (t->to[k]) return false;
    return target > i;
}

void slice_tidy(struct slicer *s) {
    struct tidier t = {.s = s, .fate = s->fate, .to = s->reached};
    uint32_t n = 0;
    memset(s->fate, 0, sizeof s->fate);
    find_fates(&t);
    for (uint32_t i = 0; i < s->n_lines; i++)
        aim(&t, i);
    mark_reached(&t);
    for (uint32_t i = 0; i < s->n_lines; i++) {
        bool stays = t.to[i] && !is_idle(&t, i);
        t.fate[i] = n; /* where it, or what comes behind it, is from now on */
        if (stays) s->lines[n++] = s->lines[i];
    }
    for (uint32_t i = 0; i < s->n_labels; i++)
        if (s->labels[i] != NO_LABEL) s->labels[i] = s->labels[i] < s->n_lines ? t.fate[s->labels[i]] : n;
    s->n_lines = n;
}
