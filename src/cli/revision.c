/* revision.c: see revision.h. git is asked for the files and nothing is written, so no checkout is touched. */
#include "cli/revision.h"

#include "base/arena.h"
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MOST_BYTES = 16 << 20 };

bool is_revision(const char *what) {
    return strchr(what, ':') && file_facts(what).kind == FILE_KIND_NONE;
}

/* ---- asking git */
static bool read_all(int from, struct buf *out) {
    char part[4096];
    ssize_t n;
    while ((n = read(from, part, sizeof part)) != 0) {
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 || out->n > MOST_BYTES) return false;
        buf_put(out, part, (size_t)n);
    }
    return !out->failed;
}

/* What git prints for these words; false: it failed, and has said why on stderr. */
static bool git(char *const *words, struct buf *out) {
    int ends[2], status = 0;
    pid_t child;
    posix_spawn_file_actions_t files;
    if (pipe(ends) != 0) return false;
    bool ok = posix_spawn_file_actions_init(&files) == 0;
    if (ok) {
        posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
        posix_spawn_file_actions_addclose(&files, ends[0]);
        posix_spawn_file_actions_addclose(&files, ends[1]);
        int error = posix_spawnp(&child, "git", &files, NULL, words, environ);
        if (error) fprintf(stderr, "terrane: git cannot be run: %s\n", strerror(error));
        ok = error == 0;
        posix_spawn_file_actions_destroy(&files);
    }
    close(ends[1]);
    bool whole = ok && read_all(ends[0], out);
    close(ends[0]);
    while (ok && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return whole && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* ---- the files of a definition */
struct gathered {
    struct arena arena;
    const char *revision, *folder; /* folder: with its slash, or empty */
    VEC(tn_file) files;
};

static bool add_file(struct gathered *g, const char *name) {
    struct buf text;
    buf_init(&text);
    const char *object = arena_printf(&g->arena, "%s:%s%s", g->revision, g->folder, name);
    char *words[] = {"git", "show", (char *)object, NULL};
    bool ok = object && git(words, &text);
    tn_file file = {arena_strdup(&g->arena, name, strlen(name)), NULL, text.n};
    if (ok) file.text = arena_strdup(&g->arena, text.data ? text.data : "", text.n);
    ok = ok && file.path && file.text && VEC_PUSH(&g->files, file);
    buf_free(&text);
    return ok;
}

/* All .game files beside it: it may include them. */
static bool add_others(struct gathered *g, const char *main_name) {
    struct buf names;
    buf_init(&names);
    const char *tree = arena_printf(&g->arena, "%s:%s", g->revision, g->folder);
    char *words[] = {"git", "ls-tree", "--name-only", "-z", (char *)tree, NULL};
    bool ok = tree && git(words, &names);
    for (size_t at = 0; ok && at < names.n; at += strlen(names.data + at) + 1) {
        const char *name = names.data + at, *dot = strrchr(name, '.');
        if (dot && strcmp(dot, ".game") == 0 && strcmp(name, main_name) != 0) ok = add_file(g, name);
    }
    buf_free(&names);
    return ok;
}

static int parse(struct gathered *g, struct loaded *out) {
    tn_status status = tn_source_parse_files(g->files.data, g->files.n, &out->source);
    if (status != TN_OK && status != TN_DIAG) {
        fprintf(stderr, "terrane: %s: %s\n", out->name.data, tn_status_text(status));
        return EXIT_HOST;
    }
    if (tn_source_error_count(out->source) == 0) return EXIT_GO_ON;
    print_diagnostics(out->source);
    return EXIT_NO;
}

int load_revision(const char *what, struct loaded *out) {
    struct gathered g = {0};
    memset(out, 0, sizeof *out);
    buf_init(&out->path);
    buf_init(&out->name);
    arena_init(&g.arena);
    const char *path = strchr(what, ':') + 1, *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    g.revision = arena_strdup(&g.arena, what, (size_t)(path - 1 - what));
    g.folder = arena_strdup(&g.arena, path, (size_t)(name - path));
    buf_puts(&out->path, path); /* what lies beside it, as weights do, is that of now */
    buf_puts(&out->name, what);
    bool ok = g.revision && g.folder && add_file(&g, name) && add_others(&g, name);
    if (!ok) fprintf(stderr, "terrane: %s cannot be read from git\n", what);
    int code = ok ? parse(&g, out) : EXIT_HOST;
    VEC_FREE(&g.files);
    arena_free(&g.arena);
    return code;
}
