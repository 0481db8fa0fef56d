/* verify.c: see verify.h. */
#include "code/verify_inside.h"

#include "base/bits.h"
#include "code/layout.h"
#include "code/lookup.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const verify_no_memory = "no memory";

bool wrong(const struct verifier *v, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(v->out, v->cap, format, args);
    va_end(args);
    return false;
}

bool range(const struct verifier *v, const char *what, uint64_t first, uint64_t n, uint64_t limit) {
    if (first <= limit && n <= limit - first) return true;
    return wrong(v, "%s: %llu..%llu is outside 0..%llu", what, (unsigned long long)first,
                 (unsigned long long)(first + n), (unsigned long long)limit);
}

/* A literal, or a hole that is filled without a register. */
static bool check_piece(const struct verifier *v, const struct piece *piece, const char *what) {
    const struct program *p = v->p;
    uint32_t value = (uint32_t)piece->value;
    if (piece->string != NONE) return string_ok(p, piece->string) || wrong(v, "%s: no such string", what);
    if (piece->hole == HOLE_TEXT) return value < p->n_clauses || wrong(v, "%s: no such clause", what);
    if (piece->hole == HOLE_CARD) return value < p->n_cards || wrong(v, "%s: no such card", what);
    bool member = piece->kind.type == VT_MEMBER, amount = piece->kind.type == VT_AMOUNT, good = false;
    if (amount) value = (uint32_t)AMOUNT_UNIT(piece->value);
    if (piece->hole != HOLE_KNOWN || piece->kind.flags)
        good = false;
    else if (member || amount)
        good = piece->kind.of < p->n_enums && value < p->enums[piece->kind.of].n;
    else
        good = piece->kind.type == VT_NUMBER || (piece->kind.type == VT_CARD && value < p->n_cards) ||
               (piece->kind.type == VT_SPACE && value < p->n_spaces);
    return good || wrong(v, "%s: names what there is not", what);
}

bool check_printed(const struct verifier *v, struct words w, unsigned deepest, const char *what) {
    if (!w.n) return true;
    if (!range(v, what, w.first, w.n, v->p->n_pieces)) return false;
    for (uint32_t i = 0; i < w.n; i++) {
        const struct piece *piece = &v->p->pieces[w.first + i];
        if (piece_reads(piece) || (piece->string == NONE && piece->hole > deepest))
            return wrong(v, "%s: piece %u: filled by play, or with too much", what, i);
        if (!check_piece(v, piece, what)) return false;
    }
    return true;
}

bool check_words(const struct verifier *v, struct words w, uint32_t n_regs, const char *what) {
    const struct program *p = v->p;
    if (!w.n) return true;
    if (!range(v, what, w.first, w.n, p->n_pieces)) return false;
    for (uint32_t i = 0; i < w.n; i++) {
        const struct piece *piece = &p->pieces[w.first + i];
        if (!piece_reads(piece)) {
            if (!check_piece(v, piece, what)) return false;
            if (piece->string == NONE && piece->hole != HOLE_KNOWN) return wrong(v, "%s: piece %u: printed", what, i);
            continue;
        }
        uint32_t words = piece->kind.flags & VF_SET ? program_set_words(p, piece->kind) : 1u;
        if (!words || piece->reg + words > n_regs) return wrong(v, "%s: piece %u: no such register", what, i);
    }
    return true;
}

static bool check_tables(const struct verifier *v) {
    const struct program *p = v->p;
    for (uint32_t i = 0; i < p->n_tables; i++) {
        const struct table *t = &p->tables[i];
        uint64_t words = (uint64_t)t->n * (t->kind == TABLE_SET ? t->width : 1u);
        if (t->kind > TABLE_ROUTINE) return wrong(v, "table %u: unknown kind", i);
        if (!range(v, "table", t->first, words, p->n_pool)) return false;
        if (t->kind == TABLE_ROUTINE)
            for (uint32_t k = 0; k < t->n; k++)
                if (!index_ok(p->pool[t->first + k], p->n_routines))
                    return wrong(v, "table %u: entry %u is not a routine", i, k);
    }
    return true;
}

