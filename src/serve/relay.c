/* relay.c: see relay.h. */
#include "serve/relay.h"

#include "serve/forwarded.h"
#include "serve/peer.h"
#include "table/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Milliseconds: to be connected, to have the beginning of an answer, between two attempts, for all of them: a server
 * that is dead counts as dead by then; seconds until a silent connection is looked at */
enum { CONNECT = 1000, ANSWER = 4000, PAUSE = 1000, PATIENCE = 20000, KEEPALIVE = 10, ROOM = 16384 };
enum { TELL_AGAIN = 60000 }; /* milliseconds until it is told once more that a server cannot be reached */

enum stage { LOOKS_UP, CONNECTS, ASKS, PAUSES, CARRIES, ENDS };

struct side {
    uv_tcp_t tcp;
    uv_write_t write;
    char *room;    /* what is being written to the other side */
    size_t unsent; /* of what is written to this one */
    uint64_t took; /* when it last took something of that, or there was nothing to take */
    struct side *other;
    struct relay *relay;
};

struct relay {
    struct server *server;
    struct peer *peer; /* NULL: it has handed over its connection, or is gone */
    enum stage stage;
    struct token table; /* empty: it is about a game */
    uint64_t game;
    uv_work_t work;
    bool works;
    uv_connect_t connect;
    uv_write_t ask;
    struct side here, there;
    unsigned handles; /* of the two, open */
    bool counted;
    bool known; /* the leader was heard of: it may be younger than what was heard last */
    struct buf found, head;
    struct token secret;         /* of the leader */
    char address[ADDRESS_BYTES]; /* of the client */
    uint64_t began, until;
    struct relay *next, *last; /* of all */
};

/* ---- which requests */
/* The table or the game a path is about; false: neither. */
static bool read_path(const char *path, struct token *table, uint64_t *game) {
    static const char *const tables[] = {"/ws/", "/table/", "/api/tables/"};
    static const char games[] = "/api/game/";
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        size_t n = strlen(tables[i]);
        if (strncmp(path, tables[i], n) != 0) continue;
        if (!token_fits(path + n, strcspn(path + n, "/"))) return false;
        memcpy(table->text, path + n, TOKEN_LENGTH);
        return true;
    }
    if (strncmp(path, games, sizeof games - 1) != 0) return false;
    char *end;
    *game = strtoull(path + sizeof games - 1, &end, 16);
    return strlen(path) == sizeof games - 1 + 16 && *end == '\0';
}

bool relay_names_table(const struct head *h) {
    struct token table = {""};
    uint64_t game = 0;
    return read_path(h->path, &table, &game) && *table.text;
}

bool relay_wants(const struct server *s, const struct head *h) {
    struct token table = {""};
    uint64_t game = 0;
    bool gets = strcmp(h->method, "GET") == 0 || strcmp(h->method, "HEAD") == 0;
    if (!s->store->find_leader || forwarded_already(h)) return false;
    if ((!gets || h->length > 0) && !http_is_quiet(h)) return false;
    if (!read_path(h->path, &table, &game)) return false;
    return *table.text ? !desk_leads(s->desk, table.text) : !games_has(desk_games(s->desk), game);
}

bool relay_address(const char *text, struct sockaddr_storage *out) {
    const char *host, *colon = strrchr(text, ':');
    char name[64] = "", *end;
    size_t n;
    if (!colon || !head_host_name(text, &host, &n) || n >= sizeof name) return false;
    memcpy(name, host, n);
    long port = strtol(colon + 1, &end, 10);
    if (end == colon + 1 || *end || port < 1 || port > 65535) return false;
    memset(out, 0, sizeof *out);
    return (*text == '[' ? uv_ip6_addr(name, (int)port, (struct sockaddr_in6 *)out)
                         : uv_ip4_addr(name, (int)port, (struct sockaddr_in *)out)) == 0;
}

/* The request once more, for one answer. */
static void write_head(const struct relay *r, struct buf *out) {
    const struct head *h = peer_head(r->peer);
    const char *target = h->method + strlen(h->method) + 1;
    bool socket = head_lists(h, "upgrade", "websocket");
    buf_printf(out, "%s %s HTTP/1.1\r\n", h->method, target);
    for (size_t i = 0; i < h->n; i++)
        if (strcmp(h->fields[i].name, "connection") != 0 && strcmp(h->fields[i].name, "content-length") != 0 &&
            strcmp(h->fields[i].name, "expect") != 0 && !forwarded_is(h->fields[i].name))
            buf_printf(out, "%s: %s\r\n", h->fields[i].name, h->fields[i].value);
    if (http_is_quiet(h)) buf_puts(out, "content-length: 0\r\n"); /* its body is left out */
    forwarded_write(&r->secret, peer_address(r->peer), out);
    buf_printf(out, "connection: %s\r\n\r\n", socket ? "upgrade" : "close");
}

