/* socket.c: a WebSocket to a table: messages in, messages out; see server.h. */
#include "base/json_value.h"
#include "serve/host_check.h"
#include "serve/peer.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct session {
    struct connection *connection;
};

/* ---- becoming one */
/* The table a path "/ws/ID" names; false: it names none. */
static bool read_path(const char *path, struct token *out) {
    if (strncmp(path, "/ws/", 4) != 0 || !token_fits(path + 4, strlen(path + 4))) return false;
    memcpy(out->text, path + 4, sizeof out->text);
    return true;
}

/* 16 bytes in base64: 22 of its letters, of which nothing can break a line, and "==". */
static bool is_key(const char *key) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return key && strspn(key, letters) == 22 && strcmp(key + 22, "==") == 0;
}

int socket_may(struct server *s, const struct head *h, const char *address, const char **why) {
    const char *version = head_get(h, "sec-websocket-version"), *hosts = s->settings->hosts,
               *host = head_get(h, "host");
    struct token table;
    if (s->stopping) return *why = "the server ends", 503;
    if (!limits_request(s->limits, address, USE_REQUEST, clock_now())) {
        metric_add(&s->metrics, METRIC_limited, 1);
        return *why = "too many requests: wait a little", 429;
    }
    if (!host_allowed(hosts, host))
        return *why = "this server does not go by that name; terrane serve --host NAME tells it", 421;
    if (!origin_allowed(hosts, host, head_get(h, "origin")))
        return *why = "a page of another site may not do this", 403;
    if (strcmp(h->method, "GET") != 0 || h->old || h->length > 0 || !head_lists(h, "connection", "upgrade") ||
        !is_key(head_get(h, "sec-websocket-key")))
        return *why = "this is not a WebSocket handshake", 400;
    if (!version || strcmp(version, "13") != 0) return *why = "only version 13 of WebSocket is spoken here", 426;
    if (!head_lists(h, "sec-websocket-protocol", "terrane.1") || !read_path(h->path, &table))
        return *why = "this is for WebSockets of the protocol terrane.1, to /ws/ID", 400;
    return 0;
}

void socket_adopt(struct server *s, const struct head *h, int descriptor, const char *address) {
    struct buf hello;
    buf_init(&hello);
    buf_printf(&hello,
               "GET %s HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
               "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: terrane.1\r\n\r\n",
               h->path, head_get(h, "sec-websocket-key"));
    s->adopting = strdup(address);
    if (s->adopting && !hello.failed)
        lws_adopt_socket_readbuf(s->lws, descriptor, hello.data, hello.n);
    else
        close(descriptor);
    if (s->adopting || hello.failed) { /* it did not come so far that it would be counted */
        metric_add(&s->metrics, METRIC_connections, -1);
        limits_gone(s->limits, address);
    }
    free(s->adopting);
    s->adopting = NULL;
    buf_free(&hello);
}

void socket_forget(struct server *s, struct lws *wsi) {
    char *address = lws_get_opaque_user_data(wsi);
    if (!address) return;
    metric_add(&s->metrics, METRIC_connections, -1);
    limits_gone(s->limits, address);
    free(address);
    lws_set_opaque_user_data(wsi, NULL);
}

int door_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len) {
    struct server *s = server_of(wsi);
    (void)user, (void)in, (void)len;
    switch (reason) {
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: /* the text lives as long as the connection */
        lws_set_opaque_user_data(wsi, s->adopting);
        s->adopting = NULL;
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
    case LWS_CALLBACK_HTTP: return 1; /* nobody comes without our protocol */
    case LWS_CALLBACK_WSI_DESTROY: return socket_forget(s, wsi), 0;
    default: return 0;
    }
}

static int established(struct server *s, struct lws *wsi, struct session *session) {
    char path[PATH_BYTES];
    struct connection *c = connection_new(s, wsi);
    session->connection = c;
    if (!c) return -1;
    c->socket = true;
    if (lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) <= 0 || !read_path(path, &c->table)) return -1;
    desk_post(s->desk, c->table.text, (struct mail){.kind = MAIL_JOIN, .from = c->number});
    return 0;
}

/* ---- messages */
/* Nothing of it is done, but whoever waits for an answer is told which question has none. */
static void refuse_flood(struct server *s, struct connection *c, const struct value *message, const char *why) {
    const struct value *re = value_get(message, "re");
    bool fits = re && re->raw_size <= RE_MOST;
    metric_add(&s->metrics, METRIC_limited, 1);
    connection_refuse(c, ERROR_too_often, why, fits ? re->raw : NULL, fits ? re->raw_size : 0);
}

static bool is(const char *name, const char *what) {
    return name && strcmp(name, what) == 0;
}

/* Why a message is not even read; NULL: it is. What it costs is known only afterwards, so who has cost much waits. */
static const char *too_much(struct server *s, struct connection *c, const char *name, uint8_t rank) {
    bool stores = rank == RANK_PLAYED && name && !is(name, "hello");
    struct rate rate = {3.0 * s->settings->rate, s->settings->rate};
    const char *address = lws_get_opaque_user_data(c->wsi);
    uint64_t now = clock_now();
    if (s->settings->rate && !bucket_take(&c->bucket, &rate, now)) return "too many messages: wait a little";
    if (s->settings->rate && !bucket_above(&c->work, &rate_work, 0, now))
        return "this takes the server too much time: wait a little";
    if (stores && ((s->settings->rate && !bucket_above(&c->stored, &rate_stored, 0, now)) ||
                   (address && !limits_may_store(s->limits, address, now))))
        return "too much was stored for you lately: wait a while";
    if (rank != RANK_PLAYED && s->settings->rate && c->asked >= ASKED_MOST)
        return "too many questions at once: wait for the answers";
    if (address && !limits_works(s->limits, address, rank == RANK_PLAYED, now))
        return "your address asks for too much: wait a little";
    if (address && is(name, "hindsight") && !limits_hindsight(s->limits, address, now))
        return "too many games were looked at for your address lately: wait a while";
    return NULL;
}

