/* http.c: requests: the page's files and the small API; see docs/protocol.md and server.h.
 *
 * An answer is a status, a type and a body; some wait for a table or a worker thread. No cookie is ever set or read: what
 * a request may do, it says itself.
 */
#include "serve/door.h"
#include "serve/peer.h"
#include "table/replay.h"

#include <stdlib.h>
#include <string.h>

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
    answer_error(c, status, large ? ERROR_too_large : status == 429 ? ERROR_too_often : ERROR_bad, why);
}

static const char *const security[][2] = {
    {"content-security-policy",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
     "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
     "frame-ancestors 'none'"},
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
    } known[] = {{200, "OK"}, {201, "Created"}, {304, "Not Modified"}, {400, "Bad Request"}, {403, "Forbidden"},
                 {404, "Not Found"}, {405, "Method Not Allowed"}, {409, "Conflict"}, {411, "Length Required"},
                 {413, "Content Too Large"}, {414, "URI Too Long"}, {421, "Misdirected Request"}, {426, "Upgrade Required"},
                 {429, "Too Many Requests"}, {431, "Request Header Fields Too Large"}, {500, "Internal Server Error"},
                 {503, "Service Unavailable"}, {505, "HTTP Version Not Supported"}};
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
    const char *why = writer_problem(s->writer);
    json_init(&j, &out);
    j.tight = true;
    json_object(&j, NULL);
    json_bool(&j, "ok", !why);
    if (why) json_text(&j, "why", why);
    json_text(&j, "version", TERRANE_VERSION);
    json_unsigned(&j, "tables", tables_count(s->tables));
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

static void get_tables(struct server *s, struct connection *c) {
    struct buf out;
    buf_init(&out);
    tables_list(s->tables, &out);
    answer_text(c, 200, NULL, &out);
    buf_free(&out);
}

