/* draw.c: head, tracks, the score, the log, and where everything stands; see draw.h. */
#include "term/draw.h"
#include "term/answer_numbers.h"

#include "base/utf8.h"

#include <string.h>

enum { BAR = 30, AROUND = 19, BESIDE = 38, LOG_LEAST = 4, GAP = 2 };

int table_seat_paint(const tn_game *game, const char *name) {
    for (unsigned seat = 0; seat < tn_game_seat_count(game); seat++)
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
    bool zero = value == 0 && (strcmp(text, "0") == 0 || strcmp(text, tn_game_phrase(game, "no")) == 0);
    return !none && !zero;
}

static bool can_show(const struct drawing *d, const char *icon) {
    for (const char *c = icon; c && *c; c++)
        if ((unsigned char)*c >= 128 && !d->look->unicode) return false;
    return icon != NULL;
}

/* Where two things share a name, one with an icon stands for it, else one with a colour. */
tn_look table_member_look(const struct drawing *d, const char *name) {
    const tn_game *game = d->match->game;
    tn_look found = {0};
    for (size_t i = 0; i < tn_game_member_count(game); i++) {
        tn_member member;
        tn_game_member(game, i, &member);
        bool same = strcmp(member.name, name) == 0 || strcmp(member.many, name) == 0;
        if (!same) continue;
        if (!can_show(d, member.look.icon)) member.look.icon = NULL;
        if (member.look.icon) return member.look;
        if (!found.colour) found = member.look;
    }
    return found;
}

void table_put_gift(const struct drawing *d, const tn_gift *gift, struct buf *out) {
    if (gift->text.bytes) {
        buf_puts(out, gift->text.bytes);
        return;
    }
    tn_member member;
    tn_game_member(d->match->game, (size_t)gift->member, &member);
    tn_look look = table_member_look(d, member.name);
    if (gift->known) buf_printf(out, look.icon ? "%d" : "%d ", (int)gift->number);
    if (look.icon)
        buf_puts(out, look.icon);
    else
        words_put_name(gift->known && gift->number != 1 ? member.many : member.name, out);
}

void table_put_seat(const struct drawing *d, unsigned seat, struct buf *out) {
    const struct match *m = d->match;
    buf_puts(out, tn_game_seat_name(m->game, seat));
    if (seat >= m->seats) return;
    if (m->bots[seat])
        buf_printf(out, " (%s)", m->bots[seat]->name);
    else if (match_persons(m) == 1)
        buf_printf(out, " (%s)", tn_game_phrase(m->game, "you"));
}

void table_put_head(const struct drawing *d, struct buf *out) {
    const struct match *m = d->match;
    struct buf title;
    buf_init(&title);
    buf_puts(&title, tn_game_title(m->game));
    for (size_t i = 0; i < tn_game_period_count(m->game); i++) {
        bool is_round = false;
        const char *name = tn_game_period(m->game, i, &is_round);
        uint32_t begun = tn_state_period(m->game, m->state, i);
        if (is_round && begun > 0) buf_printf(&title, ", %s %u", name, begun);
    }
    const char *phase = tn_state_phase(m->game, m->state);
    if (phase && *phase) buf_printf(&title, ", %s", phase);
    look_rule(d->look, out, title.data);
    buf_free(&title);
}

bool table_is_mark(const tn_var *var) {
    return var->scope == TN_GLOBAL && var->type == TN_IS_PLAYER && var->indices == 1 && !var->look.hidden;
}

/* ---- tracks and what belongs to nobody */
static void put_track(const struct drawing *d, size_t i, const tn_track *track, int label, struct buf *out) {
    int laps = 0, longest = d->look->width - label - AROUND < BAR ? d->look->width - label - AROUND : BAR;
    int at = tn_track_position(d->match->game, d->match->state, i, -1, &laps);
    int step = track->step != 0 ? track->step : 1;
    int steps = (track->high - track->low) / step, cells = steps < longest ? steps : longest;
    int made = (at - track->low) / step;
    int full = steps > 0 ? (int)(((long)made * cells + steps - 1) / steps) : 0; /* the first step shows */
    if (made < steps && full == cells) full--;                                  /* the last one, too */
    int paint = track->look.colour ? PAINT_TINT + track->look.colour : PAINT_STRONG;
    const char *title = track->title && *track->title ? track->title : track->name;
    buf_printf(out, "  %s", title);
    text_pad(out, text_columns(title), label);
    buf_printf(out, " %4d ", track->low);
    if (cells > 0) {
        buf_puts(out, look_on(d->look, paint));
        for (int c = 0; c < cells; c++) {
            if (c == full) buf_puts(out, look_off(d->look, paint));
            if (d->look->unicode)
                buf_puts(out, c < full ? "\u2588" : "\u2591");
            else
                buf_putc(out, c < full ? '#' : '.');
        }
        if (full >= cells) buf_puts(out, look_off(d->look, paint));
    }
    buf_printf(out, " %d  at ", track->high);
    look_printf(d->look, out, PAINT_STRONG, "%d", at);
    if (track->loop) buf_printf(out, ", lap %d", laps);
    buf_putc(out, '\n');
}

