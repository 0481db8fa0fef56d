/* Learning weights: the same setup gives the same text whatever the threads, and what cannot be learnt is refused. */
/* Not quick: bots that think. */
#include "support/unit.h"

#include "lab/fit.h"
#include "lab/train.h"
#include "support/level.h"
#include "support/made.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void a_fit_finds_the_weights_behind_the_numbers(void **state) {
    (void)state;
    struct fit fit;
    struct random random = {7, 0};
    const double wanted[] = {2, -0.5, 0}, pull[] = {40, 40, 40, 40};
    const uint32_t columns[] = {0, 1, 2};
    double found[4];
    assert_true(fit_new(&fit, 4));
    for (int i = 0; i < 4000; i++) {
        double row[3] = {0}, target = 0;
        for (int k = 0; k < 3; k++) {
            row[k] = (double)random_range(&random, 21) - 10;
            target += wanted[k] * row[k];
        }
        fit_add(&fit, columns, row, 3, target + (double)random_range(&random, 41) - 20);
    }
    assert_true(fit_solve(&fit, 4, pull, NULL, found));
    for (int k = 0; k < 3; k++)
        assert_true(fabs(found[k] - wanted[k]) < 0.1);
    assert_true(found[3] == 0); /* it was always 0 */
    fit_fade(&fit, 0.5);
    assert_true(fit.rows == 2000);
    fit_free(&fit);
}

