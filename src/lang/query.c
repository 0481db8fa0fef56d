/* query.c: making a query: parse, compile in every configuration, keep the messages; and asking it. What is kept of the
 * model is in query_index.c. */
#include "lang/query.h"

#include "lang/compile.h"

#include <stdlib.h>
#include <string.h>

enum { CONFIGURATIONS = 32 }; /* enough for seats and options; more would make typing slow */

/* ---- messages */
static const char *kept(struct query *q, const char *text) {
    const char *copy = text ? arena_strdup(&q->arena, text, strlen(text)) : NULL;
    if (text && !copy) q->failed = true;
    return copy;
}

static bool known(const struct query *q, const struct diag *d) {
    for (size_t i = 0; i < q->messages.n; i++) {
        const struct query_message *m = &q->messages.data[i];
        if (m->level == (int)d->level && m->line == d->line && m->col == d->col && m->text &&
            !strcmp(m->text, d->text) && (m->file == d->file || (m->file && d->file && !strcmp(m->file, d->file))))
            return true;
    }
    return false;
}

static void keep_messages(struct query *q, struct diags *diags) {
    bool skip = false;
    diags_sort(diags);
    for (uint32_t i = 0; i < diags->n; i++) {
        const struct diag *d = &diags->items[i];
        if (d->level != DIAG_NOTE) skip = known(q, d);
        if (skip) continue;
        struct query_message m = {.level = (int)d->level, .code = diag_code_number(d->code)};
        m.text = kept(q, d->text), m.hint = kept(q, d->hint), m.file = kept(q, d->file);
        m.wrong = kept(q, d->wrong), m.meant = kept(q, d->meant);
        m.line = d->line, m.col = d->col, m.len = d->len;
        if (!VEC_PUSH(&q->messages, m)) q->failed = true;
    }
}

/* ---- configurations */
struct tries {
    struct query *q;
    unsigned min_seats, max_seats;
    int left;
    bool wrong;
};

static void look(void *user, struct model *m, const struct program *program) {
    struct tries *t = user;
    t->min_seats = m->min_seats, t->max_seats = m->max_seats;
    query_collect(t->q, m, program);
}

static void try_config(struct tries *t, unsigned seats, const char *option) {
    if (t->wrong || t->left-- <= 0) return;
    struct diags diags;
    struct config config = {.seats = seats, .options = &option, .n_options = option ? 1 : 0};
    diags_init(&diags);
    struct compiled made = compile_game(t->q->file, &t->q->sources, 0, &config, &diags);
    program_free(made.program);
    if (!made.bad_config) keep_messages(t->q, &diags);
    t->wrong = diags.errors > 0 || made.no_memory;
    diags_free(&diags);
}

static void try_options(struct tries *t, const struct node *list) {
    for (const struct node *n = list; n; n = n->next) {
        if (n->kind == N_INCLUDE || n->kind == N_MODULE) try_options(t, n->kids);
        if (n->kind == N_MODULE && n->b) try_options(t, n->b->kids);
        if (n->kind != N_OPTION_DECL || !n->kids) continue;
        for (const struct node *v = n->kids->next; v; v = v->next) {
            const char *text = v->kind == N_NUMBER ? arena_printf(&t->q->arena, "%s=%d", n->name, (int)v->number)
                               : v->kind == N_NAME ? arena_printf(&t->q->arena, "%s=%s", n->name, v->name)
                                                   : NULL;
            if (text) try_config(t, 0, text);
        }
    }
}

static void compile_all(struct query *q, bool gaps) {
    struct tries t = {.q = q, .left = CONFIGURATIONS};
    struct inspector inspector = {.look = look, .user = &t, .check_only = gaps};
    struct config config = {0};
    struct diags diags;
    diags_init(&diags);
    struct compiled made = compile_inspected(q->file, &q->sources, 0, &config, &diags, &inspector);
    q->complete = made.program != NULL;
    program_free(made.program);
    if (!gaps) keep_messages(q, &diags); /* what a gap leaves undeclared is no mistake */
    t.wrong = gaps || diags.errors > 0 || made.no_memory;
    diags_free(&diags);
    for (unsigned seats = t.min_seats; !t.wrong && seats <= t.max_seats; seats++)
        try_config(&t, seats, NULL);
    try_options(&t, q->file->kids);
}

/* ---- asking */
int query_file(const struct query *q, const char *path) {
    for (int i = 0; i < q->sources.n; i++)
        if (!strcmp(q->sources.files[i].path, path)) return i;
    return NONE;
}

static bool covers(struct span at, uint32_t line, uint32_t col) {
    return at.line == line && col >= at.col && col <= at.col + at.len;
}

