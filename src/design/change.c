/* change.c: see change.h. */
#include "design/change.h"

#include "design/inquiry.h"

#include <string.h>

/* ---- on trial */
static void put_problem(struct json *j, const struct query *q, const struct query_message *m) {
    json_object(j, NULL);
    json_text(j, "text", m->text);
    if (m->hint) json_text(j, "hint", m->hint);
    json_text(j, "file", m->file ? m->file : q->sources.files[0].path);
    json_unsigned(j, "line", m->line);
    json_unsigned(j, "col", m->col);
    json_unsigned(j, "length", m->len);
    json_close(j);
}

bool change_try(const char *path, struct design_files instead, struct json *out) {
    enum file_status status;
    struct definition *d = definition_open(path, instead, &status);
    struct query *q = d ? definition_query(d) : NULL;
    bool fine = q && !q->failed;
    if (fine) {
        json_bool(out, "ok", query_errors(q) == 0);
        json_array(out, "problems");
        for (size_t i = 0; i < q->messages.n; i++)
            if (q->messages.data[i].level == DIAG_ERROR) put_problem(out, q, &q->messages.data[i]);
        json_close(out);
    }
    query_free(q);
    definition_free(d);
    return fine;
}

/* ---- names */
struct naming {
    const struct change_name *wish;
    struct arena arena;
    struct json *out;
    const char *refused;
    struct span declared; /* of the name, in `file` */
    const char *file, *spelt;
};

static struct span place_of(const struct query *q, int file, uint32_t offset) {
    const struct query_lines *l = &q->lines[file];
    uint32_t line = 1;
    while (line < l->n && l->start[line] <= offset)
        line++;
    return (struct span){.file = (uint16_t)file, .line = line, .col = offset - l->start[line - 1] + 1};
}

static const char *name_of_path(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void put_edit(struct naming *n, const struct query *q, const struct query_edit *e) {
    uint32_t from = q->lines[e->at.file].start[e->at.line - 1] + e->at.col - 1;
    json_object(n->out, NULL);
    json_text(n->out, "path", q->sources.files[e->at.file].path);
    json_unsigned(n->out, "from", from);
    json_unsigned(n->out, "to", from + e->at.len);
    json_text(n->out, "text", e->text);
    json_close(n->out);
}

/* All its places; in a file beside only those of that file, the others are the definition's. */
static void rename_in(struct naming *n, const struct query *q, uint32_t number, bool beside) {
    struct query_renaming one = {number, n->wish->to};
    struct query_edits edits = {NULL, 0};
    const char *why = query_rename(q, &one, 1, &n->arena, &edits);
    if (why) n->refused = arena_strdup(&n->arena, why, strlen(why));
    for (size_t i = 0; i < edits.n && !why; i++)
        if (!beside || edits.data[i].at.file == 0) put_edit(n, q, &edits.data[i]);
}

static bool rename_here(struct naming *n) {
    enum file_status status;
    struct definition *d = definition_open(n->wish->path, (struct design_files){0}, &status);
    struct query *q = d ? definition_query(d) : NULL;
    int file = q ? query_file(q, n->wish->file) : NONE, number = NONE;
    struct span word;
    if (q && file >= 0 && n->wish->offset < q->sources.files[file].size) {
        struct span at = place_of(q, file, n->wish->offset);
        number = query_number_at(q, file, at.line, at.col, &word);
    }
    bool fine = q && !q->failed;
    if (fine && number < 0) n->refused = "nothing stands there that has a name";
    if (fine && number >= 0) {
        const struct query_name *name = &q->names.data[number];
        n->declared = name->at;
        n->spelt = arena_strdup(&n->arena, name->name, strlen(name->name));
        const char *path = name->at.line ? q->sources.files[name->at.file].path : "";
        n->file = arena_strdup(&n->arena, path, strlen(path));
        rename_in(n, q, (uint32_t)number, false);
    }
    query_free(q);
    definition_free(d);
    return fine && !n->arena.failed;
}

/* The same name as a file beside knows it. */
static int find_again(const struct naming *n, const struct query *q) {
    for (size_t i = 0; i < q->names.n; i++) {
        const struct query_name *other = &q->names.data[i];
        if (other->at.line == n->declared.line && other->at.col == n->declared.col && !strcmp(other->name, n->spelt) &&
            !strcmp(name_of_path(q->sources.files[other->at.file].path), name_of_path(n->file)))
            return (int)i;
    }
    return NONE;
}

static bool rename_beside(struct naming *n, const char *path) {
    enum file_status status;
    struct definition *d = definition_open(path, (struct design_files){0}, &status);
    bool speaks = d && strstr(d->sources.files[0].text, n->spelt);
    struct query *q = speaks ? definition_query(d) : NULL;
    int number = q ? find_again(n, q) : NONE;
    if (number >= 0) rename_in(n, q, (uint32_t)number, true);
    query_free(q);
    definition_free(d);
    return d != NULL;
}

bool change_name(const struct change_name *wish, struct json *out) {
    struct naming n = {.wish = wish, .out = out};
    arena_init(&n.arena);
    json_array(out, "edits");
    bool fine = rename_here(&n);
    for (size_t i = 0; i < wish->n_beside && fine && !n.refused; i++)
        fine = rename_beside(&n, wish->beside[i]);
    json_close(out);
    if (n.refused) json_text(out, "refused", n.refused);
    arena_free(&n.arena);
    return fine;
}
