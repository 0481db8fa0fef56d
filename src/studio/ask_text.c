/* ask_text.c: requests about the text of a definition: is it right, do its scenarios hold, what is it made of, which
 * tokens has it, how is it written. */
#include "studio/ask.h"

#include "design/model.h"
#include "design/tokens.h"
#include "lab/scenario.h"
#include "play/catalogue.h"
#include "table/games.h"

#include <stdlib.h>
#include <string.h>

/* The source of a file, with or without mistakes; NULL: it is refused. */
static tn_source *load(struct ask *a, const char *path) {
    tn_source *source = NULL;
    tn_status status = tn_source_load(path, &source);
    if (status == TN_NOMEM)
        ask_no_memory(a);
    else if (!source)
        ask_refuse(a, ASK_CANNOT_READ, "%s cannot be read", path);
    return source;
}

/* ---- check */
/* Of one configuration; where that does not fit the text as it is now ("fits"), of the text alone. */
void ask_check(struct ask *a) {
    const char *path = ask_game(a);
    tn_config config;
    tn_game *game = NULL;
    tn_status status = TN_DIAG;
    unsigned least, most;
    if (!path || !ask_config(a, &config)) return;
    tn_source *source = load(a, path);
    if (!source) return;
    if (tn_source_error_count(source) == 0) status = tn_game_new(source, &config, &game);
    tn_source_seats(source, &least, &most);
    json_bool(&a->out, "ok", game != NULL);
    json_bool(&a->out, "fits", status != TN_BAD_CONFIG);
    ask_put_diagnostics(a, source);
    json_array(&a->out, "seats");
    json_unsigned(&a->out, NULL, least);
    json_unsigned(&a->out, NULL, most);
    json_close(&a->out);
    games_put_options(&a->out, source);
    if (status == TN_NOMEM) ask_no_memory(a);
    tn_game_free(game);
    tn_source_free(source);
}

/* ---- scenarios */
/* False: it does not compile, and the answer says why, or it was refused. */
static bool run_file(struct ask *a, const char *path, const char *only, struct scenario_report *report) {
    tn_source *source = load(a, path);
    if (!source) return false;
    tn_status status = tn_source_error_count(source) ? TN_DIAG : scenarios_run(source, only, NULL, report);
    if (status == TN_DIAG) ask_put_diagnostics(a, source);
    if (status == TN_NOMEM) ask_no_memory(a);
    tn_source_free(source);
    return status == TN_OK;
}

static void put_results(struct ask *a, const struct scenario_report *report) {
    json_array(&a->out, "results");
    for (size_t i = 0; i < report->results.n; i++) {
        const struct scenario_result *r = &report->results.data[i];
        json_object(&a->out, NULL);
        json_text(&a->out, "name", r->name);
        json_text(&a->out, "file", r->file);
        json_unsigned(&a->out, "line", r->line);
        if (r->message) {
            json_unsigned(&a->out, "failed_line", r->failed_line);
            json_text(&a->out, "message", r->message);
        }
        json_close(&a->out);
    }
    json_close(&a->out);
    json_unsigned(&a->out, "failed", report->failed);
}

/* Those of the game and of the files beside it. A text that does not compile has diagnostics instead. */
void ask_scenarios(struct ask *a) {
    const char *path = ask_game(a), *only = value_text(value_get(a->body, "only"));
    struct scenario_report report = {0};
    catalogue_paths beside = {0};
    if (!path) return;
    bool fine = run_file(a, path, only, &report);
    if (fine && !catalogue_scenarios(path, &a->arena, &beside)) a->arena.failed = true;
    for (size_t i = 0; i < beside.n && fine; i++)
        fine = run_file(a, beside.data[i], only, &report);
    if (fine) put_results(a, &report);
    VEC_FREE(&beside);
    scenario_report_free(&report);
}

/* ---- model */
/* As `terrane model` prints it, under "model"; a text that does not compile has diagnostics instead. */
void ask_model(struct ask *a) {
    const char *path = ask_game(a);
    catalogue_paths beside = {0};
    enum file_status status;
    struct diags diags;
    struct buf out;
    if (!path) return;
    tn_source *source = load(a, path);
    if (!source) return;
    bool sound = tn_source_error_count(source) == 0;
    struct definition *d = sound ? definition_open(path, (struct design_files){0}, &status) : NULL;
    diags_init(&diags);
    buf_init(&out);
    if (d && !catalogue_scenarios(path, &d->arena, &beside)) d->arena.failed = true;
    if (d && model_put(d, beside.data, beside.n, &diags, &out)) {
        json_raw(&a->out, "model", out.data, out.n);
    } else if (sound && (!d || d->arena.failed)) {
        ask_no_memory(a);
    } else { /* what the compiler says is the same, and a source has it in the form of answers */
        tn_game *game = NULL;
        if (sound) tn_game_new(source, &(tn_config){0}, &game);
        ask_put_diagnostics(a, source);
        tn_game_free(game);
    }
    VEC_FREE(&beside);
    buf_free(&out);
    diags_free(&diags);
    definition_free(d);
    tn_source_free(source);
}

/* ---- tokens */
/* Of the files of the definition as they are, with mistakes or without. */
void ask_tokens(struct ask *a) {
    const char *path = ask_game(a);
    enum file_status status;
    if (!path) return;
    struct definition *d = definition_open(path, (struct design_files){0}, &status);
    if (!d && status != FILE_NO_MEMORY)
        ask_refuse(a, ASK_CANNOT_READ, "%s cannot be read", path);
    else if (!d || !tokens_put(d, &a->out))
        ask_no_memory(a);
    definition_free(d);
}

/* ---- fmt */
/* A text in canonical form, or its diagnostics. What it includes need not be there. */
void ask_format(struct ask *a) {
    const char *text = ask_text(a, "text");
    tn_source *source = NULL;
    size_t n = 0;
    if (!text) return;
    tn_status status = tn_source_parse("text", text, strlen(text), &source);
    if (source) status = tn_source_format(source, NULL, 0, &n);
    char *out = status == TN_OK ? ARENA_ARRAY(&a->arena, char, n + 1) : NULL;
    if (status == TN_DIAG)
        ask_put_diagnostics(a, source);
    else if (status == TN_FAULT)
        ask_refuse(a, ASK_BAD, "the form would change the meaning; the text is left as it is");
    else if (out && tn_source_format(source, out, n + 1, &n) == TN_OK)
        json_text(&a->out, "text", out);
    else
        ask_no_memory(a);
    tn_source_free(source);
}