/* Whoever waits for others cannot tell a server that stands still from one with nothing to say. */
static void answer_ping(struct connection *c, const struct value *message) {
    const struct value *re = value_get(message, "re");
    bool fits = re && re->raw_size <= RE_MOST;
    struct json j;
    struct buf out;
    message_open(&j, &out, "pong", fits ? re->raw : NULL, fits ? re->raw_size : 0);
    json_close(&j);
    struct bytes *bytes = out.failed ? NULL : bytes_new(out.data, out.n);
    if (bytes) connection_send(c, bytes);
    buf_free(&out);
}

static void read_message(struct server *s, struct connection *c) {
    struct arena arena;
    const char *why;
    metric_add(&s->metrics, METRIC_messages, 1);
    arena_init(&arena);
    const struct value *message = value_parse(&arena, c->in.data, c->in.n, &why, NULL);
    const char *name = value_text(value_get(message, "t"));
    bool ping = is(name, "ping");
    uint8_t rank = ping ? RANK_WATCHED : api_rank(name, c->holds);
    c->spoke |= !ping;
    const char *refused = too_much(s, c, name, rank);
    struct mail mail = {.kind = MAIL_SAYS, .rank = rank, .from = c->number, .n = c->in.n};
    mail.text = refused ? NULL : strndup(c->in.data, c->in.n);
    if (refused) {
        refuse_flood(s, c, message, refused);
    } else if (ping) {
        free((char *)(uintptr_t)mail.text);
        answer_ping(c, message);
    } else if (!mail.text || strlen(mail.text) != mail.n) { /* no memory, or a NUL, which is not JSON */
        free(mail.text);
        connection_refuse(c, ERROR_bad, "this is not JSON", NULL, 0);
    } else {
        if (rank != RANK_PLAYED) c->asked++;
        desk_post(s->desk, c->table.text, mail);
    }
    arena_free(&arena);
}

static int receive(struct server *s, struct lws *wsi, struct connection *c, const void *in, size_t len) {
    if (c->closing) return 0;
    c->heard = clock_now();
    if (lws_frame_is_binary(wsi)) c->too_large = true; /* refused in the same way */
    if (c->in.n + len > MESSAGE_MOST) c->too_large = true;
    if (!c->too_large) buf_put(&c->in, in, len);
    if (c->too_large) {
        bool binary = lws_frame_is_binary(wsi);
        connection_refuse(c, binary ? ERROR_bad : ERROR_too_large,
                          binary ? "messages are text" : "a message has at most 16 KiB", NULL, 0);
        c->closing = true;
        lws_callback_on_writable(wsi);
        return 0;
    }
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi) > 0) return 0;
    read_message(s, c);
    buf_clear(&c->in);
    return 0;
}

static int writeable(struct server *s, struct lws *wsi, struct connection *c) {
    if (c->ping) {
        unsigned char room[LWS_PRE + 1] = {0};
        c->ping = false;
        lws_callback_on_writable(wsi); /* for what else there is */
        return lws_write(wsi, room + LWS_PRE, 0, LWS_WRITE_PING) < 0 ? -1 : 0;
    }
    while (c->sent < c->queue.n) {
        struct bytes *b = c->queue.data[c->sent];
        /* the head goes into the room before the bytes: for all who share them it is the same */
        _Static_assert(BYTES_BEFORE >= LWS_PRE, "the head of a message needs more room");
        if (lws_write(wsi, (unsigned char *)bytes_data(b), b->n, LWS_WRITE_TEXT) < (int)b->n) return -1;
        metric_add(&s->metrics, METRIC_sent, 1);
        metric_add(&s->metrics, METRIC_sent_bytes, (int64_t)b->n);
        c->queued -= b->n;
        c->took = clock_now();
        c->sent++;
        bytes_drop(b);
        if (lws_send_pipe_choked(wsi)) break;
    }
    if (c->sent < c->queue.n) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    bool written = c->queue.n > 0;
    c->sent = c->queue.n = 0;
    if (!c->closing) return 0;
    if (written) { /* the last word goes out alone */
        lws_callback_on_writable(wsi);
        return 0;
    }
    lws_close_reason(wsi, c->too_large ? LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE : LWS_CLOSE_STATUS_GOINGAWAY, NULL, 0);
    return -1;
}

int socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len) {
    struct server *s = server_of(wsi);
    struct session *session = user;
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED: return established(s, wsi, session);
    case LWS_CALLBACK_RECEIVE_PONG: session->connection->heard = clock_now(); return 0;
    case LWS_CALLBACK_RECEIVE: return receive(s, wsi, session->connection, in, len);
    case LWS_CALLBACK_SERVER_WRITEABLE: return session->connection ? writeable(s, wsi, session->connection) : 0;
    case LWS_CALLBACK_CLOSED:
        if (session && session->connection) {
            desk_post(s->desk, session->connection->table.text,
                      (struct mail){.kind = MAIL_LEAVE, .from = session->connection->number});
            connection_free(s, session->connection);
            session->connection = NULL;
        }
        return 0;
    default: return 0;
    }
}
