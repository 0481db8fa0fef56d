/* bench.c: see bench.h. */
#include "play/bench.h"

#include "base/hash.h"
#include "base/random.h"

#include <string.h>
#include <time.h>

enum { MOST_ANSWERS = 1000000, SAMPLES = 64, REPEATS = 2000 };

struct player {
    const tn_game *game;
    tn_ctx *ctx;
    tn_state *state;
};

double bench_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static tn_status player_open(struct player *p, const tn_game *game) {
    *p = (struct player){game, tn_ctx_new(game), tn_state_new(game)};
    return p->ctx && p->state ? TN_OK : TN_NOMEM;
}

static void player_close(struct player *p) {
    tn_ctx_free(p->ctx);
    tn_state_free(p->state);
}

/* At most `most` answers; false when the game has ended. */
static bool play_on(struct player *p, uint64_t seed, uint64_t most, struct bench_result *sum) {
    tn_question q;
    for (uint64_t n = 0; n < most; n++) {
        if (tn_state_status(p->game, p->state) != TN_ASK) return false;
        if (!tn_state_question(p->game, p->state, TN_SPECTATOR, &q)) return false;
        uint32_t which = q.count > 1 ? random_below(random_at(seed, 1, (uint32_t)n), q.count) : 0;
        tn_state_apply(p->ctx, p->state, q.seat, tn_state_nth(p->game, p->state, q.seat, which));
        sum->answers++;
        sum->decisions += q.count > 1;
    }
    return true;
}

static double play_all(struct player *p, uint64_t games, struct bench_result *sum) {
    double begin = bench_now();
    for (uint64_t g = 0; g < games; g++) {
        tn_state_start(p->ctx, g + 1, 0, p->state);
        play_on(p, g + 1, MOST_ANSWERS, sum);
        sum->faults += tn_state_status(p->game, p->state) != TN_OVER;
        sum->check = hash_mix(sum->check, tn_state_hash(p->game, p->state));
    }
    return bench_now() - begin;
}

tn_status bench_games(const tn_game *game, uint64_t games, unsigned runs, struct bench_result *out) {
    struct player p;
    tn_status status = player_open(&p, game);
    for (unsigned run = 0; run < runs && status == TN_OK; run++) {
        struct bench_result sum = {.games = games};
        sum.seconds = play_all(&p, games, &sum);
        if (run > 0 && out->seconds < sum.seconds) sum.seconds = out->seconds;
        *out = sum;
    }
    player_close(&p);
    return status;
}

uint64_t bench_fitting(const tn_game *game, double seconds) {
    struct bench_result one;
    uint64_t games = 1;
    while (bench_games(game, games, 1, &one) == TN_OK && one.seconds < seconds / 8 && games < 1u << 24)
        games *= 4;
    double fit = one.seconds > 0 ? (double)games * seconds / one.seconds : 1;
    return fit < 1 ? 1 : (uint64_t)fit;
}

tn_status bench_parts(const tn_game *game, struct bench_parts *out) {
    struct player p;
    struct bench_result unused = {0};
    size_t size = tn_game_state_size(game);
    tn_state *copy = tn_state_new(game);
    tn_status status = player_open(&p, game);
    volatile uint64_t sink = 0; /* so that nothing measured is left out */
    (void)sink;
    *out = (struct bench_parts){0, 0, 0};
    for (uint64_t i = 0; i < SAMPLES && status == TN_OK && copy; i++) {
        tn_state_start(p.ctx, i + 1, 0, p.state);
        if (!play_on(&p, i + 1, 1 + i * 2, &unused)) tn_state_start(p.ctx, i + 1, 0, p.state);
        double t0 = bench_now();
        for (int k = 0; k < REPEATS; k++) {
            memcpy(copy, p.state, size);
            sink += *(volatile unsigned char *)copy;
        }
        double t1 = bench_now();
        for (int k = 0; k < REPEATS; k++)
            sink += tn_state_hash(game, p.state);
        double t2 = bench_now();
        for (int k = 0; k < REPEATS / 10; k++)
            tn_state_determinise(p.ctx, p.state, 0, (uint64_t)k, copy);
        double t3 = bench_now();
        out->clone += (t1 - t0) * 1e9 / REPEATS / SAMPLES;
        out->hash += (t2 - t1) * 1e9 / REPEATS / SAMPLES;
        out->determinise += (t3 - t2) * 1e9 / (REPEATS / 10) / SAMPLES;
    }
    player_close(&p);
    tn_state_free(copy);
    return copy ? status : TN_NOMEM;
}
