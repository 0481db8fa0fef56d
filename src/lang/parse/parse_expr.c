/* parse_expr.c: expressions, by precedence climbing; and the argument lists of calls.
 *
 * Every function leaves in p->height how deep the tree it returned is; see parse_internal.h.
 */
#include "lang/parse/parse_internal.h"

#include <string.h>

static struct node *binary(struct parser *p, int above);

/* Sets the height of a node built on parts of height `parts`; fails when the tree becomes too deep. */
static struct node *raised(struct parser *p, struct node *n, unsigned parts) {
    p->height = parts + 1;
    if (p->depth + p->height <= PARSE_DEPTH + 1) return n; /* + 1: what encloses the node has been entered */
    return parse_fail_at(p, n->at, DIAG_too_deep, "this expression is nested or chained more than %d levels deep",
                         PARSE_DEPTH);
}

static void widen(unsigned *parts, unsigned height) {
    if (height > *parts) *parts = height;
}

/* ---- what can begin an operand */

bool parse_starts_operand(const struct token *t) {
    switch ((enum token_kind)t->kind) {
    case TOKEN_NUMBER:
    case TOKEN_NAME:
    case TOKEN_TEXT:
    case TOKEN_LPAREN:
    case TOKEN_LBRACKET:
    case TOKEN_MINUS:
    case TOKEN_NOT:
    case TOKEN_IF:
    case TOKEN_NONE:
    case TOKEN_TRUE:
    case TOKEN_FALSE:
    case TOKEN_ME:
    case TOKEN_THIS:
    case TOKEN_COUNT:
    case TOKEN_SUM:
    case TOKEN_ANY:
    case TOKEN_ALL:
    case TOKEN_MOST:
    case TOKEN_LEAST:
    case TOKEN_UPTO: return true;
    default: return false;
    }
}

/* ---- sets, aggregates, conditions */

static bool can_bind(const struct node *n) {
    return n->kind == N_NAME && n->number == 0;
}

/* After the bound name: `in source [where condition]`. */
static struct node *generator(struct parser *p, const struct node *bound) {
    struct node *g = parse_node(p, N_GENERATOR, bound->at);
    unsigned parts = 0;
    g->name = bound->name;
    parse_advance(p); /* in */
    if (!(g->a = binary(p, 4))) return NULL;
    widen(&parts, p->height);
    if (parse_accept(p, TOKEN_WHERE)) {
        if (!(g->b = parse_expr(p))) return NULL;
        widen(&parts, p->height);
    }
    return raised(p, g, parts);
}

/* Inside the parentheses of an aggregate. */
static struct node *aggregate_body(struct parser *p, struct node *n, const struct token *open) {
    unsigned parts;
    if (!(n->a = binary(p, 4))) return NULL;
    bool generated = parse_kind(p) == TOKEN_IN && can_bind(n->a);
    if (generated && !(n->a = generator(p, n->a))) return NULL;
    parts = p->height;
    if (generated && parse_accept(p, TOKEN_COLON)) {
        if (!(n->b = parse_expr(p))) return NULL;
        widen(&parts, p->height);
    }
    if (!parse_accept(p, TOKEN_RPAREN))
        return parse_fail_close(
            p, open, generated ? n->b || n->a->b ? "\")\"" : "\"where\", \":\" or \")\"" : "\"in\" or \")\"");
    n->at = parse_span(p, n->at);
    return raised(p, n, parts);
}

static struct node *aggregate(struct parser *p) {
    struct token word = *parse_advance(p);
    struct node *n = parse_node(p, N_AGGREGATE, word.at);
    n->number = word.kind;
    if (parse_kind(p) != TOKEN_LPAREN) {
        char wanted[40];
        snprintf(wanted, sizeof wanted, "\"(\" after \"%s\"", token_spelling((enum token_kind)word.kind));
        return parse_fail(p, wanted);
    }
    struct token open, outer;
    if (!parse_open(p, &open, &outer)) return NULL;
    n = aggregate_body(p, n, &open);
    parse_close(p, &outer);
    return n;
}

