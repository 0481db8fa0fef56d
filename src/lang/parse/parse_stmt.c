/* parse_stmt.c: blocks, lines, statements, clauses and reactions.
 *
 * A line is `simple; simple; compound`: a compound statement has a block after its colon and therefore always ends its
 * line. A block is the rest of the line or an indented block. Errors are caught by the loops over the lines of an
 * indented block, so they never leave it.
 */
#include "lang/parse/parse_internal.h"

#include <string.h>

static struct node *statement(struct parser *p, bool *compound);

static const char *const statement_words[] = {"let",    "choose", "needs",    "emit",  "return", "if",   "for",
                                              "repeat", "while",  "together", "until", "either", "may",  "when",
                                              "after",  "adjust", "instead",  "phase", "round",  "turn", "else",
                                              "or",     "as",     "try",      "ask",   "elif"};

/* ---- lines and blocks */

/* The statements of one logical line, up to and including its end. */
static bool line(struct parser *p, struct node_list *out) {
    for (;;) {
        bool compound = false;
        struct node *n = statement(p, &compound);
        if (!n) return false;
        bool more = !compound && parse_accept(p, TOKEN_SEMICOLON);
        if (!compound && !more && !parse_accept(p, TOKEN_NEWLINE)) {
            parse_fail_end(p, "end of line or \";\"");
            return false;
        }
        parse_list_add(out, n);
        if (!more) return true;
        p->semicolons++;
    }
}

/* After ":" and NEWLINE. A missing block is reported at the colon and taken as empty: the line that stands here is
 * another statement and deserves to be read. */
static bool begin_block(struct parser *p, const struct token *colon) {
    if (parse_accept(p, TOKEN_INDENT)) return true;
    report_error(&p->report, colon->at, DIAG_syntax, "expected an indented block after \":\"");
    return false;
}

/* The lines of an indented block; `one` reads a line or an item and adds what it made to the list. */
static void block(struct parser *p, bool (*one)(struct parser *p, void *user, struct node_list *list), void *user,
                  struct node_list *list) {
    unsigned semicolons = p->semicolons;
    while (parse_kind(p) != TOKEN_DEDENT && parse_kind(p) != TOKEN_EOF) {
        p->semicolons = 0;
        if (parse_kind(p) == TOKEN_INDENT)
            parse_unexpected_indent(p);
        else if (!one(p, user, list))
            parse_recover(p);
    }
    parse_accept(p, TOKEN_DEDENT);
    p->semicolons = semicolons;
    p->n_starter_words = 0;
}

static bool one_line(struct parser *p, void *user, struct node_list *list) {
    (void)user;
    return line(p, list);
}

struct node *parse_suite(struct parser *p, bool *inlined) {
    struct node_list list = {0};
    if (parse_kind(p) != TOKEN_COLON) return parse_fail_end(p, "\":\"");
    struct token colon = *parse_advance(p);
    struct node *n = parse_node(p, N_BLOCK, colon.at);
    if (!parse_enter(p)) return NULL;
    bool good = true, indented = parse_accept(p, TOKEN_NEWLINE);
    if (!indented)
        good = line(p, &list);
    else if (begin_block(p, &colon))
        block(p, one_line, NULL, &list);
    parse_leave(p);
    if (inlined) *inlined = !indented;
    n->kids = list.head;
    return good ? n : NULL;
}

struct item_reader {
    struct node *(*item)(struct parser *p);
};

static bool one_item(struct parser *p, void *user, struct node_list *list) {
    struct node *n = ((struct item_reader *)user)->item(p);
    parse_list_add(list, n);
    return n != NULL;
}

bool parse_items(struct parser *p, struct node *(*item)(struct parser *p), struct node_list *list) {
    struct item_reader reader = {item};
    if (parse_kind(p) != TOKEN_COLON) {
        parse_fail_end(p, "\":\"");
        return false;
    }
    struct token colon = *parse_advance(p);
    if (!parse_enter(p)) return false;
    bool good = true;
    if (!parse_accept(p, TOKEN_NEWLINE))
        good = one_item(p, &reader, list);
    else if (begin_block(p, &colon))
        block(p, one_item, &reader, list);
    parse_leave(p);
    return good;
}

/* ---- clauses and reactions */

