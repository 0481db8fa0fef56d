/* words_cond.c: conditions: a sentence ("you have at least 5 heat"), or what is said of a candidate
 * ("that is vacant and has no owner"). */
#include "text/words_inside.h"

#include "base/english.h"
#include "lang/model/builtins.h"
#include "lang/parse/template.h"
#include "lang/parse/token.h"

#include <string.h>

static bool is_subject(struct phraser *p, struct node *n, struct subject s) {
    struct context c = words_enter(p, &n);
    bool same = s.symbol ? n->kind == N_NAME && n->symbol == s.symbol
                : s.me   ? is_me(p, n)
                         : s.card && name_is(n, "this") && !n->symbol;
    words_leave(p, c);
    return same;
}

bool subject_mentions(struct phraser *p, struct node *n, struct subject s, int depth) {
    if (!n || depth > 20) return false;
    if (n->kind == N_NAME) {
        struct node *to = n;
        struct context c = words_enter(p, &to);
        bool found = to != n && to->kind != N_NAME ? subject_mentions(p, to, s, depth + 1) : is_subject(p, to, s);
        words_leave(p, c);
        return found;
    }
    for (struct node *k = n->kids; k; k = k->next)
        if (subject_mentions(p, k, s, depth + 1)) return true;
    return subject_mentions(p, n->a, s, depth + 1) || subject_mentions(p, n->b, s, depth + 1) ||
           subject_mentions(p, n->c, s, depth + 1);
}

static void be(struct phraser *p, struct subject s, bool negate) {
    words_say(p, s.me || s.many ? "are " : "is ");
    if (negate) words_say(p, "not ");
}

static void have(struct phraser *p, struct subject s) {
    if (s.unsaid) return;
    words_say(p, s.me || s.many ? "have " : "has ");
}

/* A player has passed; a card is used. */
static bool does(struct subject s) {
    return s.me || (s.symbol && s.symbol->type.base == VT_PLAYER);
}

/* holds: "holds animals", "does not hold animals". */
static bool is_verb(const struct symbol *s) {
    return s && s->kind == SYM_CLAUSE && s->type.base == VT_MEMBER && english_is_verb(s->name);
}

/* ---- what is said of a subject; each returns false, with nothing said, when it cannot be said so */
static bool field_of(struct phraser *p, struct node *n, struct subject s) {
    return n->kind == N_FIELD && is_subject(p, n->a, s);
}

static void value_of_field(struct phraser *p, struct node *field, struct node *value) {
    struct node *v = value;
    struct context c = words_enter(p, &v);
    if (names_none(v))
        words_say(p, "no "), words_name(p, words_called(field));
    else if (is_me(p, v))
        words_say(p, "your "), words_name(p, words_called(field));
    else if (v->kind == N_FIELD && v->symbol == field->symbol)
        words_say(p, "the same "), words_name(p, words_called(field)), words_say(p, " as "), phrase_thing(p, v->a);
    else
        words_name(p, words_called(field)), words_say(p, " "), phrase_expr(p, v);
    words_leave(p, c);
}

/* owner(c) of the subject c: the player in whose zone the card lies. */
static bool owner_of(struct phraser *p, struct node *n, struct subject s) {
    bool owner = n->kind == N_CALL && n->symbol && n->symbol->kind == SYM_BUILTIN && n->symbol->index == BI_owner;
    return owner && is_subject(p, n->kids, s);
}

static void say_belongs(struct phraser *p, struct node *to, struct subject s, bool negate) {
    if (names_none(to))
        be(p, s, false), words_say(p, negate ? "somebody's" : "nobody's");
    else if (is_me(p, to))
        be(p, s, negate), words_say(p, "yours");
    else
        words_say(p, negate ? s.many ? "do not " : "does not " : ""),
            words_say(p, s.many || negate ? "belong to " : "belongs to "), phrase_expr(p, to);
}

