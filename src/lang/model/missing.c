/* missing.c: warns of what the rules count on and nothing provides: cards that never come, piles nobody shuffles,
 * points that never change, resources nobody gives.
 *
 * Like unused.c it goes by spelling over the whole tree, modules of other configurations included, and warns only when
 * sure. Scenarios do not count: what they set up happens in no game. */
#include "lang/model/sema.h"
#include "lang/parse/token.h"

#include <string.h>

static const char *called(const struct node *n) {
    return n && n->kind == N_CALL && n->a && n->a->kind == N_NAME ? n->a->name : "";
}

static bool calls(const struct node *n, const char *verb) {
    return !strcmp(called(n), verb);
}

/* ---- zones */
static bool enters(const struct node *n, const char *zone) {
    if (calls(n, "rotate")) return tree_speaks_of(n->kids, zone);
    if (calls(n, "draw") && !argument_named(n->kids, "to")) return !strcmp(zone, "hand");
    if (!calls(n, "draw") && !calls(n, "move")) return false;
    return tree_speaks_of(argument_named(n->kids, "to"), zone) || tree_speaks_of(argument_at(n->kids, 1), zone);
}

static bool draws_from(const struct node *n, const char *zone) {
    if (!calls(n, "draw")) return false;
    const struct node *from = argument_named(n->kids, "from");
    return from ? tree_speaks_of(from, zone) : !strcmp(zone, "deck");
}

static bool shuffles(const struct node *n, const char *zone) {
    return calls(n, "shuffle") && tree_speaks_of(n->kids, zone);
}

static bool is_of_kind(const struct model *m, int kind, int ancestor) {
    while (kind >= 0 && kind != ancestor)
        kind = m->kinds.data[kind].parent;
    return kind == ancestor;
}

/* How many cards lie in a zone when the game begins; -1: there is no card it could hold. */
static int cards_at_start(const struct model *m, int zone) {
    int held = -1;
    for (size_t i = 0; i < m->cards.n; i++) {
        int kind = m->cards.data[i].kind;
        if (!is_of_kind(m, kind, m->zones.data[zone].kind)) continue;
        if (held < 0) held = 0;
        int first = -1;
        for (int z = 0; z < (int)m->zones.n && first < 0; z++)
            if (!m->zones.data[z].per_player && is_of_kind(m, kind, m->zones.data[z].kind)) first = z;
        held += first == zone;
    }
    return held;
}

/* A zone from which another is refilled is emptied into it, one that is refilled is filled. */
static bool refilled(const struct zone_info *z) {
    return z->node && argument_named(z->node->kids, "refill");
}

static void check_zones(struct model *m) {
    for (size_t i = 0; i < m->zones.n; i++) {
        const struct zone_info *z = &m->zones.data[i];
        if (!z->node) continue;
        int held = cards_at_start(m, (int)i);
        if (!held && !refilled(z) && !tree_any(m->file, enters, z->name)) {
            model_warn(m, z->node, DIAG_missing, "no card ever comes into \"%s\"", z->name);
            model_help(m, "`move(c, to: %s%s)` puts a card there", z->per_player ? "me." : "", z->name);
        }
        if (held > 1 && z->see == SEE_NOBODY && !tree_any(m->file, shuffles, z->name) &&
            tree_any(m->file, draws_from, z->name)) {
            model_warn(m, z->node, DIAG_missing,
                       "\"%s\" is drawn from and never shuffled: its cards come in the order of the definition",
                       z->name);
            model_help(m, "write `shuffle(%s)` at the beginning of the flow", z->name);
        }
    }
}

/* ---- points */
static void check_scored(struct model *m, const struct node *n) {
    if (!n) return;
    const struct symbol *s = n->kind == N_NAME || n->kind == N_FIELD ? n->symbol : NULL;
    if (s && s->kind == SYM_VAR) {
        const struct var_info *v = &m->vars.data[s->index];
        if (v->node && s->index != m->stock_var && !tree_assigns(m->file, s->name)) {
            model_warn(m, n, DIAG_missing, "\"%s\" counts for the score, and no rule changes it", s->name);
            model_help(m, "change it where it is earned: `%s%s += 1`", v->scope == SCOPE_PLAYER ? "me." : "", s->name);
        }
    }
    for (const struct node *k = n->kids; k; k = k->next)
        check_scored(m, k);
    check_scored(m, n->a), check_scored(m, n->b), check_scored(m, n->c);
}

/* ---- resources: given where they are named for another reason than to be paid, compared or read */
static bool gives(const struct node *n, const char *resource, bool assigned) {
    if (!n || n->kind == N_SCENARIO || n->kind == N_SCORE || n->kind == N_TIE || n->kind == N_ENUM) return false;
    if (n->kind == N_NAME && !n->a) return !strcmp(n->name, resource);
    if (node_compares(n) || calls(n, "pay") || calls(n, "lose")) return false;
    bool takes = n->kind == N_ASSIGN && n->number == TOKEN_MINUS_ASSIGN;
    if (n->kind == N_INDEX && !assigned) return gives(n->a, resource, false);
    for (const struct node *k = n->kids; k; k = k->next)
        if (gives(k, resource, false)) return true;
    return gives(n->a, resource, n->kind == N_ASSIGN ? !takes : assigned) || gives(n->b, resource, assigned) ||
           gives(n->c, resource, false);
}

static bool pays(const struct node *n, const char *resource) {
    return (calls(n, "pay") || calls(n, "lose")) && tree_speaks_of(n, resource);
}

/* Whether everybody begins with some of it. */
static bool at_start(struct model *m, int index) {
    int32_t n = 0;
    return m->vars.data[m->stock_var].node->b &&
           !(entry_start(m, &m->vars.data[m->stock_var], NONE, index, &n) && n == 0);
}

static void check_resources(struct model *m) {
    if (m->stock_var < 0 || !m->vars.data[m->stock_var].node) return;
    const struct enum_info *e = &m->enums.data[m->stock_enum];
    if (gives(m->file, e->name, false)) return; /* any of them, by a variable */
    for (int i = 0; i < e->n; i++) {
        const struct member_info *r = &m->members.data[e->first + i];
        if (at_start(m, i) || gives(m->file, r->name, false) || !tree_any(m->file, pays, r->name)) continue;
        model_warn(m, r->node, DIAG_missing, "\"%s\" is paid, and nobody is ever given any", r->name);
        model_help(m, "`gain(1 %s)` gives some", r->name);
    }
}

void model_find_missing(struct model *m) {
    check_zones(m);
    if (m->score) check_scored(m, m->score->b);
    check_resources(m);
}