static bool check_int_table(const struct verifier *v, int32_t table, uint32_t var, const char *what) {
    if (table == NONE) return true;
    if (table < 0 || (uint32_t)table >= v->p->n_tables || v->p->tables[table].kind != TABLE_INT)
        return wrong(v, "variable %u: %s is not a table of numbers", var, what);
    return true;
}

static bool check_vars(const struct verifier *v) {
    const struct program *p = v->p;
    const struct layout *l = &p->layout;
    for (uint32_t i = 0; i < p->n_vars; i++) {
        const struct var *x = &p->vars[i];
        if (x->kind.type > VT_BOARD) return wrong(v, "variable %u: of no kind", i);
        if (x->width != 1 && x->width != 2 && x->width != 4) return wrong(v, "variable %u: width %u", i, x->width);
        if (!x->n_owners && x->scope <= SCOPE_PLAYER) return wrong(v, "variable %u: no owners", i);
        if (!x->n_index) return wrong(v, "variable %u: no entries", i);
        if (x->scope > SCOPE_SPACE || x->see > SEE_OTHERS || x->use >= VAR_USES)
            return wrong(v, "variable %u: unknown scope, audience or use", i);
        if (x->use == USE_REST && (x->scope != SCOPE_PLAYER || x->width != 1 || x->n_index != 1 ||
                                   x->n_owners < p->seats || x->see != SEE_EVERYONE || x->period < 0))
            return wrong(v, "variable %u: nobody can rest by it", i);
        if (x->offset % x->width || x->offset < l->vars ||
            !range(v, "variable", x->offset - l->vars, (uint64_t)x->n_owners * x->n_index * x->width, l->vars_size))
            return wrong(v, "variable %u is outside the variables", i);
        if (x->scope <= SCOPE_PLAYER && x->first_owner) return wrong(v, "variable %u: the first owner is not 0", i);
        if (x->scope == SCOPE_CARD &&
            !range(v, "cards of a variable", (uint32_t)x->first_owner, x->n_owners, p->n_cards))
            return false;
        if (x->scope == SCOPE_SPACE &&
            !range(v, "spaces of a variable", (uint32_t)x->first_owner, x->n_owners, p->n_spaces))
            return false;
        if (!check_int_table(v, x->lows, i, "lows") || !check_int_table(v, x->initials, i, "initials")) return false;
        if (x->use == USE_NOTE && (x->scope != SCOPE_CARD || x->see != SEE_EVERYONE || x->kind.type == VT_CARD ||
                                   x->kind.flags || (x->initials >= 0 && p->tables[x->initials].n > x->n_index)))
            return wrong(v, "variable %u: it is no note", i);
        if (!index_ok(x->index_enum, p->n_enums) || !index_ok(x->period, p->n_periods) ||
            !index_ok(x->shown, p->n_vars) || !string_ok(p, x->name) || !string_ok(p, x->title))
            return wrong(v, "variable %u: bad enum, period, string or variable", i);
    }
    if (!index_ok(p->stock_var, p->n_vars) || !index_ok(p->supply_var, p->n_vars) ||
        !index_ok(p->stock_enum, p->n_enums))
        return wrong(v, "stock or supply: no such variable");
    if (p->stock_var >= 0 && (p->vars[p->stock_var].scope != SCOPE_PLAYER || p->stock_enum < 0))
        return wrong(v, "the stock is not a player variable indexed by an enum");
    return true;
}

