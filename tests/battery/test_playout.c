/* Playouts give every legal answer the same probability, in every game: from the first question and from one in the
 * middle two answers are drawn many times, and how often each position comes about is compared with the probabilities
 * that the menus say (chi-square). What a playout leaves is a position like any other, and the same again for the same
 * seed. */
#include "support/unit.h"

#include "support/battery.h"

#include <math.h>
#include <string.h>

enum { OUTCOMES = 400, EXPECTED = 12 };

struct outcome {
    uint64_t hash;
    double likely;
    uint32_t seen;
};
struct outcomes {
    struct outcome of[OUTCOMES];
    uint32_t n;
    bool many;
};

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
    size_t size = tn_game_state_size(c->game);
    tn_question q, then;
    if (!tn_state_question(c->game, at, TN_SPECTATOR, &q)) return;
    for (uint32_t i = 0; i < q.count && !out->many; i++) {
        memcpy(one, at, size);
        tn_state_apply(c->ctx, one, q.seat, tn_state_nth(c->game, one, q.seat, i));
        bool asked = tn_state_question(c->game, one, TN_SPECTATOR, &then);
        uint32_t n = asked ? then.count : 1;
        for (uint32_t k = 0; k < n && !out->many; k++) {
            memcpy(two, one, size);
            if (asked) tn_state_apply(c->ctx, two, then.seat, tn_state_nth(c->game, two, then.seat, k));
            struct outcome *o = find(out, tn_state_hash(c->game, two), true);
            if (o) o->likely += 1.0 / q.count / n;
        }
    }
}

static bool draw(struct battery_play *play, const tn_state *at, tn_state *to, struct outcomes *all, uint32_t times) {
    const struct battery_case *c = play->of;
    const char *why;
    size_t size = tn_game_state_size(c->game);
    for (uint32_t i = 0; i < times; i++) {
        memcpy(to, at, size);
        tn_playout(c->ctx, to, play->seed + i, 2);
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

static void check_here(struct battery_play *play, tn_state *one, tn_state *two) {
    static struct outcomes all;
    double least = 1;
    all = (struct outcomes){.n = 0};
    expect(play->of, play->state, one, two, &all);
    for (uint32_t i = 0; i < all.n; i++)
        if (all.of[i].likely < least) least = all.of[i].likely;
    if (all.many || all.n < 2) return;
    uint32_t times = (uint32_t)(EXPECTED / least);
    if (times > (uint32_t)level_pick(3000, 30000, 100000)) return;
    if (draw(play, play->state, one, &all, times)) judge(play, &all, times);
}

static void check(struct battery_case *c) {
    tn_state *one = tn_state_new(c->game), *two = tn_state_new(c->game);
    assert_true(one && two);
    for (uint64_t seed = 1; seed <= (uint64_t)level_pick(3, 8, 60) && c->failures == 0; seed++) {
        struct battery_play play;
        if (!battery_start(&play, c, seed, 0)) break;
        tn_playout(c->ctx, play.state, seed, (uint32_t)(3 * (seed - 1) * (seed - 1)));
        if (tn_state_status(c->game, play.state) == TN_ASK) check_here(&play, one, two);
        memcpy(one, play.state, tn_game_state_size(c->game));
        if (tn_playout(c->ctx, play.state, seed, 100000) == TN_FAULT) battery_fail(&play, "a playout ends in a fault");
        tn_playout(c->ctx, one, seed, 100000);
        if (memcmp(one, play.state, tn_game_state_size(c->game))) battery_fail(&play, "the same seed, another playout");
        battery_stop(&play);
    }
    tn_state_free(one);
    tn_state_free(two);
}

int main(void) {
    return battery_main("battery.playout", level_is("soak"), check);
}
