/* disasm.c: see disasm.h. It trusts nothing: a program the verifier rejects can be printed too. */
#include "code/disasm.h"

#include "code/lookup.h"
#include "code/render.h"

#define MARGIN "                          ; "

static const char *string_of(const struct program *p, int32_t s) {
    return s >= 0 && (uint32_t)s < p->n_strings && p->strings[s] ? p->strings[s] : "";
}

static void put_operand(struct buf *out, unsigned kind, uint32_t value) {
    switch (kind) {
    case K_W:
    case K_R:
    case K_RW: buf_printf(out, " r%u", value); break;
    case K_O:
    case K_M:
        if (value == NO_REGISTER)
            buf_puts(out, " -");
        else
            buf_printf(out, " r%u", value);
        break;
    case K_SW:
    case K_SR:
    case K_SRW:
    case K_VW:
    case K_VR:
    case K_E: buf_printf(out, " s%u", value); break;
    case K_I: buf_printf(out, " #%u", value); break;
    case K_S: buf_printf(out, " #%d", (int)(int8_t)value); break;
    case K_N: buf_printf(out, " *%u", value); break;
    default: break;
    }
}

static void put_words(const struct program *p, struct words words, struct buf *out) {
    char text[256];
    struct text t;
    struct render r = {.program = p};
    text_init(&t, text, sizeof text);
    render_words(&t, &r, words);
    if (t.n) buf_printf(out, " \"%s\"", text);
}

static void put_site(const struct program *p, uint32_t site, struct buf *out) {
    if (site >= p->n_sites) return;
    buf_puts(out, "  ;");
    put_words(p, p->sites[site].words, out);
    if (p->sites[site].flags & ASK_OPTIONAL) buf_puts(out, " optional");
}

static void put_extra(const struct program *p, unsigned kind, uint32_t x, struct buf *out) {
    switch (kind) {
    case X_JUMP: buf_printf(out, " ->%u", x); break;
    case X_NUM: buf_printf(out, " %d", (int)(int32_t)x); break;
    case X_POOL: buf_printf(out, " pool+%u", x); break;
    case X_VAR: buf_printf(out, " var %u  ; %s", x, x < p->n_vars ? string_of(p, p->vars[x].name) : "?"); break;
    case X_TABLE:
    case X_SETS:
    case X_ROUTINES: buf_printf(out, " table %u", x); break;
    case X_ROUTINE:
        buf_printf(out, " routine %u  ; %s", x, x < p->n_routines ? string_of(p, p->routines[x].name) : "?");
        break;
    case X_SITE:
        buf_printf(out, " site %u", x);
        put_site(p, x, out);
        break;
    case X_ZONE: buf_printf(out, " zone %u  ; %s", x, x < p->n_zones ? string_of(p, p->zones[x].name) : "?"); break;
    case X_PERIOD: buf_printf(out, " period %u", x); break;
    case X_PHASE: buf_printf(out, " phase %u  ; %s", x, x < p->n_phases ? string_of(p, p->phases[x]) : "?"); break;
    case X_N: buf_printf(out, " *%u", x); break;
    default: break;
    }
}

uint32_t disasm_op(const struct program *p, uint32_t pc, struct buf *out) {
    if (pc >= p->n_code) return 1;
    uint32_t w = p->code[pc];
    const struct op_info *info = op_info(op_of(w));
    if (!info) {
        buf_printf(out, "%6u  ?%u\n", pc, op_of(w));
        return 1;
    }
    buf_printf(out, "%6u  %-8s", pc, info->name);
    put_operand(out, info->a, op_a(w));
    put_operand(out, info->b, op_b(w));
    put_operand(out, info->c, op_c(w));
    if (op_length(info) == 2 && pc + 1 < p->n_code) put_extra(p, info->x, p->code[pc + 1], out);
    buf_putc(out, '\n');
    return op_length(info);
}

static void put_compared(struct buf *out, unsigned reg, int32_t fixed) {
    if (reg == NO_REGISTER)
        buf_printf(out, " %d", (int)fixed);
    else
        buf_printf(out, " r%u", reg);
}

/* What is told of the operation at pc: the comparison that is missing when it fails; where candidates come from. */
static void put_told(const struct program *p, uint32_t pc, struct buf *out) {
    static const char *const relations[] = {"==", "!=", "<", "<=", ">", ">="};
    for (size_t i = program_note_from(p, pc); i < p->n_notes && p->notes[i].pc == pc; i++) {
        const struct note *n = &p->notes[i];
        buf_puts(out, MARGIN "needs");
        put_compared(out, n->have, n->fixed);
        buf_printf(out, " %s", n->relation <= RELATION_GE ? relations[n->relation] : "?");
        put_compared(out, n->need, n->fixed);
        put_words(p, n->words, out);
        buf_putc(out, '\n');
    }
    for (size_t i = PC_SEARCH(p->origins, p->n_origins, pc); i < p->n_origins && p->origins[i].pc == pc; i++) {
        const struct origin *o = &p->origins[i];
        buf_puts(out, MARGIN "candidates");
        put_words(p, o->words, out);
        if (o->param != NO_REGISTER) buf_printf(out, " for r%u of what is called", o->param);
        if (o->up != NO_REGISTER) buf_printf(out, " as handed to r%u", o->up);
        if (o->routine >= 0) buf_printf(out, ", tested by routine %d", (int)o->routine);
        buf_putc(out, '\n');
    }
}

void disasm_routine(const struct program *p, uint32_t routine, struct buf *out) {
    if (routine >= p->n_routines) return;
    const struct routine *r = &p->routines[routine];
    buf_printf(out, "routine %u %s (%u arguments, %u registers, %u results%s)  %s:%u\n", routine, string_of(p, r->name),
               r->n_args, r->n_regs, r->n_result, r->flow ? ", flow" : "", program_file(p, r->at), r->at.line);
    uint32_t line = r->at.line;
    for (uint32_t pc = r->entry; pc < r->end && pc < p->n_code;) {
        struct place at = program_place(p, pc);
        if (at.line != line) {
            line = at.line;
            buf_printf(out, MARGIN "%s:%u\n", program_file(p, at), line);
        }
        uint32_t n = disasm_op(p, pc, out);
        put_told(p, pc, out);
        pc += n;
    }
}

void disasm_program(const struct program *p, struct buf *out) {
    for (uint32_t i = 0; i < p->n_routines; i++)
        disasm_routine(p, i, out);
}
