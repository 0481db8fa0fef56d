/* slice_fold.c: what a slice need not compute because it is known (slicer.h): numbers, sets, lists of the pool. */
#include "code/slicer.h"

#include "base/bits.h"
#include "code/arithmetic.h"

static bool known(struct point *at, uint32_t reg, int32_t *v) {
    const struct val *x = slice_val(at, reg);
    *v = x->v;
    return x->kind == V_KNOWN;
}

static bool known_set(struct point *at, uint32_t reg, uint32_t n, uint32_t *out) {
    for (uint32_t i = 0; i < n; i++) {
        int32_t v;
        if (!known(at, reg + i, &v)) return false;
        if (out) out[i] = (uint32_t)v;
    }
    return true;
}

static void set_number(struct slicer *s, struct point *at, uint32_t reg, int32_t v) {
    slice_write(s, at, slice_top(at)->base + reg, val_known(v));
}

static void set_words(struct slicer *s, struct point *at, uint32_t reg, const uint32_t *words, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        set_number(s, at, reg + i, (int32_t)words[i]);
}

/* ---- numbers */
static bool fold_number(struct slicer *s, struct point *at, struct word w) {
    int32_t b, c, out;
    if (w.op == OP_LDI) {
        set_number(s, at, w.a, (int32_t)w.x);
        return true;
    }
    if (w.op == OP_MOV) {
        slice_copy(s, at, slice_top(at)->base + w.a, slice_top(at)->base + w.b);
        return true;
    }
    const struct op_info *info = op_info(w.op);
    if (info->a != K_W || info->b != K_R) return false;
    if (w.op == OP_AMTU && slice_val(at, w.b)->kind == V_RUN && (slice_val(at, w.b)->tag & TAG_UNIT)) {
        set_number(s, at, w.a, slice_val(at, w.b)->unit);
        return true;
    }
    if (!known(at, w.b, &b)) return false;
    if (compute_one(w.op, b, w.x, &out) || (info->c == K_R && known(at, w.c, &c) && compute_two(w.op, b, c, &out))) {
        set_number(s, at, w.a, out);
        return true;
    }
    return false;
}

static bool fold_table(struct slicer *s, struct point *at, struct word w) {
    const struct program *p = s->p;
    const struct table *t = &p->tables[w.x];
    int32_t b, c;
    if (!known(at, w.b, &b)) return false;
    switch (w.op) {
    case OP_TAB: set_number(s, at, w.a, (uint32_t)b < t->n ? p->pool[t->first + (uint32_t)b] : t->missing); return true;
    case OP_TAB2: {
        if (!known(at, w.c, &c)) return false;
        bool inside = (uint32_t)c < t->columns && (uint32_t)b < t->n / t->columns;
        set_number(s, at, w.a, inside ? p->pool[t->first + (uint32_t)b * t->columns + (uint32_t)c] : t->missing);
        return true;
    }
    default: /* STAB */
        for (uint32_t i = 0; i < w.c; i++)
            set_number(s, at, w.a + i,
                       (uint32_t)b < t->n && i < t->width ? p->pool[t->first + (uint32_t)b * t->width + i] : 0);
        return true;
    }
}

/* ---- sets */
static bool is_empty(struct point *at, uint32_t reg, uint32_t n) {
    uint32_t set[256];
    return known_set(at, reg, n, set) && !bits_any(set, n);
}

static bool fold_members(struct slicer *s, struct point *at, struct word w, uint32_t n) {
    uint32_t set[256];
    int32_t b;
    switch (w.op) {
    case OP_SADD:
    case OP_SDEL:
        if (w.op == OP_SDEL && is_empty(at, w.a, n)) return true;
        if (!known(at, w.b, &b)) return false;
        if ((uint32_t)b >= n * 32u) return true;
        if (!known_set(at, w.a + ((uint32_t)b >> 5), 1, set)) return false;
        if (w.op == OP_SADD)
            bits_set(set, (uint32_t)b & 31u);
        else
            bits_clear(set, (uint32_t)b & 31u);
        set_words(s, at, w.a + ((uint32_t)b >> 5), set, 1);
        return true;
    case OP_SIN:
        if (!known(at, w.b, &b) || !known_set(at, w.c, n, set)) return false;
        set_number(s, at, w.a, (uint32_t)b < n * 32u && bits_test(set, (uint32_t)b));
        return true;
    case OP_SCNT:
        if (!known_set(at, w.b, n, set)) return false;
        set_number(s, at, w.a, (int32_t)bits_count(set, n));
        return true;
    default: return false;
    }
}

static bool fold_combination(struct slicer *s, struct point *at, struct word w, uint32_t n) {
    uint32_t b[256], c[256];
    if (!known_set(at, w.b, n, b) || !known_set(at, w.c, n, c)) return false;
    for (uint32_t i = 0; i < n; i++)
        b[i] = w.op == OP_SAND ? b[i] & c[i] : w.op == OP_SOR ? b[i] | c[i] : b[i] & ~c[i];
    set_words(s, at, w.a, b, n);
    return true;
}

