/* draw_zones.c: decks, hands, tableaux and other cards; see draw.h.
 *
 * A zone nobody looks into is a number. What only its owner sees is a hand: its cards are lines with what they do. What
 * is in play stands by kinds, with what lies on the cards.
 */
#include "term/draw.h"

#include <stdlib.h>
#include <string.h>

enum { TAGS = 64 };

static const char *zone_title(const tn_zone *zone) {
    return zone->title && *zone->title ? zone->title : zone->name;
}

/* ---- one card in a list */
/* What the one number on a card counts: the resource that one clause of it names alone. NULL: nothing says so. */
static const char *counted_on(const struct drawing *d, int32_t card) {
    const tn_game *game = d->match->game;
    const char *found = NULL;
    for (size_t i = 0; i < tn_card_clause_count(game, (size_t)card); i++) {
        tn_clause clause;
        tn_member member;
        tn_card_clause(game, (size_t)card, i, &clause);
        if (clause.role != TN_ROLE_THING) continue;
        tn_game_member(game, (size_t)clause.number, &member);
        if (found) return NULL;
        found = member.many;
    }
    return found;
}

bool table_put_card_variables(const struct drawing *d, int32_t card, struct buf *out) {
    const tn_game *game = d->match->game;
    struct buf value;
    bool any = false;
    buf_init(&value);
    for (size_t v = 0; v < tn_game_var_count(game); v++) {
        tn_var var;
        tn_game_var(game, v, &var);
        if (var.scope != TN_PER_CARD || var.look.hidden || card < var.first_owner ||
            card >= var.first_owner + var.owners)
            continue;
        for (int index = 0; index < var.indices; index++) {
            buf_clear(&value);
            if (!table_put_variable(d, v, card, index, &value) || strcmp(value.data, "?") == 0) continue;
            buf_puts(out, any ? ", " : "");
            const char *counted = var.type == TN_IS_NUMBER && var.indices == 1 ? counted_on(d, card) : NULL;
            words_put_name(counted ? counted : var.indices > 1 ? tn_var_index(game, v, index) : var.title, out);
            if (!legend_is_flag(d->legend, value.data)) buf_printf(out, " %s", value.data);
            any = true;
        }
    }
    buf_free(&value);
    return any;
}

void table_put_card_state(const struct drawing *d, int card, struct buf *out) {
    struct buf variables;
    buf_init(&variables);
    if (table_put_card_variables(d, card, &variables)) buf_printf(out, " (%s)", variables.data);
    buf_free(&variables);
}

/* "name" and, in brackets, its variables that say something. */
static void put_card(const struct drawing *d, int32_t card, struct buf *out) {
    tn_card facts;
    tn_game_card(d->match->game, (size_t)card, &facts);
    buf_puts(out, facts.name);
    table_put_card_state(d, card, out);
}

/* Names of the cards that are seen, then how many are hidden; equal ones in a row are counted. */
static void put_cards(const struct drawing *d, const int32_t *cards, size_t n, struct buf *out) {
    size_t hidden = 0, shown = 0;
    struct buf name, next;
    buf_init(&name);
    buf_init(&next);
    for (size_t i = 0; i < n;) {
        if (cards[i] < 0) {
            hidden++;
            i++;
            continue;
        }
        buf_clear(&name);
        put_card(d, cards[i], &name);
        size_t copies = 1;
        for (; i + copies < n && cards[i + copies] >= 0; copies++) {
            buf_clear(&next);
            put_card(d, cards[i + copies], &next);
            if (strcmp(next.data, name.data) != 0) break;
        }
        buf_printf(out, "%s%s", shown > 0 ? ", " : "", name.data);
        if (copies > 1) buf_printf(out, " x%zu", copies);
        shown += copies;
        i += copies;
    }
    if (hidden > 0 && shown > 0) buf_printf(out, " and %zu hidden", hidden);
    buf_free(&name);
    buf_free(&next);
}

/* "3 told red, 5": the backs on which something stands, by their place in the zone. */
static void put_backs(const struct drawing *d, size_t zone, int owner, const int32_t *cards, size_t n,
                      struct buf *out) {
    tn_zone facts;
    char text[128];
    size_t hidden = 0;
    tn_game_zone(d->match->game, zone, &facts);
    for (size_t i = 0; i < n; i++) {
        if (cards[i] >= 0) continue;
        size_t at = facts.pile ? i : hidden;
        hidden++;
        for (size_t k = 0;
             tn_zone_note(d->match->game, d->match->state, d->seat, zone, owner, at, k, text, sizeof text) > 0; k++) {
            if (k == 0) buf_printf(out, "%s%zu ", out->n > 0 ? "; " : "", at + 1);
            buf_printf(out, "%s%s", k > 0 ? ", " : "", text);
        }
    }
}

/* ---- a zone */
struct content {
    const struct drawing *d;
    tn_zone zone;
    size_t number;
    int owner; /* -1: the table's */
    int32_t *cards;
    size_t n;
};

