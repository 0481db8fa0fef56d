/* plots.c: see plots.h. Sizes are in CSS pixels; the picture scales with the page. */
#include "cli/plots.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 640, LABEL = 190, TEXT = 150, ROW = 24, HEIGHT = 220, EDGE = 54, FLOOR = 28, COLOURS = 8 };

static const char style[] =
    ":root{--ink:#22252b;--faint:#6a7079;--ground:#fbfaf7;--line:#dcd8cf;--bar:#5b7fa6;--mark:#b4552d;"
    "--c0:#2f6690;--c1:#c0582b;--c2:#5a8f3c;--c3:#8a4f9e;--c4:#b08a1e;--c5:#2a8c82;--c6:#a63d57;--c7:#6a7079}"
    "@media (prefers-color-scheme:dark){:root{--ink:#e7e4dc;--faint:#9ba1ab;--ground:#1a1c20;--line:#383c44;"
    "--bar:#7da2c9;--mark:#e08a5f;--c0:#7fb2da;--c1:#e8915f;--c2:#98c878;--c3:#c796d6;--c4:#dcb955;--c5:#6cc7bd;"
    "--c6:#dd8299;--c7:#9ba1ab}}"
    "body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground);max-width:60rem;margin:2rem "
    "auto;padding:0 1rem}h1{font-size:1.6rem;margin:0}h2{font-size:1.15rem;margin:2.2rem 0 .4rem;border-top:1px solid "
    "var(--line);padding-top:.8rem}p{margin:.4rem 0;max-width:46rem}p.faint{color:var(--faint);"
    "font-size:.9rem}svg{width:100%;max-width:46rem;height:auto;display:block;margin:.6rem 0}svg text{"
    "font-size:13px;fill:var(--ink)}svg .faint{fill:var(--faint)}table{"
    "border-collapse:collapse;font-size:.9rem;width:100%}th,td{padding:.15rem .5rem;text-align:right;border-bottom:1px "
    "solid var(--line);font-variant-numeric:tabular-nums}th:first-child,td:first-child{text-align:left}.few{color:"
    "var(--faint)}.strong{color:var(--c2);font-weight:600}.weak{color:var(--c1);font-weight:600}"
    "small{color:var(--faint);"
    "font-weight:400;white-space:nowrap}.wide{overflow-x:auto}@media print{body{margin:0}}";

void page_text(struct buf *out, const char *text) {
    for (; *text; text++) {
        if (*text == '<')
            buf_puts(out, "&lt;");
        else if (*text == '&')
            buf_puts(out, "&amp;");
        else if (*text == '"')
            buf_puts(out, "&quot;");
        else
            buf_putc(out, *text);
    }
}

void page_open(struct buf *out, const char *title) {
    buf_puts(out, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
                  "content=\"width=device-width,initial-scale=1\"><title>");
    page_text(out, title);
    buf_printf(out, "</title><style>%s</style></head><body>\n<h1>", style);
    page_text(out, title);
    buf_puts(out, "</h1>\n");
}

void page_close(struct buf *out) {
    buf_puts(out, "</body></html>\n");
}

void page_section(struct buf *out, const char *title) {
    buf_puts(out, "<h2>");
    page_text(out, title);
    buf_puts(out, "</h2>\n");
}

void page_say(struct buf *out, const char *format, ...) {
    struct buf sentence;
    va_list args;
    buf_init(&sentence);
    va_start(args, format);
    buf_vprintf(&sentence, format, args);
    va_end(args);
    buf_puts(out, "<p>");
    page_text(out, sentence.data ? sentence.data : "");
    buf_puts(out, "</p>\n");
    buf_free(&sentence);
}

/* ---- pictures */
static void picture_open(struct buf *out, const char *title, int height) {
    buf_printf(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDTH, height);
    page_text(out, title);
    buf_puts(out, "\">");
}

static void put_text(struct buf *out, double x, double y, const char *anchor, const char *kind, const char *text) {
    buf_printf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">", x, y, anchor, kind);
    page_text(out, text);
    buf_puts(out, "</text>");
}

static void put_line(struct buf *out, double x1, double y1, double x2, double y2, const char *colour, double width) {
    buf_printf(out,
               "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"var(--%s)\" stroke-width=\"%.1f\"/>", x1,
               y1, x2, y2, colour, width);
}

void plot_bars(struct buf *out, const char *title, const struct plot_bar *bars, size_t n, double most, double mark) {
    double room = WIDTH - LABEL - TEXT, scale = most > 0 ? room / most : 0;
    int height = (int)n * ROW + 6;
    picture_open(out, title, height);
    for (size_t i = 0; i < n; i++) {
        double y = (double)i * ROW + 3, end = LABEL + fmax(0, bars[i].value.value) * scale;
        put_text(out, LABEL - 8, y + 15, "end", "", bars[i].label);
        buf_printf(out, "<rect x=\"%d\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" rx=\"2\" fill=\"var(--bar)\"/>", LABEL,
                   y + 3, end - LABEL, ROW - 8);
        if (bars[i].value.low < bars[i].value.high)
            put_line(out, LABEL + fmax(0, bars[i].value.low) * scale, y + ROW / 2.0 - 1,
                     LABEL + fmin(most, bars[i].value.high) * scale, y + ROW / 2.0 - 1, "ink", 2);
        double after = fmax(end, LABEL + fmin(most, bars[i].value.high) * scale);
        put_text(out, after + 8, y + 15, "start", "faint", bars[i].text);
    }
    if (mark >= 0) put_line(out, LABEL + mark * scale, 0, LABEL + mark * scale, height, "mark", 1.5);
    buf_puts(out, "</svg>\n");
}

