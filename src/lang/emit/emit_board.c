/* emit_board.c: what is known of boards before play: who lies beside whom, lines, rays, distances, as tables.
 *
 * A table that does not depend on its arguments is made once (`struct board_tables`). Sets for pairs of spaces are rows
 * of a set table that a table of row numbers points to: most pairs have none, and NONE is the empty set. */
#include "lang/emit/emit.h"

#include "base/bits.h"
#include "lang/model/builtins.h"

#include <string.h>

static int board_of(struct node *n) {
    return n->type.base == VT_BOARD ? n->type.of : NONE;
}

/* ---- boards of players: those of all seats lie one behind the other, and have the same shape */
bool is_players_board(const struct emitter *e, const struct node *n) {
    return n->type.base == VT_BOARD && !n->type.flags && n->type.of < e->m->boards.n &&
           e->m->boards.data[n->type.of].owner != NONE;
}

int emit_board_owner(struct emitter *e, struct node *board) {
    board = node_bare(board);
    return board->kind == N_FIELD ? emit_value(e, board->a, TYPE(VT_PLAYER), NONE) : REG_ME;
}

int emit_players_board(struct emitter *e, struct node *board, int dst) {
    struct type set = type_make(VT_SPACE, VF_SET, ANY);
    const struct board_info *b = &e->m->boards.data[board->type.of];
    int width = type_width(e, set);
    VEC(int32_t) rows = {0};
    for (int seat = 0; seat < (int)e->m->seats; seat++) {
        uint32_t words[SPACE_WORDS] = {0};
        for (int i = 0; i < b->n; i++)
            bits_set(words, (uint32_t)(b->first + seat * b->n + i));
        for (int w = 0; w < width; w++)
            if (!VEC_PUSH(&rows, (int32_t)words[w])) e->out.failed = true;
    }
    if (dst == NONE) dst = emit_reg(e, set);
    int top = e->top, player = emit_board_owner(e, board);
    emit_opx(e, OP_STAB, dst, player, width, emit_table(e, TABLE_SET, rows.data, rows.n, width, 0, 0));
    VEC_FREE(&rows);
    e->top = top;
    return dst;
}

void emit_players_space(struct emitter *e, struct node *board, int k, int dst) {
    const struct board_info *b = &e->m->boards.data[board->type.of];
    VEC(int32_t) words = {0};
    for (int seat = 0; seat < (int)e->m->seats; seat++)
        for (int i = -1; i < b->n; i++)
            if (!VEC_PUSH(&words, i < 0 ? NONE : b->first + seat * b->n + i)) e->out.failed = true;
    int player = emit_board_owner(e, board);
    emit_opx(e, OP_TAB2, dst, player, k, emit_table(e, TABLE_INT, words.data, words.n, 0, b->n + 1, NONE));
    VEC_FREE(&words);
}

int emit_owner_table(struct emitter *e) {
    VEC(int32_t) words = {0};
    for (size_t i = 0; i < e->m->spaces.n; i++)
        if (!VEC_PUSH(&words, e->m->boards.data[e->m->spaces.data[i].board].owner)) e->out.failed = true;
    int table = emit_table(e, TABLE_INT, words.data, words.n, 0, 0, NONE);
    VEC_FREE(&words);
    return table;
}

/* ---- lines, neighbours */
struct rows_of_sets {
    VEC(int32_t) words;
    int width;
};

static void add_row(struct emitter *e, struct rows_of_sets *rows, const uint32_t *words) {
    for (int w = 0; w < rows->width; w++)
        if (!VEC_PUSH(&rows->words, (int32_t)words[w])) e->out.failed = true;
}

