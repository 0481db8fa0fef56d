/* slice_try.c: slices of what TRY and CAN try (slicer.h). They begin there, with the registers that what is tried
 * reads, and end with yes at its DONE, or where the routine that tries returns.
 *
 * Such a slice is *open* if an attempt of the same could come upon nothing hidden and no chance, whatever way it takes,
 * and *plain* if it could come upon no question to somebody else either. Look-ahead may ask only plain ones: an attempt
 * that ends at such a thing ends the look-ahead around it with yes (vm/try.c), and a slice may know the verdict before
 * it comes so far. Example: possible(roll()) is true whatever is rolled; but who looks ahead may not go on as if that
 * were known.
 */
#include "code/slicer.h"

#include "code/facts.h"

/* What an operation, or a routine with what it calls, can come upon: something hidden or chance; a question; somebody
 * else for whom it is carried out. */
enum { MEETS_HIDDEN = 1, MEETS_QUESTION = 2, MEETS_OTHERS = 4 };

static bool all_seen(const struct program *p) {
    for (uint32_t i = 0; i < p->n_zones; i++)
        if (p->zones[i].see != SEE_EVERYONE) return false;
    return true;
}

/* Whether look-ahead may always read it. */
static bool is_open(const struct program *p, uint32_t var) {
    const struct var *v = &p->vars[var];
    bool cards = v->scope == SCOPE_CARD || v->kind.type == VT_CARD;
    return var_open(v) && (!cards || all_seen(p));
}

static bool reads_open(const struct program *p, struct word w) {
    if (op_info(w.op)->x == X_VAR) return is_open(p, w.x);
    if (w.op == OP_LOSE || w.op == OP_GAIN)
        return p->stock_var >= 0 && is_open(p, (uint32_t)p->stock_var) &&
               (p->supply_var < 0 || is_open(p, (uint32_t)p->supply_var));
    for (uint32_t i = 0; w.op == OP_LDTRK && i < p->n_tracks; i++)
        if (p->tracks[i].var >= 0 && !is_open(p, (uint32_t)p->tracks[i].var)) return false;
    return true;
}

/* Whether it has to do with where cards lie. */
static bool handles_cards(unsigned op) {
    switch (op) {
    case OP_LDTRK:
    case OP_SWHERE:
    case OP_SEXCEPT: return false;
    case OP_MOVE:
    case OP_MOVES:
    case OP_MOVEZ:
    case OP_ZINDEX:
    case OP_ROTATE:
    case OP_REVEAL:
    case OP_REVEALZ:
    case OP_PEEK: return true;
    default: return slice_reads(op);
    }
}

/* Whether what is done from here on may be done for another one than `me`, who is in register `also`, too. */
static bool turns_to_others(struct word w, uint32_t also) {
    const struct op_info *info = op_info(w.op);
    if (op_calls(w.op)) {
        uint32_t me = w.op == OP_CALL ? w.b : w.c;
        if (me == NO_REGISTER) me = w.a;
        return me != REG_ME && me != also;
    }
    return (info->a == K_W || info->a == K_RW) && (w.a == REG_ME || w.a == also);
}

static uint8_t meets(const struct program *p, struct word w, uint32_t also) {
    bool hidden =
        op_is(w.op, OP_IS_CHANCE) || w.op == OP_WATCH || !reads_open(p, w) || (handles_cards(w.op) && !all_seen(p));
    return (uint8_t)((hidden ? MEETS_HIDDEN : 0) | (op_is(w.op, OP_IS_ASKS) ? MEETS_QUESTION : 0) |
                     (turns_to_others(w, also) ? MEETS_OTHERS : 0));
}

/* The same with what it calls. */
static uint8_t meets_at(const struct slicer *s, uint32_t pc, uint32_t also) {
    uint32_t n;
    const int32_t *to = program_callees(s->p, pc, &n);
    uint8_t all = meets(s->p, program_word(s->p, pc), also);
    for (uint32_t i = 0; i < n; i++)
        if (to[i] >= 0) all |= s->meets[to[i]];
    return all;
}

