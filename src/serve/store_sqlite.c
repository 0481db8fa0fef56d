/* store_sqlite.c: the store in one SQLite file; see store.h.
 *
 * WAL with synchronous=FULL: a commit is on the disk when it returns. One connection writes, one reads, so that reading
 * never waits for a commit. A lock on DIR/lock keeps a second process out; the system drops it with the process.
 */
#include "serve/store_sqlite.h"

#include "serve/clock.h"
#include "serve/store_clock.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char schema[] =
    "create table if not exists definitions(hash integer not null, part integer not null, path text not null,"
    " text blob not null, primary key(hash, part)) without rowid;"
    "create table if not exists tables(id text primary key, definition integer not null, name text not null,"
    " title text not null, header text not null, facts text not null, people text not null, listed integer not null,"
    " over integer not null, created integer not null, touched integer not null default 0) without rowid;"
    "create table if not exists lines(id text not null, number integer not null, spent integer not null,"
    " text text not null, digest integer, primary key(id, number)) without rowid;"
    "create table if not exists clock(id integer primary key check (id = 1), late integer not null,"
    " wall integer not null);";
/* Stores of the first version did not know when a table was touched: now, as far as anybody can say. */
static const char second_version[] = "alter table tables add column touched integer not null default 0;"
                                     "update tables set touched = cast(strftime('%s', 'now') as integer) * 1000;";
static const char third_version[] = "alter table lines add column digest integer;";
static const char indices[] = "create index if not exists lobby on tables(created) where listed and not over;"
                              "create index if not exists stale on tables(over, touched);"
                              "create index if not exists rules on tables(definition);"
                              "pragma user_version = 3;";
enum { VERSION = 3, LOCK_TIME = 2000 /* milliseconds */ };

/* Statements of the writer and of the reader, by name. */
#define STATEMENTS(S)                                                                                                  \
    S(writer, begin, "begin immediate")                                                                                \
    S(writer, commit, "commit")                                                                                        \
    S(writer, rollback, "rollback")                                                                                    \
    S(writer, add_file, "insert or ignore into definitions values(?, ?, ?, ?)")                                        \
    S(writer, add_table,                                                                                               \
      "insert into tables values(?, ?, ?, ?, ?, ?, ?, ?, 0, max(?9, 1 + coalesce((select max(created) from tables"     \
      " where listed and not over), 0)), ?9)") /* what is made later is later, also in one millisecond */              \
    S(writer, add_line, "insert into lines values(?, ?, ?, ?, nullif(?, 0))")                                          \
    S(writer, set_people, "update tables set people = ?, touched = ? where id = ?")                                    \
    S(writer, set_over,                                                                                                \
      "update tables set over = ?1, touched = ?2 where id = ?3 and (over <> ?1 or touched < ?2 - 3600000)")            \
    S(writer, set_clock, "insert or replace into clock values(1, ?, ?)")                                               \
    S(writer, drop_files,                                                                                              \
      "delete from definitions where hash = (select definition from tables where id = ?1)"                             \
      " and not exists (select 1 from tables where definition = hash and id <> ?1)")                                   \
    S(writer, drop_lines, "delete from lines where id = ?")                                                            \
    S(writer, drop_table, "delete from tables where id = ?")                                                           \
    S(reader, get_table,                                                                                               \
      "select definition, name, title, header, facts, people, listed, over, created from tables where id = ?")         \
    S(reader, get_files, "select path, text from definitions where hash = ? order by part")                            \
    S(reader, get_lines, "select number, spent, text, digest from lines where id = ? order by number")                 \
    /* In use: by a rematch with the same seed, or one of that; by a table whose seed nobody is to know */             \
    S(reader, get_in_use,                                                                                              \
      "with recursive kin(id) as (select json_extract(people, '$.next') from tables"                                   \
      "  where id = ?1 and json_extract(people, '$.same')"                                                             \
      " union select json_extract(t.people, '$.next') from tables t join kin k on t.id = k.id"                         \
      "  where json_extract(t.people, '$.same'))"                                                                      \
      " select exists (select 1 from kin k join tables t on t.id = k.id where t.over = 0)"                             \
      " or exists (select 1 from tables a join tables b on b.definition = a.definition where a.id = ?1 and b.over = 0" \
      "  and b.id <> a.id and not coalesce(json_extract(b.facts, '$.seeded'), 0)"                                      \
      "  and instr(b.header, substr(a.header, instr(a.header, char(10) || 'seed '))) > 0)")                            \
    S(reader, get_stale,                                                                                               \
      "select id from tables where (over = 1 and touched < ?) or (over = 0 and touched < ?) limit ?")                  \
    S(reader, get_bots, "select id from tables where over = 0 and people not like '%\"bot\":null%' limit ?")           \
    S(reader, get_waking,                                                                                              \
      "select id, json_extract(people, '$.wake') as at from tables where over = 0 and people like '%\"wake\":%'"       \
      " and at <= ? order by at limit ?")                                                                              \
    S(reader, get_list,                                                                                                \
      "select id, name, title, people, facts, (select count(*) from lines l where l.id = t.id) from tables t"          \
      " where listed and not over order by created desc limit ?")

