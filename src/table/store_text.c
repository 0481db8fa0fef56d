/* store_text.c: see store_text.h. */
#include "table/store_text.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

/* ---- out */
bool store_text_put_rules(struct json *j, const struct store_new *of, struct buf *error) {
    json_hash(j, "rules", of->definition);
    json_array(j, "files");
    for (size_t i = 0; i < of->n_files; i++) {
        const tn_file *f = &of->files[i];
        if (!utf8_valid(f->text, f->size, NULL) || memchr(f->text, 0, f->size))
            return buf_printf(error, "%s of %s is no text", f->path, of->name), false;
        json_object(j, NULL);
        json_text(j, "path", f->path);
        json_text(j, "text", f->size > 0 ? f->text : "");
        json_close(j);
    }
    json_close(j);
    return true;
}

void store_text_put_begin(struct json *j, const struct store_new *of) {
    json_hash(j, "played by", of->definition);
    json_text(j, "name", of->name);
    json_text(j, "title", of->title);
    json_text(j, "header", of->header);
    json_text(j, "facts", of->facts);
    json_bool(j, "listed", of->listed);
    json_integer(j, "created", of->created);
}

void store_text_put_lines(struct json *j, const struct store_line *lines, size_t n) {
    json_array(j, "lines");
    for (size_t i = 0; i < n; i++) {
        json_object(j, NULL);
        json_text(j, "text", lines[i].text);
        json_unsigned(j, "spent", lines[i].spent);
        if (lines[i].digest) json_hash(j, "digest", lines[i].digest);
        json_close(j);
    }
    json_close(j);
}

/* ---- in */
static bool read_hash(const struct value *v, uint64_t *out) {
    const char *text = value_text(v);
    char *end = NULL;
    if (!text || strlen(text) != 16) return false;
    *out = strtoull(text, &end, 16);
    return *end == 0;
}

static bool is_true(const struct value *v) {
    return v && v->type == VALUE_TRUE;
}

static size_t count_kids(const struct value *array) {
    size_t n = 0;
    for (const struct value *v = array ? array->kids : NULL; v; v = v->next)
        n++;
    return n;
}

bool store_text_read_rules(const struct value *v, struct store_rules *out) {
    const struct value *files = value_get(v, "files");
    *out = (struct store_rules){.n_files = count_kids(files)};
    arena_init(&out->arena);
    out->files = ARENA_ARRAY(&out->arena, tn_file, out->n_files + 1);
    tn_file *f = out->files;
    bool fine = f && read_hash(value_get(v, "rules"), &out->definition) && out->n_files > 0;
    for (const struct value *file = files ? files->kids : NULL; file && fine; file = file->next, f++) {
        const char *path = value_text(value_get(file, "path")), *text = value_text(value_get(file, "text"));
        fine = path && text;
        if (!fine) break;
        f->size = strlen(text);
        f->path = arena_strdup(&out->arena, path, strlen(path));
        f->text = arena_strdup(&out->arena, text, f->size);
    }
    if (fine && !out->arena.failed) return true;
    arena_free(&out->arena);
    return false;
}

void store_rules_free(struct store_rules *r) {
    arena_free(&r->arena);
}

bool store_text_rules_of(const struct value *v, uint64_t *definition) {
    return read_hash(value_get(v, "played by"), definition);
}

/* The lines of a table; NULL: something is wrong with them. */
static struct store_line *read_lines(struct arena *arena, const struct value *lines, size_t *n) {
    struct store_line *all = ARENA_ARRAY(arena, struct store_line, count_kids(lines) + 1);
    *n = 0;
    for (const struct value *v = lines ? lines->kids : NULL; v && all; v = v->next) {
        struct store_line *line = &all[*n];
        const struct value *digest = value_get(v, "digest");
        *line = (struct store_line){.revision = (uint32_t)*n,
                                    .spent = (uint32_t)value_number(value_get(v, "spent"), 0),
                                    .text = value_text(value_get(v, "text"))};
        if (!line->text || (digest && !read_hash(digest, &line->digest))) return NULL;
        ++*n;
    }
    return all;
}

bool store_text_read_table(const struct value *v, const struct store_rules *rules, struct arena *arena,
                           struct store_new *made, struct store_write *out) {
    const char *id = value_text(value_get(v, "table"));
    *made = (struct store_new){.definition = rules->definition,
                               .files = rules->files,
                               .n_files = rules->n_files,
                               .name = value_text(value_get(v, "name")),
                               .title = value_text(value_get(v, "title")),
                               .header = value_text(value_get(v, "header")),
                               .facts = value_text(value_get(v, "facts")),
                               .listed = is_true(value_get(v, "listed")),
                               .created = value_number(value_get(v, "created"), 0)};
    *out = (struct store_write){.made = made,
                                .people = value_text(value_get(v, "people")),
                                .over = is_true(value_get(v, "over")),
                                .over_known = true};
    out->lines = read_lines(arena, value_get(v, "lines"), &out->n_lines);
    if (!id || !token_fits(id, strlen(id)) || !made->name || !made->title || !made->header || !made->facts ||
        !out->people || !out->lines)
        return false;
    memcpy(out->table.text, id, sizeof out->table.text);
    return true;
}