struct node *parse_clause(struct parser *p, const struct token *key, struct node *args, struct span at) {
    bool in_look = p->in_look;
    struct node *n = parse_node(p, N_CLAUSE, at);
    n->name = key->name;
    n->kids = args;
    p->in_look = key->kind == TOKEN_NAME && key->word == WORD_LOOK;
    n->b = parse_suite(p, NULL);
    p->in_look = in_look;
    p->clause = n;
    for (struct node *a = args; a && n->b; a = a->next)
        if (a->kind == N_ARG && !strcmp(a->name, "look")) n->b->look = a->a;
    return n->b ? n : NULL;
}

static struct node *pattern(struct parser *p) {
    struct node *n = parse_node(p, N_PATTERN, parse_token(p)->at);
    struct node_list args = {0};
    if (!(n->name = parse_name(p, "the name of a signal or value")) || !parse_args_opt(p, &args)) return NULL;
    n->kids = args.head;
    n->at = parse_span(p, n->at);
    if (parse_accept(p, TOKEN_WHERE) && !(n->b = parse_expr(p))) return NULL;
    return n;
}

static bool is_reaction(const struct node *n) {
    return n->kind == N_WHEN || n->kind == N_AFTER || n->kind == N_INSTEAD || n->kind == N_ADJUST;
}

/* `if may "prompt": block` behind the pattern of a reaction: the block that asks. */
static struct node *declinable(struct parser *p, struct node *reaction) {
    parse_advance(p); /* if */
    if (parse_kind(p) != TOKEN_MAY) {
        parse_fail(p, "\"may\": a condition of a reaction is written with \"where\"");
        return NULL;
    }
    struct node *n = parse_node(p, N_MAY, parse_advance(p)->at), *block;
    n->text = parse_text_opt(p);
    if (!(n->b = parse_suite(p, NULL))) return NULL;
    block = parse_node(p, N_BLOCK, n->at);
    block->kids = n;
    reaction->number = reaction->kind == N_INSTEAD;
    return block;
}

struct node *parse_reaction(struct parser *p) {
    struct token word = *parse_advance(p);
    enum node_kind kind = word.kind == TOKEN_WHEN      ? N_WHEN
                          : word.kind == TOKEN_AFTER   ? N_AFTER
                          : word.kind == TOKEN_INSTEAD ? N_INSTEAD
                                                       : N_ADJUST;
    struct node *n = parse_node(p, kind, word.at);
    if (!(n->a = pattern(p))) return NULL;
    n->b = kind != N_ADJUST && parse_kind(p) == TOKEN_IF ? declinable(p, n) : parse_suite(p, NULL);
    if (!n->b) return NULL;
    const struct node *only = n->b->kids;
    if (kind == N_ADJUST && only && (only->kind != N_DO || only->next))
        report_error(&p->report, only->at, DIAG_syntax, "\"adjust\" gives one value: expected a single expression");
    return n;
}

/* ---- statements that bind a name */

static const char *bound_name(struct parser *p, const char *role) {
    if (parse_accept(p, TOKEN_ME)) return p->prev.name;
    return parse_name(p, role);
}

static struct node *let(struct parser *p) {
    struct node *n = parse_node(p, N_LET, parse_advance(p)->at);
    if (!(n->name = bound_name(p, "a name after \"let\""))) return NULL;
    n->at = parse_span(p, n->at);
    if (parse_accept(p, TOKEN_COLON) && !(n->c = parse_type(p))) return NULL;
    if (!parse_expect(p, TOKEN_ASSIGN, n->c ? "\"=\" after the type" : "\"=\" or \":\" after the name") ||
        !(n->a = parse_expr(p)))
        return NULL;
    return n;
}

/* `word name in source [where condition]`, shared by choose, for and together. */
struct node *parse_binding(struct parser *p, enum node_kind kind) {
    struct token word = *parse_advance(p);
    struct node *n = parse_node(p, kind, word.at);
    char role[48];
    snprintf(role, sizeof role, "a name after \"%s\"", token_spelling((enum token_kind)word.kind));
    if (!(n->name = bound_name(p, role))) return NULL;
    n->at = parse_span(p, n->at);
    if (!parse_expect(p, TOKEN_IN, "\"in\" after the name") || !(n->a = parse_expr(p))) return NULL;
    if (parse_accept(p, TOKEN_WHERE) && !(n->b = parse_expr(p))) return NULL;
    return n;
}

