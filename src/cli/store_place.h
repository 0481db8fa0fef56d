/* store_place.h: where the tables of a server are, as the flags of some verbs say it. */
#ifndef CLI_STORE_PLACE_H
#define CLI_STORE_PLACE_H

#include "cli/args.h"
#ifdef TERRANE_SERVE
#include "serve/transfer.h"
#endif

#define STORE_FLAGS                                                                                                    \
    {"data", "DIR", "where tables are stored ($XDG_STATE_HOME/terrane/tables)", false}, {                              \
        "store", "ADDRESS", "the same in a PostgreSQL database: postgresql://USER@HOST/DATABASE", false                \
    }

/* Adds the folder or the address (serve/store_open.h). EXIT_GO_ON, or the code to leave with. */
int store_place(const struct args *args, struct buf *out);
#ifdef TERRANE_SERVE
/* Opens that store, on which no server may run, and does the work of a verb with it; what work says of a failure is
 * printed. Returns the code to leave with. */
int store_with(const struct args *args, bool (*work)(struct store *s, struct transfer *t, struct buf *error));
#endif
/* For programs that were built without the server: says so, and how to get it; EXIT_HOST. */
int store_is_missing(const struct args *args);

#endif
