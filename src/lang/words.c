/* words.c: see words.h. Every construct has its one way of being said, here. */
#include "lang/words.h"

#include "lang/builtins.h"
#include "lang/token.h"

#include <stdio.h>
#include <string.h>

enum { PHRASE_DEPTH = 12 };

/* ---- pieces */
static void flush(struct phraser *p) {
    if (!p->text.n) return;
    struct piece piece = {.string = emit_string(p->e, p->text.data), .reg = NO_REGISTER};
    if (!VEC_PUSH(&p->pieces, piece)) p->e->failed = true;
    buf_clear(&p->text);
}

static void say(struct phraser *p, const char *s) { buf_puts(&p->text, s); }

static void say_name(struct phraser *p, const char *s) {
    for (; *s; s++) buf_putc(&p->text, *s == '_' ? ' ' : *s);
}

static void say_number(struct phraser *p, long n) { buf_printf(&p->text, "%ld", n); }

static void say_hole(struct phraser *p, int reg, struct type t, int clause, int member) {
    flush(p);
    struct piece piece = {.string = NONE, .reg = (uint8_t)reg, .clause = (uint8_t)clause, .member = (uint16_t)member, .kind = value_kind_of(t)};
    if (!VEC_PUSH(&p->pieces, piece)) p->e->failed = true;
}

void phrase_open(struct phraser *p, struct emitter *e, bool live) {
    *p = (struct phraser){.e = e, .live = live};
    buf_init(&p->text, NULL);
}

struct words phrase_close(struct phraser *p) {
    flush(p);
    struct words w = {(uint32_t)p->e->out.pieces.n, (uint32_t)p->pieces.n};
    for (size_t i = 0; i < p->pieces.n; i++)
        if (!VEC_PUSH(&p->e->out.pieces, p->pieces.data[i])) p->e->failed = true;
    VEC_FREE(&p->pieces);
    buf_free(&p->text);
    return w;
}

const char *phrase_close_text(struct phraser *p) {
    flush(p);
    const char *text = p->pieces.n ? p->e->out.strings.data[p->pieces.data[0].string] : "";
    VEC_FREE(&p->pieces);
    buf_free(&p->text);
    return text;
}

/* ---- meanings of parameters */
static const struct meaning *meaning_of(struct phraser *p, const struct symbol *s) {
    for (const struct meaning *m = p->meanings; m; m = m->outer)
        if (m->param == s) return m;
    return NULL;
}

static void phrase_list(struct phraser *p, struct node *const *items, int n, const char *last) {
    for (int i = 0; i < n; i++) {
        if (i) say(p, i == n - 1 ? last : ", ");
        phrase_expr(p, items[i]);
    }
}

static void phrase_meaning(struct phraser *p, const struct meaning *m) {
    const struct meaning *inside = p->meanings;
    p->meanings = m->caller;
    if (m->list) phrase_list(p, m->list, m->n_list, ", ");
    else if (m->value) phrase_expr(p, m->value);
    p->meanings = inside;
}

/* ---- templates */
static void phrase_template(struct phraser *p, const struct node *at, const char *text) {
    int index = 0;
    while (*text) {
        const char *open = strchr(text, '{'), *close = open ? strchr(open, '}') : NULL;
        const char *bar = strstr(text, " | ");
        if (bar && (!open || bar < open)) close = NULL, open = NULL;
        size_t n = open && close ? (size_t)(open - text) : bar ? (size_t)(bar - text) : strlen(text);
        buf_put(&p->text, text, n);
        if (!open || !close) return;
        const char *start = at->text ? at->text : text;
        struct node *hole = model_hole(p->e->m, at, start, index++);
        if (hole) phrase_expr(p, hole);
        text = close + 1;
    }
}

static void phrase_function(struct phraser *p, struct node *call, struct function *f) {
    struct bound b;
    struct meaning meanings[MAX_PARAMETERS];
    bind_arguments(p->e->m, f->params, f->n_params, call->kids, call, false, &b);
    const struct meaning *outside = p->meanings, *chain = outside;
    for (int i = 0; i < f->n_params; i++) {
        meanings[i] = (struct meaning){.param = f->params[i], .value = b.value[i], .outer = chain, .caller = outside};
        if (i == b.list_param) meanings[i].list = b.list, meanings[i].n_list = b.n_list;
        chain = &meanings[i];
    }
    for (int i = 0; i < f->n_params; i++) /* a default is read inside */
        if (b.deflt[i]) meanings[i].caller = chain;
    p->meanings = chain;
    if (f->node->text) phrase_template(p, f->node, f->node->text);
    else if (p->depth < PHRASE_DEPTH && f->node->c) p->depth++, phrase_expr(p, f->node->c), p->depth--;
    else if (p->depth < PHRASE_DEPTH && f->node->b) p->depth++, phrase_block(p, f->node->b), p->depth--;
    else say_name(p, f->name);
    p->meanings = outside;
}

