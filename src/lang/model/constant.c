/* constant.c: expressions the configuration decides: numbers, options, seats, names of things, what defs make of
 * them.
 *
 * They are asked for before names are resolved too (how many copies, how long a row): then names mean what they are
 * declared as, and defs are looked for in the tree. Only a division by zero is reported here: otherwise the caller
 * knows what it needed. */
#include "lang/model/check.h"

#include "lang/model/builtins.h"
#include "lang/parse/token.h"

#include <string.h>

enum { MOST_DEFS = 8, MOST_ARGS = 8 }; /* defs inside one another; parameters of one */

/* What a parameter of a def stands for while its body is looked at. */
struct constant_arg {
    const char *name;
    int32_t value;
    struct constant_arg *next;
};

static const struct constant_arg *argument_of(const struct model *m, const struct node *n) {
    const struct constant_arg *a = m->constant_args;
    while (a && strcmp(a->name, n->name))
        a = a->next;
    return a;
}

/* A name that was found to mean something of a player, a card or a block: it hides an option of that name. */
static bool is_hidden(const struct node *n) {
    if (!n->symbol) return false;
    switch (n->symbol->kind) {
    case SYM_LOCAL:
    case SYM_ATTRIBUTE:
    case SYM_CLAUSE:
    case SYM_VAR:
    case SYM_TRACK:
    case SYM_ZONE: return true;
    default: return false;
    }
}

/* What an option stands for in this configuration; other nodes are themselves. */
static struct node *through_options(struct model *m, struct node *n) {
    n = node_bare(n);
    if (!n || n->kind != N_NAME || is_hidden(n) || argument_of(m, n)) return n;
    for (size_t i = 0; i < m->options.n; i++)
        if (!strcmp(m->options.data[i].name, n->name)) return m->options.data[i].value;
    return n;
}

struct node *option_value(struct model *m, struct node *n) {
    return through_options(m, n);
}

static bool member_attribute(struct model *m, int e, int index, const char *name, int32_t *out) {
    struct node *args = m->members.data[m->enums.data[e].first + index].node->kids;
    struct node *value = argument_named(args, name);
    bool total = !strcmp(name, "total");
    if (!value && total && args && args->kind != N_ARG) value = args;
    if (value) return constant_at_start(m, value, TYPE(VT_NUMBER), out);
    if (total) return *out = NUMBER_MAX, true;
    if (!strcmp(name, "worth")) return *out = 1, true;
    *out = 0;
    if (!strcmp(name, "floor")) return true;
    for (int i = 0; i < m->enums.data[e].n; i++)
        if (argument_named(m->members.data[m->enums.data[e].first + i].node->kids, name)) return true;
    return false;
}

bool enum_attribute(struct model *m, int e, int index, const char *name, int32_t *out) {
    return member_attribute(m, e, index, name, out);
}

bool constant_at_start(struct model *m, struct node *n, struct type expected, int32_t *out) {
    bool before = m->at_start;
    if (m->constant_depth > MOST_DEFS) return false; /* an attribute may ask for itself */
    m->at_start = true;
    m->constant_depth++;
    bool known = constant_value(m, n, expected, out);
    m->constant_depth--;
    m->at_start = before;
    return known;
}

static bool resolve_name(struct model *m, const char *name, struct type expected, int32_t *out) {
    struct symbol *found = NULL;
    for (struct symbol *s = model_find(m, name); s; s = s->same) {
        bool fits = false;
        switch (s->kind) {
        case SYM_MEMBER: fits = expected.base == VT_MEMBER && (expected.of == ANY || expected.of == s->type.of); break;
        case SYM_INSTANCE: fits = expected.base == VT_CARD && kind_is(m, s->type.of, expected.of); break;
        case SYM_SPACE: fits = expected.base == VT_SPACE; break;
        case SYM_BOARD: fits = expected.base == VT_BOARD; break;
        default: break;
        }
        if (fits &&
            (!found || symbol_absent(m, found) || (s->kind == SYM_MEMBER && expected.of == ANY && s->type.of == 0)))
            found = s;
    }
    if (!found) return false;
    found->used = true;
    *out = found->index;
    return true;
}

/* A name of a thing that is the same in every position: a member of a sort, a card, a space. */
static bool is_thing(struct model *m, const struct node *n) {
    if (!n || n->kind != N_NAME || argument_of(m, n)) return false;
    if (m->in_family) return true;
    for (const struct symbol *s = n->symbol ? n->symbol : model_find(m, n->name); s; s = n->symbol ? NULL : s->same)
        if (s->kind == SYM_MEMBER || s->kind == SYM_INSTANCE || s->kind == SYM_SPACE) return n->symbol || m->at_start;
    return false;
}

