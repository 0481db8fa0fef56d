/* Checks of the projects of the TINYforming reference that place water, greenery or a city, or only pay.
 * tinyforming_position.h shows the position they start from.
 */
#include "tinyforming_position.h"

/* ---- blue ---- */

static void ice_cap_melting(void **state) {
    (void)state;
    struct tiny t = position(ICE_CAP_MELTING, "EEP");
    set_heat(&t, 2, 3);
    tiny_put_cube(&t, TINY_GREENERY, 18);
    activate(&t, ICE_CAP_MELTING);
    EXPECT(&t, TINY_SPACE, 17, 19);
    give(&t, 17);
    assert_int_equal(tiny_cube_at(&t, 17), TINY_WATER);
    assert_int_equal(t.tokens[W], 0); /* the tag of a bonus hex is no token */
    expect_turn_over(&t);

    t = position(ICE_CAP_MELTING, "EEP");
    set_heat(&t, 2, 3);
    for (int hex = 17; hex <= 19; hex++)
        tiny_put_cube(&t, TINY_GREENERY, hex);
    assert_false(offered(&t, ICE_CAP_MELTING));
}

static void artificial_lake(void **state) {
    (void)state;
    struct tiny t = position(ARTIFICIAL_LAKE, "PP");
    set_heat(&t, 0, 4);
    activate(&t, ARTIFICIAL_LAKE);
    EXPECT(&t, TINY_SPACE, 9, 10, 15);
    give(&t, 10);
    assert_int_equal(tiny_tokens(&t, W, TINY_PRODUCTION), 1);
    assert_int_equal(tiny_bank(&t, TINY_PRODUCTION), 0);
    assert_int_equal(t.water_supply, 3);
}

static void water_pays_for_adjacent_water(void **state) {
    (void)state;
    struct tiny t = position(WATER_FROM_EUROPA, "EX");
    tiny_put_cube(&t, TINY_WATER, 9);
    tiny_put_cube(&t, TINY_WATER, 15);
    set_credits(&t, 3, 4);
    activate(&t, WATER_FROM_EUROPA);
    EXPECT(&t, TINY_SPACE, 3, 10, 16);
    give(&t, 10);
    assert_int_equal(t.credits[W], 2);
    assert_int_equal(t.credit_supply, 3);
}

static void gains_are_limited_by_the_supply(void **state) {
    (void)state;
    struct tiny t = position(WATER_FROM_EUROPA, "EXXX");
    tiny_put_cube(&t, TINY_WATER, 9);
    tiny_put_cube(&t, TINY_WATER, 15);
    set_credits(&t, 1, 9);
    activate(&t, WATER_FROM_EUROPA); /* its only credit lies on the project */
    give(&t, 10);
    assert_int_equal(t.credits[W], 0);
    assert_int_equal(t.credit_supply, 0);
}

static void a_token_that_is_gone_is_not_gained(void **state) {
    (void)state;
    struct tiny t = position(WATER_FROM_EUROPA, "EX");
    t.tokens[B] = tags_of("S");
    t.bank -= tags_of("S");
    activate(&t, WATER_FROM_EUROPA);
    give(&t, 3);
    assert_int_equal(t.tokens[W], 0);
}

static void water_from_europa_is_cheaper_with_space(void **state) {
    (void)state;
    static const char *const tags[] = {"EX", "EXX", "EXXX", "EXXXX"};
    static const unsigned prices[] = {3, 2, 1, 1};
    for (int i = 0; i < 4; i++) {
        struct tiny t = position(WATER_FROM_EUROPA, tags[i]);
        expect_price(WATER_FROM_EUROPA, &t, prices[i]);
    }
}

static void ice_asteroid(void **state) {
    (void)state;
    struct tiny t = position(ICE_ASTEROID, "XX");
    activate(&t, ICE_ASTEROID);
    EXPECT(&t, TINY_SPACE, 3, 9, 10, 15, 16);
    struct tiny copy = t;
    give(&t, 9);
    expect_turn_over(&t);
    assert_int_equal(t.greenery_supply, 5);

    t = copy;
    give(&t, 3); /* touches 2, 6 and the greenery on 7 */
    EXPECT(&t, TINY_SPACE, 7);
    give(&t, 7);
    assert_int_equal(tiny_cube_at(&t, 7), TINY_VACANT);
    assert_int_equal(t.greenery_supply, 6);
    expect_turn_over(&t);

    t = copy;
    tiny_put_cube(&t, TINY_GREENERY, 11);
    give(&t, 16); /* touches 11, 12, 15, 19 */
    EXPECT(&t, TINY_SPACE, 11, 12);
    assert_false(tiny_apply(&t, TINY_NO));
}

