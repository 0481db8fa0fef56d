/* browser.h: a chromium without a window that prints a page and draws pictures of it.
 *
 * It is a program beside this one and is spoken to through two pipes (its DevTools protocol, JSON with a NUL behind
 * each message), so nothing listens on a port. It has a folder of its own under $TMPDIR for its profile, for what it
 * says and for the page, which browser_stop removes. Every call that fails leaves the reason in *why, as a text for
 * people. Ctrl-C (interrupt.h) ends what is under way.
 */
#ifndef CLI_BROWSER_H
#define CLI_BROWSER_H

#include "base/buf.h"

struct browser;

/* $CHROMIUM, or what chromium is usually called. NULL: *why says what is missing. */
struct browser *browser_start(struct buf *why);
void browser_stop(struct browser *b); /* NULL is fine */

/* Loads a page that is given as text. */
bool browser_load(struct browser *b, const struct buf *page, struct buf *why);
/* What an expression of the page comes to, as JSON into *out. */
bool browser_evaluate(struct browser *b, const char *expression, struct buf *out, struct buf *why);
/* The page printed: on paper of the sizes it names itself, with its colours. */
bool browser_pdf(struct browser *b, struct buf *out, struct buf *why);
/* The page in a window of that many pixels, as PNG. */
bool browser_picture(struct browser *b, unsigned width, unsigned height, struct buf *out, struct buf *why);

#endif
