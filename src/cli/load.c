/* load.c: see load.h. */
#include "cli/load.h"

#include "base/file.h"
#include "base/nearest.h"
#include "cli/revision.h"
#include "play/catalogue.h"
#include "play/kept_rules.h"
#include "play/language.h"
#include "term/capabilities.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAMES = 64 };

void loaded_free(struct loaded *l) {
    tn_game_free(l->spoken);
    tn_game_free(l->game);
    tn_source_free(l->source);
    if (l->path.data) buf_free(&l->path);
    if (l->name.data) buf_free(&l->name);
    memset(l, 0, sizeof *l);
}

void print_diagnostics(const tn_source *source) {
    struct look look = look_of(STDERR_FILENO);
    for (size_t i = 0; i < tn_source_diag_count(source); i++) {
        size_t n = tn_source_diag_text(source, i, look.colour, NULL, 0);
        char *text = malloc(n + 2);
        if (!text) return;
        tn_source_diag_text(source, i, look.colour, text, n + 1);
        bool ended = n > 0 && text[n - 1] == '\n';
        fprintf(stderr, ended ? "%s" : "%s\n", text);
        free(text);
    }
}

uint64_t loaded_definition(const struct loaded *l) {
    return l->source ? tn_source_hash(l->source) : tn_game_source_hash(l->game);
}

/* ---- images */
static bool is_image(const char *path) {
    static const char magic[8] = {'t', 'e', 'r', 'r', 'a', 'n', 'e', 26};
    char start[sizeof magic];
    size_t n = strlen(path);
    if (n > 6 && strcmp(path + n - 6, ".image") == 0) return true;
    return file_read_start(path, start, sizeof start) == sizeof start && memcmp(start, magic, sizeof start) == 0;
}

static int load_image(struct loaded *out) {
    char why[256];
    const char *path = out->path.data;
    switch (tn_game_load_image(path, &out->game, why, sizeof why)) {
    case TN_OK: return EXIT_GO_ON;
    case TN_BAD_IMAGE: fprintf(stderr, "terrane: %s: %s\n", path, why); return EXIT_NO;
    case TN_NOMEM: fprintf(stderr, "terrane: %s: out of memory\n", path); return EXIT_HOST;
    default: fprintf(stderr, "terrane: %s: cannot be read\n", path); return EXIT_HOST;
    }
}

/* An image is of one configuration: what is asked for must be that. */
static int image_fits(const char *where, const tn_config *config, const tn_game *game) {
    if (config->seats != 0 && config->seats != tn_game_seat_count(game)) {
        fprintf(stderr, "%s: the image is for %u players, not %u\n", where, tn_game_seat_count(game), config->seats);
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < config->n_options; i++) {
        bool found = false;
        for (size_t k = 0; k < tn_game_option_count(game) && !found; k++) {
            const char *name, *value;
            tn_game_option(game, k, &name, &value);
            size_t n = strlen(name);
            found = strncmp(config->options[i], name, n) == 0 && config->options[i][n] == '=' &&
                    strcmp(config->options[i] + n + 1, value) == 0;
        }
        if (found) continue;
        fprintf(stderr, "%s: the image was not made with %s\n", where, config->options[i]);
        return EXIT_USAGE;
    }
    return EXIT_GO_ON;
}

/* ---- files */
static int find_file(const char *what, struct loaded *out) {
    struct buf error;
    memset(out, 0, sizeof *out);
    buf_init(&out->path);
    buf_init(&out->name);
    buf_init(&error);
    bool found = catalogue_find(what, &out->path, &out->name, &error);
    if (!found) fprintf(stderr, "terrane: %s\n", error.data);
    buf_free(&error);
    return found ? EXIT_GO_ON : EXIT_HOST;
}

static int read_source(struct loaded *out) {
    tn_status status = tn_source_load(out->path.data, &out->source);
    if (status == TN_OK || status == TN_DIAG) return EXIT_GO_ON;
    fprintf(stderr, "terrane: %s: %s\n", out->path.data, status == TN_NOMEM ? "out of memory" : "cannot be read");
    return EXIT_HOST;
}

