/* A game that is over is looked at again at its table: what a blunder was is told to all who ask, worked out once, not
 * before the game is over, not when it is being played again, and the same after a crash. */
#include "support/unit.h"

#include "show/analyse.h"
#include "table/fixture.h"

enum { TEXT = 512, SPECTATOR = 3 };

static char tokens[2][32];

static void come_in(struct fixture *f) {
    for (uint32_t i = 0; i < 2; i++) {
        fixture_join(f, 1 + i);
        fixture_sayf(f, 1 + i, "{\"t\":\"hello\",\"token\":\"%s\"}", tokens[i]);
    }
    fixture_join(f, SPECTATOR);
    fixture_sayf(f, SPECTATOR, "{\"t\":\"hello\"}");
    f->errors = 0;
}

/* Two persons: connection 1 on seat 0, connection 2 on seat 1; one more looks on. */
static void open_table(struct fixture *f) {
    assert_true(fixture_make(f, "{\"game\":\"tic-tac-toe\",\"seed\":5,\"seats\":[{},{}]}"));
    assert_true(fixture_field(f->last.data, "token", tokens[0], sizeof tokens[0]));
    strcpy(tokens[1], "BenBenBenBenBenBenBenB");
    fixture_join(f, 2);
    fixture_sayf(f, 2, "{\"t\":\"hello\"}");
    fixture_sayf(f, 2, "{\"t\":\"sit\",\"seat\":1,\"name\":\"Ben\",\"key\":\"%s\"}", tokens[1]);
    come_in(f);
}

