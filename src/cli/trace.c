/* trace.c: `terrane trace`: what an action does, step by step, tried on a position. */
#include "lab/trace.h"

#include "base/file.h"
#include "cli/links.h"
#include "cli/load.h"
#include "cli/states.h"
#include "cli/verbs.h"
#include "lab/scenario.h"
#include "play/catalogue.h"
#include "play/link.h"
#include "play/match.h"

#include <stdio.h>
#include <string.h>

struct tried {
    const struct args *args;
    struct loaded loaded;
    struct journal journal;
    bool recorded; /* the game comes from the journal */
    uint64_t at;   /* so many answers of it come first; UINT64_MAX: all */
    tn_state *from;
};

static int complain(const char *what, const char *why) {
    fprintf(stderr, "terrane trace: %s%s%s\n", what, *what ? ": " : "", why);
    return EXIT_NO;
}

static int keep_position(struct tried *t, const tn_state *s) {
    if (!t->from) t->from = tn_state_new(t->loaded.game);
    if (!t->from) return complain("", "out of memory"), EXIT_HOST;
    memcpy(t->from, s, tn_game_state_size(t->loaded.game));
    return EXIT_GO_ON;
}

/* ---- where it begins: a game that was played */
static bool is_journal(const char *path) {
    char start[16] = {0};
    size_t n = file_read_start(path, start, sizeof start - 1);
    return n == sizeof start - 1 && !memcmp(start, "terrane journal", n);
}

static int load_record(struct tried *t, const char *what, struct buf *error) {
    t->recorded = true;
    if (!is_journal(what)) return load_link(t->args, what, NULL, &t->loaded, &t->journal);
    if (!journal_read(&t->journal, what, error)) return complain("", error->data);
    bool unfit = false;
    int code = load_journal_game(&t->journal, &t->loaded, &unfit, error);
    return error->n ? complain("", error->data) : code;
}

static int play_record(struct tried *t, struct buf *error) {
    struct match m;
    struct match_setup setup;
    const struct journal *j = &t->journal;
    if (!journal_setup(&t->journal, t->loaded.game, &setup, error)) return complain("", error->data);
    tn_status status = match_begin(&m, t->loaded.game, &setup);
    bool fine = status == TN_OK;
    if (!fine) buf_puts(error, status == TN_NOMEM ? "out of memory" : *m.wrong ? m.wrong : "the rules stop at once");
    uint64_t n = t->at < j->answers.n ? t->at : j->answers.n;
    if (fine && t->at != UINT64_MAX && t->at > j->answers.n) {
        buf_printf(error, "there are only %zu answers", j->answers.n);
        fine = false;
    }
    for (size_t i = 0; i < n && fine; i++)
        fine = journal_step(&t->journal, i, &m, error);
    int code = fine ? keep_position(t, m.state) : complain("", error->data);
    match_free(&m);
    return code;
}

/* ---- or a scenario */
struct watching {
    struct tried *t;
    uint64_t answers;
    int code;
};

static void answered(void *user, const char *scenario, const struct asking *at, unsigned seat, const char *words) {
    struct watching *w = user;
    uint64_t wanted = w->t->at == UINT64_MAX ? 0 : w->t->at;
    (void)scenario, (void)seat;
    if (words) w->answers++;
    if (w->answers == wanted && w->code != EXIT_GO_ON) w->code = keep_position(w->t, at->state);
}

/* SIZE_MAX: there is none of that name. */
static size_t scenario_number(const tn_game *game, const char *name) {
    for (size_t i = 0; i < tn_game_scenario_count(game); i++) {
        tn_scenario s;
        tn_game_scenario(game, i, &s);
        if (!strcmp(s.name, name)) return i;
    }
    return SIZE_MAX;
}

static int play_scenario(struct tried *t, const char *name, struct buf *error) {
    const tn_game *game = t->loaded.game;
    struct watching w = {t, 0, EXIT_NO};
    struct scenario_watch watch = {answered, &w};
    uint32_t line;
    tn_ctx *ctx = tn_ctx_new(game);
    size_t found = scenario_number(game, name);
    if (!ctx) return complain("", "out of memory"), EXIT_HOST;
    scenario_run(game, ctx, found, &watch, &line, error); /* whether it passes is not the question */
    tn_ctx_free(ctx);
    return w.code == EXIT_GO_ON ? w.code : complain(name, "has not so many answers");
}

/* Compiles the definition as its scenario of that name wants it. EXIT_NO: it has none; EXIT_GO_ON: done. */
static int load_as_wanted(const char *path, const char *name, struct loaded *out) {
    int code = load_source(path, out);
    if (code != EXIT_GO_ON) return code;
    for (size_t i = 0; out->source && i < tn_source_scenario_config_count(out->source); i++) {
        tn_config config;
        tn_source_scenario_config(out->source, i, &config);
        code = load_compiled(path, &config, out);
        if (code != EXIT_GO_ON || scenario_number(out->game, name) < SIZE_MAX) return code;
        tn_game_free(out->game);
        out->game = NULL;
    }
    return EXIT_NO;
}

