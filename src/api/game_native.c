/* game_native.c: games that run as compiled C instead of interpreted code. */
#include "api/api.h"

#include "native/native.h"

tn_status tn_game_native(tn_game *g, const char *cache_dir, char *why, size_t cap) {
    struct native made;
    if (g->native.run) return TN_OK;
    switch (native_open(g->program, cache_dir, &made, why, cap)) {
    case NATIVE_OK: break;
    case NATIVE_NO_MEMORY: return TN_NOMEM;
    default: return TN_IO;
    }
    g->native = made;
    return TN_OK;
}
