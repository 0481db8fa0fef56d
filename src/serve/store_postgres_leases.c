/* store_postgres_leases.c: see store_postgres_leases.h. */
#include "serve/store_postgres_leases.h"

#include "serve/store_postgres_link.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Milliseconds: between two words; for which what is held is held after the database has heard one: less than
 * LEASES_LONG */
enum { BEAT = 500, HELD = 9000 };
/* Words for which another server says that it is reached where this one is, until that is told: it may be the one that
 * died there a moment ago */
enum { TWINS = 2 * 10000 / BEAT };

struct leases {
    char *database, *address;
    struct token server;
    PGconn *link; /* NULL: there is no connection */
    pthread_t thread;
    pthread_mutex_t mutex; /* over what follows */
    pthread_cond_t ends;
    bool stopping;
    VEC(struct token) lost;
    struct buf alive;      /* addresses of servers, a line end before and behind each */
    unsigned twins;        /* words for which another server was reached where this one is */
    bool spoke;            /* a word was heard */
    bool locked;           /* this connection has the lock of the server */
    _Atomic int64_t until; /* what is held is held */
    _Atomic bool lapsed;   /* it was not, since somebody asked */
};

/* One word to the database, which answers with the tables that others have taken over. */
static const char beat[] = "with word as (insert into servers values($1, $2, clock_timestamp())"
                           " on conflict (id) do update set address = $2, seen = clock_timestamp())"
                           " update leases set before = null where before = $1 and server <> $1 returning id";

static bool say(struct leases *l) {
    const char *const values[] = {l->server.text, l->address};
    int64_t before = link_now();
    PGresult *r = PQexecParams(l->link, beat, 2, NULL, values, NULL, NULL, 0);
    bool heard = PQresultStatus(r) == PGRES_TUPLES_OK;
    if (heard && atomic_exchange(&l->until, before + HELD) < before && l->spoke) atomic_store(&l->lapsed, true);
    if (heard) l->spoke = true;
    pthread_mutex_lock(&l->mutex);
    for (int i = 0; heard && i < PQntuples(r); i++) {
        struct token id = {""};
        const char *text = PQgetvalue(r, i, 0);
        if (!token_fits(text, strlen(text))) continue;
        memcpy(id.text, text, sizeof id.text);
        if (!VEC_PUSH(&l->lost, id)) atomic_store(&l->lapsed, true);
    }
    pthread_mutex_unlock(&l->mutex);
    PQclear(r);
    return heard;
}

/* The session of a connection that broke may have it still: then it is asked for again with the next word. */
static void lock(struct leases *l) {
    const char *const values[] = {l->server.text};
    PGresult *r =
        PQexecParams(l->link, "select pg_try_advisory_lock(74202, hashtext($1))", 1, NULL, values, NULL, NULL, 0);
    l->locked = PQresultStatus(r) == PGRES_TUPLES_OK && *PQgetvalue(r, 0, 0) == 't';
    PQclear(r);
}

static void note_alive(struct leases *l) {
    PGresult *r = PQexec(l->link, "select address from servers s where " LEASES_ALIVE);
    int here = 0;
    pthread_mutex_lock(&l->mutex);
    if (PQresultStatus(r) == PGRES_TUPLES_OK) buf_clear(&l->alive), buf_putc(&l->alive, '\n');
    for (int i = 0; i < PQntuples(r); i++) {
        buf_printf(&l->alive, "%s\n", PQgetvalue(r, i, 0));
        here += strcmp(PQgetvalue(r, i, 0), l->address) == 0;
    }
    pthread_mutex_unlock(&l->mutex);
    PQclear(r);
    l->twins = here > 1 ? l->twins + 1 : 0;
    if (l->twins == TWINS)
        fprintf(stderr,
                "terrane serve: another server on this database says, too, that it is reached at %s: players "
                "cannot be passed on to it; give each its own --at ADDRESS:PORT\n",
                l->address);
}

/* With a connection, a new one where there is none. */
static bool live(struct leases *l, struct buf *error) {
    if (!l->link) l->locked = false, l->link = link_open(l->database, error);
    if (!l->link) return false;
    if (!l->locked) lock(l);
    if (say(l)) return note_alive(l), true;
    link_complain(l->link, error);
    link_end(&l->link);
    return false;
}

