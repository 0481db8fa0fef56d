/* requests.h: what can be asked about a place in a document. Each writes one JSON value: the result. */
#ifndef LSP_REQUESTS_H
#define LSP_REQUESTS_H

#include "base/buf.h"
#include "base/json_value.h"
#include "lsp/workspace.h"

struct asked {
    const struct workspace *workspace;
    const struct document *document;
    const struct query *query;
    const struct value *params; /* as they came */
    struct arena *arena;        /* of the message */
    int file;                   /* number of the document in the query */
    uint32_t line, col;         /* from 1, col in bytes; both 1 where the whole document is meant */
    bool snippets;              /* the editor takes texts with a place for the cursor in them */
    const char *refused;        /* set instead of a result: why not */
};

/* hover.c, outline.c, complete.c */
void request_completion(struct asked *a, struct buf *out);
void request_hover(struct asked *a, struct buf *out);
void request_definition(struct asked *a, struct buf *out);
void request_symbols(struct asked *a, struct buf *out);
void request_folding(struct asked *a, struct buf *out);
void request_lenses(struct asked *a, struct buf *out);
/* references.c */
void request_references(struct asked *a, struct buf *out);
void request_highlights(struct asked *a, struct buf *out);
void request_can_rename(struct asked *a, struct buf *out);
void request_rename(struct asked *a, struct buf *out);
/* arguments.c */
void request_signature(struct asked *a, struct buf *out);
void request_inlays(struct asked *a, struct buf *out);
/* The type of the argument the place stands in; T_UNKNOWN: not known. */
struct type request_wanted_type(const struct asked *a);
/* rewrite.c */
void request_format(struct asked *a, struct buf *out);
void request_actions(struct asked *a, struct buf *out);
/* colours.c */
void request_tokens(struct asked *a, struct buf *out);
/* The legend of the tokens: {"tokenTypes":[...],"tokenModifiers":[...]} */
void request_put_legend(struct buf *out);

/* Symbols of all open definitions whose name has `part` in it, whatever the case. */
void request_workspace_symbols(const struct workspace *w, const char *part, struct buf *out);
/* The messages about one file as the parameters of textDocument/publishDiagnostics. q NULL: none. */
void request_messages(const struct workspace *w, const struct query *q, const char *path, struct buf *out);
/* The URI of a file as a JSON text: as the editor wrote it when it is open. */
void request_put_uri(const struct workspace *w, const char *path, struct buf *out);
/* {"uri":...,"range":...} of a span. */
void request_put_location(const struct workspace *w, const struct query *q, struct span at, struct buf *out);
/* What stands at the place: by the index, else by its spelling; NULL: nothing known. */
const struct query_name *request_find_name(const struct asked *a, struct span *at);

#endif
