/* clock_shim.c: a machine's clock that a test sets: loaded before the C library, it adds what a file says, in
 * milliseconds, to the time of day. Other clocks are left alone. Built by clocks.py. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long long offset(void) {
    long long ms = 0;
    FILE *f = fopen(getenv("CLOCK_OFFSET"), "r");
    if (f && fscanf(f, "%lld", &ms) != 1) ms = 0;
    if (f) fclose(f);
    return ms;
}

int clock_gettime(clockid_t clock, struct timespec *t) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
    int code = real(clock, t);
    if (code == 0 && clock == CLOCK_REALTIME) t->tv_sec += offset() / 1000;
    return code;
}

int gettimeofday(struct timeval *t, void *zone) {
    struct timespec now;
    (void)zone;
    int code = clock_gettime(CLOCK_REALTIME, &now);
    t->tv_sec = now.tv_sec;
    t->tv_usec = now.tv_nsec / 1000;
    return code;
}

time_t time(time_t *out) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}
