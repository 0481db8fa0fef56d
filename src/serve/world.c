/* world.c: what tables need of the server (table/world.h): its clock, its chance, its counts, a lock among its threads. */
#include "serve/chance.h"
#include "serve/server.h"

static void count(void *user, enum table_count what) {
    static const enum metric metrics[] = {
        [COUNT_ANSWERS] = METRIC_answers,           [COUNT_BOT_ANSWERS] = METRIC_bot_answers,
        [COUNT_REFUSED] = METRIC_refused,           [COUNT_TABLES_MADE] = METRIC_tables_made,
        [COUNT_TABLES_RESUMED] = METRIC_tables_resumed,
    };
    struct server *s = user;
    metric_add(&s->metrics, metrics[what], 1);
}

static void lock(void *user) {
    struct server *s = user;
    uv_mutex_lock(&s->mutex);
}

static void unlock(void *user) {
    struct server *s = user;
    uv_mutex_unlock(&s->mutex);
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
