/* take_try.c: renames wherever a card is spoken of, and the trial of the changed definition: it is read and compiled in
 * all configurations, and must say what the table says, before anybody writes it. */
#include "design/take_inside.h"

#include "base/utf8.h"
#include "design/inquiry.h"

#include <string.h>

/* ---- renames */
struct renames {
    struct taking *t;
    VEC(size_t) rows;
    VEC(struct query_renaming) list;
    const char *const *names; /* what they are called now */
};

static const struct sheet_card *card_of_row(const struct taking *t, size_t row) {
    return &t->sheet->cards[t->card_of[row]];
}

/* The file's own name, without its folders. */
static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The card in a query of this definition or of one that includes it; -1: it is not in that configuration. */
static int name_of_card(const struct query *q, const struct definition *d, const struct sheet_card *card) {
    for (size_t i = 0; i < q->names.n; i++) {
        const struct query_name *n = &q->names.data[i];
        if (n->kind == SYM_INSTANCE && n->at.line == card->node->at.line && n->at.col == card->node->at.col &&
            !strcmp(n->name, card->name) &&
            !strcmp(file_name(q->sources.files[n->at.file].path), file_name(d->sources.files[card->file].path)))
            return (int)i;
    }
    return -1;
}

static void gather(struct renames *r) {
    for (size_t row = 1; row < r->t->csv.n; row++) {
        const char *name = r->t->card_of[row] >= 0 ? take_cell(r->t, row, 1) : NULL;
        if (!name || !strcmp(name, card_of_row(r->t, row)->name)) continue;
        if (!*name || strpbrk(name, "\"\\{}\n")) take_wrong(r->t, row, 1, "\"%s\" cannot be the name of a card", name);
        PUSH(r->t, &r->rows, row);
    }
}

/* All renames as this query knows them; false: one of them is not in its configuration. */
static bool find_names(struct renames *r, const struct query *q) {
    r->list.n = 0;
    for (size_t i = 0; i < r->rows.n; i++) {
        int number = name_of_card(q, r->t->sheet->definition, card_of_row(r->t, r->rows.data[i]));
        struct query_renaming one = {(uint32_t)number, take_cell(r->t, r->rows.data[i], 1)};
        if (number < 0) {
            take_wrong(r->t, r->rows.data[i], 1,
                       "the card is no part of the game with the first value of all options; rename it in the text");
            return false;
        }
        PUSH(r->t, &r->list, one);
    }
    return true;
}

static struct passage passage_of(const struct query *q, struct span at) {
    uint32_t from = q->lines[at.file].start[at.line - 1] + at.col - 1;
    return (struct passage){from, from + at.len};
}

/* One by one, to say which of them is refused. */
static void blame_rename(struct renames *r, const struct query *q, const char *why) {
    struct query_edits edits;
    for (size_t i = 0; i < r->list.n; i++) {
        const char *alone = query_rename(q, &r->list.data[i], 1, &r->t->out->arena, &edits);
        if (!alone) continue;
        take_wrong(r->t, r->rows.data[i], 1, "%s", alone);
        return;
    }
    take_wrong(r->t, r->rows.data[0], 1, "%s", why);
}

static void rename_here(struct renames *r) {
    struct definition *d = r->t->sheet->definition;
    struct query *q = definition_query(d);
    struct query_edits edits;
    if (!q) r->t->failed = true;
    if (q && find_names(r, q)) {
        const char *why = query_rename(q, r->list.data, r->list.n, &r->t->out->arena, &edits);
        if (why) blame_rename(r, q, why);
        for (size_t i = 0; i < edits.n && !why; i++)
            take_edit(r->t, 0, NOT_THERE, edits.data[i].at.file, passage_of(q, edits.data[i].at), edits.data[i].text);
    }
    query_free(q);
}

static bool speaks_of_any(const struct renames *r, const struct source *s) {
    for (size_t i = 0; i < r->rows.n; i++)
        if (strstr(s->text, card_of_row(r->t, r->rows.data[i])->name)) return true;
    return false;
}

