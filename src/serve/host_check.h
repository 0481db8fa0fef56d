/* host_check.h: which host names the server answers to, and which pages may send it requests (DNS rebinding, cross-site
 * requests).
 *
 * A page of another site must not act for a visitor, nor reach a server in a private network by pointing its own name
 * at the address. So a request must name a known host: a numeric address, localhost, the machine's own name, or one
 * given with --host. A request that does more than read must come from a page of the same origin.
 */
#ifndef SERVE_HOST_CHECK_H
#define SERVE_HOST_CHECK_H

#include <stdbool.h>

/* `hosts`: further names, separated by commas; NULL: none; "*": every name is fine, which is for servers behind a proxy
 * that looks at them. */
bool host_allowed(const char *hosts, const char *host);
/* `origin` may be NULL: no browser, or one that only reads. */
bool origin_allowed(const char *hosts, const char *host, const char *origin);

#endif
