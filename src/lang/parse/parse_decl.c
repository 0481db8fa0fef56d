/* parse_decl.c: declarations, members of kinds and instances, types and parameters.
 *
 * Declaration words are not reserved. At top level they win over a kind of the same name; inside a body they are
 * declarations only when a name follows (`value points`, but `value: 3` is a clause).
 */
#include "lang/parse/parse_internal.h"

#include "lang/parse/cure.h"

#include "base/nearest.h"

#include <string.h>

/* ---- types and parameters */

/* `set set ... name(argument) ...`, from the outside in. */
static struct node *simple_type(struct parser *p) {
    struct node *n = parse_node(p, N_TYPE, parse_token(p)->at);
    static const char *const set[] = {"set"};
    if (!(n->name = parse_name(p, "a type"))) return NULL;
    if (parse_kind(p) == TOKEN_NAME && parse_blame(p, &p->prev, set, 1)) return NULL;
    if (parse_kind(p) == TOKEN_LPAREN) {
        struct token open, outer;
        if (!parse_open(p, &open, &outer)) return NULL;
        n->a = parse_expr(p);
        parse_close(p, &outer);
        if (!n->a) return NULL;
        if (!parse_accept(p, TOKEN_RPAREN)) return parse_fail_close(p, &open, "\")\"");
    }
    if (parse_accept(p, TOKEN_ELLIPSIS)) n->number = 1;
    n->at = parse_span(p, n->at);
    return n;
}

struct node *parse_type(struct parser *p) {
    if (parse_kind(p) != TOKEN_SET) return simple_type(p);
    const struct token *word = parse_advance(p);
    struct node *n = parse_node(p, N_TYPE, word->at);
    n->name = word->name;
    if (!parse_enter(p)) return NULL;
    n->b = parse_type(p);
    parse_leave(p);
    if (!n->b) return NULL;
    n->at = parse_span(p, n->at);
    return n;
}

static bool look_opt(struct parser *p, struct node *n);

static struct node *param(struct parser *p) {
    struct node *n = parse_node(p, N_PARAM, parse_token(p)->at);
    if (!(n->name = parse_name(p, "the name of a parameter")) || !look_opt(p, n)) return NULL;
    if (!parse_expect(p, TOKEN_COLON, "\":\" and a type after the name of a parameter") || !(n->a = parse_type(p)))
        return NULL;
    if (parse_accept(p, TOKEN_ASSIGN) && !(n->b = parse_expr(p))) return NULL;
    return n;
}

bool parse_params_opt(struct parser *p, struct node_list *list) {
    if (parse_kind(p) != TOKEN_LPAREN) return true;
    struct token open = *parse_advance(p);
    if (parse_accept(p, TOKEN_RPAREN)) return true;
    do {
        struct node *n = param(p);
        if (!n) return false;
        parse_list_add(list, n);
    } while (parse_accept(p, TOKEN_COMMA));
    if (parse_accept(p, TOKEN_RPAREN)) return true;
    parse_fail_close(p, &open, "\",\" or \")\"");
    return false;
}

/* ---- helpers */

/* The declaration word and the name behind it; the node's place is the name's. */
static struct node *named(struct parser *p, enum node_kind kind) {
    struct token word = *parse_advance(p);
    char role[48];
    snprintf(role, sizeof role, "a name after \"%s\"", word.name);
    struct node *n = parse_node(p, kind, parse_token(p)->at);
    return (n->name = parse_name(p, role)) ? n : NULL;
}

static bool args_into(struct parser *p, struct node *n) {
    struct node_list list = {0};
    bool good = parse_args_opt(p, &list);
    n->kids = list.head;
    return good;
}

