/* web.c: see web.h. */
#include "serve/web.h"

#include "base/file.h"
#include "base/hash.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILES = 4096, DEEP = 12, FILE_LIMIT = 32 << 20, AGAIN = 1000 };

struct web {
    char *folder;
    VEC(struct web_file) files;
    uint64_t read_at;
};

static const char *type_of(const char *path) {
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},   {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"}, {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},           {".map", "application/json"},
        {".svg", "image/svg+xml"},               {".png", "image/png"},
        {".webp", "image/webp"},                 {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},                {".wasm", "application/wasm"},
        {".txt", "text/plain; charset=utf-8"},   {".webmanifest", "application/manifest+json"}};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i][0], dot) == 0) return types[i][1];
    return "application/octet-stream";
}

static void forget(struct web *w) {
    for (size_t i = 0; i < w->files.n; i++) {
        free(w->files.data[i].path);
        buf_free(&w->files.data[i].bytes);
    }
    w->files.n = 0;
}

static void keep_file(struct web *w, const char *full, const struct stat *facts) {
    struct web_file f = {.path = strdup(full + strlen(w->folder)), .type = type_of(full), .modified = facts->st_mtime};
    buf_init(&f.bytes, NULL);
    bool read = f.path && file_read(full, FILE_LIMIT, &f.bytes) == FILE_OK;
    snprintf(f.tag, sizeof f.tag, "\"%016" PRIx64 "\"", hash_bytes(f.bytes.data, f.bytes.n, 1));
    f.lasting = f.path && strncmp(f.path, "/assets/", 8) == 0; /* where the bundler puts files named by their hash */
    if (read && w->files.n < FILES && VEC_PUSH(&w->files, f)) return;
    free(f.path);
    buf_free(&f.bytes);
}

static void read_folder(struct web *w, const char *folder, int depth) {
    DIR *dir = depth < DEEP ? opendir(folder) : NULL;
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        struct stat facts;
        char full[4096];
        if (entry->d_name[0] == '.') continue;
        int n = snprintf(full, sizeof full, "%s/%s", folder, entry->d_name);
        if (n >= (int)sizeof full || lstat(full, &facts) != 0) continue;
        if (S_ISDIR(facts.st_mode)) read_folder(w, full, depth + 1);
        if (S_ISREG(facts.st_mode)) keep_file(w, full, &facts);
    }
    if (dir) closedir(dir);
}

/* The first of the usual places that is a folder. */
static char *usual_folder(void) {
    static const char *const places[] = {"/../../web/dist", "/../web/dist", "/../share/terrane/web"};
    char own[2048], full[4096];
    struct stat facts;
    if (!file_own_folder(own, sizeof own)) return NULL;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(full, sizeof full, "%s%s", own, places[i]);
        if (stat(full, &facts) == 0 && S_ISDIR(facts.st_mode)) return realpath(full, NULL);
    }
    return NULL;
}

struct web *web_open(const char *folder) {
    struct web *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->folder = folder ? realpath(folder, NULL) : usual_folder();
    if (w->folder) read_folder(w, w->folder, 0);
    return w;
}

void web_close(struct web *w) {
    if (!w) return;
    forget(w);
    VEC_FREE(&w->files);
    free(w->folder);
    free(w);
}

const char *web_folder(const struct web *w) {
    return w->folder;
}

static const struct web_file *look_up(const struct web *w, const char *path) {
    const char *last = strrchr(path, '/');
    bool page = last && !strchr(last, '.');
    for (size_t i = 0; i < w->files.n; i++)
        if (strcmp(w->files.data[i].path, page ? "/index.html" : path) == 0) return &w->files.data[i];
    return NULL;
}

static bool is_current(const struct web *w, const struct web_file *f) {
    char full[8192];
    struct stat facts;
    snprintf(full, sizeof full, "%s%s", w->folder, f->path);
    return lstat(full, &facts) == 0 && facts.st_mtime == f->modified;
}

const struct web_file *web_find(struct web *w, const char *path, uint64_t now) {
    const struct web_file *f = look_up(w, path);
    if (!w->folder || now - w->read_at < AGAIN || (f && is_current(w, f))) return f;
    w->read_at = now;
    forget(w);
    read_folder(w, w->folder, 0);
    return look_up(w, path);
}
