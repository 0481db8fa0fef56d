/* store_postgres.c: the store in a PostgreSQL database; see store.h. Tables lie in a schema of their own, `terrane`.
 *
 * One connection writes, one reads. A batch of changes is one transaction and one round trip: its statements are sent
 * as a pipeline, then their results are read.
 *
 * A connection may break when a commit was sent and its result has not come. Invariant: what is reported is what
 * happened. Each transaction notes its number in the row of `writer`; whoever writes holds an advisory lock for as long
 * as its session lives. A new connection therefore first waits for that lock: then the old session is gone, whatever it
 * was going to do, and the row says whether the transaction was carried out. If not, it is sent once more. Where no
 * connection can be had for long, the changes are reported as taken, so that the tables are read again. The same
 * lock keeps a second server out.
 */
#include "serve/store_postgres.h"

#include "serve/chance.h"
#include "serve/clock.h"
#include "serve/store_clock.h"
#include "table/world.h"

#include <libpq-fe.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char schema[] =
    "create schema if not exists terrane;"
    "create table if not exists terrane.version(number integer not null);"
    "create table if not exists terrane.definitions(hash bigint not null, part integer not null, path text not null,"
    " text bytea not null, primary key(hash, part));"
    "create table if not exists terrane.tables(id text primary key, definition bigint not null, name text not null,"
    " title text not null, header text not null, facts text not null, people text not null, listed boolean not null,"
    " over boolean not null, created bigint not null, touched bigint not null);"
    "create table if not exists terrane.lines(id text not null, number integer not null, spent bigint not null,"
    " text text not null, digest bigint, primary key(id, number));"
    "create table if not exists terrane.clock(id integer primary key check (id = 1), late bigint not null,"
    " wall bigint not null);"
    "create table if not exists terrane.writer(id integer primary key check (id = 1), session text not null,"
    " batch bigint not null);"
    "create index if not exists lobby on terrane.tables(created) where listed and not over;"
    "create index if not exists stale on terrane.tables(over, touched);"
    "create index if not exists rules on terrane.tables(definition);"
    "insert into terrane.version select 1 where not exists (select 1 from terrane.version);";
enum {
    VERSION = 1,
    OLD_SESSION = 30000, /* milliseconds in which the session of a broken connection should have ended */
    PAUSE = 200,         /* between two attempts to connect */
    PARAMETERS = 9
};
/* Servers on one database are kept apart by this advisory lock: two numbers of our own. */
#define LOCK "74201, 1"

/* Statements of the writer and of the reader, by name. */
#define STATEMENTS(S)                                                                                                  \
    S(writer, begin, "begin")                                                                                          \
    S(writer, commit, "commit")                                                                                        \
    S(writer, set_batch,                                                                                               \
      "insert into writer values(1, $1, $2) on conflict (id) do update set session = $1, batch = $2")                  \
    S(writer, add_file, "insert into definitions values($1, $2, $3, $4) on conflict do nothing")                       \
    S(writer, add_table,                                                                                               \
      "insert into tables values($1, $2, $3, $4, $5, $6, $7, $8, false, greatest($9::bigint, 1 + coalesce((select"     \
      " max(created) from tables where listed and not over), 0)), $9)") /* what is made later is later */              \
    S(writer, add_line, "insert into lines values($1, $2, $3, $4, nullif($5::bigint, 0))")                             \
    S(writer, set_people, "update tables set people = $1, touched = $2 where id = $3")                                 \
    S(writer, set_over,                                                                                                \
      "update tables set over = $1, touched = $2::bigint where id = $3"                                                \
      " and (over <> $1 or touched < $2::bigint - 3600000)")                                                           \
    S(writer, set_clock, "insert into clock values(1, $1, $2) on conflict (id) do update set late = $1, wall = $2")    \
    S(writer, drop_files,                                                                                              \
      "delete from definitions where hash = (select definition from tables where id = $1)"                             \
      " and not exists (select 1 from tables where definition = hash and id <> $1)")                                   \
    S(writer, drop_lines, "delete from lines where id = $1")                                                           \
    S(writer, drop_table, "delete from tables where id = $1")                                                          \
    S(reader, get_table,                                                                                               \
      "select definition, name, title, header, facts, people, listed, over, created from tables where id = $1")        \
    S(reader, get_files, "select path, text from definitions where hash = $1 order by part")                           \
    S(reader, get_lines, "select number, spent, text, digest from lines where id = $1 order by number")                \
    /* In use: by a rematch with the same seed, or one of that; by a table whose seed nobody is to know */             \
    S(reader, get_in_use,                                                                                              \
      "with recursive kin(id) as (select people::jsonb ->> 'next' from tables"                                         \
      "  where id = $1 and people::jsonb -> 'same' = 'true'"                                                           \
      " union select t.people::jsonb ->> 'next' from tables t join kin k on t.id = k.id"                               \
      "  where t.people::jsonb -> 'same' = 'true')"                                                                    \
      " select exists (select 1 from kin k join tables t on t.id = k.id where not t.over)"                             \
      " or exists (select 1 from tables a join tables b on b.definition = a.definition where a.id = $1 and not b.over" \
      "  and b.id <> a.id and coalesce(b.facts::jsonb -> 'seeded', 'false') <> 'true'"                                 \
      "  and strpos(b.header, substr(a.header, strpos(a.header, E'\\nseed '))) > 0)")                                  \
    S(reader, get_stale,                                                                                               \
      "select id from tables where (over and touched < $1) or (not over and touched < $2) limit $3")                   \
    S(reader, get_bots, "select id from tables where not over and people not like '%\"bot\":null%' limit $1")          \
    S(reader, get_list,                                                                                                \
      "select id, name, title, people, facts, (select count(*) from lines l where l.id = t.id) from tables t"          \
      " where listed and not over order by created desc limit $1")

