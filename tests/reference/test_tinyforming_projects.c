/* Checks of the projects of the TINYforming reference: what each needs and costs and when it is refused, and the
 * effects of those that gain heat or credits. tinyforming_position.h shows the position they start from.
 */
#include "tinyforming_position.h"

/* ---- what every project needs ---- */

struct card {
    const char *name;
    unsigned price; /* in the common position with just the tags needed */
    const char *need;
    unsigned heat, water;
    enum tiny_cube cube;
    const char *gives;
};

static const struct card cards[TINY_PROJECTS] = {
    {"Ice Cap Melting", 3, "EEP", 5, 0, TINY_WATER, "PN"},
    {"Power Grid", 5, "EEP", 0, 0, TINY_HEAT, "NS"},
    {"Artificial Lake", 2, "PP", 4, 0, TINY_WATER, "NN"},
    {"Solar Power", 3, "PS", 0, 0, TINY_HEAT, "EN"},
    {"Water from Europa", 3, "EX", 0, 0, TINY_WATER, "NN"},
    {"Lava Flows", 2, "EEN", 0, 0, TINY_HEAT, "PS"},
    {"Ice Asteroid", 3, "XX", 0, 0, TINY_WATER, "EP"},
    {"Fusion Power", 2, "SS", 0, 0, TINY_HEAT, "PN"},
    {"Asteroid Mining", 1, "E", 0, 0, TINY_VACANT, "EN"},
    {"GHG Factories", 3, "PP", 0, 0, TINY_HEAT, "ES"},
    {"Grass", 2, "NNN", 3, 0, TINY_GREENERY, "EP"},
    {"Geothermal Power", 3, "PPN", 0, 0, TINY_HEAT, "SX"},
    {"Windmills", 1, "EE", 0, 0, TINY_HEAT, "NN"}, /* six vacant hexes around the city */
    {"Research Outpost", 1, "PS", 0, 0, TINY_VACANT, "EX"},
    {"Lichen", 2, "NN", 2, 0, TINY_GREENERY, "PP"},
    {"Great Dam", 3, "PN", 0, 2, TINY_HEAT, "ES"},
    {"Trees", 2, "NS", 5, 0, TINY_GREENERY, "XX"},
    {"Nuclear Power", 3, "PS", 0, 0, TINY_HEAT, "NX"},
    {"Algae", 2, "NE", 0, 2, TINY_GREENERY, "SS"},
    {"Comet", 3, "EX", 0, 0, TINY_HEAT, "NN"},
    {"Moss", 4, "NN", 0, 1, TINY_GREENERY, "PP"},
    {"Aquifer Pumping", 4, "EN", 0, 0, TINY_WATER, "PX"},
    {"Bushes", 5, "N", 4, 0, TINY_GREENERY, "EE"},
    {"Methane from Titan", 2, "PX", 0, 0, TINY_HEAT, "EN"},
    {"Protected Valley", 4, "NN", 2, 0, TINY_GREENERY, "EE"},
    {"Asteroid", 4, "EX", 0, 0, TINY_HEAT, "PP"},
    {"Insects", 2, "NSS", 4, 0, TINY_GREENERY, "PX"}, /* 6 heat, less 2 for the second science tag */
    {"Subterranean Reservoir", 3, "NS", 0, 0, TINY_WATER, "EE"},
};

/* Just enough of everything: Black holds the heat needed, the water needed lies on 16 and 3. */
static struct tiny just_enough(int project) {
    const struct card *card = &cards[project];
    struct tiny t = position(project, card->need);
    set_credits(&t, card->price, 4);
    set_heat(&t, 0, card->heat);
    if (card->water >= 1) tiny_put_cube(&t, TINY_WATER, 16);
    if (card->water >= 2) tiny_put_cube(&t, TINY_WATER, 3);
    return t;
}

static void projects_are_offered_with_just_enough(void **state) {
    (void)state;
    for (int project = 0; project < TINY_PROJECTS; project++) {
        struct tiny t = just_enough(project);
        assert_string_equal(tiny_project_name(project), cards[project].name);
        assert_int_equal(tiny_printed_tags(project), tags_of(cards[project].gives));
        assert_int_equal(tiny_cost(&t, W, project), cards[project].price);
        activate(&t, project);
        assert_int_equal(tiny_used(&t, W, 0), true);
        assert_int_equal(tiny_credits_on_projects(&t), 1);
    }
}

