/* fit.h: weights that explain what was seen: linear regression with a pull.
 *
 * Rows are sparse. Sums are made and the equations solved in the order given, so the same rows give the same weights.
 */
#ifndef LAB_FIT_H
#define LAB_FIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* n unknowns; the matrix (its lower half) and the right side of the normal equations. Zeroed by fit_new, freed by
 * fit_free. */
struct fit {
    size_t n;
    double rows; /* that were added, less what has faded */
    double *matrix, *right;
};

bool fit_new(struct fit *fit, size_t n); /* false: no memory */
void fit_free(struct fit *fit);

/* A row with these numbers in these columns, each column at most once, and 0 elsewhere. */
void fit_add(struct fit *fit, const uint32_t *columns, const double *numbers, size_t n, double target);

/* What was seen counts so much less from now on. */
void fit_fade(struct fit *fit, double by);

/* The weights of the first n unknowns. Weight i is pulled towards toward[i] (NULL: 0), as if pull[i] rows with a 1
 * there had said so; what never differed from 0 stays at that. The sums are kept. False: no memory. */
bool fit_solve(const struct fit *fit, size_t n, const double *pull, const double *toward, double *weights);

#endif
