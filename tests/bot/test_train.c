/* Learning weights: the same setup gives the same text whatever the threads, and what cannot be learnt is refused. */
#include "support/unit.h"

#include "lab/fit.h"
#include "lab/train.h"
#include "support/level.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void a_fit_finds_the_weights_behind_the_numbers(void **state) {
    (void)state;
    struct fit fit;
    struct random random = {7, 0};
    const double wanted[] = {2, -0.5, 0};
    double found[4];
    assert_true(fit_new(&fit, 4));
    for (int i = 0; i < 4000; i++) {
        double row[4] = {0}, target = 0;
        for (int k = 0; k < 3; k++) {
            row[k] = (double)random_range(&random, 21) - 10;
            target += wanted[k] * row[k];
        }
        fit_add(&fit, row, target + (double)random_range(&random, 41) - 20);
    }
    fit_solve(&fit, 0.01, found);
    for (int k = 0; k < 3; k++)
        assert_true(fabs(found[k] - wanted[k]) < 0.1);
    assert_true(found[3] == 0); /* it was always 0 */
    fit_free(&fit);
}

static void seldom_numbers_are_not_trusted(void **state) {
    (void)state;
    struct fit fit;
    double found[2];
    assert_true(fit_new(&fit, 2));
    for (int i = 0; i < 1000; i++)
        fit_add(&fit, (double[]){1, i == 500}, i == 500 ? 51 : 1);
    fit_solve(&fit, 0.1, found);
    assert_true(fabs(found[0] - 0.95) < 0.1);
    assert_true(found[1] < 1); /* seen once, with an effect of 50 */
    fit_free(&fit);
}

static tn_game *game_at(const char *path) {
    char whole[500];
    tn_source *source = NULL;
    tn_game *game = NULL;
    snprintf(whole, sizeof whole, "%s/%s", level_root(), path);
    assert_int_equal(tn_source_load(whole, &source), TN_OK);
    assert_int_equal(tn_game_new(source, NULL, &game), TN_OK);
    tn_source_free(source);
    return game;
}

static void lessons_do_not_depend_on_the_threads(void **state) {
    (void)state;
    tn_game *game = game_at("games/tinyforming/tinyforming.game");
    struct buf texts[4];
    for (unsigned i = 0; i < 4; i++) {
        struct train_setup setup = {.game = game, .games = 6, .seed = i < 3 ? 1 : 2, .jobs = i + 1};
        struct weights *weights;
        buf_init(&texts[i]);
        assert_int_equal(train_run(&setup, &weights), TRAIN_DONE);
        weights_write(weights, &texts[i]);
        weights_free(weights);
    }
    assert_string_equal(texts[0].data, texts[1].data);
    assert_string_equal(texts[0].data, texts[2].data);
    assert_string_not_equal(texts[0].data, texts[3].data); /* another seed, other games */
    for (unsigned i = 0; i < 4; i++)
        buf_free(&texts[i]);
    tn_game_free(game);
}

struct heard {
    int contests, confirmed;
    bool again; /* the last one won for the first time */
};

/* No lesson at random, and a change is kept only right after it has won once. */
static void hear(void *user, const char *what, const struct simulate_sums *contest, enum train_verdict verdict) {
    struct heard *heard = user;
    (void)contest;
    if (strncmp(what, "lesson 1 ", 9) == 0) fail_msg("the first lesson is given to one that knows it");
    if (strncmp(what, "lesson ", 7) != 0 && verdict == TRAIN_KEPT) {
        assert_true(heard->again);
        heard->confirmed++;
    }
    heard->again = verdict == TRAIN_AGAIN;
    heard->contests++;
}

static void it_goes_on_from_what_is_known(void **state) {
    (void)state;
    static const char text[] = "length generation 12\nstock[credit] 8.000\n"; /* much too much: less of it wins */
    tn_game *game = game_at("games/tinyforming/tinyforming.game");
    struct buf nothing, written;
    struct heard heard = {0};
    buf_init(&nothing);
    buf_init(&written);
    struct weights *known = weights_new(game, text, strlen(text), &nothing, &nothing), *weights;
    struct train_setup setup = {.game = game, .known = known, .games = 12, .seed = 1, .jobs = 1};
    setup.told = hear;
    setup.user = &heard;
    assert_non_null(known);
    assert_int_equal(train_run(&setup, &weights), TRAIN_DONE);
    assert_true(heard.contests >= TRAIN_LESSONS - 1 && heard.confirmed > 0);
    weights_write(weights, &written);
    assert_non_null(strstr(written.data, "stock[credit] ")); /* nothing known is lost when lessons are dropped */
    weights_free(weights);
    weights_free(known);
    buf_free(&nothing);
    buf_free(&written);
    tn_game_free(game);
}

static bool stop_in_the_second_lesson(void *user, const char *what, bool contest, uint64_t done, uint64_t games) {
    (void)user, (void)contest, (void)done, (void)games;
    return strcmp(what, "lesson 2 of 4") != 0;
}

static void it_can_be_stopped(void **state) {
    (void)state;
    tn_game *game = game_at("games/tinyforming/tinyforming.game");
    struct train_setup setup = {
        .game = game, .games = 100, .seed = 1, .jobs = 2, .progress = stop_in_the_second_lesson};
    struct weights *weights;
    assert_int_equal(train_run(&setup, &weights), TRAIN_STOPPED);
    assert_null(weights);
    tn_game_free(game);
}

static void what_has_no_score_or_no_numbers_is_refused(void **state) {
    (void)state;
    static const char plain[] =
        "game \"Plain\":\n  players: 2\nvar best: player = none\nflow:\n  repeat 2:\n    turn:\n"
        "      choose n in 1..3 \"N?\"\n      if n == 3: best = me\n    me = next(me)\n"
        "score: best: if best == me then 1 else 0\n";
    struct weights *weights;
    tn_source *source = NULL;
    tn_game *game = game_at("games/tic-tac-toe/tic-tac-toe.game");
    struct train_setup setup = {.game = game, .games = 2, .seed = 1, .jobs = 1};
    assert_int_equal(train_run(&setup, &weights), TRAIN_NO_SCORE);
    tn_game_free(game);
    assert_int_equal(tn_source_parse("plain.game", plain, strlen(plain), &source), TN_OK);
    assert_int_equal(tn_game_new(source, NULL, &game), TN_OK);
    tn_source_free(source);
    setup.game = game;
    assert_int_equal(train_run(&setup, &weights), TRAIN_NO_NUMBERS);
    assert_null(weights);
    tn_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fit_finds_the_weights_behind_the_numbers),
        cmocka_unit_test(seldom_numbers_are_not_trusted),
        cmocka_unit_test(lessons_do_not_depend_on_the_threads),
        cmocka_unit_test(it_goes_on_from_what_is_known),
        cmocka_unit_test(it_can_be_stopped),
        cmocka_unit_test(what_has_no_score_or_no_numbers_is_refused),
    };
    return cmocka_run_group_tests_name("bot.train", tests, NULL, NULL);
}
