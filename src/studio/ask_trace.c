/* ask_trace.c: an action tried on a position of the text as it is now: what it does, step by step (lab/trace.h). The
 * position is that of a scenario ("scenario"), a game that was played ("journal", "link"), or a game that begins
 * ("seed", 1). And a game that was played by an earlier text, gone on with by the one of now. */
#include "studio/ask.h"

#include "lab/trace.h"
#include "lab/trace_from.h"
#include "play/catalogue.h"
#include "play/link.h"

#include <string.h>

/* What a request is about. */
struct trying {
    struct ask *ask;
    const char *path;
    tn_source *source;
    tn_game *game;
    tn_state *from;
    struct buf why;
};

static const char *wish(const struct trying *t, const char *key) {
    return value_text(value_get(t->ask->body, key));
}

/* "at": behind so many answers. */
static uint32_t answers_first(const struct trying *t) {
    int64_t at = value_number(value_get(t->ask->body, "at"), TRACE_ALL);
    return at < 0 || at > TRACE_ALL ? TRACE_ALL : (uint32_t)at;
}

/* False: the answer says why. */
static bool load(struct trying *t, const char *path) {
    tn_source_free(t->source);
    t->source = NULL;
    tn_status status = tn_source_load(path, &t->source);
    if (status == TN_OK) return true;
    if (t->source)
        ask_put_diagnostics(t->ask, t->source);
    else
        ask_no_memory(t->ask);
    return false;
}

static bool compile(struct trying *t, const tn_config *config) {
    tn_status status = tn_game_new(t->source, config, &t->game);
    if (status == TN_OK) return true;
    if (status == TN_DIAG)
        ask_put_diagnostics(t->ask, t->source);
    else if (status == TN_BAD_CONFIG)
        ask_refuse(t->ask, ASK_BAD, "the game has no such players or options");
    else
        ask_no_memory(t->ask);
    return false;
}

/* The game as a scenario wants it, which may stand beside it. */
static bool load_scenario(struct trying *t, const char *name) {
    catalogue_paths beside = {0};
    bool fine = load(t, t->path) && catalogue_scenarios(t->path, &t->ask->arena, &beside);
    for (size_t i = 0; fine && !t->game && i <= beside.n; i++) {
        if (i) fine = load(t, beside.data[i - 1]);
        if (fine && trace_scenario_game(t->source, name, &t->game) == TN_DIAG)
            fine = false, ask_put_diagnostics(t->ask, t->source);
    }
    VEC_FREE(&beside);
    if (fine && !t->game) ask_refuse(t->ask, ASK_BAD, "the game has no scenario \"%s\"", name);
    return t->game != NULL;
}

static bool has_room(struct trying *t) {
    t->from = tn_state_new(t->game);
    if (!t->from) ask_no_memory(t->ask);
    return t->from != NULL;
}

static bool came(struct trying *t, tn_status status) {
    if (status == TN_NOMEM)
        ask_no_memory(t->ask);
    else if (status != TN_OK)
        ask_refuse(t->ask, ASK_BAD, "%s", t->why.data);
    return status == TN_OK;
}

static bool play_journal(struct trying *t, const char *text) {
    struct journal j;
    bool fine = journal_parse(&j, "the journal", text, strlen(text), &t->why);
    if (!fine) ask_refuse(t->ask, ASK_BAD, "%s", t->why.data);
    tn_config config = {j.players, j.options.data, j.options.n};
    fine = fine && load(t, t->path) && compile(t, &config) && has_room(t);
    /* A text that has changed plays it as far as it goes: what it was written with does not matter here. */
    fine = fine && came(t, trace_from_journal(&j, t->game, answers_first(t), t->from, &t->why));
    journal_free(&j);
    return fine;
}

static bool play_link(struct trying *t, const char *text) {
    struct link l;
    struct match m;
    bool fine = link_read(&l, text, &t->why) == LINK_FINE, began = false;
    if (!fine) ask_refuse(t->ask, ASK_BAD, "%s", t->why.data);
    fine = fine && load(t, t->path) && compile(t, &l.config) && has_room(t);
    if (fine) {
        began = true;
        fine = came(t, match_init(&m, t->game, l.seed)) &&
               came(t, link_play(&l, &m, &t->why) == LINK_FINE ? TN_OK : TN_BAD_STATE);
        if (fine && answers_first(t) < m.history.n) fine = came(t, match_rewind(&m, answers_first(t)));
    }
    if (fine) memcpy(t->from, m.state, tn_game_state_size(t->game));
    if (began) match_free(&m);
    link_free(&l);
    return fine;
}

