/* parse_core.c: tokens, errors, recovery and nodes for the other files of the parser; see parse_internal.h. */
#include "lang/parse/parse_internal.h"

#include "lang/parse/cure.h"

#include "base/nearest.h"

#include <string.h>

/* ---- tokens */

void parse_fill(struct parser *p) {
    p->in->ring[p->in->n++] = lexer_next(&p->in->lexer);
}

/* Reading past a NEWLINE would make the lexer leave the line, and parse_recover could not go back. */
const struct token *parse_peek(struct parser *p, unsigned k) {
    struct input *in = p->in;
    for (unsigned i = 0; i < k; i++) {
        if (in->n == i) parse_fill(p);
        enum token_kind kind = (enum token_kind)in->ring[i].kind;
        if (kind == TOKEN_NEWLINE || kind == TOKEN_EOF || kind == TOKEN_INDENT || kind == TOKEN_DEDENT)
            return &in->ring[i];
    }
    if (in->n == k) parse_fill(p);
    return &in->ring[k];
}

const struct token *parse_advance(struct parser *p) {
    struct input *in = p->in;
    p->prev = *parse_token(p);
    in->n--;
    for (unsigned i = 0; i < in->n; i++)
        in->ring[i] = in->ring[i + 1];
    return &p->prev;
}

bool parse_accept(struct parser *p, enum token_kind kind) {
    if (parse_kind(p) != kind) return false;
    parse_advance(p);
    return true;
}

bool parse_expect(struct parser *p, enum token_kind kind, const char *role) {
    if (parse_accept(p, kind)) return true;
    if (role) {
        parse_fail(p, role);
    } else {
        char quoted[24];
        snprintf(quoted, sizeof quoted, "\"%s\"", token_spelling(kind));
        parse_fail(p, quoted);
    }
    return false;
}

bool parse_at_name(struct parser *p) {
    return parse_kind(p) == TOKEN_NAME || parse_kind(p) == TOKEN_TEXT;
}

const char *parse_text_opt(struct parser *p) {
    return parse_accept(p, TOKEN_TEXT) ? p->prev.name : NULL;
}

static bool is_word_token(enum token_kind kind) {
    switch (kind) {
#define T(id, spelling) case TOKEN_##id:
        TOKEN_WORDS(T)
#undef T
        return true;
    default: return false;
    }
}

static bool has_cure(struct parser *p, const char *expected);

const char *parse_name(struct parser *p, const char *role) {
    if (parse_at_name(p)) return parse_advance(p)->name;
    const struct token *t = parse_token(p);
    if (!p->panic && has_cure(p, role)) return NULL;
    if (is_word_token((enum token_kind)t->kind))
        return parse_fail_at(p, t->at, DIAG_syntax,
                             "expected %s, found \"%s\", which is a word of the language and cannot be a name", role,
                             t->name);
    return parse_fail(p, role);
}

/* ---- errors */

void *parse_fail_at(struct parser *p, struct span at, enum diag_code code, const char *format, ...) {
    if (p->panic) return NULL;
    p->panic = true;
    va_list args;
    va_start(args, format);
    report_verror(&p->report, at, code, format, args);
    va_end(args);
    return NULL;
}

static void misspelt(struct parser *p, struct span at, const char *word, const char *meant) {
    if (p->panic) return;
    p->panic = true;
    report_misspelt(&p->report, at, DIAG_syntax, "word", word, meant);
}

/* What stands at a token, for people. */
static const char *describe(const struct parser *p, const struct token *t, char out[64]) {
    const struct lexer *lx = &p->in->lexer;
    switch ((enum token_kind)t->kind) {
    case TOKEN_EOF:
    case TOKEN_INDENT:
    case TOKEN_DEDENT: return token_spelling((enum token_kind)t->kind);
    case TOKEN_NEWLINE: return t->offset >= lx->size && t->depth > 0 ? "end of file" : "end of line";
    default: break;
    }
    uint32_t n = t->end - t->offset;
    const char *s = lx->text + t->offset;
    if (t->kind == TOKEN_TEXT && n <= 40) {
        snprintf(out, 64, "the text %.*s", (int)n, s);
        return out;
    }
    if (t->kind == TOKEN_TEXT) return "a text";
    snprintf(out, 64, n <= 40 ? "\"%.*s\"" : "\"%.*s...\"", (int)(n <= 40 ? n : 37), s);
    return out;
}