static void projects_are_refused_for_a_credit_or_cube_too_few(void **state) {
    (void)state;
    for (int project = 0; project < TINY_PROJECTS; project++) {
        struct tiny t = just_enough(project);
        set_credits(&t, cards[project].price - 1, 4);
        assert_false(offered(&t, project));
        if (cards[project].heat > 0) {
            t = just_enough(project);
            set_heat(&t, 0, cards[project].heat - 1);
            assert_false(offered(&t, project));
            tiny_put_cube(&t, TINY_HEAT, 8); /* heat on the map counts */
            assert_true(offered(&t, project));
        }
        if (cards[project].water > 0) {
            t = just_enough(project);
            t.water &= t.water - 1;
            t.water_supply++;
            assert_false(offered(&t, project));
        }
    }
}

static void projects_are_refused_without_their_cube(void **state) {
    (void)state;
    for (int project = 0; project < TINY_PROJECTS; project++) {
        struct tiny t = just_enough(project);
        if (cards[project].cube == TINY_HEAT) t.heat_supply = 0;
        if (cards[project].cube == TINY_GREENERY) t.greenery_supply = 0;
        if (cards[project].cube == TINY_WATER) t.water_supply = 0;
        assert_int_equal(offered(&t, project), cards[project].cube == TINY_VACANT);
    }
}

static void a_missing_tag_is_a_refusal_or_a_token(void **state) {
    (void)state;
    for (int project = 0; project < TINY_PROJECTS; project++) {
        for (const char *letter = cards[project].need; *letter; letter++) {
            struct tiny t = just_enough(project);
            t.double_sided = true; /* on single-sided cards the project's own tag would make up for it */
            if (project == INSECTS) set_heat(&t, 0, 6); /* a token does not lower the heat needed */
            uint32_t tag = tags_of((char[]){*letter, 0});
            t.card_tags[W] -= tag;
            assert_false(offered(&t, project));
            if (*letter == 'E' || *letter == 'X') continue;
            t.tokens[W] += tag;
            t.bank -= tag;
            activate(&t, project);
            assert_int_equal(t.tokens[W], 0);
        }
    }
}

static void own_tags_meet_the_own_requirement_on_single_sided_cards(void **state) {
    (void)state;
    struct tiny t = position(ASTEROID_MINING, "");
    assert_int_equal(tiny_tags(&t, W, TINY_ENERGY), 1);
    assert_true(offered(&t, ASTEROID_MINING));
    t.double_sided = true;
    assert_false(offered(&t, ASTEROID_MINING));
    tiny_deal(&t, 1, W, SUBTERRANEAN_RESERVOIR);
    assert_true(offered(&t, ASTEROID_MINING));
}

static void only_missing_tags_cost_tokens(void **state) {
    (void)state;
    struct tiny t = position(FUSION_POWER, "S");
    grant_token(&t, TINY_SCIENCE);
    grant_token(&t, TINY_NATURE);
    t.card_tags[W] += tags_of("S");
    activate(&t, FUSION_POWER);
    assert_int_equal(t.tokens[W], tags_of("SN"));
}

static void a_city_on_a_bonus_hex_shows_its_tag(void **state) {
    (void)state;
    struct tiny t = position(ICE_ASTEROID, "X");
    assert_false(offered(&t, ICE_ASTEROID));
    tiny_put_city(&t, B, 19);
    assert_false(offered(&t, ICE_ASTEROID));
    t = position(ICE_ASTEROID, "X");
    tiny_put_city(&t, W, 19);
    assert_true(offered(&t, ICE_ASTEROID));
}

/* ---- red ---- */

static void power_grid(void **state) {
    (void)state;
    struct tiny t = position(POWER_GRID, "EEP");
    tiny_put_city(&t, B, 19);
    set_credits(&t, 5, 0);
    activate(&t, POWER_GRID);
    assert_int_equal(t.heat_held[W], 1);
    assert_int_equal(t.credits[W], 3);
    expect_turn_over(&t);

    t = position(POWER_GRID, "EEP");
    set_credits(&t, 5, 5); /* what was paid is in the supply already, but for the one on the project */
    activate(&t, POWER_GRID);
    assert_int_equal(t.credits[W], 2);
    assert_int_equal(t.credit_supply, 2);
}