static struct node *set_body(struct parser *p, const struct token *open) {
    struct node *n = parse_node(p, N_SET, open->at);
    struct node_list members = {0};
    unsigned parts = 0;
    if (parse_kind(p) != TOKEN_RBRACKET) {
        struct node *e = binary(p, 4);
        if (!e) return NULL;
        if (parse_kind(p) == TOKEN_IN && can_bind(e)) {
            n->kind = N_FILTER;
            if (!(n->a = generator(p, e))) return NULL;
        } else {
            parse_list_add(&members, e);
        }
        parts = p->height;
        while (n->kind == N_SET && parse_accept(p, TOKEN_COMMA)) {
            if (!(e = parse_expr(p))) return NULL;
            widen(&parts, p->height);
            parse_list_add(&members, e);
        }
        if (parse_kind(p) != TOKEN_RBRACKET)
            return parse_fail_close(p, open,
                                    n->kind == N_FILTER ? n->a->b ? "\"]\"" : "\"where\" or \"]\"" : "\",\" or \"]\"");
    }
    parse_advance(p);
    n->kids = members.head;
    n->at = parse_span(p, n->at);
    return raised(p, n, parts);
}

static struct node *paren_body(struct parser *p, const struct token *open) {
    struct node *n = parse_node(p, N_PAREN, open->at);
    if (!(n->a = parse_expr(p))) return NULL;
    unsigned parts = p->height;
    if (!parse_accept(p, TOKEN_RPAREN)) return parse_fail_close(p, open, "\")\"");
    n->at = parse_span(p, n->at);
    return raised(p, n, parts);
}

static struct node *bracketed(struct parser *p) {
    struct token open, outer;
    if (!parse_open(p, &open, &outer)) return NULL;
    struct node *n = open.kind == TOKEN_LPAREN ? paren_body(p, &open) : set_body(p, &open);
    parse_close(p, &outer);
    return n;
}

/* At "then". A line that begins with `if` turns out to be an expression only here, hence the condition is given. */
struct node *parse_cond(struct parser *p, struct token start, struct node *condition) {
    struct node *n = parse_node(p, N_COND, start.at);
    unsigned parts = p->height;
    n->a = condition;
    if (!parse_expect(p, TOKEN_THEN, NULL) || !(n->b = parse_expr(p))) return NULL;
    widen(&parts, p->height);
    if (!parse_expect(p, TOKEN_ELSE, "\"else\": a choice between two values has both") || !parse_enter(p)) return NULL;
    n->c = parse_expr(p);
    parse_leave(p);
    if (!n->c) return NULL;
    widen(&parts, p->height);
    n->at = parse_span(p, n->at);
    return raised(p, n, parts);
}

static struct node *conditional(struct parser *p) {
    struct token start = *parse_advance(p);
    if (!parse_enter(p)) return NULL;
    struct node *n = parse_expr(p);
    if (n) n = parse_cond(p, start, n);
    parse_leave(p);
    return n;
}

/* ---- primaries and what may follow them */

static struct node *primary(struct parser *p) {
    const struct token *t = parse_token(p);
    p->height = 0;
    switch ((enum token_kind)t->kind) {
    case TOKEN_NUMBER: {
        struct node *n = parse_node(p, N_NUMBER, t->at);
        n->number = t->number;
        parse_advance(p);
        return n;
    }
    case TOKEN_NAME:
    case TOKEN_TEXT:
    case TOKEN_NONE:
    case TOKEN_TRUE:
    case TOKEN_FALSE:
    case TOKEN_ME:
    case TOKEN_THIS: return parse_name_node(p, parse_advance(p));
    case TOKEN_COUNT:
    case TOKEN_SUM:
    case TOKEN_ANY:
    case TOKEN_ALL:
    case TOKEN_MOST:
    case TOKEN_LEAST: return aggregate(p);
    case TOKEN_LPAREN:
    case TOKEN_LBRACKET: return bracketed(p);
    case TOKEN_IF: return conditional(p);
    default: return parse_fail_operand(p);
    }
}

