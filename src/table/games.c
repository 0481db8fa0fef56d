/* games.c: see games.h. The world's lock is around the list and the counts; compiling and describing happen outside
 * of it. */
#include "table/games.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/json.h"
#include "base/json_value.h"
#include "bot/bot.h"
#include "play/catalogue.h"
#include "play/language.h"
#include "show/about.h"
#include "show/cover.h"
#include "show/cover_picture.h"
#include "show/describe.h"
#include "show/proof.h"
#include "table/world.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT = 24, CONTEXTS = 16, FRESH = 5000, FRESH_PROOF = 600000, WEIGHTS_BYTES = 1 << 20 };

/* A file as it was when it was read. */
struct seen_file {
    const char *path;
    struct file_facts facts;
};

/* The game in another language. */
struct voice {
    const char *language;
    tn_game *game;
    struct buf description;
};

struct played {
    struct arena arena;     /* the texts */
    const char *wish;       /* the name and configuration it was opened by, as text; NULL: from the store */
    struct seen_file *seen; /* its files then */
    tn_game *game;
    struct weights *weights; /* of its bots */
    struct buf description;
    struct buf cover, picture; /* empty until somebody asks */
    struct voice voices[PLAYED_VOICES];
    size_t n_voices;
    tn_file *files;
    size_t n_files;
    bool old; /* it is for those alone who hold it: see games_renew */
    unsigned holds;
    uint64_t used; /* a count that grows: who was used last */
    tn_ctx *contexts[CONTEXTS];
    size_t n_contexts;
    struct played *next;
};

struct games {
    const struct table_world *world;
    struct played *first;
    uint64_t uses;
    struct buf list, proof; /* of the catalogue, as JSON; see games_proof */
    uint64_t listed_at, proved_at;
};

static void lock(const struct games *g) {
    if (g->world->lock) g->world->lock(g->world->user);
}

static void unlock(const struct games *g) {
    if (g->world->unlock) g->world->unlock(g->world->user);
}

/* ---- one game */
static void played_free(struct played *p) {
    if (!p) return;
    for (size_t i = 0; i < p->n_contexts; i++)
        tn_ctx_free(p->contexts[i]);
    weights_free(p->weights);
    for (size_t i = 0; i < p->n_voices; i++)
        tn_game_free(p->voices[i].game), buf_free(&p->voices[i].description);
    tn_game_free(p->game);
    buf_free(&p->description);
    buf_free(&p->cover), buf_free(&p->picture);
    arena_free(&p->arena);
    free(p);
}

/* How much of all paths is the folder of the main file; 0 when one lies elsewhere. */
static size_t common_folder(const tn_source *source) {
    tn_file first, f;
    tn_source_file(source, 0, &first);
    const char *slash = strrchr(first.path, '/');
    size_t n = slash ? (size_t)(slash - first.path) + 1 : 0;
    for (size_t i = 0; i < tn_source_file_count(source); i++) {
        tn_source_file(source, i, &f);
        if (strncmp(f.path, first.path, n) != 0) return 0;
    }
    return n;
}

/* Paths are kept below the folder of the main file where they lie there: where a table was made tells nobody
 * anything. */
static bool keep_files(struct played *p, const tn_source *source) {
    size_t folder = common_folder(source);
    p->n_files = tn_source_file_count(source);
    p->files = ARENA_ARRAY(&p->arena, tn_file, p->n_files);
    for (size_t i = 0; p->files && i < p->n_files; i++) {
        tn_file f;
        tn_source_file(source, i, &f);
        p->files[i].path = arena_strdup(&p->arena, f.path + folder, strlen(f.path + folder));
        p->files[i].text = arena_strdup(&p->arena, f.text, f.size);
        p->files[i].size = f.size;
    }
    return !p->arena.failed;
}

static bool is_as_seen(const struct played *p) {
    for (size_t i = 0; i < p->n_files; i++) {
        struct file_facts was = p->seen[i].facts, is = file_facts(p->seen[i].path);
        if (is.kind == FILE_KIND_NONE || is.size != was.size || is.seconds != was.seconds ||
            is.nanoseconds != was.nanoseconds)
            return false;
    }
    return true;
}

