/* store_place.c: see store_place.h. */
#include "cli/store_place.h"

#include "play/journal.h"
#ifdef TERRANE_SERVE
#include "cli/interrupt.h"
#include "serve/chance.h"
#include "serve/store_open.h"
#endif

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

#ifdef TERRANE_SERVE
int store_with(const struct args *args, bool (*work)(struct store *s, struct transfer *t, struct buf *error)) {
    struct buf place, error;
    struct transfer t = {.stop = interrupted};
    buf_init(&place);
    buf_init(&error);
    int code = store_place(args, &place);
    if (code == EXIT_GO_ON) {
        interrupt_catch();
        struct store *s = chance_start() ? store_open(place.data, false, &error) : NULL;
        bool fine = s && work(s, &t, &error);
        if (s) s->close(s);
        if (!fine) fprintf(stderr, "terrane %s: %s\n", args->verb->name, error.n > 0 ? error.data : "out of memory");
        code = fine ? EXIT_FINE : EXIT_HOST;
    }
    buf_free(&place);
    buf_free(&error);
    return code;
}
#endif

int store_is_missing(const struct args *args) {
    fprintf(stderr,
            "terrane %s: this program was built without the server. Install Debian's packages\n"
            "    libwebsockets-dev libuv1-dev libsqlite3-dev libsodium-dev pkg-config\n"
            "and build again.\n",
            args->verb->name);
    return EXIT_HOST;
}
