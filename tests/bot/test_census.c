/* What a census counts while games run: in a game whose course is known, and in the largest one against
 * its journals. */
#include "support/made.h"
#include "support/unit.h"

#include "bot/bot.h"
#include "lab/census.h"
#include "play/catalogue.h"

#include <stdlib.h>

static const char text[] =
    "game \"Hoard\":\n"
    "  players: 2\n"
    "period day\n"
    "player:\n"
    "  var n: number(0..) = 0\n"
    "  zone hand(trick, see: owner)\n"
    "  zone table(trick, live: true)\n"
    "kind trick:\n"
    "  rule first\n"
    "  rule do\n"
    "  rule action\n"
    "kind goal:\n"
    "  var owner: player = none\n"
    "kind prize:\n"
    "  var funded: bool = false\n"
    "kind deed:\n"
    "  rule do\n"
    "trick Spark: do: me.n += 1\n"
    "trick Mill: action: me.n += 1\n"
    "trick Lead(copies: 2): do: me.n += 1\n"
    "goal Peak\n"
    "goal Pit\n"
    "prize Cup\n"
    "prize Bowl\n"
    "deed Work: do: me.n += 1\n"
    "deed Rest: do: me.n += 0\n"
    "zone box(trick)\n"
    "zone heap(trick)\n"
    "flow:\n"
    "  as seat(1): move(Spark, to: me.hand); move(Mill, to: me.hand)\n"
    "  as seat(2): move(box, to: me.hand)\n"
    "  as seat(1):\n"
    "    turn: choose c in [Spark] \"Which?\"; c.first(); c.do(); move(c, to: heap)\n" /* an event */
    "    turn: choose c in [Mill] \"Which?\"; move(c, to: me.table); c.first(); c.do()\n"
    "    turn: choose c in me.table \"Use?\"; c.action()\n"
    "    turn: choose d in deed where d == Work \"Which?\"; d.do()\n"
    "    turn: choose p in prize where p == Cup \"Which?\"; p.funded = true\n"
    "    turn: choose g in goal where g == Peak \"Which?\"; g.owner = me\n"
    "  repeat 70: begin(day)\n"
    "  finish()\n"
    "score:\n"
    "  n: me.n\n";

enum { SPARK, MILL, LEAD, PEAK = LEAD + 2, PIT, CUP, BOWL, WORK, REST };
enum { GAMES = 3 };

static void count(const tn_game *game, uint64_t games, uint64_t seed, unsigned jobs, struct census *census) {
    struct buf error;
    buf_init(&error);
    struct simulate_setup setup = {
        .game = game, .games = games, .seed = seed, .jobs = jobs, .follow = &census_follow, .follow_user = census};
    struct simulate_result result;
    for (unsigned i = 0; i < MATCH_SEATS; i++)
        setup.bots[i] = bot_find("random", &error);
    assert_int_equal(simulate_run(&setup, &result), TN_OK);
    assert_int_equal(result.finished, games);
    buf_free(&error);
}

static void assert_facts(const struct census *c, size_t card, const char *name, const uint64_t *wanted) {
    tn_card it;
    tn_game_card(c->game, card, &it);
    assert_string_equal(it.name, name);
    for (unsigned i = 0; i < CENSUS_N; i++)
        if (c->cards[card].facts[i] != wanted[i] * GAMES)
            fail_msg("%s %s: %d, expected %d", name, census_fact_name(i), (int)c->cards[card].facts[i],
                     (int)wanted[i] * GAMES);
}

static size_t zone_named(const tn_game *game, const char *name) {
    for (size_t i = 0; i < tn_game_zone_count(game); i++) {
        tn_zone zone;
        tn_game_zone(game, i, &zone);
        if (strcmp(zone.name, name) == 0) return i;
    }
    fail_msg("no zone %s", name);
    return 0;
}