static void aquifer_pumping(void **state) {
    (void)state;
    struct tiny t = position(AQUIFER_PUMPING, "EN");
    tiny_put_cube(&t, TINY_WATER, 16);
    set_credits(&t, 4, 0);
    activate(&t, AQUIFER_PUMPING);
    EXPECT(&t, TINY_SPACE, 3, 9, 10, 15);
    struct tiny copy = t;
    give(&t, 3);
    assert_int_equal(t.credits[W], 2);
    give(&copy, 15);
    assert_int_equal(copy.credits[W], 1);
}

static void subterranean_reservoir_is_cheaper_with_nature(void **state) {
    (void)state;
    static const char *const tags[] = {"NS", "NNS", "NNNS", "NNNNS"};
    static const unsigned prices[] = {3, 2, 1, 1};
    for (int i = 0; i < 4; i++) {
        struct tiny t = position(SUBTERRANEAN_RESERVOIR, tags[i]);
        grant_token(&t, TINY_NATURE); /* tokens lower no price */
        expect_price(SUBTERRANEAN_RESERVOIR, &t, prices[i]);
    }
}

static void water_needs_a_vacant_water_hex(void **state) {
    (void)state;
    static const int water_hexes[] = {3, 9, 10, 15, 16};
    for (int left = 0; left < 2; left++) {
        struct tiny t = position(SUBTERRANEAN_RESERVOIR, "NS");
        for (int i = left; i < 5; i++)
            tiny_put_cube(&t, TINY_GREENERY, water_hexes[i]);
        assert_int_equal(offered(&t, SUBTERRANEAN_RESERVOIR), left);
    }
}

/* ---- grey ---- */

static void pass_both(struct tiny *t) {
    give(t, TINY_PASS);
    give(t, TINY_PASS);
}

static void a_returned_greenery_does_not_undo_the_end(void **state) {
    (void)state;
    struct tiny t = position(ASTEROID, "EX");
    t.heat_supply = 1;
    t.greenery_supply = 0; /* with the heat gained two are exhausted */
    activate(&t, ASTEROID);
    give(&t, 7);
    assert_int_equal(t.greenery_supply, 1);
    pass_both(&t);
    assert_true(tiny_over(&t));

    t = position(ICE_ASTEROID, "XX");
    t.greenery_supply = 0;
    t.water_supply = 1;
    activate(&t, ICE_ASTEROID);
    give(&t, 16);
    give(&t, 12);
    assert_int_equal(t.greenery_supply, 1);
    pass_both(&t);
    assert_true(tiny_over(&t));

    t = position(ASTEROID, "EX");
    t.greenery_supply = 0; /* one alone triggers nothing */
    activate(&t, ASTEROID);
    give(&t, 7);
    pass_both(&t);
    assert_false(tiny_over(&t));
}

static void asteroid_mining(void **state) {
    (void)state;
    struct tiny t = position(ASTEROID_MINING, "EPPX");
    tiny_put_city(&t, W, 17); /* production, but not on a project */
    set_credits(&t, 1, 0);
    activate(&t, ASTEROID_MINING);
    assert_int_equal(t.credits[W], 3);
    expect_turn_over(&t);

    t = position(ASTEROID_MINING, "E"); /* a gain of nothing is no refusal */
    activate(&t, ASTEROID_MINING);
    assert_int_equal(t.credits[W], 5);
}

