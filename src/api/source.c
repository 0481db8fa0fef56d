/* source.c: loading definitions: files, includes, diagnostics, options and what scenarios want. */
#include "api/api.h"

#include "base/file.h"
#include "base/hash.h"
#include "lang/parse/parser.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCE_LIMIT = 16 * 1024 * 1024 };

/* ---- files */
static const char *read_include(void *user, const char *path, size_t *size, const char **why) {
    tn_source *s = user;
    struct buf text;
    buf_init(&text);
    enum file_status status = file_read(path, SOURCE_LIMIT, &text);
    char *kept = status == FILE_OK ? arena_strdup(&s->arena, text.data, text.n) : NULL;
    if (status == FILE_NO_MEMORY) s->arena.failed = true; /* the host's failure, not the author's */
    *size = text.n;
    *why = status == FILE_OK ? "not enough memory" : file_status_text(status);
    buf_free(&text);
    return kept;
}

/* ---- what the head of the tree says, read without compiling */
/* Visits them all, with whether they stand in a family. */
static void each_declaration(struct node *list, void (*visit)(tn_source *, struct node *, bool), tn_source *s,
                             bool family) {
    for (struct node *n = list; n; n = n->next) {
        visit(s, n, family);
        if (n->kind == N_INCLUDE || n->kind == N_MODULE) each_declaration(n->kids, visit, s, family);
        if (n->kind == N_MODULE && n->b) each_declaration(n->b->kids, visit, s, family);
        if (n->kind == N_FOR && n->c) each_declaration(n->c->kids, visit, s, true);
    }
}

static const char *written(tn_source *s, const struct node *n) {
    if (n->kind == N_NAME) return n->name;
    const char *text = n->kind == N_NUMBER ? arena_printf(&s->arena, "%d", (int)n->number) : NULL;
    return text ? text : "?";
}

static void note_option(tn_source *s, struct node *n, bool family) {
    (void)family;
    if (n->kind != N_OPTION_DECL) return;
    tn_option o = {.name = n->name, .title = n->text ? n->text : n->name};
    for (struct node *v = n->kids; v; v = v->next)
        o.n_values++;
    const char **values = ARENA_ARRAY(&s->arena, const char *, o.n_values + 1);
    size_t i = 0;
    for (struct node *v = n->kids; values && v; v = v->next)
        values[i++] = written(s, v);
    o.values = values;
    if (!values || !VEC_PUSH(&s->options, o)) s->arena.failed = true;
}

static void note_game(tn_source *s, struct node *n, bool family) {
    (void)family;
    if (n->kind != N_GAME) return;
    s->title = n->name;
    game_players(n, &s->min_seats, &s->max_seats);
}

static bool same_config(const struct wanted_config *a, const struct wanted_config *b) {
    if (a->seats != b->seats || a->n_options != b->n_options) return false;
    for (size_t i = 0; i < a->n_options; i++)
        if (strcmp(a->options[i], b->options[i])) return false;
    return true;
}

static const struct node *argument(const struct node *list, const char *name) {
    for (; list; list = list->next)
        if (list->kind == N_ARG && !strcmp(list->name, name)) return list->a;
    return NULL;
}

static bool has_value(const tn_option *o, const char *value) {
    for (size_t i = 0; i < o->n_values; i++)
        if (!strcmp(o->values[i], value)) return true;
    return false;
}

static void want_config(tn_source *s, unsigned seats, const char *const *options) {
    struct wanted_config c = {.seats = seats, .options = options, .n_options = s->options.n};
    for (size_t i = 0; i < s->configs.n; i++)
        if (same_config(&s->configs.data[i], &c)) return;
    if (!VEC_PUSH(&s->configs, c)) s->arena.failed = true;
}

/* Wants the configurations of a scenario from option `at` on. A family may give seats and options by its name, which
 * stands for something else in each copy: then every one is wanted, and the copies run where they fit. */
