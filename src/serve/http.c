/* http.c: requests: the page's files and the small API; see docs/protocol.md and server.h.
 *
 * An answer is a status, a type and a body that is written when the socket takes it; some wait for a table or a worker
 * thread. No cookie is ever set or read: what a request may do, it says itself.
 */
#include "serve/replay.h"
#include "serve/server.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD = 2048, CHUNK = 16384 };

struct session {
    struct connection *connection;
};

/* ---- answers */
void http_answer(struct connection *c, int status, const char *type, struct bytes *body) {
    if (c->answered) {
        bytes_drop(body);
        return;
    }
    c->answered = true;
    c->status = status;
    c->type = type ? type : "application/json";
    c->body = body;
    lws_callback_on_writable(c->wsi);
}

static void answer_text(struct connection *c, int status, const char *type, const struct buf *text) {
    struct bytes *body = text->failed ? NULL : bytes_new(text->data, text->n);
    if (body)
        http_answer(c, status, type, body);
    else
        c->closing = true;
}

static void answer_trouble(struct connection *c, int status, enum trouble code, const char *text) {
    struct buf out;
    trouble_write(&out, code, text);
    answer_text(c, status ? status : trouble_status(code), NULL, &out);
    buf_free(&out);
}

static const char *const security[][2] = {
    {"content-security-policy:",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
     "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
     "frame-ancestors 'none'"},
    {"x-content-type-options:", "nosniff"},
    {"referrer-policy:", "no-referrer"}, /* the name of a private table is in the address */
    {"cross-origin-opener-policy:", "same-origin"},
    {"cross-origin-resource-policy:", "same-origin"},
    {"x-frame-options:", "DENY"},
};

static bool add_header(struct lws *wsi, const char *name, const char *value, unsigned char **p, unsigned char *end) {
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value,
                                       (int)strlen(value), p, end) == 0;
}

static bool write_head(struct lws *wsi, struct connection *c) {
    unsigned char room[LWS_PRE + HEAD], *start = room + LWS_PRE, *p = start, *end = room + sizeof room - 1;
    bool fine = lws_add_http_common_headers(wsi, (unsigned)c->status, c->type, c->body->n, &p, end) == 0;
    for (size_t i = 0; i < sizeof security / sizeof *security && fine; i++)
        fine = add_header(wsi, security[i][0], security[i][1], &p, end);
    fine = fine && add_header(wsi, "cache-control:", c->cache ? c->cache : "no-store", &p, end);
    if (*c->tag) fine = fine && add_header(wsi, "etag:", c->tag, &p, end);
    return fine && lws_finalize_write_http_header(wsi, start, &p, end) == 0;
}

