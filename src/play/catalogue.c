/* catalogue.c: see catalogue.h. */
#include "play/catalogue.h"

#include "base/file.h"
#include "base/nearest.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SCENARIOS = 16 << 20 }; /* bytes of a file, as for any source */

static bool ends_with(const char *text, const char *end) {
    size_t n = strlen(text), m = strlen(end);
    return n > m && strcmp(text + n - m, end) == 0;
}

struct adding {
    struct catalogue *catalogue;
    const char *folder;
};

static bool add_game(void *user, const char *name) {
    const struct adding *a = user;
    struct catalogue *c = a->catalogue;
    for (size_t i = 0; i < c->games.n; i++)
        if (strcmp(c->games.data[i].name, name) == 0) return true;
    char *path = arena_printf(&c->arena, "%s/%s/%s.game", a->folder, name, name);
    if (!path) return false;
    if (!file_is_plain(path)) return true;
    struct catalogue_game game = {arena_strdup(&c->arena, name, strlen(name)), path};
    return game.name && VEC_PUSH(&c->games, game);
}

static bool add_folder(void *user, const char *folder) {
    return file_list(folder, add_game, &(struct adding){user, folder});
}

/* ---- the folders, in their order; a visit that returns false ends it */
typedef bool folder_visit(void *user, const char *folder);

static bool each_listed(const char *list, folder_visit *visit, void *user) {
    char folder[PATH_MAX];
    while (list && *list) {
        size_t n = strcspn(list, ":");
        if (n < sizeof folder) {
            memcpy(folder, list, n);
            folder[n] = '\0';
            if (!visit(user, folder)) return false;
        }
        list += n + (list[n] == ':');
    }
    return true;
}

static bool each_folder(folder_visit *visit, void *user) {
    static const char *const beside[] = {"../games", "../../games", "../share/terrane/games"};
    char own[PATH_MAX], folder[PATH_MAX + 32];
    if (!each_listed(getenv("TERRANE_GAMES"), visit, user) || !visit(user, "games")) return false;
    if (!file_own_folder(own, sizeof own)) return true;
    for (size_t i = 0; i < sizeof beside / sizeof beside[0]; i++) {
        struct buf resolved;
        buf_init(&resolved);
        snprintf(folder, sizeof folder, "%s/%s", own, beside[i]);
        bool go_on = !file_resolve(folder, &resolved) || visit(user, resolved.data);
        buf_free(&resolved);
        if (!go_on) return false;
    }
    return true;
}

struct shared {
    const char *file;
    struct buf *path;
};

static bool not_here(void *user, const char *folder) {
    struct shared *s = user;
    size_t before = s->path->n;
    buf_printf(s->path, "%s/%s", folder, s->file);
    if (!s->path->failed && file_is_plain(s->path->data + before)) return false;
    s->path->n = before;
    return true;
}

bool catalogue_shared(const char *file, struct buf *path) {
    return !each_folder(not_here, &(struct shared){file, path});
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct catalogue_game *)a)->name, ((const struct catalogue_game *)b)->name);
}

bool catalogue_load(struct catalogue *c) {
    memset(c, 0, sizeof *c);
    arena_init(&c->arena);
    bool ok = each_folder(add_folder, c);
    if (c->games.n > 1) qsort(c->games.data, c->games.n, sizeof *c->games.data, by_name);
    return ok && !c->arena.failed;
}

void catalogue_free(struct catalogue *c) {
    VEC_FREE(&c->games);
    arena_free(&c->arena);
}

static void complain_unknown(const struct catalogue *c, const char *what, struct buf *error) {
    const char *names[256];
    size_t n = 0;
    for (; n < c->games.n && n < sizeof names / sizeof names[0]; n++)
        names[n] = c->games.data[n].name;
    buf_printf(error, "there is no game \"%s\"", what);
    const char *near = n > 0 ? nearest(what, names, n) : NULL;
    if (near) buf_printf(error, "; did you mean \"%s\"?", near);
    if (n == 0) {
        buf_puts(error, "; no games were found in games/, beside the program or in $TERRANE_GAMES");
        return;
    }
    buf_puts(error, " (games:");
    for (size_t i = 0; i < n; i++)
        buf_printf(error, " %s", names[i]);
    buf_puts(error, ")");
}