static struct node *positional(struct node *args, int i) {
    for (; args; args = args->next)
        if (args->kind != N_ARG && i-- == 0) return args;
    return NULL;
}

static void phrase_builtin(struct phraser *p, struct node *call) {
    for (const char *t = builtins[call->symbol->index].text; *t; t++) {
        if (*t != '{') {
            buf_putc(&p->text, *t);
            continue;
        }
        const char *end = strchr(t, '}');
        struct node *arg = t[1] >= '1' && t[1] <= '9' ? positional(call->kids, t[1] - '1') : argument_named(call->kids, "to");
        if (arg) phrase_expr(p, arg);
        t = end;
    }
}

/* ---- expressions */
static void phrase_name(struct phraser *p, struct node *n) {
    struct symbol *s = n->symbol;
    if (s && s->kind == SYM_LOCAL) {
        const struct meaning *m = meaning_of(p, s);
        if (m) phrase_meaning(p, m);
        else if (p->live && s->reg) say_hole(p, s->reg, s->type, 0, 0);
        else say_name(p, n->name);
        return;
    }
    if (!s && !strcmp(n->name, "me")) say(p, "you");
    else if (!s && !strcmp(n->name, "this")) say(p, "this card");
    else say_name(p, n->name);
}

static bool is_me(const struct node *n) { return name_is(n, "me") && !n->symbol; }

static void phrase_field(struct phraser *p, struct node *n) {
    struct symbol *s = n->symbol, *base = n->a->symbol;
    if (s && s->kind == SYM_CLAUSE && p->live && base && base->kind == SYM_LOCAL && !meaning_of(p, base) && base->reg) {
        say_hole(p, base->reg, base->type, 1, emit_string(p->e, s->name));
        return;
    }
    if (is_me(n->a)) say(p, "your ");
    else phrase_expr(p, n->a), say(p, "'s ");
    say_name(p, n->name);
}

static void phrase_index(struct phraser *p, struct node *n) {
    struct node *var = n->a;
    if (var->kind == N_FIELD && is_me(var->a)) say(p, "your ");
    else if (var->kind == N_FIELD) phrase_expr(p, var->a), say(p, "'s ");
    phrase_expr(p, n->b);
    const char *name = var->name ? var->name : "";
    if (strcmp(name, "stock") && *name) say(p, " "), say_name(p, name);
}

static void phrase_binary(struct phraser *p, struct node *n) {
    static const struct {
        int token;
        const char *text;
    } words[] = {{TOKEN_AND, " and "},     {TOKEN_OR, " or "},      {TOKEN_EQ, " is "},         {TOKEN_NE, " is not "},
                 {TOKEN_LT, " below "},    {TOKEN_LE, " at most "}, {TOKEN_GT, " above "},      {TOKEN_GE, " at least "},
                 {TOKEN_IN, " among "},    {TOKEN_NOT, " not among "}, {TOKEN_IS, " is a "},    {TOKEN_DOTS, " to "},
                 {TOKEN_PLUS, " plus "},   {TOKEN_MINUS, " minus "}, {TOKEN_STAR, " times "},   {TOKEN_SLASH, " divided by "},
                 {TOKEN_PERCENT, " modulo "}};
    phrase_expr(p, n->a);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].token == n->number) say(p, n->b ? words[i].text : " or more");
    if (n->b) phrase_expr(p, n->b);
}

static void phrase_generator(struct phraser *p, struct node *g) {
    phrase_expr(p, g->a);
    if (g->b) say(p, " where "), phrase_expr(p, g->b);
}

static void phrase_aggregate(struct phraser *p, struct node *n) {
    static const struct {
        int token;
        const char *text;
    } words[] = {{TOKEN_COUNT, "the number of "}, {TOKEN_SUM, "the sum over "}, {TOKEN_ANY, "any of "}, {TOKEN_ALL, "all of "},
                 {TOKEN_MOST, "the most of "},    {TOKEN_LEAST, "the least of "}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].token == n->number) say(p, words[i].text);
    if (n->a->kind == N_GENERATOR) phrase_generator(p, n->a);
    else phrase_expr(p, n->a);
    if (n->b) say(p, ": "), phrase_expr(p, n->b);
}

static void phrase_set(struct phraser *p, struct node *n) {
    struct node *items[64];
    int count = 0;
    for (struct node *k = n->kids; k && count < 64; k = k->next) items[count++] = k;
    phrase_list(p, items, count, " or ");
}

static void phrase_call(struct phraser *p, struct node *n) {
    struct symbol *s = n->symbol;
    if (s && (s->kind == SYM_DEF || s->kind == SYM_VALUE)) phrase_function(p, n, p->e->m->functions.data[s->index]);
    else if (s && s->kind == SYM_BUILTIN) phrase_builtin(p, n);
    else if (n->a->kind == N_FIELD) phrase_field(p, n->a);
    else say_name(p, n->a->name ? n->a->name : "it");
}

