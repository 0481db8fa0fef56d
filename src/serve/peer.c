/* peer.c: see peer.h. */
#include "serve/peer.h"

#include "serve/forwarded.h"
#include "serve/relay.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 4096, BACKLOG = 511, LINGER_TIME = 2000 }; /* milliseconds for the last answer to be taken */

enum stage {
    AWAITS_HEAD,
    LOOKED_UP, /* another server may have to answer */
    AWAITS_BODY,
    AWAITS_ANSWER,
    WRITES,
    LINGERS, /* all is said; the other side has yet to read it */
    CLOSES
};

struct peer {
    uv_tcp_t tcp;
    uv_write_t write;
    uv_shutdown_t shutdown;
    struct server *server;
    struct peer *next, *last; /* of all */
    enum stage stage;
    bool met;     /* it counts as a connection */
    bool counted; /* by its address */
    bool begun;   /* something of the head is there */
    bool reading, keep;
    bool asked;               /* whether another server has to answer this request was found out */
    struct buf in, text, out; /* what came and is not used yet; the head being answered; the head of the answer */
    size_t looked;            /* so much of `in` holds no end of a head */
    struct head head;
    struct relay *relay; /* while it is looked up */
    struct connection *request;
    uint64_t since, until; /* when this stage began; when it must be over */
    size_t unsent;
    char from[ADDRESS_BYTES], address[ADDRESS_BYTES]; /* who connects; whom the request is of, as limits know it */
};

const struct head *peer_head(const struct peer *p) {
    return &p->head;
}

const char *peer_address(const struct peer *p) {
    return p->address;
}

static void enter(struct peer *p, enum stage stage, uint64_t time) {
    p->stage = stage;
    p->since = clock_now();
    p->until = time ? p->since + time : 0;
}

/* ---- ending */
static void was_closed(uv_handle_t *handle) {
    struct peer *p = handle->data;
    struct server *s = p->server;
    if (p->last) p->last->next = p->next;
    if (p->next) p->next->last = p->last;
    if (s->peers == p) s->peers = p->next;
    connection_free(s, p->request);
    if (p->counted) limits_gone(s->limits, p->address);
    buf_free(&p->in);
    buf_free(&p->text);
    buf_free(&p->out);
    free(p);
}

void peer_close(struct peer *p) {
    if (p->stage == CLOSES) return;
    if (p->met) metric_add(&p->server->metrics, METRIC_connections, -1);
    p->stage = CLOSES;
    if (p->relay) relay_forget(p->relay);
    p->relay = NULL;
    uv_close((uv_handle_t *)&p->tcp, was_closed);
}

static void was_shut(uv_shutdown_t *shutdown, int status) {
    struct peer *p = shutdown->data;
    if (status < 0) peer_close(p);
}

/* ---- reading */
static void advance(struct peer *p);

static void give_room(uv_handle_t *handle, size_t wanted, uv_buf_t *out) {
    struct peer *p = handle->data;
    (void)wanted;
    char *room = buf_room(&p->in, ROOM);
    *out = uv_buf_init(room, room ? ROOM : 0);
}

static void was_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *room) {
    struct peer *p = stream->data;
    (void)room;
    if (n == 0 || p->stage == CLOSES) return;
    if (n < 0) {
        peer_close(p); /* the end in the middle of a request, or between two */
        return;
    }
    if (p->stage == LINGERS) return; /* nobody reads it: the room is used again */
    buf_added(&p->in, (size_t)n);
    advance(p);
}

static void read_on(struct peer *p, bool on) {
    if (p->reading == on || p->stage == CLOSES) return;
    p->reading = on;
    if (!on)
        uv_read_stop((uv_stream_t *)&p->tcp);
    else if (uv_read_start((uv_stream_t *)&p->tcp, give_room, was_read) != 0)
        peer_close(p);
}

static void use(struct peer *p, size_t n) {
    memmove(p->in.data, p->in.data + n, p->in.n - n);
    p->in.n -= n;
    p->looked = 0;
}

/* ---- requests */
static struct connection *ask(struct peer *p) {
    struct connection *c = connection_new(p->server, NULL);
    read_on(p, false);
    enter(p, AWAITS_ANSWER, 0);
    if (!c) {
        peer_close(p);
        return NULL;
    }
    c->peer = p;
    memcpy(c->address, p->address, sizeof c->address);
    p->request = c;
    metric_add(&p->server->metrics, METRIC_requests, 1);
    return c;
}