static bool check_zones(const struct verifier *v) {
    const struct program *p = v->p;
    const struct layout *l = &p->layout;
    uint32_t instances = 0;
    if (p->n_zone_of_instance != p->n_owner_of_instance || p->n_zone_of_instance > MAX_INSTANCES)
        return wrong(v, "%u zone instances", p->n_zone_of_instance);
    for (uint32_t i = 0; i < p->n_zones; i++) {
        const struct zone *z = &p->zones[i];
        uint32_t n = z->per_player ? p->owners : 1u;
        instances += n;
        if (z->per_player > 1 || !string_ok(p, z->name) || !string_ok(p, z->title))
            return wrong(v, "zone %u: no name", i);
        if (!range(v, "cards of a zone", (uint32_t)(int32_t)z->first_card, z->n_cards, p->n_cards)) return false;
        if (!range(v, "zone instances", z->instance, n, p->n_zone_of_instance)) return false;
        if (z->refill != NONE && (z->refill < 0 || (uint32_t)z->refill >= p->n_zones))
            return wrong(v, "zone %u: refilled from no zone", i);
        if (z->see > SEE_OTHERS) return wrong(v, "zone %u: unknown audience", i);
        for (uint32_t k = 0; k < n; k++)
            if (p->zone_of_instance[z->instance + k] != i ||
                p->owner_of_instance[z->instance + k] != (z->per_player ? (int)k : NONE))
                return wrong(v, "zone %u: its instances are somebody else's", i);
        if (!z->pile) continue;
        if (z->pile_stride < sizeof(struct pile_head) + pile_entry(z) * z->n_cards || z->order % 4 ||
            z->pile_stride % 4 || z->order < l->piles)
            return wrong(v, "zone %u: bad pile", i);
        if (!range(v, "pile", z->order - l->piles, (uint64_t)z->pile_stride * n, l->piles_size)) return false;
    }
    if (instances != p->n_zone_of_instance) return wrong(v, "a zone instance of no zone");
    return true;
}

static bool check_layout(const struct verifier *v) {
    const struct program *p = v->p;
    const struct layout *l = &p->layout;
    uint32_t n = p->n_zone_of_instance;
    const uint64_t sections[][2] = {
        {l->vars, l->vars_size},
        {l->zones, (uint64_t)n * p->card_words * 4},
        {l->counts, (uint64_t)n * 2},
        {l->where, p->n_cards},
        {l->piles, l->piles_size},
        {l->known, (uint64_t)p->seats * p->card_words * 4},
        {l->periods, (uint64_t)p->n_periods * 2},
        {l->questions, (uint64_t)(p->forks ? p->seats : 1) * l->ask_stride},
        {l->logs, (uint64_t)(p->forks ? p->seats : 0) * l->log_cap * 2},
        {l->frames, (uint64_t)l->frame_cap * 8},
        {l->stack, (uint64_t)l->stack_cap * 4},
    };
    uint64_t end = STATE_HEADER;
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        if (sections[i][0] < end || sections[i][0] % 4) return wrong(v, "layout: section %u overlaps", (unsigned)i);
        end = sections[i][0] + sections[i][1];
    }
    if (end > l->size || l->size % 64) return wrong(v, "layout: size %u", l->size);
    if (l->ask_stride != ASK_HEADER + l->ask_words * 4u || l->ask_words < 1 || l->ask_words < p->card_words)
        return wrong(v, "layout: questions of %u words", l->ask_words);
    if (!p->seats || p->seats > MAX_SEATS || p->owners < p->seats || p->owners > p->seats + 1)
        return wrong(v, "%u seats, %u owners", p->seats, p->owners);
    if (p->card_words < BITS_WORDS(p->n_cards) || p->space_words < BITS_WORDS(p->n_spaces))
        return wrong(v, "sets of cards or spaces have the wrong width");
    if (l->frame_cap < 1 || l->frame_cap > 0xffff || l->stack_cap > 0xffff || l->log_cap > 255)
        return wrong(v, "%u frames, %u registers, %u logged answers", l->frame_cap, l->stack_cap, l->log_cap);
    if (!layout_fits(p)) return wrong(v, "a position is too large");
    if (p->n_phases > 0x7fff || p->n_routines > 0xffff) return wrong(v, "too many phases or routines");
    if (p->n_cards > 0x7fff || p->answers.total > 0xffff) return wrong(v, "too many cards or answers");
    return true;
}

/* A set of n words from register r. */
static bool check_set(const struct verifier *v, uint32_t pc, uint32_t r, uint32_t n, uint32_t n_regs) {
    if (r + n > n_regs || n > 255) return wrong(v, "code %u: a set of %u words at register %u of %u", pc, n, r, n_regs);
    return true;
}

