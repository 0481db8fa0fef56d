/* Compiled games on disk: no compiler, a failing one, no place to write, objects that are damaged, foreign or not the
 * user's alone. Whatever happens, the game plays as before; an object that is not exactly right is never loaded. */
#include "support/unit.h"

#include "base/file.h"
#include "support/level.h"
#include "terrane_table.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TEXT = 2048 };

struct place {
    char folder[64], cache[96];
};

static int make_place(void **state) {
    struct place *p = calloc(1, sizeof *p);
    strcpy(p->folder, "/tmp/terrane-cache-XXXXXX");
    if (!mkdtemp(p->folder)) return -1;
    snprintf(p->cache, sizeof p->cache, "%s/a/b", p->folder);
    unsetenv("CC");
    *state = p;
    return 0;
}

static int drop_place(void **state) {
    struct place *p = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", p->folder);
    int failed = system(command);
    free(p);
    unsetenv("CC");
    return failed;
}

static tn_game *game(const char *name) {
    char path[TEXT];
    tn_source *source;
    tn_game *g;
    snprintf(path, sizeof path, "%s/tests/generality/%s.game", level_root(), name);
    assert_int_equal(tn_source_load(path, &source), TN_OK);
    assert_int_equal(tn_game_new(source, NULL, &g), TN_OK);
    tn_source_free(source);
    return g;
}

/* Plays the first answers; the hash of where that leads. */
static uint64_t play(const tn_game *g) {
    tn_ctx *ctx = tn_ctx_new(g);
    tn_state *s = tn_state_new(g);
    tn_question q;
    tn_state_start(ctx, 5, 0, s);
    for (int i = 0; i < 20 && tn_state_question(g, s, TN_SPECTATOR, &q); i++)
        tn_state_apply(ctx, s, q.seat, tn_state_nth(g, s, q.seat, (uint32_t)i % q.count));
    uint64_t hash = tn_state_hash(g, s);
    tn_state_free(s);
    tn_ctx_free(ctx);
    return hash;
}

/* Tries to compile or load, sees that the game plays the same either way, and returns the status. */
static tn_status attempt(const char *name, const char *cache, char *why) {
    tn_game *g = game(name);
    uint64_t before = play(g);
    tn_status status = tn_game_native(g, cache, why, TEXT);
    assert_true(play(g) == before);
    if (status != TN_OK) assert_true(strlen(why) > 10);
    tn_game_free(g);
    return status;
}

/* The only file in the cache. */
static void find_object(const struct place *p, char *path, size_t cap) {
    DIR *d = opendir(p->cache);
    int n = 0;
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        if (e->d_name[0] == '.') continue;
        snprintf(path, cap, "%s/%s", p->cache, e->d_name);
        n++;
    }
    closedir(d);
    assert_int_equal(n, 1);
}

static void test_no_compiler(void **state) {
    struct place *p = *state;
    char why[TEXT];
    setenv("CC", "/nonexistent/cc", 1);
    assert_int_equal(attempt("pig", p->cache, why), TN_IO);
    assert_non_null(strstr(why, "no C compiler"));
    assert_non_null(strstr(why, "/nonexistent/cc"));
}

static void test_failing_compiler(void **state) {
    struct place *p = *state;
    char why[TEXT], script[128];
    snprintf(script, sizeof script, "%s/cc", p->folder);
    FILE *f = fopen(script, "w");
    fputs("#!/bin/sh\nfor i in 1 2 3 4 5 6 7 8 9; do echo line $i >&2; done\nexit 1\n", f);
    fclose(f);
    chmod(script, 0700);
    setenv("CC", script, 1);
    assert_int_equal(attempt("pig", p->cache, why), TN_IO);
    assert_non_null(strstr(why, "failed"));
    assert_non_null(strstr(why, "line 9"));
    assert_null(strstr(why, "line 1\n"));
    setenv("CC", "true", 1); /* says it worked and wrote nothing */
    assert_int_equal(attempt("pig", p->cache, why), TN_IO);
    DIR *d = opendir(p->cache);
    for (struct dirent *e; (e = readdir(d));)
        assert_true(e->d_name[0] == '.'); /* nothing is left behind */
    closedir(d);
}

