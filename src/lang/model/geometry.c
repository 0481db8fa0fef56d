/* geometry.c: which spaces lie beside which, by the shape of their board.
 * Directions: square 0 north 1 east 2 south 3 west 4 northeast 5 southeast 6 southwest 7 northwest;
 * hex 0 east 1 southeast 2 southwest 3 west 4 northwest 5 northeast; ring 0 next 1 previous. Others have none. */
#include "lang/model/declare.h"

#include "base/bits.h"

#include <string.h>

/* Spaces of a board stand in the order of their rows, and of their columns in each. */
static int space_at(const struct model *m, const struct board_info *b, int row, int col) {
    int low = b->first, high = b->first + b->n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        const struct space_info *s = &m->spaces.data[middle];
        if (s->row == row && s->col == col) return middle;
        if (s->row < row || (s->row == row && s->col < col))
            low = middle + 1;
        else
            high = middle;
    }
    return NONE;
}

int space_step(const struct model *m, int space, int d) {
    static const signed char square[8][2] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}, {-1, 1}, {1, 1}, {1, -1}, {-1, -1}};
    static const signed char hex[6][2] = {{0, 2}, {1, 1}, {1, -1}, {0, -2}, {-1, -1}, {-1, 1}};
    const struct space_info *s = &m->spaces.data[space];
    const struct board_info *b = &m->boards.data[s->board];
    switch (b->shape) {
    case BOARD_SQUARE: return d < 8 ? space_at(m, b, s->row + square[d][0], s->col + square[d][1]) : NONE;
    case BOARD_HEX: return d < 6 ? space_at(m, b, s->row + hex[d][0], s->col + hex[d][1]) : NONE;
    case BOARD_RING: return d < 2 && b->n > 1 ? b->first + (space - b->first + (d ? b->n - 1 : 1)) % b->n : NONE;
    default: return NONE;
    }
}

void space_near(const struct model *m, int space, uint32_t *words) {
    memcpy(words, m->near + (size_t)space * SPACE_WORDS, SPACE_WORDS * sizeof *words);
}

/* ---- declared once for all spaces */
/* A name in link(a, b), line(a, b, c) or at(a, x, y): of the board it stands in, else the first of that name. NONE,
 * reported: there is none. */
int labelled_space(struct model *m, struct node *name, int board) {
    int found = NONE;
    if (name->kind != N_NAME) {
        model_error(m, name, DIAG_wrong_kind, "link(a, b), line(a, b, c) and at(a, x, y) name spaces by their labels");
        return NONE;
    }
    for (const struct symbol *s = model_find(m, name->name); s; s = s->same) {
        if (s->kind != SYM_SPACE) continue;
        if (m->spaces.data[s->index].board == board) return s->index;
        if (found == NONE || s->index < found) found = s->index;
    }
    if (found == NONE) model_unknown(m, name, "space", name->name, 1u << SYM_SPACE, NULL, 0);
    return found;
}

static void join(struct model *m, int a, int b) {
    bits_set(m->near + (size_t)a * SPACE_WORDS, (uint32_t)b);
    bits_set(m->near + (size_t)b * SPACE_WORDS, (uint32_t)a);
}

static void join_linked(struct model *m, const struct link_info *link) {
    if (!link->call->kids || !link->call->kids->next)
        model_error(m, link->call, DIAG_wrong_kind, "link(a, b) joins two spaces or more");
    int before = NONE;
    for (struct node *a = link->call->kids; a; a = a->next) {
        int space = labelled_space(m, a, link->board);
        if (before >= 0 && space >= 0) join(m, before, space);
        before = space;
    }
}

/* at(a, x, y): for tables that draw the board; the rules never read it. */
static void put_at(struct model *m, const struct link_info *line) {
    enum { FURTHEST = 999 };
    struct node *label = line->call->kids, *x = label ? label->next : NULL, *y = x ? x->next : NULL;
    const struct board_info *b = &m->boards.data[line->board];
    int32_t at[2];
    if (b->shape == BOARD_SQUARE || b->shape == BOARD_HEX) {
        model_error(m, line->call, DIAG_wrong_kind,
                    "only the spaces of a graph, ring or loose board are put somewhere by at(...)");
        return;
    }
    if (!y || y->next || !constant_number(m, x, &at[0]) || !constant_number(m, y, &at[1])) {
        model_error(m, line->call, DIAG_wrong_kind,
                    "at(a, x, y) says where a space is, by its label and two constant numbers");
        return;
    }
    for (int i = 0; i < 2; i++)
        if (at[i] < 0 || at[i] > FURTHEST) {
            model_error(m, i ? y : x, DIAG_out_of_range, "places are from 0 to %d", FURTHEST);
            return;
        }
    int space = labelled_space(m, label, line->board);
    if (space < 0) return;
    struct space_info *s = &m->spaces.data[space];
    if (s->board != line->board)
        model_error(m, label, DIAG_wrong_kind, "\"%s\" is a space of another board", label->name);
    else if (s->x != NONE)
        model_error(m, label, DIAG_wrong_kind, "\"%s\" has a place already", label->name);
    s->x = at[0], s->y = at[1];
}

void declare_geometry(struct model *m) {
    m->near = ARENA_ARRAY(m->arena, uint32_t, m->spaces.n * SPACE_WORDS + 1);
    if (!m->near) {
        m->failed = true;
        return;
    }
    memset(m->near, 0, (m->spaces.n * SPACE_WORDS + 1) * sizeof *m->near);
    for (int s = 0; s < (int)m->spaces.n; s++) {
        const struct board_info *b = &m->boards.data[m->spaces.data[s].board];
        int directions = b->shape == BOARD_SQUARE ? (b->diagonal ? 8 : 4)
                         : b->shape == BOARD_HEX  ? 6
                         : b->shape == BOARD_RING ? 2
                                                  : 0;
        for (int d = 0; d < directions; d++) {
            int t = space_step(m, s, d);
            if (t >= 0 && t != s) bits_set(m->near + (size_t)s * SPACE_WORDS, (uint32_t)t);
        }
    }
    for (size_t i = 0; i < m->links.n; i++)
        join_linked(m, &m->links.data[i]);
    for (size_t i = 0; i < m->places.n; i++)
        put_at(m, &m->places.data[i]);
}
