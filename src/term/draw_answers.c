/* draw_answers.c: the numbered list of legal answers; see session.h.
 *
 * Cards are lines with what they do, spaces have what they give beside them, everything else stands in columns.
 */
#include "term/draw.h"
#include "term/face_line.h"
#include "term/session.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { COPIES_COLUMNS = 4 };                           /* of " x 5" */
enum { WITH_TEXT = 24, TWO_LINES = 10, CHANGES = 16 }; /* up to so many cards are listed with what they do */

#define TOGETHER "\x01" /* a blank at which no line is broken, as long as it is being filled */

static bool has_warning(const struct session *s, uint32_t i) {
    return i < s->warnings.n && s->warnings.of[i].n > 0;
}

static bool same_warnings(const struct session *s, uint32_t i, uint32_t k) {
    const struct warning *a = &s->warnings.of[i], *b = &s->warnings.of[k];
    bool same = a->n == b->n;
    for (size_t line = 0; same && line < a->n; line++)
        same = text_equal(a->lines[line], b->lines[line]);
    return same;
}

/* A space that the map shows by its name. */
static bool goes_by_name(const struct session *s, uint32_t i) {
    tn_space space;
    return answer_is_space(s->match->game, s->menu.ids[i], &space) && table_names_space(s->match->game, &space);
}

/* What is typed for it. */
static void put_called(const struct session *s, uint32_t i, struct buf *out) {
    unsigned number;
    if (!goes_by_name(s, i) && answer_number(&s->menu, i, &number))
        buf_printf(out, "%u", number);
    else
        buf_puts(out, s->menu.texts[i]);
}

static void put_number(const struct session *s, uint32_t i, struct buf *out) {
    unsigned number;
    bool named = goes_by_name(s, i);
    if (!named && answer_number(&s->menu, i, &number))
        look_printf(&s->look, out, PAINT_ANSWER, "%3u", number);
    else
        buf_puts(out, named ? "" : "   ");
    look_put(&s->look, out, PAINT_WARNING, has_warning(s, i) ? "!" : " ");
}

/* A line is the whole choice, so declining takes nothing at all. */
static const char *text_of(const struct menu *m, uint32_t i) {
    bool none = m->ids[i] == TN_NO && (m->question.flags & (TN_SUBSET | TN_AGAIN)) == TN_SUBSET;
    return none ? "none" : m->texts[i];
}

void answer_put_price(struct session *s, uint32_t answer, struct buf *out) {
    struct drawing d = session_drawing(s);
    int32_t card = answer_card(s->match->game, answer);
    struct buf price;
    buf_init(&price);
    if (card >= 0 && !table_in_play(&d, card)) table_put_prices(&d, card, true, &price);
    if (price.n > 0) buf_printf(out, " (%s)", price.data);
    buf_free(&price);
}

static void put_preset(const struct session *s, uint32_t i, struct buf *out) {
    if (s->menu.ids[i] == answers_preset(&s->menu)) look_put(&s->look, out, PAINT_FAINT, " <Enter>");
}

/* ---- cards */
/* What a card that is an action or a goal does, in words or in short; what it costs now before it, where that is not
 * what is printed. */
static void put_deed(struct session *s, int32_t card, bool words, struct buf *out) {
    struct drawing d = session_drawing(s);
    tn_card facts;
    struct buf price;
    buf_init(&price);
    tn_game_card(s->match->game, (size_t)card, &facts);
    bool changed = table_put_prices(&d, card, false, &price);
    if (changed) buf_printf(out, "%s. ", price.data);
    struct face_wish wish = {.clause = FACE_ALL, .cost_elsewhere = changed, .not_only_others = true};
    if (words || !face_line_put(&d, (size_t)card, wish, out)) buf_puts(out, facts.text.bytes ? facts.text.bytes : "");
    buf_free(&price);
}

/* What is said of it: what it leads to without being asked, else what it does. False when that does not fit into the
 * line: half a rule is none. */
