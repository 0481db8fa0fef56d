/* Features: their names, what they count, and that they show a seat no more than it sees. */
#include "support/made.h"
#include "support/unit.h"

#include "support/contest.h"
#include "support/level.h"
#include "terrane_table.h"

static const char definition[] = "game \"Counting\":\n"
                                 "  players: 2\n"
                                 "resource wood\n"
                                 "tag soft\n"
                                 "piece fort\n"
                                 "kind beast(tags: tag...)\n"
                                 "beast Ant(soft)\n"
                                 "beast Bee()\n"
                                 "period day\n"
                                 "zone deck(beast, see: nobody)\n"
                                 "track sun(0..4)\n"
                                 "player:\n"
                                 "  var stock[resource]: number(0..) = 0\n"
                                 "  var tired: bool = false\n"
                                 "  track road(1..5)\n"
                                 "  zone hand(beast, see: owner)\n"
                                 "var weather: number(0..3) = 2\n"
                                 "flow:\n"
                                 "  shuffle(deck)\n"
                                 "  for me in players: draw(1)\n"
                                 "  repeat 4:\n"
                                 "    begin(day)\n"
                                 "    turn:\n"
                                 "      choose r in resource \"Which?\"\n"
                                 "      gain(2 r); me.tired = true; raise(me.road); raise(sun)\n"
                                 "    me = next(me)\n"
                                 "score: wood: me.stock[wood]\n";

static size_t find(const tn_features *f, const char *name) {
    size_t n = tn_features_count(f, NULL), i = 0;
    while (i < n && strcmp(tn_features_name(f, i), name) != 0)
        i++;
    if (i == n) fail_msg("there is no feature %s", name);
    return i;
}

struct position {
    tn_game *game;
    tn_ctx *ctx;
    tn_state *state;
    tn_features *features;
    tn_feature *room;
    int32_t *row;
};

static void at_game(struct position *p, const char *text, uint64_t seed) {
    p->game = made_game(text);
    p->ctx = tn_ctx_new(p->game);
    p->state = tn_state_new(p->game);
    p->features = tn_game_features(p->game);
    p->room = calloc(tn_features_room(p->features), sizeof *p->room);
    p->row = calloc(tn_features_count(p->features, NULL), sizeof *p->row);
    assert_int_equal(tn_state_start(p->ctx, seed, 0, p->state), TN_ASK);
    assert_true(tn_good(tn_state_apply(p->ctx, p->state, 0, tn_state_nth(p->game, p->state, 0, 0))));
}

static void at(struct position *p, uint64_t seed) {
    at_game(p, definition, seed);
}

static int32_t seen(struct position *p, unsigned seat, const char *name) {
    const tn_state *states[] = {p->state};
    tn_states_features(p->features, p->ctx, states, 1, seat, p->room, p->row);
    return p->row[find(p->features, name)];
}

static void leave(struct position *p) {
    free(p->row);
    free(p->room);
    tn_features_free(p->features);
    tn_state_free(p->state);
    tn_ctx_free(p->ctx);
    tn_game_free(p->game);
}

static void numbers_are_leads(void **state) {
    struct position p;
    (void)state;
    at(&p, 1);
    static const struct {
        const char *name;
        int32_t of_a;
    } wanted[] = {{"stock[wood]", 2}, {"tired", 1}, {"road", 1}, {"count(hand)", 0}, {"score(wood)", 2}};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        assert_int_equal(seen(&p, 0, wanted[i].name), wanted[i].of_a);
        assert_int_equal(seen(&p, 1, wanted[i].name), -wanted[i].of_a);
    }
    assert_int_equal(seen(&p, 1, "table.sun"), 250); /* of the whole, and the same for all */
    assert_int_equal(seen(&p, 0, "table.weather"), 2 * 125);
    assert_int_equal(seen(&p, 0, "table.day"), 2 * 100);
    leave(&p);
}

/* Whatever lies in the other hand, and whatever the deal, a seat is shown its own cards and nothing else. */
static void hidden_cards_have_no_names(void **state) {
    struct position p;
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        at(&p, seed);
        for (unsigned seat = 0; seat < 2; seat++) {
            int32_t ant = seen(&p, seat, "hand:Ant"), bee = seen(&p, seat, "hand:Bee");
            assert_int_equal(ant + bee, 1);
            assert_int_equal(seen(&p, seat, "held(soft)"), ant);
        }
        uint8_t known[2];
        tn_features_known(p.features, p.state, 0, known);
        assert_int_equal(known[0] + known[1], 1);
        leave(&p);
    }
}

