/* named_answer.c: an answer by its words, also one that lies behind an answer; see session.h.
 *
 * "castle" at a question whose answer "Build" leads to it is both answers, and so is "build castle". What is said
 * of one question is looked for in this order: the whole words of an answer, the beginning of one, the whole words of
 * one behind an answer, a word inside an answer or the beginning of one behind it, a word inside one behind. What
 * fits several in the same way is asked back. Choosing several and paying is only reached by naming the way to it.
 * The whole name of something that is no answer, here or behind, is nothing else: see menu_is_name.
 */
#include "term/session.h"

#include <stdlib.h>
#include <string.h>

enum { FOUND = 12, LETTERS = 2 };
enum fit { FIT_NONE, FIT_INSIDE, FIT_BEGIN, FIT_WHOLE };

/* ---- words and texts */
static bool has_word(const char *text, const char *words) {
    for (const char *at = text; *at; at++)
        if (at > text && strchr(" -:(", at[-1]) && words_compare(at, words) != WORDS_DIFFER) return true;
    return false;
}

static enum fit fit_of(const char *text, const char *words) {
    enum words_match match = words_compare(text, words);
    if (match == WORDS_EQUAL) return FIT_WHOLE;
    if (match == WORDS_BEGIN) return strlen(words) >= LETTERS ? FIT_BEGIN : FIT_NONE;
    return strlen(words) > LETTERS && has_word(text, words) ? FIT_INSIDE : FIT_NONE;
}

/* A word inside one text only; copies count as one. */
static enum menu_match find_inside(const struct menu *m, const char *words, uint32_t *index) {
    enum menu_match found = MENU_NONE;
    for (uint32_t i = 0; i < m->n; i++) {
        if (fit_of(m->texts[i], words) != FIT_INSIDE) continue;
        if (found != MENU_NONE && strcmp(m->texts[i], m->texts[*index]) != 0) return MENU_SEVERAL;
        if (found == MENU_NONE) *index = i;
        found = MENU_ONE;
    }
    return found;
}

enum menu_match answer_by_words(const struct menu *m, const char *words, uint32_t *index) {
    enum menu_match found = menu_find(m, words, index);
    return found != MENU_NONE || menu_is_name(m, words) ? found : find_inside(m, words, index);
}

/* ---- what was found */
struct found {
    struct reply ways[FOUND];
    const char *texts[FOUND]; /* "way: answer" */
    size_t n;
    enum fit best; /* of all of them */
    bool whole;    /* nothing else counts */
    struct arena arena;
};

static bool is_known(const struct found *f, const char *text) {
    for (size_t i = 0; i < f->n; i++)
        if (strcmp(f->texts[i], text) == 0) return true;
    return false;
}

static void note(struct found *f, enum fit fit, const struct reply *way, const char *text) {
    if (fit == FIT_NONE || fit < f->best || !text || (f->whole && fit != FIT_WHOLE)) return;
    if (fit > f->best) f->n = 0;
    f->best = fit;
    if (f->n == FOUND || is_known(f, text)) return;
    f->ways[f->n] = *way;
    f->texts[f->n++] = text;
}

static bool takes_one(const struct menu *m) {
    bool named = m->question.kind == TN_CHOOSE || m->question.kind == TN_EITHER;
    return named && !(m->question.flags & (TN_SUBSET | TN_PAYMENT | TN_HUNDREDS));
}

static void look_behind(struct session *s, uint32_t i, const char *words, struct found *f) {
    struct reply way = {.n = 0};
    struct menu behind;
    way.n = foreseen_path(s, s->menu.ids[i], way.answers);
    menu_init(&behind);
    if (foreseen_load(s, way.answers, way.n, &behind) && takes_one(&behind))
        for (uint32_t k = 0; k < behind.n; k++) {
            enum fit fit = behind.ids[k] == TN_NO ? FIT_NONE : fit_of(behind.texts[k], words);
            if (fit == FIT_NONE) continue;
            struct reply whole = way;
            reply_add(&whole, behind.ids[k]);
            note(f, fit, &whole, arena_printf(&f->arena, "%s: %s", s->menu.texts[i], behind.texts[k]));
        }
    menu_free(&behind);
}

