/* emit_ops.c: one operation as C.
 *
 * Most operations are patterns (ops_c.def). Here are those for which the program's tables fold into constants: where a
 * variable lies, how wide it is, its range, the registers of a routine that is called. Whatever is rare (a failure, no
 * room, the last frame) is handed to the interpreter before anything of the operation has been done.
 */
#include "native/native.h"

#include "code/lookup.h"
#include "code/outlook.h"

static const char *const patterns[OP_COUNT] = {
#define C(name, pattern) [OP_##name] = pattern,
#include "native/ops_c.def"
#undef C
};

struct word {
    uint32_t op, a, b, c, x;
};
static struct word word_at(const struct program *p, uint32_t pc) {
    if (pc >= p->n_code) return (struct word){.op = OP_COUNT};
    uint32_t w = p->code[pc];
    return (struct word){w & 255u, w >> 8 & 255u, w >> 16 & 255u, w >> 24, pc + 1 < p->n_code ? p->code[pc + 1] : 0};
}

static void put_register(struct writer *e, uint32_t n) { buf_printf(e->out, "R[%u]", (unsigned)n); }

static void put_optional(struct writer *e, uint32_t n) {
    if (n == NO_REGISTER)
        buf_putc(e->out, '0');
    else
        put_register(e, n);
}

static void put_number(struct writer *e, int32_t n) {
    if (n == INT32_MIN)
        buf_puts(e->out, "(-2147483647 - 1)");
    else
        buf_printf(e->out, "%d", (int)n);
}

/* A pattern with its holes filled; see ops_c.def. */
static void put(struct writer *e, const char *pattern) {
    struct word w = word_at(e->p, e->pc);
    for (; *pattern; pattern++) {
        if (*pattern != '$') {
            buf_putc(e->out, *pattern);
            continue;
        }
        switch (*++pattern) {
        case 'A': put_register(e, w.a); break;
        case 'B': put_register(e, w.b); break;
        case 'C': put_register(e, w.c); break;
        case 'O': put_optional(e, w.b); break;
        case 'P': put_optional(e, w.c); break;
        case 'a': buf_printf(e->out, "%u", (unsigned)w.a); break;
        case 'b': buf_printf(e->out, "%u", (unsigned)w.b); break;
        case 'c': buf_printf(e->out, "%u", (unsigned)w.c); break;
        case 'x': buf_printf(e->out, "%uu", (unsigned)w.x); break;
        case 'X': put_number(e, (int32_t)w.x); break;
        case 'L': buf_printf(e->out, "L%u", (unsigned)w.x); break;
        case 'p': buf_printf(e->out, "%u", (unsigned)e->pc); break;
        default: buf_printf(e->out, "%d", (int)(int8_t)w.b); break; /* i */
        }
    }
}

/* ---- looking no further; see run_safe in vm/vm.h, which this must agree with */
static uint32_t outlook_at(const struct writer *e, uint32_t at) { return e->p->outlook ? e->p->outlook[at] : OUTLOOK_FAILS; }

/* The condition that nothing can fail any more from `at` on in the top frame. */
static void put_safe(struct writer *e, uint32_t at) {
    const struct outlook *o = &e->p->outlooks[outlook_at(e, at)];
    if (o->n)
        buf_printf(e->out, "api->safe(r, %u)", (unsigned)at);
    else if (o->returns)
        buf_puts(e->out, "(s->n_frames == 1 || r->horizon == s->n_frames - 2u)");
    else
        buf_putc(e->out, '1');
}

static void put_look(struct writer *e, uint32_t at) {
    if (outlook_at(e, at) == OUTLOOK_FAILS) return;
    buf_puts(e->out, "if (r->eager && ");
    put_safe(e, at);
    buf_puts(e->out, ") { r->steps = steps; return STOPPED(STOP_YES); } ");
}

/* Before the push: a caller that is safe behind its call becomes the horizon. */
static void put_horizon(struct writer *e) {
    if (outlook_at(e, e->pc + 1) == OUTLOOK_FAILS) return;
    buf_puts(e->out, "bool behind = r->eager && ");
    put_safe(e, e->pc + 1);
    buf_puts(e->out, "; if (behind) r->horizon = s->n_frames - 1u; ");
}
/* After the push: then the callee may be safe as well. `entry`: where it begins, NONE when that is about[to].entry. */
static void put_entry(struct writer *e, int32_t entry) {
    if (outlook_at(e, e->pc + 1) == OUTLOOK_FAILS) return;
    if (entry != NONE && outlook_at(e, (uint32_t)entry) == OUTLOOK_FAILS) return;
    buf_puts(e->out, "if (behind && ");
    if (entry == NONE)
        buf_puts(e->out, "api->safe(r, about[to].entry)");
    else
        put_safe(e, (uint32_t)entry);
    buf_puts(e->out, ") { r->steps = steps; return STOPPED(STOP_YES); } ");
}

