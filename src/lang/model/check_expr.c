/* check_expr.c: types and meanings of expressions (calls are in check_call.c).
 * Invariant: after a check every expression node has a type; T_UNKNOWN means a report was made somewhere inside. */
#include "lang/model/check.h"
#include "lang/parse/cure.h"

#include "lang/model/builtins.h"
#include "lang/parse/lexer.h"

#include <string.h>

/* ---- what fits where */
struct type type_element(struct model *m, struct type t) {
    if (t.flags) return type_make(t.base, 0, t.of);
    switch (t.base) {
    case VT_ZONE: return TYPE_OF(VT_CARD, t.of);
    case VT_BOARD: return TYPE_OF(VT_SPACE, ANY);
    case T_RANGE: return TYPE(VT_NUMBER);
    case T_LINES: return type_make(VT_SPACE, VF_SET, ANY);
    default: (void)m; return TYPE(T_UNKNOWN);
    }
}

static bool same_of(struct model *m, struct type a, struct type b) {
    if (a.of == b.of || a.of == ANY || b.of == ANY) return true;
    if (a.base == VT_CARD || a.base == VT_SPACE || a.base == VT_ZONE)
        return kind_is(m, a.of, b.of) || kind_is(m, b.of, a.of);
    return a.base != VT_MEMBER && a.base != VT_AMOUNT;
}

bool type_fits(struct model *m, struct type from, struct type to) {
    if (from.base == T_UNKNOWN || to.base == T_UNKNOWN) return true;
    if (to.flags & VF_SET) {
        if (from.flags) return from.base == T_NULL || (from.base == to.base && same_of(m, from, to));
        if (from.base == VT_ZONE) return to.base == VT_CARD;
        if (from.base == VT_BOARD) return to.base == VT_SPACE;
        return false;
    }
    if (from.flags != to.flags) return false;
    if (from.base == T_NULL)
        return to.base == VT_PLAYER || to.base == VT_MEMBER || to.base == VT_CARD || to.base == VT_SPACE;
    if (from.base == VT_TRACK && to.base == VT_NUMBER) return true;
    return from.base == to.base && same_of(m, from, to);
}

struct node name_at_end(const struct node *n, const char *name) {
    struct node at = *n;
    size_t len = strlen(name);
    if (len > 0 && n->at.len > len) at.at.col += n->at.len - (uint32_t)len, at.at.len = (uint16_t)len;
    return at;
}

struct node name_at_start(const struct node *n, const char *name) {
    struct node at = *n;
    size_t len = strlen(name);
    if (len > 0 && n->at.len > len) at.at.len = (uint16_t)len;
    return at;
}

const char *type_cure(struct type expected, struct type found) {
    bool same = expected.base == found.base;
    if (expected.base == VT_BOOL && (found.base == VT_ZONE || found.flags))
        return "; whether something is in it is \"count(...) > 0\"";
    if (expected.base == VT_NUMBER && !expected.flags && (found.base == VT_ZONE || found.flags & VF_SET))
        return "; how many there are is \"count(...)\"";
    if (expected.base == VT_BOOL && found.base == VT_NUMBER)
        return "; a number is compared: \"x > 0\", \"x in [3, 4]\"";
    if (expected.base == VT_AMOUNT && found.base == VT_MEMBER) return "; a number stands before it, as in 2 coin";
    if (expected.flags & VF_SET && !found.flags && same) return "; one alone stands in brackets: [...]";
    if (!expected.flags && found.flags & VF_SET && same) return "; one of a set is \"first(...)\"";
    return "";
}

struct type check_fits(struct checker *c, struct node *n, struct type expected) {
    struct type t = check_expr(c, n, expected);
    if (!type_fits(c->m, t, expected)) {
        model_error(c->m, n, DIAG_wrong_type, "expected %s, found %s%s", type_name(c->m, expected), type_name(c->m, t),
                    type_cure(expected, t));
        n->type = TYPE(T_UNKNOWN);
    }
    return n->type;
}

struct type settle(struct node *n, struct symbol *s, struct type t) {
    n->symbol = s;
    if (s) s->used = true;
    return n->type = t;
}

struct symbol *check_bind(struct checker *c, struct node *at, const char *name, struct type t) {
    struct symbol *s = ARENA_NEW(c->m->arena, struct symbol);
    struct local *l = ARENA_NEW(c->m->arena, struct local);
    if (!s || !l) {
        c->m->failed = true;
        return NULL;
    }
    *s = (struct symbol){.kind = SYM_LOCAL, .name = name, .node = at, .type = t, .number = ++c->m->n_locals};
    l->symbol = s, l->outer = c->locals, l->depth = c->locals ? c->locals->depth + 1 : 1;
    if (l->depth > MAX_LOCALS)
        model_too_large(c->m, at, "a block sees at most %d names of its own at once", MAX_LOCALS);
    c->locals = l;
    return s;
}

/* ---- names */
static struct symbol *visible_local(struct checker *c, const char *name) {
    for (struct local *l = c->locals; l; l = l->outer)
        if (!strcmp(l->symbol->name, name)) return l->symbol;
    return NULL;
}

static struct symbol *member_of_player(struct model *m, const char *name) {
    for (size_t i = 0; i < m->player_members.n; i++)
        if (!strcmp(m->player_members.data[i]->name, name)) return m->player_members.data[i];
    return NULL;
}

static struct symbol *var_of_card(struct model *m, int card, const char *name) {
    for (size_t i = 0; card >= 0 && i < m->card_vars.n; i++)
        if (m->card_vars.data[i]->owner_kind == -2 - card && !strcmp(m->card_vars.data[i]->name, name))
            return m->card_vars.data[i];
    return NULL;
}