static void refuse(struct peer *p, int status, const char *why) {
    p->keep = false; /* what follows cannot be told from the rest of it */
    struct connection *c = ask(p);
    if (c) http_refuse(c, status, why);
}

/* The connection leaves: what follows are frames. */
static void become_socket(struct peer *p) {
    struct server *s = p->server;
    uv_os_fd_t own;
    const char *why = NULL;
    int status = p->in.n > 0 ? (why = "frames come behind the answer", 400) : socket_may(s, &p->head, p->address, &why);
    if (status) {
        refuse(p, status, why);
        return;
    }
    read_on(p, false);
    int copy = uv_fileno((uv_handle_t *)&p->tcp, &own) == 0 ? fcntl(own, F_DUPFD_CLOEXEC, 0) : -1;
    if (copy >= 0) {
        p->counted = p->met = false; /* they are the socket's now */
        socket_adopt(s, &p->head, copy, p->address);
    }
    peer_close(p);
}

static void start_body(struct peer *p) {
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    const char *expects = head_get(&p->head, "expect");
    enter(p, AWAITS_BODY, server_patience(p->server));
    if (!expects || p->head.length == 0 || p->in.n > 0 || p->head.old) return;
    uv_buf_t text = uv_buf_init((char *)(uintptr_t)go_on, sizeof go_on - 1);
    uv_try_write((uv_stream_t *)&p->tcp, &text, 1); /* who does not hear it sends the body a little later */
}

/* What was asked for is answered here. */
static void begin_answer(struct peer *p) {
    if (head_lists(&p->head, "upgrade", "websocket"))
        become_socket(p);
    else
        start_body(p);
}

static void look_up(struct peer *p) {
    read_on(p, false);
    enter(p, LOOKED_UP, 0);
    p->asked = true;
    p->relay = relay_start(p->server, p);
    if (!p->relay) peer_close(p);
}

void peer_goes_on(struct peer *p) {
    p->relay = NULL;
    begin_answer(p);
    if (p->stage == AWAITS_BODY) advance(p);
}

/* Of all that may go wrong this alone is wrong with the server, whoever asks for what: so it alone makes a proxy leave
 * the server out for a while (deploy/nginx.conf). */
static void refuse_cut_off(struct peer *p) {
    refuse(p, 502, "this server does not reach the store");
}

void peer_is_refused(struct peer *p) {
    p->relay = NULL;
    if (desk_is_cut_off(p->server->desk))
        refuse_cut_off(p);
    else
        refuse(p, 503, "the server of this table does not answer");
}

int peer_give_away(struct peer *p, char address[ADDRESS_BYTES]) {
    uv_os_fd_t own;
    p->relay = NULL;
    int copy = uv_fileno((uv_handle_t *)&p->tcp, &own) == 0 ? fcntl(own, F_DUPFD_CLOEXEC, 0) : -1;
    memcpy(address, p->address, ADDRESS_BYTES);
    if (copy >= 0) p->counted = p->met = false;
    peer_close(p);
    return copy;
}

static const char enough[] = "too many connections from this address";

/* Of those of an address that ask nothing the one that has done so longest goes, to make room. False: there is none. */
static bool spare_idle(struct server *s, const char *address) {
    struct peer *found = NULL;
    for (struct peer *p = s->peers; p; p = p->next)
        if (p->stage == AWAITS_HEAD && !p->begun && p->counted && strcmp(p->address, address) == 0 &&
            (!found || p->since < found->since))
            found = p;
    if (!found || clock_now() - found->since < PLACE_TIME) return false;
    limits_gone(s->limits, address);
    found->counted = false;
    peer_close(found);
    return true;
}

/* One more of its address. False: that has enough. */
static bool count(struct peer *p) {
    struct server *s = p->server;
    p->counted = limits_connect(s->limits, p->address, clock_now());
    if (!p->counted && (spare_idle(s, p->address) || connections_make_room(s, p->address)))
        p->counted = limits_connect(s->limits, p->address, clock_now());
    if (!p->counted) metric_add(&s->metrics, METRIC_limited, 1);
    return p->counted;
}

