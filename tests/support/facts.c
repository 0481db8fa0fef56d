/* facts.c: see facts.h. */
#include "support/facts.h"

#include "support/unit.h"

#include "base/file.h"
#include "lab/scenario.h"
#include "support/level.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PATH = 1024, FACTS_SIZE = 1 << 20, SHOWN = 20 };

void facts_open(struct facts *f, const char *game) {
    *f = (struct facts){.game = game};
    arena_init(&f->arena);
    buf_init(&f->text);
}

void facts_close(struct facts *f) {
    buf_free(&f->text);
    arena_free(&f->arena);
}

const struct value *facts_read(struct facts *f, const char *name) {
    char path[PATH];
    struct buf bytes;
    const char *why = NULL;
    snprintf(path, sizeof path, "%s/tests/facts/%s/%s.json", level_root(), f->game, name);
    buf_init(&bytes);
    assert_int_equal(file_read(path, FACTS_SIZE, &bytes), FILE_OK);
    const char *text = arena_strdup(&f->arena, bytes.data, bytes.n); /* what is read refers to it */
    const struct value *v = value_parse(&f->arena, text, bytes.n, &why, NULL);
    if (!v) fail_msg("%s: %s", path, why);
    buf_free(&bytes);
    return v;
}

void facts_scenario(struct facts *f, const char *options, const char *format, ...) {
    va_list args;
    va_start(args, format);
    buf_puts(&f->text, "scenario \"");
    buf_vprintf(&f->text, format, args);
    va_end(args);
    buf_printf(&f->text, "\"%s:\n", options);
    f->written++;
}

/* ---- running them */
static void show_diagnostics(const tn_source *source) {
    char text[2048];
    for (size_t i = 0; i < tn_source_diag_count(source); i++) {
        tn_diag diag;
        tn_source_diag(source, i, &diag);
        if (diag.level != 0) continue;
        tn_source_diag_text(source, i, false, text, sizeof text);
        print_error("%s", text);
    }
}

struct verdict {
    bool compiled;
    size_t run, failed;
};

static struct verdict judge(const char *path) {
    tn_source *source = NULL;
    struct scenario_report report = {0};
    bool good = tn_source_load(path, &source) == TN_OK && scenarios_run(source, NULL, NULL, &report) == TN_OK;
    if (!good && source) show_diagnostics(source);
    for (size_t i = 0, shown = 0; i < report.results.n; i++) {
        const struct scenario_result *r = &report.results.data[i];
        if (r->message && shown++ < SHOWN) print_error("%s, line %u: %s\n", r->name, r->failed_line, r->message);
    }
    struct verdict verdict = {good, report.results.n, report.failed};
    scenario_report_free(&report);
    tn_source_free(source);
    return verdict;
}

void facts_run(struct facts *f) {
    char folder[] = "/tmp/terrane-facts-XXXXXX", path[PATH], link[PATH], games[PATH], here[PATH];
    struct buf all;
    assert_true(f->written > 0 && !f->text.failed);
    assert_non_null(realpath(level_root(), here));
    assert_non_null(mkdtemp(folder));
    assert_true(snprintf(games, sizeof games, "%s/games/%s", here, f->game) < (int)sizeof games);
    snprintf(link, sizeof link, "%s/%s", folder, f->game);
    snprintf(path, sizeof path, "%s/facts.scenario", folder);
    assert_int_equal(symlink(games, link), 0); /* an included file is named relative to the one that includes it */
    buf_init(&all);
    buf_printf(&all, "include \"%s/%s.game\"\n", f->game, f->game);
    buf_put(&all, f->text.data, f->text.n);
    enum file_status written = file_write(path, all.data, all.n);
    buf_free(&all);
    assert_int_equal(written, FILE_OK);
    const char *keep = getenv("TERRANE_KEEP_FACTS"); /* to look at what was written */
    struct verdict verdict = judge(path);
    if (!keep || !*keep) unlink(path), unlink(link), rmdir(folder);
    assert_true(verdict.compiled);
    assert_int_equal(verdict.failed, 0);
    assert_int_equal(verdict.run, f->written);
}

/* ---- the scenarios of the definition itself */
static void visit_file(const char *path, void (*visit)(void *, const tn_game *), void *user) {
    tn_source *source = NULL;
    assert_int_equal(tn_source_load(path, &source), TN_OK);
    for (size_t i = 0; i < tn_source_scenario_config_count(source); i++) {
        tn_config config;
        tn_game *game = NULL;
        tn_source_scenario_config(source, i, &config);
        assert_int_equal(tn_game_new(source, &config, &game), TN_OK);
        visit(user, game);
        tn_game_free(game);
    }
    tn_source_free(source);
}

void facts_each_game(const char *game, void (*visit)(void *user, const tn_game *), void *user) {
    char folder[PATH], path[2 * PATH];
    snprintf(folder, sizeof folder, "%s/games/%s", level_root(), game);
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir));) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".scenario") != 0) continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        visit_file(path, visit, user);
    }
    closedir(dir);
}

/* ---- lookups */
const char *fact_text(const struct value *object, const char *key) {
    return value_text(value_get(object, key));
}

long fact_number(const struct value *object, const char *key, long otherwise) {
    return (long)value_number(value_get(object, key), otherwise);
}

bool fact_has(const struct value *list, const char *text) {
    FACTS_EACH(item, list)
        if (value_text(item) && !strcmp(value_text(item), text)) return true;
    return false;
}

size_t fact_count(const struct value *list) {
    size_t n = 0;
    FACTS_EACH(item, list)
        n++, (void)item;
    return n;
}
