/* ranks.h: several processes with one task: those that `mpirun -n N terrane ...` started.
 *
 * Rank r of n takes a part that depends on r and n alone; what each has found is gathered, and put together in the
 * order of ranks it must not depend on their number. Rank 0 speaks, the others are silent. A process that nobody else
 * is beside is rank 0 of 1. Whoever joins leaves, also after errors; nothing may be started or ended by one rank only.
 */
#ifndef CLI_RANKS_H
#define CLI_RANKS_H

#include <stdbool.h>
#include <stddef.h>

struct ranks {
    unsigned rank, size;
    void *module; /* NULL: alone */
};

/* EXIT_GO_ON, or EXIT_HOST with a message. */
int ranks_join(const char *verb, struct ranks *out);
/* `all` has room for size times n bytes. False: the others cannot be reached. */
bool ranks_gather(const struct ranks *ranks, const void *mine, size_t n, void *all);
void ranks_leave(struct ranks *ranks);

#endif
