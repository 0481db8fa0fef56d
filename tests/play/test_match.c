/* A match: bots, forced answers, the log per seat, taking back. */
#include "fake/table.h"
#include "play/match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct bot *random_bot(void) {
    struct buf error;
    buf_init(&error);
    const struct bot *bot = bot_find("random", &error);
    assert_non_null(bot);
    return bot;
}

static void unknown_bots_are_named(void **state) {
    (void)state;
    struct buf error;
    buf_init(&error);
    assert_null(bot_find("randon", &error));
    assert_non_null(strstr(error.data, "did you mean \"random\""));
    buf_free(&error);
}

static void bots_play_to_the_end_and_repeat(void **state) {
    (void)state;
    tn_game *game = fake_game("", "mode=rich");
    uint64_t hashes[2];
    for (int i = 0; i < 2; i++) {
        struct match m;
        assert_int_equal(match_init(&m, game, 7), TN_OK);
        m.bots[0] = m.bots[1] = random_bot();
        assert_int_equal(match_persons(&m), 0);
        assert_int_equal(match_run(&m), TN_OVER);
        hashes[i] = tn_state_hash(game, m.state);
        assert_int_equal(match_next(&m), MATCH_SEATS);
        match_free(&m);
    }
    assert_true(hashes[0] == hashes[1]);
    tn_game_free(game);
}

static void illegal_answers_change_nothing(void **state) {
    (void)state;
    tn_game *game = fake_game("", "");
    struct match m;
    match_init(&m, game, 1);
    uint64_t before = tn_state_hash(game, m.state);
    assert_int_equal(match_answer(&m, 0, 3), TN_ILLEGAL);
    assert_int_equal(match_answer(&m, 1, 10), TN_ILLEGAL);
    assert_int_equal(m.history.n, 0);
    assert_true(before == tn_state_hash(game, m.state));
    match_free(&m);
    tn_game_free(game);
}

static void forced_answers_are_given_when_wanted(void **state) {
    (void)state;
    tn_game *game = fake_game("", "");
    for (int wanted = 0; wanted < 2; wanted++) {
        struct match m;
        match_init(&m, game, 1);
        m.forced = wanted ? FORCED_FREE : FORCED_ASKED;
        fake_play(&m, "A: a1; B: b1; A: c1; B: a2; A: b2; B: a3; A: c2; B: c3");
        assert_int_equal(match_run(&m), wanted ? TN_OVER : TN_ASK);
        assert_int_equal(m.history.n, wanted ? 9 : 8);
        if (wanted) assert_true(m.history.data[8].forced);
        match_free(&m);
    }
    tn_game_free(game);
}

/* The law is the caller's: the same question answers itself, or does not. */
static void forced_answers_by_law(void **state) {
    (void)state;
    tn_game *game = fake_game("", "");
    struct match m;
    match_init(&m, game, 1);
    assert_int_equal(match_forced(&m, 0, FORCED_ALL), TN_NO_ANSWER); /* there is a choice */
    fake_play(&m, "A: a1; B: b1; A: c1; B: a2; A: b2; B: a3; A: c2; B: c3");
    uint32_t only = tn_state_nth(game, m.state, 0, 0);
    assert_int_equal(match_forced(&m, 0, FORCED_ASKED), TN_NO_ANSWER);
    assert_int_equal(match_forced(&m, 0, FORCED_FREE), only);
    assert_int_equal(match_forced(&m, 0, FORCED_ALL), only);
    assert_int_equal(match_forced(&m, 1, FORCED_ALL), TN_NO_ANSWER); /* it is not asked */
    match_free(&m);
    tn_game_free(game);
}

/* Whose decision it is, whose bind, and whether anything does. */
static void undo_by_law(void **state) {
    (void)state;
    tn_game *game = fake_game("", "");
    struct match m;
    size_t length = 99;
    match_init(&m, game, 1);
    struct undo_law a = {.whose = 1, .others = 2}, b = {.whose = 2, .others = 1}, any = {.whose = 3};
    assert_int_equal(match_undo(&m, any, &length), UNDO_NONE);
    fake_play(&m, "A: a1");
    assert_int_equal(match_undo(&m, a, &length), UNDO_FREE);
    assert_int_equal(length, 0);
    assert_int_equal(match_undo(&m, b, &length), UNDO_NONE);
    fake_play(&m, "B: b1");
    assert_int_equal(match_undo(&m, b, &length), UNDO_FREE);
    assert_int_equal(length, 1);
    assert_int_equal(match_undo(&m, a, &length), UNDO_BOUND); /* the other has decided since */
    assert_int_equal(length, 0);
    a.practice = true;
    assert_int_equal(match_undo(&m, a, &length), UNDO_FREE);
    assert_int_equal(match_undo(&m, any, &length), UNDO_FREE);
    assert_int_equal(length, 1);
    assert_string_not_equal(match_undo_text(UNDO_NONE), match_undo_text(UNDO_BOUND));
    match_free(&m);
    tn_game_free(game);
}