/* Two names are equal when they are spelt alike: options are compared with their values this way, and the names of
 * things that families give to cards. */
static bool compare_names(struct model *m, struct node *left, struct node *right, bool *equal) {
    left = node_bare(left);
    right = node_bare(right);
    struct node *a = through_options(m, left), *b = through_options(m, right);
    bool things = is_thing(m, a) && is_thing(m, b);
    if (a == left && b == right && !things) return false; /* neither is an option */
    if (!a || !b || a->kind != N_NAME || b->kind != N_NAME) return false;
    *equal = !strcmp(a->name, b->name);
    return true;
}

/* x in [a, b], x in a..b */
static bool one_of_number(struct model *m, struct node *n, int32_t *out) {
    struct node *set = node_bare(n->b);
    int32_t x, low, high = INT32_MAX;
    bool found = false, equal = false;
    if (set->kind == N_BINARY && set->number == TOKEN_DOTS) {
        if (!constant_number(m, n->a, &x) || !constant_number(m, set->a, &low)) return false;
        if (set->b && !constant_number(m, set->b, &high)) return false;
        found = x >= low && x <= high;
    } else if (set->kind == N_SET) {
        for (struct node *k = set->kids; k; k = k->next) {
            if (!compare_names(m, n->a, k, &equal)) {
                if (!constant_number(m, n->a, &x) || !constant_number(m, k, &low)) return false;
                equal = x == low;
            }
            found = found || equal;
        }
    } else {
        return false;
    }
    return *out = found == (n->number == TOKEN_IN), true;
}

static bool binary_number(struct model *m, struct node *n, int32_t *out) {
    int32_t a, b;
    bool equal;
    if (n->number == TOKEN_IN || n->number == TOKEN_NOT) return one_of_number(m, n, out);
    if (n->number == TOKEN_AND || n->number == TOKEN_OR) {
        if (!constant_number(m, n->a, &a) || !constant_number(m, n->b, &b)) return false;
        return *out = n->number == TOKEN_AND ? a && b : a || b, true;
    }
    if ((n->number == TOKEN_EQ || n->number == TOKEN_NE) && compare_names(m, n->a, n->b, &equal))
        return *out = equal == (n->number == TOKEN_EQ), true;
    if (!n->b || !constant_number(m, n->a, &a) || !constant_number(m, n->b, &b)) return false;
    int64_t wide;
    switch (n->number) {
    case TOKEN_PLUS: wide = (int64_t)a + b; break;
    case TOKEN_MINUS: wide = (int64_t)a - b; break;
    case TOKEN_STAR: wide = (int64_t)a * b; break;
    case TOKEN_SLASH:
        if (!b) return false;
        wide = (int64_t)a / b;
        break;
    case TOKEN_PERCENT:
        if (!b) return false;
        wide = (((int64_t)a % b) + b) % b;
        break;
    case TOKEN_EQ: wide = a == b; break;
    case TOKEN_NE: wide = a != b; break;
    case TOKEN_LT: wide = a < b; break;
    case TOKEN_LE: wide = a <= b; break;
    case TOKEN_GT: wide = a > b; break;
    case TOKEN_GE: wide = a >= b; break;
    default: return false;
    }
    if (wide > INT32_MAX || wide < INT32_MIN) return false;
    *out = (int32_t)wide;
    return true;
}

/* ---- defs */
struct sought {
    const char *name;
    struct node *def;
};

static void seek_def(struct node *list, struct model *m, struct sought *s) {
    for (struct node *n = list; n && !s->def; n = n->next) {
        int32_t yes = 0;
        if (n->kind == N_INCLUDE)
            seek_def(n->kids, m, s);
        else if (n->kind == N_MODULE && constant_number(m, n->a, &yes))
            seek_def(yes ? n->kids : n->b ? n->b->kids : NULL, m, s);
        else if (n->kind == N_DEF && n->c && !strcmp(n->name, s->name))
            s->def = n;
    }
}

/* The declaration of the function that is called; NULL: it is none. */
static struct node *function_called(struct model *m, const struct node *call) {
    struct sought s = {.name = call->a->kind == N_NAME ? call->a->name : NULL};
    if (call->symbol && call->symbol->kind == SYM_DEF) {
        struct node *def = m->functions.data[call->symbol->index]->node;
        return def->c ? def : NULL;
    }
    if (call->symbol || !s.name) return NULL;
    seek_def(m->file->kids, m, &s);
    return s.def;
}

struct node *constant_def(struct model *m, struct node *call) {
    return function_called(m, call);
}