/* ---- ending */
static void relay_free(struct relay *r) {
    if (r->stage != ENDS || r->handles > 0 || r->works) return;
    if (r->last) r->last->next = r->next;
    if (r->next) r->next->last = r->last;
    if (r->server->relays == r) r->server->relays = r->next;
    if (r->counted) {
        limits_gone(r->server->limits, r->address);
        metric_add(&r->server->metrics, METRIC_connections, -1);
    }
    free(r->here.room), free(r->there.room);
    buf_free(&r->found);
    buf_free(&r->head);
    free(r);
}

static void was_closed(uv_handle_t *handle) {
    struct side *side = handle->data;
    struct relay *r = side->relay;
    side->relay = NULL;
    r->handles--;
    relay_free(r);
}

static void close_side(struct side *side) {
    if (side->relay && !uv_is_closing((uv_handle_t *)&side->tcp)) uv_close((uv_handle_t *)&side->tcp, was_closed);
}

static void relay_end(struct relay *r) {
    if (r->stage == ENDS) return;
    r->stage = ENDS;
    close_side(&r->here);
    close_side(&r->there);
    relay_free(r);
}

void relay_forget(struct relay *r) {
    r->peer = NULL;
    relay_end(r);
}

/* The peer has its request back, and the relay is done. */
static void hand_back(struct relay *r, bool refused) {
    struct peer *p = r->peer;
    r->peer = NULL;
    relay_end(r);
    if (refused)
        peer_is_refused(p);
    else
        peer_goes_on(p);
}

/* ---- bytes, one write at a time each way */
static void read_side(struct side *side);

static void was_written(uv_write_t *write, int status) {
    struct side *side = write->data;
    if (!side->relay || side->relay->stage == ENDS) return;
    free(side->room);
    side->room = NULL;
    side->other->took = clock_now();
    if (status < 0)
        relay_end(side->relay);
    else
        read_side(side);
}

static void give_room(uv_handle_t *handle, size_t wanted, uv_buf_t *out) {
    (void)handle, (void)wanted;
    char *room = malloc(ROOM);
    *out = uv_buf_init(room, room ? ROOM : 0);
}

static bool take_peer(struct relay *r);
static void fail(struct relay *r);

/* Nothing more comes or goes. As long as nothing of an answer has come there may be another attempt. */
static void break_off(struct relay *r) {
    if (r->stage == ASKS)
        fail(r);
    else
        relay_end(r);
}

static void was_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *room) {
    struct side *side = stream->data;
    struct relay *r = side->relay;
    if (n <= 0) free(room->base);
    if (n == 0) return;
    if (n < 0) {
        break_off(r);
        return;
    }
    uv_read_stop(stream);
    side->room = room->base;
    if (r->stage == ASKS && !take_peer(r)) return;
    side->write.data = side;
    uv_buf_t bytes = uv_buf_init(room->base, (unsigned)n);
    if (uv_write(&side->write, (uv_stream_t *)&side->other->tcp, &bytes, 1, was_written) != 0) relay_end(side->relay);
}

static void read_side(struct side *side) {
    if (uv_read_start((uv_stream_t *)&side->tcp, give_room, was_read) != 0) break_off(side->relay);
}

static bool open_side(struct relay *r, struct side *side, struct side *other) {
    if (uv_tcp_init(&r->server->loop, &side->tcp) != 0) return false;
    side->relay = r;
    side->other = other;
    side->tcp.data = side;
    r->handles++;
    return true;
}

/* An answer comes: the connection of the peer is the relay's from here on. */
static bool take_peer(struct relay *r) {
    int descriptor = open_side(r, &r->here, &r->there) ? peer_give_away(r->peer, r->address) : -1;
    r->stage = CARRIES;
    r->peer = NULL;
    r->counted = descriptor >= 0;
    bool opened = descriptor >= 0 && uv_tcp_open(&r->here.tcp, descriptor) == 0;
    if (descriptor >= 0 && !opened) close(descriptor);
    if (!opened) return relay_end(r), false;
    metric_add(&r->server->metrics, METRIC_relayed, 1);
    r->here.took = clock_now();
    uv_tcp_nodelay(&r->here.tcp, 1);
    read_side(&r->here);
    return r->stage == CARRIES;
}

/* ---- finding the leader, and reaching it */
static void look_up(struct relay *r);

/* It lives, as far as the database knows: then something is between the two, which who runs them should know. */
static void tell_failure(const struct relay *r) {
    struct server *s = r->server;
    uint64_t now = clock_now();
    if (!s->store->lives(s->store, r->found.data)) return;
    metric_add(&s->metrics, METRIC_relay_failures, 1);
    if (s->told_at && now - s->told_at < TELL_AGAIN) return;
    s->told_at = now;
    fprintf(stderr,
            "terrane serve: the server at %s lives and leads tables, but does not answer here; can that address "
            "be reached?\n",
            r->found.data);
}

static void try_later(struct relay *r) {
    uint64_t now = clock_now();
    r->stage = PAUSES;
    r->until = now + PAUSE;
    if (now - r->began <= PATIENCE) return;
    tell_failure(r);
    hand_back(r, true);
}

