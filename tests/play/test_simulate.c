/* Simulation and its statistics, and tree counts. */
#include "fake/table.h"
#include "lab/count.h"
#include "lab/simulate.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static bool close_to(double a, double b) {
    return fabs(a - b) < 0.0005;
}

static void intervals_are_the_textbook_ones(void **state) {
    (void)state;
    struct interval share = statistics_share(8, 10);
    assert_true(close_to(share.value, 0.8) && close_to(share.low, 0.4902) && close_to(share.high, 0.9433));
    share = statistics_share(0, 20);
    assert_true(share.low == 0 && close_to(share.high, 0.1611));
    share = statistics_share(5, 0);
    assert_true(share.value == 0 && share.high == 0);
    struct interval mean = statistics_mean(15, 55, 5); /* 1 2 3 4 5 */
    assert_true(close_to(mean.value, 3) && close_to(mean.high - mean.value, 1.3859));
    mean = statistics_mean(7, 49, 1);
    assert_true(mean.low == 7 && mean.high == 7);
}

static struct simulate_setup setup_of(const tn_game *game, uint64_t games, unsigned jobs) {
    struct simulate_setup setup = {.game = game, .games = games, .seed = 11, .jobs = jobs};
    struct buf error;
    buf_init(&error);
    setup.bots[0] = setup.bots[1] = bot_find("random", &error);
    return setup;
}

static void random_play_has_its_known_rates(void **state) {
    (void)state;
    tn_game *game = fake_game("", "");
    struct simulate_setup setup = setup_of(game, 4000, 2);
    struct simulate_result result;
    assert_int_equal(simulate_run(&setup, &result), TN_OK);
    assert_int_equal(result.finished, 4000);
    assert_int_equal(result.faults, 0);
    /* The first player wins 0.585 of random games, 0.127 are drawn and shared. */
    double wins = simulate_wins(result.seats[0].wins) / 4000;
    assert_true(wins > 0.62 && wins < 0.68);
    assert_true(simulate_wins(result.seats[0].wins) + simulate_wins(result.seats[1].wins) == 4000);
    assert_true(!result.has_decisions && result.has_rounds && result.rounds >= 3 * 4000);
    setup.menus = true;
    assert_int_equal(simulate_run(&setup, &result), TN_OK);
    double again = simulate_wins(result.seats[0].wins) / 4000;
    assert_true(again > 0.62 && again < 0.68);
    assert_true(result.has_decisions && result.decisions > 5 * 4000);
    assert_true(result.decisions < 8 * 4000 + 1); /* the ninth mark is forced */
    tn_game_free(game);
}

static void results_do_not_depend_on_the_threads(void **state) {
    (void)state;
    tn_game *game = fake_game("", "mode=rich");
    struct simulate_result results[3];
    for (unsigned jobs = 1; jobs <= 3; jobs++) {
        struct simulate_setup setup = setup_of(game, 300, jobs);
        setup.rotate = true;
        assert_int_equal(simulate_run(&setup, &results[jobs - 1]), TN_OK);
        results[jobs - 1].seconds = 0;
    }
    assert_memory_equal(&results[0], &results[1], sizeof results[0]);
    assert_memory_equal(&results[0], &results[2], sizeof results[0]);
    assert_int_equal(results[0].entrants[0].games, 300);
    tn_game_free(game);
}

static void a_simulated_game_is_the_match_of_its_seed(void **state) {
    (void)state;
    tn_game *game = fake_game("", "mode=rich");
    struct simulate_setup setup = setup_of(game, 1, 1);
    struct simulate_result result;
    setup.menus = true;
    simulate_run(&setup, &result);
    struct match m;
    match_init(&m, game, simulate_seed(11, 0));
    m.bots[0] = m.bots[1] = setup.bots[0];
    assert_int_equal(match_run(&m), TN_OVER);
    for (unsigned seat = 0; seat < 2; seat++)
        assert_int_equal(tn_state_score(m.ctx, m.state, seat), result.seats[seat].score);
    match_free(&m);
    tn_game_free(game);
}

static void faults_are_counted_and_named(void **state) {
    (void)state;
    tn_game *game = fake_game("", "fault=third");
    struct simulate_setup setup = setup_of(game, 20, 2);
    struct simulate_result result;
    assert_int_equal(simulate_run(&setup, &result), TN_OK);
    assert_int_equal(result.finished, 0);
    assert_int_equal(result.faults, 20);
    assert_int_equal(result.n_faults, SIMULATE_FAULTS);
    for (unsigned i = 0; i < result.n_faults; i++) {
        assert_int_equal(result.first_faults[i].game, i);
        assert_true(result.first_faults[i].seed == simulate_seed(11, i));
        assert_string_equal(result.first_faults[i].text, "fake.game:3: the third mark");
    }
    tn_game_free(game);
}

static bool stop_at_once(void *user, uint64_t done, uint64_t games) {
    (void)user, (void)done, (void)games;
    return false;
}

static void simulations_can_be_stopped(void **state) {
    (void)state;
    tn_game *game = fake_game("", "");
    struct simulate_setup setup = setup_of(game, UINT64_MAX, 2);
    struct simulate_result result;
    setup.progress = stop_at_once;
    assert_int_equal(simulate_run(&setup, &result), TN_OK);
    assert_true(result.stopped);
    assert_true(result.finished > 0);
    tn_game_free(game);
}

static void trees_are_counted_exactly(void **state) {
    (void)state;
    tn_game *game = fake_game("", "");
    struct count_result result;
    struct buf fault;
    buf_init(&fault);
    assert_int_equal(count_run(game, &(struct count_wish){.depth = 6}, &result, &fault), TN_OK);
    assert_int_equal(result.by_depth.n, 7);
    for (size_t d = 0; d < 7; d++) {
        assert_int_equal(result.by_depth.data[d], fake_positions[d]);
        assert_int_equal(result.complete.data[d], fake_finished[d]);
    }
    count_free(&result);
    tn_game_free(game);
}

static void chance_branches_without_depth(void **state) {
    (void)state;
    tn_game *game = fake_game("", "start=random");
    struct count_result result;
    struct buf fault;
    buf_init(&fault);
    assert_int_equal(count_run(game, &(struct count_wish){.depth = 2}, &result, &fault), TN_OK);
    assert_int_equal(result.by_depth.n, 3);
    assert_int_equal(result.by_depth.data[0], 2);
    assert_int_equal(result.by_depth.data[2], 2 * 72);
    count_free(&result);
    tn_game_free(game);
}

static void a_fault_ends_a_count(void **state) {
    (void)state;
    tn_game *game = fake_game("", "fault=third");
    struct count_result result;
    struct buf fault;
    buf_init(&fault);
    assert_int_equal(count_run(game, &(struct count_wish){.depth = UINT32_MAX}, &result, &fault), TN_FAULT);
    assert_string_equal(fault.data, "fake.game:3: the third mark");
    buf_free(&fault);
    count_free(&result);
    tn_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_are_the_textbook_ones),
        cmocka_unit_test(random_play_has_its_known_rates),
        cmocka_unit_test(results_do_not_depend_on_the_threads),
        cmocka_unit_test(a_simulated_game_is_the_match_of_its_seed),
        cmocka_unit_test(faults_are_counted_and_named),
        cmocka_unit_test(simulations_can_be_stopped),
        cmocka_unit_test(trees_are_counted_exactly),
        cmocka_unit_test(chance_branches_without_depth),
        cmocka_unit_test(a_fault_ends_a_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
