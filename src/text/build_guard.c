/* build_guard.c: conditions that a face need not say: nothing is left of what is taken or put, nobody has what is
 * taken, there is nothing to choose, nothing is done 0 times. See tree.h for what may be left out. */
#include "text/build_inside.h"

#include "lang/parse/token.h"

bool is_supply(const struct node *place) {
    return place->kind == N_INDEX && name_is(place->a, "supply");
}

bool ends_rule(const struct node *block) {
    return block && block->kind == N_BLOCK && block->kids && block->kids->kind == N_RETURN;
}

/* Nothing of it is left, or the track is at its end: then nothing happens, which goes without saying. */
bool is_used_up(struct builder *b, struct seen c) {
    int32_t k, yes;
    c = seen_bare(b, c);
    if (known_number(b, c, &yes)) return yes;
    if (c.n->kind != N_BINARY) return false;
    if (c.n->number == TOKEN_AND) return is_used_up(b, SEEN(c.n->a, c.in)) && is_used_up(b, SEEN(c.n->b, c.in));
    struct seen left = seen_bare(b, SEEN(c.n->a, c.in));
    if ((c.n->number != TOKEN_EQ && c.n->number != TOKEN_GE) || !known_number(b, SEEN(c.n->b, c.in), &k)) return false;
    if (is_supply(left.n)) return !k && c.n->number == TOKEN_EQ;
    bool track = left.n->symbol && left.n->symbol->kind == SYM_TRACK;
    return track && b->m->tracks.data[left.n->symbol->index].high == k;
}

/* The condition of a choice that was made holds of it, and of whatever may be there only such a thing can be chosen. */
bool holds_of_choice(struct builder *b, struct seen c) {
    c = seen_bare(b, c);
    if (c.n->kind == N_BINARY && c.n->number == TOKEN_AND)
        return holds_of_choice(b, SEEN(c.n->a, c.in)) && holds_of_choice(b, SEEN(c.n->b, c.in));
    bool there = c.n->kind == N_BINARY && c.n->number == TOKEN_NE && names_none(node_bare(c.n->b));
    const struct sense *chosen = there ? sense_at(seen_bare(b, SEEN(c.n->a, c.in))) : NULL;
    if (chosen && chosen->kind == SENSE_member) return true;
    for (const struct sense *s = c.in; s; s = s->outer) {
        const struct sense *m = s->kind == SENSE_node && s->node ? sense_at(seen_bare(b, SEEN(s->node, s->in))) : s;
        if (m && m->kind == SENSE_member && m->node && seen_same(b, c, SEEN(m->node, m))) return true;
    }
    return false;
}

/* if any(x in S: c) before choose x in S where c: only then there is something to choose. */
static bool guards_choice(struct builder *b, struct seen c, const struct node *block) {
    struct seen body;
    int32_t k;
    struct node *first = block ? block->kids : NULL;
    const struct sense *in = c.in;
    c = seen_bare(b, c);
    if (c.n->kind == N_BINARY && c.n->number == TOKEN_GT && known_number(b, SEEN(c.n->b, c.in), &k) && !k)
        c = seen_bare(b, SEEN(c.n->a, c.in));
    while (seen_open(b, c, &body))
        c = seen_bare(b, body);
    bool exists = c.n->kind == N_AGGREGATE && (c.n->number == TOKEN_ANY || c.n->number == TOKEN_COUNT) &&
                  c.n->a->kind == N_GENERATOR;
    if (first && first->kind == N_DO && first->a->kind == N_CALL && first->a->symbol &&
        first->a->symbol->kind == SYM_DEF) {
        const struct function *f = b->m->functions.data[first->a->symbol->index];
        in = sense_bind(b, f->params, f->n_params, first->a->kids, in);
        first = f->node->b ? f->node->b->kids : NULL;
    }
    if (!exists || !first || first->kind != N_CHOOSE) return false;
    const struct node *g = c.n->a;
    struct node have = {.kind = N_GENERATOR, .a = g->a, .b = g->b ? g->b : c.n->b, .symbol = g->symbol};
    struct node want = {.kind = N_GENERATOR, .a = first->a, .b = first->b, .symbol = first->symbol};
    return seen_same(b, SEEN(&have, c.in), SEEN(&want, in));
}

/* if n > 0 before something done n times, or n of it. */
static bool guards_number(struct builder *b, struct seen c, const struct trees *body) {
    struct number n;
    int32_t k;
    c = seen_bare(b, c);
    bool above = c.n->kind == N_BINARY && c.n->number == TOKEN_GT && known_number(b, SEEN(c.n->b, c.in), &k) && !k;
    if (!above || !number_of(b, SEEN(c.n->a, c.in), &n)) return false;
    for (const struct tree *p = body->first; p; p = p->next) {
        bool all = p->n_a > 0 || p->n.n > 0;
        for (int i = 0; i < p->n_a; i++)
            all &= number_same(&p->a[i].n, &n);
        if (!all || (!p->n_a && !number_same(&p->n, &n))) return false;
    }
    return body->first != NULL;
}

/* A choice of which the configuration has decided against one side is the other one. */
static struct seen undecided(struct builder *b, struct seen c) {
    int32_t known;
    for (c = seen_bare(b, c); c.n->kind == N_BINARY && c.n->number == TOKEN_OR; c = seen_bare(b, c)) {
        bool first = known_number(b, SEEN(c.n->a, c.in), &known) && !known;
        if (!first && !(known_number(b, SEEN(c.n->b, c.in), &known) && !known)) break;
        c.n = first ? c.n->b : c.n->a;
    }
    return c;
}

/* if any(p in players: p.income[r] > 0) before something that takes income r of any player: that there must be
 * something to take goes without saying. */
static bool guards_taking(struct builder *b, struct seen c, const struct trees *body) {
    const struct tree *first = body->first;
    struct spot spot;
    int32_t k;
    c = undecided(b, c);
    struct node *g = c.n->kind == N_AGGREGATE && c.n->number == TOKEN_ANY ? c.n->a : NULL;
    struct node *is = g && g->kind == N_GENERATOR && !(g->b && c.n->b) ? node_bare(g->b ? g->b : c.n->b) : NULL;
    bool above = is && is->kind == N_BINARY && is->number == TOKEN_GT && g->symbol->type.base == VT_PLAYER;
    if (!above || !first || first->n_a != 1 || first->who != WHO_ANY) return false;
    struct sense *own = sense_add(b, c.in, SENSE_event, g->symbol);
    if (!known_number(b, SEEN(is->b, own), &k) || k || !spot_of(b, SEEN(is->a, own), &spot) || !spot.index.n)
        return false;
    bool theirs = spot.owner.n && seen_bare(b, spot.owner).n->symbol == g->symbol,
         taken = number_constant(&first->a[0].n, &k);
    bool stock = first->verb == TREE_lose && spot.number == b->m->stock_var && k > 0,
         other = first->verb == TREE_change && ref_same(first->of, (struct ref){REF_VAR, spot.number}) && k < 0;
    return theirs && taken && (stock || other) && ref_same(ref_of(b, spot.index), first->a[0].of);
}

bool goes_without_saying(struct builder *b, struct seen c, const struct node *block, const struct trees *body) {
    return guards_choice(b, c, block) || guards_number(b, c, body) || guards_taking(b, c, body);
}
