/* growth.h: how the cost of something grows with its size: samples in bins that double, and a power law through them.
 *
 * Bin 0 holds size 0, bin k the sizes from 2^(k-1) to 2^k - 1; the last one whatever is larger. A bin counts when it
 * has GROWTH_FEWEST samples. What is said of growth compares bins of size 1 and more with one another: a cost that does
 * not depend on the size at all doubles its sizes at factor 1, one that is proportional to it at factor 2.
 */
#ifndef BENCH_GAMES_GROWTH_H
#define BENCH_GAMES_GROWTH_H

#include <stdbool.h>
#include <stdint.h>

enum { GROWTH_BINS = 10, GROWTH_FEWEST = 30 };

struct growth_bin {
    uint64_t n;
    double size, cost; /* sums over the samples */
};
struct growth {
    struct growth_bin bins[GROWTH_BINS];
};

void growth_add(struct growth *g, uint32_t size, double cost);
/* The same samples, measured again: each bin keeps what cost it less. */
void growth_keep_least(struct growth *g, const struct growth *again);

bool growth_counts(const struct growth *g, unsigned bin);
void growth_sizes(unsigned bin, uint32_t *low, uint32_t *high); /* high is UINT32_MAX for the last */
double growth_cost(const struct growth *g, unsigned bin);       /* mean of a bin that counts */

/* By what the cost is multiplied when the size doubles: of the power law nearest to the means, each bin weighing the
 * same; and for the steepest way from one bin to the next. 0: fewer than two bins can be compared. */
double growth_doubling(const struct growth *g);
double growth_steepest(const struct growth *g);

#endif