struct sqlite_store {
    struct store api; /* first: the interface is the beginning of this */
    sqlite3 *writer, *reader;
    pthread_mutex_t reading;
    int lock;
    int64_t clock_kept; /* the time that was stored last */
#define S(who, name, sql) sqlite3_stmt *name;
    STATEMENTS(S)
#undef S
};

static struct sqlite_store *of(struct store *s) {
    return (struct sqlite_store *)(void *)s;
}

/* ---- statements */
static void bind_text(sqlite3_stmt *s, int i, const char *text) {
    sqlite3_bind_text(s, i, text, -1, SQLITE_STATIC);
}

static void bind_number(sqlite3_stmt *s, int i, int64_t n) {
    sqlite3_bind_int64(s, i, n);
}

/* Runs a statement that gives no rows, and readies it for the next time. */
static int run(sqlite3_stmt *s) {
    int code = sqlite3_step(s);
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
}

/* ---- writing */
static int write_new(struct sqlite_store *s, const struct store_write *w) {
    const struct store_new *t = w->made;
    int code = SQLITE_OK;
    for (size_t i = 0; i < t->n_files && code == SQLITE_OK; i++) {
        bind_number(s->add_file, 1, (int64_t)t->definition);
        bind_number(s->add_file, 2, (int64_t)i);
        bind_text(s->add_file, 3, t->files[i].path);
        sqlite3_bind_blob64(s->add_file, 4, t->files[i].text, t->files[i].size, SQLITE_STATIC);
        code = run(s->add_file);
    }
    if (code != SQLITE_OK) return code;
    bind_text(s->add_table, 1, w->table.text);
    bind_number(s->add_table, 2, (int64_t)t->definition);
    bind_text(s->add_table, 3, t->name);
    bind_text(s->add_table, 4, t->title);
    bind_text(s->add_table, 5, t->header);
    bind_text(s->add_table, 6, t->facts);
    bind_text(s->add_table, 7, w->people ? w->people : "{}");
    bind_number(s->add_table, 8, t->listed);
    bind_number(s->add_table, 9, t->created);
    return run(s->add_table);
}

static int drop(struct sqlite_store *s, const struct store_write *w) {
    sqlite3_stmt *const all[] = {s->drop_files, s->drop_lines, s->drop_table}; /* the table last: it names its rules */
    int code = SQLITE_OK;
    for (size_t i = 0; i < sizeof all / sizeof *all && code == SQLITE_OK; i++) {
        bind_text(all[i], 1, w->table.text);
        code = run(all[i]);
    }
    return code;
}

