/* colours.c: what each name is, for colours: five numbers a name (lines and units since the one before, its length,
 * type and modifiers), in the order of the text. */
#include "lsp/requests.h"

#include "lsp/place.h"

#include <stdlib.h>

/* One list for the legend and the numbers: TYPE(constant, name). */
#define TOKEN_TYPES(T)                                                                                                 \
    T(TYPE, "type")                                                                                                    \
    T(CLASS, "class")                                                                                                  \
    T(MEMBER, "enumMember")                                                                                            \
    T(FUNCTION, "function")                                                                                            \
    T(METHOD, "method")                                                                                                \
    T(EVENT, "event")                                                                                                  \
    T(VARIABLE, "variable")                                                                                            \
    T(PARAMETER, "parameter")                                                                                          \
    T(PROPERTY, "property")

enum colour {
#define T(constant, name) COLOUR_##constant,
    TOKEN_TYPES(T)
#undef T
        COLOURS
};
enum { DECLARED = 1, FIXED = 2, BUILT_IN = 4 }; /* bits, in the order of the legend */

void request_put_legend(struct buf *out) {
    buf_puts(out, "{\"tokenTypes\":[");
#define T(constant, name) buf_printf(out, "%s\"%s\"", COLOUR_##constant ? "," : "", name);
    TOKEN_TYPES(T)
#undef T
    buf_puts(out, "],\"tokenModifiers\":[\"declaration\",\"readonly\",\"defaultLibrary\"]}");
}

static enum colour colour_of(const struct query_name *n) {
    switch (n->kind) {
    case SYM_ENUM:
    case SYM_KIND: return COLOUR_TYPE;
    case SYM_INSTANCE:
    case SYM_BOARD:
    case SYM_SPACE: return COLOUR_CLASS;
    case SYM_MEMBER:
    case SYM_PHASE:
    case SYM_SEAT: return COLOUR_MEMBER;
    case SYM_DEF:
    case SYM_VALUE:
    case SYM_BUILTIN: return COLOUR_FUNCTION;
    case SYM_RULE: return COLOUR_METHOD;
    case SYM_SIGNAL: return COLOUR_EVENT;
    case SYM_LOCAL: return n->of ? COLOUR_PARAMETER : COLOUR_VARIABLE;
    case SYM_ATTRIBUTE:
    case SYM_CLAUSE: return COLOUR_PROPERTY;
    default: return n->owner == QUERY_OF_NOBODY ? COLOUR_VARIABLE : COLOUR_PROPERTY;
    }
}

static unsigned modifiers_of(const struct query_name *n, struct span at) {
    bool declared = n->at.file == at.file && n->at.line == at.line && n->at.col == at.col;
    bool fixed = n->kind == SYM_ATTRIBUTE || n->kind == SYM_OPTION;
    return (declared ? DECLARED : 0u) | (fixed ? FIXED : 0u) | (n->at.line == 0 ? BUILT_IN : 0u);
}

struct stroke {
    struct span at;
    uint32_t name;
};

static int by_place(const void *a, const void *b) {
    const struct stroke *p = a, *q = b;
    if (p->at.line != q->at.line) return p->at.line < q->at.line ? -1 : 1;
    return p->at.col < q->at.col ? -1 : p->at.col > q->at.col;
}

static size_t collect(const struct asked *a, struct stroke *out) {
    const struct query *q = a->query;
    size_t n = 0;
    for (size_t i = 0; i < q->uses.n; i++)
        if (q->uses.data[i].at.file == a->file) out[n++] = (struct stroke){q->uses.data[i].at, q->uses.data[i].name};
    for (size_t i = 0; i < q->names.n; i++)
        if (q->names.data[i].at.line && q->names.data[i].at.file == a->file)
            out[n++] = (struct stroke){q->names.data[i].at, (uint32_t)i};
    qsort(out, n, sizeof *out, by_place);
    return n;
}

void request_tokens(struct asked *a, struct buf *out) {
    const struct query *q = a->query;
    struct stroke *strokes = ARENA_ARRAY(a->arena, struct stroke, q->uses.n + q->names.n + 1);
    size_t n = strokes ? collect(a, strokes) : 0;
    uint32_t line = 1, unit = 0, end = 0;
    bool any = false;
    buf_puts(out, "{\"data\":[");
    for (size_t i = 0; i < n; i++) {
        struct span at = strokes[i].at;
        const struct query_name *name = &q->names.data[strokes[i].name];
        size_t size;
        const char *text = query_line(q, a->file, at.line, &size);
        if (name->kind == QUERY_FILE || at.col == 0 || at.col - 1u + at.len > size) continue;
        uint32_t from = place_units(text, at.col - 1), length = place_units(text + at.col - 1, at.len);
        if (at.line == line && any && from < end) continue; /* a name and its use at one place */
        if (at.line != line) unit = 0;
        buf_printf(out, "%s%u,%u,%u,%d,%u", any ? "," : "", (unsigned)(at.line - line), (unsigned)(from - unit),
                   (unsigned)length, (int)colour_of(name), modifiers_of(name, at));
        line = at.line, unit = from, end = from + length;
        any = true;
    }
    buf_puts(out, "]}");
}