static bool predicate_equal(struct phraser *p, struct node *n, struct subject s, bool negate) {
    bool not_equal = (n->number == TOKEN_NE) != negate;
    struct node *field = field_of(p, n->a, s) ? n->a : NULL, *value = n->b;
    if (is_subject(p, n->a, s)) {
        if (names_none(value))
            words_say(p, not_equal ? "exists" : "does not exist");
        else
            be(p, s, not_equal), phrase_expr(p, value);
        return true;
    }
    if (owner_of(p, n->a, s)) return say_belongs(p, value, s, not_equal), true;
    if (!field) return false;
    bool none = names_none(value), mine = is_me(p, value);
    if (field->a->type.base == VT_AMOUNT) { /* what the amount is of */
        be(p, s, not_equal), phrase_expr(p, value);
    } else if (is_verb(field->symbol)) {
        if (none)
            words_say(p, not_equal ? "" : "does not ");
        else if (not_equal)
            words_say(p, "does not ");
        bool base = none ? !not_equal : not_equal;
        if (base)
            words_form(p, field->name, FORM_one);
        else
            words_name(p, field->name);
        words_say(p, " ");
        if (none)
            words_say(p, "anything");
        else
            phrase_member(p, value, false);
    } else if (english_participle(words_called(field))) { /* "is reserved", "is not reserved for reed" */
        const char *name = words_called(field);
        be(p, s, none != not_equal);
        if (none)
            leaves_add(&p->said, (struct leaf){.text = name, .n = english_participle(name)});
        else
            words_name(p, name), words_say(p, " "), phrase_expr(p, value);
    } else if (mine && !strcmp(field->name, "owner")) {
        be(p, s, not_equal), words_say(p, "yours");
    } else if (!none && !not_equal && !strcmp(field->name, "owner")) {
        words_say(p, s.many ? "belong to " : "belongs to "), phrase_expr(p, value);
    } else if (none && not_equal) {
        have(p, s), words_say(p, "a "), words_name(p, words_called(field));
    } else if (not_equal) {
        words_say(p, s.me ? "do not have " : "does not have "), value_of_field(p, field, value);
    } else {
        have(p, s), value_of_field(p, field, value);
    }
    return true;
}

/* tags(c), count(ores(s)): a number that a function says of something. */
static bool counts_by_call(const struct node *n) {
    return n->kind == N_CALL || (n->kind == N_AGGREGATE && n->number == TOKEN_COUNT && n->a->kind == N_CALL);
}

/* What people call a value of a card. */
static const char *called(struct phraser *p, const struct node *field) {
    const struct symbol *s = field->symbol;
    const struct clause_info *c = s && s->kind == SYM_CLAUSE ? p->to->m->clauses.data[s->index] : NULL;
    return c && c->node->text && *c->node->text ? c->node->text : words_called(field);
}

static bool printed(struct phraser *p, const struct node *field) {
    return field->symbol && field->symbol->kind == SYM_ATTRIBUTE && words_is_adjusted(p->to->m, field->symbol);
}

static bool predicate_compare(struct phraser *p, struct node *n, struct subject s, bool negate) {
    int token = compare_flipped((int)n->number, negate);
    int32_t k;
    struct node *left = n->a;
    struct context c = words_enter(p, &left);
    bool constant = words_constant(p, n->b, &k), done = true;
    if (is_entry(left) && left->a->kind == N_NAME && is_subject(p, left->b, s)) { /* bank[t] of the candidate t */
        have(p, s), words_name(p, words_called(left->a)), words_say(p, " "), words_say(p, compare_relation(token)),
            phrase_number(p, n->b);
    } else if (constant && is_entry(left) && field_of(p, left->a, s)) {
        have(p, s), compare_how_many(p, left, token, k);
    } else if (field_of(p, left, s) && left->symbol) {
        const char *name = called(p, left);
        have(p, s);
        if (constant && english_plural(name, strlen(name))) {
            if (token == TOKEN_GT) token = TOKEN_GE, k++;
            bool none = k == 0 && (token == TOKEN_EQ || token == TOKEN_LE);
            bool some = k == 1 && token == TOKEN_GE;
            words_say(p, none ? "no " : some ? "a " : compare_relation(token));
            if (!none && !some) words_number(p, k), words_say(p, " ");
            if (k == 1 || none)
                words_form(p, name, FORM_one);
            else
                words_name(p, name);
        } else {
            words_say(p, "a "), words_say(p, printed(p, left) ? "printed " : "");
            words_name(p, name), words_say(p, " of "); /* "has a cost of at least 20" */
            words_say(p, token == TOKEN_EQ ? "" : compare_relation(token)), phrase_number(p, n->b);
        }
    } else if (constant && is_count(p, left) && !s.me && counts_by_call(left) && subject_mentions(p, left, s, 0)) {
        int spoken = p->n_spoken;
        if (s.symbol) words_speak(p, s.symbol, s.many ? AS_said : AS_it, "", s.many ? "them" : "it", false);
        if (s.symbol && p->n_spoken > spoken) p->spoken[spoken].subject = true;
        have(p, s), compare_how_many(p, left, token, k);
        p->n_spoken = spoken;
    } else {
        done = false;
    }
    words_leave(p, c);
    return done;
}

