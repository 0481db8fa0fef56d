/* Checks of the TINYforming reference: the course of the game, its end, scores and tie-breaks, and invariants of
 * thousands of random games in every mode. The projects have a file of their own.
 *
 * Adjacency is worked out here a second time, from row and column, so that a slip in the bitboards shows.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "tinyforming_internal.h"

enum { RANDOM_GAMES = 12000, LONGEST_GAME = 100000 };

/* ---- helpers ---- */

static struct tiny new_game(struct tiny_options options) {
    struct tiny t;
    tiny_init(&t, &options);
    return t;
}

static struct tiny_question question_of(const struct tiny *t) {
    struct tiny_question question;
    tiny_question(t, &question);
    return question;
}

static bool lists(const struct tiny_question *question, int answer) {
    for (int i = 0; i < question->count; i++)
        if (question->answers[i] == answer) return true;
    return false;
}

static void expect_question(const struct tiny *t, enum tiny_kind kind, int player, int count) {
    struct tiny_question question = question_of(t);
    assert_int_equal(question.kind, kind);
    assert_int_equal(question.player, player);
    assert_int_equal(question.count, count);
}

static void answer(struct tiny *t, enum tiny_kind kind, int player, int value) {
    struct tiny_question question = question_of(t);
    assert_int_equal(question.kind, kind);
    assert_int_equal(question.player, player);
    assert_true(tiny_apply(t, value));
}

/* Draws faces `first`, first + 1 and first + 2, end a facing each drawer. */
static void research(struct tiny *t, int first) {
    for (int slot = 0; slot < TINY_HAND; slot++) {
        answer(t, TINY_DRAW, TINY_CHANCE, first + slot);
        assert_true(tiny_apply(t, 0));
    }
}

static void both_pass(struct tiny *t) {
    int first = question_of(t).player;
    answer(t, TINY_ACTION, first, TINY_PASS);
    if (question_of(t).kind == TINY_ACTION) answer(t, TINY_ACTION, 1 - first, TINY_PASS);
}

/* A two-player game after set-up, White to act, with White's city on one hex and Black's on another. */
static struct tiny set_up(struct tiny_options options, int white_hex, int black_hex) {
    struct tiny t = new_game(options);
    research(&t, 0);
    answer(&t, TINY_SPACE, options.solitaire ? TINY_WHITE : TINY_BLACK, black_hex);
    answer(&t, TINY_SPACE, TINY_WHITE, white_hex);
    return t;
}

static void row_and_column(int hex, int *row, int *twice_column) {
    static const int first[] = {1, 4, 8, 13, 17, 20}, indent[] = {2, 1, 0, 1, 2};
    for (*row = 0; hex >= first[*row + 1]; ++*row)
        ;
    *twice_column = indent[*row] + 2 * (hex - first[*row]);
}

static bool touch(int a, int b) {
    int row_a, row_b, column_a, column_b;
    row_and_column(a, &row_a, &column_a);
    row_and_column(b, &row_b, &column_b);
    int rows = abs(row_a - row_b), columns = abs(column_a - column_b);
    return (rows == 0 && columns == 2) || (rows == 1 && columns == 1);
}

/* ---- the board ---- */

static void adjacency_matches_the_printed_rows(void **state) {
    (void)state;
    for (int a = 1; a <= TINY_HEXES; a++) {
        uint32_t around = neighbours(1U << tiny_bit_of_hex[a]);
        for (int b = 1; b <= TINY_HEXES; b++)
            assert_int_equal(around >> tiny_bit_of_hex[b] & 1, touch(a, b));
        assert_int_equal(around & ~BOARD, 0);
    }
    assert_int_equal(bit_count(BOARD), TINY_HEXES);
    for (int hex = 1; hex <= TINY_HEXES; hex++) {
        assert_int_equal(CENTRE_ROW >> tiny_bit_of_hex[hex] & 1, hex >= 8 && hex <= 12);
        assert_int_equal(SOUTHERN_ROW >> tiny_bit_of_hex[hex] & 1, hex >= 17);
    }
}