static struct node *call(struct parser *p, struct node *callee, unsigned parts) {
    struct node *n = parse_node(p, N_CALL, callee->at);
    struct node_list args = {0};
    const struct node *outer = p->callee;
    n->a = callee;
    p->callee = p->report.stop ? NULL : callee;
    bool good = parse_args_opt(p, &args);
    p->callee = outer;
    if (!good) return NULL;
    widen(&parts, p->height);
    n->kids = args.head;
    n->at = parse_span(p, n->at);
    return raised(p, n, parts);
}

static struct node *index_of(struct parser *p, struct node *base, unsigned parts) {
    struct node *n = parse_node(p, N_INDEX, base->at);
    struct token open, outer;
    n->a = base;
    if (!parse_open(p, &open, &outer)) return NULL;
    n->b = parse_expr(p);
    parse_close(p, &outer);
    if (!n->b) return NULL;
    widen(&parts, p->height);
    if (!parse_accept(p, TOKEN_RBRACKET)) return parse_fail_close(p, &open, "\"]\"");
    n->at = parse_span(p, n->at);
    return raised(p, n, parts);
}

static struct node *field(struct parser *p, struct node *base, unsigned parts) {
    struct node *n = parse_node(p, N_FIELD, base->at);
    parse_advance(p);
    n->a = base;
    if (!(n->name = parse_name(p, "a name after \".\""))) return NULL;
    n->at = parse_span(p, n->at);
    return raised(p, n, parts);
}

static struct node *postfix(struct parser *p) {
    struct node *n = primary(p);
    while (n) {
        unsigned parts = p->height;
        enum token_kind kind = parse_kind(p);
        if (kind == TOKEN_LPAREN && (n->kind == N_NAME || n->kind == N_FIELD))
            n = call(p, n, parts);
        else if (kind == TOKEN_LBRACKET && n->kind != N_NUMBER)
            n = index_of(p, n, parts);
        else if (kind == TOKEN_DOT)
            n = field(p, n, parts);
        else
            break;
    }
    return n;
}

/* ---- amounts and operators */

static bool can_have_unit(const struct node *n) {
    switch ((enum node_kind)n->kind) {
    case N_NAME: return n->number == 0;
    case N_NUMBER:
    case N_CALL:
    case N_INDEX:
    case N_FIELD:
    case N_PAREN:
    case N_AGGREGATE: return true;
    default: return false;
    }
}

/* Inside `look:` more words and a text may follow words: AMOUNT with each as b. */
static struct node *with_more(struct parser *p, struct node *words) {
    for (const struct token *t = parse_token(p); words && p->in_look && !words->number; t = parse_token(p)) {
        if (t->first || (t->kind != TOKEN_TEXT && t->kind != TOKEN_NAME)) break;
        unsigned parts = p->height;
        struct node *both = parse_node(p, N_AMOUNT, words->at);
        both->a = words;
        both->b = parse_node(p, t->kind == TOKEN_TEXT ? N_TEXT : N_NAME, t->at);
        *(t->kind == TOKEN_TEXT ? &both->b->text : &both->b->name) = t->name;
        parse_advance(p);
        both->at = parse_span(p, both->at);
        words = raised(p, both, parts);
    }
    return words;
}

/* In a row of a board a unit is a kind of space, which may have arguments: row(5 cell(1)). */
static bool unit_arguments(struct parser *p, struct node *unit) {
    struct node_list args = {0};
    bool row = p->in_board || (p->callee && p->callee->kind == N_NAME && !strcmp(p->callee->name, "row"));
    if (!row || parse_token(p)->first || !parse_args_opt(p, &args)) return !p->panic;
    unit->kids = args.head;
    return true;
}

/* `8 x 8 cell` among the arguments of a board, at the second number: repeat 8: row(8 cell). */
static struct node *rows_of(struct parser *p, struct node *count, struct token x) {
    struct node *n = parse_node(p, N_REPEAT, count->at), *line = parse_node(p, N_DO, x.at);
    if (!parse_enter(p)) return NULL;
    struct node *cells = binary(p, 5);
    parse_leave(p);
    if (!cells) return NULL;
    if (cells->kind != N_AMOUNT && !p->report.stop)
        return parse_fail_at(p, cells->at, DIAG_syntax, "expected a kind of space behind it, as in 8 x 8 cell");
    n->a = count;
    n->b = parse_node(p, N_BLOCK, x.at);
    n->b->kids = line;
    line->a = parse_node(p, N_CALL, x.at);
    line->a->a = parse_node(p, N_NAME, x.at);
    line->a->a->name = intern(&p->names, "row", 3)->text;
    line->a->kids = cells;
    n->at = parse_span(p, n->at);
    return raised(p, n, p->height + 3);
}