/* A word inside an answer is as near as the beginning of one behind it. */
static void look_inside(struct session *s, const char *words, struct found *f) {
    for (uint32_t i = 0; i < s->menu.n; i++) {
        struct reply way = {.n = 0};
        if (fit_of(s->menu.texts[i], words) != FIT_INSIDE) continue;
        way.n = foreseen_path(s, s->menu.ids[i], way.answers);
        note(f, FIT_BEGIN, &way, s->menu.texts[i]);
    }
}

/* ---- "build castle": the way and what lies behind it */
static bool read_behind(struct session *s, uint32_t i, const char *rest, struct reply *r, struct buf *out) {
    struct menu behind;
    uint32_t index = 0;
    unsigned long number;
    bool read = false;
    r->n = foreseen_path(s, s->menu.ids[i], r->answers);
    menu_init(&behind);
    if (foreseen_load(s, r->answers, r->n, &behind)) {
        bool counts = is_number(rest, &number) && !answers_are_numbers(&behind);
        enum menu_match match =
            counts ? answer_by_number(&behind, number, &index) : answer_by_words(&behind, rest, &index);
        if (behind.question.flags & TN_SUBSET) {
            struct buf unheard; /* it may be meant in another way */
            buf_init(&unheard);
            read = several_read(s, &behind, r, rest, match == MENU_NONE ? &unheard : out);
            buf_free(&unheard);
        } else if (match == MENU_ONE) {
            reply_add(r, behind.ids[index]);
            read = true;
        }
    }
    menu_free(&behind);
    return read;
}

static bool read_way(struct session *s, const char *line, struct reply *r, struct buf *out) {
    char *first = strdup(line);
    bool read = false;
    for (size_t at = 1; first && line[at] && !read; at++) {
        uint32_t index = 0;
        if (!strchr(" :,", line[at]) || strchr(" :,", line[at - 1])) continue;
        const char *rest = line + at + strspn(line + at, " :,");
        memcpy(first, line, at);
        first[at] = '\0';
        if (*rest && answer_by_words(&s->menu, first, &index) == MENU_ONE) read = read_behind(s, index, rest, r, out);
    }
    free(first);
    return read;
}

/* ---- a line */
/* Whether it could as well be something of another kind: then it is asked back. */
static bool is_unsure(struct session *s, const char *line, const struct found *f, struct buf *out) {
    uint32_t answer = f->ways[0].answers[f->ways[0].n - 1];
    tn_name other;
    if (!menu_other_kind(&s->menu, line, answer, &other)) return false;
    buf_puts(out, "  ");
    menu_put_unsure(&s->menu, line, answer, f->texts[0], out);
    buf_puts(out, ": type more of it\n");
    return true;
}

bool named_answer_read(struct session *s, const char *line, struct reply *r, struct buf *out) {
    struct found f = {.whole = menu_is_name(&s->menu, line)};
    size_t said = out->n;
    arena_init(&f.arena);
    for (uint32_t i = 0; i < s->menu.n && s->menu.n <= NAMED_MOST; i++)
        if (s->menu.ids[i] != TN_NO) look_behind(s, i, line, &f);
    if (f.best != FIT_WHOLE) look_inside(s, line, &f);
    bool unsure = f.n == 1 && f.best < FIT_WHOLE && is_unsure(s, line, &f, out), read = f.n == 1 && !unsure;
    if (read) *r = f.ways[0];
    if (f.n > 1) {
        buf_printf(out, "  \"%s\" could be: ", line);
        for (size_t i = 0; i < f.n; i++)
            buf_printf(out, "%s%s", i > 0 ? "; " : "", f.texts[i]);
        buf_putc(out, '\n');
    }
    arena_free(&f.arena);
    if (read || out->n > said) return read;
    r->n = 0;
    return s->menu.n <= NAMED_MOST && read_way(s, line, r, out);
}