/* So that the same wish needs no compiling while the files stay as they are. With the lock held. */
static void remember_wish(struct played *p, const char *wish, const tn_source *source) {
    if (p->wish || !wish) return;
    struct seen_file *seen = ARENA_ARRAY(&p->arena, struct seen_file, p->n_files);
    for (size_t i = 0; seen && i < p->n_files; i++) {
        tn_file f;
        tn_source_file(source, i, &f);
        const char *path = arena_strdup(&p->arena, f.path, strlen(f.path));
        if (path) seen[i] = (struct seen_file){path, file_facts(path)};
    }
    p->seen = seen;
    if (!p->arena.failed) p->wish = arena_strdup(&p->arena, wish, strlen(wish));
}

/* What bots know of the game: NAME.weights beside the definition of that name in the catalogue, however old the
 * definition of this game is; without it, or with a broken one, they know nothing. */
static struct weights *make_weights(const tn_game *game, const char *name) {
    struct buf path, found, beside, text, error, warnings;
    struct buf *all[] = {&path, &found, &beside, &text, &error, &warnings};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        buf_init(all[i]);
    bool there = catalogue_find(name, &path, &found, &error);
    if (there) catalogue_weights(path.data, tn_game_seat_count(game), &beside);
    bool read = there && file_read(beside.data, WEIGHTS_BYTES, &text) == FILE_OK;
    struct weights *weights = weights_new(game, read ? text.data : NULL, text.n, &warnings, &error);
    if (!weights && read) weights = weights_new(game, NULL, 0, &warnings, &error);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        buf_free(all[i]);
    return weights;
}

/* The game in one more language; a file of words with mistakes is as good as none. */
static void add_voice(struct played *p, const char *path, const char *language) {
    struct voice v = {.language = language};
    struct buf error;
    buf_init(&error);
    buf_init(&v.description);
    tn_words *words = language_load(path, language, false, &error);
    bool fine = words && tn_game_translate(p->game, words, &v.game) == TN_OK && describe_game(v.game, &v.description);
    if (fine)
        p->voices[p->n_voices++] = v;
    else
        tn_game_free(v.game), buf_free(&v.description);
    tn_words_free(words);
    buf_free(&error);
}

/* The words beside the definition of that name in the catalogue, however old the definition of this game is. */
static void add_voices(struct played *p, const char *name) {
    struct buf path, found, error;
    catalogue_paths languages = {0};
    buf_init(&path), buf_init(&found), buf_init(&error);
    if (catalogue_find(name, &path, &found, &error) && language_list(path.data, &p->arena, &languages))
        for (size_t i = 0; i < languages.n && p->n_voices < PLAYED_VOICES; i++)
            add_voice(p, path.data, languages.data[i]);
    VEC_FREE(&languages);
    buf_free(&path), buf_free(&found), buf_free(&error);
}

static struct played *make(tn_game *game, const tn_source *source, const char *name) {
    struct played *p = calloc(1, sizeof *p);
    if (!p) return tn_game_free(game), NULL;
    arena_init(&p->arena);
    buf_init(&p->cover);
    p->game = game;
    p->weights = make_weights(game, name);
    bool described = describe_game(game, &p->description);
    add_voices(p, name);
    if (described && p->weights && keep_files(p, source)) return p;
    played_free(p);
    return NULL;
}

const tn_game *played_game(const struct played *p) {
    return p->game;
}

size_t played_voices(const struct played *p, const tn_game *games[PLAYED_VOICES]) {
    for (size_t i = 0; i < p->n_voices; i++)
        games[i] = p->voices[i].game;
    return p->n_voices;
}

unsigned played_voice(const struct played *p, const char *language) {
    for (size_t i = 0; language && i < p->n_voices; i++)
        if (strcmp(p->voices[i].language, language) == 0) return (unsigned)i + 1;
    return 0;
}

const struct weights *played_weights(const struct played *p) {
    return p->weights;
}

const tn_file *played_files(const struct played *p, size_t *n) {
    *n = p->n_files;
    return p->files;
}

/* ---- all of them */
struct games *games_new(const struct table_world *world) {
    struct games *g = calloc(1, sizeof *g);
    if (!g) return NULL;
    g->world = world;
    buf_init(&g->list);
    return g;
}

void games_free(struct games *g) {
    if (!g) return;
    for (struct played *p = g->first, *next; p; p = next) {
        next = p->next;
        played_free(p);
    }
    buf_free(&g->list);
    buf_free(&g->proof);
    free(g);
}

