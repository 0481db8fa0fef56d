/* coverage.h: which lines of a definition nobody came to in the games of a simulation.
 *
 * A line counts when a statement begins on it, in this configuration; it is reached when one of its statements was, in
 * any copy of it (a def that is used twice, a block in a family). What only look-ahead came to is not reached.
 */
#ifndef LAB_COVERAGE_H
#define LAB_COVERAGE_H

#include "lab/simulate.h"

struct coverage_line {
    const char *file; /* as tn_source_file names it */
    unsigned line;
    bool reached;
};

struct coverage {
    struct coverage_line *lines; /* by file, then line */
    size_t n, n_reached;
};

/* What simulate_setup.reached was filled with; NULL: no memory. */
struct coverage *coverage_new(const tn_game *game, const bool *reached);
void coverage_free(struct coverage *c);

#endif
