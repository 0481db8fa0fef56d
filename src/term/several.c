/* several.c: several answers in one line where several may be chosen; see session.h.
 *
 * The rules ask for them one after the other, each behind the last, so what was typed is put into their order, tried on
 * a copy of the position, and only given when all of it can be. What is named is all that is meant: where the rules
 * would go on asking, "no more" is given too.
 */
#include "term/session.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 64 }; /* the rules keep no more answers of one seat at a time */

struct several {
    uint32_t index[MOST]; /* of the menu, ascending */
    unsigned n;
};

static size_t blanks(const char *text) { return strspn(text, " \t"); }

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

bool several_meant(const struct session *s, const char *line) {
    return (s->menu.question.flags & TN_SUBSET) && (strchr(line, ',') || is_numbers(line));
}

/* ---- what was named */
static bool add(struct several *v, const struct menu *m, uint32_t index, struct buf *out) {
    unsigned at = 0;
    if (m->ids[index] == TN_NO) return true; /* what is not named is not meant anyway */
    while (at < v->n && v->index[at] < index)
        at++;
    bool twice = at < v->n && v->index[at] == index;
    if (twice || v->n == MOST) {
        buf_printf(out, twice ? "  \"%s\" is named twice" : "  \"%s\" is one too many", m->texts[index]);
        return false;
    }
    memmove(&v->index[at + 1], &v->index[at], (v->n - at) * sizeof *v->index);
    v->index[at] = index;
    v->n++;
    return true;
}

/* Copies of a card are equal: the second of one name is the next of them that is not yet named. */
static uint32_t next_copy(const struct several *v, const struct menu *m, uint32_t index) {
    for (unsigned i = 0; i < v->n; i++)
        if (v->index[i] == index && index + 1 < m->n && strcmp(m->texts[index], m->texts[index + 1]) == 0) index++;
    return index;
}

static bool add_words(struct several *v, const struct session *s, const char *words, struct buf *out) {
    uint32_t index = 0;
    char *end;
    unsigned long number = strtoul(words, &end, 10);
    if (*words >= '0' && *words <= '9' && !*end) {
        if (number >= 1 && number <= s->menu.n) return add(v, &s->menu, (uint32_t)number - 1, out);
        buf_printf(out, "  %s: the answers are numbered 1 to %u", words, s->menu.n);
        return false;
    }
    enum menu_match match = menu_find(&s->menu, words, &index);
    if (match == MENU_ONE) return add(v, &s->menu, next_copy(v, &s->menu, index), out);
    buf_printf(out, "  \"%s\" %s", words,
               match == MENU_NONE ? "is none of the answers" : "could be several of the answers");
    return false;
}

static bool find_all(struct several *v, const struct session *s, const char *line, struct buf *out) {
    const char *between = strchr(line, ',') ? "," : " \t";
    char *copy = strdup(line), *rest = copy;
    bool good = copy != NULL;
    for (char *words; good && (words = strsep(&rest, between));) {
        words += blanks(words);
        for (size_t n = strlen(words); n > 0 && blanks(words + n - 1); n--)
            words[n - 1] = '\0';
        if (*words) good = add_words(v, s, words, out);
    }
    free(copy);
    return good;
}

/* ---- whether it can be given */
static bool goes_on(const struct session *s, const tn_state *at) {
    tn_question q;
    return tn_state_question(s->match->game, at, s->seat, &q) && (q.flags & TN_AGAIN);
}

static void put_refused(const struct session *s, tn_ctx *ctx, const tn_state *at, uint32_t index, unsigned after,
                        struct buf *out) {
    struct asking asking = {s->menu.game, ctx, at, s->seat};
    struct arena scratch;
    arena_init(&scratch, NULL);
    const char *why = menu_why_not(&asking, s->menu.ids[index], &scratch);
    buf_printf(out, "  %s is not possible%s", s->menu.texts[index], after ? " with the others" : "");
    if (why && *why) buf_printf(out, ": %s", why);
    arena_free(&scratch);
}

/* On the copy; false with the reason in out. *more: the rules would go on asking. */
static bool try_all(const struct several *v, const struct session *s, tn_ctx *ctx, tn_state *at, bool *more,
                    struct buf *out) {
    const struct menu *m = &s->menu;
    *more = true;
    for (unsigned i = 0; i < v->n; i++) {
        if (!*more) return buf_printf(out, "  only %u can be chosen", i), false;
        if (!tn_state_legal(m->game, at, s->seat, m->ids[v->index[i]]))
            return put_refused(s, ctx, at, v->index[i], i, out), false;
        tn_state_apply(ctx, at, s->seat, m->ids[v->index[i]]);
        *more = goes_on(s, at);
    }
    if (!*more || tn_state_legal(m->game, at, s->seat, TN_NO)) return true;
    return buf_puts(out, "  that is not enough: more must be chosen"), false;
}

static bool can_be_given(const struct several *v, const struct session *s, bool *more, struct buf *out) {
    const tn_game *game = s->match->game;
    tn_ctx *ctx = tn_ctx_new(game); /* that of the match speaks */
    tn_state *at = tn_state_new(game);
    bool can = ctx && at;
    if (can) {
        memcpy(at, s->match->state, tn_game_state_size(game));
        can = try_all(v, s, ctx, at, more, out);
    } else {
        buf_puts(out, "  out of memory");
    }
    tn_ctx_free(ctx);
    tn_state_free(at);
    return can;
}

bool several_answer(struct session *s, const char *line, struct buf *out) {
    struct several v = {.n = 0};
    bool more = false;
    if (!find_all(&v, s, line, out) || !can_be_given(&v, s, &more, out)) {
        buf_puts(out, "; nothing was done\n");
        return false;
    }
    tn_status status = TN_OK;
    for (unsigned i = 0; i < v.n && status == TN_OK; i++)
        status = match_answer(s->match, s->seat, s->menu.ids[v.index[i]]);
    if (more && status == TN_OK) status = match_answer(s->match, s->seat, TN_NO);
    return status != TN_ILLEGAL;
}