static bool put_action(struct session *s, uint32_t i, int32_t card, int used, bool words, struct buf *out) {
    struct buf note;
    buf_init(&note);
    buf_puts(out, s->menu.texts[i]);
    menu_put_copies(&s->menu, i, out);
    foreseen_put_only(s, s->menu.ids[i], &note);
    if (note.n > 0) {
        buf_puts(out, note.data);
        buf_free(&note);
        return true;
    }
    put_deed(s, card, words, &note);
    int columns = used + text_columns(s->menu.texts[i]) + 2 + text_columns(note.data);
    bool whole = !strchr(note.data, '\n') && columns <= s->look.width;
    if (note.n > 0 && whole) {
        buf_puts(out, ": ");
        look_put(&s->look, out, PAINT_FAINT, note.data);
    }
    buf_free(&note);
    return whole;
}

static bool list_as_cards(const struct session *s) {
    bool any = false;
    if (s->menu.n > WITH_TEXT) return false;
    for (uint32_t i = 0; i < s->menu.n; i++) {
        tn_card card;
        int32_t number = answer_card(s->match->game, s->menu.ids[i]);
        if (number < 0) continue;
        tn_game_card(s->match->game, (size_t)number, &card);
        any |= card.text.bytes && *card.text.bytes;
    }
    return any;
}

static bool has_copies(const struct menu *m) {
    bool any = false;
    for (uint32_t i = 0; i < m->n; i++)
        any |= m->copies[i] > 1;
    return any;
}

/* False when there is one of which nothing could be said: then actions are told in short, or stand in columns. */
static bool put_card_lines(struct session *s, bool words, struct buf *out) {
    struct drawing d = session_drawing(s);
    int32_t *cards = calloc(s->menu.n + 1, sizeof *cards);
    struct buf lines;
    bool said = cards != NULL;
    buf_init(&lines);
    for (uint32_t i = 0; cards && i < s->menu.n; i++)
        cards[i] = answer_card(s->match->game, s->menu.ids[i]);
    struct card_columns columns = cards ? table_card_columns(&d, cards, s->menu.n) : (struct card_columns){0};
    if (has_copies(&s->menu)) columns.name += COPIES_COLUMNS;
    for (uint32_t place = 0; cards && place < s->menu.n; place++) {
        uint32_t i = answers_shown(&s->menu, place);
        tn_card card = {0};
        columns.copies = s->menu.copies[i];
        if (cards[i] >= 0) tn_game_card(s->match->game, (size_t)cards[i], &card);
        put_number(s, i, &lines);
        if (card.zoned) {
            table_put_card_line(&d, cards[i], false, columns, 4, s->menu.n <= TWO_LINES ? 2 : 1, &lines);
            continue;
        }
        if (cards[i] >= 0)
            said &= put_action(s, i, cards[i], 4, words, &lines);
        else
            buf_puts(&lines, text_of(&s->menu, i));
        put_preset(s, i, &lines);
        buf_putc(&lines, '\n');
    }
    if (said) buf_puts(out, lines.data);
    free(cards);
    buf_free(&lines);
    return said;
}

/* ---- spaces: what is printed there, and what one would get */
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
        size_t n =
            tn_ahead_changes(s->match->ctx, s->match->state, s->seat, &s->menu.ids[i], 1, changes, CHANGES, NULL);
        if (!holds_change(changes, n, change)) return false;
    }
    return s->menu.n > 1;
}

static void put_changes(const struct session *s, uint32_t i, struct buf *out) {
    const tn_game *game = s->match->game;
    tn_change changes[CHANGES];
    size_t n = tn_ahead_changes(s->match->ctx, s->match->state, s->seat, &s->menu.ids[i], 1, changes, CHANGES, NULL);
    bool any = false;
    struct spanned name;
    spanned_init(&name);
    for (size_t k = 0; k < n && k < CHANGES; k++) {
        tn_var var;
        tn_game_var(game, changes[k].var, &var);
        if (var.look.hidden || is_common(s, &changes[k])) continue;
        buf_printf(out, "%s%+d ", any ? ", " : "", (int)changes[k].by);
        change_put_name(game, &changes[k], &name);
        buf_puts(out, name.bytes.data);
        spanned_clear(&name);
        any = true;
    }
    spanned_free(&name);
}

