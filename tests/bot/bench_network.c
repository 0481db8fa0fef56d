/* bench_network.c: would a small network know more of a position than the weights do?
 *
 *     bench_network GAME.game [-n GAMES] [-u UNITS] [-e EPOCHS] [-s SEED]
 *
 * `value` plays games (400) against itself with the weights beside the game. Of positions at the ends of undertakings
 * two things learn by how much the seat's lead will still grow: a linear fit of all features, each with and without the
 * time left, as `terrane train` makes it; and, of what that leaves unexplained, a layer of units (32) of all features
 * but single cards. Half of the games teach, a quarter says when to stop, and the last quarter is what is printed: how
 * much of the variance is explained. Games, not positions, are told apart: those of one game end alike.
 */
#include "base/file.h"
#include "lab/fit.h"
#include "lab/lesson.h"
#include "play/catalogue.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PULL = 500, CARD_PULL = 6000, PATH = 600, PARTS = 4, TAUGHT = 2 };
static const double STEP = 0.001, KEEP = 0.9, KEEP_SQUARE = 0.999, SHRINK = 1e-4, FARTHEST = 4;

static void stop(const char *what, const char *why) {
    fprintf(stderr, "bench_network: %s: %s\n", what, why);
    exit(1);
}

static void *zeroed(size_t n, size_t size) {
    void *p = calloc(n + 1, size);
    if (!p) stop("memory", "there is none");
    return p;
}

/* ---- what was seen */
struct seen {
    unsigned part; /* 0, 1: to learn from; 2: when to stop; 3: to be judged by */
    double grew, by_weights, by_fit;
    double *inputs;
};

struct bench {
    tn_game *game;
    struct weights *weights;
    struct lesson_game *games;
    uint64_t n_games;
    struct seen *seen;
    size_t n, inputs; /* of the network: dense features and the time left */
    int *input_of;    /* feature -> input; -1: a card */
    unsigned seats;
};

static tn_game *load(const char *path, struct weights **weights) {
    tn_source *source = NULL;
    tn_game *game = NULL;
    struct buf file, text, nothing;
    buf_init(&file);
    buf_init(&text);
    buf_init(&nothing);
    if (tn_source_load(path, &source) != TN_OK || tn_game_new(source, &(tn_config){0}, &game) != TN_OK)
        stop(path, "cannot be read");
    tn_source_free(source);
    if (tn_game_native(game, NULL, (char[PATH]){0}, PATH) != TN_OK) stop(path, "cannot be compiled");
    catalogue_weights(path, tn_game_seat_count(game), &file);
    if (file_read(file.data, 1 << 20, &text) != FILE_OK) stop(path, "has no weights");
    *weights = weights_new(game, text.data, text.n, &nothing, &nothing);
    if (!*weights || (*weights)->left_at_first < 0) stop(path, "its weights do not say what is left");
    return game;
}

static double share_of(const struct bench *b, const struct lesson_game *g, const struct lesson_sample *s) {
    return (double)worth_to_come(b->weights, NULL, &g->features.data[s->at], s->n) / WEIGHT_ONE;
}

static void list_inputs(struct bench *b) {
    b->input_of = zeroed(b->weights->n, sizeof *b->input_of);
    for (size_t f = 0; f < b->weights->n; f++)
        b->input_of[f] = strchr(tn_features_name(b->weights->features, f), ':') ? -1 : (int)b->inputs++;
    b->inputs++;
}

static void gather(struct bench *b) {
    for (uint64_t g = 0; g < b->n_games; g++)
        b->n += b->games[g].over ? b->games[g].samples.n : 0;
    b->seen = zeroed(b->n, sizeof *b->seen);
    b->n = 0;
    for (uint64_t g = 0; g < b->n_games; g++)
        for (size_t i = 0; b->games[g].over && i < b->games[g].samples.n; i++) {
            const struct lesson_sample *s = &b->games[g].samples.data[i];
            struct seen *to = &b->seen[b->n++];
            to->part = g / b->seats % PARTS; /* games of one deal are alike */
            to->grew = (double)(b->games[g].lead[s->seat] - s->lead) / WEIGHT_ONE;
            to->by_weights = (double)(s->value - s->lead) / WEIGHT_ONE;
            to->inputs = zeroed(b->inputs, sizeof *to->inputs);
            for (uint32_t k = s->at; k < s->at + s->n; k++) {
                tn_feature f = b->games[g].features.data[k];
                if (b->input_of[f.index] >= 0) to->inputs[b->input_of[f.index]] = f.value;
            }
            to->inputs[b->inputs - 1] = share_of(b, &b->games[g], s);
        }
}