struct statement {
    const char *name, *sql;
    bool writes;
};
#define writer_writes true
#define reader_writes false
#define S(who, name, sql) static const struct statement name = {#name, sql, who##_writes};
STATEMENTS(S)
#undef S
#define S(who, name, sql) &name,
static const struct statement *const statements[] = {STATEMENTS(S)};
#undef S

struct postgres_store {
    struct store api; /* first: the interface is the beginning of this */
    char *address;
    PGconn *writer, *reader; /* NULL: there is no connection */
    pthread_mutex_t reading;
    int64_t clock_kept;   /* the time that was stored last */
    struct token session; /* this server, in the row of `writer` */
    int64_t batch;        /* the number of the last transaction */
};

static struct postgres_store *of(struct store *s) {
    return (struct postgres_store *)(void *)s;
}

/* ---- statements */
struct values {
    const char *texts[PARAMETERS];
    int sizes[PARAMETERS], binary[PARAMETERS];
    char numbers[PARAMETERS][24];
    int n;
};

static void put_bytes(struct values *v, const char *bytes, size_t size, bool binary) {
    v->texts[v->n] = bytes;
    v->sizes[v->n] = (int)size;
    v->binary[v->n++] = binary;
}

static void put_text(struct values *v, const char *text) {
    put_bytes(v, text, 0, false);
}

static void put_number(struct values *v, int64_t n) {
    snprintf(v->numbers[v->n], sizeof v->numbers[v->n], "%lld", (long long)n);
    put_text(v, v->numbers[v->n]);
}

static void put_bool(struct values *v, bool b) {
    put_text(v, b ? "t" : "f");
}

/* ---- connecting */
static int64_t milliseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void pause_a_little(void) {
    struct timespec t = {.tv_nsec = PAUSE * 1000000L};
    nanosleep(&t, NULL);
}

static void hear_nothing(void *user, const char *message) {
    (void)user, (void)message; /* that something is there already is no news */
}

/* Runs a statement that gives no rows. */
static bool run(PGconn *c, const char *sql) {
    PGresult *r = PQexec(c, sql);
    ExecStatusType status = PQresultStatus(r);
    PQclear(r);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* The text a query gives; NULL: none, or it fails. To be freed. */
static char *ask(PGconn *c, const char *sql) {
    PGresult *r = PQexec(c, sql);
    bool found = PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) > 0 && !PQgetisnull(r, 0, 0);
    char *text = found ? strdup(PQgetvalue(r, 0, 0)) : NULL;
    PQclear(r);
    return text;
}

static bool ask_true(PGconn *c, const char *sql) {
    char *text = ask(c, sql);
    bool yes = text && strcmp(text, "t") == 0;
    free(text);
    return yes;
}

