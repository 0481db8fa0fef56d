/* capabilities.c: see capabilities.h. */
#include "term/capabilities.h"

#include "base/utf8.h"

#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LEAST_WIDTH = 80, MOST_WIDTH = 400, LEAST_HEIGHT = 24 };

static bool utf8_locale(void) {
    const char *name = getenv("LC_ALL");
    if (!name || !*name) name = getenv("LC_CTYPE");
    if (!name || !*name) name = getenv("LANG");
    if (!name) return false;
    const char *dot = strrchr(name, '.');
    return dot && (strncasecmp(dot, ".utf-8", 6) == 0 || strncasecmp(dot, ".utf8", 5) == 0);
}

static int width_of(int fd) {
    const char *columns = getenv("COLUMNS");
    int width = columns ? atoi(columns) : 0;
    struct winsize size;
    if (width <= 0 && ioctl(fd, TIOCGWINSZ, &size) == 0) width = size.ws_col;
    return width < LEAST_WIDTH ? LEAST_WIDTH : width > MOST_WIDTH ? MOST_WIDTH : width;
}

static int height_of(int fd) {
    const char *lines = getenv("LINES");
    int height = lines ? atoi(lines) : 0;
    struct winsize size;
    if (height <= 0 && ioctl(fd, TIOCGWINSZ, &size) == 0) height = size.ws_row;
    return height <= 0 ? 0 : height < LEAST_HEIGHT ? LEAST_HEIGHT : height;
}

struct look look_of(int fd) {
    const char *no_colour = getenv("NO_COLOR"), *kind = getenv("TERM");
    bool terminal = isatty(fd) && kind && strcmp(kind, "dumb") != 0;
    return (struct look){.colour = terminal && !(no_colour && *no_colour),
                         .unicode = terminal && utf8_locale(),
                         .pictures = terminal && utf8_locale() && strcmp(kind, "linux") != 0,
                         .plain = isatty(fd) && !utf8_locale(),
                         .width = width_of(fd),
                         .height = height_of(fd)};
}

const char *look_on(const struct look *look, int paint) {
    static const char *const seats[] = {"\x1b[1;31m", "\x1b[1;34m", "\x1b[1;32m", "\x1b[1;33m",
                                        "\x1b[1;35m", "\x1b[1;36m", "\x1b[1;37m"};
    static const char *const tints[] = {"\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[34m",
                                        "\x1b[35m", "\x1b[36m", "\x1b[37m", "\x1b[90m"};
    if (!look->colour) return "";
    switch (paint) {
    case PAINT_PLAIN: return "";
    case PAINT_FAINT: return "\x1b[2m";
    case PAINT_STRONG: return "\x1b[1m";
    case PAINT_ANSWER: return "\x1b[1;36m";
    case PAINT_WARNING: return "\x1b[33m";
    }
    if (paint > PAINT_TINT) return tints[(unsigned)(paint - PAINT_TINT - 1) % (sizeof tints / sizeof tints[0])];
    return seats[(unsigned)(paint - PAINT_SEAT) % (sizeof seats / sizeof seats[0])];
}

const char *look_off(const struct look *look, int paint) {
    return look->colour && paint != PAINT_PLAIN ? "\x1b[0m" : "";
}

void look_put(const struct look *look, struct buf *out, int paint, const char *text) {
    buf_puts(out, look_on(look, paint));
    buf_puts(out, text);
    buf_puts(out, look_off(look, paint));
}

void look_printf(const struct look *look, struct buf *out, int paint, const char *format, ...) {
    va_list args;
    va_start(args, format);
    buf_puts(out, look_on(look, paint));
    buf_vprintf(out, format, args);
    buf_puts(out, look_off(look, paint));
    va_end(args);
}

void look_paragraph(const struct look *look, struct buf *out, int paint, const char *text, int indent) {
    if (!text || !*text) return;
    buf_fill(out, ' ', (size_t)indent);
    buf_puts(out, look_on(look, paint));
    text_wrap(out, text, indent, indent, look->width);
    buf_puts(out, look_off(look, paint));
    buf_putc(out, '\n');
}

void look_rule(const struct look *look, struct buf *out, const char *title) {
    const char *dash = look->unicode ? "\u2500" : "-";
    int used = text_columns(title) + 4;
    buf_puts(out, look_on(look, PAINT_STRONG));
    buf_printf(out, "%s%s %s ", dash, dash, title);
    for (; used < look->width - 1; used++)
        buf_puts(out, dash);
    buf_printf(out, "%s\n", look_off(look, PAINT_STRONG));
}

int text_columns(const char *text) {
    return (int)utf8_columns(text, strlen(text));
}