/* As many of its usual differences as it is away from its mean; not too far. */
static void scale_inputs(struct bench *b) {
    for (size_t k = 0; k < b->inputs; k++) {
        double sum = 0, squares = 0;
        for (size_t i = 0; i < b->n; i++)
            sum += b->seen[i].inputs[k], squares += b->seen[i].inputs[k] * b->seen[i].inputs[k];
        double mean = sum / (double)b->n, spread = sqrt(fmax(0, squares / (double)b->n - mean * mean));
        for (size_t i = 0; i < b->n; i++) {
            double x = spread > 0 ? (b->seen[i].inputs[k] - mean) / spread : 0;
            b->seen[i].inputs[k] = fmax(-FARTHEST, fmin(FARTHEST, x));
        }
    }
}

/* ---- the linear fit */
static size_t row_of(const struct bench *b, const struct lesson_game *g, const struct lesson_sample *s,
                     uint32_t *columns, double *numbers) {
    double share = share_of(b, g, s);
    size_t n = 0;
    for (uint32_t k = s->at; k < s->at + s->n; k++) {
        tn_feature f = g->features.data[k];
        if (f.index >= b->weights->of_players) continue;
        columns[n] = 2 * f.index, numbers[n++] = f.value;
        columns[n] = 2 * f.index + 1, numbers[n++] = f.value * share;
    }
    return n;
}

static void fit_line(struct bench *b) {
    struct fit fit;
    size_t columns = 2 * b->weights->of_players, at = 0;
    uint32_t *row = zeroed(columns, sizeof *row);
    double *numbers = zeroed(columns, sizeof *numbers), *pull = zeroed(columns, sizeof *pull);
    double *solved = zeroed(columns, sizeof *solved);
    if (!fit_new(&fit, columns)) stop("memory", "there is none");
    for (int say = 0; say < 2; say++) {
        at = 0;
        for (uint64_t g = 0; g < b->n_games; g++)
            for (size_t i = 0; b->games[g].over && i < b->games[g].samples.n; i++, at++) {
                size_t n = row_of(b, &b->games[g], &b->games[g].samples.data[i], row, numbers);
                if (!say && b->seen[at].part < TAUGHT) fit_add(&fit, row, numbers, n, b->seen[at].grew);
                for (size_t k = 0; say && k < n; k++)
                    b->seen[at].by_fit += solved[row[k]] * numbers[k];
            }
        for (size_t c = 0; !say && c < columns; c++) {
            bool card = strchr(tn_features_name(b->weights->features, c / 2), ':');
            pull[c] = card ? CARD_PULL : PULL * fit.matrix[c * fit.n + c] / fmax(1, fit.rows) + 0.001;
        }
        if (!say && !fit_solve(&fit, columns, pull, NULL, solved)) stop("memory", "there is none");
    }
    fit_free(&fit);
    free(row), free(numbers), free(pull), free(solved);
}

/* ---- the network: tanh units in one layer, Adam */
struct network {
    size_t inputs, units, n; /* numbers: of each unit its inputs, its own, and what it gives; then one for all */
    double *now, *best, *slope, *mean, *square, *active;
};

static double *unit(const struct network *w, double *of, size_t u) {
    return of + u * (w->inputs + 2);
}

static double ask(const struct network *w, const double *inputs) {
    double out = w->now[w->n - 1];
    for (size_t u = 0; u < w->units; u++) {
        const double *in = unit(w, w->now, u);
        double sum = in[w->inputs];
        for (size_t k = 0; k < w->inputs; k++)
            sum += in[k] * inputs[k];
        w->active[u] = tanh(sum);
        out += in[w->inputs + 1] * w->active[u];
    }
    return out;
}

static void blame(struct network *w, const double *inputs, double error) {
    for (size_t u = 0; u < w->units; u++) {
        const double *in = unit(w, w->now, u);
        double *to = unit(w, w->slope, u), back = error * in[w->inputs + 1] * (1 - w->active[u] * w->active[u]);
        for (size_t k = 0; k < w->inputs; k++)
            to[k] += back * inputs[k];
        to[w->inputs] += back;
        to[w->inputs + 1] += error * w->active[u];
    }
    w->slope[w->n - 1] += error;
}

static void step(struct network *w, double rows, double *power, double *power_square) {
    *power *= KEEP, *power_square *= KEEP_SQUARE;
    for (size_t i = 0; i < w->n; i++) {
        double slope = w->slope[i] / rows + SHRINK * w->now[i];
        w->mean[i] = KEEP * w->mean[i] + (1 - KEEP) * slope;
        w->square[i] = KEEP_SQUARE * w->square[i] + (1 - KEEP_SQUARE) * slope * slope;
        w->now[i] -= STEP * (w->mean[i] / (1 - *power)) / (sqrt(w->square[i] / (1 - *power_square)) + 1e-8);
        w->slope[i] = 0;
    }
}

