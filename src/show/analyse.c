/* analyse.c: see analyse.h. */
#include "show/analyse.h"

#include "base/random.h"
#include "play/winners.h"
#include "show/moments.h"
#include "show/sight.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYOUT_ANSWERS = 20000, PLAYOUT_STREAM = 0x616e616c, COMPARED = 1 << 20 };
/* Of short games more: they cost little, and one answer of them changes much. */
enum { PLAYOUTS_LEAST = 100, PLAYOUTS_MOST = 1000, PLAYOUTS_OF_ALL = 8000 };
/* In games of so many decisions one answer often wins; in longer ones hardly any does, and looking would cost more. */
enum { SHORT_GAME = 100 };

/* ---- the positions */
bool analyse_take(struct analysis *a, const struct match *m) {
    a->game = tn_game_plain(m->game);
    for (size_t i = 0; i < m->history.n; i++) {
        const struct match_answer *made = &m->history.data[i];
        struct analyse_answer it = {made->answer, made->seat, made->forced || made->seat >= m->seats};
        if (!VEC_PUSH(&a->answers, it)) return false;
    }
    return true;
}

static bool add_point(struct analysis *a, const struct match *m) {
    struct analyse_point *p = &a->points[a->n_points];
    *p = (struct analyse_point){.number = m->history.n, .round = moment_round(m->game, m->state)};
    p->state = tn_state_new(a->game);
    if (!p->state) return false;
    memcpy(p->state, m->state, tn_game_state_size(a->game));
    if (m->history.n < a->answers.n) {
        p->seat = a->answers.data[m->history.n].seat;
        p->answer = a->answers.data[m->history.n].answer;
    }
    a->n_points++;
    return true;
}

static unsigned suitable_playouts(size_t decisions) {
    size_t n = decisions ? PLAYOUTS_OF_ALL / decisions : 0;
    return n < PLAYOUTS_LEAST ? PLAYOUTS_LEAST : n < PLAYOUTS_MOST ? (unsigned)n : PLAYOUTS_MOST;
}

tn_status analyse_play(struct analysis *a, struct match *m) {
    size_t decisions = 0, at = 0;
    tn_status status = TN_OK;
    for (size_t i = 0; i < a->answers.n; i++)
        decisions += !a->answers.data[i].forced;
    size_t wanted = decisions < ANALYSE_POINTS ? decisions : ANALYSE_POINTS;
    if (a->playouts == 0) a->playouts = suitable_playouts(decisions);
    a->sees = decisions <= SHORT_GAME;
    a->room = tn_state_new(a->game);
    a->trial = tn_state_new(a->game);
    a->given = calloc(a->playouts, sizeof *a->given);
    bool fine = a->room && a->trial && a->given;
    for (size_t i = 0; i < a->answers.n && fine && status == TN_OK; i++) {
        const struct analyse_answer *it = &a->answers.data[i];
        if (!it->forced && at++ == a->n_points * decisions / wanted) fine = add_point(a, m);
        if (fine) status = match_answer(m, it->seat, it->answer);
    }
    fine = fine && (status != TN_OK || add_point(a, m));
    a->all = a->n_points + ANALYSE_SUSPECTS * ANALYSE_ANSWERS;
    return fine ? status : TN_NOMEM;
}

static void forget_state(struct analyse_point *p) {
    tn_state_free(p->state);
    p->state = NULL;
}

void analyse_close(struct analysis *a) {
    for (; a->n_points > a->done; a->n_points--) /* they were not looked at */
        forget_state(&a->points[a->n_points - 1]);
    for (size_t i = 0; i < a->n_points; i++) {
        bool told = false;
        for (size_t k = 0; k < a->n_moments; k++)
            told |= a->moments[k].point == i;
        if (!told) forget_state(&a->points[i]);
    }
    tn_state_free(a->room);
    tn_state_free(a->trial);
    free(a->given);
    VEC_FREE(&a->answers);
    a->room = a->trial = NULL;
    a->given = NULL;
}

void analyse_free(struct analysis *a) {
    analyse_close(a);
    for (size_t i = 0; i < a->n_points; i++)
        forget_state(&a->points[i]);
}

/* ---- playouts */
static unsigned seats_of(const struct analysis *a) {
    return tn_game_seat_count(a->game);
}

static uint64_t seed_of(const struct analysis *a, size_t what, unsigned k) {
    return random_at(random_scramble(a->seed + what), PLAYOUT_STREAM, k);
}

