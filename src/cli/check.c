/* check.c: `terrane check`: is a definition right, in every configuration it offers? */
#include "base/arena.h"
#include "base/json.h"
#include "cli/faces.h"
#include "cli/load.h"
#include "cli/verbs.h"
#include "term/capabilities.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SEATS = 8 };

struct check {
    struct loaded loaded;
    struct arena arena;
    VEC(const char *) said; /* diagnostics printed, so that none is printed for every configuration */
    struct json *json;      /* NULL: text to stderr */
    bool colour;
    size_t errors, warnings, configurations;
    uint32_t games; /* to be played at random; 0: for a moment */
    size_t cards, spaces, state_bytes[SEATS + 1];
    bool compiled; /* some configuration did */
    bool out_of_memory;
};

static bool said_before(struct check *c, const char *text) {
    for (size_t i = 0; i < c->said.n; i++)
        if (strcmp(c->said.data[i], text) == 0) return true;
    const char *kept = arena_strdup(&c->arena, text, strlen(text));
    if (!kept || !VEC_PUSH(&c->said, kept)) c->out_of_memory = true;
    return false;
}

static void report_json(struct json *j, const tn_diag *d) {
    static const char *const levels[] = {[TN_ERROR] = "error", [TN_WARNING] = "warning", [TN_NOTE] = "note"};
    json_object(j, NULL);
    json_text(j, "level", levels[d->level]);
    json_text(j, "code", d->code);
    json_text(j, "file", d->file);
    json_unsigned(j, "line", d->line);
    json_unsigned(j, "column", d->col);
    json_unsigned(j, "length", d->len);
    json_text(j, "text", d->text);
    json_text(j, "hint", d->hint);
    json_close(j);
}

static void report(struct check *c) {
    const tn_source *source = c->loaded.source;
    for (size_t i = 0; i < tn_source_diag_count(source); i++) {
        tn_diag d;
        tn_source_diag(source, i, &d);
        size_t n = tn_source_diag_text(source, i, c->colour, NULL, 0);
        char *text = ARENA_ARRAY(&c->arena, char, n + 1);
        if (!text) continue;
        tn_source_diag_text(source, i, c->colour, text, n + 1);
        if (said_before(c, text)) continue;
        c->errors += d.level == TN_ERROR;
        c->warnings += d.level == TN_WARNING;
        if (c->json)
            report_json(c->json, &d);
        else
            fprintf(stderr, n > 0 && text[n - 1] == '\n' ? "%s" : "%s\n", text);
    }
}

/* Compiles one configuration and keeps the figures of the summary. */
static void try_config(struct check *c, unsigned seats, const char *option) {
    tn_config config = {seats, &option, option ? 1 : 0};
    tn_game *game = NULL;
    tn_status status = tn_game_new(c->loaded.source, &config, &game);
    if (status == TN_BAD_CONFIG) return;
    if (status == TN_NOMEM) c->out_of_memory = true;
    c->configurations++;
    if (game && tn_game_rehearse(c->loaded.source, game, c->games) == TN_NOMEM) c->out_of_memory = true;
    report(c);
    if (status == TN_DIAG && tn_source_error_count(c->loaded.source) > 0 && c->errors == 0) c->errors = 1;
    if (!game) return;
    c->compiled = true;
    unsigned n = tn_game_seat_count(game);
    if (n <= SEATS && tn_game_state_size(game) > c->state_bytes[n]) c->state_bytes[n] = tn_game_state_size(game);
    if (tn_game_card_count(game) > c->cards) c->cards = tn_game_card_count(game);
    if (tn_game_space_count(game) > c->spaces) c->spaces = tn_game_space_count(game);
    tn_game_free(game);
}

/* Each number of players (the default is among them), and each value of each option once. */
static void try_all(struct check *c) {
    const tn_source *source = c->loaded.source;
    unsigned least, most;
    tn_source_seats(source, &least, &most);
    for (unsigned seats = least; seats <= most && seats <= SEATS; seats++)
        try_config(c, seats, NULL);
    for (size_t i = 0; i < tn_source_option_count(source); i++) {
        tn_option option;
        tn_source_option(source, i, &option);
        for (size_t v = 1; v < option.n_values; v++) {
            const char *text = arena_printf(&c->arena, "%s=%s", option.name, option.values[v]);
            if (text) try_config(c, 0, text);
        }
    }
    if (c->errors == 0 && !c->compiled) c->errors = 1;
}

