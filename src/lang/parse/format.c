/* format.c: see format.h.
 *
 * The text is read twice: by the lexer, which knows tokens and blocks, and by lines, which know comments and empty
 * lines. Each line is then written anew: its indentation from its block, its tokens with the blanks that `between`
 * wants, its comment in a column. Where the form wants nothing, the author's choice stays.
 * At the end the result is read again and compared, token by token and as a tree.
 */
#include "lang/parse/format.h"

#include "base/utf8.h"
#include "lang/parse/dump.h"
#include "lang/parse/lexer.h"
#include "lang/parse/parser.h"

#include <string.h>

typedef VEC(struct token) tokens;

struct line {
    uint32_t start, end; /* bytes; no line break, no trailing blanks */
    uint32_t first, n;   /* tokens */
    uint32_t comment;    /* byte of its '#', or `end` when it has none */
    uint32_t old_indent; /* columns the author indented it by */
    uint32_t level;      /* of the block it begins a logical line in */
    bool begins;         /* a logical line begins here, else it goes on inside of brackets */
};

struct form {
    const struct source *source;
    struct arena arena; /* names of the tokens */
    tokens all;         /* with line ends and blocks */
    VEC(struct line) lines;
    uint32_t old_indents[LEXER_INDENTS]; /* while writing: of the blocks around the last line of code, by level */
    uint32_t level;                      /* of that line */
    uint32_t base, old_base;             /* indentation of the logical line, now and before */
    bool failed;
};

/* ---- reading */
static void read_tokens(struct form *f) {
    struct interner names;
    struct diags diags;
    struct report report;
    struct lexer lexer;
    struct source file = *f->source;
    struct sources sources = {&file, 1};
    diags_init(&diags);
    report_init(&report, &diags, &sources);
    if (interner_init(&names, &f->arena)) {
        lexer_init(&lexer, &names, &report, &file, 0);
        struct token t;
        do {
            t = lexer_next(&lexer);
            if (!VEC_PUSH(&f->all, t)) f->failed = true;
        } while (t.kind != TOKEN_EOF && !f->failed);
    }
    if (f->arena.failed) f->failed = true;
    diags_free(&diags);
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}
static bool is_layout(const struct token *t) {
    return t->kind <= TOKEN_DEDENT;
}

/* Splits the text and gives every line its tokens. */
static void read_lines(struct form *f) {
    const char *text = f->source->text;
    uint32_t size = (uint32_t)f->source->size, level = 0;
    size_t t = 0;
    bool begins = true;
    for (uint32_t at = 0, number = 1; at < size; number++) {
        const char *newline = memchr(text + at, '\n', size - at);
        uint32_t stop = newline ? (uint32_t)(newline - text) : size;
        struct line line = {.start = at, .end = stop};
        while (line.end > at && is_blank(text[line.end - 1]))
            line.end--;
        uint32_t code_end = at;
        while (code_end < line.end && is_blank(text[code_end]))
            code_end++;
        line.old_indent = code_end - at;
        for (; t < f->all.n && (is_layout(&f->all.data[t]) || f->all.data[t].at.line == number); t++) {
            const struct token *token = &f->all.data[t];
            if (token->kind == TOKEN_EOF || (is_layout(token) && token->at.line > number)) break;
            if (token->kind == TOKEN_NEWLINE) begins = true;
            if (token->kind == TOKEN_INDENT) level++;
            if (token->kind == TOKEN_DEDENT) level--;
            if (is_layout(token)) continue;
            if (!line.n++) {
                line.first = (uint32_t)t;
                line.begins = begins;
                line.level = level;
                begins = false;
            }
            code_end = token->end;
        }
        const char *comment = memchr(text + code_end, '#', line.end - code_end);
        line.comment = comment ? (uint32_t)(comment - text) : line.end;
        if (!VEC_PUSH(&f->lines, line)) f->failed = true;
        at = stop + 1;
    }
}

