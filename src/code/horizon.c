/* horizon.c: see horizon.h. One walk serves both purposes: marking what lies behind questions, and looking for what can fail
 * behind one place. It goes over operations, never over calling contexts: a way may come back to any caller. */
#include "code/horizon.h"

#include "code/lookup.h"
#include "code/cannot_fail.h"

#include <string.h>

struct walk {
    struct horizons *h;
    uint8_t *seen;
    uint32_t n; /* on the stack */
};

static void go(struct walk *w, uint32_t pc) {
    if (w->seen[pc]) return;
    w->seen[pc] = 1;
    w->h->stack[w->n++] = pc;
}

static bool calls(const struct program *p, uint32_t pc, uint32_t routine) {
    unsigned op = op_of(p->code[pc]);
    if (op == OP_CALL) return p->code[pc + 1] == routine;
    const struct table *t = &p->tables[p->code[pc + 1]];
    for (uint32_t i = 0; i < t->n; i++)
        if (p->pool[t->first + i] == (int32_t)routine) return true;
    return false;
}

/* Behind every call of the routine. */
static void go_back(struct walk *w, uint32_t routine) {
    const struct program *p = w->h->p;
    if (w->seen[p->n_code + routine]) return;
    w->seen[p->n_code + routine] = 1;
    for (uint32_t i = 0; i < w->h->n_calls; i++)
        if (calls(p, w->h->calls[i], routine)) go(w, w->h->calls[i] + 2);
}

static void go_into(struct walk *w, uint32_t pc) {
    const struct program *p = w->h->p;
    if (op_of(p->code[pc]) == OP_CALL) {
        go(w, p->routines[p->code[pc + 1]].entry);
        return;
    }
    const struct table *t = &p->tables[p->code[pc + 1]];
    for (uint32_t i = 0; i < t->n; i++)
        if (p->pool[t->first + i] >= 0) go(w, p->routines[p->pool[t->first + i]].entry);
    go(w, pc + 2); /* nothing may be called */
}

/* To what comes after the operation at pc. */
static void go_on(struct walk *w, uint32_t pc) {
    const struct program *p = w->h->p;
    unsigned op = op_of(p->code[pc]);
    const struct op_info *info = op_info(op);
    if (op_concludes(op)) return;
    switch (op) {
    case OP_FAIL: return;
    case OP_RET: go_back(w, (uint32_t)program_routine_at(p, pc)); return;
    case OP_CALL:
    case OP_CALLT: go_into(w, pc); return;
    case OP_JMP:
    case OP_WHY: go(w, p->code[pc + 1]); return;
    default: break;
    }
    if (info->x == X_JUMP) go(w, p->code[pc + 1]);
    go(w, pc + op_length(info));
}

static void mark_asked(struct horizons *h) {
    const struct program *p = h->p;
    struct walk w = {.h = h, .seen = h->asked};
    for (uint32_t i = 0; i < p->n_routines; i++)
        for EACH_OP(p->code, &p->routines[i], pc) {
            unsigned op = op_of(p->code[pc]);
            if (op == OP_CALL || op == OP_CALLT) h->calls[h->n_calls++] = pc;
            if (op == OP_ASK) go(&w, pc + 2);
        }
    while (w.n > 0)
        go_on(&w, h->stack[--w.n]);
}

bool horizons_init(struct horizons *h, const struct program *p, const uint8_t *risks) {
    *h = (struct horizons){.p = p, .risks = risks};
    arena_init(&h->arena);
    h->asked = ARENA_ARRAY(&h->arena, uint8_t, p->n_code + p->n_routines + 1u);
    h->seen = ARENA_ARRAY(&h->arena, uint8_t, p->n_code + p->n_routines + 1u);
    h->stack = ARENA_ARRAY(&h->arena, uint32_t, p->n_code + 1u);
    h->calls = ARENA_ARRAY(&h->arena, uint32_t, p->n_code + 1u);
    if (h->arena.failed) return false;
    mark_asked(h);
    return true;
}

void horizons_free(struct horizons *h) { arena_free(&h->arena); }

/* Whether nothing can fail from a place with that outlook until the undertaking ends, or the routine returns. Whose turn it is
 * has a stock, though nothing may prove it. */
static bool clear(const struct program *p, uint32_t index) {
    const struct outlook *o = &p->outlooks[index];
    if (index == OUTLOOK_FAILS) return false;
    for (uint32_t i = 0; i < o->n; i++)
        if (p->wants[o->first + i].kind != WANT_OWNER) return false;
    return true;
}

/* Whether the operation at pc can fail, with what must be answered if it asks. That there is nothing to choose from counts only
 * behind chance, and a number from a range is taken to be there. */
static bool risky(const struct horizons *h, uint32_t pc, bool chance) {
    const struct program *p = h->p;
    if (op_of(p->code[pc]) != OP_ASK) return h->risks[pc];
    if (chance && h->risks[pc] && p->sites[p->code[pc + 1]].kind != SITE_NUMBER) return true;
    return !clear(p, p->outlook[pc + 1]);
}

static uint32_t search(struct horizons *h, uint32_t from, bool chance, bool asked_anew) {
    const struct program *p = h->p;
    struct walk w = {.h = h, .seen = h->seen};
    uint32_t first = UINT32_MAX;
    memset(h->seen, 0, p->n_code + p->n_routines);
    go(&w, from);
    while (w.n > 0) {
        uint32_t at = h->stack[--w.n];
        bool asks = op_of(p->code[at]) == OP_ASK;
        if (asks && asked_anew) continue;
        if (clear(p, p->outlook[at]) && !p->outlooks[p->outlook[at]].returns) continue;
        if (clear(p, p->outlook[at]))
            go_back(&w, (uint32_t)program_routine_at(p, at));
        else if (!risky(h, at, chance))
            go_on(&w, at);
        else if (first == UINT32_MAX || (at > from && (first < from || at < first)))
            first = at;
    }
    return first;
}

uint32_t horizons_risk(struct horizons *h, uint32_t pc) {
    if (!h->p->outlook || !h->asked[pc]) return UINT32_MAX;
    unsigned op = op_of(h->p->code[pc]);
    return search(h, pc + op_length(op_info(op)), op == OP_RAND, false);
}

uint32_t horizons_risk_behind_loop(struct horizons *h, uint32_t pc) {
    return h->p->outlook ? search(h, pc, false, true) : UINT32_MAX;
}