static void maps_have_five_water_and_five_bonus_hexes(void **state) {
    (void)state;
    for (int map = TINY_THARSIS; map <= TINY_ELYSIUM; map++) {
        const struct map *m = &tiny_maps[map];
        int tokens = 0, bonuses = 0;
        for (int hex = 1; hex <= TINY_HEXES; hex++) {
            unsigned bit = tiny_bit_of_hex[hex];
            bool water = m->water_hexes >> bit & 1;
            assert_int_equal(m->land >> bit & 1, !water);
            tokens += water && m->tag_at[bit];
            bonuses += !water && m->tag_at[bit];
        }
        assert_int_equal(bit_count(m->water_hexes), 5);
        assert_int_equal(tokens, 4);
        assert_int_equal(bonuses, 5);
    }
}

/* ---- the course of the game ---- */

static void set_up_follows_the_rulebook(void **state) {
    (void)state;
    struct tiny t = new_game((struct tiny_options){0});
    assert_int_equal(t.credits[TINY_WHITE], 5);
    assert_int_equal(t.credits[TINY_BLACK], 5);
    assert_int_equal(t.credit_supply, 0);
    expect_question(&t, TINY_DRAW, TINY_CHANCE, 14);
    answer(&t, TINY_DRAW, TINY_CHANCE, 4);
    expect_question(&t, TINY_FACE, TINY_WHITE, 2);
    answer(&t, TINY_FACE, TINY_WHITE, 1);
    assert_int_equal(tiny_facing(&t, TINY_WHITE, 0), 9);
    assert_int_equal(tiny_facing(&t, TINY_BLACK, 0), 8);
    assert_int_equal(tiny_facing(&t, TINY_WHITE, 1), -1);
    assert_false(tiny_apply(&t, 4));
    expect_question(&t, TINY_DRAW, TINY_CHANCE, 13);
    answer(&t, TINY_DRAW, TINY_CHANCE, 0);
    answer(&t, TINY_FACE, TINY_BLACK, 0);
    assert_int_equal(tiny_facing(&t, TINY_BLACK, 1), 0);
    answer(&t, TINY_DRAW, TINY_CHANCE, 13);
    answer(&t, TINY_FACE, TINY_WHITE, 0);
    /* White: GHG Factories (energy, science), Power Grid (nature, science), Insects (production, space). */
    assert_int_equal(tiny_tags(&t, TINY_WHITE, TINY_SCIENCE), 2);
    assert_int_equal(tiny_tags(&t, TINY_WHITE, TINY_SPACE_TAG), 1);
    expect_question(&t, TINY_SPACE, TINY_BLACK, 14);
    assert_false(tiny_apply(&t, 10));
    answer(&t, TINY_SPACE, TINY_BLACK, 5);
    struct tiny_question question = question_of(&t);
    assert_int_equal(question.player, TINY_WHITE);
    assert_int_equal(question.count, 14 - 1 - 4); /* not 5; nor its neighbours 1, 2, 4, 6 (9, 10 are water) */
    assert_false(tiny_apply(&t, 6));
    answer(&t, TINY_SPACE, TINY_WHITE, 19);
    assert_int_equal(tiny_tags(&t, TINY_WHITE, TINY_SPACE_TAG), 2);
    assert_int_equal(question_of(&t).kind, TINY_ACTION);
    assert_int_equal(question_of(&t).player, TINY_WHITE);
}

static void black_starts_even_generations(void **state) {
    (void)state;
    struct tiny t = set_up((struct tiny_options){0}, 19, 1);
    both_pass(&t);
    assert_int_equal(t.generation, 2);
    answer(&t, TINY_DRAW, TINY_CHANCE, 3);
    answer(&t, TINY_FACE, TINY_BLACK, 0);
    answer(&t, TINY_DRAW, TINY_CHANCE, 4);
    answer(&t, TINY_FACE, TINY_WHITE, 0);
    answer(&t, TINY_DRAW, TINY_CHANCE, 5);
    answer(&t, TINY_FACE, TINY_BLACK, 0);
    answer(&t, TINY_ACTION, TINY_BLACK, TINY_PASS);
    answer(&t, TINY_ACTION, TINY_WHITE, TINY_PASS);
    assert_int_equal(t.generation, 3);
    answer(&t, TINY_DRAW, TINY_CHANCE, 6);
    expect_question(&t, TINY_FACE, TINY_WHITE, 2);
}

