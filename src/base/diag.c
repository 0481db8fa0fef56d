/* diag.c: see diag.h. This file collects and sorts; diag_format.c draws. */
#include "base/diag.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

static const struct row {
    const char *number, *name, *title, *text;
} rows[] = {
#define DIAG(number, name, title, text) {#number, #name, title, text},
#include "base/codes.def"
#undef DIAG
};

const char *diag_code_number(enum diag_code code) {
    return (unsigned)code < DIAG_CODES ? rows[code].number : "E00";
}

const char *diag_code_name(enum diag_code code) {
    return (unsigned)code < DIAG_CODES ? rows[code].name : "";
}

const char *diag_code_title(enum diag_code code) {
    return (unsigned)code < DIAG_CODES ? rows[code].title : "";
}

const char *diag_code_text(enum diag_code code) {
    return (unsigned)code < DIAG_CODES ? rows[code].text : "";
}

static bool same_number(const char *number, const char *text) {
    char first = text[0] >= 'a' && text[0] <= 'z' ? (char)(text[0] - 'a' + 'A') : text[0];
    return number[0] == first && strcmp(number + 1, text + 1) == 0;
}

enum diag_code diag_code_find(const char *text) {
    for (unsigned i = 0; i < DIAG_CODES && text[0] != '\0'; i++)
        if (same_number(rows[i].number, text) || strcmp(rows[i].name, text) == 0) return (enum diag_code)i;
    return DIAG_CODES;
}

void diags_init(struct diags *d) {
    *d = (struct diags){.n = 0};
    arena_init(&d->arena);
}

void diags_free(struct diags *d) {
    if (!d) return;
    arena_free(&d->arena);
    diags_init(d);
}

/* Equal file names are stored once: most diagnostics of a list concern one file. */
static const char *keep_file(struct diags *d, const char *file) {
    if (!file) return NULL;
    for (uint32_t i = 0; i < d->n; i++)
        if (d->items[i].file && strcmp(d->items[i].file, file) == 0) return d->items[i].file;
    const char *copy = arena_strdup(&d->arena, file, strlen(file));
    return copy ? copy : "?";
}

/* Bytes to characters: authors count letters. */
static void place(struct diags *d, const struct diag_span *where, struct diag *item) {
    if (!where) return;
    item->file = keep_file(d, where->file);
    item->line = where->line;
    item->col = where->col;
    item->len = where->len;
    if (!where->source_line) return;
    size_t n = strcspn(where->source_line, "\r\n");
    item->source_line = arena_strdup(&d->arena, where->source_line, n);
    if (where->col == 0) return;
    size_t from = where->col - 1 < n ? where->col - 1 : n;
    size_t len = where->len < n - from ? where->len : n - from; /* a span over several lines shows its first */
    item->col = (uint32_t)utf8_count(where->source_line, from) + 1;
    item->len = (uint32_t)utf8_count(where->source_line + from, len);
}

static bool same(const struct diag *a, const struct diag *b) {
    bool same_file = a->file == b->file || (a->file && b->file && strcmp(a->file, b->file) == 0);
    return a->level == b->level && a->code == b->code && a->line == b->line && a->col == b->col && same_file &&
           strcmp(a->text, b->text) == 0;
}

static bool duplicate(const struct diags *d, const struct diag *item) {
    for (uint32_t i = 0; i < d->n; i++)
        if (same(&d->items[i], item) && (item->level != DIAG_NOTE || d->items[i].head == item->head)) return true;
    return false;
}

static void count(struct diags *d, enum diag_level level) {
    if (level == DIAG_ERROR)
        d->errors++;
    else if (level == DIAG_WARNING)
        d->warnings++;
}

/* True when the list has room for one more of this level. */
static bool room(const struct diags *d, enum diag_level level) {
    if (d->n == DIAG_KEPT) return false;
    return level == DIAG_ERROR || d->mild < DIAG_KEPT_MILD;
}

bool diag_vadd(struct diags *d, enum diag_level level, enum diag_code code, const struct diag_span *where,
               const char *format, va_list args) {
    d->last = NULL;
    if (level == DIAG_NOTE && d->head_lost) return false;
    if (!room(d, level)) {
        count(d, level);
        if (level != DIAG_NOTE) {
            d->dropped++;
            d->head_lost = true;
        }
        return false;
    }
    struct diag item = {.level = level, .code = code, .order = d->orders};
    /* A note that comes first has no head and stands on its own. */
    item.head = level == DIAG_NOTE && d->n > 0 ? d->head : item.order;
    struct buf text;
    buf_init(&text);
    buf_vprintf(&text, format, args);
    const char *copy = text.failed ? NULL : arena_strdup(&d->arena, text.data, text.n);
    item.text = copy ? copy : "out of memory";
    buf_free(&text);
    place(d, where, &item);
    if (duplicate(d, &item)) {
        if (level != DIAG_NOTE) d->head_lost = true; /* its notes were given the first time */
        return false;
    }
    count(d, level);
    d->orders++;
    if (level != DIAG_ERROR) d->mild++;
    if (level != DIAG_NOTE) d->head_lost = false;
    d->head = item.head;
    d->items[d->n] = item;
    d->last = &d->items[d->n++];
    return true;
}

bool diag_add(struct diags *d, enum diag_level level, enum diag_code code, const struct diag_span *where,
              const char *format, ...) {
    va_list args;
    va_start(args, format);
    bool kept = diag_vadd(d, level, code, where, format, args);
    va_end(args);
    return kept;
}

void diag_hint(struct diags *d, const char *format, ...) {
    if (!d->last) return;
    struct buf text;
    va_list args;
    va_start(args, format);
    buf_init(&text);
    if (buf_vprintf(&text, format, args)) d->last->hint = arena_strdup(&d->arena, text.data, text.n);
    buf_free(&text);
    va_end(args);
}

void diag_misspelt(struct diags *d, const char *wrong, const char *meant) {
    if (!d->last) return;
    d->last->wrong = arena_strdup(&d->arena, wrong, strlen(wrong));
    d->last->meant = arena_strdup(&d->arena, meant, strlen(meant));
}

struct sort_key {
    const struct diag *head;
    struct diag item;
};

static int compare_numbers(uint32_t a, uint32_t b) {
    return a < b ? -1 : a > b;
}

static int compare(const void *pa, const void *pb) {
    const struct sort_key *a = pa, *b = pb;
    const char *file_a = a->head->file ? a->head->file : "", *file_b = b->head->file ? b->head->file : "";
    int by = strcmp(file_a, file_b);
    if (by == 0) by = compare_numbers(a->head->line, b->head->line);
    if (by == 0) by = compare_numbers(a->head->col, b->head->col);
    if (by == 0) by = compare_numbers(a->head->order, b->head->order);
    return by != 0 ? by : compare_numbers(a->item.order, b->item.order);
}

void diags_sort(struct diags *d) {
    struct diag heads[DIAG_KEPT];
    struct sort_key keys[DIAG_KEPT];
    memcpy(heads, d->items, d->n * sizeof *heads);
    for (uint32_t i = 0; i < d->n; i++) {
        keys[i] = (struct sort_key){&heads[i], heads[i]};
        for (uint32_t j = 0; j < d->n; j++)
            if (heads[j].order == heads[i].head) keys[i].head = &heads[j];
    }
    qsort(keys, d->n, sizeof *keys, compare);
    for (uint32_t i = 0; i < d->n; i++)
        d->items[i] = keys[i].item;
    d->last = NULL; /* it pointed into items */
}
