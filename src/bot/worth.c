/* worth.c: see worth.h. */
#include "bot/worth.h"

#include "bot/ahead.h"

#include <stdlib.h>

enum { MOST_TO_COME = 3 * WEIGHT_ONE, PRIZE = 4, SPREAD = 8 }; /* parts of what players score on average */

bool worth_init(struct worth *v, const struct weights *weights, const tn_game *game, tn_ctx *ctx) {
    *v = (struct worth){.weights = weights, .game = game, .ctx = ctx, .seats = tn_game_seat_count(game)};
    v->scored = tn_game_score_line_count(game) > 0;
    if (!weights || !weights->valued) return true;
    v->room = tn_features_room(weights->features);
    v->list = malloc((v->room + 1) * sizeof *v->list);
    v->known = malloc(tn_game_card_count(game) + 1);
    return v->list && v->known;
}

void worth_free(struct worth *v) {
    free(v->list);
    free(v->known);
}

void worth_know(struct worth *v, const tn_state *state, unsigned seat) {
    if (!v->list) return;
    tn_features_known(v->weights->features, state, seat, v->known);
    v->knows = true;
}

int32_t worth_to_come(const struct weights *w, const tn_state *state, const tn_feature *list, size_t n) {
    if (w->period < 0) return WEIGHT_ONE;
    if (w->left_at_first < 0) return weights_share(w, tn_state_period(w->game, state, (size_t)w->period));
    int64_t left = (int64_t)w->left_at_first * WEIGHT_ONE;
    for (size_t i = 0; i < n; i++) {
        if (list[i].index < w->of_players) continue;
        int64_t x = list[i].value;
        const struct weight *l = &w->left[list[i].index];
        left += x * l->end + x * x / WEIGHT_ONE * l->time;
    }
    left /= w->length > 0 ? w->length : WEIGHT_ONE;
    return left < 0 ? 0 : left > MOST_TO_COME ? MOST_TO_COME : (int32_t)left;
}

/* Thousandths of thousandths. */
static int64_t outlook(const struct weights *w, const tn_feature *list, size_t n, int64_t to_come) {
    int64_t sum = 0, table = 0;
    for (size_t i = 0; i < n; i++) {
        const struct weight *worth = &w->worth[list[i].index];
        int64_t x = list[i].value, each = (int64_t)worth->end * WEIGHT_ONE + worth->time * to_come;
        if (list[i].index < w->of_players) {
            sum += x * each;
            continue;
        }
        const struct weight *square = &w->square[list[i].index];
        table += x * each / WEIGHT_ONE;
        table += x * x / WEIGHT_ONE * ((int64_t)square->end * WEIGHT_ONE + square->time * to_come) / WEIGHT_ONE;
    }
    unsigned seats = tn_game_seat_count(w->game);
    return sum / (seats > 1 ? (int64_t)seats - 1 : 1) + table;
}

/* Of what players make of the table, finished or not; `n` entries of a list. */
static int64_t aims(const struct weights *w, const tn_feature *list, size_t n) {
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (int64_t)list[i].value * w->aim[list[i].index] / WEIGHT_ONE;
    return sum;
}

static size_t read_features(struct worth *v, const tn_state *state, unsigned seat) {
    const uint8_t *known = v->knows ? v->known : NULL;
    return v->list ? tn_state_features(v->weights->features, v->ctx, state, seat, known, v->list, v->room) : 0;
}

static int64_t lead(const struct worth *v, const tn_state *state, unsigned seat) {
    int64_t own = 0, others = 0;
    for (unsigned s = 0; s < v->seats; s++)
        *(s == seat ? &own : &others) += tn_state_score(v->ctx, state, s);
    return own * WEIGHT_ONE - (v->seats > 1 ? others * WEIGHT_ONE / (v->seats - 1) : 0);
}

int64_t worth_lead(struct worth *v, const tn_state *state, unsigned seat) {
    int64_t points = v->scored ? lead(v, state, seat) : 0;
    return v->list ? points + aims(v->weights, v->list, read_features(v, state, seat)) : points;
}

int64_t worth_of(struct worth *v, const tn_state *state, unsigned seat) {
    int64_t points = v->scored ? lead(v, state, seat) : 0;
    if (!v->list) return points;
    size_t n = read_features(v, state, seat);
    return points + aims(v->weights, v->list, n) +
           outlook(v->weights, v->list, n, worth_to_come(v->weights, state, v->list, n)) / WEIGHT_ONE;
}

/* What winning is measured by: the mean of the scores; alone, all that is aimed at. */
static int64_t mean_score(const struct worth *v, const tn_state *state) {
    int64_t sum = 0;
    for (size_t i = 0; v->seats == 1 && v->list && i < v->weights->n; i++)
        sum += llabs((long long)v->weights->aim[i]);
    if (v->seats == 1) return sum;
    for (unsigned s = 0; s < v->seats; s++)
        sum += llabs((long long)tn_state_score(v->ctx, state, s));
    return sum * WEIGHT_ONE / v->seats;
}

static int64_t result(const struct worth *v, const tn_state *state, unsigned seat) {
    int64_t first = 0, won = mean_score(v, state) / PRIZE + WEIGHT_ONE / 2;
    for (unsigned s = 0; s < v->seats; s++)
        first += tn_state_rank(v->ctx, state, s) == 1;
    return first > 0 && tn_state_rank(v->ctx, state, seat) == 1 ? 2 * won / first - won : -won;
}

int64_t worth_or_result(struct worth *v, const tn_state *state, unsigned seat) {
    if (tn_state_status(v->game, state) == TN_OVER)
        return (v->seats > 1 ? ahead_margin(v->ctx, v->game, state, seat) * WEIGHT_ONE : worth_lead(v, state, seat)) +
               result(v, state, seat);
    int64_t value = worth_of(v, state, seat), mean = mean_score(v, state);
    int64_t spread = WEIGHT_ONE + mean / SPREAD;
    return value + mean / PRIZE * value / (spread + (value < 0 ? -value : value));
}
