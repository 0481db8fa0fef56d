/* build_area.c: sets of spaces: which they are, what lies on them and next to them.
 *
 * What is printed on the map decides a condition for each space at once; what can change in play is one of: something
 * lies there, whose it is, what lies next to it. That a space is free, or not another's, goes without saying where
 * something is to be put. */
#include "text/build_inside.h"

#include "base/bits.h"
#include "lang/model/builtins.h"
#include "lang/parse/token.h"

#include <string.h>

static uint32_t *all_spaces(struct builder *b) {
    uint32_t *words = ARENA_ARRAY(b->arena, uint32_t, SPACE_WORDS);
    for (size_t i = 0; words && i < b->m->spaces.n; i++)
        if (b->m->boards.data[b->m->spaces.data[i].board].in_use) bits_set(words, (uint32_t)i);
    return words;
}

/* Keeps of the spaces those that are in the set too. */
static bool keep_spaces(struct builder *b, struct area *out, const struct known *members, int n) {
    uint32_t *words = all_spaces(b), set[SPACE_WORDS] = {0};
    if (!words) return false;
    for (int i = 0; i < n; i++)
        if (members[i].sort == KNOWN_space) bits_set(set, (uint32_t)members[i].v);
    for (int i = 0; i < SPACE_WORDS; i++)
        words[i] = (out->spaces ? out->spaces[i] : words[i]) & set[i];
    out->spaces = words;
    return true;
}

/* A condition that what is printed decides. */
static bool printed_filter(struct builder *b, struct seen condition, const struct symbol *s, struct area *out) {
    uint32_t *words = all_spaces(b);
    for (size_t i = 0; words && i < b->m->spaces.n; i++) {
        int32_t yes;
        if (!bits_test(words, (uint32_t)i) || (out->spaces && !bits_test(out->spaces, (uint32_t)i))) {
            bits_clear(words, (uint32_t)i);
            continue;
        }
        struct sense *x = sense_add(b, condition.in, SENSE_known, s);
        x->known = (struct known){KNOWN_space, (int)i, 0};
        if (!known_number(b, SEEN(condition.n, x), &yes)) return false;
        if (!yes) bits_clear(words, (uint32_t)i);
    }
    if (words) out->spaces = words;
    return words != NULL;
}

/* ---- conditions about what can change */
/* s.V, a variable of the space s: its reference. */
static bool var_at(struct builder *b, struct seen e, const struct symbol *s, const struct var_info **var,
                   struct ref *ref) {
    struct spot spot;
    struct seen x = seen_bare(b, e);
    if (x.n->kind != N_FIELD || !spot_of(b, x, &spot) || spot.var->scope != SCOPE_SPACE) return false;
    struct seen of = seen_bare(b, spot.owner);
    if (of.n->kind != N_NAME || of.n->symbol != s) return false;
    *var = spot.var;
    *ref = (struct ref){REF_VAR, spot.number};
    return true;
}

/* What a comparison says of s.V: nothing there, something, a certain thing, somebody's. */
struct saying {
    const struct var_info *var;
    struct ref what; /* NONE: nothing */
    struct ref ref;  /* the variable */
    enum who who;
    bool negated;
};

static bool saying_of(struct builder *b, struct seen c, const struct symbol *s, struct saying *out) {
    *out = (struct saying){.who = WHO_ALL, .negated = c.n->number == TOKEN_NE};
    if (c.n->kind != N_BINARY || (c.n->number != TOKEN_EQ && c.n->number != TOKEN_NE)) return false;
    if (!var_at(b, SEEN(c.n->a, c.in), s, &out->var, &out->ref)) return false;
    struct seen value = seen_bare(b, SEEN(c.n->b, c.in));
    if (names_none(value.n)) {
        out->what = out->negated ? out->ref : (struct ref){REF_NONE, 0};
        out->negated = false;
        return true;
    }
    if (out->var->type.base == VT_PLAYER) return out->what = out->ref, who_counted(b, value, &out->who);
    out->what = ref_of(b, value);
    return out->what.sort == REF_MEMBER;
}

