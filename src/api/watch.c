/* watch.c: which statements of a definition are ever carried out.
 *
 * The machine notes places of its code (machine_watch). Statements were written down by place when the definition was
 * compiled; a statement is reached when its first place is. If the optimiser folded all of it into others (`let x =
 * 3`), it counts with what follows; if it left it out because nothing leads there, it is never reached. A def that is
 * inlined, or a block that is copied, is here as often as it was emitted: callers put the same line of a file together.
 */
#include "api/api.h"

#include "base/bits.h"
#include "code/lookup.h"

#include <stdlib.h>

size_t tn_game_statement_count(const tn_game *g) {
    return plain_program(g)->n_statements;
}

void tn_game_statement(const tn_game *g, size_t i, tn_statement *out) {
    const struct program *p = plain_program(g);
    const struct statement *s = &p->statements[i];
    bool own = s->file != PRELUDE_FILE;
    const char *file = own ? program_file(p, (struct place){s->file, s->line}) : "";
    *out = (tn_statement){file, s->line, s->col, s->len};
}

tn_status tn_ctx_watch(tn_ctx *c, bool on) {
    const struct program *p = plain_program(c->game);
    if (on && !c->reached) c->reached = calloc(BITS_WORDS(p->n_code) + 1, sizeof *c->reached);
    if (on && !c->reached) return TN_NOMEM;
    machine_watch(c->machine, on ? c->reached : NULL);
    return TN_OK;
}

bool tn_ctx_reached(const tn_ctx *c, size_t i) {
    const struct statement *s = &plain_program(c->game)->statements[i];
    return c->reached && !s->gone && bits_test(c->reached, s->pc);
}

void watch_free(tn_ctx *c) {
    free(c->reached);
    tn_state_free(c->traced_was);
}
