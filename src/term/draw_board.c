/* draw_board.c: boards as boxes in rows; see draw.h.
 *
 * A hex board is drawn as bricks: each row is shifted by half a box against the next, so that the boxes that touch are
 * the neighbours. A box has two lines: a label, marked when the space is an answer, with the icon of its
 * kind and its name or kind where that is not the common one; below, signs for the variables that say something, or
 * while there are none what is printed on it. Boards without rows are listed.
 */
#include "term/canvas.h"
#include "term/draw.h"
#include "term/signs.h"

#include <stdio.h>
#include <string.h>

enum { LEAST_INNER = 5, MOST_INNER = 15, SHORT_NAME = 3, MARK = '>', LINES = 2, LEGEND_LEAST = 60, PANEL = 46 };

struct plan {
    const struct drawing *d;
    tn_board board;
    bool hex, alone;         /* alone: values need no names of variables */
    int step;                /* lines from one row to the next */
    const char *common_kind; /* the kind most spaces have: it need not be said */
    int inner;               /* width of a box, without its border */
    int first_row, rows, first_col, last_col;
};

static void get_space(const struct plan *p, int i, tn_space *out) {
    tn_game_space(p->d->match->game, (size_t)(p->board.first + i), out);
}

static bool has_variable(const tn_var *var, int space) {
    return var->scope == TN_PER_SPACE && space >= var->first_owner && space < var->first_owner + var->owners;
}

/* The icon of its kind: letters where there are some, since a picture may be that of a piece, too. NULL: none. */
static const char *icon_of(const struct plan *p, const tn_space *space) {
    tn_look letters = {.icon = space->look.icon};
    const char *icon = sign_of_look(p->d->look, &letters);
    return icon ? icon : sign_of_look(p->d->look, &space->look);
}

/* The sort of the members a variable takes; -1: it takes none. */
static int sort_of(const tn_game *game, const tn_var *var) {
    tn_member member;
    if (var->type != TN_IS_MEMBER) return -1;
    tn_game_member(game, (size_t)var->first_member, &member);
    return (int)member.sort;
}

static bool is_answer(const struct plan *p, const tn_space *space) {
    const struct menu *menu = p->d->menu;
    for (uint32_t i = 0; menu && i < menu->n; i++)
        if (menu->ids[i] == space->answer) return true;
    return false;
}

bool table_own_name(const tn_game *game, const tn_space *space) {
    tn_board board;
    tn_game_board(game, (size_t)space->board, &board);
    return strncmp(space->name, board.name, strlen(board.name)) != 0;
}

/* The space "13" may be number 1: then no number of a space stands on the map, for it could be another's name. */
bool table_names_are_numbers(const tn_game *game, const tn_board *board) {
    for (int i = 0; i < board->count; i++) {
        tn_space space;
        tn_game_space(game, (size_t)(board->first + i), &space);
        if (table_own_name(game, &space) && space.name[strspn(space.name, "0123456789")] == '\0') return true;
    }
    return false;
}

bool table_names_space(const tn_game *game, const tn_space *space) {
    tn_board board;
    tn_game_board(game, (size_t)space->board, &board);
    return table_own_name(game, space) &&
           (text_columns(space->name) <= SHORT_NAME || table_names_are_numbers(game, &board));
}

/* Label with the icon of its kind, and name or kind. A short name of its own is the label, else the number is. */
static void describe(const struct plan *p, const tn_space *space, struct buf *label, struct buf *text) {
    const tn_game *game = p->d->match->game;
    bool own_name = table_own_name(game, space), short_name = table_names_space(game, space);
    if (is_answer(p, space)) buf_putc(label, MARK);
    if (short_name)
        buf_puts(label, space->name);
    else
        buf_printf(label, "%d", space->number);
    bool special = p->common_kind && strcmp(space->kind, p->common_kind) != 0 && !icon_of(p, space);
    buf_puts(text, own_name && !short_name ? space->name : special ? space->kind : "");
}

/* Signs of a space, separated by blanks, into *out; on a canvas too when there is one, each in its own colour. */
static void put_signs(const struct plan *p, int space, struct canvas *c, int x, int y, struct buf *out) {
    const tn_game *game = p->d->match->game;
    struct buf value;
    buf_init(&value);
    for (size_t v = 0; v < tn_game_var_count(game); v++) {
        tn_var var;
        tn_game_var(game, v, &var);
        if (!has_variable(&var, space) || var.look.hidden) continue;
        for (int index = 0; index < var.indices; index++) {
            buf_clear(&value);
            if (!table_put_variable(p->d, v, space, index, &value)) continue;
            const char *name = var.indices > 1 ? tn_var_index(game, v, index) : var.title;
            tn_look look = table_member_look(p->d, value.data, sort_of(game, &var));
            struct legend_pair pair = {name, value.data, look.icon, p->alone, var.type == TN_IS_MEMBER};
            const char *sign = legend_sign(p->d->legend, &pair);
            if (out->n > 0) buf_putc(out, ' ');
            int at = text_columns(out->data), paint = table_seat_paint(game, value.data);
            if (look.colour) paint = PAINT_TINT + look.colour;
            buf_puts(out, sign);
            if (c && at < p->inner)
                canvas_text(c, x + at, y, p->inner - at, paint == PAINT_PLAIN ? PAINT_STRONG : paint, sign);
        }
    }
    buf_free(&value);
}

