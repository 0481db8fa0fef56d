/* emit_expr.c: values, conditions and sets. Every function leaves registers above its result free. */
#include "lang/emit/emit.h"

#include "base/bits.h"
#include "lang/model/builtins.h"
#include "lang/parse/token.h"

#include <string.h>

void emit_load(struct emitter *e, int dst, int32_t value) {
    emit_opx(e, OP_LDI, dst, 0, 0, value);
}

static int target(struct emitter *e, struct type t, int dst) {
    return dst == NONE ? emit_reg(e, t) : dst;
}

static int load(struct emitter *e, struct type t, int dst, int32_t value) {
    dst = target(e, t, dst);
    emit_load(e, dst, value);
    return dst;
}

void emit_copy(struct emitter *e, struct type t, int from, int dst) {
    if (t.flags & VF_SET)
        emit_op(e, OP_SMOV, dst, from, type_width(e, t));
    else
        emit_op(e, OP_MOV, dst, from, 0);
}

static int copy(struct emitter *e, struct type t, int from, int dst) {
    if (dst == NONE || dst == from) return from;
    emit_copy(e, t, from, dst);
    return dst;
}

static int32_t nothing_of(struct type t) {
    return t.base == VT_NUMBER || t.base == VT_BOOL || t.base == VT_AMOUNT ? 0 : NONE;
}

void emit_nothing(struct emitter *e, struct type t, int dst) {
    if (t.flags & VF_SET)
        emit_op(e, OP_SCLR, dst, 0, type_width(e, t));
    else
        emit_load(e, dst, nothing_of(t));
}

/* ---- constants as sets */
void emit_const_set(struct emitter *e, int dst, int width, const uint32_t *words) {
    bool empty = true;
    for (int i = 0; i < width; i++)
        empty = empty && !words[i];
    if (empty) {
        emit_op(e, OP_SCLR, dst, 0, width);
        return;
    }
    int32_t copyed[MAX_SET_WORDS];
    for (int i = 0; i < width; i++)
        copyed[i] = (int32_t)words[i];
    emit_opx(e, OP_SLDK, dst, 0, width, (int32_t)output_pool(&e->out, copyed, (size_t)width));
}

void kind_words(const struct emitter *e, int kind, bool spaces, uint32_t *words) {
    if (!spaces) {
        const struct kind_info *k = &e->m->kinds.data[kind];
        for (int i = 0; i < k->n; i++)
            bits_set(words, (uint32_t)(k->first + i));
        return;
    }
    for (size_t i = 0; i < e->m->spaces.n; i++)
        if (kind_is(e->m, e->m->spaces.data[i].kind, kind) && e->m->boards.data[e->m->spaces.data[i].board].in_use)
            bits_set(words, (uint32_t)i);
}

static void board_words(const struct emitter *e, int board, uint32_t *words) {
    struct board_info *b = &e->m->boards.data[board];
    for (int i = 0; i < b->n; i++)
        bits_set(words, (uint32_t)(b->first + i));
}

/* ---- equal cards that share a name */
int copies_named(const struct emitter *e, const struct node *n) {
    n = node_bare(n);
    if (n->kind != N_NAME || !n->symbol || n->symbol->kind != SYM_INSTANCE) return 1;
    int first = n->symbol->index, count = 1;
    while (first + count < (int)e->m->cards.n && e->m->cards.data[first + count].node == e->m->cards.data[first].node)
        count++;
    return count;
}

int emit_copies(struct emitter *e, struct node *n) {
    struct type set = type_make(VT_CARD, VF_SET, ANY);
    uint32_t words[MAX_SET_WORDS] = {0};
    int count = copies_named(e, n), all = emit_reg(e, set);
    for (int i = 0; i < count; i++)
        bits_set(words, (uint32_t)(node_bare(n)->symbol->index + i));
    emit_const_set(e, all, type_width(e, set), words);
    return all;
}

/* ---- variables */
static int var_load(struct emitter *e, int var, int owner, int index, struct type t, int dst) {
    dst = target(e, t, dst);
    emit_opx(e, OP_LDV, dst, owner, index, var);
    return dst;
}

static int track_number(struct emitter *e, int track, int owner, int dst) {
    return var_load(e, e->m->tracks.data[track].var, owner, NO_REGISTER, TYPE(VT_NUMBER), dst);
}

/* The register of whose variable it is, for a name without a dot: `this` or `me`. */
static int implicit_owner(struct emitter *e, struct symbol *s) {
    int scope = e->m->vars.data[s->index].scope;
    return scope == SCOPE_GLOBAL ? NO_REGISTER : scope == SCOPE_PLAYER ? REG_ME : REG_THIS;
}

