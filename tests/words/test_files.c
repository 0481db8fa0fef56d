/* Every NAME.LANGUAGE.words beside a game, and every engine.LANGUAGE.words, can be read, lacks nothing and has nothing
 * that is no longer used: over all configurations of the game, and what games share in one of them all. They are found,
 * never listed. */
#include "support/unit.h"

#include "play/language.h"
#include "support/level.h"
#include "support/said.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned checked;

static void check_complete(const tn_words *words, const char *path) {
    unsigned wrong = 0;
    for (size_t i = 0; i < tn_words_phrase_count(words); i++) {
        tn_phrase p;
        tn_words_phrase(words, i, &p);
        if (p.wanted ? p.translation != NULL : p.shared) continue;
        fprintf(stderr, "%s: %s: [%s] %s\n", path, p.wanted ? "missing" : "unused", p.group, p.text);
        wrong++;
    }
    if (wrong) fail_msg("%s: %u phrases are missing or unused; terrane words --write makes room for them", path, wrong);
    checked++;
}

static tn_words *read_words(const char *path, const char *shared_of) {
    struct buf error;
    tn_words *words = tn_words_new();
    buf_init(&error);
    if (shared_of && !language_read_shared(words, shared_of, false, &error)) fail_msg("%s", error.data);
    if (!language_read(words, path, false, &error)) fail_msg("%s", error.data);
    buf_free(&error);
    return words;
}

/* What a game says in these words names things by what they are called in them. */
struct hearing {
    const tn_game *game;
    size_t spans;
};

static void check_text(struct hearing *h, tn_text text) {
    const char *wrong = said_wrong(h->game, text);
    if (wrong) fail_msg("%s: %s", text.bytes, wrong);
    h->spans += text.n;
}

static void hear(void *user, const tn_event *event) {
    check_text(user, event->text);
    check_text(user, event->public_text);
}

static void play_in(const tn_words *words, tn_source *source) {
    enum { ANSWERS = 60 };
    tn_game *plain = NULL, *game = NULL;
    char text[1024];
    assert_int_equal(tn_game_new(source, NULL, &plain), TN_OK);
    assert_int_equal(tn_game_translate(plain, words, &game), TN_OK);
    struct hearing h = {game, 0};
    tn_ctx *ctx = tn_ctx_new(game);
    tn_state *state = tn_state_new(game);
    tn_ctx_sink(ctx, hear, &h);
    tn_status status = tn_state_start(ctx, 5, 0, state);
    tn_question q;
    for (uint32_t i = 0; i < ANSWERS && status == TN_ASK && tn_state_question(game, state, TN_SPECTATOR, &q); i++) {
        uint32_t answer = tn_state_nth(game, state, q.seat, i * 31u % q.count);
        tn_question_text(ctx, state, q.seat, text, sizeof text);
        check_text(&h, said_last(ctx, text));
        tn_answer_text(ctx, state, q.seat, answer, text, sizeof text);
        check_text(&h, said_last(ctx, text));
        tn_why_not(ctx, state, q.seat, i * 7919u % tn_game_answer_count(game), text, sizeof text);
        check_text(&h, said_last(ctx, text));
        tn_state_apply(ctx, state, q.seat, answer);
        status = tn_state_status(game, state);
    }
    assert_true(h.spans > ANSWERS);
    tn_state_free(state);
    tn_ctx_free(ctx);
    tn_game_free(game);
    tn_game_free(plain);
}

static void check_game(const struct catalogue_game *game) {
    struct arena arena;
    struct buf path;
    catalogue_paths languages = {0};
    tn_source *source = NULL;
    arena_init(&arena);
    buf_init(&path);
    assert_true(language_list(game->path, &arena, &languages));
    for (size_t i = 0; i < languages.n; i++) {
        if (!source) assert_int_equal(tn_source_load(game->path, &source), TN_OK);
        buf_clear(&path);
        assert_true(language_file(game->path, languages.data[i], &path));
        tn_words *words = read_words(path.data, languages.data[i]);
        assert_int_equal(language_want(words, source), TN_OK);
        check_complete(words, path.data);
        play_in(words, source);
        tn_words_free(words);
    }
    tn_source_free(source);
    VEC_FREE(&languages);
    buf_free(&path);
    arena_free(&arena);
}

static void of_games(void **state) {
    (void)state;
    struct catalogue c;
    checked = 0;
    assert_true(catalogue_load(&c));
    for (size_t i = 0; i < c.games.n; i++)
        check_game(&c.games.data[i]);
    assert_true(checked > 0);
    catalogue_free(&c);
}

/* What all games say in their default configuration. Only what the file has is noted: the rest is in their
 * own files. */
static void want_of_games(tn_words *words) {
    struct catalogue c;
    tn_words *all = tn_words_new();
    assert_true(catalogue_load(&c));
    for (size_t i = 0; i < c.games.n; i++) {
        tn_source *source = NULL;
        tn_game *game = NULL;
        assert_int_equal(tn_source_load(c.games.data[i].path, &source), TN_OK);
        assert_int_equal(tn_game_new(source, NULL, &game), TN_OK);
        assert_int_equal(tn_words_want(all, source, game), TN_OK);
        tn_game_free(game);
        tn_source_free(source);
    }
    for (size_t i = 0; i < tn_words_phrase_count(words); i++) {
        tn_phrase mine, p;
        tn_words_phrase(words, i, &mine);
        bool found = strcmp(mine.group, "engine") == 0;
        for (size_t k = 0; k < tn_words_phrase_count(all) && !found; k++) {
            tn_words_phrase(all, k, &p);
            found = strcmp(p.group, mine.group) == 0 && strcmp(p.text, mine.text) == 0;
        }
        if (!found) fail_msg("no game says this: [%s] %s", mine.group, mine.text);
    }
    tn_words_free(all);
    catalogue_free(&c);
}

static void check_engine(const char *path) {
    tn_words *words = read_words(path, NULL);
    want_of_games(words);
    assert_int_equal(tn_words_want(words, NULL, NULL), TN_OK);
    for (size_t i = 0; i < tn_words_phrase_count(words); i++) {
        tn_phrase p;
        tn_words_phrase(words, i, &p);
        bool engine = strcmp(p.group, "engine") == 0;
        if (!p.translation || (engine && !p.wanted)) fail_msg("%s: missing or unused: [%s] %s", path, p.group, p.text);
    }
    tn_words_free(words);
    checked++;
}

static void of_the_engine(void **state) {
    (void)state;
    char folder[1024], path[2048];
    checked = 0;
    snprintf(folder, sizeof folder, "%s/games", level_root());
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        size_t n = strlen(entry->d_name);
        if (strncmp(entry->d_name, "engine.", 7) != 0 || n < 6 || strcmp(entry->d_name + n - 6, ".words") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        check_engine(path);
    }
    closedir(dir);
    assert_true(checked > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(of_games), cmocka_unit_test(of_the_engine)};
    return cmocka_run_group_tests_name("words.files", tests, NULL, NULL);
}
