/* slice_loop.c: loops that stay loops (slicer.h). What is known of a cursor is mostly worth a copy of the loop's body
 * for each round: so a price with one entry is one comparison. A loop with many rounds, or whose end is not known,
 * would be copied without end: then the slice is made again, and at the head of that loop nothing is known any more of
 * what the loop writes (it is *rolled*). Example: how far a row on a board goes.
 */
#include "code/slicer.h"

#include "base/bits.h"

#include <string.h>

enum { OFTEN = 16, SETS = 8 }; /* so many ways came to one head; words of a set of registers */

struct slice_head {
    uint32_t pc, end; /* the operation behind the last jump back to it */
    uint32_t came;    /* so many points of this slice */
    bool rolled, judged;
    uint32_t read[SETS], written[SETS], alive[SETS]; /* registers; alive: that are read at pc or behind it */
};

/* ---- registers an operation reads and writes */
static void add(uint32_t *set, uint32_t from, uint32_t n) {
    for (uint32_t i = from; i < from + n && i < SETS * 32u; i++)
        bits_set(set, i);
}

static void operand(const struct slicer *s, struct word w, unsigned kind, uint32_t reg, uint32_t *reads,
                    uint32_t *writes) {
    if (reg == NO_REGISTER) return;
    if (slice_is_read(kind)) add(reads, reg, slice_width(s, w, kind));
    if (slice_is_written(kind)) add(writes, reg, slice_width(s, w, kind));
}

static void all_of(const struct slicer *s, const struct routine *r, uint32_t pc, uint32_t *reads, uint32_t *writes) {
    struct word w = program_word(s->p, pc);
    const struct op_info *info = op_info(w.op);
    const struct stack_map *map = op_info(w.op)->x == X_SITE ? program_map(s->p, pc) : NULL;
    operand(s, w, info->a, w.a, reads, writes);
    operand(s, w, info->b, w.b, reads, writes);
    operand(s, w, info->c, w.c, reads, writes);
    if (op_calls(w.op)) {
        add(reads, w.a, 256); /* arguments; who called is none the wiser of the rest */
        add(writes, w.a, 256);
    }
    if (w.op == OP_LMAKE) add(reads, w.b, r->n_regs);
    if (w.op == OP_RET) add(reads, w.a, w.b);
    if (w.op == OP_ASK) add(reads, w.b == NO_REGISTER ? 0 : w.b, w.b == NO_REGISTER ? 0 : s->p->sites[w.x].width + 1u);
    if (w.op == OP_ASK && w.c != NO_REGISTER) add(reads, w.c, 1);
    if (map) add(reads, 0, map->n);
}

/* ---- what is alive, back to front until nothing changes */
static void join_at(const struct routine *r, uint32_t (*alive)[SETS], uint32_t pc, uint32_t *out) {
    if (pc >= r->entry && pc < r->end) bits_or(out, alive[pc - r->entry], SETS);
}

static bool step_back(const struct slicer *s, const struct routine *r, uint32_t pc, uint32_t (*alive)[SETS]) {
    struct word w = program_word(s->p, pc);
    uint32_t now[SETS] = {0}, reads[SETS] = {0}, writes[SETS] = {0};
    if (!op_ends(w.op)) join_at(r, alive, op_next(s->p->code, pc), now);
    if (op_jumps(w.op)) join_at(r, alive, w.x, now);
    all_of(s, r, pc, reads, writes);
    if (!op_jumps(w.op)) bits_andn(now, writes, SETS); /* on one of its ways a jump may write nothing */
    bits_or(now, reads, SETS);
    bool more = memcmp(now, alive[pc - r->entry], sizeof now) != 0;
    memcpy(alive[pc - r->entry], now, sizeof now);
    return more;
}

static void find_alive(struct slicer *s, const struct routine *r, struct slice_head *h) {
    uint32_t n = r->end - r->entry;
    uint32_t(*alive)[SETS] = arena_array(s->arena, n + 1u, sizeof *alive, 8);
    if (!alive) return;
    memset(alive, 0, (n + 1u) * sizeof *alive);
    for (bool more = true; more;) {
        more = false;
        EACH_OP(s->p->code, r, pc)
            more = step_back(s, r, pc, alive) || more;
    }
    memcpy(h->alive, alive[h->pc - r->entry], sizeof h->alive);
}