/* Nothing more, or a body: ":" and items. */
static bool body_opt(struct parser *p, struct node *n, struct node *(*item)(struct parser *p)) {
    if (parse_kind(p) != TOKEN_COLON) {
        if (parse_accept(p, TOKEN_NEWLINE)) return true;
        parse_fail_end(p, "\":\" or end of line");
        return false;
    }
    struct node_list list = {0};
    struct node *b = parse_node(p, N_BLOCK, parse_token(p)->at);
    if (!parse_items(p, item, &list)) return false;
    b->kids = list.head;
    n->b = b;
    return true;
}

static bool body(struct parser *p, struct node *n, struct node *(*item)(struct parser *p)) {
    if (parse_kind(p) != TOKEN_COLON) {
        parse_fail_end(p, "\":\"");
        return false;
    }
    return body_opt(p, n, item);
}

/* `key: ...` or `key(args): ...`; `expected` tells members of a card from other lines. */
static struct node *clause_expecting(struct parser *p, const char *expected) {
    struct token key = *parse_token(p);
    struct node_list args = {0};
    if (!parse_at_name(p)) return parse_fail(p, "a clause \"key: ...\"");
    parse_advance(p);
    if (!parse_args_opt(p, &args)) return NULL;
    if (parse_kind(p) != TOKEN_COLON) return parse_fail_end(p, expected);
    return parse_clause(p, &key, args.head, parse_span(p, key.at));
}

static struct node *clause(struct parser *p) {
    return clause_expecting(p, "\":\" after the key of a clause");
}

static struct node *clause_line(struct parser *p) {
    parse_start(p, NULL, 0);
    return clause_expecting(p, "\":\" after the key of this line");
}

/* ---- declarations that are one line */

static struct node *enum_(struct parser *p) {
    const struct token *word = parse_advance(p);
    struct node *n = parse_node(p, N_ENUM, word->at);
    struct node_list members = {0};
    n->name = word->name;
    do {
        struct node *m = parse_node(p, N_MEMBER, parse_token(p)->at);
        if (!(m->name = parse_name(p, "a name")) || !args_into(p, m)) return NULL;
        m->text = parse_text_opt(p);
        parse_list_add(&members, m);
    } while (parse_accept(p, TOKEN_COMMA));
    n->kids = members.head;
    if (parse_accept(p, TOKEN_NEWLINE)) return n;
    return parse_fail_end(p, "\",\" or end of line");
}

static struct node *option(struct parser *p) {
    struct node *n = named(p, N_OPTION_DECL);
    struct node_list values = {0};
    if (!n) return NULL;
    n->text = parse_text_opt(p);
    if (!parse_expect(p, TOKEN_ASSIGN, "\"=\" and the values of the option") || !parse_exprs(p, &values)) return NULL;
    n->kids = values.head;
    if (parse_accept(p, TOKEN_NEWLINE)) return n;
    return parse_fail_end(p, "\",\" or end of line");
}

static struct node *var(struct parser *p) {
    struct node *n = named(p, N_VAR);
    if (!n) return NULL;
    if (parse_kind(p) == TOKEN_LBRACKET) {
        struct token open = *parse_advance(p);
        if (!(n->c = parse_type(p))) return NULL;
        if (!parse_accept(p, TOKEN_RBRACKET)) return parse_fail_close(p, &open, "\"]\"");
    }
    if (!args_into(p, n)) return NULL;
    if (!parse_expect(p, TOKEN_COLON, "\":\" and the type of the variable") || !(n->a = parse_type(p))) return NULL;
    n->text = parse_text_opt(p);
    if (parse_accept(p, TOKEN_ASSIGN) && !(n->b = parse_expr(p))) return NULL;
    if (parse_accept(p, TOKEN_PER)) {
        n->a->c = parse_node(p, N_NAME, parse_token(p)->at);
        if (!(n->a->c->name = parse_name(p, "the name of a period after \"per\""))) return NULL;
    }
    return parse_end_line(p) ? n : NULL;
}

static struct node *zone(struct parser *p) {
    struct node *n = named(p, N_ZONE);
    if (!n) return NULL;
    if (parse_kind(p) != TOKEN_LPAREN) return parse_fail(p, "\"(\" and what the zone holds");
    if (!args_into(p, n)) return NULL;
    n->text = parse_text_opt(p);
    return parse_end_line(p) ? n : NULL;
}