static void print_summary(const struct check *c) {
    printf("%s: %s: ", c->loaded.path.data, tn_source_title(c->loaded.source));
    if (c->errors > 0)
        printf("%zu error%s, ", c->errors, c->errors == 1 ? "" : "s");
    else
        printf("ok, ");
    if (c->warnings > 0) printf("%zu warning%s, ", c->warnings, c->warnings == 1 ? "" : "s");
    printf("%zu configurations, %zu cards, %zu spaces; a position takes", c->configurations, c->cards, c->spaces);
    const char *between = " ";
    for (unsigned seats = 1; seats <= SEATS; seats++)
        if (c->state_bytes[seats] > 0) {
            printf("%s%zu bytes with %u", between, c->state_bytes[seats], seats);
            between = ", ";
        }
    printf("%s\n", *between == ' ' ? " nothing: it does not compile" : "");
}

static void finish_json(const struct check *c, struct json *j) {
    json_close(j);
    json_text(j, "game", c->loaded.path.data);
    json_text(j, "title", c->loaded.source ? tn_source_title(c->loaded.source) : NULL);
    json_bool(j, "ok", c->errors == 0);
    json_unsigned(j, "errors", c->errors);
    json_unsigned(j, "warnings", c->warnings);
    json_unsigned(j, "configurations", c->configurations);
    json_unsigned(j, "cards", c->cards);
    json_unsigned(j, "spaces", c->spaces);
    json_object(j, "state_bytes");
    for (unsigned seats = 1; seats <= SEATS; seats++) {
        char key[8];
        snprintf(key, sizeof key, "%u", seats);
        if (c->state_bytes[seats] > 0) json_unsigned(j, key, c->state_bytes[seats]);
    }
    json_close(j);
    json_close(j);
    json_print(j);
}

static int run(const struct args *args) {
    struct check c = {.colour = look_of(STDERR_FILENO).colour};
    struct json json;
    struct buf text;
    bool as_json = args_has(args, "json");
    uint64_t games = 0;
    arena_init(&c.arena);
    int code = args_number(args, "games", 1, UINT32_MAX, &games);
    c.games = (uint32_t)games;
    if (code == EXIT_GO_ON) code = open_source(args->words.data[0], &c.loaded);
    if (code == EXIT_GO_ON) {
        json_init(&json, &text);
        json_object(&json, NULL);
        json_array(&json, "diagnostics");
        if (as_json) c.json = &json;
        report(&c);
        bool faces = args_has(args, "faces");
        if (c.errors == 0 && faces) try_config(&c, 0, NULL);
        if (c.errors == 0 && !faces) try_all(&c);
        faces = faces && c.errors == 0;
        if (faces && !(as_json ? print_faces_json : print_faces)(c.loaded.source))
            c.out_of_memory = true;
        else if (as_json && !faces)
            finish_json(&c, &json);
        else if (!faces)
            print_summary(&c);
        buf_free(&text);
        code = c.out_of_memory ? EXIT_HOST : c.errors > 0 ? EXIT_NO : EXIT_FINE;
    }
    VEC_FREE(&c.said);
    arena_free(&c.arena);
    loaded_free(&c.loaded);
    return code;
}

static const struct flag flags[] = {
    {"games", "N", "how many games of each are played at random (for a moment)", false},
    {"json", NULL, "the diagnostics and figures as one JSON object", false},
    {"faces", NULL, "which cards can be drawn from their rules, and what stays in words", false}};

const struct verb verb_check = {
    .name = "check",
    .words = "GAME",
    .summary = "Checks a definition in every configuration.",
    .more = "A configuration is a number of players and a value of each option. Each is played at random briefly,\n"
            "to find answers that fail although they were offered. Errors and warnings go to stderr, a summary to\n"
            "stdout. With --faces stdout lists instead what of each card stays in words and how many cards can be\n"
            "drawn, in the default configuration; with --json also the faces themselves.\n",
    .details = "Examples:\n"
               "  terrane check games/NAME/NAME.game\n"
               "  terrane check NAME --games 10000\n"
               "  terrane check NAME --json\n"
               "  terrane check NAME --faces\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 1,
    .most = 1,
    .run = run,
};
