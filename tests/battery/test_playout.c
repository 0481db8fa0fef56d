/* Playouts give every legal answer the same probability, or that of its weight, in every game: from the first question
 * and from one in the middle two answers are drawn many times, and how often each position comes about is compared with
 * the probabilities that the menus say (chi-square). Whole games are compared by their means: scores and rounds are
 * those of games that draw from menus. What a playout leaves is a position like any other, and the same again for the
 * same seed. */
/* Not quick: every game. */
#include "support/unit.h"

#include "base/random.h"
#include "support/battery.h"

#include <math.h>
#include <string.h>

enum { OUTCOMES = 400, EXPECTED = 12, ANSWERS = 400 };

struct outcome {
    uint64_t hash;
    double likely;
    uint32_t seen;
};
struct outcomes {
    struct outcome of[OUTCOMES];
    uint32_t n;
    bool many;
    tn_playing how;
};

/* From none to four, at random. */
static uint16_t weigh(void *user, uint32_t site, unsigned seat, uint32_t answer) {
    return (uint16_t)(random_at(*(const uint64_t *)user, site * 8 + seat, answer) % 5);
}

/* The probability of each legal answer; how many there are. */
static uint32_t odds_of(const struct battery_case *c, const tn_state *at, const tn_question *q, const tn_playing *how,
                        double *odds) {
    double sum = 0;
    bool weighed = how->weight && q->seat != TN_CHANCE;
    for (uint32_t i = 0; i < q->count; i++)
        sum += odds[i] = weighed ? how->weight(how->user, q->site, q->seat, tn_state_nth(c->game, at, q->seat, i)) : 1;
    for (uint32_t i = 0; i < q->count; i++)
        odds[i] = sum > 0 ? odds[i] / sum : 1.0 / q->count;
    return q->count;
}

static struct outcome *find(struct outcomes *all, uint64_t hash, bool add) {
    for (uint32_t i = 0; i < all->n; i++)
        if (all->of[i].hash == hash) return &all->of[i];
    if (!add) return NULL;
    if (all->n == OUTCOMES) {
        all->many = true;
        return NULL;
    }
    all->of[all->n] = (struct outcome){.hash = hash};
    return &all->of[all->n++];
}

/* What each of the legal answers leads to, and from there each of the next. */
static void expect(struct battery_case *c, const tn_state *at, tn_state *one, tn_state *two, struct outcomes *out) {
    static double first[ANSWERS], second[ANSWERS];
    size_t size = tn_game_state_size(c->game);
    tn_question q, then;
    if (!tn_state_question(c->game, at, TN_SPECTATOR, &q)) return;
    out->many = q.count > ANSWERS;
    if (!out->many) odds_of(c, at, &q, &out->how, first);
    for (uint32_t i = 0; i < q.count && !out->many; i++) {
        if (first[i] <= 0) continue;
        memcpy(one, at, size);
        tn_state_apply(c->ctx, one, q.seat, tn_state_nth(c->game, one, q.seat, i));
        bool asked = tn_state_question(c->game, one, TN_SPECTATOR, &then);
        uint32_t n = 1;
        second[0] = 1;
        if (asked && then.count > ANSWERS)
            out->many = true;
        else if (asked)
            n = odds_of(c, one, &then, &out->how, second);
        for (uint32_t k = 0; k < n && !out->many; k++) {
            if (second[k] <= 0) continue;
            memcpy(two, one, size);
            if (asked) tn_state_apply(c->ctx, two, then.seat, tn_state_nth(c->game, two, then.seat, k));
            struct outcome *o = find(out, tn_state_hash(c->game, two), true);
            if (o) o->likely += first[i] * second[k];
        }
    }
}

static bool draw(struct battery_play *play, const tn_state *at, tn_state *to, struct outcomes *all, uint32_t times) {
    const struct battery_case *c = play->of;
    const char *why;
    size_t size = tn_game_state_size(c->game);
    for (uint32_t i = 0; i < times; i++) {
        memcpy(to, at, size);
        tn_playout(c->ctx, to, play->seed + i, &all->how);
        struct outcome *o = find(all, tn_state_hash(c->game, to), false);
        if (!o) return battery_fail(play, "a playout came to a position that no legal answers lead to");
        o->seen++;
        if (i == 0 && tn_state_check(c->game, to, size, &why) != TN_OK) return battery_fail(play, "a playout: %s", why);
    }
    return true;
}

/* Five standard deviations above what is usual, and some more for few outcomes: with these seeds none comes near. */
static bool judge(struct battery_play *play, const struct outcomes *all, uint32_t times) {
    double sum = 0, freedom = all->n - 1.0;
    for (uint32_t i = 0; i < all->n; i++) {
        double want = all->of[i].likely * times, off = all->of[i].seen - want;
        sum += off * off / want;
    }
    if (sum < freedom + 5 * sqrt(2 * freedom) + 10) return true;
    return battery_fail(play, "chi-square is %.1f with %.0f degrees of freedom", sum, freedom);
}