static struct node *end_when(struct parser *p) {
    struct node *n = parse_node(p, N_END_WHEN, parse_advance(p)->at);
    parse_advance(p); /* when */
    n->at = parse_span(p, n->at);
    if (!(n->a = parse_expr(p))) return NULL;
    n->text = parse_text_opt(p);
    return parse_end_line(p) ? n : NULL;
}

/* ---- declarations with a body */

static struct node *mark(struct parser *p) {
    struct node_list positions = {0};
    parse_start(p, NULL, 0);
    const struct token *t = parse_token(p), *next = parse_peek(p, 1);
    if (t->kind != TOKEN_NAME || t->word != WORD_AT || next->kind == TOKEN_COLON) {
        if (t->kind == TOKEN_NAME && (next->kind == TOKEN_COLON || next->kind == TOKEN_LPAREN)) return clause(p);
        return parse_fail(p, "\"at\" and positions of the track");
    }
    struct node *n = parse_node(p, N_MARK, t->at);
    parse_advance(p);
    if (!parse_exprs(p, &positions)) return NULL;
    n->kids = positions.head;
    return (n->b = parse_suite(p, NULL)) ? n : NULL;
}

static struct node *track(struct parser *p) {
    struct node *n = named(p, N_TRACK);
    if (!n) return NULL;
    if (parse_kind(p) != TOKEN_LPAREN) return parse_fail(p, "\"(\" and the range of the track");
    if (!args_into(p, n)) return NULL;
    n->text = parse_text_opt(p);
    return body_opt(p, n, mark) ? n : NULL;
}

static struct node *rule(struct parser *p) {
    struct node *n = named(p, N_RULE);
    if (!n) return NULL;
    n->text = parse_text_opt(p);
    if (parse_kind(p) == TOKEN_COLON) return (n->b = parse_suite(p, NULL)) ? n : NULL;
    if (parse_accept(p, TOKEN_NEWLINE)) return n;
    return parse_fail_end(p, "\":\" or end of line");
}

/* `(look: ...)`: the parameters and the text are over, so nothing else can stand in brackets here. */
static bool look_opt(struct parser *p, struct node *n) {
    struct node_list args = {0};
    const struct token *t = parse_token(p);
    if (t->kind != TOKEN_LPAREN || n->kind == N_VALUE) return true;
    if (!parse_args_opt(p, &args)) return false;
    struct node *only = args.head;
    if (!only || only->next || only->kind != N_ARG || strcmp(only->name, "look"))
        return parse_fail_at(p, only ? only->at : n->at, DIAG_syntax, "expected \"look: ...\" behind the %s",
                             n->kind == N_PARAM ? "name" : "text"),
               false;
    n->look = only->a;
    return true;
}

/* def, value, signal */
static struct node *routine(struct parser *p, enum node_kind kind) {
    struct node_list params = {0};
    struct node *n = named(p, kind);
    if (!n || !parse_params_opt(p, &params)) return NULL;
    n->kids = params.head;
    if (parse_accept(p, TOKEN_ARROW) && !(n->a = parse_type(p))) return NULL;
    n->text = parse_text_opt(p);
    if (!look_opt(p, n)) return NULL;
    if (kind != N_SIGNAL && parse_accept(p, TOKEN_ASSIGN)) {
        if (!(n->c = parse_expr(p))) return NULL;
        return parse_end_line(p) ? n : NULL;
    }
    if (kind != N_VALUE && parse_kind(p) == TOKEN_COLON) return (n->b = parse_suite(p, NULL)) ? n : NULL;
    if (parse_accept(p, TOKEN_NEWLINE)) return n;
    if (kind == N_DEF) return parse_fail_end(p, "\"=\", \":\" or end of line");
    return parse_fail_end(p, kind == N_VALUE ? "\"=\" or end of line" : "\":\" or end of line");
}

