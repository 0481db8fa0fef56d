/* hand_load.c: see hand_load.h. */
#include "bench/games/hand_load.h"

#include "base/file.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* "games/NAME/NAME.game" is NAME. */
static void name_of(const char *game, char *out, size_t cap) {
    const char *slash = strrchr(game, '/'), *name = slash ? slash + 1 : game;
    snprintf(out, cap, "%.*s", (int)strcspn(name, "."), name);
}

bool hand_open(const char *folder, const char *game, struct hand_library *out, char *why, size_t cap) {
    char name[256];
    struct buf path;
    *out = (struct hand_library){NULL, NULL};
    name_of(game, name, sizeof name);
    buf_init(&path);
    buf_printf(&path, "%s/%s.so", folder, name);
    if (access(path.data, F_OK) != 0) {
        snprintf(why, cap, "there is no %s", path.data);
    } else if (!(out->handle = dlopen(path.data, RTLD_NOW | RTLD_LOCAL))) {
        const char *reason = dlerror();
        snprintf(why, cap, "%s", reason ? reason : path.data);
    } else {
        const struct hand_engine *engine = dlsym(out->handle, "terrane_hand");
        if (!engine)
            snprintf(why, cap, "%s exports no terrane_hand", path.data);
        else if (engine->version != HAND_VERSION)
            snprintf(why, cap, "%s is of version %u, not %u", path.data, engine->version, (unsigned)HAND_VERSION);
        else if (strcmp(engine->game, name) != 0)
            snprintf(why, cap, "%s is another game, \"%s\"", path.data, engine->game);
        else
            out->engine = engine;
    }
    buf_free(&path);
    return out->engine != NULL;
}

void hand_close(struct hand_library *library) {
    if (library->handle) dlclose(library->handle);
    *library = (struct hand_library){NULL, NULL};
}

bool hand_folder(char *out, size_t cap) {
    struct stat info;
    size_t n;
    if (!file_own_folder(out, cap)) return false;
    n = strlen(out);
    return (size_t)snprintf(out + n, cap - n, "/hand") < cap - n && stat(out, &info) == 0 && S_ISDIR(info.st_mode);
}
