/* words_number.c: numbers, how many of something, amounts; and what the built-in verbs say. */
#include "text/words_inside.h"

#include "base/english.h"
#include "lang/model/builtins.h"
#include "lang/parse/token.h"

#include <stdio.h>
#include <string.h>

/* ---- what a number counts */
/* A number and something counted. */
static bool adds(struct phraser *p, struct node *n) {
    int32_t k;
    n = node_bare(n);
    return n->kind == N_BINARY && n->number == TOKEN_PLUS &&
           (words_constant(p, n->a, &k) || words_constant(p, n->b, &k));
}

static bool counting_body(struct phraser *p, struct node *call) {
    struct symbol *s = call->symbol;
    if (!s) return false;
    if (s->kind == SYM_BUILTIN && s->index != BI_min && s->index != BI_max) return false;
    if (s->kind == SYM_BUILTIN)
        return call->kids && call->kids->next && (is_count(p, call->kids) || is_count(p, call->kids->next));
    if (s->kind != SYM_DEF) return false;
    struct function *f = p->to->m->functions.data[s->index];
    if (!f->node->c || p->depth > 12 || p->work > MAX_WORK) return false;
    struct meaning meanings[MAX_PARAMETERS];
    struct context c = words_bind(p, f->params, f->n_params, call->kids, call, meanings);
    p->depth++;
    struct node *body = node_bare(f->node->c);
    int32_t k; /* one more than a count is no count of anything */
    bool more = !f->node->text && body->kind == N_BINARY && body->number == TOKEN_PLUS &&
                (words_constant(p, body->a, &k) || words_constant(p, body->b, &k));
    bool summed =
        f->node->text && body->kind == N_AGGREGATE && body->number == TOKEN_SUM && body->b && is_count(p, body->b);
    bool count = !more && (is_count(p, body) || (summed && !adds(p, body->b)));
    p->depth--;
    words_leave(p, c);
    return count;
}

static bool part_counts(struct phraser *p, struct node *n) {
    int32_t k;
    return words_constant(p, n, &k) || is_count(p, n);
}

/* count(c.prices): "that card's prices" would be these, not how many. */
static bool counts_printed(const struct node *n) {
    const struct node *of = n->number == TOKEN_COUNT ? node_bare(n->a) : NULL;
    return of && of->kind == N_FIELD && of->symbol && of->symbol->kind == SYM_ATTRIBUTE;
}

/* sum(x in c.prices: x), sum(c.prices): the numbers themselves are added. */
static bool sums_numbers(struct phraser *p, struct node *n) {
    const struct node *g = n->a;
    if (element_type(p, n->a).base != VT_NUMBER) return false;
    return !n->b || (g->kind == N_GENERATOR && n->b->kind == N_NAME && n->b->symbol == g->symbol);
}

static bool is_plural(const char *name) {
    return english_plural(name, strlen(name));
}

bool is_count(struct phraser *p, struct node *n) {
    struct context c = words_enter(p, &n);
    bool count = false;
    int32_t k;
    switch (n->kind) {
    case N_AGGREGATE:
        count = (n->number == TOKEN_COUNT && !counts_printed(n)) ||
                (n->number == TOKEN_SUM && !sums_each(p, n) && !sums_numbers(p, n) && (!n->b || is_count(p, n->b)));
        break;
    case N_CALL: count = counting_body(p, n); break;
    case N_INDEX: count = is_entry(n); break;
    case N_NAME:
    case N_FIELD: count = n->symbol && n->symbol->kind == SYM_VAR && n->name && is_plural(words_called(n)); break;
    case N_BINARY:
        if (n->number == TOKEN_MINUS && words_constant(p, n->a, &k))
            break; /* 3 minus a count is no count of anything */
        count =
            (n->number == TOKEN_MINUS || (n->number == TOKEN_PLUS && part_counts(p, n->a) && part_counts(p, n->b))) &&
            (is_count(p, n->a) || is_count(p, n->b));
        break;
    case N_COND: count = is_count(p, n->b) || is_count(p, n->c); break;
    default: break;
    }
    words_leave(p, c);
    return count;
}

