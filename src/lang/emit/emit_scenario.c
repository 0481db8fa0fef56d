/* emit_scenario.c: a scenario is one routine: its `given`, then the flow entered at the wanted phase or turn; its
 * checks are pure routines; its answers stay words, matched against the legal answers when it runs. */
#include "lang/emit/emit.h"

#include "code/lookup.h"
#include "lang/parse/token.h"

#include <stdio.h>
#include <string.h>

/* ---- where play begins */
static struct node *find_statement(struct node *n, int kind, const char *name) {
    for (; n; n = n->next) {
        if (n->kind == kind && (!name || (n->name && !strcmp(n->name, name)))) return n;
        struct node *parts[4] = {n->kids, n->a, n->b, n->c};
        for (int i = 0; i < 4; i++) {
            struct node *found = parts[i] ? find_statement(parts[i], kind, name) : NULL;
            if (found) return found;
        }
    }
    return NULL;
}

static struct node *start_of(struct emitter *e, struct node *scenario) {
    for (struct node *c = scenario->b->kids; c; c = c->next) {
        if (c->kind != N_CLAUSE || strcmp(c->name, "given")) continue;
        for (struct node *s = c->b->kids; s; s = s->next) {
            if (s->kind != N_ASSIGN || !name_is(s->a, "phase") || s->a->symbol) continue;
            struct node *phase = s->b->kind == N_NAME ? find_statement(e->m->flow->b->kids, N_PHASE, s->b->name) : NULL;
            if (phase) return phase;
            const char *names[64];
            size_t n = 0;
            for (; n < e->m->phases.n && n < 64; n++)
                names[n] = e->m->phases.data[n];
            model_unknown(e->m, s->b, "phase", s->b->kind == N_NAME ? s->b->name : "?", ONLY_EXTRA, names, n);
        }
    }
    return find_statement(e->m->flow->b->kids, N_TURN, NULL);
}

static void emit_given(struct emitter *e, const struct node *scenario) {
    if (!(e->named = ARENA_ARRAY(e->m->arena, int, e->m->cards.n + 1))) e->out.failed = true;
    for (struct node *c = scenario->b->kids; c; c = c->next)
        if (c->kind == N_CLAUSE && !strcmp(c->name, "given")) emit_block(e, c->b);
    e->named = NULL;
}

/* `given: start`, or NULL: the set-up has happened when the rest is given. */
static const struct node *given_start(const struct node *scenario) {
    for (const struct node *c = scenario->b->kids; c; c = c->next)
        for (const struct node *s = c->kind == N_CLAUSE && !strcmp(c->name, "given") ? c->b->kids : NULL; s;
             s = s->next)
            if (is_start(s)) return s;
    return NULL;
}

void emit_given_before(struct emitter *e, const struct node *s) {
    int been = emit_label(e);
    emit_line(e, s, false);
    emit_jump(e, OP_JGTI, e->given_done, 0, 0, been);
    emit_load(e, e->given_done, 1);
    e->given_at = NULL;
    int top = e->top;
    emit_given_zones(e, e->given_of);
    emit_given(e, e->given_of);
    e->top = top;
    e->given_cards = NONE;
    e->given_at = s;
    emit_place(e, been);
}

static int scenario_routine(struct emitter *e, struct node *scenario) {
    int routine = emit_routine(e, scenario->name, scenario);
    const struct node *behind = given_start(scenario);
    emit_begin(e, routine, TYPE(T_VOID));
    e->flow = true;
    if (behind) {
        e->given_at = start_of(e, scenario), e->given_of = scenario, e->given_done = emit_scratch(e, 1);
        emit_load(e, e->given_done, 0);
        if (!e->given_at)
            model_error(e->m, behind, DIAG_wrong_kind, "the flow has no turn before which the set-up could be over");
    } else {
        emit_given(e, scenario);
        e->enter = start_of(e, scenario);
    }
    emit_block(e, e->m->flow->b);
    e->given_at = NULL;
    emit_op(e, OP_FINISH, 0, 0, 0);
    emit_end(e);
    return routine;
}