/* A proxy asks for one after the other on the same connection. False: this one has enough. */
static bool note_client(struct peer *p) {
    char client[ADDRESS_BYTES];
    forwarded_client(p->server, &p->head, p->from, client);
    if (p->counted && strcmp(client, p->address) == 0) return true;
    if (p->counted) limits_gone(p->server->limits, p->address);
    memcpy(p->address, client, sizeof client);
    return count(p);
}

/* A head is complete, of n bytes. */
static void take_head(struct peer *p, size_t n) {
    const char *why;
    buf_clear(&p->text);
    buf_put(&p->text, p->in.data, n);
    use(p, n);
    p->asked = false;
    p->begun = false;
    int bad = p->text.failed ? 503 : head_read(p->text.data, n, &p->head, &why);
    p->keep = !bad && p->head.keep && !p->server->stopping;
    if (bad)
        refuse(p, bad, p->text.failed ? "out of memory" : why);
    else if (!note_client(p))
        refuse(p, 429, enough);
    else if (p->head.length > MESSAGE_MOST)
        refuse(p, 413, "a body has at most 16 KiB");
    else if (desk_is_cut_off(p->server->desk) && relay_names_table(&p->head))
        refuse_cut_off(p);
    else if (p->in.n == 0 && !p->server->stopping && !http_is_quiet(&p->head) && relay_wants(p->server, &p->head) &&
             limits_request(p->server->limits, p->address, USE_REQUEST, clock_now()))
        look_up(p);
    else
        begin_answer(p);
}

static void look_up(struct peer *p);

/* Ending notices is relayed, too, without its body. */
static bool passes_on(struct peer *p) {
    bool pass = !p->asked && !p->server->stopping && http_is_quiet(&p->head) && relay_wants(p->server, &p->head);
    if (!pass || !limits_request(p->server->limits, p->address, USE_REQUEST, clock_now())) return false;
    use(p, (size_t)p->head.length);
    p->head.length = 0;
    look_up(p);
    return true;
}

static void take_body(struct peer *p) {
    if (passes_on(p)) return;
    struct connection *c = ask(p);
    if (!c) return;
    struct buf body = p->in; /* it stays where it is: nothing is read meanwhile */
    size_t n = (size_t)p->head.length;
    http_begin(p->server, c, &p->head, body.data, n);
    use(p, n);
}

/* What can be done with what has come. */
static void advance(struct peer *p) {
    if (p->in.failed) {
        peer_close(p);
        return;
    }
    if (p->stage == AWAITS_HEAD && p->in.n > 0) {
        if (!p->begun) p->until = clock_now() + server_patience(p->server);
        p->begun = true;
        size_t n = head_end(p->in.data, p->in.n, p->looked);
        p->looked = p->in.n;
        if (n > HEAD_MOST || (n == 0 && p->in.n > HEAD_MOST)) {
            memset(&p->head, 0, sizeof p->head);
            refuse(p, 431, "the head of a request has at most 8 KiB");
        } else if (n > 0) {
            take_head(p, n);
        }
    }
    if (p->stage == AWAITS_BODY && p->in.n >= p->head.length) take_body(p);
    if (p->stage == AWAITS_HEAD || p->stage == AWAITS_BODY) read_on(p, true);
}

/* ---- answers */
static void was_written(uv_write_t *write, int status) {
    struct peer *p = write->data;
    if (p->stage == CLOSES) return;
    connection_free(p->server, p->request);
    p->request = NULL;
    if (status < 0) {
        peer_close(p);
    } else if (p->keep) {
        enter(p, AWAITS_HEAD, server_patience(p->server));
        advance(p);
    } else { /* closing at once would take the answer from who still sends */
        enter(p, LINGERS, LINGER_TIME);
        buf_clear(&p->in);
        p->shutdown.data = p;
        if (uv_shutdown(&p->shutdown, (uv_stream_t *)&p->tcp, was_shut) != 0)
            peer_close(p);
        else
            read_on(p, true);
    }
}

void peer_answer(struct peer *p) {
    struct connection *c = p->request;
    buf_clear(&p->out);
    http_write_head(c, &p->head, p->keep, &p->out);
    uv_buf_t parts[2] = {uv_buf_init(p->out.data, (unsigned)p->out.n),
                         uv_buf_init(bytes_data(c->body), c->head_only ? 0 : (unsigned)c->body->n)};
    p->write.data = p;
    p->unsent = 0;
    enter(p, WRITES, server_patience(p->server));
    if (p->out.failed || uv_write(&p->write, (uv_stream_t *)&p->tcp, parts, 2, was_written) != 0) peer_close(p);
}