static void what_is_not_known_counts_by_number_only(void **state) {
    struct position p;
    const uint8_t nothing[2] = {0};
    (void)state;
    at(&p, 1);
    size_t n = tn_state_features(p.features, p.ctx, p.state, 0, nothing, p.room, tn_features_room(p.features));
    assert_true(n <= tn_features_room(p.features));
    for (size_t i = 0; i < n; i++)
        assert_null(strchr(tn_features_name(p.features, p.room[i].index), ':'));
    leave(&p);
}

/* What can be played and what it costs, of the cards in the seat's own hand: A has all three tools and is asked for
 * coins first, of which the Axe wants two; in play the Guild makes the others cheaper. */
static const char shop[] =
    "game \"Shop\":\n"
    "  players: 2\n"
    "value price(card: tool, by: player) -> number(0..) \"cost of {card} for {by}\" = card.cost\n"
    "kind tool(cost: number):\n"
    "  value requires -> bool = true\n"
    "tool Saw(5)\n"
    "tool Axe(3): requires: me.coins >= 2\n"
    "tool Guild(1): adjust price(by: me): -2\n"
    "zone deck(tool, see: nobody)\n"
    "player:\n"
    "  var coins: number(0..) = 0\n"
    "  zone hand(tool, see: owner)\n"
    "  zone heap(tool, live: true)\n"
    "flow:\n"
    "  draw(3)\n"
    "  repeat 4:\n"
    "    turn:\n"
    "      choose n in 1..2 \"Coins?\"\n"
    "      me.coins += n\n"
    "    turn:\n"
    "      choose c in me.hand \"Which?\"\n"
    "      move(c, to: me.heap)\n"
    "score: coins: me.coins\n";

static void held_cards_are_judged(void **state) {
    struct position p;
    size_t first;
    (void)state;
    at_game(&p, shop, 1); /* one coin */
    assert_int_equal(tn_features_computed(p.features, &first), 4);
    assert_int_equal(find(p.features, "price(hand)"), first);
    assert_int_equal(seen(&p, 0, "price(hand)"), 5 + 3 + 1);
    assert_int_equal(seen(&p, 0, "requires(hand)"), 2);
    assert_int_equal(seen(&p, 1, "price(hand)"), 0); /* what A holds is nothing B could know */
    const uint8_t saw[] = {1, 0, 0};
    size_t n = tn_state_features(p.features, p.ctx, p.state, 0, saw, p.room, tn_features_room(p.features)), prices = 0;
    for (size_t i = 0; i < n; i++)
        if (p.room[i].index == first) assert_int_equal(p.room[i].value, 5), prices++;
    assert_int_equal(prices, 1);
    static const uint32_t guild_then_two_coins[] = {2, 1};
    for (size_t i = 0; i < 2; i++) {
        uint32_t answer = tn_state_nth(p.game, p.state, 0, guild_then_two_coins[i]);
        assert_true(tn_good(tn_state_apply(p.ctx, p.state, 0, answer)));
    }
    assert_int_equal(seen(&p, 0, "price(hand)"), 3 + 1);
    assert_int_equal(seen(&p, 0, "requires(hand)"), 2);
    assert_int_equal(seen(&p, 0, "price(heap)"), 0); /* what is in play is paid for */
    tn_features_brief(p.features, true);
    assert_int_equal(seen(&p, 0, "requires(hand)"), 0);
    assert_int_equal(seen(&p, 0, "count(hand)"), 2);
    leave(&p);
}

/* No two of a game are called alike: files tell them by their names. */
static void names_differ(void **state) {
    static const char *const games[] = {"tinyforming", "pluto", "mars", "coal-mines", "connect-four"};
    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof games[0]; g++) {
        tn_game *game = contest_game(games[g]);
        tn_features *f = tn_game_features(game);
        size_t n = tn_features_count(f, NULL), step = n > 400 ? n / 100 : 1;
        for (size_t i = 0; i < n; i += step)
            assert_int_equal(find(f, tn_features_name(f, i)), i);
        for (size_t i = 0; i < n; i++)
            assert_null(strpbrk(tn_features_name(f, i), " #\t"));
        tn_features_free(f);
        tn_game_free(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_leads),
        cmocka_unit_test(hidden_cards_have_no_names),
        cmocka_unit_test(what_is_not_known_counts_by_number_only),
        cmocka_unit_test(held_cards_are_judged),
        cmocka_unit_test(names_differ),
    };
    return cmocka_run_group_tests_name("api.features", tests, NULL, NULL);
}
