/* language_server.c: which method does what; documents kept in step; diagnostics sent when the editor is quiet.
 *
 * Messages are answered in order, so a request that is to be cancelled has been answered by then. Checking is put off
 * while more input waits: a burst of changes is checked once. Every request gets exactly one response.
 */
#include "lsp/language_server.h"

#include "base/value.h"
#include "lsp/place.h"
#include "lsp/requests.h"
#include "lsp/wire.h"

#include <stdlib.h>
#include <string.h>

enum rpc_error {
    RPC_PARSE = -32700,
    RPC_INVALID = -32600,
    RPC_UNKNOWN = -32601,
    RPC_PARAMS = -32602,
    RPC_NOT_READY = -32002
};

struct server {
    struct wire wire;
    struct workspace workspace;
    struct arena arena; /* of the message being handled */
    bool ready, down, done;
};

/* ---- sending */
static void transmit(struct server *s, struct buf *message) {
    if (!message->failed) wire_write(&s->wire, message->data, message->n);
    buf_free(message);
}

static void begin_response(struct buf *out, const struct value *id) {
    buf_init(out);
    buf_puts(out, "{\"jsonrpc\":\"2.0\",\"id\":");
    if (id)
        buf_put(out, id->raw, id->raw_size);
    else
        buf_puts(out, "null");
}

static void send_error(struct server *s, const struct value *id, enum rpc_error code, const char *text) {
    struct buf out;
    begin_response(&out, id);
    buf_printf(&out, ",\"error\":{\"code\":%d,\"message\":", (int)code);
    value_put_string(&out, text);
    buf_puts(&out, "}}");
    transmit(s, &out);
}

/* Takes over the result. */
static void send_result(struct server *s, const struct value *id, struct buf *result) {
    struct buf out;
    begin_response(&out, id);
    buf_puts(&out, ",\"result\":");
    buf_put(&out, result->data, result->n);
    buf_putc(&out, '}');
    if (result->failed)
        buf_free(&out), send_error(s, id, RPC_INVALID, "not enough memory");
    else
        transmit(s, &out);
    buf_free(result);
}

/* ---- diagnostics */
static void publish(struct server *s, const struct query *q, const char *path) {
    struct buf out;
    buf_init(&out);
    buf_puts(&out, "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/publishDiagnostics\",\"params\":");
    request_messages(&s->workspace, q, path, &out);
    buf_putc(&out, '}');
    transmit(s, &out);
}

static bool has_messages(const struct query *q, const char *path) {
    for (size_t i = 0; i < q->messages.n; i++) {
        const char *file = q->messages.data[i].file;
        if (!strcmp(file ? file : q->sources.files[0].path, path)) return true;
    }
    return false;
}

/* Removes a path from those the editor shows messages of. */
static bool was_told(struct project *p, const char *path) {
    for (size_t i = 0; i < p->told.n; i++)
        if (!strcmp(p->told.data[i], path)) {
            free(p->told.data[i]);
            p->told.data[i] = p->told.data[--p->told.n];
            return true;
        }
    return false;
}

static void remember(struct project *p, const char *path) {
    size_t n = strlen(path) + 1;
    char *kept = malloc(n);
    if (kept && !VEC_PUSH(&p->told, memcpy(kept, path, n))) free(kept);
}

static void take_back(void *user, struct project *p) {
    for (size_t i = 0; i < p->told.n; i++)
        publish(user, NULL, p->told.data[i]);
}

static void publish_project(struct server *s, struct project *p) {
    const struct query *q = p->now ? p->now->query : NULL;
    for (size_t i = p->told.n; i-- > 0;) /* files that belong to it no more */
        if (!q || query_file(q, p->told.data[i]) < 0) {
            publish(s, NULL, p->told.data[i]);
            free(p->told.data[i]);
            p->told.data[i] = p->told.data[--p->told.n];
        }
    for (int i = 0; q && i < q->sources.n; i++) {
        const char *path = q->sources.files[i].path;
        if (workspace_owner(&s->workspace, path) != p) continue;
        bool now = has_messages(q, path), before = was_told(p, path);
        if (now || before || workspace_find(&s->workspace, path)) publish(s, q, path);
        if (now) remember(p, path);
    }
}

