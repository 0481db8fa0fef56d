/* transfer.c: see transfer.h. */
#include "serve/transfer.h"

#include "base/json.h"
#include "base/utf8.h"
#include "base/value.h"

#include <stdlib.h>
#include <string.h>

enum { FORMAT = 1 };

/* ---- out */
struct names {
    VEC(struct token) all;
    bool failed;
};

static void note(void *user, const struct token *id) {
    struct names *n = user;
    if (!VEC_PUSH(&n->all, *id)) n->failed = true;
}

static bool put_line(struct buf *line, FILE *to, struct buf *error) {
    bool fine = !line->failed && buf_puts(line, "\n") && fwrite(line->data, 1, line->n, to) == line->n;
    if (!fine) buf_puts(error, line->failed ? "out of memory" : "the output cannot be written");
    buf_free(line);
    return fine;
}

static bool put_rules(const struct store_table *t, FILE *to, struct buf *error) {
    struct buf out;
    struct json j;
    json_init(&j, &out);
    j.tight = true;
    json_object(&j, NULL);
    json_hash(&j, "rules", t->definition);
    json_array(&j, "files");
    for (size_t i = 0; i < t->n_files; i++) {
        if (!utf8_valid(t->files[i].text, t->files[i].size, NULL) || memchr(t->files[i].text, 0, t->files[i].size))
            return buf_printf(error, "%s of %s is no text", t->files[i].path, t->name), buf_free(&out), false;
        json_object(&j, NULL);
        json_text(&j, "path", t->files[i].path);
        json_text(&j, "text", t->files[i].size > 0 ? t->files[i].text : "");
        json_close(&j);
    }
    json_close(&j);
    json_close(&j);
    return put_line(&out, to, error);
}

static bool put_table(const struct token *id, const struct store_table *t, FILE *to, struct buf *error) {
    struct buf out;
    struct json j;
    json_init(&j, &out);
    j.tight = true;
    json_object(&j, NULL);
    json_text(&j, "table", id->text);
    json_hash(&j, "played by", t->definition);
    json_text(&j, "name", t->name);
    json_text(&j, "title", t->title);
    json_text(&j, "header", t->header);
    json_text(&j, "facts", t->facts);
    json_text(&j, "people", t->people);
    json_bool(&j, "listed", t->listed);
    json_bool(&j, "over", t->over);
    json_integer(&j, "created", t->created);
    json_array(&j, "lines");
    for (size_t i = 0; i < t->lines.n; i++) {
        json_object(&j, NULL);
        json_text(&j, "text", t->lines.data[i].text);
        json_unsigned(&j, "spent", t->lines.data[i].spent);
        if (t->lines.data[i].digest) json_hash(&j, "digest", t->lines.data[i].digest);
        json_close(&j);
    }
    json_close(&j);
    json_close(&j);
    return put_line(&out, to, error);
}

/* The rules of a table were written before, with another one? */
static bool rules_are_new(uint64_t rules, uint64_t **seen, size_t *n) {
    for (size_t i = 0; i < *n; i++)
        if ((*seen)[i] == rules) return false;
    uint64_t *more = realloc(*seen, (*n + 1) * sizeof **seen);
    if (!more) return true; /* said twice, which harms nobody */
    *seen = more;
    more[(*n)++] = rules;
    return true;
}

static bool is_stopped(const struct transfer *t, struct buf *error) {
    if (!t->stop || !t->stop()) return false;
    buf_puts(error, "interrupted");
    return true;
}

static bool export_all(struct store *s, const struct names *names, FILE *to, struct transfer *t, struct buf *error) {
    uint64_t *seen = NULL;
    size_t n = 0;
    bool fine = true;
    for (size_t i = 0; i < names->all.n && fine; i++) {
        const struct token *id = &names->all.data[i];
        struct store_table table;
        fine = !is_stopped(t, error);
        if (!fine) break;
        bool found = s->read(s, id->text, &table, error);
        fine = error->n == 0;
        if (found && rules_are_new(table.definition, &seen, &n)) fine = put_rules(&table, to, error);
        if (found && fine) fine = put_table(id, &table, to, error);
        t->tables += found && fine; /* one that is gone was deleted meanwhile */
        store_table_free(&table);
    }
    free(seen);
    return fine;
}

bool transfer_export(struct store *s, FILE *to, struct transfer *t, struct buf *error) {
    struct names names = {.failed = false};
    t->tables = t->present = 0;
    bool fine = s->list_stale(s, INT64_MAX, INT64_MAX, INT32_MAX, note, &names) && !names.failed;
    if (!fine) buf_puts(error, "the tables cannot be listed");
    if (fine && fprintf(to, "{\"terrane\":\"tables\",\"format\":%d}\n", FORMAT) < 0)
        fine = false, buf_puts(error, "the output cannot be written");
    fine = fine && export_all(s, &names, to, t, error);
    if (fine && (fprintf(to, "{\"end\":%zu}\n", t->tables) < 0 || fflush(to) != 0))
        fine = false, buf_puts(error, "the output cannot be written");
    VEC_FREE(&names.all);
    return fine;
}

/* ---- in */
/* What some tables are played by. Owns its texts. */
struct rules {
    uint64_t definition;
    struct arena arena;
    tn_file *files;
    size_t n_files;
};

