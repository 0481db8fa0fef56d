/* forbids.c: warns of reactions that can fail. A reaction is part of what causes it, so where it cannot be carried out
 * its cause is not offered; that is rarely meant.
 *
 * Told is what the reaction always comes to, itself or through verbs and signals: a price, a loss, a gain of what is
 * limited, a question that may have no answer, a condition, a number that would go below its range. What stands below
 * an `if`, a `may` or a `try` is the author's, and so is a condition whose reason is written in the reaction itself:
 * that forbids on purpose. Whether the machine can fail at a place is known only of code (cannot_fail.h), in all ways
 * together and without what the author tested before; so it is not asked here. */
#include "lang/model/builtins.h"
#include "lang/model/sema.h"
#include "lang/parse/token.h"

#include <string.h>

/* What fails, and what is said of it. */
struct obstacle {
    const struct node *at;
    const char *reason, *help;
    const char *of; /* what a `where` of the pattern would test, or NULL */
};

static const struct obstacle none = {0};

/* A function is searched once; one that is being searched has nothing yet, so signals may emit one another. */
struct search {
    struct model *m;
    struct obstacle *of; /* per function: what it comes to */
    bool *searched;
    bool called; /* in a function, not in the reaction itself */
};

static struct obstacle in_block(struct search *s, const struct node *block);

/* ---- questions */
/* Whether there is always something in it: numbers, words, cards and spaces as they are declared, players. */
static bool is_filled(const struct search *s, const struct node *set) {
    int32_t low, high;
    set = node_bare(set);
    if (set->kind == N_SET) return set->kids;
    if (set->kind == N_BINARY && set->number == TOKEN_DOTS && set->b)
        return constant_number(s->m, set->a, &low) && constant_number(s->m, set->b, &high) && low <= high;
    if (set->kind != N_NAME) return false;
    if (!set->symbol) return !strcmp(set->name, "players") || !strcmp(set->name, "others");
    int kind = set->symbol->kind;
    return kind == SYM_ENUM || kind == SYM_KIND || kind == SYM_BOARD || kind == SYM_BUILTIN;
}

static struct obstacle in_choose(const struct search *s, const struct node *n) {
    if (!n->b && !n->c && is_filled(s, n->a)) return none;
    return (struct obstacle){n, "where there is nothing to choose, what causes this cannot be done",
                             "`may:` makes it optional; or test first with `if` whether there is something",
                             n->a->name};
}

/* ---- numbers */
/* Only downwards: an upper end is often a guess with room to spare, and whether it has room is seen by playing. */
static struct obstacle in_assign(const struct search *s, const struct node *n) {
    const struct node *place = node_bare(n->a);
    while (place->kind == N_INDEX)
        place = node_bare(place->a);
    if (n->number == TOKEN_ASSIGN || !place->symbol || place->symbol->kind != SYM_VAR) return none;
    const struct var_info *v = &s->m->vars.data[place->symbol->index];
    int32_t by = 1;
    constant_number(s->m, n->b, &by);
    bool down = n->number == TOKEN_MINUS_ASSIGN ? by > 0 : by < 0;
    if (!down || v->type.base != VT_NUMBER) return none;
    return (struct obstacle){n, "where this is too small to be lowered, what causes it cannot be done",
                             "`x = max(0, x - n)` stops at 0, `may:` makes it optional, `if` tests first", place->name};
}

/* ---- calls */
static bool is_upto(const struct node *argument) {
    return node_bare(argument)->kind == N_UPTO;
}

static struct obstacle in_loss(const struct node *call) {
    for (const struct node *k = call->kids; k; k = k->next)
        if (k->kind != N_ARG && !is_upto(k))
            return (struct obstacle){call, "who has less cannot do what causes it",
                                     "`lose(upto ...)` takes what there is, `may:` makes it optional", "stock"};
    return none;
}

/* 2 gold, where there are only 5 of them */
static bool is_limited(const struct search *s, const struct node *amount) {
    const struct node *unit = amount->kind == N_AMOUNT ? node_bare(amount->b) : NULL;
    const struct symbol *member = unit ? unit->symbol : NULL;
    int32_t total;
    return member && member->kind == SYM_MEMBER && (int)member->type.of == s->m->stock_enum &&
           enum_attribute(s->m, (int)member->type.of, member->index, "total", &total) && total != NUMBER_MAX;
}