/* An operand and perhaps its unit. A unit stands on the same line: in a bracket over several lines a name that begins
 * a line is the next item, before which a comma was forgotten. */
static struct node *operand(struct parser *p) {
    uint32_t from = parse_token(p)->offset;
    struct node *n = postfix(p);
    if (!n) return NULL;
    const struct token *t = parse_token(p);
    if (t->kind != TOKEN_NAME || t->first || !can_have_unit(n)) return n->kind == N_NAME ? with_more(p, n) : n;
    unsigned parts = p->height;
    struct token unit = *parse_advance(p);
    if (p->in_board && !strcmp(unit.name, "x") && parse_starts_operand(parse_token(p)) && !parse_token(p)->first)
        return rows_of(p, n, unit);
    struct node *amount = parse_node(p, N_AMOUNT, n->at);
    amount->a = n;
    amount->b = parse_name_node(p, &unit);
    if (!p->report.stop && !unit_arguments(p, amount->b)) return NULL;
    while (amount->b && !amount->b->kids && !p->in_look && parse_kind(p) == TOKEN_DOT && !parse_token(p)->first)
        amount->b = field(p, amount->b, p->height); /* 2 a.unit */
    if (!amount->b) return NULL;
    widen(&parts, p->height);
    p->amount = p->report.stop ? NULL : amount;
    p->amount_from = from;
    amount->at = parse_span(p, amount->at);
    return with_more(p, raised(p, amount, parts));
}

static struct node *unary(struct parser *p) {
    enum token_kind kind = parse_kind(p);
    if (kind != TOKEN_NOT && kind != TOKEN_MINUS && kind != TOKEN_UPTO) return operand(p);
    struct node *n = parse_node(p,
                                kind == TOKEN_NOT     ? N_NOT
                                : kind == TOKEN_MINUS ? N_NEGATE
                                                      : N_UPTO,
                                parse_token(p)->at);
    parse_advance(p);
    if (!parse_enter(p)) return NULL;
    n->a = kind == TOKEN_NOT ? binary(p, 3) : unary(p);
    parse_leave(p);
    if (!n->a) return NULL;
    n->at = parse_span(p, n->at);
    return raised(p, n, p->height);
}

static int power(enum token_kind kind) {
    switch (kind) {
    case TOKEN_OR: return 1;
    case TOKEN_AND: return 2;
    case TOKEN_EQ:
    case TOKEN_NE:
    case TOKEN_LT:
    case TOKEN_LE:
    case TOKEN_GT:
    case TOKEN_GE:
    case TOKEN_IN:
    case TOKEN_IS:
    case TOKEN_NOT: return 4; /* not in */
    case TOKEN_DOTS: return 5;
    case TOKEN_PLUS:
    case TOKEN_MINUS: return 6;
    case TOKEN_STAR:
    case TOKEN_SLASH:
    case TOKEN_PERCENT: return 7;
    default: return 0;
    }
}

/* `1..` without an upper end; a text behind it is a prompt, and `not` begins no number. */
static bool open_range(struct parser *p) {
    const struct token *t = parse_token(p);
    return t->kind == TOKEN_TEXT || t->kind == TOKEN_NOT || !parse_starts_operand(t);
}

/* An expression of operators that bind tighter than `above`. The right side only ever climbs to tighter operators, so
 * this recursion needs no counting: it is at most seven deep between two calls that count. */