/* With the lock held. */
static struct played *find(struct games *g, uint64_t hash) {
    for (struct played *p = g->first; p; p = p->next)
        if (tn_game_hash(p->game) == hash) return p;
    return NULL;
}

/* With the lock held. */
static struct played *find_current(struct games *g, uint64_t hash) {
    struct played *p = g->first;
    while (p && (p->old || tn_game_hash(p->game) != hash))
        p = p->next;
    return p;
}

static void hold(struct games *g, struct played *p) {
    p->holds++;
    p->used = ++g->uses;
}

/* Takes the game nobody holds that was used longest ago out of the list, when there are too many of them. */
static struct played *take_stale(struct games *g) {
    struct played **oldest = NULL;
    size_t idle = 0;
    for (struct played **at = &g->first; *at; at = &(*at)->next) {
        if ((*at)->holds) continue;
        idle++;
        if (!oldest || (*at)->used < (*oldest)->used) oldest = at;
    }
    if (idle <= KEPT) return NULL;
    struct played *p = *oldest;
    *oldest = p->next;
    return p;
}

void games_renew(struct games *g) {
    struct played *idle = NULL;
    lock(g);
    for (struct played **at = &g->first; *at;) {
        struct played *p = *at;
        p->wish = NULL; /* the text itself lives as long as the arena */
        p->old = true;
        if (p->holds) {
            at = &p->next;
            continue;
        }
        *at = p->next;
        p->next = idle;
        idle = p;
    }
    buf_clear(&g->list), buf_clear(&g->proof);
    unlock(g);
    for (struct played *next; idle; idle = next) {
        next = idle->next;
        played_free(idle);
    }
}

static void say_refusal(tn_status status, const tn_source *source, struct buf *error) {
    unsigned least, most;
    tn_source_seats(source, &least, &most);
    if (status == TN_BAD_CONFIG)
        buf_printf(error, "these options, or this number of seats (%u to %u are possible), do not fit the game", least,
                   most);
    else if (status == TN_DIAG)
        buf_puts(error, "the definition of the game has errors");
    else
        buf_puts(error, "out of memory");
}

/* Compiles, or finds that it was: the hash of a game is over its texts, options and seats. */
static struct played *open_source(struct games *g, const char *name, tn_source *source, const tn_config *config,
                                  const char *wish, struct buf *error) {
    tn_game *game = NULL;
    tn_status status = tn_game_new(source, config, &game);
    if (status != TN_OK) return say_refusal(status, source, error), NULL;
    lock(g);
    struct played *p = find_current(g, tn_game_hash(game));
    if (p) hold(g, p);
    unlock(g);
    if (p) return tn_game_free(game), p;
    struct played *made = make(game, source, name);
    if (!made) return buf_puts(error, "out of memory"), NULL;
    lock(g);
    p = find_current(g, tn_game_hash(made->game)); /* somebody may have been sooner */
    if (!p) {
        p = made;
        p->next = g->first;
        g->first = p;
        made = NULL;
    }
    hold(g, p);
    remember_wish(p, wish, source);
    unlock(g);
    played_free(made);
    return p;
}

/* A game that was opened by the same wish, when no file of it has changed. */
static struct played *find_wish(struct games *g, const char *wish) {
    lock(g);
    struct played *p = g->first;
    while (p && !(p->wish && strcmp(p->wish, wish) == 0))
        p = p->next;
    if (p) hold(g, p);
    unlock(g);
    if (!p || is_as_seen(p)) return p;
    lock(g);
    p->wish = NULL; /* the text itself lives as long as the arena */
    unlock(g);
    games_close(g, p);
    return NULL;
}

/* A definition that is not as wanted (NULL: any will do) is not compiled. */
static struct played *open_named(struct games *g, const char *name, const uint64_t *definition, const tn_config *config,
                                 const char *wish, struct buf *error) {
    struct catalogue c;
    tn_source *source = NULL;
    struct played *p = NULL;
    const char *path = NULL;
    if (catalogue_load(&c))
        for (size_t i = 0; i < c.games.n; i++)
            if (strcmp(c.games.data[i].name, name) == 0) path = c.games.data[i].path;
    if (!path)
        buf_printf(error, "there is no game \"%s\"", name);
    else if (tn_source_load(path, &source) == TN_OK && definition && tn_source_hash(source) != *definition)
        buf_puts(error, "the rules have changed since");
    else if (source && tn_source_error_count(source) == 0)
        p = open_source(g, name, source, config, wish, error);
    else
        buf_puts(error, "the definition of the game has errors or cannot be read");
    tn_source_free(source);
    catalogue_free(&c);
    return p;
}