static void solar_power_is_cheaper_with_centre_cities(void **state) {
    (void)state;
    static const int hexes[] = {8, 12, 10};
    struct tiny t = position(SOLAR_POWER, "PS");
    expect_price(SOLAR_POWER, &t, 3);
    static const unsigned prices[] = {2, 1, 1};
    for (int i = 0; i < 3; i++) {
        tiny_put_city(&t, i % 2 ? W : B, hexes[i]);
        expect_price(SOLAR_POWER, &t, prices[i]);
    }
    activate(&t, SOLAR_POWER);
    assert_int_equal(t.heat_held[W], 1);
}

static void lava_flows(void **state) {
    (void)state;
    struct tiny t = position(LAVA_FLOWS, "EEN");
    activate(&t, LAVA_FLOWS);
    EXPECT(&t, TINY_SPACE, 1, 2, 4, 6, 8, 11, 13, 17, 18, 19);
    give(&t, 17);
    assert_int_equal(tiny_cube_at(&t, 17), TINY_HEAT);
    assert_int_equal(t.heat_held[W], 0);
    assert_int_equal(t.heat_supply, 10);
    assert_int_equal(t.tokens[W], 0);
    expect_turn_over(&t);
}

static void fusion_power(void **state) {
    (void)state;
    struct tiny t = position(FUSION_POWER, "S");
    t.tokens[B] = tags_of("P");
    t.bank -= tags_of("P");
    grant_token(&t, TINY_SCIENCE);
    activate(&t, FUSION_POWER);
    EXPECT(&t, TINY_TOKEN, TINY_NATURE, TINY_SCIENCE); /* the token spent is available again */
    give(&t, TINY_SCIENCE);
    assert_int_equal(t.tokens[W], tags_of("S"));
    assert_int_equal(t.heat_held[W], 1);
    expect_turn_over(&t);

    t = position(FUSION_POWER, "SS");
    t.tokens[B] = t.bank;
    t.bank = 0;
    activate(&t, FUSION_POWER);
    assert_int_equal(t.heat_held[W], 1);
    expect_turn_over(&t);
}

static void ghg_factories_are_cheaper_with_production(void **state) {
    (void)state;
    static const char *const tags[] = {"PP", "PPP", "PPPP", "PPPPP"};
    static const unsigned prices[] = {3, 2, 1, 1};
    for (int i = 0; i < 4; i++) {
        struct tiny t = position(GHG_FACTORIES, tags[i]);
        grant_token(&t, TINY_PRODUCTION);
        expect_price(GHG_FACTORIES, &t, prices[i]);
        activate(&t, GHG_FACTORIES);
        assert_int_equal(t.heat_held[W], 1);
    }
}

static void geothermal_power_is_cheaper_with_own_heat(void **state) {
    (void)state;
    static const unsigned prices[] = {3, 3, 2, 2, 1, 1, 1};
    for (unsigned heat = 0; heat < 7; heat++) {
        struct tiny t = position(GEOTHERMAL_POWER, "PPN");
        set_heat(&t, heat, 4);
        expect_price(GEOTHERMAL_POWER, &t, prices[heat]);
    }
}

static void windmills_are_cheaper_with_vacant_hexes(void **state) {
    (void)state;
    static const int filled[] = {1, 2, 4, 6, 9, 10};
    static const unsigned prices[] = {1, 1, 1, 1, 2, 3, 4};
    struct tiny t = position(WINDMILLS, "EE");
    for (int i = 0; i <= 6; i++) {
        expect_price(WINDMILLS, &t, prices[i]);
        if (i < 6) tiny_put_cube(&t, TINY_HEAT, filled[i]);
    }
    t = position(WINDMILLS, "EE");
    tiny_put_city(&t, W, 7); /* 6 touches both cities and counts once */
    t.greenery = 0;
    static const int others[] = {1, 2, 3, 4, 9, 10, 11, 12};
    for (int i = 0; i < 8; i++)
        tiny_put_cube(&t, TINY_HEAT, others[i]);
    expect_price(WINDMILLS, &t, 3);
}

static void great_dam_is_cheaper_with_water(void **state) {
    (void)state;
    static const int hexes[] = {3, 9, 10, 15};
    static const unsigned prices[] = {3, 2, 1};
    struct tiny t = position(GREAT_DAM, "PN");
    tiny_put_cube(&t, TINY_WATER, hexes[0]);
    assert_false(offered(&t, GREAT_DAM));
    for (int i = 0; i < 3; i++) {
        tiny_put_cube(&t, TINY_WATER, hexes[i + 1]);
        expect_price(GREAT_DAM, &t, prices[i]);
    }
}

