/* fit.c: see fit.h. Solved by Cholesky's decomposition. */
#include "lab/fit.h"

#include <math.h>
#include <stdlib.h>

bool fit_new(struct fit *fit, size_t n) {
    fit->n = n;
    fit->rows = 0;
    fit->matrix = calloc(n * n + 1, sizeof *fit->matrix);
    fit->right = calloc(n + 1, sizeof *fit->right);
    return fit->matrix && fit->right;
}

void fit_free(struct fit *fit) {
    free(fit->matrix);
    free(fit->right);
    *fit = (struct fit){0};
}

void fit_add(struct fit *fit, const double *row, double target) {
    for (size_t i = 0; i < fit->n; i++) {
        if (row[i] == 0) continue;
        for (size_t k = 0; k <= i; k++)
            fit->matrix[i * fit->n + k] += row[i] * row[k];
        fit->right[i] += row[i] * target;
    }
    fit->rows++;
}

/* The lower half becomes L with L L' = the matrix. */
static void decompose(struct fit *fit) {
    size_t n = fit->n;
    double *m = fit->matrix;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k <= i; k++) {
            double sum = m[i * n + k];
            for (size_t j = 0; j < k; j++)
                sum -= m[i * n + j] * m[k * n + j];
            m[i * n + k] = i == k ? sqrt(fmax(sum, 1e-9)) : sum / m[k * n + k];
        }
}

void fit_solve(struct fit *fit, double pull, double *weights) {
    size_t n = fit->n;
    double *m = fit->matrix;
    for (size_t i = 0; i < n; i++)
        m[i * n + i] = m[i * n + i] > 0 ? m[i * n + i] + pull * fit->rows : 1;
    decompose(fit);
    for (size_t i = 0; i < n; i++) {
        weights[i] = fit->right[i];
        for (size_t k = 0; k < i; k++)
            weights[i] -= m[i * n + k] * weights[k];
        weights[i] /= m[i * n + i];
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++)
            weights[i] -= m[k * n + i] * weights[k];
        weights[i] /= m[i * n + i];
    }
}
