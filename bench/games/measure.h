/* measure.h: how fast a game runs: random games to the end, and what is done with a position in between.
 *
 * Up to four engines play: the interpreter, the C emitted from the same program, once more with playouts, and the
 * game written by hand in C where there is a library of it (hand.h, which also says what is counted). Every answer is
 * uniformly random. The interpreter and emitted C play the same games, so `check` must be the same for both; the
 * hand-written game draws its own, as many as take about as long, and playouts draw theirs.
 *
 * Times are those one thread has run. The engines take turns, three rounds each, and the best round counts, because
 * what else the machine does can only make it slower.
 */
#ifndef BENCH_GAMES_BENCH_H
#define BENCH_GAMES_BENCH_H

#include "bench/games/cards.h"
#include "bench/games/hand.h"
#include "terrane_table.h"

/* BENCH_PLAYOUTS: emitted C as well, but by tn_playout, which makes no menus. */
enum bench_engine { BENCH_HAND, BENCH_NATIVE, BENCH_INTERPRETER, BENCH_PLAYOUTS, BENCH_ENGINES };

struct bench_result {
    uint64_t games, decisions; /* of one round; games 0: not measured; decisions 0: not counted */
    uint64_t answers;          /* forced ones as well; not known of the hand-written game */
    double seconds;            /* of the best round */
    uint64_t instructions;     /* of one round; 0: not counted */
    uint64_t check;            /* over the ends of all games */
    uint64_t faults;
};

struct bench_parts {
    double clone, hash, score, determinise, pack, unpack; /* nanoseconds each, on positions from the middle of games */
    double packed;                                        /* bytes */
};

struct bench_report {
    struct bench_result of[BENCH_ENGINES];
    struct bench_parts parts;
    struct bench_cards cards;
    struct cards_engine grows[BENCH_ENGINES]; /* with cards; the hand-written game has no part in it */
    double native_seconds;                    /* to compile the emitted C, or to find it in the cache */
    char why_no_native[1024], why_no_hand[1024], why_no_instructions[256];
};

/* Measures; a round of the interpreter takes about so many seconds. `hand` is NULL where there is no such library; then
 * why_no_hand is the caller's. TN_OK or TN_NOMEM. */
tn_status bench_run(tn_game *game, const struct hand_engine *hand, double seconds, struct bench_report *out);

double bench_per_second(uint64_t n, const struct bench_result *r); /* n in all of r's games */
/* How many times as long a game takes as with the other engine; 0 when one of them was not measured. */
double bench_times(const struct bench_report *r, enum bench_engine engine, enum bench_engine other);
double bench_now(void); /* seconds */

#endif
