/* http.c: requests: the page's files and the small API; see docs/protocol.md and server.h.
 *
 * An answer is a status, a type and a body; some wait for a table or a worker thread. No cookie is ever set or read:
 * what a request may do, it says itself.
 */
#include "serve/host_check.h"
#include "serve/peer.h"
#include "table/preview.h"
#include "table/routes.h"

#include <stdlib.h>
#include <string.h>

static const char api[] = "/api/";

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
    peer_answer(c->peer);
}

static void answer_text(struct connection *c, int status, const char *type, const struct buf *text) {
    struct bytes *body = text->failed ? NULL : bytes_new(text->data, text->n);
    if (body)
        http_answer(c, status, type, body);
    else
        peer_close(c->peer);
}

static void answer_error(struct connection *c, int status, enum error_code code, const char *text) {
    struct buf out;
    error_write(&out, code, text);
    answer_text(c, status ? status : error_status(code), NULL, &out);
    buf_free(&out);
}

void http_refuse(struct connection *c, int status, const char *why) {
    bool large = status == 413 || status == 414 || status == 431;
    answer_error(c, status,
                 large           ? ERROR_too_large
                 : status == 429 ? ERROR_too_often
                 : status >= 502 ? ERROR_cannot_read
                                 : ERROR_bad,
                 why);
}

static const char *const security[][2] = {
    {"content-security-policy",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
     "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
     "form-action 'none'; frame-ancestors 'none'"},
    {"x-content-type-options", "nosniff"},
    {"referrer-policy", "no-referrer"}, /* the name of a private table is in the address */
    {"cross-origin-opener-policy", "same-origin"},
    {"cross-origin-resource-policy", "same-origin"},
    {"x-frame-options", "DENY"},
};

static const char *phrase(int status) {
    static const struct {
        int status;
        const char *text;
    } known[] = {{200, "OK"},
                 {201, "Created"},
                 {304, "Not Modified"},
                 {400, "Bad Request"},
                 {403, "Forbidden"},
                 {404, "Not Found"},
                 {405, "Method Not Allowed"},
                 {409, "Conflict"},
                 {411, "Length Required"},
                 {413, "Content Too Large"},
                 {414, "URI Too Long"},
                 {421, "Misdirected Request"},
                 {426, "Upgrade Required"},
                 {429, "Too Many Requests"},
                 {431, "Request Header Fields Too Large"},
                 {500, "Internal Server Error"},
                 {502, "Bad Gateway"},
                 {503, "Service Unavailable"},
                 {505, "HTTP Version Not Supported"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].status == status) return known[i].text;
    return "";
}

void http_write_head(const struct connection *c, const struct head *h, bool keep, struct buf *out) {
    buf_printf(out, "HTTP/1.1 %d %s\r\ncontent-type: %s\r\n", c->status, phrase(c->status), c->type);
    if (c->status != 304) buf_printf(out, "content-length: %zu\r\n", c->body->n);
    for (size_t i = 0; i < sizeof security / sizeof *security; i++)
        buf_printf(out, "%s: %s\r\n", security[i][0], security[i][1]);
    buf_printf(out, "cache-control: %s\r\n", c->cache ? c->cache : "no-store");
    if (*c->tag) buf_printf(out, "etag: %s\r\n", c->tag);
    if (c->coding && c->status != 304) buf_printf(out, "content-encoding: %s\r\n", c->coding);
    if (c->varies) buf_puts(out, "vary: accept-encoding\r\n");
    if (!keep || h->old) buf_printf(out, "connection: %s\r\n", keep ? "keep-alive" : "close");
    buf_puts(out, "\r\n");
}

/* ---- the API */
static void get_health(struct server *s, struct connection *c) {
    struct buf out;
    struct json j;
    const char *why = desk_is_cut_off(s->desk) ? "the store does not answer" : writer_problem(s->writer);
    json_init(&j, &out);
    j.tight = true;
    json_object(&j, NULL);
    json_bool(&j, "ok", !why);
    if (why) json_text(&j, "why", why);
    json_text(&j, "version", TERRANE_VERSION);
    json_unsigned(&j, "tables", desk_count(s->desk));
    json_integer(&j, "connections", metric_get(&s->metrics, METRIC_connections));
    json_close(&j);
    answer_text(c, why ? 503 : 200, NULL, &out);
    buf_free(&out);
}

