/* asm.h: a tiny assembler for tests of the machine and of src/code: programs written operation by operation.
 *
 * Usage: asm_new; declare cards, zones, variables; asm_routine ... op/opx ... asm_end; asm_done gives the program
 * (laid out and verified). Every operation at which a frame may wait gets a stack map from the types set by asm_live.
 * Header only; everything lies in the program's arena.
 */
#ifndef TEST_VM_ASM_H
#define TEST_VM_ASM_H

#include "support/unit.h"

#include "base/arena.h"
#include "code/layout.h"
#include "code/lookup.h"
#include "code/verify.h"
#include "vm/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ASM_CAP = 512, ASM_CODE = 8192, ASM_REGS = 40 };

struct assembler {
    struct program *p;
    uint8_t live[256];
    int routine;
};

static inline int asm_string(struct assembler *a, const char *s) {
    struct program *p = a->p;
    if (!s) return NONE;
    for (uint32_t i = 0; i < p->n_strings; i++)
        if (!strcmp(p->strings[i], s)) return (int)i;
    p->strings[p->n_strings] = arena_strdup(p->arena, s, strlen(s));
    return (int)p->n_strings++;
}

static inline struct assembler asm_new(unsigned seats) {
    struct arena *arena = malloc(sizeof *arena);
    arena_init(arena);
    struct program *p = ARENA_NEW(arena, struct program);
    p->arena = arena;
#define A(type, name) p->name = ARENA_ARRAY(arena, type, ASM_CODE);
    PROGRAM_ARRAYS(A)
#undef A
    struct assembler a = {.p = p};
    p->seats = p->owners = p->min_seats = p->max_seats = (uint8_t)seats;
    p->hash = 0x1234567890abcdefu;
    p->stock_var = p->supply_var = p->stock_enum = NONE;
    p->limit_period = p->round_period = NONE;
    p->name = asm_string(&a, "Test");
    p->files[p->n_files++] = "test.game";
    p->kinds[p->n_kinds++] = (struct card_kind){.name = asm_string(&a, "card"), .title = NONE, .parent = NONE};
    p->boards[p->n_boards++] = (struct board){.name = asm_string(&a, "board"), .title = NONE};
    p->layout.frame_cap = 24;
    p->layout.stack_cap = 600;
    return a;
}

/* Words of plain text. A hole: asm_hole after it, in order. */
static inline struct words asm_words(struct assembler *a, const char *s) {
    struct program *p = a->p;
    struct words w = {p->n_pieces, s ? 1u : 0u};
    if (s) p->pieces[p->n_pieces++] = (struct piece){.string = asm_string(a, s)};
    return w;
}
static inline void asm_hole(struct assembler *a, struct words *w, int reg, struct value_kind kind) {
    a->p->pieces[a->p->n_pieces++] = (struct piece){.string = NONE, .reg = (uint8_t)reg, .kind = kind};
    w->n++;
}
static inline void asm_more(struct assembler *a, struct words *w, const char *s) {
    a->p->pieces[a->p->n_pieces++] = (struct piece){.string = asm_string(a, s)};
    w->n++;
}

static inline void asm_cards(struct assembler *a, unsigned n) {
    char name[16];
    for (unsigned i = 0; i < n; i++) {
        snprintf(name, sizeof name, "card %u", i);
        a->p->cards[a->p->n_cards++] = (struct card){.name = asm_string(a, name), .face = NONE};
    }
}

static inline int asm_enum(struct assembler *a, const char *name, unsigned n, const char *const *members,
                           const int *totals) {
    struct program *p = a->p;
    p->enums[p->n_enums] = (struct enumeration){asm_string(a, name), p->n_members, (uint16_t)n};
    for (unsigned i = 0; i < n; i++)
        p->members[p->n_members++] =
            (struct member){.name = asm_string(a, members[i]), .many = NONE, .total = totals ? totals[i] : NONE};
    return (int)p->n_enums++;
}

/* A zone over all cards declared so far. */
static inline int asm_zone(struct assembler *a, const char *name, bool per_player, enum see see, bool pile) {
    struct program *p = a->p;
    p->zones[p->n_zones] = (struct zone){.name = asm_string(a, name),
                                         .title = NONE,
                                         .per_player = per_player,
                                         .see = (uint8_t)see,
                                         .pile = pile,
                                         .refill = NONE,
                                         .hand = !strcmp(name, "hand"),
                                         .n_cards = (uint16_t)p->n_cards};
    return (int)p->n_zones++;
}

