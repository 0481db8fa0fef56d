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
static bool enters(const struct node *n, const void *zone) {
    if (calls(n, "rotate")) return tree_speaks_of(n->kids, zone);
    if (calls(n, "draw") && !argument_named(n->kids, "to")) return !strcmp(zone, "hand");
    if (!calls(n, "draw") && !calls(n, "move")) return false;
    return tree_speaks_of(argument_named(n->kids, "to"), zone) || tree_speaks_of(argument_at(n->kids, 1), zone);
}

static bool draws_from(const struct node *n, const void *zone) {
    if (!calls(n, "draw")) return false;
    const struct node *from = argument_named(n->kids, "from");
    return from ? tree_speaks_of(from, zone) : !strcmp(zone, "deck");
}

static bool shuffles(const struct node *n, const void *zone) {
    return calls(n, "shuffle") && tree_speaks_of(n->kids, zone);
}

bool zone_is_shuffled(const struct model *m, const struct zone_info *z) {
    return tree_any(m->file, shuffles, z->name);
}

/* How many cards lie in a zone when the game begins; -1: there is no card it could hold. */
static int cards_at_start(const struct model *m, int zone) {
    int held = -1;
    for (size_t i = 0; i < m->cards.n; i++) {
        int kind = m->cards.data[i].kind;
        if (!kind_is(m, kind, m->zones.data[zone].kind)) continue;
        if (held < 0) held = 0;
        held += kind_home(m, kind) == zone;
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
        if (held > 1 && z->see == SEE_NOBODY && !zone_is_shuffled(m, z) && tree_any(m->file, draws_from, z->name)) {
            model_warn(m, z->node, DIAG_missing,
                       "\"%s\" is drawn from and never shuffled: its cards come in the order of the definition",
                       z->name);
            model_help(m, "write `shuffle(%s)` at the beginning of the flow", z->name);
        }
    }
}

/* ---- points: what the score counts, also through the functions it calls and what is printed on cards */
struct scoring {
    struct model *m;
    bool *vars, *tracks, *functions, *clauses; /* already looked at */
};

static void check_scored(struct scoring *s, const struct node *n);

/* Whether a raise or lower may move the track of that name: it names it, or a track that was handed on. */
static bool moves(const struct node *n, const void *track) {
    if (!calls(n, "raise") && !calls(n, "lower")) return false;
    const struct symbol *of = n->kids ? n->kids->symbol : NULL;
    return !of || of->kind != SYM_TRACK || !strcmp(of->name, track);
}

static void check_scored_track(struct scoring *s, const struct node *n) {
    const struct track_info *t = &s->m->tracks.data[n->symbol->index];
    if (s->tracks[n->symbol->index] || !t->node) return;
    s->tracks[n->symbol->index] = true;
    if (tree_any(s->m->file, moves, t->name) || tree_assigns(s->m->file, t->name)) return;
    model_warn(s->m, n, DIAG_missing, "\"%s\" counts for the score, and no rule moves it", t->name);
    model_help(s->m, "move it where it is earned: `raise(%s%s)`", t->per_player ? "me." : "", t->name);
}

static void check_scored_var(struct scoring *s, const struct node *n) {
    struct model *m = s->m;
    int index = n->symbol->index;
    const struct var_info *v = &m->vars.data[index];
    if (s->vars[index] || !v->node || index == m->stock_var) return;
    s->vars[index] = true;
    if (tree_assigns(m->file, v->name) || starts_by_owner(m, v)) return;
    const char *whose = v->scope == SCOPE_PLAYER ? "me." : v->scope == SCOPE_CARD ? "this." : "";
    model_warn(m, n, DIAG_missing, "\"%s\" counts for the score, and no rule changes it", v->name);
    model_help(m, "change it where it is earned: `%s%s += 1`", whose, v->name);
}

static void check_scored_block(struct scoring *s, const struct node *block, const char *name) {
    for (const struct node *n = block ? block->kids : NULL; n; n = n->next)
        if ((n->kind == N_CLAUSE || n->kind == N_VALUE) && !strcmp(n->name, name))
            check_scored(s, n->b), check_scored(s, n->c);
}

/* What the kinds and cards that have it say there. */
static void check_scored_clause(struct scoring *s, const struct symbol *clause) {
    const struct model *m = s->m;
    for (size_t i = 0; i < m->kinds.n; i++)
        if (kind_is(m, (int)i, clause->owner_kind)) check_scored_block(s, m->kinds.data[i].node->b, clause->name);
    for (size_t i = 0; i < m->cards.n; i++)
        if (kind_is(m, m->cards.data[i].kind, clause->owner_kind))
            check_scored_block(s, m->cards.data[i].node->b, clause->name);
}

static void check_scored_symbol(struct scoring *s, const struct node *n) {
    switch (n->symbol->kind) {
    case SYM_VAR: check_scored_var(s, n); break;
    case SYM_TRACK: check_scored_track(s, n); break;
    case SYM_CLAUSE:
        if (s->clauses[n->symbol->index]) break;
        s->clauses[n->symbol->index] = true;
        check_scored_clause(s, n->symbol);
        break;
    case SYM_DEF:
        if (s->functions[n->symbol->index]) break;
        s->functions[n->symbol->index] = true;
        check_scored(s, s->m->functions.data[n->symbol->index]->node->c);
        break;
    default: break;
    }
}

static void check_scored(struct scoring *s, const struct node *n) {
    if (!n) return;
    if (n->symbol && (n->kind == N_NAME || n->kind == N_FIELD || n->kind == N_CALL)) check_scored_symbol(s, n);
    for (const struct node *k = n->kids; k; k = k->next)
        check_scored(s, k);
    check_scored(s, n->a), check_scored(s, n->b), check_scored(s, n->c);
}

static void check_score(struct model *m) {
    struct scoring s = {.m = m};
    s.vars = ARENA_ARRAY(m->arena, bool, m->vars.n + 1);
    s.tracks = ARENA_ARRAY(m->arena, bool, m->tracks.n + 1);
    s.functions = ARENA_ARRAY(m->arena, bool, m->functions.n + 1);
    s.clauses = ARENA_ARRAY(m->arena, bool, m->clauses.n + 1);
    if (!s.vars || !s.tracks || !s.functions || !s.clauses)
        m->failed = true;
    else
        check_scored(&s, m->score->b);
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

static bool pays(const struct node *n, const void *resource) {
    return (calls(n, "pay") || calls(n, "lose")) && tree_speaks_of(n, resource);
}

/* Speaks of what somebody has of it: me.stock[gold] in a condition or the score. */
static bool counts(const struct node *n, const void *resource) {
    return n->kind == N_INDEX && tree_speaks_of(n->a, "stock") && tree_speaks_of(n->b, resource);
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
        if (at_start(m, i) || gives(m->file, r->name, false)) continue;
        bool paid = tree_any(m->file, pays, r->name);
        if (!paid && !tree_any(m->file, counts, r->name)) continue;
        model_warn(m, r->node, DIAG_missing, "\"%s\" is %s, and nobody is ever given any", r->name,
                   paid ? "paid" : "counted");
        model_help(m, "`gain(1 %s)` gives some", r->name);
    }
}

void model_find_missing(struct model *m) {
    check_zones(m);
    if (m->score) check_score(m);
    check_resources(m);
}
