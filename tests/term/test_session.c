/* A session at a pipe: what is drawn, what may be typed, how it ends. */
#include "base/file.h"
#include "fake/table.h"
#include "term/draw.h"
#include "term/session.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct table {
    tn_game *game;
    struct match match;
    char *output;
    size_t size;
    enum session_end end;
};

static int tear_down(void **state) {
    struct table *t = *state;
    match_free(&t->match);
    tn_game_free(t->game);
    free(t->output);
    free(t);
    return 0;
}

static int set_up(void **state) {
    *state = calloc(1, sizeof(struct table));
    return 0;
}

static void begin(struct table *t, const char *option, bool against_bot) {
    struct buf error;
    buf_init(&error);
    t->game = fake_game("title Noughts", option);
    assert_int_equal(match_init(&t->match, t->game, 3), TN_OK);
    t->match.forced = FORCED_FREE;
    if (against_bot) t->match.bots[1] = bot_find("random", &error);
}

/* Runs a session over these lines; the output is in t->output. */
static const char *type(struct table *t, const char *lines) {
    FILE *in = *lines ? fmemopen((void *)lines, strlen(lines), "r") : fopen("/dev/null", "r");
    free(t->output);
    FILE *out = open_memstream(&t->output, &t->size);
    struct session s = {.match = &t->match, .in = in, .out = out, .look = {.width = 80}};
    t->end = session_run(&s);
    fclose(in);
    fclose(out);
    return t->output;
}

static void expect(struct table *t, const char *text) {
    if (!strstr(t->output, text)) fail_msg("expected \"%s\" in:\n%s", text, t->output);
}

static void tables_show_what_there_is(void **state) {
    struct table *t = *state;
    begin(t, "mode=rich", false);
    fake_play(&t->match, "A: Play a card; A: Cross; A: 1; A: yes; A: Mark a cell; A: b2");
    struct legend legend;
    struct buf out;
    struct look look = {.width = 80};
    legend_init(&legend);
    buf_init(&out);
    struct drawing d = {.look = &look, .match = &t->match, .seat = 1, .legend = &legend};
    table_put(&d, &out);
    assert_string_equal(out.data, "-- Noughts, round 1 -----------------------------------------------------------\n"
                                  "Grid                      Marks    0 #........ 9  at 1\n"
                                  "+------+------+------+    turn: B\n"
                                  "|a1    |b1    |c1    |                                       A             B\n"
                                  "|      |      |      |    coin                               1             0\n"
                                  "+------+------+------+    last:\n"
                                  "|a2    |b2    |c2    |    * The game begins\n"
                                  "|      |A     |      |    * A takes 3 cards\n"
                                  "+------+------+------+    * A plays a card\n"
                                  "|a3    |b3    |c3    |    * A marks b2\n"
                                  "|      |      |      |\n"
                                  "+------+------+------+\n"
                                  "  A mark\n"
                                  "  A Hand (2)\n"
                                  "  A Tableau (1): Cross\n");
    buf_clear(&out);
    d.seat = 0;
    table_put_zones(&d, &out);
    assert_string_equal(out.data, "  A Hand (2)\n"
                                  "    Ring         2 round Pay coins; a ring.\n"
                                  "    Ring         2 round Pay coins; a ring.\n"
                                  "  A Tableau (1): Cross\n");
    buf_free(&out);
    legend_free(&legend);
}

static void hexes_stand_between_their_neighbours(void **state) {
    struct table *t = *state;
    begin(t, "board=hex", true);
    type(t, "");
    expect(t, "        +-------+-------+            turn: A\n"
              "        |>a1    |>b1    |                                     A (you) B (random\n"
              "        |       |       |            coin                           2         0\n"
              "    +---+---+---+---+---+---+        last:\n"
              "    |>c1    |>a2    |>b2    |        * The game begins\n"
              "    |       |       |middle |\n");
    expect(t, " b2 (+2 coin)\n c2 "); /* what an answer changes */
}

static void a_whole_game_from_a_pipe(void **state) {
    struct table *t = *state;
    begin(t, "", false);
    type(t, "1\na2\nB1\n#3\n c1 \n");
    assert_int_equal(t->end, SESSION_OVER);
    expect(t, "  * A marks c1\n");
    expect(t, "A: Mark which cell?\n!a1             b1 ");
    expect(t, "\n! a1: you lose 2 coin for nothing\n");
    expect(t, "  final score                        A             B\n"
              "  line                              10             0\n"
              "  cells                              3             2\n"
              "  total                             13             2\n"
              "  rank                               1             2\n"
              "A wins.\n");
    assert_null(strstr(t->output, "> ")); /* no prompt for a pipe */
    assert_null(strstr(t->output, "\x1b"));
}

