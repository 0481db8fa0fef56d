/* clock.c: see clock.h. A process has one clock, so this is one of the few things that are not passed along. */
#include "serve/clock.h"

#include <time.h>

static int64_t ahead; /* of the clock that cannot be set */

static int64_t milliseconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void clock_start(int64_t at) {
    ahead = at - milliseconds(CLOCK_MONOTONIC);
}

uint64_t clock_now(void) {
    return (uint64_t)(milliseconds(CLOCK_MONOTONIC) + ahead);
}

int64_t clock_wall(void) {
    return milliseconds(CLOCK_REALTIME);
}

int64_t clock_work(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}
