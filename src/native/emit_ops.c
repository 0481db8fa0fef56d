/* emit_ops.c: one operation as C: patterns with holes, registers and sets of registers as C.
 *
 * A register is a variable of C; those that are ever part of a set of more than NARROW words lie in an array with all
 * registers such sets share. Nothing takes the address of either but functions that are always inlined, so a compiler
 * keeps them where it likes.
 */
#include "native/native.h"

#include "code/lookup.h"

static const char *const patterns[OP_COUNT] = {
#define C(name, pattern) [OP_##name] = pattern,
#define F(name, function)
#include "native/ops_c.def"
#undef C
#undef F
};
static op_writer *const writers[OP_COUNT] = {
#define C(name, pattern)
#define F(name, function) [OP_##name] = function,
#include "native/ops_c.def"
#undef C
#undef F
};

bool native_knows(uint32_t op) { return op < OP_COUNT && (patterns[op] || writers[op]); }

struct word word_at(const struct program *p, uint32_t pc) {
    if (pc >= p->n_code) return (struct word){.op = OP_COUNT};
    uint32_t w = p->code[pc];
    return (struct word){w & 255u, w >> 8 & 255u, w >> 16 & 255u, w >> 24, pc + 1 < p->n_code ? p->code[pc + 1] : 0};
}

void put_register(struct writer *e, uint32_t n) {
    if (e->array[n])
        buf_printf(e->out, "w%u[%u]", e->array[n] - 1u, (unsigned)n - (e->array[n] - 1u));
    else
        buf_printf(e->out, "r%u", (unsigned)n);
}

static void put_optional(struct writer *e, uint32_t n) {
    if (n == NO_REGISTER)
        buf_putc(e->out, '0');
    else
        put_register(e, n);
}

void put_number(struct writer *e, int32_t n) {
    if (n == INT32_MIN)
        buf_puts(e->out, "(-2147483647 - 1)");
    else
        buf_printf(e->out, "%d", (int)n);
}

void put_set(struct writer *e, uint32_t reg, uint32_t words) {
    if (words > NARROW) {
        buf_puts(e->out, "(uint32_t *)&");
        put_register(e, reg);
        return;
    }
    if (!words) {
        buf_puts(e->out, "(uint64_t)0");
        return;
    }
    buf_puts(e->out, "pair(");
    put_register(e, reg);
    buf_puts(e->out, ", ");
    put_optional(e, words == 2 ? reg + 1 : NO_REGISTER);
    buf_putc(e->out, ')');
}

void put_store(struct writer *e, uint32_t reg, uint32_t words) {
    for (uint32_t i = 0; i < words; i++) {
        put_register(e, reg + i);
        buf_puts(e->out, i ? " = (int32_t)(x >> 32); " : " = (int32_t)x; ");
    }
}

void put_spill(struct writer *e, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        buf_printf(e->out, "R[%u] = ", (unsigned)i);
        put_register(e, i);
        buf_puts(e->out, "; ");
    }
}

void put(struct writer *e, const char *pattern) {
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

void native_op(struct writer *e) {
    struct word w = word_at(e->p, e->pc);
    if (!native_knows(w.op)) { /* the interpreter goes on from here */
        put_spill(e, e->p->routines[e->routine].n_regs);
        put(e, "return stopped(r, s, at, $p, ROUTINE, N_REGS, steps, HANDED);\n");
        return;
    }
    if (op_counts(w.op)) put(e, "COUNT_STEP($p); ");
    if (writers[w.op])
        writers[w.op](e, w);
    else
        put(e, patterns[w.op]);
    bool may_fail = w.op == OP_STV || w.op == OP_ADDV || w.op == OP_GAIN || w.op == OP_LOSE;
    if (may_fail && !native_hopeful(e, e->pc)) /* what could fail has not: was that all? */
        native_look(e, e->pc + op_length(op_info(w.op)));
    buf_putc(e->out, '\n');
}
