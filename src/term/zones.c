/* zones.c: decks, hands, tableaux and other cards as lines of names; see table.h. */
#include "term/table.h"

#include <stdlib.h>
#include <string.h>

/* "name" and, in brackets, its variables that say something. */
static void put_card(const struct drawing *d, int32_t card, struct buf *out) {
    const tn_game *game = d->match->game;
    tn_card facts;
    struct buf value;
    bool any = false;
    tn_game_card(game, (size_t)card, &facts);
    buf_puts(out, facts.name);
    buf_init(&value, NULL);
    for (size_t v = 0; v < tn_game_vars(game); v++) {
        tn_var var;
        tn_game_var(game, v, &var);
        if (var.scope != TN_PER_CARD || card < var.first_owner || card >= var.first_owner + var.owners) continue;
        for (int index = 0; index < var.indices; index++) {
            buf_clear(&value);
            if (!table_put_variable(d, v, card, index, &value) || strcmp(value.data, "?") == 0) continue;
            buf_printf(out, "%s%s", any ? ", " : " (", var.indices > 1 ? tn_var_index(game, v, index) : var.name);
            if (!legend_is_flag(value.data)) buf_printf(out, " %s", value.data);
            any = true;
        }
    }
    if (any) buf_putc(out, ')');
    buf_free(&value);
}

/* Names of the cards that are seen, then how many are hidden; equal ones in a row are counted. */
static void put_cards(const struct drawing *d, const int32_t *cards, size_t n, struct buf *out) {
    size_t hidden = 0, shown = 0;
    struct buf name, next;
    buf_init(&name, NULL);
    buf_init(&next, NULL);
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

/* One zone of one owner (-1: the table's). Cards that are seen are struck off `loose`. */
static void put_zone(const struct drawing *d, size_t i, const tn_zone *zone, int owner, bool *loose, struct buf *out) {
    const struct match *m = d->match;
    size_t n = tn_zone_get(m->game, m->state, d->seat, i, owner, NULL, 0);
    int32_t *cards = n > 0 || owner < 0 ? calloc(n + 1, sizeof *cards) : NULL; /* empty hands are not worth a line */
    if (!cards) return;
    tn_zone_get(m->game, m->state, d->seat, i, owner, cards, n);
    for (size_t k = 0; k < n; k++)
        if (cards[k] >= 0) loose[cards[k]] = false;
    struct buf line;
    buf_init(&line, NULL);
    put_cards(d, cards, n, &line);
    const char *title = zone->title && *zone->title ? zone->title : zone->name;
    buf_puts(out, "  ");
    if (owner >= 0) {
        look_put(d->look, out, PAINT_SEAT + owner, tn_game_seat_name(m->game, (unsigned)owner));
        buf_putc(out, ' ');
    }
    struct buf text;
    buf_init(&text, NULL);
    buf_printf(&text, "%s (%zu)%s%s", title, n, line.n > 0 ? ": " : "", line.data);
    text_wrap(out, text.data, 4, 6, d->look->width);
    buf_putc(out, '\n');
    buf_free(&text);
    buf_free(&line);
    free(cards);
}

/* Cards that lie in no zone but have something to tell, by kind. */
static void put_loose(const struct drawing *d, const bool *loose, struct buf *out) {
    const tn_game *game = d->match->game;
    const char *kind = NULL;
    struct buf line, name;
    buf_init(&line, NULL);
    buf_init(&name, NULL);
    for (size_t i = 0; i <= tn_game_cards(game); i++) {
        tn_card card = {0};
        if (i < tn_game_cards(game)) tn_game_card(game, i, &card);
        if (line.n > 0 && (!card.kind || strcmp(card.kind, kind) != 0)) {
            buf_puts(out, "  ");
            text_wrap(out, line.data, 2, 6, d->look->width);
            buf_putc(out, '\n');
            buf_clear(&line);
        }
        if (!card.kind || !loose[i]) continue;
        buf_clear(&name);
        put_card(d, (int32_t)i, &name);
        if (strcmp(name.data, card.name) == 0) continue;
        kind = card.kind;
        if (line.n == 0)
            buf_printf(&line, "%s: %s", kind, name.data);
        else
            buf_printf(&line, ", %s", name.data);
    }
    buf_free(&line);
    buf_free(&name);
}

void table_put_zones(const struct drawing *d, struct buf *out) {
    const tn_game *game = d->match->game;
    size_t cards = tn_game_cards(game);
    bool *loose = malloc(cards + 1);
    if (!loose) return;
    memset(loose, true, cards + 1);
    for (size_t i = 0; i < tn_game_zones(game); i++) {
        tn_zone zone;
        tn_game_zone(game, i, &zone);
        if (!zone.per_player) put_zone(d, i, &zone, -1, loose, out);
        for (unsigned owner = 0; zone.per_player && owner < d->match->seats; owner++)
            put_zone(d, i, &zone, (int)owner, loose, out);
    }
    put_loose(d, loose, out);
    free(loose);
}
