/* draw_hand.c: cards as lines: whether they can be chosen, what they cost now, their tags, what they do; see draw.h.
 *
 * What a card costs is no word of the language: a `value` of the game that is a number about a card and a player is
 * shown beside the card, with the number it would be without the cards in play.
 */
#include "term/draw.h"
#include "term/face_line.h"
#include "term/signs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWERS = 1024, NAME_LEAST = 12, NAME_MOST = 30, TAGS_MOST = 24, TAGS = 64 };

/* ---- what can be chosen */
static void mark_answer(const tn_game *game, uint32_t answer, bool *playable) {
    int card = answer_card(game, answer);
    if (card >= 0) playable[card] = true;
}

/* Behind an answer, or behind "yes" and it; choosing several together (to discard, to sell) is not playing. */
static void mark_behind(const struct drawing *d, uint32_t answer, uint32_t *ids, bool *playable) {
    const struct match *m = d->match;
    unsigned flags;
    uint32_t path[2] = {d->after_yes ? TN_YES : answer, answer};
    size_t n = d->after_yes ? 2 : 1;
    size_t found = tn_ahead_answers(m->ctx, m->state, d->seat, path, n, ids, ANSWERS, &flags);
    for (size_t i = 0; i < found && i < ANSWERS && !(flags & (TN_SUBSET | TN_PAYMENT)); i++)
        mark_answer(m->game, ids[i], playable);
}

void table_find_playable(const struct drawing *d, bool *playable) {
    const struct menu *menu = d->menu;
    uint32_t *ids = menu && d->seat < d->match->seats ? malloc(ANSWERS * sizeof *ids) : NULL;
    if (!ids) return;
    bool several = menu->question.flags & (TN_SUBSET | TN_PAYMENT);
    for (uint32_t i = 0; i < menu->n && !several; i++) {
        for (uint32_t k = 0; k < menu->copies[i]; k++)
            mark_answer(d->match->game, menu->copied[i][k], playable);
        if (menu->ids[i] != TN_NO) mark_behind(d, menu->ids[i], ids, playable);
    }
    free(ids);
}

/* ---- what it costs */
static struct asking asks(const struct drawing *d) {
    return match_asking(d->match, d->seat);
}

static bool read_price(const struct drawing *d, int card, size_t *v, tn_value *value, tn_reading *reading) {
    struct asking at = asks(d);
    return price_next(&at, card, v, value, reading);
}

bool table_put_prices(const struct drawing *d, int card, bool only_now, struct buf *out) {
    struct asking at = asks(d);
    tn_value value;
    tn_reading reading;
    bool changed = false;
    if (table_in_play(d, card)) return false;
    for (size_t v = 0; read_price(d, card, &v, &value, &reading); v++) {
        if (out->n > 0) buf_puts(out, ", ");
        words_put_name(value.name, out);
        buf_printf(out, " %d", (int)reading.value);
        if (reading.value == reading.plain) continue;
        changed = true;
        if (only_now) continue;
        buf_puts(out, " (");
        words_put_counted(d->match->game, "instead of {1}", (int)reading.plain, out);
        struct spanned parts;
        spanned_init(&parts);
        price_put_parts(&at, v, card, "; ", &parts);
        buf_printf(out, "%s)", parts.bytes.data);
        spanned_free(&parts);
    }
    return changed;
}

/* The price now, and in brackets the printed one where it is another; without a price what is printed. */
static void price_column(const struct drawing *d, int card, struct buf *out) {
    tn_value value;
    tn_reading reading;
    int32_t cost;
    size_t v = 0;
    if (table_in_play(d, card)) return;
    if (read_price(d, card, &v, &value, &reading)) {
        buf_printf(out, "%d", (int)reading.value);
        if (reading.value != reading.plain) buf_printf(out, " (%d)", (int)reading.plain);
    } else if (face_line_cost(d->match->game, (size_t)card, &cost)) {
        buf_printf(out, "%d", (int)cost);
    }
}

