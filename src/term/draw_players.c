/* draw_players.c: what players have: a column for each, or a board of one's own and a line for each of the others; the
 * score; see draw.h.
 *
 * Variables that are indexed by the same names belong together: they stand side by side, a row for each name.
 */
#include "term/draw.h"
#include "term/signs.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

enum { LABEL = 22, MANY_SEATS = 5, TOGETHER = 6, CELL = 12 };

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
        buf_init(&name);
        table_put_seat(c->d, seat, &name);
        put_right(c, PAINT_SEAT + (int)seat, name.data, out);
        buf_free(&name);
    }
    buf_putc(out, '\n');
}

static void put_columns_label(const struct columns *c, const char *name, const char *index, struct buf *out) {
    struct buf label, cut;
    buf_init(&label);
    buf_init(&cut);
    buf_printf(&label, "%s%s%s", name, index ? " " : "", index ? index : "");
    text_short(&cut, label.data, c->label);
    buf_printf(out, "  %s", cut.data);
    text_pad(out, text_columns(cut.data), c->label);
    buf_free(&label);
    buf_free(&cut);
}

static bool is_stock(const tn_var *var) {
    return var->role == TN_VAR_STOCK;
}

/* What players own has a name of the language, not of the game. */
static void put_label(const struct drawing *d, const tn_var *var, struct buf *out) {
    words_put_name(is_stock(var) ? tn_game_phrase(d->match->game, "stock") : var->title, out);
}

/* A row; left out when it tells nothing of anybody, unless it is a plain variable. */
static void put_row(const struct columns *c, size_t v, const tn_var *var, int index, struct buf *out) {
    const char *unit = is_stock(var) ? tn_var_index(c->d->match->game, v, index) : NULL; /* it says enough itself */
    const char *key = var->indices > 1 ? tn_var_index(c->d->match->game, v, index) : NULL;
    struct buf row, value, name;
    bool tells = false;
    buf_init(&row);
    buf_init(&value);
    for (unsigned owner = 0; owner < c->n; owner++) {
        buf_clear(&value);
        if ((int)owner < var->owners) tells |= table_put_variable(c->d, v, (int)owner, index, &value);
        put_right(c, PAINT_PLAIN, value.data, &row);
    }
    if (tells || !key) {
        buf_init(&name);
        if (unit)
            words_put_name(unit, &name);
        else
            put_label(c->d, var, &name);
        put_columns_label(c, name.data, unit ? NULL : key, out);
        buf_printf(out, "%s\n", row.data);
        buf_free(&name);
    }
    buf_free(&row);
    buf_free(&value);
}

static void put_lap(const struct drawing *d, int laps, struct buf *out) {
    buf_putc(out, ' ');
    words_put_counted(d->match->game, "lap {1}", laps, out);
}

