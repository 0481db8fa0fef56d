/* bench.h: how fast a game runs: random games to the end, and what is done with a position in between.
 *
 * Every answer is uniformly random and a function of the seed, so two back ends play the same games: `check` must be
 * the same for both. Times are those of one thread; each measurement is the best of several runs, because what else the
 * machine does can only make it slower.
 */
#ifndef PLAY_BENCH_H
#define PLAY_BENCH_H

#include "terrane.h"

struct bench_result {
    uint64_t games, answers, decisions; /* of one run; decisions: answers where there was a choice */
    double seconds;                     /* of the best run */
    uint64_t check;                     /* over the ends of all games */
    uint64_t faults;
};

struct bench_parts {
    double clone, hash, determinise; /* nanoseconds each, on positions from the middle of games */
};

/* Plays the same `games` games `runs` times. TN_OK or TN_NOMEM. */
tn_status bench_games(const tn_game *game, uint64_t games, unsigned runs, struct bench_result *out);
/* Chooses how many games take about this long, at least one. */
uint64_t bench_fitting(const tn_game *game, double seconds);
tn_status bench_parts(const tn_game *game, struct bench_parts *out);
double bench_now(void); /* seconds */

#endif