static void want_options(tn_source *s, const struct node *n, bool family, unsigned seats, const char *const *before,
                         size_t at) {
    const char **options = ARENA_ARRAY(&s->arena, const char *, s->options.n + 1);
    if (!options) return;
    memcpy(options, before, at * sizeof *options);
    for (; at < s->options.n && !s->arena.failed; at++) {
        const tn_option *o = &s->options.data[at];
        const struct node *given = argument(n->kids, o->name);
        const char *value = given ? written(s, given) : o->values[0];
        bool open = family && given && given->kind == N_NAME && !has_value(o, value);
        for (size_t i = 1; i < o->n_values && open; i++) {
            options[at] = arena_printf(&s->arena, "%s=%s", o->name, o->values[i]);
            want_options(s, n, family, seats, options, at + 1);
        }
        options[at] = arena_printf(&s->arena, "%s=%s", o->name, open ? o->values[0] : value);
    }
    if (!s->arena.failed) want_config(s, seats, options);
}

static void note_scenario(tn_source *s, struct node *n, bool family) {
    if (n->kind != N_SCENARIO) return;
    unsigned from = s->min_seats > 1 || s->max_seats < 2 ? s->min_seats : 2, to = from;
    const struct node *players = argument(n->kids, "players");
    if (players && players->kind == N_NUMBER)
        from = to = (unsigned)players->number;
    else if (players && family)
        from = s->min_seats, to = s->max_seats;
    const char *none = NULL;
    for (unsigned seats = from; seats <= to && !s->arena.failed; seats++)
        want_options(s, n, family, seats, &none, 0);
}

static tn_status finish(tn_source *s, tn_source **out) {
    if (!s->file || s->arena.failed) {
        tn_source_free(s);
        return TN_NOMEM;
    }
    s->hash = 1;
    for (int i = 0; i < s->sources.n; i++)
        s->hash = hash_bytes(s->sources.files[i].text, s->sources.files[i].size, s->hash);
    s->min_seats = s->max_seats = 2;
    s->title = "";
    each_declaration(s->file->kids, note_option, s, false);
    each_declaration(s->file->kids, note_game, s, false);
    each_declaration(s->file->kids, note_scenario, s, false);
    if (s->arena.failed) {
        tn_source_free(s);
        return TN_NOMEM;
    }
    *out = s;
    return s->parsed.errors ? TN_DIAG : TN_OK;
}

static tn_source *new_source(void) {
    tn_source *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    arena_init(&s->arena);
    diags_init(&s->parsed);
    diags_init(&s->compiled);
    return s;
}

tn_status tn_source_load(const char *path, tn_source **out) {
    *out = NULL;
    tn_source *s = new_source();
    if (!s) return TN_NOMEM;
    struct buf text;
    buf_init(&text);
    enum file_status status = file_read(path, SOURCE_LIMIT, &text);
    if (status != FILE_OK) {
        buf_free(&text);
        tn_source_free(s);
        return status == FILE_NO_MEMORY ? TN_NOMEM : TN_IO;
    }
    size_t size = text.n;
    char *kept = arena_strdup(&s->arena, text.data, size);
    buf_free(&text);
    struct source_reader reader = {read_include, s};
    if (kept) s->file = parse_game(&s->arena, &s->parsed, path, kept, size, &reader, &s->sources);
    return finish(s, out);
}

tn_status tn_source_parse(const char *name, const char *text, size_t size, tn_source **out) {
    *out = NULL;
    tn_source *s = new_source();
    if (!s) return TN_NOMEM;
    char *kept = arena_strdup(&s->arena, text, size);
    if (kept) s->file = parse_game(&s->arena, &s->parsed, name, kept, size, NULL, &s->sources);
    return finish(s, out);
}

/* ---- several texts */
struct shelf {
    tn_source *source;
    const tn_file *files;
    size_t n;
};