/* A number that lies on this card: what it counts is said when the card says it. */
static bool on_this_card(struct phraser *p, struct node *n) {
    struct symbol *s = n->symbol;
    bool own = n->kind == N_NAME || (n->kind == N_FIELD && name_is(n->a, "this") && !n->a->symbol);
    return own && s && s->kind == SYM_VAR && p->to->m->vars.data[s->index].scope == SCOPE_CARD &&
           n->type.base == VT_NUMBER;
}

/* Something that depends on a condition, also through a function without words. */
bool depends(struct phraser *p, struct node *n) {
    int32_t yes;
    n = node_bare(n);
    for (int guard = 0; guard < 8 && n && n->kind == N_CALL && n->symbol && n->symbol->kind == SYM_DEF; guard++) {
        struct function *f = p->to->m->functions.data[n->symbol->index];
        if (f->node->text || !f->node->c) return false;
        n = node_bare(f->node->c);
    }
    return n && n->kind == N_COND && !words_constant(p, n->a, &yes);
}

/* A sum over spaces of spaces that are counted: one may be counted several times. */
static bool counts_again(struct phraser *p, struct node *n) {
    struct node *g = n->a, *what = node_bare(n->b);
    int32_t k;
    if (element_type(p, g).base != VT_SPACE) return false;
    for (int guard = 0; guard < 8 && what; guard++) {
        if (what->kind == N_CALL && what->symbol && what->symbol->kind == SYM_DEF)
            what = node_bare(p->to->m->functions.data[what->symbol->index]->node->c);
        else if (what->kind == N_BINARY && what->number == TOKEN_STAR) /* 2 for each of them */
            what = node_bare(words_constant(p, what->a, &k) ? what->b : what->a);
        else
            break;
    }
    return what && what->kind == N_AGGREGATE && what->number == TOKEN_COUNT &&
           element_type(p, what->a).base == VT_SPACE;
}

bool sums_each(struct phraser *p, struct node *n) {
    n = node_bare(n);
    return n->kind == N_AGGREGATE && n->number == TOKEN_SUM && n->b && n->a->kind == N_GENERATOR &&
           (depends(p, n->b) || adds(p, n->b) || counts_again(p, n));
}

/* "for each prize that is open: 5 if ...", "for each of your houses: 1 coin plus 1 coin per barn next to it". */
static void sum_each(struct phraser *p, struct node *n, bool negative, struct unit unit) {
    struct node *g = n->a;
    int spoken = p->n_spoken;
    words_say(p, "for each ");
    struct mark m = words_mark(p);
    phrase_set(p, g, NOUN_BARE);
    if (leaf_is(&p->said, m.leaves, LEAF_you)) leaves_insert(&p->said, m.leaves, (struct leaf){.text = "of ", .n = 3});
    words_say(p, ": ");
    words_speak(p, g->symbol, AS_that, "that ", noun_of(p, element_type(p, g)), false);
    phrase_quantity(p, n->b, negative, unit);
    p->n_spoken = spoken;
}

static void sum_over(struct phraser *p, struct node *n, bool one) {
    struct node *g = n->a;
    int spoken = p->n_spoken;
    if (sums_each(p, n)) {
        sum_each(p, n, false, (struct unit){0});
        return;
    }
    if (sums_numbers(p, n)) words_say(p, "the sum of ");
    struct mark m = words_mark(p);
    if (g->kind == N_GENERATOR) phrase_set(p, g, NOUN_MANY);
    struct said all = words_take(p, m);
    words_speak_said(p, g->kind == N_GENERATOR ? g->symbol : NULL, all);
    if (!n->b)
        phrase_set(p, g, one ? NOUN_BARE : NOUN_MANY);
    else if (n->b->kind == N_FIELD && n->b->a->kind == N_NAME && g->kind == N_GENERATOR && n->b->a->symbol == g->symbol)
        words_say(p, is_plural(words_called(n->b)) ? "" : "the total "), words_name(p, words_called(n->b)),
            words_say(p, " of "), words_said(p, all); /* "points of cards in your hand", "the total cost of them" */
    else if (one)
        phrase_per(p, n->b);
    else
        phrase_number(p, n->b);
    p->n_spoken = spoken;
}