/* ---- calls */
static void emit_call(struct writer *e, struct word w) {
    const struct routine *to = &e->p->routines[w.x];
    if (w.b != NO_REGISTER) buf_printf(e->out, "R[%u] = R[%u]; ", (unsigned)w.a, (unsigned)w.b);
    if (w.c != NO_REGISTER) buf_printf(e->out, "R[%u] = R[%u]; ", (unsigned)w.a + 1, (unsigned)w.c);
    buf_printf(e->out, "{ uint32_t base = f->base + %uu; if (s->n_frames >= FRAME_CAP || base + %uu > STACK_CAP) ",
               (unsigned)w.a, (unsigned)to->n_regs);
    put(e, "HAND($p); ");
    put_horizon(e);
    buf_printf(e->out, "push(r, s, f, %u, base, %u, %u, %u, %u); ", (unsigned)e->pc, (unsigned)w.x, (unsigned)to->entry,
               (unsigned)to->n_args, (unsigned)to->n_regs);
    put_entry(e, (int32_t)to->entry);
    buf_printf(e->out, "r->steps = steps; int k = r%u(r, api, f + 1, %u); if (k) return k; steps = r->steps; ",
               (unsigned)w.x, (unsigned)to->entry);
    buf_putc(e->out, '}');
}

static void emit_callt(struct writer *e, struct word w) {
    const struct table *t = &e->p->tables[w.x];
    put(e, "{ int32_t of = $B, to = ");
    buf_printf(e->out, "(uint32_t)of < %uu ? pool[%uu + (uint32_t)of] : -1; ", (unsigned)t->n, (unsigned)t->first);
    put(e, "if (to < 0) { $A = 0; } else { ");
    if (w.c != NO_REGISTER) {
        put(e, "$A = $C; ");
        buf_printf(e->out, "R[%u] = of; ", (unsigned)w.a + 1);
    }
    put(e, "uint32_t base = f->base + $a; "
           "if (s->n_frames >= FRAME_CAP || base + about[to].n_regs > STACK_CAP) HAND($p); ");
    put_horizon(e);
    put(e, "push(r, s, f, $p, base, (uint32_t)to, about[to].entry, about[to].n_args, about[to].n_regs); ");
    put_entry(e, NONE);
    put(e, "r->steps = steps; int k = routines[to](r, api, f + 1, about[to].entry); if (k) return k; steps = r->steps; } }");
}

/* The last frame, and the one a FORK body began in, are left by the interpreter. */
static void emit_ret(struct writer *e, struct word w) {
    put(e, "if (s->n_frames == 1 || s->n_frames == r->floor) HAND($p); ");
    if (w.b == 1 && w.a != 0) put(e, "R[0] = $A; ");
    if (w.b > 1) put(e, "memmove(R, &$A, $b * 4); ");
    put(e, "return pop(r, s, f, steps) ? STOPPED(STOP_YES) : 0;");
}

static void emit_guard(struct writer *e, struct word w) {
    put(e, "if (api->running(r->p, s)) { ");
    if (!w.a) {
        put(e, "if (s->n_frames == 1 || s->n_frames == r->floor) HAND($p); ");
        buf_printf(e->out, "memset(R, 0, %u); ", (unsigned)e->p->routines[e->routine].n_result * 4u);
        put(e, "return pop(r, s, f, steps) ? STOPPED(STOP_YES) : 0; }");
    } else {
        put(e, "HAND($p); }");
    }
}

/* ---- variables */
static const char *cell_type(const struct var *v) {
    return v->width == 1 ? "int8_t" : v->width == 2 ? "int16_t" : "int32_t";
}

/* The entry as an lvalue; `owner` and `index` are C locals where they are not known to be 0. */
static void put_cell(struct writer *e, const struct var *v, bool owner, bool index) {
    buf_printf(e->out, "(*(%s *)((char *)s + %uu", cell_type(v), (unsigned)v->offset);
    if (owner) buf_printf(e->out, " + owner * %uu", (unsigned)v->n_index * v->width);
    if (index) buf_printf(e->out, " + index * %uu", (unsigned)v->width);
    buf_puts(e->out, "))");
}

