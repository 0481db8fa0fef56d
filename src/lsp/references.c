/* references.c: where a name is used, and another name for it (query_rename.c). */
#include "lsp/requests.h"

#include "lsp/place.h"

/* What is asked about, and room for its places; NULL when there is nothing. */
static const struct query_name *begin(struct asked *a, struct span *at, struct span **room) {
    int number = query_number_at(a->query, a->file, a->line, a->col, at);
    if (number < 0) return NULL;
    *room = ARENA_ARRAY(a->arena, struct span, a->query->uses.n + 1);
    return *room ? &a->query->names.data[number] : NULL;
}

static bool wants_declaration(const struct asked *a) {
    const struct value *flag = value_get(value_get(a->params, "context"), "includeDeclaration");
    return flag && flag->type == VALUE_TRUE;
}

void request_references(struct asked *a, struct buf *out) {
    struct span at, *places;
    const struct query_name *n = begin(a, &at, &places);
    size_t count = n ? query_places(a->query, n, wants_declaration(a), places) : 0;
    buf_putc(out, '[');
    for (size_t i = 0; i < count; i++) {
        buf_puts(out, i ? "," : "");
        request_put_location(a->workspace, a->query, places[i], out);
    }
    buf_putc(out, ']');
}

void request_highlights(struct asked *a, struct buf *out) {
    struct span at, *places;
    const struct query_name *n = begin(a, &at, &places);
    size_t count = n ? query_places(a->query, n, true, places) : 0;
    bool any = false;
    buf_putc(out, '[');
    for (size_t i = 0; i < count; i++) {
        if (places[i].file != a->file) continue;
        buf_puts(out, any ? ",{\"range\":" : "{\"range\":");
        place_put_range(out, a->query, places[i]);
        buf_putc(out, '}');
        any = true;
    }
    buf_putc(out, ']');
}

void request_can_rename(struct asked *a, struct buf *out) {
    struct span at;
    int number = query_number_at(a->query, a->file, a->line, a->col, &at);
    if (number < 0 || a->query->names.data[number].at.line == 0 || a->query->names.data[number].kind == QUERY_FILE)
        a->refused = "this name is not declared in the definition";
    else
        place_put_range(out, a->query, at);
}

static void put_edits(struct asked *a, const struct query_edit *edits, size_t n, struct buf *out) {
    bool any = false;
    buf_puts(out, "{\"changes\":{");
    for (uint16_t file = 0; file < a->query->sources.n; file++) {
        size_t in_file = 0;
        for (size_t i = 0; i < n; i++) {
            if (edits[i].at.file != file) continue;
            if (in_file++ == 0) {
                buf_puts(out, any ? "]," : "");
                request_put_uri(a->workspace, a->query->sources.files[file].path, out);
                buf_puts(out, ":[");
                any = true;
            } else {
                buf_putc(out, ',');
            }
            buf_puts(out, "{\"range\":");
            place_put_range(out, a->query, edits[i].at);
            buf_puts(out, ",\"newText\":");
            value_put_string(out, edits[i].text);
            buf_putc(out, '}');
        }
    }
    buf_puts(out, any ? "]}}" : "}}");
}

void request_rename(struct asked *a, struct buf *out) {
    struct span at;
    const char *wanted = value_text(value_get(a->params, "newName"));
    request_can_rename(a, out);
    buf_clear(out);
    int number = a->refused ? -1 : query_number_at(a->query, a->file, a->line, a->col, &at);
    if (number < 0 || !wanted) return;
    struct query_renaming one = {(uint32_t)number, wanted};
    struct query_edits edits;
    a->refused = query_rename(a->query, &one, 1, a->arena, &edits);
    if (!a->refused) put_edits(a, edits.data, edits.n, out);
}
