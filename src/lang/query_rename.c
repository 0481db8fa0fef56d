/* query_rename.c: other names for what is used in many places.
 *
 * A rename is refused rather than half done: when the name stands somewhere the index does not know (a module that is
 * not in this configuration), and when the renamed definition would not compile as before. */
#include "lang/query.h"

#include "lang/parse/intern.h"
#include "lang/parse/lexer.h"

#include <stdlib.h>
#include <string.h>

static bool same_place(struct span a, struct span b) {
    return a.file == b.file && a.line == b.line && a.col == b.col;
}

/* Whether two names are one for an author: copies of a declaration in several places of the index. */
static bool same_name(const struct query_name *a, const struct query_name *b) {
    return a == b || (a->at.line && same_place(a->at, b->at) && !strcmp(a->name, b->name));
}

static int compare_places(struct span p, struct span q) {
    if (p.file != q.file) return p.file < q.file ? -1 : 1;
    if (p.line != q.line) return p.line < q.line ? -1 : 1;
    return p.col < q.col ? -1 : p.col > q.col;
}

static int by_place(const void *a, const void *b) {
    return compare_places(*(const struct span *)a, *(const struct span *)b);
}

static int by_edit(const void *a, const void *b) {
    return compare_places(((const struct query_edit *)a)->at, ((const struct query_edit *)b)->at);
}

size_t query_places(const struct query *q, const struct query_name *n, bool declared, struct span *out) {
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

/* ---- spelling */
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

const char *query_spelling(struct arena *arena, const char *wanted) {
    if (!*wanted || strchr(wanted, '\n') || (*wanted != '"' && strchr(wanted, '"'))) return NULL;
    return is_word(arena, wanted) || *wanted == '"' ? wanted : arena_printf(arena, "\"%s\"", wanted);
}

/* ---- renaming */
struct trial {
    const struct query *q;
    struct arena *arena;
    const struct query_edits *edits; /* in the order of their places */
};

static bool is_label(const struct query *q, struct span at) {
    for (size_t i = 0; i < q->labels.n; i++)
        if (same_place(q->labels.data[i], at)) return true;
    return false;
}

/* Where a name stands as a token of a source that is none of the uses: the index does not know what it is there. The
 * name of an argument (`gain(1 coin, to: by)`) belongs to what is called; holds() sees to those of other modules. */
static bool unknown_place(const struct query *q, struct arena *arena, const char *name, uint16_t file,
                          struct span *at) {
    struct interner names;
    struct diags diags;
    struct report report;
    struct lexer lexer;
    bool found = false;
    diags_init(&diags);
    report_init(&report, &diags, &q->sources);
    if (interner_init(&names, arena)) {
        lexer_init(&lexer, &names, &report, &q->sources.files[file], file);
        for (struct token t = lexer_next(&lexer), next; t.kind != TOKEN_EOF && !found; t = next) {
            struct span covered;
            next = lexer_next(&lexer);
            if (t.kind != TOKEN_NAME || strcmp(t.name, name) || (t.depth && next.kind == TOKEN_COLON)) continue;
            found = !is_label(q, t.at) && query_number_at(q, file, t.at.line, t.at.col, &covered) < 0;
            *at = t.at;
        }
    }
    diags_free(&diags);
    return found;
}

/* A source with the new names at the places of the old ones. */
static const char *renamed(const struct trial *t, uint16_t file, size_t *size) {
    const struct source *source = &t->q->sources.files[file];
    struct buf text;
    size_t from = 0;
    buf_init(&text);
    for (size_t i = 0; i < t->edits->n; i++) {
        const struct query_edit *e = &t->edits->data[i];
        if (e->at.file != file) continue;
        size_t at = t->q->lines[file].start[e->at.line - 1] + e->at.col - 1;
        buf_put(&text, source->text + from, at - from);
        buf_puts(&text, e->text);
        from = at + e->at.len;
    }
    buf_put(&text, source->text + from, source->size - from);
    *size = text.n;
    const char *kept = text.failed ? NULL : arena_strdup(t->arena, text.data, text.n);
    buf_free(&text);
    return kept;
}

static const char *trial_text(void *user, const char *path, size_t *size, const char **why) {
    const struct trial *t = user;
    int file = query_file(t->q, path);
    *why = "not a part of it";
    return file < 0 ? NULL : renamed(t, (uint16_t)file, size);
}

size_t query_errors(const struct query *q) {
    size_t n = 0;
    for (size_t i = 0; i < q->messages.n; i++)
        n += q->messages.data[i].level == DIAG_ERROR;
    return n;
}

/* Whether the definition means the same under the new names: as many errors, and as many uses of every name. */
static bool holds(struct trial *t) {
    struct source_reader reader = {trial_text, t};
    const char *why, *root = t->q->sources.files[0].path;
    size_t size;
    const char *text = trial_text(t, root, &size, &why);
    struct query *q = text ? query_new(root, text, size, &reader) : NULL;
    bool same = q && query_errors(q) == query_errors(t->q) && q->names.n == t->q->names.n && q->uses.n == t->q->uses.n;
    for (size_t i = 0; same && i < q->uses.n; i++)
        same = q->uses.data[i].name == t->q->uses.data[i].name;
    query_free(q);
    return same;
}

/* Why a name cannot be changed everywhere, or NULL. */
static const char *hidden_use(const struct query *q, struct arena *arena, const char *name) {
    struct span unknown;
    for (uint16_t file = 0; file < q->sources.n; file++) {
        if (!unknown_place(q, arena, name, file, &unknown)) continue;
        const char *why = arena_printf(
            arena,
            "line %u of %s speaks of \"%s\" and is no part of the game with the first value of all options, so it is "
            "not known whether the same is meant; rename it by hand",
            (unsigned)unknown.line, q->sources.files[file].path, name);
        return why ? why : "not enough memory";
    }
    return NULL;
}

const char *query_rename(const struct query *q, const struct query_renaming *list, size_t n, struct arena *arena,
                         struct query_edits *out) {
    struct span *places = ARENA_ARRAY(arena, struct span, q->uses.n + 1);
    *out = (struct query_edits){ARENA_ARRAY(arena, struct query_edit, n + q->uses.n), 0};
    if (!places || !out->data) return "not enough memory";
    for (size_t i = 0; i < n; i++) {
        const struct query_name *name = &q->names.data[list[i].name];
        const char *text = query_spelling(arena, list[i].to), *why = hidden_use(q, arena, name->name);
        if (!text) return "that cannot be a name";
        if (why) return why;
        size_t count = query_places(q, name, true, places);
        for (size_t k = 0; k < count; k++)
            out->data[out->n++] = (struct query_edit){places[k], text};
    }
    if (out->n) qsort(out->data, out->n, sizeof *out->data, by_edit);
    struct trial trial = {q, arena, out};
    return holds(&trial) ? NULL : "the definition would not mean the same with that name";
}