static double squares_left(const struct bench *b, const struct network *w, unsigned part, double scale) {
    double sum = 0;
    for (size_t i = 0; i < b->n; i++) {
        const struct seen *s = &b->seen[i];
        if (s->part != part) continue;
        double left = (s->grew - s->by_fit) / scale - ask(w, s->inputs);
        sum += left * left;
    }
    return sum;
}

static struct network teach(const struct bench *b, size_t units, unsigned epochs, double scale) {
    struct network w = {.inputs = b->inputs, .units = units, .n = units * (b->inputs + 2) + 1};
    struct random random = {1, 0};
    double power = 1, power_square = 1, least = INFINITY;
    enum { ROWS = 64 };
    w.now = zeroed(6 * w.n + units, sizeof *w.now);
    w.best = w.now + w.n, w.slope = w.best + w.n, w.mean = w.slope + w.n, w.square = w.mean + w.n;
    w.active = w.square + w.n;
    for (size_t i = 0; i + 1 < w.n; i++)
        w.now[i] = ((double)random_range(&random, 2001) / 1000 - 1) / sqrt((double)w.inputs);
    for (unsigned e = 0; e < epochs; e++) {
        for (size_t i = 0, rows = 0; i < b->n; i++) {
            const struct seen *s = &b->seen[random_range(&random, (uint32_t)b->n)];
            if (s->part >= TAUGHT) continue;
            blame(&w, s->inputs, ask(&w, s->inputs) - (s->grew - s->by_fit) / scale);
            if (++rows % ROWS == 0) step(&w, ROWS, &power, &power_square);
        }
        double left = squares_left(b, &w, TAUGHT, scale);
        if (left >= least) continue;
        least = left;
        memcpy(w.best, w.now, w.n * sizeof *w.best);
    }
    memcpy(w.now, w.best, w.n * sizeof *w.now);
    return w;
}

/* ---- what came of it */
static void tell(const struct bench *b, size_t units, unsigned epochs) {
    double sum = 0, squares = 0, weights = 0, fit = 0, n = 0;
    for (size_t i = 0; i < b->n; i++) {
        const struct seen *s = &b->seen[i];
        if (s->part != PARTS - 1) continue;
        n++, sum += s->grew, squares += s->grew * s->grew;
        weights += (s->grew - s->by_weights) * (s->grew - s->by_weights);
        fit += (s->grew - s->by_fit) * (s->grew - s->by_fit);
    }
    double all = squares - sum * sum / n, scale = sqrt(all / n);
    struct network w = teach(b, units, epochs, scale);
    double both = squares_left(b, &w, PARTS - 1, scale) * scale * scale;
    printf("%s: %zu positions of %llu games, %zu inputs, %zu units; spread of what came %.1f points\n",
           tn_game_title(b->game), b->n, (unsigned long long)b->n_games, b->inputs, units, scale);
    printf("  explained in games not learnt from: weights beside the game %.1f %%, linear fit %.1f %%, with units "
           "%.1f %%\n",
           100 * (1 - weights / all), 100 * (1 - fit / all), 100 * (1 - both / all));
    free(w.now);
}

int main(int argc, char **argv) {
    struct bench b = {.n_games = 400};
    size_t units = 32;
    unsigned epochs = 40;
    uint64_t seed = 1;
    if (argc < 2) stop("usage", "bench_network GAME.game [-n GAMES] [-u UNITS] [-e EPOCHS] [-s SEED]");
    for (int i = 2; i + 1 < argc; i += 2) {
        if (argv[i][1] == 'n') b.n_games = strtoull(argv[i + 1], NULL, 10);
        if (argv[i][1] == 'u') units = strtoull(argv[i + 1], NULL, 10);
        if (argv[i][1] == 'e') epochs = (unsigned)atoi(argv[i + 1]);
        if (argv[i][1] == 's') seed = strtoull(argv[i + 1], NULL, 10);
    }
    b.game = load(argv[1], &b.weights);
    b.seats = tn_game_seat_count(b.game);
    b.games = zeroed(b.n_games, sizeof *b.games);
    struct lesson_setup setup = {.game = b.game,
                                 .pairs = true,
                                 .wild = 50,
                                 .noted = 300,
                                 .nodes = 100,
                                 .period = b.weights->period,
                                 .seed = seed,
                                 .games = b.n_games,
                                 .jobs = 1};
    for (unsigned seat = 0; seat < b.seats; seat++)
        setup.weights[seat] = b.weights;
    if (lesson_play(&setup, b.games) != LESSON_DONE) stop(argv[1], "no memory");
    list_inputs(&b);
    gather(&b);
    scale_inputs(&b);
    fit_line(&b);
    tell(&b, units, epochs);
    return 0;
}
