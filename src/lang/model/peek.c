/* peek.c: which expressions may read something that the player who is asked cannot see. Questions with such an
 * expression are watched while they run (OP_WATCH).
 *
 * A zone or variable that not everybody sees counts as hidden unless it is the asker's own; the number of cards in a
 * zone is public. Example: `choose c in deck` peeks when nobody sees the deck, count(deck) does not.
 * Invariant: it says yes when in doubt. What is printed on cards, and how cards adjust values, is not followed card by
 * card: if any of it reads something hidden, all of it may.
 */
#include "lang/model/sema.h"

#include "lang/parse/token.h"

#include <string.h>

struct reader {
    const struct model *m;
    bool foreign; /* `me` is somebody else than who is asked */
};

static bool node_peeks(struct reader r, const struct node *n);

static bool is_me(const struct node *n) {
    n = node_bare(n);
    return n->kind == N_NAME && n->name && !strcmp(n->name, "me");
}

/* A zone or variable of that audience, of the player `owner` names; NULL: of `me`, or of nobody. */
static bool unseen(struct reader r, int see, const struct node *owner) {
    if (see == SEE_EVERYONE) return false;
    return see != SEE_OWNER || r.foreign || (owner && !is_me(owner));
}

static bool symbol_peeks(struct reader r, const struct node *n) {
    const struct symbol *s = n->symbol;
    const struct node *owner = n->kind == N_FIELD ? n->a : NULL;
    switch (s->kind) {
    case SYM_ZONE: return unseen(r, r.m->zones.data[s->index].see, owner);
    case SYM_VAR: return unseen(r, r.m->vars.data[s->index].see, owner);
    case SYM_DEF: return r.m->functions.data[s->index]->peeks;
    case SYM_VALUE: return r.m->functions.data[s->index]->peeks || r.m->cards_peek;
    case SYM_CLAUSE: return r.m->cards_peek;
    default: return false;
    }
}

static bool node_peeks(struct reader r, const struct node *n) {
    if (!n) return false;
    if (node_is_possible(n)) { /* it says what `me` can know, or whoever it is asked for */
        const struct node *by = argument_named(n->kids, "by");
        return r.foreign || (by && !is_me(by));
    }
    if (n->kind == N_AGGREGATE && n->number == TOKEN_COUNT && n->a->kind != N_GENERATOR && n->a->type.base == VT_ZONE)
        return n->a->kind == N_FIELD && node_peeks(r, n->a->a);
    if (n->symbol && symbol_peeks(r, n)) return true;
    for (const struct node *k = n->kids; k; k = k->next)
        if (node_peeks(r, k)) return true;
    return node_peeks(r, n->a) || node_peeks(r, n->b) || node_peeks(r, n->c);
}

static bool is_value(struct model *m, int kind, const char *clause) {
    const struct symbol *s = kind_member(m, kind, clause);
    return s && s->kind == SYM_CLAUSE;
}

void model_find_peeking(struct model *m) {
    struct reader own = {m, false}, foreign = {m, true};
    for (bool changed = true; changed;) {
        bool cards = m->cards_peek;
        changed = false;
        for (size_t i = 0; i < m->functions.n; i++) {
            struct function *f = m->functions.data[i];
            if (f->peeks || f->kind == SYM_SIGNAL || !(node_peeks(own, f->node->c) || node_peeks(own, f->node->b)))
                continue;
            f->peeks = changed = true;
        }
        for (size_t i = 0; i < m->clauses.n && !cards; i++)
            cards = m->clauses.data[i]->kind == SYM_CLAUSE && node_peeks(foreign, m->clauses.data[i]->node);
        for (size_t i = 0; i < m->reactions.n && !cards; i++)
            cards = m->reactions.data[i]->node->kind == N_ADJUST && node_peeks(foreign, m->reactions.data[i]->node);
        for (size_t i = 0; i < m->cards.n && !cards; i++) {
            const struct node *body = m->cards.data[i].node->b;
            for (const struct node *k = body ? body->kids : NULL; k && !cards; k = k->next)
                cards = k->kind == N_CLAUSE && is_value(m, m->cards.data[i].kind, k->name) && node_peeks(foreign, k);
        }
        if (cards != m->cards_peek) m->cards_peek = changed = true;
    }
}

bool everybody_sees(const struct model *m, const struct node *n, int depth) {
    struct reader foreign = {m, true};
    if (!n) return true;
    if (depth == 0 || node_peeks(foreign, n)) return false;
    if (n->kind == N_CALL && n->symbol && n->symbol->kind == SYM_DEF)
        if (!everybody_sees(m, m->functions.data[n->symbol->index]->node->c, depth - 1)) return false;
    for (const struct node *k = n->kids; k; k = k->next)
        if (!everybody_sees(m, k, depth)) return false;
    return everybody_sees(m, n->a, depth) && everybody_sees(m, n->b, depth) && everybody_sees(m, n->c, depth);
}

bool question_peeks(const struct model *m, const struct node *question) {
    struct reader own = {m, false};
    for (size_t i = 0; i < m->holes.n; i++)
        if (m->holes.data[i].at == question && node_peeks(own, m->holes.data[i].expr)) return true;
    if (question->kind != N_CHOOSE) return false;
    for (const struct node *k = question->kids; k; k = k->next)
        if (node_peeks(own, k)) return true;
    return node_peeks(own, question->a) || node_peeks(own, question->b) || node_peeks(own, question->c);
}
