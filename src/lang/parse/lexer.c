/* lexer.c: see lexer.h. */
#include "lang/parse/lexer.h"

#include "base/utf8.h"

#include <string.h>

const char *token_spelling(enum token_kind kind) {
    switch (kind) {
    case TOKEN_EOF: return "end of file";
    case TOKEN_NEWLINE: return "end of line";
    case TOKEN_INDENT: return "deeper indentation";
    case TOKEN_DEDENT: return "end of block";
    case TOKEN_NUMBER: return "number";
    case TOKEN_NAME: return "name";
    case TOKEN_TEXT: return "text";
#define T(id, spelling)                                                                                                \
    case TOKEN_##id: return spelling;
        TOKEN_WORDS(T)
        TOKEN_OPERATORS(T)
#undef T
    }
    return "?";
}

void lexer_init(struct lexer *lx, struct interner *names, struct report *report, const struct source *source,
                uint16_t file) {
    *lx = (struct lexer){.text = source->text,
                         .size = (uint32_t)source->size,
                         .line = 1,
                         .file = file,
                         .n_indents = 1,
                         .line_begins = true,
                         .first = true,
                         .names = names,
                         .report = report};
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* The byte at `pos`; NUL past the end, which no source contains. */
static char byte_at(const struct lexer *lx, uint32_t pos) {
    return pos < lx->size ? lx->text[pos] : '\0';
}

static char here(const struct lexer *lx) {
    return byte_at(lx, lx->pos);
}

/* True at the end of a physical line: "\n", "\r\n", or the end of the text, with or without a last "\r". */
static bool at_line_end(const struct lexer *lx, uint32_t pos) {
    if (pos >= lx->size || lx->text[pos] == '\n') return true;
    return lx->text[pos] == '\r' && (pos + 1 >= lx->size || lx->text[pos + 1] == '\n');
}

static uint32_t line_end(const struct lexer *lx, uint32_t pos) {
    const char *end = pos < lx->size ? memchr(lx->text + pos, '\n', lx->size - pos) : NULL;
    return end ? (uint32_t)(end - lx->text) : lx->size;
}

/* To the first byte of the next physical line; false at the end of the text. */
static bool next_line(struct lexer *lx) {
    lx->pos = line_end(lx, lx->pos);
    if (lx->pos >= lx->size) return false;
    lx->pos++;
    lx->line++;
    lx->line_start = lx->pos;
    lx->first = true;
    return true;
}

static struct span span_of(const struct lexer *lx, uint32_t from, uint32_t to) {
    uint32_t len = to > from ? to - from : 1;
    return (struct span){.file = lx->file,
                         .len = (uint16_t)(len < UINT16_MAX ? len : UINT16_MAX),
                         .line = lx->line,
                         .col = from - lx->line_start + 1};
}

static struct token make(struct lexer *lx, enum token_kind kind, uint32_t from) {
    struct token t = {.kind = (uint8_t)kind,
                      .first = lx->first,
                      .depth = lx->depth,
                      .at = span_of(lx, from, lx->pos),
                      .offset = from,
                      .end = lx->pos};
    return t;
}

/* Tabs are refused once per file and then taken as reaching to the next multiple of eight, so that a file indented
 * with tabs alone keeps its structure and the rest of it can still be judged. */
static uint32_t measure_indent(struct lexer *lx) {
    uint32_t indent = 0;
    for (; here(lx) == ' ' || here(lx) == '\t'; lx->pos++) {
        if (here(lx) == ' ') {
            indent++;
            continue;
        }
        indent = (indent | 7) + 1;
        if (lx->tab_told || at_line_end(lx, lx->pos + 1)) continue;
        lx->tab_told = true;
        if (report_error(lx->report, span_of(lx, lx->pos, lx->pos + 1), DIAG_lexical, "a tab is used to indent"))
            diag_hint(lx->report->diags, "indent with spaces, two for each level");
    }
    return indent;
}

/* Skips blank lines and lines with a comment only; false at the end of the text. *indent is that of the line found. */
static bool find_line(struct lexer *lx, uint32_t *indent) {
    do {
        lx->pos = lx->line_start;
        *indent = measure_indent(lx);
        if (!at_line_end(lx, lx->pos) && here(lx) != '#') return true;
    } while (next_line(lx));
    *indent = 0;
    return false;
}

static void compare_indent(struct lexer *lx, uint32_t indent) {
    uint32_t top = lx->indents[lx->n_indents - 1];
    if (indent == top) return;
    if (indent > top) {
        if (lx->n_indents == LEXER_INDENTS) {
            report_error(lx->report, span_of(lx, lx->pos, lx->pos + 1), DIAG_too_deep, "blocks are nested too deeply");
            return;
        }
        lx->indents[lx->n_indents++] = indent;
        lx->indent_due = true;
        return;
    }
    while (lx->n_indents > 1 && indent < lx->indents[lx->n_indents - 1]) {
        if (indent > lx->indents[lx->n_indents - 2]) {
            /* Between two levels: take it for a line of the inner block, which from now on is indented like this. */
            report_error(lx->report, span_of(lx, lx->pos, lx->pos + 1), DIAG_lexical,
                         "this line is indented by %u, but the block around it by %u or %u", indent,
                         lx->indents[lx->n_indents - 2], lx->indents[lx->n_indents - 1]);
            lx->indents[lx->n_indents - 1] = indent;
            return;
        }
        lx->n_indents--;
        lx->dedents_due++;
    }
}

static void begin_line(struct lexer *lx) {
    uint32_t indent;
    lx->line_begins = false;
    lx->in_line = find_line(lx, &indent);
    lx->first = true;
    compare_indent(lx, indent);
}

/* ---- single tokens */

static struct token read_word(struct lexer *lx) {
    uint32_t from = lx->pos;
    while (is_letter(here(lx)) || is_digit(here(lx)))
        lx->pos++;
    const struct spelling *s = intern(lx->names, lx->text + from, lx->pos - from);
    struct token t = make(lx, s->token, from);
    t.name = s->text;
    t.word = s->word;
    return t;
}

static struct token read_number(struct lexer *lx) {
    uint32_t from = lx->pos;
    int64_t value = 0;
    for (; is_digit(here(lx)); lx->pos++)
        if (value <= LEXER_NUMBER_MAX) value = value * 10 + (here(lx) - '0');
    struct token t = make(lx, TOKEN_NUMBER, from);
    if (value > LEXER_NUMBER_MAX) {
        report_error(lx->report, t.at, DIAG_out_of_range, "the number is too large: the largest is %lld",
                     (long long)LEXER_NUMBER_MAX);
        value = 0;
    }
    t.number = value;
    if (here(lx) == '.' && is_digit(byte_at(lx, lx->pos + 1))) {
        for (lx->pos++; is_digit(here(lx)); lx->pos++) {
        }
        if (report_error(lx->report, span_of(lx, from, lx->pos), DIAG_lexical, "numbers are whole"))
            diag_hint(lx->report->diags, "half of x is \"x / 2\"; a range is written with two dots: 1..5");
    } else if (is_letter(here(lx))) {
        bool die = here(lx) == 'd' && is_digit(byte_at(lx, lx->pos + 1));
        if (report_error(lx->report, span_of(lx, from, lx->pos + 1), DIAG_lexical, "a name cannot begin with a digit"))
            diag_hint(lx->report->diags, die ? "a die is random(1..6)" : "put a space between a number and its unit");
    }
    return t;
}

static void report_escape(struct lexer *lx, uint32_t pos) {
    uint32_t end = at_line_end(lx, pos + 1) ? pos + 1 : pos + 2;
    if (report_error(lx->report, span_of(lx, pos, end), DIAG_lexical, "unknown escape in a text"))
        diag_hint(lx->report->diags, "the escapes are \\\" and \\\\ and \\n");
}

/* The content of a text between its quotes, escapes removed. */
static const char *content(struct lexer *lx, uint32_t from, uint32_t to, bool escaped) {
    if (!escaped) return intern(lx->names, lx->text + from, to - from)->text;
    char *copy = arena_alloc(lx->names->arena, to - from, 1);
    size_t n = 0;
    if (!copy) return intern(lx->names, "", 0)->text;
    for (uint32_t i = from; i < to; i++) {
        char c = lx->text[i];
        if (c == '\\' && i + 1 < to) {
            c = lx->text[++i];
            if (c == 'n')
                c = '\n';
            else if (c != '"' && c != '\\')
                report_escape(lx, i - 1);
        }
        copy[n++] = c;
    }
    return intern(lx->names, copy, n)->text;
}

static struct token read_text(struct lexer *lx) {
    uint32_t from = lx->pos++;
    bool escaped = false;
    while (!at_line_end(lx, lx->pos) && here(lx) != '"') {
        unsigned char c = (unsigned char)here(lx);
        if (c == '\\') {
            escaped = true;
            if (!at_line_end(lx, lx->pos + 1)) lx->pos++;
        } else if (c < 0x20 && c != '\t') {
            report_error(lx->report, span_of(lx, lx->pos, lx->pos + 1), DIAG_lexical,
                         "a control character (code %u) stands in a text", c);
        }
        lx->pos++;
    }
    uint32_t to = lx->pos;
    bool closed = here(lx) == '"';
    if (closed) lx->pos++;
    struct token t = make(lx, TOKEN_TEXT, from);
    if (!closed && report_error(lx->report, t.at, DIAG_lexical, "the text is not closed"))
        diag_hint(lx->report->diags, "a text ends with \" on the line where it begins");
    t.name = content(lx, from + 1, to, escaped);
    return t;
}

/* `before`: what stands before it on the line, a letter if it stands in a name. */
static const char *character_hint(const char *s, size_t n, char before) {
    const char *quotes = "texts are written in straight quotes: \"text\"";
    if (n == 3 &&
        (memcmp(s, "\xe2\x80\x9c", 3) == 0 || memcmp(s, "\xe2\x80\x9d", 3) == 0 || memcmp(s, "\xe2\x80\x9e", 3) == 0))
        return quotes;
    if (n > 1) return "names are made of a-z, A-Z, 0-9 and _; any other name stands in quotes";
    switch (s[0]) {
    case '\'':
        if (utf8_word_byte(before)) return "a name with other signs stands in double quotes: \"Miller's Wife\"";
        return "texts are written in double quotes: \"text\"";
    case '!': return "write \"not\"";
    case '&': return "write \"and\"";
    case '|': return "write \"or\"";
    case '?': return "write \"if a then b else c\"";
    case '^': return "there is no power: multiply";
    case '$':
    case '@': return "names are made of a-z, A-Z, 0-9 and _";
    case '`': return "texts are written in double quotes: \"text\"";
    case '{':
    case '}': return "a block is an indented block or the rest of the line after \":\"";
    default: return NULL;
    }
}

static void skip_character(struct lexer *lx) {
    uint32_t code;
    const char *s = lx->text + lx->pos;
    size_t n = utf8_decode(s, lx->size - lx->pos, &code);
    struct span at = span_of(lx, lx->pos, lx->pos + (uint32_t)n);
    bool kept;
    if (code < 0x20 || code == 0x7f)
        kept = report_error(lx->report, at, DIAG_lexical, "a control character (code %u) cannot be read", code);
    else
        kept = report_error(lx->report, at, DIAG_lexical, "the character %.*s cannot be read", (int)n, s);
    const char *hint = kept ? character_hint(s, n, lx->pos > 0 ? s[-1] : ' ') : NULL;
    if (hint) diag_hint(lx->report->diags, "%s", hint);
    lx->pos += (uint32_t)n;
}

/* The longest operator that stands here; TOKEN_EOF when none does. */
static enum token_kind match_operator(const struct lexer *lx, uint32_t *len) {
    enum token_kind found = TOKEN_EOF;
    *len = 0;
#define T(id, spelling)                                                                                                \
    if (sizeof spelling - 1 > *len && sizeof spelling - 1 <= lx->size - lx->pos &&                                     \
        memcmp(lx->text + lx->pos, spelling, sizeof spelling - 1) == 0) {                                              \
        found = TOKEN_##id;                                                                                            \
        *len = sizeof spelling - 1;                                                                                    \
    }
    TOKEN_OPERATORS(T)
#undef T
    return found;
}

static struct token read_operator(struct lexer *lx, enum token_kind kind, uint32_t len) {
    uint32_t from = lx->pos;
    lx->pos += len;
    struct token t = make(lx, kind, from);
    if (kind == TOKEN_LPAREN || kind == TOKEN_LBRACKET)
        lx->depth++;
    else if ((kind == TOKEN_RPAREN || kind == TOKEN_RBRACKET) && lx->depth > 0)
        lx->depth--;
    return t;
}

static struct token end_line(struct lexer *lx) {
    struct token t = make(lx, TOKEN_NEWLINE, lx->pos);
    lx->depth = 0;
    lx->in_line = false;
    lx->line_begins = true;
    if (!next_line(lx)) lx->line_start = lx->pos; /* find_line starts from line_start and must not read it again */
    return t;
}

/* The next token of a logical line that has begun. */
static struct token read_token(struct lexer *lx) {
    for (;;) {
        while (here(lx) == ' ' || here(lx) == '\t')
            lx->pos++;
        if (here(lx) == '#') lx->pos = line_end(lx, lx->pos);
        if (at_line_end(lx, lx->pos)) {
            if (lx->depth > 0 && next_line(lx)) continue;
            return end_line(lx);
        }
        struct token t;
        uint32_t len;
        enum token_kind kind;
        char c = here(lx);
        if (is_letter(c))
            t = read_word(lx);
        else if (is_digit(c))
            t = read_number(lx);
        else if (c == '"')
            t = read_text(lx);
        else if ((kind = match_operator(lx, &len)) != TOKEN_EOF)
            t = read_operator(lx, kind, len);
        else {
            skip_character(lx);
            continue;
        }
        lx->first = false;
        return t;
    }
}

struct token lexer_next(struct lexer *lx) {
    if (lx->report->stop) return make(lx, TOKEN_EOF, lx->pos);
    if (lx->newline_due) {
        lx->newline_due = false;
        return make(lx, TOKEN_NEWLINE, lx->pos);
    }
    if (lx->line_begins) begin_line(lx);
    if (lx->dedents_due > 0) {
        lx->dedents_due--;
        return make(lx, TOKEN_DEDENT, lx->pos);
    }
    if (lx->indent_due) {
        lx->indent_due = false;
        return make(lx, TOKEN_INDENT, lx->pos);
    }
    if (!lx->in_line) return make(lx, TOKEN_EOF, lx->pos);
    return read_token(lx);
}

/* ---- repositioning */

/* From inside a logical line to the end of the physical one, counting brackets and judging nothing. */
static void skip_to_line_end(struct lexer *lx) {
    while (!at_line_end(lx, lx->pos)) {
        char c = lx->text[lx->pos++];
        if (c == '#') {
            lx->pos = line_end(lx, lx->pos);
        } else if (c == '"') {
            while (!at_line_end(lx, lx->pos) && here(lx) != '"')
                lx->pos += here(lx) == '\\' && !at_line_end(lx, lx->pos + 1) ? 2 : 1;
            if (here(lx) == '"') lx->pos++;
        } else if (c == '(' || c == '[') {
            lx->depth++;
        } else if ((c == ')' || c == ']') && lx->depth > 0) {
            lx->depth--;
        }
    }
}

/* With brackets open: does the line at `pos` look like the next statement rather than the rest of this one? */
static bool begins_anew(const struct lexer *lx, uint32_t line_start) {
    uint32_t pos = line_start;
    while (byte_at(lx, pos) == ' ' || byte_at(lx, pos) == '\t')
        pos++;
    if (at_line_end(lx, pos) || byte_at(lx, pos) == '#') return false;
    return pos - line_start <= lx->indents[lx->n_indents - 1] && byte_at(lx, pos) != ')' && byte_at(lx, pos) != ']';
}

void lexer_recover(struct lexer *lx, const struct token *from) {
    lx->pos = from->offset;
    lx->line = from->at.line;
    lx->line_start = from->offset - (from->at.col - 1);
    lx->depth = from->depth;
    bool anew = from->first && from->depth > 0 && begins_anew(lx, lx->line_start);
    while (!anew) {
        skip_to_line_end(lx);
        bool open = lx->depth > 0;
        if (!next_line(lx)) {
            lx->line_start = lx->pos;
            break;
        }
        if (!open) break;
        anew = begins_anew(lx, lx->line_start);
    }
    lx->depth = 0;
    lx->in_line = false;
    lx->newline_due = lx->line_begins = true;
}

void lexer_skip_block(struct lexer *lx) {
    if (lx->n_indents < 2) return;
    uint32_t outer = lx->indents[lx->n_indents - 2], indent;
    bool told = lx->tab_told;
    lx->tab_told = true;
    while (find_line(lx, &indent) && indent > outer && next_line(lx)) {
    }
    if (indent > outer) lx->pos = lx->line_start = lx->size;
    lx->tab_told = told;
    lx->n_indents--;
    lx->depth = 0;
    lx->in_line = false;
    lx->line_begins = true;
}
