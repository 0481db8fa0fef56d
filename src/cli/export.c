/* export.c: `terrane export`: all tables of a server as text; see serve/transfer.h. */
#include "cli/store_place.h"
#include "cli/verbs.h"

#ifdef TERRANE_SERVE
#include "cli/interrupt.h"
#include "serve/chance.h"
#include "serve/store_open.h"
#include "serve/transfer.h"

#include <stdio.h>

static int run(const struct args *args) {
    struct buf place, error;
    struct transfer t = {.stop = interrupted};
    buf_init(&place);
    buf_init(&error);
    int code = store_place(args, &place);
    if (code == EXIT_GO_ON) {
        interrupt_catch();
        struct store *s = chance_start() ? store_open(place.data, false, &error) : NULL;
        bool fine = s && transfer_export(s, stdout, &t, &error);
        if (s) s->close(s);
        if (!fine) fprintf(stderr, "terrane export: %s\n", error.n > 0 ? error.data : "out of memory");
        if (s) fprintf(stderr, "%zu tables were written%s\n", t.tables, fine ? "" : "; more are left");
        code = fine ? EXIT_FINE : EXIT_HOST;
    }
    buf_free(&place);
    buf_free(&error);
    return code;
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
