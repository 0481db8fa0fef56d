/* course_text.c: the course of the game: the phases of the flow, and what happens between them.
 *
 * A phase is a rule of its own; loops and conditions around phases are said with each of them. */
#include "text/rule_text_inside.h"

#include "lang/parse/token.h"

#include <string.h>

static const char about[] = "course of the game";

static bool has_phase(const struct node *n) {
    if (!n) return false;
    if (n->kind == N_PHASE || n->kind == N_ROUND) return true;
    for (const struct node *k = n->kids; k; k = k->next)
        if (has_phase(k)) return true;
    return has_phase(n->b) || has_phase(n->c);
}

/* The course as it is told: what names of the flow are called from rule to rule. */
struct course {
    struct texts *to;
    struct spoken spoken[MAX_SPOKEN];
    int n_spoken;
    const struct meaning *meanings;
};

static void open_telling(struct phraser *p, struct course *c, const char *around) {
    phrase_open(p, c->to, FOR_RULES);
    memcpy(p->spoken, c->spoken, sizeof p->spoken), p->n_spoken = c->n_spoken;
    p->meanings = c->meanings;
    words_say(p, around);
}

static const char *close_telling(struct phraser *p, struct course *c) {
    memcpy(c->spoken, p->spoken, sizeof p->spoken), c->n_spoken = p->n_spoken;
    c->meanings = p->meanings;
    return phrase_close_text(p);
}

/* What follows `around` under a condition that is not decided. */
static const char *under(struct course *c, const char *around, struct node *condition, const char *before, bool negate) {
    struct phraser p;
    open_telling(&p, c, around);
    words_say(&p, before), phrase_condition(&p, condition, negate), words_say(&p, ": ");
    return close_telling(&p, c);
}

/* "in generation 1: ", "every generation but the first: ", where a condition of a round speaks of its number; NULL: not. */
static const char *in_rounds(struct course *c, const char *around, struct node *condition) {
    struct node *n = node_bare(condition);
    struct phraser p;
    int32_t k;
    if (n->kind != N_BINARY || (n->number != TOKEN_EQ && n->number != TOKEN_GT) || n->a->kind != N_NAME) return NULL;
    open_telling(&p, c, "every "), words_name(&p, n->a->name), words_say(&p, ": ");
    bool constant = words_constant(&p, n->b, &k);
    const char *every = close_telling(&p, c);
    size_t length = strlen(around), tail = strlen(every);
    if (!constant || (n->number == TOKEN_GT && k != 1) || length < tail || strcmp(around + length - tail, every)) return NULL;
    open_telling(&p, c, "");
    leaves_add(&p.said, (struct leaf){.text = around, .n = length - tail});
    words_say(&p, n->number == TOKEN_EQ ? "in " : "every "), words_name(&p, n->a->name);
    words_say(&p, n->number == TOKEN_EQ ? " " : " but the first");
    if (n->number == TOKEN_EQ) words_number(&p, k);
    words_say(&p, ": ");
    return close_telling(&p, c);
}

/* The statements of a block, up to `end`. */
static void phase_rule(struct course *c, struct node *block, const struct node *end, const char *name, const char *around) {
    struct phraser p;
    open_telling(&p, c, around);
    struct mark m = words_mark(&p);
    p.end = end;
    phrase_block(&p, block, BLOCK_WHOLE);
    if (!words_after(&p, m)) words_rewind(&p, (struct mark){.told = p.told.n});
    rule_add(c->to, about, name, close_telling(&p, c));
}

static void walk(struct course *c, struct node *block, const char *around);

/* A block with names of its own. */
static void walk_inside(struct course *c, struct node *block, const char *around) {
    int spoken = c->n_spoken;
    const struct meaning *meanings = c->meanings;
    walk(c, block, around);
    c->n_spoken = spoken, c->meanings = meanings;
}

static void walk_if(struct course *c, struct node *n, const char *around) {
    struct phraser p;
    int32_t yes;
    open_telling(&p, c, "");
    bool decided = words_constant(&p, n->a, &yes);
    words_told(&p, n);
    if (decided && (yes ? n->c : n->b)) words_moot(&p, yes ? n->c : n->b);
    close_telling(&p, c);
    const char *rounds = decided ? NULL : in_rounds(c, around, n->a);
    if (!decided || yes) walk_inside(c, n->b, decided ? around : rounds ? rounds : under(c, around, n->a, "if ", false));
    if (!n->c || (decided && yes)) return;
    const char *otherwise = decided ? around : under(c, around, n->a, "if ", true);
    if (n->c->kind == N_IF)
        walk_if(c, n->c, otherwise);
    else
        walk_inside(c, n->c, otherwise);
}