/* ---- names */
static int emit_name(struct emitter *e, struct node *n, struct type want, int dst) {
    struct symbol *s = n->symbol;
    if (!s) {
        if (!strcmp(n->name, "me")) return copy(e, n->type, REG_ME, dst);
        if (!strcmp(n->name, "this")) return copy(e, n->type, REG_THIS, dst);
        if (!strcmp(n->name, "none")) return load(e, want, dst, NONE);
        return load(e, TYPE(VT_BOOL), dst, !strcmp(n->name, "true"));
    }
    switch (s->kind) {
    case SYM_LOCAL:
        if (s->type.base == VT_TRACK && want.base == VT_NUMBER) {
            dst = target(e, want, dst);
            emit_op(e, OP_LDTRK, dst, reg_of(e, s), 0);
            return dst;
        }
        return copy(e, s->type, reg_of(e, s), dst);
    case SYM_MEMBER:
        if (n->type.base == VT_NUMBER) {
            dst = target(e, n->type, dst);
            emit_opx(e, OP_LDPER, dst, 0, 0, s->index);
            return dst;
        }
        return load(e, n->type, dst, s->index);
    case SYM_OPTION: {
        int32_t value = 0;
        constant_number(e->m, n, &value);
        return load(e, n->type, dst, value);
    }
    case SYM_INSTANCE:
    case SYM_SPACE:
    case SYM_SEAT: return load(e, n->type, dst, s->index);
    case SYM_TRACK: {
        bool mine = e->m->tracks.data[s->index].per_player;
        if (want.base == VT_TRACK && !mine) return load(e, want, dst, TRACK_VALUE(s->index, NONE));
        if (want.base == VT_TRACK) {
            dst = target(e, want, dst);
            emit_opx(e, OP_ADDI, dst, REG_ME, 0, TRACK_VALUE(s->index, 0));
            return dst;
        }
        return track_number(e, s->index, mine ? REG_ME : NO_REGISTER, dst);
    }
    case SYM_VAR: return var_load(e, s->index, implicit_owner(e, s), NO_REGISTER, s->type, dst);
    case SYM_ZONE:
        if (!e->m->zones.data[s->index].per_player) return load(e, n->type, dst, e->zone_first[s->index]);
        dst = target(e, n->type, dst);
        emit_opx(e, OP_ADDI, dst, REG_ME, 0, e->zone_first[s->index]);
        return dst;
    case SYM_ATTRIBUTE:
    case SYM_CLAUSE: return emit_member_value(e, s, REG_THIS, NULL, n, dst);
    case SYM_BUILTIN: return load(e, n->type, dst, (int32_t)e->m->seats); /* neutral */
    default: emit_error(e, n, "this name has no value here"); return load(e, n->type, dst, 0);
    }
}

/* ---- members */
static int track_field(struct emitter *e, struct node *n, int dst) {
    static const char *const names[] = {"step", "laps", "low", "high"};
    int which = 0;
    while (which < 4 && strcmp(n->name, names[which]))
        which++;
    struct symbol *s = n->a->symbol;
    if (s && s->kind == SYM_TRACK) {
        struct track_info *t = &e->m->tracks.data[s->index];
        if (which == 1) {
            int owner = t->per_player ? (n->a->kind == N_FIELD ? emit_value(e, n->a->a, TYPE(VT_PLAYER), NONE) : REG_ME)
                                      : NO_REGISTER;
            return t->laps < 0 ? load(e, n->type, dst, 0) : var_load(e, t->laps, owner, NO_REGISTER, n->type, dst);
        }
        return load(e, n->type, dst, which == 0 ? t->step : which == 2 ? t->low : t->high);
    }
    int32_t words[256];
    size_t count = 0;
    for (; count < e->m->tracks.n && count < 256; count++) {
        struct track_info *t = &e->m->tracks.data[count];
        words[count] = which == 0 ? t->step : which == 2 ? t->low : which == 3 ? t->high : 0;
    }
    int track = emit_value(e, n->a, TYPE(VT_TRACK), NONE), divisor = load(e, TYPE(VT_NUMBER), NONE, 256),
        index = emit_scratch(e, 1);
    emit_op(e, OP_DIV, index, track, divisor);
    dst = target(e, n->type, dst);
    emit_opx(e, OP_TAB, dst, index, 0, emit_table(e, TABLE_INT, words, count, 0, 0, 0));
    return dst;
}