/* ---- answers in words */
static const char *answer_text(struct emitter *e, struct node *n) {
    char text[256] = "";
    switch (n->kind) {
    case N_NAME: snprintf(text, sizeof text, "%s", n->name); break;
    case N_TEXT: snprintf(text, sizeof text, "%s", n->text ? n->text : ""); break;
    case N_NUMBER: snprintf(text, sizeof text, "%d", (int)n->number); break;
    case N_NEGATE: snprintf(text, sizeof text, "-%s", answer_text(e, n->a)); break;
    case N_AMOUNT: snprintf(text, sizeof text, "%s %s", answer_text(e, n->a), answer_text(e, n->b)); break;
    case N_INDEX: snprintf(text, sizeof text, "%s %s", answer_text(e, n->a), answer_text(e, n->b)); break;
    case N_FIELD: snprintf(text, sizeof text, "%s", n->name); break;
    case N_PAREN: return answer_text(e, n->a);
    default: model_error(e->m, n, DIAG_syntax, "an answer is a name, a number, an amount, yes or no"); break;
    }
    if (n->kind == N_INDEX && n->a->kind == N_NAME) { /* the board an option stands for */
        struct node *board = option_value(e->m, n->a);
        if (board->kind == N_NAME) snprintf(text, sizeof text, "%s %s", board->name, answer_text(e, n->b));
    }
    if (n->kind == N_INDEX && n->a->kind == N_FIELD && n->a->a->kind == N_NAME) /* A.wall[3] */
        snprintf(text, sizeof text, "%s %s %s", n->a->a->name, n->a->name, answer_text(e, n->b));
    for (char *c = text; *c; c++)
        if (*c == '_') *c = ' ';
    const char *kept = arena_strdup(e->m->arena, text, strlen(text));
    return kept ? kept : "";
}

static void add_answers(struct emitter *e, struct scenario_step *step, struct node *items) {
    step->words = (uint32_t)e->out.answers_said.n;
    for (struct node *k = items; k; k = k->next, step->n_words++)
        PUSH(&e->out, &e->out.answers_said, output_string(&e->out, answer_text(e, k)));
}

static void play_step(struct emitter *e, struct node *line) {
    struct scenario_step step = {
        .kind = STEP_PLAY, .routine = NONE, .text = NONE, .at = {line->at.file, line->at.line}};
    struct node *s = line->kind == N_CLAUSE && line->b ? line->b->kids : NULL;
    int seat = line->kind == N_CLAUSE ? line->name[0] - 'A' : NONE;
    if (!s || line->name[1] || seat < 0 || seat >= (int)e->m->seats) {
        model_error(e->m, line, DIAG_syntax, "a line of play is `A: answer, answer` with a player from A to %c",
                    (char)('A' + e->m->seats - 1));
        return;
    }
    step.seat = (int16_t)seat;
    add_answers(e, &step, s->kind == N_LIST ? s->kids : s->a);
    PUSH(&e->out, &e->out.steps, step);
}

/* chance: 6, 3 */
static void chance_step(struct emitter *e, struct node *s) {
    struct scenario_step step = {
        .kind = STEP_CHANCE, .seat = NONE, .routine = NONE, .text = NONE, .at = {s->at.file, s->at.line}};
    if (s->kind != N_LIST && s->kind != N_DO) {
        model_error(e->m, s, DIAG_syntax, "chance: lists what is thrown and drawn, numbers and cards");
        return;
    }
    add_answers(e, &step, s->kind == N_LIST ? s->kids : s->a);
    PUSH(&e->out, &e->out.steps, step);
}