static void a_known_game(void **state) {
    (void)state;
    tn_game *game = made_game(text);
    struct census *c = census_new(game);
    count(game, GAMES, 1, 2, c);
    assert_true(c->games == GAMES && c->players == 2 * GAMES);
    /*                                          offered chosen played used owned left */
    assert_facts(c, SPARK, "Spark", (uint64_t[]){1, 1, 1, 0, 0, 0}); /* lies in the heap at the end */
    assert_facts(c, MILL, "Mill", (uint64_t[]){1, 1, 1, 1, 0, 0});
    assert_facts(c, LEAD, "Lead", (uint64_t[]){0, 0, 0, 0, 0, 1}); /* two copies of one player count once */
    assert_facts(c, PEAK, "Peak", (uint64_t[]){1, 1, 0, 0, 1, 0});
    assert_facts(c, PIT, "Pit", (uint64_t[]){0, 0, 0, 0, 0, 0});
    assert_facts(c, CUP, "Cup", (uint64_t[]){1, 1, 0, 0, 0, 0}); /* whose it is nobody says: who chose it */
    assert_facts(c, WORK, "Work", (uint64_t[]){1, 1, 0, 1, 0, 0});
    assert_facts(c, REST, "Rest", (uint64_t[]){0, 0, 0, 0, 0, 0});
    assert_int_equal(census_came(c, zone_named(game, "hand"), SPARK), GAMES);
    assert_int_equal(census_came(c, zone_named(game, "heap"), SPARK), GAMES);
    assert_int_equal(census_came(c, zone_named(game, "heap"), LEAD), 0);
    size_t winners[] = {SPARK, MILL, PEAK, CUP, WORK};
    for (size_t i = 0; i < sizeof winners / sizeof *winners; i++) {
        const struct census_had *had = census_had(c, winners[i]);
        assert_true(had->games == GAMES && had->players == GAMES && had->wins[1] == GAMES);
    }
    assert_int_equal(census_had(c, LEAD)->players + census_had(c, BOWL)->players + census_had(c, REST)->players, 0);
    assert_true(c->lines[0].all == 3 * GAMES && c->lines[0].winners == 3 * GAMES);
    assert_int_equal(c->round_period, -1);
    census_free(c);
    tn_game_free(game);
}

static void lengths_are_not_clipped(void **state) {
    (void)state;
    tn_game *game = made_game("game \"Long\":\n"
                              "  players: 2\n"
                              "period day\n"
                              "flow:\n"
                              "  round day:\n"
                              "    turn: choose k in 1..2 \"?\"\n"
                              "end when day >= 300\n");
    struct census *c = census_new(game);
    count(game, 2, 1, 1, c);
    assert_int_equal(census_rounds(c, 0), 300);
    assert_int_equal(census_rounds(c, 1), 300);
    census_free(c);
    tn_game_free(game);
}

/* ---- the same games, counted by their journals: who answers "Play a card" names it next */
static size_t card_named(const tn_game *game, const char *name) {
    for (size_t i = 0; i < tn_game_card_count(game); i++) {
        tn_card it;
        tn_game_card(game, i, &it);
        if (strcmp(it.name, name) == 0) return i;
    }
    fail_msg("no card %s", name);
    return 0;
}

static void count_journal(const tn_game *game, uint64_t seed, uint64_t *plays, uint64_t *players) {
    struct match m;
    struct buf error;
    buf_init(&error);
    assert_int_equal(match_init(&m, game, seed), TN_OK);
    for (unsigned i = 0; i < m.seats; i++)
        m.bots[i] = bot_find("random", &error);
    assert_int_equal(match_run(&m), TN_OVER);
    *players += m.seats;
    for (size_t i = 0; i + 1 < m.history.n; i++)
        if (strcmp(m.history.data[i].words, "Play a card") == 0) plays[card_named(game, m.history.data[i + 1].words)]++;
    match_free(&m);
    buf_free(&error);
}

static void the_census_agrees_with_journals(void **state) {
    enum { MATCHES = 12, SEED = 77 };
    (void)state;
    struct buf path, name, error;
    tn_source *source;
    tn_game *game;
    buf_init(&path);
    buf_init(&name);
    buf_init(&error);
    assert_true(catalogue_find("mars", &path, &name, &error));
    assert_int_equal(tn_source_load(path.data, &source), TN_OK);
    assert_int_equal(tn_game_new(source, &(tn_config){.seats = 2}, &game), TN_OK);
    struct census *c = census_new(game);
    uint64_t *plays = calloc(tn_game_card_count(game), sizeof *plays), players = 0, all = 0, events = 0;
    count(game, MATCHES, SEED, 2, c);
    for (uint64_t g = 0; g < MATCHES; g++)
        count_journal(game, simulate_seed(SEED, g), plays, &players);
    for (size_t i = 0; i < tn_game_card_count(game); i++) {
        tn_card it;
        tn_game_card(game, i, &it);
        if (strcmp(it.kind, "corporation") == 0) continue; /* those are not played as cards are */
        if (it.zoned && c->cards[i].facts[CENSUS_played] != plays[i])
            fail_msg("%s: played by %d, in the journals %d", it.name, (int)c->cards[i].facts[CENSUS_played],
                     (int)plays[i]);
        all += plays[i];
        events += strcmp(it.kind, "event") == 0 ? plays[i] : 0;
    }
    assert_true(all > 100 && events > 10 && players == c->players);
    free(plays);
    census_free(c);
    tn_game_free(game);
    tn_source_free(source);
    buf_free(&path);
    buf_free(&name);
    buf_free(&error);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_known_game), cmocka_unit_test(lengths_are_not_clipped),
                                       cmocka_unit_test(the_census_agrees_with_journals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
