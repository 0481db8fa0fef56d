/* slice.c: see slice.h and slicer.h. Goes through the code behind a question and writes the slice; here are ways, calls
 * and operations that are kept as they are. */
#include "code/slice.h"

#include "base/hash.h"
#include "code/slicer.h"

#include <string.h>

enum { LONGEST = 1500 /* lines of a slice */, MOST_REGS = 600 };

/* ---- lines */
uint32_t slice_label(struct slicer *s) {
    if (s->n_labels == MOST_LABELS) {
        s->too_large = true;
        return 0;
    }
    s->labels[s->n_labels] = NO_LABEL;
    return s->n_labels++;
}

void slice_place(struct slicer *s, uint32_t label) {
    s->labels[label] = s->n_lines;
}

void slice_put(struct slicer *s, struct word w) {
    if (s->n_lines == MOST_OPS)
        s->too_large = true;
    else
        s->lines[s->n_lines++] = (struct slice_line){.w = w};
}

void slice_jump(struct slicer *s, struct word w, uint32_t label) {
    w.x = label;
    slice_put(s, w);
    if (!s->too_large) s->lines[s->n_lines - 1].jumps = true;
}

uint32_t slice_extra(struct slicer *s, uint32_t n) {
    uint32_t first = EXTRA + s->n_extras;
    s->n_extras += n;
    if (s->n_extras > EXTRAS) s->too_large = true;
    return s->too_large ? X_A : first;
}

uint32_t slice_constants(struct slicer *s, const int32_t *words, uint32_t n) {
    if (s->n_pool + n > s->cap_pool) {
        s->too_large = true;
        return 0;
    }
    memcpy(s->pool + s->n_pool, words, n * sizeof *words);
    s->n_pool += n;
    return s->n_pool - n;
}

/* ---- registers of the window */
/* Code writes over it: questions around must keep what they need of it. */
void slice_clobber(struct slicer *s, const struct point *at, uint32_t reg) {
    for (int32_t i = at->ask; i >= 0; i = s->asks[i].outer) {
        if (!s->asks[i].live[reg]) continue;
        s->asks[i].live[reg] = 0;
        bool there = false;
        for (uint32_t k = 0; k < s->n_kept; k++)
            there = there || (s->kept[k].ask == (uint32_t)i && s->kept[k].reg == reg);
        if (there) continue;
        if (s->n_kept == WINDOW)
            s->too_large = true;
        else
            s->kept[s->n_kept++] = (struct kept){(uint32_t)i, reg};
        s->again = true;
    }
}

void slice_write(struct slicer *s, struct point *at, uint32_t reg, struct val v) {
    if (reg >= WINDOW) {
        s->too_large = true;
        return;
    }
    if (reg >= s->most) s->most = reg + 1;
    if (v.kind == V_RUN && !(v.tag & TAG_ME)) slice_clobber(s, at, reg);
    at->vals[reg] = v;
}

bool slice_hold(struct slicer *s, struct point *at, uint32_t reg) {
    struct val *x = &at->vals[reg];
    slice_want(s, at, reg);
    bool me = x->kind == V_RUN && (x->tag & TAG_ME);
    if (x->kind != V_KNOWN && !me) return x->kind == V_RUN;
    if (x->held) return true;
    slice_clobber(s, at, reg);
    if (reg >= s->most) s->most = reg + 1;
    slice_put(s, me ? (struct word){OP_MOV, reg, X_ME, 0, 0} : (struct word){OP_LDI, reg, 0, 0, (uint32_t)x->v});
    x->held = 1;
    return true;
}