/* The spaces in a row that a line(...) of the board says, so many of them from one on. */
static void add_drawn_line(struct emitter *e, const struct link_info *line, int32_t length, struct rows_of_sets *rows) {
    for (struct node *from = line->call->kids; from && length > 0; from = from->next) {
        uint32_t words[SPACE_WORDS] = {0};
        int32_t count = 0;
        for (struct node *a = from; a && count < length; a = a->next, count++) {
            int space = labelled_space(e->m, a, line->board);
            if (space >= 0) bits_set(words, (uint32_t)space);
        }
        if (count == length) add_row(e, rows, words);
    }
}

int emit_lines_table(struct emitter *e, struct node *call) {
    int32_t length = 0;
    constant_number(e->m, call->kids, &length);
    int board = board_of(call->a->a);
    struct board_info *b = &e->m->boards.data[board];
    struct rows_of_sets rows = {.width = type_width(e, type_make(VT_SPACE, VF_SET, ANY))};
    int boards = b->owner == NONE ? 1 : (int)e->m->seats;
    for (int s = b->first; s < b->first + boards * b->n; s++)
        for (int d = 0; d < 8; d++) {
            if (b->shape == BOARD_HEX ? d > 2 : !(d == 1 || d == 2 || d == 5 || d == 6)) continue;
            uint32_t words[SPACE_WORDS] = {0};
            int at = s, count = 0;
            for (; at >= 0 && count < length; count++, at = space_step(e->m, at, d))
                bits_set(words, (uint32_t)at);
            if (count == length && length > 0) add_row(e, &rows, words);
        }
    for (size_t i = 0; i < e->m->lines.n; i++)
        if (e->m->lines.data[i].board == board) add_drawn_line(e, &e->m->lines.data[i], length, &rows);
    int table = emit_table(e, TABLE_SET, rows.words.data, rows.words.n, rows.width, 0, 0);
    VEC_FREE(&rows.words);
    return table;
}

int emit_near_table(struct emitter *e) {
    if (e->near_table == NONE) {
        int width = type_width(e, type_make(VT_SPACE, VF_SET, ANY));
        VEC(int32_t) rows = {0};
        for (int s = 0; s < (int)e->m->spaces.n; s++) {
            uint32_t words[SPACE_WORDS] = {0};
            space_near(e->m, s, words);
            for (int w = 0; w < width; w++)
                if (!VEC_PUSH(&rows, (int32_t)words[w])) e->out.failed = true;
        }
        e->near_table = emit_table(e, TABLE_SET, rows.data, rows.n, width, 0, 0);
        VEC_FREE(&rows);
    }
    return e->near_table;
}

/* Sets by a space and a number below `columns`; row numbers are NONE until they are added. */
struct rows {
    VEC(int32_t) index;
    VEC(int32_t) sets;
    int columns, width, n;
};

static void rows_open(struct emitter *e, struct rows *r, int columns) {
    *r = (struct rows){.columns = columns, .width = type_width(e, type_make(VT_SPACE, VF_SET, ANY))};
    for (size_t i = 0; i < e->m->spaces.n * (size_t)columns; i++)
        if (!VEC_PUSH(&r->index, NONE)) e->out.failed = true;
}

static void rows_add(struct emitter *e, struct rows *r, int space, int column, const uint32_t *words) {
    if (e->out.failed) return;
    r->index.data[space * r->columns + column] = r->n++;
    for (int w = 0; w < r->width; w++)
        if (!VEC_PUSH(&r->sets, (int32_t)words[w])) e->out.failed = true;
}

static bool rows_have(const struct rows *r, int space, int column) {
    size_t at = (size_t)space * (size_t)r->columns + (size_t)column;
    return at < r->index.n && r->index.data[at] != NONE;
}

static struct pair_tables rows_close(struct emitter *e, struct rows *r) {
    struct pair_tables t = {.made = true};
    t.index = emit_table(e, TABLE_INT, r->index.data, r->index.n, 0, r->columns, NONE);
    t.sets = emit_table(e, TABLE_SET, r->sets.data, r->sets.n, r->width, 0, 0);
    VEC_FREE(&r->index);
    VEC_FREE(&r->sets);
    return t;
}

