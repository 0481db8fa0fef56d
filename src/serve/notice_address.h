/* notice_address.h: where notices may go, and how many to one receiver: nobody makes the server knock at doors of its
 * own network, or send somebody more than a player can want.
 */
#ifndef SERVE_NOTICE_ADDRESS_H
#define SERVE_NOTICE_ADDRESS_H

#include "table/listeners.h"

#include <sys/socket.h>

/* A web server of the public internet, with https and its port: of no private, local or special network. */
bool address_is_public(const struct sockaddr *at);

/* Receivers and what each was sent lately. All of it belongs to the loop. */
struct recipients;
struct recipients *recipients_new(void);    /* NULL: no memory */
void recipients_free(struct recipients *r); /* accepts NULL */
/* False: it has had enough for now. code: a mail that asks for a code. */
bool recipients_take(struct recipients *r, enum channel channel, const char *address, bool code, uint64_t now);

#endif
