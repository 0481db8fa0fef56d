/* references.c: where a name is used, and another name for it.
 *
 * A rename is refused rather than half done: when the name stands somewhere the index does not know (a module that is
 * not in this configuration), and when the renamed definition would not compile as before. */
#include "lsp/requests.h"

#include "lang/parse/intern.h"
#include "lang/parse/lexer.h"
#include "lsp/place.h"

#include <stdlib.h>
#include <string.h>

static bool same_place(struct span a, struct span b) {
    return a.file == b.file && a.line == b.line && a.col == b.col;
}

/* Whether two names are one for an author: copies of a declaration in several places of the index. */
static bool same_name(const struct query_name *a, const struct query_name *b) {
    return a == b || (a->at.line && same_place(a->at, b->at) && !strcmp(a->name, b->name));
}

static int by_place(const void *a, const void *b) {
    const struct span *p = a, *q = b;
    if (p->file != q->file) return p->file < q->file ? -1 : 1;
    if (p->line != q->line) return p->line < q->line ? -1 : 1;
    return p->col < q->col ? -1 : p->col > q->col;
}

/* All places of a name in the order of the files; its declaration where `declared`. */
static size_t places_of(const struct query *q, const struct query_name *n, bool declared, struct span *out) {
    size_t found = 0;
    bool seen = !declared || n->at.line == 0;
    for (size_t i = 0; i < q->uses.n; i++) {
        const struct query_use *u = &q->uses.data[i];
        if (!same_name(&q->names.data[u->name], n)) continue;
        bool here = same_place(u->at, n->at);
        if (here && !declared) continue;
        seen |= here;
        if (found == 0 || !same_place(out[found - 1], u->at)) out[found++] = u->at;
    }
    if (!seen) out[found++] = n->at;
    qsort(out, found, sizeof *out, by_place);
    return found;
}

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
    size_t count = n ? places_of(a->query, n, wants_declaration(a), places) : 0;
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
    size_t count = n ? places_of(a->query, n, true, places) : 0;
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

/* ---- another name */
/* Whether `name` is one word; it is reserved where the lexer says so. */
static bool is_word(struct arena *arena, const char *name) {
    struct interner names;
    struct diags diags;
    struct report report;
    struct sources none = {0};
    struct source source = {"", name, strlen(name)};
    struct lexer lexer;
    diags_init(&diags);
    report_init(&report, &diags, &none);
    bool word = interner_init(&names, arena);
    if (word) {
        lexer_init(&lexer, &names, &report, &source, 0);
        struct token first = lexer_next(&lexer), second = lexer_next(&lexer);
        word = first.kind == TOKEN_NAME && second.kind == TOKEN_NEWLINE && first.end == source.size;
    }
    diags_free(&diags);
    return word;
}

static bool is_label(const struct query *q, struct span at) {
    for (size_t i = 0; i < q->labels.n; i++)
        if (same_place(q->labels.data[i], at)) return true;
    return false;
}

/* Where a name stands as a token of a source that is none of the uses: the index does not know what it is there. The
 * name of an argument (`gain(1 coin, to: by)`) belongs to what is called; holds() sees to those of other modules. */
static bool unknown_place(struct asked *a, const char *name, uint16_t file, struct span *at) {
    struct interner names;
    struct diags diags;
    struct report report;
    struct lexer lexer;
    bool found = false;
    diags_init(&diags);
    report_init(&report, &diags, &a->query->sources);
    if (interner_init(&names, a->arena)) {
        lexer_init(&lexer, &names, &report, &a->query->sources.files[file], file);
        for (struct token t = lexer_next(&lexer), next; t.kind != TOKEN_EOF && !found; t = next) {
            struct span covered;
            next = lexer_next(&lexer);
            if (t.kind != TOKEN_NAME || strcmp(t.name, name) || (t.depth && next.kind == TOKEN_COLON)) continue;
            found = !is_label(a->query, t.at) && query_number_at(a->query, file, t.at.line, t.at.col, &covered) < 0;
            *at = t.at;
        }
    }
    diags_free(&diags);
    return found;
}

