/* spelled.c: questions about a tree that its spelling answers, whatever a configuration makes of it: modules that are
 * not in this game count, scenarios do not. The warnings are decided by them, so that no configuration gives a false
 * alarm. */
#include "lang/model/sema.h"
#include "lang/parse/token.h"

#include <string.h>

bool tree_any(const struct node *n, bool (*found)(const struct node *n, const void *of), const void *of) {
    if (!n || n->kind == N_SCENARIO) return false;
    if (found(n, of)) return true;
    for (const struct node *k = n->kids; k; k = k->next)
        if (tree_any(k, found, of)) return true;
    return tree_any(n->a, found, of) || tree_any(n->b, found, of) || tree_any(n->c, found, of);
}

static bool means(const struct node *n, const void *symbol) {
    return n->kind == N_NAME && n->symbol == symbol;
}

bool tree_mentions(const struct node *n, const struct symbol *s) {
    return tree_any(n, means, s);
}

bool names_none(const struct node *n) {
    return name_is(n, "none") && !n->symbol;
}

bool names_me(const struct node *n) {
    return name_is(n, "me") && !n->symbol && !n->number;
}

bool names_this(const struct node *n) {
    return name_is(n, "this") && !n->symbol && !n->number;
}

bool names_local(const struct node *n) {
    return n && n->kind == N_NAME && n->symbol && n->symbol->kind == SYM_LOCAL;
}

static bool is_named(const struct node *n, const void *name) {
    return (n->kind == N_NAME || n->kind == N_FIELD) && !strcmp(n->name, name);
}

bool tree_speaks_of(const struct node *n, const char *name) {
    return tree_any(n, is_named, name);
}

static bool assigns(const struct node *n, const void *name) {
    if (n->kind != N_ASSIGN) return false;
    const struct node *place = node_bare(n->a);
    while (place->kind == N_INDEX)
        place = node_bare(place->a);
    return place->name && !strcmp(place->name, name);
}

bool tree_assigns(const struct node *n, const char *name) {
    return tree_any(n, assigns, name);
}

bool node_compares(const struct node *n) {
    switch (n->kind == N_BINARY ? (int)n->number : TOKEN_EOF) {
    case TOKEN_EQ:
    case TOKEN_NE:
    case TOKEN_LT:
    case TOKEN_LE:
    case TOKEN_GT:
    case TOKEN_GE: return true;
    default: return false;
    }
}
