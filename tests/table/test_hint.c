/* Hints of a table: who may ask for one, that what is suggested can be answered, and that what it says of it comes
 * true. That it tells nothing hidden is tried with everything else that is sent (test_secrecy.c).
 */
#include "support/unit.h"

#include "play/catalogue.h"
#include "show/hint.h"
#include "table/fixture.h"

enum { TEXT = 512, CHANGES = 64 };

static void say_n(struct fixture *f, uint32_t from, const char *what) {
    fixture_sayf(f, from, "{\"t\":\"%s\",\"n\":%u,\"re\":1}", what, f->table->revision);
}

static bool was_told(const struct fixture *f, uint32_t to, const char *text) {
    return strstr(f->sent[to].data, text) != NULL;
}

/* ---- who may ask */
static void who_is_asked(void **state) {
    (void)state;
    struct fixture f;
    char token[TOKEN_LENGTH + 1], hint[TEXT];
    assert_true(fixture_open(&f));
    assert_true(fixture_make(&f, "{\"game\":\"tic-tac-toe\",\"seed\":1,\"seats\":[{\"bot\":null},{\"bot\":null}]}"));
    assert_true(fixture_field(f.last.data, "token", token, sizeof token));
    fixture_join(&f, 1), fixture_join(&f, 2);
    say_n(&f, 1, "hint");
    assert_true(was_told(&f, 1, "say hello first"));
    fixture_sayf(&f, 1, "{\"t\":\"hello\",\"token\":\"%s\"}", token);
    fixture_sayf(&f, 2, "{\"t\":\"hello\"}");
    say_n(&f, 2, "hint");
    assert_true(was_told(&f, 2, "\"code\":\"no_seat\""));
    say_n(&f, 1, "hint");
    assert_true(was_told(&f, 1, "{\"t\":\"hint\",\"re\":1,\"n\":0,\"path\":["));
    snprintf(hint, sizeof hint, "%s", f.sent[1].data);
    say_n(&f, 1, "hint"); /* asked again it is the same */
    assert_string_equal(f.sent[1].data, hint);
    assert_int_equal(f.sent[2].n, 0);
    fixture_sayf(&f, 1, "{\"t\":\"hint\"}");
    assert_true(was_told(&f, 1, "\"code\":\"bad\""));
    fixture_sayf(&f, 1, "{\"t\":\"hint\",\"n\":5}");
    assert_true(was_told(&f, 1, "\"code\":\"bad\""));
    uint32_t first = tn_state_nth(f.table->match.game, f.table->match.state, 0, 0);
    fixture_sayf(&f, 1, "{\"t\":\"answer\",\"n\":0,\"path\":[%u]}", first);
    fixture_sayf(&f, 1, "{\"t\":\"hint\",\"n\":0}");
    assert_true(was_told(&f, 1, "\"code\":\"stale\""));
    say_n(&f, 1, "hint"); /* the other's question */
    assert_true(was_told(&f, 1, "\"code\":\"not_yours\""));
    fixture_sayf(&f, 1, "{\"t\":\"bot\",\"seat\":0,\"bot\":\"random\"}");
    say_n(&f, 1, "hint");
    assert_true(was_told(&f, 1, "a bot plays for you"));
    fixture_close(&f);
}

/* ---- what is said comes true */
struct trial {
    struct match match;
    struct weights *weights;
    size_t hints, told, points; /* hints; those whose numbers, whose points were compared */
    size_t picks;               /* those that tell what picks come to */
};

static int32_t number_of(const struct match *m, unsigned seat, const tn_change *of) {
    int32_t value = 0;
    assert_true(tn_var_get(m->game, m->state, seat, of->var, (int)seat, of->index, &value));
    return value;
}

static uint64_t begun(const struct match *m) {
    uint64_t sum = 0;
    for (size_t i = 0; i < tn_game_period_count(m->game); i++)
        sum += tn_state_period(m->game, m->state, i);
    return sum;
}

static int32_t points_of(const struct match *m, unsigned seat) {
    return tn_state_score(m->ctx, m->state, seat);
}

/* The points a hint speaks of; 0: it does not. */
static int told_points(const struct hint *h) {
    static const char said[] = "if the game ended now, your points: ";
    for (size_t i = 0; i < h->n_reasons; i++)
        if (strncmp(h->reasons[i].bytes, said, strlen(said)) == 0) return atoi(h->reasons[i].bytes + strlen(said));
    return 0;
}