static int emit_field(struct emitter *e, struct node *n, struct type want, int dst) {
    struct type base = n->a->type;
    struct symbol *s = n->symbol;
    int top = e->top;
    if (base.base == VT_TRACK) return track_field(e, n, dst);
    if (dst == NONE) dst = emit_reg(e, want.base == VT_TRACK || want.flags & VF_SET ? want : n->type), top = e->top;
    int owner = emit_value(e, n->a, base, NONE);
    if (!s && base.base == VT_AMOUNT)
        emit_op(e, !strcmp(n->name, "n") ? OP_AMTN : OP_AMTU, dst, owner, 0);
    else if (!s && base.base == VT_MEMBER)
        emit_opx(e, OP_TAB, dst, owner, 0, member_table(e, base.of == ANY ? e->m->stock_enum : base.of, n->name));
    else if (!s)
        emit_opx(e, OP_TAB, dst, owner, 0,
                 !strcmp(n->name, "row")      ? e->row_table
                 : !strcmp(n->name, "column") ? e->column_table
                                              : e->number_table);
    else if (s->kind == SYM_VAR)
        emit_opx(e, OP_LDV, dst, owner, NO_REGISTER, s->index);
    else if (s->kind == SYM_ZONE)
        emit_opx(e, OP_ADDI, dst, owner, 0, e->zone_first[s->index]);
    else if (s->kind == SYM_TRACK && want.base == VT_TRACK)
        emit_opx(e, OP_ADDI, dst, owner, 0, TRACK_VALUE(s->index, 0));
    else if (s->kind == SYM_TRACK)
        emit_opx(e, OP_LDV, dst, owner, NO_REGISTER, e->m->tracks.data[s->index].var);
    else
        emit_member_value(e, s, owner, NULL, n, dst);
    e->top = top;
    return dst;
}

static int supply_var(struct emitter *e, struct node *index) {
    for (int i = 0; i < 2; i++)
        if (e->m->supplies[i] >= 0 &&
            (index->type.of == ANY || e->m->vars.data[e->m->supplies[i]].index_enum == index->type.of))
            return e->m->supplies[i];
    return e->m->supplies[0] >= 0 ? e->m->supplies[0] : e->m->supplies[1];
}

/* Where an indexed or plain variable lies: variable number, owner and index registers. */
int emit_place_of(struct emitter *e, struct node *n, int *owner, int *index) {
    *index = NO_REGISTER;
    if (n->kind == N_INDEX) {
        if (name_is(n->a, "supply") && !n->a->symbol) {
            *owner = NO_REGISTER;
            *index = emit_value(e, n->b, n->b->type, NONE);
            return supply_var(e, n->b);
        }
        int var = emit_place_of(e, n->a, owner, index);
        *index = emit_value(e, n->b, TYPE_OF(VT_MEMBER, (unsigned)e->m->vars.data[var].index_enum), NONE);
        return var;
    }
    struct symbol *s = n->symbol;
    int var = s->kind == SYM_TRACK ? e->m->tracks.data[s->index].var : s->index;
    if (n->kind == N_FIELD)
        *owner = emit_value(e, n->a, n->a->type, NONE);
    else
        *owner = e->m->vars.data[var].scope == SCOPE_GLOBAL   ? NO_REGISTER
                 : e->m->vars.data[var].scope == SCOPE_PLAYER ? REG_ME
                                                              : REG_THIS;
    return var;
}

/* [7, 7, 5][k]: a table, when all items are constant. */
static bool emit_table_item(struct emitter *e, struct node *n, int dst) {
    struct node *list = node_bare(n->a);
    int32_t words[MAX_LIST + 1], nothing = nothing_of(n->type);
    size_t count = 1;
    if (list->kind != N_SET) return false;
    words[0] = nothing;
    for (struct node *k = list->kids; k; k = k->next)
        if (count > MAX_LIST || !constant_value(e->m, k, n->type, &words[count++])) return false;
    int k = emit_value(e, n->b, TYPE(VT_NUMBER), NONE);
    emit_opx(e, OP_TAB, dst, k, 0, emit_table(e, TABLE_INT, words, count, 0, 0, nothing));
    return true;
}

/* Item k of a list, from 1; nothing outside. */
static void emit_item(struct emitter *e, struct node *n, int dst) {
    if (emit_table_item(e, n, dst)) return;
    int list = emit_value(e, n->a, n->a->type, NONE), given = emit_value(e, n->b, TYPE(VT_NUMBER), NONE);
    int k = emit_scratch(e, 1), count = emit_scratch(e, 1), none = emit_label(e);
    emit_opx(e, OP_ADDI, k, given, 0, -1);
    emit_op(e, OP_LLEN, count, list, 0);
    emit_nothing(e, n->type, dst);
    emit_jump(e, OP_JLTI, k, 0, 0, none);
    emit_jump(e, OP_JLE, count, k, 0, none);
    emit_op(e, OP_LGET, dst, list, k);
    emit_place(e, none);
}