/* Whether an entry is of something without a limit, of which there is always some left to take. */
static bool is_endless(const tn_game *game, size_t v, const tn_var *var, int index) {
    if (strcmp(var->name, "supply") != 0) return false;
    for (size_t i = 0, of = 0; i < tn_game_member_count(game); i++) { /* members of one sort stand together */
        tn_member first, member;
        tn_game_member(game, i, &member);
        tn_game_member(game, of, &first);
        if (member.sort != first.sort) of = i, first = member;
        if (i - of == (size_t)index && !strcmp(member.name, tn_var_index(game, v, index)) &&
            !strcmp(first.name, tn_var_index(game, v, 0)))
            return member.total < 0;
    }
    return false;
}

/* "name value", "name: index value, index value"; nothing when nothing is told. */
static void put_global(const struct drawing *d, size_t v, const tn_var *var, struct buf *out) {
    const tn_game *game = d->match->game;
    struct buf value;
    bool any = false;
    buf_init(&value);
    for (int index = 0; index < var->indices; index++) {
        buf_clear(&value);
        bool tells = table_put_variable(d, v, 0, index, &value);
        if (var->indices > 1 && (!tells || is_endless(game, v, var, index))) continue;
        if (var->indices > 1)
            buf_printf(out, "%s%s %s", any ? ", " : "", tn_var_index(game, v, index), value.data);
        else
            buf_puts(out, value.data);
        any = true;
    }
    if (!any) buf_puts(out, tn_game_phrase(game, "none"));
    buf_free(&value);
}

void table_put_tracks(const struct drawing *d, struct buf *out) {
    const tn_game *game = d->match->game;
    int label = 0;
    tn_track track;
    for (size_t i = 0; i < tn_game_track_count(game); i++) {
        tn_game_track(game, i, &track);
        const char *title = track.title && *track.title ? track.title : track.name;
        if (!track.per_player && text_columns(title) > label) label = text_columns(title);
    }
    for (size_t i = 0; i < tn_game_track_count(game); i++) {
        tn_game_track(game, i, &track);
        if (!track.per_player && !track.look.hidden) put_track(d, i, &track, label, out);
    }
    struct buf line;
    buf_init(&line);
    for (size_t v = 0; v < tn_game_var_count(game); v++) {
        tn_var var;
        tn_game_var(game, v, &var);
        if (var.scope != TN_GLOBAL || var.look.hidden || (table_is_mark(&var) && table_has_boards(d))) continue;
        buf_puts(&line, line.n > 0 ? ";  " : "");
        words_put_name(var.name, &line);
        buf_puts(&line, ": ");
        put_global(d, v, &var, &line);
    }
    if (line.n > 0) {
        buf_puts(out, "  ");
        text_wrap(out, line.data, 2, 2, d->look->width);
        buf_putc(out, '\n');
    }
    buf_free(&line);
}

/* ---- the log */
void table_put_log(const struct drawing *d, size_t from, struct buf *out) {
    for (size_t i = from; i < d->match->log.n; i++) {
        const struct match_line *line = &d->match->log.data[i];
        const char *text = match_line_text(line, d->seat).bytes;
        if (!*text) continue;
        int paint = line->seat < d->match->seats ? PAINT_SEAT + line->seat : PAINT_FAINT;
        look_put(d->look, out, paint, d->look->unicode ? "  \u2022 " : "  * ");
        text_wrap(out, text, 4, 4, d->look->width);
        buf_putc(out, '\n');
    }
}

/* As many of the last lines as fit into so many lines of the screen. */
static void put_last_log(const struct drawing *d, int lines, struct buf *out) {
    struct buf tail;
    size_t from = d->match->log.n;
    buf_init(&tail);
    while (from > 0) {
        buf_clear(&tail);
        table_put_log(d, from - 1, &tail);
        if (text_lines(tail.data) > lines) break;
        from--;
    }
    table_put_log(d, from, out);
    buf_free(&tail);
}