struct played *games_open(struct games *g, const char *name, const tn_config *config, struct buf *error) {
    struct buf wish;
    buf_init(&wish);
    buf_printf(&wish, "%s\n%u", name, config->seats);
    for (size_t i = 0; i < config->n_options; i++)
        buf_printf(&wish, "\n%s", config->options[i]);
    struct played *p = wish.failed ? NULL : find_wish(g, wish.data);
    if (!p) p = open_named(g, name, NULL, config, wish.failed ? NULL : wish.data, error);
    buf_free(&wish);
    return p;
}

/* Whether it is of that definition and configuration, when that names all options. */
static bool fits(const struct played *p, uint64_t definition, const tn_config *config) {
    size_t n = tn_game_option_count(p->game), same = 0;
    if (tn_game_source_hash(p->game) != definition || tn_game_seat_count(p->game) != config->seats) return false;
    for (size_t i = 0; i < n; i++) {
        const char *name, *value;
        tn_game_option(p->game, i, &name, &value);
        size_t length = strlen(name);
        for (size_t k = 0; k < config->n_options; k++)
            same += strncmp(config->options[k], name, length) == 0 && config->options[k][length] == '=' &&
                    strcmp(config->options[k] + length + 1, value) == 0;
    }
    return same == n && config->n_options == n;
}

struct played *games_hold(struct games *g, struct played *p) {
    lock(g);
    hold(g, p);
    unlock(g);
    return p;
}

static struct played *find_exact(struct games *g, uint64_t definition, const tn_config *config) {
    lock(g);
    struct played *p = g->first;
    while (p && !fits(p, definition, config))
        p = p->next;
    if (p) hold(g, p);
    unlock(g);
    return p;
}

struct played *games_open_exact(struct games *g, const char *name, uint64_t definition, const tn_config *config,
                                struct buf *error) {
    struct played *p = find_exact(g, definition, config);
    return p ? p : open_named(g, name, &definition, config, NULL, error);
}

struct played *games_open_texts(struct games *g, const char *name, uint64_t definition, const tn_file *files, size_t n,
                                const tn_config *config, struct buf *error) {
    tn_source *source = NULL;
    struct played *p = find_exact(g, definition, config);
    if (p) return p;
    if (tn_source_parse_files(files, n, &source) == TN_OK)
        p = open_source(g, name, source, config, NULL, error);
    else
        buf_puts(error, "the stored definition cannot be read by this version");
    tn_source_free(source);
    return p;
}

void games_close(struct games *g, struct played *p) {
    if (!p) return;
    lock(g);
    p->holds--;
    struct played *stale = take_stale(g);
    unlock(g);
    played_free(stale);
}

/* ---- contexts */
tn_ctx *played_take(struct games *g, struct played *p) {
    lock(g);
    tn_ctx *ctx = p->n_contexts ? p->contexts[--p->n_contexts] : NULL;
    unlock(g);
    return ctx ? ctx : tn_ctx_new(p->game);
}

void played_give(struct games *g, struct played *p, tn_ctx *ctx) {
    if (!ctx) return;
    lock(g);
    if (p->n_contexts < CONTEXTS) p->contexts[p->n_contexts++] = ctx, ctx = NULL;
    unlock(g);
    tn_ctx_free(ctx);
}

/* ---- what is told of them */
bool games_describe(struct games *g, uint64_t hash, const char *language, struct buf *out) {
    lock(g);
    const struct played *p = find(g, hash);
    unsigned voice = p ? played_voice(p, language) : 0;
    const struct buf *text = !p ? NULL : voice ? &p->voices[voice - 1].description : &p->description;
    bool found = text && buf_put(out, text->data, text->n);
    unlock(g);
    return found;
}

bool games_has(struct games *g, uint64_t hash) {
    lock(g);
    bool found = find(g, hash) != NULL;
    unlock(g);
    return found;
}

bool games_about(struct games *g, const char *name, const char *language, struct buf *out, struct buf *error) {
    struct played *p = games_open(g, name, &(tn_config){0}, error);
    if (!p) return false;
    unsigned voice = played_voice(p, language);
    struct json j;
    json_init(&j, out);
    j.tight = true;
    json_object(&j, NULL);
    json_text(&j, "name", name);
    about_put(&j, voice ? p->voices[voice - 1].game : p->game, p->weights);
    json_close(&j);
    games_close(g, p);
    return !out->failed;
}