static int emit_index(struct emitter *e, struct node *n, int dst) {
    struct type base = n->a->type;
    if (dst == NONE) dst = emit_reg(e, n->type);
    int top = e->top;
    if (is_players_board(e, n->a)) {
        emit_players_space(e, node_bare(n->a), emit_value(e, n->b, TYPE(VT_NUMBER), NONE), dst);
    } else if (base.base == VT_BOARD) {
        struct board_info *b = &e->m->boards.data[base.of];
        int32_t words[1024];
        words[0] = NONE;
        for (int i = 0; i < b->n && i < 1023; i++)
            words[i + 1] = b->first + i;
        int k = emit_value(e, n->b, TYPE(VT_NUMBER), NONE);
        emit_opx(e, OP_TAB, dst, k, 0, emit_table(e, TABLE_INT, words, (size_t)b->n + 1, 0, 0, NONE));
    } else if (base.flags & VF_LIST) {
        emit_item(e, n, dst);
    } else if (base.base == VT_ZONE) {
        int zone = emit_value(e, n->a, base, NONE), k = emit_value(e, n->b, TYPE(VT_NUMBER), NONE);
        emit_map(e, emit_op(e, OP_ZNTH, dst, zone, k), e->top);
    } else {
        int owner, index, var = emit_place_of(e, n, &owner, &index);
        emit_opx(e, OP_LDV, dst, owner, index, var);
    }
    e->top = top;
    return dst;
}

/* ---- operators */
static int emit_arithmetic(struct emitter *e, struct node *n, int dst) {
    static const struct {
        int token;
        enum op op;
    } ops[] = {{TOKEN_PLUS, OP_ADD},
               {TOKEN_MINUS, OP_SUB},
               {TOKEN_STAR, OP_MUL},
               {TOKEN_SLASH, OP_DIV},
               {TOKEN_PERCENT, OP_MOD}};
    int32_t value;
    if (n->type.base == VT_NUMBER && constant_number(e->m, n, &value)) return load(e, n->type, dst, value);
    if (dst == NONE) dst = emit_reg(e, n->type);
    int top = e->top;
    if (n->type.base == VT_AMOUNT) { /* 2 coin * number */
        bool left = n->a->type.base == VT_AMOUNT;
        int amount = emit_value(e, left ? n->a : n->b, n->type, NONE),
            k = emit_value(e, left ? n->b : n->a, TYPE(VT_NUMBER), NONE);
        int count = emit_scratch(e, 2);
        emit_op(e, OP_AMTN, count, amount, 0);
        emit_op(e, OP_MUL, count, count, k);
        emit_op(e, OP_AMTU, count + 1, amount, 0);
        emit_op(e, OP_AMT, dst, count, count + 1);
    } else {
        int a = emit_value(e, n->a, TYPE(VT_NUMBER), NONE), b = emit_value(e, n->b, TYPE(VT_NUMBER), NONE);
        for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
            if (ops[i].token == n->number) emit_op(e, ops[i].op, dst, a, b);
    }
    e->top = top;
    return dst;
}

static int emit_bool(struct emitter *e, struct node *n, int dst) {
    if (dst == NONE) dst = emit_reg(e, TYPE(VT_BOOL));
    int no = emit_label(e), end = emit_label(e);
    bool contrary = e->contrary;
    e->contrary = false;
    emit_cond(e, n, false, no);
    e->contrary = contrary;
    emit_load(e, dst, 1);
    emit_jump(e, OP_JMP, 0, 0, 0, end);
    emit_place(e, no);
    emit_load(e, dst, 0);
    emit_place(e, end);
    return dst;
}

static int emit_choice(struct emitter *e, struct node *n, struct type want, int dst) {
    if (dst == NONE) dst = emit_reg(e, want);
    int other = emit_label(e), end = emit_label(e), top = e->top;
    int32_t fixed;
    bool list = want.flags & VF_LIST; /* its items may lie in registers that must stay */
    if (constant_number(e->m, n->a, &fixed)) return emit_value(e, fixed ? n->b : n->c, want, dst);
    emit_test(e, n->a, false, other);
    emit_value(e, n->b, want, dst);
    if (!list) e->top = top;
    emit_jump(e, OP_JMP, 0, 0, 0, end);
    emit_place(e, other);
    emit_value(e, n->c, want, dst);
    if (!list) e->top = top;
    emit_place(e, end);
    return dst;
}

static int emit_amount(struct emitter *e, struct node *n, int dst) {
    int32_t value;
    if (constant_value(e->m, n, n->type, &value)) return load(e, n->type, dst, value);
    if (dst == NONE) dst = emit_reg(e, n->type);
    int top = e->top;
    if (n->kind == N_AMOUNT) {
        int count = emit_value(e, n->a, TYPE(VT_NUMBER), NONE), unit = emit_value(e, n->b, n->b->type, NONE);
        emit_op(e, OP_AMT, dst, count, unit);
    } else if (n->kind == N_UPTO) {
        emit_op(e, OP_UPTO, dst, emit_value(e, n->a, n->type, NONE), 0);
    } else {
        int amount = emit_value(e, n->a, n->type, NONE), part = emit_scratch(e, 2);
        emit_op(e, OP_AMTN, part, amount, 0);
        emit_op(e, OP_NEG, part, part, 0);
        emit_op(e, OP_AMTU, part + 1, amount, 0);
        emit_op(e, OP_AMT, dst, part, part + 1);
    }
    e->top = top;
    return dst;
}

