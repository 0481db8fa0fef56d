/* store_open.c: see store_open.h. */
#include "serve/store_open.h"

#include "serve/store_postgres.h"
#include "serve/store_sqlite.h"

#include <string.h>

static bool begins(const char *text, const char *beginning) {
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

static bool is_database(const char *address) {
    return begins(address, "postgresql://") || begins(address, "postgres://");
}

struct store *store_open(const char *address, bool shared, struct buf *error) {
    if (!is_database(address)) return store_sqlite_open(address, error);
#ifdef TERRANE_POSTGRES
    return store_postgres_open(address, shared, error);
#else
    (void)shared;
    buf_puts(error, "this program was built without PostgreSQL: install Debian's package libpq-dev and build again");
    return NULL;
#endif
}

/* Who connects stands before the @ of the host, and a password behind the colon there or among the parameters. */
void store_put_address(struct buf *out, const char *address) {
    if (!is_database(address)) {
        buf_puts(out, address);
        return;
    }
    const char *host = strstr(address, "://") + 3, *end = host + strcspn(host, "/?"), *at = end;
    while (at > host && at[-1] != '@')
        at--;
    buf_printf(out, "postgresql://%.*s", (int)strcspn(at, "?"), at);
}