static void nuclear_power_is_cheaper_with_energy(void **state) {
    (void)state;
    static const char *const tags[] = {"PS", "PSE", "PSEE", "PSEEE"};
    static const unsigned prices[] = {3, 2, 1, 1};
    for (int i = 0; i < 4; i++) {
        struct tiny t = position(NUCLEAR_POWER, tags[i]);
        expect_price(NUCLEAR_POWER, &t, prices[i]);
    }
}

static void comet(void **state) {
    (void)state;
    struct tiny t = position(COMET, "EX");
    set_heat(&t, 3, 0);
    activate(&t, COMET);
    expect_turn_over(&t);

    t = position(COMET, "EX");
    set_heat(&t, 4, 0);
    tiny_put_cube(&t, TINY_WATER, 9);
    activate(&t, COMET);
    assert_int_equal(t.heat_held[W], 5);
    EXPECT(&t, TINY_SPACE, TINY_NO, 3, 10, 15, 16);
    struct tiny copy = t;
    give(&t, TINY_NO);
    assert_int_equal(t.water_supply, 3);
    expect_turn_over(&t);
    give(&copy, 10);
    assert_int_equal(copy.water_supply, 2);
    assert_int_equal(tiny_tokens(&copy, W, TINY_PRODUCTION), 1);
    assert_int_equal(copy.credits[W], 6 - 3 + 1);

    t = position(COMET, "EX");
    set_heat(&t, 6, 0);
    t.water_supply = 0;
    activate(&t, COMET);
    expect_turn_over(&t);
}

static void methane_from_titan(void **state) {
    (void)state;
    struct tiny t = position(METHANE_FROM_TITAN, "PXX");
    set_credits(&t, 4, 0);
    activate(&t, METHANE_FROM_TITAN);
    EXPECT(&t, TINY_YESNO, TINY_NO, TINY_YES);
    struct tiny copy = t;
    give(&t, TINY_YES);
    assert_int_equal(t.heat_held[W], 2);
    assert_int_equal(t.credits[W], 0);
    assert_int_equal(t.credit_supply, 9);
    expect_turn_over(&t);
    give(&copy, TINY_NO);
    assert_int_equal(copy.heat_held[W], 1);
    assert_int_equal(copy.credits[W], 2);
    expect_turn_over(&copy);

    static const struct {
        const char *tags;
        unsigned credits, heat_out;
    } not_asked[] = {{"PX", 4, 0}, {"PXX", 3, 0}, {"PXX", 4, 10}};
    for (int i = 0; i < 3; i++) {
        t = position(METHANE_FROM_TITAN, not_asked[i].tags);
        set_credits(&t, not_asked[i].credits, 0);
        set_heat(&t, 0, not_asked[i].heat_out);
        activate(&t, METHANE_FROM_TITAN);
        expect_turn_over(&t);
    }
}

static void asteroid(void **state) {
    (void)state;
    struct tiny t = position(ASTEROID, "EX");
    activate(&t, ASTEROID);
    EXPECT(&t, TINY_SPACE, TINY_NO, 7, 12);
    struct tiny copy = t;
    give(&t, 12);
    assert_int_equal(t.greenery_supply, 6);
    assert_int_equal(tiny_cube_at(&t, 12), TINY_VACANT);
    expect_turn_over(&t);
    give(&copy, TINY_NO);
    assert_int_equal(copy.greenery_supply, 5);

    t = position(ASTEROID, "EX");
    t.greenery = 0;
    t.greenery_supply = 7;
    activate(&t, ASTEROID);
    expect_turn_over(&t);
}

/* ---- standard projects ---- */

