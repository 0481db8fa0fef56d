/* One table without a network: questions to several at once, and going back to what the store has when storing fails. */
#include "support/unit.h"

#include "serve/desk.h"

#include <unistd.h>

enum { TEXT = 256 };

/* A folder of games with those of tests/generality that are wanted here. */
static char extra[64];

static int set_up(void **state) {
    char path[256], target[1100], games[2200];
    struct desk *d = calloc(1, sizeof *d);
    strcpy(extra, "/tmp/terrane-table-XXXXXX");
    if (!d || !mkdtemp(extra) || !desk_open(d)) return -1;
    char root[1000];
    if (!realpath(level_root(), root)) return -1;
    snprintf(path, sizeof path, "mkdir %s/draft", extra);
    if (system(path) != 0) return -1;
    snprintf(path, sizeof path, "%s/draft/draft.game", extra);
    snprintf(target, sizeof target, "%s/tests/generality/draft.game", root);
    if (symlink(target, path) != 0) return -1;
    snprintf(games, sizeof games, "%s:%s/games", extra, root);
    setenv("TERRANE_GAMES", games, 1);
    *state = d;
    return 0;
}

static int tear_down(void **state) {
    char command[128];
    desk_close(*state);
    free(*state);
    snprintf(command, sizeof command, "rm -rf '%s'", extra);
    return system(command);
}