void phrase_per(struct phraser *p, struct node *n) {
    struct context c = words_enter(p, &n);
    if (on_this_card(p, n)) {
        if (p->counted)
            words_counted(p, false);
        else
            words_form(p, words_called(n), FORM_one);
        words_say(p, " on this card");
    } else if (n->kind == N_AGGREGATE && n->number == TOKEN_COUNT && n->a->kind == N_NAME && n->a->symbol &&
               n->a->symbol->kind == SYM_LOCAL) { /* of those chosen: "per card" */
        words_say(p, noun_of(p, element_type(p, n->a)));
    } else if (n->kind == N_AGGREGATE && n->number == TOKEN_COUNT) {
        phrase_set(p, n->a, NOUN_BARE);
    } else if (n->kind == N_AGGREGATE && n->number == TOKEN_SUM) {
        sum_over(p, n, true);
    } else if (is_entry(n) && n->a->kind == N_FIELD && is_me(p, n->a->a)) {
        bool stock = n->a->symbol && n->a->symbol->index == p->to->m->stock_var;
        phrase_thing(p, n->b);
        if (!stock) words_say(p, " "), words_name(p, words_called(n->a));
        words_say(p, " you have");
    } else if (is_entry(n) && n->a->kind == N_FIELD) {
        bool stock = n->a->symbol && n->a->symbol->index == p->to->m->stock_var;
        phrase_thing(p, n->b);
        if (!stock) words_say(p, " "), words_name(p, words_called(n->a));
        words_say(p, " of "), phrase_thing(p, n->a->a);
    } else if (n->kind == N_NAME && n->symbol && n->symbol->kind == SYM_VAR &&
               p->to->m->vars.data[n->symbol->index].scope == SCOPE_GLOBAL) {
        words_form(p, words_called(n), FORM_one);
    } else if (n->kind == N_BINARY && n->number == TOKEN_PLUS) {
        phrase_per(p, n->a), words_say(p, " and per "), phrase_per(p, n->b);
    } else {
        struct mark m = words_mark(p);
        phrase_number(p, n);
        leaves_make_one(&p->said, m.leaves, p->to->m->arena);
    }
    words_leave(p, c);
}

/* After what was counted: whose it is, when that is yours and nothing has said so. */
static void say_whose(struct phraser *p, struct node *n, struct mark m) {
    struct context c = words_enter(p, &n);
    if (!leaves_speaks_to_you(&p->said, m.leaves) && counted_of_you(p, n)) words_say(p, " you have");
    words_leave(p, c);
}

static void say_per(struct phraser *p, struct node *n) {
    struct mark m = words_mark(p);
    phrase_per(p, n), say_whose(p, n, m);
}

/* ---- quantities: 2 plants, 1 plant per 3 tags, 4 plants if ..., otherwise 1 plant */
static void name_unit(struct phraser *p, struct unit unit, bool one) {
    if (unit.node) phrase_member(p, unit.node, one);
    if (unit.word) words_form(p, unit.word, one ? FORM_one : FORM_plain);
}

static void say_unit(struct phraser *p, struct unit unit, bool one) {
    words_say(p, unit.node || unit.word ? " " : "");
    name_unit(p, unit, one);
}

static void say_units(struct phraser *p, long n, bool negative, struct unit unit) {
    if (negative) n = -n;
    words_units(p, n);
    say_unit(p, unit, n == 1 || n == -1);
}