static bool fold_set(struct slicer *s, struct point *at, struct word w) {
    uint32_t n = program_words(s->p, w), set[256];
    switch (w.op) {
    case OP_SCLR:
        for (uint32_t i = 0; i < n; i++)
            set_number(s, at, w.a + i, 0);
        return true;
    case OP_SLDK:
        for (uint32_t i = 0; i < n; i++)
            set_number(s, at, w.a + i, s->p->pool[w.x + i]);
        return true;
    case OP_SMOV:
        if (n == 1) {
            slice_copy(s, at, slice_top(at)->base + w.a, slice_top(at)->base + w.b);
            return true;
        }
        if (!known_set(at, w.b, n, set)) return false;
        set_words(s, at, w.a, set, n);
        return true;
    case OP_SAND:
    case OP_SOR:
    case OP_SANDN: return fold_combination(s, at, w, n);
    default: return fold_members(s, at, w, n);
    }
}

/* ---- lists */
/* Item number i of the list in a register: where it is known how many there are. 1: in *item; 0: there is none;
 * -1: it is not known. *reg: the register of the window that holds it, if *here. */
static int item_at(struct slicer *s, struct point *at, uint32_t list, uint32_t i, int32_t *item, bool *here) {
    const struct val *l = slice_val(at, list);
    const struct program *p = s->p;
    *here = l->kind == V_LIST;
    if (l->kind == V_LIST) {
        const struct val *n = &at->vals[l->v];
        if (n->kind != V_KNOWN) return -1;
        *item = l->v + 1 + (int32_t)i;
        return n->v >= 0 && i < (uint32_t)n->v && (uint32_t)*item < WINDOW;
    }
    if (l->kind != V_KNOWN || l->v >= (int32_t)p->n_pool) return -1;
    if (l->v < 0) return 0;
    uint32_t room = p->n_pool - (uint32_t)l->v - 1u;
    int32_t n = p->pool[l->v];
    if (n < 0 || i >= (uint32_t)n || i >= room) return 0;
    *item = p->pool[(uint32_t)l->v + 1u + i];
    return 1;
}

static bool fold_next_item(struct slicer *s, struct point *at, struct word w) {
    int32_t c, item;
    bool here;
    if (!known(at, w.c, &c)) return false;
    int some = item_at(s, at, w.b, (uint32_t)c + 1u, &item, &here);
    if (some < 0) return false;
    set_number(s, at, w.c, (int32_t)((uint32_t)c + 1u));
    at->pc = some ? at->pc + 2 : w.x;
    if (some && here) slice_copy(s, at, slice_top(at)->base + w.a, (uint32_t)item);
    if (some && !here) set_number(s, at, w.a, item);
    return true;
}

static bool fold_count(struct slicer *s, struct point *at, struct word w) {
    const struct val *l = slice_val(at, w.b);
    int32_t c = 0, item, found = 0;
    bool here;
    if (l->kind != V_KNOWN || (w.op == OP_LCNT && !known(at, w.c, &c))) return false;
    for (uint32_t i = 0; item_at(s, at, w.b, i, &item, &here) == 1; i++)
        found += w.op == OP_LLEN || item == c;
    set_number(s, at, w.a, found);
    return true;
}

static bool fold_list(struct slicer *s, struct point *at, struct word w) {
    switch (w.op) {
    case OP_LMAKE:
        slice_write(s, at, slice_top(at)->base + w.a,
                    (struct val){.kind = V_LIST, .v = (int32_t)(slice_top(at)->base + w.b)});
        return true;
    case OP_LLEN:
    case OP_LCNT: return fold_count(s, at, w);
    default: return false;
    }
}

/* ---- ways */
static bool fold_jump(struct slicer *s, struct point *at, struct word w) {
    const struct op_info *info = op_info(w.op);
    int32_t a, b = 0;
    if (info->compares) {
        if (!known(at, w.a, &a) || (info->b == K_R && !known(at, w.b, &b))) return false;
        if (info->b == K_S) b = op_small(w.b);
        at->pc = relation_holds(info->compares - 1u, a, b) ? w.x : at->pc + 2;
        return true;
    }
    if (w.op == OP_NEXT) {
        uint32_t set[256];
        if (!known(at, w.a, &a) || !known_set(at, w.b, w.c, set)) return false;
        int32_t next = a >= -1 && a < INT32_MAX ? bits_next(set, w.c, a) : NONE;
        at->pc = next < 0 ? w.x : at->pc + 2;
        if (next >= 0) set_number(s, at, w.a, next);
        return true;
    }
    if (w.op == OP_STEP && known(at, w.a, &a) && known(at, w.b, &b)) {
        a = (int32_t)((uint32_t)a + 1u);
        set_number(s, at, w.a, a);
        at->pc = a > b ? w.x : at->pc + 2;
        return true;
    }
    return w.op == OP_LNEXT && fold_next_item(s, at, w);
}

bool slice_fold(struct slicer *s, struct point *at, struct word w) {
    if (op_jumps(w.op)) return fold_jump(s, at, w);
    switch (w.op) {
    case OP_TAB:
    case OP_TAB2:
    case OP_STAB: return fold_table(s, at, w);
    case OP_LMAKE:
    case OP_LLEN:
    case OP_LCNT: return fold_list(s, at, w);
    case OP_SCLR:
    case OP_SLDK:
    case OP_SMOV:
    case OP_SAND:
    case OP_SOR:
    case OP_SANDN:
    case OP_SADD:
    case OP_SDEL:
    case OP_SIN:
    case OP_SCNT: return fold_set(s, at, w);
    default: return fold_number(s, at, w);
    }
}
