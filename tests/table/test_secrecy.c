/* A connection receives its seat's view and nothing else: what the seat may not see is re-dealt, and every byte that is
 * sent for the same messages stays the same. Tried for every seat and who looks on, in all games with persons on all
 * seats.
 */
#include "support/unit.h"

#include "play/catalogue.h"
#include "table/fixture.h"

#include "base/random.h"

enum { SPECTATOR = 9, TEXT = 512 };

struct trial {
    struct fixture room;
    char tokens[MATCH_SEATS][TOKEN_LENGTH + 1];
    unsigned seats;
    struct random random;
    size_t compared, changed; /* re-deals; those that changed the position */
};

/* ---- a table with a person on every seat: connection 1 + seat sits there, connection SPECTATOR looks on */
static bool open_trial(struct trial *t, const char *game, unsigned seats, uint64_t seed) {
    char text[TEXT];
    struct buf body;
    buf_init(&body);
    buf_printf(&body, "{\"game\":\"%s\",\"seed\":%llu,\"seats\":[", game, (unsigned long long)seed);
    for (unsigned i = 0; i < seats; i++)
        buf_printf(&body, "%s{\"bot\":null}", i ? "," : "");
    buf_puts(&body, "]}");
    bool made = fixture_make(&t->room, body.data);
    buf_free(&body);
    if (!made) return false;
    t->seats = seats;
    fixture_field(t->room.last.data, "token", t->tokens[0], sizeof t->tokens[0]);
    for (unsigned i = 1; i < seats; i++) {
        fixture_join(&t->room, 1 + i);
        fixture_says(&t->room, 1 + i, "{\"t\":\"hello\"}");
        buf_clear(&t->room.sent[1 + i]);
        snprintf(text, sizeof text, "{\"t\":\"sit\",\"seat\":%u,\"name\":\"P%u\"}", i, i);
        fixture_says(&t->room, 1 + i, text);
        assert_true(fixture_field(t->room.sent[1 + i].data, "token", t->tokens[i], sizeof t->tokens[i]));
    }
    fixture_join(&t->room, 1);
    fixture_join(&t->room, SPECTATOR);
    return true;
}

