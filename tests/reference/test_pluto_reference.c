/* The Pluto reference by itself: what its header promises of any position. Its rules are compared with the definition
 * in test_lockstep_pluto.c, and those are tested by the scenarios of games/pluto. */
#include "support/unit.h"

#include "pluto_internal.h"

#include <stdlib.h>

static struct pluto_options mode(unsigned number) {
    return (struct pluto_options){.players = 2 + number % 3,
                                  .planet = number / 3 % 2 ? PLUTO_LARGE : PLUTO_SMALL,
                                  .no_milestones = number / 6 % 2 != 0,
                                  .one_activation = number / 12 % 2 != 0};
}

enum { MODES = 24 };

/* Every card lies in exactly one place. */
static void assert_cards_conserved(const struct pluto *t) {
    uint64_t seen = t->discard;
    unsigned count = bit_count(t->discard) + t->in_deck;
    for (unsigned i = 0; i < t->in_deck; i++)
        seen |= BIT(t->deck[i]);
    for (int player = 0; player < t->players; player++) {
        seen |= t->hand[player] | t->tableau[player];
        count += bit_count(t->hand[player]) + bit_count(t->tableau[player]);
    }
    assert_int_equal(count, PLUTO_CARDS);
    assert_true(seen == BIT(PLUTO_CARDS) - 1);
}

static void assert_tiles_conserved(const struct pluto *t) {
    unsigned seen = 0;
    for (int place = 0; place < t->tiles; place++)
        seen |= 1U << pluto_tile_at(t, place);
    assert_int_equal(seen, (1U << t->tiles) - 1);
    uint64_t pieces = t->forest | t->water | t->city, owned = 0;
    for (int player = 0; player < t->players; player++)
        owned |= t->owned[player];
    assert_true((t->vacant | pieces) == pluto_planet_hexes[t->planet] && !(t->vacant & pieces));
    assert_true(owned == (t->forest | t->city));
}

static void test_positions_are_sound(void **state) {
    (void)state;
    for (unsigned game = 0; game < 4 * MODES; game++) {
        struct pluto_options options = mode(game);
        struct pluto t;
        uint64_t rng = game;
        pluto_init(&t, &options, game);
        while (!pluto_over(&t)) {
            struct pluto_question question;
            pluto_question(&t, &question);
            assert_true(question.count >= 2 && question.count <= PLUTO_MAX_ANSWERS);
            assert_in_range(question.player, 0, t.players - 1);
            for (int i = 1; i < question.count; i++)
                assert_true(question.answers[i - 1] < question.answers[i]);
            assert_cards_conserved(&t);
            assert_tiles_conserved(&t);
            assert_true(t.depth <= PLUTO_DEPTH &&
                        t.in_play == (t.tableau[0] | t.tableau[1] | t.tableau[2] | t.tableau[3]));
            assert_int_equal(pluto_play_on(&t, &rng, 1), 1);
        }
        assert_true(t.ending || !t.vacant || t.turns == PLUTO_LAST_TURN);
        assert_true(t.depth == 0 && t.busy == 0 && t.picked == 0 && t.in_use == PLUTO_NO_TILE);
    }
}

static void test_other_answers_are_refused(void **state) {
    (void)state;
    for (unsigned game = 0; game < MODES; game++) {
        struct pluto_options options = mode(game);
        struct pluto t, copy;
        uint64_t rng = game;
        pluto_init(&t, &options, game);
        for (; !pluto_over(&t); pluto_play_on(&t, &rng, 1)) {
            struct pluto_question question;
            pluto_question(&t, &question);
            for (int answer = -3, next = 0; answer < 320; answer++) {
                bool legal = next < question.count && question.answers[next] == answer;
                next += legal;
                if (legal && answer > 3) continue;
                copy = t;
                assert_int_equal(pluto_apply(&copy, answer), legal);
                if (!legal) assert_memory_equal(&copy, &t, sizeof t);
            }
        }
        assert_false(pluto_apply(&t, 0));
    }
}

/* A copy of the bytes goes on in the same way, and a seed is a game. */
static void test_a_position_is_its_bytes(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        struct pluto t, copy, again;
        uint64_t rng = seed, rng_of_copy, rng_again = seed;
        pluto_init(&t, NULL, seed);
        pluto_init(&again, NULL, seed);
        unsigned first = pluto_play_on(&t, &rng, 60);
        copy = t;
        rng_of_copy = rng;
        unsigned rest = pluto_play_on(&t, &rng, UINT32_MAX);
        assert_int_equal(pluto_play_on(&copy, &rng_of_copy, UINT32_MAX), rest);
        assert_int_equal(pluto_play_on(&again, &rng_again, UINT32_MAX), first + rest);
        assert_memory_equal(&copy, &t, sizeof t);
        assert_memory_equal(&again, &t, sizeof t);
    }
}

/* The first question of so many kinds found in random games. */
static struct pluto position_at(enum pluto_kind kind, int at_least) {
    struct pluto t;
    struct pluto_question question;
    for (uint64_t seed = 1;; seed++) {
        uint64_t rng = seed;
        for (pluto_init(&t, NULL, seed); !pluto_over(&t); pluto_play_on(&t, &rng, 1)) {
            pluto_question(&t, &question);
            if (question.kind == kind && question.count >= at_least) return t;
        }
    }
}

static void test_random_answers_are_uniform(void **state) {
    (void)state;
    static const struct {
        enum pluto_kind kind;
        int at_least;
    } cases[] = {{PLUTO_TURN, 2},    {PLUTO_TILE, 3},    {PLUTO_HEX, 19},      {PLUTO_HEX, 7},
                 {PLUTO_PROJECT, 5}, {PLUTO_DISCARD, 4}, {PLUTO_MACHINE, 3},   {PLUTO_FLIP, 4},
                 {PLUTO_AMOUNT, 12}, {PLUTO_YESNO, 2},   {PLUTO_MILESTONE, 2}, {PLUTO_DISCARD, 9}};
    enum { EACH = 4000 };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pluto t = position_at(cases[i].kind, cases[i].at_least);
        struct pluto_question question;
        pluto_question(&t, &question);
        int times[PLUTO_MAX_ANSWERS] = {0}, found = 0;
        struct pluto *after = malloc((size_t)question.count * sizeof t);
        for (int k = 0; k < question.count; k++) {
            after[k] = t;
            assert_true(pluto_apply(&after[k], question.answers[k]));
        }
        uint64_t rng = i;
        for (int n = 0; n < EACH * question.count; n++) {
            struct pluto one = t;
            pluto_play_on(&one, &rng, 1);
            int k = 0;
            while (k < question.count && memcmp(&one, &after[k], sizeof one) != 0)
                k++;
            assert_true(k < question.count);
            found += times[k]++ == 0;
        }
        free(after);
        assert_int_equal(found, question.count);
        for (int k = 0; k < question.count; k++) /* five standard deviations */
            assert_in_range(times[k], EACH - 320, EACH + 320);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions_are_sound),
        cmocka_unit_test(test_other_answers_are_refused),
        cmocka_unit_test(test_a_position_is_its_bytes),
        cmocka_unit_test(test_random_answers_are_uniform),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
