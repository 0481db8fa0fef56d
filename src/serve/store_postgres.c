/* store_postgres.c: the store in a PostgreSQL database; see store.h. Tables lie in a schema of their own, `terrane`.
 *
 * One connection writes, one reads, one keeps the leases (store_postgres_leases.h). A batch of changes is one
 * transaction and one round trip: its statements are sent as a pipeline, then their results are read.
 *
 * A connection may break when a commit was sent and its result has not come. Invariant: what is reported is what
 * happened. The row of this server in `writers` has the number of the connection that may write, and of the last
 * transaction; each transaction begins by writing it there, and fails where another connection has come. So a new
 * connection first takes that row, behind the old one's last transaction if one runs; then the row says whether it was
 * carried out. If not, it is sent once more. Where no connection can be had for long, the changes are reported as
 * taken, so that the tables are read again.
 *
 * Servers that share the database hold an advisory lock together; who wants it alone gets it only while nobody runs.
 */
#include "serve/store_postgres.h"

#include "serve/chance.h"
#include "serve/clock.h"
#include "serve/store_clock.h"
#include "serve/store_postgres_leases.h"
#include "serve/store_postgres_link.h"
#include "table/world.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Several servers may start at once: one after the other makes what is missing. */
static const char schema[] =
    "select pg_advisory_xact_lock(74201, 2);"
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
    "create table if not exists terrane.writers(session text primary key, connection bigint not null,"
    " batch bigint not null, at timestamptz not null);"
    "create table if not exists terrane.servers(id text primary key, address text not null, seen timestamptz not null);"
    "create table if not exists terrane.leases(id text primary key, lease bigint not null, server text not null,"
    " before text, game bigint);"
    "create index if not exists taken on terrane.leases(before) where before is not null;"
    "create index if not exists bots on terrane.tables(id) where not over and people not like '%\"bot\":null%';"
    "create index if not exists waking on terrane.tables(id) where not over and people like '%\"wake\":%';"
    "create index if not exists lobby on terrane.tables(created) where listed and not over;"
    "create index if not exists stale on terrane.tables(over, touched);"
    "create index if not exists rules on terrane.tables(definition);"
    "insert into terrane.version select 1 where not exists (select 1 from terrane.version);";
/* Whether it has all of that: making it again would make other servers wait. */
static const char has_schema[] = "select to_regclass('terrane.waking') is not null";
static const char tidy[] = "delete from servers where seen < now() - interval '1 day';"
                           "delete from writers where at < now() - interval '1 day'"
                           " and session not in (select id from servers)";
enum { VERSION = 1, PARAMETERS = 9 };
enum { OLD_SESSION = 30000, PAUSE = 200 }; /* milliseconds: until a connection should be had; between two attempts */
/* What uses the database holds this advisory lock, alone or together with others: two numbers of our own. */
#define LOCK "74201, 1"
/* Rules are deleted while nobody makes a table by them: who makes one holds this together with others. */
#define RULES_LOCK "74201, 3"
/* Gives a row, or fails as a division by zero does: nothing of the transaction is carried out then. */
#define OR_FAIL(rows) "with found as (" rows ") select 1 / count(*) from found"
/* Tables that somebody leads who lives are no business of others; $2 is this server. */
#define NOT_LED                                                                                                        \
    "not exists (select 1 from leases l join servers s on s.id = l.server where l.id = t.id and s.id <> $2"            \
    " and " LEASES_ALIVE ")"

