/* emit_look.c: what a definition tells front ends besides the rules: the `look:` of things, the tags printed on
 * cards, and the values about cards that can be shown beside them.
 *
 * Nothing here is read by the rules: a definition without any `look:` plays the same. */
#include "lang/emit/emit.h"

#include "base/utf8.h"
#include "code/lookup.h"

#include <string.h>

enum { ICON_COLUMNS = 4 };

/* ---- `look:` */
/* The node behind `look:`, as an argument or as a clause of the block; NULL: there is none. */
static struct node *look_node(struct node *args, struct node *block) {
    struct node *given = argument_named(args, "look");
    for (struct node *c = block ? block->kids : NULL; c && !given; c = c->next)
        if (c->kind == N_CLAUSE && !strcmp(c->name, "look")) given = clause_expression(c) ? clause_expression(c) : c;
    return given;
}

/* The parts of a look in the order in which they are said; each at most once, and PART_HIDDEN alone. */
enum look_part { PART_NOTHING, PART_COLOUR, PART_PICTURE, PART_ICON, PART_HIDDEN };

struct reader {
    struct model *m;
    struct look_entry *out;
    const char *icon;
    enum look_part last;
};

static bool wrong_look(struct model *m, const struct node *n) {
    return model_error(m, n, DIAG_wrong_type,
                       "a look is none, or a colour, a picture, an icon in quotes, or some of them in this order, for "
                       "example look: green leaf \"P\""),
           false;
}

static bool read_icon(struct reader *r, const struct node *n, const char *text) {
    if (r->last >= PART_ICON) return wrong_look(r->m, n);
    size_t columns = utf8_columns(text, strlen(text));
    if (columns < 1 || columns > ICON_COLUMNS)
        return model_error(r->m, n, DIAG_out_of_range, "an icon is from 1 to %d characters wide", ICON_COLUMNS), false;
    r->icon = text;
    r->last = PART_ICON;
    return true;
}

/* The number of a name among those that begin with number 1; 0: it is none of them. */
static unsigned numbered(const char *(*name_of)(unsigned), const char *name) {
    for (unsigned i = 1; name_of(i); i++)
        if (!strcmp(name_of(i), name)) return i;
    return 0;
}

static bool unknown_word(const struct reader *r, const struct node *n) {
    const char *known[LOOK_COLOUR_END + LOOK_PICTURE_END];
    size_t k = 0;
    if (r->last == PART_NOTHING) known[k++] = "none";
    for (unsigned i = 1; r->last == PART_NOTHING && look_colour_name(i); i++)
        known[k++] = look_colour_name(i);
    for (unsigned i = 1; look_picture_name(i); i++)
        known[k++] = look_picture_name(i);
    model_unknown(r->m, n, r->last == PART_NOTHING ? "colour or picture" : "picture", n->name, ONLY_EXTRA, known, k);
    return false;
}

static bool read_word(struct reader *r, const struct node *n) {
    unsigned colour = numbered(look_colour_name, n->name), picture = numbered(look_picture_name, n->name);
    enum look_part part = !strcmp(n->name, "none") ? PART_HIDDEN
                          : colour                 ? PART_COLOUR
                          : picture                ? PART_PICTURE
                                                   : PART_NOTHING;
    if (part == PART_NOTHING && r->last < PART_PICTURE) return unknown_word(r, n);
    if (part <= r->last || (part == PART_HIDDEN && r->last != PART_NOTHING)) return wrong_look(r->m, n);
    if (part == PART_COLOUR) r->out->colour = (uint8_t)colour;
    if (part == PART_PICTURE) r->out->picture = (uint8_t)picture;
    r->out->hidden = part == PART_HIDDEN;
    r->last = part;
    return true;
}

static bool read_parts(struct reader *r, const struct node *n) {
    if (n->kind == N_AMOUNT) return read_parts(r, n->a) && read_parts(r, n->b);
    if (n->kind == N_TEXT) return read_icon(r, n, n->text);
    if (n->kind != N_NAME) return wrong_look(r->m, n);
    return n->number ? read_icon(r, n, n->name) : read_word(r, n);
}

/* What the node says; false when that is nothing, or wrong and reported. */
static bool read_look(struct model *m, struct node *n, struct look_entry *out, const char **icon) {
    struct reader r = {.m = m, .out = out};
    *icon = NULL;
    if (!n || !read_parts(&r, n)) return false;
    *icon = r.icon;
    return true;
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
    entry.icon = icon ? output_string(&e->out, icon) : NONE;
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
    each_look(e->m, emit_one, e);
    emit_values(e);
}
