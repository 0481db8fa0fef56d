/* draw_goals.c: cards that lie in no zone, goals and the like; see draw.h.
 *
 * They are told of when they have something to tell: variables, or values for the players. Goals of a kind stand in a
 * table with a column for each player, so that everybody sees who is near; where there is little room in a line, with
 * those who are nearer than the looker.
 */
#include "term/draw.h"

#include <stdlib.h>
#include <string.h>

enum { GOALS = 12, SEAT_LEAST = 3 };

/* ---- one below the other with commas */
/* What a truth about a goal is for one player: "20/35" while it is not reached, "ready" then. */
static void put_reached(const struct drawing *d, const tn_reading *r, struct buf *out) {
    if (r->compared)
        reading_put(d->match->game, r, out);
    else
        buf_puts(out, r->value ? "ready" : "not yet");
}

/* " (B 23, C ready)": those who are nearer, where that is known. */
static void put_rivals(const struct drawing *d, size_t value, int card, const tn_reading *own, struct buf *out) {
    const struct match *m = d->match;
    bool any = false;
    for (unsigned seat = 0; seat < m->seats; seat++) {
        tn_reading r;
        if (seat == d->seat || !tn_value_get(m->ctx, m->state, d->seat, value, card, (int)seat, &r)) continue;
        bool nearer = own->most ? r.have < own->have : r.have > own->have;
        if (r.compared ? !own->compared || !nearer : !r.value) continue;
        buf_printf(out, "%s%s ", any ? ", " : " (", tn_game_seat_name(m->game, seat));
        if (r.compared)
            buf_printf(out, "%d", (int)r.have);
        else
            buf_puts(out, "ready");
        any = true;
    }
    if (any) buf_putc(out, ')');
}

/* Values of a goal: a truth as it is for the looker, and how near the others are; a number for each player. False: it
 * has none. */
static bool put_goal(const struct drawing *d, int card, bool *truths, struct buf *out) {
    const struct match *m = d->match;
    bool any = false;
    for (size_t v = 0; v < tn_game_value_count(m->game); v++) {
        tn_value value;
        tn_reading r;
        tn_game_value(m->game, v, &value);
        bool truth = value.truth && !value.of_player && d->seat < m->seats, number = !value.truth && value.of_player;
        if (value.of_game || (!truth && !number)) continue;
        for (unsigned seat = 0; seat < m->seats; seat++) {
            if (truth && seat != d->seat) continue;
            if (!tn_value_get(m->ctx, m->state, d->seat, v, card, (int)seat, &r)) continue;
            buf_puts(out, any ? " " : "");
            any = true;
            *truths |= truth;
            if (number)
                buf_printf(out, "%s%d", tn_game_seat_name(m->game, seat), (int)r.value);
            else
                put_reached(d, &r, out);
            if (truth) put_rivals(d, v, card, &r, out);
        }
    }
    return any;
}

/* How many cards of its kind there are, each name once. */
static size_t kin_of(const tn_game *game, const char *kind) {
    size_t n = 0;
    for (size_t i = 0; i < tn_game_card_count(game); i++) {
        tn_card card;
        tn_game_card(game, i, &card);
        n += card.copy == 0 && strcmp(card.kind, kind) == 0;
    }
    return n;
}

/* ---- a table of a kind */
/* The one value that says how near players are to a goal; false: there are several, or none. */
static bool one_aim(const struct drawing *d, int card, size_t *out) {
    const struct match *m = d->match;
    size_t n = 0;
    for (size_t v = 0; v < tn_game_value_count(m->game); v++) {
        tn_value value;
        tn_reading r;
        tn_game_value(m->game, v, &value);
        bool aims = value.truth != value.of_player && !value.of_game;
        if (!aims || !tn_value_get(m->ctx, m->state, d->seat, v, card, 0, &r)) continue;
        n++;
        *out = v;
    }
    return n == 1;
}

struct goal_row {
    int32_t card;
    const char *asks; /* what it asks for, or what it measures; or NULL */
    struct buf name, need, cells[MATCH_SEATS], state;
};

