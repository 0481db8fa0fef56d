/* dump.c: see dump.h. Recursion is bounded by the parser's limit on nesting. */
#include "lang/parse/dump.h"

#include "lang/parse/lexer.h"

static const char *const kind_names[] = {
#define NODE(kind, fields) #kind,
#include "nodes.def"
#undef NODE
};

const char *node_kind_name(enum node_kind kind) {
    return (unsigned)kind < N_KINDS ? kind_names[kind] : "?";
}

static void put_quoted(struct buf *out, const char *s) {
    buf_putc(out, '"');
    for (; *s; s++) {
        if (*s == '\n')
            buf_puts(out, "\\n");
        else if (*s == '"' || *s == '\\')
            buf_printf(out, "\\%c", *s);
        else
            buf_putc(out, *s);
    }
    buf_putc(out, '"');
}

static void put_number(struct buf *out, const struct node *n) {
    switch ((enum node_kind)n->kind) {
    case N_NUMBER: buf_printf(out, " %lld", (long long)n->number); break;
    case N_BINARY:
    case N_AGGREGATE:
    case N_ASSIGN:
        buf_printf(out, " %s",
                   n->kind == N_BINARY && n->number == TOKEN_NOT ? "not in"
                                                                 : token_spelling((enum token_kind)n->number));
        break;
    case N_MAY:
        if (n->number) buf_puts(out, " again");
        break;
    case N_ASK:
        if (n->number) buf_puts(out, " together");
        break;
    case N_INSTEAD:
        if (n->number) buf_puts(out, " declinable");
        break;
    case N_TYPE:
        if (n->number) buf_puts(out, " ...");
        break;
    default: break;
    }
}

static void put_node(const struct node *n, const char *role, unsigned depth, bool spans, struct buf *out) {
    buf_fill(out, ' ', depth * 2);
    if (role) buf_printf(out, "%s: ", role);
    buf_puts(out, node_kind_name((enum node_kind)n->kind));
    if (n->name) {
        buf_putc(out, ' ');
        if (n->kind == N_NAME && n->number)
            put_quoted(out, n->name);
        else
            buf_puts(out, n->name);
    }
    put_number(out, n);
    if (n->text) {
        buf_putc(out, ' ');
        put_quoted(out, n->text);
    }
    if (spans) buf_printf(out, " @%u:%u+%u", n->at.line, n->at.col, n->at.len);
    buf_putc(out, '\n');
    if (n->a) put_node(n->a, "a", depth + 1, spans, out);
    if (n->b) put_node(n->b, "b", depth + 1, spans, out);
    if (n->c) put_node(n->c, "c", depth + 1, spans, out);
    if (n->look) put_node(n->look, "look", depth + 1, spans, out);
    for (const struct node *k = n->kids; k; k = k->next)
        put_node(k, NULL, depth + 1, spans, out);
}

void tree_dump(const struct node *n, bool spans, struct buf *out) {
    put_node(n, NULL, 0, spans, out);
}