static int write_one(struct sqlite_store *s, const struct store_write *w) {
    if (w->gone) return drop(s, w);
    int code = w->made ? write_new(s, w) : SQLITE_OK;
    for (size_t i = 0; i < w->n_lines && code == SQLITE_OK; i++) {
        bind_text(s->add_line, 1, w->table.text);
        bind_number(s->add_line, 2, w->lines[i].revision);
        bind_number(s->add_line, 3, w->lines[i].spent);
        bind_text(s->add_line, 4, w->lines[i].text);
        bind_number(s->add_line, 5, (int64_t)w->lines[i].digest);
        code = run(s->add_line);
    }
    if (w->people && !w->made && code == SQLITE_OK) {
        bind_text(s->set_people, 1, w->people);
        bind_number(s->set_people, 2, w->at);
        bind_text(s->set_people, 3, w->table.text);
        code = run(s->set_people);
    }
    if (w->over_known && code == SQLITE_OK) {
        bind_number(s->set_over, 1, w->over);
        bind_number(s->set_over, 2, w->at);
        bind_text(s->set_over, 3, w->table.text);
        code = run(s->set_over);
    }
    return code;
}

/* How late it is, once an hour. */
static int write_clock(struct sqlite_store *s, int64_t late) {
    if (late - s->clock_kept < STORE_CLOCK_EVERY) return SQLITE_OK;
    bind_number(s->set_clock, 1, late);
    bind_number(s->set_clock, 2, clock_wall());
    int code = run(s->set_clock);
    if (code == SQLITE_OK) s->clock_kept = late;
    return code;
}

/* All of them or none. */
static int write_together(struct sqlite_store *s, struct store_write *const *writes, size_t n) {
    int code = run(s->begin);
    if (code != SQLITE_OK) return code;
    for (size_t i = 0; i < n && code == SQLITE_OK; i++) {
        code = write_one(s, writes[i]);
        if (code == SQLITE_OK) code = write_clock(s, writes[i]->at);
    }
    if (code == SQLITE_OK) code = run(s->commit);
    if (code != SQLITE_OK && !sqlite3_get_autocommit(s->writer)) run(s->rollback);
    return code;
}

static enum store_result result_of(int code) {
    switch (code & 255) {
    case SQLITE_OK: return STORE_OK;
    case SQLITE_CONSTRAINT: return STORE_TAKEN;
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return STORE_LOCKED;
    default: return STORE_FAILED;
    }
}

/* When one of many cannot be stored because somebody was first, the others still can: then each is tried alone. What is
 * wrong with the file or the disk is wrong for all of them. */
static enum store_result write_all(struct store *store, struct store_write *const *writes, size_t n) {
    struct sqlite_store *s = of(store);
    enum store_result whole = result_of(write_together(s, writes, n));
    bool alone = whole == STORE_TAKEN && n > 1;
    for (size_t i = 0; i < n; i++)
        writes[i]->result = alone ? result_of(write_together(s, &writes[i], 1)) : whole;
    sqlite3_busy_timeout(s->writer, whole == STORE_LOCKED ? 0 : LOCK_TIME);
    return whole == STORE_TAKEN ? STORE_OK : whole;
}

/* ---- reading */
static const char *column(struct arena *a, sqlite3_stmt *s, int i) {
    const char *text = (const char *)sqlite3_column_text(s, i);
    const char *kept = text ? arena_strdup(a, text, (size_t)sqlite3_column_bytes(s, i)) : NULL;
    return kept ? kept : "";
}

/* What follows gives SQLITE_DONE only when everything there is was read: any other end is an error, not the end of a
 * table. */
static int read_head(struct sqlite_store *s, const char *id, struct store_table *t, bool *found) {
    sqlite3_stmt *q = s->get_table;
    bind_text(q, 1, id);
    int code = sqlite3_step(q);
    *found = code == SQLITE_ROW;
    if (*found) {
        t->definition = (uint64_t)sqlite3_column_int64(q, 0);
        t->name = column(&t->arena, q, 1);
        t->title = column(&t->arena, q, 2);
        t->header = column(&t->arena, q, 3);
        t->facts = column(&t->arena, q, 4);
        t->people = column(&t->arena, q, 5);
        t->listed = sqlite3_column_int(q, 6);
        t->over = sqlite3_column_int(q, 7);
        t->created = sqlite3_column_int64(q, 8);
        code = SQLITE_DONE;
    }
    sqlite3_reset(q);
    return t->arena.failed ? SQLITE_NOMEM : code;
}