/* ---- where everything stands */
/* Beside the boards: tracks, one's own board, goals, and the last of the log. */
static void put_beside(const struct drawing *d, int height, struct buf *out) {
    table_put_tracks(d, out);
    if (table_has_boards(d) && d->seat < d->match->seats)
        table_put_player(d, d->seat, out);
    else if (!table_has_boards(d))
        table_put_players(d, out);
    table_put_loose(d, out);
    table_put_common(d, out);
    int left = height - text_lines(out->data) - 1;
    if (left < LOG_LEAST) left = LOG_LEAST;
    if (d->match->log.n > 0) look_printf(d->look, out, PAINT_FAINT, "  %s:\n", tn_game_phrase(d->match->game, "last"));
    put_last_log(d, left, out);
}

static int widest_line(const char *text) {
    int widest = 0;
    for (; *text; text += *text == '\n') {
        int columns = text_painted_columns(text);
        if (columns > widest) widest = columns;
        text += strcspn(text, "\n");
    }
    return widest;
}

/* One below the other. Where boards take more than there is, what was asked about stands at the end of the screen. */
static void put_below(const struct drawing *d, const char *boards, struct buf *out) {
    bool last = (d->brief & BRIEF_MAP) != 0, before = !last && d->room > 0 && text_lines(boards) > d->room / 2;
    if (before) buf_puts(out, boards);
    table_put_head(d, out);
    if (!before && !last) buf_puts(out, boards);
    table_put_tracks(d, out);
    if (!table_has_boards(d)) {
        table_put_players(d, out);
        table_put_zones(d, out);
    } else {
        if (d->seat < d->match->seats) table_put_player(d, d->seat, out);
        table_put_others(d, out);
        table_put_loose(d, out);
        table_put_common(d, out);
        table_put_shown_hands(d, out);
        if (d->seat < d->match->seats) table_put_cards_of(d, d->seat, out);
    }
    if (last) buf_puts(out, boards);
}

/* With the boards at the left and the looker's things beside them. */
static void put_side_by_side(const struct drawing *d, const char *boards, int width, struct buf *out) {
    struct look narrow = *d->look;
    struct drawing beside = *d;
    struct buf panel;
    buf_init(&panel);
    narrow.width = d->look->width - width - GAP;
    beside.look = &narrow;
    table_put_head(d, out);
    put_beside(&beside, text_lines(boards), &panel);
    text_beside(out, boards, panel.data, width + GAP);
    if (table_has_boards(d)) table_put_others(d, out), table_put_shown_hands(d, out);
    for (unsigned seat = 0; seat < d->match->seats; seat++)
        if (seat == d->seat || !table_has_boards(d)) table_put_cards_of(d, seat, out);
    buf_free(&panel);
}

static void put_so_brief(const struct drawing *d, struct buf *out) {
    struct buf boards;
    buf_init(&boards);
    if (!(d->brief & BRIEF_MAP) || (d->menu && answers_have_spaces(d->menu))) table_put_boards(d, &boards);
    int width = widest_line(boards.data);
    if (boards.n == 0 || d->look->width - width - GAP < BESIDE)
        put_below(d, boards.data, out);
    else
        put_side_by_side(d, boards.data, width, out);
    buf_free(&boards);
}

void table_put(const struct drawing *d, struct buf *out) {
    static const unsigned ways[] = {0,
                                    BRIEF_TABLEAU,
                                    BRIEF_TABLEAU | BRIEF_HAND,
                                    BRIEF_TABLEAU | BRIEF_HAND | BRIEF_BOARD,
                                    BRIEF_MAP,
                                    BRIEF_MAP | BRIEF_TABLEAU,
                                    BRIEF_MAP | BRIEF_TABLEAU | BRIEF_HAND,
                                    BRIEF_MAP | BRIEF_TABLEAU | BRIEF_HAND | BRIEF_GOALS | BRIEF_BOARD};
    enum { WAYS = sizeof ways / sizeof ways[0] };
    struct drawing brief = *d;
    struct buf table;
    buf_init(&table);
    for (size_t i = 0; i < WAYS; i++) {
        buf_clear(&table);
        brief.brief = ways[i];
        put_so_brief(&brief, &table);
        if (d->room <= 0 || text_lines(table.data) <= d->room) break;
    }
    buf_puts(out, table.data);
    buf_free(&table);
}
