/* table.c: head, tracks, the players' boards and the score; see table.h. */
#include "term/table.h"

#include "base/utf8.h"

#include <string.h>

enum { BAR = 30, LABEL = 22 };

int table_seat_paint(const tn_game *game, const char *name) {
    for (unsigned seat = 0; seat < tn_game_seats(game); seat++)
        if (strcmp(tn_game_seat_name(game, seat), name) == 0) return PAINT_SEAT + (int)seat;
    return PAINT_PLAIN;
}

bool table_put_variable(const struct drawing *d, size_t var, int owner, int index, struct buf *out) {
    const tn_game *game = d->match->game;
    int32_t value;
    char text[128];
    if (!tn_var_get(game, d->match->state, d->seat, var, owner, index, &value)) {
        buf_putc(out, '?');
        return true;
    }
    tn_var_text(game, d->match->state, d->seat, var, owner, index, text, sizeof text);
    buf_puts(out, text);
    bool none = value == -1 && strcmp(text, "-1") != 0;
    bool zero = value == 0 && (strcmp(text, "0") == 0 || strcmp(text, "no") == 0 || strcmp(text, "false") == 0);
    return !none && !zero;
}

void table_put_seat(const struct drawing *d, unsigned seat, struct buf *out) {
    const struct match *m = d->match;
    buf_puts(out, tn_game_seat_name(m->game, seat));
    if (seat >= m->seats) return;
    if (m->bots[seat])
        buf_printf(out, " (%s)", m->bots[seat]->name);
    else if (match_persons(m) == 1)
        buf_puts(out, " (you)");
}

void table_put_head(const struct drawing *d, struct buf *out) {
    const struct match *m = d->match;
    struct buf title;
    buf_init(&title, NULL);
    buf_puts(&title, tn_game_title(m->game));
    for (size_t i = 0; i < tn_game_periods(m->game); i++) {
        bool is_round = false;
        const char *name = tn_game_period(m->game, i, &is_round);
        if (is_round) buf_printf(&title, ", %s %u", name, tn_state_period(m->game, m->state, i));
    }
    const char *phase = tn_state_phase(m->game, m->state);
    if (phase && *phase) buf_printf(&title, ", %s", phase);
    look_rule(d->look, out, title.data);
    buf_free(&title);
}

/* ---- tracks and what belongs to nobody */
static void put_track(const struct drawing *d, size_t i, const tn_track *track, int label, struct buf *out) {
    int laps = 0;
    int at = tn_track_position(d->match->game, d->match->state, i, -1, &laps);
    int step = track->step != 0 ? track->step : 1;
    int steps = (track->high - track->low) / step, cells = steps < BAR ? steps : BAR;
    int full = steps > 0 ? (int)((long)(at - track->low) / step * cells / steps) : 0;
    const char *title = track->title && *track->title ? track->title : track->name;
    buf_printf(out, "  %s", title);
    text_pad(out, text_columns(title), label);
    buf_printf(out, " %4d ", track->low);
    if (cells > 0) {
        buf_puts(out, look_on(d->look, PAINT_STRONG));
        for (int c = 0; c < cells; c++) {
            if (c == full) buf_puts(out, look_off(d->look, PAINT_STRONG));
            if (d->look->unicode)
                buf_puts(out, c < full ? "\u2588" : "\u2591");
            else
                buf_putc(out, c < full ? '#' : '.');
        }
        if (full >= cells) buf_puts(out, look_off(d->look, PAINT_STRONG));
    }
    buf_printf(out, " %d  at ", track->high);
    look_printf(d->look, out, PAINT_STRONG, "%d", at);
    if (track->loop) buf_printf(out, ", lap %d", laps);
    buf_putc(out, '\n');
}

