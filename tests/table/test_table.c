/* One table without a network: questions to several at once, and going back to what the store has when
 * storing fails. */
#include "support/unit.h"

#include "base/file.h"
#include "table/fixture.h"

#include <unistd.h>

enum { TEXT = 256 };

/* A folder of games with those of the tests that are wanted here. */
static char extra[64];

/* A game with prices that a card in play lowers, where turns go round. */
static const char stall[] = "game \"Stall\":\n"
                            "  players: 2\n"
                            "resource coin\n"
                            "player:\n"
                            "  var stock[resource]: number(0..) = 5\n"
                            "  var fame: number(0..) = 0\n"
                            "  zone hand(ware, see: owner)\n"
                            "  zone shop(ware, live: true)\n"
                            "value price(ware: ware, by: player) -> number(0..) = ware.cost\n"
                            "kind ware(cost: number):\n"
                            "  value requires -> bool = true\n"
                            "zone cellar(ware, see: nobody)\n"
                            "ware Guild(2):\n"
                            "  adjust price(by: me): -2\n"
                            "ware Barrel(4)\n"
                            "ware Statue(20): requires: me.fame >= 5\n"
                            "ware Cart(6)\n"
                            "kind action:\n"
                            "  rule do\n"
                            "action \"Buy a ware\":\n"
                            "  do:\n"
                            "    choose w in me.hand \"Which ware?\"\n"
                            "    needs w.requires\n"
                            "    pay(price(w, me) coin)\n"
                            "    move(w, to: me.shop)\n"
                            "action Rest: do: me.fame += 1\n"
                            "action Beg: do: gain(1 coin)\n"
                            "flow:\n"
                            "  for w in cellar: move(w, to: if w.cost == 6 then seat(2).hand else seat(1).hand)\n"
                            "  repeat 5:\n"
                            "    for me in players:\n"
                            "      turn:\n"
                            "        choose a in action \"Which action?\"\n"
                            "        a.do()\n"
                            "score: fame: me.fame\n";

static int set_up(void **state) {
    char path[256], target[1100], games[2200];
    struct fixture *f = calloc(1, sizeof *f);
    strcpy(extra, "/tmp/terrane-table-XXXXXX");
    if (!f || !mkdtemp(extra) || !fixture_open(f)) return -1;
    char root[1000];
    if (!realpath(level_root(), root)) return -1;
    snprintf(path, sizeof path, "mkdir %s/draft %s/stall", extra, extra);
    if (system(path) != 0) return -1;
    snprintf(path, sizeof path, "%s/draft/draft.game", extra);
    snprintf(target, sizeof target, "%s/tests/generality/draft.game", root);
    if (symlink(target, path) != 0) return -1;
    snprintf(path, sizeof path, "%s/stall/stall.game", extra);
    if (file_write(path, stall, strlen(stall)) != FILE_OK) return -1;
    snprintf(games, sizeof games, "%s:%s/games", extra, root);
    setenv("TERRANE_GAMES", games, 1);
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    char command[128];
    fixture_close(*state);
    free(*state);
    snprintf(command, sizeof command, "rm -rf '%s'", extra);
    return system(command);
}

/* Two persons: connection 1 on seat 0, connection 2 on seat 1. */
static void open_table(struct fixture *f, const char *game) {
    char body[TEXT], token[32];
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"seed\":5,\"seats\":[{},{}]}", game);
    assert_true(fixture_make(f, body));
    assert_true(fixture_field(f->last.data, "token", token, sizeof token));
    fixture_join(f, 1);
    fixture_join(f, 2);
    fixture_sayf(f, 1, "{\"t\":\"hello\",\"token\":\"%s\"}", token);
    fixture_sayf(f, 2, "{\"t\":\"hello\"}");
    fixture_sayf(f, 2, "{\"t\":\"sit\",\"seat\":1,\"name\":\"Ben\"}");
    f->errors = 0;
}