static bool check_operand(const struct verifier *v, uint32_t pc, unsigned kind, uint32_t value, uint32_t words,
                          uint32_t n_regs) {
    switch (kind) {
    case K_W:
    case K_R:
    case K_RW:
        if (value >= n_regs) return wrong(v, "code %u: register %u of %u", pc, value, n_regs);
        return true;
    case K_O:
    case K_M:
        if (value >= n_regs && value != NO_REGISTER) return wrong(v, "code %u: register %u of %u", pc, value, n_regs);
        return true;
    case K_SW:
    case K_SR:
    case K_SRW:
    case K_VW:
    case K_VR: return check_set(v, pc, value, words, n_regs);
    case K_E: return check_set(v, pc, value, words + 3u, n_regs);
    default: return true;
    }
}

/* Going back costs a step, here or where it leads: no loop escapes the budget. */
static bool check_jump(const struct verifier *v, uint32_t pc, uint32_t to, const struct routine *r) {
    if (to < r->entry || to >= r->end || !bits_test(v->starts, to)) return wrong(v, "code %u: jump to %u", pc, to);
    if (to <= pc && !op_counts(op_of(v->p->code[pc])) && !op_counts(op_of(v->p->code[to])))
        return wrong(v, "code %u: goes back to %u without a step", pc, to);
    return true;
}

static bool check_call(const struct verifier *v, uint32_t pc, uint32_t a, uint32_t routine, uint32_t n_regs) {
    const struct routine *to = &v->p->routines[routine];
    uint32_t result = to->n_result ? to->n_result : 1u;
    if (a < REG_ARGS || a + REG_ARGS + to->n_args > n_regs || a + result > n_regs)
        return wrong(v, "code %u: the window of routine %u does not fit at register %u of %u", pc, routine, a, n_regs);
    return true;
}

/* What is being judged: one operation. */
struct checked_op {
    const struct verifier *v;
    const struct routine *r;
    uint32_t pc;
    struct word w;
    uint32_t words; /* of the sets it works on */
};

/* Rows of sets as wide as the operation takes them to be; routines whose windows fit. */
static bool check_table(const struct checked_op *j, unsigned kind) {
    const struct program *p = j->v->p;
    if (j->w.x >= p->n_tables) return wrong(j->v, "code %u: table %u", j->pc, j->w.x);
    const struct table *t = &p->tables[j->w.x];
    unsigned want = kind == X_SETS ? TABLE_SET : kind == X_ROUTINES ? TABLE_ROUTINE : TABLE_INT;
    if (t->kind != want) return wrong(j->v, "code %u: table %u is of another kind", j->pc, j->w.x);
    if (want == TABLE_SET && t->width != j->w.c)
        return wrong(j->v, "code %u: rows of table %u have %u words", j->pc, j->w.x, t->width);
    for (uint32_t i = 0; want == TABLE_ROUTINE && i < t->n; i++) {
        int32_t to = p->pool[t->first + i];
        if (to >= 0 && !check_call(j->v, j->pc, j->w.a, (uint32_t)to, j->r->n_regs)) return false;
    }
    return true;
}

static bool check_extra(const struct checked_op *j, unsigned kind) {
    const struct verifier *v = j->v;
    const struct program *p = v->p;
    uint32_t pc = j->pc, x = j->w.x;
    switch (kind) {
    case X_JUMP: return check_jump(v, pc, x, j->r);
    case X_POOL: return range(v, "constant", x, j->w.c, p->n_pool);
    case X_VAR: return x < p->n_vars || wrong(v, "code %u: variable %u", pc, x);
    case X_TABLE:
    case X_SETS:
    case X_ROUTINES: return check_table(j, kind);
    case X_ROUTINE:
        if (x >= p->n_routines) return wrong(v, "code %u: routine %u", pc, x);
        return check_call(v, pc, j->w.a, x, j->r->n_regs);
    case X_SITE:
        if (x >= p->n_sites) return wrong(v, "code %u: site %u", pc, x);
        return check_words(v, p->sites[x].words, j->r->n_regs, "site") &&
               check_words(v, p->sites[x].where, j->r->n_regs, "site");
    case X_ZONE: return x < p->n_zones || wrong(v, "code %u: zone %u", pc, x);
    case X_PERIOD: return x < p->n_periods || wrong(v, "code %u: period %u", pc, x);
    case X_PHASE: return x < p->n_phases || wrong(v, "code %u: phase %u", pc, x);
    default: return true;
    }
}

