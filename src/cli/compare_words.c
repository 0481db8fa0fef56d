/* compare_words.c: see compare_words.h. */
#include "cli/compare_words.h"

#include "lab/findings.h"

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
static const char *word_of(enum finding_verdict verdict) {
    return verdict == FINDING_BETTER ? "better" : verdict == FINDING_WORSE ? "worse" : "as before";
}

static void tell_seats(const struct finding *it, const tn_game *game) {
    const struct compare_figure *f = it->figure;
    unsigned seats = tn_game_seat_count(game);
    const char *seat = tn_game_seat_name(game, f->seat);
    char what[80];
    begin(seats > 1 ? "fairness" : "winning");
    if (it->verdict == FINDING_OPEN) {
        snprintf(what, sizeof what, "wins of %s may have changed", seat);
        if (f->change.value == 0) snprintf(what, sizeof what, "no seat wins more or less often");
        tell_open(what, f, 100, " points");
        return;
    }
    if (seats > 1) printf("%s: ", word_of(it->verdict));
    printf("%s wins %.1f %% and won %.1f %% (%.1f +- %.1f points %s)", seat, 100 * f->after, 100 * f->before,
           100 * fabs(f->change.value), 100 * half_width(f), f->change.value > 0 ? "more" : "less");
    if (seats > 1) printf("; even is %.1f %%", 100.0 / seats);
    printf(".\n");
}

/* ---- tension */
struct meaning {
    const char *more, *less; /* what it means */
    double scale;
    const char *unit;
};

static const struct meaning meanings[] = {
    [COMPARE_CHANGES] = {"the lead changes more often", "the lead changes less often", 1, " times a game"},
    [COMPARE_DECIDED] = {"the winner takes the lead later", "the winner takes the lead earlier", 100,
                         " points of the game"},
    [COMPARE_LEAD] = {"winners are farther ahead", "winners are less far ahead", 1, " points"},
};

static void tell_tension(const struct finding *it, bool first) {
    const struct compare_figure *f = it->figure;
    const struct meaning *m = &meanings[f->about];
    begin(first ? "tension" : "");
    if (it->verdict == FINDING_OPEN)
        tell_open("changes of the lead", f, 1, " a game");
    else
        printf("%s: %s (%+.1f +- %.1f%s).\n", word_of(it->verdict), f->change.value > 0 ? m->more : m->less,
               m->scale * f->change.value, m->scale * half_width(f), m->unit);
}

/* ---- length, points */
static void tell_length(const struct compare_figure *f) {
    begin("length");
    if (!f->clear)
        tell_open(f->name, f, 1, "");
    else
        printf("%s: %.1f %s instead of %.1f (%+.1f +- %.1f).\n", f->change.value > 0 ? "longer" : "shorter", f->after,
               f->name, f->before, f->change.value, half_width(f));
}

static void tell_points(const struct compare_figure *f, const tn_game *game) {
    begin("points");
    if (!f->clear)
        tell_open(f->name, f, 1, "");
    else
        printf("%s: %s has %.1f instead of %.1f (%+.1f +- %.1f).\n", f->change.value > 0 ? "more" : "fewer",
               tn_game_seat_name(game, f->seat), f->after, f->before, f->change.value, half_width(f));
}

/* ---- cards */
static void tell_dead(const struct compare *c, const struct finding_cards *found) {
    size_t named = 0;
    if (found->dead_old + found->dead_new == 0) return;
    begin("");
    printf("nobody had %zu of them, and %zu before", found->dead_new, found->dead_old);
    for (size_t i = 0; i < c->cards.n; i++)
        if (findings_is_dead(&c->cards.data[i], true) && !findings_is_dead(&c->cards.data[i], false) && named++ < NAMES)
            printf("%s%s", named == 1 ? "; new: " : ", ", c->cards.data[i].name);
    printf(".\n");
}

static void tell_cards(const struct compare *c) {
    struct finding_cards found = findings_cards(c);
    if (found.both == 0) return;
    begin("cards");
    printf("%zu of %zu are clearly had more or less often, %zu win clearly more or less often.\n", found.had,
           found.both, found.wins);
    tell_dead(c, &found);
}

void compare_words(const struct compare *c, const tn_game *game) {
    struct finding found[FINDINGS_MOST];
    size_t clear = compare_clear(c), n = findings_of(c, found);
    if (clear == 0)
        printf("\nNothing changed clearly in %" PRIu64 " pairs of games:\n", c->pairs);
    else
        printf("\n%zu figure%s changed clearly:\n", clear, clear == 1 ? "" : "s");
    for (size_t i = 0; i < n; i++)
        switch (found[i].topic) {
        case FINDING_FAIRNESS: tell_seats(&found[i], game); break;
        case FINDING_TENSION: tell_tension(&found[i], i == 0 || found[i - 1].topic != FINDING_TENSION); break;
        case FINDING_LENGTH: tell_length(found[i].figure); break;
        case FINDING_POINTS: tell_points(found[i].figure, game); break;
        }
    tell_cards(c);
}