static bool begin_game(struct trying *t) {
    tn_config config;
    struct match_setup setup = {.seed = (uint64_t)value_number(value_get(t->ask->body, "seed"), 1)};
    return ask_config(t->ask, &config) && load(t, t->path) && compile(t, &config) && has_room(t) &&
           came(t, trace_from_setup(t->game, &setup, t->from, &t->why));
}

static bool find_position(struct trying *t) {
    const char *scenario = wish(t, "scenario"), *journal = wish(t, "journal"), *link = wish(t, "link");
    if (journal) return play_journal(t, journal);
    if (link) return play_link(t, link);
    if (!scenario) return begin_game(t);
    return load_scenario(t, scenario) && has_room(t) &&
           came(t, trace_from_scenario(t->game, scenario, answers_first(t), t->from, &t->why));
}

static void put_trace(struct trying *t) {
    const struct value *answers = value_get(t->ask->body, "answers");
    VEC(const char *) words = {0};
    struct trace trace;
    bool fine = true;
    for (const struct value *v = answers ? answers->kids : NULL; v && fine; v = v->next)
        fine = value_text(v) && VEC_PUSH(&words, value_text(v));
    buf_clear(&t->why);
    if (fine) {
        tn_status status = trace_run(t->game, t->from, words.data, words.n, &trace, &t->why);
        if (status == TN_NOMEM)
            ask_no_memory(t->ask);
        else
            trace_put_json(&trace, &t->ask->out);
        if (status == TN_ILLEGAL) json_text(&t->ask->out, "refused", t->why.data);
        trace_free(&trace);
    } else {
        ask_refuse(t->ask, ASK_BAD, "\"answers\" is a list of texts");
    }
    VEC_FREE(&words);
}

void ask_trace(struct ask *a) {
    struct trying t = {.ask = a, .path = ask_game(a)};
    if (!t.path) return;
    buf_init(&t.why);
    if (find_position(&t)) put_trace(&t);
    tn_state_free(t.from);
    tn_game_free(t.game);
    tn_source_free(t.source);
    buf_free(&t.why);
}

/* ---- follow */
static void put_followed(struct trying *t, struct match *m, size_t answered, size_t of) {
    struct json *j = &t->ask->out;
    struct buf link, none;
    buf_init(&link);
    buf_init(&none);
    json_unsigned(j, "answered", answered);
    json_unsigned(j, "of", of);
    if (answered < of) json_text(j, "stopped", t->why.data);
    /* Where the game is over by the new text, or has no link, nobody can go on with it. */
    if (match_status(m) == TN_ASK && link_write(m, wish(t, "game"), &link, &none)) json_text(j, "link", link.data);
    buf_free(&link);
    buf_free(&none);
}

/* What stands before the reason is a place in a journal that nobody sees. */
static void drop_place(struct buf *why) {
    const char *colon = strstr(why->data, ": ");
    if (colon) memmove(why->data, colon + 2, strlen(colon + 2) + 1);
}

/* The answers of a journal as far as they can be given by the text as it is now. */
static void follow(struct trying *t, struct journal *j) {
    struct match_setup setup;
    struct match m;
    size_t i = 0;
    if (!journal_setup(j, t->game, &setup, &t->why)) {
        ask_refuse(t->ask, ASK_BAD, "%s", t->why.data);
        return;
    }
    setup.rules = 0;
    j->checks.n = 0; /* they are true of the text before */
    tn_status status = match_begin(&m, t->game, &setup);
    while (status == TN_OK && i < j->answers.n && journal_step(j, i, &m, &t->why))
        i++;
    if (i < j->answers.n && t->why.n > 0) drop_place(&t->why);
    if (status == TN_NOMEM || m.out_of_memory || t->why.failed)
        ask_no_memory(t->ask);
    else
        put_followed(t, &m, i, j->answers.n);
    match_free(&m);
}

void ask_follow(struct ask *a) {
    struct trying t = {.ask = a, .path = ask_game(a)};
    struct journal j;
    tn_config config;
    const char *text = t.path ? ask_text(a, "journal") : NULL;
    if (!text) return;
    buf_init(&t.why);
    bool fine = journal_parse(&j, "journal", text, strlen(text), &t.why);
    if (!fine) ask_refuse(a, ASK_BAD, "%s", t.why.data);
    if (fine && ask_config(a, &config) && load(&t, t.path) && compile(&t, &config)) follow(&t, &j);
    journal_free(&j);
    tn_game_free(t.game);
    tn_source_free(t.source);
    buf_free(&t.why);
}
