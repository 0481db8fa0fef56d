/* standing_text.c: cards that stand beside the table instead of lying on it: actions, goals, whatever no zone can hold.
 * They are rules to whoever plays, so they are told among the rules, kind by kind.
 *
 * What is printed on other cards is read there, and what cannot be done in this configuration is left out. */
#include "text/rule_text_inside.h"

#include <string.h>

static bool lies_somewhere(struct model *m, int kind) {
    for (size_t i = 0; i < m->zones.n; i++)
        if (kind_is(m, kind, m->zones.data[i].kind)) return true;
    return false;
}

static bool printed_on_others(struct model *m, int kind) {
    for (size_t i = 0; i < m->kinds.n; i++) {
        struct printed printed;
        printed_open(m, (int)i, NULL, &printed);
        for (int k = 0; k < printed.n; k++) {
            struct type t = printed.params[k]->type;
            if (t.base == VT_CARD && t.of < m->kinds.n && kind_is(m, kind, t.of)) return true;
        }
    }
    return false;
}

static bool says(const struct output *out, struct words w, const char *text) {
    const struct piece *only = w.n == 1 ? &out->pieces.data[w.first] : NULL;
    return only && only->string != NONE && !strcmp(out->strings.data[only->string], text);
}

/* Whether it says nothing but that it is not in this game. */
static bool is_never(const struct output *out, const struct card *c) {
    const struct clause *only = c->n_clauses == 1 ? &out->clauses.data[c->clauses] : NULL;
    if (c->text.n) return says(out, c->text, WORDS_NEVER_SENTENCE);
    return only && only->sentence.n && out->pieces.data[only->sentence.first].hole == HOLE_TEXT &&
           says(out, only->text, WORDS_NEVER);
}

static bool has_text(const struct output *out, const struct card *c) {
    bool any = c->text.n > 0;
    for (uint32_t i = 0; i < c->n_clauses; i++)
        any |= out->clauses.data[c->clauses + i].sentence.n > 0;
    return any;
}

/* The text of the card is that of the rule. */
static void add_card(struct texts *to, const char *about, size_t card) {
    struct output *out = to->out;
    struct words text = {(uint32_t)out->pieces.n, 1};
    struct piece whole = {.string = NONE, .reg = NO_REGISTER, .hole = HOLE_CARD, .value = (int32_t)card};
    struct phraser p;
    if (!VEC_PUSH(&out->pieces, whole)) out->failed = true;
    phrase_open(&p, to, FOR_PRINT);
    words_card(&p, card);
    struct rule r = {
        .about = output_string(out, about), .name = phrase_close(&p), .text = text, .face = out->cards.data[card].face};
    if (!VEC_PUSH(&out->rules, r)) out->failed = true;
}

void text_standing(struct texts *to) {
    struct model *m = to->m;
    for (size_t i = 0; i < m->cards.n && !to->out->failed; i++) {
        int kind = m->cards.data[i].kind;
        const struct card *card = &to->out->cards.data[i];
        if (m->cards.data[i].copy || lies_somewhere(m, kind) || printed_on_others(m, kind)) continue;
        if (is_never(to->out, card) || !has_text(to->out, card)) continue;
        const struct node *n = m->kinds.data[kind].node;
        add_card(to, rule_many(to, n->text ? n->text : m->kinds.data[kind].name), i);
    }
}