static bool tells_numbers(const struct hint *h) {
    static const char said[] = "in all you have ";
    return h->n_reasons > 0 && strncmp(h->reasons[0].bytes, said, strlen(said)) == 0;
}

/* Picks are paid for when they end: numbers are told of picks that ended. */
static void check_picks(struct trial *t, unsigned seat, const struct hint *hint, bool picked) {
    tn_question q;
    bool open = match_status(&t->match) == TN_ASK && tn_state_question(t->match.game, t->match.state, seat, &q) &&
                q.flags & TN_AGAIN;
    assert_false(open && tells_numbers(hint));
    t->picks += picked && tells_numbers(hint);
}

static void take_hint(struct trial *t, unsigned seat) {
    struct match *m = &t->match;
    struct asking at = match_asking(m, seat);
    struct hint hint, again;
    tn_change changes[CHANGES];
    int32_t before[CHANGES], points = points_of(m, seat);
    bool possible;
    hint_load(&hint, &at, NULL, match_quiet(m));
    hint_load(&again, &at, NULL, match_quiet(m));
    assert_true(hint.n > 0 && *hint.text.bytes);
    assert_true(hint.n == again.n && memcmp(hint.path, again.path, hint.n * sizeof *hint.path) == 0);
    assert_true(text_equal(hint.text, again.text));
    size_t n = tn_ahead_changes(at.ctx, at.state, seat, hint.path, hint.n, changes, CHANGES, &possible);
    for (size_t i = 0; i < n && i < CHANGES; i++)
        before[i] = number_of(m, seat, &changes[i]);
    const char *phase = tn_state_phase(m->game, m->state);
    uint64_t periods = begun(m);
    t->hints++;
    bool picked = false;
    for (size_t i = 0; i < hint.n; i++) {
        tn_question q;
        assert_true(tn_state_question(m->game, m->state, seat, &q));
        picked |= (q.flags & TN_AGAIN) && hint.path[i] == TN_NO;
        assert_int_equal(match_answer(m, seat, hint.path[i]), TN_OK);
    }
    check_picks(t, seat, &hint, picked);
    bool same = match_status(m) == TN_ASK && tn_state_asked(m->game, m->state) == 1u << seat &&
                tn_state_phase(m->game, m->state) == phase && begun(m) == periods;
    for (size_t i = 0; same && i < n && i < CHANGES; i++)
        assert_int_equal(number_of(m, seat, &changes[i]) - before[i], changes[i].by);
    t->told += same && n > 0;
    if (same && told_points(&hint)) assert_int_equal(points_of(m, seat) - points, told_points(&hint));
    t->points += same && told_points(&hint) != 0;
    hint_free(&hint), hint_free(&again);
}

static void follow_hints(const char *name, struct trial *t, unsigned most) {
    struct fixture f;
    struct buf error;
    struct random random = {5, 0};
    buf_init(&error);
    assert_true(fixture_open(&f));
    tn_config config = {.seats = 2};
    struct played *played = games_open(f.world.games, name, &config, &error);
    if (played) {
        assert_int_equal(match_init(&t->match, played_game(played), 11), TN_OK);
        for (unsigned n = 0; n < most && match_status(&t->match) == TN_ASK; n++) {
            unsigned seat = match_next(&t->match);
            tn_question q;
            if (seat == 0) {
                take_hint(t, seat);
                continue;
            }
            assert_true(tn_state_question(t->match.game, t->match.state, seat, &q));
            uint32_t answer = tn_state_nth(t->match.game, t->match.state, seat, random_range(&random, q.count));
            assert_int_equal(match_answer(&t->match, seat, answer), TN_OK);
        }
        match_free(&t->match);
        games_close(f.world.games, played);
    }
    print_message("%s: %zu hints, %zu with numbers, %zu with points\n", name, t->hints, t->told, t->points);
    buf_free(&error);
    fixture_close(&f);
}

static void hints_come_true(void **state) {
    (void)state;
    struct catalogue c;
    struct fixture f;
    size_t told = 0, points = 0, picks = 0;
    assert_true(fixture_open(&f)); /* says where games are */
    assert_true(catalogue_load(&c));
    for (size_t i = 0; i < c.games.n; i++) {
        struct trial t = {.hints = 0};
        follow_hints(c.games.data[i].name, &t, (unsigned)level_pick(60, 300, 3000));
        told += t.told, points += t.points, picks += t.picks;
        assert_true(t.hints > 0);
    }
    assert_true(told > 5 && points > 2 && picks > 0); /* else nothing was compared */
    catalogue_free(&c);
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(who_is_asked), cmocka_unit_test(hints_come_true)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
