/* definition.c: see definition.h. */
#include "design/definition.h"

#include "design/inquiry.h"

#include <stdlib.h>
#include <string.h>

enum { FILE_LIMIT = 16 * 1024 * 1024 };

/* ---- reading */
static const char *read_text(void *user, const char *path, size_t *size, const char **why) {
    struct definition *d = user;
    struct buf text;
    *why = "not enough memory";
    for (size_t i = 0; i < d->instead.n; i++)
        if (!strcmp(d->instead.data[i].path, path)) {
            *size = d->instead.data[i].size;
            return VEC_PUSH(&d->read, d->instead.data[i].text) ? d->instead.data[i].text : NULL;
        }
    buf_init(&text);
    enum file_status status = file_read(path, FILE_LIMIT, &text);
    const char *kept = status == FILE_OK ? arena_strdup(&d->arena, text.data, text.n) : NULL;
    if (status != FILE_OK) *why = file_status_text(status);
    if (kept && !VEC_PUSH(&d->read, kept)) kept = NULL;
    *size = text.n;
    buf_free(&text);
    return kept;
}

static bool read_tokens(struct definition *d, uint16_t file) {
    struct interner names;
    struct diags quiet;
    struct report report;
    struct lexer lexer;
    VEC(struct token) all = {0};
    bool fine = interner_init(&names, &d->arena);
    diags_init(&quiet);
    report_init(&report, &quiet, &d->sources);
    if (fine) lexer_init(&lexer, &names, &report, &d->sources.files[file], file);
    for (struct token t = {.kind = TOKEN_NEWLINE}; fine && t.kind != TOKEN_EOF;) {
        t = lexer_next(&lexer);
        fine = VEC_PUSH(&all, t);
    }
    struct token *kept = fine ? ARENA_ARRAY(&d->arena, struct token, all.n) : NULL;
    if (kept) memcpy(kept, all.data, all.n * sizeof *kept);
    d->tokens[file] = (struct design_tokens){kept, kept ? all.n : 0};
    VEC_FREE(&all);
    diags_free(&quiet);
    return kept && !d->arena.failed;
}

/* What the parser keeps of a text begins behind its mark. */
static bool has_mark(const struct definition *d, const struct source *s) {
    for (size_t i = 0; i < d->read.n; i++)
        if (s->text == d->read.data[i] + 3) return true;
    return false;
}

static bool index_sources(struct definition *d) {
    d->tokens = ARENA_ARRAY(&d->arena, struct design_tokens, d->sources.n + 1u);
    d->marked = ARENA_ARRAY(&d->arena, bool, d->sources.n + 1u);
    bool fine = d->tokens && d->marked;
    for (uint16_t i = 0; fine && i < d->sources.n; i++) {
        d->marked[i] = has_mark(d, &d->sources.files[i]);
        fine = read_tokens(d, i);
    }
    return fine;
}

static enum file_status read_all(struct definition *d, const char *path) {
    struct source_reader reader = {read_text, d};
    const char *why;
    size_t size;
    enum file_status status = FILE_OK;
    const char *text = read_text(d, path, &size, &why);
    if (!text) {
        struct buf again; /* for what the system says of it */
        buf_init(&again);
        status = file_read(path, FILE_LIMIT, &again);
        buf_free(&again);
        return status == FILE_OK ? FILE_NO_MEMORY : status;
    }
    d->file = parse_game(&d->arena, &d->diags, path, text, size, &reader, &d->sources);
    return d->file && index_sources(d) ? FILE_OK : FILE_NO_MEMORY;
}

struct definition *definition_open(const char *path, struct design_files instead, enum file_status *status) {
    struct definition *d = calloc(1, sizeof *d);
    *status = FILE_NO_MEMORY;
    if (!d) return NULL;
    arena_init(&d->arena);
    diags_init(&d->diags);
    d->instead = instead;
    *status = read_all(d, path);
    if (*status == FILE_OK) return d;
    definition_free(d);
    return NULL;
}

void definition_free(struct definition *d) {
    if (!d) return;
    VEC_FREE(&d->read);
    diags_free(&d->diags);
    arena_free(&d->arena);
    free(d);
}

struct query *definition_query(struct definition *d) {
    struct source_reader reader = {read_text, d};
    const struct source *root = &d->sources.files[0];
    return query_new(root->path, root->text, root->size, &reader);
}

/* ---- places */
static bool before(struct span a, struct span b) {
    return a.line != b.line ? a.line < b.line : a.col < b.col;
}

size_t definition_token(const struct definition *d, struct span at) {
    const struct design_tokens *all = &d->tokens[at.file];
    size_t low = 0, high = all->n - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (before(all->data[middle].at, at))
            low = middle + 1;
        else
            high = middle;
    }
    /* layout stands where the next token does */
    while (low + 1 < all->n && all->data[low].kind <= TOKEN_DEDENT && !before(at, all->data[low + 1].at))
        low++;
    return low;
}

uint32_t definition_offset(const struct definition *d, struct span at) {
    return d->tokens[at.file].data[definition_token(d, at)].offset;
}

static void each_of(const struct definition *d, struct node *list, bool families,
                    void (*each)(void *user, struct node *n), void *user) {
    for (struct node *n = list; n; n = n->next) {
        each(user, n);
        if (n->kind == N_INCLUDE || n->kind == N_MODULE) each_of(d, n->kids, families, each, user);
        if (n->kind == N_MODULE && n->b) each_of(d, n->b->kids, families, each, user);
        if (n->kind == N_FOR && n->c && families) each_of(d, n->c->kids, families, each, user);
    }
}