static struct node *choose(struct parser *p) {
    struct node *n = parse_binding(p, N_CHOOSE);
    if (!n) return NULL;
    if (parse_accept(p, TOKEN_TAKE) && !(n->c = parse_expr(p))) return NULL;
    if (parse_accept(p, TOKEN_PREFER) && !(n->kids = parse_expr(p))) return NULL;
    n->text = parse_text_opt(p);
    return n;
}

/* `ask p in players "Challenge?"`: the first who wants; `ask together p in ...`: all answer at once. */
static bool at_ask(struct parser *p) {
    const struct token *t = parse_token(p);
    if (t->kind != TOKEN_NAME || t->word != WORD_ASK) return false;
    unsigned at = parse_peek(p, 1)->kind == TOKEN_TOGETHER ? 2 : 1;
    return parse_peek(p, at)->kind == TOKEN_NAME && parse_peek(p, at + 1)->kind == TOKEN_IN;
}

static struct node *ask(struct parser *p) {
    bool together = parse_peek(p, 1)->kind == TOKEN_TOGETHER;
    struct span at = parse_token(p)->at;
    if (together) parse_advance(p);
    struct node *n = parse_binding(p, N_ASK);
    if (!n) return NULL;
    n->at = parse_span(p, at);
    n->number = together;
    n->text = parse_text_opt(p);
    return n;
}

/* ---- other simple statements */

static struct node *needs(struct parser *p) {
    struct node *n = parse_node(p, N_NEEDS, parse_advance(p)->at);
    if (!(n->a = parse_expr(p))) return NULL;
    n->text = parse_text_opt(p);
    return n;
}

static struct node *emit(struct parser *p) {
    struct node *n = parse_node(p, N_EMIT, parse_advance(p)->at);
    if (!(n->a = parse_expr(p))) return NULL;
    if (n->a->kind == N_NAME) {
        struct node *call = parse_node(p, N_CALL, n->a->at);
        call->a = n->a;
        n->a = call;
    }
    if (n->a->kind == N_CALL) return n;
    if (n->a->kind == N_AMOUNT) return parse_fail_end(p, "end of line or \";\"");
    return parse_fail_at(p, n->a->at, DIAG_syntax, "expected a signal after \"emit\"");
}

static struct node *return_(struct parser *p) {
    struct node *n = parse_node(p, N_RETURN, parse_advance(p)->at);
    if (parse_starts_operand(parse_token(p)) && !(n->a = parse_expr(p))) return NULL;
    return n;
}

/* ---- compound statements */

/* W07: in `gain(1); may: pay(2); draw(1)` the reader easily takes the last statement out of the inline block. */
static void warn_swallowed(struct parser *p, const struct node *n, const struct node *body, bool inlined, bool late) {
    if (!inlined || !late || !body->kids || !body->kids->next) return;
    if (report_warning(&p->report, n->at, DIAG_inline_swallows,
                       "everything behind this \":\" belongs to the block, up to the end of the line"))
        diag_hint(p->report.diags, "put the block on lines of its own");
}

static struct node *if_tail(struct parser *p, struct node *n, bool late);

/* `elif` or the `if` behind an `else`. */
static struct node *further_if(struct parser *p) {
    if (!parse_enter(p)) return NULL;
    struct node *n = parse_node(p, N_IF, parse_advance(p)->at);
    n->a = parse_expr(p);
    n = n->a ? if_tail(p, n, false) : NULL;
    parse_leave(p);
    return n;
}

static struct node *else_branch(struct parser *p) {
    return parse_kind(p) == TOKEN_IF ? further_if(p) : parse_suite(p, NULL);
}

/* Where an `else` could stand: `elif` is one if a colon ends what follows; else it is a name of the definition. */
static bool at_elif(struct parser *p) {
    const struct token *t = parse_token(p);
    if (t->kind != TOKEN_NAME || t->word != WORD_ELIF) return false;
    const struct lexer *lx = &p->in->lexer;
    int depth = 0;
    bool quoted = false;
    for (uint32_t i = t->end; i < lx->size; i++) {
        char c = lx->text[i];
        if (quoted && c == '\\') i++;
        if (c == '"') quoted = !quoted;
        if (c == '\n' && (quoted || !depth)) return false;
        if (quoted) continue;
        if (c == '#')
            while (i + 1 < lx->size && lx->text[i + 1] != '\n')
                i++;
        depth += (c == '(' || c == '[') - (c == ')' || c == ']');
        if (c == ';' && !depth) return false;
        if (c == ':' && !depth) return true;
    }
    return false;
}

