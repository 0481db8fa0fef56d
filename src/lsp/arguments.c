/* arguments.c: the parameters of what is being called, and their names before bare numbers.
 *
 * The call being typed is mostly not finished, so it is found from the text of its line and the lines above; finished
 * calls come from the index. */
#include "base/utf8.h"
#include "lsp/requests.h"

#include "lsp/place.h"

#include <string.h>

/* ---- the call around the cursor */
struct call {
    char name[128];
    unsigned argument; /* arguments before the cursor */
    char named[64];    /* the name before a colon, of `at: x`; else empty */
};

/* The word that ends before `end`, into out; false: there is none or it is too long. */
static bool word_before(const char *text, size_t end, char *out, size_t cap) {
    size_t from = end;
    if (end > 0 && text[end - 1] == '"') { /* project "Ice Cap"(3 */
        from = end - 1;
        while (from > 0 && text[from - 1] != '"' && text[from - 1] != '\n')
            from--;
        from = from ? from - 1 : 0;
    } else {
        while (from > 0 && utf8_word_byte(text[from - 1]))
            from--;
    }
    if (from == end || end - from >= cap) return false;
    memcpy(out, text + from, end - from);
    out[end - from] = '\0';
    return true;
}

/* Goes back to the bracket that is open at the cursor, over calls that are closed. Texts are passed over whole. */
static bool find_call(const char *text, size_t at, struct call *c) {
    int depth = 0;
    bool here = true; /* still in the argument of the cursor */
    *c = (struct call){.argument = 0};
    for (size_t i = at; i-- > 0;) {
        char ch = text[i];
        if (ch == '"') {
            while (i > 0 && text[i - 1] != '"' && text[i - 1] != '\n')
                i--;
            if (i > 0 && text[i - 1] == '"') i--;
        } else if (ch == ')' || ch == ']') {
            depth++;
        } else if (ch == '[' || ch == '(') {
            if (depth-- > 0) continue;
            if (ch == '(' && word_before(text, i, c->name, sizeof c->name)) return true;
            depth = 0, here = false, c->argument = 0, c->named[0] = '\0'; /* a bracket inside an argument */
        } else if (depth == 0 && ch == ',') {
            c->argument++, here = false;
        } else if (depth == 0 && ch == ':' && here) {
            word_before(text, i, c->named, sizeof c->named);
        } else if (depth == 0 && (ch == ';' || (ch == '\n' && at - i > 4000))) {
            return false;
        }
    }
    return false;
}

/* A card is declared as `kind Name(`: the parameters are those of its kind. */
static const struct query_name *kind_of_line(const struct asked *a) {
    size_t size, n = 0;
    char word[128];
    const char *line = query_line(a->query, a->file, a->line, &size);
    while (n < size && utf8_word_byte(line[n]))
        n++;
    if (n == 0 || n >= sizeof word || !word_before(line, n, word, sizeof word)) return NULL;
    const struct query_name *kind = query_find(a->query, word);
    return kind && kind->kind == SYM_KIND ? kind : NULL;
}

static void put_signature(const struct query_name *n, const struct query_name **params, size_t count, size_t active,
                          struct buf *out) {
    struct buf label;
    uint32_t starts[MAX_PARAMETERS + 1], ends[MAX_PARAMETERS + 1];
    buf_init(&label);
    buf_printf(&label, "%s(", n->name);
    for (size_t i = 0; i < count; i++) {
        buf_puts(&label, i ? ", " : "");
        starts[i] = place_units(label.data, label.n);
        buf_puts(&label, params[i]->name);
        if (params[i]->type_text) buf_printf(&label, ": %s", params[i]->type_text);
        ends[i] = place_units(label.data, label.n);
    }
    buf_putc(&label, ')');
    buf_puts(out, "{\"signatures\":[{\"label\":");
    value_put_string(out, label.failed ? "" : label.data);
    buf_puts(out, ",\"parameters\":[");
    for (size_t i = 0; i < count; i++)
        buf_printf(out, "%s{\"label\":[%u,%u]}", i ? "," : "", (unsigned)starts[i], (unsigned)ends[i]);
    buf_printf(out, "]}],\"activeSignature\":0,\"activeParameter\":%zu}", active);
    buf_free(&label);
}

/* What is being called at the place and its parameters; how many. */
static size_t parameters_at(const struct asked *a, struct call *c, const struct query_name **n,
                            const struct query_name **params) {
    const struct source *source = &a->query->sources.files[a->file];
    size_t at = a->query->lines[a->file].start[a->line - 1] + a->col - 1;
    if (!find_call(source->text, at, c)) return 0;
    *n = query_find(a->query, c->name);
    size_t count = *n ? query_parameters(a->query, *n, params, MAX_PARAMETERS) : 0;
    if (count || (*n && (*n)->kind != SYM_INSTANCE) || !(*n = kind_of_line(a))) return count;
    return query_parameters(a->query, *n, params, MAX_PARAMETERS);
}

static size_t active_in(const struct call *c, const struct query_name **params, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (c->named[0] && !strcmp(params[i]->name, c->named)) return i;
    return c->argument < count ? c->argument : count - 1;
}

struct type request_wanted_type(const struct asked *a) {
    struct call c;
    const struct query_name *params[MAX_PARAMETERS], *n;
    size_t count = parameters_at(a, &c, &n, params);
    return count ? params[active_in(&c, params, count)]->type : TYPE(T_UNKNOWN);
}

void request_signature(struct asked *a, struct buf *out) {
    struct call c;
    const struct query_name *params[MAX_PARAMETERS], *n;
    size_t count = parameters_at(a, &c, &n, params);
    if (count) put_signature(n, params, count, active_in(&c, params, count), out);
}

/* ---- names before arguments */
static uint32_t line_of(const struct value *range, const char *end, uint32_t otherwise) {
    int64_t line = value_number(value_get(value_get(range, end), "line"), -1);
    return line >= 0 && line < UINT32_MAX ? (uint32_t)line + 1 : otherwise;
}

void request_inlays(struct asked *a, struct buf *out) {
    const struct value *range = value_get(a->params, "range");
    uint32_t from = line_of(range, "start", 1), to = line_of(range, "end", UINT32_MAX);
    bool any = false;
    buf_putc(out, '[');
    for (size_t i = 0; i < a->query->arguments.n; i++) {
        const struct query_argument *shown = &a->query->arguments.data[i];
        if (shown->at.file != a->file || shown->at.line < from || shown->at.line > to) continue;
        size_t size;
        const char *line = query_line(a->query, a->file, shown->at.line, &size);
        if (shown->at.col == 0 || shown->at.col - 1 > size) continue;
        buf_printf(out, "%s{\"position\":{\"line\":%u,\"character\":%u},\"kind\":2,\"paddingRight\":true,\"label\":",
                   any ? "," : "", (unsigned)shown->at.line - 1, (unsigned)place_units(line, shown->at.col - 1));
        struct buf label;
        buf_init(&label);
        buf_printf(&label, "%s:", shown->parameter);
        value_put_string(out, label.failed ? "" : label.data);
        buf_free(&label);
        buf_putc(out, '}');
        any = true;
    }
    buf_putc(out, ']');
}
