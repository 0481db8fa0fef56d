/* slips.c: warns of what is allowed and rarely meant: the same reaction twice, a list by hand that leaves one member
 * out, conditions and prices that stand too late, a condition compared with true.
 *
 * Trees are compared by what is written: two that look the same in the file are the same. */
#include "lang/model/sema.h"
#include "lang/parse/token.h"

#include <string.h>

/* ---- equal trees; where `from` is not NULL, the name `from` of the first may be `to` in the second */
struct renaming {
    const char *from, *to;
};

static bool same_name(const char *a, const char *b, struct renaming *r) {
    if (!a || !b) return a == b;
    if (!strcmp(a, b)) return true;
    return r->from && !strcmp(a, r->from) && !strcmp(b, r->to);
}

static bool same_list(const struct node *a, const struct node *b, struct renaming *r);

static bool same_node(const struct node *a, const struct node *b, struct renaming *r) {
    if (!a || !b) return a == b;
    if (a->kind != b->kind || a->number != b->number || !same_name(a->name, b->name, r)) return false;
    if (!a->text != !b->text || (a->text && strcmp(a->text, b->text))) return false;
    return same_node(a->a, b->a, r) && same_node(a->b, b->b, r) && same_node(a->c, b->c, r) &&
           same_list(a->kids, b->kids, r);
}

static bool same_list(const struct node *a, const struct node *b, struct renaming *r) {
    for (; a && b; a = a->next, b = b->next)
        if (!same_node(a, b, r)) return false;
    return a == b;
}

bool node_alike(const struct node *a, const struct node *b) {
    struct renaming none = {0};
    return same_node(a, b, &none);
}

/* ---- reactions */
static bool is_reaction(const struct node *n) {
    return n->kind == N_WHEN || n->kind == N_AFTER || n->kind == N_INSTEAD || n->kind == N_ADJUST;
}

static void check_twice(struct model *m, const struct node *list) {
    for (const struct node *n = list; n; n = n->next) {
        if (!is_reaction(n)) continue;
        for (const struct node *before = list; before != n; before = before->next)
            if (is_reaction(before) && node_alike(before, n)) {
                model_warn(m, n, DIAG_twice, "the same stands here twice, so it happens twice");
                model_note(m, before, "the first time is here");
                model_help(m, "remove one of them; if it is meant to count twice, double its number");
                break;
            }
    }
}

/* ---- lists */
/* The one member of the enumeration that is not in `seen`, or NULL when there are several or none. */
static const char *left_out(const struct model *m, int e, const bool *seen) {
    const char *name = NULL;
    for (int i = 0; i < m->enums.data[e].n; i++) {
        if (seen[i]) continue;
        if (name) return NULL;
        name = m->members.data[m->enums.data[e].first + i].name;
    }
    return name;
}

enum { MOST_MEMBERS = 64, FEWEST_LISTED = 4 };

/* [coin, wood, stone, clay] where there is also milk. Fewer are too often meant as they stand. */
static void check_set(struct model *m, const struct node *set) {
    bool seen[MOST_MEMBERS] = {false};
    int e = NONE, n = 0;
    for (const struct node *k = set->kids; k; k = k->next, n++) {
        if (k->kind != N_NAME || !k->symbol || k->symbol->kind != SYM_MEMBER) return;
        if (e == NONE) e = (int)k->symbol->type.of;
        if ((int)k->symbol->type.of != e || m->enums.data[e].n > MOST_MEMBERS) return;
        seen[k->symbol->index] = true;
    }
    if (n < FEWEST_LISTED) return;
    const char *name = left_out(m, e, seen);
    if (!name) return;
    model_warn(m, set, DIAG_left_out, "every %s but \"%s\" is listed here", m->enums.data[e].name, name);
    model_help(m, "write `%s` for all of them, or `%s - [%s]` if that is meant", m->enums.data[e].name,
               m->enums.data[e].name, name);
}