/* After the condition of a statement `if`. */
static struct node *if_tail(struct parser *p, struct node *n, bool late) {
    bool inlined;
    if (!(n->b = parse_suite(p, &inlined))) return NULL;
    warn_swallowed(p, n, n->b, inlined, late);
    if (at_elif(p)) return (n->c = further_if(p)) ? n : NULL;
    if (parse_accept(p, TOKEN_ELSE) && !(n->c = else_branch(p))) return NULL;
    return n;
}

/* `try: block [else: block]`: a name and a colon are nothing else among statements. */
static struct node *try_(struct parser *p, bool late) {
    bool inlined;
    struct node *n = parse_node(p, N_TRY, parse_advance(p)->at);
    if (!(n->b = parse_suite(p, &inlined))) return NULL;
    warn_swallowed(p, n, n->b, inlined, late);
    if (parse_accept(p, TOKEN_ELSE) && !(n->c = parse_suite(p, NULL))) return NULL;
    return n;
}

static struct node *loop(struct parser *p, enum node_kind kind, bool late) {
    bool inlined;
    struct node *n = parse_binding(p, kind);
    if (!n || !(n->c = parse_suite(p, &inlined))) return NULL;
    if (kind == N_FOR) warn_swallowed(p, n, n->c, inlined, late);
    return n;
}

/* repeat, while, as */
static struct node *headed(struct parser *p, enum node_kind kind, bool late) {
    bool inlined;
    struct node *n = parse_node(p, kind, parse_advance(p)->at);
    if (!(n->a = parse_expr(p)) || !(n->b = parse_suite(p, &inlined))) return NULL;
    if (kind == N_REPEAT) warn_swallowed(p, n, n->b, inlined, late);
    return n;
}

static struct node *may(struct parser *p, bool late) {
    bool inlined;
    struct node *n = parse_node(p, N_MAY, parse_advance(p)->at);
    if (parse_kind(p) == TOKEN_NAME && parse_token(p)->word == WORD_AGAIN) {
        parse_advance(p);
        n->number = 1;
        n->at = parse_span(p, n->at);
    }
    n->text = parse_text_opt(p);
    if (!(n->b = parse_suite(p, &inlined))) return NULL;
    warn_swallowed(p, n, n->b, inlined, late);
    return n;
}

/* `either: "Pray": ...`: the label stands behind the colon. */
static bool label_behind_colon(struct parser *p) {
    const struct token *label = parse_peek(p, 1);
    if (parse_kind(p) != TOKEN_COLON || label->kind != TOKEN_TEXT || parse_peek(p, 2)->kind != TOKEN_COLON)
        return false;
    parse_fail_at(p, label->at, DIAG_syntax, "the label of a branch stands before the colon: either \"...\": ...");
    return true;
}

static struct node *either(struct parser *p) {
    struct node *n = parse_node(p, N_EITHER, parse_token(p)->at);
    struct node_list options = {0};
    do {
        struct node *option = parse_node(p, N_OPTION, parse_advance(p)->at); /* either, or */
        option->text = parse_text_opt(p);
        if (!option->text && label_behind_colon(p)) return NULL;
        if (!(option->b = parse_suite(p, NULL))) return NULL;
        parse_list_add(&options, option);
    } while (parse_kind(p) == TOKEN_OR);
    n->kids = options.head;
    return n;
}

static struct node *until(struct parser *p) {
    struct node *n = parse_node(p, N_UNTIL, parse_advance(p)->at);
    struct node_list patterns = {0};
    do {
        struct node *end = pattern(p);
        if (!end) return NULL;
        parse_list_add(&patterns, end);
    } while (parse_accept(p, TOKEN_COMMA));
    n->kids = patterns.head;
    if (!(n->b = parse_suite(p, NULL))) return NULL;
    for (const struct node *k = n->b->kids; k && !p->report.stop; k = k->next)
        if (!is_reaction(k))
            report_error(&p->report, k->at, DIAG_syntax,
                         "expected \"when\", \"after\", \"instead\" or \"adjust\" in the block of \"until\"");
    return n;
}

/* ---- named parts of the flow: not reserved words, so recognised by what follows them */

static bool at_name_token(const struct token *t) {
    return t->kind == TOKEN_NAME || t->kind == TOKEN_TEXT;
}

static bool at_phase(struct parser *p) {
    if (parse_token(p)->word != WORD_PHASE || !at_name_token(parse_peek(p, 1))) return false;
    const struct token *t = parse_peek(p, 2);
    return t->kind == TOKEN_COLON || (t->kind == TOKEN_TEXT && parse_peek(p, 3)->kind == TOKEN_COLON);
}

