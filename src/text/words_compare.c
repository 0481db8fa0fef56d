/* words_compare.c: numbers compared: "you have at least 5 heat", "the deck has no cards", "X is less than 3". */
#include "text/words_inside.h"

#include "base/english.h"
#include "lang/model/builtins.h"
#include "lang/parse/template.h"
#include "lang/parse/token.h"

#include <string.h>

int compare_flipped(int token, bool negate) {
    static const int pairs[][2] = {{TOKEN_EQ, TOKEN_NE}, {TOKEN_LT, TOKEN_GE}, {TOKEN_GT, TOKEN_LE}};
    for (size_t i = 0; negate && i < 3; i++) {
        if (token == pairs[i][0]) return pairs[i][1];
        if (token == pairs[i][1]) return pairs[i][0];
    }
    return token;
}

bool is_comparison(const struct node *n) {
    if (n->kind != N_BINARY) return false;
    return n->number == TOKEN_EQ || n->number == TOKEN_NE || n->number == TOKEN_LT || n->number == TOKEN_LE ||
           n->number == TOKEN_GT || n->number == TOKEN_GE;
}

bool is_number_node(const struct node *n) {
    return !n->type.flags && (n->type.base == VT_NUMBER || n->type.base == VT_TRACK);
}

const char *compare_relation(int token) {
    switch (token) {
    case TOKEN_EQ: return "exactly ";
    case TOKEN_LT: return "less than ";
    case TOKEN_LE: return "at most ";
    case TOKEN_GT: return "more than ";
    case TOKEN_GE: return "at least ";
    default: return "not exactly ";
    }
}

bool phrase_bound(struct phraser *p, struct node *condition, const struct symbol *parameter) {
    int32_t k;
    if (!condition || !is_comparison(condition) || condition->number == TOKEN_NE) return false;
    if (condition->a->kind != N_NAME || condition->a->symbol != parameter || !words_constant(p, condition->b, &k))
        return false;
    words_say(p, condition->number == TOKEN_EQ ? "" : compare_relation(condition->number)), words_number(p, k);
    return true;
}

/* Is one of it called differently from several? */
static bool countable(struct phraser *p, struct node *n) {
    if (n->kind == N_AGGREGATE && n->number == TOKEN_COUNT) return true;
    struct mark m = words_mark(p);
    phrase_per(p, n);
    struct said one = words_take(p, m);
    phrase_number(p, n);
    struct said many = words_take(p, m);
    words_rewind(p, m);
    return !said_same(one, many);
}

/* One kind of what somebody has: its owner is the subject, or said after. */
static void say_entry(struct phraser *p, struct node *n, bool one) {
    bool stock = n->a->symbol && n->a->symbol->index == p->to->m->stock_var;
    phrase_member(p, n->b, one || !stock);
    if (!stock) words_say(p, " "), words_name(p, words_called(n->a));
}

static bool is_owned_entry(const struct node *n) {
    return is_entry(n) && n->a->kind == N_FIELD;
}

/* "at least 2 cities in play", "no city next to it": how many of what is counted. */
void compare_how_many(struct phraser *p, struct node *counted, int token, int32_t k) {
    if (token == TOKEN_GT) token = TOKEN_GE, k++;
    if (token == TOKEN_LT) token = TOKEN_LE, k--;
    if ((token == TOKEN_EQ || token == TOKEN_LE) && k == 0) {
        struct context c = words_enter(p, &counted);
        words_say(p, "no "), is_owned_entry(counted) ? say_entry(p, counted, true) : phrase_per(p, counted);
        words_leave(p, c);
        return;
    }
    if (token == TOKEN_NE && k == 0) token = TOKEN_GE, k = 1;
    struct node *n = counted;
    struct context c = words_enter(p, &n);
    bool stock = is_entry(n), article = token == TOKEN_GE && k == 1 && !stock && countable(p, n);
    if (article) /* "a city next to it" */
        words_say(p, "a ");
    else
        words_say(p, compare_relation(token)), words_number(p, k), words_say(p, " ");
    if (k == 1 && !stock)
        phrase_per(p, n);
    else if (is_owned_entry(n))
        say_entry(p, n, k == 1);
    else
        phrase_number(p, n);
    words_leave(p, c);
}

