/* server.h: what the parts of the server that touch the network share. All of it belongs to the loop.
 *
 * loop.c owns it and runs it, world.c lends tables what they need, peer.c reads requests and http.c answers them,
 * socket.c carries messages, connection.c keeps who is connected.
 * A connection has a number that never comes again, so what arrives late for one that is gone goes nowhere.
 */
#ifndef SERVE_SERVER_H
#define SERVE_SERVER_H

#include "serve/clock.h"
#include "serve/limits.h"
#include "serve/serve.h"
#include "serve/web.h"
#include "serve/writer.h"
#include "table/desk.h"

#include <libwebsockets.h>

/* asked: at once by one connection; a place is safe for the first two seconds */
enum { ASKED_MOST = 16, PLACE_TIME = 2000, MESSAGE_MOST = 16384, QUEUED_MOST = 8 << 20, ADDRESS_BYTES = 64 };

struct peer;
struct relay;
struct sender;

struct connection {
    uint32_t number;
    struct lws *wsi; /* a socket; else one request of HTTP: */
    struct peer *peer;
    bool socket;
    bool closing;           /* when everything is written */
    bool ping;              /* one is due */
    uint64_t heard, pinged; /* when something came; when it was last asked whether it is there */
    uint64_t took;          /* when it last took something, or something was there to take */
    struct token table;     /* socket: which one; */
    struct buf in;          /* a message that is not complete */
    bool too_large;
    struct bucket bucket, work, stored; /* messages; milliseconds of work for them; bytes they stored */
    unsigned asked;                     /* questions of it that wait */
    bool spoke, holds;                  /* it has said something; it holds a seat */
    uint64_t came;
    VEC(struct bytes *) queue; /* holds; the first `sent` are written */
    size_t sent, queued;       /* queued: bytes */
    char address[ADDRESS_BYTES];
    /* HTTP */
    bool head_only, answered;
    int status;
    const char *type, *cache, *coding; /* coding: how the body is compressed; NULL: not at all */
    bool varies;                       /* whoever accepts other codings is sent something else */
    char tag[24];
    struct bytes *body;
    struct connection *next;
};

enum { CONNECTION_SLOTS = 8192 };

struct server {
    const struct serve_settings *settings;
    uv_loop_t loop;
    uv_tcp_t listener;
    bool listens;
    struct peer *peers;   /* who speaks HTTP */
    struct relay *relays; /* who speaks with another server */
    uint64_t told_at;     /* when it was told last that another server cannot be reached */
    struct lws_context *lws;
    char *adopting; /* the address of who becomes a socket just now; owned */
    struct metrics metrics;
    struct store *store;
    struct writer *writer;
    struct sender *sender; /* NULL: nobody is told who is not there */
    struct table_world world;
    uv_mutex_t mutex; /* the lock of the world */
    struct desk *desk;
    struct limits *limits;
    struct web *web;
    struct connection *slots[CONNECTION_SLOTS];
    uint32_t numbers; /* the last one given */
    uv_signal_t interrupt, terminate;
    uv_timer_t tick;
    bool stopping, closed;
    unsigned stopping_ticks;
    size_t next_slot; /* of connections to look at */
};

/* ---- world.c */
bool world_open(struct server *s); /* false: no memory */
void world_close(struct server *s);
/* Opens the desk; its work is done in the threads of the loop, its changes are stored by the writer. False: no
 * memory. */
bool world_open_desk(struct server *s);
/* What tells who is not there, see notice_sender.h. All but the first accept that there is nothing. */
bool world_open_sender(struct server *s, struct buf *error);
bool world_sender_busy(const struct server *s);
void world_stop_sender(struct server *s);
void world_free_sender(struct server *s);

/* ---- connection.c */
struct connection *connection_new(struct server *s, struct lws *wsi); /* NULL: no memory */
void connection_free(struct server *s, struct connection *c);         /* accepts NULL */
struct connection *connection_find(struct server *s, uint32_t number);
/* A parcel of a table, to whoever it is for. */
void connection_deliver(void *server, const struct parcel *p);
void connection_drop(void *server, uint32_t number);
void connection_stand(void *server, const struct standing *s);
void connection_worked(void *server, const struct mail *m);
/* Makes room for one more of an address: of those that hold no seat and are not quite new the oldest goes. False:
 * none. */
bool connections_make_room(struct server *s, const char *address);
bool connection_send(struct connection *c, struct bytes *bytes); /* takes a hold; false: too much is waiting */
/* Now and then: asks sockets that are silent whether anybody is there, and drops those that do not answer. */
void connections_tick(struct server *s, uint64_t now);
void connection_refuse(struct connection *c, enum error_code code, const char *text, const char *re, size_t n);

/* ---- socket.c: callbacks of libwebsockets, before a connection has become a socket and from then on */
int door_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len);
int socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len);
/* The address is not counted any more; for those that are gone, or as good as gone. */
void socket_forget(struct server *s, struct lws *wsi);
/* ---- http.c: answers a request that waits */
void http_answer(struct connection *c, int status, const char *type, struct bytes *body);
struct server *server_of(struct lws *wsi);
uint64_t server_patience(const struct server *s); /* how long slow clients are waited for, in milliseconds */

#endif
