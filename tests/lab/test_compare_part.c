/* Games that were played in parts and put together: the same as if one had played them all. */
#include "support/unit.h"

#include "lab/compare_part.h"
#include "support/made.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Six goods, one of which a player may take each turn; the game goes on for a number of rounds that chance decides. */
static tn_game *market(const char *more) {
    char text[1000];
    snprintf(text, sizeof text,
             "game \"Market\":\n"
             "  players: 2\n"
             "kind good(value: number)\n"
             "good One(1)\ngood Two(2)\ngood Three(3)\ngood Four(4)\ngood Five(5)\ngood Six(6)\n%s"
             "period day\n"
             "zone deck(good, see: nobody)\n"
             "zone stall(good)\n"
             "player:\n"
             "  zone shop(good, live: true)\n"
             "flow:\n"
             "  shuffle(deck)\n"
             "  draw(4, to: stall)\n"
             "  round day:\n"
             "    for me in players: turn:\n"
             "      choose g in stall \"Which one?\"\n"
             "      move(g, to: me.shop)\n"
             "end when count(stall) < 2 \"sold\"\n"
             "score: goods: sum(c in me.shop: c.value)\n",
             more);
    return made_game(text);
}

static void play(struct compare_side *side, const tn_game *game, uint64_t from, uint64_t n, unsigned jobs) {
    struct simulate_setup setup = {.game = game, .seed = 5, .jobs = jobs};
    setup.bots[0] = setup.bots[1] = bot_get(0);
    assert_true(compare_side_init(side, game));
    side->census->no_answers = true;
    assert_int_equal(compare_play(side, &setup, from, n), TN_OK);
}

static struct buf bytes_of(const struct compare_side *side, uint64_t from, uint64_t n) {
    struct buf out;
    buf_init(&out);
    assert_true(compare_part_put(side, from, n, &out));
    return out;
}

enum { GAMES = 60 };

static void parts_in_any_order_are_the_whole(void **state) {
    (void)state;
    static const unsigned ends[] = {0, 1, 8, 31, 32, GAMES}, order[] = {3, 0, 4, 2, 1};
    tn_game *game = market("");
    struct compare_side whole, together;
    play(&whole, game, 0, GAMES, 2);
    assert_int_equal(whole.result.finished, GAMES);
    assert_true(compare_side_init(&together, game));
    for (size_t i = 0; i < 5; i++) {
        unsigned from = ends[order[i]], n = ends[order[i] + 1] - from;
        struct compare_side part;
        play(&part, game, from, n, 1);
        struct buf bytes = bytes_of(&part, from, n);
        assert_int_equal(compare_part_add(&together, bytes.data, bytes.n), PART_ADDED);
        buf_free(&bytes);
        compare_side_free(&part);
    }
    struct buf a = bytes_of(&whole, 0, GAMES), b = bytes_of(&together, 0, GAMES);
    assert_int_equal(a.n, b.n);
    assert_memory_equal(a.data, b.data, a.n);
    assert_int_equal(together.census->games, GAMES);
    assert_true(together.result.has_rounds && together.result.seats[0].score == whole.result.seats[0].score);
    buf_free(&a);
    buf_free(&b);
    compare_side_free(&whole);
    compare_side_free(&together);
    tn_game_free(game);
}

/* What is not of this definition, or not whole, changes nothing. */
static void what_is_no_part_is_refused(void **state) {
    (void)state;
    tn_game *game = market(""), *other = market("good Seven(7)\n");
    struct compare_side side, part, mine;
    play(&part, other, 0, 3, 1);
    play(&mine, game, 0, 3, 1);
    assert_true(compare_side_init(&side, game));
    struct buf wrong = bytes_of(&part, 0, 3), right = bytes_of(&mine, 0, 3);
    assert_int_equal(compare_part_add(&side, wrong.data, wrong.n), PART_WRONG);
    assert_int_equal(compare_part_add(&side, right.data, right.n - 1), PART_WRONG);
    assert_int_equal(compare_part_add(&side, right.data, 5), PART_WRONG);
    assert_int_equal(side.result.played, 0);
    assert_int_equal(side.n, 0);
    assert_int_equal(compare_part_add(&side, right.data, right.n), PART_ADDED);
    assert_int_equal(side.result.played, 3);
    buf_free(&wrong);
    buf_free(&right);
    compare_side_free(&side);
    compare_side_free(&part);
    compare_side_free(&mine);
    tn_game_free(game);
    tn_game_free(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_in_any_order_are_the_whole),
        cmocka_unit_test(what_is_no_part_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