static bool check_map(const struct verifier *v, uint32_t pc, uint32_t n_regs) {
    const struct program *p = v->p;
    const struct stack_map *map = program_map(p, pc);
    if (!map) return wrong(v, "code %u: no stack map", pc);
    if (map->n > n_regs || !range(v, "stack map", map->first, map->n, p->n_map_bytes))
        return wrong(v, "code %u: bad stack map", pc);
    for (uint32_t i = 0; i < map->n; i++) {
        uint8_t kind = p->map_bytes[map->first + i] & (uint8_t)~LIVE_DEAD;
        if (kind > LIVE_CARDSET_REST || (kind == LIVE_CARDSET && i + p->card_words > n_regs))
            return wrong(v, "code %u: bad stack map", pc);
    }
    return true;
}

/* What an operation reads must outlast its waiting, since it runs again: its map covers these registers. A call does
 * not run again. */
static bool check_kept(const struct checked_op *j) {
    const struct op_info *info = op_info(j->w.op);
    const uint8_t kinds[3] = {info->a, info->b, info->c};
    const uint32_t operand[3] = {j->w.a, j->w.b, j->w.c};
    uint32_t n = program_map(j->v->p, j->pc)->n;
    if (op_calls(j->w.op)) return true;
    for (int i = 0; i < 3; i++) {
        bool given = (kinds[i] == K_O || kinds[i] == K_M) && operand[i] != NO_REGISTER;
        bool reads = kinds[i] == K_R || kinds[i] == K_RW || kinds[i] == K_SR || kinds[i] == K_SRW || given;
        if (reads && operand[i] >= n)
            return wrong(j->v, "code %u: register %u is lost while it waits", j->pc, operand[i]);
    }
    return true;
}

/* What it writes, operand a, covers none of its other registers. */
static bool check_apart(const struct checked_op *j) {
    const struct op_info *info = op_info(j->w.op);
    const uint8_t kinds[3] = {info->a, info->b, info->c};
    const uint32_t operand[3] = {j->w.a, j->w.b, j->w.c};
    uint32_t n = info->a == K_E ? j->words + 3u : info->a == K_SW ? j->words : 1u;
    for (int i = 1; i < 3; i++) {
        if (kinds[i] != K_R && kinds[i] != K_SR) continue;
        uint32_t width = kinds[i] == K_SR ? j->words : 1u;
        if (operand[i] < j->w.a + n && j->w.a < operand[i] + width)
            return wrong(j->v, "code %u: it writes what it reads", j->pc);
    }
    return true;
}

/* ---- what the column CHECK of ops.def names */
static bool check_ask(const struct verifier *v, uint32_t pc, struct word w, uint32_t n_regs) {
    const struct program *p = v->p;
    const struct site *s = &p->sites[w.x];
    uint32_t b = w.b, c = w.c, x = w.x, base;
    if (s->kind < SITE_CHOOSE || s->kind > SITE_OPTION) return wrong(v, "code %u: site %u asks nothing", pc, x);
    if (BITS_WORDS(program_domain(p, s->kind, s->value, &base)) > p->layout.ask_words)
        return wrong(v, "code %u: site %u has more answers than fit", pc, x);
    if (s->prefer != NO_REGISTER && s->prefer >= n_regs) return wrong(v, "code %u: prefers register %u", pc, s->prefer);
    if (s->take && s->take + 3u > n_regs) return wrong(v, "code %u: counts in register %u", pc, s->take);
    switch (s->kind) {
    case SITE_CHOOSE:
        if (!program_set_words(p, (struct value_kind){s->value.type, VF_SET, s->value.of}))
            return wrong(v, "code %u: site %u chooses from nothing", pc, x);
        return check_set(v, pc, b, s->width, n_regs);
    case SITE_NUMBER:
        if (b >= n_regs || c >= n_regs) return wrong(v, "code %u: no bounds of a number", pc);
        return true;
    case SITE_OPTION:
        if (s->n_options < 1 || s->n_options > MAX_OPTIONS) return wrong(v, "code %u: %u options", pc, s->n_options);
        if (b >= n_regs && b != NO_REGISTER) return wrong(v, "code %u: options in register %u", pc, b);
        return range(v, "options", s->options, s->n_options, p->n_labels);
    default: return true;
    }
}

