/* rewrite.c: changes to the text an editor may make: the canonical form, and words that were misspelt. */
#include "lsp/requests.h"

#include "lang/parse/format.h"
#include "lsp/place.h"

#include <string.h>

/* ---- the canonical form, as `terrane fmt` has it */
/* Whether the file by itself can be read: a text with mistakes of form is left as it is. */
static bool parses(struct asked *a, const struct source *source) {
    struct diags diags;
    struct sources sources;
    diags_init(&diags);
    struct node *file = parse_game(a->arena, &diags, source->path, source->text, source->size, NULL, &sources);
    bool good = file != NULL;
    for (uint32_t i = 0; i < diags.n; i++)
        good = good && (diags.items[i].level != DIAG_ERROR || diags.items[i].code == DIAG_include);
    diags_free(&diags);
    return good;
}

void request_format(struct asked *a, struct buf *out) {
    const struct source *source = &a->query->sources.files[a->file];
    struct buf text;
    buf_init(&text);
    bool made = parses(a, source) && format_text(source, &text) == FORMAT_OK;
    bool same = made && text.n == source->size && !memcmp(text.data, source->text, text.n);
    if (!made || same) {
        buf_puts(out, same ? "[]" : "null");
    } else {
        buf_printf(out,
                   "[{\"range\":{\"start\":{\"line\":0,\"character\":0},\"end\":{\"line\":%u,\"character\":0}},"
                   "\"newText\":",
                   (unsigned)a->query->lines[a->file].n);
        value_put_string(out, text.failed ? "" : text.data);
        buf_puts(out, "}]");
    }
    buf_free(&text);
}

/* ---- misspelt words */
/* Where in its line the misspelt word of a message stands: the last time within what is marked. */
static bool find_wrong(const struct query *q, int file, const struct query_message *m, size_t *from, size_t *to) {
    size_t size, n = strlen(m->wrong);
    const char *line = query_line(q, file, m->line, &size);
    size_t start = place_skip(line, size, m->col ? m->col - 1 : 0), end = place_skip(line, size, m->col - 1 + m->len);
    if (m->col == 0 || n == 0) return false;
    for (size_t i = end < size ? end : size; i >= start + n; i--)
        if (!memcmp(line + i - n, m->wrong, n)) {
            *from = i - n, *to = i;
            return true;
        }
    return false;
}

static void put_action(struct asked *a, const struct query_message *m, size_t from, size_t to, struct buf *out) {
    size_t size;
    const char *line = query_line(a->query, a->file, m->line, &size);
    struct buf title;
    buf_init(&title);
    buf_printf(&title, "Change \"%s\" to \"%s\"", m->wrong, m->meant);
    buf_puts(out, "{\"title\":");
    value_put_string(out, title.failed ? "" : title.data);
    buf_puts(out, ",\"kind\":\"quickfix\",\"isPreferred\":true,\"edit\":{\"changes\":{");
    request_put_uri(a->workspace, a->document->path, out);
    buf_puts(out, ":[{\"range\":");
    place_put_bytes(out, m->line - 1, line, size, from, to);
    buf_puts(out, ",\"newText\":");
    value_put_string(out, m->meant);
    buf_puts(out, "}]}}}");
    buf_free(&title);
}

void request_actions(struct asked *a, struct buf *out) {
    const struct value *range = value_get(a->params, "range");
    int64_t first = value_number(value_get(value_get(range, "start"), "line"), 0) + 1;
    int64_t last = value_number(value_get(value_get(range, "end"), "line"), INT32_MAX) + 1;
    bool any = false;
    buf_putc(out, '[');
    for (size_t i = 0; i < a->query->messages.n; i++) {
        const struct query_message *m = &a->query->messages.data[i];
        size_t from, to;
        const char *file = m->file ? m->file : a->query->sources.files[0].path;
        if (!m->wrong || !m->meant || m->line < first || m->line > last || strcmp(file, a->document->path)) continue;
        if (!find_wrong(a->query, a->file, m, &from, &to)) continue;
        buf_puts(out, any ? "," : "");
        put_action(a, m, from, to, out);
        any = true;
    }
    buf_putc(out, ']');
}
