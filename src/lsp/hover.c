/* hover.c: hover and definition. What the index does not know at a place (a module that is not in this
 * configuration, a line with a mistake) is looked for by its spelling. */
#include "base/quote.h"
#include "lsp/requests.h"

#include "base/json_value.h"
#include "base/utf8.h"
#include "lsp/place.h"

#include <string.h>

/* ---- what stands under the cursor */
/* The quoted text a byte of the line stands in, without its quotes. */
static bool quoted_around(const char *line, size_t size, size_t at, size_t *from, size_t *to) {
    for (size_t i = 0; i < size && line[i] != '#'; i++) {
        if (line[i] != '"') continue;
        const char *close = memchr(line + i + 1, '"', size - i - 1);
        if (!close) return false;
        *from = i + 1, *to = (size_t)(close - line);
        if (at >= i && at <= *to) return true;
        i = *to;
    }
    return false;
}

static const struct query_name *find_by_word(const struct asked *a, struct span *at) {
    size_t size, from = a->col - 1u, to = from;
    const char *line = query_line(a->query, a->file, a->line, &size);
    char name[256];
    if (from > size) return NULL;
    if (!quoted_around(line, size, a->col - 1u, &from, &to)) {
        while (from > 0 && utf8_word_byte(line[from - 1]))
            from--;
        while (to < size && utf8_word_byte(line[to]))
            to++;
    }
    if (to == from || to - from >= sizeof name) return NULL;
    memcpy(name, line + from, to - from);
    name[to - from] = '\0';
    *at = (struct span){(uint16_t)a->file, (uint16_t)(to - from), a->line, (uint32_t)from + 1};
    return query_find(a->query, name);
}

const struct query_name *request_find_name(const struct asked *a, struct span *at) {
    const struct query_name *n = query_at(a->query, a->file, a->line, a->col, at);
    return n ? n : find_by_word(a, at);
}

/* ---- hover */
static const char *kind_words(const struct query_name *n) {
    static const char *const words[] = {
        [SYM_ENUM] = "sort of name", [SYM_MEMBER] = "name",         [SYM_OPTION] = "option", [SYM_TRACK] = "track",
        [SYM_VAR] = "variable",      [SYM_ZONE] = "zone",           [SYM_KIND] = "kind",     [SYM_INSTANCE] = "card",
        [SYM_BOARD] = "board",       [SYM_SPACE] = "space",         [SYM_DEF] = "def",       [SYM_VALUE] = "value",
        [SYM_SIGNAL] = "signal",     [SYM_ATTRIBUTE] = "attribute", [SYM_RULE] = "rule",     [SYM_CLAUSE] = "clause",
        [SYM_LOCAL] = "local name",  [SYM_BUILTIN] = "built in",    [SYM_SEAT] = "player",   [SYM_PHASE] = "phase",
    };
    const char *word = n->kind < sizeof words / sizeof *words ? words[n->kind] : NULL;
    return word ? word : "file";
}

/* The text of a card from the last program there was, when there is none now. */
static const char *text_of(const struct asked *a, const struct query_name *n) {
    const struct analysis *good = a->document->project->good;
    if (n->text || (n->kind != SYM_INSTANCE && n->kind != SYM_SPACE) || !good || good->query == a->query)
        return n->text;
    for (size_t i = 0; i < good->query->names.n; i++) {
        const struct query_name *old = &good->query->names.data[i];
        if (old->kind == n->kind && !strcmp(old->name, n->name)) return old->text;
    }
    return NULL;
}

static void hover_text(const struct asked *a, const struct query_name *n, struct buf *text) {
    const char *more = text_of(a, n);
    buf_printf(text, "```terrane\n%s\n```\n", n->written ? n->written : n->name);
    buf_printf(text, "%s", kind_words(n));
    if (n->owner >= 0 && (size_t)n->owner < a->query->kinds.n)
        buf_printf(text, " of %s", a->query->kinds.data[n->owner].name);
    if (n->owner == QUERY_OF_PLAYER) buf_puts(text, " of every player");
    if (n->type_text && n->kind != SYM_KIND && strcmp(n->type_text, kind_words(n)))
        buf_printf(text, ": %s", n->type_text);
    if (more && n->kind == SYM_BUILTIN)
        buf_printf(text, ": %s", more);
    else if (more)
        buf_printf(text, "\n\n%s", more);
}

void request_hover(struct asked *a, struct buf *out) {
    struct span at;
    struct buf text;
    const struct query_name *n = request_find_name(a, &at);
    if (!n || n->kind == QUERY_FILE) {
        buf_puts(out, "null");
        return;
    }
    buf_init(&text);
    hover_text(a, n, &text);
    buf_puts(out, "{\"contents\":{\"kind\":\"markdown\",\"value\":");
    quote_json(out, text.data, text.n);
    buf_puts(out, "},\"range\":");
    place_put_range(out, a->query, at);
    buf_putc(out, '}');
    buf_free(&text);
}

/* ---- definition */
void request_definition(struct asked *a, struct buf *out) {
    struct span at;
    const struct query_name *n = request_find_name(a, &at);
    if (!n || n->at.line == 0 || n->at.file >= a->query->sources.n) {
        buf_puts(out, "null");
        return;
    }
    request_put_location(a->workspace, a->query, n->at, out);
}