/* [5, 40, 70]: the items lie in registers that stay as long as the list does. */
static int emit_list_literal(struct emitter *e, struct node *n, int dst) {
    struct type one = type_make(n->type.base, 0, n->type.of);
    int count = 0;
    for (struct node *k = n->kids; k; k = k->next)
        count++;
    int block = emit_scratch(e, 1 + count), i = 1;
    emit_load(e, block, count);
    for (struct node *k = n->kids; k; k = k->next, i++) {
        int top = e->top;
        emit_value(e, k, one, block + i);
        e->top = top;
    }
    if (dst == NONE) dst = emit_scratch(e, 1);
    emit_op(e, OP_LMAKE, dst, block, 0);
    return dst;
}

int emit_value(struct emitter *e, struct node *n, struct type want, int dst) {
    if (want.base == T_UNKNOWN) want = n->type;
    if (want.base == T_UNKNOWN || want.base == T_NULL) want = TYPE(VT_NUMBER); /* after an error, or a lone none */
    if (want.flags & VF_SET) return emit_set(e, n, want, dst);
    switch (n->kind) {
    case N_PAREN: return emit_value(e, n->a, want, dst);
    case N_NUMBER: return load(e, TYPE(VT_NUMBER), dst, (int32_t)n->number);
    case N_NAME: return emit_name(e, n, want, dst);
    case N_FIELD: return emit_field(e, n, want, dst);
    case N_INDEX: return emit_index(e, n, dst);
    case N_CALL: return emit_call(e, n, dst);
    case N_AMOUNT:
    case N_UPTO: return emit_amount(e, n, dst);
    case N_SET: return emit_list_literal(e, n, dst);
    case N_NEGATE: {
        if (n->type.base == VT_AMOUNT) return emit_amount(e, n, dst);
        int32_t value;
        if (constant_number(e->m, n, &value)) return load(e, n->type, dst, value);
        if (dst == NONE) dst = emit_reg(e, n->type);
        int top = e->top;
        emit_op(e, OP_NEG, dst, emit_value(e, n->a, TYPE(VT_NUMBER), NONE), 0);
        e->top = top;
        return dst;
    }
    case N_NOT: return emit_bool(e, n, dst);
    case N_BINARY: return n->type.base == VT_BOOL ? emit_bool(e, n, dst) : emit_arithmetic(e, n, dst);
    case N_COND: return emit_choice(e, n, want, dst);
    case N_AGGREGATE:
        return n->number == TOKEN_ANY || n->number == TOKEN_ALL ? emit_bool(e, n, dst) : emit_aggregate(e, n, dst);
    default: emit_error(e, n, "this cannot be evaluated"); return load(e, want, dst, 0);
    }
}

/* ---- sets */
static bool constant_member(struct emitter *e, struct node *n, struct type element, int32_t *value) {
    const struct symbol *s = node_bare(n)->symbol;
    if (s && (s->kind == SYM_INSTANCE || s->kind == SYM_SPACE || s->kind == SYM_SEAT)) return *value = s->index, true;
    return n->symbol && n->symbol->kind != SYM_LOCAL && constant_value(e->m, n, element, value) && *value >= 0;
}

static void emit_set_literal(struct emitter *e, struct node *n, struct type want, int dst, bool fresh) {
    struct type element = type_make(want.base, 0, want.of);
    uint32_t words[MAX_SET_WORDS] = {0};
    int32_t value;
    bool computed = false;
    for (struct node *k = n->kids; k && !computed; k = k->next) /* and may read what dst holds */
        computed = !constant_member(e, k, element, &value);
    int width = type_width(e, want), result = fresh || !computed ? dst : emit_reg(e, want), top = e->top;
    for (struct node *k = n->kids; k; k = k->next)
        for (int i = 0, count = copies_named(e, k); i < count; i++)
            if (constant_member(e, k, element, &value) && value + i < width * 32)
                bits_set(words, (uint32_t)(value + i));
    emit_const_set(e, result, width, words);
    for (struct node *k = n->kids; k; k = k->next) {
        if (constant_member(e, k, element, &value)) continue;
        emit_op(e, OP_SADD, result, emit_value(e, k, element, NONE), width);
        e->top = top;
    }
    if (result != dst) emit_op(e, OP_SMOV, dst, result, width);
}

static int players_set(struct emitter *e, bool without_me, int dst) {
    if (e->m->uses_out)
        emit_op(e, OP_SEATS, dst, 0, 0);
    else
        emit_load(e, dst, (int32_t)((1u << e->m->seats) - 1));
    if (without_me) emit_op(e, OP_SDEL, dst, REG_ME, 1);
    return dst;
}

