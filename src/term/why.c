/* why.c: the command that says what stands in the way of something; see session.h.
 *
 * A name may mean several things (a card and a project of the same name): each that is asked for now or a question
 * further on is explained. Of a card, what it costs and whether its conditions hold is said as well.
 */
#include "term/session.h"
#include "term/table.h"

#include <stdlib.h>
#include <string.h>

enum { NAMED = 64 };

static int32_t card_of(const tn_game *game, uint32_t answer, tn_card *out) {
    for (size_t i = 0; i < tn_game_cards(game); i++) {
        tn_game_card(game, i, out);
        if (out->answer == answer) return (int32_t)i;
    }
    return -1;
}

static void put_line(const struct session *s, const char *text, struct buf *out) {
    buf_puts(out, "    ");
    text_wrap(out, text, 4, 6, s->look.width);
    buf_putc(out, '\n');
}

/* Each line of the text, cut out of it. */
static void put_lines(const struct session *s, char *text, struct buf *out) {
    while (*text) {
        size_t n = strcspn(text, "\n");
        char *end = text + n + (text[n] == '\n');
        text[n] = '\0';
        put_line(s, text, out);
        text = end;
    }
}

/* Conditions printed on the card that hold; one that does not is in the way, and told as such. */
static void put_conditions(struct session *s, int32_t card, struct buf *out) {
    struct asking at = match_asking(s->match, s->seat);
    struct buf lines;
    buf_init(&lines, NULL);
    why_put_conditions(&at, card, true, &lines);
    if (lines.n > 0) put_lines(s, lines.data, out);
    buf_free(&lines);
}

/* The end of a way that begins at `way`: its line and those that say what is missing. */
static const char *end_of_way(const char *way) {
    do
        way += strcspn(way, "\n") + (way[strcspn(way, "\n")] == '\n');
    while (strncmp(way, "- ", 2) == 0);
    return way;
}

/* Whether all that is said of a way is that the thing is none of those it is about. */
static bool is_beside_the_point(const tn_game *game, const char *way, const char *end) {
    const char *none = tn_game_phrase(game, "not: {1}"), *reason = way + strcspn(way, "\n") + 1;
    size_t n = strcspn(none, "{");
    bool said = n > 0 && reason < end && strncmp(reason, "- ", 2) == 0 && strncmp(reason + 2, none, n) == 0;
    return said && reason + strcspn(reason, "\n") + 1 >= end;
}

/* The ways but those that are about other things, unless there are no others. */
static void put_ways(const struct session *s, const char *ways, struct buf *out) {
    const tn_game *game = s->match->game;
    bool some = false;
    for (const char *way = ways, *end; *way; way = end)
        end = end_of_way(way), some |= !is_beside_the_point(game, way, end);
    for (const char *way = ways, *end; *way; way = end) {
        end = end_of_way(way);
        for (const char *line = way; line < end && !(some && is_beside_the_point(game, way, end));) {
            struct buf text;
            size_t n = strcspn(line, "\n");
            buf_init(&text, NULL);
            buf_put(&text, line, n);
            put_line(s, text.data, out);
            buf_free(&text);
            line += n + (line[n] == '\n');
        }
    }
}

/* ", price 5", or of a card that lies somewhere in sight ", in your shop (used)". */
static void put_state(struct session *s, int32_t card, struct buf *out) {
    struct drawing d = session_drawing(s);
    struct buf price, place;
    buf_init(&price, NULL);
    buf_init(&place, NULL);
    table_put_prices(&d, card, true, &price);
    if (price.n > 0) buf_printf(out, ", %s", price.data);
    if (table_in_play(&d, card)) search_put_place(s, card, &place);
    if (place.n > 0) buf_printf(out, ", in %s", place.data);
    if (place.n > 0) table_put_card_state(&d, card, out);
    buf_free(&price);
    buf_free(&place);
}

/* A thing of that name; false when it is neither asked for now nor soon. */
static bool explain(struct session *s, uint32_t answer, struct arena *scratch, struct buf *out) {
    struct asking at = match_asking(s->match, s->seat);
    tn_card card;
    const char *name = menu_answer_text(&at, answer, scratch);
    struct buf ways;
    buf_init(&ways, NULL);
    if (!why_put_ways(s->match, s->seat, answer, &ways)) return buf_free(&ways), false;
    int32_t number = card_of(s->match->game, answer, &card);
    buf_puts(out, "  ");
    look_put(&s->look, out, PAINT_STRONG, number >= 0 ? card.name : name ? name : "");
    if (number >= 0) {
        buf_printf(out, " (%s)", card.kind);
        put_state(s, number, out);
    }
    buf_putc(out, '\n');
    if (number >= 0 && !table_in_play(&(struct drawing){.match = s->match, .seat = s->seat}, number))
        put_conditions(s, number, out);
    if (ways.n > 0) put_ways(s, ways.data, out);
    buf_free(&ways);
    return true;
}

