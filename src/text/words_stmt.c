/* words_stmt.c: statements and blocks, and what cards do when something happens.
 * A statement of a card's text is an order to its owner; statements of the text itself are parted by "; ", those inside
 * a condition or choice by ", then ", so that it is plain where it ends. A price stands before an arrow. */
#include "text/words_inside.h"

#include "base/english.h"
#include "lang/model/builtins.h"
#include "lang/parse/template.h"
#include "lang/parse/token.h"

#include <ctype.h>
#include <string.h>

void phrase_expr(struct phraser *p, struct node *n) {
    struct context c = words_enter(p, &n);
    bool set = (n->type.flags & VF_SET) || n->kind == N_SET || n->kind == N_FILTER || n->kind == N_GENERATOR;
    bool deep = p->depth > 30 || p->nested > MAX_NESTED || p->steps++ > MAX_STEPS;
    p->nested++;
    if (deep)
        words_say(p, WORDS_SEE);
    else if (n->kind == N_AMOUNT || n->kind == N_UPTO ||
             (n->type.base == VT_AMOUNT && !n->type.flags && n->kind != N_NAME))
        phrase_amount(p, n);
    else if (set && !(n->kind == N_NAME && n->symbol && n->symbol->kind == SYM_LOCAL))
        phrase_set(p, n, NOUN_A);
    else if (n->type.base == VT_BOOL && n->kind != N_NAME)
        phrase_condition(p, n, false);
    else if (n->type.base == VT_NUMBER || n->kind == N_NUMBER || (n->kind == N_BINARY && n->type.base != VT_BOOL))
        phrase_number(p, n);
    else
        phrase_thing(p, n);
    p->nested--;
    words_leave(p, c);
}

/* ---- prices */
static bool negative_amount(struct phraser *p, struct node *a) {
    int32_t k;
    if (a->kind == N_NEGATE) return true;
    return a->kind == N_AMOUNT && words_constant(p, a->a, &k) && k < 0;
}

static bool only_takes(struct node *block) {
    for (struct node *s = block->kids; s; s = s->next) {
        bool minus = s->kind == N_ASSIGN && s->number == TOKEN_MINUS_ASSIGN;
        bool lose = s->kind == N_DO && s->a->kind == N_CALL && s->a->symbol && s->a->symbol->kind == SYM_BUILTIN &&
                    s->a->symbol->index == BI_lose;
        if (!minus && !lose) return false;
    }
    return block->kids != NULL;
}

/* Is the statement a price: paying, losing, or a verb that only takes? */
static bool is_price(struct phraser *p, struct node *s) {
    struct node *call = s->kind == N_DO ? s->a : NULL;
    if (!call || call->kind != N_CALL || !call->symbol) return false;
    if (call->symbol->kind == SYM_BUILTIN) return call->symbol->index == BI_lose && !argument_named(call->kids, "by");
    if (call->symbol->kind != SYM_DEF) return false;
    struct function *f = p->to->m->functions.data[call->symbol->index];
    if (f->prelude && !strcmp(f->name, "pay")) return true;
    if (f->node->b && only_takes(f->node->b)) return true;
    bool all = call->kids != NULL;
    for (struct node *a = call->kids; a; a = a->next)
        all = all && negative_amount(p, a);
    return all;
}

/* ---- statements that say nothing */
bool words_acting(struct phraser *p, const struct node *n) {
    if (!n || n->kind != N_CALL || !n->symbol) return false;
    if (n->symbol->kind == SYM_BUILTIN) return builtins[n->symbol->index].acts == 1;
    return n->symbol->kind == SYM_RULE ||
           (n->symbol->kind == SYM_DEF && p->to->m->functions.data[n->symbol->index]->acts);
}

static struct node *taken_branch(struct phraser *p, struct node *s, bool *decided) {
    int32_t yes;
    *decided = words_constant(p, s->a, &yes);
    return *decided ? (yes ? s->b : s->c) : NULL;
}

static bool block_silent(struct phraser *p, struct node *block) {
    if (!block) return true;
    if (block->kind == N_IF) return statement_silent(p, block);
    for (struct node *s = block->kids; s; s = s->next)
        if (!statement_silent(p, s)) return false;
    return true;
}

