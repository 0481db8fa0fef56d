/* take.c: reads a table, finds the card of each row, and gathers what changes. */
#include "design/take_inside.h"

#include "base/nearest.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { TAKE_ROWS = 10000 };

/* ---- what is wrong */
static const char *put_text(struct taking *t, const char *format, va_list args) {
    struct buf text;
    buf_init(&text);
    const char *kept = buf_vprintf(&text, format, args) ? arena_strdup(&t->out->arena, text.data, text.n) : NULL;
    buf_free(&text);
    if (!kept) t->failed = true;
    return kept ? kept : "";
}

void take_wrong(struct taking *t, size_t row, int column, const char *format, ...) {
    struct take_problem p = {.row = row < t->csv.n ? t->csv.rows[row].number : 0};
    va_list args;
    va_start(args, format);
    p.text = put_text(t, format, args);
    va_end(args);
    if (column >= 0) p.title = t->sheet->columns[column].title;
    if (column >= 0 && t->column_at[column] >= 0) p.column = (uint32_t)t->column_at[column] + 1;
    PUSH(t, &t->out->problems, p);
}

const char *take_cell(struct taking *t, size_t row, size_t column) {
    int at = t->column_at[column];
    if (at < 0) return NULL;
    const char *from = t->csv.rows[row].cells[at], *to = from + strlen(from);
    while (*from == ' ' || *from == '\t' || *from == '\r' || *from == '\n')
        from++;
    while (to > from && strchr(" \t\r\n", to[-1]))
        to--;
    const char *made = arena_strdup(&t->out->arena, from, (size_t)(to - from));
    if (!made) t->failed = true;
    return made ? made : "";
}

bool take_same(const char *a, const char *b) {
    while (*a && strchr(" \t\r\n", *a))
        a++;
    while (*b && strchr(" \t\r\n", *b))
        b++;
    for (; *a && *b; a++, b++) {
        while (*a == '\r')
            a++;
        while (*b == '\r')
            b++;
        if (*a != *b) break;
    }
    return !a[strspn(a, " \t\r\n")] && !b[strspn(b, " \t\r\n")];
}

void take_edit(struct taking *t, size_t row, int column, uint16_t file, struct passage at, const char *text) {
    struct edit e = {.file = file, .at = at, .text = text, .row = (uint32_t)row};
    if (column >= 0) e.column = (uint32_t)column + 1;
    if (!text) t->failed = true;
    PUSH(t, &t->out->edits, e);
}

/* ---- the heading */
static int column_titled(const struct taking *t, const char *title) {
    for (size_t c = 0; c < t->sheet->n_columns; c++)
        if (!strcmp(t->sheet->columns[c].title, title)) return (int)c;
    return NOT_THERE;
}

static void unknown_column(struct taking *t, size_t at, const char *title) {
    const char *titles[128];
    size_t n = 0;
    for (; n < t->sheet->n_columns && n < 128; n++)
        titles[n] = t->sheet->columns[n].title;
    const char *near = nearest(title, titles, n);
    if (near)
        take_wrong(t, 0, NOT_THERE, "no column is called \"%s\"; did you mean \"%s\"?", title, near);
    else
        take_wrong(t, 0, NOT_THERE, "no column is called \"%s\"", title);
    if (t->out->problems.n) t->out->problems.data[t->out->problems.n - 1].column = (uint32_t)at + 1;
}

static void read_heading(struct taking *t) {
    const struct csv_row *row = &t->csv.rows[0];
    for (size_t i = 0; i < row->n; i++) {
        int c = column_titled(t, row->cells[i]);
        if (c < 0) {
            unknown_column(t, i, row->cells[i]);
        } else if (t->column_at[c] >= 0) {
            take_wrong(t, 0, c, "two columns are called \"%s\"", row->cells[i]);
        } else {
            t->column_at[c] = (int)i;
        }
        t->column_of[i] = c < 0 ? 0 : (size_t)c;
    }
    if (t->column_at[0] < 0 && t->column_at[1] < 0)
        take_wrong(t, 0, NOT_THERE, "a column \"card\" must say which card each row is of");
}

