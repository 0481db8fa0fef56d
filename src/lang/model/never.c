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
static bool emits(const struct node *n, const void *name) {
    return n->kind == N_EMIT && n->a && n->a->a && n->a->a->name && !strcmp(n->a->a->name, name);
}

/* What waits for a signal: a reaction, or an `until` that it ends; NULL: nothing does. */
static const struct node *heard_by(const struct model *m, const struct function *f) {
    if (f->reactions.n) return f->reactions.data[0]->node->a;
    for (size_t i = 0; i < m->untils.n; i++)
        for (const struct node *k = m->untils.data[i].node->kids; k; k = k->next)
            if (k->kind == N_PATTERN && !strcmp(k->name, f->name)) return k;
    return NULL;
}

static void check_signals(struct model *m) {
    for (size_t i = 0; i < m->functions.n; i++) {
        const struct function *f = m->functions.data[i];
        const struct node *heard = f->kind == SYM_SIGNAL && !f->prelude ? heard_by(m, f) : NULL;
        if (!heard || tree_any(m->file, emits, f->name)) continue;
        model_warn(m, heard, DIAG_never, "this never happens: no rule emits \"%s\"", f->name);
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

/* choose n in 0..3: no more than the numbers there are to choose from. */
static bool bounds_of_local(struct model *m, const struct symbol *s, struct bounds *out) {
    const struct node *of = s->node, *range;
    if (!of || (of->kind != N_CHOOSE && of->kind != N_GENERATOR && of->kind != N_FOR)) return false;
    range = node_bare(of->a);
    struct bounds low, high;
    if (s->type.base != VT_NUMBER || s->type.flags || !range || range->kind != N_BINARY || !range->b ||
        range->number != TOKEN_DOTS || tree_assigns(m->file, s->name))
        return false;
    if (!bounds_of(m, range->a, &low) || !bounds_of(m, range->b, &high)) return false;
    *out = (struct bounds){low.low, high.high, true};
    return true;
}

static bool bounds_of_symbol(struct model *m, const struct node *n, struct bounds *out) {
    const struct symbol *s = n->symbol;
    if (!s) return false;
    if (s->kind == SYM_LOCAL) return bounds_of_local(m, s, out);
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

/* ---- conditions */
/* Why one never holds: the comparison that fails, and the one that it contradicts, or NULL. */
struct contradiction {
    const struct node *never, *against;
};

enum { MOST_PARTS = 16 };

/* The comparisons that must all hold: those between the `and`s. */
static int parts_of(const struct node *n, const struct node **parts, int k) {
    n = node_bare(n);
    if (!n || n->kind != N_BINARY || k == MOST_PARTS) return k;
    if (n->number == TOKEN_AND) return parts_of(n->b, parts, parts_of(n->a, parts, k));
    if (node_compares(n)) parts[k++] = n;
    return k;
}

/* What a comparison with a number leaves of its left side. */
static bool leaves_of(struct model *m, const struct node *n, struct bounds *out) {
    int32_t k;
    if (!constant_number(m, n->b, &k) || n->number == TOKEN_NE) return false;
    *out = (struct bounds){INT64_MIN, INT64_MAX, false};
    if (n->number == TOKEN_EQ || n->number == TOKEN_GE) out->low = k;
    if (n->number == TOKEN_EQ || n->number == TOKEN_LE) out->high = k;
    if (n->number == TOKEN_GT) out->low = (int64_t)k + 1;
    if (n->number == TOKEN_LT) out->high = (int64_t)k - 1;
    return true;
}

static const struct symbol *wanted_member(const struct node *n) {
    const struct node *b = node_bare(n->b);
    bool member = n->number == TOKEN_EQ && b->kind == N_NAME && b->symbol && b->symbol->kind == SYM_MEMBER;
    return member && !n->a->type.flags ? b->symbol : NULL;
}

/* x > 5 and x < 3, x == red and x == blue */
static bool contradict(struct model *m, const struct node *a, const struct node *b) {
    struct bounds left, right;
    int32_t k;
    if (!node_alike(a->a, b->a) || constant_number(m, a->a, &k)) return false;
    const struct symbol *one = wanted_member(a), *other = wanted_member(b);
    if (one && other) return one->type.of == other->type.of && one->index != other->index;
    return leaves_of(m, a, &left) && leaves_of(m, b, &right) && (left.low > right.high || right.low > left.high);
}

/* What keeps a condition from ever holding. `x > 3 and y` fails with its first half. */
static struct contradiction impossible(struct model *m, const struct node *n) {
    const struct contradiction none = {0};
    n = node_bare(n);
    if (!n || n->kind != N_BINARY) return none;
    if (n->number == TOKEN_AND) {
        struct contradiction half = impossible(m, n->a);
        if (!half.never) half = impossible(m, n->b);
        if (half.never) return half;
        const struct node *parts[MOST_PARTS];
        int k = parts_of(n, parts, 0);
        for (int i = 0; i < k; i++)
            for (int j = 0; j < i; j++)
                if (contradict(m, parts[j], parts[i])) return (struct contradiction){parts[i], parts[j]};
        return none;
    }
    if (n->number == TOKEN_OR)
        return impossible(m, n->a).never && impossible(m, n->b).never ? (struct contradiction){n, NULL} : none;
    struct bounds a, b;
    if (!bounds_of(m, n->a, &a) || !bounds_of(m, n->b, &b) || !(a.open || b.open)) return none;
    return excluded(n->number, a, b) ? (struct contradiction){n, NULL} : none;
}

static void check_condition(struct model *m, const struct node *condition) {
    struct contradiction c = impossible(m, condition);
    struct bounds a;
    if (!c.never) return;
    model_warn(m, c.never, DIAG_never, c.against ? "this can never hold as well" : "this can never hold");
    if (c.against) {
        model_note(m, c.against, "this must hold too, and excludes it");
        model_help(m, "write `or` if one of them is enough, or correct a number");
        return;
    }
    if (c.never->number != TOKEN_OR && bounds_of(m, c.never->a, &a))
        model_note(m, c.never->a, "this is never less than %d and never more than %d", (int)a.low, (int)a.high);
    model_help(m, "correct the number here, or the range where it is declared");
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
        model_help(m, "ask for %d at most, or raise the total", (int)total);
        model_note(m, unit->node, "the total is declared here");
        return;
    }
    const struct var_info *stock = &m->vars.data[m->stock_var];
    int32_t most = stock->high - entry_low(m, stock, unit->index);
    if (stock->saturate || n <= most) return;
    model_warn(m, amount, DIAG_never, "nobody can ever pay this: \"stock\" is never more than %d", (int)stock->high);
    model_help(m, "ask for %d at most, or raise the end of the range", (int)most);
    model_note(m, stock->node, "its range is declared here");
}

/* me.energy -= 4, where energy is never more than 3. What stops at its end takes what there is. */
static void check_taken(struct model *m, const struct node *n) {
    const struct node *place = node_bare(n->a);
    struct bounds b;
    int32_t k;
    if (n->number != TOKEN_MINUS_ASSIGN || !place->symbol || place->symbol->kind != SYM_VAR) return;
    const struct var_info *v = &m->vars.data[place->symbol->index];
    if (v->saturate || !bounds_of_symbol(m, place, &b) || !constant_number(m, n->b, &k) || k <= b.high - b.low) return;
    model_warn(m, n->b, DIAG_never, "nobody can ever pay this: \"%s\" is never more than %d", v->name, (int)b.high);
    model_help(m, "take %d at most, or raise the end of the range", (int)(b.high - b.low));
    model_note(m, v->node, "its range is declared here");
}

/* Whether something may be used in place of what `pay` asks for, or it is the game's own. */
static bool is_replaced(const struct model *m) {
    for (size_t i = 0; i < m->functions.n; i++) {
        const struct function *f = m->functions.data[i];
        if (!strcmp(f->name, "accepts") && (!f->prelude || f->reactions.n)) return true;
        if (!strcmp(f->name, "pay") && !f->prelude) return true;
    }
    return false;
}

static bool is_price(const struct model *m, const struct node *n) {
    if (n->kind != N_CALL || !n->a || !n->a->name) return false;
    if (!strcmp(n->a->name, "lose")) return true;
    if (strcmp(n->a->name, "pay") != 0 || argument_named(n->kids, "with") || argument_named(n->kids, "last"))
        return false;
    return !is_replaced(m);
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
                model_help(m, "write it before that, or remove it");
                break;
            }
    if (n->kind == N_IF || n->kind == N_NEEDS || n->kind == N_WHILE) check_condition(m, n->a);
    if (n->kind == N_ASSIGN) check_taken(m, n);
    if (n->kind == N_CHOOSE || n->kind == N_PATTERN || n->kind == N_GENERATOR) check_condition(m, n->b);
    if (m->stock_var >= 0 && is_price(m, n))
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