/* What libpq says has lines: the first is enough. It tells no password. */
static void complain(PGconn *c, struct buf *error) {
    const char *text = c ? PQerrorMessage(c) : "out of memory";
    buf_printf(error, "PostgreSQL: %.*s", (int)strcspn(text, "\n"), text);
}

/* Whoever runs the server should know why something is not stored. */
static void tell(PGconn *c) {
    struct buf text;
    buf_init(&text);
    complain(c, &text);
    fprintf(stderr, "terrane serve: %s\n", text.data);
    buf_free(&text);
}

/* NULL: *error says why. What the operator wrote in the address goes before what is set here. */
static PGconn *open_connection(const struct postgres_store *s, struct buf *error) {
    const char *const names[] = {"connect_timeout",
                                 "application_name",
                                 "keepalives_idle",
                                 "tcp_user_timeout",
                                 "dbname",
                                 "client_encoding",
                                 NULL};
    const char *const values[] = {"5", "terrane", "10", "20000", s->address, "UTF8", NULL};
    PGconn *c = PQconnectdbParams(names, values, 1);
    if (c && PQstatus(c) == CONNECTION_OK) {
        PQsetNoticeProcessor(c, hear_nothing, NULL);
        if (run(c, "set search_path = terrane; set synchronous_commit = on")) return c;
    }
    complain(c, error);
    PQfinish(c);
    return NULL;
}

static bool prepare(PGconn *c, bool writes, struct buf *error) {
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
        if (statements[i]->writes != writes) continue;
        PGresult *r = PQprepare(c, statements[i]->name, statements[i]->sql, 0, NULL);
        bool fine = PQresultStatus(r) == PGRES_COMMAND_OK;
        PQclear(r);
        if (!fine) return complain(c, error), false;
    }
    return true;
}

static void end_connection(PGconn **c) {
    PQfinish(*c);
    *c = NULL;
}

/* The one connection that may write: it holds the lock. */
static bool connect_writer(struct postgres_store *s, struct buf *error) {
    PGconn *c = open_connection(s, error);
    if (!c) return false;
    if (!ask_true(c, "select pg_try_advisory_lock(" LOCK ")"))
        buf_puts(error, "the database is in use by another terrane serve");
    else if (run(c, schema) && prepare(c, true, error))
        return s->writer = c, true;
    else if (error->n == 0)
        complain(c, error);
    PQfinish(c);
    return false;
}

/* ---- writing */
/* What came of a transaction. */
enum end { DONE, TAKEN, LOCKED, AGAIN, FAILED, LOST };

static enum end end_of(const PGconn *c, const PGresult *r) {
    static const struct {
        const char *state; /* or how it begins */
        enum end end;
    } states[] = {{"23505", TAKEN},  {"40P01", AGAIN}, {"40001", AGAIN}, {"55P03", LOCKED},
                  {"57014", LOCKED}, {"57P", LOST},    {"08", LOST}};
    const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);
    for (size_t i = 0; state && i < sizeof states / sizeof *states; i++)
        if (strncmp(state, states[i].state, strlen(states[i].state)) == 0) return states[i].end;
    return PQstatus(c) == CONNECTION_OK ? FAILED : LOST;
}

/* Statements wait in memory until send_all. False: there is no memory, or no connection any more. */
static bool add(struct postgres_store *s, const struct statement *what, const struct values *v) {
    return PQsendQueryPrepared(s->writer, what->name, v ? v->n : 0, v ? v->texts : NULL, v ? v->sizes : NULL,
                               v ? v->binary : NULL, 0);
}

static bool add_new(struct postgres_store *s, const struct store_write *w) {
    const struct store_new *t = w->made;
    bool fine = true;
    for (size_t i = 0; i < t->n_files && fine; i++) {
        struct values file = {.n = 0};
        put_number(&file, (int64_t)t->definition);
        put_number(&file, (int64_t)i);
        put_text(&file, t->files[i].path);
        put_bytes(&file, t->files[i].text, t->files[i].size, true);
        fine = add(s, &add_file, &file);
    }
    struct values table = {.n = 0};
    put_text(&table, w->table.text);
    put_number(&table, (int64_t)t->definition);
    put_text(&table, t->name);
    put_text(&table, t->title);
    put_text(&table, t->header);
    put_text(&table, t->facts);
    put_text(&table, w->people ? w->people : "{}");
    put_bool(&table, t->listed);
    put_number(&table, t->created);
    return fine && add(s, &add_table, &table);
}