bool slice_hold_set(struct slicer *s, struct point *at, uint32_t reg, uint32_t n) {
    int32_t words[256];
    bool known = n > 1, zero = true;
    for (uint32_t i = 0; i < n; i++) {
        const struct val *x = &at->vals[reg + i];
        if (reg + i >= WINDOW || (x->kind != V_RUN && x->kind != V_KNOWN)) return false;
        known = known && x->kind == V_KNOWN && !x->held;
        words[i] = x->v;
        zero = zero && x->v == 0;
    }
    if (!known) {
        for (uint32_t i = 0; i < n; i++)
            slice_hold(s, at, reg + i);
        return true;
    }
    for (uint32_t i = 0; i < n; i++) {
        slice_clobber(s, at, reg + i);
        at->vals[reg + i].held = 1;
    }
    if (reg + n > s->most) s->most = reg + n;
    slice_put(s, zero ? (struct word){OP_SCLR, reg, 0, n, 0}
                      : (struct word){OP_SLDK, reg, 0, n, slice_constants(s, words, n)});
    return true;
}

void slice_copy(struct slicer *s, struct point *at, uint32_t to, uint32_t from) {
    struct val v = at->vals[from];
    v.held = 0;
    if (to == from) return;
    slice_want(s, at, from);
    v.tag &= (uint8_t)~TAG_FIRST;
    bool me = v.kind == V_RUN && (v.tag & TAG_ME);
    if (v.kind == V_RUN && !me) slice_put(s, (struct word){OP_MOV, to, from, 0, 0});
    slice_write(s, at, to, v);
}

/* ---- points */
static struct memo *find_memo(struct slicer *s, const struct point *at, uint64_t hash) {
    for (uint32_t i = 0; i < s->n_memos; i++)
        if (s->memos[i].hash == hash && !memcmp(s->memos[i].at, at, sizeof *at)) return &s->memos[i];
    return NULL;
}

static struct memo *add_memo(struct slicer *s, const struct point *at, uint64_t hash) {
    struct memo *m = &s->memos[s->n_memos];
    bool room = s->n_memos < MOST_POINTS;
    if (room && !m->at) m->at = ARENA_NEW(s->arena, struct point); /* of a slice before, else */
    if (!room || !m->at) {
        s->too_large = true;
        return NULL;
    }
    *m->at = *at;
    m->hash = hash;
    m->label = slice_label(s);
    m->done = false;
    s->n_memos++;
    return m;
}

/* Its code is written from here on. */
static void begin_memo(struct slicer *s, struct memo *m) {
    m->done = true;
    slice_place(s, m->label);
    s->here = m;
}

uint32_t slice_later(struct slicer *s, const struct point *at) {
    uint64_t hash = hash_bytes(at, sizeof *at, 0);
    struct memo *m = find_memo(s, at, hash);
    if (!m) m = add_memo(s, at, hash);
    return m ? m->label : 0;
}

bool slice_is_here(struct slicer *s, const struct point *at) {
    const struct memo *m = s->here;
    return m && s->labels[m->label] == s->n_lines && !memcmp(m->at, at, sizeof *at);
}

enum went slice_arrive(struct slicer *s, const struct point *at) {
    uint64_t hash = hash_bytes(at, sizeof *at, 0);
    struct memo *m = find_memo(s, at, hash);
    if (m) {
        slice_jump(s, (struct word){.op = OP_JMP}, m->label);
        return WENT_END;
    }
    m = add_memo(s, at, hash);
    if (!m) return WENT_END;
    begin_memo(s, m);
    return WENT_ON;
}

/* ---- operations that are kept */
static bool is_register(unsigned kind) {
    return kind == K_W || kind == K_R || kind == K_RW || kind == K_SW || kind == K_SR || kind == K_SRW ||
           kind == K_VW || kind == K_VR || kind == K_E || kind == K_O || kind == K_M;
}
bool slice_is_read(unsigned kind) {
    return kind == K_R || kind == K_RW || kind == K_SR || kind == K_SRW || kind == K_VR || kind == K_E || kind == K_O;
}
bool slice_is_written(unsigned kind) {
    return kind == K_W || kind == K_RW || kind == K_SW || kind == K_SRW || kind == K_VW || kind == K_E;
}
uint32_t slice_width(const struct slicer *s, struct word w, unsigned kind) {
    if (kind == K_W || kind == K_R || kind == K_RW || kind == K_O) return 1;
    return program_words(s->p, w) + (kind == K_E ? 3u : 0u);
}