/* Adds each seat's share of the win in a game that is over; one that did not end is shared by all. */
static void add_wins(struct analysis *a, tn_ctx *ctx, const tn_state *over, tn_status status, double *wins) {
    unsigned sharing[MATCH_SEATS], seats = seats_of(a);
    if (status == TN_OVER) winners_of(ctx, over, seats, sharing);
    for (unsigned seat = 0; seat < seats; seat++)
        wins[seat] += status != TN_OVER ? 1.0 / seats : sharing[seat] ? 1.0 / sharing[seat] : 0;
}

/* One playout from a point, dealt anew: for the curve (TN_NO_ANSWER) as who looks on could know it, so that all points
 * are seen with the same eyes; else as the seat that is asked could, and first that answer is given. */
static void play_once(struct analysis *a, tn_ctx *ctx, const struct analyse_point *from, uint32_t answer, uint64_t seed,
                      double *wins) {
    unsigned eyes = answer == TN_NO_ANSWER ? TN_SPECTATOR : from->seat;
    const tn_playing how = {.answers = PLAYOUT_ANSWERS, .about = true};
    tn_state_determinise(ctx, from->state, eyes, seed, a->room);
    tn_status status = TN_ASK;
    if (answer != TN_NO_ANSWER) status = tn_state_apply(ctx, a->room, from->seat, answer);
    if (status == TN_ASK)
        status =
            a->sees ? sight_playout(ctx, a->game, a->room, a->trial, seed, &how) : tn_playout(ctx, a->room, seed, &how);
    add_wins(a, ctx, a->room, status, wins);
}

static void look_at_point(struct analysis *a, tn_ctx *ctx, size_t i) {
    struct analyse_point *p = &a->points[i];
    if (i + 1 == a->n_points) {
        add_wins(a, ctx, p->state, TN_OVER, p->chances);
        return;
    }
    for (unsigned k = 0; k < a->playouts; k++)
        play_once(a, ctx, p, TN_NO_ANSWER, seed_of(a, i, k), p->chances);
    for (unsigned seat = 0; seat < seats_of(a); seat++)
        p->chances[seat] /= a->playouts;
}

/* ---- where it turned */
static double change_of(const struct analysis *a, size_t point, unsigned seat) {
    return fabs(a->points[point].chances[seat] - a->points[point - 1].chances[seat]);
}

unsigned analyse_turned(const struct analysis *a, size_t point) {
    unsigned most = 0;
    for (unsigned seat = 1; seat < seats_of(a); seat++)
        if (change_of(a, point, seat) > change_of(a, point, most)) most = seat;
    return most;
}

static double change_at(const struct analysis *a, size_t point) {
    return change_of(a, point, analyse_turned(a, point));
}

/* Whether that is more than chance makes of shares of so many playouts, among all points and seats. */
static bool is_clear(const struct analysis *a, size_t point) {
    unsigned seat = analyse_turned(a, point);
    double p = a->points[point - 1].chances[seat], q = a->points[point].chances[seat];
    double spread = p * (1 - p) + (point + 1 < a->n_points ? q * (1 - q) : 0);
    double tail = 0.025 / (double)((a->n_points - 1) * seats_of(a));
    return change_at(a, point) > statistics_deviations(tail) * sqrt(spread / a->playouts);
}

/* The largest first. */
static void find_turns(struct analysis *a) {
    for (size_t i = 1; i < a->n_points; i++) {
        if (!is_clear(a, i)) continue;
        size_t at = a->n_turns < ANALYSE_MOMENTS ? a->n_turns++ : ANALYSE_MOMENTS;
        for (; at > 0 && change_at(a, a->turns[at - 1]) < change_at(a, i); at--)
            if (at < ANALYSE_MOMENTS) a->turns[at] = a->turns[at - 1];
        if (at < ANALYSE_MOMENTS) a->turns[at] = i;
    }
}

/* ---- what would have been better */
/* The answers to be compared: the one given first, then others of the menu, spread over it. */
static void find_answers(const struct analysis *a, struct analyse_suspect *s) {
    const struct analyse_point *p = &a->points[s->point];
    tn_question question;
    if (!tn_state_question(a->game, p->state, p->seat, &question)) return;
    s->answers[s->n++] = p->answer;
    size_t others = question.count < ANALYSE_ANSWERS ? question.count : ANALYSE_ANSWERS;
    for (size_t i = 0; i < others && s->n < ANALYSE_ANSWERS; i++) {
        uint32_t answer = tn_state_nth(a->game, p->state, p->seat, (uint32_t)(i * question.count / others));
        if (answer != p->answer) s->answers[s->n++] = answer;
    }
}

/* How much a seat's chance falls from the point on at which it decides. */
static double fall_at(const struct analysis *a, size_t point) {
    unsigned seat = a->points[point].seat;
    return a->points[point].chances[seat] - a->points[point + 1].chances[seat];
}