static void in_set(struct phraser *p, struct node *set) {
    if (set->type.base == VT_ZONE)
        words_say(p, "in "), phrase_thing(p, set);
    else if (set->type.base == VT_BOARD)
        words_say(p, "on "), phrase_thing(p, set);
    else if (set->type.base == VT_SPACE && names_local(set)) /* a line, say */
        words_say(p, "part of "), phrase_thing(p, set);
    else
        phrase_set(p, set, NOUN_A);
}

static bool predicate_in(struct phraser *p, struct node *n, struct subject s, bool negate) {
    bool out = (n->number == TOKEN_NOT) != negate;
    if (is_subject(p, n->a, s)) {
        be(p, s, out), in_set(p, n->b);
        return true;
    }
    if (!field_of(p, n->a, s) || n->b->kind != N_SET) return false;
    bool verb = is_verb(n->a->symbol);
    if (verb && out)
        words_say(p, "does not "), words_form(p, n->a->name, FORM_one), words_say(p, " ");
    else if (verb)
        words_name(p, n->a->name), words_say(p, " ");
    else if (out)
        words_say(p, s.me ? "do not have " : "does not have ");
    else
        have(p, s);
    for (struct node *k = n->b->kids; k; k = k->next) {
        if (k != n->b->kids) words_say(p, k->next ? ", " : " or ");
        if (verb)
            phrase_member(p, k, false);
        else
            value_of_field(p, n->a, k);
    }
    return true;
}

/* Is the first parameter what the template leaves out, because it is the subject? */
static bool template_of_subject(const struct function *f) {
    if (!f->node->text || !f->n_params || f->result.base != VT_BOOL) return false;
    int base = f->params[0]->type.base;
    return (base == VT_CARD || base == VT_SPACE || base == VT_PLAYER) &&
           !template_mentions(f->node->text, f->params[0]->name);
}

static void say_template(struct phraser *p, struct node *call, struct function *f, struct sentence_form form) {
    struct meaning meanings[MAX_PARAMETERS];
    struct context c = words_bind(p, f->params, f->n_params, call->kids, call, meanings);
    words_spoke_of(p, f);
    words_sentence(p, f->node, f->node->text, form);
    words_leave(p, c);
}

static bool predicate(struct phraser *p, struct node *n, struct subject s, bool negate);

/* The rule `do`, or one with an empty label: what a card does, without a name for it. */
static bool has_no_label(struct phraser *p, const struct node *rule) {
    const struct symbol *s = rule->symbol;
    if (!s || s->kind != SYM_RULE) return false;
    const char *label = p->to->m->clauses.data[s->index]->node->text;
    return label ? !*label : !strcmp(s->name, "do");
}