static int emit_named_set(struct emitter *e, struct node *n, struct type want, int dst) {
    struct symbol *s = n->symbol;
    uint32_t words[MAX_SET_WORDS] = {0};
    int width = type_width(e, want);
    if (s && s->kind == SYM_LOCAL && s->type.flags & VF_SET) return copy(e, s->type, reg_of(e, s), dst);
    if (dst == NONE) dst = emit_reg(e, want);
    int top = e->top;
    if (n->type.base == VT_BOARD)
        board_words(e, n->type.of, words), emit_const_set(e, dst, width, words);
    else if (n->type.base == VT_ZONE)
        emit_op(e, OP_ZSET, dst, emit_value(e, n, n->type, NONE), width);
    else if (s && s->kind == SYM_KIND)
        kind_words(e, s->index, e->m->kinds.data[s->index].is_space, words), emit_const_set(e, dst, width, words);
    else if (s && s->kind == SYM_ENUM)
        bits_fill(words, (uint32_t)width, (uint32_t)e->m->enums.data[s->index].n), emit_const_set(e, dst, width, words);
    else if (s && s->kind == SYM_BUILTIN)
        players_set(e, s->index == BI_others, dst);
    else if (s && s->kind == SYM_CLAUSE)
        emit_member_value(e, s, REG_THIS, NULL, n, dst);
    else
        emit_error(e, n, "this is not a set");
    e->top = top;
    return dst;
}

/* A list used where a set is wanted. */
static int list_to_set(struct emitter *e, struct node *n, struct type want, int dst) {
    int width = type_width(e, want), top = e->top;
    emit_op(e, OP_SCLR, dst, 0, width);
    int x = emit_reg(e, type_make(want.base, 0, want.of));
    struct iterator it = iter_open(e, n, x, NULL);
    emit_op(e, OP_SADD, dst, x, width);
    iter_next(e, &it);
    iter_close(e, &it);
    e->top = top;
    return dst;
}

int emit_set(struct emitter *e, struct node *n, struct type want, int dst) {
    if (n->kind == N_PAREN) return emit_set(e, n->a, want, dst);
    if (is_players_board(e, n)) return emit_players_board(e, n, dst);
    if (n->kind == N_NAME && !(n->type.flags & VF_LIST)) return emit_named_set(e, n, want, dst);
    bool fresh = dst == NONE;
    if (dst == NONE) dst = emit_reg(e, want);
    int width = type_width(e, want), top = e->top;
    if (n->type.flags & VF_LIST) return list_to_set(e, n, want, dst);
    switch (n->kind) {
    case N_SET: emit_set_literal(e, n, want, dst, fresh); break;
    case N_FILTER: emit_filter(e, n->a, want, dst, fresh); break;
    case N_FIELD:
        if (n->type.base == VT_ZONE)
            emit_op(e, OP_ZSET, dst, emit_value(e, n, n->type, NONE), width);
        else
            emit_field(e, n, want, dst);
        break;
    case N_COND: {
        emit_choice(e, n, want, dst);
        break;
    }
    case N_CALL: emit_call(e, n, dst); break;
    case N_AGGREGATE: emit_aggregate(e, n, dst); break; /* one of several lines */
    case N_BINARY: {
        int a = emit_set(e, n->a, want, NONE), b = emit_set(e, n->b, want, NONE);
        emit_opx(e, n->number == TOKEN_PLUS ? OP_SOR : OP_SANDN, dst, a, b, width);
        break;
    }
    default: emit_error(e, n, "this is not a set"); break;
    }
    e->top = top;
    return dst;
}

/* ---- conditions */
/* `relation` is what was written; where it is wanted not to hold, its opposite would have been right. */
static void note_comparison(struct emitter *e, struct node *n, uint32_t pc, int have, int need, int relation) {
    static const uint8_t opposite[] = {1, 0, 5, 4, 3, 2};
    if (e->unnoted) return;
    struct note note = {.pc = pc,
                        .have = (uint8_t)have,
                        .need = (uint8_t)need,
                        .relation = e->contrary ? opposite[relation] : (uint8_t)relation,
                        .kind = value_kind_of(TYPE(VT_NUMBER))};
    note.words = text_phrase(&e->texts, n->a);
    if (!VEC_PUSH(&e->out.notes, note)) e->out.failed = true;
}

/* card == Name, where several cards have that name */
static void emit_copy_test(struct emitter *e, struct node *n, bool when, int label) {
    struct node *named = copies_named(e, n->b) > 1 ? n->b : n->a, *other = named == n->b ? n->a : n->b;
    int card = emit_value(e, other, named->type, NONE), all = emit_copies(e, named), r = emit_scratch(e, 1);
    emit_opx(e, OP_SIN, r, card, all, type_width(e, type_make(VT_CARD, VF_SET, ANY)));
    emit_jump(e, (n->number == TOKEN_EQ) == when ? OP_JNZ : OP_JZ, r, 0, 0, label);
}