static struct obstacle in_gain(const struct search *s, const struct node *call) {
    for (const struct node *k = call->kids; k; k = k->next)
        if (is_limited(s, node_bare(k)))
            return (struct obstacle){call, "where the supply has less, what causes this cannot be done",
                                     "`gain(upto ...)` takes what there is, `may:` makes it optional", "supply"};
    return none;
}

static struct obstacle in_called(struct search *s, uint32_t function) {
    if (s->searched[function]) return s->of[function];
    bool called = s->called;
    s->searched[function] = s->called = true;
    s->of[function] = in_block(s, s->m->functions.data[function]->node->b);
    s->called = called;
    return s->of[function];
}

static struct obstacle in_call(struct search *s, const struct node *call) {
    if (!call || call->kind != N_CALL || !call->symbol) return none;
    if (call->symbol->kind == SYM_BUILTIN) {
        if (call->symbol->index == BI_lose) return in_loss(call);
        return call->symbol->index == BI_gain ? in_gain(s, call) : none;
    }
    if (call->symbol->kind != SYM_DEF) return none;
    const struct function *f = s->m->functions.data[call->symbol->index];
    if (!f->prelude) return in_called(s, (uint32_t)call->symbol->index);
    if (strcmp(f->name, "pay")) return none;
    return (struct obstacle){call, "who cannot pay this cannot do what causes it",
                             "`may:` makes it optional, `lose(upto ...)` takes what there is", "stock"};
}

static struct obstacle in_signal(struct search *s, const struct node *call) {
    if (!call || !call->symbol || call->symbol->kind != SYM_SIGNAL) return none;
    return in_called(s, (uint32_t)call->symbol->index);
}

/* ---- statements */
static struct obstacle in_needs(const struct search *s, const struct node *n) {
    if (n->text && !s->called) return none;
    return (struct obstacle){n, "where this does not hold, what causes it cannot be done",
                             "`if` leaves out what follows; to forbid it on purpose, write a reason behind the `needs`",
                             NULL};
}

/* either A or B: only where none of them can be done. */
static struct obstacle in_either(struct search *s, const struct node *n) {
    struct obstacle first = none;
    for (const struct node *k = n->kids; k; k = k->next) {
        struct obstacle here = in_block(s, k->b);
        if (!here.at) return none;
        if (!first.at) first = here;
    }
    return first;
}

static struct obstacle in_statement(struct search *s, const struct node *n) {
    switch (n->kind) {
    case N_NEEDS: return in_needs(s, n);
    case N_CHOOSE: return in_choose(s, n);
    case N_ASSIGN: return in_assign(s, n);
    case N_DO:
    case N_LET: return in_call(s, n->a);
    case N_EMIT: return in_signal(s, n->a);
    case N_EITHER: return in_either(s, n);
    case N_AS:
    case N_REPEAT: return in_block(s, n->b);
    case N_FOR: return !n->b && is_filled(s, n->a) ? in_block(s, n->c) : none;
    default: return none;
    }
}

static struct obstacle in_block(struct search *s, const struct node *block) {
    for (const struct node *n = block ? block->kids : NULL; n && n->kind != N_RETURN; n = n->next) {
        struct obstacle found = in_statement(s, n);
        if (found.at) return found;
    }
    return none;
}

static bool is_tested(const struct node *reaction, const char *name) {
    return name && reaction->a->b && tree_speaks_of(reaction->a->b, name);
}

/* Each statement of the reaction that can fail is told; what it comes to elsewhere in a note. */
static void check_reaction(struct search *s, const struct node *reaction) {
    for (const struct node *n = reaction->b ? reaction->b->kids : NULL; n && n->kind != N_RETURN; n = n->next) {
        struct obstacle found = in_statement(s, n);
        if (!found.at || is_tested(reaction, found.of)) continue;
        const struct node *here = n->kind == N_DO ? n->a : n;
        model_warn(s->m, here, DIAG_forbids, "%s", found.reason);
        model_help(s->m, "%s", found.help);
        if (found.at != here) model_note(s->m, found.at, "it can fail here");
    }
}

void model_find_forbidding(struct model *m) {
    struct search s = {.m = m};
    s.of = ARENA_ARRAY(m->arena, struct obstacle, m->functions.n + 1);
    s.searched = ARENA_ARRAY(m->arena, bool, m->functions.n + 1);
    if (!s.of || !s.searched) {
        m->failed = true;
        return;
    }
    for (size_t i = 0; i < m->reactions.n; i++)
        if (m->reactions.data[i]->node->kind != N_ADJUST) check_reaction(&s, m->reactions.data[i]->node);
}
