/* said.h: texts with spans, as tests look at them. */
#ifndef TESTS_SUPPORT_SAID_H
#define TESTS_SUPPORT_SAID_H

#include "show/why.h"

/* The law of spans: they lie in the text, in order and without overlap, and the bytes of each are what the thing is
 * called in that game, of several equal cards the first. So none can tell more than the text. NULL: it holds, else what
 * is wrong. */
const char *said_wrong(const tn_game *game, tn_text text);

/* The text a context wrote last, with its spans in a buffer of this function: until the next call. */
tn_text said_last(const tn_ctx *ctx, const char *bytes);

/* "A:seat:0 3 coins:amount:2:3 ": what a text names. */
void said_list(tn_text text, struct buf *out);

/* Parts of a line of the log as JSON on a line of their own, behind what is there. */
void said_parts(struct buf *out, const tn_part *parts, size_t n);

/* Lines of a why, what is missing behind a dash. */
void said_reasons(const struct reasons *reasons, struct buf *out);

#endif
