/* Figures of seats and cards in constructed games whose answers are known: a fair coin, a first player who always wins,
 * a card that is worth so many points, a dead card, a rule nobody comes to. */
#include "support/unit.h"

#include "lab/course.h"
#include "lab/coverage.h"
#include "lab/force.h"
#include "support/made.h"

#include <stdio.h>
#include <stdlib.h>

struct figures {
    struct simulate_setup setup;
    struct simulate_result result;
    struct census *census;
    struct course *course;
    struct coverage *coverage;
    struct lifts *lifts;
    size_t n;
};

static struct figures played(const tn_game *game, const char *bot, uint64_t games, unsigned jobs) {
    struct figures f = {.setup = {.game = game, .games = games, .seed = 7, .jobs = jobs, .menus = true}};
    for (unsigned seat = 0; seat < tn_game_seat_count(game); seat++)
        f.setup.bots[seat] = bot_find(bot, NULL);
    f.census = census_new(game), f.course = course_new(game, games);
    f.setup.follow = &census_follow, f.setup.follow_user = f.census;
    f.setup.watch = course_watch, f.setup.watch_user = f.course;
    f.setup.reached = calloc(tn_game_statement_count(game) + 1, sizeof *f.setup.reached);
    assert_int_equal(simulate_run(&f.setup, &f.result), TN_OK);
    assert_int_equal(f.result.finished, games);
    assert_false(f.census->out_of_memory);
    course_sum(f.course);
    f.coverage = coverage_new(game, f.setup.reached);
    f.lifts = lifts_new(f.census, f.result.seats, &f.n);
    answers_sort(&f.census->answers);
    return f;
}

static void forget(struct figures *f) {
    census_free(f->census), course_free(f->course), coverage_free(f->coverage);
    free(f->lifts), free(f->setup.reached);
}

static const struct lifts *lifts_of(const struct figures *f, const char *name) {
    for (size_t i = 0; i < f->n; i++) {
        tn_card card;
        tn_game_card(f->census->game, f->lifts[i].card, &card);
        if (strcmp(card.name, name) == 0) return &f->lifts[i];
    }
    fail_msg("there is no card %s", name);
    return NULL;
}

static struct interval wins_of(const struct figures *f, unsigned seat) {
    return statistics_share(simulate_wins(f->result.seats[seat].wins), f->result.seats[seat].games);
}

/* Each player turns a card up; the higher one wins. */
static void a_coin_is_fair(void **state) {
    (void)state;
    tn_game *game = made_game("game \"Coin\":\n  players: 2\nkind side(n: number)\nside Heads(1)\nside Tails(0)\n"
                              "zone deck(side, see: nobody)\nplayer:\n  zone up(side, see: everyone)\nflow:\n"
                              "  shuffle(deck)\n  for p in players: as p: draw(1, to: p.up)\n"
                              "  turn:\n    choose n in 0..1 \"Well?\"\nscore: up: sum(c in me.up: c.n)\n");
    struct figures f = played(game, "random", 2000, 2);
    struct interval a = wins_of(&f, 0);
    assert_true(a.low < 0.5 && a.high > 0.5 && a.high - a.low < 0.05);
    assert_true(lifts_of(&f, "Heads")->dealt.clear && lifts_of(&f, "Heads")->dealt.points.value > 49.5);
    assert_true(lifts_of(&f, "Tails")->dealt.points.value < -49.5);
    assert_true(f.course->runaways.value == 1 && f.course->comebacks.value == 0);
    forget(&f);
    tn_game_free(game);
}

static void who_begins_wins(void **state) {
    (void)state;
    tn_game *game = made_game("game \"First\":\n  players: 2\nplayer:\n  var points: number(0..) = 0\nflow:\n"
                              "  as seat(1): me.points = 1\n  turn:\n    choose n in 0..1 \"Well?\"\n"
                              "score: points: me.points\n");
    struct figures f = played(game, "random", 100, 2);
    assert_true(wins_of(&f, 0).value == 1 && wins_of(&f, 0).low > 0.95 && wins_of(&f, 1).value == 0);
    forget(&f);
    tn_game_free(game);
}

/* Six goods, two for each; Good is worth five, Dead nothing, the others one. Players have points of their own besides,
 * from 0 to 9 by a die: who has Good wins when its four more are more than what the dice differ by. */
