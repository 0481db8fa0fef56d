/* bench_levels.c: how long the levels think, how fast bots learn, and what a second core brings.
 *
 *     bench_levels [-d DECISIONS] [-t GAMES] [-j THREADS] GAME.game...
 *
 * For each game, as it is by default: the levels are asked at so many positions (12) of games at random, the widest
 * menu among them; printed are decisions a second, the mean and the slowest, in processor time of one thread. -t: also
 * games a second that bots play to learn, with one thread and with -j (2), and a decision of `hard` with each, by the
 * clock: that needs cores that do nothing else.
 */
#include "base/file.h"
#include "bot/bot.h"
#include "lab/train.h"
#include "play/catalogue.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FAR = 300, POSITIONS = 100, PATH = 600 };
static const char *const levels[] = {"easy", "medium", "hard"};

struct bench {
    tn_game *game;
    tn_ctx *ctx;
    struct weights *weights;
    tn_state *positions[POSITIONS];
    unsigned n, seats[POSITIONS];
};

static void stop(const char *what, const char *why) {
    fprintf(stderr, "bench_levels: %s: %s\n", what, why);
    exit(1);
}

static double now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void keep(struct bench *b, unsigned at, const tn_state *state, unsigned seat) {
    if (!b->positions[at]) b->positions[at] = tn_state_new(b->game);
    memcpy(b->positions[at], state, tn_game_state_size(b->game));
    b->seats[at] = seat;
}

/* The widest menu first, then what comes every so many questions. */
static void collect(struct bench *b, unsigned wanted) {
    tn_state *state = tn_state_new(b->game);
    struct random random = {7, 0};
    uint32_t widest = 1;
    tn_question q;
    b->n = 0;
    for (uint64_t seed = 1; seed <= 5 && b->n < wanted; seed++) {
        tn_state_start(b->ctx, seed, 0, state);
        for (int n = 0; n < FAR && tn_state_question(b->game, state, TN_SPECTATOR, &q); n++) {
            if (q.count > 1 && b->n == 0) b->n = 1;
            if (q.count > widest) keep(b, 0, state, q.seat), widest = q.count;
            if (q.count > 1 && n % 9 == 4 && b->n > 0 && b->n < wanted) keep(b, b->n++, state, q.seat);
            uint32_t answer = tn_state_nth(b->game, state, q.seat, random_range(&random, q.count));
            if (!tn_good(tn_state_apply(b->ctx, state, q.seat, answer))) break;
        }
    }
    tn_state_free(state);
    printf("%s: %u positions, widest menu %u\n", tn_game_title(b->game), b->n, widest);
}

static struct bot_task task_at(const struct bench *b, unsigned i, unsigned threads) {
    return (struct bot_task){b->weights, b->game, b->ctx, b->positions[i], b->seats[i], 0, threads, false};
}

static void measure_level(const struct bench *b, const char *name) {
    double sum = 0, worst = 0, wall = now(CLOCK_MONOTONIC);
    for (unsigned i = 0; i < b->n; i++) {
        struct bot_task task = task_at(b, i, 1);
        struct random random = bot_random_for(1, b->seats[i], i);
        double begun = now(CLOCK_THREAD_CPUTIME_ID);
        bot_find(name, NULL)->choose(&task, &random);
        double took = now(CLOCK_THREAD_CPUTIME_ID) - begun;
        sum += took;
        worst = fmax(worst, took);
    }
    wall = now(CLOCK_MONOTONIC) - wall;
    printf("  %-8s %9.1f decisions a second, %8.2f ms each, %8.2f ms the slowest; by the clock %.2f ms each\n", name,
           b->n / sum, 1e3 * sum / b->n, 1e3 * worst, 1e3 * wall / b->n);
    fflush(stdout);
}

