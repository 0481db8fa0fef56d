/* The desk: tables by name, rematches, the lobby, tables that come back from the store, requests, and what happens when
 * the store refuses or somebody else was first. All of it without a server.
 */
#include "support/unit.h"

#include "table/fixture.h"
#include "table/routes.h"

enum { TEXT = 512, IDLE = 61000 };

static const char bots[] =
    "{\"game\":\"tic-tac-toe\",\"seed\":3,\"seats\":[{\"bot\":\"random\"},{\"bot\":\"random\"}]}";
static const char persons[] =
    "{\"game\":\"tic-tac-toe\",\"seed\":3,\"listed\":true,\"seats\":[{\"bot\":null,\"name\":\"Ann\"},{}]}";

static bool was_told(const struct fixture *f, uint32_t to, const char *what) {
    return strstr(f->sent[to].data, what) != NULL;
}

static void get(struct fixture *f, const char *path) {
    fixture_clear(f);
    request_get(f->solo.desk, 0, path, NULL);
    fixture_run(f);
}

/* Makes a table; its host is connection 1. */
static void open_table(struct fixture *f, const char *wish, char token[32]) {
    assert_true(fixture_make(f, wish));
    assert_true(fixture_field(f->last.data, "token", token, 32));
    fixture_join(f, 1);
    fixture_sayf(f, 1, "{\"t\":\"hello\",\"token\":\"%s\"}", token);
    assert_true(was_told(f, 1, "\"welcome\""));
}

static void answer_first(struct fixture *f) {
    const struct match *m = &f->table->match;
    fixture_sayf(f, 1, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", f->table->revision,
                 tn_state_nth(m->game, m->state, 0, 0));
    assert_true(was_told(f, 1, "\"ack\""));
}

/* The desk ends and another opens on the same store. */
static void start_again(struct fixture *f) {
    solo_close(&f->solo);
    assert_true(fixture_open_desk(f));
    fixture_run(f);
}

static void bots_play_alone(void **state) {
    struct fixture *f = *state;
    assert_true(fixture_make(f, bots));
    assert_true(table_is_over(f->table));
    assert_int_equal(f->table->revision, fixture_stored(f));
    assert_true(memory_store_find(&f->store, f->id.text)->over);
    assert_false(solo_step(&f->solo) || desk_busy(f->solo.desk));
}

/* Who has a seat here has the same one there, and both tables know it. */
static void rematches(void **state) {
    struct fixture *f = *state;
    char token[32], next[TOKEN_LENGTH + 1];
    open_table(f,
               "{\"game\":\"tic-tac-toe\",\"seed\":9,\"seats\":[{\"bot\":null,\"name\":\"Ann\"},{\"bot\":\"random\"}]}",
               token);
    fixture_sayf(f, 1, "{\"t\":\"rematch\"}");
    assert_true(was_told(f, 1, "\"illegal\"")); /* it is not over */
    while (!table_is_over(f->table))
        answer_first(f);
    fixture_sayf(f, 1, "{\"t\":\"rematch\",\"seed\":\"same\"}");
    assert_true(was_told(f, 1, "\"ack\"") && fixture_field(f->sent[1].data, "next", next, sizeof next));
    assert_int_equal(strlen(next), TOKEN_LENGTH);
    struct table *before = f->table;
    memcpy(f->id.text, next, sizeof next);
    fixture_run(f);
    assert_true(f->table && f->table != before && f->table->match.seed == 9 && f->table->match.history.n == 0);
    fixture_join(f, 2);
    fixture_sayf(f, 2, "{\"t\":\"hello\",\"token\":\"%s\"}", token);
    assert_true(was_told(f, 2, "\"welcome\"") && was_told(f, 2, "\"seat\":0"));
    assert_int_equal(f->store.tables.n, 2);
}

static void rematch_that_cannot_be_stored(void **state) {
    struct fixture *f = *state;
    char token[32];
    open_table(f,
               "{\"game\":\"tic-tac-toe\",\"seed\":9,\"seats\":[{\"bot\":null,\"name\":\"Ann\"},{\"bot\":\"random\"}]}",
               token);
    while (!table_is_over(f->table))
        answer_first(f);
    f->store.refuse = STORE_FAILED;
    fixture_sayf(f, 1, "{\"t\":\"rematch\"}");
    f->store.refuse = STORE_OK;
    assert_true(was_told(f, 1, "\"cannot_store\"") && !was_told(f, 1, "\"next\":\""));
    assert_int_equal(desk_count(f->solo.desk), 1);
    fixture_sayf(f, 1, "{\"t\":\"rematch\"}");
    assert_true(was_told(f, 1, "\"next\":\"")); /* now it can */
}

