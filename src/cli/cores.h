/* cores.h: how many threads there is a processor for. */
#ifndef CLI_CORES_H
#define CLI_CORES_H

#include <unistd.h>

static inline unsigned cores_there(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? (unsigned)cores : 1;
}

#endif