/* What takes long is done in a worker thread: the list of games is read from files, a game is compiled, a replay is played. */
enum errand_kind { ERRAND_GAMES, ERRAND_ABOUT, ERRAND_REPLAY };
struct errand {
    uv_work_t work;
    struct turn turn; /* it may wait */
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
    buf_init(&error);
    e->status = 200;
    if (!games_about(e->server->world.games, e->text, e->language, &e->out, &error)) {
        buf_free(&e->out);
        error_write(&e->out, ERROR_no_game, error.data);
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
    else if (games_list(e->server->world.games, clock_now(), &e->out))
        e->status = 200;
}

static void errand_done(uv_work_t *work, int status) {
    struct errand *e = work->data;
    struct connection *c = connection_find(e->server, e->connection);
    if (c && e->status && status == 0) answer_text(c, e->status, NULL, &e->out);
    if (c && !c->answered) answer_error(c, 503, ERROR_cannot_store, "out of memory");
    e->server->errands--;
    lane_leave(tables_lane(e->server->tables));
    buf_free(&e->out);
    free(e->text);
    free(e);
}

static void go_on_errand(struct turn *turn) {
    struct errand *e = turn->user;
    uv_queue_work(&e->server->loop, &e->work, do_errand, errand_done);
}

/* Takes `text`, which may be NULL, and keeps no `language` but copies it. */
static void start_errand(struct server *s, struct connection *c, enum errand_kind kind, char *text, const char *language) {
    struct errand *e = calloc(1, sizeof *e);
    if (!e) {
        free(text);
        peer_close(c->peer);
        return;
    }
    *e = (struct errand){.server = s, .kind = kind, .connection = c->number, .text = text, .n = text ? strlen(text) : 0};
    if (language && strlen(language) < sizeof e->language) memcpy(e->language, language, strlen(language));
    e->work.data = e;
    s->errands++;
    buf_init(&e->out);
    e->turn = (struct turn){.go = go_on_errand, .user = e};
    lane_enter(tables_lane(s->tables), &e->turn);
}

static void get_game(struct server *s, struct connection *c, const char *hash) {
    struct buf out;
    char *end;
    uint64_t number = strtoull(hash, &end, 16);
    char room[32];
    const char *language = head_query(peer_head(c->peer), "lang", room, sizeof room);
    buf_init(&out);
    if (strlen(hash) == 16 && *end == '\0' && games_describe(s->world.games, number, language, &out)) {
        c->cache = language ? "public, max-age=600" : "public, max-age=31536000, immutable"; /* words are mended */
        answer_text(c, 200, NULL, &out);
    } else {
        answer_error(c, 404, ERROR_no_table, "no table that is open plays such a game");
    }
    buf_free(&out);
}

static void get_about(struct server *s, struct connection *c, const char *name) {
    char room[32], *copy = strdup(name);
    if (copy)
        start_errand(s, c, ERRAND_ABOUT, copy, head_query(peer_head(c->peer), "lang", room, sizeof room));
    else
        peer_close(c->peer);
}

static void get_table(struct server *s, struct connection *c, const char *path) {
    size_t n = strcspn(path, "/");
    const char *rest = path + n;
    bool journal = strcmp(rest, "/journal") == 0, link = strcmp(rest, "/link") == 0;
    char id[TOKEN_LENGTH + 1] = "";
    if (!token_fits(path, n) || (*rest && !journal && !link)) {
        answer_error(c, 404, ERROR_no_table, "there is no such table");
        return;
    }
    memcpy(id, path, n);
    enum mail_kind kind = journal ? MAIL_JOURNAL : link ? MAIL_LINK : MAIL_INFO;
    uint8_t rank = kind == MAIL_INFO ? RANK_PLAYED : RANK_WATCHED; /* journals and links may wait */
    tables_post(s->tables, id, (struct mail){.kind = kind, .rank = rank, .from = c->number});
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
        answer_error(c, 404, ERROR_bad, "there is no such thing");
}

/* ---- the page */
static const char no_page[] =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Terrane</title><h1>Terrane</h1>"
    "<p>The server runs, but the files of the page were not found. Build them (in the folder <code>web</code>: "
    "<code>npm ci &amp;&amp; npm run build</code>) or name their folder with <code>--web</code>.</p></html>";

static void get_page(struct server *s, struct connection *c, const char *path) {
    const struct web_file *f = web_find(s->web, path, clock_now());
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
static void get(struct server *s, struct connection *c, const char *path) {
    if (strncmp(path, "/api/", 5) == 0)
        get_api(s, c, path + 5);
    else if (strncmp(path, "/ws/", 4) == 0)
        answer_error(c, 400, ERROR_bad, "this is for WebSockets of the protocol terrane.1");
    else
        get_page(s, c, path);
}

static void post(struct server *s, struct connection *c, bool replay, const char *body, size_t n) {
    struct mail mail = {.kind = MAIL_MAKE, .from = c->number, .text = strndup(body, n), .n = n};
    if (!mail.text || strlen(mail.text) != n || s->stopping) {
        free(mail.text);
        answer_error(c, 0, ERROR_bad, "this is no JSON");
    } else if (replay) {
        start_errand(s, c, ERRAND_REPLAY, mail.text, NULL);
    } else {
        tables_make(s->tables, mail);
    }
}

void http_begin(struct server *s, struct connection *c, const struct head *h, const char *body, size_t n) {
    const char *hosts = s->settings->hosts, *host = head_get(h, "host");
    bool gets = strcmp(h->method, "GET") == 0, posts = strcmp(h->method, "POST") == 0;
    bool replay = posts && strcmp(h->path, "/api/replay") == 0, makes = posts && strcmp(h->path, "/api/tables") == 0;
    c->head_only = strcmp(h->method, "HEAD") == 0;
    enum use use = replay ? USE_REPLAY : posts ? USE_TABLE : USE_REQUEST;
    if (!limits_request(s->limits, c->address, use, clock_now())) {
        metric_add(&s->metrics, METRIC_limited, 1);
        answer_error(c, 0, ERROR_too_often, "too many requests: wait a little");
    } else if (!door_host(hosts, host)) {
        answer_error(c, 421, ERROR_bad, "this server does not go by that name; terrane serve --host NAME tells it");
    } else if (posts && !door_origin(hosts, host, head_get(h, "origin"))) {
        answer_error(c, 403, ERROR_not_yours, "a page of another site may not do this");
    } else if (makes && !limits_may_make(s->limits, c->address, clock_now())) {
        metric_add(&s->metrics, METRIC_limited, 1);
        answer_error(c, 0, ERROR_too_often, "your address has made all the tables it may for today");
    } else if (replay || makes) {
        post(s, c, replay, body, n);
    } else if (gets || c->head_only) {
        get(s, c, h->path);
    } else {
        answer_error(c, 405, ERROR_bad, "this cannot be done here");
    }
}
