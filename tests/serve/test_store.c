/* The store: what was written is read back, a revision is stored once, one failure among many harms the others not.
 * The same tests run on SQLite and, where TERRANE_TEST_STORE is the address of a database, on that one: all it holds is
 * deleted. */
#include "support/unit.h"

#include "serve/chance.h"
#include "serve/store_open.h"
#include "serve/store_sqlite.h"
#include "table/world.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[64];
static const char *database; /* NULL: a folder */
static const struct table_world world = {.chance = chance_bytes, .hash = chance_hash};

static struct store *open_store(void) {
    struct buf error;
    buf_init(&error);
    struct store *s = store_open(database ? database : folder, false, &error);
    if (!s) print_error("%s\n", error.data);
    buf_free(&error);
    return s;
}

static int set_up(void **state) {
    (void)state;
    char command[512];
    snprintf(command, sizeof command,
             "psql -q '%s' -c 'set client_min_messages = warning; drop schema if exists terrane cascade'",
             database ? database : "");
    if (database && system(command) != 0) return -1;
    strcpy(folder, "/tmp/terrane-store-XXXXXX");
    return chance_start() && mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state) {
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static const tn_file files[] = {{"a.game", "first\ntext", 10}, {"b.game", "", 0}};

static enum store_result make(struct store *s, const struct token *id, bool listed, int64_t created) {
    struct store_new made = {.definition = UINT64_MAX - 1,
                             .files = files,
                             .n_files = 2,
                             .name = "a",
                             .title = "A \"game\"",
                             .header = "header\n",
                             .facts = "{\"x\":1}",
                             .listed = listed,
                             .created = created};
    struct store_line line = {0, 5, "A: one", UINT64_MAX - 6};
    struct store_write write = {
        .table = *id, .made = &made, .lines = &line, .n_lines = 1, .people = "{\"p\":0}", .over_known = true};
    struct store_write *writes[] = {&write};
    s->write(s, writes, 1);
    return write.result;
}

static enum store_result add(struct store *s, const struct token *id, uint32_t revision, const char *text) {
    struct store_line line = {revision, 0, text, 0};
    struct store_write write = {.table = *id, .lines = &line, .n_lines = 1};
    struct store_write *writes[] = {&write};
    s->write(s, writes, 1);
    return write.result;
}

static void comes_back(void **state) {
    (void)state;
    struct store *s = open_store();
    struct token id = token_new(&world), other = token_new(&world);
    struct store_table t;
    struct buf error;
    buf_init(&error);
    assert_non_null(s);
    assert_false(s->read(s, id.text, &t, &error));
    assert_int_equal(error.n, 0); /* that it is not there is no error */
    store_table_free(&t);
    assert_int_equal(make(s, &id, true, 3), STORE_OK);
    assert_int_equal(make(s, &id, true, 3), STORE_TAKEN);
    assert_int_equal(add(s, &id, 1, "undo 0"), STORE_OK);
    s->close(s);
    s = open_store();
    assert_true(s->read(s, id.text, &t, &error));
    assert_true(t.definition == UINT64_MAX - 1 && t.listed && !t.over && t.created == 3);
    assert_string_equal(t.title, "A \"game\"");
    assert_string_equal(t.header, "header\n");
    assert_string_equal(t.facts, "{\"x\":1}");
    assert_string_equal(t.people, "{\"p\":0}");
    assert_int_equal(t.n_files, 2);
    assert_string_equal(t.files[0].path, "a.game");
    assert_int_equal(t.files[0].size, 10);
    assert_memory_equal(t.files[0].text, "first\ntext", 10);
    assert_int_equal(t.files[1].size, 0);
    assert_int_equal(t.lines.n, 2);
    assert_true(t.lines.data[0].spent == 5 && t.lines.data[1].revision == 1);
    assert_true(t.lines.data[0].digest == UINT64_MAX - 6 && t.lines.data[1].digest == 0);
    assert_string_equal(t.lines.data[1].text, "undo 0");
    store_table_free(&t);
    assert_false(s->read(s, other.text, &t, &error));
    store_table_free(&t);
    s->close(s);
    buf_free(&error);
}

/* Races are decided by (table, revision): who comes second is told so and has stored nothing. */
static void a_number_once(void **state) {
    (void)state;
    struct store *s = open_store();
    struct token id = token_new(&world), other = token_new(&world);
    struct store_table t;
    struct buf error;
    buf_init(&error);
    make(s, &id, false, 1);
    make(s, &other, false, 1);
    struct store_line again[] = {{1, 0, "A: mine", 0}, {0, 0, "A: taken", 0}}, fresh = {1, 0, "B: fine", 0};
    struct store_write bad = {.table = id, .lines = again, .n_lines = 2, .people = "{}"}, good = {.table = other,
                                                                                                  .lines = &fresh,
                                                                                                  .n_lines = 1,
                                                                                                  .people = "{\"q\":1}",
                                                                                                  .over = true,
                                                                                                  .over_known = true};
    struct store_write *writes[] = {&bad, &good};
    assert_int_equal(s->write(s, writes, 2), STORE_OK);
    assert_int_equal(bad.result, STORE_TAKEN);
    assert_int_equal(good.result, STORE_OK);
    assert_true(s->read(s, id.text, &t, &error));
    assert_int_equal(t.lines.n, 1); /* all of a change or nothing */
    assert_string_equal(t.people, "{\"p\":0}");
    store_table_free(&t);
    assert_true(s->read(s, other.text, &t, &error));
    assert_true(t.over && t.lines.n == 2);
    assert_string_equal(t.people, "{\"q\":1}");
    store_table_free(&t);
    assert_true(s->seed_in_use(s, other.text)); /* by the one that is not over */
    assert_false(s->seed_in_use(s, id.text));
    s->close(s);
    buf_free(&error);
}

struct seen {
    size_t n;
    char ids[8][TOKEN_LENGTH + 1];
};

static void note(void *user, const struct store_listed *l) {
    struct seen *seen = user;
    assert_true(seen->n < 8);
    memcpy(seen->ids[seen->n++], l->id.text, TOKEN_LENGTH + 1);
    assert_int_equal(l->n, 1);
    assert_string_equal(l->name, "a");
}

static void lists_what_is_open(void **state) {
    (void)state;
    struct store *s = open_store();
    struct token ids[4];
    struct seen seen = {0};
    for (int i = 0; i < 4; i++) {
        ids[i] = token_new(&world);
        make(s, &ids[i], i != 1, 10 + i);
    }
    struct store_write over = {.table = ids[2], .over = true, .over_known = true};
    struct store_write *writes[] = {&over};
    s->write(s, writes, 1);
    assert_true(s->list(s, 2, note, &seen));
    assert_int_equal(seen.n, 2);
    assert_string_equal(seen.ids[0], ids[3].text);
    assert_string_equal(seen.ids[1], ids[0].text);
    s->close(s);
}

/* Tables that were made in one millisecond are listed in the order in which they were. */
static void lists_the_newest_first(void **state) {
    (void)state;
    struct store *s = open_store();
    struct token ids[6];
    struct seen seen = {0};
    for (int i = 0; i < 6; i++) {
        ids[i] = token_new(&world);
        make(s, &ids[i], true, 10);
    }
    assert_true(s->list(s, 6, note, &seen));
    assert_int_equal(seen.n, 6);
    for (int i = 0; i < 6; i++)
        assert_string_equal(seen.ids[i], ids[5 - i].text);
    s->close(s);
}

static void note_name(void *user, const struct token *id) {
    struct seen *seen = user;
    assert_true(seen->n < 8);
    memcpy(seen->ids[seen->n++], id->text, TOKEN_LENGTH + 1);
}

static struct seen stale(struct store *s, int64_t over_before, int64_t open_before) {
    struct seen seen = {0};
    assert_true(s->list_stale(s, over_before, open_before, 8, note_name, &seen));
    return seen;
}

static bool drop(struct store *s, const struct token *id) {
    struct store_write gone = {.table = *id, .gone = true};
    struct store_write *writes[] = {&gone};
    return s->write(s, writes, 1) == STORE_OK && gone.result == STORE_OK;
}

static void forgets(void **state) {
    (void)state;
    enum { HOUR = 3600000 };
    struct store *s = open_store();
    struct token over = token_new(&world), open = token_new(&world);
    struct store_table t;
    struct buf error;
    buf_init(&error);
    make(s, &over, false, 10);
    make(s, &open, true, 20);
    struct store_write end = {.table = over, .over = true, .over_known = true, .at = 30};
    struct store_write *writes[] = {&end};
    s->write(s, writes, 1);
    assert_int_equal(stale(s, 0, 0).n, 0);
    assert_int_equal(stale(s, 30, 20).n, 0); /* before, not at */
    assert_string_equal(stale(s, 31, 0).ids[0], over.text);
    assert_string_equal(stale(s, 0, 21).ids[0], open.text);
    struct store_line line = {1, 0, "A: two", 0};
    struct store_write move = {.table = open, .lines = &line, .n_lines = 1, .over_known = true, .at = 2 * HOUR};
    writes[0] = &move;
    s->write(s, writes, 1);
    assert_int_equal(stale(s, 0, 2 * HOUR).n, 0); /* it was touched */
    struct store_write sit = {.table = open, .people = "{}", .at = 3 * HOUR};
    writes[0] = &sit;
    s->write(s, writes, 1);
    assert_int_equal(stale(s, 0, 3 * HOUR).n, 0);
    assert_true(drop(s, &over));
    assert_false(s->read(s, over.text, &t, &error));
    store_table_free(&t);
    assert_true(s->read(s, open.text, &t, &error)); /* with the rules both have played by */
    assert_int_equal(t.lines.n, 2);
    store_table_free(&t);
    assert_true(s->read_definition(s, UINT64_MAX - 1, &t));
    assert_int_equal(t.n_files, 2);
    store_table_free(&t);
    assert_true(drop(s, &open));
    assert_false(s->read_definition(s, UINT64_MAX - 1, &t)); /* nobody does any more */
    store_table_free(&t);
    assert_int_equal(make(s, &open, true, 1), STORE_OK); /* nothing of it is left */
    assert_int_equal(error.n, 0);
    s->close(s);
    buf_free(&error);
}

static void finds_bots(void **state) {
    (void)state;
    static const char *const people[] = {"{\"seats\":[{\"bot\":\"x\"},{\"bot\":\"y\"}]}",
                                         "{\"seats\":[{\"bot\":\"x\"},{\"bot\":null}]}",
                                         "{\"seats\":[{\"bot\":\"x\"}]}"};
    struct store *s = open_store();
    struct token ids[3];
    struct seen seen = {0};
    for (int i = 0; i < 3; i++) {
        ids[i] = token_new(&world);
        make(s, &ids[i], false, 1);
        struct store_write write = {.table = ids[i], .people = people[i], .over = i == 2, .over_known = true, .at = 2};
        struct store_write *writes[] = {&write};
        s->write(s, writes, 1);
    }
    assert_true(s->list_bots(s, 8, note_name, &seen));
    assert_int_equal(seen.n, 1);
    assert_string_equal(seen.ids[0], ids[0].text);
    s->close(s);
}

static void note_waking(void *user, const struct token *id, int64_t at) {
    struct seen *seen = user;
    (void)at;
    note_name(seen, id);
}

/* Tables that must act by a time, the first ones first; a name that looks like it is none. */
static void finds_waking(void **state) {
    (void)state;
    static const char *const people[] = {"{\"seats\":[],\"wake\":300}", "{\"seats\":[],\"wake\":200}",
                                         "{\"seats\":[{\"name\":\"\\\"wake\\\":1\"}]}", "{\"seats\":[],\"wake\":100}",
                                         "{\"seats\":[],\"wake\":301}"};
    struct store *s = open_store();
    struct token ids[5];
    struct seen seen = {0};
    for (int i = 0; i < 5; i++) {
        ids[i] = token_new(&world);
        make(s, &ids[i], false, 1);
        struct store_write write = {.table = ids[i], .people = people[i], .over = i == 3, .over_known = true, .at = 2};
        struct store_write *writes[] = {&write};
        s->write(s, writes, 1);
    }
    assert_true(s->list_waking(s, 300, 8, note_waking, &seen));
    assert_int_equal(seen.n, 2);
    assert_string_equal(seen.ids[0], ids[1].text);
    assert_string_equal(seen.ids[1], ids[0].text);
    s->close(s);
}

static void change_file(const char *sql) {
    char path[128];
    sqlite3 *db;
    snprintf(path, sizeof path, "%s/tables.sqlite", folder);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* A store of the first version goes on; one of a later version is not touched. */
static void versions(void **state) {
    (void)state;
    struct store *s = open_store();
    struct token id = token_new(&world);
    struct buf error;
    buf_init(&error);
    make(s, &id, true, 5);
    s->close(s);
    change_file("drop index stale; alter table tables drop column touched; alter table lines drop column digest;"
                "pragma user_version = 1;");
    s = open_store();
    assert_non_null(s);
    assert_int_equal(stale(s, 1000, 1000).n, 0); /* touched when it was brought up */
    assert_int_equal(stale(s, 0, INT64_MAX).n, 1);
    assert_int_equal(add(s, &id, 1, "A: two"), STORE_OK);
    s->close(s);
    change_file("pragma user_version = 1;"); /* a program of the first version has looked in */
    s = open_store();
    assert_non_null(s);
    assert_int_equal(stale(s, 0, INT64_MAX).n, 1);
    s->close(s);
    change_file("pragma user_version = 99;");
    assert_null(store_sqlite_open(folder, &error));
    assert_non_null(strstr(error.data, "newer version"));
    buf_free(&error);
}

static void one_process_at_a_time(void **state) {
    (void)state;
    struct store *s = open_store();
    struct buf error;
    buf_init(&error);
    assert_null(store_open(database ? database : folder, false, &error));
    assert_non_null(strstr(error.data, "in use"));
    buf_clear(&error);
    assert_null(store_sqlite_open("/proc/none/such", &error));
    assert_non_null(strstr(error.data, "/proc/none/such"));
    s->close(s);
    s = open_store();
    assert_non_null(s);
    s->close(s);
    buf_free(&error);
}

/* What the texts of people and rules may hold comes back to the letter. */
static void any_text(void **state) {
    (void)state;
    static const char people[] = "{\"name\":\"it's \\\\ \\\" $1 %s \xc3\xa4\xe2\x82\xac\xf0\x9f\x8e\xb2\"}";
    static const char bytes[] = {'a', 0, (char)0xff, '\\', '\'', '\n', 1};
    const tn_file odd[] = {{"odd name's.game", bytes, sizeof bytes}};
    struct store *s = open_store();
    struct token id = token_new(&world);
    struct store_table t;
    struct buf error;
    buf_init(&error);
    struct store_new made = {
        .definition = 5, .files = odd, .n_files = 1, .name = "", .title = "\n", .header = "", .facts = "{}"};
    struct store_write write = {.table = id, .made = &made, .people = people, .over_known = true};
    struct store_write *writes[] = {&write};
    assert_int_equal(s->write(s, writes, 1), STORE_OK);
    assert_true(s->read(s, id.text, &t, &error));
    assert_string_equal(t.people, people);
    assert_string_equal(t.title, "\n");
    assert_int_equal(t.files[0].size, sizeof bytes);
    assert_memory_equal(t.files[0].text, bytes, sizeof bytes);
    assert_string_equal(t.files[0].path, odd[0].path);
    store_table_free(&t);
    s->close(s);
    buf_free(&error);
}

/* Far more in one batch than any buffer between program and database holds. */
static void many_at_once(void **state) {
    (void)state;
    enum { TABLES = 400, LINES = 20 };
    static struct store_write writes[TABLES], *all[TABLES];
    static struct store_line lines[LINES];
    struct store *s = open_store();
    struct store_table t;
    struct buf error;
    buf_init(&error);
    for (uint32_t i = 0; i < LINES; i++)
        lines[i] = (struct store_line){i + 1, i, "A: a line of some length, as answers with a payment have it", i};
    for (int i = 0; i < TABLES; i++) {
        struct token id = token_new(&world);
        make(s, &id, false, 1);
        writes[i] = (struct store_write){.table = id, .lines = lines, .n_lines = LINES};
        all[i] = &writes[i];
    }
    assert_int_equal(s->write(s, all, TABLES), STORE_OK);
    for (int i = 0; i < TABLES; i++) {
        assert_int_equal(writes[i].result, STORE_OK);
        assert_true(s->read(s, writes[i].table.text, &t, &error));
        assert_int_equal(t.lines.n, LINES + 1);
        store_table_free(&t);
    }
    s->close(s);
    buf_free(&error);
}

/* ---- several servers */
static struct store *open_shared(const char *address) {
    struct buf error;
    buf_init(&error);
    struct store *s = store_open(database, true, &error);
    assert_non_null(s);
    assert_null(s->claim); /* before anybody else may come */
    assert_true(s->share(s, address, &error));
    buf_free(&error);
    return s;
}

static enum store_result add_leading(struct store *s, const struct token *id, uint64_t lease, uint32_t revision) {
    struct store_line line = {revision, 0, "A: one", 0};
    struct store_write write = {.table = *id, .lines = &line, .n_lines = 1, .people = "{}", .lease = lease};
    struct store_write *writes[] = {&write};
    s->write(s, writes, 1);
    return write.result;
}

static void make_leading(struct store *s, const struct token *id, uint64_t lease, uint64_t game) {
    struct store_new made = {.definition = 5,
                             .files = files,
                             .n_files = 2,
                             .name = "a",
                             .title = "",
                             .header = "",
                             .facts = "{}",
                             .game = game};
    struct store_write write = {.table = *id, .made = &made, .people = "{}", .over_known = true, .lease = lease};
    struct store_write *writes[] = {&write};
    assert_int_equal(s->write(s, writes, 1), STORE_OK);
}

static enum store_result leave(struct store *s, const struct token *id, uint64_t lease) {
    struct store_write write = {.table = *id, .lease = lease, .left = true};
    struct store_write *writes[] = {&write};
    s->write(s, writes, 1);
    return write.result;
}

static enum store_result delete_leading(struct store *s, const struct token *id, uint64_t lease) {
    struct store_write write = {.table = *id, .lease = lease, .gone = true};
    struct store_write *writes[] = {&write};
    s->write(s, writes, 1);
    return write.result;
}

static bool is_led_at(struct store *asked, const struct token *id, const char *address) {
    struct buf found;
    struct token secret = {""};
    buf_init(&found);
    bool led = asked->find_leader(asked, id->text, &found, &secret) && strcmp(found.data, address) == 0;
    assert_true(!led || strcmp(secret.text, asked->secret.text) != 0); /* it is that of the other */
    buf_free(&found);
    return led;
}

static bool is_played_at(struct store *asked, uint64_t game, const char *address) {
    struct buf found;
    struct token secret;
    buf_init(&found);
    bool played = asked->find_game(asked, game, &found, &secret) && strcmp(found.data, address) == 0;
    buf_free(&found);
    return played;
}

/* What was stored under a lease that is held no more is nothing, and harms nothing that is stored with it. */
static void one_leads(void **state) {
    (void)state;
    if (!database) skip();
    struct store *a = open_shared("127.0.0.1:1"), *b = open_shared("127.0.0.1:2");
    struct token id = token_new(&world), other = token_new(&world), none = token_new(&world);
    struct buf error;
    buf_init(&error);
    assert_null(store_open(database, false, &error)); /* nobody has it alone */
    make_leading(a, &id, 5, 77);
    assert_true(a->holds(a) && b->holds(b));
    assert_true(is_led_at(b, &id, "127.0.0.1:1") && !is_led_at(a, &id, "127.0.0.1:1"));
    assert_true(is_played_at(b, 77, "127.0.0.1:1") && !is_played_at(b, 78, "127.0.0.1:1"));
    assert_int_equal(b->claim(b, id.text, 6), CLAIM_REFUSED);
    assert_int_equal(b->claim(b, none.text, 6), CLAIM_REFUSED);
    assert_int_equal(add_leading(b, &id, 6, 0), STORE_TAKEN);
    assert_int_equal(add_leading(a, &id, 5, 0), STORE_OK);
    assert_int_equal(a->claim(a, id.text, 7), CLAIM_MINE); /* it was read again */
    assert_int_equal(add_leading(a, &id, 5, 1), STORE_TAKEN);
    a->note_game(a, id.text, 7, 78);
    assert_true(is_played_at(b, 78, "127.0.0.1:1") && !is_played_at(b, 77, "127.0.0.1:1"));

    make_leading(b, &other, 9, 0);
    struct store_line line = {1, 0, "A: two", 0}, first = {0, 0, "A: two", 0};
    struct store_write late = {.table = id, .lines = &line, .n_lines = 1, .lease = 7},
                       fine = {.table = other, .lines = &first, .n_lines = 1, .lease = 9}, *both[] = {&late, &fine};
    b->write(b, both, 2);
    assert_int_equal(late.result, STORE_OK); /* a lease is a number that nobody else knows */
    assert_int_equal(leave(a, &id, 5), STORE_OK);
    assert_int_equal(b->claim(b, id.text, 8), CLAIM_REFUSED); /* what was left is another lease */
    assert_int_equal(leave(a, &id, 7), STORE_OK);
    assert_int_equal(b->claim(b, id.text, 8), CLAIM_MINE);
    line.revision = 2, first.revision = 1;
    late.result = fine.result = STORE_FAILED;
    b->write(b, both, 2);
    assert_int_equal(late.result, STORE_TAKEN);
    assert_int_equal(fine.result, STORE_OK);
    assert_int_equal(delete_leading(a, &id, 11), STORE_TAKEN);
    b->close(b);
    assert_false(is_led_at(a, &id, "127.0.0.1:2"));
    assert_int_equal(a->claim(a, id.text, 12), CLAIM_MINE); /* at once: it has said that it ends */
    assert_int_equal(delete_leading(a, &id, 13), STORE_OK);
    assert_int_equal(a->claim(a, id.text, 14), CLAIM_REFUSED); /* there is no such table any more */
    a->close(a);
    buf_free(&error);
}

static void addresses(void **state) {
    (void)state;
    static const char *const shown[][2] = {
        {"/var/lib/x", "/var/lib/x"},
        {"postgresql://a:secret@host:5432/db?password=secret", "postgresql://host:5432/db"},
        {"postgres:///db?host=/tmp", "postgresql:///db"},
        {"postgresql://a:se@cret@h", "postgresql://h"},
    };
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        struct buf out;
        buf_init(&out);
        store_put_address(&out, shown[i][0]);
        assert_string_equal(out.data, shown[i][1]);
        buf_free(&out);
    }
}

int main(void) {
    database = getenv("TERRANE_TEST_STORE");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(comes_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_number_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lists_what_is_open, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lists_the_newest_first, set_up, tear_down),
        cmocka_unit_test_setup_teardown(forgets, set_up, tear_down),
        cmocka_unit_test_setup_teardown(finds_bots, set_up, tear_down),
        cmocka_unit_test_setup_teardown(finds_waking, set_up, tear_down),
        cmocka_unit_test_setup_teardown(any_text, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_at_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_leads, set_up, tear_down),
        cmocka_unit_test(addresses),
        cmocka_unit_test_setup_teardown(one_process_at_a_time, set_up, tear_down),
    };
    const struct CMUnitTest of_files[] = {cmocka_unit_test_setup_teardown(versions, set_up, tear_down)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return database ? failed : failed + cmocka_run_group_tests(of_files, NULL, NULL);
}