bool counted_of_you(struct phraser *p, struct node *n) {
    if (n->kind != N_CALL || !n->symbol || n->symbol->kind != SYM_DEF) return false;
    struct function *f = p->to->m->functions.data[n->symbol->index];
    struct symbol *last = f->n_params ? f->params[f->n_params - 1] : NULL;
    if (!f->node->text || template_says_you(f->node->text)) return false;
    struct meaning meanings[MAX_PARAMETERS];
    struct context c = words_bind(p, f->params, f->n_params, n->kids, n, meanings);
    const struct meaning *m = last && last->type.base == VT_PLAYER ? words_meaning(p, last) : NULL;
    bool yours = m ? m->deflt && m->value && is_me(p, m->value)
                   : subject_mentions(p, f->node->c, (struct subject){.me = true}, 0);
    words_leave(p, c);
    return yours;
}

/* "there are at least 2 huts", "you have at least 2 tags": whose it is, or that it is there. */
static void say_there(struct phraser *p, struct node *counted, int token, int32_t k) {
    if (p->purpose == FOR_VALUE) return;
    if (token == TOKEN_GT) k++;
    if (token == TOKEN_LT) k--;
    bool one = k == 1 || (k == 0 && token != TOKEN_GE);
    words_say(p, counted_of_you(p, counted) ? "you have " : one ? "there is " : "there are ");
}

/* A parameter that stands for a label. */
static bool labelled(struct phraser *p, const struct symbol *s) {
    const struct meaning *m = words_meaning(p, s);
    return m && m->value && m->value->kind == N_NAME && m->value->symbol && words_spoken(p, m->value->symbol);
}

/* "the round is odd", "the round is a multiple of 3": what a remainder means. */
static bool say_remainder(struct phraser *p, struct node *left, struct node *right, int token) {
    int32_t by, rest;
    struct node *n = node_bare(left);
    if (n->kind != N_BINARY || n->number != TOKEN_PERCENT || (token != TOKEN_EQ && token != TOKEN_NE)) return false;
    if (!words_constant(p, n->b, &by) || !words_constant(p, right, &rest) || by < 2) return false;
    if (rest != 0 && !(by == 2 && rest == 1)) return false;
    phrase_number(p, n->a);
    if (by == 2) {
        words_say(p, (rest == 1) == (token == TOKEN_EQ) ? " is odd" : " is even");
    } else {
        words_say(p, token == TOKEN_EQ ? " is a multiple of " : " is no multiple of "), words_number(p, by);
    }
    return true;
}

void compare_numbers(struct phraser *p, struct node *n, int token) {
    int32_t k;
    struct node *left = n->a;
    struct context c = words_enter(p, &left);
    if (say_remainder(p, left, n->b, token)) {
        words_leave(p, c);
        return;
    }
    bool of_someone = is_owned_entry(left);
    bool constant = words_constant(p, n->b, &k);
    bool owned = left->kind == N_FIELD && is_count(p, left) && left->a->type.base == VT_PLAYER;
    if (constant && owned) { /* "that player has at least 3 lives" */
        phrase_thing(p, left->a), words_say(p, is_me(p, left->a) ? " have " : " has ");
        if (token == TOKEN_GT) token = TOKEN_GE, k++;
        if (token == TOKEN_LT) token = TOKEN_LE, k--;
        words_say(p, compare_relation(token)), words_number(p, k), words_say(p, " ");
        if (k == 1)
            words_form(p, words_called(left), FORM_one);
        else
            words_name(p, words_called(left));
        words_leave(p, c);
        return;
    }
    if (constant && is_count(p, left)) {
        if (of_someone && !is_me(p, left->a->a))
            phrase_thing(p, left->a->a), words_say(p, " has ");
        else if (!of_someone)
            say_there(p, left, token, k);
        compare_how_many(p, left, token, k);
        words_leave(p, c);
        return;
    }
    struct node *right = node_bare(n->b);
    bool local = right->kind == N_NAME && right->symbol && !words_constant(p, right, &k) &&
                 (words_spoken(p, right->symbol) || labelled(p, right->symbol));
    if (p->purpose == FOR_RULES && local && is_count(p, left) && !of_someone) { /* "you have at least X tags" */
        say_there(p, left, token, 2), words_say(p, compare_relation(token)), phrase_number(p, n->b), words_say(p, " ");
        phrase_number(p, left);
        words_leave(p, c);
        return;
    }
    phrase_number(p, left);
    words_leave(p, c);
    bool same = token == TOKEN_EQ || token == TOKEN_NE;
    words_say(p, same ? token == TOKEN_EQ ? " is " : " is not " : p->purpose == FOR_VALUE ? " " : " is ");
    if (!same) words_say(p, compare_relation(token));
    struct mark m = words_mark(p);
    phrase_number(p, n->b);
    if (depends(p, n->b)) words_bracket(p, m);
}