static int32_t first_owner(const struct var *v) {
    return v->scope == SCOPE_CARD || v->scope == SCOPE_SPACE ? v->first_owner : 0;
}

/* Locals `owner` and `index` from registers b and c, and the condition under which the entry exists. */
static void put_place(struct writer *e, const struct var *v, struct word w, bool *owner, bool *index) {
    *owner = w.b != NO_REGISTER;
    *index = w.c != NO_REGISTER;
    if (*owner) {
        put(e, "uint32_t owner = (uint32_t)$B");
        if (first_owner(v)) buf_printf(e->out, " - %uu", (unsigned)first_owner(v));
        buf_puts(e->out, "; ");
    }
    if (*index) put(e, "uint32_t index = (uint32_t)$C; ");
}
static void put_exists(struct writer *e, const struct var *v, bool owner, bool index) {
    if (owner) buf_printf(e->out, "owner < %uu", (unsigned)v->n_owners);
    if (owner && index) buf_puts(e->out, " && ");
    if (index) buf_printf(e->out, "index < %uu", (unsigned)v->n_index);
    if (!owner && !index) buf_puts(e->out, "1");
}

static void emit_ldv(struct writer *e, struct word w) {
    const struct var *v = &e->p->vars[w.x];
    bool owner, index, cards = v->scope == SCOPE_CARD && w.b != NO_REGISTER;
    const char *helper = "{ int32_t out; TRY(api->ldv(r, $x, $O, $P, &out), $p); $A = out; } else ";
    buf_puts(e->out, "{ ");
    if (!var_open(v))
        put(e, "if (mode == MODE_PROBE) "), put(e, helper);
    else if (cards)
        put(e, "if (hidden(r, mode, $B)) "), put(e, helper);
    buf_puts(e->out, "{ ");
    put_place(e, v, w, &owner, &index);
    put(e, "$A = ");
    put_exists(e, v, owner, index);
    buf_puts(e->out, " ? ");
    put_cell(e, v, owner, index);
    buf_printf(e->out, " : %d; } }", (int)var_missing(v));
}

/* Checks of the range: what does not fit is handed over untouched, so that the interpreter says why. */
static void put_range(struct writer *e, const struct var *v, bool index) {
    int32_t cell_low = v->width == 1 ? INT8_MIN : v->width == 2 ? INT16_MIN : INT32_MIN;
    int32_t cell_high = v->width == 1 ? INT8_MAX : v->width == 2 ? INT16_MAX : INT32_MAX;
    bool number = v->kind.type == VT_NUMBER && !(v->kind.flags & VF_SET);
    if (number && v->lows >= 0) {
        const struct table *t = &e->p->tables[v->lows];
        buf_printf(e->out, "if (value < (%s < %uu ? pool[%uu + %s] : %d)) ", index ? "index" : "0", (unsigned)t->n,
                   (unsigned)t->first, index ? "index" : "0", (int)t->missing);
        put(e, "HAND($p); ");
    } else if (number && v->low > INT32_MIN) {
        buf_printf(e->out, "if (value < %d) ", (int)v->low);
        put(e, "HAND($p); ");
    }
    if (number && v->high < INT32_MAX) {
        buf_printf(e->out, "if (value > %d) ", (int)v->high);
        if (v->saturate)
            buf_printf(e->out, "value = %d; ", (int)v->high);
        else
            put(e, "HAND($p); ");
    }
    if (v->width < 4 && !(number && v->lows < 0 && v->low >= cell_low && v->high <= cell_high)) {
        buf_printf(e->out, "if (value != (%s)value) ", cell_type(v));
        put(e, "HAND($p); ");
    }
}