/* A number that is called by a label. */
static bool is_labelled(struct phraser *p, struct node *n) {
    struct context c = words_enter(p, &n);
    bool local = n->kind == N_NAME && n->symbol && n->symbol->kind == SYM_LOCAL;
    const struct spoken *w = local ? words_spoken(p, n->symbol) : NULL;
    words_leave(p, c);
    return w && w->as == AS_label;
}

/* Nothing, also by a condition that the configuration decides. */
static bool is_zero(struct phraser *p, struct node *n) {
    int32_t k;
    while (n->kind == N_PAREN || (n->kind == N_COND && words_constant(p, n->a, &k)))
        n = n->kind == N_PAREN ? n->a : k ? n->b : n->c;
    return constant_number(p->to->m, n, &k) && !k;
}

static void quantity_if(struct phraser *p, struct node *n, bool negative, struct unit unit) {
    phrase_quantity(p, n->b, negative, unit);
    words_say(p, " if "), phrase_condition(p, n->a, false);
    if (is_zero(p, n->c)) return;
    words_say(p, ", otherwise "), phrase_quantity(p, n->c, negative, unit);
}

/* A value that is a plain number until cards change it. */
static bool first_value(struct phraser *p, struct node *n, int32_t *k) {
    if (p->purpose == FOR_PLAY || n->kind != N_CALL || !n->symbol || n->symbol->kind != SYM_VALUE) return false;
    struct function *f = p->to->m->functions.data[n->symbol->index];
    return !f->prelude && f->node->c && words_constant(p, f->node->c, k);
}

/* sum(c in S: c.cost) */
static bool is_total(const struct node *n) {
    n = node_bare(n);
    return n->kind == N_AGGREGATE && n->number == TOKEN_SUM && n->b && n->b->kind == N_FIELD &&
           !is_plural(words_called(n->b));
}

void phrase_quantity(struct phraser *p, struct node *n, bool negative, struct unit unit) {
    if (unit.node) words_leave(p, words_enter(p, &unit.node)); /* not in the context of the number */
    struct context c = words_enter(p, &n);
    int32_t k, yes;
    if (words_constant(p, n, &k)) {
        say_units(p, k, negative, unit);
    } else if (n->kind == N_NEGATE) {
        phrase_quantity(p, n->a, !negative, unit);
    } else if (n->kind == N_BINARY && n->number == TOKEN_MINUS && words_constant(p, n->a, &k) && !k) {
        phrase_quantity(p, n->b, !negative, unit);
    } else if (n->kind == N_COND && words_constant(p, n->a, &yes)) {
        phrase_quantity(p, yes ? n->b : n->c, negative, unit);
    } else if (n->kind == N_COND) {
        quantity_if(p, n, negative, unit);
    } else if (n->kind == N_BINARY && n->number == TOKEN_SLASH && words_constant(p, n->b, &k)) {
        say_units(p, 1, negative, unit), words_say(p, " per "), words_number(p, k), words_say(p, " ");
        struct mark m = words_mark(p);
        if (k == 1 || is_entry(n->a))
            say_per(p, n->a);
        else
            phrase_number(p, n->a), say_whose(p, n->a, m);
    } else if (n->kind == N_BINARY && n->number == TOKEN_STAR &&
               (words_constant(p, n->a, &k) || words_constant(p, n->b, &k))) {
        struct node *times = words_constant(p, n->a, &yes) ? n->b : n->a;
        if (is_labelled(p, times)) /* "2 times X coins" */
            words_units(p, negative ? -k : k), words_say(p, " times "), phrase_number(p, times),
                say_unit(p, unit, false);
        else if (is_total(times)) /* "coins equal to 2 times the total cost of ..." */
            name_unit(p, unit, false), words_say(p, unit.node || unit.word ? " equal to " : ""),
                words_units(p, negative ? -k : k), words_say(p, " times "), phrase_number(p, times);
        else
            say_units(p, k, negative, unit), words_say(p, " per "), say_per(p, times);
    } else if (n->kind == N_BINARY && n->number == TOKEN_PLUS &&
               (words_constant(p, n->a, &k) || words_constant(p, n->b, &k))) {
        bool first = words_constant(p, n->a, &k); /* the plain number comes first */
        phrase_quantity(p, first ? n->a : n->b, negative, unit), words_say(p, " plus ");
        phrase_quantity(p, first ? n->b : n->a, negative, unit);
    } else if (is_count(p, n)) {
        say_units(p, 1, negative, unit), words_say(p, " per "), say_per(p, n);
    } else if (sums_each(p, n)) {
        sum_each(p, n, negative, unit);
    } else if (first_value(p, n, &k)) {
        say_units(p, k, negative, unit), words_say(p, " (unless cards change it)");
    } else if (n->kind == N_NAME && n->symbol && n->symbol->kind == SYM_LOCAL) {
        if (negative)
            words_say(p, "\xE2\x88\x92");
        else
            leaves_add(&p->said, (struct leaf){.text = "", .units = true});
        phrase_number(p, n), say_unit(p, unit, false);
    } else {
        words_say(p, negative ? "\xE2\x88\x92" : "");
        name_unit(p, unit, false); /* no number before it */
        words_say(p, unit.node || unit.word ? " equal to " : ""), phrase_number(p, n);
    }
    words_leave(p, c);
}

