/* transfer.c: see transfer.h. */
#include "serve/transfer.h"

#include "table/store_text.h"

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

/* What a table began with, as it was read. */
static struct store_new begun_as(const struct store_table *t) {
    return (struct store_new){.definition = t->definition,
                              .files = t->files,
                              .n_files = t->n_files,
                              .name = t->name,
                              .title = t->title,
                              .header = t->header,
                              .facts = t->facts,
                              .listed = t->listed,
                              .created = t->created};
}

static bool put_rules(const struct store_table *t, FILE *to, struct buf *error) {
    struct store_new made = begun_as(t);
    struct buf out;
    struct json j;
    json_init(&j, &out);
    j.tight = true;
    json_object(&j, NULL);
    if (!store_text_put_rules(&j, &made, error)) return buf_free(&out), false;
    json_close(&j);
    return put_line(&out, to, error);
}

static bool put_table(const struct token *id, const struct store_table *t, FILE *to, struct buf *error) {
    struct store_new made = begun_as(t);
    struct buf out;
    struct json j;
    json_init(&j, &out);
    j.tight = true;
    json_object(&j, NULL);
    json_text(&j, "table", id->text);
    store_text_put_begin(&j, &made);
    json_text(&j, "people", t->people);
    json_bool(&j, "over", t->over);
    store_text_put_lines(&j, t->lines.data, t->lines.n);
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
struct reading {
    struct store *store;
    struct transfer *counts;
    struct buf *error;
    VEC(struct store_rules) rules;
    bool begun, ended;
};

static bool wrong(struct reading *r, const char *what) {
    buf_puts(r->error, what);
    return false;
}

static bool read_rules(struct reading *r, const struct value *line) {
    struct store_rules rules;
    if (!store_text_read_rules(line, &rules)) return wrong(r, "these are no rules");
    if (VEC_PUSH(&r->rules, rules)) return true;
    store_rules_free(&rules);
    return wrong(r, "out of memory");
}

static const struct store_rules *find_rules(const struct reading *r, uint64_t definition) {
    for (size_t i = 0; i < r->rules.n; i++)
        if (r->rules.data[i].definition == definition) return &r->rules.data[i];
    return NULL;
}

static bool store_one(struct reading *r, struct store_write *w) {
    struct store_write *writes[] = {w};
    r->store->write(r->store, writes, 1);
    r->counts->tables += w->result == STORE_OK;
    r->counts->present += w->result == STORE_TAKEN;
    return w->result == STORE_OK || w->result == STORE_TAKEN || wrong(r, "this cannot be stored");
}

static bool read_table(struct reading *r, struct arena *arena, const struct value *line) {
    struct store_new made;
    struct store_write w;
    uint64_t definition = 0;
    const struct store_rules *rules = store_text_rules_of(line, &definition) ? find_rules(r, definition) : NULL;
    if (!rules) return wrong(r, "the rules of this table are missing");
    if (!store_text_read_table(line, rules, arena, &made, &w)) return wrong(r, "this is no table");
    w.at = r->store->opened;
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
        store_rules_free(&r.rules.data[i]);
    VEC_FREE(&r.rules);
    free(line);
    return fine;
}
