/* program.c: the end of a program's life.
 *
 * Whoever makes a program gets a struct arena from alloc_resize(hooks, ...), arena_inits it with the same hooks, and
 * allocates the program itself and everything it points to in it. So one call frees all.
 */
#include "code/program.h"

#include "base/arena.h"

void program_free(struct program *p) {
    if (!p || !p->arena) return;
    struct arena *arena = p->arena; /* p dies with it */
    const struct allocator *hooks = arena->hooks;
    arena_free(arena);
    alloc_resize(hooks, arena, sizeof *arena, 0);
}
