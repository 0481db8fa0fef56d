/* writer.c: see writer.h. */
#include "serve/writer.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

/* Changes in one transaction; a commit that takes so many microseconds takes long; seconds until a store is looked at
 * again that was locked, or that failed */
enum { TOGETHER = 512, LONG = 1000000, LOCKED_FOR = 1, FAILED_FOR = 5 };

/* First in, first out; linked through the changes themselves. */
struct line {
    struct writing *first, **end;
};

struct writer {
    struct store *store;
    struct metrics *metrics;
    uv_async_t wake;
    pthread_t thread;
    pthread_mutex_t mutex; /* over what follows */
    pthread_cond_t more;
    struct line waiting, finished;
    bool stopping;
    _Atomic int last;      /* what came of the last commit: enum store_result */
    _Atomic int64_t began; /* the one that runs, in microseconds; 0: none */
};

static void line_clear(struct line *l) {
    l->first = NULL;
    l->end = &l->first;
}

static void line_add(struct line *l, struct writing *w) {
    w->next = NULL;
    *l->end = w;
    l->end = &w->next;
}

static int64_t microseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void commit(struct writer *w, struct writing *const *tasks, size_t n) {
    struct store_write *writes[TOGETHER];
    for (size_t i = 0; i < n; i++)
        writes[i] = &tasks[i]->write;
    int64_t before = microseconds();
    atomic_store(&w->began, before);
    enum store_result result = w->store->write(w->store, writes, n);
    atomic_store(&w->began, 0);
    atomic_store(&w->last, result);
    if (n == 0) return; /* it was only looked */
    metric_add(w->metrics, METRIC_commits, 1);
    int64_t took = microseconds() - before, slowest = metric_get(w->metrics, METRIC_commit_slowest_microseconds);
    metric_add(w->metrics, METRIC_commit_microseconds, took);
    if (took > slowest) metric_add(w->metrics, METRIC_commit_slowest_microseconds, took - slowest);
    if (result != STORE_OK) metric_add(w->metrics, METRIC_commit_failures, 1);
}

/* Until there is something to store. Whether a store that was locked is free again is looked at now and then, so that
 * who asks how things are need not play to find out; and whether one works again that several servers share: where a
 * server is asked for nothing as long as it is not well, nothing else would find out. */
static void await(struct writer *w) {
    while (!w->waiting.first && !w->stopping) {
        struct timespec until;
        int last = atomic_load(&w->last);
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec += last == STORE_LOCKED ? LOCKED_FOR : FAILED_FOR;
        if (last != STORE_LOCKED && !(last == STORE_FAILED && w->store->share)) {
            pthread_cond_wait(&w->more, &w->mutex);
        } else if (pthread_cond_timedwait(&w->more, &w->mutex, &until) != 0) {
            pthread_mutex_unlock(&w->mutex);
            commit(w, NULL, 0);
            pthread_mutex_lock(&w->mutex);
        }
    }
}

static void *work(void *user) {
    struct writer *w = user;
    struct writing *tasks[TOGETHER];
    pthread_mutex_lock(&w->mutex);
    for (;;) {
        size_t n = 0;
        await(w);
        if (!w->waiting.first) break;
        for (; n < TOGETHER && w->waiting.first; n++) {
            tasks[n] = w->waiting.first;
            w->waiting.first = tasks[n]->next;
        }
        if (!w->waiting.first) line_clear(&w->waiting);
        pthread_mutex_unlock(&w->mutex);
        commit(w, tasks, n);
        pthread_mutex_lock(&w->mutex);
        for (size_t i = 0; i < n; i++)
            line_add(&w->finished, tasks[i]);
        uv_async_send(&w->wake);
    }
    pthread_mutex_unlock(&w->mutex);
    return NULL;
}

/* On the loop. */
static void report(uv_async_t *wake) {
    struct writer *w = wake->data;
    pthread_mutex_lock(&w->mutex);
    struct writing *done = w->finished.first;
    line_clear(&w->finished);
    pthread_mutex_unlock(&w->mutex);
    for (struct writing *next; done; done = next) {
        next = done->next;
        done->done(done, done->user);
    }
}

struct writer *writer_start(uv_loop_t *loop, struct store *store, struct metrics *metrics) {
    struct writer *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->store = store;
    w->metrics = metrics;
    line_clear(&w->waiting);
    line_clear(&w->finished);
    pthread_mutex_init(&w->mutex, NULL);
    pthread_condattr_t steady; /* whatever the machine's clock is set to */
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&w->more, &steady);
    pthread_condattr_destroy(&steady);
    if (pthread_create(&w->thread, NULL, work, w) != 0) return free(w), NULL;
    uv_async_init(loop, &w->wake, report);
    w->wake.data = w;
    return w;
}

void writer_submit(struct writer *w, struct writing *writing) {
    pthread_mutex_lock(&w->mutex);
    line_add(&w->waiting, writing);
    pthread_cond_signal(&w->more);
    pthread_mutex_unlock(&w->mutex);
}

const char *writer_problem(const struct writer *w) {
    int64_t began = atomic_load(&w->began);
    int last = atomic_load(&w->last);
    if (last == STORE_LOCKED) return "another program holds the store";
    if (last != STORE_OK) return "the store cannot be written";
    return began && microseconds() - began > LONG ? "storing takes long" : NULL;
}

void writer_stop(struct writer *w) {
    pthread_mutex_lock(&w->mutex);
    w->stopping = true;
    pthread_cond_signal(&w->more);
    pthread_mutex_unlock(&w->mutex);
    pthread_join(w->thread, NULL);
    report(&w->wake);
    uv_close((uv_handle_t *)&w->wake, NULL);
}

void writer_free(struct writer *w) {
    if (!w) return;
    pthread_mutex_destroy(&w->mutex);
    pthread_cond_destroy(&w->more);
    free(w);
}