static void discards_are_reshuffled_when_the_pile_is_empty(void **state) {
    (void)state;
    struct tiny t = set_up((struct tiny_options){0}, 19, 1);
    both_pass(&t);
    for (int generation = 2; generation <= 4; generation++) {
        research(&t, 3 * (generation - 1));
        both_pass(&t);
    }
    expect_question(&t, TINY_DRAW, TINY_CHANCE, 2);
    answer(&t, TINY_DRAW, TINY_CHANCE, 12);
    assert_true(tiny_apply(&t, 0));
    answer(&t, TINY_DRAW, TINY_CHANCE, 13);
    assert_true(tiny_apply(&t, 0));
    expect_question(&t, TINY_DRAW, TINY_CHANCE, 12);
    assert_false(tiny_apply(&t, 12));
    assert_true(tiny_apply(&t, 0));
}

static void double_sided_cards_are_flipped_by_chance(void **state) {
    (void)state;
    struct tiny t = new_game((struct tiny_options){.double_sided = true});
    expect_question(&t, TINY_DRAW, TINY_CHANCE, 7);
    answer(&t, TINY_DRAW, TINY_CHANCE, 2);
    expect_question(&t, TINY_FLIP, TINY_CHANCE, 2);
    answer(&t, TINY_FLIP, TINY_CHANCE, 1);
    answer(&t, TINY_FACE, TINY_WHITE, 1);
    assert_int_equal(tiny_facing(&t, TINY_WHITE, 0), 2 * 9 + 1); /* face 10 backs face 3: Comet */
    expect_question(&t, TINY_DRAW, TINY_CHANCE, 6);
}

static void who_passed_is_out_and_the_other_goes_on(void **state) {
    (void)state;
    struct tiny t = set_up((struct tiny_options){0}, 19, 1);
    t.credits[TINY_BLACK] = 3;
    t.credit_supply = 2;
    tiny_begin_turn(&t, TINY_WHITE);
    answer(&t, TINY_ACTION, TINY_WHITE, TINY_PASS);
    assert_true(tiny_has_passed(&t, TINY_WHITE));
    answer(&t, TINY_ACTION, TINY_BLACK, TINY_USE_STANDARD);
    answer(&t, TINY_STANDARD, TINY_BLACK, TINY_SELL_PATENT);
    assert_int_equal(t.credits[TINY_BLACK], 4);
    assert_true(tiny_standard_used(&t, TINY_BLACK));
    assert_int_equal(question_of(&t).player, TINY_BLACK);
    assert_false(tiny_apply(&t, TINY_USE_STANDARD)); /* one a generation */
    answer(&t, TINY_ACTION, TINY_BLACK, TINY_PASS);
    assert_int_equal(t.generation, 2);
    assert_false(tiny_standard_used(&t, TINY_BLACK));
}

static void sell_patent_needs_a_credit_in_the_supply(void **state) {
    (void)state;
    struct tiny t = set_up((struct tiny_options){0}, 19, 1);
    assert_int_equal(t.credit_supply, 0);
    struct tiny_question question = question_of(&t);
    assert_false(lists(&question, TINY_USE_STANDARD) && t.standards & 1U << TINY_SELL_PATENT);
}

