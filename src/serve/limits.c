/* limits.c: see limits.h. Addresses stand in a small hash table with chains; those nothing is known of are dropped. */
#include "serve/limits.h"

#include "base/hash.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1024, ADDRESS = 64, PLAYED_DEBT = 5000 }; /* milliseconds of work */

const struct rate rate_requests = {120, 40};
const struct rate rate_tables = {30, 1};
const struct rate rate_replays = {60, 10};
const struct rate rate_hindsights = {20, 0.1};
const struct rate rate_codes = {10, 1 / 600.0};
const struct rate rate_work = {2000, 250};
const struct rate rate_works = {5000, 1000};
const struct rate rate_stored = {1 << 20, 1024};
static const double DAY = 24 * 3600;

struct client {
    char address[ADDRESS];
    unsigned connections;
    struct bucket requests, tables, replays, hindsights, codes, works, made, stored;
    struct client *next;
};

struct limits {
    unsigned connections;
    struct rate made, stored; /* most 0: not limited */
    struct client *slots[SLOTS];
};

static double drops_now(const struct bucket *b, const struct rate *r, uint64_t now) {
    if (b->at == 0) return r->most;
    double drops = b->drops + (double)(now - b->at) / 1000.0 * r->rate;
    return drops < r->most ? drops : r->most;
}

bool bucket_take(struct bucket *b, const struct rate *r, uint64_t now) {
    double drops = drops_now(b, r, now);
    bool any = drops >= 1;
    b->drops = any ? drops - 1 : drops;
    b->at = now ? now : 1;
    return any;
}

void bucket_charge(struct bucket *b, const struct rate *r, double drops, uint64_t now) {
    b->drops = drops_now(b, r, now) - drops;
    b->at = now ? now : 1;
}

bool bucket_above(const struct bucket *b, const struct rate *r, double level, uint64_t now) {
    return drops_now(b, r, now) > level;
}

void limits_address(char *address, size_t cap) {
    struct in6_addr six;
    if (inet_pton(AF_INET6, address, &six) != 1) return;
    if (IN6_IS_ADDR_V4MAPPED(&six)) {
        inet_ntop(AF_INET, six.s6_addr + 12, address, (socklen_t)cap);
        return;
    }
    memset(six.s6_addr + 8, 0, 8);
    inet_ntop(AF_INET6, &six, address, (socklen_t)cap);
}

struct limits *limits_new(unsigned connections) {
    struct limits *l = calloc(1, sizeof *l);
    if (l) l->connections = connections;
    return l;
}

void limits_free(struct limits *l) {
    for (size_t i = 0; l && i < SLOTS; i++)
        for (struct client *c = l->slots[i], *next; c; c = next) {
            next = c->next;
            free(c);
        }
    free(l);
}

static bool forgettable(const struct limits *l, const struct client *c, uint64_t now) {
    return c->connections == 0 && drops_now(&c->made, &l->made, now) >= l->made.most &&
           drops_now(&c->stored, &l->stored, now) >= l->stored.most &&
           drops_now(&c->requests, &rate_requests, now) >= rate_requests.most &&
           drops_now(&c->tables, &rate_tables, now) >= rate_tables.most &&
           drops_now(&c->replays, &rate_replays, now) >= rate_replays.most &&
           drops_now(&c->hindsights, &rate_hindsights, now) >= rate_hindsights.most &&
           drops_now(&c->codes, &rate_codes, now) >= rate_codes.most &&
           drops_now(&c->works, &rate_works, now) >= rate_works.most;
}

/* The client, made when it is not known; on the way others of its chain are forgotten. NULL: no memory. */
static struct client *client_of(struct limits *l, const char *address, uint64_t now) {
    struct client **at = &l->slots[hash_bytes(address, strlen(address), 7) % SLOTS];
    while (*at) {
        struct client *c = *at;
        if (strncmp(c->address, address, ADDRESS - 1) == 0) return c;
        if (now && forgettable(l, c, now)) {
            *at = c->next;
            free(c);
        } else {
            at = &c->next;
        }
    }
    struct client *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    strncpy(c->address, address, ADDRESS - 1);
    return *at = c;
}

bool limits_connect(struct limits *l, const char *address, uint64_t now) {
    struct client *c = client_of(l, address, now);
    if (!c || (l->connections && c->connections >= l->connections)) return false;
    c->connections++;
    return true;
}

void limits_gone(struct limits *l, const char *address) {
    struct client *c = client_of(l, address, 0);
    if (c && c->connections > 0) c->connections--;
}

void limits_quota(struct limits *l, unsigned tables, unsigned megabytes) {
    double bytes = megabytes * 1048576.0;
    l->made = (struct rate){tables, tables / DAY};
    l->stored = (struct rate){bytes, bytes / DAY};
}

void limits_stored(struct limits *l, const char *address, double bytes, uint64_t now) {
    struct client *c = l->connections && l->stored.most > 0 ? client_of(l, address, now) : NULL;
    if (c) bucket_charge(&c->stored, &l->stored, bytes, now);
}

void limits_made(struct limits *l, const char *address, uint64_t now) {
    struct client *c = l->connections && l->made.most > 0 ? client_of(l, address, now) : NULL;
    if (c) bucket_charge(&c->made, &l->made, 1, now);
    limits_stored(l, address, TABLE_BYTES, now);
}

bool limits_may_store(struct limits *l, const char *address, uint64_t now) {
    struct client *c = l->connections && l->stored.most > 0 ? client_of(l, address, now) : NULL;
    return !c || bucket_above(&c->stored, &l->stored, 0, now);
}

bool limits_may_make(struct limits *l, const char *address, uint64_t now) {
    struct client *c = l->connections && l->made.most > 0 ? client_of(l, address, now) : NULL;
    return (!c || drops_now(&c->made, &l->made, now) >= 1) && limits_may_store(l, address, now);
}

void limits_charge(struct limits *l, const char *address, double work, uint64_t now) {
    struct client *c = l->connections ? client_of(l, address, now) : NULL;
    if (c) bucket_charge(&c->works, &rate_works, work, now);
}

bool limits_works(struct limits *l, const char *address, bool played, uint64_t now) {
    struct client *c = l->connections ? client_of(l, address, now) : NULL;
    return !c || bucket_above(&c->works, &rate_works, played ? -PLAYED_DEBT : 0, now);
}

bool limits_hindsight(struct limits *l, const char *address, uint64_t now) {
    struct client *c = l->connections ? client_of(l, address, now) : NULL;
    return !l->connections || (c && bucket_take(&c->hindsights, &rate_hindsights, now));
}

bool limits_code(struct limits *l, const char *address, uint64_t now) {
    struct client *c = l->connections ? client_of(l, address, now) : NULL;
    return !l->connections || (c && bucket_take(&c->codes, &rate_codes, now));
}

bool limits_request(struct limits *l, const char *address, enum use use, uint64_t now) {
    struct client *c = l->connections ? client_of(l, address, now) : NULL;
    if (!l->connections) return true;
    if (!c || !bucket_take(&c->requests, &rate_requests, now)) return false;
    if (use == USE_TABLE) return bucket_take(&c->tables, &rate_tables, now);
    return use == USE_REQUEST || bucket_take(&c->replays, &rate_replays, now);
}