static bool heard(struct phraser *p, const struct node *call) {
    const struct function *f = call->symbol ? p->to->m->functions.data[call->symbol->index] : NULL;
    return f && (f->reactions.n || f->node->b);
}

/* `if c: return` before other statements: where it holds, that is all. */
bool words_ends_early(struct phraser *p, struct node *s) {
    int32_t yes;
    if (s->kind != N_IF || s->c || !s->next || words_constant(p, s->a, &yes)) return false;
    return s->b->kids && s->b->kids->kind == N_RETURN && !words_acting(p, s->b->kids->a);
}

static struct node *last_statement(const struct node *block) {
    struct node *last = block ? block->kids : NULL;
    while (last && last->next)
        last = last->next;
    return last;
}

/* The last statement of the verb or rule: a `return` there ends nothing. */
static bool is_final(const struct phraser *p, const struct node *s) {
    return p->body && last_statement(p->body) == s;
}

static bool result_wanted(const struct phraser *p) {
    return p->result_of && p->result_of == p->body;
}

/* Nothing need be said of it: it cannot do anything in this configuration, or its name stands for its value. */
bool statement_silent(struct phraser *p, struct node *s) {
    int32_t yes;
    bool decided;
    switch (s->kind) {
    case N_LET: return !words_let_said(p, s);
    case N_EMIT: return !heard(p, s->a);
    case N_FOR: return block_silent(p, s->c);
    case N_RETURN: return is_final(p, s) && (!s->a || (!result_wanted(p) && !words_acting(p, s->a)));
    case N_NEEDS: return words_constant(p, s->a, &yes) && yes;
    case N_IF: {
        struct node *taken = taken_branch(p, s, &decided);
        if (words_ends_early(p, s)) return false;
        return decided ? block_silent(p, taken) : block_silent(p, s->b) && block_silent(p, s->c);
    }
    default: return false;
    }
}

/* ---- choices */
static void say_choose(struct phraser *p, struct node *s) {
    struct node *take = s->c, *what = s->a;
    int32_t k;
    words_say(p, "choose ");
    take = node_bare(take);
    if (element_type(p, what).base == VT_NUMBER) {
        struct mark m = words_mark(p);
        phrase_set(p, what, NOUN_BARE);
        struct said range = words_take(p, m); /* its own label is not known there */
        words_say(p, s->symbol ? words_label(p, s->symbol) : WORDS_SEE);
        words_say(p, node_bare(what)->type.base == T_RANGE ? " " : ": "), words_said(p, range);
        if (s->b) words_say(p, ", only if "), phrase_condition(p, s->b, false);
        return;
    }
    if (take && take->type.base == T_RANGE) {
        bool from_zero = words_constant(p, take->a, &k) && !k;
        if (from_zero && !take->b)
            words_say(p, "any number of ");
        else if (!take->b)
            phrase_number(p, take->a), words_say(p, " or more ");
        else if (from_zero)
            words_say(p, "up to "), phrase_number(p, take->b), words_say(p, " ");
        else
            phrase_number(p, take->a), words_say(p, " to "), phrase_number(p, take->b), words_say(p, " ");
    } else if (take) {
        phrase_number(p, take), words_say(p, " ");
    }
    const struct symbol *it = s->where_symbol ? s->where_symbol : s->symbol;
    phrase_set_that(p, what, take ? NOUN_MANY : NOUN_A, (struct candidate){it, .where = s->b, .many = take != NULL});
    words_speak_that(p, s->symbol, s->next, s->b); /* its condition may speak of another */
}

/* ---- changes */
static bool card_variable(struct phraser *p, const struct node *n) {
    return n->kind == N_NAME && n->symbol && n->symbol->kind == SYM_VAR &&
           p->to->m->vars.data[n->symbol->index].scope == SCOPE_CARD;
}

static void say_kept(struct phraser *p, const struct node *var) {
    words_say(p, " (this card's "), words_name(p, words_called(var)), words_say(p, ")");
}

/* min(k, what is there) of something taken away: up to k of it. */
static struct node *at_most(struct node *n) {
    n = node_bare(n);
    bool min = n->kind == N_CALL && n->symbol && n->symbol->kind == SYM_BUILTIN && n->symbol->index == BI_min;
    return min ? n->kids : NULL;
}

