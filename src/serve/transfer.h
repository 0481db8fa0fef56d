/* transfer.h: all tables of a store as text, and back into another store: to move between SQLite and PostgreSQL.
 *
 * One JSON object a line: a head, the rules tables are played by (before the first table that has them), the tables, an
 * end that counts them, so that what was cut off is noticed. A table that is there already is left as it is; so what
 * was interrupted is simply done again.
 */
#ifndef SERVE_TRANSFER_H
#define SERVE_TRANSFER_H

#include "table/store.h"

#include <stdio.h>

struct transfer {
    size_t tables;      /* written, or read */
    size_t present;     /* read, and already there */
    bool (*stop)(void); /* asked between tables; NULL: nobody does */
};
/* False: *error says why; what was written is not complete. */
bool transfer_export(struct store *s, FILE *to, struct transfer *t, struct buf *error);
/* False: *error says why; the tables counted are stored. */
bool transfer_import(struct store *s, FILE *from, struct transfer *t, struct buf *error);

#endif
