/* One view for each answer: who looks on is shown what every single answer led to, whoever gave it, with the lines of
 * the log that belong to it, and who answered what as far as that may be known. */
#include "support/unit.h"

#include "table/fixture.h"

enum { SPECTATOR = 9, TEXT = 512 };

static long number_of(const char *message, const char *field) {
    char key[32];
    snprintf(key, sizeof key, "\"%s\":", field);
    const char *at = strstr(message, key);
    return at ? strtol(at + strlen(key), NULL, 10) : -1;
}

/* How many lines a `log` has. */
static size_t lines_of(const char *message) {
    struct arena arena;
    const char *why;
    arena_init(&arena);
    const struct value *v = value_parse(&arena, message, strlen(message), &why, NULL);
    size_t n = 0;
    for (const struct value *line = value_get(v, "lines")->kids; line; line = line->next)
        n++;
    arena_free(&arena);
    return n;
}

struct watched {
    long first, n, log;    /* of the first view; of the last */
    size_t views, passing; /* how many there were */
    size_t told, known;    /* lines so far; answers that the spectator may know */
};

static void read_message(struct watched *w, const char *message) {
    if (strncmp(message, "{\"t\":\"log\"", 10) == 0) w->told = (size_t)number_of(message, "from") + lines_of(message);
    bool passing = strncmp(message, "{\"t\":\"passing\"", 14) == 0;
    if (!passing && strncmp(message, "{\"t\":\"view\"", 11) != 0) return;
    long n = number_of(message, "n");
    if (w->views + w->passing == 0)
        w->first = n;
    else
        assert_int_equal(n, w->n + 1); /* each shows one answer more */
    if (passing) assert_non_null(strstr(message, "\"question\":null"));
    const char *log = strstr(message, "\"log\":"); /* behind the position */
    w->n = n;
    w->log = log ? strtol(log + 6, NULL, 10) : -1;
    assert_int_equal(w->log, w->told); /* the lines came before the view that shows what they tell */
    const char *by = strstr(message, "\"by\":{");
    if (n > 0) assert_non_null(by);
    if (by) w->known += strstr(by, "\"answer\":") != NULL && strstr(by, "\"answer\":") < strchr(by, '}');
    *(passing ? &w->passing : &w->views) += 1;
}

static void read_all(struct watched *w, struct buf *sent) {
    for (char *line = sent->data; line && *line;) {
        char *end = strchr(line, '\n');
        *end = '\0';
        read_message(w, line);
        line = end + 1;
    }
    buf_clear(sent);
}

static void bots_are_watched_answer_by_answer(void **state) {
    (void)state;
    static const char *const games[] = {"tinyforming", "coal-mines", "kuhn-poker", "pluto"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct fixture f;
        char body[TEXT];
        struct watched w = {.n = -1};
        assert_true(fixture_open(&f));
        snprintf(body, sizeof body, "{\"game\":\"%s\",\"seed\":6,\"seats\":[{\"bot\":null},{\"bot\":\"random\"}]}",
                 games[g]);
        assert_true(fixture_make(&f, body));
        char token[TOKEN_LENGTH + 1];
        fixture_field(f.last.data, "token", token, sizeof token);
        fixture_join(&f, SPECTATOR);
        fixture_says(&f, SPECTATOR, "{\"t\":\"hello\"}");
        read_all(&w, &f.sent[SPECTATOR]);
        fixture_join(&f, 1);
        snprintf(body, sizeof body, "{\"t\":\"hello\",\"token\":\"%s\"}", token);
        fixture_says(&f, 1, body);
        for (int i = 0; i < 60 && f.table && match_status(&f.table->match) == TN_ASK; i++) {
            struct match *m = &f.table->match;
            uint32_t id = tn_state_nth(m->game, m->state, 0, (uint32_t)i % 3);
            if (id == TN_NO_ANSWER) id = tn_state_nth(m->game, m->state, 0, 0);
            snprintf(body, sizeof body, "{\"t\":\"answer\",\"n\":%u,\"path\":[%u]}", f.table->revision, id);
            fixture_says(&f, 1, body);
            read_all(&w, &f.sent[SPECTATOR]);
        }
        assert_int_equal(w.n, f.table->revision);
        assert_int_equal(w.views + w.passing, w.n - w.first + 1);
        assert_true(w.passing > 0 || g > 0);
        assert_int_equal(w.log, f.table->match.log.n);
        assert_true(w.known > 0);
        fixture_close(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(bots_are_watched_answer_by_answer)};
    return cmocka_run_group_tests_name("table.passing", tests, NULL, NULL);
}
