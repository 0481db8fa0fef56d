/* since.c: see since.h. */
#include "bench/games/since.h"

#include <ctype.h>
#include <string.h>

enum { COLUMNS = 16 };

static const char *const heads[BENCH_ENGINES] = {[BENCH_HAND] = "by hand in C",
                                                 [BENCH_NATIVE] = "compiled to C",
                                                 [BENCH_INTERPRETER] = "interpreter",
                                                 [BENCH_PLAYOUTS] = "playouts"};

struct cell {
    const char *at;
    size_t n;
};

/* The cells of a line of a table, without the blanks around them; 0: it is none. */
static size_t split(const char *line, struct cell *cells) {
    size_t n = 0, length = strcspn(line, "\n");
    if (*line != '|') return 0;
    for (const char *at = line + 1, *end = line + length; at < end && n < COLUMNS; n++) {
        const char *next = memchr(at, '|', (size_t)(end - at));
        if (!next) break;
        const char *last = next;
        while (at < last && *at == ' ')
            at++;
        while (last > at && last[-1] == ' ')
            last--;
        cells[n] = (struct cell){at, (size_t)(last - at)};
        at = next + 1;
    }
    return n;
}

static bool is(struct cell cell, const char *text) {
    return cell.n == strlen(text) && memcmp(cell.at, text, cell.n) == 0;
}

static bool is_name(struct cell cell, const char *game) {
    return cell.n == strlen(game) + 2 && cell.at[0] == '`' && memcmp(cell.at + 1, game, cell.n - 2) == 0;
}

static double number(struct cell cell) {
    double value = 0;
    for (size_t i = 0; i < cell.n && (isdigit((unsigned char)cell.at[i]) || cell.at[i] == ','); i++)
        if (cell.at[i] != ',') value = value * 10 + (cell.at[i] - '0');
    return value;
}

/* Which column is whose; whether the line is the heads of the table at all. */
static bool read_heads(const struct cell *cells, size_t n, int *columns) {
    bool any = false;
    for (int e = 0; e < BENCH_ENGINES; e++) {
        columns[e] = -1;
        for (size_t i = 0; i < n; i++)
            if (is(cells[i], heads[e])) columns[e] = (int)i, any = true;
    }
    return any;
}

bool since_find(const char *text, const char *game, double *rates) {
    struct cell cells[COLUMNS];
    int columns[BENCH_ENGINES];
    bool inside = false;
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        size_t n = split(line, cells);
        if (!inside)
            inside = n > 0 && read_heads(cells, n, columns);
        else if (n == 0)
            inside = false;
        else if (is_name(cells[0], game)) {
            for (int e = 0; e < BENCH_ENGINES; e++)
                rates[e] = columns[e] >= 0 && (size_t)columns[e] < n ? number(cells[columns[e]]) : 0;
            return true;
        }
    }
    return false;
}