/* Statements of the writer and of the reader, by name. */
#define STATEMENTS(S)                                                                                                  \
    S(writer, begin, "begin")                                                                                          \
    S(writer, commit, "commit")                                                                                        \
    S(writer, set_batch,                                                                                               \
      OR_FAIL("update writers set batch = $2, at = now() where session = $1 and connection = $3 returning 1"))         \
    S(writer, hold, OR_FAIL("select 1 from leases where id = $1 and lease = $2 for share"))                            \
    S(writer, take, OR_FAIL(LEASES_CLAIM))                                                                             \
    S(writer, add_lease, "insert into leases values($1, $2, $3, null, $4)")                                            \
    S(writer, drop_lease, "delete from leases where id = $1 and lease = $2")                                           \
    S(writer, add_file, "insert into definitions values($1, $2, $3, $4) on conflict do nothing")                       \
    S(writer, add_table,                                                                                               \
      "insert into tables values($1, $2, $3, $4, $5, $6, $7, $8, false, greatest($9::bigint, 1 + coalesce((select"     \
      " max(created) from tables where listed and not over), 0)), $9)") /* what is made later is later */              \
    S(writer, add_line, "insert into lines values($1, $2, $3, $4, nullif($5::bigint, 0))")                             \
    S(writer, set_people, "update tables set people = $1, touched = $2 where id = $3")                                 \
    S(writer, set_over,                                                                                                \
      "update tables set over = $1, touched = $2::bigint where id = $3"                                                \
      " and (over <> $1 or touched < $2::bigint - 3600000)")                                                           \
    S(writer, set_clock,                                                                                               \
      "insert into clock as c values(1, $1, $2) on conflict (id) do update"                                            \
      " set late = $1, wall = $2 where c.late < $1")                                                                   \
    S(writer, keep_rules, "select pg_advisory_xact_lock_shared(" RULES_LOCK ")")                                       \
    S(writer, drop_rules, "select pg_advisory_xact_lock(" RULES_LOCK ")")                                              \
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
    S(reader, get_bots,                                                                                                \
      "select id from tables t where not over and people not like '%\"bot\":null%' and " NOT_LED " limit $1")          \
    S(reader, get_waking,                                                                                              \
      "select id, at from (select id, (people::jsonb ->> 'wake')::bigint as at from tables where not over"             \
      " and people like '%\"wake\":%') t where at <= $3::bigint and " NOT_LED " order by at limit $1")                 \
    S(reader, claim, LEASES_CLAIM)                                                                                     \
    S(reader, set_game, "update leases set game = $3 where id = $1 and lease = $2 returning 1")                        \
    S(reader, get_leader,                                                                                              \
      "select s.id, s.address from leases l join servers s on s.id = l.server where l.id = $1 and s.id <> $2"          \
      " and " LEASES_ALIVE)                                                                                            \
    S(reader, get_game_leader,                                                                                         \
      "select s.id, s.address from leases l join servers s on s.id = l.server where l.game = $1 and s.id <> $2"        \
      " and " LEASES_ALIVE " limit 1")                                                                                 \
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
    int64_t clock_kept; /* the time that was stored last */
    int64_t batch;      /* the number of the last transaction */
    int64_t connection; /* and of the connection that writes */
    int64_t found;      /* the last transaction that was carried out when it came */
    bool shared;
    struct leases *leases; /* NULL: nobody else is to lead anything, or not yet */
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
static void pause_a_little(void) {
    struct timespec t = {.tv_nsec = PAUSE * 1000000L};
    nanosleep(&t, NULL);
}

/* Whoever runs the server should know why something is not stored. */
static void tell(PGconn *c) {
    struct buf text;
    buf_init(&text);
    link_complain(c, &text);
    fprintf(stderr, "terrane serve: %s\n", text.data);
    buf_free(&text);
}

static bool prepare(PGconn *c, bool writes, struct buf *error) {
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
        if (statements[i]->writes != writes) continue;
        PGresult *r = PQprepare(c, statements[i]->name, statements[i]->sql, 0, NULL);
        bool fine = PQresultStatus(r) == PGRES_COMMAND_OK;
        PQclear(r);
        if (!fine) return link_complain(c, error), false;
    }
    return true;
}

static int64_t number(const PGresult *r, int row, int i) {
    return PQgetisnull(r, row, i) ? 0 : strtoll(PQgetvalue(r, row, i), NULL, 10);
}

static bool lock_database(const struct postgres_store *s, PGconn *c) {
    return link_ask_true(c, s->shared ? "select pg_try_advisory_lock_shared(" LOCK ")"
                                      : "select pg_try_advisory_lock(" LOCK ")");
}

/* From now on this connection writes for the server, and none before it. */
static bool take_turn(struct postgres_store *s, PGconn *c) {
    const char *const values[] = {s->api.secret.text};
    PGresult *r = PQexecParams(c,
                               "insert into writers as w values($1, 1, 0, now()) on conflict (session) do update"
                               " set connection = w.connection + 1, at = now() returning connection, batch",
                               1, NULL, values, NULL, NULL, 0);
    bool fine = PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) == 1;
    if (fine) s->connection = number(r, 0, 0), s->found = number(r, 0, 1);
    PQclear(r);
    return fine;
}

