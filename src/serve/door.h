/* door.h: under which names the server may be called, and whose pages may ask it to do something.
 *
 * A page of another site must not play in a visitor's name, nor reach a server of the house by giving its own name
 * this address. So a request says a name that is known here: a numeric address, localhost, the machine's own name,
 * or one that was given with --host; and where a page asks for more than reading, it comes from the same place.
 */
#ifndef SERVE_DOOR_H
#define SERVE_DOOR_H

#include <stdbool.h>

/* `hosts`: further names, separated by commas; NULL: none; "*": every name is fine, which is for servers behind a proxy
 * that looks at them. */
bool door_host(const char *hosts, const char *host);
/* `origin` may be NULL: no browser, or one that only reads. */
bool door_origin(const char *hosts, const char *host, const char *origin);

#endif
