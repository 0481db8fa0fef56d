/* card_text.c: the clauses of a card in words, in the order they are written, and what is printed on a space. */
#include "lang/card_text.h"

#include "lang/words.h"

#include <string.h>

static void add_clause(struct emitter *e, const char *key, const char *text) {
    struct clause c = {emit_string(e, key), emit_string(e, text)};
    if (!VEC_PUSH(&e->out.clauses, c)) e->failed = true;
}

static const char *clause_phrase(struct emitter *e, struct node *block) {
    struct phraser p;
    phrase_open(&p, e, false);
    struct node *s = block->kids;
    if (s && s->kind == N_LIST) {
        for (struct node *k = s->kids; k; k = k->next) {
            if (k != s->kids) buf_puts(&p.text, ", ");
            phrase_expr(&p, k);
        }
    } else {
        phrase_block(&p, block);
    }
    return phrase_close_text(&p);
}

static void emit_card_text(struct emitter *e, size_t card) {
    struct node *n = e->m->cards.data[card].node;
    struct card *out = &e->out.cards.data[card];
    struct buf whole;
    buf_init(&whole, NULL);
    out->clauses = (uint32_t)e->out.clauses.n;
    for (struct node *k = n->b ? n->b->kids : NULL; k; k = k->next) {
        if (k->kind != N_CLAUSE || !k->b || !strcmp(k->name, "look") || !strcmp(k->name, "text")) continue;
        const char *text = clause_phrase(e, k->b);
        add_clause(e, k->name, text);
        buf_printf(&whole, "%s%s: %s.", whole.n ? " " : "", k->name, text);
    }
    out->n_clauses = (uint32_t)e->out.clauses.n - out->clauses;
    out->text = emit_string(e, whole.data);
    buf_free(&whole);
}

void emit_card_texts(struct emitter *e) {
    for (size_t i = 0; i < e->m->cards.n; i++) emit_card_text(e, i);
}
