/* member.c: which member a name means of a card or space.
 *
 * A kind has its own members and those of the kinds it descends from. Where a value is only known to be of an ancestor,
 * a member of a descendant may be meant: of spaces, of those that lie where the value comes from (`s in grid`,
 * `near(s)`). Invariant: where two kinds that are possible there declare the name apart, the first is meant and a
 * warning says so. */
#include "lang/model/check.h"

#include "base/bits.h"
#include "lang/model/builtins.h"

#include <string.h>

/* ---- where spaces come from */
static void add_board(const struct model *m, int board, bool *spaces) {
    const struct board_info *b = &m->boards.data[board];
    memset(spaces + b->first, true, (size_t)b->n * sizeof *spaces);
}

static void add_kind(const struct model *m, int kind, bool *spaces) {
    for (size_t s = 0; s < m->spaces.n; s++)
        spaces[s] |= kind_is(m, m->spaces.data[s].kind, kind);
}

static bool spaces_of(const struct checker *c, const struct node *n, bool *spaces);

static bool all_of(const struct checker *c, const struct node *list, bool *spaces) {
    for (; list; list = list->next)
        if (list->type.base != T_NULL && !spaces_of(c, list, spaces)) return false;
    return true;
}

/* Those that touch one of them, or all of the boards on which they lie. */
static bool beside(const struct checker *c, const struct node *n, bool touching, bool *spaces) {
    const struct model *m = c->m;
    bool *from = ARENA_ARRAY(m->arena, bool, m->spaces.n + 1);
    if (!from || !spaces_of(c, n, from)) return false;
    for (size_t s = 0; s < m->spaces.n; s++) {
        if (!from[s]) continue;
        if (!touching) add_board(m, m->spaces.data[s].board, spaces);
        uint32_t near[SPACE_WORDS];
        space_near(m, (int)s, near);
        for (size_t t = 0; touching && t < m->spaces.n; t++)
            spaces[t] |= bits_test(near, (uint32_t)t);
    }
    return true;
}

static bool of_call(const struct checker *c, const struct node *n, bool *spaces) {
    if (!n->symbol) return n->a->kind == N_FIELD && spaces_of(c, n->a->a, spaces); /* grid.row(2) */
    if (n->symbol->kind != SYM_BUILTIN || !n->kids) return false;
    switch ((enum builtin)n->symbol->index) {
    case BI_first:
    case BI_pick:
    case BI_random: return spaces_of(c, n->kids, spaces);
    case BI_near: return beside(c, n->kids, true, spaces);
    case BI_step:
    case BI_ray:
    case BI_between: return beside(c, n->kids, false, spaces);
    case BI_connected: return n->kids->next && spaces_of(c, n->kids->next, spaces);
    default: return false;
    }
}

/* What a local stands for, as long as it is not given anything else. */
static bool of_local(const struct checker *c, const struct symbol *s, bool *spaces) {
    const struct node *n = s->node;
    switch (n->kind) {
    case N_LET: return !tree_assigns(c->m->file, s->name) && spaces_of(c, n->a, spaces);
    case N_GENERATOR:
    case N_FOR:
    case N_CHOOSE: return spaces_of(c, n->a, spaces);
    default: return false;
    }
}

/* Adds the spaces that n may give; false where that cannot be said. */
static bool spaces_of(const struct checker *c, const struct node *n, bool *spaces) {
    n = node_bare(n);
    if (n->type.base == VT_BOARD) return add_board(c->m, n->type.of, spaces), true;
    if (n->type.base == VT_SPACE && n->type.of != ANY) return add_kind(c->m, n->type.of, spaces), true;
    switch (n->kind) {
    case N_INDEX: return spaces_of(c, n->a, spaces);
    case N_FILTER:
    case N_AGGREGATE: return n->a->kind == N_GENERATOR && spaces_of(c, n->a->a, spaces);
    case N_SET: return all_of(c, n->kids, spaces);
    case N_BINARY: return spaces_of(c, n->a, spaces) && n->b && spaces_of(c, n->b, spaces);
    case N_COND: return spaces_of(c, n->b, spaces) && spaces_of(c, n->c, spaces);
    case N_CALL: return of_call(c, n, spaces);
    case N_NAME: return n->symbol && n->symbol->kind == SYM_LOCAL && of_local(c, n->symbol, spaces);
    default: return false;
    }
}

/* ---- the member */
static void add_descendants(const struct model *m, struct type t, bool *kinds) {
    for (size_t i = 0; i < m->kinds.n; i++)
        kinds[i] |= m->kinds.data[i].is_space == (t.base == VT_SPACE) && kind_is(m, (int)i, t.of);
}

static bool add_there(const struct checker *c, const struct node *n, bool *kinds) {
    bool *spaces = ARENA_ARRAY(c->m->arena, bool, c->m->spaces.n + 1);
    if (!spaces || !spaces_of(c, n, spaces)) return false;
    for (size_t s = 0; s < c->m->spaces.n; s++)
        if (spaces[s]) kinds[c->m->spaces.data[s].kind] = true;
    return true;
}

/* The first of these kinds that has it; `other` is what another of them has instead, or NULL. */
static struct symbol *among(struct model *m, const bool *kinds, const char *name, struct symbol **other) {
    struct symbol *first = *other = NULL;
    for (size_t i = 0; i < m->kinds.n; i++) {
        struct symbol *s = kinds[i] ? kind_member(m, (int)i, name) : NULL;
        if (!first)
            first = s;
        else if (s && s != first && !*other)
            *other = s;
    }
    return first;
}

static void warn_of_two(struct model *m, const struct node *n, const struct symbol *s, const struct symbol *other) {
    const char *one = m->kinds.data[s->owner_kind].name, *two = m->kinds.data[other->owner_kind].name;
    struct node at = name_at_end(n, n->name);
    model_warn(m, &at, DIAG_of_two_kinds, "\"%s\" is declared in \"%s\" and in \"%s\"; here that of \"%s\" is meant",
               n->name, one, two, one);
    model_help(m, "declare it once, in a kind that both descend from; or say which is meant: `let x: %s = ...`", two);
    model_note(m, other->node, "the other is declared here");
}

struct symbol *check_kind_member(struct checker *c, const struct node *n, struct type base) {
    struct model *m = c->m;
    struct symbol *s = base.of == ANY ? NULL : kind_member(m, base.of, n->name), *other;
    bool *kinds = s ? NULL : ARENA_ARRAY(m->arena, bool, m->kinds.n + 1);
    if (!kinds) return s;
    add_descendants(m, base, kinds);
    s = among(m, kinds, n->name, &other);
    if (!other) return s;
    bool *there = ARENA_ARRAY(m->arena, bool, m->kinds.n);
    if (there && add_there(c, n->a, there)) {
        struct symbol *narrow = among(m, there, n->name, &other);
        if (narrow) s = narrow;
    }
    if (other) warn_of_two(m, n, s, other);
    return s;
}