/* The operation with its registers as they lie in the window. */
static struct word shifted(struct point *at, struct word w) {
    const struct op_info *info = op_info(w.op);
    uint32_t base = slice_top(at)->base;
    if (is_register(info->a) && w.a != NO_REGISTER) w.a += base;
    if (is_register(info->b) && w.b != NO_REGISTER) w.b += base;
    if (is_register(info->c) && w.c != NO_REGISTER) w.c += base;
    return w;
}

static bool hold_operands(struct slicer *s, struct point *at, struct word w) {
    const struct op_info *info = op_info(w.op);
    const struct word here = shifted(at, w);
    const uint8_t kinds[3] = {info->a, info->b, info->c};
    const uint32_t regs[3] = {here.a, here.b, here.c};
    for (int i = 0; i < 3; i++) {
        if (!slice_is_read(kinds[i]) || regs[i] == NO_REGISTER) continue;
        uint32_t n = slice_width(s, w, kinds[i]);
        if (regs[i] + n > WINDOW || !slice_hold_set(s, at, regs[i], n)) return false;
    }
    return true;
}

static void write_operands(struct slicer *s, struct point *at, struct word w) {
    const struct op_info *info = op_info(w.op);
    const struct word here = shifted(at, w);
    const uint8_t kinds[3] = {info->a, info->b, info->c};
    const uint32_t regs[3] = {here.a, here.b, here.c};
    for (int i = 0; i < 3; i++)
        for (uint32_t k = 0; slice_is_written(kinds[i]) && k < slice_width(s, w, kinds[i]); k++)
            slice_write(s, at, regs[i] + k, val_run);
}

static enum went keep_operation(struct slicer *s, struct point *at, struct word w) {
    uint8_t unit = 0, tag = 0;
    if (w.op == OP_AMT && slice_val(at, w.c)->kind == V_KNOWN) {
        tag = TAG_UNIT;
        unit = (uint8_t)slice_val(at, w.c)->v;
    }
    if (!hold_operands(s, at, w)) return WENT_UNSURE;
    slice_put(s, shifted(at, w));
    write_operands(s, at, w);
    if (tag) {
        slice_val(at, w.a)->tag = tag;
        slice_val(at, w.a)->unit = unit;
    }
    at->pc = op_next(s->p->code, at->pc);
    return WENT_ON;
}

static bool tracks_clean(const struct slicer *s, const struct point *at) {
    for (uint32_t i = 0; i < s->p->n_tracks; i++)
        if (s->p->tracks[i].var >= 0 && !slice_clean(at, (uint32_t)s->p->tracks[i].var, NONE)) return false;
    return true;
}

/* One that reads the position, if nothing has changed that it reads. */
static enum went read_position(struct slicer *s, struct point *at, struct word w) {
    bool clean = op_info(w.op)->x == X_VAR ? slice_clean(at, w.x, NONE)
                 : w.op == OP_LDTRK        ? tracks_clean(s, at)
                                           : !at->cards;
    return clean ? keep_operation(s, at, w) : WENT_UNSURE;
}

/* What rows of the tables that a routine calls load as a set of one word; 0: nothing. */
static uint32_t heard_set(const struct slicer *s, uint32_t routine) {
    const struct program *p = s->p;
    EACH_OP(p->code, &p->routines[routine], pc) {
        uint32_t n;
        const int32_t *to = program_callees(p, pc, &n);
        for (uint32_t i = 0; i < n; i++) {
            if (to[i] < 0) continue;
            EACH_OP(p->code, &p->routines[to[i]], at) {
                struct word w = program_word(p, at);
                if (w.op == OP_SLDK && program_words(p, w) == 1 && p->pool[w.x]) return (uint32_t)p->pool[w.x];
            }
        }
    }
    return 0;
}

/* A set of one word for which listeners were asked meets one that is known: mostly there is none, and the result is
 * known. What a card would add has a way of its own, if the slice does not become too long by that. */
