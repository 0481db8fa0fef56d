/* tokens.c: see tokens.h. */
#include "design/tokens.h"

#include "design/inquiry.h"

#include <string.h>

enum { SORT_NEWLINE, SORT_INDENT, SORT_DEDENT, SORT_NUMBER, SORT_TEXT, SORT_NAME, SORT_WORD, SORT_MARK, SORTS_FIXED };
static const char *const fixed[SORTS_FIXED] = {"newline", "indent", "dedent", "number", "text", "name", "word", "mark"};

struct listing {
    struct definition *d;
    struct query *query;
    struct json *out;
    VEC(const char *) sorts;
    const char **by_name; /* of names of the query, once it was asked; NULL: not yet */
    VEC(struct query_use) places;
};

static const char *sort_of_name(struct listing *l, const struct query_name *n) {
    switch (n->kind) {
    case SYM_MEMBER: return arena_printf(&l->d->arena, "member %s", n->type_text ? n->type_text : "");
    case SYM_INSTANCE: return "card";
    case SYM_SPACE: return "space";
    case SYM_TRACK: return "track";
    case SYM_VAR: return "var";
    case SYM_ZONE: return "zone";
    case SYM_KIND: return "kind";
    case SYM_BOARD: return "board";
    case SYM_DEF: return "def";
    case SYM_VALUE: return "value";
    case SYM_SIGNAL: return "signal";
    case SYM_OPTION: return "option";
    case SYM_ENUM: return "list";
    default: return fixed[SORT_NAME];
    }
}

static size_t number_of_sort(struct listing *l, const char *sort) {
    size_t i = 0;
    while (i < l->sorts.n && strcmp(l->sorts.data[i], sort) != 0)
        i++;
    if (i == l->sorts.n) PUSH(&l->d->arena, &l->sorts, sort);
    return i;
}

/* ---- where names stand: their uses and their declarations */
static int by_place(const void *a, const void *b) {
    const struct span *p = &((const struct query_use *)a)->at, *q = &((const struct query_use *)b)->at;
    if (p->file != q->file) return p->file < q->file ? -1 : 1;
    if (p->line != q->line) return p->line < q->line ? -1 : 1;
    return p->col < q->col ? -1 : p->col > q->col;
}

static void collect_places(struct listing *l) {
    const struct query *q = l->query;
    for (size_t i = 0; i < q->uses.n; i++)
        PUSH(&l->d->arena, &l->places, q->uses.data[i]);
    for (size_t i = 0; i < q->names.n; i++)
        if (q->names.data[i].at.line)
            PUSH(&l->d->arena, &l->places, ((struct query_use){q->names.data[i].at, (uint32_t)i}));
    if (l->places.n) qsort(l->places.data, l->places.n, sizeof *l->places.data, by_place);
}

static const char *sort_at(struct listing *l, struct span at, size_t *next) {
    const struct query_use wanted = {.at = at};
    while (*next < l->places.n && by_place(&l->places.data[*next], &wanted) < 0)
        ++*next;
    if (*next == l->places.n || by_place(&l->places.data[*next], &wanted) != 0) return NULL;
    uint32_t name = l->places.data[*next].name;
    if (!l->by_name[name]) l->by_name[name] = sort_of_name(l, &l->query->names.data[name]);
    return l->by_name[name];
}

/* ---- tokens */
static size_t sort_of_token(struct listing *l, const struct token *t, size_t *next) {
    const char *named = NULL;
    switch (t->kind) {
    case TOKEN_NEWLINE: return SORT_NEWLINE;
    case TOKEN_INDENT: return SORT_INDENT;
    case TOKEN_DEDENT: return SORT_DEDENT;
    case TOKEN_NUMBER: return SORT_NUMBER;
    case TOKEN_NAME:
    case TOKEN_TEXT:
        named = sort_at(l, t->at, next);
        return named ? number_of_sort(l, named) : t->kind == TOKEN_NAME ? SORT_NAME : SORT_TEXT;
    default: return t->kind < TOKEN_LPAREN ? SORT_WORD : SORT_MARK;
    }
}

static void put_file(struct listing *l, uint16_t file, size_t *next) {
    const struct design_tokens *all = &l->d->tokens[file];
    json_object(l->out, NULL);
    json_text(l->out, "path", l->d->sources.files[file].path);
    json_array(l->out, "tokens");
    for (size_t i = 0; i < all->n && all->data[i].kind != TOKEN_EOF; i++) {
        const struct token *t = &all->data[i];
        json_unsigned(l->out, NULL, t->offset);
        json_unsigned(l->out, NULL, t->end);
        json_unsigned(l->out, NULL, sort_of_token(l, t, next));
    }
    json_close(l->out);
    json_close(l->out);
}

static void put_all(struct listing *l) {
    size_t next = 0;
    for (size_t i = 0; i < SORTS_FIXED; i++)
        PUSH(&l->d->arena, &l->sorts, fixed[i]);
    json_array(l->out, "files");
    for (uint16_t i = 0; i < l->d->sources.n; i++)
        put_file(l, i, &next);
    json_close(l->out);
    json_array(l->out, "sorts");
    for (size_t i = 0; i < l->sorts.n; i++)
        json_text(l->out, NULL, l->sorts.data[i]);
    json_close(l->out);
}

bool tokens_put(struct definition *d, struct json *out) {
    struct listing l = {.d = d, .query = definition_query(d), .out = out};
    bool fine = l.query && !l.query->failed;
    if (fine) l.by_name = ARENA_ARRAY(&d->arena, const char *, l.query->names.n + 1);
    if (fine && l.by_name) {
        memset(l.by_name, 0, l.query->names.n * sizeof *l.by_name);
        collect_places(&l);
        put_all(&l);
    }
    fine = fine && !d->arena.failed;
    VEC_FREE(&l.sorts);
    VEC_FREE(&l.places);
    query_free(l.query);
    return fine;
}
