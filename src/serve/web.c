/* web.c: see web.h. */
#include "serve/web.h"

#include "base/file.h"
#include "base/hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 4096, DEEP = 12, FILE_LIMIT = 32 << 20, AGAIN = 1000 };

struct web {
    char *folder;
    VEC(struct web_file) files;
    uint64_t read_at;
};

static const char *type_of(const char *path) {
    static const char *const types[][2] = {{".html", "text/html; charset=utf-8"},
                                           {".js", "text/javascript; charset=utf-8"},
                                           {".mjs", "text/javascript; charset=utf-8"},
                                           {".css", "text/css; charset=utf-8"},
                                           {".json", "application/json"},
                                           {".map", "application/json"},
                                           {".svg", "image/svg+xml"},
                                           {".png", "image/png"},
                                           {".webp", "image/webp"},
                                           {".ico", "image/x-icon"},
                                           {".woff2", "font/woff2"},
                                           {".wasm", "application/wasm"},
                                           {".txt", "text/plain; charset=utf-8"},
                                           {".webmanifest", "application/manifest+json"}};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i][0], dot) == 0) return types[i][1];
    return "application/octet-stream";
}

/* ---- forms */
static const struct {
    const char *name, *ending, *also;
} codings[CODINGS] = {{"identity", "", NULL}, {"gzip", ".gz", "x-gzip"}, {"br", ".br", NULL}};

const char *web_coding_name(enum coding coding) {
    return coding == CODING_NONE ? NULL : codings[coding].name;
}

bool web_varies(const struct web_file *f) {
    return f->forms[CODING_GZIP].there || f->forms[CODING_BROTLI].there;
}

/* How much it is wanted; what is not compressed is taken by everybody who does not say otherwise, but last. */
static int wanted(const struct head *h, enum coding coding) {
    static const char field[] = "accept-encoding";
    int quality = head_quality(h, field, codings[coding].name);
    if (quality < 0 && codings[coding].also) quality = head_quality(h, field, codings[coding].also);
    if (quality < 0) quality = head_quality(h, field, "*");
    if (coding == CODING_NONE && quality < 0) return 1;
    return quality > 0 ? 1 + quality : 0;
}

enum coding web_choose(const struct web_file *f, const struct head *h) {
    enum coding best = CODING_NONE;
    int most = wanted(h, CODING_NONE);
    for (int i = CODING_NONE + 1; i < CODINGS; i++) {
        int much = f->forms[i].there ? wanted(h, (enum coding)i) : 0;
        if (much == 0 || much < most) continue;
        if (much == most && f->forms[i].bytes.n >= f->forms[best].bytes.n) continue;
        best = (enum coding)i, most = much;
    }
    return best;
}

/* ---- reading */
static void drop_file(struct web_file *f) {
    free(f->path);
    for (int i = 0; i < CODINGS; i++)
        buf_free(&f->forms[i].bytes);
}

static void forget(struct web *w) {
    for (size_t i = 0; i < w->files.n; i++)
        drop_file(&w->files.data[i]);
    w->files.n = 0;
}

/* When a form of a file was changed last, in seconds; 0: there is none. */
static int64_t changed(const char *full, enum coding coding) {
    char name[8192];
    snprintf(name, sizeof name, "%s%s", full, codings[coding].ending);
    struct file_facts facts = file_own_facts(name);
    return facts.kind == FILE_KIND_PLAIN ? facts.seconds : 0;
}

static void read_form(struct web_file *f, const char *full, enum coding coding) {
    struct web_form *form = &f->forms[coding];
    char name[8192];
    buf_init(&form->bytes);
    form->modified = changed(full, coding);
    if (!form->modified || form->modified < f->forms[CODING_NONE].modified) return;
    snprintf(name, sizeof name, "%s%s", full, codings[coding].ending);
    form->there = file_read(name, FILE_LIMIT, &form->bytes) == FILE_OK;
    snprintf(form->tag, sizeof form->tag, "\"%016" PRIx64 "\"", hash_bytes(form->bytes.data, form->bytes.n, 1));
}

/* Whether it is a form of another file. */
static bool is_form(const char *full) {
    size_t n = strlen(full);
    for (int i = CODING_NONE + 1; i < CODINGS; i++) {
        char plain[4096];
        size_t ending = strlen(codings[i].ending);
        if (n <= ending || strcmp(full + n - ending, codings[i].ending) != 0) continue;
        snprintf(plain, sizeof plain, "%.*s", (int)(n - ending), full);
        if (changed(plain, CODING_NONE)) return true;
    }
    return false;
}

static void keep_file(struct web *w, const char *full) {
    struct web_file f = {.path = strdup(full + strlen(w->folder)), .type = type_of(full)};
    for (int i = 0; i < CODINGS; i++)
        read_form(&f, full, (enum coding)i);
    f.lasting = f.path && strncmp(f.path, "/assets/", 8) == 0; /* where the bundler puts files named by their hash */
    if (f.path && f.forms[CODING_NONE].there && w->files.n < FILES && VEC_PUSH(&w->files, f)) return;
    drop_file(&f);
}

struct reading {
    struct web *web;
    const char *folder;
    int depth;
};

static bool read_name(void *user, const char *name) {
    const struct reading *r = user;
    char full[4096];
    int n = snprintf(full, sizeof full, "%s/%s", r->folder, name);
    enum file_kind kind = n < (int)sizeof full ? file_own_facts(full).kind : FILE_KIND_NONE;
    if (kind == FILE_KIND_FOLDER && r->depth + 1 < DEEP)
        file_list(full, read_name, &(struct reading){r->web, full, r->depth + 1});
    if (kind == FILE_KIND_PLAIN && !is_form(full)) keep_file(r->web, full);
    return true;
}

static void read_folder(struct web *w) {
    file_list(w->folder, read_name, &(struct reading){w, w->folder, 0});
}

static char *find_folder(const char *chosen) {
    struct buf out;
    buf_init(&out);
    return file_page_folder(chosen, &out) ? out.data : NULL;
}

struct web *web_open(const char *folder) {
    struct web *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->folder = find_folder(folder);
    if (w->folder) read_folder(w);
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
    char full[8000];
    snprintf(full, sizeof full, "%s%s", w->folder, f->path);
    bool same = true;
    for (int i = 0; i < CODINGS; i++)
        same &= changed(full, (enum coding)i) == f->forms[i].modified;
    return same;
}

const struct web_file *web_find(struct web *w, const char *path, uint64_t now) {
    const struct web_file *f = look_up(w, path);
    if (!w->folder || now - w->read_at < AGAIN || (f && is_current(w, f))) return f;
    w->read_at = now;
    forget(w);
    read_folder(w);
    return look_up(w, path);
}