static void judge(struct slicer *s, const struct routine *r, struct slice_head *h) {
    for (uint32_t pc = h->pc; pc < h->end; pc = op_next(s->p->code, pc))
        all_of(s, r, pc, h->read, h->written);
    find_alive(s, r, h);
    h->judged = true;
}

/* ---- heads */
bool slice_find_heads(struct slicer *s) {
    const struct program *p = s->p;
    uint32_t n = 0;
    s->head_at = ARENA_ARRAY(s->arena, uint16_t, p->n_code + 1u);
    s->joins = ARENA_ARRAY(s->arena, uint8_t, p->n_code + 1u);
    if (!s->head_at || !s->joins) return false;
    for (uint32_t i = 0; i < p->n_routines; i++)
        EACH_OP(p->code, &p->routines[i], pc) {
            struct word w = program_word(p, pc);
            if (op_jumps(w.op) && w.x < p->n_code) s->joins[w.x] = 1;
            if (op_jumps(w.op) && w.x <= pc && w.x < p->n_code && !s->head_at[w.x] && n < UINT16_MAX - 1)
                s->head_at[w.x] = (uint16_t)++n;
        }
    s->heads = ARENA_ARRAY(s->arena, struct slice_head, n + 1u);
    s->n_heads = n;
    if (!s->heads) return false;
    for (uint32_t i = 0; i < p->n_routines; i++)
        EACH_OP(p->code, &p->routines[i], pc) {
            struct word w = program_word(p, pc);
            if (!op_jumps(w.op) || w.x > pc || w.x >= p->n_code || !s->head_at[w.x]) continue;
            struct slice_head *h = &s->heads[s->head_at[w.x] - 1u];
            h->pc = w.x;
            h->end = pc + 2;
        }
    return true;
}

void slice_unroll(struct slicer *s) {
    for (uint32_t i = 0; i < s->n_heads; i++)
        s->heads[i].rolled = false, s->heads[i].came = 0;
}

bool slice_roll(struct slicer *s) {
    bool more = false;
    for (uint32_t i = 0; i < s->n_heads; i++) {
        struct slice_head *h = &s->heads[i];
        more = more || (h->came >= OFTEN && !h->rolled);
        h->rolled = h->rolled || h->came >= OFTEN;
        h->came = 0;
    }
    return more;
}

/* Nothing is known any more of what the loop writes; what it reads is where it looks for it. */
static bool forget(struct slicer *s, struct point *at, const struct routine *r, const struct slice_head *h) {
    uint32_t base = slice_top(at)->base;
    for (uint32_t i = 0; i < r->n_regs && base + i < WINDOW; i++) {
        bool written = bits_test(h->written, i), alive = bits_test(h->alive, i) || i < REG_ARGS;
        struct val *x = &at->vals[base + i];
        if (!alive) {
            *x = val_dead;
        } else if (written || bits_test(h->read, i)) {
            if (x->kind == V_LIST && written) return false;
            if (x->kind == V_KNOWN || (x->tag & TAG_ME)) slice_hold(s, at, base + i);
            slice_want(s, at, base + i);
            if (written && x->kind != V_DEAD) *x = val_run;
        }
    }
    return true;
}

enum went slice_at_head(struct slicer *s, struct point *at) {
    struct slice_head *h = at->pc < s->p->n_code && s->head_at[at->pc] ? &s->heads[s->head_at[at->pc] - 1u] : NULL;
    if (at->pc < s->p->n_code && s->joins[at->pc] && !slice_is_here(s, at) && slice_arrive(s, at) == WENT_END)
        return WENT_END;
    if (!h) return WENT_ON;
    h->came++;
    if (!h->rolled) return WENT_ON;
    const struct routine *r = &s->p->routines[slice_top(at)->routine];
    if (!h->judged) judge(s, r, h);
    if (!forget(s, at, r, h)) return WENT_UNSURE;
    return slice_is_here(s, at) ? WENT_ON : slice_arrive(s, at);
}