/* ---- blanks between tokens */
/* Whether an expression can end with it: what follows is no beginning of one. */
static bool ends_value(const struct token *t) {
    switch (t->kind) {
    case TOKEN_NUMBER:
    case TOKEN_NAME:
    case TOKEN_TEXT:
    case TOKEN_RPAREN:
    case TOKEN_RBRACKET:
    case TOKEN_NONE:
    case TOKEN_TRUE:
    case TOKEN_FALSE:
    case TOKEN_ME:
    case TOKEN_THIS: return true;
    default: return false;
    }
}

static bool is_binary(unsigned kind) {
    switch (kind) {
    case TOKEN_ARROW:
    case TOKEN_ASSIGN:
    case TOKEN_PLUS_ASSIGN:
    case TOKEN_MINUS_ASSIGN:
    case TOKEN_EQ:
    case TOKEN_NE:
    case TOKEN_LT:
    case TOKEN_LE:
    case TOKEN_GT:
    case TOKEN_GE:
    case TOKEN_PLUS:
    case TOKEN_MINUS:
    case TOKEN_STAR:
    case TOKEN_SLASH:
    case TOKEN_PERCENT: return true;
    default: return false;
    }
}

static bool opens(unsigned kind) {
    return kind == TOKEN_LPAREN || kind == TOKEN_LBRACKET;
}
static bool is_word(unsigned kind) {
    return kind >= TOKEN_NUMBER && kind < TOKEN_LPAREN;
}

/* Words that are called like functions. */
static bool is_called(unsigned kind) {
    return kind == TOKEN_COUNT || kind == TOKEN_SUM || kind == TOKEN_ANY || kind == TOKEN_ALL || kind == TOKEN_MOST ||
           kind == TOKEN_LEAST;
}

/* `-` before a number: t[-1] is what stands before it on the line, if anything. Written as `a -1` it stays a sign. */
static bool is_sign(const struct token *t, bool any_before, bool any_after) {
    if (t->kind != TOKEN_MINUS && t->kind != TOKEN_PLUS) return false;
    if (!any_before || !ends_value(&t[-1])) return true;
    return t[-1].kind == TOKEN_NAME && t->offset > t[-1].end && any_after && t[1].offset == t->end;
}

/* Blanks between t[0] and t[1]: 0, 1. `first` and `last` say whether they are at the ends of their line. */
static unsigned between(const struct token *t, bool first, bool last) {
    const struct token *a = t, *b = t + 1;
    unsigned kept = b->offset > a->end;
    if (b->kind == TOKEN_COMMA || b->kind == TOKEN_SEMICOLON || b->kind == TOKEN_COLON || b->kind == TOKEN_RPAREN ||
        b->kind == TOKEN_RBRACKET || b->kind == TOKEN_DOT || a->kind == TOKEN_DOT || opens(a->kind))
        return 0;
    if (b->kind == TOKEN_DOTS) return 0;
    if (a->kind == TOKEN_DOTS && b->kind == TOKEN_NAME)
        return kept; /* `0.. coins` is an open end, `low..high` is not */
    if (a->kind == TOKEN_DOTS)
        return b->kind == TOKEN_TEXT || (is_word(b->kind) && !is_called(b->kind) && !ends_value(b));
    if (a->kind == TOKEN_COMMA || a->kind == TOKEN_SEMICOLON || a->kind == TOKEN_COLON) return 1;
    if (a->kind == TOKEN_ELLIPSIS || b->kind == TOKEN_ELLIPSIS) return kept;
    if (is_sign(a, !first, true)) return 0;
    if (is_sign(b, true, !last)) return opens(a->kind) ? 0 : 1;
    if (is_binary(a->kind) || is_binary(b->kind)) return 1;
    if (opens(b->kind)) {
        if (is_called(a->kind)) return 0;
        if (a->kind == TOKEN_NAME && a->end - a->offset == 1 && !strcmp(a->name, "x") && !first && ends_value(&t[-1]))
            return kept; /* 3 x (n + 1) cell */
        if (a->kind == TOKEN_NAME) return a->word ? kept : 0;
        return a->kind == TOKEN_TEXT || !is_word(a->kind) || ends_value(a) ? kept : 1;
    }
    return 1;
}