/* Where the seat that decided lost most. */
static void find_suspects(struct analysis *a) {
    struct analyse_suspect *list = a->suspects;
    for (size_t i = 0; i + 1 < a->n_points; i++) {
        size_t at = a->n_suspects < ANALYSE_SUSPECTS ? a->n_suspects++ : ANALYSE_SUSPECTS;
        for (; at > 0 && fall_at(a, list[at - 1].point) < fall_at(a, i); at--)
            if (at < ANALYSE_SUSPECTS) list[at] = list[at - 1];
        if (at < ANALYSE_SUSPECTS) list[at] = (struct analyse_suspect){.point = i};
    }
    a->all = a->n_points;
    for (size_t i = 0; i < a->n_suspects; i++) {
        find_answers(a, &list[i]);
        a->all += list[i].n > 1 ? list[i].n : 0;
    }
}

static double wins_with(struct analysis *a, tn_ctx *ctx, const struct analyse_suspect *s, uint32_t answer, unsigned k) {
    double wins[MATCH_SEATS] = {0};
    play_once(a, ctx, &a->points[s->point], answer, seed_of(a, COMPARED + s->point, k), wins);
    return wins[a->points[s->point].seat];
}

/* The gain of another answer, as the mean of differences in the same deals; it is kept if it is clear and the largest
 * so far. */
static void compare_answer(struct analysis *a, tn_ctx *ctx, const struct analyse_suspect *s, uint32_t other) {
    double given = 0, would = 0, squares = 0;
    for (unsigned k = 0; k < a->playouts; k++) {
        double won = wins_with(a, ctx, s, other, k), more = won - a->given[k];
        given += a->given[k] / a->playouts;
        would += won / a->playouts;
        squares += more * more / a->playouts;
    }
    double gain = would - given, error = sqrt(fmax(squares - gain * gain, 0) / a->playouts);
    double half = statistics_deviations(0.025) * error;
    if (gain <= statistics_deviations(0.025 / (double)(s->n - 1)) * error || gain <= a->best.gain.value) return;
    a->best = (struct analyse_moment){s->point, other, given, would, {gain, gain - half, gain + half}};
}

static void keep_moment(struct analysis *a, struct analyse_moment moment) {
    size_t at = a->n_moments < ANALYSE_MOMENTS ? a->n_moments++ : ANALYSE_MOMENTS;
    for (; at > 0 && a->moments[at - 1].gain.value < moment.gain.value; at--)
        if (at < ANALYSE_MOMENTS) a->moments[at] = a->moments[at - 1];
    if (at < ANALYSE_MOMENTS) a->moments[at] = moment;
}

/* One answer of the suspect that is looked at; behind the last of them its best is kept. */
static void look_at_suspect(struct analysis *a, tn_ctx *ctx) {
    const struct analyse_suspect *s = &a->suspects[a->suspect];
    if (a->tried == 0) {
        a->best = (struct analyse_moment){.point = s->point};
        for (unsigned k = 0; k < a->playouts; k++)
            a->given[k] = wins_with(a, ctx, s, s->answers[0], k);
    } else {
        compare_answer(a, ctx, s, s->answers[a->tried]);
    }
    if (++a->tried < s->n) return;
    if (a->best.gain.value > 0) keep_moment(a, a->best);
    a->tried = 0;
    a->suspect++;
}

/* ---- all of it */
bool analyse_step(struct analysis *a, tn_ctx *ctx) {
    if (a->done < a->n_points) {
        look_at_point(a, ctx, a->done);
        if (a->done + 1 == a->n_points) find_turns(a), find_suspects(a);
    } else {
        look_at_suspect(a, ctx);
    }
    a->done++;
    while (a->done >= a->n_points && a->suspect < a->n_suspects && a->suspects[a->suspect].n < 2)
        a->suspect++; /* there was nothing else */
    return a->done < a->n_points || a->suspect < a->n_suspects;
}

tn_status analyse_match(struct analysis *a, struct match *m, bool (*go_on)(void *user, size_t done, size_t all),
                        void *user) {
    match_listener *listener = m->listener;
    tn_ctx *quiet = match_quiet(m); /* what is tried out did not happen: no log */
    if (!quiet || !analyse_take(a, m)) return TN_NOMEM;
    m->listener = NULL;
    tn_status status = match_rewind(m, 0);
    if (tn_good(status)) status = analyse_play(a, m);
    m->listener = listener;
    while (status == TN_OK && go_on(user, a->done, a->all) && analyse_step(a, quiet))
        continue;
    analyse_close(a);
    return status;
}
