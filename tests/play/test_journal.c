/* Journals: written, read back to the same position, refused with a reason. */
#include "base/file.h"
#include "fake/table.h"
#include "play/journal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define HEADER "terrane journal 1\ngame fake\ndefinition cbf29ce484222325\nplayers 2\noption mode=rich\nseed 5\n"

struct table {
    tn_game *game;
    struct match match;
    struct journal journal;
    struct buf error, text;
};

static int set_up(void **state) {
    static struct table t;
    memset(&t, 0, sizeof t);
    t.game = fake_game("", "mode=rich");
    assert_int_equal(match_init(&t.match, t.game, 5), TN_OK);
    buf_init(&t.error);
    buf_init(&t.text);
    *state = &t;
    return 0;
}

static int tear_down(void **state) {
    struct table *t = *state;
    match_free(&t->match);
    journal_free(&t->journal);
    tn_game_free(t->game);
    buf_free(&t->error);
    buf_free(&t->text);
    return 0;
}

static bool parse(struct table *t, const char *text) {
    journal_free(&t->journal);
    buf_clear(&t->error);
    return journal_parse(&t->journal, "x.journal", text, strlen(text), &t->error);
}

static void a_game_is_written_and_played_again(void **state) {
    struct table *t = *state;
    fake_play(&t->match, "A: Play a card; A: Ring #2; A: 1; A: yes; A: Mark a cell; A: b2; B: #1; B: a1");
    journal_write(&t->match, "fake", &t->text);
    assert_non_null(strstr(t->text.data,
                           "terrane journal 1\ngame fake\nrules 3\ndefinition cbf29ce484222325\nplayers 2\n"
                           "option mode=rich\noption start=first\n"));
    assert_non_null(strstr(t->text.data, "seed 5\nA: Play a card\nA: Ring #2\nA: 1\nA: Yes\nA: Mark a cell\nA: b2\n"));
    assert_true(parse(t, t->text.data));
    assert_true(journal_fits(&t->journal, tn_game_source_hash(t->game), &t->error));
    assert_int_equal(t->journal.seed, 5);
    assert_int_equal(t->journal.players, 2);
    struct match again;
    match_init(&again, t->game, t->journal.seed);
    for (size_t i = 0; i < t->journal.answers.n; i++)
        assert_true(journal_step(&t->journal, i, &again, &t->error));
    assert_true(tn_state_hash(t->game, again.state) == tn_state_hash(t->game, t->match.state));
    match_free(&again);
}

static void seats_are_written_where_they_were_chosen(void **state) {
    struct table *t = *state;
    journal_write(&t->match, "fake", &t->text);
    assert_null(strstr(t->text.data, "seat "));
    t->match.seated = true;
    t->match.bots[1] = bot_find("random", &t->error);
    buf_clear(&t->text);
    journal_write(&t->match, "fake", &t->text);
    assert_non_null(strstr(t->text.data, "\nseat A=person\nseat B=random\nseed 5\n"));
    assert_true(parse(t, t->text.data));
    assert_int_equal(t->journal.seats.n, 2);
    assert_string_equal(t->journal.seats.data[1].text, "B=random");
    t->match.bots[1] = NULL;
}

static void results_are_written_at_the_end(void **state) {
    struct table *t = *state;
    tn_game *game = fake_game("", "");
    struct match m;
    match_init(&m, game, 1);
    fake_play(&m, "A: a1; B: a2; A: b1; B: b2; A: c1");
    journal_write(&m, "fake", &t->text);
    assert_non_null(strstr(t->text.data, "result A score 13 rank 1\nresult B score 2 rank 2\n"));
    assert_true(parse(t, t->text.data));
    assert_int_equal(t->journal.answers.n, 5);
    match_free(&m);
    tn_game_free(game);
}

static void comments_and_line_ends_do_not_matter(void **state) {
    struct table *t = *state;
    assert_true(parse(t, "terrane journal 1\r\n# hello\r\ngame fake\r\n\r\ndefinition cbf29ce484222325\r\n"
                         "players 2\r\nseed 5\r\n# first\r\nA: mark a CELL  \r\nA: b2"));
    assert_int_equal(t->journal.answers.n, 2);
    assert_true(journal_step(&t->journal, 0, &t->match, &t->error));
    assert_true(journal_step(&t->journal, 1, &t->match, &t->error));
    assert_int_equal(t->match.history.n, 2);
}