static bool keep_saying(struct area *out, const struct saying *say) {
    if (say->negated) return false;
    if (say->what.sort == REF_NONE) return out->is_free = true;
    if (say->what.sort == REF_VAR && out->what.sort != REF_NONE) { /* whose the thing is that lies there */
        if (out->who != WHO_ALL || say->who == WHO_ALL) return false;
        return out->who = say->who, true;
    }
    if (say->what.sort == REF_MEMBER && out->what.sort == REF_VAR) {
        out->what = say->what;
        return true;
    }
    if (out->what.sort != REF_NONE) return false;
    out->what = say->what, out->who = say->who;
    return true;
}

/* near(s) */
static bool is_near(struct builder *b, struct seen e, const struct symbol *s) {
    struct seen x = seen_bare(b, e);
    if (!is_builtin(x.n, BI_near) || !x.n->kids) return false;
    struct seen of = seen_bare(b, SEEN(x.n->kids, x.in));
    return of.n->kind == N_NAME && of.n->symbol == s && s;
}

/* any(n in near(s): n.tile == t), all(...: n.tile == none), count(n in near(s) where n.tile == t): the neighbour. */
static bool neighbour_of(struct builder *b, struct seen a, const struct symbol *s, struct saying *say, bool *none) {
    struct node *g = a.n->a, *what = a.n->b ? a.n->b : g->b;
    if (a.n->kind != N_AGGREGATE || g->kind != N_GENERATOR || (a.n->b && g->b) || !what) return false;
    if (!is_near(b, SEEN(g->a, a.in), s)) return false;
    struct sense *own = sense_add(b, a.in, SENSE_event, g->symbol);
    if (!saying_of(b, seen_bare(b, SEEN(what, own)), g->symbol, say)) return false;
    *none = a.n->number == TOKEN_ALL;
    if (*none) return say->what.sort == REF_NONE || say->negated; /* all are empty, or none is such a thing */
    return say->what.sort != REF_NONE && !say->negated;
}

static bool add_beside(struct area *out, struct ref of, enum who who, bool none, int min) {
    if (out->n_near == MAX_NEAR) return false;
    out->near[out->n_near++] = (struct beside){of, who, min, none};
    return true;
}

static bool near_condition(struct builder *b, struct seen c, const struct symbol *s, bool negate, struct area *out) {
    struct saying say;
    struct seen opened;
    int32_t k;
    bool none, compare = c.n->kind == N_BINARY && c.n->number >= TOKEN_EQ && c.n->number <= TOKEN_GE;
    if (!compare) {
        if (c.n->kind != N_AGGREGATE || (c.n->number != TOKEN_ANY && c.n->number != TOKEN_ALL)) return false;
        if (!neighbour_of(b, c, s, &say, &none)) return false;
        return add_beside(out, none && !say.negated ? say.ref : say.what, say.who, none != negate, 1);
    }
    struct seen count = seen_bare(b, SEEN(c.n->a, c.in));
    while (seen_open(b, count, &opened))
        count = seen_bare(b, opened);
    if (count.n->kind != N_AGGREGATE || count.n->number != TOKEN_COUNT || !neighbour_of(b, count, s, &say, &none))
        return false;
    if (!known_number(b, SEEN(c.n->b, c.in), &k)) return false;
    int least = c.n->number == TOKEN_GT ? k + 1 : c.n->number == TOKEN_GE ? k : -1;
    bool zero = (c.n->number == TOKEN_EQ && !k) || (c.n->number == TOKEN_LT && k == 1);
    if (least == 1 || zero) return add_beside(out, say.what, say.who, zero != negate, 1);
    return least > 1 && !negate && add_beside(out, say.what, say.who, false, least);
}

/* s.V == none or s.V == me: nobody else's. */
static bool nobody_elses(struct builder *b, struct seen c, const struct symbol *s) {
    struct saying x, y;
    if (c.n->kind != N_BINARY || c.n->number != TOKEN_OR) return false;
    if (!saying_of(b, seen_bare(b, SEEN(c.n->a, c.in)), s, &x) ||
        !saying_of(b, seen_bare(b, SEEN(c.n->b, c.in)), s, &y))
        return false;
    bool free = x.what.sort == REF_NONE || y.what.sort == REF_NONE, yours = x.who == WHO_ME || y.who == WHO_ME;
    return x.var == y.var && x.var->type.base == VT_PLAYER && free && yours;
}