/* Where nothing further on asks for it: the reason the question itself has. */
static bool reason_here(struct session *s, uint32_t answer, const char *rest, struct arena *scratch, struct buf *out) {
    struct asking at = match_asking(s->match, s->seat);
    const char *why = menu_why_not(&at, answer, scratch), *name = menu_answer_text(&at, answer, scratch);
    if (!why || !*why) return false;
    buf_printf(out, "  %s: ", name && *name ? name : rest);
    text_wrap(out, why, 4, 4, s->look.width);
    buf_putc(out, '\n');
    return true;
}

/* What a bare number means: an answer by its number, else a space by its number on the map. */
static size_t find_number(const struct session *s, const char *rest, uint32_t *id) {
    char words[128];
    unsigned long n;
    uint32_t index;
    if (!is_number(rest, &n) || answers_are_numbers(&s->menu)) return 0;
    if (answer_by_number(&s->menu, n, &index) == MENU_ONE) return *id = s->menu.ids[index], 1;
    for (size_t i = 0; i < tn_game_boards(s->match->game); i++) {
        tn_board board;
        tn_space space;
        tn_game_board(s->match->game, i, &board);
        if (!board.in_use) continue;
        snprintf(words, sizeof words, "%s %lu", board.name, n);
        int found = tn_game_find_space(s->match->game, words);
        if (found < 0) continue;
        tn_game_space(s->match->game, (size_t)found, &space);
        *id = space.answer;
        return 1;
    }
    return 0;
}

/* Things of that name: an answer as it would be given, else anything in the game. */
static size_t find_things(const struct session *s, const char *rest, uint32_t *ids) {
    struct asking at = match_asking(s->match, s->seat);
    uint32_t index;
    size_t n = find_number(s, rest, ids);
    if (n == 0 && menu_find_exact(&s->menu, rest, &index) != MENU_ONE) n = menu_named(&at, rest, ids, NAMED);
    if (n == 0 && answer_by_words(&s->menu, rest, &index) == MENU_ONE) ids[n++] = s->menu.ids[index];
    return n;
}

/* Whether the seat has one of these cards: then others that are only called alike are not meant. */
static bool has_one(const struct session *s, const uint32_t *ids, size_t n) {
    tn_card card;
    for (size_t i = 0; i < n; i++) {
        int32_t number = card_of(s->match->game, ids[i], &card);
        if (number >= 0 && card.zoned && search_has(s, number)) return true;
    }
    return false;
}

void command_why(struct session *s, const char *rest, struct buf *out) {
    struct asking at = match_asking(s->match, s->seat);
    uint32_t ids[NAMED];
    struct arena scratch;
    bool said = false;
    if (!*rest) {
        buf_puts(out, "  why what? For instance: why followed by the name of a card, space or action\n");
        return;
    }
    arena_init(&scratch, NULL);
    size_t n = find_things(s, rest, ids);
    bool own = has_one(s, ids, n);
    for (size_t i = 0; i < n; i++) {
        tn_card card;
        int32_t number = card_of(s->match->game, ids[i], &card);
        if (own && number >= 0 && card.zoned && !search_has(s, number)) continue;
        const char *name = menu_answer_text(&at, ids[i], &scratch), *before = NULL;
        for (size_t k = 0; k < i && said && !before; k++) { /* copies are explained once */
            const char *other = menu_answer_text(&at, ids[k], &scratch);
            tn_card a, b;
            bool cards = card_of(s->match->game, ids[i], &a) >= 0 && card_of(s->match->game, ids[k], &b) >= 0;
            if (cards && name && other && strcmp(name, other) == 0 && strcmp(a.kind, b.kind) == 0) before = other;
        }
        if (!before && explain(s, ids[i], &scratch, out)) said = true;
    }
    for (size_t i = 0; i < n && !said; i++) {
        tn_card card;
        int32_t number = card_of(s->match->game, ids[i], &card);
        if (number < 0 || !card.zoned) continue;
        struct buf place;
        buf_init(&place, NULL);
        search_put_place(s, number, &place);
        if (place.n == 0)
            buf_printf(out, "  you do not have %s; \"card %s\" shows what it does\n", card.name, card.name);
        else
            buf_printf(out, "  %s is in %s, nothing asks for it now\n", card.name, place.data);
        buf_free(&place);
        said = true;
    }
    uint32_t index;
    if (!said && n > 0 && answer_by_words(&s->menu, rest, &index) == MENU_ONE) /* a word inside an answer, then */
        said = explain(s, s->menu.ids[index], &scratch, out);
    for (size_t i = 0; i < n && !said; i++)
        said = reason_here(s, ids[i], rest, &scratch, out);
    if (!said && n == 0) buf_printf(out, "  nothing here is called \"%s\"\n", rest);
    if (!said && n > 0) buf_printf(out, "  \"%s\" is possible now\n", rest);
    arena_free(&scratch);
}
