/* command_why.c: the command that says what stands in the way of something; see session.h.
 *
 * A name may mean several things (a card and a project of the same name): each that is asked for now or a question
 * further on is explained. Of a card, what it costs and whether its conditions hold is said as well.
 */
#include "term/draw.h"
#include "term/session.h"

#include <stdlib.h>
#include <string.h>

enum { NAMED = 64 };

/* The card that an answer is, and its number; -1: it is none. */
static int32_t load_card(const tn_game *game, uint32_t answer, tn_card *out) {
    int card = answer_card(game, answer);
    if (card >= 0) tn_game_card(game, (size_t)card, out);
    return card;
}

/* What is missing has a dash before it. */
static void put_reasons(const struct session *s, const struct reasons *reasons, struct buf *out) {
    for (size_t i = 0; i < reasons->list.n; i++) {
        bool missing = reasons->list.data[i].kind == WHY_MISSING;
        buf_puts(out, missing ? "    - " : "    ");
        text_wrap(out, reasons->list.data[i].text.bytes, missing ? 6 : 4, 6, s->look.width);
        buf_putc(out, '\n');
    }
}

/* Conditions printed on the card: one that fails stands in the way, and is told as such where there is a way. */
static void put_conditions(struct session *s, int32_t card, bool holding, struct buf *out) {
    struct asking at = match_asking(s->match, s->seat);
    struct reasons lines;
    reasons_init(&lines);
    why_put_conditions(&at, card, holding, &lines);
    put_reasons(s, &lines, out);
    reasons_free(&lines);
}

/* ", price 5", or of a card that lies somewhere in sight ", in your shop (used)". */
static void put_state(struct session *s, int32_t card, struct buf *out) {
    struct drawing d = session_drawing(s);
    struct buf price, place;
    buf_init(&price);
    buf_init(&place);
    table_put_prices(&d, card, false, &price);
    if (price.n > 0) buf_printf(out, ", %s", price.data);
    if (table_in_play(&d, card)) cards_put_place(s, card, &place);
    if (place.n > 0) buf_printf(out, ", in %s", place.data);
    if (place.n > 0) table_put_card_state(&d, card, out);
    buf_free(&price);
    buf_free(&place);
}

/* A thing of that name. False: `ways` is wished and there is none, now or soon; else what stands in the way is told. */
static bool explain(struct session *s, uint32_t answer, bool ways, struct arena *scratch, struct buf *out) {
    struct asking at = match_asking(s->match, s->seat);
    tn_card card;
    const char *name = menu_answer_text(&at, answer, scratch).bytes;
    struct reasons lines;
    reasons_init(&lines);
    if (ways && !why_put_ways(s->match, s->seat, answer, &lines)) return reasons_free(&lines), false;
    if (!ways) why_put_obstacle(s->match, s->seat, answer, &lines);
    int32_t number = load_card(s->match->game, answer, &card);
    buf_puts(out, "  ");
    look_put(&s->look, out, PAINT_STRONG, number >= 0 ? card.name : name ? name : "");
    if (number >= 0) {
        buf_printf(out, " (%s)", card.kind);
        put_state(s, number, out);
    }
    buf_putc(out, '\n');
    bool played = number >= 0 && table_in_play(&(struct drawing){.match = s->match, .seat = s->seat}, number);
    if (number >= 0 && !played) put_conditions(s, number, true, out);
    put_reasons(s, &lines, out);
    if (number >= 0 && !played && !ways) put_conditions(s, number, false, out);
    reasons_free(&lines);
    return true;
}

/* What a bare number means: an answer by its number, else a space by its number on the map. */
static size_t find_number(const struct session *s, const char *rest, uint32_t *id) {
    char words[128];
    unsigned long n;
    uint32_t index;
    if (!is_number(rest, &n) || answers_are_numbers(&s->menu)) return 0;
    if (answer_by_number(&s->menu, n, &index) == MENU_ONE) return *id = s->menu.ids[index], 1;
    for (size_t i = 0; i < tn_game_board_count(s->match->game); i++) {
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

/* Whether the seat sees one of these cards: then others that are only called alike are not meant. */
static bool sees_one(const struct session *s, const uint32_t *ids, size_t n) {
    tn_card card;
    for (size_t i = 0; i < n; i++) {
        int32_t number = load_card(s->match->game, ids[i], &card);
        if (number >= 0 && card.zoned && cards_has(s, number)) return true;
    }
    return false;
}

/* Whether ids[i] is a copy of a card before it. */
static bool is_copy(const struct session *s, const uint32_t *ids, size_t i) {
    tn_card card, other;
    if (load_card(s->match->game, ids[i], &card) < 0) return false;
    for (size_t k = 0; k < i; k++)
        if (load_card(s->match->game, ids[k], &other) >= 0 && strcmp(card.name, other.name) == 0 &&
            strcmp(card.kind, other.kind) == 0)
            return true;
    return false;
}

/* Things of that name, copies once: those to which a way leads, or what stands in the way of all. */
static bool explain_all(struct session *s, const uint32_t *ids, size_t n, bool ways, struct arena *scratch,
                        struct buf *out) {
    bool sees = sees_one(s, ids, n), said = false;
    uint32_t kept[NAMED];
    size_t meant = 0;
    for (size_t i = 0; i < n; i++) {
        tn_card card;
        int32_t number = load_card(s->match->game, ids[i], &card);
        if (!(sees && number >= 0 && card.zoned && !cards_has(s, number))) kept[meant++] = ids[i];
    }
    for (size_t i = 0; i < meant; i++)
        if (!is_copy(s, kept, i)) said |= explain(s, kept[i], ways, scratch, out);
    return said;
}

void command_why(struct session *s, const char *rest, struct buf *out) {
    uint32_t ids[NAMED], index;
    struct arena scratch;
    if (!*rest) {
        buf_puts(out, "  why what? For instance: why followed by the name of a card, space or action\n");
        return;
    }
    arena_init(&scratch);
    size_t n = find_things(s, rest, ids);
    bool said = explain_all(s, ids, n, true, &scratch, out);
    if (!said && n > 0 && answer_by_words(&s->menu, rest, &index) == MENU_ONE) /* a word inside an answer, then */
        said = explain(s, s->menu.ids[index], true, &scratch, out);
    if (!said) said = explain_all(s, ids, n, false, &scratch, out);
    if (!said) buf_printf(out, "  nothing here is called \"%s\"\n", rest);
    arena_free(&scratch);
}
