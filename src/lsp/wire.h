/* wire.h: messages over file descriptors: "Content-Length: N", an empty line, N bytes.
 *
 * Limits: WIRE_LARGEST bytes a message; a larger one is skipped without being kept, and the stream goes on behind it.
 * A head that says no length cannot be skipped: the stream is then broken and nothing more is read.
 */
#ifndef LSP_WIRE_H
#define LSP_WIRE_H

#include "base/buf.h"

enum { WIRE_LARGEST = 32 * 1024 * 1024 };

struct wire {
    int in, out;
    char chunk[16384];
    size_t at, n;
    bool broken; /* nothing more can be read or written */
};

enum wire_status { WIRE_MESSAGE, WIRE_TOO_LARGE, WIRE_NO_MEMORY, WIRE_BAD_HEAD, WIRE_END };

void wire_init(struct wire *w, int in, int out);
/* Replaces what is in `message`. */
enum wire_status wire_read(struct wire *w, struct buf *message);
bool wire_waiting(const struct wire *w); /* is there more to read right now? */
bool wire_write(struct wire *w, const char *text, size_t size);

#endif
