/* optimise_life.c: which registers are still read, back to front; what nobody reads is not computed.
 *
 * A stack map counts as reading all it keeps, words as reading their holes, a list made of registers as reading them
 * for good. Registers 0 and 1 (me, this) are always alive.
 */
#include "base/bits.h"
#include "code/optimise.h"

#include <string.h>

enum { LOOK_BACK = 12 };

/* ---- what an operation reads and writes */
static void read_words(const struct body *b, struct words w, struct registers *reads) {
    for (uint32_t i = 0; i < w.n; i++) {
        const struct piece *p = &b->out->pieces.data[w.first + i];
        if (!piece_reads(p)) continue;
        uint32_t width = 1;
        if (p->kind.flags & VF_SET) width = (uint32_t)output_set_words(b->out, p->kind.type, p->kind.of);
        reg_add(reads, p->reg, width);
    }
}

static void read_site(const struct body *b, const struct instruction *i, struct registers *reads) {
    const struct site *s = &b->out->sites.data[i->x];
    read_words(b, s->words, reads);
    read_words(b, s->where, reads);
}

/* ---- what the column READS of ops.def names */
static void reads_question(const struct body *b, const struct instruction *i, struct registers *reads,
                           struct registers *writes) {
    const struct site *s = &b->out->sites.data[i->x];
    (void)writes;
    if (s->prefer != NO_REGISTER) reg_add(reads, s->prefer, 1);
    if (s->take) reg_add(reads, s->take, 3);
    if (s->worth != NO_REGISTER) reg_add(reads, s->worth, 1); /* what else a payment speaks of is in its words */
    if (s->kind == SITE_CHOOSE) reg_add(reads, i->b, s->width);
    if (s->kind == SITE_NUMBER) reg_add(reads, i->b, 1), reg_add(reads, i->c, 1);
    if (s->kind == SITE_OPTION && i->b != NO_REGISTER) reg_add(reads, i->b, 1);
    for (uint32_t k = 0; s->kind == SITE_OPTION && k < s->n_options; k++)
        read_words(b, b->out->labels.data[s->options + k], reads);
}

static unsigned window_of(const struct body *b, const struct instruction *i) {
    const struct output *o = b->out;
    if (i->op == OP_CALL) return REG_ARGS + o->routines.data[i->x].n_args;
    const struct table *t = &o->tables.data[i->x];
    unsigned most = REG_ARGS;
    for (uint32_t k = 0; k < t->n; k++) {
        int32_t r = o->pool.data[t->first + k];
        unsigned window = r < 0 ? 0u : (unsigned)REG_ARGS + o->routines.data[r].n_args;
        if (window > most) most = window;
    }
    return most;
}

static void reads_window(const struct body *b, const struct instruction *i, struct registers *reads,
                         struct registers *writes) {
    bool me = i->op == OP_CALLT ? i->c != NO_REGISTER : i->b != NO_REGISTER, self = i->c != NO_REGISTER;
    reg_add(reads, i->a + (unsigned)REG_ARGS, window_of(b, i) - REG_ARGS);
    if (!me) reg_add(reads, i->a, 1);
    if (!self) reg_add(reads, i->a + 1u, 1);
    if (i->op == OP_CALL) reg_add(writes, i->a, b->out->routines.data[i->x].n_result);
}

static void reads_result(const struct body *b, const struct instruction *i, struct registers *reads,
                         struct registers *writes) {
    (void)b, (void)writes;
    reg_add(reads, i->a, i->b);
}

/* The run goes on behind the fork. */
static void reads_all(const struct body *b, const struct instruction *i, struct registers *reads,
                      struct registers *writes) {
    (void)b, (void)i, (void)writes;
    reg_add(reads, 0, 256);
}

/* Behind the last item nothing is written. */
static void reads_item(const struct body *b, const struct instruction *i, struct registers *reads,
                       struct registers *writes) {
    (void)b, (void)reads;
    reg_remove(writes, i->a, 1);
}