/* False when there is nothing to draw: hidden by its look, empty and not a pile, or memory is out. */
static bool open_zone(const struct drawing *d, size_t i, int owner, struct content *c) {
    const struct match *m = d->match;
    *c = (struct content){.d = d, .number = i, .owner = owner};
    tn_game_zone(m->game, i, &c->zone);
    if (c->zone.look.hidden) return false;
    c->n = tn_zone_get(m->game, m->state, d->seat, i, owner, NULL, 0);
    if (c->n == 0 && (owner >= 0 || !c->zone.pile)) return false;
    c->cards = calloc(c->n + 1, sizeof *c->cards);
    if (!c->cards) return false;
    tn_zone_get(m->game, m->state, d->seat, i, owner, c->cards, c->n);
    return true;
}

static bool all_are_answers(const struct content *c) {
    const struct menu *menu = c->d->menu;
    for (size_t i = 0; i < c->n; i++) {
        tn_card card;
        bool found = false;
        if (c->cards[i] < 0 || !menu) return false;
        tn_game_card(c->d->match->game, (size_t)c->cards[i], &card);
        for (uint32_t k = 0; k < menu->n; k++)
            found |= menu->ids[k] == card.answer;
        if (!found) return false;
    }
    return c->n > 0;
}

static bool any_has_text(const struct content *c) {
    for (size_t i = 0; i < c->n; i++) {
        tn_card card;
        if (c->cards[i] < 0) continue;
        tn_game_card(c->d->match->game, (size_t)c->cards[i], &card);
        if (card.text.bytes && *card.text.bytes) return true;
    }
    return false;
}

static bool of_several_kinds(const struct content *c) {
    tn_card first, card;
    for (size_t i = 0; i < c->n && c->cards[i] >= 0; i++) {
        tn_game_card(c->d->match->game, (size_t)c->cards[0], &first);
        tn_game_card(c->d->match->game, (size_t)c->cards[i], &card);
        if (strcmp(first.kind, card.kind) != 0) return true;
    }
    return false;
}

/* "  A hand (5)", without the end of the line; how many columns that is. */
static int put_zone_head(const struct content *c, struct buf *out) {
    const struct match *m = c->d->match;
    size_t from = out->n;
    buf_puts(out, "  ");
    if (c->owner >= 0) {
        look_put(c->d->look, out, PAINT_SEAT + c->owner, tn_game_seat_name(m->game, (unsigned)c->owner));
        buf_putc(out, ' ');
    }
    buf_printf(out, "%s (%zu)", zone_title(&c->zone), c->n);
    return text_painted_columns(out->data + from);
}

static void put_as_names(const struct content *c, struct buf *out) {
    struct buf line;
    buf_init(&line);
    int used = put_zone_head(c, out);
    put_cards(c->d, c->cards, c->n, &line);
    put_backs(c->d, c->number, c->owner, c->cards, c->n, &line);
    if (line.n > 0) {
        buf_puts(out, ": ");
        text_wrap(out, line.data, used + 2, 6, c->d->look->width);
    }
    buf_putc(out, '\n');
    buf_free(&line);
}

/* Cards that are all among the answers stand there. */
static void put_as_hand(const struct content *c, struct buf *out) {
    if (all_are_answers(c)) return;
    put_zone_head(c, out);
    table_put_hand(c->d, c->cards, c->n, out);
}

/* By kinds, in the order in which the first of each lies there: "active: a, b; automated: c". */
static void put_kinds(const struct content *c, struct buf *out) {
    int32_t *same = calloc(c->n + 1, sizeof *same);
    size_t from = out->n;
    for (size_t i = 0; same && i < c->n; i++) {
        tn_card first, card;
        size_t n = 0;
        bool told = false;
        tn_game_card(c->d->match->game, (size_t)c->cards[i], &first);
        for (size_t k = 0; k < c->n; k++) {
            tn_game_card(c->d->match->game, (size_t)c->cards[k], &card);
            if (strcmp(card.kind, first.kind) != 0) continue;
            told |= k < i;
            same[n++] = c->cards[k];
        }
        if (told) continue;
        buf_printf(out, "%s%s: ", out->n > from ? "; " : "", first.kind);
        put_cards(c->d, same, n, out);
    }
    free(same);
}

static void put_by_kinds(const struct content *c, struct buf *out) {
    struct buf text, tags;
    buf_init(&text);
    buf_init(&tags);
    int used = put_zone_head(c, out);
    if (c->owner >= 0) table_put_tags(c->d, (unsigned)c->owner, &tags);
    if (tags.n > 0 && !(c->d->brief & BRIEF_TABLEAU)) {
        text_wrap(&text, tags.data, used + 2, 6, c->d->look->width);
        buf_puts(out, "  ");
        look_put(c->d->look, out, PAINT_FAINT, text.data);
    }
    buf_free(&tags);
    buf_puts(out, !(c->d->brief & BRIEF_TABLEAU) ? "\n    " : ": ");
    buf_clear(&text);
    put_kinds(c, &text);
    text_wrap(out, text.data, !(c->d->brief & BRIEF_TABLEAU) ? 4 : used + 2, 6, c->d->look->width);
    buf_putc(out, '\n');
    buf_free(&text);
}

