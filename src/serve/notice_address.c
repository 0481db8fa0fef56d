/* notice_address.c: see notice_address.h. */
#include "serve/notice_address.h"

#include "base/hash.h"
#include "serve/limits.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

/* ---- networks */
enum { HTTPS = 443 };
struct block {
    uint32_t from;
    unsigned bits;
};
/* What is not the public internet in version 4: the registry of special addresses. */
static const struct block special[] = {
    {0x00000000, 8},  {0x0a000000, 8},  {0x64400000, 10}, {0x7f000000, 8},  {0xa9fe0000, 16},
    {0xac100000, 12}, {0xc0000000, 24}, {0xc0000200, 24}, {0xc0586300, 24}, {0xc0a80000, 16},
    {0xc6120000, 15}, {0xc6336400, 24}, {0xcb007100, 24}, {0xe0000000, 3},
};

static bool is_public_4(uint32_t address) {
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if ((address ^ special[i].from) >> (32 - special[i].bits) == 0) return false;
    return true;
}

/* Of version 6 only 2000::/3 is given out; in it 2001:0::/23 and 2002::/16 stand for other addresses, 2001:db8::/32 and
 * 3fff::/20 for none. */
static bool is_public_6(const unsigned char a[16]) {
    bool tunnel = (a[0] == 0x20 && a[1] == 0x01 && a[2] < 2) || (a[0] == 0x20 && a[1] == 0x02);
    bool example =
        (a[0] == 0x20 && a[1] == 0x01 && a[2] == 0x0d && a[3] == 0xb8) || (a[0] == 0x3f && a[1] == 0xff && a[2] < 0x10);
    return a[0] >> 5 == 1 && !tunnel && !example;
}

bool address_is_public(const struct sockaddr *at) {
    const struct sockaddr_in *four = (const void *)at;
    const struct sockaddr_in6 *six = (const void *)at;
    if (at->sa_family == AF_INET) return ntohs(four->sin_port) == HTTPS && is_public_4(ntohl(four->sin_addr.s_addr));
    return at->sa_family == AF_INET6 && ntohs(six->sin6_port) == HTTPS && is_public_6(six->sin6_addr.s6_addr);
}

/* ---- how many */
enum { SLOTS = 4096, KNOWN_MOST = 50000 };
static const struct rate rates[CHANNELS] = {
    [CHANNEL_MAIL] = {30, 1 / 600.0}, [CHANNEL_HOOK] = {60, 1 / 20.0}, [CHANNEL_PUSH] = {60, 1 / 60.0}};
static const struct rate rate_code = {3, 1 / 3600.0};

struct recipient {
    uint64_t who;
    struct bucket bucket;
    const struct rate *rate;
    struct recipient *next;
};

struct recipients {
    struct recipient *slots[SLOTS];
    size_t n;
};

struct recipients *recipients_new(void) {
    return calloc(1, sizeof(struct recipients));
}

static void forget(struct recipients *r, bool all, uint64_t now) {
    for (size_t i = 0; i < SLOTS; i++)
        for (struct recipient **at = &r->slots[i]; *at;) {
            struct recipient *one = *at;
            if (all || bucket_above(&one->bucket, one->rate, one->rate->most - 0.5, now)) {
                *at = one->next;
                free(one);
                r->n--;
            } else {
                at = &one->next;
            }
        }
}

void recipients_free(struct recipients *r) {
    if (!r) return;
    forget(r, true, 0);
    free(r);
}

/* A mailbox is the same in capitals, and with what stands behind a plus. */
static uint64_t hash_of(enum channel channel, const char *address, bool code) {
    char text[LISTENER_ADDRESS + 1];
    size_t n = 0;
    bool cut = false;
    for (const char *c = address; *c && n < LISTENER_ADDRESS; c++) {
        if (channel == CHANNEL_MAIL && *c == '+') cut = true;
        if (*c == '@') cut = false;
        if (!cut) text[n++] = channel == CHANNEL_MAIL ? (char)tolower((unsigned char)*c) : *c;
    }
    return hash_bytes(text, n, 100 + 2 * (uint64_t)channel + code);
}

bool recipients_take(struct recipients *r, enum channel channel, const char *address, bool code, uint64_t now) {
    uint64_t who = hash_of(channel, address, code);
    struct recipient *one = r->slots[who % SLOTS];
    while (one && one->who != who)
        one = one->next;
    if (!one) {
        if (r->n >= KNOWN_MOST) forget(r, false, now);
        one = r->n < KNOWN_MOST ? calloc(1, sizeof *one) : NULL;
        if (!one) return false;
        one->who = who;
        one->rate = code ? &rate_code : &rates[channel];
        one->next = r->slots[who % SLOTS];
        r->slots[who % SLOTS] = one;
        r->n++;
    }
    return bucket_take(&one->bucket, one->rate, now);
}