/* The one connection that may write. */
static bool connect_writer(struct postgres_store *s, struct buf *error) {
    PGconn *c = link_open(s->address, error);
    if (!c) return false;
    if (!lock_database(s, c))
        buf_puts(error, s->shared ? "the database is in use by another program, which wants it alone"
                                  : "the database is in use by another terrane serve");
    else if ((link_ask_true(c, has_schema) || link_run(c, schema)) && link_run(c, tidy) && prepare(c, true, error) &&
             take_turn(s, c))
        return s->writer = c, true;
    else if (error->n == 0)
        link_complain(c, error);
    PQfinish(c);
    return false;
}

/* ---- writing */
/* Statements wait in memory until send_all. False: there is no memory, or no connection any more. */
static bool add(struct postgres_store *s, const struct statement *what, const struct values *v) {
    return PQsendQueryPrepared(s->writer, what->name, v ? v->n : 0, v ? v->texts : NULL, v ? v->sizes : NULL,
                               v ? v->binary : NULL, 0);
}

/* A new table is led by who made it. */
static bool add_lead(struct postgres_store *s, const struct store_write *w) {
    struct values lead = {.n = 0};
    put_text(&lead, w->table.text);
    put_number(&lead, (int64_t)w->lease);
    put_text(&lead, s->api.secret.text);
    put_number(&lead, (int64_t)w->made->game);
    return add(s, &add_lease, &lead);
}

static bool add_new(struct postgres_store *s, const struct store_write *w) {
    const struct store_new *t = w->made;
    bool fine = add(s, &keep_rules, NULL);
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
    return fine && add(s, &add_table, &table) && (!w->lease || add_lead(s, w));
}