/* What a parameter is given in a call: an argument, or its default. */
static struct node *given_to(const struct node *call, const struct node *param, int place) {
    struct node *value = argument_named(call->kids, param->name);
    if (!value) value = argument_at(call->kids, place);
    return value ? value : param->b;
}

/* The body of the function with its parameters known; false when it is not constant. */
static bool call_value(struct model *m, struct node *call, struct type expected, int32_t *out) {
    if (m->constant_depth > MOST_DEFS) return false;
    m->constant_depth++; /* first of all: a module that the def is sought in may ask for the same def */
    struct node *def = function_called(m, call);
    struct constant_arg args[MOST_ARGS], *outer = m->constant_args, *first = NULL;
    int n = 0, place = 0;
    bool known = def != NULL;
    for (struct node *p = known ? def->kids : NULL; p && known; p = p->next, n++) {
        bool plain = p->kind == N_PARAM && p->a && !p->a->number && n < MOST_ARGS; /* number: a list */
        struct node *value = plain ? given_to(call, p, place++) : NULL;
        known = value && constant_value(m, value, model_type(m, p->a), &args[n].value);
        if (known) args[n].name = p->name, args[n].next = first, first = &args[n];
    }
    m->constant_args = first;
    known = known && constant_value(m, def->c, expected, out);
    m->constant_args = outer;
    m->constant_depth--;
    return known;
}

static bool call_number(struct model *m, struct node *n, int32_t *out) {
    int32_t a, b;
    bool own = n->symbol ? n->symbol->kind == SYM_BUILTIN : n->a->kind == N_NAME;
    const char *name = own && n->a->kind == N_NAME ? n->a->name : "";
    bool absolute = !strcmp(name, builtins[BI_abs].name), least = !strcmp(name, builtins[BI_min].name);
    if (!absolute && !least && strcmp(name, builtins[BI_max].name) != 0) return call_value(m, n, TYPE(VT_NUMBER), out);
    if (!n->kids || !constant_number(m, n->kids, &a)) return false;
    if (absolute) return *out = a < 0 ? -a : a, true;
    if (!n->kids->next || !constant_number(m, n->kids->next, &b)) return false;
    return *out = (a < b) == least ? a : b, true;
}

/* count(players), count(resource) */
static bool count_number(struct model *m, struct node *n, int32_t *out) {
    if (n->number != TOKEN_COUNT || n->a->kind != N_NAME || is_hidden(n->a)) return false;
    if (name_is(n->a, "players")) return m->uses_out && !m->at_start ? false : (*out = (int32_t)m->seats, true);
    int e = m->at_start ? enum_by_name(m, n->a->name) : NONE;
    if (e < 0) return false;
    return *out = m->enums.data[e].n, true;
}

/* it.worth, wood.worth */
static bool field_number(struct model *m, struct node *n, int32_t *out) {
    if (m->it_enum >= 0 && name_is(n->a, "it")) return member_attribute(m, m->it_enum, m->it_index, n->name, out);
    if (!m->at_start || n->a->kind != N_NAME || is_hidden(n->a)) return false;
    for (struct symbol *s = model_find(m, n->a->name); s; s = s->same)
        if (s->kind == SYM_MEMBER) return s->used = true, member_attribute(m, s->type.of, s->index, n->name, out);
    return false;
}

/* [7, 7, 5][2], [red, blue][2]: outside the list it is 0 or nothing. */
static bool item_value(struct model *m, struct node *n, struct type expected, int32_t *out) {
    struct node *list = node_bare(n->a), *item;
    int32_t k;
    if (list->kind != N_SET || !constant_number(m, n->b, &k)) return false;
    for (item = list->kids; item && k > 1; k--)
        item = item->next;
    if (item && k == 1) return constant_value(m, item, expected, out);
    return *out = expected.base == VT_NUMBER || expected.base == VT_BOOL ? 0 : NONE, true;
}

/* A parameter of the card or space that constants are asked for: `full`, `this.full`. */
static bool is_printed(struct model *m, const struct node *n) {
    bool own = n->kind == N_NAME || (n->kind == N_FIELD && name_is(n->a, "this"));
    if (m->printed_on.kind < 0 || !own) return false;
    const struct symbol *s = n->symbol ? n->symbol : kind_member(m, m->printed_on.kind, n->name);
    return s && s->kind == SYM_ATTRIBUTE;
}

static bool is_numeric(struct type t) {
    return t.base == VT_NUMBER || t.base == VT_BOOL;
}

