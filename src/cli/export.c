/* export.c: `terrane export`: all tables of a server as text; see serve/transfer.h. */
#include "cli/store_place.h"
#include "cli/verbs.h"

#ifdef TERRANE_SERVE
#include <stdio.h>

static bool work(struct store *s, struct transfer *t, struct buf *error) {
    bool fine = transfer_export(s, stdout, t, error);
    fprintf(stderr, "%zu tables were written%s\n", t->tables, fine ? "" : "; more are left");
    return fine;
}

static int run(const struct args *args) {
    return store_with(args, work);
}
#else
static int run(const struct args *args) {
    return store_is_missing(args);
}
#endif

static const struct flag flags[] = {STORE_FLAGS};

const struct verb verb_export = {
    .name = "export",
    .words = "",
    .summary = "Writes all tables of a server to standard output.",
    .more = "`terrane import` reads them into another store. No server may run on the store.\n",
    .details = "What is written holds the seeds of running games, and hashes of the secrets of seats.\n\n"
               "Examples:\n"
               "  terrane export > tables.jsonl\n"
               "  terrane export --data DIR | terrane import --store postgresql://terrane@db.example.org/terrane\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 0,
    .most = 0,
    .run = run,
};