void plot_ranges(struct buf *out, const char *title, const struct plot_bar *rows, size_t n) {
    double most = 1e-9, room = (WIDTH - LABEL - TEXT) / 2.0, zero = LABEL + room;
    int height = (int)n * ROW + 6;
    for (size_t i = 0; i < n; i++)
        most = fmax(most, fmax(fabs(rows[i].value.low), fabs(rows[i].value.high)));
    picture_open(out, title, height);
    put_line(out, zero, 0, zero, height, "mark", 1.5);
    for (size_t i = 0; i < n; i++) {
        double y = (double)i * ROW + ROW / 2.0 + 2, scale = room / most;
        put_text(out, LABEL - 8, y + 4, "end", "", rows[i].label);
        put_line(out, zero + rows[i].value.low * scale, y, zero + rows[i].value.high * scale, y, "ink", 2);
        buf_printf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" fill=\"var(--bar)\"/>",
                   zero + rows[i].value.value * scale, y);
        put_text(out, WIDTH - TEXT + 8, y + 4, "start", "faint", rows[i].text);
    }
    buf_puts(out, "</svg>\n");
}

void plot_columns(struct buf *out, const char *title, const double *values, size_t n, long first) {
    double most = 0, width = n ? (double)(WIDTH - EDGE) / (double)n : 0;
    size_t every = 1;
    char text[32];
    for (size_t i = 0; i < n; i++)
        most = fmax(most, values[i]);
    while (width * (double)every < 26)
        every++;
    picture_open(out, title, HEIGHT);
    put_line(out, EDGE, HEIGHT - FLOOR, WIDTH, HEIGHT - FLOOR, "line", 1);
    for (size_t i = 0; i < n && most > 0; i++) {
        double tall = values[i] / most * (HEIGHT - FLOOR - 20), x = EDGE + (double)i * width;
        buf_printf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"var(--bar)\"/>",
                   x + width * 0.08, HEIGHT - FLOOR - tall, width * 0.84, tall);
        snprintf(text, sizeof text, "%ld", first + (long)i);
        if (i % every == 0) put_text(out, x + width / 2, HEIGHT - 8, "middle", "faint", text);
    }
    snprintf(text, sizeof text, "%.0f %%", 100 * most);
    put_text(out, EDGE - 6, 18, "end", "faint", text);
    buf_puts(out, "</svg>\n");
}

/* The least and the most of all values, 0 among them. */
static void range_of(const struct plot_line *lines, size_t n, unsigned steps, double *least, double *most) {
    *least = *most = 0;
    for (size_t i = 0; i < n; i++)
        for (unsigned k = 0; k <= steps; k++) {
            *least = fmin(*least, lines[i].values[k]); /* both leave out what is no number */
            *most = fmax(*most, lines[i].values[k]);
        }
    if (*most - *least < 1e-9) *most = *least + 1;
}

static void put_names(struct buf *out, const struct plot_line *lines, size_t n, int top) {
    double x = EDGE;
    for (size_t i = 0; i < n; i++) {
        double wide = 30 + 7.5 * (double)strlen(lines[i].label);
        if (x + wide > WIDTH) x = EDGE, top += 20;
        buf_printf(out, "<rect x=\"%.1f\" y=\"%d\" width=\"12\" height=\"12\" rx=\"2\" fill=\"var(--c%zu)\"/>", x,
                   top - 10, i % COLOURS);
        put_text(out, x + 17, top, "start", "", lines[i].label);
        x += wide;
    }
}

void plot_lines(struct buf *out, const char *title, const struct plot_line *lines, size_t n, unsigned steps,
                bool share) {
    double least, most;
    char text[32];
    int names = n > 1 ? 24 + 20 * (int)((n + 3) / 4) : 0;
    range_of(lines, n, steps, &least, &most);
    if (share) most = 1;
    picture_open(out, title, HEIGHT + names);
    for (int i = 0; i <= 4; i++) {
        double value = least + (most - least) * i / 4, y = (HEIGHT - FLOOR) - (HEIGHT - FLOOR - 14) * i / 4.0;
        if (fabs(value) < 1e-9) value = 0; /* not -0 */
        put_line(out, EDGE, y, WIDTH, y, "line", 1);
        snprintf(text, sizeof text,
                 share              ? "%.0f %%"
                 : most - least < 8 ? "%.1f"
                                    : "%.0f",
                 share ? 100 * value : value);
        put_text(out, EDGE - 6, y + 4, "end", "faint", text);
    }
    for (size_t i = 0; i < n; i++) {
        buf_printf(out, "<polyline fill=\"none\" stroke=\"var(--c%zu)\" stroke-width=\"2.5\" points=\"", i % COLOURS);
        for (unsigned k = 0; k <= steps; k++)
            if (isfinite(lines[i].values[k]))
                buf_printf(out, "%.1f,%.1f ", EDGE + (double)(WIDTH - EDGE - 4) * k / steps,
                           (HEIGHT - FLOOR) - (lines[i].values[k] - least) / (most - least) * (HEIGHT - FLOOR - 14));
        buf_puts(out, "\"/>");
    }
    put_text(out, EDGE, HEIGHT - 8, "start", "faint", "beginning");
    put_text(out, WIDTH - 4, HEIGHT - 8, "end", "faint", "end");
    if (n > 1) put_names(out, lines, n, HEIGHT + 16);
    buf_puts(out, "</svg>\n");
}