/* From a space in a direction to the edge, or round to where it began. */
static void add_ray(struct emitter *e, struct rows *r, int s, int d) {
    uint32_t words[SPACE_WORDS] = {0};
    int n = 0;
    for (int at = space_step(e->m, s, d); at >= 0 && at != s; at = space_step(e->m, at, d), n++)
        bits_set(words, (uint32_t)at);
    if (n) rows_add(e, r, s, d, words);
}

/* To every space that is met in a direction: what lies before it. Where two ways lead, the first direction counts. */
static void add_between(struct emitter *e, struct rows *r, int s, int d) {
    uint32_t words[SPACE_WORDS] = {0};
    int n = 0;
    for (int at = space_step(e->m, s, d); at >= 0 && at != s; at = space_step(e->m, at, d), n++) {
        if (n && !rows_have(r, s, at)) rows_add(e, r, s, at, words);
        bits_set(words, (uint32_t)at);
    }
}

static const struct pair_tables *pairs(struct emitter *e, bool ray) {
    struct pair_tables *made = ray ? &e->boards.ray : &e->boards.between;
    struct rows r;
    if (made->made) return made;
    rows_open(e, &r, ray ? DIRECTIONS : (int)e->m->spaces.n);
    for (int s = 0; s < (int)e->m->spaces.n && !e->out.failed; s++)
        for (int d = 0; d < DIRECTIONS; d++)
            (ray ? add_ray : add_between)(e, &r, s, d);
    *made = rows_close(e, &r);
    return made;
}

int emit_step_table(struct emitter *e) {
    if (e->boards.step != NONE) return e->boards.step;
    VEC(int32_t) words = {0};
    for (int s = 0; s < (int)e->m->spaces.n; s++)
        for (int d = 0; d < DIRECTIONS; d++)
            if (!VEC_PUSH(&words, space_step(e->m, s, d))) e->out.failed = true;
    e->boards.step = emit_table(e, TABLE_INT, words.data, words.n, 0, DIRECTIONS, NONE);
    VEC_FREE(&words);
    return e->boards.step;
}

/* How far every space is from one; NUMBER_MAX: there is no way. */
static void distances(const struct model *m, int from, int32_t *far) {
    int queue[MAX_SPACES], head = 0, tail = 0;
    for (size_t i = 0; i < m->spaces.n; i++)
        far[i] = NUMBER_MAX;
    far[from] = 0, queue[tail++] = from;
    while (head < tail) {
        int at = queue[head++];
        const uint32_t *near = m->near + (size_t)at * SPACE_WORDS;
        for (int t = bits_next(near, SPACE_WORDS, -1); t >= 0; t = bits_next(near, SPACE_WORDS, t))
            if (far[t] == NUMBER_MAX) far[t] = far[at] + 1, queue[tail++] = t;
    }
}

static int distance_table(struct emitter *e) {
    if (e->boards.distance != NONE) return e->boards.distance;
    int n = (int)e->m->spaces.n;
    VEC(int32_t) words = {0};
    for (int s = 0; s < n; s++) {
        int32_t far[MAX_SPACES];
        distances(e->m, s, far);
        for (int i = 0; i < n; i++)
            if (!VEC_PUSH(&words, far[i])) e->out.failed = true;
    }
    e->boards.distance = emit_table(e, TABLE_INT, words.data, words.n, 0, n, NUMBER_MAX);
    VEC_FREE(&words);
    return e->boards.distance;
}