static bool at_round(struct parser *p) {
    return parse_token(p)->word == WORD_ROUND && at_name_token(parse_peek(p, 1)) &&
           parse_peek(p, 2)->kind == TOKEN_COLON;
}

static struct node *phase(struct parser *p) {
    struct node *n = parse_node(p, N_PHASE, parse_advance(p)->at);
    n->name = parse_advance(p)->name;
    n->at = parse_span(p, n->at);
    n->text = parse_text_opt(p);
    return (n->b = parse_suite(p, NULL)) ? n : NULL;
}

static struct node *round_(struct parser *p) {
    struct node *n = parse_node(p, N_ROUND, parse_advance(p)->at);
    n->name = parse_advance(p)->name;
    n->at = parse_span(p, n->at);
    return (n->b = parse_suite(p, NULL)) ? n : NULL;
}

/* `turn: block` or `turn(1..2): block`, read as a call; at its colon. */
static struct node *turn(struct parser *p, struct node *range, struct span at) {
    struct node *n = parse_node(p, N_TURN, at);
    if (range && (range->next || range->kind == N_ARG))
        return parse_fail_at(p, range->at, DIAG_syntax, "\"turn\" takes one number or range of actions, such as 1..2");
    n->a = range;
    return (n->b = parse_suite(p, NULL)) ? n : NULL;
}

/* ---- expressions as statements */

static struct node *assignment(struct parser *p, struct node *place) {
    if (place->kind == N_AMOUNT) return parse_fail_end(p, "end of line or \";\"");
    if (place->kind != N_NAME && place->kind != N_FIELD && place->kind != N_INDEX)
        return parse_fail_at(p, place->at, DIAG_syntax, "only a variable can stand before \"%s\"",
                             token_spelling(parse_kind(p)));
    struct node *n = parse_node(p, N_ASSIGN, place->at);
    n->number = parse_advance(p)->kind;
    n->a = place;
    if (!(n->b = parse_expr(p))) return NULL;
    n->at = parse_span(p, n->at);
    return n;
}

/* `out(p) per round`: the period is one argument more of the call. What may be called so is the checker's business. */
static struct node *call_per(struct parser *p, struct node *call) {
    struct node *period = parse_node(p, N_ARG, parse_advance(p)->at), **last = &call->kids;
    period->name = "per";
    period->a = parse_node(p, N_NAME, parse_token(p)->at);
    if (!(period->a->name = parse_name(p, "the name of a period after \"per\""))) return NULL;
    while (*last)
        last = &(*last)->next;
    *last = period;
    call->at = parse_span(p, call->at);
    return call;
}

/* After the first expression of a line: more of them, or nothing. */
static struct node *value_statement(struct parser *p, struct node *first) {
    if (parse_kind(p) != TOKEN_COMMA) {
        struct node *n = parse_node(p, N_DO, first->at);
        n->a = first;
        return n;
    }
    struct node *n = parse_node(p, N_LIST, first->at);
    struct node_list list = {0};
    parse_list_add(&list, first);
    parse_advance(p);
    if (!parse_exprs(p, &list)) return NULL;
    n->kids = list.head;
    n->at = parse_span(p, n->at);
    return n;
}

/* `chose c in hand` is a perfectly good comparison of an amount; nobody means that as a statement. */
static bool suspicious(const struct node *e) {
    if (e->kind != N_BINARY) return false;
    while (e->kind == N_BINARY)
        e = e->a;
    return e->kind == N_AMOUNT && e->a->kind == N_NAME;
}

static struct node *keyed(struct parser *p, const struct token *key, const struct node *e) {
    struct node *args = e->kind == N_CALL ? e->kids : NULL;
    if (key->kind == TOKEN_NAME && key->word == WORD_TURN) return turn(p, args, e->at);
    return parse_clause(p, key, args, e->at);
}