/* An attempt has failed: with its handle closed there can be another one. */
static void attempt_closed(uv_handle_t *handle) {
    struct side *side = handle->data;
    struct relay *r = side->relay;
    side->relay = NULL;
    r->handles--;
    if (r->stage == ENDS)
        relay_free(r);
    else
        try_later(r);
}

static void fail(struct relay *r) {
    if (!uv_is_closing((uv_handle_t *)&r->there.tcp)) uv_close((uv_handle_t *)&r->there.tcp, attempt_closed);
}

static void was_asked(uv_write_t *write, int status) {
    struct relay *r = write->data;
    if (status < 0 && r->stage == ASKS) fail(r);
}

static void was_connected(uv_connect_t *connect, int status) {
    struct relay *r = connect->data;
    if (r->stage != CONNECTS || uv_is_closing((uv_handle_t *)&r->there.tcp)) return;
    if (status != 0) {
        fail(r);
        return;
    }
    r->stage = ASKS;
    r->until = clock_now() + ANSWER;
    uv_tcp_nodelay(&r->there.tcp, 1);
    uv_tcp_keepalive(&r->there.tcp, 1, KEEPALIVE);
    buf_clear(&r->head);
    write_head(r, &r->head);
    uv_buf_t bytes = uv_buf_init(r->head.data, (unsigned)r->head.n);
    r->ask.data = r;
    read_side(&r->there);
    if (r->stage == ASKS &&
        (r->head.failed || uv_write(&r->ask, (uv_stream_t *)&r->there.tcp, &bytes, 1, was_asked) != 0))
        fail(r);
}

static void reach(struct relay *r) {
    struct sockaddr_storage at;
    r->stage = CONNECTS;
    r->until = clock_now() + CONNECT;
    r->connect.data = r;
    if (!relay_address(r->found.data, &at) || !open_side(r, &r->there, &r->here))
        try_later(r);
    else if (uv_tcp_connect(&r->connect, &r->there.tcp, (const struct sockaddr *)&at, was_connected) != 0)
        fail(r);
}

static void ask_store(uv_work_t *work) {
    struct relay *r = work->data;
    struct store *s = r->server->store;
    buf_clear(&r->found);
    if (*r->table.text)
        s->find_leader(s, r->table.text, &r->found, &r->secret);
    else
        s->find_game(s, r->game, &r->found, &r->secret);
}

static void store_told(uv_work_t *work, int status) {
    struct relay *r = work->data;
    (void)status;
    r->works = false;
    if (r->stage == ENDS)
        relay_free(r);
    else if (r->found.n == 0)
        hand_back(r, false);
    else
        reach(r);
}

static void look_up(struct relay *r) {
    r->stage = LOOKS_UP;
    r->work.data = r;
    r->works = uv_queue_work(&r->server->loop, &r->work, ask_store, store_told) == 0;
    if (!r->works) hand_back(r, true);
}

struct relay *relay_start(struct server *s, struct peer *p) {
    struct relay *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    r->server = s;
    r->peer = p;
    r->began = clock_now();
    buf_init(&r->found);
    buf_init(&r->head);
    read_path(peer_head(p)->path, &r->table, &r->game);
    r->next = s->relays;
    if (s->relays) s->relays->last = r;
    s->relays = r;
    r->stage = LOOKS_UP;
    r->work.data = r;
    r->works = uv_queue_work(&s->loop, &r->work, ask_store, store_told) == 0;
    if (r->works) return r;
    r->stage = ENDS;
    relay_free(r);
    return NULL;
}

/* ---- all of them */
/* The client does not read: while its bytes wait the leader is not read either, and nobody would learn that it has let
 * go of the client. */
static bool is_stuck(struct relay *r, uint64_t now) {
    size_t unsent = uv_stream_get_write_queue_size((uv_stream_t *)&r->here.tcp);
    if (unsent == 0 || unsent != r->here.unsent) r->here.took = now;
    r->here.unsent = unsent;
    return now - r->here.took > server_patience(r->server);
}

void relays_tick(struct server *s, uint64_t now) {
    for (struct relay *r = s->relays, *next; r; r = next) {
        next = r->next;
        if (r->stage == ENDS) continue; /* what it found may still be written by its look-up */
        bool late = now >= r->until, lives = r->stage != LOOKS_UP && s->store->lives(s->store, r->found.data);
        r->known |= lives;
        if (r->stage == LOOKS_UP && r->peer && (now - r->began > PATIENCE || desk_is_cut_off(s->desk)))
            hand_back(r, true);
        else if (r->stage == PAUSES && (late || !lives))
            look_up(r); /* thousands may wait for one that is dead: the store is asked when others may lead */
        else if ((r->stage == CONNECTS || r->stage == ASKS) && late)
            fail(r);
        else if (r->stage == CARRIES && ((r->known && !lives) || is_stuck(r, now)))
            relay_end(r); /* it would say nothing any more, and others lead what it led */
    }
}

bool relays_busy(const struct server *s) {
    for (const struct relay *r = s->relays; r; r = r->next)
        if (r->works) return true;
    return false;
}

void relays_close(struct server *s) {
    for (struct relay *r = s->relays, *next; r; r = next) {
        next = r->next;
        relay_end(r);
    }
}
