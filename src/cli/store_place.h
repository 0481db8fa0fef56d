/* store_place.h: where the tables of a server are, as the flags of some verbs say it. */
#ifndef CLI_STORE_PLACE_H
#define CLI_STORE_PLACE_H

#include "cli/args.h"

#define STORE_FLAGS                                                                                                    \
    {"data", "DIR", "where tables are stored ($XDG_STATE_HOME/terrane/tables)", false}, {                              \
        "store", "ADDRESS", "the same in a PostgreSQL database: postgresql://USER@HOST/DATABASE", false                \
    }

/* Adds the folder or the address (serve/store_open.h). EXIT_GO_ON, or the code to leave with. */
int store_place(const struct args *args, struct buf *out);
/* For programs that were built without the server: says so, and how to get it; EXIT_HOST. */
int store_is_missing(const struct args *args);

#endif