static void a_credit_stays_on_a_used_project(void **state) {
    (void)state;
    struct tiny t = set_up((struct tiny_options){0}, 19, 1);
    tiny_deal(&t, 2, TINY_WHITE, 9); /* GHG Factories */
    t.card_tags[TINY_WHITE] = tiny_printed_tags(9) + 2 * TAG(TINY_PRODUCTION);
    tiny_begin_turn(&t, TINY_WHITE);
    answer(&t, TINY_ACTION, TINY_WHITE, TINY_ACTIVATE);
    answer(&t, TINY_PROJECT, TINY_WHITE, 9);
    assert_int_equal(t.credits[TINY_WHITE], 2);
    assert_int_equal(t.credit_supply, 2);
    assert_int_equal(tiny_credits_on_projects(&t), 1);
    assert_true(tiny_used(&t, TINY_WHITE, 2));
    answer(&t, TINY_ACTION, TINY_BLACK, TINY_PASS);
    assert_false(t.projects & 1U << 9); /* once a generation */
    answer(&t, TINY_ACTION, TINY_WHITE, TINY_PASS);
    assert_int_equal(tiny_credits_on_projects(&t), 0);
    assert_int_equal(t.credits[TINY_WHITE], 3); /* one city */
    assert_int_equal(tiny_facing(&t, TINY_WHITE, 2), -1);
}

/* ---- income ---- */

static void a_water_cube_pays_each_own_city_it_touches(void **state) {
    (void)state;
    struct tiny t = set_up((struct tiny_options){0}, 6, 14);
    tiny_put_city(&t, TINY_WHITE, 8);
    tiny_put_cube(&t, TINY_WATER, 10); /* touches White's 6 and Black's 14 */
    tiny_put_cube(&t, TINY_WATER, 9);  /* touches White's 8 and Black's 14 */
    t.credits[TINY_WHITE] = t.credits[TINY_BLACK] = 0;
    t.credit_supply = 10;
    tiny_begin_turn(&t, TINY_WHITE);
    both_pass(&t);
    assert_int_equal(t.credits[TINY_WHITE], 4);
    assert_int_equal(t.credits[TINY_BLACK], 3);

    t = set_up((struct tiny_options){0}, 4, 19);
    tiny_put_city(&t, TINY_WHITE, 14);
    tiny_put_cube(&t, TINY_WATER, 9); /* touches both of White's cities */
    t.credits[TINY_WHITE] = t.credits[TINY_BLACK] = 0;
    t.credit_supply = 10;
    tiny_begin_turn(&t, TINY_WHITE);
    both_pass(&t);
    assert_int_equal(t.credits[TINY_WHITE], 4);
}

static void the_start_player_takes_income_first(void **state) {
    (void)state;
    struct tiny t = set_up((struct tiny_options){0}, 19, 1);
    t.credits[TINY_WHITE] = 4;
    t.credits[TINY_BLACK] = 5;
    t.credit_supply = 1;
    tiny_begin_turn(&t, TINY_WHITE);
    both_pass(&t);
    assert_int_equal(t.credits[TINY_WHITE], 5);
    assert_int_equal(t.credits[TINY_BLACK], 5);
    assert_int_equal(t.credit_supply, 0);

    research(&t, 3); /* generation 2 starts with Black */
    t.credits[TINY_WHITE] = 5;
    t.credits[TINY_BLACK] = 4;
    t.credit_supply = 1;
    tiny_begin_turn(&t, TINY_BLACK);
    both_pass(&t);
    assert_int_equal(t.credits[TINY_BLACK], 5);
    assert_int_equal(t.credits[TINY_WHITE], 5);
    assert_int_equal(t.credit_supply, 0);
}

static void the_start_player_returns_the_excess_before_the_other_gains(void **state) {
    (void)state;
    struct tiny t = set_up((struct tiny_options){0}, 19, 1);
    t.credits[TINY_WHITE] = 7;
    t.credits[TINY_BLACK] = 3;
    t.credit_supply = 0;
    tiny_begin_turn(&t, TINY_WHITE);
    both_pass(&t);
    assert_int_equal(t.credits[TINY_WHITE], 5);
    assert_int_equal(t.credits[TINY_BLACK], 4);
    assert_int_equal(t.credit_supply, 1);
}

/* ---- the end ---- */

static void exhaust(struct tiny *t, bool heat, bool greenery, bool water) {
    if (heat) {
        t->heat_held[TINY_WHITE] = 11;
        t->heat_supply = 0;
    }
    for (int hex = 1; greenery && hex <= 7; hex++)
        tiny_put_cube(t, TINY_GREENERY, hex);
    for (int hex = 9; water && hex <= 12; hex++)
        tiny_put_cube(t, TINY_WATER, hex);
}