/* The first word of the line may be a misspelt word of the language: `chose c in hand`. Only where what follows it
 * cannot follow a name, except as a unit; a call or an assignment has no such word. */
bool parse_misspelt(struct parser *p) {
    const struct token *first = &p->starter, *second = &p->second;
    if (first->kind != TOKEN_NAME || p->n_starter_words == 0 || p->in_look) return false; /* a look has its own words */
    switch ((enum token_kind)second->kind) {
    case TOKEN_NAME:
    case TOKEN_NUMBER:
    case TOKEN_TEXT:
    case TOKEN_NOT:
    case TOKEN_ME:
    case TOKEN_THIS:
    case TOKEN_WHEN:
    case TOKEN_COUNT:
    case TOKEN_SUM:
    case TOKEN_ANY:
    case TOKEN_ALL:
    case TOKEN_MOST:
    case TOKEN_LEAST:
    case TOKEN_TRUE:
    case TOKEN_FALSE:
    case TOKEN_NONE:
    case TOKEN_IF:
    case TOKEN_COLON: break;
    default: return false;
    }
    const char *meant = nearest(first->name, p->starter_words, p->n_starter_words);
    if (!meant) return false;
    if (parse_is_kind(p, first->name)) return false;
    misspelt(p, first->at, first->name, meant);
    return true;
}

static bool blame(struct parser *p, struct span at, const char *word, const char *const *words, size_t n) {
    const char *meant = nearest(word, words, n);
    if (!meant) return false;
    misspelt(p, at, word, meant);
    return true;
}

bool parse_blame_clause(struct parser *p, const char *word) {
    const struct node *c = p->clause;
    return c && c->at.col == parse_token(p)->at.col && blame(p, c->at, c->name, &word, 1);
}

bool parse_blame(struct parser *p, const struct token *t, const char *const *words, size_t n) {
    return t->kind == TOKEN_NAME && blame(p, t->at, t->name, words, n);
}

/* A misspelt word inside a line is read as a name: `a nd b` as an amount of a, `nto x` as an amount of nto. Where
 * reading fails soon after such a name, the name is to blame. */
bool parse_misspelt_inside(struct parser *p) {
    static const char *const between[] = {"and",  "or",     "is",  "in",   "where", "take",
                                          "then", "prefer", "per", "else", "again", "not"};
    static const char *const before[] = {"not", "upto"};
    enum { BETWEEN = sizeof between / sizeof *between };
    const struct token *t = parse_token(p);
    const struct node *amount = p->amount;
    if (p->in_look) return false;
    if (amount && amount->b->at.line == p->prev.at.line && amount->b->at.col == p->prev.at.col) {
        bool calls = t->kind == TOKEN_LPAREN && t->offset == p->prev.end; /* `add(1)` is a verb, not a misspelt `and` */
        if (!calls && blame(p, p->prev.at, p->prev.name, between, BETWEEN)) return true;
        if (amount->a->kind == N_NAME && !amount->a->number && blame(p, amount->a->at, amount->a->name, before, 2))
            return true;
    }
    if (p->prev.kind == TOKEN_NAME && parse_starts_operand(t) && !t->first &&
        blame(p, p->prev.at, p->prev.name, before, 2))
        return true;
    return t->kind == TOKEN_NAME && blame(p, t->at, t->name, between, BETWEEN);
}

/* The line begins with a word of another language: the message says how it is written here. */
static bool begins_foreign(struct parser *p) {
    const char *word = p->starter.kind == TOKEN_NAME ? cure_foreign(FOREIGN_FIRST, p->starter.name) : NULL;
    bool foreign = word && !p->in_look && p->n_starter_words > 0 && !parse_is_kind(p, p->starter.name);
    for (size_t i = 0; foreign && i < p->n_starter_words; i++)
        foreign = strcmp(p->starter_words[i], p->starter.name) != 0; /* it may begin such a line, after all */
    if (foreign && p->starter.at.line == parse_token(p)->at.line) {
        parse_fail_at(p, p->starter.at, DIAG_syntax, "no line begins with \"%s\"; write %s", p->starter.name, word);
        return true;
    }
    return false;
}