/* Registers of the list an LMAKE refers to: its count, mostly written just before, and that many items. */
static unsigned list_size(const struct body *b, const struct instruction *i) {
    const struct instruction *k = i;
    for (int looked = 0; k > b->code && looked < 64 && !k->target; looked++) {
        k--;
        if (!k->dead && k->op == OP_LDI && k->a == i->b) return (unsigned)(k->x >= 0 && k->x < 255 ? k->x + 1 : 256);
        if (!k->dead && (is_jump(k) || op_ends(k->op))) break;
    }
    return 256;
}

static void reads_list(const struct body *b, const struct instruction *i, struct registers *reads,
                       struct registers *writes) {
    (void)writes;
    reg_add(reads, i->b, list_size(b, i));
}

static const struct {
    uint8_t op;
    void (*reads)(const struct body *b, const struct instruction *i, struct registers *reads, struct registers *writes);
} rows[OP_COUNT + 1] = {
#define OP(name, a, b, c, x, contract, columns) {.op = OP_##name, columns},
#define READS(f) .reads = reads_##f,
#include "code/ops.def"
};

/* ---- all that is read in the name of an operation */
/* Cards in waiting frames are looked at by kind; other registers count only if something reads them later. */
static void read_map(const struct body *b, const struct stack_map *map, struct registers *reads) {
    for (uint32_t i = 0; i < map->n; i++)
        if (b->out->map_bytes.data[map->first + i] != LIVE_PLAIN) reg_add(reads, i, 1);
}

/* What the loops around a place of the flow remember is told to whoever asks where it stands. */
static void read_around(const struct body *b, const struct instruction *i, struct registers *reads) {
    const struct output *o = b->out;
    for (size_t k = 0; k < b->n_stretches; k++) {
        const struct stretch *s = &b->stretches[k];
        for (unsigned n = 0; i->pc >= s->from && i->pc < s->to && n < o->entries.data[s->entry].n_around; n++)
            reg_add(reads, s->around[n], 1);
    }
}

static unsigned set_width(const struct body *b, const struct instruction *i) {
    const struct op_info *info = op_info(i->op);
    if (info->x == X_N) return (unsigned)i->x;
    if (info->c == K_N) return i->c;
    if (info->b == K_N) return i->b;
    if (info->b != K_VR) return 0;
    if (info->x == X_TABLE) return BITS_WORDS(b->out->tables.data[i->x].n);
    int scope = b->out->vars.data[i->x].scope;
    return output_set_words(b->out, scope == SCOPE_CARD ? VT_CARD : scope == SCOPE_SPACE ? VT_SPACE : VT_PLAYER, 0);
}

static void operand(unsigned kind, uint8_t r, unsigned width, struct registers *reads, struct registers *writes) {
    switch (kind) {
    case K_O:
        if (r == NO_REGISTER) return;
        /* fall through */
    case K_R: reg_add(reads, r, 1); return;
    case K_RW: reg_add(reads, r, 1); /* fall through */
    case K_W: reg_add(writes, r, 1); return;
    case K_SRW: reg_add(reads, r, width); /* fall through */
    case K_SW:
    case K_VW: reg_add(writes, r, width); return;
    case K_SR:
    case K_VR: reg_add(reads, r, width); return;
    case K_E: reg_add(reads, r, width + 3), reg_add(writes, r, width + 3); return;
    default: return;
    }
}

static void operands(const struct body *b, const struct instruction *i, struct registers *reads,
                     struct registers *writes) {
    const struct op_info *info = op_info(i->op);
    unsigned width = set_width(b, i);
    operand(info->a, i->a, width, reads, writes);
    operand(info->b, i->b, width, reads, writes);
    operand(info->c, i->c, width, reads, writes);
}

