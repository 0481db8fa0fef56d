/* trace_from.c: see trace_from.h. */
#include "lab/trace_from.h"

#include "lab/scenario.h"

#include <string.h>

static void copy(const tn_game *game, const tn_state *from, tn_state *out) {
    memcpy(out, from, tn_game_state_size(game));
}

/* ---- scenarios */
/* SIZE_MAX: there is none of that name. */
static size_t scenario_number(const tn_game *game, const char *name) {
    for (size_t i = 0; i < tn_game_scenario_count(game); i++) {
        tn_scenario s;
        tn_game_scenario(game, i, &s);
        if (!strcmp(s.name, name)) return i;
    }
    return SIZE_MAX;
}

tn_status trace_scenario_game(tn_source *source, const char *name, tn_game **out) {
    tn_status status = TN_OK;
    *out = NULL;
    for (size_t i = 0; i < tn_source_scenario_config_count(source) && status == TN_OK; i++) {
        tn_config config;
        tn_source_scenario_config(source, i, &config);
        status = tn_game_new(source, &config, out);
        if (status == TN_OK && scenario_number(*out, name) != SIZE_MAX) return TN_OK;
        tn_game_free(*out);
        *out = NULL;
    }
    return status;
}

struct waiting {
    const tn_game *game;
    tn_state *out;
    uint32_t wanted, answers;
    bool there;
};

static void answered(void *user, const char *scenario, const struct asking *at, unsigned seat, const char *words) {
    struct waiting *w = user;
    (void)scenario, (void)seat;
    if (words) w->answers++;
    if (w->answers != w->wanted || w->there) return;
    copy(w->game, at->state, w->out);
    w->there = true;
}

tn_status trace_from_scenario(const tn_game *game, const char *name, uint32_t answers, tn_state *out, struct buf *why) {
    struct waiting w = {game, out, answers == TRACE_ALL ? 0 : answers, 0, false};
    struct scenario_watch watch = {answered, &w};
    size_t number = scenario_number(game, name);
    uint32_t line;
    tn_status status = TN_BAD_STATE;
    if (number == SIZE_MAX) return buf_puts(why, "the game has no scenario of that name"), status;
    tn_ctx *ctx = tn_ctx_new(game);
    if (!ctx) return TN_NOMEM;
    status = scenario_run(game, ctx, number, &watch, &line, why); /* whether it passes is not the question */
    tn_ctx_free(ctx);
    buf_clear(why);
    if (status != TN_OK || w.there) return status;
    return buf_printf(why, "the scenario has only %u answers", (unsigned)w.answers), TN_BAD_STATE;
}

/* ---- games */
static tn_status settle(struct match *m, tn_status status, struct buf *why) {
    if (status != TN_OK && status != TN_NOMEM)
        buf_puts(why, *m->wrong ? m->wrong : "the rules stop before anybody is asked");
    return status;
}

tn_status trace_from_setup(const tn_game *game, const struct match_setup *setup, tn_state *out, struct buf *why) {
    struct match m;
    tn_status status = settle(&m, match_begin(&m, game, setup), why);
    if (status == TN_OK) copy(game, m.state, out);
    match_free(&m);
    return status;
}

tn_status trace_from_journal(struct journal *j, const tn_game *game, uint32_t answers, tn_state *out, struct buf *why) {
    struct match m;
    struct match_setup setup;
    size_t n = j->answers.n;
    if (!journal_setup(j, game, &setup, why)) return TN_BAD_STATE;
    if (answers != TRACE_ALL && answers > n) return buf_printf(why, "there are only %zu answers", n), TN_BAD_STATE;
    if (answers != TRACE_ALL) n = answers;
    tn_status status = settle(&m, match_begin(&m, game, &setup), why);
    for (size_t i = 0; i < n && status == TN_OK; i++)
        if (!journal_step(j, i, &m, why)) status = TN_BAD_STATE;
    if (status == TN_OK) copy(game, m.state, out);
    match_free(&m);
    return status;
}