static void walk_while(struct course *c, struct node *n, const char *around) {
    struct phraser p;
    int32_t yes;
    open_telling(&p, c, around);
    bool forever = words_constant(&p, n->a, &yes) && yes;
    words_say(&p, "again and again: ");
    const char *again = close_telling(&p, c);
    walk_inside(c, n->b, forever ? again : under(c, around, n->a, "as long as ", false));
}

static void walk_round(struct course *c, struct node *n, const char *around) {
    struct phraser p;
    open_telling(&p, c, around);
    words_say(&p, "every "), words_name(&p, n->name), words_say(&p, ": ");
    walk_inside(c, n->b, close_telling(&p, c));
    open_telling(&p, c, "when all this is done another begins, unless the game ends then");
    rule_add(c->to, about, rule_readable(c->to, n->name), close_telling(&p, c));
}

/* What stands behind a round comes when no other begins. */
static const char *after_round(struct course *c, struct node *n, const char *around) {
    struct phraser p;
    open_telling(&p, c, around);
    words_say(&p, "after the last "), words_name(&p, n->name), words_say(&p, ": ");
    return close_telling(&p, c);
}

/* Branches of a choice that hold phases. */
static void walk_either(struct course *c, struct node *n, const char *around) {
    for (struct node *o = n->kids; o; o = o->next) {
        struct phraser p;
        open_telling(&p, c, around);
        words_say(&p, "if you choose ");
        if (o->text)
            words_say(&p, "\""), words_template(&p, o, o->text), words_say(&p, "\"");
        else
            words_say(&p, "this");
        words_say(&p, o == n->kids ? ": " : " instead: "), words_told(&p, o);
        walk_inside(c, o->b, close_telling(&p, c));
    }
}

/* "3 times: ", "for each player: ": what stands before the block of a statement; a stand-in for the block is cut off. */
static void walk_around(struct course *c, struct node *n, const char *around) {
    bool third = n->kind == N_FOR || n->kind == N_TOGETHER;
    struct arena *arena = c->to->m->arena;
    struct node *inside = third ? n->c : n->b, *empty = node_made(arena, (struct node){.kind = N_BLOCK, .at = n->at});
    struct node *without = empty ? node_made(arena, node_with_block(n, empty)) : NULL;
    struct phraser p;
    if (!without) {
        c->to->out->failed = true;
        return;
    }
    open_telling(&p, c, around);
    int spoken = c->n_spoken;
    const struct meaning *meanings = c->meanings;
    phrase_statement(&p, without);
    words_told_as(&p, without, n);
    walk(c, inside, close_telling(&p, c));
    c->n_spoken = spoken, c->meanings = meanings;
}

/* Statements without phases, from one on: they are one rule. Returns the first it does not tell. */
static struct node *plain_rule(struct course *c, struct node *from, const char *around) {
    struct node *end = from;
    while (end && !has_phase(end))
        end = end->next;
    struct node block = {.kind = N_BLOCK, .kids = from, .at = from->at};
    phase_rule(c, &block, end, "", around);
    return end;
}

static void told(struct course *c, struct node *n) {
    struct phraser p;
    open_telling(&p, c, "");
    words_told(&p, n);
    phrase_close_text(&p);
}

static void walk(struct course *c, struct node *block, const char *around) {
    for (struct node *n = block->kids; n && !c->to->out->failed;) {
        struct node *next = n->next;
        if (has_phase(n)) told(c, n);
        if (!has_phase(n))
            next = plain_rule(c, n, around);
        else if (n->kind == N_PHASE)
            phase_rule(c, n->b, NULL, n->text ? n->text : rule_readable(c->to, n->name), around);
        else if (n->kind == N_ROUND)
            walk_round(c, n, around), around = after_round(c, n, around);
        else if (n->kind == N_IF)
            walk_if(c, n, around);
        else if (n->kind == N_WHILE)
            walk_while(c, n, around);
        else if (n->kind == N_EITHER)
            walk_either(c, n, around);
        else
            walk_around(c, n, around);
        n = next;
    }
}

void text_course(struct texts *to) {
    struct course c = {.to = to};
    if (to->m->flow && to->m->flow->b) walk(&c, to->m->flow->b, "");
}