/* ---- which row is of which card */
static void find_card(struct taking *t, size_t row) {
    const char *id = take_cell(t, row, t->column_at[0] >= 0 ? 0 : 1), *names[1000];
    t->card_of[row] = NOT_THERE;
    if (!*id) return;
    for (size_t i = 0; i < t->sheet->n_cards; i++)
        if (!strcmp(t->sheet->cards[i].cells[0], id)) t->card_of[row] = (int)i;
    for (size_t k = 1; k < row && t->card_of[row] >= 0; k++)
        if (t->card_of[k] == t->card_of[row])
            take_wrong(t, row, 0, "row %u is of this card, too", (unsigned)t->csv.rows[k].number);
    if (t->card_of[row] >= 0 || t->column_at[0] < 0) return; /* without "card" an unknown name is that of a new one */
    size_t n = 0;
    for (; n < t->sheet->n_cards && n < 1000; n++)
        names[n] = t->sheet->cards[n].cells[0];
    const char *near = n ? nearest(id, names, n) : NULL;
    if (near)
        take_wrong(t, row, 0, "there is no card \"%s\"; did you mean \"%s\"? A new card has an empty cell here", id,
                   near);
    else
        take_wrong(t, row, 0, "there is no card \"%s\"; a new card has an empty cell here", id);
}

static bool is_wide_enough(struct taking *t, size_t row) {
    const struct csv_row *r = &t->csv.rows[row];
    if (r->n == t->csv.rows[0].n) return true;
    take_wrong(t, row, NOT_THERE, "this row has %zu cells and the first row %zu", r->n, t->csv.rows[0].n);
    return false;
}

/* A new card stands behind that of the nearest row above which is of its kind, else behind the last one of its kind. */
static const struct sheet_card *neighbour(struct taking *t, size_t row, size_t kind) {
    const struct sheet_card *found = NULL;
    for (size_t k = row; k-- > 1;)
        if (t->card_of[k] >= 0 && t->sheet->cards[t->card_of[k]].kind == kind) return &t->sheet->cards[t->card_of[k]];
    for (size_t i = 0; i < t->sheet->n_cards; i++)
        if (t->sheet->cards[i].kind == kind) found = &t->sheet->cards[i];
    return found;
}

static void add_card(struct taking *t, size_t row) {
    const char *wanted = take_cell(t, row, 2);
    bool any = false;
    for (size_t i = 0; i < t->csv.rows[row].n; i++)
        any = any || *take_cell(t, row, t->column_of[i]);
    if (!any) return; /* spreadsheets leave rows of nothing but commas */
    int kind = wanted && *wanted ? sheet_find_kind(t->sheet, wanted) : (int)t->sheet->kind;
    if (kind < 0 || !sheet_is_a(t->sheet, (size_t)kind, t->sheet->kind)) {
        take_wrong(t, row, 2, "\"%s\" is no kind of %s", wanted, t->sheet->kinds[t->sheet->kind].name);
        return;
    }
    const struct sheet_card *behind = neighbour(t, row, (size_t)kind);
    if (behind)
        take_new_card(t, row, behind);
    else
        take_wrong(t, row, 2,
                   "there is no %s yet, so it is not known where one stands; write the first one in the text",
                   t->sheet->kinds[kind].name);
}

/* The name and kind of the card of a row once the table holds. */
struct called {
    const char *name, *kind;
};

static struct called called_in_row(struct taking *t, size_t row) {
    const struct sheet_card *card = t->card_of[row] >= 0 ? &t->sheet->cards[t->card_of[row]] : NULL;
    const char *name = take_cell(t, row, 1), *kind = take_cell(t, row, 2);
    if (!kind || !*kind) kind = t->sheet->kinds[card ? card->kind : t->sheet->kind].name;
    return (struct called){name ? name : card ? card->name : "", kind};
}

/* A name of its own for each card of a kind; those that had one name before stand in different modules. */
static void check_names(struct taking *t) {
    struct called *all = ARENA_ARRAY(&t->out->arena, struct called, t->csv.n);
    if (!all) t->failed = true;
    for (size_t row = 1; row < t->csv.n && all; row++)
        all[row] = called_in_row(t, row);
    for (size_t row = 1; row < t->csv.n && all; row++) {
        bool old = t->card_of[row] >= 0 && !strcmp(t->sheet->cards[t->card_of[row]].name, all[row].name);
        for (size_t k = 1; k < t->csv.n && !old && *all[row].name; k++)
            if (k != row && !strcmp(all[k].name, all[row].name) && !strcmp(all[k].kind, all[row].kind))
                take_wrong(t, row, 1, "the card of row %u has that name, too", (unsigned)t->csv.rows[k].number);
    }
}