static void emit_stv(struct writer *e, struct word w, bool add) {
    const struct var *v = &e->p->vars[w.x];
    bool owner, index;
    if (v->scope == SCOPE_GLOBAL) w.b = NO_REGISTER; /* whoever is named, it is the table's */
    buf_puts(e->out, "{ ");
    if (add && (v->scope == SCOPE_CARD || v->see != SEE_EVERYONE)) {
        put(e, "if (mode == MODE_PROBE) TRY(api->stv(r, $x, $O, $P, $A, 1), $p); else ");
    }
    buf_puts(e->out, "{ ");
    put_place(e, v, w, &owner, &index);
    if (!owner && first_owner(v) > 0) { /* owner 0 has no such entry */
        buf_puts(e->out, "} }");
        return;
    }
    buf_puts(e->out, "if (");
    put_exists(e, v, owner, index);
    put(e, ") { int32_t value = $A; ");
    if (add) {
        buf_puts(e->out, "int64_t sum = (int64_t)");
        put_cell(e, v, owner, index);
        buf_puts(e->out, " + value; value = sum > 2147483647 ? 2147483647 : sum < -2147483647 - 1 ? -2147483647 - 1 : (int32_t)sum; ");
    }
    put_range(e, v, index);
    put_cell(e, v, owner, index);
    buf_printf(e->out, " = (%s)value; } } }", cell_type(v));
}

static void emit_begin(struct writer *e, struct word w) {
    const struct program *p = e->p;
    if (p->limit_period >= 0 && w.x == (uint32_t)p->limit_period) {
        buf_printf(e->out, "if (periods[%u] >= %u) ", (unsigned)w.x, (unsigned)p->limit_count);
        put(e, "HAND($p); ");
    }
    put(e, "api->begin(r, $x);");
}

/* ---- tables and sets */
static void emit_tab(struct writer *e, struct word w) {
    const struct table *t = &e->p->tables[w.x];
    if (w.op == OP_TAB) {
        put(e, "{ uint32_t i = (uint32_t)$B; $A = ");
        buf_printf(e->out, "i < %uu ? pool[%uu + i] : ", (unsigned)t->n, (unsigned)t->first);
    } else {
        put(e, "{ uint32_t i = (uint32_t)$B, k = (uint32_t)$C; $A = ");
        buf_printf(e->out, "k < %uu && i < %uu ? pool[%uu + i * %uu + k] : ", (unsigned)t->columns,
                   (unsigned)(t->columns ? t->n / t->columns : 0), (unsigned)t->first, (unsigned)t->columns);
    }
    put_number(e, t->missing);
    buf_puts(e->out, "; }");
}

static void emit_stab(struct writer *e, struct word w) {
    const struct table *t = &e->p->tables[w.x];
    put(e, "{ uint32_t i = (uint32_t)$B; ");
    buf_printf(e->out, "if (i < %uu) memcpy(&R[%u], pool + %uu + i * %uu, %u); else memset(&R[%u], 0, %u); }",
               (unsigned)t->n, (unsigned)w.a, (unsigned)t->first, (unsigned)t->width, (unsigned)w.c * 4u,
               (unsigned)w.a, (unsigned)w.c * 4u);
}

static void emit_combine(struct writer *e, struct word w, const char *how) {
    for (uint32_t i = 0; i < w.x; i++)
        buf_printf(e->out, "R[%u] = R[%u] %s R[%u]; ", (unsigned)(w.a + i), (unsigned)(w.b + i), how, (unsigned)(w.c + i));
}

/* Whether set_where may read 32 cells for every word of the set without leaving the block. */
static bool cells_in_bytes(const struct writer *e, const struct var *v, uint32_t words) {
    uint32_t first = (uint32_t)first_owner(v);
    return v->width == 1 && v->n_index == 1 && first_owner(v) >= 0 && v->offset >= first &&
           v->offset - first + words * 32u <= e->p->layout.size;
}

static void emit_where(struct writer *e, struct word w) {
    const struct var *v = &e->p->vars[w.x];
    uint32_t words = program_owner_words(e->p, w.op, w.x);
    if (var_open(v) && cells_in_bytes(e, v, words)) {
        if (v->scope == SCOPE_CARD)
            buf_printf(e->out, "if (any_hidden(r, mode, (uint32_t *)&R[%u], %uu)) TRY(HIDDEN, %u); ", (unsigned)w.b,
                       (unsigned)words, (unsigned)e->pc);
        buf_printf(e->out, "set_where((const char *)s + %uu, ", (unsigned)(v->offset - (uint32_t)first_owner(v)));
        put(e, "(uint32_t *)&$B, ");
        buf_printf(e->out, "%uu, R[%u], %d, %uu, %uu, %d, (uint32_t *)&R[%u]);", (unsigned)words, (unsigned)w.c,
                   w.op == OP_SWHERE, (unsigned)first_owner(v), (unsigned)v->n_owners, (int)var_missing(v),
                   (unsigned)w.a);
        return;
    }
    put(e, "TRY(api->where(r, $x, (uint32_t *)&$B, $C, ");
    buf_printf(e->out, "%d, (uint32_t *)&R[%u]), ", w.op == OP_SWHERE, (unsigned)w.a);
    put(e, "$p);");
}