/* The first file only: those it includes are the definition's, or rest as they are. */
static void rename_in(struct renames *r, struct definition *other) {
    struct query *q = definition_query(other);
    struct query_edits edits = {NULL, 0};
    edit_list list = {0};
    struct design_files files = {0};
    const struct edit *clash;
    const char *why = q && find_names(r, q) ? query_rename(q, r->list.data, r->list.n, &r->t->out->arena, &edits) : "";
    if (why && *why) take_wrong(r->t, r->rows.data[0], 1, "%s: %s", other->sources.files[0].path, why);
    for (size_t i = 0; i < edits.n && !why; i++) {
        struct edit e = {.at = passage_of(q, edits.data[i].at), .text = edits.data[i].text};
        if (edits.data[i].at.file == 0) PUSH(r->t, &list, e);
    }
    if (!q || !edits_apply(other, &list, &r->t->out->arena, &files, &clash)) r->t->failed = true;
    for (size_t i = 0; i < files.n; i++)
        PUSH(r->t, &r->t->out->files, files.data[i]);
    VEC_FREE(&list);
    query_free(q);
}

static void rename_beside(struct renames *r, const char *path) {
    enum file_status status;
    struct definition *other = definition_open(path, (struct design_files){0}, &status);
    if (!other)
        take_wrong(r->t, r->rows.data[0], 1, "%s: %s", path, file_status_text(status));
    else if (speaks_of_any(r, &other->sources.files[0]))
        rename_in(r, other);
    definition_free(other);
}

void take_renames(struct taking *t) {
    struct renames r = {.t = t};
    gather(&r);
    t->renamed = r.rows.n > 0;
    if (t->renamed && !t->out->problems.n) rename_here(&r);
    for (size_t i = 0; t->renamed && i < t->wishes->n_beside && !t->out->problems.n && !t->failed; i++)
        rename_beside(&r, t->wishes->beside[i]);
    VEC_FREE(&r.rows);
    VEC_FREE(&r.list);
}

/* ---- what the compiler says */
static const struct edit *edit_at(const struct taking *t, const struct definition *d, int file, uint32_t line,
                                  uint32_t col) {
    const struct source *s = &d->sources.files[file];
    const struct edit *near = NULL;
    uint32_t start = 0;
    for (uint32_t i = 1; i < line; i++)
        start = line_next(s, start);
    uint32_t at = start, end = line_next(s, start), code;
    for (uint32_t i = 1; i < col && at < end; i++)
        at += (uint32_t)utf8_decode(s->text + at, end - at, &code);
    for (size_t i = 0; i < t->out->edits.n; i++) {
        const struct edit *e = &t->out->edits.data[i];
        if (e->file != file || !e->row) continue;
        bool covers = at >= e->made.from && at<e->made.to, beside = e->made.to> start && e->made.from < end;
        if (covers && e->column) return e;
        if (covers || (beside && (!near || !near->column))) near = e;
    }
    return near;
}

static void report_error_at(struct taking *t, const struct definition *d, const struct query *q,
                            const struct query_message *m) {
    int file = m->file ? query_file(q, m->file) : 0;
    const struct edit *e = file >= 0 ? edit_at(t, d, file, m->line, m->col) : NULL;
    const char *between = m->hint ? "; " : "", *hint = m->hint ? m->hint : "";
    if (e)
        take_wrong(t, e->row, (int)e->column - 1, "%s%s%s", m->text, between, hint);
    else
        take_wrong(t, t->csv.n, NOT_THERE, "line %u of %s would be wrong: %s%s%s", (unsigned)m->line,
                   m->file ? m->file : d->sources.files[0].path, m->text, between, hint);
}

static bool compiles(struct taking *t, struct definition *d) {
    struct query *q = definition_query(d);
    if (!q || q->failed) t->failed = true;
    for (size_t i = 0; q && i < q->messages.n; i++)
        if (q->messages.data[i].level == DIAG_ERROR) report_error_at(t, d, q, &q->messages.data[i]);
    query_free(q);
    return !t->failed && !t->out->problems.n;
}

/* ---- what it says then */
/* What a card must say by its row; NULL: the table does not tell. */
static const char *expected(struct taking *t, size_t row, size_t column) {
    bool old = t->card_of[row] >= 0;
    const char *cell = take_cell(t, row, column), *before = old ? card_of_row(t, row)->cells[column] : NULL;
    bool same = old && (!cell || take_same(cell, before));
    if (same && column > 1 && t->renamed) return NULL; /* it may speak of a card by its new name */
    if (old && !cell) return before;
    bool given = t->sheet->columns[column].sort == COLUMN_PRINTED || column == 2; /* the kind may say it */
    return cell && (*cell || old || !given) ? cell : NULL;
}

