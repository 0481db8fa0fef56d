/* emit_given.c: what a scenario gives to a zone: A.hand = [cards].
 *
 * The cards go there; a pile has them on top in this order. Behind the set-up (`given: start`) `=` says all that lies
 * there: what the set-up had put there has gone back to where its kind begins, into a pile that the rules shuffle in an
 * order nobody knows, and a name is a copy that lies where its kind begins, before one that lies elsewhere. Elsewhere
 * copies are taken in the order of the definition. */
#include "lang/emit/emit.h"

#include "base/bits.h"
#include "lang/parse/token.h"

#include <string.h>

enum { MAX_LISTED = 256 }; /* cards of one zone in a scenario */

static struct type card_set(void) {
    return type_make(VT_CARD, VF_SET, ANY);
}

/* ---- back to the beginning */
/* A zone that is said to hold these cards and no others. */
static bool says_all(const struct node *s) {
    bool zone = s->kind == N_ASSIGN && s->a->symbol && s->a->symbol->kind == SYM_ZONE;
    return zone && s->number == TOKEN_ASSIGN &&
           (s->b->kind == N_SET || (s->b->type.base == VT_CARD && !s->b->type.flags));
}

/* What lies in the zone and begins in `home` goes back there. */
static void put_back_to(struct emitter *e, struct node *place, int home) {
    uint32_t words[MAX_SET_WORDS] = {0};
    int width = type_width(e, card_set()), top = e->top;
    bool any = false;
    for (size_t i = 0; i < e->m->cards.n; i++)
        if (kind_home(e->m, e->m->cards.data[i].kind) == home) bits_set(words, (uint32_t)i), any = true;
    if (any) {
        int there = emit_reg(e, card_set()), of = emit_reg(e, card_set()), back = emit_scratch(e, 1);
        emit_op(e, OP_ZSET, there, emit_value(e, place, place->type, NONE), width);
        emit_const_set(e, of, width, words);
        emit_opx(e, OP_SAND, there, there, of, width);
        emit_load(e, back, e->zone_first[home]);
        emit_op(e, OP_MOVES, there, back, width);
    }
    e->top = top;
}

static void put_back(struct emitter *e, const struct node *s) {
    for (int z = 0; z < (int)e->m->zones.n; z++)
        if (!e->m->zones.data[z].per_player && z != s->a->symbol->index) put_back_to(e, s->a, z);
}

static void shuffle_homes(struct emitter *e) {
    for (size_t z = 0; z < e->m->zones.n; z++) {
        const struct zone_info *zone = &e->m->zones.data[z];
        if (zone->per_player || zone->see != SEE_NOBODY || !zone_is_shuffled(e->m, zone)) continue;
        int top = e->top, pile = emit_scratch(e, 1);
        emit_load(e, pile, e->zone_first[z]);
        emit_map(e, emit_op(e, OP_SHUFFLE, pile, 0, 0), e->top);
        e->top = top;
    }
}

static bool gives_cards(const struct node *n, const void *name) {
    (void)name;
    return n->kind == N_ASSIGN && n->a->symbol && n->a->symbol->kind == SYM_ZONE;
}

void emit_given_zones(struct emitter *e, const struct node *scenario) {
    bool any = false;
    if (!tree_any(scenario->b, gives_cards, NULL)) return;
    e->given_cards = emit_reg(e, card_set());
    emit_op(e, OP_SCLR, e->given_cards, 0, type_width(e, card_set()));
    for (const struct node *c = scenario->b->kids; c; c = c->next)
        for (const struct node *s = c->kind == N_CLAUSE && !strcmp(c->name, "given") ? c->b->kids : NULL; s;
             s = s->next)
            if (says_all(s)) put_back(e, s), any = true;
    if (any) shuffle_homes(e);
}

/* ---- cards by name */
/* Which of several equal cards is named: each time the next. */
static int next_copy(struct emitter *e, const struct node *n) {
    n = node_bare(n);
    return n->symbol->index + e->named[n->symbol->index]++ % copies_named(e, n);
}

/* A copy that lies where it begins, else one that was not given yet. */
static void find_copy(struct emitter *e, struct node *n, int x) {
    int width = type_width(e, card_set()), found = emit_label(e), zero = emit_scratch(e, 1);
    int home = kind_home(e->m, e->m->cards.data[node_bare(n)->symbol->index].kind);
    int copies = emit_copies(e, n), some = emit_reg(e, card_set());
    emit_load(e, zero, 0);
    if (home != NONE) {
        int zone = emit_scratch(e, 1);
        emit_load(e, zone, e->zone_first[home]);
        emit_op(e, OP_ZSET, some, zone, width);
        emit_opx(e, OP_SAND, some, some, copies, width);
        emit_opx(e, OP_SANDN, some, some, e->given_cards, width);
        emit_opx(e, OP_SNTH, x, some, zero, width);
        emit_jump(e, OP_JGEI, x, 0, 0, found);
    }
    emit_opx(e, OP_SANDN, some, copies, e->given_cards, width);
    emit_opx(e, OP_SNTH, x, some, zero, width);
    emit_place(e, found);
    emit_op(e, OP_SADD, e->given_cards, x, width);
}

void emit_given_zone(struct emitter *e, struct node *n) {
    const struct zone_info *z = &e->m->zones.data[n->a->symbol->index];
    struct type card = TYPE_OF(VT_CARD, (unsigned)z->kind);
    struct node *items[MAX_LISTED];
    bool behind = e->given_cards != NONE, one = n->b->type.base == VT_CARD && !n->b->type.flags;
    if (behind && says_all(n)) put_back(e, n);
    int zone = emit_value(e, n->a, n->a->type, NONE), copies[MAX_LISTED], count = 0;
    if (n->b->kind != N_SET && !one) {
        emit_op(e, OP_MOVES, emit_set(e, n->b, card_set(), NONE), zone, type_width(e, card_set()));
        return;
    }
    for (struct node *k = one ? n->b : n->b->kids; k && count < MAX_LISTED; k = one ? NULL : k->next, count++) {
        bool several = copies_named(e, k) > 1 && e->named;
        items[count] = k, copies[count] = several && !behind ? next_copy(e, k) : NONE;
    }
    while (count-- > 0) {
        int top = e->top, x = emit_reg(e, card);
        if (copies[count] >= 0)
            emit_load(e, x, copies[count]);
        else if (behind && copies_named(e, items[count]) > 1)
            find_copy(e, items[count], x);
        else
            emit_value(e, items[count], card, x);
        emit_op(e, OP_MOVE, x, zone, z->pile);
        e->top = top;
    }
}