static struct node *kind(struct parser *p) {
    struct node_list params = {0};
    struct node *n = named(p, N_KIND);
    if (!n) return NULL;
    if (!parse_params_opt(p, &params)) return NULL;
    n->kids = params.head;
    if (parse_accept(p, TOKEN_IS)) {
        if (!parse_at_name(p)) return (void *)parse_name(p, "the name of a kind after \"is\"");
        n->a = parse_name_node(p, parse_advance(p));
        if (!args_into(p, n->a)) return NULL;
    }
    n->text = parse_text_opt(p);
    return body_opt(p, n, parse_member) ? n : NULL;
}

static struct node *player(struct parser *p) {
    struct node *n = parse_node(p, N_PLAYER, parse_advance(p)->at);
    struct node_list members = {0};
    if (!parse_items(p, parse_member, &members)) return NULL;
    n->kids = members.head;
    return n;
}

static struct node *game(struct parser *p) {
    struct node *n = named(p, N_GAME);
    if (!n) return NULL;
    n->text = parse_text_opt(p);
    return body(p, n, clause_line) ? n : NULL;
}

/* Takes `8 x 8 cell` out of the arguments of a board: it is the first line of its block. */
static struct node *rows_among(struct node *board) {
    struct node **at = &board->kids;
    while (*at && (*at)->kind != N_REPEAT)
        at = &(*at)->next;
    struct node *rows = *at;
    if (rows) *at = rows->next, rows->next = NULL;
    return rows;
}

static struct node *board(struct parser *p) {
    struct node *n = named(p, N_BOARD), *rows;
    if (!n) return NULL;
    p->in_board = true;
    bool good = args_into(p, n);
    p->in_board = false;
    if (!good || p->report.stop) return NULL;
    n->text = parse_text_opt(p);
    if (!(rows = rows_among(n))) return (n->b = parse_suite(p, NULL)) ? n : NULL;
    if (parse_kind(p) == TOKEN_COLON) {
        if (!(n->b = parse_suite(p, NULL))) return NULL;
    } else {
        n->b = parse_node(p, N_BLOCK, n->at);
        if (!parse_end_line(p)) return NULL;
    }
    rows->next = n->b->kids;
    n->b->kids = rows;
    return n;
}

static struct node *scenario(struct parser *p) {
    struct node *n = named(p, N_SCENARIO);
    if (!n || !args_into(p, n)) return NULL;
    n->text = parse_text_opt(p);
    return body(p, n, clause_line) ? n : NULL;
}

static struct node *flow(struct parser *p) {
    struct node *n = parse_node(p, N_FLOW, parse_advance(p)->at);
    return (n->b = parse_suite(p, NULL)) ? n : NULL;
}

static struct node *score(struct parser *p) {
    struct node *n = parse_node(p, N_SCORE, parse_advance(p)->at);
    return body(p, n, clause_line) ? n : NULL;
}

/* `least e`: LEAST with the number as a. least(x in S: e) is an expression like any other. */
static struct node *tie_breaker(struct parser *p) {
    const struct token *word = parse_token(p);
    if (word->kind != TOKEN_LEAST || parse_peek(p, 1)->kind == TOKEN_LPAREN) return parse_expr(p);
    struct node *n = parse_node(p, N_LEAST, parse_advance(p)->at);
    if (!(n->a = parse_expr(p))) return NULL;
    n->at = parse_span(p, n->at);
    return n;
}

/* One line of `tie:`, held together by a LIST that tie() takes apart again. */
static struct node *tie_line(struct parser *p) {
    struct node_list list = {0};
    parse_start(p, NULL, 0);
    do {
        struct node *e = tie_breaker(p);
        if (!e) return NULL;
        parse_list_add(&list, e);
    } while (parse_accept(p, TOKEN_COMMA));
    if (!parse_end_line(p)) return NULL;
    struct node *holder = parse_node(p, N_LIST, list.head->at);
    holder->kids = list.head;
    return holder;
}