static struct node *product_of(struct phraser *p, struct node *a, struct node *b) {
    struct node n = {.kind = N_BINARY, .number = TOKEN_STAR, .a = a, .b = b, .type = TYPE(VT_NUMBER), .at = b->at};
    struct node *product = node_made(p->to->m->arena, n);
    return product ? product : b;
}

void phrase_amount(struct phraser *p, struct node *n) {
    struct unit unit = {0};
    int32_t k;
    struct context c = words_enter(p, &n);
    bool negative = n->kind == N_NEGATE;
    if (negative) n = n->a;
    n = node_bare(n);
    if (n->kind == N_UPTO) {
        words_say(p, "up to "), phrase_amount(p, n->a);
    } else if (n->kind == N_AMOUNT) {
        unit.node = n->b;
        phrase_quantity(p, n->a, negative, unit);
    } else if (n->kind == N_BINARY && n->number == TOKEN_STAR) { /* 2 coins * number */
        bool first = n->a->type.base == VT_AMOUNT;
        struct node *amount = node_bare(first ? n->a : n->b), *times = first ? n->b : n->a;
        if (amount->kind == N_AMOUNT && words_constant(p, times, &k) && !words_constant(p, amount->a, &k)) {
            unit.node = amount->b;
            phrase_quantity(p, product_of(p, times, amount->a), negative, unit);
        } else {
            phrase_amount(p, amount);
            words_say(p, is_count(p, times) ? " per " : " times ");
            is_count(p, times) ? say_per(p, times) : phrase_number(p, times);
        }
    } else {
        phrase_thing(p, n);
    }
    words_leave(p, c);
}

/* ---- numbers on their own */
/* 2 * count(S) */
static bool scales(struct phraser *p, const struct node *n) {
    int32_t k;
    return n->kind == N_BINARY && n->number == TOKEN_STAR &&
           ((words_constant(p, n->a, &k) && is_count(p, n->b)) || (words_constant(p, n->b, &k) && is_count(p, n->a)));
}

/* A sum that is multiplied or divided stays in its brackets; what depends on a condition has some, so that it is clear
 * where that ends. */
static void phrase_operand(struct phraser *p, const struct node *n, struct node *part) {
    struct node *inner = node_bare(part);
    bool sum = inner->kind == N_BINARY && (inner->number == TOKEN_PLUS || inner->number == TOKEN_MINUS);
    bool binds = n->number == TOKEN_STAR || n->number == TOKEN_SLASH || n->number == TOKEN_PERCENT;
    bool brackets = (sum && binds) || depends(p, inner);
    words_say(p, brackets ? "(" : "");
    if (!binds && scales(p, inner)) /* "2 per house plus ..." */
        phrase_quantity(p, inner, false, (struct unit){0});
    else
        phrase_number(p, part);
    words_say(p, brackets ? ")" : "");
}

