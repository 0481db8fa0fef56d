/* host.h: what the page does for the engine: the only functions that the module imports of its own (the rest is what
 * wasi-libc asks of its system). Texts are borrowed, and are n bytes long; those without a length end with NUL.
 */
#ifndef PAGE_HOST_H
#define PAGE_HOST_H

#include <stddef.h>
#include <stdint.h>

#define HOST(name) __attribute__((import_module("page"), import_name(#name)))

HOST(now) double host_now(void); /* milliseconds; it never goes back */
HOST(chance) void host_chance(void *out, size_t n);
/* To a connection. status 0: a message of its table; else the answer of its request, of that type (NULL: JSON). */
HOST(deliver) void host_deliver(uint32_t to, int status, const char *type, const char *bytes, size_t n);
HOST(drop) void host_drop(uint32_t connection); /* it is closed */
/* A change is to be kept before it is acknowledged: the page says by page_kept what came of change `number`. It and
 * the rules of a new table (NULL: it is not new) are JSON as in table/store_text.h: {"table", "at", "from": how many
 * lines there were, "lines", and where they changed "people" and "over"}; of a new table what it began with, too. */
HOST(keep)
void host_keep(uint32_t number, const char *change, size_t n, const char *rules, size_t n_rules);
HOST(report) void host_report(const char *text); /* what whoever develops the page should know */

#endif