int text_painted_columns(const char *line) {
    int columns = 0;
    while (*line && *line != '\n') {
        if (*line == '\x1b') {
            line += strcspn(line, "m\n");
            line += *line == 'm';
            continue;
        }
        size_t n = strcspn(line, "\x1b\n");
        columns += (int)utf8_columns(line, n);
        line += n;
    }
    return columns;
}

int text_lines(const char *text) {
    int lines = 0;
    for (; *text; text += *text == '\n') {
        text += strcspn(text, "\n");
        lines++;
    }
    return lines;
}

void text_beside(struct buf *out, const char *left, const char *right, int at) {
    while (*left || *right) {
        size_t a = strcspn(left, "\n"), b = strcspn(right, "\n");
        buf_put(out, left, a);
        if (b > 0) text_pad(out, text_painted_columns(left), at);
        buf_put(out, right, b);
        buf_putc(out, '\n');
        left += a + (left[a] == '\n');
        right += b + (right[b] == '\n');
    }
}

/* One letter for each code point from U+00C0 on. */
static const char latin[] = "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty" /* to U+00FF */
                            "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlLlLl"
                            "NnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs"; /* to U+017F */

void text_put_ascii(struct buf *out, const char *text, size_t n) {
    static const struct {
        uint32_t code;
        const char *ascii;
    } others[] = {{0x00D7, "x"},  {0x2013, "-"},  {0x2014, "-"}, {0x2018, "'"}, {0x2019, "'"},
                  {0x201C, "\""}, {0x201D, "\""}, {0x2022, "*"}, {0x2026, "."}, {0x20AC, "E"},
                  {0x2192, ">"},  {0x2212, "-"},  {0x00A0, " "}};
    for (size_t at = 0; at < n;) {
        uint32_t code;
        const char *ascii = NULL; /* one column stays one, so that what stands in columns does */
        at += utf8_decode(text + at, n - at, &code);
        for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
            if (others[i].code == code) ascii = others[i].ascii;
        if (code < 128)
            buf_putc(out, (char)code);
        else if (ascii)
            buf_puts(out, ascii);
        else if (utf8_width(code) > 0)
            buf_putc(out, code >= 0xC0 && code - 0xC0 < sizeof latin - 1 ? latin[code - 0xC0] : '?');
    }
}

void text_pad(struct buf *out, int used, int width) {
    if (used < width) buf_fill(out, ' ', (size_t)(width - used));
}

size_t text_fitting(const char *text, int width) {
    size_t at = 0, n = strlen(text);
    while (at < n) {
        uint32_t code;
        size_t length = utf8_decode(text + at, n - at, &code);
        width -= utf8_width(code);
        if (width < 0) break;
        at += length;
    }
    return at;
}

static bool is_number(const char *word, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!(word[i] >= '0' && word[i] <= '9') && word[i] != '-' && word[i] != '+') return false;
    return n > 0;
}

/* Appends the text with words cut to `most` columns; counts the columns instead when out is NULL. */
static int put_words(struct buf *out, const char *text, int most) {
    int columns = 0;
    while (*text) {
        size_t n = strcspn(text, " ");
        size_t kept = is_number(text, n) ? n : text_fitting(text, most);
        if (kept > n) kept = n;
        if (n > 0 && columns > 0) columns++;
        if (out && n > 0 && columns > 0) buf_putc(out, ' ');
        if (out) buf_put(out, text, kept);
        columns += (int)utf8_columns(text, kept);
        text += n + (text[n] == ' ');
    }
    return columns;
}

void text_short(struct buf *out, const char *text, int width) {
    int most = text_columns(text);
    if (most > width) {
        most = width;
        while (most > 2 && put_words(NULL, text, most) > width)
            most--;
        if (most == 2) most = width; /* too many words: the first ones say more than two letters of each */
    }
    struct buf whole;
    buf_init(&whole);
    put_words(&whole, text, most);
    buf_put(out, whole.data, text_fitting(whole.data, width));
    buf_free(&whole);
}

void text_wrap(struct buf *out, const char *text, int used, int indent, int width) {
    bool first = true;
    while (*text) {
        size_t n = strcspn(text, " \n");
        int columns = (int)utf8_columns(text, n);
        if (n > 0 && !first && used + 1 + columns > width) {
            buf_putc(out, '\n');
            buf_fill(out, ' ', (size_t)indent);
            used = indent;
            first = true;
        }
        if (n > 0) {
            if (!first) buf_putc(out, ' ');
            buf_put(out, text, n);
            used += columns + !first;
            first = false;
        }
        text += n;
        if (*text == '\n') {
            buf_putc(out, '\n');
            buf_fill(out, ' ', (size_t)indent);
            used = indent;
            first = true;
        }
        if (*text) text++;
    }
}
