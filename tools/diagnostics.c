/* diagnostics.c: writes docs/diagnostics.md from src/base/codes.def. Usage: tn_diagnostics FILE */
#include "base/buf.h"
#include "base/diag.h"
#include "base/file.h"

#include <stdio.h>

static void put_page(struct buf *out) {
    buf_puts(out,
             "# Diagnostics\n\n"
             "<!-- Generated from src/base/codes.def by `cmake --build build/dev --target docs`. Do not edit. -->\n\n"
             "What the compiler says about a rulebook. Numbers that begin with E are errors: the file does not\n"
             "become a game. Numbers that begin with W are warnings: it does, but something looks wrong.\n\n"
             "| number | meaning |\n|---|---|\n");
    for (enum diag_code i = 0; i < DIAG_CODES; i++) {
        const char *number = diag_code_number(i);
        buf_printf(out, "| [%s](#%c%s) | %s |\n", number, number[0] - 'A' + 'a', number + 1, diag_code_title(i));
    }
    for (enum diag_code i = 0; i < DIAG_CODES; i++)
        buf_printf(out, "\n## %s\n\n**%s**\n\n%s\n", diag_code_number(i), diag_code_title(i), diag_code_text(i));
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fputs("usage: tn_diagnostics FILE\n", stderr);
        return 2;
    }
    struct buf page;
    buf_init(&page);
    put_page(&page);
    enum file_status status = page.failed ? FILE_NO_MEMORY : file_write(argv[1], page.data, page.n);
    if (status != FILE_OK) fprintf(stderr, "%s: %s\n", argv[1], file_status_text(status));
    buf_free(&page);
    return status == FILE_OK ? 0 : 1;
}