static void research_outpost_places_the_second_city(void **state) {
    (void)state;
    struct tiny t = position(RESEARCH_OUTPOST, "PS");
    activate(&t, RESEARCH_OUTPOST);
    EXPECT(&t, TINY_SPACE, 8, 11, 19);
    struct tiny copy = t;
    give(&t, 19); /* touches 15, 16, 18: no cube at all */
    assert_int_equal(tiny_city_at(&t, 19), W);
    assert_int_equal(tiny_tags(&t, W, TINY_SPACE_TAG), 2);
    EXPECT(&t, TINY_TOKEN, TINY_PRODUCTION, TINY_NATURE, TINY_SCIENCE);
    give(&t, TINY_PRODUCTION);
    assert_int_equal(t.tokens[W], tags_of("P"));
    expect_turn_over(&t);
    give(&copy, 11); /* touches the greeneries */
    expect_turn_over(&copy);
}

static void a_city_is_relocated_when_both_stand(void **state) {
    (void)state;
    struct tiny t = position(RESEARCH_OUTPOST, "PS");
    tiny_put_city(&t, W, 19);
    activate(&t, RESEARCH_OUTPOST);
    EXPECT(&t, TINY_SPACE, 5, 19);
    struct tiny copy = t;
    give(&t, 5);
    EXPECT(&t, TINY_SPACE, 1, 2, 4, 6, 8, 11); /* next to where the city was, but not there again */
    give(&t, 1);
    assert_int_equal(tiny_city_at(&t, 5), -1);
    assert_int_equal(tiny_city_at(&t, 1), W);
    assert_int_equal(tiny_tags(&t, W, TINY_PRODUCTION), 1 + 1);
    EXPECT(&t, TINY_TOKEN, TINY_PRODUCTION, TINY_NATURE, TINY_SCIENCE);

    give(&copy, 19);
    EXPECT(&copy, TINY_SPACE, 8, 11);
    give(&copy, 8);
    assert_int_equal(tiny_tags(&copy, W, TINY_SPACE_TAG), 1);
    assert_int_equal(tiny_tags(&copy, W, TINY_NATURE), 1);
}

static void only_a_city_with_somewhere_to_go_is_relocated(void **state) {
    (void)state;
    struct tiny t = position(RESEARCH_OUTPOST, "PS");
    tiny_put_city(&t, W, 19);
    tiny_put_cube(&t, TINY_GREENERY, 8);
    tiny_put_cube(&t, TINY_GREENERY, 11);
    activate(&t, RESEARCH_OUTPOST);
    EXPECT(&t, TINY_SPACE, 5); /* 19 has nowhere to go, 5 has its own surroundings */

    t = position(RESEARCH_OUTPOST, "PS");
    tiny_put_city(&t, W, 19);
    static const int hexes[] = {1, 2, 4, 6, 8, 11};
    for (int i = 0; i < 6; i++)
        tiny_put_cube(&t, TINY_HEAT, hexes[i]);
    assert_false(offered(&t, RESEARCH_OUTPOST));
}

/* ---- green ---- */

static struct tiny with_heat(int project, const char *tags) {
    struct tiny t = position(project, tags);
    set_heat(&t, 0, 5);
    return t;
}

static void greenery_goes_where_the_project_says(void **state) {
    (void)state;
    struct tiny t = with_heat(GRASS, "NNN");
    activate(&t, GRASS);
    EXPECT(&t, TINY_SPACE, 1, 2, 4, 6, 13, 17, 18);

    t = with_heat(LICHEN, "NN");
    activate(&t, LICHEN);
    EXPECT(&t, TINY_SPACE, 8, 11, 19);

    t = with_heat(TREES, "NS");
    activate(&t, TREES);
    EXPECT(&t, TINY_SPACE, 11);
    give(&t, 11);
    assert_int_equal(t.greenery_supply, 4);
    expect_turn_over(&t);

    t = with_heat(TREES, "NS");
    tiny_put_cube(&t, TINY_HEAT, 11);
    assert_false(offered(&t, TREES));

    t = with_heat(ALGAE, "NE");
    tiny_put_cube(&t, TINY_WATER, 16);
    tiny_put_cube(&t, TINY_WATER, 3);
    activate(&t, ALGAE);
    EXPECT(&t, TINY_SPACE, 2, 6, 11, 19);

    t = with_heat(INSECTS, "NSS");
    activate(&t, INSECTS);
    EXPECT(&t, TINY_SPACE, 1, 2, 4, 6, 8, 11, 13, 17, 18, 19);
}

