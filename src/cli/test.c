/* test.c: `terrane test`: runs the scenarios of a game, in its .game file and in the *.scenario files beside it. */
#include "base/json.h"
#include "cli/load.h"
#include "cli/states.h"
#include "cli/verbs.h"
#include "lab/scenario.h"
#include "play/catalogue.h"
#include "term/capabilities.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct test {
    const char *only; /* NULL: all scenarios */
    bool verbose;
    struct look look;
    struct json *json; /* NULL: text */
    bool states;       /* positions instead of results, which go to stderr */
    size_t passed, failed;
};

/* ---- --states */
struct watched {
    struct states states;
    uint64_t answers;
};

static void print_state(void *user, const char *scenario, const struct asking *at, unsigned seat, const char *words) {
    struct watched *w = user;
    if (!words) w->answers = 0;
    struct states_after after = {
        scenario, words ? ++w->answers : 0, tn_game_seat_name(at->game, seat), words, {.bytes = NULL}};
    states_print(&w->states, at, &after);
}

/* One file: a game, or scenarios that include it. */
static int run_file(const char *path, const struct test *t, struct scenario_report *report) {
    tn_source *source = NULL;
    struct watched watched = {.states = {.seat = TN_EVERYTHING}};
    struct scenario_watch watch = {print_state, &watched};
    tn_status status = tn_source_load(path, &source);
    if (status == TN_OK) status = scenarios_run(source, t->only, t->states ? &watch : NULL, report);
    if (watched.states.failed) status = TN_IO;
    if (status == TN_DIAG) print_diagnostics(source);
    if (status == TN_IO && watched.states.failed)
        fprintf(stderr, "terrane test: the states could not be written\n");
    else if (status == TN_IO)
        fprintf(stderr, "terrane test: %s: cannot be read\n", path);
    if (status == TN_NOMEM) fprintf(stderr, "terrane test: out of memory\n");
    tn_source_free(source);
    return status == TN_OK ? EXIT_GO_ON : status == TN_DIAG ? EXIT_NO : EXIT_HOST;
}

static void print_results(const struct test *t, const char *name, const struct scenario_report *report) {
    struct buf out;
    buf_init(&out);
    for (size_t i = 0; i < report->results.n; i++) {
        const struct scenario_result *r = &report->results.data[i];
        if (!r->message && t->verbose) buf_printf(&out, "  ok    %s\n", r->name);
        if (!r->message) continue;
        look_put(&t->look, &out, PAINT_WARNING, "  FAIL  ");
        buf_printf(&out, "%s\n    %s:%u: %s\n", r->name, r->file, r->failed_line, r->message);
    }
    size_t passed = report->results.n - report->failed;
    buf_printf(&out, "%s: %zu passed", name, passed);
    if (report->failed > 0) buf_printf(&out, ", %zu FAILED", report->failed);
    if (report->results.n == 0 && t->only) buf_printf(&out, " (no scenario has \"%s\" in its name)", t->only);
    if (report->results.n == 0 && !t->only) buf_puts(&out, " (it has no scenarios)");
    buf_putc(&out, '\n');
    fwrite(out.data, 1, out.n, t->states ? stderr : stdout);
    buf_free(&out);
}

static void add_results(struct json *j, const char *name, const struct scenario_report *report) {
    for (size_t i = 0; i < report->results.n; i++) {
        const struct scenario_result *r = &report->results.data[i];
        json_object(j, NULL);
        json_text(j, "game", name);
        json_text(j, "name", r->name);
        json_text(j, "file", r->file);
        json_unsigned(j, "line", r->line);
        json_bool(j, "passed", r->message == NULL);
        if (r->message) {
            json_unsigned(j, "failed_line", r->failed_line);
            json_text(j, "message", r->message);
        }
        json_close(j);
    }
}

static bool ends_with(const char *text, const char *end) {
    size_t n = strlen(text), m = strlen(end);
    return n > m && strcmp(text + n - m, end) == 0;
}