/* maps: what a stack map keeps counts as read. */
static void registers_read(const struct body *b, const struct instruction *i, struct registers *reads,
                           struct registers *writes, bool maps) {
    memset(reads, 0, sizeof *reads);
    memset(writes, 0, sizeof *writes);
    reg_add(reads, REG_ME, 2);
    operands(b, i, reads, writes);
    if (op_info(i->op)->x == X_SITE) read_site(b, i, reads);
    if (rows[i->op].reads) rows[i->op].reads(b, i, reads, writes);
    if (i->map != NONE && maps) read_map(b, &b->out->maps.data[i->map], reads);
    if (i->map != NONE) read_around(b, i, reads);
    if (i->note != NONE) {
        const struct note *n = &b->out->notes.data[i->note];
        if (n->have != NO_REGISTER) reg_add(reads, n->have, 1);
        if (n->need != NO_REGISTER) reg_add(reads, n->need, 1);
        read_words(b, n->words, reads);
    }
    if (i->giver) {
        const struct giver *from = &b->out->givers.data[i->giver - 1];
        if (from->reg != NO_REGISTER) reg_add(reads, from->reg, 1);
        if (from->owner != NO_REGISTER) reg_add(reads, from->owner, 1);
    }
}

void registers_of(const struct body *b, const struct instruction *i, struct registers *reads,
                  struct registers *writes) {
    registers_read(b, i, reads, writes, true);
}

void registers_lost(const struct body *b, const struct instruction *i, struct registers *lost) {
    struct registers reads;
    registers_of(b, i, &reads, lost);
    operands(b, i, &reads, lost);
    if (op_calls(i->op)) reg_add(lost, i->a, 256);
}

/* Nothing but a value: no effect, no failure, nothing hidden. */
static bool is_pure(const struct body *b, const struct instruction *i) {
    if (!op_is(i->op, OP_IS_PURE_OPEN)) return op_is(i->op, OP_IS_PURE);
    const struct var *v = &b->out->vars.data[i->x];
    return v->see == SEE_EVERYONE && v->scope != SCOPE_CARD;
}

/* ---- liveness */
struct life {
    struct body *b;
    struct registers *after;          /* alive behind each operation */
    struct registers *reads, *writes; /* of each operation */
    struct registers kept;            /* of lists: alive for good */
    bool bare;                        /* what rules read, whatever stack maps keep; a body of a FORK leads behind it */
};

static void before(const struct life *l, int i, struct registers *out) {
    for (int k = 0; k < 4; k++)
        out->bits[k] = (l->after[i].bits[k] & ~l->writes[i].bits[k]) | l->reads[i].bits[k] | l->kept.bits[k];
}

static bool merge(struct registers *to, const struct registers *from) {
    bool grew = false;
    for (int k = 0; k < 4; k++) {
        grew = grew || (from->bits[k] & ~to->bits[k]);
        to->bits[k] |= from->bits[k];
    }
    return grew;
}

static void find_life(struct life *l) {
    struct body *b = l->b;
    bool grew = true;
    memset(l->after, 0, (size_t)b->n * sizeof *l->after);
    memset(&l->kept, 0, sizeof l->kept);
    for (int i = 0; i < b->n; i++) {
        if (b->code[i].dead) continue;
        registers_read(b, &b->code[i], &l->reads[i], &l->writes[i], !l->bare);
        if (l->bare && b->code[i].op == OP_JOIN) memset(&l->reads[i], 0, sizeof l->reads[i]);
        if (b->code[i].op == OP_LMAKE) reg_add(&l->kept, b->code[i].b, list_size(b, &b->code[i]));
    }
    while (grew) {
        grew = false;
        for (int i = b->n - 1; i >= 0; i--) {
            struct instruction *k = &b->code[i];
            struct registers in;
            int next = next_alive(b, i + 1);
            if (k->dead) continue;
            bool on = !op_ends(k->op) || (l->bare && k->op == OP_JOIN);
            if (on && next < b->n) before(l, next, &in), grew = merge(&l->after[i], &in) || grew;
            if (is_jump(k)) before(l, next_alive(b, k->x), &in), grew = merge(&l->after[i], &in) || grew;
        }
    }
}

