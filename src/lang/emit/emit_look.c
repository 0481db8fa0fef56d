/* emit_look.c: what a definition tells front ends besides the rules: the `look:` of things, the tags printed on
 * cards, and the values about cards that can be shown beside them.
 *
 * Nothing here is read by the rules: a definition without any `look:` plays the same. */
#include "lang/emit/emit.h"

#include "lang/model/look.h"

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

void emit_looks(struct emitter *e) {
    int tag = enum_by_name(e->m, "tag");
    for (size_t i = 0; i < e->m->cards.n && i < e->out.cards.n && !e->out.failed; i++)
        emit_tags(e, i, tag);
    look_each(e->m, emit_one, e);
    emit_values(e);
}