static void say_supply(struct phraser *p, struct node *s, bool plus) {
    words_say(p, plus ? "return " : "take ");
    phrase_quantity(p, s->b, false, (struct unit){.node = s->a->b});
    words_say(p, plus ? " to the supply" : " from the supply");
}

/* "you become the first player": somebody the table remembers. */
static void say_role(struct phraser *p, struct node *s) {
    if (names_none(s->b))
        words_say(p, "nobody is the ");
    else
        phrase_thing(p, s->b), words_say(p, is_me(p, s->b) ? " become the " : " becomes the ");
    words_name(p, words_called(s->a));
    if (names_none(s->b)) words_say(p, " any more");
}

/* What stands on a space: "that cell gets your mark", "that cell loses its mark". */
static bool is_mark(const struct node *n) {
    return n->kind == N_FIELD && n->a->type.base == VT_SPACE && strcmp(n->name, "owner") != 0;
}

static void say_mark(struct phraser *p, struct node *s) {
    phrase_thing(p, s->a->a);
    words_say(p, names_none(s->b) ? " loses its " : is_me(p, s->b) ? " gets your " : " gets the ");
    words_name(p, words_called(s->a));
    if (!names_none(s->b) && !is_me(p, s->b)) words_say(p, " of "), phrase_thing(p, s->b);
}

static void say_assign(struct phraser *p, struct node *s) {
    bool plus = s->number == TOKEN_PLUS_ASSIGN, minus = s->number == TOKEN_MINUS_ASSIGN;
    int32_t yes;
    if (names_me(s->a)) {
        words_say(p, "it is the turn of "), phrase_thing(p, s->b);
    } else if (words_acting(p, s->b) && card_variable(p, s->a)) {
        phrase_expr(p, s->b);
        say_kept(p, s->a);
    } else if (words_acting(p, s->b)) {
        phrase_thing(p, s->a), words_say(p, plus ? " grows by" : minus ? " shrinks by" : " becomes");
        words_say(p, " the result of this: "), phrase_act(p, s->b);
    } else if (names_local(s->a) && !plus && !minus) {
        phrase_thing(p, s->a), words_say(p, " becomes "), phrase_value(p, s->b);
    } else if ((plus || minus) && s->b->type.flags & VF_SET) {
        words_say(p, plus ? "add " : "take ");
        if (node_bare(s->b)->kind == N_SET)
            phrase_items(p, node_bare(s->b), " and ");
        else
            phrase_expr(p, s->b);
        words_say(p, plus ? " to " : " out of "), phrase_thing(p, s->a);
    } else if ((plus || minus) && s->a->kind == N_INDEX && name_is(s->a->a, "supply")) {
        say_supply(p, s, plus);
    } else if (plus || minus) {
        struct node *limit = minus ? at_most(s->b) : NULL;
        words_say(p, plus ? "add " : limit ? "remove up to " : "remove ");
        phrase_quantity(p, limit ? limit : s->b, false, (struct unit){0});
        words_say(p, plus ? " to " : " from "), phrase_thing(p, s->a);
    } else if (s->a->type.base == VT_BOOL && words_constant(p, s->b, &yes)) {
        phrase_condition(p, s->a, !yes);
    } else if (truth_text(s->a)) {
        phrase_condition(p, s->a, false), words_say(p, " from now on if ");
        phrase_condition(p, s->b, false), words_say(p, ", otherwise not");
    } else if (s->a->type.base == VT_PLAYER && s->a->kind == N_NAME && s->a->symbol && s->a->symbol->kind == SYM_VAR) {
        say_role(p, s);
    } else if (is_mark(s->a) && (s->a->type.base == VT_PLAYER || names_none(s->b))) {
        say_mark(p, s);
    } else if (is_me(p, s->b)) {
        bool taken = s->a->kind == N_FIELD && !strcmp(s->a->name, "owner");
        phrase_thing(p, taken ? s->a->a : s->b), words_say(p, taken ? " becomes yours" : " become ");
        if (!taken) phrase_thing(p, s->a);
    } else {
        phrase_thing(p, s->a), words_say(p, " becomes ");
        if (s->b->type.base == VT_BOOL)
            phrase_value(p, s->b);
        else
            phrase_expr(p, s->b);
    }
}

