/* emit_program.c: the whole of a program, from the checked model: code, texts, layout, verification. */
#include "lang/emit/emit_program.h"

#include "base/hash.h"
#include "code/apart.h"
#include "code/cannot_fail.h"
#include "code/layout.h"
#include "code/slice.h"
#include "code/verify.h"
#include "lang/emit/emit.h"
#include "text/card_text.h"
#include "text/rule_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int pure_routine(struct emitter *e, const char *name, struct node *n, struct type t) {
    int routine = emit_routine(e, name, n);
    emit_begin(e, routine, t);
    int v = emit_value(e, n, t, NONE);
    emit_op(e, OP_RET, v, type_width(e, t), 0);
    emit_end(e);
    return routine;
}

static void emit_score(struct emitter *e) {
    for (struct node *n = e->m->score ? e->m->score->b->kids : NULL; n; n = n->next) {
        if (n->kind != N_CLAUSE || !n->b->kids || n->b->kids->kind != N_DO) continue;
        struct score_line line = {output_string(&e->out, n->name),
                                  pure_routine(e, n->name, n->b->kids->a, TYPE(VT_NUMBER)), 0};
        if (!VEC_PUSH(&e->out.scores, line)) e->out.failed = true;
    }
    for (struct node *k = e->m->tie ? e->m->tie->kids : NULL; k; k = k->next) {
        int32_t routine = NONE;
        struct node *n = k->kind == N_LEAST ? k->a : k;
        for (size_t i = 0; n->kind == N_NAME && i < e->out.scores.n; i++)
            if (!strcmp(e->out.strings.data[e->out.scores.data[i].name], n->name))
                routine = e->out.scores.data[i].routine;
        if (routine == NONE) routine = pure_routine(e, "tie", n, TYPE(VT_NUMBER));
        struct score_line line = {NONE, routine, k->kind == N_LEAST}; /* aim_text.c knows its words */
        if (!VEC_PUSH(&e->out.ties, line)) e->out.failed = true;
    }
}

static int emit_flow(struct emitter *e) {
    int routine = emit_routine(e, "flow", e->m->flow);
    emit_begin(e, routine, TYPE(T_VOID));
    e->flow = true;
    emit_block(e, e->m->flow->b);
    emit_op(e, OP_FINISH, 0, 0, 0);
    emit_end(e);
    return routine;
}

static void number_routines(struct emitter *e) {
    for (size_t i = 0; i < e->m->functions.n; i++) {
        const struct function *f = e->m->functions.data[i];
        e->functions[i] = emit_routine(e, f->name, f->node);
        if (!strcmp(f->name, "raised") && f->kind == SYM_SIGNAL) e->raised_signal = (int)i;
    }
    for (size_t i = 0; i < e->m->reactions.n; i++) {
        const struct reaction *r = e->m->reactions.data[i];
        const char *who = r->card >= 0   ? e->m->cards.data[r->card].name
                          : r->kind >= 0 ? e->m->kinds.data[r->kind].name
                                         : "reaction";
        const char *name = arena_printf(e->m->arena, "%s: %s", who, r->on->name);
        e->reactions[i] = emit_routine(e, name ? name : who, r->node);
    }
}

/* ---- how deep calls can go: what would need more than that fails like anything that cannot be carried out */
static void stack_bounds(struct emitter *e, struct program *p) {
    int registers, frames;
    code_depth(&e->out, &registers, &frames);
    int stack = registers + 16, depth = frames + 4;
    p->layout.stack_cap = (uint32_t)(stack > 2000 ? 2000 : stack);
    p->layout.frame_cap = (uint32_t)(depth > 200 ? 200 : depth);
}

/* ---- the finished program */
static bool uses_fork(const struct emitter *e) {
    for (size_t i = 0; i < e->out.maps.n; i++)
        if (op_of(e->out.code.data[e->out.maps.data[i].pc]) == OP_FORK) return true;
    return false;
}

static void describe(struct emitter *e, struct program *p, int flow, uint64_t source_hash) {
    struct model *m = e->m;
    p->name = output_string(&e->out, m->title ? m->title : "game");
    p->source_hash = source_hash;
    p->hash = hash_mix(source_hash, m->seats);
    for (size_t i = 0; i < e->out.options.n; i++) {
        const char *v = e->out.strings.data[e->out.options.data[i].value];
        p->hash = hash_bytes(v, strlen(v), p->hash);
    }
    p->seats = (uint8_t)m->seats, p->owners = (uint8_t)e->owners;
    p->min_seats = (uint8_t)m->min_seats, p->max_seats = (uint8_t)m->max_seats;
    p->forks = uses_fork(e);
    p->card_words = (uint16_t)type_width(e, type_make(VT_CARD, VF_SET, ANY));
    p->space_words = (uint16_t)type_width(e, type_make(VT_SPACE, VF_SET, ANY));
    p->stock_var = m->stock_var, p->supply_var = m->supply_var, p->stock_enum = m->stock_enum;
    p->limit_period = (int16_t)m->limit_period, p->limit_count = (uint16_t)m->limit_count;
    p->round_period = (int16_t)(m->round_period >= 0 ? m->round_period : m->limit_period);
    p->flow = flow;
}

static struct program *new_program(void) {
    struct arena *arena = malloc(sizeof *arena);
    if (!arena) return NULL;
    arena_init(arena);
    struct program *p = ARENA_NEW(arena, struct program);
    if (!p) {
        arena_free(arena);
        free(arena);
        return NULL;
    }
    p->arena = arena;
    return p;
}