/* ---- what it does */
static void put_card_tags(const struct drawing *d, int card, struct buf *out) {
    int32_t tags[TAGS];
    size_t n = tn_card_tags(d->match->game, (size_t)card, tags, TAGS);
    sign_put_tags(d->look, d->match->game, tags, n < TAGS ? n : TAGS, out);
}

/* The clause that a question carries out next, "The action of which card?", of a card in play; -1: none is known. */
static int clause_to_come(const struct drawing *d, int card) {
    if (!d->menu || !d->menu->prompt || !table_in_play(d, card)) return -1;
    return tn_question_clause(d->match->game, &d->menu->question, (size_t)card);
}

/* The text without the sentences before what no column says: its price and its tags. */
static const char *words_of(const struct drawing *d, int card, bool priced) {
    tn_card facts;
    tn_game_card(d->match->game, (size_t)card, &facts);
    for (size_t i = 0; i < tn_card_clause_count(d->match->game, (size_t)card); i++) {
        tn_clause clause;
        tn_card_clause(d->match->game, (size_t)card, i, &clause);
        bool in_column = clause.role == TN_ROLE_TAGS || (clause.role == TN_ROLE_COST && priced);
        if (clause.length > 0 && !in_column) return facts.text.bytes + clause.at;
        bool by_hand = clause.length == 0 && facts.text.bytes && *facts.text.bytes;
        if (by_hand && clause.role != TN_ROLE_FLAVOUR) return facts.text.bytes;
    }
    return "";
}

void table_put_effect(const struct drawing *d, int card, struct buf *out) {
    int next = clause_to_come(d, card);
    struct buf price;
    buf_init(&price);
    price_column(d, card, &price);
    struct face_wish wish = {next >= 0 ? next : FACE_ALL, price.n > 0, true, false};
    bool drawn = face_line_put(d, (size_t)card, wish, out);
    if (!drawn && next >= 0) {
        tn_clause clause;
        tn_card_clause(d->match->game, (size_t)card, (size_t)next, &clause);
        buf_puts(out, clause.text.bytes ? clause.text.bytes : "");
    } else if (!drawn) {
        buf_puts(out, words_of(d, card, price.n > 0));
    }
    buf_free(&price);
}

/* ---- lines */
struct card_columns table_card_columns(const struct drawing *d, const int32_t *cards, size_t n) {
    struct card_columns c = {NAME_LEAST, 0, 0, 1};
    struct buf text;
    buf_init(&text);
    for (size_t i = 0; i < n; i++) {
        tn_card card;
        if (cards[i] < 0) continue;
        tn_game_card(d->match->game, (size_t)cards[i], &card);
        if (text_columns(card.name) > c.name) c.name = text_columns(card.name);
        buf_clear(&text);
        price_column(d, cards[i], &text);
        if (text_columns(text.data) > c.price) c.price = text_columns(text.data);
        buf_clear(&text);
        put_card_tags(d, cards[i], &text);
        if (text_columns(text.data) > c.tags) c.tags = text_columns(text.data);
    }
    if (c.name > NAME_MOST) c.name = NAME_MOST;
    if (c.tags > TAGS_MOST) c.tags = TAGS_MOST;
    buf_free(&text);
    return c;
}

static void put_cell(const char *text, int width, struct buf *out) {
    size_t kept = text_fitting(text, width);
    buf_put(out, text, kept);
    text_pad(out, text_columns(text) < width ? text_columns(text) : width, width);
    buf_putc(out, ' ');
}

