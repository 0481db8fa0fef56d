/* coverage.c: see coverage.h. */
#include "lab/coverage.h"

#include <stdlib.h>
#include <string.h>

static int by_place(const void *a, const void *b) {
    const struct coverage_line *x = a, *y = b;
    int file = strcmp(x->file, y->file);
    return file ? file : x->line < y->line ? -1 : x->line > y->line;
}

/* Copies of a line become one. */
static void put_together(struct coverage *c) {
    size_t n = 0;
    for (size_t i = 0; i < c->n; i++) {
        bool again = n > 0 && by_place(&c->lines[n - 1], &c->lines[i]) == 0;
        if (again)
            c->lines[n - 1].reached |= c->lines[i].reached;
        else
            c->lines[n++] = c->lines[i];
    }
    c->n = n;
    for (size_t i = 0; i < n; i++)
        c->n_reached += c->lines[i].reached;
}

struct coverage *coverage_new(const tn_game *game, const bool *reached) {
    size_t n = tn_game_statement_count(game);
    struct coverage *c = calloc(1, sizeof *c);
    struct coverage_line *lines = calloc(n + 1, sizeof *lines);
    if (!c || !lines) return free(c), free(lines), NULL;
    c->lines = lines;
    for (size_t i = 0; i < n; i++) {
        tn_statement at;
        tn_game_statement(game, i, &at);
        if (*at.file) c->lines[c->n++] = (struct coverage_line){at.file, at.line, reached[i]};
    }
    qsort(c->lines, c->n, sizeof *c->lines, by_place);
    put_together(c);
    return c;
}

void coverage_free(struct coverage *c) {
    if (c) free(c->lines);
    free(c);
}