/* ---- branches */
static bool never(struct phraser *p, const struct node *s) {
    int32_t yes;
    return s->kind == N_NEEDS && words_constant(p, s->a, &yes) && !yes;
}

bool words_impossible(struct phraser *p, struct node *block) {
    for (struct node *s = block->kids; s; s = s->next)
        if (never(p, s)) return true;
    return false;
}

/* Whether the only branch says no more than its label: "Pass": pass. */
static bool says_label(struct phraser *p, struct node *option) {
    struct arena *arena = p->to->m->arena;
    struct mark m = words_mark(p);
    words_template(p, option, option->text);
    const char *label = said_text(words_take(p, m), p->to->out, arena);
    int spoken = p->n_spoken;
    phrase_block(p, option->b, BLOCK_PART);
    const char *said = said_text(words_take(p, m), p->to->out, arena);
    words_rewind(p, m), p->n_spoken = spoken;
    return *label && (*label | 0x20) == (*said | 0x20) && !strcmp(label + 1, said + 1);
}

static void say_either(struct phraser *p, struct node *s) {
    int n = 0, said = 0;
    for (struct node *o = s->kids; o; o = o->next)
        n += !words_impossible(p, o->b);
    if (n > 1) words_say(p, "either ");
    for (struct node *o = s->kids; o; o = o->next) {
        if (words_impossible(p, o->b)) {
            words_moot(p, o);
            continue;
        }
        if (said++) words_say(p, ", or ");
        if (o->text && (n > 1 || !says_label(p, o)))
            words_say(p, "\""), words_template(p, o, o->text), words_say(p, "\": ");
        struct mark m = words_mark(p);
        phrase_block(p, o->b, o->next ? BLOCK_INSIDE : BLOCK_PART);
        if (!words_after(p, m)) words_say(p, "do nothing");
        words_told(p, o);
    }
}

static void pass_over_block(struct phraser *p, struct node *block) {
    words_moot(p, block);
    for (struct node *s = block->kind == N_IF ? NULL : block->kids; s; s = s->next)
        words_moot(p, s);
}

static void say_if(struct phraser *p, struct node *s) {
    bool decided;
    struct node *taken = taken_branch(p, s, &decided);
    words_told(p, s);
    if (decided) {
        struct node *other = taken == s->b ? s->c : s->b;
        if (other) words_moot(p, other);
        if (taken && taken->kind == N_IF)
            say_if(p, taken);
        else if (taken)
            phrase_block(p, taken, BLOCK_PART);
        return;
    }
    if (words_ends_early(p, s)) {
        struct node *value = s->b->kids->a;
        words_say(p, "if "), phrase_condition(p, s->a, false);
        if (value && result_wanted(p) && !names_none(value))
            words_say(p, ": the result is "), phrase_value(p, value);
        else
            words_say(p, ": nothing happens");
        words_told(p, s->b->kids);
        return;
    }
    bool nothing = block_silent(p, s->b);
    words_say(p, "if "), phrase_condition(p, s->a, nothing), words_say(p, ": ");
    if (nothing) {
        pass_over_block(p, s->b);
        if (s->c && s->c->kind == N_IF)
            say_if(p, s->c);
        else if (s->c)
            phrase_block(p, s->c, BLOCK_PART);
        return;
    }
    phrase_block(p, s->b, block_silent(p, s->c) ? BLOCK_PART : BLOCK_INSIDE);
    if (block_silent(p, s->c)) {
        if (s->c) pass_over_block(p, s->c);
        return;
    }
    words_say(p, ", otherwise ");
    if (s->c->kind == N_IF)
        say_if(p, s->c);
    else
        phrase_block(p, s->c, BLOCK_PART);
}

static void say_may(struct phraser *p, struct node *s) {
    bool another = p->another;
    words_say(p, s->number ? "as often as you like, you may " : "you may ");
    if (s->b->kids && s->b->kids->kind == N_ASSIGN && s->b->kids->number == TOKEN_ASSIGN)
        words_say(p, "do this: "); /* something becomes something: no deed */
    p->another = false;            /* that it is you has been said */
    phrase_block(p, s->b, BLOCK_PART);
    p->another = another;
}

