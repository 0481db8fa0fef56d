/* seat_marks.c: see seat_marks.h. */
#include "show/seat_marks.h"

#include "base/utf8.h"

#include <string.h>

void marks_put_seat(const struct asking *at, unsigned seat, struct buf *out) {
    if (at->ctx && tn_ctx_marks(at->ctx)) buf_putc(out, TN_SEAT_MARK);
    buf_puts(out, tn_game_seat_name(at->game, seat));
}

/* n bytes of the text without its marks. */
static void put_plain(const char *text, size_t n, struct buf *out) {
    for (size_t i = 0; i < n; i++)
        if (text[i] != TN_SEAT_MARK) buf_putc(out, text[i]);
}

/* Where in n bytes of a text seats stand, counted without the marks. */
static void put_who(struct json *j, const char *name, const char *text, size_t n) {
    size_t characters = 0, from = 0;
    json_array(j, name);
    for (size_t i = 0; i + 1 < n; i++) {
        if (text[i] != TN_SEAT_MARK) continue;
        characters += utf8_count(text + from, i - from);
        from = i + 1;
        json_array(j, NULL);
        json_unsigned(j, NULL, characters);
        json_unsigned(j, NULL, (unsigned)(text[i + 1] - 'A'));
        json_close(j);
    }
    json_close(j);
}

static void put_text(struct json *j, const char *name, const char *text, size_t n) {
    struct buf plain;
    buf_init(&plain);
    put_plain(text, n, &plain);
    json_text(j, name, plain.n > 0 ? plain.data : "");
    buf_free(&plain);
}

void marks_put(struct json *j, const char *name, const char *text) {
    size_t n = strlen(text);
    put_text(j, name, text, n);
    if (memchr(text, TN_SEAT_MARK, n)) put_who(j, "who", text, n);
}

void marks_put_lines(struct json *j, const char *text) {
    size_t n;
    json_array(j, "lines");
    for (const char *line = text; *line; line += n + (line[n] == '\n')) {
        n = strcspn(line, "\n");
        put_text(j, NULL, line, n);
    }
    json_close(j);
    if (!strchr(text, TN_SEAT_MARK)) return;
    json_array(j, "who");
    for (const char *line = text; *line; line += n + (line[n] == '\n')) {
        n = strcspn(line, "\n");
        put_who(j, NULL, line, n);
    }
    json_close(j);
}