/* A source with the new name at the places of the old one, in the order of the places. */
static const char *renamed(struct asked *a, uint16_t file, const struct span *places, size_t n, const char *name,
                           size_t *size) {
    const struct source *source = &a->query->sources.files[file];
    struct buf text;
    size_t from = 0;
    buf_init(&text);
    for (size_t i = 0; i < n; i++) {
        if (places[i].file != file) continue;
        size_t at = a->query->lines[file].start[places[i].line - 1] + places[i].col - 1;
        buf_put(&text, source->text + from, at - from);
        buf_puts(&text, name);
        from = at + places[i].len;
    }
    buf_put(&text, source->text + from, source->size - from);
    *size = text.n;
    const char *kept = text.failed ? NULL : arena_strdup(a->arena, text.data, text.n);
    buf_free(&text);
    return kept;
}

struct trial {
    struct asked *a;
    const struct span *places;
    size_t n;
    const char *name;
};

static const char *trial_text(void *user, const char *path, size_t *size, const char **why) {
    struct trial *t = user;
    int file = query_file(t->a->query, path);
    *why = "not a part of it";
    return file < 0 ? NULL : renamed(t->a, (uint16_t)file, t->places, t->n, t->name, size);
}

static size_t errors_in(const struct query *q) {
    size_t n = 0;
    for (size_t i = 0; i < q->messages.n; i++)
        n += q->messages.data[i].level == DIAG_ERROR;
    return n;
}

/* Whether the definition means the same under the new name: as many errors, and as many uses of every name. */
static bool holds(struct asked *a, const struct span *places, size_t n, const char *name) {
    struct trial trial = {a, places, n, name};
    struct source_reader reader = {trial_text, &trial};
    const char *why, *root = a->query->sources.files[0].path;
    size_t size;
    const char *text = trial_text(&trial, root, &size, &why);
    struct query *q = text ? query_new(root, text, size, &reader) : NULL;
    bool same =
        q && errors_in(q) == errors_in(a->query) && q->names.n == a->query->names.n && q->uses.n == a->query->uses.n;
    for (size_t i = 0; same && i < q->uses.n; i++)
        same = q->uses.data[i].name == a->query->uses.data[i].name;
    query_free(q);
    return same;
}

void request_can_rename(struct asked *a, struct buf *out) {
    struct span at;
    int number = query_number_at(a->query, a->file, a->line, a->col, &at);
    if (number < 0 || a->query->names.data[number].at.line == 0 || a->query->names.data[number].kind == QUERY_FILE)
        a->refused = "this name is not declared in the definition";
    else
        place_put_range(out, a->query, at);
}

static void put_edits(struct asked *a, const struct span *places, size_t n, const char *name, struct buf *out) {
    bool any = false;
    buf_puts(out, "{\"changes\":{");
    for (uint16_t file = 0; file < a->query->sources.n; file++) {
        size_t in_file = 0;
        for (size_t i = 0; i < n; i++) {
            if (places[i].file != file) continue;
            if (in_file++ == 0) {
                buf_puts(out, any ? "]," : "");
                request_put_uri(a->workspace, a->query->sources.files[file].path, out);
                buf_puts(out, ":[");
                any = true;
            } else {
                buf_putc(out, ',');
            }
            buf_puts(out, "{\"range\":");
            place_put_range(out, a->query, places[i]);
            buf_puts(out, ",\"newText\":");
            value_put_string(out, name);
            buf_putc(out, '}');
        }
    }
    buf_puts(out, any ? "]}}" : "}}");
}

void request_rename(struct asked *a, struct buf *out) {
    struct span at, *places, unknown;
    const char *wanted = value_text(value_get(a->params, "newName"));
    request_can_rename(a, out);
    buf_clear(out);
    const struct query_name *n = a->refused ? NULL : begin(a, &at, &places);
    if (!n || !wanted) return;
    const char *name = is_word(a->arena, wanted) || *wanted == '"' ? wanted : arena_printf(a->arena, "\"%s\"", wanted);
    if (!name || !*wanted || strchr(wanted, '\n') || (*wanted != '"' && strchr(wanted, '"'))) {
        a->refused = "that cannot be a name";
        return;
    }
    size_t count = places_of(a->query, n, true, places);
    for (uint16_t file = 0; file < a->query->sources.n; file++)
        if (unknown_place(a, n->name, file, &unknown)) {
            a->refused =
                arena_printf(a->arena,
                             "line %u of %s speaks of \"%s\" and is no part of the game with the first value of all "
                             "options, so it is not known whether the same is meant; rename it by hand",
                             (unsigned)unknown.line, a->query->sources.files[file].path, n->name);
            return;
        }
    if (holds(a, places, count, name))
        put_edits(a, places, count, name, out);
    else
        a->refused = "the definition would not mean the same with that name";
}
