/* record.c: positions of the fake engine as JSON: seed, cells and whose turn it is, as far as tests need it. */
#include "fake/internal.h"

#include <stdio.h>
#include <string.h>

size_t tn_state_json(tn_ctx *ctx, const tn_state *s, unsigned seat, char *buf, size_t cap) {
    char cells[CELLS + 1] = {0};
    (void)ctx;
    for (int i = 0; i < CELLS; i++)
        cells[i] = s->cells[i] < 0 ? '.' : (char)('A' + s->cells[i]);
    return (size_t)snprintf(buf, cap, "{\"seats\": 2, \"seat\": %u, \"cells\": \"%s\"}", seat, cells);
}

tn_status tn_state_read_json(tn_ctx *ctx, const char *text, size_t size, uint64_t seed, unsigned flags, tn_state *out,
                             char *why, size_t cap) {
    const char *cells = strstr(text, "\"cells\": \"");
    tn_state_start(ctx, seed, flags, out);
    if (!cells || (size_t)(cells - text) + 10 + CELLS > size) return snprintf(why, cap, "1:1: no cells"), TN_BAD_STATE;
    for (int i = 0; i < CELLS; i++) {
        out->cells[i] = (int8_t)(cells[10 + i] == '.' ? -1 : cells[10 + i] - 'A');
        out->marks += out->cells[i] >= 0;
    }
    out->turn = out->marks % 2;
    if (cap) why[0] = '\0';
    return TN_ASK;
}

bool tn_state_chance(const tn_game *g, const tn_state *s, size_t *zone, int *owner) {
    (void)g, (void)s, (void)zone, (void)owner;
    return false;
}
