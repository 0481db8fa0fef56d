/* test_exhaustion.c: memory runs out at every point of loading, compiling, saving and reading back a game and its
 * first position as JSON, and of translating it.
 *
 * Request number n is refused, alone (`once`) or with all after it. Whatever is refused, the answer is TN_NOMEM,
 * nothing leaks and nothing is freed twice; with enough memory the answer is TN_OK.
 */
/* Not quick: memory is refused again and again. */
#include "support/heap.h"
#include "support/level.h"
#include "support/unit.h"
#include "terrane_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- what is tried */
struct trial {
    const char *path;
    char image[64];
};

/* The canonical form too, in a buffer of the test's own. */
static tn_status format(const tn_source *source) {
    static char text[1 << 16];
    size_t n;
    return tn_source_format(source, text, sizeof text, &n);
}

static tn_status write_and_read(tn_ctx *ctx, tn_state *state) {
    static char json[1 << 16];
    char why[128];
    size_t n = tn_state_json(ctx, state, TN_EVERYTHING, json, sizeof json);
    if (n == 0 || tn_state_json(ctx, state, 0, NULL, 0) == 0) return TN_NOMEM;
    tn_status status = tn_state_read_json(ctx, json, n, 1, 0, state, why, sizeof why);
    return status == TN_ASK ? TN_OK : status;
}

static tn_status play(const tn_game *game) {
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *state = tn_state_new(game);
    if (ctx && state) tn_state_start(ctx, 1, 0, state);
    tn_status status = ctx && state ? write_and_read(ctx, state) : TN_NOMEM;
    tn_state_free(state);
    tn_ctx_free(ctx);
    return status;
}

static tn_status compile_and_save(const struct trial *t) {
    tn_source *source = NULL;
    tn_game *game = NULL;
    tn_status status = tn_source_load(t->path, &source);
    if (status == TN_OK) status = format(source);
    if (status == TN_OK) status = tn_game_new(source, NULL, &game);
    if (status == TN_OK) status = tn_game_rehearse(source, game, 0);
    if (status == TN_OK) status = play(game);
    if (status == TN_OK) status = tn_game_save_image(game, t->image);
    tn_game_free(game);
    tn_source_free(source);
    return status;
}

static tn_status read_back(const struct trial *t) {
    tn_game *game = NULL;
    char why[128];
    tn_status status = tn_game_load_image(t->image, &game, why, sizeof why);
    if (status == TN_OK) status = play(game);
    tn_game_free(game);
    return status;
}

/* The game in its own words, given as a book. */
static tn_status translate(const tn_game *game, const tn_words *phrases) {
    static char text[1 << 16];
    size_t n = 0;
    for (size_t i = 0; i < tn_words_phrase_count(phrases); i++) {
        tn_phrase p;
        tn_words_phrase(phrases, i, &p);
        n += (size_t)snprintf(text + n, sizeof text - n, "[%s]\n%s\n  %s\n", p.group, p.text, p.text);
        assert_true(n < sizeof text);
    }
    tn_words *words = tn_words_new();
    tn_game *other = NULL;
    tn_status status = words ? tn_words_read(words, "book", text, n) : TN_NOMEM;
    if (status == TN_OK) status = tn_game_translate(game, words, &other);
    if (status == TN_OK) status = play(other);
    if (status == TN_OK && tn_words_text(words, NULL, 0) == 0) status = TN_NOMEM;
    tn_game_free(other);
    tn_words_free(words);
    return status;
}

static tn_status read_and_translate(const struct trial *t) {
    tn_game *game = NULL;
    char why[128];
    tn_words *phrases = tn_words_new();
    tn_status status = phrases ? tn_game_load_image(t->image, &game, why, sizeof why) : TN_NOMEM;
    if (status == TN_OK) status = tn_words_want(phrases, NULL, game);
    if (status == TN_OK) status = tn_words_want(phrases, NULL, NULL);
    if (status == TN_OK) status = translate(game, phrases);
    tn_game_free(game);
    tn_words_free(phrases);
    return status;
}

/* Fails request 0, then 1, then 2 ... until none is refused any more. */
static void exhaust(tn_status (*what)(const struct trial *), const struct trial *t, uint64_t step) {
    for (uint64_t n = 0;; n += step) {
        heap_allow(n);
        tn_status status = what(t);
        heap.on = false;
        if (heap.live != 0)
            fail_msg("%s: request %llu refused: %lld pieces leak", t->path, (unsigned long long)n,
                     (long long)heap.live);
        if (heap.requests <= n) {
            assert_int_equal(status, TN_OK);
            return;
        }
        if (status != TN_NOMEM) fail_msg("%s: request %llu refused: status %d", t->path, (unsigned long long)n, status);
    }
}

static void exhaust_game(const char *name, uint64_t step) {
    struct trial t;
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", level_root(), name);
    t.path = path;
    snprintf(t.image, sizeof t.image, "/tmp/terrane-exhaustion-%ld.image", (long)getpid());
    for (int once = 0; once < 2; once++) {
        heap.once = once;
        exhaust(compile_and_save, &t, step);
        exhaust(read_back, &t, 1);
        exhaust(read_and_translate, &t, step);
    }
    unlink(t.image);
}

static void small_game(void **state) {
    (void)state;
    exhaust_game("games/kuhn-poker/kuhn-poker.game", level_is("quick") ? 3 : 1);
}

static void game_with_includes(void **state) {
    (void)state;
    exhaust_game("tests/generality/village.game", level_is("quick") ? 3 : 1);
}

static void other_games(void **state) {
    (void)state;
    static const char *const names[] = {"tests/generality/lists.game", "tests/generality/relay.game",
                                        "tests/generality/vault.game", "tests/generality/weather.game",
                                        "games/tinyforming/tinyforming.game"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        exhaust_game(names[i], level_is("quick") ? 97 : level_is("soak") ? 1 : 17);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(small_game), cmocka_unit_test(game_with_includes),
                                       cmocka_unit_test(other_games)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