static bool predicate_call(struct phraser *p, struct node *n, struct subject s, bool negate) {
    struct symbol *f_symbol = n->symbol;
    if (f_symbol && f_symbol->kind == SYM_BUILTIN && f_symbol->index == BI_defined) {
        struct node *rule = n->kids;
        if (!rule || !field_of(p, rule, s)) return false;
        if (has_no_label(p, rule)) {
            words_say(p, s.many ? "do " : "does "), words_say(p, negate ? "nothing" : "something");
            return true;
        }
        have(p, s), words_say(p, negate ? "no " : "a ");
        words_name(p, rule->symbol && rule->symbol->kind == SYM_RULE ? rule_label(p, rule->symbol) : rule->name);
        return true;
    }
    if (f_symbol && f_symbol->kind == SYM_BUILTIN && f_symbol->index == BI_same && n->kids && n->kids->next) {
        bool first = is_subject(p, n->kids, s), second = is_subject(p, n->kids->next, s);
        if (first == second) return false;
        be(p, s, negate), words_say(p, "the same as "), phrase_thing(p, first ? n->kids->next : n->kids);
        return true;
    }
    struct function *f = f_symbol && f_symbol->kind == SYM_DEF ? p->to->m->functions.data[f_symbol->index] : NULL;
    if (!f) return false;
    if (f->node->text) {
        if (!template_of_subject(f)) return false;
        struct node *first = argument_named(n->kids, f->params[0]->name);
        if (!first && n->kids && n->kids->kind != N_ARG) first = n->kids;
        if (!first || !is_subject(p, first, s)) return false;
        struct template_sentence words = template_parse(f->node->text);
        bool own = words.of_it; /* its verb is its own */
        if (words.kind == VERB_other && negate) return false;
        if (!own) be(p, s, negate);
        say_template(p, n, f, (struct sentence_form){own && negate, own && s.many, own});
        return true;
    }
    if (!f->node->c || p->depth > 10 || p->work > MAX_WORK) return false;
    struct meaning meanings[MAX_PARAMETERS];
    struct context c = words_bind(p, f->params, f->n_params, n->kids, n, meanings);
    p->depth++;
    bool done = predicate(p, f->node->c, s, negate);
    p->depth--;
    words_leave(p, c);
    return done;
}

static bool predicate_near(struct phraser *p, struct node *n, struct subject s, bool negate) {
    struct node *g = n->a;
    if (n->number != TOKEN_ANY || g->kind != N_GENERATOR || g->a->kind != N_CALL) return false;
    struct symbol *b = g->a->symbol;
    if (!b || b->kind != SYM_BUILTIN || b->index != BI_near || !is_subject(p, g->a->kids, s)) return false;
    be(p, s, false), words_say(p, negate ? "next to no " : "next to a "), words_name(p, noun_of(p, g->a->type));
    phrase_that(p, (struct candidate){g->symbol, g->b, n->b, false});
    return true;
}

const char *truth_text(const struct node *n) {
    const struct symbol *s = n->symbol;
    return s && s->kind == SYM_VAR && s->type.base == VT_BOOL && s->node ? s->node->text : NULL;
}

static bool predicate_truth(struct phraser *p, struct node *n, struct subject s, bool negate) {
    const char *text = truth_text(n);
    if (!text) return false;
    bool own = template_parse(text).of_it; /* its verb is its own */
    if (!own) be(p, s, negate);
    words_sentence(p, n->symbol->node, text, (struct sentence_form){own && negate, s.many || s.me, own});
    return true;
}

static bool predicate(struct phraser *p, struct node *n, struct subject s, bool negate) {
    struct context c = words_enter(p, &n);
    bool done = false;
    switch (n->kind) {
    case N_NOT: done = predicate(p, n->a, s, !negate); break;
    case N_CALL: done = predicate_call(p, n, s, negate); break;
    case N_AGGREGATE: done = predicate_near(p, n, s, negate); break;
    case N_FIELD:
        if (!field_of(p, n, s) || n->type.base != VT_BOOL || (n->symbol && n->symbol->kind == SYM_CLAUSE)) break;
        if ((done = predicate_truth(p, n, s, negate))) break;
        if (strchr(n->name, '_'))
            be(p, s, negate), words_say(p, "marked ");
        else if (does(s) && english_participle(n->name))
            have(p, s), words_say(p, negate ? "not " : "");
        else
            be(p, s, negate);
        words_name(p, n->name);
        done = true;
        break;
    case N_BINARY:
        if (n->number == TOKEN_AND || n->number == TOKEN_OR) {
            struct mark m = words_mark(p);
            bool both = (n->number == TOKEN_AND) != negate;
            done =
                predicate(p, n->a, s, negate) && (words_say(p, both ? " and " : " or "), predicate(p, n->b, s, negate));
            if (!done) words_rewind(p, m);
        } else if (n->number == TOKEN_IS) {
            if (!(done = is_subject(p, n->a, s))) break;
            be(p, s, negate), phrase_set(p, n->b, NOUN_A);
        } else if (n->number == TOKEN_IN || n->number == TOKEN_NOT) {
            done = predicate_in(p, n, s, negate);
        } else if (is_comparison(n) && is_number_node(n->a)) {
            done = predicate_compare(p, n, s, negate);
        } else if (is_comparison(n)) {
            done = predicate_equal(p, n, s, negate);
        }
        break;
    default: break;
    }
    words_leave(p, c);
    return done;
}

