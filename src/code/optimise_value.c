/* optimise_value.c: follows constants and copies through straight code.
 *
 * A register is known to hold a number, or the same as another register; both are forgotten where a jump may come in.
 * Operations on known numbers become numbers, comparisons become jumps or nothing, and what reads a copy reads the
 * original instead, so that the copy may turn out to be of no use.
 */
#include "code/arithmetic.h"
#include "code/optimise.h"

enum { UNKNOWN, NUMBER, COPY, SET };
struct value {
    uint8_t kind;
    uint8_t of;     /* COPY: the register; SET: its words */
    int32_t number; /* NUMBER; SET: where its words lie in the pool */
};
struct values {
    struct body *b;
    struct value r[256];
    uint8_t known[256]; /* the registers something is known of, and perhaps some more */
    int n_known;
};

static void forget_all(struct values *v) {
    for (int i = 0; i < v->n_known; i++)
        v->r[v->known[i]].kind = UNKNOWN;
    v->n_known = 0;
}

static void know(struct values *v, uint8_t r, struct value value) {
    v->r[r] = value;
    v->known[v->n_known++] = r; /* what was known of it has been forgotten: it is not there yet */
}

static void forget(struct values *v, const struct registers *lost) {
    int kept = 0;
    for (int i = 0; i < v->n_known; i++) {
        uint8_t k = v->known[i];
        struct value *r = &v->r[k];
        struct registers set = {{0}};
        if (r->kind == SET) reg_add(&set, k, r->of);
        if (reg_in(lost, k) || (r->kind == COPY && reg_in(lost, r->of)) || reg_meet(lost, &set))
            r->kind = UNKNOWN;
        else
            v->known[kept++] = k;
    }
    v->n_known = kept;
}

/* The number in the register; 0 and false where it is not known. */
static bool known(const struct values *v, unsigned r, int32_t *out) {
    bool number = v->r[r].kind == NUMBER;
    *out = number ? v->r[r].number : 0;
    return number;
}

/* ---- what is computed beforehand */
static bool compute(const struct values *v, const struct instruction *i, int32_t b, int32_t *out) {
    const struct output *o = v->b->out;
    if (i->op == OP_MOV) return *out = b, true;
    if (i->op != OP_TAB) return compute_one(i->op, b, (uint32_t)i->x, out);
    const struct table *t = &o->tables.data[i->x];
    *out = (uint32_t)b < t->n ? o->pool.data[t->first + (uint32_t)b] : t->missing;
    return true;
}

static bool set_number(struct instruction *i, int32_t n) {
    if (i->op == OP_LDI) return false;
    *i = (struct instruction){
        .op = OP_LDI, .a = i->a, .x = n, .pc = i->pc, .note = NONE, .map = NONE, .target = i->target};
    return true;
}

static bool fold(const struct values *v, struct instruction *i) {
    const struct op_info *info = op_info(i->op);
    int32_t b, c = 0, out;
    if (info->a != K_W || info->b != K_R) return false;
    bool has_b = known(v, i->b, &b), has_c = info->c == K_R && known(v, i->c, &c);
    if (info->c == K_NIL && has_b && compute(v, i, b, &out)) return set_number(i, out);
    if (has_b && has_c && compute_two(i->op, b, c, &out)) return set_number(i, out);
    if (i->op == OP_SUB && has_c && c != INT32_MIN) {
        i->op = OP_ADDI, i->c = 0, i->x = -c;
        return true;
    }
    if (i->op == OP_ADD && (has_b || has_c)) {
        i->b = has_c ? i->b : i->c;
        i->op = OP_ADDI, i->c = 0, i->x = has_c ? c : b;
        return true;
    }
    return false;
}

/* Two known sets make a third. */
static bool fold_sets(const struct values *v, struct instruction *i) {
    const struct value *b = &v->r[i->b], *c = &v->r[i->c];
    unsigned n = (unsigned)i->x;
    int32_t words[64];
    if (i->op != OP_SAND && i->op != OP_SOR && i->op != OP_SANDN) return false;
    if (b->kind != SET || c->kind != SET || b->of != n || c->of != n || n > 64) return false;
    const int32_t *pool = v->b->out->pool.data;
    for (unsigned k = 0; k < n; k++) {
        int32_t x = pool[b->number + (int32_t)k], y = pool[c->number + (int32_t)k];
        words[k] = i->op == OP_SAND ? x & y : i->op == OP_SOR ? x | y : x & ~y;
    }
    *i = (struct instruction){.op = OP_SLDK,
                              .a = i->a,
                              .c = (uint8_t)n,
                              .x = (int32_t)output_pool(v->b->out, words, n),
                              .pc = i->pc,
                              .note = NONE,
                              .map = NONE,
                              .target = i->target};
    return true;
}

