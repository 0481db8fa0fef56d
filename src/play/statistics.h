/* statistics.h: a figure and how sure of it we are. All intervals are of 95 %. */
#ifndef PLAY_STATISTICS_H
#define PLAY_STATISTICS_H

#include <stdint.h>

struct interval {
    double value, low, high;
};

/* A share of n trials by Wilson's score interval. `successes` may hold fractions (a win shared by two counts a half):
 * the interval is then slightly too wide, never too narrow. All 0 when n is 0. */
struct interval statistics_share(double successes, uint64_t n);

/* The mean of n values from their exact sums; normal approximation. With fewer than two values low = high = value. */
struct interval statistics_mean(int64_t sum, int64_t sum_of_squares, uint64_t n);

/* How many standard deviations leave out a tail of that probability on each side of a normal distribution. */
double statistics_deviations(double tail);

#endif
