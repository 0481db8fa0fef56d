/* pipes.c: see pipes.h. */
#include "lsp/pipes.h"

#include "lsp/language_server.h"
#include "lsp/wire.h"

static void send_over(void *user, const char *text, size_t size) {
    wire_write(user, text, size);
}

static bool more_waits(void *user) {
    return wire_waiting(user);
}

static void take(struct lsp *s, struct wire *wire, struct buf *message) {
    switch (wire_read(wire, message)) {
    case WIRE_MESSAGE: lsp_says(s, message->data, message->n); break;
    case WIRE_TOO_LARGE: lsp_complain(s, false, "the message is too large"); break;
    case WIRE_NO_MEMORY: lsp_complain(s, false, "not enough memory"); break;
    case WIRE_BAD_HEAD:
        wire->broken = false; /* for this last word */
        lsp_complain(s, true, "a message begins with Content-Length");
        wire->broken = true;
        break;
    case WIRE_END: break;
    }
}

int lsp_serve(int in, int out) {
    struct wire wire;
    struct buf message;
    struct lsp_host host = {&wire, send_over, more_waits};
    struct lsp *s = lsp_new(&host);
    if (!s) return 1;
    wire_init(&wire, in, out);
    buf_init(&message);
    while (!lsp_done(s) && !wire.broken) {
        if (!wire_waiting(&wire)) lsp_quiet(s);
        take(s, &wire, &message);
    }
    int code = lsp_was_shut_down(s) ? 0 : 1;
    buf_free(&message);
    lsp_free(s);
    return code;
}
