/* How fast the TINYforming reference plays random games: two players, Tharsis, every answer uniformly random.
 *
 * Usage: bench_tinyforming [games [runs]]. Each line is the best of the runs: "sets" draws answers from the set
 * of legal answers each question carries, "lists" goes through tiny_question and tiny_apply as a comparator does.
 */
#define _POSIX_C_SOURCE 200809L
#include "tinyforming.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

struct tally {
    uint64_t decisions, generations, white, black;
};

static void count_result(struct tally *tally, const struct tiny *t) {
    int winner = tiny_winner(t);
    tally->generations += t->generation;
    tally->white += winner == TINY_WHITE;
    tally->black += winner == TINY_BLACK;
}

static struct tally play_by_sets(long games, uint64_t seed) {
    struct tally tally = {0};
    struct tiny t;
    for (long game = 0; game < games; game++) {
        tally.decisions += tiny_play_random(&t, seed + (uint64_t)game * 0x5851F42D4C957F2DU);
        count_result(&tally, &t);
    }
    return tally;
}

static struct tally play_by_lists(long games, uint64_t seed) {
    struct tally tally = {0};
    struct tiny t;
    for (long game = 0; game < games; game++) {
        uint64_t rng = seed + (uint64_t)game * 0x5851F42D4C957F2DU;
        for (tiny_init(&t, NULL); !tiny_over(&t);) {
            tally.decisions += t.asked != TINY_CHANCE && (t.answers & (t.answers - 1)) != 0;
            tiny_apply(&t, tiny_random_answer(&t, &rng));
        }
        count_result(&tally, &t);
    }
    return tally;
}

static void measure(const char *name, struct tally (*play)(long, uint64_t), long games, int runs) {
    struct tally tally = {0};
    double best = 0;
    for (int run = 0; run < runs; run++) {
        double begin = seconds_now();
        tally = play(games, (uint64_t)run);
        double taken = seconds_now() - begin;
        if (run == 0 || taken < best) best = taken;
    }
    double decisions = (double)tally.decisions / (double)games;
    printf("%-5s  %9.0f games/s  %6.1f decisions/game  %5.1f ns/decision  %5.2f generations  white %.3f  black %.3f\n",
           name, (double)games / best, decisions, best * 1e9 / (double)games / decisions,
           (double)tally.generations / (double)games, (double)tally.white / (double)games,
           (double)tally.black / (double)games);
}

int main(int argc, char **argv) {
    long games = argc > 1 ? strtol(argv[1], NULL, 10) : 200000;
    int runs = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 7;
    if (games <= 0 || runs <= 0) {
        fprintf(stderr, "usage: %s [games [runs]]\n", argv[0]);
        return 2;
    }
    measure("sets", play_by_sets, games, runs);
    measure("lists", play_by_lists, games, runs);
    printf("position: %zu bytes\n", sizeof(struct tiny));
    return 0;
}
