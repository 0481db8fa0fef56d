/* measure.c: see measure.h. */
#include "bench/games/measure.h"

#include "base/arena.h"
#include "base/hash.h"
#include "base/random.h"
#include "bench/games/instructions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_ANSWERS = 1000000, SAMPLES = 64, REPEATS = 2000, FEWEST = 10, ROUNDS = 3, MOST_OPTIONS = 64 };

double bench_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds this thread has run: what else the machine does does not count. */
static double busy(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double bench_per_second(uint64_t n, const struct bench_result *r) {
    return r->seconds > 0 ? (double)n / r->seconds : 0;
}

double bench_times(const struct bench_report *r, enum bench_engine engine, enum bench_engine other) {
    const struct bench_result *a = &r->of[engine], *b = &r->of[other];
    if (!a->games || !b->games || b->seconds <= 0) return 0;
    return (a->seconds / (double)a->games) / (b->seconds / (double)b->games);
}

/* ---- the engine, interpreted or as C: that is settled when the context is made */
struct player {
    const tn_game *game;
    tn_ctx *ctx;
    tn_state *state;
};

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

static struct bench_result play_games(struct player *p, uint64_t games) {
    struct bench_result sum = {.games = games};
    double begin = busy();
    for (uint64_t g = 0; g < games; g++) {
        tn_state_start(p->ctx, g + 1, 0, p->state);
        play_on(p, g + 1, MOST_ANSWERS, &sum);
        sum.faults += tn_state_status(p->game, p->state) != TN_OVER;
        sum.check = hash_mix(sum.check, tn_state_hash(p->game, p->state));
    }
    sum.seconds = busy() - begin;
    return sum;
}

static struct bench_result play_out(struct player *p, uint64_t games) {
    struct bench_result sum = {.games = games};
    double begin = busy();
    for (uint64_t g = 0; g < games; g++) {
        tn_state_start(p->ctx, g + 1, 0, p->state);
        sum.faults += tn_playout(p->ctx, p->state, g + 1, NULL) != TN_OVER;
    }
    sum.seconds = busy() - begin;
    return sum;
}

/* ---- the game written by hand */
struct hand {
    const struct hand_engine *engine; /* NULL: there is none */
    struct arena arena;
    const char *options[MOST_OPTIONS];
    struct hand_config config;
};

static tn_status hand_init(struct hand *h, const struct hand_engine *engine, const tn_game *game) {
    *h = (struct hand){.engine = engine};
    arena_init(&h->arena);
    h->config = (struct hand_config){tn_game_seat_count(game), h->options, tn_game_option_count(game)};
    if (h->config.n_options > MOST_OPTIONS) h->config.n_options = MOST_OPTIONS;
    for (size_t i = 0; i < h->config.n_options; i++) {
        const char *name, *value;
        tn_game_option(game, i, &name, &value);
        h->options[i] = arena_printf(&h->arena, "%s=%s", name, value);
    }
    return h->arena.failed ? TN_NOMEM : TN_OK;
}

static struct bench_result hand_games(struct hand *h, uint64_t games) {
    struct hand_count count = {0, 0};
    double begin = busy();
    if (!h->engine->play(&h->config, 1, games, &count)) return (struct bench_result){0};
    return (struct bench_result){.games = count.games, .decisions = count.decisions, .seconds = busy() - begin};
}

/* ---- how many games take about so long, at least one */
struct contender {
    struct player *player; /* or */
    struct hand *hand;
    bool playouts;  /* of the player */
    uint64_t games; /* 0: does not take part */
};

static struct bench_result contend(struct contender *c, uint64_t games) {
    if (!c->player) return hand_games(c->hand, games);
    return c->playouts ? play_out(c->player, games) : play_games(c->player, games);
}

static void fit(struct contender *c, double seconds) {
    struct bench_result one = contend(c, c->games = 1);
    while (one.games && one.seconds < seconds / 8 && c->games < 1u << 28)
        one = contend(c, c->games *= 4);
    double fitting = one.seconds > 0 ? (double)one.games * seconds / one.seconds : (double)one.games;
    c->games = one.games && fitting < 1 ? 1 : (uint64_t)fitting;
}

static void keep_best(struct bench_result *best, struct bench_result one) {
    if (best->games && best->seconds < one.seconds) one.seconds = best->seconds;
    *best = one;
}

/* ---- what is done with a position */
static int repeats_within(double seconds) {
    double n = seconds * REPEATS;
    return n > REPEATS ? REPEATS : n < FEWEST ? FEWEST : (int)n;
}

/* Packing and unpacking the position of a player. */
static void measure_packing(struct player *p, int repeats, tn_state *back, void *bytes, size_t cap,
                            struct bench_parts *out) {
    size_t n = tn_state_pack(p->ctx, p->state, bytes, cap);
    double t0 = busy();
    for (int k = 0; k < repeats; k++)
        tn_state_pack(p->ctx, p->state, bytes, cap);
    double t1 = busy();
    for (int k = 0; k < repeats; k++)
        tn_state_unpack(p->ctx, bytes, n, back);
    double t2 = busy();
    out->packed += (double)n / SAMPLES;
    out->pack += (t1 - t0) * 1e9 / repeats / SAMPLES;
    out->unpack += (t2 - t1) * 1e9 / repeats / SAMPLES;
}

static tn_status measure_parts(const tn_game *game, struct player *p, double seconds, struct bench_parts *out) {
    struct bench_result unused = {0};
    size_t size = tn_game_state_size(game), most = size / 64 * 65;
    int repeats = repeats_within(seconds), fewer = repeats / FEWEST; /* determinising takes longer */
    tn_state *copy = tn_state_new(game);
    void *packed = malloc(most);
    volatile uint64_t sink = 0; /* so that nothing measured is left out */
    (void)sink;
    *out = (struct bench_parts){0};
    for (uint64_t i = 0; i < SAMPLES && copy && packed; i++) {
        tn_state_start(p->ctx, i + 1, 0, p->state);
        if (!play_on(p, i + 1, 1 + i * 2, &unused)) tn_state_start(p->ctx, i + 1, 0, p->state);
        double t0 = busy();
        for (int k = 0; k < repeats; k++) {
            memcpy(copy, p->state, size);
            sink += *(volatile unsigned char *)copy;
        }
        double t1 = busy();
        for (int k = 0; k < repeats; k++)
            sink += tn_state_hash(game, p->state);
        double t2 = busy();
        for (int k = 0; k < fewer; k++)
            sink += (uint64_t)tn_state_score(p->ctx, p->state, 0);
        double t3 = busy();
        for (int k = 0; k < fewer; k++)
            tn_state_determinise(p->ctx, p->state, 0, (uint64_t)k, copy);
        double t4 = busy();
        out->clone += (t1 - t0) * 1e9 / repeats / SAMPLES;
        out->hash += (t2 - t1) * 1e9 / repeats / SAMPLES;
        out->score += (t3 - t2) * 1e9 / fewer / SAMPLES;
        out->determinise += (t4 - t3) * 1e9 / fewer / SAMPLES;
        measure_packing(p, fewer, copy, packed, most, out);
    }
    tn_status status = copy && packed ? TN_OK : TN_NOMEM;
    tn_state_free(copy);
    free(packed);
    return status;
}

/* Makes the game native, with a player of its own; TN_OK also when there is no compiler. */
static tn_status open_native(tn_game *game, struct player *player, struct bench_report *out, bool *opened) {
    double begin = bench_now();
    *opened = tn_game_native(game, NULL, out->why_no_native, sizeof out->why_no_native) == TN_OK;
    out->native_seconds = bench_now() - begin;
    return *opened ? player_open(player, game) : TN_OK;
}

/* The engines take turns. */
static void play_rounds(struct contender *contenders, struct bench_report *out) {
    struct instructions counted;
    instructions_open(&counted, out->why_no_instructions, sizeof out->why_no_instructions);
    for (int round = 0; round < ROUNDS; round++)
        for (int e = 0; e < BENCH_ENGINES; e++) {
            uint64_t before = instructions_read(&counted);
            if (!contenders[e].games) continue;
            struct bench_result one = contend(&contenders[e], contenders[e].games);
            one.instructions = instructions_read(&counted) - before;
            keep_best(&out->of[e], one);
        }
    instructions_close(&counted);
}

tn_status bench_run(tn_game *game, const struct hand_engine *engine, double seconds, struct bench_report *out) {
    struct player interpreted = {0}, native = {0};
    struct hand hand = {0};
    struct contender contenders[BENCH_ENGINES] = {[BENCH_HAND] = {.hand = &hand},
                                                  [BENCH_NATIVE] = {.player = &native},
                                                  [BENCH_INTERPRETER] = {.player = &interpreted},
                                                  [BENCH_PLAYOUTS] = {.player = &native, .playouts = true}};
    bool is_native = false;
    memset(out->of, 0, sizeof out->of);
    tn_status status = hand_init(&hand, engine, game);
    if (status == TN_OK) status = player_open(&interpreted, game);
    if (status == TN_OK) status = open_native(game, &native, out, &is_native);
    if (status == TN_OK) status = measure_parts(game, is_native ? &native : &interpreted, seconds, &out->parts);
    if (status == TN_OK) {
        fit(&contenders[BENCH_INTERPRETER], seconds);
        if (is_native) contenders[BENCH_NATIVE].games = contenders[BENCH_INTERPRETER].games;
        contenders[BENCH_PLAYOUTS].games = contenders[BENCH_NATIVE].games;
        if (engine) fit(&contenders[BENCH_HAND], seconds);
        if (engine && !contenders[BENCH_HAND].games)
            snprintf(out->why_no_hand, sizeof out->why_no_hand, "it does not play this configuration");
    }
    if (status == TN_OK) play_rounds(contenders, out);
    if (status == TN_OK) {
        memset(out->grows, 0, sizeof out->grows);
        out->grows[BENCH_INTERPRETER].ctx = interpreted.ctx;
        out->grows[BENCH_NATIVE].ctx = native.ctx;
        status = bench_cards_run(game, out->grows, BENCH_ENGINES, seconds, &out->cards);
        out->grows[BENCH_INTERPRETER].ctx = out->grows[BENCH_NATIVE].ctx = NULL;
    }
    player_close(&interpreted);
    player_close(&native);
    arena_free(&hand.arena);
    return status;
}
