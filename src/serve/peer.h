/* peer.h: a TCP connection that speaks HTTP/1.1: requests one after the other, each answered before the next is
 * read.
 *
 * libwebsockets could do this, but calls the end of a body for ever when another request stands behind it; so it
 * gets connections only when they have become WebSockets, with a handshake that is written here from what was
 * checked. While a request waits for its answer nothing is read: what is sent ahead waits in the system's buffers,
 * then in the sender's.
 *
 * Nobody holds a connection by being slow: a head and its body must be complete in time, whatever trickles in, and
 * who does not read what was asked for is let go.
 */
#ifndef SERVE_PEER_H
#define SERVE_PEER_H

#include "serve/head.h"
#include "serve/server.h"

struct peer;
/* Listens; false with the reason. */
bool peers_listen(struct server *s, struct buf *error);
unsigned peers_port(const struct server *s);
/* Now and then: lets go of those who are too slow. */
void peers_tick(struct server *s, uint64_t now);
/* Nobody is let in any more, and everybody is let go: handles close in turns of the loop. */
void peers_close(struct server *s);

/* The answer of a request is there: see struct connection. */
void peer_answer(struct peer *p);
/* Lets go of it at once. */
void peer_close(struct peer *p);
const struct head *peer_head(const struct peer *p);
const char *peer_address(const struct peer *p); /* whom its request is of */

/* ---- what relay.h has found out */
void peer_goes_on(struct peer *p);    /* nobody else answers it */
void peer_is_refused(struct peer *p); /* somebody else should, and does not */
/* Another server does: the descriptor changes hands, with the count of its address. -1: none can be had. */
int peer_give_away(struct peer *p, char address[ADDRESS_BYTES]);

/* ---- http.c */
/* A request whose body has come: answers it now or later by http_answer. */
void http_begin(struct server *s, struct connection *c, const struct head *h, const char *body, size_t n);
/* The head of its answer. */
void http_write_head(const struct connection *c, const struct head *h, bool keep, struct buf *out);
/* An answer to what cannot be read as a request. */
/* A request that ends notices: its body says nothing. */
bool http_is_quiet(const struct head *h);
void http_refuse(struct connection *c, int status, const char *why);
/* ---- socket.c */
/* Whether a request wants to become a WebSocket, and may: 0, or the status to refuse it with. */
int socket_may(struct server *s, const struct head *h, const char *address, const char **why);
/* Gives the descriptor away, with the count of its address, and says hello for it. */
void socket_adopt(struct server *s, const struct head *h, int descriptor, const char *address);

#endif
