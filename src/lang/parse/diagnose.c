/* diagnose.c: see diagnose.h. */
#include "lang/parse/diagnose.h"

#include <string.h>

/* Longer lines are not written by people; showing them would copy them once per diagnostic. */
enum { SHOWN_LINE = 2000 };

void report_init(struct report *r, struct diags *diags, const struct sources *sources) {
    *r = (struct report){.diags = diags, .sources = sources};
}

/* Offset of the first byte of the line. Errors mostly come in order, so the search starts where the last one ended. */
static size_t line_offset(struct report *r, const struct source *source, struct span at) {
    if (r->known_line == 0 || r->known_file != at.file) {
        r->known_file = at.file;
        r->known_line = 1;
        r->known_offset = 0;
    }
    for (; r->known_line > at.line; r->known_line--) {
        size_t i = r->known_offset - 1; /* the end of the line before */
        while (i > 0 && source->text[i - 1] != '\n')
            i--;
        r->known_offset = i;
    }
    while (r->known_line < at.line) {
        const char *from = source->text + r->known_offset;
        const char *end = memchr(from, '\n', source->size - r->known_offset);
        if (!end) break;
        r->known_offset += (size_t)(end - from) + 1;
        r->known_line++;
    }
    return r->known_offset;
}

static bool add(struct report *r, enum diag_level level, struct span at, enum diag_code code, const char *format,
                va_list args) {
    char line[SHOWN_LINE + 1];
    struct diag_span where = {.line = at.line, .col = at.col, .len = at.len};
    if (at.file < r->sources->n) {
        const struct source *source = &r->sources->files[at.file];
        where.file = source->path;
        size_t from = at.line > 0 ? line_offset(r, source, at) : source->size;
        const char *end = from < source->size ? memchr(source->text + from, '\n', source->size - from) : NULL;
        size_t n = (end ? (size_t)(end - source->text) : source->size) - from;
        if (n > 0 && n <= SHOWN_LINE) {
            /* A copy, so that the last line of a source needs no NUL behind it. */
            memcpy(line, source->text + from, n);
            line[n] = '\0';
            where.source_line = line;
        }
    }
    return diag_vadd(r->diags, level, code, &where, format, args);
}

/* Has this line had its error? The last one is looked at first: a line of garbage asks again for every byte. */
static bool told_there(const struct report *r, struct span at) {
    if (at.line == 0 || at.file >= r->sources->n) return false;
    if (r->last.file == at.file && r->last.line == at.line) return true;
    const char *path = r->sources->files[at.file].path;
    for (uint32_t i = 0; i < r->diags->n; i++) {
        const struct diag *d = &r->diags->items[i];
        if (d->level == DIAG_ERROR && d->line == at.line && d->file && strcmp(d->file, path) == 0) return true;
    }
    return false;
}

bool report_told(const struct report *r, struct span at) {
    return r->stop || told_there(r, at);
}

bool report_verror(struct report *r, struct span at, enum diag_code code, const char *format, va_list args) {
    if (r->stop || told_there(r, at)) return false;
    r->last = at;
    bool kept = add(r, DIAG_ERROR, at, code, format, args);
    if (r->diags->n >= DIAG_KEPT) r->stop = true;
    return kept;
}

bool report_error(struct report *r, struct span at, enum diag_code code, const char *format, ...) {
    va_list args;
    va_start(args, format);
    bool kept = report_verror(r, at, code, format, args);
    va_end(args);
    return kept;
}

bool report_misspelt(struct report *r, struct span at, enum diag_code code, const char *what, const char *wrong,
                     const char *meant) {
    if (!report_error(r, at, code, "unknown %s \"%s\"; did you mean \"%s\"?", what, wrong, meant)) return false;
    diag_misspelt(r->diags, wrong, meant);
    return true;
}

bool report_warning(struct report *r, struct span at, enum diag_code code, const char *format, ...) {
    va_list args;
    va_start(args, format);
    bool kept = !r->stop && add(r, DIAG_WARNING, at, code, format, args);
    va_end(args);
    return kept;
}

bool report_note(struct report *r, struct span at, enum diag_code code, const char *format, ...) {
    va_list args;
    va_start(args, format);
    bool kept = add(r, DIAG_NOTE, at, code, format, args);
    va_end(args);
    return kept;
}