static void check_here(struct battery_play *play, bool weighed, tn_state *one, tn_state *two) {
    static struct outcomes all;
    double least = 1;
    all = (struct outcomes){.how = {.answers = 2, .weight = weighed ? weigh : NULL, .user = &play->seed}};
    expect(play->of, play->state, one, two, &all);
    for (uint32_t i = 0; i < all.n; i++)
        if (all.of[i].likely < least) least = all.of[i].likely;
    if (all.many || all.n < 2) return;
    uint32_t times = (uint32_t)(EXPECTED / least);
    if (times > (uint32_t)level_pick(3000, 30000, 100000)) return;
    if (draw(play, play->state, one, &all, times)) judge(play, &all, times);
}

/* ---- whole games */
enum { NUMBERS = TN_SEATS + 1 }; /* the scores, and how often every period began */
struct means {
    double sum[NUMBERS], squares[NUMBERS];
};

static void add_end(struct battery_case *c, const tn_state *over, struct means *to) {
    double numbers[NUMBERS] = {0};
    for (unsigned seat = 0; seat < tn_game_seat_count(c->game); seat++)
        numbers[seat] = tn_state_score(c->ctx, over, seat);
    for (size_t i = 0; i < tn_game_period_count(c->game); i++)
        numbers[TN_SEATS] += tn_state_period(c->game, over, i);
    for (int i = 0; i < NUMBERS; i++) {
        to->sum[i] += numbers[i];
        to->squares[i] += numbers[i] * numbers[i];
    }
}

/* The difference of two means must be within four and a half standard deviations of it. */
static void compare_means(struct battery_play *play, const struct means *a, const struct means *b, double n) {
    for (int i = 0; i < NUMBERS; i++) {
        double x = a->sum[i] / n, y = b->sum[i] / n;
        double variance = (a->squares[i] / n - x * x + b->squares[i] / n - y * y) / n;
        if (fabs(x - y) > 4.5 * sqrt(variance > 0 ? variance : 0) + 1e-9)
            battery_fail(play, "number %d is %.2f on average in playouts and %.2f with menus", i, x, y);
    }
}

static void check_means(struct battery_case *c, uint64_t games) {
    struct means drawn = {0}, chosen = {0};
    struct battery_play play;
    tn_question q;
    for (uint64_t seed = 1; seed <= games; seed++) {
        if (!battery_start(&play, c, seed, 0)) return;
        if (tn_playout(c->ctx, play.state, seed, &(tn_playing){.answers = 100000, .about = true}) == TN_OVER)
            add_end(c, play.state, &drawn);
        battery_stop(&play);
        if (!battery_start(&play, c, games + seed, 0)) return;
        while (battery_next(&play, &q)) {
            uint32_t which = random_below(random_at(seed, 77, play.n), q.count);
            tn_state_apply(c->ctx, play.state, q.seat, tn_state_nth(c->game, play.state, q.seat, which));
            play.n++;
        }
        if (tn_state_status(c->game, play.state) == TN_OVER) add_end(c, play.state, &chosen);
        if (seed == games) compare_means(&play, &drawn, &chosen, (double)games);
        battery_stop(&play);
    }
}

/* Several at once are those of their seeds, one after the other. */
static void check_many(struct battery_play *play, tn_state *one, tn_state *two) {
    const struct battery_case *c = play->of;
    tn_playing how = {.answers = 300, .weight = weigh, .user = &play->seed};
    tn_played out[3];
    tn_playouts(c->ctx, play->state, 5, 3, &how, one, out);
    for (uint64_t i = 0; i < 3; i++) {
        memcpy(two, play->state, tn_game_state_size(c->game));
        bool same = tn_playout(c->ctx, two, 5 + i, &how) == out[i].status;
        for (unsigned seat = 0; seat < tn_game_seat_count(c->game); seat++)
            same = same && out[i].score[seat] == tn_state_score(c->ctx, two, seat) &&
                   out[i].rank[seat] == (out[i].status == TN_OVER ? tn_state_rank(c->ctx, two, seat) : 0);
        if (!same) battery_fail(play, "playout %u of many is another one", (unsigned)i);
    }
    if (memcmp(one, two, tn_game_state_size(c->game))) battery_fail(play, "the last of many left another position");
}

static void check(struct battery_case *c) {
    tn_state *one = tn_state_new(c->game), *two = tn_state_new(c->game);
    assert_true(one && two);
    for (uint64_t seed = 1; seed <= (uint64_t)level_pick(3, 8, 60) && c->failures == 0; seed++) {
        struct battery_play play;
        if (!battery_start(&play, c, seed, 0)) break;
        const tn_playing begin = {.answers = (uint32_t)(3 * (seed - 1) * (seed - 1))}, long_one = {.answers = 100000};
        if (seed > 1) tn_playout(c->ctx, play.state, seed, &begin);
        if (tn_state_status(c->game, play.state) == TN_ASK) {
            check_here(&play, seed % 2 == 0, one, two);
            check_many(&play, one, two);
        }
        memcpy(one, play.state, tn_game_state_size(c->game));
        if (tn_playout(c->ctx, play.state, seed, &long_one) == TN_FAULT)
            battery_fail(&play, "a playout ends in a fault");
        tn_playout(c->ctx, one, seed, &long_one);
        if (memcmp(one, play.state, tn_game_state_size(c->game))) battery_fail(&play, "the same seed, another playout");
        battery_stop(&play);
    }
    tn_state_free(one);
    tn_state_free(two);
    if (c->is_default) check_means(c, (uint64_t)level_pick(30, 200, 4000));
}

int main(void) {
    return battery_main("battery.playout", level_is("soak"), check);
}
