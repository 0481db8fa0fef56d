/* cache.c: compiled objects in a folder, one file each, named by the hash of the C they were made from.
 *
 * Invariants: a file is written whole or not at all; it ends with its own name and a hash of all bytes before, and is
 * loaded only when both are right and the file is the user's own; what is loaded says by itself which text and which
 * structures it was made for. Anything that is not exactly right is made anew. Nothing here can change a game: in
 * doubt it is an error and the interpreter is still there.
 */
#include "native/native.h"

#include "base/file.h"
#include "base/hash.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OBJECT_LIMIT = 256 << 20, MOST_FRAMES = 2000 }; /* routines nest as C calls */

struct trailer {
    char mark[8];
    uint64_t key, bytes; /* of the text; of the file before the trailer */
};
static const char object_mark[8] = "terrane1";

struct work {
    const struct program *p;
    struct buf folder, path, text;
    uint64_t key;
    char *why;
    size_t cap;
};

static uint64_t native_abi(void) {
    return hash_bytes(NATIVE_TEXT, sizeof NATIVE_TEXT, NATIVE_VERSION) ^ sizeof(void *);
}

/* Sizes as this program was compiled; an object says its own. */
enum { N_SIZES = 5 };
static const uint32_t sizes[N_SIZES] = {sizeof(struct state), sizeof(struct frame), sizeof(struct run),
                                        sizeof(struct native_api), (uint32_t)offsetof(struct run, result)};

static enum native_status fail(struct work *w, const char *what, const char *reason) {
    snprintf(w->why, w->cap, "%s%s%s", what, *reason ? ": " : "", reason);
    return NATIVE_FAILED;
}

/* ---- the text and its name */
static bool make_text(struct work *w) {
    if (!native_emit(w->p, &w->text)) return false;
    w->key = hash_bytes(w->text.data, w->text.n, native_abi());
    w->key = hash_bytes(compiler_flags(), strlen(compiler_flags()), w->key);
    buf_printf(&w->text,
               "const uint64_t native_key = 0x%016llxu;\nconst uint64_t native_abi = 0x%016llxu;\n"
               "const uint32_t native_sizes[] = {sizeof(struct state), sizeof(struct frame), sizeof(struct run), "
               "sizeof(struct native_api), (uint32_t)offsetof(struct run, result)};\n",
               (unsigned long long)w->key, (unsigned long long)native_abi());
    buf_printf(&w->path, "%s/%016llx.so", w->folder.data, (unsigned long long)w->key);
    return !w->text.failed && !w->path.failed;
}

/* ---- the folder */
static bool find_folder(struct work *w, const char *folder) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (folder && *folder)
        buf_puts(&w->folder, folder);
    else if (cache && *cache == '/')
        buf_printf(&w->folder, "%s/terrane", cache);
    else if (home && *home)
        buf_printf(&w->folder, "%s/.cache/terrane", home);
    else
        return fail(w, "no folder for compiled games: neither XDG_CACHE_HOME nor HOME is set", ""), false;
    if (w->folder.data[0] != '/') { /* dlopen looks elsewhere for names without a path */
        char here[4096];
        struct buf whole;
        if (!getcwd(here, sizeof here)) return fail(w, "no current folder", strerror(errno)), false;
        buf_init(&whole);
        buf_printf(&whole, "%s/%s", here, w->folder.data);
        buf_free(&w->folder);
        w->folder = whole;
    }
    return true;
}

static bool make_folder(struct work *w) {
    char *path = w->folder.data;
    for (size_t i = 1; i <= w->folder.n; i++) {
        if (path[i] != '/' && path[i] != 0) continue;
        char was = path[i];
        path[i] = 0;
        int failed = mkdir(path, 0700) && errno != EEXIST ? errno : 0;
        path[i] = was;
        struct stat info;
        if (failed && stat(path, &info)) return fail(w, path, strerror(failed)), false;
    }
    return true;
}

/* ---- an object in the folder */
static bool is_whole(struct work *w) {
    struct buf bytes;
    struct stat info;
    struct trailer t = {{0}, 0, 0};
    if (stat(w->path.data, &info) || (info.st_uid != geteuid() && info.st_uid != 0) || (info.st_mode & 022))
        return false;
    buf_init(&bytes);
    bool whole = file_read(w->path.data, OBJECT_LIMIT, &bytes) == FILE_OK && bytes.n > sizeof t;
    if (whole) {
        size_t n = bytes.n - sizeof t;
        memcpy(&t, bytes.data + n, sizeof t);
        whole = !memcmp(t.mark, object_mark, sizeof object_mark) && t.key == w->key &&
                t.bytes == hash_bytes(bytes.data, n, t.key);
    }
    buf_free(&bytes);
    return whole;
}

