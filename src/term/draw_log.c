/* draw_log.c: the log as it is read at the table; see draw.h.
 *
 * In short, a line that names many cards counts them, and lines that say the same one after the other are one; the
 * command `log` says all of it.
 */
#include "term/draw.h"

#include <string.h>

enum { MANY_NAMES = 6, BETWEEN = 8 };

/* How many cards are named from span i on with nothing but a comma or "and" between them. */
static size_t names_from(const tn_text *text, size_t i) {
    size_t n = 0;
    while (i + n < text->n && text->spans[i + n].kind == TN_SPAN_CARD) {
        const tn_span *span = &text->spans[i + n];
        if (n > 0 && span->at > span[-1].at + span[-1].length + BETWEEN) break;
        n++;
    }
    return n;
}

/* The text with long lists of cards counted. */
static void put_counted(const tn_game *game, tn_text text, struct buf *out) {
    size_t at = 0;
    for (size_t i = 0; i < text.n; i++) {
        size_t n = names_from(&text, i);
        if (n < MANY_NAMES) continue;
        const tn_span *last = &text.spans[i + n - 1];
        buf_put(out, text.bytes + at, text.spans[i].at - at);
        words_put_counted(game, "{1} cards", (int)n, out);
        at = (size_t)last->at + last->length;
        i += n - 1;
    }
    buf_puts(out, text.bytes + at);
}

/* The next line from *i on that the looker reads at all; NULL: there is none. */
static const struct match_line *next_line(const struct drawing *d, size_t *i) {
    for (; *i < d->match->log.n; ++*i) {
        const struct match_line *line = &d->match->log.data[*i];
        if (*match_line_text(line, d->seat).bytes && !(d->deaf && line->seat == d->seat)) return line;
    }
    return NULL;
}

/* How many lines from i on say the same of the same player; *i is the one behind them. */
static unsigned times_said(const struct drawing *d, const struct match_line *line, size_t *i) {
    unsigned times = 1;
    const char *text = match_line_text(line, d->seat).bytes;
    for (++*i;; ++*i) {
        const struct match_line *next = next_line(d, i);
        if (!next || next->seat != line->seat || strcmp(match_line_text(next, d->seat).bytes, text) != 0) break;
        times++;
    }
    return times;
}

void table_put_log(const struct drawing *d, size_t from, bool whole, struct buf *out) {
    const struct match_line *line;
    struct buf text;
    buf_init(&text);
    for (size_t i = from; (line = next_line(d, &i)) != NULL;) {
        unsigned times = 1;
        buf_clear(&text);
        if (whole)
            buf_puts(&text, match_line_text(line, d->seat).bytes), i++;
        else
            put_counted(d->match->game, match_line_text(line, d->seat), &text), times = times_said(d, line, &i);
        if (times > 1) buf_printf(&text, d->look->unicode ? " (\u00d7%u)" : " (x%u)", times);
        int paint = line->seat < d->match->seats ? PAINT_SEAT + line->seat : PAINT_FAINT;
        look_put(d->look, out, paint, d->look->unicode ? "  \u2022 " : "  * ");
        text_wrap(out, text.data, 4, 4, d->look->width);
        buf_putc(out, '\n');
    }
    buf_free(&text);
}

void table_put_news(const struct drawing *d, int lines, struct buf *out) {
    struct drawing others = *d;
    others.deaf = true;
    table_put_last_log(&others, d->news, lines, out);
}

void table_put_last_log(const struct drawing *d, size_t first, int lines, struct buf *out) {
    struct buf tail;
    size_t from = d->match->log.n;
    buf_init(&tail);
    while (from > first) {
        buf_clear(&tail);
        table_put_log(d, from - 1, false, &tail);
        if (text_lines(tail.data) > lines) break;
        from--;
    }
    table_put_log(d, from, false, out);
    buf_free(&tail);
}