/* A global symbol that is a constant of the expected type: it goes before members of `this` and `me`. */
static struct symbol *expected_constant(struct model *m, const char *name, struct type expected) {
    struct symbol *found = NULL;
    for (struct symbol *s = model_find(m, name); s; s = s->same) {
        bool fits = (s->kind == SYM_MEMBER && expected.base == VT_MEMBER &&
                     (expected.of == ANY || expected.of == s->type.of)) ||
                    (s->kind == SYM_INSTANCE && expected.base == VT_CARD && same_of(m, s->type, expected)) ||
                    (s->kind == SYM_SPACE && expected.base == VT_SPACE);
        if (fits && (!found || symbol_absent(m, found)))
            found = s;
        else if (fits && s->kind == SYM_MEMBER && (int)s->type.of == m->stock_enum)
            found = s;
    }
    return found;
}

static struct type name_of_option(struct checker *c, struct node *n, struct symbol *s) {
    struct node *v = c->m->options.data[s->index].value;
    int32_t number;
    if (constant_number(c->m, v, &number))
        return settle(n, s, TYPE(name_is(v, "true") || name_is(v, "false") ? VT_BOOL : VT_NUMBER));
    for (struct symbol *b = v->kind == N_NAME ? model_find(c->m, v->name) : NULL; b; b = b->same)
        if (b->kind == SYM_BOARD || b->kind == SYM_MEMBER || b->kind == SYM_INSTANCE || b->kind == SYM_SPACE)
            return settle(n, b, b->type);
    if (v->kind == N_NAME) model_unknown(c->m, v, "value of an option", v->name, 0, NULL, 0); /* else it is reported */
    return settle(n, s, TYPE(T_UNKNOWN));
}

static struct type global_type(struct checker *c, struct node *n, struct symbol *s, struct type expected) {
    struct model *m = c->m;
    switch (s->kind) {
    case SYM_OPTION: return name_of_option(c, n, s);
    case SYM_MEMBER:
        if ((int)s->type.of == m->period_enum && expected.base != VT_MEMBER) return settle(n, s, TYPE(VT_NUMBER));
        return settle(n, s, s->type);
    case SYM_BUILTIN:
        if (s->index == BI_players || s->index == BI_others) return settle(n, s, type_make(VT_PLAYER, VF_SET, ANY));
        if (s->index == BI_neutral) return m->uses_neutral = true, settle(n, s, TYPE(VT_PLAYER));
        model_error(m, n, DIAG_wrong_kind, "\"%s\" is a verb or function: it needs parentheses", s->name);
        return settle(n, s, TYPE(T_UNKNOWN));
    case SYM_DEF:
    case SYM_VALUE:
    case SYM_SIGNAL:
        if (model_error(m, n, DIAG_wrong_kind, "\"%s\" needs parentheses to be used: %s()", s->name, s->name))
            model_declared(m, s);
        return settle(n, s, TYPE(T_UNKNOWN));
    default: check_present(c, n, s); return settle(n, s, s->type);
    }
}

static struct type check_seat_letter(struct checker *c, struct node *n) {
    unsigned seat = (unsigned)(n->name[0] - 'A');
    if (!c->scenario || n->name[1] || seat >= MAX_SEATS) return TYPE(T_VOID);
    if (seat >= c->m->seats) {
        model_error(c->m, n, DIAG_out_of_range, "there are only %u players here", c->m->seats);
        return n->type = TYPE(T_UNKNOWN);
    }
    struct symbol *s = ARENA_NEW(c->m->arena, struct symbol);
    if (!s) {
        c->m->failed = true;
        return n->type = TYPE(T_UNKNOWN);
    }
    *s = (struct symbol){.kind = SYM_SEAT, .name = n->name, .type = TYPE(VT_PLAYER), .index = (int)seat};
    return settle(n, s, s->type);
}

static size_t kind_names(struct model *m, int kind, const char **out, size_t k, size_t cap) {
    for (int guard = 0; kind >= 0 && kind != ANY && guard < 64; guard++, kind = m->kinds.data[kind].parent)
        for (size_t i = 0; i < m->kinds.data[kind].members.n && k < cap; i++)
            out[k++] = m->kinds.data[kind].members.data[i]->name;
    return k;
}

size_t check_visible(struct checker *c, const char **out, size_t cap) {
    size_t k = 0;
    for (struct local *l = c->locals; l && k < cap; l = l->outer)
        out[k++] = l->symbol->name;
    for (size_t i = 0; c->card >= 0 && i < c->m->card_vars.n && k < cap; i++)
        if (c->m->card_vars.data[i]->owner_kind == -2 - c->card) out[k++] = c->m->card_vars.data[i]->name;
    if (c->this_type.base == VT_CARD || c->this_type.base == VT_SPACE)
        k = kind_names(c->m, c->this_type.of, out, k, cap);
    for (size_t i = 0; i < c->m->player_members.n && k < cap; i++)
        out[k++] = c->m->player_members.data[i]->name;
    return k;
}