static void put_track_row(const struct columns *c, size_t i, const tn_track *track, struct buf *out) {
    put_columns_label(c, track->title && *track->title ? track->title : track->name, NULL, out);
    for (unsigned owner = 0; owner < c->d->match->seats; owner++) {
        struct buf value;
        int laps = 0;
        buf_init(&value);
        buf_printf(&value, "%d", tn_track_position(c->d->match->game, c->d->match->state, i, (int)owner, &laps));
        if (track->loop) put_lap(c->d, laps, &value);
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
    buf_init(&value);
    for (size_t v = 0; v < tn_game_var_count(game); v++) {
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
    for (size_t i = 0; i < tn_game_track_count(game); i++) {
        tn_track track;
        tn_game_track(game, i, &track);
        if (track.per_player && !track.look.hidden) put_track_row(&c, i, &track, out);
    }
    for (size_t v = 0; v < tn_game_var_count(game); v++) {
        tn_var var;
        tn_game_var(game, v, &var);
        for (int index = 0; var.scope == TN_PER_PLAYER && !var.look.hidden && index < var.indices; index++)
            put_row(&c, v, &var, index, out);
    }
}

/* ---- a board of one's own */
/* The next player variable from *v on that is shown; indexed or not as asked. */
static bool next_variable(const tn_game *game, bool indexed, size_t *v, tn_var *out) {
    for (; *v < tn_game_var_count(game); ++*v) {
        tn_game_var(game, *v, out);
        if (out->scope == TN_PER_PLAYER && !out->look.hidden && (out->indices > 1) == indexed) return true;
    }
    return false;
}

/* Variables indexed by the same names as the first one that `done` does not hold, marked in it. */
struct group {
    size_t vars[TOGETHER];
    int n, indices;
};

static bool next_group(const tn_game *game, bool *done, struct group *g) {
    int sort = -1;
    tn_var var;
    g->n = 0;
    for (size_t v = 0; next_variable(game, true, &v, &var); v++) {
        if (done[v] || g->n == TOGETHER || (g->n > 0 && var.index_sort != sort)) continue;
        sort = var.index_sort;
        g->indices = var.indices;
        g->vars[g->n++] = v;
        done[v] = true;
    }
    return g->n > 0;
}

/* Calls for every group in turn. */
typedef void group_visit(const struct drawing *d, const struct group *g, unsigned seat, struct buf *out);

static void each_group(const struct drawing *d, unsigned seat, group_visit *visit, struct buf *out) {
    const tn_game *game = d->match->game;
    bool *done = calloc(tn_game_var_count(game) + 1, sizeof *done);
    struct group g;
    while (done && next_group(game, done, &g))
        visit(d, &g, seat, out);
    free(done);
}

bool table_has_boards(const struct drawing *d) {
    const tn_game *game = d->match->game;
    bool *done = calloc(tn_game_var_count(game) + 1, sizeof *done), together = false;
    struct group g;
    while (done && next_group(game, done, &g))
        together |= g.n > 1;
    free(done);
    return together || d->match->seats >= MANY_SEATS;
}

static bool group_tells(const struct drawing *d, const struct group *g, unsigned seat, int index) {
    bool tells = false;
    struct buf value;
    buf_init(&value);
    for (int i = 0; i < g->n; i++)
        tells |= table_put_variable(d, g->vars[i], (int)seat, index, &value);
    buf_free(&value);
    return tells;
}

static bool anybody_tells(const struct drawing *d, const struct group *g, int index) {
    bool tells = false;
    for (unsigned seat = 0; seat < d->match->seats; seat++)
        tells |= group_tells(d, g, seat, index);
    return tells;
}

static int sort_of(const struct drawing *d, const struct group *g) {
    tn_var var;
    tn_game_var(d->match->game, g->vars[0], &var);
    return var.index_sort;
}

/* A table of rows by name, a column for each variable. */
static void put_group(const struct drawing *d, const struct group *g, unsigned seat, struct buf *out) {
    const tn_game *game = d->match->game;
    struct buf text;
    int rows = 0;
    for (int index = 0; index < g->indices; index++)
        rows += anybody_tells(d, g, index);
    if (rows == 0) return;
    buf_init(&text);
    buf_fill(out, ' ', LABEL - 6);
    for (int i = 0; i < g->n; i++) {
        tn_var var;
        tn_game_var(game, g->vars[i], &var);
        buf_clear(&text);
        put_label(d, &var, &text);
        text_pad(out, text_columns(text.data), CELL);
        look_put(d->look, out, PAINT_FAINT, text.data);
    }
    buf_putc(out, '\n');
    for (int index = 0; index < g->indices; index++) {
        if (!anybody_tells(d, g, index)) continue;
        const char *name = tn_var_index(game, g->vars[0], index);
        tn_look look = table_member_look(d, name, sort_of(d, g));
        buf_clear(&text);
        if (look.icon) buf_printf(&text, "%s ", look.icon);
        buf_puts(&text, name);
        buf_puts(out, "  ");
        look_put(d->look, out, look.colour ? PAINT_TINT + look.colour : PAINT_PLAIN, text.data);
        text_pad(out, text_columns(text.data), LABEL - 8);
        for (int i = 0; i < g->n; i++) {
            buf_clear(&text);
            table_put_variable(d, g->vars[i], (int)seat, index, &text);
            text_pad(out, text_columns(text.data), CELL);
            look_put(d->look, out, i == 0 ? PAINT_STRONG : PAINT_PLAIN, text.data);
        }
        buf_putc(out, '\n');
    }
    buf_free(&text);
}

/* "coin 28 +2": in a line, only what tells something. */
static void put_group_short(const struct drawing *d, const struct group *g, unsigned seat, struct buf *out) {
    const tn_game *game = d->match->game;
    bool first = true;
    for (int index = 0; index < g->indices; index++) {
        if (!anybody_tells(d, g, index)) continue; /* nothing is something where others have some */
        const char *name = tn_var_index(game, g->vars[0], index);
        tn_look look = table_member_look(d, name, sort_of(d, g));
        buf_puts(out, first ? " | " : look.icon ? " " : ", ");
        buf_puts(out, look.icon ? look.icon : name);
        for (int i = 0; i < g->n; i++) {
            struct buf value;
            buf_init(&value);
            bool tells = table_put_variable(d, g->vars[i], (int)seat, index, &value);
            if (i > 0 && tells && value.data[0] != '-') buf_putc(out, '+');
            if (i == 0 && !look.icon) buf_putc(out, ' ');
            if (i == 0 || tells) buf_puts(out, value.data);
            buf_free(&value);
        }
        first = false;
    }
}

/* "first player, ": what the table says of one player, of the one it names. */
static bool put_marks(const struct drawing *d, unsigned seat, struct buf *out) {
    bool first = true;
    for (size_t v = 0; v < tn_game_var_count(d->match->game); v++) {
        tn_var var;
        int32_t value;
        tn_game_var(d->match->game, v, &var);
        if (!table_is_mark(&var) || !tn_var_get(d->match->game, d->match->state, d->seat, v, 0, 0, &value)) continue;
        if (value != (int32_t)seat) continue;
        buf_puts(out, first ? "" : ", ");
        words_put_name(var.title, out);
        first = false;
    }
    return !first;
}

/* Marks, tracks and plain variables: "first player, rating 20, passed". */
static void put_plain(const struct drawing *d, unsigned seat, struct buf *out) {
    const tn_game *game = d->match->game;
    struct buf value;
    tn_var var;
    bool first = !put_marks(d, seat, out);
    buf_init(&value);
    for (size_t i = 0; i < tn_game_track_count(game); i++) {
        tn_track track;
        int laps = 0;
        tn_game_track(game, i, &track);
        if (!track.per_player || track.look.hidden) continue;
        int at = tn_track_position(game, d->match->state, i, (int)seat, &laps);
        const char *sign = d->look->pictures ? sign_of_look(d->look, &track.look) : NULL;
        buf_printf(out, "%s%s%s%s %d", first ? "" : ", ", sign ? sign : "", sign ? " " : "",
                   track.title && *track.title ? track.title : track.name, at);
        if (track.loop) put_lap(d, laps, out);
        first = false;
    }
    for (size_t v = 0; next_variable(game, false, &v, &var); v++) {
        buf_clear(&value);
        bool tells = table_put_variable(d, v, (int)seat, 0, &value),
             number = value.data[0] >= '0' && value.data[0] <= '9';
        if (!tells && !number) continue;
        const char *sign = d->look->pictures ? sign_of_look(d->look, &var.look) : NULL;
        buf_printf(out, "%s%s%s", first ? "" : ", ", sign ? sign : "", sign ? " " : "");
        words_put_name(var.title, out);
        if (!legend_is_flag(d->legend, value.data)) buf_printf(out, " %s", value.data);
        first = false;
    }
    buf_free(&value);
}

/* The seat in its colour; the column behind it and two blanks. */
static int put_seat_sign(const struct drawing *d, unsigned seat, struct buf *out) {
    struct buf name;
    buf_init(&name);
    table_put_seat(d, seat, &name);
    look_put(d->look, out, PAINT_SEAT + (int)seat, name.data);
    int columns = text_columns(name.data) + 2;
    buf_free(&name);
    return columns;
}

void table_put_player(const struct drawing *d, unsigned seat, struct buf *out) {
    struct buf line;
    buf_init(&line);
    int used = put_seat_sign(d, seat, out);
    put_plain(d, seat, &line);
    if (line.n > 0) buf_puts(out, "  ");
    text_wrap(out, line.data, used, 2, d->look->width);
    buf_putc(out, '\n');
    each_group(d, seat, put_group, out);
    buf_free(&line);
}

/* "hand 5, tableau 3": how many cards lie where. */
static void put_counts(const struct drawing *d, unsigned seat, struct buf *out) {
    const struct match *m = d->match;
    bool first = true;
    for (size_t i = 0; i < tn_game_zone_count(m->game); i++) {
        tn_zone zone;
        tn_game_zone(m->game, i, &zone);
        if (!zone.per_player || zone.look.hidden) continue;
        size_t n = tn_zone_get(m->game, m->state, d->seat, i, (int)seat, NULL, 0);
        if (n == 0) continue;
        buf_puts(out, first ? " | " : ", ");
        buf_printf(out, "%s %zu", zone.title && *zone.title ? zone.title : zone.name, n);
        first = false;
    }
}

static void put_cut(const char *text, int width, struct buf *out) {
    bool cut = text_columns(text) > width;
    buf_put(out, text, text_fitting(text, cut ? width - 3 : width));
    if (cut) buf_puts(out, "...");
}

void table_put_others(const struct drawing *d, struct buf *out) {
    const struct match *m = d->match;
    for (unsigned seat = 0; seat < m->seats; seat++) {
        if (seat == d->seat) continue;
        struct buf line;
        buf_init(&line);
        int used = put_seat_sign(d, seat, out);
        put_plain(d, seat, &line);
        size_t before = line.n;
        each_group(d, seat, put_group_short, &line);
        put_counts(d, seat, &line);
        struct buf tags;
        buf_init(&tags);
        if (!(d->brief & BRIEF_TABLEAU)) table_put_tags(d, seat, &tags);
        if (tags.n > 0) buf_printf(&line, " | %s: %s", tn_game_phrase(d->match->game, "tags"), tags.data);
        buf_puts(out, "  ");
        const char *from = before == 0 && line.n > 3 ? line.data + 3 : line.data; /* no bar at the beginning */
        if (!(d->brief & BRIEF_TABLEAU))
            text_wrap(out, from, used, 6, d->look->width);
        else
            put_cut(from, d->look->width - used, out);
        buf_putc(out, '\n');
        buf_free(&tags);
        buf_free(&line);
    }
}

/* ---- score */
/* What was compared between equal totals, a line for each; blank where it did not matter. */
static void put_ties(const struct drawing *d, const struct columns *c, struct buf *out) {
    const struct match *m = d->match;
    for (size_t line = 0; line < tn_game_tie_count(m->game); line++) {
        int32_t numbers[MATCH_SEATS];
        bool needed[MATCH_SEATS], any = false;
        for (unsigned seat = 0; seat < m->seats; seat++)
            any |= needed[seat] = tn_state_tie(m->ctx, m->state, seat, line, &numbers[seat]);
        if (!any) continue;
        put_columns_label(c, tn_game_tie(m->game, line), NULL, out);
        for (unsigned seat = 0; seat < m->seats; seat++)
            if (needed[seat])
                buf_printf(out, "%*d", c->width, (int)numbers[seat]);
            else
                buf_printf(out, "%*s", c->width, "");
        buf_putc(out, '\n');
    }
}

void table_put_score(const struct drawing *d, bool final, struct buf *out) {
    const struct match *m = d->match;
    struct columns c = columns_of(d, false);
    put_columns_head(&c, tn_game_phrase(m->game, final ? "final score" : "score now"), out);
    size_t lines = tn_game_score_line_count(m->game);
    for (size_t line = 0; line < lines; line++) {
        put_columns_label(&c, tn_game_score_line(m->game, line), NULL, out);
        for (unsigned seat = 0; seat < m->seats; seat++)
            buf_printf(out, "%*d", c.width, (int)tn_state_score_line(m->ctx, m->state, seat, line));
        buf_putc(out, '\n');
    }
    if (lines != 1) {
        put_columns_label(&c, tn_game_phrase(m->game, "total"), NULL, out);
        for (unsigned seat = 0; seat < m->seats; seat++)
            look_printf(d->look, out, PAINT_STRONG, "%*d", c.width, (int)tn_state_score(m->ctx, m->state, seat));
        buf_putc(out, '\n');
    }
    if (!final || m->seats == 1) return;
    put_ties(d, &c, out);
    put_columns_label(&c, tn_game_phrase(m->game, "rank"), NULL, out);
    for (unsigned seat = 0; seat < m->seats; seat++)
        buf_printf(out, "%*u", c.width, tn_state_rank(m->ctx, m->state, seat));
    buf_putc(out, '\n');
}
