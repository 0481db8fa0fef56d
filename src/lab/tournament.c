/* tournament.c: see tournament.h. */
#include "lab/tournament.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 10000 };
static const double PER_RATING = 173.717792761; /* 400 / ln 10: ratings for one of the natural logarithm */
static const double DEVIATIONS = 1.959963984540054;

/* ---- ratings */
/* With the drawn game that every pair has besides. */
static double wins_of(const struct tournament_table *t, unsigned i, unsigned j) {
    return t->wins[i][j] + 0.5;
}

static double games_of(const struct tournament_table *t, unsigned i, unsigned j) {
    return (double)t->games[i][j] + 1;
}

/* Strengths whose quotients are the odds: each is set to what the others make most likely, until nothing moves. */
static void find_strengths(const struct tournament_table *t, double *strengths) {
    for (unsigned i = 0; i < t->n; i++)
        strengths[i] = 1;
    for (int round = 0; round < ROUNDS; round++) {
        double moved = 0, mean = 0;
        for (unsigned i = 0; i < t->n; i++) {
            double won = 0, weight = 0, old = strengths[i];
            for (unsigned j = 0; j < t->n; j++) {
                if (j == i) continue;
                won += wins_of(t, i, j);
                weight += games_of(t, i, j) / (strengths[i] + strengths[j]);
            }
            strengths[i] = won / weight;
            moved = fmax(moved, fabs(log(strengths[i] / old)));
        }
        for (unsigned i = 0; i < t->n; i++)
            mean += log(strengths[i]) / t->n;
        for (unsigned i = 0; i < t->n; i++)
            strengths[i] /= exp(mean);
        if (moved < 1e-10) return;
    }
}

/* In place; the matrix is positive definite. */
static void invert(double m[TOURNAMENT_BOTS][TOURNAMENT_BOTS], unsigned n) {
    for (unsigned k = 0; k < n; k++) {
        double pivot = m[k][k];
        m[k][k] = 1;
        for (unsigned j = 0; j < n; j++)
            m[k][j] /= pivot;
        for (unsigned i = 0; i < n; i++) {
            double factor = m[i][k];
            if (i == k) continue;
            m[i][k] = 0;
            for (unsigned j = 0; j < n; j++)
                m[i][j] -= factor * m[k][j];
        }
    }
}

/* Variances of the logarithms, whose mean is held at 0: the inverse of the information where it has one. */
static void find_variances(const struct tournament_table *t, const double *strengths, double *variances) {
    double m[TOURNAMENT_BOTS][TOURNAMENT_BOTS];
    double each = 1.0 / t->n;
    for (unsigned i = 0; i < t->n; i++)
        for (unsigned j = 0; j < t->n; j++)
            m[i][j] = each;
    for (unsigned i = 0; i < t->n; i++)
        for (unsigned j = 0; j < i; j++) {
            double p = strengths[i] / (strengths[i] + strengths[j]), known = games_of(t, i, j) * p * (1 - p);
            m[i][j] -= known, m[j][i] -= known;
            m[i][i] += known, m[j][j] += known;
        }
    invert(m, t->n);
    for (unsigned i = 0; i < t->n; i++)
        variances[i] = fmax(0, m[i][i] - each);
}

void tournament_ratings(const struct tournament_table *t, struct interval *ratings) {
    double strengths[TOURNAMENT_BOTS], variances[TOURNAMENT_BOTS];
    find_strengths(t, strengths);
    find_variances(t, strengths, variances);
    for (unsigned i = 0; i < t->n; i++) {
        double rating = PER_RATING * log(strengths[i]), half = PER_RATING * DEVIATIONS * sqrt(variances[i]);
        ratings[i] = (struct interval){rating, rating - half, rating + half};
    }
}

/* ---- playing */
/* The shares of the wins of both; who sits on several seats wins on any of them. */
static void count(struct tournament_table *out, unsigned a, unsigned b, const struct simulate_result *result,
                  unsigned seats) {
    double won[2] = {0, 0};
    for (unsigned e = 0; e < seats; e++)
        won[e % 2] += simulate_wins(result->entrants[e].wins);
    double drawn = (double)result->finished - won[0] - won[1]; /* games that nobody won */
    out->wins[a][b] += won[0] + drawn / 2;
    out->wins[b][a] += won[1] + drawn / 2;
    out->games[a][b] += result->finished;
    out->games[b][a] += result->finished;
}

static tn_status play_pair(struct tournament_setup *s, unsigned a, unsigned b, struct tournament_table *out,
                           bool *stopped) {
    struct simulate_result result;
    unsigned seats = tn_game_seat_count(s->run.game);
    for (unsigned seat = 0; seat < seats; seat++) {
        s->run.bots[seat] = s->bots[seat % 2 ? b : a];
        s->run.efforts[seat] = s->efforts[seat % 2 ? b : a];
        s->run.weights[seat] = s->weights;
    }
    s->run.rotate = s->run.menus = true;
    if (s->begins) s->begins(s->user, a, b);
    if (simulate_run(&s->run, &result) != TN_OK) return TN_NOMEM;
    count(out, a, b, &result, seats);
    *stopped = result.stopped;
    return result.faults > 0 ? TN_FAULT : TN_OK;
}

tn_status tournament_run(struct tournament_setup *setup, struct tournament_table *out, bool *stopped) {
    tn_status status = TN_OK;
    memset(out, 0, sizeof *out);
    out->n = setup->n;
    *stopped = false;
    for (unsigned a = 0; a < setup->n; a++)
        for (unsigned b = a + 1; b < setup->n && status == TN_OK && !*stopped; b++)
            status = play_pair(setup, a, b, out, stopped);
    return status;
}
