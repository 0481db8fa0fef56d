/* threads.c: see threads.h. */
#include "lab/threads.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { OFTEN = 100000000 }; /* nanoseconds */

struct crowd {
    const struct threads_job *job;
    pthread_mutex_t lock;
    pthread_cond_t idle;
    unsigned working; /* under lock */
};

struct hand {
    struct crowd *crowd;
    unsigned number;
    pthread_t thread;
};

static void *work(void *argument) {
    struct hand *hand = argument;
    struct crowd *crowd = hand->crowd;
    crowd->job->work(crowd->job->user, hand->number);
    pthread_mutex_lock(&crowd->lock);
    crowd->working--;
    pthread_cond_signal(&crowd->idle);
    pthread_mutex_unlock(&crowd->lock);
    return NULL;
}

static unsigned start(struct crowd *crowd, struct hand *hands, unsigned n) {
    unsigned started = 0;
    pthread_mutex_lock(&crowd->lock); /* nobody may count itself out before it is counted in */
    for (; started < n; started++) {
        hands[started] = (struct hand){.crowd = crowd, .number = started};
        if (pthread_create(&hands[started].thread, NULL, work, &hands[started]) != 0) break;
        crowd->working++;
    }
    pthread_mutex_unlock(&crowd->lock);
    return started;
}

static void wait_for(struct crowd *crowd) {
    pthread_mutex_lock(&crowd->lock);
    while (crowd->working > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += OFTEN;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&crowd->idle, &crowd->lock, &until);
        if (crowd->job->meanwhile) crowd->job->meanwhile(crowd->job->user);
    }
    pthread_mutex_unlock(&crowd->lock);
}

unsigned threads_run(unsigned n, const struct threads_job *job) {
    struct crowd crowd = {.job = job};
    struct hand *hands = calloc(n + 1, sizeof *hands);
    if (!hands) return 0;
    pthread_mutex_init(&crowd.lock, NULL);
    pthread_cond_init(&crowd.idle, NULL);
    unsigned started = start(&crowd, hands, n);
    wait_for(&crowd);
    for (unsigned i = 0; i < started; i++)
        pthread_join(hands[i].thread, NULL);
    pthread_cond_destroy(&crowd.idle);
    pthread_mutex_destroy(&crowd.lock);
    free(hands);
    return started;
}
