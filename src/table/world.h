/* world.h: what tables need of the program they run in: a server, a test, a page.
 *
 * Tables have no clock, no source of chance and no threads of their own: all of it comes through here, so that the same
 * code runs in a server with worker threads and where there is one thread and no operating system.
 */
#ifndef TABLE_WORLD_H
#define TABLE_WORLD_H

#include "table/secret.h"

#include <stdbool.h>

struct games;
struct notice_offer;
struct store;

enum table_count {
    COUNT_ANSWERS,
    COUNT_BOT_ANSWERS,
    COUNT_REFUSED, /* messages answered by an error */
    COUNT_TABLES,  /* in memory */
    COUNT_TABLES_MADE,
    COUNT_TABLES_RESUMED, /* from the store */
    COUNT_TABLES_DROPPED  /* from the store, since nobody had touched them for long */
};

struct table_world {
    struct games *games;
    struct store *store;
    const struct notice_offer *notices; /* what can be told to who is not there, see waiting.h; NULL: nothing */
    bool open;             /* nothing is secret from who asks: journals and links are given of games that go on, too */
    uint64_t (*now)(void); /* milliseconds; it never goes back */
    /* Microseconds of this thread; NULL: nobody wants to know */
    int64_t (*worked)(void);
    void (*chance)(void *out, size_t n);                           /* bytes that nobody can foresee */
    void (*hash)(const char *text, unsigned char out[TOKEN_HASH]); /* from which nobody finds the text */
    void (*count)(void *user, enum table_count what, int n);       /* so many more; NULL: nobody counts */
    /* Around what all tables share; NULL: there is one thread */
    void (*lock)(void *user), (*unlock)(void *user);
    void (*report)(void *user, const char *text); /* what whoever runs the program should know; NULL: nobody does */
    void *user;
};

static inline void world_count(const struct table_world *w, enum table_count what, int n) {
    if (w->count) w->count(w->user, what, n);
}

static inline void world_report(const struct table_world *w, const char *text) {
    if (w->report) w->report(w->user, text);
}

#endif