static tn_game *goods(void) {
    return made_game("game \"Goods\":\n  players: 2\nkind good(n: number)\ngood Best(5)\ngood Dead(0)\n"
                     "good P(1)\ngood Q(1)\ngood R(1)\ngood S(1)\nzone deck(good, see: nobody)\n"
                     "player:\n  var luck: number(0..) = 0\n  zone hand(good, see: owner)\n  zone shop(good)\nflow:\n"
                     "  shuffle(deck)\n  for p in players: as p: draw(2, to: p.hand)\n"
                     "  for p in players: as p: me.luck = random(0..9)\n"
                     "  repeat 2:\n    turn:\n      choose c in me.hand where c != Dead \"Which?\"\n"
                     "      move(c, to: me.shop)\n    me = next(me)\n"
                     "  if any(p in players: p.luck > 99):\n    me.luck = 0\n"
                     "score:\n  luck: me.luck\n  goods: sum(c in me.shop: c.n)\n");
}

/* By hand: against an opponent with one point the dice decide; with Best (plus 4) a player wins if d > -4, shares if
 * d = -4, of 100 equally likely pairs (d = own die - other's): d > -4: 79, d = -4: 6: 82 %. */
static void a_card_is_worth_its_points(void **state) {
    (void)state;
    tn_game *game = goods();
    struct figures f = played(game, "greedy", 1500, 2);
    const struct lift *dealt = &lifts_of(&f, "Best")->dealt;
    assert_true(dealt->clear && dealt->points.low < 32 && dealt->points.high > 32);
    assert_false(lifts_of(&f, "P")->dealt.points.low > 0);
    const struct census_card *dead = &f.census->cards[lifts_of(&f, "Dead")->card];
    assert_int_equal(dead->facts[CENSUS_offered] + dead->facts[CENSUS_played], 0);
    assert_int_equal(dead->facts[CENSUS_left], dead->dealt.players);
    assert_int_equal(f.coverage->n, f.coverage->n_reached + 1);

    struct force forced[2] = {{.card = lifts_of(&f, "Best")->card}, {.card = lifts_of(&f, "Q")->card}};
    bool stopped;
    assert_true(force_possible(&f.setup));
    assert_int_equal(force_run(&f.setup, 400, 0.5, forced, 2, &stopped), TN_OK);
    assert_true(forced[0].dealt && forced[0].lift.players == 400 && forced[0].lift.clear);
    assert_true(forced[0].lift.points.low < 32 && forced[0].lift.points.high > 32);
    /* Who has Q has Best besides in a fifth of the deals, and plays against it in two: 43.6 %. */
    assert_true(forced[1].lift.points.low < -6.4 && forced[1].lift.points.high > -6.4);
    f.setup.bots[1] = bot_find("random", NULL);
    assert_false(force_possible(&f.setup));
    forget(&f);
    tn_game_free(game);
}

/* A leads all the time; at the last answer, of seat `by`, B is given the lead. Only a third player makes a king. */
static struct interval kingmaking(int by) {
    char text[700];
    snprintf(text, sizeof text,
             "game \"Kings\":\n  players: 3\nplayer:\n  var points: number(0..) = 0\nflow:\n"
             "  as seat(1): me.points = 3\n"
             "  repeat 4:\n    turn:\n      choose n in 0..1 \"Well?\"\n    me = next(me)\n"
             "  as seat(%d):\n    choose m in 0..1 \"Who?\"\n    seat(2).points += 5 + m\n"
             "score: points: me.points\n",
             by);
    tn_game *game = made_game(text);
    struct figures f = played(game, "random", 50, 2);
    struct interval share = f.course->kingmaking;
    assert_true(wins_of(&f, 1).value == 1 && f.course->comebacks.value == 1 && f.course->runaways.value == 0);
    forget(&f);
    tn_game_free(game);
    return share;
}

static void a_third_player_makes_the_king(void **state) {
    (void)state;
    assert_true(kingmaking(3).value == 1);
    assert_true(kingmaking(2).value == 0);
    assert_true(kingmaking(1).value == 0);
}

static void threads_change_nothing(void **state) {
    (void)state;
    tn_game *game = goods();
    struct figures one = played(game, "random", 300, 1), many = played(game, "random", 300, 3);
    assert_int_equal(one.n, many.n);
    for (size_t i = 0; i < one.n; i++)
        assert_memory_equal(&one.lifts[i].dealt.points, &many.lifts[i].dealt.points, sizeof one.lifts[i].dealt.points);
    assert_int_equal(one.census->answers.entries.n, many.census->answers.entries.n);
    for (size_t i = 0; i < one.census->answers.entries.n; i++)
        assert_memory_equal(&one.census->answers.entries.data[i], &many.census->answers.entries.data[i],
                            sizeof one.census->answers.entries.data[i]);
    forget(&one), forget(&many);
    tn_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_coin_is_fair),
        cmocka_unit_test(who_begins_wins),
        cmocka_unit_test(a_card_is_worth_its_points),
        cmocka_unit_test(a_third_player_makes_the_king),
        cmocka_unit_test(threads_change_nothing),
    };
    return cmocka_run_group_tests_name("lab.lift", tests, NULL, NULL);
}
