/* diagnose.h: from a span of a tree to a diagnostic with its line shown.
 *
 * Invariants: at most one error is added per source line, so that one mistake does not make a cascade; once the list
 * of diagnostics is full, `stop` is set and the reading of sources ends.
 */
#ifndef TN_LANG_PARSE_DIAGNOSE_H
#define TN_LANG_PARSE_DIAGNOSE_H

#include "base/diag.h"
#include "lang/parse/ast.h"

struct report {
    struct diags *diags;           /* borrowed */
    const struct sources *sources; /* borrowed; may grow while reporting */
    struct span last;              /* where the last error was added; line 0: nowhere */
    uint16_t known_file;           /* where a line begins, so that the next search starts there */
    uint32_t known_line;
    size_t known_offset;
    bool stop;
};

void report_init(struct report *r, struct diags *diags, const struct sources *sources);

/* Would an error there be silent, because its line has had one or there were too many? */
bool report_told(const struct report *r, struct span at);
/* Each returns whether it was kept; only then may report_note or diag_hint follow. */
bool report_error(struct report *r, struct span at, enum diag_code code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool report_verror(struct report *r, struct span at, enum diag_code code, const char *format, va_list args)
    __attribute__((format(printf, 4, 0)));
/* `unknown WHAT "wrong"; did you mean "meant"?` */
bool report_misspelt(struct report *r, struct span at, enum diag_code code, const char *what, const char *wrong,
                     const char *meant);
bool report_warning(struct report *r, struct span at, enum diag_code code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool report_note(struct report *r, struct span at, enum diag_code code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
