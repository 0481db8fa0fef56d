/* Who is waited for since when, and who is told: without a network, with days that pass at once, a store that fails, a
 * crash; and that a notice is the same whatever is hidden.
 */
#include "support/unit.h"

#include "table/fixture.h"

enum { TEXT = 512, HOUR = 3600000 };

static const char *const hooks[] = {"club", "phone"};
static const struct notice_offer offer = {.mail = true, .hooks = hooks, .n_hooks = 2, .after = HOUR, .retry = 60000};
static char tokens[2][32];

/* Ann with connection 1 and Ben with 2, who may both be told. */
static void open_table(struct fixture *f, const char *game, const char *settings) {
    char body[TEXT];
    f->world.notices = &offer;
    f->store.store.opened = 1;
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"seed\":5,\"seats\":[{\"name\":\"Ann\"},{}]%s}", game, settings);
    assert_true(fixture_make(f, body));
    assert_true(fixture_field(f->last.data, "token", tokens[0], sizeof tokens[0]));
    strcpy(tokens[1], "BenBenBenBenBenBenBenB");
    fixture_join(f, 1);
    fixture_join(f, 2);
    fixture_sayf(f, 1, "{\"t\":\"hello\",\"token\":\"%s\"}", tokens[0]);
    fixture_sayf(f, 2, "{\"t\":\"hello\"}");
    fixture_sayf(f, 2, "{\"t\":\"sit\",\"seat\":1,\"name\":\"Ben\",\"key\":\"%s\"}", tokens[1]);
    assert_true(strstr(f->sent[2].data, "\"seated\"") != NULL);
}

static const char *stored(const struct fixture *f) {
    return memory_store_find(&f->store, f->id.text)->people;
}