/* As after a crash: the position, the seats and who may sit there are those that were stored. */
static void tables_come_back(void **state) {
    struct fixture *f = *state;
    char token[32];
    open_table(f, persons, token);
    answer_first(f);
    uint64_t hash = tn_state_hash(f->table->match.game, f->table->match.state);
    start_again(f);
    assert_null(f->table);
    get(f, "tables");
    assert_true(was_told(f, 0, f->id.text) && was_told(f, 0, "\"begun\":true"));
    fixture_join(f, 1);
    fixture_sayf(f, 1, "{\"t\":\"hello\",\"token\":\"%s\"}", token);
    assert_true(was_told(f, 1, "\"seat\":0") && was_told(f, 1, "\"name\":\"Ann\""));
    assert_true(f->table->revision == 1 && tn_state_hash(f->table->match.game, f->table->match.state) == hash);
}

static void unknown_tables(void **state) {
    struct fixture *f = *state;
    memcpy(f->id.text, "abcdefghijklmnopqrstuv", TOKEN_LENGTH + 1);
    fixture_join(f, 1);
    assert_true(was_told(f, 1, "\"no_table\"") && f->dropped > 0);
    assert_int_equal(desk_count(f->solo.desk), 0);
    get(f, "tables/abcdefghijklmnopqrstuv");
    assert_true(was_told(f, 0, "\"no_table\""));
    get(f, "tables/../etc");
    assert_true(was_told(f, 0, "\"no_table\""));
}

/* Another desk on the same store was first: nothing is told but that, and the table is read again. */
static void somebody_was_first(void **state) {
    struct fixture *f = *state;
    char token[32];
    open_table(f, persons, token);
    answer_first(f);
    struct store_line line = {1, 0, "undo 0", 0};
    struct store_write other = {.table = f->id, .lines = &line, .n_lines = 1};
    assert_int_equal(f->store.store.write(&f->store.store, (struct store_write *[]){&other}, 1), STORE_OK);
    fixture_sayf(f, 1, "{\"t\":\"undo\"}");
    assert_true(was_told(f, 1, "\"stale\"") && !was_told(f, 1, "\"ack\""));
    assert_true(f->dropped > 0 && !f->table);
    fixture_join(f, 1);
    fixture_sayf(f, 1, "{\"t\":\"hello\",\"token\":\"%s\"}", token);
    assert_true(f->table->match.history.n == 0 && f->table->revision == 2);
}

/* Nobody looks at it: it leaves memory, and is there again when somebody comes. */
static void idle_tables(void **state) {
    struct fixture *f = *state;
    char token[32];
    open_table(f, persons, token);
    answer_first(f);
    fixture_time += IDLE;
    desk_tick(f->solo.desk, fixture_time);
    fixture_run(f);
    assert_non_null(f->table); /* somebody is there */
    fixture_post(f, (struct mail){.kind = MAIL_LEAVE, .from = 1});
    fixture_time += IDLE;
    desk_tick(f->solo.desk, fixture_time);
    fixture_run(f);
    assert_null(f->table);
    fixture_join(f, 1);
    assert_int_equal(f->table->match.history.n, 1);
}

static void old_tables(void **state) {
    struct fixture *f = *state;
    assert_true(fixture_make(f, bots));
    struct token over = f->id;
    char token[32];
    open_table(f, persons, token);
    fixture_post(f, (struct mail){.kind = MAIL_LEAVE, .from = 1});
    desk_keep(f->solo.desk, 100000, 0); /* those that are over, for so long */
    fixture_time += 2 * IDLE;
    desk_tick(f->solo.desk, fixture_time);
    fixture_run(f);
    assert_true(!memory_store_find(&f->store, over.text) && memory_store_find(&f->store, f->id.text));
}

