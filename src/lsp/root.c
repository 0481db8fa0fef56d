/* root.c: see root.h. Only lines that begin with `game` or `include` are looked at, so a text with mistakes is fine. */
#include "lsp/root.h"

#include "base/file.h"

#include <stdio.h>
#include <string.h>

enum { LEVELS = 4, FOLDERS = 3, SCANNED = 4 * 1024 * 1024, ENTRIES = 500 };

struct search {
    root_text text;
    void *user;
    const char *part; /* path that must be included */
    char found[ROOT_PATH];
};

static const char *get_text(const struct search *s, const char *path, struct buf *file, size_t *size) {
    const char *open = s->text(s->user, path, size);
    if (open) return open;
    if (file_read(path, SCANNED, file) != FILE_OK) return NULL;
    *size = file->n;
    return file->data;
}

/* Does `written`, seen from the folder of `from`, name the part? "." and ".." in the middle are followed. */
static bool names_part(const char *from, const char *written, size_t n, const char *part) {
    char path[ROOT_PATH];
    const char *slash = strrchr(from, '/');
    size_t k = slash ? (size_t)(slash - from) : 0;
    if (k + n + 2 > sizeof path) return false;
    memcpy(path, from, k);
    for (size_t i = 0; i < n;) {
        size_t len = 0;
        while (i + len < n && written[i + len] != '/')
            len++;
        if (len == 2 && !memcmp(written + i, "..", 2)) {
            while (k > 0 && path[--k] != '/')
                continue;
        } else if (len && !(len == 1 && written[i] == '.')) {
            path[k++] = '/';
            memcpy(path + k, written + i, len);
            k += len;
        }
        i += len + 1;
    }
    path[k] = '\0';
    return !strcmp(path, part);
}

/* Calls for each line; stops when it answers true. */
static bool any_line(const char *text, size_t size, bool (*test)(const char *line, size_t n, void *user), void *user) {
    for (const char *at = text, *end = text + size; at < end;) {
        const char *eol = memchr(at, '\n', (size_t)(end - at));
        size_t n = (size_t)((eol ? eol : end) - at);
        if (test(at, n, user)) return true;
        at += n + 1;
    }
    return false;
}

static bool declares_game(const char *line, size_t n, void *user) {
    (void)user;
    return n > 5 && !memcmp(line, "game ", 5);
}

struct includes {
    const char *from, *part;
};

static bool includes_part(const char *line, size_t n, void *user) {
    const struct includes *c = user;
    while (n && *line == ' ')
        line++, n--;
    if (n < 10 || memcmp(line, "include \"", 9)) return false;
    const char *close = memchr(line + 9, '"', n - 9);
    return close && names_part(c->from, line + 9, (size_t)(close - line) - 9, c->part);
}

static bool is_definition(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && (!strcmp(dot, ".game") || !strcmp(dot, ".scenario"));
}

static bool try_file(struct search *s, const char *path) {
    struct buf file;
    size_t size = 0;
    struct includes c = {path, s->part};
    buf_init(&file);
    const char *text = strcmp(path, s->part) ? get_text(s, path, &file, &size) : NULL;
    bool yes = text && any_line(text, size, includes_part, &c);
    buf_free(&file);
    if (yes) snprintf(s->found, sizeof s->found, "%s", path);
    return yes;
}

struct looking {
    struct search *search;
    const char *folder;
    int left; /* names that are still looked at */
    bool found;
};

static bool try_name(void *user, const char *name) {
    struct looking *l = user;
    char path[ROOT_PATH];
    size_t n = strlen(l->folder), size = strlen(name) + 1;
    if (is_definition(name) && n + 1 + size <= sizeof path) {
        memcpy(path, l->folder, n);
        path[n] = '/';
        memcpy(path + n + 1, name, size);
        l->found = try_file(l->search, path);
    }
    return !l->found && --l->left > 0;
}

static bool try_folder(struct search *s, const char *folder) {
    struct looking l = {s, folder, ENTRIES, false};
    file_list(*folder ? folder : "/", try_name, &l);
    return l.found;
}

static bool find_includer(struct search *s) {
    char folder[ROOT_PATH];
    snprintf(folder, sizeof folder, "%s", s->part);
    for (int i = 0; i < FOLDERS; i++) {
        char *slash = strrchr(folder, '/');
        if (!slash) return false;
        *slash = '\0';
        if (try_folder(s, folder)) return true;
    }
    return false;
}

void root_find(const char *path, root_text text, void *user, char out[ROOT_PATH]) {
    snprintf(out, ROOT_PATH, "%s", path);
    if (strlen(path) >= ROOT_PATH) return;
    for (int level = 0; level < LEVELS; level++) {
        struct search s = {.text = text, .user = user, .part = out};
        struct buf file;
        size_t size = 0;
        buf_init(&file);
        const char *own = get_text(&s, out, &file, &size);
        bool root = own && any_line(own, size, declares_game, NULL);
        buf_free(&file);
        if (root || !find_includer(&s)) return;
        memcpy(out, s.found, ROOT_PATH);
    }
}
