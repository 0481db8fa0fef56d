/* workspace.c: see workspace.h. Finding the root of a part is in root.c. */
#include "lsp/workspace.h"

#include "base/file.h"
#include "lsp/root.h"

#include <stdlib.h>
#include <string.h>

enum { FILE_LIMIT = 16 * 1024 * 1024 };

static char *copy_text(const char *text) {
    size_t n = strlen(text) + 1;
    char *made = malloc(n);
    return made ? memcpy(made, text, n) : NULL;
}

/* ---- analyses */
struct reading {
    const struct workspace *w;
    struct arena *texts;
};

static const char *read_text(void *user, const char *path, size_t *size, const char **why) {
    struct reading *r = user;
    const struct document *d = workspace_find(r->w, path);
    struct buf text;
    buf_init(&text);
    enum file_status status = d ? FILE_OK : file_read(path, FILE_LIMIT, &text);
    *size = d ? d->text.n : text.n;
    const char *kept = status == FILE_OK ? arena_strdup(r->texts, d ? d->text.data : text.data, *size) : NULL;
    *why = status == FILE_OK ? "not enough memory" : file_status_text(status);
    buf_free(&text);
    return kept;
}

static void analysis_free(struct analysis *a) {
    if (!a) return;
    query_free(a->query);
    arena_free(&a->texts);
    free(a);
}

static struct analysis *analysis_new(const struct workspace *w, const char *root) {
    struct analysis *a = calloc(1, sizeof *a);
    if (!a) return NULL;
    struct reading reading = {w, &a->texts};
    struct source_reader reader = {read_text, &reading};
    const char *why;
    size_t size;
    arena_init(&a->texts);
    const char *text = read_text(&reading, root, &size, &why);
    if (text) a->query = query_new(root, text, size, &reader);
    return a;
}

void workspace_analyse(struct workspace *w, struct project *p) {
    struct analysis *a = analysis_new(w, p->root);
    p->dirty = false;
    if (!a) return;
    if (p->now != p->good) analysis_free(p->now);
    p->now = a;
    if (!a->query || !a->query->complete) return;
    analysis_free(p->good);
    p->good = a;
}

/* ---- projects */
static struct project *project_of(struct workspace *w, const char *root) {
    for (size_t i = 0; i < w->projects.n; i++)
        if (!strcmp(w->projects.data[i]->root, root)) return w->projects.data[i];
    struct project *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->root = copy_text(root);
    p->dirty = true;
    if (p->root && VEC_PUSH(&w->projects, p)) return p;
    free(p->root);
    free(p);
    return NULL;
}

static void project_free(struct project *p) {
    if (p->now != p->good) analysis_free(p->now);
    analysis_free(p->good);
    for (size_t i = 0; i < p->told.n; i++)
        free(p->told.data[i]);
    VEC_FREE(&p->told);
    free(p->root);
    free(p);
}

static bool has_file(const struct project *p, const char *path) {
    if (!strcmp(p->root, path)) return true;
    return p->now && p->now->query && query_file(p->now->query, path) >= 0;
}

static void soil(struct workspace *w, const char *path) {
    for (size_t i = 0; i < w->projects.n; i++)
        if (has_file(w->projects.data[i], path)) w->projects.data[i]->dirty = true;
}

const struct project *workspace_owner(const struct workspace *w, const char *path) {
    for (size_t i = 0; i < w->projects.n; i++)
        if (!strcmp(w->projects.data[i]->root, path)) return w->projects.data[i];
    for (size_t i = 0; i < w->projects.n; i++)
        if (has_file(w->projects.data[i], path)) return w->projects.data[i];
    return NULL;
}

static bool in_use(const struct workspace *w, const struct project *p) {
    for (size_t i = 0; i < w->documents.n; i++)
        if (w->documents.data[i]->project == p) return true;
    return false;
}

void workspace_sweep(struct workspace *w, void (*gone)(void *user, struct project *p), void *user) {
    for (size_t i = 0; i < w->projects.n;) {
        struct project *p = w->projects.data[i];
        if (in_use(w, p)) {
            i++;
            continue;
        }
        w->projects.data[i] = w->projects.data[--w->projects.n];
        gone(user, p);
        project_free(p);
    }
}

/* ---- documents */
struct document *workspace_find(const struct workspace *w, const char *path) {
    for (size_t i = 0; i < w->documents.n; i++)
        if (!strcmp(w->documents.data[i]->path, path)) return w->documents.data[i];
    return NULL;
}

static void document_free(struct document *d) {
    buf_free(&d->text);
    free(d->uri);
    free(d->path);
    free(d);
}

static struct document *document_new(struct workspace *w, const char *uri, const char *path) {
    struct document *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    buf_init(&d->text);
    d->uri = copy_text(uri);
    d->path = copy_text(path);
    if (d->uri && d->path && VEC_PUSH(&w->documents, d)) return d;
    document_free(d);
    return NULL;
}

static const char *text_of(void *user, const char *path, size_t *size) {
    const struct document *d = workspace_find(user, path);
    if (d) *size = d->text.n;
    return d ? d->text.data : NULL;
}

bool workspace_open(struct workspace *w, const char *uri, const char *path, const char *text, size_t size) {
    struct document *d = workspace_find(w, path);
    bool opened = !d;
    if (!d) d = document_new(w, uri, path);
    if (!d) return false;
    buf_clear(&d->text);
    buf_put(&d->text, text, size);
    soil(w, path);
    if (!opened) return !d->text.failed;
    char root[ROOT_PATH];
    root_find(path, text_of, w, root);
    d->project = project_of(w, root);
    if (d->project) return !d->text.failed;
    w->documents.n--; /* it was the last one */
    document_free(d);
    return false;
}

void workspace_close(struct workspace *w, struct document *d) {
    soil(w, d->path);
    for (size_t i = 0; i < w->documents.n; i++)
        if (w->documents.data[i] == d) w->documents.data[i] = w->documents.data[--w->documents.n];
    document_free(d);
}

const struct query *workspace_query(struct workspace *w, struct document *d) {
    if (d->project->dirty || !d->project->now) workspace_analyse(w, d->project);
    const struct query *q = d->project->now ? d->project->now->query : NULL;
    if (!q || query_file(q, d->path) >= 0) return q;
    struct project *own = project_of(w, d->path); /* it is not included any more */
    if (!own || own == d->project) return q;
    d->project = own;
    return workspace_query(w, d);
}

void workspace_free(struct workspace *w) {
    for (size_t i = 0; i < w->documents.n; i++)
        document_free(w->documents.data[i]);
    for (size_t i = 0; i < w->projects.n; i++)
        project_free(w->projects.data[i]);
    VEC_FREE(&w->documents);
    VEC_FREE(&w->projects);
}
