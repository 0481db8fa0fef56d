/* instructions.h: how many instructions this thread has carried out, where the machine counts them for us.
 *
 * Linux counts them by perf_event_open, unless a virtual machine or kernel.perf_event_paranoid is in the way.
 */
#ifndef BENCH_GAMES_INSTRUCTIONS_H
#define BENCH_GAMES_INSTRUCTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct instructions {
    int file; /* below 0: they cannot be counted */
};

/* For the calling thread. False with the reason in `why`. */
bool instructions_open(struct instructions *c, char *why, size_t cap);
void instructions_close(struct instructions *c);
uint64_t instructions_read(const struct instructions *c); /* since they are counted; 0: they are not */

#endif