/* ---- candidates */
enum { MAX_PARTS = 256 }; /* more than conditions can be nested */

static int conjuncts(struct phraser *p, struct node *n, struct node **out, int count) {
    int32_t yes;
    n = node_bare(n);
    if (!n || count == MAX_PARTS || (words_constant(p, n, &yes) && yes)) return count;
    if (n->kind == N_BINARY && n->number == TOKEN_AND) return conjuncts(p, n->b, out, conjuncts(p, n->a, out, count));
    out[count++] = n;
    return count;
}

bool phrase_predicates(struct phraser *p, struct node *condition, const struct symbol *candidate) {
    struct node *parts[MAX_PARTS];
    struct mark m = words_mark(p);
    struct subject s = {.symbol = candidate};
    int n = conjuncts(p, condition, parts, 0), spoken = p->n_spoken;
    words_speak(p, candidate, AS_it, "", "it", false);
    bool good = n > 0;
    for (int i = 0; good && i < n; i++) {
        if (i) words_say(p, i == n - 1 ? " and " : ", ");
        good = predicate(p, parts[i], s, false);
    }
    p->n_spoken = spoken;
    if (!good) words_rewind(p, m);
    return good;
}

static bool is_plain_number(struct type t) {
    return t.base == VT_NUMBER && !t.flags;
}

/* Something else is "it" already: a number beside it has a label. */
static bool it_is_taken(const struct phraser *p) {
    for (int i = 0; i < p->n_spoken; i++)
        if (p->spoken[i].as == AS_it) return true;
    return false;
}

void phrase_that(struct phraser *p, struct candidate c) {
    struct node *parts[MAX_PARTS];
    int n = conjuncts(p, c.more, parts, conjuncts(p, c.where, parts, 0)), spoken = p->n_spoken, said = 0;
    bool later[MAX_PARTS] = {false};
    bool player = c.symbol && c.symbol->type.base == VT_PLAYER;
    struct subject s = {.symbol = c.symbol, .many = c.many};
    if (player)
        words_speak(p, c.symbol, AS_that, "that ", "player", false);
    else if (n && c.symbol && is_plain_number(c.symbol->type) && it_is_taken(p))
        words_say(p, " ("), words_say_label(p, c.symbol), words_say(p, ")");
    else
        words_speak(p, c.symbol, AS_it, "", "it", false);
    for (int i = 0; i < n; i++) {
        struct mark m = words_mark(p);
        words_say(p, said ? " and " : player ? " who " : " that ");
        if (predicate(p, parts[i], s, false))
            said++;
        else
            words_rewind(p, m), later[i] = true;
    }
    for (int i = 0, first = 1; i < n; i++) {
        if (!later[i]) continue;
        words_say(p, first ? said ? " and where " : " where " : " and ");
        phrase_condition(p, parts[i], false);
        first = 0;
    }
    p->n_spoken = spoken;
}

/* ---- sentences */
/* Where a noun is wanted, that there is one goes without saying. */
static void there_is(struct phraser *p, const char *article) {
    words_say(p, p->purpose == FOR_VALUE ? "" : "there is "), words_say(p, article);
}

