/* Records: games noted by hand, tests/records/NAME.journal, replayed and looked at.
 *
 * A line "#? PATH VALUE" of such a journal is a remark to the program and a check here: after the answers above it, the
 * position as JSON has that value there. A path are keys with dots between them; in a list, the number of the item from
 * 0. Records are found by their folder.
 */
#include "support/unit.h"

#include "base/file.h"
#include "base/json_value.h"
#include "play/catalogue.h"
#include "play/journal.h"
#include "support/level.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

enum { RECORDS = 64, PATH = 512, SIZE = 1 << 20 };

struct record {
    struct journal journal;
    tn_source *source;
    tn_game *game;
    struct match match;
    struct buf error;
    size_t next; /* the answer to give next */
    unsigned checks;
};

static void open_record(struct record *r, const char *path) {
    struct buf file, name;
    struct match_setup setup;
    const char *position;
    buf_init(&file);
    buf_init(&name);
    buf_init(&r->error);
    if (!journal_read(&r->journal, path, &r->error) || !catalogue_find(r->journal.game, &file, &name, &r->error) ||
        !journal_position(&r->journal, &position, &r->error))
        fail_msg("%s", r->error.data);
    tn_config config = {r->journal.players, r->journal.options.data, r->journal.options.n};
    assert_int_equal(tn_source_load(file.data, &r->source), TN_OK);
    assert_int_equal(tn_game_new(r->source, &config, &r->game), TN_OK);
    if (!journal_setup(&r->journal, r->game, &setup, &r->error)) fail_msg("%s", r->error.data);
    if (match_begin(&r->match, r->game, &setup) != TN_OK) fail_msg("%s: %s", path, r->match.wrong);
    buf_free(&file);
    buf_free(&name);
}

static void close_record(struct record *r) {
    match_free(&r->match);
    tn_game_free(r->game);
    tn_source_free(r->source);
    journal_free(&r->journal);
    buf_free(&r->error);
}

static void answer_up_to(struct record *r, uint32_t line) {
    for (; r->next < r->journal.answers.n && r->journal.answers.data[r->next].line < line; r->next++)
        if (!journal_step(&r->journal, r->next, &r->match, &r->error)) fail_msg("%s", r->error.data);
}

static const struct value *look_up(const struct value *v, char *path) {
    for (char *key = path; v && *key;) {
        size_t n = strcspn(key, ".");
        bool last = key[n] == '\0';
        key[n] = '\0';
        if (v->type == VALUE_ARRAY) {
            const struct value *item = v->kids;
            for (int i = atoi(key); item && i > 0; i--)
                item = item->next;
            v = item;
        } else {
            v = value_get(v, key);
        }
        key += n + !last;
    }
    return v;
}

/* "PATH VALUE": the value is what is JSON from some blank to the end. */
static void check_line(struct record *r, const char *file, uint32_t line, char *text) {
    static char json[SIZE];
    struct arena arena;
    const char *why;
    arena_init(&arena);
    size_t n = tn_state_json(r->match.ctx, r->match.state, TN_EVERYTHING, json, sizeof json);
    assert_in_range(n, 1, sizeof json - 1);
    const struct value *root = value_parse(&arena, json, n, &why, NULL);
    assert_non_null(root);
    char *wanted = text;
    do {
        wanted = strchr(wanted, ' ');
        if (!wanted) fail_msg("%s:%u: no value", file, line);
        wanted++;
    } while (!value_parse(&arena, wanted, strlen(wanted), &why, NULL));
    wanted[-1] = '\0';
    char path[PATH];
    snprintf(path, sizeof path, "%s", text);
    const struct value *found = look_up(root, path);
    if (!found) fail_msg("%s:%u: there is no %s", file, line, text);
    if (found->raw_size != strlen(wanted) || strncmp(found->raw, wanted, found->raw_size))
        fail_msg("%s:%u: %s is %.*s, not %s", file, line, text, (int)found->raw_size, found->raw, wanted);
    r->checks++;
    arena_free(&arena);
}

static void test_record(void **state) {
    const char *path = *state;
    struct record r = {0};
    struct buf text;
    uint32_t line = 1;
    buf_init(&text);
    assert_int_equal(file_read(path, SIZE, &text), FILE_OK);
    open_record(&r, path);
    for (char *at = text.data; *at; line++) {
        size_t n = strcspn(at, "\n");
        bool last = at[n] == '\0';
        at[n] = '\0';
        if (strncmp(at, "#? ", 3) == 0) {
            answer_up_to(&r, line);
            check_line(&r, path, line, at + 3);
        }
        at += n + !last;
    }
    answer_up_to(&r, UINT32_MAX);
    assert_true(r.checks > 0);
    close_record(&r);
    buf_free(&text);
}

int main(void) {
    static char paths[RECORDS][PATH];
    struct CMUnitTest tests[RECORDS];
    size_t n = 0;
    char folder[PATH / 2], games[PATH / 2];
    snprintf(folder, sizeof folder, "%s/tests/records", level_root());
    snprintf(games, sizeof games, "%s/games", level_root());
    setenv("TERRANE_GAMES", games, 1);
    memset(tests, 0, sizeof tests);
    DIR *dir = opendir(folder);
    for (struct dirent *e = dir ? readdir(dir) : NULL; e && n < RECORDS; e = readdir(dir)) {
        size_t length = strlen(e->d_name);
        if (length < 9 || strcmp(e->d_name + length - 8, ".journal")) continue;
        snprintf(paths[n], sizeof paths[n], "%s/%.200s", folder, e->d_name);
        tests[n] = (struct CMUnitTest){.name = paths[n], .test_func = test_record, .initial_state = paths[n]};
        n++;
    }
    if (dir) closedir(dir);
    return n ? _cmocka_run_group_tests("records", tests, n, NULL, NULL) : 1;
}
