/* The store: what was written is read back, a number is stored once, one failure among many harms the others not. */
#include "support/unit.h"

#include "serve/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[64];

static struct store *open_store(void) {
    struct buf error;
    buf_init(&error, NULL);
    struct store *s = store_sqlite_open(folder, &error);
    if (!s) print_error("%s\n", error.data);
    buf_free(&error);
    return s;
}

static int set_up(void **state) {
    (void)state;
    strcpy(folder, "/tmp/terrane-store-XXXXXX");
    return token_start() && mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state) {
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static const tn_file files[] = {{"a.game", "first\ntext", 10}, {"b.game", "", 0}};

static enum store_result make(struct store *s, const struct token *id, bool listed, int64_t created) {
    struct store_new made = {.definition = UINT64_MAX - 1, .files = files, .n_files = 2, .name = "a", .title = "A \"game\"",
                             .header = "header\n", .facts = "{\"x\":1}", .listed = listed, .created = created};
    struct store_line line = {0, 5, "A: one"};
    struct store_write write = {.table = *id, .made = &made, .lines = &line, .n_lines = 1, .people = "{\"p\":0}", .over_known = true};
    struct store_write *writes[] = {&write};
    s->write(s, writes, 1);
    return write.result;
}

static enum store_result add(struct store *s, const struct token *id, uint32_t number, const char *text) {
    struct store_line line = {number, 0, text};
    struct store_write write = {.table = *id, .lines = &line, .n_lines = 1};
    struct store_write *writes[] = {&write};
    s->write(s, writes, 1);
    return write.result;
}

static void comes_back(void **state) {
    (void)state;
    struct store *s = open_store();
    struct token id = token_new(), other = token_new();
    struct store_table t;
    struct buf error;
    buf_init(&error, NULL);
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
    assert_true(t.lines.data[0].spent == 5 && t.lines.data[1].number == 1);
    assert_string_equal(t.lines.data[1].text, "undo 0");
    store_table_free(&t);
    assert_false(s->read(s, other.text, &t, &error));
    store_table_free(&t);
    s->close(s);
    buf_free(&error);
}

/* Races are decided by (table, number): who comes second is told so and has stored nothing. */
static void a_number_once(void **state) {
    (void)state;
    struct store *s = open_store();
    struct token id = token_new(), other = token_new();
    struct store_table t;
    struct buf error;
    buf_init(&error, NULL);
    make(s, &id, false, 1);
    make(s, &other, false, 1);
    struct store_line again[] = {{1, 0, "A: mine"}, {0, 0, "A: taken"}}, fresh = {1, 0, "B: fine"};
    struct store_write bad = {.table = id, .lines = again, .n_lines = 2, .people = "{}"},
                       good = {.table = other, .lines = &fresh, .n_lines = 1, .people = "{\"q\":1}", .over = true, .over_known = true};
    struct store_write *writes[] = {&bad, &good};
    assert_true(s->write(s, writes, 2));
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
    assert_true(s->is_over(s, other.text));
    assert_false(s->is_over(s, id.text));
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
        ids[i] = token_new();
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

static void one_process_at_a_time(void **state) {
    (void)state;
    struct store *s = open_store();
    struct buf error;
    buf_init(&error, NULL);
    assert_null(store_sqlite_open(folder, &error));
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(comes_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_number_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lists_what_is_open, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_process_at_a_time, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