/* A habit of another language, in the same way. False: it is none that is known. */
static bool has_cure(struct parser *p, const char *expected) {
    char cure[CURE_SIZE], found[64];
    if (begins_foreign(p)) return true;
    if (p->in_look || !cure_here(p, expected, cure)) return false;
    const struct token *t = parse_token(p);
    parse_fail_at(p, t->at, DIAG_syntax, "expected %s, found %s; %s", expected, describe(p, t, found), cure);
    return true;
}

void *parse_fail(struct parser *p, const char *expected) {
    if (p->panic || has_cure(p, expected) || parse_misspelt(p) || parse_misspelt_inside(p)) return NULL;
    char found[64];
    const struct token *t = parse_token(p);
    return parse_fail_at(p, t->at, DIAG_syntax, "expected %s, found %s", expected, describe(p, t, found));
}

/* Inside brackets: does the current token belong to the next statement, or is there none left, because a bracket was
 * not closed? Then the mistake is at that bracket. */
static bool swallowed(const struct parser *p, const struct token *t) {
    const struct lexer *lx = &p->in->lexer;
    if (t->depth == 0) return false;
    return t->kind == TOKEN_NEWLINE || t->kind == TOKEN_EOF ||
           (t->first && t->at.col - 1 <= lx->indents[lx->n_indents - 1]);
}

/* `cuont(s in map where ...)`: only count and its like have a `where` or a colon between their brackets. */
static bool misspelt_aggregate(struct parser *p) {
    static const char *const words[] = {"count", "sum", "any", "all", "most", "least"};
    enum token_kind kind = parse_kind(p);
    if (!p->callee || p->callee->kind != N_NAME || (kind != TOKEN_WHERE && kind != TOKEN_COLON)) return false;
    const char *cure = cure_foreign(FOREIGN_OVER, p->callee->name);
    if (cure) {
        parse_fail_at(p, p->callee->at, DIAG_syntax, "\"%s\" is not asked like this: %s", p->callee->name, cure);
        return true;
    }
    return blame(p, p->callee->at, p->callee->name, words, sizeof words / sizeof *words);
}

void *parse_fail_close(struct parser *p, const struct token *open, const char *expected) {
    const struct token *t = parse_token(p);
    bool cured = !p->panic && !swallowed(p, t) && has_cure(p, expected);
    if (p->panic || cured || parse_misspelt(p) || misspelt_aggregate(p) || parse_misspelt_inside(p)) return NULL;
    char found[64];
    const char *bracket = token_spelling((enum token_kind)open->kind);
    if (swallowed(p, t))
        return parse_fail_at(p, open->at, DIAG_syntax, "this \"%s\" is not closed: expected %s before %s", bracket,
                             expected, describe(p, t, found));
    p->panic = true;
    if (report_error(&p->report, t->at, DIAG_syntax, "expected %s, found %s", expected, describe(p, t, found)) &&
        t->at.line != open->at.line)
        report_note(&p->report, open->at, DIAG_syntax, "the \"%s\" that is still open", bracket);
    return NULL;
}

void *parse_fail_operand(struct parser *p) {
    if (p->bracket.kind != TOKEN_EOF && swallowed(p, parse_token(p)))
        return parse_fail_close(p, &p->bracket, "an expression");
    return parse_fail(p, "an expression");
}

/* `gain(2 coins) draw(1)`, `if a > 2 draw(1)`: a verb was read as the unit of what stands before it, because a ";" or
 * a ":" was forgotten. */
static bool taken_for_unit(struct parser *p, const char *expected) {
    const struct node *amount = p->amount;
    if (!amount || p->prev.kind != TOKEN_NAME || amount->b->at.line != p->prev.at.line ||
        amount->b->at.col != p->prev.at.col)
        return false;
    uint32_t n = p->prev.offset - p->amount_from;
    const char *s = p->in->lexer.text + p->amount_from;
    while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\t'))
        n--;
    char of[64] = "what stands before it";
    if (n <= 60 && memchr(s, '\n', n) == NULL) snprintf(of, sizeof of, "\"%.*s\"", (int)n, s);
    const char *word = amount->a->kind == N_NAME ? cure_foreign(FOREIGN_BEFORE, amount->a->name) : NULL;
    if (word)
        parse_fail_at(p, amount->a->at, DIAG_syntax, "%s", word);
    else if (strchr(expected, ';'))
        parse_fail_at(p, p->prev.at, DIAG_syntax, "\"%s\" was read as the unit of %s; put \";\" between two statements",
                      p->prev.name, of);
    else
        parse_fail_at(p, p->prev.at, DIAG_syntax, "expected %s before \"%s\", which was read as the unit of %s",
                      expected, p->prev.name, of);
    return true;
}

