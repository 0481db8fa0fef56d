/* spelling.c: comparing what somebody wrote with what the game says; see menu.h for the rules. */
#include "play/menu.h"

#include <stdio.h>
#include <string.h>

/* Walks a text with case, blanks, underscores and index brackets evened out. */
struct fold {
    const char *at;
    bool begun;
};

static bool is_gap(char c) {
    return c == '[' || c == ' ' || c == '_' || (unsigned char)(c - 1) < 31;
}

/* The next character, a single ' ' for any gap between words, 0 at the end. A gap is passed before it is reported. */
static unsigned char fold_next(struct fold *f) {
    bool gap = false;
    for (;; f->at++) {
        char c = *f->at;
        if (c == '\0') return 0;
        if (is_gap(c)) gap = true;
        if (is_gap(c) || c == ']') continue;
        if (gap && f->begun) return ' ';
        f->begun = true;
        f->at++;
        return (unsigned char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
}

enum words_match words_compare(const char *text, const char *words) {
    struct fold a = {text, false}, b = {words, false};
    for (;;) {
        unsigned char ca = fold_next(&a), cb = fold_next(&b);
        if (cb == 0) return ca == 0 ? WORDS_EQUAL : WORDS_BEGIN;
        if (ca != cb) return WORDS_DIFFER;
    }
}

bool words_contain(const char *text, const char *part) {
    for (; *text; text++)
        if (words_compare(text, part) != WORDS_DIFFER) return true;
    return words_compare(text, part) != WORDS_DIFFER;
}

char *words_one_line(char *text) {
    for (char *c = text; c && *c; c++)
        if ((unsigned char)*c < 32 || *c == 127) *c = ' ';
    return text;
}

enum text_kind { TEXT_ANSWER, TEXT_QUESTION, TEXT_WHY_NOT };

static size_t fetch(enum text_kind kind, const struct asking *at, uint32_t answer, char *out, size_t cap) {
    switch (kind) {
    case TEXT_ANSWER: return tn_answer_text(at->ctx, at->state, at->seat, answer, out, cap);
    case TEXT_QUESTION: return tn_question_text(at->ctx, at->state, at->seat, out, cap);
    case TEXT_WHY_NOT: break;
    }
    return tn_why_not(at->ctx, at->state, at->seat, answer, out, cap);
}

/* Most texts fit the first try; a longer one is asked for again. */
static tn_text copy_text(enum text_kind kind, const struct asking *at, uint32_t answer, struct arena *arena) {
    char small[256];
    size_t n = fetch(kind, at, answer, small, sizeof small);
    char *text = ARENA_ARRAY(arena, char, n + 1);
    if (text && n < sizeof small) memcpy(text, small, n + 1);
    if (text && n >= sizeof small) fetch(kind, at, answer, text, n + 1);
    size_t count = tn_ctx_spans(at->ctx, NULL, 0);
    tn_span *spans = ARENA_ARRAY(arena, tn_span, count + 1);
    if (!text || !spans) return (tn_text){NULL, NULL, 0};
    tn_ctx_spans(at->ctx, spans, count);
    return (tn_text){words_one_line(text), spans, count};
}

tn_text menu_answer_text(const struct asking *at, uint32_t answer, struct arena *arena) {
    return copy_text(TEXT_ANSWER, at, answer, arena);
}

tn_text menu_question_text(const struct asking *at, struct arena *arena) {
    return copy_text(TEXT_QUESTION, at, 0, arena);
}

tn_text menu_why_not(const struct asking *at, uint32_t answer, struct arena *arena) {
    return copy_text(TEXT_WHY_NOT, at, answer, arena);
}

char *menu_fault(const tn_game *game, const tn_state *state, struct arena *arena) {
    size_t n = tn_fault_text(game, state, NULL, 0);
    char *text = ARENA_ARRAY(arena, char, n + 1);
    if (text) tn_fault_text(game, state, text, n + 1);
    return words_one_line(text);
}

void words_put_name(const char *name, struct buf *out) {
    for (; *name; name++)
        buf_putc(out, *name == '_' ? ' ' : *name);
}

void words_put_phrase(const tn_game *game, const char *phrase, const char *filled, struct buf *out) {
    const char *text = tn_game_phrase(game, phrase), *hole = strstr(text, "{1}");
    buf_put(out, text, hole ? (size_t)(hole - text) : strlen(text));
    if (hole) buf_printf(out, "%s%s", filled, hole + 3);
}

void words_put_counted(const tn_game *game, const char *phrase, int n, struct buf *out) {
    char number[16];
    snprintf(number, sizeof number, "%d", n);
    words_put_phrase(game, phrase, number, out);
}

void words_put_between(const tn_game *game, bool last, struct buf *out) {
    const char *text = tn_game_phrase(game, last ? "{1} and {2}" : "{1}, {2}");
    const char *from = strstr(text, "{1}"), *to = strstr(text, "{2}");
    if (from && to && to > from) buf_put(out, from + 3, (size_t)(to - from) - 3);
}
