/* page.c: the engine in a page: tables, as functions that a Worker calls (WebAssembly).
 *
 * A page speaks to the same desk as a server (table/desk.h), with requests, connections and messages as they are in
 * docs/protocol.md; it has one thread, so what is to be done waits until page_step does a piece of it. What the desk
 * answers comes by host.h. Files are those that the page puts there (memory_files.h).
 *
 * Texts come in memory of page_room, which the caller gives back by page_let. Tables are kept by the page (keep.h), or
 * nowhere but in memory. Module state: a page has one desk, as a program has one main.
 */
#include "page/page.h"

#include "page/host.h"
#include "page/keep.h"
#include "page/memory_files.h"
#include "table/games.h"
#include "table/replay.h"
#include "table/routes.h"
#include "table/solo.h"

#include <stdio.h>
#include <string.h>

static struct table_world world;
static struct solo solo;

/* ---- what tables need of a program (table/world.h) */
static uint64_t now(void) {
    return (uint64_t)host_now();
}

static void chance(void *out, size_t n) {
    host_chance(out, n);
}

/* A page is one person's, who could read its memory anyway: any secret opens the seat of the one person there is. */
static void hash(const char *text, unsigned char out[TOKEN_HASH]) {
    (void)text;
    memset(out, 1, TOKEN_HASH);
}

static void report(void *user, const char *text) {
    (void)user;
    host_report(text);
}

static void deliver(void *user, const struct parcel *p) {
    (void)user;
    host_deliver(p->to, p->status, p->type, bytes_data(p->bytes), p->bytes->n);
}

static void drop(void *user, uint32_t connection) {
    (void)user;
    host_drop(connection);
}

/* ---- what the page calls */
/* Memory for n bytes and a NUL; NULL: there is none. */
char *EXPORT(page_room)(size_t n);
char *page_room(size_t n) {
    return calloc(n + 1, 1);
}

void EXPORT(page_let)(char *room);
void page_let(char *room) {
    free(room);
}

/* Before everything else: the desk opens. `kept`: changes of tables wait until the page has kept them; else they are
 * done at once, and end with the page. False: no memory. */
bool EXPORT(page_open)(bool kept);
bool page_open(bool kept) {
    world = (struct table_world){
        .store = keep_open(), .open = true, .now = now, .chance = chance, .hash = hash, .report = report};
    world.games = games_new(&world);
    struct solo_exit to = {.deliver = deliver, .drop = drop, .keep = kept ? keep_change : NULL};
    return world.games && solo_open(&solo, &world, to);
}

/* From now on games are what their files say then; tables go on by the rules they were made with. */
bool EXPORT(page_put_file)(const char *path, const char *bytes, size_t n);
bool page_put_file(const char *path, const char *bytes, size_t n) {
    games_renew(world.games);
    return memory_files_put(path, bytes, n);
}

void EXPORT(page_remove_file)(const char *path);
void page_remove_file(const char *path) {
    games_renew(world.games);
    memory_files_remove(path);
}

/* A request, of a connection that waits for its answer: what stands behind /api/. Language "": the definition's own. */
void EXPORT(page_get)(uint32_t from, const char *path, const char *language);
void page_get(uint32_t from, const char *path, const char *language) {
    request_get(solo.desk, from, path, *language ? language : NULL);
}

void EXPORT(page_post)(uint32_t from, const char *path, const char *body, size_t n);
void page_post(uint32_t from, const char *path, const char *body, size_t n) {
    request_post(solo.desk, from, path, body, n);
}

static int link_of(const struct table_world *w, const char *text, const char *language, struct buf *out) {
    (void)language;
    return replay_journal(w, text, strlen(text), out);
}

/* The same for a journal: the answer is its link, {"link": ...}. */
void EXPORT(page_link)(uint32_t from, const char *journal, size_t n);
void page_link(uint32_t from, const char *journal, size_t n) {
    char *copy = strndup(journal, n);
    if (copy) desk_send_on(solo.desk, from, link_of, copy, NULL);
}

/* What was to be kept (host_keep) is kept, or is not. */
void EXPORT(page_kept)(uint32_t number, int what);
void page_kept(uint32_t number, int what) {
    keep_done(number, (enum page_kept)what);
}

/* A table that was kept is there again: before anybody comes to it, or where another page was first. */
bool EXPORT(page_restore)(const char *rules, size_t n_rules, const char *table, size_t n);
bool page_restore(const char *rules, size_t n_rules, const char *table, size_t n) {
    return keep_restore(rules, n_rules, table, n);
}

/* A connection comes to a table, says something there, and is closed. */
void EXPORT(page_join)(uint32_t from, const char *table);
void page_join(uint32_t from, const char *table) {
    desk_post(solo.desk, table, (struct mail){.kind = MAIL_JOIN, .from = from});
}

void EXPORT(page_says)(uint32_t from, const char *table, const char *text, size_t n);
void page_says(uint32_t from, const char *table, const char *text, size_t n) {
    char *copy = strndup(text, n);
    if (copy && strlen(copy) == n)
        desk_post(solo.desk, table, (struct mail){.kind = MAIL_SAYS, .from = from, .text = copy, .n = n});
    else /* no memory, or a NUL, which no message has */
        free(copy);
}

void EXPORT(page_leave)(uint32_t from, const char *table);
void page_leave(uint32_t from, const char *table) {
    desk_post(solo.desk, table, (struct mail){.kind = MAIL_LEAVE, .from = from});
}

/* Does a piece of what is to be done: reads letters, lets a bot think. False: there is nothing to do. */
bool EXPORT(page_step)(void);
bool page_step(void) {
    return solo_step(&solo);
}

/* Now and then: clocks run, tables that nobody looks at leave memory. */
void EXPORT(page_tick)(void);
void page_tick(void) {
    desk_tick(solo.desk, now());
}

const struct table_world *page_world(void) {
    return &world;
}