static void the_game_ends_when_two_supplies_are_exhausted(void **state) {
    (void)state;
    for (int mask = 0; mask < 8; mask++) {
        struct tiny t = set_up((struct tiny_options){0}, 19, 17);
        exhaust(&t, mask & 1, mask & 2, mask & 4);
        tiny_begin_turn(&t, TINY_WHITE);
        both_pass(&t);
        assert_int_equal(tiny_over(&t), mask == 3 || mask >= 5);
    }
}

static void the_game_ends_when_no_hex_is_vacant(void **state) {
    (void)state;
    for (int vacant = 0; vacant < 2; vacant++) {
        struct tiny t = set_up((struct tiny_options){0}, 19, 17);
        for (int hex = 1; hex <= 6; hex++)
            tiny_put_cube(&t, TINY_GREENERY, hex);
        for (int hex = 7; hex <= 9; hex++)
            tiny_put_cube(&t, TINY_WATER, hex);
        for (int hex = 10; hex <= 16 - vacant; hex++)
            tiny_put_cube(&t, TINY_HEAT, hex);
        tiny_put_cube(&t, TINY_HEAT, 18);
        tiny_begin_turn(&t, TINY_WHITE);
        both_pass(&t);
        assert_int_equal(tiny_over(&t), vacant == 0);
    }
}

static void generation_twelve_ends_the_game_unless_switched_off(void **state) {
    (void)state;
    for (int unlimited = 0; unlimited < 2; unlimited++) {
        struct tiny t = set_up((struct tiny_options){.unlimited = unlimited}, 19, 17);
        t.generation = 11;
        tiny_begin_turn(&t, TINY_WHITE);
        both_pass(&t);
        assert_false(tiny_over(&t));
        assert_int_equal(t.generation, 12);
        research(&t, 6);
        both_pass(&t);
        assert_int_equal(tiny_over(&t), !unlimited);
        if (!unlimited) {
            expect_question(&t, TINY_OVER, TINY_CHANCE, 0);
            assert_false(tiny_apply(&t, 0));
        }
    }
}

/* ---- scores ---- */

static void score_lines(void **state) {
    (void)state;
    struct tiny t = set_up((struct tiny_options){0}, 4, 6);
    tiny_put_city(&t, TINY_WHITE, 14);
    tiny_put_cube(&t, TINY_GREENERY, 9);  /* touches White's 4 and 14: twice in city points */
    tiny_put_cube(&t, TINY_GREENERY, 5);  /* touches 4 and Black's 6 */
    tiny_put_cube(&t, TINY_GREENERY, 19); /* touches nobody */
    tiny_put_cube(&t, TINY_WATER, 10);    /* touches 14 and 6 */
    tiny_put_cube(&t, TINY_WATER, 15);    /* touches 14 */
    tiny_put_cube(&t, TINY_WATER, 3);     /* touches 6 */
    tiny_put_cube(&t, TINY_HEAT, 11);     /* touches 6 */
    tiny_put_cube(&t, TINY_HEAT, 18);     /* touches 14 */
    t.heat_held[TINY_WHITE] = 2;
    struct tiny_score score[2];
    tiny_scores(&t, score);
    assert_int_equal(score[TINY_WHITE].city, 2 + 1 - 1);
    assert_int_equal(score[TINY_WHITE].greenery, 1);
    assert_int_equal(score[TINY_WHITE].water, 1);
    assert_int_equal(score[TINY_WHITE].heat, 2);
    assert_int_equal(score[TINY_WHITE].total, 6);
    assert_int_equal(score[TINY_BLACK].city, 1 - 1);
    assert_int_equal(score[TINY_BLACK].greenery, 0);
    assert_int_equal(score[TINY_BLACK].water, 1);
    assert_int_equal(score[TINY_BLACK].heat, 0);
    assert_int_equal(score[TINY_BLACK].total, 1);
}