/* ---- learning, and several threads */
static double games_a_second(const struct bench *b, uint64_t games, unsigned jobs) {
    struct train_setup setup = {
        .game = b->game, .known = b->weights, .games = games, .seed = 1, .rounds = 1, .jobs = jobs};
    struct weights *learnt = NULL;
    double begun = now(CLOCK_MONOTONIC);
    if (train_run(&setup, &learnt) != TRAIN_DONE) stop(tn_game_title(b->game), "cannot be learnt");
    weights_free(learnt);
    return 2 * (double)games / (now(CLOCK_MONOTONIC) - begun); /* a round and a contest */
}

static double seconds_of_hard(const struct bench *b, unsigned threads) {
    double begun = now(CLOCK_MONOTONIC);
    for (unsigned i = 0; i < b->n && i < 4; i++) {
        struct bot_task task = task_at(b, i, threads);
        struct random random = bot_random_for(1, b->seats[i], i);
        bot_find("hard", NULL)->choose(&task, &random);
    }
    return (now(CLOCK_MONOTONIC) - begun) / (b->n < 4 ? b->n : 4);
}

static void measure_threads(const struct bench *b, uint64_t games, unsigned jobs) {
    double one = seconds_of_hard(b, 1), several = seconds_of_hard(b, jobs);
    printf("  hard with 1 and %u threads: %.2f and %.2f s, %.2f times as fast\n", jobs, one, several, one / several);
    if (tn_game_score_line_count(b->game) == 0) return;
    one = games_a_second(b, games, 1);
    several = games_a_second(b, games, jobs);
    printf("  learning with 1 and %u threads: %.1f and %.1f games a second, %.2f times as fast\n", jobs, one, several,
           several / one);
}

/* ---- games */
static struct weights *weights_beside(const char *path, const tn_game *game) {
    struct buf file, text, nothing;
    buf_init(&file);
    buf_init(&text);
    buf_init(&nothing);
    catalogue_weights(path, tn_game_seat_count(game), &file);
    bool found = file_read(file.data, 1 << 20, &text) == FILE_OK;
    struct weights *weights = weights_new(game, found ? text.data : NULL, text.n, &nothing, &nothing);
    buf_free(&file);
    buf_free(&text);
    buf_free(&nothing);
    return weights;
}

static void measure(const char *path, unsigned decisions, uint64_t games, unsigned jobs) {
    struct bench b = {0};
    tn_source *source = NULL;
    if (tn_source_load(path, &source) != TN_OK) stop(path, "cannot be read");
    if (tn_game_new(source, &(tn_config){0}, &b.game) != TN_OK) stop(path, "not in this configuration");
    b.ctx = tn_ctx_new(b.game);
    b.weights = weights_beside(path, b.game);
    if (!b.ctx || !b.weights) stop(path, "no memory");
    collect(&b, decisions);
    for (size_t i = 0; i < sizeof levels / sizeof levels[0] && b.n > 0; i++)
        measure_level(&b, levels[i]);
    if (games > 0 && b.n > 0) measure_threads(&b, games, jobs);
    for (unsigned i = 0; i < POSITIONS; i++)
        tn_state_free(b.positions[i]);
    weights_free(b.weights);
    tn_ctx_free(b.ctx);
    tn_game_free(b.game);
    tn_source_free(source);
}

int main(int argc, char **argv) {
    unsigned decisions = 12, jobs = 2;
    uint64_t games = 0;
    for (int c; (c = getopt(argc, argv, "d:t:j:")) != -1;) {
        unsigned long n = c == '?' ? 0 : strtoul(optarg, NULL, 10);
        if (c == 'd') decisions = n < POSITIONS ? (unsigned)n : POSITIONS;
        if (c == 't') games = n;
        if (c == 'j') jobs = n > 0 ? (unsigned)n : 1;
        if (c == '?') stop("usage", "bench_levels [-d DECISIONS] [-t GAMES] [-j THREADS] GAME.game...");
    }
    for (int i = optind; i < argc; i++)
        measure(argv[i], decisions, games, jobs);
    return 0;
}