/* Which rule says what a def does, or what a value is: for faces, by its number, and for the questions in its code. */
static void note_rules(struct emitter *e) {
    for (size_t i = 0; i < e->m->functions.n; i++) {
        int rule = e->texts.functions[i].rule;
        e->out.routines.data[e->functions[i]].rule = rule;
        PUSH(&e->out, &e->out.face_rules, rule ? rule - 1 : NONE);
    }
}

static void emit_all(struct emitter *e, struct program *p, uint64_t source_hash) {
    static void (*const before[])(struct emitter * e) = {emit_state,     emit_cards, number_routines,
                                                         emit_functions, emit_rules, number_entries};
    static void (*const after[])(struct emitter * e) = {emit_score, emit_scenarios, emit_entries, emit_origins,
                                                        emit_aims};
    for (size_t i = 0; i < sizeof before / sizeof *before && !e->out.failed; i++)
        before[i](e);
    int flow = e->out.failed ? 0 : emit_flow(e);
    for (size_t i = 0; i < sizeof after / sizeof *after && !e->out.failed; i++)
        after[i](e);
    if (!e->out.failed) text_cards(&e->texts);
    if (!e->out.failed) text_rules(&e->texts);
    if (!e->out.failed) note_rules(e);
    if (!e->out.failed) emit_looks(e);
    if (!e->out.failed && !e->m->diags->errors) code_mark_dead(&e->out);
    if (!e->out.failed && !e->m->diags->errors && !e->m->config->plain) code_optimise(&e->out);
    if (!e->out.failed) describe(e, p, flow, source_hash);
    if (!e->out.failed) stack_bounds(e, p);
}

/* The last label has a place even when memory is out, as every array of the output has. */
static bool open_output(struct emitter *e, struct program *p, struct tellings *tellings) {
    struct model *m = e->m;
    e->registers = ARENA_ARRAY(m->arena, uint8_t, m->n_locals + 1u);
    e->functions = ARENA_ARRAY(m->arena, int, m->functions.n + 1);
    e->reactions = ARENA_ARRAY(m->arena, int, m->reactions.n + 1);
    e->clauses = ARENA_ARRAY(m->arena, struct clause_code, m->clauses.n + 1);
    bool good = e->registers && e->functions && e->reactions && e->clauses && output_init(&e->out, p->arena, m->arena);
    good = good && texts_init(&e->texts, m, &e->out, e->registers, tellings) && VEC_PUSH(&e->labels, NONE);
    e->labels.n = 0;
    return good;
}

static void free_output(struct emitter *e) {
    output_free(&e->out);
    VEC_FREE(&e->entry_nodes);
    VEC_FREE(&e->labels);
    VEC_FREE(&e->patches);
    VEC_FREE(&e->origin_tasks);
}

/* Limits of the machine that no single declaration exceeds. */
static bool is_oversized(struct model *m, const struct program *p) {
    bool fits = layout_fits(p) && p->layout.stack_cap <= 0xffff && p->layout.frame_cap <= 0xffff;
    if (!fits) model_error(m, m->file, DIAG_too_large, "a position of this game would be too large");
    bool counts = p->n_phases <= 0x7fff && p->n_routines <= 0xffff && p->answers.total <= 0xffff;
    if (!counts) model_error(m, m->file, DIAG_too_large, "the game has too many rules, phases or answers");
    return !fits || !counts;
}

static bool keep_statements(const struct output *out, struct program *p) {
    p->statements = ARENA_ARRAY(p->arena, struct statement, out->lines.n + 1);
    for (size_t i = 0; p->statements && i < out->lines.n; i++) {
        const struct line_at *line = &out->lines.data[i];
        const struct span *at = &line->at->at;
        p->statements[p->n_statements++] =
            (struct statement){line->pc, at->line, at->col, at->file, at->len, line->pass, line->gone};
    }
    return p->statements != NULL;
}

struct program *emit_program(struct model *m, uint64_t source_hash, struct tellings *tellings) {
    struct emitter e = {.m = m,
                        .mark = {.track = NONE},
                        .given_cards = NONE,
                        .near_table = NONE,
                        .near_mutual = NONE,
                        .raised_signal = NONE,
                        .sort_table = NONE,
                        .boards = {.step = NONE, .distance = NONE}};
    struct program *p = new_program();
    if (!p) {
        model_no_memory(m);
        return NULL;
    }
    e.out.failed = !open_output(&e, p, tellings);
    if (!e.out.failed) emit_all(&e, p, source_hash);
    bool good = !e.out.failed && !m->diags->errors && output_copy(&e.out, p);
    if (e.out.failed) model_no_memory(m);
    char why[512];
    if (good) layout_compute(p);
    if (good && is_oversized(m, p)) good = false;
    const char *unsound = good ? verify_program(p, why, sizeof why) : NULL;
    if (p->arena->failed || unsound == verify_no_memory) {
        model_no_memory(m), good = false;
    } else if (unsound) {
        if (model_error(m, m->file, DIAG_own_fault, "the compiler has made a mistake with this definition: %s", why))
            model_help(m, "this is a fault of Terrane, not of the rules: please report it, with the definition");
        good = false;
    }
    if (good) check_scenarios(&e, p);
    if (m->diags->errors) good = false;
    if (good && (!cannot_fail_compute(p) || !slices_compute(p) || !apart_compute(p) || !keep_statements(&e.out, p)))
        model_no_memory(m), good = false;
    free_output(&e);
    if (good) return p;
    program_free(p);
    return NULL;
}
