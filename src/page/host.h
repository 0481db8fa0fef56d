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
HOST(drop) void host_drop(uint32_t connection);        /* it is closed */
HOST(edit) void host_edit(const char *text, size_t n); /* a message of the language server */
HOST(report) void host_report(const char *text);       /* what whoever develops the page should know */

#endif