/* Registers above those of the map are gone while a question waits: nothing the question needs may be there. */
static bool judge_question(const struct checked_op *j) {
    const struct verifier *v = j->v;
    const struct program *p = v->p;
    if (!check_ask(v, j->pc, j->w, j->r->n_regs)) return false;
    const struct site *s = &p->sites[j->w.x];
    uint32_t live = program_map(p, j->pc)->n, b = j->w.b, c = j->w.c;
    bool fine = (s->prefer == NO_REGISTER || s->prefer < live) && (!s->take || s->take + 3u <= live);
    if (s->kind == SITE_CHOOSE) fine = fine && b + s->width <= live;
    if (s->kind == SITE_NUMBER) fine = fine && b < live && c < live;
    if (s->kind == SITE_OPTION) fine = fine && (b == NO_REGISTER || b < live);
    fine = fine && check_words(v, s->words, live, "question") && check_words(v, s->where, live, "question");
    for (uint32_t i = 0; s->kind == SITE_OPTION && i < s->n_options; i++)
        fine = fine && check_words(v, p->labels[s->options + i], live, "option");
    return fine || wrong(v, "code %u: the question needs registers its stack map does not keep", j->pc);
}

static bool judge_result(const struct checked_op *j) {
    uint32_t n = j->w.b;
    return !n || j->w.a + n <= j->r->n_regs || wrong(j->v, "code %u: returns too much", j->pc);
}

static bool judge_list(const struct checked_op *j) {
    return j->w.b < j->r->n_regs || wrong(j->v, "code %u: a list at register %u", j->pc, j->w.b);
}

static bool judge_fork(const struct checked_op *j) {
    return j->v->p->forks || wrong(j->v, "code %u: a fork in a program without", j->pc);
}

static bool judge_columns(const struct checked_op *j) {
    return j->v->p->tables[j->w.x].columns || wrong(j->v, "code %u: table %u has no columns", j->pc, j->w.x);
}

/* A card must be named before one can ask whether it is hidden. */
static bool judge_owner(const struct checked_op *j) {
    bool named = j->v->p->vars[j->w.x].scope != SCOPE_CARD || j->w.b != NO_REGISTER;
    return named || wrong(j->v, "code %u: whose variable", j->pc);
}

static bool judge_owners(const struct checked_op *j) {
    const struct var *x = &j->v->p->vars[j->w.x];
    return (x->scope != SCOPE_GLOBAL && x->n_index == 1) || wrong(j->v, "code %u: whose variable", j->pc);
}

static bool judge_rest(const struct checked_op *j) {
    return j->v->p->vars[j->w.x].use == USE_REST || wrong(j->v, "code %u: nobody rests by that variable", j->pc);
}

static bool judge_cards(const struct checked_op *j) {
    return j->words == j->v->p->card_words || wrong(j->v, "code %u: a set of cards of %u words", j->pc, j->words);
}

static bool judge_stock(const struct checked_op *j) {
    return j->v->p->stock_var != NONE || wrong(j->v, "code %u: there is no stock", j->pc);
}

static const struct {
    uint8_t op;
    bool (*check)(const struct checked_op *j);
} rows[OP_COUNT + 1] = {
#define OP(name, a, b, c, x, contract, columns) {.op = OP_##name, columns},
#define CHECK(f) .check = judge_##f,
#include "code/ops.def"
};

