/* What whoever keeps tables elsewhere relies on: a change is acknowledged when it is kept and not before; a table comes
 * back from its text; a journal becomes the link of its game. */
#include "support/unit.h"

#include "table/fixture.h"
#include "table/replay.h"
#include "table/store_text.h"

static struct writing *held; /* the change that waits */

static void hold(void *user, struct writing *w) {
    (void)user;
    assert_null(held); /* one of a table at a time */
    held = w;
}

/* The first answer of the question that was heard last. */
static void answer(struct fixture *f, unsigned n) {
    static const char key[] = "\"answers\":[{\"id\":";
    const struct buf *heard = &f->sent[1];
    const char *at = NULL;
    for (const char *next = heard->data; next && (next = strstr(next, key)); next++)
        at = next + sizeof key - 1;
    static unsigned long first;
    if (at) first = strtoul(at, NULL, 10);
    fixture_sayf(f, 1, "{\"t\":\"answer\",\"n\":%u,\"path\":[%lu]}", n, first);
}

static void let_go(struct fixture *f, enum store_result result) {
    struct writing *w = held;
    assert_non_null(w);
    held = NULL;
    if (result == STORE_OK)
        f->store.store.write(&f->store.store, (struct store_write *[]){&w->write}, 1);
    else
        w->write.result = result;
    w->done(w, w->user);
    fixture_run(f);
}

static int set_up(void **state) {
    if (fixture_set_up(state) != 0) return -1;
    struct fixture *f = *state;
    solo_close(&f->solo);
    struct solo_exit to = {.deliver = fixture_take, .drop = fixture_drop, .user = f, .keep = hold};
    held = NULL;
    return solo_open(&f->solo, &f->world, to) ? 0 : -1;
}

static bool begin(struct fixture *f) {
    char token[64], hello[128];
    fixture_make(f, "{\"game\":\"tic-tac-toe\",\"practice\":true,\"seed\":3,"
                    "\"seats\":[{\"bot\":null,\"name\":\"Ann\"},{\"bot\":\"random\"}]}");
    assert_int_equal(f->sent[0].n, 0); /* who made it hears nothing before it is kept */
    let_go(f, STORE_OK);
    if (!fixture_field(f->last.data, "token", token, sizeof token)) return false;
    fixture_join(f, 1);
    snprintf(hello, sizeof hello, "{\"t\":\"hello\",\"token\":\"%s\"}", token);
    fixture_says(f, 1, hello);
    return strstr(f->sent[1].data, "\"question\":{") != NULL;
}

static void acknowledged_when_kept(void **state) {
    struct fixture *f = *state;
    assert_true(begin(f));
    answer(f, 0);
    assert_int_equal(f->sent[1].n, 0);
    let_go(f, STORE_FAILED);
    assert_non_null(strstr(f->sent[1].data, "cannot_store"));
    assert_null(strstr(f->sent[1].data, "\"t\":\"ack\""));
    assert_int_equal(fixture_stored(f), 0);
    answer(f, 0);
    assert_int_equal(f->sent[1].n, 0);
    let_go(f, STORE_OK);
    assert_non_null(strstr(f->sent[1].data, "\"t\":\"ack\""));
    assert_int_equal(fixture_stored(f), 1);
    let_go(f, STORE_OK); /* the bot's */
    assert_int_equal(fixture_stored(f), 2);
    /* Who was second to store begins anew, from what the store has */
    answer(f, 2);
    size_t dropped = f->dropped;
    let_go(f, STORE_TAKEN);
    assert_true(f->dropped > dropped && !f->table);
    fixture_join(f, 2);
    let_go(f, STORE_OK); /* since when who is not there is asked */
    assert_true(f->table && f->table->revision == 2);
}

static void put_table(const struct kept *k, struct buf *rules, struct buf *table) {
    struct buf error;
    struct json j;
    buf_init(&error);
    json_init(&j, rules);
    json_object(&j, NULL);
    assert_true(store_text_put_rules(&j, &k->made, &error));
    json_close(&j);
    json_init(&j, table);
    j.tight = true;
    json_object(&j, NULL);
    json_text(&j, "table", k->id.text);
    store_text_put_begin(&j, &k->made);
    json_text(&j, "people", k->people);
    json_bool(&j, "over", k->over);
    store_text_put_lines(&j, k->lines.data, k->lines.n);
    json_close(&j);
}

