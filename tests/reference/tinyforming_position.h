/* Positions set by hand for the tests of the TINYforming projects.
 *
 * White is on turn on Tharsis with a city on 5, Black's city stands on 14, greeneries lie on 7 and 12, and the
 * only project dealt lies in slot 0. The tags White needs are granted as if other projects showed them.
 *
 *         1   2  [3]            [ ] water hexes
 *       4   W   6   G
 *     8  [9] [10] 11  G         5 touches 1, 2, 4, 6, 9, 10
 *      13   B  [15][16]         14 touches 9, 10, 13, 15, 17, 18
 *        17  18  19
 */
#ifndef TINYFORMING_POSITION_H
#define TINYFORMING_POSITION_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "tinyforming_internal.h"

/* clang-format off */
enum project {
    ICE_CAP_MELTING, POWER_GRID, ARTIFICIAL_LAKE, SOLAR_POWER, WATER_FROM_EUROPA, LAVA_FLOWS, ICE_ASTEROID,
    FUSION_POWER, ASTEROID_MINING, GHG_FACTORIES, GRASS, GEOTHERMAL_POWER, WINDMILLS, RESEARCH_OUTPOST, LICHEN,
    GREAT_DAM, TREES, NUCLEAR_POWER, ALGAE, COMET, MOSS, AQUIFER_PUMPING, BUSHES, METHANE_FROM_TITAN,
    PROTECTED_VALLEY, ASTEROID, INSECTS, SUBTERRANEAN_RESERVOIR
};
/* clang-format on */

enum { W = TINY_WHITE, B = TINY_BLACK };

static inline uint32_t tags_of(const char *letters) {
    static const char order[] = "EPNSX";
    uint32_t tags = 0;
    for (; *letters; letters++)
        tags += TAG(strchr(order, *letters) - order);
    return tags;
}

static inline void set_credits(struct tiny *t, unsigned white, unsigned black) {
    t->credits[W] = (uint8_t)white;
    t->credits[B] = (uint8_t)black;
    t->credit_supply = (uint8_t)(10 - white - black);
}

static inline void set_heat(struct tiny *t, unsigned white, unsigned black) {
    t->heat_held[W] = (uint8_t)white;
    t->heat_held[B] = (uint8_t)black;
    t->heat_supply = (uint8_t)(11 - white - black - bit_count(t->heat));
}

static inline void grant_token(struct tiny *t, int tag) {
    t->tokens[W] += TAG(tag);
    t->bank -= TAG(tag);
}

static inline struct tiny empty_map(void) {
    struct tiny t;
    tiny_init(&t, NULL);
    t.slot = TINY_HAND;
    return t;
}

/* The position described above with plenty of credits; `tags` are granted beside those of the project itself. */
static inline struct tiny position(int project, const char *tags) {
    struct tiny t = empty_map();
    tiny_put_city(&t, W, 5);
    tiny_put_city(&t, B, 14);
    tiny_put_cube(&t, TINY_GREENERY, 7);
    tiny_put_cube(&t, TINY_GREENERY, 12);
    tiny_deal(&t, 0, W, project);
    t.card_tags[W] += tags_of(tags);
    set_credits(&t, 6, 0);
    return t;
}

static inline bool offered(struct tiny *t, int project) {
    tiny_begin_turn(t, W);
    struct tiny_question question;
    tiny_question(t, &question);
    assert_int_equal(question.kind, TINY_ACTION);
    assert_int_equal(question.answers[question.count - 1], TINY_PASS);
    struct tiny copy = *t;
    if (!tiny_apply(&copy, TINY_ACTIVATE)) return false;
    tiny_question(&copy, &question);
    assert_int_equal(question.kind, TINY_PROJECT);
    return tiny_apply(&copy, project);
}

static inline void activate(struct tiny *t, int project) {
    assert_true(offered(t, project));
    assert_true(tiny_apply(t, TINY_ACTIVATE));
    assert_true(tiny_apply(t, project));
}

static inline bool standard_offered(struct tiny *t, int standard) {
    tiny_begin_turn(t, W);
    struct tiny copy = *t;
    return tiny_apply(&copy, TINY_USE_STANDARD) && tiny_apply(&copy, standard);
}

static inline void use_standard(struct tiny *t, int standard) {
    tiny_begin_turn(t, W);
    assert_true(tiny_apply(t, TINY_USE_STANDARD));
    assert_true(tiny_apply(t, standard));
}

/* The present question is White's, of this kind, with exactly these answers (ended by -1). */
static inline void expect(struct tiny *t, enum tiny_kind kind, const int *answers) {
    struct tiny_question question;
    tiny_question(t, &question);
    assert_int_equal(question.kind, kind);
    assert_int_equal(question.player, W);
    int count = 0;
    while (answers[count] >= 0)
        count++;
    assert_int_equal(question.count, count);
    for (int i = 0; i < count; i++)
        assert_int_equal(question.answers[i], answers[i]);
}

#define EXPECT(t, kind, ...) expect(t, kind, (const int[]){__VA_ARGS__, -1})

static inline void give(struct tiny *t, int answer) {
    assert_true(tiny_apply(t, answer));
}

static inline void expect_turn_over(const struct tiny *t) {
    struct tiny_question question;
    tiny_question(t, &question);
    assert_int_equal(question.kind, TINY_ACTION);
    assert_int_equal(question.player, B);
}

static inline void expect_price(int project, struct tiny *t, unsigned price) {
    assert_int_equal(tiny_cost(t, W, project), price);
    set_credits(t, price - 1, 0);
    assert_false(offered(t, project));
    set_credits(t, price, 0);
    assert_true(offered(t, project));
}

#endif
