/* printed.c: the texts of a game, rendered once when it is made: its strings are lent to whoever asks, in any thread.
 */
#include "api/api.h"
#include "code/render.h"

#include <string.h>

static tn_text keep(struct printed_texts *t, const char *bytes, const struct spans *named) {
    tn_span *spans = ARENA_ARRAY(&t->arena, tn_span, named->n + 1u);
    if (!bytes || !spans) return (tn_text){"", NULL, 0}; /* no memory: the arena says so */
    for (uint32_t i = 0; i < named->n; i++) {
        const struct text_span *s = &named->list[i];
        spans[i] = (tn_span){s->at, s->length, s->index, s->kind, s->value};
    }
    return (tn_text){bytes, spans, named->n};
}

static tn_text keep_words(struct printed_texts *t, const struct program *p, struct words words) {
    struct spans named = {.n = 0};
    if (!words.n) return (tn_text){"", NULL, 0};
    const char *bytes = render_kept(&t->arena, p, words, &named);
    return keep(t, bytes, &named);
}

static void keep_card(struct printed_texts *t, const struct program *p, uint32_t i) {
    const struct card *c = &p->cards[i], *before = i ? c - 1 : NULL;
    struct spans named = {.n = 0};
    bool copy = before && c->copy && c->clauses == before->clauses && c->text.first == before->text.first;
    if (copy) {
        t->cards[i] = t->cards[i - 1];
        return;
    }
    const char *bytes = render_kept_card(&t->arena, p, i, &named);
    t->cards[i] = keep(t, bytes, &named);
    size_t at = 0;
    for (uint32_t k = 0; k < c->n_clauses; k++) {
        struct text sentence;
        text_init(&sentence, NULL, 0);
        render_sentence(&sentence, p, &p->clauses[c->clauses + k]);
        t->sentences[c->clauses + k] = (struct stretch_of_text){at, sentence.n};
        if (sentence.n) at += sentence.n + 1; /* a blank between them */
    }
}

/* A label is known beforehand when play fills nothing in. */
static const char *keep_label(struct printed_texts *t, const struct program *p, struct words words) {
    for (uint32_t i = 0; i < words.n; i++)
        if (piece_reads(&p->pieces[words.first + i])) return "";
    const char *text = render_kept(&t->arena, p, words, NULL);
    return text ? text : "";
}

static bool rooms(struct printed_texts *t, const struct program *p) {
    t->cards = ARENA_ARRAY(&t->arena, tn_text, p->n_cards + 1u);
    t->clauses = ARENA_ARRAY(&t->arena, tn_text, p->n_clauses + 1u);
    t->sentences = ARENA_ARRAY(&t->arena, struct stretch_of_text, p->n_clauses + 1u);
    t->spaces = ARENA_ARRAY(&t->arena, tn_text, p->n_spaces + 1u);
    t->gifts = ARENA_ARRAY(&t->arena, tn_text, p->n_gifts + 1u);
    t->rules = ARENA_ARRAY(&t->arena, tn_text, p->n_rules + 1u);
    t->rule_names = ARENA_ARRAY(&t->arena, tn_text, p->n_rules + 1u);
    t->marks = ARENA_ARRAY(&t->arena, tn_text, p->n_marks + 1u);
    t->labels = ARENA_ARRAY(&t->arena, const char *, p->n_labels + 1u);
    return !t->arena.failed;
}

bool printed_texts_init(struct printed_texts *t, const struct program *p) {
    arena_init(&t->arena);
    if (!rooms(t, p)) return false;
    for (uint32_t i = 0; i < p->n_cards; i++)
        keep_card(t, p, i);
    for (uint32_t i = 0; i < p->n_clauses; i++)
        t->clauses[i] = keep_words(t, p, p->clauses[i].text);
    for (uint32_t i = 0; i < p->n_spaces; i++)
        t->spaces[i] = keep_words(t, p, p->spaces[i].text);
    for (uint32_t i = 0; i < p->n_gifts; i++)
        t->gifts[i] = keep_words(t, p, p->gifts[i].text);
    for (uint32_t i = 0; i < p->n_rules; i++) {
        t->rules[i] = keep_words(t, p, p->rules[i].text);
        t->rule_names[i] = keep_words(t, p, p->rules[i].name);
    }
    for (uint32_t i = 0; i < p->n_marks; i++)
        t->marks[i] = keep_words(t, p, p->marks[i].text);
    for (uint32_t i = 0; i < p->n_labels; i++)
        t->labels[i] = keep_label(t, p, p->labels[i]);
    return !t->arena.failed;
}
