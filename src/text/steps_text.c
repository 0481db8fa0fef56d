/* steps_text.c: rules that are told at length, step by step: the course of the game, and what the verbs of the glossary
 * do.
 *
 * A statement is a line of its own. One that holds others is told in its line as long as that is short; else its line
 * ends with a colon and what it holds follows one deeper: no line needs brackets to say where something ends.
 * Names live as long as the block they are bound in, over all its lines. */
#include "text/rule_text_inside.h"

#include <string.h>

static bool has_phase(const struct node *n) {
    if (!n) return false;
    if (n->kind == N_PHASE || n->kind == N_ROUND) return true;
    for (const struct node *k = n->kids; k; k = k->next)
        if (has_phase(k)) return true;
    return has_phase(n->b) || has_phase(n->c);
}

/* ---- lines */
static struct step step_of(const struct steps *s, int depth) {
    return (struct step){depth, s->topic, s->course ? s->node : NULL};
}

static void open_step(struct phraser *p, struct steps *s) {
    phrase_open(p, s->to, FOR_RULES);
    memcpy(p->spoken, s->spoken, sizeof p->spoken), p->n_spoken = s->n_spoken;
    p->meanings = s->meanings;
    p->body = s->body, p->result_of = s->body;
}

static void close_step(struct phraser *p, struct steps *s, int depth) {
    memcpy(s->spoken, p->spoken, sizeof p->spoken), s->n_spoken = p->n_spoken;
    s->meanings = p->meanings;
    rule_step(s->to, s->about, SAID(""), phrase_close_said(p), step_of(s, depth));
}

static void add_line(struct steps *s, const char *text, int depth) {
    struct phraser p;
    open_step(&p, s);
    words_say(&p, text);
    close_step(&p, s, depth);
}

/* ---- statements that hold others */
static void tell_condition(struct steps *s, struct node *n, const char *before, int depth) {
    struct phraser p;
    open_step(&p, s);
    words_say(&p, before), phrase_condition(&p, n->a, false), words_say(&p, ":");
    words_told(&p, n);
    close_step(&p, s, depth);
}

static void tell_if(struct steps *s, struct node *n, const char *before, int depth) {
    struct phraser p;
    int32_t yes;
    open_step(&p, s);
    bool decided = words_constant(&p, n->a, &yes);
    if (decided) words_told(&p, n);
    if (decided && (yes ? n->c : n->b)) words_moot(&p, yes ? n->c : n->b);
    close_step(&p, s, depth);
    if (!decided) tell_condition(s, n, before, depth);
    if (!decided || yes) text_steps(s, n->b, decided ? depth : depth + 1);
    if (!n->c || (decided && yes)) return;
    if (n->c->kind == N_IF) {
        tell_if(s, n->c, decided ? "if " : "otherwise, if ", depth);
    } else {
        if (!decided) add_line(s, "otherwise:", depth);
        text_steps(s, n->c, decided ? depth : depth + 1);
    }
}

static void tell_try(struct steps *s, struct node *n, int depth) {
    struct phraser p;
    open_step(&p, s);
    s->to->says_possible = true;
    words_say(&p, "if all of this is possible:"), words_told(&p, n);
    close_step(&p, s, depth);
    text_steps(s, n->b, depth + 1);
    if (!n->c) return;
    add_line(s, "otherwise:", depth);
    text_steps(s, n->c, depth + 1);
}

static void tell_while(struct steps *s, struct node *n, int depth) {
    struct phraser p;
    int32_t yes;
    open_step(&p, s);
    bool forever = words_constant(&p, n->a, &yes) && yes;
    if (forever) words_say(&p, "again and again:"), words_told(&p, n);
    close_step(&p, s, depth);
    if (!forever) tell_condition(s, n, "as long as ", depth);
    text_steps(s, n->b, depth + 1);
}

static void tell_round(struct steps *s, struct node *n, int depth) {
    struct phraser p;
    open_step(&p, s);
    words_say(&p, "every "), words_name(&p, n->name), words_say(&p, ":"), words_told(&p, n);
    close_step(&p, s, depth);
    text_steps(s, n->b, depth + 1);
    add_line(s, "when all this is done another begins, unless the game ends then", depth + 1);
    if (!n->next) return;
    open_step(&p, s);
    words_say(&p, "after the last "), words_name(&p, n->name), words_say(&p, ":");
    close_step(&p, s, depth);
}

static void tell_either(struct steps *s, struct node *n, int depth) {
    struct phraser all;
    open_step(&all, s);
    words_say(&all, "one of these, as you choose:"), words_told(&all, n);
    close_step(&all, s, depth);
    for (struct node *o = n->kids; o; o = o->next) {
        struct phraser p;
        open_step(&p, s);
        if (words_impossible(&p, o->b)) {
            words_moot(&p, o);
            close_step(&p, s, depth);
            continue;
        }
        bool several = o->b->kids && o->b->kids->next;
        if (o->text) words_say(&p, "\""), words_template(&p, o, o->text), words_say(&p, "\":");
        if (!o->text && several) words_say(&p, "this:");
        words_told(&p, o);
        close_step(&p, s, depth + 1);
        text_steps(s, o->b, o->text || several ? depth + 2 : depth + 1);
    }
}