/* Writes what the socket takes. Below 0: close. */
static int writeable(struct lws *wsi, struct connection *c) {
    if (!c->answered) return c->closing ? -1 : 0;
    if (!c->head_written) {
        if (!write_head(wsi, c)) return -1;
        c->head_written = true;
        if (!c->head_only && c->body->n > 0) {
            lws_callback_on_writable(wsi);
            return 0;
        }
        return lws_http_transaction_completed(wsi) ? -1 : 0;
    }
    unsigned char room[LWS_PRE + CHUNK];
    size_t left = c->body->n - c->body_sent, n = left < CHUNK ? left : CHUNK;
    if (left == 0) return 0;
    memcpy(room + LWS_PRE, bytes_data(c->body) + c->body_sent, n);
    bool last = n == left;
    if (lws_write(wsi, room + LWS_PRE, n, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)n) return -1;
    c->body_sent += n;
    if (!last) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

/* ---- the API */
static void get_health(struct server *s, struct connection *c) {
    struct buf out;
    struct json j;
    bool fine = writer_healthy(s->writer);
    json_init(&j, &out);
    j.tight = true;
    json_object(&j, NULL);
    json_bool(&j, "ok", fine);
    json_text(&j, "version", TERRANE_VERSION);
    json_unsigned(&j, "tables", tables_count(s->tables));
    json_integer(&j, "connections", metric_get(&s->metrics, METRIC_connections));
    json_close(&j);
    answer_text(c, fine ? 200 : 503, NULL, &out);
    buf_free(&out);
}

static void get_metrics(struct server *s, struct connection *c) {
    struct buf out;
    buf_init(&out, NULL);
    metrics_write(&s->metrics, &out);
    answer_text(c, 200, "text/plain; charset=utf-8", &out);
    buf_free(&out);
}

static void get_tables(struct server *s, struct connection *c) {
    struct buf out;
    buf_init(&out, NULL);
    tables_list(s->tables, &out);
    answer_text(c, 200, NULL, &out);
    buf_free(&out);
}

/* What takes long is done in a worker thread: the list of games is read from files, a game is compiled, a replay is played. */
enum errand_kind { ERRAND_GAMES, ERRAND_ABOUT, ERRAND_REPLAY };
struct errand {
    uv_work_t work;
    struct server *server;
    enum errand_kind kind;
    uint32_t connection;
    char *text; /* owned: of REPLAY the body, of ABOUT the name of the game; else NULL */
    size_t n;
    char language[32]; /* ABOUT; empty: the definition's own */
    struct buf out;
    int status; /* of HTTP; 0: no memory */
};

static void tell_about(struct errand *e) {
    struct buf error;
    buf_init(&error, NULL);
    e->status = 200;
    if (!games_about(e->server->games, e->text, e->language, &e->out, &error)) {
        buf_free(&e->out);
        trouble_write(&e->out, TROUBLE_no_game, error.data);
        e->status = 404;
    }
    buf_free(&error);
}

static void do_errand(uv_work_t *work) {
    struct errand *e = work->data;
    if (e->kind == ERRAND_REPLAY)
        e->status = replay_answer(&e->server->world, e->text, e->n, &e->out);
    else if (e->kind == ERRAND_ABOUT)
        tell_about(e);
    else if (games_list(e->server->games, server_now(), &e->out))
        e->status = 200;
}

static void errand_done(uv_work_t *work, int status) {
    struct errand *e = work->data;
    struct connection *c = connection_find(e->server, e->connection);
    if (c && e->status && status == 0) answer_text(c, e->status, NULL, &e->out);
    if (c && !c->answered) answer_trouble(c, 503, TROUBLE_cannot_store, "out of memory");
    e->server->errands--;
    buf_free(&e->out);
    free(e->text);
    free(e);
}

/* Takes `text`, which may be NULL, and keeps no `language` but copies it. */
static void start_errand(struct server *s, struct connection *c, enum errand_kind kind, char *text, const char *language) {
    struct errand *e = calloc(1, sizeof *e);
    if (!e) {
        free(text);
        c->closing = true;
        return;
    }
    *e = (struct errand){.server = s, .kind = kind, .connection = c->number, .text = text, .n = text ? strlen(text) : 0};
    if (language && strlen(language) < sizeof e->language) memcpy(e->language, language, strlen(language));
    e->work.data = e;
    s->errands++;
    buf_init(&e->out, NULL);
    uv_queue_work(&s->loop, &e->work, do_errand, errand_done);
}

static void get_game(struct server *s, struct connection *c, const char *hash) {
    struct buf out;
    char *end;
    uint64_t number = strtoull(hash, &end, 16);
    char room[32];
    const char *language = lws_get_urlarg_by_name(c->wsi, "lang=", room, sizeof room);
    buf_init(&out, NULL);
    if (strlen(hash) == 16 && *end == '\0' && games_describe(s->games, number, language, &out)) {
        c->cache = language ? "public, max-age=600" : "public, max-age=31536000, immutable"; /* words are mended */
        answer_text(c, 200, NULL, &out);
    } else {
        answer_trouble(c, 404, TROUBLE_no_table, "no table that is open plays such a game");
    }
    buf_free(&out);
}

static void get_about(struct server *s, struct connection *c, const char *name) {
    char room[32], *copy = strdup(name);
    if (copy)
        start_errand(s, c, ERRAND_ABOUT, copy, lws_get_urlarg_by_name(c->wsi, "lang=", room, sizeof room));
    else
        c->closing = true;
}

static void get_table(struct server *s, struct connection *c, const char *path) {
    size_t n = strcspn(path, "/");
    const char *rest = path + n;
    bool journal = strcmp(rest, "/journal") == 0, link = strcmp(rest, "/link") == 0;
    char id[TOKEN_LENGTH + 1] = "";
    if (!token_fits(path, n) || (*rest && !journal && !link)) {
        answer_trouble(c, 404, TROUBLE_no_table, "there is no such table");
        return;
    }
    memcpy(id, path, n);
    enum mail_kind kind = journal ? MAIL_JOURNAL : link ? MAIL_LINK : MAIL_INFO;
    tables_post(s->tables, id, (struct mail){.kind = kind, .from = c->number});
}

static void get_api(struct server *s, struct connection *c, const char *path) {
    if (strcmp(path, "health") == 0)
        get_health(s, c);
    else if (strcmp(path, "metrics") == 0)
        get_metrics(s, c);
    else if (strcmp(path, "games") == 0)
        start_errand(s, c, ERRAND_GAMES, NULL, NULL);
    else if (strncmp(path, "games/", 6) == 0)
        get_about(s, c, path + 6);
    else if (strcmp(path, "tables") == 0)
        get_tables(s, c);
    else if (strncmp(path, "game/", 5) == 0)
        get_game(s, c, path + 5);
    else if (strncmp(path, "tables/", 7) == 0)
        get_table(s, c, path + 7);
    else
        answer_trouble(c, 404, TROUBLE_bad, "there is no such thing");
}

/* ---- the page */
static const char no_page[] =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Terrane</title><h1>Terrane</h1>"
    "<p>The server runs, but the files of the page were not found. Build them (in the folder <code>web</code>: "
    "<code>npm ci &amp;&amp; npm run build</code>) or name their folder with <code>--web</code>.</p></html>";

static void get_page(struct server *s, struct connection *c, struct lws *wsi, const char *path) {
    const struct web_file *f = web_find(s->web, path, server_now());
    char known[24] = "";
    if (f) {
        c->cache = f->lasting ? "public, max-age=31536000, immutable" : "no-cache";
        memcpy(c->tag, f->tag, sizeof f->tag);
        lws_hdr_copy(wsi, known, sizeof known, WSI_TOKEN_HTTP_IF_NONE_MATCH);
        bool same = strcmp(known, f->tag) == 0;
        struct bytes *body = bytes_new(same ? "" : f->bytes.data, same ? 0 : f->bytes.n);
        if (body) http_answer(c, same ? 304 : 200, f->type, body);
    } else if (strcmp(path, "/") == 0) {
        struct bytes *body = bytes_new(no_page, sizeof no_page - 1);
        if (body) http_answer(c, 200, "text/html; charset=utf-8", body);
    } else {
        answer_trouble(c, 404, TROUBLE_bad, "there is no such file");
    }
}

/* ---- requests */
static void route(struct server *s, struct connection *c, struct lws *wsi, const char *path) {
    if (strncmp(path, "/api/", 5) == 0)
        get_api(s, c, path + 5);
    else if (strncmp(path, "/ws/", 4) == 0)
        answer_trouble(c, 400, TROUBLE_bad, "this is for WebSockets of the protocol terrane.1");
    else
        get_page(s, c, wsi, path);
}

static int begin(struct server *s, struct lws *wsi, struct session *session, const char *in, size_t len) {
    char path[PATH_BYTES];
    const char *address = lws_get_opaque_user_data(wsi);
    connection_free(s, session->connection);
    struct connection *c = session->connection = connection_new(s, wsi);
    if (!c) return -1;
    metric_add(&s->metrics, METRIC_requests, 1);
    bool get = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0, post = lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0;
    c->head_only = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    bool fits = len < sizeof path && !memchr(in, '\0', len);
    if (fits) memcpy(path, in, len), path[len] = '\0';
    bool replay = post && fits && strcmp(path, "/api/replay") == 0;
    enum use use = replay ? USE_REPLAY : post ? USE_TABLE : USE_REQUEST;
    if (!address || !limits_request(s->limits, address, use, server_now())) {
        metric_add(&s->metrics, METRIC_limited, 1);
        answer_trouble(c, 0, TROUBLE_too_often, "too many requests: wait a little");
    } else if (!fits) {
        answer_trouble(c, 414, TROUBLE_too_large, "the address is too long");
    } else if (replay || (post && strcmp(path, "/api/tables") == 0)) {
        c->posting = true; /* the body follows */
        c->replay = replay;
    } else if (get || c->head_only) {
        route(s, c, wsi, path);
    } else {
        answer_trouble(c, 405, TROUBLE_bad, "this cannot be done here");
    }
    return 0;
}

static void read_body(struct connection *c, const void *in, size_t len) {
    if (!c || !c->posting || c->answered) return;
    if (c->in.n + len > MESSAGE_MOST)
        answer_trouble(c, 0, TROUBLE_too_large, "a body has at most 16 KiB");
    else
        buf_put(&c->in, in, len);
}

static void body_read(struct server *s, struct connection *c) {
    if (!c || !c->posting || c->answered) return;
    struct mail mail = {.kind = MAIL_MAKE, .from = c->number, .text = strndup(c->in.data, c->in.n), .n = c->in.n};
    if (mail.text && strlen(mail.text) == mail.n && !s->stopping) {
        if (c->replay)
            start_errand(s, c, ERRAND_REPLAY, mail.text, NULL);
        else
            tables_make(s->tables, mail);
        return;
    }
    free(mail.text);
    answer_trouble(c, 0, TROUBLE_bad, "this is no JSON");
}

/* Who connects is counted by address; the text lives as long as the connection. */
static void note_client(struct server *s, struct lws *wsi) {
    char address[ADDRESS_BYTES] = "";
    lws_get_peer_simple(wsi, address, sizeof address);
    limits_address(address, sizeof address);
    metric_add(&s->metrics, METRIC_connections, 1);
    if (limits_connect(s->limits, address, server_now()))
        lws_set_opaque_user_data(wsi, strdup(address));
    else
        metric_add(&s->metrics, METRIC_limited, 1); /* without an address every request of it is refused */
}

static void forget_client(struct server *s, struct lws *wsi) {
    char *address = lws_get_opaque_user_data(wsi);
    if (address) limits_gone(s->limits, address);
    free(address);
    lws_set_opaque_user_data(wsi, NULL);
}

int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len) {
    struct server *s = server_of(wsi);
    struct session *session = user;
    switch (reason) {
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: note_client(s, wsi); return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return 1; /* a WebSocket without our protocol */
    case LWS_CALLBACK_HTTP: return begin(s, wsi, session, in, len);
    case LWS_CALLBACK_HTTP_BODY: read_body(session->connection, in, len); return 0;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: body_read(s, session->connection); return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE: return session && session->connection ? writeable(wsi, session->connection) : 0;
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (session) {
            connection_free(s, session->connection);
            session->connection = NULL;
        }
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        metric_add(&s->metrics, METRIC_connections, -1);
        forget_client(s, wsi);
        return 0;
    default: return 0;
    }
}