/* A scenario says itself how many players and which options it wants; it may stand in a file beside the game. */
static int load_scenario(struct tried *t, const char *what, const char *name) {
    catalogue_paths beside = {0};
    struct arena arena;
    arena_init(&arena);
    int code = load_as_wanted(what, name, &t->loaded);
    if (code == EXIT_NO && !catalogue_scenarios(t->loaded.path.data, &arena, &beside)) code = EXIT_HOST;
    for (size_t i = 0; i < beside.n && code == EXIT_NO; i++) {
        loaded_free(&t->loaded);
        code = load_as_wanted(beside.data[i], name, &t->loaded);
    }
    VEC_FREE(&beside);
    arena_free(&arena);
    return code == EXIT_NO ? complain(name, "the game has no scenario of that name") : code;
}

/* ---- or a game that has just begun, or a position in a file */
static int begin_game(struct tried *t, const struct position *position, uint64_t seed) {
    struct match m;
    struct match_setup setup = {.seed = seed, .from = position->path ? position->text.data : NULL};
    setup.from_size = position->text.n;
    tn_status status = match_begin(&m, t->loaded.game, &setup);
    int code = status == TN_OK ? keep_position(t, m.state) : complain("", *m.wrong ? m.wrong : "the game cannot begin");
    match_free(&m);
    return code;
}

static int load_position(struct tried *t, const char *what, struct buf *error) {
    struct position position;
    const char *scenario = args_value(t->args, "scenario");
    uint64_t seed = 1;
    int code = args_number(t->args, "seed", 0, UINT64_MAX, &seed);
    if (code != EXIT_GO_ON) return code;
    if (is_journal(what) || link_meant(what)) {
        code = load_record(t, what, error);
        return code == EXIT_GO_ON ? play_record(t, error) : code;
    }
    if (scenario) {
        code = load_scenario(t, what, scenario);
        return code == EXIT_GO_ON ? play_scenario(t, scenario, error) : code;
    }
    if (t->at != UINT64_MAX) return args_wrong(t->args, "--at goes with a journal, a link or --scenario");
    code = position_load(t->args, &position);
    if (code == EXIT_GO_ON) code = load_game_like(t->args, what, &position.config, &t->loaded);
    if (code == EXIT_GO_ON) code = begin_game(t, &position, seed);
    position_free(&position);
    return code;
}

/* ---- out */
static int show(struct tried *t, struct buf *why) {
    const char *const *answers = t->args->words.data + 1;
    size_t n = t->args->words.n - 1;
    struct trace trace;
    struct json json;
    struct buf text;
    bool as_json = args_has(t->args, "json");
    tn_status status = trace_run(t->loaded.game, t->from, answers, n, &trace, why);
    int code = status == TN_OK ? EXIT_FINE : status == TN_NOMEM ? EXIT_HOST : EXIT_NO;
    if (status != TN_NOMEM && as_json) {
        json_init(&json, &text);
        json_object(&json, NULL);
        json_text(&json, "game", tn_game_title(t->loaded.game));
        trace_put_json(&trace, &json);
        if (status != TN_OK) json_text(&json, "refused", why->data);
        json_close(&json);
        json_print(&json);
    } else if (status != TN_NOMEM) {
        buf_init(&text);
        trace_put_text(&trace, t->loaded.source, &text);
        fwrite(text.data, 1, text.n, stdout);
        buf_free(&text);
    }
    if (status != TN_OK) fprintf(stderr, "terrane trace: %s\n", status == TN_NOMEM ? "out of memory" : why->data);
    trace_free(&trace);
    return code;
}

static int run(const struct args *args) {
    struct tried t = {.args = args, .at = UINT64_MAX};
    struct buf error;
    int code = args_number(args, "at", 0, UINT32_MAX, &t.at);
    if (code != EXIT_GO_ON) return code;
    buf_init(&error);
    code = load_position(&t, args->words.data[0], &error);
    buf_clear(&error);
    if (code == EXIT_GO_ON) code = show(&t, &error);
    tn_state_free(t.from);
    if (t.recorded) journal_free(&t.journal);
    loaded_free(&t.loaded);
    buf_free(&error);
    return code;
}

static const struct flag flags[] = {
    LOAD_FLAGS,
    {"seed", "N", "decides all chance of a game that begins (1)", false},
    {"scenario", "NAME", "begin with what that scenario of the game is given", false},
    {"at", "N", "of a journal, link or scenario: behind its first N answers (all; of a scenario none)", false},
    FROM_FLAG,
    {"json", NULL, "the tree, the position before and after (docs/trace.schema.json)", false},
};

const struct verb verb_trace = {
    .name = "trace",
    .words = "GAME|JOURNAL|LINK [ANSWER ...]",
    .summary = "Shows what an action does, step by step.",
    .more = "The answers are given one after the other at a position; questions with one answer are answered.\n",
    .details =
        "Each line is something that happened: an answer, a rule (of a card, a verb, a signal, a reaction), or a\n"
        "change, with the line of the definition that does it. What happened because of something stands below\n"
        "it. Without answers the position's question is shown. Hidden things are told, too.\n\n"
        "Examples:\n"
        "  terrane trace NAME \"First answer\" \"Second answer\"\n"
        "  terrane trace NAME --players 3 --seed 7 \"First answer\"\n"
        "  terrane trace NAME --scenario \"Too poor\" \"Power Plant\"\n"
        "  terrane trace game.journal --at 12 \"Another answer\" --json\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 1,
    .most = 64,
    .run = run,
};