static void standard_projects_need_tags_and_credits(void **state) {
    (void)state;
    static const struct {
        const char *name, *need;
        unsigned price;
    } standards[TINY_STANDARDS] = {
        {"Sell Patent", "", 0},    {"Build City", "PX", 2},  {"Import Water", "SX", 3},
        {"Greenhouses", "PNN", 3}, {"Energy Farm", "ES", 3},
    };
    for (int which = 0; which < TINY_STANDARDS; which++) {
        assert_string_equal(tiny_standard_name(which), standards[which].name);
        struct tiny t = position(LICHEN, "");
        t.card_tags[W] = tags_of(standards[which].need);
        set_credits(&t, standards[which].price, 0);
        assert_true(standard_offered(&t, which));
        if (standards[which].price > 0) {
            set_credits(&t, standards[which].price - 1, 0);
            assert_false(standard_offered(&t, which));
            set_credits(&t, standards[which].price, 0);
        }
        for (const char *letter = standards[which].need; *letter; letter++) {
            struct tiny copy = t;
            copy.card_tags[W] -= tags_of((char[]){*letter, 0});
            assert_false(standard_offered(&copy, which));
        }
        use_standard(&t, which);
        assert_int_equal(t.credits[W], which == TINY_SELL_PATENT ? 1 : 0);
        assert_int_equal(t.credits[W] + t.credit_supply, 10); /* nothing stays on a card */
    }
}

static void standard_projects_do_what_they_say(void **state) {
    (void)state;
    struct tiny t = position(LICHEN, "EPNNSX");
    struct tiny copy = t;
    use_standard(&t, TINY_BUILD_CITY);
    EXPECT(&t, TINY_SPACE, 8, 11, 19);
    give(&t, 19);
    expect_turn_over(&t); /* no token here */

    t = copy;
    use_standard(&t, TINY_IMPORT_WATER);
    EXPECT(&t, TINY_SPACE, 3, 9, 10, 15, 16);
    give(&t, 15);
    assert_int_equal(tiny_tokens(&t, W, TINY_NATURE), 1);

    t = copy;
    use_standard(&t, TINY_GREENHOUSES);
    EXPECT(&t, TINY_SPACE, 1, 2, 4, 6, 8, 11, 13, 17, 18, 19);

    t = copy;
    use_standard(&t, TINY_ENERGY_FARM);
    assert_int_equal(t.heat_held[W], 1);
    expect_turn_over(&t);
}

static void standard_projects_are_refused_without_cube_or_hex(void **state) {
    (void)state;
    struct tiny t = position(LICHEN, "EPNNSX");
    t.heat_supply = t.greenery_supply = t.water_supply = 0;
    assert_false(standard_offered(&t, TINY_ENERGY_FARM));
    assert_false(standard_offered(&t, TINY_GREENHOUSES));
    assert_false(standard_offered(&t, TINY_IMPORT_WATER));
    assert_true(standard_offered(&t, TINY_BUILD_CITY));
    for (int i = 0; i < 3; i++)
        tiny_put_cube(&t, TINY_HEAT, (int[]){8, 11, 19}[i]);
    assert_false(standard_offered(&t, TINY_BUILD_CITY));
    t.standard_used = 1U << W;
    assert_false(standard_offered(&t, TINY_SELL_PATENT));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(projects_are_offered_with_just_enough),
        cmocka_unit_test(projects_are_refused_for_a_credit_or_cube_too_few),
        cmocka_unit_test(projects_are_refused_without_their_cube),
        cmocka_unit_test(a_missing_tag_is_a_refusal_or_a_token),
        cmocka_unit_test(own_tags_meet_the_own_requirement_on_single_sided_cards),
        cmocka_unit_test(only_missing_tags_cost_tokens),
        cmocka_unit_test(a_city_on_a_bonus_hex_shows_its_tag),
        cmocka_unit_test(power_grid),
        cmocka_unit_test(solar_power_is_cheaper_with_centre_cities),
        cmocka_unit_test(lava_flows),
        cmocka_unit_test(fusion_power),
        cmocka_unit_test(ghg_factories_are_cheaper_with_production),
        cmocka_unit_test(geothermal_power_is_cheaper_with_own_heat),
        cmocka_unit_test(windmills_are_cheaper_with_vacant_hexes),
        cmocka_unit_test(great_dam_is_cheaper_with_water),
        cmocka_unit_test(nuclear_power_is_cheaper_with_energy),
        cmocka_unit_test(comet),
        cmocka_unit_test(methane_from_titan),
        cmocka_unit_test(asteroid),
        cmocka_unit_test(standard_projects_need_tags_and_credits),
        cmocka_unit_test(standard_projects_do_what_they_say),
        cmocka_unit_test(standard_projects_are_refused_without_cube_or_hex),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
