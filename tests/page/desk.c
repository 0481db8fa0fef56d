/* desk.c: the engine in a page with seats that have secrets, as a server has them: for the tests of the protocol, in
 * which several people play. Linked with the engine as desk.wasm (cmake/page.cmake), driven by
 * web/tests/protocol.wasm.ts.
 */
#include "base/hash.h"
#include "page/page.h"

#include <string.h>

static void hash(const char *text, unsigned char out[TOKEN_HASH]) {
    for (size_t i = 0; i < TOKEN_HASH; i++)
        out[i] = (unsigned char)hash_bytes(text, strlen(text), i);
}

/* The world of a page is its own and not constant; only who uses it sees it so. */
void EXPORT(desk_of_many)(void);
void desk_of_many(void) {
    union {
        const struct table_world *seen;
        struct table_world *own;
    } world = {.seen = page_world()};
    world.own->hash = hash;
    world.own->open = false;
}