static void say_try(struct phraser *p, struct node *s) {
    bool other = s->c && !block_silent(p, s->c);
    p->to->says_possible = true;
    words_say(p, "if possible, ");
    phrase_block(p, s->b, other ? BLOCK_INSIDE : BLOCK_PART);
    if (s->c && !other) pass_over_block(p, s->c);
    if (other) words_say(p, ", otherwise "), phrase_block(p, s->c, BLOCK_PART);
}

/* As others hear it: "you" are named in it. */
static void say_question(struct phraser *p, struct node *s) {
    struct actor *to = p->spoken_to, others = {0};
    const char *label = p->label;
    if (!p->me && !p->spoken_to) p->spoken_to = &others, p->label = "[your name]";
    words_template(p, s, s->text);
    p->spoken_to = to, p->label = label;
}

/* The first who wants; the question is said as it is put. */
static void say_ask(struct phraser *p, struct node *s) {
    words_say(p, "ask ");
    phrase_set_that(p, s->a, NOUN_MANY, (struct candidate){s->symbol, .where = s->b, .many = true});
    if (!s->number) words_say(p, ", one after the other until somebody says yes");
    if (s->number) words_say(p, ", all at once, for the first who says yes");
    words_speak_that(p, s->symbol, s->next, NULL);
    words_say(p, ": \"");
    say_question(p, s);
    words_say(p, "\"");
}

/* Over a list that is known and has one item: the item. */
static bool say_for_one(struct phraser *p, struct node *s) {
    const struct meaning *list = s->a->kind == N_NAME && s->a->symbol ? words_meaning(p, s->a->symbol) : NULL;
    if (!list || !list->list || list->n_list != 1 || s->b) return false;
    struct meaning one = {.param = s->symbol,
                          .value = list->list[0],
                          .outer = p->meanings,
                          .caller = list->caller,
                          .level = list->level,
                          .me = list->me};
    p->meanings = &one;
    phrase_block(p, s->c, BLOCK_PART);
    p->meanings = one.outer;
    return true;
}

static void say_for(struct phraser *p, struct node *s) {
    int spoken = p->n_spoken;
    if (say_for_one(p, s)) return;
    bool listed = s->a->kind == N_SET || (s->a->kind == N_FIELD && s->a->type.flags);
    bool number = s->symbol->type.base == VT_NUMBER && !s->symbol->type.flags;
    bool label = p->purpose == FOR_RULES && s->symbol->type.base == VT_MEMBER;
    words_say(p, "for each ");
    if (label && listed) words_say_label(p, s->symbol), words_say(p, " ");
    words_say(p, listed && !number ? "of " : "");
    struct mark m = words_mark(p);
    struct candidate it = {s->symbol, .where = number ? NULL : s->b};
    if (s->a->kind == N_SET)
        phrase_kids(p, s->a->kids, " and "), phrase_that(p, it);
    else
        phrase_set_that(p, s->a, NOUN_BARE, it);
    if (number) { /* its own label is not known in the range */
        struct said range = words_take(p, m);
        words_say(p, "number "), words_say_label(p, s->symbol);
        words_say(p, s->a->kind == N_BINARY ? " " : " of "), words_said(p, range);
        if (s->b) words_say(p, " where "), phrase_condition(p, s->b, false);
    }
    if (label && !listed)
        words_say(p, " ("), words_say_label(p, s->symbol), words_say(p, ")");
    else if (!number && !label)
        words_speak_that(p, s->symbol, s->c->kids, s->next);
    words_say(p, ": "), phrase_block(p, s->c, BLOCK_PART);
    if (s->c->kids) p->n_spoken = spoken; /* else what it holds is told below (steps_text.c), and speaks of it */
}

