/* outlook.c: see outlook.h. Backwards over each routine until nothing changes; routines call one another, so all of
 * them are repeated until none changes any more. */
#include "code/outlook.h"

#include "base/arena.h"
#include "code/lookup.h"

static bool routine_fails(const struct program *p, int32_t routine) {
    return routine >= 0 && (p->outlook[p->routines[routine].entry] & OUTLOOK_FAILS);
}

static bool table_fails(const struct program *p, uint32_t table) {
    const struct table *t = &p->tables[table];
    for (uint32_t i = 0; i < t->n; i++)
        if (routine_fails(p, p->pool[t->first + i])) return true;
    return false;
}

/* A store of a number may leave its range, unless the emitter proved that it cannot. */
static bool store_fails(const struct program *p, uint32_t pc) {
    if (p->vars[p->code[pc + 1]].kind.type != VT_NUMBER) return false;
    uint32_t low = 0, high = p->n_safe;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (p->safe[middle] == pc) return false;
        if (p->safe[middle] < pc) low = middle + 1;
        else high = middle;
    }
    return true;
}

static bool ask_fails(const struct program *p, uint32_t pc) {
    const struct site *s = &p->sites[p->code[pc + 1]];
    return (s->kind == SITE_CHOOSE || s->kind == SITE_NUMBER) && !(s->flags & ASK_OPTIONAL);
}

static bool op_fails(const struct program *p, uint32_t pc) {
    uint32_t word = p->code[pc];
    switch ((enum op)(word & 255u)) {
    case OP_FAIL:
    case OP_GAIN:
    case OP_LOSE: return true;
    case OP_GUARD: return (word >> 8 & 255u) == 1;
    case OP_STV:
    case OP_ADDV: return store_fails(p, pc);
    case OP_ASK: return ask_fails(p, pc);
    case OP_CALL: return routine_fails(p, (int32_t)p->code[pc + 1]);
    case OP_CALLT: return table_fails(p, p->code[pc + 1]);
    default: return false;
    }
}

static uint8_t outlook_at(const struct program *p, uint32_t pc) {
    enum op op = (enum op)(p->code[pc] & 255u);
    const struct op_info *info = op_info(op);
    switch (op) {
    case OP_UEND:
    case OP_FORK: /* everybody is asked: the look-ahead ends */
    case OP_JOIN:
    case OP_FINISH:
    case OP_WIN:
    case OP_LOST: return 0;
    case OP_RET: return OUTLOOK_RETURNS;
    default: break;
    }
    uint8_t o = op_fails(p, pc) ? OUTLOOK_FAILS : 0;
    if (info->x == X_JUMP) o |= p->outlook[p->code[pc + 1]];
    if (op != OP_JMP && !op_ends(op)) o |= p->outlook[pc + op_length(info)];
    return o;
}

static bool improve(struct program *p, const struct routine *r, uint32_t *starts) {
    uint32_t n = 0;
    bool changed = false;
    for (uint32_t pc = r->entry; pc < r->end; pc += op_length(op_info(p->code[pc] & 255u))) starts[n++] = pc;
    while (n-- > 0) {
        uint8_t o = outlook_at(p, starts[n]);
        changed = changed || o != p->outlook[starts[n]];
        p->outlook[starts[n]] = o;
    }
    return changed;
}

bool outlook_compute(struct program *p) {
    p->outlook = ARENA_ARRAY(p->arena, uint8_t, p->n_code + 1u);
    uint32_t *starts = ARENA_ARRAY(p->arena, uint32_t, p->n_code + 1u);
    if (!p->outlook || !starts) return false;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < p->n_routines; i++) changed = improve(p, &p->routines[i], starts) || changed;
    }
    return true;
}
