/* import.c: `terrane import`: tables from such a text into a store; see serve/transfer.h. */
#include "cli/store_place.h"
#include "cli/verbs.h"

#ifdef TERRANE_SERVE
#include <stdio.h>

static bool work(struct store *s, struct transfer *t, struct buf *error) {
    bool fine = transfer_import(s, stdin, t, error);
    fprintf(stderr, "%zu tables were stored, %zu were there already\n", t->tables, t->present);
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

const struct verb verb_import = {
    .name = "import",
    .words = "",
    .summary = "Reads tables of `terrane export` from standard input.",
    .more = "A table that is there already is left as it is, so an import that was interrupted can be repeated.\n",
    .details = "Examples:\n"
               "  terrane import --data DIR < tables.jsonl\n"
               "  terrane export --data DIR | terrane import --store postgresql://terrane@db.example.org/terrane\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 0,
    .most = 0,
    .run = run,
};