/* "name value", "name: index value, index value"; nothing when nothing is told. */
static void put_global(const struct drawing *d, size_t v, const tn_var *var, struct buf *out) {
    const tn_game *game = d->match->game;
    struct buf value;
    bool any = false;
    buf_init(&value, NULL);
    for (int index = 0; index < var->indices; index++) {
        buf_clear(&value);
        bool tells = table_put_variable(d, v, 0, index, &value);
        if (var->indices > 1 && !tells) continue;
        if (var->indices > 1)
            buf_printf(out, "%s%s %s", any ? ", " : "", tn_var_index(game, v, index), value.data);
        else
            buf_puts(out, value.data);
        any = true;
    }
    if (!any) buf_puts(out, "none");
    buf_free(&value);
}

void table_put_tracks(const struct drawing *d, struct buf *out) {
    const tn_game *game = d->match->game;
    int label = 0;
    tn_track track;
    for (size_t i = 0; i < tn_game_tracks(game); i++) {
        tn_game_track(game, i, &track);
        const char *title = track.title && *track.title ? track.title : track.name;
        if (!track.per_player && text_columns(title) > label) label = text_columns(title);
    }
    for (size_t i = 0; i < tn_game_tracks(game); i++) {
        tn_game_track(game, i, &track);
        if (!track.per_player) put_track(d, i, &track, label, out);
    }
    struct buf line;
    buf_init(&line, NULL);
    for (size_t v = 0; v < tn_game_vars(game); v++) {
        tn_var var;
        tn_game_var(game, v, &var);
        if (var.scope != TN_GLOBAL) continue;
        buf_printf(&line, "%s%s: ", line.n > 0 ? ";  " : "", var.name);
        put_global(d, v, &var, &line);
    }
    if (line.n > 0) {
        buf_puts(out, "  ");
        text_wrap(out, line.data, 2, 2, d->look->width);
        buf_putc(out, '\n');
    }
    buf_free(&line);
}

/* ---- players: a column each, a row for each variable */
struct columns {
    const struct drawing *d;
    unsigned n; /* seats, and the neutral player where some variable has one */
    int width, label;
};

/* One value at the right of its column, cut when it is too long. */
static void put_right(const struct columns *c, int paint, const char *text, struct buf *out) {
    size_t kept = text_fitting(text, c->width - 1);
    text_pad(out, (int)utf8_columns(text, kept), c->width);
    look_printf(c->d->look, out, paint, "%.*s", (int)kept, text);
}

static void put_columns_head(const struct columns *c, const char *title, struct buf *out) {
    buf_printf(out, "  %s", title);
    text_pad(out, text_columns(title), c->label);
    for (unsigned seat = 0; seat < c->n; seat++) {
        struct buf name;
        buf_init(&name, NULL);
        table_put_seat(c->d, seat, &name);
        put_right(c, PAINT_SEAT + (int)seat, name.data, out);
        buf_free(&name);
    }
    buf_putc(out, '\n');
}

static void put_columns_label(const struct columns *c, const char *name, const char *index, struct buf *out) {
    struct buf label, cut;
    buf_init(&label, NULL);
    buf_init(&cut, NULL);
    buf_printf(&label, "%s%s%s", name, index ? " " : "", index ? index : "");
    text_short(&cut, label.data, c->label);
    buf_printf(out, "  %s", cut.data);
    text_pad(out, text_columns(cut.data), c->label);
    buf_free(&label);
    buf_free(&cut);
}

/* A row; left out when it tells nothing of anybody, unless it is a plain variable. */
static void put_row(const struct columns *c, size_t v, const tn_var *var, int index, struct buf *out) {
    const char *key = var->indices > 1 ? tn_var_index(c->d->match->game, v, index) : NULL;
    struct buf row, value;
    bool tells = false;
    buf_init(&row, NULL);
    buf_init(&value, NULL);
    for (unsigned owner = 0; owner < c->n; owner++) {
        buf_clear(&value);
        if ((int)owner < var->owners) tells |= table_put_variable(c->d, v, (int)owner, index, &value);
        put_right(c, PAINT_PLAIN, value.data, &row);
    }
    if (tells || !key) {
        put_columns_label(c, var->name, key, out);
        buf_printf(out, "%s\n", row.data);
    }
    buf_free(&row);
    buf_free(&value);
}