static bool is_heard(struct slicer *s, struct point *at, struct word w) {
    const struct val *b = slice_val(at, w.b), *c = slice_val(at, w.c);
    if (w.op != OP_SOR || w.x != 1) return false;
    const struct val *heard = b->tag & TAG_HEARD ? b : c, *other = heard == b ? c : b;
    if (heard->kind != V_RUN || !(heard->tag & TAG_HEARD) || other->kind != V_KNOWN) return false;
    uint32_t reg = (uint32_t)(heard - at->vals), base = slice_top(at)->base, nobody = slice_label(s);
    uint32_t set = s->briefly ? 0 : heard_set(s, (uint32_t)heard->v);
    int32_t known = other->v;
    slice_jump(s, (struct word){OP_JZ, reg, 0, 0, 0}, nobody);
    if (set) {
        struct point way = *at;
        s->widened = true;
        slice_put(s, (struct word){OP_LDI, X_B, 0, 0, set});
        slice_jump(s, (struct word){OP_JNE, reg, X_B, 0, 0}, slice_unsure(s, at));
        way.vals[base + w.a] = val_known((int32_t)((uint32_t)known | set));
        way.pc = op_next(s->p->code, at->pc);
        slice_jump(s, (struct word){.op = OP_JMP}, slice_later(s, &way));
    } else {
        slice_jump(s, (struct word){.op = OP_JMP}, slice_unsure(s, at));
    }
    slice_place(s, nobody);
    slice_write(s, at, base + w.a, val_known(known));
    return true;
}

/* ---- ways */
static enum went go_both_ways(struct slicer *s, struct point *at, struct word w) {
    struct point taken;
    if (!hold_operands(s, at, w)) return WENT_UNSURE;
    struct word here = shifted(at, w);
    if (w.op == OP_STEP) slice_write(s, at, here.a, val_run);
    if (w.op == OP_LNEXT) slice_write(s, at, here.c, val_run);
    taken = *at;
    taken.pc = w.x;
    slice_jump(s, here, slice_later(s, &taken));
    if (w.op == OP_NEXT || w.op == OP_LNEXT) slice_write(s, at, here.a, val_run);
    at->pc += 2;
    return WENT_ON;
}

static enum went take_jump(struct slicer *s, struct point *at, struct word w) {
    uint32_t next = at->pc + 2;
    if (op_is(w.op, OP_IS_LEAPS)) { /* JMP, WHY */
        at->pc = w.x;
        return slice_arrive(s, at);
    }
    if (slice_fold(s, at, w)) return at->pc == next ? WENT_ON : slice_arrive(s, at);
    if (!op_info(w.op)->compares && w.op != OP_NEXT && w.op != OP_STEP && w.op != OP_LNEXT) return WENT_UNSURE;
    return go_both_ways(s, at, w);
}

/* ---- calls */
/* Registers from `first` on are what a routine with so many registers in all finds there, or its caller again. */
static void blank(struct point *at, uint32_t first, uint32_t end, bool zero) {
    for (uint32_t i = first; i < WINDOW; i++)
        at->vals[i] = i < end && zero ? val_known(0) : val_dead;
}

static enum went open_call(struct slicer *s, struct point *at, struct word w, uint32_t routine) {
    const struct routine *to = &s->p->routines[routine];
    uint32_t base = slice_top(at)->base + w.a;
    if (at->depth == DEPTH || base + to->n_regs > WINDOW) return WENT_UNSURE;
    for (uint32_t i = 0; i < at->depth && s->cyclic[routine]; i++)
        if (at->levels[i].routine == routine) return WENT_UNSURE;
    at->levels[at->depth++] = (struct level){.call = at->pc, .base = (uint16_t)base, .routine = (uint16_t)routine};
    slice_forget(s, at, at->pc, at->depth - 2u);
    blank(at, base + REG_ARGS + to->n_args, base + to->n_regs, true);
    at->pc = to->entry;
    return WENT_ON;
}

