/* desk.h: a table without a server: letters go in by hand, what is sent is kept, what is to be stored is counted.
 *
 * Bots answer at once. desk_says reads one message of a connection and everything that follows from it.
 */
#ifndef TESTS_SERVE_DESK_H
#define TESTS_SERVE_DESK_H

#include "base/hash.h"
#include "base/random.h"
#include "base/value.h"
#include "table/table.h"
#include "support/level.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DESK_CONNECTIONS = 16, DESK_CROWD = 1000 }; /* from there on: connections that only fill places */

struct desk {
    struct store store;
    struct table_world world;
    struct table *table;
    struct buf sent[DESK_CONNECTIONS]; /* messages to each connection, a line each */
    struct buf last;                   /* the last of them, to anybody */
    size_t errors, stored;             /* messages that were errors; lines stored */
    bool refuse;                       /* the store fails */
    bool gone;
};

static bool desk_read(struct store *s, const char *id, struct store_table *out, struct buf *error) {
    (void)s, (void)id, (void)error;
    memset(out, 0, sizeof *out);
    arena_init(&out->arena);
    return false;
}

static bool desk_read_definition(struct store *s, uint64_t hash, struct store_table *out) {
    struct buf none = {0};
    (void)hash;
    return desk_read(s, "", out, &none);
}

static bool desk_seed_in_use(struct store *s, const char *id) {
    (void)s, (void)id;
    return false;
}

static uint64_t desk_time = 1000; /* as late as it is */

static uint64_t desk_now(void) {
    return desk_time;
}

/* The same every time: what is found once is found again. */
static struct random desk_dice;

static void desk_chance(void *out, size_t n) {
    for (size_t i = 0; i < n; i++)
        ((unsigned char *)out)[i] = (unsigned char)random_next(&desk_dice);
}

/* Nobody is to be kept from turning it round here. */
static void desk_hash(const char *text, unsigned char out[TOKEN_HASH]) {
    for (size_t i = 0; i < TOKEN_HASH; i += 8) {
        uint64_t part = hash_bytes(text, strlen(text), i + 1);
        memcpy(out + i, &part, 8);
    }
}

static inline bool desk_open(struct desk *d) {
    char folder[1024];
    memset(d, 0, sizeof *d);
    snprintf(folder, sizeof folder, "%s/games", level_root());
    setenv("TERRANE_GAMES", folder, 1);
    d->store = (struct store){.read = desk_read, .read_definition = desk_read_definition, .seed_in_use = desk_seed_in_use};
    d->world = (struct table_world){.store = &d->store, .now = desk_now, .chance = desk_chance, .hash = desk_hash};
    d->world.games = games_new(&d->world);
    for (int i = 0; i < DESK_CONNECTIONS; i++)
        buf_init(&d->sent[i]);
    buf_init(&d->last);
    return d->world.games != NULL;
}

static inline void desk_clear(struct desk *d) {
    for (int i = 0; i < DESK_CONNECTIONS; i++)
        buf_clear(&d->sent[i]);
}

static inline void desk_close(struct desk *d) {
    table_free(d->table);
    games_free(d->world.games);
    for (int i = 0; i < DESK_CONNECTIONS; i++)
        buf_free(&d->sent[i]);
    buf_free(&d->last);
}

static inline void desk_take(struct desk *d, const struct outcome *o) {
    for (size_t i = 0; i < o->parcels.n; i++) {
        const struct parcel *p = &o->parcels.data[i];
        if (p->to >= DESK_CROWD) continue; /* nobody reads what they are sent */
        if (p->to >= DESK_CONNECTIONS) abort();
        buf_put(&d->sent[p->to], bytes_data(p->bytes), p->bytes->n);
        buf_putc(&d->sent[p->to], '\n');
        buf_clear(&d->last);
        buf_put(&d->last, bytes_data(p->bytes), p->bytes->n);
        d->errors += strncmp(d->last.data, "{\"t\":\"error\"", 12) == 0;
    }
}

static inline uint32_t desk_bot(struct desk *d, const struct thinking *what) {
    struct table *t = d->table;
    struct random random = bot_random_for(t->match.seed, what->seat, t->match.history.n);
    tn_ctx *ctx = played_take(d->world.games, t->played);
    uint32_t answer = what->bot->choose(played_weights(t->played), t->match.game, ctx, t->match.state, what->seat, &random);
    played_give(d->world.games, t->played, ctx);
    return answer;
}

/* Reads a letter, stores or refuses, lets bots answer. */
static inline void desk_post(struct desk *d, struct mail mail) {
    for (bool more = true; more && !d->gone;) {
        struct outcome o;
        outcome_init(&o);
        table_read(d->table, &mail, 1, &o);
        mail_free(&mail, d->world.games);
        more = false;
        if (o.gone) d->gone = true;
        if (o.writes && d->refuse) {
            outcome_withdraw(&o, ERROR_cannot_store, "refused");
            desk_take(d, &o);
            outcome_free(&o);
            mail = (struct mail){.kind = MAIL_REVERT};
            more = true;
            continue;
        }
        if (o.writes) {
            d->stored += o.lines.n;
            table_stored(d->table);
        }
        desk_take(d, &o);
        if (o.thinking.bot && !d->gone) {
            mail = (struct mail){.kind = MAIL_ANSWER,
                                 .seat = o.thinking.seat,
                                 .revision = o.thinking.revision,
                                 .answer = desk_bot(d, &o.thinking)};
            more = true;
        }
        outcome_free(&o);
    }
}

static inline void desk_says(struct desk *d, uint32_t from, const char *text) {
    desk_post(d, (struct mail){.kind = MAIL_SAYS, .from = from, .text = strdup(text), .n = strlen(text)});
}

/* A new table from what is posted; connection 0 reads the answer. False: it was refused. */
static inline bool desk_make(struct desk *d, const char *body) {
    struct token id = token_new(&d->world);
    table_free(d->table);
    d->table = table_new(&d->world, id.text);
    d->gone = false;
    if (!d->table) return false;
    desk_post(d, (struct mail){.kind = MAIL_MAKE, .text = strdup(body), .n = strlen(body)});
    return d->table->ready && !d->gone;
}

static inline void desk_join(struct desk *d, uint32_t from) {
    desk_post(d, (struct mail){.kind = MAIL_JOIN, .from = from});
}

/* The value of a text field of the last message: the first that is written so. */
static inline bool desk_field(const char *message, const char *name, char *out, size_t cap) {
    char key[64];
    snprintf(key, sizeof key, "\"%s\":\"", name);
    const char *at = strstr(message, key);
    if (!at) return false;
    at += strlen(key);
    snprintf(out, cap, "%.*s", (int)strcspn(at, "\""), at);
    return true;
}

#endif