static void ties_are_broken_by_cities_greenery_water_and_heat(void **state) {
    (void)state;
    static const struct {
        struct tiny_score white, black;
        int winner;
    } cases[] = {
        {{0, 0, 0, 7, 7}, {6, 0, 0, 0, 6}, TINY_WHITE},
        {{2, 1, 1, 1, 5}, {3, 0, 1, 1, 5}, TINY_BLACK},
        {{2, 2, 0, 1, 5}, {2, 1, 2, 0, 5}, TINY_WHITE},
        {{2, 1, 1, 1, 5}, {2, 1, 2, 0, 5}, TINY_BLACK},
        {{2, 1, 1, 1, 5}, {2, 1, 1, 1, 5}, TINY_DRAWN_GAME},
        /* Equal in all but heat cannot also be equal in total; the line is tested for itself. */
        {{2, 1, 1, 2, 5}, {2, 1, 1, 1, 5}, TINY_WHITE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct tiny_score score[2] = {cases[i].white, cases[i].black};
        assert_int_equal(tiny_compare_scores(score), cases[i].winner);
    }
}

static void the_winner_is_known_only_at_the_end(void **state) {
    (void)state;
    struct tiny t = set_up((struct tiny_options){0}, 19, 17);
    t.heat_held[TINY_BLACK] = 3;
    t.heat_supply = 8;
    t.generation = 12;
    tiny_begin_turn(&t, TINY_WHITE);
    assert_int_equal(tiny_winner(&t), TINY_UNDECIDED);
    both_pass(&t);
    assert_int_equal(tiny_winner(&t), TINY_BLACK);
}

/* ---- solitaire ---- */

static void in_solitaire_white_decides_everything(void **state) {
    (void)state;
    struct tiny t = new_game((struct tiny_options){.solitaire = true});
    assert_int_equal(t.credits[TINY_BLACK], 0);
    assert_int_equal(t.credit_supply, 5);
    for (int slot = 0; slot < TINY_HAND; slot++) {
        answer(&t, TINY_DRAW, TINY_CHANCE, slot);
        answer(&t, TINY_FACE, TINY_WHITE, 1);
        assert_int_equal(tiny_facing(&t, TINY_WHITE, slot), 2 * slot + 1);
    }
    answer(&t, TINY_SPACE, TINY_WHITE, 1);
    assert_int_equal(tiny_city_at(&t, 1), TINY_BLACK);
    answer(&t, TINY_SPACE, TINY_WHITE, 8);
    assert_int_equal(tiny_city_at(&t, 8), TINY_WHITE);
    assert_true(tiny_has_passed(&t, TINY_BLACK));
    answer(&t, TINY_ACTION, TINY_WHITE, TINY_PASS);
    assert_int_equal(t.generation, 2);
    assert_int_equal(t.credits[TINY_BLACK], 0);
    answer(&t, TINY_DRAW, TINY_CHANCE, 7);
    expect_question(&t, TINY_FACE, TINY_WHITE, 2);
}

static void in_solitaire_no_more_than_five_credits_are_held(void **state) {
    (void)state;
    struct tiny t = set_up((struct tiny_options){.solitaire = true}, 8, 1);
    answer(&t, TINY_ACTION, TINY_WHITE, TINY_USE_STANDARD);
    answer(&t, TINY_STANDARD, TINY_WHITE, TINY_SELL_PATENT);
    assert_int_equal(t.credits[TINY_WHITE], 5);
    assert_int_equal(t.credit_supply, 5);
}

static void solitaire_is_won_by_exhausting_all_three_supplies(void **state) {
    (void)state;
    for (int mask = 0; mask < 8; mask++) {
        for (int common_end = 0; common_end < 2; common_end++) {
            struct tiny t =
                set_up((struct tiny_options){.solitaire = true, .solitaire_common_end = common_end}, 19, 17);
            exhaust(&t, mask & 1, mask & 2, mask & 4);
            tiny_begin_turn(&t, TINY_WHITE);
            both_pass(&t);
            assert_int_equal(tiny_over(&t), common_end ? mask == 3 || mask >= 5 : mask == 7);
            assert_int_equal(tiny_solitaire_won(&t), mask == 7);
        }
    }
}

static void solitaire_is_lost_after_generation_twelve(void **state) {
    (void)state;
    struct tiny t = set_up((struct tiny_options){.solitaire = true, .unlimited = true}, 19, 17);
    t.generation = 12;
    tiny_begin_turn(&t, TINY_WHITE);
    both_pass(&t);
    assert_true(tiny_over(&t));
    assert_false(tiny_solitaire_won(&t));
    assert_int_equal(tiny_winner(&t), TINY_UNDECIDED);
}

/* ---- random games ---- */

static void check_conservation(const struct tiny *t) {
    int heat = 0, greenery = 0, water = 0;
    for (int hex = 1; hex <= TINY_HEXES; hex++) {
        enum tiny_cube cube = tiny_cube_at(t, hex);
        heat += cube == TINY_HEAT;
        greenery += cube == TINY_GREENERY;
        water += cube == TINY_WATER;
        assert_false(cube != TINY_VACANT && tiny_city_at(t, hex) >= 0);
    }
    assert_int_equal(heat + t->heat_held[0] + t->heat_held[1] + t->heat_supply, 11);
    assert_int_equal(greenery + t->greenery_supply, 7);
    assert_int_equal(water + t->water_supply, 4);
    assert_int_equal(t->credits[0] + t->credits[1] + t->credit_supply + tiny_credits_on_projects(t), 10);
    static const int tokens[TINY_TAGS] = {0, 1, 2, 1, 0};
    for (int tag = 0; tag < TINY_TAGS; tag++)
        assert_int_equal(tiny_tokens(t, 0, tag) + tiny_tokens(t, 1, tag) + tiny_bank(t, tag), tokens[tag]);
}

static void check_cities(const struct tiny *t) {
    int count[2] = {0, 0};
    uint32_t tags[2] = {0, 0};
    for (int a = 1; a <= TINY_HEXES; a++) {
        int owner = tiny_city_at(t, a);
        if (owner < 0) continue;
        count[owner]++;
        tags[owner] += map_of(t)->tag_at[tiny_bit_of_hex[a]];
        assert_true(map_of(t)->land >> tiny_bit_of_hex[a] & 1);
        for (int b = 1; b < a; b++)
            assert_false(tiny_city_at(t, b) >= 0 && touch(a, b));
    }
    for (int player = 0; player < 2; player++) {
        assert_true(count[player] <= 2);
        assert_int_equal(t->city_tags[player], tags[player]);
    }
    if (t->solitaire && t->generation > 1) assert_int_equal(count[TINY_BLACK], 1);
}

static void check_hands(const struct tiny *t) {
    for (int player = 0; player < 2; player++) {
        uint32_t tags = 0;
        for (int slot = 0; slot < TINY_HAND; slot++) {
            int project = tiny_facing(t, player, slot);
            if (project < 0) continue;
            tags += tiny_printed_tags(project);
            assert_int_equal(tiny_facing(t, 1 - player, slot), project ^ 1);
        }
        assert_int_equal(t->card_tags[player], tags);
    }
    assert_int_equal(t->pile & t->in_play, 0);
    assert_true(!t->solitaire || t->credits[TINY_WHITE] <= 5);
    if (t->solitaire) assert_int_equal(t->credits[TINY_BLACK] + t->heat_held[TINY_BLACK] + t->used[TINY_BLACK], 0);
}

static void check_question(const struct tiny *t) {
    struct tiny_question question = question_of(t);
    assert_int_equal(question.count == 0, tiny_over(t));
    assert_int_equal(question.kind == TINY_OVER, tiny_over(t));
    assert_true(question.count <= TINY_MAX_ANSWERS);
    assert_int_equal(question.player == TINY_CHANCE && question.kind != TINY_OVER,
                     question.kind == TINY_DRAW || question.kind == TINY_FLIP);
    for (int i = 1; i < question.count; i++)
        assert_true(question.answers[i - 1] < question.answers[i]);
    struct tiny copy;
    memcpy(&copy, t, sizeof copy);
    for (int value = -2; value < 40; value++) {
        bool legal = lists(&question, value);
        assert_int_equal(tiny_apply(&copy, value), legal);
        if (legal)
            memcpy(&copy, t, sizeof copy);
        else
            assert_memory_equal(&copy, t, sizeof copy);
    }
}

static void play_checked(struct tiny_options options, uint64_t seed, int games) {
    for (int game = 0; game < games; game++) {
        struct tiny t = new_game(options);
        int answers = 0;
        while (!tiny_over(&t)) {
            check_conservation(&t);
            check_cities(&t);
            check_hands(&t);
            if (game % 16 == 0) check_question(&t);
            assert_true(tiny_apply(&t, tiny_random_answer(&t, &seed)));
            assert_true(++answers < LONGEST_GAME);
        }
        check_conservation(&t);
        assert_true(options.unlimited || t.generation <= TINY_LAST_GENERATION);
        assert_int_equal(tiny_credits_on_projects(&t), 0);
    }
}

static void random_games_keep_the_invariants_in_every_mode(void **state) {
    (void)state;
    for (unsigned mode = 0; mode < 16; mode++) {
        struct tiny_options options = {
            .map = mode & 1 ? TINY_ELYSIUM : TINY_THARSIS,
            .solitaire = mode & 2,
            .double_sided = mode & 4,
            .unlimited = mode & 8,
        };
        play_checked(options, 1000 + mode, options.unlimited ? RANDOM_GAMES / 60 : RANDOM_GAMES / 12);
    }
}

static void fast_play_ends_and_repeats_itself_from_a_seed(void **state) {
    (void)state;
    unsigned decisions = 0;
    for (uint64_t seed = 0; seed < RANDOM_GAMES; seed++) {
        struct tiny t;
        unsigned count = tiny_play_random(&t, seed);
        assert_true(tiny_over(&t));
        check_conservation(&t);
        check_cities(&t);
        decisions += count;
        struct tiny again;
        assert_int_equal(tiny_play_random(&again, seed), count);
        assert_memory_equal(&again, &t, sizeof t);
    }
    assert_true(decisions > 50 * RANDOM_GAMES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adjacency_matches_the_printed_rows),
        cmocka_unit_test(maps_have_five_water_and_five_bonus_hexes),
        cmocka_unit_test(set_up_follows_the_rulebook),
        cmocka_unit_test(black_starts_even_generations),
        cmocka_unit_test(discards_are_reshuffled_when_the_pile_is_empty),
        cmocka_unit_test(double_sided_cards_are_flipped_by_chance),
        cmocka_unit_test(who_passed_is_out_and_the_other_goes_on),
        cmocka_unit_test(sell_patent_needs_a_credit_in_the_supply),
        cmocka_unit_test(a_credit_stays_on_a_used_project),
        cmocka_unit_test(a_water_cube_pays_each_own_city_it_touches),
        cmocka_unit_test(the_start_player_takes_income_first),
        cmocka_unit_test(the_start_player_returns_the_excess_before_the_other_gains),
        cmocka_unit_test(the_game_ends_when_two_supplies_are_exhausted),
        cmocka_unit_test(the_game_ends_when_no_hex_is_vacant),
        cmocka_unit_test(generation_twelve_ends_the_game_unless_switched_off),
        cmocka_unit_test(score_lines),
        cmocka_unit_test(ties_are_broken_by_cities_greenery_water_and_heat),
        cmocka_unit_test(the_winner_is_known_only_at_the_end),
        cmocka_unit_test(in_solitaire_white_decides_everything),
        cmocka_unit_test(in_solitaire_no_more_than_five_credits_are_held),
        cmocka_unit_test(solitaire_is_won_by_exhausting_all_three_supplies),
        cmocka_unit_test(solitaire_is_lost_after_generation_twelve),
        cmocka_unit_test(random_games_keep_the_invariants_in_every_mode),
        cmocka_unit_test(fast_play_ends_and_repeats_itself_from_a_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