static bool attach(struct work *w, struct native *out) {
    void *handle = dlopen(w->path.data, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *reason = dlerror();
        fail(w, "a compiled game cannot be loaded", reason ? reason : "");
        return false;
    }
    const uint64_t *key = dlsym(handle, "native_key"), *abi = dlsym(handle, "native_abi");
    const uint32_t *its = dlsym(handle, "native_sizes");
    void *run = dlsym(handle, "native_run");
    if (!key || *key != w->key || !abi || *abi != native_abi() || !its || memcmp(its, sizes, sizeof sizes) || !run) {
        dlclose(handle);
        fail(w, w->path.data, "this compiled game is not of this program");
        return false;
    }
    out->handle = handle;
    memcpy(&out->run, &run, sizeof run); /* a function's address, as POSIX promises */
    return true;
}

/* ---- making one */
/* The object gets its trailer where it was made, and only then its name. */
static enum native_status store(struct work *w, const char *object) {
    struct buf bytes;
    struct trailer t = {{0}, w->key, 0};
    buf_init(&bytes);
    enum file_status status = file_read(object, OBJECT_LIMIT, &bytes);
    memcpy(t.mark, object_mark, sizeof object_mark);
    t.bytes = hash_bytes(bytes.data, bytes.n, t.key);
    buf_put(&bytes, &t, sizeof t);
    if (status == FILE_OK && bytes.failed) status = FILE_NO_MEMORY;
    if (status == FILE_OK) status = file_write(object, bytes.data, bytes.n);
    buf_free(&bytes);
    if (status != FILE_OK) return fail(w, object, file_status_text(status));
    if (chmod(object, 0700) || rename(object, w->path.data)) return fail(w, w->path.data, strerror(errno));
    return NATIVE_OK;
}

static enum native_status compile(struct work *w) {
    struct buf room, source, object;
    enum native_status status;
    buf_init(&room);
    buf_init(&source);
    buf_init(&object);
    buf_printf(&room, "%s/making-XXXXXX", w->folder.data);
    if (room.failed || !mkdtemp(room.data)) {
        status = fail(w, w->folder.data, room.failed ? "out of memory" : strerror(errno));
    } else {
        buf_printf(&source, "%s/game.c", room.data);
        buf_printf(&object, "%s/game.so", room.data);
        enum file_status written = file_write(source.data, w->text.data, w->text.n);
        if (written != FILE_OK)
            status = fail(w, source.data, file_status_text(written));
        else
            status = compiler_run(source.data, object.data, w->why, w->cap) ? store(w, object.data) : NATIVE_FAILED;
        unlink(source.data);
        unlink(object.data);
        rmdir(room.data);
    }
    buf_free(&room);
    buf_free(&source);
    buf_free(&object);
    return status;
}

static enum native_status open_object(struct work *w, struct native *out) {
    if (is_whole(w) && attach(w, out)) return NATIVE_OK;
    if (!make_folder(w)) return NATIVE_FAILED;
    enum native_status status = compile(w);
    if (status != NATIVE_OK) return status;
    out->compiled = true;
    if (!is_whole(w)) return fail(w, w->path.data, "what was written there is not there");
    return attach(w, out) ? NATIVE_OK : NATIVE_FAILED;
}

enum native_status native_open(const struct program *p, const char *folder, struct native *out, char *why, size_t cap) {
    struct work w = {.p = p, .why = why, .cap = cap};
    enum native_status status = NATIVE_FAILED;
    *out = (struct native){0};
    if (cap) why[0] = 0;
    buf_init(&w.folder);
    buf_init(&w.path);
    buf_init(&w.text);
    if (p->layout.frame_cap > MOST_FRAMES) {
        fail(&w, "the rules call one another too deeply to be compiled", "");
    } else if (find_folder(&w, folder)) {
        if (w.folder.failed || !make_text(&w))
            status = NATIVE_NO_MEMORY;
        else
            status = open_object(&w, out);
    }
    buf_free(&w.folder);
    buf_free(&w.path);
    buf_free(&w.text);
    return status;
}

void native_close(struct native *n) {
    if (n->handle) dlclose(n->handle);
    *n = (struct native){0};
}