static void test_unwritable(void **state) {
    struct place *p = *state;
    char why[TEXT], below[160];
    snprintf(below, sizeof below, "%s/file", p->folder);
    assert_int_equal(file_write(below, "x", 1), FILE_OK);
    assert_int_equal(attempt("pig", below, why), TN_IO);
    assert_non_null(strstr(why, below));
    strcat(below, "/deeper");
    assert_int_equal(attempt("pig", below, why), TN_IO);
    assert_int_equal(attempt("pig", "/proc/none/such", why), TN_IO);
}

static void test_cached(void **state) {
    struct place *p = *state;
    char why[TEXT], path[TEXT];
    assert_int_equal(attempt("pig", p->cache, why), TN_OK);
    find_object(p, path, sizeof path);
    setenv("CC", "/nonexistent/cc", 1);
    assert_int_equal(attempt("pig", p->cache, why), TN_OK);
    assert_int_equal(attempt("duel", p->cache, why), TN_IO); /* another game is another object */
}

/* Refused without a compiler, made anew with one. */
static void check_refused(const struct place *p, const char *what) {
    char why[TEXT];
    setenv("CC", "/nonexistent/cc", 1);
    if (attempt("pig", p->cache, why) != TN_IO) fail_msg("%s: loaded", what);
    unsetenv("CC");
    if (attempt("pig", p->cache, why) != TN_OK) fail_msg("%s: not made anew: %s", what, why);
}

static void test_damaged(void **state) {
    struct place *p = *state;
    char why[TEXT], path[TEXT];
    struct buf bytes;
    assert_int_equal(attempt("pig", p->cache, why), TN_OK);
    find_object(p, path, sizeof path);
    buf_init(&bytes);
    assert_int_equal(file_read(path, 1 << 24, &bytes), FILE_OK);
    size_t places[] = {0, 100, bytes.n / 2, bytes.n - 30, bytes.n - 1};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        bytes.data[places[i]] ^= 4;
        assert_int_equal(file_write(path, bytes.data, bytes.n), FILE_OK);
        bytes.data[places[i]] ^= 4;
        check_refused(p, "a damaged byte");
    }
    assert_int_equal(file_write(path, bytes.data, bytes.n / 3), FILE_OK);
    check_refused(p, "a short file");
    assert_int_equal(file_write(path, "", 0), FILE_OK);
    check_refused(p, "an empty file");
    assert_int_equal(chmod(path, 0666), 0);
    check_refused(p, "a file everybody may write");
    buf_free(&bytes);
}

static void test_foreign(void **state) {
    struct place *p = *state;
    char why[TEXT], path[TEXT];
    struct buf bytes;
    struct place second = *p;
    snprintf(second.cache, sizeof second.cache, "%s/second", p->folder);
    assert_int_equal(attempt("duel", second.cache, why), TN_OK);
    find_object(&second, path, sizeof path);
    buf_init(&bytes);
    assert_int_equal(file_read(path, 1 << 24, &bytes), FILE_OK);
    assert_int_equal(attempt("pig", p->cache, why), TN_OK);
    find_object(p, path, sizeof path);
    assert_int_equal(file_write(path, bytes.data, bytes.n), FILE_OK);
    check_refused(p, "the object of another game");
    buf_free(&bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_no_compiler, make_place, drop_place),
        cmocka_unit_test_setup_teardown(test_failing_compiler, make_place, drop_place),
        cmocka_unit_test_setup_teardown(test_unwritable, make_place, drop_place),
        cmocka_unit_test_setup_teardown(test_cached, make_place, drop_place),
        cmocka_unit_test_setup_teardown(test_damaged, make_place, drop_place),
        cmocka_unit_test_setup_teardown(test_foreign, make_place, drop_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
