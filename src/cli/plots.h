/* plots.h: a page of HTML that needs nothing else, with plots drawn as SVG: what reports are made of.
 *
 * Everything is appended to a buffer. Texts may hold any characters. Plots carry their numbers as text too, so that
 * they can be read without seeing colours, and are wide enough for a phone in portrait.
 */
#ifndef CLI_PLOTS_H
#define CLI_PLOTS_H

#include "base/buf.h"
#include "play/statistics.h"

void page_open(struct buf *out, const char *title);
void page_close(struct buf *out);
void page_text(struct buf *out, const char *text); /* escaped */
void page_section(struct buf *out, const char *title);
/* A sentence of its own, escaped after it was filled in. */
void page_say(struct buf *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A bar for each row, from 0 to `most`; where low < high with the interval as a line over its end. `mark`: where a
 * line goes down through all of them, below 0: none. */
struct plot_bar {
    const char *label;
    struct interval value;
    char text[48]; /* behind the bar */
};
void plot_bars(struct buf *out, const char *title, const struct plot_bar *bars, size_t n, double most, double mark);

/* A row for each value that may be above or below 0: the interval as a line, the value as a dot, 0 down the middle. */
void plot_ranges(struct buf *out, const char *title, const struct plot_bar *rows, size_t n);

/* Columns side by side, shares of a whole, numbered from `first` on. */
void plot_columns(struct buf *out, const char *title, const double *values, size_t n, long first);

/* Lines over the course of a game, from its beginning to its end, `steps` + 1 values each; NAN: there is none. */
struct plot_line {
    const char *label;
    const double *values;
};
void plot_lines(struct buf *out, const char *title, const struct plot_line *lines, size_t n, unsigned steps,
                bool share);

#endif