/* The call stays one. `n`: registers it is handed. */
static enum went keep_call(struct slicer *s, struct point *at, struct word w, uint32_t n, uint32_t results, bool zero) {
    uint32_t base = slice_top(at)->base + w.a;
    const struct routine *own = &s->p->routines[slice_top(at)->routine];
    if (base + n > WINDOW) return WENT_UNSURE;
    for (uint32_t i = 0; i < n; i++)
        if (!slice_hold(s, at, base + i)) return WENT_UNSURE;
    if (w.op == OP_CALLT && !slice_hold(s, at, slice_top(at)->base + w.b)) return WENT_UNSURE;
    uint32_t b = w.op == OP_CALLT ? slice_top(at)->base + w.b : NO_REGISTER;
    slice_put(s, (struct word){w.op, base, b, NO_REGISTER, w.x});
    for (uint32_t i = base; i < WINDOW; i++)
        slice_clobber(s, at, i);
    blank(at, base, slice_top(at)->base + own->n_regs, zero);
    for (uint32_t i = 0; i < results; i++)
        slice_write(s, at, base + i, val_run);
    at->pc += 2;
    return WENT_ON;
}

/* Nothing is known of what a call returned that was left out. */
static enum went leave_out(struct slicer *s, struct point *at, struct word w) {
    const struct routine *own = &s->p->routines[slice_top(at)->routine];
    uint32_t base = slice_top(at)->base;
    for (uint32_t i = base + w.a; i < base + own->n_regs; i++)
        at->vals[i] = val_dead;
    at->pc += 2;
    return WENT_ON;
}

static enum went call_routine(struct slicer *s, struct point *at, struct word w) {
    const struct routine *to = &s->p->routines[w.x];
    uint32_t base = slice_top(at)->base;
    if (w.b != NO_REGISTER) slice_copy(s, at, base + w.a, base + w.b);
    if (w.c != NO_REGISTER) slice_copy(s, at, base + w.a + 1, base + w.c);
    const struct val val_heard = {.kind = V_RUN, .v = (int32_t)w.x, .tag = TAG_HEARD};
    if (s->pure[w.x].pure && slice_reads_clean(s, at, w.x)) {
        enum went went = keep_call(s, at, w, REG_ARGS + (uint32_t)to->n_args, to->n_result, true);
        if (went == WENT_ON && s->pure[w.x].hears && to->n_result == 1) at->vals[base + w.a] = val_heard;
        if (went == WENT_ON) return went;
    }
    if ((!to->n_result || s->pure[w.x].pure) && slice_can_skip(s, at, w.x, base + w.a))
        return slice_skip(s, at, w.x) ? leave_out(s, at, w) : WENT_UNSURE;
    return open_call(s, at, w, w.x);
}

/* A rule of a card that is not known: where all of them compute, or none can fail. */
static enum went call_any(struct slicer *s, struct point *at, struct word w) {
    const struct program *p = s->p;
    uint32_t n = 0, results = 0, rows, base = slice_top(at)->base + w.a;
    const int32_t *to = program_callees(p, at->pc, &rows);
    bool pure = true, skips = true;
    for (uint32_t i = 0; i < rows; i++) {
        if (to[i] < 0) continue;
        const struct routine *r = &p->routines[to[i]];
        pure = pure && s->pure[to[i]].pure && slice_reads_clean(s, at, (uint32_t)to[i]);
        skips = skips && slice_can_skip(s, at, (uint32_t)to[i], base);
        if (r->n_args + (uint32_t)REG_ARGS > n) n = r->n_args + (uint32_t)REG_ARGS;
        if (r->n_result > results) results = r->n_result;
    }
    if (pure) return results > 1 ? WENT_UNSURE : keep_call(s, at, w, n, 1, false);
    if (!skips) return slice_any_row(s, at, w);
    for (uint32_t i = 0; i < rows; i++)
        if (to[i] >= 0 && !slice_skip(s, at, (uint32_t)to[i])) return WENT_UNSURE;
    return leave_out(s, at, w);
}