static void get_metrics(struct server *s, struct connection *c) {
    struct buf out;
    buf_init(&out);
    metrics_write(&s->metrics, &out);
    answer_text(c, 200, "text/plain; charset=utf-8", &out);
    buf_free(&out);
}

/* What is about the server itself is answered here, the rest at the desk. */
static void get_api(struct server *s, struct connection *c, const char *path) {
    char room[32];
    if (strcmp(path, "health") == 0)
        get_health(s, c);
    else if (strcmp(path, "metrics") == 0)
        get_metrics(s, c);
    else
        request_get(s->desk, c->number, path, head_query(peer_head(c->peer), "lang", room, sizeof room));
}

/* ---- the page */
static const char no_page[] =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Terrane</title><h1>Terrane</h1>"
    "<p>The server runs, but the files of the page were not found. Build them (in the folder <code>web</code>: "
    "<code>npm ci &amp;&amp; npm run build</code>) or name their folder with <code>--web</code>.</p></html>";

/* Where the client thinks it is: the host was looked at; a proxy that encrypts says so. */
static void put_origin(const struct head *h, struct buf *out) {
    const char *proto = head_get(h, "x-forwarded-proto"), *host = head_get(h, "host");
    bool safe = proto && strcmp(proto, "https") == 0;
    buf_printf(out, "%s://%s", safe ? "https" : "http", host ? host : "localhost");
}

static const char table_path[] = "/table/";

/* The page of a table: what its link says of itself the table knows. */
static void get_table_page(struct server *s, struct connection *c, const char *id, const struct web_form *page) {
    struct buf text;
    buf_init(&text);
    put_origin(peer_head(c->peer), &text);
    buf_putc(&text, '\n');
    buf_put(&text, page->bytes.data, page->bytes.n);
    if (text.failed) {
        buf_free(&text);
        peer_close(c->peer);
        return;
    }
    desk_post(s->desk, id, (struct mail){.kind = MAIL_PAGE, .from = c->number, .text = text.data, .n = text.n});
}

/* The page of the lobby, of a set-up or of a replay. */
static void get_other_page(struct connection *c, const char *path, const struct web_form *page) {
    struct buf origin, picture, address, out;
    char room[64];
    const struct head *h = peer_head(c->peer);
    const char *game = strcmp(path, "/new") == 0 ? head_query(h, "game", room, sizeof room) : NULL;
    buf_init(&origin), buf_init(&picture), buf_init(&address), buf_init(&out);
    put_origin(h, &origin);
    struct preview p = {.title = "Terrane: a rulebook you can play",
                        .text = "Every game here is one text file: the table, the cards and the bots are made from it.",
                        .picture = "/api/cover.png",
                        .path = path};
    if (game && preview_picture(game, &picture)) {
        p.title = "A table at Terrane, set up and ready";
        p.text = "Look at the set-up, change it, and open the table.";
        p.picture = picture.data;
        buf_printf(&address, "%s?%s", path, h->query);
        p.path = address.failed ? path : address.data;
    }
    preview_write(page->bytes.data, page->bytes.n, origin.failed ? "" : origin.data, &p, &out);
    answer_text(c, 200, "text/html; charset=utf-8", &out);
    buf_free(&origin), buf_free(&picture), buf_free(&address), buf_free(&out);
}

static bool get_tagged(struct server *s, struct connection *c, const char *path, const struct web_file *f) {
    const char *id = path + strlen(table_path);
    const struct web_form *page = &f->forms[CODING_NONE];
    bool is_page = strcmp(f->path, "/index.html") == 0 && strcmp(path, f->path) != 0;
    if (!is_page || !preview_fits(page->bytes.data, page->bytes.n)) return false;
    c->cache = "no-cache";
    if (strncmp(path, table_path, strlen(table_path)) == 0 && token_fits(id, strlen(id)))
        get_table_page(s, c, id, page);
    else
        get_other_page(c, path, page);
    return true;
}

