/* source.c: definitions of the fake engine; see fake.h. */
#include "fake/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const modes[] = {"plain", "rich"}, *const starts[] = {"first", "random"},
                         *const faults[] = {"none", "third"}, *const boards[] = {"square", "hex"};
const tn_option fake_options[OPTIONS] = {{"mode", "Mode", modes, 2},
                                         {"start", "Who begins", starts, 2},
                                         {"fault", "Fault", faults, 2},
                                         {"board", "Board", boards, 2}};

const uint64_t fake_positions[10] = {1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872};
const uint64_t fake_finished[10] = {0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872};

static void copy(char *to, const char *from) {
    snprintf(to, TEXT_MAX, "%s", from);
}

static void add_diag(tn_source *s, int level, uint32_t line, const char *text) {
    struct fake_diag *d = &s->diags[s->n_diags++];
    d->level = level;
    d->line = line;
    copy(d->text, text);
}

static void split_words(struct fake_step *step, char *list) {
    for (char *word = strtok(list, ","); word && step->n_words < WORDS_MAX; word = strtok(NULL, ",")) {
        while (*word == ' ')
            word++;
        copy(step->words[step->n_words++], word);
    }
}

static void read_step(struct fake_scenario *to, char *line, uint32_t number) {
    struct fake_step *step = &to->steps[to->n_steps];
    step->line = number;
    if (sscanf(line, "option %159s", to->option) == 1) return;
    if (strncmp(line, "given ", 6) == 0) {
        snprintf(to->given, sizeof to->given, "%s", line + 6);
        return;
    }
    to->n_steps++;
    if (strncmp(line, "play ", 5) == 0) {
        step->seat = line[5] - 'A';
        split_words(step, line + 7);
    } else if (sscanf(line, "check marks %d", &step->number) == 1) {
        step->kind = TN_STEP_CHECK;
        snprintf(step->text, sizeof step->text, "marks == %d", step->number);
    } else {
        step->kind = TN_STEP_REFUSED;
        split_words(step, line + 8);
    }
}

static void read_text(tn_source *s, const char *name, const char *text);

static void include(tn_source *s, const char *from, const char *file) {
    char path[2 * TEXT_MAX], text[8192];
    const char *slash = strrchr(from, '/');
    snprintf(path, sizeof path, "%.*s%s", slash ? (int)(slash - from) + 1 : 0, from, file);
    FILE *f = fopen(path, "r");
    if (!f) return;
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    read_text(s, path, text);
}

static void read_line(tn_source *s, const char *name, char *line, uint32_t number) {
    char word[TEXT_MAX];
    while (*line == ' ')
        line++;
    if (sscanf(line, "title %159[^\n]", s->title) == 1) return;
    if (sscanf(line, "include \"%159[^\"]", word) == 1) {
        include(s, name, word);
    } else if (sscanf(line, "error %159[^\n]", word) == 1) {
        add_diag(s, 0, number, word);
    } else if (sscanf(line, "warning %159[^\n]", word) == 1) {
        add_diag(s, 1, number, word);
    } else if (sscanf(line, "scenario %159[^\n]", word) == 1) {
        struct fake_scenario *fresh = &s->scenarios[s->n_scenarios++];
        copy(fresh->name, word);
        copy(fresh->file, name);
        fresh->line = number;
    } else if (*line && *line != '#' && s->n_scenarios > 0) {
        read_step(&s->scenarios[s->n_scenarios - 1], line, number);
    }
}

static void read_text(tn_source *s, const char *name, const char *text) {
    uint32_t number = 0;
    while (*text) {
        char line[TEXT_MAX];
        size_t n = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)n, text);
        for (size_t i = 0; i < n; i++)
            s->hash = (s->hash ^ (unsigned char)text[i]) * 0x100000001b3u;
        read_line(s, name, line, ++number);
        text += n + (text[n] == '\n');
    }
}

tn_status tn_source_parse(const char *name, const char *text, size_t size, tn_source **out) {
    (void)size;
    tn_source *s = *out = calloc(1, sizeof *s);
    if (!s) return TN_NOMEM;
    s->hash = 0xcbf29ce484222325u;
    copy(s->name, name);
    copy(s->title, "Fake");
    read_text(s, name, text);
    return tn_source_error_count(s) > 0 ? TN_DIAG : TN_OK;
}

tn_status tn_source_load(const char *path, tn_source **out) {
    char text[16384];
    *out = NULL;
    FILE *f = fopen(path, "r");
    if (!f) return TN_IO;
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    return tn_source_parse(path, text, strlen(text), out);
}

void tn_source_free(tn_source *s) {
    free(s);
}