static void mistakes_are_named_with_their_line(void **state) {
    struct table *t = *state;
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"", "x.journal:1: the file is empty"},
        {"hello\n", "x.journal:1: not a journal"},
        {"terrane journal 2\n", "x.journal:1: journals of version \"2\""},
        {"terrane journal 1\ngame x\n", "x.journal:2: the journal ends before its seed"},
        {"terrane journal 1\nseed 1\n", "x.journal:2: the line \"game NAME\" is missing"},
        {"terrane journal 1\ngame x\ndefinition 12\n", "x.journal:3: \"12\" is not a hash"},
        {"terrane journal 1\nplayers many\n", "x.journal:2: \"many\" is not a number of players"},
        {"terrane journal 1\nplayers 99\n", "x.journal:2: \"99\" is not a number"},
        {"terrane journal 1\noption map\n", "x.journal:2: an option is written"},
        {"terrane journal 1\nplayer 2\n", "x.journal:2: unknown word \"player\""},
        {"terrane journal 1\nfrom\n", "x.journal:2: a position in JSON, or the file it is in, is expected here"},
        {"terrane journal 1\norder Ring\n", "x.journal:2: an order is written"},
        {HEADER "Play a card\n", "x.journal:7: an answer is written"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_false(parse(t, cases[i].text));
        if (strncmp(t->error.data, cases[i].error, strlen(cases[i].error)) != 0)
            fail_msg("expected \"%s\", found \"%s\"", cases[i].error, t->error.data);
    }
}

static void illegal_answers_say_what_was_legal(void **state) {
    struct table *t = *state;
    assert_true(parse(t, HEADER "A: Play\nB: Mark a cell\nC: b2\n"));
    assert_false(journal_step(&t->journal, 0, &t->match, &t->error));
    assert_string_equal(t->error.data, "x.journal:7: \"Play\" is not a legal answer of A to \"Your turn\"; "
                                       "legal: Mark a cell, Play a card");
    buf_clear(&t->error);
    assert_false(journal_step(&t->journal, 1, &t->match, &t->error));
    assert_string_equal(t->error.data, "x.journal:8: B is not asked here; A is");
    buf_clear(&t->error);
    assert_false(journal_step(&t->journal, 2, &t->match, &t->error));
    assert_string_equal(t->error.data, "x.journal:9: there is no seat \"C\"");
}

static void a_line_cut_off_by_a_crash_is_passed_over(void **state) {
    struct table *t = *state;
    assert_true(parse(t, HEADER "A: Mark a cell\nA: b"));
    assert_true(journal_step(&t->journal, 0, &t->match, &t->error));
    assert_true(journal_step(&t->journal, 1, &t->match, &t->error));
    assert_int_equal(t->match.history.n, 1);
    assert_int_equal(t->error.n, 0);
}

static void another_definition_is_refused_by_both_hashes(void **state) {
    struct table *t = *state;
    assert_true(parse(t, HEADER));
    assert_false(journal_fits(&t->journal, 0x1234, &t->error));
    assert_non_null(strstr(t->error.data, "cbf29ce484222325"));
    assert_non_null(strstr(t->error.data, "0000000000001234"));
}

/* ---- records: journals that somebody wrote */
#define RECORD "terrane journal 1\ngame fake\noption mode=rich\nseed 5\n"

static bool all_steps(struct table *t) {
    for (size_t i = 0; i < t->journal.answers.n; i++)
        if (!journal_step(&t->journal, i, &t->match, &t->error)) return false;
    return true;
}

static void records_are_read_as_people_write(void **state) {
    struct table *t = *state;
    assert_true(parse(t, RECORD "A: play, Ring, 1, yes, mark, row 2 column 2\nB: a1\n"));
    assert_false(t->journal.written);
    assert_int_equal(t->journal.players, 0);
    assert_true(journal_fits(&t->journal, 0x1234, &t->error));
    if (!all_steps(t)) fail_msg("%s", t->error.data);
    journal_write(&t->match, "fake", &t->text);
    assert_non_null(strstr(t->text.data, "A: Play a card\nA: Ring\nA: 1\nA: Yes\nA: Mark a cell\nA: b2\n"));
    assert_non_null(strstr(t->text.data, "definition ")); /* from now on to the letter */
}