/* ---- what a connection is sent when it asks for everything it can */
static void ask_everything(struct trial *t, unsigned seat, struct buf *out) {
    char text[TEXT];
    struct table *table = t->room.table;
    uint32_t from = seat < t->seats ? 1 + seat : SPECTATOR;
    uint32_t answers = tn_game_answer_count(table->match.game);
    uint64_t picks = t->random.counter;
    fixture_clear(&t->room);
    if (seat < t->seats)
        snprintf(text, sizeof text, "{\"t\":\"hello\",\"token\":\"%s\"}", t->tokens[seat]);
    else
        snprintf(text, sizeof text, "{\"t\":\"hello\"}");
    fixture_says(&t->room, from, text);
    for (int i = 0; i < 12; i++) {
        uint32_t id = random_below(random_at(picks, 7, (uint32_t)i), answers);
        snprintf(text, sizeof text, "{\"t\":\"why\",\"id\":%u}", id);
        fixture_says(&t->room, from, text);
        snprintf(text, sizeof text, "{\"t\":\"ahead\",\"n\":%u,\"path\":[%u]}", table->revision, id);
        fixture_says(&t->room, from, text);
        snprintf(text, sizeof text, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", table->revision, answers + id);
        fixture_says(&t->room, from, text); /* refused, in words */
    }
    for (uint32_t i = 0, id;
         (id = tn_state_nth(table->match.game, table->match.state, seat, i)) != TN_NO_ANSWER && i < 4; i++) {
        snprintf(text, sizeof text, "{\"t\":\"ahead\",\"n\":%u,\"path\":[%u]}", table->revision, id);
        fixture_says(&t->room, from, text);
    }
    fixture_says(&t->room, from, "{\"t\":\"undo\",\"re\":");
    fixture_says(&t->room, from, "{\"t\":\"moments\"}");
    snprintf(text, sizeof text, "{\"t\":\"hint\",\"n\":%u}", table->revision);
    reply_cache_clear(&table->replies); /* what it says is thought of anew */
    fixture_says(&t->room, from, text);
    buf_clear(out);
    buf_put(out, t->room.sent[from].data, t->room.sent[from].n);
}

static void compare(struct trial *t, unsigned seat) {
    struct match *m = &t->room.table->match;
    size_t size = tn_game_state_size(m->game);
    tn_state *real = tn_state_new(m->game), *dealt = tn_state_new(m->game);
    struct buf a, b;
    buf_init(&a);
    buf_init(&b);
    memcpy(real, m->state, size);
    tn_ctx *ctx = played_take(t->room.world.games, t->room.table->played);
    tn_state_determinise(ctx, real, seat < t->seats ? seat : TN_SPECTATOR, random_next(&t->random), dealt);
    played_give(t->room.world.games, t->room.table->played, ctx);
    ask_everything(t, seat, &a);
    memcpy(m->state, dealt, size);
    ask_everything(t, seat, &b);
    memcpy(m->state, real, size);
    t->compared++;
    t->changed += tn_state_hash(m->game, real) != tn_state_hash(m->game, dealt);
    assert_true(a.n > 100);
    if (a.n != b.n || memcmp(a.data, b.data, a.n) != 0) {
        size_t at = 0;
        while (at < a.n && at < b.n && a.data[at] == b.data[at])
            at++;
        size_t from = at > 200 ? at - 200 : 0;
        fail_msg("seat %u reads what it may not know:\n%.400s\n%.400s", seat, a.data + from, b.data + from);
    }
    buf_free(&a);
    buf_free(&b);
    tn_state_free(real);
    tn_state_free(dealt);
}

/* ---- looking back: a moment shows what was shown then, byte for byte, however the game went on */
enum { MOMENTS = 24 };
struct past {
    unsigned seat;
    size_t n;
    char *told; /* the view as it was sent, from its status on, up to what depends on the table alone; the log */
};

/* The part of a message that the position decides. */
static char *position_part(const char *message) {
    const char *from = strstr(message, "\"status\":"), *to = from ? strstr(from, ",\"undo\":") : NULL;
    assert_true(from && to);
    return strndup(from, (size_t)(to - from));
}

static char *ask_moment(struct trial *t, unsigned seat, size_t n) {
    char text[TEXT];
    uint32_t from = seat < t->seats ? 1 + seat : SPECTATOR;
    fixture_clear(&t->room);
    snprintf(text, sizeof text, "{\"t\":\"moment\",\"n\":%zu}", n);
    fixture_says(&t->room, from, text);
    const char *log = strstr(t->room.sent[from].data, ",\"log\":");
    char *view = position_part(t->room.sent[from].data), *whole;
    assert_non_null(log);
    whole = malloc(strlen(view) + strlen(log) + 1);
    strcat(strcpy(whole, view), log);
    free(view);
    return whole;
}

/* Keeps what a seat is shown now; the view must be the one it has been sent. */
static void keep_moment(struct trial *t, struct past *p, unsigned seat) {
    char text[TEXT];
    uint32_t from = seat < t->seats ? 1 + seat : SPECTATOR;
    fixture_clear(&t->room);
    snprintf(text, sizeof text, "{\"t\":\"hello\",\"token\":\"%s\"}", seat < t->seats ? t->tokens[seat] : "");
    fixture_says(&t->room, from, seat < t->seats ? text : "{\"t\":\"hello\"}");
    const char *sent = strstr(t->room.sent[from].data, "{\"t\":\"view\"");
    assert_non_null(sent);
    char *shown = position_part(sent);
    *p = (struct past){seat, t->room.table->match.history.n, NULL};
    p->told = ask_moment(t, seat, p->n);
    assert_int_equal(strncmp(p->told, shown, strlen(shown)), 0);
    free(shown);
}

static void compare_moments(struct trial *t, struct past *past, size_t n) {
    for (size_t i = 0; i < n; i++) {
        char *now = ask_moment(t, past[i].seat, past[i].n);
        assert_string_equal(now, past[i].told);
        free(now);
        free(past[i].told);
    }
}

/* ---- a game of random answers */
static void play(struct trial *t, unsigned stride, unsigned most) {
    struct table *table = t->room.table;
    struct past past[MOMENTS];
    size_t kept = 0;
    char text[TEXT];
    for (unsigned n = 0; n < most && match_status(&table->match) == TN_ASK; n++) {
        tn_question q;
        unsigned seat = 0;
        while (!tn_state_question(table->match.game, table->match.state, seat, &q))
            seat++;
        for (unsigned s = 0; (n < 5 || n % stride == 0) && s <= t->seats; s++)
            compare(t, s);
        for (unsigned s = 0; n % (stride / 2 + 1) == 1 && s <= t->seats && kept < MOMENTS; s++)
            keep_moment(t, &past[kept++], s);
        uint32_t answer = tn_state_nth(table->match.game, table->match.state, seat, random_range(&t->random, q.count));
        fixture_clear(&t->room);
        snprintf(text, sizeof text, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", table->revision, answer);
        uint32_t before = table->revision;
        fixture_says(&t->room, 1 + seat, text);
        assert_true(table->revision > before);
        assert_int_equal(table->revision, fixture_stored(&t->room));
    }
    compare_moments(t, past, kept);
}

static void try_game(const char *name, size_t *changed) {
    struct trial t = {.random = {77, 0}};
    for (unsigned seats = 2; seats <= 3; seats++) {
        assert_true(fixture_open(&t.room));
        if (open_trial(&t, name, seats, 41 + seats)) {
            char hello[TEXT];
            snprintf(hello, sizeof hello, "{\"t\":\"hello\",\"token\":\"%s\"}", t.tokens[0]);
            fixture_says(&t.room, 1, hello);
            play(&t, (unsigned)level_pick(40, 15, 3), (unsigned)level_pick(200, 2000, 100000));
        }
        fixture_close(&t.room);
    }
    *changed += t.changed;
    print_message("%s: %zu re-deals, %zu of them changed something\n", name, t.compared, t.changed);
}

static void nobody_reads_secrets(void **state) {
    (void)state;
    struct catalogue c;
    struct fixture f;
    size_t changed = 0;
    assert_true(fixture_open(&f)); /* says where games are */
    assert_true(catalogue_load(&c));
    for (size_t i = 0; i < c.games.n; i++)
        try_game(c.games.data[i].name, &changed);
    assert_true(changed > 20); /* else nothing was tried */
    catalogue_free(&c);
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(nobody_reads_secrets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