static void phrase_arithmetic(struct phraser *p, struct node *n) {
    int32_t k;
    if ((n->number == TOKEN_MINUS || n->number == TOKEN_PLUS) && n->b->kind == N_BINARY && n->b->number == TOKEN_STAR &&
        words_constant(p, n->b->a, &k)) {
        phrase_number(p, n->a);
        words_say(p, n->number == TOKEN_MINUS ? " minus " : " plus "),
            phrase_quantity(p, n->b, false, (struct unit){0});
        return;
    }
    static const struct {
        int token;
        const char *text;
    } words[] = {{TOKEN_PLUS, " plus "},        {TOKEN_MINUS, " minus "},    {TOKEN_STAR, " times "},
                 {TOKEN_SLASH, " divided by "}, {TOKEN_PERCENT, " modulo "}, {TOKEN_DOTS, " to "}};
    phrase_operand(p, n, n->a);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].token == n->number) words_say(p, n->b ? words[i].text : " or more");
    if (n->b) phrase_operand(p, n, n->b);
}

static void phrase_aggregate(struct phraser *p, struct node *n) {
    if (n->number == TOKEN_SUM) {
        sum_over(p, n, false);
        return;
    }
    if (n->number == TOKEN_COUNT) {
        if (counts_printed(n)) words_say(p, "the number of ");
        phrase_set(p, n->a, NOUN_MANY);
        return;
    }
    words_say(p, n->number == TOKEN_MOST ? "the most " : "the least ");
    if (n->b) phrase_measure(p, n), words_say(p, " of ");
    phrase_set(p, n->a, NOUN_A);
}

void phrase_number(struct phraser *p, struct node *n) {
    struct context c = words_enter(p, &n);
    int32_t k;
    if (p->steps++ > MAX_STEPS) {
        words_say(p, WORDS_SEE);
    } else if (n->kind != N_BINARY && words_constant(p, n, &k) && n->kind != N_CALL) {
        words_number(p, k);
    } else if (on_this_card(p, n)) {
        if (p->counted)
            words_counted(p, true);
        else
            words_name(p, words_called(n));
        words_say(p, " on this card");
    } else if (n->kind == N_BINARY) {
        phrase_arithmetic(p, n);
    } else if (n->kind == N_AGGREGATE) {
        phrase_aggregate(p, n);
    } else if (n->kind == N_NEGATE) {
        words_say(p, "\xE2\x88\x92"), phrase_number(p, n->a);
    } else if (n->kind == N_COND) {
        quantity_if(p, n, false, (struct unit){0});
    } else {
        phrase_thing(p, n);
    }
    words_leave(p, c);
}

/* ---- built-in verbs and functions */
static void all_amounts(struct phraser *p, struct node *call) {
    struct node *items[32];
    int n = 0;
    for (struct node *a = call->kids; a && n < 32; a = a->next)
        if (a->kind != N_ARG) items[n++] = a;
    phrase_list(p, items, n, " and ");
}

static void say_draw(struct phraser *p, struct node *call) {
    struct node *from = argument_named(call->kids, "from"), *to = argument_named(call->kids, "to");
    if (!means_me(p, p->to->me))
        phrase_thing(p, p->to->me), words_say(p, " draws ");
    else
        words_say(p, p->another ? "you draw " : "draw ");
    phrase_quantity(p, argument_at(call->kids, 0), false, (struct unit){.word = "cards"});
    if (from) words_say(p, " from "), phrase_thing(p, from);
    if (to && !(to->kind == N_FIELD && is_me(p, to->a) && !strcmp(to->name, "hand")))
        words_say(p, " to "), phrase_thing(p, to);
}