static struct node *tie(struct parser *p) {
    struct node *n = parse_node(p, N_TIE, parse_advance(p)->at);
    struct node_list lines = {0}, all = {0};
    if (!parse_items(p, tie_line, &lines)) return NULL;
    for (struct node *l = lines.head; l && !p->report.stop; l = l->next)
        for (struct node *e = l->kids, *next; e; e = next) {
            next = e->next;
            parse_list_add(&all, e);
        }
    n->kids = all.head;
    return n;
}

static struct node *instance(struct parser *p) {
    struct node *of = parse_name_node(p, parse_advance(p));
    struct node *n = parse_node(p, N_INSTANCE, parse_token(p)->at);
    n->a = of;
    const char *cure = of->number ? NULL : cure_foreign(FOREIGN_FIRST, of->name);
    if (cure && parse_at_name(p) && !parse_is_kind(p, of->name))
        return parse_fail_at(p, of->at, DIAG_syntax, "no line begins with \"%s\"; write %s", of->name, cure);
    if (!parse_at_name(p)) return parse_fail(p, "a name: a declaration is \"word name(arguments): block\"");
    n->name = parse_advance(p)->name;
    if (!args_into(p, n)) return NULL;
    n->text = parse_text_opt(p);
    return body_opt(p, n, parse_member) ? n : NULL;
}

/* ---- members */

static bool name_follows(struct parser *p) {
    const struct token *t = parse_peek(p, 1);
    return t->kind == TOKEN_NAME || t->kind == TOKEN_TEXT;
}

static struct node *member_declaration(struct parser *p) {
    switch ((enum soft_word)parse_token(p)->word) {
    case WORD_VAR: return var(p);
    case WORD_ZONE: return zone(p);
    case WORD_TRACK: return track(p);
    case WORD_RULE: return rule(p);
    case WORD_VALUE: return routine(p, N_VALUE);
    case WORD_DEF: return routine(p, N_DEF);
    case WORD_BOARD: return board(p);
    default: return clause(p);
    }
}

struct node *parse_member(struct parser *p) {
    static const char *const words[] = {"var", "zone", "track", "board",   "rule",  "value",
                                        "def", "when", "after", "instead", "adjust"};
    parse_start(p, words, sizeof words / sizeof *words);
    switch (parse_kind(p)) {
    case TOKEN_WHEN:
    case TOKEN_AFTER:
    case TOKEN_INSTEAD:
    case TOKEN_ADJUST: return parse_reaction(p);
    case TOKEN_NAME: return name_follows(p) ? member_declaration(p) : clause(p);
    case TOKEN_TEXT: return clause(p);
    default: return parse_fail(p, "a clause \"key: ...\", a reaction or a declaration");
    }
}

/* ---- top level */

/* `if options: declarations [else ...]` */
static struct node *module(struct parser *p) {
    struct node *n = parse_node(p, N_MODULE, parse_advance(p)->at);
    struct node_list list = {0}, others = {0};
    if (!(n->a = parse_expr(p)) || !parse_items(p, parse_top, &list)) return NULL;
    n->kids = list.head;
    if (parse_kind(p) != TOKEN_ELSE) return n;
    n->b = parse_node(p, N_MODULE, parse_advance(p)->at);
    if (parse_kind(p) != TOKEN_IF) {
        if (!parse_items(p, parse_top, &others)) return NULL;
    } else {
        if (!parse_enter(p)) return NULL;
        struct node *chained = module(p);
        parse_leave(p);
        if (!chained) return NULL;
        parse_list_add(&others, chained);
    }
    n->b->kids = others.head;
    return n;
}