static bool add_drop(struct postgres_store *s, const struct store_write *w) {
    struct values id = {.n = 0};
    put_text(&id, w->table.text);
    return add(s, &drop_files, &id) && add(s, &drop_lines, &id) && add(s, &drop_table, &id); /* it names its rules */
}

static bool add_lines(struct postgres_store *s, const struct store_write *w) {
    bool fine = true;
    for (size_t i = 0; i < w->n_lines && fine; i++) {
        struct values line = {.n = 0};
        put_text(&line, w->table.text);
        put_number(&line, w->lines[i].revision);
        put_number(&line, w->lines[i].spent);
        put_text(&line, w->lines[i].text);
        put_number(&line, (int64_t)w->lines[i].digest);
        fine = add(s, &add_line, &line);
    }
    return fine;
}

static bool add_write(struct postgres_store *s, const struct store_write *w) {
    if (w->gone) return add_drop(s, w);
    bool fine = (!w->made || add_new(s, w)) && add_lines(s, w);
    if (w->people && !w->made && fine) {
        struct values people = {.n = 0};
        put_text(&people, w->people);
        put_number(&people, w->at);
        put_text(&people, w->table.text);
        fine = add(s, &set_people, &people);
    }
    if (w->over_known && fine) {
        struct values over = {.n = 0};
        put_bool(&over, w->over);
        put_number(&over, w->at);
        put_text(&over, w->table.text);
        fine = add(s, &set_over, &over);
    }
    return fine;
}

static bool clock_is_due(const struct postgres_store *s, const struct store_write *w) {
    return w->at - s->clock_kept >= STORE_CLOCK_EVERY;
}

/* Everything of one transaction, and how late it is, once an hour. */
static bool add_transaction(struct postgres_store *s, struct store_write *const *writes, size_t n) {
    struct values batch = {.n = 0};
    put_text(&batch, s->session.text);
    put_number(&batch, s->batch);
    bool fine = add(s, &begin, NULL) && add(s, &set_batch, &batch);
    for (size_t i = 0; i < n && fine; i++)
        fine = add_write(s, writes[i]);
    if (n > 0 && fine && clock_is_due(s, writes[n - 1])) {
        struct values late = {.n = 0};
        put_number(&late, writes[n - 1]->at);
        put_number(&late, clock_wall());
        fine = add(s, &set_clock, &late);
    }
    return fine && add(s, &commit, NULL) && PQpipelineSync(s->writer);
}

/* Sends what waits and takes in what comes meanwhile: a server whose results nobody takes would stop reading. */
static bool send_all(PGconn *c) {
    int left;
    while ((left = PQflush(c)) == 1) {
        struct pollfd socket = {.fd = PQsocket(c), .events = POLLIN | POLLOUT};
        if (poll(&socket, 1, -1) > 0 && socket.revents & (POLLIN | POLLERR | POLLHUP) && !PQconsumeInput(c))
            return false;
    }
    return left == 0;
}

/* The first thing that went wrong, of all results up to the end of the pipeline. */
static enum end read_results(PGconn *c) {
    enum end end = DONE;
    for (;;) {
        PGresult *r = PQgetResult(c);
        ExecStatusType status = PQresultStatus(r);
        if (!r && PQstatus(c) != CONNECTION_OK) return LOST; /* NULL is the end of one statement's results */
        if (r && status == PGRES_FATAL_ERROR && end == DONE) {
            end = end_of(c, r);
            if (end == FAILED || end == LOST) tell(c);
        }
        PQclear(r);
        if (status == PGRES_PIPELINE_SYNC) return end;
        if (end == LOST) return end;
    }
}

/* One transaction on the connection there is: all of it or nothing; LOST: nobody knows. */
static enum end transact(struct postgres_store *s, struct store_write *const *writes, size_t n) {
    s->batch++;
    bool sent = PQsetnonblocking(s->writer, 1) == 0 && PQenterPipelineMode(s->writer) &&
                add_transaction(s, writes, n) && send_all(s->writer);
    enum end end = sent ? read_results(s->writer) : LOST;
    if (end != LOST && !(PQexitPipelineMode(s->writer) && PQsetnonblocking(s->writer, 0) == 0)) end = LOST;
    if (end != LOST && end != DONE && !run(s->writer, "rollback")) end = LOST;
    if (end == DONE && n > 0 && clock_is_due(s, writes[n - 1])) s->clock_kept = writes[n - 1]->at;
    if (end == LOST) end_connection(&s->writer);
    return end;
}

