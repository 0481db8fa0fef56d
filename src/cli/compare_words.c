/* compare_words.c: see compare_words.h. */
#include "cli/compare_words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { NAMES = 8 };

static double half_width(const struct compare_figure *f) {
    return f->change.high - f->change.value;
}

static void begin(const char *what) {
    printf("  %-10s ", what);
}

/* What is not clear: how large it may be, and what would tell. */
static void tell_open(const char *what, const struct compare_figure *f, double scale, const char *unit) {
    if (f->change.low == f->change.high && f->change.value == 0)
        printf("the same: %s.\n", what);
    else
        printf("not clear: %s by %+.1f to %+.1f%s", what, scale * f->change.low, scale * f->change.high, unit);
    if (f->more >= 1)
        printf("; %.0f more games would tell if it is as large as it looks.\n", ceil(f->more));
    else if (f->change.low < f->change.high)
        printf(".\n");
}

/* ---- seats */
/* Of the seats: the one that changed most clearly, else most. */
static const struct compare_figure *most_changed(const struct compare *c, enum compare_about about) {
    const struct compare_figure *found = NULL;
    for (size_t i = 0; i < c->figures.n; i++) {
        const struct compare_figure *f = &c->figures.data[i];
        if (f->about != about) continue;
        bool more = !found || fabs(f->change.value) > fabs(found->change.value);
        if (!found || f->clear > found->clear || (f->clear == found->clear && more)) found = f;
    }
    return found;
}

static void tell_seats(const struct compare *c, const tn_game *game) {
    const struct compare_figure *f = most_changed(c, COMPARE_SEAT);
    unsigned seats = tn_game_seat_count(game);
    char what[80];
    if (!f) return;
    const char *seat = tn_game_seat_name(game, f->seat);
    begin(seats > 1 ? "fairness" : "winning");
    if (!f->clear) {
        snprintf(what, sizeof what, "wins of %s may have changed", seat);
        if (f->change.value == 0) snprintf(what, sizeof what, "no seat wins more or less often");
        tell_open(what, f, 100, " points");
        return;
    }
    double even = 1.0 / seats, was = fabs(f->before - even), is = fabs(f->after - even);
    if (seats > 1) printf("%s: ", is < was ? "better" : is > was ? "worse" : "as before");
    printf("%s wins %.1f %% and won %.1f %% (%.1f +- %.1f points %s)", seat, 100 * f->after, 100 * f->before,
           100 * fabs(f->change.value), 100 * half_width(f), f->change.value > 0 ? "more" : "less");
    if (seats > 1) printf("; even is %.1f %%", 100 * even);
    printf(".\n");
}

/* ---- tension: three figures of it, the clear ones are said */
struct meaning {
    enum compare_about about;
    const char *more, *less; /* what it means */
    bool more_is_better;
    double scale;
    const char *unit, *what;
};

static const struct meaning tension[] = {
    {COMPARE_CHANGES, "the lead changes more often", "the lead changes less often", true, 1, " times a game",
     "changes of the lead"},
    {COMPARE_DECIDED, "the winner takes the lead later", "the winner takes the lead earlier", true, 100,
     " points of the game", "when the winner takes the lead"},
    {COMPARE_LEAD, "winners are farther ahead", "winners are less far ahead", false, 1, " points",
     "how far winners are ahead"},
};

static const struct compare_figure *figure_about(const struct compare *c, enum compare_about about) {
    for (size_t i = 0; i < c->figures.n; i++)
        if (c->figures.data[i].about == about) return &c->figures.data[i];
    return NULL;
}

static void tell_tension(const struct compare *c) {
    const struct compare_figure *first = figure_about(c, COMPARE_CHANGES);
    size_t said = 0;
    if (!first) return;
    for (size_t i = 0; i < sizeof tension / sizeof tension[0]; i++) {
        const struct meaning *m = &tension[i];
        const struct compare_figure *f = figure_about(c, m->about);
        if (!f || !f->clear) continue;
        bool more = f->change.value > 0;
        begin(said++ ? "" : "tension");
        printf("%s: %s (%+.1f +- %.1f%s).\n", more == m->more_is_better ? "better" : "worse", more ? m->more : m->less,
               m->scale * f->change.value, m->scale * half_width(f), m->unit);
    }
    if (said) return;
    begin("tension");
    tell_open(tension[0].what, first, 1, " a game");
}

/* ---- length, points */
static void tell_length(const struct compare *c) {
    const struct compare_figure *f = most_changed(c, COMPARE_LENGTH);
    begin("length");
    if (!f->clear)
        tell_open(f->name, f, 1, "");
    else
        printf("%s: %.1f %s instead of %.1f (%+.1f +- %.1f).\n", f->change.value > 0 ? "longer" : "shorter", f->after,
               f->name, f->before, f->change.value, half_width(f));
}

static void tell_points(const struct compare *c, const tn_game *game) {
    const struct compare_figure *f = most_changed(c, COMPARE_SCORE);
    if (!f) return;
    begin("points");
    if (!f->clear)
        tell_open(f->name, f, 1, "");
    else
        printf("%s: %s has %.1f instead of %.1f (%+.1f +- %.1f).\n", f->change.value > 0 ? "more" : "fewer",
               tn_game_seat_name(game, f->seat), f->after, f->before, f->change.value, half_width(f));
}

/* ---- cards */
static bool is_dead(const struct compare_card *card, bool after) {
    return card->before && card->after && (after ? card->had.after : card->had.before) == 0;
}

static void tell_dead(const struct compare *c) {
    size_t dead[2] = {0, 0}, named = 0;
    for (size_t i = 0; i < c->cards.n; i++) {
        dead[0] += is_dead(&c->cards.data[i], false);
        dead[1] += is_dead(&c->cards.data[i], true);
    }
    if (dead[0] + dead[1] == 0) return;
    begin("");
    printf("nobody had %zu of them, and %zu before", dead[1], dead[0]);
    for (size_t i = 0; i < c->cards.n; i++)
        if (is_dead(&c->cards.data[i], true) && !is_dead(&c->cards.data[i], false) && named++ < NAMES)
            printf("%s%s", named == 1 ? "; new: " : ", ", c->cards.data[i].name);
    printf(".\n");
}

static void tell_cards(const struct compare *c) {
    size_t both = 0, had = 0, wins = 0;
    for (size_t i = 0; i < c->cards.n; i++) {
        both += c->cards.data[i].before && c->cards.data[i].after;
        had += c->cards.data[i].had.clear;
        wins += c->cards.data[i].wins.clear;
    }
    if (both == 0) return;
    begin("cards");
    printf("%zu of %zu are clearly had more or less often, %zu win clearly more or less often.\n", had, both, wins);
    tell_dead(c);
}

void compare_words(const struct compare *c, const tn_game *game) {
    size_t clear = compare_clear(c);
    if (clear == 0)
        printf("\nNothing changed clearly in %" PRIu64 " pairs of games:\n", c->pairs);
    else
        printf("\n%zu figure%s changed clearly:\n", clear, clear == 1 ? "" : "s");
    tell_seats(c, game);
    tell_tension(c);
    tell_length(c);
    tell_points(c, game);
    tell_cards(c);
}