static int read_files(struct sqlite_store *s, struct store_table *t) {
    enum { MOST = 256 };
    sqlite3_stmt *q = s->get_files;
    t->files = ARENA_ARRAY(&t->arena, tn_file, MOST);
    bind_number(q, 1, (int64_t)t->definition);
    int code = SQLITE_DONE;
    while (t->files && t->n_files < MOST && (code = sqlite3_step(q)) == SQLITE_ROW) {
        tn_file *f = &t->files[t->n_files++];
        f->size = (size_t)sqlite3_column_bytes(q, 1);
        f->path = column(&t->arena, q, 0);
        f->text = arena_strdup(&t->arena, f->size ? sqlite3_column_blob(q, 1) : "", f->size);
    }
    sqlite3_reset(q);
    return t->arena.failed ? SQLITE_NOMEM : code;
}

static int read_lines(struct sqlite_store *s, const char *id, struct store_table *t) {
    sqlite3_stmt *q = s->get_lines;
    bool fine = true;
    int code = SQLITE_DONE;
    bind_text(q, 1, id);
    while (fine && (code = sqlite3_step(q)) == SQLITE_ROW) {
        struct store_line line = {(uint32_t)sqlite3_column_int64(q, 0), (uint32_t)sqlite3_column_int64(q, 1),
                                  column(&t->arena, q, 2), (uint64_t)sqlite3_column_int64(q, 3)};
        fine = line.revision == t->lines.n && VEC_PUSH(&t->lines, line);
    }
    sqlite3_reset(q);
    return t->arena.failed ? SQLITE_NOMEM : fine ? code : SQLITE_CORRUPT; /* a line is missing */
}

static bool read_table(struct store *store, const char *id, struct store_table *out, struct buf *error) {
    struct sqlite_store *s = of(store);
    memset(out, 0, sizeof *out);
    arena_init(&out->arena);
    pthread_mutex_lock(&s->reading);
    bool found;
    int code = read_head(s, id, out, &found);
    if (found && code == SQLITE_DONE) code = read_files(s, out);
    if (found && code == SQLITE_DONE) code = out->n_files > 0 ? read_lines(s, id, out) : SQLITE_CORRUPT;
    pthread_mutex_unlock(&s->reading);
    if (code != SQLITE_DONE) buf_printf(error, "table %s cannot be read: %s", id, sqlite3_errstr(code));
    return found && code == SQLITE_DONE;
}

static bool read_definition(struct store *store, uint64_t hash, struct store_table *out) {
    struct sqlite_store *s = of(store);
    memset(out, 0, sizeof *out);
    arena_init(&out->arena);
    out->definition = hash;
    pthread_mutex_lock(&s->reading);
    bool found = read_files(s, out) == SQLITE_DONE && out->n_files > 0;
    pthread_mutex_unlock(&s->reading);
    return found;
}

static bool seed_in_use(struct store *store, const char *id) {
    struct sqlite_store *s = of(store);
    pthread_mutex_lock(&s->reading);
    bind_text(s->get_in_use, 1, id);
    bool free = sqlite3_step(s->get_in_use) == SQLITE_ROW && !sqlite3_column_int(s->get_in_use, 0);
    sqlite3_reset(s->get_in_use);
    pthread_mutex_unlock(&s->reading);
    return !free;
}

