/* languages.c: other languages: books of words, and games in the words of one. */
#include "api/api.h"

#include "code/engine_phrases.h"
#include "code/translate.h"

#include <stdlib.h>
#include <string.h>

/* ---- books */
tn_words *tn_words_new(void) {
    tn_words *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    wordbook_init(&w->book);
    diags_init(&w->diags);
    return w;
}

void tn_words_free(tn_words *w) {
    if (!w) return;
    wordbook_free(&w->book);
    diags_free(&w->diags);
    free(w);
}

static tn_status status_of(const tn_words *w) {
    return w->book.out_of_memory ? TN_NOMEM : TN_OK;
}

tn_status tn_words_read(tn_words *w, const char *name, const char *text, size_t size) {
    wordbook_read(&w->book, name, text, size, &w->diags);
    diags_sort(&w->diags);
    return status_of(w) == TN_OK && w->diags.errors ? TN_DIAG : status_of(w);
}

size_t tn_words_diag_count(const tn_words *w) {
    return w->diags.n;
}

size_t tn_words_diag_text(const tn_words *w, size_t i, bool colour, char *out, size_t cap) {
    struct buf text;
    buf_init(&text);
    if (i < w->diags.n) diag_format_one(&w->diags.items[i], colour, &text);
    return hand_over(&text, out, cap);
}

static void want_source(tn_words *w, const tn_source *s) {
    wording_collect_text(&w->book, WORDS_game, s->title);
    for (size_t i = 0; i < s->options.n; i++) {
        const tn_option *o = &s->options.data[i];
        wording_collect_text(&w->book, WORDS_game, o->title);
        for (size_t k = 0; k < o->n_values; k++)
            wording_collect_text(&w->book, WORDS_game, o->values[k]);
    }
}

tn_status tn_words_want(tn_words *w, const tn_source *s, const tn_game *g) {
    if (s) want_source(w, s);
    if (g) wording_collect(plain_program(g), &w->book);
    if (!s && !g) wording_collect_engine(&w->book);
    return status_of(w);
}

size_t tn_words_phrase_count(const tn_words *w) {
    return w->book.entries.n;
}

void tn_words_phrase(const tn_words *w, size_t i, tn_phrase *out) {
    const struct wordbook_entry *e = &w->book.entries.data[i];
    *out = (tn_phrase){word_group_name(e->group), e->key, e->value, e->wanted, wordbook_is_shared(&w->book, e)};
}

size_t tn_words_text(const tn_words *w, char *out, size_t cap) {
    struct buf text;
    buf_init(&text);
    wordbook_write(&w->book, &text);
    if (text.failed) buf_clear(&text);
    return hand_over(&text, out, cap);
}

size_t tn_words_say(const tn_words *w, const char *text, char *out, size_t cap) {
    struct buf said;
    buf_init(&said);
    if (!wording_say(&w->book, WORDS_game, text, &said)) buf_puts(&said, text);
    return hand_over(&said, out, cap);
}

/* ---- games */
tn_status tn_game_translate(const tn_game *game, const tn_words *w, tn_game **out) {
    const tn_game *plain = tn_game_plain(game);
    *out = NULL;
    struct program *p = wording_translate(plain->program, &w->book);
    if (!p) return TN_NOMEM;
    tn_status status = game_from_program(p, out);
    if (status == TN_OK) (*out)->plain = plain;
    return status;
}

const tn_game *tn_game_plain(const tn_game *g) {
    return g->plain ? g->plain : g;
}

const char *tn_game_phrase(const tn_game *g, const char *english) {
    enum phrase which = phrase_find(english);
    return which == PHRASES ? english : phrase_text(g->program, which);
}

/* ---- contexts */
void tn_ctx_speak(tn_ctx *c, const tn_game *g) {
    c->game = g;
    machine_speak(c->machine, g->program);
}

void tn_ctx_also(tn_ctx *c, const tn_game *const *games, size_t n) {
    const struct program *programs[MAX_VOICES];
    if (n > MAX_VOICES) n = MAX_VOICES;
    for (size_t i = 0; i < n; i++)
        programs[i] = games[i]->program;
    machine_also(c->machine, programs, (unsigned)n);
}