/* The member an expression or statement speaks of first, or NULL. */
static const struct symbol *member_in(const struct node *n) {
    if (!n) return NULL;
    if (n->kind == N_NAME && n->symbol && n->symbol->kind == SYM_MEMBER) return n->symbol;
    const struct symbol *found = member_in(n->a);
    if (!found) found = member_in(n->b);
    for (const struct node *k = n->kids; k && !found; k = k->next)
        found = member_in(k);
    return found;
}

/* gain(income[coin] coin); gain(income[wood] wood); ...: one statement written out for each member but one. How far
 * the row goes that begins here: to what is not of it. */
static const struct node *check_row(struct model *m, const struct node *first) {
    const struct symbol *s = member_in(first);
    if (!s || m->enums.data[s->type.of].n > MOST_MEMBERS) return first->next;
    bool seen[MOST_MEMBERS] = {false};
    int n = 1;
    const struct node *k = first->next;
    seen[s->index] = true;
    for (; k; k = k->next, n++) {
        const struct symbol *other = member_in(k);
        struct renaming r = {s->name, other ? other->name : ""};
        if (!other || other->type.of != s->type.of || !same_node(first, k, &r)) break;
        if (seen[other->index]) return first->next; /* the row may begin later */
        seen[other->index] = true;
    }
    const char *name = n < FEWEST_LISTED ? NULL : left_out(m, (int)s->type.of, seen);
    if (!name) return k;
    model_warn(m, first, DIAG_left_out, "this is done for every %s but \"%s\"", m->enums.data[s->type.of].name, name);
    model_help(m, "a loop does it for all: `for x in %s: ...`", m->enums.data[s->type.of].name);
    return k;
}

static void check_rows(struct model *m, const struct node *statements) {
    while (statements)
        statements = check_row(m, statements);
}

/* gain(income[coin] coin, income[wood] wood, ...). Amounts that do not depend on the member are too often meant so: a
 * price of one of each but one. */
static void check_amounts(struct model *m, const struct node *call) {
    for (const struct node *k = call->kids; k; k = k->next)
        if (k->kind != N_AMOUNT || !member_in(k->a)) return;
    check_rows(m, call->kids);
}

/* ---- order */
/* choose s in map; needs me.coins > 3: who fails is asked in vain, and every s is tried to find it out. */
static void check_late(struct model *m, const struct node *block, const struct node *n) {
    bool asked = false;
    for (const struct node *before = block->kids; before != n; before = before->next) {
        if (before->kind != N_CHOOSE && before->kind != N_LET && before->kind != N_NEEDS) return;
        if (before->name && tree_speaks_of(n->a, before->name)) return;
        asked |= before->kind == N_CHOOSE;
    }
    if (!asked) return;
    model_warn(m, n, DIAG_late, "this does not depend on what is chosen before it");
    model_help(m, "write it before the question: nobody is asked in vain, and the reason is clear");
}

/* ---- me.fame += 3; pay(2 coin): an effect before a price that it has nothing to do with */
static bool is_computed(const struct node *n, const void *name) {
    (void)name;
    return n->kind == N_CALL && n->symbol && n->symbol->kind != SYM_BUILTIN;
}

static bool is_adjusted(const struct model *m) {
    for (size_t i = 0; i < m->reactions.n; i++) {
        const char *of = m->reactions.data[i]->node->a->name;
        if (!strcmp(of, "worth") || !strcmp(of, "accepts")) return true;
    }
    return false;
}

/* pay(...), of which all that it reads is written there. */
static bool is_price(const struct model *m, const struct node *n) {
    const struct node *call = n->kind == N_DO && n->a->kind == N_CALL ? n->a : NULL;
    if (!call || !call->symbol || call->symbol->kind != SYM_DEF || is_adjusted(m)) return false;
    const struct function *f = m->functions.data[call->symbol->index];
    if (!f->prelude || strcmp(f->name, "pay")) return false;
    for (const struct node *k = call->kids; k; k = k->next)
        if (tree_any(k, is_computed, NULL)) return false;
    return true;
}

