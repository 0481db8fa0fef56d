/* never.c: warns of what can never happen: a signal nobody emits, statements behind a `return`, conditions that the
 * ranges of numbers exclude, prices above all there is.
 *
 * It warns only when sure, and not of what an option or the number of players decides: `if count(players) == 1` is
 * false in most configurations and still right. */
#include "lang/model/builtins.h"
#include "lang/model/sema.h"
#include "lang/parse/token.h"

#include <string.h>

/* ---- signals: by spelling, all modules included */
static bool emits(const struct node *n, const char *name) {
    return n->kind == N_EMIT && n->a && n->a->a && n->a->a->name && !strcmp(n->a->a->name, name);
}

static void check_signals(struct model *m) {
    for (size_t i = 0; i < m->functions.n; i++) {
        const struct function *f = m->functions.data[i];
        if (f->kind != SYM_SIGNAL || f->prelude || f->reactions.n == 0 || tree_any(m->file, emits, f->name)) continue;
        const struct node *heard = f->reactions.data[0]->node;
        model_warn(m, heard->a, DIAG_never, "this never happens: no rule emits \"%s\"", f->name);
        model_note(m, f->node, "the signal is declared here");
        model_help(m, "write `emit %s(...)` where it happens", f->name);
    }
}

/* ---- numbers: the range an expression stays in */
struct bounds {
    int64_t low, high;
    bool open; /* something in it depends on the position, not only on the configuration */
};

static bool bounds_of(struct model *m, const struct node *n, struct bounds *out);

static bool bounds_of_symbol(struct model *m, const struct node *n, struct bounds *out) {
    const struct symbol *s = n->symbol;
    if (!s) return false;
    *out = (struct bounds){.open = true};
    if (s->kind == SYM_TRACK) {
        const struct track_info *t = &m->tracks.data[s->index];
        out->low = t->low, out->high = t->high;
        return true;
    }
    if (s->kind != SYM_VAR) return false;
    const struct var_info *v = &m->vars.data[s->index];
    if (!v->node || v->type.base != VT_NUMBER || v->type.flags || v->index_enum >= 0) return false;
    out->low = v->low, out->high = v->high;
    return true;
}

static bool bounds_of_sum(struct model *m, const struct node *n, struct bounds *out) {
    struct bounds a, b;
    if ((n->number != TOKEN_PLUS && n->number != TOKEN_MINUS) || !bounds_of(m, n->a, &a) || !bounds_of(m, n->b, &b))
        return false;
    bool minus = n->number == TOKEN_MINUS;
    out->low = minus ? a.low - b.high : a.low + b.low;
    out->high = minus ? a.high - b.low : a.high + b.high;
    out->open = a.open || b.open;
    return true;
}

static bool bounds_of(struct model *m, const struct node *n, struct bounds *out) {
    int32_t number;
    n = node_bare(n);
    if (!n) return false;
    if (constant_number(m, (struct node *)(uintptr_t)n, &number)) {
        *out = (struct bounds){number, number, false};
        return true;
    }
    switch (n->kind) {
    case N_NAME:
    case N_FIELD: return bounds_of_symbol(m, n, out);
    case N_BINARY: return bounds_of_sum(m, n, out);
    case N_AGGREGATE: *out = (struct bounds){0, NUMBER_MAX, true}; return n->number == TOKEN_COUNT;
    case N_NEGATE:
        if (!bounds_of(m, n->a, out)) return false;
        *out = (struct bounds){-out->high, -out->low, out->open};
        return true;
    default: return false;
    }
}

static bool excluded(int64_t operator, struct bounds a, struct bounds b) {
    switch (operator) {
    case TOKEN_EQ: return a.low > b.high || a.high < b.low;
    case TOKEN_NE: return a.low == a.high && b.low == b.high && a.low == b.low;
    case TOKEN_LT: return a.low >= b.high;
    case TOKEN_LE: return a.low > b.high;
    case TOKEN_GT: return a.high <= b.low;
    case TOKEN_GE: return a.high < b.low;
    default: return false;
    }
}

/* The comparison that keeps a condition from ever holding, or NULL. `x > 3 and y` fails with its first half. */
static const struct node *impossible(struct model *m, const struct node *n) {
    n = node_bare(n);
    if (!n || n->kind != N_BINARY) return NULL;
    if (n->number == TOKEN_AND) {
        const struct node *left = impossible(m, n->a);
        return left ? left : impossible(m, n->b);
    }
    if (n->number == TOKEN_OR) return impossible(m, n->a) && impossible(m, n->b) ? n : NULL;
    struct bounds a, b;
    if (!bounds_of(m, n->a, &a) || !bounds_of(m, n->b, &b) || !(a.open || b.open)) return NULL;
    return excluded(n->number, a, b) ? n : NULL;
}

static void check_condition(struct model *m, const struct node *condition) {
    const struct node *never = impossible(m, condition);
    struct bounds a;
    if (!never) return;
    model_warn(m, never, DIAG_never, "this can never hold");
    if (never->number != TOKEN_OR && bounds_of(m, never->a, &a))
        model_note(m, never->a, "this is never less than %d and never more than %d", (int)a.low, (int)a.high);
}

/* ---- prices */
/* An amount that is more than there is of a limited resource, or than anybody can hold. */
static void check_price(struct model *m, const struct node *amount) {
    int32_t n, total;
    if (amount->kind != N_AMOUNT || !amount->b->symbol || amount->b->symbol->kind != SYM_MEMBER) return;
    const struct symbol *unit = amount->b->symbol;
    if ((int)unit->type.of != m->stock_enum || !constant_number(m, amount->a, &n)) return;
    if (enum_attribute(m, m->stock_enum, unit->index, "total", &total) && n > total) {
        model_warn(m, amount, DIAG_never, "nobody can ever pay this: there are only %d %s", (int)total, unit->name);
        model_note(m, unit->node, "the total is declared here");
    }
}

static bool is_price(const struct node *n) {
    return n->kind == N_CALL && n->a && n->a->name && (!strcmp(n->a->name, "pay") || !strcmp(n->a->name, "lose")) &&
           !argument_named(n->kids, "with");
}

/* ---- statements */
static bool returns(const struct node *n) {
    if (!n) return false;
    if (n->kind == N_RETURN) return true;
    if (n->kind == N_IF) return n->c && returns(n->b) && returns(n->c);
    if (n->kind != N_BLOCK) return false;
    for (const struct node *k = n->kids; k; k = k->next)
        if (returns(k)) return true;
    return false;
}

static void walk(struct model *m, const struct node *n) {
    if (!n) return;
    if (n->kind == N_BLOCK)
        for (const struct node *k = n->kids; k && k->next; k = k->next)
            if (returns(k)) {
                model_warn(m, k->next, DIAG_never, "this is never reached: the rule ends before it");
                model_note(m, k, "it ends here");
                break;
            }
    if (n->kind == N_IF || n->kind == N_NEEDS || n->kind == N_WHILE) check_condition(m, n->a);
    if (n->kind == N_CHOOSE || n->kind == N_PATTERN || n->kind == N_GENERATOR) check_condition(m, n->b);
    if (is_price(n) && m->stock_var >= 0)
        for (const struct node *k = n->kids; k; k = k->next)
            check_price(m, k);
    for (const struct node *k = n->kids; k; k = k->next)
        walk(m, k);
    walk(m, n->a), walk(m, n->b), walk(m, n->c);
}

static void walk_declaration(struct model *m, struct node *n) {
    if (n->kind != N_SCENARIO) walk(m, n);
}

void model_find_never(struct model *m) {
    check_signals(m);
    model_each(m, walk_declaration);
}
