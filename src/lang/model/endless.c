/* endless.c: warns of loops that are never left and of `end when` that never holds, where that can be proved: a
 * condition that is always true, or that depends on variables nothing changes, and no way out of the loop. It warns
 * only when sure. */
#include "lang/model/sema.h"

#include "lang/model/builtins.h"

#include <string.h>

/* ---- ways out of a loop */
/* What cards do, and what happens at signals, is not followed: `cards` says whether it may lead out. */
static bool leads_out(const struct model *m, const struct node *n, bool cards);

static bool call_leads_out(const struct model *m, const struct node *n, bool cards) {
    const struct symbol *s = n->symbol;
    if (!s || s->kind == SYM_RULE) return cards;
    if (s->kind == SYM_DEF) return leads_out(m, m->functions.data[s->index]->node->b, cards);
    if (s->kind != SYM_BUILTIN) return false;
    switch ((enum builtin)s->index) {
    case BI_win:
    case BI_lost:
    case BI_finish:
    case BI_out: return true;
    case BI_raise:
    case BI_lower: return cards;
    case BI_begin: return m->limit_period >= 0;
    default: return false;
    }
}

static bool leads_out(const struct model *m, const struct node *n, bool cards) {
    if (!n) return false;
    if (n->kind == N_RETURN || (n->kind == N_ROUND && m->limit_period >= 0)) return true;
    if (n->kind == N_EMIT && cards) return true;
    if (n->kind == N_CALL && call_leads_out(m, n, cards)) return true;
    for (const struct node *k = n->kids; k; k = k->next)
        if (leads_out(m, k, cards)) return true;
    return leads_out(m, n->a, cards) || leads_out(m, n->b, cards) || leads_out(m, n->c, cards);
}

/* ---- what never changes */
struct settled {
    const struct model *m;
    const char *name; /* of a variable that nothing changes */
};

static bool is_settled(struct settled *s, const struct node *n);

static bool symbol_settled(struct settled *s, const struct node *n) {
    const struct symbol *of = n->symbol;
    switch (of->kind) {
    case SYM_VAR:
        if (of->index == s->m->stock_var || of->index == s->m->supply_var || tree_assigns(s->m->file, of->name))
            return false;
        s->name = of->name;
        return true;
    case SYM_MEMBER: return of->type.of != s->m->period_enum; /* a period is a number that grows */
    case SYM_OPTION:
    case SYM_ENUM:
    case SYM_INSTANCE:
    case SYM_KIND:
    case SYM_BOARD:
    case SYM_SPACE:
    case SYM_ATTRIBUTE: return true;
    case SYM_LOCAL: return of->node->kind == N_GENERATOR;
    case SYM_BUILTIN:
        return of->index == BI_seat || of->index == BI_abs || of->index == BI_min || of->index == BI_max ||
               of->index == BI_near || (of->index == BI_players && !s->m->uses_out);
    default: return false;
    }
}

static bool is_settled(struct settled *s, const struct node *n) {
    if (!n) return true;
    switch (n->kind) {
    case N_NAME:
        if (n->name && (!strcmp(n->name, "true") || !strcmp(n->name, "false") || !strcmp(n->name, "none"))) return true;
        return n->symbol && symbol_settled(s, n);
    case N_FIELD: return n->symbol && symbol_settled(s, n) && is_settled(s, n->a);
    case N_CALL:
        if (!n->symbol || !symbol_settled(s, n)) return false;
        for (const struct node *k = n->kids; k; k = k->next)
            if (!is_settled(s, k)) return false;
        return true;
    case N_NUMBER:
    case N_NOT:
    case N_NEGATE:
    case N_BINARY:
    case N_COND:
    case N_SET:
    case N_FILTER:
    case N_AGGREGATE:
    case N_GENERATOR:
    case N_INDEX:
    case N_PAREN: break;
    default: return false;
    }
    for (const struct node *k = n->kids; k; k = k->next)
        if (!is_settled(s, k)) return false;
    return is_settled(s, n->a) && is_settled(s, n->b) && is_settled(s, n->c);
}

/* ---- loops and ends */
/* Whether the body of a loop asks nobody and leaves all the condition reads as it is. Calls may change anything. */
static bool idle(const struct node *n, const struct node *body) {
    if (!n) return true;
    if (n->symbol && (n->symbol->kind != SYM_VAR || tree_assigns(body, n->symbol->name))) return false;
    if (n->kind == N_CALL || n->kind == N_AGGREGATE || n->kind == N_FILTER || n->kind == N_SET) return false;
    return idle(n->a, body) && idle(n->b, body) && idle(n->c, body);
}

static bool is_call(const struct node *n, const void *name) {
    (void)name;
    return n->kind == N_CALL || n->kind == N_EMIT;
}

static void check_while(struct model *m, const struct node *n) {
    int32_t value;
    struct settled s = {.m = m};
    if (leads_out(m, n->b, false)) return;
    bool known = constant_number(m, n->a, &value), cards = leads_out(m, n->b, true);
    if (known && value && !cards) {
        model_warn(m, n, DIAG_endless,
                   "this loop never ends: its condition is always true, and nothing in it ends the game");
    } else if (!known && is_settled(&s, n->a) && s.name && cards) {
        model_warn(m, n, DIAG_endless, "only the end of the game ends this loop: nothing changes \"%s\"", s.name);
        model_help(m, "change \"%s\" where it comes about, as when a player passes", s.name);
    } else if (!known && is_settled(&s, n->a) && s.name) {
        model_warn(m, n, DIAG_endless, "this loop is never entered or never left: nothing changes \"%s\"", s.name);
        model_help(m, "change \"%s\" where it comes about, as when a player passes", s.name);
    } else if (!known && !cards && idle(n->a, n->b) && !tree_any(n->b, is_call, NULL) && !node_asks(m, n->b)) {
        model_warn(m, n, DIAG_endless, "this loop is never left: it asks nobody and changes nothing of its condition");
    }
}

static void walk(struct model *m, const struct node *n) {
    if (!n) return;
    if (n->kind == N_WHILE) check_while(m, n);
    for (const struct node *k = n->kids; k; k = k->next)
        walk(m, k);
    walk(m, n->b), walk(m, n->c);
}

static void walk_declaration(struct model *m, struct node *n) {
    if (n->kind != N_SCENARIO) walk(m, n);
}

static bool is_round(const struct node *n, const void *name) {
    (void)name;
    return n->kind == N_ROUND;
}

void model_find_endless(struct model *m) {
    bool rounds = tree_any(m->flow->b, is_round, NULL);
    model_each(m, walk_declaration);
    for (size_t i = 0; i < m->end_whens.n; i++) {
        const struct node *end = m->end_whens.data[i];
        struct settled s = {.m = m};
        if (!rounds)
            model_warn(m, end, DIAG_endless, "this is looked at after each `round`, and the flow has none");
        else if (is_settled(&s, end->a) && s.name) {
            model_warn(m, end, DIAG_endless, "this never holds, or holds from the beginning: nothing changes \"%s\"",
                       s.name);
            model_help(m, "change \"%s\" where it comes about", s.name);
        }
    }
}