/* ---- comparisons */
static void decide(struct instruction *i, bool taken) {
    i->note = NONE;
    if (taken)
        i->op = OP_JMP, i->a = i->b = i->c = 0;
    else
        i->dead = true;
}

static bool is_small(int32_t n) {
    return n == (int8_t)n;
}

/* A comparison of two registers one of which is a known small number: the note keeps the number. */
static bool compare_small(struct values *v, struct instruction *i) {
    unsigned relation = op_info(i->op)->compares - 1u;
    int32_t n;
    bool by_right = known(v, i->b, &n) && is_small(n);
    if (!by_right && !(known(v, i->a, &n) && is_small(n))) return false;
    uint8_t fixed = by_right ? i->b : i->a;
    if (i->note != NONE) {
        struct note *note = &v->b->out->notes.data[i->note];
        if (note->have != fixed && note->need != fixed) return false;
        *(note->have == fixed ? &note->have : &note->need) = NO_REGISTER;
        note->fixed = n;
    }
    i->a = by_right ? i->a : i->b;
    i->b = (uint8_t)(int8_t)n;
    return set_branch(i, by_right ? relation : relation_turned(relation), K_S);
}

static bool fold_branch(struct values *v, struct instruction *i) {
    const struct op_info *info = op_info(i->op);
    unsigned relation = info->compares - 1u;
    int32_t a, b = info->b == K_S ? op_small(i->b) : 0;
    bool two = info->b == K_R, has_a = known(v, i->a, &a), has_b = two ? known(v, i->b, &b) : true;
    if (has_a && has_b) {
        decide(i, relation_holds(relation, a, b));
        return true;
    }
    if (two && i->a == i->b) {
        decide(i, relation_holds(relation, 0, 0));
        return true;
    }
    return two && compare_small(v, i);
}

/* ---- copies */
/* The register to read instead; what waits must find it in its stack map. */
static uint8_t original(const struct values *v, const struct instruction *i, uint8_t r) {
    if (v->r[r].kind != COPY) return r;
    uint8_t of = v->r[r].of;
    if (op_waits(i->op) && (i->map == NONE || of >= v->b->out->maps.data[i->map].n)) return r;
    return of;
}

static bool read_originals(const struct values *v, struct instruction *i) {
    const struct op_info *info = op_info(i->op);
    uint8_t *operands[3] = {&i->a, &i->b, &i->c};
    const uint8_t kinds[3] = {info->a, info->b, info->c};
    bool changed = false;
    for (int k = 0; k < 3; k++) {
        if (kinds[k] != K_R && (kinds[k] != K_O || *operands[k] == NO_REGISTER)) continue;
        uint8_t to = original(v, i, *operands[k]);
        changed = changed || to != *operands[k];
        *operands[k] = to;
    }
    return changed;
}

/* What runs again after chance, say: none of its registers may be another's. */
static bool may_rename(const struct instruction *i) {
    return !op_is(i->op, OP_IS_APART);
}

static void learn(struct values *v, const struct instruction *i) {
    struct registers lost = {{0}};
    registers_lost(v->b, i, &lost);
    forget(v, &lost);
    if (i->op == OP_LDI) know(v, i->a, (struct value){.kind = NUMBER, .number = i->x});
    if (i->op == OP_SLDK) know(v, i->a, (struct value){.kind = SET, .of = i->c, .number = i->x});
    if (i->op == OP_MOV && i->a != i->b) know(v, i->a, (struct value){.kind = COPY, .of = i->b});
}

bool optimise_values(struct body *b) {
    struct values v = {.b = b};
    bool changed = false;
    mark_targets(b);
    for (int k = 0; k < b->n; k++) {
        struct instruction *i = &b->code[k];
        if (i->dead) continue;
        if (i->target) forget_all(&v);
        if (may_rename(i)) changed = read_originals(&v, i) || changed;
        if (is_branch(i))
            changed = fold_branch(&v, i) || changed;
        else
            changed = fold(&v, i) || fold_sets(&v, i) || changed;
        if (!i->dead) learn(&v, i);
        if (op_ends(i->op)) forget_all(&v);
    }
    return changed;
}