void emit_space_function(struct emitter *e, struct node *n, int which, int dst) {
    struct type space = TYPE_OF(VT_SPACE, ANY);
    int width = type_width(e, type_make(VT_SPACE, VF_SET, ANY));
    int s = emit_value(e, n->kids, space, NONE);
    if (which == BI_near) {
        emit_opx(e, OP_STAB, dst, s, width, emit_near_table(e));
        return;
    }
    bool pair = which == BI_between || which == BI_distance;
    int k = emit_value(e, n->kids->next, pair ? space : TYPE(VT_NUMBER), NONE);
    if (which == BI_step) {
        emit_opx(e, OP_TAB2, dst, s, k, emit_step_table(e));
    } else if (which == BI_distance) {
        emit_opx(e, OP_TAB2, dst, s, k, distance_table(e));
    } else {
        const struct pair_tables *tables = pairs(e, which == BI_ray);
        int row = emit_scratch(e, 1);
        emit_opx(e, OP_TAB2, row, s, k, tables->index);
        emit_opx(e, OP_STAB, dst, row, width, tables->sets);
    }
}

/* Begins with the space, if it is in the set, and takes in what lies beside it until nothing is added. */
void emit_connected(struct emitter *e, struct node *n, int dst) {
    struct type set = type_make(VT_SPACE, VF_SET, ANY);
    int width = type_width(e, set), area = emit_reg(e, set), more = emit_reg(e, set), same = emit_scratch(e, 1),
        again = emit_label(e), end = emit_label(e), s = emit_value(e, n->kids, TYPE_OF(VT_SPACE, ANY), NONE);
    emit_set(e, n->kids->next, set, area);
    emit_op(e, OP_SCLR, dst, 0, width);
    emit_op(e, OP_SADD, dst, s, width);
    emit_opx(e, OP_SAND, dst, dst, area, width);
    emit_place(e, again);
    emit_opx(e, OP_SGROW, more, dst, width, emit_near_table(e));
    emit_opx(e, OP_SOR, more, more, dst, width);
    emit_opx(e, OP_SAND, more, more, area, width);
    emit_opx(e, OP_SEQ, same, more, dst, width);
    emit_op(e, OP_SMOV, dst, more, width);
    emit_jump(e, OP_JNZ, same, 0, 0, end);
    emit_jump(e, OP_JMP, 0, 0, 0, again);
    emit_place(e, end);
}

/* board.row(n), board.column(n): rows of a set table, row 0 empty. */
int emit_board_part(struct emitter *e, struct node *n, int dst) {
    struct board_info *b = &e->m->boards.data[board_of(n->a->a)];
    bool column = !strcmp(n->a->name, "column");
    int width = type_width(e, n->type), count = 0;
    for (int s = b->first; s < b->first + b->n; s++) {
        int at = (column ? e->m->spaces.data[s].col : e->m->spaces.data[s].row) + 1;
        if (at > count) count = at;
    }
    VEC(int32_t) rows = {0}, numbers = {0};
    int boards = b->owner == NONE ? 1 : (int)e->m->seats;
    for (int at = 0; at < boards * (count + 1); at++) {
        uint32_t words[SPACE_WORDS] = {0};
        int first = b->first + at / (count + 1) * b->n, k = at % (count + 1);
        for (int s = first; s < first + b->n; s++)
            if ((column ? e->m->spaces.data[s].col : e->m->spaces.data[s].row) + 1 == k) bits_set(words, (uint32_t)s);
        for (int w = 0; w < width; w++)
            if (!VEC_PUSH(&rows, (int32_t)words[w])) e->out.failed = true;
        if (!VEC_PUSH(&numbers, at)) e->out.failed = true;
    }
    if (dst == NONE) dst = emit_reg(e, n->type);
    int top = e->top, k = emit_value(e, n->kids, TYPE(VT_NUMBER), NONE);
    if (b->owner != NONE) { /* which row of the table it is, by player and number */
        int player = emit_board_owner(e, n->a->a), row = emit_scratch(e, 1);
        emit_opx(e, OP_TAB2, row, player, k, emit_table(e, TABLE_INT, numbers.data, numbers.n, 0, count + 1, NONE));
        k = row;
    }
    emit_opx(e, OP_STAB, dst, k, width, emit_table(e, TABLE_SET, rows.data, rows.n, width, 0, 0));
    VEC_FREE(&numbers);
    VEC_FREE(&rows);
    e->top = top;
    return dst;
}
