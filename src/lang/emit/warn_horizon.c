/* warn_horizon.c: warns of rules in which something can fail behind a place where look-ahead ends: it is offered, and half of
 * it may be done when it fails. */
#include "lang/emit/emit.h"

#include "code/horizon.h"

enum { TOLD = 64 };

/* The last statement that begins at or before pc; NULL: of no file the author wrote. */
static const struct node *statement_at(const struct emitter *e, uint32_t pc) {
    size_t low = 0, high = e->out.lines.n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (e->out.lines.data[middle].pc <= pc)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? e->out.lines.data[low - 1].at : NULL;
}

/* Scenarios and entries repeat the flow: a statement is told once. */
static void warn_of(struct emitter *e, const struct program *p, const struct line_at *from, const struct node *at,
                    const struct node **told, uint32_t *n_told) {
    const char *where = from->kind == LINE_BEHIND                     ? "each pass of the loop is an undertaking of its own"
                        : op_of(p->code[from->pc]) == OP_RAND ? "chance decides"
                                                                : "cards are read that nobody may see";
    for (uint32_t i = 0; i < *n_told; i++)
        if (told[i] == at) return;
    if (*n_told < TOLD) told[(*n_told)++] = at;
    model_warn(e->m, at, DIAG_behind_horizon, "this can fail when it is too late: looking ahead ends at line %u, where %s",
               from->at->at.line, where);
}

void warn_horizons(struct emitter *e, const struct program *p, const uint8_t *risks) {
    const struct node *told[TOLD];
    uint32_t n_told = 0;
    struct horizons h;
    bool room = horizons_init(&h, p, risks);
    for (size_t i = 0; room && i < e->out.lines.n; i++) {
        const struct line_at *line = &e->out.lines.data[i];
        if (line->kind == LINE_PLAIN || line->pc >= p->n_code) continue;
        uint32_t risk = (line->kind == LINE_HORIZON ? horizons_risk : horizons_risk_behind_loop)(&h, line->pc);
        const struct node *at = risk == UINT32_MAX ? NULL : statement_at(e, risk);
        if (at) warn_of(e, p, line, at, told, &n_told);
    }
    if (!room) e->m->failed = true;
    horizons_free(&h);
}
