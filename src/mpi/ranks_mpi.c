/* ranks_mpi.c: the processes that mpirun started, for src/cli/ranks.c.
 *
 * This is all that knows MPI. It is a module of its own (terrane_mpi.so), built where Open MPI is found and loaded only
 * by a process that mpirun started, so that the program itself depends on nothing. */
#include <mpi.h>

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

bool terrane_ranks_join(unsigned *rank, unsigned *size);
bool terrane_ranks_gather(const void *mine, size_t n, void *all);
void terrane_ranks_leave(void);

/* Only the calling thread will speak to the others. */
bool terrane_ranks_join(unsigned *rank, unsigned *size) {
    int given, r, n;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given) != MPI_SUCCESS) return false;
    if (MPI_Comm_rank(MPI_COMM_WORLD, &r) != MPI_SUCCESS || MPI_Comm_size(MPI_COMM_WORLD, &n) != MPI_SUCCESS)
        return false;
    *rank = (unsigned)r;
    *size = (unsigned)n;
    return true;
}

/* The same number of bytes of every process, in the order of ranks, to all of them. */
bool terrane_ranks_gather(const void *mine, size_t n, void *all) {
    if (n > INT_MAX) return false;
    return MPI_Allgather(mine, (int)n, MPI_BYTE, all, (int)n, MPI_BYTE, MPI_COMM_WORLD) == MPI_SUCCESS;
}

void terrane_ranks_leave(void) {
    MPI_Finalize();
}