static void records_are_complained_about(void **state) {
    struct table *t = *state;
    assert_true(parse(t, RECORD "A: Mark a cell, b2\nA: a1\n"));
    assert_false(all_steps(t));
    assert_string_equal(t->error.data, "x.journal:6: \"a1\" is for A, but B is asked: \"Mark which cell?\"");
}

static void a_match_can_begin_with_a_position(void **state) {
    struct table *t = *state;
    struct match_setup setup;
    struct match m;
    assert_true(parse(t, "terrane journal 1\ngame fake\nfrom {\"seats\": 2, \"options\": {\"mode\": \"plain\"}, "
                         "\"cells\": \"AB.......\"}\nseed 5\n"));
    assert_true(journal_setup(&t->journal, t->game, &setup, &t->error));
    assert_int_equal(t->journal.players, 2);
    assert_string_equal(t->journal.options.data[0], "mode=plain"); /* what the position says */
    assert_int_equal(match_begin(&m, t->game, &setup), TN_OK);
    fake_play(&m, "A: Mark a cell; A: c1");
    journal_write(&m, "fake", &t->text);
    assert_non_null(
        strstr(t->text.data,
               "\nfrom {\"seats\": 2, \"seat\": 253, \"cells\": \"AB.......\"}\nseed 5\nA: Mark a cell\nA: c1\n"));
    uint64_t before = tn_state_hash(t->game, m.state);
    assert_int_equal(match_rewind(&m, 2), TN_OK); /* taking back goes to the position, not to the start */
    assert_true(tn_state_hash(t->game, m.state) == before);
    match_free(&m);
    assert_true(parse(t, "terrane journal 1\ngame fake\nfrom {}\nseed 5\n"));
    assert_true(journal_setup(&t->journal, t->game, &setup, &t->error));
    assert_int_equal(match_begin(&m, t->game, &setup), TN_BAD_STATE);
    assert_string_equal(m.wrong, "1:1: no cells");
    match_free(&m);
}

static void what_is_thrown_can_be_said(void **state) {
    struct table *t = *state;
    struct match_setup setup;
    tn_game *game = fake_game("", "start=random");
    for (int who = 0; who < 2; who++) {
        struct match m;
        assert_true(parse(t, who ? "terrane journal 1\ngame fake\nrandom B begins\nseed 5\n"
                                 : "terrane journal 1\ngame fake\nrandom A begins\nseed 5\n"));
        assert_true(journal_setup(&t->journal, game, &setup, &t->error));
        assert_int_equal(setup.n_orders, 1);
        assert_int_equal(match_begin(&m, game, &setup), TN_OK);
        assert_int_equal(match_next(&m), who);
        journal_write(&m, "fake", &t->text);
        assert_non_null(strstr(t->text.data, who ? "\nrandom B begins\n" : "\nrandom A begins\n"));
        match_free(&m);
    }
    struct match m;
    assert_true(parse(t, "terrane journal 1\ngame fake\nrandom C\nseed 5\n"));
    assert_true(journal_setup(&t->journal, game, &setup, &t->error));
    assert_int_equal(match_begin(&m, game, &setup), TN_BAD_STATE);
    assert_non_null(strstr(m.wrong, "\"C\" cannot come now"));
    match_free(&m);
    tn_game_free(game);
}

static void orders_name_piles_and_cards(void **state) {
    struct table *t = *state;
    struct match_setup setup;
    assert_true(parse(t, "terrane journal 1\ngame fake\norder dekc: Ring\nseed 5\n"));
    assert_false(journal_setup(&t->journal, t->game, &setup, &t->error));
    assert_non_null(strstr(t->error.data, "x.journal:3: there is no pile \"dekc\""));
}