/* The first answer that is possible. */
static void play(struct fixture *f, unsigned seat) {
    uint32_t answer = tn_state_nth(f->table->match.game, f->table->match.state, seat, 0);
    fixture_sayf(f, 1 + seat, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", f->table->revision, answer);
}

static void go(struct fixture *f, uint32_t from) {
    fixture_post(f, (struct mail){.kind = MAIL_LEAVE, .from = from});
}

static void pass_time(struct fixture *f, uint64_t ms) {
    fixture_time += ms;
    desk_tick(f->solo.desk, fixture_time);
    fixture_run(f);
}

/* What came of the last notice. */
static void hear(struct fixture *f, enum notice_end end) {
    fixture_post(f, (struct mail){.kind = MAIL_NOTICED,
                                  .text = strdup(f->notice.key.text),
                                  .n = TOKEN_LENGTH,
                                  .revision = f->notice.turn,
                                  .end = end});
}

static void who_looks_is_not_stored(void **state) {
    struct fixture *f = *state;
    open_table(f, "connect-four", "");
    play(f, 0);
    play(f, 1);
    assert_null(strstr(stored(f), "turns"));
    assert_null(strstr(stored(f), "wake"));
    assert_non_null(strstr(f->sent[1].data, "\"t\":\"view\""));
    go(f, 1); /* in the turn of Ann, who wants no notices */
    assert_non_null(strstr(stored(f), "\"turns\":[{\"seat\":0,\"at\":2,"));
    assert_null(strstr(stored(f), "wake"));
    assert_int_equal(f->told, 0);
}

/* The table leaves memory and comes back when it is due. The same after a crash. */
static void told_a_day_later(void **state) {
    struct fixture *f = *state;
    for (int crash = 0; crash < 2; crash++) {
        open_table(f, "connect-four", "");
        f->told = 0;
        fixture_sayf(f, 1, "{\"t\":\"notify\",\"hook\":\"club\"}");
        play(f, 0);
        go(f, 1);
        play(f, 1);
        uint64_t since = fixture_time;
        go(f, 2);
        pass_time(f, 1000); /* how many look on is told */
        pass_time(f, 90000);
        assert_null(f->table);
        assert_int_equal(f->told, 0);
        if (crash) {
            solo_close(&f->solo);
            assert_true(fixture_open_desk(f));
            assert_null(desk_table(f->solo.desk, f->id.text));
        }
        pass_time(f, HOUR);
        assert_non_null(f->table);
        assert_int_equal(f->told, 1);
        assert_string_equal(f->words, "club|Connect Four|Ann|Ben|");
        assert_true(f->notice.since == since && f->notice.turn == 2);
        pass_time(f, HOUR); /* while it is on its way nothing is sent again, and the table stays */
        assert_non_null(f->table);
        assert_int_equal(f->told, 1);
        hear(f, NOTICE_TOLD);
        assert_null(strstr(stored(f), "wake"));
        pass_time(f, 48 * HOUR);
        assert_int_equal(f->told, 1);
        assert_null(f->table);
    }
}

/* Pauses that grow, and an end; the next turn is told again. */
static void given_up(void **state) {
    struct fixture *f = *state;
    open_table(f, "connect-four", "");
    fixture_sayf(f, 1, "{\"t\":\"notify\",\"hook\":\"club\"}");
    play(f, 0);
    go(f, 1);
    play(f, 1);
    pass_time(f, HOUR);
    uint64_t pause = offer.retry;
    for (size_t tries = 1; tries < TRIES_MOST; tries++, pause *= 4) {
        assert_int_equal(f->told, tries);
        hear(f, NOTICE_LATER);
        pass_time(f, pause - 1000);
        assert_int_equal(f->told, tries);
        pass_time(f, 1000);
    }
    assert_int_equal(f->told, TRIES_MOST);
    hear(f, NOTICE_LATER);
    pass_time(f, 1000 * (uint64_t)HOUR);
    assert_int_equal(f->told, TRIES_MOST);
    fixture_join(f, 1);
    fixture_sayf(f, 1, "{\"t\":\"hello\",\"token\":\"%s\"}", tokens[0]);
    fixture_join(f, 2);
    fixture_sayf(f, 2, "{\"t\":\"hello\",\"token\":\"%s\"}", tokens[1]);
    play(f, 0);
    go(f, 1);
    play(f, 1);
    pass_time(f, HOUR);
    assert_int_equal(f->told, TRIES_MOST + 1);
    hear(f, NOTICE_GONE);
    assert_null(strstr(stored(f), "listeners"));
}

/* A disk that is full when a notice was sent: it is not sent again and again. */
static void a_store_that_fails(void **state) {
    struct fixture *f = *state;
    open_table(f, "connect-four", "");
    fixture_sayf(f, 1, "{\"t\":\"notify\",\"hook\":\"club\"}");
    play(f, 0);
    go(f, 1);
    play(f, 1);
    pass_time(f, HOUR);
    assert_int_equal(f->told, 1);
    f->store.refuse = STORE_FAILED;
    hear(f, NOTICE_TOLD);
    for (int i = 0; i < 20; i++)
        pass_time(f, 60000);
    assert_int_equal(f->told, 1);
    fixture_sayf(f, 2, "{\"t\":\"notify\",\"hook\":\"phone\"}");
    assert_non_null(strstr(f->sent[2].data, "cannot_store"));
    f->store.refuse = STORE_OK;
    pass_time(f, 60000);
    assert_int_equal(f->told, 1);
    assert_null(strstr(stored(f), "wake"));
    assert_null(strstr(stored(f), "phone"));
}

/* It goes on in a rematch, with the address but not with what was told. */
static void in_a_rematch(void **state) {
    struct fixture *f = *state;
    open_table(f, "tic-tac-toe", "");
    fixture_sayf(f, 1, "{\"t\":\"notify\",\"hook\":\"club\"}");
    while (!table_is_over(f->table))
        play(f, table_asked(f->table) & 1u ? 0 : 1);
    char next[TOKEN_LENGTH + 1];
    fixture_sayf(f, 1, "{\"t\":\"rematch\"}");
    assert_true(fixture_field(f->sent[1].data, "next", next, sizeof next));
    const char *people = memory_store_find(&f->store, next)->people;
    assert_non_null(strstr(people, "\"address\":\"club\""));
    assert_null(strstr(people, "told"));
}

/* An undo is no new turn, what the other does in between is. */
static void one_turn(void **state) {
    struct fixture *f = *state;
    open_table(f, "connect-four", "");
    play(f, 0);
    uint32_t at = f->table->turns.open[1].at;
    assert_int_equal(at, 1);
    assert_int_equal(f->table->turns.open[0].since, 0);
    fixture_time += 5;
    fixture_sayf(f, 1, "{\"t\":\"undo\"}");
    assert_int_equal(f->table->turns.open[0].at, 2);
    assert_true(f->table->turns.open[0].since == fixture_time && f->table->turns.open[1].since == 0);
}

/* Clocks that tick while nobody is there: three days for a move, and a table that is in memory only to act. */
static void clocks_of_days(void **state) {
    struct fixture *f = *state;
    open_table(f, "connect-four", ",\"move_clock\":259200,\"late\":\"pass\",\"always\":true");
    play(f, 0);
    go(f, 1);
    go(f, 2);
    uint32_t revision = f->table->revision;
    pass_time(f, 48 * HOUR - 61000);
    pass_time(f, 61000);
    assert_null(f->table);
    solo_close(&f->solo); /* a crash; the server is back at once */
    f->store.store.opened = (int64_t)fixture_time;
    assert_true(fixture_open_desk(f));
    pass_time(f, 23 * HOUR);
    assert_null(f->table);
    pass_time(f, HOUR);
    assert_non_null(f->table);
    assert_true(f->table->revision > revision && f->table->people.seats[1].late == 1);
    /* Stopped for a week: whose time ran out then has an hour more */
    solo_close(&f->solo);
    fixture_time += 7 * 24 * (uint64_t)HOUR;
    f->store.store.opened = (int64_t)fixture_time;
    assert_true(fixture_open_desk(f));
    pass_time(f, 1);
    assert_non_null(f->table);
    assert_int_equal(f->table->people.seats[0].late, 0);
    pass_time(f, HOUR);
    assert_int_equal(f->table->people.seats[0].late, 1);
}

/* ---- secrecy: what the seat may not see is dealt anew, and the notice is the same, byte for byte */
static void the_same_whatever_is_hidden(void **state) {
    struct fixture *f = *state;
    char words[2][sizeof f->words];
    size_t differ = 0;
    open_table(f, "market-town", "");
    for (int i = 0; i < 12; i++) /* until there is something to hide */
        play(f, table_asked(f->table) & 1u ? 0 : 1);
    uint32_t who = table_asked(f->table) & 1u ? 1 : 2; /* connection */
    fixture_sayf(f, who, "{\"t\":\"notify\",\"hook\":\"club\"}");
    for (int deal = 0; deal < 20; deal++) {
        struct match *m = &f->table->match;
        struct notice sent[2];
        tn_state *real = tn_state_new(m->game);
        memcpy(real, m->state, tn_game_state_size(m->game));
        for (int i = 0; i < 2; i++) {
            if (i == 1) {
                tn_ctx *ctx = played_take(f->world.games, f->table->played);
                tn_state_determinise(ctx, real, TN_SPECTATOR, (uint64_t)deal + 1, m->state);
                played_give(f->world.games, f->table->played, ctx);
                differ += tn_state_hash(m->game, real) != tn_state_hash(m->game, m->state);
            }
            fixture_sayf(f, who, "{\"t\":\"looking\",\"yes\":true}");
            fixture_sayf(f, who, "{\"t\":\"looking\",\"yes\":false}");
            f->told = 0;
            pass_time(f, HOUR);
            assert_int_equal(f->told, 1);
            sent[i] = f->notice;
            strcpy(words[i], f->words);
            hear(f, NOTICE_LATER);
        }
        memcpy(m->state, real, tn_game_state_size(m->game));
        tn_state_free(real);
        assert_string_equal(words[0], words[1]);
        assert_true(sent[0].turn == sent[1].turn && sent[0].since == sent[1].since &&
                    strcmp(sent[0].key.text, sent[1].key.text) == 0);
    }
    assert_true(differ > 10);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up, fixture_tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(who_looks_is_not_stored),
        TEST(told_a_day_later),
        TEST(given_up),
        TEST(a_store_that_fails),
        TEST(in_a_rematch),
        TEST(one_turn),
        TEST(clocks_of_days),
        TEST(the_same_whatever_is_hidden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