static const char *commonest_kind(const struct plan *p) {
    const char *best = NULL;
    int most = 0;
    for (int i = 0; i < p->board.count; i++) {
        tn_space a, b;
        int same = 0;
        get_space(p, i, &a);
        for (int k = 0; k < p->board.count; k++) {
            get_space(p, k, &b);
            same += strcmp(a.kind, b.kind) == 0;
        }
        if (same > most) {
            most = same;
            best = a.kind;
        }
    }
    return best;
}

/* One variable, or whose and how many ("A 5"): a value says which it is. */
static bool values_suffice(const struct plan *p) {
    const tn_game *game = p->d->match->game;
    int n = 0, players = 0, numbers = 0;
    for (size_t v = 0; v < tn_game_var_count(game); v++) {
        tn_var var;
        tn_game_var(game, v, &var);
        if (!has_variable(&var, p->board.first)) continue;
        n += var.indices;
        players += var.type == TN_IS_PLAYER, numbers += var.type == TN_IS_NUMBER;
    }
    return n == 1 || (n == 2 && players == 1 && numbers == 1);
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

static int smaller(int a, int b) {
    return a < b ? a : b;
}

/* The width of a box with which so many columns (hex: half steps) are no wider than `width`. */
static int inner_within(const struct plan *p, int columns, int width) {
    return p->hex ? 2 * (width - 1) / columns - 1 : (width - 1) / columns - 1;
}

/* What is printed on a space, with icons; what is longer than any box (a sentence about a card) is no reason
 * to draw one. */
static void put_printed(const struct plan *p, int space, struct buf *out) {
    const tn_game *game = p->d->match->game;
    for (size_t i = 0; i < tn_space_gift_count(game, (size_t)space); i++) {
        tn_gift gift;
        struct buf part;
        buf_init(&part);
        tn_space_gift(game, (size_t)space, i, &gift);
        table_put_gift(p->d, &gift, &part);
        if (text_columns(part.data) <= MOST_INNER) buf_printf(out, "%s%s", out->n ? " " : "", part.data);
        buf_free(&part);
    }
}

/* Reads the extent of the board and what the boxes must hold. */
static void measure(struct plan *p) {
    int needed = LEAST_INNER, wished = LEAST_INNER; /* names are cut where that leaves room beside the board */
    for (int i = 0; i < p->board.count; i++) {
        tn_space space;
        struct buf label, text, signs;
        buf_init(&label);
        buf_init(&text);
        buf_init(&signs);
        get_space(p, i, &space);
        describe(p, &space, &label, &text);
        put_signs(p, p->board.first + i, NULL, 0, 0, &signs);
        int beside = 1 + (icon_of(p, &space) ? text_columns(icon_of(p, &space)) : 0);
        needed = larger(needed, larger(text_columns(signs.data), larger(text_columns(label.data), 4) + beside - 1));
        wished = larger(wished, larger(text_columns(label.data), 4) + beside + text_columns(text.data));
        buf_clear(&text);
        put_printed(p, p->board.first + i, &text);
        needed = larger(needed, text_columns(text.data));
        p->first_row = i == 0 ? space.row : smaller(p->first_row, space.row);
        p->rows = i == 0 ? space.row : larger(p->rows, space.row);
        p->first_col = i == 0 ? space.col : smaller(p->first_col, space.col);
        p->last_col = i == 0 ? space.col : larger(p->last_col, space.col);
        buf_free(&label);
        buf_free(&text);
        buf_free(&signs);
    }
    p->rows -= p->first_row - 1;
    int columns = p->last_col - p->first_col + (p->hex ? 2 : 1); /* hex: in half steps */
    int widest = inner_within(p, columns, p->d->look->width);
    int beside = inner_within(p, columns, p->d->look->width - PANEL);
    int wanted = larger(needed, smaller(wished, beside >= needed ? beside : wished));
    p->inner = smaller(smaller(wanted, MOST_INNER), widest);
    if (p->hex)
        p->inner = p->inner % 2 ? p->inner : p->inner + 1 <= widest && p->inner <= needed ? p->inner + 1 : p->inner - 1;
    p->inner = larger(p->inner, LEAST_INNER);
}

/* The first line: label, icon and name. */
static void draw_label(const struct plan *p, struct canvas *c, int x, int y, const tn_space *space, const char *label,
                       const char *name) {
    struct buf cut;
    const char *icon = icon_of(p, space);
    int at = text_columns(label), room = p->inner;
    int tint = space->look.colour ? PAINT_TINT + space->look.colour : PAINT_PLAIN;
    canvas_text(c, x, y, room, is_answer(p, space) ? PAINT_ANSWER : PAINT_FAINT, label);
    if (icon) {
        canvas_text(c, x + at, y, room - at, tint, icon);
        legend_note(p->d->legend, icon, space->title && *space->title ? space->title : space->kind);
        at += text_columns(icon);
    }
    buf_init(&cut);
    if (room - at - 1 > 0) text_short(&cut, name, room - at - 1);
    canvas_text(c, x + at + 1, y, room - at - 1, tint, cut.data);
    buf_free(&cut);
}

static void draw_space(const struct plan *p, struct canvas *c, int i) {
    tn_space space;
    struct buf label, text, cut, signs;
    get_space(p, i, &space);
    int step = p->inner + 1;
    int x = (space.col - p->first_col) * step / (p->hex ? 2 : 1), y = (space.row - p->first_row) * p->step;
    buf_init(&label);
    buf_init(&text);
    buf_init(&cut);
    buf_init(&signs);
    describe(p, &space, &label, &text);
    if (p->step > LINES)
        canvas_box(c, x, y++, p->inner + 2, LINES + 2);
    else
        canvas_sides(c, x, y, p->inner + 2, LINES);
    draw_label(p, c, x + 1, y, &space, label.data, text.data);
    put_signs(p, p->board.first + i, c, x + 1, y + 1, &signs);
    if (!signs.n) {
        buf_clear(&text);
        buf_clear(&cut);
        put_printed(p, p->board.first + i, &text);
        text_short(&cut, text.data, p->inner);
        canvas_text(c, x + 1, y + 1, p->inner, PAINT_FAINT, cut.data);
    }
    buf_free(&label);
    buf_free(&text);
    buf_free(&cut);
    buf_free(&signs);
}

static void put_drawn(const struct plan *p, struct buf *out) {
    int step = p->inner + 1, columns = p->last_col - p->first_col;
    int width = (p->hex ? columns * step / 2 : columns * step) + step + 1;
    struct canvas *c = canvas_new(width, p->rows * p->step + (p->step > LINES));
    if (!c) return;
    for (int i = 0; i < p->board.count; i++)
        draw_space(p, c, i);
    canvas_put(c, p->d->look, out);
    canvas_free(c);
}

static void put_listed(const struct plan *p, struct buf *out) {
    for (int i = 0; i < p->board.count; i++) {
        tn_space space;
        struct buf line, printed;
        get_space(p, i, &space);
        buf_init(&line);
        buf_init(&printed);
        put_signs(p, p->board.first + i, NULL, 0, 0, &line);
        put_printed(p, p->board.first + i, &printed);
        bool answer = is_answer(p, &space);
        if (line.n > 0 || answer || printed.n > 0) {
            buf_puts(out, "  ");
            if (answer) look_printf(p->d->look, out, PAINT_ANSWER, "%c", MARK);
            if (answer && table_own_name(p->d->match->game, &space))
                look_printf(p->d->look, out, PAINT_ANSWER, "%d ", space.number);
            buf_puts(out, space.name);
            if (space.text.bytes && *space.text.bytes) buf_printf(out, " (%s)", space.text.bytes);
            if (line.n > 0) buf_printf(out, ": %s", line.data);
            buf_putc(out, '\n');
        }
        buf_free(&line);
        buf_free(&printed);
    }
}

static void put_title(const struct plan *p, struct buf *out) {
    const char *title = p->board.title && *p->board.title ? p->board.title : p->board.name;
    struct buf whole;
    buf_init(&whole);
    if (p->board.owner >= 0) buf_printf(&whole, "%s: ", tn_game_seat_name(p->d->match->game, (unsigned)p->board.owner));
    buf_puts(&whole, title);
    look_put(p->d->look, out, PAINT_STRONG, whole.data);
    buf_free(&whole);
}

void table_put_boards(const struct drawing *d, struct buf *out) {
    const tn_game *game = d->match->game;
    int width = LEGEND_LEAST;
    legend_begin(d->legend);
    for (size_t i = 0; i < tn_game_board_count(game); i++) {
        struct plan p = {.d = d};
        tn_game_board(game, i, &p.board);
        if (!p.board.in_use || p.board.count == 0 || p.board.look.hidden) continue;
        p.hex = p.board.shape == TN_HEX;
        p.step = (d->brief & BRIEF_BOARD) ? LINES : LINES + 1;
        p.common_kind = commonest_kind(&p);
        p.alone = values_suffice(&p);
        struct buf body;
        buf_init(&body);
        if (p.hex || p.board.shape == TN_SQUARE) {
            measure(&p);
            put_drawn(&p, &body);
            width = larger(width, (p.last_col - p.first_col + 2) * (p.inner + 1) / (p.hex ? 2 : 1));
        } else {
            put_listed(&p, &body);
        }
        if (body.n > 0 && !(d->brief & BRIEF_MAP)) {
            put_title(&p, out);
            bool one_line = strchr(body.data, '\n') == body.data + body.n - 1; /* then the title stands before it */
            buf_puts(out, one_line ? "" : "\n");
        }
        buf_puts(out, body.data);
        buf_free(&body);
    }
    struct look narrow = *d->look; /* no wider than the boards: something may stand beside them */
    if (width < narrow.width) narrow.width = width;
    if (!(d->brief & BRIEF_MAP)) legend_put(d->legend, &narrow, out);
}