static void find_missing(struct taking *t) {
    for (size_t i = 0; i < t->sheet->n_cards && !t->wishes->some; i++) {
        bool there = false;
        for (size_t row = 1; row < t->csv.n; row++)
            there |= t->card_of[row] == (int)i;
        if (there) continue;
        if (t->wishes->remove) {
            take_away(t, &t->sheet->cards[i]);
            continue;
        }
        t->out->missing++;
        take_wrong(t, t->csv.n, NOT_THERE, "the card \"%s\" has no row", t->sheet->cards[i].cells[0]);
    }
}

/* ---- the whole */
static bool begin(struct taking *t) {
    size_t columns = t->sheet->n_columns;
    t->column_at = ARENA_ARRAY(&t->out->arena, int, columns);
    for (size_t c = 0; t->column_at && c < columns; c++)
        t->column_at[c] = NOT_THERE;
    return t->column_at != NULL;
}

static bool read_table(struct taking *t, const char *csv, size_t size) {
    struct csv_problem p;
    if (!csv_read(&t->out->arena, csv, size, &t->csv, &p)) {
        struct take_problem told = {p.row, p.column, NULL, p.why};
        t->failed |= t->out->arena.failed;
        PUSH(t, &t->out->problems, told);
        return false;
    }
    if (t->csv.n == 0) {
        take_wrong(t, 0, NOT_THERE, "the table is empty; its first row names the columns");
        return false;
    }
    if (t->csv.n > TAKE_ROWS) {
        take_wrong(t, t->csv.n, NOT_THERE, "the table has %zu rows; no game has so many cards", t->csv.n);
        return false;
    }
    t->column_of = ARENA_ARRAY(&t->out->arena, size_t, t->csv.rows[0].n);
    t->card_of = ARENA_ARRAY(&t->out->arena, int, t->csv.n);
    if (!t->column_of || !t->card_of) t->failed = true;
    if (t->failed) return false;
    read_heading(t);
    return !t->out->problems.n;
}

static void read_rows(struct taking *t) {
    for (size_t row = 1; row < t->csv.n; row++)
        if (is_wide_enough(t, row)) find_card(t, row);
    if (t->out->problems.n) return;
    for (size_t row = 1; row < t->csv.n && !t->failed; row++) /* first, so that new cards stand behind new lines */
        if (t->card_of[row] >= 0) take_changes(t, row, &t->sheet->cards[t->card_of[row]]);
    for (size_t row = 1; row < t->csv.n && !t->failed; row++)
        if (t->card_of[row] < 0) add_card(t, row);
    check_names(t);
    find_missing(t);
}

/* As a reader goes through the table; what is of no row comes last. */
static int by_cell(const void *a, const void *b) {
    const struct take_problem *p = a, *q = b;
    if (p->row != q->row) return p->row - 1 < q->row - 1 ? -1 : 1;
    return p->column < q->column ? -1 : p->column > q->column;
}

bool take_csv(const struct sheet *s, const char *csv, size_t size, const struct take_wishes *wishes,
              struct taken *out) {
    struct taking t = {.sheet = s, .out = out, .wishes = wishes};
    memset(out, 0, sizeof *out);
    arena_init(&out->arena);
    if (!begin(&t)) return false;
    if (read_table(&t, csv, size)) read_rows(&t);
    if (!t.failed && !out->problems.n) take_renames(&t);
    if (!t.failed && !out->problems.n && out->edits.n) take_try(&t);
    if (out->problems.n) {
        out->files.n = 0;
        qsort(out->problems.data, out->problems.n, sizeof *out->problems.data, by_cell);
    }
    return !t.failed && !out->arena.failed && !s->definition->arena.failed;
}

void taken_free(struct taken *t) {
    VEC_FREE(&t->problems);
    VEC_FREE(&t->edits);
    VEC_FREE(&t->files);
    VEC_FREE(&t->said);
    arena_free(&t->arena);
}