static void emit_grow(struct writer *e, struct word w) {
    const struct table *t = &e->p->tables[w.x];
    put(e, "memset(&$A, 0, $c * 4); for (int32_t i = -1; (i = set_next((uint32_t *)&$B, $c, i)) >= 0 && ");
    buf_printf(e->out, "i < %d;) for (int k = 0; k < %u; k++) R[%u + k] |= pool[%uu + (uint32_t)i * %uu + (uint32_t)k];",
               (int)t->n, (unsigned)w.c, (unsigned)w.a, (unsigned)t->first, (unsigned)t->width);
}

/* ---- cards */
static void emit_know(struct writer *e, struct word w) {
    unsigned all = (1u << e->p->seats) - 1u;
    switch (w.op) {
    case OP_REVEAL:
        put(e, "api->know(r, (uint32_t *)&$A, $c, ");
        buf_printf(e->out, "%uu);", all);
        break;
    case OP_REVEALZ:
        put(e, "if ((uint32_t)$A < N_INSTANCES) api->know(r, (uint32_t *)((char *)s + ZONES) + (uint32_t)$A * CARD_WORDS, CARD_WORDS, ");
        buf_printf(e->out, "%uu);", all);
        break;
    default:
        buf_puts(e->out, "if ((uint32_t)");
        put_register(e, w.b);
        buf_printf(e->out, " < %uu) ", (unsigned)e->p->seats);
        put(e, "api->know(r, (uint32_t *)&$A, $c, 1u << $B);");
        break;
    }
}

void native_op(struct writer *e) {
    struct word w = word_at(e->p, e->pc);
    if (op_counts(w.op)) put(e, "COUNT_STEP($p); ");
    switch (w.op) {
    case OP_CALL: emit_call(e, w); break;
    case OP_CALLT: emit_callt(e, w); break;
    case OP_RET: emit_ret(e, w); break;
    case OP_GUARD: emit_guard(e, w); break;
    case OP_OUT:
        put(e, "if ((uint32_t)$A < ");
        buf_printf(e->out, "%uu) ", (unsigned)e->p->seats);
        put(e, "s->active &= (uint8_t)~(1u << $A);");
        break;
    case OP_LDV: emit_ldv(e, w); break;
    case OP_STV: emit_stv(e, w, false); break;
    case OP_ADDV: emit_stv(e, w, true); break;
    case OP_BEGIN: emit_begin(e, w); break;
    case OP_LDPER: put(e, "$A = periods[$x];"); break;
    case OP_STPER: put(e, "periods[$x] = (uint16_t)$A;"); break;
    case OP_TAB:
    case OP_TAB2: emit_tab(e, w); break;
    case OP_STAB: emit_stab(e, w); break;
    case OP_SAND: emit_combine(e, w, "&"); break;
    case OP_SOR: emit_combine(e, w, "|"); break;
    case OP_SANDN: emit_combine(e, w, "& ~"); break;
    case OP_SWHERE:
    case OP_SEXCEPT: emit_where(e, w); break;
    case OP_SGROW: emit_grow(e, w); break;
    case OP_LMAKE: put(e, "$A = (int32_t)(LIST_STACK + f->base + $b);"); break;
    case OP_ZCNT: put(e, "$A = (uint32_t)$B < N_INSTANCES ? ((uint16_t *)((char *)s + COUNTS))[(uint32_t)$B] : 0;"); break;
    case OP_LIVE:
        put(e, w.b == NO_REGISTER ? "TRY(api->live(r, -1, 1, (uint32_t *)&$A, $c), $p);"
                                  : "TRY(api->live(r, $B, 0, (uint32_t *)&$A, $c), $p);");
        break;
    case OP_REVEAL:
    case OP_REVEALZ:
    case OP_PEEK: emit_know(e, w); break;
    default: put(e, patterns[w.op] ? patterns[w.op] : "HAND($p);"); break;
    }
    if ((w.op == OP_STV || w.op == OP_ADDV || w.op == OP_GAIN || w.op == OP_LOSE) && outlook_at(e, e->pc) == OUTLOOK_FAILS)
        put_look(e, e->pc + op_length(op_info(w.op)));
    buf_putc(e->out, '\n');
}
