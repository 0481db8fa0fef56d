/* analyse.c: see analyse.h. */
#include "lab/analyse.h"

#include "lab/simulate.h"

#include <math.h>
#include <string.h>

enum { PLAYOUT_ANSWERS = 20000, SUSPECTS = 8 };

struct work {
    struct analysis *a;
    tn_ctx *ctx;
    tn_state *room;
    unsigned playouts, seats;
    uint64_t seed;
    bool (*go_on)(void *user, size_t done, size_t all);
    void *user;
    size_t done, all;
};

bool analyse_note(struct analysis *a, const tn_state *before, size_t number, unsigned seat, uint32_t answer) {
    struct analyse_decision it = {number, seat, answer, tn_state_new(a->game)};
    if (!it.state) return false;
    memcpy(it.state, before, tn_game_state_size(a->game));
    if (VEC_PUSH(&a->decisions, it)) return true;
    tn_state_free(it.state);
    return false;
}

void analyse_free(struct analysis *a) {
    for (size_t i = 0; i < a->decisions.n; i++)
        tn_state_free(a->decisions.data[i].state);
    VEC_FREE(&a->decisions);
}

static bool goes_on(struct work *w) {
    return !w->go_on || w->go_on(w->user, ++w->done, w->all);
}

/* Adds each seat's share of the win in a game that is over; one that did not end is shared by all. */
static void add_wins(struct work *w, tn_status status, double *wins) {
    unsigned sharing[MATCH_SEATS];
    if (status == TN_OVER) simulate_sharing(w->ctx, w->room, w->seats, sharing);
    for (unsigned seat = 0; seat < w->seats; seat++)
        wins[seat] += status != TN_OVER ? 1.0 / w->seats : sharing[seat] ? 1.0 / sharing[seat] : 0;
}

/* One playout from a decision, dealt anew; first that answer is given (TN_NO_ANSWER: whichever comes). */
static void play_once(struct work *w, const struct analyse_decision *from, uint32_t answer, uint64_t seed,
                      double *wins) {
    const tn_playing how = {.answers = PLAYOUT_ANSWERS, .about = true};
    tn_state_determinise(w->ctx, from->state, from->seat, seed, w->room);
    tn_status status = TN_ASK;
    if (answer != TN_NO_ANSWER) status = tn_state_apply(w->ctx, w->room, from->seat, answer);
    if (status == TN_ASK) status = tn_playout(w->ctx, w->room, seed, &how);
    add_wins(w, status, wins);
}

static void chances_at(struct work *w, size_t decision, double *chances) {
    const struct analyse_decision *from = &w->a->decisions.data[decision];
    memset(chances, 0, MATCH_SEATS * sizeof *chances);
    for (unsigned k = 0; k < w->playouts; k++)
        play_once(w, from, TN_NO_ANSWER, simulate_seed(w->seed + decision, k), chances);
    for (unsigned seat = 0; seat < w->seats; seat++)
        chances[seat] /= w->playouts;
}

/* ---- the curve */
static bool find_points(struct work *w, const tn_state *over) {
    struct analysis *a = w->a;
    size_t n = a->decisions.n, wanted = n < ANALYSE_POINTS ? n : ANALYSE_POINTS;
    for (size_t i = 0; i < wanted; i++) {
        if (!goes_on(w)) return false;
        a->points[a->n_points].decision = i * n / wanted;
        chances_at(w, i * n / wanted, a->points[a->n_points].chances);
        a->n_points++;
    }
    struct analyse_point *end = &a->points[a->n_points++];
    end->decision = n;
    memcpy(w->room, over, tn_game_state_size(a->game));
    add_wins(w, TN_OVER, end->chances);
    return true;
}

static double change_at(const struct work *w, size_t point) {
    double most = 0;
    for (unsigned seat = 0; seat < w->seats && point > 0; seat++)
        most = fmax(most, fabs(w->a->points[point].chances[seat] - w->a->points[point - 1].chances[seat]));
    return most;
}

/* The largest first; then in the order of the game. */
static void find_turns(struct work *w) {
    struct analysis *a = w->a;
    for (size_t i = 1; i < a->n_points; i++) {
        size_t at = a->n_turns < ANALYSE_MOMENTS ? a->n_turns++ : ANALYSE_MOMENTS;
        for (; at > 0 && change_at(w, a->turns[at - 1]) < change_at(w, i); at--)
            if (at < ANALYSE_MOMENTS) a->turns[at] = a->turns[at - 1];
        if (at < ANALYSE_MOMENTS) a->turns[at] = i;
    }
}