/* One operation whose words are there. */
static bool check_op(struct checked_op *j) {
    const struct op_info *info = op_info(j->w.op);
    const struct program *p = j->v->p;
    const uint8_t kinds[3] = {info->a, info->b, info->c};
    const uint32_t operand[3] = {j->w.a, j->w.b, j->w.c};
    bool there = info->b != K_VR || j->w.x < (info->x == X_VAR ? p->n_vars : p->n_tables);
    j->words = there ? program_words(p, j->w) : 0;
    for (int i = 0; i < 3; i++)
        if (!check_operand(j->v, j->pc, kinds[i], operand[i], j->words, j->r->n_regs)) return false;
    if (!check_extra(j, info->x)) return false;
    if (op_is(j->w.op, OP_IS_APART) && !check_apart(j)) return false;
    if (op_waits(j->w.op) && !(check_map(j->v, j->pc, j->r->n_regs) && check_kept(j))) return false;
    return !rows[j->w.op].check || rows[j->w.op].check(j);
}

static bool check_routine(const struct verifier *v, uint32_t index) {
    const struct program *p = v->p;
    const struct routine *r = &p->routines[index];
    if (r->entry >= r->end || r->end > p->n_code) return wrong(v, "routine %u: no code", index);
    if (r->n_regs < REG_ARGS + r->n_args || r->n_result > r->n_regs) return wrong(v, "routine %u: registers", index);
    if (r->rule < 0 || (uint32_t)r->rule > p->n_rules) return wrong(v, "routine %u: no rule", index);
    if (!bits_test(v->starts, r->entry)) return wrong(v, "routine %u: starts inside an operation", index);
    uint32_t last = OP_NOP;
    EACH_OP(p->code, r, pc) {
        struct checked_op j = {.v = v, .r = r, .pc = pc, .w = program_word(p, pc)};
        if (bits_test(v->taken, pc)) return wrong(v, "routine %u: shares code with another", index);
        bits_set(v->taken, pc);
        if (op_next(p->code, pc) > r->end) return wrong(v, "code %u: cut off", pc);
        if (!check_op(&j)) return false;
        last = j.w.op;
    }
    return op_ends(last) || wrong(v, "routine %u: runs over its end", index);
}

/* Notes by place, each at an operation of a routine. */
static bool check_notes(const struct verifier *v) {
    const struct program *p = v->p;
    for (uint32_t i = 0; i < p->n_notes; i++) {
        const struct note *n = &p->notes[i];
        if (n->pc >= p->n_code || !bits_test(v->taken, n->pc) || (i && p->notes[i - 1].pc >= n->pc))
            return wrong(v, "note %u: out of order", i);
    }
    for (uint32_t k = 0; k < p->n_routines; k++) {
        const struct routine *r = &p->routines[k];
        for (uint32_t i = program_note_from(p, r->entry); i < p->n_notes && p->notes[i].pc < r->end; i++) {
            const struct note *n = &p->notes[i];
            bool have = n->have < r->n_regs, need = n->need < r->n_regs;
            if ((n->have == NO_REGISTER ? !need : !have || (!need && n->need != NO_REGISTER)) || n->relation > 5 ||
                (n->kind.flags & VF_SET) || !check_words(v, n->words, r->n_regs, "note"))
                return wrong(v, "note %u: no such register", i);
        }
    }
    return true;
}

/* Sources by place, each at an operation of a routine, with registers of its frame. */
static bool check_givers(const struct verifier *v) {
    const struct program *p = v->p;
    for (uint32_t i = 0; i < p->n_givers; i++) {
        const struct giver *s = &p->givers[i];
        if (s->pc >= p->n_code || !bits_test(v->taken, s->pc) || (i && p->givers[i - 1].pc >= s->pc))
            return wrong(v, "giver %u: out of order", i);
        int where = program_routine_at(p, s->pc);
        unsigned n = where < 0 ? 0 : p->routines[where].n_regs;
        bool track = s->kind == GIVER_TRACK, rule = s->kind == GIVER_RULE;
        if (s->kind > GIVER_RULE || (rule ? s->reg != NO_REGISTER : s->reg >= n) ||
            (s->owner != NO_REGISTER && (!track || s->owner >= n)) ||
            (track ? (uint32_t)s->track >= p->n_tracks : s->track != NONE))
            return wrong(v, "giver %u: no such register or track", i);
    }
    return true;
}