/* What the program wrote must come to the position and the results it says; in a record such lines are ignored. */
static void what_is_said_of_the_position_must_come_true(void **state) {
    struct table *t = *state;
    char *at;
    fake_play(&t->match, "A: Mark a cell; A: b2");
    journal_write(&t->match, "fake", &t->text);
    assert_non_null(at = strstr(t->text.data, "\ncheck "));
    at[7] = at[7] == '0' ? '1' : '0';
    assert_true(parse(t, t->text.data));
    assert_int_equal(t->journal.rules, TN_RULES_VERSION);
    struct match again;
    match_init(&again, t->game, t->journal.seed);
    assert_true(journal_step(&t->journal, 0, &again, &t->error));
    assert_false(journal_step(&t->journal, 1, &again, &t->error));
    assert_non_null(strstr(t->error.data, "come to another position now"));
    match_free(&again);
    assert_true(parse(t, "terrane journal 1\ngame fake\nseed 5\nA: Mark a cell\ncheck 0123456789abcdef\n"
                         "result A score 9 rank 1\n"));
    assert_int_equal(t->journal.rules, 1);
    match_init(&again, t->game, t->journal.seed);
    assert_true(journal_step(&t->journal, 0, &again, &t->error));
    match_free(&again);
    assert_false(parse(t, "terrane journal 1\ngame fake\nrules 99\nseed 5\n"));
    assert_non_null(strstr(t->error.data, "x.journal:3: written by a later version"));
    assert_false(parse(t, "terrane journal 1\ngame fake\nseed 5\ncheck x\n"));
    assert_non_null(strstr(t->error.data, "is not a digest"));
}

static void live_journals_hold_every_answer_at_once(void **state) {
    struct table *t = *state;
    char folder[] = "/tmp/terrane-journal-XXXXXX", path[64];
    struct journal_live live;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.journal", folder);
    fake_play(&t->match, "A: Mark a cell");
    assert_true(journal_follow(&live, &t->match, "fake", path, &t->error));
    fake_play(&t->match, "A: b2");
    assert_int_equal(file_read(path, 100000, &t->text), FILE_OK);
    assert_non_null(strstr(t->text.data, "A: Mark a cell\nA: b2\n"));
    assert_int_equal(match_rewind(&t->match, 1), TN_OK);
    assert_true(journal_renew(&live));
    fake_play(&t->match, "A: c3");
    journal_close(&live);
    buf_clear(&t->text);
    assert_int_equal(file_read(path, 100000, &t->text), FILE_OK);
    assert_non_null(strstr(t->text.data, "A: Mark a cell\nA: c3\n"));
    assert_null(strstr(t->text.data, "b2"));
    unlink(path);
    rmdir(folder);
    assert_false(journal_follow(&live, &t->match, "fake", path, &t->error));
    assert_non_null(strstr(t->error.data, "no such file"));
}

static void journals_find_a_place_of_their_own(void **state) {
    struct table *t = *state;
    char folder[] = "/tmp/terrane-state-XXXXXX";
    assert_non_null(mkdtemp(folder));
    setenv("XDG_STATE_HOME", folder, 1);
    assert_true(journal_place("/some/where/my game.game", &t->text, &t->error));
    assert_true(strncmp(t->text.data, folder, strlen(folder)) == 0);
    assert_non_null(strstr(t->text.data, "/terrane/my_game-"));
    assert_int_equal(access(folder, W_OK), 0);
    *strrchr(t->text.data, '/') = '\0';
    rmdir(t->text.data);
    rmdir(folder);
    unsetenv("XDG_STATE_HOME");
    unsetenv("HOME");
    buf_clear(&t->text);
    assert_false(journal_place("x", &t->text, &t->error));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_game_is_written_and_played_again),
        TEST(seats_are_written_where_they_were_chosen),
        TEST(results_are_written_at_the_end),
        TEST(comments_and_line_ends_do_not_matter),
        TEST(mistakes_are_named_with_their_line),
        TEST(illegal_answers_say_what_was_legal),
        TEST(a_line_cut_off_by_a_crash_is_passed_over),
        TEST(another_definition_is_refused_by_both_hashes),
        TEST(live_journals_hold_every_answer_at_once),
        TEST(journals_find_a_place_of_their_own),
        TEST(records_are_read_as_people_write),
        TEST(records_are_complained_about),
        TEST(a_match_can_begin_with_a_position),
        TEST(what_is_thrown_can_be_said),
        TEST(orders_name_piles_and_cards),
        TEST(what_is_said_of_the_position_must_come_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
