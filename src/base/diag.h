/* diag.h: what a compiler has to say about a file.
 *
 * A `struct diags` collects diagnostics from any stage; nobody prints while compiling. Ownership: it owns copies of
 * all texts it is given (file names, source lines too), so sources may be freed before it is printed.
 * Invariants: at most DIAG_KEPT are kept, of which at most DIAG_KEPT_MILD are not errors, so that a flood of warnings
 * cannot hide an error; the rest is only counted. The same message at the same place is kept once. A note belongs to
 * the error or warning added before it and stays behind it when the list is sorted.
 * The numbered codes live in codes.def, one row each; docs/diagnostics.md is generated from it.
 */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include "base/arena.h"
#include "base/buf.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { DIAG_KEPT = 100, DIAG_KEPT_MILD = 50 };

enum diag_level { DIAG_ERROR, DIAG_WARNING, DIAG_NOTE };

/* One constant per row of codes.def: DIAG_unknown_name and so on. */
enum diag_code {
#define DIAG(number, name, title, text) DIAG_##name,
#include "base/codes.def"
#undef DIAG
    DIAG_CODES
};

/* Where: as a lexer has it. All of it is borrowed for the call only. */
struct diag_span {
    const char *file;        /* NULL: no file */
    uint32_t line;           /* from 1; 0: the file as a whole */
    uint32_t col;            /* from 1, in BYTES; 0: the line as a whole */
    uint32_t len;            /* in BYTES; 0 is shown as one caret */
    const char *source_line; /* the first byte of that line; it ends at '\n', '\r' or '\0'. NULL: not shown */
};

/* What is kept. col and len are in characters here. Texts are NUL terminated and never NULL unless said. */
struct diag {
    enum diag_level level;
    enum diag_code code;
    const char *file; /* may be NULL */
    uint32_t line, col, len;
    const char *text;
    const char *hint;  /* NULL: none */
    const char *wrong; /* a word within the marked text that is misspelt, and what was probably meant; else NULL */
    const char *meant;
    const char *source_line; /* NULL: none */
    uint32_t order;          /* when it was added */
    uint32_t head;           /* order of the error or warning a note belongs to; else its own */
};

struct diags {
    struct arena arena;
    struct diag items[DIAG_KEPT];
    uint32_t n;                /* kept */
    uint32_t errors, warnings; /* all that were added, also those not kept; duplicates not counted */
    uint32_t dropped;          /* errors and warnings added but not kept */
    uint32_t mild, orders;     /* internal: kept that are not errors; next order */
    uint32_t head;             /* internal: order of the last error or warning kept */
    struct diag *last;         /* internal: takes the hint; NULL when it was dropped */
    bool head_lost;            /* internal: the last error or warning was not kept, so its notes are not either */
};

void diags_init(struct diags *d);
void diags_free(struct diags *d); /* NULL is accepted; the list is empty and usable again */

/* Adds one; `where` may be NULL. The text has no final full stop and no newline. Never fails: when memory is out the
 * diagnostic is still counted and shown with a fixed text. Returns whether it was kept. */
bool diag_add(struct diags *d, enum diag_level level, enum diag_code code, const struct diag_span *where,
              const char *format, ...) __attribute__((format(printf, 5, 6)));
bool diag_vadd(struct diags *d, enum diag_level level, enum diag_code code, const struct diag_span *where,
               const char *format, va_list args) __attribute__((format(printf, 5, 0)));

/* The "help:" line of the diagnostic added last; ignored when that one was not kept. */
void diag_hint(struct diags *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The marked text of the diagnostic added last has `wrong` where `meant` was meant; ignored as above. */
void diag_misspelt(struct diags *d, const char *wrong, const char *meant);

/* By file, line and column; notes behind their head. The formatters call it; items[] is in this order afterwards. */
void diags_sort(struct diags *d);

/* Everything kept and one closing line of counts when something was dropped. `colour` adds ANSI colours. */
void diag_format(struct diags *d, bool colour, struct buf *out);
void diag_format_one(const struct diag *item, bool colour, struct buf *out);
void diag_print(struct diags *d, FILE *to, bool colour);

/* Facts of a code: "E02", "unknown_name", one line, an explanation. */
const char *diag_code_number(enum diag_code code);
const char *diag_code_name(enum diag_code code);
const char *diag_code_title(enum diag_code code);
const char *diag_code_text(enum diag_code code);

/* The code whose number ("E02", "e02") or name is `text`; DIAG_CODES when there is none. */
enum diag_code diag_code_find(const char *text);

#endif