int open_source(const char *what, struct loaded *out) {
    int code = find_file(what, out);
    if (code != EXIT_GO_ON || !is_image(out->path.data)) return code == EXIT_GO_ON ? read_source(out) : code;
    fprintf(stderr, "terrane: %s is compiled already; this needs the text of the game\n", out->path.data);
    return EXIT_USAGE;
}

int load_source(const char *what, struct loaded *out) {
    if (is_revision(what)) return load_revision(what, out);
    int code = find_file(what, out);
    if (code == EXIT_GO_ON && is_image(out->path.data)) return load_image(out);
    if (code == EXIT_GO_ON) code = read_source(out);
    if (code != EXIT_GO_ON || tn_source_error_count(out->source) == 0) return code;
    print_diagnostics(out->source);
    return EXIT_NO;
}

bool load_definition(uint64_t definition, struct loaded *out) {
    if ((out->source || out->game) && loaded_definition(out) == definition) return true;
    tn_source *kept = rules_find(definition);
    if (!kept) return false;
    tn_game_free(out->game);
    tn_source_free(out->source);
    out->game = NULL;
    out->source = kept;
    return true;
}

/* ---- why a configuration is refused */
static void explain_value(const tn_option *option, const char *value) {
    fprintf(stderr, "option \"%s\" has no value \"%s\" (values:", option->name, value);
    for (size_t i = 0; i < option->n_values; i++)
        fprintf(stderr, " %s", option->values[i]);
    fprintf(stderr, ")\n");
}

static void explain_name(const tn_source *source, const char *name) {
    const char *names[NAMES];
    size_t n = 0;
    for (; n < tn_source_option_count(source) && n < NAMES; n++) {
        tn_option option;
        tn_source_option(source, n, &option);
        names[n] = option.name;
    }
    const char *near = n > 0 ? nearest(name, names, n) : NULL;
    fprintf(stderr, "the game has no option \"%s\"", name);
    if (near) fprintf(stderr, "; did you mean \"%s\"?", near);
    fprintf(stderr, n > 0 ? " (options:" : " (it has none");
    for (size_t i = 0; i < n; i++)
        fprintf(stderr, " %s", names[i]);
    fprintf(stderr, ")\n");
}

/* Prints what is wrong with "name=value"; false when nothing is. */
static bool explain_option(const tn_source *source, const char *text) {
    const char *equals = strchr(text, '=');
    if (!equals) return fprintf(stderr, "an option is written NAME=VALUE, found \"%s\"\n", text), true;
    size_t n = (size_t)(equals - text);
    for (size_t i = 0; i < tn_source_option_count(source); i++) {
        tn_option option;
        tn_source_option(source, i, &option);
        if (strlen(option.name) != n || strncmp(option.name, text, n) != 0) continue;
        for (size_t v = 0; v < option.n_values; v++)
            if (strcmp(option.values[v], equals + 1) == 0) return false;
        return explain_value(&option, equals + 1), true;
    }
    char name[128];
    snprintf(name, sizeof name, "%.*s", (int)n, text);
    return explain_name(source, name), true;
}

static void explain_config(const char *where, const tn_source *source, const tn_config *config) {
    unsigned least, most;
    tn_source_seats(source, &least, &most);
    fprintf(stderr, "%s: ", where);
    if (config->seats != 0 && (config->seats < least || config->seats > most)) {
        if (least == most)
            fprintf(stderr, "the game is for %u player%s, not %u\n", least, least == 1 ? "" : "s", config->seats);
        else
            fprintf(stderr, "the game is for %u to %u players, not %u\n", least, most, config->seats);
        return;
    }
    for (size_t i = 0; i < config->n_options; i++)
        if (explain_option(source, config->options[i])) return;
    fprintf(stderr, "this combination of players and options is not possible\n");
}