const char *source_text(struct emitter *e, struct node *n) {
    const struct source *file = &e->m->sources->files[n->at.file];
    const char *p = file->text, *end = file->text + file->size;
    for (uint32_t line = 1; line < n->at.line && p < end; p++)
        line += *p == '\n';
    p += n->at.col - 1;
    size_t len = n->at.len;
    if (p >= end || p + len > end) return "check";
    const char *text = arena_strdup(e->m->arena, p, len);
    return text ? text : "check";
}

/* ---- checks, and what is found in one that fails */
static int pure_routine(struct emitter *e, struct node *n, struct type type) {
    int routine = emit_routine(e, "check", n);
    emit_begin(e, routine, type);
    int v = emit_value(e, n, type, NONE);
    emit_op(e, OP_RET, v, 1, 0);
    emit_end(e);
    return routine;
}

/* Values of one word that say something: not what is written out. */
static void add_part(struct emitter *e, struct node *n) {
    struct value_kind kind = value_kind_of(n->type);
    int32_t fixed;
    bool scalar = !kind.flags && kind.type > VT_NOTHING && kind.type <= VT_BOARD && kind.type != VT_TEXT &&
                  kind.type != VT_OPTION;
    bool named = n->kind == N_NUMBER || n->kind == N_TEXT || n->kind == N_AMOUNT ||
                 (n->kind == N_NAME && n->symbol && n->symbol->kind != SYM_VAR);
    if (!scalar || named || constant_number(e->m, n, &fixed)) return;
    struct scenario_step part = {.kind = STEP_PART, .seat = NONE, .at = {n->at.file, n->at.line}};
    part.text = output_string(&e->out, source_text(e, n));
    part.routine = pure_routine(e, n, n->type);
    part.words = step_kind_put(kind);
    PUSH(&e->out, &e->out.steps, part);
}

static bool compares(const struct node *n) {
    return n->kind == N_BINARY && (n->number == TOKEN_EQ || n->number == TOKEN_NE || n->number == TOKEN_LT ||
                                   n->number == TOKEN_LE || n->number == TOKEN_GT || n->number == TOKEN_GE);
}

/* The parts of a condition: both sides of a comparison, the conditions that are joined. */
static void add_parts(struct emitter *e, struct node *n, bool whole) {
    bool joins = n->kind == N_BINARY && (n->number == TOKEN_AND || n->number == TOKEN_OR);
    if (n->kind == N_PAREN || n->kind == N_NOT) {
        add_parts(e, n->a, whole);
    } else if (joins) {
        add_parts(e, n->a, false);
        add_parts(e, n->b, false);
    } else if (compares(n)) {
        add_part(e, n->a);
        add_part(e, n->b);
    } else if (!whole) {
        add_part(e, n);
    }
}

/* Parts stand behind all steps of the scenario. */
static void emit_parts(struct emitter *e, const struct node *scenario, uint32_t first) {
    uint32_t step = first, last = (uint32_t)e->out.steps.n;
    if (e->m->diags->errors || e->out.failed) return; /* then a step may be missing */
    for (struct node *c = scenario->b->kids; c; c = c->next) {
        bool checks = c->kind == N_CLAUSE && (!strcmp(c->name, "check") || !strcmp(c->name, "now"));
        for (struct node *s = c->kind == N_CLAUSE && c->b && strcmp(c->name, "given") ? c->b->kids : NULL; s;
             s = s->next) {
            if (step == last || (checks && s->kind != N_DO)) continue;
            int kind = e->out.steps.data[step].kind;
            uint32_t parts = (uint32_t)e->out.steps.n;
            if (kind == STEP_CHECK || kind == STEP_NOW) {
                add_parts(e, s->a, true);
                e->out.steps.data[step].words = parts;
                e->out.steps.data[step].n_words = (uint32_t)e->out.steps.n - parts;
            }
            step++;
        }
    }
}