static bool add_drop(struct postgres_store *s, const struct store_write *w) {
    struct values id = {.n = 0}, lead = {.n = 0};
    put_text(&id, w->table.text);
    put_text(&lead, w->table.text);
    put_number(&lead, (int64_t)w->lease);
    struct values taken = lead;
    put_text(&taken, s->api.secret.text);
    if (w->lease && !(add(s, &take, &taken) && add(s, &drop_lease, &lead))) return false;
    return add(s, &drop_rules, NULL) && add(s, &drop_files, &id) && add(s, &drop_lines, &id) &&
           add(s, &drop_table, &id); /* it names its rules */
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

/* That this server leads the table, or leads it no more. */
static bool add_held(struct postgres_store *s, const struct store_write *w) {
    struct values lead = {.n = 0};
    put_text(&lead, w->table.text);
    put_number(&lead, (int64_t)w->lease);
    return add(s, w->left ? &drop_lease : &hold, &lead);
}

static bool add_write(struct postgres_store *s, const struct store_write *w) {
    if (w->gone) return add_drop(s, w);
    if (w->left) return add_held(s, w);
    bool fine = w->made ? add_new(s, w) : !w->lease || add_held(s, w);
    fine = fine && add_lines(s, w);
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
    put_text(&batch, s->api.secret.text);
    put_number(&batch, s->batch);
    put_number(&batch, s->connection);
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
static enum link_end read_results(PGconn *c) {
    enum link_end end = LINK_DONE;
    for (;;) {
        PGresult *r = PQgetResult(c);
        ExecStatusType status = PQresultStatus(r);
        if (!r && PQstatus(c) != CONNECTION_OK) return LINK_LOST; /* NULL is the end of one statement's results */
        if (r && status == PGRES_FATAL_ERROR && end == LINK_DONE) {
            end = link_end_of(c, r);
            if (end == LINK_FAILED || end == LINK_LOST) tell(c);
        }
        PQclear(r);
        if (status == PGRES_PIPELINE_SYNC) return end;
        if (end == LINK_LOST) return end;
    }
}

/* One transaction on the connection there is: all of it or nothing; LINK_LOST: nobody knows. */
static enum link_end transact(struct postgres_store *s, struct store_write *const *writes, size_t n) {
    s->batch++;
    bool sent = PQsetnonblocking(s->writer, 1) == 0 && PQenterPipelineMode(s->writer) &&
                add_transaction(s, writes, n) && send_all(s->writer);
    enum link_end end = sent ? read_results(s->writer) : LINK_LOST;
    if (end != LINK_LOST && !(PQexitPipelineMode(s->writer) && PQsetnonblocking(s->writer, 0) == 0)) end = LINK_LOST;
    if (end != LINK_LOST && end != LINK_DONE && !link_run(s->writer, "rollback")) end = LINK_LOST;
    if (end == LINK_DONE && n > 0 && clock_is_due(s, writes[n - 1])) s->clock_kept = writes[n - 1]->at;
    if (end == LINK_LOST) link_end(&s->writer);
    return end;
}

/* A connection, also where one broke; false: none can be had. */
static bool reconnect(struct postgres_store *s, int64_t patience) {
    int64_t until = link_now() + patience;
    struct buf ignored;
    buf_init(&ignored);
    while (!s->writer && !connect_writer(s, &ignored) && link_now() < until)
        pause_a_little();
    buf_free(&ignored);
    return s->writer != NULL;
}

/* All of them or none. Where there was no connection before, nothing was sent, and nobody waits long. */
static enum link_end write_together(struct postgres_store *s, struct store_write *const *writes, size_t n) {
    enum { TIMES = 4 };
    enum link_end end = LINK_AGAIN;
    for (int i = 0; i < TIMES && (end == LINK_AGAIN || end == LINK_LOST); i++) {
        if (!reconnect(s, 0)) return LINK_FAILED;
        end = transact(s, writes, n);
        if (end != LINK_LOST) continue;
        if (!reconnect(s, OLD_SESSION)) return LINK_TAKEN;
        if (s->found == s->batch) return LINK_DONE;
    }
    return end;
}

static enum store_result result_of(enum link_end end) {
    static const enum store_result results[] = {
        [LINK_DONE] = STORE_OK,      [LINK_TAKEN] = STORE_TAKEN,   [LINK_LOCKED] = STORE_LOCKED,
        [LINK_AGAIN] = STORE_LOCKED, [LINK_FAILED] = STORE_FAILED, [LINK_LOST] = STORE_FAILED};
    return results[end];
}

/* When one of many cannot be stored because somebody was first, the others still can: then each is tried alone.
 */
static enum store_result write_all(struct store *store, struct store_write *const *writes, size_t n) {
    struct postgres_store *s = of(store);
    enum store_result whole = result_of(write_together(s, writes, n));
    bool alone = whole == STORE_TAKEN && n > 1 && s->writer;
    for (size_t i = 0; i < n; i++)
        writes[i]->result = alone ? result_of(write_together(s, &writes[i], 1)) : whole;
    return whole == STORE_TAKEN ? STORE_OK : whole;
}

/* ---- reading */
/* Rows of a statement, NULL: they cannot be read, and *error says why. A connection that broke is made anew once.
 * With the lock of the reader held. */
static PGresult *rows_of(struct postgres_store *s, const struct statement *what, const struct values *v,
                         struct buf *error) {
    for (int i = 0; i < 2; i++) {
        if (!s->reader) {
            s->reader = link_open(s->address, error);
            if (s->reader && !prepare(s->reader, false, error)) link_end(&s->reader);
            if (!s->reader) return NULL;
        }
        PGresult *r = PQexecPrepared(s->reader, what->name, v->n, v->texts, v->sizes, v->binary, 0);
        if (PQresultStatus(r) == PGRES_TUPLES_OK) return r;
        bool lost = link_end_of(s->reader, r) == LINK_LOST;
        if (!lost || i > 0) link_complain(s->reader, error);
        PQclear(r);
        if (!lost) return NULL;
        link_end(&s->reader);
    }
    return NULL;
}

static const char *column(struct arena *a, const PGresult *r, int row, int i) {
    const char *kept = arena_strdup(a, PQgetvalue(r, row, i), (size_t)PQgetlength(r, row, i));
    return kept ? kept : "";
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
    put_text(&v, of(store)->api.secret.text);
    return list_names(of(store), &get_bots, &v, each, user);
}

static bool list_waking(struct store *store, int64_t until, size_t most,
                        void (*each)(void *user, const struct token *id, int64_t at), void *user) {
    struct values v = {.n = 0};
    struct token id;
    put_number(&v, (int64_t)most);
    put_text(&v, of(store)->api.secret.text);
    put_number(&v, until);
    PGresult *r = look_up(of(store), &get_waking, &v);
    for (int i = 0; i < PQntuples(r); i++)
        if (read_token(r, i, &id)) each(user, &id, number(r, i, 1));
    PQclear(r);
    return r != NULL;
}

/* ---- several servers */
static enum store_claim claim_table(struct store *store, const char *id, uint64_t lease) {
    struct postgres_store *s = of(store);
    struct values v = {.n = 0};
    put_text(&v, id);
    put_number(&v, (int64_t)lease);
    put_text(&v, s->api.secret.text);
    PGresult *r = look_up(s, &claim, &v);
    bool mine = r && PQntuples(r) == 1;
    PQclear(r);
    return mine ? CLAIM_MINE : CLAIM_REFUSED;
}

static void note_game(struct store *store, const char *id, uint64_t lease, uint64_t game) {
    struct values v = {.n = 0};
    put_text(&v, id);
    put_number(&v, (int64_t)lease);
    put_number(&v, (int64_t)game);
    PQclear(look_up(of(store), &set_game, &v));
}

/* The server a statement finds; its first value is there already. */
static bool find_server(struct postgres_store *s, const struct statement *what, struct values *v, struct buf *address,
                        struct token *secret) {
    put_text(v, s->api.secret.text);
    PGresult *r = look_up(s, what, v);
    bool found = r && PQntuples(r) > 0 && read_token(r, 0, secret);
    if (found) buf_puts(address, PQgetvalue(r, 0, 1));
    PQclear(r);
    return found;
}

static bool find_leader(struct store *store, const char *id, struct buf *address, struct token *secret) {
    struct values v = {.n = 0};
    put_text(&v, id);
    return find_server(of(store), &get_leader, &v, address, secret);
}

static bool find_game(struct store *store, uint64_t game, struct buf *address, struct token *secret) {
    struct values v = {.n = 0};
    put_number(&v, (int64_t)game);
    return find_server(of(store), &get_game_leader, &v, address, secret);
}

static bool lives(struct store *store, const char *address) {
    return leases_lives(of(store)->leases, address);
}

static bool lives_at(struct store *store, const char *host) {
    return leases_lives_at(of(store)->leases, host);
}

static bool holds(struct store *store) {
    return leases_hold(of(store)->leases);
}

static void list_lost(struct store *store, void (*each)(void *user, const struct token *id), void *user) {
    leases_list_lost(of(store)->leases, each, user);
}

static bool share_store(struct store *store, const char *address, struct buf *error) {
    struct postgres_store *s = of(store);
    s->leases = leases_open(s->address, &s->api.secret, address, error);
    if (!s->leases) return false;
    s->api.claim = claim_table;
    s->api.note_game = note_game;
    s->api.find_leader = find_leader;
    s->api.find_game = find_game;
    s->api.lives = lives;
    s->api.lives_at = lives_at;
    s->api.holds = holds;
    s->api.list_lost = list_lost;
    return true;
}

/* ---- opening */
static void close_store(struct store *store) {
    struct postgres_store *s = of(store);
    if (!s) return;
    leases_close(s->leases);
    PQfinish(s->writer);
    PQfinish(s->reader);
    pthread_mutex_destroy(&s->reading);
    free(s->address);
    free(s);
}

static bool is_of_this_version(struct postgres_store *s, struct buf *error) {
    char *text = link_ask(s->writer, "select max(number) from version");
    bool fine = text && atoi(text) <= VERSION;
    if (!text) link_complain(s->writer, error);
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
        link_complain(s->writer, error);
    }
    PQclear(r);
    return fine;
}

struct store *store_postgres_open(const char *address, bool shared, struct buf *error) {
    struct postgres_store *s = calloc(1, sizeof *s);
    if (!s) return buf_puts(error, "out of memory"), NULL;
    s->api = (struct store){.write = write_all,
                            .read = read_table,
                            .read_definition = read_definition,
                            .seed_in_use = seed_in_use,
                            .list = list_tables,
                            .list_stale = list_stale,
                            .list_bots = list_bots,
                            .list_waking = list_waking,
                            .share = shared ? share_store : NULL,
                            .close = close_store};
    s->shared = shared;
    const struct table_world chance = {.chance = chance_bytes};
    s->api.secret = token_new(&chance); /* and its name among servers */
    s->address = strdup(address);
    pthread_mutex_init(&s->reading, NULL);
    if (s->address && connect_writer(s, error) && is_of_this_version(s, error) && read_clock(s, error)) return &s->api;
    close_store(&s->api);
    return NULL;
}