static void put_track_row(const struct columns *c, size_t i, const tn_track *track, struct buf *out) {
    put_columns_label(c, track->title && *track->title ? track->title : track->name, NULL, out);
    for (unsigned owner = 0; owner < c->d->match->seats; owner++) {
        struct buf value;
        int laps = 0;
        buf_init(&value, NULL);
        buf_printf(&value, "%d", tn_track_position(c->d->match->game, c->d->match->state, i, (int)owner, &laps));
        if (track->loop) buf_printf(&value, " lap %d", laps);
        put_right(c, PAINT_PLAIN, value.data, out);
        buf_free(&value);
    }
    buf_putc(out, '\n');
}

/* Whether the neutral player owns something worth a column: an entry of a list such as a stock. */
static bool neutral_owns(const struct drawing *d) {
    const tn_game *game = d->match->game;
    int neutral = (int)d->match->seats;
    bool owns = false;
    struct buf value;
    buf_init(&value, NULL);
    for (size_t v = 0; v < tn_game_vars(game); v++) {
        tn_var var;
        tn_game_var(game, v, &var);
        bool list = var.scope == TN_PER_PLAYER && var.owners > neutral && var.indices > 1;
        for (int index = 0; list && index < var.indices; index++)
            owns |= table_put_variable(d, v, neutral, index, &value);
    }
    buf_free(&value);
    return owns;
}

static struct columns columns_of(const struct drawing *d, bool neutral) {
    struct columns c = {d, d->match->seats, 0, LABEL};
    if (neutral) c.n++;
    c.width = (d->look->width - c.label - 2) / (int)(c.n > 0 ? c.n : 1);
    if (c.width > 14) c.width = 14;
    return c;
}

void table_put_players(const struct drawing *d, struct buf *out) {
    const tn_game *game = d->match->game;
    struct columns c = columns_of(d, neutral_owns(d));
    put_columns_head(&c, "", out);
    for (size_t i = 0; i < tn_game_tracks(game); i++) {
        tn_track track;
        tn_game_track(game, i, &track);
        if (track.per_player) put_track_row(&c, i, &track, out);
    }
    for (size_t v = 0; v < tn_game_vars(game); v++) {
        tn_var var;
        tn_game_var(game, v, &var);
        for (int index = 0; var.scope == TN_PER_PLAYER && index < var.indices; index++)
            put_row(&c, v, &var, index, out);
    }
}

/* ---- score */
void table_put_score(const struct drawing *d, bool final, struct buf *out) {
    const struct match *m = d->match;
    struct columns c = columns_of(d, false);
    put_columns_head(&c, final ? "final score" : "score now", out);
    size_t lines = tn_game_score_lines(m->game);
    for (size_t line = 0; line < lines; line++) {
        put_columns_label(&c, tn_game_score_line(m->game, line), NULL, out);
        for (unsigned seat = 0; seat < m->seats; seat++)
            buf_printf(out, "%*d", c.width, (int)tn_state_score_line(m->ctx, m->state, seat, line));
        buf_putc(out, '\n');
    }
    if (lines != 1) {
        put_columns_label(&c, "total", NULL, out);
        for (unsigned seat = 0; seat < m->seats; seat++)
            look_printf(d->look, out, PAINT_STRONG, "%*d", c.width, (int)tn_state_score(m->ctx, m->state, seat));
        buf_putc(out, '\n');
    }
    if (!final) return;
    put_columns_label(&c, "rank", NULL, out);
    for (unsigned seat = 0; seat < m->seats; seat++)
        buf_printf(out, "%*u", c.width, tn_state_rank(m->ctx, m->state, seat));
    buf_putc(out, '\n');
}

void table_put(const struct drawing *d, struct buf *out) {
    table_put_head(d, out);
    table_put_boards(d, out);
    table_put_tracks(d, out);
    table_put_players(d, out);
    table_put_zones(d, out);
}