static bool list_tables(struct store *store, size_t most, void (*each)(void *user, const struct store_listed *t),
                        void *user) {
    struct sqlite_store *s = of(store);
    struct arena arena;
    arena_init(&arena);
    pthread_mutex_lock(&s->reading);
    bind_number(s->get_list, 1, (int64_t)most);
    int code;
    while ((code = sqlite3_step(s->get_list)) == SQLITE_ROW) {
        sqlite3_stmt *q = s->get_list;
        struct store_listed t = {.name = column(&arena, q, 1),
                                 .title = column(&arena, q, 2),
                                 .people = column(&arena, q, 3),
                                 .facts = column(&arena, q, 4),
                                 .n = (uint32_t)sqlite3_column_int64(q, 5)};
        const char *id = column(&arena, q, 0);
        if (!token_fits(id, strlen(id))) continue;
        memcpy(t.id.text, id, sizeof t.id.text);
        each(user, &t);
    }
    sqlite3_reset(s->get_list);
    pthread_mutex_unlock(&s->reading);
    arena_free(&arena);
    return code == SQLITE_DONE;
}

static bool read_name(sqlite3_stmt *q, struct token *out) {
    const char *text = (const char *)sqlite3_column_text(q, 0);
    if (!text || !token_fits(text, strlen(text))) return false;
    memcpy(out->text, text, sizeof out->text);
    return true;
}

/* The names a statement finds, which has everything bound. */
static bool list_names(sqlite3_stmt *q, void (*each)(void *user, const struct token *id), void *user) {
    int code;
    while ((code = sqlite3_step(q)) == SQLITE_ROW) {
        struct token id;
        if (read_name(q, &id)) each(user, &id);
    }
    sqlite3_reset(q);
    return code == SQLITE_DONE;
}

static bool list_stale(struct store *store, int64_t over_before, int64_t open_before, size_t most,
                       void (*each)(void *user, const struct token *id), void *user) {
    struct sqlite_store *s = of(store);
    pthread_mutex_lock(&s->reading);
    bind_number(s->get_stale, 1, over_before);
    bind_number(s->get_stale, 2, open_before);
    bind_number(s->get_stale, 3, (int64_t)most);
    bool fine = list_names(s->get_stale, each, user);
    pthread_mutex_unlock(&s->reading);
    return fine;
}

static bool list_bots(struct store *store, size_t most, void (*each)(void *user, const struct token *id), void *user) {
    struct sqlite_store *s = of(store);
    pthread_mutex_lock(&s->reading);
    bind_number(s->get_bots, 1, (int64_t)most);
    bool fine = list_names(s->get_bots, each, user);
    pthread_mutex_unlock(&s->reading);
    return fine;
}

static bool list_waking(struct store *store, int64_t until, size_t most,
                        void (*each)(void *user, const struct token *id, int64_t at), void *user) {
    struct sqlite_store *s = of(store);
    int code;
    pthread_mutex_lock(&s->reading);
    bind_number(s->get_waking, 1, until);
    bind_number(s->get_waking, 2, (int64_t)most);
    while ((code = sqlite3_step(s->get_waking)) == SQLITE_ROW) {
        struct token id;
        if (read_name(s->get_waking, &id)) each(user, &id, sqlite3_column_int64(s->get_waking, 1));
    }
    sqlite3_reset(s->get_waking);
    pthread_mutex_unlock(&s->reading);
    return code == SQLITE_DONE;
}

/* ---- opening */
static void close_store(struct store *store) {
    struct sqlite_store *s = of(store);
    if (!s) return;
#define S(who, name, sql) sqlite3_finalize(s->name);
    STATEMENTS(S)
#undef S
    sqlite3_close(s->reader);
    sqlite3_close(s->writer);
    if (s->lock >= 0) close(s->lock);
    pthread_mutex_destroy(&s->reading);
    free(s);
}

static bool take_lock(struct sqlite_store *s, const char *folder, struct buf *error) {
    char path[4096];
    snprintf(path, sizeof path, "%s/lock", folder);
    s->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (s->lock < 0) return buf_printf(error, "%s: %s", path, strerror(errno)), false;
    if (flock(s->lock, LOCK_EX | LOCK_NB) == 0) return true;
    buf_printf(error, "%s is in use by another terrane serve", folder);
    return false;
}

static bool complain(sqlite3 *db, const char *path, struct buf *error) {
    buf_printf(error, "%s: %s", path, db ? sqlite3_errmsg(db) : "out of memory");
    return false;
}

