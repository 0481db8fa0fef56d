/* board.c: boards as boxes in rows; see table.h.
 *
 * A hex board is drawn as bricks: each row is shifted by half a box against the next, so that the boxes that touch are
 * the neighbours. A box holds a label and, when the space is an answer, its number; its name or kind where that is not
 * the common one; and signs for the variables that say something, or while there are none what is printed on it.
 * Boards without rows are listed.
 */
#include "term/canvas.h"
#include "term/table.h"

#include <stdio.h>
#include <string.h>

enum { SHAPE_HEX = 0, SHAPE_SQUARE = 1, LEAST_INNER = 5, MOST_INNER = 15 };

struct plan {
    const struct drawing *d;
    tn_board board;
    bool hex, named, alone; /* named: some boxes have a line for name or kind; alone: the spaces have one variable */
    const char *common_kind;  /* the kind most spaces have: it need not be said */
    int inner, lines;         /* of a box, without its border */
    int first_row, rows, first_col, last_col;
};

static void get_space(const struct plan *p, int i, tn_space *out) {
    tn_game_space(p->d->match->game, (size_t)(p->board.first + i), out);
}

static bool has_variable(const tn_var *var, int space) {
    return var->scope == TN_PER_SPACE && space >= var->first_owner && space < var->first_owner + var->owners;
}

/* Label, and name or kind. A short name of its own is the label, else the number is. */
static void describe(const struct plan *p, const tn_space *space, struct buf *label, struct buf *text) {
    size_t n = strlen(p->board.name);
    bool own_name = strncmp(space->name, p->board.name, n) != 0;
    bool short_name = own_name && text_columns(space->name) <= 3;
    if (short_name)
        buf_puts(label, space->name);
    else
        buf_printf(label, "%d", space->number);
    bool special = p->common_kind && strcmp(space->kind, p->common_kind) != 0;
    buf_puts(text, own_name && !short_name ? space->name : special ? space->kind : "");
}

/* Signs of a space, separated by blanks, into *out; on a canvas too when there is one, each in its own colour. */
static void put_signs(const struct plan *p, int space, struct canvas *c, int x, int y, struct buf *out) {
    const tn_game *game = p->d->match->game;
    struct buf value;
    buf_init(&value, NULL);
    for (size_t v = 0; v < tn_game_vars(game); v++) {
        tn_var var;
        tn_game_var(game, v, &var);
        if (!has_variable(&var, space)) continue;
        for (int index = 0; index < var.indices; index++) {
            buf_clear(&value);
            if (!table_put_variable(p->d, v, space, index, &value)) continue;
            const char *name = var.indices > 1 ? tn_var_index(game, v, index) : var.name;
            const char *sign = legend_sign(p->d->legend, name, value.data, p->alone);
            if (out->n > 0) buf_putc(out, ' ');
            int at = text_columns(out->data), paint = table_seat_paint(game, value.data);
            buf_puts(out, sign);
            if (c && at < p->inner)
                canvas_text(c, x + at, y, p->inner - at, paint == PAINT_PLAIN ? PAINT_STRONG : paint, sign);
        }
    }
    buf_free(&value);
}

