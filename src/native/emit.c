/* emit.c: a program as a C file: constants, one function a routine, the function that replaces the loop.
 *
 * Straight-line code between labels; a label stands where a jump leads or where a run may go on after a stop. When no
 * step is left the interpreter takes over and says so.
 */
#include "native/native.h"

#include "code/lookup.h"

/* ---- blocks */
static void mark(struct writer *e, uint32_t pc, uint8_t how) {
    if (pc < e->p->n_code) e->mark[pc] |= how;
}

/* Where a run may go on: see what sets frame.pc in the machine. */
static void mark_waits(struct writer *e, uint32_t pc, uint32_t op) {
    switch (op) {
    case OP_CALL:
    case OP_CALLT:
    case OP_ASK:
    case OP_FORK: mark(e, pc + 2, MARK_LEADER | MARK_RESUME); break;
    case OP_RAND: mark(e, pc + 1, MARK_LEADER | MARK_RESUME); /* fall through */
    default: mark(e, pc, MARK_LEADER | MARK_RESUME); break;
    }
    if (op == OP_FORK) mark(e, e->p->code[pc + 1], MARK_LEADER | MARK_RESUME);
}

static void mark_routine(struct writer *e, const struct routine *r) {
    mark(e, r->entry, MARK_LEADER | MARK_RESUME);
    for (uint32_t pc = r->entry; pc < r->end;) {
        uint32_t op = e->p->code[pc] & 255u;
        const struct op_info *info = op_info(op);
        uint32_t next = pc + op_length(info);
        if (info->x == X_JUMP) mark(e, e->p->code[pc + 1], MARK_LEADER);
        if (info->x == X_JUMP || op_ends(op)) mark(e, next, MARK_LEADER);
        if (op_waits(op)) mark_waits(e, pc, op);
        pc = next;
    }
}

/* ---- routines */
static void emit_resume(struct writer *e, const struct routine *r) {
    buf_puts(e->out, "switch (pc) {\n");
    for (uint32_t pc = r->entry; pc < r->end; pc++)
        if (e->mark[pc] & MARK_RESUME) buf_printf(e->out, "case %u: goto L%u;\n", (unsigned)pc, (unsigned)pc);
    buf_puts(e->out, "default: HAND(pc);\n}\n");
}

static void emit_routine(struct writer *e, uint32_t index) {
    const struct routine *r = &e->p->routines[index];
    bool dead = true;
    e->routine = index;
    buf_printf(e->out,
               "static int r%u(struct run *r, const struct native_api *api, struct frame *f, uint32_t pc) {\n"
               "struct state *const s = r->s;\n"
               "int32_t *const R = (int32_t *)((char *)s + STACK) + f->base;\n"
               "uint16_t *const periods = (uint16_t *)((char *)s + PERIODS);\n"
               "const uint8_t mode = r->mode;\n"
               "uint32_t steps = r->steps;\n",
               (unsigned)index);
    buf_printf(e->out, "if (pc == %u) goto L%u;\n", (unsigned)r->entry, (unsigned)r->entry);
    emit_resume(e, r);
    for (e->pc = r->entry; e->pc < r->end;) {
        uint32_t op = e->p->code[e->pc] & 255u;
        if (e->mark[e->pc] & MARK_LEADER) {
            dead = false;
            buf_printf(e->out, "L%u:;\n", (unsigned)e->pc);
        }
        if (!dead) native_op(e);
        if (op_ends(op)) dead = true;
        e->pc += op_length(op_info(op));
    }
    if (!dead) buf_printf(e->out, "HAND(%u);\n", (unsigned)r->end);
    buf_puts(e->out, "}\n");
}

/* ---- the file */
static void emit_constants(struct writer *e) {
    const struct program *p = e->p;
    const struct layout *l = &p->layout;
    const struct {
        const char *name;
        uint32_t value;
    } all[] = {
        {"STACK", l->stack},       {"STACK_CAP", l->stack_cap},   {"FRAMES", l->frames},
        {"FRAME_CAP", l->frame_cap}, {"PERIODS", l->periods},     {"ZONES", l->zones},
        {"COUNTS", l->counts},     {"CARD_WORDS", p->card_words}, {"N_CARDS", p->n_cards},
        {"N_POOL", p->n_pool},     {"N_INSTANCES", p->n_zone_of_instance}, {"LIST_STACK", LIST_STACK},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        buf_printf(e->out, "#define %s %uu\n", all[i].name, (unsigned)all[i].value);
    buf_puts(e->out, "static const int32_t pool[] = {");
    for (uint32_t i = 0; i < p->n_pool; i++) {
        if (p->pool[i] == INT32_MIN)
            buf_puts(e->out, "-2147483647 - 1");
        else
            buf_printf(e->out, "%d", (int)p->pool[i]);
        buf_puts(e->out, i % 16 == 15 ? ",\n" : ",");
    }
    buf_puts(e->out, "0};\nstatic const int8_t zone_owner[] = {");
    for (uint32_t i = 0; i < p->n_owner_of_instance; i++)
        buf_printf(e->out, "%d,", (int)p->owner_of_instance[i]);
    buf_puts(e->out, "0};\nstatic const struct { uint32_t entry; uint16_t n_args, n_regs; } about[] = {\n");
    for (uint32_t i = 0; i < p->n_routines; i++) {
        const struct routine *r = &p->routines[i];
        buf_printf(e->out, "{%u, %u, %u},\n", (unsigned)r->entry, (unsigned)r->n_args, (unsigned)r->n_regs);
    }
    buf_puts(e->out, "{0, 0, 0}};\n");
}

static void emit_loop(struct writer *e) {
    buf_puts(e->out,
             "enum stop native_run(struct run *r, const struct native_api *api) {\n"
             "    struct state *s = r->s;\n"
             "    int k = AGAIN;\n"
             "    if (s->stack_top > r->high) r->high = s->stack_top;\n"
             "    do {\n"
             "        struct frame *f = (struct frame *)((char *)s + FRAMES) + s->n_frames - 1;\n"
             "        k = routines[f->routine](r, api, f, k == 0 ? f->pc + 2 : f->pc);\n"
             "    } while (k < STOPPED(0));\n"
             "    return (enum stop)(k - STOPPED(0));\n"
             "}\n");
}

bool native_emit(const struct program *p, struct buf *out) {
    struct writer e = {.p = p, .out = out};
    e.mark = alloc_resize(NULL, NULL, 0, p->n_code + 1u);
    if (!e.mark) return false;
    for (uint32_t i = 0; i <= p->n_code; i++)
        e.mark[i] = 0;
    buf_puts(out, "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <string.h>\n"
                  "#ifdef __SSE2__\n#include <emmintrin.h>\n#endif\n");
    buf_puts(out, NATIVE_TEXT);
    buf_putc(out, '\n');
    emit_constants(&e);
    buf_puts(out, native_prelude());
    for (uint32_t i = 0; i < p->n_routines; i++)
        buf_printf(out, "static routine r%u;\n", (unsigned)i);
    buf_puts(out, "static routine *const routines[] = {\n");
    for (uint32_t i = 0; i < p->n_routines; i++)
        buf_printf(out, "r%u,\n", (unsigned)i);
    buf_puts(out, "0};\n");
    for (uint32_t i = 0; i < p->n_routines; i++)
        mark_routine(&e, &p->routines[i]);
    for (uint32_t i = 0; i < p->n_routines; i++)
        emit_routine(&e, i);
    emit_loop(&e);
    alloc_resize(NULL, e.mark, p->n_code + 1u, 0);
    return !out->failed;
}
