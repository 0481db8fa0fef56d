/* emit_ops.c: one operation as C: patterns with holes, registers and sets of registers as C.
 *
 * A register is a variable of C; those that are ever part of a set of more than NARROW words lie in an array with all
 * registers such sets share. Nothing takes the address of either but functions that are always inlined, so a compiler
 * keeps them where it likes.
 */
#include "native/native.h"

#include "code/lookup.h"

#include <string.h>

/* How each operation is written: a pattern, a function, or neither. */
static const struct {
    uint8_t op;
    const char *pattern;
    op_writer *writer;
} rows[OP_COUNT + 1] = {
#define OP(name, a, b, c, x, contract, columns) {.op = OP_##name, columns},
#define C(text) .pattern = text,
#define F(f) .writer = native_##f,
#include "code/ops.def"
};

bool native_knows(uint32_t op) {
    return op < OP_COUNT && (rows[op].pattern || rows[op].writer);
}

/* By hand: a large program has some hundred thousand of them. */
static void put_unsigned(struct writer *e, uint32_t n) {
    char digits[12];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + n % 10u);
    while ((n /= 10u));
    buf_put(e->out, digits + at, sizeof digits - at);
}

void put_register(struct writer *e, uint32_t n) {
    uint32_t first = e->array[n] ? e->array[n] - 1u : n;
    buf_putc(e->out, e->array[n] ? 'w' : 'r');
    put_unsigned(e, first);
    if (!e->array[n]) return;
    buf_putc(e->out, '[');
    put_unsigned(e, n - first);
    buf_putc(e->out, ']');
}

static void put_optional(struct writer *e, uint32_t n) {
    if (n == NO_REGISTER)
        buf_putc(e->out, '0');
    else
        put_register(e, n);
}

void put_number(struct writer *e, int32_t n) {
    if (n == INT32_MIN) {
        buf_puts(e->out, "(-2147483647 - 1)");
        return;
    }
    if (n < 0) buf_putc(e->out, '-');
    put_unsigned(e, (uint32_t)(n < 0 ? -n : n));
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

void put_slot(struct writer *e, uint32_t n) {
    buf_puts(e->out, "R[");
    put_unsigned(e, n);
    buf_putc(e->out, ']');
}

void put_spill(struct writer *e, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        put_slot(e, i);
        buf_puts(e->out, " = ");
        put_register(e, i);
        buf_puts(e->out, "; ");
    }
}

void put(struct writer *e, const char *pattern) {
    struct word w = program_word(e->p, e->pc);
    for (; *pattern; pattern++) {
        size_t plain = strcspn(pattern, "$");
        buf_put(e->out, pattern, plain);
        pattern += plain;
        if (!*pattern) return;
        switch (*++pattern) {
        case 'A': put_register(e, w.a); break;
        case 'B': put_register(e, w.b); break;
        case 'C': put_register(e, w.c); break;
        case 'O': put_optional(e, w.b); break;
        case 'P': put_optional(e, w.c); break;
        case 'a': put_unsigned(e, w.a); break;
        case 'b': put_unsigned(e, w.b); break;
        case 'c': put_unsigned(e, w.c); break;
        case 'x': put_unsigned(e, w.x), buf_putc(e->out, 'u'); break;
        case 'X': put_number(e, (int32_t)w.x); break;
        case 'L': buf_putc(e->out, 'L'), put_unsigned(e, w.x); break;
        case 'p': put_unsigned(e, e->pc); break;
        default: put_number(e, op_small(w.b)); break; /* i */
        }
    }
}

void native_op(struct writer *e) {
    struct word w = program_word(e->p, e->pc);
    if (!native_knows(w.op)) { /* the interpreter goes on from here */
        put_spill(e, e->p->routines[e->routine].n_regs);
        put(e, "return stopped(r, s, at, $p, ROUTINE, N_REGS, steps, HANDED);\n");
        return;
    }
    if (op_counts(w.op)) put(e, "COUNT_STEP($p); ");
    if (rows[w.op].writer)
        rows[w.op].writer(e, w);
    else
        put(e, rows[w.op].pattern);
    unsigned kind = op_info(w.op)->a;
    bool framed = (e->shape->is[e->routine] & SHAPE_FRAMED) != 0;
    if (framed && w.a == REG_ME && (kind == K_W || kind == K_RW)) /* see put_whose in emit_calls.c */
        put(e, "if (r->trial && $A == r->viewer) return left(steps, UNSURE); ");
    if (op_is(w.op, OP_IS_FAILS) && !op_ends(w.op) && !native_hopeful(e, e->pc)) /* it has not: was that all? */
        native_look(e, e->pc + op_length(op_info(w.op)));
    buf_putc(e->out, '\n');
}
