/* store_postgres_link.h: connections to a PostgreSQL database, and small statements on them: what the parts of
 * store_postgres.c share. */
#ifndef SERVE_STORE_POSTGRES_LINK_H
#define SERVE_STORE_POSTGRES_LINK_H

#include "base/buf.h"

#include <libpq-fe.h>
#include <stdbool.h>
#include <stdint.h>

/* NULL: *error says why. What the operator wrote in the address goes before what is set here. */
PGconn *link_open(const char *address, struct buf *error);
void link_end(PGconn **c);
int64_t link_now(void); /* milliseconds since some moment */
/* The address of this machine that a connection leaves it from; false: it leaves it nowhere, as one to a socket does */
bool link_here(const PGconn *c, struct buf *host);
/* Runs statements that give no rows. */
bool link_run(PGconn *c, const char *sql);
/* The text a query gives; NULL: none, or it fails. To be freed. */
char *link_ask(PGconn *c, const char *sql);
bool link_ask_true(PGconn *c, const char *sql);
/* What libpq says: the first line. It tells no password. */
void link_complain(PGconn *c, struct buf *error);

/* What came of a statement; LOST: nobody knows. */
enum link_end { LINK_DONE, LINK_TAKEN, LINK_LOCKED, LINK_AGAIN, LINK_FAILED, LINK_LOST };
enum link_end link_end_of(const PGconn *c, const PGresult *r);

#endif