static void emit_comparison(struct emitter *e, struct node *n, bool when, int label) {
    int token = (int)n->number;
    struct type t = n->a->type.base == T_NULL ? n->b->type : n->a->type;
    bool ordered = token != TOKEN_EQ && token != TOKEN_NE;
    if (t.base == VT_BOARD && n->b->type.base == VT_BOARD) { /* which board is meant is known */
        bool equal = t.of == n->b->type.of;
        if ((equal == (token == TOKEN_EQ)) == when) emit_jump(e, OP_JMP, 0, 0, 0, label);
        return;
    }
    if (ordered || t.base == VT_TRACK) t = TYPE(VT_NUMBER);
    if (n->b->type.base == VT_TRACK) t = TYPE(VT_NUMBER);
    if (n->b->type.flags & VF_SET) t = n->b->type; /* the other may be a zone or a board */
    if (t.flags & VF_SET) {
        int a = emit_set(e, n->a, t, NONE), b = emit_set(e, n->b, t, NONE), r = emit_scratch(e, 1);
        emit_opx(e, OP_SEQ, r, a, b, type_width(e, t));
        emit_jump(e, (token == TOKEN_EQ) == when ? OP_JNZ : OP_JZ, r, 0, 0, label);
        return;
    }
    bool unnoted = e->unnoted;
    e->unnoted = true;
    int a = emit_value(e, n->a, t, NONE), b = emit_value(e, n->b, t, NONE);
    e->unnoted = unnoted;
    /* a jump that is taken when the comparison is `when` */
    static const int opposite[] = {1, 0, 5, 4, 3, 2};
    int relation = token == TOKEN_EQ   ? 0
                   : token == TOKEN_NE ? 1
                   : token == TOKEN_LT ? 2
                   : token == TOKEN_LE ? 3
                   : token == TOKEN_GT ? 4
                                       : 5;
    int taken = when ? relation : opposite[relation];
    uint32_t pc = (uint32_t)e->out.code.n;
    switch (taken) {
    case 0: emit_jump(e, OP_JEQ, a, b, 0, label); break;
    case 1: emit_jump(e, OP_JNE, a, b, 0, label); break;
    case 2: emit_jump(e, OP_JLT, a, b, 0, label); break;
    case 3: emit_jump(e, OP_JLE, a, b, 0, label); break;
    case 4: emit_jump(e, OP_JLT, b, a, 0, label); break;
    default: emit_jump(e, OP_JLE, b, a, 0, label); break;
    }
    if (t.base == VT_NUMBER) note_comparison(e, n, pc, a, b, relation);
}

/* x in [a, b, none]: one comparison after another, for few members and for what no set can hold. */
void emit_one_of(struct emitter *e, int x, struct node *set, struct type element, bool when, int label) {
    int hit = when ? label : emit_label(e), top = e->top;
    for (struct node *k = set->kids; k; k = k->next) {
        emit_jump(e, OP_JEQ, x, emit_value(e, k, element, NONE), 0, hit);
        e->top = top;
    }
    if (when) return;
    emit_jump(e, OP_JMP, 0, 0, 0, label);
    emit_place(e, hit);
}

static bool is_short(const struct emitter *e, const struct node *set) {
    int count = 0;
    for (const struct node *k = set->kids; k; k = k->next, count++)
        if (copies_named(e, k) > 1) return false;
    return count <= 3;
}

/* x in list: until it is found. */
static void emit_in_list(struct emitter *e, struct node *n, bool when, int label) {
    struct type one = type_make(n->b->type.base, 0, n->b->type.of);
    int x = emit_value(e, n->a, one, NONE), y = emit_reg(e, one), hit = when ? label : emit_label(e);
    struct iterator it = iter_open(e, n->b, y, NULL);
    emit_jump(e, OP_JEQ, x, y, 0, hit);
    iter_next(e, &it);
    iter_close(e, &it);
    if (when) return;
    emit_jump(e, OP_JMP, 0, 0, 0, label);
    emit_place(e, hit);
}

/* x in a..b */
static void emit_in_range(struct emitter *e, struct node *x, struct node *range, bool when, int label) {
    struct type number = TYPE(VT_NUMBER);
    int value = emit_value(e, x, number, emit_scratch(e, 1)), outside = when ? emit_label(e) : label;
    emit_jump(e, OP_JLT, value, emit_value(e, range->a, number, NONE), 0, outside);
    if (range->b) emit_jump(e, OP_JLT, emit_value(e, range->b, number, NONE), value, 0, outside);
    if (!when) return;
    emit_jump(e, OP_JMP, 0, 0, 0, label);
    emit_place(e, outside);
}