static void condition_of_set(struct phraser *p, struct node *n, bool negate) {
    struct node *g = n->a;
    bool any = n->number == TOKEN_ANY, generator = g->kind == N_GENERATOR;
    struct node *source = generator ? g->a : g;
    if (any) {
        bool list = source->kind == N_FIELD && (source->type.flags & VF_LIST) && generator;
        struct mark m = words_mark(p);
        if (list) { /* "one of its gifts is wood" */
            words_say(p, negate ? "none of " : "one of "), phrase_set(p, source, NOUN_MANY), words_say(p, " ");
            if (phrase_predicates(p, n->b ? n->b : g->b, g->symbol)) return;
            words_rewind(p, m);
        }
        there_is(p, negate ? "no " : "");
        phrase_set(p, source, negate ? NOUN_BARE : NOUN_A);
        if (generator) phrase_that(p, (struct candidate){g->symbol, g->b, n->b, false});
        return;
    }
    if (negate && generator && n->b) { /* one of them is otherwise */
        struct node contrary = {.kind = N_NOT, .a = n->b, .type = n->b->type, .at = n->b->at};
        there_is(p, "");
        phrase_set(p, source, NOUN_A);
        phrase_that(p, (struct candidate){g->symbol, g->b, &contrary, false});
        return;
    }
    words_say(p, negate ? "not every " : "every ");
    if (names_local(source) && source->type.flags)
        words_say(p, noun_of(p, element_type(p, source))), words_say(p, " of "), phrase_thing(p, source);
    else
        phrase_set(p, source, NOUN_BARE);
    if (!generator) return;
    phrase_that(p, (struct candidate){g->symbol, .where = g->b});
    words_say(p, " ");
    if (n->b && !phrase_predicates(p, n->b, g->symbol)) {
        int spoken = p->n_spoken;
        words_speak(p, g->symbol, AS_it, "", "it", false);
        words_say(p, "fulfils: "), phrase_condition(p, n->b, false);
        p->n_spoken = spoken;
    }
}

/* Whom a condition is about, when that is somebody: "you", "this card", a local. */
static struct node *find_subject(struct phraser *p, struct node *n) {
    if (n->kind == N_BINARY) n = n->a;
    if (is_number_node(n) && counts_by_call(n)) { /* "that card has at least 1 tag" */
        struct node *call = n->kind == N_CALL ? n : n->a;
        if (!call->symbol || call->symbol->kind == SYM_BUILTIN) return NULL;
        for (struct node *k = call->kids; k; k = k->next) {
            struct node *to = k->kind == N_ARG ? k->a : k;
            bool thing = to->type.base == VT_CARD || to->type.base == VT_SPACE;
            if (thing && !to->type.flags && to->kind == N_NAME && to->symbol && to->symbol->kind == SYM_LOCAL)
                return to;
        }
        return NULL;
    }
    if (n->kind == N_CALL && n->symbol && n->symbol->kind == SYM_DEF) {
        struct function *f = p->to->m->functions.data[n->symbol->index];
        return template_of_subject(f) && n->kids ? (n->kids->kind == N_ARG ? n->kids->a : n->kids) : NULL;
    }
    if (n->kind == N_CALL && n->kids && n->kids->kind == N_FIELD) n = n->kids;
    if (n->kind == N_INDEX) n = n->a;
    return n->kind == N_FIELD ? n->a : NULL;
}

/* Whether the player whom an `ask` looked for was found. */
static bool says_who_wants(struct phraser *p, const struct node *n, bool negate) {
    if (n->kind != N_BINARY || (n->number != TOKEN_EQ && n->number != TOKEN_NE)) return false;
    const struct node *who = node_bare(n->a), *none = node_bare(n->b);
    bool asked = who->kind == N_NAME && who->symbol && who->symbol->kind == SYM_LOCAL && who->symbol->node &&
                 who->symbol->node->kind == N_ASK;
    if (!asked || !name_is(none, "none") || none->symbol) return false;
    words_say(p, (n->number == TOKEN_NE) != negate ? "somebody said yes" : "nobody said yes");
    return true;
}

