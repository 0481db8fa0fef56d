/* trace.c: `terrane trace`: what an action does, step by step, tried on a position. */
#include "lab/trace.h"

#include "base/file.h"
#include "cli/links.h"
#include "cli/load.h"
#include "cli/states.h"
#include "cli/verbs.h"
#include "lab/trace_from.h"
#include "play/catalogue.h"
#include "play/link.h"

#include <stdio.h>
#include <string.h>

struct tried {
    const struct args *args;
    struct loaded loaded;
    struct journal journal;
    bool recorded; /* the game comes from the journal */
    uint64_t at;   /* so many answers come first, or TRACE_ALL */
    tn_state *from;
};

static int complain(const char *what, const char *why) {
    fprintf(stderr, "terrane trace: %s%s%s\n", what, *what ? ": " : "", why);
    return EXIT_NO;
}

static int out_of_memory(void) {
    complain("", "out of memory");
    return EXIT_HOST;
}

static bool has_room(struct tried *t) {
    t->from = tn_state_new(t->loaded.game);
    return t->from != NULL;
}

static int came(tn_status status, const char *what, const struct buf *why) {
    if (status == TN_NOMEM) return out_of_memory();
    return status == TN_OK ? EXIT_GO_ON : complain(what, why->data);
}

/* ---- where it begins: a game that was played */
static bool is_journal(const char *path) {
    char start[16] = {0};
    size_t n = file_read_start(path, start, sizeof start - 1);
    return n == sizeof start - 1 && !memcmp(start, "terrane journal", n);
}

static int load_record(struct tried *t, const char *what, struct buf *why) {
    t->recorded = true;
    if (!is_journal(what)) return load_link(t->args, what, NULL, &t->loaded, &t->journal);
    if (!journal_read(&t->journal, what, why)) return complain("", why->data);
    bool unfit = false;
    int code = load_journal_game(&t->journal, &t->loaded, &unfit, why);
    return why->n ? complain("", why->data) : code;
}

static int begin_record(struct tried *t, const char *what, struct buf *why) {
    int code = load_record(t, what, why);
    if (code != EXIT_GO_ON) return code;
    if (!has_room(t)) return out_of_memory();
    return came(trace_from_journal(&t->journal, t->loaded.game, (uint32_t)t->at, t->from, why), "", why);
}

/* ---- or a scenario */
/* EXIT_NO: that file has no scenario of the name. */
static int load_as_wanted(const char *path, const char *name, struct loaded *out) {
    int code = load_source(path, out);
    if (code != EXIT_GO_ON || !out->source) return code;
    switch (trace_scenario_game(out->source, name, &out->game)) {
    case TN_OK: return out->game ? EXIT_GO_ON : EXIT_NO;
    case TN_DIAG: print_diagnostics(out->source); return EXIT_FAULT;
    default: return out_of_memory();
    }
}

/* It says itself how many players and which options it wants, and may stand in a file beside the game. */
static int load_scenario(struct tried *t, const char *what, const char *name) {
    catalogue_paths beside = {0};
    struct arena arena;
    arena_init(&arena);
    int code = load_as_wanted(what, name, &t->loaded);
    if (code == EXIT_NO && !catalogue_scenarios(t->loaded.path.data, &arena, &beside)) code = out_of_memory();
    for (size_t i = 0; i < beside.n && code == EXIT_NO; i++) {
        loaded_free(&t->loaded);
        code = load_as_wanted(beside.data[i], name, &t->loaded);
    }
    VEC_FREE(&beside);
    arena_free(&arena);
    return code == EXIT_NO ? complain(name, "the game has no scenario of that name") : code;
}

static int begin_scenario(struct tried *t, const char *what, const char *name, struct buf *why) {
    int code = load_scenario(t, what, name);
    if (code != EXIT_GO_ON) return code;
    if (!has_room(t)) return out_of_memory();
    return came(trace_from_scenario(t->loaded.game, name, (uint32_t)t->at, t->from, why), name, why);
}

/* ---- or a game that has just begun, or a position in a file */
static int begin_game(struct tried *t, const char *what, uint64_t seed, struct buf *why) {
    struct position position;
    int code = position_load(t->args, &position);
    if (code == EXIT_GO_ON) code = load_game_like(t->args, what, &position.config, &t->loaded);
    if (code == EXIT_GO_ON && !has_room(t)) code = out_of_memory();
    if (code == EXIT_GO_ON) {
        struct match_setup setup = {.seed = seed, .from = position.path ? position.text.data : NULL};
        setup.from_size = position.text.n;
        code = came(trace_from_setup(t->loaded.game, &setup, t->from, why), "", why);
    }
    position_free(&position);
    return code;
}

static int begin(struct tried *t, const char *what, struct buf *why) {
    const char *scenario = args_value(t->args, "scenario");
    uint64_t seed = 1;
    int code = args_number(t->args, "seed", 0, UINT64_MAX, &seed);
    if (code != EXIT_GO_ON) return code;
    if (is_journal(what) || link_meant(what)) return begin_record(t, what, why);
    if (scenario) return begin_scenario(t, what, scenario, why);
    if (t->at != TRACE_ALL) return args_wrong(t->args, "--at goes with a journal, a link or --scenario");
    return begin_game(t, what, seed, why);
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
    struct tried t = {.args = args, .at = TRACE_ALL};
    struct buf error;
    int code = args_number(args, "at", 0, TRACE_ALL - 1, &t.at);
    if (code != EXIT_GO_ON) return code;
    buf_init(&error);
    code = begin(&t, args->words.data[0], &error);
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
