/* looks.c: what a definition tells front ends besides the rules: the `look:` of things, the tags printed on cards, and
 * the values about cards that can be shown beside them.
 *
 * Nothing here is read by the rules: a definition without any `look:` plays the same. */
#include "lang/emit.h"

#include "base/utf8.h"

#include <string.h>

enum { ICON_COLUMNS = 4 };

#define NAME_OF(colour) #colour,
static const char *const colours[] = {"none", LOOK_COLOURS(NAME_OF)};
#undef NAME_OF
enum { COLOURS = sizeof colours / sizeof *colours };

/* ---- `look:` */
/* The node behind `look:`, as an argument or as a clause of the block; NULL: there is none. */
static struct node *look_node(struct node *args, struct node *block) {
    struct node *given = argument_named(args, "look");
    for (struct node *c = block ? block->kids : NULL; c && !given; c = c->next)
        if (c->kind == N_CLAUSE && !strcmp(c->name, "look")) given = clause_expression(c) ? clause_expression(c) : c;
    return given;
}

static bool read_colour(struct model *m, struct node *n, struct look_entry *out) {
    int i = 0;
    while (i < COLOURS && strcmp(n->name, colours[i]))
        i++;
    if (i == COLOURS) return model_unknown(m, n, "colour", n->name, ONLY_EXTRA, colours, COLOURS), false;
    out->colour = (uint8_t)i;
    out->hidden = i == 0;
    return true;
}

static bool read_icon(struct model *m, const struct node *n, const char *text, const char **icon) {
    size_t columns = utf8_columns(text, strlen(text));
    if (columns < 1 || columns > ICON_COLUMNS)
        return model_error(m, n, DIAG_out_of_range, "an icon is from 1 to %d characters wide", ICON_COLUMNS), false;
    *icon = text;
    return true;
}

/* What the node says; false when that is nothing, or wrong and reported. */
static bool read_look(struct model *m, struct node *n, struct look_entry *out, const char **icon) {
    *icon = NULL;
    if (!n) return false;
    if (n->kind == N_NAME && n->number) return read_icon(m, n, n->name, icon);
    if (n->kind == N_NAME) return read_colour(m, n, out);
    bool both = n->kind == N_AMOUNT && n->b->kind == N_TEXT && n->a->kind == N_NAME && !n->a->number;
    if (both && strcmp(n->a->name, "none")) return read_colour(m, n->a, out) && read_icon(m, n->b, n->b->text, icon);
    model_error(m, n, DIAG_wrong_type,
                "a look is none, a colour, an icon in quotes, or a colour and an icon, for example look: blue \"~\"");
    return false;
}

typedef void (*look_visit)(void *user, struct model *m, struct node *n, struct look_entry entry);

static void each_look(struct model *m, look_visit visit, void *user) {
    for (size_t i = 0; i < m->vars.n; i++)
        if (m->vars.data[i].node)
            visit(user, m, look_node(m->vars.data[i].node->kids, NULL),
                  (struct look_entry){LOOK_VAR, .index = (uint32_t)i});
    for (size_t i = 0; i < m->zones.n; i++)
        visit(user, m, look_node(m->zones.data[i].node->kids, NULL),
              (struct look_entry){LOOK_ZONE, .index = (uint32_t)i});
    for (size_t i = 0; i < m->tracks.n; i++)
        visit(user, m, look_node(m->tracks.data[i].node->kids, m->tracks.data[i].node->b),
              (struct look_entry){LOOK_TRACK, .index = (uint32_t)i});
    for (size_t i = 0; i < m->boards.n; i++)
        visit(user, m, look_node(m->boards.data[i].node->kids, m->boards.data[i].node->b),
              (struct look_entry){LOOK_BOARD, .index = (uint32_t)i});
    for (size_t i = 0; i < m->members.n; i++)
        visit(user, m, look_node(m->members.data[i].node->kids, NULL),
              (struct look_entry){LOOK_MEMBER, .index = (uint32_t)i});
    for (size_t i = 0; i < m->kinds.n; i++)
        if (m->kinds.data[i].node)
            visit(user, m, look_node(NULL, m->kinds.data[i].node->b),
                  (struct look_entry){LOOK_KIND, .index = (uint32_t)i});
    for (size_t i = 0; i < m->cards.n; i++)
        visit(user, m, look_node(NULL, m->cards.data[i].node->b), (struct look_entry){LOOK_CARD, .index = (uint32_t)i});
}

static void check_one(void *user, struct model *m, struct node *n, struct look_entry entry) {
    const char *icon;
    (void)user;
    if (entry.of == LOOK_CARD && m->cards.data[entry.index].copy) return; /* said of the first copy */
    read_look(m, n, &entry, &icon);
}

void check_looks(struct model *m) {
    each_look(m, check_one, NULL);
}

static void emit_one(void *user, struct model *m, struct node *n, struct look_entry entry) {
    struct emitter *e = user;
    const char *icon;
    if (!read_look(m, n, &entry, &icon)) return;
    entry.icon = icon ? emit_string(e, icon) : NONE;
    PUSH(e, &e->out.looks, entry);
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
        bool tags = k->constant && k->result.base == VT_MEMBER && (int)k->result.of == tag;
        if (!tags || !kind_is(e->m, c->kind, k->owner_kind)) continue;
        add_tags(e, k->result, e->out.pool.data[e->out.tables.data[k->table].first + card], list);
    }
    if (list[0]) e->out.cards.data[card].tags = 1 + emit_pool(e, list, (size_t)list[0] + 1);
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
        struct card_value r = {.routine = f->routine, .table = NONE, .truth = f->result.base == VT_BOOL};
        if (f->kind != SYM_VALUE || f->prelude || !shows(f->result) || !arguments_fit(f->params, f->n_params, true, &r))
            continue;
        r.name = emit_string(e, f->name);
        PUSH(e, &e->out.card_values, r);
    }
    for (size_t i = 0; i < e->m->clauses.n; i++) {
        const struct clause_info *c = e->m->clauses.data[i];
        struct card_value r = {.routine = NONE, .table = c->table, .truth = c->result.base == VT_BOOL};
        if (c->kind != SYM_CLAUSE || !shows(c->result) || !arguments_fit(c->params, c->n_params, false, &r)) continue;
        r.name = emit_string(e, c->name);
        r.kind = (uint16_t)c->owner_kind;
        PUSH(e, &e->out.card_values, r);
    }
}

void emit_looks(struct emitter *e) {
    int tag = enum_by_name(e->m, "tag");
    for (size_t i = 0; i < e->m->cards.n && i < e->out.cards.n && !e->failed; i++)
        emit_tags(e, i, tag);
    each_look(e->m, emit_one, e);
    emit_values(e);
}
