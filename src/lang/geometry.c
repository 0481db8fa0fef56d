/* geometry.c: which spaces lie beside which, by the shape of their board.
 * Directions: square 0 north 1 east 2 south 3 west 4 northeast 5 southeast 6 southwest 7 northwest;
 * hex 0 east 1 southeast 2 southwest 3 west 4 northwest 5 northeast; ring 0 next 1 previous. Others have none. */
#include "lang/emit.h"

#include "base/bits.h"

#include <string.h>

static int space_at(const struct model *m, const struct board_info *b, int row, int col) {
    for (int s = b->first; s < b->first + b->n; s++)
        if (m->spaces.data[s].row == row && m->spaces.data[s].col == col) return s;
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

static int linked_space(const struct model *m, const struct node *name) {
    for (size_t i = 0; name && name->kind == N_NAME && i < m->spaces.n; i++)
        if (!strcmp(m->spaces.data[i].name, name->name)) return (int)i;
    return NONE;
}

void space_near(const struct model *m, int space, uint32_t *words) {
    const struct board_info *b = &m->boards.data[m->spaces.data[space].board];
    int directions = b->shape == BOARD_SQUARE ? (b->diagonal ? 8 : 4)
                     : b->shape == BOARD_HEX  ? 6
                     : b->shape == BOARD_RING ? 2
                                              : 0;
    for (int d = 0; d < directions; d++) {
        int t = space_step(m, space, d);
        if (t >= 0 && t != space) bits_set(words, (uint32_t)t);
    }
    for (size_t i = 0; i < m->links.n; i++)
        for (const struct node *a = m->links.data[i]->kids; a && a->next; a = a->next) {
            int from = linked_space(m, a), to = linked_space(m, a->next);
            if (from == space && to >= 0) bits_set(words, (uint32_t)to);
            if (to == space && from >= 0) bits_set(words, (uint32_t)from);
        }
}
