/* world.c: what tables need of the server (table/world.h): its clock, its chance, its counts, a lock among its
 * threads; and what the desk has done by it (table/executor.h).
 */
#include "serve/chance.h"
#ifdef TERRANE_NOTICES
#include "serve/notice_sender.h"
#endif
#include "serve/server.h"

#include <stdio.h>
#include <string.h>

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

/* ---- telling who is not there */
#ifdef TERRANE_NOTICES
static void was_told(void *user, const struct notice *n, enum notice_end end) {
    struct server *s = user;
    char *key = strdup(n->key.text);
    if (!key) return;
    struct mail mail = {.kind = MAIL_NOTICED, .text = key, .n = TOKEN_LENGTH, .revision = n->turn, .end = end};
    desk_post(s->desk, n->table.text, mail);
}

/* Codes go to addresses that nobody has confirmed yet: few for one client. */
static bool may_ask_for_code(struct server *s, uint32_t from) {
    struct connection *c = connection_find(s, from);
    const char *address = c && c->socket ? lws_get_opaque_user_data(c->wsi) : NULL;
    if (!c || !address || limits_code(s->limits, address, clock_now())) return c != NULL;
    metric_add(&s->metrics, METRIC_limited, 1);
    connection_refuse(c, ERROR_too_often, "your address has asked for too many codes: no mail was sent", NULL, 0);
    return false;
}

static void notify(void *user, const struct notice *n) {
    struct server *s = user;
    if (s->stopping) return; /* it stays due in the store */
    if (!n->code || may_ask_for_code(s, n->from)) sender_submit(s->sender, n);
}

bool world_open_sender(struct server *s, struct buf *error) {
    if (!s->settings->notices) return true;
    s->sender = sender_start(&s->loop, s->settings->notices, &s->metrics, was_told, s, error);
    if (s->sender) s->world.notices = sender_offer(s->sender);
    return s->sender != NULL;
}

bool world_sender_busy(const struct server *s) {
    return s->sender && sender_busy(s->sender);
}

void world_stop_sender(struct server *s) {
    if (s->sender) sender_stop(s->sender);
}

void world_free_sender(struct server *s) {
    sender_free(s->sender);
}
#else
bool world_open_sender(struct server *s, struct buf *error) {
    if (!s->settings->notices) return true;
    buf_puts(error, "this program was built without notices: install Debian's package libcurl4-openssl-dev and build "
                    "again");
    return false;
}

bool world_sender_busy(const struct server *s) {
    (void)s;
    return false;
}

void world_stop_sender(struct server *s) {
    (void)s;
}

void world_free_sender(struct server *s) {
    (void)s;
}
#endif

bool world_open_desk(struct server *s) {
    struct executor executor = {.work = work,
                                .store = store,
                                .deliver = connection_deliver,
                                .drop = connection_drop,
                                .stand = connection_stand,
                                .worked = connection_worked,
                                .user = s};
#ifdef TERRANE_NOTICES
    if (s->sender) executor.notify = notify;
#endif
    s->desk = desk_new(&s->world, s->settings->jobs, executor);
    return s->desk != NULL;
}
