/* played.c: finds the zones into which cards are played, for the log: those in which cards are in play, and those to
 * which a rule moves a card that it also carries out, itself (`move(c, to: me.used); c.do()`) or by a verb it hands the
 * card to. What comes from a hand to any other open zone is only put there. */
#include "lang/model/sema.h"

#include "lang/model/builtins.h"

static bool carries_out(struct model *m, const struct node *n, const struct symbol *card);

static bool stands_for(const struct node *n, const struct symbol *card) {
    n = node_bare(n);
    return n && n->kind == N_NAME && n->symbol == card;
}

/* No def calls itself, so this ends. */
static bool call_carries_out(struct model *m, const struct node *n, const struct symbol *card) {
    if (!n->symbol) return false;
    if (n->symbol->kind == SYM_RULE) return n->a->kind == N_FIELD && stands_for(n->a->a, card);
    if (n->symbol->kind != SYM_DEF) return false;
    const struct function *f = m->functions.data[n->symbol->index];
    for (int i = 0; i < f->n_params; i++) {
        const struct node *given = argument_named(n->kids, f->params[i]->name);
        if (!given) given = argument_at(n->kids, i);
        if (stands_for(given, card) && carries_out(m, f->node->b, f->params[i])) return true;
    }
    return false;
}

static bool carries_out(struct model *m, const struct node *n, const struct symbol *card) {
    if (!n || n->kind == N_SCENARIO) return false;
    if (n->kind == N_CALL && call_carries_out(m, n, card)) return true;
    for (const struct node *k = n->kids; k; k = k->next)
        if (carries_out(m, k, card)) return true;
    return carries_out(m, n->a, card) || carries_out(m, n->b, card) || carries_out(m, n->c, card);
}

static void note_zones(struct model *m, const struct node *n) {
    if (!n) return;
    if ((n->kind == N_NAME || n->kind == N_FIELD) && n->symbol && n->symbol->kind == SYM_ZONE)
        m->zones.data[n->symbol->index].played = true;
    for (const struct node *k = n->kids; k; k = k->next)
        note_zones(m, k);
    note_zones(m, n->a), note_zones(m, n->b), note_zones(m, n->c);
}

static void find_moves(struct model *m, const struct node *n) {
    if (!n || n->kind == N_SCENARIO) return;
    if (n->kind == N_CALL && n->symbol && n->symbol->kind == SYM_BUILTIN && n->symbol->index == BI_move) {
        const struct node *card = node_bare(argument_at(n->kids, 0)), *to = argument_named(n->kids, "to");
        bool local = card && card->kind == N_NAME && card->symbol && card->symbol->kind == SYM_LOCAL;
        if (local && carries_out(m, m->file, card->symbol)) note_zones(m, to ? to : argument_at(n->kids, 1));
    }
    for (const struct node *k = n->kids; k; k = k->next)
        find_moves(m, k);
    find_moves(m, n->a), find_moves(m, n->b), find_moves(m, n->c);
}

void model_find_played(struct model *m) {
    for (size_t i = 0; i < m->zones.n; i++)
        m->zones.data[i].played = m->zones.data[i].live;
    find_moves(m, m->file);
}
