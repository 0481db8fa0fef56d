/* fixture.h: a desk without a server, and one table at it: letters go in by hand, what is sent and stored is kept.
 *
 * Bots answer at once: fixture_says reads one message of a connection and everything that follows from it.
 */
#ifndef TESTS_TABLE_FIXTURE_H
#define TESTS_TABLE_FIXTURE_H

#include "base/hash.h"
#include "base/json_value.h"
#include "base/random.h"
#include "support/level.h"
#include "table/memory_store.h"
#include "table/solo.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONNECTIONS = 16, CROWD = 1000 }; /* from there on: connections that only fill places */

struct fixture {
    struct memory_store store;
    struct table_world world;
    struct solo solo;
    struct token id;              /* of the table */
    struct table *table;          /* to be looked at; NULL: it is not in memory */
    struct buf sent[CONNECTIONS]; /* messages to each connection, a line each */
    struct buf last;              /* the last of them, to anybody */
    size_t errors, dropped;       /* messages that were errors; connections that were closed */
    /* Notices: how many, and the last of them with its address and words, one behind the other */
    size_t told;
    struct notice notice;
    char words[2048];
};

static uint64_t fixture_time = 1000; /* as late as it is */

static uint64_t fixture_now(void) {
    return fixture_time;
}

/* The same every time: what is found once is found again. */
static struct random fixture_dice;

static void fixture_chance(void *out, size_t n) {
    for (size_t i = 0; i < n; i++)
        ((unsigned char *)out)[i] = (unsigned char)random_next(&fixture_dice);
}

/* Nobody is to be kept from turning it round here. */
static void fixture_hash(const char *text, unsigned char out[TOKEN_HASH]) {
    for (size_t i = 0; i < TOKEN_HASH; i += 8) {
        uint64_t part = hash_bytes(text, strlen(text), i + 1);
        memcpy(out + i, &part, 8);
    }
}

static inline void fixture_take(void *user, const struct parcel *p) {
    struct fixture *f = user;
    if (p->to >= CROWD) return; /* nobody reads what they are sent */
    if (p->to >= CONNECTIONS) abort();
    buf_put(&f->sent[p->to], bytes_data(p->bytes), p->bytes->n);
    buf_putc(&f->sent[p->to], '\n');
    buf_clear(&f->last);
    buf_put(&f->last, bytes_data(p->bytes), p->bytes->n);
    f->errors += strncmp(f->last.data, "{\"t\":\"error\"", 12) == 0;
}

static inline void fixture_drop(void *user, uint32_t connection) {
    struct fixture *f = user;
    (void)connection;
    f->dropped++;
}

static inline void fixture_notify(void *user, const struct notice *n) {
    struct fixture *f = user;
    f->told++;
    f->notice = *n;
    snprintf(f->words, sizeof f->words, "%s|%s|%s|%s|%s", n->address, n->title, n->name, n->others,
             n->code ? n->code : "");
}

/* The desk, on what the store has; twice: as after a crash. */
static inline bool fixture_open_desk(struct fixture *f) {
    f->table = NULL;
    struct solo_exit to = {fixture_take, fixture_drop, f, .notify = fixture_notify};
    return solo_open(&f->solo, &f->world, to);
}

static inline bool fixture_open(struct fixture *f) {
    char folder[1024];
    memset(f, 0, sizeof *f);
    snprintf(folder, sizeof folder, "%s/games", level_root());
    setenv("TERRANE_GAMES", folder, 1);
    memory_store_open(&f->store);
    f->world = (struct table_world){
        .store = &f->store.store, .now = fixture_now, .chance = fixture_chance, .hash = fixture_hash};
    f->world.games = games_new(&f->world);
    for (int i = 0; i < CONNECTIONS; i++)
        buf_init(&f->sent[i]);
    buf_init(&f->last);
    return f->world.games && fixture_open_desk(f);
}

static inline void fixture_clear(struct fixture *f) {
    for (int i = 0; i < CONNECTIONS; i++)
        buf_clear(&f->sent[i]);
}

static inline void fixture_close(struct fixture *f) {
    solo_close(&f->solo);
    games_free(f->world.games);
    memory_store_clear(&f->store);
    for (int i = 0; i < CONNECTIONS; i++)
        buf_free(&f->sent[i]);
    buf_free(&f->last);
}

/* For cmocka: each test has a fixture of its own. */
static inline int fixture_set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    if (!f || !fixture_open(f)) return -1;
    *state = f;
    return 0;
}

static inline int fixture_tear_down(void **state) {
    fixture_close(*state);
    free(*state);
    return 0;
}

/* Does what is to be done and looks where the table is then. */
static inline void fixture_run(struct fixture *f) {
    solo_run(&f->solo);
    f->table = desk_table(f->solo.desk, f->id.text);
}

static inline size_t fixture_stored(const struct fixture *f) { /* lines of the table */
    const struct kept *k = memory_store_find(&f->store, f->id.text);
    return k ? k->lines.n : 0;
}

static inline void fixture_post(struct fixture *f, struct mail mail) {
    desk_post(f->solo.desk, f->id.text, mail);
    fixture_run(f);
}

static inline void fixture_says(struct fixture *f, uint32_t from, const char *text) {
    fixture_post(f, (struct mail){.kind = MAIL_SAYS, .from = from, .text = strdup(text), .n = strlen(text)});
}

/* The same with a format; what was sent before is forgotten, so that only what follows from it is there. */
__attribute__((format(printf, 3, 4))) static inline void fixture_sayf(struct fixture *f, uint32_t from,
                                                                      const char *format, ...) {
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fixture_clear(f);
    fixture_says(f, from, text);
}

/* A new table, whatever its first letter. False: it was refused. */
static inline bool fixture_begin(struct fixture *f, struct mail mail) {
    f->id = desk_make(f->solo.desk, mail);
    fixture_run(f);
    return f->table && f->table->ready;
}

/* A new table from what is posted; connection 0 reads the answer. */
static inline bool fixture_make(struct fixture *f, const char *body) {
    return fixture_begin(f, (struct mail){.kind = MAIL_MAKE, .text = strdup(body), .n = strlen(body)});
}

static inline void fixture_join(struct fixture *f, uint32_t from) {
    fixture_post(f, (struct mail){.kind = MAIL_JOIN, .from = from});
}

/* The value of a text field of the last message: the first that is written so. */
static inline bool fixture_field(const char *message, const char *name, char *out, size_t cap) {
    char key[64];
    snprintf(key, sizeof key, "\"%s\":\"", name);
    const char *at = strstr(message, key);
    if (!at) return false;
    at += strlen(key);
    snprintf(out, cap, "%.*s", (int)strcspn(at, "\""), at);
    return true;
}

#endif