static void say_by_text(struct phraser *p, struct node *call) {
    for (const char *t = builtins[call->symbol->index].text; *t; t++) {
        if (*t != '{') {
            size_t n = strcspn(t, "{");
            leaves_add(&p->said, (struct leaf){.text = t, .n = n});
            t += n - 1;
            continue;
        }
        struct node *arg =
            t[1] >= '1' && t[1] <= '9' ? argument_at(call->kids, t[1] - '1') : argument_named(call->kids, "to");
        if (arg) phrase_expr(p, arg);
        t = strchr(t, '}');
    }
}

/* lose(me.stock[r] r): all of it. */
static bool say_all_lost(struct phraser *p, struct node *call, const struct node *who) {
    struct node *amount = node_bare(argument_at(call->kids, 0));
    if (argument_at(call->kids, 1) || !is_me(p, who) || amount->kind != N_AMOUNT) return false;
    struct node *n = node_bare(amount->a);
    bool mine = n->kind == N_INDEX && n->a->kind == N_FIELD && is_me(p, n->a->a) && n->a->symbol &&
                n->a->symbol->kind == SYM_VAR && n->a->symbol->index == p->to->m->stock_var;
    if (!mine || n->b->kind != N_NAME || amount->b->kind != N_NAME || n->b->symbol != amount->b->symbol) return false;
    words_say(p, p->another ? "you lose all your " : "lose all your "), phrase_member(p, amount->b, false);
    return true;
}

/* One card of each sort, also with a condition. */
static bool is_of_sorts(const struct node *n) {
    n = node_bare(n);
    while (n->kind == N_FILTER || n->kind == N_GENERATOR)
        n = node_bare(n->a);
    if (n->kind == N_BINARY) return is_of_sorts(n->a) && (n->number == TOKEN_MINUS || is_of_sorts(n->b));
    return n->kind == N_CALL && n->symbol && n->symbol->kind == SYM_BUILTIN && n->symbol->index == BI_sorts;
}

/* All of a set, not one of it. */
static void phrase_all(struct phraser *p, struct node *n) {
    struct context c = words_enter(p, &n);
    bool named = n->kind == N_NAME || n->kind == N_FIELD || n->type.base == VT_ZONE;
    if (n->kind == N_SET)
        phrase_items(p, n, " and ");
    else if (!(n->type.flags & VF_SET) || named)
        phrase_expr(p, n);
    else
        words_say(p, is_of_sorts(n) ? "one of each " : "every "), phrase_set(p, n, NOUN_BARE);
    words_leave(p, c);
}

/* Whom something befalls: "all players who have passed", "you and player 2". */
static void phrase_whom(struct phraser *p, struct node *n) {
    struct context c = words_enter(p, &n);
    if (n->kind == N_SET)
        phrase_items(p, n, " and ");
    else if (n->kind == N_FILTER || n->kind == N_GENERATOR)
        words_say(p, "all "), phrase_set(p, n, NOUN_MANY);
    else
        phrase_thing(p, n);
    words_leave(p, c);
}

/* How far two numbers are apart, or a number without its sign. */
static void say_abs(struct phraser *p, struct node *n) {
    struct context c = words_enter(p, &n);
    if (n->kind == N_BINARY && n->number == TOKEN_MINUS) {
        words_say(p, "the difference between "), phrase_number(p, n->a), words_say(p, " and "), phrase_number(p, n->b);
    } else {
        words_say(p, "the size of "), phrase_number(p, n), words_say(p, ", whatever its sign,");
    }
    words_leave(p, c);
}

/* "the first card in your hand that is red". False: it is one of some that are named. */
static bool says_first(struct phraser *p, struct node *call) {
    struct node *of = node_bare(call->kids);
    bool described = of && (of->kind == N_FILTER || of->kind == N_GENERATOR || of->kind == N_CALL ||
                            of->type.base == VT_ZONE || of->type.base == VT_BOARD);
    if (!described || call->kids->next) return false;
    words_say(p, "the first "), phrase_set(p, of, NOUN_BARE);
    return true;
}

static bool is_several(const struct node *n) {
    return n->type.flags || n->kind == N_GENERATOR || n->kind == N_FILTER;
}

