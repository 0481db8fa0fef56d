/* How games went: constructed games whose course is known. */
#include "support/unit.h"

#include "lab/course.h"
#include "support/made.h"

#include <math.h>

static struct course *watched(const tn_game *game, const char *bot, uint64_t games, unsigned jobs) {
    struct simulate_setup setup = {.game = game, .games = games, .seed = 4, .jobs = jobs, .menus = true};
    struct simulate_result result;
    struct buf error;
    struct course *course = course_new(game, games);
    assert_non_null(course);
    buf_init(&error);
    setup.bots[0] = setup.bots[1] = bot_find(bot, &error);
    setup.watch = course_watch;
    setup.watch_user = course;
    assert_int_equal(simulate_run(&setup, &result), TN_OK);
    course_sum(course);
    assert_int_equal(course->over, games);
    buf_free(&error);
    return course;
}

/* 64 decisions of three answers: each player takes a point each time, and A one more at its first. */
static const char steady[] = "game \"Steady\":\n"
                             "  players: 2\n"
                             "player:\n"
                             "  var points: number(0..) = 0\n"
                             "  var first: number(0..) = 0\n"
                             "flow:\n"
                             "  repeat 64:\n"
                             "    turn:\n"
                             "      choose n in 1..3 \"Well?\"\n"
                             "      me.points += 1\n"
                             "      if me == seat(1): me.first = 1\n"
                             "    me = next(me)\n"
                             "score:\n"
                             "  points: me.points\n"
                             "  first: me.first\n";

static void points_grow_as_they_do(void **state) {
    (void)state;
    tn_game *game = made_game(steady);
    struct course *c = watched(game, "random", 30, 1);
    assert_true(c->decisions == 64 && c->answers == 3 && c->widest == 3 && c->most_decisions == 64);
    assert_int_equal(c->widths[1], 30 * 64);
    assert_int_equal(c->n_lines, 2);
    for (unsigned step = 0; step <= COURSE_STEPS; step++)
        assert_true(fabs(c->lines[step] - 32.0 * step / COURSE_STEPS) <= 1); /* 32 for each of the two at the end */
    assert_true(c->lines[2 * COURSE_STEPS + 1] == 0.5); /* of the other line, the mean of 1 and 0 */
    for (unsigned step = 1; step <= COURSE_STEPS; step++)
        assert_true(c->led[step] == 30 && c->leader_wins[step] == 1);
    assert_true(c->led[0] == 0 && c->lead_changes == 0 && c->comebacks.value == 0);
    course_free(c);
    tn_game_free(game);
}

/* A leads until its last turn, in which B takes all: everybody who leads loses. */
static const char reversal[] = "game \"Reversal\":\n"
                               "  players: 2\n"
                               "player:\n"
                               "  var points: number(0..) = 0\n"
                               "flow:\n"
                               "  repeat 40: turn:\n"
                               "    choose n in 1..2 \"Well?\"\n"
                               "    me.points += 1\n"
                               "  as seat(2): me.points += 100\n"
                               "score: points: me.points\n";

static void comebacks_are_seen(void **state) {
    (void)state;
    tn_game *game = made_game(reversal);
    struct course *c = watched(game, "random", 25, 2);
    assert_true(c->comebacks.value == 1 && c->lead_changes == 1);
    assert_true(c->leader_wins[COURSE_STEPS / 2] == 0 && c->leader_wins[COURSE_STEPS] == 1);
    course_free(c);
    tn_game_free(game);
}

static void threads_change_nothing(void **state) {
    (void)state;
    tn_game *game = made_game(reversal);
    struct course *one = watched(game, "greedy", 12, 1), *three = watched(game, "greedy", 12, 3);
    assert_memory_equal(one->leader_wins, three->leader_wins, sizeof one->leader_wins);
    assert_memory_equal(one->lines, three->lines, (COURSE_STEPS + 1) * sizeof *one->lines);
    course_free(one);
    course_free(three);
    tn_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_grow_as_they_do),
        cmocka_unit_test(comebacks_are_seen),
        cmocka_unit_test(threads_change_nothing),
    };
    return cmocka_run_group_tests_name("lab.course", tests, NULL, NULL);
}
