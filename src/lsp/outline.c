/* outline.c: a definition by its parts: the outline of a file, symbols of all files, what can be folded, and the line
 * above a scenario that runs it. */
#include "lsp/requests.h"

#include "lsp/place.h"

#include <string.h>

/* ---- items */
static int symbol_kind(uint8_t node) {
    enum {
        MODULE = 2,
        NAMESPACE = 3,
        CLASS = 5,
        METHOD = 6,
        PROPERTY = 7,
        FUNCTION = 12,
        VARIABLE = 13,
        CONSTANT = 14,
        ARRAY = 18,
        OBJECT = 19,
        MEMBER = 22,
        EVENT = 24
    };
    switch (node) {
    case N_GAME:
    case N_SCENARIO: return MODULE;
    case N_KIND: return CLASS;
    case N_RULE: return METHOD;
    case N_VALUE: return PROPERTY;
    case N_DEF: return FUNCTION;
    case N_VAR:
    case N_TRACK: return VARIABLE;
    case N_OPTION_DECL: return CONSTANT;
    case N_ZONE:
    case N_BOARD: return ARRAY;
    case N_INSTANCE: return OBJECT;
    case N_MEMBER: return MEMBER;
    case N_SIGNAL: return EVENT;
    default: return NAMESPACE;
    }
}

/* The last line of an item: the one before the next item of its file that is not inside it. */
static uint32_t last_line(const struct query *q, size_t i) {
    const struct query_item *item = &q->items.data[i];
    uint32_t last = q->lines[item->at.file].n;
    for (size_t k = i + 1; k < q->items.n; k++) {
        const struct query_item *next = &q->items.data[k];
        if (next->at.file != item->at.file || next->depth > item->depth) continue;
        if (next->at.line > item->at.line)
            last = next->at.line - 1;
        else
            last = item->at.line;
        break;
    }
    size_t size;
    while (last > item->at.line) { /* empty lines and comments behind it are not part of it */
        const char *line = query_line(q, item->at.file, last, &size);
        while (size && *line == ' ')
            line++, size--;
        if (size && *line != '#') break;
        last--;
    }
    return last;
}

static void put_item(const struct query *q, size_t i, struct buf *out) {
    const struct query_item *item = &q->items.data[i];
    uint32_t last = last_line(q, i);
    size_t size;
    const char *line = query_line(q, item->at.file, last, &size);
    buf_puts(out, "{\"name\":");
    value_put_string(out, item->name && *item->name ? item->name : item->word);
    buf_puts(out, ",\"detail\":");
    value_put_string(out, item->word);
    buf_printf(out,
               ",\"kind\":%d,\"range\":{\"start\":{\"line\":%u,\"character\":0},\"end\":{\"line\":%u,\"character\":%u}}"
               ",\"selectionRange\":",
               symbol_kind(item->node), (unsigned)item->at.line - 1, (unsigned)last - 1,
               (unsigned)place_units(line, size));
    place_put_range(out, q, item->at);
}

void request_symbols(struct asked *a, struct buf *out) {
    const struct query *q = a->query;
    bool any = false;
    buf_putc(out, '[');
    for (size_t i = 0; i < q->items.n; i++) {
        if (q->items.data[i].at.file != a->file || q->items.data[i].depth || !q->items.data[i].at.line) continue;
        buf_puts(out, any ? "," : "");
        any = true;
        put_item(q, i, out);
        buf_puts(out, ",\"children\":[");
        for (size_t k = i + 1; k < q->items.n && q->items.data[k].depth; k++) {
            buf_puts(out, k > i + 1 ? "," : "");
            put_item(q, k, out);
            buf_puts(out, "}");
        }
        buf_puts(out, "]}");
    }
    buf_putc(out, ']');
}

/* ---- all open definitions */
static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

static bool has_part(const char *name, const char *part) {
    for (; *name; name++) {
        size_t n = 0;
        while (part[n] && lower(name[n]) == lower(part[n]))
            n++;
        if (!part[n]) return true;
    }
    return !*part;
}

void request_workspace_symbols(const struct workspace *w, const char *part, struct buf *out) {
    bool any = false;
    buf_putc(out, '[');
    for (size_t p = 0; p < w->projects.n; p++) {
        const struct analysis *now = w->projects.data[p]->now;
        const struct query *q = now ? now->query : NULL;
        for (size_t i = 0; q && i < q->items.n; i++) {
            const struct query_item *item = &q->items.data[i];
            if (!item->name || !item->at.line || !has_part(item->name, part)) continue;
            buf_puts(out, any ? ",{\"name\":" : "{\"name\":");
            value_put_string(out, item->name);
            buf_printf(out, ",\"kind\":%d,\"containerName\":", symbol_kind(item->node));
            value_put_string(out, item->word);
            buf_puts(out, ",\"location\":");
            request_put_location(w, q, item->at, out);
            buf_putc(out, '}');
            any = true;
        }
    }
    buf_putc(out, ']');
}

/* ---- folding: by indentation, so that a text with mistakes folds as well */
enum { FOLDS_OPEN = 64 };

static void put_fold(struct buf *out, bool *any, uint32_t first, uint32_t last) {
    if (last <= first) return;
    buf_printf(out, "%s{\"startLine\":%u,\"endLine\":%u}", *any ? "," : "", (unsigned)first - 1, (unsigned)last - 1);
    *any = true;
}

void request_folding(struct asked *a, struct buf *out) {
    struct {
        size_t indent;
        uint32_t line;
    } open[FOLDS_OPEN];
    size_t n = 0;
    uint32_t last = 0;
    bool any = false;
    buf_putc(out, '[');
    for (uint32_t line = 1; line <= a->query->lines[a->file].n; line++) {
        size_t size, indent = 0;
        const char *text = query_line(a->query, a->file, line, &size);
        while (indent < size && text[indent] == ' ')
            indent++;
        if (indent == size || text[indent] == '#') continue;
        while (n && open[n - 1].indent >= indent)
            put_fold(out, &any, open[--n].line, last);
        if (n < FOLDS_OPEN) open[n].indent = indent, open[n++].line = line;
        last = line;
    }
    while (n)
        put_fold(out, &any, open[--n].line, last);
    buf_putc(out, ']');
}

/* ---- scenarios */
void request_lenses(struct asked *a, struct buf *out) {
    bool any = false;
    buf_putc(out, '[');
    for (size_t i = 0; i < a->query->items.n; i++) {
        const struct query_item *item = &a->query->items.data[i];
        if (item->node != N_SCENARIO || item->at.file != a->file) continue;
        buf_puts(out, any ? ",{\"range\":" : "{\"range\":");
        place_put_range(out, a->query, item->at);
        buf_puts(out, ",\"command\":{\"title\":\"run scenario\",\"command\":\"terrane.runScenario\",\"arguments\":[");
        value_put_string(out, a->document->path);
        buf_putc(out, ',');
        value_put_string(out, item->name);
        buf_puts(out, "]}}");
        any = true;
    }
    buf_putc(out, ']');
}
