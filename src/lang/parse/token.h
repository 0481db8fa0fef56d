/* Tokens of a definition. One X-macro names every reserved word and operator; see lexer.h for how they are read. */
#ifndef TN_LANG_PARSE_TOKEN_H
#define TN_LANG_PARSE_TOKEN_H

/* Reserved words: they can never be the name of anything. Declaration words (kind, track, zone, phase, turn ...) are
 * not reserved: they are words only where a declaration or such a statement can begin. */
/* clang-format off */
#define TOKEN_WORDS(T)                                                                                                 \
    T(IF, "if") T(THEN, "then") T(ELSE, "else") T(FOR, "for") T(IN, "in") T(WHERE, "where") T(REPEAT, "repeat")        \
    T(WHILE, "while") T(CHOOSE, "choose") T(TAKE, "take") T(PREFER, "prefer") T(MAY, "may") T(EITHER, "either")        \
    T(OR, "or") T(AND, "and") T(NOT, "not") T(LET, "let") T(RETURN, "return") T(NEEDS, "needs") T(EMIT, "emit")        \
    T(UNTIL, "until") T(AS, "as") T(TOGETHER, "together") T(IS, "is") T(NONE, "none") T(TRUE, "true")                  \
    T(FALSE, "false") T(ME, "me") T(THIS, "this") T(COUNT, "count") T(SUM, "sum") T(ANY, "any") T(ALL, "all")          \
    T(MOST, "most") T(LEAST, "least") T(WHEN, "when") T(AFTER, "after") T(INSTEAD, "instead") T(ADJUST, "adjust")      \
    T(UPTO, "upto") T(PER, "per") T(SET, "set")
/* clang-format on */

/* clang-format off */
#define TOKEN_OPERATORS(T)                                                                                             \
    T(LPAREN, "(") T(RPAREN, ")") T(LBRACKET, "[") T(RBRACKET, "]") T(COLON, ":") T(SEMICOLON, ";") T(COMMA, ",")      \
    T(DOT, ".") T(DOTS, "..") T(ELLIPSIS, "...") T(ARROW, "->") T(ASSIGN, "=") T(PLUS_ASSIGN, "+=")                    \
    T(MINUS_ASSIGN, "-=") T(EQ, "==") T(NE, "!=") T(LT, "<") T(LE, "<=") T(GT, ">") T(GE, ">=") T(PLUS, "+")           \
    T(MINUS, "-") T(STAR, "*") T(SLASH, "/") T(PERCENT, "%")
/* clang-format on */

enum token_kind {
    TOKEN_EOF,
    TOKEN_NEWLINE,
    TOKEN_INDENT,
    TOKEN_DEDENT,
    TOKEN_NUMBER,
    TOKEN_NAME,
    TOKEN_TEXT,
#define T(id, spelling) TOKEN_##id,
    TOKEN_WORDS(T) TOKEN_OPERATORS(T)
#undef T
};

#endif