static enum went call_row(struct slicer *s, struct point *at, struct word w) {
    const struct table *t = &s->p->tables[w.x];
    const struct val of = *slice_val(at, w.b);
    uint32_t base = slice_top(at)->base;
    int32_t to = NONE;
    if (of.kind == V_KNOWN && (uint32_t)of.v < t->n) to = s->p->pool[t->first + (uint32_t)of.v];
    if (of.kind == V_KNOWN && to < 0) {
        slice_write(s, at, base + w.a, val_known(0));
        at->pc += 2;
        return WENT_ON;
    }
    if (of.kind != V_KNOWN && of.kind != V_RUN) return WENT_UNSURE;
    if (w.c != NO_REGISTER) {
        slice_copy(s, at, base + w.a, base + w.c);
        slice_copy(s, at, base + w.a + 1, base + w.b);
    }
    return to >= 0 ? open_call(s, at, w, (uint32_t)to) : call_any(s, at, w);
}

static enum went give_back(struct slicer *s, struct point *at, struct word w) {
    struct level from = *slice_top(at);
    if (at->depth == 1) {
        slice_end(s, at, SLICE_RETURNS);
        return WENT_END;
    }
    for (uint32_t i = 0; i < w.b; i++)
        slice_copy(s, at, from.base + i, from.base + w.a + i);
    at->levels[--at->depth] = (struct level){0, 0, 0};
    const struct routine *own = &s->p->routines[slice_top(at)->routine];
    blank(at, from.base + w.b, slice_top(at)->base + own->n_regs, true);
    at->pc = from.call + 2;
    return WENT_ON;
}

/* ---- one operation */
static enum went pass_over(struct slicer *s, struct point *at) {
    at->pc = op_next(s->p->code, at->pc);
    return WENT_ON;
}

static enum went behind(struct slicer *s, struct point *at, enum went went) {
    return went == WENT_ON ? pass_over(s, at) : went;
}

static enum went end_with(struct slicer *s, struct point *at, enum slice_verdict v) {
    slice_end(s, at, v);
    return WENT_END;
}

static enum went special(struct slicer *s, struct point *at, struct word w) {
    if (slice_reads(w.op)) return read_position(s, at, w);
    switch (w.op) {
    case OP_FAIL: return end_with(s, at, SLICE_NO);
    case OP_CALL: return call_routine(s, at, w);
    case OP_CALLT: return call_row(s, at, w);
    case OP_RET: return give_back(s, at, w);
    case OP_GUARD:
        if (s->cyclic[slice_top(at)->routine]) s->needs |= SLICE_ALONE; /* see open_call for those above */
        return pass_over(s, at);
    case OP_ASK: return slice_question(s, at, w);
    case OP_LDV: return behind(s, at, slice_load(s, at, w));
    case OP_STV:
    case OP_ADDV: return behind(s, at, slice_store(s, at, w));
    case OP_LOSE: return behind(s, at, slice_lose(s, at, w));
    case OP_GAIN: return behind(s, at, slice_gain(s, at, w));
    case OP_MOVE: return behind(s, at, slice_move(s, at, w));
    case OP_DONE:
        if (at->depth == 1 && s->trying == (int32_t)w.a) return end_with(s, at, SLICE_YES);
        return pass_over(s, at);
    case OP_LOG:
    case OP_DEED:
    case OP_PHASE:
    case OP_WATCH: return pass_over(s, at);
    default: return WENT_UNSURE;
    }
}

static enum went step(struct slicer *s, struct point *at, struct word w) {
    if (op_concludes(w.op)) return end_with(s, at, SLICE_YES);
    if (op_jumps(w.op)) return take_jump(s, at, w);
    if (op_is(w.op, OP_IS_PURE) || w.op == OP_LMAKE) {
        if (slice_fold(s, at, w)) return pass_over(s, at);
        if (is_heard(s, at, w)) return pass_over(s, at);
        return w.op == OP_LMAKE ? WENT_UNSURE : keep_operation(s, at, w);
    }
    return special(s, at, w);
}

static bool is_look(unsigned op) {
    return op == OP_LOSE || op == OP_ADDV || op == OP_STV || op == OP_RET || op == OP_ASK;
}

static void go_through(struct slicer *s, struct point *at) {
    for (bool look = true; !s->too_large;) {
        enum went came = slice_at_head(s, at);
        if (came == WENT_UNSURE) slice_end(s, at, SLICE_UNSURE);
        if (came != WENT_ON || slice_safe(s, at, look)) return;
        struct word w = program_word(s->p, at->pc);
        look = is_look(w.op);
        enum went went = step(s, at, w);
        if (went == WENT_END) return;
        if (went == WENT_UNSURE) {
            slice_end(s, at, SLICE_UNSURE);
            return;
        }
    }
}