/* Checks what has changed, once the editor has nothing more to say. */
static void catch_up(struct server *s) {
    workspace_sweep(&s->workspace, take_back, s);
    for (size_t i = 0; i < s->workspace.projects.n && !wire_waiting(&s->wire); i++) {
        struct project *p = s->workspace.projects.data[i];
        if (!p->dirty && !p->unsaid) continue;
        if (p->dirty) workspace_analyse(&s->workspace, p);
        p->unsaid = false;
        publish_project(s, p);
    }
}

/* ---- documents */
static const char *document_path(struct server *s, const struct value *params, const char **uri) {
    *uri = value_text(value_get(value_get(params, "textDocument"), "uri"));
    return place_path(&s->arena, *uri);
}

static void did_open(struct server *s, const struct value *params) {
    const char *uri, *path = document_path(s, params, &uri);
    const struct value *text = value_get(value_get(params, "textDocument"), "text");
    if (path && text && text->type == VALUE_TEXT) workspace_open(&s->workspace, uri, path, text->text, text->size);
}

static void did_change(struct server *s, const struct value *params) {
    const char *uri, *path = document_path(s, params, &uri);
    const struct value *changes = value_get(params, "contentChanges"), *last = NULL;
    for (const struct value *c = changes && changes->type == VALUE_ARRAY ? changes->kids : NULL; c; c = c->next)
        if (!value_get(c, "range")) last = value_get(c, "text"); /* whole texts: the last one counts */
    if (path && workspace_find(&s->workspace, path) && last && last->type == VALUE_TEXT)
        workspace_open(&s->workspace, uri, path, last->text, last->size);
}

static void did_close(struct server *s, const struct value *params) {
    const char *uri, *path = document_path(s, params, &uri);
    struct document *d = path ? workspace_find(&s->workspace, path) : NULL;
    if (d) workspace_close(&s->workspace, d);
}

static void did_save(struct server *s, const struct value *params) { /* other files may have been written, too */
    (void)params;
    for (size_t i = 0; i < s->workspace.projects.n; i++)
        s->workspace.projects.data[i]->dirty = true;
}

static void nothing(struct server *s, const struct value *params) {
    (void)s, (void)params;
}

static void do_exit(struct server *s, const struct value *params) {
    (void)params;
    s->done = true;
}

/* ---- requests */
static void initialize(struct server *s, const struct value *params, struct buf *out) {
    (void)params;
    s->ready = true;
    buf_puts(out, "{\"capabilities\":{\"positionEncoding\":\"utf-16\",\"textDocumentSync\":{\"openClose\":true,"
                  "\"change\":1,\"save\":true},"
                  "\"completionProvider\":{\"triggerCharacters\":[\".\",\" \",\"(\",\":\"]},\"hoverProvider\":true,"
                  "\"definitionProvider\":true,\"documentSymbolProvider\":true},"
                  "\"serverInfo\":{\"name\":\"terrane\",\"version\":\"" TERRANE_VERSION "\"}}");
}

static void shut_down(struct server *s, const struct value *params, struct buf *out) {
    (void)params;
    s->down = true;
    buf_puts(out, "null");
}

/* Fills *a from the parameters; false when the document is not open or cannot be analysed. */
static bool find_place(struct server *s, const struct value *params, struct asked *a) {
    const char *uri, *path = document_path(s, params, &uri);
    struct document *d = path ? workspace_find(&s->workspace, path) : NULL;
    const struct value *position = value_get(params, "position");
    if (!d) return false;
    bool fresh = d->project->dirty;
    *a = (struct asked){
        .workspace = &s->workspace, .query = workspace_query(&s->workspace, d), .document = d, .line = 1, .col = 1};
    if (fresh) d->project->unsaid = true;
    a->file = a->query ? query_file(a->query, path) : NONE;
    if (a->file < 0) return false;
    if (!position) return true;
    int64_t line = value_number(value_get(position, "line"), -1),
            units = value_number(value_get(position, "character"), -1);
    if (line < 0 || units < 0 || line >= (int64_t)a->query->lines[a->file].n) return false;
    size_t size;
    a->line = (uint32_t)line + 1;
    const char *text = query_line(a->query, a->file, a->line, &size);
    a->col = (uint32_t)place_bytes(text, size, (uint64_t)units) + 1;
    return true;
}

#define ABOUT_PLACE(name)                                                                                              \
    static void name(struct server *s, const struct value *params, struct buf *out) {                                  \
        struct asked a;                                                                                                \
        if (find_place(s, params, &a))                                                                                 \
            request_##name(&a, out);                                                                                   \
        else                                                                                                           \
            buf_puts(out, "null");                                                                                     \
    }
