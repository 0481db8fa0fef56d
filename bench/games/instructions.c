/* instructions.c: see instructions.h. */
#include "bench/games/instructions.h"

#include <stdio.h>

#ifdef __linux__
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

bool instructions_open(struct instructions *c, char *why, size_t cap) {
    struct perf_event_attr what = {.type = PERF_TYPE_HARDWARE,
                                   .size = sizeof what,
                                   .config = PERF_COUNT_HW_INSTRUCTIONS,
                                   .exclude_kernel = 1,
                                   .exclude_hv = 1};
    c->file = (int)syscall(SYS_perf_event_open, &what, 0, -1, -1, 0);
    if (c->file < 0) snprintf(why, cap, "%s", strerror(errno));
    return c->file >= 0;
}

void instructions_close(struct instructions *c) {
    if (c->file >= 0) close(c->file);
    c->file = -1;
}

uint64_t instructions_read(const struct instructions *c) {
    uint64_t n = 0;
    if (c->file < 0 || read(c->file, &n, sizeof n) != (ssize_t)sizeof n) return 0;
    return n;
}
#else
bool instructions_open(struct instructions *c, char *why, size_t cap) {
    c->file = -1;
    snprintf(why, cap, "only Linux counts them");
    return false;
}

void instructions_close(struct instructions *c) {
    c->file = -1;
}

uint64_t instructions_read(const struct instructions *c) {
    (void)c;
    return 0;
}
#endif