static void check_step(struct emitter *e, struct node *s, bool now) {
    if (s->kind != N_DO) return;
    struct scenario_step step = {
        .kind = now ? STEP_NOW : STEP_CHECK, .seat = NONE, .routine = NONE, .at = {s->at.file, s->a->at.line}};
    struct node *won = s->a->kind == N_NOT ? s->a->a : s->a;
    if (won->kind == N_CALL && name_is(won->a, "won")) {
        step.kind = won == s->a ? STEP_WON : STEP_NOT_WON;
        step.seat = (int16_t)won->kids->symbol->index;
        step.text = output_string(&e->out, source_text(e, s->a));
    } else if (s->a->kind == N_CALL && name_is(s->a->a, "refused")) {
        step.kind = STEP_REFUSED;
        step.text = output_string(&e->out, source_text(e, s->a));
        add_answers(e, &step, s->a->kids);
        if (step.n_words < 2)
            model_error(e->m, s->a, DIAG_arity, "refused(answer, ..., reason) needs an answer and a reason");
    } else {
        step.text = output_string(&e->out, source_text(e, s->a));
        step.routine = pure_routine(e, s->a, TYPE(VT_BOOL));
    }
    PUSH(&e->out, &e->out.steps, step);
}

void emit_scenarios(struct emitter *e) {
    for (size_t i = 0; i < e->m->scenarios.n; i++) {
        struct scenario_info *info = &e->m->scenarios.data[i];
        if (!info->fits) continue;
        struct scenario out = {.name = output_string(&e->out, info->name),
                               .at = {info->node->at.file, info->node->at.line},
                               .given = NONE};
        out.flow = scenario_routine(e, info->node);
        out.first_step = (uint32_t)e->out.steps.n;
        for (struct node *c = info->node->b->kids; c; c = c->next) {
            if (c->kind != N_CLAUSE) continue;
            for (struct node *s = c->b->kids; s; s = s->next) {
                if (!strcmp(c->name, "play"))
                    play_step(e, s);
                else if (!strcmp(c->name, "chance"))
                    chance_step(e, s);
                else if (!strcmp(c->name, "check") || !strcmp(c->name, "now"))
                    check_step(e, s, c->name[0] == 'n');
            }
        }
        out.n_steps = (uint32_t)e->out.steps.n - out.first_step;
        emit_parts(e, info->node, out.first_step);
        PUSH(&e->out, &e->out.scenarios, out);
    }
}

/* ---- what cannot have begun where play begins */
static void check_period(struct emitter *e, const struct program *p, const struct node *s, uint32_t entry) {
    const struct symbol *period = s->a->symbol;
    int32_t fixed;
    if (!period || period->kind != SYM_MEMBER || !program_begins_behind(p, entry, (uint32_t)period->index)) return;
    if (constant_number(e->m, s->b, &fixed) && fixed == 0) return;
    if (model_error(e->m, s, DIAG_out_of_range,
                    "no %s can have begun here: the first one begins only behind line %u, where play begins",
                    s->a->name, p->entries[entry].at.line))
        model_help(e->m, "leave it out, or let play begin later with `phase = ...`");
}

static void check_periods(struct emitter *e, const struct program *p, const struct node *block, uint32_t entry) {
    for (const struct node *s = block ? block->kids : NULL; s; s = s->next) {
        if (s->kind == N_ASSIGN) check_period(e, p, s, entry);
        check_periods(e, p, s->b, entry);
        check_periods(e, p, s->c, entry);
    }
}

void check_scenarios(struct emitter *e, const struct program *p) {
    for (size_t i = 0; i < e->m->scenarios.n; i++) {
        const struct scenario_info *info = &e->m->scenarios.data[i];
        const struct node *start = info->fits && !given_start(info->node) ? start_of(e, info->node) : NULL;
        uint32_t entry = 0;
        while (entry < p->n_entries && e->entry_nodes.data[entry] != start)
            entry++;
        for (const struct node *c = info->node->b->kids; c && entry < p->n_entries; c = c->next)
            if (c->kind == N_CLAUSE && !strcmp(c->name, "given")) check_periods(e, p, c->b, entry);
    }
}
