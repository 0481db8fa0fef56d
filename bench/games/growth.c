/* growth.c: see growth.h. */
#include "bench/games/growth.h"

#include <math.h>

static unsigned bin_of(uint32_t size) {
    unsigned bin = 0;
    while (size >> bin && bin < GROWTH_BINS - 1)
        bin++;
    return bin;
}

void growth_add(struct growth *g, uint32_t size, double cost) {
    struct growth_bin *b = &g->bins[bin_of(size)];
    b->n++;
    b->size += size;
    b->cost += cost;
}

void growth_keep_least(struct growth *g, const struct growth *again) {
    for (unsigned i = 0; i < GROWTH_BINS; i++)
        if (!g->bins[i].n || again->bins[i].cost < g->bins[i].cost) g->bins[i] = again->bins[i];
}

bool growth_counts(const struct growth *g, unsigned bin) {
    return g->bins[bin].n >= GROWTH_FEWEST;
}

void growth_sizes(unsigned bin, uint32_t *low, uint32_t *high) {
    *low = bin ? 1u << (bin - 1) : 0;
    *high = bin == GROWTH_BINS - 1 ? UINT32_MAX : (1u << bin) - 1u;
}

double growth_cost(const struct growth *g, unsigned bin) {
    return g->bins[bin].cost / (double)g->bins[bin].n;
}

/* A bin as a point, both numbers as logarithms; false when it cannot be compared. */
static bool point_of(const struct growth *g, unsigned bin, double *x, double *y) {
    const struct growth_bin *b = &g->bins[bin];
    if (!growth_counts(g, bin) || b->size <= 0 || b->cost <= 0) return false;
    *x = log2(b->size / (double)b->n);
    *y = log2(b->cost / (double)b->n);
    return true;
}

double growth_doubling(const struct growth *g) {
    double n = 0, sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0, x, y;
    for (unsigned i = 1; i < GROWTH_BINS; i++) {
        if (!point_of(g, i, &x, &y)) continue;
        n++, sum_x += x, sum_y += y, sum_xx += x * x, sum_xy += x * y;
    }
    double spread = n * sum_xx - sum_x * sum_x;
    return n < 2 || spread <= 0 ? 0 : exp2((n * sum_xy - sum_x * sum_y) / spread);
}

double growth_steepest(const struct growth *g) {
    double before_x = 0, before_y = 0, x, y, most = 0;
    bool first = true;
    for (unsigned i = 1; i < GROWTH_BINS; i++) {
        if (!point_of(g, i, &x, &y)) continue;
        double factor = first ? 0 : exp2((y - before_y) / (x - before_x));
        if (factor > most) most = factor;
        before_x = x, before_y = y, first = false;
    }
    return most;
}
