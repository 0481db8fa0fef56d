/* Where games are found, and what is said when they are not. */
#include "play/catalogue.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/terrane-games-XXXXXX";

static void make_with(const char *path, const char *text) {
    char whole[256];
    snprintf(whole, sizeof whole, "%s/%s", folder, path);
    FILE *f = fopen(whole, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void make_folder(const char *path) {
    char whole[256];
    snprintf(whole, sizeof whole, "%s/%s", folder, path);
    assert_int_equal(mkdir(whole, 0777), 0);
}

static int set_up(void **state) {
    (void)state;
    assert_non_null(mkdtemp(folder));
    make_folder("marbles");
    make_with("marbles/marbles.game", "");
    make_with("marbles/b.scenario", "");
    make_with("marbles/a.scenario", "");
    make_with("marbles/c.scenario", "# other\ninclude \"chess.game\"\n");
    make_with("marbles/d.scenario", "include \"chess.game\"\ninclude \"marbles.game\"\n");
    make_with("marbles/notes.txt", "");
    make_folder("empty");
    setenv("TERRANE_GAMES", folder, 1);
    return 0;
}

static int tear_down(void **state) {
    static const char *const files[] = {"marbles/marbles.game", "marbles/b.scenario", "marbles/a.scenario",
                                        "marbles/c.scenario",   "marbles/d.scenario", "marbles/notes.txt"};
    char whole[256];
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        snprintf(whole, sizeof whole, "%s/%s", folder, files[i]);
        unlink(whole);
    }
    snprintf(whole, sizeof whole, "%s/marbles", folder);
    rmdir(whole);
    snprintf(whole, sizeof whole, "%s/empty", folder);
    rmdir(whole);
    rmdir(folder);
    return 0;
}

static void games_are_folders_with_a_game(void **state) {
    (void)state;
    struct catalogue c;
    bool marbles = false, empty = false;
    assert_true(catalogue_load(&c));
    for (size_t i = 0; i < c.games.n; i++) {
        marbles |= strcmp(c.games.data[i].name, "marbles") == 0;
        empty |= strcmp(c.games.data[i].name, "empty") == 0;
        if (i > 0) assert_true(strcmp(c.games.data[i - 1].name, c.games.data[i].name) < 0);
    }
    assert_true(marbles && !empty);
    catalogue_free(&c);
}

static void names_and_paths_lead_to_files(void **state) {
    (void)state;
    struct buf path, name, error;
    char whole[256];
    buf_init(&path);
    buf_init(&name);
    buf_init(&error);
    snprintf(whole, sizeof whole, "%s/marbles/marbles.game", folder);
    assert_true(catalogue_find("marbles", &path, &name, &error));
    assert_string_equal(path.data, whole);
    assert_string_equal(name.data, "marbles");
    buf_clear(&path);
    buf_clear(&name);
    assert_true(catalogue_find(whole, &path, &name, &error));
    assert_string_equal(name.data, whole);
    *strrchr(whole, '/') = '\0';
    buf_clear(&path);
    buf_clear(&name);
    assert_true(catalogue_find(whole, &path, &name, &error)); /* the folder of a game */
    assert_int_equal(error.n, 0);
    assert_false(catalogue_find("marbels", &path, &name, &error));
    assert_non_null(strstr(error.data, "there is no game \"marbels\"; did you mean \"marbles\"?"));
    buf_clear(&error);
    assert_false(catalogue_find("some/where.game", &path, &name, &error));
    assert_string_equal(error.data, "some/where.game: no such file");
    buf_free(&path);
    buf_free(&name);
    buf_free(&error);
}

static void scenarios_lie_beside_their_game(void **state) {
    (void)state;
    struct arena arena;
    catalogue_paths files = {0};
    char whole[256];
    arena_init(&arena);
    snprintf(whole, sizeof whole, "%s/marbles/marbles.game", folder);
    assert_true(catalogue_scenarios(whole, &arena, &files));
    assert_int_equal(files.n, 3); /* c belongs to another game */
    assert_non_null(strstr(files.data[0], "/a.scenario"));
    assert_non_null(strstr(files.data[1], "/b.scenario"));
    assert_non_null(strstr(files.data[2], "/d.scenario"));
    VEC_FREE(&files);
    arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_folders_with_a_game),
        cmocka_unit_test(names_and_paths_lead_to_files),
        cmocka_unit_test(scenarios_lie_beside_their_game),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
