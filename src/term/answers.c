/* answers.c: the numbered list of legal answers; see session.h.
 *
 * Cards are lines with what they do, spaces have what they give beside them, everything else stands in columns.
 */
#include "term/session.h"
#include "term/table.h"

#include <stdlib.h>
#include <string.h>

enum { WITH_TEXT = 24, TWO_LINES = 10, CHANGES = 16 }; /* up to so many cards are listed with what they do */

bool answers_are_numbers(const struct menu *m) {
    for (uint32_t i = 0; i < m->n; i++) {
        char *end;
        strtol(m->texts[i], &end, 10);
        if (end == m->texts[i] || (*end != '\0' && *end != ' ')) return false;
    }
    return m->n > 0;
}

/* The card an answer is, or -1. */
static int32_t card_of(const tn_game *game, uint32_t answer) {
    for (size_t i = 0; i < tn_game_cards(game); i++) {
        tn_card card;
        tn_game_card(game, i, &card);
        if (card.answer == answer) return (int32_t)i;
    }
    return -1;
}

static const char *warning_of(const struct session *s, uint32_t i) {
    return i < s->warnings.n ? s->warnings.texts[i] : NULL;
}

static void put_number(const struct session *s, uint32_t i, struct buf *out) {
    look_printf(&s->look, out, PAINT_ANSWER, "%3u", i + 1);
    look_put(&s->look, out, PAINT_WARNING, warning_of(s, i) ? "!" : " ");
}

static void put_preset(const struct session *s, uint32_t i, struct buf *out) {
    if (s->menu.ids[i] == s->menu.question.preset) look_put(&s->look, out, PAINT_FAINT, " <Enter>");
}

/* ---- cards */
/* What is said of a card that is an action or a goal. False when it does not fit into the line: half a rule is none. */
static bool put_action(const struct drawing *d, uint32_t i, int32_t card, int used, struct buf *out) {
    tn_card facts;
    struct buf note;
    buf_init(&note, NULL);
    tn_game_card(d->match->game, (size_t)card, &facts);
    buf_puts(out, d->menu->texts[i]);
    table_put_prices(d, card, true, &note);
    if (note.n > 0 && !strchr(note.data, '(')) buf_clear(&note); /* the price is printed in the text */
    if (note.n > 0) buf_puts(&note, ". ");
    buf_puts(&note, facts.text ? facts.text : "");
    int columns = used + text_columns(d->menu->texts[i]) + 2 + text_columns(note.data);
    bool whole = !strchr(note.data, '\n') && columns <= d->look->width;
    if (note.n > 0 && whole) {
        buf_puts(out, ": ");
        look_put(d->look, out, PAINT_FAINT, note.data);
    }
    buf_free(&note);
    return whole;
}

static bool list_as_cards(const struct session *s) {
    bool any = false;
    if (s->menu.n > WITH_TEXT) return false;
    for (uint32_t i = 0; i < s->menu.n; i++) {
        tn_card card;
        int32_t number = card_of(s->match->game, s->menu.ids[i]);
        if (number < 0) continue;
        tn_game_card(s->match->game, (size_t)number, &card);
        any |= card.text && *card.text;
    }
    return any;
}

/* False when there is one of which nothing could be said: then they stand in columns. */
static bool put_card_lines(struct session *s, struct buf *out) {
    struct drawing d = session_drawing(s);
    int32_t *cards = calloc(s->menu.n + 1, sizeof *cards);
    struct buf lines;
    bool said = cards != NULL;
    buf_init(&lines, NULL);
    for (uint32_t i = 0; cards && i < s->menu.n; i++)
        cards[i] = card_of(s->match->game, s->menu.ids[i]);
    struct card_columns columns = cards ? table_card_columns(&d, cards, s->menu.n) : (struct card_columns){0};
    for (uint32_t i = 0; cards && i < s->menu.n; i++) {
        tn_card card = {0};
        if (cards[i] >= 0) tn_game_card(s->match->game, (size_t)cards[i], &card);
        put_number(s, i, &lines);
        if (card.zoned) {
            table_put_card_line(&d, cards[i], false, columns, 4, s->menu.n <= TWO_LINES ? 2 : 1, &lines);
            continue;
        }
        if (cards[i] >= 0)
            said &= put_action(&d, i, cards[i], 4, &lines);
        else
            buf_puts(&lines, s->menu.texts[i]);
        put_preset(s, i, &lines);
        buf_putc(&lines, '\n');
    }
    if (said) buf_puts(out, lines.data);
    free(cards);
    buf_free(&lines);
    return said;
}

/* ---- spaces: what is printed there, and what one would get */
static bool is_space(const tn_game *game, uint32_t answer, tn_space *out) {
    for (size_t i = 0; i < tn_game_spaces(game); i++) {
        tn_game_space(game, i, out);
        if (out->answer == answer) return true;
    }
    return false;
}

