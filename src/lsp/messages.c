/* messages.c: diagnostics as an editor wants them: notes become related places, hints part of the text. */
#include "base/quote.h"
#include "lsp/requests.h"

#include "base/json_value.h"
#include "lsp/place.h"

#include <string.h>

void request_put_uri(const struct workspace *w, const char *path, struct buf *out) {
    const struct document *d = workspace_find(w, path);
    if (d)
        value_put_string(out, d->uri);
    else
        place_put_uri(out, path);
}

void request_put_location(const struct workspace *w, const struct query *q, struct span at, struct buf *out) {
    buf_puts(out, "{\"uri\":");
    request_put_uri(w, q->sources.files[at.file].path, out);
    buf_puts(out, ",\"range\":");
    place_put_range(out, q, at);
    buf_putc(out, '}');
}

static const char *file_of(const struct query *q, const struct query_message *m) {
    return m->file ? m->file : q->sources.n ? q->sources.files[0].path : "";
}

static void put_notes(const struct workspace *w, const struct query *q, size_t i, struct buf *out) {
    bool any = false;
    for (; i < q->messages.n && q->messages.data[i].level == DIAG_NOTE; i++) {
        const struct query_message *note = &q->messages.data[i];
        buf_puts(out, any ? "," : ",\"relatedInformation\":[");
        any = true;
        buf_puts(out, "{\"location\":{\"uri\":");
        request_put_uri(w, file_of(q, note), out);
        buf_puts(out, ",\"range\":");
        place_put_message(out, q, note);
        buf_puts(out, "},\"message\":");
        value_put_string(out, note->text);
        buf_putc(out, '}');
    }
    if (any) buf_putc(out, ']');
}

static void put_message(const struct workspace *w, const struct query *q, size_t i, struct buf *out) {
    const struct query_message *m = &q->messages.data[i];
    struct buf text;
    buf_init(&text);
    buf_puts(&text, m->text ? m->text : "");
    if (m->hint) buf_printf(&text, "\nhelp: %s", m->hint);
    buf_puts(out, "{\"range\":");
    place_put_message(out, q, m);
    buf_printf(out, ",\"severity\":%d,\"code\":", m->level == DIAG_ERROR ? 1 : 2);
    value_put_string(out, m->code);
    buf_puts(out, ",\"source\":\"terrane\",\"message\":");
    quote_json(out, text.data, text.n);
    put_notes(w, q, i + 1, out);
    buf_putc(out, '}');
    buf_free(&text);
}

void request_messages(const struct workspace *w, const struct query *q, const char *path, struct buf *out) {
    bool any = false;
    buf_puts(out, "{\"uri\":");
    request_put_uri(w, path, out);
    buf_puts(out, ",\"diagnostics\":[");
    for (size_t i = 0; q && i < q->messages.n; i++) {
        const struct query_message *m = &q->messages.data[i];
        if (m->level == DIAG_NOTE || strcmp(file_of(q, m), path)) continue;
        if (any) buf_putc(out, ',');
        any = true;
        put_message(w, q, i, out);
    }
    buf_puts(out, "]}");
}