static struct node *expression_statement(struct parser *p, bool *compound) {
    struct token key = *parse_token(p);
    struct node *e = parse_expr(p);
    if (!e) return NULL;
    bool amount = !p->report.stop && e->kind == N_AMOUNT && e->a->kind == N_NAME; /* `retrun s` */
    bool ask_of = p->starter.word == WORD_ASK; /* `ask others "Who?"`: it has a cure of its own */
    if (!p->report.stop && (amount || suspicious(e)) && !ask_of && parse_misspelt(p)) return NULL;
    enum token_kind next = parse_kind(p);
    if (next == TOKEN_COLON && (e->kind == N_NAME || (e->kind == N_CALL && e->a->kind == N_NAME))) {
        *compound = true;
        return keyed(p, &key, e);
    }
    if (next == TOKEN_ASSIGN || next == TOKEN_PLUS_ASSIGN || next == TOKEN_MINUS_ASSIGN) return assignment(p, e);
    if (next == TOKEN_PER && e->kind == N_CALL && e->a->kind == N_NAME && !(e = call_per(p, e))) return NULL;
    return value_statement(p, e);
}

/* A line that begins with `if` is a statement when a colon follows the condition, an expression when `then` does. */
static struct node *if_statement(struct parser *p, bool *compound, bool late) {
    struct token word = *parse_advance(p);
    struct node *condition = parse_expr(p);
    if (!condition) return NULL;
    if (parse_kind(p) == TOKEN_THEN) {
        struct node *e = parse_cond(p, word, condition);
        return e ? value_statement(p, e) : NULL;
    }
    if (parse_kind(p) != TOKEN_COLON) return parse_fail_end(p, "\":\" or \"then\"");
    *compound = true;
    struct node *n = parse_node(p, N_IF, word.at);
    n->a = condition;
    return if_tail(p, n, late);
}

static struct node *compound_statement(struct parser *p, enum token_kind kind, bool late) {
    switch (kind) {
    case TOKEN_FOR: return loop(p, N_FOR, late);
    case TOKEN_TOGETHER: return loop(p, N_TOGETHER, late);
    case TOKEN_REPEAT: return headed(p, N_REPEAT, late);
    case TOKEN_WHILE: return headed(p, N_WHILE, late);
    case TOKEN_AS: return headed(p, N_AS, late);
    case TOKEN_MAY: return may(p, late);
    case TOKEN_EITHER: return either(p);
    case TOKEN_UNTIL: return until(p);
    case TOKEN_WHEN:
    case TOKEN_AFTER:
    case TOKEN_INSTEAD:
    case TOKEN_ADJUST: return parse_reaction(p);
    default: return NULL;
    }
}

static bool is_compound(enum token_kind kind) {
    switch (kind) {
    case TOKEN_FOR:
    case TOKEN_TOGETHER:
    case TOKEN_REPEAT:
    case TOKEN_WHILE:
    case TOKEN_AS:
    case TOKEN_MAY:
    case TOKEN_EITHER:
    case TOKEN_UNTIL:
    case TOKEN_WHEN:
    case TOKEN_AFTER:
    case TOKEN_INSTEAD:
    case TOKEN_ADJUST: return true;
    default: return false;
    }
}

static struct node *statement(struct parser *p, bool *compound) {
    bool late = p->semicolons > 0;
    enum token_kind kind = parse_kind(p);
    parse_start(p, statement_words, sizeof statement_words / sizeof *statement_words);
    if (is_compound(kind)) {
        *compound = true;
        return compound_statement(p, kind, late);
    }
    switch (kind) {
    case TOKEN_LET: return let(p);
    case TOKEN_CHOOSE: return choose(p);
    case TOKEN_NEEDS: return needs(p);
    case TOKEN_EMIT: return emit(p);
    case TOKEN_RETURN: return return_(p);
    case TOKEN_IF: return if_statement(p, compound, late);
    case TOKEN_ELSE:
        if (parse_blame_clause(p, "try")) return NULL;
        return parse_fail_at(p, parse_token(p)->at, DIAG_syntax, "this \"else\" has no \"if\" or \"try\"");
    case TOKEN_OR:
        if (parse_blame_clause(p, "either")) return NULL;
        return parse_fail_at(p, parse_token(p)->at, DIAG_syntax, "this \"or\" has no \"either\"");
    default: break;
    }
    if (at_ask(p)) return ask(p);
    if (kind == TOKEN_NAME && parse_token(p)->word == WORD_TRY && parse_peek(p, 1)->kind == TOKEN_COLON) {
        *compound = true;
        return try_(p, late);
    }
    if (kind == TOKEN_NAME && (at_phase(p) || at_round(p))) {
        *compound = true;
        return at_phase(p) ? phase(p) : round_(p);
    }
    if (!parse_starts_operand(parse_token(p))) return parse_fail(p, "a statement");
    return expression_statement(p, compound);
}
