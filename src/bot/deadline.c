/* deadline.c: see deadline.h. */
#include "bot/deadline.h"

#include <stddef.h>

struct deadline deadline_from_now(bool never) {
    struct deadline deadline = {.never = never};
    clock_gettime(CLOCK_MONOTONIC, &deadline.at);
    deadline.at.tv_sec += DEADLINE_SECONDS;
    return deadline;
}

bool deadline_passed(const struct deadline *deadline) {
    struct timespec now;
    if (!deadline || deadline->never) return false;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec != deadline->at.tv_sec) return now.tv_sec > deadline->at.tv_sec;
    return now.tv_nsec >= deadline->at.tv_nsec;
}
