/* course_text.c: the course of the game: the phases of the flow, and what happens between them.
 *
 * A phase is a rule of its own; loops and conditions around phases are said with each of them. */
#include "lang/rule_text_inside.h"

#include "lang/token.h"

#include <string.h>

static const char about[] = "course of the game";

static bool has_phase(const struct node *n) {
    if (!n) return false;
    if (n->kind == N_PHASE || n->kind == N_ROUND) return true;
    for (const struct node *k = n->kids; k; k = k->next)
        if (has_phase(k)) return true;
    return has_phase(n->b) || has_phase(n->c);
}

static void open_telling(struct phraser *p, struct emitter *e, const char *around) {
    phrase_open(p, e, false);
    p->telling = true;
    words_say(p, around);
}

/* What follows `around` under a condition that is not decided. */
static const char *under(struct emitter *e, const char *around, struct node *condition, const char *before,
                         bool negate) {
    struct phraser p;
    open_telling(&p, e, around);
    words_say(&p, before), phrase_condition(&p, condition, negate), words_say(&p, ": ");
    return phrase_close_text(&p);
}

/* "in generation 1: ", "every generation but the first: ", where a condition of a round speaks of its number; NULL: not. */
static const char *in_rounds(struct emitter *e, const char *around, struct node *condition) {
    struct node *n = node_bare(condition);
    struct phraser p;
    int32_t k;
    if (n->kind != N_BINARY || (n->number != TOKEN_EQ && n->number != TOKEN_GT) || n->a->kind != N_NAME) return NULL;
    open_telling(&p, e, "every "), words_name(&p, n->a->name), words_say(&p, ": ");
    bool constant = words_constant(&p, n->b, &k);
    const char *every = phrase_close_text(&p);
    size_t length = strlen(around), tail = strlen(every);
    if (!constant || (n->number == TOKEN_GT && k != 1) || length < tail || strcmp(around + length - tail, every)) return NULL;
    open_telling(&p, e, "");
    buf_put(&p.text, around, length - tail);
    words_say(&p, n->number == TOKEN_EQ ? "in " : "every "), words_name(&p, n->a->name);
    words_say(&p, n->number == TOKEN_EQ ? " " : " but the first");
    if (n->number == TOKEN_EQ) words_number(&p, k);
    words_say(&p, ": ");
    return phrase_close_text(&p);
}

static void phase_rule(struct emitter *e, struct node *n, const char *name, const char *around) {
    struct phraser p;
    open_telling(&p, e, around);
    struct mark m = words_mark(&p);
    phrase_block(&p, n->b ? n->b : n, false);
    if (!words_after(&p, m)) words_rewind(&p, (struct mark){0, 0});
    rule_add(e, about, name, phrase_close_text(&p));
}

static void walk(struct emitter *e, struct node *block, const char *around);

static void walk_if(struct emitter *e, struct node *n, const char *around) {
    struct phraser p;
    int32_t yes;
    phrase_open(&p, e, false);
    bool decided = words_constant(&p, n->a, &yes);
    phrase_close_text(&p);
    const char *rounds = decided ? NULL : in_rounds(e, around, n->a);
    if (!decided || yes) walk(e, n->b, decided ? around : rounds ? rounds : under(e, around, n->a, "if ", false));
    if (!n->c || (decided && yes)) return;
    const char *otherwise = decided ? around : under(e, around, n->a, "if ", true);
    if (n->c->kind == N_IF)
        walk_if(e, n->c, otherwise);
    else
        walk(e, n->c, otherwise);
}

static void walk_round(struct emitter *e, struct node *n, const char *around) {
    struct phraser p;
    open_telling(&p, e, around);
    words_say(&p, "every "), words_name(&p, n->name), words_say(&p, ": ");
    walk(e, n->b, phrase_close_text(&p));
    open_telling(&p, e, "when all this is done another begins, unless the game ends then");
    rule_add(e, about, rule_readable(e, n->name), phrase_close_text(&p));
}

/* What stands behind a round comes when no other begins. */
static const char *after_round(struct emitter *e, struct node *n, const char *around) {
    struct phraser p;
    open_telling(&p, e, around);
    words_say(&p, "after the last "), words_name(&p, n->name), words_say(&p, ": ");
    return phrase_close_text(&p);
}

/* Statements without phases, from one on: they are one rule. Returns the first it does not tell. */
static struct node *plain_rule(struct emitter *e, struct node *from, const char *around) {
    struct node *end = from, *last = from;
    for (; end && !has_phase(end); end = end->next)
        last = end;
    struct node block = {.kind = N_BLOCK, .kids = from, .at = from->at};
    last->next = NULL;
    phase_rule(e, &block, "", around);
    last->next = end;
    return end;
}

static void walk(struct emitter *e, struct node *block, const char *around) {
    for (struct node *n = block->kids; n && !e->failed;) {
        struct node *next = n->next;
        if (!has_phase(n))
            next = plain_rule(e, n, around);
        else if (n->kind == N_PHASE)
            phase_rule(e, n, n->text ? n->text : rule_readable(e, n->name), around);
        else if (n->kind == N_ROUND)
            walk_round(e, n, around), around = after_round(e, n, around);
        else if (n->kind == N_IF)
            walk_if(e, n, around);
        else if (n->kind == N_WHILE)
            walk(e, n->b, under(e, around, n->a, "as long as ", false));
        else
            walk(e, n->c ? n->c : n->b, around);
        n = next;
    }
}

void emit_course_texts(struct emitter *e) {
    if (e->m->flow && e->m->flow->b) walk(e, e->m->flow->b, "");
}