/* ---- what would have been better */
/* The answers to be compared: the one given first, then others of the menu, spread over it. */
static size_t find_answers(const struct work *w, const struct analyse_decision *d, uint32_t *out) {
    tn_question question;
    size_t n = 0;
    if (!tn_state_question(w->a->game, d->state, d->seat, &question)) return 0;
    out[n++] = d->answer;
    size_t others = question.count < ANALYSE_ANSWERS ? question.count : ANALYSE_ANSWERS;
    for (size_t i = 0; i < others && n < ANALYSE_ANSWERS; i++) {
        uint32_t answer = tn_state_nth(w->a->game, d->state, d->seat, (uint32_t)(i * question.count / others));
        if (answer != d->answer) out[n++] = answer;
    }
    return n;
}

/* Of another answer than the one given: its gain, as the mean of differences in the same deals. */
static void compare_answer(struct work *w, const struct analyse_decision *d, uint32_t other, uint64_t seed,
                           double *given, double *would, double *error) {
    double squares = 0;
    *given = *would = 0;
    for (unsigned k = 0; k < w->playouts; k++) {
        double a[MATCH_SEATS] = {0}, b[MATCH_SEATS] = {0};
        play_once(w, d, d->answer, simulate_seed(seed, k), a);
        play_once(w, d, other, simulate_seed(seed, k), b);
        *given += a[d->seat] / w->playouts;
        *would += b[d->seat] / w->playouts;
        squares += (b[d->seat] - a[d->seat]) * (b[d->seat] - a[d->seat]) / w->playouts;
    }
    double gain = *would - *given;
    *error = sqrt(fmax(squares - gain * gain, 0) / w->playouts);
}

static void keep_moment(struct analysis *a, struct analyse_moment moment) {
    size_t at = a->n_moments < ANALYSE_MOMENTS ? a->n_moments++ : ANALYSE_MOMENTS;
    for (; at > 0 && a->moments[at - 1].gain.value < moment.gain.value; at--)
        if (at < ANALYSE_MOMENTS) a->moments[at] = a->moments[at - 1];
    if (at < ANALYSE_MOMENTS) a->moments[at] = moment;
}

static bool look_at(struct work *w, size_t decision) {
    const struct analyse_decision *d = &w->a->decisions.data[decision];
    uint32_t answers[ANALYSE_ANSWERS];
    struct analyse_moment best = {.decision = decision};
    size_t n = find_answers(w, d, answers);
    for (size_t i = 1; i < n; i++) {
        double given, would, error;
        if (!goes_on(w)) return false;
        compare_answer(w, d, answers[i], w->seed + 1000003 * (decision + 1), &given, &would, &error);
        double gain = would - given, half = statistics_deviations(0.025) * error;
        double all = statistics_deviations(0.025 / (double)(n - 1)) * error;
        if (gain <= all || gain <= best.gain.value) continue;
        best.better = answers[i], best.given = given, best.would = would;
        best.gain = (struct interval){gain, gain - half, gain + half};
    }
    if (best.gain.value > 0) keep_moment(w->a, best);
    return true;
}

/* How much a seat's chance falls from the point on at which it decides. */
static double fall_at(const struct work *w, size_t point) {
    const struct analysis *a = w->a;
    unsigned seat = a->decisions.data[a->points[point].decision].seat;
    return a->points[point].chances[seat] - a->points[point + 1].chances[seat];
}

/* Where the seat that decided lost most. */
static size_t find_suspects(const struct work *w, size_t *out) {
    size_t n = 0;
    for (size_t i = 0; i + 1 < w->a->n_points; i++) {
        size_t at = n < SUSPECTS ? n++ : SUSPECTS;
        for (; at > 0 && fall_at(w, out[at - 1]) < fall_at(w, i); at--)
            if (at < SUSPECTS) out[at] = out[at - 1];
        if (at < SUSPECTS) out[at] = i;
    }
    return n;
}

tn_status analyse_run(struct analysis *a, tn_ctx *ctx, const tn_state *over, unsigned playouts, uint64_t seed,
                      bool (*go_on)(void *user, size_t done, size_t all), void *user) {
    struct work w = {a, ctx, tn_state_new(a->game), playouts, tn_game_seat_count(a->game), seed, go_on, user, 0, 0};
    size_t suspects[SUSPECTS];
    if (!w.room) return TN_NOMEM;
    w.all = ANALYSE_POINTS + SUSPECTS * (ANALYSE_ANSWERS - 1);
    if (find_points(&w, over)) {
        size_t n = find_suspects(&w, suspects);
        find_turns(&w);
        for (size_t i = 0; i < n; i++)
            if (!look_at(&w, a->points[suspects[i]].decision)) break;
    }
    tn_state_free(w.room);
    return TN_OK;
}
