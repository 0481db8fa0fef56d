/* memory_files.c: see memory_files.h; in place of base/file.c.
 *
 * A folder is there as long as a file lies in it. A file that is written anew is of a later second, so that whoever
 * keeps what it was made from (table/games.c) notices.
 */
#include "page/memory_files.h"

#include "base/file.h"

#include <stdio.h>
#include <string.h>

struct memory_file {
    char *path, *bytes; /* both owned */
    size_t size;
    int64_t changed;
};

static VEC(struct memory_file) files;
static int64_t changes;

/* The path as it is kept: without "./", doubled slashes and "name/..". Longer ones are those of no file. */
enum { PATH_ROOM = 1024 };
static bool settle(const char *path, char out[PATH_ROOM]) {
    size_t n = 0;
    while (*path) {
        size_t part = strcspn(path, "/");
        if (part == 2 && path[0] == '.' && path[1] == '.') {
            while (n > 0 && out[n - 1] != '/')
                n--;
            n -= n > 0;
        } else if (part > 0 && !(part == 1 && path[0] == '.')) {
            if (n + part + 2 > PATH_ROOM) return false;
            if (n > 0) out[n++] = '/';
            memcpy(out + n, path, part);
            n += part;
        }
        path += part + (path[part] == '/');
    }
    out[n] = '\0';
    return true;
}

static struct memory_file *find(const char *path) {
    char settled[PATH_ROOM];
    for (size_t i = 0; settle(path, settled) && i < files.n; i++)
        if (strcmp(files.data[i].path, settled) == 0) return &files.data[i];
    return NULL;
}

/* What stands behind "folder/" in the path; NULL: it does not lie there. */
static const char *inside(const char *folder, const char *path) {
    size_t n = strlen(folder);
    if (n == 0) return path;
    return strncmp(path, folder, n) == 0 && path[n] == '/' ? path + n + 1 : NULL;
}

bool memory_files_put(const char *path, const char *bytes, size_t n) {
    char settled[PATH_ROOM];
    if (!settle(path, settled)) return false;
    char *copy = malloc(n + 1);
    struct memory_file *f = find(path);
    if (!copy) return false;
    if (!f) {
        struct memory_file made = {.path = strdup(settled)};
        if (!made.path || !VEC_PUSH(&files, made)) {
            free(made.path), free(copy);
            return false;
        }
        f = &files.data[files.n - 1];
    }
    memcpy(copy, bytes, n);
    copy[n] = '\0';
    free(f->bytes);
    f->bytes = copy, f->size = n, f->changed = ++changes;
    return true;
}

void memory_files_remove(const char *path) {
    struct memory_file *f = find(path);
    if (!f) return;
    free(f->path), free(f->bytes);
    *f = files.data[--files.n];
}

/* ---- base/file.h */
static bool is_folder(const char *path) {
    char settled[PATH_ROOM];
    for (size_t i = 0; settle(path, settled) && i < files.n; i++)
        if (inside(settled, files.data[i].path)) return true;
    return false;
}

enum file_status file_read(const char *path, size_t limit, struct buf *out) {
    const struct memory_file *f = find(path);
    if (!f) return is_folder(path) ? FILE_FOLDER : FILE_MISSING;
    if (f->size > limit) return FILE_TOO_LARGE;
    return buf_put(out, f->bytes, f->size) ? FILE_OK : FILE_NO_MEMORY;
}

enum file_status file_write(const char *path, const void *bytes, size_t n) {
    return memory_files_put(path, bytes, n) ? FILE_OK : FILE_NO_MEMORY;
}

size_t file_read_start(const char *path, void *out, size_t n) {
    const struct memory_file *f = find(path);
    if (!f) return 0;
    if (n > f->size) n = f->size;
    memcpy(out, f->bytes, n);
    return n;
}

struct file_facts file_facts(const char *path) {
    const struct memory_file *f = find(path);
    if (f) return (struct file_facts){.kind = FILE_KIND_PLAIN, .size = f->size, .seconds = f->changed};
    return (struct file_facts){.kind = is_folder(path) ? FILE_KIND_FOLDER : FILE_KIND_NONE};
}

struct file_facts file_own_facts(const char *path) {
    return file_facts(path);
}

bool file_is_plain(const char *path) {
    return file_facts(path).kind == FILE_KIND_PLAIN;
}

/* Whether a file before this one has the same name in that folder. */
static bool was_listed(const char *folder, size_t at, const char *name, size_t n) {
    for (size_t i = 0; i < at; i++) {
        const char *other = inside(folder, files.data[i].path);
        if (other && strcspn(other, "/") == n && memcmp(other, name, n) == 0) return true;
    }
    return false;
}

bool file_list(const char *folder, bool (*each)(void *user, const char *name), void *user) {
    char settled[PATH_ROOM], name[PATH_ROOM];
    for (size_t i = 0; settle(folder, settled) && i < files.n; i++) {
        const char *rest = inside(settled, files.data[i].path);
        size_t n = rest ? strcspn(rest, "/") : 0;
        if (n == 0 || rest[0] == '.' || was_listed(settled, i, rest, n)) continue;
        snprintf(name, sizeof name, "%.*s", (int)n, rest);
        if (!each(user, name)) return false;
    }
    return true;
}

bool file_resolve(const char *path, struct buf *out) {
    char settled[PATH_ROOM];
    if (file_facts(path).kind == FILE_KIND_NONE || !settle(path, settled)) return false;
    return buf_putc(out, '/') && buf_puts(out, settled);
}

enum file_status file_make_folders(const char *path) {
    (void)path;
    return FILE_OK;
}

bool file_own_folder(char *out, size_t cap) {
    (void)out, (void)cap;
    return false;
}