void phrase_expr(struct phraser *p, struct node *n) {
    if (p->depth > PHRASE_DEPTH) return;
    switch (n->kind) {
    case N_NUMBER: say_number(p, (long)n->number); break;
    case N_TEXT: say(p, n->text ? n->text : ""); break;
    case N_NAME: phrase_name(p, n); break;
    case N_PAREN: phrase_expr(p, n->a); break;
    case N_CALL: phrase_call(p, n); break;
    case N_FIELD: phrase_field(p, n); break;
    case N_INDEX: phrase_index(p, n); break;
    case N_AMOUNT: phrase_expr(p, n->a), say(p, " "), phrase_expr(p, n->b); break;
    case N_UPTO: say(p, "up to "), phrase_expr(p, n->a); break;
    case N_NOT: say(p, "not "), phrase_expr(p, n->a); break;
    case N_NEGATE: say(p, "-"), phrase_expr(p, n->a); break;
    case N_BINARY: phrase_binary(p, n); break;
    case N_COND: phrase_expr(p, n->b), say(p, " if "), phrase_expr(p, n->a), say(p, ", else "), phrase_expr(p, n->c); break;
    case N_SET: phrase_set(p, n); break;
    case N_FILTER: phrase_generator(p, n->a); break;
    case N_AGGREGATE: phrase_aggregate(p, n); break;
    default: break;
    }
}

/* ---- statements */
static void phrase_statement(struct phraser *p, struct node *s) {
    switch (s->kind) {
    case N_DO: phrase_expr(p, s->a); break;
    case N_LET: phrase_expr(p, s->a); break;
    case N_NEEDS: say(p, "needs "), s->text ? say(p, s->text) : phrase_expr(p, s->a); break;
    case N_CHOOSE:
        say(p, "choose ");
        if (s->text) say(p, s->text);
        else phrase_expr(p, s->a);
        if (s->b) say(p, " where "), phrase_expr(p, s->b);
        break;
    case N_ASSIGN:
        phrase_expr(p, s->a);
        say(p, s->number == TOKEN_PLUS_ASSIGN ? " +" : s->number == TOKEN_MINUS_ASSIGN ? " -" : " becomes ");
        phrase_expr(p, s->b);
        break;
    case N_MAY: say(p, "you may "), phrase_block(p, s->b); break;
    case N_EITHER:
        for (struct node *o = s->kids; o; o = o->next) {
            if (o != s->kids) say(p, "; or ");
            phrase_block(p, o->b);
        }
        break;
    case N_IF:
        say(p, "if "), phrase_expr(p, s->a), say(p, ": "), phrase_block(p, s->b);
        if (s->c) say(p, "; otherwise "), s->c->kind == N_IF ? phrase_statement(p, s->c) : phrase_block(p, s->c);
        break;
    case N_FOR: say(p, "for each of "), phrase_expr(p, s->a), say(p, ": "), phrase_block(p, s->c); break;
    case N_REPEAT: phrase_expr(p, s->a), say(p, " times: "), phrase_block(p, s->b); break;
    case N_RETURN:
        if (s->a) phrase_expr(p, s->a);
        break;
    default: break;
    }
}

void phrase_block(struct phraser *p, struct node *block) {
    if (p->depth > PHRASE_DEPTH) return;
    p->depth++;
    for (struct node *s = block->kids; s; s = s->next) {
        if (s != block->kids) say(p, "; ");
        phrase_statement(p, s);
    }
    p->depth--;
}

/* ---- what the emitter asks for */
struct words words_literal(struct emitter *e, const char *text) {
    struct phraser p;
    phrase_open(&p, e, false);
    say(&p, text);
    return phrase_close(&p);
}

struct words emit_phrase(struct emitter *e, struct node *n) {
    struct phraser p;
    phrase_open(&p, e, true);
    if (n->kind == N_BLOCK) phrase_block(&p, n);
    else phrase_expr(&p, n);
    return phrase_close(&p);
}

struct words emit_template(struct emitter *e, struct node *at, const char *text) {
    struct phraser p;
    phrase_open(&p, e, true);
    const char *start = text;
    int index = 0;
    while (*text) {
        const char *open = strchr(text, '{'), *close = open ? strchr(open, '}') : NULL;
        buf_put(&p.text, text, open && close ? (size_t)(open - text) : strlen(text));
        if (!open || !close) break;
        struct node *hole = model_hole(e->m, at, start, index++);
        if (hole && hole->type.base != T_UNKNOWN && hole->type.base != T_VOID && hole->type.base != VT_BOARD && hole->type.base != T_RULE) {
            struct type t = hole->type;
            if (t.base == VT_TRACK) t = TYPE(VT_NUMBER);
            if (t.base == VT_TRACK || hole->type.base == VT_TRACK) say_name(&p, hole->kind == N_NAME && hole->symbol->kind == SYM_TRACK ? hole->name : "");
            else say_hole(&p, emit_value(e, hole, t, NONE), t, 0, 0);
        }
        text = close + 1;
    }
    return phrase_close(&p);
}