static void answer(struct fixture *f, unsigned seat, const char *words) {
    const struct match *m = &f->table->match;
    tn_ctx *ctx = played_take(f->world.games, f->table->played);
    uint32_t id, found = TN_NO_ANSWER;
    char text[TEXT];
    for (uint32_t i = 0; (id = tn_state_nth(m->game, m->state, seat, i)) != TN_NO_ANSWER; i++) {
        tn_answer_text(ctx, m->state, seat, id, text, sizeof text);
        if (strcmp(text, words) == 0) found = id;
    }
    played_give(f->world.games, f->table->played, ctx);
    assert_true(found != TN_NO_ANSWER);
    fixture_sayf(f, 1 + seat, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", f->table->revision, found);
}

/* A has two in a row; B does not stop them, and A wins. */
static void play(struct fixture *f, size_t answers) {
    static const char *const words[] = {"grid 1", "grid 5", "grid 2", "grid 7", "grid 3"};
    for (size_t i = 0; i < answers; i++)
        answer(f, i % 2, words[i]);
}

static bool was_told(const struct fixture *f, uint32_t to, const char *what) {
    return strstr(f->sent[to].data, what) != NULL;
}

/* A message, and nothing of what follows from it. */
static void post_only(struct fixture *f, uint32_t from, const char *text) {
    desk_post(f->solo.desk, f->id.text,
              (struct mail){.kind = MAIL_SAYS, .from = from, .text = strdup(text), .n = strlen(text)});
}

/* Steps until the connection was told that. */
static void step_until(struct fixture *f, uint32_t to, const char *what) {
    bool more = true;
    while (more && (!f->sent[to].n || !was_told(f, to, what)))
        more = solo_step(&f->solo);
    assert_true(was_told(f, to, what));
}

static const char ASK[] = "{\"t\":\"hindsight\"}";
static const char BLUNDER[] = "\"better\":[{\"n\":3,\"seat\":1,";

static void blunder(void **state) {
    struct fixture *f = *state;
    open_table(f);
    play(f, 4);
    fixture_sayf(f, 1, ASK);
    assert_true(was_told(f, 1, "\"illegal\"") && was_told(f, 1, "the game is not over"));
    answer(f, 0, "grid 3");
    fixture_sayf(f, 2, "{\"t\":\"hindsight\",\"re\":7}");
    assert_true(was_told(f, 2, "{\"t\":\"hindsight\",\"re\":7,\"done\":0,\"of\":0}\n"));
    assert_true(was_told(f, 2, BLUNDER));
    assert_true(was_told(f, 2, "\"given\":{\"text\":\"grid 7\"") && was_told(f, 2, "\"better\":{\"text\":\"grid 3\""));
    assert_true(was_told(f, 2, "{\"n\":5,\"wins\":[1,0]}]"));
    assert_true(was_told(f, 2, "\"spans\":[[0,6,\"space\",2]]"));
    assert_false(was_told(f, 1, "hindsight")); /* nobody else has asked */
    assert_int_equal(f->errors, 1);
}

/* All who wait hear of it; who comes later reads it at once. */
static void worked_out_once(void **state) {
    struct fixture *f = *state;
    open_table(f);
    play(f, 5);
    fixture_clear(f);
    post_only(f, 1, ASK);
    step_until(f, 1, "\"done\":0");
    for (int i = 0; i < 3; i++)
        solo_step(&f->solo);
    post_only(f, SPECTATOR, ASK);
    step_until(f, SPECTATOR, "\"done\":");
    assert_true(f->table->hindsight.open);
    fixture_run(f);
    assert_true(was_told(f, 1, "\"better\":[{") && was_told(f, SPECTATOR, "\"better\":[{"));
    const struct analysis *known = f->table->hindsight.known;
    fixture_clear(f);
    post_only(f, 2, "{\"t\":\"hindsight\",\"re\":1}");
    assert_true(solo_step(&f->solo)); /* one letter, and nothing follows from it */
    assert_true(was_told(f, 2, "{\"t\":\"hindsight\",\"re\":1,\"playouts\":"));
    assert_false(solo_step(&f->solo));
    assert_ptr_equal(f->table->hindsight.known, known);
}

static void given_up(void **state) {
    struct fixture *f = *state;
    open_table(f);
    play(f, 5);
    fixture_clear(f);
    post_only(f, 1, ASK);
    step_until(f, 1, "\"done\":0");
    solo_step(&f->solo);
    assert_true(f->table->hindsight.open);
    desk_post(f->solo.desk, f->id.text, (struct mail){.kind = MAIL_LEAVE, .from = 1});
    size_t steps = 0;
    while (solo_step(&f->solo))
        steps++;
    assert_true(steps < 5); /* it ended with the step that was being done */
    assert_false(f->table->hindsight.open);
    assert_null(f->table->hindsight.known);
    fixture_sayf(f, 2, ASK); /* and begins again */
    assert_true(was_told(f, 2, BLUNDER));
}

static void after_a_crash(void **state) {
    struct fixture *f = *state;
    open_table(f);
    play(f, 5);
    fixture_sayf(f, 1, ASK);
    char *before = strdup(strstr(f->sent[1].data, "\"playouts\""));
    fixture_clear(f);
    post_only(f, 2, ASK);
    solo_close(&f->solo);
    assert_true(fixture_open_desk(f));
    come_in(f);
    fixture_sayf(f, 1, ASK);
    assert_string_equal(strstr(f->sent[1].data, "\"playouts\""), before);
    fixture_clear(f);
    post_only(f, 1, "{\"t\":\"hello\"}");
    solo_close(&f->solo); /* in the middle of it, too */
    assert_true(fixture_open_desk(f));
    come_in(f);
    post_only(f, 1, ASK);
    step_until(f, 1, "\"done\":0");
    solo_step(&f->solo);
    solo_close(&f->solo);
    assert_true(fixture_open_desk(f));
    free(before);
}

/* Who could read of the game what is hidden in the same game again is told nothing, also who waits for it. */
static void played_again(void **state) {
    struct fixture *f = *state;
    open_table(f);
    play(f, 5);
    fixture_clear(f);
    post_only(f, 1, ASK);
    step_until(f, 1, "\"done\":0");
    f->store.seed_in_use = true;
    fixture_run(f);
    assert_true(was_told(f, 1, "\"not_yours\"") && was_told(f, 1, "is being played again"));
    assert_false(was_told(f, 1, "\"better\""));
    f->store.seed_in_use = false;
    fixture_sayf(f, 1, ASK);
    assert_true(was_told(f, 1, BLUNDER));
    f->store.seed_in_use = true;
    fixture_sayf(f, 1, ASK); /* what is known already, too */
    assert_true(was_told(f, 1, "\"not_yours\"") && !was_told(f, 1, "\"better\""));
}

static int64_t late;

static int64_t very_slow(void) { /* a step takes a second */
    return late += 1000000;
}

/* Each reads it in a language of his own; what takes too long tells what it has. */
static void in_time(void **state) {
    struct fixture *f = *state;
    f->world.worked = very_slow;
    assert_true(fixture_make(f, "{\"game\":\"tinyforming\",\"seed\":1,\"seats\":[{\"bot\":\"random\"},"
                                "{\"bot\":\"random\"}]}"));
    assert_true(table_is_over(f->table));
    fixture_join(f, 1);
    fixture_join(f, 2);
    fixture_says(f, 1, "{\"t\":\"hello\"}");
    fixture_says(f, 2, "{\"t\":\"hello\",\"lang\":\"de\"}");
    fixture_clear(f);
    post_only(f, 1, ASK);
    post_only(f, 2, ASK);
    fixture_run(f);
    const struct analysis *known = f->table->hindsight.known;
    assert_non_null(known);
    assert_in_range(known->done, 58, 61);
    assert_true(known->done < known->all && known->n_points == 41);
    const char *en = strstr(f->sent[1].data, "\"better\":[{"), *de = strstr(f->sent[2].data, "\"better\":[{");
    assert_true(en && de && strcmp(en, de) != 0);
}

static void without_a_winner(void **state) {
    struct fixture *f = *state;
    open_table(f);
    play(f, 2);
    fixture_sayf(f, 1, "{\"t\":\"agree\",\"yes\":true}");
    fixture_sayf(f, 2, "{\"t\":\"agree\",\"yes\":true}");
    assert_true(table_is_over(f->table));
    fixture_sayf(f, 1, ASK);
    assert_true(was_told(f, 1, "\"illegal\"") && was_told(f, 1, "nobody has won"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(blunder, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(worked_out_once, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(given_up, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(after_a_crash, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(played_again, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(in_time, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(without_a_winner, fixture_set_up, fixture_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
