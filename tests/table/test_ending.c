/* A table that ends otherwise than by the rules: a seat is resigned, all agree, time is up. And all of it again as
 * after a crash. */
#include "support/unit.h"

#include "table/fixture.h"

enum { TEXT = 512 };

static char tokens[2][32];

static void come_in(struct fixture *f) {
    for (uint32_t i = 0; i < 2; i++) {
        fixture_join(f, 1 + i);
        fixture_sayf(f, 1 + i, "{\"t\":\"hello\",\"token\":\"%s\"}", tokens[i]);
    }
}

/* Two persons: connection 1 on seat 0, connection 2 on seat 1. */
static void open_table(struct fixture *f, const char *settings) {
    char body[TEXT];
    snprintf(body, sizeof body, "{\"game\":\"connect-four\",\"seed\":5,\"seats\":[{},{}]%s}", settings);
    assert_true(fixture_make(f, body));
    assert_true(fixture_field(f->last.data, "token", tokens[0], sizeof tokens[0]));
    strcpy(tokens[1], "BenBenBenBenBenBenBenB");
    fixture_join(f, 1);
    fixture_join(f, 2);
    fixture_sayf(f, 1, "{\"t\":\"hello\",\"token\":\"%s\"}", tokens[0]);
    fixture_sayf(f, 2, "{\"t\":\"hello\"}");
    fixture_sayf(f, 2, "{\"t\":\"sit\",\"seat\":1,\"name\":\"Ben\",\"key\":\"%s\"}", tokens[1]);
    assert_true(strstr(f->sent[2].data, "\"seated\"") != NULL);
    f->errors = 0;
}

static void crash(struct fixture *f) {
    solo_close(&f->solo);
    assert_true(fixture_open_desk(f));
    come_in(f);
}

static bool was_told(const struct fixture *f, uint32_t to, const char *what) {
    return strstr(f->sent[to].data, what) != NULL;
}

