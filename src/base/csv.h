/* csv.h: tables as spreadsheets write and read them (RFC 4180, UTF-8).
 *
 * Written: commas, CRLF, and quotes only where a cell needs them. Read: the same, and what spreadsheets make of it: a
 * byte order mark, LF, semicolons or tabs instead of commas (whichever stands first in the first row, outside quotes).
 * Lines without a single character are no rows.
 */
#ifndef BASE_CSV_H
#define BASE_CSV_H

#include "base/arena.h"
#include "base/buf.h"

#include <stdint.h>

struct csv_row {
    const char **cells; /* NUL terminated */
    size_t n;
    uint32_t number; /* as a spreadsheet counts rows: from 1 */
};

struct csv {
    struct csv_row *rows;
    size_t n;
};

/* Where and why a text is no table; `why` is static. */
struct csv_problem {
    uint32_t row, column; /* from 1; column 0: the row as a whole */
    const char *why;
};

/* Into the arena. False with *problem; arena->failed where memory is out. */
bool csv_read(struct arena *arena, const char *text, size_t size, struct csv *out, struct csv_problem *problem);

/* One cell, with a comma before it unless it is the first of its row; and the end of a row. */
void csv_put_cell(struct buf *out, const char *text, bool first);
void csv_end_row(struct buf *out);

/* "A", "B", ... "AA": what spreadsheets call column number n, from 1. */
void csv_column_letters(size_t n, char out[8]);

#endif