/* Whether the last transaction was carried out, as the new connection sees it: the old session is gone. */
static bool was_carried_out(struct postgres_store *s) {
    char wanted[64];
    snprintf(wanted, sizeof wanted, "%s %lld", s->session.text, (long long)s->batch);
    char *found = ask(s->writer, "select session || ' ' || batch from writer");
    bool same = found && strcmp(found, wanted) == 0;
    free(found);
    return same;
}

/* A connection, also where one broke; false: none can be had. */
static bool reconnect(struct postgres_store *s, int64_t patience) {
    int64_t until = milliseconds() + patience;
    struct buf ignored;
    buf_init(&ignored);
    while (!s->writer && !connect_writer(s, &ignored) && milliseconds() < until)
        pause_a_little();
    buf_free(&ignored);
    return s->writer != NULL;
}

/* All of them or none. Where there was no connection before, nothing was sent, and nobody waits long. */
static enum end write_together(struct postgres_store *s, struct store_write *const *writes, size_t n) {
    enum { TIMES = 4 };
    enum end end = AGAIN;
    for (int i = 0; i < TIMES && (end == AGAIN || end == LOST); i++) {
        if (!reconnect(s, 0)) return FAILED;
        end = transact(s, writes, n);
        if (end != LOST) continue;
        if (!reconnect(s, OLD_SESSION)) return TAKEN;
        if (was_carried_out(s)) return DONE;
    }
    return end;
}

static enum store_result result_of(enum end end) {
    static const enum store_result results[] = {
        [DONE] = STORE_OK,      [TAKEN] = STORE_TAKEN,   [LOCKED] = STORE_LOCKED,
        [AGAIN] = STORE_LOCKED, [FAILED] = STORE_FAILED, [LOST] = STORE_FAILED};
    return results[end];
}

/* When one of many cannot be stored because somebody was first, the others still can: then each is tried alone. */
static enum store_result write_all(struct store *store, struct store_write *const *writes, size_t n) {
    struct postgres_store *s = of(store);
    enum store_result whole = result_of(write_together(s, writes, n));
    bool alone = whole == STORE_TAKEN && n > 1 && s->writer;
    for (size_t i = 0; i < n; i++)
        writes[i]->result = alone ? result_of(write_together(s, &writes[i], 1)) : whole;
    return whole == STORE_TAKEN ? STORE_OK : whole;
}

/* ---- reading */
/* Rows of a statement, NULL: they cannot be read, and *error says why. A connection that broke is made anew once. With
 * the lock of the reader held. */
static PGresult *rows_of(struct postgres_store *s, const struct statement *what, const struct values *v,
                         struct buf *error) {
    for (int i = 0; i < 2; i++) {
        if (!s->reader) {
            s->reader = open_connection(s, error);
            if (s->reader && !prepare(s->reader, false, error)) end_connection(&s->reader);
            if (!s->reader) return NULL;
        }
        PGresult *r = PQexecPrepared(s->reader, what->name, v->n, v->texts, v->sizes, v->binary, 0);
        if (PQresultStatus(r) == PGRES_TUPLES_OK) return r;
        bool lost = end_of(s->reader, r) == LOST;
        if (!lost || i > 0) complain(s->reader, error);
        PQclear(r);
        if (!lost) return NULL;
        end_connection(&s->reader);
    }
    return NULL;
}

static const char *column(struct arena *a, const PGresult *r, int row, int i) {
    const char *kept = arena_strdup(a, PQgetvalue(r, row, i), (size_t)PQgetlength(r, row, i));
    return kept ? kept : "";
}

static int64_t number(const PGresult *r, int row, int i) {
    return PQgetisnull(r, row, i) ? 0 : strtoll(PQgetvalue(r, row, i), NULL, 10);
}

static bool truth(const PGresult *r, int row, int i) {
    return *PQgetvalue(r, row, i) == 't';
}

