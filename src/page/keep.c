/* keep.c: see keep.h. */
#include "page/keep.h"

#include "page/host.h"
#include "table/memory_store.h"
#include "table/store_text.h"

#include <string.h>

struct waiting {
    uint32_t number;
    struct writing *writing;
};

static struct memory_store memory;
static VEC(struct waiting) waiting; /* changes that the page has not yet kept */
static uint32_t numbers;

struct store *keep_open(void) {
    memory_store_open(&memory);
    return &memory.store;
}

static void finish(struct writing *w, enum page_kept what) {
    if (what == PAGE_KEPT)
        memory.store.write(&memory.store, (struct store_write *[]){&w->write}, 1);
    else
        w->write.result = what == PAGE_TAKEN ? STORE_TAKEN : STORE_FAILED;
    w->done(w, w->user);
}

static void put_change(struct json *j, const struct store_write *w) {
    json_object(j, NULL);
    json_text(j, "table", w->table.text);
    json_integer(j, "at", w->at);
    if (w->made) store_text_put_begin(j, w->made);
    json_unsigned(j, "from", w->n_lines > 0 ? w->lines[0].revision : 0);
    store_text_put_lines(j, w->lines, w->n_lines);
    if (w->people) json_text(j, "people", w->people);
    if (w->over_known) json_bool(j, "over", w->over);
    json_close(j);
}

void keep_change(void *user, struct writing *w) {
    struct waiting entry = {++numbers, w};
    struct buf change, rules, error;
    struct json j;
    (void)user;
    json_init(&j, &change);
    j.tight = true;
    put_change(&j, &w->write);
    json_init(&j, &rules);
    j.tight = true;
    buf_init(&error);
    json_object(&j, NULL);
    bool fine = !w->write.made || store_text_put_rules(&j, w->write.made, &error);
    json_close(&j);
    fine = fine && !change.failed && !rules.failed && VEC_PUSH(&waiting, entry);
    if (fine)
        host_keep(entry.number, change.data, change.n, w->write.made ? rules.data : NULL, w->write.made ? rules.n : 0);
    if (error.n) host_report(error.data);
    buf_free(&change);
    buf_free(&rules);
    buf_free(&error);
    if (!fine) finish(w, PAGE_NOT_KEPT);
}

void keep_done(uint32_t number, enum page_kept what) {
    for (size_t i = 0; i < waiting.n; i++) {
        if (waiting.data[i].number != number) continue;
        struct writing *w = waiting.data[i].writing;
        waiting.data[i] = waiting.data[--waiting.n];
        finish(w, what);
        return;
    }
}

static bool put_back(struct store_write *table) {
    struct store_write old = {.table = table->table, .gone = true};
    memory.store.write(&memory.store, (struct store_write *[]){&old}, 1);
    memory.store.write(&memory.store, (struct store_write *[]){table}, 1);
    return table->result == STORE_OK;
}

bool keep_restore(const char *rules, size_t n_rules, const char *table, size_t n) {
    struct arena arena;
    struct store_rules read;
    struct store_new made;
    struct store_write w;
    const char *why;
    arena_init(&arena);
    const struct value *v = value_parse(&arena, rules, n_rules, &why, NULL);
    const struct value *t = value_parse(&arena, table, n, &why, NULL);
    bool fine = v && t && store_text_read_rules(v, &read);
    if (fine) {
        fine = store_text_read_table(t, &read, &arena, &made, &w) && put_back(&w);
        store_rules_free(&read);
    }
    arena_free(&arena);
    return fine;
}