static void what_is_seen_seldom_is_not_trusted(void **state) {
    (void)state;
    struct fit fit;
    double found[2];
    const uint32_t columns[] = {0, 1};
    assert_true(fit_new(&fit, 2));
    for (int i = 0; i < 1000; i++)
        fit_add(&fit, columns, (double[]){1, i == 500}, 2, i == 500 ? 51 : 1);
    assert_true(fit_solve(&fit, 2, (double[]){100, 100}, NULL, found));
    assert_true(fabs(found[0] - 0.95) < 0.1);
    assert_true(found[1] < 1); /* seen once, with an effect of 50 */
    assert_true(fit_solve(&fit, 2, (double[]){100, 100}, (double[]){0, 7}, found));
    assert_true(found[1] > 6 && found[1] < 8); /* what is known stays, then */
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

static void learning_does_not_depend_on_the_threads(bool compare) {
    tn_game *game = game_at("games/tinyforming/tinyforming.game");
    struct buf texts[4];
    for (unsigned i = 0; i < 4; i++) {
        struct train_setup setup = {.game = game, .games = 6, .rounds = 2, .seed = i < 3 ? 1 : 2, .jobs = i + 1};
        setup.compare = compare;
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

static void games_teach_the_same_with_any_threads(void **state) {
    (void)state;
    learning_does_not_depend_on_the_threads(false);
}

static void comparisons_teach_the_same_with_any_threads(void **state) {
    (void)state;
    learning_does_not_depend_on_the_threads(true);
}

struct heard {
    int contests, kept, handed_out;
    double share; /* of the first contest */
    struct buf last;
    const char *stop_in;
};

static void hear(void *user, const char *what, const struct simulate_sums *contest, bool kept) {
    struct heard *heard = user;
    (void)what;
    if (heard->contests++ == 0) heard->share = simulate_wins(contest->wins) / (double)contest->games;
    heard->kept += kept;
}

static void keep(void *user, const struct weights *weights) {
    struct heard *heard = user;
    heard->handed_out++;
    buf_clear(&heard->last);
    weights_write(weights, &heard->last);
}

static bool stop_sometime(void *user, const struct train_progress *progress) {
    const struct heard *heard = user;
    assert_true(progress->done <= progress->games && progress->all_done <= progress->all_games);
    return !heard->stop_in || strcmp(progress->what, heard->stop_in) != 0;
}

static struct train_setup heard_setup(const tn_game *game, struct heard *heard) {
    buf_init(&heard->last);
    return (struct train_setup){.game = game,
                                .games = 20,
                                .rounds = 2,
                                .seed = 1,
                                .jobs = 2,
                                .progress = stop_sometime,
                                .told = hear,
                                .keep = keep,
                                .user = heard};
}

/* What random games teach beats the score alone, and what is kept is what was handed out last. */
static void what_is_learnt_wins(void **state) {
    (void)state;
    tn_game *game = game_at("games/tinyforming/tinyforming.game");
    struct heard heard = {0};
    struct train_setup setup = heard_setup(game, &heard);
    struct weights *weights;
    struct buf written;
    buf_init(&written);
    assert_int_equal(train_run(&setup, &weights), TRAIN_DONE);
    assert_true(heard.share > 0.55);
    assert_int_equal(heard.contests, 3);
    assert_int_equal(heard.kept, heard.handed_out);
    weights_write(weights, &written);
    assert_string_equal(written.data, heard.last.data);
    assert_non_null(strstr(written.data, "left "));
    /* and goes on from there, without the games at random */
    struct heard again = {0};
    struct train_setup more = heard_setup(game, &again);
    struct weights *better;
    more.known = weights;
    assert_int_equal(train_run(&more, &better), TRAIN_DONE);
    assert_int_equal(again.contests, 2);
    weights_free(better);
    weights_free(weights);
    buf_free(&written);
    buf_free(&heard.last);
    buf_free(&again.last);
    tn_game_free(game);
}

static void stopping_loses_nothing_that_was_kept(void **state) {
    (void)state;
    tn_game *game = game_at("games/tinyforming/tinyforming.game");
    struct heard heard = {.stop_in = "round 1 of 2"};
    struct train_setup setup = heard_setup(game, &heard);
    struct weights *weights;
    struct buf written;
    buf_init(&written);
    assert_int_equal(train_run(&setup, &weights), TRAIN_STOPPED);
    assert_int_equal(heard.handed_out, 1);
    weights_write(weights, &written);
    assert_string_equal(written.data, heard.last.data);
    weights_free(weights);
    buf_free(&written);
    buf_free(&heard.last);
    tn_game_free(game);
}

static void one_alone_learns_too(void **state) {
    (void)state;
    char path[500];
    tn_source *source = NULL;
    tn_game *game = NULL;
    snprintf(path, sizeof path, "%s/games/tinyforming/tinyforming.game", level_root());
    assert_int_equal(tn_source_load(path, &source), TN_OK);
    assert_int_equal(tn_game_new(source, &(tn_config){.seats = 1}, &game), TN_OK);
    tn_source_free(source);
    struct heard heard = {0};
    struct train_setup setup = heard_setup(game, &heard);
    struct weights *weights;
    assert_int_equal(train_run(&setup, &weights), TRAIN_DONE);
    assert_int_equal(heard.contests, 3);
    assert_true((heard.kept > 0) == (weights_count(weights) > 0));
    buf_free(&heard.last);
    weights_free(weights);
    tn_game_free(game);
}

/* Alone rounds compare ends of decisions: what is aimed at comes nearer than by what random games teach. */
static void comparisons_come_nearer_to_the_aim(void **state) {
    (void)state;
    char path[500];
    tn_source *source = NULL;
    tn_game *game = NULL;
    struct buf nothing;
    const char *text = "aim table.supply[heat] -200\naim table.supply[greenery] -200\naim table.supply[water] -200\n";
    snprintf(path, sizeof path, "%s/games/tinyforming/tinyforming.game", level_root());
    assert_int_equal(tn_source_load(path, &source), TN_OK);
    assert_int_equal(tn_game_new(source, &(tn_config){.seats = 1}, &game), TN_OK);
    tn_source_free(source);
    buf_init(&nothing);
    struct weights *aims = weights_new(game, text, strlen(text), &nothing, &nothing), *weights;
    struct heard heard = {0};
    struct train_setup setup = heard_setup(game, &heard);
    assert_non_null(aims);
    assert_int_equal(nothing.n, 0);
    setup.aims = aims;
    setup.rounds = 3;
    assert_int_equal(train_run(&setup, &weights), TRAIN_DONE);
    assert_true(heard.kept >= 2); /* random games, and at least one round of comparisons */
    assert_non_null(strstr(heard.last.data, "aim table.supply[water] -200.000"));
    assert_null(strstr(heard.last.data, "aim table.generation"));
    buf_free(&heard.last);
    buf_free(&nothing);
    weights_free(aims);
    weights_free(weights);
    tn_game_free(game);
}

/* What is computed about held cards is noted, though weights that say nothing of it leave it out when bots play. */
static void held_cards_are_noted(void **state) {
    static const char definition[] = "game \"Holding\":\n"
                                     "  players: 2\n"
                                     "kind tool(n: number):\n"
                                     "  value ready -> bool = true\n"
                                     "tool Saw(1)\n"
                                     "tool Axe(2): ready: me.coins >= 3\n"
                                     "zone deck(tool, see: nobody)\n"
                                     "player:\n"
                                     "  var coins: number(0..) = 0\n"
                                     "  zone hand(tool, see: owner)\n"
                                     "flow:\n"
                                     "  shuffle(deck)\n"
                                     "  for me in players: draw(1)\n"
                                     "  repeat 6:\n"
                                     "    turn:\n"
                                     "      choose n in 1..2 \"How many?\"\n"
                                     "      me.coins += n\n"
                                     "    me = next(me)\n"
                                     "score: coins: me.coins\n";
    (void)state;
    struct buf nothing;
    struct lesson_game games[4] = {0};
    tn_game *game = made_game(definition);
    buf_init(&nothing);
    struct weights *weights = weights_new(game, "coins 0.5 0", strlen("coins 0.5 0"), &nothing, &nothing);
    struct lesson_setup setup = {.game = game,
                                 .weights = {weights, weights},
                                 .noted = 1000,
                                 .nodes = 20,
                                 .period = -1,
                                 .seed = 1,
                                 .games = 4,
                                 .jobs = 2};
    assert_int_equal(lesson_play(&setup, games), LESSON_DONE);
    size_t first, seen = 0;
    assert_int_equal(tn_features_computed(weights->features, &first), 1);
    assert_string_equal(tn_features_name(weights->features, first), "ready(hand)");
    for (size_t g = 0; g < 4; g++)
        for (size_t i = 0; i < games[g].features.n; i++)
            seen += games[g].features.data[i].index == first;
    assert_true(seen > 4);
    lesson_free(games, 4);
    weights_free(weights);
    tn_game_free(game);
}

static void what_has_no_score_is_refused(void **state) {
    (void)state;
    struct weights *weights;
    tn_game *game = game_at("games/tic-tac-toe/tic-tac-toe.game");
    struct train_setup setup = {.game = game, .games = 2, .seed = 1, .jobs = 1};
    assert_int_equal(train_run(&setup, &weights), TRAIN_NO_SCORE);
    assert_null(weights);
    tn_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fit_finds_the_weights_behind_the_numbers),
        cmocka_unit_test(what_is_seen_seldom_is_not_trusted),
        cmocka_unit_test(games_teach_the_same_with_any_threads),
        cmocka_unit_test(comparisons_teach_the_same_with_any_threads),
        cmocka_unit_test(what_is_learnt_wins),
        cmocka_unit_test(stopping_loses_nothing_that_was_kept),
        cmocka_unit_test(one_alone_learns_too),
        cmocka_unit_test(comparisons_come_nearer_to_the_aim),
        cmocka_unit_test(held_cards_are_noted),
        cmocka_unit_test(what_has_no_score_is_refused),
    };
    return cmocka_run_group_tests_name("bot.train", tests, NULL, NULL);
}