static void answer(struct fixture *f, unsigned seat) {
    uint32_t first = tn_state_nth(f->table->match.game, f->table->match.state, seat, 0);
    fixture_sayf(f, 1 + seat, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", f->table->revision, first);
}

/* As the server does: time passes, and the desk looks what is due. */
static void pass_time(struct fixture *f, uint64_t ms) {
    for (uint64_t until = fixture_time + ms; fixture_time < until;) {
        fixture_time += 250;
        desk_tick(f->solo.desk, fixture_time);
        fixture_run(f);
    }
}

static void resigned(void **state) {
    struct fixture *f = *state;
    open_table(f, "");
    fixture_sayf(f, 1, "{\"t\":\"rename\",\"name\":\"Ann\"}");
    fixture_sayf(f, 1, "{\"t\":\"resign\",\"bot\":\"nobody\"}");
    assert_true(was_told(f, 1, "\"bad\""));
    fixture_sayf(f, 1, "{\"t\":\"resign\"}");
    assert_true(was_told(f, 1, "\"resigned\":true") && was_told(f, 2, "\"resigned\":true"));
    assert_int_equal(f->table->match.history.n, 1); /* the bot has begun at once */
    fixture_sayf(f, 1, "{\"t\":\"bot\",\"seat\":0,\"bot\":null}");
    assert_true(was_told(f, 1, "\"illegal\""));
    fixture_sayf(f, 1, "{\"t\":\"resign\"}");
    assert_true(was_told(f, 1, "\"illegal\""));
    fixture_sayf(f, 1, "{\"t\":\"agree\",\"yes\":true}");
    assert_true(was_told(f, 1, "\"not_yours\""));
    crash(f);
    assert_true(f->table->people.seats[0].resigned && f->table->people.seats[0].bot);
    fixture_sayf(f, 1, "{\"t\":\"leave\"}"); /* the seat stays the bot's */
    assert_true(f->table->people.seats[0].resigned && f->table->people.seats[0].bot);
    assert_false(f->table->people.seats[0].held);
    assert_string_equal(f->table->people.seats[0].name, "Ann"); /* and who played it is not forgotten */
    answer(f, 1);
    assert_int_equal(f->table->match.history.n, 3);
}

/* Where bots alone would play on, those who have resigned may end it: nobody has to watch. */
static void resigned_all(void **state) {
    struct fixture *f = *state;
    open_table(f, "");
    assert_int_equal(table_must_agree(f->table), 3);
    f->table->people.seats[0].resigned = true;
    assert_int_equal(table_must_agree(f->table), 2);
    f->table->people.seats[1].resigned = true;
    assert_int_equal(table_must_agree(f->table), 3);
    fixture_sayf(f, 1, "{\"t\":\"agree\",\"yes\":true}");
    assert_false(table_is_over(f->table));
    fixture_sayf(f, 2, "{\"t\":\"agree\",\"yes\":true}");
    assert_true(table_is_over(f->table) && f->table->ended);
}

static void agreed(void **state) {
    struct fixture *f = *state;
    open_table(f, "");
    answer(f, 0);
    uint32_t n = f->table->revision;
    fixture_sayf(f, 1, "{\"t\":\"agree\"}");
    assert_true(was_told(f, 1, "\"bad\""));
    fixture_sayf(f, 1, "{\"t\":\"agree\",\"yes\":true}");
    assert_true(was_told(f, 2, "\"ending\":{\"agreed\":[0],\"waiting\":[1]}"));
    fixture_sayf(f, 1, "{\"t\":\"agree\",\"yes\":false}");
    assert_true(was_told(f, 2, "\"ending\":null"));
    fixture_sayf(f, 2, "{\"t\":\"agree\",\"yes\":true}");
    crash(f); /* what one has said stays said */
    assert_int_equal(f->table->people.agreed, 2);
    assert_false(table_is_over(f->table));
    fixture_sayf(f, 1, "{\"t\":\"agree\",\"yes\":true}");
    assert_true(table_is_over(f->table));
    assert_true(was_told(f, 2, "\"ended\":\"agreement\"") && was_told(f, 2, "\"status\":\"over\""));
    assert_false(was_told(f, 2, "\"ranks\""));
    assert_int_equal(f->table->revision, n + 1);
    fixture_sayf(f, 2, "{\"t\":\"answer\",\"n\":%u,\"path\":[1]}", n);
    assert_true(was_told(f, 2, "\"over\""));
    fixture_sayf(f, 1, "{\"t\":\"undo\"}");
    assert_true(was_told(f, 1, "\"illegal\""));
    crash(f);
    assert_true(table_is_over(f->table) && f->table->ended);
    assert_true(was_told(f, 2, "\"ended\":\"agreement\"") && was_told(f, 2, "\"status\":\"over\""));
    assert_int_equal(f->table->match.history.n, 1);
    assert_true(memory_store_find(&f->store, f->id.text)->over);
    fixture_clear(f);
    fixture_post(f, (struct mail){.kind = MAIL_JOURNAL, .from = 3});
    assert_true(was_told(f, 3, "# ended by agreement"));
    fixture_sayf(f, 1, "{\"t\":\"rematch\"}");
    assert_true(was_told(f, 2, "\"next\":\""));
}

/* What was hidden while it was played is told with the points when it is over, and not before. */
static void points_by_source(void **state) {
    struct fixture *f = *state;
    char body[TEXT];
    snprintf(body, sizeof body, "{\"game\":\"tinyforming\",\"seed\":5,\"seats\":[{},{\"bot\":\"random\"}]}");
    assert_true(fixture_make(f, body));
    assert_true(fixture_field(f->last.data, "token", tokens[0], sizeof tokens[0]));
    fixture_join(f, 1);
    fixture_sayf(f, 1, "{\"t\":\"hello\",\"token\":\"%s\"}", tokens[0]);
    fixture_sayf(f, 1, "{\"t\":\"scores\"}");
    assert_true(was_told(f, 1, "\"totals\":[") && was_told(f, 1, "\"lines\":[["));
    fixture_sayf(f, 1, "{\"t\":\"agree\",\"yes\":true}"); /* who plays against bots agrees alone */
    assert_true(table_is_over(f->table));
    fixture_sayf(f, 1, "{\"t\":\"scores\"}");
    assert_true(was_told(f, 1, "\"lines\":[["));
    assert_false(was_told(f, 1, "null"));
}

/* Storing fails: nobody has heard of it, and it goes on. */
static void agreed_in_vain(void **state) {
    struct fixture *f = *state;
    open_table(f, "");
    fixture_sayf(f, 1, "{\"t\":\"agree\",\"yes\":true}");
    f->store.refuse = STORE_FAILED;
    fixture_sayf(f, 2, "{\"t\":\"agree\",\"yes\":true}");
    assert_true(was_told(f, 2, "\"cannot_store\""));
    assert_false(was_told(f, 1, "\"ended\":\"agreement\""));
    f->store.refuse = STORE_OK;
    assert_false(table_is_over(f->table));
    answer(f, 0);
    assert_int_equal(f->table->match.history.n, 1);
    fixture_sayf(f, 2, "{\"t\":\"leave\"}"); /* who is left has agreed */
    assert_true(table_is_over(f->table));
}

static void wrong_clocks(void **state) {
    struct fixture *f = *state;
    static const char *const wrong[] = {"\"move_clock\":0", "\"move_clock\":\"long\"", "\"clock\":5,\"late\":\"never\"",
                                        "\"clock\":5,\"late\":7", "\"late\":\"bot\""};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char body[TEXT];
        snprintf(body, sizeof body, "{\"game\":\"connect-four\",\"seats\":[{},{}],%s}", wrong[i]);
        assert_false(fixture_make(f, body));
        assert_true(strstr(f->last.data, "\"bad\"") != NULL);
    }
}