/* Stack maps by place, each at an operation that can wait: check_map has judged what they say there. */
static bool check_maps(const struct verifier *v) {
    const struct program *p = v->p;
    for (uint32_t i = 0; i < p->n_maps; i++) {
        uint32_t pc = p->maps[i].pc;
        if (i && p->maps[i - 1].pc >= pc) return wrong(v, "stack map %u: out of order", i);
        if (pc >= p->n_code || !bits_test(v->taken, pc) || !op_waits(op_of(p->code[pc])))
            return wrong(v, "stack map %u: nothing waits there", i);
    }
    return true;
}

static bool check_code(struct verifier *v) {
    const struct program *p = v->p;
    for (uint32_t pc = 0; pc < p->n_code;) {
        const struct op_info *info = op_info(op_of(p->code[pc]));
        if (!info) return wrong(v, "code %u: unknown operation %u", pc, op_of(p->code[pc]));
        if (pc + op_length(info) > p->n_code) return wrong(v, "code %u: cut off", pc);
        bits_set(v->starts, pc);
        pc += op_length(info);
    }
    for (uint32_t i = 0; i < p->n_routines; i++)
        if (!check_routine(v, i)) return false;
    return check_notes(v) && check_givers(v) && check_maps(v);
}

static bool gives_number(const struct program *p, int32_t routine) {
    return routine >= 0 && (uint32_t)routine < p->n_routines && p->routines[routine].n_args == 0 &&
           p->routines[routine].n_result == 1;
}

static bool check_aim(const struct program *p, const struct aim *a) {
    return gives_number(p, a->have) && (a->need == NONE || gives_number(p, a->need)) && a->relation <= RELATION_GE &&
           a->relation != RELATION_NE && a->brings && !(a->brings & ~(AIM_WIN | AIM_LOSS | AIM_END)) &&
           a->of_player <= 1;
}

static bool check_entries(const struct verifier *v) {
    const struct program *p = v->p;
    if (p->flow < 0 || (uint32_t)p->flow >= p->n_routines || p->routines[p->flow].n_args)
        return wrong(v, "no flow to start with");
    for (uint32_t i = 0; i < p->n_scores; i++)
        if (!index_ok(p->scores[i].routine, p->n_routines)) return wrong(v, "score %u: no routine", i);
    for (uint32_t i = 0; i < p->n_ties; i++)
        if (!index_ok(p->ties[i].routine, p->n_routines)) return wrong(v, "tie %u: no routine", i);
    for (uint32_t i = 0; i < p->n_aims; i++)
        if (!check_aim(p, &p->aims[i])) return wrong(v, "aim %u: no routine that gives a number, or no relation", i);
    for (uint32_t i = 0; i < p->n_scenarios; i++)
        if (!index_ok(p->scenarios[i].given, p->n_routines) || !index_ok(p->scenarios[i].flow, p->n_routines))
            return wrong(v, "scenario %u: no routine", i);
    return index_ok(p->limit_period, p->n_periods) || wrong(v, "the limit is not a period");
}

const char *verify_program(const struct program *p, char *out, size_t cap) {
    size_t words = BITS_WORDS(p->n_code) + 1u, size = 2 * words * sizeof(uint32_t);
    uint32_t *bits = malloc(size);
    bool no_memory = false;
    struct verifier v = {p, out, cap, bits, bits ? bits + words : NULL, &no_memory};
    if (!bits) {
        wrong(&v, "%s", verify_no_memory);
        return verify_no_memory;
    }
    memset(bits, 0, size);
    bool fine = check_layout(&v) && check_data(&v) && check_tables(&v) && check_vars(&v) && check_zones(&v) &&
                check_entries(&v) && check_code(&v);
    free(bits);
    return fine ? NULL : no_memory ? verify_no_memory : out;
}