static void the_end_of_input_is_no_error(void **state) {
    struct table *t = *state;
    begin(t, "", true);
    type(t, "b2\n");
    assert_int_equal(t->end, SESSION_INPUT_ENDED);
    expect(t, "The input ended.");
    assert_int_equal(t->match.history.n, 2);
}

static void presets_numbers_and_mistakes(void **state) {
    struct table *t = *state;
    begin(t, "mode=rich", true);
    type(t, "12\nplay\nring\n\nmaybe\nn\n\nmark\nb\nquit\n");
    assert_int_equal(t->end, SESSION_LEFT);
    expect(t, "no answer has the number 12");
    expect(t, " 0           1 <Enter>   2\n");
    expect(t, "\"maybe\" is not one of the answers");
    expect(t, "\"b\" could be: b1, b2, b3");
    assert_int_equal(t->match.history.n, 5);
    assert_string_equal(t->match.history.data[2].words, "1");
}

static void questions_about_the_game(void **state) {
    struct table *t = *state;
    begin(t, "mode=rich", true);
    type(t, "why cross\nfind round\nfind zzz\nfind\nfind ring coins\nplayer\nplayer z\nwhy b2\nmark\nb2\nmark\nwhy "
            "b2\nwhy c1\nwhy nothing\nscore\ncard cr\ncard zzz\ncards RING\nlog "
            "1\n/help\n/zz\ntable\n");
    expect(t, "  b2\n    not possible now\n    - that is not asked here\n");
    expect(t, "  b2\n    not possible now\n    - the cell is marked already\n");
    expect(t, "  c1\n    possible now\n");
    expect(t, "nothing here is called \"nothing\"");
    expect(t, "  score now");
    expect(t, "  * Cross        2 straight Pay coins; keep this cross or not.\n  * Ring ");
    expect(t, "  Cross (sign), price 2\n    Play a card: not possible now\n    - coins: 0, needs 1\n");
    expect(t, "  Ring (sign), in your Hand\n    Pay coins; a ring.\n");
    expect(t, "no card has the tag or the words \"zzz\"");
    expect(t, "find what?");
    expect(t, "A (you)\n");
    expect(t, "there is no player \"z\"; players are A to B");
    expect(t, "  Cross (sign), in your Hand\n    Pay coins; keep this cross or not.\n");
    expect(t, "there is no card \"zzz\"");
    expect(t, "    hint            what a bot would answer, and what comes of it\n");
    expect(t, "    undo            undo the last line\n");
    expect(t, "there is no command \"zz\"");
}

/* A hint answers nothing, and asked again it is the same. */
static void hints(void **state) {
    struct table *t = *state;
    begin(t, "mode=rich", true);
    type(t, "hint\nhint\nquit\n");
    assert_int_equal(t->match.history.n, 0);
    expect(t, "  1 Mark a cell    2 Play a card\n  Mark a cell\n  Mark a cell\n");
}

static void taking_back_and_saving(void **state) {
    struct table *t = *state;
    char path[] = "/tmp/terrane-session-XXXXXX", lines[128];
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    begin(t, "", true);
    snprintf(lines, sizeof lines, "undo\nb2\nundo\nc3\nsave %s\nsave /no/such/folder/x\nsave\n", path);
    type(t, lines);
    expect(t, "there is nothing to undo");
    expect(t, "  undone\n");
    expect(t, "  saved in /tmp/terrane-session-");
    expect(t, "/no/such/folder/x: no such file");
    struct buf text;
    buf_init(&text);
    assert_int_equal(file_read(path, 10000, &text), FILE_OK);
    assert_non_null(strstr(text.data, "seed 3\nA: c3\nB: "));
    buf_free(&text);
    unlink(path);
}

static void faults_end_the_session(void **state) {
    struct table *t = *state;
    begin(t, "fault=third", false);
    type(t, "a1\na2\na3\n");
    assert_int_equal(t->end, SESSION_FAULT);
    expect(t, "The rules stopped: fake.game:3: the third mark");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(tables_show_what_there_is),
        TEST(hexes_stand_between_their_neighbours),
        TEST(a_whole_game_from_a_pipe),
        TEST(the_end_of_input_is_no_error),
        TEST(presets_numbers_and_mistakes),
        TEST(questions_about_the_game),
        TEST(hints),
        TEST(taking_back_and_saving),
        TEST(faults_end_the_session),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