/* ---- writing */
static uint32_t columns(const struct buf *out, size_t from) {
    return (uint32_t)utf8_columns(out->data + from, out->n - from);
}

static void write_code(const struct form *f, const struct line *line, uint32_t indent, struct buf *out) {
    buf_fill(out, ' ', indent);
    for (uint32_t i = 0; i < line->n; i++) {
        const struct token *t = &f->all.data[line->first + i];
        buf_put(out, f->source->text + t->offset, t->end - t->offset);
        if (i + 1 < line->n) buf_fill(out, ' ', between(t, i == 0, i + 2 == line->n));
    }
}

/* Inside of brackets a line keeps its distance to the line it belongs to. */
static uint32_t shifted(const struct form *f, const struct line *line) {
    int64_t indent = (int64_t)f->base + line->old_indent - f->old_base;
    return indent > 0 ? (uint32_t)indent : 0;
}

static uint32_t code_indent(struct form *f, const struct line *line) {
    if (!line->begins) return shifted(f, line);
    f->level = line->level;
    f->old_indents[line->level] = f->old_base = line->old_indent;
    return f->base = 2 * line->level;
}

/* A comment alone on its line belongs to the block around it that is indented as it is, else to the next line. */
static uint32_t comment_indent(const struct form *f, size_t i) {
    const struct line *line = &f->lines.data[i], *next = line + 1, *end = f->lines.data + f->lines.n;
    while (next < end && !next->n)
        next++;
    if (next < end && !next->begins) return shifted(f, line);
    if (next < end && next->old_indent == line->old_indent) return 2 * next->level;
    for (uint32_t level = 0; level <= f->level; level++)
        if (f->old_indents[level] == line->old_indent) return 2 * level;
    return next < end ? 2 * next->level : 2 * f->level;
}

static uint32_t comment_column(const struct form *f, const struct line *line) {
    return (uint32_t)utf8_columns(f->source->text + line->start, line->comment - line->start);
}

static bool has_both(const struct line *line) {
    return line->n && line->comment < line->end;
}

/* Lines in a row with code and a comment: the column the author chose for more than half of them, if nothing reaches
 * it, else two blanks behind the longest. widths: of the code of these lines. */
static uint32_t shared_column(const struct form *f, size_t from, size_t to, const uint32_t *widths) {
    uint32_t column = 0, widest = 0;
    size_t votes = 0, same = 0;
    for (size_t i = from; i < to; i++) { /* only one column can be left over when unequal ones take one another away */
        uint32_t at = comment_column(f, &f->lines.data[i]);
        if (!votes) column = at;
        if (at == column)
            votes++;
        else
            votes--;
        if (widths[i - from] > widest) widest = widths[i - from];
    }
    for (size_t i = from; i < to; i++)
        same += comment_column(f, &f->lines.data[i]) == column;
    return same * 2 > to - from && widest < column ? column : widest + 2;
}

static void write_comment(const struct form *f, const struct line *line, struct buf *out) {
    buf_put(out, f->source->text + line->comment, line->end - line->comment);
}

/* Lines from..to have code and a comment each. */
static void write_group(struct form *f, size_t from, size_t to, struct buf *out) {
    VEC(uint32_t) widths = {0}, indents = {0};
    size_t start = out->n;
    for (size_t i = from; i < to && !f->failed; i++) {
        uint32_t indent = code_indent(f, &f->lines.data[i]);
        write_code(f, &f->lines.data[i], indent, out);
        if (!VEC_PUSH(&widths, columns(out, start)) || !VEC_PUSH(&indents, indent)) f->failed = true;
        out->n = start;
    }
    if (!f->failed) {
        uint32_t column = shared_column(f, from, to, widths.data);
        for (size_t i = from; i < to; i++) {
            write_code(f, &f->lines.data[i], indents.data[i - from], out);
            buf_fill(out, ' ', column - widths.data[i - from]);
            write_comment(f, &f->lines.data[i], out);
            buf_putc(out, '\n');
        }
    }
    VEC_FREE(&widths);
    VEC_FREE(&indents);
}

