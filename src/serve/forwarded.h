/* forwarded.h: whom a request is of: who connects, or for whom a proxy or another server asks.
 *
 * A proxy is believed where the operator has named its address (--proxy), another server where it says the secret of
 * this one, which it has from the store. Invariant: what a client says of its own address changes nothing.
 */
#ifndef SERVE_FORWARDED_H
#define SERVE_FORWARDED_H

#include "serve/head.h"
#include "serve/server.h"

/* Whether a list of proxies can be read; *error says what is wrong. NULL is an empty list. */
bool forwarded_check(const char *proxies, struct buf *error);
/* Whether who connects from there may ask for others: only what it asks says whose connection it is. */
bool forwarded_may(const struct server *s, const char *from);
/* The address a request is of, as limits know it. */
void forwarded_client(const struct server *s, const struct head *h, const char *from, char out[ADDRESS_BYTES]);
/* Whether it says that a server passed it on, with whatever secret: it goes no further. One that was started where
 * another died may be asked in that one's name, and would ask itself. */
bool forwarded_already(const struct head *h);
/* What a request says when it is passed on to the server with that secret, and whether a field is that. */
void forwarded_write(const struct token *secret, const char *address, struct buf *out);
bool forwarded_is(const char *field);

#endif