static const char *take_file(void *user, const char *path, size_t *size, const char **why) {
    const struct shelf *shelf = user;
    *why = "no such file";
    for (size_t i = 0; i < shelf->n; i++) {
        if (strcmp(shelf->files[i].path, path) != 0) continue;
        *size = shelf->files[i].size;
        *why = "not enough memory";
        return arena_strdup(&shelf->source->arena, shelf->files[i].text, *size);
    }
    return NULL;
}

tn_status tn_source_parse_files(const tn_file *files, size_t n, tn_source **out) {
    *out = NULL;
    tn_source *s = n > 0 ? new_source() : NULL;
    if (!s) return n > 0 ? TN_NOMEM : TN_IO;
    struct shelf shelf = {s, files, n};
    struct source_reader reader = {take_file, &shelf};
    char *kept = arena_strdup(&s->arena, files[0].text, files[0].size);
    if (kept) s->file = parse_game(&s->arena, &s->parsed, files[0].path, kept, files[0].size, &reader, &s->sources);
    return finish(s, out);
}

size_t tn_source_file_count(const tn_source *s) {
    return s->sources.n;
}

void tn_source_file(const tn_source *s, size_t i, tn_file *out) {
    const struct source *file = &s->sources.files[i];
    *out = (tn_file){file->path, file->text, file->size};
}

void tn_source_free(tn_source *s) {
    if (!s) return;
    VEC_FREE(&s->options);
    VEC_FREE(&s->configs);
    diags_free(&s->parsed);
    diags_free(&s->compiled);
    arena_free(&s->arena);
    free(s);
}

/* ---- diagnostics: those of parsing, then those of the last compile */
size_t tn_source_diag_count(const tn_source *s) {
    return (size_t)s->parsed.n + s->compiled.n;
}

static const struct diag *diag_at(const tn_source *s, size_t i) {
    if (i < s->parsed.n) return &s->parsed.items[i];
    i -= s->parsed.n;
    return i < s->compiled.n ? &s->compiled.items[i] : NULL;
}

void tn_source_diag(const tn_source *s, size_t i, tn_diag *out) {
    const struct diag *d = diag_at(s, i);
    memset(out, 0, sizeof *out);
    if (!d) return;
    *out = (tn_diag){d->file,      diag_code_number(d->code), d->text, d->hint, d->source_line, d->line, d->col, d->len,
                     (int)d->level};
}

size_t hand_over(struct buf *b, char *out, size_t cap) {
    size_t n = b->n;
    if (cap) {
        size_t k = n < cap - 1 ? n : cap - 1;
        if (k) memcpy(out, b->data, k);
        out[k] = 0;
    }
    buf_free(b);
    return n;
}

size_t tn_source_diag_text(const tn_source *s, size_t i, bool colour, char *out, size_t cap) {
    const struct diag *d = diag_at(s, i);
    struct buf text;
    buf_init(&text);
    if (d) diag_format_one(d, colour, &text);
    return hand_over(&text, out, cap);
}

size_t tn_source_error_count(const tn_source *s) {
    return (size_t)s->parsed.errors + s->compiled.errors;
}
uint64_t tn_source_hash(const tn_source *s) {
    return s->hash;
}
const char *tn_source_title(const tn_source *s) {
    return s->title;
}

void tn_source_seats(const tn_source *s, unsigned *min, unsigned *max) {
    *min = s->min_seats;
    *max = s->max_seats;
}

size_t tn_source_option_count(const tn_source *s) {
    return s->options.n;
}
void tn_source_option(const tn_source *s, size_t i, tn_option *out) {
    *out = s->options.data[i];
}
size_t tn_source_scenario_config_count(const tn_source *s) {
    return s->configs.n;
}

void tn_source_scenario_config(const tn_source *s, size_t i, tn_config *out) {
    const struct wanted_config *c = &s->configs.data[i];
    *out = (tn_config){c->seats, c->options, c->n_options};
}