static uint32_t first_answer(const struct fixture *f, unsigned seat) {
    return tn_state_nth(f->table->match.game, f->table->match.state, seat, 0);
}

static bool was_told(const struct fixture *f, uint32_t to, const char *what) {
    return strstr(f->sent[to].data, what) != NULL;
}

static void several_at_once(void **state) {
    struct fixture *f = *state;
    open_table(f, "draft");
    struct table *t = f->table;
    assert_int_equal(tn_state_asked(t->match.game, t->match.state), 3);
    uint32_t n = t->revision;
    fixture_sayf(f, 1, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", n, first_answer(f, 0));
    assert_true(was_told(f, 1, "\"ack\"") && f->errors == 0);
    assert_int_equal(t->revision, n + 1);
    /* the other's question is still the one of revision n */
    fixture_sayf(f, 2, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", n, first_answer(f, 1));
    assert_true(was_told(f, 2, "\"ack\"") && f->errors == 0);
    /* and now it is not any more */
    assert_int_equal(tn_state_asked(t->match.game, t->match.state), 3);
    fixture_sayf(f, 2, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", n, first_answer(f, 1));
    assert_true(was_told(f, 2, "\"stale\""));
    fixture_sayf(f, 1, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", n, first_answer(f, 0));
    assert_true(was_told(f, 1, "\"stale\""));
}

/* While a choice is secret nobody else learns of it; taking it back is free. */
static void secret_choices(void **state) {
    struct fixture *f = *state;
    struct buf read[2];
    for (uint32_t i = 0; i < 2; i++) { /* the same game, another choice */
        open_table(f, "draft");
        uint32_t answer = tn_state_nth(f->table->match.game, f->table->match.state, 0, i);
        fixture_sayf(f, 1, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", f->table->revision, answer);
        buf_init(&read[i]);
        buf_put(&read[i], f->sent[2].data, f->sent[2].n);
        assert_true(was_told(f, 1, "\"undo\":\"free\""));
        for (size_t n = 0; n <= f->table->match.history.n; n++) { /* nor by looking back */
            fixture_sayf(f, 2, "{\"t\":\"moment\",\"n\":%zu}", n);
            buf_put(&read[i], f->sent[2].data, f->sent[2].n);
        }
        fixture_sayf(f, 2, "{\"t\":\"moments\"}");
        assert_true(was_told(f, 2, "\"of\":1,\"at\":[]"));
        buf_put(&read[i], f->sent[2].data, f->sent[2].n);
        fixture_sayf(f, 1, "{\"t\":\"moments\"}");
        assert_true(was_told(f, 1, "\"of\":1,\"at\":[{\"n\":1,\"seat\":0,\"text\":"));
        fixture_sayf(f, 1, "{\"t\":\"undo\"}");
        assert_int_equal(f->errors, 0);
        assert_int_equal(tn_state_asked(f->table->match.game, f->table->match.state), 3);
    }
    assert_true(read[0].n > 100);
    assert_string_equal(read[0].data, read[1].data);
    buf_free(&read[0]);
    buf_free(&read[1]);
}

static uint32_t card_called(const struct fixture *f, const char *name) {
    const tn_game *game = f->table->match.game;
    tn_card card;
    size_t i = 0;
    do
        tn_game_card(game, i, &card);
    while (strcmp(card.name, name) != 0 && ++i < tn_game_card_count(game));
    assert_string_equal(card.name, name);
    return card.answer;
}

/* Gives the answer of the seat that reads so. */
static void answer_words(struct fixture *f, unsigned seat, const char *words) {
    struct match *m = &f->table->match;
    struct menu menu;
    uint32_t index;
    match_attach(m, played_take(f->world.games, f->table->played));
    struct asking at = match_asking(m, seat);
    menu_init(&menu);
    assert_true(menu_load(&menu, &at));
    assert_int_equal(menu_find(&menu, words, &index), MENU_ONE);
    uint32_t answer = menu.ids[index];
    menu_free(&menu);
    played_give(f->world.games, f->table->played, match_detach(m));
    fixture_sayf(f, 1 + seat, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", f->table->revision, answer);
    assert_true(was_told(f, 1 + seat, "\"ack\""));
}

/* Off turn the next turn is foreseen; a card says where its price comes from. */
static void whys(void **state) {
    struct fixture *f = *state;
    open_table(f, "stall");
    uint32_t barrel = card_called(f, "Barrel"), statue = card_called(f, "Statue"), cart = card_called(f, "Cart");
    struct match *m = &f->table->match;
    uint64_t hash = tn_state_hash(m->game, m->state);
    size_t said = m->log.n;
    fixture_sayf(f, 1, "{\"t\":\"why\",\"id\":%u}", barrel);
    assert_true(was_told(
        f, 1,
        "\"lines\":[{\"kind\":\"possible\",\"text\":\"Buy a ware: possible now\",\"spans\":[[0,10,\"card\",4]]},"
        "{\"kind\":\"price\",\"text\":\"price 4, as printed\",\"spans\":[[6,1,\"number\",4]]}]"));
    fixture_sayf(f, 2, "{\"t\":\"why\",\"id\":%u}", cart);
    assert_true(
        was_told(f, 2,
                 "[{\"kind\":\"heading\",\"text\":\"When it is your turn:\"},"
                 "{\"kind\":\"impossible\",\"text\":\"Buy a ware: not possible now\",\"spans\":[[0,10,\"card\",4]]},"
                 "{\"kind\":\"missing\",\"text\":\"1 coin short: you have 5, need 6\",\"spans\":"
                 "[[0,6,\"amount\",0,1],[23,1,\"number\",5],[31,1,\"number\",6]]},"));
    fixture_sayf(f, 2, "{\"t\":\"why\",\"id\":%u}", statue); /* in the other's hand, which this seat does not see */
    assert_true(was_told(f, 2,
                         "\"lines\":[{\"kind\":\"impossible\",\"text\":\"not possible now\"},"
                         "{\"kind\":\"missing\",\"text\":\"it is not in sight\"},"
                         "{\"kind\":\"missing\",\"text\":\"A must answer first\",\"spans\":[[0,1,\"seat\",0]]}]"));
    assert_true(tn_state_hash(m->game, m->state) == hash && m->log.n == said); /* nothing happened */
    answer_words(f, 0, "buy");
    answer_words(f, 0, "guild");
    fixture_sayf(f, 1, "{\"t\":\"why\",\"id\":%u}", statue);
    assert_true(was_told(f, 1, "{\"kind\":\"missing\",\"text\":\"a fame of at least 5"));
    assert_true(was_told(f, 1,
                         "\"price 18: 20 printed, Guild -2\",\"spans\":[[6,2,\"number\",18],[10,2,\"number\",20],"
                         "[22,5,\"card\","));
    fixture_sayf(f, 2, "{\"t\":\"why\",\"id\":%u}", cart);
    assert_true(was_told(f, 2, "\"price 6, as printed\"")); /* it is the other's guild */
}

static void failed_answers(void **state) {
    struct fixture *f = *state;
    open_table(f, "tic-tac-toe");
    struct table *t = f->table;
    uint64_t hash = tn_state_hash(t->match.game, t->match.state);
    uint32_t answer = first_answer(f, 0);
    f->store.refuse = STORE_FAILED;
    fixture_sayf(f, 1, "{\"t\":\"answer\",\"n\":0,\"path\":[%u],\"re\":7}", answer);
    assert_true(was_told(f, 1, "\"re\":7") && was_told(f, 1, "\"cannot_store\""));
    assert_false(was_told(f, 1, "\"view\"") || was_told(f, 1, "\"ack\"") || was_told(f, 2, "{"));
    assert_true(tn_state_hash(t->match.game, t->match.state) == hash && t->revision == 0 && t->match.history.n == 0);
    f->store.refuse = STORE_OK;
    fixture_sayf(f, 1, "{\"t\":\"answer\",\"n\":0,\"path\":[%u]}", answer);
    assert_true(was_told(f, 1, "\"ack\"") && was_told(f, 2, "\"view\"") && was_told(f, 2, "\"log\""));
    assert_int_equal(fixture_stored(f), 1);
}

static void failed_takings_back(void **state) {
    struct fixture *f = *state;
    open_table(f, "tic-tac-toe");
    struct table *t = f->table;
    fixture_sayf(f, 1, "{\"t\":\"answer\",\"n\":0,\"path\":[%u]}", first_answer(f, 0));
    uint64_t hash = tn_state_hash(t->match.game, t->match.state);
    f->store.refuse = STORE_FAILED;
    fixture_sayf(f, 1, "{\"t\":\"undo\"}");
    assert_true(was_told(f, 1, "\"cannot_store\""));
    assert_true(tn_state_hash(t->match.game, t->match.state) == hash && t->revision == 1 && t->match.history.n == 1);
    f->store.refuse = STORE_OK;
    fixture_sayf(f, 1, "{\"t\":\"undo\"}");
    assert_true(t->revision == 2 && t->match.history.n == 0);
}

/* A seat that could not be stored is free, and the token that was never sent opens nothing. */
static void failed_seats(void **state) {
    struct fixture *f = *state;
    open_table(f, "tic-tac-toe");
    fixture_sayf(f, 2, "{\"t\":\"leave\"}");
    assert_false(f->table->people.seats[1].held);
    f->store.refuse = STORE_FAILED;
    fixture_sayf(f, 2, "{\"t\":\"sit\",\"seat\":1,\"name\":\"Cid\"}");
    assert_true(was_told(f, 2, "\"cannot_store\"") && !was_told(f, 2, "\"token\""));
    assert_false(f->table->people.seats[1].held);
    assert_int_equal(table_guest(f->table, 2)->seat, -1);
    f->store.refuse = STORE_OK;
    fixture_sayf(f, 2, "{\"t\":\"sit\",\"seat\":1,\"name\":\"Cid\"}");
    assert_true(was_told(f, 2, "\"seated\""));
}

/* Makes a table; who made it is connection 1. */
static void host_comes(struct fixture *f, const char *wish, char *token, size_t cap) {
    assert_true(fixture_make(f, wish));
    fixture_field(f->last.data, "token", token, cap);
    fixture_join(f, 1);
    fixture_sayf(f, 1, "{\"t\":\"hello\",\"token\":\"%s\"}", token);
}

static void bots_go_on(void **state) {
    struct fixture *f = *state;
    char token[32];
    host_comes(f, "{\"game\":\"connect-four\",\"seed\":1,\"seats\":[{},{\"bot\":\"random\"}]}", token, sizeof token);
    fixture_sayf(f, 1, "{\"t\":\"answer\",\"n\":0,\"path\":[%u]}", first_answer(f, 0));
    assert_int_equal(f->table->revision, 2);
    assert_int_equal(tn_state_asked(f->table->match.game, f->table->match.state), 1);
    fixture_sayf(f, 1, "{\"t\":\"bot\",\"seat\":0,\"bot\":\"random\"}");
    assert_true(table_is_over(f->table)); /* both play to the end */
    assert_true(was_told(f, 1, "\"ranks\""));
    assert_int_equal(f->table->revision, fixture_stored(f));
}

/* Who looks on keeps nobody from a seat that is his, and who says nothing keeps nobody from anything. */
static void too_many(void **state) {
    struct fixture *f = *state;
    char token[32];
    assert_true(fixture_make(f, "{\"game\":\"tic-tac-toe\",\"seats\":[{},{}]}"));
    fixture_field(f->last.data, "token", token, sizeof token);
    for (uint32_t i = 0; i < WATCHING_MOST; i++) {
        fixture_join(f, CROWD + i);
        fixture_sayf(f, CROWD + i, "{\"t\":\"hello\"}");
    }
    fixture_join(f, 3);
    fixture_clear(f);
    fixture_sayf(f, 3, "{\"t\":\"hello\"}");
    assert_true(was_told(f, 3, "\"full\"") && !was_told(f, 3, "\"too_often\""));
    for (uint32_t i = WATCHING_MOST; f->table->guests.n < GUESTS_MOST; i++)
        fixture_join(f, CROWD + i);
    fixture_join(f, 4);
    assert_int_equal(f->table->guests.n, GUESTS_MOST);
    fixture_sayf(f, 4, "{\"t\":\"hello\",\"token\":\"%s\"}", token);
    assert_true(was_told(f, 4, "\"welcome\"") && was_told(f, 4, "\"seat\":0"));
}

/* A hello is told to others when it changes who is there. */
static void who_is_there(void **state) {
    struct fixture *f = *state;
    char token[32];
    host_comes(f, "{\"game\":\"tic-tac-toe\",\"seats\":[{},{}]}", token, sizeof token);
    fixture_join(f, 2);
    fixture_clear(f);
    fixture_sayf(f, 2, "{\"t\":\"hello\"}");
    assert_true(was_told(f, 2, "\"welcome\""));
    fixture_clear(f);
    fixture_sayf(f, 2, "{\"t\":\"hello\"}");
    assert_true(was_told(f, 2, "\"welcome\"") && was_told(f, 2, "\"view\""));
    assert_int_equal(f->sent[1].n, 0);
    fixture_sayf(f, 2, "{\"t\":\"hello\",\"token\":\"%s\"}", token);
    assert_true(was_told(f, 1, "\"table\""));
}

/* A seat whose holder does not come back is freed by the host, after a while. */
static void freed_seats(void **state) {
    struct fixture *f = *state;
    char token[32];
    host_comes(f, "{\"game\":\"tic-tac-toe\",\"seats\":[{},{}]}", token, sizeof token);
    fixture_join(f, 2);
    fixture_sayf(f, 2, "{\"t\":\"hello\"}");
    fixture_sayf(f, 2, "{\"t\":\"sit\",\"seat\":1,\"name\":\"Ben\",\"key\":\"abcdefghijklmnopqrstuv\"}");
    fixture_time += 2 * AWAY_TIME;
    fixture_clear(f);
    fixture_sayf(f, 1, "{\"t\":\"free\",\"seat\":1}");
    assert_true(was_told(f, 1, "\"illegal\"")); /* it is here */
    fixture_post(f, (struct mail){.kind = MAIL_LEAVE, .from = 2});
    fixture_clear(f);
    fixture_sayf(f, 1, "{\"t\":\"free\",\"seat\":1}");
    assert_true(was_told(f, 1, "\"illegal\"")); /* it was, a moment ago */
    fixture_time += AWAY_TIME;
    fixture_clear(f);
    fixture_sayf(f, 1, "{\"t\":\"free\",\"seat\":1}");
    assert_true(was_told(f, 1, "\"table\"") && !was_told(f, 1, "\"error\""));
    assert_false(f->table->people.seats[1].held);
    fixture_join(f, 3);
    fixture_sayf(f, 3, "{\"t\":\"hello\",\"token\":\"abcdefghijklmnopqrstuv\"}");
    assert_true(was_told(f, 3, "\"seat\":null"));
    fixture_sayf(f, 3, "{\"t\":\"sit\",\"seat\":1,\"name\":\"Ben\",\"key\":\"abcdefghijklmnopqrstuv\"}");
    assert_true(was_told(f, 3, "\"seated\"")); /* who comes back too late sits down again */
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(several_at_once), TEST(secret_choices), TEST(whys),     TEST(failed_answers), TEST(failed_takings_back),
        TEST(failed_seats),    TEST(bots_go_on),     TEST(too_many), TEST(who_is_there),   TEST(freed_seats)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