/* Two play most games, and a table against a bot has two: it is compiled already when somebody begins one. */
static struct played *open_for_cover(struct games *g, const char *name, struct buf *error) {
    struct played *p = games_open(g, name, &(tn_config){.seats = 2}, error);
    if (p) return p;
    buf_clear(error);
    return games_open(g, name, &(tn_config){0}, error);
}

bool games_describe_usual(struct games *g, const char *name, const char *language, struct buf *out, struct buf *error) {
    struct played *p = open_for_cover(g, name, error);
    if (!p) return false;
    unsigned voice = played_voice(p, language);
    const struct buf *told = voice ? &p->voices[voice - 1].description : &p->description;
    bool fine = buf_put(out, told->data, told->n);
    games_close(g, p);
    return fine;
}

static bool write_cover(struct games *g, struct played *p, bool picture, struct buf *out) {
    struct json j;
    tn_ctx *ctx = played_take(g, p);
    bool fine = ctx != NULL;
    if (picture) {
        buf_init(out);
        fine = fine && cover_picture(p->game, ctx, out);
    } else {
        json_init(&j, out);
        j.tight = true;
        json_object(&j, NULL);
        fine = fine && cover_put(&j, p->game, ctx);
        json_close(&j);
    }
    played_give(g, p, ctx);
    return fine && !out->failed;
}

bool games_cover(struct games *g, const char *name, bool picture, struct buf *out, struct buf *error) {
    struct played *p = open_for_cover(g, name, error);
    if (!p) return false;
    struct buf *known = picture ? &p->picture : &p->cover;
    lock(g);
    bool kept = known->n > 0, fine = !kept || buf_put(out, known->data, known->n);
    unlock(g);
    if (!kept) {
        struct buf made;
        fine = write_cover(g, p, picture, &made) && buf_put(out, made.data, made.n);
        lock(g);
        if (fine && known->n == 0) { /* somebody may have been sooner */
            *known = made;
            buf_init(&made);
        }
        unlock(g);
        buf_free(&made);
    }
    games_close(g, p);
    return fine;
}

void games_put_options(struct json *j, const tn_source *source) {
    json_array(j, "options");
    for (size_t i = 0; i < tn_source_option_count(source); i++) {
        tn_option o;
        tn_source_option(source, i, &o);
        json_object(j, NULL);
        json_text(j, "name", o.name);
        json_text(j, "title", o.title);
        json_array(j, "values");
        for (size_t k = 0; k < o.n_values; k++)
            json_text(j, NULL, o.values[k]);
        json_close(j);
        json_close(j);
    }
    json_close(j);
}

static void put_word(struct json *j, const tn_words *words, const char *text) {
    char said[512];
    tn_words_say(words, text, said, sizeof said);
    if (strcmp(said, text) != 0) json_text(j, text, said);
}

/* What the title, the options and their values are called in a language, where that is something else. */
static void put_words(struct json *j, const char *language, const tn_words *words, const tn_source *source) {
    json_object(j, language);
    put_word(j, words, tn_source_title(source));
    for (size_t i = 0; i < tn_source_option_count(source); i++) {
        tn_option o;
        tn_source_option(source, i, &o);
        put_word(j, words, o.title);
        for (size_t k = 0; k < o.n_values; k++)
            put_word(j, words, o.values[k]);
    }
    json_close(j);
}

static void put_languages(struct json *j, const char *path, const tn_source *source) {
    struct arena arena;
    struct buf error;
    catalogue_paths languages = {0};
    arena_init(&arena);
    buf_init(&error);
    language_list(path, &arena, &languages);
    json_array(j, "langs");
    for (size_t i = 0; i < languages.n; i++)
        json_text(j, NULL, languages.data[i]);
    json_close(j);
    json_object(j, "words");
    for (size_t i = 0; i < languages.n; i++) {
        tn_words *words = language_load(path, languages.data[i], false, &error);
        if (words) put_words(j, languages.data[i], words, source);
        tn_words_free(words);
    }
    json_close(j);
    VEC_FREE(&languages);
    buf_free(&error);
    arena_free(&arena);
}

