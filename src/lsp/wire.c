/* wire.c: see wire.h. */
#include "lsp/wire.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { HEAD_LINE = 1024, HEAD_LINES = 50 };

void wire_init(struct wire *w, int in, int out) {
    w->in = in, w->out = out;
    w->at = w->n = 0;
    w->broken = false;
}

static bool fill(struct wire *w) {
    if (w->at < w->n) return true;
    ssize_t n;
    do
        n = w->broken ? 0 : read(w->in, w->chunk, sizeof w->chunk);
    while (n < 0 && errno == EINTR);
    w->at = 0;
    w->n = n > 0 ? (size_t)n : 0;
    if (n <= 0) w->broken = true;
    return n > 0;
}

bool wire_waiting(const struct wire *w) {
    struct pollfd fd = {.fd = w->in, .events = POLLIN};
    return w->at < w->n || (!w->broken && poll(&fd, 1, 0) > 0);
}

/* One line of the head without its end; false at the end of the stream or when it is too long. */
static bool head_line(struct wire *w, char *line) {
    size_t n = 0;
    while (n + 1 < HEAD_LINE && fill(w)) {
        char c = w->chunk[w->at++];
        if (c == '\n') {
            if (n && line[n - 1] == '\r') n--;
            line[n] = '\0';
            return true;
        }
        line[n++] = c;
    }
    return false;
}

static bool read_length(const char *text, uint64_t *out) {
    while (*text == ' ')
        text++;
    if (!*text) return false;
    *out = 0;
    for (; *text; text++) {
        if (*text < '0' || *text > '9' || *out > UINT64_MAX / 20) return false;
        *out = *out * 10 + (uint64_t)(*text - '0');
    }
    return true;
}

static enum wire_status read_head(struct wire *w, uint64_t *length) {
    char line[HEAD_LINE];
    bool known = false, any = false;
    for (int i = 0; i < HEAD_LINES; i++) {
        if (!head_line(w, line)) return any || !w->broken ? WIRE_BAD_HEAD : WIRE_END;
        if (!*line && known) return WIRE_MESSAGE;
        if (!*line) return WIRE_BAD_HEAD;
        any = true;
        if (strncasecmp(line, "content-length:", 15)) continue;
        if (!read_length(line + 15, length)) return WIRE_BAD_HEAD;
        known = true;
    }
    return WIRE_BAD_HEAD;
}

enum wire_status wire_read(struct wire *w, struct buf *message) {
    uint64_t left = 0;
    buf_clear(message);
    enum wire_status status = read_head(w, &left);
    if (status == WIRE_BAD_HEAD) w->broken = true;
    if (status != WIRE_MESSAGE) return status;
    bool keep = left <= WIRE_LARGEST;
    while (left) {
        if (!fill(w)) return WIRE_END;
        size_t n = w->n - w->at < left ? w->n - w->at : (size_t)left;
        if (keep) buf_put(message, w->chunk + w->at, n);
        w->at += n;
        left -= n;
    }
    return !keep ? WIRE_TOO_LARGE : message->failed ? WIRE_NO_MEMORY : WIRE_MESSAGE;
}

static bool write_all(struct wire *w, const char *text, size_t size) {
    while (size && !w->broken) {
        ssize_t n = write(w->out, text, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0)
            w->broken = true;
        else
            text += n, size -= (size_t)n;
    }
    return !w->broken;
}

bool wire_write(struct wire *w, const char *text, size_t size) {
    char head[64];
    int n = snprintf(head, sizeof head, "Content-Length: %zu\r\n\r\n", size);
    return write_all(w, head, (size_t)n) && write_all(w, text, size);
}
