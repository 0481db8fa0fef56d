/* capabilities.h: what a terminal can show, and putting text into columns.
 *
 * Nothing is said by colour alone: colour only repeats what a letter or sign says, so a look without colour loses
 * nothing. Text is measured in columns (base/utf8.h).
 */
#ifndef TERM_CAPABILITIES_H
#define TERM_CAPABILITIES_H

#include "base/buf.h"

#include <stdint.h>

struct look {
    bool colour;   /* ANSI colours: a terminal, and NO_COLOR is not set */
    bool unicode;  /* lines and bars beyond ASCII: a terminal with a UTF-8 locale */
    bool pictures; /* signs for pictures, too: not the console of Linux, which has few letters */
    bool plain;    /* a terminal whose locale is not UTF-8: nothing but ASCII is sent to it */
    int width;     /* columns, at least 80 */
    int height;    /* lines; 0: no end, as of a pipe */
};

/* Of a file descriptor: plain when it is no terminal. */
struct look look_of(int fd);

enum paint { PAINT_PLAIN, PAINT_FAINT, PAINT_STRONG, PAINT_ANSWER, PAINT_WARNING, PAINT_SEAT, PAINT_TINT = 32 };
/* PAINT_SEAT + n: the colour of seat n. PAINT_TINT + n: colour n of a `look:`, from 1. */

/* Appends text in that colour, closed again. */
void look_put(const struct look *look, struct buf *out, int paint, const char *text);
void look_printf(const struct look *look, struct buf *out, int paint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Switching by hand: "" without colour. */
const char *look_on(const struct look *look, int paint);
const char *look_off(const struct look *look, int paint);

/* Lines of their own, indented; nothing when there is no text. */
void look_paragraph(const struct look *look, struct buf *out, int paint, const char *text, int indent);
/* A line across the screen with a title in it. */
void look_rule(const struct look *look, struct buf *out, const char *title);

/* ---- columns */
int text_columns(const char *text);
/* The same of a line that may hold colours: up to the end of the line. */
int text_painted_columns(const char *line);
/* Two texts of several lines side by side, the right one from column `at` on. */
void text_beside(struct buf *out, const char *left, const char *right, int at);
/* How many lines a text has. */
int text_lines(const char *text);
/* The text with nothing but ASCII in it, as wide as before but for emoji: letters without their marks, signs like them,
 * else "?". */
void text_put_ascii(struct buf *out, const char *text, size_t n);
void text_pad(struct buf *out, int used, int width); /* blanks up to width */
/* The longest beginning of the text that fits, in bytes. */
size_t text_fitting(const char *text, int width);
/* The text in at most `width` columns: whole, with each word cut to an equal share, or when
 * that leaves less than three letters of a word, its beginning. Numbers are never cut. */
void text_short(struct buf *out, const char *text, int width);
/* Words filled into lines of `width`, every line but the first indented. `used`: columns already on the first. */
void text_wrap(struct buf *out, const char *text, int used, int indent, int width);

#endif