/* ---- everything else, in columns */
/* The answer in words, with what a space gives, or what it leads to without being asked. */
static void put_words(struct session *s, uint32_t i, struct buf *out) {
    tn_space space;
    struct buf note;
    unsigned number;
    bool looks = s->menu.question.kind == TN_CHOOSE && !(s->menu.question.flags & (TN_SUBSET | TN_PAYMENT));
    bool is_space = answer_is_space(s->match->game, s->menu.ids[i], &space);
    bool numbered = is_space && !table_own_name(s->match->game, &space) && answer_number(&s->menu, i, &number);
    if (!numbered) buf_puts(out, text_of(&s->menu, i));
    menu_put_copies(&s->menu, i, out);
    if (s->menu.ids[i] == TN_NO) return;
    if (!is_space) {
        if (looks && s->menu.n <= NAMED_MOST) foreseen_put_only(s, s->menu.ids[i], out);
        return;
    }
    buf_init(&note);
    put_changes(s, i, &note);
    if (note.n == 0 && space.text.bytes) buf_puts(&note, space.text.bytes);
    if (note.n > 0) buf_printf(out, "%s(%s)", numbered ? "" : " ", note.data);
    buf_free(&note);
}

/* One answer as it stands in its column, with its number and that an empty line gives it. */
static void put_cell(struct session *s, uint32_t i, bool numbers, struct buf *out) {
    if (numbers)
        buf_putc(out, ' ');
    else
        put_number(s, i, out);
    put_words(s, i, out);
    while (out->n > 0 && out->data[out->n - 1] == ' ')
        out->data[--out->n] = '\0';
    put_preset(s, i, out);
}

/* In at most so many lines; how many did not fit is said below them. */
static void put_columns(struct session *s, int lines, struct buf *out) {
    bool numbers = answers_are_numbers(&s->menu);
    int widest = 1, used = 0;
    struct arena arena;
    struct buf cell;
    const char **cells = calloc(s->menu.n + 1, sizeof *cells);
    arena_init(&arena);
    buf_init(&cell);
    for (uint32_t place = 0; cells && place < s->menu.n; place++) {
        buf_clear(&cell);
        put_cell(s, answers_shown(&s->menu, place), numbers, &cell);
        cells[place] = arena_strdup(&arena, cell.data, cell.n);
        if (text_painted_columns(cell.data) > widest) widest = text_painted_columns(cell.data);
    }
    bool ragged = widest + 2 + widest > s->look.width; /* one below the other would be a waste */
    uint32_t place = 0;
    for (; cells && place < s->menu.n && !arena.failed; place++) {
        int columns = text_painted_columns(cells[place]), wide = ragged ? columns : widest;
        if (used > 0 && used + 2 + wide > s->look.width) {
            if (--lines <= 0) break;
            buf_putc(out, '\n');
            used = 0;
        }
        if (used > 0) buf_puts(out, "  ");
        buf_puts(out, cells[place]);
        used += wide + 2;
        bool more_fit = place + 1 < s->menu.n && used + wide <= s->look.width;
        if (more_fit) text_pad(out, columns, wide);
    }
    if (s->menu.n > 0) buf_putc(out, '\n');
    if (place < s->menu.n)
        look_printf(&s->look, out, PAINT_FAINT, "    and %u more: list shows all, list WORDS those with these words\n",
                    (unsigned)(s->menu.n - place));
    free(cells);
    arena_free(&arena);
    buf_free(&cell);
}