static void write_all(struct form *f, struct buf *out) {
    bool empty = true; /* no empty line at the beginning */
    for (size_t i = 0; i < f->lines.n && !f->failed; i++) {
        const struct line *line = &f->lines.data[i];
        if (!line->n && line->comment == line->end) {
            size_t next = i + 1;
            while (next < f->lines.n && f->lines.data[next].start == f->lines.data[next].end)
                next++;
            if (!empty && next < f->lines.n) buf_putc(out, '\n');
            empty = true;
            continue;
        }
        empty = false;
        size_t to = i;
        while (to < f->lines.n && has_both(&f->lines.data[to]))
            to++;
        if (to > i) {
            write_group(f, i, to, out);
            i = to - 1;
            continue;
        }
        if (line->n) {
            write_code(f, line, code_indent(f, line), out);
        } else {
            buf_fill(out, ' ', comment_indent(f, i));
            write_comment(f, line, out);
        }
        buf_putc(out, '\n');
    }
    if (out->failed) f->failed = true;
}

/* ---- judging the result */
static bool same_tokens(const tokens *a, const tokens *b) {
    if (a->n != b->n) return false;
    for (size_t i = 0; i < a->n; i++) {
        const struct token *x = &a->data[i], *y = &b->data[i];
        if (x->kind != y->kind || x->number != y->number || x->depth != y->depth || !x->name != !y->name ||
            (x->name && strcmp(x->name, y->name) != 0))
            return false;
    }
    return true;
}

static const char *read_nothing(void *user, const char *path, size_t *size, const char **why) {
    (void)user, (void)path;
    *size = 0;
    *why = "";
    return "";
}

/* The tree of this file alone, as text; false when memory is out. */
static bool dump_tree(const struct source *source, struct buf *out) {
    struct arena arena;
    struct diags diags;
    struct sources sources;
    struct source_reader reader = {read_nothing, NULL};
    arena_init(&arena);
    diags_init(&diags);
    struct node *file = parse_game(&arena, &diags, source->path, source->text, source->size, &reader, &sources);
    if (file) tree_dump(file, false, out);
    buf_printf(out, "%u errors\n", diags.errors);
    bool fine = file && !arena.failed && !out->failed;
    diags_free(&diags);
    arena_free(&arena);
    return fine;
}

static enum format_status compare(const struct form *before, const struct source *after) {
    struct form again = {.source = after};
    struct buf a, b;
    arena_init(&again.arena);
    buf_init(&a);
    buf_init(&b);
    read_tokens(&again);
    bool known = !again.failed && dump_tree(before->source, &a) && dump_tree(after, &b);
    bool same = known && same_tokens(&before->all, &again.all) && a.n == b.n && !memcmp(a.data, b.data, a.n);
    buf_free(&a);
    buf_free(&b);
    VEC_FREE(&again.all);
    arena_free(&again.arena);
    return !known ? FORMAT_NO_MEMORY : same ? FORMAT_OK : FORMAT_CHANGED;
}

enum format_status format_text(const struct source *source, struct buf *out) {
    struct form f = {.source = source};
    struct buf text;
    arena_init(&f.arena);
    buf_init(&text);
    read_tokens(&f);
    if (!f.failed) read_lines(&f);
    if (!f.failed) write_all(&f, &text);
    enum format_status status = FORMAT_NO_MEMORY;
    if (!f.failed) status = compare(&f, &(struct source){source->path, text.data ? text.data : "", text.n});
    if (status == FORMAT_OK && !buf_put(out, text.data, text.n)) status = FORMAT_NO_MEMORY;
    buf_free(&text);
    VEC_FREE(&f.all);
    VEC_FREE(&f.lines);
    arena_free(&f.arena);
    return status;
}