/* The number a query gives; -1: it fails. */
static int ask_number(sqlite3 *db, const char *sql) {
    sqlite3_stmt *q = NULL;
    int number = -1;
    if (sqlite3_prepare_v2(db, sql, -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW)
        number = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    return number;
}

/* How late it is: see store.h. */
static int64_t how_late(sqlite3 *db) {
    sqlite3_stmt *q = NULL;
    int64_t late = 0, then = 0, touched = 0;
    bool known =
        sqlite3_prepare_v2(db, "select max(touched), (select late from clock), (select wall from clock) from tables",
                           -1, &q, NULL) == SQLITE_OK &&
        sqlite3_step(q) == SQLITE_ROW;
    if (known) {
        touched = sqlite3_column_int64(q, 0);
        late = sqlite3_column_type(q, 1) == SQLITE_NULL ? touched : sqlite3_column_int64(q, 1);
        then = sqlite3_column_type(q, 2) == SQLITE_NULL ? touched : sqlite3_column_int64(q, 2);
    }
    sqlite3_finalize(q);
    return store_clock_late(touched, late, then);
}

/* Makes the tables, or brings those of an older version up to this one: what they lack says it, for programs of the
 * first version wrote their number over any other. */
static bool prepare_tables(sqlite3 *db, const char *path, struct buf *error) {
    int version = ask_number(db, "pragma user_version");
    bool old = ask_number(db, "select count(*) from pragma_table_info('tables')") > 0;
    bool first = old && ask_number(db, "select count(*) from pragma_table_info('tables') where name = 'touched'") == 0;
    bool second = old && ask_number(db, "select count(*) from pragma_table_info('lines') where name = 'digest'") == 0;
    if (version > VERSION) return buf_printf(error, "%s was written by a newer version of the program", path), false;
    const char *const parts[] = {"begin immediate",           schema,  first ? second_version : "",
                                 second ? third_version : "", indices, "commit"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (version < 0 || sqlite3_exec(db, parts[i], NULL, NULL, NULL) != SQLITE_OK) return complain(db, path, error);
    return true;
}

static bool open_files(struct sqlite_store *s, const char *folder, struct buf *error) {
    char path[4096];
    snprintf(path, sizeof path, "%s/tables.sqlite", folder);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &s->writer, flags | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK)
        return complain(s->writer, path, error);
    sqlite3_busy_timeout(s->writer, LOCK_TIME);
    if (sqlite3_exec(s->writer, "pragma journal_mode = wal; pragma synchronous = full;", NULL, NULL, NULL) !=
            SQLITE_OK ||
        !prepare_tables(s->writer, path, error))
        return error->n > 0 ? false : complain(s->writer, path, error);
    if (sqlite3_open_v2(path, &s->reader, flags, NULL) != SQLITE_OK) return complain(s->reader, path, error);
    sqlite3_busy_timeout(s->reader, LOCK_TIME);
    s->api.opened = how_late(s->reader);
#define S(who, name, sql)                                                                                              \
    if (sqlite3_prepare_v3(s->who, sql, -1, SQLITE_PREPARE_PERSISTENT, &s->name, NULL) != SQLITE_OK)                   \
        return complain(s->who, path, error);
    STATEMENTS(S)
#undef S
    return true;
}

struct store *store_sqlite_open(const char *folder, struct buf *error) {
    struct sqlite_store *s = calloc(1, sizeof *s);
    if (!s) return buf_puts(error, "out of memory"), NULL;
    s->api = (struct store){.write = write_all,
                            .read = read_table,
                            .read_definition = read_definition,
                            .seed_in_use = seed_in_use,
                            .list = list_tables,
                            .list_stale = list_stale,
                            .list_bots = list_bots,
                            .list_waking = list_waking,
                            .close = close_store};
    s->lock = -1;
    pthread_mutex_init(&s->reading, NULL);
    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        buf_printf(error, "%s: %s", folder, strerror(errno));
    else if (take_lock(s, folder, error) && open_files(s, folder, error))
        return &s->api;
    close_store(&s->api);
    return NULL;
}
