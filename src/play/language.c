/* language.c: see language.h. */
#include "play/language.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NAME = 15, FILE_MOST = 8 << 20, OPTIONS = 64, CONFIGURATIONS = 128 };

bool language_is_name(const char *language) {
    size_t n = strspn(language, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");
    return n >= 2 && n <= LONGEST_NAME && !language[n];
}

void language_wished(char *out, size_t cap) {
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    const char *wish = NULL;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && (!wish || !*wish); i++)
        wish = getenv(names[i]);
    if (!wish) wish = "";
    snprintf(out, cap, "%.*s", (int)strcspn(wish, "_.@"), wish);
    if (!language_is_name(out) || strcmp(out, "en") == 0 || strcmp(out, "POSIX") == 0) out[0] = '\0';
}

/* ---- files */
bool language_file(const char *game_path, const char *language, struct buf *path) {
    char end[LONGEST_NAME + 16];
    snprintf(end, sizeof end, "%s%s.words", game_path ? "" : "engine.", language);
    if (!game_path) return catalogue_shared(end, path);
    catalogue_beside(game_path, end, path);
    return !path->failed && file_is_plain(path->data);
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The language in NAME.LANGUAGE.words, when the name is that of the game. */
static const char *language_in(const char *file, const char *stem, size_t n, struct arena *arena) {
    static const char end[] = ".words";
    size_t length = strlen(file), tail = sizeof end - 1;
    if (length < n + 2 + tail || strncmp(file, stem, n) != 0 || file[n] != '.') return NULL;
    if (strcmp(file + length - tail, end) != 0) return NULL;
    const char *language = arena_strdup(arena, file + n + 1, length - tail - n - 1);
    return language && language_is_name(language) ? language : NULL;
}

struct languages {
    const char *stem; /* of the game: n characters */
    size_t n;
    struct arena *arena;
    catalogue_paths *out;
};

static bool add_language(void *user, const char *file) {
    const struct languages *l = user;
    const char *language = language_in(file, l->stem, l->n, l->arena);
    return !language || VEC_PUSH(l->out, language);
}

bool language_list(const char *game_path, struct arena *arena, catalogue_paths *out) {
    const char *slash = strrchr(game_path, '/'), *stem = slash ? slash + 1 : game_path, *dot = strrchr(stem, '.');
    size_t n = dot && dot > stem ? (size_t)(dot - stem) : strlen(stem);
    const char *folder = slash ? arena_strdup(arena, game_path, (size_t)(slash - game_path) + 1) : ".";
    bool ok = folder && file_list(folder, add_language, &(struct languages){stem, n, arena, out});
    if (out->n > 1) qsort(out->data, out->n, sizeof *out->data, by_name);
    return ok && !arena->failed;
}

static void put_mistakes(const tn_words *words, bool colour, struct buf *error) {
    for (size_t i = 0; i < tn_words_diag_count(words); i++) {
        size_t n = tn_words_diag_text(words, i, colour, NULL, 0);
        char *room = buf_room(error, n);
        if (room) buf_added(error, tn_words_diag_text(words, i, colour, room, n + 1));
        if (error->n && error->data[error->n - 1] != '\n') buf_putc(error, '\n');
    }
}

bool language_read(tn_words *words, const char *path, bool colour, struct buf *error) {
    struct buf text;
    buf_init(&text);
    enum file_status read = file_read(path, FILE_MOST, &text);
    tn_status status = read == FILE_OK ? tn_words_read(words, path, text.data, text.n) : TN_IO;
    if (status == TN_IO) buf_printf(error, "%s: %s\n", path, file_status_text(read));
    if (status == TN_NOMEM) buf_puts(error, "out of memory\n");
    if (status == TN_DIAG) put_mistakes(words, colour, error);
    buf_free(&text);
    return status == TN_OK;
}

bool language_read_shared(tn_words *words, const char *language, bool colour, struct buf *error) {
    struct buf path;
    buf_init(&path);
    bool fine = !language_file(NULL, language, &path) || language_read(words, path.data, colour, error);
    buf_free(&path);
    return fine;
}

tn_words *language_load(const char *game_path, const char *language, bool colour, struct buf *error) {
    struct buf path;
    tn_words *words = NULL;
    buf_init(&path);
    if (language_is_name(language) && language_file(game_path, language, &path)) {
        words = tn_words_new();
        bool fine = words && language_read_shared(words, language, colour, error) &&
                    language_read(words, path.data, colour, error);
        if (!words) buf_puts(error, "out of memory\n");
        if (!fine) tn_words_free(words), words = NULL;
    }
    buf_free(&path);
    return words;
}

/* ---- every configuration */
struct configurations {
    tn_source *source;
    tn_words *words;
    struct arena arena;
    const char *chosen[OPTIONS];
    size_t n;
    unsigned seats;
    tn_status status;
};

static void want_chosen(struct configurations *c) {
    tn_config config = {c->seats, c->chosen, c->n};
    tn_game *game = NULL;
    tn_status status = tn_game_new(c->source, &config, &game);
    if (status == TN_OK) status = tn_words_want(c->words, NULL, game);
    if (status == TN_NOMEM || status == TN_DIAG) c->status = status; /* not every combination need be possible */
    tn_game_free(game);
}

static const char *choice(struct configurations *c, const tn_option *o, size_t value) {
    const char *text = arena_printf(&c->arena, "%s=%s", o->name, o->values[value]);
    if (!text) c->status = TN_NOMEM;
    return text;
}

/* All choices of the options from number i on. */
static void want_product(struct configurations *c, size_t i) {
    tn_option o;
    if (i == tn_source_option_count(c->source)) {
        c->n = i;
        want_chosen(c);
        return;
    }
    tn_source_option(c->source, i, &o);
    for (size_t v = 0; v < o.n_values && c->status == TN_OK; v++)
        if ((c->chosen[i] = choice(c, &o, v)) != NULL) want_product(c, i + 1);
}

static void want_singly(struct configurations *c) {
    tn_option o;
    for (size_t i = 0; i < tn_source_option_count(c->source); i++) {
        tn_source_option(c->source, i, &o);
        for (size_t v = i ? 1 : 0; v < o.n_values && c->status == TN_OK; v++)
            if ((c->chosen[0] = choice(c, &o, v)) != NULL) c->n = 1, want_chosen(c);
    }
}

tn_status language_want(tn_words *words, tn_source *source) {
    struct configurations c = {.source = source, .words = words, .status = TN_OK};
    size_t product = 1, n = tn_source_option_count(source);
    unsigned least, most;
    arena_init(&c.arena);
    tn_source_seats(source, &least, &most);
    for (size_t i = 0; i < n && product <= CONFIGURATIONS; i++) {
        tn_option o;
        tn_source_option(source, i, &o);
        product *= o.n_values;
    }
    c.status = tn_words_want(words, source, NULL);
    for (c.seats = least; c.seats <= most && c.status == TN_OK; c.seats++)
        if (product * (most - least + 1) <= CONFIGURATIONS && n <= OPTIONS)
            want_product(&c, 0);
        else
            want_singly(&c);
    arena_free(&c.arena);
    return c.status;
}
