/* csv.c: see csv.h. */
#include "base/csv.h"

#include "base/utf8.h"

#include <string.h>

struct reader {
    struct arena *arena;
    const char *at, *end;
    char separator;
    VEC(struct csv_row) rows;
    VEC(const char *) cells; /* of the row that is being read */
    struct buf cell;
    struct csv_problem *problem;
};

static bool wrong(struct reader *r, const char *why) {
    *r->problem = (struct csv_problem){(uint32_t)r->rows.n + 1, (uint32_t)r->cells.n + 1, why};
    return false;
}

static char find_separator(const char *at, const char *end) {
    bool quoted = false;
    for (; at < end && (quoted || (*at != '\n' && *at != '\r')); at++) {
        if (*at == '"') quoted = !quoted;
        if (!quoted && (*at == ',' || *at == ';' || *at == '\t')) return *at;
    }
    return ',';
}

static bool ends_cell(const struct reader *r) {
    return r->at == r->end || *r->at == r->separator || *r->at == '\n' || *r->at == '\r';
}

static bool read_quoted(struct reader *r) {
    for (r->at++; r->at < r->end; r->at++) {
        if (*r->at != '"') {
            buf_putc(&r->cell, *r->at);
            continue;
        }
        if (++r->at == r->end || *r->at != '"')
            return ends_cell(r) || wrong(r, "something stands behind the quote that ends this cell");
        buf_putc(&r->cell, '"');
    }
    return wrong(r, "the quote that begins this cell is never closed");
}

static bool read_cell(struct reader *r) {
    buf_clear(&r->cell);
    if (r->at < r->end && *r->at == '"') {
        if (!read_quoted(r)) return false;
    } else {
        const char *from = r->at;
        while (!ends_cell(r)) {
            if (*r->at == '"')
                return wrong(r, "a quote stands inside this cell; write the cell in quotes and two of it");
            r->at++;
        }
        buf_put(&r->cell, from, (size_t)(r->at - from));
    }
    const char *kept = r->cell.failed ? NULL : arena_strdup(r->arena, r->cell.data, r->cell.n);
    if (kept && VEC_PUSH(&r->cells, kept)) return true;
    r->arena->failed = true;
    return wrong(r, "not enough memory");
}

static bool keep_row(struct reader *r, uint32_t number) {
    struct csv_row row = {ARENA_ARRAY(r->arena, const char *, r->cells.n), r->cells.n, number};
    if (row.cells) memcpy(row.cells, r->cells.data, r->cells.n * sizeof *row.cells);
    r->cells.n = 0;
    if (row.cells && VEC_PUSH(&r->rows, row)) return true;
    r->arena->failed = true;
    return wrong(r, "not enough memory");
}

static void end_line(struct reader *r) {
    if (r->at < r->end && *r->at == '\r') r->at++;
    if (r->at < r->end && *r->at == '\n') r->at++;
}

static bool read_row(struct reader *r, uint32_t number) {
    for (;;) {
        if (!read_cell(r)) {
            r->problem->row = number;
            return false;
        }
        if (r->at == r->end || *r->at != r->separator) break;
        r->at++;
    }
    end_line(r);
    return keep_row(r, number);
}

bool csv_read(struct arena *arena, const char *text, size_t size, struct csv *out, struct csv_problem *problem) {
    struct reader r = {.arena = arena, .at = text, .end = text + size, .problem = problem};
    buf_init(&r.cell);
    memset(out, 0, sizeof *out);
    bool fine = utf8_valid(text, size, NULL) && !memchr(text, '\0', size);
    if (!fine) *problem = (struct csv_problem){1, 0, "this is no UTF-8 text; save it as \"CSV UTF-8\""};
    if (size >= 3 && !memcmp(text, "\xef\xbb\xbf", 3)) r.at += 3;
    r.separator = find_separator(r.at, r.end);
    for (uint32_t number = 1; fine && r.at < r.end; number++) {
        bool empty = *r.at == '\n' || *r.at == '\r';
        if (empty)
            end_line(&r);
        else
            fine = read_row(&r, number);
    }
    out->rows = fine ? ARENA_ARRAY(arena, struct csv_row, r.rows.n + 1) : NULL;
    out->n = out->rows ? r.rows.n : 0;
    if (out->n) memcpy(out->rows, r.rows.data, out->n * sizeof *out->rows);
    VEC_FREE(&r.rows);
    VEC_FREE(&r.cells);
    buf_free(&r.cell);
    return fine && out->rows;
}

void csv_put_cell(struct buf *out, const char *text, bool first) {
    if (!first) buf_putc(out, ',');
    bool plain = !strpbrk(text, ",;\t\"\r\n") && *text != ' ' && (!*text || text[strlen(text) - 1] != ' ');
    if (plain && (*text || !first)) {
        buf_puts(out, text);
        return;
    }
    buf_putc(out, '"'); /* an empty first cell, too, so that no row looks like an empty line */
    for (; *text; text++) {
        if (*text == '"') buf_putc(out, '"');
        buf_putc(out, *text);
    }
    buf_putc(out, '"');
}

void csv_end_row(struct buf *out) {
    buf_puts(out, "\r\n");
}

void csv_column_letters(size_t n, char out[8]) {
    char turned[8];
    size_t k = 0, i = 0;
    for (; n > 0 && k < 7; n = (n - 1) / 26)
        turned[k++] = (char)('A' + (n - 1) % 26);
    while (k > 0)
        out[i++] = turned[--k];
    out[i] = '\0';
}