int load_compiled(const char *where, const tn_config *config, struct loaded *out) {
    if (!out->source) return image_fits(where, config, out->game);
    tn_status status = tn_game_new(out->source, config, &out->game);
    switch (status) {
    case TN_OK: return EXIT_GO_ON;
    case TN_BAD_CONFIG: explain_config(where, out->source, config); return EXIT_USAGE;
    case TN_DIAG: print_diagnostics(out->source); return EXIT_NO;
    default: fprintf(stderr, "%s: out of memory\n", where); return EXIT_HOST;
    }
}

static bool is_said(const tn_config *config, const char *option) {
    size_t n = strcspn(option, "=") + 1;
    for (size_t i = 0; i < config->n_options; i++)
        if (strncmp(config->options[i], option, n) == 0) return true;
    return false;
}

int load_game(const struct args *args, const char *what, struct loaded *out) {
    return load_game_like(args, what, &(tn_config){0}, out);
}

int load_game_like(const struct args *args, const char *what, const tn_config *like, struct loaded *out) {
    uint64_t players = like->seats;
    const char *options[NAMES];
    tn_config config = {0, options, 0};
    char where[64];
    memset(out, 0, sizeof *out);
    int code = args_number(args, "players", 1, 8, &players);
    if (code == EXIT_GO_ON) code = load_source(what, out);
    if (code != EXIT_GO_ON) return code;
    config.seats = (unsigned)players;
    for (size_t i = 0; i < args->given.n; i++)
        if (strcmp(args->given.data[i].flag->name, "option") == 0 && config.n_options < NAMES)
            options[config.n_options++] = args->given.data[i].value;
    for (size_t i = 0; i < like->n_options && config.n_options < NAMES; i++)
        if (!is_said(&config, like->options[i])) options[config.n_options++] = like->options[i];
    snprintf(where, sizeof where, "terrane %s", args->verb->name);
    return load_compiled(where, &config, out);
}

int load_native(const struct args *args, tn_game *game) {
    char why[2048];
    if (!args_has(args, "native")) return EXIT_GO_ON;
    tn_status status = tn_game_native(game, NULL, why, sizeof why);
    if (status == TN_OK) return EXIT_GO_ON;
    fprintf(stderr, "terrane %s: --native: %s\n", args->verb->name, status == TN_NOMEM ? "out of memory" : why);
    return EXIT_HOST;
}

const tn_game *loaded_spoken(const struct loaded *l) {
    return l->spoken ? l->spoken : l->game;
}

static int no_words(const struct args *args, const struct loaded *l, const char *language) {
    struct arena arena;
    catalogue_paths list = {0};
    arena_init(&arena);
    language_list(l->path.data, &arena, &list);
    fprintf(stderr, "terrane %s: %s has no words in \"%s\" (languages: en", args->verb->name, l->path.data, language);
    for (size_t i = 0; i < list.n; i++)
        fprintf(stderr, " %s", list.data[i]);
    fprintf(stderr, ")\n");
    VEC_FREE(&list);
    arena_free(&arena);
    return EXIT_USAGE;
}

int load_language(const struct args *args, struct loaded *l) {
    const char *asked = args_value(args, "lang");
    char wished[32];
    struct buf error;
    int code = EXIT_GO_ON;
    language_wished(wished, sizeof wished);
    const char *language = asked ? asked : wished;
    if (!*language || strcmp(language, "en") == 0) return code;
    buf_init(&error);
    tn_words *words = language_load(l->path.data, language, look_of(STDERR_FILENO).colour, &error);
    if (words && tn_game_translate(l->game, words, &l->spoken) != TN_OK) buf_puts(&error, "out of memory\n");
    if (error.n) fputs(error.data, stderr);
    if (l->spoken) snprintf(l->language, sizeof l->language, "%s", language);
    if (error.n && asked)
        code = EXIT_NO;
    else if (!words && asked)
        code = no_words(args, l, language);
    tn_words_free(words);
    buf_free(&error);
    return code;
}