static void each_seat_reads_its_own_log(void **state) {
    (void)state;
    tn_game *game = fake_game("", "mode=rich");
    struct match m;
    match_init(&m, game, 1);
    fake_play(&m, "A: Mark a cell; A: b2");
    assert_int_equal(m.log.n, 3);
    assert_string_equal(match_line_text(&m.log.data[1], 0).bytes, "A takes Cross, Ring and Ring");
    assert_string_equal(match_line_text(&m.log.data[1], 1).bytes, "A takes 3 cards");
    assert_string_equal(match_line_text(&m.log.data[1], TN_SPECTATOR).bytes, "A takes 3 cards");
    assert_string_equal(match_line_text(&m.log.data[2], 1).bytes, "A marks b2");
    assert_int_equal(m.log.data[2].at, 2);
    match_free(&m);
    tn_game_free(game);
}

/* The same law as between persons. */
static void one_person_among_bots_takes_back_no_more(void **state) {
    (void)state;
    tn_game *game = fake_game("", "mode=rich");
    struct match m;
    size_t length;
    const char *why = NULL;
    match_init(&m, game, 3);
    m.bots[1] = random_bot();
    fake_play(&m, "A: Play a card");
    assert_true(match_undo_to(&m, 0, &length, &why)); /* nothing was shown */
    assert_int_equal(length, 0);
    fake_play(&m, "A: Cross"); /* it draws */
    assert_false(match_undo_to(&m, 0, &length, &why));
    assert_non_null(strstr(why, "was revealed"));
    m.practice = true;
    assert_true(match_undo_to(&m, 0, &length, &why));
    assert_int_equal(length, 1);
    match_free(&m);
    tn_game_free(game);
}

static void one_person_who_practises_takes_back_to_an_own_decision(void **state) {
    (void)state;
    tn_game *game = fake_game("", "");
    struct match m;
    size_t length;
    const char *why = NULL;
    match_init(&m, game, 3);
    m.bots[1] = random_bot();
    m.practice = true;
    assert_false(match_undo_to(&m, 0, &length, &why));
    assert_string_equal(why, "there is nothing to undo");
    fake_play(&m, "A: b2");
    match_run(&m);
    uint64_t after_bot = tn_state_hash(game, m.state);
    size_t lines = m.log.n;
    fake_play(&m, match_asking(&m, 0).state ? "A: #1" : "");
    match_run(&m);
    assert_true(match_undo_to(&m, 0, &length, &why));
    assert_int_equal(length, 2);
    assert_int_equal(match_rewind(&m, length), TN_OK);
    assert_true(after_bot == tn_state_hash(game, m.state));
    assert_int_equal(m.log.n, lines);
    assert_true(match_undo_to(&m, 0, &length, &why));
    assert_int_equal(length, 0);
    match_rewind(&m, length);
    fake_play(&m, "A: b2");
    match_run(&m);
    assert_true(after_bot == tn_state_hash(game, m.state)); /* the bot answers as before */
    match_free(&m);
    tn_game_free(game);
}

static void several_persons_never_take_back_what_was_shown(void **state) {
    (void)state;
    tn_game *game = fake_game("", "mode=rich");
    struct match m;
    size_t length;
    const char *why = NULL;
    match_init(&m, game, 3);
    fake_play(&m, "A: Play a card");
    assert_true(match_undo_to(&m, 0, &length, &why));
    assert_int_equal(length, 0);
    fake_play(&m, "A: Cross");
    assert_false(match_undo_to(&m, 0, &length, &why));
    assert_non_null(strstr(why, "was revealed"));
    fake_play(&m, "A: 1");
    assert_true(match_undo_to(&m, 0, &length, &why));
    assert_int_equal(length, 2);
    match_free(&m);
    tn_game_free(game);
}

static void faults_are_reported(void **state) {
    (void)state;
    tn_game *game = fake_game("", "fault=third");
    struct match m;
    match_init(&m, game, 3);
    m.bots[0] = m.bots[1] = random_bot();
    assert_int_equal(match_run(&m), TN_FAULT);
    assert_int_equal(m.history.n, 3);
    match_free(&m);
    tn_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_bots_are_named),
        cmocka_unit_test(bots_play_to_the_end_and_repeat),
        cmocka_unit_test(illegal_answers_change_nothing),
        cmocka_unit_test(forced_answers_are_given_when_wanted),
        cmocka_unit_test(forced_answers_by_law),
        cmocka_unit_test(undo_by_law),
        cmocka_unit_test(each_seat_reads_its_own_log),
        cmocka_unit_test(one_person_among_bots_takes_back_no_more),
        cmocka_unit_test(one_person_who_practises_takes_back_to_an_own_decision),
        cmocka_unit_test(several_persons_never_take_back_what_was_shown),
        cmocka_unit_test(faults_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
