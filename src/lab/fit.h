/* fit.h: weights that explain what was seen: linear regression with a pull towards 0.
 *
 * Sums are made and the equations solved in the order given, so the same rows give the same weights.
 */
#ifndef LAB_FIT_H
#define LAB_FIT_H

#include <stdbool.h>
#include <stddef.h>

/* n unknowns; the matrix and the right side of the normal equations. Zeroed by fit_new, freed by fit_free. */
struct fit {
    size_t n;
    double rows; /* that were added */
    double *matrix, *right;
};

bool fit_new(struct fit *fit, size_t n); /* false: no memory */
void fit_free(struct fit *fit);
void fit_add(struct fit *fit, const double *row, double target);

/* The n weights. Each number's mean square is taken to be larger by `pull`, so that little is made of what seldom
 * differs from 0; what never does weighs 0. The sums are used up. */
void fit_solve(struct fit *fit, double pull, double *weights);

#endif