static void unknown_name(struct checker *c, struct node *n, struct type expected) {
    enum { CAP = 400 };
    const char *extra[CAP + 7];
    size_t k = 0;
    bool member = expected.base == VT_MEMBER && expected.of < c->m->enums.n;
    for (int i = 0; member && k < CAP / 2 && i < c->m->enums.data[expected.of].n; i++)
        extra[k++] = c->m->members.data[c->m->enums.data[expected.of].first + i].name;
    k += check_visible(c, extra + k, CAP - k);
    static const char *const words[] = {"none", "true", "false", "me", "this", "not", "upto"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        extra[k++] = words[i];
    const char *what = expected.base == VT_MEMBER || expected.base == VT_CARD || expected.base == VT_SPACE
                           ? type_name(c->m, type_make(expected.base, 0, expected.of))
                           : "name";
    const char *of_local = check_local_with(c, n->name);
    bool fresh =
        !of_local && n == c->assigned && !model_near(c->m, n->name, extra, k) && !model_cure(c->m, n, what, n->name);
    if (of_local)
        model_error(c->m, n, DIAG_unknown_name, "unknown %s \"%s\"; write \"%s.%s\"", what, n->name, of_local, n->name);
    else if (fresh)
        model_error(c->m, n, DIAG_unknown_name, "unknown name \"%s\"; a new name is introduced with \"let %s = ...\"",
                    n->name, n->name);
    else
        model_unknown(c->m, n, what, n->name, 0, extra, k);
}

static struct type check_name(struct checker *c, struct node *n, struct type expected) {
    struct model *m = c->m;
    if (!n->number) {
        if (!strcmp(n->name, "me")) return settle(n, NULL, TYPE(VT_PLAYER));
        if (!strcmp(n->name, "none")) return settle(n, NULL, TYPE(T_NULL));
        if (!strcmp(n->name, "true") || !strcmp(n->name, "false")) return settle(n, NULL, TYPE(VT_BOOL));
        if (!strcmp(n->name, "this")) {
            if (c->this_type.base == T_UNKNOWN) model_error(m, n, DIAG_wrong_kind, "there is no `this` here");
            return settle(n, NULL, c->this_type);
        }
    }
    struct symbol *s = visible_local(c, n->name);
    if (s) return settle(n, s, s->type);
    if (!n->number && n->name[0] >= 'A' && n->name[0] <= 'H' && check_seat_letter(c, n).base != T_VOID) return n->type;
    if ((s = expected_constant(m, n->name, expected))) return check_present(c, n, s), settle(n, s, s->type);
    if ((s = var_of_card(m, c->card, n->name))) return settle(n, s, s->type);
    bool this_known = c->this_type.base == VT_CARD || c->this_type.base == VT_SPACE;
    if (this_known && c->this_type.of != ANY && (s = kind_member(m, c->this_type.of, n->name)) && s->kind != SYM_RULE)
        return settle(n, s, s->type);
    if ((s = member_of_player(m, n->name)) && !model_find(m, n->name)) return settle(n, s, s->type);
    for (s = model_find(m, n->name); s; s = s->same)
        if (s->kind == SYM_OPTION) return global_type(c, n, s, expected);
    s = model_find(m, n->name);
    for (struct symbol *o = s; o; o = o->same)
        if (o->kind == SYM_BROKEN) return settle(n, NULL, TYPE(T_UNKNOWN));
    if (!s) {
        unknown_name(c, n, expected);
        return settle(n, NULL, TYPE(T_UNKNOWN));
    }
    for (struct symbol *o = s; o; o = o->same) /* a space that is there goes before one of the same name that is not */
        if (o->kind == SYM_SPACE && symbol_absent(m, s) && !symbol_absent(m, o)) s = o;
    for (struct symbol *o = s; o; o = o->same) /* what fits the expectation goes first; functions need parentheses */
        if (o->kind != SYM_DEF && o->kind != SYM_VALUE && o->kind != SYM_SIGNAL && o->kind != SYM_BUILTIN &&
            type_fits(m, o->type, expected))
            return global_type(c, n, o, expected);
    return global_type(c, n, s, expected);
}

/* ---- members */
static size_t attribute_names(struct model *m, int e, const char **out, size_t k, size_t cap) {
    static const char *const always[] = {"total", "worth", "floor"};
    for (int i = 0; i < 3 && k < cap; i++)
        out[k++] = always[i];
    for (int i = 0; e >= 0 && e < (int)m->enums.n && i < m->enums.data[e].n; i++)
        for (struct node *a = m->members.data[m->enums.data[e].first + i].node->kids; a && k < cap; a = a->next)
            if (a->kind == N_ARG) out[k++] = a->name;
    return k;
}

/* A name twice in the list would be shown twice. */
static size_t without_doubles(const char **names, size_t n) {
    size_t k = 0;
    for (size_t i = 0; i < n; i++) {
        size_t j = 0;
        while (j < k && strcmp(names[j], names[i]))
            j++;
        if (j == k) names[k++] = names[i];
    }
    return k;
}

static struct type unknown_member(struct checker *c, struct node *n, const char *const *names, size_t count) {
    enum { CAP = 200 };
    struct model *m = c->m;
    struct type base = n->a->type;
    const char *all[CAP];
    size_t k = 0;
    for (size_t i = 0; i < count && k < CAP; i++)
        all[k++] = names[i];
    if (base.base == VT_PLAYER)
        for (size_t i = 0; i < m->player_members.n && k < CAP; i++)
            all[k++] = m->player_members.data[i]->name;
    if (base.base == VT_CARD || base.base == VT_SPACE)
        for (size_t i = 0; i < m->kinds.n; i++)
            for (size_t j = 0; j < m->kinds.data[i].members.n && k < CAP; j++)
                if (base.of == ANY ? m->kinds.data[i].is_space == (base.base == VT_SPACE)
                                   : kind_is(m, base.of, (int)i) || kind_is(m, (int)i, base.of))
                    all[k++] = m->kinds.data[i].members.data[j]->name;
    if (base.base == VT_MEMBER) k = attribute_names(m, base.of, all, k, CAP);
    k = without_doubles(all, k);
    struct node at = name_at_end(n, n->name);
    model_unknown(m, &at, "member", n->name, ONLY_EXTRA, all, k);
    return settle(n, NULL, TYPE(T_UNKNOWN));
}

static struct type card_field(struct checker *c, struct node *n, struct type base) {
    struct symbol *s = NULL;
    if (n->a->symbol && n->a->symbol->kind == SYM_INSTANCE) s = var_of_card(c->m, n->a->symbol->index, n->name);
    if (!s && name_is(n->a, "this")) s = var_of_card(c->m, c->card, n->name);
    if (!s) s = check_kind_member(c, n, base);
    if (!s && base.base == VT_SPACE &&
        (!strcmp(n->name, "row") || !strcmp(n->name, "column") || !strcmp(n->name, "number")))
        return settle(n, NULL, TYPE(VT_NUMBER));
    static const char *const of_space[] = {"row", "column", "number"};
    if (!s) return unknown_member(c, n, of_space, base.base == VT_SPACE ? 3 : 0);
    if (s->kind == SYM_RULE) return settle(n, s, TYPE(T_RULE));
    return settle(n, s, s->type);
}

/* Beyond the board there is no space, of which something could be asked. */
static void check_space_number(struct model *m, const struct node *n) {
    if (n->kind != N_INDEX) return;
    const struct symbol *s = n->a->symbol;
    if (n->b->kind != N_NUMBER || !s || s->kind != SYM_BOARD || (size_t)s->index >= m->boards.n) return;
    const struct board_info *board = &m->boards.data[s->index];
    if (board->in_use && board->n > 0 && (n->b->number < 1 || n->b->number > board->n))
        model_error(m, n->b, DIAG_out_of_range, "\"%s\" has the spaces 1 to %d", board->name, board->n);
}

/* Of a board, a zone and the like, which have none. */
static void no_member(struct model *m, struct node *n, struct type base) {
    const char *cure = cure_foreign(FOREIGN_OF_ZONE, n->name);
    if (base.base != VT_ZONE) cure = model_cure(m, n, "member", n->name);
    if (!cure && base.base == VT_BOARD && n->a->kind == N_NAME)
        cure = arena_printf(m->arena, "a space may have it: \"%s[1].%s\"", n->a->name, n->name);
    model_error(m, n, DIAG_no_member, "a %s has no member \"%s\"%s%s", type_name(m, base), n->name, cure ? "; " : "",
                cure ? cure : "");
}

static struct type check_field(struct checker *c, struct node *n) {
    struct type base = check_expr(c, n->a, TYPE(T_UNKNOWN));
    static const char *const amount[] = {"n", "unit"}, *const track[] = {"step", "laps", "low", "high"};
    if (base.base == T_UNKNOWN) return settle(n, NULL, base);
    check_space_number(c->m, n->a);
    if (base.flags) {
        const char *cure = cure_foreign(FOREIGN_OF_SET, n->name);
        model_error(c->m, n, DIAG_wrong_type, "a %s has no members of its own; %s", type_name(c->m, base),
                    cure ? cure : "each of them has: \"for x in ...: x.fame\"");
        return settle(n, NULL, TYPE(T_UNKNOWN));
    }
    switch (base.base) {
    case VT_PLAYER: {
        struct symbol *s = member_of_player(c->m, n->name);
        return s ? settle(n, s, s->type) : unknown_member(c, n, NULL, 0);
    }
    case VT_CARD:
    case VT_SPACE: return card_field(c, n, base);
    case VT_AMOUNT:
        if (!strcmp(n->name, "n")) return settle(n, NULL, TYPE(VT_NUMBER));
        if (!strcmp(n->name, "unit")) return settle(n, NULL, TYPE_OF(VT_MEMBER, base.of));
        return unknown_member(c, n, amount, 2);
    case VT_TRACK:
        for (int i = 0; i < 4; i++)
            if (!strcmp(n->name, track[i])) return settle(n, NULL, TYPE(VT_NUMBER));
        return unknown_member(c, n, track, 4);
    case VT_MEMBER: {
        int32_t ignored;
        int e = base.of == ANY ? c->m->stock_enum : base.of;
        if (e >= 0 && c->m->enums.data[e].n && enum_attribute(c->m, e, 0, n->name, &ignored))
            return settle(n, NULL, TYPE(VT_NUMBER));
        return unknown_member(c, n, NULL, 0);
    }
    default:
        if (base.base == T_RULE || base.base == T_VOID)
            model_error(c->m, n, DIAG_no_member, "\"%s\" cannot be asked of this", n->name);
        else
            no_member(c->m, n, base);
        return settle(n, NULL, TYPE(T_UNKNOWN));
    }
}

static struct type check_index(struct checker *c, struct node *n) {
    if (name_is(n->a, "supply") && !visible_local(c, "supply")) {
        int limited = c->m->supply_var;
        struct type of =
            check_expr(c, n->b, TYPE_OF(VT_MEMBER, limited >= 0 ? (unsigned)c->m->vars.data[limited].index_enum : ANY));
        if (of.base != T_UNKNOWN && (of.base != VT_MEMBER || of.flags))
            model_error(c->m, n->b, DIAG_wrong_type, "`supply` is of a resource or a piece, found %s",
                        type_name(c->m, of));
        if (c->m->supplies[0] < 0 && c->m->supplies[1] < 0)
            model_error(c->m, n, DIAG_wrong_kind,
                        "nothing is limited: say how many there are, for example resource coin(20)");
        n->a->type = TYPE(VT_NUMBER);
        return settle(n, NULL, TYPE(VT_NUMBER));
    }
    c->entries = true;
    struct type base = check_expr(c, n->a, TYPE(T_UNKNOWN));
    c->entries = false;
    if (base.base == VT_BOARD && !base.flags)
        return check_fits(c, n->b, TYPE(VT_NUMBER)), settle(n, NULL, TYPE_OF(VT_SPACE, ANY));
    if (base.base == VT_ZONE && !base.flags) {
        check_pile(c, n->a);
        return check_fits(c, n->b, TYPE(VT_NUMBER)), settle(n, NULL, TYPE_OF(VT_CARD, base.of));
    }
    struct node *written = node_bare(n->a);
    bool plain = base.base == VT_MEMBER || base.base == VT_PLAYER || base.base == VT_SPACE;
    if (written->kind == N_SET && base.flags & VF_SET && plain) { /* [red, blue, red][k]: kept as it is written */
        base = written->type = n->a->type = type_make(base.base, VF_LIST, base.of);
    }
    struct symbol *s = n->a->symbol;
    if (s && s->kind == SYM_VAR && c->m->vars.data[s->index].index_enum >= 0) {
        check_fits(c, n->b, TYPE_OF(VT_MEMBER, (unsigned)c->m->vars.data[s->index].index_enum));
        return settle(n, s, s->type);
    }
    if (base.flags & VF_LIST)
        return check_fits(c, n->b, TYPE(VT_NUMBER)), settle(n, NULL, type_make(base.base, 0, base.of));
    check_expr(c, n->b, TYPE(T_UNKNOWN));
    if (base.base != T_UNKNOWN)
        model_error(c->m, n, DIAG_wrong_type,
                    "only boards, piles, lists and variables declared with [ ] have an index%s",
                    base.base == VT_SPACE ? "; a space has one number, counted row by row" : "");
    return settle(n, NULL, TYPE(T_UNKNOWN));
}

/* ---- operators */
static bool is_number(struct type t) {
    return !t.flags && (t.base == VT_NUMBER || t.base == VT_TRACK || t.base == T_UNKNOWN);
}

/* An option compared with a name that is none of its values would never be equal. */
static void check_option_value(struct checker *c, struct node *option, struct node *value) {
    if (option->kind == N_NAME && value->kind == N_NAME && !visible_local(c, option->name))
        model_option_value(c->m, option, value);
}

/* An option and a value of it are compared: neither is used by that. */
static bool is_option(const struct checker *c, const struct node *n) {
    for (size_t i = 0; n->kind == N_NAME && i < c->m->options.n; i++)
        if (!strcmp(c->m->options.data[i].name, n->name)) return true;
    return false;
}

/* Lists, ranges and the like are gone through; they are not the same as one another. */
static bool is_compared(struct type t) {
    return !(t.flags & VF_LIST) && t.base != T_RANGE && t.base != T_LINES && t.base != T_RULE && t.base != T_VOID;
}

static struct type check_equality(struct checker *c, struct node *n) {
    struct type a, b;
    bool named = is_option(c, node_bare(n->a)) || is_option(c, node_bare(n->b));
    c->unreached += named;
    bool right_first = n->a->kind == N_NAME && n->b->kind != N_NAME && !visible_local(c, n->a->name);
    if (right_first) {
        b = check_expr(c, n->b, TYPE(T_UNKNOWN));
        a = check_expr(c, n->a, b);
    } else {
        a = check_expr(c, n->a, TYPE(T_UNKNOWN));
        b = check_expr(c, n->b, a);
    }
    c->unreached -= named;
    check_option_value(c, n->a, n->b);
    check_option_value(c, n->b, n->a);
    if ((!type_fits(c->m, b, a) && !type_fits(c->m, a, b)) || !is_compared(a) || !is_compared(b))
        model_error(c->m, n, DIAG_wrong_type, "cannot compare %s with %s", type_name(c->m, a), type_name(c->m, b));
    return settle(n, NULL, TYPE(VT_BOOL));
}

static struct type check_membership(struct checker *c, struct node *n) {
    struct type a = TYPE(T_UNKNOWN);
    if (n->b->kind == N_SET) {
        bool named = is_option(c, node_bare(n->a));
        c->unreached += named;
        a = check_expr(c, n->a, a);
        if (a.base == VT_TRACK && !a.flags) a = TYPE(VT_NUMBER);
        if (a.flags || a.base == T_RANGE || a.base == T_LINES || a.base == T_RULE || a.base == T_VOID ||
            a.base == VT_BOARD)
            model_error(c->m, n->a, DIAG_wrong_type, "a %s is never in [ ]", type_name(c->m, a)), a = TYPE(T_UNKNOWN);
        for (struct node *k = n->b->kids; k; k = k->next)
            check_fits(c, k, type_make(a.base, 0, a.of));
        c->unreached -= named;
        n->b->type = type_make(a.base, type_listed(a) ? VF_LIST : VF_SET, a.of);
        return settle(n, NULL, TYPE(VT_BOOL));
    }
    if (n->a->kind == N_NAME && !visible_local(c, n->a->name)) /* the set says which of several things is meant */
        c->source = true, a = type_element(c->m, check_expr(c, n->b, a));
    c->source = false;
    a = check_expr(c, n->a, a);
    struct type set = type_make(a.base, VF_SET, a.of);
    c->source = true;
    struct type b = check_expr(c, n->b, a.base == T_UNKNOWN ? a : set);
    c->source = false;
    struct type element = type_element(c->m, b);
    if (b.base != T_UNKNOWN && (element.base == T_UNKNOWN || element.flags))
        model_error(c->m, n->b, DIAG_wrong_type, "expected a set, found %s", type_name(c->m, b));
    else if (b.base != T_UNKNOWN && !type_fits(c->m, a, element))
        model_error(c->m, n, DIAG_wrong_type, "a %s is never in a %s", type_name(c->m, a), type_name(c->m, b));
    return settle(n, NULL, TYPE(VT_BOOL));
}

static struct type check_kind_test(struct checker *c, struct node *n) {
    struct type a = check_expr(c, n->a, TYPE(T_UNKNOWN));
    struct symbol *s = n->b->kind == N_NAME ? model_find(c->m, n->b->name) : NULL;
    while (s && s->kind != SYM_KIND)
        s = s->same;
    if (!s && n->b->kind != N_NAME)
        model_error(c->m, n->b, DIAG_wrong_type, "\"is\" asks of which kind a thing is; \"==\" and \"!=\" compare");
    else if (!s)
        model_unknown(c->m, n->b, "kind", n->b->name, 1u << SYM_KIND, NULL, 0);
    else if (a.base != T_UNKNOWN && (a.flags || a.base != (c->m->kinds.data[s->index].is_space ? VT_SPACE : VT_CARD)))
        model_error(c->m, n, DIAG_wrong_type, "a %s is never a %s", type_name(c->m, a), s->name);
    if (s) s->used = true;
    n->b->symbol = s;
    n->b->type = TYPE(T_VOID);
    return settle(n, NULL, TYPE(VT_BOOL));
}

static struct type check_arithmetic(struct checker *c, struct node *n, struct type expected) {
    if (model_parts_of_amount(c->m, n)) return settle(n, NULL, TYPE(T_UNKNOWN));
    struct type a = check_expr(c, n->a, expected), b = check_expr(c, n->b, a.flags ? a : TYPE(VT_NUMBER));
    bool set_op = n->number == TOKEN_PLUS || n->number == TOKEN_MINUS;
    if (set_op && (a.flags & VF_SET || a.base == VT_ZONE || a.base == VT_BOARD)) {
        struct type element = type_element(c->m, a);
        struct type set = type_make(element.base, VF_SET, element.of);
        if (!type_fits(c->m, b, set))
            model_error(c->m, n, DIAG_wrong_type, "cannot combine %s with %s", type_name(c->m, a), type_name(c->m, b));
        return settle(n, NULL, set);
    }
    if (n->number == TOKEN_STAR && a.base == VT_AMOUNT && is_number(b)) return settle(n, NULL, a);
    if (n->number == TOKEN_STAR && b.base == VT_AMOUNT && is_number(a)) return settle(n, NULL, b);
    if (!is_number(a) || !is_number(b)) {
        bool part = is_number(a) && b.base == VT_AMOUNT && !b.flags;
        model_error(c->m, n, DIAG_wrong_type, "expected numbers, found %s and %s%s", type_name(c->m, a),
                    type_name(c->m, b), part ? "; a number of several parts stands in brackets: \"(n + 1) coin\"" : "");
        return settle(n, NULL, TYPE(T_UNKNOWN));
    }
    int32_t divisor;
    bool divides = n->number == TOKEN_SLASH || n->number == TOKEN_PERCENT;
    if (divides && constant_number(c->m, n->b, &divisor) && divisor == 0)
        model_error(c->m, n->b, DIAG_out_of_range, "this divides by zero");
    return settle(n, NULL, TYPE(VT_NUMBER));
}

bool check_decided(struct checker *c, struct node *n, bool as) {
    int32_t value;
    return constant_number(c->m, n, &value) && !value == !as;
}

/* A range as written, 5..1, holds nothing; one whose ends depend on an option may be empty on purpose. */
static void check_order(struct checker *c, struct node *n) {
    const struct node *a = n->a->kind == N_NEGATE ? n->a->a : n->a,
                      *b = n->b && n->b->kind == N_NEGATE ? n->b->a : n->b;
    int32_t low, high;
    if (!b || a->kind != N_NUMBER || b->kind != N_NUMBER) return;
    if (constant_number(c->m, n->a, &low) && constant_number(c->m, n->b, &high) && low > high)
        model_error(c->m, n, DIAG_out_of_range, "a range goes from a smaller to a larger number");
}

static bool is_comparison(const struct node *n) {
    bool binary = n->kind == N_BINARY;
    return binary && (n->number == TOKEN_LT || n->number == TOKEN_LE || n->number == TOKEN_GT || n->number == TOKEN_GE);
}

static struct type check_binary(struct checker *c, struct node *n, struct type expected) {
    switch (n->number) {
    case TOKEN_AND:
    case TOKEN_OR: {
        check_fits(c, n->a, TYPE(VT_BOOL));
        bool decides = check_decided(c, n->a, n->number == TOKEN_OR);
        c->unreached += decides;
        check_fits(c, n->b, TYPE(VT_BOOL));
        c->unreached -= decides;
        return settle(n, NULL, TYPE(VT_BOOL));
    }
    case TOKEN_EQ:
    case TOKEN_NE: return check_equality(c, n);
    case TOKEN_LT:
    case TOKEN_LE:
    case TOKEN_GT:
    case TOKEN_GE:
        if (is_comparison(n->a))
            model_error(c->m, n, DIAG_wrong_type, "two comparisons are joined with \"and\": \"1 < x and x < 5\"");
        check_fits(c, n->a, TYPE(VT_NUMBER));
        check_fits(c, n->b, TYPE(VT_NUMBER));
        return settle(n, NULL, TYPE(VT_BOOL));
    case TOKEN_IN:
    case TOKEN_NOT: return check_membership(c, n);
    case TOKEN_IS: return check_kind_test(c, n);
    case TOKEN_DOTS:
        check_fits(c, n->a, TYPE(VT_NUMBER));
        if (n->b) check_fits(c, n->b, TYPE(VT_NUMBER));
        check_order(c, n);
        return settle(n, NULL, TYPE(T_RANGE));
    default: return check_arithmetic(c, n, expected.flags & VF_SET ? expected : TYPE(T_UNKNOWN));
    }
}

/* ---- sets and generators */
struct type check_source(struct checker *c, struct node *n, struct type expected) {
    c->source = true;
    struct type t = check_expr(c, n, expected);
    struct type element = type_element(c->m, t);
    c->source = false;
    if (t.base == T_UNKNOWN) return t;
    if (element.base == T_UNKNOWN)
        model_error(c->m, n, DIAG_wrong_type, "expected a set, zone, board or range, found %s%s", type_name(c->m, t),
                    t.base == VT_NUMBER ? "; the numbers up to n are 1..n" : "");
    return element;
}

static struct type check_generator(struct checker *c, struct node *g, struct type expected) {
    struct type element =
        check_source(c, g->a, expected.base == T_UNKNOWN ? expected : type_make(expected.base, VF_SET, expected.of));
    g->symbol = check_bind(c, g, g->name, element);
    if (g->b) check_fits(c, g->b, TYPE(VT_BOOL));
    return g->type = element;
}

static struct type check_aggregate(struct checker *c, struct node *n) {
    struct local *outer = c->locals;
    struct type element = TYPE(T_UNKNOWN), result = TYPE(VT_NUMBER);
    if (n->a->kind == N_GENERATOR)
        element = check_generator(c, n->a, TYPE(T_UNKNOWN));
    else if (n->number == TOKEN_COUNT)
        check_source(c, n->a, TYPE(T_UNKNOWN));
    else {
        bool truth = n->number == TOKEN_ANY || n->number == TOKEN_ALL;
        model_error(c->m, n, DIAG_syntax, "write for example %s(x in set: %s)",
                    token_spelling((enum token_kind)n->number), truth ? "condition" : "x.points");
        check_expr(c, n->a, TYPE(T_UNKNOWN));
    }
    bool logic = n->number == TOKEN_ANY || n->number == TOKEN_ALL;
    if (logic) result = TYPE(VT_BOOL);
    if (n->number == TOKEN_MOST || n->number == TOKEN_LEAST) result = element;
    if (n->b)
        check_fits(c, n->b, logic ? TYPE(VT_BOOL) : TYPE(VT_NUMBER));
    else if (n->number != TOKEN_COUNT && n->a->kind == N_GENERATOR && !(logic && n->number == TOKEN_ANY && n->a->b))
        model_error(c->m, n, DIAG_syntax, "after the set comes `: what` to add up or to test");
    c->locals = outer;
    return settle(n, NULL, result);
}

/* What may stand in [ ]: nothing that is several itself, and nothing that is no value. */
static bool check_item(struct checker *c, const struct node *n, struct type t) {
    if (t.base == T_UNKNOWN || (!t.flags && (type_listed(t) || type_in_sets(t)))) return true;
    if (t.base == T_NULL && !t.flags)
        model_error(c->m, n, DIAG_wrong_type, "`none` is nothing that a set could hold");
    else
        model_error(c->m, n, DIAG_wrong_type, "a %s cannot stand in [ ]", type_name(c->m, t));
    return false;
}

static struct type check_set(struct checker *c, struct node *n, struct type expected) {
    struct type element = expected.flags ? type_make(expected.base, 0, expected.of) : TYPE(T_UNKNOWN);
    int count = 0, common = NONE; /* members may be of several kinds */
    bool fine = true;
    for (struct node *k = n->kids; k && !c->m->oversized; k = k->next) {
        if (++count > MAX_IN_SET) model_too_large(c->m, k, "at most %d things are listed in one set", MAX_IN_SET);
        struct type any = element;
        if (common != NONE) any.of = ANY;
        struct type t = element.base == T_UNKNOWN ? check_expr(c, k, element) : check_fits(c, k, any);
        if (element.base == T_UNKNOWN) {
            fine = check_item(c, k, t) && fine;
            element = fine ? t : element;
        }
        if (!expected.flags && (t.base == VT_CARD || t.base == VT_SPACE))
            common = common == NONE ? (int)t.of : kind_common(c->m, common, (int)t.of);
    }
    if (common != NONE) element.of = (uint16_t)common;
    if (!n->kids && element.base == T_UNKNOWN)
        model_error(c->m, n, DIAG_wrong_type,
                    "it cannot be told what [ ] is empty of; without cards is \"count(...) == 0\""),
            fine = false;
    if (!fine || element.base == T_UNKNOWN) return settle(n, NULL, TYPE(T_UNKNOWN));
    return settle(n, NULL, type_make(element.base, type_listed(element) ? VF_LIST : VF_SET, element.of));
}

static struct type check_amount(struct checker *c, struct node *n, struct type expected) {
    check_fits(c, n->a, TYPE(VT_NUMBER));
    if (n->b->kids)
        model_error(c->m, n->b->kids, DIAG_syntax, "only kinds of space in the rows of a board have arguments here");
    unsigned of = expected.base == VT_AMOUNT ? expected.of : ANY;
    struct type unit = check_expr(c, n->b, TYPE_OF(VT_MEMBER, of));
    if (unit.base != VT_MEMBER && unit.base != T_UNKNOWN) {
        model_error(c->m, n->b, DIAG_wrong_type, "an amount is a number and a unit; \"%s\" is a %s", n->b->name,
                    type_name(c->m, unit));
        unit = TYPE(T_UNKNOWN);
    }
    return settle(n, NULL, TYPE_OF(VT_AMOUNT, unit.base == VT_MEMBER ? unit.of : ANY));
}

/* A variable by names of things has an entry for each: without an index none of them is meant. */
static struct type check_one_entry(struct checker *c, struct node *n, struct type t) {
    bool named = (n->kind == N_NAME || n->kind == N_FIELD) && n->symbol && n->symbol->kind == SYM_VAR;
    int of = named ? c->m->vars.data[n->symbol->index].index_enum : NONE;
    if (of < 0 || t.base == T_UNKNOWN) return t;
    const struct enum_info *e = &c->m->enums.data[of];
    if (model_error(c->m, n, DIAG_wrong_type, "\"%s\" has an entry for each %s", n->name, e->name) && e->n > 0)
        model_help(c->m, "say which one, for example %s[%s]", n->name, c->m->members.data[e->first].name);
    return n->type = TYPE(T_UNKNOWN);
}

/* [x in S where c]: a set; of things that have no sets it can only be gone through (emit_iter.c), not kept. */
static struct type check_filter(struct checker *c, struct node *n, struct type expected, bool source) {
    struct type t =
        check_generator(c, n->a, expected.flags & VF_SET ? type_make(expected.base, 0, expected.of) : TYPE(T_UNKNOWN));
    bool listed = t.flags || type_listed(t);
    if (listed && !(source && !t.flags)) {
        if (model_error(c->m, n, DIAG_wrong_type, "a set cannot hold a %s", t.flags ? "line" : type_name(c->m, t)))
            model_help(c->m, "go through them where they are: with `for`, `choose`, `count` and the like, and `where`");
        return settle(n, NULL, TYPE(T_UNKNOWN));
    }
    if (t.base == T_UNKNOWN) return settle(n, NULL, t);
    return settle(n, NULL, type_make(t.base, listed ? VF_LIST : VF_SET, t.of));
}

/* if c then a else b: of [ ] the other branch says what it is empty of. */
static struct type check_choice(struct checker *c, struct node *n, struct type expected) {
    check_fits(c, n->a, TYPE(VT_BOOL));
    bool empty = node_bare(n->b)->kind == N_SET && !node_bare(n->b)->kids && !expected.flags;
    struct node *first = empty ? n->c : n->b, *second = empty ? n->b : n->c;
    bool never = check_decided(c, n->a, empty), always = check_decided(c, n->a, !empty);
    c->unreached += never;
    struct type t = check_expr(c, first, expected);
    c->unreached += always - never;
    check_expr(c, second, t.base == T_NULL ? expected : t);
    c->unreached -= always;
    if (!type_fits(c->m, second->type, t) && !type_fits(c->m, t, second->type)) {
        bool both = expected.base != T_UNKNOWN && type_fits(c->m, first->type, expected) &&
                    type_fits(c->m, second->type, expected);
        if (both) /* two kinds of what is wanted */
            t = expected;
        else
            model_error(c->m, n, DIAG_wrong_type, "one branch is %s, the other %s", type_name(c->m, n->b->type),
                        type_name(c->m, n->c->type));
    }
    if (t.base == T_NULL || (!type_fits(c->m, second->type, t) && type_fits(c->m, t, second->type)))
        t = second->type; /* a zone and a set of cards are a set */
    if (t.base == VT_TRACK && !t.flags) t = TYPE(VT_NUMBER);
    return settle(n, NULL, t);
}

struct type check_expr(struct checker *c, struct node *n, struct type expected) {
    bool act = c->act, source = c->source, entries = c->entries;
    if (n->kind != N_CALL && n->kind != N_PAREN && !(c->condition && (n->kind == N_NOT || node_compares(n))))
        c->act = false;
    if (n->kind != N_PAREN) c->source = c->entries = false;
    struct type t = TYPE(T_UNKNOWN);
    struct local *outer = c->locals;
    switch (n->kind) {
    case N_NUMBER: t = settle(n, NULL, TYPE(VT_NUMBER)); break;
    case N_NAME: t = check_name(c, n, expected); break;
    case N_TEXT: t = settle(n, NULL, TYPE(VT_TEXT)); break;
    case N_PAREN: t = settle(n, NULL, check_expr(c, n->a, expected)); break;
    case N_CALL: t = check_call(c, n, expected); break;
    case N_INDEX: t = check_index(c, n); break;
    case N_FIELD: t = check_field(c, n); break;
    case N_AMOUNT: t = check_amount(c, n, expected); break;
    case N_UPTO:
        t = settle(n, NULL, check_fits(c, n->a, TYPE_OF(VT_AMOUNT, expected.base == VT_AMOUNT ? expected.of : ANY)));
        break;
    case N_NOT:
        check_fits(c, n->a, TYPE(VT_BOOL));
        t = settle(n, NULL, TYPE(VT_BOOL));
        break;
    case N_NEGATE:
        t = check_expr(c, n->a, expected);
        if (t.base != VT_AMOUNT && !is_number(t))
            model_error(c->m, n, DIAG_wrong_type, "expected a number, found %s", type_name(c->m, t));
        t = settle(n, NULL, t.base == VT_TRACK ? TYPE(VT_NUMBER) : t);
        break;
    case N_BINARY: t = check_binary(c, n, expected); break;
    case N_COND: t = check_choice(c, n, expected); break;
    case N_SET: t = check_set(c, n, expected); break;
    case N_FILTER: t = check_filter(c, n, expected, source); break;
    case N_AGGREGATE: t = check_aggregate(c, n); break;
    default:
        model_error(c->m, n, DIAG_syntax, "this cannot stand in an expression");
        t = settle(n, NULL, t);
        break;
    }
    c->locals = outer;
    c->act = act;
    return entries ? t : check_one_entry(c, n, t);
}