static bool sentence(struct phraser *p, struct node *n, bool negate) {
    if (says_who_wants(p, n, negate)) return true;
    struct node *who = find_subject(p, n);
    if (!who && n->kind == N_BINARY && !is_number_node(n->a)) who = n->a;
    if (!who) return false;
    struct node *named = who;
    struct context c = words_enter(p, &who);
    bool me = is_me(p, who);
    words_leave(p, c);
    struct subject s = {.symbol =
                            who->kind == N_NAME && who->symbol && who->symbol->kind == SYM_LOCAL ? who->symbol : NULL,
                        .me = me,
                        .card = name_is(who, "this") && !who->symbol};
    if (!s.symbol && !s.me && !s.card) return false;
    struct mark m = words_mark(p);
    s.unsaid = p->purpose == FOR_VALUE && s.me && is_comparison(n) && is_number_node(n->a);
    if (!s.unsaid) phrase_thing(p, named), words_say(p, " ");
    if (predicate(p, n, s, negate)) return true;
    words_rewind(p, m);
    return false;
}

/* Of an `if`: it happens, and then its result is looked at. */
static void say_result(struct phraser *p, struct node *call) {
    words_say(p, "the result of \""), phrase_call(p, call), words_say(p, "\"");
}

static void condition_of_call(struct phraser *p, struct node *n, bool negate) {
    struct symbol *s = n->symbol;
    struct function *f = s && (s->kind == SYM_DEF || s->kind == SYM_VALUE) ? p->to->m->functions.data[s->index] : NULL;
    if (f && !f->node->text && f->node->c && f->kind == SYM_DEF && p->depth < 12 && p->work <= MAX_WORK) {
        struct meaning meanings[MAX_PARAMETERS];
        struct context c = words_bind(p, f->params, f->n_params, n->kids, n, meanings);
        p->depth++, phrase_condition(p, f->node->c, negate), p->depth--;
        words_leave(p, c);
        return;
    }
    struct node *rule = s && s->kind == SYM_BUILTIN && s->index == BI_defined ? n->kids : NULL;
    if (rule && rule->kind == N_FIELD && rule->symbol && rule->symbol->kind == SYM_RULE) {
        phrase_thing(p, rule->a);
        if (has_no_label(p, rule))
            words_say(p, negate ? " does nothing" : " does something");
        else
            words_say(p, negate ? " has no " : " has a "), words_name(p, rule_label(p, rule->symbol));
        return;
    }
    if (node_is_possible(n)) {
        struct node *by = argument_named(n->kids, "by");
        p->to->says_possible = true;
        if (by)
            phrase_thing(p, by);
        else
            words_say(p, "you");
        words_say(p, negate ? " cannot " : " can "), phrase_expr(p, argument_at(n->kids, 0));
        return;
    }
    if (words_acting(p, n)) {
        say_result(p, n), words_say(p, negate ? " is no" : " is yes");
        return;
    }
    if (f && f->node->text && negate) {
        say_template(p, n, f, (struct sentence_form){.negate = true});
        return;
    }
    if (negate) words_say(p, "not ");
    phrase_call(p, n);
}

/* A part of "and" or "or"; an "or" inside an "and" says where it begins. */
static void condition_of_part(struct phraser *p, struct node *n, bool negate, bool both) {
    struct node *part = node_bare(n);
    bool inner = part->kind == N_BINARY && (part->number == TOKEN_AND || part->number == TOKEN_OR);
    bool or = inner && (part->number == TOKEN_OR) != negate;
    struct mark m = words_mark(p);
    if (both && or) words_say(p, "either ");
    phrase_condition(p, n, negate);
    if (depends(p, part)) words_bracket(p, m); /* what "otherwise" holds would not end */
}

/* if roll() > 3: ... */
static void condition_of_result(struct phraser *p, struct node *n, int token) {
    bool same = token == TOKEN_EQ || token == TOKEN_NE;
    say_result(p, node_bare(n->a));
    words_say(p, token == TOKEN_NE ? " is not " : " is "), words_say(p, same ? "" : compare_relation(token));
    phrase_expr(p, n->b);
}

