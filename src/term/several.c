/* several.c: where several may be chosen, a line is the whole choice; see session.h.
 *
 * The rules ask for them one after the other, each behind the last, so what was typed is put into their order and tried
 * on a copy of the position. What is named is all that is meant: where the rules would go on asking, "no more" is
 * given too. Nothing is done unless all of it can be.
 */
#include "term/session.h"

#include <stdlib.h>
#include <string.h>

struct several {
    const struct menu *menu;
    uint32_t index[REPLY_MOST]; /* of the menu, ascending */
    unsigned n;
};

static size_t blanks(const char *text) {
    return strspn(text, " \t");
}

/* Numbers with blanks between them, more than one. */
static bool is_numbers(const char *line) {
    const char *at = line;
    unsigned n = 0;
    for (; *at; n++) {
        size_t digits = strspn(at, "0123456789");
        if (digits == 0 || (at[digits] && !blanks(at + digits))) return false;
        at += digits;
        at += blanks(at);
    }
    return n > 1;
}

/* ---- what was named */
static bool add(struct several *v, uint32_t index, struct buf *out) {
    const struct menu *m = v->menu;
    unsigned at = 0;
    if (m->ids[index] == TN_NO) return true;
    while (at < v->n && v->index[at] < index)
        at++;
    bool twice = at < v->n && v->index[at] == index;
    if (twice || v->n == REPLY_MOST - 1) {
        buf_printf(out, twice ? "  \"%s\" is named twice" : "  \"%s\" is one too many", m->texts[index]);
        return false;
    }
    memmove(&v->index[at + 1], &v->index[at], (v->n - at) * sizeof *v->index);
    v->index[at] = index;
    v->n++;
    return true;
}

/* Copies of a card are equal: the second of one name is the next of them that is not yet named. */
static uint32_t next_copy(const struct several *v, uint32_t index) {
    const struct menu *m = v->menu;
    for (unsigned i = 0; i < v->n; i++)
        if (v->index[i] == index && index + 1 < m->n && strcmp(m->texts[index], m->texts[index + 1]) == 0) index++;
    return index;
}

/* What is not named is not meant anyway. */
static bool means_none(const char *words) {
    return words_compare("none", words) == WORDS_EQUAL || words_compare("no", words) == WORDS_EQUAL ||
           words_compare("no more", words) == WORDS_EQUAL;
}

static bool add_words(struct several *v, const char *words, struct buf *out) {
    uint32_t index = 0;
    unsigned long number;
    if (means_none(words)) return true;
    bool counts = is_number(words, &number) && !answers_are_numbers(v->menu);
    enum menu_match match =
        counts ? answer_by_number(v->menu, number, &index) : answer_by_words(v->menu, words, &index);
    if (match == MENU_ONE) return add(v, next_copy(v, index), out);
    if (match == MENU_UNSURE) {
        buf_puts(out, "  ");
        menu_put_unsure(v->menu, words, v->menu->ids[index], v->menu->texts[index], out);
        return false;
    }
    buf_printf(out, "  \"%s\" %s", words,
               match == MENU_NONE ? "is not one of the answers" : "could be several of the answers");
    return false;
}

/* Whether the line is the name of one thing, or of nothing, with blanks in it or not. */
static bool is_one(const struct menu *m, const char *line) {
    uint32_t index;
    if (means_none(line) || menu_find_exact(m, line, &index) == MENU_ONE) return true;
    return !strchr(line, ',') && !is_numbers(line) && answer_by_words(m, line, &index) != MENU_NONE;
}

static bool find_all(struct several *v, const char *line, struct buf *out) {
    const char *between = is_one(v->menu, line) ? "\n" : strchr(line, ',') ? "," : " \t";
    char *copy = strdup(line), *rest = copy;
    bool good = copy != NULL;
    for (char *words; good && (words = strsep(&rest, between));) {
        words += blanks(words);
        for (size_t n = strlen(words); n > 0 && blanks(words + n - 1); n--)
            words[n - 1] = '\0';
        if (*words) good = add_words(v, words, out);
    }
    free(copy);
    return good;
}

/* ---- whether it can be given */
static bool goes_on(const struct session *s, const tn_state *at) {
    tn_question q;
    return tn_state_question(s->match->game, at, s->seat, &q) && (q.flags & TN_AGAIN);
}

static void put_refused(const struct session *s, const struct several *v, unsigned i, struct buf *out) {
    struct asking asking = {s->match->game, s->behind.ctx, s->behind.state, s->seat};
    struct arena scratch;
    uint32_t index = v->index[i];
    arena_init(&scratch);
    const char *why = menu_why_not(&asking, v->menu->ids[index], &scratch).bytes;
    buf_printf(out, "  %s is not possible%s", v->menu->texts[index], i > 0 ? " with the others" : "");
    if (why && *why) buf_printf(out, ": %s", why);
    arena_free(&scratch);
}

/* On the copy; false with the reason in out. */
static bool try_all(struct session *s, const struct several *v, struct reply *r, struct buf *out) {
    const struct menu *m = v->menu;
    tn_state *at = s->behind.state;
    bool more = true;
    for (unsigned i = 0; i < v->n; i++) {
        if (!more) return buf_printf(out, "  only %u can be chosen", i), false;
        uint32_t meant = tn_state_meant(s->behind.ctx, at, s->seat, m->ids[v->index[i]]);
        if (meant == TN_NO_ANSWER) return put_refused(s, v, i, out), false;
        reply_add(r, meant);
        tn_state_apply(s->behind.ctx, at, s->seat, meant);
        more = goes_on(s, at);
    }
    if (!more) return true;
    reply_add(r, TN_NO);
    return tn_state_legal(m->game, at, s->seat, TN_NO) ||
           (buf_puts(out, v->n > 0 ? "  that is not enough: more must be chosen" : "  something must be chosen"),
            false);
}

bool several_read(struct session *s, const struct menu *m, struct reply *r, const char *line, struct buf *out) {
    struct several v = {.menu = m};
    if (foreseen_go(s, r->answers, r->n) && find_all(&v, line, out) && try_all(s, &v, r, out)) return true;
    buf_puts(out, "; nothing was done\n");
    return false;
}

/* ---- whether more than one can be chosen */
static bool another_is_possible(struct session *s, uint32_t answer) {
    tn_question q;
    if (!foreseen_go(s, &answer, 1) || !tn_state_question(s->match->game, s->behind.state, s->seat, &q)) return false;
    bool declines = tn_state_legal(s->match->game, s->behind.state, s->seat, TN_NO);
    return (q.flags & TN_AGAIN) && q.count > declines;
}

bool several_possible(struct session *s) {
    bool possible = false;
    if (!(s->menu.question.flags & TN_SUBSET)) return false;
    for (uint32_t i = 0; i < s->menu.n && !possible; i++)
        possible = s->menu.ids[i] != TN_NO && another_is_possible(s, s->menu.ids[i]);
    return possible;
}
