/* parts.c: see parts.h. */
#include "design/parts.h"

#include <stdlib.h>
#include <string.h>

const char *const use_words[] = {"use", "trigger", "change", "scenario"};

/* Where a name is heard or changed, by the place of the expression. */
struct mark {
    struct span at;
    enum use_sort sort;
};

struct finding {
    struct parts *parts;
    VEC(struct part) list;
    VEC(struct part_use) uses;
    VEC(struct mark) marks;
    bool failed;
};

/* ---- parts */
static const char *word_of(const struct node *n) {
    switch (n->kind) {
    case N_END_WHEN: return "end when";
    case N_WHEN: return "when";
    case N_AFTER: return "after";
    case N_INSTEAD: return "instead";
    case N_ADJUST: return "adjust";
    case N_ENUM: return NULL; /* its members are parts */
    default: return query_word(n);
    }
}

static bool is_reaction(const struct node *n) {
    return n->kind == N_WHEN || n->kind == N_AFTER || n->kind == N_INSTEAD || n->kind == N_ADJUST;
}

static void add_part(struct finding *f, const struct node *n, const char *word, int around) {
    struct part part = {.node = n, .word = word, .name = n->name ? n->name : word, .file = n->at.file};
    if (is_reaction(n) && n->a) part.name = n->a->name;
    part.at = definition_extent(f->parts->definition, n);
    part.around = around;
    PUSH(f, &f->list, part);
}

static void add_parts(struct finding *f, const struct node *list, int around) {
    for (const struct node *n = list; n && !f->failed; n = n->next) {
        const char *word = word_of(n);
        int self = (int)f->list.n;
        if (word) add_part(f, n, word, around);
        if (n->kind == N_INCLUDE || n->kind == N_MODULE) add_parts(f, n->kids, around);
        if (n->kind == N_MODULE && n->b) add_parts(f, n->b->kids, around);
        if (n->kind == N_FOR && n->c) add_parts(f, n->c->kids, around);
        if (n->kind == N_PLAYER) add_parts(f, n->kids, self);
        if ((n->kind == N_KIND || n->kind == N_INSTANCE) && n->b) add_parts(f, n->b->kids, self);
        for (const struct node *k = n->kind == N_ENUM ? n->kids : NULL; k; k = k->next)
            add_part(f, k, n->name, around);
    }
}

/* ---- what is heard and changed */
static bool changes(const struct node *callee) {
    static const char *const words[] = {"gain", "lose", "pay", "raise", "lower"};
    for (size_t i = 0; callee && callee->kind == N_NAME && i < sizeof words / sizeof *words; i++)
        if (!strcmp(callee->name, words[i])) return true;
    return false;
}

static void add_marks(struct finding *f, const struct node *list) {
    for (const struct node *n = list; n && !f->failed; n = n->next) {
        if (is_reaction(n) && n->a) PUSH(f, &f->marks, (struct mark){n->a->at, USE_TRIGGER});
        if (n->kind == N_ASSIGN) PUSH(f, &f->marks, (struct mark){n->a->at, USE_CHANGE});
        for (const struct node *a = n->kind == N_CALL && changes(n->a) ? n->kids : NULL; a; a = a->next)
            PUSH(f, &f->marks, (struct mark){a->kind == N_ARG ? a->a->at : a->at, USE_CHANGE});
        add_marks(f, n->a), add_marks(f, n->b), add_marks(f, n->c), add_marks(f, n->kids);
    }
}

static int by_mark(const void *a, const void *b) {
    const struct span *p = &((const struct mark *)a)->at, *q = &((const struct mark *)b)->at;
    if (p->file != q->file) return p->file < q->file ? -1 : 1;
    if (p->line != q->line) return p->line < q->line ? -1 : 1;
    return p->col < q->col ? -1 : p->col > q->col;
}

static enum use_sort sort_of(const struct finding *f, struct span at) {
    size_t low = 0, high = f->marks.n;
    enum use_sort found = USE_PLAIN;
    while (low < high) { /* the first mark of the line */
        size_t middle = low + (high - low) / 2;
        const struct span *s = &f->marks.data[middle].at;
        if (s->file < at.file || (s->file == at.file && s->line < at.line))
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < f->marks.n; low++) {
        const struct mark *m = &f->marks.data[low];
        if (m->at.file != at.file || m->at.line != at.line) break;
        if (m->sort == USE_TRIGGER ? at.col == m->at.col : at.col >= m->at.col && at.col < m->at.col + m->at.len)
            found = m->sort;
    }
    return found;
}