/* `for x in S where c, y in T: declarations`, one FOR inside the other; at `for` or at a comma. */
static struct node *family(struct parser *p) {
    struct node_list list = {0};
    struct node *n = parse_binding(p, N_FOR), *more = NULL;
    if (!n) return NULL;
    if (parse_kind(p) == TOKEN_COMMA) {
        if (!parse_enter(p)) return NULL;
        more = family(p);
        parse_leave(p);
        if (!more) return NULL;
        parse_list_add(&list, more);
    } else if (!parse_items(p, parse_top, &list)) {
        return NULL;
    }
    n->c = parse_node(p, N_BLOCK, n->at);
    n->c->kids = list.head;
    return n;
}

/* `dfe place(...): ...` would be a card of kind dfe, and its block nonsense. Only what is one slip away: a kind may be
 * called nearly like a word of the language. */
static bool misspelt_declaration(struct parser *p) {
    const char *name = p->starter.name, *meant = nearest(name, p->starter_words, p->n_starter_words);
    return meant && nearest_distance(name, meant, 2) <= 2 && parse_misspelt(p);
}

static struct node *declaration(struct parser *p) {
    static const char *const when[] = {"when"};
    switch ((enum soft_word)parse_token(p)->word) {
    case WORD_RESOURCE:
    case WORD_TAG:
    case WORD_PIECE:
    case WORD_SYMBOL:
    case WORD_PERIOD: return enum_(p);
    case WORD_OPTION: return option(p);
    case WORD_TRACK: return track(p);
    case WORD_ZONE: return zone(p);
    case WORD_VAR: return var(p);
    case WORD_PLAYER: return player(p);
    case WORD_KIND: return kind(p);
    case WORD_DEF: return routine(p, N_DEF);
    case WORD_VALUE: return routine(p, N_VALUE);
    case WORD_SIGNAL: return routine(p, N_SIGNAL);
    case WORD_GAME: return game(p);
    case WORD_BOARD: return board(p);
    case WORD_SCENARIO: return scenario(p);
    case WORD_FLOW: return flow(p);
    case WORD_SCORE: return score(p);
    case WORD_TIE: return tie(p);
    case WORD_INCLUDE: return parse_include(p);
    case WORD_RULE:
        return parse_fail_at(p, parse_token(p)->at, DIAG_syntax,
                             "\"rule\" can only stand inside a kind or an instance");
    case WORD_END:
        if (parse_peek(p, 1)->kind == TOKEN_WHEN) return end_when(p);
        return parse_blame(p, parse_peek(p, 1), when, 1) ? NULL : instance(p);
    default: return misspelt_declaration(p) ? NULL : instance(p);
    }
}

struct node *parse_top(struct parser *p) {
    static const char *const words[] = {"resource", "tag",   "piece",    "symbol", "period",  "option", "track",
                                        "zone",     "var",   "player",   "kind",   "def",     "value",  "signal",
                                        "game",     "board", "scenario", "flow",   "score",   "tie",    "include",
                                        "end",      "if",    "when",     "after",  "instead", "adjust"};
    parse_start(p, words, sizeof words / sizeof *words);
    enum token_kind kind = parse_kind(p);
    switch (kind) {
    case TOKEN_NAME: return declaration(p);
    case TOKEN_IF: return module(p);
    case TOKEN_FOR: return family(p);
    case TOKEN_WHEN:
    case TOKEN_AFTER:
    case TOKEN_INSTEAD:
    case TOKEN_ADJUST: return parse_reaction(p);
    case TOKEN_ELSE: return parse_fail_at(p, parse_token(p)->at, DIAG_syntax, "this \"else\" has no \"if\"");
    case TOKEN_LET:
    case TOKEN_CHOOSE:
    case TOKEN_WHILE:
    case TOKEN_REPEAT:
    case TOKEN_MAY:
    case TOKEN_EITHER:
    case TOKEN_NEEDS:
    case TOKEN_EMIT:
        return parse_fail_at(p, parse_token(p)->at, DIAG_syntax,
                             "\"%s\" is a statement and belongs in a block, such as that of \"flow:\" or of a \"def\"",
                             token_spelling(kind));
    default: return parse_fail(p, "a declaration");
    }
}
