/* language_server.c: which method does what; documents kept in step; diagnostics sent when the editor is quiet.
 *
 * Messages are answered in order, so a request that is to be cancelled has been answered by then. Checking is put off
 * while more input waits: a burst of changes is checked once. Every request gets exactly one response.
 */
#include "lsp/language_server.h"

#include "base/json_value.h"
#include "lsp/place.h"
#include "lsp/requests.h"

#include <stdlib.h>
#include <string.h>

enum rpc_error {
    RPC_PARSE = -32700,
    RPC_INVALID = -32600,
    RPC_UNKNOWN = -32601,
    RPC_PARAMS = -32602,
    RPC_NOT_READY = -32002,
    RPC_REFUSED = -32803 /* the request is right, and what it asks for cannot be */
};

struct lsp {
    struct lsp_host host;
    struct workspace workspace;
    struct arena arena; /* of the message being handled */
    bool ready, down, done;
    bool snippets; /* as of struct asked */
};

/* ---- sending */
static void transmit(struct lsp *s, struct buf *message) {
    if (!message->failed) s->host.send(s->host.user, message->data, message->n);
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

static void send_error(struct lsp *s, const struct value *id, enum rpc_error code, const char *text) {
    struct buf out;
    begin_response(&out, id);
    buf_printf(&out, ",\"error\":{\"code\":%d,\"message\":", (int)code);
    value_put_string(&out, text);
    buf_puts(&out, "}}");
    transmit(s, &out);
}

/* Takes over the result. */
static void send_result(struct lsp *s, const struct value *id, struct buf *result) {
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
static void publish(struct lsp *s, const struct query *q, const char *path) {
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

static void publish_project(struct lsp *s, struct project *p) {
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

static bool waiting(const struct lsp *s) {
    return s->host.waiting && s->host.waiting(s->host.user);
}

void lsp_quiet(struct lsp *s) {
    workspace_sweep(&s->workspace, take_back, s);
    for (size_t i = 0; i < s->workspace.projects.n && !waiting(s); i++) {
        struct project *p = s->workspace.projects.data[i];
        if (!p->dirty && !p->unsaid) continue;
        if (p->dirty) workspace_analyse(&s->workspace, p);
        p->unsaid = false;
        publish_project(s, p);
    }
}

/* ---- documents */
static const char *document_path(struct lsp *s, const struct value *params, const char **uri) {
    *uri = value_text(value_get(value_get(params, "textDocument"), "uri"));
    return place_path(&s->arena, *uri);
}

static void did_open(struct lsp *s, const struct value *params) {
    const char *uri, *path = document_path(s, params, &uri);
    const struct value *text = value_get(value_get(params, "textDocument"), "text");
    if (path && text && text->type == VALUE_TEXT) workspace_open(&s->workspace, uri, path, text->text, text->size);
}

static void did_change(struct lsp *s, const struct value *params) {
    const char *uri, *path = document_path(s, params, &uri);
    const struct value *changes = value_get(params, "contentChanges"), *last = NULL;
    for (const struct value *c = changes && changes->type == VALUE_ARRAY ? changes->kids : NULL; c; c = c->next)
        if (!value_get(c, "range")) last = value_get(c, "text"); /* whole texts: the last one counts */
    if (path && workspace_find(&s->workspace, path) && last && last->type == VALUE_TEXT)
        workspace_open(&s->workspace, uri, path, last->text, last->size);
}

static void did_close(struct lsp *s, const struct value *params) {
    const char *uri, *path = document_path(s, params, &uri);
    struct document *d = path ? workspace_find(&s->workspace, path) : NULL;
    if (d) workspace_close(&s->workspace, d);
}

static void did_save(struct lsp *s, const struct value *params) { /* other files may have been written, too */
    (void)params;
    for (size_t i = 0; i < s->workspace.projects.n; i++)
        s->workspace.projects.data[i]->dirty = true;
}

static void nothing(struct lsp *s, const struct value *params) {
    (void)s, (void)params;
}

static void do_exit(struct lsp *s, const struct value *params) {
    (void)params;
    s->done = true;
}

/* ---- requests */
static void initialize(struct lsp *s, const struct value *params, struct buf *out) {
    static const char *const path[] = {"capabilities", "textDocument", "completion", "completionItem",
                                       "snippetSupport"};
    for (size_t i = 0; i < sizeof path / sizeof *path; i++)
        params = value_get(params, path[i]);
    s->snippets = params && params->type == VALUE_TRUE;
    s->ready = true;
    buf_puts(out, "{\"capabilities\":{\"positionEncoding\":\"utf-16\",\"textDocumentSync\":{\"openClose\":true,"
                  "\"change\":1,\"save\":true},"
                  "\"completionProvider\":{\"triggerCharacters\":[\".\",\" \",\"(\",\":\"]},\"hoverProvider\":true,"
                  "\"definitionProvider\":true,\"documentSymbolProvider\":true,\"referencesProvider\":true,"
                  "\"documentHighlightProvider\":true,\"renameProvider\":{\"prepareProvider\":true},"
                  "\"signatureHelpProvider\":{\"triggerCharacters\":[\"(\",\",\"]},\"inlayHintProvider\":true,"
                  "\"documentFormattingProvider\":true,\"codeActionProvider\":{\"codeActionKinds\":[\"quickfix\"]},"
                  "\"foldingRangeProvider\":true,\"workspaceSymbolProvider\":true,\"codeLensProvider\":{},"
                  "\"semanticTokensProvider\":{\"full\":true,\"legend\":");
    request_put_legend(out);
    buf_puts(out, "}},\"serverInfo\":{\"name\":\"terrane\",\"version\":\"" TERRANE_VERSION "\"}}");
}

static void shut_down(struct lsp *s, const struct value *params, struct buf *out) {
    (void)params;
    s->down = true;
    buf_puts(out, "null");
}

/* Fills *a from the parameters; false when the document is not open or cannot be analysed. */
static bool find_place(struct lsp *s, const struct value *params, struct asked *a) {
    const char *uri, *path = document_path(s, params, &uri);
    struct document *d = path ? workspace_find(&s->workspace, path) : NULL;
    const struct value *position = value_get(params, "position");
    if (!d) return false;
    bool fresh = d->project->dirty;
    *a = (struct asked){.workspace = &s->workspace, .document = d, .params = params, .arena = &s->arena};
    a->snippets = s->snippets;
    a->query = workspace_query(&s->workspace, d), a->line = 1, a->col = 1;
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

static void workspace_symbols(struct lsp *s, const struct value *params, struct buf *out) {
    const char *part = value_text(value_get(params, "query"));
    request_workspace_symbols(&s->workspace, part ? part : "", out);
}

/* ---- methods */
static const struct method {
    const char *name;
    void (*about)(struct asked *a, struct buf *out);                            /* requests about a document */
    void (*answer)(struct lsp *s, const struct value *params, struct buf *out); /* other requests */
    void (*note)(struct lsp *s, const struct value *params);                    /* notifications */
} methods[] = {
    {.name = "initialize", .answer = initialize},
    {.name = "shutdown", .answer = shut_down},
    {.name = "workspace/symbol", .answer = workspace_symbols},
    {.name = "textDocument/completion", .about = request_completion},
    {.name = "textDocument/hover", .about = request_hover},
    {.name = "textDocument/definition", .about = request_definition},
    {.name = "textDocument/documentSymbol", .about = request_symbols},
    {.name = "textDocument/references", .about = request_references},
    {.name = "textDocument/documentHighlight", .about = request_highlights},
    {.name = "textDocument/prepareRename", .about = request_can_rename},
    {.name = "textDocument/rename", .about = request_rename},
    {.name = "textDocument/signatureHelp", .about = request_signature},
    {.name = "textDocument/inlayHint", .about = request_inlays},
    {.name = "textDocument/formatting", .about = request_format},
    {.name = "textDocument/codeAction", .about = request_actions},
    {.name = "textDocument/codeLens", .about = request_lenses},
    {.name = "textDocument/foldingRange", .about = request_folding},
    {.name = "textDocument/semanticTokens/full", .about = request_tokens},
    {.name = "initialized", .note = nothing},
    {.name = "exit", .note = do_exit},
    {.name = "textDocument/didOpen", .note = did_open},
    {.name = "textDocument/didChange", .note = did_change},
    {.name = "textDocument/didClose", .note = did_close},
    {.name = "textDocument/didSave", .note = did_save},
};

/* One response to a request that is allowed now. */
static void respond(struct lsp *s, const struct value *id, const struct method *m, const struct value *params) {
    struct asked a = {0};
    struct buf result;
    buf_init(&result);
    if (m->answer)
        m->answer(s, params, &result);
    else if (find_place(s, params, &a))
        m->about(&a, &result);
    if (a.refused) {
        buf_free(&result);
        send_error(s, id, RPC_REFUSED, a.refused);
        return;
    }
    if (result.n == 0) buf_puts(&result, "null");
    send_result(s, id, &result);
}

static const struct method *find_method(const char *name) {
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (!strcmp(methods[i].name, name)) return &methods[i];
    return NULL;
}

static void answer(struct lsp *s, const struct value *id, const char *name, const struct value *params) {
    const struct method *m = find_method(name);
    bool first = !strcmp(name, "initialize");
    if (s->down)
        send_error(s, id, RPC_INVALID, "the server was shut down");
    else if (!s->ready && !first)
        send_error(s, id, RPC_NOT_READY, "not initialized");
    else if (s->ready && first)
        send_error(s, id, RPC_INVALID, "initialized already");
    else if (!m || m->note)
        send_error(s, id, RPC_UNKNOWN, "no such method");
    else if (params && params->type != VALUE_OBJECT && params->type != VALUE_NULL)
        send_error(s, id, RPC_PARAMS, "the parameters must be an object");
    else
        respond(s, id, m, params);
}

/* Unknown notifications are to be ignored, and so is what comes too early or too late. */
static void take_note(struct lsp *s, const char *name, const struct value *params) {
    const struct method *m = find_method(name);
    if (!m || !m->note) return;
    if (m->note == do_exit || (s->ready && !s->down)) m->note(s, params);
}

static void handle(struct lsp *s, const char *text, size_t size) {
    const char *why;
    const struct value *message = value_parse(&s->arena, text, size, &why, NULL);
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

void lsp_says(struct lsp *s, const char *text, size_t size) {
    handle(s, text, size);
    arena_free(&s->arena);
}

void lsp_complain(struct lsp *s, bool unreadable, const char *text) {
    send_error(s, NULL, unreadable ? RPC_PARSE : RPC_INVALID, text);
}

struct lsp *lsp_new(const struct lsp_host *host) {
    struct lsp *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->host = *host;
    arena_init(&s->arena);
    return s;
}

bool lsp_done(const struct lsp *s) {
    return s->done;
}

bool lsp_was_shut_down(const struct lsp *s) {
    return s->done && s->down;
}

void lsp_free(struct lsp *s) {
    if (!s) return;
    workspace_free(&s->workspace);
    arena_free(&s->arena);
    free(s);
}
