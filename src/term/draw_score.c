/* draw_score.c: which cards a line of the score comes from; see draw.h.
 *
 * The rules add up lines as they like. A line is split when some value of cards, added up over the cards that lie open
 * before each player, gives just what the line says of everybody: then it is told what each of them brought.
 */
#include "term/draw.h"

#include <stdlib.h>

/* Calls for each card that lies open before a player; false: there is no memory. */
typedef void card_visit(void *user, int32_t card);

static bool each_open_card(const struct drawing *d, unsigned seat, card_visit *visit, void *user) {
    const struct match *m = d->match;
    for (size_t z = 0; z < tn_game_zone_count(m->game); z++) {
        tn_zone zone;
        tn_game_zone(m->game, z, &zone);
        if (!zone.per_player || zone.see != TN_SEE_EVERYONE) continue;
        size_t n = tn_zone_get(m->game, m->state, d->seat, z, (int)seat, NULL, 0);
        int32_t *cards = calloc(n + 1, sizeof *cards);
        if (!cards) return false;
        tn_zone_get(m->game, m->state, d->seat, z, (int)seat, cards, n);
        for (size_t i = 0; i < n; i++)
            if (cards[i] >= 0) visit(user, cards[i]);
        free(cards);
    }
    return true;
}

struct share {
    const struct drawing *d;
    size_t value;
    unsigned seat;
    int32_t sum;
    struct buf *out; /* NULL: only added up */
};

static void add_card(void *user, int32_t card) {
    struct share *s = user;
    tn_reading r;
    tn_card facts;
    if (!tn_value_get(s->d->match->ctx, s->d->match->state, s->d->seat, s->value, card, (int)s->seat, &r) || !r.value)
        return;
    tn_game_card(s->d->match->game, (size_t)card, &facts);
    if (s->out) buf_printf(s->out, "%s%s %d", s->out->n > 0 ? ", " : "", facts.name, (int)r.value);
    s->sum += r.value;
}

/* Whether the value of the open cards is what the line says, for everybody, and of somebody something. */
static bool makes_up(const struct drawing *d, size_t line, size_t value) {
    const struct match *m = d->match;
    bool some = false;
    for (unsigned seat = 0; seat < m->seats; seat++) {
        struct share share = {.d = d, .value = value, .seat = seat};
        if (!each_open_card(d, seat, add_card, &share)) return false;
        if (share.sum != tn_state_score_line(m->ctx, m->state, seat, line)) return false;
        some |= share.sum != 0;
    }
    return some;
}

static void put_shares(const struct drawing *d, size_t line, size_t value, struct buf *out) {
    const struct match *m = d->match;
    for (unsigned seat = 0; seat < m->seats; seat++) {
        struct buf cards, text;
        buf_init(&cards);
        buf_init(&text);
        struct share share = {.d = d, .value = value, .seat = seat, .out = &cards};
        (void)each_open_card(d, seat, add_card, &share);
        if (cards.n > 0) {
            buf_printf(&text, "%s of %s: %s", tn_game_score_line(m->game, line), tn_game_seat_name(m->game, seat),
                       cards.data);
            look_paragraph(d->look, out, PAINT_PLAIN, text.data, 2);
        }
        buf_free(&cards);
        buf_free(&text);
    }
}

void table_put_shares(const struct drawing *d, struct buf *out) {
    const tn_game *game = d->match->game;
    for (size_t line = 0; line < tn_game_score_line_count(game); line++)
        for (size_t v = 0; v < tn_game_value_count(game); v++) {
            tn_value value;
            tn_game_value(game, v, &value);
            if (value.truth || value.of_game || value.of_player || !makes_up(d, line, v)) continue;
            put_shares(d, line, v, out);
            break;
        }
}