/* ---- results straight to where they are wanted */
static bool writes_whole(const struct body *b, const struct instruction *i, uint8_t r, unsigned width) {
    const struct op_info *info = op_info(i->op);
    if (i->a != r) return false;
    if (info->a == K_W) return width == 1;
    return (info->a == K_SW || info->a == K_VW) && set_width(b, i) == width;
}

/* A set written word by word must not cover what it is made from, unless they are the same. */
static bool may_write(const struct life *l, int i, uint8_t to, unsigned width) {
    const struct instruction *k = &l->b->code[i];
    struct registers target = {{0}};
    if (op_waits(k->op)) return false;
    if (op_info(k->op)->a == K_W) return true;
    if (op_is(k->op, OP_IS_WORDWISE) && (k->b == to || k->b + width <= to || to + width <= k->b))
        return k->c == to || k->c + width <= to || to + width <= k->c;
    reg_add(&target, to, width);
    return !reg_meet(&l->reads[i], &target);
}

/* `t = ...; d = t` and t is read by nobody else: `d = ...`. */
static bool retarget(struct life *l, int move) {
    struct body *b = l->b;
    struct instruction *m = &b->code[move];
    unsigned width = m->op == OP_MOV ? 1 : m->c;
    struct registers from = {{0}}, to = {{0}};
    reg_add(&from, m->b, width);
    reg_add(&to, m->a, width);
    if (m->target || reg_meet(&from, &to) || reg_meet(&from, &l->after[move]) || reg_meet(&from, &l->kept) ||
        reg_meet(&to, &l->kept))
        return false;
    for (int i = move - 1, looked = 0; i >= 0 && looked < LOOK_BACK; i--) {
        struct instruction *k = &b->code[i];
        if (k->dead) continue;
        looked++;
        if (is_jump(k) || op_is(k->op, OP_IS_ENDS | OP_IS_CALLS)) return false;
        if (writes_whole(b, k, m->b, width)) {
            if (!may_write(l, i, m->a, width)) return false;
            k->a = m->a;
            registers_of(b, k, &l->reads[i], &l->writes[i]);
            for (; i < move; i++)
                merge(&l->after[i], &to);
            return m->dead = true;
        }
        if (reg_meet(&l->reads[i], &from) || reg_meet(&l->writes[i], &from) || reg_meet(&l->reads[i], &to) ||
            reg_meet(&l->writes[i], &to) || k->target)
            return false;
    }
    return false;
}

/* `window = me; call` becomes a call that is told who acts and for which card. */
static uint8_t *argument_slot(struct instruction *call, unsigned which) {
    if (call->op == OP_CALL) return which == 0 ? &call->b : &call->c;
    return NULL;
}

static bool take_argument(struct life *l, int call, unsigned which) {
    struct body *b = l->b;
    struct instruction *c = &b->code[call];
    unsigned window = c->a + which;
    uint8_t *slot = argument_slot(c, which);
    if (!slot || *slot != NO_REGISTER || c->target) return false;
    struct registers at = {{0}}, changed = {{0}};
    reg_add(&at, window, 1);
    for (int i = call - 1, looked = 0; i >= 0 && looked < LOOK_BACK; i--) {
        struct instruction *k = &b->code[i];
        if (k->dead) continue;
        looked++;
        if (is_jump(k) || op_is(k->op, OP_IS_ENDS | OP_IS_CALLS | OP_IS_ASKS)) return false;
        if (k->op == OP_MOV && k->a == window) {
            if (reg_in(&changed, k->b) || k->b >= c->a || k->b == NO_REGISTER) return false;
            *slot = k->b;
            registers_of(b, c, &l->reads[call], &l->writes[call]);
            return k->dead = true;
        }
        if (reg_meet(&l->reads[i], &at) || reg_meet(&l->writes[i], &at) || k->target) return false;
        merge(&changed, &l->writes[i]);
    }
    return false;
}

