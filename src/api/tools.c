/* tools.c: what tools want of a game: its bytecode as text. */
#include "api/api.h"

#include "code/disasm.h"

#include <stdlib.h>
#include <string.h>

/* A name, or a number in decimal. */
static bool is_routine(const struct program *p, uint32_t i, const char *what) {
    char *end;
    unsigned long number = strtoul(what, &end, 10);
    return !strcmp(program_string(p, p->routines[i].name), what) || (*what && !*end && number == i);
}

size_t tn_game_listing(const tn_game *g, const char *routine, char *out, size_t cap) {
    const struct program *p = g->program;
    struct buf text;
    buf_init(&text, NULL);
    for (uint32_t i = 0; i < p->n_routines; i++)
        if (!routine || is_routine(p, i, routine)) disasm_routine(p, i, &text);
    return hand_over(&text, out, cap);
}