static void put_game(struct json *j, const char *name, const char *path, const tn_source *source) {
    unsigned least, most;
    tn_source_seats(source, &least, &most);
    json_object(j, NULL);
    json_text(j, "name", name);
    json_text(j, "title", tn_source_title(source));
    json_array(j, "players");
    json_unsigned(j, NULL, least);
    json_unsigned(j, NULL, most);
    json_close(j);
    games_put_options(j, source);
    put_languages(j, path, source);
    json_array(j, "bots");
    for (size_t i = 0; i < bot_count(); i++)
        if (bot_get(i)->level) json_text(j, NULL, bot_get(i)->name);
    for (size_t i = 0; i < bot_count(); i++)
        if (!bot_get(i)->level) json_text(j, NULL, bot_get(i)->name);
    json_close(j);
    json_text(j, "usual_bot", bot_usual()->name);
    json_close(j);
}

static bool write_list(struct buf *out) {
    struct catalogue c;
    struct json j;
    json_init(&j, out);
    j.tight = true;
    json_array(&j, NULL);
    bool fine = catalogue_load(&c);
    for (size_t i = 0; fine && i < c.games.n; i++) {
        tn_source *source = NULL;
        if (tn_source_load(c.games.data[i].path, &source) == TN_OK)
            put_game(&j, c.games.data[i].name, c.games.data[i].path, source);
        tn_source_free(source);
    }
    json_close(&j);
    catalogue_free(&c);
    return fine && !out->failed;
}

/* In the words of the definition, for its text is shown beside it. */
static void write_proof(struct games *g, struct buf *out) {
    struct catalogue c;
    struct buf error;
    int best = 0;
    buf_init(&error);
    buf_init(out);
    bool fine = catalogue_load(&c);
    for (size_t i = 0; fine && i < c.games.n; i++) {
        buf_clear(&error);
        struct played *p = open_for_cover(g, c.games.data[i].name, &error);
        if (!p) continue;
        size_t n;
        const tn_file *files = played_files(p, &n);
        struct proof proof = proof_find(p->game, files, n);
        if (proof.merit > best) {
            struct json j;
            best = proof.merit;
            buf_free(out);
            json_init(&j, out);
            j.tight = true;
            json_object(&j, NULL);
            json_text(&j, "name", c.games.data[i].name);
            proof_put(&j, p->game, &proof);
            json_close(&j);
        }
        games_close(g, p);
    }
    catalogue_free(&c);
    buf_free(&error);
}

bool games_proof(struct games *g, uint64_t now, struct buf *out, struct buf *error) {
    lock(g);
    bool fresh = g->proof.n > 0 && now - g->proved_at < FRESH_PROOF;
    if (fresh) buf_put(out, g->proof.data, g->proof.n);
    unlock(g);
    if (fresh) return !out->failed;
    struct buf proof;
    write_proof(g, &proof);
    bool found = proof.n > 0 && buf_put(out, proof.data, proof.n);
    if (!proof.n) buf_puts(error, "no game has a card of so few lines that can be drawn");
    lock(g);
    buf_free(&g->proof);
    g->proof = proof;
    g->proved_at = now;
    unlock(g);
    return found;
}

bool games_any_picture(struct games *g, uint64_t now, struct buf *out, struct buf *error) {
    struct catalogue c;
    struct arena arena;
    struct buf proof;
    const char *why, *name = NULL;
    arena_init(&arena);
    buf_init(&proof);
    if (games_proof(g, now, &proof, error))
        name = value_text(value_get(value_parse(&arena, proof.data, proof.n, &why, NULL), "name"));
    bool listed = catalogue_load(&c);
    if (!name && listed && c.games.n > 0) name = c.games.data[0].name;
    if (name) buf_clear(error);
    bool found = name && games_cover(g, name, true, out, error);
    catalogue_free(&c);
    arena_free(&arena);
    buf_free(&proof);
    return found;
}

bool games_list(struct games *g, uint64_t now, struct buf *out) {
    lock(g);
    bool fresh = g->list.n > 0 && now - g->listed_at < FRESH;
    if (fresh) buf_put(out, g->list.data, g->list.n);
    unlock(g);
    if (fresh) return !out->failed;
    struct buf list;
    bool fine = write_list(&list) && buf_put(out, list.data, list.n);
    lock(g);
    buf_free(&g->list);
    g->list = list;
    g->listed_at = now;
    unlock(g);
    return fine;
}
