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

void fit_add(struct fit *fit, const uint32_t *columns, const double *numbers, size_t n, double target) {
    for (size_t i = 0; i < n; i++) {
        double *row = fit->matrix + columns[i] * fit->n;
        for (size_t k = 0; k < n; k++)
            if (columns[k] <= columns[i]) row[columns[k]] += numbers[i] * numbers[k];
        fit->right[columns[i]] += numbers[i] * target;
    }
    fit->rows++;
}

void fit_fade(struct fit *fit, double by) {
    for (size_t i = 0; i < fit->n * fit->n; i++)
        fit->matrix[i] *= by;
    for (size_t i = 0; i < fit->n; i++)
        fit->right[i] *= by;
    fit->rows *= by;
}

/* The lower half becomes L with L L' = the matrix. */
static void decompose(double *m, size_t n) {
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k <= i; k++) {
            const double *a = m + i * n, *b = m + k * n;
            double sum = a[k];
            for (size_t j = 0; j < k; j++)
                sum -= a[j] * b[j];
            m[i * n + k] = i == k ? sqrt(fmax(sum, 1e-9)) : sum / b[k];
        }
}

bool fit_solve(const struct fit *fit, size_t n, const double *pull, const double *toward, double *weights) {
    double *m = malloc((n * n + 1) * sizeof *m);
    if (!m) return false;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k <= i; k++)
            m[i * n + k] = fit->matrix[i * fit->n + k];
        bool seen = m[i * n + i] > 0;
        weights[i] = fit->right[i] + (toward ? toward[i] * (seen ? pull[i] : 1) : 0);
        m[i * n + i] += seen ? pull[i] : 1;
    }
    decompose(m, n);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++)
            weights[i] -= m[i * n + k] * weights[k];
        weights[i] /= m[i * n + i];
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++)
            weights[i] -= m[k * n + i] * weights[k];
        weights[i] /= m[i * n + i];
    }
    free(m);
    return true;
}