/* ---- uses */
static int part_at(const struct finding *f, uint16_t file, uint32_t offset) {
    for (size_t i = 0; i < f->list.n; i++) {
        const struct part *p = &f->list.data[i];
        if (p->file == file && p->around < 0 && offset >= p->at.from && offset < p->at.to) return (int)i;
    }
    return -1;
}

static int by_name(const void *a, const void *b) {
    const struct part_use *p = a, *q = b;
    if (p->name != q->name) return p->name < q->name ? -1 : 1;
    if (p->at.file != q->at.file) return p->at.file < q->at.file ? -1 : 1;
    if (p->at.line != q->at.line) return p->at.line < q->at.line ? -1 : 1;
    return p->at.col < q->at.col ? -1 : p->at.col > q->at.col;
}

static void add_uses(struct finding *f) {
    const struct query *q = f->parts->query;
    if (f->marks.n) qsort(f->marks.data, f->marks.n, sizeof *f->marks.data, by_mark);
    for (size_t i = 0; i < q->uses.n && !f->failed; i++) {
        const struct query_use *u = &q->uses.data[i];
        const struct query_name *n = &q->names.data[u->name];
        if (n->kind == SYM_LOCAL || n->kind == SYM_BUILTIN || n->at.line == 0) continue;
        if (u->at.file == n->at.file && u->at.line == n->at.line && u->at.col == n->at.col) continue;
        uint32_t offset = q->lines[u->at.file].start[u->at.line - 1] + u->at.col - 1;
        struct part_use use = {u->name, part_at(f, u->at.file, offset), sort_of(f, u->at), u->at};
        if (use.part >= 0 && f->list.data[use.part].node->kind == N_SCENARIO) use.sort = USE_SCENARIO;
        PUSH(f, &f->uses, use);
    }
    if (f->uses.n) qsort(f->uses.data, f->uses.n, sizeof *f->uses.data, by_name);
}

/* ---- the whole */
static void *kept(struct finding *f, const void *data, size_t size, size_t align) {
    void *made = arena_alloc(&f->parts->definition->arena, size, align);
    if (made && size) memcpy(made, data, size);
    if (!made) f->failed = true;
    return made;
}

struct parts *parts_new(struct definition *d) {
    struct parts *p = calloc(1, sizeof *p);
    struct finding f = {.parts = p};
    if (!p) return NULL;
    p->definition = d;
    p->query = definition_query(d);
    f.failed = !p->query || p->query->failed;
    if (!f.failed) add_parts(&f, d->file->kids, -1);
    if (!f.failed) add_marks(&f, d->file->kids);
    if (!f.failed) add_uses(&f);
    p->list = kept(&f, f.list.data, f.list.n * sizeof *p->list, _Alignof(struct part));
    p->uses = kept(&f, f.uses.data, f.uses.n * sizeof *p->uses, _Alignof(struct part_use));
    p->n = f.list.n, p->n_uses = f.uses.n;
    VEC_FREE(&f.list);
    VEC_FREE(&f.uses);
    VEC_FREE(&f.marks);
    if (!f.failed) return p;
    parts_free(p);
    return NULL;
}

void parts_free(struct parts *p) {
    if (p) query_free(p->query);
    free(p);
}

int parts_find(const struct parts *p, const struct node *declaration) {
    struct span at = declaration->at;
    for (size_t i = 0; i < p->n; i++) {
        const struct node *n = p->list[i].node;
        if (n->kind == declaration->kind && n->at.file == at.file && n->at.line == at.line && n->at.col == at.col)
            return (int)i;
    }
    return -1;
}

int parts_name(const struct parts *p, const struct node *declaration) {
    const struct span at = declaration->at;
    for (size_t i = 0; i < p->query->names.n; i++) {
        const struct query_name *n = &p->query->names.data[i];
        if (n->kind != SYM_LOCAL && n->at.line == at.line && n->at.file == at.file && n->at.col == at.col &&
            declaration->name && !strcmp(n->name, declaration->name))
            return (int)i;
    }
    return -1;
}
