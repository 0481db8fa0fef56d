/* store_postgres.h: the store of the server in a PostgreSQL database; what it does is said in table/store.h. */
#ifndef SERVE_STORE_POSTGRES_H
#define SERVE_STORE_POSTGRES_H

#include "table/store.h"

/* The address is a connection URI of libpq: postgresql://USER@HOST/DATABASE. `shared`: others may
 * use it at the same time. NULL: *error says what is wrong. */
struct store *store_postgres_open(const char *address, bool shared, struct buf *error);

#endif