int query_number_at(const struct query *q, int file, uint32_t line, uint32_t col, struct span *at) {
    size_t low = 0, high = q->uses.n;
    while (low < high) { /* the first use of the line */
        size_t middle = low + (high - low) / 2;
        const struct span *s = &q->uses.data[middle].at;
        if (s->file < file || (s->file == file && s->line < line))
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < q->uses.n && q->uses.data[low].at.file == file && q->uses.data[low].at.line == line; low++)
        if (covers(q->uses.data[low].at, line, col)) {
            *at = q->uses.data[low].at;
            return (int)q->uses.data[low].name;
        }
    for (size_t i = 0; i < q->names.n; i++)
        if (q->names.data[i].at.file == file && covers(q->names.data[i].at, line, col)) {
            *at = q->names.data[i].at;
            return (int)i;
        }
    return NONE;
}

const struct query_name *query_at(const struct query *q, int file, uint32_t line, uint32_t col, struct span *at) {
    int number = query_number_at(q, file, line, col, at);
    return number < 0 ? NULL : &q->names.data[number];
}

size_t query_parameters(const struct query *q, const struct query_name *n, const struct query_name **out, size_t cap) {
    uint32_t of = (uint32_t)(n - q->names.data) + 1;
    size_t found = 0;
    int kind = NONE;
    for (size_t i = 0; i < q->kinds.n && n->kind == SYM_KIND; i++)
        if (!strcmp(q->kinds.data[i].name, n->name)) kind = (int)i;
    for (int guard = 0; kind >= 0 && guard < MAX_KIND_DEPTH; guard++, kind = q->kinds.data[kind].parent)
        for (size_t i = 0; i < q->names.n && found < cap; i++)
            if (q->names.data[i].kind == SYM_ATTRIBUTE && q->names.data[i].owner == kind)
                out[found++] = &q->names.data[i];
    for (size_t i = 0; i < q->names.n && found < cap && n->kind != SYM_KIND; i++)
        if (q->names.data[i].kind == SYM_LOCAL && q->names.data[i].of == of) out[found++] = &q->names.data[i];
    return found;
}

const struct query_name *query_find(const struct query *q, const char *name) {
    const struct query_name *built_in = NULL;
    for (size_t i = 0; i < q->names.n; i++) {
        const struct query_name *n = &q->names.data[i];
        if (n->kind == SYM_LOCAL || n->kind == QUERY_FILE || strcmp(n->name, name)) continue;
        if (n->at.line) return n;
        built_in = n;
    }
    return built_in;
}

bool query_kind_is(const struct query *q, int kind, int ancestor) {
    for (int guard = 0; kind >= 0 && kind < (int)q->kinds.n && guard < 64; guard++, kind = q->kinds.data[kind].parent)
        if (kind == ancestor) return true;
    return false;
}

/* ---- lines */
static bool index_lines(struct query *q) {
    q->lines = ARENA_ARRAY(&q->arena, struct query_lines, q->sources.n + 1u);
    for (int i = 0; q->lines && i < q->sources.n; i++) {
        const char *text = q->sources.files[i].text, *end = text + q->sources.files[i].size;
        uint32_t n = 1;
        for (const char *p = text; (p = memchr(p, '\n', (size_t)(end - p))); p++)
            n++;
        uint32_t *start = ARENA_ARRAY(&q->arena, uint32_t, n);
        if (!start) return false;
        q->lines[i] = (struct query_lines){start, n};
        n = 1;
        for (const char *p = text; (p = memchr(p, '\n', (size_t)(end - p))); p++)
            start[n++] = (uint32_t)(p + 1 - text);
    }
    return q->lines != NULL;
}

const char *query_line(const struct query *q, int file, uint32_t line, size_t *size) {
    *size = 0;
    if (file < 0 || file >= q->sources.n || line == 0 || line > q->lines[file].n) return "";
    const struct source *source = &q->sources.files[file];
    const char *at = source->text + q->lines[file].start[line - 1], *end = source->text + source->size;
    const char *eol = memchr(at, '\n', (size_t)(end - at));
    *size = (size_t)((eol ? eol : end) - at);
    if (*size && at[*size - 1] == '\r') --*size;
    return at;
}

/* ---- life */
struct query *query_new(const char *path, const char *text, size_t size, const struct source_reader *reader) {
    struct query *q = calloc(1, sizeof *q);
    if (!q) return NULL;
    struct diags parsed;
    arena_init(&q->arena);
    diags_init(&parsed);
    q->file = parse_game(&q->arena, &parsed, path, text, size, reader, &q->sources);
    keep_messages(q, &parsed);
    if (q->file && !index_lines(q)) q->file = NULL;
    if (q->file) query_outline(q);
    if (q->file) compile_all(q, parsed.errors > 0);
    diags_free(&parsed);
    if (q->file) return q;
    query_free(q);
    return NULL;
}

void query_free(struct query *q) {
    if (!q) return;
    VEC_FREE(&q->names);
    VEC_FREE(&q->uses);
    VEC_FREE(&q->kinds);
    VEC_FREE(&q->items);
    VEC_FREE(&q->messages);
    VEC_FREE(&q->arguments);
    VEC_FREE(&q->labels);
    arena_free(&q->arena);
    free(q);
}
