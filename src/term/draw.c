/* draw.c: head, tracks, and where everything stands; see draw.h. */
#include "term/draw.h"
#include "term/answer_numbers.h"
#include "term/face_line.h"
#include "term/signs.h"

#include "base/utf8.h"

#include <string.h>

enum { BAR = 30, BAR_LEAST = 10, AROUND = 19, BESIDE = 38, LOG_LEAST = 4, GAP = 2, NEWS = 3 };

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

tn_look table_member_look(const struct drawing *d, const char *name, int sort) {
    return sign_by_name(d->look, d->match->game, name, sort);
}

void table_put_gift(const struct drawing *d, const tn_gift *gift, struct buf *out) {
    const char *card = d->look->pictures && gift->cards && gift->known ? sign_of_picture("card") : NULL;
    if (card)
        buf_printf(out, "%d%s", (int)gift->number, card);
    else if (gift->text.bytes)
        buf_puts(out, gift->text.bytes);
    else
        sign_put_amount(d->look, d->match->game, (size_t)gift->member, gift->known ? &gift->number : NULL, out);
}

void table_put_seat(const struct drawing *d, unsigned seat, struct buf *out) {
    const struct match *m = d->match;
    buf_puts(out, tn_game_seat_name(m->game, seat));
    if (seat >= m->seats) return;
    if (tn_state_out(m->game, m->state) >> seat & 1u)
        buf_printf(out, " (%s)", tn_game_phrase(m->game, "out"));
    else if (m->bots[seat])
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
/* Its sign and its name. */
static void put_track_name(const struct drawing *d, const tn_track *track, struct buf *out) {
    const char *sign = sign_of_look(d->look, &track->look);
    if (sign) buf_printf(out, "%s ", sign);
    words_put_name(track->title && *track->title ? track->title : track->name, out);
}

/* Which cell of so many a position falls into; the first step shows, and the last one, too. */
static int cells_full(int made, int steps, int cells) {
    int full = steps > 0 ? (int)(((long)made * cells + steps - 1) / steps) : 0;
    return made < steps && full == cells ? full - 1 : full;
}

/* Whether something happens at a position that falls into this cell. */
static bool has_mark(const struct drawing *d, size_t i, const tn_track *track, int cell, int cells) {
    int step = track->step != 0 ? track->step : 1, steps = (track->high - track->low) / step;
    for (size_t k = 0; k < tn_track_mark_count(d->match->game, i); k++) {
        tn_mark mark;
        tn_track_mark(d->match->game, i, k, &mark);
        int made = (mark.at - track->low) / step;
        if (made > 0 && cells_full(made, steps, cells) == cell + 1) return true;
    }
    return false;
}

static void put_bar(const struct drawing *d, size_t i, const tn_track *track, int full, int cells, struct buf *out) {
    int paint = track->look.colour ? PAINT_TINT + track->look.colour : PAINT_STRONG;
    buf_puts(out, look_on(d->look, paint));
    for (int c = 0; c < cells; c++) {
        if (c == full) buf_puts(out, look_off(d->look, paint));
        bool mark = c >= full && has_mark(d, i, track, c, cells);
        if (d->look->unicode)
            buf_puts(out, c < full ? "\u2588" : mark ? "\u2592" : "\u2591");
        else
            buf_putc(out, c < full ? '#' : mark ? '+' : '.');
    }
    if (full >= cells) buf_puts(out, look_off(d->look, paint));
}

/* ", next -24: [+1H]": what happens next on the way. */
static void put_next_mark(const struct drawing *d, size_t i, const tn_track *track, int at, struct buf *out) {
    int step = track->step < 0 ? -1 : 1;
    bool found = false;
    size_t next = 0;
    tn_mark mark, best = {0};
    for (size_t k = 0; k < tn_track_mark_count(d->match->game, i); k++) {
        tn_track_mark(d->match->game, i, k, &mark);
        bool ahead = (mark.at - at) * step > 0, nearer = !found || (best.at - mark.at) * step > 0;
        if (ahead && nearer) best = mark, next = k, found = true;
    }
    if (!found) return;
    buf_printf(out, ", %s %d: ", tn_game_phrase(d->match->game, "next"), best.at);
    face_line_put_mark(d, i, next, out);
}

/* A gauge; what comes next on the way is said where the bar stays long enough. */
static void put_track(const struct drawing *d, size_t i, const tn_track *track, int label, struct buf *out) {
    int laps = 0, room = d->look->width - label - AROUND;
    int at = tn_track_position(d->match->game, d->match->state, i, -1, &laps);
    int step = track->step != 0 ? track->step : 1, steps = (track->high - track->low) / step;
    struct buf name, next;
    buf_init(&name);
    buf_init(&next);
    put_track_name(d, track, &name);
    put_next_mark(d, i, track, at, &next);
    if (room - text_columns(next.data) < (steps < BAR_LEAST ? steps : BAR_LEAST)) buf_clear(&next);
    room -= text_columns(next.data);
    int longest = room < BAR ? room : BAR, cells = steps < longest ? steps : longest;
    buf_printf(out, "  %s", name.data);
    text_pad(out, text_columns(name.data), label);
    buf_printf(out, " %4d ", track->low);
    if (cells > 0) put_bar(d, i, track, cells_full((at - track->low) / step, steps, cells), cells, out);
    buf_printf(out, " %d  at ", track->high);
    look_printf(d->look, out, PAINT_STRONG, "%d", at);
    if (track->loop) buf_printf(out, ", lap %d", laps);
    look_put(d->look, out, PAINT_FAINT, next.data);
    buf_putc(out, '\n');
    buf_free(&name);
    buf_free(&next);
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
    struct buf line;
    buf_init(&line);
    for (size_t i = 0; i < tn_game_track_count(game); i++) {
        tn_game_track(game, i, &track);
        buf_clear(&line);
        put_track_name(d, &track, &line);
        if (!track.per_player && text_columns(line.data) > label) label = text_columns(line.data);
    }
    buf_clear(&line);
    for (size_t i = 0; i < tn_game_track_count(game); i++) {
        tn_game_track(game, i, &track);
        if (!track.per_player && !track.look.hidden) put_track(d, i, &track, label, out);
    }
    for (size_t v = 0; v < tn_game_var_count(game); v++) {
        tn_var var;
        tn_game_var(game, v, &var);
        if (var.scope != TN_GLOBAL || var.look.hidden || (table_is_mark(&var) && table_has_boards(d))) continue;
        buf_puts(&line, line.n > 0 ? ";  " : "");
        words_put_name(var.title, &line);
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

/* ---- where everything stands */
static void put_things_beside(const struct drawing *d, struct buf *out) {
    table_put_tracks(d, out);
    if (table_has_boards(d) && d->seat < d->match->seats)
        table_put_player(d, d->seat, out);
    else if (!table_has_boards(d))
        table_put_players(d, out);
    table_put_loose(d, out);
    table_put_common(d, out);
}

/* Beside the boards: tracks, one's own board, goals, and the last of the log. */
static void put_beside(const struct drawing *d, int height, struct buf *out) {
    enum { WIDE = 150 }; /* columns */
    struct drawing brief = *d, beside = *d;
    brief.goal_lines = true;
    beside.goal_names = d->look->width < WIDE;
    put_things_beside(&beside, out);
    if (text_lines(out->data) + LOG_LEAST > height) {
        buf_clear(out);
        put_things_beside(&brief, out);
    }
    int left = height - text_lines(out->data) - 1;
    if (left < LOG_LEAST) left = LOG_LEAST;
    if (d->match->log.n > 0) look_printf(d->look, out, PAINT_FAINT, "  %s:\n", tn_game_phrase(d->match->game, "last"));
    table_put_last_log(d, 0, left, out);
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
        struct drawing goals = *d;
        goals.goal_lines = d->brief & BRIEF_TABLEAU;
        table_put_others(d, out);
        table_put_loose(&goals, out);
        table_put_common(d, out);
        table_put_shown_hands(d, out);
        if (d->seat < d->match->seats) table_put_cards_of(d, d->seat, out);
    }
    if (d->with_news) table_put_news(d, NEWS, out);
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

/* News stand above the table; where that moves them out of sight they stand below it once more, if there is room. */
static void put_with_news(struct drawing *d, struct buf *table) {
    struct buf news;
    if (d->room <= 0) return;
    buf_init(&news);
    table_put_log(d, d->news, false, &news);
    bool in_sight = text_lines(table->data) + text_lines(news.data) <= d->room;
    buf_clear(&news);
    d->with_news = true;
    if (!in_sight) put_so_brief(d, &news);
    if (news.n > 0 && text_lines(news.data) <= d->room) {
        buf_clear(table);
        buf_puts(table, news.data);
    }
    buf_free(&news);
}

void table_put(const struct drawing *d, struct buf *out) {
    static const unsigned ways[] = {0,
                                    BRIEF_TABLEAU,
                                    BRIEF_TABLEAU | BRIEF_BOARD,
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
    put_with_news(&brief, &table);
    buf_puts(out, table.data);
    buf_free(&table);
}