static void condition_of_two(struct phraser *p, struct node *n, bool negate) {
    int token = compare_flipped((int)n->number, negate);
    int32_t yes;
    if (is_comparison(n) && words_acting(p, node_bare(n->a))) {
        condition_of_result(p, n, token);
        return;
    }
    if (n->number == TOKEN_AND || n->number == TOKEN_OR) {
        bool both = (n->number == TOKEN_AND) != negate;
        if (words_constant(p, n->a, &yes))
            phrase_condition(p, n->b, negate);
        else if (words_constant(p, n->b, &yes))
            phrase_condition(p, n->a, negate);
        else
            condition_of_part(p, n->a, negate, both), words_say(p, both ? " and " : " or "),
                condition_of_part(p, n->b, negate, both);
    } else if (is_comparison(n) && is_number_node(n->a)) {
        compare_numbers(p, n, token);
    } else if (n->number == TOKEN_IN || n->number == TOKEN_NOT) {
        phrase_expr(p, n->a), words_say(p, (n->number == TOKEN_NOT) != negate ? " is not " : " is "), in_set(p, n->b);
    } else if (n->number == TOKEN_IS) {
        phrase_expr(p, n->a), words_say(p, negate ? " is not " : " is "), phrase_set(p, n->b, NOUN_A);
    } else if (names_none(n->b) && n->a->kind == N_NAME && n->a->symbol && n->a->symbol->kind == SYM_VAR) {
        there_is(p, token == TOKEN_NE ? "a " : "no "), words_name(p, words_called(n->a));
    } else if (n->a->type.base == VT_BOOL && !n->a->type.flags && is_comparison(n)) { /* both hold, or both do not */
        phrase_condition(p, n->a, false), words_say(p, " exactly if "), phrase_condition(p, n->b, token == TOKEN_NE);
    } else {
        phrase_expr(p, n->a), words_say(p, token == TOKEN_NE ? " is not " : " is "), phrase_expr(p, n->b);
    }
}

void phrase_condition(struct phraser *p, struct node *n, bool negate) {
    struct context c = words_enter(p, &n);
    int32_t yes;
    if (p->depth++ > 20)
        words_say(p, WORDS_SEE);
    else if (n->kind == N_NOT)
        phrase_condition(p, n->a, !negate);
    else if (words_constant(p, n, &yes))
        words_say(p, (yes != 0) != negate ? "always" : "never");
    else if (n->kind == N_BINARY && (n->number == TOKEN_AND || n->number == TOKEN_OR))
        condition_of_two(p, n, negate);
    else if (n->kind == N_AGGREGATE && (n->number == TOKEN_ANY || n->number == TOKEN_ALL))
        condition_of_set(p, n, negate);
    else if (sentence(p, n, negate))
        (void)0;
    else if (n->kind == N_BINARY)
        condition_of_two(p, n, negate);
    else if (n->kind == N_CALL)
        condition_of_call(p, n, negate);
    else if (n->kind == N_COND) {
        phrase_condition(p, n->b, negate), words_say(p, " if "), phrase_condition(p, n->a, false);
        words_say(p, ", otherwise "), phrase_condition(p, n->c, negate);
    } else if (n->kind == N_FIELD && n->symbol && n->symbol->kind == SYM_CLAUSE && p->purpose != FOR_PLAY) {
        words_say(p, "what "), phrase_thing(p, n->a), words_say(p, " "), words_name(p, n->name);
        words_say(p, negate ? " is not fulfilled" : " is fulfilled");
    } else if (names_local(n) && words_spoken(p, n->symbol)) {
        phrase_thing(p, n), words_say(p, negate ? " is no" : " is yes");
    } else if (n->kind == N_NAME && truth_text(n)) { /* of the table: "the gate is open" */
        words_sentence(p, n->symbol->node, truth_text(n), (struct sentence_form){.negate = negate});
    } else if (p->purpose == FOR_RULES && n->kind == N_NAME && n->symbol && n->symbol->kind == SYM_VAR) {
        words_name(p, n->name), words_say(p, negate ? " is no" : " is yes");
    } else {
        if (negate) words_say(p, "not ");
        phrase_thing(p, n);
    }
    p->depth--;
    words_leave(p, c);
}