/* "until you next play a card or pass": what you do is said of you once. */
static void say_until(struct phraser *p, struct node *s) {
    bool you = false;
    words_say(p, "until ");
    for (struct node *k = s->kids; k; k = k->next) {
        if (k != s->kids) words_say(p, k->next ? ", " : " or ");
        int spoken = p->n_spoken;
        const struct meaning *meanings = p->meanings;
        you |= phrase_pattern(p, k, you ? PATTERN_again : PATTERN_next);
        p->n_spoken = spoken, p->meanings = meanings;
    }
    words_say(p, ": ");
    for (struct node *k = s->b->kids; k; k = k->next) {
        if (k != s->b->kids) words_say(p, ", and ");
        phrase_reaction(p, k);
    }
}

/* "1 to 3 times: "; "2 times: " where both ends are the same. */
static void say_times(struct phraser *p, struct node *range, bool known, int32_t low, int32_t high) {
    if (!known || low != high) phrase_number(p, range->a), words_say(p, " to ");
    phrase_number(p, range->b), words_say(p, known && high == 1 ? " time: " : " times: ");
}

/* A turn that may be taken several times says how often. */
static void say_turn(struct phraser *p, struct node *s) {
    struct node *range = node_bare(s->a);
    if (range && range->kind == N_BINARY && range->b) {
        int32_t low = 0, high = 0;
        bool known = words_constant(p, range->a, &low) && words_constant(p, range->b, &high);
        bool twice = known && low == 1 && high == 2;
        if (twice) words_say(p, "once or twice: ");
        if (!twice) say_times(p, range, known, low, high);
    }
    phrase_block(p, s->b, BLOCK_PART);
}

static void say_while(struct phraser *p, struct node *s) {
    int32_t yes;
    if (words_constant(p, s->a, &yes) && yes)
        words_say(p, "again and again: ");
    else
        words_say(p, "as long as "), phrase_condition(p, s->a, false), words_say(p, ": ");
    phrase_block(p, s->b, BLOCK_PART);
}

static void say_return(struct phraser *p, struct node *s) {
    bool acts = words_acting(p, s->a), wanted = result_wanted(p), result = s->a && (wanted || acts);
    if (result && wanted) words_say(p, acts ? "the result is that of this: " : "the result is ");
    if (result && acts)
        phrase_expr(p, s->a);
    else if (result)
        phrase_value(p, s->a);
    if (!is_final(p, s)) words_say(p, result ? ", and that is all" : "that is all");
}

void phrase_statement(struct phraser *p, struct node *s) {
    switch (s->kind) {
    case N_DO: phrase_expr(p, s->a); break;
    case N_LET: phrase_let(p, s); break;
    case N_RETURN: say_return(p, s); break;
    case N_NEEDS:
        if (never(p, s))
            words_say(p, p->purpose == FOR_RULES ? "this cannot be done in this game" : WORDS_NEVER);
        else
            words_say(p, "only if "), phrase_condition(p, s->a, false);
        break;
    case N_CHOOSE: say_choose(p, s); break;
    case N_ASSIGN: say_assign(p, s); break;
    case N_MAY: say_may(p, s); break;
    case N_EITHER: say_either(p, s); break;
    case N_IF: say_if(p, s); break;
    case N_TRY: say_try(p, s); break;
    case N_ASK: say_ask(p, s); break;
    case N_FOR:
        if (s->symbol)
            say_for(p, s);
        else
            phrase_as_each(p, s);
        break;
    case N_TOGETHER: phrase_as_each(p, s); break;
    case N_REPEAT: phrase_number(p, s->a), words_say(p, " times: "), phrase_block(p, s->b, BLOCK_PART); break;
    case N_WHILE: say_while(p, s); break;
    case N_AS: phrase_as(p, s); break;
    case N_EMIT: phrase_emit(p, s->a); break;
    case N_TURN: say_turn(p, s); break;
    case N_PHASE: phrase_block(p, s->b, BLOCK_PART); break;
    case N_ROUND:
        words_say(p, "every "), words_name(p, s->name), words_say(p, " until the game ends: "),
            phrase_block(p, s->b, BLOCK_PART);
        break;
    case N_UNTIL: say_until(p, s); break;
    case N_BLOCK: phrase_block(p, s, BLOCK_PART); break;
    default: words_say(p, WORDS_SEE); break;
    }
}