/* The kind says it for all its cards, and a row says nothing else. */
static bool is_given(const struct sheet *s, const struct sheet_card *card, size_t column) {
    const struct sheet_kind *kind = &s->kinds[card->kind];
    for (size_t i = 0; i < kind->n; i++)
        if (kind->parameters[i].column == column && kind->parameters[i].given) return true;
    return false;
}

/* The first column in which they differ, or NOT_THERE. */
static int difference(struct taking *t, size_t row, const struct sheet *after, const struct sheet_card *card) {
    for (size_t c = 1; c < t->sheet->n_columns; c++) {
        const char *wanted = expected(t, row, c);
        if (wanted && !take_same(wanted, card->cells[c]) && (*wanted || !is_given(after, card, c))) return (int)c;
    }
    return NOT_THERE;
}

static bool is_empty_row(struct taking *t, size_t row) {
    for (size_t i = 0; i < t->csv.rows[row].n; i++)
        if (*take_cell(t, row, t->column_of[i])) return false;
    return true;
}

static void compare_row(struct taking *t, size_t row, const struct sheet *after) {
    int worst = 1;
    const char *instead = "nothing";
    if (is_empty_row(t, row)) return;
    const char *name = expected(t, row, 1);
    for (size_t i = 0; i < after->n_cards; i++) {
        if (name && strcmp(name, after->cards[i].name)) continue;
        int c = difference(t, row, after, &after->cards[i]);
        if (c < 0) return;
        if (c > worst) worst = c, instead = after->cards[i].cells[c];
    }
    take_wrong(t, row, worst, "the definition would say \"%s\" here", instead);
}

static void compare_all(struct taking *t, struct definition *changed) {
    struct buf why;
    buf_init(&why);
    const struct sheet *after = sheet_new(changed, t->sheet->kinds[t->sheet->kind].name, &why);
    size_t wanted = t->sheet->n_cards + t->out->added - t->out->removed;
    if (!after && why.n) take_wrong(t, t->csv.n, NOT_THERE, "%s", why.data);
    if (!after && !why.n) t->failed = true;
    if (after && after->n_columns != t->sheet->n_columns)
        take_wrong(t, t->csv.n, NOT_THERE, "the definition would have other columns");
    for (size_t row = 1; after && row < t->csv.n && !t->out->problems.n; row++)
        compare_row(t, row, after);
    if (after && after->n_cards != wanted && !t->out->problems.n)
        take_wrong(t, t->csv.n, NOT_THERE, "the definition would have %zu cards, not %zu", after->n_cards, wanted);
    buf_free(&why);
}

static void try_beside(struct taking *t, const char *path, struct design_files files) {
    enum file_status status;
    struct definition *other = definition_open(path, files, &status);
    struct query *q = other ? definition_query(other) : NULL;
    if (!q) t->failed = true;
    for (size_t i = 0; q && i < q->messages.n; i++)
        if (q->messages.data[i].level == DIAG_ERROR) {
            take_wrong(t, t->csv.n, NOT_THERE, "line %u of %s would be wrong: %s", (unsigned)q->messages.data[i].line,
                       q->messages.data[i].file ? q->messages.data[i].file : path, q->messages.data[i].text);
            break;
        }
    query_free(q);
    definition_free(other);
}

void take_try(struct taking *t) {
    struct definition *d = t->sheet->definition, *changed = NULL;
    struct design_files files;
    const struct edit *clash;
    size_t beside = t->out->files.n;
    enum file_status status;
    if (!edits_apply(d, &t->out->edits, &t->out->arena, &files, &clash)) {
        if (clash)
            take_wrong(t, clash->row ? clash->row : t->csv.n, (int)clash->column - 1,
                       "two changes meet in the text here; make one of them first");
        else
            t->failed = true;
        return;
    }
    for (size_t i = 0; i < files.n; i++)
        PUSH(t, &t->out->files, files.data[i]);
    struct design_files all = {t->out->files.data, t->out->files.n};
    changed = t->failed ? NULL : definition_open(d->sources.files[0].path, all, &status);
    if (!changed) t->failed = true;
    if (changed && compiles(t, changed)) compare_all(t, changed);
    for (size_t i = 0; i < beside && !t->failed && !t->out->problems.n; i++)
        try_beside(t, all.data[i].path, all);
    definition_free(changed);
}