static bool spread(struct slicer *s) {
    bool more = false;
    for (uint32_t i = 0; i < s->p->n_routines; i++) {
        uint8_t all = s->meets[i];
        EACH_OP(s->p->code, &s->p->routines[i], pc)
            all |= meets_at(s, pc, REG_ME);
        more = more || all != s->meets[i];
        s->meets[i] = all;
    }
    return more;
}

bool slice_find_meetings(struct slicer *s) {
    s->meets = ARENA_ARRAY(s->arena, uint8_t, s->p->n_routines + 1u);
    if (!s->meets) return false;
    while (spread(s)) {
    }
    return true;
}

/* The DONE of the TRY or CAN at pc, or 0. */
static uint32_t done_of(const struct program *p, const struct routine *r, uint32_t pc) {
    struct word w = program_word(p, pc);
    uint32_t number = w.op == OP_TRY ? w.a : w.b;
    for (uint32_t i = pc + 2; i < r->end; i = op_next(p->code, i))
        if (op_of(p->code[i]) == OP_DONE && op_a(p->code[i]) == number) return i;
    return 0;
}

/* The register `me` was copied from right before pc: possible(..., by: p). */
static uint32_t copy_of_me(const struct program *p, const struct routine *r, uint32_t pc) {
    EACH_OP(p->code, r, i) {
        struct word w = program_word(p, i);
        if (op_next(p->code, i) == pc && w.op == OP_MOV && w.a == REG_ME) return w.b;
    }
    return REG_ME;
}

static enum made_plain how_plain(const struct slicer *s, const struct routine *r, uint32_t pc) {
    const struct program *p = s->p;
    uint32_t done = done_of(p, r, pc), also = copy_of_me(p, r, pc);
    uint8_t all = 0;
    for (uint32_t i = pc + 2; i < done; i = op_next(p->code, i)) {
        struct word w = program_word(p, i);
        if (op_jumps(w.op) && (w.x <= pc || w.x > done)) return MADE_BLIND;
        all |= meets_at(s, i, also);
    }
    if (!done || (all & MEETS_HIDDEN)) return MADE_BLIND;
    return (all & MEETS_QUESTION) && (all & MEETS_OTHERS) ? MADE_OPEN : MADE_PLAIN;
}

/* From pc on in the routine that tries, nothing can fail before its DONE. */
bool slice_leads_to_done(const struct slicer *s, uint32_t pc) {
    const struct program *p = s->p;
    while (pc < p->n_code && op_of(p->code[pc]) != OP_DONE) {
        unsigned op = op_of(p->code[pc]);
        if (!op_is(op, OP_IS_PURE) && op != OP_LOG && op != OP_DEED) return false;
        pc = op_next(p->code, pc);
    }
    return pc < p->n_code && op_a(p->code[pc]) == (uint32_t)s->trying;
}

void slice_begin_trying(struct slicer *s, struct point *at, uint32_t routine, uint32_t pc) {
    const struct routine *r = &s->p->routines[routine];
    uint32_t also = copy_of_me(s->p, r, pc);
    s->alive = REG_ARGS;
    for (uint32_t i = 0; i < r->n_regs; i++) {
        if (!s->finding && !s->wanted[i] && i != REG_ME) continue;
        at->vals[i] = val_run;
        at->vals[i].tag = s->finding ? TAG_FIRST : 0;
        if (i >= s->alive) s->alive = i + 1;
    }
    at->vals[also] = (struct val){.kind = V_RUN, .tag = TAG_ME};
}

void slice_tried(struct slicer *s, struct slices *out, uint32_t routine, uint32_t pc) {
    const struct routine *r = &s->p->routines[routine];
    if (r->n_regs > WINDOW || out->n == UINT16_MAX - 1 || !slice_make(s, routine, pc, val_dead)) return;
    int32_t made = slice_publish(s, routine, pc);
    if (made < 0) return;
    s->made[(uint32_t)made - s->p->n_routines].plain = (uint8_t)how_plain(s, r, pc);
    slice_new(out, pc)->routine = made;
}