static void *work(void *user) {
    struct leases *l = user;
    struct buf ignored;
    buf_init(&ignored);
    pthread_mutex_lock(&l->mutex);
    while (!l->stopping) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += BEAT * 1000000L;
        if (until.tv_nsec >= 1000000000L) until.tv_sec++, until.tv_nsec -= 1000000000L;
        pthread_cond_timedwait(&l->ends, &l->mutex, &until);
        if (l->stopping) break;
        pthread_mutex_unlock(&l->mutex);
        live(l, &ignored);
        buf_clear(&ignored);
        pthread_mutex_lock(&l->mutex);
    }
    pthread_mutex_unlock(&l->mutex);
    buf_free(&ignored);
    return NULL;
}

static void leases_free(struct leases *l) {
    if (l->link) link_end(&l->link);
    pthread_mutex_destroy(&l->mutex);
    pthread_cond_destroy(&l->ends);
    VEC_FREE(&l->lost);
    buf_free(&l->alive);
    free(l->database), free(l->address);
    free(l);
}

/* Everybody's address is none: another machine that went there would find itself. */
static bool fill_address(struct leases *l, struct buf *error) {
    static const char *const wild[] = {"0.0.0.0:", "[::]:"}, *const own[] = {"127.0.0.1", "[::1]"};
    for (int six = 0; six < 2; six++) {
        size_t n = strlen(wild[six]) - 1;
        if (strncmp(l->address, wild[six], n + 1) != 0) continue;
        struct buf at;
        buf_init(&at);
        if (!l->link && !(l->link = link_open(l->database, error))) return false;
        if (!link_here(l->link, &at)) buf_puts(&at, own[six]);
        bool fits = six || *at.data != '[';
        buf_puts(&at, l->address + n);
        free(l->address);
        l->address = at.failed ? NULL : strdup(at.data);
        buf_free(&at);
        if (!fits) buf_puts(error, "say with --at ADDRESS:PORT where other servers reach this one");
        return fits && l->address;
    }
    return true;
}

struct leases *leases_open(const char *database, const struct token *server, const char *address, struct buf *error) {
    struct leases *l = calloc(1, sizeof *l);
    if (!l) return buf_puts(error, "out of memory"), NULL;
    l->server = *server;
    l->database = strdup(database);
    l->address = strdup(address);
    buf_init(&l->alive);
    pthread_mutex_init(&l->mutex, NULL);
    pthread_condattr_t steady;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&l->ends, &steady);
    pthread_condattr_destroy(&steady);
    if (l->database && l->address && fill_address(l, error) && live(l, error) &&
        pthread_create(&l->thread, NULL, work, l) == 0)
        return l;
    if (error->n == 0) buf_puts(error, "out of memory");
    leases_free(l);
    return NULL;
}

void leases_close(struct leases *l) {
    if (!l) return;
    pthread_mutex_lock(&l->mutex);
    l->stopping = true;
    pthread_cond_signal(&l->ends);
    pthread_mutex_unlock(&l->mutex);
    pthread_join(l->thread, NULL);
    const char *const values[] = {l->server.text};
    if (l->link) PQclear(PQexecParams(l->link, "delete from servers where id = $1", 1, NULL, values, NULL, NULL, 0));
    leases_free(l);
}

bool leases_lives(struct leases *l, const char *address) {
    size_t n = strlen(address);
    pthread_mutex_lock(&l->mutex);
    const char *at = n > 0 ? l->alive.data : NULL;
    while (at && (at = strstr(at, address)) && !(at > l->alive.data && at[-1] == '\n' && at[n] == '\n'))
        at += n;
    pthread_mutex_unlock(&l->mutex);
    return at != NULL;
}

bool leases_lives_at(struct leases *l, const char *host) {
    struct buf wanted;
    buf_init(&wanted);
    buf_printf(&wanted, strchr(host, ':') ? "\n[%s]:" : "\n%s:", host);
    pthread_mutex_lock(&l->mutex);
    bool lives = !wanted.failed && l->alive.n > 0 && strstr(l->alive.data, wanted.data);
    pthread_mutex_unlock(&l->mutex);
    buf_free(&wanted);
    return lives;
}

bool leases_hold(struct leases *l) {
    bool lapsed = atomic_exchange(&l->lapsed, false);
    return !lapsed && link_now() < atomic_load(&l->until);
}

void leases_list_lost(struct leases *l, void (*each)(void *user, const struct token *id), void *user) {
    pthread_mutex_lock(&l->mutex);
    for (size_t i = 0; i < l->lost.n; i++)
        each(user, &l->lost.data[i]);
    l->lost.n = 0;
    pthread_mutex_unlock(&l->mutex);
}
