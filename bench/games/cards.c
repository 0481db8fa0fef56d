/* cards.c: see cards.h. */
#include "bench/games/cards.h"

#include "base/buf.h"
#include "base/random.h"
#include "bench/games/measure.h"

enum { ROUNDS = 3, MOST_ANSWERS = 1000000 };

/* A game that is played with a watch in hand. */
struct watch {
    const tn_game *game;
    tn_ctx *ctx;
    tn_state *state;
    const bool *has;
    VEC(double) by_site; /* seconds that went into each question of the rules */
    bool failed;
    uint32_t site;     /* samples are taken of it; UINT32_MAX: seconds are noted instead */
    struct growth *of; /* CARDS_WHERE of them */
};

static enum cards_where place_of(const tn_zone *z) {
    return z->live ? CARDS_IN_PLAY : z->per_player && z->see == TN_SEE_OWNER ? CARDS_HELD : CARDS_WHERE;
}

static void find_zones(const tn_game *game, bool *has) {
    tn_zone zone;
    for (size_t i = 0; i < tn_game_zone_count(game); i++) {
        tn_game_zone(game, i, &zone);
        if (place_of(&zone) < CARDS_WHERE) has[place_of(&zone)] = true;
    }
}

static uint32_t count_cards(const struct watch *w, enum cards_where where, unsigned seat) {
    tn_zone zone;
    size_t n = 0;
    for (size_t i = 0; i < tn_game_zone_count(w->game); i++) {
        tn_game_zone(w->game, i, &zone);
        if (place_of(&zone) != where) continue;
        unsigned first = where == CARDS_HELD ? seat : 0,
                 last = where == CARDS_HELD ? seat : tn_game_seat_count(w->game) - 1;
        for (unsigned owner = first; owner <= last; owner++)
            n += tn_zone_get(w->game, w->state, owner, i, zone.per_player ? (int)owner : -1, NULL, 0);
    }
    return (uint32_t)n;
}

static void note(struct watch *w, const tn_question *q, double seconds) {
    if (w->site == UINT32_MAX) {
        while (w->by_site.n <= q->site && !w->failed)
            w->failed = !VEC_PUSH(&w->by_site, 0.0);
        if (!w->failed) w->by_site.data[q->site] += seconds;
    } else if (q->site == w->site) {
        for (int k = 0; k < CARDS_WHERE; k++)
            if (w->has[k]) growth_add(&w->of[k], count_cards(w, (enum cards_where)k, q->seat), 1e9 * seconds);
    }
}

/* Answer number n of the game with that seed. */
static uint32_t answer_of(const struct watch *w, const tn_question *q, uint64_t seed, uint32_t n) {
    uint32_t which = q->count > 1 ? random_below(random_at(seed, 1, n), q->count) : 0;
    return tn_state_nth(w->game, w->state, q->seat, which);
}

static void play(struct watch *w, uint64_t seed) {
    tn_question q;
    double spent = 0;
    bool begun = false; /* a decision was answered: what comes next has a cost */
    tn_state_start(w->ctx, seed, 0, w->state);
    for (uint32_t n = 0; n < MOST_ANSWERS && tn_state_status(w->game, w->state) == TN_ASK; n++) {
        if (!tn_state_question(w->game, w->state, TN_SPECTATOR, &q)) return;
        if (q.count > 1 && begun) note(w, &q, spent);
        if (q.count > 1) begun = true, spent = 0;
        uint32_t answer = answer_of(w, &q, seed, n);
        double begin = bench_now();
        tn_state_apply(w->ctx, w->state, q.seat, answer);
        spent += bench_now() - begin;
    }
}

/* The question into which most time goes, and its share of all. */
static uint32_t costliest(const struct watch *w, double *share) {
    uint32_t most = 0;
    double all = 0;
    for (uint32_t i = 0; i < w->by_site.n; i++) {
        all += w->by_site.data[i];
        if (w->by_site.data[i] > w->by_site.data[most]) most = i;
    }
    *share = all > 0 ? w->by_site.data[most] / all : 0;
    return most;
}

/* Its text, as it stands where it is first asked. */
static void find_text(struct watch *w, struct bench_cards *out) {
    tn_question q;
    for (uint64_t seed = 1; seed < 100 && !*out->question; seed++) {
        tn_state_start(w->ctx, seed, 0, w->state);
        for (uint32_t n = 0; n < MOST_ANSWERS && tn_state_question(w->game, w->state, TN_SPECTATOR, &q); n++) {
            if (q.site == w->site && q.count > 1) {
                tn_question_text(w->ctx, w->state, q.seat, out->question, sizeof out->question);
                return;
            }
            tn_state_apply(w->ctx, w->state, q.seat, answer_of(w, &q, seed, n));
        }
    }
}

static void measure(struct watch *w, struct cards_engine *engines, size_t n, uint64_t games) {
    for (int round = 0; round < ROUNDS; round++)
        for (size_t e = 0; e < n; e++) {
            struct growth of[CARDS_WHERE] = {0};
            if (!(w->ctx = engines[e].ctx)) continue;
            w->of = of;
            for (uint64_t seed = 1; seed <= games; seed++)
                play(w, seed);
            for (int k = 0; k < CARDS_WHERE; k++)
                growth_keep_least(&engines[e].of[k], &of[k]);
        }
}

tn_status bench_cards_run(const tn_game *game, struct cards_engine *engines, size_t n, double seconds,
                          struct bench_cards *out) {
    struct watch w = {.game = game, .has = out->has, .site = UINT32_MAX};
    size_t first = 0;
    *out = (struct bench_cards){0};
    find_zones(game, out->has);
    while (first < n && !engines[first].ctx)
        first++;
    if (first == n || (!out->has[CARDS_HELD] && !out->has[CARDS_IN_PLAY])) return TN_OK;
    if (!(w.state = tn_state_new(game))) return TN_NOMEM;
    w.ctx = engines[first].ctx;
    uint64_t games = 0;
    for (double begin = bench_now(); games == 0 || bench_now() - begin < seconds;)
        play(&w, ++games);
    if (!w.failed && w.by_site.n) {
        w.site = costliest(&w, &out->share);
        find_text(&w, out);
        measure(&w, engines, n, games);
    }
    tn_state_free(w.state);
    VEC_FREE(&w.by_site);
    return w.failed ? TN_NOMEM : TN_OK;
}