static const char *what_it_asks(const tn_game *game, int32_t card, bool truth) {
    for (size_t i = 0; i < tn_card_clause_count(game, (size_t)card); i++) {
        tn_clause clause;
        tn_card_clause(game, (size_t)card, i, &clause);
        if (clause.role == (truth ? TN_ROLE_REQUIREMENT : TN_ROLE_VALUE)) return clause.text.bytes;
    }
    return NULL;
}

/* Who has it makes how near the others are idle. */
static void read_row(const struct drawing *d, int32_t card, size_t v, struct goal_row *row) {
    const struct match *m = d->match;
    tn_card facts;
    tn_value value;
    tn_game_card(m->game, (size_t)card, &facts);
    tn_game_value(m->game, v, &value);
    buf_puts(&row->name, facts.name);
    row->asks = what_it_asks(m->game, card, value.truth);
    bool owned = table_put_card_variables(d, card, &row->state);
    for (unsigned seat = 0; seat < m->seats; seat++) {
        tn_reading r;
        if ((owned && value.truth) || !tn_value_get(m->ctx, m->state, d->seat, v, card, (int)seat, &r)) continue;
        if (!value.truth)
            buf_printf(&row->cells[seat], "%d", (int)r.value);
        else if (r.compared)
            buf_printf(&row->cells[seat], "%d", (int)r.have);
        else
            buf_puts(&row->cells[seat], r.value ? "ready" : "-");
        if (r.compared && row->need.n == 0) buf_printf(&row->need, "%s%d", r.most ? "<=" : "/", (int)r.need);
    }
}

static void init_row(struct goal_row *row) {
    struct buf *all[] = {&row->name, &row->need, &row->state};
    for (size_t i = 0; i < 3; i++)
        buf_init(all[i]);
    for (unsigned seat = 0; seat < MATCH_SEATS; seat++)
        buf_init(&row->cells[seat]);
}

static void free_row(struct goal_row *row) {
    struct buf *all[] = {&row->name, &row->need, &row->state};
    for (size_t i = 0; i < 3; i++)
        buf_free(all[i]);
    for (unsigned seat = 0; seat < MATCH_SEATS; seat++)
        buf_free(&row->cells[seat]);
}

static void widen(int *width, const struct buf *text) {
    if (text_columns(text->data) > *width) *width = text_columns(text->data);
}

static void put_cell(const struct drawing *d, int paint, const char *text, int width, struct buf *out) {
    text_pad(out, text_columns(text), width);
    look_put(d->look, out, paint, text);
}

/* What a goal asks for, as far as there is room. */
static void put_asked(const struct drawing *d, const char *asks, int used, struct buf *out) {
    struct buf shown;
    int room = d->look->width - used - 2;
    if (!asks || d->goal_names || room < 8) return;
    buf_init(&shown);
    buf_put(&shown, asks, text_fitting(asks, room));
    buf_puts(out, "  ");
    if (shown.data) look_put(d->look, out, PAINT_FAINT, shown.data);
    out->failed |= shown.failed;
    buf_free(&shown);
}

static void put_rows(const struct drawing *d, const char *kind, const struct goal_row *rows, size_t n,
                     struct buf *out) {
    const struct match *m = d->match;
    int name = text_columns(kind), need = 0, cell = SEAT_LEAST;
    for (size_t i = 0; i < n; i++) {
        widen(&name, &rows[i].name);
        widen(&need, &rows[i].need);
        for (unsigned seat = 0; seat < m->seats; seat++)
            widen(&cell, &rows[i].cells[seat]);
    }
    buf_printf(out, "  %s", kind);
    text_pad(out, text_columns(kind), name + need + 2);
    for (unsigned seat = 0; seat < m->seats; seat++)
        put_cell(d, PAINT_SEAT + (int)seat, tn_game_seat_name(m->game, seat), cell + 1, out);
    buf_putc(out, '\n');
    for (size_t i = 0; i < n; i++) {
        const struct goal_row *row = &rows[i];
        size_t from = out->n;
        buf_printf(out, "   %s", row->name.data);
        text_pad(out, text_columns(row->name.data), name + 1);
        buf_puts(out, row->need.data);
        if (row->cells[0].n > 0) text_pad(out, text_columns(row->need.data), need);
        for (unsigned seat = 0; seat < m->seats && row->cells[0].n > 0; seat++)
            put_cell(d, seat == d->seat ? PAINT_STRONG : PAINT_PLAIN, row->cells[seat].data, cell + 1, out);
        if (row->state.n > 0) buf_printf(out, " (%s)", row->state.data);
        put_asked(d, row->asks, out->n > from ? text_painted_columns(out->data + from) : 0, out);
        buf_putc(out, '\n');
    }
}