static bool same_change(const tn_change *a, const tn_change *b) {
    return a->var == b->var && a->index == b->index && a->by == b->by;
}

static bool holds_change(const tn_change *changes, size_t n, const tn_change *wanted) {
    for (size_t i = 0; i < n && i < CHANGES; i++)
        if (same_change(&changes[i], wanted)) return true;
    return false;
}

/* Changes that every answer brings are no reason to prefer one; they are left out. */
static bool is_common(const struct session *s, const tn_change *change) {
    for (uint32_t i = 0; i < s->menu.n; i++) {
        tn_change changes[CHANGES];
        size_t n = tn_ahead_changes(s->match->ctx, s->match->state, s->seat, s->menu.ids[i], changes, CHANGES);
        if (!holds_change(changes, n, change)) return false;
    }
    return s->menu.n > 1;
}

static void put_changes(const struct session *s, uint32_t i, struct buf *out) {
    const tn_game *game = s->match->game;
    tn_change changes[CHANGES];
    size_t n = tn_ahead_changes(s->match->ctx, s->match->state, s->seat, s->menu.ids[i], changes, CHANGES);
    bool any = false;
    for (size_t k = 0; k < n && k < CHANGES; k++) {
        tn_var var;
        tn_game_var(game, changes[k].var, &var);
        if (var.look.hidden || is_common(s, &changes[k])) continue;
        buf_printf(out, "%s%+d ", any ? ", " : "", (int)changes[k].by);
        change_put_name(game, &changes[k], out);
        any = true;
    }
}

/* ---- everything else, in columns */
/* The answer in words, with what a space gives. */
static void put_words(const struct session *s, uint32_t i, struct buf *out) {
    tn_space space;
    struct buf note;
    buf_puts(out, s->menu.texts[i]);
    if (!is_space(s->match->game, s->menu.ids[i], &space)) return;
    buf_init(&note, NULL);
    put_changes(s, i, &note);
    if (note.n == 0 && space.text) buf_puts(&note, space.text);
    if (note.n > 0) buf_printf(out, " (%s)", note.data);
    buf_free(&note);
}

static void put_columns(const struct session *s, struct buf *out) {
    bool numbers = answers_are_numbers(&s->menu);
    int widest = 1, used = 0, lead = numbers ? 1 : 4;
    struct buf text;
    buf_init(&text, NULL);
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < s->menu.n; i++) {
            buf_clear(&text);
            put_words(s, i, &text);
            int preset = s->menu.ids[i] == s->menu.question.preset ? 8 : 0;
            int columns = lead + text_columns(text.data) + preset;
            if (pass == 0) {
                if (columns > widest) widest = columns;
                continue;
            }
            if (used > 0 && used + 2 + widest > s->look.width) {
                buf_putc(out, '\n');
                used = 0;
            }
            if (used > 0) buf_puts(out, "  ");
            if (numbers)
                buf_putc(out, ' ');
            else
                put_number(s, i, out);
            buf_puts(out, text.data);
            put_preset(s, i, out);
            used += widest + 2;
            bool more_fit = i + 1 < s->menu.n && used + widest <= s->look.width;
            if (more_fit) text_pad(out, columns, widest);
        }
    if (s->menu.n > 0) buf_putc(out, '\n');
    buf_free(&text);
}

/* ---- warnings, each once with the answers it is about */
static void put_warnings(const struct session *s, struct buf *out) {
    for (uint32_t i = 0; i < s->warnings.n; i++) {
        const char *text = warning_of(s, i);
        bool said = false;
        for (uint32_t k = 0; text && k < i; k++)
            said |= warning_of(s, k) && strcmp(warning_of(s, k), text) == 0;
        if (!text || said) continue;
        struct buf line;
        buf_init(&line, NULL);
        buf_printf(&line, "! %u", i + 1);
        for (uint32_t k = i + 1; k < s->warnings.n; k++)
            if (warning_of(s, k) && strcmp(warning_of(s, k), text) == 0) buf_printf(&line, ", %u", k + 1);
        buf_puts(&line, ": ");
        for (; *text; text++)
            buf_puts(&line, *text == '\n' ? "; " : (char[]){*text, '\0'});
        look_put(&s->look, out, PAINT_WARNING, line.data);
        buf_putc(out, '\n');
        buf_free(&line);
    }
}

void answers_put(struct session *s, struct buf *out) {
    struct asking at = match_asking(s->match, s->seat);
    warnings_load(&s->warnings, &at, &s->menu);
    if (!list_as_cards(s) || !put_card_lines(s, out)) put_columns(s, out);
    put_warnings(s, out);
    warnings_free(&s->warnings);
}