static bool read_head(struct postgres_store *s, const struct values *id, struct store_table *t, bool *found,
                      struct buf *error) {
    PGresult *r = rows_of(s, &get_table, id, error);
    *found = r && PQntuples(r) == 1;
    if (*found) {
        t->definition = (uint64_t)number(r, 0, 0);
        t->name = column(&t->arena, r, 0, 1);
        t->title = column(&t->arena, r, 0, 2);
        t->header = column(&t->arena, r, 0, 3);
        t->facts = column(&t->arena, r, 0, 4);
        t->people = column(&t->arena, r, 0, 5);
        t->listed = truth(r, 0, 6);
        t->over = truth(r, 0, 7);
        t->created = number(r, 0, 8);
    }
    PQclear(r);
    return r != NULL;
}

static bool read_files(struct postgres_store *s, struct store_table *t, struct buf *error) {
    struct values hash = {.n = 0};
    put_number(&hash, (int64_t)t->definition);
    PGresult *r = rows_of(s, &get_files, &hash, error);
    size_t n = r ? (size_t)PQntuples(r) : 0;
    t->files = n > 0 ? ARENA_ARRAY(&t->arena, tn_file, n) : NULL;
    for (size_t i = 0; t->files && i < n; i++) {
        tn_file *f = &t->files[t->n_files++];
        unsigned char *bytes = PQunescapeBytea((const unsigned char *)PQgetvalue(r, (int)i, 1), &f->size);
        f->path = column(&t->arena, r, (int)i, 0);
        f->text = bytes ? arena_strdup(&t->arena, (const char *)bytes, f->size) : NULL;
        if (!bytes) t->arena.failed = true;
        PQfreemem(bytes);
    }
    PQclear(r);
    return r != NULL;
}

static bool read_lines(struct postgres_store *s, const struct values *id, struct store_table *t, struct buf *error) {
    PGresult *r = rows_of(s, &get_lines, id, error);
    bool fine = r != NULL;
    for (int i = 0; fine && i < PQntuples(r); i++) {
        struct store_line line = {(uint32_t)number(r, i, 0), (uint32_t)number(r, i, 1), column(&t->arena, r, i, 2),
                                  (uint64_t)number(r, i, 3)};
        fine = line.revision == t->lines.n;
        if (!fine)
            buf_puts(error, "a line is missing");
        else if (!VEC_PUSH(&t->lines, line))
            t->arena.failed = true;
    }
    PQclear(r);
    return fine;
}

static bool read_table(struct store *store, const char *id, struct store_table *out, struct buf *error) {
    struct postgres_store *s = of(store);
    struct values name = {.n = 0};
    struct buf why;
    bool found;
    buf_init(&why);
    memset(out, 0, sizeof *out);
    arena_init(&out->arena);
    put_text(&name, id);
    pthread_mutex_lock(&s->reading);
    bool fine = read_head(s, &name, out, &found, &why);
    if (found) fine = fine && read_files(s, out, &why) && read_lines(s, &name, out, &why);
    pthread_mutex_unlock(&s->reading);
    if (fine && found && out->n_files == 0) fine = false, buf_puts(&why, "its rules are missing");
    if (out->arena.failed) fine = false, buf_puts(&why, "out of memory");
    if (!fine) buf_printf(error, "table %s cannot be read: %s", id, why.data);
    buf_free(&why);
    return found && fine;
}

static bool read_definition(struct store *store, uint64_t hash, struct store_table *out) {
    struct postgres_store *s = of(store);
    struct buf why;
    buf_init(&why);
    memset(out, 0, sizeof *out);
    arena_init(&out->arena);
    out->definition = hash;
    pthread_mutex_lock(&s->reading);
    bool found = read_files(s, out, &why) && out->n_files > 0 && !out->arena.failed;
    pthread_mutex_unlock(&s->reading);
    buf_free(&why);
    return found;
}

/* Rows of one statement with the lock of the reader, and without a reason. */
static PGresult *look_up(struct postgres_store *s, const struct statement *what, const struct values *v) {
    struct buf why;
    buf_init(&why);
    pthread_mutex_lock(&s->reading);
    PGresult *r = rows_of(s, what, v, &why);
    pthread_mutex_unlock(&s->reading);
    buf_free(&why);
    return r;
}