/* ---- coming */
static void note_address(struct peer *p) {
    struct sockaddr_storage at;
    int n = sizeof at;
    if (uv_tcp_getpeername(&p->tcp, (struct sockaddr *)&at, &n) != 0) return;
    if (at.ss_family == AF_INET6)
        uv_ip6_name((const struct sockaddr_in6 *)&at, p->from, sizeof p->from);
    else
        uv_ip4_name((const struct sockaddr_in *)&at, p->from, sizeof p->from);
    memcpy(p->address, p->from, sizeof p->address);
    limits_address(p->address, sizeof p->address);
}

static void let_in(struct server *s, struct peer *p) {
    metric_add(&s->metrics, METRIC_connections, 1);
    p->met = true;
    note_address(p);
    uv_tcp_nodelay(&p->tcp, 1);
    enter(p, AWAITS_HEAD, server_patience(p->server));
    if (forwarded_may(s, p->from) || count(p))
        read_on(p, true);
    else
        refuse(p, 429, enough);
}

static void somebody_comes(uv_stream_t *listener, int status) {
    struct server *s = listener->data;
    struct peer *p = status == 0 ? calloc(1, sizeof *p) : NULL;
    if (!p) return; /* the next try is ours too: it waits in the system's queue */
    p->server = s;
    p->tcp.data = p;
    buf_init(&p->in);
    buf_init(&p->text);
    buf_init(&p->out);
    p->next = s->peers;
    if (s->peers) s->peers->last = p;
    s->peers = p;
    uv_tcp_init(&s->loop, &p->tcp);
    if (uv_accept(listener, (uv_stream_t *)&p->tcp) == 0)
        let_in(s, p);
    else
        peer_close(p);
}

/* ---- all of them */
static bool address_of(const struct serve_settings *settings, struct sockaddr_storage *out) {
    if (strchr(settings->listen, ':'))
        return uv_ip6_addr(settings->listen, (int)settings->port, (struct sockaddr_in6 *)out) == 0;
    return uv_ip4_addr(settings->listen, (int)settings->port, (struct sockaddr_in *)out) == 0;
}

bool peers_listen(struct server *s, struct buf *error) {
    struct sockaddr_storage at;
    if (!address_of(s->settings, &at)) {
        buf_printf(error, "\"%s\" is not an address to listen on: write 127.0.0.1 or ::1", s->settings->listen);
        return false;
    }
    uv_tcp_init(&s->loop, &s->listener);
    s->listener.data = s;
    s->listens = true;
    int code = uv_tcp_bind(&s->listener, (const struct sockaddr *)&at, 0); /* "::" takes those of IPv4 too */
    if (code == 0) code = uv_listen((uv_stream_t *)&s->listener, BACKLOG, somebody_comes);
    if (code == UV_EADDRINUSE)
        buf_printf(error, "port %u of %s is taken by another program; choose one with --port", s->settings->port,
                   s->settings->listen);
    else if (code != 0)
        buf_printf(error, "cannot listen on %s port %u: %s", s->settings->listen, s->settings->port, uv_strerror(code));
    return code == 0;
}

unsigned peers_port(const struct server *s) {
    struct sockaddr_storage at;
    int n = sizeof at;
    if (uv_tcp_getsockname(&s->listener, (struct sockaddr *)&at, &n) != 0) return 0;
    return ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port
                                          : ((struct sockaddr_in *)&at)->sin_port);
}

void peers_tick(struct server *s, uint64_t now) {
    for (struct peer *p = s->peers, *next; p; p = next) {
        next = p->next;
        size_t unsent = uv_stream_get_write_queue_size((uv_stream_t *)&p->tcp);
        if (p->stage == WRITES && unsent != p->unsent) { /* it reads, if slowly */
            p->unsent = unsent;
            p->until = now + server_patience(s);
        }
        if (p->until && now > p->until) peer_close(p);
    }
}

void peers_close(struct server *s) {
    if (s->listens && !uv_is_closing((uv_handle_t *)&s->listener)) uv_close((uv_handle_t *)&s->listener, NULL);
    for (struct peer *p = s->peers; p; p = p->next)
        peer_close(p);
}