/* The variable that a statement changes, as long as that is all it does; NULL: it does something else. */
static const char *changed_by(const struct model *m, const struct node *n) {
    const struct node *place = n->kind == N_ASSIGN ? node_bare(n->a) : NULL;
    while (place && place->kind == N_INDEX)
        place = node_bare(place->a);
    if (!place || !place->symbol || place->symbol->kind != SYM_VAR || place->symbol->index == m->stock_var) return NULL;
    return tree_any(n->b, is_computed, NULL) ? NULL : place->name;
}

/* Whether all from here to the price only adds to what nothing up to it reads; `x -= n` is a price itself. */
static bool is_idle(const struct model *m, const struct node *effect, const struct node *price) {
    const char *name = changed_by(m, effect);
    if (!name || effect->number == TOKEN_MINUS_ASSIGN) return false;
    for (const struct node *n = effect->next; n != price->next; n = n->next) {
        bool quiet = n == price || n->kind == N_CHOOSE || n->kind == N_NEEDS || changed_by(m, n);
        if (!quiet || tree_speaks_of(n->a, name) || tree_speaks_of(n->b, name) || tree_speaks_of(n->c, name))
            return false;
        if (n != price && n->kind != N_ASSIGN && tree_any(n, is_computed, NULL)) return false;
    }
    return true;
}

static void check_price(struct model *m, const struct node *block, const struct node *price) {
    for (const struct node *n = block->kids; n != price; n = n->next) {
        if (!is_idle(m, n, price)) continue;
        model_warn(m, price, DIAG_late, "this price stands behind an effect that it has nothing to do with");
        model_help(m, "write the price first: who cannot pay is found at once, and the text says what for what");
        model_note(m, n, "the effect is here");
        return;
    }
}

static void check_order(struct model *m, const struct node *block) {
    for (const struct node *n = block->kids; n; n = n->next) {
        if (n->kind == N_NEEDS) check_late(m, block, n);
        if (is_price(m, n)) check_price(m, block, n);
    }
}

/* ---- conditions */
static bool is_word(const struct node *n, const char *word) {
    return n->kind == N_NAME && !n->number && !strcmp(n->name, word);
}

/* x == true: x says so itself. */
static void check_truth(struct model *m, const struct node *n) {
    bool equal = n->number == TOKEN_EQ, other = n->number == TOKEN_NE;
    const struct node *word = is_word(n->b, "true") || is_word(n->b, "false") ? n->b : n->a;
    const struct node *of = word == n->b ? n->a : n->b;
    bool yes = is_word(word, "true");
    if ((!equal && !other) || (!yes && !is_word(word, "false")) || of->type.base != VT_BOOL || of->type.flags) return;
    model_warn(m, word, DIAG_truth, "a condition needs no \"%s %s\"", equal ? "==" : "!=", word->name);
    model_help(m, yes == equal ? "it holds by itself: write what stands before it alone" : "write `not` before it");
}

static void walk(struct model *m, const struct node *n) {
    if (!n) return;
    if (n->kind == N_BINARY && n->a && n->b) check_truth(m, n);
    if (n->kind == N_SET) check_set(m, n);
    if (n->kind == N_CALL) check_amounts(m, n);
    if (n->kind == N_BLOCK || n->kind == N_KIND || n->kind == N_INSTANCE) {
        check_twice(m, n->kids);
        if (n->kind == N_BLOCK) check_rows(m, n->kids), check_order(m, n);
    }
    for (const struct node *k = n->kids; k; k = k->next)
        walk(m, k);
    walk(m, n->a), walk(m, n->b), walk(m, n->c);
}

static void walk_declaration(struct model *m, struct node *n) {
    if (n->kind != N_SCENARIO && n->kind != N_ENUM) walk(m, n);
}

void model_find_slips(struct model *m) {
    check_twice(m, m->file->kids);
    model_each(m, walk_declaration);
}
