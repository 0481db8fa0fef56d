/* store_open.h: a store by its address. */
#ifndef SERVE_STORE_OPEN_H
#define SERVE_STORE_OPEN_H

#include "table/store.h"

/* postgresql://... is a database, anything else a folder for SQLite. `shared`: others may use a
 * database at the same time, if they say so too. NULL: *error says what is wrong. */
struct store *store_open(const char *address, bool shared, struct buf *error);
/* Adds the address as it may be shown: without a password. */
void store_put_address(struct buf *out, const char *address);

#endif