static void after_a_failure(void **state) {
    struct fixture *f = *state;
    assert_true(fixture_make(f, persons));
    f->store.refuse = STORE_LOCKED;
    fixture_clear(f);
    desk_make(f->solo.desk, (struct mail){.kind = MAIL_MAKE, .text = strdup(bots), .n = strlen(bots)});
    fixture_run(f);
    assert_true(was_told(f, 0, "\"cannot_store\"") && was_told(f, 0, "another program"));
    assert_int_equal(desk_count(f->solo.desk), 1); /* what could not be stored is not there */
    f->store.refuse = STORE_OK;
}

/* A bot that could not be stored is asked again, a second later. */
static void bots_try_again(void **state) {
    struct fixture *f = *state;
    char token[32];
    open_table(f, "{\"game\":\"tic-tac-toe\",\"seed\":9,\"seats\":[{\"bot\":null},{\"bot\":\"random\"}]}", token);
    const struct match *m = &f->table->match;
    fixture_clear(f);
    char text[TEXT];
    snprintf(text, sizeof text, "{\"t\":\"answer\",\"n\":0,\"path\":[%u]}", tn_state_nth(m->game, m->state, 0, 0));
    desk_post(f->solo.desk, f->id.text,
              (struct mail){.kind = MAIL_SAYS, .from = 1, .text = strdup(text), .n = strlen(text)});
    while (f->table->revision == 0 || f->solo.changes) /* until the answer is stored */
        assert_true(solo_step(&f->solo));
    f->store.refuse = STORE_FAILED;
    fixture_run(f);
    assert_int_equal(f->table->revision, 1);
    f->store.refuse = STORE_OK;
    fixture_run(f);
    assert_int_equal(f->table->revision, 1);
    fixture_time += 1000;
    desk_tick(f->solo.desk, fixture_time);
    fixture_run(f);
    assert_int_equal(f->table->revision, 2);
}

static void requests(void **state) {
    struct fixture *f = *state;
    char token[32], path[64], hash[32];
    get(f, "games");
    assert_true(was_told(f, 0, "\"tic-tac-toe\""));
    get(f, "games/tic-tac-toe");
    assert_true(was_told(f, 0, "\"name\":\"tic-tac-toe\""));
    get(f, "games/nothing");
    assert_true(was_told(f, 0, "\"no_game\""));
    get(f, "nothing");
    assert_true(was_told(f, 0, "\"bad\""));
    get(f, "proof"); /* twice: it is kept */
    get(f, "proof");
    assert_true(was_told(f, 0, "\"lines\":[\"") && was_told(f, 0, "\"cards\":[{\"name\":"));
    open_table(f, persons, token);
    assert_true(fixture_field(f->sent[1].data, "game", hash, sizeof hash));
    snprintf(path, sizeof path, "game/%s", hash);
    get(f, path);
    assert_true(was_told(f, 0, "\"title\""));
    get(f, "game/0123456789abcdeg");
    assert_true(was_told(f, 0, "\"no_table\""));
    snprintf(path, sizeof path, "tables/%s/journal", f->id.text);
    get(f, path);
    assert_true(was_told(f, 0, "\"not_yours\"")); /* it is not over */
    assert_true(fixture_make(f, bots));
    snprintf(path, sizeof path, "tables/%s/journal", f->id.text);
    get(f, path);
    assert_true(was_told(f, 0, "game: tic-tac-toe") || was_told(f, 0, "game tic-tac-toe"));
    fixture_clear(f);
    request_post(f->solo.desk, 0, "tables", "{\"game\":\0}", 10);
    fixture_run(f);
    assert_true(was_told(f, 0, "\"bad\""));
    fixture_clear(f);
    request_post(f->solo.desk, 0, "replay", "{}", 2);
    fixture_run(f);
    assert_true(was_told(f, 0, "\"error\""));
}

static void nothing_new_while_ending(void **state) {
    struct fixture *f = *state;
    desk_stop(f->solo.desk);
    struct token id =
        desk_make(f->solo.desk, (struct mail){.kind = MAIL_MAKE, .text = strdup(bots), .n = strlen(bots)});
    assert_true(!*id.text && f->dropped == 1 && !solo_step(&f->solo));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up, fixture_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(bots_play_alone),  TEST(rematches),      TEST(rematch_that_cannot_be_stored),
        TEST(tables_come_back), TEST(unknown_tables), TEST(somebody_was_first),
        TEST(idle_tables),      TEST(old_tables),     TEST(after_a_failure),
        TEST(bots_try_again),   TEST(requests),       TEST(nothing_new_while_ending)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