/* What it does from a column on, in at most so many lines. */
static void put_text(const struct drawing *d, int card, int at, int lines, struct buf *out) {
    struct buf text, wrapped;
    buf_init(&text);
    buf_init(&wrapped);
    table_put_effect(d, card, &text);
    for (char *c = text.data; *c; c++)
        if (*c == '\n') *c = ' ';
    text_wrap(&wrapped, text.data, at, at, d->look->width - 3);
    const char *rest = wrapped.data;
    for (int line = 0; *rest && line < lines; line++) {
        size_t n = strcspn(rest, "\n");
        bool cut = line + 1 == lines && rest[n] == '\n';
        size_t kept = n;
        while (cut && kept > 0 && strchr(".,;:", rest[kept - 1])) /* no fourth dot */
            kept--;
        if (line > 0) buf_putc(out, '\n');
        look_printf(d->look, out, PAINT_FAINT, "%.*s%s", (int)kept, rest, cut ? "..." : "");
        rest += n + (rest[n] == '\n');
    }
    buf_free(&text);
    buf_free(&wrapped);
}

void table_put_card_line(const struct drawing *d, int card, bool strong, struct card_columns c, int used, int lines,
                         struct buf *out) {
    tn_card facts;
    struct buf text;
    int paint = strong ? PAINT_STRONG : PAINT_PLAIN;
    buf_init(&text);
    tn_game_card(d->match->game, (size_t)card, &facts);
    buf_puts(out, look_on(d->look, paint));
    buf_puts(&text, facts.name);
    if (c.copies > 1) buf_printf(&text, " x %u", c.copies);
    put_cell(text.data, c.name, out);
    buf_clear(&text);
    buf_puts(out, look_off(d->look, paint));
    price_column(d, card, &text);
    if (c.price > 0) put_cell(text.data, c.price, out);
    buf_clear(&text);
    put_card_tags(d, card, &text);
    if (c.tags > 0) put_cell(text.data, c.tags, out);
    used += c.name + 1 + (c.price > 0 ? c.price + 1 : 0) + (c.tags > 0 ? c.tags + 1 : 0);
    put_text(d, card, used, lines, out);
    while (out->n > 0 && out->data[out->n - 1] == ' ')
        out->data[--out->n] = '\0';
    buf_putc(out, '\n');
    buf_free(&text);
}

/* "* name price": as many to a line as fit; where there is no room at all, only what can be chosen. */
static void put_briefly(const struct drawing *d, const int32_t *cards, size_t n, const bool *playable,
                        struct buf *out) {
    struct card_columns c = table_card_columns(d, cards, n);
    int wide = 4 + c.name + 1 + c.price, used = 0;
    struct buf price;
    buf_init(&price);
    for (size_t i = 0; i < n; i++) {
        tn_card card;
        if (cards[i] < 0 || ((d->brief & BRIEF_GOALS) && !playable[cards[i]])) continue;
        if (used > 0 && used + wide > d->look->width) {
            buf_putc(out, '\n');
            used = 0;
        }
        tn_game_card(d->match->game, (size_t)cards[i], &card);
        buf_clear(&price);
        price_column(d, cards[i], &price);
        look_put(d->look, out, PAINT_ANSWER, playable[cards[i]] ? "  * " : "    ");
        put_cell(card.name, c.name, out);
        buf_puts(out, price.data);
        text_pad(out, text_columns(price.data), c.price);
        used += wide;
    }
    if (used > 0) buf_putc(out, '\n');
    buf_free(&price);
}

void table_put_hand(const struct drawing *d, const int32_t *cards, size_t n, struct buf *out) {
    bool *playable = calloc(tn_game_card_count(d->match->game) + 1, sizeof *playable);
    if (!playable) return;
    table_find_playable(d, playable);
    bool any = false;
    for (size_t i = 0; i < n; i++)
        any |= cards[i] >= 0 && playable[cards[i]];
    look_put(d->look, out, PAINT_FAINT, any ? "  * can be chosen now\n" : "\n");
    struct card_columns c = table_card_columns(d, cards, n);
    if (d->brief & BRIEF_HAND) {
        put_briefly(d, cards, n, playable, out);
        n = 0;
    }
    for (size_t i = 0; i < n; i++) {
        if (cards[i] < 0) continue;
        look_put(d->look, out, PAINT_ANSWER, playable[cards[i]] ? "  * " : "    ");
        table_put_card_line(d, cards[i], playable[cards[i]], c, 4, 1, out);
    }
    free(playable);
}