struct reading {
    struct store *store;
    struct transfer *counts;
    struct buf *error;
    VEC(struct rules) rules;
    bool begun, ended;
};

static bool wrong(struct reading *r, const char *what) {
    buf_puts(r->error, what);
    return false;
}

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

static bool read_rules(struct reading *r, const struct value *line) {
    const struct value *files = value_get(line, "files");
    struct rules rules = {.n_files = count_kids(files)};
    arena_init(&rules.arena);
    rules.files = ARENA_ARRAY(&rules.arena, tn_file, rules.n_files + 1);
    tn_file *f = rules.files;
    bool fine = f && read_hash(value_get(line, "rules"), &rules.definition) && rules.n_files > 0;
    for (const struct value *v = files ? files->kids : NULL; v && fine; v = v->next, f++) {
        const char *path = value_text(value_get(v, "path")), *text = value_text(value_get(v, "text"));
        fine = path && text;
        if (!fine) break;
        f->size = strlen(text);
        f->path = arena_strdup(&rules.arena, path, strlen(path));
        f->text = arena_strdup(&rules.arena, text, f->size);
    }
    if (fine && !rules.arena.failed && VEC_PUSH(&r->rules, rules)) return true;
    arena_free(&rules.arena);
    return wrong(r, fine ? "out of memory" : "these are no rules");
}

static const struct rules *find_rules(const struct reading *r, uint64_t definition) {
    for (size_t i = 0; i < r->rules.n; i++)
        if (r->rules.data[i].definition == definition) return &r->rules.data[i];
    return NULL;
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

static bool store_one(struct reading *r, struct store_write *w) {
    struct store_write *writes[] = {w};
    r->store->write(r->store, writes, 1);
    r->counts->tables += w->result == STORE_OK;
    r->counts->present += w->result == STORE_TAKEN;
    return w->result == STORE_OK || w->result == STORE_TAKEN || wrong(r, "this cannot be stored");
}

static bool read_table(struct reading *r, struct arena *arena, const struct value *line) {
    const char *id = value_text(value_get(line, "table"));
    uint64_t definition = 0;
    const struct rules *rules = read_hash(value_get(line, "played by"), &definition) ? find_rules(r, definition) : NULL;
    struct store_new made = {.definition = definition,
                             .name = value_text(value_get(line, "name")),
                             .title = value_text(value_get(line, "title")),
                             .header = value_text(value_get(line, "header")),
                             .facts = value_text(value_get(line, "facts")),
                             .listed = is_true(value_get(line, "listed")),
                             .created = value_number(value_get(line, "created"), 0)};
    struct store_write w = {.made = &made,
                            .people = value_text(value_get(line, "people")),
                            .over = is_true(value_get(line, "over")),
                            .over_known = true,
                            .at = r->store->opened};
    if (!rules) return wrong(r, "the rules of this table are missing");
    made.files = rules->files;
    made.n_files = rules->n_files;
    w.lines = read_lines(arena, value_get(line, "lines"), &w.n_lines);
    if (!id || !token_fits(id, strlen(id)) || !made.name || !made.title || !made.header || !made.facts || !w.people ||
        !w.lines)
        return wrong(r, "this is no table");
    memcpy(w.table.text, id, sizeof w.table.text);
    return store_one(r, &w);
}

static bool read_end(struct reading *r, const struct value *line) {
    size_t wanted = (size_t)value_number(value_get(line, "end"), -1);
    r->ended = true;
    return wanted == r->counts->tables + r->counts->present || wrong(r, "tables are missing");
}

static bool read_line(struct reading *r, const char *text, size_t size) {
    struct arena arena;
    const char *why = NULL;
    arena_init(&arena);
    const struct value *line = value_parse(&arena, text, size, &why, NULL);
    const char *head = value_text(value_get(line, "terrane"));
    bool fine;
    if (!line)
        fine = wrong(r, why);
    else if (!r->begun)
        fine = r->begun = (head && strcmp(head, "tables") == 0) || wrong(r, "these are no tables of terrane export");
    else if (r->ended)
        fine = wrong(r, "something follows the end");
    else
        fine = value_get(line, "rules")   ? read_rules(r, line)
               : value_get(line, "table") ? read_table(r, &arena, line)
               : value_get(line, "end")   ? read_end(r, line)
                                          : wrong(r, "nobody knows what this is");
    if (fine && head && value_number(value_get(line, "format"), 0) > FORMAT)
        fine = wrong(r, "they were written by a newer version of the program");
    arena_free(&arena);
    return fine;
}

bool transfer_import(struct store *s, FILE *from, struct transfer *t, struct buf *error) {
    struct reading r = {.store = s, .counts = t, .error = error};
    char *line = NULL;
    size_t room = 0, number = 0;
    t->tables = t->present = 0;
    bool fine = true;
    while (fine && (fine = !is_stopped(t, error))) {
        ssize_t size = getline(&line, &room, from);
        if (size < 0) break;
        number++;
        fine = read_line(&r, line, (size_t)size);
        if (!fine) buf_printf(error, " (line %zu)", number);
    }
    if (fine && !r.ended) fine = wrong(&r, "the text ends too early");
    for (size_t i = 0; i < r.rules.n; i++)
        arena_free(&r.rules.data[i].arena);
    VEC_FREE(&r.rules);
    free(line);
    return fine;
}
