/* requests.h: what can be asked about a place in a document. Each writes one JSON value: the result. */
#ifndef LSP_REQUESTS_H
#define LSP_REQUESTS_H

#include "base/buf.h"
#include "lsp/workspace.h"

struct asked {
    const struct workspace *workspace;
    const struct document *document;
    const struct query *query;
    int file;           /* number of the document in the query */
    uint32_t line, col; /* from 1, col in bytes; both 1 where the whole document is meant */
};

void request_completion(const struct asked *a, struct buf *out);
void request_hover(const struct asked *a, struct buf *out);
void request_definition(const struct asked *a, struct buf *out);
void request_symbols(const struct asked *a, struct buf *out);
/* The messages about one file as the parameters of textDocument/publishDiagnostics. q NULL: none. */
void request_messages(const struct workspace *w, const struct query *q, const char *path, struct buf *out);
/* The URI of a file as a JSON text: as the editor wrote it when it is open. */
void request_put_uri(const struct workspace *w, const char *path, struct buf *out);

#endif
