/* store_sqlite.h: the store of the server, one file of SQLite; what it does is said in table/store.h. */
#ifndef SERVE_STORE_SQLITE_H
#define SERVE_STORE_SQLITE_H

#include "table/store.h"

/* Opens or makes DIR/tables.sqlite. NULL with the reason: also when another process holds it. */
struct store *store_sqlite_open(const char *folder, struct buf *error);

#endif