size_t tn_source_diag_count(const tn_source *s) {
    return s->n_diags;
}

void tn_source_diag(const tn_source *s, size_t i, tn_diag *out) {
    const struct fake_diag *d = &s->diags[i];
    *out = (tn_diag){s->name, d->level ? "W01" : "E01", d->text, NULL, NULL, d->line, 1, 1, d->level};
}

size_t tn_source_diag_text(const tn_source *s, size_t i, bool colour, char *buf, size_t cap) {
    (void)colour;
    const struct fake_diag *d = &s->diags[i];
    return (size_t)snprintf(buf, cap, "%s:%u:1: %s: %s\n", s->name, d->line, d->level ? "warning" : "error", d->text);
}

size_t tn_source_error_count(const tn_source *s) {
    size_t n = 0;
    for (size_t i = 0; i < s->n_diags; i++)
        n += s->diags[i].level == 0;
    return n;
}

uint64_t tn_source_hash(const tn_source *s) {
    return s->hash;
}

const char *tn_source_title(const tn_source *s) {
    return s->title;
}

void tn_source_seats(const tn_source *s, unsigned *min, unsigned *max) {
    (void)s;
    *min = *max = 2;
}

size_t tn_source_option_count(const tn_source *s) {
    (void)s;
    return OPTIONS;
}

void tn_source_option(const tn_source *s, size_t i, tn_option *out) {
    (void)s;
    *out = fake_options[i];
}

/* Configuration 0 is the default; each scenario with an option adds one. */
size_t tn_source_scenario_config_count(const tn_source *s) {
    size_t n = 1;
    for (size_t i = 0; i < s->n_scenarios; i++)
        n += s->scenarios[i].option[0] != '\0';
    return s->n_scenarios > 0 ? n : 0;
}

void tn_source_scenario_config(const tn_source *s, size_t i, tn_config *out) {
    *out = (tn_config){2, NULL, 0};
    tn_source *mutable = (tn_source *)s;
    for (size_t k = 0; k < s->n_scenarios && i > 0; k++)
        if (s->scenarios[k].option[0] && --i == 0) {
            mutable->config_options[k] = s->scenarios[k].option;
            *out = (tn_config){2, &mutable->config_options[k], 1};
        }
}

/* ---- games */
static bool choose_option(tn_game *g, const char *text) {
    for (int i = 0; i < OPTIONS; i++) {
        size_t n = strlen(fake_options[i].name);
        if (strncmp(text, fake_options[i].name, n) != 0 || text[n] != '=') continue;
        for (int v = 0; v < (int)fake_options[i].n_values; v++)
            if (strcmp(fake_options[i].values[v], text + n + 1) == 0) {
                g->chosen[i] = v;
                return true;
            }
    }
    return false;
}

tn_status tn_game_new(tn_source *s, const tn_config *config, tn_game **out) {
    *out = NULL;
    if (tn_source_error_count(s) > 0) return TN_DIAG;
    if (config && config->seats != 0 && config->seats != 2) return TN_BAD_CONFIG;
    tn_game *g = calloc(1, sizeof *g);
    if (!g) return TN_NOMEM;
    g->source = *s;
    for (size_t i = 0; config && i < config->n_options; i++)
        if (!choose_option(g, config->options[i])) {
            free(g);
            return TN_BAD_CONFIG;
        }
    const char *wanted = config && config->n_options > 0 ? config->options[0] : "";
    for (size_t i = 0; i < s->n_scenarios; i++)
        if (strcmp(s->scenarios[i].option, wanted) == 0) g->scenarios[g->n_scenarios++] = i;
    *out = g;
    return TN_OK;
}

void tn_game_free(tn_game *g) {
    free(g);
}

size_t tn_game_scenario_count(const tn_game *g) {
    return g->n_scenarios;
}

void tn_game_scenario(const tn_game *g, size_t i, tn_scenario *out) {
    const struct fake_scenario *s = &g->source.scenarios[g->scenarios[i]];
    *out = (tn_scenario){s->name, s->file, s->line};
}

size_t tn_scenario_step_count(const tn_game *g, size_t scenario) {
    return g->source.scenarios[g->scenarios[scenario]].n_steps;
}

void tn_scenario_step(const tn_game *g, size_t scenario, size_t i, tn_step *out) {
    struct fake_step *step = &((tn_game *)g)->source.scenarios[g->scenarios[scenario]].steps[i];
    for (size_t w = 0; w < step->n_words; w++)
        step->pointers[w] = step->words[w];
    *out =
        (tn_step){(tn_step_kind)step->kind, step->seat, step->text, step->pointers, step->n_words, step->line, false};
}