/* A rule of a card in a table: its window is [me, the card]. */
static bool take_card_window(struct life *l, int call) {
    struct body *b = l->b;
    struct instruction *c = &b->code[call];
    int self = NONE, me = NONE;
    if (c->op != OP_CALLT || c->c != NO_REGISTER || c->target) return false;
    for (int i = call - 1; i >= 0 && i >= call - LOOK_BACK && (self < 0 || me < 0); i--) {
        struct instruction *k = &b->code[i];
        if (k->dead) continue;
        if (k->target || k->op != OP_MOV) break;
        if (k->a == c->a && me < 0)
            me = i;
        else if (k->a == c->a + 1 && k->b == c->b && self < 0)
            self = i;
        else if (k->a < c->a)
            break;
    }
    if (me < 0 || self < 0 || b->code[me].b >= c->a) return false;
    c->c = b->code[me].b;
    b->code[me].dead = b->code[self].dead = true;
    registers_of(b, c, &l->reads[call], &l->writes[call]);
    return true;
}

static bool is_dead(const struct life *l, int i) {
    return is_pure(l->b, &l->b->code[i]) && !reg_meet(&l->writes[i], &l->after[i]) &&
           !reg_meet(&l->writes[i], &l->kept);
}

/* False: memory is out. */
static bool life_init(struct life *l, struct body *b, struct arena *arena, bool bare) {
    *l = (struct life){.b = b,
                       .after = ARENA_ARRAY(arena, struct registers, (size_t)b->n + 1),
                       .reads = ARENA_ARRAY(arena, struct registers, (size_t)b->n + 1),
                       .writes = ARENA_ARRAY(arena, struct registers, (size_t)b->n + 1),
                       .bare = bare};
    if (arena->failed) return b->out->failed = true, false;
    mark_targets(b);
    find_life(l);
    return true;
}

void mark_dead_registers(struct body *b) {
    struct arena arena;
    struct life l;
    arena_init(&arena);
    bool fine = life_init(&l, b, &arena, true);
    for (int i = 0; fine && i < b->n; i++) {
        const struct instruction *k = &b->code[i];
        if (k->dead || k->map == NONE) continue;
        const struct stack_map *map = &b->out->maps.data[k->map];
        uint8_t *bytes = b->out->map_bytes.data + map->first;
        for (uint32_t r = REG_ARGS; r < map->n; r++) {
            bool read = (reg_in(&l.after[i], r) && !reg_in(&l.writes[i], r)) || reg_in(&l.kept, r);
            if (!read && bytes[r] != LIVE_PLAIN) bytes[r] |= LIVE_DEAD;
        }
    }
    arena_free(&arena);
}

bool optimise_life(struct body *b) {
    struct arena arena;
    struct life l;
    bool changed = false;
    arena_init(&arena);
    if (!life_init(&l, b, &arena, false)) {
        arena_free(&arena);
        return false;
    }
    for (int i = 0; i < b->n; i++)
        if (!b->code[i].dead && is_dead(&l, i)) b->code[i].dead = changed = true;
    if (changed) mark_targets(b), find_life(&l);
    for (int i = 0; i < b->n; i++) {
        struct instruction *k = &b->code[i];
        if (k->dead) continue;
        changed = take_argument(&l, i, 0) || changed;
        changed = take_argument(&l, i, 1) || changed;
        changed = take_card_window(&l, i) || changed;
        if (k->op != OP_MOV && k->op != OP_SMOV) continue;
        if (k->a == k->b)
            k->dead = changed = true;
        else if (retarget(&l, i))
            changed = true;
    }
    arena_free(&arena);
    return changed;
}
