/* store_place.c: see store_place.h. */
#include "cli/store_place.h"

#include "play/journal.h"

#include <stdio.h>

int store_place(const struct args *args, struct buf *out) {
    const char *data = args_value(args, "data"), *store = args_value(args, "store");
    struct buf error;
    if (data && store) return args_wrong(args, "--data and --store both say where tables are: give one of them");
    if (data || store) return buf_puts(out, data ? data : store), EXIT_GO_ON;
    buf_init(&error);
    bool placed = journal_folder(true, out, &error) && buf_puts(out, "/tables");
    if (!placed) fprintf(stderr, "terrane %s: %s\n", args->verb->name, error.data);
    buf_free(&error);
    return placed ? EXIT_GO_ON : EXIT_HOST;
}

int store_is_missing(const struct args *args) {
    fprintf(stderr,
            "terrane %s: this program was built without the server. Install Debian's packages\n"
            "    libwebsockets-dev libuv1-dev libsqlite3-dev libsodium-dev pkg-config\n"
            "and build again.\n",
            args->verb->name);
    return EXIT_HOST;
}