ABOUT_PLACE(completion)
ABOUT_PLACE(hover)
ABOUT_PLACE(definition)
ABOUT_PLACE(symbols)
#undef ABOUT_PLACE

/* ---- methods */
static const struct method {
    const char *name;
    void (*answer)(struct server *s, const struct value *params, struct buf *out); /* requests */
    void (*note)(struct server *s, const struct value *params);                    /* notifications */
} methods[] = {
    {"initialize", initialize, NULL},
    {"shutdown", shut_down, NULL},
    {"textDocument/completion", completion, NULL},
    {"textDocument/hover", hover, NULL},
    {"textDocument/definition", definition, NULL},
    {"textDocument/documentSymbol", symbols, NULL},
    {"initialized", NULL, nothing},
    {"exit", NULL, do_exit},
    {"textDocument/didOpen", NULL, did_open},
    {"textDocument/didChange", NULL, did_change},
    {"textDocument/didClose", NULL, did_close},
    {"textDocument/didSave", NULL, did_save},
};

static const struct method *find_method(const char *name) {
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (!strcmp(methods[i].name, name)) return &methods[i];
    return NULL;
}

static void answer(struct server *s, const struct value *id, const char *name, const struct value *params) {
    const struct method *m = find_method(name);
    struct buf result;
    bool first = !strcmp(name, "initialize");
    if (s->down)
        send_error(s, id, RPC_INVALID, "the server was shut down");
    else if (!s->ready && !first)
        send_error(s, id, RPC_NOT_READY, "not initialized");
    else if (s->ready && first)
        send_error(s, id, RPC_INVALID, "initialized already");
    else if (!m || !m->answer)
        send_error(s, id, RPC_UNKNOWN, "no such method");
    else if (params && params->type != VALUE_OBJECT && params->type != VALUE_NULL)
        send_error(s, id, RPC_PARAMS, "the parameters must be an object");
    else {
        buf_init(&result);
        m->answer(s, params, &result);
        send_result(s, id, &result);
    }
}

/* Unknown notifications are to be ignored, and so is what comes too early or too late. */
static void take_note(struct server *s, const char *name, const struct value *params) {
    const struct method *m = find_method(name);
    if (!m || !m->note) return;
    if (m->note == do_exit || (s->ready && !s->down)) m->note(s, params);
}

static void handle(struct server *s, const struct buf *text) {
    const char *why;
    const struct value *message = value_parse(&s->arena, text->data, text->n, &why, NULL);
    const struct value *id = value_get(message, "id"), *params = value_get(message, "params");
    const char *name = value_text(value_get(message, "method"));
    bool good_id = !id || id->type == VALUE_NUMBER || id->type == VALUE_TEXT || id->type == VALUE_NULL;
    if (!message)
        send_error(s, NULL, RPC_PARSE, why);
    else if (message->type != VALUE_OBJECT || !good_id)
        send_error(s, NULL, RPC_INVALID, "not a request");
    else if (!name && (value_get(message, "result") || value_get(message, "error")))
        return; /* a response: nothing was asked */
    else if (!name)
        send_error(s, id, RPC_INVALID, "no method");
    else if (id)
        answer(s, id, name, params);
    else
        take_note(s, name, params);
}

int lsp_serve(int in, int out) {
    struct server *s = calloc(1, sizeof *s);
    struct buf message;
    if (!s) return 1;
    wire_init(&s->wire, in, out);
    arena_init(&s->arena);
    buf_init(&message);
    while (!s->done && !s->wire.broken) {
        if (!wire_waiting(&s->wire)) catch_up(s);
        switch (wire_read(&s->wire, &message)) {
        case WIRE_MESSAGE: handle(s, &message); break;
        case WIRE_TOO_LARGE: send_error(s, NULL, RPC_INVALID, "the message is too large"); break;
        case WIRE_NO_MEMORY: send_error(s, NULL, RPC_INVALID, "not enough memory"); break;
        case WIRE_BAD_HEAD:
            s->wire.broken = false; /* for this last word */
            send_error(s, NULL, RPC_PARSE, "a message begins with Content-Length");
            s->wire.broken = true;
            break;
        case WIRE_END: break;
        }
        arena_free(&s->arena);
    }
    int code = s->done && s->down ? 0 : 1;
    buf_free(&message);
    workspace_free(&s->workspace);
    free(s);
    return code;
}
