/* command_hint.c: the command that says what a bot would answer, and what comes of it; see session.h. */
#include "show/hint.h"
#include "term/draw.h"
#include "term/session.h"

static void put_line(const struct session *s, const char *before, const char *text, struct buf *out) {
    buf_puts(out, before);
    text_wrap(out, text, 4, 6, s->look.width);
    buf_putc(out, '\n');
}

void command_hint(struct session *s, const char *rest, struct buf *out) {
    struct hint hint;
    struct asking at = match_asking(s->match, s->seat);
    tn_ctx *quiet = match_quiet(s->match);
    (void)rest;
    if (!quiet) {
        out->failed = true;
        return;
    }
    hint_load(&hint, &at, s->match->weights, quiet);
    if (hint.n > 0)
        put_line(s, "  ", hint.text.bytes, out);
    else
        out->failed = true;
    for (size_t i = 0; i < hint.n_reasons; i++)
        put_line(s, "    ", hint.reasons[i].bytes, out);
    hint_free(&hint);
}
