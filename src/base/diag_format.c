/* diag_format.c: diagnostics as text for a terminal or a log.
 *
 *     a.game:3:9: error[E02]: unknown name "wheet"
 *         3 | do: gain(wheet)
 *           |          ^^^^^
 *           help: did you mean "wheat"?
 *
 * Invariant: nothing an author wrote reaches the terminal as a control character.
 */
#include "base/diag.h"
#include "base/utf8.h"

#include <string.h>

static const char *const level_names[] = {"error", "warning", "note"};
static const char *const level_colours[] = {"\033[1;31m", "\033[1;35m", "\033[1;36m"};

static void paint(struct buf *out, bool colour, const char *ansi) {
    if (colour) buf_puts(out, ansi);
}

/* Text of the author, made harmless: tabs become one blank, so that carets line up, other controls and bad bytes a
 * question mark. */
static void put_safe(struct buf *out, const char *s, size_t n) {
    for (size_t i = 0; i < n;) {
        uint32_t code;
        size_t len = utf8_decode(s + i, n - i, &code);
        if (code == '\t')
            buf_putc(out, ' ');
        else if (code < 0x20 || (code >= 0x7F && code < 0xA0) || (len == 1 && code == 0xFFFD))
            buf_putc(out, '?');
        else
            buf_put(out, s + i, len);
        i += len;
    }
}

static size_t safe_columns(const char *s, size_t n) {
    size_t columns = 0;
    for (size_t i = 0; i < n;) {
        uint32_t code;
        i += utf8_decode(s + i, n - i, &code);
        bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
        columns += control ? 1 : (size_t)utf8_width(code);
    }
    return columns;
}

/* Bytes of the first `characters` characters. */
static size_t bytes_of(const char *s, size_t n, size_t characters) {
    size_t i = 0;
    while (characters-- > 0 && i < n) {
        uint32_t code;
        i += utf8_decode(s + i, n - i, &code);
    }
    return i;
}

/* Width of the number column: lines up to 99999 align with one another. */
static int gutter(uint32_t line) {
    int digits = 1;
    for (; line >= 10; line /= 10)
        digits++;
    return digits < 5 ? 5 : digits;
}

static void put_excerpt(const struct diag *item, bool colour, struct buf *out) {
    const char *line = item->source_line;
    size_t n = strlen(line);
    buf_printf(out, "%*u | ", gutter(item->line), item->line);
    put_safe(out, line, n);
    buf_putc(out, '\n');
    if (item->col == 0) return;
    size_t from = bytes_of(line, n, item->col - 1);
    size_t len = bytes_of(line + from, n - from, item->len);
    size_t carets = safe_columns(line + from, len);
    buf_printf(out, "%*s | ", gutter(item->line), "");
    buf_fill(out, ' ', safe_columns(line, from));
    paint(out, colour, level_colours[item->level]);
    buf_fill(out, '^', carets > 0 ? carets : 1);
    paint(out, colour, "\033[0m");
    buf_putc(out, '\n');
}

static void put_item(const struct diag *item, bool colour, struct buf *out) {
    paint(out, colour, "\033[1m");
    if (item->file) put_safe(out, item->file, strlen(item->file));
    if (item->file && item->line > 0) buf_printf(out, ":%u", item->line);
    if (item->file && item->line > 0 && item->col > 0) buf_printf(out, ":%u", item->col);
    if (item->file) buf_puts(out, ": ");
    paint(out, colour, level_colours[item->level]);
    buf_puts(out, level_names[item->level]);
    if (item->level != DIAG_NOTE) buf_printf(out, "[%s]", diag_code_number(item->code));
    paint(out, colour, "\033[0m");
    buf_puts(out, ": ");
    put_safe(out, item->text, strlen(item->text));
    buf_putc(out, '\n');
    if (item->source_line && item->line > 0) put_excerpt(item, colour, out);
    if (item->hint) {
        buf_printf(out, "%*s help: ", gutter(item->line), "");
        put_safe(out, item->hint, strlen(item->hint));
        buf_putc(out, '\n');
    }
}

void diag_format_one(const struct diag *item, bool colour, struct buf *out) {
    put_item(item, colour, out);
}

void diag_format(struct diags *d, bool colour, struct buf *out) {
    diags_sort(d);
    for (uint32_t i = 0; i < d->n; i++)
        put_item(&d->items[i], colour, out);
    if (d->dropped > 0)
        buf_printf(out, "%u errors and %u warnings in all; %u of them are not shown\n", d->errors, d->warnings,
                   d->dropped);
}

void diag_print(struct diags *d, FILE *to, bool colour) {
    struct buf text;
    buf_init(&text);
    diag_format(d, colour, &text);
    fwrite(text.data, 1, text.n, to);
    if (text.failed) fputs("out of memory while printing diagnostics\n", to);
    buf_free(&text);
}