void definition_each(const struct definition *d, bool families, void (*each)(void *user, struct node *n), void *user) {
    each_of(d, d->file->kids, families, each, user);
}

const char *definition_text(struct definition *d, uint16_t file, struct passage at) {
    const char *made = arena_strdup(&d->arena, d->sources.files[file].text + at.from, at.to - at.from);
    return made ? made : "";
}

uint32_t line_start(const struct source *s, uint32_t offset) {
    while (offset > 0 && s->text[offset - 1] != '\n')
        offset--;
    return offset;
}

uint32_t line_next(const struct source *s, uint32_t offset) {
    const char *newline = memchr(s->text + offset, '\n', s->size - offset);
    return newline ? (uint32_t)(newline + 1 - s->text) : (uint32_t)s->size;
}

const char *line_end_of(const struct source *s) {
    const char *newline = s->size ? memchr(s->text, '\n', s->size) : NULL;
    return newline && newline > s->text && newline[-1] == '\r' ? "\r\n" : "\n";
}

/* ---- extents */
static const struct token *first_of_line(const struct token *all, size_t at) {
    while (at > 0 && all[at - 1].kind > TOKEN_DEDENT && !(all[at - 1].kind == TOKEN_COLON && all[at - 1].depth == 0))
        at--;
    return &all[at];
}

/* To the end of its line, or of the block that hangs on it. */
static const struct token *last_of_declaration(const struct token *t) {
    const struct token *last = t;
    unsigned open = 0;
    for (; t->kind != TOKEN_EOF; t++) {
        if (t->kind == TOKEN_INDENT) open++;
        if (t->kind == TOKEN_DEDENT && open && --open == 0) break;
        if (t->kind == TOKEN_NEWLINE && !open && t[1].kind != TOKEN_INDENT) break;
        if (t->kind > TOKEN_DEDENT) last = t;
    }
    return last;
}

/* One of `resource a, b(worth: 2)`. */
static const struct token *last_of_member(const struct token *t) {
    uint32_t depth = t->depth;
    const struct token *last = t;
    for (; t->kind > TOKEN_DEDENT && !(t->kind == TOKEN_COMMA && t->depth == depth); t++)
        last = t;
    return last;
}

struct passage definition_extent(const struct definition *d, const struct node *n) {
    const struct token *all = d->tokens[n->at.file].data;
    size_t at = definition_token(d, n->at);
    if (n->kind == N_MEMBER) return (struct passage){all[at].offset, last_of_member(&all[at])->end};
    const struct token *first = first_of_line(all, at);
    return (struct passage){first->offset, last_of_declaration(first)->end};
}

/* ---- edits */
static int by_place(const void *a, const void *b) {
    const struct edit *p = a, *q = b;
    if (p->file != q->file) return p->file < q->file ? -1 : 1;
    if (p->at.from != q->at.from) return p->at.from < q->at.from ? -1 : 1;
    if (p->at.to != q->at.to) return p->at.to < q->at.to ? -1 : 1; /* what is put in goes before what is taken out */
    return p->order < q->order ? -1 : p->order > q->order;
}

/* The new text of a file, from the edits [from, to). */
static bool apply_to_file(const struct definition *d, struct edit *edits, size_t from, size_t to, struct buf *out) {
    const struct source *s = &d->sources.files[edits[from].file];
    uint32_t done = 0;
    for (size_t i = from; i < to; i++) {
        struct edit *e = &edits[i];
        buf_put(out, s->text + done, e->at.from - done);
        e->made.from = (uint32_t)out->n;
        buf_puts(out, e->text);
        e->made.to = (uint32_t)out->n;
        done = e->at.to;
    }
    return buf_put(out, s->text + done, s->size - done);
}

static bool keep_file(const struct definition *d, uint16_t file, const struct buf *text, struct arena *arena,
                      struct design_file *out) {
    const char *mark = d->marked[file] ? "\xef\xbb\xbf" : "";
    size_t n = strlen(mark);
    char *kept = arena_alloc(arena, n + text->n + 1, 1);
    if (!kept) return false;
    memcpy(kept, mark, n);
    memcpy(kept + n, text->data, text->n);
    const char *path = d->sources.files[file].path;
    *out = (struct design_file){arena_strdup(arena, path, strlen(path)), kept, n + text->n};
    return out->path != NULL;
}

bool edits_apply(const struct definition *d, edit_list *edits, struct arena *arena, struct design_files *out,
                 const struct edit **clash) {
    struct design_file *files = ARENA_ARRAY(arena, struct design_file, d->sources.n + 1u);
    struct buf text;
    size_t n = 0;
    bool fine = files != NULL;
    *clash = NULL;
    for (size_t i = 0; i < edits->n; i++)
        edits->data[i].order = i;
    if (edits->n) qsort(edits->data, edits->n, sizeof *edits->data, by_place);
    for (size_t i = 1; i < edits->n && fine; i++) {
        const struct edit *a = &edits->data[i - 1], *b = &edits->data[i];
        if (a->file == b->file && b->at.from < a->at.to) *clash = b, fine = false;
    }
    buf_init(&text);
    for (size_t from = 0, to; fine && from < edits->n; from = to) {
        for (to = from; to < edits->n && edits->data[to].file == edits->data[from].file;)
            to++;
        buf_clear(&text);
        fine = apply_to_file(d, edits->data, from, to, &text) &&
               keep_file(d, edits->data[from].file, &text, arena, &files[n]);
        n += fine;
    }
    buf_free(&text);
    *out = (struct design_files){files, n};
    return fine;
}