static void get_page(struct server *s, struct connection *c, const char *path) {
    const struct web_file *f = web_find(s->web, path, clock_now());
    if (f && get_tagged(s, c, path, f)) return;
    if (f) {
        c->cache = f->lasting ? "public, max-age=31536000, immutable" : "no-cache";
        enum coding coding = web_choose(f, peer_head(c->peer));
        const struct web_form *form = &f->forms[coding];
        memcpy(c->tag, form->tag, sizeof form->tag);
        c->coding = web_coding_name(coding);
        c->varies = web_varies(f);
        bool same = head_lists(peer_head(c->peer), "if-none-match", form->tag);
        struct bytes *body = bytes_new(same ? "" : form->bytes.data, same ? 0 : form->bytes.n);
        if (body) http_answer(c, same ? 304 : 200, f->type, body);
    } else if (strcmp(path, "/") == 0) {
        struct bytes *body = bytes_new(no_page, sizeof no_page - 1);
        if (body) http_answer(c, 200, "text/html; charset=utf-8", body);
    } else {
        answer_error(c, 404, ERROR_bad, "there is no such file");
    }
}

/* ---- requests */
/* A mail program that ends a notice by one click: who has the key may, from anywhere. */
bool http_is_quiet(const struct head *h) {
    static const char before[] = "/api/tables/", between[] = "/quiet/";
    size_t n = sizeof before - 1;
    return strcmp(h->method, "POST") == 0 && strncmp(h->path, before, n) == 0 && strlen(h->path) > n + TOKEN_LENGTH &&
           strncmp(h->path + n + TOKEN_LENGTH, between, sizeof between - 1) == 0;
}

static void get(struct server *s, struct connection *c, const char *path) {
    if (strncmp(path, api, strlen(api)) == 0)
        get_api(s, c, path + strlen(api));
    else if (strncmp(path, "/ws/", 4) == 0)
        answer_error(c, 400, ERROR_bad, "this is for WebSockets of the protocol terrane.1");
    else
        get_page(s, c, path);
}

void http_begin(struct server *s, struct connection *c, const struct head *h, const char *body, size_t n) {
    const char *hosts = s->settings->hosts, *host = head_get(h, "host");
    bool gets = strcmp(h->method, "GET") == 0, posts = strcmp(h->method, "POST") == 0;
    bool quiet = posts && http_is_quiet(h);
    bool replay = posts && strcmp(h->path, "/api/replay") == 0, makes = posts && strcmp(h->path, "/api/tables") == 0;
    c->head_only = strcmp(h->method, "HEAD") == 0;
    enum use use = replay ? USE_REPLAY : posts && !quiet ? USE_TABLE : USE_REQUEST;
    if (!limits_request(s->limits, c->address, use, clock_now())) {
        metric_add(&s->metrics, METRIC_limited, 1);
        answer_error(c, 0, ERROR_too_often, "too many requests: wait a little");
    } else if (!host_allowed(hosts, host)) {
        answer_error(c, 421, ERROR_bad, "this server does not go by that name; terrane serve --host NAME tells it");
    } else if (posts && !quiet && !origin_allowed(hosts, host, head_get(h, "origin"))) {
        answer_error(c, 403, ERROR_not_yours, "a page of another site may not do this");
    } else if (makes && !limits_may_make(s->limits, c->address, clock_now())) {
        metric_add(&s->metrics, METRIC_limited, 1);
        answer_error(c, 0, ERROR_too_often, "your address has made all the tables it may for today");
    } else if (replay || makes || quiet) {
        request_post(s->desk, c->number, h->path + strlen(api), body, n);
    } else if (gets || c->head_only) {
        get(s, c, h->path);
    } else {
        answer_error(c, 405, ERROR_bad, "this cannot be done here");
    }
}