/* A bot takes over; the seat can be taken back, until the time for the whole game is used up. */
static void bot_takes_over(void **state) {
    struct fixture *f = *state;
    open_table(f, ",\"clock\":60,\"move_clock\":20,\"late\":\"bot\"");
    assert_true(was_told(f, 2, "\"move_clock\":20,\"late\":\"bot\""));
    pass_time(f, 19000);
    assert_int_equal(f->table->match.history.n, 0);
    pass_time(f, 2000);
    assert_int_equal(f->table->match.history.n, 1);
    assert_true(f->table->people.seats[0].bot && f->table->people.seats[0].late == 1);
    assert_true(was_told(f, 2, "\"late\":1"));
    fixture_sayf(f, 1, "{\"t\":\"bot\",\"seat\":0,\"bot\":null}");
    assert_null(f->table->people.seats[0].bot);
    answer(f, 1);
    assert_int_equal(f->table->match.history.n, 2);
    for (int turn = 0; turn < 3; turn++) {
        fixture_sayf(f, 1, "{\"t\":\"bot\",\"seat\":0,\"bot\":null}");
        pass_time(f, 21000);
        if (table_asked(f->table) >> 1 & 1u) answer(f, 1);
    }
    assert_true(f->table->used[0] >= 60000);
    fixture_sayf(f, 1, "{\"t\":\"bot\",\"seat\":0,\"bot\":null}");
    assert_true(was_told(f, 1, "\"illegal\""));
}

/* No question here may be declined: a bot gives that one answer, and the seat stays the person's. */
static void one_answer(void **state) {
    struct fixture *f = *state;
    open_table(f, ",\"move_clock\":5,\"late\":\"pass\"");
    pass_time(f, 6000);
    assert_int_equal(f->table->match.history.n, 1);
    assert_null(f->table->people.seats[0].bot);
    assert_int_equal(f->table->people.seats[0].late, 1);
    answer(f, 1);
    assert_int_equal(table_asked(f->table), 1);
}

/* Clocks stand still while nobody is there or a seat is free, and go on where they were. */
static void standing_still(void **state) {
    struct fixture *f = *state;
    open_table(f, ",\"move_clock\":60,\"late\":\"bot\"");
    pass_time(f, 30000);
    fixture_post(f, (struct mail){.kind = MAIL_LEAVE, .from = 1});
    fixture_post(f, (struct mail){.kind = MAIL_LEAVE, .from = 2});
    pass_time(f, 500000);
    assert_null(f->table); /* it is in the store only */
    come_in(f);
    assert_int_equal(f->table->match.history.n, 0);
    assert_true(f->table->waited[0] >= 30000 && f->table->waited[0] < 31000);
    pass_time(f, 21000);
    crash(f); /* what passed since it was stored last is lost: ten seconds at most */
    assert_true(f->table->waited[0] >= 41000 && f->table->waited[0] <= 51000);
    assert_true(was_told(f, 2, "\"ticking\":true"));
    fixture_sayf(f, 2, "{\"t\":\"leave\"}");
    assert_true(was_told(f, 1, "\"ticking\":false"));
    pass_time(f, 30000);
    assert_int_equal(f->table->match.history.n, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(resigned, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(resigned_all, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(agreed, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(points_by_source, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(agreed_in_vain, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(wrong_clocks, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(bot_takes_over, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(one_answer, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(standing_still, fixture_set_up, fixture_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
