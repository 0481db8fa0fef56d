/* take.h: a table that came back from a spreadsheet: which bytes of the definition it changes, and why it cannot be
 * right.
 *
 * Nothing is written here: what comes out is a list of edits, and the new text of each file that differs. It comes out
 * only when the changed definition was read again, compiles in all configurations and says what the table says; else
 * there are problems, each with the row and column it came from. A rename changes every place that speaks of the card,
 * also in the files `beside` (scenarios that include the definition).
 */
#ifndef DESIGN_TAKE_H
#define DESIGN_TAKE_H

#include "design/sheet.h"

struct take_problem {
    uint32_t row, column; /* of the table, from 1; 0: no row, the row as a whole */
    const char *title;    /* of the column, or NULL */
    const char *text;
};

struct take_wishes {
    bool remove;               /* cards that have no row are taken out */
    const char *const *beside; /* paths of definitions that include this one */
    size_t n_beside;
    bool some; /* the table has some of the cards only: the others stay as they are */
};

struct taken {
    struct arena arena;
    VEC(struct take_problem) problems;
    edit_list edits;                /* of the definition's files; applied once there are no problems */
    VEC(struct design_file) files;  /* new texts of files that differ */
    VEC(const char *) said;         /* what changes, a line for each card */
    size_t changed, added, removed; /* cards */
    size_t missing;                 /* cards without a row, which are problems */
};

/* False: memory is out. `s` and its definition must live as long as `out`; taken_free in any case. */
bool take_csv(const struct sheet *s, const char *csv, size_t size, const struct take_wishes *wishes, struct taken *out);
void taken_free(struct taken *t);

#endif