/* The answer number of a space in the menu; 0: none. */
static unsigned answer_number(const struct plan *p, const tn_space *space) {
    const struct menu *menu = p->d->menu;
    for (uint32_t i = 0; menu && i < menu->n; i++)
        if (menu->ids[i] == space->answer) return i + 1;
    return 0;
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

static bool one_variable(const struct plan *p) {
    const tn_game *game = p->d->match->game;
    int n = 0;
    for (size_t v = 0; v < tn_game_vars(game); v++) {
        tn_var var;
        tn_game_var(game, v, &var);
        n += has_variable(&var, p->board.first) ? var.indices : 0;
    }
    return n == 1;
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

static int smaller(int a, int b) {
    return a < b ? a : b;
}

/* Reads the extent of the board and what the boxes must hold. */
static void measure(struct plan *p) {
    int wanted = LEAST_INNER;
    for (int i = 0; i < p->board.count; i++) {
        tn_space space;
        struct buf label, text, signs;
        buf_init(&label, NULL);
        buf_init(&text, NULL);
        buf_init(&signs, NULL);
        get_space(p, i, &space);
        describe(p, &space, &label, &text);
        put_signs(p, p->board.first + i, NULL, 0, 0, &signs);
        p->named |= text.n > 0;
        wanted = larger(wanted, larger(text_columns(text.data), text_columns(signs.data)));
        wanted = larger(wanted, text_columns(space.text));
        wanted = larger(wanted, text_columns(label.data) + 5); /* room for the number of an answer */
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
    int widest = p->hex ? 2 * (p->d->look->width - 1) / columns - 1 : (p->d->look->width - 1) / columns - 1;
    p->inner = smaller(smaller(wanted, MOST_INNER), widest);
    if (p->hex) p->inner = p->inner % 2 ? p->inner : p->inner + 1 <= widest ? p->inner + 1 : p->inner - 1;
    p->inner = larger(p->inner, LEAST_INNER);
    p->lines = p->named ? 3 : 2;
}

static void draw_space(const struct plan *p, struct canvas *c, int i) {
    tn_space space;
    struct buf label, text, cut, signs;
    char number[16];
    get_space(p, i, &space);
    int step = p->inner + 1;
    int x = (space.col - p->first_col) * step / (p->hex ? 2 : 1), y = (space.row - p->first_row) * (p->lines + 1);
    buf_init(&label, NULL);
    buf_init(&text, NULL);
    buf_init(&cut, NULL);
    buf_init(&signs, NULL);
    describe(p, &space, &label, &text);
    text_short(&cut, text.data, p->inner);
    canvas_box(c, x, y, p->inner + 2, p->lines + 2);
    canvas_text(c, x + 1, y + 1, p->inner, PAINT_FAINT, label.data);
    unsigned answer = answer_number(p, &space);
    if (answer > 0) {
        int n = snprintf(number, sizeof number, "[%u]", answer);
        canvas_text(c, x + 1 + p->inner - n, y + 1, n, PAINT_ANSWER, number);
    }
    if (p->named) canvas_text(c, x + 1, y + 2, p->inner, PAINT_PLAIN, cut.data);
    put_signs(p, p->board.first + i, c, x + 1, y + p->lines, &signs);
    if (!signs.n) {
        buf_clear(&cut);
        text_short(&cut, space.text, p->inner);
        canvas_text(c, x + 1, y + p->lines, p->inner, PAINT_FAINT, cut.data);
    }
    buf_free(&label);
    buf_free(&text);
    buf_free(&cut);
    buf_free(&signs);
}

static void put_drawn(const struct plan *p, struct buf *out) {
    int step = p->inner + 1, columns = p->last_col - p->first_col;
    int width = (p->hex ? columns * step / 2 : columns * step) + step + 1;
    struct canvas *c = canvas_new(width, p->rows * (p->lines + 1) + 1);
    if (!c) return;
    for (int i = 0; i < p->board.count; i++)
        draw_space(p, c, i);
    canvas_put(c, p->d->look, out);
    canvas_free(c);
}

static void put_listed(const struct plan *p, struct buf *out) {
    for (int i = 0; i < p->board.count; i++) {
        tn_space space;
        struct buf line;
        get_space(p, i, &space);
        buf_init(&line, NULL);
        put_signs(p, p->board.first + i, NULL, 0, 0, &line);
        unsigned answer = answer_number(p, &space);
        const char *printed = space.text ? space.text : "";
        if (line.n > 0 || answer > 0 || *printed) {
            buf_printf(out, "  %s", space.name);
            if (*printed) buf_printf(out, " (%s)", printed);
            if (line.n > 0) buf_printf(out, ": %s", line.data);
            if (answer > 0) look_printf(p->d->look, out, PAINT_ANSWER, " [%u]", answer);
            buf_putc(out, '\n');
        }
        buf_free(&line);
    }
}

void table_put_boards(const struct drawing *d, struct buf *out) {
    const tn_game *game = d->match->game;
    legend_begin(d->legend);
    for (size_t i = 0; i < tn_game_boards(game); i++) {
        struct plan p = {.d = d};
        tn_game_board(game, i, &p.board);
        if (!p.board.in_use || p.board.count == 0) continue;
        p.hex = p.board.shape == SHAPE_HEX;
        p.common_kind = commonest_kind(&p);
        p.alone = one_variable(&p);
        struct buf body;
        buf_init(&body, NULL);
        if (p.hex || p.board.shape == SHAPE_SQUARE) {
            measure(&p);
            put_drawn(&p, &body);
        } else {
            put_listed(&p, &body);
        }
        if (body.n > 0) {
            look_put(d->look, out, PAINT_STRONG, p.board.title && *p.board.title ? p.board.title : p.board.name);
            buf_printf(out, "\n%s", body.data);
        }
        buf_free(&body);
    }
    legend_put(d->legend, d->look, out);
}