void *parse_fail_end(struct parser *p, const char *expected) {
    if (p->panic || begins_foreign(p)) return NULL;
    if (parse_kind(p) == TOKEN_ASSIGN && taken_for_unit(p, expected)) return NULL;
    if (has_cure(p, expected) || parse_misspelt(p) || parse_misspelt_inside(p) || taken_for_unit(p, expected))
        return NULL;
    return parse_fail(p, expected);
}

bool parse_end_line(struct parser *p) {
    if (parse_accept(p, TOKEN_NEWLINE)) return true;
    parse_fail_end(p, "end of line");
    return false;
}

void parse_start(struct parser *p, const char *const *words, size_t n) {
    p->starter = *parse_token(p);
    p->second = *parse_peek(p, 1);
    p->starter_words = words;
    p->n_starter_words = n;
}

/* To the line behind the one with the error, past the block that hangs on it. */
static void skip_statement(struct parser *p) {
    struct input *in = p->in;
    enum token_kind kind = parse_kind(p);
    if (kind == TOKEN_EOF || kind == TOKEN_DEDENT) return;
    if (kind != TOKEN_INDENT) {
        struct token from = *parse_token(p);
        lexer_recover(&in->lexer, &from);
        in->n = 0;
        parse_advance(p); /* its NEWLINE */
    }
    if (parse_kind(p) == TOKEN_INDENT) {
        lexer_skip_block(&in->lexer);
        in->n = 0;
    }
}

/* Branches of the broken statement go with it: they would only be said to have no `if`. */
void parse_recover(struct parser *p) {
    p->panic = false;
    p->semicolons = 0;
    p->in_look = false;
    p->n_starter_words = 0;
    do
        skip_statement(p);
    while (parse_kind(p) == TOKEN_ELSE || parse_kind(p) == TOKEN_OR);
}

void parse_unexpected_indent(struct parser *p) {
    struct span at = parse_token(p)->at;
    if (report_error(&p->report, at, DIAG_syntax, "this line is indented deeper than the one before it"))
        diag_hint(p->report.diags, "a block begins after \":\" at the end of a line");
    parse_recover(p);
}

/* ---- nodes */

bool parse_enter(struct parser *p) {
    if (p->depth < PARSE_DEPTH) {
        p->depth++;
        return true;
    }
    parse_fail_at(p, parse_token(p)->at, DIAG_too_deep, "this is nested more than %d levels deep", PARSE_DEPTH);
    return false;
}

void parse_leave(struct parser *p) {
    p->depth--;
}

bool parse_open(struct parser *p, struct token *open, struct token *outer) {
    *outer = p->bracket;
    *open = *parse_advance(p);
    if (!parse_enter(p)) return false;
    p->bracket = *open;
    return true;
}

void parse_close(struct parser *p, const struct token *outer) {
    p->bracket = *outer;
    parse_leave(p);
}

struct node *parse_node(struct parser *p, enum node_kind kind, struct span at) {
    struct node *n = p->report.stop ? NULL : ARENA_NEW(p->arena, struct node);
    if (!n) {
        p->report.stop = true;
        n = &p->spare;
        *n = (struct node){.kind = 0};
    }
    n->kind = (uint8_t)kind;
    n->at = at;
    if (++p->n_nodes > PARSE_NODES && !p->report.stop) {
        report_error(&p->report, at, DIAG_too_large, "the game has more than %d parts", PARSE_NODES);
        p->report.stop = true;
    }
    return n;
}

struct node *parse_name_node(struct parser *p, const struct token *t) {
    struct node *n = parse_node(p, N_NAME, t->at);
    n->name = t->name;
    n->number = t->kind == TOKEN_TEXT;
    return n;
}

void parse_list_add(struct node_list *list, struct node *n) {
    if (!n) return;
    if (list->tail)
        *list->tail = n;
    else
        list->head = n;
    list->tail = &n->next;
}

struct span parse_span(const struct parser *p, struct span from) {
    const struct span *last = &p->prev.at;
    if (last->line != from.line || last->file != from.file || last->col < from.col) return from;
    uint32_t len = last->col + last->len - from.col;
    from.len = (uint16_t)(len < UINT16_MAX ? len : UINT16_MAX);
    return from;
}
