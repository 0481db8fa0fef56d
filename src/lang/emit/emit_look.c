/* emit_look.c: what a definition tells front ends besides the rules: the `look:` of things, the tags printed on
 * cards, the values about cards that can be shown beside them, and what rules do with variables.
 *
 * Nothing here is read by the rules: a definition without any `look:` plays the same. */
#include "lang/emit/emit.h"

#include "lang/model/builtins.h"
#include "lang/model/look.h"
#include "lang/parse/token.h"

static void emit_one(void *user, struct model *m, struct node *look, struct look_entry entry) {
    struct emitter *e = user;
    const char *icon;
    if (!look_read(m, look, &entry, &icon)) return;
    if (icon) entry.icon = output_string(&e->out, icon);
    PUSH(&e->out, &e->out.looks, entry);
}

/* ---- tags */
static void add_tag(int32_t *list, int32_t tag) {
    if (tag >= 0 && list[0] < 64) list[++list[0]] = tag;
}

static void add_tags(struct emitter *e, struct type t, int32_t value, int32_t *list) {
    if (!(t.flags & VF_LIST)) {
        add_tag(list, value);
        return;
    }
    for (int32_t i = 0; i < e->out.pool.data[value]; i++)
        add_tag(list, e->out.pool.data[value + 1 + i]);
}

/* What is printed on the card as a tag: parameters of its kind, and constant values of it. */
static void emit_tags(struct emitter *e, size_t card, int tag) {
    const struct card_info *c = &e->m->cards.data[card];
    struct node *params[MAX_PARAMETERS];
    int32_t list[65] = {0};
    if (c->copy && card) {
        e->out.cards.data[card].tags = e->out.cards.data[card - 1].tags;
        return;
    }
    size_t n = tag >= 0 ? kind_parameters(e->m, c->kind, params, MAX_PARAMETERS) : 0;
    for (size_t i = 0; i < n && i < MAX_PARAMETERS; i++) {
        struct type t = model_type(e->m, params[i]->a);
        if (t.base != VT_MEMBER || (int)t.of != tag || t.flags & VF_SET) continue;
        add_tags(e, t, printed_value(e, c->kind, c->node->kids, params[i]), list);
    }
    for (size_t i = 0; tag >= 0 && i < e->m->clauses.n; i++) {
        const struct clause_info *k = e->m->clauses.data[i];
        bool tags = e->clauses[k->number].constant && k->result.base == VT_MEMBER && (int)k->result.of == tag;
        if (!tags || !kind_is(e->m, c->kind, k->owner_kind)) continue;
        add_tags(e, k->result, e->out.pool.data[e->out.tables.data[e->clauses[k->number].table].first + card], list);
    }
    if (list[0]) e->out.cards.data[card].tags = 1 + output_pool(&e->out, list, (size_t)list[0] + 1);
}

/* ---- values that can be shown beside a card */
static bool shows(struct type t) {
    return !t.flags && (t.base == VT_NUMBER || t.base == VT_BOOL);
}

/* Which argument is the card and which the player; false when there are others. */
static bool arguments_fit(struct symbol **params, int n, bool with_card, struct card_value *out) {
    out->card = out->player = NO_REGISTER;
    for (int i = 0; i < n; i++) {
        struct type t = params[i]->type;
        uint8_t reg = (uint8_t)(REG_ARGS + i);
        if (t.flags) return false;
        if (t.base == VT_PLAYER && out->player == NO_REGISTER)
            out->player = reg;
        else if (with_card && t.base == VT_CARD && t.of != ANY && out->card == NO_REGISTER)
            out->card = reg, out->kind = t.of;
        else
            return false;
    }
    return n <= 2 && (!with_card || out->card != NO_REGISTER);
}

static void emit_values(struct emitter *e) {
    for (size_t i = 0; i < e->m->functions.n; i++) {
        const struct function *f = e->m->functions.data[i];
        struct card_value r = {.routine = routine_of(e, f), .table = NONE, .truth = f->result.base == VT_BOOL};
        if (f->kind != SYM_VALUE || f->prelude || !shows(f->result) || !arguments_fit(f->params, f->n_params, true, &r))
            continue;
        r.name = output_string(&e->out, f->name);
        PUSH(&e->out, &e->out.card_values, r);
    }
    for (size_t i = 0; i < e->m->clauses.n; i++) {
        const struct clause_info *c = e->m->clauses.data[i];
        struct card_value r = {
            .routine = NONE, .table = e->clauses[c->number].table, .truth = c->result.base == VT_BOOL};
        if (c->kind != SYM_CLAUSE || !shows(c->result) || !arguments_fit(c->params, c->n_params, false, &r)) continue;
        r.name = output_string(&e->out, c->name);
        r.kind = (uint16_t)c->owner_kind;
        PUSH(&e->out, &e->out.card_values, r);
    }
}

/* ---- what rules do with variables: `gain(me.income[r] r)`, `s.tile = t; s.owner = me` */
struct finding {
    struct emitter *e;
    const struct node *unit; /* the rule, phase or turn that is being looked at */
};

