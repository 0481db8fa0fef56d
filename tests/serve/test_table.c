/* One table without a network: questions to several at once, and going back to what the store has when storing fails. */
#include "support/unit.h"

#include "base/file.h"
#include "serve/desk.h"

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
    struct desk *d = calloc(1, sizeof *d);
    strcpy(extra, "/tmp/terrane-table-XXXXXX");
    if (!d || !mkdtemp(extra) || !desk_open(d)) return -1;
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
    *state = d;
    return 0;
}

static int tear_down(void **state) {
    char command[128];
    desk_close(*state);
    free(*state);
    snprintf(command, sizeof command, "rm -rf '%s'", extra);
    return system(command);
}

static void says(struct desk *d, uint32_t from, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void says(struct desk *d, uint32_t from, const char *format, ...) {
    char text[TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    desk_clear(d);
    desk_says(d, from, text);
}

/* Two persons: connection 1 on seat 0, connection 2 on seat 1. */
static void open_table(struct desk *d, const char *game) {
    char body[TEXT], token[32];
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"seed\":5,\"seats\":[{},{}]}", game);
    assert_true(desk_make(d, body));
    assert_true(desk_field(d->last.data, "token", token, sizeof token));
    desk_join(d, 1);
    desk_join(d, 2);
    says(d, 1, "{\"t\":\"hello\",\"token\":\"%s\"}", token);
    says(d, 2, "{\"t\":\"hello\"}");
    says(d, 2, "{\"t\":\"sit\",\"seat\":1,\"name\":\"Ben\"}");
    d->errors = 0;
}

static uint32_t first_answer(const struct desk *d, unsigned seat) {
    return tn_state_nth(d->table->match.game, d->table->match.state, seat, 0);
}

static bool was_told(const struct desk *d, uint32_t to, const char *what) {
    return strstr(d->sent[to].data, what) != NULL;
}

static void several_at_once(void **state) {
    struct desk *d = *state;
    open_table(d, "draft");
    struct table *t = d->table;
    assert_int_equal(tn_state_asked(t->match.game, t->match.state), 3);
    uint32_t n = t->revision;
    says(d, 1, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", n, first_answer(d, 0));
    assert_true(was_told(d, 1, "\"ack\"") && d->errors == 0);
    assert_int_equal(t->revision, n + 1);
    /* the other's question is still the one of revision n */
    says(d, 2, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", n, first_answer(d, 1));
    assert_true(was_told(d, 2, "\"ack\"") && d->errors == 0);
    /* and now it is not any more */
    assert_int_equal(tn_state_asked(t->match.game, t->match.state), 3);
    says(d, 2, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", n, first_answer(d, 1));
    assert_true(was_told(d, 2, "\"stale\""));
    says(d, 1, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", n, first_answer(d, 0));
    assert_true(was_told(d, 1, "\"stale\""));
}

/* While a choice is secret nobody else learns of it; taking it back is free. */
static void secret_choices(void **state) {
    struct desk *d = *state;
    struct buf read[2];
    for (uint32_t i = 0; i < 2; i++) { /* the same game, another choice */
        open_table(d, "draft");
        uint32_t answer = tn_state_nth(d->table->match.game, d->table->match.state, 0, i);
        says(d, 1, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", d->table->revision, answer);
        buf_init(&read[i]);
        buf_put(&read[i], d->sent[2].data, d->sent[2].n);
        assert_true(was_told(d, 1, "\"undo\":\"free\""));
        for (size_t n = 0; n <= d->table->match.history.n; n++) { /* nor by looking back */
            says(d, 2, "{\"t\":\"moment\",\"n\":%zu}", n);
            buf_put(&read[i], d->sent[2].data, d->sent[2].n);
        }
        says(d, 2, "{\"t\":\"moments\"}");
        assert_true(was_told(d, 2, "\"of\":1,\"at\":[]"));
        buf_put(&read[i], d->sent[2].data, d->sent[2].n);
        says(d, 1, "{\"t\":\"moments\"}");
        assert_true(was_told(d, 1, "\"of\":1,\"at\":[{\"n\":1,\"seat\":0,\"text\":"));
        says(d, 1, "{\"t\":\"undo\"}");
        assert_int_equal(d->errors, 0);
        assert_int_equal(tn_state_asked(d->table->match.game, d->table->match.state), 3);
    }
    assert_true(read[0].n > 100);
    assert_string_equal(read[0].data, read[1].data);
    buf_free(&read[0]);
    buf_free(&read[1]);
}

static uint32_t card_called(const struct desk *d, const char *name) {
    const tn_game *game = d->table->match.game;
    tn_card card;
    size_t i = 0;
    do
        tn_game_card(game, i, &card);
    while (strcmp(card.name, name) != 0 && ++i < tn_game_card_count(game));
    assert_string_equal(card.name, name);
    return card.answer;
}

/* Gives the answer of the seat that reads so. */
static void answer_words(struct desk *d, unsigned seat, const char *words) {
    struct match *m = &d->table->match;
    struct menu menu;
    uint32_t index;
    match_attach(m, played_take(d->world.games, d->table->played));
    struct asking at = match_asking(m, seat);
    menu_init(&menu);
    assert_true(menu_load(&menu, &at));
    assert_int_equal(menu_find(&menu, words, &index), MENU_ONE);
    uint32_t answer = menu.ids[index];
    menu_free(&menu);
    played_give(d->world.games, d->table->played, match_detach(m));
    says(d, 1 + seat, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", d->table->revision, answer);
    assert_true(was_told(d, 1 + seat, "\"ack\""));
}

/* Off turn the next turn is foreseen; a card says where its price comes from. */
static void whys(void **state) {
    struct desk *d = *state;
    open_table(d, "stall");
    uint32_t barrel = card_called(d, "Barrel"), statue = card_called(d, "Statue"), cart = card_called(d, "Cart");
    struct match *m = &d->table->match;
    uint64_t hash = tn_state_hash(m->game, m->state);
    size_t said = m->log.n;
    says(d, 1, "{\"t\":\"why\",\"id\":%u}", barrel);
    assert_true(was_told(d, 1, "[\"Buy a ware: possible now\",\"price 4, as printed\"]"));
    says(d, 2, "{\"t\":\"why\",\"id\":%u}", cart);
    assert_true(was_told(d, 2, "[\"When it is your turn:\",\"Buy a ware: not possible now\","
                               "\"- 1 coin short: you have 5, need 6\",\"price 6, as printed\"]"));
    says(d, 2, "{\"t\":\"why\",\"id\":%u}", statue); /* in the other's hand, which this seat does not see */
    assert_true(was_told(d, 2, "\"lines\":[\"not possible now\",\"- it is not in sight\",\"- A must answer first\"]"));
    assert_true(tn_state_hash(m->game, m->state) == hash && m->log.n == said); /* nothing happened */
    answer_words(d, 0, "buy");
    answer_words(d, 0, "guild");
    says(d, 1, "{\"t\":\"why\",\"id\":%u}", statue);
    assert_true(was_told(d, 1, "[\"When it is your turn:\",\"Buy a ware: not possible now\",\"- a fame of at least 5"));
    assert_true(was_told(d, 1, "\"price 18: 20 printed, Guild -2\"]"));
    says(d, 2, "{\"t\":\"why\",\"id\":%u}", cart);
    assert_true(was_told(d, 2, "\"price 6, as printed\"]")); /* it is the other's guild */
}

static void failed_answers(void **state) {
    struct desk *d = *state;
    open_table(d, "tic-tac-toe");
    struct table *t = d->table;
    uint64_t hash = tn_state_hash(t->match.game, t->match.state);
    uint32_t answer = first_answer(d, 0);
    d->refuse = true;
    says(d, 1, "{\"t\":\"answer\",\"n\":0,\"path\":[%u],\"re\":7}", answer);
    assert_true(was_told(d, 1, "\"re\":7") && was_told(d, 1, "\"cannot_store\""));
    assert_false(was_told(d, 1, "\"view\"") || was_told(d, 1, "\"ack\"") || was_told(d, 2, "{"));
    assert_true(tn_state_hash(t->match.game, t->match.state) == hash && t->revision == 0 && t->match.history.n == 0);
    d->refuse = false;
    says(d, 1, "{\"t\":\"answer\",\"n\":0,\"path\":[%u]}", answer);
    assert_true(was_told(d, 1, "\"ack\"") && was_told(d, 2, "\"view\"") && was_told(d, 2, "\"log\""));
    assert_int_equal(d->stored, 1);
}

static void failed_takings_back(void **state) {
    struct desk *d = *state;
    open_table(d, "tic-tac-toe");
    struct table *t = d->table;
    says(d, 1, "{\"t\":\"answer\",\"n\":0,\"path\":[%u]}", first_answer(d, 0));
    uint64_t hash = tn_state_hash(t->match.game, t->match.state);
    d->refuse = true;
    says(d, 1, "{\"t\":\"undo\"}");
    assert_true(was_told(d, 1, "\"cannot_store\""));
    assert_true(tn_state_hash(t->match.game, t->match.state) == hash && t->revision == 1 && t->match.history.n == 1);
    d->refuse = false;
    says(d, 1, "{\"t\":\"undo\"}");
    assert_true(t->revision == 2 && t->match.history.n == 0);
}

/* A seat that could not be stored is free, and the token that was never sent opens nothing. */
static void failed_seats(void **state) {
    struct desk *d = *state;
    open_table(d, "tic-tac-toe");
    says(d, 2, "{\"t\":\"leave\"}");
    assert_false(d->table->people.seats[1].held);
    d->refuse = true;
    says(d, 2, "{\"t\":\"sit\",\"seat\":1,\"name\":\"Cid\"}");
    assert_true(was_told(d, 2, "\"cannot_store\"") && !was_told(d, 2, "\"token\""));
    assert_false(d->table->people.seats[1].held);
    assert_int_equal(table_guest(d->table, 2)->seat, -1);
    d->refuse = false;
    says(d, 2, "{\"t\":\"sit\",\"seat\":1,\"name\":\"Cid\"}");
    assert_true(was_told(d, 2, "\"seated\""));
}

/* Makes a table; who made it is connection 1. */
static void host_comes(struct desk *d, const char *wish, char *token, size_t cap) {
    assert_true(desk_make(d, wish));
    desk_field(d->last.data, "token", token, cap);
    desk_join(d, 1);
    says(d, 1, "{\"t\":\"hello\",\"token\":\"%s\"}", token);
}

static void bots_go_on(void **state) {
    struct desk *d = *state;
    char token[32];
    host_comes(d, "{\"game\":\"connect-four\",\"seed\":1,\"seats\":[{},{\"bot\":\"random\"}]}", token, sizeof token);
    says(d, 1, "{\"t\":\"answer\",\"n\":0,\"path\":[%u]}", first_answer(d, 0));
    assert_int_equal(d->table->revision, 2);
    assert_int_equal(tn_state_asked(d->table->match.game, d->table->match.state), 1);
    says(d, 1, "{\"t\":\"bot\",\"seat\":0,\"bot\":\"random\"}");
    assert_true(table_is_over(d->table)); /* both play to the end */
    assert_true(was_told(d, 1, "\"ranks\""));
    assert_int_equal(d->table->revision, d->stored);
}

/* Who looks on keeps nobody from a seat that is his, and who says nothing keeps nobody from anything. */
static void too_many(void **state) {
    struct desk *d = *state;
    char token[32];
    assert_true(desk_make(d, "{\"game\":\"tic-tac-toe\",\"seats\":[{},{}]}"));
    desk_field(d->last.data, "token", token, sizeof token);
    for (uint32_t i = 0; i < WATCHING_MOST; i++) {
        desk_join(d, DESK_CROWD + i);
        says(d, DESK_CROWD + i, "{\"t\":\"hello\"}");
    }
    desk_join(d, 3);
    desk_clear(d);
    says(d, 3, "{\"t\":\"hello\"}");
    assert_true(was_told(d, 3, "\"too_often\""));
    for (uint32_t i = WATCHING_MOST; d->table->guests.n < GUESTS_MOST; i++)
        desk_join(d, DESK_CROWD + i);
    desk_join(d, 4);
    assert_int_equal(d->table->guests.n, GUESTS_MOST);
    says(d, 4, "{\"t\":\"hello\",\"token\":\"%s\"}", token);
    assert_true(was_told(d, 4, "\"welcome\"") && was_told(d, 4, "\"seat\":0"));
}

/* A hello is told to others when it changes who is there. */
static void who_is_there(void **state) {
    struct desk *d = *state;
    char token[32];
    host_comes(d, "{\"game\":\"tic-tac-toe\",\"seats\":[{},{}]}", token, sizeof token);
    desk_join(d, 2);
    desk_clear(d);
    says(d, 2, "{\"t\":\"hello\"}");
    assert_true(was_told(d, 2, "\"welcome\""));
    desk_clear(d);
    says(d, 2, "{\"t\":\"hello\"}");
    assert_true(was_told(d, 2, "\"welcome\"") && was_told(d, 2, "\"view\""));
    assert_int_equal(d->sent[1].n, 0);
    says(d, 2, "{\"t\":\"hello\",\"token\":\"%s\"}", token);
    assert_true(was_told(d, 1, "\"table\""));
}

/* A seat whose holder does not come back is freed by the host, after a while. */
static void freed_seats(void **state) {
    struct desk *d = *state;
    char token[32];
    host_comes(d, "{\"game\":\"tic-tac-toe\",\"seats\":[{},{}]}", token, sizeof token);
    desk_join(d, 2);
    says(d, 2, "{\"t\":\"hello\"}");
    says(d, 2, "{\"t\":\"sit\",\"seat\":1,\"name\":\"Ben\",\"key\":\"abcdefghijklmnopqrstuv\"}");
    desk_time += 2 * AWAY_TIME;
    desk_clear(d);
    says(d, 1, "{\"t\":\"free\",\"seat\":1}");
    assert_true(was_told(d, 1, "\"illegal\"")); /* it is here */
    desk_post(d, (struct mail){.kind = MAIL_LEAVE, .from = 2});
    desk_clear(d);
    says(d, 1, "{\"t\":\"free\",\"seat\":1}");
    assert_true(was_told(d, 1, "\"illegal\"")); /* it was, a moment ago */
    desk_time += AWAY_TIME;
    desk_clear(d);
    says(d, 1, "{\"t\":\"free\",\"seat\":1}");
    assert_true(was_told(d, 1, "\"table\"") && !was_told(d, 1, "\"error\""));
    assert_false(d->table->people.seats[1].held);
    desk_join(d, 3);
    says(d, 3, "{\"t\":\"hello\",\"token\":\"abcdefghijklmnopqrstuv\"}");
    assert_true(was_told(d, 3, "\"seat\":null"));
    says(d, 3, "{\"t\":\"sit\",\"seat\":1,\"name\":\"Ben\",\"key\":\"abcdefghijklmnopqrstuv\"}");
    assert_true(was_told(d, 3, "\"seated\"")); /* who comes back too late sits down again */
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {TEST(several_at_once), TEST(secret_choices), TEST(whys), TEST(failed_answers), TEST(failed_takings_back),
                                       TEST(failed_seats),    TEST(bots_go_on),     TEST(too_many),
                                       TEST(who_is_there), TEST(freed_seats)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