/* A path as the user gave it: a file, or a folder that holds a game of its own name. */
static bool find_path(const char *what, struct buf *path) {
    if (file_is_plain(what)) return buf_puts(path, what);
    struct buf folder;
    size_t before = path->n;
    buf_init(&folder);
    bool found = strchr(what, '/') && file_facts(what).kind == FILE_KIND_FOLDER && file_resolve(what, &folder) &&
                 buf_printf(path, "%s/%s.game", folder.data, strrchr(folder.data, '/') + 1) &&
                 file_is_plain(path->data + before);
    if (!found) path->n = before;
    buf_free(&folder);
    return found;
}

bool catalogue_find(const char *what, struct buf *path, struct buf *name, struct buf *error) {
    if ((strchr(what, '/') || strchr(what, '.')) && find_path(what, path)) {
        if (!file_resolve(path->data, name)) buf_puts(name, path->data);
        return true;
    }
    if (strchr(what, '/') || ends_with(what, ".game")) {
        buf_printf(error, "%s: no such file", what);
        return false;
    }
    struct catalogue c;
    bool found = false;
    if (!catalogue_load(&c)) {
        buf_puts(error, "out of memory");
        catalogue_free(&c);
        return false;
    }
    for (size_t i = 0; i < c.games.n && !found; i++)
        if (strcmp(c.games.data[i].name, what) == 0) {
            buf_puts(path, c.games.data[i].path);
            buf_puts(name, what);
            found = true;
        }
    if (!found) complain_unknown(&c, what, error);
    catalogue_free(&c);
    return found;
}

void catalogue_beside(const char *game_path, const char *extension, struct buf *path) {
    const char *slash = strrchr(game_path, '/'), *dot = strrchr(game_path, '.');
    bool has_dot = dot && (!slash || dot > slash + 1);
    buf_put(path, game_path, has_dot ? (size_t)(dot - game_path) : strlen(game_path));
    buf_printf(path, ".%s", extension);
}

void catalogue_weights(const char *game_path, unsigned players, struct buf *path) {
    char extension[32];
    size_t from = path->n;
    snprintf(extension, sizeof extension, "%u.weights", players);
    catalogue_beside(game_path, extension, path);
    if (players == 1 || path->failed || file_is_plain(path->data)) return;
    path->n = from;
    catalogue_beside(game_path, "weights", path);
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A file of scenarios that includes games, but not this one, belongs to another game of the folder. */
static bool of_another_game(const char *path, const char *game) {
    static const char include[] = "include \"";
    struct buf text;
    buf_init(&text);
    bool others = false, own = false;
    if (file_read(path, MAX_SCENARIOS, &text) == FILE_OK)
        for (const char *line = text.data; line && *line; line = strchr(line, '\n')) {
            line += *line == '\n';
            if (strncmp(line, include, sizeof include - 1) != 0) continue;
            const char *name = line + sizeof include - 1;
            size_t n = strcspn(name, "\"\n");
            own |= n == strlen(game) && memcmp(name, game, n) == 0;
            others = true;
        }
    buf_free(&text);
    return others && !own;
}

struct scenarios {
    struct arena *arena;
    const char *folder, *game; /* of the definition; what its file is called */
    catalogue_paths *out;
};

static bool add_scenario(void *user, const char *name) {
    const struct scenarios *s = user;
    if (!ends_with(name, ".scenario")) return true;
    const char *path = arena_printf(s->arena, "%s%s", s->folder, name);
    if (path && of_another_game(path, s->game)) return true;
    return path && VEC_PUSH(s->out, path);
}

bool catalogue_scenarios(const char *game_path, struct arena *arena, catalogue_paths *out) {
    const char *slash = strrchr(game_path, '/');
    const char *folder = arena_strdup(arena, game_path, slash ? (size_t)(slash - game_path) + 1 : 0);
    if (!folder) return false;
    struct scenarios s = {arena, folder, slash ? slash + 1 : game_path, out};
    bool ok = file_list(*folder ? folder : ".", add_scenario, &s);
    if (out->n > 1) qsort(out->data, out->n, sizeof *out->data, by_text);
    return ok;
}