static bool seed_in_use(struct store *store, const char *id) {
    struct values name = {.n = 0};
    put_text(&name, id);
    PGresult *r = look_up(of(store), &get_in_use, &name);
    bool free = r && PQntuples(r) == 1 && !truth(r, 0, 0);
    PQclear(r);
    return !free;
}

static bool read_token(const PGresult *r, int row, struct token *out) {
    const char *text = PQgetvalue(r, row, 0);
    if (!token_fits(text, strlen(text))) return false;
    memcpy(out->text, text, sizeof out->text);
    return true;
}

static bool list_tables(struct store *store, size_t most, void (*each)(void *user, const struct store_listed *t),
                        void *user) {
    struct values v = {.n = 0};
    put_number(&v, (int64_t)most);
    PGresult *r = look_up(of(store), &get_list, &v);
    for (int i = 0; i < PQntuples(r); i++) {
        struct store_listed t = {.name = PQgetvalue(r, i, 1),
                                 .title = PQgetvalue(r, i, 2),
                                 .people = PQgetvalue(r, i, 3),
                                 .facts = PQgetvalue(r, i, 4),
                                 .n = (uint32_t)number(r, i, 5)};
        if (read_token(r, i, &t.id)) each(user, &t);
    }
    PQclear(r);
    return r != NULL;
}

/* The names a statement finds. */
static bool list_names(struct postgres_store *s, const struct statement *what, const struct values *v,
                       void (*each)(void *user, const struct token *id), void *user) {
    PGresult *r = look_up(s, what, v);
    for (int i = 0; i < PQntuples(r); i++) {
        struct token id = {""};
        if (read_token(r, i, &id)) each(user, &id);
    }
    PQclear(r);
    return r != NULL;
}

static bool list_stale(struct store *store, int64_t over_before, int64_t open_before, size_t most,
                       void (*each)(void *user, const struct token *id), void *user) {
    struct values v = {.n = 0};
    put_number(&v, over_before);
    put_number(&v, open_before);
    put_number(&v, (int64_t)most);
    return list_names(of(store), &get_stale, &v, each, user);
}

static bool list_bots(struct store *store, size_t most, void (*each)(void *user, const struct token *id), void *user) {
    struct values v = {.n = 0};
    put_number(&v, (int64_t)most);
    return list_names(of(store), &get_bots, &v, each, user);
}

/* ---- opening */
static void close_store(struct store *store) {
    struct postgres_store *s = of(store);
    if (!s) return;
    PQfinish(s->writer);
    PQfinish(s->reader);
    pthread_mutex_destroy(&s->reading);
    free(s->address);
    free(s);
}

static bool is_of_this_version(struct postgres_store *s, struct buf *error) {
    char *text = ask(s->writer, "select max(number) from version");
    bool fine = text && atoi(text) <= VERSION;
    if (!text) complain(s->writer, error);
    if (text && !fine) buf_puts(error, "the database was written by a newer version of the program");
    free(text);
    return fine;
}

static bool read_clock(struct postgres_store *s, struct buf *error) {
    PGresult *r =
        PQexec(s->writer, "select max(touched), (select late from clock), (select wall from clock) from tables");
    bool fine = PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) == 1;
    if (fine) {
        int64_t touched = number(r, 0, 0);
        s->api.opened = store_clock_late(touched, PQgetisnull(r, 0, 1) ? touched : number(r, 0, 1),
                                         PQgetisnull(r, 0, 2) ? touched : number(r, 0, 2));
    } else {
        complain(s->writer, error);
    }
    PQclear(r);
    return fine;
}

struct store *store_postgres_open(const char *address, struct buf *error) {
    struct postgres_store *s = calloc(1, sizeof *s);
    if (!s) return buf_puts(error, "out of memory"), NULL;
    s->api = (struct store){.write = write_all,
                            .read = read_table,
                            .read_definition = read_definition,
                            .seed_in_use = seed_in_use,
                            .list = list_tables,
                            .list_stale = list_stale,
                            .list_bots = list_bots,
                            .close = close_store};
    const struct table_world chance = {.chance = chance_bytes};
    s->session = token_new(&chance);
    s->address = strdup(address);
    pthread_mutex_init(&s->reading, NULL);
    if (s->address && connect_writer(s, error) && is_of_this_version(s, error) && read_clock(s, error)) return &s->api;
    close_store(&s->api);
    return NULL;
}
