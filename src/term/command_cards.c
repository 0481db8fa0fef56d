/* command_cards.c: the commands that show cards, in signs and in words; see session.h.
 *
 * Nothing is told of where a card lies that the seat may not see: what it holds and what lies open has a place, every
 * other card is just one of the game.
 */
#include "show/location.h"
#include "term/draw.h"
#include "term/face_line.h"
#include "term/session.h"

#include <stdlib.h>
#include <string.h>

enum { CARDS_SHOWN = 40, TAGS = 64 };

/* ---- what fits */
static bool has_tag(const tn_game *game, size_t card, const char *word) {
    int32_t tags[TAGS];
    size_t n = tn_card_tags(game, card, tags, TAGS);
    for (size_t i = 0; i < n && i < TAGS; i++) {
        tn_member member;
        tn_game_member(game, (size_t)tags[i], &member);
        if (words_compare(member.name, word) == WORDS_EQUAL) return true;
    }
    return false;
}

static bool mentions(const tn_game *game, size_t i, const char *word) {
    tn_card card;
    tn_game_card(game, i, &card);
    return has_tag(game, i, word) || words_contain(card.name, word) || words_contain(card.kind, word) ||
           (card.text.bytes && words_contain(card.text.bytes, word));
}

bool cards_mentions(const tn_game *game, size_t i, const char *words) {
    char word[64];
    while (*words) {
        size_t n = strcspn(words, " ");
        size_t kept = n < sizeof word ? n : sizeof word - 1;
        memcpy(word, words, kept);
        word[kept] = '\0';
        if (kept > 0 && !mentions(game, i, word)) return false;
        words += n + strspn(words + n, " ");
    }
    return true;
}

static bool is_called(const tn_game *game, size_t i, const char *word) {
    tn_card card;
    tn_game_card(game, i, &card);
    return words_compare(card.name, word) == WORDS_EQUAL;
}

static bool begins_with(const tn_game *game, size_t i, const char *word) {
    tn_card card;
    tn_game_card(game, i, &card);
    return words_compare(card.name, word) != WORDS_DIFFER;
}

/* ---- where it lies */

static bool find_place(const struct session *s, int32_t card, struct spot *out) {
    struct asking at = match_asking(s->match, s->seat);
    tn_zone zone;
    if (!spot_find(&at, card, out)) return false;
    tn_game_zone(at.game, out->zone, &zone);
    return zone.see != TN_SEE_NOBODY; /* what somebody remembers of it lies on no table */
}

void cards_put_place(const struct session *s, int32_t card, struct buf *out) {
    struct asking at = match_asking(s->match, s->seat);
    struct spot place;
    struct spanned name;
    spanned_init(&name);
    if (find_place(s, card, &place)) spot_put(&at, &place, &name);
    buf_puts(out, name.bytes.data);
    spanned_free(&name);
}

bool cards_has(const struct session *s, int32_t card) {
    struct spot place;
    return find_place(s, card, &place);
}

static void put_card(struct session *s, size_t i, const char *place, struct buf *out) {
    struct drawing d = session_drawing(s);
    tn_card card;
    struct buf line;
    tn_game_card(s->match->game, i, &card);
    buf_init(&line);
    bool changed = table_put_prices(&d, (int)i, false, &line);
    buf_puts(out, "  ");
    look_put(&s->look, out, PAINT_STRONG, card.name);
    buf_printf(out, " (%s)", card.kind);
    if (*place) buf_printf(out, ", in %s", place);
    if (changed) buf_printf(out, ", %s", line.data); /* else it is what is printed */
    buf_putc(out, '\n');
    buf_clear(&line);
    struct face_wish all = {.clause = FACE_ALL};
    if (face_line_put(&d, i, all, &line)) look_paragraph(&s->look, out, PAINT_STRONG, line.data, 4);
    look_paragraph(&s->look, out, PAINT_PLAIN, card.text.bytes, 4);
    look_paragraph(&s->look, out, PAINT_FAINT, card.flavour, 4);
    buf_free(&line);
}

/* Cards for which test holds, each name once, those the seat has before all others; how many. `most` are shown. */
static size_t put_cards(struct session *s, bool (*test)(const tn_game *, size_t, const char *), const char *word,
                        size_t most, struct buf *out) {
    size_t n = 0;
    struct buf place;
    buf_init(&place);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < tn_game_card_count(s->match->game); i++) {
            tn_card card;
            struct spot found;
            tn_game_card(s->match->game, i, &card);
            if (!test(s->match->game, i, word)) continue;
            buf_clear(&place);
            bool own = find_place(s, (int32_t)i, &found) && found.owner == (int)s->seat;
            cards_put_place(s, (int32_t)i, &place);
            if (own != (pass == 0) || (!own && card.copy > 0)) continue;
            if (n++ < most) put_card(s, i, place.data, out);
        }
    if (n > most) buf_printf(out, "  and %zu more; another word makes it fewer, cards %s shows all\n", n - most, word);
    buf_free(&place);
    return n;
}

/* ---- commands */
void command_card(struct session *s, const char *rest, struct buf *out) {
    if (!*rest)
        buf_puts(out, "  card what? Type card and a name; find searches\n");
    else if (put_cards(s, is_called, rest, SIZE_MAX, out) == 0 &&
             put_cards(s, begins_with, rest, CARDS_SHOWN, out) == 0)
        buf_printf(out, "  there is no card \"%s\"; \"find %s\" searches tags and texts\n", rest, rest);
}

void command_find(struct session *s, const char *rest, struct buf *out) {
    if (tn_game_card_count(s->match->game) == 0)
        buf_puts(out, "  this game has no cards\n");
    else if (!*rest)
        buf_puts(out, "  find what? Type find and a tag or words of a card, for instance: find draw\n");
    else if (put_cards(s, cards_mentions, rest, CARDS_SHOWN, out) == 0)
        buf_printf(out, "  no card has the tag or the words \"%s\"\n", rest);
}

void command_cards(struct session *s, const char *rest, struct buf *out) {
    if (put_cards(s, cards_mentions, rest, SIZE_MAX, out) == 0)
        buf_printf(out, *rest ? "  no card has the tag or the words \"%s\"\n" : "  this game has no cards%s\n", rest);
}