/* Number of the first instance of a zone, before the layout is made. */
static inline int asm_instance(const struct assembler *a, int zone) {
    int n = 0;
    for (int i = 0; i < zone; i++)
        n += a->p->zones[i].per_player ? a->p->owners : 1;
    return n;
}

static inline int asm_var(struct assembler *a, const char *name, enum var_scope scope, int low, int high, int initial) {
    struct program *p = a->p;
    unsigned owners = scope == SCOPE_GLOBAL ? 1 : scope == SCOPE_PLAYER ? p->owners : p->n_cards;
    p->vars[p->n_vars] = (struct var){.name = asm_string(a, name),
                                      .title = NONE,
                                      .scope = (uint8_t)scope,
                                      .width = 2,
                                      .kind = {VT_NUMBER, 0, 0},
                                      .initial = initial,
                                      .low = low,
                                      .high = high,
                                      .lows = NONE,
                                      .initials = NONE,
                                      .index_enum = NONE,
                                      .n_owners = (uint16_t)owners,
                                      .n_index = 1,
                                      .period = NONE,
                                      .shown = NONE};
    return (int)p->n_vars++;
}

static inline int asm_table(struct assembler *a, enum table_kind kind, const int32_t *words, unsigned n, unsigned width,
                            unsigned columns) {
    struct program *p = a->p;
    p->tables[p->n_tables] = (struct table){
        (uint8_t)kind, (uint8_t)width, (uint16_t)columns, p->n_pool, kind == TABLE_SET ? n / width : n, -7};
    for (unsigned i = 0; i < n; i++)
        p->pool[p->n_pool++] = words[i];
    return (int)p->n_tables++;
}

static inline int asm_site(struct assembler *a, enum site_kind kind, unsigned flags, struct value_kind value,
                           const char *text) {
    struct program *p = a->p;
    struct site *s = &p->sites[p->n_sites];
    *s = (struct site){.kind = (uint8_t)kind,
                       .flags = (uint8_t)flags,
                       .prefer = NO_REGISTER,
                       .value = value,
                       .routine = (uint16_t)a->routine,
                       .unit = NONE,
                       .at = {0, 100 + p->n_sites}};
    s->words = asm_words(a, text);
    if (value.type == VT_CARD) s->width = (uint8_t)((p->n_cards + 31) / 32);
    if (value.type == VT_PLAYER || value.type == VT_MEMBER || value.type == VT_SPACE) s->width = 1;
    return (int)p->n_sites++;
}

static inline uint32_t op(struct assembler *a, enum op o, int x, int y, int z) {
    struct program *p = a->p;
    uint32_t pc = p->n_code;
    p->code[p->n_code++] = op_word(o, (unsigned)x, (unsigned)y, (unsigned)z);
    if (op_waits(o)) {
        p->maps[p->n_maps++] = (struct stack_map){pc, p->n_map_bytes, ASM_REGS};
        for (int i = 0; i < ASM_REGS; i++)
            p->map_bytes[p->n_map_bytes++] = a->live[i];
    }
    return pc;
}
static inline uint32_t opx(struct assembler *a, enum op o, int x, int y, int z, int32_t extra) {
    uint32_t pc = op(a, o, x, y, z);
    a->p->code[a->p->n_code++] = (uint32_t)extra;
    return pc;
}
static inline void ldi(struct assembler *a, int reg, int32_t n) {
    opx(a, OP_LDI, reg, 0, 0, n);
}
static inline int32_t here(const struct assembler *a) {
    return (int32_t)a->p->n_code;
}
/* Makes the jump at pc lead to here. */
static inline void land(struct assembler *a, uint32_t pc) {
    a->p->code[pc + 1] = a->p->n_code;
}