/* The cards of a kind as a table, from card *i on, which is set to the last of them. False: they are no goals of that
 * sort, and nothing was put. */
static bool put_table(const struct drawing *d, size_t *i, struct buf *out) {
    const tn_game *game = d->match->game;
    struct goal_row rows[GOALS];
    tn_card first, card;
    size_t n = 0, last = *i;
    bool fits = !d->goal_lines && d->seat < d->match->seats && d->match->seats > 1;
    tn_game_card(game, *i, &first);
    fits &= kin_of(game, first.kind) <= GOALS;
    for (size_t k = *i; fits && k < tn_game_card_count(game); k++) {
        size_t value;
        tn_game_card(game, k, &card);
        if (strcmp(card.kind, first.kind) != 0) break;
        last = k;
        if (card.look.hidden || card.zoned) continue;
        fits = n < GOALS && one_aim(d, (int)k, &value);
        if (!fits) break;
        init_row(&rows[n]);
        read_row(d, (int32_t)k, value, &rows[n++]);
    }
    if (fits && n > 0) put_rows(d, first.kind, rows, n, out);
    for (size_t k = 0; k < n; k++)
        free_row(&rows[k]);
    if (fits && n > 0) *i = last;
    return fits && n > 0;
}

/* ---- lines */
/* What is told of a loose card; empty when there is nothing to tell. */
static void put_loose_card(const struct drawing *d, size_t i, struct buf *out) {
    tn_card card;
    struct buf told;
    buf_init(&told);
    tn_game_card(d->match->game, i, &card);
    bool owned = table_put_card_variables(d, (int32_t)i, &told);
    struct buf goal;
    buf_init(&goal);
    bool small = kin_of(d->match->game, card.kind) <= GOALS, truths = false;
    bool aims = small && put_goal(d, (int)i, &truths, &goal);
    bool ended = owned && truths; /* somebody has it: how near one is says nothing any more */
    if (owned || aims) buf_puts(out, card.name);
    if (aims && !ended) buf_printf(out, " %s", goal.data);
    if (owned) buf_printf(out, " (%s)", told.data);
    buf_free(&goal);
    buf_free(&told);
}

void table_put_loose(const struct drawing *d, struct buf *out) {
    const tn_game *game = d->match->game;
    const char *kind = NULL;
    struct buf line, name;
    if (d->brief & BRIEF_GOALS) return;
    buf_init(&line);
    buf_init(&name);
    for (size_t i = 0; i <= tn_game_card_count(game); i++) {
        tn_card card = {0};
        if (i < tn_game_card_count(game)) tn_game_card(game, i, &card);
        if (line.n > 0 && (!card.kind || strcmp(card.kind, kind) != 0)) {
            buf_puts(out, "  ");
            text_wrap(out, line.data, 2, 4, d->look->width);
            buf_putc(out, '\n');
            buf_clear(&line);
        }
        if (!card.kind || card.look.hidden || card.zoned) continue;
        if (line.n == 0 && put_table(d, &i, out)) continue;
        buf_clear(&name);
        put_loose_card(d, i, &name);
        if (name.n == 0) continue;
        kind = card.kind;
        buf_printf(&line, "%s%s%s", line.n == 0 ? kind : "", line.n == 0 ? ": " : ", ", name.data);
    }
    buf_free(&line);
    buf_free(&name);
}