/* ---- a slice */
static void reset(struct slicer *s, uint32_t n_pool) {
    s->n_lines = s->n_labels = s->n_memos = s->n_asks = s->n_payments = s->decided = s->most = 0;
    s->n_extras = X_FREE - EXTRA;
    s->yes = s->no = s->unsure = s->returns = NO_LABEL;
    s->again = s->too_large = s->flagged = false;
    s->needs = 0;
    s->n_given = 0;
    s->here = NULL;
    s->n_pool = n_pool;
}

/* Behind an ASK: what its stack map keeps, and the answer. */
static void begin_answered(struct slicer *s, struct point *at, uint32_t pc, uint32_t reg, struct val answer) {
    const struct stack_map *map = program_map(s->p, pc);
    for (uint32_t i = 0; i < map->n; i++)
        at->vals[i] = s->p->map_bytes[map->first + i] & LIVE_DEAD ? val_dead : val_run;
    at->vals[reg] = answer;
    s->alive = map->n > reg ? map->n : reg + 1u;
}

static void begin_at(struct slicer *s, struct point *at, uint32_t routine, uint32_t pc, struct val answer) {
    struct word w = program_word(s->p, pc);
    if (s->row) {
        slice_begin_row(s, at);
        slice_put(s, (struct word){OP_LDI, X_FLAG, 0, 0, 0});
        return;
    }
    memset(at, 0, sizeof *at);
    at->pc = pc + 2;
    at->ask = NONE;
    at->depth = 1;
    at->levels[0] = (struct level){.routine = (uint16_t)routine};
    if (s->trying == NONE)
        begin_answered(s, at, pc, w.a, answer);
    else
        slice_begin_trying(s, at, routine, pc);
    at->vals[REG_ME].tag |= TAG_ME;
    at->vals[REG_ME].held = 1;
    s->most = s->alive;
    slice_put(s, (struct word){OP_LDI, X_FLAG, 0, 0, 0});
}

static bool make_once(struct slicer *s, uint32_t routine, uint32_t pc, struct val answer) {
    struct point at;
    struct word w = program_word(s->p, pc);
    uint32_t n_pool = s->n_pool, n_tables = s->n_tables;
    s->n_kept = 0;
    slice_unroll(s);
    s->trying = w.op == OP_TRY ? (int32_t)w.a : w.op == OP_CAN ? (int32_t)w.b : NONE;
    s->finding = s->trying != NONE;
    memset(s->wanted, 0, sizeof s->wanted);
    for (int i = 0; i < RESTARTS; i++) {
        reset(s, s->n_tables == n_tables ? n_pool : s->n_pool);
        begin_at(s, &at, routine, pc, answer);
        go_through(s, &at);
        for (uint32_t k = 0; k < s->n_memos && !s->too_large; k++) {
            if (s->memos[k].done) continue;
            begin_memo(s, &s->memos[k]);
            at = *s->memos[k].at;
            go_through(s, &at);
        }
        if (s->missing || (s->too_large && s->widened)) return false;
        bool rolled = s->too_large && slice_roll(s);
        if (s->finding && !rolled) {
            s->finding = false;
            rolled = true;
        }
        if (rolled) s->n_kept = 0;
        if (!s->again && !rolled) break;
    }
    if (!s->again && !s->too_large) {
        slice_ends(s);
        slice_tidy(s);
    }
    return !s->again && !s->too_large && s->decided > 0;
}

bool slice_make(struct slicer *s, uint32_t routine, uint32_t pc, struct val answer) {
    for (bool briefly = false;;) {
        s->missing = NULL;
        s->widened = false;
        s->briefly = briefly;
        bool made = make_once(s, routine, pc, answer) && s->n_lines <= LONGEST;
        if (s->missing)
            slice_make_rows(s, s->missing);
        else if (made || !s->widened)
            return made;
        else
            briefly = true;
    }
}