/* `metal = m` after `choose m`: the choice is kept on the card. */
static bool keeps_choice(struct phraser *p, const struct node *choose, const struct node *next) {
    return choose->kind == N_CHOOSE && next && next->kind == N_ASSIGN && next->number == TOKEN_ASSIGN &&
           card_variable(p, next->a) && next->b->kind == N_NAME && next->b->symbol && next->b->symbol == choose->symbol;
}

/* What stands between a statement and the next. */
static const char *joint(struct phraser *p, struct node *s, bool first, bool inner) {
    if (s->kind == N_NEEDS) return ": ";
    if (words_ends_early(p, s)) return ", otherwise ";
    bool price = first && s->next && is_price(p, s);
    p->to->says_price |= price && p->purpose != FOR_PLAY;
    return price ? " \xE2\x86\x92 " : inner ? ", then " : "; ";
}

/* What is said behind it could be taken for a part of it. */
static bool holds_others(struct phraser *p, struct node *s) {
    int32_t yes;
    if (!s) return false;
    switch (s->kind) {
    case N_IF:
        if (!words_constant(p, s->a, &yes)) return true;
        s = yes ? s->b : s->c;
        return s && holds_others(p, s->kind == N_IF ? s : last_statement(s));
    case N_AS: return !phrase_as_tells(p, s) || holds_others(p, last_statement(s->b));
    case N_TURN: return s->a || holds_others(p, last_statement(s->b));
    case N_PHASE: return holds_others(p, last_statement(s->b));
    case N_BLOCK: return holds_others(p, last_statement(s));
    case N_EITHER:
    case N_TRY:
    case N_FOR:
    case N_WHILE:
    case N_REPEAT:
    case N_MAY:
    case N_TOGETHER:
    case N_ROUND:
    case N_UNTIL: return true;
    default: return false;
    }
}

/* Words that an author left out on purpose: the verb goes without saying. */
static bool unsaid(struct phraser *p, const struct node *s) {
    const struct node *call = s->kind == N_DO ? s->a : NULL;
    if (!call || call->kind != N_CALL || !call->symbol || call->symbol->kind != SYM_DEF) return false;
    const char *text = p->to->m->functions.data[call->symbol->index]->node->text;
    return text && (!*text || template_bar(text) == text);
}

bool phrase_passes_over(struct phraser *p, struct node *s) {
    if (!statement_silent(p, s) && !unsaid(p, s)) return false;
    if (s->kind == N_LET) /* a name is told where it is used, all else can do nothing */
        words_bind_let(p, s);
    else
        words_moot(p, s);
    return true;
}

struct node *phrase_one(struct phraser *p, struct node *s) {
    struct mark m = words_mark(p);
    phrase_statement(p, s);
    if (!words_after(p, m)) words_say(p, WORDS_SEE);
    words_told(p, s);
    if (keeps_choice(p, s, s->next)) s = s->next, say_kept(p, s->a), words_told(p, s);
    if (!never(p, s)) return s;
    for (struct node *rest = s->next; rest; rest = rest->next)
        words_moot(p, rest);
    return s;
}

void phrase_block(struct phraser *p, struct node *block, enum block_use use) {
    if (p->depth > 24) {
        words_say(p, WORDS_SEE);
        return;
    }
    const struct meaning *meanings = p->meanings;
    int spoken = p->n_spoken;
    const char *between = NULL;
    bool first = true, inner = use != BLOCK_WHOLE, open = false;
    struct mark said = {0};
    p->depth++;
    for (struct node *s = block->kids; s; s = s->next) {
        if (phrase_passes_over(p, s)) continue;
        if (inner && open) words_bracket(p, said);
        if (between) words_say(p, between);
        said = words_mark(p);
        s = phrase_one(p, s);
        if (never(p, s)) break;
        open = holds_others(p, s) && !words_ends_early(p, s);
        between = joint(p, s, first, inner);
        if (s->kind != N_NEEDS && s->kind != N_CHOOSE && !is_price(p, s)) first = false;
    }
    if (open && use == BLOCK_INSIDE) words_bracket(p, said);
    p->depth--;
    if (!inner) return; /* the caller may go on with the names */
    p->meanings = meanings;
    p->n_spoken = spoken;
}
