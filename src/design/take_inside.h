/* take_inside.h: what the files of take.h share. */
#ifndef DESIGN_TAKE_INSIDE_H
#define DESIGN_TAKE_INSIDE_H

#include "base/csv.h"
#include "design/take.h"

enum { NOT_THERE = -1 };

struct taking {
    const struct sheet *sheet;
    struct taken *out;
    const struct take_wishes *wishes;
    struct csv csv;
    int *column_at;    /* by column of the sheet: where the table has it, or NOT_THERE */
    size_t *column_of; /* by column of the table */
    int *card_of;      /* by row of the table, its heading included: the card it is of, or NOT_THERE: a new one */
    bool renamed;      /* some card is called otherwise */
    bool failed;
};

/* "row 5, column C (cost): ..."; column: of the sheet, or NOT_THERE. */
void take_wrong(struct taking *t, size_t row, int column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* A cell without blanks around it; NULL: the table has no such column. */
const char *take_cell(struct taking *t, size_t row, size_t column);
/* Whether two cells say the same: blanks around them and the form of line breaks are nothing. */
bool take_same(const char *a, const char *b);
void take_edit(struct taking *t, size_t row, int column, uint16_t file, struct passage at, const char *text);

/* take_cells.c: the edits of one row. */
void take_changes(struct taking *t, size_t row, const struct sheet_card *card);
void take_new_card(struct taking *t, size_t row, const struct sheet_card *behind);
void take_away(struct taking *t, const struct sheet_card *card);
/* Whether nothing in a cell can end the place it is put into; else the reason is reported. */
bool take_fits(struct taking *t, size_t row, size_t column, const char *text);

/* take_try.c: renames, and the changed definition on trial. */
void take_renames(struct taking *t);
void take_try(struct taking *t);

#endif
