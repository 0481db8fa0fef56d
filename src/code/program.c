/* program.c: the end of a program's life.
 *
 * Whoever makes a program gets a struct arena from malloc and allocates the program itself and everything it points to
 * in it. So one call frees all.
 */
#include "code/program.h"

#include "base/arena.h"

#include <stdlib.h>

void program_free(struct program *p) {
    if (!p || !p->arena) return;
    struct arena *arena = p->arena; /* p dies with it */
    arena_free(arena);
    free(arena);
}
