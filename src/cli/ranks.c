/* ranks.c: see ranks.h. The module lies beside the program, or in ../lib/terrane. */
#include "cli/ranks.h"

#include "base/file.h"
#include "cli/args.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *symbol(const struct ranks *ranks, const char *name) {
    return dlsym(ranks->module, name);
}

static void *open_module(void) {
    static const char *const places[] = {"terrane_mpi.so", "../lib/terrane/terrane_mpi.so"};
    char folder[PATH_MAX], path[PATH_MAX + 64];
    void *module = NULL;
    if (!file_own_folder(folder, sizeof folder)) return NULL;
    for (size_t i = 0; i < sizeof places / sizeof places[0] && !module; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, places[i]);
        module = dlopen(path, RTLD_NOW | RTLD_GLOBAL); /* Open MPI loads parts that look for its names */
    }
    return module;
}

int ranks_join(const char *verb, struct ranks *out) {
    const char *size = getenv("OMPI_COMM_WORLD_SIZE");
    *out = (struct ranks){0, 1, NULL};
    if (!size || strtoul(size, NULL, 10) < 2) return EXIT_GO_ON;
    out->module = open_module();
    bool (*join)(unsigned *, unsigned *);
    *(void **)&join = out->module ? symbol(out, "terrane_ranks_join") : NULL;
    if (join && join(&out->rank, &out->size)) return EXIT_GO_ON;
    fprintf(stderr, "terrane %s: started by mpirun, but %s\n", verb,
            out->module ? "MPI does not start" : "built without MPI (Debian: libopenmpi-dev, then build again)");
    return EXIT_HOST;
}

bool ranks_gather(const struct ranks *ranks, const void *mine, size_t n, void *all) {
    bool (*gather)(const void *, size_t, void *);
    if (!ranks->module) return memcpy(all, mine, n), true;
    *(void **)&gather = symbol(ranks, "terrane_ranks_gather");
    return gather && gather(mine, n, all);
}

void ranks_leave(struct ranks *ranks) {
    void (*leave)(void);
    if (!ranks->module || ranks->size < 2) return;
    *(void **)&leave = symbol(ranks, "terrane_ranks_leave");
    if (leave) leave();
    ranks->module = NULL; /* stays loaded: MPI cannot be started twice */
}