/* All files of one game, or one file of scenarios. */
static int run_game(const char *path, const char *name, struct test *t) {
    struct scenario_report report = {0};
    catalogue_paths files = {0};
    struct arena arena;
    arena_init(&arena);
    int code = run_file(path, t, &report);
    bool whole = !ends_with(path, ".scenario"); /* a game; one file of scenarios stands for itself */
    if (whole && !catalogue_scenarios(path, &arena, &files)) code = EXIT_HOST;
    for (size_t i = 0; i < files.n && code == EXIT_GO_ON; i++)
        code = run_file(files.data[i], t, &report);
    if (t->json)
        add_results(t->json, name, &report);
    else if (code == EXIT_GO_ON)
        print_results(t, name, &report);
    else
        fprintf(t->states ? stderr : stdout, "%s: NOT RUN\n", name);
    t->passed += report.results.n - report.failed;
    t->failed += report.failed;
    if (code == EXIT_GO_ON) code = report.failed > 0 ? EXIT_NO : EXIT_FINE;
    VEC_FREE(&files);
    arena_free(&arena);
    scenario_report_free(&report);
    return code;
}

static int run_all(struct test *t) {
    struct catalogue c;
    int worst = EXIT_FINE;
    if (!catalogue_load(&c)) worst = EXIT_HOST;
    for (size_t i = 0; i < c.games.n && worst != EXIT_HOST; i++) {
        int code = run_game(c.games.data[i].path, c.games.data[i].name, t);
        if (code > worst) worst = code;
    }
    if (c.games.n == 0) {
        fprintf(stderr, "terrane test: no games were found\n");
        worst = EXIT_HOST;
    }
    if (!t->json && c.games.n > 1)
        fprintf(t->states ? stderr : stdout, "%zu passed, %zu failed in %zu games\n", t->passed, t->failed, c.games.n);
    catalogue_free(&c);
    return worst;
}

static int run_one(const char *what, struct test *t) {
    struct buf path, name, error;
    buf_init(&path);
    buf_init(&name);
    buf_init(&error);
    int code = EXIT_HOST;
    if (catalogue_find(what, &path, &name, &error))
        code = run_game(path.data, strchr(what, '/') ? path.data : what, t);
    else
        fprintf(stderr, "terrane test: %s\n", error.data);
    buf_free(&path);
    buf_free(&name);
    buf_free(&error);
    return code;
}

/* A game or a file, as opposed to words of a scenario's name. */
static bool is_target(const char *word) {
    struct buf path, name, error;
    buf_init(&path);
    buf_init(&name);
    buf_init(&error);
    bool found = strcmp(word, "all") == 0 || catalogue_find(word, &path, &name, &error);
    buf_free(&path);
    buf_free(&name);
    buf_free(&error);
    return found;
}

static int run(const struct args *args) {
    struct test t = {
        .verbose = args_has(args, "verbose"), .states = args_has(args, "states"), .look = look_of(STDOUT_FILENO)};
    if (t.states && args_has(args, "json"))
        return args_wrong(args, "--states is an output of its own: not with --json");
    struct json json;
    struct buf text;
    size_t n = args->words.n;
    if (n > 1 && !is_target(args->words.data[n - 1])) t.only = args->words.data[--n];
    json_init(&json, &text);
    json_object(&json, NULL);
    json_array(&json, "scenarios");
    if (args_has(args, "json")) t.json = &json;
    int code = EXIT_FINE;
    for (size_t i = 0; i < n; i++) {
        const char *what = args->words.data[i];
        int one = strcmp(what, "all") == 0 ? run_all(&t) : run_one(what, &t);
        if (one > code) code = one;
    }
    json_close(&json);
    json_unsigned(&json, "passed", t.passed);
    json_unsigned(&json, "failed", t.failed);
    json_bool(&json, "ok", code == EXIT_FINE);
    json_close(&json);
    if (t.json) json_print(&json);
    buf_free(&text);
    return code;
}

static const struct flag flags[] = {
    {"verbose", NULL, "also name the scenarios that pass", false},
    {"json", NULL, "one object: passed, failed, scenarios", false},
    {"states", NULL, "the complete position at the start and after each answer, one JSON object per line", false},
};

const struct verb verb_test = {
    .name = "test",
    .words = "GAME... [NAME]",
    .summary = "Runs the scenarios of a game, or of all games.",
    .more = "A GAME may also be a .scenario file, or the word all. With NAME only scenarios whose name contains it\n"
            "are run; {n} in it stands for any words, as in the name of a family.\n",
    .details = "Scenarios are in the .game file and in *.scenario files beside it; such a file begins with\n"
               "include \"NAME.game\". Questions with one legal answer are answered automatically.\n\n"
               "Examples:\n"
               "  terrane test all\n"
               "  terrane test NAME \"words of a scenario\" --verbose\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 1,
    .most = 100,
    .run = run,
};
