/* host_check.c: see host_check.h. */
#include "serve/host_check.h"

#include "serve/head.h"

#include <arpa/inet.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { NAME_LONGEST = 255 };

static bool same(const char *name, size_t n, const char *other) {
    return strlen(other) == n && strncasecmp(name, other, n) == 0;
}

static bool ends(const char *name, size_t n, const char *end) {
    size_t size = strlen(end);
    return n > size && strncasecmp(name + n - size, end, size) == 0;
}

static bool is_listed(const char *hosts, const char *name, size_t n) {
    for (const char *at = hosts ? hosts : ""; *at;) {
        size_t size = strcspn(at, ",");
        if (size == n && strncasecmp(at, name, n) == 0) return true;
        at += size + (at[size] == ',');
    }
    return false;
}

static bool is_address(const char *name, size_t n) {
    char text[NAME_LONGEST + 1];
    struct in6_addr room;
    if (n > NAME_LONGEST) return false;
    memcpy(text, name, n);
    text[n] = '\0';
    return inet_pton(AF_INET, text, &room) == 1 || inet_pton(AF_INET6, text, &room) == 1;
}

/* This machine, as it calls itself; in a household also NAME.local and the like. */
static bool is_own(const char *name, size_t n) {
    char own[NAME_LONGEST + 1] = "";
    if (same(name, n, "localhost") || ends(name, n, ".localhost")) return true;
    if (gethostname(own, sizeof own - 1) != 0 || !*own) return false;
    if (same(name, n, own)) return true;
    size_t size = strlen(own);
    return n > size && strncasecmp(name, own, size) == 0 &&
           (same(name + size, n - size, ".local") || same(name + size, n - size, ".lan"));
}

/* This machine and no other. */
static bool is_here(const char *name, size_t n) {
    return same(name, n, "localhost") || ends(name, n, ".localhost") || same(name, n, "::1") ||
           (n > 4 && strncmp(name, "127.", 4) == 0 && is_address(name, n));
}

bool host_allowed(const char *hosts, const char *host) {
    const char *name;
    size_t n;
    if (hosts && strcmp(hosts, "*") == 0) return true;
    if (!host || !head_host_name(host, &name, &n)) return !host; /* HTTP/1.0 may say none */
    return is_address(name, n) || is_own(name, n) || is_listed(hosts, name, n);
}

bool origin_allowed(const char *hosts, const char *host, const char *origin) {
    const char *place, *name, *asked;
    size_t n, asked_n;
    if (!origin || (hosts && strcmp(hosts, "*") == 0)) return true;
    place = strncmp(origin, "https://", 8) == 0 ? origin + 8 : strncmp(origin, "http://", 7) == 0 ? origin + 7 : NULL;
    if (!place || !host || !head_host_name(place, &name, &n) || !head_host_name(host, &asked, &asked_n)) return false;
    if (strcasecmp(place, host) == 0 || is_listed(hosts, name, n)) return true;
    return is_here(name, n) && is_here(asked, asked_n); /* a page being worked on has a server of its own */
}