/* Spaces without what they give, which stands on the map: "12 Hill  13  14". */
static void put_spaces(struct session *s, struct buf *out) {
    struct buf line;
    unsigned number;
    buf_init(&line);
    for (uint32_t place = 0; place < s->menu.n; place++) {
        uint32_t i = answers_shown(&s->menu, place);
        tn_space space;
        bool is_space = answer_is_space(s->match->game, s->menu.ids[i], &space);
        bool named = goes_by_name(s, i), numbered = answer_number(&s->menu, i, &number);
        buf_puts(&line, place > 0 ? ", " : "");
        if (numbered && !named) buf_printf(&line, "%u", number);
        if (!is_space || !numbered || table_own_name(s->match->game, &space))
            buf_printf(&line, "%s%s", numbered && !named ? TOGETHER : "", text_of(&s->menu, i));
        put_preset(s, i, &line);
    }
    size_t from = out->n;
    buf_puts(out, "  ");
    text_wrap(out, line.data, 2, 2, s->look.width);
    buf_putc(out, '\n');
    for (size_t i = from; i < out->n; i++)
        if (out->data[i] == *TOGETHER) out->data[i] = ' ';
    buf_free(&line);
}

static void put_list(struct session *s, struct buf *out) {
    struct buf columns;
    int screen = s->look.height > 0 ? s->look.height : INT_MAX;
    if ((int)s->menu.n <= screen / 2 && list_as_cards(s) &&
        (put_card_lines(s, true, out) || put_card_lines(s, false, out)))
        return;
    buf_init(&columns);
    put_columns(s, answers_have_spaces(&s->menu) ? INT_MAX : screen / 2, &columns);
    if (answers_have_spaces(&s->menu) && text_lines(columns.data) > screen / 6)
        put_spaces(s, out);
    else
        buf_puts(out, columns.data);
    buf_free(&columns);
}

/* ---- all of them with what they do, or those that fit some words */
static bool fits(const struct session *s, uint32_t i, const char *words) {
    int32_t card = answer_card(s->match->game, s->menu.ids[i]);
    return words_contain(s->menu.texts[i], words) || (card >= 0 && cards_mentions(s->match->game, (size_t)card, words));
}

void command_list(struct session *s, const char *rest, struct buf *out) {
    struct drawing d = session_drawing(s);
    int32_t *cards = calloc(s->menu.n + 1, sizeof *cards);
    size_t said = out->n;
    for (uint32_t i = 0; cards && i < s->menu.n; i++)
        cards[i] = answer_card(s->match->game, s->menu.ids[i]);
    struct card_columns columns = cards ? table_card_columns(&d, cards, s->menu.n) : (struct card_columns){0};
    for (uint32_t place = 0; cards && place < s->menu.n; place++) {
        uint32_t i = answers_shown(&s->menu, place);
        if (*rest && !fits(s, i, rest)) continue;
        put_number(s, i, out);
        if (cards[i] >= 0) {
            table_put_card_line(&d, cards[i], false, columns, 4, 2, out);
            continue;
        }
        put_words(s, i, out);
        put_preset(s, i, out);
        buf_putc(out, '\n');
    }
    if (out->n == said) buf_printf(out, "  no answer has the words \"%s\"\n", rest);
    free(cards);
}

/* ---- warnings, each once with the answers it is about */
static void put_warnings(const struct session *s, struct buf *out) {
    for (uint32_t i = 0; i < s->warnings.n; i++) {
        const struct warning *warning = &s->warnings.of[i];
        bool said = false;
        for (uint32_t k = 0; k < i; k++)
            said |= same_warnings(s, i, k);
        if (!warning->n || said) continue;
        struct buf line;
        buf_init(&line);
        for (uint32_t k = i; k < s->warnings.n; k++) {
            if (!same_warnings(s, i, k)) continue;
            buf_puts(&line, k == i ? "! " : ", ");
            put_called(s, k, &line);
        }
        for (size_t k = 0; k < warning->n; k++)
            buf_printf(&line, "%s%s", k == 0 ? ": " : "; ", warning->lines[k].bytes);
        look_put(&s->look, out, PAINT_WARNING, line.data);
        buf_putc(out, '\n');
        buf_free(&line);
    }
}

void answers_put(struct session *s, struct buf *out) {
    struct asking at = match_asking(s->match, s->seat);
    if (s->after_yes)
        warnings_load_behind(&s->warnings, &at, TN_YES, s->menu.ids, s->menu.n);
    else
        warnings_load(&s->warnings, &at, &s->menu);
    put_list(s, out);
    put_warnings(s, out);
    warnings_free(&s->warnings);
}