/* ---- what was made becomes code */
static uint32_t placed(const struct slicer *s, uint32_t reg) {
    if (reg == NO_REGISTER) return reg;
    if (reg >= GIVEN) return reg - GIVEN + REG_ARGS;
    if (reg >= EXTRA) return reg - X_ME + s->n_given;
    return reg >= X_ME ? reg - X_ME : reg + REG_ARGS + s->n_given + s->n_extras;
}

static struct word final_word(const struct slicer *s, struct word w) {
    const struct op_info *info = op_info(w.op);
    if (is_register(info->a) || op_calls(w.op)) w.a = placed(s, w.a);
    if (is_register(info->b)) w.b = placed(s, w.b);
    if (is_register(info->c)) w.c = placed(s, w.c);
    return w;
}

/* The room it needs in the stack of a position, with what it calls. */
static void measure(const struct slicer *s, uint32_t n_regs, struct made *m) {
    m->regs = (uint16_t)n_regs;
    m->frames = 1;
    for (uint32_t i = 0; i < s->n_lines; i++) {
        struct word w = final_word(s, s->lines[i].w);
        if (!op_calls(w.op)) continue;
        const struct table *t = w.op == OP_CALLT ? &s->tables[w.x] : NULL;
        for (uint32_t k = 0; k < (t ? t->n : 1u); k++) {
            int32_t to = t ? s->pool[t->first + k] : (int32_t)w.x;
            if (to < 0) continue;
            bool slice = (uint32_t)to >= s->p->n_routines;
            const struct made *other = &s->made[slice ? (uint32_t)to - s->p->n_routines : 0];
            uint32_t frames = 1u + (slice ? other->frames : s->pure[to].frames);
            uint32_t regs = w.a + (slice ? other->regs : s->pure[to].regs);
            if (frames > m->frames) m->frames = (uint16_t)frames;
            if (regs > m->regs) m->regs = (uint16_t)regs;
        }
    }
}

int32_t slice_publish(struct slicer *s, uint32_t routine, uint32_t pc) {
    uint32_t where[MOST_OPS + 1], n = s->n_code, n_regs = REG_ARGS + s->n_given + s->n_extras + s->most;
    struct made *m = &s->made[s->n_routines - s->p->n_routines];
    if (s->n_routines == s->cap_routines || s->n_code + 2 * s->n_lines > s->cap_code || s->n_lines > LONGEST ||
        n_regs >= NO_REGISTER)
        return NONE;
    measure(s, n_regs, m);
    if (m->regs > MOST_REGS || m->frames > s->p->layout.frame_cap) return NONE;
    if (m->regs > s->room) s->room = m->regs;
    m->offset = (uint8_t)(s->row ? REG_ARGS : REG_ARGS + s->n_extras);
    m->inner = s->row != NULL;
    m->answer = s->trying == NONE && !s->row ? (uint8_t)op_a(s->p->code[pc]) : NO_REGISTER;
    m->needs = s->needs;
    m->plain = MADE_BLIND;
    for (uint32_t i = 0; i < s->n_lines; i++) {
        where[i] = n;
        n += op_length(op_info(s->lines[i].w.op));
    }
    for (uint32_t i = 0; i < s->n_lines; i++) {
        struct word w = final_word(s, s->lines[i].w);
        if (s->lines[i].jumps) w.x = where[s->labels[w.x]];
        s->code[s->n_code++] = op_word(w.op, w.a, w.b, w.c);
        if (op_info(w.op)->x != X_NIL) s->code[s->n_code++] = w.x;
    }
    const struct routine *of = &s->p->routines[routine];
    s->routines[s->n_routines] = (struct routine){.name = of->name,
                                                  .entry = where[0],
                                                  .end = n,
                                                  .n_args = (uint8_t)(s->row ? s->n_given : s->n_extras + s->alive),
                                                  .n_result = 1,
                                                  .n_regs = (uint8_t)n_regs,
                                                  .at = of->at};
    return (int32_t)s->n_routines++;
}