/* A variable of players that is read or written by an index: me.income[r]. NONE: it is none. */
static int indexed_var(const struct node *n, const struct node **index) {
    const struct node *place = n && n->kind == N_INDEX ? node_bare(n->a) : NULL;
    bool var = place && place->symbol && place->symbol->kind == SYM_VAR;
    if (var) *index = node_bare(n->b);
    return var ? place->symbol->index : NONE;
}

static bool assigns(const struct node *n, int var) {
    const struct node *index;
    for (; n; n = n->next) {
        if (n->kind == N_ASSIGN && indexed_var(node_bare(n->a), &index) == var) return true;
        if (assigns(n->kids, var) || assigns(n->a, var) || assigns(n->b, var) || assigns(n->c, var)) return true;
    }
    return false;
}

/* A summand that is a variable at that index. What the same rule pays out and changes is a hoard, not a rate. */
static void find_summand(const struct finding *r, const struct node *n, const struct node *index) {
    const struct node *at;
    n = node_bare(n);
    if (!n || !index || !index->symbol) return;
    if (n->kind == N_BINARY && n->number == TOKEN_PLUS) {
        find_summand(r, n->a, index), find_summand(r, n->b, index);
        return;
    }
    int var = indexed_var(n, &at);
    if (var == NONE || var == r->e->m->stock_var || at->symbol != index->symbol) return;
    struct var *v = &r->e->out.vars.data[var];
    bool fits =
        v->scope == SCOPE_PLAYER && v->kind.type == VT_NUMBER && !v->kind.flags && v->index_enum == r->e->m->stock_enum;
    if (fits && !assigns(r->unit->kids, var) && !assigns(r->unit->b, var)) v->use = USE_RATE;
}

/* s.V of a space in a statement `s.V = ...`: V; NONE: it is something else. */
static int space_var(const struct emitter *e, const struct node *n, const struct symbol **space) {
    const struct node *place = n->kind == N_ASSIGN && n->number == TOKEN_ASSIGN ? node_bare(n->a) : NULL;
    const struct node *of = place && place->kind == N_FIELD ? node_bare(place->a) : NULL;
    bool var = of && of->kind == N_NAME && of->symbol && place->symbol && place->symbol->kind == SYM_VAR &&
               e->out.vars.data[place->symbol->index].scope == SCOPE_SPACE;
    if (var) *space = of->symbol;
    return var ? place->symbol->index : NONE;
}

/* s.tile = t; s.owner = me: whose the tile is. */
static void find_owner(struct emitter *e, const struct node *statements) {
    const struct symbol *space, *other;
    for (const struct node *s = statements; s; s = s->next) {
        int put = space_var(e, s, &space);
        struct value_kind kind = put == NONE ? (struct value_kind){0} : e->out.vars.data[put].kind;
        if (kind.type != VT_MEMBER || kind.of != ENUM_PIECE) continue;
        for (const struct node *t = statements; t; t = t->next) {
            int whose = space_var(e, t, &other);
            struct var *v = whose == NONE || other != space ? NULL : &e->out.vars.data[whose];
            if (v && v->kind.type == VT_PLAYER && !names_none(node_bare(t->b))) v->use = USE_OWNER;
        }
    }
}

static void find_uses(struct finding r, const struct node *n) {
    for (; n; n = n->next) {
        struct finding inside = r;
        const struct node *index;
        bool gains = n->kind == N_CALL && n->symbol && n->symbol->kind == SYM_BUILTIN && n->symbol->index == BI_gain;
        for (const struct node *a = gains ? n->kids : NULL; a; a = a->next)
            if (node_bare(a)->kind == N_AMOUNT) find_summand(&r, node_bare(a)->a, node_bare(a)->b);
        int added = n->kind == N_ASSIGN && n->number == TOKEN_PLUS_ASSIGN ? indexed_var(node_bare(n->a), &index) : NONE;
        if (added != NONE && added == r.e->m->stock_var) find_summand(&r, n->b, index);
        switch (n->kind) {
        case N_DEF:
        case N_SIGNAL:
        case N_RULE:
        case N_CLAUSE:
        case N_PHASE:
        case N_ROUND:
        case N_TURN:
        case N_WHEN:
        case N_AFTER:
        case N_FLOW: inside.unit = n; break;
        default: break;
        }
        if (n->kind == N_BLOCK) find_owner(r.e, n->kids);
        find_uses(inside, n->kids), find_uses(inside, n->a), find_uses(inside, n->b), find_uses(inside, n->c);
    }
}

void emit_looks(struct emitter *e) {
    int tag = enum_by_name(e->m, "tag");
    for (size_t i = 0; i < e->m->cards.n && i < e->out.cards.n && !e->out.failed; i++)
        emit_tags(e, i, tag);
    look_each(e->m, emit_one, e);
    emit_values(e);
    if (!e->out.failed) find_uses((struct finding){e, e->m->file}, e->m->file->kids);
}
