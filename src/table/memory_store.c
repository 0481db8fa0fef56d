/* memory_store.c: see memory_store.h. */
#include "table/memory_store.h"

#include <stdlib.h>
#include <string.h>

static struct kept *kept_find(const struct memory_store *m, const char *id) {
    for (size_t i = 0; i < m->tables.n; i++)
        if (strcmp(m->tables.data[i]->id.text, id) == 0) return m->tables.data[i];
    return NULL;
}

static char *kept_copy(struct arena *a, const char *text) {
    return arena_strdup(a, text, strlen(text));
}

/* Copies what a table began with into another arena. */
static void kept_begin(struct arena *a, const struct store_new *from, struct store_new *to) {
    tn_file *files = ARENA_ARRAY(a, tn_file, from->n_files);
    for (size_t i = 0; i < from->n_files; i++)
        files[i] = (tn_file){kept_copy(a, from->files[i].path),
                             arena_strdup(a, from->files[i].text, from->files[i].size), from->files[i].size};
    *to = *from;
    to->files = files;
    to->name = kept_copy(a, from->name), to->title = kept_copy(a, from->title);
    to->header = kept_copy(a, from->header), to->facts = kept_copy(a, from->facts);
}

static void kept_free(struct kept *k) {
    arena_free(&k->arena);
    VEC_FREE(&k->lines);
    free(k);
}

static enum store_result kept_write_one(struct memory_store *m, const struct store_write *w) {
    struct kept *k = kept_find(m, w->table.text);
    if (m->refuse != STORE_OK) return m->refuse;
    if (w->gone) {
        for (size_t i = 0; i < m->tables.n; i++)
            if (m->tables.data[i] == k) m->tables.data[i] = m->tables.data[--m->tables.n];
        if (k) kept_free(k);
        return STORE_OK;
    }
    if (w->made) {
        if (k || !(k = calloc(1, sizeof *k)) || !VEC_PUSH(&m->tables, k)) return STORE_TAKEN;
        arena_init(&k->arena);
        k->id = w->table;
        kept_begin(&k->arena, w->made, &k->made);
    }
    if (!k) return STORE_FAILED;
    if (w->n_lines > 0 && w->lines[0].revision != k->lines.n) return STORE_TAKEN;
    for (size_t i = 0; i < w->n_lines; i++) {
        struct store_line line = w->lines[i];
        line.text = kept_copy(&k->arena, line.text);
        if (!VEC_PUSH(&k->lines, line)) return STORE_FAILED;
    }
    if (w->people) k->people = kept_copy(&k->arena, w->people);
    if (w->over_known) k->over = w->over;
    k->touched = w->at;
    return STORE_OK;
}

static enum store_result kept_write(struct store *s, struct store_write *const *writes, size_t n) {
    struct memory_store *m = (struct memory_store *)s;
    enum store_result all = n ? STORE_FAILED : STORE_OK;
    for (size_t i = 0; i < n; i++) {
        writes[i]->result = kept_write_one(m, writes[i]);
        if (writes[i]->result == STORE_OK || writes[i]->result == STORE_TAKEN) all = STORE_OK;
    }
    return all;
}

static bool kept_read(struct store *s, const char *id, struct store_table *out, struct buf *error) {
    const struct kept *k = kept_find((struct memory_store *)s, id);
    (void)error;
    memset(out, 0, sizeof *out);
    arena_init(&out->arena);
    if (!k) return false;
    struct store_new made;
    kept_begin(&out->arena, &k->made, &made);
    out->definition = made.definition;
    out->files = (tn_file *)made.files, out->n_files = made.n_files;
    out->name = made.name, out->title = made.title, out->header = made.header, out->facts = made.facts;
    out->people = kept_copy(&out->arena, k->people);
    out->listed = made.listed, out->over = k->over, out->created = made.created;
    for (size_t i = 0; i < k->lines.n; i++) {
        struct store_line line = k->lines.data[i];
        line.text = kept_copy(&out->arena, line.text);
        if (!VEC_PUSH(&out->lines, line)) return false;
    }
    return true;
}

static bool kept_read_definition(struct store *s, uint64_t hash, struct store_table *out) {
    struct memory_store *m = (struct memory_store *)s;
    for (size_t i = 0; i < m->tables.n; i++)
        if (m->tables.data[i]->made.definition == hash) return kept_read(s, m->tables.data[i]->id.text, out, NULL);
    return kept_read(s, "", out, NULL);
}

static bool kept_seed_in_use(struct store *s, const char *id) {
    (void)id;
    return ((struct memory_store *)s)->seed_in_use;
}

static bool kept_list(struct store *s, size_t most, void (*each)(void *user, const struct store_listed *t),
                      void *user) {
    struct memory_store *m = (struct memory_store *)s;
    for (size_t i = m->tables.n; i-- > 0 && most > 0;) {
        const struct kept *k = m->tables.data[i];
        if (!k->made.listed || k->over) continue;
        most--;
        each(user, &(struct store_listed){k->id, k->made.name, k->made.title, k->people, k->made.facts,
                                          (uint32_t)k->lines.n});
    }
    return true;
}

static bool kept_list_stale(struct store *s, int64_t over_before, int64_t open_before, size_t most,
                            void (*each)(void *user, const struct token *id), void *user) {
    struct memory_store *m = (struct memory_store *)s;
    for (size_t i = 0; i < m->tables.n && i < most; i++)
        if (m->tables.data[i]->touched < (m->tables.data[i]->over ? over_before : open_before))
            each(user, &m->tables.data[i]->id);
    return true;
}

/* Only as the people's text says it: what reads it properly is the table. */
static bool kept_list_waking(struct store *s, int64_t until, size_t most,
                             void (*each)(void *user, const struct token *id, int64_t at), void *user) {
    struct memory_store *m = (struct memory_store *)s;
    static const char key[] = "\"wake\":";
    for (size_t i = 0; i < m->tables.n && i < most; i++) {
        const char *at = m->tables.data[i]->over ? NULL : strstr(m->tables.data[i]->people, key);
        int64_t when = at ? strtoll(at + sizeof key - 1, NULL, 10) : INT64_MAX;
        if (at && when <= until) each(user, &m->tables.data[i]->id, when);
    }
    return true;
}

void memory_store_open(struct memory_store *m) {
    *m = (struct memory_store){.store = {.write = kept_write,
                                         .read = kept_read,
                                         .read_definition = kept_read_definition,
                                         .seed_in_use = kept_seed_in_use,
                                         .list = kept_list,
                                         .list_stale = kept_list_stale,
                                         .list_waking = kept_list_waking}};
}

void memory_store_clear(struct memory_store *m) {
    for (size_t i = 0; i < m->tables.n; i++)
        kept_free(m->tables.data[i]);
    VEC_FREE(&m->tables);
}

const struct kept *memory_store_find(const struct memory_store *m, const char *id) {
    return kept_find(m, id);
}
