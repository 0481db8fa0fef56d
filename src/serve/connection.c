/* connection.c: see server.h: who is connected, and what waits to be written to them. */
#include "serve/server.h"

#include <stdlib.h>
#include <string.h>

enum { SILENCE = 45000, SLOTS_AT_ONCE = CONNECTION_SLOTS / 8 };

struct connection *connection_new(struct server *s, struct lws *wsi) {
    struct connection *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    if (++s->numbers == 0) s->numbers = 1;
    c->number = s->numbers;
    c->wsi = wsi;
    c->heard = c->took = c->came = clock_now();
    buf_init(&c->in);
    struct connection **slot = &s->slots[c->number % CONNECTION_SLOTS];
    c->next = *slot;
    *slot = c;
    return c;
}

void connection_free(struct server *s, struct connection *c) {
    if (!c) return;
    struct connection **at = &s->slots[c->number % CONNECTION_SLOTS];
    while (*at && *at != c)
        at = &(*at)->next;
    if (*at) *at = c->next;
    for (size_t i = c->sent; i < c->queue.n; i++)
        bytes_drop(c->queue.data[i]);
    VEC_FREE(&c->queue);
    bytes_drop(c->body);
    buf_free(&c->in);
    free(c);
}

struct connection *connection_find(struct server *s, uint32_t number) {
    struct connection *c = s->slots[number % CONNECTION_SLOTS];
    while (c && c->number != number)
        c = c->next;
    return c;
}

bool connection_send(struct connection *c, struct bytes *bytes) {
    if (c->sent > 64 && c->sent > c->queue.n / 2) { /* what is written makes room */
        memmove(c->queue.data, c->queue.data + c->sent, (c->queue.n - c->sent) * sizeof *c->queue.data);
        c->queue.n -= c->sent;
        c->sent = 0;
    }
    if (c->queued + bytes->n > QUEUED_MOST || !VEC_PUSH(&c->queue, bytes)) {
        bytes_drop(bytes);
        return false;
    }
    if (c->queued == 0) c->took = clock_now();
    c->queued += bytes->n;
    lws_callback_on_writable(c->wsi);
    return true;
}

void connection_refuse(struct connection *c, enum error_code code, const char *text, const char *re, size_t n) {
    struct outcome o;
    outcome_init(&o);
    outcome_refuse(&o, c->number, false, code, text, re, n);
    for (size_t i = 0; i < o.parcels.n; i++) {
        o.parcels.data[i].bytes->holds++;
        connection_send(c, o.parcels.data[i].bytes);
    }
    outcome_free(&o);
}

/* Without a last word: it would wait for one who does not read. */
static void cut(struct connection *c) {
    c->closing = true;
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
    /* On its own it would look at its timers only when something comes in */
    lws_cancel_service(lws_get_context(c->wsi));
}

/* libwebsockets could do this itself, but keeps its timers in a sorted list, which thousands of sockets make long. */
void connections_tick(struct server *s, uint64_t now) {
    for (int i = 0; i < SLOTS_AT_ONCE; i++) {
        s->next_slot = (s->next_slot + 1) % CONNECTION_SLOTS;
        for (struct connection *c = s->slots[s->next_slot]; c; c = c->next) {
            if (!c->socket) continue;
            bool waits = c->queued > 0 || lws_partial_buffered(c->wsi);
            bool mute = !c->spoke && now - c->came > server_patience(s); /* it has not even said hello */
            if (mute || now - c->heard > 2 * SILENCE || (waits && now - c->took > server_patience(s)))
                cut(c);
            else if (now - c->heard >= SILENCE && now - c->pinged > SILENCE)
                c->ping = true, c->pinged = now, lws_callback_on_writable(c->wsi);
        }
    }
}

void connection_deliver(void *server, const struct parcel *p) {
    struct server *s = server;
    struct connection *c = connection_find(s, p->to);
    if (!c || (c->socket && c->closing)) return;
    p->bytes->holds++;
    if (!c->socket && p->status == 201) limits_made(s->limits, c->address, clock_now());
    if (!c->socket) {
        c->cache = p->cache;
        http_answer(c, p->status, p->type, p->bytes);
    } else if (!connection_send(c, p->bytes)) {
        cut(c); /* it does not read what it is sent */
    }
}

void connection_drop(void *server, uint32_t number) {
    struct connection *c = connection_find(server, number);
    if (!c) return;
    if (c->socket) {
        c->closing = true;
        lws_callback_on_writable(c->wsi);
    } else if (!c->answered) {
        struct buf out;
        error_write(&out, ERROR_cannot_store, "this is not possible now");
        struct bytes *body = out.failed ? NULL : bytes_new(out.data, out.n);
        if (body) http_answer(c, error_status(ERROR_cannot_store), NULL, body);
        buf_free(&out);
    }
}

void connection_stand(void *server, const struct standing *standing) {
    struct connection *c = connection_find(server, standing->connection);
    if (c) c->holds = standing->holds;
}

void connection_worked(void *server, const struct mail *m) {
    struct server *s = server;
    struct connection *c = connection_find(s, m->from);
    if (!c || !c->socket) return;
    if (m->rank != RANK_PLAYED && c->asked > 0) c->asked--;
    bucket_charge(&c->work, &rate_work, m->took / 1000.0, clock_now());
    const char *address = lws_get_opaque_user_data(c->wsi);
    bucket_charge(&c->stored, &rate_stored, m->stored, clock_now());
    if (!address) return;
    limits_charge(s->limits, address, m->took / 1000.0, clock_now());
    limits_stored(s->limits, address, m->stored, clock_now());
}

bool connections_make_room(struct server *s, const char *address) {
    struct connection *oldest = NULL;
    for (size_t i = 0; i < CONNECTION_SLOTS; i++)
        for (struct connection *c = s->slots[i]; c; c = c->next) {
            const char *own = c->socket && !c->holds && !c->closing ? lws_get_opaque_user_data(c->wsi) : NULL;
            if (own && strcmp(own, address) == 0 && (!oldest || c->came < oldest->came)) oldest = c;
        }
    if (!oldest || clock_now() - oldest->came < PLACE_TIME) return false;
    socket_forget(s, oldest->wsi);
    cut(oldest);
    return true;
}