/* s != t, of a space that was left or was never there. */
static bool elsewhere(struct builder *b, struct seen c, const struct symbol *s) {
    if (c.n->kind != N_BINARY || c.n->number != TOKEN_NE || c.n->a->symbol != s || c.n->a->kind != N_NAME) return false;
    const struct sense *left = sense_at(seen_bare(b, SEEN(c.n->b, c.in)));
    return left && left->kind == SENSE_space;
}

/* What is printed on a space, of the sort that is counted: s.icon == nature. */
static void printed_thing(struct builder *b, struct seen c, const struct symbol *s, struct area *out) {
    if (c.n->kind != N_BINARY || c.n->number != TOKEN_EQ) return;
    struct seen field = seen_bare(b, SEEN(c.n->a, c.in));
    if (field.n->kind != N_FIELD || !field.n->symbol || field.n->symbol->kind != SYM_ATTRIBUTE) return;
    struct seen of = seen_bare(b, SEEN(field.n->a, field.in));
    struct ref thing = ref_of(b, SEEN(c.n->b, c.in));
    if (of.n->kind == N_NAME && of.n->symbol == s && thing.sort == REF_MEMBER) out->what = thing;
}

static bool one_condition(struct builder *b, struct seen c, const struct symbol *s, bool negate, struct area *out) {
    struct saying say;
    struct seen body;
    if (b->steps++ > MAX_STEPS_OF_RULE) return false;
    c = seen_bare(b, c);
    if (c.n->kind == N_NOT) return one_condition(b, SEEN(c.n->a, c.in), s, !negate, out);
    if (c.n->kind == N_BINARY && c.n->number == TOKEN_AND && !negate)
        return one_condition(b, SEEN(c.n->a, c.in), s, false, out) &&
               one_condition(b, SEEN(c.n->b, c.in), s, false, out);
    struct node no = {.kind = N_NOT, .a = c.n};
    if (printed_filter(b, SEEN(negate ? &no : c.n, c.in), s, out)) return printed_thing(b, c, s, out), true;
    if (!negate && (nobody_elses(b, c, s) || elsewhere(b, c, s))) return true;
    if (saying_of(b, c, s, &say) && !negate) return keep_saying(out, &say);
    if (near_condition(b, c, s, negate, out)) return true;
    if (!negate && c.n->kind == N_BINARY && c.n->number == TOKEN_IN && c.n->a->symbol == s && c.n->a->kind == N_NAME)
        return area_of(b, SEEN(c.n->b, c.in), out);
    return seen_open(b, c, &body) && one_condition(b, body, s, negate, out);
}

bool area_where(struct builder *b, struct seen condition, const struct symbol *s, struct area *out) {
    return !condition.n || one_condition(b, condition, s, false, out);
}

/* ---- sets */
bool area_of(struct builder *b, struct seen set, struct area *out) {
    struct seen s = seen_bare(b, set), body;
    if (b->steps++ > MAX_STEPS_OF_RULE) return false;
    if (s.n->kind == N_FILTER) {
        struct node *g = s.n->a;
        struct sense *own = sense_add(b, s.in, SENSE_event, g->symbol);
        return area_of(b, SEEN(g->a, s.in), out) && area_where(b, SEEN(g->b, own), g->symbol, out);
    }
    if (is_builtin(s.n, BI_near) && s.n->kids) {
        struct seen of = seen_bare(b, SEEN(s.n->kids, s.in));
        const struct sense *sense = sense_at(of);
        struct spot spot;
        bool own = spot_of(b, of, &spot) && spot.var->scope == SCOPE_CARD && spot.var->type.base == VT_SPACE &&
                   (!spot.owner.n || names_this(seen_bare(b, spot.owner).n));
        if (!own && !(sense && sense->kind == SENSE_space)) return false;
        return out->beside_it = true;
    }
    struct known *members = ARENA_ARRAY(b->arena, struct known, MAX_STATIC);
    if (s.n->kind != N_CALL || !seen_open(b, s, &body)) {
        int n = members ? known_members(b, s, members, MAX_STATIC) : -1;
        return n >= 0 && keep_spaces(b, out, members, n);
    }
    return area_of(b, body, out);
}
