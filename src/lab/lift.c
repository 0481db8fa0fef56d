/* lift.c: see lift.h. */
#include "lab/lift.h"

#include <math.h>
#include <stdlib.h>

/* One success and one failure more, so that a share of 0 or 1 is not taken for certain. */
static double variance_of(double wins, double n) {
    double p = (wins + 1) / (n + 2);
    return p * (1 - p) / (n + 2);
}

static struct lift judge(double by, double variance, uint64_t players, size_t figures) {
    double error = sqrt(variance), one = statistics_deviations(0.025) * error;
    double all = statistics_deviations(0.025 / (double)(figures ? figures : 1)) * error;
    return (struct lift){
        players, {100 * by, 100 * (by - one), 100 * (by + one)}, players >= LIFT_LEAST && fabs(by) > all};
}

struct lift lift_against_seats(const struct census_had *group, const double *chances, size_t figures) {
    double n = (double)group->players, wins = simulate_wins(group->wins), expected = 0;
    if (group->players == 0) return (struct lift){0};
    for (unsigned seat = 0; seat < MATCH_SEATS; seat++)
        expected += (double)group->seats[seat] * chances[seat];
    return judge((wins - expected) / n, variance_of(wins, n), group->players, figures);
}

struct lift lift_within(const struct census_had *all, const struct census_had *group, size_t figures) {
    uint64_t others = all->players - group->players;
    if (group->players == 0 || others == 0) return (struct lift){0};
    double n = (double)group->players, m = (double)others, wins = simulate_wins(group->wins);
    double rest = simulate_wins(all->wins) - wins;
    return judge(wins / n - rest / m, variance_of(wins, n) + variance_of(rest, m),
                 group->players < others ? group->players : others, figures);
}

void lift_chances(const struct simulate_sums *sums, unsigned seats, double *chances) {
    for (unsigned seat = 0; seat < MATCH_SEATS; seat++)
        chances[seat] =
            seat < seats && sums[seat].games > 0 ? simulate_wins(sums[seat].wins) / (double)sums[seat].games : 0;
}

/* The strongest evidence there is about a card. */
static const struct lift *main_lift(const struct lifts *it) {
    if (it->dealt.clear) return &it->dealt;
    if (it->offered.clear) return &it->offered;
    return &it->had;
}

static int by_importance(const void *a, const void *b) {
    const struct lifts *x = a, *y = b;
    bool few_x = x->had.players < LIFT_LEAST, few_y = y->had.players < LIFT_LEAST;
    if (few_x != few_y) return few_x ? 1 : -1;
    const struct lift *p = main_lift(x), *q = main_lift(y);
    int clear_x = x->dealt.clear ? 2 : p->clear, clear_y = y->dealt.clear ? 2 : q->clear;
    if (clear_x != clear_y) return clear_x > clear_y ? -1 : 1;
    double dx = fabs(p->points.value), dy = fabs(q->points.value);
    return dx != dy ? (dx < dy ? 1 : -1) : x->card < y->card ? -1 : x->card > y->card;
}

/* A card that every player is always dealt, or none: chance decides nothing about it. */
static bool dealt_by_chance(const struct census *c, const struct census_had *dealt) {
    return dealt->players > 0 && dealt->players < c->players;
}

struct lifts *lifts_new(const struct census *c, const struct simulate_sums *sums, size_t *n) {
    size_t cards = 0;
    double chances[MATCH_SEATS];
    struct lifts *out = calloc(c->n_cards + 1, sizeof *out);
    lift_chances(sums, tn_game_seat_count(c->game), chances);
    *n = 0;
    for (size_t i = 0; out && i < c->n_cards; i++) {
        tn_card card;
        tn_game_card(c->game, i, &card);
        if (card.copy == 0) out[cards++].card = i;
    }
    for (size_t i = 0; i < cards; i++) {
        const struct census_card *it = &c->cards[out[i].card];
        out[i].had = lift_against_seats(census_had(c, out[i].card), chances, cards);
        out[i].offered = lift_within(&it->offered, census_offered_had(c, out[i].card), cards);
        if (dealt_by_chance(c, &it->dealt)) out[i].dealt = lift_against_seats(&it->dealt, chances, cards);
    }
    if (out) qsort(out, cards, sizeof *out, by_importance);
    *n = cards;
    return out;
}