static bool printed_constant(struct model *m, struct node *n, struct type expected, int32_t *out) {
    struct printed_on on = m->printed_on;
    struct printed p;
    printed_open(m, on.kind, on.args, &p);
    if (!printed_bind(m, &p, n, false)) return false;
    int at = 0;
    while (at < p.n && strcmp(p.params[at]->name, n->name))
        at++;
    if (at == p.n || !p.bound.value[at]) return false;
    struct type t = p.params[at]->type;
    if (t.base != expected.base && !(is_numeric(t) && is_numeric(expected))) return false;
    m->printed_on.kind = NONE; /* an argument speaks of nothing printed */
    bool known = constant_value(m, p.bound.value[at], expected, out);
    m->printed_on = on;
    return known;
}

bool constant_number(struct model *m, struct node *n, int32_t *out) {
    n = node_bare(n);
    if (n && is_printed(m, n)) return printed_constant(m, n, TYPE(VT_NUMBER), out); /* it hides an option */
    n = through_options(m, n);
    if (!n) return false;
    switch (n->kind) {
    case N_NUMBER:
        if (n->number > INT32_MAX) return false;
        return *out = (int32_t)n->number, true;
    case N_NAME:
        if (!strcmp(n->name, "true")) return *out = 1, true;
        if (!strcmp(n->name, "false")) return *out = 0, true;
        if (argument_of(m, n)) return *out = argument_of(m, n)->value, true;
        return false;
    case N_NEGATE: return constant_number(m, n->a, out) ? (*out = -*out, true) : false;
    case N_NOT: return constant_number(m, n->a, out) ? (*out = !*out, true) : false;
    case N_COND: {
        int32_t c;
        return constant_number(m, n->a, &c) && constant_number(m, c ? n->b : n->c, out);
    }
    case N_BINARY: return binary_number(m, n, out);
    case N_AGGREGATE: return count_number(m, n, out);
    case N_CALL: return call_number(m, n, out);
    case N_FIELD: return field_number(m, n, out);
    case N_INDEX: return item_value(m, n, TYPE(VT_NUMBER), out);
    default: return false;
    }
}

/* seat(2): the player who sits there in every game of the configuration, or none where fewer play. */
static bool constant_seat(struct model *m, const struct node *n, int32_t *out) {
    const struct symbol *s = n->symbol;
    int32_t number;
    bool named =
        s ? s->kind == SYM_BUILTIN && !strcmp(s->name, builtins[BI_seat].name) : name_is(n->a, builtins[BI_seat].name);
    if (!named || !n->kids) return false;
    if (!constant_number(m, n->kids, &number) || number < 1 || number > MAX_SEATS) return false;
    return *out = number <= (int32_t)m->seats ? number - 1 : NONE, true;
}

bool constant_value(struct model *m, struct node *n, struct type expected, int32_t *out) {
    n = node_bare(n);
    if (!n || expected.flags) return false;
    if (is_printed(m, n)) return printed_constant(m, n, expected, out); /* it hides an option */
    n = through_options(m, n);
    if (!n) return false;
    if (expected.base == VT_NUMBER || expected.base == VT_BOOL) return constant_number(m, n, out);
    if (expected.base == VT_PLAYER && n->kind == N_CALL && constant_seat(m, n, out)) return true;
    if (n->kind == N_CALL) return call_value(m, n, expected, out);
    if (n->kind == N_INDEX && expected.base != VT_AMOUNT) return item_value(m, n, expected, out);
    if (n->kind == N_COND) {
        int32_t c;
        return constant_number(m, n->a, &c) && constant_value(m, c ? n->b : n->c, expected, out);
    }
    if (expected.base == VT_AMOUNT) {
        bool minus = n->kind == N_NEGATE;
        if (minus) n = n->a;
        int32_t count, unit;
        if (n->kind != N_AMOUNT || !constant_number(m, n->a, &count)) return false;
        int e = expected.of == ANY ? ANY : expected.of;
        if (!resolve_name(m, n->b->name, type_make(VT_MEMBER, 0, (unsigned)e), &unit)) return false;
        return *out = AMOUNT(minus ? -count : count, unit), true;
    }
    if (n->kind != N_NAME) return false;
    if (argument_of(m, n)) return *out = argument_of(m, n)->value, true;
    if (!strcmp(n->name, "none")) return *out = NONE, true;
    return resolve_name(m, n->name, expected, out);
}

bool model_zero_division(struct model *m, struct node *n) {
    if (!n) return false;
    int32_t value;
    bool divides = n->kind == N_BINARY && n->b && (n->number == TOKEN_SLASH || n->number == TOKEN_PERCENT);
    if (divides && constant_number(m, n->b, &value) && value == 0)
        return model_error(m, n->b, DIAG_out_of_range, "this divides by zero"), true;
    return model_zero_division(m, n->a) || model_zero_division(m, n->b) || model_zero_division(m, n->c);
}