/* "3 times:", "for each player:": what stands before the block of a statement. */
static void tell_around(struct steps *s, struct node *n, int depth) {
    struct arena *arena = s->to->m->arena;
    struct node *inside = n->kind == N_FOR || n->kind == N_TOGETHER ? n->c : n->b;
    struct node *empty = node_made(arena, (struct node){.kind = N_BLOCK, .at = n->at});
    struct node *without = empty ? node_made(arena, node_with_block(n, empty)) : NULL;
    struct phraser p;
    if (!without) {
        s->to->out->failed = true;
        return;
    }
    int spoken = s->n_spoken;
    const struct meaning *meanings = s->meanings;
    open_step(&p, s);
    phrase_statement(&p, without);
    leaves_trim(&p.said);
    if (n->kind == N_MAY) leaves_trim(&p.said), words_say(&p, ":");
    words_told(&p, without), words_told_as(&p, without, n);
    bool said = p.said.list.n > 0;
    close_step(&p, s, depth);
    text_steps(s, inside, said ? depth + 1 : depth);
    s->n_spoken = spoken, s->meanings = meanings;
}

static void tell_phase(struct steps *s, struct node *n, int depth) {
    struct phraser p;
    open_step(&p, s);
    words_told(&p, n);
    close_step(&p, s, depth);
    size_t before = s->to->out->rules.n;
    rule_heading(s->to, s->about, rule_title(s->to, n->text, n->name), step_of(s, depth));
    text_steps(s, n->b, depth + 1);
    if (s->to->out->rules.n == before + 1) s->to->out->rules.n = before; /* nothing happens there */
}

static void tell_inside(struct steps *s, struct node *n, int depth) {
    bool again = s->again;
    s->again |= n->kind == N_ROUND || n->kind == N_WHILE || n->kind == N_REPEAT;
    switch (n->kind) {
    case N_IF: tell_if(s, n, "if ", depth); break;
    case N_TRY: tell_try(s, n, depth); break;
    case N_WHILE: tell_while(s, n, depth); break;
    case N_ROUND: tell_round(s, n, depth); break;
    case N_EITHER: tell_either(s, n, depth); break;
    case N_PHASE: tell_phase(s, n, depth); break;
    default: tell_around(s, n, depth); break;
    }
    s->again = again;
}

/* Statements that have a block to be told below them. */
static bool holds_block(const struct node *n) {
    switch (n->kind) {
    case N_IF:
    case N_TRY:
    case N_WHILE:
    case N_EITHER:
    case N_FOR:
    case N_TOGETHER:
    case N_AS:
    case N_REPEAT:
    case N_MAY:
    case N_TURN:
    case N_BLOCK: return true;
    default: return false;
    }
}

/* The line just told is that statement. */
static void draw_line(struct steps *s, const struct node *n) {
    struct arena *arena = s->to->m->arena;
    struct node *alone = node_made(arena, node_alone(n));
    struct node *block = node_made(arena, (struct node){.kind = N_BLOCK, .at = n->at, .kids = alone});
    if (alone && block)
        rule_drawn(s->to, block);
    else
        s->to->out->failed = true;
}

/* In one line; false, and nothing was said: it is too long, and what it holds can stand below it. */
static bool tell_line(struct steps *s, struct node **n, int depth) {
    struct phraser p;
    open_step(&p, s);
    struct mark m = words_mark(&p);
    int spoken = p.n_spoken;
    const struct meaning *meanings = p.meanings;
    struct node *last = phrase_one(&p, *n);
    bool ends = words_ends_early(&p, *n);
    if (ends) words_say(&p, ", and what follows is left out");
    bool fits = leaves_length(&p.said) <= SHORT_STEP || !holds_block(*n) || p.outsider || ends;
    struct node *only = fits && last == *n ? *n : NULL;
    if (fits) {
        s->topic = course_topic(s, *n, true);
        *n = last;
    } else {
        words_rewind(&p, m), p.n_spoken = spoken, p.meanings = meanings;
    }
    size_t before = s->to->out->rules.n;
    close_step(&p, s, depth);
    if (only && s->to->out->rules.n > before) draw_line(s, only);
    return fits;
}

static bool passed_over(struct steps *s, struct node *n) {
    struct phraser p;
    open_step(&p, s);
    bool silent = phrase_passes_over(&p, n);
    close_step(&p, s, 0);
    return silent;
}

void text_steps(struct steps *s, struct node *block, int depth) {
    int spoken = s->n_spoken;
    const struct meaning *meanings = s->meanings;
    enum topic topic = s->topic;
    const struct node *outer = s->node;
    for (struct node *n = block->kids; n && !s->to->out->failed; n = n->next) {
        s->node = n, s->topic = topic;
        if (!has_phase(n) && passed_over(s, n)) continue;
        bool round = n->kind == N_ROUND;
        s->topic = course_topic(s, n, false);
        if (has_phase(n) || !tell_line(s, &n, depth)) tell_inside(s, n, depth);
        if (round) depth++; /* "after the last one:" */
    }
    s->topic = topic, s->node = outer;
    s->n_spoken = spoken, s->meanings = meanings;
}