static struct node *binary(struct parser *p, int above) {
    struct node *left = unary(p);
    while (left) {
        unsigned parts = p->height;
        enum token_kind kind = parse_kind(p);
        int binds = power(kind);
        if (binds <= above) break;
        if (kind == TOKEN_DOTS && left->kind == N_BINARY && left->number == TOKEN_DOTS)
            return parse_fail_at(p, parse_token(p)->at, DIAG_syntax, "a range has two ends, as 1..3, or one, as 1..");
        if (kind == TOKEN_NOT && parse_peek(p, 1)->kind != TOKEN_IN && parse_misspelt_inside(p)) return NULL;
        struct node *n = parse_node(p, N_BINARY, left->at);
        parse_advance(p);
        if (kind == TOKEN_NOT && !parse_expect(p, TOKEN_IN, "\"in\" after \"not\"")) return NULL;
        n->number = kind;
        n->a = left;
        if (kind != TOKEN_DOTS || !open_range(p)) {
            if (!(n->b = binary(p, binds))) return NULL;
            widen(&parts, p->height);
        }
        n->at = parse_span(p, n->at);
        left = raised(p, n, parts);
    }
    return left;
}

struct node *parse_expr(struct parser *p) {
    return binary(p, 0);
}

/* ---- lists */

bool parse_exprs(struct parser *p, struct node_list *list) {
    do {
        struct node *e = parse_expr(p);
        if (!e) return false;
        parse_list_add(list, e);
    } while (parse_accept(p, TOKEN_COMMA));
    return true;
}

/* An argument; `x in S where c` is the set [x in S where c]. */
static struct node *argument_value(struct parser *p) {
    struct node *e = parse_expr(p);
    if (e && can_bind(e) && parse_kind(p) == TOKEN_WHERE) { /* next(p where ...) */
        if (report_error(&p->report, e->at, DIAG_syntax, "\"%s where\" does not say among what: \"%s in S where ...\"",
                         e->name, e->name))
            diag_hint(p->report.diags, p->callee && p->callee->kind == N_NAME && !strcmp(p->callee->name, "next")
                                           ? "the next player for whom c holds is `first(p in order(next(me)) where c)`"
                                           : "for example `x in grid where x.owner == me`");
        return NULL;
    }
    bool members = e && e->kind == N_BINARY && e->number == TOKEN_IN && can_bind(e->a);
    if (!members || !parse_accept(p, TOKEN_WHERE)) return e;
    unsigned parts = p->height;
    struct node *n = parse_node(p, N_FILTER, e->at), *g = parse_node(p, N_GENERATOR, e->at);
    g->name = e->a->name;
    g->a = e->b;
    if (!(g->b = parse_expr(p))) return NULL;
    widen(&parts, p->height);
    n->a = g;
    n->at = g->at = parse_span(p, e->at);
    return raised(p, n, parts + 1);
}

/* `e` or `name: e`, the latter recognised by its colon. */
static struct node *argument(struct parser *p) {
    struct node *e = argument_value(p);
    if (!e || e->kind != N_NAME || parse_kind(p) != TOKEN_COLON) return e;
    struct node *n = parse_node(p, N_ARG, e->at);
    parse_advance(p);
    n->name = e->name;
    bool in_look = p->in_look;
    p->in_look = !strcmp(n->name, "look");
    n->a = argument_value(p);
    p->in_look = in_look;
    return n->a ? raised(p, n, p->height) : NULL;
}

static bool arguments(struct parser *p, const struct token *open, struct node_list *list) {
    unsigned parts = 0;
    if (!parse_accept(p, TOKEN_RPAREN)) {
        do {
            struct node *e = argument(p);
            if (!e) return false;
            widen(&parts, p->height);
            parse_list_add(list, e);
        } while (parse_accept(p, TOKEN_COMMA));
        if (!parse_accept(p, TOKEN_RPAREN)) {
            parse_fail_close(p, open, "\",\" or \")\"");
            return false;
        }
    }
    p->height = parts;
    return true;
}

bool parse_args_opt(struct parser *p, struct node_list *list) {
    if (parse_kind(p) != TOKEN_LPAREN) return true;
    struct token open, outer;
    if (!parse_open(p, &open, &outer)) return false;
    bool good = arguments(p, &open, list);
    parse_close(p, &outer);
    return good;
}
