/* relay.h: what is asked of a table that another server leads goes there, and comes back from there: bytes both ways,
 * read by nobody here.
 *
 * Every server takes every connection; where the table is led elsewhere its request is said again there, with a field
 * that keeps it from going on to a third. A leader that does not answer is looked up again until another takes over,
 * so that who comes while a server dies waits a moment. When either side ends, both do: a page then connects again.
 */
#ifndef SERVE_RELAY_H
#define SERVE_RELAY_H

#include "serve/head.h"
#include "serve/server.h"

struct relay;
struct peer;
/* An address as servers give it to one another: 10.0.0.7:8080 or [::1]:8080. False: it is none. */
bool relay_address(const char *text, struct sockaddr_storage *out);
/* Whether somebody else may have to answer this request. */
bool relay_wants(const struct server *s, const struct head *h);
/* Whether it is about a table, which only who reaches the store can answer. */
bool relay_names_table(const struct head *h);
/* Finds out, and takes the connection of the peer or hands it back (peer.h). NULL: no memory. */
struct relay *relay_start(struct server *s, struct peer *p);
/* The peer goes, whatever was found out. */
void relay_forget(struct relay *r);

void relays_tick(struct server *s, uint64_t now);
bool relays_busy(const struct server *s); /* a thread is at work for one */
void relays_close(struct server *s);      /* handles close in turns of the loop */

#endif
