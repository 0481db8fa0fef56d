/* store_postgres_link.c: see store_postgres_link.h. */
#include "serve/store_postgres_link.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

static void hear_nothing(void *user, const char *message) {
    (void)user, (void)message; /* that something is there already is no news */
}

bool link_run(PGconn *c, const char *sql) {
    PGresult *r = PQexec(c, sql);
    ExecStatusType status = PQresultStatus(r);
    PQclear(r);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

char *link_ask(PGconn *c, const char *sql) {
    PGresult *r = PQexec(c, sql);
    bool found = PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) > 0 && !PQgetisnull(r, 0, 0);
    char *text = found ? strdup(PQgetvalue(r, 0, 0)) : NULL;
    PQclear(r);
    return text;
}

bool link_ask_true(PGconn *c, const char *sql) {
    char *text = link_ask(c, sql);
    bool yes = text && strcmp(text, "t") == 0;
    free(text);
    return yes;
}

void link_complain(PGconn *c, struct buf *error) {
    const char *text = c ? PQerrorMessage(c) : "out of memory";
    buf_printf(error, "PostgreSQL: %.*s", (int)strcspn(text, "\n"), text);
}

/* Whoever is cut off in the middle of a transaction holds its rows until the database notices: so it looks often. */
static const char session[] = "set search_path = terrane; set synchronous_commit = on; set lock_timeout = '10s';"
                              "set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2;"
                              "set tcp_keepalives_count = 3; set tcp_user_timeout = 10000";

PGconn *link_open(const char *address, struct buf *error) {
    const char *const names[] = {"connect_timeout",
                                 "application_name",
                                 "keepalives_idle",
                                 "tcp_user_timeout",
                                 "dbname",
                                 "client_encoding",
                                 NULL};
    const char *const values[] = {"5", "terrane", "10", "20000", address, "UTF8", NULL};
    PGconn *c = PQconnectdbParams(names, values, 1);
    if (c && PQstatus(c) == CONNECTION_OK) {
        PQsetNoticeProcessor(c, hear_nothing, NULL);
        if (link_run(c, session)) return c;
    }
    link_complain(c, error);
    PQfinish(c);
    return NULL;
}

void link_end(PGconn **c) {
    PQfinish(*c);
    *c = NULL;
}

int64_t link_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

bool link_here(const PGconn *c, struct buf *host) {
    struct sockaddr_storage at = {0};
    socklen_t n = sizeof at;
    char text[INET6_ADDRSTRLEN];
    if (getsockname(PQsocket(c), (struct sockaddr *)&at, &n) != 0) return false;
    bool six = at.ss_family == AF_INET6;
    const void *bytes = six ? (const void *)&((const struct sockaddr_in6 *)&at)->sin6_addr
                            : (const void *)&((const struct sockaddr_in *)&at)->sin_addr;
    if ((!six && at.ss_family != AF_INET) || !inet_ntop(at.ss_family, bytes, text, sizeof text)) return false;
    buf_printf(host, six ? "[%s]" : "%s", text);
    return true;
}

enum link_end link_end_of(const PGconn *c, const PGresult *r) {
    static const struct {
        const char *state; /* or how it begins */
        enum link_end end;
    } states[] = {{"23505", LINK_TAKEN},  {"22012", LINK_TAKEN},  {"40P01", LINK_AGAIN}, {"40001", LINK_AGAIN},
                  {"55P03", LINK_LOCKED}, {"57014", LINK_LOCKED}, {"57P", LINK_LOST},    {"08", LINK_LOST}};
    const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);
    for (size_t i = 0; state && i < sizeof states / sizeof *states; i++)
        if (strncmp(state, states[i].state, strlen(states[i].state)) == 0) return states[i].end;
    return PQstatus(c) == CONNECTION_OK ? LINK_FAILED : LINK_LOST;
}