static void says(struct desk *d, uint32_t from, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void says(struct desk *d, uint32_t from, const char *format, ...) {
    char text[TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    desk_clear(d);
    desk_says(d, from, text);
}

/* Two persons: connection 1 on seat 0, connection 2 on seat 1. */
static void open_table(struct desk *d, const char *game) {
    char body[TEXT], token[32];
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"seed\":5,\"seats\":[{},{}]}", game);
    assert_true(desk_make(d, body));
    assert_true(desk_field(d->last.data, "token", token, sizeof token));
    desk_join(d, 1);
    desk_join(d, 2);
    says(d, 1, "{\"t\":\"hello\",\"token\":\"%s\"}", token);
    says(d, 2, "{\"t\":\"hello\"}");
    says(d, 2, "{\"t\":\"sit\",\"seat\":1,\"name\":\"Ben\"}");
    d->errors = 0;
}

static uint32_t first_answer(const struct desk *d, unsigned seat) {
    return tn_state_nth(d->table->match.game, d->table->match.state, seat, 0);
}

static bool was_told(const struct desk *d, uint32_t to, const char *what) {
    return strstr(d->sent[to].data, what) != NULL;
}

static void several_at_once(void **state) {
    struct desk *d = *state;
    open_table(d, "draft");
    struct table *t = d->table;
    assert_int_equal(tn_state_asked(t->match.game, t->match.state), 3);
    uint32_t n = t->number;
    says(d, 1, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", n, first_answer(d, 0));
    assert_true(was_told(d, 1, "\"ack\"") && d->errors == 0);
    assert_int_equal(t->number, n + 1);
    /* the other's question is still the one of number n */
    says(d, 2, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", n, first_answer(d, 1));
    assert_true(was_told(d, 2, "\"ack\"") && d->errors == 0);
    /* and now it is not any more */
    assert_int_equal(tn_state_asked(t->match.game, t->match.state), 3);
    says(d, 2, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", n, first_answer(d, 1));
    assert_true(was_told(d, 2, "\"stale\""));
    says(d, 1, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", n, first_answer(d, 0));
    assert_true(was_told(d, 1, "\"stale\""));
}

/* While a choice is secret nobody else learns of it; taking it back is free. */
static void secret_choices(void **state) {
    struct desk *d = *state;
    struct buf read[2];
    for (uint32_t i = 0; i < 2; i++) { /* the same game, another choice */
        open_table(d, "draft");
        uint32_t answer = tn_state_nth(d->table->match.game, d->table->match.state, 0, i);
        says(d, 1, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", d->table->number, answer);
        buf_init(&read[i], NULL);
        buf_put(&read[i], d->sent[2].data, d->sent[2].n);
        assert_true(was_told(d, 1, "\"undo\":\"free\""));
        for (size_t n = 0; n <= d->table->match.history.n; n++) { /* nor by looking back */
            says(d, 2, "{\"t\":\"moment\",\"n\":%zu}", n);
            buf_put(&read[i], d->sent[2].data, d->sent[2].n);
        }
        says(d, 2, "{\"t\":\"moments\"}");
        assert_true(was_told(d, 2, "\"of\":1,\"at\":[]"));
        buf_put(&read[i], d->sent[2].data, d->sent[2].n);
        says(d, 1, "{\"t\":\"moments\"}");
        assert_true(was_told(d, 1, "\"of\":1,\"at\":[{\"n\":1,\"seat\":0,\"text\":"));
        says(d, 1, "{\"t\":\"undo\"}");
        assert_int_equal(d->errors, 0);
        assert_int_equal(tn_state_asked(d->table->match.game, d->table->match.state), 3);
    }
    assert_true(read[0].n > 100);
    assert_string_equal(read[0].data, read[1].data);
    buf_free(&read[0]);
    buf_free(&read[1]);
}

static void failed_answers(void **state) {
    struct desk *d = *state;
    open_table(d, "tic-tac-toe");
    struct table *t = d->table;
    uint64_t hash = tn_state_hash(t->match.game, t->match.state);
    uint32_t answer = first_answer(d, 0);
    d->refuse = true;
    says(d, 1, "{\"t\":\"answer\",\"n\":0,\"path\":[%u],\"re\":7}", answer);
    assert_true(was_told(d, 1, "\"re\":7") && was_told(d, 1, "\"cannot_store\""));
    assert_false(was_told(d, 1, "\"view\"") || was_told(d, 1, "\"ack\"") || was_told(d, 2, "{"));
    assert_true(tn_state_hash(t->match.game, t->match.state) == hash && t->number == 0 && t->match.history.n == 0);
    d->refuse = false;
    says(d, 1, "{\"t\":\"answer\",\"n\":0,\"path\":[%u]}", answer);
    assert_true(was_told(d, 1, "\"ack\"") && was_told(d, 2, "\"view\"") && was_told(d, 2, "\"log\""));
    assert_int_equal(d->stored, 1);
}

static void failed_takings_back(void **state) {
    struct desk *d = *state;
    open_table(d, "tic-tac-toe");
    struct table *t = d->table;
    says(d, 1, "{\"t\":\"answer\",\"n\":0,\"path\":[%u]}", first_answer(d, 0));
    uint64_t hash = tn_state_hash(t->match.game, t->match.state);
    d->refuse = true;
    says(d, 1, "{\"t\":\"undo\"}");
    assert_true(was_told(d, 1, "\"cannot_store\""));
    assert_true(tn_state_hash(t->match.game, t->match.state) == hash && t->number == 1 && t->match.history.n == 1);
    d->refuse = false;
    says(d, 1, "{\"t\":\"undo\"}");
    assert_true(t->number == 2 && t->match.history.n == 0);
}

/* A seat that could not be stored is free, and the token that was never sent opens nothing. */
static void failed_seats(void **state) {
    struct desk *d = *state;
    open_table(d, "tic-tac-toe");
    says(d, 2, "{\"t\":\"leave\"}");
    assert_false(d->table->people.seats[1].held);
    d->refuse = true;
    says(d, 2, "{\"t\":\"sit\",\"seat\":1,\"name\":\"Cid\"}");
    assert_true(was_told(d, 2, "\"cannot_store\"") && !was_told(d, 2, "\"token\""));
    assert_false(d->table->people.seats[1].held);
    assert_int_equal(table_guest(d->table, 2)->seat, -1);
    d->refuse = false;
    says(d, 2, "{\"t\":\"sit\",\"seat\":1,\"name\":\"Cid\"}");
    assert_true(was_told(d, 2, "\"seated\""));
}

static void bots_go_on(void **state) {
    struct desk *d = *state;
    char token[32];
    assert_true(desk_make(d, "{\"game\":\"connect-four\",\"seed\":1,\"seats\":[{},{\"bot\":\"random\"}]}"));
    desk_field(d->last.data, "token", token, sizeof token);
    desk_join(d, 1);
    says(d, 1, "{\"t\":\"hello\",\"token\":\"%s\"}", token);
    says(d, 1, "{\"t\":\"answer\",\"n\":0,\"path\":[%u]}", first_answer(d, 0));
    assert_int_equal(d->table->number, 2);
    assert_int_equal(tn_state_asked(d->table->match.game, d->table->match.state), 1);
    says(d, 1, "{\"t\":\"bot\",\"seat\":0,\"bot\":\"random\"}");
    assert_true(table_is_over(d->table)); /* both play to the end */
    assert_true(was_told(d, 1, "\"ranks\""));
    assert_int_equal(d->table->number, d->stored);
}

static void too_many(void **state) {
    struct desk *d = *state;
    open_table(d, "tic-tac-toe");
    for (uint32_t i = 0; d->table->guests.n < GUESTS_MOST; i++)
        desk_join(d, 1000 + i);
    desk_clear(d);
    desk_join(d, 3);
    assert_true(was_told(d, 3, "\"too_often\""));
    assert_int_equal(d->table->guests.n, GUESTS_MOST);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {TEST(several_at_once), TEST(secret_choices), TEST(failed_answers), TEST(failed_takings_back),
                                       TEST(failed_seats),    TEST(bots_go_on),     TEST(too_many)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