static void moss_pays_for_adjacent_water(void **state) {
    (void)state;
    struct tiny t = position(MOSS, "NN");
    tiny_put_cube(&t, TINY_WATER, 15);
    tiny_put_cube(&t, TINY_WATER, 16);
    activate(&t, MOSS);
    EXPECT(&t, TINY_SPACE, 1, 2, 4, 6, 8, 11, 13, 17, 18, 19);
    give(&t, 19);
    assert_int_equal(t.credits[W], 6 - 4 + 2);
}

static void bushes_are_cheaper_with_greenery_at_own_cities(void **state) {
    (void)state;
    static const int hexes[] = {1, 2, 4, 6};
    static const unsigned prices[] = {5, 4, 3, 2, 1};
    struct tiny t = position(BUSHES, "N");
    set_heat(&t, 0, 4);
    for (int i = 0; i <= 4; i++) {
        expect_price(BUSHES, &t, prices[i]);
        if (i < 4) tiny_put_cube(&t, TINY_GREENERY, hexes[i]);
    }
    t = position(BUSHES, "N");
    set_heat(&t, 0, 4);
    tiny_put_cube(&t, TINY_GREENERY, 13); /* at Black's city only */
    expect_price(BUSHES, &t, 5);
    tiny_put_cube(&t, TINY_GREENERY, 4);
    tiny_put_city(&t, W, 8); /* now 4 and 13 touch own cities, 4 even both */
    expect_price(BUSHES, &t, 3);
}

static void protected_valley_wins_the_token(void **state) {
    (void)state;
    struct tiny t = position(PROTECTED_VALLEY, "NN");
    set_heat(&t, 0, 2);
    tiny_put_cube(&t, TINY_WATER, 10);
    activate(&t, PROTECTED_VALLEY);
    EXPECT(&t, TINY_SPACE, 3, 9, 15, 16);
    give(&t, 9);
    assert_int_equal(tiny_cube_at(&t, 9), TINY_GREENERY);
    assert_int_equal(tiny_tokens(&t, W, TINY_NATURE), 1);
    assert_int_equal(t.credits[W], 2); /* greenery is not paid for touching water */
}

static void insects_need_less_heat_with_science(void **state) {
    (void)state;
    static const struct {
        const char *tags;
        bool token;
        unsigned heat;
    } cases[] = {{"NS", true, 6}, {"NSS", false, 4}, {"NSS", true, 4}, {"NSSS", false, 2}, {"NSSSS", false, 0}};
    for (int i = 0; i < 5; i++) {
        struct tiny t = position(INSECTS, cases[i].tags);
        if (cases[i].token) grant_token(&t, TINY_SCIENCE);
        set_heat(&t, 0, cases[i].heat);
        assert_true(offered(&t, INSECTS));
        if (cases[i].heat > 0) {
            set_heat(&t, 0, cases[i].heat - 1);
            assert_false(offered(&t, INSECTS));
        }
    }
    struct tiny t = position(INSECTS, "NSSSSS");
    set_heat(&t, 0, 0);
    assert_true(offered(&t, INSECTS));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ice_cap_melting),
        cmocka_unit_test(artificial_lake),
        cmocka_unit_test(water_pays_for_adjacent_water),
        cmocka_unit_test(gains_are_limited_by_the_supply),
        cmocka_unit_test(a_token_that_is_gone_is_not_gained),
        cmocka_unit_test(water_from_europa_is_cheaper_with_space),
        cmocka_unit_test(ice_asteroid),
        cmocka_unit_test(aquifer_pumping),
        cmocka_unit_test(subterranean_reservoir_is_cheaper_with_nature),
        cmocka_unit_test(water_needs_a_vacant_water_hex),
        cmocka_unit_test(a_returned_greenery_does_not_undo_the_end),
        cmocka_unit_test(asteroid_mining),
        cmocka_unit_test(research_outpost_places_the_second_city),
        cmocka_unit_test(a_city_is_relocated_when_both_stand),
        cmocka_unit_test(only_a_city_with_somewhere_to_go_is_relocated),
        cmocka_unit_test(greenery_goes_where_the_project_says),
        cmocka_unit_test(moss_pays_for_adjacent_water),
        cmocka_unit_test(bushes_are_cheaper_with_greenery_at_own_cities),
        cmocka_unit_test(protected_valley_wins_the_token),
        cmocka_unit_test(insects_need_less_heat_with_science),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