void phrase_builtin(struct phraser *p, struct node *call) {
    struct node *who = argument_named(call->kids, call->symbol->index == BI_gain ? "to" : "by"),
                *steps = argument_at(call->kids, 1);
    if (!who) who = p->to->me;
    switch ((enum builtin)call->symbol->index) {
    case BI_gain:
    case BI_lose: {
        bool lose = call->symbol->index == BI_lose;
        if (lose && say_all_lost(p, call, who)) break;
        if (!means_me(p, who))
            phrase_thing(p, who), words_say(p, lose ? " loses " : " gains ");
        else
            words_say(p, p->another ? "you " : ""), words_say(p, lose ? "lose " : "gain ");
        all_amounts(p, call);
        break;
    }
    case BI_win:
    case BI_lost: /* you win, that player wins */
        phrase_whom(p, call->kids), words_say(p, call->symbol->index == BI_win ? " win" : " lose");
        words_say(p, means_me(p, call->kids) || is_several(call->kids) ? "" : "s"),
            words_say(p, p->purpose == FOR_RULES ? " and the game is over" : "");
        break;
    case BI_first:
        if (!says_first(p, call)) say_by_text(p, call);
        break;
    case BI_draw: say_draw(p, call); break;
    case BI_raise:
    case BI_lower:
        say_by_text(p, call), words_say(p, " ");
        if (steps)
            phrase_quantity(p, steps, false, (struct unit){.word = "steps"});
        else
            words_say(p, "1 step");
        break;
    case BI_random: { /* one of a set, or a number */
        struct node *of = argument_at(call->kids, 0);
        bool number = type_element(p->to->m, of->type).base == VT_NUMBER || of->type.base == T_RANGE;
        if (call->type.base == VT_MEMBER && of->type.base == VT_NUMBER) { /* each as likely as there are of it */
            words_say(p, "a random ");
            words_say(p, p->to->m->enums.data[call->type.of].name);
            words_say(p, " drawn from ");
            phrase_expr(p, of);
            break;
        }
        words_say(p, number ? "a random number from " : "a random ");
        if (number)
            phrase_expr(p, of);
        else
            phrase_set(p, of, NOUN_BARE);
        break;
    }
    case BI_min:
    case BI_max: {
        int32_t zero;
        bool first = words_constant(p, argument_at(call->kids, 0), &zero) && !zero,
             second = words_constant(p, steps, &zero) && !zero;
        if (call->symbol->index == BI_max && (first || second))
            phrase_number(p, first ? steps : argument_at(call->kids, 0)), words_say(p, " (at least 0)");
        else
            say_by_text(p, call);
        break;
    }
    case BI_move:
        words_say(p, "move ");
        if (call->kids->type.base == VT_ZONE) words_say(p, "all of ");
        phrase_all(p, argument_at(call->kids, 0));
        words_say(p, " to "), phrase_thing(p, argument_named(call->kids, "to"));
        if (argument_named(call->kids, "on")) words_say(p, ", on "), phrase_thing(p, argument_named(call->kids, "on"));
        break;
    case BI_peek:
    case BI_reveal:
        words_say(p, call->symbol->index == BI_peek ? "look at " : "reveal "), phrase_all(p, call->kids);
        break;
    case BI_out:
        phrase_whom(p, call->kids), words_say(p, means_me(p, call->kids) || is_several(call->kids) ? " are" : " is");
        if (argument_named(call->kids, "per")) {
            words_say(p, " out until the next ");
            phrase_expr(p, argument_named(call->kids, "per"));
        } else {
            words_say(p, " out of the game");
        }
        break;
    case BI_abs: say_abs(p, call->kids); break;
    case BI_rotate:
        say_by_text(p, call);
        if (argument_named(call->kids, "by")) {
            words_say(p, " by "),
                phrase_quantity(p, argument_named(call->kids, "by"), false, (struct unit){.word = "places"});
        }
        break;
    default: say_by_text(p, call); break;
    }
}
