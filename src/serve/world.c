/* world.c: what tables need of the server (table/world.h): its clock, its chance, its counts, a lock among its
 * threads; and what the desk has done by it (table/executor.h).
 */
#include "serve/chance.h"
#include "serve/server.h"

#include <stdio.h>

static void count(void *user, enum table_count what, int n) {
    static const enum metric metrics[] = {
        [COUNT_ANSWERS] = METRIC_answers,
        [COUNT_BOT_ANSWERS] = METRIC_bot_answers,
        [COUNT_REFUSED] = METRIC_refused,
        [COUNT_TABLES] = METRIC_tables,
        [COUNT_TABLES_MADE] = METRIC_tables_made,
        [COUNT_TABLES_RESUMED] = METRIC_tables_resumed,
        [COUNT_TABLES_DROPPED] = METRIC_tables_dropped,
    };
    struct server *s = user;
    metric_add(&s->metrics, metrics[what], n);
}

static void lock(void *user) {
    struct server *s = user;
    uv_mutex_lock(&s->mutex);
}

static void unlock(void *user) {
    struct server *s = user;
    uv_mutex_unlock(&s->mutex);
}

static void report(void *user, const char *text) {
    (void)user;
    fprintf(stderr, "terrane serve: %s\n", text);
}

bool world_open(struct server *s) {
    if (uv_mutex_init(&s->mutex) != 0) return false;
    s->world = (struct table_world){.store = s->store,
                                    .now = clock_now,
                                    .worked = clock_work,
                                    .chance = chance_bytes,
                                    .hash = chance_hash,
                                    .count = count,
                                    .lock = lock,
                                    .unlock = unlock,
                                    .report = report,
                                    .user = s};
    s->world.games = games_new(&s->world);
    if (!s->world.games) uv_mutex_destroy(&s->mutex);
    return s->world.games != NULL;
}

void world_close(struct server *s) {
    if (!s->world.games) return;
    games_free(s->world.games);
    uv_mutex_destroy(&s->mutex);
}

/* ---- the executor of the desk */
_Static_assert(sizeof(uv_work_t) <= JOB_ROOM, "a job has room for what libuv keeps of it");

static void run(uv_work_t *work) {
    struct job *j = work->data;
    j->run(j);
}

static void was_run(uv_work_t *work, int status) {
    struct job *j = work->data;
    (void)status; /* work is never cancelled */
    j->done(j);
}

static void work(void *user, struct job *j) {
    struct server *s = user;
    uv_work_t *work = (uv_work_t *)(void *)j->room;
    work->data = j;
    uv_queue_work(&s->loop, work, run, was_run);
}

static void store(void *user, struct writing *w) {
    struct server *s = user;
    writer_submit(s->writer, w);
}

bool world_open_desk(struct server *s) {
    struct executor executor = {.work = work,
                                .store = store,
                                .deliver = connection_deliver,
                                .drop = connection_drop,
                                .stand = connection_stand,
                                .worked = connection_worked,
                                .user = s};
    s->desk = desk_new(&s->world, s->settings->jobs, executor);
    return s->desk != NULL;
}