static void put_zone(const struct content *c, struct buf *out) {
    bool seen = c->n > 0 && c->cards[0] >= 0;
    if ((c->d->brief & BRIEF_GOALS) && c->zone.see != TN_SEE_OWNER) {
        put_zone_head(c, out);
        buf_putc(out, '\n');
        return;
    }
    if (seen && c->owner == (int)c->d->seat && c->zone.see == TN_SEE_OWNER && any_has_text(c))
        put_as_hand(c, out);
    else if (seen && c->zone.live && c->owner == (int)c->d->seat && of_several_kinds(c))
        put_by_kinds(c, out);
    else
        put_as_names(c, out);
}

/* ---- zones of the table: those that are only numbers in one line, the others below */
void table_put_common(const struct drawing *d, struct buf *out) {
    struct buf counts, lists;
    struct content c;
    buf_init(&counts);
    buf_init(&lists);
    for (size_t i = 0; i < tn_game_zone_count(d->match->game); i++) {
        tn_zone zone;
        tn_game_zone(d->match->game, i, &zone);
        if (zone.per_player || !open_zone(d, i, -1, &c)) continue;
        if (zone.see == TN_SEE_NOBODY || c.n == 0)
            buf_printf(&counts, "%s%s %zu", counts.n > 0 ? ", " : "", zone_title(&zone), c.n);
        else
            put_as_names(&c, &lists);
        free(c.cards);
    }
    if (counts.n > 0) {
        buf_puts(out, "  ");
        text_wrap(out, counts.data, 2, 4, d->look->width);
        buf_putc(out, '\n');
    }
    buf_puts(out, lists.data);
    buf_free(&counts);
    buf_free(&lists);
}

void table_put_cards_of(const struct drawing *d, unsigned seat, struct buf *out) {
    for (int pass = 0; pass < 2; pass++) /* hands first: they are what one decides about */
        for (size_t i = 0; i < tn_game_zone_count(d->match->game); i++) {
            struct content c;
            tn_zone zone;
            tn_game_zone(d->match->game, i, &zone);
            if (!zone.per_player || (zone.see == TN_SEE_OWNER) != (pass == 0)) continue;
            if (!open_zone(d, i, (int)seat, &c)) continue;
            put_zone(&c, out);
            free(c.cards);
        }
}

void table_put_shown_hands(const struct drawing *d, struct buf *out) {
    for (unsigned seat = 0; seat < d->match->seats; seat++)
        for (size_t i = 0; i < tn_game_zone_count(d->match->game); i++) {
            struct content c;
            tn_zone zone;
            tn_game_zone(d->match->game, i, &zone);
            if (seat == d->seat || !zone.per_player || zone.see != TN_SEE_OTHERS || !open_zone(d, i, (int)seat, &c))
                continue;
            if (c.n > 0) put_zone(&c, out);
            free(c.cards);
        }
}

bool table_in_play(const struct drawing *d, int card) {
    const struct match *m = d->match;
    bool found = false;
    for (size_t z = 0; z < tn_game_zone_count(m->game) && !found; z++) {
        tn_zone zone;
        tn_game_zone(m->game, z, &zone);
        for (int owner = zone.per_player ? 0 : -1; zone.live && owner < (zone.per_player ? (int)m->seats : 0);
             owner++) {
            struct content c;
            if (!open_zone(d, z, owner, &c)) continue;
            for (size_t i = 0; i < c.n; i++)
                found |= c.cards[i] == card;
            free(c.cards);
        }
    }
    return found;
}

/* ---- tags in play */
void table_put_tags(const struct drawing *d, unsigned seat, struct buf *out) {
    const tn_game *game = d->match->game;
    size_t *counts = calloc(tn_game_member_count(game) + 1, sizeof *counts);
    bool first = true;
    for (size_t i = 0; counts && i < tn_game_zone_count(game); i++) {
        struct content c;
        tn_zone zone;
        tn_game_zone(game, i, &zone);
        if (!zone.per_player || !zone.live || !open_zone(d, i, (int)seat, &c)) continue;
        for (size_t k = 0; k < c.n; k++) {
            int32_t tags[TAGS];
            size_t n = c.cards[k] < 0 ? 0 : tn_card_tags(game, (size_t)c.cards[k], tags, TAGS);
            for (size_t t = 0; t < n && t < TAGS; t++)
                counts[tags[t]]++;
        }
        free(c.cards);
    }
    for (size_t i = 0; counts && i < tn_game_member_count(game); i++) {
        tn_member member;
        tn_game_member(game, i, &member);
        if (counts[i] == 0) continue;
        buf_printf(out, "%s%s %zu", first ? "" : ", ", member.name, counts[i]);
        first = false;
    }
    free(counts);
}

void table_put_zones(const struct drawing *d, struct buf *out) {
    for (unsigned seat = 0; seat < d->match->seats; seat++)
        table_put_cards_of(d, seat, out);
    table_put_common(d, out);
    table_put_loose(d, out);
}
