/* statistics.c: see statistics.h. */
#include "play/statistics.h"

#include <math.h>

static const double Z = 1.959963984540054; /* two-sided 95 % of the normal distribution */

struct interval statistics_share(double successes, uint64_t n) {
    if (n == 0) return (struct interval){0, 0, 0};
    double count = (double)n, share = successes / count, z2 = Z * Z;
    double middle = (share + z2 / (2 * count)) / (1 + z2 / count);
    double half = Z * sqrt(share * (1 - share) / count + z2 / (4 * count * count)) / (1 + z2 / count);
    return (struct interval){share, fmax(0, middle - half), fmin(1, middle + half)};
}

struct interval statistics_mean(int64_t sum, int64_t sum_of_squares, uint64_t n) {
    if (n == 0) return (struct interval){0, 0, 0};
    double count = (double)n, mean = (double)sum / count;
    if (n == 1) return (struct interval){mean, mean, mean};
    double variance = ((double)sum_of_squares - mean * (double)sum) / (count - 1);
    double half = Z * sqrt(fmax(0, variance) / count);
    return (struct interval){mean, mean - half, mean + half};
}

double statistics_deviations(double tail) {
    double low = 0, high = 40;
    for (int i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        if (erfc(middle / sqrt(2)) / 2 > tail)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}