static inline int asm_routine(struct assembler *a, const char *name, unsigned n_args, unsigned n_result, bool flow) {
    struct program *p = a->p;
    memset(a->live, 0, sizeof a->live);
    a->routine = (int)p->n_routines;
    p->routines[p->n_routines] = (struct routine){.name = asm_string(a, name),
                                                  .entry = p->n_code,
                                                  .n_args = (uint8_t)n_args,
                                                  .n_result = (uint8_t)n_result,
                                                  .n_regs = ASM_REGS,
                                                  .flow = flow,
                                                  .at = {0, 10 + p->n_routines}};
    return (int)p->n_routines++;
}
static inline void asm_end(struct assembler *a) {
    a->p->routines[a->routine].end = a->p->n_code;
}
static inline void asm_ret(struct assembler *a) {
    op(a, OP_RET, NO_REGISTER, 0, 0);
    asm_end(a);
}
static inline void asm_ret1(struct assembler *a, int reg) {
    op(a, OP_RET, reg, 1, 0);
    asm_end(a);
}

static const struct value_kind KIND_CARD = {VT_CARD, 0, 0}, KIND_NUMBER = {VT_NUMBER, 0, 0},
                               KIND_PLAYER = {VT_PLAYER, 0, 0}, KIND_BOOL = {VT_BOOL, 0, 0},
                               KIND_OPTION = {VT_OPTION, 0, 0}, KIND_NOTHING = {VT_NOTHING, 0, 0};

/* Asks `me` yes or no into reg. */
static inline void asm_yesno(struct assembler *a, int reg) {
    opx(a, OP_ASK, reg, NO_REGISTER, NO_REGISTER, asm_site(a, SITE_YESNO, 0, KIND_BOOL, "Yes?"));
}
/* Asks for a number between the registers low and high. */
static inline void asm_number(struct assembler *a, int reg, int low, int high) {
    opx(a, OP_ASK, reg, low, high, asm_site(a, SITE_NUMBER, 0, KIND_NUMBER, "How many?"));
}

static inline const struct program *asm_done(struct assembler *a) {
    char wrong[256];
    layout_compute(a->p);
    const char *error = verify_program(a->p, wrong, sizeof wrong);
    if (error) fail_msg("verifier: %s", error);
    return a->p;
}

/* ---- running: interpreted, or as emitted C where asm_native.h has been included before */
#ifndef ASM_NATIVE
struct native {
    char unused;
};
static inline void asm_attach(const struct program *p, struct machine *m, struct native *n) {
    (void)p, (void)m, (void)n;
}
static inline void asm_detach(struct native *n) {
    (void)n;
}
#endif
struct table_top {
    const struct program *p;
    struct machine *m;
    struct state *s;
    struct native native;
};
static inline struct state *new_block(const struct program *p) {
    void *block = aligned_alloc(64, p->layout.size);
    memset(block, 0xa5, p->layout.size);
    return block;
}
static inline struct table_top sit_down(struct assembler *a) {
    const struct program *p = asm_done(a);
    struct table_top t = {.p = p, .m = machine_new(p), .s = new_block(p)};
    asm_attach(p, t.m, &t.native);
    return t;
}
static inline void stand_up(struct table_top *t) {
    free(t->s);
    machine_free(t->m);
    asm_detach(&t->native);
    program_free((struct program *)(uintptr_t)t->p);
}

static inline uint32_t number_id(const struct program *p, int n) {
    return p->answers.numbers + (uint32_t)(n - NUMBER_LOW);
}
static inline uint32_t card_id(const struct program *p, int n) {
    return p->answers.cards + (uint32_t)n;
}

/* The legal answers as text, for comparisons: "no 3 5" with ids relative to `base`. */
static inline const char *menu(const struct table_top *t, unsigned seat, uint32_t base) {
    static char out[1024];
    uint32_t ids[600];
    size_t n = state_answers(t->p, t->s, seat, ids, 600), at = 0;
    out[0] = 0;
    for (size_t i = 0; i < n; i++) {
        if (ids[i] == ANSWER_NO)
            at += (size_t)snprintf(out + at, sizeof out - at, "%sno", at ? " " : "");
        else
            at += (size_t)snprintf(out + at, sizeof out - at, "%s%d", at ? " " : "", (int)(ids[i] - base));
    }
    return out;
}
static inline const char *numbers_menu(const struct table_top *t, unsigned seat) {
    return menu(t, seat, t->p->answers.numbers + (uint32_t)-NUMBER_LOW);
}
static inline const char *cards_menu(const struct table_top *t, unsigned seat) {
    return menu(t, seat, t->p->answers.cards);
}

#endif
