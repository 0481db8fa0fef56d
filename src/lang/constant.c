/* constant.c: expressions the configuration decides: numbers, options, names of things, and sums of them.
 * Only a division by zero is reported here: otherwise the caller knows what it needed. */
#include "lang/sema.h"

#include "lang/token.h"

#include <string.h>

/* What an option stands for in this configuration; other nodes are themselves. */
static struct node *through_options(struct model *m, struct node *n) {
    n = node_bare(n);
    if (!n || n->kind != N_NAME) return n;
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
    if (value) return constant_number(m, value, out);
    if (!strcmp(name, "total")) return *out = args && args->kind == N_NUMBER ? (int32_t)args->number : NUMBER_MAX, true;
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
        if (fits && (!found || (s->kind == SYM_MEMBER && expected.of == ANY && s->type.of == 0))) found = s;
    }
    if (!found) return false;
    found->used = true;
    *out = found->index;
    return true;
}

/* Two names are equal when they are spelt alike: options are compared with their values this way. */
static bool compare_names(struct model *m, struct node *left, struct node *right, bool *equal) {
    left = node_bare(left);
    right = node_bare(right);
    struct node *a = through_options(m, left), *b = through_options(m, right);
    if (a == left && b == right) return false; /* neither is an option */
    if (!a || !b || a->kind != N_NAME || b->kind != N_NAME) return false;
    *equal = !strcmp(a->name, b->name);
    return true;
}

static bool binary_number(struct model *m, struct node *n, int32_t *out) {
    int32_t a, b;
    bool equal;
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

bool constant_number(struct model *m, struct node *n, int32_t *out) {
    n = through_options(m, n);
    if (!n) return false;
    switch (n->kind) {
    case N_NUMBER:
        if (n->number > INT32_MAX) return false;
        return *out = (int32_t)n->number, true;
    case N_NAME:
        if (!strcmp(n->name, "true")) return *out = 1, true;
        if (!strcmp(n->name, "false")) return *out = 0, true;
        return false;
    case N_NEGATE: return constant_number(m, n->a, out) ? (*out = -*out, true) : false;
    case N_NOT: return constant_number(m, n->a, out) ? (*out = !*out, true) : false;
    case N_COND: {
        int32_t c;
        return constant_number(m, n->a, &c) && constant_number(m, c ? n->b : n->c, out);
    }
    case N_BINARY: return binary_number(m, n, out);
    case N_AGGREGATE:
        if (n->number != TOKEN_COUNT || !name_is(n->a, "players") || m->uses_out) return false;
        return *out = (int32_t)m->seats, true;
    case N_CALL: { /* a function without parameters, once names are resolved */
        const struct symbol *s = n->symbol;
        if (!s || s->kind != SYM_DEF || m->constant_depth > 8) return false;
        const struct function *f = m->functions.data[s->index];
        if (f->n_params || !f->node->c) return false;
        m->constant_depth++;
        bool known = constant_number(m, f->node->c, out);
        m->constant_depth--;
        return known;
    }
    case N_FIELD:
        if (m->it_enum >= 0 && name_is(n->a, "it")) return member_attribute(m, m->it_enum, m->it_index, n->name, out);
        return false;
    default: return false;
    }
}

/* seat(2), once names are resolved: the player who sits there in every game of the configuration. */
static bool constant_seat(struct model *m, const struct node *n, int32_t *out) {
    const struct symbol *s = n->symbol;
    int32_t number;
    if (!s || s->kind != SYM_BUILTIN || strcmp(s->name, "seat") != 0 || !n->kids) return false;
    if (!constant_number(m, n->kids, &number) || number < 1 || number > (int32_t)m->seats) return false;
    return *out = number - 1, true;
}

bool constant_value(struct model *m, struct node *n, struct type expected, int32_t *out) {
    n = through_options(m, n);
    if (!n || expected.flags) return false;
    if (expected.base == VT_NUMBER || expected.base == VT_BOOL) return constant_number(m, n, out);
    if (expected.base == VT_PLAYER && n->kind == N_CALL) return constant_seat(m, n, out);
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
