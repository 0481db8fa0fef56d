/* words.c: the fake engine speaks one language; see fake.h. */
#include "fake/internal.h"

#include <string.h>

const tn_game *tn_game_plain(const tn_game *g) {
    return g;
}

const char *tn_game_phrase(const tn_game *g, const char *english) {
    (void)g;
    return english;
}

void tn_ctx_speak(tn_ctx *ctx, const tn_game *game) {
    ctx->game = game;
}

void tn_ctx_also(tn_ctx *ctx, const tn_game *const *games, size_t n) {
    (void)ctx, (void)games, (void)n;
}

tn_words *tn_words_new(void) {
    return NULL;
}

void tn_words_free(tn_words *words) {
    (void)words;
}

tn_status tn_words_read(tn_words *words, const char *name, const char *text, size_t size) {
    (void)words, (void)name, (void)text, (void)size;
    return TN_NOMEM;
}

size_t tn_words_diag_count(const tn_words *words) {
    (void)words;
    return 0;
}

size_t tn_words_diag_text(const tn_words *words, size_t i, bool colour, char *buf, size_t cap) {
    (void)words, (void)i, (void)colour, (void)buf, (void)cap;
    return 0;
}

tn_status tn_words_want(tn_words *words, const tn_source *source, const tn_game *game) {
    (void)words, (void)source, (void)game;
    return TN_NOMEM;
}

size_t tn_words_phrase_count(const tn_words *words) {
    (void)words;
    return 0;
}

void tn_words_phrase(const tn_words *words, size_t i, tn_phrase *out) {
    (void)words, (void)i;
    memset(out, 0, sizeof *out);
}

size_t tn_words_text(const tn_words *words, char *buf, size_t cap) {
    (void)words, (void)buf, (void)cap;
    return 0;
}

size_t tn_words_say(const tn_words *words, const char *text, char *buf, size_t cap) {
    (void)words, (void)text, (void)buf, (void)cap;
    return 0;
}

tn_status tn_game_translate(const tn_game *game, const tn_words *words, tn_game **out) {
    (void)game, (void)words;
    *out = NULL;
    return TN_NOMEM;
}