/* Whether the texts are a table; if so, it is stored in place of what was there. */
static bool take_back(struct fixture *f, const struct buf *rules, const char *table) {
    struct arena arena;
    struct store_rules read;
    struct store_new made;
    struct store_write w;
    const char *why;
    uint64_t played_by;
    arena_init(&arena);
    const struct value *v = value_parse(&arena, table, strlen(table), &why, NULL);
    assert_true(store_text_read_rules(value_parse(&arena, rules->data, rules->n, &why, NULL), &read));
    bool fine = v && store_text_rules_of(v, &played_by) && played_by == read.definition &&
                store_text_read_table(v, &read, &arena, &made, &w);
    if (fine) {
        memory_store_clear(&f->store);
        f->store.store.write(&f->store.store, (struct store_write *[]){&w}, 1);
        assert_int_equal(w.result, STORE_OK);
    }
    store_rules_free(&read);
    arena_free(&arena);
    return fine;
}

static void comes_back_from_its_text(void **state) {
    static const char *const needed[] = {"\"table\"",  "\"played by\"", "\"name\"",  "\"title\"",
                                         "\"header\"", "\"facts\"",     "\"people\""};
    struct fixture *f = *state;
    struct buf rules, table;
    assert_true(begin(f));
    answer(f, 0);
    let_go(f, STORE_OK);
    let_go(f, STORE_OK);
    put_table(memory_store_find(&f->store, f->id.text), &rules, &table);
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        char *copy = strdup(table.data), *at = strstr(copy, needed[i]);
        assert_non_null(at);
        at[1] = '?'; /* it has another key now */
        assert_false(take_back(f, &rules, copy));
        free(copy);
    }
    assert_false(take_back(f, &rules, "[]"));
    solo_close(&f->solo);
    assert_true(take_back(f, &rules, table.data));
    assert_true(fixture_open_desk(f));
    fixture_join(f, 3);
    assert_true(f->table && f->table->revision == 2 && f->table->people.seats[0].held);
    buf_free(&rules), buf_free(&table);
}

static int link_of(struct fixture *f, const char *journal, struct buf *out) {
    buf_init(out);
    return replay_journal(&f->world, journal, strlen(journal), out);
}

/* The journal with another line before its seed. */
static char *with_line(const char *journal, const char *line) {
    const char *seed = strstr(journal, "\nseed ");
    struct buf out;
    assert_non_null(seed);
    buf_init(&out);
    buf_printf(&out, "%.*s\n%s%s", (int)(seed - journal), journal, line, seed);
    return out.data;
}

static void a_journal_becomes_a_link(void **state) {
    static const char *const lines[] = {"from /etc/hostname", "from {\"terrane\": 1}", "order x: A", "random 6"};
    struct fixture *f = *state;
    struct buf out;
    assert_true(begin(f));
    fixture_clear(f);
    fixture_post(f, (struct mail){.kind = MAIL_JOURNAL, .from = 4});
    assert_non_null(strstr(f->sent[4].data, "not over")); /* at a server */
    f->world.open = true;
    fixture_clear(f);
    fixture_post(f, (struct mail){.kind = MAIL_JOURNAL, .from = 4});
    fixture_post(f, (struct mail){.kind = MAIL_LINK, .from = 5});
    assert_int_equal(link_of(f, f->sent[4].data, &out), 200);
    f->sent[5].data[f->sent[5].n - 1] = '\0'; /* the end of its line */
    assert_string_equal(out.data, f->sent[5].data);
    buf_free(&out);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char *wrong = with_line(f->sent[4].data, lines[i]);
        assert_int_equal(link_of(f, wrong, &out), 400);
        assert_null(strstr(out.data, "hostname")); /* nothing was looked at */
        buf_free(&out), free(wrong);
    }
    static const char *const none[] = {"", "nonsense", "terrane journal 1\n", "terrane journal 1\ngame tic-tac-toe\n"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_int_equal(link_of(f, none[i], &out), 400);
        buf_free(&out);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(acknowledged_when_kept, set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(comes_back_from_its_text, set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(a_journal_becomes_a_link, set_up, fixture_tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