static void emit_membership(struct emitter *e, struct node *n, bool when, int label) {
    struct node *right = n->b;
    right = node_bare(right);
    bool wanted = (n->number == TOKEN_IN) == when;
    if (copies_named(e, n->a) < 2 && right->kind == N_SET && (right->type.flags & VF_LIST || is_short(e, right))) {
        struct type one = type_make(right->type.base, 0, right->type.of);
        emit_one_of(e, emit_value(e, n->a, one, NONE), right, one, wanted, label);
        return;
    }
    if (right->type.flags & VF_LIST) {
        emit_in_list(e, n, wanted, label);
        return;
    }
    if (right->type.base == T_RANGE) {
        emit_in_range(e, n->a, right, wanted, label);
        return;
    }
    struct type element = n->a->type;
    int r = emit_scratch(e, 1);
    bool yes = n->number == TOKEN_IN;
    if (copies_named(e, n->a) > 1) { /* any of the equal cards */
        struct type set = type_make(VT_CARD, VF_SET, ANY);
        int width = type_width(e, set), all = emit_copies(e, n->a);
        emit_opx(e, OP_SAND, all, all, emit_set(e, n->b, set, NONE), width);
        emit_op(e, OP_SCNT, r, all, width);
    } else if (n->b->type.base == VT_ZONE && !n->b->type.flags) {
        int card = emit_value(e, n->a, element, NONE), zone = emit_value(e, n->b, n->b->type, NONE);
        emit_op(e, OP_ZIN, r, card, zone);
    } else {
        struct type set = type_make(element.base, VF_SET, element.of);
        if (n->b->type.flags & VF_SET) set = n->b->type;
        int x = emit_value(e, n->a, element, NONE), s = emit_set(e, n->b, set, NONE);
        emit_opx(e, OP_SIN, r, x, s, type_width(e, set));
    }
    emit_jump(e, yes == when ? OP_JNZ : OP_JZ, r, 0, 0, label);
}

void kind_test_words(const struct emitter *e, int kind, uint32_t *words) {
    if (!e->m->kinds.data[kind].is_space) kind_words(e, kind, false, words);
    for (size_t i = 0; i < e->m->spaces.n; i++)
        if (kind_is(e->m, e->m->spaces.data[i].kind, kind)) bits_set(words, (uint32_t)i);
}

static void emit_kind_test(struct emitter *e, struct node *n, bool when, int label) {
    struct symbol *s = n->b->symbol;
    bool spaces = e->m->kinds.data[s->index].is_space;
    struct type set = type_make(spaces ? VT_SPACE : VT_CARD, VF_SET, ANY);
    uint32_t words[MAX_SET_WORDS] = {0};
    int width = type_width(e, set), r = emit_scratch(e, 1), x = emit_value(e, n->a, n->a->type, NONE),
        all = emit_reg(e, set);
    kind_test_words(e, s->index, words);
    emit_const_set(e, all, width, words);
    emit_opx(e, OP_SIN, r, x, all, width);
    emit_jump(e, when ? OP_JNZ : OP_JZ, r, 0, 0, label);
}

static void emit_logic(struct emitter *e, struct node *n, bool when, int label) {
    bool both = n->number == TOKEN_AND;
    if (both == !when) { /* `and` false, `or` true: either side decides */
        emit_cond(e, n->a, when, label);
        emit_cond(e, n->b, when, label);
        return;
    }
    int skip = emit_label(e);
    emit_cond(e, n->a, !when, skip);
    emit_cond(e, n->b, when, label);
    emit_place(e, skip);
}

void emit_cond(struct emitter *e, struct node *n, bool when, int label) {
    int top = e->top;
    int32_t fixed;
    n = node_bare(n);
    if (constant_number(e->m, n, &fixed)) {
        if (!!fixed == when) emit_jump(e, OP_JMP, 0, 0, 0, label);
        return;
    }
    struct inlined in;
    if (n->kind == N_NOT)
        e->contrary = !e->contrary, emit_cond(e, n->a, !when, label), e->contrary = !e->contrary;
    else if (n->kind == N_CALL && inline_open(e, n, &in))
        emit_cond(e, in.function->node->c, when, label), inline_close(e, &in);
    else if (n->kind == N_BINARY && (n->number == TOKEN_AND || n->number == TOKEN_OR))
        emit_logic(e, n, when, label);
    else if (n->kind == N_BINARY && (n->number == TOKEN_IN || n->number == TOKEN_NOT))
        emit_membership(e, n, when, label);
    else if (n->kind == N_BINARY && n->number == TOKEN_IS)
        emit_kind_test(e, n, when, label);
    else if (n->kind == N_BINARY && (copies_named(e, n->a) > 1 || copies_named(e, n->b) > 1))
        emit_copy_test(e, n, when, label);
    else if (n->kind == N_BINARY)
        emit_comparison(e, n, when, label);
    else if (n->kind == N_AGGREGATE && (n->number == TOKEN_ANY || n->number == TOKEN_ALL))
        emit_quantifier(e, n, when, label);
    else
        emit_jump(e, when ? OP_JNZ : OP_JZ, emit_value(e, n, TYPE(VT_BOOL), NONE), 0, 0, label);
    e->top = top;
}

void emit_test(struct emitter *e, struct node *n, bool when, int label) {
    bool unnoted = e->unnoted;
    e->unnoted = true;
    emit_cond(e, n, when, label);
    e->unnoted = unnoted;
}
